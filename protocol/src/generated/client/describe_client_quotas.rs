//! `DescribeClientQuotasRequest` and `DescribeClientQuotasResponse`. From `schema/client/048-describe_client_quotas.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_f64, put_i8, put_i16,
    put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `DescribeClientQuotasRequest`, API key 48, versions 0 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeClientQuotasRequest<'a> {
    pub components: Vec<ComponentData<'a>>,
    pub strict: bool,
}
impl<'a> DescribeClientQuotasRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        let mut x = Self::default();
        x.components = r.array(flex, 4, |r| ComponentData::decode(r, v))?;
        x.strict = r.bool()?;
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
        put_array(out, &self.components, flex, |out, x| x.encode(out, v))?;
        put_bool(out, self.strict);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeClientQuotasRequest<'static> {
        DescribeClientQuotasRequest {
            components: self.components.into_iter().map(ComponentData::into_owned).collect(),
            strict: self.strict,
        }
    }
}
/// Part of `DescribeClientQuotasRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentData<'a> {
    pub entity_type: Cow<'a, str>,
    pub match_type: i8,
    pub match_: Option<Cow<'a, str>>,
}
impl Default for ComponentData<'_> {
    fn default() -> Self {
        Self { entity_type: Cow::Borrowed(""), match_type: 0, match_: Some(Cow::Borrowed("")) }
    }
}
impl<'a> ComponentData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.entity_type = r.string(flex)?;
        x.match_type = r.i8()?;
        x.match_ = r.string_opt(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_string(out, &self.entity_type, flex)?;
        put_i8(out, self.match_type);
        put_string_opt(out, self.match_.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ComponentData<'static> {
        ComponentData {
            entity_type: own(self.entity_type),
            match_type: self.match_type,
            match_: self.match_.map(own),
        }
    }
}
impl<'a> Message<'a> for DescribeClientQuotasRequest<'a> {
    const NAME: &'static str = "DescribeClientQuotasRequest";
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
impl<'a> Request<'a> for DescribeClientQuotasRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeClientQuotas;
    type Response<'r> = DescribeClientQuotasResponse<'r>;
}
/// `DescribeClientQuotasResponse`, API key 48, versions 0 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeClientQuotasResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub entries: Option<Vec<EntryData<'a>>>,
}
impl Default for DescribeClientQuotasResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            entries: Some(Vec::new()),
        }
    }
}
impl<'a> DescribeClientQuotasResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.entries = r.array_opt(flex, 3, |r| EntryData::decode(r, v))?;
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
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array_opt(out, self.entries.as_deref(), flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeClientQuotasResponse<'static> {
        DescribeClientQuotasResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            entries: self.entries.map(|x| x.into_iter().map(EntryData::into_owned).collect()),
        }
    }
}
/// Part of `DescribeClientQuotasResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct EntryData<'a> {
    pub entity: Vec<EntityData<'a>>,
    pub values: Vec<ValueData<'a>>,
}
impl<'a> EntryData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.entity = r.array(flex, 3, |r| EntityData::decode(r, v))?;
        x.values = r.array(flex, 10, |r| ValueData::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_array(out, &self.entity, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.values, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> EntryData<'static> {
        EntryData {
            entity: self.entity.into_iter().map(EntityData::into_owned).collect(),
            values: self.values.into_iter().map(ValueData::into_owned).collect(),
        }
    }
}
/// Part of `DescribeClientQuotasResponse`.
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
/// Part of `DescribeClientQuotasResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ValueData<'a> {
    pub key: Cow<'a, str>,
    pub value: f64,
}
impl<'a> ValueData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.key = r.string(flex)?;
        x.value = r.f64()?;
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
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ValueData<'static> {
        ValueData { key: own(self.key), value: self.value }
    }
}
impl<'a> Message<'a> for DescribeClientQuotasResponse<'a> {
    const NAME: &'static str = "DescribeClientQuotasResponse";
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
