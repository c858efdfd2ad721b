//! The pieces of work that brokers are compared by: how each is set up, run and measured.
//!
//! Every run makes its own topic, so that none finds what another left.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use client::Connection;
use protocol::client::init_producer_id::InitProducerIdRequest;
use protocol::{ApiKey, Timestamp};

use crate::clock::{self, SECOND};
use crate::end_to_end::{self, EndToEnd};
use crate::fetch::{self, Fetching};
use crate::outcome::Outcome;
use crate::produce::{self, Producing, Until};
use crate::template::{Batch, FETCH_VERSION, PRODUCE_VERSION, Topic};

/// See the module's comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// 60 records of 1 KiB a request.
    Large,
    /// One record of 100 bytes a request, over many connections.
    Small,
    /// The same over one connection, one at a time: what a request costs in time.
    Single,
    /// Answers of 64 KiB of what was just written.
    Fetch,
    /// Producer to waiting consumer at a fixed rate.
    EndToEnd,
}

/// All of them, in the order in which they are run.
pub const ALL: [Work; 5] = [Work::Large, Work::Fetch, Work::Small, Work::Single, Work::EndToEnd];

/// What of a work can be changed from the command line; zero leaves it as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    pub connections: usize,
    pub in_flight: usize,
    pub partitions: i32,
    /// Records a request.
    pub records: usize,
    /// Bytes of a record's value.
    pub value_size: usize,
    /// Requests a second.
    pub rate: f64,
    /// With a producer id and sequences.
    pub idempotent: bool,
}

impl Work {
    /// As it is called on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Large => "large",
            Self::Small => "small",
            Self::Single => "single",
            Self::Fetch => "fetch",
            Self::EndToEnd => "end-to-end",
        }
    }

    /// The one of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        ALL.into_iter().find(|work| work.name() == name)
    }

    /// As a table calls it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Large => "produce, 60 records of 1 KiB a request, 4 connections x 5",
            Self::Small => "one 100 B record a request, 64 connections x 5",
            Self::Single => "one 100 B record a request, one connection, one in flight",
            Self::Fetch => "hot fetch, 64 KiB answers, 4 connections",
            Self::EndToEnd => "end to end at 1,650 requests/s",
        }
    }

    fn usual(self) -> Shape {
        let shape = Shape { connections: 4, in_flight: 5, partitions: 4, records: 60, ..Shape::default() };
        match self {
            Self::Large => Shape { value_size: 1024, ..shape },
            Self::Small => Shape { connections: 64, partitions: 16, records: 1, value_size: 100, ..shape },
            Self::Single => {
                Shape { connections: 1, in_flight: 1, partitions: 1, records: 1, value_size: 100, ..shape }
            }
            Self::Fetch => Shape { in_flight: 1, ..shape },
            Self::EndToEnd => Shape { records: 1, value_size: 100, rate: 1650.0, ..shape },
        }
    }

    /// Runs it for so many seconds behind a quarter as many of warming up.
    ///
    /// `edge(false)` is called when the measured time begins and `edge(true)` when it ends.
    pub fn run(
        self,
        at: SocketAddr,
        seconds: f64,
        changed: &Shape,
        edge: &mut dyn FnMut(bool),
    ) -> io::Result<Outcome> {
        let shape = self.usual().with(changed);
        let mut connection = connect(at)?;
        let topic = create_topic(&mut connection, self.name(), shape.partitions)?;
        let counted = (seconds * SECOND as f64) as u64;
        let until = Until::Time { warm: counted / 4, counted };
        match self {
            Self::Large | Self::Small | Self::Single => {
                let producers = if shape.idempotent { shape.connections } else { 0 };
                let load = Producing {
                    at,
                    topic,
                    batch: Batch::new(shape.records, shape.value_size),
                    connections: shape.connections,
                    in_flight: shape.in_flight,
                    producers: (0..producers)
                        .map(|_| producer_id(&mut connection))
                        .collect::<io::Result<_>>()?,
                    rate: (shape.rate > 0.0).then_some(shape.rate),
                    until,
                };
                let outcome = produce::run_between(&load, edge)?;
                has_at_least(&mut connection, &load.topic, outcome.records)?;
                Ok(outcome)
            }
            Self::Fetch => {
                let (batch, batches) = (Batch::of_size(FETCH_BATCH_SIZE), FETCH_SIZE / FETCH_BATCH_SIZE);
                let answers = FETCHED_SIZE / FETCH_SIZE;
                let fill = Producing {
                    at,
                    topic: topic.clone(),
                    batch: batch.clone(),
                    connections: shape.partitions as usize,
                    in_flight: 2,
                    producers: Vec::new(),
                    rate: None,
                    until: Until::Count((answers * batches) as u64),
                };
                produce::run(&fill)?;
                wait_for_end(
                    &mut connection,
                    &topic,
                    (answers * batches) as i64 * i64::from(batch.record_count()),
                )?;
                let load = Fetching {
                    at,
                    topic,
                    connections: shape.connections,
                    in_flight: shape.in_flight,
                    max_bytes: FETCH_SIZE as i32,
                    records: batches as u64 * u64::from(batch.record_count()),
                    answers: answers as u64,
                    until,
                };
                fetch::run_between(&load, edge)
            }
            Self::EndToEnd => {
                let batch = Batch::new(1, shape.value_size);
                let load = EndToEnd { at, topic, batch, rate: shape.rate, warm: counted / 4, counted };
                end_to_end::run_between(&load, edge)
            }
        }
    }
}

/// The size of the answers of the hot fetch, and of the batches they hold.
const FETCH_SIZE: usize = 64 * 1024;
const FETCH_BATCH_SIZE: usize = 16 * 1024;
/// How much of each partition is read.
const FETCHED_SIZE: usize = 64 * 1024 * 1024;

impl Shape {
    fn with(self, changed: &Self) -> Self {
        let pick = |usual: usize, changed: usize| if changed == 0 { usual } else { changed };
        Self {
            connections: pick(self.connections, changed.connections),
            in_flight: pick(self.in_flight, changed.in_flight),
            partitions: pick(self.partitions as usize, changed.partitions as usize) as i32,
            records: pick(self.records, changed.records),
            value_size: pick(self.value_size, changed.value_size),
            rate: if changed.rate > 0.0 { changed.rate } else { self.rate },
            idempotent: changed.idempotent,
        }
    }
}

fn connect(at: SocketAddr) -> io::Result<Connection> {
    Connection::connect(at, "perf", Duration::from_secs(30)).map_err(io::Error::other)
}

/// Makes a topic of a fresh name and waits until its partitions are led.
fn create_topic(connection: &mut Connection, word: &str, partitions: i32) -> io::Result<Topic> {
    for (key, wanted) in [(ApiKey::Produce, PRODUCE_VERSION), (ApiKey::Fetch, FETCH_VERSION)] {
        let found = connection.version(key, wanted).map_err(io::Error::other)?;
        if found != wanted {
            return Err(io::Error::other(format!("the broker serves {key:?} up to version {found} only")));
        }
    }
    let name = format!("{word}-{}-{}", clock::wall_ms(), clock::now() % 1000);
    connection.create_topic(&name, partitions, 1, &[]).map_err(io::Error::other)?;
    let deadline = clock::now() + 30 * SECOND;
    loop {
        let metadata = connection.metadata(Some(&[&name])).map_err(io::Error::other)?;
        let found = metadata.topics.iter().find(|topic| topic.name.as_deref() == Some(&name));
        let is_led = |topic: &&protocol::client::metadata::MetadataResponseTopic<'_>| {
            topic.error_code == 0
                && topic.partitions.len() == partitions as usize
                && topic
                    .partitions
                    .iter()
                    .all(|partition| partition.leader_id >= 0 && partition.error_code == 0)
        };
        if let Some(topic) = found.filter(is_led) {
            let topic = Topic { id: topic.topic_id, name, partitions };
            // Led in the metadata, the partition may still be opening.
            return wait_for_end(connection, &topic, 0).map(|()| topic);
        }
        if clock::now() > deadline {
            return Err(io::Error::other(format!("nobody leads the partitions of {name}")));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until every partition answers that it ends where it is said to.
fn wait_for_end(connection: &mut Connection, topic: &Topic, end: i64) -> io::Result<()> {
    let deadline = clock::now() + 30 * SECOND;
    for partition in 0..topic.partitions {
        loop {
            match connection.list_offset(&topic.name, partition, Timestamp(-1)) {
                Ok((found, _)) if found.0 == end => break,
                answered if clock::now() > deadline => {
                    return Err(io::Error::other(format!(
                        "{}-{partition} does not end at {end}: {answered:?}",
                        topic.name
                    )));
                }
                Ok(_) | Err(client::Error::Kafka { .. }) => std::thread::sleep(Duration::from_millis(5)),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
    Ok(())
}

/// What was acknowledged is there; more may be, as the last requests were not waited for.
fn has_at_least(connection: &mut Connection, topic: &Topic, acknowledged: u64) -> io::Result<()> {
    let mut there = 0;
    for partition in 0..topic.partitions {
        let (end, _) =
            connection.list_offset(&topic.name, partition, Timestamp(-1)).map_err(io::Error::other)?;
        there += end.0.max(0) as u64;
    }
    if there < acknowledged {
        return Err(io::Error::other(format!(
            "{acknowledged} records were acknowledged and {there} are there"
        )));
    }
    Ok(())
}

fn producer_id(connection: &mut Connection) -> io::Result<(i64, i16)> {
    let request = InitProducerIdRequest {
        transactional_id: None,
        transaction_timeout_ms: 60_000,
        ..Default::default()
    };
    let answer = connection.call_highest(&request).map_err(io::Error::other)?;
    match answer.error_code {
        0 => Ok((answer.producer_id, answer.producer_epoch)),
        code => Err(io::Error::other(format!("InitProducerId was answered with error {code}"))),
    }
}
