//! `AssignReplicasToDirsRequest` and `AssignReplicasToDirsResponse`. From `schema/client/073-assign_replicas_to_dirs.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, put_array, put_i16, put_i32, put_i64, put_uuid};

/// `AssignReplicasToDirsRequest`, API key 73, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct AssignReplicasToDirsRequest {
    pub broker_id: i32,
    pub broker_epoch: i64,
    pub directories: Vec<RequestDirectoryData>,
}
impl Default for AssignReplicasToDirsRequest {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, directories: Vec::new() }
    }
}
impl AssignReplicasToDirsRequest {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.broker_epoch = r.i64()?;
        x.directories = r.array(flex, 18, |r| RequestDirectoryData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.broker_id);
        put_i64(out, self.broker_epoch);
        put_array(out, &self.directories, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `AssignReplicasToDirsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestDirectoryData {
    pub id: Uuid,
    pub topics: Vec<RequestTopicData>,
}
impl RequestDirectoryData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.id = r.uuid()?;
        x.topics = r.array(flex, 18, |r| RequestTopicData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.id);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `AssignReplicasToDirsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestTopicData {
    pub topic_id: Uuid,
    pub partitions: Vec<RequestPartitionData>,
}
impl RequestTopicData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 5, |r| RequestPartitionData::decode(r, v))?;
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
/// Part of `AssignReplicasToDirsRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RequestPartitionData {
    pub partition_index: i32,
}
impl RequestPartitionData {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for AssignReplicasToDirsRequest {
    const NAME: &'static str = "AssignReplicasToDirsRequest";
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
impl<'a> Request<'a> for AssignReplicasToDirsRequest {
    const KEY: ApiKey = ApiKey::AssignReplicasToDirs;
    type Response<'r> = AssignReplicasToDirsResponse;
}
/// `AssignReplicasToDirsResponse`, API key 73, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AssignReplicasToDirsResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub directories: Vec<ResponseDirectoryData>,
}
impl AssignReplicasToDirsResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.directories = r.array(flex, 18, |r| ResponseDirectoryData::decode(r, v))?;
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
        put_array(out, &self.directories, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `AssignReplicasToDirsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponseDirectoryData {
    pub id: Uuid,
    pub topics: Vec<ResponseTopicData>,
}
impl ResponseDirectoryData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.id = r.uuid()?;
        x.topics = r.array(flex, 18, |r| ResponseTopicData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.id);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `AssignReplicasToDirsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponseTopicData {
    pub topic_id: Uuid,
    pub partitions: Vec<ResponsePartitionData>,
}
impl ResponseTopicData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 7, |r| ResponsePartitionData::decode(r, v))?;
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
/// Part of `AssignReplicasToDirsResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ResponsePartitionData {
    pub partition_index: i32,
    pub error_code: i16,
}
impl ResponsePartitionData {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for AssignReplicasToDirsResponse {
    const NAME: &'static str = "AssignReplicasToDirsResponse";
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
