//! The few fields of a record batch that decide where it lies: read from bytes, or told by whoever validated it.
//!
//! Reads all three formats, since formats 0 and 1 are still found on disk. Knows nothing of records beyond the first one of a control batch.
//!
//! Invariants:
//! - Nothing here trusts a length: every field is checked against the bytes given.
//! - In formats 0 and 1 the offset in front of a set is the last one of that set; in format 2 it is the first.

use protocol::records::{EndTxnMarker, Record};
use protocol::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Timestamp};

/// Offset and size in front of every batch of any format.
pub const PREFIX_BYTES: usize = 12;
/// What of a batch must be at hand to place it, in any format.
pub const PLACE_BYTES: usize = 27;
/// The header of a format 2 batch.
pub const HEADER_BYTES: usize = 61;
/// The smallest set of format 0: prefix, checksum, magic, attributes, null key, null value.
pub const OLD_BYTES_MIN: usize = PREFIX_BYTES + 14;
/// "No sequence".
pub const NO_SEQUENCE: i32 = -1;

const MAGIC_AT: usize = 16;
const ATTRIBUTES_AT: usize = 21;
const LAST_DELTA_AT: usize = 23;
const MAX_TIMESTAMP_AT: usize = 35;
const PRODUCER_ID_AT: usize = 43;
const PRODUCER_EPOCH_AT: usize = 51;
const BASE_SEQUENCE_AT: usize = 53;
const COUNT_AT: usize = 57;
const EPOCH_AT: usize = 12;
const CRC_AT: usize = 17;

const TRANSACTIONAL: i16 = 1 << 4;
const CONTROL: i16 = 1 << 5;
const APPEND_TIME: i16 = 1 << 3;

/// How a transaction on this partition ended, as its marker says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marker {
    /// Commit, else abort.
    pub commit: bool,
    /// Epoch of the coordinator that wrote it.
    pub coordinator_epoch: i32,
}

/// What the log must know of a batch to append it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchInfo {
    /// Last offset minus first offset; one less than the number of records in a fresh batch.
    pub last_offset_delta: i32,
    /// The largest timestamp of its records.
    pub max_timestamp: Timestamp,
    /// -1 unless idempotent or transactional.
    pub producer_id: ProducerId,
    /// -1 unless idempotent or transactional.
    pub producer_epoch: ProducerEpoch,
    /// -1 unless idempotent, and in control batches.
    pub base_sequence: i32,
    /// Part of a transaction, markers included.
    pub transactional: bool,
    /// A control batch.
    pub control: bool,
    /// The transaction marker a control batch holds.
    pub marker: Option<Marker>,
    /// Whether its timestamps are those of the broker.
    pub append_time: bool,
}

impl BatchInfo {
    /// The sequence of the last record; wraps from the largest to 0.
    #[must_use]
    pub fn last_sequence(&self) -> i32 {
        if self.base_sequence == NO_SEQUENCE {
            NO_SEQUENCE
        } else {
            add_sequence(self.base_sequence, self.last_offset_delta)
        }
    }

    /// Reads it from the whole bytes of a format 2 batch; `None` unless they are as long as they say. Checks no CRC.
    #[must_use]
    pub fn parse(batch: &[u8]) -> Option<Self> {
        let header = Header::parse(batch).ok()?;
        (header.magic == 2 && header.size as usize == batch.len()).then(|| header.info(batch))
    }
}

/// `sequence` and `delta` more, wrapping from `i32::MAX` to 0.
#[must_use]
pub fn add_sequence(sequence: i32, delta: i32) -> i32 {
    (i64::from(sequence) + i64::from(delta)).rem_euclid(SEQUENCES) as i32
}

/// The sequence `delta` before `sequence`, wrapping from 0 to `i32::MAX`.
#[must_use]
pub fn sub_sequence(sequence: i32, delta: i32) -> i32 {
    (i64::from(sequence) - i64::from(delta)).rem_euclid(SEQUENCES) as i32
}

const SEQUENCES: i64 = 1 << 31;

/// Why bytes are no batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// More bytes are needed to say; holds how many, counted from the batch's first.
    Short(usize),
    /// No batch begins here.
    Invalid,
}

/// Where a batch lies and what it spans, of any format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Format.
    pub magic: u8,
    /// The first offset in format 2; in formats 0 and 1 the last, as the first is not known from outside.
    pub base: Offset,
    /// The last offset.
    pub last: Offset,
    /// Whole size on disk.
    pub size: u32,
}

impl Place {
    /// Reads the place of the batch that begins at `bytes`. Says how many bytes are wanted if there are too few.
    pub fn parse(bytes: &[u8]) -> Result<Self, Broken> {
        if bytes.len() < MAGIC_AT + 1 {
            return Err(Broken::Short(PLACE_BYTES));
        }
        let base = i64_at(bytes, 0);
        let length = i32_at(bytes, 8);
        let magic = bytes[MAGIC_AT];
        let size_min = if magic == 2 { HEADER_BYTES } else { OLD_BYTES_MIN };
        let Ok(length) = u32::try_from(length) else { return Err(Broken::Invalid) };
        let size = length.saturating_add(PREFIX_BYTES as u32);
        if magic > 2 || base < 0 || (size as usize) < size_min || size > i32::MAX as u32 {
            return Err(Broken::Invalid);
        }
        let last = if magic == 2 {
            if bytes.len() < PLACE_BYTES {
                return Err(Broken::Short(PLACE_BYTES));
            }
            let delta = i32_at(bytes, LAST_DELTA_AT);
            if delta < 0 {
                return Err(Broken::Invalid);
            }
            base.checked_add(i64::from(delta)).ok_or(Broken::Invalid)?
        } else {
            base
        };
        // The offset behind it must exist too.
        if last == i64::MAX {
            return Err(Broken::Invalid);
        }
        Ok(Self { magic, base: Offset(base), last: Offset(last), size })
    }
}

/// The header of a batch of any format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Format.
    pub magic: u8,
    /// As in [`Place::base`].
    pub base: Offset,
    /// The last offset.
    pub last: Offset,
    /// Whole size on disk.
    pub size: u32,
    /// Leader epoch; none in formats 0 and 1.
    pub epoch: LeaderEpoch,
    /// Largest timestamp; none in format 0.
    pub max_timestamp: Timestamp,
    /// Attribute bits.
    pub attributes: i16,
    /// Producer, its epoch, the first sequence.
    pub producer_id: ProducerId,
    /// The producer's epoch.
    pub producer_epoch: ProducerEpoch,
    /// The first sequence.
    pub base_sequence: i32,
    /// Number of records as the header says; 1 in formats 0 and 1.
    pub count: i32,
}

impl Header {
    /// Reads the header of the batch that begins at `bytes`; they may end before the batch does.
    pub fn parse(bytes: &[u8]) -> Result<Self, Broken> {
        let Place { magic, base, last, size } = Place::parse(bytes)?;
        let mut header = Self {
            magic,
            base,
            last,
            size,
            epoch: LeaderEpoch::NONE,
            max_timestamp: Timestamp::NONE,
            attributes: 0,
            producer_id: ProducerId::NONE,
            producer_epoch: ProducerEpoch::NONE,
            base_sequence: NO_SEQUENCE,
            count: 1,
        };
        if magic == 2 {
            if bytes.len() < HEADER_BYTES {
                return Err(Broken::Short(HEADER_BYTES));
            }
            header.epoch = LeaderEpoch(i32_at(bytes, EPOCH_AT));
            header.attributes = i16_at(bytes, ATTRIBUTES_AT);
            header.max_timestamp = Timestamp(i64_at(bytes, MAX_TIMESTAMP_AT));
            header.producer_id = ProducerId(i64_at(bytes, PRODUCER_ID_AT));
            header.producer_epoch = ProducerEpoch(i16_at(bytes, PRODUCER_EPOCH_AT));
            header.base_sequence = i32_at(bytes, BASE_SEQUENCE_AT);
            header.count = i32_at(bytes, COUNT_AT);
        } else {
            if bytes.len() < OLD_BYTES_MIN {
                return Err(Broken::Short(OLD_BYTES_MIN));
            }
            header.attributes = i16::from(bytes[MAGIC_AT + 1]);
            if magic == 1 {
                header.max_timestamp = Timestamp(i64_at(bytes, MAGIC_AT + 2));
            }
        }
        Ok(header)
    }

    /// Whether the stored checksum fits; `batch` is the whole batch. Also false when `batch` has another length.
    #[must_use]
    pub fn crc_fits(&self, batch: &[u8]) -> bool {
        if batch.len() != self.size as usize {
            return false;
        }
        if self.magic == 2 {
            crc32c::crc32c(&batch[ATTRIBUTES_AT..]) == i32_at(batch, CRC_AT) as u32
        } else {
            crc32(&batch[MAGIC_AT..]) == i32_at(batch, PREFIX_BYTES) as u32
        }
    }

    /// Whether it is part of a transaction.
    #[must_use]
    pub fn transactional(&self) -> bool {
        self.magic == 2 && self.attributes & TRANSACTIONAL != 0
    }

    /// Whether it is a control batch.
    #[must_use]
    pub fn control(&self) -> bool {
        self.magic == 2 && self.attributes & CONTROL != 0
    }

    /// What the log must know of it; `batch` is the whole batch, looked into only for a transaction's marker.
    #[must_use]
    pub fn info(&self, batch: &[u8]) -> BatchInfo {
        let marker = if self.control() && self.transactional() && self.count > 0 {
            batch.get(HEADER_BYTES..).and_then(read_marker)
        } else {
            None
        };
        BatchInfo {
            last_offset_delta: (self.last.0 - self.base.0) as i32,
            max_timestamp: self.max_timestamp,
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            base_sequence: self.base_sequence,
            transactional: self.transactional(),
            control: self.control(),
            marker,
            append_time: self.attributes & APPEND_TIME != 0,
        }
    }
}

/// The transaction marker in the records of a control batch, which are never compressed.
fn read_marker(records: &[u8]) -> Option<Marker> {
    let record = Record::parse(records).ok()?;
    let EndTxnMarker { commit, coordinator_epoch } = EndTxnMarker::parse(record.key, record.value)?;
    Some(Marker { commit, coordinator_epoch })
}

fn i16_at(bytes: &[u8], at: usize) -> i16 {
    i16::from_be_bytes(bytes[at..at + 2].try_into().expect("two bytes were asked for"))
}

fn i32_at(bytes: &[u8], at: usize) -> i32 {
    i32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes were asked for"))
}

fn i64_at(bytes: &[u8], at: usize) -> i64 {
    i64::from_be_bytes(bytes[at..at + 8].try_into().expect("eight bytes were asked for"))
}

/// The checksum of formats 0 and 1 (IEEE 802.3, reflected). They are only met in recovery of old files.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| (crc >> 8) ^ CRC32_TABLE[((crc ^ u32::from(byte)) & 0xff) as usize])
}

static CRC32_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut crc = index as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[index] = crc;
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_wrap_as_kafka_wraps_them() {
        assert_eq!(add_sequence(i32::MAX, 1), 0);
        assert_eq!(add_sequence(i32::MAX - 2, 4), 1);
        assert_eq!(add_sequence(5, 3), 8);
        assert_eq!(sub_sequence(0, 1), i32::MAX);
        assert_eq!(sub_sequence(1, 4), i32::MAX - 2);
        for (sequence, delta) in [(0, 0), (i32::MAX, i32::MAX), (7, 100), (i32::MAX - 1, 1)] {
            assert_eq!(sub_sequence(add_sequence(sequence, delta), delta), sequence);
        }
    }

    #[test]
    fn the_old_checksum_is_the_well_known_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn no_bytes_make_the_parser_panic() {
        let mut rng = protocol::Rng::new(3);
        let mut bytes = [0u8; 96];
        for _ in 0..20_000 {
            rng.fill(&mut bytes);
            bytes[16] = rng.below(4) as u8;
            if rng.one_in(2) {
                bytes[8..12].copy_from_slice(&(rng.below(100) as i32).to_be_bytes());
                bytes[0] = 0;
            }
            let cut = rng.below(97) as usize;
            if let Ok(header) = Header::parse(&bytes[..cut]) {
                let whole = &bytes[..cut.min(header.size as usize)];
                let _ = header.crc_fits(whole);
                let _ = header.info(whole);
            }
            let _ = read_marker(&bytes[..cut]);
        }
    }
}
