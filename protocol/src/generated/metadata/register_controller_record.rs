//! `RegisterControllerRecord`. From `schema/metadata/027-register_controller_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i16, put_i32, put_string, put_u16,
    put_uuid,
};
use std::borrow::Cow;

/// `RegisterControllerRecord`, record type 27, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RegisterControllerRecord<'a> {
    pub controller_id: i32,
    pub incarnation_id: Uuid,
    pub zk_migration_ready: bool,
    pub end_points: Vec<ControllerEndpoint<'a>>,
    pub features: Vec<ControllerFeature<'a>>,
}
impl<'a> RegisterControllerRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 27;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.controller_id = r.i32()?;
        x.incarnation_id = r.uuid()?;
        x.zk_migration_ready = r.bool()?;
        x.end_points = r.array(flex, 7, |r| ControllerEndpoint::decode(r, v))?;
        x.features = r.array(flex, 6, |r| ControllerFeature::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.controller_id);
        put_uuid(out, self.incarnation_id);
        put_bool(out, self.zk_migration_ready);
        put_array(out, &self.end_points, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.features, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RegisterControllerRecord<'static> {
        RegisterControllerRecord {
            controller_id: self.controller_id,
            incarnation_id: self.incarnation_id,
            zk_migration_ready: self.zk_migration_ready,
            end_points: self.end_points.into_iter().map(ControllerEndpoint::into_owned).collect(),
            features: self.features.into_iter().map(ControllerFeature::into_owned).collect(),
        }
    }
}
/// Part of `RegisterControllerRecord`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ControllerEndpoint<'a> {
    pub name: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub port: u16,
    pub security_protocol: i16,
}
impl<'a> ControllerEndpoint<'a> {
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
    pub fn into_owned(self) -> ControllerEndpoint<'static> {
        ControllerEndpoint {
            name: own(self.name),
            host: own(self.host),
            port: self.port,
            security_protocol: self.security_protocol,
        }
    }
}
/// Part of `RegisterControllerRecord`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ControllerFeature<'a> {
    pub name: Cow<'a, str>,
    pub min_supported_version: i16,
    pub max_supported_version: i16,
}
impl<'a> ControllerFeature<'a> {
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
    pub fn into_owned(self) -> ControllerFeature<'static> {
        ControllerFeature {
            name: own(self.name),
            min_supported_version: self.min_supported_version,
            max_supported_version: self.max_supported_version,
        }
    }
}
impl<'a> Message<'a> for RegisterControllerRecord<'a> {
    const NAME: &'static str = "RegisterControllerRecord";
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
