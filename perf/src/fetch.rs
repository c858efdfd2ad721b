//! The fetching load: every connection reads one partition from its start, in steps of a fixed size, round and round.
//!
//! The partition holds batches of one size and record count, so the offset of the next step is known and nothing in an
//! answer needs to be unpacked: its records field is measured and its first batch's offset compared.

use std::io;
use std::net::SocketAddr;

use protocol::client::fetch::FetchResponse;
use protocol::header::read_response_header;
use protocol::records::peek_header;
use protocol::{ApiKey, Reader};

use crate::clock;
use crate::outcome::Outcome;
use crate::pipe::{Frame, Pipe};
use crate::produce::Until;
use crate::sys::{Epoll, Ready};
use crate::template::{self, FETCH_VERSION, FetchFrame, Topic};

/// What is fetched.
#[derive(Clone, Debug)]
pub struct Fetching {
    /// Where.
    pub at: SocketAddr,
    /// From what; connection `i` reads partition `i` modulo their count.
    pub topic: Topic,
    /// How many connections.
    pub connections: usize,
    /// Requests without an answer per connection.
    pub in_flight: usize,
    /// The most an answer may hold; a multiple of the batch size.
    pub max_bytes: i32,
    /// Records in an answer of that size.
    pub records: u64,
    /// Answers of that size in a partition.
    pub answers: u64,
    /// When it ends.
    pub until: Until,
}

impl Frame for FetchFrame {
    fn bytes(&self) -> &[u8] {
        FetchFrame::bytes(self)
    }
}

struct Lane {
    pipe: Pipe<FetchFrame>,
    /// The answer to ask for next.
    next: u64,
}

impl Lane {
    fn fill(&mut self, epoll: &Epoll, load: &Fetching, sent: &mut i32) -> io::Result<()> {
        while let Some(slot) = self.pipe.queue() {
            *sent = sent.wrapping_add(1);
            let offset = (self.next % load.answers * load.records) as i64;
            slot.frame.patch(*sent, offset);
            slot.since = clock::now();
            slot.mark = offset as u64;
            self.next += 1;
        }
        self.pipe.flush(epoll)
    }
}

/// Runs the load to its end; `edge(false)` is called when the counted time begins and `edge(true)` when it ends.
pub fn run_between(load: &Fetching, edge: &mut dyn FnMut(bool)) -> io::Result<Outcome> {
    let epoll = Epoll::new()?;
    let mut lanes = (0..load.connections)
        .map(|number| {
            let partition = number as i32 % load.topic.partitions;
            let frame = FetchFrame::new(&load.topic, partition, load.max_bytes);
            let pipe = Pipe::connect(load.at, &epoll, number, vec![frame; load.in_flight])?;
            Ok(Lane { pipe, next: 0 })
        })
        .collect::<io::Result<Vec<_>>>()?;
    let mut ready = vec![Ready::NONE; lanes.len()];
    let begin = clock::now();
    let (from, end, max) = match load.until {
        Until::Time { warm, counted } => (begin + warm, begin + warm + counted, u64::MAX),
        Until::Count(count) => (begin, u64::MAX, count.saturating_mul(load.connections as u64)),
    };
    let mut outcome = Outcome::default();
    let mut sent = 0;
    for lane in &mut lanes {
        lane.fill(&epoll, load, &mut sent)?;
    }
    let mut answered = 0_u64;
    let mut is_counting = false;
    loop {
        let now = clock::now();
        if !is_counting && now >= from {
            edge(false);
            is_counting = true;
        }
        if now >= end || answered >= max {
            break;
        }
        for event in epoll.wait(&mut ready, 100)? {
            let lane = &mut lanes[event.token()];
            if event.is_readable() {
                lane.pipe.receive(|slot, answer| {
                    let bytes = records_size(answer, slot.frame.bytes(), slot.mark as i64)?;
                    if bytes < load.max_bytes as usize {
                        return Err(io::Error::other(format!(
                            "a Fetch at {} was answered with {bytes} bytes of {}",
                            slot.mark, load.max_bytes
                        )));
                    }
                    answered += 1;
                    if is_counting {
                        outcome.count(load.records, bytes as u64, clock::now() - slot.since);
                    }
                    Ok(())
                })?;
            }
            lane.fill(&epoll, load, &mut sent)?;
        }
    }
    outcome.elapsed = clock::now() - from;
    edge(true);
    Ok(outcome)
}

/// Reads the answer to a Fetch in the version that is sent.
pub(crate) fn decode<'a>(answer: &'a [u8], request: &[u8]) -> io::Result<FetchResponse<'a>> {
    let mut reader = Reader::new(answer);
    let id = read_response_header(&mut reader, ApiKey::Fetch, FETCH_VERSION).map_err(io::Error::other)?;
    if id != template::correlation_id(request) {
        return Err(io::Error::other("an answer out of order"));
    }
    let response = FetchResponse::decode(&mut reader, FETCH_VERSION).map_err(io::Error::other)?;
    let rows = response.responses.iter().flat_map(|topic| &topic.partitions);
    let codes = rows.map(|row| row.error_code).chain([response.error_code]);
    match codes.into_iter().find(|&code| code != 0) {
        Some(code) => Err(io::Error::other(format!("a Fetch was answered with error {code}"))),
        None => Ok(response),
    }
}

/// The size of the records of an answer about one partition, which begin at an offset.
fn records_size(answer: &[u8], request: &[u8], offset: i64) -> io::Result<usize> {
    let response = decode(answer, request)?;
    let row = response.responses.iter().flat_map(|topic| &topic.partitions).next();
    let records = row.and_then(|row| row.records.as_deref()).unwrap_or_default();
    match peek_header(records) {
        Ok(head) if head.base_offset.0 == offset => Ok(records.len()),
        Ok(head) => {
            Err(io::Error::other(format!("a Fetch at {offset} was answered from {}", head.base_offset.0)))
        }
        Err(_) => Ok(0),
    }
}
