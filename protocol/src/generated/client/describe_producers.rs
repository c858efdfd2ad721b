//! `DescribeProducersRequest` and `DescribeProducersResponse`. From `schema/client/061-describe_producers.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `DescribeProducersRequest`, API key 61, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeProducersRequest<'a> {
    pub topics: Vec<TopicRequest<'a>>,
}
impl<'a> DescribeProducersRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.topics = r.array(flex, 3, |r| TopicRequest::decode(r, v))?;
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
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeProducersRequest<'static> {
        DescribeProducersRequest { topics: self.topics.into_iter().map(TopicRequest::into_owned).collect() }
    }
}
/// Part of `DescribeProducersRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicRequest<'a> {
    pub name: Cow<'a, str>,
    pub partition_indexes: Vec<i32>,
}
impl<'a> TopicRequest<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partition_indexes = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partition_indexes, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicRequest<'static> {
        TopicRequest { name: own(self.name), partition_indexes: self.partition_indexes }
    }
}
impl<'a> Message<'a> for DescribeProducersRequest<'a> {
    const NAME: &'static str = "DescribeProducersRequest";
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
impl<'a> Request<'a> for DescribeProducersRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeProducers;
    type Response<'r> = DescribeProducersResponse<'r>;
}
/// `DescribeProducersResponse`, API key 61, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeProducersResponse<'a> {
    pub throttle_time_ms: i32,
    pub topics: Vec<TopicResponse<'a>>,
}
impl<'a> DescribeProducersResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.topics = r.array(flex, 3, |r| TopicResponse::decode(r, v))?;
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
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeProducersResponse<'static> {
        DescribeProducersResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(TopicResponse::into_owned).collect(),
        }
    }
}
/// Part of `DescribeProducersResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicResponse<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<PartitionResponse<'a>>,
}
impl<'a> TopicResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 9, |r| PartitionResponse::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicResponse<'static> {
        TopicResponse {
            name: own(self.name),
            partitions: self.partitions.into_iter().map(PartitionResponse::into_owned).collect(),
        }
    }
}
/// Part of `DescribeProducersResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionResponse<'a> {
    pub partition_index: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub active_producers: Vec<ProducerState>,
}
impl<'a> PartitionResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.active_producers = r.array(flex, 37, |r| ProducerState::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array(out, &self.active_producers, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionResponse<'static> {
        PartitionResponse {
            partition_index: self.partition_index,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            active_producers: self.active_producers,
        }
    }
}
/// Part of `DescribeProducersResponse`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProducerState {
    pub producer_id: i64,
    pub producer_epoch: i32,
    pub last_sequence: i32,
    pub last_timestamp: i64,
    pub coordinator_epoch: i32,
    pub current_txn_start_offset: i64,
}
impl Default for ProducerState {
    fn default() -> Self {
        Self {
            producer_id: 0,
            producer_epoch: 0,
            last_sequence: -1,
            last_timestamp: -1,
            coordinator_epoch: 0,
            current_txn_start_offset: -1,
        }
    }
}
impl ProducerState {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i32()?;
        x.last_sequence = r.i32()?;
        x.last_timestamp = r.i64()?;
        x.coordinator_epoch = r.i32()?;
        x.current_txn_start_offset = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i64(out, self.producer_id);
        put_i32(out, self.producer_epoch);
        put_i32(out, self.last_sequence);
        put_i64(out, self.last_timestamp);
        put_i32(out, self.coordinator_epoch);
        put_i64(out, self.current_txn_start_offset);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for DescribeProducersResponse<'a> {
    const NAME: &'static str = "DescribeProducersResponse";
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
