//! Changes of configs against what Kafka 4.4.0 itself made of them: the error code and the message, or the records.

use metadata::config::Props;
use metadata::config::alter::{self, Change, Changes, Op, Writes};
use metadata::config::broker_config::BrokerConfig;
use metadata::config::dynamic::{Layers, Scope};
use metadata::config::error::{Code, ConfigError};
use metadata::config::group::GroupConfig;
use metadata::config::static_config::StaticConfig;
use metadata::config::topic::{TopicConfig, created_configs};

const BASE: &str = "process.roles=broker,controller|node.id=1|listeners=PLAINTEXT://:9092,CONTROLLER://:9093|\
                    controller.listener.names=CONTROLLER|controller.quorum.bootstrap.servers=localhost:9093";

fn props(text: &str) -> Props {
    let pairs = text.split('|').filter(|pair| *pair != "-");
    pairs.map(|pair| pair.split_once('=').unwrap()).map(|(k, v)| (k.to_string(), v.to_string())).collect()
}

fn load(changes: &str) -> StaticConfig {
    let mut file = props(BASE);
    file.extend(props(changes));
    StaticConfig::load(file).unwrap().0
}

fn plain(file: &StaticConfig) -> Layers {
    Layers::resolve(file, &Props::new(), &Props::new())
}

fn changes(text: &str) -> Vec<Change<'_>> {
    text.split('|')
        .filter(|change| *change != "-")
        .map(|change| {
            let (key, value) = change.split_once('=').unwrap();
            let value = Some(value).filter(|value| *value != "<null>");
            let (op, key) = match key.split_at(1) {
                ("-", key) => return Change { key, op: Op::Delete as i8, value: None },
                ("+", key) => (Op::Append as i8, key),
                ("~", key) => (Op::Subtract as i8, key),
                ("?", key) => (9, key),
                _ => (Op::Set as i8, key),
            };
            Change { key, op, value }
        })
        .collect()
}

#[test]
fn every_change_is_taken_or_refused_as_kafka_does() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for line in include_str!("data/alter.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [kind, name, file, existing, change, code, message] = columns[..] else { panic!("{line}") };
        let file = load(file);
        let existing = props(existing);
        let change = changes(change);
        let change = Changes::Incremental(&change);
        let got: Result<Writes, ConfigError> = match kind {
            "topic" => alter::alter_topic(&plain(&file), &existing, change),
            "group" => alter::alter_group(&plain(&file), name, &existing, change),
            "client-metrics" => alter::alter_client_metrics(name, &existing, change),
            _ => {
                let none = Props::new();
                let (scope, layers) = if name == "one" {
                    (Scope::Broker, Layers::resolve(&file, &none, &existing))
                } else {
                    (Scope::Cluster, Layers::resolve(&file, &existing, &none))
                };
                alter::alter_broker(&file, &layers, false, scope, &existing, change)
            }
        };
        let got = match got {
            Ok(_) => ("0".to_string(), String::new()),
            Err(error) => ((error.code as i16).to_string(), error.message),
        };
        seen += 1;
        if got.0 != code || (message != "*" && got.1 != message) {
            wrong.push(format!("{line}\n  ours {} {}", got.0, got.1));
        }
    }
    assert!(seen > 230, "{seen}");
    assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong.join("\n"));
}

#[track_caller]
fn check_writes(existing: &str, change: &str, expected: &[(&str, Option<&str>)]) {
    let writes =
        alter::alter_topic(&plain(&load("-")), &props(existing), Changes::Incremental(&changes(change)));
    let expected: Writes = expected.iter().map(|(k, v)| ((*k).to_string(), v.map(str::to_string))).collect();
    assert_eq!(writes, Ok(expected));
}

#[test]
fn a_change_becomes_a_write_per_key_that_changes() {
    check_writes("-", "retention.ms=5", &[("retention.ms", Some("5"))]);
    check_writes("retention.ms=5", "retention.ms=5", &[]);
    check_writes("retention.ms=5", "-retention.ms=", &[("retention.ms", None)]);
    check_writes("-", "-retention.ms=", &[]);
    check_writes("-", "+cleanup.policy=compact", &[("cleanup.policy", Some("delete,compact"))]);
    check_writes("cleanup.policy=compact", "+cleanup.policy=compact", &[]);
    check_writes(
        "cleanup.policy=compact,delete",
        "~cleanup.policy=compact",
        &[("cleanup.policy", Some("delete"))],
    );
    check_writes("-", "~cleanup.policy=delete", &[("cleanup.policy", Some(""))]);
    check_writes(
        "retention.ms=5",
        "retention.ms=6|segment.ms=7",
        &[("retention.ms", Some("6")), ("segment.ms", Some("7"))],
    );
}

#[test]
fn operations_on_the_wrong_type_and_unknown_operations_are_refused() {
    let layers = plain(&load("-"));
    let alter = |change: &str| {
        alter::alter_topic(&layers, &Props::new(), Changes::Incremental(&changes(change))).unwrap_err()
    };
    let error = alter("+retention.ms=5");
    assert_eq!(
        (error.code, error.message.as_str()),
        (Code::InvalidConfig, "Can't APPEND to key retention.ms because its type is not LIST.")
    );
    assert_eq!(alter("~no.such.key=5").code, Code::InvalidConfig);
    let error = alter("?retention.ms=5");
    assert_eq!((error.code, error.message.as_str()), (Code::UnknownServerError, ""));
    let append = changes("+metrics=a");
    let error = alter::alter_client_metrics("", &Props::new(), Changes::Incremental(&append)).unwrap_err();
    assert_eq!(error.message, "Can't APPEND to key metrics because its type is not LIST.");
    assert_eq!(alter("retention.ms=5|retention.ms=6").message, "Error due to duplicate config keys");
    assert_eq!(alter("retention.ms=<null>").code, Code::InvalidRequest);
}

#[test]
fn a_replacement_takes_away_what_it_does_not_name() {
    let layers = plain(&load("-"));
    let existing = props("retention.ms=5|segment.ms=7");
    let new = [("retention.ms", Some("5")), ("flush.ms", Some("9"))];
    let writes = alter::alter_topic(&layers, &existing, Changes::Replace(&new)).unwrap();
    assert_eq!(writes, [("flush.ms".to_string(), Some("9".to_string())), ("segment.ms".to_string(), None)]);
    let null = [("retention.ms", None)];
    let error = alter::alter_topic(&layers, &existing, Changes::Replace(&null)).unwrap_err();
    assert_eq!(error.code, Code::InvalidRequest);
}

#[test]
fn a_broker_key_is_written_even_when_it_stays_the_same() {
    let file = load("-");
    let existing = props("num.io.threads=9");
    let layers = Layers::resolve(&file, &Props::new(), &existing);
    let same = [Change::set("num.io.threads", "9")];
    let writes =
        alter::alter_broker(&file, &layers, false, Scope::Broker, &existing, Changes::Incremental(&same));
    assert_eq!(writes, Ok(vec![("num.io.threads".to_string(), Some("9".to_string()))]));
}

#[test]
fn what_is_refused_in_the_file_is_refused_at_run_time_and_pools_move_by_half_and_double() {
    let file = load("-");
    let layers = plain(&file);
    let alter = |change: &str| {
        alter::alter_broker(
            &file,
            &layers,
            false,
            Scope::Broker,
            &Props::new(),
            Changes::Incremental(&changes(change)),
        )
    };
    for refused in ["config.providers=file", "cordoned.log.dirs=*"] {
        let error = alter(refused).unwrap_err();
        assert_eq!(error.code, Code::InvalidRequest);
        assert!(error.message.contains("built yet") || error.message.contains("yet"), "{}", error.message);
    }
    assert!(alter("num.io.threads=16").is_ok());
    // As a running broker answered them.
    for (change, reason) in [
        (
            "num.io.threads=17",
            "Dynamic thread count update validation failed for num.io.threads=17, value should not be greater than \
             double the current value 8",
        ),
        (
            "num.io.threads=3",
            "Dynamic thread count update validation failed for num.io.threads=3, value should be at least half the \
             current value 8",
        ),
        (
            "listener.name.plaintext.num.network.threads=99",
            "Dynamic thread count update validation failed for num.network.threads=99, value should not be greater \
             than double the current value 3",
        ),
        (
            "log.cleaner.threads=3",
            "Log cleaner threads cannot be increased to more than double the current value 1",
        ),
        ("listener.name.plaintext.max.connections=0", "Invalid max.connections 0"),
        ("max.connection.creation.rate=0", "Invalid max.connection.creation.rate 0"),
        (
            "metric.reporters=x",
            "Validation of dynamic config update of Set(metric.reporters) failed with class class \
             kafka.server.DynamicMetricsReporters",
        ),
    ] {
        let error = alter(change).unwrap_err();
        let expected = format!(
            "Invalid value org.apache.kafka.common.config.ConfigException: {reason} for configuration Invalid dynamic \
             configuration"
        );
        assert_eq!((error.code, error.message), (Code::InvalidRequest, expected));
    }
    let secret = alter("listener.name.a.ssl.key.password=hush|num.io.threads=x").unwrap_err();
    assert!(!secret.message.contains("hush"));
}

#[test]
fn min_insync_replicas_is_the_clusters_alone_while_eligible_leader_replicas_are_on() {
    let file = load("-");
    let cluster = props("min.insync.replicas=1");
    let layers = Layers::resolve(&file, &cluster, &Props::new());
    let alter = |elr, scope, existing: &Props, change: &str| {
        alter::alter_broker(&file, &layers, elr, scope, existing, Changes::Incremental(&changes(change)))
            .map(|writes| writes.len())
            .map_err(|error| (error.code, error.message))
    };
    let refused = |message: &str| Err((Code::InvalidConfig, message.to_string()));
    let none = Props::new();
    assert_eq!(alter(true, Scope::Cluster, &cluster, "min.insync.replicas=2"), Ok(1));
    assert_eq!(
        alter(true, Scope::Cluster, &cluster, "-min.insync.replicas="),
        refused("Cluster-level min.insync.replicas cannot be removed while ELR is enabled.")
    );
    assert_eq!(
        alter(true, Scope::Broker, &none, "min.insync.replicas=2"),
        refused("Broker-level min.insync.replicas cannot be altered while ELR is enabled.")
    );
    assert_eq!(alter(false, Scope::Broker, &none, "min.insync.replicas=2"), Ok(1));
    assert_eq!(alter(false, Scope::Cluster, &cluster, "-min.insync.replicas="), Ok(1));
}

#[test]
fn a_topic_is_made_with_valid_configs_only() {
    let layers = plain(&load("-"));
    let made =
        alter::create_topic(&layers, &[("retention.ms", Some("1")), ("retention.ms", Some("2"))]).unwrap();
    assert_eq!(made, props("retention.ms=2"));
    let error = alter::create_topic(&layers, &[("retention.ms", None)]).unwrap_err();
    assert_eq!(error.message, "Null value not supported for topic configs: retention.ms");
    let error = alter::create_topic(&layers, &[("no.such.key", Some("1"))]).unwrap_err();
    assert_eq!(
        (error.code, error.message.as_str()),
        (Code::InvalidConfig, "Unknown topic config name: no.such.key")
    );
}

#[test]
fn a_topics_values_come_from_the_nearest_layer() {
    let file =
        load("log.retention.hours=3|log.roll.hours=2|min.insync.replicas=2|log.cleanup.policy=compact");
    let cluster = props("log.retention.ms=77|log.segment.bytes=2000000");
    let layers = Layers::resolve(&file, &cluster, &props("log.segment.bytes=3000000"));
    let config = TopicConfig::resolve(&layers, &props("max.compaction.lag.ms=5|compression.type=zstd"));
    assert_eq!(config.retention_ms, 77);
    assert_eq!((config.segment_ms, config.segment_ms_max()), (7_200_000, 5));
    assert_eq!(config.segment_bytes(), 3_000_000);
    assert_eq!(config.min_insync_replicas, 2);
    assert!(config.is_compacted() && !config.is_deleted());
    let codec = config.codec().unwrap();
    assert_eq!(config.codec_level(codec), Some(3));
    // A stored value that cannot be read counts as not set.
    let config = TopicConfig::resolve(&layers, &props("retention.ms=nonsense"));
    assert_eq!(config.retention_ms, 77);
    assert_eq!(TopicConfig::presets().retention_ms, 604_800_000);
}

#[test]
fn the_configs_of_a_new_topic_are_listed_with_their_layers() {
    let file = load("log.retention.hours=3");
    let layers = Layers::resolve(&file, &props("min.insync.replicas=1"), &Props::new());
    let listed = created_configs(&file, &layers, &props("segment.ms=9"));
    let find = |name: &str| {
        let (_, value, source) = listed.iter().find(|(known, _, _)| *known == name).unwrap();
        (value.as_deref(), *source as i8)
    };
    assert_eq!(find("retention.ms"), (Some("10800000"), 4));
    assert_eq!(find("min.insync.replicas"), (Some("1"), 3));
    assert_eq!(find("segment.ms"), (Some("9"), 1));
    assert_eq!(find("flush.ms"), (Some("9223372036854775807"), 5));
    assert_eq!(listed.len(), 37, "the internal key is not listed");
    assert!(listed.is_sorted_by_key(|(name, _, _)| *name));
}

#[test]
fn a_groups_stored_values_are_drawn_to_the_brokers_bounds() {
    let layers = plain(&load("-"));
    let config = GroupConfig::resolve(
        &layers,
        &props("consumer.session.timeout.ms=99999|share.delivery.count.limit=90"),
    );
    assert_eq!(config.consumer_session_timeout_ms, 60_000);
    assert_eq!(config.share_delivery_count_limit, 10);
    assert_eq!(config.streams_assignor_name.as_deref(), Some("sticky"));
    assert_eq!(config.consumer_heartbeat_interval_ms, 5000);
}

#[test]
fn a_brokers_values_come_from_the_nearest_layer_and_listeners_have_limits_of_their_own() {
    let file = load(
        "max.connections=100|listener.name.plaintext.max.connections=50|max.connections.per.ip.overrides=h:3",
    );
    let cluster =
        props("max.connections=90|follower.replication.throttled.rate=7|leader.replication.throttled.rate=8");
    let broker = props("listener.name.controller.max.connections=5|leader.replication.throttled.rate=9");
    let config = BrokerConfig::read(&Layers::resolve(&file, &cluster, &broker));
    assert_eq!(config.values.max_connections, 90);
    let limits: Vec<(&str, i32)> =
        config.listeners.iter().map(|limits| (limits.name.as_str(), limits.connections_max)).collect();
    assert_eq!(limits, [("PLAINTEXT", 50), ("CONTROLLER", 5)]);
    assert_eq!(config.connections_per_ip_max, [("h".to_string(), 3)]);
    assert_eq!(config.leader_replication_throttled_rate, 9);
    assert_eq!(config.follower_replication_throttled_rate, 7);
    assert_eq!(config.replica_alter_log_dirs_rate_max, i64::MAX);
    assert!(!config.values.unclean_leader_election_enable);
}

#[test]
fn hostile_changes_are_refused_or_taken_but_never_a_panic() {
    let mut rng = protocol::Rng::new(5);
    let file = load("-");
    let layers = plain(&file);
    let texts = [
        "",
        ",",
        "-1",
        "x",
        "compact",
        "delete,compact",
        "*",
        "0:1",
        "9223372036854775807",
        "true",
        "a=b",
        "[",
        "\0",
    ];
    let tables = [
        &metadata::config::keys::BROKER,
        &metadata::config::keys::TOPIC,
        &metadata::config::keys::GROUP,
        &metadata::config::keys::CLIENT_METRICS,
    ];
    for _ in 0..3_000 {
        let table = tables[rng.below(4) as usize];
        let picked: Vec<Change<'_>> = (0..rng.below(4))
            .map(|_| Change {
                key: match rng.below(8) {
                    0 => texts[rng.below(texts.len() as u64) as usize],
                    1 => "listener.name.x.",
                    _ => table.keys()[rng.below(table.keys().len() as u64) as usize].name,
                },
                op: rng.below(6) as i8 - 1,
                value: (rng.below(9) > 0).then(|| texts[rng.below(texts.len() as u64) as usize]),
            })
            .collect();
        let change = Changes::Incremental(&picked);
        let existing = props("cleanup.policy=x|num.io.threads=1");
        let _ = alter::alter_topic(&layers, &existing, change);
        let _ = alter::alter_group(&layers, "g", &existing, change);
        let _ = alter::alter_client_metrics("m", &existing, change);
        let scope = if rng.one_in(2) { Scope::Broker } else { Scope::Cluster };
        let _ = alter::alter_broker(&file, &layers, false, scope, &existing, change);
    }
}
