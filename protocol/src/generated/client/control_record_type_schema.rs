//! `ControlRecordTypeSchema`. From `schema/client/control_record_type_schema.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, put_i16};

/// `ControlRecordTypeSchema`, versions 0 to 0, never flexible.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ControlRecordTypeSchema {
    pub type_: i16,
}
impl ControlRecordTypeSchema {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.type_ = r.i16()?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i16(out, self.type_);
        Ok(())
    }
}
impl<'a> Message<'a> for ControlRecordTypeSchema {
    const NAME: &'static str = "ControlRecordTypeSchema";
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
