//! `RemoteLogSegmentMetadataRecord`. From `schema/storage/000-remote_log_segment_metadata_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_bool, put_bytes_opt, put_i8, put_i32,
    put_i64, put_string, put_uuid,
};
use std::borrow::Cow;

/// `RemoteLogSegmentMetadataRecord`, record type 0, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoteLogSegmentMetadataRecord<'a> {
    pub remote_log_segment_id: RemoteLogSegmentIdEntry<'a>,
    pub start_offset: i64,
    pub end_offset: i64,
    pub broker_id: i32,
    pub max_timestamp_ms: i64,
    pub event_timestamp_ms: i64,
    pub segment_leader_epochs: Vec<SegmentLeaderEpochEntry>,
    pub segment_size_in_bytes: i32,
    pub custom_metadata: Option<Cow<'a, [u8]>>,
    pub remote_log_segment_state: i8,
    pub txn_index_empty: bool,
}
impl<'a> RemoteLogSegmentMetadataRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 0;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.remote_log_segment_id = RemoteLogSegmentIdEntry::decode(r, v)?;
        x.start_offset = r.i64()?;
        x.end_offset = r.i64()?;
        x.broker_id = r.i32()?;
        x.max_timestamp_ms = r.i64()?;
        x.event_timestamp_ms = r.i64()?;
        x.segment_leader_epochs = r.array(flex, 13, |r| SegmentLeaderEpochEntry::decode(r, v))?;
        x.segment_size_in_bytes = r.i32()?;
        x.custom_metadata = r.bytes_opt(flex)?;
        x.remote_log_segment_state = r.i8()?;
        r.tags(|r, tag| {
            match tag {
                0 => x.txn_index_empty = r.bool()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        self.remote_log_segment_id.encode(out, v)?;
        put_i64(out, self.start_offset);
        put_i64(out, self.end_offset);
        put_i32(out, self.broker_id);
        put_i64(out, self.max_timestamp_ms);
        put_i64(out, self.event_timestamp_ms);
        put_array(out, &self.segment_leader_epochs, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.segment_size_in_bytes);
        put_bytes_opt(out, self.custom_metadata.as_deref(), flex)?;
        put_i8(out, self.remote_log_segment_state);
        let tags = Tags::begin(out);
        if self.txn_index_empty {
            tags.put(out, 0, |out| {
                put_bool(out, self.txn_index_empty);
                Ok(())
            })?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RemoteLogSegmentMetadataRecord<'static> {
        RemoteLogSegmentMetadataRecord {
            remote_log_segment_id: self.remote_log_segment_id.into_owned(),
            start_offset: self.start_offset,
            end_offset: self.end_offset,
            broker_id: self.broker_id,
            max_timestamp_ms: self.max_timestamp_ms,
            event_timestamp_ms: self.event_timestamp_ms,
            segment_leader_epochs: self.segment_leader_epochs,
            segment_size_in_bytes: self.segment_size_in_bytes,
            custom_metadata: self.custom_metadata.map(own),
            remote_log_segment_state: self.remote_log_segment_state,
            txn_index_empty: self.txn_index_empty,
        }
    }
}
/// Part of `RemoteLogSegmentMetadataRecord`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoteLogSegmentIdEntry<'a> {
    pub topic_id_partition: TopicIdPartitionEntry<'a>,
    pub id: Uuid,
}
impl<'a> RemoteLogSegmentIdEntry<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.topic_id_partition = TopicIdPartitionEntry::decode(r, v)?;
        x.id = r.uuid()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        self.topic_id_partition.encode(out, v)?;
        put_uuid(out, self.id);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RemoteLogSegmentIdEntry<'static> {
        RemoteLogSegmentIdEntry { topic_id_partition: self.topic_id_partition.into_owned(), id: self.id }
    }
}
/// Part of `RemoteLogSegmentMetadataRecord`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicIdPartitionEntry<'a> {
    pub name: Cow<'a, str>,
    pub id: Uuid,
    pub partition: i32,
}
impl<'a> TopicIdPartitionEntry<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.id = r.uuid()?;
        x.partition = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_uuid(out, self.id);
        put_i32(out, self.partition);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicIdPartitionEntry<'static> {
        TopicIdPartitionEntry { name: own(self.name), id: self.id, partition: self.partition }
    }
}
/// Part of `RemoteLogSegmentMetadataRecord`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SegmentLeaderEpochEntry {
    pub leader_epoch: i32,
    pub offset: i64,
}
impl SegmentLeaderEpochEntry {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.leader_epoch = r.i32()?;
        x.offset = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.leader_epoch);
        put_i64(out, self.offset);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for RemoteLogSegmentMetadataRecord<'a> {
    const NAME: &'static str = "RemoteLogSegmentMetadataRecord";
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
