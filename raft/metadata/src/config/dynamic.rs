//! The layers of one broker's config: the file, the default of the cluster, and what was set for this broker.
//!
//! A stored value that cannot hold is left out, as Kafka leaves it out: the metadata log may hold keys that cannot change
//! at run time, values of another version, and nonsense. Who wrote the layers, and when, is not known here.
//!
//! Invariant: `settings` always passes all relations, because a combination that does not is not taken over.

use super::Props;
use super::error::ConfigError;
use super::key::{Key, Listener, Update};
use super::keys;
use super::relations::{self, Node};
use super::settings::Settings;
use super::static_config::{Refused, StaticConfig};
use super::value::Value;

/// Keys that may change at run time only in their listener's form: the stores that TLS reads.
const LISTENER_FORM_ONLY: [&str; 10] = [
    "ssl.key.password",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "ssl.keystore.type",
    "ssl.truststore.certificates",
    "ssl.truststore.location",
    "ssl.truststore.password",
    "ssl.truststore.type",
];

/// One broker's config, resolved.
#[derive(Clone, PartialEq, Debug)]
pub struct Layers {
    /// What holds of the cluster's default.
    pub cluster: Props,
    /// What holds of this broker's own.
    pub broker: Props,
    /// The text of everything that is set, the winning layer of each key.
    pub originals: Props,
    pub settings: Settings,
    pub node: Node,
    /// Why what was set at run time was left out of `settings`, if it was.
    pub ignored: Option<ConfigError>,
}

impl Layers {
    /// Resolves the layers. What cannot be combined is left out: first this broker's own, then the cluster's default too.
    pub fn resolve(file: &StaticConfig, cluster: &Props, broker: &Props) -> Layers {
        let cluster = applicable(cluster, Scope::Cluster);
        let broker = applicable(broker, Scope::Broker);
        let none = Props::new();
        let mut ignored = None;
        let mut resolved = None;
        for (cluster, broker) in [(&cluster, &broker), (&cluster, &none), (&none, &none)] {
            match combine(file, cluster, broker) {
                Ok(combined) => {
                    resolved = Some(combined);
                    break;
                }
                Err(error) => ignored = ignored.or(Some(error)),
            }
        }
        let (originals, settings, node) = resolved
            .unwrap_or_else(|| (file.originals().clone(), file.settings().clone(), file.node.clone()));
        Layers { cluster, broker, originals, settings, node, ignored }
    }
}

impl Layers {
    /// What was set at run time, by a Kafka that ran here before, and cannot be accepted: the caller must say so.
    pub fn refused(&self) -> Vec<Refused> {
        let mut refused = Vec::new();
        for (name, text) in self.cluster.iter().chain(&self.broker) {
            let Some(key) = dynamic_key(name) else { continue };
            let text = match Value::parse(key, text) {
                Ok(Value::Password(secret)) => secret,
                Ok(value) => value.to_text(),
                Err(_) => continue,
            };
            if let Some(why) = keys::refusal(key, &text) {
                refused.push(Refused { key: name.clone(), why });
            }
        }
        refused
    }
}

/// The file with both layers over it, checked.
pub(super) fn combine(
    file: &StaticConfig,
    cluster: &Props,
    broker: &Props,
) -> Result<(Props, Settings, Node), ConfigError> {
    let mut originals = file.originals().clone();
    lay_over(&mut originals, cluster);
    lay_over(&mut originals, broker);
    let settings = Settings::parse(&keys::BROKER, &originals)?;
    let node = relations::check(&originals, &settings)?;
    Ok((originals, settings, node))
}

/// A key takes its synonyms away from the layer below, so that the upper layer wins even by the lesser name.
fn lay_over(below: &mut Props, layer: &Props) {
    for (name, value) in layer {
        for synonym in keys::broker_synonyms(name) {
            below.remove(synonym);
        }
        below.insert(name.clone(), value.clone());
    }
}

/// Whose config is altered or applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// One broker.
    Broker,
    /// The default of all brokers.
    Cluster,
}

/// Whether the key is one that only a restart changes.
pub(super) fn needs_restart(name: &str) -> bool {
    keys::BROKER.get(name).is_some_and(|key| key.update == Update::ReadOnly)
}

pub(super) fn needs_listener_form(name: &str) -> bool {
    LISTENER_FORM_ONLY.contains(&name)
}

/// Whether the key may be set for single brokers only.
pub(super) fn needs_one_broker(name: &str) -> bool {
    match keys::listener_base(name) {
        Some(base) => keys::BROKER.get(base).is_none_or(|key| key.listener != Listener::Cluster),
        None => keys::BROKER.get(name).is_some_and(|key| key.update == Update::PerBroker),
    }
}

/// The key whose type and rule a value set at run time must pass, if there is one. Keys that need a restart have none:
/// in the form of a listener anything goes for them.
pub(super) fn dynamic_key(name: &str) -> Option<&'static Key> {
    let name = keys::listener_base(name).unwrap_or(name);
    let key = keys::BROKER.get(name).filter(|key| key.update != Update::ReadOnly);
    key.or_else(|| keys::DYNAMIC_ONLY.get(name))
}

fn applicable(layer: &Props, scope: Scope) -> Props {
    let holds = |(name, value): &(&String, &String)| {
        !needs_restart(name)
            && !needs_listener_form(name)
            && (scope == Scope::Broker || !needs_one_broker(name))
            && dynamic_key(name).is_none_or(|key| Value::parse(key, value).is_ok())
    };
    layer.iter().filter(holds).map(|(name, value)| (name.clone(), value.clone())).collect()
}
