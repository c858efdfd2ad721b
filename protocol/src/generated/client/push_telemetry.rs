//! `PushTelemetryRequest` and `PushTelemetryResponse`. From `schema/client/072-push_telemetry.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_bool, put_bytes, put_i8, put_i16, put_i32, put_uuid,
};
use std::borrow::Cow;

/// `PushTelemetryRequest`, API key 72, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PushTelemetryRequest<'a> {
    pub client_instance_id: Uuid,
    pub subscription_id: i32,
    pub terminating: bool,
    pub compression_type: i8,
    pub metrics: Cow<'a, [u8]>,
}
impl<'a> PushTelemetryRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.client_instance_id = r.uuid()?;
        x.subscription_id = r.i32()?;
        x.terminating = r.bool()?;
        x.compression_type = r.i8()?;
        x.metrics = r.bytes(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_uuid(out, self.client_instance_id);
        put_i32(out, self.subscription_id);
        put_bool(out, self.terminating);
        put_i8(out, self.compression_type);
        put_bytes(out, &self.metrics, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PushTelemetryRequest<'static> {
        PushTelemetryRequest {
            client_instance_id: self.client_instance_id,
            subscription_id: self.subscription_id,
            terminating: self.terminating,
            compression_type: self.compression_type,
            metrics: own(self.metrics),
        }
    }
}
impl<'a> Message<'a> for PushTelemetryRequest<'a> {
    const NAME: &'static str = "PushTelemetryRequest";
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
impl<'a> Request<'a> for PushTelemetryRequest<'a> {
    const KEY: ApiKey = ApiKey::PushTelemetry;
    type Response<'r> = PushTelemetryResponse;
}
/// `PushTelemetryResponse`, API key 72, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PushTelemetryResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
}
impl PushTelemetryResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
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
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for PushTelemetryResponse {
    const NAME: &'static str = "PushTelemetryResponse";
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
