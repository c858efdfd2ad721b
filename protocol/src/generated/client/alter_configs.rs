//! `AlterConfigsRequest` and `AlterConfigsResponse`. From `schema/client/033-alter_configs.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i8, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `AlterConfigsRequest`, API key 33, versions 0 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterConfigsRequest<'a> {
    pub resources: Vec<AlterConfigsResource<'a>>,
    pub validate_only: bool,
}
impl<'a> AlterConfigsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.resources = r.array(flex, 4, |r| AlterConfigsResource::decode(r, v))?;
        x.validate_only = r.bool()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_array(out, &self.resources, flex, |out, x| x.encode(out, v))?;
        put_bool(out, self.validate_only);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterConfigsRequest<'static> {
        AlterConfigsRequest {
            resources: self.resources.into_iter().map(AlterConfigsResource::into_owned).collect(),
            validate_only: self.validate_only,
        }
    }
}
/// Part of `AlterConfigsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterConfigsResource<'a> {
    pub resource_type: i8,
    pub resource_name: Cow<'a, str>,
    pub configs: Vec<AlterableConfig<'a>>,
}
impl<'a> AlterConfigsResource<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.resource_type = r.i8()?;
        x.resource_name = r.string(flex)?;
        x.configs = r.array(flex, 3, |r| AlterableConfig::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_i8(out, self.resource_type);
        put_string(out, &self.resource_name, flex)?;
        put_array(out, &self.configs, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterConfigsResource<'static> {
        AlterConfigsResource {
            resource_type: self.resource_type,
            resource_name: own(self.resource_name),
            configs: self.configs.into_iter().map(AlterableConfig::into_owned).collect(),
        }
    }
}
/// Part of `AlterConfigsRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterableConfig<'a> {
    pub name: Cow<'a, str>,
    pub value: Option<Cow<'a, str>>,
}
impl Default for AlterableConfig<'_> {
    fn default() -> Self {
        Self { name: Cow::Borrowed(""), value: Some(Cow::Borrowed("")) }
    }
}
impl<'a> AlterableConfig<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.value = r.string_opt(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_string(out, &self.name, flex)?;
        put_string_opt(out, self.value.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterableConfig<'static> {
        AlterableConfig { name: own(self.name), value: self.value.map(own) }
    }
}
impl<'a> Message<'a> for AlterConfigsRequest<'a> {
    const NAME: &'static str = "AlterConfigsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    fn flexible(v: i16) -> bool {
        v == 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for AlterConfigsRequest<'a> {
    const KEY: ApiKey = ApiKey::AlterConfigs;
    type Response<'r> = AlterConfigsResponse<'r>;
}
/// `AlterConfigsResponse`, API key 33, versions 0 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterConfigsResponse<'a> {
    pub throttle_time_ms: i32,
    pub responses: Vec<AlterConfigsResourceResponse<'a>>,
}
impl<'a> AlterConfigsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.responses = r.array(flex, 6, |r| AlterConfigsResourceResponse::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.responses, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterConfigsResponse<'static> {
        AlterConfigsResponse {
            throttle_time_ms: self.throttle_time_ms,
            responses: self.responses.into_iter().map(AlterConfigsResourceResponse::into_owned).collect(),
        }
    }
}
/// Part of `AlterConfigsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterConfigsResourceResponse<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub resource_type: i8,
    pub resource_name: Cow<'a, str>,
}
impl Default for AlterConfigsResourceResponse<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            resource_type: 0,
            resource_name: Cow::Borrowed(""),
        }
    }
}
impl<'a> AlterConfigsResourceResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.resource_type = r.i8()?;
        x.resource_name = r.string(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_i8(out, self.resource_type);
        put_string(out, &self.resource_name, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterConfigsResourceResponse<'static> {
        AlterConfigsResourceResponse {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            resource_type: self.resource_type,
            resource_name: own(self.resource_name),
        }
    }
}
impl<'a> Message<'a> for AlterConfigsResponse<'a> {
    const NAME: &'static str = "AlterConfigsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    fn flexible(v: i16) -> bool {
        v == 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
