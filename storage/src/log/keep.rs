//! What goes: retention by time, size and log start, DeleteRecords, truncation's result.
//!
//! Kafka's rules: only whole segments go, oldest first, and only below the high watermark; when the active one is due too,
//! an empty one takes its place first.

use std::path::PathBuf;

use protocol::{Now, Offset, Timestamp};

use super::{Loaded, Log};
use crate::segment::Segment;
use crate::work::{DeleteSegments, Piece, Work};
use crate::{names, snapshot};

/// Why segments were given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deleted {
    /// Segments that lay below the log start.
    pub below_start: usize,
    /// Segments beyond `retention.bytes`.
    pub by_size: usize,
    /// Segments beyond `retention.ms`.
    pub by_time: usize,
}

/// Clocks differ by less; what is dated further ahead was dated wrongly, or on purpose.
const AHEAD_MS: i64 = 86_400_000;

/// DeleteRecords asked for an offset that cannot be the log start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AboveHighWatermark;

impl Log {
    /// Moves the log start up to `offset`, which must not lie above the high watermark. Answers whether it moved: then
    /// `log-start-offset-checkpoint` is owed before the request is answered. Segments go at the next
    /// [`Log::delete_old_segments`].
    pub fn delete_records(&mut self, offset: Offset) -> Result<bool, AboveHighWatermark> {
        if offset > self.high_watermark {
            return Err(AboveHighWatermark);
        }
        Ok(self.move_log_start(offset))
    }

    /// Gives up the segments that retention no longer keeps. The file work is in [`Log::next_work`].
    pub fn delete_old_segments(&mut self, now: Now) -> Deleted {
        let mut deleted = Deleted { below_start: self.delete_below_start(now), ..Deleted::default() };
        if self.config.delete {
            deleted.by_size = self.delete_by_size(now);
            deleted.by_time = self.delete_by_time(now);
        }
        deleted
    }

    /// The first segment with records dated more than a day ahead, and its largest timestamp. By record time nothing is due
    /// there for as long: it does not roll, and retention stops at it.
    #[must_use]
    pub fn dated_ahead(&self, now: Now) -> Option<(Offset, Timestamp)> {
        let latest = now.wall.0.saturating_add(AHEAD_MS);
        let mut all = self.segments.iter().map(|segment| (segment.base, segment.largest_timestamp()));
        all.find(|(_, timestamp)| timestamp.0 > latest)
    }

    /// Takes over what `jobs::truncate` left. Nothing may be planned and no work under way.
    pub fn reload(&mut self, loaded: Loaded, now: Now) {
        assert!(self.planned.is_empty(), "writes under way would land behind the new end");
        self.segments.iter().for_each(Segment::set_gone);
        let hw = self.high_watermark.min(loaded.end).max(loaded.log_start);
        *self = Self::new(loaded, self.config.clone(), now, self.rng.clone());
        self.on_high_watermark(hw);
    }

    /// Replaces the whole log by an empty one that begins at `start`, as a follower does whose leader has nothing before it.
    /// Nothing may be planned. The file work is in [`Log::next_work`].
    pub fn restart_at(&mut self, start: Offset, now: Now) {
        assert!(self.planned.is_empty(), "writes under way would land in files that are given up");
        let bases: Vec<Offset> = self.segments.iter().map(|segment| segment.base).collect();
        self.segments.iter().for_each(Segment::set_gone);
        self.work.retain(|work| matches!(work, Work::Delete(_)));
        self.owe_delete(bases, None);
        self.segments.clear();
        let jitter_ms = self.jitter();
        self.segments.push_back(Segment::new(&self.dir, start, now.wall, jitter_ms, 0));
        self.written_segment = start;
        self.recent.clear();
        self.spots.clear();
        self.holes.clear();
        self.snapshots.clear();
        self.epochs.clear();
        self.producers = crate::producers::Producers::new(start, self.config.producers_max);
        self.snapshot_at = start;
        self.log_start = start;
        self.end = start;
        self.planned_end = start;
        self.synced_end = start;
        self.high_watermark = start;
        self.files_new = true;
    }

    fn delete_below_start(&mut self, now: Now) -> usize {
        let start = self.log_start;
        self.delete_while(now, |_, next| next.is_some_and(|base| base <= start))
    }

    fn delete_by_size(&mut self, now: Now) -> usize {
        let keep = self.config.retention_bytes;
        let mut over = self.size_bytes() as i64 - keep;
        if keep < 0 || over < 0 {
            return 0;
        }
        self.delete_while(now, |segment, _| {
            over -= i64::from(segment.written.size);
            over >= 0
        })
    }

    fn delete_by_time(&mut self, now: Now) -> usize {
        let keep = self.config.retention_ms;
        if keep < 0 {
            return 0;
        }
        self.delete_while(now, |segment, _| now.wall.0.saturating_sub(segment.largest_timestamp().0) > keep)
    }

    /// Gives up segments from the front while `due` says so; it sees each one and the base of the next.
    fn delete_while(&mut self, now: Now, mut due: impl FnMut(&Segment, Option<Offset>) -> bool) -> usize {
        let mut count = 0;
        while let Some(segment) = self.segments.get(count) {
            let next = self.segments.get(count + 1).map(|next| next.base);
            let upper = next.unwrap_or(self.end);
            // Writes under way may still fail, and then go back into this segment.
            let quiet = segment.base < self.written_segment || self.planned.is_empty();
            let empty_last = next.is_none() && segment.tip.size == 0;
            if !quiet || empty_last || self.high_watermark < upper || !due(segment, next) {
                break;
            }
            count += 1;
        }
        if count == 0 {
            return 0;
        }
        let begin = (count == self.segments.len()).then(|| {
            self.roll(now);
            let snapshot = self.snapshot_piece(self.end, snapshot::encode(&self.producers));
            (names::segment_path(&self.dir, self.end, names::LOG), snapshot)
        });
        let bases: Vec<Offset> = self
            .segments
            .drain(..count)
            .map(|segment| {
                segment.set_gone();
                segment.base
            })
            .collect();
        self.work.retain(|work| match work {
            Work::Finish(finish) => !bases.contains(&finish.segment),
            Work::Sidecars(write) => !bases.contains(&write.segment),
            Work::Epochs { .. } | Work::Delete(_) => true,
        });
        let first = self.segments.front().expect("the active segment was rolled before it was given up").base;
        self.owe_delete(bases, begin);
        self.move_log_start(first);
        let kept_from = self.recent.partition_point(|batch| batch.base < first);
        self.recent.drain(..kept_from);
        self.spots.retain(|spot| spot.segment >= first);
        count
    }

    fn move_log_start(&mut self, offset: Offset) -> bool {
        if offset <= self.log_start {
            return false;
        }
        self.log_start = offset;
        self.epochs.truncate_from_start(offset);
        self.producers.on_log_start(offset);
        self.holes.retain(|hole| hole.end > offset);
        true
    }

    /// Segments bear other names now.
    pub fn deleted(&mut self, segments: &DeleteSegments) {
        self.given_up.retain(|base| !segments.bases.contains(base));
    }

    /// Each piece of this work does again what those before it may have failed to do: where an older segment keeps its name,
    /// so does a newer one, and no gap is left.
    fn owe_delete(&mut self, bases: Vec<Offset>, begin: Option<(PathBuf, Piece)>) {
        let delay_ms = self.config.file_delete_delay_ms;
        self.given_up.extend(bases);
        let bases = self.given_up.clone();
        self.work.push_back(Work::Delete(DeleteSegments { dir: self.dir.clone(), bases, delay_ms, begin }));
    }
}
