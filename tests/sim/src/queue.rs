//! What is still to happen, in the order of time; at equal times in the order in which it was said.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use broker::event::Event;
use bytes::BytesMut;
use protocol::{Mono, Now, Timestamp};

use crate::node::FileOp;

/// The wall clock at the begin of every simulation.
pub const WALL_BEGIN: i64 = 1_750_000_000_000;
/// The monotonic clock's.
const MONO_BEGIN: u64 = 1_000_000_000;
/// A millisecond of it.
pub const MS: u64 = 1_000_000;

/// Something that will happen.
pub enum Thing {
    /// A core looks at what it has.
    Turn(u16),
    /// A core gets an event.
    Deliver(u16, Event),
    /// A core's job goes on.
    JobStep(u16),
    /// A file operation is carried out.
    File(u16, FileOp),
    /// A frame reaches the node.
    Frame(usize, BytesMut),
    /// The node learns that the client has closed.
    Hangup(usize),
    /// What is queued for a connection is sent.
    Flush(usize),
    /// Bytes reach a client.
    Bytes(usize, Vec<u8>),
    /// A client learns that its connection is gone.
    Gone(usize),
    /// A client's timer.
    Timer(usize),
    /// The node starts.
    Boot,
    /// A fault of the plan, by its number.
    Fault(usize),
    /// The fault of that number is over.
    Over(usize),
    /// The workload ends.
    Drain,
}

struct Item {
    at: u64,
    sequence: u64,
    run: u32,
    thing: Thing,
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.sequence) == (other.at, other.sequence)
    }
}

impl Eq for Item {}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Item {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at, self.sequence).cmp(&(other.at, other.sequence))
    }
}

/// The agenda, and the clock that follows from it.
pub struct Queue {
    heap: BinaryHeap<Reverse<Item>>,
    sequence: u64,
    now: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self { heap: BinaryHeap::new(), sequence: 0, now: MONO_BEGIN }
    }
}

impl Queue {
    /// Adds something of whichever run.
    pub fn push(&mut self, at: u64, thing: Thing) {
        self.push_of(0, at, thing);
    }

    /// Adds something that is forgotten when the run of that number ends.
    pub fn push_of(&mut self, run: u32, at: u64, thing: Thing) {
        self.sequence += 1;
        let at = at.max(self.now);
        self.heap.push(Reverse(Item { at, sequence: self.sequence, run, thing }));
    }

    /// What is next; things of other runs than `run` are dropped.
    pub fn pop(&mut self, run: u32) -> Option<Thing> {
        while let Some(Reverse(item)) = self.heap.pop() {
            if item.run == 0 || item.run == run {
                self.now = item.at;
                return Some(item.thing);
            }
        }
        None
    }

    /// Nanoseconds of the monotonic clock.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Both clocks, as a machine is given them.
    #[must_use]
    pub fn clocks(&self) -> Now {
        Now { mono: Mono(self.now), wall: Timestamp(WALL_BEGIN + (self.now / MS) as i64) }
    }
}
