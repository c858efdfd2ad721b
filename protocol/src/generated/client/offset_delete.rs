//! `OffsetDeleteRequest` and `OffsetDeleteResponse`. From `schema/client/047-offset_delete.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string};
use std::borrow::Cow;

/// `OffsetDeleteRequest`, API key 47, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Vec<OffsetDeleteRequestTopic<'a>>,
}
impl<'a> OffsetDeleteRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array(flex, 6, |r| OffsetDeleteRequestTopic::decode(r, v))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.group_id, flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetDeleteRequest<'static> {
        OffsetDeleteRequest {
            group_id: own(self.group_id),
            topics: self.topics.into_iter().map(OffsetDeleteRequestTopic::into_owned).collect(),
        }
    }
}
/// Part of `OffsetDeleteRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteRequestTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<OffsetDeleteRequestPartition>,
}
impl<'a> OffsetDeleteRequestTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = false;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 4, |r| OffsetDeleteRequestPartition::decode(r, v))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = false;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetDeleteRequestTopic<'static> {
        OffsetDeleteRequestTopic { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `OffsetDeleteRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OffsetDeleteRequestPartition {
    pub partition_index: i32,
}
impl OffsetDeleteRequestPartition {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        Ok(())
    }
}
impl<'a> Message<'a> for OffsetDeleteRequest<'a> {
    const NAME: &'static str = "OffsetDeleteRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for OffsetDeleteRequest<'a> {
    const KEY: ApiKey = ApiKey::OffsetDelete;
    type Response<'r> = OffsetDeleteResponse<'r>;
}
/// `OffsetDeleteResponse`, API key 47, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteResponse<'a> {
    pub error_code: i16,
    pub throttle_time_ms: i32,
    pub topics: Vec<OffsetDeleteResponseTopic<'a>>,
}
impl<'a> OffsetDeleteResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.throttle_time_ms = r.i32()?;
        x.topics = r.array(flex, 6, |r| OffsetDeleteResponseTopic::decode(r, v))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_i16(out, self.error_code);
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetDeleteResponse<'static> {
        OffsetDeleteResponse {
            error_code: self.error_code,
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(OffsetDeleteResponseTopic::into_owned).collect(),
        }
    }
}
/// Part of `OffsetDeleteResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetDeleteResponseTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<OffsetDeleteResponsePartition>,
}
impl<'a> OffsetDeleteResponseTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = false;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 6, |r| OffsetDeleteResponsePartition::decode(r, v))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = false;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetDeleteResponseTopic<'static> {
        OffsetDeleteResponseTopic { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `OffsetDeleteResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OffsetDeleteResponsePartition {
    pub partition_index: i32,
    pub error_code: i16,
}
impl OffsetDeleteResponsePartition {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        Ok(())
    }
}
impl<'a> Message<'a> for OffsetDeleteResponse<'a> {
    const NAME: &'static str = "OffsetDeleteResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
