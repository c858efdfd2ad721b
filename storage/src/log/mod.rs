//! One partition's log: gives out offsets, decides where bytes lie, and keeps what must be known to find them again.
//!
//! Pure: every file operation is either described (a [`Placement`], a [`Work`]) or asked for (a
//! [`crate::lookup::Lookup`]). Knows no request, response, group or broker id, no other partition and no clock.
//!
//! Invariants:
//! - `synced_end <= end <= planned_end`; `log_start <= end`; readers see nothing at or above `end`.
//! - Batches lie in the order they were planned in, without gaps; the next one begins where the last one planned ends.
//! - Of the segments, all but the last planned one are never appended to again; every segment but those with planned
//!   batches has `tip == written`.
//! - Nothing is taken back once `written` has named it.

mod append;
mod keep;
mod owed;
mod read;

use std::collections::VecDeque;
use std::path::PathBuf;

use protocol::{LeaderEpoch, Now, Offset, Rng, Timestamp};

use crate::config::LogConfig;
use crate::epochs::Epochs;
use crate::lookup::Spot;
use crate::producers::Producers;
use crate::segment::{Segment, Stage, Tip};
use crate::txn_index::AbortedTxn;
use crate::work::Work;

pub use append::{AppendError, Placement, TakeBack};
pub use keep::{AboveHighWatermark, Deleted};
pub use read::{Located, ReadError, ReadRange, TimeAnswer};

/// Part of a log that cannot be read: a gap where acknowledged records were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hole {
    /// First offset that is missing.
    pub from: Offset,
    /// First offset behind it that is there.
    pub end: Offset,
    /// Segment in which the bad bytes begin.
    pub segment: Offset,
    /// Where they begin.
    pub position: u32,
    /// Where good bytes begin again in that segment; its size if none do.
    pub position_end: u32,
}

/// A segment as the open job found or rebuilt it. Its index files hold exactly `tip`'s entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadedSegment {
    /// Its base.
    pub base: Offset,
    /// What it holds.
    pub tip: Tip,
    /// When it was last written.
    pub modified: Timestamp,
    /// What its `.txnindex` holds.
    pub aborted: Vec<AbortedTxn>,
}

/// A log as the open job found or rebuilt it.
#[derive(Debug)]
pub struct Loaded {
    /// The partition's directory.
    pub dir: PathBuf,
    /// At least one segment, by rising base; the last is appended to.
    pub segments: Vec<LoadedSegment>,
    /// Producers at `end`.
    pub producers: Producers,
    /// Offset of the newest producer snapshot on disk.
    pub snapshot_at: Offset,
    /// Leader epochs.
    pub epochs: Epochs,
    /// Whether `leader-epoch-checkpoint` says the same.
    pub epochs_written: bool,
    /// First offset that is served.
    pub log_start: Offset,
    /// Log end offset.
    pub end: Offset,
    /// Everything below is durable.
    pub recovery_point: Offset,
    /// What cannot be read.
    pub holes: Vec<Hole>,
    /// Whether the last segment's index files are there and hold all its entries, and no more.
    pub active_complete: bool,
}

impl Loaded {
    /// A new log that begins at `start`.
    #[must_use]
    pub fn empty(dir: PathBuf, start: Offset, config: &LogConfig, now: Timestamp) -> Self {
        let segment =
            LoadedSegment { base: start, tip: Tip::empty(start), modified: now, aborted: Vec::new() };
        Self {
            dir,
            segments: vec![segment],
            producers: Producers::new(start, config.producers_max),
            snapshot_at: start,
            epochs: Epochs::default(),
            epochs_written: true,
            log_start: start,
            end: start,
            recovery_point: start,
            holes: Vec::new(),
            active_complete: false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Planned {
    last: Offset,
    segment: Offset,
    /// The segment's tip once this batch is written.
    tip: Tip,
}

/// The place of a batch that was appended recently. Sixteen bytes each.
#[derive(Clone, Copy, Debug)]
struct Recent {
    base: Offset,
    position: u32,
    last_delta: u32,
}

/// One partition's log.
#[derive(Debug)]
pub struct Log {
    dir: PathBuf,
    config: LogConfig,
    rng: Rng,
    segments: VecDeque<Segment>,
    planned: VecDeque<Planned>,
    recent: VecDeque<Recent>,
    spots: VecDeque<Spot>,
    producers: Producers,
    snapshot_at: Offset,
    /// Segments that were given up and whose files may still bear their names.
    given_up: Vec<Offset>,
    /// Producer snapshots of planned rolls, by the new segment's base.
    snapshots: VecDeque<(Offset, Vec<u8>)>,
    epochs: Epochs,
    epochs_owed: u64,
    holes: Vec<Hole>,
    log_start: Offset,
    planned_end: Offset,
    end: Offset,
    synced_end: Offset,
    high_watermark: Offset,
    /// Base of the segment that holds the written end.
    written_segment: Offset,
    last_sync: protocol::Mono,
    files_new: bool,
    sidecars_under_way: bool,
    preallocation_step: u64,
    work: VecDeque<Work>,
}

impl Log {
    /// A log from what the open job found. `rng` is for the jitter of time rolls.
    #[must_use]
    pub fn new(loaded: Loaded, config: LogConfig, now: Now, rng: Rng) -> Self {
        let Loaded { dir, producers, snapshot_at, epochs, log_start, end, recovery_point, holes, .. } =
            loaded;
        let epochs_owed = if loaded.epochs_written { epochs.changes() } else { u64::MAX };
        let mut log = Self {
            dir,
            config,
            rng,
            segments: VecDeque::with_capacity(loaded.segments.len()),
            planned: VecDeque::new(),
            recent: VecDeque::new(),
            spots: VecDeque::new(),
            producers,
            snapshot_at,
            given_up: Vec::new(),
            snapshots: VecDeque::new(),
            epochs,
            epochs_owed,
            holes,
            log_start,
            planned_end: end,
            end,
            synced_end: recovery_point.min(end),
            high_watermark: log_start,
            written_segment: end,
            last_sync: now.mono,
            files_new: false,
            sidecars_under_way: false,
            preallocation_step: FIRST_PREALLOCATION,
            work: VecDeque::new(),
        };
        let total: i64 = loaded.segments.iter().map(|segment| i64::from(segment.tip.size)).sum();
        let mut origin = -total;
        for loaded in loaded.segments {
            let jitter_ms = log.jitter();
            let mut segment = Segment::new(&log.dir, loaded.base, now.wall, jitter_ms, origin);
            origin += i64::from(loaded.tip.size);
            segment.tip = loaded.tip;
            segment.written = loaded.tip;
            segment.index = crate::index::Index::new(loaded.tip.index_entries);
            segment.timeindex = crate::index::Index::new(loaded.tip.time_entries);
            segment.aborted_persisted = loaded.aborted.len();
            segment.aborted = loaded.aborted;
            segment.modified = loaded.modified;
            segment.stage = Stage::Finished;
            log.segments.push_back(segment);
        }
        let active = log.segments.back_mut().expect("a loaded log has a segment");
        active.stage = Stage::Active;
        active.complete = loaded.active_complete.then_some(active.written);
        log.written_segment = active.base;
        log
    }

    /// The partition's directory.
    #[must_use]
    pub fn dir(&self) -> &std::path::Path {
        &self.dir
    }

    /// The settings.
    #[must_use]
    pub fn config(&self) -> &LogConfig {
        &self.config
    }

    /// Changes the settings; they hold from the next append on.
    pub fn set_config(&mut self, config: LogConfig) {
        self.config = config;
    }

    /// The first offset that is served.
    #[must_use]
    pub fn log_start(&self) -> Offset {
        self.log_start
    }

    /// The log end offset: the only end readers see.
    #[must_use]
    pub fn end(&self) -> Offset {
        self.end
    }

    /// The next offset to be given out.
    #[must_use]
    pub fn planned_end(&self) -> Offset {
        self.planned_end
    }

    /// Everything below is durable.
    #[must_use]
    pub fn synced_end(&self) -> Offset {
        self.synced_end
    }

    /// What `recovery-point-offset-checkpoint` may say: durable, and so are the sidecars of every segment before the one
    /// that holds it, which alone is recovered with those behind it. Never goes back. To be written soon after a log with
    /// holes is opened: until then the next start takes them for torn tails.
    #[must_use]
    pub fn recovery_point(&self) -> Offset {
        let unfinished = self.segments.iter().position(|segment| segment.stage == Stage::Finishing);
        let next = unfinished.and_then(|at| self.segments.get(at + 1));
        next.map_or(self.synced_end, |next| self.synced_end.min(Offset(next.base.0 - 1)))
    }

    /// The high watermark as last told.
    #[must_use]
    pub fn high_watermark(&self) -> Offset {
        self.high_watermark
    }

    /// Moves the high watermark; what lies below may be deleted, and transactions that end below become stable.
    pub fn on_high_watermark(&mut self, hw: Offset) {
        self.high_watermark = hw;
        self.producers.on_high_watermark(hw);
    }

    /// The last stable offset: what read_committed readers see ends here.
    #[must_use]
    pub fn last_stable_offset(&self) -> Offset {
        let unstable = self.first_unstable_offset().unwrap_or(self.high_watermark);
        unstable.min(self.high_watermark)
    }

    /// The first offset of a transaction that is open or whose end lies above the high watermark.
    #[must_use]
    pub fn first_unstable_offset(&self) -> Option<Offset> {
        self.producers.first_unstable().map(|offset| offset.max(self.log_start))
    }

    /// Bytes of records, as written.
    #[must_use]
    pub fn size_bytes(&self) -> u64 {
        self.segments.iter().map(|segment| u64::from(segment.written.size)).sum()
    }

    /// Number of segments.
    #[must_use]
    pub fn segments_count(&self) -> usize {
        self.segments.len()
    }

    /// Base, size and largest timestamp of every segment, oldest first.
    pub fn segments(&self) -> impl Iterator<Item = (Offset, u32, Timestamp)> {
        self.segments.iter().map(|s| (s.base, s.written.size, s.written.max_timestamp))
    }

    /// Base of the segment that is appended to.
    #[must_use]
    pub fn active_base(&self) -> Offset {
        self.active().base
    }

    /// The producers.
    #[must_use]
    pub fn producers(&self) -> &Producers {
        &self.producers
    }

    /// Forgets producers that have been silent too long.
    pub fn expire_producers(&mut self, now: Now) {
        self.producers.expire(now.wall, self.config.producer_expiration_ms);
    }

    /// Leader epochs.
    #[must_use]
    pub fn epochs(&self) -> &Epochs {
        &self.epochs
    }

    /// The newest epoch in the log.
    #[must_use]
    pub fn last_epoch(&self) -> Option<LeaderEpoch> {
        self.epochs.latest().map(|entry| entry.epoch)
    }

    /// A leader of this epoch begins at the log end.
    pub fn assign_epoch(&mut self, epoch: LeaderEpoch) {
        self.epochs.assign(epoch, self.planned_end);
    }

    /// The largest known epoch not above `epoch` and its end (KIP-320); `None` where Kafka answers "undefined".
    #[must_use]
    pub fn end_offset_for_epoch(&self, epoch: LeaderEpoch) -> Option<(LeaderEpoch, Offset)> {
        self.epochs.end_offset_for(epoch, self.end)
    }

    /// What cannot be read, by rising offsets.
    #[must_use]
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// Marks damage that was met while reading.
    pub fn mark_hole(&mut self, hole: Hole) {
        if self.holes.iter().any(|known| known.from <= hole.from && hole.end <= known.end) {
            return;
        }
        let at = self.holes.partition_point(|known| known.from < hole.from);
        self.holes.insert(at, hole);
        self.spots.clear();
    }

    /// Lets go of every descriptor that no I/O under way needs. The next use opens the files again.
    pub fn close_files(&mut self) {
        self.segments.iter_mut().for_each(Segment::close_files);
    }

    fn active(&self) -> &Segment {
        self.segments.back().expect("a log always has a segment")
    }

    fn active_mut(&mut self) -> &mut Segment {
        self.segments.back_mut().expect("a log always has a segment")
    }

    /// Place in `segments` of the one that `offset` would lie in.
    fn segment_index(&self, offset: Offset) -> Option<usize> {
        self.segments.partition_point(|segment| segment.base <= offset).checked_sub(1)
    }

    fn segment_mut(&mut self, base: Offset) -> Option<&mut Segment> {
        let at = self.segments.binary_search_by_key(&base, |segment| segment.base).ok()?;
        Some(&mut self.segments[at])
    }

    fn jitter(&mut self) -> i64 {
        let bound = self.config.segment_jitter_ms.min(self.config.segment_ms);
        if bound > 0 { self.rng.below(bound as u64) as i64 } else { 0 }
    }
}

const FIRST_PREALLOCATION: u64 = 1 << 20;
