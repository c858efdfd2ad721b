//! `StreamsGroupCurrentMemberAssignmentKey` and `StreamsGroupCurrentMemberAssignmentValue`. From `schema/group/022-streams_group_current_member_assignment.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_array_opt, put_i8, put_i32, put_string,
};
use std::borrow::Cow;

/// `StreamsGroupCurrentMemberAssignmentKey`, record type 22, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupCurrentMemberAssignmentKey<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
}
impl<'a> StreamsGroupCurrentMemberAssignmentKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 22;
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
    pub fn into_owned(self) -> StreamsGroupCurrentMemberAssignmentKey<'static> {
        StreamsGroupCurrentMemberAssignmentKey {
            group_id: own(self.group_id),
            member_id: own(self.member_id),
        }
    }
}
impl<'a> Message<'a> for StreamsGroupCurrentMemberAssignmentKey<'a> {
    const NAME: &'static str = "StreamsGroupCurrentMemberAssignmentKey";
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
/// `StreamsGroupCurrentMemberAssignmentValue`, record type 22, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupCurrentMemberAssignmentValue<'a> {
    pub member_epoch: i32,
    pub previous_member_epoch: i32,
    pub state: i8,
    pub active_tasks: Vec<TaskIds<'a>>,
    pub standby_tasks: Vec<TaskIds<'a>>,
    pub warmup_tasks: Vec<TaskIds<'a>>,
    pub active_tasks_pending_revocation: Vec<TaskIds<'a>>,
    pub standby_tasks_pending_revocation: Vec<TaskIds<'a>>,
    pub warmup_tasks_pending_revocation: Vec<TaskIds<'a>>,
}
impl<'a> StreamsGroupCurrentMemberAssignmentValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 22;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.member_epoch = r.i32()?;
        x.previous_member_epoch = r.i32()?;
        x.state = r.i8()?;
        x.active_tasks = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        x.standby_tasks = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        x.warmup_tasks = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        x.active_tasks_pending_revocation = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        x.standby_tasks_pending_revocation = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        x.warmup_tasks_pending_revocation = r.array(flex, 3, |r| TaskIds::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.member_epoch);
        put_i32(out, self.previous_member_epoch);
        put_i8(out, self.state);
        put_array(out, &self.active_tasks, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.standby_tasks, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.warmup_tasks, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.active_tasks_pending_revocation, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.standby_tasks_pending_revocation, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.warmup_tasks_pending_revocation, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupCurrentMemberAssignmentValue<'static> {
        StreamsGroupCurrentMemberAssignmentValue {
            member_epoch: self.member_epoch,
            previous_member_epoch: self.previous_member_epoch,
            state: self.state,
            active_tasks: self.active_tasks.into_iter().map(TaskIds::into_owned).collect(),
            standby_tasks: self.standby_tasks.into_iter().map(TaskIds::into_owned).collect(),
            warmup_tasks: self.warmup_tasks.into_iter().map(TaskIds::into_owned).collect(),
            active_tasks_pending_revocation: self
                .active_tasks_pending_revocation
                .into_iter()
                .map(TaskIds::into_owned)
                .collect(),
            standby_tasks_pending_revocation: self
                .standby_tasks_pending_revocation
                .into_iter()
                .map(TaskIds::into_owned)
                .collect(),
            warmup_tasks_pending_revocation: self
                .warmup_tasks_pending_revocation
                .into_iter()
                .map(TaskIds::into_owned)
                .collect(),
        }
    }
}
/// Part of `StreamsGroupCurrentMemberAssignmentValue`.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskIds<'a> {
    pub subtopology_id: Cow<'a, str>,
    pub partitions: Vec<i32>,
    pub assignment_epochs: Option<Vec<i32>>,
}
impl Default for TaskIds<'_> {
    fn default() -> Self {
        Self {
            subtopology_id: Cow::Borrowed(""),
            partitions: Vec::new(),
            assignment_epochs: Some(Vec::new()),
        }
    }
}
impl<'a> TaskIds<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.subtopology_id = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|r, tag| {
            match tag {
                0 => x.assignment_epochs = r.array_opt(true, 4, Reader::i32)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
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
        let tags = Tags::begin(out);
        if self.assignment_epochs.as_ref().is_none_or(|x| !x.is_empty()) {
            tags.put(out, 0, |out| {
                put_array_opt(out, self.assignment_epochs.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TaskIds<'static> {
        TaskIds {
            subtopology_id: own(self.subtopology_id),
            partitions: self.partitions,
            assignment_epochs: self.assignment_epochs,
        }
    }
}
impl<'a> Message<'a> for StreamsGroupCurrentMemberAssignmentValue<'a> {
    const NAME: &'static str = "StreamsGroupCurrentMemberAssignmentValue";
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
