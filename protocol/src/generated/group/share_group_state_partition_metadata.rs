//! `ShareGroupStatePartitionMetadataKey` and `ShareGroupStatePartitionMetadataValue`. From `schema/group/015-share_group_state_partition_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i32, put_string, put_uuid};
use std::borrow::Cow;

/// `ShareGroupStatePartitionMetadataKey`, record type 15, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupStatePartitionMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
}
impl<'a> ShareGroupStatePartitionMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 15;
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
    pub fn into_owned(self) -> ShareGroupStatePartitionMetadataKey<'static> {
        ShareGroupStatePartitionMetadataKey { group_id: own(self.group_id) }
    }
}
impl<'a> Message<'a> for ShareGroupStatePartitionMetadataKey<'a> {
    const NAME: &'static str = "ShareGroupStatePartitionMetadataKey";
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
/// `ShareGroupStatePartitionMetadataValue`, record type 15, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupStatePartitionMetadataValue<'a> {
    pub initializing_topics: Vec<TopicPartitionsInfo<'a>>,
    pub initialized_topics: Vec<TopicPartitionsInfo<'a>>,
    pub deleting_topics: Vec<TopicInfo<'a>>,
}
impl<'a> ShareGroupStatePartitionMetadataValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 15;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.initializing_topics = r.array(flex, 19, |r| TopicPartitionsInfo::decode(r, v))?;
        x.initialized_topics = r.array(flex, 19, |r| TopicPartitionsInfo::decode(r, v))?;
        x.deleting_topics = r.array(flex, 18, |r| TopicInfo::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.initializing_topics, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.initialized_topics, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.deleting_topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareGroupStatePartitionMetadataValue<'static> {
        ShareGroupStatePartitionMetadataValue {
            initializing_topics: self
                .initializing_topics
                .into_iter()
                .map(TopicPartitionsInfo::into_owned)
                .collect(),
            initialized_topics: self
                .initialized_topics
                .into_iter()
                .map(TopicPartitionsInfo::into_owned)
                .collect(),
            deleting_topics: self.deleting_topics.into_iter().map(TopicInfo::into_owned).collect(),
        }
    }
}
/// Part of `ShareGroupStatePartitionMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartitionsInfo<'a> {
    pub topic_id: Uuid,
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> TopicPartitionsInfo<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_string(out, &self.topic_name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicPartitionsInfo<'static> {
        TopicPartitionsInfo {
            topic_id: self.topic_id,
            topic_name: own(self.topic_name),
            partitions: self.partitions,
        }
    }
}
/// Part of `ShareGroupStatePartitionMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicInfo<'a> {
    pub topic_id: Uuid,
    pub topic_name: Cow<'a, str>,
}
impl<'a> TopicInfo<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.topic_name = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_string(out, &self.topic_name, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicInfo<'static> {
        TopicInfo { topic_id: self.topic_id, topic_name: own(self.topic_name) }
    }
}
impl<'a> Message<'a> for ShareGroupStatePartitionMetadataValue<'a> {
    const NAME: &'static str = "ShareGroupStatePartitionMetadataValue";
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
