//! Control records: their types by key, and the body of a transaction marker.
//!
//! The other bodies (leader change, snapshot header and footer, KRaft version and voters) are messages of the KRaft
//! family; here they are bytes.

/// What a control record says; the second half of its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ControlType {
    /// The transaction of this producer is aborted.
    Abort,
    /// The transaction of this producer is committed.
    Commit,
    /// A KRaft leader begins its epoch.
    LeaderChange,
    /// Begins a snapshot.
    SnapshotHeader,
    /// Ends a snapshot.
    SnapshotFooter,
    /// Sets `kraft.version` (KIP-853).
    KRaftVersion,
    /// Sets the voters (KIP-853).
    KRaftVoters,
    /// A type of later Kafka: skipped by those who do not know it.
    Unknown(i16),
}

impl ControlType {
    /// The type in a control record's key: version, then type, then whatever later versions add. `None` when the key
    /// is null, too short or of a negative version.
    #[must_use]
    pub fn of_key(key: Option<&[u8]>) -> Option<Self> {
        let &[v0, v1, t0, t1] = key?.first_chunk::<4>()?;
        (i16::from_be_bytes([v0, v1]) >= 0).then(|| Self::of_id(i16::from_be_bytes([t0, t1])))
    }

    /// The key of a record of this type, in version 0.
    #[must_use]
    pub fn key(self) -> [u8; 4] {
        let [t0, t1] = self.id().to_be_bytes();
        [0, 0, t0, t1]
    }

    fn of_id(id: i16) -> Self {
        match id {
            0 => Self::Abort,
            1 => Self::Commit,
            2 => Self::LeaderChange,
            3 => Self::SnapshotHeader,
            4 => Self::SnapshotFooter,
            5 => Self::KRaftVersion,
            6 => Self::KRaftVoters,
            other => Self::Unknown(other),
        }
    }

    fn id(self) -> i16 {
        match self {
            Self::Abort => 0,
            Self::Commit => 1,
            Self::LeaderChange => 2,
            Self::SnapshotHeader => 3,
            Self::SnapshotFooter => 4,
            Self::KRaftVersion => 5,
            Self::KRaftVoters => 6,
            Self::Unknown(id) => id,
        }
    }
}

/// The end of a transaction in one partition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndTxnMarker {
    /// Commit, or abort.
    pub commit: bool,
    /// Of the coordinator that decided; an older one's marker is refused.
    pub coordinator_epoch: i32,
}

impl EndTxnMarker {
    /// The marker in a control record; `None` for records of other types and for bodies too short.
    #[must_use]
    pub fn parse(key: Option<&[u8]>, value: Option<&[u8]>) -> Option<Self> {
        let commit = match ControlType::of_key(key)? {
            ControlType::Commit => true,
            ControlType::Abort => false,
            _ => return None,
        };
        let &[v0, v1, e0, e1, e2, e3] = value?.first_chunk::<6>()?;
        let known = i16::from_be_bytes([v0, v1]) >= 0;
        known.then(|| Self { commit, coordinator_epoch: i32::from_be_bytes([e0, e1, e2, e3]) })
    }

    /// Commit or abort as a control type.
    #[must_use]
    pub fn control_type(self) -> ControlType {
        if self.commit { ControlType::Commit } else { ControlType::Abort }
    }

    /// The record's value, in version 0.
    #[must_use]
    pub fn value(self) -> [u8; 6] {
        let [e0, e1, e2, e3] = self.coordinator_epoch.to_be_bytes();
        [0, 0, e0, e1, e2, e3]
    }
}
