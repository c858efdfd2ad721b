//! `RemotePartitionDeleteMetadataRecord`. From `schema/storage/002-remote_partition_delete_metadata_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i8, put_i32, put_i64, put_string, put_uuid};
use std::borrow::Cow;

/// `RemotePartitionDeleteMetadataRecord`, record type 2, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RemotePartitionDeleteMetadataRecord<'a> {
    pub topic_id_partition: TopicIdPartitionEntry<'a>,
    pub broker_id: i32,
    pub event_timestamp_ms: i64,
    pub remote_partition_delete_state: i8,
}
impl<'a> RemotePartitionDeleteMetadataRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 2;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.topic_id_partition = TopicIdPartitionEntry::decode(r, v)?;
        x.broker_id = r.i32()?;
        x.event_timestamp_ms = r.i64()?;
        x.remote_partition_delete_state = r.i8()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        self.topic_id_partition.encode(out, v)?;
        put_i32(out, self.broker_id);
        put_i64(out, self.event_timestamp_ms);
        put_i8(out, self.remote_partition_delete_state);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RemotePartitionDeleteMetadataRecord<'static> {
        RemotePartitionDeleteMetadataRecord {
            topic_id_partition: self.topic_id_partition.into_owned(),
            broker_id: self.broker_id,
            event_timestamp_ms: self.event_timestamp_ms,
            remote_partition_delete_state: self.remote_partition_delete_state,
        }
    }
}
/// Part of `RemotePartitionDeleteMetadataRecord`.
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
impl<'a> Message<'a> for RemotePartitionDeleteMetadataRecord<'a> {
    const NAME: &'static str = "RemotePartitionDeleteMetadataRecord";
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
