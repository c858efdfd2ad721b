//! `BrokerHeartbeatRequest` and `BrokerHeartbeatResponse`. From `schema/client/063-broker_heartbeat.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, put_array, put_array_opt, put_bool, put_i16, put_i32, put_i64,
    put_uuid,
};

/// `BrokerHeartbeatRequest`, API key 63, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerHeartbeatRequest {
    pub broker_id: i32,
    pub broker_epoch: i64,
    pub current_metadata_offset: i64,
    pub want_fence: bool,
    pub want_shut_down: bool,
    /// From version 1.
    pub offline_log_dirs: Vec<Uuid>,
    /// In version 2 only.
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
}
impl Default for BrokerHeartbeatRequest {
    fn default() -> Self {
        Self {
            broker_id: 0,
            broker_epoch: -1,
            current_metadata_offset: 0,
            want_fence: false,
            want_shut_down: false,
            offline_log_dirs: Vec::new(),
            cordoned_log_dirs: None,
        }
    }
}
impl BrokerHeartbeatRequest {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.broker_epoch = r.i64()?;
        x.current_metadata_offset = r.i64()?;
        x.want_fence = r.bool()?;
        x.want_shut_down = r.bool()?;
        r.tags(|r, tag| {
            match tag {
                0 if v >= 1 => x.offline_log_dirs = r.array(true, 16, Reader::uuid)?,
                0 => return Err(DecodeError::InvalidTag),
                1 if v == 2 => x.cordoned_log_dirs = r.array_opt(true, 16, Reader::uuid)?,
                1 => return Err(DecodeError::InvalidTag),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.broker_id);
        put_i64(out, self.broker_epoch);
        put_i64(out, self.current_metadata_offset);
        put_bool(out, self.want_fence);
        put_bool(out, self.want_shut_down);
        if v < 1 && !self.offline_log_dirs.is_empty() {
            return Err(EncodeError::Unsupported("offline_log_dirs"));
        }
        if v < 2 && self.cordoned_log_dirs.is_some() {
            return Err(EncodeError::Unsupported("cordoned_log_dirs"));
        }
        let tags = Tags::begin(out);
        if v >= 1 && !self.offline_log_dirs.is_empty() {
            tags.put(out, 0, |out| {
                put_array(out, &self.offline_log_dirs, true, |out, x| {
                    put_uuid(out, *x);
                    Ok(())
                })
            })?;
        }
        if v == 2 && self.cordoned_log_dirs.is_some() {
            tags.put(out, 1, |out| {
                put_array_opt(out, self.cordoned_log_dirs.as_deref(), true, |out, x| {
                    put_uuid(out, *x);
                    Ok(())
                })
            })?;
        }
        Ok(())
    }
}
impl<'a> Message<'a> for BrokerHeartbeatRequest {
    const NAME: &'static str = "BrokerHeartbeatRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
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
impl<'a> Request<'a> for BrokerHeartbeatRequest {
    const KEY: ApiKey = ApiKey::BrokerHeartbeat;
    type Response<'r> = BrokerHeartbeatResponse;
}
/// `BrokerHeartbeatResponse`, API key 63, versions 0 to 2, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrokerHeartbeatResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub is_caught_up: bool,
    pub is_fenced: bool,
    pub should_shut_down: bool,
}
impl Default for BrokerHeartbeatResponse {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            is_caught_up: false,
            is_fenced: true,
            should_shut_down: false,
        }
    }
}
impl BrokerHeartbeatResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.is_caught_up = r.bool()?;
        x.is_fenced = r.bool()?;
        x.should_shut_down = r.bool()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_bool(out, self.is_caught_up);
        put_bool(out, self.is_fenced);
        put_bool(out, self.should_shut_down);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for BrokerHeartbeatResponse {
    const NAME: &'static str = "BrokerHeartbeatResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
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
