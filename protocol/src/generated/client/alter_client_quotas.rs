//! `AlterClientQuotasRequest` and `AlterClientQuotasResponse`. From `schema/client/049-alter_client_quotas.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_f64, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `AlterClientQuotasRequest`, API key 49, versions 0 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterClientQuotasRequest<'a> {
    pub entries: Vec<RequestEntryData<'a>>,
    pub validate_only: bool,
}
impl<'a> AlterClientQuotasRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        let mut x = Self::default();
        x.entries = r.array(flex, 3, |r| RequestEntryData::decode(r, v))?;
        x.validate_only = r.bool()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        put_array(out, &self.entries, flex, |out, x| x.encode(out, v))?;
        put_bool(out, self.validate_only);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterClientQuotasRequest<'static> {
        AlterClientQuotasRequest {
            entries: self.entries.into_iter().map(RequestEntryData::into_owned).collect(),
            validate_only: self.validate_only,
        }
    }
}
/// Part of `AlterClientQuotasRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestEntryData<'a> {
    pub entity: Vec<EntityData<'a>>,
    pub ops: Vec<OpData<'a>>,
}
impl<'a> RequestEntryData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.entity = r.array(flex, 3, |r| EntityData::decode(r, v))?;
        x.ops = r.array(flex, 11, |r| OpData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_array(out, &self.entity, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.ops, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RequestEntryData<'static> {
        RequestEntryData {
            entity: self.entity.into_iter().map(EntityData::into_owned).collect(),
            ops: self.ops.into_iter().map(OpData::into_owned).collect(),
        }
    }
}
/// Part of `AlterClientQuotasRequest`.
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
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.entity_type = r.string(flex)?;
        x.entity_name = r.string_opt(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_string(out, &self.entity_type, flex)?;
        put_string_opt(out, self.entity_name.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EntityData<'static> {
        EntityData { entity_type: own(self.entity_type), entity_name: self.entity_name.map(own) }
    }
}
/// Part of `AlterClientQuotasRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct OpData<'a> {
    pub key: Cow<'a, str>,
    pub value: f64,
    pub remove: bool,
}
impl<'a> OpData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.key = r.string(flex)?;
        x.value = r.f64()?;
        x.remove = r.bool()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_string(out, &self.key, flex)?;
        put_f64(out, self.value);
        put_bool(out, self.remove);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> OpData<'static> {
        OpData { key: own(self.key), value: self.value, remove: self.remove }
    }
}
impl<'a> Message<'a> for AlterClientQuotasRequest<'a> {
    const NAME: &'static str = "AlterClientQuotasRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    fn flexible(v: i16) -> bool {
        v == 1
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for AlterClientQuotasRequest<'a> {
    const KEY: ApiKey = ApiKey::AlterClientQuotas;
    type Response<'r> = AlterClientQuotasResponse<'r>;
}
/// `AlterClientQuotasResponse`, API key 49, versions 0 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterClientQuotasResponse<'a> {
    pub throttle_time_ms: i32,
    pub entries: Vec<ResponseEntryData<'a>>,
}
impl<'a> AlterClientQuotasResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.entries = r.array(flex, 5, |r| ResponseEntryData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.entries, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterClientQuotasResponse<'static> {
        AlterClientQuotasResponse {
            throttle_time_ms: self.throttle_time_ms,
            entries: self.entries.into_iter().map(ResponseEntryData::into_owned).collect(),
        }
    }
}
/// Part of `AlterClientQuotasResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseEntryData<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub entity: Vec<EntityData<'a>>,
}
impl Default for ResponseEntryData<'_> {
    fn default() -> Self {
        Self { error_code: 0, error_message: Some(Cow::Borrowed("")), entity: Vec::new() }
    }
}
impl<'a> ResponseEntryData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.entity = r.array(flex, 3, |r| EntityData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array(out, &self.entity, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ResponseEntryData<'static> {
        ResponseEntryData {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            entity: self.entity.into_iter().map(EntityData::into_owned).collect(),
        }
    }
}
impl<'a> Message<'a> for AlterClientQuotasResponse<'a> {
    const NAME: &'static str = "AlterClientQuotasResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    fn flexible(v: i16) -> bool {
        v == 1
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
