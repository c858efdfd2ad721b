//! `FetchSnapshotRequest` and `FetchSnapshotResponse`. From `schema/client/059-fetch_snapshot.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_bytes, put_i16, put_i32, put_i64, put_string,
    put_string_opt, put_u16, put_uuid,
};
use std::borrow::Cow;

/// `FetchSnapshotRequest`, API key 59, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct FetchSnapshotRequest<'a> {
    pub cluster_id: Option<Cow<'a, str>>,
    pub replica_id: i32,
    pub max_bytes: i32,
    pub topics: Vec<RequestTopicSnapshot<'a>>,
}
impl Default for FetchSnapshotRequest<'_> {
    fn default() -> Self {
        Self { cluster_id: None, replica_id: -1, max_bytes: i32::MAX, topics: Vec::new() }
    }
}
impl<'a> FetchSnapshotRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.replica_id = r.i32()?;
        x.max_bytes = r.i32()?;
        x.topics = r.array(flex, 3, |r| RequestTopicSnapshot::decode(r, v))?;
        r.tags(|r, tag| {
            match tag {
                0 => x.cluster_id = r.string_opt(true)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.replica_id);
        put_i32(out, self.max_bytes);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        let tags = Tags::begin(out);
        if self.cluster_id.is_some() {
            tags.put(out, 0, |out| put_string_opt(out, self.cluster_id.as_deref(), true))?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FetchSnapshotRequest<'static> {
        FetchSnapshotRequest {
            cluster_id: self.cluster_id.map(own),
            replica_id: self.replica_id,
            max_bytes: self.max_bytes,
            topics: self.topics.into_iter().map(RequestTopicSnapshot::into_owned).collect(),
        }
    }
}
/// Part of `FetchSnapshotRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestTopicSnapshot<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<RequestPartitionSnapshot>,
}
impl<'a> RequestTopicSnapshot<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 30, |r| RequestPartitionSnapshot::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RequestTopicSnapshot<'static> {
        RequestTopicSnapshot { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `FetchSnapshotRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RequestPartitionSnapshot {
    pub partition: i32,
    pub current_leader_epoch: i32,
    pub snapshot_id: SnapshotId,
    pub position: i64,
    /// In version 1 only.
    pub replica_directory_id: Uuid,
}
impl RequestPartitionSnapshot {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.current_leader_epoch = r.i32()?;
        x.snapshot_id = SnapshotId::decode(r, v)?;
        x.position = r.i64()?;
        r.tags(|r, tag| {
            match tag {
                0 if v == 1 => x.replica_directory_id = r.uuid()?,
                0 => return Err(DecodeError::InvalidTag),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition);
        put_i32(out, self.current_leader_epoch);
        self.snapshot_id.encode(out, v)?;
        put_i64(out, self.position);
        let tags = Tags::begin(out);
        if v == 1 && self.replica_directory_id != Uuid::ZERO {
            tags.put(out, 0, |out| {
                put_uuid(out, self.replica_directory_id);
                Ok(())
            })?;
        }
        Ok(())
    }
}
/// Part of `FetchSnapshotRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SnapshotId {
    pub end_offset: i64,
    pub epoch: i32,
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
impl<'a> Message<'a> for FetchSnapshotRequest<'a> {
    const NAME: &'static str = "FetchSnapshotRequest";
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
impl<'a> Request<'a> for FetchSnapshotRequest<'a> {
    const KEY: ApiKey = ApiKey::FetchSnapshot;
    type Response<'r> = FetchSnapshotResponse<'r>;
}
/// `FetchSnapshotResponse`, API key 59, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FetchSnapshotResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub topics: Vec<ResponseTopicSnapshot<'a>>,
    /// In version 1 only.
    pub node_endpoints: Vec<NodeEndpoint<'a>>,
}
impl<'a> FetchSnapshotResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.topics = r.array(flex, 3, |r| ResponseTopicSnapshot::decode(r, v))?;
        r.tags(|r, tag| {
            match tag {
                0 if v == 1 => x.node_endpoints = r.array(true, 8, |r| NodeEndpoint::decode(r, v))?,
                0 => return Err(DecodeError::InvalidTag),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if v < 1 && !self.node_endpoints.is_empty() {
            return Err(EncodeError::Unsupported("node_endpoints"));
        }
        let tags = Tags::begin(out);
        if v == 1 && !self.node_endpoints.is_empty() {
            tags.put(out, 0, |out| put_array(out, &self.node_endpoints, true, |out, x| x.encode(out, v)))?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FetchSnapshotResponse<'static> {
        FetchSnapshotResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            topics: self.topics.into_iter().map(ResponseTopicSnapshot::into_owned).collect(),
            node_endpoints: self.node_endpoints.into_iter().map(NodeEndpoint::into_owned).collect(),
        }
    }
}
/// Part of `FetchSnapshotResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponseTopicSnapshot<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<ResponsePartitionSnapshot<'a>>,
}
impl<'a> ResponseTopicSnapshot<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 37, |r| ResponsePartitionSnapshot::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ResponseTopicSnapshot<'static> {
        ResponseTopicSnapshot {
            name: own(self.name),
            partitions: self.partitions.into_iter().map(ResponsePartitionSnapshot::into_owned).collect(),
        }
    }
}
/// Part of `FetchSnapshotResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponsePartitionSnapshot<'a> {
    pub index: i32,
    pub error_code: i16,
    pub snapshot_id: SnapshotId,
    pub current_leader: LeaderIdAndEpoch,
    pub size: i64,
    pub position: i64,
    pub unaligned_records: Cow<'a, [u8]>,
}
impl<'a> ResponsePartitionSnapshot<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.index = r.i32()?;
        x.error_code = r.i16()?;
        x.snapshot_id = SnapshotId::decode(r, v)?;
        x.size = r.i64()?;
        x.position = r.i64()?;
        x.unaligned_records = r.bytes(flex)?;
        r.tags(|r, tag| {
            match tag {
                0 => x.current_leader = LeaderIdAndEpoch::decode(r, v)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.index);
        put_i16(out, self.error_code);
        self.snapshot_id.encode(out, v)?;
        put_i64(out, self.size);
        put_i64(out, self.position);
        put_bytes(out, &self.unaligned_records, flex)?;
        let tags = Tags::begin(out);
        if self.current_leader != LeaderIdAndEpoch::default() {
            tags.put(out, 0, |out| self.current_leader.encode(out, v))?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ResponsePartitionSnapshot<'static> {
        ResponsePartitionSnapshot {
            index: self.index,
            error_code: self.error_code,
            snapshot_id: self.snapshot_id,
            current_leader: self.current_leader,
            size: self.size,
            position: self.position,
            unaligned_records: own(self.unaligned_records),
        }
    }
}
/// Part of `FetchSnapshotResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct LeaderIdAndEpoch {
    pub leader_id: i32,
    pub leader_epoch: i32,
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
/// Part of `FetchSnapshotResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct NodeEndpoint<'a> {
    pub node_id: i32,
    pub host: Cow<'a, str>,
    pub port: u16,
}
impl<'a> NodeEndpoint<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.node_id = r.i32()?;
        x.host = r.string(flex)?;
        x.port = r.u16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.node_id);
        put_string(out, &self.host, flex)?;
        put_u16(out, self.port);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> NodeEndpoint<'static> {
        NodeEndpoint { node_id: self.node_id, host: own(self.host), port: self.port }
    }
}
impl<'a> Message<'a> for FetchSnapshotResponse<'a> {
    const NAME: &'static str = "FetchSnapshotResponse";
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
