//! `CreateDelegationTokenRequest` and `CreateDelegationTokenResponse`. From `schema/client/038-create_delegation_token.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bytes, put_i16, put_i32, put_i64, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `CreateDelegationTokenRequest`, API key 38, versions 1 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateDelegationTokenRequest<'a> {
    /// In version 3 only.
    pub owner_principal_type: Option<Cow<'a, str>>,
    /// In version 3 only.
    pub owner_principal_name: Option<Cow<'a, str>>,
    pub renewers: Vec<CreatableRenewers<'a>>,
    pub max_lifetime_ms: i64,
}
impl Default for CreateDelegationTokenRequest<'_> {
    fn default() -> Self {
        Self {
            owner_principal_type: Some(Cow::Borrowed("")),
            owner_principal_name: Some(Cow::Borrowed("")),
            renewers: Vec::new(),
            max_lifetime_ms: 0,
        }
    }
}
impl<'a> CreateDelegationTokenRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        if v == 3 {
            x.owner_principal_type = r.string_opt(flex)?;
        }
        if v == 3 {
            x.owner_principal_name = r.string_opt(flex)?;
        }
        x.renewers = r.array(flex, 3, |r| CreatableRenewers::decode(r, v))?;
        x.max_lifetime_ms = r.i64()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        if v < 3 && self.owner_principal_type.as_ref().is_none_or(|x| !x.is_empty()) {
            return Err(EncodeError::Unsupported("owner_principal_type"));
        }
        if v == 3 {
            put_string_opt(out, self.owner_principal_type.as_deref(), flex)?;
        }
        if v < 3 && self.owner_principal_name.as_ref().is_none_or(|x| !x.is_empty()) {
            return Err(EncodeError::Unsupported("owner_principal_name"));
        }
        if v == 3 {
            put_string_opt(out, self.owner_principal_name.as_deref(), flex)?;
        }
        put_array(out, &self.renewers, flex, |out, x| x.encode(out, v))?;
        put_i64(out, self.max_lifetime_ms);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreateDelegationTokenRequest<'static> {
        CreateDelegationTokenRequest {
            owner_principal_type: self.owner_principal_type.map(own),
            owner_principal_name: self.owner_principal_name.map(own),
            renewers: self.renewers.into_iter().map(CreatableRenewers::into_owned).collect(),
            max_lifetime_ms: self.max_lifetime_ms,
        }
    }
}
/// Part of `CreateDelegationTokenRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatableRenewers<'a> {
    pub principal_type: Cow<'a, str>,
    pub principal_name: Cow<'a, str>,
}
impl<'a> CreatableRenewers<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.principal_type = r.string(flex)?;
        x.principal_name = r.string(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_string(out, &self.principal_type, flex)?;
        put_string(out, &self.principal_name, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreatableRenewers<'static> {
        CreatableRenewers {
            principal_type: own(self.principal_type),
            principal_name: own(self.principal_name),
        }
    }
}
impl<'a> Message<'a> for CreateDelegationTokenRequest<'a> {
    const NAME: &'static str = "CreateDelegationTokenRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    fn flexible(v: i16) -> bool {
        v >= 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for CreateDelegationTokenRequest<'a> {
    const KEY: ApiKey = ApiKey::CreateDelegationToken;
    type Response<'r> = CreateDelegationTokenResponse<'r>;
}
/// `CreateDelegationTokenResponse`, API key 38, versions 1 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreateDelegationTokenResponse<'a> {
    pub error_code: i16,
    pub principal_type: Cow<'a, str>,
    pub principal_name: Cow<'a, str>,
    /// In version 3 only.
    pub token_requester_principal_type: Cow<'a, str>,
    /// In version 3 only.
    pub token_requester_principal_name: Cow<'a, str>,
    pub issue_timestamp_ms: i64,
    pub expiry_timestamp_ms: i64,
    pub max_timestamp_ms: i64,
    pub token_id: Cow<'a, str>,
    pub hmac: Cow<'a, [u8]>,
    pub throttle_time_ms: i32,
}
impl<'a> CreateDelegationTokenResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.principal_type = r.string(flex)?;
        x.principal_name = r.string(flex)?;
        if v == 3 {
            x.token_requester_principal_type = r.string(flex)?;
        }
        if v == 3 {
            x.token_requester_principal_name = r.string(flex)?;
        }
        x.issue_timestamp_ms = r.i64()?;
        x.expiry_timestamp_ms = r.i64()?;
        x.max_timestamp_ms = r.i64()?;
        x.token_id = r.string(flex)?;
        x.hmac = r.bytes(flex)?;
        x.throttle_time_ms = r.i32()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_i16(out, self.error_code);
        put_string(out, &self.principal_type, flex)?;
        put_string(out, &self.principal_name, flex)?;
        if v < 3 && !self.token_requester_principal_type.is_empty() {
            return Err(EncodeError::Unsupported("token_requester_principal_type"));
        }
        if v == 3 {
            put_string(out, &self.token_requester_principal_type, flex)?;
        }
        if v < 3 && !self.token_requester_principal_name.is_empty() {
            return Err(EncodeError::Unsupported("token_requester_principal_name"));
        }
        if v == 3 {
            put_string(out, &self.token_requester_principal_name, flex)?;
        }
        put_i64(out, self.issue_timestamp_ms);
        put_i64(out, self.expiry_timestamp_ms);
        put_i64(out, self.max_timestamp_ms);
        put_string(out, &self.token_id, flex)?;
        put_bytes(out, &self.hmac, flex)?;
        put_i32(out, self.throttle_time_ms);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreateDelegationTokenResponse<'static> {
        CreateDelegationTokenResponse {
            error_code: self.error_code,
            principal_type: own(self.principal_type),
            principal_name: own(self.principal_name),
            token_requester_principal_type: own(self.token_requester_principal_type),
            token_requester_principal_name: own(self.token_requester_principal_name),
            issue_timestamp_ms: self.issue_timestamp_ms,
            expiry_timestamp_ms: self.expiry_timestamp_ms,
            max_timestamp_ms: self.max_timestamp_ms,
            token_id: own(self.token_id),
            hmac: own(self.hmac),
            throttle_time_ms: self.throttle_time_ms,
        }
    }
}
impl<'a> Message<'a> for CreateDelegationTokenResponse<'a> {
    const NAME: &'static str = "CreateDelegationTokenResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 3;
    fn flexible(v: i16) -> bool {
        v >= 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
