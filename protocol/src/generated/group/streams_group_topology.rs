//! `StreamsGroupTopologyKey` and `StreamsGroupTopologyValue`. From `schema/group/023-streams_group_topology.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string};
use std::borrow::Cow;

/// `StreamsGroupTopologyKey`, record type 23, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupTopologyKey<'a> {
    pub group_id: Cow<'a, str>,
}
impl<'a> StreamsGroupTopologyKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 23;
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
    pub fn into_owned(self) -> StreamsGroupTopologyKey<'static> {
        StreamsGroupTopologyKey { group_id: own(self.group_id) }
    }
}
impl<'a> Message<'a> for StreamsGroupTopologyKey<'a> {
    const NAME: &'static str = "StreamsGroupTopologyKey";
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
/// `StreamsGroupTopologyValue`, record type 23, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupTopologyValue<'a> {
    pub epoch: i32,
    pub subtopologies: Vec<Subtopology<'a>>,
}
impl<'a> StreamsGroupTopologyValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 23;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.epoch = r.i32()?;
        x.subtopologies = r.array(flex, 8, |r| Subtopology::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.epoch);
        put_array(out, &self.subtopologies, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupTopologyValue<'static> {
        StreamsGroupTopologyValue {
            epoch: self.epoch,
            subtopologies: self.subtopologies.into_iter().map(Subtopology::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupTopologyValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Subtopology<'a> {
    pub subtopology_id: Cow<'a, str>,
    pub source_topics: Vec<Cow<'a, str>>,
    pub source_topic_regex: Vec<Cow<'a, str>>,
    pub state_changelog_topics: Vec<TopicInfo<'a>>,
    pub repartition_sink_topics: Vec<Cow<'a, str>>,
    pub repartition_source_topics: Vec<TopicInfo<'a>>,
    pub copartition_groups: Vec<CopartitionGroup>,
}
impl<'a> Subtopology<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.subtopology_id = r.string(flex)?;
        x.source_topics = r.array(flex, 1, |r| r.string(flex))?;
        x.source_topic_regex = r.array(flex, 1, |r| r.string(flex))?;
        x.state_changelog_topics = r.array(flex, 9, |r| TopicInfo::decode(r, v))?;
        x.repartition_sink_topics = r.array(flex, 1, |r| r.string(flex))?;
        x.repartition_source_topics = r.array(flex, 9, |r| TopicInfo::decode(r, v))?;
        x.copartition_groups = r.array(flex, 4, |r| CopartitionGroup::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.subtopology_id, flex)?;
        put_array(out, &self.source_topics, flex, |out, x| put_string(out, x, flex))?;
        put_array(out, &self.source_topic_regex, flex, |out, x| put_string(out, x, flex))?;
        put_array(out, &self.state_changelog_topics, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.repartition_sink_topics, flex, |out, x| put_string(out, x, flex))?;
        put_array(out, &self.repartition_source_topics, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.copartition_groups, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Subtopology<'static> {
        Subtopology {
            subtopology_id: own(self.subtopology_id),
            source_topics: self.source_topics.into_iter().map(own).collect(),
            source_topic_regex: self.source_topic_regex.into_iter().map(own).collect(),
            state_changelog_topics: self
                .state_changelog_topics
                .into_iter()
                .map(TopicInfo::into_owned)
                .collect(),
            repartition_sink_topics: self.repartition_sink_topics.into_iter().map(own).collect(),
            repartition_source_topics: self
                .repartition_source_topics
                .into_iter()
                .map(TopicInfo::into_owned)
                .collect(),
            copartition_groups: self.copartition_groups,
        }
    }
}
/// Part of `StreamsGroupTopologyValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CopartitionGroup {
    pub source_topics: Vec<i16>,
    pub source_topic_regex: Vec<i16>,
    pub repartition_source_topics: Vec<i16>,
}
impl CopartitionGroup {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.source_topics = r.array(flex, 2, Reader::i16)?;
        x.source_topic_regex = r.array(flex, 2, Reader::i16)?;
        x.repartition_source_topics = r.array(flex, 2, Reader::i16)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_array(out, &self.source_topics, flex, |out, x| {
            put_i16(out, *x);
            Ok(())
        })?;
        put_array(out, &self.source_topic_regex, flex, |out, x| {
            put_i16(out, *x);
            Ok(())
        })?;
        put_array(out, &self.repartition_source_topics, flex, |out, x| {
            put_i16(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
}
/// Part of `StreamsGroupTopologyValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicConfig<'a> {
    pub key: Cow<'a, str>,
    pub value: Cow<'a, str>,
}
impl<'a> TopicConfig<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.key = r.string(flex)?;
        x.value = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.key, flex)?;
        put_string(out, &self.value, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicConfig<'static> {
        TopicConfig { key: own(self.key), value: own(self.value) }
    }
}
/// Part of `StreamsGroupTopologyValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicInfo<'a> {
    pub name: Cow<'a, str>,
    pub partitions: i32,
    pub replication_factor: i16,
    pub topic_configs: Vec<TopicConfig<'a>>,
}
impl<'a> TopicInfo<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.i32()?;
        x.replication_factor = r.i16()?;
        x.topic_configs = r.array(flex, 3, |r| TopicConfig::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i32(out, self.partitions);
        put_i16(out, self.replication_factor);
        put_array(out, &self.topic_configs, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicInfo<'static> {
        TopicInfo {
            name: own(self.name),
            partitions: self.partitions,
            replication_factor: self.replication_factor,
            topic_configs: self.topic_configs.into_iter().map(TopicConfig::into_owned).collect(),
        }
    }
}
impl<'a> Message<'a> for StreamsGroupTopologyValue<'a> {
    const NAME: &'static str = "StreamsGroupTopologyValue";
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
