//! What format leaves for an empty metadata log: the levels a fresh directory starts at.
//!
//! metadata.version first, the other features by name, those at level 0 left out; kraft.version belongs to the quorum. The
//! controller that first leads writes these records to the log (see [`crate::controller`]).

use crate::features::{FEATURES, KRAFT_VERSION, METADATA_VERSION, MetadataVersion, feature};
use crate::image::{ApplyError, Image};
use crate::records::Record;
use std::collections::BTreeMap;

/// Why a directory cannot start at these levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatError {
    /// No feature of that name.
    UnknownFeature(String),
    /// The feature has no such level.
    UnsupportedLevel {
        /// The feature.
        name: String,
        /// What was asked.
        level: i16,
        /// The lowest level.
        min: i16,
        /// The highest level.
        max: i16,
    },
    /// The level needs a higher metadata.version.
    NeedsMetadataVersion {
        /// The feature.
        name: String,
        /// What was asked.
        level: i16,
        /// What it needs.
        needed: MetadataVersion,
    },
}

/// The levels of a fresh directory: the defaults of `version`, but what `overrides` says. kraft.version is among them.
///
/// # Errors
/// An override that is not known or does not go with the rest.
pub fn levels(
    version: MetadataVersion,
    overrides: &BTreeMap<String, i16>,
) -> Result<BTreeMap<&'static str, i16>, FormatError> {
    let mut levels: BTreeMap<&'static str, i16> =
        FEATURES.iter().map(|f| (f.name, f.default_level(version))).collect();
    for (name, level) in overrides {
        let known = feature(name).ok_or_else(|| FormatError::UnknownFeature(name.clone()))?;
        levels.insert(known.name, *level);
    }
    for f in &FEATURES {
        let level = levels[f.name];
        if !(f.min..=f.max).contains(&level) {
            let name = f.name.to_owned();
            return Err(FormatError::UnsupportedLevel { name, level, min: f.min, max: f.max });
        }
        if let Some(needed) = f.needs(level).filter(|needed| levels[METADATA_VERSION] < needed.0) {
            return Err(FormatError::NeedsMetadataVersion { name: f.name.to_owned(), level, needed });
        }
    }
    Ok(levels)
}

/// The records of these levels.
#[must_use]
pub fn records(levels: &BTreeMap<&'static str, i16>) -> Vec<Record> {
    let level = |name: &str, level: i16| Record::FeatureLevel { name: name.to_owned(), level };
    let first = levels.get(METADATA_VERSION).map(|l| level(METADATA_VERSION, *l));
    let others =
        levels.iter().filter(|(name, l)| ![METADATA_VERSION, KRAFT_VERSION].contains(name) && **l > 0);
    first.into_iter().chain(others.map(|(name, l)| level(name, *l))).collect()
}

/// Whether records read from a directory can begin a log: they fit each other, and name a level this release runs.
///
/// # Errors
/// The first record that does not fit.
pub fn check(records: &[Record]) -> Result<(), ApplyError> {
    let mut image = Image::empty();
    records.iter().try_for_each(|record| image.apply(record))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(version: i16, overrides: &[(&str, i16)]) -> Result<String, FormatError> {
        let overrides = overrides.iter().map(|(name, level)| ((*name).to_owned(), *level)).collect();
        let records = records(&levels(MetadataVersion(version), &overrides)?);
        let texts = records.iter().map(|r| match r {
            Record::FeatureLevel { name, level } => format!("{name}={level}"),
            other => panic!("{other:?}"),
        });
        Ok(texts.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_fresh_directory_gets_the_records_kafka_writes() {
        let all = "metadata.version=33 eligible.leader.replicas.version=1 group.version=1 share.version=2 \
                   streams.version=1 transaction.version=2";
        assert_eq!(shown(33, &[]).unwrap(), all);
        assert_eq!(
            shown(33, &[("transaction.version", 1)]).unwrap(),
            all.replace("transaction.version=2", "transaction.version=1")
        );
        assert_eq!(shown(25, &[]).unwrap(), "metadata.version=25 group.version=1 transaction.version=2");
        assert_eq!(shown(21, &[("kraft.version", 1)]).unwrap(), "metadata.version=21");
    }

    #[test]
    fn records_of_a_later_release_cannot_begin_a_log() {
        let level = |level| Record::FeatureLevel { name: METADATA_VERSION.to_owned(), level };
        assert_eq!(check(&[level(33)]), Ok(()));
        assert!(check(&[level(35)]).is_err());
        assert!(check(&[Record::RemoveTopic { id: protocol::Uuid([1; 16]) }]).is_err());
    }

    #[test]
    fn levels_that_do_not_go_together_are_refused() {
        assert_eq!(shown(33, &[("x", 1)]), Err(FormatError::UnknownFeature("x".to_owned())));
        assert!(matches!(shown(33, &[("group.version", 2)]), Err(FormatError::UnsupportedLevel { .. })));
        assert!(matches!(shown(34, &[]), Err(FormatError::UnsupportedLevel { .. })));
        assert!(matches!(
            shown(21, &[("eligible.leader.replicas.version", 1)]),
            Err(FormatError::NeedsMetadataVersion { needed: MetadataVersion(23), .. })
        ));
    }
}
