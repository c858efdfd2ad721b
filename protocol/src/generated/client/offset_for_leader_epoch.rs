//! `OffsetForLeaderEpochRequest` and `OffsetForLeaderEpochResponse`. From `schema/client/023-offset_for_leader_epoch.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `OffsetForLeaderEpochRequest`, API key 23, versions 2 to 4, flexible from 4.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetForLeaderEpochRequest<'a> {
    /// From version 3.
    pub replica_id: i32,
    pub topics: Vec<OffsetForLeaderTopic<'a>>,
}
impl Default for OffsetForLeaderEpochRequest<'_> {
    fn default() -> Self {
        Self { replica_id: -2, topics: Vec::new() }
    }
}
impl<'a> OffsetForLeaderEpochRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(2..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        let mut x = Self::default();
        if v >= 3 {
            x.replica_id = r.i32()?;
        }
        x.topics = r.array(flex, 3, |r| OffsetForLeaderTopic::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(2..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        if v >= 3 {
            put_i32(out, self.replica_id);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetForLeaderEpochRequest<'static> {
        OffsetForLeaderEpochRequest {
            replica_id: self.replica_id,
            topics: self.topics.into_iter().map(OffsetForLeaderTopic::into_owned).collect(),
        }
    }
}
/// Part of `OffsetForLeaderEpochRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetForLeaderTopic<'a> {
    pub topic: Cow<'a, str>,
    pub partitions: Vec<OffsetForLeaderPartition>,
}
impl<'a> OffsetForLeaderTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.topic = r.string(flex)?;
        x.partitions = r.array(flex, 12, |r| OffsetForLeaderPartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_string(out, &self.topic, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetForLeaderTopic<'static> {
        OffsetForLeaderTopic { topic: own(self.topic), partitions: self.partitions }
    }
}
/// Part of `OffsetForLeaderEpochRequest`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OffsetForLeaderPartition {
    pub partition: i32,
    pub current_leader_epoch: i32,
    pub leader_epoch: i32,
}
impl Default for OffsetForLeaderPartition {
    fn default() -> Self {
        Self { partition: 0, current_leader_epoch: -1, leader_epoch: 0 }
    }
}
impl OffsetForLeaderPartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.current_leader_epoch = r.i32()?;
        x.leader_epoch = r.i32()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_i32(out, self.partition);
        put_i32(out, self.current_leader_epoch);
        put_i32(out, self.leader_epoch);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for OffsetForLeaderEpochRequest<'a> {
    const NAME: &'static str = "OffsetForLeaderEpochRequest";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 4;
    fn flexible(v: i16) -> bool {
        v == 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for OffsetForLeaderEpochRequest<'a> {
    const KEY: ApiKey = ApiKey::OffsetForLeaderEpoch;
    type Response<'r> = OffsetForLeaderEpochResponse<'r>;
}
/// `OffsetForLeaderEpochResponse`, API key 23, versions 2 to 4, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetForLeaderEpochResponse<'a> {
    pub throttle_time_ms: i32,
    pub topics: Vec<OffsetForLeaderTopicResult<'a>>,
}
impl<'a> OffsetForLeaderEpochResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(2..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.topics = r.array(flex, 3, |r| OffsetForLeaderTopicResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(2..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetForLeaderEpochResponse<'static> {
        OffsetForLeaderEpochResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(OffsetForLeaderTopicResult::into_owned).collect(),
        }
    }
}
/// Part of `OffsetForLeaderEpochResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetForLeaderTopicResult<'a> {
    pub topic: Cow<'a, str>,
    pub partitions: Vec<EpochEndOffset>,
}
impl<'a> OffsetForLeaderTopicResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.topic = r.string(flex)?;
        x.partitions = r.array(flex, 18, |r| EpochEndOffset::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_string(out, &self.topic, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetForLeaderTopicResult<'static> {
        OffsetForLeaderTopicResult { topic: own(self.topic), partitions: self.partitions }
    }
}
/// Part of `OffsetForLeaderEpochResponse`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochEndOffset {
    pub error_code: i16,
    pub partition: i32,
    pub leader_epoch: i32,
    pub end_offset: i64,
}
impl Default for EpochEndOffset {
    fn default() -> Self {
        Self { error_code: 0, partition: 0, leader_epoch: -1, end_offset: -1 }
    }
}
impl EpochEndOffset {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.partition = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.end_offset = r.i64()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_i16(out, self.error_code);
        put_i32(out, self.partition);
        put_i32(out, self.leader_epoch);
        put_i64(out, self.end_offset);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for OffsetForLeaderEpochResponse<'a> {
    const NAME: &'static str = "OffsetForLeaderEpochResponse";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 4;
    fn flexible(v: i16) -> bool {
        v == 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
