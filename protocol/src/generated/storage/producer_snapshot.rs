//! `ProducerSnapshot`. From `schema/storage/producer_snapshot.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, put_array, put_i16, put_i32, put_i64, put_u32};

/// `ProducerSnapshot`, versions 1 to 1, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ProducerSnapshot {
    pub crc: u32,
    pub producer_entries: Vec<ProducerEntry>,
}
impl ProducerSnapshot {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 1 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.crc = r.u32()?;
        x.producer_entries = r.array(flex, 46, |r| ProducerEntry::decode(r, v))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 1 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_u32(out, self.crc);
        put_array(out, &self.producer_entries, flex, |out, x| x.encode(out, v))?;
        Ok(())
    }
}
/// Part of `ProducerSnapshot`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ProducerEntry {
    pub producer_id: i64,
    pub epoch: i16,
    pub last_sequence: i32,
    pub last_offset: i64,
    pub offset_delta: i32,
    pub timestamp: i64,
    pub coordinator_epoch: i32,
    pub current_txn_first_offset: i64,
}
impl ProducerEntry {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.producer_id = r.i64()?;
        x.epoch = r.i16()?;
        x.last_sequence = r.i32()?;
        x.last_offset = r.i64()?;
        x.offset_delta = r.i32()?;
        x.timestamp = r.i64()?;
        x.coordinator_epoch = r.i32()?;
        x.current_txn_first_offset = r.i64()?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i64(out, self.producer_id);
        put_i16(out, self.epoch);
        put_i32(out, self.last_sequence);
        put_i64(out, self.last_offset);
        put_i32(out, self.offset_delta);
        put_i64(out, self.timestamp);
        put_i32(out, self.coordinator_epoch);
        put_i64(out, self.current_txn_first_offset);
        Ok(())
    }
}
impl<'a> Message<'a> for ProducerSnapshot {
    const NAME: &'static str = "ProducerSnapshot";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 1;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
