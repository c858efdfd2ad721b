//! `StreamsGroupTargetAssignmentMemberKey` and `StreamsGroupTargetAssignmentMemberValue`. From `schema/group/021-streams_group_target_assignment_member.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i32, put_string};
use std::borrow::Cow;

/// `StreamsGroupTargetAssignmentMemberKey`, record type 21, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupTargetAssignmentMemberKey<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
}
impl<'a> StreamsGroupTargetAssignmentMemberKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 21;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.member_id = r.string(flex)?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.member_id, flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupTargetAssignmentMemberKey<'static> {
        StreamsGroupTargetAssignmentMemberKey { group_id: own(self.group_id), member_id: own(self.member_id) }
    }
}
impl<'a> Message<'a> for StreamsGroupTargetAssignmentMemberKey<'a> {
    const NAME: &'static str = "StreamsGroupTargetAssignmentMemberKey";
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
/// `StreamsGroupTargetAssignmentMemberValue`, record type 21, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupTargetAssignmentMemberValue<'a> {
    pub active_tasks: Vec<TaskIds<'a>>,
    pub standby_tasks: Vec<TaskIds<'a>>,
    pub warmup_tasks: Vec<TaskIds<'a>>,
}
impl<'a> StreamsGroupTargetAssignmentMemberValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 21;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
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
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.active_tasks, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.standby_tasks, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.warmup_tasks, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupTargetAssignmentMemberValue<'static> {
        StreamsGroupTargetAssignmentMemberValue {
            active_tasks: self.active_tasks.into_iter().map(TaskIds::into_owned).collect(),
            standby_tasks: self.standby_tasks.into_iter().map(TaskIds::into_owned).collect(),
            warmup_tasks: self.warmup_tasks.into_iter().map(TaskIds::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupTargetAssignmentMemberValue`.
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
impl<'a> Message<'a> for StreamsGroupTargetAssignmentMemberValue<'a> {
    const NAME: &'static str = "StreamsGroupTargetAssignmentMemberValue";
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
