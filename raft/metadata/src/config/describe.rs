//! What DescribeConfigs answers about a resource: every key, its value, where it comes from and what lies below it.
//!
//! The order of the entries, and of the synonyms within one, is Kafka's: it walks hash maps, and what only a file names
//! comes first. Documentation texts are not answered. Whether the resource exists, and may be asked about, is not known
//! here.

use super::Props;
use super::dynamic::Layers;
use super::java::{buckets_copied_from, buckets_grown_to, sort_as_hash_map};
use super::key::{Key, Kind, Preset, Table};
use super::keys;
use super::relations;
use super::settings::Settings;
use super::static_config::StaticConfig;
use super::value::Value;

/// Where a value comes from; the number is the one on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i8)]
pub enum Source {
    Topic = 1,
    Broker = 2,
    ClusterDefault = 3,
    File = 4,
    Preset = 5,
    BrokerLogger = 6,
    ClientMetrics = 7,
    Group = 8,
}

/// One entry of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    pub name: String,
    /// Absent for a secret, and for a key without a value.
    pub value: Option<String>,
    pub read_only: bool,
    pub source: Source,
    pub is_sensitive: bool,
    /// From the winning layer downwards.
    pub synonyms: Vec<Synonym>,
    /// Absent for a key of unknown type.
    pub kind: Option<Kind>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Synonym {
    pub name: String,
    pub value: Option<String>,
    pub source: Source,
}

impl Described {
    /// The type's number on the wire.
    pub fn config_type(&self) -> i8 {
        self.kind.map_or(0, |kind| kind as i8)
    }
}

/// Which keys were asked for: all, or those named. An empty list asks for all.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a>(pub Option<&'a [&'a str]>);

impl Asked<'_> {
    pub const ALL: Asked<'static> = Asked(None);

    fn wants(self, name: &str) -> bool {
        match self.0 {
            None | Some([]) => true,
            Some(names) => names.contains(&name),
        }
    }
}

/// A broker as a whole: what it was started with and what holds at run time.
pub fn describe_broker(file: &StaticConfig, layers: &Layers, asked: Asked<'_>) -> Vec<Described> {
    let extra: Vec<(&str, &str)> = extra(&keys::BROKER, &layers.originals);
    let mut described = Vec::new();
    for (name, value) in extra {
        if asked.wants(name) {
            described.push(broker_entry(file, layers, name, Some(value.to_string())));
        }
    }
    for (key, value) in public(&layers.settings) {
        if asked.wants(key.name) {
            described.push(broker_entry(file, layers, key.name, value.map(Value::to_text)));
        }
    }
    described
}

/// The default of all brokers: only what was set at run time.
pub fn describe_cluster_default(file: &StaticConfig, layers: &Layers, asked: Asked<'_>) -> Vec<Described> {
    let mut set: Vec<(&String, &String)> = layers.cluster.iter().collect();
    sort_as_hash_map(&mut set, buckets_grown_to(layers.cluster.len()), |(name, _)| name);
    set.retain(|(name, _)| asked.wants(name));
    let entries = set.into_iter().map(|(name, value)| {
        let mut entry = broker_entry(file, layers, name, Some(value.clone()));
        entry.synonyms.retain(|synonym| synonym.source == Source::ClusterDefault);
        entry.source = source_of(&entry.synonyms);
        entry
    });
    entries.collect()
}

/// A topic: its own configs over the broker's.
pub fn describe_topic(
    file: &StaticConfig,
    layers: &Layers,
    topic: &Props,
    asked: Asked<'_>,
) -> Vec<Described> {
    let settings = topic_settings(layers, topic);
    describe_resource(&keys::TOPIC, &settings, topic, asked, |name, own, value| {
        let mut synonyms = own.map_or_else(Vec::new, |_| vec![synonym(name, value.clone(), Source::Topic)]);
        if let Some(broker_key) = keys::topic_synonym(name) {
            synonyms.extend(broker_synonyms(file, layers, broker_key, false));
        }
        synonyms
    })
}

/// A group: its own configs over the broker's.
pub fn describe_group(
    file: &StaticConfig,
    layers: &Layers,
    group: &Props,
    asked: Asked<'_>,
) -> Vec<Described> {
    let settings = group_settings(layers, group);
    describe_resource(&keys::GROUP, &settings, group, asked, |name, own, value| {
        let mut synonyms = own.map_or_else(Vec::new, |_| vec![synonym(name, value.clone(), Source::Group)]);
        match (keys::group_synonym(name), keys::GROUP.get(name).map(|key| key.preset)) {
            (Some(broker_key), _) => synonyms.extend(broker_synonyms(file, layers, broker_key, false)),
            (None, Some(Preset::Text(preset))) => {
                synonyms.push(synonym(name, Some(preset.to_string()), Source::Preset));
            }
            _ => {}
        }
        synonyms
    })
}

/// A client metrics subscription.
pub fn describe_client_metrics(subscription: &Props, asked: Asked<'_>) -> Vec<Described> {
    let settings = over(Settings::presets(&keys::CLIENT_METRICS), &keys::CLIENT_METRICS, subscription);
    describe_resource(&keys::CLIENT_METRICS, &settings, subscription, asked, |name, own, value| {
        own.map_or_else(Vec::new, |_| vec![synonym(name, value.clone(), Source::ClientMetrics)])
    })
}

/// The loggers of a broker, each with its level.
pub fn describe_loggers<'a>(
    loggers: impl Iterator<Item = (&'a str, &'a str)>,
    asked: Asked<'_>,
) -> Vec<Described> {
    let entries = loggers.filter(|(name, _)| asked.wants(name)).map(|(name, level)| Described {
        name: name.to_string(),
        value: Some(level.to_string()),
        read_only: false,
        source: Source::BrokerLogger,
        is_sensitive: false,
        synonyms: Vec::new(),
        kind: None,
    });
    entries.collect()
}

/// The configs of a topic, resolved: its own where they are valid, the broker's otherwise.
pub fn topic_settings(layers: &Layers, topic: &Props) -> Settings {
    let broker = &layers.settings;
    let mut settings = Settings::presets(&keys::TOPIC);
    for key in keys::TOPIC.keys() {
        let value = match key.name {
            "segment.ms" => Some(Value::Long(relations::roll_ms(broker))),
            "segment.jitter.ms" => Some(Value::Long(relations::roll_jitter_ms(broker))),
            "retention.ms" => Some(Value::Long(relations::retention_ms(broker))),
            "flush.ms" => Some(Value::Long(relations::flush_ms(broker))),
            name => keys::topic_synonym(name).and_then(|broker_key| broker.get(broker_key)).cloned(),
        };
        if value.is_some() {
            settings.set(key.name, value);
        }
    }
    over(settings, &keys::TOPIC, topic)
}

/// The configs of a group, resolved: its own where they are valid, the broker's otherwise.
pub fn group_settings(layers: &Layers, group: &Props) -> Settings {
    let mut settings = Settings::presets(&keys::GROUP);
    for key in keys::GROUP.keys() {
        let Some(broker_key) = keys::group_synonym(key.name) else { continue };
        let value = match (key.kind, layers.settings.get(broker_key)) {
            // The first of the broker's assignors is the one a group gets.
            (Kind::String, Some(Value::List(assignors))) => {
                Some(Value::String(assignors.first().cloned().unwrap_or_default()))
            }
            (_, value) => value.cloned(),
        };
        settings.set(key.name, value);
    }
    over(settings, &keys::GROUP, group)
}

fn over(mut settings: Settings, table: &'static Table, own: &Props) -> Settings {
    for (name, text) in own {
        if let Some(key) = table.get(name)
            && let Ok(value) = Value::parse(key, text)
        {
            settings.set(name, Some(value));
        }
    }
    settings
}

fn describe_resource(
    table: &'static Table,
    settings: &Settings,
    own: &Props,
    asked: Asked<'_>,
    synonyms: impl Fn(&str, Option<&String>, &Option<String>) -> Vec<Synonym>,
) -> Vec<Described> {
    let set = extra(table, own).into_iter().map(|(name, value)| (name, Some(value.to_string())));
    let known = public(settings).into_iter().map(|(key, value)| (key.name, value.map(Value::to_text)));
    let entries = set.chain(known).filter(|(name, _)| asked.wants(name)).map(|(name, value)| {
        let kind = table.get(name).map(|key| key.kind);
        let is_sensitive = kind.is_none_or(|kind| kind == Kind::Password);
        let value = value.filter(|_| !is_sensitive);
        let synonyms = synonyms(name, own.get(name), &value);
        Described {
            name: name.to_string(),
            read_only: false,
            source: source_of(&synonyms),
            is_sensitive,
            synonyms,
            kind,
            value,
        }
    });
    entries.collect()
}

/// What is set but not among the keys that are always described: unknown and internal ones.
fn extra<'a>(table: &Table, originals: &'a Props) -> Vec<(&'a str, &'a str)> {
    let mut extra: Vec<(&str, &str)> = originals
        .iter()
        .filter(|(name, _)| table.get(name).is_none_or(|key| key.internal))
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    sort_as_hash_map(&mut extra, buckets_copied_from(originals.len()), |(name, _)| name);
    extra
}

/// Every key that is not internal, in the order of the answer.
fn public(settings: &Settings) -> Vec<(&'static Key, Option<&Value>)> {
    let mut public: Vec<_> = settings.iter().filter(|(key, _)| !key.internal).collect();
    let buckets = buckets_grown_to(public.len());
    sort_as_hash_map(&mut public, buckets, |(key, _)| key.name);
    public
}

fn broker_entry(file: &StaticConfig, layers: &Layers, name: &str, value: Option<String>) -> Described {
    let kind = keys::broker_key(name).map(|key| key.kind);
    let is_sensitive = kind.is_none_or(|kind| kind == Kind::Password);
    let synonyms = broker_synonyms(file, layers, name, is_sensitive);
    Described {
        name: name.to_string(),
        value: value.filter(|_| !is_sensitive),
        read_only: !keys::is_dynamic(name),
        source: source_of(&synonyms),
        is_sensitive,
        synonyms,
        kind,
    }
}

fn source_of(synonyms: &[Synonym]) -> Source {
    synonyms.first().map_or(Source::Preset, |synonym| synonym.source)
}

fn synonym(name: &str, value: Option<String>, source: Source) -> Synonym {
    Synonym { name: name.to_string(), value, source }
}

/// Each layer in turn, and in each layer every name that stands for the key; from the first on that bears the key's own
/// name.
fn broker_synonyms(file: &StaticConfig, layers: &Layers, name: &str, is_sensitive: bool) -> Vec<Synonym> {
    let names = keys::broker_synonyms_with_base(name);
    let mut synonyms = Vec::new();
    let layers = [
        (&layers.broker, Source::Broker),
        (&layers.cluster, Source::ClusterDefault),
        (file.originals(), Source::File),
    ];
    for (layer, source) in layers {
        for name in &names {
            if let Some(value) = layer.get(*name) {
                synonyms.push(synonym(name, Some(value.clone()).filter(|_| !is_sensitive), source));
            }
        }
    }
    for name in &names {
        if let Some(Preset::Text(preset)) = keys::BROKER.get(name).map(|key| key.preset) {
            synonyms.push(synonym(name, Some(preset.to_string()), Source::Preset));
        }
    }
    let own = synonyms.iter().position(|synonym| synonym.name == name).unwrap_or(synonyms.len());
    synonyms.drain(..own);
    synonyms
}
