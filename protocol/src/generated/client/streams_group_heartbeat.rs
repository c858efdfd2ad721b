//! `StreamsGroupHeartbeatRequest` and `StreamsGroupHeartbeatResponse`. From `schema/client/088-streams_group_heartbeat.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i8, put_i16, put_i32,
    put_i64, put_string, put_string_opt, put_u16,
};
use std::borrow::Cow;

/// `StreamsGroupHeartbeatRequest`, API key 88, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupHeartbeatRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
    pub member_epoch: i32,
    pub endpoint_information_epoch: i32,
    pub instance_id: Option<Cow<'a, str>>,
    pub rack_id: Option<Cow<'a, str>>,
    pub rebalance_timeout_ms: i32,
    pub topology: Option<Topology<'a>>,
    pub active_tasks: Option<Vec<TaskIds<'a>>>,
    pub standby_tasks: Option<Vec<TaskIds<'a>>>,
    pub warmup_tasks: Option<Vec<TaskIds<'a>>>,
    pub process_id: Option<Cow<'a, str>>,
    pub user_endpoint: Option<Endpoint<'a>>,
    pub client_tags: Option<Vec<KeyValue<'a>>>,
    pub task_offsets: Option<Vec<TaskOffset<'a>>>,
    pub task_end_offsets: Option<Vec<TaskOffset<'a>>>,
    pub shutdown_application: bool,
}
impl Default for StreamsGroupHeartbeatRequest<'_> {
    fn default() -> Self {
        Self {
            group_id: Cow::Borrowed(""),
            member_id: Cow::Borrowed(""),
            member_epoch: 0,
            endpoint_information_epoch: 0,
            instance_id: None,
            rack_id: None,
            rebalance_timeout_ms: -1,
            topology: None,
            active_tasks: None,
            standby_tasks: None,
            warmup_tasks: None,
            process_id: None,
            user_endpoint: None,
            client_tags: None,
            task_offsets: None,
            task_end_offsets: None,
            shutdown_application: false,
        }
    }
}
impl<'a> StreamsGroupHeartbeatRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.member_id = r.string(flex)?;
        x.member_epoch = r.i32()?;
        x.endpoint_information_epoch = r.i32()?;
        x.instance_id = r.string_opt(flex)?;
        x.rack_id = r.string_opt(flex)?;
        x.rebalance_timeout_ms = r.i32()?;
        x.topology = if r.i8()? < 0 { None } else { Some(Topology::decode(r, v)?) };
        x.active_tasks = r.array_opt(flex, 3, |r| TaskIds::decode(r, v))?;
        x.standby_tasks = r.array_opt(flex, 3, |r| TaskIds::decode(r, v))?;
        x.warmup_tasks = r.array_opt(flex, 3, |r| TaskIds::decode(r, v))?;
        x.process_id = r.string_opt(flex)?;
        x.user_endpoint = if r.i8()? < 0 { None } else { Some(Endpoint::decode(r, v)?) };
        x.client_tags = r.array_opt(flex, 3, |r| KeyValue::decode(r, v))?;
        x.task_offsets = r.array_opt(flex, 14, |r| TaskOffset::decode(r, v))?;
        x.task_end_offsets = r.array_opt(flex, 14, |r| TaskOffset::decode(r, v))?;
        x.shutdown_application = r.bool()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.member_id, flex)?;
        put_i32(out, self.member_epoch);
        put_i32(out, self.endpoint_information_epoch);
        put_string_opt(out, self.instance_id.as_deref(), flex)?;
        put_string_opt(out, self.rack_id.as_deref(), flex)?;
        put_i32(out, self.rebalance_timeout_ms);
        match &self.topology {
            None => put_i8(out, -1),
            Some(x) => {
                put_i8(out, 1);
                x.encode(out, v)?;
            }
        };
        put_array_opt(out, self.active_tasks.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_array_opt(out, self.standby_tasks.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_array_opt(out, self.warmup_tasks.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_string_opt(out, self.process_id.as_deref(), flex)?;
        match &self.user_endpoint {
            None => put_i8(out, -1),
            Some(x) => {
                put_i8(out, 1);
                x.encode(out, v)?;
            }
        };
        put_array_opt(out, self.client_tags.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_array_opt(out, self.task_offsets.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_array_opt(out, self.task_end_offsets.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_bool(out, self.shutdown_application);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupHeartbeatRequest<'static> {
        StreamsGroupHeartbeatRequest {
            group_id: own(self.group_id),
            member_id: own(self.member_id),
            member_epoch: self.member_epoch,
            endpoint_information_epoch: self.endpoint_information_epoch,
            instance_id: self.instance_id.map(own),
            rack_id: self.rack_id.map(own),
            rebalance_timeout_ms: self.rebalance_timeout_ms,
            topology: self.topology.map(Topology::into_owned),
            active_tasks: self.active_tasks.map(|x| x.into_iter().map(TaskIds::into_owned).collect()),
            standby_tasks: self.standby_tasks.map(|x| x.into_iter().map(TaskIds::into_owned).collect()),
            warmup_tasks: self.warmup_tasks.map(|x| x.into_iter().map(TaskIds::into_owned).collect()),
            process_id: self.process_id.map(own),
            user_endpoint: self.user_endpoint.map(Endpoint::into_owned),
            client_tags: self.client_tags.map(|x| x.into_iter().map(KeyValue::into_owned).collect()),
            task_offsets: self.task_offsets.map(|x| x.into_iter().map(TaskOffset::into_owned).collect()),
            task_end_offsets: self
                .task_end_offsets
                .map(|x| x.into_iter().map(TaskOffset::into_owned).collect()),
            shutdown_application: self.shutdown_application,
        }
    }
}
/// Part of `StreamsGroupHeartbeatRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Topology<'a> {
    pub epoch: i32,
    pub subtopologies: Vec<Subtopology<'a>>,
}
impl<'a> Topology<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.epoch = r.i32()?;
        x.subtopologies = r.array(flex, 8, |r| Subtopology::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.epoch);
        put_array(out, &self.subtopologies, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Topology<'static> {
        Topology {
            epoch: self.epoch,
            subtopologies: self.subtopologies.into_iter().map(Subtopology::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupHeartbeatRequest`.
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
/// Part of `StreamsGroupHeartbeatRequest`.
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
/// Part of `StreamsGroupHeartbeatRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeyValue<'a> {
    pub key: Cow<'a, str>,
    pub value: Cow<'a, str>,
}
impl<'a> KeyValue<'a> {
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
    pub fn into_owned(self) -> KeyValue<'static> {
        KeyValue { key: own(self.key), value: own(self.value) }
    }
}
/// Part of `StreamsGroupHeartbeatRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicInfo<'a> {
    pub name: Cow<'a, str>,
    pub partitions: i32,
    pub replication_factor: i16,
    pub topic_configs: Vec<KeyValue<'a>>,
}
impl<'a> TopicInfo<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.i32()?;
        x.replication_factor = r.i16()?;
        x.topic_configs = r.array(flex, 3, |r| KeyValue::decode(r, v))?;
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
            topic_configs: self.topic_configs.into_iter().map(KeyValue::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupHeartbeatRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Endpoint<'a> {
    pub host: Cow<'a, str>,
    pub port: u16,
}
impl<'a> Endpoint<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.host = r.string(flex)?;
        x.port = r.u16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.host, flex)?;
        put_u16(out, self.port);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Endpoint<'static> {
        Endpoint { host: own(self.host), port: self.port }
    }
}
/// Part of `StreamsGroupHeartbeatRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TaskOffset<'a> {
    pub subtopology_id: Cow<'a, str>,
    pub partition: i32,
    pub offset: i64,
}
impl<'a> TaskOffset<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.subtopology_id = r.string(flex)?;
        x.partition = r.i32()?;
        x.offset = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.subtopology_id, flex)?;
        put_i32(out, self.partition);
        put_i64(out, self.offset);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TaskOffset<'static> {
        TaskOffset {
            subtopology_id: own(self.subtopology_id),
            partition: self.partition,
            offset: self.offset,
        }
    }
}
/// Part of `StreamsGroupHeartbeatRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TaskIds<'a> {
    pub subtopology_id: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> TaskIds<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.subtopology_id = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.subtopology_id, flex)?;
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TaskIds<'static> {
        TaskIds { subtopology_id: own(self.subtopology_id), partitions: self.partitions }
    }
}
impl<'a> Message<'a> for StreamsGroupHeartbeatRequest<'a> {
    const NAME: &'static str = "StreamsGroupHeartbeatRequest";
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
impl<'a> Request<'a> for StreamsGroupHeartbeatRequest<'a> {
    const KEY: ApiKey = ApiKey::StreamsGroupHeartbeat;
    type Response<'r> = StreamsGroupHeartbeatResponse<'r>;
}
/// `StreamsGroupHeartbeatResponse`, API key 88, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupHeartbeatResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub member_id: Cow<'a, str>,
    pub member_epoch: i32,
    pub heartbeat_interval_ms: i32,
    /// In version 0 only.
    pub acceptable_recovery_lag_legacy: i32,
    pub task_offset_interval_ms: i32,
    /// In version 1 only.
    pub acceptable_recovery_lag: i64,
    pub status: Option<Vec<Status<'a>>>,
    pub active_tasks: Option<Vec<TaskIds<'a>>>,
    pub standby_tasks: Option<Vec<TaskIds<'a>>>,
    pub warmup_tasks: Option<Vec<TaskIds<'a>>>,
    /// In version 1 only.
    pub topology_description_required: bool,
    pub endpoint_information_epoch: i32,
    pub partitions_by_user_endpoint: Option<Vec<EndpointToPartitions<'a>>>,
}
impl Default for StreamsGroupHeartbeatResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: None,
            member_id: Cow::Borrowed(""),
            member_epoch: 0,
            heartbeat_interval_ms: 0,
            acceptable_recovery_lag_legacy: 0,
            task_offset_interval_ms: 0,
            acceptable_recovery_lag: -1,
            status: Some(Vec::new()),
            active_tasks: None,
            standby_tasks: None,
            warmup_tasks: None,
            topology_description_required: false,
            endpoint_information_epoch: 0,
            partitions_by_user_endpoint: None,
        }
    }
}
impl<'a> StreamsGroupHeartbeatResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.member_id = r.string(flex)?;
        x.member_epoch = r.i32()?;
        x.heartbeat_interval_ms = r.i32()?;
        if v == 0 {
            x.acceptable_recovery_lag_legacy = r.i32()?;
        }
        x.task_offset_interval_ms = r.i32()?;
        if v == 1 {
            x.acceptable_recovery_lag = r.i64()?;
        }
        x.status = r.array_opt(flex, 3, |r| Status::decode(r, v))?;
        x.active_tasks = r.array_opt(flex, 3, |r| TaskIds::decode(r, v))?;
        x.standby_tasks = r.array_opt(flex, 3, |r| TaskIds::decode(r, v))?;
        x.warmup_tasks = r.array_opt(flex, 3, |r| TaskIds::decode(r, v))?;
        if v == 1 {
            x.topology_description_required = r.bool()?;
        }
        x.endpoint_information_epoch = r.i32()?;
        x.partitions_by_user_endpoint = r.array_opt(flex, 7, |r| EndpointToPartitions::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
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
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_string(out, &self.member_id, flex)?;
        put_i32(out, self.member_epoch);
        put_i32(out, self.heartbeat_interval_ms);
        if v > 0 && self.acceptable_recovery_lag_legacy != 0 {
            return Err(EncodeError::Unsupported("acceptable_recovery_lag_legacy"));
        }
        if v == 0 {
            put_i32(out, self.acceptable_recovery_lag_legacy);
        }
        put_i32(out, self.task_offset_interval_ms);
        if v == 1 {
            put_i64(out, self.acceptable_recovery_lag);
        }
        put_array_opt(out, self.status.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_array_opt(out, self.active_tasks.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_array_opt(out, self.standby_tasks.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_array_opt(out, self.warmup_tasks.as_deref(), flex, |out, x| x.encode(out, v))?;
        if v < 1 && self.topology_description_required {
            return Err(EncodeError::Unsupported("topology_description_required"));
        }
        if v == 1 {
            put_bool(out, self.topology_description_required);
        }
        put_i32(out, self.endpoint_information_epoch);
        put_array_opt(out, self.partitions_by_user_endpoint.as_deref(), flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupHeartbeatResponse<'static> {
        StreamsGroupHeartbeatResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            member_id: own(self.member_id),
            member_epoch: self.member_epoch,
            heartbeat_interval_ms: self.heartbeat_interval_ms,
            acceptable_recovery_lag_legacy: self.acceptable_recovery_lag_legacy,
            task_offset_interval_ms: self.task_offset_interval_ms,
            acceptable_recovery_lag: self.acceptable_recovery_lag,
            status: self.status.map(|x| x.into_iter().map(Status::into_owned).collect()),
            active_tasks: self.active_tasks.map(|x| x.into_iter().map(TaskIds::into_owned).collect()),
            standby_tasks: self.standby_tasks.map(|x| x.into_iter().map(TaskIds::into_owned).collect()),
            warmup_tasks: self.warmup_tasks.map(|x| x.into_iter().map(TaskIds::into_owned).collect()),
            topology_description_required: self.topology_description_required,
            endpoint_information_epoch: self.endpoint_information_epoch,
            partitions_by_user_endpoint: self
                .partitions_by_user_endpoint
                .map(|x| x.into_iter().map(EndpointToPartitions::into_owned).collect()),
        }
    }
}
/// Part of `StreamsGroupHeartbeatResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EndpointToPartitions<'a> {
    pub user_endpoint: Endpoint<'a>,
    pub active_partitions: Vec<TopicPartition<'a>>,
    pub standby_partitions: Vec<TopicPartition<'a>>,
}
impl<'a> EndpointToPartitions<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.user_endpoint = Endpoint::decode(r, v)?;
        x.active_partitions = r.array(flex, 3, |r| TopicPartition::decode(r, v))?;
        x.standby_partitions = r.array(flex, 3, |r| TopicPartition::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        self.user_endpoint.encode(out, v)?;
        put_array(out, &self.active_partitions, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.standby_partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EndpointToPartitions<'static> {
        EndpointToPartitions {
            user_endpoint: self.user_endpoint.into_owned(),
            active_partitions: self.active_partitions.into_iter().map(TopicPartition::into_owned).collect(),
            standby_partitions: self.standby_partitions.into_iter().map(TopicPartition::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupHeartbeatResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Status<'a> {
    pub status_code: i8,
    pub status_detail: Cow<'a, str>,
}
impl<'a> Status<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.status_code = r.i8()?;
        x.status_detail = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i8(out, self.status_code);
        put_string(out, &self.status_detail, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Status<'static> {
        Status { status_code: self.status_code, status_detail: own(self.status_detail) }
    }
}
/// Part of `StreamsGroupHeartbeatResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartition<'a> {
    pub topic: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> TopicPartition<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic, flex)?;
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicPartition<'static> {
        TopicPartition { topic: own(self.topic), partitions: self.partitions }
    }
}
impl<'a> Message<'a> for StreamsGroupHeartbeatResponse<'a> {
    const NAME: &'static str = "StreamsGroupHeartbeatResponse";
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
