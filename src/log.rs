//! The log: one line per event, a message and fields, to standard error.
//!
//! For people on a terminal, otherwise logfmt or JSON. The level and the format come from flags or from `CORELOG_LOG` and
//! `CORELOG_LOG_FORMAT`. It does not know what is logged: an error is logged once, where it is handled.
//!
//! Invariant: one event is one write, so that lines of several threads never mix.

use std::fmt::{Display, Write as _};
use std::io::{IsTerminal, Write as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// How much it matters. ERROR means a human must look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Error,
    Warn,
    Info,
    Debug,
}

impl Level {
    /// What `parse` knows, for people.
    pub const CHOICES: &str = "error, warn, info, debug";

    pub fn parse(text: &str) -> Option<Level> {
        match text.to_ascii_lowercase().as_str() {
            "error" => Some(Level::Error),
            "warn" => Some(Level::Warn),
            "info" => Some(Level::Info),
            "debug" => Some(Level::Debug),
            _ => None,
        }
    }

    fn of(level: shards::Level) -> Level {
        match level {
            shards::Level::Error => Level::Error,
            shards::Level::Warn => Level::Warn,
            shards::Level::Info => Level::Info,
            shards::Level::Debug => Level::Debug,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Level::Error => "ERROR",
            Level::Warn => "WARN",
            Level::Info => "INFO",
            Level::Debug => "DEBUG",
        }
    }
}

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Human,
    Logfmt,
    Json,
}

impl Format {
    /// What `parse` knows, for people.
    pub const CHOICES: &str = "human, logfmt, json";

    pub fn parse(text: &str) -> Option<Format> {
        match text.to_ascii_lowercase().as_str() {
            "human" => Some(Format::Human),
            "logfmt" => Some(Format::Logfmt),
            "json" => Some(Format::Json),
            _ => None,
        }
    }
}

/// A named value of an event.
pub type Field<'a> = (&'a str, &'a dyn Display);

static CHOICE: OnceLock<(Level, Format)> = OnceLock::new();
/// How loud lines may be beyond the level of the start, as a number of [`Level`].
static RAISED: AtomicU8 = AtomicU8::new(0);

/// Decides level and format: flags, then environment, then what standard error is. The first call counts. The error is
/// what to tell of a variable with a value that is none.
pub fn init(level: Option<Level>, format: Option<Format>) -> Result<(), String> {
    let env_level = of_env("CORELOG_LOG", Level::parse, Level::CHOICES)?;
    let env_format = of_env("CORELOG_LOG_FORMAT", Format::parse, Format::CHOICES)?;
    let fallback = if std::io::stderr().is_terminal() { Format::Human } else { Format::Logfmt };
    let level = level.or(env_level).unwrap_or(Level::Info);
    let _ = CHOICE.set((level, format.or(env_format).unwrap_or(fallback)));
    Ok(())
}

fn of_env<T>(name: &str, parse: impl Fn(&str) -> Option<T>, choices: &str) -> Result<Option<T>, String> {
    let Some(text) = std::env::var_os(name).filter(|text| !text.is_empty()) else { return Ok(None) };
    let known = text.to_str().and_then(parse);
    known.map(Some).ok_or_else(|| format!("corelog: {name}={}: must be one of {choices}", text.display()))
}

pub fn error(message: &str, fields: &[Field]) {
    write(Level::Error, message, fields);
}

pub fn warn(message: &str, fields: &[Field]) {
    write(Level::Warn, message, fields);
}

pub fn info(message: &str, fields: &[Field]) {
    write(Level::Info, message, fields);
}

pub fn debug(message: &str, fields: &[Field]) {
    write(Level::Debug, message, fields);
}

/// Lets lines up to this level through, and those that the level of the start lets through.
pub fn raise(level: shards::Level) {
    RAISED.store(Level::of(level) as u8, Ordering::Relaxed);
}

/// A line that a core of the node has made.
pub fn from_core(line: &shards::LogLine) {
    let level = Level::of(line.level);
    let fields: Vec<Field<'_>> =
        line.fields.iter().map(|(name, value)| (*name, value as &dyn Display)).collect();
    write(level, line.message, &fields);
}

fn write(level: Level, message: &str, fields: &[Field]) {
    let (least, format) = *CHOICE.get().unwrap_or(&(Level::Info, Format::Logfmt));
    if level > least && level as u8 > RAISED.load(Ordering::Relaxed) {
        return;
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let text = line(format, since.as_millis() as i64, level, message, fields);
    // A log that cannot be written must not stop the node.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

fn line(format: Format, ms: i64, level: Level, message: &str, fields: &[Field]) -> String {
    let time = utc(ms);
    let mut out = String::with_capacity(128);
    match format {
        Format::Human => {
            let _ = write!(out, "{} {:5} {message}", &time[11..23], level.name());
            for (name, value) in fields {
                let _ = write!(out, "  {name}={}", quoted(&value.to_string()));
            }
        }
        Format::Logfmt => {
            let _ = write!(
                out,
                "time={time} level={} msg={}",
                level.name().to_ascii_lowercase(),
                quoted(message)
            );
            for (name, value) in fields {
                let _ = write!(out, " {name}={}", quoted(&value.to_string()));
            }
        }
        Format::Json => {
            let level = level.name().to_ascii_lowercase();
            let _ = write!(out, "{{\"time\":\"{time}\",\"level\":\"{level}\",\"msg\":{}", json(message));
            for (name, value) in fields {
                let _ = write!(out, ",{}:{}", json(name), json(&value.to_string()));
            }
            out.push('}');
        }
    }
    out.push('\n');
    out
}

/// As it is when it is one plain word, otherwise as JSON would quote it.
fn quoted(text: &str) -> String {
    let is_plain =
        !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic() && c != '"' && c != '=' && c != '\\');
    if is_plain { text.to_string() } else { json(text) }
}

fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Milliseconds since 1970 as `2026-01-31T23:59:59.123Z`.
pub fn utc(ms: i64) -> String {
    let (day, second) = (ms.div_euclid(86_400_000), ms.div_euclid(1000).rem_euclid(86_400));
    let (year, month, date) = civil(day);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!(
        "{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{:02}.{:03}Z",
        second % 60,
        ms.rem_euclid(1000)
    )
}

/// Year, month and day of the month of a day counted from 1970-01-01.
pub fn civil(day: i64) -> (i64, i64, i64) {
    // Days since 0000-03-01 in eras of 400 years: leap days come last in such a year.
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_based = (5 * of_year + 2) / 153;
    let month = if march_based < 10 { march_based + 3 } else { march_based - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, of_year - (153 * march_based + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (day, date) in
            [(0, (1970, 1, 1)), (11_016, (2000, 2, 29)), (20_786, (2026, 11, 29)), (-1, (1969, 12, 31))]
        {
            assert_eq!(civil(day), date);
        }
        assert_eq!(utc(1_795_976_634_243), "2026-11-29T18:23:54.243Z");
    }

    #[test]
    fn each_format_quotes_what_it_must() {
        let fields: &[Field] = &[("dir", &"a b"), ("n", &7)];
        let of = |format| line(format, 0, Level::Warn, "odd \"name\"", fields);
        assert_eq!(of(Format::Human), "00:00:00.000 WARN  odd \"name\"  dir=\"a b\"  n=7\n");
        assert_eq!(
            of(Format::Logfmt),
            "time=1970-01-01T00:00:00.000Z level=warn msg=\"odd \\\"name\\\"\" dir=\"a b\" n=7\n"
        );
        assert_eq!(
            of(Format::Json),
            "{\"time\":\"1970-01-01T00:00:00.000Z\",\"level\":\"warn\",\"msg\":\"odd \\\"name\\\"\",\"dir\":\"a b\",\"n\":\"7\"}\n"
        );
    }
}
