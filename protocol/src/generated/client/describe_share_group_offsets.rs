//! `DescribeShareGroupOffsetsRequest` and `DescribeShareGroupOffsetsResponse`. From `schema/client/090-describe_share_group_offsets.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_i16, put_i32, put_i64, put_string,
    put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `DescribeShareGroupOffsetsRequest`, API key 90, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsRequest<'a> {
    pub groups: Vec<DescribeShareGroupOffsetsRequestGroup<'a>>,
}
impl<'a> DescribeShareGroupOffsetsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.groups = r.array(flex, 3, |r| DescribeShareGroupOffsetsRequestGroup::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.groups, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeShareGroupOffsetsRequest<'static> {
        DescribeShareGroupOffsetsRequest {
            groups: self.groups.into_iter().map(DescribeShareGroupOffsetsRequestGroup::into_owned).collect(),
        }
    }
}
/// Part of `DescribeShareGroupOffsetsRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeShareGroupOffsetsRequestGroup<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Option<Vec<DescribeShareGroupOffsetsRequestTopic<'a>>>,
}
impl Default for DescribeShareGroupOffsetsRequestGroup<'_> {
    fn default() -> Self {
        Self { group_id: Cow::Borrowed(""), topics: Some(Vec::new()) }
    }
}
impl<'a> DescribeShareGroupOffsetsRequestGroup<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array_opt(flex, 3, |r| DescribeShareGroupOffsetsRequestTopic::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_array_opt(out, self.topics.as_deref(), flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeShareGroupOffsetsRequestGroup<'static> {
        DescribeShareGroupOffsetsRequestGroup {
            group_id: own(self.group_id),
            topics: self
                .topics
                .map(|x| x.into_iter().map(DescribeShareGroupOffsetsRequestTopic::into_owned).collect()),
        }
    }
}
/// Part of `DescribeShareGroupOffsetsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsRequestTopic<'a> {
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> DescribeShareGroupOffsetsRequestTopic<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeShareGroupOffsetsRequestTopic<'static> {
        DescribeShareGroupOffsetsRequestTopic {
            topic_name: own(self.topic_name),
            partitions: self.partitions,
        }
    }
}
impl<'a> Message<'a> for DescribeShareGroupOffsetsRequest<'a> {
    const NAME: &'static str = "DescribeShareGroupOffsetsRequest";
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
impl<'a> Request<'a> for DescribeShareGroupOffsetsRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeShareGroupOffsets;
    type Response<'r> = DescribeShareGroupOffsetsResponse<'r>;
}
/// `DescribeShareGroupOffsetsResponse`, API key 90, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsResponse<'a> {
    pub throttle_time_ms: i32,
    pub groups: Vec<DescribeShareGroupOffsetsResponseGroup<'a>>,
}
impl<'a> DescribeShareGroupOffsetsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.groups = r.array(flex, 6, |r| DescribeShareGroupOffsetsResponseGroup::decode(r, v))?;
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
        put_array(out, &self.groups, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeShareGroupOffsetsResponse<'static> {
        DescribeShareGroupOffsetsResponse {
            throttle_time_ms: self.throttle_time_ms,
            groups: self.groups.into_iter().map(DescribeShareGroupOffsetsResponseGroup::into_owned).collect(),
        }
    }
}
/// Part of `DescribeShareGroupOffsetsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsResponseGroup<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Vec<DescribeShareGroupOffsetsResponseTopic<'a>>,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl<'a> DescribeShareGroupOffsetsResponseGroup<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array(flex, 19, |r| DescribeShareGroupOffsetsResponseTopic::decode(r, v))?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeShareGroupOffsetsResponseGroup<'static> {
        DescribeShareGroupOffsetsResponseGroup {
            group_id: own(self.group_id),
            topics: self.topics.into_iter().map(DescribeShareGroupOffsetsResponseTopic::into_owned).collect(),
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
/// Part of `DescribeShareGroupOffsetsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeShareGroupOffsetsResponseTopic<'a> {
    pub topic_name: Cow<'a, str>,
    pub topic_id: Uuid,
    pub partitions: Vec<DescribeShareGroupOffsetsResponsePartition<'a>>,
}
impl<'a> DescribeShareGroupOffsetsResponseTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 20, |r| DescribeShareGroupOffsetsResponsePartition::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        put_uuid(out, self.topic_id);
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeShareGroupOffsetsResponseTopic<'static> {
        DescribeShareGroupOffsetsResponseTopic {
            topic_name: own(self.topic_name),
            topic_id: self.topic_id,
            partitions: self
                .partitions
                .into_iter()
                .map(DescribeShareGroupOffsetsResponsePartition::into_owned)
                .collect(),
        }
    }
}
/// Part of `DescribeShareGroupOffsetsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeShareGroupOffsetsResponsePartition<'a> {
    pub partition_index: i32,
    pub start_offset: i64,
    pub leader_epoch: i32,
    /// In version 1 only.
    pub lag: i64,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for DescribeShareGroupOffsetsResponsePartition<'_> {
    fn default() -> Self {
        Self {
            partition_index: 0,
            start_offset: 0,
            leader_epoch: 0,
            lag: -1,
            error_code: 0,
            error_message: None,
        }
    }
}
impl<'a> DescribeShareGroupOffsetsResponsePartition<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.start_offset = r.i64()?;
        x.leader_epoch = r.i32()?;
        if v == 1 {
            x.lag = r.i64()?;
        }
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i64(out, self.start_offset);
        put_i32(out, self.leader_epoch);
        if v == 1 {
            put_i64(out, self.lag);
        }
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeShareGroupOffsetsResponsePartition<'static> {
        DescribeShareGroupOffsetsResponsePartition {
            partition_index: self.partition_index,
            start_offset: self.start_offset,
            leader_epoch: self.leader_epoch,
            lag: self.lag,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for DescribeShareGroupOffsetsResponse<'a> {
    const NAME: &'static str = "DescribeShareGroupOffsetsResponse";
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
