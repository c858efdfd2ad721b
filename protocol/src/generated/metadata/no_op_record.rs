//! `NoOpRecord`. From `schema/metadata/020-no_op_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader};

/// `NoOpRecord`, record type 20, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct NoOpRecord {}
impl NoOpRecord {
    /// The number of this type of record.
    pub const TYPE: i16 = 20;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        r.tags(|_, _| Ok(false))?;
        Ok(Self::default())
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for NoOpRecord {
    const NAME: &'static str = "NoOpRecord";
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
