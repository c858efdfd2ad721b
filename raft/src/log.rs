//! What the quorum must know of its log without reading it: where it starts and ends, how far it is synced, at which
//! offset each epoch began, which snapshots exist, and which voters each offset decides.
//!
//! Holds no records and performs nothing; `Raft` turns changes here into effects.
//!
//! - `start <= synced <= end`; everything in `start..end` is written (the integrator writes in effect order).
//! - Epochs rise strictly and start offsets rise; an epoch without a record keeps no entry.
//! - The newest voters record decides at once, committed or not; a truncation takes it back.

use std::collections::BTreeMap;

use protocol::{LeaderEpoch, Offset};

use crate::types::{LogPosition, SnapshotId, VoterSet};

/// What a leader finds when it holds a follower's position against its own log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Position {
    /// The follower's log is a prefix of ours.
    Valid,
    /// It is not; the last position that can be common.
    Diverging(LogPosition),
    /// The records it needs are gone; this snapshot has them.
    Snapshot(SnapshotId),
}

/// The voter sets and `kraft.version`s that the log decides, each with the offset of its record.
#[derive(Clone, Debug, Default)]
pub(crate) struct VoterHistory {
    fixed: VoterSet,
    sets: Vec<(Offset, VoterSet)>,
    versions: Vec<(Offset, i16)>,
}

impl VoterHistory {
    pub(crate) fn new(fixed: VoterSet) -> Self {
        Self { fixed, ..Self::default() }
    }

    /// The voters now.
    pub(crate) fn last(&self) -> &VoterSet {
        self.sets.last().map_or(&self.fixed, |(_, set)| set)
    }

    /// Where the voters of now were written: -1 for the bootstrap snapshot, `None` for static ones.
    pub(crate) fn last_offset(&self) -> Option<Offset> {
        self.sets.last().map(|&(offset, _)| offset)
    }

    /// The voters before the newest record.
    pub(crate) fn previous(&self) -> &VoterSet {
        match self.sets.len().checked_sub(2) {
            Some(index) => &self.sets[index].1,
            None => &self.fixed,
        }
    }

    /// `kraft.version` now.
    pub(crate) fn version(&self) -> i16 {
        self.versions.last().map_or(0, |&(_, version)| version)
    }

    /// The voters as of `last`, the last offset that counts; `None` when only static ones are known.
    pub(crate) fn set_at(&self, last: Offset) -> Option<&VoterSet> {
        self.sets.iter().rev().find(|(offset, _)| *offset <= last).map(|(_, set)| set)
    }

    /// `kraft.version` as of `last`, the last offset that counts.
    pub(crate) fn version_at(&self, last: Offset) -> i16 {
        self.versions.iter().rev().find(|(offset, _)| *offset <= last).map_or(0, |&(_, version)| version)
    }

    pub(crate) fn add_set(&mut self, offset: Offset, set: VoterSet) {
        self.sets.push((offset, set));
    }

    pub(crate) fn add_version(&mut self, offset: Offset, version: i16) {
        self.versions.push((offset, version));
    }

    pub(crate) fn truncate(&mut self, end: Offset) {
        self.sets.retain(|(offset, _)| *offset < end);
        self.versions.retain(|(offset, _)| *offset < end);
    }

    /// Forgets all that a snapshot up to `end` makes superfluous: the newest entry below `end` stays.
    fn trim(&mut self, end: Offset) {
        let below = self.sets.iter().filter(|(offset, _)| *offset < end).count();
        self.sets.drain(..below.saturating_sub(1));
        let below = self.versions.iter().filter(|(offset, _)| *offset < end).count();
        self.versions.drain(..below.saturating_sub(1));
    }

    fn clear(&mut self) {
        self.sets.clear();
        self.versions.clear();
    }
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct LogState {
    pub(crate) start: Offset,
    pub(crate) end: Offset,
    pub(crate) synced: Offset,
    /// First offset of each epoch that has records, rising.
    epochs: Vec<(LeaderEpoch, Offset)>,
    /// Snapshots and their sizes in bytes.
    snapshots: BTreeMap<SnapshotKey, u64>,
    pub(crate) voters: VoterHistory,
}

/// Snapshots order by offset first, as their file names do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SnapshotKey(Offset, LeaderEpoch);

impl LogState {
    /// An empty log from offset 0.
    pub(crate) fn new(fixed: VoterSet) -> Self {
        Self {
            start: Offset::ZERO,
            end: Offset::ZERO,
            synced: Offset::ZERO,
            epochs: Vec::new(),
            snapshots: BTreeMap::new(),
            voters: VoterHistory::new(fixed),
        }
    }

    /// Where the log ends and the epoch of its last record; of an empty log, the position of its snapshot.
    pub(crate) fn position(&self) -> LogPosition {
        LogPosition { epoch: self.last_epoch(), end: self.end }
    }

    pub(crate) fn last_epoch(&self) -> LeaderEpoch {
        let snapshot = || self.latest_snapshot().map(|id| id.epoch);
        self.epochs.last().map(|&(epoch, _)| epoch).or_else(snapshot).unwrap_or(LeaderEpoch(0))
    }

    /// Epoch of the last record; -1 if there is none.
    pub(crate) fn batches_epoch(&self) -> LeaderEpoch {
        self.epochs.last().map_or(LeaderEpoch::NONE, |&(epoch, _)| epoch)
    }

    pub(crate) fn latest_snapshot(&self) -> Option<SnapshotId> {
        self.snapshots.last_key_value().map(|(key, _)| LogPosition { epoch: key.1, end: key.0 })
    }

    fn earliest_snapshot(&self) -> Option<SnapshotId> {
        self.snapshots.first_key_value().map(|(key, _)| LogPosition { epoch: key.1, end: key.0 })
    }

    /// Size in bytes of that snapshot, if it exists.
    pub(crate) fn snapshot_size(&self, id: SnapshotId) -> Option<u64> {
        self.snapshots.get(&SnapshotKey(id.end, id.epoch)).copied()
    }

    pub(crate) fn add_snapshot(&mut self, id: SnapshotId, size: u64) {
        self.snapshots.insert(SnapshotKey(id.end, id.epoch), size);
        self.voters.trim(id.end);
    }

    /// Notes records `self.end..next` of `epoch`.
    pub(crate) fn append(&mut self, epoch: LeaderEpoch, next: Offset) {
        assert!(next > self.end);
        assert!(epoch >= self.batches_epoch());
        if self.epochs.last().is_none_or(|&(last, _)| last < epoch) {
            self.epochs.push((epoch, self.end));
        }
        self.end = next;
    }

    /// Cuts the log to `end`, which is not below its start.
    pub(crate) fn truncate(&mut self, end: Offset) {
        assert!(end >= self.start);
        assert!(end <= self.end);
        self.epochs.retain(|&(_, first)| first < end);
        self.voters.truncate(end);
        self.end = end;
        self.synced = self.synced.min(end);
    }

    /// Drops all records and other snapshots: the log now begins behind the snapshot `id`, whose voters the caller adds.
    pub(crate) fn reset_to(&mut self, id: SnapshotId, size: u64) {
        self.epochs.clear();
        self.snapshots.clear();
        self.voters.clear();
        self.start = id.end;
        self.end = id.end;
        self.synced = id.end;
        self.add_snapshot(id, size);
    }

    /// Drops the records and snapshots before the snapshot `id`. False if there is nothing to drop.
    pub(crate) fn delete_before(&mut self, id: SnapshotId) -> bool {
        if self.snapshot_size(id).is_none() || id.end <= self.start || id.end > self.end {
            return false;
        }
        self.snapshots.retain(|key, _| key.0 >= id.end);
        self.start = id.end;
        let covering = self.epochs.iter().rposition(|&(_, first)| first <= id.end).unwrap_or(0);
        self.epochs.drain(..covering);
        if let Some(first) = self.epochs.first_mut() {
            first.1 = first.1.max(id.end);
        }
        self.synced = self.synced.max(self.start);
        true
    }

    /// The epoch of the record just before `end`, which lies behind the log's start.
    pub(crate) fn epoch_before(&self, end: Offset) -> Option<LeaderEpoch> {
        self.epochs.iter().rev().find(|&&(_, first)| first < end).map(|&(epoch, _)| epoch)
    }

    /// The end of the records up to and including `epoch`, with the epoch of the last of them.
    pub(crate) fn end_for_epoch(&self, epoch: LeaderEpoch) -> LogPosition {
        let last = self.epochs.last().map(|&(last, _)| last);
        if last == Some(epoch) {
            return LogPosition { epoch, end: self.end };
        }
        let Some(higher) = self.epochs.iter().position(|&(other, _)| other > epoch) else {
            return self.position();
        };
        let end = self.epochs[higher].1;
        let found = match higher.checked_sub(1) {
            Some(floor) => LogPosition { epoch: self.epochs[floor].0, end },
            None => LogPosition { epoch, end },
        };
        match self.earliest_snapshot() {
            Some(id) if found.end == id.end && found.epoch == epoch => id,
            _ => found,
        }
    }

    /// Holds a follower's fetch position against this log.
    pub(crate) fn check(&self, follower: LogPosition) -> Position {
        let LogPosition { epoch, end } = follower;
        if self.start == Offset::ZERO && end == Offset::ZERO && epoch == LeaderEpoch(0) {
            return Position::Valid;
        }
        if let (Some(earliest), Some(latest)) = (self.earliest_snapshot(), self.latest_snapshot())
            && (end < self.start || (end == self.start && epoch != earliest.epoch) || epoch < earliest.epoch)
        {
            return Position::Snapshot(latest);
        }
        let ours = self.end_for_epoch(epoch);
        if ours.epoch != epoch || ours.end < end { Position::Diverging(ours) } else { Position::Valid }
    }

    /// Where a follower cuts its log when the leader names `diverging` as the last position that can be common.
    pub(crate) fn truncation_for(&self, diverging: LogPosition) -> Offset {
        if diverging.epoch == LeaderEpoch(0) {
            return diverging.end.min(self.end);
        }
        let ours = self.end_for_epoch(diverging.epoch);
        if ours.epoch == diverging.epoch { ours.end.min(diverging.end) } else { ours.end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(epoch: i32, end: i64) -> LogPosition {
        LogPosition { epoch: LeaderEpoch(epoch), end: Offset(end) }
    }

    /// Epoch 1 at 0..10, 3 at 10..20, 4 at 20..25.
    fn log() -> LogState {
        let mut log = LogState::new(VoterSet::EMPTY);
        log.append(LeaderEpoch(1), Offset(10));
        log.append(LeaderEpoch(3), Offset(15));
        log.append(LeaderEpoch(3), Offset(20));
        log.append(LeaderEpoch(4), Offset(25));
        log
    }

    #[test]
    fn a_position_off_this_log_diverges_where_the_logs_part() {
        let log = log();
        for (follower, expected) in [
            (at(4, 25), Position::Valid),
            (at(3, 20), Position::Valid),
            (at(3, 12), Position::Valid),
            (at(0, 0), Position::Valid),
            (at(3, 21), Position::Diverging(at(3, 20))),
            (at(2, 12), Position::Diverging(at(1, 10))),
            (at(4, 26), Position::Diverging(at(4, 25))),
            (at(5, 25), Position::Diverging(at(4, 25))),
        ] {
            assert_eq!(log.check(follower), expected, "{follower:?}");
        }
    }

    #[test]
    fn a_position_before_the_start_gets_the_latest_snapshot() {
        let mut log = log();
        log.add_snapshot(at(3, 12), 100);
        log.add_snapshot(at(3, 18), 100);
        log.delete_before(at(3, 12));
        for (follower, expected) in [
            (at(0, 0), Position::Snapshot(at(3, 18))),
            (at(1, 5), Position::Snapshot(at(3, 18))),
            (at(2, 14), Position::Snapshot(at(3, 18))),
            (at(3, 12), Position::Valid),
            (at(4, 25), Position::Valid),
        ] {
            assert_eq!(log.check(follower), expected, "{follower:?}");
        }
    }

    #[test]
    fn a_follower_truncates_to_the_leaders_epoch_end() {
        let log = log();
        for (diverging, expected) in
            [(at(3, 18), 18), (at(3, 30), 20), (at(2, 8), 10), (at(1, 4), 4), (at(0, 3), 3), (at(9, 99), 25)]
        {
            assert_eq!(log.truncation_for(diverging), Offset(expected), "{diverging:?}");
        }
    }

    #[test]
    fn a_truncation_takes_epochs_and_voters_back() {
        let mut log = log();
        log.voters.add_version(Offset(21), 1);
        log.truncate(Offset(20));
        assert_eq!(log.position(), at(3, 20));
        assert_eq!(log.voters.version(), 0);
        log.truncate(Offset(15));
        log.append(LeaderEpoch(5), Offset(16));
        assert_eq!(log.end_for_epoch(LeaderEpoch(3)), at(3, 15));
    }
}
