//! `ProduceRequest` and `ProduceResponse`. From `schema/client/000-produce.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::view::{Array, View};
use crate::wire::{
    DecodeError, EncodeError, Reader, Str, Tags, own, put_array, put_bytes_opt, put_i16, put_i32, put_i64,
    put_string, put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `ProduceRequest`, API key 0, versions 3 to 13, flexible from 9.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ProduceRequest<'a> {
    pub transactional_id: Option<Cow<'a, str>>,
    pub acks: i16,
    pub timeout_ms: i32,
    pub topic_data: Vec<TopicProduceData<'a>>,
}
impl<'a> ProduceRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(3..=13).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        let mut x = Self::default();
        x.transactional_id = r.string_opt(flex)?;
        x.acks = r.i16()?;
        x.timeout_ms = r.i32()?;
        x.topic_data = r.array(flex, 3, |r| TopicProduceData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(3..=13).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        put_string_opt(out, self.transactional_id.as_deref(), flex)?;
        put_i16(out, self.acks);
        put_i32(out, self.timeout_ms);
        put_array(out, &self.topic_data, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ProduceRequest<'static> {
        ProduceRequest {
            transactional_id: self.transactional_id.map(own),
            acks: self.acks,
            timeout_ms: self.timeout_ms,
            topic_data: self.topic_data.into_iter().map(TopicProduceData::into_owned).collect(),
        }
    }
}
/// Part of `ProduceRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicProduceData<'a> {
    /// In versions 3 to 12.
    pub name: Cow<'a, str>,
    /// In version 13 only.
    pub topic_id: Uuid,
    pub partition_data: Vec<PartitionProduceData<'a>>,
}
impl<'a> TopicProduceData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        if v <= 12 {
            x.name = r.string(flex)?;
        }
        if v == 13 {
            x.topic_id = r.uuid()?;
        }
        x.partition_data = r.array(flex, 6, |r| PartitionProduceData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        if v <= 12 {
            put_string(out, &self.name, flex)?;
        }
        if v == 13 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partition_data, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicProduceData<'static> {
        TopicProduceData {
            name: own(self.name),
            topic_id: self.topic_id,
            partition_data: self.partition_data.into_iter().map(PartitionProduceData::into_owned).collect(),
        }
    }
}
/// Part of `ProduceRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionProduceData<'a> {
    pub index: i32,
    pub records: Option<Cow<'a, [u8]>>,
}
impl<'a> PartitionProduceData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        x.index = r.i32()?;
        x.records = r.bytes_opt(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        put_i32(out, self.index);
        put_bytes_opt(out, self.records.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionProduceData<'static> {
        PartitionProduceData { index: self.index, records: self.records.map(own) }
    }
}
impl<'a> Message<'a> for ProduceRequest<'a> {
    const NAME: &'static str = "ProduceRequest";
    const MIN_VERSION: i16 = 3;
    const MAX_VERSION: i16 = 13;
    fn flexible(v: i16) -> bool {
        v >= 9
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for ProduceRequest<'a> {
    const KEY: ApiKey = ApiKey::Produce;
    type Response<'r> = ProduceResponse<'r>;
}
/// `ProduceRequest` as it lies in the frame: validated once, read without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ProduceRequestView<'a> {
    pub transactional_id: Option<Str<'a>>,
    pub acks: i16,
    pub timeout_ms: i32,
    pub topic_data: Array<'a, TopicProduceDataView<'a>>,
}
impl<'a> View<'a> for ProduceRequestView<'a> {
    fn read(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(3..=13).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        let mut x = Self::default();
        x.transactional_id = r.str_opt(flex)?;
        x.acks = r.i16()?;
        x.timeout_ms = r.i32()?;
        x.topic_data = Array::read(r, flex, v)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
}
impl<'a> ProduceRequestView<'a> {
    /// Reads and validates one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::read(r, v)
    }
}
/// `TopicProduceData` as it lies in the frame: validated once, read without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TopicProduceDataView<'a> {
    pub name: Str<'a>,
    pub topic_id: Uuid,
    pub partition_data: Array<'a, PartitionProduceDataView<'a>>,
}
impl<'a> View<'a> for TopicProduceDataView<'a> {
    fn read(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        if v <= 12 {
            x.name = r.str(flex)?;
        }
        if v == 13 {
            x.topic_id = r.uuid()?;
        }
        x.partition_data = Array::read(r, flex, v)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
}
/// `PartitionProduceData` as it lies in the frame: validated once, read without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PartitionProduceDataView<'a> {
    pub index: i32,
    pub records: Option<&'a [u8]>,
}
impl<'a> View<'a> for PartitionProduceDataView<'a> {
    fn read(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        x.index = r.i32()?;
        x.records = r.slice_opt(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
}
/// `ProduceResponse`, API key 0, versions 3 to 13, flexible from 9.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ProduceResponse<'a> {
    pub responses: Vec<TopicProduceResponse<'a>>,
    pub throttle_time_ms: i32,
    /// From version 10.
    pub node_endpoints: Vec<NodeEndpoint<'a>>,
}
impl<'a> ProduceResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(3..=13).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        let mut x = Self::default();
        x.responses = r.array(flex, 3, |r| TopicProduceResponse::decode(r, v))?;
        x.throttle_time_ms = r.i32()?;
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 if v >= 10 => x.node_endpoints = r.array(true, 11, |r| NodeEndpoint::decode(r, v))?,
                    0 => return Err(DecodeError::InvalidTag),
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(3..=13).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        put_array(out, &self.responses, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.throttle_time_ms);
        if v < 10 && !self.node_endpoints.is_empty() {
            return Err(EncodeError::Unsupported("node_endpoints"));
        }
        if flex {
            let tags = Tags::begin(out);
            if v >= 10 && !self.node_endpoints.is_empty() {
                tags.put(out, 0, |out| {
                    put_array(out, &self.node_endpoints, true, |out, x| x.encode(out, v))
                })?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ProduceResponse<'static> {
        ProduceResponse {
            responses: self.responses.into_iter().map(TopicProduceResponse::into_owned).collect(),
            throttle_time_ms: self.throttle_time_ms,
            node_endpoints: self.node_endpoints.into_iter().map(NodeEndpoint::into_owned).collect(),
        }
    }
}
/// Part of `ProduceResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicProduceResponse<'a> {
    /// In versions 3 to 12.
    pub name: Cow<'a, str>,
    /// In version 13 only.
    pub topic_id: Uuid,
    pub partition_responses: Vec<PartitionProduceResponse<'a>>,
}
impl<'a> TopicProduceResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        if v <= 12 {
            x.name = r.string(flex)?;
        }
        if v == 13 {
            x.topic_id = r.uuid()?;
        }
        x.partition_responses = r.array(flex, 22, |r| PartitionProduceResponse::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        if v <= 12 {
            put_string(out, &self.name, flex)?;
        }
        if v == 13 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partition_responses, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicProduceResponse<'static> {
        TopicProduceResponse {
            name: own(self.name),
            topic_id: self.topic_id,
            partition_responses: self
                .partition_responses
                .into_iter()
                .map(PartitionProduceResponse::into_owned)
                .collect(),
        }
    }
}
/// Part of `ProduceResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionProduceResponse<'a> {
    pub index: i32,
    pub error_code: i16,
    pub base_offset: i64,
    pub log_append_time_ms: i64,
    /// From version 5.
    pub log_start_offset: i64,
    /// From version 8.
    pub record_errors: Vec<BatchIndexAndErrorMessage<'a>>,
    /// From version 8.
    pub error_message: Option<Cow<'a, str>>,
    /// From version 10.
    pub current_leader: LeaderIdAndEpoch,
}
impl Default for PartitionProduceResponse<'_> {
    fn default() -> Self {
        Self {
            index: 0,
            error_code: 0,
            base_offset: 0,
            log_append_time_ms: -1,
            log_start_offset: -1,
            record_errors: Vec::new(),
            error_message: None,
            current_leader: LeaderIdAndEpoch::default(),
        }
    }
}
impl<'a> PartitionProduceResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        x.index = r.i32()?;
        x.error_code = r.i16()?;
        x.base_offset = r.i64()?;
        x.log_append_time_ms = r.i64()?;
        if v >= 5 {
            x.log_start_offset = r.i64()?;
        }
        if v >= 8 {
            x.record_errors = r.array(flex, 6, |r| BatchIndexAndErrorMessage::decode(r, v))?;
        }
        if v >= 8 {
            x.error_message = r.string_opt(flex)?;
        }
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 if v >= 10 => x.current_leader = LeaderIdAndEpoch::decode(r, v)?,
                    0 => return Err(DecodeError::InvalidTag),
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        put_i32(out, self.index);
        put_i16(out, self.error_code);
        put_i64(out, self.base_offset);
        put_i64(out, self.log_append_time_ms);
        if v >= 5 {
            put_i64(out, self.log_start_offset);
        }
        if v >= 8 {
            put_array(out, &self.record_errors, flex, |out, x| x.encode(out, v))?;
        }
        if v >= 8 {
            put_string_opt(out, self.error_message.as_deref(), flex)?;
        }
        if v < 10 && self.current_leader != LeaderIdAndEpoch::default() {
            return Err(EncodeError::Unsupported("current_leader"));
        }
        if flex {
            let tags = Tags::begin(out);
            if v >= 10 && self.current_leader != LeaderIdAndEpoch::default() {
                tags.put(out, 0, |out| self.current_leader.encode(out, v))?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionProduceResponse<'static> {
        PartitionProduceResponse {
            index: self.index,
            error_code: self.error_code,
            base_offset: self.base_offset,
            log_append_time_ms: self.log_append_time_ms,
            log_start_offset: self.log_start_offset,
            record_errors: self
                .record_errors
                .into_iter()
                .map(BatchIndexAndErrorMessage::into_owned)
                .collect(),
            error_message: self.error_message.map(own),
            current_leader: self.current_leader,
        }
    }
}
/// Part of `ProduceResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BatchIndexAndErrorMessage<'a> {
    pub batch_index: i32,
    pub batch_index_error_message: Option<Cow<'a, str>>,
}
impl<'a> BatchIndexAndErrorMessage<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        x.batch_index = r.i32()?;
        x.batch_index_error_message = r.string_opt(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        put_i32(out, self.batch_index);
        put_string_opt(out, self.batch_index_error_message.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> BatchIndexAndErrorMessage<'static> {
        BatchIndexAndErrorMessage {
            batch_index: self.batch_index,
            batch_index_error_message: self.batch_index_error_message.map(own),
        }
    }
}
/// Part of `ProduceResponse`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderIdAndEpoch {
    pub leader_id: i32,
    pub leader_epoch: i32,
}
impl Default for LeaderIdAndEpoch {
    fn default() -> Self {
        Self { leader_id: -1, leader_epoch: -1 }
    }
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
/// Part of `ProduceResponse`.
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
impl<'a> Message<'a> for ProduceResponse<'a> {
    const NAME: &'static str = "ProduceResponse";
    const MIN_VERSION: i16 = 3;
    const MAX_VERSION: i16 = 13;
    fn flexible(v: i16) -> bool {
        v >= 9
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
