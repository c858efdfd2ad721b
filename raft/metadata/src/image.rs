//! The cluster's metadata at one offset: immutable, cheap to copy, sharing structure with its predecessors.
//!
//! Records are applied one by one with [`Image::apply`]; whoever publishes copies the image first and compares the two
//! (see [`crate::delta`]). Transactions of the log are none of its business (see [`crate::replay`]).
//!
//! Invariants: `topic_ids` and `topics` hold the same topics. A record that cannot be applied leaves the image as it was.

use crate::access::{Acl, DelegationToken, QuotaEntity, ScramCredential, ScramKey};
use crate::cluster::{Broker, BrokerChange, Controller, Endpoint};
use crate::features::{Features, METADATA_VERSION, MetadataVersion};
use crate::records::{Record, Resource, ResourceKind};
use crate::shared::SharedMap;
use crate::topics::{Partition, PartitionChange, Topic};
use protocol::{BrokerId, LeaderEpoch, Offset, PartitionIndex, ProducerId, Timestamp, Uuid};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The dynamic configs of one resource, by key.
pub type ConfigMap = BTreeMap<String, String>;
/// The quotas of one entity, by key.
pub type QuotaMap = BTreeMap<String, f64>;

/// See the module's comment.
#[derive(Clone, Debug)]
pub struct Image {
    /// Up to where the log is in here.
    pub provenance: Provenance,
    /// Finalised levels.
    pub features: Arc<Features>,
    /// The finalised level of kraft.version, which the quorum's control records hold; snapshots do not write it.
    pub kraft_version: i16,
    /// Registered brokers.
    pub brokers: SharedMap<BrokerId, Arc<Broker>>,
    /// Registered controllers.
    pub controllers: SharedMap<BrokerId, Arc<Controller>>,
    topics: SharedMap<Uuid, Arc<Topic>>,
    topic_ids: SharedMap<Arc<str>, Uuid>,
    topic_configs: SharedMap<Box<str>, Arc<ConfigMap>>,
    /// Everything configured but topics.
    other_configs: SharedMap<Resource, Arc<ConfigMap>>,
    /// Client quotas.
    pub quotas: SharedMap<QuotaEntity, Arc<QuotaMap>>,
    /// The first producer id not given out; -1 while none was.
    pub next_producer_id: ProducerId,
    /// Access control entries by id.
    pub acls: SharedMap<Uuid, Arc<Acl>>,
    /// SCRAM credentials.
    pub scram: SharedMap<ScramKey, Arc<ScramCredential>>,
    /// Delegation tokens by id.
    pub tokens: SharedMap<String, Arc<DelegationToken>>,
}

/// Where an image ends in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The last offset that is in it, -1 for none. Inclusive.
    pub last: Offset,
    /// The leader epoch of that offset.
    pub epoch: LeaderEpoch,
    /// The timestamp of that batch.
    pub timestamp: Timestamp,
}

impl Default for Provenance {
    fn default() -> Self {
        Self { last: Offset::NONE, epoch: LeaderEpoch::NONE, timestamp: Timestamp::NONE }
    }
}

/// A record that does not fit the image it meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApplyError {
    /// A topic of that name is there.
    DuplicateTopic(Arc<str>),
    /// No topic has that id.
    UnknownTopic(Uuid),
    /// No topic has that name.
    UnknownTopicName(String),
    /// The topic has no such partition.
    UnknownPartition(Uuid, PartitionIndex),
    /// No broker has registered with that id and epoch.
    UnknownBroker(BrokerId, Offset),
    /// No controller has registered with that id.
    UnknownController(BrokerId),
    /// No access control entry has that id.
    UnknownAcl(Uuid),
    /// A level this release cannot run.
    UnsupportedFeature(String, i16),
    /// A transaction record where none can stand.
    Transaction(&'static str),
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateTopic(name) => write!(f, "topic {name} is there already"),
            Self::UnknownTopic(id) => write!(f, "no topic has id {id}"),
            Self::UnknownTopicName(name) => write!(f, "no topic has name {name}"),
            Self::UnknownPartition(id, index) => write!(f, "topic {id} has no partition {index}"),
            Self::UnknownBroker(id, epoch) => write!(f, "broker {id} with epoch {epoch} is not registered"),
            Self::UnknownController(id) => write!(f, "controller {id} is not registered"),
            Self::UnknownAcl(id) => write!(f, "no access control entry has id {id}"),
            Self::UnsupportedFeature(name, level) => write!(f, "level {level} of {name} is not supported"),
            Self::Transaction(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ApplyError {}

impl Image {
    /// The image of an empty log.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            provenance: Provenance::default(),
            features: Arc::default(),
            kraft_version: 0,
            brokers: SharedMap::new(),
            controllers: SharedMap::new(),
            topics: SharedMap::new(),
            topic_ids: SharedMap::new(),
            topic_configs: SharedMap::new(),
            other_configs: SharedMap::new(),
            quotas: SharedMap::new(),
            next_producer_id: ProducerId::NONE,
            acls: SharedMap::new(),
            scram: SharedMap::new(),
            tokens: SharedMap::new(),
        }
    }

    /// The finalised metadata.version.
    #[must_use]
    pub fn metadata_version(&self) -> MetadataVersion {
        self.features.metadata_version
    }

    // Topics.

    /// All topics by id.
    #[must_use]
    pub fn topics(&self) -> &SharedMap<Uuid, Arc<Topic>> {
        &self.topics
    }

    /// The id of every topic by name, rising.
    #[must_use]
    pub fn topic_ids(&self) -> &SharedMap<Arc<str>, Uuid> {
        &self.topic_ids
    }

    /// The topic with that id.
    #[must_use]
    pub fn topic(&self, id: Uuid) -> Option<&Arc<Topic>> {
        self.topics.get(&id)
    }

    /// The topic with that name.
    #[must_use]
    pub fn topic_named(&self, name: &str) -> Option<&Arc<Topic>> {
        self.topics.get(self.topic_ids.get(name)?)
    }

    /// The topics in the order of their names, from `name` on.
    pub fn topics_from(&self, name: &str) -> impl Iterator<Item = &Arc<Topic>> {
        self.topic_ids.range_from(name).filter_map(|(_, id)| self.topics.get(id))
    }

    /// One partition.
    #[must_use]
    pub fn partition(&self, topic: Uuid, index: PartitionIndex) -> Option<&Arc<Partition>> {
        self.topics.get(&topic)?.partitions.get(&index)
    }

    /// Every partition, by topic id and number.
    pub fn partitions(&self) -> impl Iterator<Item = (&Arc<Topic>, PartitionIndex, &Arc<Partition>)> {
        self.topics
            .values()
            .flat_map(|topic| topic.partitions.iter().map(move |(index, p)| (topic, *index, p)))
    }

    /// The number of partitions of all topics.
    #[must_use]
    pub fn partition_count(&self) -> usize {
        self.topics.values().map(|t| t.partitions.len()).sum()
    }

    // Brokers.

    /// The brokers that clients are shown: registered and not fenced.
    pub fn alive_brokers(&self) -> impl Iterator<Item = &Arc<Broker>> {
        self.brokers.values().filter(|b| !b.fenced)
    }

    /// The address of an alive broker on a listener.
    #[must_use]
    pub fn endpoint(&self, broker: BrokerId, listener: &str) -> Option<&Endpoint> {
        self.brokers.get(&broker).filter(|b| !b.fenced)?.endpoint(listener)
    }

    // Configs.

    /// The configs set on a topic itself.
    #[must_use]
    pub fn topic_config(&self, topic: &str) -> Option<&ConfigMap> {
        self.topic_configs.get(topic).map(|c| &**c)
    }

    /// The dynamic configs of all brokers.
    #[must_use]
    pub fn cluster_config(&self) -> Option<&ConfigMap> {
        self.config(&Resource::cluster())
    }

    /// The dynamic configs of one broker.
    #[must_use]
    pub fn broker_config(&self, broker: BrokerId) -> Option<&ConfigMap> {
        self.config(&Resource::broker(broker))
    }

    /// The configs set on any resource.
    #[must_use]
    pub fn config(&self, resource: &Resource) -> Option<&ConfigMap> {
        if resource.kind == ResourceKind::TOPIC {
            self.topic_config(&resource.name)
        } else {
            self.other_configs.get(resource).map(|c| &**c)
        }
    }

    /// Every resource of one kind that has a config.
    pub fn configured(&self, kind: ResourceKind) -> impl Iterator<Item = (&str, &ConfigMap)> {
        let topics =
            (kind == ResourceKind::TOPIC).then(|| self.topic_configs.iter().map(|(name, c)| (&**name, &**c)));
        topics.into_iter().flatten().chain(
            self.other_configs
                .iter()
                .filter(move |(r, _)| r.kind == kind)
                .map(|(r, c)| (r.name.as_str(), &**c)),
        )
    }

    pub(crate) fn topic_configs(&self) -> &SharedMap<Box<str>, Arc<ConfigMap>> {
        &self.topic_configs
    }

    pub(crate) fn other_configs(&self) -> &SharedMap<Resource, Arc<ConfigMap>> {
        &self.other_configs
    }

    // Records.

    /// Applies one record. Transaction records are refused: [`crate::replay::Replay`] keeps them away.
    ///
    /// # Errors
    /// The record does not fit; nothing was changed.
    pub fn apply(&mut self, record: &Record) -> Result<(), ApplyError> {
        match record {
            Record::RegisterBroker(broker) => {
                self.brokers.insert(broker.id, Arc::clone(broker));
            }
            Record::UnregisterBroker { id, epoch } => {
                self.check_broker(*id, *epoch)?;
                self.brokers.remove(id);
            }
            Record::Topic { name, id } => {
                if self.topic_ids.contains_key(&**name) {
                    return Err(ApplyError::DuplicateTopic(Arc::clone(name)));
                }
                self.topic_ids.insert(Arc::clone(name), *id);
                let topic = Topic { name: Arc::clone(name), id: *id, partitions: SharedMap::new() };
                if let Some(other) = self.topics.insert(*id, Arc::new(topic)) {
                    self.topic_ids.remove(&*other.name);
                }
            }
            Record::Partition { topic, index, partition } => {
                self.topic_mut(*topic)?.partitions.insert(*index, Arc::clone(partition));
            }
            Record::PartitionChange(change) => self.change_partition(change)?,
            Record::RemoveTopic { id } => {
                let topic = self.topics.remove(id).ok_or(ApplyError::UnknownTopic(*id))?;
                self.topic_ids.remove(&*topic.name);
                self.topic_configs.remove(&*topic.name);
            }
            Record::ClearElr { topic } => self.clear_elr(topic)?,
            Record::Config { resource, key, value } => self.set_config(resource, key, value.as_deref()),
            Record::FenceBroker { id, epoch } => {
                self.change_broker(&BrokerChange { fenced: Some(true), ..BrokerChange::of(*id, *epoch) })?;
            }
            Record::UnfenceBroker { id, epoch } => {
                self.change_broker(&BrokerChange { fenced: Some(false), ..BrokerChange::of(*id, *epoch) })?;
            }
            Record::BrokerChange(change) => self.change_broker(change)?,
            Record::RegisterController(controller) => {
                self.controllers.insert(controller.id, Arc::clone(controller));
            }
            Record::UnregisterController { id } => {
                self.controllers.remove(id).ok_or(ApplyError::UnknownController(*id))?;
            }
            Record::FeatureLevel { name, level } => self.set_feature(name, *level)?,
            Record::ZkMigrationState { state } => {
                Arc::make_mut(&mut self.features).zk_migration_state = *state
            }
            Record::ClientQuota { entity, key, value } => self.set_quota(entity, key, *value),
            Record::ProducerIds { next, .. } => self.next_producer_id = *next,
            Record::Acl { id, acl } => {
                self.acls.insert(*id, Arc::clone(acl));
            }
            Record::RemoveAcl { id } => {
                self.acls.remove(id).ok_or(ApplyError::UnknownAcl(*id))?;
            }
            Record::ScramCredential { key, credential } => {
                self.scram.insert(key.clone(), Arc::clone(credential));
            }
            Record::RemoveScram { key } => {
                self.scram.remove(key);
            }
            Record::DelegationToken(token) => {
                self.tokens.insert(token.id.clone(), Arc::clone(token));
            }
            Record::RemoveDelegationToken { id } => {
                self.tokens.remove(id.as_str());
            }
            Record::NoOp => {}
            Record::BeginTransaction { .. } | Record::EndTransaction | Record::AbortTransaction { .. } => {
                return Err(ApplyError::Transaction("a transaction record reached the image itself"));
            }
        }
        Ok(())
    }

    fn topic_mut(&mut self, id: Uuid) -> Result<&mut Topic, ApplyError> {
        self.topics.get_mut(&id).map(Arc::make_mut).ok_or(ApplyError::UnknownTopic(id))
    }

    fn change_partition(&mut self, change: &PartitionChange) -> Result<(), ApplyError> {
        let unknown = ApplyError::UnknownPartition(change.topic, change.partition);
        // Looked up first, so that a refused change copies nothing.
        let topic = self.topics.get(&change.topic).ok_or(ApplyError::UnknownTopic(change.topic))?;
        let next = topic.partitions.get(&change.partition).ok_or(unknown)?.merge(change);
        self.topic_mut(change.topic)?.partitions.insert(change.partition, Arc::new(next));
        Ok(())
    }

    fn clear_elr(&mut self, topic: &str) -> Result<(), ApplyError> {
        let named = if topic.is_empty() {
            None
        } else {
            Some(*self.topic_ids.get(topic).ok_or_else(|| ApplyError::UnknownTopicName(topic.to_owned()))?)
        };
        let changes: Vec<_> = self
            .topics
            .values()
            .filter(|t| named.is_none_or(|id| id == t.id))
            .flat_map(|t| t.partitions.iter().map(|(index, p)| (t.id, *index, p)))
            .filter(|(_, _, p)| !p.elr.is_empty() || !p.last_known_elr.is_empty())
            .map(|(id, index, _)| PartitionChange {
                elr: Some(Vec::new()),
                last_known_elr: Some(Vec::new()),
                ..PartitionChange::of(id, index)
            })
            .collect();
        for change in changes {
            self.change_partition(&change)?;
        }
        Ok(())
    }

    fn check_broker(&self, id: BrokerId, epoch: Offset) -> Result<&Arc<Broker>, ApplyError> {
        self.brokers.get(&id).filter(|b| b.epoch == epoch).ok_or(ApplyError::UnknownBroker(id, epoch))
    }

    fn change_broker(&mut self, change: &BrokerChange) -> Result<(), ApplyError> {
        let broker = self.check_broker(change.id, change.epoch)?;
        let next = broker.merge(change);
        if next != **broker {
            self.brokers.insert(change.id, Arc::new(next));
        }
        Ok(())
    }

    fn set_config(&mut self, resource: &Resource, key: &str, value: Option<&str>) {
        if resource.kind == ResourceKind::TOPIC {
            set_in(
                &mut self.topic_configs,
                resource.name.as_str(),
                || resource.name.as_str().into(),
                key,
                value.map(str::to_owned),
            );
        } else {
            set_in(&mut self.other_configs, resource, || resource.clone(), key, value.map(str::to_owned));
        }
    }

    fn set_quota(&mut self, entity: &QuotaEntity, key: &str, value: Option<f64>) {
        set_in(&mut self.quotas, entity, || entity.clone(), key, value);
    }

    fn set_feature(&mut self, name: &str, level: i16) -> Result<(), ApplyError> {
        if let Some(feature) = crate::features::feature(name)
            && !(feature.min..=feature.max).contains(&level)
        {
            return Err(ApplyError::UnsupportedFeature(name.to_owned(), level));
        }
        let features = Arc::make_mut(&mut self.features);
        if name == METADATA_VERSION {
            features.metadata_version = MetadataVersion(level);
        } else if level == 0 {
            features.levels.remove(name);
        } else {
            features.levels.insert(name.to_owned(), level);
        }
        Ok(())
    }
}

/// Sets or removes one key in a map of maps; a map left empty goes.
fn set_in<K, Q, V>(
    all: &mut SharedMap<K, Arc<BTreeMap<String, V>>>,
    at: &Q,
    own: impl FnOnce() -> K,
    key: &str,
    value: Option<V>,
) where
    K: Ord + Clone + std::borrow::Borrow<Q>,
    Q: Ord + ?Sized,
    V: Clone,
{
    match (all.get(at), value) {
        (None, None) => {}
        (None, Some(value)) => {
            all.insert(own(), Arc::new(BTreeMap::from([(key.to_owned(), value)])));
        }
        (Some(map), None) if map.len() == 1 && map.contains_key(key) => {
            all.remove(at);
        }
        (Some(_), value) => {
            let map = Arc::make_mut(all.get_mut(at).expect("the key was just found"));
            match value {
                Some(value) => {
                    map.insert(key.to_owned(), value);
                }
                None => {
                    map.remove(key);
                }
            }
        }
    }
}

impl PartialEq for Image {
    /// Whether both describe the same cluster, wherever they came from.
    fn eq(&self, other: &Self) -> bool {
        self.features == other.features
            && self.brokers == other.brokers
            && self.controllers == other.controllers
            && self.topics == other.topics
            && self.topic_ids == other.topic_ids
            && self.topic_configs == other.topic_configs
            && self.other_configs == other.other_configs
            && self.quotas == other.quotas
            && self.next_producer_id == other.next_producer_id
            && self.acls == other.acls
            && self.scram == other.scram
            && self.tokens == other.tokens
    }
}
