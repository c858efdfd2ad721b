//! The header of a record batch of format 2, read and stamped in place.
//!
//! Knows the 61 bytes in front of the records and the checksum; the records themselves are `record.rs`'s.
//!
//! Invariants:
//! - A `BatchView` holds exactly the bytes of one batch, at least a whole header, so no accessor can fail.
//! - The checksum covers everything from the attributes on. Base offset, length, leader epoch and magic may be written
//!   without touching it.
//! - Sums that a hostile header can overflow saturate.

use crate::compress::Codec;
use crate::records::record::Records;
use crate::types::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Timestamp};

/// Base offset and length: what lies before the bytes that the length counts. All formats share it.
pub const LOG_OVERHEAD: usize = 12;
/// The whole header of a batch of format 2.
pub const BATCH_OVERHEAD: usize = 61;
/// What `peek_header` needs: up to and with the magic byte, which stands at the same place in every format.
pub const HEAD_SIZE: usize = 17;

const LENGTH_AT: usize = 8;
const LEADER_EPOCH_AT: usize = 12;
const MAGIC_AT: usize = 16;
const CRC_AT: usize = 17;
const ATTRIBUTES_AT: usize = 21;
const LAST_OFFSET_DELTA_AT: usize = 23;
const BASE_TIMESTAMP_AT: usize = 27;
const MAX_TIMESTAMP_AT: usize = 35;
const PRODUCER_ID_AT: usize = 43;
const PRODUCER_EPOCH_AT: usize = 51;
const BASE_SEQUENCE_AT: usize = 53;
const COUNT_AT: usize = 57;

const _: () = assert!(COUNT_AT + 4 == BATCH_OVERHEAD);

const CODEC_MASK: u8 = 0x07;
const LOG_APPEND_TIME_BIT: u8 = 0x08;
const TRANSACTIONAL_BIT: u8 = 0x10;
const CONTROL_BIT: u8 = 0x20;
const DELETE_HORIZON_BIT: u8 = 0x40;

/// The smallest total size of a message of format 0: below it no format can be.
const MESSAGE_V0_SIZE_MIN: usize = LOG_OVERHEAD + 14;

/// Who put the timestamps: attribute bit 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TimestampType {
    /// The producer; each record has its own.
    CreateTime,
    /// The broker; the batch's max timestamp counts for every record.
    LogAppendTime,
}

/// Why bytes are not a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// The bytes end before the batch does: `need` bytes would be there, `have` are. A torn tail, or more to read.
    Torn {
        /// Bytes from the start of the batch that are present.
        have: usize,
        /// Bytes that it takes to go on: the header's size, or the whole batch's.
        need: usize,
    },
    /// The length field is smaller than the format's own overhead.
    Length(i32),
    /// A format that the called function does not read.
    Magic(i8),
    /// The checksum over the batch is not the one it carries.
    Crc {
        /// In the header.
        stored: u32,
        /// Over the bytes.
        computed: u32,
    },
}

/// What stands in front of a batch of any format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchHead {
    /// Of format 2 the first offset; of the older ones the offset of the message, for a wrapper that of its last.
    pub base_offset: Offset,
    /// Bytes of the whole batch, overhead included. At least what its format needs.
    pub total_len: usize,
    /// Format: 0, 1 or 2.
    pub magic: i8,
}

/// Reads base offset, total length and magic from the first 17 bytes of a batch of any format. More bytes are ignored:
/// whether the whole batch is there is for the caller to compare.
pub fn peek_header(bytes: &[u8]) -> Result<BatchHead, BatchError> {
    let Some(head) = bytes.first_chunk::<HEAD_SIZE>() else {
        return Err(BatchError::Torn { have: bytes.len(), need: HEAD_SIZE });
    };
    let length = i32::from_be_bytes(array(head, LENGTH_AT));
    let magic = head[MAGIC_AT] as i8;
    let size_min = if magic == 2 { BATCH_OVERHEAD } else { MESSAGE_V0_SIZE_MIN };
    let total_len = usize::try_from(length).unwrap_or(0).saturating_add(LOG_OVERHEAD);
    if length < 0 || total_len < size_min {
        return Err(BatchError::Length(length));
    }
    if !(0..=2).contains(&magic) {
        return Err(BatchError::Magic(magic));
    }
    Ok(BatchHead { base_offset: Offset(i64::from_be_bytes(array(head, 0))), total_len, magic })
}

/// One whole batch of format 2, borrowed.
#[derive(Clone, Copy)]
pub struct BatchView<'a> {
    bytes: &'a [u8],
}

impl<'a> BatchView<'a> {
    /// The batch at the front of `bytes`; what follows it is left alone. The checksum is not looked at.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, BatchError> {
        let head = peek_header(bytes)?;
        if head.magic != 2 {
            return Err(BatchError::Magic(head.magic));
        }
        match bytes.get(..head.total_len) {
            Some(bytes) => Ok(Self { bytes }),
            None => Err(BatchError::Torn { have: bytes.len(), need: head.total_len }),
        }
    }

    /// The bytes of this batch and no more.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Bytes of the whole batch, header included.
    #[must_use]
    pub fn total_len(&self) -> usize {
        self.bytes.len()
    }

    /// The records' bytes as they stand: compressed if `codec` says so.
    #[must_use]
    pub fn payload(&self) -> &'a [u8] {
        &self.bytes[BATCH_OVERHEAD..]
    }

    /// The offset that record deltas are added to.
    #[must_use]
    pub fn base_offset(&self) -> Offset {
        Offset(self.i64_at(0))
    }

    /// The length field: total length less 12.
    #[must_use]
    pub fn batch_length(&self) -> i32 {
        self.i32_at(LENGTH_AT)
    }

    /// The epoch of the leader that stamped the offsets; not covered by the checksum.
    #[must_use]
    pub fn leader_epoch(&self) -> LeaderEpoch {
        LeaderEpoch(self.i32_at(LEADER_EPOCH_AT))
    }

    /// Always 2.
    #[must_use]
    pub fn magic(&self) -> i8 {
        self.bytes[MAGIC_AT] as i8
    }

    /// The stored checksum.
    #[must_use]
    pub fn crc(&self) -> u32 {
        self.i32_at(CRC_AT) as u32
    }

    /// All sixteen attribute bits. Bits 7 to 15 mean nothing and may be set.
    #[must_use]
    pub fn attributes(&self) -> i16 {
        i16::from_be_bytes(array(self.bytes, ATTRIBUTES_AT))
    }

    /// How the records are compressed; `Err` has the id of an unknown codec (5 to 7).
    pub fn codec(&self) -> Result<Codec, u8> {
        let id = self.flags() & CODEC_MASK;
        Codec::of_id(id).ok_or(id)
    }

    /// Who put the timestamps.
    #[must_use]
    pub fn timestamp_type(&self) -> TimestampType {
        if self.flags() & LOG_APPEND_TIME_BIT == 0 {
            TimestampType::CreateTime
        } else {
            TimestampType::LogAppendTime
        }
    }

    /// Part of a transaction.
    #[must_use]
    pub fn is_transactional(&self) -> bool {
        self.flags() & TRANSACTIONAL_BIT != 0
    }

    /// Its records speak to the log, not to consumers.
    #[must_use]
    pub fn is_control(&self) -> bool {
        self.flags() & CONTROL_BIT != 0
    }

    /// When the cleaner may drop tombstones and markers of this batch (KIP-534). It lies in the base timestamp's place.
    #[must_use]
    pub fn delete_horizon(&self) -> Option<Timestamp> {
        (self.flags() & DELETE_HORIZON_BIT != 0).then(|| self.base_timestamp())
    }

    /// Last offset less base offset; stays when the cleaner thins the batch.
    #[must_use]
    pub fn last_offset_delta(&self) -> i32 {
        self.i32_at(LAST_OFFSET_DELTA_AT)
    }

    /// The timestamp that record deltas are added to (of an emptied batch -1, with a delete horizon that).
    #[must_use]
    pub fn base_timestamp(&self) -> Timestamp {
        Timestamp(self.i64_at(BASE_TIMESTAMP_AT))
    }

    /// The largest timestamp of the records, or with LogAppendTime the timestamp of all of them.
    #[must_use]
    pub fn max_timestamp(&self) -> Timestamp {
        Timestamp(self.i64_at(MAX_TIMESTAMP_AT))
    }

    /// The idempotent producer, or -1.
    #[must_use]
    pub fn producer_id(&self) -> ProducerId {
        ProducerId(self.i64_at(PRODUCER_ID_AT))
    }

    /// Its incarnation, or -1.
    #[must_use]
    pub fn producer_epoch(&self) -> ProducerEpoch {
        ProducerEpoch(i16::from_be_bytes(array(self.bytes, PRODUCER_EPOCH_AT)))
    }

    /// The sequence number of the first record, or -1.
    #[must_use]
    pub fn base_sequence(&self) -> i32 {
        self.i32_at(BASE_SEQUENCE_AT)
    }

    /// The sequence number of the last record, or -1; wraps from 2^31-1 to 0.
    #[must_use]
    pub fn last_sequence(&self) -> i32 {
        match self.base_sequence() {
            -1 => -1,
            base => increment_sequence(base, self.last_offset_delta()),
        }
    }

    /// The count field: how many records the header promises. Negative only in a corrupt batch.
    #[must_use]
    pub fn record_count(&self) -> i32 {
        self.i32_at(COUNT_AT)
    }

    /// The inclusive last offset.
    #[must_use]
    pub fn last_offset(&self) -> Offset {
        self.base_offset().plus(i64::from(self.last_offset_delta()))
    }

    /// The offset behind the batch.
    #[must_use]
    pub fn next_offset(&self) -> Offset {
        self.last_offset().plus(1)
    }

    /// Computes the checksum and compares.
    pub fn check_crc(&self) -> Result<(), BatchError> {
        let (stored, computed) = (self.crc(), crc32c::crc32c(&self.bytes[ATTRIBUTES_AT..]));
        if stored == computed { Ok(()) } else { Err(BatchError::Crc { stored, computed }) }
    }

    /// The records, read lazily, of a batch that is not compressed. `None` for one that is: unpack its `payload` first
    /// and use `Records::new` on the result.
    #[must_use]
    pub fn records(&self) -> Option<Records<'a>> {
        (self.flags() & CODEC_MASK == 0).then(|| Records::new(self.payload(), self.record_count()))
    }

    /// The timestamp of a record with this delta: the batch's for LogAppendTime, otherwise base and delta.
    #[must_use]
    pub fn record_timestamp(&self, delta: i64) -> Timestamp {
        match self.timestamp_type() {
            TimestampType::LogAppendTime => self.max_timestamp(),
            TimestampType::CreateTime => Timestamp(self.base_timestamp().0.wrapping_add(delta)),
        }
    }

    fn flags(&self) -> u8 {
        self.bytes[ATTRIBUTES_AT + 1]
    }

    fn i32_at(&self, at: usize) -> i32 {
        i32::from_be_bytes(array(self.bytes, at))
    }

    fn i64_at(&self, at: usize) -> i64 {
        i64::from_be_bytes(array(self.bytes, at))
    }
}

impl std::fmt::Debug for BatchView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchView")
            .field("base_offset", &self.base_offset())
            .field("last_offset", &self.last_offset())
            .field("total_len", &self.total_len())
            .field("leader_epoch", &self.leader_epoch())
            .field("attributes", &self.attributes())
            .field("producer_id", &self.producer_id())
            .field("producer_epoch", &self.producer_epoch())
            .field("base_sequence", &self.base_sequence())
            .field("record_count", &self.record_count())
            .field("max_timestamp", &self.max_timestamp())
            .finish_non_exhaustive()
    }
}

/// Batches of format 2 one behind the other. Yields an error once, at the first bytes that are no whole batch, and
/// then ends; `position` then still says where that was.
#[derive(Clone, Debug)]
pub struct Batches<'a> {
    bytes: &'a [u8],
    position: usize,
    failed: bool,
}

impl<'a> Batches<'a> {
    /// Walks `bytes` from its first one.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0, failed: false }
    }

    /// How many bytes the batches given out so far took.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }
}

impl<'a> Iterator for Batches<'a> {
    type Item = Result<BatchView<'a>, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.position == self.bytes.len() {
            return None;
        }
        let batch = BatchView::parse(&self.bytes[self.position..]);
        match &batch {
            Ok(view) => self.position += view.total_len(),
            Err(_) => self.failed = true,
        }
        Some(batch)
    }
}

/// Writes base offset and leader epoch into the batch at the front of `bytes`. The checksum does not cover them.
///
/// # Panics
/// When `bytes` is shorter than a header: parse first.
pub fn stamp(bytes: &mut [u8], base_offset: Offset, leader_epoch: LeaderEpoch) {
    assert!(bytes.len() >= BATCH_OVERHEAD, "a batch was parsed here");
    bytes[..8].copy_from_slice(&base_offset.0.to_be_bytes());
    bytes[LEADER_EPOCH_AT..LEADER_EPOCH_AT + 4].copy_from_slice(&leader_epoch.0.to_be_bytes());
}

/// Sets max timestamp and timestamp type of the one batch that `bytes` is, and its checksum. Does nothing, unknown
/// attribute bits included, when both are right already; otherwise unknown bits are cleared, as Kafka does.
///
/// # Panics
/// When `bytes` is shorter than a header: parse first.
pub fn set_max_timestamp(bytes: &mut [u8], timestamp_type: TimestampType, max_timestamp: Timestamp) {
    assert!(bytes.len() >= BATCH_OVERHEAD, "a batch was parsed here");
    let view = BatchView { bytes };
    if view.timestamp_type() == timestamp_type && view.max_timestamp() == max_timestamp {
        return;
    }
    let kept = view.flags() & (CODEC_MASK | TRANSACTIONAL_BIT | CONTROL_BIT | DELETE_HORIZON_BIT);
    bytes[ATTRIBUTES_AT] = 0;
    bytes[ATTRIBUTES_AT + 1] = kept | timestamp_bit(timestamp_type);
    bytes[MAX_TIMESTAMP_AT..MAX_TIMESTAMP_AT + 8].copy_from_slice(&max_timestamp.0.to_be_bytes());
    put_crc(bytes);
}

/// The checksum that the one batch that `bytes` is should carry; 0 for what is shorter than a header.
#[must_use]
pub fn batch_crc(bytes: &[u8]) -> u32 {
    if bytes.len() < BATCH_OVERHEAD { 0 } else { crc32c::crc32c(&bytes[ATTRIBUTES_AT..]) }
}

/// The fields of a header that is written, not read. Length and checksum follow from the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeaderFields {
    pub base_offset: Offset,
    pub leader_epoch: LeaderEpoch,
    pub codec: Codec,
    pub timestamp_type: TimestampType,
    pub is_transactional: bool,
    pub is_control: bool,
    pub has_delete_horizon: bool,
    pub last_offset_delta: i32,
    pub base_timestamp: Timestamp,
    pub max_timestamp: Timestamp,
    pub producer_id: ProducerId,
    pub producer_epoch: ProducerEpoch,
    pub base_sequence: i32,
    pub record_count: i32,
}

impl HeaderFields {
    /// Writes the header over the first 61 bytes of `batch`, which is the whole batch, records in place.
    pub(crate) fn put(&self, batch: &mut [u8]) {
        let length =
            i32::try_from(batch.len() - LOG_OVERHEAD).expect("the builder keeps a batch below 2 GiB");
        let mut flags = self.codec as u8 | timestamp_bit(self.timestamp_type);
        for (set, bit) in [
            (self.is_transactional, TRANSACTIONAL_BIT),
            (self.is_control, CONTROL_BIT),
            (self.has_delete_horizon, DELETE_HORIZON_BIT),
        ] {
            flags |= if set { bit } else { 0 };
        }
        let mut put = |at: usize, field: &[u8]| batch[at..at + field.len()].copy_from_slice(field);
        put(0, &self.base_offset.0.to_be_bytes());
        put(LENGTH_AT, &length.to_be_bytes());
        put(LEADER_EPOCH_AT, &self.leader_epoch.0.to_be_bytes());
        put(MAGIC_AT, &[2]);
        put(ATTRIBUTES_AT, &[0, flags]);
        put(LAST_OFFSET_DELTA_AT, &self.last_offset_delta.to_be_bytes());
        put(BASE_TIMESTAMP_AT, &self.base_timestamp.0.to_be_bytes());
        put(MAX_TIMESTAMP_AT, &self.max_timestamp.0.to_be_bytes());
        put(PRODUCER_ID_AT, &self.producer_id.0.to_be_bytes());
        put(PRODUCER_EPOCH_AT, &self.producer_epoch.0.to_be_bytes());
        put(BASE_SEQUENCE_AT, &self.base_sequence.to_be_bytes());
        put(COUNT_AT, &self.record_count.to_be_bytes());
        put_crc(batch);
    }
}

/// `sequence` and `by` more; wraps from 2^31-1 to 0.
pub(crate) fn increment_sequence(sequence: i32, by: i32) -> i32 {
    if sequence > i32::MAX.wrapping_sub(by) {
        by.wrapping_sub(i32::MAX.wrapping_sub(sequence)).wrapping_sub(1)
    } else {
        sequence.wrapping_add(by)
    }
}

fn timestamp_bit(timestamp_type: TimestampType) -> u8 {
    match timestamp_type {
        TimestampType::CreateTime => 0,
        TimestampType::LogAppendTime => LOG_APPEND_TIME_BIT,
    }
}

fn put_crc(batch: &mut [u8]) {
    let crc = crc32c::crc32c(&batch[ATTRIBUTES_AT..]);
    batch[CRC_AT..CRC_AT + 4].copy_from_slice(&crc.to_be_bytes());
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("the slice has N bytes")
}
