//! `SyncGroupRequest` and `SyncGroupResponse`. From `schema/client/014-sync_group.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bytes, put_i16, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `SyncGroupRequest`, API key 14, versions 0 to 5, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SyncGroupRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub generation_id: i32,
    pub member_id: Cow<'a, str>,
    /// From version 3.
    pub group_instance_id: Option<Cow<'a, str>>,
    /// In version 5 only.
    pub protocol_type: Option<Cow<'a, str>>,
    /// In version 5 only.
    pub protocol_name: Option<Cow<'a, str>>,
    pub assignments: Vec<SyncGroupRequestAssignment<'a>>,
}
impl<'a> SyncGroupRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.generation_id = r.i32()?;
        x.member_id = r.string(flex)?;
        if v >= 3 {
            x.group_instance_id = r.string_opt(flex)?;
        }
        if v == 5 {
            x.protocol_type = r.string_opt(flex)?;
        }
        if v == 5 {
            x.protocol_name = r.string_opt(flex)?;
        }
        x.assignments = r.array(flex, 3, |r| SyncGroupRequestAssignment::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        put_string(out, &self.group_id, flex)?;
        put_i32(out, self.generation_id);
        put_string(out, &self.member_id, flex)?;
        if v < 3 && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported("group_instance_id"));
        }
        if v >= 3 {
            put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        }
        if v == 5 {
            put_string_opt(out, self.protocol_type.as_deref(), flex)?;
        }
        if v == 5 {
            put_string_opt(out, self.protocol_name.as_deref(), flex)?;
        }
        put_array(out, &self.assignments, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SyncGroupRequest<'static> {
        SyncGroupRequest {
            group_id: own(self.group_id),
            generation_id: self.generation_id,
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            protocol_type: self.protocol_type.map(own),
            protocol_name: self.protocol_name.map(own),
            assignments: self.assignments.into_iter().map(SyncGroupRequestAssignment::into_owned).collect(),
        }
    }
}
/// Part of `SyncGroupRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SyncGroupRequestAssignment<'a> {
    pub member_id: Cow<'a, str>,
    pub assignment: Cow<'a, [u8]>,
}
impl<'a> SyncGroupRequestAssignment<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 4;
        let mut x = Self::default();
        x.member_id = r.string(flex)?;
        x.assignment = r.bytes(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 4;
        put_string(out, &self.member_id, flex)?;
        put_bytes(out, &self.assignment, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SyncGroupRequestAssignment<'static> {
        SyncGroupRequestAssignment { member_id: own(self.member_id), assignment: own(self.assignment) }
    }
}
impl<'a> Message<'a> for SyncGroupRequest<'a> {
    const NAME: &'static str = "SyncGroupRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for SyncGroupRequest<'a> {
    const KEY: ApiKey = ApiKey::SyncGroup;
    type Response<'r> = SyncGroupResponse<'r>;
}
/// `SyncGroupResponse`, API key 14, versions 0 to 5, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SyncGroupResponse<'a> {
    /// From version 1.
    pub throttle_time_ms: i32,
    pub error_code: i16,
    /// In version 5 only.
    pub protocol_type: Option<Cow<'a, str>>,
    /// In version 5 only.
    pub protocol_name: Option<Cow<'a, str>>,
    pub assignment: Cow<'a, [u8]>,
}
impl<'a> SyncGroupResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        let mut x = Self::default();
        if v >= 1 {
            x.throttle_time_ms = r.i32()?;
        }
        x.error_code = r.i16()?;
        if v == 5 {
            x.protocol_type = r.string_opt(flex)?;
        }
        if v == 5 {
            x.protocol_name = r.string_opt(flex)?;
        }
        x.assignment = r.bytes(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        if v >= 1 {
            put_i32(out, self.throttle_time_ms);
        }
        put_i16(out, self.error_code);
        if v == 5 {
            put_string_opt(out, self.protocol_type.as_deref(), flex)?;
        }
        if v == 5 {
            put_string_opt(out, self.protocol_name.as_deref(), flex)?;
        }
        put_bytes(out, &self.assignment, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SyncGroupResponse<'static> {
        SyncGroupResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            protocol_type: self.protocol_type.map(own),
            protocol_name: self.protocol_name.map(own),
            assignment: own(self.assignment),
        }
    }
}
impl<'a> Message<'a> for SyncGroupResponse<'a> {
    const NAME: &'static str = "SyncGroupResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
