//! `ShareGroupMetadataKey` and `ShareGroupMetadataValue`. From `schema/group/011-share_group_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `ShareGroupMetadataKey`, record type 11, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
}
impl<'a> ShareGroupMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 11;
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
    pub fn into_owned(self) -> ShareGroupMetadataKey<'static> {
        ShareGroupMetadataKey { group_id: own(self.group_id) }
    }
}
impl<'a> Message<'a> for ShareGroupMetadataKey<'a> {
    const NAME: &'static str = "ShareGroupMetadataKey";
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
/// `ShareGroupMetadataValue`, record type 11, versions 0 to 0, flexible from 0.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ShareGroupMetadataValue {
    pub epoch: i32,
    pub metadata_hash: i64,
}
impl ShareGroupMetadataValue {
    /// The number of this type of record.
    pub const TYPE: i16 = 11;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.epoch = r.i32()?;
        x.metadata_hash = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.epoch);
        put_i64(out, self.metadata_hash);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ShareGroupMetadataValue {
    const NAME: &'static str = "ShareGroupMetadataValue";
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
