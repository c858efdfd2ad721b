//! A log dir as a whole: what lies in it, its identity, its checkpoints, and partition directories made and removed.
//!
//! The lock (`.lock`, taken with fcntl on one descriptor that is held to the end) is the edge's business; it is taken
//! before anything here is called, and the file is removed last at a clean stop.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use protocol::{Offset, PartitionIndex, Timestamp, Uuid};

use super::perform::ignore_missing;
use crate::checkpoint::{self, PartitionOffset};
use crate::file::{Disk, OpenMode};
use crate::meta_properties::MetaProperties;
use crate::names::{self, DirName};

/// Small text files are never larger than this.
const TEXT_BYTES_MAX: u64 = 256 << 20;

/// A partition directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartitionDir {
    /// Where it is.
    pub path: PathBuf,
    /// What its name says.
    pub name: DirName,
    /// The topic id in `partition.metadata`; none if the file is missing or cannot be read.
    pub topic_id: Option<Uuid>,
}

/// What was found in a log dir.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogDir {
    /// `meta.properties`: `None` if missing, `Err` if unreadable. Both refuse the start.
    pub meta: Option<Result<MetaProperties, checkpoint::Malformed>>,
    /// Partition directories in the order of their names, the metadata partition included.
    pub partitions: Vec<PartitionDir>,
    /// Directories whose names are none of Kafka's: left alone, with a warning.
    pub odd: Vec<String>,
    /// Whether the last stop was clean, and the broker epoch it left (-1 if unreadable).
    pub clean_shutdown: Option<i64>,
    /// When a file of the log dir itself was last written; -1 if there is none. Checkpoints are written every so often, so a
    /// machine that was started after this has lost what was not synced: damage above the recovery points may then be holes.
    pub last_written: Timestamp,
    /// Recovery points, `None` if the file is unreadable: everything is recovered then.
    pub recovery_points: Option<Vec<PartitionOffset>>,
    /// Log starts, `None` if unreadable: they fall back to the first segment's base.
    pub log_starts: Option<Vec<PartitionOffset>>,
    /// High watermarks, `None` if unreadable: they start at the log start.
    pub high_watermarks: Option<Vec<PartitionOffset>>,
    /// The cleaner's progress, `None` if unreadable: it starts over.
    pub cleaner: Option<Vec<PartitionOffset>>,
}

/// Which checkpoint file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checkpoint {
    /// `recovery-point-offset-checkpoint`
    RecoveryPoint,
    /// `log-start-offset-checkpoint`
    LogStart,
    /// `replication-offset-checkpoint`
    HighWatermark,
    /// `cleaner-offset-checkpoint`
    Cleaner,
}

impl Checkpoint {
    /// The file's name.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::RecoveryPoint => names::RECOVERY_POINTS,
            Self::LogStart => names::LOG_STARTS,
            Self::HighWatermark => names::HIGH_WATERMARKS,
            Self::Cleaner => names::CLEANER,
        }
    }
}

impl LogDir {
    /// The checkpoint files that cannot be read.
    pub fn unreadable(&self) -> impl Iterator<Item = Checkpoint> {
        let files = [
            (Checkpoint::RecoveryPoint, &self.recovery_points),
            (Checkpoint::LogStart, &self.log_starts),
            (Checkpoint::HighWatermark, &self.high_watermarks),
            (Checkpoint::Cleaner, &self.cleaner),
        ];
        files.into_iter().filter(|(_, offsets)| offsets.is_none()).map(|(file, _)| file)
    }
}

/// Looks through a log dir. Changes nothing.
pub fn open_log_dir(disk: &dyn Disk, dir: &Path) -> io::Result<LogDir> {
    let mut found = LogDir { last_written: Timestamp::NONE, ..LogDir::default() };
    if let Some(text) = read_if_there(disk, &dir.join(names::META_PROPERTIES))? {
        found.meta = Some(MetaProperties::decode(&text));
    }
    if let Some(text) = read_if_there(disk, &dir.join(names::CLEAN_SHUTDOWN))? {
        found.clean_shutdown = Some(checkpoint::decode_clean_shutdown(&text).unwrap_or(-1));
    }
    let offsets = |file: Checkpoint| -> io::Result<Option<Vec<PartitionOffset>>> {
        let text = read_if_there(disk, &dir.join(file.file_name()))?;
        Ok(text.map_or(Some(Vec::new()), |text| checkpoint::decode_offsets(&text).ok()))
    };
    found.recovery_points = offsets(Checkpoint::RecoveryPoint)?;
    found.log_starts = offsets(Checkpoint::LogStart)?;
    found.high_watermarks = offsets(Checkpoint::HighWatermark)?;
    found.cleaner = offsets(Checkpoint::Cleaner)?;
    for entry in disk.list(dir)? {
        if !entry.is_dir {
            found.last_written = found.last_written.max(entry.modified);
            continue;
        }
        let Some(name) = DirName::parse(&entry.name) else {
            found.odd.push(entry.name);
            continue;
        };
        let path = dir.join(&entry.name);
        let metadata = read_if_there(disk, &path.join(names::PARTITION_METADATA))?;
        let topic_id = metadata.and_then(|text| checkpoint::decode_partition_metadata(&text).ok());
        found.partitions.push(PartitionDir { path, name, topic_id });
    }
    Ok(found)
}

/// Replaces `meta.properties`.
pub fn write_meta_properties(
    disk: &dyn Disk,
    dir: &Path,
    meta: &MetaProperties,
    now: Timestamp,
) -> io::Result<()> {
    disk.write_atomic(&dir.join(names::META_PROPERTIES), &meta.encode(now))
}

/// Replaces one checkpoint file.
pub fn write_checkpoint<'a>(
    disk: &dyn Disk,
    dir: &Path,
    file: Checkpoint,
    offsets: impl ExactSizeIterator<Item = (&'a str, PartitionIndex, Offset)>,
) -> io::Result<()> {
    disk.write_atomic(&dir.join(file.file_name()), &checkpoint::encode_offsets(offsets))
}

/// Leaves the mark of a clean stop: last of all, when every log is closed and every checkpoint written.
pub fn write_clean_shutdown(disk: &dyn Disk, dir: &Path, broker_epoch: i64) -> io::Result<()> {
    let file = disk.open(&dir.join(names::CLEAN_SHUTDOWN), OpenMode::Truncate)?;
    file.write_at(&checkpoint::encode_clean_shutdown(broker_epoch), 0)?;
    file.sync_all()?;
    disk.sync_dir(dir)
}

/// Takes the mark away: first of all, before any log changes.
pub fn remove_clean_shutdown(disk: &dyn Disk, dir: &Path) -> io::Result<()> {
    ignore_missing(disk.remove_file(&dir.join(names::CLEAN_SHUTDOWN)))?;
    disk.sync_dir(dir)
}

/// Makes an empty partition: its directory, `partition.metadata`, an empty log at `start` and an empty epoch file.
pub fn create_partition(
    disk: &dyn Disk,
    dir: &Path,
    topic_id: Option<Uuid>,
    start: Offset,
) -> io::Result<()> {
    disk.create_dir_all(dir)?;
    disk.open(&names::segment_path(dir, start, names::LOG), OpenMode::Create)?;
    disk.open(&dir.join(names::LEADER_EPOCHS), OpenMode::Create)?;
    if let Some(id) = topic_id {
        write_partition_metadata(disk, dir, id)?;
    } else {
        disk.sync_dir(dir)?;
    }
    dir.parent().map_or(Ok(()), |parent| disk.sync_dir(parent))
}

/// Writes `partition.metadata`.
pub fn write_partition_metadata(disk: &dyn Disk, dir: &Path, topic_id: Uuid) -> io::Result<()> {
    disk.write_atomic(&dir.join(names::PARTITION_METADATA), &checkpoint::encode_partition_metadata(topic_id))
}

/// The topic a partition directory says it is of; none if it says nothing that can be read.
pub fn topic_of(disk: &dyn Disk, dir: &Path) -> io::Result<Option<Uuid>> {
    let text = read_if_there(disk, &dir.join(names::PARTITION_METADATA))?;
    Ok(text.and_then(|text| checkpoint::decode_partition_metadata(&text).ok()))
}

/// Gives a partition directory another name: on its way to deletion, out of the way as a stray, or into its place. `to` is a
/// name within the same log dir.
pub fn rename_partition(disk: &dyn Disk, dir: &Path, to: &str) -> io::Result<PathBuf> {
    let parent = dir.parent().ok_or(ErrorKind::InvalidInput)?;
    let renamed = parent.join(to);
    disk.rename(dir, &renamed)?;
    disk.sync_dir(parent)?;
    Ok(renamed)
}

/// Removes a partition directory that bears its `-delete` name.
pub fn remove_partition(disk: &dyn Disk, dir: &Path) -> io::Result<()> {
    ignore_missing(disk.remove_dir_all(dir))?;
    dir.parent().map_or(Ok(()), |parent| disk.sync_dir(parent))
}

fn read_if_there(disk: &dyn Disk, path: &Path) -> io::Result<Option<Vec<u8>>> {
    match disk.read_all(path, TEXT_BYTES_MAX) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
