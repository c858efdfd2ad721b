//! `ListPartitionReassignmentsRequest` and `ListPartitionReassignmentsResponse`. From `schema/client/046-list_partition_reassignments.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `ListPartitionReassignmentsRequest`, API key 46, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ListPartitionReassignmentsRequest<'a> {
    pub timeout_ms: i32,
    pub topics: Option<Vec<ListPartitionReassignmentsTopics<'a>>>,
}
impl Default for ListPartitionReassignmentsRequest<'_> {
    fn default() -> Self {
        Self { timeout_ms: 60000, topics: None }
    }
}
impl<'a> ListPartitionReassignmentsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.timeout_ms = r.i32()?;
        x.topics = r.array_opt(flex, 3, |r| ListPartitionReassignmentsTopics::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.timeout_ms);
        put_array_opt(out, self.topics.as_deref(), flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListPartitionReassignmentsRequest<'static> {
        ListPartitionReassignmentsRequest {
            timeout_ms: self.timeout_ms,
            topics: self
                .topics
                .map(|x| x.into_iter().map(ListPartitionReassignmentsTopics::into_owned).collect()),
        }
    }
}
/// Part of `ListPartitionReassignmentsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListPartitionReassignmentsTopics<'a> {
    pub name: Cow<'a, str>,
    pub partition_indexes: Vec<i32>,
}
impl<'a> ListPartitionReassignmentsTopics<'a> {
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
    pub fn into_owned(self) -> ListPartitionReassignmentsTopics<'static> {
        ListPartitionReassignmentsTopics { name: own(self.name), partition_indexes: self.partition_indexes }
    }
}
impl<'a> Message<'a> for ListPartitionReassignmentsRequest<'a> {
    const NAME: &'static str = "ListPartitionReassignmentsRequest";
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
impl<'a> Request<'a> for ListPartitionReassignmentsRequest<'a> {
    const KEY: ApiKey = ApiKey::ListPartitionReassignments;
    type Response<'r> = ListPartitionReassignmentsResponse<'r>;
}
/// `ListPartitionReassignmentsResponse`, API key 46, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ListPartitionReassignmentsResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub topics: Vec<OngoingTopicReassignment<'a>>,
}
impl Default for ListPartitionReassignmentsResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            topics: Vec::new(),
        }
    }
}
impl<'a> ListPartitionReassignmentsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.topics = r.array(flex, 3, |r| OngoingTopicReassignment::decode(r, v))?;
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
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListPartitionReassignmentsResponse<'static> {
        ListPartitionReassignmentsResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            topics: self.topics.into_iter().map(OngoingTopicReassignment::into_owned).collect(),
        }
    }
}
/// Part of `ListPartitionReassignmentsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OngoingTopicReassignment<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<OngoingPartitionReassignment>,
}
impl<'a> OngoingTopicReassignment<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 8, |r| OngoingPartitionReassignment::decode(r, v))?;
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
    pub fn into_owned(self) -> OngoingTopicReassignment<'static> {
        OngoingTopicReassignment { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `ListPartitionReassignmentsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OngoingPartitionReassignment {
    pub partition_index: i32,
    pub replicas: Vec<i32>,
    pub adding_replicas: Vec<i32>,
    pub removing_replicas: Vec<i32>,
}
impl OngoingPartitionReassignment {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.replicas = r.array(flex, 4, Reader::i32)?;
        x.adding_replicas = r.array(flex, 4, Reader::i32)?;
        x.removing_replicas = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_array(out, &self.replicas, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array(out, &self.adding_replicas, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array(out, &self.removing_replicas, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ListPartitionReassignmentsResponse<'a> {
    const NAME: &'static str = "ListPartitionReassignmentsResponse";
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
