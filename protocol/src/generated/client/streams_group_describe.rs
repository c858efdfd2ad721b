//! `StreamsGroupDescribeRequest` and `StreamsGroupDescribeResponse`. From `schema/client/089-streams_group_describe.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i8, put_i16, put_i32,
    put_i64, put_string, put_string_opt, put_u16,
};
use std::borrow::Cow;

/// `StreamsGroupDescribeRequest`, API key 89, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupDescribeRequest<'a> {
    pub group_ids: Vec<Cow<'a, str>>,
    pub include_authorized_operations: bool,
    /// In version 1 only.
    pub include_topology_description: bool,
}
impl<'a> StreamsGroupDescribeRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_ids = r.array(flex, 1, |r| r.string(flex))?;
        x.include_authorized_operations = r.bool()?;
        if v == 1 {
            x.include_topology_description = r.bool()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.group_ids, flex, |out, x| put_string(out, x, flex))?;
        put_bool(out, self.include_authorized_operations);
        if v < 1 && self.include_topology_description {
            return Err(EncodeError::Unsupported("include_topology_description"));
        }
        if v == 1 {
            put_bool(out, self.include_topology_description);
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupDescribeRequest<'static> {
        StreamsGroupDescribeRequest {
            group_ids: self.group_ids.into_iter().map(own).collect(),
            include_authorized_operations: self.include_authorized_operations,
            include_topology_description: self.include_topology_description,
        }
    }
}
impl<'a> Message<'a> for StreamsGroupDescribeRequest<'a> {
    const NAME: &'static str = "StreamsGroupDescribeRequest";
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
impl<'a> Request<'a> for StreamsGroupDescribeRequest<'a> {
    const KEY: ApiKey = ApiKey::StreamsGroupDescribe;
    type Response<'r> = StreamsGroupDescribeResponse<'r>;
}
/// `StreamsGroupDescribeResponse`, API key 89, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupDescribeResponse<'a> {
    pub throttle_time_ms: i32,
    pub groups: Vec<DescribedGroup<'a>>,
}
impl<'a> StreamsGroupDescribeResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.groups = r.array(flex, 20, |r| DescribedGroup::decode(r, v))?;
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
        put_array(out, &self.groups, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupDescribeResponse<'static> {
        StreamsGroupDescribeResponse {
            throttle_time_ms: self.throttle_time_ms,
            groups: self.groups.into_iter().map(DescribedGroup::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedGroup<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub group_id: Cow<'a, str>,
    pub group_state: Cow<'a, str>,
    pub group_epoch: i32,
    pub assignment_epoch: i32,
    pub topology: Option<Topology<'a>>,
    pub members: Vec<Member<'a>>,
    pub authorized_operations: i32,
    /// In version 1 only.
    pub topology_description: Option<TopologyDescription<'a>>,
    /// In version 1 only.
    pub topology_description_status: i8,
    /// In version 1 only.
    pub assignor_name: Option<Cow<'a, str>>,
}
impl Default for DescribedGroup<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: Cow::Borrowed(""),
            group_state: Cow::Borrowed(""),
            group_epoch: 0,
            assignment_epoch: 0,
            topology: None,
            members: Vec::new(),
            authorized_operations: i32::MIN,
            topology_description: None,
            topology_description_status: 0,
            assignor_name: None,
        }
    }
}
impl<'a> DescribedGroup<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.group_id = r.string(flex)?;
        x.group_state = r.string(flex)?;
        x.group_epoch = r.i32()?;
        x.assignment_epoch = r.i32()?;
        x.topology = if r.i8()? < 0 { None } else { Some(Topology::decode(r, v)?) };
        x.members = r.array(flex, 28, |r| Member::decode(r, v))?;
        x.authorized_operations = r.i32()?;
        if v == 1 {
            x.topology_description =
                if r.i8()? < 0 { None } else { Some(TopologyDescription::decode(r, v)?) };
        }
        if v == 1 {
            x.topology_description_status = r.i8()?;
        }
        if v == 1 {
            x.assignor_name = r.string_opt(flex)?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.group_state, flex)?;
        put_i32(out, self.group_epoch);
        put_i32(out, self.assignment_epoch);
        match &self.topology {
            None => put_i8(out, -1),
            Some(x) => {
                put_i8(out, 1);
                x.encode(out, v)?;
            }
        };
        put_array(out, &self.members, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.authorized_operations);
        if v < 1 && self.topology_description.is_some() {
            return Err(EncodeError::Unsupported("topology_description"));
        }
        if v == 1 {
            match &self.topology_description {
                None => put_i8(out, -1),
                Some(x) => {
                    put_i8(out, 1);
                    x.encode(out, v)?;
                }
            };
        }
        if v < 1 && self.topology_description_status != 0 {
            return Err(EncodeError::Unsupported("topology_description_status"));
        }
        if v == 1 {
            put_i8(out, self.topology_description_status);
        }
        if v == 1 {
            put_string_opt(out, self.assignor_name.as_deref(), flex)?;
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribedGroup<'static> {
        DescribedGroup {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            group_id: own(self.group_id),
            group_state: own(self.group_state),
            group_epoch: self.group_epoch,
            assignment_epoch: self.assignment_epoch,
            topology: self.topology.map(Topology::into_owned),
            members: self.members.into_iter().map(Member::into_owned).collect(),
            authorized_operations: self.authorized_operations,
            topology_description: self.topology_description.map(TopologyDescription::into_owned),
            topology_description_status: self.topology_description_status,
            assignor_name: self.assignor_name.map(own),
        }
    }
}
/// Part of `StreamsGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Topology<'a> {
    pub epoch: i32,
    pub subtopologies: Option<Vec<Subtopology<'a>>>,
}
impl<'a> Topology<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.epoch = r.i32()?;
        x.subtopologies = r.array_opt(flex, 6, |r| Subtopology::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.epoch);
        put_array_opt(out, self.subtopologies.as_deref(), flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Topology<'static> {
        Topology {
            epoch: self.epoch,
            subtopologies: self.subtopologies.map(|x| x.into_iter().map(Subtopology::into_owned).collect()),
        }
    }
}
/// Part of `StreamsGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Subtopology<'a> {
    pub subtopology_id: Cow<'a, str>,
    pub source_topics: Vec<Cow<'a, str>>,
    pub repartition_sink_topics: Vec<Cow<'a, str>>,
    pub state_changelog_topics: Vec<TopicInfo<'a>>,
    pub repartition_source_topics: Vec<TopicInfo<'a>>,
}
impl<'a> Subtopology<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.subtopology_id = r.string(flex)?;
        x.source_topics = r.array(flex, 1, |r| r.string(flex))?;
        x.repartition_sink_topics = r.array(flex, 1, |r| r.string(flex))?;
        x.state_changelog_topics = r.array(flex, 9, |r| TopicInfo::decode(r, v))?;
        x.repartition_source_topics = r.array(flex, 9, |r| TopicInfo::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.subtopology_id, flex)?;
        put_array(out, &self.source_topics, flex, |out, x| put_string(out, x, flex))?;
        put_array(out, &self.repartition_sink_topics, flex, |out, x| put_string(out, x, flex))?;
        put_array(out, &self.state_changelog_topics, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.repartition_source_topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Subtopology<'static> {
        Subtopology {
            subtopology_id: own(self.subtopology_id),
            source_topics: self.source_topics.into_iter().map(own).collect(),
            repartition_sink_topics: self.repartition_sink_topics.into_iter().map(own).collect(),
            state_changelog_topics: self
                .state_changelog_topics
                .into_iter()
                .map(TopicInfo::into_owned)
                .collect(),
            repartition_source_topics: self
                .repartition_source_topics
                .into_iter()
                .map(TopicInfo::into_owned)
                .collect(),
        }
    }
}
/// Part of `StreamsGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Member<'a> {
    pub member_id: Cow<'a, str>,
    pub member_epoch: i32,
    pub instance_id: Option<Cow<'a, str>>,
    pub rack_id: Option<Cow<'a, str>>,
    pub client_id: Cow<'a, str>,
    pub client_host: Cow<'a, str>,
    pub topology_epoch: i32,
    pub process_id: Cow<'a, str>,
    pub user_endpoint: Option<Endpoint<'a>>,
    pub client_tags: Vec<KeyValue<'a>>,
    pub task_offsets: Vec<TaskOffset<'a>>,
    pub task_end_offsets: Vec<TaskOffset<'a>>,
    pub assignment: Assignment<'a>,
    pub target_assignment: Assignment<'a>,
    pub is_classic: bool,
}
impl<'a> Member<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.member_id = r.string(flex)?;
        x.member_epoch = r.i32()?;
        x.instance_id = r.string_opt(flex)?;
        x.rack_id = r.string_opt(flex)?;
        x.client_id = r.string(flex)?;
        x.client_host = r.string(flex)?;
        x.topology_epoch = r.i32()?;
        x.process_id = r.string(flex)?;
        x.user_endpoint = if r.i8()? < 0 { None } else { Some(Endpoint::decode(r, v)?) };
        x.client_tags = r.array(flex, 3, |r| KeyValue::decode(r, v))?;
        x.task_offsets = r.array(flex, 14, |r| TaskOffset::decode(r, v))?;
        x.task_end_offsets = r.array(flex, 14, |r| TaskOffset::decode(r, v))?;
        x.assignment = Assignment::decode(r, v)?;
        x.target_assignment = Assignment::decode(r, v)?;
        x.is_classic = r.bool()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.member_id, flex)?;
        put_i32(out, self.member_epoch);
        put_string_opt(out, self.instance_id.as_deref(), flex)?;
        put_string_opt(out, self.rack_id.as_deref(), flex)?;
        put_string(out, &self.client_id, flex)?;
        put_string(out, &self.client_host, flex)?;
        put_i32(out, self.topology_epoch);
        put_string(out, &self.process_id, flex)?;
        match &self.user_endpoint {
            None => put_i8(out, -1),
            Some(x) => {
                put_i8(out, 1);
                x.encode(out, v)?;
            }
        };
        put_array(out, &self.client_tags, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.task_offsets, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.task_end_offsets, flex, |out, x| x.encode(out, v))?;
        self.assignment.encode(out, v)?;
        self.target_assignment.encode(out, v)?;
        put_bool(out, self.is_classic);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Member<'static> {
        Member {
            member_id: own(self.member_id),
            member_epoch: self.member_epoch,
            instance_id: self.instance_id.map(own),
            rack_id: self.rack_id.map(own),
            client_id: own(self.client_id),
            client_host: own(self.client_host),
            topology_epoch: self.topology_epoch,
            process_id: own(self.process_id),
            user_endpoint: self.user_endpoint.map(Endpoint::into_owned),
            client_tags: self.client_tags.into_iter().map(KeyValue::into_owned).collect(),
            task_offsets: self.task_offsets.into_iter().map(TaskOffset::into_owned).collect(),
            task_end_offsets: self.task_end_offsets.into_iter().map(TaskOffset::into_owned).collect(),
            assignment: self.assignment.into_owned(),
            target_assignment: self.target_assignment.into_owned(),
            is_classic: self.is_classic,
        }
    }
}
/// Part of `StreamsGroupDescribeResponse`.
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
/// Part of `StreamsGroupDescribeResponse`.
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
/// Part of `StreamsGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Assignment<'a> {
    pub active_tasks: Vec<TaskIds<'a>>,
    pub standby_tasks: Vec<TaskIds<'a>>,
    pub warmup_tasks: Vec<TaskIds<'a>>,
}
impl<'a> Assignment<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.active_tasks = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        x.standby_tasks = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        x.warmup_tasks = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_array(out, &self.active_tasks, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.standby_tasks, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.warmup_tasks, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Assignment<'static> {
        Assignment {
            active_tasks: self.active_tasks.into_iter().map(TaskIds::into_owned).collect(),
            standby_tasks: self.standby_tasks.into_iter().map(TaskIds::into_owned).collect(),
            warmup_tasks: self.warmup_tasks.into_iter().map(TaskIds::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupDescribeResponse`.
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
/// Part of `StreamsGroupDescribeResponse`.
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
/// Part of `StreamsGroupDescribeResponse`.
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
/// Part of `StreamsGroupDescribeResponse`.
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
/// Part of `StreamsGroupDescribeResponse`.
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
/// Part of `StreamsGroupDescribeResponse`.
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
/// Part of `StreamsGroupDescribeResponse`.
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
impl<'a> Message<'a> for StreamsGroupDescribeResponse<'a> {
    const NAME: &'static str = "StreamsGroupDescribeResponse";
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
