//! `HeartbeatRequest` and `HeartbeatResponse`. From `schema/client/012-heartbeat.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i16, put_i32, put_string, put_string_opt};
use std::borrow::Cow;

/// `HeartbeatRequest`, API key 12, versions 0 to 4, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct HeartbeatRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub generation_id: i32,
    pub member_id: Cow<'a, str>,
    /// From version 3.
    pub group_instance_id: Option<Cow<'a, str>>,
}
impl<'a> HeartbeatRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.generation_id = r.i32()?;
        x.member_id = r.string(flex)?;
        if v >= 3 {
            x.group_instance_id = r.string_opt(flex)?;
        }
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
        let flex = v == 4;
        put_string(out, &self.group_id, flex)?;
        put_i32(out, self.generation_id);
        put_string(out, &self.member_id, flex)?;
        if v < 3 && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported("group_instance_id"));
        }
        if v >= 3 {
            put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> HeartbeatRequest<'static> {
        HeartbeatRequest {
            group_id: own(self.group_id),
            generation_id: self.generation_id,
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
        }
    }
}
impl<'a> Message<'a> for HeartbeatRequest<'a> {
    const NAME: &'static str = "HeartbeatRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    fn flexible(v: i16) -> bool {
        v == 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for HeartbeatRequest<'a> {
    const KEY: ApiKey = ApiKey::Heartbeat;
    type Response<'r> = HeartbeatResponse;
}
/// `HeartbeatResponse`, API key 12, versions 0 to 4, flexible from 4.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct HeartbeatResponse {
    /// From version 1.
    pub throttle_time_ms: i32,
    pub error_code: i16,
}
impl HeartbeatResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        let mut x = Self::default();
        if v >= 1 {
            x.throttle_time_ms = r.i32()?;
        }
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
        let flex = v == 4;
        if v >= 1 {
            put_i32(out, self.throttle_time_ms);
        }
        put_i16(out, self.error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for HeartbeatResponse {
    const NAME: &'static str = "HeartbeatResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    fn flexible(v: i16) -> bool {
        v == 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
