//! Snapshots of the metadata: made when enough was written or enough time has passed, and given up by retention.
//!
//! `raft::snapshot` knows when one is due, what is in it and which ones stay; this performs it. A snapshot that cannot be
//! written costs nothing but the log it would have replaced.

use bytes::Bytes;
use protocol::{Now, Offset};
use raft::snapshot::{SnapshotFile, retain_from};
use raft::{RaftEvent, SnapshotId};
use storage::Disk;

use super::log::Reserve;
use super::{Operation, Quorum, store};
use crate::effect::{Effects, Level};
use crate::event::IoResult;

/// How often retention by time is looked at; Kafka's interval.
pub(super) const RETENTION_CHECK_MS: i64 = 60_000;

impl Quorum {
    /// Begins a snapshot of the state before `end`, which is the newest one there is.
    pub(super) fn snapshot(&mut self, now: Now, end: Offset, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        let Some(id) = running.raft.snapshot_id(end) else { return };
        if running.replay.in_transaction() {
            return;
        }
        running.snapshotting = true;
        let (kraft_version, voters) = running.raft.voters_at(end);
        let image = running.replay.image().clone();
        let (last_timestamp, path) = (running.last_timestamp, self.path.clone());
        let batch_bytes_max = self.identity.raft.batch_bytes_max;
        let work = move |disk: &dyn Disk| {
            let mut writer =
                raft::snapshot::Writer::new(id, last_timestamp, kraft_version, voters, batch_bytes_max, now);
            let level = image.metadata_version();
            let values = image.to_records().into_iter().filter_map(|record| {
                let mut value = Vec::new();
                record.encode(level, &mut value).ok().map(|()| Bytes::from(value))
            });
            writer.append(now, values);
            let size = store::write_snapshot(disk, &path, id, &writer.finish(now))?;
            Ok(SnapshotFile { id, size, last_log_timestamp: last_timestamp })
        };
        self.job(Operation::Snapshot(id), work, effects);
    }

    pub(super) fn snapshot_done(
        &mut self,
        now: Now,
        id: SnapshotId,
        result: IoResult<SnapshotFile>,
        effects: &mut Effects,
    ) {
        if let Some(running) = &mut self.running {
            running.snapshotting = false;
        }
        match result {
            Ok(file) => {
                effects.log(Level::Info, "wrote a metadata snapshot", vec![("end", id.end.to_string())]);
                if let Some(running) = &mut self.running {
                    running.snapshots.retain(|known| known.id != id);
                    running.snapshots.push(file);
                }
                self.raft_event(now, RaftEvent::SnapshotFrozen { id, size: file.size }, effects);
                self.retain(now, effects);
            }
            Err(failure) => {
                let what = vec![("error", format!("{failure:?}"))];
                effects.log(Level::Error, "a metadata snapshot cannot be written", what);
            }
        }
    }

    /// Gives up what retention does not keep: snapshots, and the log before the oldest that stays.
    pub(super) fn retain(&mut self, now: Now, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        running.retention_at = now.mono.after_ms(RETENTION_CHECK_MS);
        // Nobody is told whether space could be kept: what was refused is asked for again, the rest costs nothing.
        running.reserve = Reserve::default();
        let settings = self.identity.config.settings();
        let keep = retain_from(
            now,
            &running.snapshots,
            running.log.size_bytes(),
            settings.read("metadata.max.retention.bytes"),
            settings.read("metadata.max.retention.ms"),
        );
        if let Some(id) = keep {
            self.raft_event(now, RaftEvent::DeleteBefore { id }, effects);
        }
    }

    /// Removes what lies before a snapshot.
    pub(super) fn delete_prefix(&mut self, now: Now, snapshot: SnapshotId, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        running.snapshots.retain(|file| file.id.end >= snapshot.end);
        // A snapshot ends where something was committed, so the high watermark lies behind it.
        let _ = running.log.delete_records(snapshot.end);
        running.log.delete_old_segments(now);
        let path = self.path.clone();
        self.job(Operation::Other, move |disk| store::remove_snapshots(disk, &path, snapshot), effects);
        self.work(effects);
        effects.log(
            Level::Info,
            "removed old metadata snapshots and the log before them",
            vec![("start", snapshot.end.to_string())],
        );
    }
}
