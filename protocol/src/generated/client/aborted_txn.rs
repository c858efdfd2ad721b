//! `AbortedTxn`. From `schema/client/aborted_txn.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, put_i64};

/// `AbortedTxn`, versions 0 to 0, never flexible.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AbortedTxn {
    pub producer_id: i64,
    pub first_offset: i64,
    pub last_offset: i64,
    pub last_stable_offset: i64,
}
impl AbortedTxn {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.producer_id = r.i64()?;
        x.first_offset = r.i64()?;
        x.last_offset = r.i64()?;
        x.last_stable_offset = r.i64()?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i64(out, self.producer_id);
        put_i64(out, self.first_offset);
        put_i64(out, self.last_offset);
        put_i64(out, self.last_stable_offset);
        Ok(())
    }
}
impl<'a> Message<'a> for AbortedTxn {
    const NAME: &'static str = "AbortedTxn";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
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
