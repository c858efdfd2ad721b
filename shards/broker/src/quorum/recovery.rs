//! From the metadata log's directory to state machines that go on where the last run ended.
//!
//! A snapshot at offset 0 is the bootstrap records of a formatted directory, which the controller writes into an empty
//! log; any other is the state before the log's first batch that matters.

use std::collections::VecDeque;

use metadata::controller::{self, Controller};
use metadata::image::{Image, Provenance};
use metadata::records::Record;
use metadata::replay::Replay;
use protocol::records::{BatchView, Batches};
use protocol::{Mono, Now, Offset, Rng, Timestamp};
use raft::snapshot::{Policy, SnapshotFile};
use raft::{Raft, Recovery, SnapshotId};
use storage::Log;

use super::log::Reserve;
use super::snapshots::RETENTION_CHECK_MS;
use super::{Operation, Pending, Quorum, Running, store};
use crate::effect::{Effect, Effects, Level};

impl Quorum {
    pub(super) fn find(&mut self, now: Now, effects: &mut Effects) {
        self.started = true;
        let (path, config) = (self.path.clone(), self.identity.metadata_log.clone());
        // Without a restart of the system since, and after a clean stop anyway, writes have reached the file in order: damage
        // with sound batches behind it was acknowledged.
        let dir = self.identity.dirs.iter().find(|dir| path.starts_with(&dir.path));
        let last_run = store::LastRun {
            in_order: dir.is_some_and(|dir| dir.clean || !dir.system_restarted),
            unsynced: dir.is_none_or(|dir| !dir.clean && !dir.system_restarted),
        };
        self.job(Operation::Find, move |disk| store::find(disk, &path, &config, last_run, now), effects);
    }

    /// The directory is read: the state machines begin.
    pub(super) fn begin(&mut self, now: Now, found: store::Found, effects: &mut Effects) {
        match self.recover(now, found, effects) {
            Ok(running) => {
                self.running = Some(running);
                self.drive(now, effects);
            }
            Err(why) => effects.push(Effect::Fatal(why.into())),
        }
    }

    pub(super) fn recover(
        &mut self,
        now: Now,
        found: store::Found,
        effects: &mut Effects,
    ) -> Result<Box<Running>, String> {
        if let Some(hole) = found.loaded.holes.first() {
            return Err(format!(
                "the metadata log is damaged: offsets {} to {}, byte {} of {}, cannot be read, and sound batches follow. \
                 Restore the file, or cut it off there and give up what lies behind",
                hole.from.0,
                hole.end.0 - 1,
                hole.position,
                storage::names::segment_path(&self.path, hole.segment, storage::names::LOG).display(),
            ));
        }
        if let Some((from, bytes)) = found.report.cut {
            let what = vec![("offset", from.0.to_string()), ("bytes", bytes.to_string())];
            effects.log(Level::Error, "the end of the metadata log could not be read and was cut off", what);
        }
        let config = self.identity.raft.clone();
        let batch_bytes = self.identity.metadata_log.clone();
        let mut recovery = Recovery::new(&config);
        if let Some(text) = &found.quorum_state
            && let Err(error) = recovery.quorum_state(text)
        {
            // The only voter may go on without its vote: nobody else has one.
            effects.log(
                Level::Warn,
                "quorum-state cannot be read; made anew",
                vec![("error", format!("{error:?}"))],
            );
            recovery = Recovery::new(&config);
        }
        for file in &found.older {
            recovery.older_snapshot(file.id, file.size);
        }
        let mut replay = Replay::new(Image::empty());
        let mut bootstrap = Vec::new();
        let mut last_timestamp = Timestamp::NONE;
        let mut snapshots = found.older;
        if let Some((id, bytes)) = &found.newest {
            recovery
                .newest_snapshot(*id, bytes.len() as u64, bytes)
                .map_err(|error| format!("the newest metadata snapshot cannot be read: {error:?}"))?;
            let contents = raft::snapshot::read(bytes)
                .map_err(|error| format!("the newest metadata snapshot cannot be read: {error:?}"))?;
            last_timestamp = contents.last_log_timestamp;
            let size = bytes.len() as u64;
            snapshots.push(SnapshotFile { id: *id, size, last_log_timestamp: last_timestamp });
            let records: Vec<Record> = decode_all(contents.records.iter().copied())?;
            if *id == SnapshotId::BOOTSTRAP {
                bootstrap = records;
            } else {
                for record in &records {
                    replay
                        .apply(record)
                        .map_err(|error| format!("the newest metadata snapshot does not hold: {error}"))?;
                }
                replay.advance(Provenance {
                    last: Offset(id.end.0 - 1),
                    epoch: id.epoch,
                    timestamp: last_timestamp,
                });
            }
            replay.set_kraft_version(contents.kraft_version);
        }
        let start = found.loaded.log_start;
        recovery
            .log_start(start)
            .map_err(|error| format!("the metadata log does not fit its snapshots: {error:?}"))?;
        recovery
            .batches(&found.log)
            .map_err(|error| format!("the metadata log cannot be read: {error:?}"))?;
        let applied = found.newest.as_ref().map_or(Offset::ZERO, |(id, _)| id.end);
        let mut pending = VecDeque::new();
        let mut at = 0;
        for batch in Batches::new(&found.log) {
            let batch = batch.map_err(|error| format!("the metadata log cannot be read: {error:?}"))?;
            let bytes = found.log.slice(at..at + batch.total_len());
            at += batch.total_len();
            if batch.next_offset() > applied {
                pending.push_back(Pending { end: batch.next_offset(), bytes });
            }
        }
        let log_rng = Rng::new(self.rng.next_u64());
        let log = Log::new(found.loaded, batch_bytes, now, log_rng);
        let raft_rng = Rng::new(self.rng.next_u64());
        let raft = Raft::start(config, raft_rng, recovery, now, &mut self.fx);
        let controller_rng = Rng::new(self.rng.next_u64());
        let settings = controller::Settings { bootstrap, ..self.identity.controller.clone() };
        Ok(Box::new(Running {
            raft,
            controller: Controller::new(settings, controller_rng),
            replay,
            log,
            pending,
            out: VecDeque::new(),
            blocked: false,
            writes: VecDeque::new(),
            is_full: false,
            retry_at: Mono::NEVER,
            reserve: Reserve::default(),
            unwritten_state: None,
            sync: None,
            policy: Policy::new(self.identity.snapshot_bytes_max, self.identity.snapshot_interval_ms, now),
            snapshotting: false,
            snapshots,
            retention_at: now.mono.after_ms(RETENTION_CHECK_MS),
            removals: Vec::new(),
            readers: Vec::new(),
            last_timestamp,
            introduced: false,
        }))
    }
}

fn decode_all<'a>(values: impl Iterator<Item = &'a [u8]>) -> Result<Vec<Record>, String> {
    values
        .map(|value| {
            Record::decode(value).map_err(|error| format!("a metadata record cannot be read: {error:?}"))
        })
        .collect()
}

/// Applies one batch of the log.
pub(super) fn apply(replay: &mut Replay, bytes: &[u8], last_timestamp: &mut Timestamp) -> Result<(), String> {
    let batch =
        BatchView::parse(bytes).map_err(|error| format!("a metadata batch cannot be read: {error:?}"))?;
    if !batch.is_control() {
        let records = batch.records().ok_or("a metadata batch is compressed")?;
        for record in records {
            let record = record.map_err(|error| format!("a metadata batch cannot be read: {error:?}"))?;
            let record = Record::decode(record.value.unwrap_or_default())
                .map_err(|error| format!("a metadata record cannot be read: {error:?}"))?;
            replay.apply(&record).map_err(|error| format!("a metadata record does not fit: {error}"))?;
        }
    }
    *last_timestamp = batch.max_timestamp();
    replay.advance(Provenance {
        last: batch.last_offset(),
        epoch: batch.leader_epoch(),
        timestamp: batch.max_timestamp(),
    });
    Ok(())
}
