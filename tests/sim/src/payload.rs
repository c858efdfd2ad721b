//! Batches as producers write them and readers find them: what a record holds, packing, breaking, unpacking.
//!
//! Knows no topics; whether a record may be where it is found is the model's to say.

use std::cell::RefCell;

use protocol::compress::{Codec, Compression, Scratch, decompress};
use protocol::records::{BatchBuilder, BatchView, Records, batch_crc};
use protocol::{LeaderEpoch, Offset, Rng, Timestamp};

/// More than any batch of a simulated producer unpacks to.
const BUDGET: u64 = 1 << 20;
/// Where a batch of format 2 has its checksum, what it covers, and the number of its records.
const CRC_AT: usize = 17;
const COVERED_AT: usize = 21;
const COUNT_AT: usize = 57;

thread_local! {
    /// Made once, since the states of the codecs are large.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// All codecs.
pub const CODECS: [Codec; 5] = [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd];

/// A record that was found.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Where.
    pub offset: i64,
    /// Its number; 0 if its value is nobody's.
    pub id: u64,
    /// Its timestamp.
    pub at: i64,
    /// The leader epoch of its batch.
    pub epoch: i32,
}

/// The value of a record: its number over and over, for eight bytes more than `len`.
#[must_use]
pub fn value_of(id: u64, len: usize) -> Vec<u8> {
    let mut value = id.to_be_bytes().repeat(len / 8 + 2);
    value.truncate(len + 8);
    value
}

fn id_of(value: &[u8]) -> Option<u64> {
    let id = u64::from_be_bytes(*value.first_chunk::<8>()?);
    (value_of(id, value.len() - 8) == value).then_some(id)
}

/// A batch of records of these numbers and sizes. `dress` may say what the batch is besides.
#[must_use]
pub fn pack(
    records: impl Iterator<Item = (u64, usize)>,
    at: Timestamp,
    codec: Codec,
    dress: impl FnOnce(BatchBuilder) -> BatchBuilder,
) -> Vec<u8> {
    let mut builder = dress(BatchBuilder::new(Offset::ZERO).compression(Compression::new(codec)));
    for (id, size) in records {
        builder.append(at, Some(b"k"), Some(&value_of(id, size)), []);
    }
    builder.finish()
}

/// Breaks a batch so that no broker may take it.
pub fn damage(batch: &mut [u8], rng: &mut Rng) {
    if rng.one_in(3) {
        // A record more than there are, under a checksum that is right.
        batch[COUNT_AT + 3] += 1;
        let crc = batch_crc(batch);
        batch[CRC_AT..CRC_AT + 4].copy_from_slice(&crc.to_be_bytes());
        return;
    }
    let at = COVERED_AT + rng.below((batch.len() - COVERED_AT) as u64) as usize;
    batch[at] ^= 1 << rng.below(8);
}

/// The records of a batch, whatever it is compressed with.
#[must_use]
pub fn records_of(batch: &BatchView<'_>) -> Vec<Found> {
    let codec = batch.codec().expect("clients use codecs that there are");
    let mut whole = Vec::new();
    let records = match batch.records() {
        Some(records) => records,
        None => {
            SCRATCH.with_borrow_mut(|scratch| {
                decompress(codec, batch.magic(), batch.payload(), BUDGET, scratch, &mut whole)
                    .expect("what was taken can be unpacked");
            });
            Records::new(&whole, batch.record_count())
        }
    };
    let LeaderEpoch(epoch) = batch.leader_epoch();
    let found = records.map(|record| {
        let record = record.expect("records are whole");
        Found {
            offset: batch.base_offset().0 + i64::from(record.offset_delta),
            id: id_of(record.value.unwrap_or_default()).unwrap_or(0),
            at: batch.record_timestamp(record.timestamp_delta).0,
            epoch,
        }
    });
    found.collect()
}
