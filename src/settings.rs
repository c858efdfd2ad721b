//! Settings of a node: the file, the overrides of the command line, and what is made of both; and the two things only the
//! edge can give, the clock and a seed.
//!
//! Errors name the file, line and column where the fault stands. What a key means is decided in `metadata::config`.

use metadata::config::Props;
use metadata::config::error::ConfigError;
use metadata::config::properties::{self, Entry};
use metadata::config::static_config::{Notices, StaticConfig};
use protocol::{Rng, Timestamp};
use std::io::Read;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The release whose broker this stands in for.
pub const KAFKA_VERSION: &str = "4.4.0";

/// Everything a node is started with.
#[derive(Debug)]
pub struct Settings {
    pub config: StaticConfig,
    pub notices: Notices,
    /// Started without a file.
    pub is_development: bool,
}

impl Settings {
    /// Every log directory and the metadata log directory, each once, in the order of their names.
    pub fn all_dirs(&self) -> Vec<PathBuf> {
        let node = &self.config.node;
        let mut dirs: Vec<PathBuf> =
            node.log_dirs.iter().chain([&node.metadata_log_dir]).map(PathBuf::from).collect();
        dirs.sort();
        dirs.dedup();
        dirs
    }

    /// A key of our own, which Kafka does not know and therefore lets stand in a file of its own.
    pub fn own<T>(&self, key: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
        let Some(text) = self.config.originals().get(key) else { return Ok(None) };
        read(text.trim()).map(Some).ok_or_else(|| format!("Invalid value {text} for configuration {key}"))
    }

    /// The keys that keep this node from starting, by name and with the reason; the empty list is the good one.
    pub fn refusals(&self) -> Vec<String> {
        self.notices.refused.iter().map(|r| format!("{}: {}", r.key, r.why)).collect()
    }
}

/// Reads a file and puts the overrides over it.
pub fn load(file: &str, overrides: &[(String, String)]) -> Result<Settings, String> {
    let text = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    let entries = properties::parse(&text).map_err(|e| format!("{file}: {e}"))?;
    from_props(properties::into_props(entries.clone()), overrides, false)
        .map_err(|e| located(file, &text, &entries, overrides, &e))
}

/// Checks assignments that stand in no file.
pub fn from_props(
    mut props: Props,
    overrides: &[(String, String)],
    is_development: bool,
) -> Result<Settings, ConfigError> {
    props.extend(overrides.iter().cloned());
    let (config, notices) = StaticConfig::load(props)?;
    Ok(Settings { config, notices, is_development })
}

/// The refusal with the place of the assignment it speaks of, as far as it speaks of one.
fn located(
    file: &str,
    text: &[u8],
    entries: &[Entry],
    overrides: &[(String, String)],
    error: &ConfigError,
) -> String {
    let Some(key) = key_of(&error.message) else { return format!("{file}: {error}") };
    if overrides.iter().any(|(name, _)| name == key) {
        return format!("--override {key}: {error}");
    }
    // `node.id` and `broker.id` stand for each other, and only one of them is in the file.
    let is_meant = |e: &&Entry| e.key == key || (key == "broker.id" && e.key == "node.id");
    let Some(entry) = entries.iter().rev().find(is_meant) else { return format!("{file}: {error}") };
    let physical = text.split(|b| *b == b'\n').nth(entry.line as usize - 1).unwrap_or_default();
    let column = physical.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0) + 1;
    format!("{file}: line {}, column {column}: {error}", entry.line)
}

/// The key in `... for configuration KEY: ...`, the shape of all messages about one value.
fn key_of(message: &str) -> Option<&str> {
    let rest = message.split_once(" for configuration ")?.1;
    rest.split_once(':').map(|(key, _)| key)
}

/// Now, by the wall clock.
pub fn wall_clock() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A generator seeded by the operating system.
pub fn rng() -> Rng {
    let mut seed = [0; 8];
    let is_read = std::fs::File::open("/dev/urandom").and_then(|mut f| f.read_exact(&mut seed)).is_ok();
    if !is_read {
        // Ids must differ between machines and starts; the address of the stack and the clock do where nothing better is.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        seed = ((since.as_nanos() as u64) ^ (&raw const seed as u64) ^ u64::from(std::process::id()) << 32)
            .to_le_bytes();
    }
    Rng::new(u64::from_le_bytes(seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, overrides: &[(&str, &str)]) -> String {
        let dir =
            std::env::temp_dir().join(format!("corelog-settings-{}-{}", std::process::id(), text.len()));
        std::fs::write(&dir, text).expect("a writable folder");
        let file = dir.to_str().expect("plain").to_string();
        let overrides: Vec<_> = overrides.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let said = load(&file, &overrides).expect_err("refused");
        std::fs::remove_file(&dir).expect("there");
        said.replace(&file, "FILE")
    }

    const GOOD: &str = "process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@localhost:9093\n\
                        listeners=PLAINTEXT://:9092,CONTROLLER://:9093\ncontroller.listener.names=CONTROLLER\n";

    #[test]
    fn a_fault_is_told_with_its_place() {
        let wrong = format!("{GOOD}  num.partitions = many\n");
        assert_eq!(
            refused(&wrong, &[]),
            "FILE: line 6, column 3: Invalid value many for configuration num.partitions: Not a number of type INT"
        );
        assert!(refused("a=\\u12\n", &[]).starts_with("FILE: line 1, column "));
        let said = refused(GOOD, &[("num.partitions", "x")]);
        assert!(said.starts_with("--override num.partitions: Invalid value x"), "{said}");
    }
}
