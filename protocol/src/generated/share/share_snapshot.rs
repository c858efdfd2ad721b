//! `ShareSnapshotKey` and `ShareSnapshotValue`. From `schema/share/000-share_snapshot.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_i8, put_i16, put_i32, put_i64, put_string,
    put_uuid,
};
use std::borrow::Cow;

/// `ShareSnapshotKey`, record type 0, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareSnapshotKey<'a> {
    pub group_id: Cow<'a, str>,
    pub topic_id: Uuid,
    pub partition: i32,
}
impl<'a> ShareSnapshotKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 0;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topic_id = r.uuid()?;
        x.partition = r.i32()?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.group_id, flex)?;
        put_uuid(out, self.topic_id);
        put_i32(out, self.partition);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareSnapshotKey<'static> {
        ShareSnapshotKey { group_id: own(self.group_id), topic_id: self.topic_id, partition: self.partition }
    }
}
impl<'a> Message<'a> for ShareSnapshotKey<'a> {
    const NAME: &'static str = "ShareSnapshotKey";
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
/// `ShareSnapshotValue`, record type 0, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareSnapshotValue {
    pub snapshot_epoch: i32,
    pub state_epoch: i32,
    pub leader_epoch: i32,
    pub start_offset: i64,
    pub delivery_complete_count: i32,
    pub create_timestamp: i64,
    pub write_timestamp: i64,
    pub state_batches: Vec<StateBatch>,
}
impl Default for ShareSnapshotValue {
    fn default() -> Self {
        Self {
            snapshot_epoch: 0,
            state_epoch: 0,
            leader_epoch: 0,
            start_offset: 0,
            delivery_complete_count: -1,
            create_timestamp: 0,
            write_timestamp: 0,
            state_batches: Vec::new(),
        }
    }
}
impl ShareSnapshotValue {
    /// The number of this type of record.
    pub const TYPE: i16 = 0;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.snapshot_epoch = r.i32()?;
        x.state_epoch = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.start_offset = r.i64()?;
        x.create_timestamp = r.i64()?;
        x.write_timestamp = r.i64()?;
        x.state_batches = r.array(flex, 20, |r| StateBatch::decode(r, v))?;
        r.tags(|r, tag| {
            match tag {
                0 => x.delivery_complete_count = r.i32()?,
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
        let flex = true;
        put_i32(out, self.snapshot_epoch);
        put_i32(out, self.state_epoch);
        put_i32(out, self.leader_epoch);
        put_i64(out, self.start_offset);
        put_i64(out, self.create_timestamp);
        put_i64(out, self.write_timestamp);
        put_array(out, &self.state_batches, flex, |out, x| x.encode(out, v))?;
        let tags = Tags::begin(out);
        if self.delivery_complete_count != -1 {
            tags.put(out, 0, |out| {
                put_i32(out, self.delivery_complete_count);
                Ok(())
            })?;
        }
        Ok(())
    }
}
/// Part of `ShareSnapshotValue`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct StateBatch {
    pub first_offset: i64,
    pub last_offset: i64,
    pub delivery_state: i8,
    pub delivery_count: i16,
}
impl StateBatch {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.first_offset = r.i64()?;
        x.last_offset = r.i64()?;
        x.delivery_state = r.i8()?;
        x.delivery_count = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i64(out, self.first_offset);
        put_i64(out, self.last_offset);
        put_i8(out, self.delivery_state);
        put_i16(out, self.delivery_count);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ShareSnapshotValue {
    const NAME: &'static str = "ShareSnapshotValue";
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
