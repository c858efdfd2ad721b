//! `BrokerRegistrationChangeRecord`. From `schema/metadata/017-broker_registration_change_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, put_array, put_array_opt, put_i8, put_i32, put_i64, put_uuid,
};

/// `BrokerRegistrationChangeRecord`, record type 17, versions 0 to 3, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BrokerRegistrationChangeRecord {
    pub broker_id: i32,
    pub broker_epoch: i64,
    pub fenced: i8,
    /// From version 1.
    pub in_controlled_shutdown: i8,
    /// From version 2.
    pub log_dirs: Vec<Uuid>,
    /// In version 3 only.
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
}
impl BrokerRegistrationChangeRecord {
    /// The number of this type of record.
    pub const TYPE: i16 = 17;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.broker_epoch = r.i64()?;
        r.tags(|r, tag| {
            match tag {
                0 => x.fenced = r.i8()?,
                1 if v >= 1 => x.in_controlled_shutdown = r.i8()?,
                1 => return Err(DecodeError::InvalidTag),
                2 if v >= 2 => x.log_dirs = r.array(true, 16, Reader::uuid)?,
                2 => return Err(DecodeError::InvalidTag),
                3 if v == 3 => x.cordoned_log_dirs = r.array_opt(true, 16, Reader::uuid)?,
                3 => return Err(DecodeError::InvalidTag),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.broker_id);
        put_i64(out, self.broker_epoch);
        if v < 1 && self.in_controlled_shutdown != 0 {
            return Err(EncodeError::Unsupported("in_controlled_shutdown"));
        }
        if v < 2 && !self.log_dirs.is_empty() {
            return Err(EncodeError::Unsupported("log_dirs"));
        }
        if v < 3 && self.cordoned_log_dirs.is_some() {
            return Err(EncodeError::Unsupported("cordoned_log_dirs"));
        }
        let tags = Tags::begin(out);
        if self.fenced != 0 {
            tags.put(out, 0, |out| {
                put_i8(out, self.fenced);
                Ok(())
            })?;
        }
        if v >= 1 && self.in_controlled_shutdown != 0 {
            tags.put(out, 1, |out| {
                put_i8(out, self.in_controlled_shutdown);
                Ok(())
            })?;
        }
        if v >= 2 && !self.log_dirs.is_empty() {
            tags.put(out, 2, |out| {
                put_array(out, &self.log_dirs, true, |out, x| {
                    put_uuid(out, *x);
                    Ok(())
                })
            })?;
        }
        if v == 3 && self.cordoned_log_dirs.is_some() {
            tags.put(out, 3, |out| {
                put_array_opt(out, self.cordoned_log_dirs.as_deref(), true, |out, x| {
                    put_uuid(out, *x);
                    Ok(())
                })
            })?;
        }
        Ok(())
    }
}
impl<'a> Message<'a> for BrokerRegistrationChangeRecord {
    const NAME: &'static str = "BrokerRegistrationChangeRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
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
