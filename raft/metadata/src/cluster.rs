//! The nodes of the cluster: brokers and controllers as they registered, and how a registration changes.
//!
//! Knows nothing of sessions or heartbeats; those live in the controller.

use protocol::{BrokerId, Offset, Uuid};

/// One address a node listens on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The listener's name.
    pub listener: String,
    /// The advertised host.
    pub host: String,
    /// The advertised port.
    pub port: u16,
    /// `SecurityProtocol` as a number: 0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL.
    pub security_protocol: i16,
}

/// The levels of one feature a node can run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportedFeature {
    /// The feature's name.
    pub name: String,
    /// The lowest level.
    pub min: i16,
    /// The highest level.
    pub max: i16,
}

/// A broker's registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broker {
    /// `node.id`.
    pub id: BrokerId,
    /// The offset of the record that registered this incarnation; what the broker shows as `brokerEpoch`.
    pub epoch: Offset,
    /// Drawn by the broker at each start.
    pub incarnation: Uuid,
    /// In the order the broker gave.
    pub endpoints: Vec<Endpoint>,
    /// In the order the broker gave.
    pub features: Vec<SupportedFeature>,
    /// `broker.rack`.
    pub rack: Option<String>,
    /// Fenced brokers lead nothing and are not shown to clients.
    pub fenced: bool,
    /// Set while the broker has asked to go and its leaderships move away.
    pub in_controlled_shutdown: bool,
    /// The ids of its online log dirs (KIP-858).
    pub log_dirs: Vec<Uuid>,
    /// The log dirs that take no new replicas; `None` until the broker has said so (KIP-1066).
    pub cordoned: Option<Vec<Uuid>>,
    /// A leftover of the move from ZooKeeper; never true in what we write.
    pub migrating_zk: bool,
}

impl Broker {
    /// Neither fenced nor shutting down: may lead, and is shown to clients.
    #[must_use]
    pub fn is_active(&self) -> bool {
        !self.fenced && !self.in_controlled_shutdown
    }

    /// Its address on that listener.
    #[must_use]
    pub fn endpoint(&self, listener: &str) -> Option<&Endpoint> {
        self.endpoints.iter().find(|e| e.listener == listener)
    }

    /// The range of `feature` it can run.
    #[must_use]
    pub fn feature(&self, name: &str) -> Option<&SupportedFeature> {
        self.features.iter().find(|f| f.name == name)
    }

    /// Whether a replica in `dir` is online on this broker: the ids that name no particular dir count as online,
    /// except `LOST`, and so does every dir of a broker that told none.
    #[must_use]
    pub fn has_online_dir(&self, dir: Uuid) -> bool {
        use crate::topics::directory::{MIGRATING, UNASSIGNED};
        self.log_dirs.is_empty() || dir == UNASSIGNED || dir == MIGRATING || self.log_dirs.contains(&dir)
    }

    /// This registration after `change`.
    #[must_use]
    pub fn merge(&self, change: &BrokerChange) -> Self {
        let mut next = self.clone();
        if let Some(fenced) = change.fenced {
            next.fenced = fenced;
        }
        if let Some(going) = change.in_controlled_shutdown {
            next.in_controlled_shutdown = going;
        }
        if let Some(dirs) = &change.log_dirs {
            next.log_dirs.clone_from(dirs);
        }
        if let Some(cordoned) = &change.cordoned {
            next.cordoned = Some(cordoned.clone());
        }
        next
    }
}

/// What a `BrokerRegistrationChangeRecord` changes; `None` leaves a field as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerChange {
    /// The broker.
    pub id: BrokerId,
    /// Its epoch; a change for another epoch is refused.
    pub epoch: Offset,
    /// The new fencing.
    pub fenced: Option<bool>,
    /// The new state of controlled shutdown.
    pub in_controlled_shutdown: Option<bool>,
    /// The log dirs that are online from here on; never empty in a record that changes them.
    pub log_dirs: Option<Vec<Uuid>>,
    /// The log dirs that are cordoned from here on.
    pub cordoned: Option<Vec<Uuid>>,
}

impl BrokerChange {
    /// A change that changes nothing yet.
    #[must_use]
    pub fn of(id: BrokerId, epoch: Offset) -> Self {
        Self { id, epoch, fenced: None, in_controlled_shutdown: None, log_dirs: None, cordoned: None }
    }
}

/// A controller's registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Controller {
    /// `node.id`.
    pub id: BrokerId,
    /// Drawn by the controller at each start.
    pub incarnation: Uuid,
    /// A leftover of the move from ZooKeeper.
    pub zk_migration_ready: bool,
    /// In the order the controller gave.
    pub endpoints: Vec<Endpoint>,
    /// In the order the controller gave.
    pub features: Vec<SupportedFeature>,
}

impl Controller {
    /// The range of `feature` it can run.
    #[must_use]
    pub fn feature(&self, name: &str) -> Option<&SupportedFeature> {
        self.features.iter().find(|f| f.name == name)
    }
}
