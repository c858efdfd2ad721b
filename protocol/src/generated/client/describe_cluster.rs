//! `DescribeClusterRequest` and `DescribeClusterResponse`. From `schema/client/060-describe_cluster.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i8, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `DescribeClusterRequest`, API key 60, versions 0 to 2, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DescribeClusterRequest {
    pub include_cluster_authorized_operations: bool,
    /// From version 1.
    pub endpoint_type: i8,
    /// In version 2 only.
    pub include_fenced_brokers: bool,
}
impl Default for DescribeClusterRequest {
    fn default() -> Self {
        Self { include_cluster_authorized_operations: false, endpoint_type: 1, include_fenced_brokers: false }
    }
}
impl DescribeClusterRequest {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.include_cluster_authorized_operations = r.bool()?;
        if v >= 1 {
            x.endpoint_type = r.i8()?;
        }
        if v == 2 {
            x.include_fenced_brokers = r.bool()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_bool(out, self.include_cluster_authorized_operations);
        if v < 1 && self.endpoint_type != 1 {
            return Err(EncodeError::Unsupported("endpoint_type"));
        }
        if v >= 1 {
            put_i8(out, self.endpoint_type);
        }
        if v < 2 && self.include_fenced_brokers {
            return Err(EncodeError::Unsupported("include_fenced_brokers"));
        }
        if v == 2 {
            put_bool(out, self.include_fenced_brokers);
        }
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for DescribeClusterRequest {
    const NAME: &'static str = "DescribeClusterRequest";
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
impl<'a> Request<'a> for DescribeClusterRequest {
    const KEY: ApiKey = ApiKey::DescribeCluster;
    type Response<'r> = DescribeClusterResponse<'r>;
}
/// `DescribeClusterResponse`, API key 60, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeClusterResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    /// From version 1.
    pub endpoint_type: i8,
    pub cluster_id: Cow<'a, str>,
    pub controller_id: i32,
    pub brokers: Vec<DescribeClusterBroker<'a>>,
    pub cluster_authorized_operations: i32,
}
impl Default for DescribeClusterResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: None,
            endpoint_type: 1,
            cluster_id: Cow::Borrowed(""),
            controller_id: -1,
            brokers: Vec::new(),
            cluster_authorized_operations: i32::MIN,
        }
    }
}
impl<'a> DescribeClusterResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        if v >= 1 {
            x.endpoint_type = r.i8()?;
        }
        x.cluster_id = r.string(flex)?;
        x.controller_id = r.i32()?;
        x.brokers = r.array(flex, 11, |r| DescribeClusterBroker::decode(r, v))?;
        x.cluster_authorized_operations = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        if v < 1 && self.endpoint_type != 1 {
            return Err(EncodeError::Unsupported("endpoint_type"));
        }
        if v >= 1 {
            put_i8(out, self.endpoint_type);
        }
        put_string(out, &self.cluster_id, flex)?;
        put_i32(out, self.controller_id);
        put_array(out, &self.brokers, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.cluster_authorized_operations);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeClusterResponse<'static> {
        DescribeClusterResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            endpoint_type: self.endpoint_type,
            cluster_id: own(self.cluster_id),
            controller_id: self.controller_id,
            brokers: self.brokers.into_iter().map(DescribeClusterBroker::into_owned).collect(),
            cluster_authorized_operations: self.cluster_authorized_operations,
        }
    }
}
/// Part of `DescribeClusterResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeClusterBroker<'a> {
    pub broker_id: i32,
    pub host: Cow<'a, str>,
    pub port: i32,
    pub rack: Option<Cow<'a, str>>,
    /// In version 2 only.
    pub is_fenced: bool,
}
impl<'a> DescribeClusterBroker<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.host = r.string(flex)?;
        x.port = r.i32()?;
        x.rack = r.string_opt(flex)?;
        if v == 2 {
            x.is_fenced = r.bool()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.broker_id);
        put_string(out, &self.host, flex)?;
        put_i32(out, self.port);
        put_string_opt(out, self.rack.as_deref(), flex)?;
        if v < 2 && self.is_fenced {
            return Err(EncodeError::Unsupported("is_fenced"));
        }
        if v == 2 {
            put_bool(out, self.is_fenced);
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeClusterBroker<'static> {
        DescribeClusterBroker {
            broker_id: self.broker_id,
            host: own(self.host),
            port: self.port,
            rack: self.rack.map(own),
            is_fenced: self.is_fenced,
        }
    }
}
impl<'a> Message<'a> for DescribeClusterResponse<'a> {
    const NAME: &'static str = "DescribeClusterResponse";
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
