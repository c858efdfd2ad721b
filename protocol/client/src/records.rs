//! Produce and Fetch of one partition, the records decoded.

use protocol::client::fetch::{FetchPartition, FetchRequest, FetchTopic};
use protocol::client::produce::{PartitionProduceData, ProduceRequest, TopicProduceData};
use protocol::compress::{Codec, Scratch, decompress};
use protocol::records::{BatchError, MixedBatch, OldError, Records};
use protocol::{ApiKey, Offset, Timestamp};

use crate::connection::Connection;
use crate::error::Error;

/// The last versions that name topics instead of giving their ids.
const PRODUCE_BY_NAME_MAX: i16 = 12;
const FETCH_BY_NAME_MAX: i16 = 12;

/// The most one fetched batch may unpack to.
const UNPACKED_SIZE_MAX: u64 = 1 << 30;

/// How to produce.
#[derive(Clone, Copy, Debug)]
pub struct ProduceOptions<'a> {
    /// -1, 0 or 1. With 0 there is no answer.
    pub acks: i16,
    /// How long the broker may wait for replicas.
    pub timeout_ms: i32,
    /// The transaction the batch belongs to.
    pub transactional_id: Option<&'a str>,
}

impl Default for ProduceOptions<'_> {
    fn default() -> Self {
        Self { acks: -1, timeout_ms: 30_000, transactional_id: None }
    }
}

/// Where a batch went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Produced {
    /// Of its first record; -1 where the broker was not asked to answer.
    pub base_offset: Offset,
    /// The broker's timestamp, where the topic has LogAppendTime; otherwise -1.
    pub log_append_time: Timestamp,
    /// The partition's first offset.
    pub log_start_offset: Offset,
}

/// How to fetch.
#[derive(Clone, Copy, Debug)]
pub struct FetchOptions {
    /// How long the broker may wait for `min_bytes`.
    pub max_wait_ms: i32,
    /// How many bytes are worth an answer.
    pub min_bytes: i32,
    /// How many bytes an answer should have at most.
    pub max_bytes: i32,
    /// Leave out what belongs to transactions that are open or aborted (the caller drops the aborted).
    pub read_committed: bool,
}

impl Default for FetchOptions {
    fn default() -> Self {
        Self { max_wait_ms: 500, min_bytes: 1, max_bytes: 50 << 20, read_committed: false }
    }
}

/// What one fetch of one partition gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Behind the last record that all replicas have.
    pub high_watermark: Offset,
    /// Behind the last record of no open transaction.
    pub last_stable_offset: Offset,
    /// The partition's first offset.
    pub log_start_offset: Offset,
    /// Where to fetch next: behind the last whole batch.
    pub next_offset: Offset,
    /// The records at and behind the offset asked for, those of control batches left out.
    pub records: Vec<FetchedRecord>,
}

/// One record, owned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedRecord {
    /// Its place in the partition.
    pub offset: Offset,
    /// The producer's or, with LogAppendTime, the broker's.
    pub timestamp: Timestamp,
    /// Null and empty differ.
    pub key: Option<Vec<u8>>,
    /// Null and empty differ.
    pub value: Option<Vec<u8>>,
    /// Names and values in order.
    pub headers: Vec<(Vec<u8>, Option<Vec<u8>>)>,
}

impl Connection {
    /// Produces one batch (`protocol::records::BatchBuilder` makes them) to one partition.
    pub fn produce(
        &mut self,
        topic: &str,
        partition: i32,
        batch: &[u8],
        options: &ProduceOptions<'_>,
    ) -> Result<Produced, Error> {
        let version = self.version(ApiKey::Produce, PRODUCE_BY_NAME_MAX)?;
        let partition_data = vec![PartitionProduceData { index: partition, records: Some(batch.into()) }];
        let topic_data =
            vec![TopicProduceData { name: topic.into(), partition_data, ..TopicProduceData::default() }];
        let request = ProduceRequest {
            transactional_id: options.transactional_id.map(Into::into),
            acks: options.acks,
            timeout_ms: options.timeout_ms,
            topic_data,
        };
        if options.acks == 0 {
            self.send_unanswered(&request, version)?;
            let (base_offset, log_start_offset) = (Offset::NONE, Offset::NONE);
            return Ok(Produced { base_offset, log_append_time: Timestamp::NONE, log_start_offset });
        }
        let answer = self.call(&request, version)?;
        let rows = answer.responses.iter().flat_map(|topic| &topic.partition_responses);
        let row = rows.into_iter().next().ok_or(Error::Missing("partition"))?;
        Error::of_code(row.error_code, row.error_message.as_deref())?;
        Ok(Produced {
            base_offset: Offset(row.base_offset),
            log_append_time: Timestamp(row.log_append_time_ms),
            log_start_offset: Offset(row.log_start_offset),
        })
    }

    /// Fetches one partition from `offset` on, without a session.
    pub fn fetch(
        &mut self,
        topic: &str,
        partition: i32,
        offset: Offset,
        options: &FetchOptions,
    ) -> Result<Fetched, Error> {
        let version = self.version(ApiKey::Fetch, FETCH_BY_NAME_MAX)?;
        let partitions = vec![FetchPartition {
            partition,
            fetch_offset: offset.0,
            partition_max_bytes: options.max_bytes,
            ..FetchPartition::default()
        }];
        let request = FetchRequest {
            max_wait_ms: options.max_wait_ms,
            min_bytes: options.min_bytes,
            max_bytes: options.max_bytes,
            isolation_level: i8::from(options.read_committed),
            topics: vec![FetchTopic { topic: topic.into(), partitions, ..FetchTopic::default() }],
            ..FetchRequest::default()
        };
        let answer = self.call(&request, version)?;
        Error::of_code(answer.error_code, None)?;
        let row = answer.responses.iter().flat_map(|topic| &topic.partitions).next();
        let row = row.ok_or(Error::Missing("partition"))?;
        Error::of_code(row.error_code, None)?;
        let (records, next_offset) = unpack_records(row.records.as_deref().unwrap_or_default(), offset)?;
        Ok(Fetched {
            high_watermark: Offset(row.high_watermark),
            last_stable_offset: Offset(row.last_stable_offset),
            log_start_offset: Offset(row.log_start_offset),
            next_offset,
            records,
        })
    }
}

/// The records in the bytes of a fetch, at and behind `from`, and the offset behind the last whole batch (`from` if
/// there is none). Batches of every format are read, checksums verified, control batches stepped over; a batch that is
/// cut off at the end is left out.
pub fn unpack_records(mut bytes: &[u8], from: Offset) -> Result<(Vec<FetchedRecord>, Offset), Error> {
    let mut scratch = Scratch::new();
    let (mut records, mut next, mut plain) = (Vec::new(), from, Vec::new());
    while !bytes.is_empty() {
        let batch = match MixedBatch::parse(bytes) {
            Err(OldError::Batch(BatchError::Torn { .. })) => break,
            parsed => parsed.map_err(old_error)?,
        };
        batch.check_crc().map_err(Error::Batch)?;
        bytes = &bytes[batch.total_len()..];
        next = next.max(batch.last_offset().plus(1));
        plain.clear();
        match batch {
            MixedBatch::Old(message) => {
                let inside =
                    message.records(UNPACKED_SIZE_MAX, &mut scratch, &mut plain).map_err(old_error)?;
                records.extend(inside.filter(|record| record.offset >= from).map(|record| FetchedRecord {
                    offset: record.offset,
                    timestamp: record.timestamp,
                    key: record.key.map(<[u8]>::to_vec),
                    value: record.value.map(<[u8]>::to_vec),
                    headers: Vec::new(),
                }));
            }
            MixedBatch::V2(batch) if batch.is_control() || batch.record_count() == 0 => {}
            MixedBatch::V2(batch) => {
                let codec = batch.codec().map_err(|_| Error::Unpack)?;
                let payload = if codec == Codec::None {
                    batch.payload()
                } else {
                    decompress(codec, 2, batch.payload(), UNPACKED_SIZE_MAX, &mut scratch, &mut plain)
                        .map_err(|_| Error::Unpack)?;
                    &plain
                };
                for record in Records::new(payload, batch.record_count()) {
                    let record = record.map_err(Error::Record)?;
                    let offset = batch.base_offset().plus(i64::from(record.offset_delta));
                    if offset >= from {
                        records.push(FetchedRecord {
                            offset,
                            timestamp: batch.record_timestamp(record.timestamp_delta),
                            key: record.key.map(<[u8]>::to_vec),
                            value: record.value.map(<[u8]>::to_vec),
                            headers: record
                                .headers()
                                .map(|header| (header.key.to_vec(), header.value.map(<[u8]>::to_vec)))
                                .collect(),
                        });
                    }
                }
            }
        }
    }
    Ok((records, next))
}

fn old_error(error: OldError) -> Error {
    match error {
        OldError::Batch(error) => Error::Batch(error),
        _ => Error::Unpack,
    }
}
