//! `PartitionChangeRecord`. From `schema/metadata/005-partition_change_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, Tags, put_array_opt, put_i8, put_i32, put_uuid};

/// `PartitionChangeRecord`, record type 5, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionChangeRecord {
    pub partition_id: i32,
    pub topic_id: Uuid,
    pub isr: Option<Vec<i32>>,
    pub leader: i32,
    pub replicas: Option<Vec<i32>>,
    pub removing_replicas: Option<Vec<i32>>,
    pub adding_replicas: Option<Vec<i32>>,
    pub leader_recovery_state: i8,
    /// From version 1.
    pub directories: Option<Vec<Uuid>>,
    /// In version 2 only.
    pub eligible_leader_replicas: Option<Vec<i32>>,
    /// In version 2 only.
    pub last_known_elr: Option<Vec<i32>>,
}
impl Default for PartitionChangeRecord {
    fn default() -> Self {
        Self {
            partition_id: -1,
            topic_id: Uuid::ZERO,
            isr: None,
            leader: -2,
            replicas: None,
            removing_replicas: None,
            adding_replicas: None,
            leader_recovery_state: -1,
            directories: None,
            eligible_leader_replicas: None,
            last_known_elr: None,
        }
    }
}
impl PartitionChangeRecord {
    /// The number of this type of record.
    pub const TYPE: i16 = 5;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.partition_id = r.i32()?;
        x.topic_id = r.uuid()?;
        r.tags(|r, tag| {
            match tag {
                0 => x.isr = r.array_opt(true, 4, Reader::i32)?,
                1 => x.leader = r.i32()?,
                2 => x.replicas = r.array_opt(true, 4, Reader::i32)?,
                3 => x.removing_replicas = r.array_opt(true, 4, Reader::i32)?,
                4 => x.adding_replicas = r.array_opt(true, 4, Reader::i32)?,
                5 => x.leader_recovery_state = r.i8()?,
                8 if v >= 1 => x.directories = r.array_opt(true, 16, Reader::uuid)?,
                8 => return Err(DecodeError::InvalidTag),
                6 if v == 2 => x.eligible_leader_replicas = r.array_opt(true, 4, Reader::i32)?,
                6 => return Err(DecodeError::InvalidTag),
                7 if v == 2 => x.last_known_elr = r.array_opt(true, 4, Reader::i32)?,
                7 => return Err(DecodeError::InvalidTag),
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
        put_i32(out, self.partition_id);
        put_uuid(out, self.topic_id);
        if v < 1 && self.directories.is_some() {
            return Err(EncodeError::Unsupported("directories"));
        }
        if v < 2 && self.eligible_leader_replicas.is_some() {
            return Err(EncodeError::Unsupported("eligible_leader_replicas"));
        }
        if v < 2 && self.last_known_elr.is_some() {
            return Err(EncodeError::Unsupported("last_known_elr"));
        }
        let tags = Tags::begin(out);
        if self.isr.is_some() {
            tags.put(out, 0, |out| {
                put_array_opt(out, self.isr.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        if self.leader != -2 {
            tags.put(out, 1, |out| {
                put_i32(out, self.leader);
                Ok(())
            })?;
        }
        if self.replicas.is_some() {
            tags.put(out, 2, |out| {
                put_array_opt(out, self.replicas.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        if self.removing_replicas.is_some() {
            tags.put(out, 3, |out| {
                put_array_opt(out, self.removing_replicas.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        if self.adding_replicas.is_some() {
            tags.put(out, 4, |out| {
                put_array_opt(out, self.adding_replicas.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        if self.leader_recovery_state != -1 {
            tags.put(out, 5, |out| {
                put_i8(out, self.leader_recovery_state);
                Ok(())
            })?;
        }
        if v == 2 && self.eligible_leader_replicas.is_some() {
            tags.put(out, 6, |out| {
                put_array_opt(out, self.eligible_leader_replicas.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        if v == 2 && self.last_known_elr.is_some() {
            tags.put(out, 7, |out| {
                put_array_opt(out, self.last_known_elr.as_deref(), true, |out, x| {
                    put_i32(out, *x);
                    Ok(())
                })
            })?;
        }
        if v >= 1 && self.directories.is_some() {
            tags.put(out, 8, |out| {
                put_array_opt(out, self.directories.as_deref(), true, |out, x| {
                    put_uuid(out, *x);
                    Ok(())
                })
            })?;
        }
        Ok(())
    }
}
impl<'a> Message<'a> for PartitionChangeRecord {
    const NAME: &'static str = "PartitionChangeRecord";
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
