//! `FetchRequest` and `FetchResponse`. From `schema/client/001-fetch.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::view::{Array, View};
use crate::wire::{
    DecodeError, EncodeError, Reader, Str, Tags, own, put_array, put_array_opt, put_bytes_opt, put_i8,
    put_i16, put_i32, put_i64, put_string, put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `FetchRequest`, API key 1, versions 4 to 18, flexible from 12.
#[derive(Clone, Debug, PartialEq)]
pub struct FetchRequest<'a> {
    /// From version 12.
    pub cluster_id: Option<Cow<'a, str>>,
    /// In versions 4 to 14.
    pub replica_id: i32,
    /// From version 15.
    pub replica_state: ReplicaState,
    pub max_wait_ms: i32,
    pub min_bytes: i32,
    pub max_bytes: i32,
    pub isolation_level: i8,
    /// From version 7.
    pub session_id: i32,
    /// From version 7.
    pub session_epoch: i32,
    pub topics: Vec<FetchTopic<'a>>,
    /// From version 7.
    pub forgotten_topics_data: Vec<ForgottenTopic<'a>>,
    /// From version 11.
    pub rack_id: Cow<'a, str>,
}
impl Default for FetchRequest<'_> {
    fn default() -> Self {
        Self {
            cluster_id: None,
            replica_id: -1,
            replica_state: ReplicaState::default(),
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: i32::MAX,
            isolation_level: 0,
            session_id: 0,
            session_epoch: -1,
            topics: Vec::new(),
            forgotten_topics_data: Vec::new(),
            rack_id: Cow::Borrowed(""),
        }
    }
}
impl<'a> FetchRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(4..=18).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 12;
        let mut x = Self::default();
        if v <= 14 {
            x.replica_id = r.i32()?;
        }
        x.max_wait_ms = r.i32()?;
        x.min_bytes = r.i32()?;
        x.max_bytes = r.i32()?;
        x.isolation_level = r.i8()?;
        if v >= 7 {
            x.session_id = r.i32()?;
        }
        if v >= 7 {
            x.session_epoch = r.i32()?;
        }
        x.topics = r.array(flex, 3, |r| FetchTopic::decode(r, v))?;
        if v >= 7 {
            x.forgotten_topics_data = r.array(flex, 3, |r| ForgottenTopic::decode(r, v))?;
        }
        if v >= 11 {
            x.rack_id = r.string(flex)?;
        }
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 => x.cluster_id = r.string_opt(true)?,
                    1 if v >= 15 => x.replica_state = ReplicaState::decode(r, v)?,
                    1 => return Err(DecodeError::InvalidTag),
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(4..=18).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 12;
        if v > 14 && self.replica_id != -1 {
            return Err(EncodeError::Unsupported("replica_id"));
        }
        if v <= 14 {
            put_i32(out, self.replica_id);
        }
        if v < 15 && self.replica_state != ReplicaState::default() {
            return Err(EncodeError::Unsupported("replica_state"));
        }
        put_i32(out, self.max_wait_ms);
        put_i32(out, self.min_bytes);
        put_i32(out, self.max_bytes);
        put_i8(out, self.isolation_level);
        if v >= 7 {
            put_i32(out, self.session_id);
        }
        if v >= 7 {
            put_i32(out, self.session_epoch);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if v < 7 && !self.forgotten_topics_data.is_empty() {
            return Err(EncodeError::Unsupported("forgotten_topics_data"));
        }
        if v >= 7 {
            put_array(out, &self.forgotten_topics_data, flex, |out, x| x.encode(out, v))?;
        }
        if v >= 11 {
            put_string(out, &self.rack_id, flex)?;
        }
        if flex {
            let tags = Tags::begin(out);
            if self.cluster_id.is_some() {
                tags.put(out, 0, |out| put_string_opt(out, self.cluster_id.as_deref(), true))?;
            }
            if v >= 15 && self.replica_state != ReplicaState::default() {
                tags.put(out, 1, |out| self.replica_state.encode(out, v))?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FetchRequest<'static> {
        FetchRequest {
            cluster_id: self.cluster_id.map(own),
            replica_id: self.replica_id,
            replica_state: self.replica_state,
            max_wait_ms: self.max_wait_ms,
            min_bytes: self.min_bytes,
            max_bytes: self.max_bytes,
            isolation_level: self.isolation_level,
            session_id: self.session_id,
            session_epoch: self.session_epoch,
            topics: self.topics.into_iter().map(FetchTopic::into_owned).collect(),
            forgotten_topics_data: self
                .forgotten_topics_data
                .into_iter()
                .map(ForgottenTopic::into_owned)
                .collect(),
            rack_id: own(self.rack_id),
        }
    }
}
/// Part of `FetchRequest`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplicaState {
    pub replica_id: i32,
    pub replica_epoch: i64,
}
impl Default for ReplicaState {
    fn default() -> Self {
        Self { replica_id: -1, replica_epoch: -1 }
    }
}
impl ReplicaState {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.replica_id = r.i32()?;
        x.replica_epoch = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.replica_id);
        put_i64(out, self.replica_epoch);
        out.push(0);
        Ok(())
    }
}
/// Part of `FetchRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchTopic<'a> {
    /// In versions 4 to 12.
    pub topic: Cow<'a, str>,
    /// From version 13.
    pub topic_id: Uuid,
    pub partitions: Vec<FetchPartition>,
}
impl<'a> FetchTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        if v <= 12 {
            x.topic = r.string(flex)?;
        }
        if v >= 13 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = r.array(flex, 16, |r| FetchPartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 12;
        if v <= 12 {
            put_string(out, &self.topic, flex)?;
        }
        if v >= 13 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FetchTopic<'static> {
        FetchTopic { topic: own(self.topic), topic_id: self.topic_id, partitions: self.partitions }
    }
}
/// Part of `FetchRequest`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FetchPartition {
    pub partition: i32,
    /// From version 9.
    pub current_leader_epoch: i32,
    pub fetch_offset: i64,
    /// From version 12.
    pub last_fetched_epoch: i32,
    /// From version 5.
    pub log_start_offset: i64,
    pub partition_max_bytes: i32,
    /// From version 17.
    pub replica_directory_id: Uuid,
    /// In version 18 only.
    pub high_watermark: i64,
}
impl Default for FetchPartition {
    fn default() -> Self {
        Self {
            partition: 0,
            current_leader_epoch: -1,
            fetch_offset: 0,
            last_fetched_epoch: -1,
            log_start_offset: -1,
            partition_max_bytes: 0,
            replica_directory_id: Uuid::ZERO,
            high_watermark: i64::MAX,
        }
    }
}
impl FetchPartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        x.partition = r.i32()?;
        if v >= 9 {
            x.current_leader_epoch = r.i32()?;
        }
        x.fetch_offset = r.i64()?;
        if v >= 12 {
            x.last_fetched_epoch = r.i32()?;
        }
        if v >= 5 {
            x.log_start_offset = r.i64()?;
        }
        x.partition_max_bytes = r.i32()?;
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 if v >= 17 => x.replica_directory_id = r.uuid()?,
                    0 => return Err(DecodeError::InvalidTag),
                    1 if v == 18 => x.high_watermark = r.i64()?,
                    1 => return Err(DecodeError::InvalidTag),
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 12;
        put_i32(out, self.partition);
        if v >= 9 {
            put_i32(out, self.current_leader_epoch);
        }
        put_i64(out, self.fetch_offset);
        if v < 12 && self.last_fetched_epoch != -1 {
            return Err(EncodeError::Unsupported("last_fetched_epoch"));
        }
        if v >= 12 {
            put_i32(out, self.last_fetched_epoch);
        }
        if v >= 5 {
            put_i64(out, self.log_start_offset);
        }
        put_i32(out, self.partition_max_bytes);
        if flex {
            let tags = Tags::begin(out);
            if v >= 17 && self.replica_directory_id != Uuid::ZERO {
                tags.put(out, 0, |out| {
                    put_uuid(out, self.replica_directory_id);
                    Ok(())
                })?;
            }
            if v == 18 && self.high_watermark != i64::MAX {
                tags.put(out, 1, |out| {
                    put_i64(out, self.high_watermark);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
}
/// Part of `FetchRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ForgottenTopic<'a> {
    /// In versions 7 to 12.
    pub topic: Cow<'a, str>,
    /// From version 13.
    pub topic_id: Uuid,
    pub partitions: Vec<i32>,
}
impl<'a> ForgottenTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        if v <= 12 {
            x.topic = r.string(flex)?;
        }
        if v >= 13 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = r.array(flex, 4, Reader::i32)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 12;
        if v <= 12 {
            put_string(out, &self.topic, flex)?;
        }
        if v >= 13 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ForgottenTopic<'static> {
        ForgottenTopic { topic: own(self.topic), topic_id: self.topic_id, partitions: self.partitions }
    }
}
impl<'a> Message<'a> for FetchRequest<'a> {
    const NAME: &'static str = "FetchRequest";
    const MIN_VERSION: i16 = 4;
    const MAX_VERSION: i16 = 18;
    fn flexible(v: i16) -> bool {
        v >= 12
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for FetchRequest<'a> {
    const KEY: ApiKey = ApiKey::Fetch;
    type Response<'r> = FetchResponse<'r>;
}
/// `FetchRequest` as it lies in the frame: validated once, read without allocation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FetchRequestView<'a> {
    pub cluster_id: Option<Str<'a>>,
    pub replica_id: i32,
    pub replica_state: ReplicaStateView,
    pub max_wait_ms: i32,
    pub min_bytes: i32,
    pub max_bytes: i32,
    pub isolation_level: i8,
    pub session_id: i32,
    pub session_epoch: i32,
    pub topics: Array<'a, FetchTopicView<'a>>,
    pub forgotten_topics_data: Array<'a, ForgottenTopicView<'a>>,
    pub rack_id: Str<'a>,
}
impl Default for FetchRequestView<'_> {
    fn default() -> Self {
        Self {
            cluster_id: None,
            replica_id: -1,
            replica_state: Default::default(),
            max_wait_ms: 0,
            min_bytes: 0,
            max_bytes: i32::MAX,
            isolation_level: 0,
            session_id: 0,
            session_epoch: -1,
            topics: Default::default(),
            forgotten_topics_data: Default::default(),
            rack_id: Default::default(),
        }
    }
}
impl<'a> View<'a> for FetchRequestView<'a> {
    fn read(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(4..=18).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 12;
        let mut x = Self::default();
        if v <= 14 {
            x.replica_id = r.i32()?;
        }
        x.max_wait_ms = r.i32()?;
        x.min_bytes = r.i32()?;
        x.max_bytes = r.i32()?;
        x.isolation_level = r.i8()?;
        if v >= 7 {
            x.session_id = r.i32()?;
        }
        if v >= 7 {
            x.session_epoch = r.i32()?;
        }
        x.topics = Array::read(r, flex, v)?;
        if v >= 7 {
            x.forgotten_topics_data = Array::read(r, flex, v)?;
        }
        if v >= 11 {
            x.rack_id = r.str(flex)?;
        }
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 => x.cluster_id = r.str_opt(true)?,
                    1 if v >= 15 => x.replica_state = ReplicaStateView::read(r, v)?,
                    1 => return Err(DecodeError::InvalidTag),
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
}
impl<'a> FetchRequestView<'a> {
    /// Reads and validates one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::read(r, v)
    }
}
/// `ReplicaState` as it lies in the frame: validated once, read without allocation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplicaStateView {
    pub replica_id: i32,
    pub replica_epoch: i64,
}
impl Default for ReplicaStateView {
    fn default() -> Self {
        Self { replica_id: -1, replica_epoch: -1 }
    }
}
impl<'a> View<'a> for ReplicaStateView {
    fn read(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.replica_id = r.i32()?;
        x.replica_epoch = r.i64()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
}
/// `FetchTopic` as it lies in the frame: validated once, read without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct FetchTopicView<'a> {
    pub topic: Str<'a>,
    pub topic_id: Uuid,
    pub partitions: Array<'a, FetchPartitionView>,
}
impl<'a> View<'a> for FetchTopicView<'a> {
    fn read(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        if v <= 12 {
            x.topic = r.str(flex)?;
        }
        if v >= 13 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = Array::read(r, flex, v)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
}
/// `FetchPartition` as it lies in the frame: validated once, read without allocation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FetchPartitionView {
    pub partition: i32,
    pub current_leader_epoch: i32,
    pub fetch_offset: i64,
    pub last_fetched_epoch: i32,
    pub log_start_offset: i64,
    pub partition_max_bytes: i32,
    pub replica_directory_id: Uuid,
    pub high_watermark: i64,
}
impl Default for FetchPartitionView {
    fn default() -> Self {
        Self {
            partition: 0,
            current_leader_epoch: -1,
            fetch_offset: 0,
            last_fetched_epoch: -1,
            log_start_offset: -1,
            partition_max_bytes: 0,
            replica_directory_id: Uuid::ZERO,
            high_watermark: i64::MAX,
        }
    }
}
impl<'a> View<'a> for FetchPartitionView {
    fn read(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        x.partition = r.i32()?;
        if v >= 9 {
            x.current_leader_epoch = r.i32()?;
        }
        x.fetch_offset = r.i64()?;
        if v >= 12 {
            x.last_fetched_epoch = r.i32()?;
        }
        if v >= 5 {
            x.log_start_offset = r.i64()?;
        }
        x.partition_max_bytes = r.i32()?;
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 if v >= 17 => x.replica_directory_id = r.uuid()?,
                    0 => return Err(DecodeError::InvalidTag),
                    1 if v == 18 => x.high_watermark = r.i64()?,
                    1 => return Err(DecodeError::InvalidTag),
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
}
/// `ForgottenTopic` as it lies in the frame: validated once, read without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ForgottenTopicView<'a> {
    pub topic: Str<'a>,
    pub topic_id: Uuid,
    pub partitions: Array<'a, i32>,
}
impl<'a> View<'a> for ForgottenTopicView<'a> {
    fn read(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        if v <= 12 {
            x.topic = r.str(flex)?;
        }
        if v >= 13 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = Array::read(r, flex, v)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
}
/// `FetchResponse`, API key 1, versions 4 to 18, flexible from 12.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchResponse<'a> {
    pub throttle_time_ms: i32,
    /// From version 7.
    pub error_code: i16,
    /// From version 7.
    pub session_id: i32,
    pub responses: Vec<FetchableTopicResponse<'a>>,
    /// From version 16.
    pub node_endpoints: Vec<NodeEndpoint<'a>>,
}
impl<'a> FetchResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(4..=18).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 12;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        if v >= 7 {
            x.error_code = r.i16()?;
        }
        if v >= 7 {
            x.session_id = r.i32()?;
        }
        x.responses = r.array(flex, 3, |r| FetchableTopicResponse::decode(r, v))?;
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 if v >= 16 => x.node_endpoints = r.array(true, 11, |r| NodeEndpoint::decode(r, v))?,
                    0 => return Err(DecodeError::InvalidTag),
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(4..=18).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 12;
        put_i32(out, self.throttle_time_ms);
        if v >= 7 {
            put_i16(out, self.error_code);
        }
        if v < 7 && self.session_id != 0 {
            return Err(EncodeError::Unsupported("session_id"));
        }
        if v >= 7 {
            put_i32(out, self.session_id);
        }
        put_array(out, &self.responses, flex, |out, x| x.encode(out, v))?;
        if v < 16 && !self.node_endpoints.is_empty() {
            return Err(EncodeError::Unsupported("node_endpoints"));
        }
        if flex {
            let tags = Tags::begin(out);
            if v >= 16 && !self.node_endpoints.is_empty() {
                tags.put(out, 0, |out| {
                    put_array(out, &self.node_endpoints, true, |out, x| x.encode(out, v))
                })?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FetchResponse<'static> {
        FetchResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            session_id: self.session_id,
            responses: self.responses.into_iter().map(FetchableTopicResponse::into_owned).collect(),
            node_endpoints: self.node_endpoints.into_iter().map(NodeEndpoint::into_owned).collect(),
        }
    }
}
/// Part of `FetchResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchableTopicResponse<'a> {
    /// In versions 4 to 12.
    pub topic: Cow<'a, str>,
    /// From version 13.
    pub topic_id: Uuid,
    pub partitions: Vec<PartitionData<'a>>,
}
impl<'a> FetchableTopicResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        if v <= 12 {
            x.topic = r.string(flex)?;
        }
        if v >= 13 {
            x.topic_id = r.uuid()?;
        }
        x.partitions = r.array(flex, 30, |r| PartitionData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 12;
        if v <= 12 {
            put_string(out, &self.topic, flex)?;
        }
        if v >= 13 {
            put_uuid(out, self.topic_id);
        }
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FetchableTopicResponse<'static> {
        FetchableTopicResponse {
            topic: own(self.topic),
            topic_id: self.topic_id,
            partitions: self.partitions.into_iter().map(PartitionData::into_owned).collect(),
        }
    }
}
/// Part of `FetchResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionData<'a> {
    pub partition_index: i32,
    pub error_code: i16,
    pub high_watermark: i64,
    pub last_stable_offset: i64,
    /// From version 5.
    pub log_start_offset: i64,
    /// From version 12.
    pub diverging_epoch: EpochEndOffset,
    /// From version 12.
    pub current_leader: LeaderIdAndEpoch,
    /// From version 12.
    pub snapshot_id: SnapshotId,
    pub aborted_transactions: Option<Vec<AbortedTransaction>>,
    /// From version 11.
    pub preferred_read_replica: i32,
    pub records: Option<Cow<'a, [u8]>>,
}
impl Default for PartitionData<'_> {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            high_watermark: 0,
            last_stable_offset: -1,
            log_start_offset: -1,
            diverging_epoch: EpochEndOffset::default(),
            current_leader: LeaderIdAndEpoch::default(),
            snapshot_id: SnapshotId::default(),
            aborted_transactions: Some(Vec::new()),
            preferred_read_replica: -1,
            records: None,
        }
    }
}
impl<'a> PartitionData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.high_watermark = r.i64()?;
        x.last_stable_offset = r.i64()?;
        if v >= 5 {
            x.log_start_offset = r.i64()?;
        }
        x.aborted_transactions = r.array_opt(flex, 16, |r| AbortedTransaction::decode(r, v))?;
        if v >= 11 {
            x.preferred_read_replica = r.i32()?;
        }
        x.records = r.bytes_opt(flex)?;
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 => x.diverging_epoch = EpochEndOffset::decode(r, v)?,
                    1 => x.current_leader = LeaderIdAndEpoch::decode(r, v)?,
                    2 => x.snapshot_id = SnapshotId::decode(r, v)?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 12;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_i64(out, self.high_watermark);
        put_i64(out, self.last_stable_offset);
        if v >= 5 {
            put_i64(out, self.log_start_offset);
        }
        if v < 12 && self.diverging_epoch != EpochEndOffset::default() {
            return Err(EncodeError::Unsupported("diverging_epoch"));
        }
        if v < 12 && self.current_leader != LeaderIdAndEpoch::default() {
            return Err(EncodeError::Unsupported("current_leader"));
        }
        if v < 12 && self.snapshot_id != SnapshotId::default() {
            return Err(EncodeError::Unsupported("snapshot_id"));
        }
        put_array_opt(out, self.aborted_transactions.as_deref(), flex, |out, x| x.encode(out, v))?;
        if v < 11 && self.preferred_read_replica != -1 {
            return Err(EncodeError::Unsupported("preferred_read_replica"));
        }
        if v >= 11 {
            put_i32(out, self.preferred_read_replica);
        }
        put_bytes_opt(out, self.records.as_deref(), flex)?;
        if flex {
            let tags = Tags::begin(out);
            if self.diverging_epoch != EpochEndOffset::default() {
                tags.put(out, 0, |out| self.diverging_epoch.encode(out, v))?;
            }
            if self.current_leader != LeaderIdAndEpoch::default() {
                tags.put(out, 1, |out| self.current_leader.encode(out, v))?;
            }
            if self.snapshot_id != SnapshotId::default() {
                tags.put(out, 2, |out| self.snapshot_id.encode(out, v))?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionData<'static> {
        PartitionData {
            partition_index: self.partition_index,
            error_code: self.error_code,
            high_watermark: self.high_watermark,
            last_stable_offset: self.last_stable_offset,
            log_start_offset: self.log_start_offset,
            diverging_epoch: self.diverging_epoch,
            current_leader: self.current_leader,
            snapshot_id: self.snapshot_id,
            aborted_transactions: self.aborted_transactions,
            preferred_read_replica: self.preferred_read_replica,
            records: self.records.map(own),
        }
    }
}
/// Part of `FetchResponse`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochEndOffset {
    pub epoch: i32,
    pub end_offset: i64,
}
impl Default for EpochEndOffset {
    fn default() -> Self {
        Self { epoch: -1, end_offset: -1 }
    }
}
impl EpochEndOffset {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.epoch = r.i32()?;
        x.end_offset = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.epoch);
        put_i64(out, self.end_offset);
        out.push(0);
        Ok(())
    }
}
/// Part of `FetchResponse`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeaderIdAndEpoch {
    pub leader_id: i32,
    pub leader_epoch: i32,
}
impl Default for LeaderIdAndEpoch {
    fn default() -> Self {
        Self { leader_id: -1, leader_epoch: -1 }
    }
}
impl LeaderIdAndEpoch {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        out.push(0);
        Ok(())
    }
}
/// Part of `FetchResponse`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnapshotId {
    pub end_offset: i64,
    pub epoch: i32,
}
impl Default for SnapshotId {
    fn default() -> Self {
        Self { end_offset: -1, epoch: -1 }
    }
}
impl SnapshotId {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.end_offset = r.i64()?;
        x.epoch = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i64(out, self.end_offset);
        put_i32(out, self.epoch);
        out.push(0);
        Ok(())
    }
}
/// Part of `FetchResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AbortedTransaction {
    pub producer_id: i64,
    pub first_offset: i64,
}
impl AbortedTransaction {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 12;
        let mut x = Self::default();
        x.producer_id = r.i64()?;
        x.first_offset = r.i64()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 12;
        put_i64(out, self.producer_id);
        put_i64(out, self.first_offset);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
/// Part of `FetchResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeEndpoint<'a> {
    pub node_id: i32,
    pub host: Cow<'a, str>,
    pub port: i32,
    pub rack: Option<Cow<'a, str>>,
}
impl<'a> NodeEndpoint<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.node_id = r.i32()?;
        x.host = r.string(flex)?;
        x.port = r.i32()?;
        x.rack = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.node_id);
        put_string(out, &self.host, flex)?;
        put_i32(out, self.port);
        put_string_opt(out, self.rack.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> NodeEndpoint<'static> {
        NodeEndpoint {
            node_id: self.node_id,
            host: own(self.host),
            port: self.port,
            rack: self.rack.map(own),
        }
    }
}
impl<'a> Message<'a> for FetchResponse<'a> {
    const NAME: &'static str = "FetchResponse";
    const MIN_VERSION: i16 = 4;
    const MAX_VERSION: i16 = 18;
    fn flexible(v: i16) -> bool {
        v >= 12
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
