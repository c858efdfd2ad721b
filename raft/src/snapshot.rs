//! Snapshots of the metadata log: file names, contents, and when to make and to drop them.
//!
//! A snapshot is a control batch (header; with `kraft.version` 1 the version and the voters), batches of framed records,
//! and a control batch with the footer; offsets count from 0, the epoch is the snapshot's. Pure functions over bytes:
//! knows no file, and of the records only that they are bytes.
//!
//! - Written as Kafka 4.4 writes it, bootstrap snapshot included.
//! - A reader is bounded by the bytes given and never panics.

use bytes::Bytes;
use protocol::records::Batches;
use protocol::{LeaderEpoch, Now, Offset, Timestamp};

use crate::control::{self, Control};
use crate::types::{LogPosition, SnapshotId, VoterSet};

/// What a whole snapshot's file name ends in.
pub const SUFFIX: &str = ".checkpoint";
/// What the name of one still being written ends in.
pub const PART_SUFFIX: &str = ".checkpoint.part";
/// What the name of one waiting to be deleted ends in.
pub const DELETED_SUFFIX: &str = ".checkpoint.deleted";

/// What a file in the log's directory is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    Whole,
    /// Left by a node that died while writing; to be removed.
    Part,
    /// Renamed for deletion; to be removed.
    Deleted,
}

/// The file name of the snapshot `id`.
#[must_use]
pub fn file_name(id: SnapshotId) -> String {
    format!("{:020}-{:010}{SUFFIX}", id.end.0, id.epoch.0)
}

/// The name it has while it is written.
#[must_use]
pub fn part_file_name(id: SnapshotId) -> String {
    format!("{:020}-{:010}-corelog{PART_SUFFIX}", id.end.0, id.epoch.0)
}

/// What a file is by its name; `None` if no snapshot.
#[must_use]
pub fn parse_file_name(name: &str) -> Option<(SnapshotId, FileKind)> {
    let kind = if name.ends_with(PART_SUFFIX) {
        FileKind::Part
    } else if name.ends_with(DELETED_SUFFIX) {
        FileKind::Deleted
    } else if name.ends_with(SUFFIX) {
        FileKind::Whole
    } else {
        return None;
    };
    let number = |range: std::ops::Range<usize>| {
        let digits = name.get(range)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then_some(digits)
    };
    let end = number(0..20)?.parse().ok()?;
    let epoch = number(21..31)?.parse().ok()?;
    if name.as_bytes().get(20) != Some(&b'-') || (kind == FileKind::Whole && name.len() != 31 + SUFFIX.len())
    {
        return None;
    }
    Some((LogPosition { epoch: LeaderEpoch(epoch), end: Offset(end) }, kind))
}

/// Builds a snapshot's bytes. Take them with `take_bytes` as they grow, or all at the end.
#[derive(Debug)]
pub struct Writer {
    epoch: LeaderEpoch,
    next: Offset,
    batch_bytes_max: usize,
    /// Of the batch begun.
    timestamp: Timestamp,
    values: Vec<Bytes>,
    values_size: usize,
    out: Vec<u8>,
}

impl Writer {
    /// Begins the snapshot `id`. `last_log_timestamp` is that of the last batch it contains; `kraft_version` and
    /// `voters` come from `Raft::voters_at`.
    #[must_use]
    pub fn new(
        id: SnapshotId,
        last_log_timestamp: Timestamp,
        kraft_version: i16,
        voters: Option<VoterSet>,
        batch_bytes_max: usize,
        now: Now,
    ) -> Self {
        let mut controls = vec![Control::SnapshotHeader { last_log_timestamp }];
        if kraft_version > 0 {
            controls.push(Control::KraftVersion(kraft_version));
            controls.extend(voters.map(Control::Voters));
        }
        Self {
            epoch: id.epoch,
            next: Offset(controls.len() as i64),
            batch_bytes_max,
            timestamp: now.wall,
            values: Vec::new(),
            values_size: 0,
            out: control::control_batch(Offset::ZERO, id.epoch, now.wall, &controls),
        }
    }

    /// Adds framed records. They share batches as far as these may grow, and all of a batch its timestamp.
    pub fn append(&mut self, now: Now, values: impl IntoIterator<Item = Bytes>) {
        for value in values {
            let size = control::data_batch_size_max(std::slice::from_ref(&value));
            if !self.values.is_empty() && self.values_size + size > self.batch_bytes_max {
                self.end_batch();
            }
            if self.values.is_empty() {
                self.timestamp = now.wall;
            }
            self.values_size += size;
            self.values.push(value);
        }
    }

    fn end_batch(&mut self) {
        if self.values.is_empty() {
            return;
        }
        let batch = control::data_batch(self.next, self.epoch, self.timestamp, &self.values);
        self.next = self.next.plus(self.values.len() as i64);
        self.out.extend_from_slice(&batch);
        self.values.clear();
        self.values_size = 0;
    }

    /// The bytes finished since the last call, to be written behind those before.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Ends the snapshot; gives the bytes not yet taken.
    #[must_use]
    pub fn finish(mut self, now: Now) -> Vec<u8> {
        self.end_batch();
        let footer = control::control_batch(self.next, self.epoch, now.wall, &[Control::SnapshotFooter]);
        self.out.extend_from_slice(&footer);
        self.out
    }
}

/// What a snapshot says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents<'a> {
    pub last_log_timestamp: Timestamp,
    pub kraft_version: i16,
    pub voters: Option<VoterSet>,
    /// Framed metadata records, in order.
    pub records: Vec<&'a [u8]>,
    /// False for a snapshot whose end is missing: it was cut, or never ended.
    pub is_complete: bool,
}

/// Why bytes are not a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SnapshotError {
    /// It does not begin with a snapshot header.
    NoHeader,
    /// The batch at this position is cut, broken or has a wrong checksum.
    BadBatch { position: usize },
    /// The batch at this position is compressed, which no writer of metadata snapshots does.
    Compressed { position: usize },
}

/// Reads a whole snapshot.
pub fn read(bytes: &[u8]) -> Result<Contents<'_>, SnapshotError> {
    let mut contents = Contents {
        last_log_timestamp: Timestamp::NONE,
        kraft_version: 0,
        voters: None,
        records: Vec::new(),
        is_complete: false,
    };
    let mut has_header = false;
    let mut batches = Batches::new(bytes);
    loop {
        let position = batches.position();
        let Some(batch) = batches.next() else { break };
        let bad = if has_header { SnapshotError::BadBatch { position } } else { SnapshotError::NoHeader };
        let batch = batch.map_err(|_| bad)?;
        batch.check_crc().map_err(|_| bad)?;
        let mut controls = Vec::new();
        if !control::collect(&batch, &mut controls) {
            return Err(bad);
        }
        for (_, control) in controls {
            match control {
                Control::SnapshotHeader { last_log_timestamp } => {
                    has_header = true;
                    contents.last_log_timestamp = last_log_timestamp;
                }
                Control::SnapshotFooter => contents.is_complete = true,
                Control::KraftVersion(version) => contents.kraft_version = version,
                Control::Voters(set) => contents.voters = Some(set),
                Control::LeaderChange { .. } => {}
            }
        }
        if !has_header {
            return Err(SnapshotError::NoHeader);
        }
        if batch.is_control() {
            continue;
        }
        let records = batch.records().ok_or(SnapshotError::Compressed { position })?;
        for record in records {
            let record = record.map_err(|_| bad)?;
            contents.records.extend(record.value);
        }
    }
    if has_header { Ok(contents) } else { Err(SnapshotError::NoHeader) }
}

/// Decides when a snapshot is due: `metadata.log.max.record.bytes.between.snapshots` and
/// `metadata.log.max.snapshot.interval.ms` (0: never by time).
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    pub record_bytes_max: u64,
    pub interval_ms_max: i64,
    bytes: u64,
    since: protocol::Mono,
}

impl Policy {
    /// Begins to count: at the start, or when a snapshot was loaded.
    #[must_use]
    pub fn new(record_bytes_max: u64, interval_ms_max: i64, now: Now) -> Self {
        Self { record_bytes_max, interval_ms_max, bytes: 0, since: now.mono }
    }

    /// Counts `bytes` of committed batches; true if a snapshot up to their end is due. Then it counts anew.
    #[must_use]
    pub fn note_committed(&mut self, now: Now, bytes: u64) -> bool {
        self.bytes = self.bytes.saturating_add(bytes);
        let late = self.interval_ms_max > 0 && now.mono >= self.since.after_ms(self.interval_ms_max);
        let due = self.bytes >= self.record_bytes_max || late;
        if due {
            self.bytes = 0;
            self.since = now.mono;
        }
        due
    }
}

/// A snapshot file as retention sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SnapshotFile {
    pub id: SnapshotId,
    pub size: u64,
    /// From its header.
    pub last_log_timestamp: Timestamp,
}

/// From which snapshot on everything is kept (`metadata.max.retention.bytes`, `metadata.max.retention.ms`; a negative
/// limit is none), or `None` if all of it is. `files` from old to new. The newest snapshot always stays.
#[must_use]
pub fn retain_from(
    now: Now,
    files: &[SnapshotFile],
    log_bytes: u64,
    retention_bytes: i64,
    retention_ms: i64,
) -> Option<SnapshotId> {
    let mut total = files.iter().map(|file| file.size).fold(log_bytes, u64::saturating_add);
    let mut keep = None;
    for pair in files.windows(2) {
        let [file, next] = pair else { break };
        let too_large = u64::try_from(retention_bytes).is_ok_and(|max| total > max);
        let age = now.wall.0.saturating_sub(file.last_log_timestamp.0);
        let too_old = retention_ms >= 0 && age > retention_ms;
        if !too_large && !too_old {
            break;
        }
        total = total.saturating_sub(file.size);
        keep = Some(next.id);
    }
    keep
}
