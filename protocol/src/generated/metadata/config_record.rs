//! `ConfigRecord`. From `schema/metadata/004-config_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i8, put_string, put_string_opt};
use std::borrow::Cow;

/// `ConfigRecord`, record type 4, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigRecord<'a> {
    pub resource_type: i8,
    pub resource_name: Cow<'a, str>,
    pub name: Cow<'a, str>,
    pub value: Option<Cow<'a, str>>,
}
impl Default for ConfigRecord<'_> {
    fn default() -> Self {
        Self {
            resource_type: 0,
            resource_name: Cow::Borrowed(""),
            name: Cow::Borrowed(""),
            value: Some(Cow::Borrowed("")),
        }
    }
}
impl<'a> ConfigRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 4;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.resource_type = r.i8()?;
        x.resource_name = r.string(flex)?;
        x.name = r.string(flex)?;
        x.value = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i8(out, self.resource_type);
        put_string(out, &self.resource_name, flex)?;
        put_string(out, &self.name, flex)?;
        put_string_opt(out, self.value.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConfigRecord<'static> {
        ConfigRecord {
            resource_type: self.resource_type,
            resource_name: own(self.resource_name),
            name: own(self.name),
            value: self.value.map(own),
        }
    }
}
impl<'a> Message<'a> for ConfigRecord<'a> {
    const NAME: &'static str = "ConfigRecord";
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
