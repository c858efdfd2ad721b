//! `OffsetCommitRequest` and `OffsetCommitResponse`. From `schema/client/008-offset_commit.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string, put_string_opt,
    put_uuid,
};
use std::borrow::Cow;

/// `OffsetCommitRequest`, API key 8, versions 2 to 10, flexible from 8.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetCommitRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub generation_id_or_member_epoch: i32,
    pub member_id: Cow<'a, str>,
    /// From version 7.
    pub group_instance_id: Option<Cow<'a, str>>,
    /// In versions 2 to 4.
    pub retention_time_ms: i64,
    pub topics: Vec<OffsetCommitRequestTopic<'a>>,
}
impl Default for OffsetCommitRequest<'_> {
    fn default() -> Self {
        Self {
            group_id: Cow::Borrowed(""),
            generation_id_or_member_epoch: -1,
            member_id: Cow::Borrowed(""),
            group_instance_id: None,
            retention_time_ms: -1,
            topics: Vec::new(),
        }
    }
}
impl<'a> OffsetCommitRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(2..=10).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 8;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.generation_id_or_member_epoch = r.i32()?;
        x.member_id = r.string(flex)?;
        if v >= 7 {
            x.group_instance_id = r.string_opt(flex)?;
        }
        if v <= 4 {
            x.retention_time_ms = r.i64()?;
        }
        x.topics = r.array(flex, 3, |r| OffsetCommitRequestTopic::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(2..=10).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 8;
        put_string(out, &self.group_id, flex)?;
        put_i32(out, self.generation_id_or_member_epoch);
        put_string(out, &self.member_id, flex)?;
        if v < 7 && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported("group_instance_id"));
        }
        if v >= 7 {
            put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        }
        if v <= 4 {
            put_i64(out, self.retention_time_ms);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetCommitRequest<'static> {
        OffsetCommitRequest {
            group_id: own(self.group_id),
            generation_id_or_member_epoch: self.generation_id_or_member_epoch,
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            retention_time_ms: self.retention_time_ms,
            topics: self.topics.into_iter().map(OffsetCommitRequestTopic::into_owned).collect(),
        }
    }
}
/// Part of `OffsetCommitRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetCommitRequestTopic<'a> {
    /// In versions 2 to 9.
    pub name: Cow<'a, str>,
    /// In version 10 only.
    pub topic_id: Uuid,
    pub partitions: Vec<OffsetCommitRequestPartition<'a>>,
}
impl<'a> OffsetCommitRequestTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 8;
        let mut x = Self::default();
        if v <= 9 {
            x.name = r.string(flex)?;
        }
        if v == 10 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = r.array(flex, 14, |r| OffsetCommitRequestPartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 8;
        if v <= 9 {
            put_string(out, &self.name, flex)?;
        }
        if v == 10 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetCommitRequestTopic<'static> {
        OffsetCommitRequestTopic {
            name: own(self.name),
            topic_id: self.topic_id,
            partitions: self.partitions.into_iter().map(OffsetCommitRequestPartition::into_owned).collect(),
        }
    }
}
/// Part of `OffsetCommitRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetCommitRequestPartition<'a> {
    pub partition_index: i32,
    pub committed_offset: i64,
    /// From version 6.
    pub committed_leader_epoch: i32,
    pub committed_metadata: Option<Cow<'a, str>>,
}
impl Default for OffsetCommitRequestPartition<'_> {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            committed_metadata: Some(Cow::Borrowed("")),
        }
    }
}
impl<'a> OffsetCommitRequestPartition<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 8;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.committed_offset = r.i64()?;
        if v >= 6 {
            x.committed_leader_epoch = r.i32()?;
        }
        x.committed_metadata = r.string_opt(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 8;
        put_i32(out, self.partition_index);
        put_i64(out, self.committed_offset);
        if v >= 6 {
            put_i32(out, self.committed_leader_epoch);
        }
        put_string_opt(out, self.committed_metadata.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetCommitRequestPartition<'static> {
        OffsetCommitRequestPartition {
            partition_index: self.partition_index,
            committed_offset: self.committed_offset,
            committed_leader_epoch: self.committed_leader_epoch,
            committed_metadata: self.committed_metadata.map(own),
        }
    }
}
impl<'a> Message<'a> for OffsetCommitRequest<'a> {
    const NAME: &'static str = "OffsetCommitRequest";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 10;
    fn flexible(v: i16) -> bool {
        v >= 8
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for OffsetCommitRequest<'a> {
    const KEY: ApiKey = ApiKey::OffsetCommit;
    type Response<'r> = OffsetCommitResponse<'r>;
}
/// `OffsetCommitResponse`, API key 8, versions 2 to 10, flexible from 8.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetCommitResponse<'a> {
    /// From version 3.
    pub throttle_time_ms: i32,
    pub topics: Vec<OffsetCommitResponseTopic<'a>>,
}
impl<'a> OffsetCommitResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(2..=10).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 8;
        let mut x = Self::default();
        if v >= 3 {
            x.throttle_time_ms = r.i32()?;
        }
        x.topics = r.array(flex, 3, |r| OffsetCommitResponseTopic::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(2..=10).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 8;
        if v >= 3 {
            put_i32(out, self.throttle_time_ms);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetCommitResponse<'static> {
        OffsetCommitResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(OffsetCommitResponseTopic::into_owned).collect(),
        }
    }
}
/// Part of `OffsetCommitResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetCommitResponseTopic<'a> {
    /// In versions 2 to 9.
    pub name: Cow<'a, str>,
    /// In version 10 only.
    pub topic_id: Uuid,
    pub partitions: Vec<OffsetCommitResponsePartition>,
}
impl<'a> OffsetCommitResponseTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 8;
        let mut x = Self::default();
        if v <= 9 {
            x.name = r.string(flex)?;
        }
        if v == 10 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = r.array(flex, 6, |r| OffsetCommitResponsePartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 8;
        if v <= 9 {
            put_string(out, &self.name, flex)?;
        }
        if v == 10 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetCommitResponseTopic<'static> {
        OffsetCommitResponseTopic {
            name: own(self.name),
            topic_id: self.topic_id,
            partitions: self.partitions,
        }
    }
}
/// Part of `OffsetCommitResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct OffsetCommitResponsePartition {
    pub partition_index: i32,
    pub error_code: i16,
}
impl OffsetCommitResponsePartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 8;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 8;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for OffsetCommitResponse<'a> {
    const NAME: &'static str = "OffsetCommitResponse";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 10;
    fn flexible(v: i16) -> bool {
        v >= 8
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
