//! The values of a broker that change at run time, as plain numbers.
//!
//! Read anew from the layers whenever one of them changes. What only tunes is not among them, nor what a topic resolves
//! for itself.

use super::Props;
use super::dynamic::Layers;
use super::keys;
use super::settings::{Settings, typed_settings};
use super::value::Value;

typed_settings! {
    /// See the module's comment.
    DynamicValues {
        errors_deadletterqueue_auto_create_topics_enable: bool = "errors.deadletterqueue.auto.create.topics.enable",
        errors_deadletterqueue_topic_name_prefix: String = "errors.deadletterqueue.topic.name.prefix",
        log_cleaner_backoff_ms: i64 = "log.cleaner.backoff.ms",
        log_cleaner_io_max_bytes_per_second: f64 = "log.cleaner.io.max.bytes.per.second",
        max_connection_creation_rate: i32 = "max.connection.creation.rate",
        max_connections: i32 = "max.connections",
        max_connections_per_ip: i32 = "max.connections.per.ip",
        message_max_bytes: i32 = "message.max.bytes",
        min_insync_replicas: i32 = "min.insync.replicas",
        producer_id_expiration_ms: i32 = "producer.id.expiration.ms",
        transaction_partition_verification_enable: bool = "transaction.partition.verification.enable",
        unclean_leader_election_enable: bool = "unclean.leader.election.enable",
    }
}

/// What a broker works with until the next change.
#[derive(Clone, PartialEq, Debug)]
pub struct BrokerConfig {
    pub values: DynamicValues,
    /// The limits of each listener, in the order of the file.
    pub listeners: Vec<ListenerLimits>,
    /// Most connections from an address or host that has a limit of its own.
    pub connections_per_ip_max: Vec<(String, i32)>,
    /// Bytes a second of replication traffic; `i64::MAX` for no limit.
    pub leader_replication_throttled_rate: i64,
    pub follower_replication_throttled_rate: i64,
    pub replica_alter_log_dirs_rate_max: i64,
}

/// The limits of connections of one listener.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListenerLimits {
    pub name: String,
    pub connections_max: i32,
    pub connection_creation_rate_max: i32,
}

impl BrokerConfig {
    pub fn read(layers: &Layers) -> BrokerConfig {
        let listeners = layers.node.listeners.iter().map(|endpoint| ListenerLimits {
            name: endpoint.name.clone(),
            connections_max: of_listener(
                &layers.originals,
                &layers.settings,
                &endpoint.name,
                "max.connections",
            ),
            connection_creation_rate_max: of_listener(
                &layers.originals,
                &layers.settings,
                &endpoint.name,
                "max.connection.creation.rate",
            ),
        });
        BrokerConfig {
            values: DynamicValues::read(&layers.settings),
            listeners: listeners.collect(),
            connections_per_ip_max: layers.node.connections_per_ip_max.clone(),
            leader_replication_throttled_rate: rate(layers, "leader.replication.throttled.rate"),
            follower_replication_throttled_rate: rate(layers, "follower.replication.throttled.rate"),
            replica_alter_log_dirs_rate_max: rate(layers, "replica.alter.log.dirs.io.max.bytes.per.second"),
        }
    }
}

/// A limit of one listener. The plain key limits the broker as a whole, and each listener that has no limit of its own.
pub(super) fn of_listener(originals: &Props, settings: &Settings, listener: &str, key: &str) -> i32 {
    let name = format!("listener.name.{}.{key}", listener.to_lowercase());
    let text = originals.get(&name);
    match text.zip(keys::BROKER.get(key)).map(|(text, key)| Value::parse(key, text)) {
        Some(Ok(Value::Int(limit))) => limit,
        _ => settings.read(key),
    }
}

/// A key that exists at run time only: of this broker, or else of all.
fn rate(layers: &Layers, name: &str) -> i64 {
    let Some(key) = keys::DYNAMIC_ONLY.get(name) else { return i64::MAX };
    let set = |props: &Props| match props.get(name).map(|text| Value::parse(key, text)) {
        Some(Ok(Value::Long(rate))) => Some(rate),
        _ => None,
    };
    set(&layers.broker).or_else(|| set(&layers.cluster)).unwrap_or(i64::MAX)
}
