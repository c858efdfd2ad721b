//! Settings of a topic as far as promises depend on them: each value that is, was or may be in force.
//!
//! A value counts from when it was asked for, and for ever: a bound is checked against the loosest that there was.

use protocol::Rng;

/// Settings of a request, by key; without a value the default is asked for.
pub type Configs = Vec<(&'static str, Option<String>)>;

const BATCH_BYTES_DEFAULT: usize = 1_048_588;

/// See the module's comment.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// `retention.ms`: the shortest; `None` if nothing goes by time.
    pub retention_ms: Option<i64>,
    /// `retention.bytes`: the least.
    pub retention_bytes: Option<i64>,
    /// `max.message.bytes`: the least and the most.
    pub batch_bytes: (usize, usize),
    /// `internal.segment.bytes`: the least.
    pub segment_bytes: Option<usize>,
    /// `compression.type`: batches may be packed anew.
    pub repacks: bool,
    /// `message.timestamp.type`: records may not carry their own time.
    pub stamps: bool,
    /// `flush.messages=1` from the begin: what is acknowledged is durable.
    pub durable: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            retention_ms: None,
            retention_bytes: None,
            batch_bytes: (BATCH_BYTES_DEFAULT, BATCH_BYTES_DEFAULT),
            segment_bytes: None,
            repacks: false,
            stamps: false,
            durable: false,
        }
    }
}

impl Limits {
    /// The limits of a topic that is made with these settings.
    #[must_use]
    pub fn of_new(configs: &Configs) -> Self {
        let mut limits = Self::default();
        for (key, value) in configs {
            if let (&"max.message.bytes", Some(Ok(bytes))) = (key, value.as_ref().map(|value| value.parse()))
            {
                limits.batch_bytes = (bytes, bytes);
            }
        }
        limits.widen(configs);
        limits.durable = configs.iter().any(|(key, _)| *key == "flush.messages");
        limits
    }

    /// These settings are asked for.
    pub fn widen(&mut self, configs: &Configs) {
        for (key, value) in configs {
            let number = || value.as_ref().and_then(|value| value.parse::<i64>().ok());
            match (*key, number()) {
                ("retention.ms", Some(ms)) => {
                    self.retention_ms = Some(self.retention_ms.map_or(ms, |other| other.min(ms)));
                }
                ("retention.bytes", Some(bytes)) => {
                    self.retention_bytes = Some(self.retention_bytes.map_or(bytes, |other| other.min(bytes)));
                }
                ("max.message.bytes", bytes) => {
                    let bytes = bytes.map_or(BATCH_BYTES_DEFAULT, |bytes| bytes as usize);
                    self.batch_bytes = (self.batch_bytes.0.min(bytes), self.batch_bytes.1.max(bytes));
                }
                ("internal.segment.bytes", Some(bytes)) => {
                    let bytes = bytes as usize;
                    self.segment_bytes = Some(self.segment_bytes.map_or(bytes, |other| other.min(bytes)));
                }
                ("compression.type", _) => self.repacks |= value.is_some(),
                ("message.timestamp.type", _) => self.stamps |= value.is_some(),
                _ => {}
            }
        }
    }

    /// Whether records may go.
    #[must_use]
    pub fn trims(&self) -> bool {
        self.retention_ms.is_some() || self.retention_bytes.is_some()
    }
}

/// Settings that a topic is made with.
#[must_use]
pub fn for_new(rng: &mut Rng) -> Configs {
    let mut configs = Configs::new();
    if rng.one_in(2) {
        configs.push(("flush.messages", Some("1".to_owned())));
    }
    if rng.one_in(2) {
        configs.push(("segment.ms", Some((50 + rng.below(2000)).to_string())));
    }
    if rng.one_in(2) {
        configs.push(("index.interval.bytes", Some(rng.below(3000).to_string())));
    }
    if rng.one_in(3) {
        configs.extend(change(rng));
    }
    configs
}

/// A setting that changes in a topic's life.
#[must_use]
pub fn change(rng: &mut Rng) -> Configs {
    let codecs = ["gzip", "snappy", "lz4", "zstd", "uncompressed", "producer"];
    let (key, value) = match rng.below(7) {
        0 => ("retention.ms", (100 + rng.below(1500)).to_string()),
        1 => ("retention.bytes", rng.below(30_000).to_string()),
        2 => ("internal.segment.bytes", (1_000 + rng.below(40_000)).to_string()),
        3 => ("max.message.bytes", (300 + rng.below(9_000)).to_string()),
        4 => ("compression.type", codecs[rng.below(6) as usize].to_owned()),
        5 => ("message.timestamp.type", "LogAppendTime".to_owned()),
        _ => ("segment.ms", (50 + rng.below(2000)).to_string()),
    };
    vec![(key, Some(value))]
}
