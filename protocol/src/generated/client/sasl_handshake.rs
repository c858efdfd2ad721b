//! `SaslHandshakeRequest` and `SaslHandshakeResponse`. From `schema/client/017-sasl_handshake.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i16, put_string};
use std::borrow::Cow;

/// `SaslHandshakeRequest`, API key 17, versions 0 to 1, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SaslHandshakeRequest<'a> {
    pub mechanism: Cow<'a, str>,
}
impl<'a> SaslHandshakeRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.mechanism = r.string(flex)?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.mechanism, flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SaslHandshakeRequest<'static> {
        SaslHandshakeRequest { mechanism: own(self.mechanism) }
    }
}
impl<'a> Message<'a> for SaslHandshakeRequest<'a> {
    const NAME: &'static str = "SaslHandshakeRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for SaslHandshakeRequest<'a> {
    const KEY: ApiKey = ApiKey::SaslHandshake;
    type Response<'r> = SaslHandshakeResponse<'r>;
}
/// `SaslHandshakeResponse`, API key 17, versions 0 to 1, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SaslHandshakeResponse<'a> {
    pub error_code: i16,
    pub mechanisms: Vec<Cow<'a, str>>,
}
impl<'a> SaslHandshakeResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.mechanisms = r.array(flex, 2, |r| r.string(flex))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_i16(out, self.error_code);
        put_array(out, &self.mechanisms, flex, |out, x| put_string(out, x, flex))?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SaslHandshakeResponse<'static> {
        SaslHandshakeResponse {
            error_code: self.error_code,
            mechanisms: self.mechanisms.into_iter().map(own).collect(),
        }
    }
}
impl<'a> Message<'a> for SaslHandshakeResponse<'a> {
    const NAME: &'static str = "SaslHandshakeResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
