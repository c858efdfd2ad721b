//! `DescribeConfigsRequest` and `DescribeConfigsResponse`. From `schema/client/032-describe_configs.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i8, put_i16, put_i32,
    put_string, put_string_opt,
};
use std::borrow::Cow;

/// `DescribeConfigsRequest`, API key 32, versions 1 to 4, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeConfigsRequest<'a> {
    pub resources: Vec<DescribeConfigsResource<'a>>,
    pub include_synonyms: bool,
    /// From version 3.
    pub include_documentation: bool,
}
impl<'a> DescribeConfigsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        let mut x = Self::default();
        x.resources = r.array(flex, 4, |r| DescribeConfigsResource::decode(r, v))?;
        x.include_synonyms = r.bool()?;
        if v >= 3 {
            x.include_documentation = r.bool()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        put_array(out, &self.resources, flex, |out, x| x.encode(out, v))?;
        put_bool(out, self.include_synonyms);
        if v < 3 && self.include_documentation {
            return Err(EncodeError::Unsupported("include_documentation"));
        }
        if v >= 3 {
            put_bool(out, self.include_documentation);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeConfigsRequest<'static> {
        DescribeConfigsRequest {
            resources: self.resources.into_iter().map(DescribeConfigsResource::into_owned).collect(),
            include_synonyms: self.include_synonyms,
            include_documentation: self.include_documentation,
        }
    }
}
/// Part of `DescribeConfigsRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeConfigsResource<'a> {
    pub resource_type: i8,
    pub resource_name: Cow<'a, str>,
    pub configuration_keys: Option<Vec<Cow<'a, str>>>,
}
impl Default for DescribeConfigsResource<'_> {
    fn default() -> Self {
        Self { resource_type: 0, resource_name: Cow::Borrowed(""), configuration_keys: Some(Vec::new()) }
    }
}
impl<'a> DescribeConfigsResource<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.resource_type = r.i8()?;
        x.resource_name = r.string(flex)?;
        x.configuration_keys = r.array_opt(flex, 1, |r| r.string(flex))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_i8(out, self.resource_type);
        put_string(out, &self.resource_name, flex)?;
        put_array_opt(out, self.configuration_keys.as_deref(), flex, |out, x| put_string(out, x, flex))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeConfigsResource<'static> {
        DescribeConfigsResource {
            resource_type: self.resource_type,
            resource_name: own(self.resource_name),
            configuration_keys: self.configuration_keys.map(|x| x.into_iter().map(own).collect()),
        }
    }
}
impl<'a> Message<'a> for DescribeConfigsRequest<'a> {
    const NAME: &'static str = "DescribeConfigsRequest";
    const MIN_VERSION: i16 = 1;
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
impl<'a> Request<'a> for DescribeConfigsRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeConfigs;
    type Response<'r> = DescribeConfigsResponse<'r>;
}
/// `DescribeConfigsResponse`, API key 32, versions 1 to 4, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeConfigsResponse<'a> {
    pub throttle_time_ms: i32,
    pub results: Vec<DescribeConfigsResult<'a>>,
}
impl<'a> DescribeConfigsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.results = r.array(flex, 7, |r| DescribeConfigsResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeConfigsResponse<'static> {
        DescribeConfigsResponse {
            throttle_time_ms: self.throttle_time_ms,
            results: self.results.into_iter().map(DescribeConfigsResult::into_owned).collect(),
        }
    }
}
/// Part of `DescribeConfigsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeConfigsResult<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub resource_type: i8,
    pub resource_name: Cow<'a, str>,
    pub configs: Vec<DescribeConfigsResourceResult<'a>>,
}
impl Default for DescribeConfigsResult<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            resource_type: 0,
            resource_name: Cow::Borrowed(""),
            configs: Vec::new(),
        }
    }
}
impl<'a> DescribeConfigsResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.resource_type = r.i8()?;
        x.resource_name = r.string(flex)?;
        x.configs = r.array(flex, 9, |r| DescribeConfigsResourceResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_i8(out, self.resource_type);
        put_string(out, &self.resource_name, flex)?;
        put_array(out, &self.configs, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeConfigsResult<'static> {
        DescribeConfigsResult {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            resource_type: self.resource_type,
            resource_name: own(self.resource_name),
            configs: self.configs.into_iter().map(DescribeConfigsResourceResult::into_owned).collect(),
        }
    }
}
/// Part of `DescribeConfigsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeConfigsResourceResult<'a> {
    pub name: Cow<'a, str>,
    pub value: Option<Cow<'a, str>>,
    pub read_only: bool,
    pub config_source: i8,
    pub is_sensitive: bool,
    pub synonyms: Vec<DescribeConfigsSynonym<'a>>,
    /// From version 3.
    pub config_type: i8,
    /// From version 3.
    pub documentation: Option<Cow<'a, str>>,
}
impl Default for DescribeConfigsResourceResult<'_> {
    fn default() -> Self {
        Self {
            name: Cow::Borrowed(""),
            value: Some(Cow::Borrowed("")),
            read_only: false,
            config_source: -1,
            is_sensitive: false,
            synonyms: Vec::new(),
            config_type: 0,
            documentation: Some(Cow::Borrowed("")),
        }
    }
}
impl<'a> DescribeConfigsResourceResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.value = r.string_opt(flex)?;
        x.read_only = r.bool()?;
        x.config_source = r.i8()?;
        x.is_sensitive = r.bool()?;
        x.synonyms = r.array(flex, 4, |r| DescribeConfigsSynonym::decode(r, v))?;
        if v >= 3 {
            x.config_type = r.i8()?;
        }
        if v >= 3 {
            x.documentation = r.string_opt(flex)?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_string(out, &self.name, flex)?;
        put_string_opt(out, self.value.as_deref(), flex)?;
        put_bool(out, self.read_only);
        put_i8(out, self.config_source);
        put_bool(out, self.is_sensitive);
        put_array(out, &self.synonyms, flex, |out, x| x.encode(out, v))?;
        if v >= 3 {
            put_i8(out, self.config_type);
        }
        if v >= 3 {
            put_string_opt(out, self.documentation.as_deref(), flex)?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeConfigsResourceResult<'static> {
        DescribeConfigsResourceResult {
            name: own(self.name),
            value: self.value.map(own),
            read_only: self.read_only,
            config_source: self.config_source,
            is_sensitive: self.is_sensitive,
            synonyms: self.synonyms.into_iter().map(DescribeConfigsSynonym::into_owned).collect(),
            config_type: self.config_type,
            documentation: self.documentation.map(own),
        }
    }
}
/// Part of `DescribeConfigsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeConfigsSynonym<'a> {
    pub name: Cow<'a, str>,
    pub value: Option<Cow<'a, str>>,
    pub source: i8,
}
impl Default for DescribeConfigsSynonym<'_> {
    fn default() -> Self {
        Self { name: Cow::Borrowed(""), value: Some(Cow::Borrowed("")), source: 0 }
    }
}
impl<'a> DescribeConfigsSynonym<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.value = r.string_opt(flex)?;
        x.source = r.i8()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_string(out, &self.name, flex)?;
        put_string_opt(out, self.value.as_deref(), flex)?;
        put_i8(out, self.source);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeConfigsSynonym<'static> {
        DescribeConfigsSynonym { name: own(self.name), value: self.value.map(own), source: self.source }
    }
}
impl<'a> Message<'a> for DescribeConfigsResponse<'a> {
    const NAME: &'static str = "DescribeConfigsResponse";
    const MIN_VERSION: i16 = 1;
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
