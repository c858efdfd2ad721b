//! The quorum's core: the metadata log, its state machine above, and what the shards are told of it.
//!
//! Joins four rooms: `raft` decides what is in the log, `storage` lays it out, `metadata` makes records of requests and
//! images of records, and the sessions of this crate serve the controller's listener. It decides only their order.
//!
//! Invariants:
//! - Effects of `raft` are performed in order; behind one that must be durable first, the others wait.
//! - An image is published before any answer that rests on it leaves, on the same lanes.
//! - What a shard is told was committed.

mod envelope;
mod log;
mod recovery;
mod replicas;
pub mod requests;
mod serve;
mod snapshots;
mod store;

use std::any::Any;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use metadata::controller::{self, Controller};
use metadata::replay::Replay;
use protocol::{Map, Mono, Now, Offset, Rng, Timestamp};
use raft::snapshot::{Policy, SnapshotFile};
use raft::{Raft, RaftEffect, RaftEffects, RaftEvent, RequestToken, SnapshotId, SyncToken};
use storage::work::{DeleteSegments, Work};
use storage::{Disk, Log};

use crate::effect::{Effect, Effects, Level, io_result};
use crate::event::{CoreId, Event, IoFailure, IoResult, Token};
use crate::machine::Machine;
use crate::mesh::{Mesh, Published, RequestRef};
use crate::node::{Identity, Node};
use crate::reply::RequestHead;
use crate::session::Sessions;

/// Whether the controller's listener serves an API, beside ApiVersions.
#[must_use]
pub fn serves(key: protocol::ApiKey) -> bool {
    requests::is_served(key) || replicas::is_served(key) || key == protocol::ApiKey::Envelope
}

/// Whether a body of an API that the controller serves can be read.
#[must_use]
pub fn is_whole(key: protocol::ApiKey, version: i16, body: &[u8]) -> bool {
    match raft::wire::decode_request(key, version, body) {
        Some(read) if replicas::is_served(key) => read.is_ok(),
        _ => requests::decode(key.code(), version, body, |_| ()),
    }
}

/// The body of an answer that refuses everything in a request to the controller.
#[must_use]
pub fn refusal(request: &crate::peer::PeerRequest, code: protocol::ErrorCode) -> Option<Bytes> {
    let mut body = Vec::new();
    let (key, version) = (request.key, request.version);
    let done = match protocol::ApiKey::try_from(key) {
        Ok(key) if replicas::is_served(key) => {
            let refused = raft::message::Response::Refused(code.code());
            raft::wire::encode_response(&mut body, key, version, &refused, "").is_ok()
        }
        _ => {
            let mut encoded = false;
            requests::decode(key, version, &request.body, |decoded| {
                let refusal = controller::Refusal::bare(code);
                encoded = decoded.refuse(&refusal).encode(&mut body, version).is_ok();
            });
            encoded
        }
    };
    done.then(|| Bytes::from(body))
}

/// Requests that came before the log was open, kept until it is.
const EARLY_MAX: usize = 1024;

/// Whom an answer of the controller is for.
enum Origin {
    /// A core of this process.
    Core { core: CoreId, token: Token },
    /// A connection of the controller's listener.
    Conn { request: RequestRef, head: RequestHead },
    /// The same, with the request wrapped in an envelope by another broker.
    Envelope { request: RequestRef, head: RequestHead, inner: RequestHead },
    /// This core itself.
    Own,
}

/// What a file operation was for.
enum Operation {
    Find,
    Append(Offset),
    Sync(SyncToken, Offset),
    QuorumState(String),
    Snapshot(SnapshotId),
    /// For an answer to another replica: where records lie, the records, a piece of a snapshot.
    Lookup(Box<replicas::Reading>),
    ReadLog(Box<replicas::Reading>),
    ReadSnapshot(Box<replicas::Reading>),
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
    /// Batches that are not written yet, in the order of the log.
    writes: VecDeque<log::Write>,
    /// Whether some of them wait for space, and when they are tried again.
    is_full: bool,
    retry_at: Mono,
    reserve: log::Reserve,
    /// A vote that waits for space, and when it is tried again.
    unwritten_state: Option<(Mono, String)>,
    sync: Option<SyncToken>,
    policy: Policy,
    snapshotting: bool,
    /// From old to new.
    snapshots: Vec<SnapshotFile>,
    retention_at: Mono,
    /// Renamed segments that are removed later.
    removals: Vec<(Mono, DeleteSegments)>,
    /// Answers that wait until their records are written.
    readers: Vec<replicas::Reading>,
    last_timestamp: Timestamp,
    /// Whether the controller has led in this run; from then on it is asked things.
    introduced: bool,
}

/// See the module's comment.
pub struct Quorum {
    node: Node,
    identity: Arc<Identity>,
    path: PathBuf,
    rng: Rng,
    sessions: Sessions,
    operations: Map<Token, Operation>,
    answers: Map<u64, (Origin, i16)>,
    next_answer: u64,
    inquiries: Map<RequestToken, replicas::Inquiry>,
    early: Vec<(CoreId, Token, Box<crate::peer::PeerRequest>)>,
    running: Option<Box<Running>>,
    started: bool,
    /// When the directory is read, again if the disk was full.
    find_at: Mono,
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
            inquiries: Map::default(),
            early: Vec::new(),
            running: None,
            started: false,
            find_at: Mono(0),
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
        self.drive_machines(now, effects);
        if self.running.as_ref().is_some_and(|running| running.introduced) {
            for (core, token, request) in std::mem::take(&mut self.early) {
                self.asked(now, core, token, *request, effects);
            }
        }
    }

    fn drive_machines(&mut self, now: Now, effects: &mut Effects) {
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
                let Some((origin, version)) = self.answers.remove(&token.0) else { return };
                let mut body = Vec::new();
                let written = requests::encode(&response, version, &mut body);
                self.reply(now, origin, written.map(|()| body), effects);
            }
        }
    }

    fn raft_effect(&mut self, now: Now, effect: RaftEffect, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        match effect {
            RaftEffect::WriteQuorumState { text } => {
                running.blocked = true;
                self.write_quorum_state(text, effects);
            }
            RaftEffect::Append { batches, .. } => self.append(now, &batches, effects),
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
                    self.maybe_register(now);
                } else {
                    running.controller.handle(now, controller::Event::Resigned, &mut self.made);
                }
            }
            RaftEffect::DeletePrefix { snapshot } => self.delete_prefix(now, snapshot, effects),
            RaftEffect::ShutdownComplete => self.close(effects),
            RaftEffect::Send { call, .. } => {
                // No other node is reached yet.
                running.raft.handle(now, RaftEvent::CallFailed { call }, &mut self.fx);
            }
            RaftEffect::Reply { token, response } => self.respond(now, token, response, effects),
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

    /// Replaces `quorum-state`; behind it everything waits.
    fn write_quorum_state(&mut self, text: String, effects: &mut Effects) {
        let (path, bytes) = (self.path.join(store::QUORUM_STATE), text.clone());
        let write = move |disk: &dyn Disk| disk.write_atomic(&path, bytes.as_bytes());
        self.job(Operation::QuorumState(text), write, effects);
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

    /// A controller that leads for the first time in this run registers itself, if the level has such records; what brokers
    /// ask comes behind that, as with Kafka.
    fn maybe_register(&mut self, now: Now) {
        let Some(running) = &mut self.running else { return };
        let level = running.replay.image().metadata_version();
        // A log that was empty has its level only once what the controller has put into it is committed.
        let leads = running.controller.state().is_some_and(|state| state.metadata_version() == level);
        if running.introduced || !leads {
            return;
        }
        running.introduced = true;
        if !level.has_controller_registration() {
            return;
        }
        self.next_answer += 1;
        let token = self.next_answer;
        self.answers.insert(token, (Origin::Own, 0));
        requests::register_controller(&self.identity, |request| {
            let caller = requests::caller(0, "User:ANONYMOUS");
            let event = controller::Event::Request { token: controller::Token(token), caller, request };
            running.controller.handle(now, event, &mut self.made);
        });
    }

    /// What is due by the clock and no state machine's affair.
    fn keep_house(&mut self, now: Now, effects: &mut Effects) {
        let Some(running) = &mut self.running else { return };
        let due = running.unwritten_state.take_if(|(at, _)| *at <= now.mono);
        let retain = running.retention_at <= now.mono;
        if let Some((_, text)) = due {
            self.write_quorum_state(text, effects);
        }
        if retain {
            self.retain(now, effects);
        }
        self.remove_segments(now, effects);
    }

    fn stop(&mut self, now: Now, effects: &mut Effects) {
        self.stopping = true;
        if self.running.is_some() {
            self.raft_event(now, RaftEvent::Shutdown, effects);
            self.close(effects);
        } else {
            effects.push(Effect::Stopped);
        }
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
                // Opening a log may write what is missing beside it.
                Err(IoFailure::Full) => {
                    self.started = false;
                    self.find_at = now.mono.after_ms(log::RETRY_MS);
                    effects.log(Level::Error, "the disk of the metadata log is full", Vec::new());
                }
                Err(failure) => {
                    let why = format!("the metadata log cannot be opened: {failure:?}");
                    effects.push(Effect::Fatal(why.into()));
                }
            },
            Operation::QuorumState(text) => match take::<()>(outcome) {
                Ok(()) => {
                    if let Some(running) = &mut self.running {
                        running.blocked = false;
                    }
                    self.drive(now, effects);
                }
                // The old content stands: a vote may wait for space like everything else.
                Err(IoFailure::Full) => {
                    if let Some(running) = &mut self.running {
                        running.unwritten_state = Some((now.mono.after_ms(log::RETRY_MS), text));
                    }
                    let what = vec![("file", store::QUORUM_STATE.to_owned())];
                    effects.log(Level::Error, "the disk of the metadata log is full", what);
                }
                Err(failure) => {
                    effects
                        .push(Effect::Fatal(format!("quorum-state cannot be written: {failure:?}").into()));
                }
            },
            Operation::Sync(sync, upto) => self.synced(now, sync, upto, take::<()>(outcome), effects),
            Operation::Snapshot(id) => self.snapshot_done(now, id, take(outcome), effects),
            Operation::Lookup(reading) => self.looked_up(now, *reading, take(outcome), effects),
            Operation::ReadSnapshot(reading) => self.read_done(now, *reading, take(outcome), effects),
            Operation::Work(work) => self.work_done(now, *work, take::<()>(outcome).is_ok()),
            Operation::Close => {
                self.running = None;
                effects.push(Effect::Stopped);
            }
            Operation::Append(_) | Operation::ReadLog(_) | Operation::Other => {}
        }
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
            Event::Finished { conn } => self.sessions.finished(conn, effects),
            Event::Closed { conn } => drop(self.sessions.close(conn)),
            Event::Drained { conn } => {
                self.sessions.drained(conn);
                self.pump(now, conn, effects);
            }
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
            Event::Read { token, result } => {
                if let Some(Operation::ReadLog(reading)) = self.operations.remove(&token) {
                    self.read_done(now, *reading, result, effects);
                }
            }
            Event::Stop | Event::Mesh { .. } | Event::Answer { .. } => {}
        }
    }

    fn tick(&mut self, now: Now, effects: &mut Effects) {
        if !self.started {
            if self.find_at <= now.mono {
                self.find(now, effects);
            }
            return;
        }
        let Some(running) = &mut self.running else { return };
        if running.raft.deadline() <= now.mono {
            running.raft.handle(now, RaftEvent::Tick, &mut self.fx);
        }
        if running.controller.next_timer() <= now.mono {
            running.controller.handle(now, controller::Event::Tick, &mut self.made);
        }
        if running.retry_at <= now.mono {
            self.retry_writes(effects);
        }
        self.keep_house(now, effects);
        self.drive(now, effects);
    }

    fn finish(&mut self, _now: Now, _effects: &mut Effects) {}

    fn deadline(&self) -> Mono {
        if !self.started {
            return if self.stopping { Mono::NEVER } else { self.find_at };
        }
        match &self.running {
            Some(running) if !self.closing => {
                let state = running.unwritten_state.as_ref().map_or(Mono::NEVER, |(at, _)| *at);
                let removal = running.removals.iter().map(|(at, _)| *at).min().unwrap_or(Mono::NEVER);
                let machines = running.raft.deadline().min(running.controller.next_timer());
                let house = running.retention_at.min(removal);
                machines.min(house).min(running.retry_at).min(state)
            }
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
