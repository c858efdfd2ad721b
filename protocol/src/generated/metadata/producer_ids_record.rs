//! `ProducerIdsRecord`. From `schema/metadata/015-producer_ids_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, put_i32, put_i64};

/// `ProducerIdsRecord`, record type 15, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProducerIdsRecord {
    pub broker_id: i32,
    pub broker_epoch: i64,
    pub next_producer_id: i64,
}
impl Default for ProducerIdsRecord {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, next_producer_id: 0 }
    }
}
impl ProducerIdsRecord {
    /// The number of this type of record.
    pub const TYPE: i16 = 15;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.broker_epoch = r.i64()?;
        x.next_producer_id = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.broker_id);
        put_i64(out, self.broker_epoch);
        put_i64(out, self.next_producer_id);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ProducerIdsRecord {
    const NAME: &'static str = "ProducerIdsRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    fn flexible(_v: i16) -> bool {
        true
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
