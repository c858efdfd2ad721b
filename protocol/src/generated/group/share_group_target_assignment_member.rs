//! `ShareGroupTargetAssignmentMemberKey` and `ShareGroupTargetAssignmentMemberValue`. From `schema/group/013-share_group_target_assignment_member.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i32, put_string, put_uuid};
use std::borrow::Cow;

/// `ShareGroupTargetAssignmentMemberKey`, record type 13, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupTargetAssignmentMemberKey<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
}
impl<'a> ShareGroupTargetAssignmentMemberKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 13;
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
    pub fn into_owned(self) -> ShareGroupTargetAssignmentMemberKey<'static> {
        ShareGroupTargetAssignmentMemberKey { group_id: own(self.group_id), member_id: own(self.member_id) }
    }
}
impl<'a> Message<'a> for ShareGroupTargetAssignmentMemberKey<'a> {
    const NAME: &'static str = "ShareGroupTargetAssignmentMemberKey";
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
/// `ShareGroupTargetAssignmentMemberValue`, record type 13, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupTargetAssignmentMemberValue {
    pub topic_partitions: Vec<TopicPartition>,
}
impl ShareGroupTargetAssignmentMemberValue {
    /// The number of this type of record.
    pub const TYPE: i16 = 13;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.topic_partitions = r.array(flex, 18, |r| TopicPartition::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.topic_partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `ShareGroupTargetAssignmentMemberValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartition {
    pub topic_id: Uuid,
    pub partitions: Vec<i32>,
}
impl TopicPartition {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
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
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ShareGroupTargetAssignmentMemberValue {
    const NAME: &'static str = "ShareGroupTargetAssignmentMemberValue";
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
