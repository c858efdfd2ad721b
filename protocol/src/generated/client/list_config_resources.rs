//! `ListConfigResourcesRequest` and `ListConfigResourcesResponse`. From `schema/client/074-list_config_resources.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i16, put_i32, put_string};
use std::borrow::Cow;

/// `ListConfigResourcesRequest`, API key 74, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListConfigResourcesRequest {
    /// In version 1 only.
    pub resource_types: Vec<i8>,
}
impl ListConfigResourcesRequest {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        if v == 1 {
            x.resource_types = r.array(flex, 1, Reader::i8)?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        if v < 1 && !self.resource_types.is_empty() {
            return Err(EncodeError::Unsupported("resource_types"));
        }
        if v == 1 {
            put_array(out, &self.resource_types, flex, |out, x| {
                put_i8(out, *x);
                Ok(())
            })?;
        }
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ListConfigResourcesRequest {
    const NAME: &'static str = "ListConfigResourcesRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
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
impl<'a> Request<'a> for ListConfigResourcesRequest {
    const KEY: ApiKey = ApiKey::ListConfigResources;
    type Response<'r> = ListConfigResourcesResponse<'r>;
}
/// `ListConfigResourcesResponse`, API key 74, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListConfigResourcesResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub config_resources: Vec<ConfigResource<'a>>,
}
impl<'a> ListConfigResourcesResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.config_resources = r.array(flex, 2, |r| ConfigResource::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_array(out, &self.config_resources, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListConfigResourcesResponse<'static> {
        ListConfigResourcesResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            config_resources: self.config_resources.into_iter().map(ConfigResource::into_owned).collect(),
        }
    }
}
/// Part of `ListConfigResourcesResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigResource<'a> {
    pub resource_name: Cow<'a, str>,
    /// In version 1 only.
    pub resource_type: i8,
}
impl Default for ConfigResource<'_> {
    fn default() -> Self {
        Self { resource_name: Cow::Borrowed(""), resource_type: 16 }
    }
}
impl<'a> ConfigResource<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.resource_name = r.string(flex)?;
        if v == 1 {
            x.resource_type = r.i8()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.resource_name, flex)?;
        if v == 1 {
            put_i8(out, self.resource_type);
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConfigResource<'static> {
        ConfigResource { resource_name: own(self.resource_name), resource_type: self.resource_type }
    }
}
impl<'a> Message<'a> for ListConfigResourcesResponse<'a> {
    const NAME: &'static str = "ListConfigResourcesResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
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
