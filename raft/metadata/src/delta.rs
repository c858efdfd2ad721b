//! What changed between two images, in the form shards act on.
//!
//! A delta is found by comparing, never by listening to records: the two images share what did not change, so the cost
//! follows the change. Loading a snapshot gives a delta like any batch. Shards apply deltas in the order of their offsets.
//!
//! Knows nothing of who leads or hosts what; each shard looks for itself in `before` and `after`.

use crate::access::{Acl, QuotaEntity, ScramKey};
use crate::cluster::{Broker, Controller};
use crate::image::{Image, Provenance};
use crate::records::{Resource, ResourceKind};
use crate::topics::{Partition, Topic};
use protocol::{BrokerId, PartitionIndex, Uuid};
use std::sync::Arc;

/// See the module's comment.
#[derive(Clone, Debug)]
pub struct Delta {
    /// Where the older image ends.
    pub from: Provenance,
    /// Where the newer image ends.
    pub to: Provenance,
    /// A finalised level changed.
    pub features: bool,
    /// Topics gone, then topics new or changed, each by topic id.
    pub topics: Vec<TopicDelta>,
    /// Brokers that came, went or changed.
    pub brokers: Vec<Change<BrokerId, Arc<Broker>>>,
    /// Controllers that came, went or changed.
    pub controllers: Vec<Change<BrokerId, Arc<Controller>>>,
    /// Resources with other configs than before; those of a topic that is gone among them.
    pub configs: Vec<Resource>,
    /// Entities with other quotas than before.
    pub quotas: Vec<QuotaEntity>,
    /// Producer ids were given out.
    pub producer_ids: bool,
    /// Access control entries that came or went.
    pub acls: Vec<Change<Uuid, Arc<Acl>>>,
    /// SCRAM credentials that came, went or changed.
    pub scram: Vec<ScramKey>,
    /// Delegation tokens that came, went or changed.
    pub tokens: Vec<String>,
}

/// One value in the older and the newer image; `None` where it is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<K, V> {
    /// Which.
    pub key: K,
    /// In the older image.
    pub before: Option<V>,
    /// In the newer image.
    pub after: Option<V>,
}

/// What happened to a topic.
#[derive(Clone, Debug)]
pub struct TopicDelta {
    /// The topic; as it was when it is gone, as it is otherwise.
    pub topic: Arc<Topic>,
    /// Came, went or changed.
    pub kind: TopicChange,
    /// The partitions that came, went or changed; all of them when the topic came or went.
    pub partitions: Vec<Change<PartitionIndex, Arc<Partition>>>,
}

/// Whether a topic came, went, or has other partitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopicChange {
    /// New.
    Created,
    /// Gone; a topic of the same name may come in the same delta, under another id.
    Deleted,
    /// Partitions were added or changed.
    Changed,
}

impl Delta {
    /// What leads from `before` to `after`.
    #[must_use]
    pub fn between(before: &Image, after: &Image) -> Self {
        let mut delta = Self {
            from: before.provenance,
            to: after.provenance,
            features: before.kraft_version != after.kraft_version
                || (!Arc::ptr_eq(&before.features, &after.features) && before.features != after.features),
            topics: Vec::new(),
            brokers: Vec::new(),
            controllers: Vec::new(),
            configs: Vec::new(),
            quotas: Vec::new(),
            producer_ids: before.next_producer_id != after.next_producer_id,
            acls: Vec::new(),
            scram: Vec::new(),
            tokens: Vec::new(),
        };
        before.topics().differences(after.topics(), same, |d| delta.topics.push(topic(d.before, d.after)));
        delta.topics.sort_by_key(|t| t.kind != TopicChange::Deleted);
        before.brokers.differences(&after.brokers, same, |d| {
            delta.brokers.push(Change { key: *d.key, before: d.before.cloned(), after: d.after.cloned() });
        });
        before.controllers.differences(&after.controllers, same, |d| {
            delta.controllers.push(Change {
                key: *d.key,
                before: d.before.cloned(),
                after: d.after.cloned(),
            });
        });
        before.topic_configs().differences(after.topic_configs(), same, |d| {
            delta.configs.push(Resource { kind: ResourceKind::TOPIC, name: d.key.to_string() });
        });
        before
            .other_configs()
            .differences(after.other_configs(), same, |d| delta.configs.push(d.key.clone()));
        before.quotas.differences(&after.quotas, same, |d| delta.quotas.push(d.key.clone()));
        before.acls.differences(&after.acls, same, |d| {
            delta.acls.push(Change { key: *d.key, before: d.before.cloned(), after: d.after.cloned() });
        });
        before.scram.differences(&after.scram, same, |d| delta.scram.push(d.key.clone()));
        before.tokens.differences(&after.tokens, same, |d| delta.tokens.push(d.key.clone()));
        delta
    }

    /// Whether nothing but the provenance changed, as after a NoOp record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.features
            && !self.producer_ids
            && self.topics.is_empty()
            && self.brokers.is_empty()
            && self.controllers.is_empty()
            && self.configs.is_empty()
            && self.quotas.is_empty()
            && self.acls.is_empty()
            && self.scram.is_empty()
            && self.tokens.is_empty()
    }
}

fn same<T: PartialEq>(a: &Arc<T>, b: &Arc<T>) -> bool {
    Arc::ptr_eq(a, b) || a == b
}

fn topic(before: Option<&Arc<Topic>>, after: Option<&Arc<Topic>>) -> TopicDelta {
    let all = |t: &Arc<Topic>, gone: bool| {
        t.partitions
            .iter()
            .map(|(index, p)| {
                let p = Some(Arc::clone(p));
                let (before, after) = if gone { (p, None) } else { (None, p) };
                Change { key: *index, before, after }
            })
            .collect()
    };
    match (before, after) {
        (Some(old), None) => {
            TopicDelta { topic: Arc::clone(old), kind: TopicChange::Deleted, partitions: all(old, true) }
        }
        (None, Some(new)) => {
            TopicDelta { topic: Arc::clone(new), kind: TopicChange::Created, partitions: all(new, false) }
        }
        (Some(old), Some(new)) => {
            let mut partitions = Vec::new();
            old.partitions.differences(&new.partitions, same, |d| {
                partitions.push(Change { key: *d.key, before: d.before.cloned(), after: d.after.cloned() });
            });
            TopicDelta { topic: Arc::clone(new), kind: TopicChange::Changed, partitions }
        }
        (None, None) => unreachable!("a difference has at least one side"),
    }
}
