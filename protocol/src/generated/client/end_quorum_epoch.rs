//! `EndQuorumEpochRequest` and `EndQuorumEpochResponse`. From `schema/client/054-end_quorum_epoch.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_i16, put_i32, put_string, put_string_opt,
    put_u16, put_uuid,
};
use std::borrow::Cow;

/// `EndQuorumEpochRequest`, API key 54, versions 0 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EndQuorumEpochRequest<'a> {
    pub cluster_id: Option<Cow<'a, str>>,
    pub topics: Vec<RequestTopicData<'a>>,
    /// In version 1 only.
    pub leader_endpoints: Vec<LeaderEndpoint<'a>>,
}
impl<'a> EndQuorumEpochRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        let mut x = Self::default();
        x.cluster_id = r.string_opt(flex)?;
        x.topics = r.array(flex, 3, |r| RequestTopicData::decode(r, v))?;
        if v == 1 {
            x.leader_endpoints = r.array(flex, 5, |r| LeaderEndpoint::decode(r, v))?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        put_string_opt(out, self.cluster_id.as_deref(), flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if v == 1 {
            put_array(out, &self.leader_endpoints, flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EndQuorumEpochRequest<'static> {
        EndQuorumEpochRequest {
            cluster_id: self.cluster_id.map(own),
            topics: self.topics.into_iter().map(RequestTopicData::into_owned).collect(),
            leader_endpoints: self.leader_endpoints.into_iter().map(LeaderEndpoint::into_owned).collect(),
        }
    }
}
/// Part of `EndQuorumEpochRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestTopicData<'a> {
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<RequestPartitionData>,
}
impl<'a> RequestTopicData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 14, |r| RequestPartitionData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_string(out, &self.topic_name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RequestTopicData<'static> {
        RequestTopicData { topic_name: own(self.topic_name), partitions: self.partitions }
    }
}
/// Part of `EndQuorumEpochRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestPartitionData {
    pub partition_index: i32,
    pub leader_id: i32,
    pub leader_epoch: i32,
    /// In version 0 only.
    pub preferred_successors: Vec<i32>,
    /// In version 1 only.
    pub preferred_candidates: Vec<ReplicaInfo>,
}
impl RequestPartitionData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        if v == 0 {
            x.preferred_successors = r.array(flex, 4, Reader::i32)?;
        }
        if v == 1 {
            x.preferred_candidates = r.array(flex, 21, |r| ReplicaInfo::decode(r, v))?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_i32(out, self.partition_index);
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        if v == 0 {
            put_array(out, &self.preferred_successors, flex, |out, x| {
                put_i32(out, *x);
                Ok(())
            })?;
        }
        if v == 1 {
            put_array(out, &self.preferred_candidates, flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
/// Part of `EndQuorumEpochRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ReplicaInfo {
    pub candidate_id: i32,
    pub candidate_directory_id: Uuid,
}
impl ReplicaInfo {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.candidate_id = r.i32()?;
        x.candidate_directory_id = r.uuid()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.candidate_id);
        put_uuid(out, self.candidate_directory_id);
        out.push(0);
        Ok(())
    }
}
/// Part of `EndQuorumEpochRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LeaderEndpoint<'a> {
    pub name: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub port: u16,
}
impl<'a> LeaderEndpoint<'a> {
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
    pub fn into_owned(self) -> LeaderEndpoint<'static> {
        LeaderEndpoint { name: own(self.name), host: own(self.host), port: self.port }
    }
}
impl<'a> Message<'a> for EndQuorumEpochRequest<'a> {
    const NAME: &'static str = "EndQuorumEpochRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    fn flexible(v: i16) -> bool {
        v == 1
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for EndQuorumEpochRequest<'a> {
    const KEY: ApiKey = ApiKey::EndQuorumEpoch;
    type Response<'r> = EndQuorumEpochResponse<'r>;
}
/// `EndQuorumEpochResponse`, API key 54, versions 0 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EndQuorumEpochResponse<'a> {
    pub error_code: i16,
    pub topics: Vec<ResponseTopicData<'a>>,
    /// In version 1 only.
    pub node_endpoints: Vec<NodeEndpoint<'a>>,
}
impl<'a> EndQuorumEpochResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.topics = r.array(flex, 3, |r| ResponseTopicData::decode(r, v))?;
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 => x.node_endpoints = r.array(true, 8, |r| NodeEndpoint::decode(r, v))?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        put_i16(out, self.error_code);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if v < 1 && !self.node_endpoints.is_empty() {
            return Err(EncodeError::Unsupported("node_endpoints"));
        }
        if flex {
            let tags = Tags::begin(out);
            if !self.node_endpoints.is_empty() {
                tags.put(out, 0, |out| {
                    put_array(out, &self.node_endpoints, true, |out, x| x.encode(out, v))
                })?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EndQuorumEpochResponse<'static> {
        EndQuorumEpochResponse {
            error_code: self.error_code,
            topics: self.topics.into_iter().map(ResponseTopicData::into_owned).collect(),
            node_endpoints: self.node_endpoints.into_iter().map(NodeEndpoint::into_owned).collect(),
        }
    }
}
/// Part of `EndQuorumEpochResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponseTopicData<'a> {
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<ResponsePartitionData>,
}
impl<'a> ResponseTopicData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 14, |r| ResponsePartitionData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_string(out, &self.topic_name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ResponseTopicData<'static> {
        ResponseTopicData { topic_name: own(self.topic_name), partitions: self.partitions }
    }
}
/// Part of `EndQuorumEpochResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ResponsePartitionData {
    pub partition_index: i32,
    pub error_code: i16,
    pub leader_id: i32,
    pub leader_epoch: i32,
}
impl ResponsePartitionData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
/// Part of `EndQuorumEpochResponse`.
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
impl<'a> Message<'a> for EndQuorumEpochResponse<'a> {
    const NAME: &'static str = "EndQuorumEpochResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    fn flexible(v: i16) -> bool {
        v == 1
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
