//! Finding bytes: which range of which file answers a fetch, from memory where possible.
//!
//! Memory knows the last batches appended (`recent`) and the batches that look-ups have found (`spots`), which is where
//! sequential readers stopped. Everything else takes a [`Lookup`].

use protocol::{Offset, Timestamp};

use super::append::segment_origin_end;
use super::{Hole, Log};
use crate::batch::{Broken, Place};
use crate::file::FileRef;
use crate::lookup::{Ground, Lookup, Outcome, Spot};
use crate::txn_index::AbortedTxn;
use crate::work::Survey;

/// Places remembered from look-ups, per log.
const SPOTS_MAX: usize = 32;

/// Bytes to send. They begin with a whole batch header; the last batch may be cut.
#[derive(Clone, Debug)]
pub struct ReadRange {
    /// The file.
    pub file: FileRef,
    /// Base of its segment.
    pub segment: Offset,
    /// Where to begin.
    pub position: u64,
    /// How much; never 0.
    pub len: u32,
    /// How much of it is the first batch; all of it where that is not known.
    pub first_len: u32,
    /// Whether all of it was appended recently enough to lie in the page cache: at or above the resident floor.
    pub resident: bool,
}

impl ReadRange {
    /// After reading the range into memory: where the first batch that is not whole in it begins, for `Log::learn`, so that
    /// the reader's next fetch is answered from memory. `None` if the bytes end with a batch or cannot be walked.
    #[must_use]
    pub fn spot_behind(&self, bytes: &[u8]) -> Option<Outcome> {
        let mut at = 0;
        let mut from = None;
        loop {
            match Place::parse(bytes.get(at..)?) {
                Ok(place) => {
                    let end = at + place.size as usize;
                    if end > bytes.len() {
                        return Some(Outcome::Found(Spot {
                            segment: self.segment,
                            from: from.unwrap_or(place.base),
                            last: place.last,
                            position: (self.position + at as u64) as u32,
                            size: place.size,
                        }));
                    }
                    from = Some(Offset(place.last.0 + 1));
                    at = end;
                }
                Err(Broken::Short(_) | Broken::Invalid) => return None,
            }
        }
    }
}

/// The answer to a read.
#[derive(Clone, Debug)]
pub enum Located {
    /// Nothing below the limit yet, or no byte asked for.
    Empty,
    /// These bytes.
    Range(ReadRange),
    /// Not known: run this, tell `Log::learn`, and ask again.
    Lookup(Box<Lookup>),
}

/// The answer to a question about time.
#[derive(Clone, Debug)]
pub enum TimeAnswer {
    /// No record is that late.
    None,
    /// Run this; the batch it finds holds the first record that is late enough, unless all such records lie below the log
    /// start or the batch's largest timestamp was wrong: then go on with `Lookup::behind`.
    Lookup(Box<Lookup>),
}

/// Why nothing can be read at an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// Below the log start or above the log end.
    OutOfRange,
    /// Inside a hole.
    Damaged,
}

enum Position {
    Known { at: u32, size: Option<u32> },
    NextSegment,
    Damaged,
    Unknown,
}

/// Positions no batch can have, as file sizes have 31 bits: marks what a look-up did not find.
const PAST: u32 = u32::MAX;
const DAMAGED: u32 = u32::MAX - 1;

impl Log {
    /// Which bytes hold the batches from `offset` on, below `limit` (the high watermark, the last stable offset, or the
    /// log end), at most `max_bytes` of them; with `at_least_one`, the first batch whole however large.
    pub fn locate(
        &mut self,
        offset: Offset,
        max_bytes: u32,
        limit: Offset,
        at_least_one: bool,
    ) -> Result<Located, ReadError> {
        if offset < self.log_start || offset > self.end {
            return Err(ReadError::OutOfRange);
        }
        let limit = limit.min(self.end);
        if offset >= limit || (max_bytes == 0 && !at_least_one) {
            return Ok(Located::Empty);
        }
        if self.hole_at(offset).is_some() {
            return Err(ReadError::Damaged);
        }
        let Some(mut at) = self.segment_index(offset) else { return Err(ReadError::OutOfRange) };
        loop {
            if self.segments[at].written.size == 0 {
                // An empty segment is passed over; behind the last one nothing is left.
                at += 1;
                if at == self.segments.len() {
                    return Ok(Located::Empty);
                }
                continue;
            }
            match self.position_of(at, offset) {
                Position::Known { at: start, size } => {
                    return Ok(self.range(at, start, size, offset, max_bytes, limit, at_least_one));
                }
                Position::NextSegment if at + 1 < self.segments.len() => at += 1,
                Position::NextSegment => return Ok(Located::Empty),
                Position::Damaged => return Err(ReadError::Damaged),
                Position::Unknown => {
                    return Ok(self.look_up(at, offset));
                }
            }
        }
    }

    fn range(
        &mut self,
        at: usize,
        start: u32,
        size: Option<u32>,
        offset: Offset,
        max_bytes: u32,
        limit: Offset,
        at_least_one: bool,
    ) -> Located {
        let written = self.segments[at].written.size;
        let segment_end = self.segments.get(at + 1).map_or(self.end, |next| next.base);
        let mut upto = written;
        let base = self.segments[at].base;
        if let Some(hole) = self.holes.iter().find(|hole| hole.segment == base && hole.position >= start) {
            upto = upto.min(hole.position);
        }
        let enough = size.filter(|_| at_least_one).map_or(max_bytes, |size| size.max(max_bytes));
        // The position of the limit matters only if it could cut the answer.
        if limit < segment_end && upto - start > 0 {
            match self.position_of(at, limit) {
                Position::Known { at: end, .. } => upto = upto.min(end),
                Position::NextSegment => {}
                Position::Damaged => {}
                Position::Unknown => {
                    return self.look_up(at, limit);
                }
            }
        }
        if start >= upto {
            return Located::Empty;
        }
        let available = upto - start;
        if at_least_one && size.is_none() && max_bytes < available {
            // The first batch may be larger than what is asked for.
            let ground = self.ground(at, offset);
            return Located::Lookup(Box::new(Lookup::from_position(ground, offset, start)));
        }
        let segment = &self.segments[at];
        let floor = (segment_origin_end(self.active()) - self.config.resident_bytes as i64).max(0);
        Located::Range(ReadRange {
            file: segment.log.clone(),
            segment: segment.base,
            position: u64::from(start),
            len: available.min(enough),
            first_len: size.unwrap_or(u32::MAX).min(available.min(enough)),
            resident: segment.origin + i64::from(start) >= floor,
        })
    }

    /// Takes in what a look-up, or a read of cold bytes, has found.
    pub fn learn(&mut self, outcome: &Outcome) {
        let spot = match *outcome {
            Outcome::Found(spot) => spot,
            Outcome::Past { segment, target } => {
                Spot { segment, from: target, last: Offset(i64::MAX), position: PAST, size: 0 }
            }
            Outcome::Damaged { segment, from, target, .. } => {
                Spot { segment, from, last: target, position: DAMAGED, size: 0 }
            }
        };
        if self.spots.contains(&spot) {
            return;
        }
        if self.spots.len() >= SPOTS_MAX {
            self.spots.pop_front();
        }
        self.spots.push_back(spot);
    }

    /// What to do about damage: a look-up that ends in `Outcome::Damaged`, or a cold read whose checksum does not fit, names
    /// where. Perform it with `jobs::perform::survey`, tell [`Log::mark_hole`], and ask again.
    #[must_use]
    pub fn survey(&self, segment: Offset, position: u32, from: Offset) -> Option<Survey> {
        let at = self.segments.binary_search_by_key(&segment, |segment| segment.base).ok()?;
        let end = self.segments.get(at + 1).map_or(self.end, |next| next.base);
        let segment = &self.segments[at];
        let upto = segment.written.size;
        (position < upto).then(|| Survey {
            segment: segment.base,
            file: segment.log.clone(),
            position,
            from: from.max(segment.base),
            upto,
            end,
            gaps: self.config.compact,
        })
    }

    /// Segment and position from which on bytes were appended recently and since the log was opened.
    #[must_use]
    pub fn resident_floor(&self) -> (Offset, u64) {
        let floor = (segment_origin_end(self.active()) - self.config.resident_bytes as i64).max(0);
        let at = self.segments.partition_point(|segment| segment.origin <= floor).saturating_sub(1);
        let segment = &self.segments[at];
        (segment.base, (floor - segment.origin).clamp(0, i64::from(segment.tip.size)) as u64)
    }

    /// Changes how many of the last bytes count as resident, as when memory is short or the log has been idle.
    pub fn set_resident_bytes(&mut self, bytes: u64) {
        self.config.resident_bytes = bytes;
    }

    /// A search for the first record at or after the log start whose timestamp is not below `target`.
    pub fn offset_for_timestamp(&mut self, target: Timestamp) -> TimeAnswer {
        let Some(at) =
            self.segments.iter().position(|s| s.written.size > 0 && s.largest_timestamp() >= target)
        else {
            return TimeAnswer::None;
        };
        let from = self.log_start;
        let ground = self.ground(at, from);
        let segment = &self.segments[at];
        TimeAnswer::Lookup(Box::new(Lookup::by_time(
            ground,
            &segment.timeindex,
            &segment.index,
            target,
            from,
        )))
    }

    /// The largest timestamp in the log and the last offset of the batch that has it; find that batch with
    /// [`Log::locate_batch`] and the record in it.
    #[must_use]
    pub fn max_timestamp(&self) -> Option<(Timestamp, Offset)> {
        let mut best: Option<(Timestamp, Offset)> = None;
        for segment in self.segments.iter().filter(|segment| segment.written.size > 0) {
            let tip = &segment.written;
            if tip.max_timestamp.0 >= 0 && best.is_none_or(|(timestamp, _)| tip.max_timestamp > timestamp) {
                best = Some((tip.max_timestamp, tip.max_offset));
            }
        }
        best
    }

    /// The whole batch that holds `offset`, or the next one behind it.
    pub fn locate_batch(&mut self, offset: Offset) -> Result<Located, ReadError> {
        self.locate(offset.max(self.log_start), 1, self.end, true)
    }

    /// The bytes of a batch a look-up has found.
    #[must_use]
    pub fn range_of(&self, spot: &Spot) -> Option<ReadRange> {
        let at = self.segments.binary_search_by_key(&spot.segment, |segment| segment.base).ok()?;
        let segment = &self.segments[at];
        if spot.size == 0 || u64::from(spot.position) + u64::from(spot.size) > u64::from(segment.written.size)
        {
            return None;
        }
        let floor = (segment_origin_end(self.active()) - self.config.resident_bytes as i64).max(0);
        Some(ReadRange {
            file: segment.log.clone(),
            segment: segment.base,
            position: u64::from(spot.position),
            len: spot.size,
            first_len: spot.size,
            resident: segment.origin + i64::from(spot.position) >= floor,
        })
    }

    /// Aborted transactions that reach into `from..upto`, in the order of their markers, for a read_committed answer.
    pub fn aborted(&self, from: Offset, upto: Offset) -> impl Iterator<Item = &AbortedTxn> {
        let at = self.segment_index(from).unwrap_or(0);
        let mut over = false;
        self.segments
            .iter()
            .skip(at)
            .flat_map(|segment| &segment.aborted)
            .take_while(move |txn| {
                let go_on = !over;
                over |= txn.last_stable >= upto;
                go_on
            })
            .filter(move |txn| txn.last >= from && txn.first < upto && txn.last < self.end)
    }

    /// For [`Log::aborted`]: an offset not below the end of what `range` holds.
    #[must_use]
    pub fn upper_bound_of(&self, range: &ReadRange) -> Offset {
        let end = range.position + u64::from(range.len);
        let next = self.segments.partition_point(|segment| segment.base <= range.segment);
        let bound = self.segments.get(next).map_or(self.end, |segment| segment.base);
        // Recent batches give the end exactly.
        let in_segment = self.recent.partition_point(|batch| batch.base < range.segment);
        let behind = self.recent.iter().skip(in_segment).find(|batch| u64::from(batch.position) >= end);
        behind.map_or(bound, |batch| batch.base.min(bound))
    }

    fn hole_at(&self, offset: Offset) -> Option<&Hole> {
        self.holes.iter().find(|hole| hole.from <= offset && offset < hole.end)
    }

    /// Where, in one segment, the first batch begins that ends at or after `offset`.
    fn position_of(&self, at: usize, offset: Offset) -> Position {
        let segment = &self.segments[at];
        if offset >= self.end {
            return Position::NextSegment;
        }
        let end = self.segments.get(at + 1).map_or(self.end, |next| next.base);
        if let Some(known) = self.recent_position(offset, segment.base, end) {
            return known;
        }
        for spot in self.spots.iter().rev() {
            if spot.segment == segment.base && spot.from <= offset && offset <= spot.last {
                return match spot.position {
                    PAST => Position::NextSegment,
                    DAMAGED => Position::Damaged,
                    at => Position::Known { at, size: Some(spot.size) },
                };
            }
        }
        if let Some((base, at)) = self.producers.place_of_first(offset)
            && base == segment.base
        {
            return Position::Known { at, size: None };
        }
        if offset <= segment.base && !self.holes.iter().any(|h| h.segment == segment.base && h.position == 0)
        {
            return Position::Known { at: 0, size: None };
        }
        Position::Unknown
    }

    fn recent_position(&self, offset: Offset, base: Offset, end: Offset) -> Option<Position> {
        if self.recent.front().is_none_or(|first| first.base > offset) {
            return None;
        }
        let mut at = self.recent.partition_point(|batch| batch.base <= offset) - 1;
        let mut batch = self.recent[at];
        if offset.0 > batch.base.0 + i64::from(batch.last_delta) {
            // In a gap, which only compaction at the leader leaves: the next batch answers.
            at += 1;
            batch = *self.recent.get(at)?;
        }
        if batch.base >= end {
            return Some(Position::NextSegment);
        }
        if batch.base < base {
            return None;
        }
        let behind = self.recent.get(at + 1).filter(|next| next.base < end);
        let segment_size = || {
            let at = self.segment_index(batch.base)?;
            Some(self.segments[at].tip.size)
        };
        let next = match behind {
            Some(next) => next.position,
            None => segment_size()?,
        };
        Some(Position::Known { at: batch.position, size: Some(next.saturating_sub(batch.position)) })
    }

    fn look_up(&mut self, at: usize, target: Offset) -> Located {
        let ground = self.ground(at, target);
        Located::Lookup(Box::new(Lookup::by_offset(ground, &self.segments[at].index, target)))
    }

    fn ground(&mut self, at: usize, target: Offset) -> Ground {
        let base = self.segments[at].base;
        let here = self.holes.iter().filter(|hole| hole.segment == base);
        let floor = here.clone().filter(|hole| hole.end <= target).map(|hole| hole.position_end).max();
        let holes = here.map(|hole| (hole.position, hole.position_end)).collect();
        let segment = &mut self.segments[at];
        Ground {
            segment: base,
            log: segment.log.clone(),
            index_file: segment.index_file(),
            timeindex_file: segment.timeindex_file(),
            upto: segment.written.size,
            floor: floor.unwrap_or(0),
            holes,
        }
    }
}
