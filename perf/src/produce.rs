//! The producing load: a closed loop that keeps every connection full, or an open loop at a fixed rate whose latencies
//! count from the time a request was due.
//!
//! Invariants: a request of an open loop is never left out because an earlier one is late; a connection sends to one
//! partition, so sequences of an idempotent producer stay in order.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;

use crate::clock::{self, SECOND};
use crate::outcome::Outcome;
use crate::pipe::{Frame, Pipe};
use crate::sys::{Epoll, Ready};
use crate::template::{Batch, Patch, ProduceFrame, Topic};

/// When a load ends.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After so many nanoseconds, of which the first part is not counted.
    Time {
        /// Not counted.
        warm: u64,
        /// Counted.
        counted: u64,
    },
    /// After so many requests on each connection, all counted.
    Count(u64),
}

/// What is produced.
#[derive(Clone, Debug)]
pub struct Producing {
    /// Where.
    pub at: SocketAddr,
    /// To what; connection `i` sends to partition `i` modulo their count.
    pub topic: Topic,
    /// One batch a request.
    pub batch: Batch,
    /// How many connections.
    pub connections: usize,
    /// Requests without an answer per connection.
    pub in_flight: usize,
    /// Producer id and epoch of each connection; empty without idempotence.
    pub producers: Vec<(i64, i16)>,
    /// Requests a second over all connections; `None` is a closed loop.
    pub rate: Option<f64>,
    /// When it ends.
    pub until: Until,
}

impl Frame for ProduceFrame {
    fn bytes(&self) -> &[u8] {
        ProduceFrame::bytes(self)
    }
}

/// One connection with the requests that are due on it and found no slot yet.
struct Lane {
    pipe: Pipe<ProduceFrame>,
    producer: Option<(i64, i16)>,
    sequence: i32,
    late: VecDeque<u64>,
    sent: u64,
    /// How many it sends at most.
    sent_max: u64,
}

impl Lane {
    /// Sends what is due, or as much as there is room for.
    fn fill(&mut self, epoll: &Epoll, is_closed: bool) -> io::Result<()> {
        let timestamp = clock::wall_ms();
        while self.sent < self.sent_max && (is_closed || !self.late.is_empty()) {
            let Some(slot) = self.pipe.queue() else { break };
            slot.since = if is_closed { clock::now() } else { self.late.pop_front().unwrap_or_default() };
            let producer = self.producer.map_or((-1, -1, -1), |(id, epoch)| (id, epoch, self.sequence));
            slot.frame.patch(self.sent as i32, &Patch { timestamp, producer, stamp: None });
            self.sequence = self.sequence.wrapping_add(slot.frame.record_count() as i32) & i32::MAX;
            self.sent += 1;
        }
        self.pipe.flush(epoll)
    }
}

/// Runs the load to its end: what is counted was answered within the measured time.
pub fn run(load: &Producing) -> io::Result<Outcome> {
    run_between(load, &mut |_| {})
}

/// The same; `edge(false)` is called when the counted time begins and `edge(true)` when it ends.
pub fn run_between(load: &Producing, edge: &mut dyn FnMut(bool)) -> io::Result<Outcome> {
    let epoll = Epoll::new()?;
    let mut outcome = Outcome { target_rate: load.rate, ..Outcome::default() };
    let (warm, counted, each_max) = match load.until {
        Until::Time { warm, counted } => (warm, counted, u64::MAX),
        Until::Count(count) => (0, u64::MAX, count),
    };
    let max = each_max.saturating_mul(load.connections as u64);
    let mut lanes = connect(load, &epoll, each_max)?;
    let mut ready = vec![Ready::NONE; lanes.len()];
    let begin = clock::now();
    let (from, end) = (begin + warm, (begin + warm).saturating_add(counted));
    let is_closed = load.rate.is_none();
    if is_closed {
        for lane in &mut lanes {
            lane.fill(&epoll, true)?;
        }
    }
    let mut answered = 0_u64;
    let mut is_counting = false;
    let mut due_count = 0_u64;
    loop {
        let now = clock::now();
        if !is_counting && now >= from {
            edge(false);
            is_counting = true;
        }
        if now >= end || answered >= max {
            break;
        }
        if let Some(rate) = load.rate {
            let mut at = begin + (due_count as f64 * SECOND as f64 / rate) as u64;
            while at <= now && due_count < max {
                let lane = due_count as usize % lanes.len();
                lanes[lane].late.push_back(at);
                lanes[lane].fill(&epoll, false)?;
                due_count += 1;
                at = begin + (due_count as f64 * SECOND as f64 / rate) as u64;
            }
        }
        // An open loop does not sleep, so that its sending is never late by a wake-up of its own.
        let timeout_ms = if is_closed { 100 } else { 0 };
        for event in epoll.wait(&mut ready, timeout_ms)? {
            let lane = &mut lanes[event.token()];
            if event.is_readable() {
                lane.pipe.receive(|slot, answer| {
                    check(answer, slot.frame.bytes())?;
                    answered += 1;
                    if is_counting {
                        let latency = clock::now().saturating_sub(slot.since);
                        let bytes = slot.frame.batch_size() as u64;
                        outcome.count(u64::from(slot.frame.record_count()), bytes, latency);
                    }
                    Ok(())
                })?;
            }
            lane.fill(&epoll, is_closed)?;
        }
    }
    outcome.elapsed = clock::now() - from;
    edge(true);
    Ok(outcome)
}

fn connect(load: &Producing, epoll: &Epoll, sent_max: u64) -> io::Result<Vec<Lane>> {
    (0..load.connections)
        .map(|number| {
            let partition = number as i32 % load.topic.partitions;
            let frame = ProduceFrame::new(&load.topic, partition, &load.batch);
            let frames = vec![frame; load.in_flight];
            let pipe = Pipe::connect(load.at, epoll, number, frames)?;
            let producer = load.producers.get(number).copied();
            Ok(Lane { pipe, producer, sequence: 0, late: VecDeque::new(), sent: 0, sent_max })
        })
        .collect()
}

/// The answer to one batch of one partition in the version that is sent has its fields at fixed places: correlation id,
/// tags, count, topic id, count, partition, error.
pub(crate) fn check(answer: &[u8], request: &[u8]) -> io::Result<()> {
    const ERROR_AT: usize = 4 + 1 + 1 + 16 + 1 + 4;
    let (Some(id), Some(code)) =
        (answer.first_chunk(), answer.get(ERROR_AT..).and_then(|rest| rest.first_chunk()))
    else {
        return Err(io::Error::other("an answer too short to be one to a Produce"));
    };
    if i32::from_be_bytes(*id) != crate::template::correlation_id(request) {
        return Err(io::Error::other("an answer out of order"));
    }
    match i16::from_be_bytes(*code) {
        0 => Ok(()),
        code => Err(io::Error::other(format!("a Produce was answered with error {code}"))),
    }
}
