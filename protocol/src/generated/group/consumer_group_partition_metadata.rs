//! `ConsumerGroupPartitionMetadataKey` and `ConsumerGroupPartitionMetadataValue`. From `schema/group/004-consumer_group_partition_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i32, put_string, put_uuid};
use std::borrow::Cow;

/// `ConsumerGroupPartitionMetadataKey`, record type 4, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupPartitionMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
}
impl<'a> ConsumerGroupPartitionMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 4;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.group_id, flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerGroupPartitionMetadataKey<'static> {
        ConsumerGroupPartitionMetadataKey { group_id: own(self.group_id) }
    }
}
impl<'a> Message<'a> for ConsumerGroupPartitionMetadataKey<'a> {
    const NAME: &'static str = "ConsumerGroupPartitionMetadataKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
/// `ConsumerGroupPartitionMetadataValue`, record type 4, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupPartitionMetadataValue<'a> {
    pub topics: Vec<TopicMetadata<'a>>,
}
impl<'a> ConsumerGroupPartitionMetadataValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 4;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.topics = r.array(flex, 23, |r| TopicMetadata::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerGroupPartitionMetadataValue<'static> {
        ConsumerGroupPartitionMetadataValue {
            topics: self.topics.into_iter().map(TopicMetadata::into_owned).collect(),
        }
    }
}
/// Part of `ConsumerGroupPartitionMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicMetadata<'a> {
    pub topic_id: Uuid,
    pub topic_name: Cow<'a, str>,
    pub num_partitions: i32,
    pub partition_metadata: Vec<PartitionMetadata<'a>>,
}
impl<'a> TopicMetadata<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.topic_name = r.string(flex)?;
        x.num_partitions = r.i32()?;
        x.partition_metadata = r.array(flex, 6, |r| PartitionMetadata::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_string(out, &self.topic_name, flex)?;
        put_i32(out, self.num_partitions);
        put_array(out, &self.partition_metadata, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicMetadata<'static> {
        TopicMetadata {
            topic_id: self.topic_id,
            topic_name: own(self.topic_name),
            num_partitions: self.num_partitions,
            partition_metadata: self
                .partition_metadata
                .into_iter()
                .map(PartitionMetadata::into_owned)
                .collect(),
        }
    }
}
/// Part of `ConsumerGroupPartitionMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionMetadata<'a> {
    pub partition: i32,
    pub racks: Vec<Cow<'a, str>>,
}
impl<'a> PartitionMetadata<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.racks = r.array(flex, 1, |r| r.string(flex))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition);
        put_array(out, &self.racks, flex, |out, x| put_string(out, x, flex))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionMetadata<'static> {
        PartitionMetadata { partition: self.partition, racks: self.racks.into_iter().map(own).collect() }
    }
}
impl<'a> Message<'a> for ConsumerGroupPartitionMetadataValue<'a> {
    const NAME: &'static str = "ConsumerGroupPartitionMetadataValue";
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
