//! `ShareGroupDescribeRequest` and `ShareGroupDescribeResponse`. From `schema/client/077-share_group_describe.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i16, put_i32, put_string, put_string_opt,
    put_uuid,
};
use std::borrow::Cow;

/// `ShareGroupDescribeRequest`, API key 77, versions 1 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupDescribeRequest<'a> {
    pub group_ids: Vec<Cow<'a, str>>,
    pub include_authorized_operations: bool,
}
impl<'a> ShareGroupDescribeRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 1 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_ids = r.array(flex, 1, |r| r.string(flex))?;
        x.include_authorized_operations = r.bool()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 1 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.group_ids, flex, |out, x| put_string(out, x, flex))?;
        put_bool(out, self.include_authorized_operations);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareGroupDescribeRequest<'static> {
        ShareGroupDescribeRequest {
            group_ids: self.group_ids.into_iter().map(own).collect(),
            include_authorized_operations: self.include_authorized_operations,
        }
    }
}
impl<'a> Message<'a> for ShareGroupDescribeRequest<'a> {
    const NAME: &'static str = "ShareGroupDescribeRequest";
    const MIN_VERSION: i16 = 1;
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
impl<'a> Request<'a> for ShareGroupDescribeRequest<'a> {
    const KEY: ApiKey = ApiKey::ShareGroupDescribe;
    type Response<'r> = ShareGroupDescribeResponse<'r>;
}
/// `ShareGroupDescribeResponse`, API key 77, versions 1 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupDescribeResponse<'a> {
    pub throttle_time_ms: i32,
    pub groups: Vec<DescribedGroup<'a>>,
}
impl<'a> ShareGroupDescribeResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 1 {
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
        if v != 1 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.groups, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareGroupDescribeResponse<'static> {
        ShareGroupDescribeResponse {
            throttle_time_ms: self.throttle_time_ms,
            groups: self.groups.into_iter().map(DescribedGroup::into_owned).collect(),
        }
    }
}
/// Part of `ShareGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedGroup<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub group_id: Cow<'a, str>,
    pub group_state: Cow<'a, str>,
    pub group_epoch: i32,
    pub assignment_epoch: i32,
    pub assignor_name: Cow<'a, str>,
    pub members: Vec<Member<'a>>,
    pub authorized_operations: i32,
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
            assignor_name: Cow::Borrowed(""),
            members: Vec::new(),
            authorized_operations: i32::MIN,
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
        x.assignor_name = r.string(flex)?;
        x.members = r.array(flex, 12, |r| Member::decode(r, v))?;
        x.authorized_operations = r.i32()?;
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
        put_string(out, &self.assignor_name, flex)?;
        put_array(out, &self.members, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.authorized_operations);
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
            assignor_name: own(self.assignor_name),
            members: self.members.into_iter().map(Member::into_owned).collect(),
            authorized_operations: self.authorized_operations,
        }
    }
}
/// Part of `ShareGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Member<'a> {
    pub member_id: Cow<'a, str>,
    pub rack_id: Option<Cow<'a, str>>,
    pub member_epoch: i32,
    pub client_id: Cow<'a, str>,
    pub client_host: Cow<'a, str>,
    pub subscribed_topic_names: Vec<Cow<'a, str>>,
    pub assignment: Assignment<'a>,
}
impl<'a> Member<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.member_id = r.string(flex)?;
        x.rack_id = r.string_opt(flex)?;
        x.member_epoch = r.i32()?;
        x.client_id = r.string(flex)?;
        x.client_host = r.string(flex)?;
        x.subscribed_topic_names = r.array(flex, 1, |r| r.string(flex))?;
        x.assignment = Assignment::decode(r, v)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.member_id, flex)?;
        put_string_opt(out, self.rack_id.as_deref(), flex)?;
        put_i32(out, self.member_epoch);
        put_string(out, &self.client_id, flex)?;
        put_string(out, &self.client_host, flex)?;
        put_array(out, &self.subscribed_topic_names, flex, |out, x| put_string(out, x, flex))?;
        self.assignment.encode(out, v)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Member<'static> {
        Member {
            member_id: own(self.member_id),
            rack_id: self.rack_id.map(own),
            member_epoch: self.member_epoch,
            client_id: own(self.client_id),
            client_host: own(self.client_host),
            subscribed_topic_names: self.subscribed_topic_names.into_iter().map(own).collect(),
            assignment: self.assignment.into_owned(),
        }
    }
}
/// Part of `ShareGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartitions<'a> {
    pub topic_id: Uuid,
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> TopicPartitions<'a> {
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
    pub fn into_owned(self) -> TopicPartitions<'static> {
        TopicPartitions {
            topic_id: self.topic_id,
            topic_name: own(self.topic_name),
            partitions: self.partitions,
        }
    }
}
/// Part of `ShareGroupDescribeResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Assignment<'a> {
    pub topic_partitions: Vec<TopicPartitions<'a>>,
}
impl<'a> Assignment<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_partitions = r.array(flex, 19, |r| TopicPartitions::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_array(out, &self.topic_partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Assignment<'static> {
        Assignment {
            topic_partitions: self.topic_partitions.into_iter().map(TopicPartitions::into_owned).collect(),
        }
    }
}
impl<'a> Message<'a> for ShareGroupDescribeResponse<'a> {
    const NAME: &'static str = "ShareGroupDescribeResponse";
    const MIN_VERSION: i16 = 1;
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
