//! `ClientQuotaRecord`. From `schema/metadata/014-client_quota_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_f64, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `ClientQuotaRecord`, record type 14, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ClientQuotaRecord<'a> {
    pub entity: Vec<EntityData<'a>>,
    pub key: Cow<'a, str>,
    pub value: f64,
    pub remove: bool,
}
impl<'a> ClientQuotaRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 14;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.entity = r.array(flex, 3, |r| EntityData::decode(r, v))?;
        x.key = r.string(flex)?;
        x.value = r.f64()?;
        x.remove = r.bool()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.entity, flex, |out, x| x.encode(out, v))?;
        put_string(out, &self.key, flex)?;
        put_f64(out, self.value);
        put_bool(out, self.remove);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ClientQuotaRecord<'static> {
        ClientQuotaRecord {
            entity: self.entity.into_iter().map(EntityData::into_owned).collect(),
            key: own(self.key),
            value: self.value,
            remove: self.remove,
        }
    }
}
/// Part of `ClientQuotaRecord`.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityData<'a> {
    pub entity_type: Cow<'a, str>,
    pub entity_name: Option<Cow<'a, str>>,
}
impl Default for EntityData<'_> {
    fn default() -> Self {
        Self { entity_type: Cow::Borrowed(""), entity_name: Some(Cow::Borrowed("")) }
    }
}
impl<'a> EntityData<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.entity_type = r.string(flex)?;
        x.entity_name = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.entity_type, flex)?;
        put_string_opt(out, self.entity_name.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EntityData<'static> {
        EntityData { entity_type: own(self.entity_type), entity_name: self.entity_name.map(own) }
    }
}
impl<'a> Message<'a> for ClientQuotaRecord<'a> {
    const NAME: &'static str = "ClientQuotaRecord";
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
