//! The connections of one core: which to read from and which to send to in this turn, and when to end one.
//!
//! Decides by bytes, budgets and time only. What is asked and answered on a connection is the machine's.
//!
//! Invariants:
//! - a connection stands at most once in each list, and a list may name connections that are gone;
//! - every connection that was announced by `Opened` ends with exactly one `Closed`, and nothing follows it;
//! - while the node holds more than its budget, a core goes on with one frame under way only, and then with the next;
//!   whoever is between frames is read in small steps. So the budget is passed by at most one frame per core and one
//!   smallest buffer per connection, small requests are served all the same, and there is always progress.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use broker::event::{ConnId, Event, ListenerId};
use bytes::Bytes;
use protocol::Mono;
use storage::FileRef;

use crate::acceptor::Load;
use crate::backend::{Backend, Bell, Readiness, WatchKey};
use crate::buffers::Buffers;
use crate::conn::{Conn, Ended, Flushed, Received};
use crate::table::Table;

/// What holds for every connection of a node.
#[derive(Clone, Debug)]
pub struct SocketLimits {
    /// `socket.request.max.bytes`.
    pub request_size_max: usize,
    /// `connections.max.idle.ms`; `None` for never.
    pub idle: Option<Duration>,
    /// The listener whose connections are not closed in favour of others.
    pub protected: Option<ListenerId>,
}

/// Connections that have ended, for the acceptor to count.
#[derive(Default)]
pub struct Releases {
    list: Mutex<Vec<(ListenerId, IpAddr)>>,
    /// Set while the acceptor waits for one.
    waits: std::sync::atomic::AtomicBool,
    bell: std::sync::OnceLock<Arc<Bell>>,
}

impl Releases {
    /// A list whose reader polls `bell`.
    pub fn new(bell: Arc<Bell>) -> Arc<Self> {
        let this = Self::default();
        let _ = this.bell.set(bell);
        Arc::new(this)
    }

    fn put(&self, listener: ListenerId, address: IpAddr) {
        self.list.lock().unwrap_or_else(PoisonError::into_inner).push((listener, address));
        if self.waits.load(Ordering::SeqCst)
            && let Some(bell) = self.bell.get()
        {
            bell.raise();
        }
    }

    /// Takes what has ended; `waits` says whether to be woken by the next one.
    pub fn take(&self, waits: bool, into: &mut Vec<(ListenerId, IpAddr)>) {
        self.waits.store(waits, Ordering::SeqCst);
        into.append(&mut self.list.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The connections of a core.
pub struct Sockets {
    table: Table,
    /// Buffers to receive into and to read files into.
    pub buffers: Buffers,
    limits: Arc<SocketLimits>,
    to_read: VecDeque<ConnId>,
    to_flush: Vec<ConnId>,
    /// Readable and in the middle of a frame, but the budget is used up.
    starved: Vec<ConnId>,
    /// The one whose frame goes on although the budget is used up.
    holder: Option<ConnId>,
    /// A frame was completed while others starve: look again at once who may read.
    look_again: bool,
    /// When each connection is to be looked at for idleness; one entry each.
    idle: BinaryHeap<Reverse<(Mono, ConnId)>>,
    /// Connections that are to be closed once flushed, and when that has taken too long.
    lingering: VecDeque<(Mono, ConnId)>,
    spare: Vec<Vec<u8>>,
    releases: Arc<Releases>,
    /// Open connections, for the acceptor.
    load: Arc<Load>,
    /// Connections ended by this side, by reason.
    pub closed_idle: u64,
    /// See `closed_idle`.
    pub closed_bad_length: u64,
    /// See `closed_idle`.
    pub closed_short_file: u64,
}

/// Connections read from in one turn.
const READS_PER_TURN_MAX: usize = 64;
/// Frames that are handed over before every connection that has some has had its turn.
const FRAMES_PER_ROUND: usize = 1024;
/// Above this much unsent a connection is not read from any more. Kafka reads nothing until an answer is sent; we read on
/// as long as the client does.
const UNSENT_SIZE_MAX: usize = 256 << 10;
/// As above, while the socket takes no more: small answers nobody reads must not add up over many connections.
const UNSENT_BLOCKED_SIZE_MAX: usize = 32 << 10;
/// As above, for pieces of any size.
const UNSENT_PIECES_MAX: usize = 256;
/// How long a connection that is to be closed may take to send its last bytes.
const LINGER: Duration = Duration::from_secs(30);
/// How often starved connections are looked at.
const STARVED_LOOK: Duration = Duration::from_millis(10);
/// How long the one connection whose frame goes on over the budget may bring nothing while others wait.
const HOLDER_PATIENCE: Duration = Duration::from_secs(5);

impl Sockets {
    /// No connections yet.
    pub fn new(
        buffers: Buffers,
        limits: Arc<SocketLimits>,
        releases: Arc<Releases>,
        load: Arc<Load>,
    ) -> Self {
        Self {
            table: Table::default(),
            buffers,
            limits,
            to_read: VecDeque::new(),
            to_flush: Vec::new(),
            starved: Vec::new(),
            holder: None,
            look_again: false,
            idle: BinaryHeap::new(),
            lingering: VecDeque::new(),
            spare: Vec::new(),
            releases,
            load,
            closed_idle: 0,
            closed_bad_length: 0,
            closed_short_file: 0,
        }
    }

    /// Takes a connection from the acceptor.
    pub fn open<B: Backend>(
        &mut self,
        socket: OwnedFd,
        listener: ListenerId,
        peer: SocketAddr,
        now: Mono,
        backend: &mut B,
        events: &mut Vec<Event>,
    ) {
        let id = self.table.insert(|id| Conn::new(id, socket, listener, peer, now));
        let conn = self.table.get(id).expect("inserted in the line above");
        if backend.watch(WatchKey(id.0), conn.socket.as_fd()).is_err() {
            // Nobody has heard of it yet, so it goes without an event.
            self.table.remove(id);
            self.release(listener, peer.ip());
            return;
        }
        if let Some(idle) = self.limits.idle {
            if self.idle.len() > 2 * self.table.len() + 1024 {
                // Most entries are of connections that are gone.
                let table = &mut self.table;
                self.idle.retain(|&Reverse((_, id))| table.get(id).is_some());
            }
            self.idle.push(Reverse((now.after(idle), id)));
        }
        events.push(Event::Opened { conn: id, listener, peer });
    }

    /// A connection that was counted is gone.
    fn release(&self, listener: ListenerId, address: IpAddr) {
        self.load.left(self.limits.protected != Some(listener));
        self.releases.put(listener, address);
    }

    /// Notes a change on a socket.
    pub fn changed<B: Backend>(&mut self, key: WatchKey, change: Readiness, backend: &mut B) {
        let id = ConnId(key.0);
        let Some(conn) = self.table.get(id) else { return };
        conn.readable |= change.readable;
        conn.hung_up |= change.hung_up;
        conn.writable |= change.writable;
        if change.ended && backend.watch(key, conn.socket.as_fd()).is_err() {
            // The next read finds out what there is to find out.
            conn.readable = true;
        }
        if conn.wants_read() && !conn.to_read {
            conn.to_read = true;
            self.to_read.push_back(id);
        }
        if conn.writable && conn.backlog().1 > 0 && !conn.to_flush {
            conn.to_flush = true;
            self.to_flush.push(id);
        }
    }

    /// Reads from whom there is something to read, as far as fairness and the budget go.
    pub fn read<B: Backend>(&mut self, now: Mono, backend: &mut B, events: &mut Vec<Event>) {
        self.buffers.collect();
        let mut over = self.buffers.is_over_budget();
        if over {
            self.buffers.shrink();
            over = self.buffers.is_over_budget();
        }
        self.look_again = false;
        self.feed_starved(over);
        // The more there are, the less each hands over before the next has its turn.
        let frames_max = (FRAMES_PER_ROUND / self.to_read.len().max(1)).max(1);
        let request_size_max = self.limits.request_size_max;
        for _ in 0..self.to_read.len().min(READS_PER_TURN_MAX) {
            let Some(id) = self.to_read.pop_front() else { break };
            let Some(conn) = self.table.get(id) else { continue };
            conn.to_read = false;
            if !conn.wants_read() {
                continue;
            }
            over = over || self.buffers.is_over_budget();
            if over && self.holder != Some(id) {
                if !conn.is_mid_frame() {
                    conn.be_modest();
                } else if self.holder.is_none() {
                    self.holder = Some(id);
                } else {
                    conn.to_read = true;
                    self.starved.push(id);
                    continue;
                }
            }
            let frames_before = events.len();
            let outcome = conn.receive(backend, &mut self.buffers, request_size_max, frames_max, events);
            conn.active_at = now;
            let has_asked = events.len() > frames_before;
            if has_asked {
                conn.asked_at = now;
            }
            if self.holder == Some(id) && (has_asked || !conn.is_mid_frame()) {
                self.holder = None;
                self.look_again = !self.starved.is_empty();
            }
            match outcome {
                Received::Drained => {}
                Received::More => {
                    conn.to_read = true;
                    self.to_read.push_back(id);
                }
                Received::Over(Ended::ByPeer) => {
                    // It may still wait for answers; who decides knows whether any are owed.
                    conn.finish(&mut self.buffers);
                    if self.holder == Some(id) {
                        self.holder = None;
                        self.look_again = !self.starved.is_empty();
                    }
                    events.push(Event::Finished { conn: id });
                }
                Received::Over(ended) => self.end(id, ended, backend, events),
            }
        }
    }

    /// Lets starved connections read again, or picks the one that may although there is no room.
    fn feed_starved(&mut self, over: bool) {
        if self.starved.is_empty() {
            return;
        }
        if !over {
            self.holder = None;
            self.to_read.extend(self.starved.drain(..));
            return;
        }
        let table = &mut self.table;
        self.starved.retain(|&id| table.get(id).is_some());
        if self.holder.is_some_and(|id| table.get(id).is_none()) {
            self.holder = None;
        }
        let chosen = match self.holder {
            Some(id) => self.starved.iter().position(|&other| other == id),
            None if self.starved.is_empty() => None,
            None => Some(0),
        };
        if let Some(index) = chosen {
            let id = self.starved.remove(index);
            self.holder = Some(id);
            self.to_read.push_front(id);
        }
    }

    /// Queues a copy of bytes to be sent.
    pub fn queue_copy(&mut self, id: ConnId, bytes: &[u8], now: Mono) {
        if let Some(conn) = self.table.get(id) {
            conn.lend(&mut self.spare);
            conn.queue_copy(bytes);
            queued(conn, now, &mut self.to_flush);
        }
    }

    /// Queues shared bytes to be sent.
    pub fn queue_shared(&mut self, id: ConnId, bytes: Bytes, now: Mono) {
        if let Some(conn) = self.table.get(id) {
            conn.queue_shared(bytes);
            queued(conn, now, &mut self.to_flush);
        }
    }

    /// Queues a range of a file to be sent.
    pub fn queue_file(&mut self, id: ConnId, file: FileRef, fd: i32, position: u64, len: usize, now: Mono) {
        if let Some(conn) = self.table.get(id) {
            conn.queue_file(file, fd, position, len);
            queued(conn, now, &mut self.to_flush);
        }
    }

    /// Stops reading from a connection or goes on.
    pub fn set_reading(&mut self, id: ConnId, on: bool) {
        let Some(conn) = self.table.get(id) else { return };
        conn.paused = !on;
        if conn.wants_read() && !conn.to_read {
            conn.to_read = true;
            self.to_read.push_back(id);
        }
    }

    /// Says when little is left unsent on a connection, which may be at once.
    pub fn tell_drained(&mut self, id: ConnId, events: &mut Vec<Event>) {
        let Some(conn) = self.table.get(id) else { return };
        if is_drained(conn) {
            events.push(Event::Drained { conn: id });
        } else {
            conn.tell_drained = true;
        }
    }

    /// Closes a connection once it is flushed.
    pub fn close_when_flushed(&mut self, id: ConnId, now: Mono) {
        let Some(conn) = self.table.get(id) else { return };
        if !std::mem::replace(&mut conn.closing, true) {
            if conn.backlog().1 > 0 {
                self.lingering.push_back((now.after(LINGER), id));
            }
            if !conn.to_flush {
                conn.to_flush = true;
                self.to_flush.push(id);
            }
        }
    }

    /// Closes all connections once they are flushed.
    pub fn close_all_when_flushed(&mut self, now: Mono) {
        let ids: Vec<ConnId> = self.table.iter().map(|conn| conn.id).collect();
        for id in ids {
            self.close_when_flushed(id, now);
        }
    }

    /// Closes all connections at once.
    pub fn close_all<B: Backend>(&mut self, backend: &mut B, events: &mut Vec<Event>) {
        let ids: Vec<ConnId> = self.table.iter().map(|conn| conn.id).collect();
        for id in ids {
            self.close(id, backend, events);
        }
    }

    /// Sends to whom there is something to send. Called once, at the end of a turn.
    pub fn flush<B: Backend>(&mut self, now: Mono, backend: &mut B, events: &mut Vec<Event>) {
        let mut list = std::mem::take(&mut self.to_flush);
        let mut again = 0;
        for index in 0..list.len() {
            let id = list[index];
            let Some(conn) = self.table.get(id) else { continue };
            conn.to_flush = false;
            if !conn.writable {
                continue;
            }
            let outcome = conn.flush(backend, &mut self.spare);
            conn.active_at = now;
            conn.adapt_share(outcome == Flushed::All);
            let is_drained = is_drained(conn);
            if conn.tell_drained && is_drained {
                conn.tell_drained = false;
                events.push(Event::Drained { conn: id });
            }
            if conn.choked && is_drained {
                conn.choked = false;
                if conn.wants_read() && !conn.to_read {
                    conn.to_read = true;
                    self.to_read.push_back(id);
                }
            }
            match outcome {
                Flushed::All if conn.closing => self.close(id, backend, events),
                Flushed::All | Flushed::Blocked => {}
                Flushed::More => {
                    conn.to_flush = true;
                    list[again] = id;
                    again += 1;
                }
                Flushed::Over(ended) => self.end(id, ended, backend, events),
            }
        }
        list.truncate(again);
        self.to_flush = list;
    }

    fn end<B: Backend>(&mut self, id: ConnId, ended: Ended, backend: &mut B, events: &mut Vec<Event>) {
        match ended {
            Ended::BadLength => self.closed_bad_length += 1,
            Ended::ShortFile => self.closed_short_file += 1,
            Ended::ByPeer | Ended::Broken => {}
        }
        self.close(id, backend, events);
    }

    fn close<B: Backend>(&mut self, id: ConnId, backend: &mut B, events: &mut Vec<Event>) {
        let Some(conn) = self.table.remove(id) else { return };
        backend.unwatch(WatchKey(id.0));
        backend.calls().other += 1;
        self.release(conn.listener, conn.peer.ip());
        drop(conn.dismantle(&mut self.buffers));
        events.push(Event::Closed { conn: id });
    }

    /// Closes the connection that was idle longest, unless its listener is protected.
    pub fn evict<B: Backend>(&mut self, backend: &mut B, events: &mut Vec<Event>) {
        let protected = self.limits.protected;
        let oldest = self
            .table
            .iter()
            .filter(|conn| protected != Some(conn.listener))
            .min_by_key(|conn| conn.active_at)
            .map(|conn| conn.id);
        if let Some(id) = oldest {
            self.close(id, backend, events);
        }
    }

    /// Does what is due: ends idle connections, those that will not take their last bytes, and one that holds all
    /// others up.
    pub fn tick<B: Backend>(&mut self, now: Mono, backend: &mut B, events: &mut Vec<Event>) {
        while let Some(&(due, id)) = self.lingering.front()
            && due <= now
        {
            self.lingering.pop_front();
            self.close(id, backend, events);
        }
        self.end_idle(now, backend, events);
        if let Some(id) = self.holder
            && !self.starved.is_empty()
            && self.table.get(id).is_some_and(|conn| now.since(conn.active_at) > HOLDER_PATIENCE)
        {
            self.holder = None;
            self.close(id, backend, events);
        }
    }

    fn end_idle<B: Backend>(&mut self, now: Mono, backend: &mut B, events: &mut Vec<Event>) {
        let Some(idle) = self.limits.idle else { return };
        while let Some(&Reverse((due, id))) = self.idle.peek()
            && due <= now
        {
            self.idle.pop();
            let Some(conn) = self.table.get(id) else { continue };
            // One that was asked something and has not answered yet gets twice the time. A request without an
            // answer looks the same, so it cannot be spared for ever.
            let allowed = if conn.asked_at > conn.answered_at { idle * 2 } else { idle };
            let over_at = conn.active_at.after(allowed);
            if over_at <= now {
                self.closed_idle += 1;
                self.close(id, backend, events);
            } else {
                self.idle.push(Reverse((over_at, id)));
            }
        }
    }

    /// When [`Sockets::tick`] or [`Sockets::read`] has something to do although nothing happens.
    pub fn deadline(&self, now: Mono) -> Mono {
        let mut next = Mono::NEVER;
        if let Some(&Reverse((due, _))) = self.idle.peek() {
            next = next.min(due);
        }
        if let Some(&(due, _)) = self.lingering.front() {
            next = next.min(due);
        }
        if !self.starved.is_empty() {
            next = next.min(now.after(STARVED_LOOK));
        }
        next
    }

    /// Whether there is more to do in the next turn without waiting for anything. `may_read` says whether that turn may
    /// read.
    pub fn has_work(&self, may_read: bool) -> bool {
        !self.to_flush.is_empty() || (may_read && (!self.to_read.is_empty() || self.look_again))
    }

    /// Open connections.
    pub fn len(&self) -> usize {
        self.table.len()
    }
}

fn is_drained(conn: &Conn) -> bool {
    let (unsent, pieces) = conn.backlog();
    unsent <= UNSENT_BLOCKED_SIZE_MAX / 2 && pieces <= UNSENT_PIECES_MAX / 2
}

/// After something was queued: send it in this turn, and read no more if too much waits.
fn queued(conn: &mut Conn, now: Mono, to_flush: &mut Vec<ConnId>) {
    conn.answered_at = now;
    let (unsent, pieces) = conn.backlog();
    let unsent_max = if conn.writable { UNSENT_SIZE_MAX } else { UNSENT_BLOCKED_SIZE_MAX };
    if unsent > unsent_max || pieces > UNSENT_PIECES_MAX {
        conn.choked = true;
    }
    if conn.writable && !conn.to_flush {
        conn.to_flush = true;
        to_flush.push(conn.id);
    }
}
