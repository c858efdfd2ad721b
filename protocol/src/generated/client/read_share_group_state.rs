//! `ReadShareGroupStateRequest` and `ReadShareGroupStateResponse`. From `schema/client/084-read_share_group_state.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i16, put_i32, put_i64, put_string,
    put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `ReadShareGroupStateRequest`, API key 84, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReadShareGroupStateRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Vec<ReadStateData>,
}
impl<'a> ReadShareGroupStateRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array(flex, 18, |r| ReadStateData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ReadShareGroupStateRequest<'static> {
        ReadShareGroupStateRequest { group_id: own(self.group_id), topics: self.topics }
    }
}
/// Part of `ReadShareGroupStateRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReadStateData {
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionData>,
}
impl ReadStateData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 9, |r| PartitionData::decode(r, v))?;
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
/// Part of `ReadShareGroupStateRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PartitionData {
    pub partition: i32,
    pub leader_epoch: i32,
}
impl PartitionData {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.leader_epoch = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition);
        put_i32(out, self.leader_epoch);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ReadShareGroupStateRequest<'a> {
    const NAME: &'static str = "ReadShareGroupStateRequest";
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
impl<'a> Request<'a> for ReadShareGroupStateRequest<'a> {
    const KEY: ApiKey = ApiKey::ReadShareGroupState;
    type Response<'r> = ReadShareGroupStateResponse<'r>;
}
/// `ReadShareGroupStateResponse`, API key 84, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReadShareGroupStateResponse<'a> {
    pub results: Vec<ReadStateResult<'a>>,
}
impl<'a> ReadShareGroupStateResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.results = r.array(flex, 18, |r| ReadStateResult::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ReadShareGroupStateResponse<'static> {
        ReadShareGroupStateResponse {
            results: self.results.into_iter().map(ReadStateResult::into_owned).collect(),
        }
    }
}
/// Part of `ReadShareGroupStateResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReadStateResult<'a> {
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionResult<'a>>,
}
impl<'a> ReadStateResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 21, |r| PartitionResult::decode(r, v))?;
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
    pub fn into_owned(self) -> ReadStateResult<'static> {
        ReadStateResult {
            topic_id: self.topic_id,
            partitions: self.partitions.into_iter().map(PartitionResult::into_owned).collect(),
        }
    }
}
/// Part of `ReadShareGroupStateResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionResult<'a> {
    pub partition: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub state_epoch: i32,
    pub start_offset: i64,
    pub state_batches: Vec<StateBatch>,
}
impl<'a> PartitionResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.state_epoch = r.i32()?;
        x.start_offset = r.i64()?;
        x.state_batches = r.array(flex, 20, |r| StateBatch::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_i32(out, self.state_epoch);
        put_i64(out, self.start_offset);
        put_array(out, &self.state_batches, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionResult<'static> {
        PartitionResult {
            partition: self.partition,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            state_epoch: self.state_epoch,
            start_offset: self.start_offset,
            state_batches: self.state_batches,
        }
    }
}
/// Part of `ReadShareGroupStateResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StateBatch {
    pub first_offset: i64,
    pub last_offset: i64,
    pub delivery_state: i8,
    pub delivery_count: i16,
}
impl StateBatch {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.first_offset = r.i64()?;
        x.last_offset = r.i64()?;
        x.delivery_state = r.i8()?;
        x.delivery_count = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i64(out, self.first_offset);
        put_i64(out, self.last_offset);
        put_i8(out, self.delivery_state);
        put_i16(out, self.delivery_count);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ReadShareGroupStateResponse<'a> {
    const NAME: &'static str = "ReadShareGroupStateResponse";
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
