//! `UserScramCredentialRecord`. From `schema/metadata/011-user_scram_credential_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_bytes, put_i8, put_i32, put_string};
use std::borrow::Cow;

/// `UserScramCredentialRecord`, record type 11, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct UserScramCredentialRecord<'a> {
    pub name: Cow<'a, str>,
    pub mechanism: i8,
    pub salt: Cow<'a, [u8]>,
    pub stored_key: Cow<'a, [u8]>,
    pub server_key: Cow<'a, [u8]>,
    pub iterations: i32,
}
impl<'a> UserScramCredentialRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 11;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.mechanism = r.i8()?;
        x.salt = r.bytes(flex)?;
        x.stored_key = r.bytes(flex)?;
        x.server_key = r.bytes(flex)?;
        x.iterations = r.i32()?;
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
        put_bytes(out, &self.salt, flex)?;
        put_bytes(out, &self.stored_key, flex)?;
        put_bytes(out, &self.server_key, flex)?;
        put_i32(out, self.iterations);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> UserScramCredentialRecord<'static> {
        UserScramCredentialRecord {
            name: own(self.name),
            mechanism: self.mechanism,
            salt: own(self.salt),
            stored_key: own(self.stored_key),
            server_key: own(self.server_key),
            iterations: self.iterations,
        }
    }
}
impl<'a> Message<'a> for UserScramCredentialRecord<'a> {
    const NAME: &'static str = "UserScramCredentialRecord";
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
