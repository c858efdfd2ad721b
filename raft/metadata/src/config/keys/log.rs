//! Broker keys of logs: segments, retention, cleaning, replication and tiered storage.
//!
//! Data only, in the order in which Kafka defines them. Tiered storage itself is refused, so its settings tune nothing.

use crate::config::key::{FILLED_LIST, Key, Rule, boolean, class, double, int, list, long, string};

pub(super) const REMOTE_LOG: &[Key] = &[
    boolean("remote.log.storage.system.enable", "false").refused("tiered storage is not built yet"),
    string("remote.log.storage.manager.impl.prefix", "rsm.config.").rule(Rule::NonEmpty).tuning(),
    string("remote.log.metadata.manager.impl.prefix", "rlmm.config.").rule(Rule::NonEmpty).tuning(),
    string("remote.log.storage.manager.class.name", "").or_null().rule(Rule::NonEmpty).tuning(),
    string("remote.log.storage.manager.class.path", "").or_null().tuning(),
    string(
        "remote.log.metadata.manager.class.name",
        "org.apache.kafka.server.log.remote.metadata.storage.TopicBasedRemoteLogMetadataManager",
    )
    .rule(Rule::NonEmpty)
    .tuning(),
    string("remote.log.metadata.manager.class.path", "").or_null().tuning(),
    string("remote.log.metadata.manager.listener.name", "").or_null().rule(Rule::NonEmpty).tuning(),
    int("remote.log.metadata.custom.metadata.max.bytes", "128").at_least(0).tuning(),
    long("remote.log.index.file.cache.total.size.bytes", "1073741824").at_least(1).cluster_wide().tuning(),
    long("remote.log.index.file.cache.ttl.ms", "900000").at_least(-1).internal().tuning(),
    int("remote.log.manager.thread.pool.size", "2").at_least(1).tuning(),
    int("remote.log.manager.copier.thread.pool.size", "10").at_least(1).cluster_wide().tuning(),
    int("remote.log.manager.expiration.thread.pool.size", "10").at_least(1).cluster_wide().tuning(),
    int("remote.log.manager.follower.thread.pool.size", "2").at_least(1).cluster_wide().tuning(),
    long("remote.log.manager.task.interval.ms", "30000").at_least(1).tuning(),
    long("remote.log.manager.task.retry.backoff.ms", "500").at_least(1).internal().tuning(),
    long("remote.log.manager.task.retry.backoff.max.ms", "30000").at_least(1).internal().tuning(),
    double("remote.log.manager.task.retry.jitter", "0.2").between(0.0, 0.5).internal().tuning(),
    int("remote.log.reader.threads", "10").at_least(1).cluster_wide().tuning(),
    int("remote.log.reader.max.pending.tasks", "100").at_least(1).tuning(),
    long("log.local.retention.ms", "-2").at_least(-2).cluster_wide().tuning(),
    long("log.local.retention.bytes", "-2").at_least(-2).cluster_wide().tuning(),
    long("log.remote.copy.lag.ms", "0").at_least(-1).cluster_wide().tuning(),
    long("log.remote.copy.lag.bytes", "-1").at_least(-1).cluster_wide().tuning(),
    long("remote.log.manager.copy.max.bytes.per.second", "9223372036854775807")
        .at_least(1)
        .cluster_wide()
        .tuning(),
    int("remote.log.manager.copy.quota.window.num", "11").at_least(1).tuning(),
    int("remote.log.manager.copy.quota.window.size.seconds", "1").at_least(1).tuning(),
    long("remote.log.manager.fetch.max.bytes.per.second", "9223372036854775807")
        .at_least(1)
        .cluster_wide()
        .tuning(),
    int("remote.log.manager.fetch.quota.window.num", "11").at_least(1).tuning(),
    int("remote.log.manager.fetch.quota.window.size.seconds", "1").at_least(1).tuning(),
    int("remote.fetch.max.wait.ms", "500").at_least(1).cluster_wide().tuning(),
    long("remote.list.offsets.request.timeout.ms", "30000").at_least(1).cluster_wide().tuning(),
];

pub(super) const REPLICATION: &[Key] = &[
    int("controller.socket.timeout.ms", "30000"),
    int("default.replication.factor", "1"),
    long("replica.lag.time.max.ms", "30000"),
    int("replica.socket.timeout.ms", "30000"),
    int("replica.socket.receive.buffer.bytes", "65536").tuning(),
    int("replica.fetch.max.bytes", "1048576").at_least(0),
    int("replica.fetch.wait.max.ms", "500"),
    int("replica.fetch.backoff.ms", "1000").at_least(0),
    int("replica.fetch.min.bytes", "1"),
    int("replica.fetch.response.max.bytes", "10485760").at_least(0),
    int("num.replica.fetchers", "1").at_least(1).cluster_wide().tuning(),
    long("replica.high.watermark.checkpoint.interval.ms", "5000"),
    int("fetch.purgatory.purge.interval.requests", "1000").tuning(),
    int("producer.purgatory.purge.interval.requests", "1000").tuning(),
    int("delete.records.purgatory.purge.interval.requests", "1").tuning(),
    boolean("auto.leader.rebalance.enable", "true"),
    long("leader.imbalance.check.interval.seconds", "300").at_least(1),
    long("unclean.leader.election.interval.ms", "300000").at_least(1).internal(),
    boolean("unclean.leader.election.enable", "false").cluster_wide(),
    string("security.inter.broker.protocol", "PLAINTEXT")
        .one_of(&["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"])
        .refused("TLS and SASL are not built yet"),
    string("inter.broker.listener.name", "").or_null(),
    string("replica.selector.class", "").or_null().refused_unless(
        &["", "org.apache.kafka.common.replica.LeaderSelector"],
        "fetching from the closest replica is not built yet",
    ),
    boolean("follower.fetch.last.tiered.offset.enable", "false").cluster_wide().tuning(),
];

pub(super) const CLEANER: &[Key] = &[
    int("log.cleaner.threads", "1").at_least(0).cluster_wide().tuning(),
    double("log.cleaner.io.max.bytes.per.second", "1.7976931348623157E308").cluster_wide(),
    long("log.cleaner.dedupe.buffer.size", "134217728").cluster_wide().tuning(),
    int("log.cleaner.io.buffer.size", "524288").at_least(0).cluster_wide().tuning(),
    double("log.cleaner.io.buffer.load.factor", "0.9").cluster_wide().tuning(),
    long("log.cleaner.backoff.ms", "15000").at_least(0).cluster_wide().tuning(),
    double("log.cleaner.min.cleanable.ratio", "0.5").between(0.0, 1.0).cluster_wide(),
    boolean("log.cleaner.enable", "true"),
    long("log.cleaner.delete.retention.ms", "86400000").at_least(0).cluster_wide(),
    long("log.cleaner.min.compaction.lag.ms", "0").at_least(0).cluster_wide(),
    long("log.cleaner.max.compaction.lag.ms", "9223372036854775807").at_least(1).cluster_wide(),
];

pub(super) const LOG: &[Key] = &[
    int("num.partitions", "1").at_least(1),
    list("log.dir", "/tmp/kafka-logs").rule(FILLED_LIST),
    list("log.dirs", "").or_null().rule(FILLED_LIST),
    list("cordoned.log.dirs", "").per_broker().refused("cordoned log directories are not built yet"),
    int("log.segment.bytes", "1073741824").at_least(1048576).cluster_wide(),
    long("log.roll.ms", "").or_null().cluster_wide(),
    int("log.roll.hours", "168").at_least(1),
    long("log.roll.jitter.ms", "").or_null().cluster_wide(),
    int("log.roll.jitter.hours", "0").at_least(0),
    long("log.retention.ms", "").or_null().cluster_wide(),
    int("log.retention.minutes", "").or_null(),
    int("log.retention.hours", "168"),
    long("log.retention.bytes", "-1").cluster_wide(),
    long("log.retention.check.interval.ms", "300000").at_least(1),
    list("log.cleanup.policy", "delete")
        .rule(Rule::List { one_of: &["compact", "delete"], may_be_empty: true })
        .cluster_wide(),
    int("log.index.size.max.bytes", "10485760").at_least(4).cluster_wide(),
    int("log.index.interval.bytes", "4096").at_least(0).cluster_wide(),
    long("log.flush.interval.messages", "9223372036854775807").at_least(1).cluster_wide(),
    long("log.segment.delete.delay.ms", "60000").at_least(0).cluster_wide(),
    long("log.flush.scheduler.interval.ms", "9223372036854775807"),
    long("log.flush.interval.ms", "").or_null().cluster_wide(),
    int("log.flush.offset.checkpoint.interval.ms", "60000").at_least(0),
    int("log.flush.start.offset.checkpoint.interval.ms", "60000").at_least(0),
    boolean("log.preallocate", "false").cluster_wide().tuning(),
    int("num.recovery.threads.per.data.dir", "2").at_least(1).cluster_wide().tuning(),
    boolean("auto.create.topics.enable", "true"),
    int("min.insync.replicas", "1").at_least(1).cluster_wide(),
    string("log.message.timestamp.type", "CreateTime")
        .one_of(&["CreateTime", "LogAppendTime"])
        .cluster_wide(),
    long("log.message.timestamp.before.max.ms", "9223372036854775807").at_least(0).cluster_wide(),
    long("log.message.timestamp.after.max.ms", "3600000").at_least(0).cluster_wide(),
    class("create.topic.policy.class.name", "")
        .or_null()
        .refused("policies written in Java cannot be loaded"),
    class("alter.config.policy.class.name", "")
        .or_null()
        .refused("policies written in Java cannot be loaded"),
    long("log.dir.failure.timeout.ms", "30000").at_least(1).tuning(),
    long("log.initial.task.delay.ms", "30000").at_least(0).internal(),
];
