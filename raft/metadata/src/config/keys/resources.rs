//! Keys of topics, groups, client metrics subscriptions and quotas, and the broker keys behind their defaults.
//!
//! Data only, in the order in which Kafka defines them.

use crate::config::key::{Key, Rule, boolean, double, int, list, long, string};

pub(super) const TOPIC: &[Key] = &[
    int("segment.bytes", "1073741824").at_least(1048576),
    long("segment.ms", "604800000").at_least(1),
    long("segment.jitter.ms", "0").at_least(0),
    int("segment.index.bytes", "10485760").at_least(4),
    long("flush.messages", "9223372036854775807").at_least(1),
    long("flush.ms", "9223372036854775807").at_least(0),
    long("retention.bytes", "-1"),
    long("retention.ms", "604800000").at_least(-1),
    int("max.message.bytes", "1048588").at_least(0),
    int("max.decompressed.message.bytes", "2147483639").between(1.0, 2147483639.0),
    int("index.interval.bytes", "4096").at_least(0),
    long("delete.retention.ms", "86400000").at_least(0),
    long("min.compaction.lag.ms", "0").at_least(0),
    long("max.compaction.lag.ms", "9223372036854775807").at_least(1),
    long("file.delete.delay.ms", "60000").at_least(0),
    double("min.cleanable.dirty.ratio", "0.5").between(0.0, 1.0),
    list("cleanup.policy", "delete").rule(Rule::List { one_of: &["compact", "delete"], may_be_empty: true }),
    boolean("unclean.leader.election.enable", "false"),
    int("min.insync.replicas", "1").at_least(1),
    string("compression.type", "producer").one_of(&[
        "uncompressed",
        "zstd",
        "lz4",
        "snappy",
        "gzip",
        "producer",
    ]),
    int("compression.gzip.level", "-1").rule(Rule::GzipLevel),
    int("compression.lz4.level", "9").between(1.0, 17.0),
    int("compression.zstd.level", "3").between(-131072.0, 22.0),
    boolean("preallocate", "false"),
    string("message.timestamp.type", "CreateTime").one_of(&["CreateTime", "LogAppendTime"]),
    long("message.timestamp.before.max.ms", "9223372036854775807").at_least(0),
    long("message.timestamp.after.max.ms", "3600000").at_least(0),
    list("leader.replication.throttled.replicas", "").rule(Rule::ThrottledReplicas),
    list("follower.replication.throttled.replicas", "").rule(Rule::ThrottledReplicas),
    boolean("remote.storage.enable", "false"),
    long("local.retention.ms", "-2").at_least(-2),
    long("local.retention.bytes", "-2").at_least(-2),
    boolean("remote.log.copy.disable", "false"),
    long("remote.copy.lag.ms", "0").at_least(-1),
    long("remote.copy.lag.bytes", "-1").at_least(-1),
    boolean("remote.log.delete.on.disable", "false"),
    boolean("errors.deadletterqueue.group.enable", "false"),
    int("internal.segment.bytes", "").or_null().internal(),
];

pub(super) const GROUP: &[Key] = &[
    int("consumer.session.timeout.ms", "45000").at_least(1),
    int("consumer.heartbeat.interval.ms", "5000").at_least(1),
    int("consumer.assignment.interval.ms", "1000").at_least(0),
    boolean("consumer.assignor.offload.enable", "true").internal(),
    int("share.session.timeout.ms", "45000").at_least(1),
    int("share.heartbeat.interval.ms", "5000").at_least(1),
    int("share.record.lock.duration.ms", "30000").at_least(1000),
    int("share.delivery.count.limit", "5").at_least(2),
    int("share.partition.max.record.locks", "2000").at_least(100),
    string("share.auto.offset.reset", "latest").rule(Rule::ShareOffsetReset),
    string("share.isolation.level", "read_uncommitted").one_of(&["read_committed", "read_uncommitted"]),
    boolean("share.renew.acknowledge.enable", "true"),
    int("share.assignment.interval.ms", "1000").at_least(0),
    boolean("share.assignor.offload.enable", "true").internal(),
    int("streams.session.timeout.ms", "45000").at_least(1),
    int("streams.heartbeat.interval.ms", "5000").at_least(1),
    int("streams.num.standby.replicas", "0").at_least(0),
    int("streams.initial.rebalance.delay.ms", "3000").at_least(0),
    int("streams.assignment.interval.ms", "1000").at_least(0),
    boolean("streams.assignor.offload.enable", "true").internal(),
    int("streams.task.offset.interval.ms", "60000").at_least(1).internal(),
    int("streams.num.warmup.replicas", "2").at_least(0).internal(),
    list("streams.rack.aware.assignment.tags", ""),
    long("streams.acceptable.recovery.lag", "10000").at_least(0).internal(),
    string("streams.assignor.name", "").or_null(),
    string("errors.deadletterqueue.topic.name", ""),
    boolean("errors.deadletterqueue.copy.record.enable", "false"),
];

pub(super) const CLIENT_METRICS: &[Key] =
    &[list("metrics", ""), int("interval.ms", "300000"), list("match", "")];

/// Broker keys that exist only at run time: the limits of replication traffic.
pub(super) const DYNAMIC_ONLY: &[Key] = &[
    long("leader.replication.throttled.rate", "9223372036854775807").at_least(0).cluster_wide(),
    long("follower.replication.throttled.rate", "9223372036854775807").at_least(0).cluster_wide(),
    long("replica.alter.log.dirs.io.max.bytes.per.second", "9223372036854775807").at_least(0).cluster_wide(),
];

/// Quotas of a user, a client id, or both.
pub(super) const CLIENT_QUOTA: &[Key] = &[
    long("producer_byte_rate", "9223372036854775807"),
    long("consumer_byte_rate", "9223372036854775807"),
    double("request_percentage", "2.147483647E9"),
    double("controller_mutation_rate", "2.147483647E9"),
];

/// Quotas of an address.
pub(super) const IP_QUOTA: &[Key] = &[int("connection_creation_rate", "2147483647").at_least(0)];

/// The broker key whose value is the default of a topic key.
pub(super) const TOPIC_SYNONYMS: &[(&str, &str)] = &[
    ("segment.bytes", "log.segment.bytes"),
    ("segment.ms", "log.roll.ms"),
    ("segment.jitter.ms", "log.roll.jitter.ms"),
    ("segment.index.bytes", "log.index.size.max.bytes"),
    ("flush.messages", "log.flush.interval.messages"),
    ("flush.ms", "log.flush.interval.ms"),
    ("retention.bytes", "log.retention.bytes"),
    ("retention.ms", "log.retention.ms"),
    ("max.message.bytes", "message.max.bytes"),
    ("max.decompressed.message.bytes", "max.decompressed.message.bytes"),
    ("index.interval.bytes", "log.index.interval.bytes"),
    ("delete.retention.ms", "log.cleaner.delete.retention.ms"),
    ("min.compaction.lag.ms", "log.cleaner.min.compaction.lag.ms"),
    ("max.compaction.lag.ms", "log.cleaner.max.compaction.lag.ms"),
    ("file.delete.delay.ms", "log.segment.delete.delay.ms"),
    ("min.cleanable.dirty.ratio", "log.cleaner.min.cleanable.ratio"),
    ("cleanup.policy", "log.cleanup.policy"),
    ("unclean.leader.election.enable", "unclean.leader.election.enable"),
    ("min.insync.replicas", "min.insync.replicas"),
    ("compression.type", "compression.type"),
    ("compression.gzip.level", "compression.gzip.level"),
    ("compression.lz4.level", "compression.lz4.level"),
    ("compression.zstd.level", "compression.zstd.level"),
    ("preallocate", "log.preallocate"),
    ("message.timestamp.type", "log.message.timestamp.type"),
    ("message.timestamp.before.max.ms", "log.message.timestamp.before.max.ms"),
    ("message.timestamp.after.max.ms", "log.message.timestamp.after.max.ms"),
    ("local.retention.ms", "log.local.retention.ms"),
    ("local.retention.bytes", "log.local.retention.bytes"),
    ("remote.copy.lag.ms", "log.remote.copy.lag.ms"),
    ("remote.copy.lag.bytes", "log.remote.copy.lag.bytes"),
];

/// The broker key whose value is the default of a group key.
pub(super) const GROUP_SYNONYMS: &[(&str, &str)] = &[
    ("consumer.session.timeout.ms", "group.consumer.session.timeout.ms"),
    ("consumer.heartbeat.interval.ms", "group.consumer.heartbeat.interval.ms"),
    ("consumer.assignment.interval.ms", "group.consumer.assignment.interval.ms"),
    ("consumer.assignor.offload.enable", "group.consumer.assignor.offload.enable"),
    ("share.session.timeout.ms", "group.share.session.timeout.ms"),
    ("share.heartbeat.interval.ms", "group.share.heartbeat.interval.ms"),
    ("share.record.lock.duration.ms", "group.share.record.lock.duration.ms"),
    ("share.delivery.count.limit", "group.share.delivery.count.limit"),
    ("share.partition.max.record.locks", "group.share.partition.max.record.locks"),
    ("share.assignment.interval.ms", "group.share.assignment.interval.ms"),
    ("share.assignor.offload.enable", "group.share.assignor.offload.enable"),
    ("streams.session.timeout.ms", "group.streams.session.timeout.ms"),
    ("streams.heartbeat.interval.ms", "group.streams.heartbeat.interval.ms"),
    ("streams.num.standby.replicas", "group.streams.num.standby.replicas"),
    ("streams.initial.rebalance.delay.ms", "group.streams.initial.rebalance.delay.ms"),
    ("streams.assignment.interval.ms", "group.streams.assignment.interval.ms"),
    ("streams.assignor.offload.enable", "group.streams.assignor.offload.enable"),
    ("streams.task.offset.interval.ms", "group.streams.task.offset.interval.ms"),
    ("streams.num.warmup.replicas", "group.streams.num.warmup.replicas"),
    ("streams.rack.aware.assignment.tags", "group.streams.rack.aware.assignment.tags"),
    ("streams.acceptable.recovery.lag", "group.streams.acceptable.recovery.lag"),
    ("streams.assignor.name", "group.streams.assignors"),
];
