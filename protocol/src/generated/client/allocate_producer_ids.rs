//! `AllocateProducerIdsRequest` and `AllocateProducerIdsResponse`. From `schema/client/067-allocate_producer_ids.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, put_i16, put_i32, put_i64};

/// `AllocateProducerIdsRequest`, API key 67, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AllocateProducerIdsRequest {
    pub broker_id: i32,
    pub broker_epoch: i64,
}
impl Default for AllocateProducerIdsRequest {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1 }
    }
}
impl AllocateProducerIdsRequest {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.broker_epoch = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.broker_id);
        put_i64(out, self.broker_epoch);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for AllocateProducerIdsRequest {
    const NAME: &'static str = "AllocateProducerIdsRequest";
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
impl<'a> Request<'a> for AllocateProducerIdsRequest {
    const KEY: ApiKey = ApiKey::AllocateProducerIds;
    type Response<'r> = AllocateProducerIdsResponse;
}
/// `AllocateProducerIdsResponse`, API key 67, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AllocateProducerIdsResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub producer_id_start: i64,
    pub producer_id_len: i32,
}
impl AllocateProducerIdsResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.producer_id_start = r.i64()?;
        x.producer_id_len = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_i64(out, self.producer_id_start);
        put_i32(out, self.producer_id_len);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for AllocateProducerIdsResponse {
    const NAME: &'static str = "AllocateProducerIdsResponse";
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
