//! `DescribeTopicPartitionsRequest` and `DescribeTopicPartitionsResponse`. From `schema/client/075-describe_topic_partitions.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i8, put_i16, put_i32,
    put_string, put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `DescribeTopicPartitionsRequest`, API key 75, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeTopicPartitionsRequest<'a> {
    pub topics: Vec<TopicRequest<'a>>,
    pub response_partition_limit: i32,
    pub cursor: Option<Cursor<'a>>,
}
impl Default for DescribeTopicPartitionsRequest<'_> {
    fn default() -> Self {
        Self { topics: Vec::new(), response_partition_limit: 2000, cursor: None }
    }
}
impl<'a> DescribeTopicPartitionsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.topics = r.array(flex, 2, |r| TopicRequest::decode(r, v))?;
        x.response_partition_limit = r.i32()?;
        x.cursor = if r.i8()? < 0 { None } else { Some(Cursor::decode(r, v)?) };
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.response_partition_limit);
        match &self.cursor {
            None => put_i8(out, -1),
            Some(x) => {
                put_i8(out, 1);
                x.encode(out, v)?;
            }
        };
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeTopicPartitionsRequest<'static> {
        DescribeTopicPartitionsRequest {
            topics: self.topics.into_iter().map(TopicRequest::into_owned).collect(),
            response_partition_limit: self.response_partition_limit,
            cursor: self.cursor.map(Cursor::into_owned),
        }
    }
}
/// Part of `DescribeTopicPartitionsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicRequest<'a> {
    pub name: Cow<'a, str>,
}
impl<'a> TopicRequest<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicRequest<'static> {
        TopicRequest { name: own(self.name) }
    }
}
/// Part of `DescribeTopicPartitionsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Cursor<'a> {
    pub topic_name: Cow<'a, str>,
    pub partition_index: i32,
}
impl<'a> Cursor<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partition_index = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        put_i32(out, self.partition_index);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Cursor<'static> {
        Cursor { topic_name: own(self.topic_name), partition_index: self.partition_index }
    }
}
impl<'a> Message<'a> for DescribeTopicPartitionsRequest<'a> {
    const NAME: &'static str = "DescribeTopicPartitionsRequest";
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
impl<'a> Request<'a> for DescribeTopicPartitionsRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeTopicPartitions;
    type Response<'r> = DescribeTopicPartitionsResponse<'r>;
}
/// `DescribeTopicPartitionsResponse`, API key 75, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeTopicPartitionsResponse<'a> {
    pub throttle_time_ms: i32,
    pub topics: Vec<DescribeTopicPartitionsResponseTopic<'a>>,
    pub next_cursor: Option<Cursor<'a>>,
}
impl<'a> DescribeTopicPartitionsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.topics = r.array(flex, 26, |r| DescribeTopicPartitionsResponseTopic::decode(r, v))?;
        x.next_cursor = if r.i8()? < 0 { None } else { Some(Cursor::decode(r, v)?) };
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
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        match &self.next_cursor {
            None => put_i8(out, -1),
            Some(x) => {
                put_i8(out, 1);
                x.encode(out, v)?;
            }
        };
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeTopicPartitionsResponse<'static> {
        DescribeTopicPartitionsResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(DescribeTopicPartitionsResponseTopic::into_owned).collect(),
            next_cursor: self.next_cursor.map(Cursor::into_owned),
        }
    }
}
/// Part of `DescribeTopicPartitionsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeTopicPartitionsResponseTopic<'a> {
    pub error_code: i16,
    pub name: Option<Cow<'a, str>>,
    pub topic_id: Uuid,
    pub is_internal: bool,
    pub partitions: Vec<DescribeTopicPartitionsResponsePartition>,
    pub topic_authorized_operations: i32,
}
impl Default for DescribeTopicPartitionsResponseTopic<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            name: Some(Cow::Borrowed("")),
            topic_id: Uuid::ZERO,
            is_internal: false,
            partitions: Vec::new(),
            topic_authorized_operations: i32::MIN,
        }
    }
}
impl<'a> DescribeTopicPartitionsResponseTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.name = r.string_opt(flex)?;
        x.topic_id = r.uuid()?;
        x.is_internal = r.bool()?;
        x.partitions = r.array(flex, 20, |r| DescribeTopicPartitionsResponsePartition::decode(r, v))?;
        x.topic_authorized_operations = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i16(out, self.error_code);
        put_string_opt(out, self.name.as_deref(), flex)?;
        put_uuid(out, self.topic_id);
        put_bool(out, self.is_internal);
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.topic_authorized_operations);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeTopicPartitionsResponseTopic<'static> {
        DescribeTopicPartitionsResponseTopic {
            error_code: self.error_code,
            name: self.name.map(own),
            topic_id: self.topic_id,
            is_internal: self.is_internal,
            partitions: self.partitions,
            topic_authorized_operations: self.topic_authorized_operations,
        }
    }
}
/// Part of `DescribeTopicPartitionsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeTopicPartitionsResponsePartition {
    pub error_code: i16,
    pub partition_index: i32,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub replica_nodes: Vec<i32>,
    pub isr_nodes: Vec<i32>,
    pub eligible_leader_replicas: Option<Vec<i32>>,
    pub last_known_elr: Option<Vec<i32>>,
    pub offline_replicas: Vec<i32>,
}
impl Default for DescribeTopicPartitionsResponsePartition {
    fn default() -> Self {
        Self {
            error_code: 0,
            partition_index: 0,
            leader_id: 0,
            leader_epoch: -1,
            replica_nodes: Vec::new(),
            isr_nodes: Vec::new(),
            eligible_leader_replicas: None,
            last_known_elr: None,
            offline_replicas: Vec::new(),
        }
    }
}
impl DescribeTopicPartitionsResponsePartition {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.partition_index = r.i32()?;
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.replica_nodes = r.array(flex, 4, Reader::i32)?;
        x.isr_nodes = r.array(flex, 4, Reader::i32)?;
        x.eligible_leader_replicas = r.array_opt(flex, 4, Reader::i32)?;
        x.last_known_elr = r.array_opt(flex, 4, Reader::i32)?;
        x.offline_replicas = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i16(out, self.error_code);
        put_i32(out, self.partition_index);
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        put_array(out, &self.replica_nodes, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array(out, &self.isr_nodes, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array_opt(out, self.eligible_leader_replicas.as_deref(), flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array_opt(out, self.last_known_elr.as_deref(), flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array(out, &self.offline_replicas, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for DescribeTopicPartitionsResponse<'a> {
    const NAME: &'static str = "DescribeTopicPartitionsResponse";
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
