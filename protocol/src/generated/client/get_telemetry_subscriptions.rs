//! `GetTelemetrySubscriptionsRequest` and `GetTelemetrySubscriptionsResponse`. From `schema/client/071-get_telemetry_subscriptions.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i8, put_i16, put_i32, put_string,
    put_uuid,
};
use std::borrow::Cow;

/// `GetTelemetrySubscriptionsRequest`, API key 71, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct GetTelemetrySubscriptionsRequest {
    pub client_instance_id: Uuid,
}
impl GetTelemetrySubscriptionsRequest {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.client_instance_id = r.uuid()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_uuid(out, self.client_instance_id);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for GetTelemetrySubscriptionsRequest {
    const NAME: &'static str = "GetTelemetrySubscriptionsRequest";
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
impl<'a> Request<'a> for GetTelemetrySubscriptionsRequest {
    const KEY: ApiKey = ApiKey::GetTelemetrySubscriptions;
    type Response<'r> = GetTelemetrySubscriptionsResponse<'r>;
}
/// `GetTelemetrySubscriptionsResponse`, API key 71, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GetTelemetrySubscriptionsResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub client_instance_id: Uuid,
    pub subscription_id: i32,
    pub accepted_compression_types: Vec<i8>,
    pub push_interval_ms: i32,
    pub telemetry_max_bytes: i32,
    pub delta_temporality: bool,
    pub requested_metrics: Vec<Cow<'a, str>>,
}
impl<'a> GetTelemetrySubscriptionsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.client_instance_id = r.uuid()?;
        x.subscription_id = r.i32()?;
        x.accepted_compression_types = r.array(flex, 1, Reader::i8)?;
        x.push_interval_ms = r.i32()?;
        x.telemetry_max_bytes = r.i32()?;
        x.delta_temporality = r.bool()?;
        x.requested_metrics = r.array(flex, 1, |r| r.string(flex))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_uuid(out, self.client_instance_id);
        put_i32(out, self.subscription_id);
        put_array(out, &self.accepted_compression_types, flex, |out, x| {
            put_i8(out, *x);
            Ok(())
        })?;
        put_i32(out, self.push_interval_ms);
        put_i32(out, self.telemetry_max_bytes);
        put_bool(out, self.delta_temporality);
        put_array(out, &self.requested_metrics, flex, |out, x| put_string(out, x, flex))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> GetTelemetrySubscriptionsResponse<'static> {
        GetTelemetrySubscriptionsResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            client_instance_id: self.client_instance_id,
            subscription_id: self.subscription_id,
            accepted_compression_types: self.accepted_compression_types,
            push_interval_ms: self.push_interval_ms,
            telemetry_max_bytes: self.telemetry_max_bytes,
            delta_temporality: self.delta_temporality,
            requested_metrics: self.requested_metrics.into_iter().map(own).collect(),
        }
    }
}
impl<'a> Message<'a> for GetTelemetrySubscriptionsResponse<'a> {
    const NAME: &'static str = "GetTelemetrySubscriptionsResponse";
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
