//! From what lies on disk to what `Raft::start` needs: feed it the `quorum-state` text, the snapshots and the log, in
//! this order.
//!
//! Reads bytes that were read from files by others; knows no file. The log's batches were validated by `storage`;
//! here only their order is checked.

use protocol::Offset;
use protocol::records::{BatchView, Batches};

use crate::config::RaftConfig;
use crate::control;
use crate::log::LogState;
use crate::quorum_state::{self, Election, QuorumStateError};
use crate::types::SnapshotId;

/// Why a log or snapshot can't be started from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecoveryError {
    /// Not a snapshot: it does not begin with a snapshot header.
    BadSnapshot { id: SnapshotId },
    /// Offsets or epochs that go back, or a batch that can't be read; the log is good up to here.
    BadLog { end: Offset },
    /// The log begins behind the end of the newest snapshot: records in between are missing.
    Gap { snapshot_end: Offset, log_start: Offset },
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Recovery {
    log: LogState,
    election: Option<Election>,
}

impl Recovery {
    /// Nothing found yet: an empty log, no election ever.
    #[must_use]
    pub fn new(config: &RaftConfig) -> Self {
        Self { log: LogState::new(config.static_voters.clone()), election: None }
    }

    /// The content of `quorum-state`. A file that is there but broken is the caller's decision: a node that is the only
    /// voter may go on without it; any other might vote twice in an epoch, and must not start.
    pub fn quorum_state(&mut self, text: &[u8]) -> Result<(), QuorumStateError> {
        self.election = Some(quorum_state::read(text)?);
        Ok(())
    }

    /// Notes a snapshot that exists, any but the newest.
    pub fn older_snapshot(&mut self, id: SnapshotId, size: u64) {
        self.log.add_snapshot(id, size);
    }

    /// Takes in the newest snapshot; `head` is its content or the first part of it, with all control records that
    /// begin it (1 MiB is always enough). With the bootstrap snapshot this is all a fresh directory has.
    pub fn newest_snapshot(&mut self, id: SnapshotId, size: u64, head: &[u8]) -> Result<(), RecoveryError> {
        let controls = control::snapshot_controls(head).ok_or(RecoveryError::BadSnapshot { id })?;
        self.log.add_snapshot(id, size);
        for control in controls {
            let offset = id.end.plus(-1);
            match control {
                control::Control::KraftVersion(version) => self.log.voters.add_version(offset, version),
                control::Control::Voters(set) => self.log.voters.add_set(offset, set),
                _ => {}
            }
        }
        Ok(())
    }

    /// Where the log starts; before any batch, after the snapshots.
    pub fn log_start(&mut self, start: Offset) -> Result<(), RecoveryError> {
        let snapshot_end = self.log.latest_snapshot().map_or(Offset::ZERO, |id| id.end);
        if start > snapshot_end {
            return Err(RecoveryError::Gap { snapshot_end, log_start: start });
        }
        self.log.start = start;
        self.log.end = start;
        self.log.synced = start;
        Ok(())
    }

    /// Takes in batches, in order, all of the log.
    pub fn batches(&mut self, bytes: &[u8]) -> Result<(), RecoveryError> {
        for batch in Batches::new(bytes) {
            match batch {
                Ok(batch) => self.batch(&batch)?,
                Err(_) => return Err(RecoveryError::BadLog { end: self.log.end }),
            }
        }
        Ok(())
    }

    /// Takes in one batch. Those that lie before the start of the log, in a segment that holds both, are passed over.
    pub fn batch(&mut self, batch: &BatchView<'_>) -> Result<(), RecoveryError> {
        if batch.next_offset() <= self.log.start {
            return Ok(());
        }
        let bad = RecoveryError::BadLog { end: self.log.end };
        let continues = batch.base_offset() == self.log.end && batch.next_offset() > self.log.end;
        if !continues || batch.leader_epoch() < self.log.batches_epoch() {
            return Err(bad);
        }
        let mut controls = Vec::new();
        if !control::collect(batch, &mut controls) {
            return Err(bad);
        }
        self.log.append(batch.leader_epoch(), batch.next_offset());
        let known = self.log.latest_snapshot().map_or(Offset::ZERO, |id| id.end);
        for (offset, control) in controls {
            if offset < known {
                continue;
            }
            match control {
                control::Control::KraftVersion(version) => self.log.voters.add_version(offset, version),
                control::Control::Voters(set) => self.log.voters.add_set(offset, set),
                _ => {}
            }
        }
        Ok(())
    }

    /// The exclusive end of the log read so far.
    #[must_use]
    pub fn log_end(&self) -> Offset {
        self.log.end
    }

    /// The log, the election, and the snapshot to which the log on disk must be reset first: records before it are
    /// missing (they were not synced, or it was fetched and the node died before the reset), so only it counts.
    pub(crate) fn into_parts(mut self) -> (LogState, Option<Election>, Option<SnapshotId>) {
        let snapshot = self.log.latest_snapshot();
        let reset = snapshot.filter(|id| self.log.end < id.end || self.log.last_epoch() < id.epoch);
        if let Some(id) = reset {
            let mut voters = self.log.voters.clone();
            voters.truncate(id.end);
            let size = self.log.snapshot_size(id).unwrap_or(0);
            self.log.reset_to(id, size);
            self.log.voters = voters;
        }
        (self.log, self.election, reset)
    }
}
