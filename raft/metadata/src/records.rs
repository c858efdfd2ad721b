//! The records of the metadata log as owned values, and the version each is written in.
//!
//! The version follows from the finalised metadata.version and, for a broker's change, from what it changes; all versions can
//! be read. Knows nothing of batches or offsets; the bytes are made in [`crate::wire`].

use crate::access::{Acl, DelegationToken, QuotaEntity, ScramCredential, ScramKey};
use crate::cluster::{Broker, BrokerChange, Controller};
use crate::features::MetadataVersion;
use crate::topics::{Partition, PartitionChange};
use protocol::{BrokerId, Offset, PartitionIndex, ProducerId, Uuid};
use std::fmt;
use std::sync::Arc;

/// One record of `__cluster_metadata`, control records aside.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// A broker registered, anew or with changes.
    RegisterBroker(Arc<Broker>),
    /// A broker is gone for good.
    UnregisterBroker {
        /// The broker.
        id: BrokerId,
        /// Its epoch.
        epoch: Offset,
    },
    /// A topic, its partitions to follow.
    Topic {
        /// The name.
        name: Arc<str>,
        /// The id.
        id: Uuid,
    },
    /// A partition, new or as a snapshot holds it.
    Partition {
        /// The topic.
        topic: Uuid,
        /// The number.
        index: PartitionIndex,
        /// Everything about it.
        partition: Arc<Partition>,
    },
    /// A dynamic config set, or deleted when `value` is `None`.
    Config {
        /// On what.
        resource: Resource,
        /// The key.
        key: String,
        /// The value.
        value: Option<String>,
    },
    /// A partition changed.
    PartitionChange(Box<PartitionChange>),
    /// The form of old versions.
    FenceBroker {
        /// The broker.
        id: BrokerId,
        /// Its epoch.
        epoch: Offset,
    },
    /// The form of old versions.
    UnfenceBroker {
        /// The broker.
        id: BrokerId,
        /// Its epoch.
        epoch: Offset,
    },
    /// A topic is gone with its partitions and configs.
    RemoveTopic {
        /// The id.
        id: Uuid,
    },
    /// A delegation token made or renewed.
    DelegationToken(Arc<DelegationToken>),
    /// A SCRAM credential set.
    ScramCredential {
        /// Whose.
        key: ScramKey,
        /// What.
        credential: Arc<ScramCredential>,
    },
    /// A feature finalised at a level; 0 means not at all.
    FeatureLevel {
        /// The feature.
        name: String,
        /// The level.
        level: i16,
    },
    /// A client quota set, or removed when `value` is `None`.
    ClientQuota {
        /// Whose.
        entity: QuotaEntity,
        /// Which.
        key: String,
        /// How much.
        value: Option<f64>,
    },
    /// Producer ids below `next` are given out.
    ProducerIds {
        /// To whom the block went; -1 in a snapshot.
        broker: BrokerId,
        /// Its epoch.
        epoch: Offset,
        /// The first id not given out.
        next: ProducerId,
    },
    /// A broker's registration changed.
    BrokerChange(Box<BrokerChange>),
    /// An access control entry.
    Acl {
        /// Its id.
        id: Uuid,
        /// The entry.
        acl: Arc<Acl>,
    },
    /// An access control entry is gone.
    RemoveAcl {
        /// Its id.
        id: Uuid,
    },
    /// Nothing; moves the committed offset and its timestamp.
    NoOp,
    /// A leftover of the move from ZooKeeper.
    ZkMigrationState {
        /// 0 none, 4 after the move.
        state: i8,
    },
    /// A SCRAM credential is gone.
    RemoveScram {
        /// Whose.
        key: ScramKey,
    },
    /// What follows counts only once the transaction has ended.
    BeginTransaction {
        /// What it is for.
        name: Option<String>,
    },
    /// Everything since the begin counts.
    EndTransaction,
    /// Nothing since the begin counts.
    AbortTransaction {
        /// Why.
        reason: Option<String>,
    },
    /// A delegation token is gone.
    RemoveDelegationToken {
        /// Its id.
        id: String,
    },
    /// A controller registered.
    RegisterController(Arc<Controller>),
    /// The eligible leader replicas of a topic, or of all when the name is empty, count no more.
    ClearElr {
        /// The topic's name.
        topic: String,
    },
    /// A controller is gone for good.
    UnregisterController {
        /// The controller.
        id: BrokerId,
    },
}

impl Record {
    /// The number of its type on disk.
    #[must_use]
    pub fn kind(&self) -> u32 {
        match self {
            Self::RegisterBroker(_) => 0,
            Self::UnregisterBroker { .. } => 1,
            Self::Topic { .. } => 2,
            Self::Partition { .. } => 3,
            Self::Config { .. } => 4,
            Self::PartitionChange(_) => 5,
            Self::FenceBroker { .. } => 7,
            Self::UnfenceBroker { .. } => 8,
            Self::RemoveTopic { .. } => 9,
            Self::DelegationToken(_) => 10,
            Self::ScramCredential { .. } => 11,
            Self::FeatureLevel { .. } => 12,
            Self::ClientQuota { .. } => 14,
            Self::ProducerIds { .. } => 15,
            Self::BrokerChange(_) => 17,
            Self::Acl { .. } => 18,
            Self::RemoveAcl { .. } => 19,
            Self::NoOp => 20,
            Self::ZkMigrationState { .. } => 21,
            Self::RemoveScram { .. } => 22,
            Self::BeginTransaction { .. } => 23,
            Self::EndTransaction => 24,
            Self::AbortTransaction { .. } => 25,
            Self::RemoveDelegationToken { .. } => 26,
            Self::RegisterController(_) => 27,
            Self::ClearElr { .. } => 28,
            Self::UnregisterController { .. } => 29,
        }
    }

    /// The version it is written in at `level`.
    #[must_use]
    pub fn version(&self, level: MetadataVersion) -> i16 {
        match self {
            Self::RegisterBroker(_) => level.register_broker_record_version(),
            Self::Partition { .. } => level.partition_record_version(),
            Self::PartitionChange(_) => level.partition_change_record_version(),
            Self::BrokerChange(change) => match **change {
                BrokerChange { cordoned: Some(_), .. } => 3,
                BrokerChange { log_dirs: Some(_), .. } => 2,
                BrokerChange { in_controlled_shutdown: Some(_), .. } => 1,
                _ => 0,
            },
            _ => 0,
        }
    }
}

/// What a dynamic config is set on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resource {
    /// The kind.
    pub kind: ResourceKind,
    /// The name; empty for the default of all brokers.
    pub name: String,
}

/// `ConfigResource.Type` as the number on the wire; numbers that are not named here are kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceKind(pub i8);

impl ResourceKind {
    /// A topic.
    pub const TOPIC: Self = Self(2);
    /// A broker, or all of them.
    pub const BROKER: Self = Self(4);
    /// The loggers of a broker; never in the log.
    pub const BROKER_LOGGER: Self = Self(8);
    /// A client metrics subscription.
    pub const CLIENT_METRICS: Self = Self(16);
    /// A group.
    pub const GROUP: Self = Self(32);

    /// Kafka's name, `None` for a number it does not know.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::TOPIC => "TOPIC",
            Self::BROKER => "BROKER",
            Self::BROKER_LOGGER => "BROKER_LOGGER",
            Self::CLIENT_METRICS => "CLIENT_METRICS",
            Self::GROUP => "GROUP",
            _ => return None,
        })
    }
}

impl fmt::Debug for ResourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "{}", self.0),
        }
    }
}

impl Resource {
    /// The topic's configs.
    #[must_use]
    pub fn topic(name: &str) -> Self {
        Self { kind: ResourceKind::TOPIC, name: name.to_owned() }
    }

    /// One broker's configs.
    #[must_use]
    pub fn broker(id: BrokerId) -> Self {
        Self { kind: ResourceKind::BROKER, name: id.to_string() }
    }

    /// The default of all brokers.
    #[must_use]
    pub fn cluster() -> Self {
        Self { kind: ResourceKind::BROKER, name: String::new() }
    }
}
