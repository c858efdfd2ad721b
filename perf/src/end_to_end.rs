//! From a producer to a consumer: requests at a fixed rate, each of one record that bears the time it was due, and a
//! consumer that waits for them; the latency is from that time to the arrival of the record.
//!
//! One thread plays both sides without sleeping, so that no wake-up of its own is measured.

use std::io;
use std::net::SocketAddr;

use protocol::records::Batches;

use crate::clock::{self, SECOND};
use crate::fetch;
use crate::outcome::Outcome;
use crate::pipe::{Frame, Pipe};
use crate::produce;
use crate::sys::{Epoll, Ready};
use crate::template::{self, Batch, Patch, ProduceFrame, Topic};

/// What goes round.
#[derive(Clone, Debug)]
pub struct EndToEnd {
    /// Where.
    pub at: SocketAddr,
    /// Through what; request `i` goes to partition `i` modulo their count.
    pub topic: Topic,
    /// A batch of one record.
    pub batch: Batch,
    /// Requests a second.
    pub rate: f64,
    /// Nanoseconds that are not counted.
    pub warm: u64,
    /// Nanoseconds that are.
    pub counted: u64,
}

impl Frame for Vec<u8> {
    fn bytes(&self) -> &[u8] {
        self
    }
}

/// Requests without an answer per partition: so many that only a broker that stands still makes the producer wait.
const IN_FLIGHT: usize = 256;
/// How long a waiting fetch waits, as clients do by default.
const MAX_WAIT_MS: i32 = 500;
const MAX_BYTES: i32 = 1 << 20;
/// How long the last records may be under way.
const GRACE: u64 = 5 * SECOND;

/// Runs it; `edge(false)` is called when the counted time begins and `edge(true)` when it ends.
pub fn run_between(load: &EndToEnd, edge: &mut dyn FnMut(bool)) -> io::Result<Outcome> {
    let epoll = Epoll::new()?;
    let partitions = load.topic.partitions;
    let mut producers = (0..partitions)
        .map(|partition| {
            let frame = ProduceFrame::new(&load.topic, partition, &load.batch);
            Pipe::connect(load.at, &epoll, partition as usize, vec![frame; IN_FLIGHT])
        })
        .collect::<io::Result<Vec<_>>>()?;
    let consumer_token = producers.len();
    let mut consumer = Pipe::connect(load.at, &epoll, consumer_token, vec![Vec::new()])?;
    let mut offsets: Vec<(i32, i64)> = (0..partitions).map(|partition| (partition, 0)).collect();
    let mut ids = 0;
    ask(&mut consumer, &epoll, load, &offsets, &mut ids)?;

    let mut outcome = Outcome { target_rate: Some(load.rate), ..Outcome::default() };
    let mut ready = vec![Ready::NONE; producers.len() + 1];
    let begin = clock::now() + SECOND / 10;
    let due_at = |number: u64| begin + (number as f64 * SECOND as f64 / load.rate) as u64;
    let (from, end) = (begin + load.warm, begin + load.warm + load.counted);
    let (mut due, mut arrived) = (0_u64, 0_u64);
    let mut stage = 0;
    loop {
        let now = clock::now();
        if stage == 0 && now >= from {
            edge(false);
            stage = 1;
        }
        if stage == 1 && now >= end {
            edge(true);
            stage = 2;
        }
        if stage == 2 && (arrived == due || now > end + GRACE) {
            break;
        }
        while due_at(due) <= now && due_at(due) < end {
            let pipe = &mut producers[due as usize % partitions as usize];
            let Some(slot) = pipe.queue() else { break };
            let patch =
                Patch { timestamp: clock::wall_ms(), producer: (-1, -1, -1), stamp: Some(due_at(due)) };
            ids += 1;
            slot.frame.patch(ids, &patch);
            pipe.flush(&epoll)?;
            due += 1;
        }
        for event in epoll.wait(&mut ready, 0)? {
            if event.token() == consumer_token {
                let mut is_answered = false;
                consumer.receive(|slot, answer| {
                    is_answered = true;
                    let time = clock::now();
                    let response = fetch::decode(answer, &slot.frame)?;
                    for row in response.responses.iter().flat_map(|topic| &topic.partitions) {
                        for batch in whole_batches(row.records.as_deref().unwrap_or_default()) {
                            let stamp = load.batch.stamp_of(batch).unwrap_or_default();
                            arrived += 1;
                            offsets[row.partition_index as usize].1 += 1;
                            if (from..end).contains(&stamp) {
                                outcome.count(1, batch.len() as u64, time.saturating_sub(stamp));
                            }
                        }
                    }
                    Ok(())
                })?;
                if is_answered {
                    ask(&mut consumer, &epoll, load, &offsets, &mut ids)?;
                } else {
                    consumer.flush(&epoll)?;
                }
            } else {
                let pipe = &mut producers[event.token()];
                if event.is_readable() {
                    pipe.receive(|slot, answer| produce::check(answer, slot.frame.bytes()))?;
                }
                pipe.flush(&epoll)?;
            }
        }
    }
    outcome.elapsed = load.counted;
    Ok(outcome)
}

fn ask(
    consumer: &mut Pipe<Vec<u8>>,
    epoll: &Epoll,
    load: &EndToEnd,
    offsets: &[(i32, i64)],
    ids: &mut i32,
) -> io::Result<()> {
    *ids += 1;
    if let Some(slot) = consumer.queue() {
        slot.frame = template::fetch_frame(&load.topic, offsets, MAX_BYTES, MAX_WAIT_MS);
        template::set_correlation_id(&mut slot.frame, *ids);
    }
    consumer.flush(epoll)
}

/// The batches that are whole.
fn whole_batches(records: &[u8]) -> impl Iterator<Item = &[u8]> {
    Batches::new(records).map_while(Result::ok).map(|batch| batch.bytes())
}
