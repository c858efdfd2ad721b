//! What all simulated clients share: a connection that comes and goes, requests in flight in order, answers checked.
//!
//! Every request must be answered once and in order, in time, or its connection must end.

use std::collections::VecDeque;

use broker::api;
use broker::node::ListenerKind;
use protocol::header::{put_request_header, read_response_header};
use protocol::{ApiKey, Reader, Request, Rng, Timestamp};

use crate::assemble::{BROKER_LISTENER, CONTROLLER_LISTENER};
use crate::model::Model;
use crate::net::Net;
use crate::queue::{MS, Queue, Thing};

/// A request may take this long beyond what it asks to wait.
const ANSWER_WITHIN: u64 = 20_000 * MS;

/// The running node, as clients see it.
#[derive(Clone, Copy, Debug)]
pub struct Up {
    /// Its run.
    pub run: u32,
    /// How many shards it has.
    pub shards: u16,
    /// Whether the broker's listener accepts.
    pub ready: bool,
}

/// What a client may use while it acts.
pub struct Cx<'a> {
    /// What is to happen, and the clock.
    pub queue: &'a mut Queue,
    /// Connections.
    pub net: &'a mut Net,
    /// What must hold.
    pub model: &'a mut Model,
    /// Random.
    pub rng: &'a mut Rng,
    /// The node, if it runs.
    pub up: Option<Up>,
    /// Begin nothing new.
    pub draining: bool,
    /// This client's number.
    pub me: usize,
}

impl Cx<'_> {
    /// Has the client called back after at most `most` nanoseconds.
    pub fn timer(&mut self, most: u64) {
        let at = self.queue.now() + 1 + self.rng.below(most);
        self.queue.push(at, Thing::Timer(self.me));
    }

    /// The wall clock.
    #[must_use]
    pub fn wall(&self) -> Timestamp {
        self.queue.clocks().wall
    }

    /// A version of an API that the broker serves.
    pub fn version(&mut self, key: ApiKey, kind: ListenerKind) -> i16 {
        let (min, max) = api::range(key, kind).expect("it is served there");
        min + self.rng.below((max - min + 1) as u64) as i16
    }
}

/// A client.
pub trait Client {
    /// Its timer went off.
    fn wakes(&mut self, cx: &mut Cx<'_>);
    /// Bytes came on its connection.
    fn bytes(&mut self, cx: &mut Cx<'_>, conn: usize, bytes: &[u8]);
    /// Its connection is gone.
    fn gone(&mut self, cx: &mut Cx<'_>, conn: usize);
    /// Whether it owes and is owed nothing.
    fn is_idle(&self) -> bool;
    /// Who it is and what it waits for.
    fn describe(&self) -> String;
}

struct Asked<T> {
    correlation_id: i32,
    key: ApiKey,
    version: i16,
    until: u64,
    tag: T,
}

/// A connection with requests in flight, each with a note of what it was for.
pub struct Link<T> {
    conn: Option<usize>,
    buffer: Vec<u8>,
    asked: VecDeque<Asked<T>>,
    next: i32,
}

impl<T> Default for Link<T> {
    fn default() -> Self {
        Self { conn: None, buffer: Vec::new(), asked: VecDeque::new(), next: 0 }
    }
}

impl<T> Link<T> {
    /// Connects, unless it is connected. False if nobody accepts.
    pub fn connect(&mut self, cx: &mut Cx<'_>, kind: ListenerKind) -> bool {
        if self.conn.is_some() {
            return true;
        }
        let Some(up) = cx.up else { return false };
        let (core, listener) = match kind {
            ListenerKind::Broker if !up.ready => return false,
            ListenerKind::Broker => (cx.rng.below(u64::from(up.shards)) as u16, BROKER_LISTENER),
            ListenerKind::Controller => (up.shards, CONTROLLER_LISTENER),
        };
        self.conn = Some(cx.net.open(cx.queue, cx.me, up.run, core, listener));
        self.buffer.clear();
        true
    }

    /// The connection.
    #[must_use]
    pub fn conn(&self) -> Option<usize> {
        self.conn
    }

    /// Requests in flight.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.asked.len()
    }

    /// Sends a request that wants an answer, or none.
    pub fn send<'m, Q: Request<'m>>(
        &mut self,
        cx: &mut Cx<'_>,
        version: i16,
        request: &Q,
        wait_ms: u64,
        tag: Option<T>,
    ) {
        let conn = self.conn.expect("it is connected");
        self.next += 1;
        let mut frame = Vec::new();
        put_request_header(&mut frame, Q::KEY, version, self.next, Some("sim")).expect("a small header");
        request.encode(&mut frame, version).expect("the request can be written");
        if let Some(tag) = tag {
            let until = cx.queue.now() + wait_ms * MS + ANSWER_WITHIN;
            self.asked.push_back(Asked { correlation_id: self.next, key: Q::KEY, version, until, tag });
        }
        cx.net.send(cx.queue, conn, &frame);
    }

    /// Takes bytes in.
    pub fn feed(&mut self, conn: usize, bytes: &[u8]) {
        if self.conn == Some(conn) {
            self.buffer.extend_from_slice(bytes);
        }
    }

    /// The next whole answer: version, body, what it was for.
    pub fn next_answer(&mut self) -> Option<(i16, Vec<u8>, T)> {
        let len = u32::from_be_bytes(*self.buffer.first_chunk::<4>()?) as usize;
        if self.buffer.len() < 4 + len {
            return None;
        }
        let frame = self.buffer[4..4 + len].to_vec();
        self.buffer.drain(..4 + len);
        let asked = self.asked.pop_front().expect("an answer nobody asked for");
        let mut reader = Reader::new(&frame);
        let id = read_response_header(&mut reader, asked.key, asked.version).expect("a header");
        assert_eq!(id, asked.correlation_id, "answers come in the order of the requests");
        Some((asked.version, reader.rest().to_vec(), asked.tag))
    }

    /// The connection is gone; what was in flight comes back.
    pub fn gone(&mut self, conn: usize) -> Option<Vec<T>> {
        if self.conn != Some(conn) {
            return None;
        }
        self.conn = None;
        self.buffer.clear();
        Some(self.asked.drain(..).map(|asked| asked.tag).collect())
    }

    /// Gives the connection up; what was in flight comes back.
    pub fn hang_up(&mut self, cx: &mut Cx<'_>) -> Vec<T> {
        let Some(conn) = self.conn else { return Vec::new() };
        cx.net.close(cx.queue, conn);
        self.gone(conn).unwrap_or_default()
    }

    /// Panics if an answer is overdue.
    pub fn check_time(&self, cx: &Cx<'_>) {
        if let Some(asked) = self.asked.front() {
            assert!(
                asked.until > cx.queue.now(),
                "{:?} version {} on connection {:?} is not answered",
                asked.key,
                asked.version,
                self.conn
            );
        }
    }
}
