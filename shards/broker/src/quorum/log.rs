//! The metadata log as files: appends in order, syncs behind them, space kept ahead, segments given up.
//!
//! Knows neither records nor votes; what is in a batch was decided before.
//!
//! Invariants:
//! - What raft appended is written in that order or not at all, and a sync covers everything appended before it.
//! - A full disk loses nothing and is no failure: the writes wait for space, and with them the sync that every answer rests
//!   on. Raft is not told, because nothing that it has said depends on the writes yet.
//! - Any other failed write, and any failed sync, ends the node: what is on the disk is not known any more, and the only
//!   voter of a quorum has nobody to fetch it from.

use bytes::{Bytes, BytesMut};
use protocol::records::BatchView;
use protocol::{Mono, Now, Offset};
use raft::{RaftEvent, SyncToken};
use storage::batch::BatchInfo;
use storage::jobs::perform;
use storage::work::{DeleteSegments, Work};
use storage::{Disk, FileRef};

use super::{Operation, Pending, Quorum};
use crate::effect::{Effect, Effects, Level};
use crate::event::{IoFailure, IoResult, Token};

/// How long to wait for space before what could not be written is tried again.
pub(super) const RETRY_MS: i64 = 500;
/// Space kept ahead of the log's end, so that a disk that others have filled does not stop the quorum at once: hours of an
/// idle node. It is asked for again when half of it is used.
const RESERVE_BYTES: u64 = 4 << 20;
/// It is asked for in pieces, because a nearly full disk refuses a large one whole: what it has must still be kept, or the
/// next start finds no room for its vote.
const RESERVE_PIECE_BYTES: u64 = 128 << 10;

/// A batch on its way into its file.
pub(super) struct Write {
    end: Offset,
    file: FileRef,
    position: u64,
    bytes: Bytes,
    state: WriteState,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WriteState {
    UnderWay,
    /// Written, but not what comes before it.
    Done,
    /// The disk was full.
    Refused,
}

/// How far space is kept in which segment.
#[derive(Default)]
pub(super) struct Reserve {
    segment: Offset,
    upto: u64,
}

impl Quorum {
    pub(super) fn append(&mut self, now: Now, batches: &Bytes, effects: &mut Effects) {
        let mut at = 0;
        while at < batches.len() {
            let Some(running) = &mut self.running else { return };
            let Ok(batch) = BatchView::parse(&batches[at..]) else { return };
            let bytes = batches.slice(at..at + batch.total_len());
            at += bytes.len();
            let Some(info) = BatchInfo::parse(&bytes) else { return };
            let (base, end) = (batch.base_offset(), batch.next_offset());
            let placed =
                running.log.plan_append_as_follower(now, batch.leader_epoch(), base, bytes.len(), &info);
            let Ok(placement) = placed else {
                effects.push(Effect::Fatal("a batch does not fit the metadata log".into()));
                return;
            };
            running.pending.push_back(Pending { end, bytes: bytes.clone() });
            // Behind a write that waits for space the others wait too.
            let waits = running.writes.iter().any(|write| write.state == WriteState::Refused);
            running.writes.push_back(Write {
                end,
                file: placement.file.clone(),
                position: placement.position,
                bytes,
                state: if waits { WriteState::Refused } else { WriteState::UnderWay },
            });
            self.keep_space(&placement.file, placement.position, effects);
            if !waits {
                self.write(end, effects);
            }
        }
    }

    /// Writes the batch that ends at `end`.
    fn write(&mut self, end: Offset, effects: &mut Effects) {
        let token = self.node.token();
        let Some(running) = &mut self.running else { return };
        let Some(write) = running.writes.iter_mut().find(|write| write.end == end) else { return };
        write.state = WriteState::UnderWay;
        self.operations.insert(token, Operation::Append(end));
        effects.push(Effect::Append {
            token,
            file: FileRef::clone(&write.file),
            position: write.position,
            buffers: vec![BytesMut::from(&write.bytes[..])],
        });
    }

    /// Keeps space ahead of what is to be written at `position`.
    fn keep_space(&mut self, file: &FileRef, position: u64, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        let segment = running.log.active_base();
        let limit = u64::from(running.log.config().segment_bytes);
        let reserve = &mut running.reserve;
        if reserve.segment != segment || reserve.upto < position {
            *reserve = Reserve { segment, upto: position };
        }
        if reserve.upto - position > RESERVE_BYTES / 2 || reserve.upto >= limit {
            return;
        }
        let upto = limit.min(reserve.upto + RESERVE_BYTES);
        while reserve.upto < upto {
            let len = RESERVE_PIECE_BYTES.min(upto - reserve.upto);
            effects.push(Effect::Allocate { file: FileRef::clone(file), from: reserve.upto, len });
            reserve.upto += len;
        }
    }

    pub(super) fn appended(&mut self, now: Now, token: Token, result: IoResult<()>, effects: &mut Effects) {
        let Some(Operation::Append(end)) = self.operations.remove(&token) else { return };
        let Some(running) = &mut self.running else { return };
        let state = match result {
            Ok(()) => WriteState::Done,
            Err(IoFailure::Full) => WriteState::Refused,
            Err(failure) => {
                effects
                    .push(Effect::Fatal(format!("the metadata log cannot be written: {failure:?}").into()));
                return;
            }
        };
        if let Some(write) = running.writes.iter_mut().find(|write| write.end == end) {
            write.state = state;
        }
        while running.writes.front().is_some_and(|write| write.state == WriteState::Done) {
            let write = running.writes.pop_front().expect("it was there a line ago");
            running.log.written(write.end);
        }
        if state == WriteState::Refused && running.retry_at == Mono::NEVER {
            running.retry_at = now.mono.after_ms(RETRY_MS);
            if !running.is_full {
                running.is_full = true;
                effects.log(
                    Level::Error,
                    "the disk of the metadata log is full; changes of the metadata wait for space",
                    Vec::new(),
                );
            }
        }
        if running.writes.is_empty() && running.is_full {
            running.is_full = false;
            effects.log(Level::Info, "the metadata log has space again", Vec::new());
        }
        self.serve_readers(now, effects);
        self.maybe_sync(effects);
        if self.stopping {
            self.close(effects);
        }
    }

    /// Tries again to write what found no space.
    pub(super) fn retry_writes(&mut self, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        running.retry_at = Mono::NEVER;
        let refused: Vec<Offset> = running
            .writes
            .iter()
            .filter(|write| write.state == WriteState::Refused)
            .map(|write| write.end)
            .collect();
        for end in refused {
            self.write(end, effects);
        }
    }

    /// Syncs once everything appended so far is written.
    pub(super) fn maybe_sync(&mut self, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        if !running.writes.is_empty() {
            return;
        }
        let Some(token) = running.sync.take() else { return };
        let Some(plan) = running.log.sync_plan() else {
            self.job(Operation::Sync(token, Offset::NONE), |_| Ok(()), effects);
            return;
        };
        let upto = plan.upto;
        if let ([file], None) = (&plan.files[..], &plan.dir) {
            let operation = self.node.token();
            self.operations.insert(operation, Operation::Sync(token, upto));
            effects.push(Effect::Sync { token: operation, file: FileRef::clone(file) });
        } else {
            self.job(Operation::Sync(token, upto), move |disk| perform::sync(disk, &plan), effects);
        }
    }

    pub(super) fn synced(
        &mut self,
        now: Now,
        token: SyncToken,
        upto: Offset,
        result: IoResult<()>,
        effects: &mut Effects,
    ) {
        if let Err(failure) = result {
            effects.push(Effect::Fatal(format!("the metadata log cannot be synced: {failure:?}").into()));
            return;
        }
        if let Some(running) = &mut self.running
            && upto != Offset::NONE
        {
            running.log.synced(upto, now);
        }
        self.raft_event(now, RaftEvent::LogSynced { token }, effects);
        self.work(effects);
        if self.stopping {
            self.close(effects);
        }
    }

    /// Starts what the log owes.
    pub(super) fn work(&mut self, effects: &mut Effects) {
        while let Some(work) = self.running.as_mut().and_then(|running| running.log.next_work()) {
            let todo = work.clone();
            self.job(Operation::Work(Box::new(work)), move |disk| perform::work(disk, &todo), effects);
        }
    }

    pub(super) fn work_done(&mut self, now: Now, work: Work, done: bool) {
        let Some(running) = &mut self.running else { return };
        match work {
            Work::Finish(finish) if done => running.log.finished(&finish),
            Work::Sidecars(write) if done => running.log.sidecars_written(&write.done()),
            Work::Sidecars(_) => running.log.sidecars_failed(),
            Work::Delete(segments) => {
                if done {
                    running.log.deleted(&segments);
                }
                running.removals.push((now.mono.after_ms(segments.delay_ms), segments));
            }
            Work::Finish(_) | Work::Epochs { .. } => {}
        }
    }

    /// Removes the renamed segments whose time has come.
    pub(super) fn remove_segments(&mut self, now: Now, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        let mut due: Vec<DeleteSegments> = Vec::new();
        running.removals.retain(|(at, segments)| {
            if *at <= now.mono {
                due.push(segments.clone());
            }
            *at > now.mono
        });
        for segments in due {
            self.job(Operation::Other, move |disk| perform::remove_deleted(disk, &segments), effects);
        }
    }

    /// Ends the log cleanly; then this core has stopped.
    pub(super) fn close(&mut self, effects: &mut Effects) {
        let Some(running) = &mut self.running else {
            effects.push(Effect::Stopped);
            return;
        };
        let under_way = running.writes.iter().any(|write| write.state == WriteState::UnderWay);
        if self.closing || under_way || (running.sync.is_some() && running.writes.is_empty()) {
            self.stopping = true;
            return;
        }
        self.closing = true;
        // What found no space was never answered for.
        let back = (!running.writes.is_empty()).then(|| running.log.take_back());
        let finish = running.log.close();
        let close = move |disk: &dyn Disk| {
            if let Some(back) = back {
                perform::take_back(disk, &back)?;
            }
            perform::finish(disk, &finish)
        };
        self.job(Operation::Close, close, effects);
    }
}
