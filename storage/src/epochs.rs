//! Where each leader epoch begins in a log (KIP-101, KIP-279, KIP-320), and its file `leader-epoch-checkpoint`.
//!
//! Invariants: epochs and start offsets both rise from entry to entry; the last entry may lie at the log end, without
//! records.

use protocol::{LeaderEpoch, Offset};

use crate::checkpoint::{Malformed, read_lines, write_lines};

/// One epoch's beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EpochStart {
    /// The epoch.
    pub epoch: LeaderEpoch,
    /// Its first offset.
    pub start: Offset,
}

/// The epochs of one log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Epochs {
    entries: Vec<EpochStart>,
    changes: u64,
}

impl Epochs {
    /// Reads `leader-epoch-checkpoint`. Entries that do not rise are dropped as Kafka drops them.
    pub fn decode(text: &[u8]) -> Result<Self, Malformed> {
        let mut epochs = Self::default();
        for line in read_lines(text)? {
            let mut parts = line.split_whitespace();
            let (Some(epoch), Some(start), None) = (parts.next(), parts.next(), parts.next()) else {
                return Err(Malformed);
            };
            let epoch = epoch.parse().map_err(|_| Malformed)?;
            let start = start.parse().map_err(|_| Malformed)?;
            epochs.assign(LeaderEpoch(epoch), Offset(start));
        }
        epochs.changes = 0;
        Ok(epochs)
    }

    /// The text of `leader-epoch-checkpoint`.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        write_lines(self.entries.iter().map(|entry| format!("{} {}", entry.epoch, entry.start)))
    }

    /// All entries, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[EpochStart] {
        &self.entries
    }

    /// Grows with every change, so that whoever writes the file sees when it is owed.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The newest epoch.
    #[must_use]
    pub fn latest(&self) -> Option<EpochStart> {
        self.entries.last().copied()
    }

    /// `epoch` begins at `start`, unless it is known already. Entries that contradict it are dropped.
    pub fn assign(&mut self, epoch: LeaderEpoch, start: Offset) -> bool {
        if epoch.0 < 0 || start.0 < 0 {
            return false;
        }
        if self.entries.last().is_some_and(|last| last.epoch == epoch && start >= last.start) {
            return false;
        }
        self.entries.retain(|entry| entry.epoch < epoch && entry.start < start);
        self.entries.push(EpochStart { epoch, start });
        self.changes += 1;
        true
    }

    /// Drops epochs that begin at or above `end`.
    pub fn truncate_from_end(&mut self, end: Offset) {
        let before = self.entries.len();
        self.entries.retain(|entry| entry.start < end);
        self.changes += u64::from(self.entries.len() != before);
    }

    /// Drops epochs that begin above `end`, as after a write that failed: the one at the end stays, it was assigned when
    /// its leader was elected.
    pub fn take_back(&mut self, end: Offset) {
        let before = self.entries.len();
        self.entries.retain(|entry| entry.start <= end);
        self.changes += u64::from(self.entries.len() != before);
    }

    /// The log begins at `start`: the epoch it lies in begins there, older ones go.
    pub fn truncate_from_start(&mut self, start: Offset) {
        let passed = self.entries.partition_point(|entry| entry.start <= start);
        if passed == 0 || (passed == 1 && self.entries[0].start == start) {
            return;
        }
        self.entries.drain(..passed - 1);
        self.entries[0].start = start;
        self.changes += 1;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.changes += u64::from(!self.entries.is_empty());
        self.entries.clear();
    }

    /// The largest known epoch not above `epoch` and where it ends (KIP-320); `None` where Kafka answers "undefined".
    #[must_use]
    pub fn end_offset_for(&self, epoch: LeaderEpoch, log_end: Offset) -> Option<(LeaderEpoch, Offset)> {
        if epoch == LeaderEpoch::NONE {
            return None;
        }
        if self.latest()?.epoch == epoch {
            return Some((epoch, log_end));
        }
        let higher = self.entries.partition_point(|entry| entry.epoch <= epoch);
        let next = self.entries.get(higher)?;
        match higher.checked_sub(1) {
            Some(floor) => Some((self.entries[floor].epoch, next.start)),
            None => Some((epoch, next.start)),
        }
    }

    /// The epoch `offset` was, or would be, written in.
    #[must_use]
    pub fn epoch_for(&self, offset: Offset) -> Option<LeaderEpoch> {
        let after = self.entries.partition_point(|entry| entry.start <= offset);
        Some(self.entries[after.checked_sub(1)?].epoch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn epochs(entries: &[(i32, i64)]) -> Epochs {
        let mut epochs = Epochs::default();
        for &(epoch, start) in entries {
            epochs.assign(LeaderEpoch(epoch), Offset(start));
        }
        epochs
    }

    fn shown(epochs: &Epochs) -> Vec<(i32, i64)> {
        epochs.entries().iter().map(|entry| (entry.epoch.0, entry.start.0)).collect()
    }

    #[test]
    fn an_epoch_without_records_leaves_no_line() {
        assert_eq!(shown(&epochs(&[(0, 0), (2, 10), (4, 10), (5, 12)])), [(0, 0), (4, 10), (5, 12)]);
        assert_eq!(shown(&epochs(&[(0, 0), (0, 5), (3, 9), (2, 20)])), [(0, 0), (2, 20)]);
        assert_eq!(shown(&epochs(&[(-1, 0)])), []);
    }

    #[test]
    fn the_end_of_an_epoch_is_the_start_of_the_next() {
        let known = epochs(&[(1, 5), (3, 10), (6, 20)]);
        let end = |epoch| known.end_offset_for(LeaderEpoch(epoch), Offset(33)).map(|(e, o)| (e.0, o.0));
        assert_eq!(end(0), Some((0, 5)));
        assert_eq!(end(1), Some((1, 10)));
        assert_eq!(end(2), Some((1, 10)));
        assert_eq!(end(5), Some((3, 20)));
        assert_eq!(end(6), Some((6, 33)));
        assert_eq!(end(7), None);
        assert_eq!(end(-1), None);
        assert_eq!(known.epoch_for(Offset(4)), None);
        assert_eq!(known.epoch_for(Offset(10)), Some(LeaderEpoch(3)));
    }

    #[test]
    fn truncation_keeps_the_epoch_of_the_new_bounds() {
        let mut known = epochs(&[(1, 5), (3, 10), (6, 20)]);
        known.truncate_from_start(Offset(12));
        assert_eq!(shown(&known), [(3, 12), (6, 20)]);
        known.truncate_from_end(Offset(20));
        assert_eq!(shown(&known), [(3, 12)]);
        known.truncate_from_start(Offset(3));
        assert_eq!(shown(&known), [(3, 12)]);
    }

    #[test]
    fn the_file_is_kafkas() {
        let known = epochs(&[(0, 0), (4, 200)]);
        assert_eq!(known.encode(), b"0\n2\n0 0\n4 200\n");
        assert_eq!(shown(&Epochs::decode(&known.encode()).unwrap()), shown(&known));
        assert_eq!(shown(&Epochs::decode(b"").unwrap()), []);
        assert!(Epochs::decode(b"0\n1\nx y\n").is_err());
        assert!(Epochs::decode(b"0\n3\n0 0\n").is_err());
    }
}
