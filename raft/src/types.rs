//! The nouns of the quorum: who a replica is, where it listens, which replicas vote, and how far a log reaches.
//!
//! Knows nothing of roles, messages or files.
//!
//! - A zero directory id means "not known": such a key matches every replica with its id, as with static voters.
//! - A voter set is sorted by id and holds each id once.

use std::sync::Arc;

use protocol::{BrokerId, LeaderEpoch, Offset, Uuid};

/// One incarnation of a node's metadata log: the node id and the id of the directory that holds the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReplicaKey {
    /// `node.id`.
    pub id: BrokerId,
    /// `directory.id` of `meta.properties`; zero when not known.
    pub directory: Uuid,
}

impl ReplicaKey {
    /// The key of a node whose directory is not known.
    #[must_use]
    pub fn of(id: BrokerId) -> Self {
        Self { id, directory: Uuid::ZERO }
    }

    /// Whether `other` is the replica this key names. A key without directory names every one with its id.
    #[must_use]
    pub fn names(self, other: Self) -> bool {
        self.id == other.id && (self.directory.is_zero() || self.directory == other.directory)
    }
}

/// A place in a log: the end offset of a prefix and the epoch of its last record. Orders by epoch first, which is
/// how two logs are compared in an election.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LogPosition {
    /// Epoch of the last record before `end`.
    pub epoch: LeaderEpoch,
    /// Exclusive end offset.
    pub end: Offset,
}

/// A snapshot is named by the log position it replaces.
pub type SnapshotId = LogPosition;

impl LogPosition {
    /// The snapshot that formatting leaves behind. It is never replicated: the first leader writes what it says
    /// into the log.
    pub const BOOTSTRAP: Self = Self { epoch: LeaderEpoch(0), end: Offset(0) };
}

/// One listener of a controller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endpoint {
    /// Listener name, upper case.
    pub name: String,
    /// Host name or address.
    pub host: String,
    /// TCP port.
    pub port: u16,
}

/// The listeners of one controller; cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Endpoints(Option<Arc<[Endpoint]>>);

impl Endpoints {
    /// No listener known.
    pub const EMPTY: Self = Self(None);

    /// From a list; an empty one is [`Self::EMPTY`].
    #[must_use]
    pub fn new(list: Vec<Endpoint>) -> Self {
        if list.is_empty() { Self::EMPTY } else { Self(Some(list.into())) }
    }

    /// All of them.
    #[must_use]
    pub fn list(&self) -> &[Endpoint] {
        self.0.as_deref().unwrap_or(&[])
    }

    /// The one on the listener of that name.
    #[must_use]
    pub fn get(&self, listener: &str) -> Option<&Endpoint> {
        self.list().iter().find(|endpoint| endpoint.name == listener)
    }

    /// Whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// A replica that votes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Voter {
    /// Who it is.
    pub key: ReplicaKey,
    /// Where it listens.
    pub endpoints: Endpoints,
    /// Lowest `kraft.version` it can run.
    pub kraft_version_min: i16,
    /// Highest `kraft.version` it can run.
    pub kraft_version_max: i16,
}

/// The replicas that vote; cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VoterSet(Option<Arc<[Voter]>>);

impl VoterSet {
    /// No voter known: an observer that has not read the voters from the log yet.
    pub const EMPTY: Self = Self(None);

    /// Sorted by id; of voters with the same id the first stays.
    #[must_use]
    pub fn new(mut voters: Vec<Voter>) -> Self {
        voters.sort_by_key(|voter| voter.key.id);
        voters.dedup_by_key(|voter| voter.key.id);
        if voters.is_empty() { Self::EMPTY } else { Self(Some(voters.into())) }
    }

    /// All voters by rising id.
    #[must_use]
    pub fn list(&self) -> &[Voter] {
        self.0.as_deref().unwrap_or(&[])
    }

    /// The voter with that id.
    #[must_use]
    pub fn get(&self, id: BrokerId) -> Option<&Voter> {
        self.list().iter().find(|voter| voter.key.id == id)
    }

    /// Whether that very replica votes.
    #[must_use]
    pub fn contains(&self, replica: ReplicaKey) -> bool {
        self.get(replica.id).is_some_and(|voter| voter.key.names(replica))
    }

    /// Whether that very replica is the only voter.
    #[must_use]
    pub fn is_only(&self, replica: ReplicaKey) -> bool {
        self.list().len() == 1 && self.contains(replica)
    }

    /// Where the voter with that id listens.
    #[must_use]
    pub fn endpoints(&self, id: BrokerId) -> Endpoints {
        self.get(id).map(|voter| voter.endpoints.clone()).unwrap_or_default()
    }

    /// With `voter` in the place of the voter of the same key, if there is one.
    #[must_use]
    pub fn updated(&self, voter: &Voter) -> Option<Self> {
        if !self.contains(voter.key) {
            return None;
        }
        let mut list = self.list().to_vec();
        for entry in &mut list {
            if entry.key.id == voter.key.id {
                *entry = voter.clone();
            }
        }
        Some(Self::new(list))
    }

    /// With one voter more; `None` when the id votes already.
    #[must_use]
    pub fn added(&self, voter: Voter) -> Option<Self> {
        if self.get(voter.key.id).is_some() {
            return None;
        }
        let mut list = self.list().to_vec();
        list.push(voter);
        Some(Self::new(list))
    }

    /// With one voter less; `None` when that very replica does not vote or is the last.
    #[must_use]
    pub fn removed(&self, replica: ReplicaKey) -> Option<Self> {
        if !self.contains(replica) || self.list().len() == 1 {
            return None;
        }
        Some(Self::new(self.list().iter().filter(|voter| voter.key.id != replica.id).cloned().collect()))
    }
}

/// Who leads which epoch, as far as this node knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaderAndEpoch {
    /// The leader, when known.
    pub leader: Option<BrokerId>,
    /// The epoch.
    pub epoch: LeaderEpoch,
}
