//! `AccessControlEntryRecord`. From `schema/metadata/018-access_control_entry_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i8, put_string, put_uuid};
use std::borrow::Cow;

/// `AccessControlEntryRecord`, record type 18, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AccessControlEntryRecord<'a> {
    pub id: Uuid,
    pub resource_type: i8,
    pub resource_name: Cow<'a, str>,
    pub pattern_type: i8,
    pub principal: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub operation: i8,
    pub permission_type: i8,
}
impl<'a> AccessControlEntryRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 18;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.id = r.uuid()?;
        x.resource_type = r.i8()?;
        x.resource_name = r.string(flex)?;
        x.pattern_type = r.i8()?;
        x.principal = r.string(flex)?;
        x.host = r.string(flex)?;
        x.operation = r.i8()?;
        x.permission_type = r.i8()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_uuid(out, self.id);
        put_i8(out, self.resource_type);
        put_string(out, &self.resource_name, flex)?;
        put_i8(out, self.pattern_type);
        put_string(out, &self.principal, flex)?;
        put_string(out, &self.host, flex)?;
        put_i8(out, self.operation);
        put_i8(out, self.permission_type);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AccessControlEntryRecord<'static> {
        AccessControlEntryRecord {
            id: self.id,
            resource_type: self.resource_type,
            resource_name: own(self.resource_name),
            pattern_type: self.pattern_type,
            principal: own(self.principal),
            host: own(self.host),
            operation: self.operation,
            permission_type: self.permission_type,
        }
    }
}
impl<'a> Message<'a> for AccessControlEntryRecord<'a> {
    const NAME: &'static str = "AccessControlEntryRecord";
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
