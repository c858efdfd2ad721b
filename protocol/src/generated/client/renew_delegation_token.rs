//! `RenewDelegationTokenRequest` and `RenewDelegationTokenResponse`. From `schema/client/039-renew_delegation_token.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_bytes, put_i16, put_i32, put_i64};
use std::borrow::Cow;

/// `RenewDelegationTokenRequest`, API key 39, versions 1 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RenewDelegationTokenRequest<'a> {
    pub hmac: Cow<'a, [u8]>,
    pub renew_period_ms: i64,
}
impl<'a> RenewDelegationTokenRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.hmac = r.bytes(flex)?;
        x.renew_period_ms = r.i64()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_bytes(out, &self.hmac, flex)?;
        put_i64(out, self.renew_period_ms);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RenewDelegationTokenRequest<'static> {
        RenewDelegationTokenRequest { hmac: own(self.hmac), renew_period_ms: self.renew_period_ms }
    }
}
impl<'a> Message<'a> for RenewDelegationTokenRequest<'a> {
    const NAME: &'static str = "RenewDelegationTokenRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    fn flexible(v: i16) -> bool {
        v == 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for RenewDelegationTokenRequest<'a> {
    const KEY: ApiKey = ApiKey::RenewDelegationToken;
    type Response<'r> = RenewDelegationTokenResponse;
}
/// `RenewDelegationTokenResponse`, API key 39, versions 1 to 2, flexible from 2.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RenewDelegationTokenResponse {
    pub error_code: i16,
    pub expiry_timestamp_ms: i64,
    pub throttle_time_ms: i32,
}
impl RenewDelegationTokenResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.expiry_timestamp_ms = r.i64()?;
        x.throttle_time_ms = r.i32()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_i16(out, self.error_code);
        put_i64(out, self.expiry_timestamp_ms);
        put_i32(out, self.throttle_time_ms);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for RenewDelegationTokenResponse {
    const NAME: &'static str = "RenewDelegationTokenResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 2;
    fn flexible(v: i16) -> bool {
        v == 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
