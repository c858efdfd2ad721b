//! `ListOffsetsRequest` and `ListOffsetsResponse`. From `schema/client/002-list_offsets.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i16, put_i32, put_i64, put_string,
};
use std::borrow::Cow;

/// `ListOffsetsRequest`, API key 2, versions 1 to 11, flexible from 6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListOffsetsRequest<'a> {
    pub replica_id: i32,
    /// From version 2.
    pub isolation_level: i8,
    pub topics: Vec<ListOffsetsTopic<'a>>,
    /// From version 10.
    pub timeout_ms: i32,
}
impl<'a> ListOffsetsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=11).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        let mut x = Self::default();
        x.replica_id = r.i32()?;
        if v >= 2 {
            x.isolation_level = r.i8()?;
        }
        x.topics = r.array(flex, 3, |r| ListOffsetsTopic::decode(r, v))?;
        if v >= 10 {
            x.timeout_ms = r.i32()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=11).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        put_i32(out, self.replica_id);
        if v < 2 && self.isolation_level != 0 {
            return Err(EncodeError::Unsupported("isolation_level"));
        }
        if v >= 2 {
            put_i8(out, self.isolation_level);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if v >= 10 {
            put_i32(out, self.timeout_ms);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListOffsetsRequest<'static> {
        ListOffsetsRequest {
            replica_id: self.replica_id,
            isolation_level: self.isolation_level,
            topics: self.topics.into_iter().map(ListOffsetsTopic::into_owned).collect(),
            timeout_ms: self.timeout_ms,
        }
    }
}
/// Part of `ListOffsetsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListOffsetsTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<ListOffsetsPartition>,
}
impl<'a> ListOffsetsTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 12, |r| ListOffsetsPartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 6;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListOffsetsTopic<'static> {
        ListOffsetsTopic { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `ListOffsetsRequest`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListOffsetsPartition {
    pub partition_index: i32,
    /// From version 4.
    pub current_leader_epoch: i32,
    pub timestamp: i64,
}
impl Default for ListOffsetsPartition {
    fn default() -> Self {
        Self { partition_index: 0, current_leader_epoch: -1, timestamp: 0 }
    }
}
impl ListOffsetsPartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        if v >= 4 {
            x.current_leader_epoch = r.i32()?;
        }
        x.timestamp = r.i64()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 6;
        put_i32(out, self.partition_index);
        if v >= 4 {
            put_i32(out, self.current_leader_epoch);
        }
        put_i64(out, self.timestamp);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for ListOffsetsRequest<'a> {
    const NAME: &'static str = "ListOffsetsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 11;
    fn flexible(v: i16) -> bool {
        v >= 6
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for ListOffsetsRequest<'a> {
    const KEY: ApiKey = ApiKey::ListOffsets;
    type Response<'r> = ListOffsetsResponse<'r>;
}
/// `ListOffsetsResponse`, API key 2, versions 1 to 11, flexible from 6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListOffsetsResponse<'a> {
    /// From version 2.
    pub throttle_time_ms: i32,
    pub topics: Vec<ListOffsetsTopicResponse<'a>>,
}
impl<'a> ListOffsetsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=11).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        let mut x = Self::default();
        if v >= 2 {
            x.throttle_time_ms = r.i32()?;
        }
        x.topics = r.array(flex, 3, |r| ListOffsetsTopicResponse::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=11).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        if v >= 2 {
            put_i32(out, self.throttle_time_ms);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListOffsetsResponse<'static> {
        ListOffsetsResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(ListOffsetsTopicResponse::into_owned).collect(),
        }
    }
}
/// Part of `ListOffsetsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListOffsetsTopicResponse<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<ListOffsetsPartitionResponse>,
}
impl<'a> ListOffsetsTopicResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 22, |r| ListOffsetsPartitionResponse::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 6;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListOffsetsTopicResponse<'static> {
        ListOffsetsTopicResponse { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `ListOffsetsResponse`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListOffsetsPartitionResponse {
    pub partition_index: i32,
    pub error_code: i16,
    pub timestamp: i64,
    pub offset: i64,
    /// From version 4.
    pub leader_epoch: i32,
}
impl Default for ListOffsetsPartitionResponse {
    fn default() -> Self {
        Self { partition_index: 0, error_code: 0, timestamp: -1, offset: -1, leader_epoch: -1 }
    }
}
impl ListOffsetsPartitionResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.timestamp = r.i64()?;
        x.offset = r.i64()?;
        if v >= 4 {
            x.leader_epoch = r.i32()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 6;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_i64(out, self.timestamp);
        put_i64(out, self.offset);
        if v < 4 && self.leader_epoch != -1 {
            return Err(EncodeError::Unsupported("leader_epoch"));
        }
        if v >= 4 {
            put_i32(out, self.leader_epoch);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for ListOffsetsResponse<'a> {
    const NAME: &'static str = "ListOffsetsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 11;
    fn flexible(v: i16) -> bool {
        v >= 6
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
