//! `OffsetFetchRequest` and `OffsetFetchResponse`. From `schema/client/009-offset_fetch.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i16, put_i32, put_i64,
    put_string, put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `OffsetFetchRequest`, API key 9, versions 1 to 10, flexible from 6.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchRequest<'a> {
    /// In versions 1 to 7.
    pub group_id: Cow<'a, str>,
    /// In versions 1 to 7, null from version 2.
    pub topics: Option<Vec<OffsetFetchRequestTopic<'a>>>,
    /// From version 8.
    pub groups: Vec<OffsetFetchRequestGroup<'a>>,
    /// From version 7.
    pub require_stable: bool,
}
impl Default for OffsetFetchRequest<'_> {
    fn default() -> Self {
        Self {
            group_id: Cow::Borrowed(""),
            topics: Some(Vec::new()),
            groups: Vec::new(),
            require_stable: false,
        }
    }
}
impl<'a> OffsetFetchRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=10).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        let mut x = Self::default();
        if v <= 7 {
            x.group_id = r.string(flex)?;
        }
        if v <= 7 {
            x.topics = if v >= 2 {
                r.array_opt(flex, 3, |r| OffsetFetchRequestTopic::decode(r, v))?
            } else {
                Some(r.array(flex, 3, |r| OffsetFetchRequestTopic::decode(r, v))?)
            };
        }
        if v >= 8 {
            x.groups = r.array(flex, 3, |r| OffsetFetchRequestGroup::decode(r, v))?;
        }
        if v >= 7 {
            x.require_stable = r.bool()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=10).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        if v > 7 && !self.group_id.is_empty() {
            return Err(EncodeError::Unsupported("group_id"));
        }
        if v <= 7 {
            put_string(out, &self.group_id, flex)?;
        }
        if v > 7 && self.topics.as_ref().is_none_or(|x| !x.is_empty()) {
            return Err(EncodeError::Unsupported("topics"));
        }
        if v <= 7 {
            if v >= 2 {
                put_array_opt(out, self.topics.as_deref(), flex, |out, x| x.encode(out, v))?;
            } else {
                let x = self.topics.as_ref().ok_or(EncodeError::Null("topics"))?;
                put_array(out, x, flex, |out, x| x.encode(out, v))?
            };
        }
        if v < 8 && !self.groups.is_empty() {
            return Err(EncodeError::Unsupported("groups"));
        }
        if v >= 8 {
            put_array(out, &self.groups, flex, |out, x| x.encode(out, v))?;
        }
        if v < 7 && self.require_stable {
            return Err(EncodeError::Unsupported("require_stable"));
        }
        if v >= 7 {
            put_bool(out, self.require_stable);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchRequest<'static> {
        OffsetFetchRequest {
            group_id: own(self.group_id),
            topics: self.topics.map(|x| x.into_iter().map(OffsetFetchRequestTopic::into_owned).collect()),
            groups: self.groups.into_iter().map(OffsetFetchRequestGroup::into_owned).collect(),
            require_stable: self.require_stable,
        }
    }
}
/// Part of `OffsetFetchRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchRequestTopic<'a> {
    pub name: Cow<'a, str>,
    pub partition_indexes: Vec<i32>,
}
impl<'a> OffsetFetchRequestTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partition_indexes = r.array(flex, 4, Reader::i32)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 6;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partition_indexes, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchRequestTopic<'static> {
        OffsetFetchRequestTopic { name: own(self.name), partition_indexes: self.partition_indexes }
    }
}
/// Part of `OffsetFetchRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchRequestGroup<'a> {
    pub group_id: Cow<'a, str>,
    /// From version 9.
    pub member_id: Option<Cow<'a, str>>,
    /// From version 9.
    pub member_epoch: i32,
    pub topics: Option<Vec<OffsetFetchRequestTopics<'a>>>,
}
impl Default for OffsetFetchRequestGroup<'_> {
    fn default() -> Self {
        Self { group_id: Cow::Borrowed(""), member_id: None, member_epoch: -1, topics: Some(Vec::new()) }
    }
}
impl<'a> OffsetFetchRequestGroup<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        if v >= 9 {
            x.member_id = r.string_opt(flex)?;
        }
        if v >= 9 {
            x.member_epoch = r.i32()?;
        }
        x.topics = r.array_opt(flex, 3, |r| OffsetFetchRequestTopics::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        if v >= 9 {
            put_string_opt(out, self.member_id.as_deref(), flex)?;
        }
        if v >= 9 {
            put_i32(out, self.member_epoch);
        }
        put_array_opt(out, self.topics.as_deref(), flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchRequestGroup<'static> {
        OffsetFetchRequestGroup {
            group_id: own(self.group_id),
            member_id: self.member_id.map(own),
            member_epoch: self.member_epoch,
            topics: self.topics.map(|x| x.into_iter().map(OffsetFetchRequestTopics::into_owned).collect()),
        }
    }
}
/// Part of `OffsetFetchRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchRequestTopics<'a> {
    /// In versions 8 to 9.
    pub name: Cow<'a, str>,
    /// In version 10 only.
    pub topic_id: Uuid,
    pub partition_indexes: Vec<i32>,
}
impl<'a> OffsetFetchRequestTopics<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        if v <= 9 {
            x.name = r.string(flex)?;
        }
        if v == 10 {
            x.topic_id = r.uuid()?;
        }
        x.partition_indexes = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        if v <= 9 {
            put_string(out, &self.name, flex)?;
        }
        if v == 10 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partition_indexes, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchRequestTopics<'static> {
        OffsetFetchRequestTopics {
            name: own(self.name),
            topic_id: self.topic_id,
            partition_indexes: self.partition_indexes,
        }
    }
}
impl<'a> Message<'a> for OffsetFetchRequest<'a> {
    const NAME: &'static str = "OffsetFetchRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 10;
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
impl<'a> Request<'a> for OffsetFetchRequest<'a> {
    const KEY: ApiKey = ApiKey::OffsetFetch;
    type Response<'r> = OffsetFetchResponse<'r>;
}
/// `OffsetFetchResponse`, API key 9, versions 1 to 10, flexible from 6.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchResponse<'a> {
    /// From version 3.
    pub throttle_time_ms: i32,
    /// In versions 1 to 7.
    pub topics: Vec<OffsetFetchResponseTopic<'a>>,
    /// In versions 2 to 7.
    pub error_code: i16,
    /// From version 8.
    pub groups: Vec<OffsetFetchResponseGroup<'a>>,
}
impl<'a> OffsetFetchResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=10).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        let mut x = Self::default();
        if v >= 3 {
            x.throttle_time_ms = r.i32()?;
        }
        if v <= 7 {
            x.topics = r.array(flex, 3, |r| OffsetFetchResponseTopic::decode(r, v))?;
        }
        if (2..=7).contains(&v) {
            x.error_code = r.i16()?;
        }
        if v >= 8 {
            x.groups = r.array(flex, 5, |r| OffsetFetchResponseGroup::decode(r, v))?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=10).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        if v >= 3 {
            put_i32(out, self.throttle_time_ms);
        }
        if v > 7 && !self.topics.is_empty() {
            return Err(EncodeError::Unsupported("topics"));
        }
        if v <= 7 {
            put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        }
        if (2..=7).contains(&v) {
            put_i16(out, self.error_code);
        }
        if v < 8 && !self.groups.is_empty() {
            return Err(EncodeError::Unsupported("groups"));
        }
        if v >= 8 {
            put_array(out, &self.groups, flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchResponse<'static> {
        OffsetFetchResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(OffsetFetchResponseTopic::into_owned).collect(),
            error_code: self.error_code,
            groups: self.groups.into_iter().map(OffsetFetchResponseGroup::into_owned).collect(),
        }
    }
}
/// Part of `OffsetFetchResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchResponseTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<OffsetFetchResponsePartition<'a>>,
}
impl<'a> OffsetFetchResponseTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 16, |r| OffsetFetchResponsePartition::decode(r, v))?;
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
    pub fn into_owned(self) -> OffsetFetchResponseTopic<'static> {
        OffsetFetchResponseTopic {
            name: own(self.name),
            partitions: self.partitions.into_iter().map(OffsetFetchResponsePartition::into_owned).collect(),
        }
    }
}
/// Part of `OffsetFetchResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponsePartition<'a> {
    pub partition_index: i32,
    pub committed_offset: i64,
    /// From version 5.
    pub committed_leader_epoch: i32,
    pub metadata: Option<Cow<'a, str>>,
    pub error_code: i16,
}
impl Default for OffsetFetchResponsePartition<'_> {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(Cow::Borrowed("")),
            error_code: 0,
        }
    }
}
impl<'a> OffsetFetchResponsePartition<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.committed_offset = r.i64()?;
        if v >= 5 {
            x.committed_leader_epoch = r.i32()?;
        }
        x.metadata = r.string_opt(flex)?;
        x.error_code = r.i16()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 6;
        put_i32(out, self.partition_index);
        put_i64(out, self.committed_offset);
        if v >= 5 {
            put_i32(out, self.committed_leader_epoch);
        }
        put_string_opt(out, self.metadata.as_deref(), flex)?;
        put_i16(out, self.error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchResponsePartition<'static> {
        OffsetFetchResponsePartition {
            partition_index: self.partition_index,
            committed_offset: self.committed_offset,
            committed_leader_epoch: self.committed_leader_epoch,
            metadata: self.metadata.map(own),
            error_code: self.error_code,
        }
    }
}
/// Part of `OffsetFetchResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchResponseGroup<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Vec<OffsetFetchResponseTopics<'a>>,
    pub error_code: i16,
}
impl<'a> OffsetFetchResponseGroup<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array(flex, 3, |r| OffsetFetchResponseTopics::decode(r, v))?;
        x.error_code = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        put_i16(out, self.error_code);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchResponseGroup<'static> {
        OffsetFetchResponseGroup {
            group_id: own(self.group_id),
            topics: self.topics.into_iter().map(OffsetFetchResponseTopics::into_owned).collect(),
            error_code: self.error_code,
        }
    }
}
/// Part of `OffsetFetchResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetFetchResponseTopics<'a> {
    /// In versions 8 to 9.
    pub name: Cow<'a, str>,
    /// In version 10 only.
    pub topic_id: Uuid,
    pub partitions: Vec<OffsetFetchResponsePartitions<'a>>,
}
impl<'a> OffsetFetchResponseTopics<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        if v <= 9 {
            x.name = r.string(flex)?;
        }
        if v == 10 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = r.array(flex, 20, |r| OffsetFetchResponsePartitions::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        if v <= 9 {
            put_string(out, &self.name, flex)?;
        }
        if v == 10 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchResponseTopics<'static> {
        OffsetFetchResponseTopics {
            name: own(self.name),
            topic_id: self.topic_id,
            partitions: self.partitions.into_iter().map(OffsetFetchResponsePartitions::into_owned).collect(),
        }
    }
}
/// Part of `OffsetFetchResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetFetchResponsePartitions<'a> {
    pub partition_index: i32,
    pub committed_offset: i64,
    pub committed_leader_epoch: i32,
    pub metadata: Option<Cow<'a, str>>,
    pub error_code: i16,
}
impl Default for OffsetFetchResponsePartitions<'_> {
    fn default() -> Self {
        Self {
            partition_index: 0,
            committed_offset: 0,
            committed_leader_epoch: -1,
            metadata: Some(Cow::Borrowed("")),
            error_code: 0,
        }
    }
}
impl<'a> OffsetFetchResponsePartitions<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.committed_offset = r.i64()?;
        x.committed_leader_epoch = r.i32()?;
        x.metadata = r.string_opt(flex)?;
        x.error_code = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i64(out, self.committed_offset);
        put_i32(out, self.committed_leader_epoch);
        put_string_opt(out, self.metadata.as_deref(), flex)?;
        put_i16(out, self.error_code);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetFetchResponsePartitions<'static> {
        OffsetFetchResponsePartitions {
            partition_index: self.partition_index,
            committed_offset: self.committed_offset,
            committed_leader_epoch: self.committed_leader_epoch,
            metadata: self.metadata.map(own),
            error_code: self.error_code,
        }
    }
}
impl<'a> Message<'a> for OffsetFetchResponse<'a> {
    const NAME: &'static str = "OffsetFetchResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 10;
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
