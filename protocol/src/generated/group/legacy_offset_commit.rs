//! `LegacyOffsetCommitKey` and `LegacyOffsetCommitValue`. From `schema/group/000-legacy_offset_commit.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `LegacyOffsetCommitKey`, record type 0, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LegacyOffsetCommitKey<'a> {
    pub group: Cow<'a, str>,
    pub topic: Cow<'a, str>,
    pub partition: i32,
}
impl<'a> LegacyOffsetCommitKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 0;
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
    pub fn into_owned(self) -> LegacyOffsetCommitKey<'static> {
        LegacyOffsetCommitKey { group: own(self.group), topic: own(self.topic), partition: self.partition }
    }
}
impl<'a> Message<'a> for LegacyOffsetCommitKey<'a> {
    const NAME: &'static str = "LegacyOffsetCommitKey";
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
/// `LegacyOffsetCommitValue`, record type 0, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LegacyOffsetCommitValue<'a> {
    pub offset: i64,
    pub metadata: Cow<'a, str>,
    pub commit_timestamp: i64,
}
impl<'a> LegacyOffsetCommitValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 0;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.offset = r.i64()?;
        x.metadata = r.string(flex)?;
        x.commit_timestamp = r.i64()?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_i64(out, self.offset);
        put_string(out, &self.metadata, flex)?;
        put_i64(out, self.commit_timestamp);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> LegacyOffsetCommitValue<'static> {
        LegacyOffsetCommitValue {
            offset: self.offset,
            metadata: own(self.metadata),
            commit_timestamp: self.commit_timestamp,
        }
    }
}
impl<'a> Message<'a> for LegacyOffsetCommitValue<'a> {
    const NAME: &'static str = "LegacyOffsetCommitValue";
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
