//! Giving producers back the batches that a snapshot does not hold.
//!
//! A snapshot keeps the last batch of each producer, as in Kafka, and the replay adds those behind it. A producer may have
//! five in flight, and whoever sends them again across a start is owed the offsets of all five. The others are found by the
//! headers of the batches in front of the snapshot: backward, in windows that begin at entries of the offset index.
//!
//! What a start may cost: [`READ_BYTES_MAX`] for a partition, each header counted with the 4 KiB read for it. That reaches
//! back over some 400 batches of any size, eighty producers with five in flight each, in some 500 reads however large the
//! segments are: under a millisecond from the page cache, some tens from a cold disk. Most starts read one or two windows: the
//! walk ends when no producer lacks a batch, and one whose first known sequence is 0 lacks none. Beyond
//! [`NEAR_BYTES`] it goes on for no one who has been silent for [`IN_FLIGHT_MS`]: a snapshot names whoever wrote within a day.
//!
//! Only hints are lost where the walk gives up (the bound, damage, an index that does not fit): what was not found is answered
//! as Kafka answers it, out of order. Checksums are not looked at, as in the replay.
//!
//! Invariant: a batch is taken over only if its epoch is the producer's and its sequence leads to the oldest one known.

use std::io;
use std::path::Path;

use protocol::{Map, ProducerEpoch, ProducerId, Timestamp};

use super::open::{Opened, Segments};
use super::perform::missing_as_none;
use super::recover::pass_hole;
use super::walk::{Step, Walk};
use crate::batch::NO_SEQUENCE;
use crate::file::{Disk, File, OpenMode, read_full};
use crate::index::{Entry, OffsetEntry};
use crate::log::Hole;
use crate::names;
use crate::producers::{BATCHES_MAX, BatchSeen, Producers};

/// Bytes read for a partition at most, index pages and opened files included.
const READ_BYTES_MAX: u64 = 2 << 20;
/// Up to here every producer that lacks a batch is looked for, whatever its timestamps say.
const NEAR_BYTES: u64 = 256 << 10;
/// A batch is given up by its client long before this: twice the longest default among clients (librdkafka, five minutes).
const IN_FLIGHT_MS: i64 = 10 * 60 * 1000;
/// Bytes of log in the first window; each one is twice the last.
const WINDOW_BYTES: u64 = 64 << 10;
/// What opening a file, and beginning a window, is counted as.
const OPEN_BYTES: u64 = 4096;
const PAGE_ENTRIES: u32 = 512;
/// A producer whose sequence wrapped has written so many records below.
const SEQUENCES: i64 = 1 << 31;

/// A place between batches: a segment's number and a position in it.
pub(super) type Edge = (usize, u64);

/// Completes the batches of `producers` by those in front of `edge`.
pub(super) fn refill(
    disk: &dyn Disk,
    dir: &Path,
    segments: &Segments,
    producers: &mut Producers,
    edge: Edge,
    now: Timestamp,
) -> io::Result<()> {
    let mut search = Search::new(producers, now);
    let (last, mut upper) = edge;
    for opened in segments.loaded.iter().take(last + 1).rev() {
        let upper = std::mem::replace(&mut upper, u64::MAX).min(u64::from(opened.segment.tip.size));
        if search.is_over() {
            break;
        }
        if upper > 0 && !search.segment(disk, dir, opened, &segments.holes, upper)? {
            break;
        }
    }
    Ok(())
}

struct Lacking {
    epoch: ProducerEpoch,
    oldest: BatchSeen,
}

struct Search<'p> {
    producers: &'p mut Producers,
    lacking: Map<ProducerId, Lacking>,
    /// The newest timestamp met, if it is none of the future.
    newest: Timestamp,
    now: Timestamp,
    read: u64,
    window: u64,
}

impl<'p> Search<'p> {
    fn new(producers: &'p mut Producers, now: Timestamp) -> Self {
        let mut lacking = Map::default();
        let mut newest = Timestamp::NONE;
        for (id, entry) in producers.iter() {
            if entry.last_timestamp <= now {
                newest = newest.max(entry.last_timestamp);
            }
            if let Some(&oldest) = entry.batches().first()
                && entry.batches().len() < BATCHES_MAX
                && oldest.last_sequence != NO_SEQUENCE
            {
                lacking.insert(id, Lacking { epoch: entry.epoch, oldest });
            }
        }
        Self { producers, lacking, newest, now, read: 0, window: WINDOW_BYTES }
    }

    /// Whether nothing is left to be looked for, or it would cost too much.
    fn is_over(&self) -> bool {
        // Sequence 0 is where a producer began, or where its sequence wrapped.
        let is_first =
            |batch: &BatchSeen| batch.first_sequence() == 0 && batch.first_offset().0 < SEQUENCES - 1;
        self.read + OPEN_BYTES >= READ_BYTES_MAX || self.lacking.values().all(|one| is_first(&one.oldest))
    }

    /// Walks a segment backward from `upper`. Whether its beginning was reached.
    fn segment(
        &mut self,
        disk: &dyn Disk,
        dir: &Path,
        opened: &Opened,
        holes: &[Hole],
        mut upper: u64,
    ) -> io::Result<bool> {
        let segment = &opened.segment;
        self.read += 2 * OPEN_BYTES;
        let open = |suffix| {
            missing_as_none(disk.open(&names::segment_path(dir, segment.base, suffix), OpenMode::Read))
        };
        let Some(log) = open(names::LOG)? else { return Ok(false) };
        let index = if segment.tip.index_entries > 0 { open(names::INDEX)? } else { None };
        let mut entries = Entries { file: index, left: segment.tip.index_entries, page: Vec::new() };
        while upper > 0 {
            if self.is_over() {
                return Ok(false);
            }
            let before = self.read;
            // A start is not refused because of bytes that nothing else would have read: whoever fetches them meets the fault.
            let Ok(from) = entries.at_or_below(upper.saturating_sub(self.window), &mut self.read) else {
                return Ok(false);
            };
            let mut walk = Walk::new(&*log, from, upper);
            let Ok(Some(found)) = self.window(&mut walk, segment.base, holes) else { return Ok(false) };
            self.read += OPEN_BYTES + walk.read_bytes();
            self.take_in(&found);
            // The next one is to cost what is left at most, by what this one did.
            let left = READ_BYTES_MAX.saturating_sub(self.read);
            let affordable = left * (upper - from) / (self.read - before);
            self.window = (2 * self.window).min(affordable).max(1);
            upper = from;
        }
        Ok(true)
    }

    /// The batches in a window of producers that are looked for; none if it cannot be walked to its end.
    fn window(
        &mut self,
        walk: &mut Walk<'_>,
        base: protocol::Offset,
        holes: &[Hole],
    ) -> io::Result<Option<Vec<(ProducerId, ProducerEpoch, BatchSeen)>>> {
        let mut found = Vec::new();
        loop {
            if self.read + walk.read_bytes() > READ_BYTES_MAX {
                return Ok(None);
            }
            if pass_hole(walk, base, holes) {
                continue;
            }
            match walk.next_header()? {
                Step::Batch { header, bytes, .. } => {
                    if header.max_timestamp <= self.now {
                        self.newest = self.newest.max(header.max_timestamp);
                    }
                    if header.magic == 2
                        && !header.control()
                        && self.lacking.contains_key(&header.producer_id)
                    {
                        let info = header.info(bytes);
                        found.push((
                            info.producer_id,
                            info.producer_epoch,
                            BatchSeen::new(&info, header.last),
                        ));
                    }
                }
                Step::End => return Ok(Some(found)),
                Step::Bad => return Ok(None),
            }
        }
    }

    /// Takes over what belongs in front of the batches known, newest first.
    fn take_in(&mut self, found: &[(ProducerId, ProducerEpoch, BatchSeen)]) {
        for &(id, epoch, batch) in found.iter().rev() {
            let Some(one) = self.lacking.get_mut(&id) else { continue };
            if batch.last_offset >= one.oldest.first_offset() {
                continue;
            }
            one.oldest = batch;
            // What lies in front of another epoch, or of a gap, was forgotten before the stop too.
            if epoch != one.epoch || !self.producers.recall(id, batch) {
                self.lacking.remove(&id);
            }
        }
        if self.read > NEAR_BYTES {
            let horizon = self.newest.0.saturating_sub(IN_FLIGHT_MS);
            self.lacking
                .retain(|_, one| one.oldest.first_sequence() != 0 && one.oldest.timestamp.0 >= horizon);
        }
    }
}

/// The offset index of a segment, read page by page from its end.
struct Entries {
    file: Option<Box<dyn File>>,
    /// Entries in front of the page.
    left: u32,
    page: Vec<u8>,
}

impl Entries {
    /// The last position at or below `target` where the index says that a batch begins, else the beginning of the segment.
    /// Targets fall from call to call.
    fn at_or_below(&mut self, target: u64, read: &mut u64) -> io::Result<u64> {
        let Some(file) = &self.file else { return Ok(0) };
        loop {
            while let Some((rest, raw)) = self.page.split_last_chunk::<{ OffsetEntry::BYTES }>() {
                let position = u64::from(OffsetEntry::decode(raw, protocol::Offset::ZERO).position);
                if position <= target {
                    return Ok(position);
                }
                let rest = rest.len();
                self.page.truncate(rest);
            }
            if target == 0 || self.left == 0 || *read > READ_BYTES_MAX {
                return Ok(0);
            }
            let count = self.left.min(PAGE_ENTRIES);
            self.left -= count;
            *read += OPEN_BYTES;
            self.page.resize(count as usize * OffsetEntry::BYTES, 0);
            let position = u64::from(self.left) * OffsetEntry::BYTES as u64;
            let got = read_full(&**file, &mut self.page, position)?;
            self.page.truncate(got - got % OffsetEntry::BYTES);
        }
    }
}
