//! The metadata log's directory: found at the start, snapshots written, what retention gave up removed.
//!
//! Straight-line file work for job threads; decides nothing.

use std::io;
use std::path::Path;

use bytes::Bytes;
use protocol::records::BatchView;
use protocol::{Now, Offset, Timestamp, Uuid};
use raft::SnapshotId;
use raft::control::{self, Control};
use raft::snapshot::{self, FileKind, SnapshotFile};
use storage::jobs::{dir, open};
use storage::{Disk, Loaded, LogConfig, OpenMode, names};

/// The file with the quorum's vote and epoch.
pub const QUORUM_STATE: &str = "quorum-state";
/// No metadata file is larger than this.
const FILE_BYTES_MAX: u64 = 2 << 30;
/// The control records that begin a snapshot lie within this.
const HEAD_BYTES_MAX: u64 = 1 << 20;

/// What lies in the directory.
pub struct Found {
    /// The log.
    pub loaded: Loaded,
    /// What was done to it.
    pub report: open::OpenReport,
    /// `quorum-state`, if it is there.
    pub quorum_state: Option<Vec<u8>>,
    /// All whole snapshots but the newest, old to new.
    pub older: Vec<SnapshotFile>,
    /// The newest one and its bytes.
    pub newest: Option<(SnapshotId, Bytes)>,
    /// The bytes of the log's segments, one behind the other.
    pub log: Bytes,
}

/// How the run before may have left the log.
#[derive(Clone, Copy, Debug)]
pub struct LastRun {
    /// Writes have reached the file in order: damage with sound batches behind it is no torn tail and stays as it is.
    pub in_order: bool,
    /// What is read may not lie on the disk although a sync of it succeeds: one has failed, after which the kernel takes
    /// what it could not write for written. It is written again.
    pub unsynced: bool,
}

/// What a failed sync can have left behind: more is not written between two.
const UNSYNCED_BYTES_MAX: u64 = 16 << 20;

/// Reads the directory, making it if it is not there. The log is always recovered, clean marker or not, as Kafka does.
pub fn find(
    disk: &dyn Disk,
    path: &Path,
    config: &LogConfig,
    last_run: LastRun,
    now: Now,
) -> io::Result<Found> {
    let entries = match disk.list(path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    let mut whole = Vec::new();
    for entry in &entries {
        match snapshot::parse_file_name(&entry.name) {
            Some((id, FileKind::Whole)) => whole.push((id, entry.len)),
            Some((_, FileKind::Part | FileKind::Deleted)) => disk.remove_file(&path.join(&entry.name))?,
            None => {}
        }
    }
    whole.sort_unstable_by_key(|(id, _)| (id.end, id.epoch));
    let newest = match whole.pop() {
        Some((id, _)) => {
            let bytes = disk.read_all(&path.join(snapshot::file_name(id)), FILE_BYTES_MAX)?;
            Some((id, Bytes::from(bytes)))
        }
        None => None,
    };
    let mut older = Vec::new();
    for (id, size) in whole {
        older.push(SnapshotFile { id, size, last_log_timestamp: timestamp_of(disk, path, id)? });
    }
    let has_log = entries.iter().any(|entry| entry.name.ends_with(names::LOG));
    let start = newest.as_ref().map_or(Offset::ZERO, |(id, _)| id.end);
    let (mut loaded, report) = if has_log {
        let options = open::OpenRules {
            config: config.clone(),
            now: now.wall,
            clean: false,
            recovery_point: Offset::ZERO,
            log_start: None,
            holes_above_recovery_point: last_run.in_order,
        };
        open::open_log(disk, path, &options)?
    } else {
        dir::create_partition(disk, path, Some(Uuid::METADATA_TOPIC), start)?;
        (Loaded::empty(path.to_path_buf(), start, config, now.wall), open::OpenReport::default())
    };
    if loaded.end < start {
        // The snapshot reaches further than the log: the log begins anew behind it.
        for segment in &loaded.segments {
            disk.remove_file(&names::segment_path(path, segment.base, names::LOG))?;
        }
        loaded = Loaded::empty(path.to_path_buf(), start, config, now.wall);
    }
    if last_run.unsynced {
        write_again(disk, path, &loaded)?;
    }
    let mut log = Vec::new();
    for segment in &loaded.segments {
        if segment.tip.size > 0 {
            let bytes =
                disk.read_all(&names::segment_path(path, segment.base, names::LOG), FILE_BYTES_MAX)?;
            log.extend_from_slice(bytes.get(..segment.tip.size as usize).unwrap_or(&bytes));
        }
    }
    let state = path.join(QUORUM_STATE);
    let quorum_state = match disk.read_all(&state, 1 << 20) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    Ok(Found { loaded, report, quorum_state, older, newest, log: Bytes::from(log) })
}

/// Writes the end of the log over itself and syncs it. A disk without room is left as it is.
fn write_again(disk: &dyn Disk, path: &Path, loaded: &Loaded) -> io::Result<()> {
    let mut left = UNSYNCED_BYTES_MAX;
    for segment in loaded.segments.iter().rev() {
        let size = u64::from(segment.tip.size);
        let from = size.saturating_sub(left);
        let file = disk.open(&names::segment_path(path, segment.base, names::LOG), OpenMode::Write)?;
        let mut bytes = vec![0; (size - from) as usize];
        let len = storage::file::read_full(&*file, &mut bytes, from)?;
        match file.write_at(&bytes[..len], from) {
            Err(error) if error.kind() == io::ErrorKind::StorageFull => return Ok(()),
            written => written?,
        }
        file.sync_all()?;
        left -= size - from;
        if left == 0 {
            break;
        }
    }
    Ok(())
}

/// What the header of a snapshot says; of one without a header, the beginning of time, so that retention takes it first.
fn timestamp_of(disk: &dyn Disk, path: &Path, id: SnapshotId) -> io::Result<Timestamp> {
    let file = disk.open(&path.join(snapshot::file_name(id)), OpenMode::Read)?;
    let mut head = vec![0; file.len()?.min(HEAD_BYTES_MAX) as usize];
    let len = storage::file::read_full(&*file, &mut head, 0)?;
    let batch = BatchView::parse(&head[..len]).ok();
    let controls = batch.map(|batch| control::of_batch(&batch)).unwrap_or_default();
    Ok(controls
        .iter()
        .find_map(|control| match control {
            Control::SnapshotHeader { last_log_timestamp } => Some(*last_log_timestamp),
            _ => None,
        })
        .unwrap_or(Timestamp(0)))
}

/// Writes a whole snapshot under its name. Answers its size.
pub fn write_snapshot(disk: &dyn Disk, path: &Path, id: SnapshotId, bytes: &[u8]) -> io::Result<u64> {
    let part = path.join(snapshot::part_file_name(id));
    let file = disk.open(&part, OpenMode::Truncate)?;
    file.write_at(bytes, 0)?;
    file.sync_all()?;
    drop(file);
    disk.rename(&part, &path.join(snapshot::file_name(id)))?;
    disk.sync_dir(path)?;
    Ok(bytes.len() as u64)
}

/// Removes the snapshots before one.
pub fn remove_snapshots(disk: &dyn Disk, path: &Path, before: SnapshotId) -> io::Result<()> {
    for entry in disk.list(path)? {
        if let Some((id, FileKind::Whole)) = snapshot::parse_file_name(&entry.name)
            && id.end < before.end
        {
            disk.remove_file(&path.join(&entry.name))?;
        }
    }
    Ok(())
}
