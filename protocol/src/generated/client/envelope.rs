//! `EnvelopeRequest` and `EnvelopeResponse`. From `schema/client/058-envelope.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_bytes, put_bytes_opt, put_i16};
use std::borrow::Cow;

/// `EnvelopeRequest`, API key 58, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct EnvelopeRequest<'a> {
    pub request_data: Cow<'a, [u8]>,
    pub request_principal: Option<Cow<'a, [u8]>>,
    pub client_host_address: Cow<'a, [u8]>,
}
impl Default for EnvelopeRequest<'_> {
    fn default() -> Self {
        Self {
            request_data: Cow::Borrowed(&[]),
            request_principal: Some(Cow::Borrowed(&[])),
            client_host_address: Cow::Borrowed(&[]),
        }
    }
}
impl<'a> EnvelopeRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.request_data = r.bytes(flex)?;
        x.request_principal = r.bytes_opt(flex)?;
        x.client_host_address = r.bytes(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_bytes(out, &self.request_data, flex)?;
        put_bytes_opt(out, self.request_principal.as_deref(), flex)?;
        put_bytes(out, &self.client_host_address, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EnvelopeRequest<'static> {
        EnvelopeRequest {
            request_data: own(self.request_data),
            request_principal: self.request_principal.map(own),
            client_host_address: own(self.client_host_address),
        }
    }
}
impl<'a> Message<'a> for EnvelopeRequest<'a> {
    const NAME: &'static str = "EnvelopeRequest";
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
impl<'a> Request<'a> for EnvelopeRequest<'a> {
    const KEY: ApiKey = ApiKey::Envelope;
    type Response<'r> = EnvelopeResponse<'r>;
}
/// `EnvelopeResponse`, API key 58, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EnvelopeResponse<'a> {
    pub response_data: Option<Cow<'a, [u8]>>,
    pub error_code: i16,
}
impl<'a> EnvelopeResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.response_data = r.bytes_opt(flex)?;
        x.error_code = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_bytes_opt(out, self.response_data.as_deref(), flex)?;
        put_i16(out, self.error_code);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EnvelopeResponse<'static> {
        EnvelopeResponse { response_data: self.response_data.map(own), error_code: self.error_code }
    }
}
impl<'a> Message<'a> for EnvelopeResponse<'a> {
    const NAME: &'static str = "EnvelopeResponse";
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
