//! `FindCoordinatorRequest` and `FindCoordinatorResponse`. From `schema/client/010-find_coordinator.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i16, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `FindCoordinatorRequest`, API key 10, versions 0 to 6, flexible from 3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FindCoordinatorRequest<'a> {
    /// In versions 0 to 3.
    pub key: Cow<'a, str>,
    /// From version 1.
    pub key_type: i8,
    /// From version 4.
    pub coordinator_keys: Vec<Cow<'a, str>>,
}
impl<'a> FindCoordinatorRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        if v <= 3 {
            x.key = r.string(flex)?;
        }
        if v >= 1 {
            x.key_type = r.i8()?;
        }
        if v >= 4 {
            x.coordinator_keys = r.array(flex, 1, |r| r.string(flex))?;
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
        let flex = v >= 3;
        if v > 3 && !self.key.is_empty() {
            return Err(EncodeError::Unsupported("key"));
        }
        if v <= 3 {
            put_string(out, &self.key, flex)?;
        }
        if v < 1 && self.key_type != 0 {
            return Err(EncodeError::Unsupported("key_type"));
        }
        if v >= 1 {
            put_i8(out, self.key_type);
        }
        if v < 4 && !self.coordinator_keys.is_empty() {
            return Err(EncodeError::Unsupported("coordinator_keys"));
        }
        if v >= 4 {
            put_array(out, &self.coordinator_keys, flex, |out, x| put_string(out, x, flex))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FindCoordinatorRequest<'static> {
        FindCoordinatorRequest {
            key: own(self.key),
            key_type: self.key_type,
            coordinator_keys: self.coordinator_keys.into_iter().map(own).collect(),
        }
    }
}
impl<'a> Message<'a> for FindCoordinatorRequest<'a> {
    const NAME: &'static str = "FindCoordinatorRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
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
impl<'a> Request<'a> for FindCoordinatorRequest<'a> {
    const KEY: ApiKey = ApiKey::FindCoordinator;
    type Response<'r> = FindCoordinatorResponse<'r>;
}
/// `FindCoordinatorResponse`, API key 10, versions 0 to 6, flexible from 3.
#[derive(Clone, Debug, PartialEq)]
pub struct FindCoordinatorResponse<'a> {
    /// From version 1.
    pub throttle_time_ms: i32,
    /// In versions 0 to 3.
    pub error_code: i16,
    /// In versions 1 to 3.
    pub error_message: Option<Cow<'a, str>>,
    /// In versions 0 to 3.
    pub node_id: i32,
    /// In versions 0 to 3.
    pub host: Cow<'a, str>,
    /// In versions 0 to 3.
    pub port: i32,
    /// From version 4.
    pub coordinators: Vec<Coordinator<'a>>,
}
impl Default for FindCoordinatorResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            node_id: 0,
            host: Cow::Borrowed(""),
            port: 0,
            coordinators: Vec::new(),
        }
    }
}
impl<'a> FindCoordinatorResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        if v >= 1 {
            x.throttle_time_ms = r.i32()?;
        }
        if v <= 3 {
            x.error_code = r.i16()?;
        }
        if (1..=3).contains(&v) {
            x.error_message = r.string_opt(flex)?;
        }
        if v <= 3 {
            x.node_id = r.i32()?;
        }
        if v <= 3 {
            x.host = r.string(flex)?;
        }
        if v <= 3 {
            x.port = r.i32()?;
        }
        if v >= 4 {
            x.coordinators = r.array(flex, 14, |r| Coordinator::decode(r, v))?;
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
        let flex = v >= 3;
        if v >= 1 {
            put_i32(out, self.throttle_time_ms);
        }
        if v > 3 && self.error_code != 0 {
            return Err(EncodeError::Unsupported("error_code"));
        }
        if v <= 3 {
            put_i16(out, self.error_code);
        }
        if (1..=3).contains(&v) {
            put_string_opt(out, self.error_message.as_deref(), flex)?;
        }
        if v > 3 && self.node_id != 0 {
            return Err(EncodeError::Unsupported("node_id"));
        }
        if v <= 3 {
            put_i32(out, self.node_id);
        }
        if v > 3 && !self.host.is_empty() {
            return Err(EncodeError::Unsupported("host"));
        }
        if v <= 3 {
            put_string(out, &self.host, flex)?;
        }
        if v > 3 && self.port != 0 {
            return Err(EncodeError::Unsupported("port"));
        }
        if v <= 3 {
            put_i32(out, self.port);
        }
        if v < 4 && !self.coordinators.is_empty() {
            return Err(EncodeError::Unsupported("coordinators"));
        }
        if v >= 4 {
            put_array(out, &self.coordinators, flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FindCoordinatorResponse<'static> {
        FindCoordinatorResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            node_id: self.node_id,
            host: own(self.host),
            port: self.port,
            coordinators: self.coordinators.into_iter().map(Coordinator::into_owned).collect(),
        }
    }
}
/// Part of `FindCoordinatorResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinator<'a> {
    pub key: Cow<'a, str>,
    pub node_id: i32,
    pub host: Cow<'a, str>,
    pub port: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for Coordinator<'_> {
    fn default() -> Self {
        Self {
            key: Cow::Borrowed(""),
            node_id: 0,
            host: Cow::Borrowed(""),
            port: 0,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
        }
    }
}
impl<'a> Coordinator<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.key = r.string(flex)?;
        x.node_id = r.i32()?;
        x.host = r.string(flex)?;
        x.port = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.key, flex)?;
        put_i32(out, self.node_id);
        put_string(out, &self.host, flex)?;
        put_i32(out, self.port);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Coordinator<'static> {
        Coordinator {
            key: own(self.key),
            node_id: self.node_id,
            host: own(self.host),
            port: self.port,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for FindCoordinatorResponse<'a> {
    const NAME: &'static str = "FindCoordinatorResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
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
