//! `AlterShareGroupOffsetsRequest` and `AlterShareGroupOffsetsResponse`. From `schema/client/091-alter_share_group_offsets.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string, put_string_opt,
    put_uuid,
};
use std::borrow::Cow;

/// `AlterShareGroupOffsetsRequest`, API key 91, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Vec<AlterShareGroupOffsetsRequestTopic<'a>>,
}
impl<'a> AlterShareGroupOffsetsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array(flex, 3, |r| AlterShareGroupOffsetsRequestTopic::decode(r, v))?;
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
    pub fn into_owned(self) -> AlterShareGroupOffsetsRequest<'static> {
        AlterShareGroupOffsetsRequest {
            group_id: own(self.group_id),
            topics: self.topics.into_iter().map(AlterShareGroupOffsetsRequestTopic::into_owned).collect(),
        }
    }
}
/// Part of `AlterShareGroupOffsetsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsRequestTopic<'a> {
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<AlterShareGroupOffsetsRequestPartition>,
}
impl<'a> AlterShareGroupOffsetsRequestTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 13, |r| AlterShareGroupOffsetsRequestPartition::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterShareGroupOffsetsRequestTopic<'static> {
        AlterShareGroupOffsetsRequestTopic { topic_name: own(self.topic_name), partitions: self.partitions }
    }
}
/// Part of `AlterShareGroupOffsetsRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsRequestPartition {
    pub partition_index: i32,
    pub start_offset: i64,
}
impl AlterShareGroupOffsetsRequestPartition {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.start_offset = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        put_i64(out, self.start_offset);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for AlterShareGroupOffsetsRequest<'a> {
    const NAME: &'static str = "AlterShareGroupOffsetsRequest";
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
impl<'a> Request<'a> for AlterShareGroupOffsetsRequest<'a> {
    const KEY: ApiKey = ApiKey::AlterShareGroupOffsets;
    type Response<'r> = AlterShareGroupOffsetsResponse<'r>;
}
/// `AlterShareGroupOffsetsResponse`, API key 91, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub responses: Vec<AlterShareGroupOffsetsResponseTopic<'a>>,
}
impl<'a> AlterShareGroupOffsetsResponse<'a> {
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
        x.responses = r.array(flex, 19, |r| AlterShareGroupOffsetsResponseTopic::decode(r, v))?;
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
        put_array(out, &self.responses, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterShareGroupOffsetsResponse<'static> {
        AlterShareGroupOffsetsResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            responses: self
                .responses
                .into_iter()
                .map(AlterShareGroupOffsetsResponseTopic::into_owned)
                .collect(),
        }
    }
}
/// Part of `AlterShareGroupOffsetsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsResponseTopic<'a> {
    pub topic_name: Cow<'a, str>,
    pub topic_id: Uuid,
    pub partitions: Vec<AlterShareGroupOffsetsResponsePartition<'a>>,
}
impl<'a> AlterShareGroupOffsetsResponseTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 8, |r| AlterShareGroupOffsetsResponsePartition::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        put_uuid(out, self.topic_id);
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterShareGroupOffsetsResponseTopic<'static> {
        AlterShareGroupOffsetsResponseTopic {
            topic_name: own(self.topic_name),
            topic_id: self.topic_id,
            partitions: self
                .partitions
                .into_iter()
                .map(AlterShareGroupOffsetsResponsePartition::into_owned)
                .collect(),
        }
    }
}
/// Part of `AlterShareGroupOffsetsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterShareGroupOffsetsResponsePartition<'a> {
    pub partition_index: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl<'a> AlterShareGroupOffsetsResponsePartition<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterShareGroupOffsetsResponsePartition<'static> {
        AlterShareGroupOffsetsResponsePartition {
            partition_index: self.partition_index,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for AlterShareGroupOffsetsResponse<'a> {
    const NAME: &'static str = "AlterShareGroupOffsetsResponse";
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
