//! `DescribeDelegationTokenRequest` and `DescribeDelegationTokenResponse`. From `schema/client/041-describe_delegation_token.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bytes, put_i16, put_i32, put_i64,
    put_string,
};
use std::borrow::Cow;

/// `DescribeDelegationTokenRequest`, API key 41, versions 1 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeDelegationTokenRequest<'a> {
    pub owners: Option<Vec<DescribeDelegationTokenOwner<'a>>>,
}
impl Default for DescribeDelegationTokenRequest<'_> {
    fn default() -> Self {
        Self { owners: Some(Vec::new()) }
    }
}
impl<'a> DescribeDelegationTokenRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.owners = r.array_opt(flex, 3, |r| DescribeDelegationTokenOwner::decode(r, v))?;
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
        put_array_opt(out, self.owners.as_deref(), flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeDelegationTokenRequest<'static> {
        DescribeDelegationTokenRequest {
            owners: self
                .owners
                .map(|x| x.into_iter().map(DescribeDelegationTokenOwner::into_owned).collect()),
        }
    }
}
/// Part of `DescribeDelegationTokenRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeDelegationTokenOwner<'a> {
    pub principal_type: Cow<'a, str>,
    pub principal_name: Cow<'a, str>,
}
impl<'a> DescribeDelegationTokenOwner<'a> {
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
    pub fn into_owned(self) -> DescribeDelegationTokenOwner<'static> {
        DescribeDelegationTokenOwner {
            principal_type: own(self.principal_type),
            principal_name: own(self.principal_name),
        }
    }
}
impl<'a> Message<'a> for DescribeDelegationTokenRequest<'a> {
    const NAME: &'static str = "DescribeDelegationTokenRequest";
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
impl<'a> Request<'a> for DescribeDelegationTokenRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeDelegationToken;
    type Response<'r> = DescribeDelegationTokenResponse<'r>;
}
/// `DescribeDelegationTokenResponse`, API key 41, versions 1 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeDelegationTokenResponse<'a> {
    pub error_code: i16,
    pub tokens: Vec<DescribedDelegationToken<'a>>,
    pub throttle_time_ms: i32,
}
impl<'a> DescribeDelegationTokenResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.tokens = r.array(flex, 30, |r| DescribedDelegationToken::decode(r, v))?;
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
        put_array(out, &self.tokens, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.throttle_time_ms);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeDelegationTokenResponse<'static> {
        DescribeDelegationTokenResponse {
            error_code: self.error_code,
            tokens: self.tokens.into_iter().map(DescribedDelegationToken::into_owned).collect(),
            throttle_time_ms: self.throttle_time_ms,
        }
    }
}
/// Part of `DescribeDelegationTokenResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribedDelegationToken<'a> {
    pub principal_type: Cow<'a, str>,
    pub principal_name: Cow<'a, str>,
    /// In version 3 only.
    pub token_requester_principal_type: Cow<'a, str>,
    /// In version 3 only.
    pub token_requester_principal_name: Cow<'a, str>,
    pub issue_timestamp: i64,
    pub expiry_timestamp: i64,
    pub max_timestamp: i64,
    pub token_id: Cow<'a, str>,
    pub hmac: Cow<'a, [u8]>,
    pub renewers: Vec<DescribedDelegationTokenRenewer<'a>>,
}
impl<'a> DescribedDelegationToken<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.principal_type = r.string(flex)?;
        x.principal_name = r.string(flex)?;
        if v == 3 {
            x.token_requester_principal_type = r.string(flex)?;
        }
        if v == 3 {
            x.token_requester_principal_name = r.string(flex)?;
        }
        x.issue_timestamp = r.i64()?;
        x.expiry_timestamp = r.i64()?;
        x.max_timestamp = r.i64()?;
        x.token_id = r.string(flex)?;
        x.hmac = r.bytes(flex)?;
        x.renewers = r.array(flex, 3, |r| DescribedDelegationTokenRenewer::decode(r, v))?;
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
        put_i64(out, self.issue_timestamp);
        put_i64(out, self.expiry_timestamp);
        put_i64(out, self.max_timestamp);
        put_string(out, &self.token_id, flex)?;
        put_bytes(out, &self.hmac, flex)?;
        put_array(out, &self.renewers, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribedDelegationToken<'static> {
        DescribedDelegationToken {
            principal_type: own(self.principal_type),
            principal_name: own(self.principal_name),
            token_requester_principal_type: own(self.token_requester_principal_type),
            token_requester_principal_name: own(self.token_requester_principal_name),
            issue_timestamp: self.issue_timestamp,
            expiry_timestamp: self.expiry_timestamp,
            max_timestamp: self.max_timestamp,
            token_id: own(self.token_id),
            hmac: own(self.hmac),
            renewers: self.renewers.into_iter().map(DescribedDelegationTokenRenewer::into_owned).collect(),
        }
    }
}
/// Part of `DescribeDelegationTokenResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribedDelegationTokenRenewer<'a> {
    pub principal_type: Cow<'a, str>,
    pub principal_name: Cow<'a, str>,
}
impl<'a> DescribedDelegationTokenRenewer<'a> {
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
    pub fn into_owned(self) -> DescribedDelegationTokenRenewer<'static> {
        DescribedDelegationTokenRenewer {
            principal_type: own(self.principal_type),
            principal_name: own(self.principal_name),
        }
    }
}
impl<'a> Message<'a> for DescribeDelegationTokenResponse<'a> {
    const NAME: &'static str = "DescribeDelegationTokenResponse";
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
