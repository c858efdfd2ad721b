//! What a partition remembers of its producers: the last five batches of each, open transactions, and from these
//! duplicates, gaps in sequences, fenced epochs and the first unstable offset.
//!
//! Follows Kafka's rules. Knows no clock: expiry is measured against the time given, with the timestamps of records.
//! Knows nothing of transaction coordinators; a marker is believed.
//!
//! Invariants:
//! - The state covers all offsets below `end`, planned ones too; `take_back` returns it to any offset at or above the
//!   one last confirmed.
//! - `ongoing` and `unreplicated` are in the order of first offsets.

use std::collections::VecDeque;

use protocol::{Map, Offset, ProducerEpoch, ProducerId, Timestamp};

use crate::batch::{BatchInfo, Marker, NO_SEQUENCE, sub_sequence};
use crate::txn_index::AbortedTxn;

/// Batches remembered per producer, as many as a producer may have in flight.
pub const BATCHES_MAX: usize = 5;

/// Who appends: what is checked depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A client: sequences and duplicates are checked.
    Client,
    /// A coordinator of this broker: epochs are checked, sequences are not.
    Coordinator,
    /// A leader has checked already, or the batch comes from disk.
    Replication,
}

/// One batch of a producer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BatchSeen {
    /// Sequence of its last record.
    pub last_sequence: i32,
    /// Offset of its last record.
    pub last_offset: Offset,
    /// Last offset minus first.
    pub offset_delta: i32,
    /// Its largest timestamp.
    pub timestamp: Timestamp,
}

impl BatchSeen {
    /// A data batch that ends at `last`.
    #[must_use]
    pub fn new(info: &BatchInfo, last: Offset) -> Self {
        Self {
            last_sequence: info.last_sequence(),
            last_offset: last,
            offset_delta: info.last_offset_delta,
            timestamp: info.max_timestamp,
        }
    }

    /// Sequence of its first record.
    #[must_use]
    pub fn first_sequence(&self) -> i32 {
        sub_sequence(self.last_sequence, self.offset_delta)
    }

    /// Offset of its first record.
    #[must_use]
    pub fn first_offset(&self) -> Offset {
        Offset(self.last_offset.0 - i64::from(self.offset_delta))
    }
}

/// What is remembered of one producer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProducerEntry {
    /// Its newest epoch.
    pub epoch: ProducerEpoch,
    /// Epoch of the coordinator that wrote its last marker, -1 if none did.
    pub coordinator_epoch: i32,
    /// Timestamp of its last batch or marker.
    pub last_timestamp: Timestamp,
    /// First offset of its open transaction.
    pub txn_first: Option<Offset>,
    batches: [BatchSeen; BATCHES_MAX],
    batches_count: u8,
}

impl ProducerEntry {
    const EMPTY: Self = Self {
        epoch: ProducerEpoch::NONE,
        coordinator_epoch: -1,
        last_timestamp: Timestamp::NONE,
        txn_first: None,
        batches: [BatchSeen {
            last_sequence: 0,
            last_offset: Offset(0),
            offset_delta: 0,
            timestamp: Timestamp(0),
        }; BATCHES_MAX],
        batches_count: 0,
    };

    /// An entry as a snapshot holds it: one batch at most.
    #[must_use]
    pub fn restored(
        epoch: ProducerEpoch,
        coordinator_epoch: i32,
        last_timestamp: Timestamp,
        txn_first: Option<Offset>,
        last_batch: Option<BatchSeen>,
    ) -> Self {
        let mut entry = Self { epoch, coordinator_epoch, last_timestamp, txn_first, ..Self::EMPTY };
        if let Some(batch) = last_batch {
            entry.push(batch);
        }
        entry
    }

    /// The remembered batches, oldest first.
    #[must_use]
    pub fn batches(&self) -> &[BatchSeen] {
        &self.batches[..usize::from(self.batches_count)]
    }

    /// Sequence of the last record, -1 if none is remembered.
    #[must_use]
    pub fn last_sequence(&self) -> i32 {
        self.batches().last().map_or(-1, |batch| batch.last_sequence)
    }

    fn push(&mut self, batch: BatchSeen) {
        if usize::from(self.batches_count) == BATCHES_MAX {
            self.batches.copy_within(1.., 0);
            self.batches_count -= 1;
        }
        self.batches[usize::from(self.batches_count)] = batch;
        self.batches_count += 1;
    }

    /// Puts a batch in front of the oldest one, if it leads to it and there is room.
    fn recall(&mut self, batch: BatchSeen) -> bool {
        let count = usize::from(self.batches_count);
        let leads = self.batches().first().is_some_and(|oldest| {
            batch.last_sequence != NO_SEQUENCE
                && batch.last_offset < oldest.first_offset()
                && follows(batch.last_sequence, oldest.first_sequence())
        });
        if !leads || count == BATCHES_MAX {
            return false;
        }
        self.batches.copy_within(..count, 1);
        self.batches[0] = batch;
        self.batches_count += 1;
        true
    }

    fn set_epoch(&mut self, epoch: ProducerEpoch) {
        if self.epoch != epoch {
            self.batches_count = 0;
            self.epoch = epoch;
        }
    }

    fn expired(&self, now: Timestamp, after_ms: i64) -> bool {
        self.txn_first.is_none() && now.0.saturating_sub(self.last_timestamp.0) >= after_ms
    }
}

/// Why a producer's batch is not appended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProducerError {
    /// It is in the log already; this is where.
    Duplicate(BatchSeen),
    /// Its sequence does not follow the last one.
    OutOfOrderSequence,
    /// A newer epoch of the producer has been seen.
    OldEpoch,
    /// A marker by a coordinator that has been replaced.
    CoordinatorFenced,
    /// Not transactional, while the producer has a transaction open.
    TransactionOpen,
}

/// An open transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OngoingTxn {
    /// Its first offset.
    pub first: Offset,
    /// Whose it is.
    pub producer_id: ProducerId,
    /// Base of the segment and position in it where its first batch lies, if that was seen being appended.
    pub place: Option<(Offset, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CompletedTxn {
    first: Offset,
    last: Offset,
}

#[derive(Clone, Copy, Debug)]
struct Undo {
    base: Offset,
    producer_id: ProducerId,
    before: Option<ProducerEntry>,
    started: bool,
    completed: Option<OngoingTxn>,
}

/// The producers of one partition.
#[derive(Debug)]
pub struct Producers {
    entries: Map<ProducerId, ProducerEntry>,
    ongoing: VecDeque<OngoingTxn>,
    unreplicated: VecDeque<CompletedTxn>,
    end: Offset,
    undo: VecDeque<Undo>,
    entries_max: usize,
    dropped_count: u64,
}

impl Producers {
    /// Remembers nobody; covers offsets below `end`.
    #[must_use]
    pub fn new(end: Offset, entries_max: usize) -> Self {
        Self {
            entries: Map::default(),
            ongoing: VecDeque::new(),
            unreplicated: VecDeque::new(),
            end,
            undo: VecDeque::new(),
            entries_max,
            dropped_count: 0,
        }
    }

    /// Every remembered producer.
    pub fn iter(&self) -> impl Iterator<Item = (ProducerId, &ProducerEntry)> {
        self.entries.iter().map(|(&id, entry)| (id, entry))
    }

    /// One producer.
    #[must_use]
    pub fn get(&self, id: ProducerId) -> Option<&ProducerEntry> {
        self.entries.get(&id)
    }

    /// How many are remembered.
    #[must_use]
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// How many were forgotten because there were too many.
    #[must_use]
    pub fn dropped_count(&self) -> u64 {
        self.dropped_count
    }

    /// The state covers everything below this.
    #[must_use]
    pub fn end(&self) -> Offset {
        self.end
    }

    /// Moves the covered end over offsets that no producer wrote.
    pub fn set_end(&mut self, end: Offset) {
        self.end = end;
    }

    /// Takes over an entry of a snapshot.
    pub fn load(&mut self, id: ProducerId, entry: ProducerEntry) {
        if let Some(first) = entry.txn_first {
            self.insert_ongoing(OngoingTxn { first, producer_id: id, place: None });
        }
        self.entries.insert(id, entry);
    }

    /// Puts a batch of its epoch in front of those remembered of a producer: one that was in its snapshot's log, but not in
    /// the snapshot. Whether it belongs there, and was taken.
    pub fn recall(&mut self, id: ProducerId, batch: BatchSeen) -> bool {
        self.entries.get_mut(&id).is_some_and(|entry| entry.recall(batch))
    }

    /// Open transactions in the order of their first offsets.
    pub fn ongoing(&self) -> impl Iterator<Item = &OngoingTxn> {
        self.ongoing.iter()
    }

    /// Whether this producer has a transaction open here.
    #[must_use]
    pub fn has_ongoing(&self, id: ProducerId) -> bool {
        self.entries.get(&id).is_some_and(|entry| entry.txn_first.is_some())
    }

    /// The first offset that may still be aborted, or whose end may still be lost.
    #[must_use]
    pub fn first_unstable(&self) -> Option<Offset> {
        let ongoing = self.ongoing.front().map(|txn| txn.first);
        let unreplicated = self.unreplicated.front().map(|txn| txn.first);
        match (ongoing, unreplicated) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Where the open transaction that begins at `first` lies, if known.
    #[must_use]
    pub fn place_of_first(&self, first: Offset) -> Option<(Offset, u32)> {
        let at = self.ongoing.binary_search_by_key(&first, |txn| txn.first).ok()?;
        self.ongoing[at].place
    }

    /// Timestamp of the producer whose transaction has been open the longest, -1 if none is.
    #[must_use]
    pub fn oldest_txn_last_timestamp(&self) -> Timestamp {
        let oldest = self.ongoing.front().and_then(|txn| self.entries.get(&txn.producer_id));
        oldest.map_or(Timestamp::NONE, |entry| entry.last_timestamp)
    }

    /// The remembered batch that has exactly the epoch and sequences of `info`.
    #[must_use]
    pub fn duplicate(&self, info: &BatchInfo) -> Option<BatchSeen> {
        let entry = self.entries.get(&info.producer_id)?;
        duplicate_in(entry, info)
    }

    /// Whether `info` may be appended at all.
    pub fn check(&self, info: &BatchInfo, origin: Origin) -> Result<(), ProducerError> {
        if info.producer_id.0 < 0 || origin == Origin::Replication {
            return Ok(());
        }
        let Some(entry) = self.entries.get(&info.producer_id) else {
            // What is not known has epoch -1.
            return if info.producer_epoch < ProducerEpoch::NONE {
                Err(ProducerError::OldEpoch)
            } else {
                Ok(())
            };
        };
        if origin == Origin::Client
            && let Some(seen) = duplicate_in(entry, info)
        {
            return Err(ProducerError::Duplicate(seen));
        }
        if info.producer_epoch < entry.epoch {
            return Err(ProducerError::OldEpoch);
        }
        if info.control {
            return match info.marker {
                Some(marker) if entry.coordinator_epoch > marker.coordinator_epoch => {
                    Err(ProducerError::CoordinatorFenced)
                }
                _ => Ok(()),
            };
        }
        if origin == Origin::Client {
            let in_order = if info.producer_epoch != entry.epoch {
                info.base_sequence == 0 || entry.epoch == ProducerEpoch::NONE
            } else {
                follows(entry.last_sequence(), info.base_sequence)
            };
            if !in_order {
                return Err(ProducerError::OutOfOrderSequence);
            }
        }
        if entry.txn_first.is_some() && !info.transactional {
            return Err(ProducerError::TransactionOpen);
        }
        Ok(())
    }

    /// Takes in a batch at offsets `base` to `base + last_offset_delta` that lies at `place` (segment, position). Answers
    /// the aborted transaction that a marker ends. With `undoable` it can be taken back until confirmed.
    pub fn apply(
        &mut self,
        info: &BatchInfo,
        base: Offset,
        place: Option<(Offset, u32)>,
        undoable: bool,
    ) -> Option<AbortedTxn> {
        let last = Offset(base.0 + i64::from(info.last_offset_delta));
        self.end = Offset(last.0 + 1);
        // A control batch without a marker says that compaction has removed the whole transaction.
        if info.producer_id.0 < 0 || (info.control && info.marker.is_none()) {
            return None;
        }
        if self.entries.len() >= self.entries_max && !self.entries.contains_key(&info.producer_id) {
            self.drop_longest_silent();
        }
        let id = info.producer_id;
        let known = self.entries.get(&id).copied();
        let mut entry = known.unwrap_or(ProducerEntry::EMPTY);
        let mut undo = Undo { base, producer_id: id, before: known, started: false, completed: None };
        let mut aborted = None;
        match info.marker {
            Some(Marker { commit, coordinator_epoch }) => {
                entry.set_epoch(info.producer_epoch);
                entry.coordinator_epoch = coordinator_epoch;
                entry.last_timestamp = info.max_timestamp;
                if let Some(first) = entry.txn_first.take() {
                    undo.completed = self.complete(first, last);
                    if !commit {
                        aborted = Some(AbortedTxn {
                            producer_id: id,
                            first,
                            last,
                            last_stable: self.stable_end_after(id, last),
                        });
                    }
                }
            }
            None => {
                entry.set_epoch(info.producer_epoch);
                entry.push(BatchSeen::new(info, last));
                entry.last_timestamp = info.max_timestamp;
                if info.transactional && entry.txn_first.is_none() {
                    entry.txn_first = Some(base);
                    undo.started = true;
                    self.insert_ongoing(OngoingTxn { first: base, producer_id: id, place });
                }
            }
        }
        self.entries.insert(id, entry);
        if undoable {
            self.undo.push_back(undo);
        }
        aborted
    }

    /// Everything below `end` is written and is never taken back.
    pub fn confirm(&mut self, end: Offset) {
        while self.undo.front().is_some_and(|undo| undo.base < end) {
            self.undo.pop_front();
        }
    }

    /// Forgets what was applied at or above `end`.
    pub fn take_back(&mut self, end: Offset) {
        while let Some(undo) = self.undo.pop_back_if(|undo| undo.base >= end) {
            if undo.started {
                self.remove_ongoing(undo.base);
            }
            if let Some(txn) = undo.completed {
                self.unreplicated.retain(|done| done.first != txn.first);
                self.insert_ongoing(txn);
            }
            match undo.before {
                Some(before) => self.entries.insert(undo.producer_id, before),
                None => self.entries.remove(&undo.producer_id),
            };
        }
        self.end = end;
    }

    /// Completed transactions whose marker lies below the high watermark are stable from now on.
    pub fn on_high_watermark(&mut self, hw: Offset) {
        if !self.unreplicated.is_empty() {
            self.unreplicated.retain(|txn| txn.last >= hw);
        }
    }

    /// The log begins at `start` from now on.
    pub fn on_log_start(&mut self, start: Offset) {
        self.on_high_watermark(start);
        if self.end < start {
            self.end = start;
        }
    }

    /// Forgets producers that have been silent for `after_ms` and have no transaction open. Must not be called between
    /// plan and completion of a write of that producer: what is taken back then would bring it back, which is harmless.
    pub fn expire(&mut self, now: Timestamp, after_ms: i64) {
        self.entries.retain(|_, entry| !entry.expired(now, after_ms));
    }

    fn complete(&mut self, first: Offset, last: Offset) -> Option<OngoingTxn> {
        let txn = self.remove_ongoing(first)?;
        let at = self.unreplicated.partition_point(|done| done.first < first);
        self.unreplicated.insert(at, CompletedTxn { first, last });
        Some(txn)
    }

    /// The last stable offset once a transaction of `id` that ends at `last` is over.
    fn stable_end_after(&self, id: ProducerId, last: Offset) -> Offset {
        let next = self.ongoing.iter().find(|txn| txn.producer_id != id);
        next.map_or(Offset(last.0 + 1), |txn| txn.first)
    }

    fn insert_ongoing(&mut self, txn: OngoingTxn) {
        let at = self.ongoing.partition_point(|known| known.first < txn.first);
        self.ongoing.insert(at, txn);
    }

    fn remove_ongoing(&mut self, first: Offset) -> Option<OngoingTxn> {
        let at = self.ongoing.binary_search_by_key(&first, |txn| txn.first).ok()?;
        self.ongoing.remove(at)
    }

    /// Forgets the quarter of the producers that have been silent the longest, sparing open transactions and what could
    /// still be taken back. Linear, but paid for by the quarter of new producers that fit in afterwards.
    fn drop_longest_silent(&mut self) {
        let mut times: Vec<i64> = self.entries.values().map(|entry| entry.last_timestamp.0).collect();
        if times.is_empty() {
            return;
        }
        let quarter = times.len() / 4;
        let (_, &mut border, _) = times.select_nth_unstable(quarter);
        let before = self.entries.len();
        let undo = &self.undo;
        self.entries.retain(|&id, entry| {
            entry.txn_first.is_some()
                || entry.last_timestamp.0 > border
                || undo.iter().any(|planned| planned.producer_id == id)
        });
        self.dropped_count += (before - self.entries.len()) as u64;
    }
}

fn duplicate_in(entry: &ProducerEntry, info: &BatchInfo) -> Option<BatchSeen> {
    if entry.epoch != info.producer_epoch || info.control {
        return None;
    }
    let last = info.last_sequence();
    let seen = entry.batches().iter().rev();
    seen.copied().find(|batch| batch.last_sequence == last && batch.first_sequence() == info.base_sequence)
}

fn follows(last: i32, next: i32) -> bool {
    i64::from(next) == i64::from(last) + 1 || (next == 0 && last == i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(id: i64, epoch: i16, sequence: i32, count: i32, transactional: bool) -> BatchInfo {
        BatchInfo {
            last_offset_delta: count - 1,
            max_timestamp: Timestamp(1000),
            producer_id: ProducerId(id),
            producer_epoch: ProducerEpoch(epoch),
            base_sequence: sequence,
            transactional,
            control: false,
            marker: None,
            append_time: false,
        }
    }

    fn marker(id: i64, epoch: i16, commit: bool, coordinator_epoch: i32) -> BatchInfo {
        BatchInfo {
            control: true,
            transactional: true,
            base_sequence: -1,
            marker: Some(Marker { commit, coordinator_epoch }),
            ..data(id, epoch, -1, 1, true)
        }
    }

    fn append(state: &mut Producers, info: &BatchInfo) -> Result<Option<AbortedTxn>, ProducerError> {
        state.check(info, Origin::Client)?;
        let base = state.end();
        Ok(state.apply(info, base, None, true))
    }

    #[test]
    fn the_last_five_batches_are_duplicates_and_the_sixth_is_out_of_order() {
        let mut state = Producers::new(Offset(0), 100);
        for batch in 0..6 {
            append(&mut state, &data(1, 0, batch * 10, 10, false)).unwrap();
        }
        for batch in 1..6 {
            let error = append(&mut state, &data(1, 0, batch * 10, 10, false)).unwrap_err();
            let ProducerError::Duplicate(seen) = error else { panic!("{error:?}") };
            assert_eq!(seen.first_offset(), Offset(i64::from(batch) * 10));
        }
        assert_eq!(append(&mut state, &data(1, 0, 0, 10, false)), Err(ProducerError::OutOfOrderSequence));
        assert_eq!(append(&mut state, &data(1, 0, 50, 5, false)), Err(ProducerError::OutOfOrderSequence));
        assert_eq!(append(&mut state, &data(1, 0, 61, 1, false)), Err(ProducerError::OutOfOrderSequence));
        assert!(append(&mut state, &data(1, 0, 60, 1, false)).is_ok());
    }

    #[test]
    fn an_unknown_producer_may_begin_anywhere_and_a_new_epoch_at_zero_only() {
        let mut state = Producers::new(Offset(0), 100);
        assert!(append(&mut state, &data(1, 3, 77, 1, false)).is_ok());
        assert_eq!(append(&mut state, &data(1, 2, 78, 1, false)), Err(ProducerError::OldEpoch));
        assert_eq!(append(&mut state, &data(1, 4, 78, 1, false)), Err(ProducerError::OutOfOrderSequence));
        assert!(append(&mut state, &data(1, 4, 0, 1, false)).is_ok());
        assert_eq!(state.get(ProducerId(1)).unwrap().batches().len(), 1);
    }

    #[test]
    fn sequences_go_on_at_zero_after_the_largest() {
        let mut state = Producers::new(Offset(0), 100);
        append(&mut state, &data(1, 0, i32::MAX - 1, 3, false)).unwrap();
        assert_eq!(state.get(ProducerId(1)).unwrap().last_sequence(), 0);
        assert!(matches!(
            append(&mut state, &data(1, 0, i32::MAX - 1, 3, false)),
            Err(ProducerError::Duplicate(_))
        ));
        append(&mut state, &data(1, 0, 1, 1, false)).unwrap();
        append(&mut state, &data(2, 0, i32::MAX, 1, false)).unwrap();
        append(&mut state, &data(2, 0, 0, 1, false)).unwrap();
    }

    #[test]
    fn an_abort_is_indexed_with_the_stable_offset_that_follows() {
        let mut state = Producers::new(Offset(0), 100);
        append(&mut state, &data(1, 0, 0, 5, true)).unwrap();
        append(&mut state, &data(2, 0, 0, 5, true)).unwrap();
        assert_eq!(state.first_unstable(), Some(Offset(0)));
        assert_eq!(append(&mut state, &data(1, 0, 5, 1, false)), Err(ProducerError::TransactionOpen));
        let aborted = append(&mut state, &marker(1, 0, false, 7)).unwrap().unwrap();
        assert_eq!((aborted.first, aborted.last, aborted.last_stable), (Offset(0), Offset(10), Offset(5)));
        assert_eq!(state.first_unstable(), Some(Offset(0)), "the marker is not replicated yet");
        state.on_high_watermark(Offset(11));
        assert_eq!(state.first_unstable(), Some(Offset(5)));
        assert_eq!(append(&mut state, &marker(1, 0, false, 6)), Err(ProducerError::CoordinatorFenced));
        assert_eq!(append(&mut state, &marker(2, 1, true, 7)).unwrap(), None);
        state.on_high_watermark(Offset(100));
        assert_eq!(state.first_unstable(), None);
        assert_eq!(append(&mut state, &data(2, 0, 5, 1, true)), Err(ProducerError::OldEpoch));
    }

    #[test]
    fn what_was_not_written_is_forgotten() {
        let mut state = Producers::new(Offset(0), 100);
        append(&mut state, &data(1, 0, 0, 5, true)).unwrap();
        append(&mut state, &data(2, 0, 0, 5, false)).unwrap();
        state.confirm(Offset(10));
        let before = format!("{:?} {:?}", state.get(ProducerId(1)), state.ongoing);
        append(&mut state, &data(1, 0, 5, 5, true)).unwrap();
        append(&mut state, &marker(1, 1, false, 0)).unwrap();
        append(&mut state, &data(1, 1, 0, 5, true)).unwrap();
        append(&mut state, &data(3, 0, 0, 5, true)).unwrap();
        state.take_back(Offset(10));
        assert_eq!(before, format!("{:?} {:?}", state.get(ProducerId(1)), state.ongoing));
        assert_eq!(state.count(), 2);
        assert_eq!(state.end(), Offset(10));
        assert_eq!(state.first_unstable(), Some(Offset(0)));
    }

    #[test]
    fn too_many_producers_push_out_the_longest_silent_without_a_transaction() {
        let mut state = Producers::new(Offset(0), 100);
        for id in 0..100 {
            let mut info = data(id, 0, 0, 1, id == 3);
            info.max_timestamp = Timestamp(id);
            append(&mut state, &info).unwrap();
        }
        state.confirm(state.end());
        append(&mut state, &data(1000, 0, 0, 1, false)).unwrap();
        assert!(state.count() < 80);
        assert!(state.get(ProducerId(3)).is_some());
        assert!(state.get(ProducerId(4)).is_none());
        assert!(state.get(ProducerId(99)).is_some());
        assert!(state.dropped_count() > 20);
    }
}
