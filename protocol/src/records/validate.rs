//! What a broker checks before it appends a producer's batch, in Kafka's order and with Kafka's outcome: framing,
//! checksum, header, then every record.
//!
//! Knows one partition's records field and the rules of its topic; offsets, epochs, sequences against producer state
//! and transactions are the owner's business. It decides whether bytes must be rewritten, and `rewrite` does it.
//!
//! Cost: an uncompressed batch is one checksum and one walk over its bytes, without allocation. A compressed one is
//! unpacked through `Scratch`, a chunk at a time. Only repacking holds a whole batch.
//!
//! Kafka's quirks, kept: trailing bytes that begin no batch, reserved attribute bits, record attributes and the
//! LogAppendTime bit are accepted; wrong offset deltas are accepted uncompressed, put right when repacked, and refused
//! where a compressed batch would stay as it is; a stream that ends cleanly but too early is invalid, one that ends
//! inside the codec's frame is unknown.

use crate::compress::{Codec, Compression, Scratch, UnpackError, decompress};
use crate::records::batch::{BATCH_OVERHEAD, BatchError, BatchView, HEAD_SIZE, LOG_OVERHEAD, TimestampType};
use crate::records::builder::BatchBuilder;
use crate::records::record::{RecordError, Records};
use crate::records::stream::{RecordStream, WalkError};
use crate::types::{Offset, Timestamp};

/// Where the producer id ends in a header.
const PRODUCER_ID_END: usize = 51;

const _: () = assert!(PRODUCER_ID_END < BATCH_OVERHEAD);

/// How many records one rejection names; the count goes on behind it.
pub const RECORD_REJECTS_COUNT_MAX: usize = 10_000;

/// The rules of a topic, and what of the request matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValidateRules {
    /// Of the Produce request: zstd is for 7 and up.
    pub produce_version: i16,
    /// `max.message.bytes`.
    pub batch_size_max: usize,
    /// `max.decompressed.message.bytes`: the largest record body in a compressed batch.
    pub record_size_max: i32,
    /// The most that may come out of one compressed batch while it is walked, which costs time alone; our own bound.
    pub unpacked_size_max: u64,
    /// The same where it is repacked, which holds all of it in memory.
    pub repacked_size_max: u64,
    /// `cleanup.policy` contains `compact`: keys must be there.
    pub compacted: bool,
    /// `message.timestamp.type`.
    pub timestamp_type: TimestampType,
    /// `message.timestamp.before.max.ms`.
    pub timestamp_before_ms_max: i64,
    /// `message.timestamp.after.max.ms`.
    pub timestamp_after_ms_max: i64,
    /// `compression.type` and its level; `None` is `producer`.
    pub target: Option<Compression>,
    /// The wall clock.
    pub now: Timestamp,
}

impl Default for ValidateRules {
    /// Kafka's defaults, at time 0. Of our own bounds, 2 GiB to walk and 256 MiB to repack.
    fn default() -> Self {
        Self {
            produce_version: i16::MAX,
            batch_size_max: 1_048_588,
            record_size_max: 2_147_483_639,
            unpacked_size_max: 2_147_483_647,
            repacked_size_max: 256 << 20,
            compacted: false,
            timestamp_type: TimestampType::CreateTime,
            timestamp_before_ms_max: i64::MAX,
            timestamp_after_ms_max: 3_600_000,
            target: None,
            now: Timestamp(0),
        }
    }
}

/// A batch that may be appended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Bytes of the batch; what follows them in the records field is dropped.
    pub batch_size: usize,
    /// Records, which is also how many offsets the batch takes.
    pub record_count: i32,
    /// What the batch's max timestamp is or, after rewriting, will be.
    pub max_timestamp: Timestamp,
    /// Offset delta of the first record with the largest timestamp of its own; 0 for LogAppendTime.
    pub max_timestamp_delta: i32,
    /// What must be done before it is appended, besides stamping.
    pub rewrite: Rewrite,
}

/// What must be done to a batch's bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rewrite {
    /// Nothing: stamp and append as it came.
    Nothing,
    /// `set_max_timestamp` with the rules' timestamp type and the verdict's max timestamp.
    MaxTimestamp,
    /// `rewrite`: the topic compresses otherwise.
    Repack,
}

/// A batch that may not be appended; each variant is one Kafka error code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reject {
    /// CORRUPT_MESSAGE (2).
    Corrupt(BatchError),
    /// MESSAGE_TOO_LARGE (10): the size, as sent or as repacked.
    TooLarge(usize),
    /// UNSUPPORTED_COMPRESSION_TYPE (76): zstd in a Produce below version 7.
    ZstdTooEarly,
    /// INVALID_RECORD (87) without a word on single records.
    Invalid(Invalid),
    /// INVALID_RECORD (87) or, if any record is refused for its timestamp, INVALID_TIMESTAMP (32); names the records.
    Records(RecordRejects),
    /// UNKNOWN_SERVER_ERROR (-1), where Kafka trips over the input.
    Unknown(Unknown),
    /// More came out of the codec than our own bounds allow; Kafka has none.
    UnpackedTooLarge,
}

/// What is wrong with a batch as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invalid {
    /// No whole batch.
    NoBatch,
    /// A format before 2.
    OldFormat,
    /// A second batch behind the first.
    SeveralBatches,
    /// A client's batch begins at 0.
    BaseOffset(Offset),
    /// The last offset delta is negative. Counts as invalid offset or sequence, as do all below but `Record`.
    OffsetRange,
    /// The record count is not positive.
    Count(i32),
    /// Offset range and record count differ.
    OffsetsAndCount,
    /// A control batch.
    Control,
    /// A producer id without a sequence number.
    Sequence(i32),
    /// The bytes are not the records that the header promises.
    Record(RecordError),
}

/// What Kafka trips over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The header ends before its producer id does, which is looked at first.
    ShortHeader,
    /// The size of an uncompressed record does not end within five bytes.
    RecordSize,
    /// Codec 5, 6 or 7.
    Codec(u8),
    /// The codec cannot read its payload.
    Undecodable,
    /// A compressed batch that would stay as it is, with offset deltas other than 0, 1, 2...
    OffsetDeltas,
    /// A record to be repacked with a timestamp below -1.
    NegativeTimestamp,
}

/// Single records that are refused.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordRejects {
    /// The first ones, in order: the record's index in the batch, and why.
    pub first: Vec<(i32, RecordReject)>,
    /// All of them.
    pub count: usize,
    /// Whether any is refused for its timestamp.
    pub any_timestamp: bool,
}

/// Why a record is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordReject {
    /// A null key in a compacted topic.
    NoKey,
    /// The timestamp lies outside the topic's window around now.
    TimestampRange {
        /// The record's.
        timestamp: Timestamp,
        /// As the record has it, before offsets are given.
        offset: Offset,
    },
    /// The producer claims LogAppendTime, which is not its to claim.
    LogAppendTime,
}

/// Checks one partition's records field of a Produce request.
pub fn validate(records: &[u8], rules: &ValidateRules, scratch: &mut Scratch) -> Result<Verdict, Reject> {
    let (batch, codec) = check_header(records, rules)?;
    let mut walk = Walk::new(&batch, rules);
    if codec == Codec::None {
        for record in Records::new(batch.payload(), batch.record_count()) {
            let record = record.map_err(invalid_plain_record)?;
            walk.see(record.timestamp_delta, record.offset_delta, record.key.is_some());
        }
    } else if target_of(codec, rules) == codec {
        let mut stream =
            RecordStream::new(&batch, codec, rules.unpacked_size_max, rules.record_size_max, scratch);
        while let Some(record) = stream.next_record()? {
            walk.see(record.timestamp_delta, record.offset_delta, record.has_key);
        }
        if walk.rejects.count == 0 && walk.deltas_differ {
            return Err(Reject::Unknown(Unknown::OffsetDeltas));
        }
    } else {
        walk_whole(&batch, codec, rules, scratch, &mut walk, |_, _| ())?;
    }
    walk.verdict(codec)
}

/// Whether the topic compresses otherwise than this batch, so that it must be repacked if it is valid. Looks at the
/// header alone, so that `rewrite` can be made a job at once.
#[must_use]
pub fn must_repack(records: &[u8], rules: &ValidateRules) -> bool {
    let codec = BatchView::parse(records).ok().and_then(|batch| batch.codec().ok());
    codec.is_some_and(|codec| target_of(codec, rules) != codec)
}

/// Checks as `validate` does, and gives the batch out in the topic's compression and timestamp type. The verdict is that
/// of the new bytes; its `rewrite` says `Nothing`.
pub fn rewrite(
    records: &[u8],
    rules: &ValidateRules,
    scratch: &mut Scratch,
) -> Result<(Vec<u8>, Verdict), Reject> {
    let (batch, codec) = check_header(records, rules)?;
    let target = rules.target.unwrap_or(Compression::new(codec));
    if target.codec() == codec {
        // Nothing asks for it, so it may not let pass what would be refused without it.
        validate(records, rules, scratch)?;
    }
    let mut builder = BatchBuilder::new(Offset::ZERO)
        .leader_epoch(batch.leader_epoch())
        .producer(batch.producer_id(), batch.producer_epoch(), batch.base_sequence())
        .transactional(batch.is_transactional())
        .compression(target);
    if rules.timestamp_type == TimestampType::LogAppendTime {
        builder = builder.log_append_time(rules.now);
    }
    let mut walk = Walk::new(&batch, rules);
    walk_whole(&batch, codec, rules, scratch, &mut walk, |record, timestamp| {
        builder.append(timestamp, record.key, record.value, record.headers());
    })?;
    let mut verdict = walk.verdict(codec)?;
    let bytes = builder.finish();
    if bytes.len() > rules.batch_size_max {
        return Err(Reject::TooLarge(bytes.len()));
    }
    (verdict.batch_size, verdict.rewrite) = (bytes.len(), Rewrite::Nothing);
    Ok((bytes, verdict))
}

/// Framing, checksum and header, in Kafka's order.
fn check_header<'a>(records: &'a [u8], rules: &ValidateRules) -> Result<(BatchView<'a>, Codec), Reject> {
    let Some((total_len, magic)) = frame(records)? else { return Err(Reject::Invalid(Invalid::NoBatch)) };
    if magic != 2 {
        return Err(Reject::Invalid(Invalid::OldFormat));
    }
    let early = rules.produce_version < 7;
    // The codec's bits lie within even the shortest frame.
    if early && records[22] & 7 == Codec::Zstd as u8 {
        return Err(Reject::ZstdTooEarly);
    }
    if frame(&records[total_len..])?.is_some() {
        return Err(Reject::Invalid(Invalid::SeveralBatches));
    }
    if total_len < PRODUCER_ID_END {
        return Err(Reject::Unknown(Unknown::ShortHeader));
    }
    let base_offset = Offset(i64::from_be_bytes(*records.first_chunk().expect("a frame was read here")));
    if base_offset != Offset::ZERO {
        return Err(Reject::Invalid(Invalid::BaseOffset(base_offset)));
    }
    if total_len > rules.batch_size_max {
        return Err(Reject::TooLarge(total_len));
    }
    let batch = BatchView::parse(records).map_err(Reject::Corrupt)?;
    batch.check_crc().map_err(Reject::Corrupt)?;
    let codec = batch.codec().map_err(|id| Reject::Unknown(Unknown::Codec(id)))?;

    let count = batch.record_count();
    let invalid = if batch.last_offset_delta() < 0 {
        Invalid::OffsetRange
    } else if count <= 0 {
        Invalid::Count(count)
    } else if i64::from(batch.last_offset_delta()) + 1 != i64::from(count) {
        Invalid::OffsetsAndCount
    } else if batch.is_control() {
        Invalid::Control
    } else if batch.producer_id().0 >= 0 && batch.base_sequence() < 0 {
        Invalid::Sequence(batch.base_sequence())
    } else {
        return Ok((batch, codec));
    };
    Err(Reject::Invalid(invalid))
}

/// The frame at the front of `bytes`: total length and magic. `None` when no whole one is there, which is no error.
fn frame(bytes: &[u8]) -> Result<Option<(usize, i8)>, Reject> {
    const LENGTH_MIN: i32 = 14;
    let Some(&[_, _, _, _, _, _, _, _, l0, l1, l2, l3]) = bytes.first_chunk::<LOG_OVERHEAD>() else {
        return Ok(None);
    };
    let length = i32::from_be_bytes([l0, l1, l2, l3]);
    if length < LENGTH_MIN {
        return Err(Reject::Corrupt(BatchError::Length(length)));
    }
    let Some(&magic) = bytes.get(HEAD_SIZE - 1) else { return Ok(None) };
    if magic > 2 {
        return Err(Reject::Corrupt(BatchError::Magic(magic as i8)));
    }
    let total_len = length as usize + LOG_OVERHEAD;
    Ok((total_len <= bytes.len()).then_some((total_len, magic as i8)))
}

fn target_of(codec: Codec, rules: &ValidateRules) -> Codec {
    rules.target.map_or(codec, Compression::codec)
}

/// Kafka reads the sizes of uncompressed records outside of what it guards.
fn invalid_plain_record(error: RecordError) -> Reject {
    match error {
        RecordError::SizeOverlong => Reject::Unknown(Unknown::RecordSize),
        error => invalid_record(error),
    }
}

fn invalid_record(error: RecordError) -> Reject {
    Reject::Invalid(Invalid::Record(error))
}

impl From<WalkError> for Reject {
    fn from(error: WalkError) -> Self {
        match error {
            WalkError::Unpack(UnpackError::Corrupt) => Self::Unknown(Unknown::Undecodable),
            WalkError::Unpack(UnpackError::Budget) => Self::UnpackedTooLarge,
            WalkError::Record(error) => invalid_record(error),
        }
    }
}

/// Unpacks the whole batch and walks it strictly; `take` gets each record and its timestamp until one is refused.
fn walk_whole<'a>(
    batch: &BatchView<'a>,
    codec: Codec,
    rules: &ValidateRules,
    scratch: &mut Scratch,
    walk: &mut Walk<'_>,
    mut take: impl FnMut(&crate::records::Record<'_>, Timestamp),
) -> Result<(), Reject> {
    let mut whole = std::mem::take(&mut scratch.whole);
    whole.clear();
    let (bytes, unpacked) = if codec == Codec::None {
        (batch.payload(), Ok(()))
    } else {
        let budget = rules.unpacked_size_max.min(rules.repacked_size_max);
        let unpacked = decompress(codec, batch.magic(), batch.payload(), budget, scratch, &mut whole);
        (&whole[..], unpacked)
    };
    let mut result = Ok(());
    for record in Records::new(bytes, batch.record_count()) {
        match record {
            Ok(record)
                if codec != Codec::None && record.body_size as i64 > i64::from(rules.record_size_max) =>
            {
                result = Err(invalid_record(RecordError::Structure));
            }
            Ok(record) => {
                walk.see(record.timestamp_delta, record.offset_delta, record.key.is_some());
                if walk.rejects.count == 0 {
                    take(&record, batch.record_timestamp(record.timestamp_delta));
                }
                continue;
            }
            // What is missing is what the codec did not give.
            Err(RecordError::Truncated) if unpacked.is_err() => {}
            Err(error) if codec == Codec::None => result = Err(invalid_plain_record(error)),
            Err(error) => result = Err(invalid_record(error)),
        }
        break;
    }
    scratch.whole = whole;
    scratch.trim();
    result?;
    unpacked.map_err(|error| WalkError::Unpack(error).into())
}

/// What a walk over the records gathers.
struct Walk<'r> {
    rules: &'r ValidateRules,
    batch_size: usize,
    record_count: i32,
    batch_type: TimestampType,
    base_timestamp: i64,
    header_max_timestamp: Timestamp,
    /// Records seen.
    seen: i32,
    max_timestamp: i64,
    max_timestamp_delta: i32,
    deltas_differ: bool,
    any_negative: bool,
    rejects: RecordRejects,
}

impl<'r> Walk<'r> {
    fn new(batch: &BatchView<'_>, rules: &'r ValidateRules) -> Self {
        Self {
            rules,
            batch_size: batch.total_len(),
            record_count: batch.record_count(),
            batch_type: batch.timestamp_type(),
            base_timestamp: batch.base_timestamp().0,
            header_max_timestamp: batch.max_timestamp(),
            seen: 0,
            max_timestamp: -1,
            max_timestamp_delta: 0,
            deltas_differ: false,
            any_negative: false,
            rejects: RecordRejects::default(),
        }
    }

    #[inline]
    fn see(&mut self, timestamp_delta: i64, offset_delta: i32, has_key: bool) {
        let timestamp = match self.batch_type {
            TimestampType::CreateTime => self.base_timestamp.wrapping_add(timestamp_delta),
            TimestampType::LogAppendTime => self.header_max_timestamp.0,
        };
        self.deltas_differ |= offset_delta != self.seen;
        self.any_negative |= timestamp < -1;
        if timestamp > self.max_timestamp {
            self.max_timestamp = timestamp;
            self.max_timestamp_delta = self.seen;
        }
        if self.rules.compacted && !has_key {
            self.reject(RecordReject::NoKey);
        } else if self.rules.timestamp_type == TimestampType::CreateTime && timestamp != -1 {
            let age = self.rules.now.0.wrapping_sub(timestamp);
            if age > self.rules.timestamp_before_ms_max
                || age.wrapping_neg() > self.rules.timestamp_after_ms_max
            {
                let timestamp = Timestamp(timestamp);
                let offset = Offset(i64::from(offset_delta));
                self.reject(RecordReject::TimestampRange { timestamp, offset });
            }
        } else if self.batch_type == TimestampType::LogAppendTime {
            self.reject(RecordReject::LogAppendTime);
        }
        self.seen += 1;
    }

    #[cold]
    fn reject(&mut self, why: RecordReject) {
        self.rejects.count += 1;
        self.rejects.any_timestamp |= why != RecordReject::NoKey;
        if self.rejects.first.len() < RECORD_REJECTS_COUNT_MAX {
            self.rejects.first.push((self.seen, why));
        }
    }

    fn verdict(self, codec: Codec) -> Result<Verdict, Reject> {
        if self.rejects.count > 0 {
            return Err(Reject::Records(self.rejects));
        }
        if self.any_negative && target_of(codec, self.rules) != codec {
            return Err(Reject::Unknown(Unknown::NegativeTimestamp));
        }
        let own = self.rules.timestamp_type == TimestampType::LogAppendTime;
        let max_timestamp = if own { self.rules.now } else { Timestamp(self.max_timestamp) };
        let header_right =
            self.batch_type == self.rules.timestamp_type && self.header_max_timestamp == max_timestamp;
        let rewrite = if target_of(codec, self.rules) != codec {
            Rewrite::Repack
        } else if header_right {
            Rewrite::Nothing
        } else {
            Rewrite::MaxTimestamp
        };
        Ok(Verdict {
            batch_size: self.batch_size,
            record_count: self.record_count,
            max_timestamp,
            max_timestamp_delta: if own { 0 } else { self.max_timestamp_delta },
            rewrite,
        })
    }
}

const _: () =
    assert!(BATCH_OVERHEAD > 27, "a header that ends before its offset delta is shorter than any batch");
