//! `OffsetCommitKey` and `OffsetCommitValue`. From `schema/group/001-offset_commit.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, Tags, own, put_i32, put_i64, put_string, put_uuid};
use std::borrow::Cow;

/// `OffsetCommitKey`, record type 1, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OffsetCommitKey<'a> {
    pub group: Cow<'a, str>,
    pub topic: Cow<'a, str>,
    pub partition: i32,
}
impl<'a> OffsetCommitKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 1;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.group = r.string(flex)?;
        x.topic = r.string(flex)?;
        x.partition = r.i32()?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.group, flex)?;
        put_string(out, &self.topic, flex)?;
        put_i32(out, self.partition);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetCommitKey<'static> {
        OffsetCommitKey { group: own(self.group), topic: own(self.topic), partition: self.partition }
    }
}
impl<'a> Message<'a> for OffsetCommitKey<'a> {
    const NAME: &'static str = "OffsetCommitKey";
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
/// `OffsetCommitValue`, record type 1, versions 0 to 4, flexible from 4.
#[derive(Clone, Debug, PartialEq)]
pub struct OffsetCommitValue<'a> {
    pub offset: i64,
    /// From version 3.
    pub leader_epoch: i32,
    pub metadata: Cow<'a, str>,
    pub commit_timestamp: i64,
    /// In version 1 only.
    pub expire_timestamp: i64,
    /// In version 4 only.
    pub topic_id: Uuid,
}
impl Default for OffsetCommitValue<'_> {
    fn default() -> Self {
        Self {
            offset: 0,
            leader_epoch: -1,
            metadata: Cow::Borrowed(""),
            commit_timestamp: 0,
            expire_timestamp: -1,
            topic_id: Uuid::ZERO,
        }
    }
}
impl<'a> OffsetCommitValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 1;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        let mut x = Self::default();
        x.offset = r.i64()?;
        if v >= 3 {
            x.leader_epoch = r.i32()?;
        }
        x.metadata = r.string(flex)?;
        x.commit_timestamp = r.i64()?;
        if v == 1 {
            x.expire_timestamp = r.i64()?;
        }
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 => x.topic_id = r.uuid()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        put_i64(out, self.offset);
        if v >= 3 {
            put_i32(out, self.leader_epoch);
        }
        put_string(out, &self.metadata, flex)?;
        put_i64(out, self.commit_timestamp);
        if v == 1 {
            put_i64(out, self.expire_timestamp);
        }
        if flex {
            let tags = Tags::begin(out);
            if self.topic_id != Uuid::ZERO {
                tags.put(out, 0, |out| {
                    put_uuid(out, self.topic_id);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OffsetCommitValue<'static> {
        OffsetCommitValue {
            offset: self.offset,
            leader_epoch: self.leader_epoch,
            metadata: own(self.metadata),
            commit_timestamp: self.commit_timestamp,
            expire_timestamp: self.expire_timestamp,
            topic_id: self.topic_id,
        }
    }
}
impl<'a> Message<'a> for OffsetCommitValue<'a> {
    const NAME: &'static str = "OffsetCommitValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    fn flexible(v: i16) -> bool {
        v == 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
