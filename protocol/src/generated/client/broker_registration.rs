//! `BrokerRegistrationRequest` and `BrokerRegistrationResponse`. From `schema/client/062-broker_registration.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i16, put_i32, put_i64, put_string,
    put_string_opt, put_u16, put_uuid,
};
use std::borrow::Cow;

/// `BrokerRegistrationRequest`, API key 62, versions 0 to 4, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerRegistrationRequest<'a> {
    pub broker_id: i32,
    pub cluster_id: Cow<'a, str>,
    pub incarnation_id: Uuid,
    pub listeners: Vec<Listener<'a>>,
    pub features: Vec<Feature<'a>>,
    pub rack: Option<Cow<'a, str>>,
    /// From version 1.
    pub is_migrating_zk_broker: bool,
    /// From version 2.
    pub log_dirs: Vec<Uuid>,
    /// From version 3.
    pub previous_broker_epoch: i64,
}
impl Default for BrokerRegistrationRequest<'_> {
    fn default() -> Self {
        Self {
            broker_id: 0,
            cluster_id: Cow::Borrowed(""),
            incarnation_id: Uuid::ZERO,
            listeners: Vec::new(),
            features: Vec::new(),
            rack: Some(Cow::Borrowed("")),
            is_migrating_zk_broker: false,
            log_dirs: Vec::new(),
            previous_broker_epoch: -1,
        }
    }
}
impl<'a> BrokerRegistrationRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.cluster_id = r.string(flex)?;
        x.incarnation_id = r.uuid()?;
        x.listeners = r.array(flex, 7, |r| Listener::decode(r, v))?;
        x.features = r.array(flex, 6, |r| Feature::decode(r, v))?;
        x.rack = r.string_opt(flex)?;
        if v >= 1 {
            x.is_migrating_zk_broker = r.bool()?;
        }
        if v >= 2 {
            x.log_dirs = r.array(flex, 16, Reader::uuid)?;
        }
        if v >= 3 {
            x.previous_broker_epoch = r.i64()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.broker_id);
        put_string(out, &self.cluster_id, flex)?;
        put_uuid(out, self.incarnation_id);
        put_array(out, &self.listeners, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.features, flex, |out, x| x.encode(out, v))?;
        put_string_opt(out, self.rack.as_deref(), flex)?;
        if v < 1 && self.is_migrating_zk_broker {
            return Err(EncodeError::Unsupported("is_migrating_zk_broker"));
        }
        if v >= 1 {
            put_bool(out, self.is_migrating_zk_broker);
        }
        if v >= 2 {
            put_array(out, &self.log_dirs, flex, |out, x| {
                put_uuid(out, *x);
                Ok(())
            })?;
        }
        if v >= 3 {
            put_i64(out, self.previous_broker_epoch);
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> BrokerRegistrationRequest<'static> {
        BrokerRegistrationRequest {
            broker_id: self.broker_id,
            cluster_id: own(self.cluster_id),
            incarnation_id: self.incarnation_id,
            listeners: self.listeners.into_iter().map(Listener::into_owned).collect(),
            features: self.features.into_iter().map(Feature::into_owned).collect(),
            rack: self.rack.map(own),
            is_migrating_zk_broker: self.is_migrating_zk_broker,
            log_dirs: self.log_dirs,
            previous_broker_epoch: self.previous_broker_epoch,
        }
    }
}
/// Part of `BrokerRegistrationRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Listener<'a> {
    pub name: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub port: u16,
    pub security_protocol: i16,
}
impl<'a> Listener<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.host = r.string(flex)?;
        x.port = r.u16()?;
        x.security_protocol = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_string(out, &self.host, flex)?;
        put_u16(out, self.port);
        put_i16(out, self.security_protocol);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Listener<'static> {
        Listener {
            name: own(self.name),
            host: own(self.host),
            port: self.port,
            security_protocol: self.security_protocol,
        }
    }
}
/// Part of `BrokerRegistrationRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Feature<'a> {
    pub name: Cow<'a, str>,
    pub min_supported_version: i16,
    pub max_supported_version: i16,
}
impl<'a> Feature<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.min_supported_version = r.i16()?;
        x.max_supported_version = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i16(out, self.min_supported_version);
        put_i16(out, self.max_supported_version);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Feature<'static> {
        Feature {
            name: own(self.name),
            min_supported_version: self.min_supported_version,
            max_supported_version: self.max_supported_version,
        }
    }
}
impl<'a> Message<'a> for BrokerRegistrationRequest<'a> {
    const NAME: &'static str = "BrokerRegistrationRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
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
impl<'a> Request<'a> for BrokerRegistrationRequest<'a> {
    const KEY: ApiKey = ApiKey::BrokerRegistration;
    type Response<'r> = BrokerRegistrationResponse;
}
/// `BrokerRegistrationResponse`, API key 62, versions 0 to 4, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrokerRegistrationResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub broker_epoch: i64,
}
impl Default for BrokerRegistrationResponse {
    fn default() -> Self {
        Self { throttle_time_ms: 0, error_code: 0, broker_epoch: -1 }
    }
}
impl BrokerRegistrationResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.broker_epoch = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_i64(out, self.broker_epoch);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for BrokerRegistrationResponse {
    const NAME: &'static str = "BrokerRegistrationResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
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
