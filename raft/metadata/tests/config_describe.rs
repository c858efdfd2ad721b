//! DescribeConfigs as Kafka 4.4.0 answered it, every field of every entry and the order of all: an untouched broker, the
//! cluster's default, a topic, a group, a client metrics subscription, and the same after changes on every level.

use metadata::config::Props;
use metadata::config::describe::{self, Asked, Described, Source};
use metadata::config::dynamic::Layers;
use metadata::config::static_config::StaticConfig;

/// One row of a file: resource type, resource, and the entry as text.
struct Row {
    kind: String,
    resource: String,
    name: String,
    text: String,
    synonyms: Vec<(String, Option<String>, String)>,
}

fn rows(file: &str) -> Vec<Row> {
    let lines = file.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [kind, resource, error, name, value, read_only, source, sensitive, config_type, _, synonyms] =
                columns[..]
            else {
                panic!("{line}")
            };
            assert_eq!(error, "0");
            let synonyms = if synonyms == "-" { "" } else { synonyms };
            Row {
                kind: kind.to_string(),
                resource: resource.trim_matches('"').to_string(),
                name: name.to_string(),
                text: [name, value, read_only, source, sensitive, config_type, synonyms].join("\t"),
                synonyms: synonyms
                    .split(' ')
                    .filter(|synonym| !synonym.is_empty())
                    .map(|synonym| {
                        let (name, rest) = synonym.split_once('=').unwrap();
                        let (value, source) = rest.strip_suffix(')').unwrap().rsplit_once('(').unwrap();
                        let value = match value {
                            "null" => None,
                            "\"\"" => Some(String::new()),
                            text => Some(text.to_string()),
                        };
                        (name.to_string(), value, source.to_string())
                    })
                    .collect(),
            }
        })
        .collect()
}

fn source_text(source: Source) -> &'static str {
    match source {
        Source::Topic => "topic",
        Source::Broker => "dynamic-broker",
        Source::ClusterDefault => "dynamic-default-broker",
        Source::File => "static-broker",
        Source::Preset => "default",
        Source::BrokerLogger => "dynamic-broker-logger",
        Source::ClientMetrics => "client-metrics",
        Source::Group => "group",
    }
}

fn text(described: &Described) -> String {
    let value = |value: &Option<String>| match value.as_deref() {
        None => "null".to_string(),
        Some("") => "\"\"".to_string(),
        Some(text) => text.to_string(),
    };
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    let synonyms: Vec<String> = described
        .synonyms
        .iter()
        .map(|s| format!("{}={}({})", s.name, value(&s.value), source_text(s.source)))
        .collect();
    [
        described.name.as_str(),
        value(&described.value).as_str(),
        yes(described.read_only),
        source_text(described.source),
        yes(described.is_sensitive),
        described.kind.map_or("unknown".to_string(), |kind| kind.name().to_lowercase()).as_str(),
        synonyms.join(" ").as_str(),
    ]
    .join("\t")
}

/// What a layer must have held, by the synonyms that name it.
fn layer(rows: &[Row], kind: &str, source: &str) -> Props {
    rows.iter()
        .filter(|row| row.kind == kind)
        .flat_map(|row| &row.synonyms)
        .filter(|(_, _, from)| from == source)
        .map(|(name, value, _)| (name.clone(), value.clone().unwrap_or_else(|| "secret".to_string())))
        .collect()
}

#[track_caller]
fn check(described: &[Described], rows: &[Row], kind: &str, resource: &str) {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.kind == kind && row.resource == resource).collect();
    assert!(!rows.is_empty());
    for (entry, row) in described.iter().zip(&rows) {
        assert_eq!(text(entry), row.text);
    }
    assert_eq!(described.len(), rows.len());
}

fn load(rows: &[Row]) -> StaticConfig {
    let mut file = layer(rows, "4", "static-broker");
    // The file names one of the two; the other follows.
    file.remove("broker.id");
    StaticConfig::load(file).unwrap().0
}

#[test]
fn an_untouched_broker_is_described_as_kafka_describes_it() {
    let rows = rows(include_str!("data/describe-configs-broker.tsv"));
    let file = load(&rows);
    let layers = Layers::resolve(&file, &layer(&rows, "4", "dynamic-default-broker"), &Props::new());
    check(&describe::describe_broker(&file, &layers, Asked::ALL), &rows, "4", "1");
    let rows = crate::rows(include_str!("data/describe-configs-broker-default.tsv"));
    check(&describe::describe_cluster_default(&file, &layers, Asked::ALL), &rows, "4", "");
    let rows = crate::rows(include_str!("data/describe-configs-group.tsv"));
    check(&describe::describe_group(&file, &layers, &Props::new(), Asked::ALL), &rows, "32", "any-group");
    let rows = crate::rows(include_str!("data/describe-configs-client-metrics.tsv"));
    check(&describe::describe_client_metrics(&Props::new(), Asked::ALL), &rows, "16", "any-subscription");
    let rows = crate::rows(include_str!("data/describe-configs-topic.tsv"));
    let topic = layer(&rows, "2", "topic");
    assert_eq!(topic.len(), 2);
    check(&describe::describe_topic(&file, &layers, &topic, Asked::ALL), &rows, "2", "over");
}

#[test]
fn changes_on_every_level_are_described_as_kafka_describes_them() {
    let rows = rows(include_str!("data/describe-configs-altered.tsv"));
    let file = load(&rows);
    let cluster = layer(&rows, "4", "dynamic-default-broker");
    let broker = layer(&rows, "4", "dynamic-broker");
    assert_eq!((cluster.len(), broker.len()), (3, 2));
    let layers = Layers::resolve(&file, &cluster, &broker);
    assert_eq!(layers.ignored, None);
    check(&describe::describe_broker(&file, &layers, Asked::ALL), &rows, "4", "1");
    check(&describe::describe_cluster_default(&file, &layers, Asked::ALL), &rows, "4", "");
    check(&describe::describe_topic(&file, &layers, &Props::new(), Asked::ALL), &rows, "2", "plain");
    let by_name = |kind, name: &str, source| {
        let of: Vec<Row> = crate::rows(include_str!("data/describe-configs-altered.tsv"))
            .into_iter()
            .filter(|row| row.kind == kind && row.resource == name)
            .collect();
        layer(&of, kind, source)
    };
    for group in ["g-next", "g-share"] {
        let own = by_name("32", group, "group");
        assert_eq!(own.len(), 1);
        check(&describe::describe_group(&file, &layers, &own, Asked::ALL), &rows, "32", group);
    }
    let own = by_name("16", "cm1", "client-metrics");
    check(&describe::describe_client_metrics(&own, Asked::ALL), &rows, "16", "cm1");
    assert!(rows.iter().all(|row| !row.name.is_empty()));
}

fn names(described: &[Described]) -> Vec<&str> {
    described.iter().map(|entry| entry.name.as_str()).collect()
}

#[test]
fn only_the_keys_asked_for_are_described_in_the_order_of_all() {
    let rows = rows(include_str!("data/describe-configs-altered.tsv"));
    let file = load(&rows);
    let cluster = layer(&rows, "4", "dynamic-default-broker");
    let layers = Layers::resolve(&file, &cluster, &layer(&rows, "4", "dynamic-broker"));
    let ask = |asked: &[&str]| describe::describe_broker(&file, &layers, Asked(Some(asked)));
    assert!(ask(&["no.such.key"]).is_empty());
    let two = ask(&["log.retention.ms", "num.io.threads"]);
    assert_eq!(names(&two), ["num.io.threads", "log.retention.ms"]);
    let synonyms: Vec<(&str, &str)> =
        two[1].synonyms.iter().map(|s| (s.name.as_str(), s.value.as_deref().unwrap())).collect();
    assert_eq!(
        synonyms,
        [
            ("log.retention.ms", "172800000"),
            ("log.retention.ms", "259200000"),
            ("log.retention.hours", "168")
        ]
    );
    let hours = ask(&["log.retention.hours"]);
    assert_eq!(
        text(&hours[0]),
        "log.retention.hours\t168\tyes\tdefault\tno\tint\tlog.retention.hours=168(default)"
    );
    let group = |asked: &[&str]| describe::describe_group(&file, &layers, &Props::new(), Asked(Some(asked)));
    assert!(group(&["consumer.assignor.offload.enable"]).is_empty());
    assert_eq!(ask(&[]).len(), describe::describe_broker(&file, &layers, Asked::ALL).len());
}

#[test]
fn a_listener_override_is_described_with_the_key_it_overrides_and_secrets_are_not_shown() {
    let rows = rows(include_str!("data/describe-configs-broker.tsv"));
    let file = load(&rows);
    let set = |pairs: &[(&str, &str)]| -> Props {
        pairs.iter().map(|(k, v)| ((*k).to_string(), (*v).to_string())).collect()
    };
    let broker = set(&[
        ("listener.name.plaintext.max.connections", "7"),
        ("listener.name.a.ssl.keystore.password", "hush"),
        ("no.such.key", "x"),
    ]);
    let layers = Layers::resolve(&file, &Props::new(), &broker);
    let described = describe::describe_broker(&file, &layers, Asked::ALL);
    let find = |name: &str| text(described.iter().find(|entry| entry.name == name).unwrap());
    assert_eq!(
        find("listener.name.plaintext.max.connections"),
        "listener.name.plaintext.max.connections\t7\tyes\tdynamic-broker\tno\tint\t\
         listener.name.plaintext.max.connections=7(dynamic-broker) max.connections=2147483647(default)"
    );
    assert_eq!(
        find("listener.name.a.ssl.keystore.password"),
        "listener.name.a.ssl.keystore.password\tnull\tyes\tdynamic-broker\tyes\tpassword\t\
         listener.name.a.ssl.keystore.password=null(dynamic-broker)"
    );
    assert_eq!(
        find("no.such.key"),
        "no.such.key\tnull\tyes\tdynamic-broker\tyes\tunknown\tno.such.key=null(dynamic-broker)"
    );
    assert!(!format!("{described:?}").contains("hush"));
}

#[test]
fn what_is_stored_but_cannot_hold_is_left_out() {
    let rows = rows(include_str!("data/describe-configs-broker.tsv"));
    let file = load(&rows);
    let set = |key: &str, value: &str| Props::from([(key.to_string(), value.to_string())]);
    for (cluster, broker) in [
        (set("num.io.threads", "nonsense"), Props::new()),
        (Props::new(), set("log.dirs", "/elsewhere")),
        (Props::new(), set("ssl.keystore.location", "/x")),
        (set("listeners", "PLAINTEXT://:1"), Props::new()),
    ] {
        let layers = Layers::resolve(&file, &cluster, &broker);
        assert!(layers.cluster.is_empty() && layers.broker.is_empty(), "{layers:?}");
        assert_eq!(&layers.settings, file.settings());
    }
    // Valid by itself, impossible with the rest: it is described as set, and has no effect.
    let layers = Layers::resolve(&file, &set("num.io.threads", "9"), &set("log.retention.ms", "0"));
    assert!(layers.ignored.is_some());
    assert_eq!(layers.settings.read::<i32>("num.io.threads"), 9);
    assert_eq!(layers.settings.read::<Option<i64>>("log.retention.ms"), None);
}

#[test]
fn what_kafka_left_behind_and_cannot_be_accepted_is_named() {
    let rows = rows(include_str!("data/describe-configs-broker.tsv"));
    let file = load(&rows);
    let broker = Props::from([("cordoned.log.dirs".to_string(), "*".to_string())]);
    let layers = Layers::resolve(&file, &Props::new(), &broker);
    let refused: Vec<String> = layers.refused().into_iter().map(|refused| refused.key).collect();
    assert_eq!(refused, ["cordoned.log.dirs"]);
}
