//! Settings of a node: the file, the overrides of the command line, and what is made of both; and the two things only the
//! edge can give, the clock and a seed.
//!
//! Errors name the file, line and column where the fault stands. What a key means is decided in `metadata::config`; but
//! for the keys that Kafka does not know, `corelog.*`.

use metadata::config::Props;
use metadata::config::error::ConfigError;
use metadata::config::properties::{self, Entry};
use metadata::config::static_config::{Notices, StaticConfig};
use protocol::{Rng, Timestamp};
use shards::Runtime;
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
    /// `corelog.runtime`: the backend that it has to be.
    pub runtime: Option<Runtime>,
    /// `corelog.shards`.
    pub shards: Option<u16>,
    /// Where they come from; `None` in development mode.
    pub file: Option<String>,
}

const RUNTIME: &str = "corelog.runtime";
const SHARDS: &str = "corelog.shards";
/// As many as a node can have.
const SHARDS_MAX: u16 = 1024;

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

    /// Keys that nobody knows, in the order of the notices.
    pub fn unknown_keys(&self) -> impl Iterator<Item = &String> {
        self.notices.unknown.iter().filter(|key| ![RUNTIME, SHARDS].contains(&key.as_str()))
    }

    /// How the directories of these settings are formatted, for people who have not done so.
    pub fn how_to_format(&self) -> String {
        let Some(file) = &self.file else { return String::new() };
        let is_set = |key: &str| self.config.originals().contains_key(key);
        let default = if is_set("log.dirs") || is_set("log.dir") {
            String::new()
        } else {
            format!("log.dirs is not set, its default is {}. ", self.config.node.log_dirs.join(","))
        };
        let quorum = if self.config.node.voters.is_empty() { " --standalone" } else { "" };
        format!(
            "{default}Format once, with the log.dirs of the file: corelog storage format{quorum} -t $(corelog storage \
             random-uuid) -c {file}"
        )
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
    from_props(properties::into_props(entries.clone()), overrides, Some(file))
        .map_err(|e| located(file, &text, &entries, overrides, &e))
}

/// Checks assignments.
pub fn from_props(
    mut props: Props,
    overrides: &[(String, String)],
    file: Option<&str>,
) -> Result<Settings, ConfigError> {
    props.extend(overrides.iter().cloned());
    let runtime = own(&props, RUNTIME, "Must be ring or epoll", Runtime::parse)?;
    let shards = own(&props, SHARDS, &format!("Must be a number from 1 to {SHARDS_MAX}"), |text| {
        text.parse().ok().filter(|count| (1..=SHARDS_MAX).contains(count))
    })?;
    let (config, notices) = StaticConfig::load(props)?;
    Ok(Settings { config, notices, runtime, shards, file: file.map(str::to_string) })
}

/// A key of our own, which Kafka does not know and therefore lets stand in a file of its own.
fn own<T>(
    props: &Props,
    key: &str,
    reason: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ConfigError> {
    let Some(text) = props.get(key).map(|text| text.trim()) else { return Ok(None) };
    read(text).map(Some).ok_or_else(|| ConfigError::invalid_value(key, text, reason))
}

/// The refusal with the places of the assignments it speaks of, as far as it speaks of some.
pub fn located(
    file: &str,
    text: &[u8],
    entries: &[Entry],
    overrides: &[(String, String)],
    error: &ConfigError,
) -> String {
    let mut places: Vec<String> = Vec::new();
    for key in keys_of(&error.message) {
        // `node.id` and `broker.id` stand for each other, and only one of them is assigned.
        let is_meant = |name: &str| name == key || (key == "broker.id" && name == "node.id");
        let place = if let Some((name, _)) = overrides.iter().find(|(name, _)| is_meant(name)) {
            format!("--override {name}")
        } else if let Some(entry) = entries.iter().rev().find(|e| is_meant(&e.key)) {
            let physical = text.split(|b| *b == b'\n').nth(entry.line as usize - 1).unwrap_or_default();
            let column = physical.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0) + 1;
            format!("{file}: line {}, column {column}", entry.line)
        } else {
            continue;
        };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    // An override that the message does not name may still be what the rest does not fit to.
    let is_of_one_value = error.message.contains(" for configuration ") && !places.is_empty();
    let is_of_an_override = places.iter().any(|place| place.starts_with("--override "));
    let mut place = if places.is_empty() { file.to_string() } else { places.join("; ") };
    if !is_of_one_value && !is_of_an_override && !overrides.is_empty() {
        let keys: Vec<&str> = overrides.iter().map(|(key, _)| key.as_str()).collect();
        place = format!("{place}, with --override {}", keys.join(", "));
    }
    format!("{place}: {error}")
}

/// The keys that a message speaks of, each as a word of it. One about a value has this shape, and may quote anything:
/// `... for configuration KEY: ...`.
fn keys_of(message: &str) -> Vec<&str> {
    if let Some((_, rest)) = message.split_once(" for configuration ") {
        return rest.split_once(':').map(|(key, _)| key).into_iter().collect();
    }
    let is_of_key = |c: char| c.is_ascii_alphanumeric() || ['.', '_', '-'].contains(&c);
    let words = message.split(|c| !is_of_key(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| word.contains('.') || *word == "listeners").collect()
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
    use std::sync::atomic::{AtomicU32, Ordering};

    fn refused(text: &str, overrides: &[(&str, &str)]) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("corelog-settings-{}-{number}", std::process::id()));
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

    #[test]
    fn a_wrong_value_of_our_own_keys_is_told_with_its_place_and_the_choices() {
        assert_eq!(
            refused(&format!("{GOOD}corelog.runtime=foo\n"), &[]),
            "FILE: line 6, column 1: Invalid value foo for configuration corelog.runtime: Must be ring or epoll"
        );
        for wrong in ["many", "0", "-1", "1025", ""] {
            assert_eq!(
                refused(GOOD, &[("corelog.shards", wrong)]),
                format!(
                    "--override corelog.shards: Invalid value {wrong} for configuration corelog.shards: Must be a number \
                     from 1 to 1024"
                )
            );
        }
    }

    #[test]
    fn what_does_not_fit_together_is_told_with_every_place() {
        let wrong = format!("{GOOD}replica.lag.time.max.ms=1\n");
        let said = refused(&wrong, &[("replica.fetch.wait.max.ms", "2")]);
        let places = "--override replica.fetch.wait.max.ms; FILE: line 6, column 1: requirement failed: replica.fetch.wait";
        assert!(said.starts_with(places), "{said}");
        let said = refused(GOOD, &[("controller.listener.names", "OTHER")]);
        let places = "FILE: line 4, column 1, with --override controller.listener.names: Error creating broker listeners";
        assert!(said.starts_with(places), "{said}");
        assert!(refused("node.id=1", &[]).starts_with("FILE: "));
    }
}
