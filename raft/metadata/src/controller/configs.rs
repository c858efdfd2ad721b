//! Dynamic configs as the controller sees them: what a key is worth to a topic, and what may be set.
//!
//! Knows nothing of any key: the registry answers through [`ConfigRules`].

use super::{Refusal, Turn};
use crate::image::ConfigMap;
use crate::records::{Record, Resource, ResourceKind};

/// What the registry of config keys knows, as far as the controller asks. It stands on the static values of this node.
pub trait ConfigRules {
    /// Whether `new`, the configs of `resource` as they would be, is acceptable; `old` is what they are.
    ///
    /// # Errors
    /// INVALID_CONFIG or INVALID_REQUEST with Kafka's sentence.
    fn validate(&self, resource: &Resource, new: &ConfigMap, old: &ConfigMap) -> Result<(), Refusal>;

    /// Whether values of the key are lists, so that elements can be appended and subtracted.
    fn is_list(&self, kind: ResourceKind, key: &str) -> bool;

    /// The value a key of that kind of resource has where nothing is set dynamically.
    fn default_value(&self, kind: ResourceKind, key: &str) -> Option<String>;

    /// The static value or default of a broker's key.
    fn static_value(&self, broker_key: &str) -> Option<String>;

    /// The broker key that gives the default of a topic's key.
    fn topic_synonym(&self, topic_key: &str) -> Option<&'static str>;

    /// Every config of a topic with `topic` set on it, over the dynamic configs of this broker and of all brokers,
    /// sorted by name.
    fn describe_topic(
        &self,
        topic: &ConfigMap,
        broker: &ConfigMap,
        cluster: &ConfigMap,
    ) -> Vec<TopicConfigRow>;
}

/// One config of a topic as CreateTopics answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopicConfigRow {
    /// The key.
    pub name: String,
    /// The value; `None` if it is null or secret.
    pub value: Option<String>,
    /// `ConfigSource` on the wire.
    pub source: i8,
    /// Whether the value is secret.
    pub sensitive: bool,
}

/// The key whose changes end eligible leadership (KIP-966): replicas counted as eligible under another minimum.
pub(super) const MIN_INSYNC_REPLICAS: &str = "min.insync.replicas";

impl Turn<'_> {
    /// What a topic's key is worth: set on the topic, on this broker, on all brokers, in this node's file, or its default.
    pub(super) fn topic_value(&self, topic: &str, key: &str) -> Option<String> {
        let state = self.state();
        if let Some(value) = state.topic_config(topic).and_then(|c| c.get(key)) {
            return Some(value.clone());
        }
        let Some(broker_key) = self.settings.rules.topic_synonym(key) else {
            return self.settings.rules.default_value(ResourceKind::TOPIC, key);
        };
        let dynamic = |config: Option<&ConfigMap>| config.and_then(|c| c.get(broker_key)).cloned();
        dynamic(state.broker_config(self.settings.node))
            .or_else(|| dynamic(state.cluster_config()))
            .or_else(|| self.settings.rules.default_value(ResourceKind::TOPIC, key))
    }

    /// The record that follows config records about `resource` when they touch the minimum of in-sync replicas.
    pub(super) fn maybe_clear_elr(&self, resource: &Resource, records: &[Record]) -> Option<Record> {
        let touched =
            records.iter().any(|r| matches!(r, Record::Config { key, .. } if key == MIN_INSYNC_REPLICAS));
        let topic = match resource.kind {
            ResourceKind::TOPIC => resource.name.clone(),
            ResourceKind::BROKER if resource.name.is_empty() => String::new(),
            _ => return None,
        };
        (touched && self.state().features.elr_enabled()).then_some(Record::ClearElr { topic })
    }
}
