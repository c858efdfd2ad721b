//! `RemoveUserScramCredentialRecord`. From `schema/metadata/022-remove_user_scram_credential_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i8, put_string};
use std::borrow::Cow;

/// `RemoveUserScramCredentialRecord`, record type 22, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoveUserScramCredentialRecord<'a> {
    pub name: Cow<'a, str>,
    pub mechanism: i8,
}
impl<'a> RemoveUserScramCredentialRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 22;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.mechanism = r.i8()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i8(out, self.mechanism);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RemoveUserScramCredentialRecord<'static> {
        RemoveUserScramCredentialRecord { name: own(self.name), mechanism: self.mechanism }
    }
}
impl<'a> Message<'a> for RemoveUserScramCredentialRecord<'a> {
    const NAME: &'static str = "RemoveUserScramCredentialRecord";
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
