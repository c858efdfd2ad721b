//! Requests encoded once and patched for every sending: a Produce of one batch, and a Fetch of one partition.
//!
//! Only the correlation id, timestamps, sequence, stamp and checksum of a batch change. A checksum is not computed over
//! records that did not change: the one of the header is moved past the records' length and joined with theirs.
//!
//! Invariant: a patched batch has the CRC that computing it over its bytes gives.

use protocol::client::fetch::{FetchPartition, FetchRequest, FetchTopic};
use protocol::client::produce::{PartitionProduceData, ProduceRequest, TopicProduceData};
use protocol::header::put_request_header;
use protocol::records::{BATCH_OVERHEAD, BatchBuilder, BatchView};
use protocol::{ApiKey, Offset, Timestamp, Uuid};

/// The version of Produce that is sent: by topic id, as the newest clients do.
pub const PRODUCE_VERSION: i16 = 13;
/// The version of Fetch that is sent: by topic id.
pub const FETCH_VERSION: i16 = 17;

/// Where the correlation id lies in a frame that begins with its length.
const CORRELATION_ID_AT: usize = 8;
/// What follows the records in a Produce: the empty tags of partition, topic and request.
const PRODUCE_TAIL_SIZE: usize = 3;

const CRC_AT: usize = 17;
const CHECKED_FROM: usize = 21;
const BASE_TIMESTAMP_AT: usize = 27;
const MAX_TIMESTAMP_AT: usize = 35;
const PRODUCER_ID_AT: usize = 43;
const PRODUCER_EPOCH_AT: usize = 51;
const SEQUENCE_AT: usize = 53;

/// The topic a request is for.
#[derive(Clone, Debug)]
pub struct Topic {
    /// Its name.
    pub name: String,
    /// Its id, by which it is asked for.
    pub id: Uuid,
    /// How many partitions it has.
    pub partitions: i32,
}

/// One batch, and what its records' bytes contribute to its checksum.
#[derive(Clone, Debug)]
pub struct Batch {
    bytes: Vec<u8>,
    records_crc: u32,
    /// For each bit of a checksum, what it becomes past the records.
    past_records: [u32; 32],
    /// Where the value of the first record begins.
    value_at: usize,
    record_count: u32,
}

impl Batch {
    /// A batch of records with values of one size.
    #[must_use]
    pub fn new(record_count: usize, value_size: usize) -> Self {
        Self::of_values(&vec![value_size; record_count])
    }

    /// A batch of exactly so many bytes, at least 2 KiB: records of 1 KiB, the last one as large as it takes.
    #[must_use]
    pub fn of_size(size: usize) -> Self {
        let mut values = vec![1024; (size / 1040).max(2) - 1];
        values.push(0);
        let last = values.len() - 1;
        let missing = size - Self::of_values(&values).bytes.len();
        // Lengths take more bytes when they grow, so that the last value is a little smaller than what is missing.
        let fitting = (missing.saturating_sub(8)..=missing).rev().find_map(|value_size| {
            values[last] = value_size;
            let batch = Self::of_values(&values);
            (batch.bytes.len() == size).then_some(batch)
        });
        fitting.expect("one of the sizes fits, as a length grows by at most two bytes")
    }

    fn of_values(sizes: &[usize]) -> Self {
        let mut builder = BatchBuilder::new(Offset::ZERO);
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for &size in sizes {
            // Looks like text and does not repeat.
            let value: Vec<u8> = (0..size)
                .map(|_| {
                    state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                    b' ' + (state >> 58) as u8
                })
                .collect();
            builder.append(Timestamp(0), None, Some(&value), []);
        }
        let bytes = builder.finish();
        let records = &bytes[BATCH_OVERHEAD..];
        let past_records = std::array::from_fn(|bit| crc32c::crc32c_combine(1 << bit, 0, records.len()));
        let records_crc = crc32c::crc32c(records);
        let view = BatchView::parse(&bytes).expect("a batch was built");
        let value = view.records().and_then(|mut records| records.next()?.ok()?.value).unwrap_or_default();
        let value_at = value.as_ptr() as usize - bytes.as_ptr() as usize;
        Self { records_crc, past_records, value_at, record_count: sizes.len() as u32, bytes }
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many records it has.
    #[must_use]
    pub fn record_count(&self) -> u32 {
        self.record_count
    }

    /// The stamp in a batch that was built from one like this.
    #[must_use]
    pub fn stamp_of(&self, batch: &[u8]) -> Option<u64> {
        batch
            .get(self.value_at..)
            .and_then(|value| value.first_chunk())
            .map(|bytes| u64::from_le_bytes(*bytes))
    }
}

/// What is written into a batch before it is sent.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// Of every record, in milliseconds.
    pub timestamp: i64,
    /// Producer id, epoch and first sequence number; -1 where there is none.
    pub producer: (i64, i16, i32),
    /// What the first eight bytes of the first value become.
    pub stamp: Option<u64>,
}

/// A Produce frame that can be sent again and again.
#[derive(Clone, Debug)]
pub struct ProduceFrame {
    bytes: Vec<u8>,
    batch_at: usize,
    batch: Batch,
}

impl ProduceFrame {
    /// A request of one batch for one partition, all replicas to have it.
    #[must_use]
    pub fn new(topic: &Topic, partition: i32, batch: &Batch) -> Self {
        let records = Some(batch.bytes.as_slice().into());
        let partition_data = vec![PartitionProduceData { index: partition, records }];
        let topic_data = vec![TopicProduceData { topic_id: topic.id, partition_data, ..Default::default() }];
        let request = ProduceRequest { transactional_id: None, acks: -1, timeout_ms: 30_000, topic_data };
        let mut bytes = begin(ApiKey::Produce, PRODUCE_VERSION);
        request.encode(&mut bytes, PRODUCE_VERSION).expect("the version has these fields");
        end(&mut bytes);
        let batch_at = bytes.len() - PRODUCE_TAIL_SIZE - batch.bytes.len();
        assert_eq!(bytes[batch_at..][..batch.bytes.len()], batch.bytes, "the batch lies where it is patched");
        Self { bytes, batch_at, batch: batch.clone() }
    }

    /// The whole frame.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many records it carries.
    #[must_use]
    pub fn record_count(&self) -> u32 {
        self.batch.record_count
    }

    /// How large its batch is.
    #[must_use]
    pub fn batch_size(&self) -> usize {
        self.batch.bytes.len()
    }

    /// Makes it the next request.
    pub fn patch(&mut self, correlation_id: i32, patch: &Patch) {
        self.bytes[CORRELATION_ID_AT..][..4].copy_from_slice(&correlation_id.to_be_bytes());
        let batch = &mut self.bytes[self.batch_at..][..self.batch.bytes.len()];
        batch[BASE_TIMESTAMP_AT..][..8].copy_from_slice(&patch.timestamp.to_be_bytes());
        batch[MAX_TIMESTAMP_AT..][..8].copy_from_slice(&patch.timestamp.to_be_bytes());
        let (producer_id, epoch, sequence) = patch.producer;
        batch[PRODUCER_ID_AT..][..8].copy_from_slice(&producer_id.to_be_bytes());
        batch[PRODUCER_EPOCH_AT..][..2].copy_from_slice(&epoch.to_be_bytes());
        batch[SEQUENCE_AT..][..4].copy_from_slice(&sequence.to_be_bytes());
        let records_crc = match patch.stamp {
            Some(stamp) => {
                batch[self.batch.value_at..][..8].copy_from_slice(&stamp.to_le_bytes());
                crc32c::crc32c(&batch[BATCH_OVERHEAD..])
            }
            None => self.batch.records_crc,
        };
        let header_crc = crc32c::crc32c(&batch[CHECKED_FROM..BATCH_OVERHEAD]);
        let mut crc = records_crc;
        for (bit, past) in self.batch.past_records.iter().enumerate() {
            crc ^= past & (header_crc >> bit & 1).wrapping_neg();
        }
        batch[CRC_AT..][..4].copy_from_slice(&crc.to_be_bytes());
    }
}

/// A Fetch frame of one partition that can be sent again from another offset.
#[derive(Clone, Debug)]
pub struct FetchFrame {
    bytes: Vec<u8>,
    offset_at: usize,
}

impl FetchFrame {
    /// A request for one partition, answered at once with at most so many bytes.
    #[must_use]
    pub fn new(topic: &Topic, partition: i32, max_bytes: i32) -> Self {
        const MARK: i64 = 0x0123_4567_89ab_cdef;
        let bytes = fetch_frame(topic, &[(partition, MARK)], max_bytes, 0);
        let offset_at = bytes
            .windows(8)
            .position(|window| window == MARK.to_be_bytes())
            .expect("the offset lies in the request");
        Self { bytes, offset_at }
    }

    /// The whole frame.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Makes it the next request.
    pub fn patch(&mut self, correlation_id: i32, offset: i64) {
        self.bytes[CORRELATION_ID_AT..][..4].copy_from_slice(&correlation_id.to_be_bytes());
        self.bytes[self.offset_at..][..8].copy_from_slice(&offset.to_be_bytes());
    }
}

/// A Fetch without a session for partitions and their offsets.
#[must_use]
pub fn fetch_frame(topic: &Topic, wanted: &[(i32, i64)], max_bytes: i32, max_wait_ms: i32) -> Vec<u8> {
    let partitions = wanted.iter().map(|&(partition, fetch_offset)| FetchPartition {
        partition,
        fetch_offset,
        partition_max_bytes: max_bytes,
        ..FetchPartition::default()
    });
    let topics =
        vec![FetchTopic { topic_id: topic.id, partitions: partitions.collect(), ..FetchTopic::default() }];
    let request = FetchRequest {
        max_wait_ms,
        min_bytes: 1,
        max_bytes,
        session_epoch: -1,
        topics,
        ..FetchRequest::default()
    };
    let mut bytes = begin(ApiKey::Fetch, FETCH_VERSION);
    request.encode(&mut bytes, FETCH_VERSION).expect("the version has these fields");
    end(&mut bytes);
    bytes
}

/// The correlation id of a frame.
#[must_use]
pub fn correlation_id(frame: &[u8]) -> i32 {
    frame
        .get(CORRELATION_ID_AT..)
        .and_then(|rest| rest.first_chunk())
        .map_or(-1, |id| i32::from_be_bytes(*id))
}

/// Gives a frame another correlation id.
pub fn set_correlation_id(frame: &mut [u8], id: i32) {
    frame[CORRELATION_ID_AT..][..4].copy_from_slice(&id.to_be_bytes());
}

fn begin(key: ApiKey, version: i16) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    put_request_header(&mut bytes, key, version, 0, Some("perf")).expect("a short client id fits");
    bytes
}

fn end(bytes: &mut [u8]) {
    let size = (bytes.len() - 4) as u32;
    bytes[..4].copy_from_slice(&size.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic() -> Topic {
        Topic { name: "t".to_owned(), id: Uuid::ZERO, partitions: 1 }
    }

    #[test]
    fn a_patched_batch_has_the_checksum_of_its_bytes() {
        for (count, size) in [(1, 100), (60, 1024)] {
            let batch = Batch::new(count, size);
            let mut frame = ProduceFrame::new(&topic(), 0, &batch);
            for (number, stamp) in [(1, None), (2, Some(77)), (3, Some(u64::MAX))] {
                let patch = Patch { timestamp: 1_700_000_000_000 + number, producer: (4, 0, 9), stamp };
                frame.patch(number as i32, &patch);
                let bytes = &frame.bytes()[frame.batch_at..];
                let view = BatchView::parse(bytes).expect("a whole batch");
                assert_eq!(view.check_crc(), Ok(()));
                assert_eq!(view.max_timestamp(), Timestamp(patch.timestamp));
                assert_eq!(view.base_sequence(), 9);
                assert!(stamp.is_none() || batch.stamp_of(bytes) == stamp);
            }
            assert_eq!(correlation_id(frame.bytes()), 3);
        }
    }

    #[test]
    fn a_batch_can_be_made_to_fill_a_fetch_without_rest() {
        for size in [4096, 16 * 1024] {
            let batch = Batch::of_size(size);
            assert_eq!(batch.bytes().len(), size);
            assert_eq!(BatchView::parse(batch.bytes()).map(|view| view.check_crc()), Ok(Ok(())));
        }
    }
}
