//! `RemoteLogSegmentMetadataSnapshotRecord`. From `schema/storage/003-remote_log_segment_metadata_snapshot_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_bool, put_bytes_opt, put_i8, put_i32,
    put_i64, put_uuid,
};
use std::borrow::Cow;

/// `RemoteLogSegmentMetadataSnapshotRecord`, record type 3, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoteLogSegmentMetadataSnapshotRecord<'a> {
    pub segment_id: Uuid,
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
impl<'a> RemoteLogSegmentMetadataSnapshotRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 3;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.segment_id = r.uuid()?;
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
        put_uuid(out, self.segment_id);
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
    pub fn into_owned(self) -> RemoteLogSegmentMetadataSnapshotRecord<'static> {
        RemoteLogSegmentMetadataSnapshotRecord {
            segment_id: self.segment_id,
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
/// Part of `RemoteLogSegmentMetadataSnapshotRecord`.
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
impl<'a> Message<'a> for RemoteLogSegmentMetadataSnapshotRecord<'a> {
    const NAME: &'static str = "RemoteLogSegmentMetadataSnapshotRecord";
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
