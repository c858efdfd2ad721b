//! `SaslAuthenticateRequest` and `SaslAuthenticateResponse`. From `schema/client/036-sasl_authenticate.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_bytes, put_i16, put_i64, put_string_opt};
use std::borrow::Cow;

/// `SaslAuthenticateRequest`, API key 36, versions 0 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SaslAuthenticateRequest<'a> {
    pub auth_bytes: Cow<'a, [u8]>,
}
impl<'a> SaslAuthenticateRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.auth_bytes = r.bytes(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_bytes(out, &self.auth_bytes, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SaslAuthenticateRequest<'static> {
        SaslAuthenticateRequest { auth_bytes: own(self.auth_bytes) }
    }
}
impl<'a> Message<'a> for SaslAuthenticateRequest<'a> {
    const NAME: &'static str = "SaslAuthenticateRequest";
    const MIN_VERSION: i16 = 0;
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
impl<'a> Request<'a> for SaslAuthenticateRequest<'a> {
    const KEY: ApiKey = ApiKey::SaslAuthenticate;
    type Response<'r> = SaslAuthenticateResponse<'r>;
}
/// `SaslAuthenticateResponse`, API key 36, versions 0 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq)]
pub struct SaslAuthenticateResponse<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub auth_bytes: Cow<'a, [u8]>,
    /// From version 1.
    pub session_lifetime_ms: i64,
}
impl Default for SaslAuthenticateResponse<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            auth_bytes: Cow::Borrowed(&[]),
            session_lifetime_ms: 0,
        }
    }
}
impl<'a> SaslAuthenticateResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.auth_bytes = r.bytes(flex)?;
        if v >= 1 {
            x.session_lifetime_ms = r.i64()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_bytes(out, &self.auth_bytes, flex)?;
        if v >= 1 {
            put_i64(out, self.session_lifetime_ms);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SaslAuthenticateResponse<'static> {
        SaslAuthenticateResponse {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            auth_bytes: own(self.auth_bytes),
            session_lifetime_ms: self.session_lifetime_ms,
        }
    }
}
impl<'a> Message<'a> for SaslAuthenticateResponse<'a> {
    const NAME: &'static str = "SaslAuthenticateResponse";
    const MIN_VERSION: i16 = 0;
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
