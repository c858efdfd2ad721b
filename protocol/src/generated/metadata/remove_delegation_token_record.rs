//! `RemoveDelegationTokenRecord`. From `schema/metadata/026-remove_delegation_token_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_string};
use std::borrow::Cow;

/// `RemoveDelegationTokenRecord`, record type 26, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoveDelegationTokenRecord<'a> {
    pub token_id: Cow<'a, str>,
}
impl<'a> RemoveDelegationTokenRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 26;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.token_id = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.token_id, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RemoveDelegationTokenRecord<'static> {
        RemoveDelegationTokenRecord { token_id: own(self.token_id) }
    }
}
impl<'a> Message<'a> for RemoveDelegationTokenRecord<'a> {
    const NAME: &'static str = "RemoveDelegationTokenRecord";
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
