//! The cores of a node: machines, lanes between them, file effects and job threads, as the edge runs them.
//!
//! A turn is the edge's: events, passes while something follows at once, effects in order. What may take time on a real
//! machine takes time here: lanes and completions are late but in order where the edge promises order, appends take the
//! detour now and then, jobs run one after the other per core and may be interrupted before every file operation.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use broker::effect::{Effect, Job, LogLine, io_failure};
use broker::event::{Event, IoFailure, IoResult, Token};
use broker::machine::Machine;
use broker::peer::{Peer, PeerError};
use broker::{CoreId, Effects, Identity, Quorum, Shard, turn};
use bytes::{Bytes, BytesMut};
use protocol::{Map, Mono, Now, Rng};
use storage::FileRef;
use storage::file::read_full;

use crate::disk::SimDisk;
use crate::jobs::{Progress, Running};
use crate::net::{Net, Piece};
use crate::queue::{MS, Queue, Thing};
use crate::trace::Trace;

/// Passes of one turn, as at the edge.
const PASSES_MAX: usize = 8;
/// How soon a machine that is due without an end is run again.
const STEP: u64 = MS / 10;

/// A file operation that is carried out later.
pub enum FileOp {
    /// An append on its detour, and when its completion arrives.
    Write(Append, u64),
    /// `fdatasync`.
    Sync(Token, FileRef),
    /// A read.
    Read(Token, FileRef, u64, u32),
}

/// An append that is not written yet.
pub struct Append {
    token: Token,
    file: FileRef,
    position: u64,
    buffers: Vec<BytesMut>,
}

enum Kind {
    Shard(Box<Shard>),
    Quorum(Box<Quorum>),
}

struct Core {
    kind: Kind,
    events: Vec<Event>,
    turn_at: Option<u64>,
    frozen_until: u64,
    jobs: VecDeque<(Token, Job)>,
    job: Option<(Token, Running)>,
    is_job_due: bool,
    stopped: bool,
    /// Files whose appends take the detour: when the last of them is written and when it has arrived.
    detours: Map<PathBuf, (u64, u64)>,
}

/// A running node.
pub struct Node {
    /// Its number; runs count from 1.
    pub run: u32,
    cores: Vec<Core>,
    lanes: Map<(u16, u16), u64>,
    disk: SimDisk,
    rng: Rng,
    /// It has said that it is ready.
    pub ready: bool,
    /// Every log that the first metadata named is open.
    pub logs_open: bool,
    /// Why it cannot go on.
    pub fatal: Option<String>,
    /// Lines about repaired logs.
    pub repaired: Vec<String>,
    /// What happened, folded.
    pub trace: Trace,
    /// One append in so many takes the detour; 0 for none.
    pub detour_one_in: u64,
    /// One job in so many is interrupted; 0 for none.
    pub pause_one_in: u64,
    /// Turns so far.
    pub turns: u64,
    verbose: bool,
}

impl Core {
    fn machine(&mut self) -> &mut dyn Machine {
        match &mut self.kind {
            Kind::Shard(shard) => &mut **shard,
            Kind::Quorum(quorum) => &mut **quorum,
        }
    }

    fn run(&mut self, now: Now, events: &mut Vec<Event>, effects: &mut Effects) {
        match &mut self.kind {
            Kind::Shard(shard) => turn::run(&mut **shard, now, events, effects),
            Kind::Quorum(quorum) => turn::run(&mut **quorum, now, events, effects),
        }
    }
}

impl Node {
    /// Starts the machines of a node.
    #[must_use]
    pub fn new(run: u32, identity: Identity, disk: SimDisk, mut rng: Rng, queue: &mut Queue) -> Self {
        let identity = Arc::new(identity);
        let cores = (0..=identity.shards).map(|core| {
            let seed = Rng::new(rng.next_u64());
            let kind = if core == identity.shards {
                Kind::Quorum(Box::new(Quorum::new(Arc::clone(&identity), seed)))
            } else {
                Kind::Shard(Box::new(Shard::new(CoreId(core), Arc::clone(&identity), seed)))
            };
            Core {
                kind,
                events: Vec::new(),
                turn_at: None,
                frozen_until: 0,
                jobs: VecDeque::new(),
                job: None,
                is_job_due: false,
                stopped: false,
                detours: Map::default(),
            }
        });
        let cores = cores.collect();
        let mut node = Self {
            run,
            cores,
            lanes: Map::default(),
            disk,
            rng,
            ready: false,
            logs_open: false,
            fatal: None,
            repaired: Vec::new(),
            trace: Trace::default(),
            detour_one_in: 0,
            pause_one_in: 0,
            turns: 0,
            verbose: std::env::var_os("SIM_LOG").is_some(),
        };
        for core in 0..node.cores.len() as u16 {
            let at = queue.now() + node.rng.below(MS);
            node.wake(queue, core, at);
        }
        node
    }

    /// The number of shards.
    #[must_use]
    pub fn shards(&self) -> u16 {
        self.cores.len() as u16 - 1
    }

    /// Whether every core has stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.cores.iter().all(|core| core.stopped)
    }

    /// Tells every core to stop, as the edge does.
    pub fn stop(&mut self, queue: &mut Queue) {
        for core in 0..self.cores.len() as u16 {
            self.deliver(queue, core, Event::Stop);
        }
    }

    /// A core does nothing for a while.
    pub fn freeze(&mut self, core: u16, until: u64) {
        self.cores[usize::from(core)].frozen_until = until;
    }

    /// The node is gone: its jobs run out on a disk that refuses them.
    pub fn abandon(self) {
        for core in self.cores {
            if let Some((_, job)) = core.job {
                job.abandon();
            }
        }
    }

    fn wake(&mut self, queue: &mut Queue, core: u16, at: u64) {
        let entry = &mut self.cores[usize::from(core)];
        let at = at.max(entry.frozen_until).max(queue.now());
        if entry.turn_at.is_none_or(|other| other > at) {
            entry.turn_at = Some(at);
            queue.push_of(self.run, at, Thing::Turn(core));
        }
    }

    /// A core gets an event.
    pub fn deliver(&mut self, queue: &mut Queue, core: u16, event: Event) {
        self.cores[usize::from(core)].events.push(event);
        let at = queue.now() + self.rng.below(MS / 5);
        self.wake(queue, core, at);
    }

    /// A core's turn.
    pub fn turn(&mut self, queue: &mut Queue, net: &mut Net, number: u16) {
        let place = usize::from(number);
        if self.cores[place].turn_at != Some(queue.now()) {
            return;
        }
        self.cores[place].turn_at = None;
        if self.cores[place].frozen_until > queue.now() {
            let until = self.cores[place].frozen_until;
            self.wake(queue, number, until);
            return;
        }
        if self.cores[place].stopped {
            return;
        }
        self.turns += 1;
        let now = queue.clocks();
        self.disk.set_now(now.wall);
        self.trace.add(u64::from(number) << 48 | now.mono.0);
        let mut events = std::mem::take(&mut self.cores[place].events);
        let mut effects = Effects::default();
        for _ in 0..PASSES_MAX {
            if events.is_empty() && self.cores[place].machine().deadline() > now.mono {
                break;
            }
            self.trace.add(events.len() as u64);
            self.cores[place].run(now, &mut events, &mut effects);
            self.perform(queue, net, number, &mut effects, &mut events);
            if self.disk.is_stopped() || self.cores[place].stopped {
                return;
            }
        }
        let deadline = self.cores[place].machine().deadline();
        if !events.is_empty() {
            events.append(&mut self.cores[place].events);
            self.cores[place].events = events;
            self.wake(queue, number, now.mono.0 + 1);
        } else if deadline != Mono::NEVER {
            self.wake(queue, number, deadline.0.max(now.mono.0 + STEP));
        }
    }

    fn perform(
        &mut self,
        queue: &mut Queue,
        net: &mut Net,
        core: u16,
        effects: &mut Effects,
        events: &mut Vec<Event>,
    ) {
        let mut appends = Vec::new();
        for effect in std::mem::take(&mut effects.list) {
            if self.disk.is_stopped() {
                break;
            }
            self.perform_one(queue, net, core, effect, &effects.bytes, events, &mut appends);
        }
        self.write_out(queue, core, &mut appends, events);
        effects.clear();
    }

    fn perform_one(
        &mut self,
        queue: &mut Queue,
        net: &mut Net,
        core: u16,
        effect: Effect,
        bytes: &[u8],
        events: &mut Vec<Event>,
        appends: &mut Vec<Append>,
    ) {
        let conn_of = |net: &Net, id| net.number(self.run, core, id).expect("a core knows its connections");
        match effect {
            Effect::Send { conn, from, len } => {
                let sent = bytes[from as usize..(from + len) as usize].to_vec();
                self.trace.add_bytes(&sent);
                net.queue(queue, conn_of(net, conn), Piece::Memory(sent));
            }
            Effect::SendBytes { conn, bytes } => net.queue(queue, conn_of(net, conn), Piece::Shared(bytes)),
            Effect::SendFile { conn, file, position, len } => {
                let number = conn_of(net, conn);
                match file.get(&self.disk).is_ok() {
                    true => net.queue(queue, number, Piece::File(file, position, len)),
                    false => net.close_when_flushed(queue, number),
                }
            }
            Effect::Close { conn } => net.close_when_flushed(queue, conn_of(net, conn)),
            // The simulated network takes everything at once.
            Effect::Drain { conn } => events.push(Event::Drained { conn }),
            Effect::Reading { conn, on } => {
                let number = conn_of(net, conn);
                for event in net.set_reading(number, on) {
                    self.deliver(queue, core, event);
                }
            }
            Effect::Append { token, file, position, buffers } => {
                appends.push(Append { token, file, position, buffers });
            }
            Effect::Allocate { .. } => {}
            Effect::Sync { token, file } => {
                self.write_out(queue, core, appends, events);
                let at = queue.now() + self.file_delay();
                queue.push_of(self.run, at, Thing::File(core, FileOp::Sync(token, file)));
            }
            Effect::Read { token, file, position, len } => {
                self.write_out(queue, core, appends, events);
                let at = queue.now() + self.file_delay();
                queue.push_of(self.run, at, Thing::File(core, FileOp::Read(token, file, position, len)));
            }
            Effect::Job { token, job } => {
                self.cores[usize::from(core)].jobs.push_back((token, job));
                self.job_soon(queue, core);
            }
            Effect::Mesh { to, message } => {
                self.lane(queue, core, to, events, Event::Mesh { from: CoreId(core), message });
            }
            Effect::Ask { token, peer: Peer::Controller, request } => {
                let to = CoreId(self.shards());
                self.lane(queue, core, to, events, Event::Asked { from: CoreId(core), token, request });
            }
            Effect::Ask { token, .. } => {
                events.push(Event::Answer { token, result: Err(PeerError::Unreachable) });
            }
            Effect::Answer { to, token, result } => {
                self.lane(queue, core, to, events, Event::Answer { token, result });
            }
            Effect::Log(line) => self.log(queue, core, &line),
            // Connections are not limited here.
            Effect::Configured(_) | Effect::LogLevel(_) => {}
            Effect::Ready => self.ready = true,
            Effect::Stopped => self.cores[usize::from(core)].stopped = true,
            Effect::Fatal(why) => self.fatal = Some(why.into()),
        }
    }

    fn log(&mut self, queue: &Queue, core: u16, line: &LogLine) {
        self.trace.add_bytes(line.message.as_bytes());
        if self.verbose {
            let at = queue.now() as f64 / MS as f64;
            eprintln!("{at:.3} core {core} {:?} {} {:?}", line.level, line.message, line.fields);
        }
        self.logs_open |= line.message == "logs are open";
        if matches!(line.message, "the log was repaired" | "the log was recovered") {
            self.repaired.push(format!("{:?}", line.fields));
        }
    }

    /// What goes to another core arrives late, and behind what went there before.
    fn lane(&mut self, queue: &mut Queue, from: u16, to: CoreId, events: &mut Vec<Event>, event: Event) {
        if to.0 == from {
            events.push(event);
            return;
        }
        let most = if self.rng.one_in(30) { 5 * MS } else { MS / 20 };
        let at = queue.now() + self.rng.below(most);
        let last = self.lanes.entry((from, to.0)).or_default();
        *last = (*last).max(at);
        queue.push_of(self.run, *last, Thing::Deliver(to.0, event));
    }

    fn file_delay(&mut self) -> u64 {
        let most = if self.rng.one_in(20) { 40 * MS } else { MS };
        self.rng.below(most)
    }

    /// Writes the appends taken, or puts them on their detour. What lies one behind the other fails together.
    fn write_out(
        &mut self,
        queue: &mut Queue,
        core: u16,
        appends: &mut Vec<Append>,
        events: &mut Vec<Event>,
    ) {
        let mut failed: Option<(FileRef, u64, IoFailure)> = None;
        for append in appends.drain(..) {
            if self.disk.is_stopped() {
                return;
            }
            let path = append.file.path().to_path_buf();
            let detour = self.cores[usize::from(core)].detours.get(&path).copied();
            let is_away = detour.is_some_and(|(_, arrived)| arrived >= queue.now());
            if is_away || (self.detour_one_in > 0 && self.rng.one_in(self.detour_one_in)) {
                let (written, arrived) = detour.unwrap_or_default();
                let at = written.max(queue.now() + self.file_delay());
                let back = arrived.max(at + self.rng.below(MS));
                self.cores[usize::from(core)].detours.insert(path, (at, back));
                queue.push_of(self.run, at, Thing::File(core, FileOp::Write(append, back)));
                continue;
            }
            let len: usize = append.buffers.iter().map(BytesMut::len).sum();
            let next = append.position + len as u64;
            let result = match failed.take() {
                Some((file, position, failure))
                    if Arc::ptr_eq(&file, &append.file) && position == append.position =>
                {
                    Err(failure)
                }
                _ => self.write(&append),
            };
            if let Err(failure) = result {
                failed = Some((append.file.clone(), next, failure));
            }
            events.push(appended(append, result));
        }
    }

    fn write(&mut self, append: &Append) -> IoResult<()> {
        let mut bytes = Vec::new();
        append.buffers.iter().for_each(|buffer| bytes.extend_from_slice(buffer));
        append
            .file
            .get(&self.disk)
            .and_then(|file| file.write_at(&bytes, append.position))
            .map_err(|error| io_failure(&error))
    }

    /// Carries out a file operation that was put off.
    pub fn file(&mut self, queue: &mut Queue, core: u16, op: FileOp) {
        self.disk.set_now(queue.clocks().wall);
        let soon = queue.now() + self.rng.below(MS / 2);
        let (at, event) = match op {
            FileOp::Write(append, back) => {
                let result = self.write(&append);
                (back, appended(append, result))
            }
            FileOp::Sync(token, file) => {
                let result = file.get(&self.disk).and_then(|file| file.sync_data());
                (soon, Event::Synced { token, result: result.map_err(|error| io_failure(&error)) })
            }
            FileOp::Read(token, file, position, len) => {
                let mut bytes = vec![0; len as usize];
                let result =
                    file.get(&self.disk).and_then(|file| read_full(file, &mut bytes, position)).map(|read| {
                        bytes.truncate(read);
                        Bytes::from(bytes)
                    });
                (soon, Event::Read { token, result: result.map_err(|error| io_failure(&error)) })
            }
        };
        queue.push_of(self.run, at, Thing::Deliver(core, event));
    }

    fn job_soon(&mut self, queue: &mut Queue, core: u16) {
        let at = queue.now() + self.file_delay();
        let entry = &mut self.cores[usize::from(core)];
        if !entry.is_job_due && (entry.job.is_some() || !entry.jobs.is_empty()) {
            entry.is_job_due = true;
            queue.push_of(self.run, at, Thing::JobStep(core));
        }
    }

    /// A core's job thread goes on.
    pub fn job_step(&mut self, queue: &mut Queue, core: u16) {
        self.disk.set_now(queue.clocks().wall);
        let entry = &mut self.cores[usize::from(core)];
        entry.is_job_due = false;
        let (token, outcome) = match entry.job.take() {
            Some((token, job)) => match job.go_on() {
                (Some(job), _) => {
                    self.cores[usize::from(core)].job = Some((token, job));
                    (token, None)
                }
                (None, Progress::Done(outcome)) => (token, Some(outcome)),
                (None, Progress::Paused) => unreachable!("a paused job is there"),
            },
            None => {
                let Some((token, job)) = entry.jobs.pop_front() else { return };
                if self.pause_one_in > 0 && self.rng.one_in(self.pause_one_in) {
                    let seed = self.rng.next_u64();
                    let running = Running::new(job, self.disk.clone(), seed);
                    self.cores[usize::from(core)].job = Some((token, running));
                    (token, None)
                } else {
                    (token, Some(job(&self.disk)))
                }
            }
        };
        if self.disk.is_stopped() {
            return;
        }
        if let Some(outcome) = outcome {
            let at = queue.now() + self.rng.below(MS);
            let event = Event::Job { token, outcome: Some(outcome) };
            queue.push_of(self.run, at, Thing::Deliver(core, event));
        }
        self.job_soon(queue, core);
    }
}

fn appended(append: Append, result: IoResult<()>) -> Event {
    let mut buffers = append.buffers;
    buffers.clear();
    Event::Appended { token: append.token, result, buffers }
}
