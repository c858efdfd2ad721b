//! `RequestHeader`. From `schema/client/request_header.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i16, put_i32, put_string_opt};
use std::borrow::Cow;

/// `RequestHeader`, versions 1 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestHeader<'a> {
    pub request_api_key: i16,
    pub request_api_version: i16,
    pub correlation_id: i32,
    pub client_id: Option<Cow<'a, str>>,
}
impl Default for RequestHeader<'_> {
    fn default() -> Self {
        Self {
            request_api_key: 0,
            request_api_version: 0,
            correlation_id: 0,
            client_id: Some(Cow::Borrowed("")),
        }
    }
}
impl<'a> RequestHeader<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.request_api_key = r.i16()?;
        x.request_api_version = r.i16()?;
        x.correlation_id = r.i32()?;
        x.client_id = r.string_opt(false)?;
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
        put_i16(out, self.request_api_key);
        put_i16(out, self.request_api_version);
        put_i32(out, self.correlation_id);
        put_string_opt(out, self.client_id.as_deref(), false)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RequestHeader<'static> {
        RequestHeader {
            request_api_key: self.request_api_key,
            request_api_version: self.request_api_version,
            correlation_id: self.correlation_id,
            client_id: self.client_id.map(own),
        }
    }
}
impl<'a> Message<'a> for RequestHeader<'a> {
    const NAME: &'static str = "RequestHeader";
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
