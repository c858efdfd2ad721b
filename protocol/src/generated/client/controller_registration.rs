//! `ControllerRegistrationRequest` and `ControllerRegistrationResponse`. From `schema/client/070-controller_registration.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i16, put_i32, put_string, put_string_opt,
    put_u16, put_uuid,
};
use std::borrow::Cow;

/// `ControllerRegistrationRequest`, API key 70, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ControllerRegistrationRequest<'a> {
    pub controller_id: i32,
    pub incarnation_id: Uuid,
    pub zk_migration_ready: bool,
    pub listeners: Vec<Listener<'a>>,
    pub features: Vec<Feature<'a>>,
}
impl<'a> ControllerRegistrationRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.controller_id = r.i32()?;
        x.incarnation_id = r.uuid()?;
        x.zk_migration_ready = r.bool()?;
        x.listeners = r.array(flex, 7, |r| Listener::decode(r, v))?;
        x.features = r.array(flex, 6, |r| Feature::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.controller_id);
        put_uuid(out, self.incarnation_id);
        put_bool(out, self.zk_migration_ready);
        put_array(out, &self.listeners, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.features, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ControllerRegistrationRequest<'static> {
        ControllerRegistrationRequest {
            controller_id: self.controller_id,
            incarnation_id: self.incarnation_id,
            zk_migration_ready: self.zk_migration_ready,
            listeners: self.listeners.into_iter().map(Listener::into_owned).collect(),
            features: self.features.into_iter().map(Feature::into_owned).collect(),
        }
    }
}
/// Part of `ControllerRegistrationRequest`.
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
/// Part of `ControllerRegistrationRequest`.
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
impl<'a> Message<'a> for ControllerRegistrationRequest<'a> {
    const NAME: &'static str = "ControllerRegistrationRequest";
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
impl<'a> Request<'a> for ControllerRegistrationRequest<'a> {
    const KEY: ApiKey = ApiKey::ControllerRegistration;
    type Response<'r> = ControllerRegistrationResponse<'r>;
}
/// `ControllerRegistrationResponse`, API key 70, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ControllerRegistrationResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for ControllerRegistrationResponse<'_> {
    fn default() -> Self {
        Self { throttle_time_ms: 0, error_code: 0, error_message: Some(Cow::Borrowed("")) }
    }
}
impl<'a> ControllerRegistrationResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
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
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ControllerRegistrationResponse<'static> {
        ControllerRegistrationResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for ControllerRegistrationResponse<'a> {
    const NAME: &'static str = "ControllerRegistrationResponse";
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
