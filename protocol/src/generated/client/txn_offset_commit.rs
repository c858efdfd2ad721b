//! `TxnOffsetCommitRequest` and `TxnOffsetCommitResponse`. From `schema/client/028-txn_offset_commit.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string, put_string_opt,
    put_uuid,
};
use std::borrow::Cow;

/// `TxnOffsetCommitRequest`, API key 28, versions 0 to 6, flexible from 3.
#[derive(Clone, Debug, PartialEq)]
pub struct TxnOffsetCommitRequest<'a> {
    pub transactional_id: Cow<'a, str>,
    pub group_id: Cow<'a, str>,
    pub producer_id: i64,
    pub producer_epoch: i16,
    /// From version 3.
    pub generation_id_or_member_epoch: i32,
    /// From version 3.
    pub member_id: Cow<'a, str>,
    /// From version 3.
    pub group_instance_id: Option<Cow<'a, str>>,
    pub topics: Vec<TxnOffsetCommitRequestTopic<'a>>,
}
impl Default for TxnOffsetCommitRequest<'_> {
    fn default() -> Self {
        Self {
            transactional_id: Cow::Borrowed(""),
            group_id: Cow::Borrowed(""),
            producer_id: 0,
            producer_epoch: 0,
            generation_id_or_member_epoch: -1,
            member_id: Cow::Borrowed(""),
            group_instance_id: None,
            topics: Vec::new(),
        }
    }
}
impl<'a> TxnOffsetCommitRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        x.transactional_id = r.string(flex)?;
        x.group_id = r.string(flex)?;
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i16()?;
        if v >= 3 {
            x.generation_id_or_member_epoch = r.i32()?;
        }
        if v >= 3 {
            x.member_id = r.string(flex)?;
        }
        if v >= 3 {
            x.group_instance_id = r.string_opt(flex)?;
        }
        x.topics = r.array(flex, 3, |r| TxnOffsetCommitRequestTopic::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=6).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        put_string(out, &self.transactional_id, flex)?;
        put_string(out, &self.group_id, flex)?;
        put_i64(out, self.producer_id);
        put_i16(out, self.producer_epoch);
        if v < 3 && self.generation_id_or_member_epoch != -1 {
            return Err(EncodeError::Unsupported("generation_id_or_member_epoch"));
        }
        if v >= 3 {
            put_i32(out, self.generation_id_or_member_epoch);
        }
        if v < 3 && !self.member_id.is_empty() {
            return Err(EncodeError::Unsupported("member_id"));
        }
        if v >= 3 {
            put_string(out, &self.member_id, flex)?;
        }
        if v < 3 && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported("group_instance_id"));
        }
        if v >= 3 {
            put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TxnOffsetCommitRequest<'static> {
        TxnOffsetCommitRequest {
            transactional_id: own(self.transactional_id),
            group_id: own(self.group_id),
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            generation_id_or_member_epoch: self.generation_id_or_member_epoch,
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            topics: self.topics.into_iter().map(TxnOffsetCommitRequestTopic::into_owned).collect(),
        }
    }
}
/// Part of `TxnOffsetCommitRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TxnOffsetCommitRequestTopic<'a> {
    /// In versions 0 to 5.
    pub name: Cow<'a, str>,
    /// In version 6 only.
    pub topic_id: Uuid,
    pub partitions: Vec<TxnOffsetCommitRequestPartition<'a>>,
}
impl<'a> TxnOffsetCommitRequestTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
        let mut x = Self::default();
        if v <= 5 {
            x.name = r.string(flex)?;
        }
        if v == 6 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = r.array(flex, 14, |r| TxnOffsetCommitRequestPartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 3;
        if v <= 5 {
            put_string(out, &self.name, flex)?;
        }
        if v == 6 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TxnOffsetCommitRequestTopic<'static> {
        TxnOffsetCommitRequestTopic {
            name: own(self.name),
            topic_id: self.topic_id,
            partitions: self
                .partitions
                .into_iter()
                .map(TxnOffsetCommitRequestPartition::into_owned)
                .collect(),
        }
    }
}
/// Part of `TxnOffsetCommitRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct TxnOffsetCommitRequestPartition<'a> {
    pub partition_index: i32,
    pub committed_offset: i64,
    /// From version 2.
    pub committed_leader_epoch: i32,
    pub committed_metadata: Option<Cow<'a, str>>,
}
impl Default for TxnOffsetCommitRequestPartition<'_> {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            committed_metadata: Some(Cow::Borrowed("")),
        }
    }
}
impl<'a> TxnOffsetCommitRequestPartition<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.committed_offset = r.i64()?;
        if v >= 2 {
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
        let flex = v >= 3;
        put_i32(out, self.partition_index);
        put_i64(out, self.committed_offset);
        if v >= 2 {
            put_i32(out, self.committed_leader_epoch);
        }
        put_string_opt(out, self.committed_metadata.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TxnOffsetCommitRequestPartition<'static> {
        TxnOffsetCommitRequestPartition {
            partition_index: self.partition_index,
            committed_offset: self.committed_offset,
            committed_leader_epoch: self.committed_leader_epoch,
            committed_metadata: self.committed_metadata.map(own),
        }
    }
}
impl<'a> Message<'a> for TxnOffsetCommitRequest<'a> {
    const NAME: &'static str = "TxnOffsetCommitRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for TxnOffsetCommitRequest<'a> {
    const KEY: ApiKey = ApiKey::TxnOffsetCommit;
    type Response<'r> = TxnOffsetCommitResponse<'r>;
}
/// `TxnOffsetCommitResponse`, API key 28, versions 0 to 6, flexible from 3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TxnOffsetCommitResponse<'a> {
    pub throttle_time_ms: i32,
    pub topics: Vec<TxnOffsetCommitResponseTopic<'a>>,
}
impl<'a> TxnOffsetCommitResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.topics = r.array(flex, 3, |r| TxnOffsetCommitResponseTopic::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=6).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TxnOffsetCommitResponse<'static> {
        TxnOffsetCommitResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(TxnOffsetCommitResponseTopic::into_owned).collect(),
        }
    }
}
/// Part of `TxnOffsetCommitResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TxnOffsetCommitResponseTopic<'a> {
    /// In versions 0 to 5.
    pub name: Cow<'a, str>,
    /// In version 6 only.
    pub topic_id: Uuid,
    pub partitions: Vec<TxnOffsetCommitResponsePartition>,
}
impl<'a> TxnOffsetCommitResponseTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
        let mut x = Self::default();
        if v <= 5 {
            x.name = r.string(flex)?;
        }
        if v == 6 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = r.array(flex, 6, |r| TxnOffsetCommitResponsePartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 3;
        if v <= 5 {
            put_string(out, &self.name, flex)?;
        }
        if v == 6 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TxnOffsetCommitResponseTopic<'static> {
        TxnOffsetCommitResponseTopic {
            name: own(self.name),
            topic_id: self.topic_id,
            partitions: self.partitions,
        }
    }
}
/// Part of `TxnOffsetCommitResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TxnOffsetCommitResponsePartition {
    pub partition_index: i32,
    pub error_code: i16,
}
impl TxnOffsetCommitResponsePartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
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
        let flex = v >= 3;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for TxnOffsetCommitResponse<'a> {
    const NAME: &'static str = "TxnOffsetCommitResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
