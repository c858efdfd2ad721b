//! `InitializeShareGroupStateRequest` and `InitializeShareGroupStateResponse`. From `schema/client/083-initialize_share_group_state.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string, put_string_opt,
    put_uuid,
};
use std::borrow::Cow;

/// `InitializeShareGroupStateRequest`, API key 83, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct InitializeShareGroupStateRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Vec<InitializeStateData>,
}
impl<'a> InitializeShareGroupStateRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array(flex, 18, |r| InitializeStateData::decode(r, v))?;
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
    pub fn into_owned(self) -> InitializeShareGroupStateRequest<'static> {
        InitializeShareGroupStateRequest { group_id: own(self.group_id), topics: self.topics }
    }
}
/// Part of `InitializeShareGroupStateRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct InitializeStateData {
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionData>,
}
impl InitializeStateData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 17, |r| PartitionData::decode(r, v))?;
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
/// Part of `InitializeShareGroupStateRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PartitionData {
    pub partition: i32,
    pub state_epoch: i32,
    pub start_offset: i64,
}
impl PartitionData {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.state_epoch = r.i32()?;
        x.start_offset = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition);
        put_i32(out, self.state_epoch);
        put_i64(out, self.start_offset);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for InitializeShareGroupStateRequest<'a> {
    const NAME: &'static str = "InitializeShareGroupStateRequest";
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
impl<'a> Request<'a> for InitializeShareGroupStateRequest<'a> {
    const KEY: ApiKey = ApiKey::InitializeShareGroupState;
    type Response<'r> = InitializeShareGroupStateResponse<'r>;
}
/// `InitializeShareGroupStateResponse`, API key 83, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct InitializeShareGroupStateResponse<'a> {
    pub results: Vec<InitializeStateResult<'a>>,
}
impl<'a> InitializeShareGroupStateResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.results = r.array(flex, 18, |r| InitializeStateResult::decode(r, v))?;
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
    pub fn into_owned(self) -> InitializeShareGroupStateResponse<'static> {
        InitializeShareGroupStateResponse {
            results: self.results.into_iter().map(InitializeStateResult::into_owned).collect(),
        }
    }
}
/// Part of `InitializeShareGroupStateResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct InitializeStateResult<'a> {
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionResult<'a>>,
}
impl<'a> InitializeStateResult<'a> {
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
    pub fn into_owned(self) -> InitializeStateResult<'static> {
        InitializeStateResult {
            topic_id: self.topic_id,
            partitions: self.partitions.into_iter().map(PartitionResult::into_owned).collect(),
        }
    }
}
/// Part of `InitializeShareGroupStateResponse`.
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
impl<'a> Message<'a> for InitializeShareGroupStateResponse<'a> {
    const NAME: &'static str = "InitializeShareGroupStateResponse";
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
