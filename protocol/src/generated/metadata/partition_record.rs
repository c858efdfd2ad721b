//! `PartitionRecord`. From `schema/metadata/003-partition_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, put_array, put_array_opt, put_i8, put_i32, put_uuid,
};

/// `PartitionRecord`, record type 3, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionRecord {
    pub partition_id: i32,
    pub topic_id: Uuid,
    pub replicas: Vec<i32>,
    pub isr: Vec<i32>,
    pub removing_replicas: Vec<i32>,
    pub adding_replicas: Vec<i32>,
    pub leader: i32,
    pub leader_recovery_state: i8,
    pub leader_epoch: i32,
    pub partition_epoch: i32,
    /// From version 1.
    pub directories: Vec<Uuid>,
    /// In version 2 only.
    pub eligible_leader_replicas: Option<Vec<i32>>,
    /// In version 2 only.
    pub last_known_elr: Option<Vec<i32>>,
}
impl Default for PartitionRecord {
    fn default() -> Self {
        Self {
            partition_id: -1,
            topic_id: Uuid::ZERO,
            replicas: Vec::new(),
            isr: Vec::new(),
            removing_replicas: Vec::new(),
            adding_replicas: Vec::new(),
            leader: -1,
            leader_recovery_state: 0,
            leader_epoch: -1,
            partition_epoch: -1,
            directories: Vec::new(),
            eligible_leader_replicas: None,
            last_known_elr: None,
        }
    }
}
impl PartitionRecord {
    /// The number of this type of record.
    pub const TYPE: i16 = 3;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.partition_id = r.i32()?;
        x.topic_id = r.uuid()?;
        x.replicas = r.array(flex, 4, Reader::i32)?;
        x.isr = r.array(flex, 4, Reader::i32)?;
        x.removing_replicas = r.array(flex, 4, Reader::i32)?;
        x.adding_replicas = r.array(flex, 4, Reader::i32)?;
        x.leader = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.partition_epoch = r.i32()?;
        if v >= 1 {
            x.directories = r.array(flex, 16, Reader::uuid)?;
        }
        r.tags(|r, tag| {
            match tag {
                0 => x.leader_recovery_state = r.i8()?,
                1 if v == 2 => x.eligible_leader_replicas = r.array_opt(true, 4, Reader::i32)?,
                1 => return Err(DecodeError::InvalidTag),
                2 if v == 2 => x.last_known_elr = r.array_opt(true, 4, Reader::i32)?,
                2 => return Err(DecodeError::InvalidTag),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.partition_id);
        put_uuid(out, self.topic_id);
        put_array(out, &self.replicas, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array(out, &self.isr, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array(out, &self.removing_replicas, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_array(out, &self.adding_replicas, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_i32(out, self.leader);
        put_i32(out, self.leader_epoch);
        put_i32(out, self.partition_epoch);
        if v < 1 && !self.directories.is_empty() {
            return Err(EncodeError::Unsupported("directories"));
        }
        if v >= 1 {
            put_array(out, &self.directories, flex, |out, x| {
                put_uuid(out, *x);
                Ok(())
            })?;
        }
        if v < 2 && self.eligible_leader_replicas.is_some() {
            return Err(EncodeError::Unsupported("eligible_leader_replicas"));
        }
        if v < 2 && self.last_known_elr.is_some() {
            return Err(EncodeError::Unsupported("last_known_elr"));
        }
        let tags = Tags::begin(out);
        if self.leader_recovery_state != 0 {
            tags.put(out, 0, |out| {
                put_i8(out, self.leader_recovery_state);
                Ok(())
            })?;
        }
        if v == 2 && self.eligible_leader_replicas.is_some() {
            tags.put(out, 1, |out| {
                put_array_opt(out, self.eligible_leader_replicas.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        if v == 2 && self.last_known_elr.is_some() {
            tags.put(out, 2, |out| {
                put_array_opt(out, self.last_known_elr.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        Ok(())
    }
}
impl<'a> Message<'a> for PartitionRecord {
    const NAME: &'static str = "PartitionRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
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
