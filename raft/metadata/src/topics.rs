//! Topics and their partitions as the metadata log describes them, and how one partition moves from record to record.
//!
//! Knows nothing of brokers, elections or the log. Invariants of a partition that came through the controller: `leader`
//! is a replica or none, every member of `isr` is a replica, `isr` and `elr` are disjoint, `directories` is as long as
//! `replicas`. They are not asserted here, for the log may have been written by anyone.

use crate::shared::SharedMap;
use protocol::{BrokerId, LeaderEpoch, PartitionIndex, Uuid};
use std::sync::Arc;

/// One topic: its name, its id, and all its partitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Never changes; a topic deleted and made again has another id.
    pub name: Arc<str>,
    /// Never changes.
    pub id: Uuid,
    /// By number, usually dense from 0.
    pub partitions: SharedMap<PartitionIndex, Arc<Partition>>,
}

/// One partition of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// In order of preference; the first is the preferred leader.
    pub replicas: Vec<BrokerId>,
    /// The log dir of each replica, in the order of `replicas`; see [`directory`].
    pub directories: Vec<Uuid>,
    /// In-sync replicas; may be empty while eligible leader replicas hold the place (KIP-966).
    pub isr: Vec<BrokerId>,
    /// Replicas on their way out of a reassignment.
    pub removing: Vec<BrokerId>,
    /// Replicas on their way in of a reassignment.
    pub adding: Vec<BrokerId>,
    /// Eligible leader replicas: left the ISR while it was below `min.insync.replicas`, known to hold everything
    /// below the high watermark (KIP-966).
    pub elr: Vec<BrokerId>,
    /// The leader at the time the partition lost its last one, or empty (KIP-966).
    pub last_known_elr: Vec<BrokerId>,
    /// [`BrokerId::NONE`] while there is none.
    pub leader: BrokerId,
    /// Rises with every record that names a leader.
    pub leader_epoch: LeaderEpoch,
    /// Rises with every record about this partition; never slower than `leader_epoch`.
    pub partition_epoch: i32,
    /// Whether the leader was elected uncleanly and has not yet said that it recovered (KIP-704).
    pub recovery: LeaderRecovery,
}

/// `LeaderRecoveryState`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeaderRecovery {
    /// The usual state, 0.
    #[default]
    Recovered,
    /// Elected from outside the ISR, 1.
    Recovering,
}

impl LeaderRecovery {
    /// The state with that number on the wire.
    #[must_use]
    pub fn from_wire(value: i8) -> Option<Self> {
        match value {
            0 => Some(Self::Recovered),
            1 => Some(Self::Recovering),
            _ => None,
        }
    }

    /// Its number on the wire.
    #[must_use]
    pub fn to_wire(self) -> i8 {
        match self {
            Self::Recovered => 0,
            Self::Recovering => 1,
        }
    }
}

/// The ids that stand for no particular log dir (KIP-858).
pub mod directory {
    use protocol::Uuid;

    /// The broker has not told its log dirs (before metadata.version 3.7-IV2).
    pub const MIGRATING: Uuid = Uuid::ZERO;
    /// The broker has not yet chosen a log dir for the replica.
    pub const UNASSIGNED: Uuid = Uuid(1u128.to_be_bytes());
    /// A log dir that is offline, which one is not known.
    pub const LOST: Uuid = Uuid(2u128.to_be_bytes());

    /// Ids below 100 are never given to a log dir.
    #[must_use]
    pub fn is_reserved(id: Uuid) -> bool {
        u128::from_be_bytes(id.0) < 100
    }
}

/// What a `PartitionChangeRecord` changes; `None` leaves a field as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionChange {
    /// The topic.
    pub topic: Uuid,
    /// The partition.
    pub partition: PartitionIndex,
    /// The new in-sync replicas.
    pub isr: Option<Vec<BrokerId>>,
    /// The leader from here on, [`BrokerId::NONE`] for no leader; being named bumps the leader epoch.
    pub leader: Option<BrokerId>,
    /// The new replicas.
    pub replicas: Option<Vec<BrokerId>>,
    /// The new removing replicas.
    pub removing: Option<Vec<BrokerId>>,
    /// The new adding replicas.
    pub adding: Option<Vec<BrokerId>>,
    /// The new recovery state.
    pub recovery: Option<LeaderRecovery>,
    /// The log dir of each replica.
    pub directories: Option<Vec<Uuid>>,
    /// The new eligible leader replicas.
    pub elr: Option<Vec<BrokerId>>,
    /// The new last known eligible leader replicas.
    pub last_known_elr: Option<Vec<BrokerId>>,
}

impl PartitionChange {
    /// A change that changes nothing yet.
    #[must_use]
    pub fn of(topic: Uuid, partition: PartitionIndex) -> Self {
        Self {
            topic,
            partition,
            isr: None,
            leader: None,
            replicas: None,
            removing: None,
            adding: None,
            recovery: None,
            directories: None,
            elr: None,
            last_known_elr: None,
        }
    }

    /// Whether nothing would change.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Self::of(self.topic, self.partition)
    }
}

impl Partition {
    /// This partition after `change`.
    #[must_use]
    pub fn merge(&self, change: &PartitionChange) -> Self {
        let or =
            |new: &Option<Vec<BrokerId>>, old: &Vec<BrokerId>| new.clone().unwrap_or_else(|| old.clone());
        let replicas = or(&change.replicas, &self.replicas);
        let directories = match &change.directories {
            Some(directories) if directories.is_empty() => vec![directory::MIGRATING; replicas.len()],
            Some(directories) => directories.clone(),
            None => self.directories.clone(),
        };
        Self {
            replicas,
            directories,
            isr: or(&change.isr, &self.isr),
            removing: or(&change.removing, &self.removing),
            adding: or(&change.adding, &self.adding),
            elr: or(&change.elr, &self.elr),
            last_known_elr: or(&change.last_known_elr, &self.last_known_elr),
            leader: change.leader.unwrap_or(self.leader),
            leader_epoch: match change.leader {
                Some(_) => LeaderEpoch(self.leader_epoch.0.wrapping_add(1)),
                None => self.leader_epoch,
            },
            partition_epoch: self.partition_epoch.wrapping_add(1),
            recovery: change.recovery.unwrap_or(self.recovery),
        }
    }

    /// Whether the leader is the first replica.
    #[must_use]
    pub fn has_preferred_leader(&self) -> bool {
        self.replicas.first() == Some(&self.leader)
    }

    /// Whether there is a leader.
    #[must_use]
    pub fn has_leader(&self) -> bool {
        self.leader != BrokerId::NONE
    }

    /// Whether replicas are being added or removed.
    #[must_use]
    pub fn is_reassigning(&self) -> bool {
        !self.removing.is_empty() || !self.adding.is_empty()
    }

    /// The log dir that `replica` keeps this partition in, if it is a replica.
    #[must_use]
    pub fn directory_of(&self, replica: BrokerId) -> Option<Uuid> {
        let at = self.replicas.iter().position(|&r| r == replica)?;
        self.directories.get(at).copied()
    }
}

/// The name of the log of the quorum, which is no topic.
pub const CLUSTER_METADATA_TOPIC: &str = "__cluster_metadata";

/// Whether clients see the topic flagged internal.
#[must_use]
pub fn is_internal(name: &str) -> bool {
    matches!(name, "__consumer_offsets" | "__transaction_state" | "__share_group_state")
}

/// Why `name` cannot be a topic's name, in Kafka's words after "Topic name is invalid: ".
pub fn name_error(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("the empty string is not allowed".to_owned());
    }
    if name == "." || name == ".." {
        return Some(format!("'{name}' is not allowed"));
    }
    // Kafka counts UTF-16 units.
    if name.encode_utf16().count() > NAME_LENGTH_MAX {
        return Some(format!(
            "the length of '{name}' is longer than the max allowed length {NAME_LENGTH_MAX}"
        ));
    }
    if !name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-')) {
        return Some(format!(
            "'{name}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'"
        ));
    }
    None
}

/// The longest name of a topic.
pub const NAME_LENGTH_MAX: usize = 249;

/// The form in which names that differ by `.` and `_` alone are equal, for names that hold either.
#[must_use]
pub fn collision_form(name: &str) -> Option<String> {
    name.contains(['.', '_']).then(|| name.replace('.', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partition() -> Partition {
        Partition {
            replicas: vec![BrokerId(1), BrokerId(2)],
            directories: vec![Uuid([7; 16]), directory::UNASSIGNED],
            isr: vec![BrokerId(1), BrokerId(2)],
            removing: vec![],
            adding: vec![],
            elr: vec![],
            last_known_elr: vec![],
            leader: BrokerId(1),
            leader_epoch: LeaderEpoch(3),
            partition_epoch: 9,
            recovery: LeaderRecovery::Recovered,
        }
    }

    #[test]
    fn only_a_named_leader_bumps_the_leader_epoch() {
        let mut change = PartitionChange::of(Uuid::ZERO, PartitionIndex(0));
        assert!(change.is_nothing());
        change.isr = Some(vec![BrokerId(1)]);
        let next = partition().merge(&change);
        assert_eq!((next.leader_epoch, next.partition_epoch), (LeaderEpoch(3), 10));
        assert_eq!(next.isr, [BrokerId(1)]);
        change.leader = Some(BrokerId(1));
        let next = partition().merge(&change);
        assert_eq!((next.leader_epoch, next.partition_epoch), (LeaderEpoch(4), 10));
        assert_eq!(next.directory_of(BrokerId(2)), Some(directory::UNASSIGNED));
    }

    #[test]
    fn topic_names_are_checked_as_kafka_checks_them() {
        for good in ["a", "A.b_c-9", &"x".repeat(249)] {
            assert_eq!(name_error(good), None, "{good}");
        }
        for bad in ["", ".", "..", "a b", "ä", "a/b", &"x".repeat(250)] {
            assert!(name_error(bad).is_some(), "{bad}");
        }
        assert_eq!(collision_form("a.b_c"), Some("a_b_c".to_owned()));
        assert_eq!(collision_form("abc"), None);
    }
}
