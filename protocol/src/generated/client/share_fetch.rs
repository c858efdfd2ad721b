//! `ShareFetchRequest` and `ShareFetchResponse`. From `schema/client/078-share_fetch.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_bytes, put_i8, put_i16, put_i32, put_i64,
    put_string, put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `ShareFetchRequest`, API key 78, versions 1 to 2, flexible from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareFetchRequest<'a> {
    pub group_id: Option<Cow<'a, str>>,
    pub member_id: Option<Cow<'a, str>>,
    pub share_session_epoch: i32,
    pub max_wait_ms: i32,
    pub min_bytes: i32,
    pub max_bytes: i32,
    pub max_records: i32,
    pub batch_size: i32,
    /// In version 2 only.
    pub share_acquire_mode: i8,
    /// In version 2 only.
    pub is_renew_ack: bool,
    pub topics: Vec<FetchTopic>,
    pub forgotten_topics_data: Vec<ForgottenTopic>,
}
impl Default for ShareFetchRequest<'_> {
    fn default() -> Self {
        Self {
            group_id: None,
            member_id: Some(Cow::Borrowed("")),
            share_session_epoch: 0,
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: i32::MAX,
            max_records: 0,
            batch_size: 0,
            share_acquire_mode: 0,
            is_renew_ack: false,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
        }
    }
}
impl<'a> ShareFetchRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string_opt(flex)?;
        x.member_id = r.string_opt(flex)?;
        x.share_session_epoch = r.i32()?;
        x.max_wait_ms = r.i32()?;
        x.min_bytes = r.i32()?;
        x.max_bytes = r.i32()?;
        x.max_records = r.i32()?;
        x.batch_size = r.i32()?;
        if v == 2 {
            x.share_acquire_mode = r.i8()?;
        }
        if v == 2 {
            x.is_renew_ack = r.bool()?;
        }
        x.topics = r.array(flex, 18, |r| FetchTopic::decode(r, v))?;
        x.forgotten_topics_data = r.array(flex, 18, |r| ForgottenTopic::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string_opt(out, self.group_id.as_deref(), flex)?;
        put_string_opt(out, self.member_id.as_deref(), flex)?;
        put_i32(out, self.share_session_epoch);
        put_i32(out, self.max_wait_ms);
        put_i32(out, self.min_bytes);
        put_i32(out, self.max_bytes);
        put_i32(out, self.max_records);
        put_i32(out, self.batch_size);
        if v == 2 {
            put_i8(out, self.share_acquire_mode);
        }
        if v < 2 && self.is_renew_ack {
            return Err(EncodeError::Unsupported("is_renew_ack"));
        }
        if v == 2 {
            put_bool(out, self.is_renew_ack);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.forgotten_topics_data, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareFetchRequest<'static> {
        ShareFetchRequest {
            group_id: self.group_id.map(own),
            member_id: self.member_id.map(own),
            share_session_epoch: self.share_session_epoch,
            max_wait_ms: self.max_wait_ms,
            min_bytes: self.min_bytes,
            max_bytes: self.max_bytes,
            max_records: self.max_records,
            batch_size: self.batch_size,
            share_acquire_mode: self.share_acquire_mode,
            is_renew_ack: self.is_renew_ack,
            topics: self.topics,
            forgotten_topics_data: self.forgotten_topics_data,
        }
    }
}
/// Part of `ShareFetchRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchTopic {
    pub topic_id: Uuid,
    pub partitions: Vec<FetchPartition>,
}
impl FetchTopic {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 6, |r| FetchPartition::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `ShareFetchRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchPartition {
    pub partition_index: i32,
    pub acknowledgement_batches: Vec<AcknowledgementBatch>,
}
impl FetchPartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.acknowledgement_batches = r.array(flex, 18, |r| AcknowledgementBatch::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_array(out, &self.acknowledgement_batches, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `ShareFetchRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AcknowledgementBatch {
    pub first_offset: i64,
    pub last_offset: i64,
    pub acknowledge_types: Vec<i8>,
}
impl AcknowledgementBatch {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.first_offset = r.i64()?;
        x.last_offset = r.i64()?;
        x.acknowledge_types = r.array(flex, 1, Reader::i8)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i64(out, self.first_offset);
        put_i64(out, self.last_offset);
        put_array(out, &self.acknowledge_types, flex, |out, x| {
            put_i8(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
}
/// Part of `ShareFetchRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ForgottenTopic {
    pub topic_id: Uuid,
    pub partitions: Vec<i32>,
}
impl ForgottenTopic {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ShareFetchRequest<'a> {
    const NAME: &'static str = "ShareFetchRequest";
    const MIN_VERSION: i16 = 1;
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
impl<'a> Request<'a> for ShareFetchRequest<'a> {
    const KEY: ApiKey = ApiKey::ShareFetch;
    type Response<'r> = ShareFetchResponse<'r>;
}
/// `ShareFetchResponse`, API key 78, versions 1 to 2, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareFetchResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub acquisition_lock_timeout_ms: i32,
    pub responses: Vec<ShareFetchableTopicResponse<'a>>,
    pub node_endpoints: Vec<NodeEndpoint<'a>>,
}
impl<'a> ShareFetchResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.acquisition_lock_timeout_ms = r.i32()?;
        x.responses = r.array(flex, 18, |r| ShareFetchableTopicResponse::decode(r, v))?;
        x.node_endpoints = r.array(flex, 11, |r| NodeEndpoint::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_i32(out, self.acquisition_lock_timeout_ms);
        put_array(out, &self.responses, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.node_endpoints, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareFetchResponse<'static> {
        ShareFetchResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            acquisition_lock_timeout_ms: self.acquisition_lock_timeout_ms,
            responses: self.responses.into_iter().map(ShareFetchableTopicResponse::into_owned).collect(),
            node_endpoints: self.node_endpoints.into_iter().map(NodeEndpoint::into_owned).collect(),
        }
    }
}
/// Part of `ShareFetchResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareFetchableTopicResponse<'a> {
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionData<'a>>,
}
impl<'a> ShareFetchableTopicResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 22, |r| PartitionData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareFetchableTopicResponse<'static> {
        ShareFetchableTopicResponse {
            topic_id: self.topic_id,
            partitions: self.partitions.into_iter().map(PartitionData::into_owned).collect(),
        }
    }
}
/// Part of `ShareFetchResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionData<'a> {
    pub partition_index: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub acknowledge_error_code: i16,
    pub acknowledge_error_message: Option<Cow<'a, str>>,
    pub current_leader: LeaderIdAndEpoch,
    pub records: Cow<'a, [u8]>,
    pub acquired_records: Vec<AcquiredRecords>,
}
impl<'a> PartitionData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.acknowledge_error_code = r.i16()?;
        x.acknowledge_error_message = r.string_opt(flex)?;
        x.current_leader = LeaderIdAndEpoch::decode(r, v)?;
        x.records = r.bytes(flex)?;
        x.acquired_records = r.array(flex, 19, |r| AcquiredRecords::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_i16(out, self.acknowledge_error_code);
        put_string_opt(out, self.acknowledge_error_message.as_deref(), flex)?;
        self.current_leader.encode(out, v)?;
        put_bytes(out, &self.records, flex)?;
        put_array(out, &self.acquired_records, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionData<'static> {
        PartitionData {
            partition_index: self.partition_index,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            acknowledge_error_code: self.acknowledge_error_code,
            acknowledge_error_message: self.acknowledge_error_message.map(own),
            current_leader: self.current_leader,
            records: own(self.records),
            acquired_records: self.acquired_records,
        }
    }
}
/// Part of `ShareFetchResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct LeaderIdAndEpoch {
    pub leader_id: i32,
    pub leader_epoch: i32,
}
impl LeaderIdAndEpoch {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        out.push(0);
        Ok(())
    }
}
/// Part of `ShareFetchResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AcquiredRecords {
    pub first_offset: i64,
    pub last_offset: i64,
    pub delivery_count: i16,
}
impl AcquiredRecords {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.first_offset = r.i64()?;
        x.last_offset = r.i64()?;
        x.delivery_count = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i64(out, self.first_offset);
        put_i64(out, self.last_offset);
        put_i16(out, self.delivery_count);
        out.push(0);
        Ok(())
    }
}
/// Part of `ShareFetchResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeEndpoint<'a> {
    pub node_id: i32,
    pub host: Cow<'a, str>,
    pub port: i32,
    pub rack: Option<Cow<'a, str>>,
}
impl<'a> NodeEndpoint<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.node_id = r.i32()?;
        x.host = r.string(flex)?;
        x.port = r.i32()?;
        x.rack = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.node_id);
        put_string(out, &self.host, flex)?;
        put_i32(out, self.port);
        put_string_opt(out, self.rack.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> NodeEndpoint<'static> {
        NodeEndpoint {
            node_id: self.node_id,
            host: own(self.host),
            port: self.port,
            rack: self.rack.map(own),
        }
    }
}
impl<'a> Message<'a> for ShareFetchResponse<'a> {
    const NAME: &'static str = "ShareFetchResponse";
    const MIN_VERSION: i16 = 1;
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
