//! `InitProducerIdRequest` and `InitProducerIdResponse`. From `schema/client/022-init_producer_id.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_bool, put_i16, put_i32, put_i64, put_string_opt,
};
use std::borrow::Cow;

/// `InitProducerIdRequest`, API key 22, versions 0 to 6, flexible from 2.
#[derive(Clone, Debug, PartialEq)]
pub struct InitProducerIdRequest<'a> {
    pub transactional_id: Option<Cow<'a, str>>,
    pub transaction_timeout_ms: i32,
    /// From version 3.
    pub producer_id: i64,
    /// From version 3.
    pub producer_epoch: i16,
    /// In version 6 only.
    pub enable2_pc: bool,
    /// In version 6 only.
    pub keep_prepared_txn: bool,
}
impl Default for InitProducerIdRequest<'_> {
    fn default() -> Self {
        Self {
            transactional_id: Some(Cow::Borrowed("")),
            transaction_timeout_ms: 0,
            producer_id: -1,
            producer_epoch: -1,
            enable2_pc: false,
            keep_prepared_txn: false,
        }
    }
}
impl<'a> InitProducerIdRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.transactional_id = r.string_opt(flex)?;
        x.transaction_timeout_ms = r.i32()?;
        if v >= 3 {
            x.producer_id = r.i64()?;
        }
        if v >= 3 {
            x.producer_epoch = r.i16()?;
        }
        if v == 6 {
            x.enable2_pc = r.bool()?;
        }
        if v == 6 {
            x.keep_prepared_txn = r.bool()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=6).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_string_opt(out, self.transactional_id.as_deref(), flex)?;
        put_i32(out, self.transaction_timeout_ms);
        if v < 3 && self.producer_id != -1 {
            return Err(EncodeError::Unsupported("producer_id"));
        }
        if v >= 3 {
            put_i64(out, self.producer_id);
        }
        if v < 3 && self.producer_epoch != -1 {
            return Err(EncodeError::Unsupported("producer_epoch"));
        }
        if v >= 3 {
            put_i16(out, self.producer_epoch);
        }
        if v < 6 && self.enable2_pc {
            return Err(EncodeError::Unsupported("enable2_pc"));
        }
        if v == 6 {
            put_bool(out, self.enable2_pc);
        }
        if v < 6 && self.keep_prepared_txn {
            return Err(EncodeError::Unsupported("keep_prepared_txn"));
        }
        if v == 6 {
            put_bool(out, self.keep_prepared_txn);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> InitProducerIdRequest<'static> {
        InitProducerIdRequest {
            transactional_id: self.transactional_id.map(own),
            transaction_timeout_ms: self.transaction_timeout_ms,
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            enable2_pc: self.enable2_pc,
            keep_prepared_txn: self.keep_prepared_txn,
        }
    }
}
impl<'a> Message<'a> for InitProducerIdRequest<'a> {
    const NAME: &'static str = "InitProducerIdRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
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
impl<'a> Request<'a> for InitProducerIdRequest<'a> {
    const KEY: ApiKey = ApiKey::InitProducerId;
    type Response<'r> = InitProducerIdResponse;
}
/// `InitProducerIdResponse`, API key 22, versions 0 to 6, flexible from 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitProducerIdResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub producer_id: i64,
    pub producer_epoch: i16,
    /// In version 6 only.
    pub ongoing_txn_producer_id: i64,
    /// In version 6 only.
    pub ongoing_txn_producer_epoch: i16,
}
impl Default for InitProducerIdResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            producer_id: -1,
            producer_epoch: 0,
            ongoing_txn_producer_id: -1,
            ongoing_txn_producer_epoch: -1,
        }
    }
}
impl InitProducerIdResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i16()?;
        if v == 6 {
            x.ongoing_txn_producer_id = r.i64()?;
        }
        if v == 6 {
            x.ongoing_txn_producer_epoch = r.i16()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=6).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_i64(out, self.producer_id);
        put_i16(out, self.producer_epoch);
        if v < 6 && self.ongoing_txn_producer_id != -1 {
            return Err(EncodeError::Unsupported("ongoing_txn_producer_id"));
        }
        if v == 6 {
            put_i64(out, self.ongoing_txn_producer_id);
        }
        if v < 6 && self.ongoing_txn_producer_epoch != -1 {
            return Err(EncodeError::Unsupported("ongoing_txn_producer_epoch"));
        }
        if v == 6 {
            put_i16(out, self.ongoing_txn_producer_epoch);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for InitProducerIdResponse {
    const NAME: &'static str = "InitProducerIdResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
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
