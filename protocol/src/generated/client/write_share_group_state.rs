//! `WriteShareGroupStateRequest` and `WriteShareGroupStateResponse`. From `schema/client/085-write_share_group_state.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i16, put_i32, put_i64, put_string,
    put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `WriteShareGroupStateRequest`, API key 85, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteShareGroupStateRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Vec<WriteStateData>,
}
impl<'a> WriteShareGroupStateRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array(flex, 18, |r| WriteStateData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> WriteShareGroupStateRequest<'static> {
        WriteShareGroupStateRequest { group_id: own(self.group_id), topics: self.topics }
    }
}
/// Part of `WriteShareGroupStateRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteStateData {
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionData>,
}
impl WriteStateData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
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
}
/// Part of `WriteShareGroupStateRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionData {
    pub partition: i32,
    pub state_epoch: i32,
    pub leader_epoch: i32,
    pub start_offset: i64,
    /// In version 1 only.
    pub delivery_complete_count: i32,
    pub state_batches: Vec<StateBatch>,
}
impl Default for PartitionData {
    fn default() -> Self {
        Self {
            partition: 0,
            state_epoch: 0,
            leader_epoch: 0,
            start_offset: 0,
            delivery_complete_count: -1,
            state_batches: Vec::new(),
        }
    }
}
impl PartitionData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.state_epoch = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.start_offset = r.i64()?;
        if v == 1 {
            x.delivery_complete_count = r.i32()?;
        }
        x.state_batches = r.array(flex, 20, |r| StateBatch::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition);
        put_i32(out, self.state_epoch);
        put_i32(out, self.leader_epoch);
        put_i64(out, self.start_offset);
        if v == 1 {
            put_i32(out, self.delivery_complete_count);
        }
        put_array(out, &self.state_batches, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `WriteShareGroupStateRequest`.
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
impl<'a> Message<'a> for WriteShareGroupStateRequest<'a> {
    const NAME: &'static str = "WriteShareGroupStateRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
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
impl<'a> Request<'a> for WriteShareGroupStateRequest<'a> {
    const KEY: ApiKey = ApiKey::WriteShareGroupState;
    type Response<'r> = WriteShareGroupStateResponse<'r>;
}
/// `WriteShareGroupStateResponse`, API key 85, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteShareGroupStateResponse<'a> {
    pub results: Vec<WriteStateResult<'a>>,
}
impl<'a> WriteShareGroupStateResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.results = r.array(flex, 18, |r| WriteStateResult::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> WriteShareGroupStateResponse<'static> {
        WriteShareGroupStateResponse {
            results: self.results.into_iter().map(WriteStateResult::into_owned).collect(),
        }
    }
}
/// Part of `WriteShareGroupStateResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteStateResult<'a> {
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionResult<'a>>,
}
impl<'a> WriteStateResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 8, |r| PartitionResult::decode(r, v))?;
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
    pub fn into_owned(self) -> WriteStateResult<'static> {
        WriteStateResult {
            topic_id: self.topic_id,
            partitions: self.partitions.into_iter().map(PartitionResult::into_owned).collect(),
        }
    }
}
/// Part of `WriteShareGroupStateResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionResult<'a> {
    pub partition: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl<'a> PartitionResult<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionResult<'static> {
        PartitionResult {
            partition: self.partition,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for WriteShareGroupStateResponse<'a> {
    const NAME: &'static str = "WriteShareGroupStateResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
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
