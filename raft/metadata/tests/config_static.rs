//! Files against what Kafka 4.4.0 itself made of them: the listeners that follow, or the message it refused with.

use metadata::config::listener::Endpoint;
use metadata::config::static_config::StaticConfig;
use metadata::config::{Props, properties};

const BASE: &[(&str, &str)] = &[
    ("process.roles", "broker,controller"),
    ("node.id", "1"),
    ("listeners", "PLAINTEXT://:9092,CONTROLLER://:9093"),
    ("controller.listener.names", "CONTROLLER"),
    ("controller.quorum.bootstrap.servers", "localhost:9093"),
];

fn base() -> Props {
    BASE.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())).collect()
}

fn with(changes: &str) -> Props {
    let mut props = base();
    for change in changes.split('|').filter(|change| *change != "-") {
        let (key, value) = change.split_once('=').unwrap();
        if value == "<none>" {
            props.remove(key);
        } else {
            props.insert(key.to_string(), value.to_string());
        }
    }
    props
}

fn endpoints(endpoints: &[Endpoint]) -> String {
    let texts: Vec<String> = endpoints
        .iter()
        .map(|e| {
            format!("{}/{}/{}/{}", e.name, e.protocol.name(), e.host.as_deref().unwrap_or("null"), e.port)
        })
        .collect();
    texts.join(",")
}

#[test]
fn every_file_is_read_or_refused_as_kafka_does() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for line in include_str!("data/static.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [changes, outcome, expected] = columns[..] else { panic!("{line}") };
        let got = match StaticConfig::load(with(changes)) {
            Err(error) => ("error", error.message),
            Ok((config, _)) => {
                let node = &config.node;
                let text = format!(
                    "listeners={} broker={} controller={} inter={} dirs={}",
                    endpoints(&node.listeners),
                    endpoints(&node.advertised_broker),
                    endpoints(&node.advertised_controller),
                    node.inter_broker_listener,
                    node.log_dirs.join(",")
                );
                ("ok", text)
            }
        };
        seen += 1;
        if (got.0, got.1.as_str()) != (outcome, expected) {
            wrong.push(format!("{changes}\n  kafka {outcome} {expected}\n  ours  {} {}", got.0, got.1));
        }
    }
    assert!(seen > 180, "{seen}");
    assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The assignments of the file that Kafka is shipped with.
const STOCK: &str = "\
# Basics
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=localhost:9093

# Sockets
listeners=PLAINTEXT://:9092,CONTROLLER://:9093
inter.broker.listener.name=PLAINTEXT
advertised.listeners=PLAINTEXT://localhost:9092,CONTROLLER://localhost:9093
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL
num.network.threads=3
num.io.threads=8
socket.send.buffer.bytes=102400
socket.receive.buffer.bytes=102400
socket.request.max.bytes=104857600

# Logs
log.dirs=/tmp/kraft-combined-logs
num.partitions=1
num.recovery.threads.per.data.dir=1

# Internal topics
offsets.topic.replication.factor=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1

# Flush
#log.flush.interval.messages=10000
#log.flush.interval.ms=1000

# Retention
log.retention.hours=168
#log.retention.bytes=1073741824
log.segment.bytes=1073741824
log.retention.check.interval.ms=300000
";

#[test]
fn kafkas_stock_file_loads_with_nothing_refused_and_nothing_unknown() {
    let props = properties::into_props(properties::parse(STOCK.as_bytes()).unwrap());
    let (config, notices) = StaticConfig::load(props).unwrap();
    assert!(notices.refused.is_empty() && notices.unknown.is_empty(), "{notices:?}");
    assert_eq!(notices.tuning, ["num.recovery.threads.per.data.dir"]);
    assert_eq!(endpoints(&config.node.advertised_broker), "PLAINTEXT/PLAINTEXT/localhost/9092");
    assert_eq!(endpoints(&config.node.advertised_controller), "CONTROLLER/PLAINTEXT/localhost/9093");
    assert_eq!(config.node.log_dirs, ["/tmp/kraft-combined-logs"]);
    assert_eq!(config.node.bootstrap_servers, [("localhost".to_string(), 9093)]);
    assert_eq!(config.fixed.num_partitions, 1);
    assert_eq!(config.fixed.offsets_topic_replication_factor, 1);
}

#[test]
fn what_is_not_built_is_refused_by_name() {
    for (changes, key) in [
        ("process.roles=broker|listeners=PLAINTEXT://:9092", "process.roles"),
        ("process.roles=controller|listeners=CONTROLLER://:9093", "process.roles"),
        (
            "listeners=PLAINTEXT://:9092,SSL://:9094,CONTROLLER://:9093|listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SSL:SSL,CONTROLLER:PLAINTEXT",
            "listeners",
        ),
        (
            "listeners=A://:9092,CONTROLLER://:9093|listener.security.protocol.map=A:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT|inter.broker.listener.name=A|sasl.enabled.mechanisms=PLAIN|sasl.mechanism.inter.broker.protocol=PLAIN",
            "listeners",
        ),
        (
            "listeners=PLAINTEXT://:9092,B://:9094,CONTROLLER://:9093|listener.security.protocol.map=PLAINTEXT:PLAINTEXT,B:SASL_SSL,CONTROLLER:PLAINTEXT",
            "listeners",
        ),
        ("listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:SSL", "listeners"),
        (
            "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "authorizer.class.name",
        ),
        ("remote.log.storage.system.enable=true", "remote.log.storage.system.enable"),
        ("delegation.token.secret.key=abc", "delegation.token.secret.key"),
        ("create.topic.policy.class.name=x", "create.topic.policy.class.name"),
    ] {
        let (_, notices) = StaticConfig::load(with(changes)).unwrap();
        let refused: Vec<&str> = notices.refused.iter().map(|refused| refused.key.as_str()).collect();
        assert_eq!(refused, [key]);
    }
}

#[test]
fn unknown_keys_and_keys_without_effect_are_reported_and_kept() {
    let changes = "no.such.key=1|zookeeper.connect=h|num.io.threads=9|num.network.threads=3|super.users=x|\
                   listener.name.plaintext.max.connections=5|rsm.config.dir=/x|listener.name.a.nonsense=1|\
                   log.retention.ms=${file:/x:y}";
    assert!(StaticConfig::load(with(changes)).is_err(), "a placeholder is not resolved, so it is no number");
    let changes = changes.replace("log.retention.ms", "broker.rack");
    let (config, notices) = StaticConfig::load(with(&changes)).unwrap();
    assert_eq!(notices.unknown, ["listener.name.a.nonsense", "no.such.key", "zookeeper.connect"]);
    assert_eq!(notices.tuning, ["num.io.threads"]);
    assert!(notices.refused.is_empty());
    assert_eq!(config.originals()["no.such.key"], "1");
    assert_eq!(config.fixed.broker_rack.as_deref(), Some("${file:/x:y}"));
}

#[test]
fn hostile_files_are_refused_or_read_but_never_a_panic() {
    let mut rng = protocol::Rng::new(11);
    let texts = [
        "",
        ",",
        "://",
        "a://",
        "://:",
        "PLAINTEXT://[::1]:9092",
        "1@h:1",
        "@",
        "-1",
        "9223372036854775807",
        "\0",
        "PLAINTEXT:PLAINTEXT",
        "*",
        "a:b:c",
        "2147483647",
        "\u{130}://:1",
        "broker",
        "0",
        "1",
        "true",
        "a=b",
    ];
    let keys: Vec<&str> = metadata::config::keys::BROKER.keys().iter().map(|key| key.name).collect();
    let cross = [
        "listeners",
        "advertised.listeners",
        "listener.security.protocol.map",
        "controller.quorum.voters",
        "controller.listener.names",
        "process.roles",
        "max.connections.per.ip.overrides",
        "log.retention.hours",
        "log.cleaner.threads",
        "inter.broker.listener.name",
    ];
    for round in 0..6_000 {
        let mut props = base();
        for _ in 0..=rng.below(3) {
            let key = if round % 2 == 0 {
                keys[rng.below(keys.len() as u64) as usize]
            } else {
                cross[rng.below(cross.len() as u64) as usize]
            };
            let pick = |rng: &mut protocol::Rng| texts[rng.below(texts.len() as u64) as usize];
            let value = format!("{}{}", pick(&mut rng), pick(&mut rng));
            props.insert(key.to_string(), value);
        }
        let _ = StaticConfig::load(props);
    }
}
