//! `CreateTopicsRequest` and `CreateTopicsResponse`. From `schema/client/019-create_topics.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_array_opt, put_bool, put_i8, put_i16,
    put_i32, put_string, put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `CreateTopicsRequest`, API key 19, versions 2 to 7, flexible from 5.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateTopicsRequest<'a> {
    pub topics: Vec<CreatableTopic<'a>>,
    pub timeout_ms: i32,
    pub validate_only: bool,
}
impl Default for CreateTopicsRequest<'_> {
    fn default() -> Self {
        Self { topics: Vec::new(), timeout_ms: 60000, validate_only: false }
    }
}
impl<'a> CreateTopicsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(2..=7).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 5;
        let mut x = Self::default();
        x.topics = r.array(flex, 10, |r| CreatableTopic::decode(r, v))?;
        x.timeout_ms = r.i32()?;
        x.validate_only = r.bool()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(2..=7).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 5;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.timeout_ms);
        put_bool(out, self.validate_only);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreateTopicsRequest<'static> {
        CreateTopicsRequest {
            topics: self.topics.into_iter().map(CreatableTopic::into_owned).collect(),
            timeout_ms: self.timeout_ms,
            validate_only: self.validate_only,
        }
    }
}
/// Part of `CreateTopicsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatableTopic<'a> {
    pub name: Cow<'a, str>,
    pub num_partitions: i32,
    pub replication_factor: i16,
    pub assignments: Vec<CreatableReplicaAssignment>,
    pub configs: Vec<CreatableTopicConfig<'a>>,
}
impl<'a> CreatableTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 5;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.num_partitions = r.i32()?;
        x.replication_factor = r.i16()?;
        x.assignments = r.array(flex, 6, |r| CreatableReplicaAssignment::decode(r, v))?;
        x.configs = r.array(flex, 3, |r| CreatableTopicConfig::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 5;
        put_string(out, &self.name, flex)?;
        put_i32(out, self.num_partitions);
        put_i16(out, self.replication_factor);
        put_array(out, &self.assignments, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.configs, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreatableTopic<'static> {
        CreatableTopic {
            name: own(self.name),
            num_partitions: self.num_partitions,
            replication_factor: self.replication_factor,
            assignments: self.assignments,
            configs: self.configs.into_iter().map(CreatableTopicConfig::into_owned).collect(),
        }
    }
}
/// Part of `CreateTopicsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatableReplicaAssignment {
    pub partition_index: i32,
    pub broker_ids: Vec<i32>,
}
impl CreatableReplicaAssignment {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 5;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.broker_ids = r.array(flex, 4, Reader::i32)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 5;
        put_i32(out, self.partition_index);
        put_array(out, &self.broker_ids, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
/// Part of `CreateTopicsRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatableTopicConfig<'a> {
    pub name: Cow<'a, str>,
    pub value: Option<Cow<'a, str>>,
}
impl Default for CreatableTopicConfig<'_> {
    fn default() -> Self {
        Self { name: Cow::Borrowed(""), value: Some(Cow::Borrowed("")) }
    }
}
impl<'a> CreatableTopicConfig<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 5;
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
        let flex = v >= 5;
        put_string(out, &self.name, flex)?;
        put_string_opt(out, self.value.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreatableTopicConfig<'static> {
        CreatableTopicConfig { name: own(self.name), value: self.value.map(own) }
    }
}
impl<'a> Message<'a> for CreateTopicsRequest<'a> {
    const NAME: &'static str = "CreateTopicsRequest";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 7;
    fn flexible(v: i16) -> bool {
        v >= 5
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for CreateTopicsRequest<'a> {
    const KEY: ApiKey = ApiKey::CreateTopics;
    type Response<'r> = CreateTopicsResponse<'r>;
}
/// `CreateTopicsResponse`, API key 19, versions 2 to 7, flexible from 5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreateTopicsResponse<'a> {
    pub throttle_time_ms: i32,
    pub topics: Vec<CreatableTopicResult<'a>>,
}
impl<'a> CreateTopicsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(2..=7).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 5;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.topics = r.array(flex, 6, |r| CreatableTopicResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(2..=7).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 5;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreateTopicsResponse<'static> {
        CreateTopicsResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(CreatableTopicResult::into_owned).collect(),
        }
    }
}
/// Part of `CreateTopicsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatableTopicResult<'a> {
    pub name: Cow<'a, str>,
    /// In version 7 only.
    pub topic_id: Uuid,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    /// From version 5.
    pub topic_config_error_code: i16,
    /// From version 5.
    pub num_partitions: i32,
    /// From version 5.
    pub replication_factor: i16,
    /// From version 5.
    pub configs: Option<Vec<CreatableTopicConfigs<'a>>>,
}
impl Default for CreatableTopicResult<'_> {
    fn default() -> Self {
        Self {
            name: Cow::Borrowed(""),
            topic_id: Uuid::ZERO,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            topic_config_error_code: 0,
            num_partitions: -1,
            replication_factor: -1,
            configs: Some(Vec::new()),
        }
    }
}
impl<'a> CreatableTopicResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 5;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        if v == 7 {
            x.topic_id = r.uuid()?;
        }
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        if v >= 5 {
            x.num_partitions = r.i32()?;
        }
        if v >= 5 {
            x.replication_factor = r.i16()?;
        }
        if v >= 5 {
            x.configs = r.array_opt(flex, 6, |r| CreatableTopicConfigs::decode(r, v))?;
        }
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 => x.topic_config_error_code = r.i16()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 5;
        put_string(out, &self.name, flex)?;
        if v == 7 {
            put_uuid(out, self.topic_id);
        }
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        if v >= 5 {
            put_i32(out, self.num_partitions);
        }
        if v >= 5 {
            put_i16(out, self.replication_factor);
        }
        if v >= 5 {
            put_array_opt(out, self.configs.as_deref(), flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            let tags = Tags::begin(out);
            if self.topic_config_error_code != 0 {
                tags.put(out, 0, |out| {
                    put_i16(out, self.topic_config_error_code);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreatableTopicResult<'static> {
        CreatableTopicResult {
            name: own(self.name),
            topic_id: self.topic_id,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            topic_config_error_code: self.topic_config_error_code,
            num_partitions: self.num_partitions,
            replication_factor: self.replication_factor,
            configs: self.configs.map(|x| x.into_iter().map(CreatableTopicConfigs::into_owned).collect()),
        }
    }
}
/// Part of `CreateTopicsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatableTopicConfigs<'a> {
    pub name: Cow<'a, str>,
    pub value: Option<Cow<'a, str>>,
    pub read_only: bool,
    pub config_source: i8,
    pub is_sensitive: bool,
}
impl Default for CreatableTopicConfigs<'_> {
    fn default() -> Self {
        Self {
            name: Cow::Borrowed(""),
            value: Some(Cow::Borrowed("")),
            read_only: false,
            config_source: -1,
            is_sensitive: false,
        }
    }
}
impl<'a> CreatableTopicConfigs<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.value = r.string_opt(flex)?;
        x.read_only = r.bool()?;
        x.config_source = r.i8()?;
        x.is_sensitive = r.bool()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_string_opt(out, self.value.as_deref(), flex)?;
        put_bool(out, self.read_only);
        put_i8(out, self.config_source);
        put_bool(out, self.is_sensitive);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreatableTopicConfigs<'static> {
        CreatableTopicConfigs {
            name: own(self.name),
            value: self.value.map(own),
            read_only: self.read_only,
            config_source: self.config_source,
            is_sensitive: self.is_sensitive,
        }
    }
}
impl<'a> Message<'a> for CreateTopicsResponse<'a> {
    const NAME: &'static str = "CreateTopicsResponse";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 7;
    fn flexible(v: i16) -> bool {
        v >= 5
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
