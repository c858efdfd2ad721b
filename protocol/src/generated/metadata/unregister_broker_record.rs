//! `UnregisterBrokerRecord`. From `schema/metadata/001-unregister_broker_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, put_i32, put_i64};

/// `UnregisterBrokerRecord`, record type 1, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct UnregisterBrokerRecord {
    pub broker_id: i32,
    pub broker_epoch: i64,
}
impl UnregisterBrokerRecord {
    /// The number of this type of record.
    pub const TYPE: i16 = 1;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.broker_epoch = r.i64()?;
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
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for UnregisterBrokerRecord {
    const NAME: &'static str = "UnregisterBrokerRecord";
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
