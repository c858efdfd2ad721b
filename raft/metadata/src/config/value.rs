//! Values: text to typed value by a key's type and rule, and back, as Kafka's own definitions do it.
//!
//! Knows the rules by their data in `key`, not which key has which. Nothing here depends on another value; relations
//! between keys are checked where the whole set is known.
//!
//! Invariant: text that parses is printed in a form that parses to the same value.

use super::error::ConfigError;
use super::java;
use super::key::{Key, Kind, Preset, Rule};

/// A value of a key. Debug output hides a password.
#[derive(Clone, PartialEq)]
pub enum Value {
    Boolean(bool),
    String(String),
    Int(i32),
    Short(i16),
    Long(i64),
    Double(f64),
    List(Vec<String>),
    Class(String),
    Password(String),
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl Value {
    /// Reads and checks the value of one key.
    pub fn parse(key: &Key, text: &str) -> Result<Value, ConfigError> {
        let trimmed = java::trim(text);
        let wrong = |reason: &str| ConfigError::invalid_value(key.name, text, reason);
        let not_a_number = || wrong(&format!("Not a number of type {}", key.kind.name()));
        let value = match key.kind {
            Kind::Boolean if trimmed.eq_ignore_ascii_case("true") => Value::Boolean(true),
            Kind::Boolean if trimmed.eq_ignore_ascii_case("false") => Value::Boolean(false),
            Kind::Boolean => return Err(wrong("Expected value to be either true or false")),
            Kind::String => Value::String(trimmed.to_string()),
            Kind::Int => {
                let number = java::parse_long(trimmed).and_then(|n| i32::try_from(n).ok());
                Value::Int(number.ok_or_else(not_a_number)?)
            }
            Kind::Short => {
                let number = java::parse_long(trimmed).and_then(|n| i16::try_from(n).ok());
                Value::Short(number.ok_or_else(not_a_number)?)
            }
            Kind::Long => Value::Long(java::parse_long(trimmed).ok_or_else(not_a_number)?),
            Kind::Double => Value::Double(java::parse_double(trimmed).ok_or_else(not_a_number)?),
            Kind::List => {
                let mut elements = java::split_list(text);
                if matches!(key.rule, Rule::List { .. }) {
                    drop_duplicates(&mut elements);
                }
                Value::List(elements)
            }
            // There is no class to load. The name of Kafka's default is known, any other is as good as absent.
            Kind::Class if key.preset == Preset::Text("") || key.preset == Preset::Null => {
                Value::Class(trimmed.to_string())
            }
            Kind::Class if matches!(key.preset, Preset::Text(known) if known == trimmed) => {
                Value::Class(trimmed.to_string())
            }
            Kind::Class => return Err(wrong(&format!("Class {text} could not be found."))),
            Kind::Password => Value::Password(trimmed.to_string()),
        };
        value.check(key)?;
        Ok(value)
    }

    /// The default of a key, if it has one.
    pub fn preset(key: &Key) -> Option<Value> {
        let Preset::Text(text) = key.preset else { return None };
        Some(Value::parse(key, text).expect("a test parses the default of every key"))
    }

    /// The text that DescribeConfigs shows. A password is never shown.
    pub fn to_text(&self) -> String {
        match self {
            Value::Boolean(value) => value.to_string(),
            Value::String(value) | Value::Class(value) => value.clone(),
            Value::Int(value) => value.to_string(),
            Value::Short(value) => value.to_string(),
            Value::Long(value) => value.to_string(),
            Value::Double(value) => java::double_text(*value),
            Value::List(elements) => elements.join(","),
            Value::Password(_) => "[hidden]".to_string(),
        }
    }

    fn check(&self, key: &Key) -> Result<(), ConfigError> {
        let name = key.name;
        let wrong = |reason: &str| Err(ConfigError::invalid_value(name, &self.to_text(), reason));
        match (key.rule, self) {
            (Rule::Any, _) => Ok(()),
            (Rule::AtLeast(min), _) => self.check_range(name, min, f64::INFINITY),
            (Rule::Between(min, max), _) => self.check_range(name, min, max),
            (Rule::OneOf(known), Value::String(value)) if !known.contains(&value.as_str()) => {
                wrong(&format!("String must be one of: {}", known.join(", ")))
            }
            (Rule::OneOfIgnoringCase(known), Value::String(value))
                if !known.iter().any(|k| k.eq_ignore_ascii_case(value)) =>
            {
                wrong(&format!("String must be one of (case insensitive): {}", known.join(", ")))
            }
            (Rule::NonEmpty, Value::String(value)) if value.is_empty() => wrong("String must be non-empty"),
            (Rule::GzipLevel, Value::Int(level)) if *level != -1 && !(1..=9).contains(level) => {
                wrong("Value must be between 1 and 9 or equal to -1")
            }
            (Rule::List { one_of, may_be_empty }, Value::List(elements)) => {
                check_list(name, elements, one_of, may_be_empty)
            }
            (Rule::ThrottledReplicas, Value::List(elements)) => check_throttled_replicas(name, elements),
            (Rule::QuorumVoters, Value::List(elements)) => {
                elements.iter().try_for_each(|entry| parse_voter(entry).map(drop))
            }
            (Rule::BootstrapServers, Value::List(elements)) => {
                elements.iter().try_for_each(|entry| parse_bootstrap_server(entry).map(drop))
            }
            (Rule::ShareOffsetReset, Value::String(value)) if !is_share_offset_reset(value) => {
                wrong(&format!(
                    "Invalid value `{value}` for configuration {name}. The value must be either 'earliest', 'latest' or of \
                 the format 'by_duration:<PnDTnHnMn.nS>'."
                ))
            }
            _ => Ok(()),
        }
    }

    fn check_range(&self, name: &str, min: f64, max: f64) -> Result<(), ConfigError> {
        let number = match self {
            Value::Int(value) => f64::from(*value),
            Value::Short(value) => f64::from(*value),
            Value::Long(value) => *value as f64,
            Value::Double(value) => *value,
            _ => return Ok(()),
        };
        let wrong = |reason: String| Err(ConfigError::invalid_value(name, &self.to_text(), &reason));
        if number < min {
            return wrong(format!("Value must be at least {min}"));
        }
        if number > max {
            return wrong(format!("Value must be no more than {max}"));
        }
        Ok(())
    }
}

fn drop_duplicates(elements: &mut Vec<String>) {
    let mut seen = std::collections::BTreeSet::new();
    elements.retain(|element| seen.insert(element.clone()));
}

fn check_list(
    name: &str,
    elements: &[String],
    one_of: &[&str],
    may_be_empty: bool,
) -> Result<(), ConfigError> {
    if elements.is_empty() && !may_be_empty {
        let valid =
            if one_of.is_empty() { "any non-empty value".to_string() } else { java::list_text(one_of) };
        return Err(ConfigError::invalid_config(format!(
            "Configuration '{name}' must not be empty. Valid values include: {valid}"
        )));
    }
    for element in elements {
        if element.is_empty() {
            return Err(ConfigError::invalid_config(format!(
                "Configuration '{name}' values must not be empty."
            )));
        }
        if !one_of.is_empty() && !one_of.contains(&element.as_str()) {
            let reason = format!("String must be one of: {}", one_of.join(", "));
            return Err(ConfigError::invalid_value(name, element, &reason));
        }
    }
    Ok(())
}

/// Whether a list names replicas to throttle: `*` alone, or `partition:broker` pairs, among which nothing may stand too.
pub fn is_throttled_replica_list(elements: &[String]) -> bool {
    let is_pair = |element: &str| {
        let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        element.is_empty()
            || element.split_once(':').is_some_and(|(partition, broker)| number(partition) && number(broker))
    };
    elements.iter().all(|element| is_pair(java::trim(element)))
        || elements.iter().map(|element| java::trim(element)).collect::<String>() == "*"
}

fn check_throttled_replicas(name: &str, elements: &[String]) -> Result<(), ConfigError> {
    if is_throttled_replica_list(elements) {
        return Ok(());
    }
    let reason = format!(
        "{name} must be the literal '*' or a list of replicas in the following format: \
         [partitionId]:[brokerId],[partitionId]:[brokerId],..."
    );
    Err(ConfigError::invalid_value(name, &java::list_text(elements), &reason))
}

/// A member of a static quorum, as `controller.quorum.voters` names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Voter {
    pub id: i32,
    pub host: String,
    pub port: u16,
}

pub fn parse_voter(entry: &str) -> Result<Voter, ConfigError> {
    const FORM: &str = "Each entry should be in the form `{id}@{host}:{port}`.";
    let mut parts = entry.split('@');
    let (Some(id), Some(address), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(ConfigError::invalid_config(format!(
            "Invalid configuration value for controller.quorum.voters. {FORM}"
        )));
    };
    let Some(number) = java::parse_long(id).and_then(|n| i32::try_from(n).ok()) else {
        return Err(ConfigError::invalid_config(format!("Failed to parse voter ID as an integer from {id}")));
    };
    match parse_address(address) {
        Address::Good { host, port } => Ok(Voter { id: number, host, port }),
        Address::PortTooLarge(port) => Err(ConfigError::invalid_config(format!("port out of range:{port}"))),
        Address::Bad => Err(ConfigError::invalid_config(format!(
            "Failed to parse host name from entry {entry} for the configuration controller.quorum.voters. {FORM}"
        ))),
    }
}

pub fn parse_bootstrap_server(entry: &str) -> Result<(String, u16), ConfigError> {
    match parse_address(entry) {
        Address::Good { host, port } => Ok((host, port)),
        Address::PortTooLarge(port) => Err(ConfigError::invalid_config(format!("port out of range:{port}"))),
        Address::Bad => Err(ConfigError::invalid_config(format!(
            "Failed to parse host name from {entry} for the configuration controller.quorum.bootstrap.servers. Each \
             entry should be in the form \"{{host}}:{{port}}\""
        ))),
    }
}

enum Address {
    Good { host: String, port: u16 },
    PortTooLarge(String),
    Bad,
}

/// A character of a host name or address, as Kafka's patterns have it.
pub(super) fn is_host_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '%' | '.' | '_' | ':')
}

/// `[scheme://]host:port`; brackets around the host are dropped, the host may be empty.
fn parse_address(text: &str) -> Address {
    let rest = match text.split_once("://") {
        Some((scheme, rest)) if scheme.chars().all(|c| is_host_char(c) && c != ':') => rest,
        _ => text,
    };
    let Some((host, port)) = rest.rsplit_once(':') else { return Address::Bad };
    let host = host.strip_prefix('[').unwrap_or(host);
    let host = host.strip_suffix(']').unwrap_or(host);
    let is_number = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    if !is_number || !host.chars().all(is_host_char) {
        return Address::Bad;
    }
    match port.parse::<u64>() {
        Ok(number) => match u16::try_from(number) {
            Ok(port) => Address::Good { host: host.to_string(), port },
            Err(_) => Address::PortTooLarge(number.to_string()),
        },
        Err(_) => Address::PortTooLarge(port.to_string()),
    }
}

fn is_share_offset_reset(value: &str) -> bool {
    matches!(value, "latest" | "earliest")
        || value.strip_prefix("by_duration:").and_then(parse_duration_ms).is_some()
}

/// An ISO 8601 duration of days, hours, minutes and seconds that is not negative, in milliseconds.
pub fn parse_duration_ms(text: &str) -> Option<u64> {
    let upper = text.to_ascii_uppercase();
    let (negated, body) = match upper.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, upper.strip_prefix('+').unwrap_or(&upper)),
    };
    let body = body.strip_prefix('P')?;
    let (days, time) = match body.split_once('T') {
        Some((days, time)) if !time.is_empty() => (days, time),
        Some(_) => return None,
        None => (body, ""),
    };
    let mut nanos: i128 = 0;
    let mut seen = false;
    let mut part = |rest: &mut &str, unit: char, seconds: i128| -> Option<()> {
        let Some((number, after)) = rest.split_once(unit) else { return Some(()) };
        let (whole, fraction) = match number.split_once(['.', ',']) {
            Some((whole, fraction)) if unit == 'S' => (whole, fraction),
            _ => (number, ""),
        };
        if fraction.len() > 9 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let whole_number = i128::from(java::parse_long(whole)?);
        let mut fraction_nanos: i128 = format!("{fraction:0<9}").parse().ok()?;
        if whole.starts_with('-') {
            fraction_nanos = -fraction_nanos;
        }
        nanos += whole_number * seconds * 1_000_000_000 + fraction_nanos;
        seen = true;
        *rest = after;
        Some(())
    };
    let (mut days, mut time) = (days, time);
    part(&mut days, 'D', 86_400)?;
    part(&mut time, 'H', 3_600)?;
    part(&mut time, 'M', 60)?;
    part(&mut time, 'S', 1)?;
    if !days.is_empty() || !time.is_empty() || !seen {
        return None;
    }
    let nanos = if negated { -nanos } else { nanos };
    let seconds_max = i128::from(i64::MAX);
    if nanos < 0 || nanos / 1_000_000_000 > seconds_max {
        return None;
    }
    u64::try_from(nanos / 1_000_000).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::key::{int, password};

    #[test]
    fn a_password_is_never_printed() {
        let value = Value::parse(&password("p"), " secret ").unwrap();
        assert_eq!(value, Value::Password("secret".to_string()));
        assert_eq!(format!("{value:?}"), "[hidden]");
        assert_eq!(value.to_text(), "[hidden]");
    }

    #[test]
    fn text_of_any_size_and_content_is_refused_or_read_but_never_a_panic() {
        let mut rng = protocol::Rng::new(7);
        let bytes = b"-+.,:;@[]%*=TPHMSDdeE0123456789 \t\"\\\xc3\xa9";
        let keys: Vec<_> = crate::config::keys::BROKER.keys().iter().collect();
        for _ in 0..20_000 {
            let length = rng.below(24) as usize;
            let text: Vec<u8> = (0..length).map(|_| bytes[rng.below(bytes.len() as u64) as usize]).collect();
            let text = String::from_utf8_lossy(&text).into_owned();
            let key = keys[rng.below(keys.len() as u64) as usize];
            if let Ok(value) = Value::parse(key, &text)
                && !key.is_secret()
            {
                let again = Value::parse(key, &value.to_text()).map(|v| v.to_text());
                assert_eq!(again, Ok(value.to_text()), "{} {text}", key.name);
            }
            let _ = parse_duration_ms(&text);
        }
        let long = "9".repeat(1 << 16);
        assert!(Value::parse(&int("k", "0"), &long).is_err());
    }

    #[test]
    fn durations_are_read_as_java_reads_them() {
        assert_eq!(parse_duration_ms("P1DT2H3M4.5S"), Some(93_784_500));
        assert_eq!(parse_duration_ms("pt1h"), Some(3_600_000));
        assert_eq!(parse_duration_ms("PT0S"), Some(0));
        assert_eq!(parse_duration_ms("-PT-1S"), Some(1000));
        for wrong in
            ["", "P", "PT", "P1W", "PT1.5H", "PT-1H", "-PT1H", "1H", "P1H", "PT99999999999999999999S"]
        {
            assert_eq!(parse_duration_ms(wrong), None, "{wrong}");
        }
    }
}
