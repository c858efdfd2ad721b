//! The sparse indexes of a segment: offset to position (`.index`) and timestamp to offset (`.timeindex`).
//!
//! What lies in the file already is not kept in memory, only the entries that have yet to be written (the tail), so an
//! index costs a few bytes however large its segment. A look-up that the tail cannot answer reads pages of the file:
//! [`PageSearch`] says which, and takes their bytes.
//!
//! Knows nothing of records. Never memory-mapped.
//!
//! Invariants:
//! - `persisted + tail.len()` is the number of entries; keys rise strictly from entry to entry.
//! - A file may be longer than its entries say (Kafka preallocates), so nothing is read beyond `persisted`.

use std::cmp::Ordering;
use std::collections::VecDeque;

use protocol::{Offset, Timestamp};

/// What an index is made of.
pub trait Entry: Copy + std::fmt::Debug {
    /// Bytes of one entry on disk.
    const BYTES: usize;
    /// What entries are ordered by.
    type Key: Ord + Copy + std::fmt::Debug;
    /// This entry's key.
    fn key(&self) -> Self::Key;
    /// Reads an entry of a segment that begins at `base`.
    fn decode(bytes: &[u8], base: Offset) -> Self;
    /// Appends the entry's bytes.
    fn encode(&self, base: Offset, to: &mut Vec<u8>);
}

/// `.index`: the last offset of a batch and where the batch begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffsetEntry {
    /// Last offset of the batch.
    pub offset: Offset,
    /// Its position.
    pub position: u32,
}

/// `.timeindex`: the largest timestamp so far and the last offset of its batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeEntry {
    /// Largest timestamp up to and with that batch.
    pub timestamp: Timestamp,
    /// The batch's last offset.
    pub offset: Offset,
}

impl Entry for OffsetEntry {
    const BYTES: usize = 8;
    type Key = Offset;

    fn key(&self) -> Offset {
        self.offset
    }

    fn decode(bytes: &[u8], base: Offset) -> Self {
        let relative = i32::from_be_bytes(bytes[..4].try_into().expect("entries are read whole"));
        let position = u32::from_be_bytes(bytes[4..8].try_into().expect("entries are read whole"));
        Self { offset: Offset(base.0.saturating_add(i64::from(relative))), position }
    }

    fn encode(&self, base: Offset, to: &mut Vec<u8>) {
        to.extend_from_slice(&((self.offset.0 - base.0) as i32).to_be_bytes());
        to.extend_from_slice(&self.position.to_be_bytes());
    }
}

impl Entry for TimeEntry {
    const BYTES: usize = 12;
    type Key = Timestamp;

    fn key(&self) -> Timestamp {
        self.timestamp
    }

    fn decode(bytes: &[u8], base: Offset) -> Self {
        let timestamp = i64::from_be_bytes(bytes[..8].try_into().expect("entries are read whole"));
        let relative = i32::from_be_bytes(bytes[8..12].try_into().expect("entries are read whole"));
        Self { timestamp: Timestamp(timestamp), offset: Offset(base.0.saturating_add(i64::from(relative))) }
    }

    fn encode(&self, base: Offset, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.timestamp.0.to_be_bytes());
        to.extend_from_slice(&((self.offset.0 - base.0) as i32).to_be_bytes());
    }
}

/// One index of one segment.
#[derive(Clone, Debug)]
pub struct Index<E> {
    persisted: u32,
    tail: VecDeque<E>,
}

/// What an index says about a key.
#[derive(Clone, Debug)]
pub enum Found<E: Entry> {
    /// The entry with the largest key not above the one asked for; none if all are larger.
    Entry(Option<E>),
    /// The file has to be asked.
    Search(PageSearch<E>),
}

impl<E: Entry> Index<E> {
    /// An index whose file holds `persisted` entries.
    #[must_use]
    pub fn new(persisted: u32) -> Self {
        Self { persisted, tail: VecDeque::new() }
    }

    /// Number of entries.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.persisted + self.tail.len() as u32
    }

    /// Entries that lie in the file.
    #[must_use]
    pub fn persisted(&self) -> u32 {
        self.persisted
    }

    /// Appends an entry; its key must be above the last one's.
    pub fn push(&mut self, entry: E) {
        self.tail.push_back(entry);
    }

    /// Drops entries from the end until `count` are left.
    pub fn truncate(&mut self, count: u32) {
        self.tail.truncate(count.saturating_sub(self.persisted) as usize);
        self.persisted = self.persisted.min(count);
    }

    /// The first `count` entries lie in the file now.
    pub fn set_persisted(&mut self, count: u32) {
        let count = count.min(self.count());
        if count > self.persisted {
            self.tail.drain(..(count - self.persisted) as usize);
            self.persisted = count;
        }
    }

    /// Bytes of the entries from `persisted` on, up to the `count`th entry of the index.
    #[must_use]
    pub fn unwritten(&self, base: Offset, count: u32) -> Vec<u8> {
        let entries = count.saturating_sub(self.persisted) as usize;
        let mut bytes = Vec::with_capacity(entries.min(self.tail.len()) * E::BYTES);
        for entry in self.tail.iter().take(entries) {
            entry.encode(base, &mut bytes);
        }
        bytes
    }

    /// Looks `key` up.
    #[must_use]
    pub fn lookup(&self, key: E::Key) -> Found<E> {
        let below = self.tail.partition_point(|entry| entry.key() <= key);
        if below > 0 {
            Found::Entry(Some(self.tail[below - 1]))
        } else if self.persisted == 0 {
            Found::Entry(None)
        } else {
            Found::Search(PageSearch { key, low: 0, high: self.persisted, best: None })
        }
    }
}

/// Entries read at once.
const PAGE_ENTRIES: u32 = 512;

/// A binary search over pages of an index file.
#[derive(Clone, Debug)]
pub struct PageSearch<E: Entry> {
    key: E::Key,
    low: u32,
    high: u32,
    best: Option<E>,
}

impl<E: Entry> PageSearch<E> {
    /// Position and length of the page wanted next.
    #[must_use]
    pub fn wanted(&self) -> (u64, u32) {
        let (from, count) = self.page();
        (u64::from(from) * E::BYTES as u64, count * E::BYTES as u32)
    }

    /// Takes the page. `Some` when the search is over, with the entry it found. A file shorter than it should be ends the
    /// search with what was found so far: whoever scans from there checks anyway.
    pub fn step(&mut self, bytes: &[u8], base: Offset) -> Option<Option<E>> {
        let (from, count) = self.page();
        if bytes.len() < count as usize * E::BYTES {
            return Some(self.best);
        }
        let entries = bytes.chunks_exact(E::BYTES).take(count as usize).map(|raw| E::decode(raw, base));
        let mut below = 0;
        for entry in entries {
            if entry.key().cmp(&self.key) == Ordering::Greater {
                break;
            }
            self.best = Some(entry);
            below += 1;
        }
        if below == 0 {
            self.high = from;
        } else if below < count {
            return Some(self.best);
        } else {
            self.low = from + count;
        }
        (self.low >= self.high).then_some(self.best)
    }

    fn page(&self) -> (u32, u32) {
        let span = self.high - self.low;
        if span <= PAGE_ENTRIES {
            (self.low, span)
        } else {
            let middle = self.low + (span - PAGE_ENTRIES) / 2;
            (middle, PAGE_ENTRIES)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(index: &Index<OffsetEntry>, file: &[u8], key: i64) -> (Option<u32>, u32) {
        let mut reads = 0;
        match index.lookup(Offset(key)) {
            Found::Entry(entry) => (entry.map(|e| e.position), reads),
            Found::Search(mut search) => loop {
                reads += 1;
                let (at, len) = search.wanted();
                let page = &file[at as usize..at as usize + len as usize];
                if let Some(entry) = search.step(page, Offset(1000)) {
                    return (entry.map(|e| e.position), reads);
                }
            },
        }
    }

    #[test]
    fn look_ups_are_the_same_from_file_and_from_memory() {
        for count in [0u32, 1, 2, 511, 512, 513, 5000] {
            let entries: Vec<OffsetEntry> = (0..count)
                .map(|n| OffsetEntry { offset: Offset(1000 + i64::from(n) * 10), position: n })
                .collect();
            for persisted in [0, count / 3, count] {
                let mut index = Index::new(0);
                entries.iter().for_each(|&entry| index.push(entry));
                let file = index.unwritten(Offset(1000), persisted);
                index.set_persisted(persisted);
                assert_eq!(index.count(), count);
                for key in (990..1000 + i64::from(count) * 10 + 5).step_by(7) {
                    let expected = if key < 1000 || count == 0 {
                        None
                    } else {
                        Some(((key - 1000) / 10).min(i64::from(count) - 1) as u32)
                    };
                    let (found, reads) = search(&index, &file, key);
                    assert_eq!(found, expected, "{count} {persisted} {key}");
                    assert!(reads <= 5);
                }
            }
        }
    }

    #[test]
    fn a_cut_index_forgets_its_last_entries() {
        let mut index = Index::new(0);
        for n in 0..10 {
            index.push(TimeEntry { timestamp: Timestamp(n), offset: Offset(n) });
        }
        index.set_persisted(4);
        index.truncate(6);
        assert_eq!((index.count(), index.persisted()), (6, 4));
        index.truncate(3);
        assert_eq!((index.count(), index.persisted()), (3, 3));
        assert_eq!(index.unwritten(Offset(0), 10), []);
    }
}
