//! A producer that keeps book of one partition: what it sent, what was acknowledged and at which offset, and whether what
//! a reader finds there fits.
//!
//! A plain producer sends every record once, so a record whose answer never came may be there or not. An idempotent one
//! sends what was not answered again, with the same sequence, until it is.

use client::{Connection, Error, FetchOptions};
use protocol::client::init_producer_id::InitProducerIdRequest;
use protocol::client::produce::{PartitionProduceData, ProduceRequest, TopicProduceData};
use protocol::compress::{Codec, Compression};
use protocol::records::BatchBuilder;
use protocol::{ErrorCode, Offset, ProducerEpoch, ProducerId, Rng, Timestamp};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::{Duration, Instant, SystemTime};

/// Requests in flight, as many as Kafka's producers have.
const IN_FLIGHT: usize = 5;
const PATIENCE: Duration = Duration::from_secs(20);
/// The last version that names topics.
const PRODUCE_VERSION: i16 = 12;
const CODECS: [Codec; 5] = [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd];

/// Some records that were sent together.
#[derive(Debug)]
struct Sent {
    /// The number of the first; records are numbered as they are made, and bear their number.
    first: u64,
    count: u64,
    /// How long the values are.
    size: usize,
    codec: Codec,
    /// Where the first one is, once acknowledged.
    at: Option<i64>,
}

/// What a broker knows, after a restart, of the batches that an idempotent producer had in flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// All five.
    Whole,
    /// Of those before the newest producer snapshot only the last one, which is Kafka's way. The others, sent again, are
    /// out of order to it.
    SinceTheSnapshot,
}

/// See the module's comment.
#[derive(Debug)]
pub struct Book {
    topic: &'static str,
    pub partition: i32,
    acks: i16,
    producer: Option<ProducerId>,
    batches: Vec<Sent>,
    next: u64,
    /// The timestamp of record 0. A recent one: producers whose records are old are forgotten.
    since: i64,
    rng: Rng,
    /// By offset: the numbers of the records that were found there.
    found: Vec<u64>,
    /// Batches that were acknowledged while the node ran.
    pub acknowledged: usize,
    /// Batches that were sent again after their answer was lost.
    pub retried: usize,
}

fn connect(address: SocketAddr) -> Result<Connection, Error> {
    Connection::connect(address, "book", PATIENCE)
}

/// Asks again until there is an answer other than that the partition has no leader yet.
fn persist<T>(address: SocketAddr, ask: impl Fn(&mut Connection) -> Result<T, Error>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        match connect(address).and_then(|mut connection| ask(&mut connection)) {
            Ok(answer) => return answer,
            Err(error) if Instant::now() > end => panic!("{error}"),
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

impl Book {
    /// A book of a partition that nobody else writes to.
    pub fn open(
        address: SocketAddr,
        topic: &'static str,
        partition: i32,
        acks: i16,
        idempotent: bool,
        seed: u64,
    ) -> Self {
        let producer = idempotent.then(|| {
            persist(address, |connection| {
                let request = InitProducerIdRequest {
                    transactional_id: None,
                    producer_id: -1,
                    producer_epoch: -1,
                    ..Default::default()
                };
                let answer = connection.call_highest(&request)?;
                if answer.error_code != 0 {
                    return Err(Error::Kafka { code: answer.error_code, message: None });
                }
                assert_eq!(answer.producer_epoch, 0);
                Ok(ProducerId(answer.producer_id))
            })
        });
        let rng = Rng::new(seed ^ (partition as u64) << 32);
        let since =
            SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_millis() as i64;
        let (batches, found) = (Vec::new(), Vec::new());
        Self {
            topic,
            partition,
            acks,
            producer,
            batches,
            next: 0,
            since,
            rng,
            found,
            acknowledged: 0,
            retried: 0,
        }
    }

    fn make(&mut self) -> usize {
        let count = 1 + self.rng.below(20);
        let size = if self.rng.one_in(30) { 20_000 } else { 10 + self.rng.below(500) as usize };
        let codec = CODECS[self.rng.below(CODECS.len() as u64) as usize];
        self.batches.push(Sent { first: self.next, count, size, codec, at: None });
        self.next += count;
        self.batches.len() - 1
    }

    fn request(&self, batch: &Sent) -> ProduceRequest<'static> {
        let mut builder = BatchBuilder::new(Offset(0)).compression(Compression::new(batch.codec));
        if let Some(id) = self.producer {
            builder = builder.producer(id, ProducerEpoch(0), batch.first as i32);
        }
        for number in batch.first..batch.first + batch.count {
            let mut value = number.to_string().into_bytes();
            value.resize(value.len().max(batch.size), b'.');
            builder.append(Timestamp(self.since + number as i64), None, Some(&value), []);
        }
        let partition_data =
            vec![PartitionProduceData { index: self.partition, records: Some(builder.finish().into()) }];
        ProduceRequest {
            transactional_id: None,
            acks: self.acks,
            timeout_ms: 30_000,
            topic_data: vec![TopicProduceData {
                topic_id: protocol::Uuid::ZERO,
                name: self.topic.into(),
                partition_data,
            }],
        }
    }

    /// Takes one answer; the base offset.
    fn answer(connection: &mut Connection) -> Result<i64, Error> {
        let answer = connection.recv::<ProduceRequest<'_>>()?;
        let row = &answer.responses[0].partition_responses[0];
        match row.error_code {
            0 => Ok(row.base_offset),
            code => Err(Error::Kafka { code, message: row.error_message.as_deref().map(str::to_owned) }),
        }
    }

    /// Writes, several requests in flight, until the node is gone.
    pub fn write_until_it_is_gone(&mut self, address: SocketAddr) {
        self.write(address, None);
    }

    /// Writes for a while, and takes all answers.
    pub fn write_for(&mut self, address: SocketAddr, how_long: Duration) {
        let made_before = self.batches.len();
        self.write(address, Some(Instant::now() + how_long));
        let made = &self.batches[made_before..];
        assert!(made.iter().all(|batch| batch.at.is_some()), "partition {}", self.partition);
    }

    fn write(&mut self, address: SocketAddr, end: Option<Instant>) {
        let Ok(mut connection) = connect(address) else { return };
        let mut waiting = VecDeque::new();
        loop {
            let is_over = end.is_some_and(|end| Instant::now() > end);
            if is_over && waiting.is_empty() {
                return;
            }
            while !is_over && waiting.len() < IN_FLIGHT {
                let made = self.make();
                let request = self.request(&self.batches[made]);
                waiting.push_back(made);
                if connection.send(&request, PRODUCE_VERSION).is_err() {
                    return;
                }
            }
            match Self::answer(&mut connection) {
                Ok(offset) => {
                    let made = waiting.pop_front().expect("it was answered");
                    self.batches[made].at = Some(offset);
                    self.acknowledged += 1;
                }
                Err(error) if error.code().is_some() => panic!("partition {}: {error}", self.partition),
                Err(_) => return,
            }
        }
    }

    /// Sends again what was not answered, if that does no harm.
    pub fn settle(&mut self, address: SocketAddr, memory: Memory) {
        if self.producer.is_none() {
            return;
        }
        for at in 0..self.batches.len() {
            if self.batches[at].at.is_none() {
                let request = self.request(&self.batches[at]);
                let answer = persist(address, |connection| {
                    connection.send(&request, PRODUCE_VERSION)?;
                    match Self::answer(connection) {
                        Err(error) if error.code() == Some(ErrorCode::OutOfOrderSequenceNumber.code()) => {
                            Ok(None)
                        }
                        answer => answer.map(Some),
                    }
                });
                let offset = answer.or_else(|| {
                    assert_eq!(memory, Memory::SinceTheSnapshot, "{:?} is out of order", self.batches[at]);
                    self.read_to_end(address);
                    self.found.iter().position(|number| *number == self.batches[at].first).map(|at| at as i64)
                });
                assert!(offset.is_some(), "{:?} is neither there nor taken", self.batches[at]);
                self.batches[at].at = offset;
                self.retried += 1;
            }
        }
    }

    /// Reads what was not read before, or everything, and holds it against the book.
    pub fn check(&mut self, address: SocketAddr, everything: bool) {
        if everything {
            self.found.clear();
        }
        let start = self.found.len();
        self.read_to_end(address);
        for batch in &self.batches {
            let Some(at) = batch.at else { continue };
            let found = self.found.get(at as usize..(at as u64 + batch.count) as usize);
            assert!(
                found.is_some_and(|found| found.iter().copied().eq(batch.first..batch.first + batch.count)),
                "partition {}: {batch:?} was acknowledged; there: {found:?} of {}",
                self.partition,
                self.found.len()
            );
        }
        // Sent once or with a sequence, in order: whatever is there is there once, and in order.
        if let Some(at) = self.found.windows(2).position(|pair| pair[0] >= pair[1]) {
            let near = &self.found[at.saturating_sub(3)..(at + 4).min(self.found.len())];
            let batch = self.batches.iter().find(|batch| batch.first == self.found[at + 1]);
            panic!("partition {}: {near:?} at {at}; {batch:?}; read from {start}", self.partition);
        }
        assert!(self.found.last().is_none_or(|last| *last < self.next));
        if self.producer.is_some() {
            assert_eq!(
                self.found.len() as u64,
                self.next,
                "every record of an idempotent producer is there once"
            );
        }
    }

    fn read_to_end(&mut self, address: SocketAddr) {
        let (end, _) = persist(address, |c| c.list_offset(self.topic, self.partition, Timestamp(-1)));
        let options = FetchOptions { max_bytes: 4 << 20, ..FetchOptions::default() };
        while (self.found.len() as i64) < end.0 {
            let from = Offset(self.found.len() as i64);
            let fetched = persist(address, |c| c.fetch(self.topic, self.partition, from, &options));
            assert!(
                !fetched.records.is_empty(),
                "partition {}: nothing at {from:?} of {end:?}",
                self.partition
            );
            for record in fetched.records {
                assert_eq!(record.offset.0, self.found.len() as i64, "offsets are dense");
                let value = record.value.expect("every record has a value");
                let digits = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number =
                    std::str::from_utf8(&value[..digits]).expect("digits").parse().expect("a number");
                assert_eq!(record.timestamp.0, self.since + number as i64);
                self.found.push(number);
            }
        }
    }
}
