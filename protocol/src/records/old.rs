//! Messages of formats 0 and 1, read from disk only: nobody writes them any more.
//!
//! A message is one record, or a wrapper whose value is a compressed set of messages. In format 0 the messages inside
//! have their own offsets; in format 1 theirs count from the first of them, and the wrapper has that of the last.
//! Knows nothing of format 2, except that both may follow one another (`MixedBatches`).

use flate2::Crc;

use crate::compress::{Codec, Scratch, UnpackError, decompress};
use crate::records::batch::{BatchError, BatchView, LOG_OVERHEAD, TimestampType, peek_header};
use crate::types::{Offset, Timestamp};

const CRC_AT: usize = 12;
const MAGIC_AT: usize = 16;
const ATTRIBUTES_AT: usize = 17;
const TIMESTAMP_AT: usize = 18;
/// Behind the attributes, where format 0 has its key and format 1 its timestamp.
const BODY_AT: usize = 18;
const CODEC_MASK: u8 = 0x07;
const LOG_APPEND_TIME_BIT: u8 = 0x08;

/// Why a message cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OldError {
    /// It is no whole message, or its checksum is wrong.
    Batch(BatchError),
    /// Key and value do not fill it.
    Structure,
    /// Codec 4 to 7, or a wrapper inside a wrapper.
    Codec,
    /// A wrapper without a value or without messages.
    Empty,
    /// A wrapper of format 1 with an offset below that of its last message.
    Offset,
    /// The codec's bytes are bad, or too many come out.
    Unpack(UnpackError),
}

/// One whole message of format 0 or 1, borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldMessage<'a> {
    bytes: &'a [u8],
    key: Option<&'a [u8]>,
    value: Option<&'a [u8]>,
}

/// One record out of a message, its offset made absolute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldRecord<'a> {
    /// Its place in the partition.
    pub offset: Offset,
    /// -1 in format 0.
    pub timestamp: Timestamp,
    /// Null and empty differ.
    pub key: Option<&'a [u8]>,
    /// Null and empty differ.
    pub value: Option<&'a [u8]>,
}

impl<'a> OldMessage<'a> {
    /// The message at the front of `bytes`; what follows it is left alone. The checksum is not looked at.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, OldError> {
        let head = peek_header(bytes).map_err(OldError::Batch)?;
        if head.magic > 1 {
            return Err(OldError::Batch(BatchError::Magic(head.magic)));
        }
        let torn = BatchError::Torn { have: bytes.len(), need: head.total_len };
        let bytes = bytes.get(..head.total_len).ok_or(OldError::Batch(torn))?;
        let body_at = if head.magic == 0 { BODY_AT } else { BODY_AT + 8 };
        let mut rest = bytes.get(body_at..).ok_or(OldError::Structure)?;
        let key = take_nullable(&mut rest).ok_or(OldError::Structure)?;
        let value = take_nullable(&mut rest).ok_or(OldError::Structure)?;
        if !rest.is_empty() {
            return Err(OldError::Structure);
        }
        Ok(Self { bytes, key, value })
    }

    /// The bytes of this message and no more.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// 0 or 1.
    #[must_use]
    pub fn magic(&self) -> i8 {
        self.bytes[MAGIC_AT] as i8
    }

    /// The offset of the record, of a wrapper that of its last one.
    #[must_use]
    pub fn last_offset(&self) -> Offset {
        Offset(i64::from_be_bytes(*self.bytes.first_chunk().expect("a message has a header")))
    }

    /// The offset behind the message.
    #[must_use]
    pub fn next_offset(&self) -> Offset {
        self.last_offset().plus(1)
    }

    /// -1 in format 0.
    #[must_use]
    pub fn timestamp(&self) -> Timestamp {
        if self.magic() == 0 {
            return Timestamp::NONE;
        }
        let field = self.bytes[TIMESTAMP_AT..].first_chunk().expect("a message of format 1 has a timestamp");
        Timestamp(i64::from_be_bytes(*field))
    }

    /// Who put the timestamp; `None` in format 0.
    #[must_use]
    pub fn timestamp_type(&self) -> Option<TimestampType> {
        let own = self.bytes[ATTRIBUTES_AT] & LOG_APPEND_TIME_BIT != 0;
        (self.magic() == 1).then_some(if own {
            TimestampType::LogAppendTime
        } else {
            TimestampType::CreateTime
        })
    }

    /// Of a wrapper how it is compressed; `Err` has the id of a codec that these formats do not know.
    pub fn codec(&self) -> Result<Codec, u8> {
        let id = self.bytes[ATTRIBUTES_AT] & CODEC_MASK;
        Codec::of_id(id).filter(|&codec| codec != Codec::Zstd).ok_or(id)
    }

    /// Computes the checksum and compares.
    pub fn check_crc(&self) -> Result<(), BatchError> {
        let field = self.bytes[CRC_AT..].first_chunk().expect("a message has a header");
        let stored = u32::from_be_bytes(*field);
        let mut crc = Crc::new();
        crc.update(&self.bytes[MAGIC_AT..]);
        let computed = crc.sum();
        if stored == computed { Ok(()) } else { Err(BatchError::Crc { stored, computed }) }
    }

    /// The records: this one, or those inside the wrapper, unpacked into `buffer` (at most `budget` bytes of them).
    pub fn records<'b>(
        &self,
        budget: u64,
        scratch: &mut Scratch,
        buffer: &'b mut Vec<u8>,
    ) -> Result<OldRecords<'b>, OldError>
    where
        'a: 'b,
    {
        let codec = self.codec().map_err(|_| OldError::Codec)?;
        if codec == Codec::None {
            return Ok(OldRecords { bytes: self.bytes, base: 0, stamped: None });
        }
        let payload = self.value.ok_or(OldError::Empty)?;
        buffer.clear();
        decompress(codec, self.magic(), payload, budget, scratch, buffer).map_err(OldError::Unpack)?;
        // A message cut short at the end is left out, as Kafka does.
        let mut end = 0;
        let mut last_inner = None;
        while let Some(message) = match OldMessage::parse(&buffer[end..]) {
            Err(OldError::Batch(BatchError::Torn { .. })) => None,
            other => Some(other?),
        } {
            if message.codec() != Ok(Codec::None) {
                return Err(OldError::Codec);
            }
            last_inner = Some(message.last_offset());
            end += message.bytes.len();
        }
        let last_inner = last_inner.ok_or(OldError::Empty)?;
        let base = match (self.magic(), self.last_offset().0) {
            // Some producers' wrappers had offset 0.
            (0, _) | (_, 0) => 0,
            (_, last) if last < last_inner.0 => return Err(OldError::Offset),
            (_, last) => last.saturating_sub(last_inner.0),
        };
        let stamped = (self.timestamp_type() == Some(TimestampType::LogAppendTime)).then(|| self.timestamp());
        Ok(OldRecords { bytes: &buffer[..end], base, stamped })
    }
}

/// The records of one message.
#[derive(Clone, Debug)]
pub struct OldRecords<'a> {
    /// Whole messages, checked.
    bytes: &'a [u8],
    /// Added to every offset.
    base: i64,
    /// The wrapper's timestamp, where the broker put it.
    stamped: Option<Timestamp>,
}

impl<'a> Iterator for OldRecords<'a> {
    type Item = OldRecord<'a>;

    fn next(&mut self) -> Option<OldRecord<'a>> {
        let message = OldMessage::parse(self.bytes).ok()?;
        self.bytes = &self.bytes[message.bytes.len()..];
        let timestamp = match self.stamped {
            Some(stamped) if message.magic() == 1 => stamped,
            _ => message.timestamp(),
        };
        let offset = message.last_offset().plus(self.base);
        Some(OldRecord { offset, timestamp, key: message.key, value: message.value })
    }
}

/// A batch of any format.
#[derive(Clone, Copy, Debug)]
pub enum MixedBatch<'a> {
    /// Of format 2.
    V2(BatchView<'a>),
    /// Of format 0 or 1.
    Old(OldMessage<'a>),
}

impl<'a> MixedBatch<'a> {
    /// The batch at the front of `bytes`; the checksum is not looked at.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, OldError> {
        match peek_header(bytes).map_err(OldError::Batch)?.magic {
            2 => BatchView::parse(bytes).map(Self::V2).map_err(OldError::Batch),
            _ => OldMessage::parse(bytes).map(Self::Old),
        }
    }

    /// Bytes of the whole batch.
    #[must_use]
    pub fn total_len(&self) -> usize {
        match self {
            Self::V2(batch) => batch.total_len(),
            Self::Old(message) => message.bytes.len(),
        }
    }

    /// The inclusive last offset.
    #[must_use]
    pub fn last_offset(&self) -> Offset {
        match self {
            Self::V2(batch) => batch.last_offset(),
            Self::Old(message) => message.last_offset(),
        }
    }

    /// The largest timestamp; -1 in format 0.
    #[must_use]
    pub fn max_timestamp(&self) -> Timestamp {
        match self {
            Self::V2(batch) => batch.max_timestamp(),
            Self::Old(message) => message.timestamp(),
        }
    }

    /// Computes the checksum and compares.
    pub fn check_crc(&self) -> Result<(), BatchError> {
        match self {
            Self::V2(batch) => batch.check_crc(),
            Self::Old(message) => message.check_crc(),
        }
    }
}

/// Batches of any format one behind the other. Yields an error once, at the first bytes that are no whole batch, and
/// then ends.
#[derive(Clone, Debug)]
pub struct MixedBatches<'a> {
    bytes: &'a [u8],
}

impl<'a> MixedBatches<'a> {
    /// Walks `bytes` from its first one.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }
}

impl<'a> Iterator for MixedBatches<'a> {
    type Item = Result<MixedBatch<'a>, OldError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.bytes.is_empty() {
            return None;
        }
        let batch = MixedBatch::parse(self.bytes);
        self.bytes = match &batch {
            Ok(batch) => &self.bytes[batch.total_len()..],
            Err(_) => &[],
        };
        Some(batch)
    }
}

fn take_nullable<'a>(rest: &mut &'a [u8]) -> Option<Option<&'a [u8]>> {
    let (&size, tail) = rest.split_first_chunk::<4>()?;
    let size = i32::from_be_bytes(size);
    let Ok(size) = usize::try_from(size) else {
        *rest = tail;
        return Some(None);
    };
    let (bytes, tail) = tail.split_at_checked(size)?;
    *rest = tail;
    Some(Some(bytes))
}

const _: () = assert!(LOG_OVERHEAD == CRC_AT);
