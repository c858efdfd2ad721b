//! `VoteRequest` and `VoteResponse`. From `schema/client/052-vote.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_bool, put_i16, put_i32, put_i64, put_string,
    put_string_opt, put_u16, put_uuid,
};
use std::borrow::Cow;

/// `VoteRequest`, API key 52, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct VoteRequest<'a> {
    pub cluster_id: Option<Cow<'a, str>>,
    /// From version 1.
    pub voter_id: i32,
    pub topics: Vec<RequestTopicData<'a>>,
}
impl Default for VoteRequest<'_> {
    fn default() -> Self {
        Self { cluster_id: None, voter_id: -1, topics: Vec::new() }
    }
}
impl<'a> VoteRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.cluster_id = r.string_opt(flex)?;
        if v >= 1 {
            x.voter_id = r.i32()?;
        }
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
        put_string_opt(out, self.cluster_id.as_deref(), flex)?;
        if v >= 1 {
            put_i32(out, self.voter_id);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> VoteRequest<'static> {
        VoteRequest {
            cluster_id: self.cluster_id.map(own),
            voter_id: self.voter_id,
            topics: self.topics.into_iter().map(RequestTopicData::into_owned).collect(),
        }
    }
}
/// Part of `VoteRequest`.
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
        x.partitions = r.array(flex, 25, |r| RequestPartitionData::decode(r, v))?;
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
/// Part of `VoteRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RequestPartitionData {
    pub partition_index: i32,
    pub replica_epoch: i32,
    pub replica_id: i32,
    /// From version 1.
    pub replica_directory_id: Uuid,
    /// From version 1.
    pub voter_directory_id: Uuid,
    pub last_offset_epoch: i32,
    pub last_offset: i64,
    /// In version 2 only.
    pub pre_vote: bool,
}
impl RequestPartitionData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.replica_epoch = r.i32()?;
        x.replica_id = r.i32()?;
        if v >= 1 {
            x.replica_directory_id = r.uuid()?;
        }
        if v >= 1 {
            x.voter_directory_id = r.uuid()?;
        }
        x.last_offset_epoch = r.i32()?;
        x.last_offset = r.i64()?;
        if v == 2 {
            x.pre_vote = r.bool()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        put_i32(out, self.replica_epoch);
        put_i32(out, self.replica_id);
        if v >= 1 {
            put_uuid(out, self.replica_directory_id);
        }
        if v >= 1 {
            put_uuid(out, self.voter_directory_id);
        }
        put_i32(out, self.last_offset_epoch);
        put_i64(out, self.last_offset);
        if v < 2 && self.pre_vote {
            return Err(EncodeError::Unsupported("pre_vote"));
        }
        if v == 2 {
            put_bool(out, self.pre_vote);
        }
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for VoteRequest<'a> {
    const NAME: &'static str = "VoteRequest";
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
impl<'a> Request<'a> for VoteRequest<'a> {
    const KEY: ApiKey = ApiKey::Vote;
    type Response<'r> = VoteResponse<'r>;
}
/// `VoteResponse`, API key 52, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct VoteResponse<'a> {
    pub error_code: i16,
    pub topics: Vec<ResponseTopicData<'a>>,
    /// From version 1.
    pub node_endpoints: Vec<NodeEndpoint<'a>>,
}
impl<'a> VoteResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.topics = r.array(flex, 3, |r| ResponseTopicData::decode(r, v))?;
        r.tags(|r, tag| {
            match tag {
                0 if v >= 1 => x.node_endpoints = r.array(true, 8, |r| NodeEndpoint::decode(r, v))?,
                0 => return Err(DecodeError::InvalidTag),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i16(out, self.error_code);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if v < 1 && !self.node_endpoints.is_empty() {
            return Err(EncodeError::Unsupported("node_endpoints"));
        }
        let tags = Tags::begin(out);
        if v >= 1 && !self.node_endpoints.is_empty() {
            tags.put(out, 0, |out| put_array(out, &self.node_endpoints, true, |out, x| x.encode(out, v)))?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> VoteResponse<'static> {
        VoteResponse {
            error_code: self.error_code,
            topics: self.topics.into_iter().map(ResponseTopicData::into_owned).collect(),
            node_endpoints: self.node_endpoints.into_iter().map(NodeEndpoint::into_owned).collect(),
        }
    }
}
/// Part of `VoteResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponseTopicData<'a> {
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<ResponsePartitionData>,
}
impl<'a> ResponseTopicData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 16, |r| ResponsePartitionData::decode(r, v))?;
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
        ResponseTopicData { topic_name: own(self.topic_name), partitions: self.partitions }
    }
}
/// Part of `VoteResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ResponsePartitionData {
    pub partition_index: i32,
    pub error_code: i16,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub vote_granted: bool,
}
impl ResponsePartitionData {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.vote_granted = r.bool()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        put_bool(out, self.vote_granted);
        out.push(0);
        Ok(())
    }
}
/// Part of `VoteResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeEndpoint<'a> {
    pub node_id: i32,
    pub host: Cow<'a, str>,
    pub port: u16,
}
impl<'a> NodeEndpoint<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.node_id = r.i32()?;
        x.host = r.string(flex)?;
        x.port = r.u16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.node_id);
        put_string(out, &self.host, flex)?;
        put_u16(out, self.port);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> NodeEndpoint<'static> {
        NodeEndpoint { node_id: self.node_id, host: own(self.host), port: self.port }
    }
}
impl<'a> Message<'a> for VoteResponse<'a> {
    const NAME: &'static str = "VoteResponse";
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
