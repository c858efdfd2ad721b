//! Feature levels: what each can be, what it needs, and what metadata.version switches on.
//!
//! A table of facts about Kafka 4.4, and the levels a directory has finalised. No level is ever raised here; that is a
//! client's request to the controller.

use std::collections::BTreeMap;
use std::fmt;

/// A level of metadata.version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MetadataVersion(pub i16);

/// The feature's name in records and on the wire.
pub const METADATA_VERSION: &str = "metadata.version";
/// The level of the quorum's own records; kept by the quorum, not by the metadata log.
pub const KRAFT_VERSION: &str = "kraft.version";
/// KIP-890.
pub const TRANSACTION_VERSION: &str = "transaction.version";
/// KIP-848.
pub const GROUP_VERSION: &str = "group.version";
/// KIP-966.
pub const ELR_VERSION: &str = "eligible.leader.replicas.version";
/// KIP-932.
pub const SHARE_VERSION: &str = "share.version";
/// KIP-1071.
pub const STREAMS_VERSION: &str = "streams.version";

impl MetadataVersion {
    /// The lowest level Kafka 4 knows, 3.3-IV3; what a log without a level is read as.
    pub const MIN: Self = Self(7);
    /// The highest level Kafka 4.4 puts into production, 4.4-IV2.
    pub const LATEST: Self = Self(33);

    fn row(self) -> Option<&'static (i16, &'static str, bool)> {
        LEVELS.iter().find(|(level, ..)| *level == self.0)
    }

    /// The level with this name, by its full name (`4.4-IV2`) or its release (`4.4`: the last level of it).
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        LEVELS
            .iter()
            .rev()
            .find(|(_, level_name, _)| {
                *level_name == name || level_name.split_once('-').is_some_and(|(release, _)| release == name)
            })
            .map(|(level, ..)| Self(*level))
    }

    /// Whether going down from `self` to `lower` could lose records: some level in between changed them.
    #[must_use]
    pub fn metadata_changed_since(self, lower: Self) -> bool {
        LEVELS.iter().any(|(level, _, changed)| *changed && *level > lower.0 && *level <= self.0)
    }

    /// KIP-919 controller registrations are written.
    #[must_use]
    pub fn has_controller_registration(self) -> bool {
        self.0 >= 15
    }
    /// Controllers can be unregistered.
    #[must_use]
    pub fn has_controller_unregistration(self) -> bool {
        self.0 >= 33
    }
    /// KIP-1066 cordoned log dirs.
    #[must_use]
    pub fn has_cordoned_log_dirs(self) -> bool {
        self.0 >= 30
    }
    /// KIP-900 delegation tokens in the log.
    #[must_use]
    pub fn has_delegation_tokens(self) -> bool {
        self.0 >= 14
    }
    /// KIP-858 log dirs in registrations and partitions.
    #[must_use]
    pub fn has_directory_assignment(self) -> bool {
        self.0 >= 17
    }
    /// KIP-966 fields in partition records.
    #[must_use]
    pub fn has_elr(self) -> bool {
        self.0 >= 23
    }
    /// Before 3.6 every shrink of an ISR bumps the leader epoch (KAFKA-15021).
    #[must_use]
    pub fn bumps_leader_epoch_on_isr_shrink(self) -> bool {
        self.0 < 12
    }
    /// KIP-868 transactions in the metadata log.
    #[must_use]
    pub fn has_transactions(self) -> bool {
        self.0 >= 13
    }
    /// `ZkMigrationStateRecord` exists. Kafka 4.4 does not write it any more.
    #[must_use]
    pub fn has_migration(self) -> bool {
        self.0 >= 8
    }
    /// SCRAM credentials in the log.
    #[must_use]
    pub fn has_scram(self) -> bool {
        self.0 >= 11
    }
    /// CIDR ranges as hosts of access control entries.
    #[must_use]
    pub fn has_cidr_acls(self) -> bool {
        self.0 >= 32
    }
    /// The version of `RegisterBrokerRecord`.
    #[must_use]
    pub fn register_broker_record_version(self) -> i16 {
        match self.0 {
            30.. => 4,
            17.. => 3,
            8.. => 2,
            _ => 1,
        }
    }
    /// The version of `PartitionRecord`.
    #[must_use]
    pub fn partition_record_version(self) -> i16 {
        match self.0 {
            23.. => 2,
            17.. => 1,
            _ => 0,
        }
    }
    /// The version of `PartitionChangeRecord`.
    #[must_use]
    pub fn partition_change_record_version(self) -> i16 {
        self.partition_record_version()
    }
}

impl fmt::Display for MetadataVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row() {
            Some((_, name, _)) => f.write_str(name),
            None => write!(f, "{}", self.0),
        }
    }
}

impl fmt::Debug for MetadataVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}({})", self.0)
    }
}

/// Level, name, and whether the level changed metadata records.
const LEVELS: [(i16, &str, bool); 28] = [
    (7, "3.3-IV3", true),
    (8, "3.4-IV0", true),
    (9, "3.5-IV0", false),
    (10, "3.5-IV1", false),
    (11, "3.5-IV2", true),
    (12, "3.6-IV0", false),
    (13, "3.6-IV1", true),
    (14, "3.6-IV2", true),
    (15, "3.7-IV0", true),
    (16, "3.7-IV1", false),
    (17, "3.7-IV2", true),
    (18, "3.7-IV3", false),
    (19, "3.7-IV4", false),
    (20, "3.8-IV0", false),
    (21, "3.9-IV0", false),
    (22, "4.0-IV0", false),
    (23, "4.0-IV1", true),
    (24, "4.0-IV2", false),
    (25, "4.0-IV3", false),
    (26, "4.1-IV0", false),
    (27, "4.1-IV1", false),
    (28, "4.2-IV0", false),
    (29, "4.2-IV1", false),
    (30, "4.3-IV0", true),
    (31, "4.4-IV0", false),
    (32, "4.4-IV1", true),
    (33, "4.4-IV2", true),
    (34, "4.5-IV0", false),
];

/// One feature as Kafka 4.4 supports it.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// The lowest level.
    pub min: i16,
    /// The highest level.
    pub max: i16,
    /// From which metadata.version on which level is the default of a fresh directory, rising.
    pub defaults: &'static [(i16, i16)],
}

/// Every feature Kafka 4.4 advertises, in the order its controller registers them.
pub const FEATURES: [Feature; 7] = [
    Feature { name: GROUP_VERSION, min: 0, max: 1, defaults: &[(22, 1)] },
    Feature { name: KRAFT_VERSION, min: 0, max: 1, defaults: &[(21, 1)] },
    Feature { name: METADATA_VERSION, min: 7, max: 33, defaults: &[] },
    Feature { name: SHARE_VERSION, min: 0, max: 2, defaults: &[(28, 1), (31, 2)] },
    Feature { name: STREAMS_VERSION, min: 0, max: 1, defaults: &[(29, 1)] },
    Feature { name: TRANSACTION_VERSION, min: 0, max: 2, defaults: &[(24, 2)] },
    Feature { name: ELR_VERSION, min: 0, max: 1, defaults: &[(26, 1)] },
];

/// The feature of that name.
#[must_use]
pub fn feature(name: &str) -> Option<&'static Feature> {
    FEATURES.iter().find(|f| f.name == name)
}

impl Feature {
    /// The level a fresh directory at `version` gets.
    #[must_use]
    pub fn default_level(&self, version: MetadataVersion) -> i16 {
        if self.name == METADATA_VERSION {
            return version.0;
        }
        self.defaults.iter().rev().find(|(from, _)| *from <= version.0).map_or(0, |(_, level)| *level)
    }

    /// The metadata.version that `level` of this feature needs at least, if any.
    #[must_use]
    pub fn needs(&self, level: i16) -> Option<MetadataVersion> {
        (self.name == ELR_VERSION && level >= 1).then_some(MetadataVersion(23))
    }
}

/// What a directory has finalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// The level, [`MetadataVersion::MIN`] until a record says otherwise.
    pub metadata_version: MetadataVersion,
    /// All other features at a level above 0, by name.
    pub levels: BTreeMap<String, i16>,
    /// `ZkMigrationStateRecord`: 0 none, 4 after the move; what lies between never reaches Kafka 4.
    pub zk_migration_state: i8,
}

impl Default for Features {
    fn default() -> Self {
        Self { metadata_version: MetadataVersion::MIN, levels: BTreeMap::new(), zk_migration_state: 0 }
    }
}

impl Features {
    /// The finalised level of any feature but kraft.version, 0 if none.
    #[must_use]
    pub fn level(&self, name: &str) -> i16 {
        if name == METADATA_VERSION {
            self.metadata_version.0
        } else {
            self.levels.get(name).copied().unwrap_or(0)
        }
    }

    /// Whether eligible leader replicas are kept (KIP-966).
    #[must_use]
    pub fn elr_enabled(&self) -> bool {
        self.metadata_version.has_elr() && self.level(ELR_VERSION) >= 1
    }

    /// All finalised levels, metadata.version included, by name.
    pub fn finalized(&self) -> impl Iterator<Item = (&str, i16)> {
        std::iter::once((METADATA_VERSION, self.metadata_version.0))
            .chain(self.levels.iter().map(|(name, level)| (name.as_str(), *level)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_by_full_name_and_by_release() {
        assert_eq!(MetadataVersion::parse("4.4"), Some(MetadataVersion(33)));
        assert_eq!(MetadataVersion::parse("4.4-IV0"), Some(MetadataVersion(31)));
        assert_eq!(MetadataVersion::parse("3.9"), Some(MetadataVersion(21)));
        assert_eq!(MetadataVersion::parse("2.8"), None);
        assert_eq!(MetadataVersion::LATEST.to_string(), "4.4-IV2");
    }

    #[test]
    fn a_downgrade_loses_metadata_only_across_a_level_that_changed_it() {
        assert!(MetadataVersion(33).metadata_changed_since(MetadataVersion(31)));
        assert!(!MetadataVersion(31).metadata_changed_since(MetadataVersion(30)));
        assert!(!MetadataVersion(29).metadata_changed_since(MetadataVersion(23)));
        assert!(MetadataVersion(23).metadata_changed_since(MetadataVersion(22)));
    }

    #[test]
    fn a_fresh_directory_gets_the_levels_of_its_release() {
        let levels = |version| {
            FEATURES
                .iter()
                .map(|f| (f.name, f.default_level(MetadataVersion(version))))
                .collect::<BTreeMap<_, _>>()
        };
        let latest = levels(33);
        assert_eq!(latest[ELR_VERSION], 1);
        assert_eq!(latest[SHARE_VERSION], 2);
        assert_eq!(latest[TRANSACTION_VERSION], 2);
        assert_eq!(latest[STREAMS_VERSION], 1);
        let old = levels(25);
        assert_eq!(
            (old[GROUP_VERSION], old[TRANSACTION_VERSION], old[ELR_VERSION], old[SHARE_VERSION]),
            (1, 2, 0, 0)
        );
    }
}
