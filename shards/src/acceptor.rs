//! The acceptor: one thread that accepts for all listeners and hands each connection to the core with the fewest.
//!
//! Keeps the counts of connections, since it is the only one who sees all of them; cores tell it which have ended.
//! Connections of a controller listener go to the quorum's core. Knows nothing of what is spoken on a connection.
//!
//! Invariants:
//! - a listener that may not accept is not polled, so waiting connections stay in the kernel's backlog;
//! - one descriptor is kept in reserve: when none are left, it is spent on accepting and closing one connection, so that
//!   a client learns of it, and then accepting pauses.

use std::io;
use std::net::IpAddr;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use broker::effect::{Level, LogLine};
use broker::event::{CoreId, ListenerId};
use protocol::Mono;

use crate::backend::Bell;
use crate::clock;
use crate::event_loop::Notify;
use crate::inbox::{Command, Inbox};
use crate::limits;
use crate::quotas::{ConnectionLimits, Gate, Quotas, Verdict};
use crate::sockets::Releases;
use crate::sys;

/// A listener as the acceptor sees it.
pub struct Listening {
    /// The socket; gone once accepting has stopped.
    pub socket: OwnedFd,
    /// Its number.
    pub id: ListenerId,
    /// Whether its connections go to the quorum's core.
    pub for_controller: bool,
    /// Whether it accepts only once the node is ready.
    pub when_ready: bool,
}

/// A core as the acceptor sees it.
#[derive(Clone)]
pub struct Host {
    /// Where to hand connections.
    pub inbox: Arc<Inbox>,
    /// How many it has.
    pub load: Arc<Load>,
}

/// The connections of a core: counted when they are handed over, and by the core when they have ended.
#[derive(Default)]
pub struct Load {
    connections: AtomicU32,
    /// Of these, so many may be closed in favour of others.
    evictable: AtomicU32,
}

impl Load {
    fn joined(&self, is_evictable: bool) {
        self.connections.fetch_add(1, Ordering::Relaxed);
        self.evictable.fetch_add(u32::from(is_evictable), Ordering::Relaxed);
    }

    /// A connection has ended.
    pub fn left(&self, is_evictable: bool) {
        self.connections.fetch_sub(1, Ordering::Relaxed);
        self.evictable.fetch_sub(u32::from(is_evictable), Ordering::Relaxed);
    }
}

/// What others tell the acceptor.
pub struct Controls {
    /// Wakes the acceptor.
    pub bell: Arc<Bell>,
    /// The node is ready for clients.
    pub is_ready: AtomicBool,
    /// Accept no more.
    pub is_stopped: AtomicBool,
    /// New limits to take over.
    pub new_limits: Mutex<Option<ConnectionLimits>>,
}

impl Controls {
    /// Has the acceptor take over new limits.
    pub fn limit(&self, limits: ConnectionLimits) {
        *self.new_limits.lock().unwrap_or_else(PoisonError::into_inner) = Some(limits);
        self.bell.raise();
    }
}

/// The acceptor.
pub struct Acceptor {
    /// The listeners, by number.
    pub listeners: Vec<Listening>,
    /// The shards.
    pub shards: Vec<Host>,
    /// The quorum's core.
    pub quorum: Option<Host>,
    /// Counts and limits of the broker's listeners.
    pub quotas: Quotas,
    /// Those of the controller's, which Kafka counts apart.
    pub controller_quotas: Quotas,
    /// The listener whose connections are not closed in favour of others.
    pub protected: Option<ListenerId>,
    /// Connections that have ended.
    pub releases: Arc<Releases>,
    /// What others tell.
    pub controls: Arc<Controls>,
    /// `socket.send.buffer.bytes`; `None` leaves it to the kernel.
    pub send_buffer: Option<i32>,
    /// Descriptors from this number on are kept for files.
    pub descriptor_max: i32,
    /// Who is told of trouble.
    pub notify: Notify,
}

/// Connections accepted from one listener before the others get their turn.
const ACCEPTS_PER_ROUND_MAX: usize = 64;
/// How long accepting pauses when no descriptor is left.
const PAUSE: Duration = Duration::from_millis(100);
/// How often that is said at most.
const SAY_EVERY: Duration = Duration::from_secs(10);

impl Acceptor {
    /// Accepts until stopped; then the listeners are closed.
    pub fn run(mut self) {
        let mut reserve = std::fs::File::open("/dev/null").ok();
        let mut ended: Vec<(ListenerId, IpAddr)> = Vec::new();
        let mut ready = Vec::new();
        let mut paused_until = Mono(0);
        let mut said_at: Option<Mono> = None;
        let mut anyone_full = false;
        while !self.controls.is_stopped.load(Ordering::Acquire) {
            self.releases.take(anyone_full, &mut ended);
            for (listener, address) in ended.drain(..) {
                self.quotas_of(listener).released(listener, address);
            }
            // Asked before the limits: those that were there first hold for the first client.
            let is_ready = self.controls.is_ready.load(Ordering::Acquire);
            let limits = self.controls.new_limits.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(limits) = limits {
                // Names are asked for here, where only accepting waits for the answer.
                self.controller_quotas.set_limits(limits.clone(), limits::resolve);
                self.quotas.set_limits(limits, limits::resolve);
                self.make_room();
            }
            let now = clock::mono();
            let (open, next, is_full) = self.gates(now, paused_until, is_ready);
            if is_full && !anyone_full {
                // A connection may have ended before we asked to be told: look once more.
                anyone_full = true;
                continue;
            }
            anyone_full = is_full;
            let mut fds: Vec<BorrowedFd<'_>> = vec![self.controls.bell.event()];
            fds.extend(open.iter().map(|&index| self.listeners[index].socket.as_fd()));
            let timeout = if next == Mono::NEVER {
                -1
            } else {
                i32::try_from(next.since(now).as_millis()).unwrap_or(i32::MAX).saturating_add(1)
            };
            if sys::wait::poll_readable(&fds, &mut ready, timeout).is_err() {
                // Out of kernel memory for a moment.
                std::thread::sleep(PAUSE);
                continue;
            }
            if ready[0] {
                sys::wait::lower(self.controls.bell.event());
            }
            for (&index, _) in open.iter().zip(&ready[1..]).filter(|&(_, &is_ready)| is_ready) {
                if let Err(error) = self.accept_from(index, &mut reserve) {
                    let now = clock::mono();
                    paused_until = now.after(PAUSE);
                    if said_at.is_none_or(|then| now.since(then) > SAY_EVERY) {
                        said_at = Some(now);
                        self.say("accepting pauses", &error);
                    }
                }
            }
        }
    }

    /// Which listeners may accept now, when that may change by itself, and whether one waits for a connection to end.
    fn gates(&mut self, now: Mono, paused_until: Mono, is_ready: bool) -> (Vec<usize>, Mono, bool) {
        let (mut open, mut next, mut is_full) = (Vec::new(), Mono::NEVER, false);
        if paused_until > now {
            return (open, paused_until, false);
        }
        for index in 0..self.listeners.len() {
            let listener = &self.listeners[index];
            if listener.when_ready && !is_ready {
                continue;
            }
            let id = listener.id;
            match self.quotas_of(id).gate(id, now) {
                Gate::Open => open.push(index),
                Gate::Full => is_full = true,
                Gate::Until(time) => next = next.min(time),
            }
        }
        (open, next, is_full)
    }

    fn accept_from(&mut self, index: usize, reserve: &mut Option<std::fs::File>) -> io::Result<()> {
        let id = self.listeners[index].id;
        for round in 0..ACCEPTS_PER_ROUND_MAX {
            if round > 0 && self.quotas_of(id).gate(id, clock::mono()) != Gate::Open {
                return Ok(());
            }
            let (socket, peer) = match sys::net::accept(self.listeners[index].socket.as_fd()) {
                Ok(accepted) => accepted,
                Err(error) => match error.raw_os_error() {
                    Some(libc::EAGAIN | libc::EINTR) => return Ok(()),
                    Some(libc::EMFILE | libc::ENFILE) => {
                        *reserve = None;
                        let _ = sys::net::accept(self.listeners[index].socket.as_fd());
                        *reserve = std::fs::File::open("/dev/null").ok();
                        return Err(error);
                    }
                    // What went wrong with that one connection, which is gone already.
                    Some(
                        libc::ECONNABORTED
                        | libc::EPERM
                        | libc::EPROTO
                        | libc::ENOPROTOOPT
                        | libc::EOPNOTSUPP
                        | libc::ENETDOWN
                        | libc::ENETUNREACH
                        | libc::EHOSTDOWN
                        | libc::EHOSTUNREACH
                        | libc::ENONET,
                    ) => continue,
                    _ => return Err(error),
                },
            };
            if socket.as_raw_fd() >= self.descriptor_max {
                return Err(io::Error::from_raw_os_error(libc::EMFILE));
            }
            sys::net::prepare(&socket, self.send_buffer);
            match self.quotas_of(id).accepted(id, peer.ip()) {
                Verdict::TooManyOfAddress => drop(socket),
                Verdict::Admit => {
                    // The one that is let in is not the one that goes.
                    self.make_room();
                    self.hand_over(index, socket, peer);
                }
            }
        }
        Ok(())
    }

    fn hand_over(&mut self, index: usize, socket: OwnedFd, peer: std::net::SocketAddr) {
        let listener = &self.listeners[index];
        let least = self.shards.iter().min_by_key(|host| host.load.connections.load(Ordering::Relaxed));
        let host = match &self.quorum {
            Some(quorum) if listener.for_controller || least.is_none() => Some(quorum),
            _ => least,
        };
        if let Some(host) = host {
            host.load.joined(self.protected != Some(listener.id));
            host.inbox.put(Command::Open { socket, listener: listener.id, peer });
        }
    }

    fn quotas_of(&mut self, listener: ListenerId) -> &mut Quotas {
        if self.listeners[usize::from(listener.0)].for_controller {
            &mut self.controller_quotas
        } else {
            &mut self.quotas
        }
    }

    /// Has connections closed until no more are left than may be.
    fn make_room(&mut self) {
        let told = evict(&self.shards, self.quotas.surplus());
        self.quotas.told_to_go(told);
        let told = evict(self.quorum.as_slice(), self.controller_quotas.surplus());
        self.controller_quotas.told_to_go(told);
    }

    fn say(&self, message: &'static str, error: &io::Error) {
        let fields = vec![("error", error.to_string())];
        let line = LogLine { level: Level::Error, message, fields };
        (self.notify)(CoreId(0), line.into());
    }
}

/// Has `count` connections closed, always by the core that has most; how many there are to be closed.
fn evict(hosts: &[Host], count: u32) -> u32 {
    if count == 0 {
        return 0;
    }
    let mut left: Vec<u32> = hosts.iter().map(|host| host.load.evictable.load(Ordering::Relaxed)).collect();
    for told in 0..count {
        let Some((place, most)) = left.iter_mut().enumerate().max_by_key(|(_, left)| **left) else {
            return told;
        };
        if *most == 0 {
            return told;
        }
        *most -= 1;
        hosts[place].inbox.put(Command::Evict);
    }
    count
}
