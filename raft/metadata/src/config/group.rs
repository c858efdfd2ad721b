//! Configs of a group: what they may be beside the broker's own bounds, and the values a coordinator works with.
//!
//! Knows no group.

use super::Props;
use super::describe::group_settings;
use super::dynamic::Layers;
use super::error::ConfigError;
use super::java::list_text;
use super::keys;
use super::settings::{Settings, typed_settings};

typed_settings! {
    /// What holds for a group. Values outside the broker's bounds are drawn to the nearest bound.
    GroupConfig {
        consumer_assignment_interval_ms: i32 = "consumer.assignment.interval.ms",
        consumer_heartbeat_interval_ms: i32 = "consumer.heartbeat.interval.ms",
        consumer_session_timeout_ms: i32 = "consumer.session.timeout.ms",
        errors_deadletterqueue_copy_record_enable: bool = "errors.deadletterqueue.copy.record.enable",
        errors_deadletterqueue_topic_name: String = "errors.deadletterqueue.topic.name",
        share_assignment_interval_ms: i32 = "share.assignment.interval.ms",
        share_auto_offset_reset: String = "share.auto.offset.reset",
        share_delivery_count_limit: i32 = "share.delivery.count.limit",
        share_heartbeat_interval_ms: i32 = "share.heartbeat.interval.ms",
        share_isolation_level: String = "share.isolation.level",
        share_partition_max_record_locks: i32 = "share.partition.max.record.locks",
        share_record_lock_duration_ms: i32 = "share.record.lock.duration.ms",
        share_renew_acknowledge_enable: bool = "share.renew.acknowledge.enable",
        share_session_timeout_ms: i32 = "share.session.timeout.ms",
        streams_acceptable_recovery_lag: i64 = "streams.acceptable.recovery.lag",
        streams_assignment_interval_ms: i32 = "streams.assignment.interval.ms",
        streams_assignor_name: Option<String> = "streams.assignor.name",
        streams_heartbeat_interval_ms: i32 = "streams.heartbeat.interval.ms",
        streams_initial_rebalance_delay_ms: i32 = "streams.initial.rebalance.delay.ms",
        streams_num_standby_replicas: i32 = "streams.num.standby.replicas",
        streams_num_warmup_replicas: i32 = "streams.num.warmup.replicas",
        streams_rack_aware_assignment_tags: Vec<String> = "streams.rack.aware.assignment.tags",
        streams_session_timeout_ms: i32 = "streams.session.timeout.ms",
        streams_task_offset_interval_ms: i32 = "streams.task.offset.interval.ms",
    }
}

/// A key of a group and the broker's keys that bound it.
struct Bound {
    key: &'static str,
    min: Option<&'static str>,
    max: Option<&'static str>,
}

const fn between(key: &'static str, min: &'static str, max: &'static str) -> Bound {
    Bound { key, min: Some(min), max: Some(max) }
}

const BOUNDS: [Bound; 15] = [
    between(
        "consumer.heartbeat.interval.ms",
        "group.consumer.min.heartbeat.interval.ms",
        "group.consumer.max.heartbeat.interval.ms",
    ),
    between(
        "consumer.session.timeout.ms",
        "group.consumer.min.session.timeout.ms",
        "group.consumer.max.session.timeout.ms",
    ),
    between(
        "consumer.assignment.interval.ms",
        "group.consumer.min.assignment.interval.ms",
        "group.consumer.max.assignment.interval.ms",
    ),
    between(
        "share.heartbeat.interval.ms",
        "group.share.min.heartbeat.interval.ms",
        "group.share.max.heartbeat.interval.ms",
    ),
    between(
        "share.session.timeout.ms",
        "group.share.min.session.timeout.ms",
        "group.share.max.session.timeout.ms",
    ),
    between(
        "share.record.lock.duration.ms",
        "group.share.min.record.lock.duration.ms",
        "group.share.max.record.lock.duration.ms",
    ),
    between(
        "share.delivery.count.limit",
        "group.share.min.delivery.count.limit",
        "group.share.max.delivery.count.limit",
    ),
    between(
        "share.partition.max.record.locks",
        "group.share.min.partition.max.record.locks",
        "group.share.max.partition.max.record.locks",
    ),
    between(
        "share.assignment.interval.ms",
        "group.share.min.assignment.interval.ms",
        "group.share.max.assignment.interval.ms",
    ),
    between(
        "streams.heartbeat.interval.ms",
        "group.streams.min.heartbeat.interval.ms",
        "group.streams.max.heartbeat.interval.ms",
    ),
    between(
        "streams.session.timeout.ms",
        "group.streams.min.session.timeout.ms",
        "group.streams.max.session.timeout.ms",
    ),
    between(
        "streams.assignment.interval.ms",
        "group.streams.min.assignment.interval.ms",
        "group.streams.max.assignment.interval.ms",
    ),
    Bound { key: "streams.num.standby.replicas", min: None, max: Some("group.streams.max.standby.replicas") },
    Bound { key: "streams.num.warmup.replicas", min: None, max: Some("group.streams.max.warmup.replicas") },
    Bound {
        key: "streams.task.offset.interval.ms",
        min: Some("group.streams.min.task.offset.interval.ms"),
        max: None,
    },
];

impl GroupConfig {
    /// The values a coordinator works with. A stored value that the broker's bounds have left behind counts as the bound.
    pub fn resolve(layers: &Layers, group: &Props) -> GroupConfig {
        let mut settings = group_settings(layers, group);
        for bound in &BOUNDS {
            let value: i32 = settings.read(bound.key);
            let min: Option<i32> = bound.min.map(|key| layers.settings.read(key));
            let max: Option<i32> = bound.max.map(|key| layers.settings.read(key));
            let drawn = value.min(max.unwrap_or(i32::MAX)).max(min.unwrap_or(i32::MIN));
            settings.set(bound.key, Some(super::value::Value::Int(drawn)));
        }
        GroupConfig::read(&settings)
    }
}

/// Whether `after` may be a group's configs as a whole.
pub(super) fn check(layers: &Layers, after: &Props) -> Result<(), ConfigError> {
    if let Some(unknown) = after.keys().find(|name| keys::GROUP.get(name).is_none()) {
        return Err(ConfigError::invalid_config(format!("Unknown group config name: {unknown}")));
    }
    const TAGS: &str = "streams.rack.aware.assignment.tags";
    if let Some(text) = after.get(TAGS) {
        let mut tags = super::java::split_list(text);
        let all = tags.len();
        tags.sort();
        tags.dedup();
        if tags.len() < all {
            return Err(ConfigError::invalid_config(format!("{TAGS} must not contain duplicate tag keys.")));
        }
    }
    Settings::parse(&keys::GROUP, after)?;
    let settings = group_settings(layers, after);
    for bound in BOUNDS.iter().filter(|bound| after.contains_key(bound.key)) {
        check_bound(layers, bound, settings.read(bound.key))?;
    }
    for kind in ["consumer", "share", "streams"] {
        let session = format!("{kind}.session.timeout.ms");
        let heartbeat = format!("{kind}.heartbeat.interval.ms");
        if settings.read::<i32>(&session) <= settings.read::<i32>(&heartbeat) {
            return Err(ConfigError::invalid_config(format!("{session} must be greater than {heartbeat}")));
        }
    }
    let assignors: Vec<String> = layers.settings.read("group.streams.assignors");
    if let Some(name) = after.get("streams.assignor.name")
        && !assignors.contains(name)
    {
        return Err(ConfigError::invalid_config(format!(
            "streams.assignor.name '{name}' is not a registered task assignor. Registered assignors are: {}.",
            list_text(&assignors)
        )));
    }
    const TOPIC: &str = "errors.deadletterqueue.topic.name";
    if settings.read::<String>(TOPIC).starts_with("__") {
        return Err(ConfigError::invalid_config(format!("{TOPIC}: DLQ topic name must not start with '__'")));
    }
    Ok(())
}

fn check_bound(layers: &Layers, bound: &Bound, value: i32) -> Result<(), ConfigError> {
    let read = |key: Option<&'static str>| key.map(|key| layers.settings.read::<i32>(key));
    let key = bound.key;
    let words = match (read(bound.min), read(bound.max)) {
        (Some(min), Some(max)) if !(min..=max).contains(&value) => {
            format!("{key} must be in the range {min} to {max} inclusive.")
        }
        (Some(min), None) if value < min => format!("{key} must be greater than or equal to {min}"),
        (None, Some(max)) if value > max => format!("{key} must be less than or equal to {max}"),
        _ => return Ok(()),
    };
    Err(ConfigError::invalid_config(words))
}
