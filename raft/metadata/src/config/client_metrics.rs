//! Configs of a client metrics subscription: which clients push which metrics, and how often.
//!
//! Patterns are regular expressions of Java; only their form is looked at here, because nothing matches them yet.

use super::Props;
use super::error::ConfigError;
use super::java::trim;
use super::keys;
use super::settings::{Settings, typed_settings};

/// What a subscription may be matched by.
const MATCHABLE: [&str; 6] = [
    "client_id",
    "client_instance_id",
    "client_software_name",
    "client_software_version",
    "client_source_address",
    "client_source_port",
];

typed_settings! {
    /// What a subscription asks for.
    ClientMetricsConfig {
        /// Prefixes of metric names; `*` for all.
        metrics: Vec<String> = "metrics",
        interval_ms: i32 = "interval.ms",
        /// `parameter=pattern` each; all must match.
        matching: Vec<String> = "match",
    }
}

/// Whether `after` may be a subscription's configs as a whole.
pub(super) fn check(name: &str, after: &Props) -> Result<(), ConfigError> {
    if name.is_empty() {
        return Err(ConfigError::invalid_request("Subscription name can't be empty"));
    }
    if let Some(unknown) = after.keys().find(|key| keys::CLIENT_METRICS.get(key).is_none()) {
        return Err(ConfigError::invalid_request(format!("Unknown client metrics configuration: {unknown}")));
    }
    let settings = Settings::parse(&keys::CLIENT_METRICS, after)?;
    let interval: i32 = settings.read("interval.ms");
    if !(100..=3_600_000).contains(&interval) {
        return Err(ConfigError::invalid_request(format!(
            "Invalid value {interval} for interval.ms, interval must be between 100 and 3600000 (1 hour)"
        )));
    }
    for pattern in settings.read::<Vec<String>>("match") {
        if !is_pattern(&pattern) {
            return Err(ConfigError::invalid_config(format!("Illegal client matching pattern: {pattern}")));
        }
    }
    Ok(())
}

fn is_pattern(text: &str) -> bool {
    let Some((parameter, pattern)) = text.split_once('=') else { return false };
    !pattern.is_empty()
        && !pattern.contains('=')
        && MATCHABLE.contains(&trim(parameter))
        && is_balanced(trim(pattern))
}

/// Whether every bracket of a regular expression is closed. Refuses the mistakes people make; a pattern that is wrong in
/// another way is found when it is compiled.
fn is_balanced(pattern: &str) -> bool {
    let (mut open, mut in_class) = (0u32, 0u32);
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.next().is_none() => return false,
            '[' => in_class += 1,
            ']' if in_class > 0 => in_class -= 1,
            '(' if in_class == 0 => open += 1,
            ')' if in_class == 0 && open == 0 => return false,
            ')' if in_class == 0 => open -= 1,
            _ => {}
        }
    }
    open == 0 && in_class == 0
}
