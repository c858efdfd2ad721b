//! `StreamsGroupTargetAssignmentMetadataKey` and `StreamsGroupTargetAssignmentMetadataValue`. From `schema/group/020-streams_group_target_assignment_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, Tags, own, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `StreamsGroupTargetAssignmentMetadataKey`, record type 20, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupTargetAssignmentMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
}
impl<'a> StreamsGroupTargetAssignmentMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 20;
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
    pub fn into_owned(self) -> StreamsGroupTargetAssignmentMetadataKey<'static> {
        StreamsGroupTargetAssignmentMetadataKey { group_id: own(self.group_id) }
    }
}
impl<'a> Message<'a> for StreamsGroupTargetAssignmentMetadataKey<'a> {
    const NAME: &'static str = "StreamsGroupTargetAssignmentMetadataKey";
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
/// `StreamsGroupTargetAssignmentMetadataValue`, record type 20, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StreamsGroupTargetAssignmentMetadataValue {
    pub assignment_epoch: i32,
    pub assignment_timestamp: i64,
}
impl StreamsGroupTargetAssignmentMetadataValue {
    /// The number of this type of record.
    pub const TYPE: i16 = 20;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.assignment_epoch = r.i32()?;
        r.tags(|r, tag| {
            match tag {
                0 => x.assignment_timestamp = r.i64()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.assignment_epoch);
        let tags = Tags::begin(out);
        if self.assignment_timestamp != 0 {
            tags.put(out, 0, |out| {
                put_i64(out, self.assignment_timestamp);
                Ok(())
            })?;
        }
        Ok(())
    }
}
impl<'a> Message<'a> for StreamsGroupTargetAssignmentMetadataValue {
    const NAME: &'static str = "StreamsGroupTargetAssignmentMetadataValue";
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
