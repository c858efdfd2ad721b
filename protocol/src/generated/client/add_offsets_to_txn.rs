//! `AddOffsetsToTxnRequest` and `AddOffsetsToTxnResponse`. From `schema/client/025-add_offsets_to_txn.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i16, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `AddOffsetsToTxnRequest`, API key 25, versions 0 to 4, flexible from 3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddOffsetsToTxnRequest<'a> {
    pub transactional_id: Cow<'a, str>,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub group_id: Cow<'a, str>,
}
impl<'a> AddOffsetsToTxnRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        x.transactional_id = r.string(flex)?;
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i16()?;
        x.group_id = r.string(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        put_string(out, &self.transactional_id, flex)?;
        put_i64(out, self.producer_id);
        put_i16(out, self.producer_epoch);
        put_string(out, &self.group_id, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AddOffsetsToTxnRequest<'static> {
        AddOffsetsToTxnRequest {
            transactional_id: own(self.transactional_id),
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            group_id: own(self.group_id),
        }
    }
}
impl<'a> Message<'a> for AddOffsetsToTxnRequest<'a> {
    const NAME: &'static str = "AddOffsetsToTxnRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
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
impl<'a> Request<'a> for AddOffsetsToTxnRequest<'a> {
    const KEY: ApiKey = ApiKey::AddOffsetsToTxn;
    type Response<'r> = AddOffsetsToTxnResponse;
}
/// `AddOffsetsToTxnResponse`, API key 25, versions 0 to 4, flexible from 3.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AddOffsetsToTxnResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
}
impl AddOffsetsToTxnResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for AddOffsetsToTxnResponse {
    const NAME: &'static str = "AddOffsetsToTxnResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
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
