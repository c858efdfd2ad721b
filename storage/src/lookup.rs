//! Finding a batch by offset or by time when memory does not know where it lies: index pages first, then batch headers.
//!
//! A [`Lookup`] owns what it needs and performs no I/O: it says which bytes it wants, takes them, and ends in an outcome
//! that `Log::learn` turns into knowledge; then the question is asked again. Whatever happened to the log meanwhile, the
//! second answer is right.
//!
//! Cost: at most about ten index pages of 4 or 6 KiB, then one read per batch between an index entry and the batch.
//!
//! Invariant: an index is only believed as far as the log agrees; if no batch begins where it points, the segment is
//! walked from its first byte.

use protocol::{Offset, Timestamp};

use crate::batch::{Broken, Header};
use crate::file::FileRef;
use crate::index::{Found, Index, OffsetEntry, PageSearch, TimeEntry};

/// Bytes wanted by a look-up, or by whoever reads a [`Spot`].
#[derive(Clone, Debug)]
pub struct ReadWanted {
    /// From this file.
    pub file: FileRef,
    /// From here.
    pub position: u64,
    /// So many; fewer are taken as the end of the file.
    pub len: u32,
}

/// A batch that has been found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Base of its segment.
    pub segment: Offset,
    /// Offsets from here to `last` are answered by this batch.
    pub from: Offset,
    /// Its last offset.
    pub last: Offset,
    /// Where it begins.
    pub position: u32,
    /// Its size.
    pub size: u32,
}

/// How a look-up ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The batch.
    Found(Spot),
    /// No batch of the segment answers: all end before the target.
    Past {
        /// The segment.
        segment: Offset,
        /// The offset asked for.
        target: Offset,
    },
    /// What lies in the way is no batch.
    Damaged {
        /// The segment.
        segment: Offset,
        /// Where it stops making sense.
        position: u32,
        /// The offset expected there, at least.
        from: Offset,
        /// The offset asked for.
        target: Offset,
    },
}

#[derive(Clone, Copy, Debug)]
enum Target {
    Offset(Offset),
    /// The first batch that ends at or after the offset and has a timestamp not below this one.
    Time(Timestamp, Offset),
}

#[derive(Clone, Debug)]
enum Stage {
    Time(PageSearch<TimeEntry>),
    Index(PageSearch<OffsetEntry>),
    Scan,
}

/// A search under way.
#[derive(Clone, Debug)]
pub struct Lookup {
    target: Target,
    segment: Offset,
    log: FileRef,
    index_file: FileRef,
    timeindex_file: FileRef,
    /// Needed behind a search by time.
    index: Option<Index<OffsetEntry>>,
    stage: Stage,
    position: u32,
    /// Valid bytes end here.
    upto: u32,
    /// Batches before this position are not looked at: the end of a hole that lies before the target.
    floor: u32,
    /// Positions at which holes begin and end; walks jump over them.
    holes: Vec<(u32, u32)>,
    next: Offset,
    trusted: bool,
    want_bytes: u32,
}

/// What the log hands over about a segment.
pub(crate) struct Ground {
    pub segment: Offset,
    pub log: FileRef,
    pub index_file: FileRef,
    pub timeindex_file: FileRef,
    pub upto: u32,
    pub floor: u32,
    pub holes: Vec<(u32, u32)>,
}

const SCAN_BYTES: u32 = 8192;

impl Lookup {
    pub(crate) fn by_offset(ground: Ground, index: &Index<OffsetEntry>, target: Offset) -> Self {
        let mut lookup = Self::new(ground, Target::Offset(target));
        lookup.on_index_answer(index.lookup(target));
        lookup
    }

    pub(crate) fn by_time(
        ground: Ground,
        times: &Index<TimeEntry>,
        index: &Index<OffsetEntry>,
        target: Timestamp,
        from: Offset,
    ) -> Self {
        let mut lookup = Self::new(ground, Target::Time(target, from));
        lookup.index = Some(index.clone());
        match times.lookup(target) {
            Found::Entry(entry) => lookup.on_time_entry(entry),
            Found::Search(search) => lookup.stage = Stage::Time(search),
        }
        lookup
    }

    /// Walks from a position where a batch is known to begin.
    pub(crate) fn from_position(ground: Ground, target: Offset, position: u32) -> Self {
        let mut lookup = Self::new(ground, Target::Offset(target));
        lookup.position = position;
        lookup.trusted = true;
        lookup
    }

    fn new(ground: Ground, target: Target) -> Self {
        let Ground { segment, log, index_file, timeindex_file, upto, floor, holes } = ground;
        Self {
            target,
            segment,
            log,
            index_file,
            timeindex_file,
            index: None,
            stage: Stage::Scan,
            position: floor,
            upto,
            floor,
            holes,
            next: segment,
            trusted: false,
            want_bytes: SCAN_BYTES,
        }
    }

    /// The bytes wanted next.
    #[must_use]
    pub fn wanted(&self) -> ReadWanted {
        match &self.stage {
            Stage::Time(search) => {
                let (position, len) = search.wanted();
                ReadWanted { file: self.timeindex_file.clone(), position, len }
            }
            Stage::Index(search) => {
                let (position, len) = search.wanted();
                ReadWanted { file: self.index_file.clone(), position, len }
            }
            Stage::Scan => {
                let len = self.want_bytes.min(self.upto.saturating_sub(self.position));
                ReadWanted { file: self.log.clone(), position: u64::from(self.position), len }
            }
        }
    }

    /// Takes the bytes; `None` while more are wanted.
    pub fn step(&mut self, bytes: &[u8]) -> Option<Outcome> {
        match &mut self.stage {
            Stage::Time(search) => {
                if let Some(entry) = search.step(bytes, self.segment) {
                    self.on_time_entry(entry);
                }
                None
            }
            Stage::Index(search) => {
                if let Some(entry) = search.step(bytes, self.segment) {
                    self.on_index_entry(entry);
                }
                None
            }
            Stage::Scan => self.scan(bytes),
        }
    }

    /// After `Found` for a time: goes on behind that batch, because no record in it was late enough.
    #[must_use]
    pub fn behind(mut self, spot: &Spot) -> Self {
        self.stage = Stage::Scan;
        self.position = spot.position + spot.size;
        self.next = Offset(spot.last.0 + 1);
        self.trusted = true;
        self
    }

    fn on_time_entry(&mut self, entry: Option<TimeEntry>) {
        let Target::Time(_, from) = self.target else { return };
        let start = entry.map_or(self.segment, |entry| entry.offset);
        if let Some(index) = self.index.take() {
            self.on_index_answer(index.lookup(start.max(from)));
        }
    }

    fn on_index_answer(&mut self, answer: Found<OffsetEntry>) {
        match answer {
            Found::Entry(entry) => self.on_index_entry(entry),
            Found::Search(search) => self.stage = Stage::Index(search),
        }
    }

    fn on_index_entry(&mut self, entry: Option<OffsetEntry>) {
        self.stage = Stage::Scan;
        self.position = entry.map_or(0, |entry| entry.position).max(self.floor);
        if self.position >= self.upto {
            self.position = self.floor;
        }
        self.trusted = self.position == 0 || self.position == self.floor;
    }

    fn scan(&mut self, bytes: &[u8]) -> Option<Outcome> {
        let mut at = 0usize;
        loop {
            let hole = self.holes.iter().find(|hole| hole.0 <= self.position && self.position < hole.1);
            if let Some(&(_, end)) = hole {
                at += (end - self.position) as usize;
                self.position = end;
            }
            if self.position >= self.upto {
                return Some(Outcome::Past { segment: self.segment, target: self.target_offset() });
            }
            let rest = bytes.get(at..).unwrap_or(&[]);
            let left = self.upto - self.position;
            match Header::parse(rest) {
                // An entry that points behind the batch that answers would hide it; a gap left by compaction looks the same.
                Ok(header)
                    if header.size <= left && header.last >= self.next && !self.jumped_over(&header) =>
                {
                    self.trusted = true;
                    if self.answers(&header) {
                        let from = match self.target {
                            Target::Offset(target) => target.min(header.base),
                            Target::Time(..) => header.base,
                        };
                        return Some(Outcome::Found(Spot {
                            segment: self.segment,
                            from,
                            last: header.last,
                            position: self.position,
                            size: header.size,
                        }));
                    }
                    self.next = Offset(header.last.0 + 1);
                    self.position += header.size;
                    at += header.size as usize;
                    self.want_bytes = SCAN_BYTES;
                }
                // At least the bytes asked for were given unless the file is shorter than it should be.
                Err(Broken::Short(wanted)) if at > 0 && (wanted as u32) <= left => {
                    self.want_bytes = SCAN_BYTES;
                    return None;
                }
                Ok(_) | Err(_) => {
                    if self.trusted {
                        return Some(Outcome::Damaged {
                            segment: self.segment,
                            position: self.position,
                            from: self.next,
                            target: self.target_offset(),
                        });
                    }
                    // The index pointed between batches.
                    self.position = self.floor;
                    self.next = self.segment;
                    self.trusted = true;
                    return None;
                }
            }
        }
    }

    fn jumped_over(&self, header: &Header) -> bool {
        match self.target {
            Target::Offset(target) => !self.trusted && header.base > target,
            Target::Time(..) => false,
        }
    }

    fn answers(&self, header: &Header) -> bool {
        match self.target {
            Target::Offset(target) => header.last >= target,
            Target::Time(time, from) => header.max_timestamp >= time && header.last >= from,
        }
    }

    fn target_offset(&self) -> Offset {
        match self.target {
            Target::Offset(offset) | Target::Time(_, offset) => offset,
        }
    }
}
