//! `DescribeQuorumRequest` and `DescribeQuorumResponse`. From `schema/client/055-describe_quorum.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string, put_string_opt,
    put_u16, put_uuid,
};
use std::borrow::Cow;

/// `DescribeQuorumRequest`, API key 55, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeQuorumRequest<'a> {
    pub topics: Vec<RequestTopicData<'a>>,
}
impl<'a> DescribeQuorumRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.topics = r.array(flex, 3, |r| RequestTopicData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeQuorumRequest<'static> {
        DescribeQuorumRequest { topics: self.topics.into_iter().map(RequestTopicData::into_owned).collect() }
    }
}
/// Part of `DescribeQuorumRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestTopicData<'a> {
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<RequestPartitionData>,
}
impl<'a> RequestTopicData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 5, |r| RequestPartitionData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RequestTopicData<'static> {
        RequestTopicData { topic_name: own(self.topic_name), partitions: self.partitions }
    }
}
/// Part of `DescribeQuorumRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RequestPartitionData {
    pub partition_index: i32,
}
impl RequestPartitionData {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for DescribeQuorumRequest<'a> {
    const NAME: &'static str = "DescribeQuorumRequest";
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
impl<'a> Request<'a> for DescribeQuorumRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeQuorum;
    type Response<'r> = DescribeQuorumResponse<'r>;
}
/// `DescribeQuorumResponse`, API key 55, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeQuorumResponse<'a> {
    pub error_code: i16,
    /// In version 2 only.
    pub error_message: Option<Cow<'a, str>>,
    pub topics: Vec<ResponseTopicData<'a>>,
    /// In version 2 only.
    pub nodes: Vec<Node<'a>>,
}
impl Default for DescribeQuorumResponse<'_> {
    fn default() -> Self {
        Self { error_code: 0, error_message: Some(Cow::Borrowed("")), topics: Vec::new(), nodes: Vec::new() }
    }
}
impl<'a> DescribeQuorumResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        if v == 2 {
            x.error_message = r.string_opt(flex)?;
        }
        x.topics = r.array(flex, 3, |r| ResponseTopicData::decode(r, v))?;
        if v == 2 {
            x.nodes = r.array(flex, 6, |r| Node::decode(r, v))?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i16(out, self.error_code);
        if v == 2 {
            put_string_opt(out, self.error_message.as_deref(), flex)?;
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if v < 2 && !self.nodes.is_empty() {
            return Err(EncodeError::Unsupported("nodes"));
        }
        if v == 2 {
            put_array(out, &self.nodes, flex, |out, x| x.encode(out, v))?;
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeQuorumResponse<'static> {
        DescribeQuorumResponse {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            topics: self.topics.into_iter().map(ResponseTopicData::into_owned).collect(),
            nodes: self.nodes.into_iter().map(Node::into_owned).collect(),
        }
    }
}
/// Part of `DescribeQuorumResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponseTopicData<'a> {
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<ResponsePartitionData<'a>>,
}
impl<'a> ResponseTopicData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 25, |r| ResponsePartitionData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ResponseTopicData<'static> {
        ResponseTopicData {
            topic_name: own(self.topic_name),
            partitions: self.partitions.into_iter().map(ResponsePartitionData::into_owned).collect(),
        }
    }
}
/// Part of `DescribeQuorumResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponsePartitionData<'a> {
    pub partition_index: i32,
    pub error_code: i16,
    /// In version 2 only.
    pub error_message: Option<Cow<'a, str>>,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub high_watermark: i64,
    pub current_voters: Vec<ReplicaState>,
    pub observers: Vec<ReplicaState>,
}
impl Default for ResponsePartitionData<'_> {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            leader_id: 0,
            leader_epoch: 0,
            high_watermark: 0,
            current_voters: Vec::new(),
            observers: Vec::new(),
        }
    }
}
impl<'a> ResponsePartitionData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        if v == 2 {
            x.error_message = r.string_opt(flex)?;
        }
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.high_watermark = r.i64()?;
        x.current_voters = r.array(flex, 13, |r| ReplicaState::decode(r, v))?;
        x.observers = r.array(flex, 13, |r| ReplicaState::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        if v == 2 {
            put_string_opt(out, self.error_message.as_deref(), flex)?;
        }
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        put_i64(out, self.high_watermark);
        put_array(out, &self.current_voters, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.observers, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ResponsePartitionData<'static> {
        ResponsePartitionData {
            partition_index: self.partition_index,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            leader_id: self.leader_id,
            leader_epoch: self.leader_epoch,
            high_watermark: self.high_watermark,
            current_voters: self.current_voters,
            observers: self.observers,
        }
    }
}
/// Part of `DescribeQuorumResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Node<'a> {
    pub node_id: i32,
    pub listeners: Vec<Listener<'a>>,
}
impl<'a> Node<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.node_id = r.i32()?;
        x.listeners = r.array(flex, 5, |r| Listener::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.node_id);
        put_array(out, &self.listeners, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Node<'static> {
        Node {
            node_id: self.node_id,
            listeners: self.listeners.into_iter().map(Listener::into_owned).collect(),
        }
    }
}
/// Part of `DescribeQuorumResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Listener<'a> {
    pub name: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub port: u16,
}
impl<'a> Listener<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.host = r.string(flex)?;
        x.port = r.u16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_string(out, &self.host, flex)?;
        put_u16(out, self.port);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Listener<'static> {
        Listener { name: own(self.name), host: own(self.host), port: self.port }
    }
}
/// Part of `DescribeQuorumResponse`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplicaState {
    pub replica_id: i32,
    /// In version 2 only.
    pub replica_directory_id: Uuid,
    pub log_end_offset: i64,
    /// From version 1.
    pub last_fetch_timestamp: i64,
    /// From version 1.
    pub last_caught_up_timestamp: i64,
}
impl Default for ReplicaState {
    fn default() -> Self {
        Self {
            replica_id: 0,
            replica_directory_id: Uuid::ZERO,
            log_end_offset: 0,
            last_fetch_timestamp: -1,
            last_caught_up_timestamp: -1,
        }
    }
}
impl ReplicaState {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.replica_id = r.i32()?;
        if v == 2 {
            x.replica_directory_id = r.uuid()?;
        }
        x.log_end_offset = r.i64()?;
        if v >= 1 {
            x.last_fetch_timestamp = r.i64()?;
        }
        if v >= 1 {
            x.last_caught_up_timestamp = r.i64()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.replica_id);
        if v < 2 && self.replica_directory_id != Uuid::ZERO {
            return Err(EncodeError::Unsupported("replica_directory_id"));
        }
        if v == 2 {
            put_uuid(out, self.replica_directory_id);
        }
        put_i64(out, self.log_end_offset);
        if v >= 1 {
            put_i64(out, self.last_fetch_timestamp);
        }
        if v >= 1 {
            put_i64(out, self.last_caught_up_timestamp);
        }
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for DescribeQuorumResponse<'a> {
    const NAME: &'static str = "DescribeQuorumResponse";
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
