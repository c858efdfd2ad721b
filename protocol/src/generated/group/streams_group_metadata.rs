//! `StreamsGroupMetadataKey` and `StreamsGroupMetadataValue`. From `schema/group/017-streams_group_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, Tags, own, put_array_opt, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `StreamsGroupMetadataKey`, record type 17, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
}
impl<'a> StreamsGroupMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 17;
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
    pub fn into_owned(self) -> StreamsGroupMetadataKey<'static> {
        StreamsGroupMetadataKey { group_id: own(self.group_id) }
    }
}
impl<'a> Message<'a> for StreamsGroupMetadataKey<'a> {
    const NAME: &'static str = "StreamsGroupMetadataKey";
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
/// `StreamsGroupMetadataValue`, record type 17, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupMetadataValue<'a> {
    pub epoch: i32,
    pub metadata_hash: i64,
    pub validated_topology_epoch: i32,
    pub last_assignment_configs: Option<Vec<LastAssignmentConfig<'a>>>,
    pub stored_description_topology_epoch: i32,
    pub failed_description_topology_epoch: i32,
}
impl Default for StreamsGroupMetadataValue<'_> {
    fn default() -> Self {
        Self {
            epoch: 0,
            metadata_hash: 0,
            validated_topology_epoch: -1,
            last_assignment_configs: Some(Vec::new()),
            stored_description_topology_epoch: -1,
            failed_description_topology_epoch: -1,
        }
    }
}
impl<'a> StreamsGroupMetadataValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 17;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.epoch = r.i32()?;
        x.metadata_hash = r.i64()?;
        r.tags(|r, tag| {
            match tag {
                0 => x.validated_topology_epoch = r.i32()?,
                1 => {
                    x.last_assignment_configs =
                        r.array_opt(true, 3, |r| LastAssignmentConfig::decode(r, v))?
                }
                2 => x.stored_description_topology_epoch = r.i32()?,
                3 => x.failed_description_topology_epoch = r.i32()?,
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
        put_i64(out, self.metadata_hash);
        let tags = Tags::begin(out);
        if self.validated_topology_epoch != -1 {
            tags.put(out, 0, |out| {
                put_i32(out, self.validated_topology_epoch);
                Ok(())
            })?;
        }
        if self.last_assignment_configs.as_ref().is_none_or(|x| !x.is_empty()) {
            tags.put(out, 1, |out| {
                put_array_opt(out, self.last_assignment_configs.as_deref(), true, |out, x| x.encode(out, v))
            })?;
        }
        if self.stored_description_topology_epoch != -1 {
            tags.put(out, 2, |out| {
                put_i32(out, self.stored_description_topology_epoch);
                Ok(())
            })?;
        }
        if self.failed_description_topology_epoch != -1 {
            tags.put(out, 3, |out| {
                put_i32(out, self.failed_description_topology_epoch);
                Ok(())
            })?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupMetadataValue<'static> {
        StreamsGroupMetadataValue {
            epoch: self.epoch,
            metadata_hash: self.metadata_hash,
            validated_topology_epoch: self.validated_topology_epoch,
            last_assignment_configs: self
                .last_assignment_configs
                .map(|x| x.into_iter().map(LastAssignmentConfig::into_owned).collect()),
            stored_description_topology_epoch: self.stored_description_topology_epoch,
            failed_description_topology_epoch: self.failed_description_topology_epoch,
        }
    }
}
/// Part of `StreamsGroupMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LastAssignmentConfig<'a> {
    pub key: Cow<'a, str>,
    pub value: Cow<'a, str>,
}
impl<'a> LastAssignmentConfig<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.key = r.string(flex)?;
        x.value = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.key, flex)?;
        put_string(out, &self.value, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> LastAssignmentConfig<'static> {
        LastAssignmentConfig { key: own(self.key), value: own(self.value) }
    }
}
impl<'a> Message<'a> for StreamsGroupMetadataValue<'a> {
    const NAME: &'static str = "StreamsGroupMetadataValue";
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
