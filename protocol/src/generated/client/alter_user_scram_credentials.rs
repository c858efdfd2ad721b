//! `AlterUserScramCredentialsRequest` and `AlterUserScramCredentialsResponse`. From `schema/client/051-alter_user_scram_credentials.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bytes, put_i8, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `AlterUserScramCredentialsRequest`, API key 51, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterUserScramCredentialsRequest<'a> {
    pub deletions: Vec<ScramCredentialDeletion<'a>>,
    pub upsertions: Vec<ScramCredentialUpsertion<'a>>,
}
impl<'a> AlterUserScramCredentialsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.deletions = r.array(flex, 3, |r| ScramCredentialDeletion::decode(r, v))?;
        x.upsertions = r.array(flex, 9, |r| ScramCredentialUpsertion::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.deletions, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.upsertions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterUserScramCredentialsRequest<'static> {
        AlterUserScramCredentialsRequest {
            deletions: self.deletions.into_iter().map(ScramCredentialDeletion::into_owned).collect(),
            upsertions: self.upsertions.into_iter().map(ScramCredentialUpsertion::into_owned).collect(),
        }
    }
}
/// Part of `AlterUserScramCredentialsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ScramCredentialDeletion<'a> {
    pub name: Cow<'a, str>,
    pub mechanism: i8,
}
impl<'a> ScramCredentialDeletion<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.mechanism = r.i8()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i8(out, self.mechanism);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ScramCredentialDeletion<'static> {
        ScramCredentialDeletion { name: own(self.name), mechanism: self.mechanism }
    }
}
/// Part of `AlterUserScramCredentialsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ScramCredentialUpsertion<'a> {
    pub name: Cow<'a, str>,
    pub mechanism: i8,
    pub iterations: i32,
    pub salt: Cow<'a, [u8]>,
    pub salted_password: Cow<'a, [u8]>,
}
impl<'a> ScramCredentialUpsertion<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.mechanism = r.i8()?;
        x.iterations = r.i32()?;
        x.salt = r.bytes(flex)?;
        x.salted_password = r.bytes(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i8(out, self.mechanism);
        put_i32(out, self.iterations);
        put_bytes(out, &self.salt, flex)?;
        put_bytes(out, &self.salted_password, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ScramCredentialUpsertion<'static> {
        ScramCredentialUpsertion {
            name: own(self.name),
            mechanism: self.mechanism,
            iterations: self.iterations,
            salt: own(self.salt),
            salted_password: own(self.salted_password),
        }
    }
}
impl<'a> Message<'a> for AlterUserScramCredentialsRequest<'a> {
    const NAME: &'static str = "AlterUserScramCredentialsRequest";
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
impl<'a> Request<'a> for AlterUserScramCredentialsRequest<'a> {
    const KEY: ApiKey = ApiKey::AlterUserScramCredentials;
    type Response<'r> = AlterUserScramCredentialsResponse<'r>;
}
/// `AlterUserScramCredentialsResponse`, API key 51, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterUserScramCredentialsResponse<'a> {
    pub throttle_time_ms: i32,
    pub results: Vec<AlterUserScramCredentialsResult<'a>>,
}
impl<'a> AlterUserScramCredentialsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.results = r.array(flex, 5, |r| AlterUserScramCredentialsResult::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterUserScramCredentialsResponse<'static> {
        AlterUserScramCredentialsResponse {
            throttle_time_ms: self.throttle_time_ms,
            results: self.results.into_iter().map(AlterUserScramCredentialsResult::into_owned).collect(),
        }
    }
}
/// Part of `AlterUserScramCredentialsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterUserScramCredentialsResult<'a> {
    pub user: Cow<'a, str>,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for AlterUserScramCredentialsResult<'_> {
    fn default() -> Self {
        Self { user: Cow::Borrowed(""), error_code: 0, error_message: Some(Cow::Borrowed("")) }
    }
}
impl<'a> AlterUserScramCredentialsResult<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.user = r.string(flex)?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.user, flex)?;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterUserScramCredentialsResult<'static> {
        AlterUserScramCredentialsResult {
            user: own(self.user),
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for AlterUserScramCredentialsResponse<'a> {
    const NAME: &'static str = "AlterUserScramCredentialsResponse";
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
