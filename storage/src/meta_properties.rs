//! `meta.properties`: whose log dir this is, in Java's properties text as Kafka writes it.
//!
//! Knows no rule about which ids fit together; the caller compares them.

use protocol::{Timestamp, Uuid};

use crate::checkpoint::Malformed;

/// Identity of a log dir. Version 0 files have a `broker.id` and may lack the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetaProperties {
    /// 0 or 1.
    pub version: i32,
    /// The cluster it belongs to.
    pub cluster_id: Option<String>,
    /// The node it belongs to, a plain number here: the log knows no node.
    pub node_id: Option<i32>,
    /// Its own id (KIP-858).
    pub directory_id: Option<Uuid>,
}

impl MetaProperties {
    /// Reads the file.
    pub fn decode(text: &[u8]) -> Result<Self, Malformed> {
        let mut found = Self { version: 0, cluster_id: None, node_id: None, directory_id: None };
        let mut broker_id = None;
        for line in text.split(|&b| b == b'\n' || b == b'\r') {
            let line = line.trim_ascii_start();
            if line.is_empty() || line[0] == b'#' || line[0] == b'!' {
                continue;
            }
            let (key, value) = key_and_value(line);
            let number = || value.parse::<i32>().map_err(|_| Malformed);
            match key.as_str() {
                "version" => found.version = number()?,
                "cluster.id" => found.cluster_id = Some(value),
                "node.id" => found.node_id = Some(number()?),
                "broker.id" => broker_id = Some(number()?),
                "directory.id" => found.directory_id = Some(Uuid::parse(&value).ok_or(Malformed)?),
                _ => {}
            }
        }
        match found.version {
            0 => found.node_id = broker_id,
            1 if found.node_id.is_some() && found.cluster_id.is_some() => {}
            _ => return Err(Malformed),
        }
        Ok(found)
    }

    /// The file's text, with `now` in its comment.
    #[must_use]
    pub fn encode(&self, now: Timestamp) -> Vec<u8> {
        let mut text = format!("#\n#{}\n", java_date(now));
        let mut line = |key: &str, value: String| {
            text.push_str(key);
            text.push('=');
            for (index, c) in value.chars().enumerate() {
                if matches!(c, '=' | ':' | '#' | '!' | '\\') || (c == ' ' && index == 0) {
                    text.push('\\');
                }
                text.push(c);
            }
            text.push('\n');
        };
        if let Some(id) = self.node_id {
            line(if self.version == 0 { "broker.id" } else { "node.id" }, id.to_string());
        }
        if let Some(id) = self.directory_id {
            line("directory.id", id.to_string());
        }
        line("version", self.version.to_string());
        if let Some(id) = &self.cluster_id {
            line("cluster.id", id.clone());
        }
        text.into_bytes()
    }
}

/// Java's separator rules for a line without continuation: `=`, `:` or white space, with backslash escapes.
fn key_and_value(line: &[u8]) -> (String, String) {
    let mut end = 0;
    while end < line.len() && !matches!(line[end], b'=' | b':' | b' ' | b'\t' | 0x0c) {
        end += if line[end] == b'\\' { 2 } else { 1 };
    }
    let end = end.min(line.len());
    let mut rest = line[end..].trim_ascii_start();
    if let [b'=' | b':', after @ ..] = rest {
        rest = after.trim_ascii_start();
    }
    (unescape(&line[..end]), unescape(rest))
}

fn unescape(bytes: &[u8]) -> String {
    let mut out = Vec::with_capacity(bytes.len());
    let mut escaped = false;
    for &byte in bytes {
        if byte == b'\\' && !escaped {
            escaped = true;
        } else {
            out.push(byte);
            escaped = false;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// `Sun Nov 29 15:59:33 UTC 2026`, as Java prints a date.
fn java_date(now: Timestamp) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let seconds = now.0.div_euclid(1000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days since 1970 to a date of the proleptic Gregorian calendar, counted in eras of 400 years from March.
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12;
    let year = year_of_era + era * 400 + i64::from(month < 2);
    let weekday = DAYS[days.rem_euclid(7) as usize];
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{weekday} {} {day:02} {hour:02}:{minute:02}:{second:02} UTC {year}", MONTHS[month as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    const KAFKA: &str = "#\n#Sun Nov 29 15:59:33 UTC 2026\nnode.id=1\ndirectory.id=EwR_MYDdhyUhKDGo0LDIng\nversion=1\n\
                         cluster.id=Y29yZWxvZy1nb2xkZW4tMQ\n";

    #[test]
    fn the_text_is_kafkas() {
        let read = MetaProperties::decode(KAFKA.as_bytes()).unwrap();
        assert_eq!(read.node_id, Some(1));
        assert_eq!(read.cluster_id.as_deref(), Some("Y29yZWxvZy1nb2xkZW4tMQ"));
        assert_eq!(String::from_utf8(read.encode(Timestamp(1_795_967_973_683))).unwrap(), KAFKA);
    }

    #[test]
    fn escapes_and_other_separators_are_javas() {
        let text = b"! note\n version : 1\nnode.id 7\ncluster.id=a\\=b\\:c\nother=x\n";
        let read = MetaProperties::decode(text).unwrap();
        assert_eq!(read.cluster_id.as_deref(), Some("a=b:c"));
        assert_eq!(MetaProperties::decode(&read.encode(Timestamp(0))).unwrap(), read);
        assert!(MetaProperties::decode(b"version=1\nnode.id=x\ncluster.id=a").is_err());
        assert!(MetaProperties::decode(b"version=1\ncluster.id=a").is_err());
        assert!(MetaProperties::decode(b"version=2\nnode.id=1\ncluster.id=a").is_err());
        assert_eq!(MetaProperties::decode(b"broker.id=3\n").unwrap().node_id, Some(3));
    }

    #[test]
    fn dates_hold_over_leap_years() {
        assert_eq!(java_date(Timestamp(0)), "Thu Jan 01 00:00:00 UTC 1970");
        assert_eq!(java_date(Timestamp(951_782_400_000)), "Tue Feb 29 00:00:00 UTC 2000");
        assert_eq!(java_date(Timestamp(4_107_542_399_999)), "Sun Feb 28 23:59:59 UTC 2100");
    }
}
