//! Changes to configs: what a request may change, and which records the change becomes.
//!
//! A change is worked out over what the resource holds now, checked as a whole, and becomes writes: a value per key, or
//! none to take the key away. One wrong key refuses the resource. Whether the resource exists, whether the caller may
//! change it, and which node must be asked are not known here.
//!
//! The order of the checks is Kafka's, whose broker looks first (names, nulls, a broker's own config) and whose
//! controller looks again.

use super::Props;
use super::dynamic::{
    Layers, Scope, combine, dynamic_key, needs_listener_form, needs_one_broker, needs_restart,
};
use super::error::{Code, ConfigError};
use super::java::{buckets_grown_to, list_text, sort_as_hash_map};
use super::key::{Key, Kind, Preset, Table};
use super::keys;
use super::static_config::StaticConfig;
use super::value::Value;
use super::{client_metrics, group, reconfigure, topic};

/// What to do with a key; the number is the one on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i8)]
pub enum Op {
    Set = 0,
    Delete = 1,
    Append = 2,
    Subtract = 3,
}

impl Op {
    pub fn of_number(number: i8) -> Option<Op> {
        [Op::Set, Op::Delete, Op::Append, Op::Subtract].into_iter().find(|op| *op as i8 == number)
    }
}

/// One element of IncrementalAlterConfigs, as it came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change<'a> {
    pub key: &'a str,
    /// See [`Op`]; any number may come.
    pub op: i8,
    pub value: Option<&'a str>,
}

impl<'a> Change<'a> {
    pub fn set(key: &'a str, value: &'a str) -> Change<'a> {
        Change { key, op: Op::Set as i8, value: Some(value) }
    }
}

/// What to write to the metadata log: a value per key, none where the key goes.
pub type Writes = Vec<(String, Option<String>)>;

/// How a request changes a resource.
#[derive(Clone, Copy, Debug)]
pub enum Changes<'a> {
    /// Only the keys named.
    Incremental(&'a [Change<'a>]),
    /// Everything: what is not named goes. (The older AlterConfigs.)
    Replace(&'a [(&'a str, Option<&'a str>)]),
}

impl Changes<'_> {
    /// Whether no key is named twice and no value is missing.
    ///
    /// # Errors
    /// One of the two.
    pub fn check_form(self) -> Result<(), ConfigError> {
        let named: Vec<(&str, bool)> = match self {
            Changes::Incremental(changes) => changes
                .iter()
                .map(|change| (change.key, change.value.is_none() && change.op != Op::Delete as i8))
                .collect(),
            Changes::Replace(values) => values.iter().map(|(key, value)| (*key, value.is_none())).collect(),
        };
        let mut seen = std::collections::BTreeSet::new();
        if !named.iter().all(|(key, _)| seen.insert(*key)) {
            return Err(ConfigError::invalid_request("Error due to duplicate config keys"));
        }
        let nulls: Vec<&str> = named.iter().filter(|(_, is_null)| *is_null).map(|(key, _)| *key).collect();
        if !nulls.is_empty() {
            return Err(ConfigError::invalid_request(format!(
                "Null value not supported for : {}",
                nulls.join(", ")
            )));
        }
        Ok(())
    }
}

/// Changes a topic.
pub fn alter_topic(layers: &Layers, existing: &Props, changes: Changes<'_>) -> Result<Writes, ConfigError> {
    alter(&keys::TOPIC, existing, changes, |after| topic::check(layers, existing, after))
}

/// The configs of a topic to be made. Of a key that is given twice the later one holds.
pub fn create_topic(layers: &Layers, configs: &[(&str, Option<&str>)]) -> Result<Props, ConfigError> {
    let nulls: Vec<&str> = configs.iter().filter(|(_, value)| value.is_none()).map(|(key, _)| *key).collect();
    if !nulls.is_empty() {
        return Err(ConfigError::invalid_config(format!(
            "Null value not supported for topic configs: {}",
            nulls.join(",")
        )));
    }
    let props: Props =
        configs.iter().filter_map(|(key, value)| Some(((*key).to_string(), (*value)?.to_string()))).collect();
    topic::check(layers, &Props::new(), &props)?;
    Ok(props)
}

/// Changes a group.
pub fn alter_group(
    layers: &Layers,
    name: &str,
    existing: &Props,
    changes: Changes<'_>,
) -> Result<Writes, ConfigError> {
    alter(&keys::GROUP, existing, changes, |after| {
        if name.is_empty() {
            return Err(ConfigError::invalid_request("Default group resources are not allowed."));
        }
        group::check(layers, after)
    })
}

/// Changes a client metrics subscription.
pub fn alter_client_metrics(
    name: &str,
    existing: &Props,
    changes: Changes<'_>,
) -> Result<Writes, ConfigError> {
    alter(&keys::CLIENT_METRICS, existing, changes, |after| client_metrics::check(name, after))
}

fn alter(
    table: &'static Table,
    existing: &Props,
    changes: Changes<'_>,
    check: impl FnOnce(&Props) -> Result<(), ConfigError>,
) -> Result<Writes, ConfigError> {
    changes.check_form()?;
    let writes = writes(table, existing, changes)?;
    check(&after(existing, &writes))?;
    Ok(writes)
}

/// Changes one broker's own config, or the default of all. `layers` is what holds now, `existing` what the altered
/// resource holds in the metadata log. While eligible leader replicas are on (`elr`), the number of replicas in sync that
/// the cluster asks for is the cluster's alone, and stays.
pub fn alter_broker(
    file: &StaticConfig,
    layers: &Layers,
    elr: bool,
    scope: Scope,
    existing: &Props,
    changes: Changes<'_>,
) -> Result<Writes, ConfigError> {
    changes.check_form()?;
    let current = match scope {
        Scope::Broker => &layers.broker,
        Scope::Cluster => &layers.cluster,
    };
    if let Changes::Incremental(changes) = changes {
        for change in changes {
            check_broker_op(change)?;
        }
    }
    // What is stored but does not hold is not judged again.
    let new = match changes {
        Changes::Incremental(_) => after(current, &writes(&keys::BROKER, current, changes)?),
        Changes::Replace(values) => values
            .iter()
            .filter_map(|(key, value)| Some(((*key).to_string(), (*value)?.to_string())))
            .collect(),
    };
    check_broker(file, layers, scope, &new).map_err(|error| error.with_code(Code::InvalidRequest))?;
    let writes = writes(&keys::BROKER, existing, changes)?;
    let min_isr = writes.iter().find(|(key, _)| key == "min.insync.replicas").filter(|_| elr);
    match (min_isr, scope) {
        (Some(_), Scope::Broker) => Err(ConfigError::invalid_config(
            "Broker-level min.insync.replicas cannot be altered while ELR is enabled.",
        )),
        (Some((_, None)), Scope::Cluster) => Err(ConfigError::invalid_config(
            "Cluster-level min.insync.replicas cannot be removed while ELR is enabled.",
        )),
        _ => Ok(writes),
    }
}

fn check_broker_op(change: &Change<'_>) -> Result<(), ConfigError> {
    let op = Op::of_number(change.op)
        .ok_or_else(|| ConfigError::invalid_request(format!("Unknown operations type {}", change.op)))?;
    let verb = match op {
        Op::Set | Op::Delete => return Ok(()),
        Op::Append => "append",
        Op::Subtract => "subtract",
    };
    match keys::BROKER.get(change.key) {
        None => Err(ConfigError::invalid_config(format!("Unknown config name: {}", change.key))),
        Some(key) if key.kind != Kind::List => Err(ConfigError::invalid_config(format!(
            "Config value {verb} is not allowed for config key: {}",
            change.key
        ))),
        Some(_) => Ok(()),
    }
}

fn check_broker(file: &StaticConfig, layers: &Layers, scope: Scope, new: &Props) -> Result<(), ConfigError> {
    let refuse_any = |is_wrong: fn(&str) -> bool, words: &str| {
        let mut wrong: Vec<&str> = new.keys().map(String::as_str).filter(|name| is_wrong(name)).collect();
        let buckets = buckets_grown_to(wrong.len());
        sort_as_hash_map(&mut wrong, buckets, |name| name);
        if wrong.is_empty() {
            return Ok(());
        }
        Err(ConfigError::invalid_request(format!("{words}: {}", list_text(&wrong))))
    };
    refuse_any(needs_restart, "Cannot update these configs dynamically")?;
    refuse_any(
        needs_listener_form,
        "These security configs can be dynamically updated only per-listener using the listener prefix",
    )?;
    for (name, text) in new {
        let Some(key) = dynamic_key(name) else { continue };
        Value::parse(key, text)?;
    }
    if scope == Scope::Cluster {
        refuse_any(
            needs_one_broker,
            "Cannot update these configs at default cluster level, broker id must be specified",
        )?;
    }
    let (originals, settings, node) = match scope {
        Scope::Broker => combine(file, &layers.cluster, new)?,
        Scope::Cluster => combine(file, new, &layers.broker)?,
    };
    reconfigure::check(layers, &originals, &settings, &node)?;
    refuse_unbuilt(new)
}

/// What is refused by name in the file is refused here too.
fn refuse_unbuilt(new: &Props) -> Result<(), ConfigError> {
    for (name, text) in new {
        let Some(key) = dynamic_key(name) else { continue };
        let value = Value::parse(key, text)?;
        let text = if key.is_secret() { text.clone() } else { value.to_text() };
        if let Some(why) = keys::refusal(key, &text) {
            return Err(ConfigError::invalid_value(name, &value.to_text(), why));
        }
    }
    Ok(())
}

/// The keys that change.
fn writes(table: &'static Table, existing: &Props, changes: Changes<'_>) -> Result<Writes, ConfigError> {
    // A broker's key is written even when it stays the same: that makes brokers read their stores of keys again.
    let is_broker = std::ptr::eq(table, &keys::BROKER);
    let mut writes = Writes::new();
    let mut write = |key: &str, new: Option<String>| {
        if is_broker || existing.get(key) != new.as_ref() {
            writes.push((key.to_string(), new));
        }
    };
    match changes {
        Changes::Incremental(changes) => {
            for change in changes {
                write(change.key, new_value(table, existing, change)?);
            }
        }
        Changes::Replace(values) => {
            for (key, value) in values {
                write(key, value.map(str::to_string));
            }
            for key in existing.keys().filter(|key| !values.iter().any(|(named, _)| named == key)) {
                write(key, None);
            }
        }
    }
    Ok(writes)
}

fn new_value(
    table: &'static Table,
    existing: &Props,
    change: &Change<'_>,
) -> Result<Option<String>, ConfigError> {
    let op = Op::of_number(change.op)
        .ok_or_else(|| ConfigError { code: Code::UnknownServerError, message: String::new() })?;
    let value = change.value.unwrap_or_default();
    let name = match op {
        Op::Set => return Ok(Some(value.to_string())),
        Op::Delete => return Ok(None),
        Op::Append => "APPEND",
        Op::Subtract => "SUBTRACT",
    };
    // Kafka's controller knows the types of topic and broker keys alone.
    let has_lists = [&keys::TOPIC, &keys::BROKER].into_iter().any(|known| std::ptr::eq(known, table));
    let Some(key) = table.get(change.key).filter(|key| has_lists && key.kind == Kind::List) else {
        return Err(ConfigError::invalid_config(format!(
            "Can't {name} to key {} because its type is not LIST.",
            change.key
        )));
    };
    let mut elements = elements(key, existing.get(change.key).map(String::as_str));
    for part in java_split(value) {
        let at = elements.iter().position(|element| element == part);
        match (op, at) {
            (Op::Append, None) => elements.push(part.to_string()),
            (Op::Subtract, Some(at)) => {
                elements.remove(at);
            }
            _ => {}
        }
    }
    Ok(Some(elements.join(",")))
}

/// What is in the list now; the key's own default where nothing was set.
fn elements(key: &Key, current: Option<&str>) -> Vec<String> {
    let preset = match key.preset {
        Preset::Text(text) => text,
        Preset::Null | Preset::Required => "",
    };
    let text = current.unwrap_or(preset);
    text.split(',').filter(|element| !element.is_empty()).map(str::to_string).collect()
}

/// Split at commas, without the empty parts at the end.
fn java_split(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split(',').collect();
    while parts.len() > 1 && parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    parts
}

fn after(existing: &Props, writes: &Writes) -> Props {
    let mut after = existing.clone();
    for (key, value) in writes {
        match value {
            Some(value) => after.insert(key.clone(), value.clone()),
            None => after.remove(key),
        };
    }
    after
}
