//! Kafka's names for directories and files, read and written.
//!
//! Knows nothing of what lies in them. A topic name may hold dashes and dots, so a directory is read from its end.

use std::path::{Path, PathBuf};

use protocol::{Offset, PartitionIndex};

/// Suffix of a segment's records.
pub const LOG: &str = ".log";
/// Suffix of a segment's offset index.
pub const INDEX: &str = ".index";
/// Suffix of a segment's time index.
pub const TIMEINDEX: &str = ".timeindex";
/// Suffix of a segment's index of aborted transactions.
pub const TXNINDEX: &str = ".txnindex";
/// Suffix of a producer snapshot.
pub const SNAPSHOT: &str = ".snapshot";
/// Behind the name of a file that waits for its removal.
pub const DELETED: &str = ".deleted";
/// Behind the name of a file that compaction has not finished.
pub const CLEANED: &str = ".cleaned";
/// Behind the name of a file that compaction has finished and not put in place.
pub const SWAP: &str = ".swap";
/// Each partition's leader epochs.
pub const LEADER_EPOCHS: &str = "leader-epoch-checkpoint";
/// Each partition's topic id.
pub const PARTITION_METADATA: &str = "partition.metadata";
/// Each log dir's lock, taken with fcntl by the edge before anything is read.
pub const LOCK: &str = ".lock";
/// Present after a clean stop.
pub const CLEAN_SHUTDOWN: &str = ".kafka_cleanshutdown";
/// Identity of a log dir.
pub const META_PROPERTIES: &str = "meta.properties";
/// Offsets below which everything is durable.
pub const RECOVERY_POINTS: &str = "recovery-point-offset-checkpoint";
/// Log starts that lie above the first segment's base.
pub const LOG_STARTS: &str = "log-start-offset-checkpoint";
/// High watermarks.
pub const HIGH_WATERMARKS: &str = "replication-offset-checkpoint";
/// How far the cleaner has come.
pub const CLEANER: &str = "cleaner-offset-checkpoint";
/// Kafka's name for the metadata partition, whose directory is no ordinary partition.
pub const METADATA_TOPIC: &str = "__cluster_metadata";

/// The name of a segment's or snapshot's file: twenty digits and a suffix.
#[must_use]
pub fn segment_file(base: Offset, suffix: &str) -> String {
    format!("{:020}{suffix}", base.0)
}

/// The path of a segment's or snapshot's file.
#[must_use]
pub fn segment_path(dir: &Path, base: Offset, suffix: &str) -> PathBuf {
    dir.join(segment_file(base, suffix))
}

/// The offset in front of `suffix`, if the name is exactly digits and that suffix.
#[must_use]
pub fn offset_of(name: &str, suffix: &str) -> Option<Offset> {
    let digits = name.strip_suffix(suffix)?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().map(Offset)
}

/// The digits a name begins with, whatever comes behind the first dot.
#[must_use]
pub fn leading_offset(name: &str) -> Option<Offset> {
    let (digits, _) = name.split_once('.')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().map(Offset)
}

/// What a directory in a log dir is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DirKind {
    /// A partition's current replica.
    Current,
    /// Deleted, waiting to be removed.
    Delete,
    /// A replica being moved here from another log dir.
    Future,
    /// A replica that metadata does not place here.
    Stray,
}

/// A partition directory's name, taken apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DirName {
    /// The topic.
    pub topic: String,
    /// The partition.
    pub partition: PartitionIndex,
    /// What the directory is for.
    pub kind: DirKind,
}

impl DirName {
    /// Reads a directory's name; `None` if it is none of Kafka's.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let (kind, rest) = if let Some(rest) = name.strip_suffix("-delete") {
            (DirKind::Delete, without_id(rest)?)
        } else if let Some(rest) = name.strip_suffix("-future") {
            (DirKind::Future, without_id(rest)?)
        } else if let Some(rest) = name.strip_suffix("-stray") {
            (DirKind::Stray, without_id(rest)?)
        } else {
            (DirKind::Current, name)
        };
        let (topic, partition) = rest.rsplit_once('-')?;
        if topic.is_empty() || partition.is_empty() || !partition.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Some(Self { topic: topic.to_owned(), partition: PartitionIndex(partition.parse().ok()?), kind })
    }

    /// The name of a current replica's directory.
    #[must_use]
    pub fn current(topic: &str, partition: PartitionIndex) -> String {
        format!("{topic}-{partition}")
    }

    /// The name a directory gets on its way to `kind`: topic, partition, a random id of 32 hex digits and the suffix.
    /// For deleted and stray ones the topic is cut so that the name stays within 255 bytes, as Kafka cuts it.
    #[must_use]
    pub fn marked(topic: &str, partition: PartitionIndex, id: u128, kind: DirKind) -> String {
        let suffix = match kind {
            DirKind::Current => return Self::current(topic, partition),
            DirKind::Delete => "delete",
            DirKind::Future => "future",
            DirKind::Stray => "stray",
        };
        let tail = format!("-{partition}.{id:032x}-{suffix}");
        let room = if kind == DirKind::Future { topic.len() } else { 255 - tail.len() };
        let mut end = topic.len().min(room);
        while !topic.is_char_boundary(end) {
            end -= 1;
        }
        format!("{}{tail}", &topic[..end])
    }
}

/// Takes `.` and 32 hex digits off the end.
fn without_id(name: &str) -> Option<&str> {
    let (rest, id) = name.rsplit_once('.')?;
    (id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit())).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directory_names_are_read_from_their_end() {
        let parse = |name: &str| DirName::parse(name).map(|d| (d.topic, d.partition.0, d.kind));
        assert_eq!(parse("t.plain-0"), Some(("t.plain".into(), 0, DirKind::Current)));
        assert_eq!(parse("a-b-1-17"), Some(("a-b-1".into(), 17, DirKind::Current)));
        let id = "c317e3b5bcf543698e6661d4bd4ca223";
        assert_eq!(parse(&format!("t.gone-3.{id}-delete")), Some(("t.gone".into(), 3, DirKind::Delete)));
        assert_eq!(parse(&format!("t.gone-3.{id}-future")), Some(("t.gone".into(), 3, DirKind::Future)));
        assert_eq!(parse(&format!("t.gone-3.{id}-stray")), Some(("t.gone".into(), 3, DirKind::Stray)));
        for odd in ["lost+found", "t", "-0", "t-", "t-x", "t-0-delete", "t-99999999999", "t--1x"] {
            assert_eq!(parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn marked_names_fit_into_a_directory_entry() {
        let long = "x".repeat(249);
        let name = DirName::marked(&long, PartitionIndex(12345), 7, DirKind::Delete);
        assert_eq!(name.len(), 255);
        assert_eq!(DirName::parse(&name).map(|d| d.kind), Some(DirKind::Delete));
        let short = DirName::marked("t", PartitionIndex(1), 7, DirKind::Stray);
        assert_eq!(short, "t-1.00000000000000000000000000000007-stray");
    }

    #[test]
    fn segment_names_have_twenty_digits() {
        assert_eq!(segment_file(Offset(32), LOG), "00000000000000000032.log");
        assert_eq!(offset_of("00000000000000000032.log", LOG), Some(Offset(32)));
        assert_eq!(offset_of("00000000000000000032.log.deleted", LOG), None);
        assert_eq!(offset_of("-0000000000000000032.log", LOG), None);
        assert_eq!(leading_offset("00000000000000000032.index.swap"), Some(Offset(32)));
    }
}
