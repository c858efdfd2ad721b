//! `StreamsGroupTopologyDescriptionUpdateRequest` and `StreamsGroupTopologyDescriptionUpdateResponse`. From `schema/client/093-streams_group_topology_description_update.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i16, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `StreamsGroupTopologyDescriptionUpdateRequest`, API key 93, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupTopologyDescriptionUpdateRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
    pub topology_epoch: i32,
    pub topology_description: TopologyDescription<'a>,
}
impl<'a> StreamsGroupTopologyDescriptionUpdateRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.member_id = r.string(flex)?;
        x.topology_epoch = r.i32()?;
        x.topology_description = TopologyDescription::decode(r, v)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.member_id, flex)?;
        put_i32(out, self.topology_epoch);
        self.topology_description.encode(out, v)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupTopologyDescriptionUpdateRequest<'static> {
        StreamsGroupTopologyDescriptionUpdateRequest {
            group_id: own(self.group_id),
            member_id: own(self.member_id),
            topology_epoch: self.topology_epoch,
            topology_description: self.topology_description.into_owned(),
        }
    }
}
/// Part of `StreamsGroupTopologyDescriptionUpdateRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopologyDescription<'a> {
    pub subtopologies: Vec<TopologyDescriptionSubtopology<'a>>,
    pub global_stores: Vec<TopologyDescriptionGlobalStore<'a>>,
}
impl<'a> TopologyDescription<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.subtopologies = r.array(flex, 3, |r| TopologyDescriptionSubtopology::decode(r, v))?;
        x.global_stores = r.array(flex, 15, |r| TopologyDescriptionGlobalStore::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_array(out, &self.subtopologies, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.global_stores, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopologyDescription<'static> {
        TopologyDescription {
            subtopologies: self
                .subtopologies
                .into_iter()
                .map(TopologyDescriptionSubtopology::into_owned)
                .collect(),
            global_stores: self
                .global_stores
                .into_iter()
                .map(TopologyDescriptionGlobalStore::into_owned)
                .collect(),
        }
    }
}
/// Part of `StreamsGroupTopologyDescriptionUpdateRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopologyDescriptionSubtopology<'a> {
    pub subtopology_id: Cow<'a, str>,
    pub nodes: Vec<TopologyDescriptionNode<'a>>,
}
impl<'a> TopologyDescriptionSubtopology<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.subtopology_id = r.string(flex)?;
        x.nodes = r.array(flex, 7, |r| TopologyDescriptionNode::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.subtopology_id, flex)?;
        put_array(out, &self.nodes, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopologyDescriptionSubtopology<'static> {
        TopologyDescriptionSubtopology {
            subtopology_id: own(self.subtopology_id),
            nodes: self.nodes.into_iter().map(TopologyDescriptionNode::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupTopologyDescriptionUpdateRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopologyDescriptionNode<'a> {
    pub name: Cow<'a, str>,
    pub node_type: i8,
    pub source_topics: Vec<Cow<'a, str>>,
    pub sink_topic: Option<Cow<'a, str>>,
    pub stores: Vec<Cow<'a, str>>,
    pub successors: Vec<Cow<'a, str>>,
}
impl<'a> TopologyDescriptionNode<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.node_type = r.i8()?;
        x.source_topics = r.array(flex, 1, |r| r.string(flex))?;
        x.sink_topic = r.string_opt(flex)?;
        x.stores = r.array(flex, 1, |r| r.string(flex))?;
        x.successors = r.array(flex, 1, |r| r.string(flex))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i8(out, self.node_type);
        put_array(out, &self.source_topics, flex, |out, x| put_string(out, x, flex))?;
        put_string_opt(out, self.sink_topic.as_deref(), flex)?;
        put_array(out, &self.stores, flex, |out, x| put_string(out, x, flex))?;
        put_array(out, &self.successors, flex, |out, x| put_string(out, x, flex))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopologyDescriptionNode<'static> {
        TopologyDescriptionNode {
            name: own(self.name),
            node_type: self.node_type,
            source_topics: self.source_topics.into_iter().map(own).collect(),
            sink_topic: self.sink_topic.map(own),
            stores: self.stores.into_iter().map(own).collect(),
            successors: self.successors.into_iter().map(own).collect(),
        }
    }
}
/// Part of `StreamsGroupTopologyDescriptionUpdateRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopologyDescriptionGlobalStore<'a> {
    pub source: TopologyDescriptionNode<'a>,
    pub processor: TopologyDescriptionNode<'a>,
}
impl<'a> TopologyDescriptionGlobalStore<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.source = TopologyDescriptionNode::decode(r, v)?;
        x.processor = TopologyDescriptionNode::decode(r, v)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        self.source.encode(out, v)?;
        self.processor.encode(out, v)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopologyDescriptionGlobalStore<'static> {
        TopologyDescriptionGlobalStore {
            source: self.source.into_owned(),
            processor: self.processor.into_owned(),
        }
    }
}
impl<'a> Message<'a> for StreamsGroupTopologyDescriptionUpdateRequest<'a> {
    const NAME: &'static str = "StreamsGroupTopologyDescriptionUpdateRequest";
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
impl<'a> Request<'a> for StreamsGroupTopologyDescriptionUpdateRequest<'a> {
    const KEY: ApiKey = ApiKey::StreamsGroupTopologyDescriptionUpdate;
    type Response<'r> = StreamsGroupTopologyDescriptionUpdateResponse<'r>;
}
/// `StreamsGroupTopologyDescriptionUpdateResponse`, API key 93, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupTopologyDescriptionUpdateResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl<'a> StreamsGroupTopologyDescriptionUpdateResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupTopologyDescriptionUpdateResponse<'static> {
        StreamsGroupTopologyDescriptionUpdateResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for StreamsGroupTopologyDescriptionUpdateResponse<'a> {
    const NAME: &'static str = "StreamsGroupTopologyDescriptionUpdateResponse";
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
