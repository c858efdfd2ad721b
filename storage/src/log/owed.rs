//! File work the log owes beside its appends: finishing rolled segments, gathered index entries, the epoch file, syncs,
//! preallocation.
//!
//! The owner asks after every turn in which the log changed; performing may take as long as it takes, since the log does
//! not depend on it until it is reported back.

use protocol::{Now, Offset};

use super::Log;
use crate::names;
use crate::segment::{Segment, Stage};
use crate::snapshot;
use crate::txn_index::ENTRY_BYTES;
use crate::work::{Finish, Piece, Preallocate, SidecarWrite, SidecarsDone, SyncPlan, Work};

/// Index entries of the active segment that may gather in memory before they are owed to the file.
const TAIL_ENTRIES_MAX: u32 = 1024;
const PREALLOCATION_AFTER: u64 = 1 << 20;
const PREALLOCATION_STEP_MAX: u64 = 64 << 20;

impl Log {
    /// The next piece of file work, until there is none. Pieces are independent of each other, but those of one segment are
    /// to be performed in this order.
    pub fn next_work(&mut self) -> Option<Work> {
        if let Some(work) = self.work.pop_front() {
            return Some(work);
        }
        if self.epochs.changes() != self.epochs_owed {
            self.epochs_owed = self.epochs.changes();
            return Some(Work::Epochs {
                path: self.dir.join(names::LEADER_EPOCHS),
                text: self.epochs.encode(),
                changes: self.epochs_owed,
            });
        }
        if self.sidecars_under_way {
            return None;
        }
        let segment = self.segments.iter().find(|segment| segment.base == self.written_segment)?;
        let gathered = segment.written.index_entries.saturating_sub(segment.index.persisted())
            + segment.written.time_entries.saturating_sub(segment.timeindex.persisted())
            + (segment.aborted.len() - segment.aborted_persisted) as u32;
        if gathered < TAIL_ENTRIES_MAX {
            return None;
        }
        self.gathered_sidecars().map(Work::Sidecars)
    }

    /// Whether [`Log::next_work`] may have something; cheap enough to ask every turn.
    #[must_use]
    pub fn owes_work(&self) -> bool {
        !self.work.is_empty()
            || self.epochs.changes() != self.epochs_owed
            || (!self.sidecars_under_way && {
                let active = self.active();
                active.index.count() - active.index.persisted() >= TAIL_ENTRIES_MAX / 2
                    || active.aborted.len() - active.aborted_persisted >= TAIL_ENTRIES_MAX as usize / 2
            })
    }

    /// The active segment's index entries that lie in memory only, however few: at a flush and every so often.
    pub fn gathered_sidecars(&mut self) -> Option<SidecarWrite> {
        let end = self.end;
        let at = self.segments.binary_search_by_key(&self.written_segment, |segment| segment.base).ok()?;
        let write = sidecars(&self.segments[at], end, false);
        if write.index.bytes.is_empty() && write.timeindex.bytes.is_empty() && write.txnindex.bytes.is_empty()
        {
            return None;
        }
        self.sidecars_under_way = true;
        Some(write)
    }

    /// A [`SidecarWrite`] is done; those within a [`Finish`] are reported with [`Log::finished`].
    pub fn sidecars_written(&mut self, done: &SidecarsDone) {
        self.sidecars_under_way = false;
        self.set_persisted(done);
    }

    /// A [`SidecarWrite`] has failed; its entries stay in memory.
    pub fn sidecars_failed(&mut self) {
        self.sidecars_under_way = false;
    }

    /// A segment is finished and durable.
    pub fn finished(&mut self, finish: &Finish) {
        self.set_persisted(&finish.sidecars.done());
        if let Some(segment) = self.segment_mut(finish.segment)
            && segment.stage == Stage::Finishing
        {
            segment.stage = Stage::Finished;
            segment.complete = Some(segment.written);
            segment.allocated = u64::from(segment.written.size);
        }
    }

    /// Everything a clean stop writes for this log: the active segment's last index entries, trimmed files, the producer
    /// snapshot at the end. Nothing may be planned, and rolled segments must be finished first. After it is performed the
    /// recovery point is the log end.
    pub fn close(&mut self) -> Finish {
        assert!(self.planned.is_empty(), "writes under way would be cut off");
        let snapshot_due = self.producers.end() > self.snapshot_at || self.snapshot_at > self.end;
        let snapshot = snapshot_due.then(|| {
            self.snapshot_at = self.end;
            self.snapshot_piece(self.end, snapshot::encode(&self.producers))
        });
        let segment = self.active_mut();
        segment.push_time();
        segment.written = segment.tip;
        self.finish_of(self.segments.len() - 1, snapshot)
    }

    /// The log as it lies on disk once [`Log::close`] is performed: for the checkpoints.
    #[must_use]
    pub fn closed_recovery_point(&self) -> Offset {
        self.end
    }

    /// Whether `flush.messages` or `flush.ms` wants a sync now.
    #[must_use]
    pub fn sync_due(&self, now: Now) -> bool {
        let waiting = self.end.0 - self.synced_end.0;
        waiting > 0
            && (waiting >= self.config.flush_messages
                || (self.config.flush_ms < i64::MAX
                    && now.mono >= self.last_sync.after_ms(self.config.flush_ms)))
    }

    /// What to sync so that everything written now is durable; `None` if it is. Report with [`Log::synced`].
    pub fn sync_plan(&mut self) -> Option<SyncPlan> {
        if self.synced_end >= self.end {
            return None;
        }
        let from = self.segment_index(self.synced_end).unwrap_or(0);
        let files: Vec<_> = self
            .segments
            .iter()
            .skip(from)
            .filter(|segment| segment.base <= self.written_segment && segment.stage != Stage::Finished)
            .map(|segment| segment.log.clone())
            .collect();
        let dir = std::mem::take(&mut self.files_new).then(|| self.dir.clone());
        Some(SyncPlan { files, dir, upto: self.end })
    }

    /// Everything below `upto` is durable.
    pub fn synced(&mut self, upto: Offset, now: Now) {
        self.synced_end = self.synced_end.max(upto.min(self.end));
        self.last_sync = now.mono;
    }

    /// Space to keep ahead of the active segment's tail, if it is time: nothing before the first MiB, then steps that double
    /// up to 64 MiB, at most up to `segment_bytes` and at most `bytes_max`, the log's share of free space.
    pub fn preallocation(&mut self, bytes_max: u64) -> Option<Preallocate> {
        let limit = u64::from(self.config.segment_bytes);
        let whole = self.config.preallocate;
        let step = if whole { limit } else { self.preallocation_step };
        let segment = self.active();
        let size = u64::from(segment.tip.size);
        if step == 0 || (size < PREALLOCATION_AFTER && !whole) || segment.allocated >= limit {
            return None;
        }
        // A step is asked for while a quarter of it is left, so that appends do not wait for it.
        if segment.allocated > size + step / 4 {
            return None;
        }
        let from = size.max(segment.allocated);
        let len = step.min(limit.saturating_sub(from)).min(bytes_max);
        if len == 0 {
            return None;
        }
        let wanted = Preallocate { segment: segment.base, file: segment.log.clone(), from, len };
        self.active_mut().allocated = from + len;
        self.preallocation_step = (self.preallocation_step * 2).min(PREALLOCATION_STEP_MAX);
        Some(wanted)
    }

    /// The filesystem refused: no more of it for this segment.
    pub fn preallocation_refused(&mut self, refused: &Preallocate) {
        self.preallocation_step = 0;
        if let Some(segment) = self.segment_mut(refused.segment) {
            segment.allocated = refused.from;
        }
    }

    /// Space kept beyond the written bytes of the active segment.
    #[must_use]
    pub fn preallocated_bytes(&self) -> u64 {
        let active = self.active();
        active.allocated.saturating_sub(u64::from(active.tip.size))
    }

    pub(super) fn owe_finish(&mut self, base: Offset, snapshot: Option<Vec<u8>>) {
        let Ok(at) = self.segments.binary_search_by_key(&base, |segment| segment.base) else { return };
        let next = self.segments.get(at + 1).map_or(self.end, |segment| segment.base);
        let snapshot = snapshot.map(|bytes| self.snapshot_piece(next, bytes));
        let finish = self.finish_of(at, snapshot);
        self.work.push_back(Work::Finish(finish));
    }

    fn finish_of(&self, at: usize, snapshot: Option<Piece>) -> Finish {
        let segment = &self.segments[at];
        let end = self.segments.get(at + 1).map_or(self.end, |segment| segment.base);
        Finish {
            dir: self.dir.clone(),
            segment: segment.base,
            log: segment.log.clone(),
            log_len: u64::from(segment.written.size),
            sidecars: sidecars(segment, end, true),
            complete: snapshot.is_none()
                && segment.complete == Some(segment.written)
                && segment.aborted_persisted == segment.aborted.len()
                && segment.allocated <= u64::from(segment.written.size)
                && self.synced_end >= self.end,
            snapshot,
        }
    }

    pub(super) fn snapshot_piece(&self, at: Offset, bytes: Vec<u8>) -> Piece {
        Piece { path: names::segment_path(&self.dir, at, names::SNAPSHOT), at: 0, bytes }
    }

    fn set_persisted(&mut self, done: &SidecarsDone) {
        let Some(segment) = self.segment_mut(done.segment) else { return };
        let (index, time, aborted) = done.entries;
        segment.index.set_persisted(index.min(segment.written.index_entries));
        segment.timeindex.set_persisted(time.min(segment.written.time_entries));
        segment.aborted_persisted = segment.aborted_persisted.max(aborted.min(segment.aborted.len()));
    }
}

/// The entries of a segment that lie in memory only and whose batches are written: those of offsets below `end`.
fn sidecars(segment: &Segment, end: Offset, last: bool) -> SidecarWrite {
    let path = |suffix: &str| segment.log.path().with_extension(&suffix[1..]);
    let aborted = segment.aborted.partition_point(|txn| txn.last < end);
    let mut txn_bytes = Vec::new();
    for txn in segment.aborted.get(segment.aborted_persisted..aborted).unwrap_or(&[]) {
        txn_bytes.extend_from_slice(&txn.encode());
    }
    let written = &segment.written;
    SidecarWrite {
        segment: segment.base,
        index: Piece {
            path: path(names::INDEX),
            at: u64::from(segment.index.persisted()) * 8,
            bytes: segment.index.unwritten(segment.base, written.index_entries),
        },
        timeindex: Piece {
            path: path(names::TIMEINDEX),
            at: u64::from(segment.timeindex.persisted()) * 12,
            bytes: segment.timeindex.unwritten(segment.base, written.time_entries),
        },
        txnindex: Piece {
            path: path(names::TXNINDEX),
            at: (segment.aborted_persisted * ENTRY_BYTES) as u64,
            bytes: txn_bytes,
        },
        last,
        entries: (written.index_entries, written.time_entries, aborted),
    }
}
