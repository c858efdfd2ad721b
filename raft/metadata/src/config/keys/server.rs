//! Broker keys of the process itself: node, quorum, metadata log, sockets, metrics and quota windows.
//!
//! Data only, in the order in which Kafka defines them.

use crate::config::key::{FILLED_LIST, Key, Listener, Rule, boolean, class, int, list, long, string};

pub(super) const SERVER: &[Key] = &[
    int("broker.id", "-1"),
    int("message.max.bytes", "1048588").at_least(0).cluster_wide(),
    int("max.decompressed.message.bytes", "2147483639").between(1.0, 2147483639.0).cluster_wide(),
    int("num.io.threads", "8").at_least(1).cluster_wide().tuning(),
    int("num.replica.alter.log.dirs.threads", "").or_null().tuning(),
    int("background.threads", "10").at_least(1).cluster_wide().tuning(),
    int("request.timeout.ms", "30000"),
    long("socket.connection.setup.timeout.ms", "10000"),
    long("socket.connection.setup.timeout.max.ms", "30000"),
    list("config.providers", "")
        .cluster_wide()
        .refused("values from outside the file cannot be resolved yet"),
    string("authorizer.class.name", "").refused("access control is not built yet"),
    list("early.start.listeners", "").or_null().tuning(),
    string("broker.rack", "").or_null(),
    boolean("controlled.shutdown.enable", "true"),
    boolean("delete.topic.enable", "true"),
    string("compression.type", "producer")
        .one_of(&["uncompressed", "zstd", "lz4", "snappy", "gzip", "producer"])
        .cluster_wide(),
    int("compression.gzip.level", "-1").rule(Rule::GzipLevel).cluster_wide(),
    int("compression.lz4.level", "9").between(1.0, 17.0).cluster_wide(),
    int("compression.zstd.level", "3").between(-131072.0, 22.0).cluster_wide(),
    int("max.incremental.fetch.session.cache.slots", "1000").at_least(0),
    int("fetch.max.bytes", "57671680").at_least(1024),
    int("max.request.partition.size.limit", "2000").at_least(1),
    boolean("unstable.api.versions.enable", "false").internal().refused("unstable versions are not built"),
    boolean("unstable.feature.versions.enable", "false").internal().refused("unstable levels are not built"),
];

pub(super) const KRAFT: &[Key] = &[
    list("process.roles", "")
        .required()
        .rule(Rule::List { one_of: &["broker", "controller"], may_be_empty: false })
        .refused_unless(
            &["broker,controller", "controller,broker"],
            "a node with a single role is not built yet",
        ),
    int("node.id", "").required().at_least(0),
    // Where Kafka ends the process, the broker goes on asking.
    int("initial.broker.registration.timeout.ms", "60000").tuning(),
    int("broker.heartbeat.interval.ms", "2000"),
    int("broker.session.timeout.ms", "9000"),
    list("controller.listener.names", "").required().rule(FILLED_LIST),
    string("sasl.mechanism.controller.protocol", "GSSAPI").tuning(),
    long("controller.performance.sample.period.ms", "60000").at_least(100).internal().tuning(),
    long("controller.performance.always.log.threshold.ms", "2000").at_least(0).internal().tuning(),
    long("server.max.startup.time.ms", "9223372036854775807").at_least(0).internal().tuning(),
];

pub(super) const METADATA_LOG: &[Key] = &[
    long("metadata.log.max.record.bytes.between.snapshots", "20971520").at_least(1),
    long("metadata.log.max.snapshot.interval.ms", "3600000").at_least(0),
    string("metadata.log.dir", "").or_null(),
    int("metadata.log.segment.bytes", "1073741824").at_least(8388608),
    long("metadata.log.segment.ms", "604800000"),
    long("metadata.max.retention.bytes", "104857600"),
    long("metadata.max.retention.ms", "604800000"),
    int("metadata.max.idle.interval.ms", "500").at_least(0),
    int("internal.metadata.log.segment.bytes", "").or_null().internal().tuning(),
    int("internal.metadata.max.batch.size.in.bytes", "8388608").internal().tuning(),
    long("internal.metadata.delete.delay.millis", "60000").internal().tuning(),
];

pub(super) const NETWORK: &[Key] = &[
    list("listeners", "PLAINTEXT://:9092").rule(FILLED_LIST).per_broker(),
    list("advertised.listeners", "").or_null().rule(FILLED_LIST),
    string(
        "listener.security.protocol.map",
        "SASL_SSL:SASL_SSL,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT",
    )
    .per_broker(),
    int("socket.send.buffer.bytes", "102400"),
    int("socket.receive.buffer.bytes", "102400"),
    int("socket.request.max.bytes", "104857600").at_least(1),
    int("socket.listen.backlog.size", "50").at_least(1),
    int("max.connections.per.ip", "2147483647").at_least(0).cluster_wide(),
    string("max.connections.per.ip.overrides", "").cluster_wide(),
    int("max.connections", "2147483647").at_least(0).cluster_wide().listener(Listener::Cluster),
    int("max.connection.creation.rate", "2147483647").at_least(0).cluster_wide().listener(Listener::Cluster),
    long("connections.max.idle.ms", "600000"),
    int("connection.failed.authentication.delay.ms", "100").at_least(0),
    int("queued.max.requests", "500").at_least(1).tuning(),
    long("queued.max.request.bytes", "-1"),
    int("num.network.threads", "3").at_least(1).cluster_wide().listener(Listener::Cluster).tuning(),
];

pub(super) const QUORUM: &[Key] = &[
    list("controller.quorum.voters", "").rule(Rule::QuorumVoters),
    list("controller.quorum.bootstrap.servers", "").rule(Rule::BootstrapServers),
    int("controller.quorum.election.timeout.ms", "1000").at_least(0),
    int("controller.quorum.fetch.timeout.ms", "2000").at_least(0),
    int("controller.quorum.election.backoff.max.ms", "1000").at_least(0),
    int("controller.quorum.append.linger.ms", "25").at_least(0).tuning(),
    int("controller.quorum.request.timeout.ms", "2000").at_least(0),
    int("controller.quorum.retry.backoff.ms", "20").at_least(0),
    boolean("controller.quorum.auto.join.enable", "false").refused("joining a quorum is not built yet"),
    int("controller.quorum.fetch.snapshot.max.bytes", "1048576").at_least(1),
    int("controller.quorum.fetch.max.bytes", "1048576").at_least(1),
];

pub(super) const METRICS: &[Key] = &[
    int("metrics.num.samples", "2").at_least(1).tuning(),
    long("metrics.sample.window.ms", "30000").at_least(1).tuning(),
    list("metric.reporters", "org.apache.kafka.common.metrics.JmxReporter").cluster_wide().tuning(),
    string("metrics.recording.level", "INFO").tuning(),
    list("kafka.metrics.reporters", "").tuning(),
    int("kafka.metrics.polling.interval.secs", "10").at_least(1).tuning(),
    int("telemetry.max.bytes", "1048576").at_least(1),
];

pub(super) const QUOTA: &[Key] = &[
    int("quota.window.num", "11").at_least(1),
    int("replication.quota.window.num", "11").at_least(1),
    int("alter.log.dirs.replication.quota.window.num", "11").at_least(1),
    int("controller.quota.window.num", "11").at_least(1),
    int("quota.window.size.seconds", "1").at_least(1),
    int("replication.quota.window.size.seconds", "1").at_least(1),
    int("alter.log.dirs.replication.quota.window.size.seconds", "1").at_least(1),
    int("controller.quota.window.size.seconds", "1").at_least(1),
    class("client.quota.callback.class", "")
        .or_null()
        .refused("quota callbacks written in Java cannot be loaded"),
];
