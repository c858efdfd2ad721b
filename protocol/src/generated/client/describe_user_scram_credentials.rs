//! `DescribeUserScramCredentialsRequest` and `DescribeUserScramCredentialsResponse`. From `schema/client/050-describe_user_scram_credentials.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_i8, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `DescribeUserScramCredentialsRequest`, API key 50, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeUserScramCredentialsRequest<'a> {
    pub users: Option<Vec<UserName<'a>>>,
}
impl Default for DescribeUserScramCredentialsRequest<'_> {
    fn default() -> Self {
        Self { users: Some(Vec::new()) }
    }
}
impl<'a> DescribeUserScramCredentialsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.users = r.array_opt(flex, 2, |r| UserName::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array_opt(out, self.users.as_deref(), flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeUserScramCredentialsRequest<'static> {
        DescribeUserScramCredentialsRequest {
            users: self.users.map(|x| x.into_iter().map(UserName::into_owned).collect()),
        }
    }
}
/// Part of `DescribeUserScramCredentialsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct UserName<'a> {
    pub name: Cow<'a, str>,
}
impl<'a> UserName<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> UserName<'static> {
        UserName { name: own(self.name) }
    }
}
impl<'a> Message<'a> for DescribeUserScramCredentialsRequest<'a> {
    const NAME: &'static str = "DescribeUserScramCredentialsRequest";
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
impl<'a> Request<'a> for DescribeUserScramCredentialsRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeUserScramCredentials;
    type Response<'r> = DescribeUserScramCredentialsResponse<'r>;
}
/// `DescribeUserScramCredentialsResponse`, API key 50, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeUserScramCredentialsResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub results: Vec<DescribeUserScramCredentialsResult<'a>>,
}
impl Default for DescribeUserScramCredentialsResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            results: Vec::new(),
        }
    }
}
impl<'a> DescribeUserScramCredentialsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.results = r.array(flex, 6, |r| DescribeUserScramCredentialsResult::decode(r, v))?;
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
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeUserScramCredentialsResponse<'static> {
        DescribeUserScramCredentialsResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            results: self.results.into_iter().map(DescribeUserScramCredentialsResult::into_owned).collect(),
        }
    }
}
/// Part of `DescribeUserScramCredentialsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeUserScramCredentialsResult<'a> {
    pub user: Cow<'a, str>,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub credential_infos: Vec<CredentialInfo>,
}
impl Default for DescribeUserScramCredentialsResult<'_> {
    fn default() -> Self {
        Self {
            user: Cow::Borrowed(""),
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            credential_infos: Vec::new(),
        }
    }
}
impl<'a> DescribeUserScramCredentialsResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.user = r.string(flex)?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.credential_infos = r.array(flex, 6, |r| CredentialInfo::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.user, flex)?;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array(out, &self.credential_infos, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeUserScramCredentialsResult<'static> {
        DescribeUserScramCredentialsResult {
            user: own(self.user),
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            credential_infos: self.credential_infos,
        }
    }
}
/// Part of `DescribeUserScramCredentialsResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct CredentialInfo {
    pub mechanism: i8,
    pub iterations: i32,
}
impl CredentialInfo {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.mechanism = r.i8()?;
        x.iterations = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i8(out, self.mechanism);
        put_i32(out, self.iterations);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for DescribeUserScramCredentialsResponse<'a> {
    const NAME: &'static str = "DescribeUserScramCredentialsResponse";
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
