//! `.txnindex`: the aborted transactions whose markers lie in a segment.
//!
//! Entries are 34 bytes: version (0), producer id, first offset, last offset (the marker's), and the last stable offset
//! at the time. They are in the order of their markers.

use protocol::{Offset, ProducerId};

/// Bytes of one entry.
pub const ENTRY_BYTES: usize = 34;

/// One aborted transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbortedTxn {
    /// Whose it was.
    pub producer_id: ProducerId,
    /// Its first offset on this partition.
    pub first: Offset,
    /// The offset of its marker.
    pub last: Offset,
    /// The last stable offset once it was over.
    pub last_stable: Offset,
}

impl AbortedTxn {
    /// The entry as it lies on disk.
    #[must_use]
    pub fn encode(&self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[2..10].copy_from_slice(&self.producer_id.0.to_be_bytes());
        bytes[10..18].copy_from_slice(&self.first.0.to_be_bytes());
        bytes[18..26].copy_from_slice(&self.last.0.to_be_bytes());
        bytes[26..34].copy_from_slice(&self.last_stable.0.to_be_bytes());
        bytes
    }

    fn decode(bytes: &[u8; ENTRY_BYTES]) -> Option<Self> {
        let int =
            |at: usize| i64::from_be_bytes(bytes[at..at + 8].try_into().expect("eight bytes of an entry"));
        (bytes[..2] == [0, 0]).then(|| Self {
            producer_id: ProducerId(int(2)),
            first: Offset(int(10)),
            last: Offset(int(18)),
            last_stable: Offset(int(26)),
        })
    }
}

/// Reads a whole file; `None` if it cannot be one of a segment with these bounds: a cut entry, an unknown version,
/// offsets outside the segment or out of order.
#[must_use]
pub fn decode(bytes: &[u8], base: Offset, end: Offset) -> Option<Vec<AbortedTxn>> {
    let (entries, rest) = bytes.as_chunks::<ENTRY_BYTES>();
    if !rest.is_empty() {
        return None;
    }
    let mut aborted = Vec::with_capacity(entries.len());
    let mut after = base;
    for entry in entries {
        let txn = AbortedTxn::decode(entry)?;
        if txn.last < after || txn.last >= end || txn.first > txn.last || txn.first.0 < 0 {
            return None;
        }
        after = Offset(txn.last.0 + 1);
        aborted.push(txn);
    }
    Some(aborted)
}
