//! `ConsumerGroupMetadataKey` and `ConsumerGroupMetadataValue`. From `schema/group/003-consumer_group_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, Tags, own, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `ConsumerGroupMetadataKey`, record type 3, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
}
impl<'a> ConsumerGroupMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 3;
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
    pub fn into_owned(self) -> ConsumerGroupMetadataKey<'static> {
        ConsumerGroupMetadataKey { group_id: own(self.group_id) }
    }
}
impl<'a> Message<'a> for ConsumerGroupMetadataKey<'a> {
    const NAME: &'static str = "ConsumerGroupMetadataKey";
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
/// `ConsumerGroupMetadataValue`, record type 3, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ConsumerGroupMetadataValue {
    pub epoch: i32,
    pub metadata_hash: i64,
}
impl ConsumerGroupMetadataValue {
    /// The number of this type of record.
    pub const TYPE: i16 = 3;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.epoch = r.i32()?;
        r.tags(|r, tag| {
            match tag {
                0 => x.metadata_hash = r.i64()?,
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
        put_i32(out, self.epoch);
        let tags = Tags::begin(out);
        if self.metadata_hash != 0 {
            tags.put(out, 0, |out| {
                put_i64(out, self.metadata_hash);
                Ok(())
            })?;
        }
        Ok(())
    }
}
impl<'a> Message<'a> for ConsumerGroupMetadataValue {
    const NAME: &'static str = "ConsumerGroupMetadataValue";
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
