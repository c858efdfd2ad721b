//! `RegisterBrokerRecord`. From `schema/metadata/000-register_broker_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_array_opt, put_bool, put_i16, put_i32,
    put_i64, put_string, put_string_opt, put_u16, put_uuid,
};
use std::borrow::Cow;

/// `RegisterBrokerRecord`, record type 0, versions 0 to 4, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterBrokerRecord<'a> {
    pub broker_id: i32,
    /// From version 2.
    pub is_migrating_zk_broker: bool,
    pub incarnation_id: Uuid,
    pub broker_epoch: i64,
    pub end_points: Vec<BrokerEndpoint<'a>>,
    pub features: Vec<BrokerFeature<'a>>,
    pub rack: Option<Cow<'a, str>>,
    pub fenced: bool,
    /// From version 1.
    pub in_controlled_shutdown: bool,
    /// From version 3.
    pub log_dirs: Vec<Uuid>,
    /// In version 4 only.
    pub cordoned_log_dirs: Option<Vec<Uuid>>,
}
impl Default for RegisterBrokerRecord<'_> {
    fn default() -> Self {
        Self {
            broker_id: 0,
            is_migrating_zk_broker: false,
            incarnation_id: Uuid::ZERO,
            broker_epoch: 0,
            end_points: Vec::new(),
            features: Vec::new(),
            rack: Some(Cow::Borrowed("")),
            fenced: true,
            in_controlled_shutdown: false,
            log_dirs: Vec::new(),
            cordoned_log_dirs: None,
        }
    }
}
impl<'a> RegisterBrokerRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 0;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        if v >= 2 {
            x.is_migrating_zk_broker = r.bool()?;
        }
        x.incarnation_id = r.uuid()?;
        x.broker_epoch = r.i64()?;
        x.end_points = r.array(flex, 7, |r| BrokerEndpoint::decode(r, v))?;
        x.features = r.array(flex, 6, |r| BrokerFeature::decode(r, v))?;
        x.rack = r.string_opt(flex)?;
        x.fenced = r.bool()?;
        if v >= 1 {
            x.in_controlled_shutdown = r.bool()?;
        }
        r.tags(|r, tag| {
            match tag {
                0 if v >= 3 => x.log_dirs = r.array(true, 16, Reader::uuid)?,
                0 => return Err(DecodeError::InvalidTag),
                1 if v == 4 => x.cordoned_log_dirs = r.array_opt(true, 16, Reader::uuid)?,
                1 => return Err(DecodeError::InvalidTag),
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.broker_id);
        if v < 2 && self.is_migrating_zk_broker {
            return Err(EncodeError::Unsupported("is_migrating_zk_broker"));
        }
        if v >= 2 {
            put_bool(out, self.is_migrating_zk_broker);
        }
        put_uuid(out, self.incarnation_id);
        put_i64(out, self.broker_epoch);
        put_array(out, &self.end_points, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.features, flex, |out, x| x.encode(out, v))?;
        put_string_opt(out, self.rack.as_deref(), flex)?;
        put_bool(out, self.fenced);
        if v < 1 && self.in_controlled_shutdown {
            return Err(EncodeError::Unsupported("in_controlled_shutdown"));
        }
        if v >= 1 {
            put_bool(out, self.in_controlled_shutdown);
        }
        if v < 3 && !self.log_dirs.is_empty() {
            return Err(EncodeError::Unsupported("log_dirs"));
        }
        if v < 4 && self.cordoned_log_dirs.is_some() {
            return Err(EncodeError::Unsupported("cordoned_log_dirs"));
        }
        let tags = Tags::begin(out);
        if v >= 3 && !self.log_dirs.is_empty() {
            tags.put(out, 0, |out| {
                put_array(out, &self.log_dirs, true, |out, x| {
                    put_uuid(out, *x);
                    Ok(())
                })
            })?;
        }
        if v == 4 && self.cordoned_log_dirs.is_some() {
            tags.put(out, 1, |out| {
                put_array_opt(out, self.cordoned_log_dirs.as_deref(), true, |out, x| {
                    put_uuid(out, *x);
                    Ok(())
                })
            })?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RegisterBrokerRecord<'static> {
        RegisterBrokerRecord {
            broker_id: self.broker_id,
            is_migrating_zk_broker: self.is_migrating_zk_broker,
            incarnation_id: self.incarnation_id,
            broker_epoch: self.broker_epoch,
            end_points: self.end_points.into_iter().map(BrokerEndpoint::into_owned).collect(),
            features: self.features.into_iter().map(BrokerFeature::into_owned).collect(),
            rack: self.rack.map(own),
            fenced: self.fenced,
            in_controlled_shutdown: self.in_controlled_shutdown,
            log_dirs: self.log_dirs,
            cordoned_log_dirs: self.cordoned_log_dirs,
        }
    }
}
/// Part of `RegisterBrokerRecord`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BrokerEndpoint<'a> {
    pub name: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub port: u16,
    pub security_protocol: i16,
}
impl<'a> BrokerEndpoint<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.host = r.string(flex)?;
        x.port = r.u16()?;
        x.security_protocol = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_string(out, &self.host, flex)?;
        put_u16(out, self.port);
        put_i16(out, self.security_protocol);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> BrokerEndpoint<'static> {
        BrokerEndpoint {
            name: own(self.name),
            host: own(self.host),
            port: self.port,
            security_protocol: self.security_protocol,
        }
    }
}
/// Part of `RegisterBrokerRecord`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct BrokerFeature<'a> {
    pub name: Cow<'a, str>,
    pub min_supported_version: i16,
    pub max_supported_version: i16,
}
impl<'a> BrokerFeature<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.min_supported_version = r.i16()?;
        x.max_supported_version = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_i16(out, self.min_supported_version);
        put_i16(out, self.max_supported_version);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> BrokerFeature<'static> {
        BrokerFeature {
            name: own(self.name),
            min_supported_version: self.min_supported_version,
            max_supported_version: self.max_supported_version,
        }
    }
}
impl<'a> Message<'a> for RegisterBrokerRecord<'a> {
    const NAME: &'static str = "RegisterBrokerRecord";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
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
