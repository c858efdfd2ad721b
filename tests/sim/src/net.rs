//! Connections between simulated clients and the node: frames one way, bytes the other, each in order and late.
//!
//! Ranges of files are read when they are sent, which may be long after they were queued; one that comes up short breaks
//! the connection. Bytes that are under way when the node crashes arrive soon or never.

use std::collections::VecDeque;

use broker::event::{ConnId, Event, ListenerId};
use bytes::{Bytes, BytesMut};
use protocol::{Map, Rng};
use storage::FileRef;
use storage::file::read_full;

use crate::disk::SimDisk;
use crate::inode::resize;
use crate::queue::{MS, Queue, Thing};

/// Something queued for a client.
pub enum Piece {
    /// Bytes.
    Memory(Vec<u8>),
    /// Bytes shared with others.
    Shared(Bytes),
    /// A range of a file.
    File(FileRef, u64, u32),
}

/// A connection.
pub struct Conn {
    /// Whose.
    pub client: usize,
    /// The core that has it.
    pub core: u16,
    /// As the node knows it.
    pub id: ConnId,
    /// The node's run that it belongs to.
    pub run: u32,
    /// Whether the node may still be told of it.
    server_open: bool,
    /// Whether the client has it.
    client_open: bool,
    paused: bool,
    closing: bool,
    frames: VecDeque<BytesMut>,
    out: VecDeque<Piece>,
    is_flushing: bool,
    up_at: u64,
    down_at: u64,
}

/// All connections there ever were, by number.
pub struct Net {
    conns: Vec<Conn>,
    by_id: Map<(u32, u16, ConnId), usize>,
    rng: Rng,
    /// Latency of one way at most.
    pub latency_max: u64,
}

impl Net {
    /// No connections.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { conns: Vec::new(), by_id: Map::default(), rng: Rng::new(seed), latency_max: 2 * MS }
    }

    fn later(&mut self, now: u64) -> u64 {
        let most = if self.rng.one_in(50) { 20 * MS } else { self.latency_max };
        now + self.rng.below(most)
    }

    /// Opens a connection to a core of the running node.
    pub fn open(&mut self, queue: &mut Queue, client: usize, run: u32, core: u16, listener: u16) -> usize {
        let number = self.conns.len();
        let id = ConnId(((number as u64) << 32) | self.rng.below(64));
        let up_at = self.later(queue.now());
        self.conns.push(Conn {
            client,
            core,
            id,
            run,
            server_open: true,
            client_open: true,
            paused: false,
            closing: false,
            frames: VecDeque::new(),
            out: VecDeque::new(),
            is_flushing: false,
            up_at,
            down_at: 0,
        });
        self.by_id.insert((run, core, id), number);
        let peer = std::net::SocketAddr::from(([127, 0, 0, 9], 1024 + (number % 60_000) as u16));
        let event = Event::Opened { conn: id, listener: ListenerId(listener), peer };
        queue.push_of(run, up_at, Thing::Deliver(core, event));
        number
    }

    /// One connection.
    #[must_use]
    pub fn get(&self, number: usize) -> &Conn {
        &self.conns[number]
    }

    /// The number of the node's connection.
    #[must_use]
    pub fn number(&self, run: u32, core: u16, id: ConnId) -> Option<usize> {
        self.by_id.get(&(run, core, id)).copied()
    }

    /// Whether the client still has it.
    #[must_use]
    pub fn is_open(&self, number: usize) -> bool {
        self.conns[number].client_open
    }

    /// The client sends a frame, without its length.
    pub fn send(&mut self, queue: &mut Queue, number: usize, frame: &[u8]) {
        let at = self.later(queue.now());
        let conn = &mut self.conns[number];
        conn.up_at = conn.up_at.max(at);
        queue.push_of(conn.run, conn.up_at, Thing::Frame(number, BytesMut::from(frame)));
    }

    /// The client closes.
    pub fn close(&mut self, queue: &mut Queue, number: usize) {
        let at = self.later(queue.now());
        let conn = &mut self.conns[number];
        conn.client_open = false;
        queue.push_of(conn.run, conn.up_at.max(at), Thing::Hangup(number));
    }

    /// The connection breaks for both sides.
    pub fn cut(&mut self, queue: &mut Queue, number: usize) {
        let at = self.later(queue.now());
        let conn = &self.conns[number];
        if conn.client_open {
            queue.push_of(conn.run, conn.up_at.max(at), Thing::Hangup(number));
            let at = self.later(queue.now());
            queue.push(at, Thing::Gone(number));
        }
    }

    /// Connections that clients have now.
    #[must_use]
    pub fn open_ones(&self) -> Vec<usize> {
        (0..self.conns.len()).filter(|number| self.conns[*number].client_open).collect()
    }

    /// A frame has reached the node: for the core at once, unless it does not read.
    pub fn arrived(&mut self, number: usize, frame: BytesMut) -> Option<(u16, Event)> {
        let conn = &mut self.conns[number];
        if !conn.server_open || conn.closing {
            return None;
        }
        if conn.paused {
            conn.frames.push_back(frame);
            return None;
        }
        Some((conn.core, Event::Frame { conn: conn.id, frame }))
    }

    /// The client's end has reached the node.
    pub fn hung_up(&mut self, number: usize) -> Option<(u16, Event)> {
        let conn = &mut self.conns[number];
        if !std::mem::take(&mut conn.server_open) {
            return None;
        }
        conn.out.clear();
        Some((conn.core, Event::Closed { conn: conn.id }))
    }

    /// The core stops or goes on reading; what waited comes out.
    pub fn set_reading(&mut self, number: usize, on: bool) -> Vec<Event> {
        let conn = &mut self.conns[number];
        conn.paused = !on;
        if !on {
            return Vec::new();
        }
        let id = conn.id;
        conn.frames.drain(..).map(|frame| Event::Frame { conn: id, frame }).collect()
    }

    /// Queues something for the client.
    pub fn queue(&mut self, queue: &mut Queue, number: usize, piece: Piece) {
        let most = if self.rng.one_in(20) { 10 * MS } else { MS / 10 };
        let at = queue.now() + self.rng.below(most);
        let conn = &mut self.conns[number];
        if !conn.server_open || conn.closing {
            return;
        }
        conn.out.push_back(piece);
        if !std::mem::replace(&mut conn.is_flushing, true) {
            queue.push_of(conn.run, at, Thing::Flush(number));
        }
    }

    /// To be closed once everything is sent.
    pub fn close_when_flushed(&mut self, queue: &mut Queue, number: usize) {
        let at = queue.now();
        let conn = &mut self.conns[number];
        conn.closing = true;
        if !std::mem::replace(&mut conn.is_flushing, true) {
            queue.push_of(conn.run, at, Thing::Flush(number));
        }
    }

    /// Sends some of what is queued. Answers the core's event when that ended the connection.
    pub fn flush(&mut self, queue: &mut Queue, number: usize, disk: &SimDisk) -> Option<(u16, Event)> {
        let at = self.later(queue.now());
        let mut share = 1 + self.rng.below(4);
        let conn = &mut self.conns[number];
        conn.is_flushing = false;
        if !conn.server_open {
            return None;
        }
        let mut bytes = Vec::new();
        let mut is_broken = false;
        while share > 0 && !is_broken {
            let Some(piece) = conn.out.pop_front() else { break };
            share -= 1;
            match piece {
                Piece::Memory(memory) => bytes.extend_from_slice(&memory),
                Piece::Shared(shared) => bytes.extend_from_slice(&shared),
                Piece::File(file, position, len) => {
                    let from = bytes.len();
                    resize(&mut bytes, from + len as usize);
                    let read = match file.get(disk) {
                        Ok(file) => read_full(file, &mut bytes[from..], position).unwrap_or(0),
                        Err(_) => 0,
                    };
                    bytes.truncate(from + read);
                    is_broken = read < len as usize;
                }
            }
        }
        conn.down_at = conn.down_at.max(at);
        if !bytes.is_empty() {
            queue.push(conn.down_at, Thing::Bytes(number, bytes));
        }
        let is_done = conn.out.is_empty();
        if is_broken || (conn.closing && is_done) {
            conn.server_open = false;
            queue.push(conn.down_at, Thing::Gone(number));
            return Some((conn.core, Event::Closed { conn: conn.id }));
        }
        if !is_done {
            conn.is_flushing = true;
            let again = queue.now() + MS / 20;
            queue.push_of(conn.run, again, Thing::Flush(number));
        }
        None
    }

    /// Whether bytes that arrive now find the client.
    #[must_use]
    pub fn takes_bytes(&self, number: usize) -> bool {
        self.conns[number].client_open
    }

    /// The client has learned that its connection is gone; false if it knew.
    pub fn gone(&mut self, number: usize) -> bool {
        std::mem::take(&mut self.conns[number].client_open)
    }

    /// The node has crashed or stopped: every connection of that run ends soon.
    pub fn node_gone(&mut self, queue: &mut Queue, run: u32) {
        for number in 0..self.conns.len() {
            let conn = &mut self.conns[number];
            if conn.run == run && conn.client_open {
                conn.server_open = false;
                let at = queue.now() + self.rng.below(5 * MS);
                queue.push(at, Thing::Gone(number));
            }
        }
    }
}
