//! `EndTxnMarker`. From `schema/client/end_txn_marker.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, put_i32};

/// `EndTxnMarker`, versions 0 to 0, never flexible.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct EndTxnMarker {
    pub coordinator_epoch: i32,
}
impl EndTxnMarker {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.coordinator_epoch = r.i32()?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.coordinator_epoch);
        Ok(())
    }
}
impl<'a> Message<'a> for EndTxnMarker {
    const NAME: &'static str = "EndTxnMarker";
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
