//! `RemoteLogSegmentMetadataUpdateRecord`. From `schema/storage/001-remote_log_segment_metadata_update_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_bytes_opt, put_i8, put_i32, put_i64, put_string, put_uuid,
};
use std::borrow::Cow;

/// `RemoteLogSegmentMetadataUpdateRecord`, record type 1, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemoteLogSegmentMetadataUpdateRecord<'a> {
    pub remote_log_segment_id: RemoteLogSegmentIdEntry<'a>,
    pub broker_id: i32,
    pub event_timestamp_ms: i64,
    pub custom_metadata: Option<Cow<'a, [u8]>>,
    pub remote_log_segment_state: i8,
}
impl<'a> RemoteLogSegmentMetadataUpdateRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 1;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.remote_log_segment_id = RemoteLogSegmentIdEntry::decode(r, v)?;
        x.broker_id = r.i32()?;
        x.event_timestamp_ms = r.i64()?;
        x.custom_metadata = r.bytes_opt(flex)?;
        x.remote_log_segment_state = r.i8()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        self.remote_log_segment_id.encode(out, v)?;
        put_i32(out, self.broker_id);
        put_i64(out, self.event_timestamp_ms);
        put_bytes_opt(out, self.custom_metadata.as_deref(), flex)?;
        put_i8(out, self.remote_log_segment_state);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RemoteLogSegmentMetadataUpdateRecord<'static> {
        RemoteLogSegmentMetadataUpdateRecord {
            remote_log_segment_id: self.remote_log_segment_id.into_owned(),
            broker_id: self.broker_id,
            event_timestamp_ms: self.event_timestamp_ms,
            custom_metadata: self.custom_metadata.map(own),
            remote_log_segment_state: self.remote_log_segment_state,
        }
    }
}
/// Part of `RemoteLogSegmentMetadataUpdateRecord`.
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
/// Part of `RemoteLogSegmentMetadataUpdateRecord`.
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
impl<'a> Message<'a> for RemoteLogSegmentMetadataUpdateRecord<'a> {
    const NAME: &'static str = "RemoteLogSegmentMetadataUpdateRecord";
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
