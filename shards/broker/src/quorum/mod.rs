//! The quorum's core: the metadata log, its state machine above, and what the shards are told of it.
//!
//! Joins four rooms: `raft` decides what is in the log, `storage` lays it out, `metadata` makes records of requests and
//! images of records, and the sessions of this crate serve the controller's listener. It decides only their order.
//!
//! Invariants:
//! - Effects of `raft` are performed in order; behind one that must be durable first, the others wait.
//! - An image is published before any answer that rests on it leaves, on the same lanes.
//! - What a shard is told was committed.

mod recovery;
pub mod requests;
mod serve;
mod store;

use std::any::Any;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use metadata::controller::{self, Controller};
use metadata::replay::Replay;
use protocol::records::BatchView;
use protocol::{Map, Mono, Now, Offset, Rng, Timestamp};
use raft::snapshot::Policy;
use raft::{Raft, RaftEffect, RaftEffects, RaftEvent, SnapshotId, SyncToken};
use storage::batch::BatchInfo;
use storage::jobs::perform;
use storage::work::Work;
use storage::{Disk, Log};

use crate::effect::{Effect, Effects, Level, io_result};
use crate::event::{CoreId, Event, IoResult, Token};
use crate::machine::Machine;
use crate::mesh::{Mesh, Published, RequestRef};
use crate::node::{Identity, Node};
use crate::reply::RequestHead;
use crate::session::Sessions;

/// Whether the controller's listener serves an API, beside ApiVersions.
#[must_use]
pub fn serves(key: protocol::ApiKey) -> bool {
    requests::is_served(key)
}

/// Requests that came before the log was open, kept until it is.
const EARLY_MAX: usize = 1024;

/// Whom an answer of the controller is for.
enum Origin {
    /// A core of this process.
    Core { core: CoreId, token: Token },
    /// A connection of the controller's listener.
    Conn { request: RequestRef, head: RequestHead },
    /// This core itself.
    Own,
}

/// What a file operation was for.
enum Operation {
    Find,
    Append(Offset),
    Sync(SyncToken, Offset),
    QuorumState,
    Snapshot(SnapshotId),
    Work(Box<Work>),
    Close,
    Other,
}

/// A batch of the log that is not applied yet.
struct Pending {
    end: Offset,
    bytes: Bytes,
}

struct Running {
    raft: Raft,
    controller: Controller,
    replay: Replay,
    log: Log,
    pending: VecDeque<Pending>,
    /// Effects of raft that wait for the one before them to be durable.
    out: VecDeque<RaftEffect>,
    blocked: bool,
    appends: usize,
    sync: Option<SyncToken>,
    policy: Policy,
    snapshotting: bool,
    last_timestamp: Timestamp,
    registered: bool,
}

/// See the module's comment.
pub struct Quorum {
    node: Node,
    identity: Arc<Identity>,
    path: PathBuf,
    rng: Rng,
    sessions: Sessions,
    operations: Map<Token, Operation>,
    answers: Map<u64, (Origin, i16, i16)>,
    next_answer: u64,
    early: Vec<(CoreId, Token, Box<crate::peer::PeerRequest>)>,
    running: Option<Box<Running>>,
    started: bool,
    stopping: bool,
    closing: bool,
    fx: RaftEffects,
    made: Vec<controller::Effect>,
}

impl Quorum {
    /// A quorum core that has not read its directory yet.
    #[must_use]
    pub fn new(identity: Arc<Identity>, mut rng: Rng) -> Self {
        let node_rng = Rng::new(rng.next_u64());
        Self {
            node: Node::new(identity.quorum(), Arc::clone(&identity), node_rng),
            path: identity.metadata_dir.clone(),
            identity,
            rng,
            sessions: Sessions::default(),
            operations: Map::default(),
            answers: Map::default(),
            next_answer: 0,
            early: Vec::new(),
            running: None,
            started: false,
            stopping: false,
            closing: false,
            fx: RaftEffects::new(),
            made: Vec::new(),
        }
    }

    fn job<T: Send + 'static>(
        &mut self,
        what: Operation,
        work: impl FnOnce(&dyn Disk) -> std::io::Result<T> + Send + 'static,
        effects: &mut Effects,
    ) {
        let token = self.node.token();
        self.operations.insert(token, what);
        let job = move |disk: &dyn Disk| -> Box<dyn Any + Send> { Box::new(io_result(work(disk))) };
        effects.push(Effect::Job { token, job: Box::new(job) });
    }

    fn raft_event(&mut self, now: Now, event: RaftEvent, effects: &mut Effects) {
        if let Some(running) = &mut self.running {
            running.raft.handle(now, event, &mut self.fx);
        }
        self.drive(now, effects);
    }

    /// Goes on until neither state machine has anything more to say.
    fn drive(&mut self, now: Now, effects: &mut Effects) {
        loop {
            let Some(running) = &mut self.running else { return };
            running.out.extend(self.fx.drain());
            let made = std::mem::take(&mut self.made);
            if made.is_empty() && (running.out.is_empty() || running.blocked) {
                return;
            }
            for effect in made {
                self.controller_effect(now, effect, effects);
            }
            while let Some(running) = &mut self.running {
                if running.blocked {
                    break;
                }
                let Some(effect) = running.out.pop_front() else { break };
                self.raft_effect(now, effect, effects);
            }
        }
    }

    fn controller_effect(&mut self, now: Now, effect: controller::Effect, effects: &mut Effects) {
        match effect {
            controller::Effect::Propose { epoch, base, level, records } => {
                let Some(running) = &mut self.running else { return };
                let values: Result<Vec<Bytes>, _> = records
                    .iter()
                    .map(|record| {
                        let mut value = Vec::new();
                        record.encode(level, &mut value).map(|()| Bytes::from(value))
                    })
                    .collect();
                let proposed = values
                    .ok()
                    .and_then(|values| running.raft.propose(now, epoch, &values, &mut self.fx).ok());
                if proposed.is_none_or(|proposed| proposed.first != base) {
                    effects.log(Level::Error, "the quorum did not take the controller's records", Vec::new());
                    running.raft.handle(now, RaftEvent::Resign { epoch }, &mut self.fx);
                }
            }
            controller::Effect::Answer { token, response } => {
                let Some((origin, key, version)) = self.answers.remove(&token.0) else { return };
                let mut body = Vec::new();
                let written = requests::encode(&response, version, &mut body);
                self.reply(now, origin, key, version, written.map(|()| body), effects);
            }
        }
    }

    fn raft_effect(&mut self, now: Now, effect: RaftEffect, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        match effect {
            RaftEffect::WriteQuorumState { text } => {
                running.blocked = true;
                let path = self.path.join(store::QUORUM_STATE);
                self.job(
                    Operation::QuorumState,
                    move |disk| disk.write_atomic(&path, text.as_bytes()),
                    effects,
                );
            }
            RaftEffect::Append { offset, batches, .. } => self.append(now, offset, batches, effects),
            RaftEffect::Sync { token } => {
                running.sync = Some(token);
                self.maybe_sync(effects);
            }
            RaftEffect::Committed { end } => self.committed(now, end, effects),
            RaftEffect::LeaderChanged(at) => {
                if at.leader == Some(self.identity.id) {
                    let event = controller::Event::Elected {
                        epoch: at.epoch,
                        end: running.raft.log_position().end,
                        state: running.replay.image().clone(),
                        in_transaction: running.replay.in_transaction(),
                    };
                    running.controller.handle(now, event, &mut self.made);
                    let end = running.raft.committed();
                    running.controller.handle(now, controller::Event::Committed { end }, &mut self.made);
                } else {
                    running.controller.handle(now, controller::Event::Resigned, &mut self.made);
                }
            }
            RaftEffect::DeletePrefix { snapshot } => {
                let _ = running.log.delete_records(snapshot.end);
                running.log.delete_old_segments(now);
                let path = self.path.clone();
                self.job(
                    Operation::Other,
                    move |disk| store::remove_snapshots(disk, &path, snapshot),
                    effects,
                );
                self.work(effects);
            }
            RaftEffect::ShutdownComplete => self.close(now, effects),
            RaftEffect::Send { call, .. } => {
                // No other node is reached yet.
                running.raft.handle(now, RaftEvent::CallFailed { call }, &mut self.fx);
            }
            RaftEffect::Reply { .. } => {}
            RaftEffect::Fault(fault) => {
                effects.log(
                    Level::Error,
                    "the quorum met what cannot be",
                    vec![("fault", format!("{fault:?}"))],
                );
            }
            RaftEffect::Truncate { .. }
            | RaftEffect::ResetLog { .. }
            | RaftEffect::SnapshotBegin { .. }
            | RaftEffect::SnapshotWrite { .. }
            | RaftEffect::SnapshotFinish { .. }
            | RaftEffect::SnapshotAbandon { .. } => {
                effects.push(Effect::Fatal("the only voter of a quorum was asked to follow".into()));
            }
        }
    }

    fn append(&mut self, now: Now, _offset: Offset, batches: Bytes, effects: &mut Effects) {
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
            running.appends += 1;
            let token = self.node.token();
            self.operations.insert(token, Operation::Append(end));
            effects.push(Effect::Append {
                token,
                file: placement.file,
                position: placement.position,
                buffers: vec![BytesMut::from(&bytes[..])],
            });
        }
    }

    /// Syncs once everything appended so far is written.
    fn maybe_sync(&mut self, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        if running.appends > 0 {
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
            effects.push(Effect::Sync { token: operation, file: Arc::clone(file) });
        } else {
            self.job(Operation::Sync(token, upto), move |disk| perform::sync(disk, &plan), effects);
        }
    }

    /// Applies what is committed, tells the shards, then lets answers go.
    fn committed(&mut self, now: Now, end: Offset, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        running.log.on_high_watermark(end.min(running.log.end()));
        let mut bytes = 0;
        while running.pending.front().is_some_and(|pending| pending.end <= end) {
            let pending = running.pending.pop_front().expect("it was there a line ago");
            bytes += pending.bytes.len() as u64;
            if let Err(why) =
                recovery::apply(&mut running.replay, &pending.bytes, &mut running.last_timestamp)
            {
                effects.push(Effect::Fatal(why.into()));
                return;
            }
        }
        running.replay.set_kraft_version(running.raft.kraft_version());
        let snapshot_due = running.policy.note_committed(now, bytes) && !running.snapshotting;
        if let Some((image, delta)) = running.replay.publish() {
            let offset = image.provenance.last;
            let published = Arc::new(Published { image: Arc::new(image), delta, offset });
            self.node.publish(&published);
            for core in 0..self.identity.shards {
                effects.push(Effect::Mesh {
                    to: CoreId(core),
                    message: Mesh::Published(Arc::clone(&published)),
                });
            }
        }
        if let Some(running) = &mut self.running {
            running.controller.handle(now, controller::Event::Committed { end }, &mut self.made);
        }
        if snapshot_due {
            self.snapshot(now, end, effects);
        }
        self.maybe_register(now);
    }

    /// A controller that leads registers itself, once the level has such records.
    fn maybe_register(&mut self, now: Now) {
        let Some(running) = &mut self.running else { return };
        let level = running.replay.image().metadata_version();
        if running.registered || !running.controller.is_active() || !level.has_controller_registration() {
            return;
        }
        running.registered = true;
        self.next_answer += 1;
        let token = self.next_answer;
        self.answers.insert(token, (Origin::Own, 0, 0));
        requests::register_controller(&self.identity, |request| {
            let caller = requests::caller(0, "User:ANONYMOUS");
            let event = controller::Event::Request { token: controller::Token(token), caller, request };
            running.controller.handle(now, event, &mut self.made);
        });
    }

    fn snapshot(&mut self, now: Now, end: Offset, effects: &mut Effects) {
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
            store::write_snapshot(disk, &path, id, &writer.finish(now))
        };
        self.job(Operation::Snapshot(id), work, effects);
    }

    fn work(&mut self, effects: &mut Effects) {
        while let Some(work) = self.running.as_mut().and_then(|running| running.log.next_work()) {
            let todo = work.clone();
            self.job(Operation::Work(Box::new(work)), move |disk| perform::work(disk, &todo), effects);
        }
    }

    fn stop(&mut self, now: Now, effects: &mut Effects) {
        self.stopping = true;
        if self.running.is_some() {
            self.raft_event(now, RaftEvent::Shutdown, effects);
            self.close(now, effects);
        } else {
            effects.push(Effect::Stopped);
        }
    }

    /// Ends the log cleanly; then this core has stopped.
    fn close(&mut self, _now: Now, effects: &mut Effects) {
        let Some(running) = &mut self.running else {
            effects.push(Effect::Stopped);
            return;
        };
        if self.closing || running.appends > 0 || running.sync.is_some() {
            self.stopping = true;
            return;
        }
        self.closing = true;
        let finish = running.log.close();
        self.job(Operation::Close, move |disk| perform::finish(disk, &finish), effects);
    }

    fn job_done(
        &mut self,
        now: Now,
        token: Token,
        outcome: Option<Box<dyn Any + Send>>,
        effects: &mut Effects,
    ) {
        let Some(operation) = self.operations.remove(&token) else { return };
        match operation {
            Operation::Find => match take::<store::Found>(outcome) {
                Ok(found) => self.begin(now, found, effects),
                Err(failure) => {
                    let why = format!("the metadata log cannot be opened: {failure:?}");
                    effects.push(Effect::Fatal(why.into()));
                }
            },
            Operation::QuorumState => match take::<()>(outcome) {
                Ok(()) => {
                    if let Some(running) = &mut self.running {
                        running.blocked = false;
                    }
                    self.drive(now, effects);
                }
                Err(failure) => {
                    effects
                        .push(Effect::Fatal(format!("quorum-state cannot be written: {failure:?}").into()));
                }
            },
            Operation::Sync(sync, upto) => self.synced(now, sync, upto, take::<()>(outcome), effects),
            Operation::Snapshot(id) => {
                if let Some(running) = &mut self.running {
                    running.snapshotting = false;
                }
                match take::<u64>(outcome) {
                    Ok(size) => {
                        effects.log(
                            Level::Info,
                            "wrote a metadata snapshot",
                            vec![("end", id.end.to_string())],
                        );
                        self.raft_event(now, RaftEvent::SnapshotFrozen { id, size }, effects);
                    }
                    Err(failure) => {
                        let what = vec![("error", format!("{failure:?}"))];
                        effects.log(Level::Error, "a metadata snapshot cannot be written", what);
                    }
                }
            }
            Operation::Work(work) => {
                let done = take::<()>(outcome).is_ok();
                let Some(running) = &mut self.running else { return };
                match *work {
                    Work::Finish(finish) if done => running.log.finished(&finish),
                    Work::Sidecars(write) if done => running.log.sidecars_written(&write.done()),
                    Work::Sidecars(_) => running.log.sidecars_failed(),
                    _ => {}
                }
            }
            Operation::Close => {
                self.running = None;
                effects.push(Effect::Stopped);
            }
            Operation::Append(_) | Operation::Other => {}
        }
    }

    fn synced(
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
            self.close(now, effects);
        }
    }

    fn appended(&mut self, now: Now, token: Token, result: IoResult<()>, effects: &mut Effects) {
        let Some(Operation::Append(end)) = self.operations.remove(&token) else { return };
        let Some(running) = &mut self.running else { return };
        running.appends = running.appends.saturating_sub(1);
        match result {
            Ok(()) => {
                running.log.written(end);
                self.maybe_sync(effects);
            }
            Err(failure) => {
                // Offsets were given out for what could not be written; the log is recovered at the next start.
                effects
                    .push(Effect::Fatal(format!("the metadata log cannot be written: {failure:?}").into()));
            }
        }
        let _ = now;
    }
}

impl Machine for Quorum {
    fn handle(&mut self, now: Now, event: Event, effects: &mut Effects) {
        match event {
            Event::Opened { conn, listener, peer } => self.sessions.open(conn, listener, peer),
            Event::Frame { conn, frame } => {
                self.sessions.arrived(conn, frame, effects);
                self.pump(now, conn, effects);
            }
            Event::Closed { conn } => drop(self.sessions.close(conn)),
            Event::Appended { token, result, .. } => self.appended(now, token, result, effects),
            Event::Synced { token, result } => {
                if let Some(Operation::Sync(sync, upto)) = self.operations.remove(&token) {
                    self.synced(now, sync, upto, result, effects);
                }
            }
            Event::Job { token, outcome } => self.job_done(now, token, outcome, effects),
            Event::Asked { from, token, request } => self.asked(now, from, token, *request, effects),
            // The broker needs its controller to the last: this core stops when the shards say that they have.
            Event::Mesh { message: Mesh::Stop, .. } => self.stop(now, effects),
            Event::Stop | Event::Read { .. } | Event::Mesh { .. } | Event::Answer { .. } => {}
        }
    }

    fn tick(&mut self, now: Now, effects: &mut Effects) {
        if !self.started {
            self.find(now, effects);
            return;
        }
        let Some(running) = &mut self.running else { return };
        if running.raft.deadline() <= now.mono {
            running.raft.handle(now, RaftEvent::Tick, &mut self.fx);
        }
        if running.controller.next_timer() <= now.mono {
            running.controller.handle(now, controller::Event::Tick, &mut self.made);
        }
        self.drive(now, effects);
    }

    fn finish(&mut self, _now: Now, _effects: &mut Effects) {}

    fn deadline(&self) -> Mono {
        if !self.started {
            return Mono(0);
        }
        match &self.running {
            Some(running) if !self.closing => running.raft.deadline().min(running.controller.next_timer()),
            _ => Mono::NEVER,
        }
    }
}

fn take<T: 'static>(outcome: Option<Box<dyn Any + Send>>) -> IoResult<T> {
    match outcome.and_then(|outcome| outcome.downcast::<IoResult<T>>().ok()) {
        Some(result) => *result,
        None => Err(crate::event::IoFailure::Broken(0)),
    }
}
