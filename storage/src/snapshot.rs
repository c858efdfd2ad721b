//! `.snapshot`: a partition's producers at one offset, in Kafka's format 1.
//!
//! Version, CRC-32C over all that follows it, count, entries. The offset is the file's name. Only the last batch of
//! each producer is kept; the open job finds those before it in the log.

use protocol::{Offset, ProducerEpoch, ProducerId, Timestamp};

use crate::producers::{BatchSeen, ProducerEntry, Producers};

const VERSION: i16 = 1;
const CRC_AT: usize = 2;
const COUNT_AT: usize = 6;
const ENTRIES_AT: usize = 10;
const ENTRY_BYTES: usize = 46;

/// The file that holds these producers. Entries are in the order of producer ids, so that equal states give equal bytes.
#[must_use]
pub fn encode(producers: &Producers) -> Vec<u8> {
    let mut entries: Vec<_> = producers.iter().collect();
    entries.sort_unstable_by_key(|&(id, _)| id);
    let mut bytes = Vec::with_capacity(ENTRIES_AT + entries.len() * ENTRY_BYTES);
    bytes.extend_from_slice(&VERSION.to_be_bytes());
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&(entries.len() as i32).to_be_bytes());
    for (id, entry) in entries {
        let last = entry.batches().last();
        bytes.extend_from_slice(&id.0.to_be_bytes());
        bytes.extend_from_slice(&entry.epoch.0.to_be_bytes());
        bytes.extend_from_slice(&entry.last_sequence().to_be_bytes());
        bytes.extend_from_slice(&last.map_or(-1, |batch| batch.last_offset.0).to_be_bytes());
        bytes.extend_from_slice(&last.map_or(0, |batch| batch.offset_delta).to_be_bytes());
        bytes.extend_from_slice(&entry.last_timestamp.0.to_be_bytes());
        bytes.extend_from_slice(&entry.coordinator_epoch.to_be_bytes());
        bytes.extend_from_slice(&entry.txn_first.map_or(-1, |first| first.0).to_be_bytes());
    }
    let crc = crc32c::crc32c(&bytes[COUNT_AT..]);
    bytes[CRC_AT..CRC_AT + 4].copy_from_slice(&crc.to_be_bytes());
    bytes
}

/// Reads a file back; `None` if anything about it is wrong.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Vec<(ProducerId, ProducerEntry)>> {
    let version = i16::from_be_bytes(bytes.get(..CRC_AT)?.try_into().ok()?);
    let crc = u32::from_be_bytes(bytes.get(CRC_AT..COUNT_AT)?.try_into().ok()?);
    let count = i32::from_be_bytes(bytes.get(COUNT_AT..ENTRIES_AT)?.try_into().ok()?);
    if version != VERSION || crc != crc32c::crc32c(&bytes[COUNT_AT..]) {
        return None;
    }
    let (entries, _) = bytes[ENTRIES_AT..].as_chunks::<ENTRY_BYTES>();
    let entries = entries.get(..usize::try_from(count).ok()?)?;
    Some(entries.iter().map(decode_entry).collect())
}

fn decode_entry(bytes: &[u8; ENTRY_BYTES]) -> (ProducerId, ProducerEntry) {
    let int = |at: usize| i32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes of an entry"));
    let long = |at: usize| i64::from_be_bytes(bytes[at..at + 8].try_into().expect("eight bytes of an entry"));
    let timestamp = Timestamp(long(26));
    let (last_offset, offset_delta) = (long(14), int(22));
    let seen =
        BatchSeen { last_sequence: int(10), last_offset: Offset(last_offset), offset_delta, timestamp };
    // A delta that no batch can have would break the arithmetic of sequences; such a batch is not remembered.
    let last_batch =
        (last_offset >= 0 && offset_delta >= 0 && i64::from(offset_delta) <= last_offset).then_some(seen);
    let first = long(38);
    let epoch = ProducerEpoch(i16::from_be_bytes([bytes[8], bytes[9]]));
    let entry =
        ProducerEntry::restored(epoch, int(34), timestamp, (first >= 0).then_some(Offset(first)), last_batch);
    (ProducerId(long(0)), entry)
}
