//! Broker keys of the coordinators: groups of every kind, share state and transactions.
//!
//! Data only, in the order in which Kafka defines them.

use crate::config::key::{FILLED_LIST, Key, Rule, boolean, class, int, list, long, short, string};

pub(super) const GROUP: &[Key] = &[
    list("group.coordinator.rebalance.protocols", "classic,consumer,streams")
        .rule(Rule::List { one_of: &["consumer", "classic", "share", "streams"], may_be_empty: false }),
    int("group.coordinator.threads", "4").at_least(1).tuning(),
    int("group.coordinator.background.threads", "2").at_least(1).tuning(),
    int("group.coordinator.append.linger.ms", "-1").at_least(-1),
    int("offsets.commit.timeout.ms", "5000").at_least(1),
    int("offsets.load.buffer.size", "5242880").at_least(1).tuning(),
    short("offsets.topic.replication.factor", "3").at_least(1),
    int("offsets.topic.num.partitions", "50").at_least(1),
    int("offsets.topic.segment.bytes", "104857600").at_least(1),
    int("offsets.topic.compression.codec", "0"),
    int("group.coordinator.cached.buffer.max.bytes", "1048588").at_least(524288).cluster_wide().tuning(),
    int("offset.metadata.max.bytes", "4096"),
    int("offsets.retention.minutes", "10080").at_least(1),
    long("offsets.retention.check.interval.ms", "600000").at_least(1),
    int("group.min.session.timeout.ms", "6000"),
    int("group.max.session.timeout.ms", "1800000"),
    int("group.initial.rebalance.delay.ms", "3000"),
    int("group.max.size", "2147483647").at_least(1),
    int("group.consumer.session.timeout.ms", "45000").at_least(1),
    int("group.consumer.min.session.timeout.ms", "45000").at_least(1),
    int("group.consumer.max.session.timeout.ms", "60000").at_least(1),
    int("group.consumer.heartbeat.interval.ms", "5000").at_least(1),
    int("group.consumer.min.heartbeat.interval.ms", "5000").at_least(1),
    int("group.consumer.max.heartbeat.interval.ms", "15000").at_least(1),
    int("group.consumer.max.size", "2147483647").at_least(1),
    list("group.consumer.assignors", "uniform,range").rule(FILLED_LIST),
    string("group.consumer.migration.policy", "bidirectional").rule(Rule::OneOfIgnoringCase(&[
        "DISABLED",
        "DOWNGRADE",
        "UPGRADE",
        "BIDIRECTIONAL",
    ])),
    int("group.consumer.assignment.interval.ms", "1000").at_least(0).cluster_wide(),
    int("group.consumer.min.assignment.interval.ms", "0").at_least(0),
    int("group.consumer.max.assignment.interval.ms", "15000").at_least(0),
    boolean("group.consumer.assignor.offload.enable", "true").cluster_wide().internal().tuning(),
    int("group.consumer.regex.refresh.interval.ms", "600000").at_least(10000).internal(),
    int("group.share.session.timeout.ms", "45000").at_least(1),
    int("group.share.min.session.timeout.ms", "45000").at_least(1),
    int("group.share.max.session.timeout.ms", "60000").at_least(1),
    int("group.share.heartbeat.interval.ms", "5000").at_least(1),
    int("group.share.min.heartbeat.interval.ms", "5000").at_least(1),
    int("group.share.max.heartbeat.interval.ms", "15000").at_least(1),
    int("group.share.max.size", "200").between(1.0, 1000.0),
    list("group.share.assignors", "simple").rule(FILLED_LIST),
    int("group.share.assignment.interval.ms", "1000").at_least(0).cluster_wide(),
    int("group.share.min.assignment.interval.ms", "0").at_least(0),
    int("group.share.max.assignment.interval.ms", "15000").at_least(0),
    boolean("group.share.assignor.offload.enable", "true").cluster_wide().internal().tuning(),
    int("group.share.initialize.retry.interval.ms", "30000").at_least(1).internal(),
    boolean("errors.deadletterqueue.auto.create.topics.enable", "false").cluster_wide(),
    string("errors.deadletterqueue.topic.name.prefix", "dlq.").cluster_wide(),
    int("group.streams.session.timeout.ms", "45000").at_least(1),
    int("group.streams.min.session.timeout.ms", "45000").at_least(1),
    int("group.streams.max.session.timeout.ms", "60000").at_least(1),
    int("group.streams.heartbeat.interval.ms", "5000").at_least(1),
    int("group.streams.min.heartbeat.interval.ms", "5000").at_least(1),
    int("group.streams.max.heartbeat.interval.ms", "15000").at_least(1),
    int("group.streams.max.size", "2147483647").at_least(1),
    int("group.streams.num.standby.replicas", "0").at_least(0),
    int("group.streams.max.standby.replicas", "2").at_least(0),
    int("group.streams.initial.rebalance.delay.ms", "3000").at_least(0),
    int("group.streams.assignment.interval.ms", "1000").at_least(0).cluster_wide(),
    int("group.streams.min.assignment.interval.ms", "0").at_least(0),
    int("group.streams.max.assignment.interval.ms", "15000").at_least(0),
    list("group.streams.assignors", "sticky").rule(FILLED_LIST),
    boolean("group.streams.assignor.offload.enable", "true").cluster_wide().internal().tuning(),
    int("group.streams.task.offset.interval.ms", "60000").at_least(1).internal(),
    int("group.streams.min.task.offset.interval.ms", "15000").at_least(1).internal(),
    int("group.streams.num.warmup.replicas", "2").at_least(0).internal(),
    int("group.streams.max.warmup.replicas", "20").at_least(0).internal(),
    list("group.streams.rack.aware.assignment.tags", ""),
    class("group.streams.topology.description.plugin.class", "")
        .or_null()
        .refused("plugins written in Java cannot be loaded"),
    long("group.streams.acceptable.recovery.lag", "10000").at_least(0).internal(),
];

pub(super) const SHARE_GROUP: &[Key] = &[
    int("group.share.delivery.count.limit", "5").between(2.0, 10.0),
    int("group.share.max.delivery.count.limit", "10").between(5.0, 25.0),
    int("group.share.min.delivery.count.limit", "2").between(2.0, 5.0),
    int("group.share.record.lock.duration.ms", "30000").between(1000.0, 3600000.0),
    int("group.share.min.record.lock.duration.ms", "15000").between(1000.0, 30000.0),
    int("group.share.max.record.lock.duration.ms", "60000").between(30000.0, 3600000.0),
    int("group.share.partition.max.record.locks", "2000").between(100.0, 10000.0),
    int("group.share.max.partition.max.record.locks", "4000").between(2000.0, 10000.0),
    int("group.share.min.partition.max.record.locks", "100").between(100.0, 2000.0),
    int("share.fetch.purgatory.purge.interval.requests", "1000").tuning(),
    int("group.share.max.share.sessions", "2000").at_least(1),
    string(
        "group.share.persister.class.name",
        "org.apache.kafka.server.share.persister.DefaultStatePersister",
    )
    .internal()
    .tuning(),
    string(
        "group.share.dlq.manager.class.name",
        "org.apache.kafka.server.share.dlq.DefaultShareGroupDLQManager",
    )
    .internal()
    .tuning(),
];

pub(super) const SHARE_COORDINATOR: &[Key] = &[
    int("share.coordinator.state.topic.num.partitions", "50").at_least(1),
    short("share.coordinator.state.topic.replication.factor", "3").at_least(1),
    short("share.coordinator.state.topic.min.isr", "2").at_least(1),
    int("share.coordinator.state.topic.segment.bytes", "104857600").at_least(1),
    int("share.coordinator.threads", "1").at_least(1).tuning(),
    int("share.coordinator.snapshot.update.records.per.snapshot", "500").between(0.0, 500.0),
    int("share.coordinator.load.buffer.size", "5242880").at_least(1).tuning(),
    int("share.coordinator.state.topic.compression.codec", "0"),
    int("share.coordinator.append.linger.ms", "-1").at_least(-1),
    int("share.coordinator.write.timeout.ms", "5000").at_least(1),
    int("share.coordinator.state.topic.prune.interval.ms", "300000").at_least(1).internal(),
    int("share.coordinator.cold.partition.snapshot.interval.ms", "300000").at_least(1).internal(),
    int("share.coordinator.cached.buffer.max.bytes", "1048588").at_least(524288).cluster_wide().tuning(),
];

pub(super) const TRANSACTION_LOG: &[Key] = &[
    int("transaction.state.log.min.isr", "2").at_least(1),
    int("transaction.state.log.load.buffer.size", "5242880").at_least(1).tuning(),
    short("transaction.state.log.replication.factor", "3").at_least(1),
    int("transaction.state.log.num.partitions", "50").at_least(1),
    int("transaction.state.log.segment.bytes", "104857600").at_least(1),
    boolean("transaction.partition.verification.enable", "true").cluster_wide(),
    int("producer.id.expiration.ms", "86400000").at_least(1).cluster_wide(),
    int("producer.id.expiration.check.interval.ms", "600000").at_least(1).internal(),
];

pub(super) const TRANSACTION_STATE: &[Key] = &[
    int("transactional.id.expiration.ms", "604800000").at_least(1),
    int("transaction.max.timeout.ms", "900000").at_least(1),
    int("transaction.abort.timed.out.transaction.cleanup.interval.ms", "10000").at_least(1),
    int("transaction.remove.expired.transaction.cleanup.interval.ms", "3600000").at_least(1),
    boolean("transaction.two.phase.commit.enable", "false")
        .refused("two-phase commit by an outside coordinator is not built yet"),
];

pub(super) const ADD_PARTITIONS_TO_TXN: &[Key] = &[
    int("add.partitions.to.txn.retry.backoff.max.ms", "100").at_least(0),
    int("add.partitions.to.txn.retry.backoff.ms", "20").at_least(1),
];
