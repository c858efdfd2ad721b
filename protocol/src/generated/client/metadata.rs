//! `MetadataRequest` and `MetadataResponse`. From `schema/client/003-metadata.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i16, put_i32, put_string,
    put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `MetadataRequest`, API key 3, versions 0 to 13, flexible from 9.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataRequest<'a> {
    /// Null from version 1.
    pub topics: Option<Vec<MetadataRequestTopic<'a>>>,
    /// From version 4.
    pub allow_auto_topic_creation: bool,
    /// In versions 8 to 10.
    pub include_cluster_authorized_operations: bool,
    /// From version 8.
    pub include_topic_authorized_operations: bool,
}
impl Default for MetadataRequest<'_> {
    fn default() -> Self {
        Self {
            topics: Some(Vec::new()),
            allow_auto_topic_creation: true,
            include_cluster_authorized_operations: false,
            include_topic_authorized_operations: false,
        }
    }
}
impl<'a> MetadataRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=13).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        let mut x = Self::default();
        x.topics = if v >= 1 {
            r.array_opt(flex, 2, |r| MetadataRequestTopic::decode(r, v))?
        } else {
            Some(r.array(flex, 2, |r| MetadataRequestTopic::decode(r, v))?)
        };
        if v >= 4 {
            x.allow_auto_topic_creation = r.bool()?;
        }
        if (8..=10).contains(&v) {
            x.include_cluster_authorized_operations = r.bool()?;
        }
        if v >= 8 {
            x.include_topic_authorized_operations = r.bool()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=13).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        if v >= 1 {
            put_array_opt(out, self.topics.as_deref(), flex, |out, x| x.encode(out, v))?;
        } else {
            let x = self.topics.as_ref().ok_or(EncodeError::Null("topics"))?;
            put_array(out, x, flex, |out, x| x.encode(out, v))?
        };
        if v < 4 && !self.allow_auto_topic_creation {
            return Err(EncodeError::Unsupported("allow_auto_topic_creation"));
        }
        if v >= 4 {
            put_bool(out, self.allow_auto_topic_creation);
        }
        if !(8..=10).contains(&v) && self.include_cluster_authorized_operations {
            return Err(EncodeError::Unsupported("include_cluster_authorized_operations"));
        }
        if (8..=10).contains(&v) {
            put_bool(out, self.include_cluster_authorized_operations);
        }
        if v < 8 && self.include_topic_authorized_operations {
            return Err(EncodeError::Unsupported("include_topic_authorized_operations"));
        }
        if v >= 8 {
            put_bool(out, self.include_topic_authorized_operations);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> MetadataRequest<'static> {
        MetadataRequest {
            topics: self.topics.map(|x| x.into_iter().map(MetadataRequestTopic::into_owned).collect()),
            allow_auto_topic_creation: self.allow_auto_topic_creation,
            include_cluster_authorized_operations: self.include_cluster_authorized_operations,
            include_topic_authorized_operations: self.include_topic_authorized_operations,
        }
    }
}
/// Part of `MetadataRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataRequestTopic<'a> {
    /// From version 10.
    pub topic_id: Uuid,
    /// Null from version 10.
    pub name: Option<Cow<'a, str>>,
}
impl Default for MetadataRequestTopic<'_> {
    fn default() -> Self {
        Self { topic_id: Uuid::ZERO, name: Some(Cow::Borrowed("")) }
    }
}
impl<'a> MetadataRequestTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        if v >= 10 {
            x.topic_id = r.uuid()?;
        }
        x.name = if v >= 10 { r.string_opt(flex)? } else { Some(r.string(flex)?) };
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        if v >= 10 {
            put_uuid(out, self.topic_id);
        }
        if v >= 10 {
            put_string_opt(out, self.name.as_deref(), flex)?;
        } else {
            let x = self.name.as_ref().ok_or(EncodeError::Null("name"))?;
            put_string(out, x, flex)?
        };
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> MetadataRequestTopic<'static> {
        MetadataRequestTopic { topic_id: self.topic_id, name: self.name.map(own) }
    }
}
impl<'a> Message<'a> for MetadataRequest<'a> {
    const NAME: &'static str = "MetadataRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 13;
    fn flexible(v: i16) -> bool {
        v >= 9
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for MetadataRequest<'a> {
    const KEY: ApiKey = ApiKey::Metadata;
    type Response<'r> = MetadataResponse<'r>;
}
/// `MetadataResponse`, API key 3, versions 0 to 13, flexible from 9.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataResponse<'a> {
    /// From version 3.
    pub throttle_time_ms: i32,
    pub brokers: Vec<MetadataResponseBroker<'a>>,
    /// From version 2.
    pub cluster_id: Option<Cow<'a, str>>,
    /// From version 1.
    pub controller_id: i32,
    pub topics: Vec<MetadataResponseTopic<'a>>,
    /// In versions 8 to 10.
    pub cluster_authorized_operations: i32,
    /// In version 13 only.
    pub error_code: i16,
}
impl Default for MetadataResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            brokers: Vec::new(),
            cluster_id: None,
            controller_id: -1,
            topics: Vec::new(),
            cluster_authorized_operations: i32::MIN,
            error_code: 0,
        }
    }
}
impl<'a> MetadataResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=13).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        let mut x = Self::default();
        if v >= 3 {
            x.throttle_time_ms = r.i32()?;
        }
        x.brokers = r.array(flex, 10, |r| MetadataResponseBroker::decode(r, v))?;
        if v >= 2 {
            x.cluster_id = r.string_opt(flex)?;
        }
        if v >= 1 {
            x.controller_id = r.i32()?;
        }
        x.topics = r.array(flex, 8, |r| MetadataResponseTopic::decode(r, v))?;
        if (8..=10).contains(&v) {
            x.cluster_authorized_operations = r.i32()?;
        }
        if v == 13 {
            x.error_code = r.i16()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=13).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 9;
        if v >= 3 {
            put_i32(out, self.throttle_time_ms);
        }
        put_array(out, &self.brokers, flex, |out, x| x.encode(out, v))?;
        if v >= 2 {
            put_string_opt(out, self.cluster_id.as_deref(), flex)?;
        }
        if v >= 1 {
            put_i32(out, self.controller_id);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if !(8..=10).contains(&v) && self.cluster_authorized_operations != i32::MIN {
            return Err(EncodeError::Unsupported("cluster_authorized_operations"));
        }
        if (8..=10).contains(&v) {
            put_i32(out, self.cluster_authorized_operations);
        }
        if v == 13 {
            put_i16(out, self.error_code);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> MetadataResponse<'static> {
        MetadataResponse {
            throttle_time_ms: self.throttle_time_ms,
            brokers: self.brokers.into_iter().map(MetadataResponseBroker::into_owned).collect(),
            cluster_id: self.cluster_id.map(own),
            controller_id: self.controller_id,
            topics: self.topics.into_iter().map(MetadataResponseTopic::into_owned).collect(),
            cluster_authorized_operations: self.cluster_authorized_operations,
            error_code: self.error_code,
        }
    }
}
/// Part of `MetadataResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MetadataResponseBroker<'a> {
    pub node_id: i32,
    pub host: Cow<'a, str>,
    pub port: i32,
    /// From version 1.
    pub rack: Option<Cow<'a, str>>,
}
impl<'a> MetadataResponseBroker<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        x.node_id = r.i32()?;
        x.host = r.string(flex)?;
        x.port = r.i32()?;
        if v >= 1 {
            x.rack = r.string_opt(flex)?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        put_i32(out, self.node_id);
        put_string(out, &self.host, flex)?;
        put_i32(out, self.port);
        if v >= 1 {
            put_string_opt(out, self.rack.as_deref(), flex)?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> MetadataResponseBroker<'static> {
        MetadataResponseBroker {
            node_id: self.node_id,
            host: own(self.host),
            port: self.port,
            rack: self.rack.map(own),
        }
    }
}
/// Part of `MetadataResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataResponseTopic<'a> {
    pub error_code: i16,
    /// Null from version 12.
    pub name: Option<Cow<'a, str>>,
    /// From version 10.
    pub topic_id: Uuid,
    /// From version 1.
    pub is_internal: bool,
    pub partitions: Vec<MetadataResponsePartition>,
    /// From version 8.
    pub topic_authorized_operations: i32,
}
impl Default for MetadataResponseTopic<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            name: Some(Cow::Borrowed("")),
            topic_id: Uuid::ZERO,
            is_internal: false,
            partitions: Vec::new(),
            topic_authorized_operations: i32::MIN,
        }
    }
}
impl<'a> MetadataResponseTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.name = if v >= 12 { r.string_opt(flex)? } else { Some(r.string(flex)?) };
        if v >= 10 {
            x.topic_id = r.uuid()?;
        }
        if v >= 1 {
            x.is_internal = r.bool()?;
        }
        x.partitions = r.array(flex, 18, |r| MetadataResponsePartition::decode(r, v))?;
        if v >= 8 {
            x.topic_authorized_operations = r.i32()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        put_i16(out, self.error_code);
        if v >= 12 {
            put_string_opt(out, self.name.as_deref(), flex)?;
        } else {
            let x = self.name.as_ref().ok_or(EncodeError::Null("name"))?;
            put_string(out, x, flex)?
        };
        if v >= 10 {
            put_uuid(out, self.topic_id);
        }
        if v >= 1 {
            put_bool(out, self.is_internal);
        }
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if v < 8 && self.topic_authorized_operations != i32::MIN {
            return Err(EncodeError::Unsupported("topic_authorized_operations"));
        }
        if v >= 8 {
            put_i32(out, self.topic_authorized_operations);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> MetadataResponseTopic<'static> {
        MetadataResponseTopic {
            error_code: self.error_code,
            name: self.name.map(own),
            topic_id: self.topic_id,
            is_internal: self.is_internal,
            partitions: self.partitions,
            topic_authorized_operations: self.topic_authorized_operations,
        }
    }
}
/// Part of `MetadataResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct MetadataResponsePartition {
    pub error_code: i16,
    pub partition_index: i32,
    pub leader_id: i32,
    /// From version 7.
    pub leader_epoch: i32,
    pub replica_nodes: Vec<i32>,
    pub isr_nodes: Vec<i32>,
    /// From version 5.
    pub offline_replicas: Vec<i32>,
}
impl Default for MetadataResponsePartition {
    fn default() -> Self {
        Self {
            error_code: 0,
            partition_index: 0,
            leader_id: 0,
            leader_epoch: -1,
            replica_nodes: Vec::new(),
            isr_nodes: Vec::new(),
            offline_replicas: Vec::new(),
        }
    }
}
impl MetadataResponsePartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 9;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.partition_index = r.i32()?;
        x.leader_id = r.i32()?;
        if v >= 7 {
            x.leader_epoch = r.i32()?;
        }
        x.replica_nodes = r.array(flex, 4, Reader::i32)?;
        x.isr_nodes = r.array(flex, 4, Reader::i32)?;
        if v >= 5 {
            x.offline_replicas = r.array(flex, 4, Reader::i32)?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 9;
        put_i16(out, self.error_code);
        put_i32(out, self.partition_index);
        put_i32(out, self.leader_id);
        if v >= 7 {
            put_i32(out, self.leader_epoch);
        }
        put_array(out, &self.replica_nodes, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array(out, &self.isr_nodes, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        if v >= 5 {
            put_array(out, &self.offline_replicas, flex, |out, x| {
                put_i32(out, *x);
                Ok(())
            })?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for MetadataResponse<'a> {
    const NAME: &'static str = "MetadataResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 13;
    fn flexible(v: i16) -> bool {
        v >= 9
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
