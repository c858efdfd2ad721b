//! `ConsumerGroupCurrentMemberAssignmentKey` and `ConsumerGroupCurrentMemberAssignmentValue`. From `schema/group/008-consumer_group_current_member_assignment.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_array_opt, put_i8, put_i32, put_string,
    put_uuid,
};
use std::borrow::Cow;

/// `ConsumerGroupCurrentMemberAssignmentKey`, record type 8, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupCurrentMemberAssignmentKey<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
}
impl<'a> ConsumerGroupCurrentMemberAssignmentKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 8;
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
    pub fn into_owned(self) -> ConsumerGroupCurrentMemberAssignmentKey<'static> {
        ConsumerGroupCurrentMemberAssignmentKey {
            group_id: own(self.group_id),
            member_id: own(self.member_id),
        }
    }
}
impl<'a> Message<'a> for ConsumerGroupCurrentMemberAssignmentKey<'a> {
    const NAME: &'static str = "ConsumerGroupCurrentMemberAssignmentKey";
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
/// `ConsumerGroupCurrentMemberAssignmentValue`, record type 8, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupCurrentMemberAssignmentValue {
    pub member_epoch: i32,
    pub previous_member_epoch: i32,
    pub state: i8,
    pub assigned_partitions: Vec<TopicPartitions>,
    pub partitions_pending_revocation: Vec<TopicPartitions>,
}
impl ConsumerGroupCurrentMemberAssignmentValue {
    /// The number of this type of record.
    pub const TYPE: i16 = 8;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.member_epoch = r.i32()?;
        x.previous_member_epoch = r.i32()?;
        x.state = r.i8()?;
        x.assigned_partitions = r.array(flex, 18, |r| TopicPartitions::decode(r, v))?;
        x.partitions_pending_revocation = r.array(flex, 18, |r| TopicPartitions::decode(r, v))?;
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
        put_array(out, &self.assigned_partitions, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.partitions_pending_revocation, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `ConsumerGroupCurrentMemberAssignmentValue`.
#[derive(Clone, Debug, PartialEq)]
pub struct TopicPartitions {
    pub topic_id: Uuid,
    pub partitions: Vec<i32>,
    pub assignment_epochs: Option<Vec<i32>>,
}
impl Default for TopicPartitions {
    fn default() -> Self {
        Self { topic_id: Uuid::ZERO, partitions: Vec::new(), assignment_epochs: Some(Vec::new()) }
    }
}
impl TopicPartitions {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
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
        put_uuid(out, self.topic_id);
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
}
impl<'a> Message<'a> for ConsumerGroupCurrentMemberAssignmentValue {
    const NAME: &'static str = "ConsumerGroupCurrentMemberAssignmentValue";
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
