//! Appends: offsets given out, the roll decided, and what becomes of it when the write is done or has failed.
//!
//! Knows that writes of one log complete in the order they were planned in; the edge sees to that.

use protocol::records;
use protocol::{LeaderEpoch, Now, Offset, Timestamp};

use super::{FIRST_PREALLOCATION, Log, Planned, Recent};
use crate::batch::BatchInfo;
use crate::file::FileRef;
use crate::producers::{BatchSeen, Origin, ProducerError};
use crate::segment::{Segment, Stage};
use crate::snapshot;

/// Where a batch is to be written, and what to answer once it is.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The segment's log.
    pub file: FileRef,
    /// Where in it.
    pub position: u64,
    /// First offset.
    pub base: Offset,
    /// Last offset.
    pub last: Offset,
    /// The broker's timestamp if it stamped the records, else -1.
    pub append_time: Timestamp,
    /// Whether this batch is the first of a new segment.
    pub rolled: bool,
}

/// Why a batch is not appended. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppendError {
    /// It is in the log already; answer with this place.
    Duplicate(BatchSeen),
    /// Its sequence does not follow the producer's last one.
    OutOfOrderSequence,
    /// A newer epoch of the producer has been seen.
    OldProducerEpoch,
    /// A marker by a coordinator that has been replaced.
    CoordinatorFenced,
    /// Not transactional, while the producer has a transaction open.
    TransactionOpen,
    /// Larger than a whole segment may be.
    LargerThanSegment,
    /// A follower's batch that does not begin at or after the end.
    OffsetOutOfOrder,
}

impl From<ProducerError> for AppendError {
    fn from(error: ProducerError) -> Self {
        match error {
            ProducerError::Duplicate(seen) => Self::Duplicate(seen),
            ProducerError::OutOfOrderSequence => Self::OutOfOrderSequence,
            ProducerError::OldEpoch => Self::OldProducerEpoch,
            ProducerError::CoordinatorFenced => Self::CoordinatorFenced,
            ProducerError::TransactionOpen => Self::TransactionOpen,
        }
    }
}

/// What to do after a write that failed: everything planned and not written is forgotten. Cut the file, give the planned
/// writes behind it up, and answer all of them with an error.
#[derive(Clone, Debug)]
pub struct TakeBack {
    /// The file that holds the written end.
    pub file: FileRef,
    /// Its length.
    pub cut_to: u64,
    /// Files of segments that were never begun; they may not exist.
    pub remove: Vec<FileRef>,
}

impl Log {
    /// Appends as leader: gives the batch its offsets, stamps them and the epoch into its header, and says where it goes.
    /// `batch` is a whole, validated format 2 batch; `info` is what its header says.
    pub fn plan_append(
        &mut self,
        now: Now,
        epoch: LeaderEpoch,
        origin: Origin,
        batch: &mut [u8],
        info: &BatchInfo,
    ) -> Result<Placement, AppendError> {
        let base = self.planned_end;
        let placement = self.plan(now, epoch, origin, batch.len(), base, info)?;
        records::stamp(batch, base, epoch);
        Ok(placement)
    }

    /// Appends a batch that has its offsets and epoch already, as a follower and a quorum's log do. Offsets may leave gaps,
    /// but not go back. Formats 0 and 1 cannot be appended.
    pub fn plan_append_as_follower(
        &mut self,
        now: Now,
        epoch: LeaderEpoch,
        base: Offset,
        size: usize,
        info: &BatchInfo,
    ) -> Result<Placement, AppendError> {
        let last = base.0.checked_add(i64::from(info.last_offset_delta));
        if base < self.planned_end || last.is_none_or(|last| last < base.0 || last == i64::MAX) {
            return Err(AppendError::OffsetOutOfOrder);
        }
        self.plan(now, epoch, Origin::Replication, size, base, info)
    }

    fn plan(
        &mut self,
        now: Now,
        epoch: LeaderEpoch,
        origin: Origin,
        size: usize,
        base: Offset,
        info: &BatchInfo,
    ) -> Result<Placement, AppendError> {
        if size > self.config.segment_bytes as usize {
            return Err(AppendError::LargerThanSegment);
        }
        self.producers.check(info, origin)?;
        let size = size as u32;
        let last = Offset(base.0 + i64::from(info.last_offset_delta));
        let rolled = self.must_roll(now, size, last, info.max_timestamp) && self.roll_to(now, base);
        self.epochs.assign(epoch, base);
        let interval = self.config.index_interval_bytes;
        let segment = self.segments.back_mut().expect("a log always has a segment");
        let position = segment.tip.size;
        let aborted = self.producers.apply(info, base, Some((segment.base, position)), true);
        segment.aborted.extend(aborted);
        segment.push(size, last, info.max_timestamp, interval);
        segment.modified = now.wall;
        let file = segment.log.clone();
        self.planned.push_back(Planned { last, segment: segment.base, tip: segment.tip });
        if self.recent.len() >= self.config.recent_batches_max {
            self.recent.pop_front();
        }
        self.recent.push_back(Recent { base, position, last_delta: info.last_offset_delta as u32 });
        self.planned_end = Offset(last.0 + 1);
        let append_time = if info.append_time { info.max_timestamp } else { Timestamp::NONE };
        Ok(Placement { file, position: u64::from(position), base, last, append_time, rolled })
    }

    /// Writes up to this offset (exclusive) are complete, in order. Moves the log end.
    pub fn written(&mut self, upto: Offset) {
        while let Some(&Planned { last, segment, tip, .. }) = self.planned.front() {
            if last >= upto {
                break;
            }
            self.planned.pop_front();
            if segment != self.written_segment {
                self.finish_rolled(segment);
            }
            let written = self.segment_mut(segment).expect("a segment with planned batches is kept");
            written.written = tip;
            self.end = Offset(last.0 + 1);
        }
        let active = self.active().base;
        if self.planned.is_empty() && self.written_segment != active {
            self.finish_rolled(active);
        }
        self.producers.confirm(self.end);
    }

    /// A write failed or came up short: whatever is not written is forgotten.
    pub fn take_back(&mut self) -> TakeBack {
        let mut remove = Vec::new();
        while self.active().base != self.written_segment {
            let dropped = self.segments.pop_back().expect("it was there a moment ago");
            dropped.set_gone();
            remove.push(dropped.log);
        }
        let end = self.end;
        self.planned.clear();
        self.snapshots.clear();
        self.recent.truncate(self.recent.partition_point(|batch| batch.base < end));
        self.producers.take_back(end);
        self.epochs.take_back(end);
        self.planned_end = end;
        let segment = self.active_mut();
        segment.take_back(end);
        let (file, cut_to) = (segment.log.clone(), u64::from(segment.written.size));
        // Cutting the file gives kept space back.
        segment.allocated = cut_to;
        TakeBack { file, cut_to, remove }
    }

    /// Rolls the active segment unless it is empty, as retention and a snapshot do. Takes effect once all that is planned is
    /// written.
    pub fn roll(&mut self, now: Now) -> bool {
        if self.active().tip.size == 0 || !self.roll_to(now, self.planned_end) {
            return false;
        }
        self.written(self.end);
        true
    }

    fn must_roll(&self, now: Now, size: u32, last: Offset, max_timestamp: Timestamp) -> bool {
        let segment = self.active();
        let tip = &segment.tip;
        let index_max = self.config.segment_index_bytes / 8;
        // The last slot of the time index is kept for the entry made at the roll.
        let time_max = (self.config.segment_index_bytes / 12).saturating_sub(1);
        u64::from(tip.size) + u64::from(size) > u64::from(self.config.segment_bytes)
            || (tip.size > 0
                && segment.waited_ms(now.wall, max_timestamp) > self.config.segment_ms - segment.jitter_ms)
            || tip.index_entries >= index_max
            || tip.time_entries >= time_max
            || last.0 - segment.base.0 > i64::from(i32::MAX)
    }

    /// Begins a segment at `base`; not where one begins already, which is then empty and serves as well.
    fn roll_to(&mut self, now: Now, base: Offset) -> bool {
        if self.active().base == base {
            return false;
        }
        if self.producers.end() < base {
            self.producers.set_end(base);
        }
        self.snapshots.push_back((base, snapshot::encode(&self.producers)));
        let jitter_ms = self.jitter();
        let origin = segment_origin_end(self.active());
        self.segments.push_back(Segment::new(&self.dir, base, now.wall, jitter_ms, origin));
        self.preallocation_step = FIRST_PREALLOCATION;
        true
    }

    /// The written end has passed into the segment at `base`: the one before it is complete.
    fn finish_rolled(&mut self, base: Offset) {
        while self.written_segment != base {
            let at = self.segment_index(self.written_segment).expect("the written segment is kept");
            let segment = &mut self.segments[at];
            segment.push_time();
            segment.written = segment.tip;
            segment.stage = Stage::Finishing;
            let done = segment.base;
            let next = self.segments[at + 1].base;
            self.written_segment = next;
            self.files_new = true;
            let snapshot = self.snapshots.pop_front_if(|(at, _)| *at == next);
            if snapshot.is_some() {
                self.snapshot_at = next;
            }
            self.owe_finish(done, snapshot.map(|(_, bytes)| bytes));
        }
    }
}

/// Where the next byte of this segment stands in the count of bytes since the log was opened.
pub(super) fn segment_origin_end(segment: &Segment) -> i64 {
    segment.origin + i64::from(segment.tip.size)
}
