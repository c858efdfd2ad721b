//! One segment: what is known of its files without reading them.
//!
//! Invariants:
//! - `written` is at most `tip` in every field that grows; they are equal when no write is under way.
//! - Offsets in the segment are at least `base` and at most `base + i32::MAX`.
//! - Sizes fit into 31 bits, as positions in indexes must.

use std::path::Path;

use protocol::{Offset, Timestamp};

use crate::file::{FileHandle, FileRef};
use crate::index::{Index, OffsetEntry, TimeEntry};
use crate::names;
use crate::txn_index::AbortedTxn;

/// What appends move on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip {
    /// Bytes of log.
    pub size: u32,
    /// Position of the batch the last index entry names; 0 if there is none.
    pub index_at: u32,
    /// Entries of the offset index.
    pub index_entries: u32,
    /// Entries of the time index.
    pub time_entries: u32,
    /// Timestamp of the last time index entry, -1 if there is none.
    pub time_last: Timestamp,
    /// The largest timestamp, -1 if there is none.
    pub max_timestamp: Timestamp,
    /// The last offset of the batch that has it.
    pub max_offset: Offset,
    /// The largest timestamp of the first batch; time rolls are counted from it.
    pub first_timestamp: Option<Timestamp>,
}

impl Tip {
    /// The tip of an empty segment.
    #[must_use]
    pub fn empty(base: Offset) -> Self {
        Self {
            size: 0,
            index_at: 0,
            index_entries: 0,
            time_entries: 0,
            time_last: Timestamp::NONE,
            max_timestamp: Timestamp::NONE,
            max_offset: base,
            first_timestamp: None,
        }
    }
}

/// How far the work on a segment that is no longer active has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Appended to, or about to be.
    Active,
    /// Rolled; its last sidecar entries, trimming and sync are owed or under way.
    Finishing,
    /// Complete and durable.
    Finished,
}

/// One segment.
#[derive(Debug)]
pub struct Segment {
    /// Its first possible offset, and its files' name.
    pub base: Offset,
    /// Its records.
    pub log: FileRef,
    /// As planned.
    pub tip: Tip,
    /// As written.
    pub written: Tip,
    /// Offset index.
    pub index: Index<OffsetEntry>,
    /// Time index.
    pub timeindex: Index<TimeEntry>,
    /// Aborted transactions whose markers lie here, planned ones too.
    pub aborted: Vec<AbortedTxn>,
    /// How many of them lie in `.txnindex`.
    pub aborted_persisted: usize,
    /// When it was made, or opened: time rolls count from it when records carry no time.
    pub created: Timestamp,
    /// When it was last written: retention falls back to it when records carry no time.
    pub modified: Timestamp,
    /// Taken off `segment_ms`.
    pub jitter_ms: i64,
    /// Space is kept up to here.
    pub allocated: u64,
    /// Where its first byte stands in the count of all bytes of this log since it was opened; negative for what was there.
    pub origin: i64,
    /// Whether it is still appended to.
    pub stage: Stage,
    /// The tip at which its files were last complete: sidecars written, nothing behind the end, all synced.
    pub complete: Option<Tip>,
    index_file: Option<FileRef>,
    timeindex_file: Option<FileRef>,
}

impl Segment {
    /// An empty segment at `base`; touches no file.
    #[must_use]
    pub fn new(dir: &Path, base: Offset, created: Timestamp, jitter_ms: i64, origin: i64) -> Self {
        Self {
            base,
            log: FileHandle::new(names::segment_path(dir, base, names::LOG)),
            tip: Tip::empty(base),
            written: Tip::empty(base),
            index: Index::new(0),
            timeindex: Index::new(0),
            aborted: Vec::new(),
            aborted_persisted: 0,
            created,
            modified: created,
            jitter_ms,
            allocated: 0,
            origin,
            stage: Stage::Active,
            complete: None,
            index_file: None,
            timeindex_file: None,
        }
    }

    /// The offset index's file.
    pub fn index_file(&mut self) -> FileRef {
        let path = self.log.path();
        self.index_file.get_or_insert_with(|| FileHandle::new(path.with_extension("index"))).clone()
    }

    /// The time index's file.
    pub fn timeindex_file(&mut self) -> FileRef {
        let path = self.log.path();
        self.timeindex_file.get_or_insert_with(|| FileHandle::new(path.with_extension("timeindex"))).clone()
    }

    /// Lets go of the descriptors; the next use opens the files again.
    pub fn close_files(&mut self) {
        self.log = FileHandle::new(self.log.path().to_owned());
        self.index_file = None;
        self.timeindex_file = None;
    }

    /// Marks the files as given up.
    pub fn set_gone(&self) {
        self.log.set_gone();
        for file in [&self.index_file, &self.timeindex_file].into_iter().flatten() {
            file.set_gone();
        }
    }

    /// Takes in a batch at the planned end: moves the tip, and adds index entries where Kafka would.
    pub fn push(&mut self, size: u32, last: Offset, max_timestamp: Timestamp, interval: u32) {
        let tip = &mut self.tip;
        let at = tip.size;
        if at == 0 {
            tip.first_timestamp = Some(max_timestamp);
        }
        if max_timestamp > tip.max_timestamp {
            tip.max_timestamp = max_timestamp;
            tip.max_offset = last;
        }
        if at - tip.index_at > interval {
            self.index.push(OffsetEntry { offset: last, position: at });
            tip.index_entries += 1;
            tip.index_at = at;
            self.push_time();
        }
        self.tip.size = at + size;
    }

    /// Adds the largest timestamp to the time index unless it is there, as is done with an index entry, at a roll and at
    /// a clean stop.
    pub fn push_time(&mut self) {
        let tip = &mut self.tip;
        if tip.max_timestamp > tip.time_last {
            self.timeindex.push(TimeEntry { timestamp: tip.max_timestamp, offset: tip.max_offset });
            tip.time_entries += 1;
            tip.time_last = tip.max_timestamp;
        }
    }

    /// Planned becomes what is written: after a failed write.
    pub fn take_back(&mut self, end: Offset) {
        self.tip = self.written;
        self.index.truncate(self.tip.index_entries);
        self.timeindex.truncate(self.tip.time_entries);
        let kept = self.aborted.partition_point(|txn| txn.last < end);
        self.aborted.truncate(kept);
        self.aborted_persisted = self.aborted_persisted.min(kept);
    }

    /// The time retention compares: the largest timestamp, or when the file was written if records carry none.
    #[must_use]
    pub fn largest_timestamp(&self) -> Timestamp {
        if self.written.max_timestamp.0 >= 0 { self.written.max_timestamp } else { self.modified }
    }

    /// How long a roll by time has been waited for, seen by a batch with this largest timestamp.
    #[must_use]
    pub fn waited_ms(&self, now: Timestamp, batch_timestamp: Timestamp) -> i64 {
        match self.tip.first_timestamp {
            Some(first) if first.0 >= 0 => batch_timestamp.0.saturating_sub(first.0),
            _ => now.0.saturating_sub(self.created.0),
        }
    }
}
