//! Configs of a topic: what they may be as a whole, and the plain values a partition works with.
//!
//! Knows no topic.

use super::Props;
use super::describe::topic_settings;
use super::dynamic::Layers;
use super::error::ConfigError;
use super::keys;
use super::settings::{Settings, typed_settings};
use super::value::{Value, is_throttled_replica_list};
use protocol::compress::Codec;
use protocol::records::TimestampType;

typed_settings! {
    /// All configs of a topic, resolved over every layer. Methods give what follows from several of them.
    TopicConfig {
        /// Of `compact` and `delete`, any or none.
        cleanup_policy: Vec<String> = "cleanup.policy",
        compression_gzip_level: i32 = "compression.gzip.level",
        compression_lz4_level: i32 = "compression.lz4.level",
        compression_type: String = "compression.type",
        compression_zstd_level: i32 = "compression.zstd.level",
        delete_retention_ms: i64 = "delete.retention.ms",
        errors_deadletterqueue_group_enable: bool = "errors.deadletterqueue.group.enable",
        file_delete_delay_ms: i64 = "file.delete.delay.ms",
        flush_messages: i64 = "flush.messages",
        flush_ms: i64 = "flush.ms",
        follower_replication_throttled_replicas: Vec<String> = "follower.replication.throttled.replicas",
        index_interval_bytes: i32 = "index.interval.bytes",
        internal_segment_bytes: Option<i32> = "internal.segment.bytes",
        leader_replication_throttled_replicas: Vec<String> = "leader.replication.throttled.replicas",
        local_retention_bytes: i64 = "local.retention.bytes",
        local_retention_ms: i64 = "local.retention.ms",
        max_compaction_lag_ms: i64 = "max.compaction.lag.ms",
        max_decompressed_message_bytes: i32 = "max.decompressed.message.bytes",
        max_message_bytes: i32 = "max.message.bytes",
        message_timestamp_after_max_ms: i64 = "message.timestamp.after.max.ms",
        message_timestamp_before_max_ms: i64 = "message.timestamp.before.max.ms",
        message_timestamp_type: String = "message.timestamp.type",
        min_cleanable_dirty_ratio: f64 = "min.cleanable.dirty.ratio",
        min_compaction_lag_ms: i64 = "min.compaction.lag.ms",
        min_insync_replicas: i32 = "min.insync.replicas",
        preallocate: bool = "preallocate",
        remote_copy_lag_bytes: i64 = "remote.copy.lag.bytes",
        remote_copy_lag_ms: i64 = "remote.copy.lag.ms",
        remote_log_copy_disable: bool = "remote.log.copy.disable",
        remote_log_delete_on_disable: bool = "remote.log.delete.on.disable",
        remote_storage_enable: bool = "remote.storage.enable",
        /// -1 for no bound.
        retention_bytes: i64 = "retention.bytes",
        /// -1 for no bound.
        retention_ms: i64 = "retention.ms",
        segment_bytes_configured: i32 = "segment.bytes",
        segment_index_bytes: i32 = "segment.index.bytes",
        segment_jitter_ms: i64 = "segment.jitter.ms",
        segment_ms: i64 = "segment.ms",
        unclean_leader_election_enable: bool = "unclean.leader.election.enable",
    }
}

impl TopicConfig {
    /// The topic's own configs over those of its broker.
    pub fn resolve(layers: &Layers, topic: &Props) -> TopicConfig {
        TopicConfig::read(&topic_settings(layers, topic))
    }

    /// The defaults of Kafka, before any broker or topic changes them.
    pub fn presets() -> TopicConfig {
        TopicConfig::read(&Settings::presets(&keys::TOPIC))
    }

    pub fn is_compacted(&self) -> bool {
        self.cleanup_policy.iter().any(|policy| policy == "compact")
    }

    /// Whether old segments are deleted by age and size. With an empty policy retention does not run.
    pub fn is_deleted(&self) -> bool {
        self.cleanup_policy.iter().any(|policy| policy == "delete")
    }

    /// The size at which a segment is rolled; tests of Kafka set the internal key to go below the least size.
    pub fn segment_bytes(&self) -> i32 {
        self.internal_segment_bytes.unwrap_or(self.segment_bytes_configured)
    }

    /// The age at which a segment is rolled: a compacted topic must not hold records back from the cleaner for longer than
    /// its lag allows.
    pub fn segment_ms_max(&self) -> i64 {
        if self.is_compacted() && self.max_compaction_lag_ms > 0 {
            self.max_compaction_lag_ms.min(self.segment_ms)
        } else {
            self.segment_ms
        }
    }

    /// What batches are compressed with on disk; absent where they stay as the producer sent them.
    pub fn codec(&self) -> Option<Codec> {
        match self.compression_type.as_str() {
            "uncompressed" => Some(Codec::None),
            "gzip" => Some(Codec::Gzip),
            "snappy" => Some(Codec::Snappy),
            "lz4" => Some(Codec::Lz4),
            "zstd" => Some(Codec::Zstd),
            _ => None,
        }
    }

    /// The level to compress with; absent for a codec without levels.
    pub fn codec_level(&self, codec: Codec) -> Option<i32> {
        match codec {
            Codec::None | Codec::Snappy => None,
            Codec::Gzip => Some(self.compression_gzip_level),
            Codec::Lz4 => Some(self.compression_lz4_level),
            Codec::Zstd => Some(self.compression_zstd_level),
        }
    }

    pub fn timestamp_type(&self) -> TimestampType {
        if self.message_timestamp_type == "LogAppendTime" {
            TimestampType::LogAppendTime
        } else {
            TimestampType::CreateTime
        }
    }
}

/// Whether a list of throttled replicas names this one.
pub fn is_throttled(replicas: &[String], partition: i32, broker: i32) -> bool {
    debug_assert!(is_throttled_replica_list(replicas));
    replicas.iter().any(|entry| entry == "*" || *entry == format!("{partition}:{broker}"))
}

/// Whether `after` may be a topic's configs as a whole, where it was `before`.
pub(super) fn check(layers: &Layers, before: &Props, after: &Props) -> Result<(), ConfigError> {
    if let Some(unknown) = after.keys().find(|name| keys::TOPIC.get(name).is_none()) {
        return Err(ConfigError::invalid_config(format!("Unknown topic config name: {unknown}")));
    }
    Settings::parse(&keys::TOPIC, after)?;
    let config = TopicConfig::resolve(layers, after);
    let (min, max) = (config.min_compaction_lag_ms, config.max_compaction_lag_ms);
    if min > max {
        return Err(ConfigError::invalid_config(format!(
            "conflict topic config setting min.compaction.lag.ms ({min}) > max.compaction.lag.ms ({max})"
        )));
    }
    if config.remote_storage_enable {
        return check_remote_storage(layers, &config);
    }
    let was_remote =
        before.get("remote.storage.enable").is_some_and(|text| text.eq_ignore_ascii_case("true"));
    if was_remote && !config.remote_log_delete_on_disable {
        return Err(ConfigError::invalid_config(
            "Remote storage of a topic can only be disabled together with its remote data. To keep the data readable, \
             leave `remote.storage.enable=true` and set `remote.log.copy.disable=true`; to delete it, set \
             `remote.storage.enable=false` and `remote.log.delete.on.disable=true`.",
        ));
    }
    Ok(())
}

fn check_remote_storage(layers: &Layers, config: &TopicConfig) -> Result<(), ConfigError> {
    if !layers.settings.read::<bool>("remote.log.storage.system.enable") {
        return Err(ConfigError::invalid_config(
            "Tiered Storage functionality is disabled in the broker. Topic cannot be configured with remote log storage.",
        ));
    }
    if !matches!(config.cleanup_policy.iter().map(String::as_str).collect::<Vec<_>>()[..], [] | ["delete"]) {
        return Err(ConfigError::invalid_config(
            "Remote log storage only supports topics with cleanup.policy=delete or cleanup.policy being an empty list.",
        ));
    }
    let sizes =
        ("retention.bytes", config.retention_bytes, "local.retention.bytes", config.local_retention_bytes);
    let ages = ("retention.ms", config.retention_ms, "local.retention.ms", config.local_retention_ms);
    for (name, all, local_name, local) in [sizes, ages] {
        let wrong = |reason: String| Err(ConfigError::invalid_value(local_name, &local.to_string(), &reason));
        if all <= -1 || local == -2 {
            continue;
        }
        if local == -1 {
            return wrong(format!("Value must not be -1 as {name} value is set as {all}."));
        }
        if local > all {
            return wrong(format!("Value must not be more than {name} property value: {all}"));
        }
    }
    for (name, all, local_name, local) in [sizes, ages] {
        if config.remote_log_copy_disable && local != -2 && local != all {
            return Err(ConfigError::invalid_config(format!(
                "`{local_name}` and `{name}` must be equal while `remote.log.copy.disable` is true, because nothing more \
                 is copied to the remote storage."
            )));
        }
    }
    let lags = [
        ("remote.copy.lag.ms", config.remote_copy_lag_ms, ages),
        ("remote.copy.lag.bytes", config.remote_copy_lag_bytes, sizes),
    ];
    for (name, lag, (_, all, local_name, local)) in lags {
        let effective = if local == -2 { all } else { local };
        if effective >= 0 && lag > effective {
            let reason = format!("Value must not exceed {local_name} (effective value: {effective})");
            return Err(ConfigError::invalid_value(name, &lag.to_string(), &reason));
        }
    }
    Ok(())
}

/// What the answer to CreateTopics says of each config of the new topic: value and source, sorted by name. Unlike
/// DescribeConfigs it takes a broker's value under any of its names, converted, and calls its source by that name's layer.
pub fn created_configs(
    file: &super::static_config::StaticConfig,
    layers: &Layers,
    topic: &Props,
) -> Vec<(&'static str, Option<String>, super::describe::Source)> {
    use super::describe::Source;
    let preset = Settings::presets(&keys::TOPIC);
    let mut configs: Vec<_> = keys::TOPIC
        .keys()
        .iter()
        .filter(|key| !key.internal)
        .map(|key| {
            if let Some(value) = topic.get(key.name) {
                return (key.name, Some(value.clone()), Source::Topic);
            }
            let names = match key.name {
                "flush.ms" => vec!["log.flush.interval.ms", "log.flush.scheduler.interval.ms"],
                name => keys::topic_synonym(name).map_or_else(Vec::new, keys::broker_synonyms),
            };
            let levels = [
                (&layers.broker, Source::Broker),
                (&layers.cluster, Source::ClusterDefault),
                (file.originals(), Source::File),
            ];
            for (layer, source) in levels {
                if let Some((name, text)) = names.iter().find_map(|name| Some((*name, layer.get(*name)?))) {
                    return (key.name, Some(converted(name, text)), source);
                }
            }
            (key.name, preset.text(key.name), Source::Preset)
        })
        .collect();
    configs.sort_by_key(|(name, _, _)| *name);
    configs
}

fn converted(broker_key: &str, text: &str) -> String {
    let factor = match broker_key {
        name if name.ends_with(".hours") => 3_600_000,
        name if name.ends_with(".minutes") => 60_000,
        _ => return text.to_string(),
    };
    match keys::BROKER.get(broker_key).map(|key| Value::parse(key, text)) {
        Some(Ok(Value::Int(number))) => (i64::from(number) * factor).to_string(),
        _ => text.to_string(),
    }
}
