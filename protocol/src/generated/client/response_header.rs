//! `ResponseHeader`. From `schema/client/response_header.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, put_i32};

/// `ResponseHeader`, versions 0 to 1, flexible from 1.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ResponseHeader {
    pub correlation_id: i32,
}
impl ResponseHeader {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        let mut x = Self::default();
        x.correlation_id = r.i32()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        put_i32(out, self.correlation_id);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for ResponseHeader {
    const NAME: &'static str = "ResponseHeader";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    fn flexible(v: i16) -> bool {
        v == 1
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
