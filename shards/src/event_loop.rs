//! The loop of one core: a turn collects what has happened, lets the machine decide, performs what it decided, and
//! enters the kernel once.
//!
//! A turn: what the last `enter` brought (readiness, finished file operations), reads from sockets, messages of other
//! cores, commands of other threads; all of it as events to the machine. What it wants is performed in order; appends are
//! written at once, and their completions are another pass of the machine in the same turn. Then every connection is sent
//! what was queued for it, every other core that got a message is woken at most once, and one `enter` submits, waits and
//! carries the next deadline.
//!
//! Knows nothing of what the machine decides, and never calls it while performing an effect. A runtime that does its own
//! waiting drives the same steps: `turn`, `prepare_to_sleep`, an `enter` that does not wait, and its own sleep in between.
//!
//! Invariants:
//! - the loop is the only owner of the machine;
//! - it sleeps only when no event waits, no connection may be read or flushed, and nothing has arrived since it
//!   announced that it would sleep;
//! - it ends only when no operation owns a buffer.

use std::sync::Arc;
use std::time::Duration;

use broker::effect::Effects;
use broker::event::{CoreId, Event};
use broker::machine::Machine;
use broker::turn;
use protocol::{Mono, Now};

use crate::backend::{Backend, Ready, Wait};
use crate::files::Files;
use crate::inbox::{Command, Inbox};
use crate::jobs::JobThread;
use crate::lanes::Lanes;
use crate::sockets::Sockets;
use crate::stats::{Snapshot, Stats};

/// What a core tells its surroundings. See [`crate::setup::Notice`].
pub type Notify = Arc<dyn Fn(CoreId, crate::setup::Notice) + Send + Sync>;

/// Passes of the machine within one turn; what is left goes on in the next turn, without sleeping in between.
const PASSES_MAX: usize = 8;
/// Bytes of reply memory kept from turn to turn.
const REPLY_BYTES_KEPT_MAX: usize = 1 << 20;
/// How long connections may take to be flushed once the machine has stopped.
const FLUSH_AT_STOP: Duration = Duration::from_secs(1);
/// How long operations under way are waited for beyond that.
const DRAIN_AT_STOP: Duration = Duration::from_secs(30);

/// Where the core stands in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Life {
    /// The machine runs.
    Running,
    /// The machine has stopped; connections are flushed and operations are waited for.
    Closing { flush_until: Mono, drain_until: Mono },
}

/// Everything a loop is made of.
pub struct Parts<M, B> {
    /// The deciding part.
    pub machine: M,
    /// The kernel.
    pub backend: B,
    /// Connections.
    pub sockets: Sockets,
    /// File effects.
    pub files: Files,
    /// Lanes to the other cores.
    pub lanes: Lanes,
    /// The job thread.
    pub jobs: JobThread,
    /// Commands of other threads.
    pub inbox: Arc<Inbox>,
    /// Where the counters are published.
    pub stats: Arc<Stats>,
    /// Who is told of logs and of the node's life.
    pub notify: Notify,
    /// The core on which the quorum runs, if it runs in this process.
    pub quorum: Option<CoreId>,
    /// How long to look for work before sleeping; zero for not at all.
    pub spin: Duration,
}

/// A core's loop.
pub struct Loop<M, B> {
    pub(crate) machine: M,
    pub(crate) backend: B,
    pub(crate) sockets: Sockets,
    pub(crate) files: Files,
    pub(crate) lanes: Lanes,
    pub(crate) jobs: JobThread,
    pub(crate) notify: Notify,
    pub(crate) quorum: Option<CoreId>,
    pub(crate) events: Vec<Event>,
    pub(crate) effects: Effects,
    pub(crate) now: Now,
    /// Set by the machine's `Stopped`.
    pub(crate) stopped: bool,
    inbox: Arc<Inbox>,
    commands: Vec<Command>,
    ready: Vec<Ready>,
    stats: Arc<Stats>,
    turns: u64,
    /// Turns behind which nothing is read, since too much waits for room in a lane.
    lane_pauses: u64,
    life: Life,
    spin: Spin,
}

impl<M: Machine, B: Backend> Loop<M, B> {
    /// A loop that has not begun.
    pub fn new(parts: Parts<M, B>) -> Self {
        let now = parts.backend.now();
        Self {
            machine: parts.machine,
            backend: parts.backend,
            sockets: parts.sockets,
            files: parts.files,
            lanes: parts.lanes,
            jobs: parts.jobs,
            notify: parts.notify,
            quorum: parts.quorum,
            events: Vec::new(),
            effects: Effects::default(),
            now,
            stopped: false,
            inbox: parts.inbox,
            commands: Vec::new(),
            ready: Vec::new(),
            stats: parts.stats,
            turns: 0,
            lane_pauses: 0,
            life: Life::Running,
            spin: Spin::new(parts.spin),
        }
    }

    /// Runs until the machine has stopped and everything under way has ended, or until it is forced. An error means
    /// that the kernel's interface failed.
    pub fn run(&mut self) -> std::io::Result<()> {
        loop {
            self.turn();
            if self.is_over() {
                // What was queued for the kernel (wake-ups of other cores, sockets to let go) goes out.
                return self.backend.enter(Wait::No, &mut self.ready);
            }
            let wait = self.prepare_to_sleep();
            let result = self.backend.enter(wait, &mut self.ready);
            self.backend.bell().get_up();
            result?;
        }
    }

    fn turn(&mut self) {
        self.turns += 1;
        self.now = self.backend.now();
        self.spin.woke(self.now.mono);
        self.take_ready();
        if !self.lanes.is_backed_up() {
            self.sockets.read(self.now.mono, &mut self.backend, &mut self.events);
        }
        self.lanes.drain(&mut self.events, &mut self.backend);
        self.take_commands();
        if self.life != Life::Running {
            // Whoever was handed over meanwhile is sent away.
            self.sockets.close_all_when_flushed(self.now.mono);
        }
        self.sockets.tick(self.now.mono, &mut self.backend, &mut self.events);
        self.passes();
        self.sockets.flush(self.now.mono, &mut self.backend, &mut self.events);
        self.files.expire(self.now.mono);
        self.lanes.move_on();
        self.lane_pauses += u64::from(self.lanes.is_backed_up());
        self.lanes.ring(&mut self.backend);
        self.publish();
    }

    fn take_ready(&mut self) {
        for ready in self.ready.drain(..) {
            match ready {
                Ready::Socket(key, change) => self.sockets.changed(key, change, &mut self.backend),
                Ready::File(task, outcome) => self.files.completed(
                    task,
                    outcome,
                    &mut self.backend,
                    &mut self.sockets.buffers,
                    &mut self.events,
                ),
            }
        }
    }

    fn take_commands(&mut self) {
        if !self.inbox.any() {
            return;
        }
        self.inbox.swap(&mut self.commands);
        for command in self.commands.drain(..) {
            let (backend, events) = (&mut self.backend, &mut self.events);
            match command {
                Command::Open { socket, listener, peer } => {
                    self.sockets.open(socket, listener, peer, self.now.mono, backend, events);
                }
                Command::Evict => self.sockets.evict(backend, events),
                Command::JobDone { token, outcome } => {
                    self.jobs.came_back();
                    events.push(Event::Job { token, outcome });
                }
                Command::Stop => events.push(Event::Stop),
                Command::Force => {
                    let now = self.now.mono;
                    self.life = Life::Closing { flush_until: now, drain_until: now.after(DRAIN_AT_STOP) };
                }
            }
        }
    }

    /// Lets the machine decide and performs what it decided, until nothing follows at once.
    fn passes(&mut self) {
        for _ in 0..PASSES_MAX {
            if self.life != Life::Running {
                // The machine has had its last event.
                self.events.clear();
                return;
            }
            if self.events.is_empty() && self.machine.deadline() > self.now.mono {
                return;
            }
            turn::run(&mut self.machine, self.now, &mut self.events, &mut self.effects);
            self.perform();
            if self.effects.bytes.capacity() > REPLY_BYTES_KEPT_MAX {
                self.effects.bytes = Vec::new();
            }
            if self.stopped {
                let flush_until = self.now.mono.after(FLUSH_AT_STOP);
                self.life = Life::Closing { flush_until, drain_until: flush_until.after(DRAIN_AT_STOP) };
                self.jobs.cancel();
                self.sockets.close_all_when_flushed(self.now.mono);
            }
        }
    }

    /// Whether the loop has come to its end.
    fn is_over(&mut self) -> bool {
        let Life::Closing { flush_until, drain_until } = self.life else { return false };
        if flush_until <= self.now.mono {
            self.sockets.close_all(&mut self.backend, &mut self.events);
            self.events.clear();
        }
        let is_quiet = self.sockets.len() == 0
            && self.backend.in_flight() == 0
            && self.files.is_idle()
            && (self.lanes.waiting_count() == 0 || flush_until <= self.now.mono);
        is_quiet || drain_until <= self.now.mono
    }

    /// Whether there is more to do without waiting; otherwise announces the sleep and says how long it may last.
    fn prepare_to_sleep(&mut self) -> Wait {
        if self.has_work() {
            return Wait::No;
        }
        let mut until = self.sockets.deadline(self.now.mono);
        match self.life {
            Life::Running => until = until.min(self.machine.deadline()),
            Life::Closing { flush_until, drain_until } => {
                until = until.min(if flush_until > self.now.mono { flush_until } else { drain_until });
            }
        }
        if self.spin.is_worth_it() && self.spin_until_work(until) {
            return Wait::No;
        }
        self.backend.bell().lie_down();
        if self.lanes.has_arrivals() || self.inbox.any() {
            return Wait::No;
        }
        self.spin.sleeps(self.now.mono);
        Wait::Until(until)
    }

    fn has_work(&mut self) -> bool {
        // The core that has to make room rings when it has.
        let may_read = !self.lanes.is_backed_up();
        !self.events.is_empty()
            || self.sockets.has_work(may_read)
            || self.lanes.has_arrivals()
            || self.inbox.any()
    }

    /// Looks for work for a short while; whether it found some.
    fn spin_until_work(&mut self, until: Mono) -> bool {
        let end = self.backend.mono().after(self.spin.limit).min(until);
        while self.backend.mono() < end {
            if self.lanes.has_arrivals() || self.inbox.any() || self.backend.peek() {
                self.spin.found(true);
                return true;
            }
            std::hint::spin_loop();
        }
        self.spin.found(false);
        false
    }

    fn publish(&mut self) {
        self.stats.publish(&Snapshot {
            turns: self.turns,
            calls: *self.backend.calls(),
            connections: self.sockets.len() as u64,
            lane_backlog: self.lanes.waiting_count() as u64,
            lane_backlog_max: self.lanes.backlog_max() as u64,
            lane_pauses: self.lane_pauses,
            closed_idle: self.sockets.closed_idle,
            closed_bad_length: self.sockets.closed_bad_length,
            closed_short_file: self.sockets.closed_short_file,
            detours: self.files.detour_count() as u64,
            buffer_bytes: self.sockets.buffers.held_by_node(),
            jobs: self.jobs.count() as u64,
        });
    }
}

/// Looking for work before sleeping, as long as that has lately been worth it.
struct Spin {
    limit: Duration,
    /// Grows when a spin finds work or a sleep was short, shrinks when a spin finds none; no spin at 0.
    score: u8,
    slept_at: Option<Mono>,
}

impl Spin {
    fn new(limit: Duration) -> Self {
        Self { limit, score: 0, slept_at: None }
    }

    fn is_worth_it(&self) -> bool {
        self.score > 0 && !self.limit.is_zero()
    }

    fn sleeps(&mut self, now: Mono) {
        self.slept_at = Some(now);
    }

    fn woke(&mut self, now: Mono) {
        if let Some(then) = self.slept_at.take()
            && now.since(then) < self.limit
        {
            self.score = (self.score + 2).min(SPIN_SCORE_MAX);
        }
    }

    fn found(&mut self, found: bool) {
        self.score = if found { (self.score + 1).min(SPIN_SCORE_MAX) } else { self.score - 1 };
    }
}

const SPIN_SCORE_MAX: u8 = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spinning_stops_after_it_has_found_nothing_and_comes_back_when_sleeps_are_short() {
        let mut spin = Spin::new(Duration::from_micros(30));
        assert!(!spin.is_worth_it());
        spin.sleeps(Mono(1_000_000));
        spin.woke(Mono(1_010_000));
        assert!(spin.is_worth_it());
        spin.found(false);
        spin.found(false);
        assert!(!spin.is_worth_it());
        spin.sleeps(Mono(2_000_000));
        spin.woke(Mono(9_000_000));
        assert!(!spin.is_worth_it(), "a long sleep is no reason to spin");
    }
}
