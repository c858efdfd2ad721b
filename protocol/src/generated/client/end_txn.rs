//! `EndTxnRequest` and `EndTxnResponse`. From `schema/client/026-end_txn.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_bool, put_i16, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `EndTxnRequest`, API key 26, versions 0 to 5, flexible from 3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EndTxnRequest<'a> {
    pub transactional_id: Cow<'a, str>,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub committed: bool,
}
impl<'a> EndTxnRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        x.transactional_id = r.string(flex)?;
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i16()?;
        x.committed = r.bool()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        put_string(out, &self.transactional_id, flex)?;
        put_i64(out, self.producer_id);
        put_i16(out, self.producer_epoch);
        put_bool(out, self.committed);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EndTxnRequest<'static> {
        EndTxnRequest {
            transactional_id: own(self.transactional_id),
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            committed: self.committed,
        }
    }
}
impl<'a> Message<'a> for EndTxnRequest<'a> {
    const NAME: &'static str = "EndTxnRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for EndTxnRequest<'a> {
    const KEY: ApiKey = ApiKey::EndTxn;
    type Response<'r> = EndTxnResponse;
}
/// `EndTxnResponse`, API key 26, versions 0 to 5, flexible from 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndTxnResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    /// In version 5 only.
    pub producer_id: i64,
    /// In version 5 only.
    pub producer_epoch: i16,
}
impl Default for EndTxnResponse {
    fn default() -> Self {
        Self { throttle_time_ms: 0, error_code: 0, producer_id: -1, producer_epoch: -1 }
    }
}
impl EndTxnResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        if v == 5 {
            x.producer_id = r.i64()?;
        }
        if v == 5 {
            x.producer_epoch = r.i16()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        if v == 5 {
            put_i64(out, self.producer_id);
        }
        if v == 5 {
            put_i16(out, self.producer_epoch);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for EndTxnResponse {
    const NAME: &'static str = "EndTxnResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
