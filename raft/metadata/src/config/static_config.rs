//! The file's view of a node: `server.properties`, read, checked, and sorted by what Corelog does with each key.
//!
//! What is not known is kept and reported, as Kafka keeps it; what only tunes is reported; what cannot be ignored is
//! handed back by name, and the caller must not start. Text like `${file:...}` stays as it is while no config provider
//! is set.

use super::Props;
use super::error::ConfigError;
use super::key::{Class, Preset};
use super::keys;
use super::relations::{self, Node};
use super::settings::{Settings, typed_settings};
use super::value::Value;

/// The file of a node that may start, once `Notices::refused` is empty.
#[derive(Clone, PartialEq, Debug)]
pub struct StaticConfig {
    originals: Props,
    settings: Settings,
    pub node: Node,
    pub fixed: FixedConfig,
}

/// What the log should say about a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notices {
    /// Keys that nothing reads. Kafka keeps and describes them, and so do we.
    pub unknown: Vec<String>,
    /// Keys set to something other than the default that have no effect here.
    pub tuning: Vec<String>,
    /// Keys with a value that cannot be accepted.
    pub refused: Vec<Refused>,
}

/// A key whose value Corelog cannot accept, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    pub key: String,
    pub why: &'static str,
}

impl StaticConfig {
    /// Reads and checks the assignments of a file, overrides of the command line already among them.
    pub fn load(props: Props) -> Result<(StaticConfig, Notices), ConfigError> {
        let originals = with_both_ids(props);
        let settings = Settings::parse(&keys::BROKER, &originals)?;
        let node = relations::check(&originals, &settings)?;
        let notices = notices(&originals, &node);
        let fixed = FixedConfig::read(&settings);
        Ok((StaticConfig { originals, settings, node, fixed }, notices))
    }

    /// The assignments as they stood in the file; `node.id` and `broker.id` stand for each other.
    pub fn originals(&self) -> &Props {
        &self.originals
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

fn with_both_ids(mut props: Props) -> Props {
    match (props.get("broker.id").cloned(), props.get("node.id").cloned()) {
        (None, Some(id)) => {
            props.insert("broker.id".to_string(), id);
        }
        (Some(id), None) => {
            props.insert("node.id".to_string(), id);
        }
        _ => {}
    }
    props
}

fn notices(originals: &Props, node: &Node) -> Notices {
    let mut notices = Notices::default();
    for (name, text) in originals {
        let Some(key) = keys::broker_key(name) else {
            if !keys::is_known(name) {
                notices.unknown.push(name.clone());
            }
            continue;
        };
        // A value of an override for a listener may be one that the plain key's rule refuses; then it has no effect.
        let text = match Value::parse(key, text) {
            Ok(Value::Password(secret)) => secret,
            Ok(value) => value.to_text(),
            Err(_) => text.clone(),
        };
        if let Some(why) = keys::refusal(key, &text) {
            notices.refused.push(Refused { key: name.clone(), why });
        } else if key.class == Class::Tuning && key.preset != Preset::Text("") {
            let is_preset = matches!(key.preset, Preset::Text(preset) if preset == text);
            if !is_preset {
                notices.tuning.push(name.clone());
            }
        }
    }
    if node.listeners.iter().any(|endpoint| !endpoint.protocol.is_plain()) {
        notices.refused.push(Refused { key: "listeners".to_string(), why: "TLS and SASL are not built yet" });
    }
    notices
}

typed_settings! {
    /// Values that only a restart changes.
    FixedConfig {
        auto_create_topics_enable: bool = "auto.create.topics.enable",
        auto_leader_rebalance_enable: bool = "auto.leader.rebalance.enable",
        broker_heartbeat_interval_ms: i32 = "broker.heartbeat.interval.ms",
        broker_rack: Option<String> = "broker.rack",
        broker_session_timeout_ms: i32 = "broker.session.timeout.ms",
        connection_failed_authentication_delay_ms: i32 = "connection.failed.authentication.delay.ms",
        connections_max_idle_ms: i64 = "connections.max.idle.ms",
        controlled_shutdown_enable: bool = "controlled.shutdown.enable",
        controller_quorum_append_linger_ms: i32 = "controller.quorum.append.linger.ms",
        controller_quorum_election_backoff_max_ms: i32 = "controller.quorum.election.backoff.max.ms",
        controller_quorum_election_timeout_ms: i32 = "controller.quorum.election.timeout.ms",
        controller_quorum_fetch_max_bytes: i32 = "controller.quorum.fetch.max.bytes",
        controller_quorum_fetch_snapshot_max_bytes: i32 = "controller.quorum.fetch.snapshot.max.bytes",
        controller_quorum_fetch_timeout_ms: i32 = "controller.quorum.fetch.timeout.ms",
        controller_quorum_request_timeout_ms: i32 = "controller.quorum.request.timeout.ms",
        controller_quorum_retry_backoff_ms: i32 = "controller.quorum.retry.backoff.ms",
        controller_socket_timeout_ms: i32 = "controller.socket.timeout.ms",
        default_replication_factor: i32 = "default.replication.factor",
        delete_topic_enable: bool = "delete.topic.enable",
        fetch_max_bytes: i32 = "fetch.max.bytes",
        group_initial_rebalance_delay_ms: i32 = "group.initial.rebalance.delay.ms",
        group_max_session_timeout_ms: i32 = "group.max.session.timeout.ms",
        group_max_size: i32 = "group.max.size",
        group_min_session_timeout_ms: i32 = "group.min.session.timeout.ms",
        initial_broker_registration_timeout_ms: i32 = "initial.broker.registration.timeout.ms",
        leader_imbalance_check_interval_seconds: i64 = "leader.imbalance.check.interval.seconds",
        log_cleaner_enable: bool = "log.cleaner.enable",
        log_dir_failure_timeout_ms: i64 = "log.dir.failure.timeout.ms",
        log_flush_offset_checkpoint_interval_ms: i32 = "log.flush.offset.checkpoint.interval.ms",
        log_flush_scheduler_interval_ms: i64 = "log.flush.scheduler.interval.ms",
        log_flush_start_offset_checkpoint_interval_ms: i32 = "log.flush.start.offset.checkpoint.interval.ms",
        log_initial_task_delay_ms: i64 = "log.initial.task.delay.ms",
        log_retention_check_interval_ms: i64 = "log.retention.check.interval.ms",
        max_incremental_fetch_session_cache_slots: i32 = "max.incremental.fetch.session.cache.slots",
        max_request_partition_size_limit: i32 = "max.request.partition.size.limit",
        metadata_log_max_record_bytes_between_snapshots: i64 = "metadata.log.max.record.bytes.between.snapshots",
        metadata_log_max_snapshot_interval_ms: i64 = "metadata.log.max.snapshot.interval.ms",
        metadata_log_segment_bytes: i32 = "metadata.log.segment.bytes",
        metadata_log_segment_ms: i64 = "metadata.log.segment.ms",
        metadata_max_idle_interval_ms: i32 = "metadata.max.idle.interval.ms",
        metadata_max_retention_bytes: i64 = "metadata.max.retention.bytes",
        metadata_max_retention_ms: i64 = "metadata.max.retention.ms",
        num_partitions: i32 = "num.partitions",
        offset_metadata_max_bytes: i32 = "offset.metadata.max.bytes",
        offsets_commit_timeout_ms: i32 = "offsets.commit.timeout.ms",
        offsets_retention_check_interval_ms: i64 = "offsets.retention.check.interval.ms",
        offsets_retention_minutes: i32 = "offsets.retention.minutes",
        offsets_topic_compression_codec: i32 = "offsets.topic.compression.codec",
        offsets_topic_num_partitions: i32 = "offsets.topic.num.partitions",
        offsets_topic_replication_factor: i16 = "offsets.topic.replication.factor",
        offsets_topic_segment_bytes: i32 = "offsets.topic.segment.bytes",
        producer_id_expiration_check_interval_ms: i32 = "producer.id.expiration.check.interval.ms",
        queued_max_request_bytes: i64 = "queued.max.request.bytes",
        replica_fetch_backoff_ms: i32 = "replica.fetch.backoff.ms",
        replica_fetch_max_bytes: i32 = "replica.fetch.max.bytes",
        replica_fetch_min_bytes: i32 = "replica.fetch.min.bytes",
        replica_fetch_response_max_bytes: i32 = "replica.fetch.response.max.bytes",
        replica_fetch_wait_max_ms: i32 = "replica.fetch.wait.max.ms",
        replica_high_watermark_checkpoint_interval_ms: i64 = "replica.high.watermark.checkpoint.interval.ms",
        replica_lag_time_max_ms: i64 = "replica.lag.time.max.ms",
        replica_socket_timeout_ms: i32 = "replica.socket.timeout.ms",
        request_timeout_ms: i32 = "request.timeout.ms",
        share_coordinator_state_topic_min_isr: i16 = "share.coordinator.state.topic.min.isr",
        share_coordinator_state_topic_num_partitions: i32 = "share.coordinator.state.topic.num.partitions",
        share_coordinator_state_topic_replication_factor: i16 = "share.coordinator.state.topic.replication.factor",
        share_coordinator_state_topic_segment_bytes: i32 = "share.coordinator.state.topic.segment.bytes",
        socket_connection_setup_timeout_max_ms: i64 = "socket.connection.setup.timeout.max.ms",
        socket_connection_setup_timeout_ms: i64 = "socket.connection.setup.timeout.ms",
        socket_listen_backlog_size: i32 = "socket.listen.backlog.size",
        /// -1 leaves it to the operating system; the same for sending.
        socket_receive_buffer_bytes: i32 = "socket.receive.buffer.bytes",
        socket_request_max_bytes: i32 = "socket.request.max.bytes",
        socket_send_buffer_bytes: i32 = "socket.send.buffer.bytes",
        transaction_abort_timed_out_cleanup_interval_ms: i32 = "transaction.abort.timed.out.transaction.cleanup.interval.ms",
        transaction_max_timeout_ms: i32 = "transaction.max.timeout.ms",
        transaction_remove_expired_cleanup_interval_ms: i32 = "transaction.remove.expired.transaction.cleanup.interval.ms",
        transaction_state_log_min_isr: i32 = "transaction.state.log.min.isr",
        transaction_state_log_num_partitions: i32 = "transaction.state.log.num.partitions",
        transaction_state_log_replication_factor: i16 = "transaction.state.log.replication.factor",
        transaction_state_log_segment_bytes: i32 = "transaction.state.log.segment.bytes",
        transactional_id_expiration_ms: i32 = "transactional.id.expiration.ms",
        unclean_leader_election_interval_ms: i64 = "unclean.leader.election.interval.ms",
        unstable_api_versions_enable: bool = "unstable.api.versions.enable",
        unstable_feature_versions_enable: bool = "unstable.feature.versions.enable",
    }
}
