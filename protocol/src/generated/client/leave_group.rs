//! `LeaveGroupRequest` and `LeaveGroupResponse`. From `schema/client/013-leave_group.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `LeaveGroupRequest`, API key 13, versions 0 to 5, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LeaveGroupRequest<'a> {
    pub group_id: Cow<'a, str>,
    /// In versions 0 to 2.
    pub member_id: Cow<'a, str>,
    /// From version 3.
    pub members: Vec<MemberIdentity<'a>>,
}
impl<'a> LeaveGroupRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        if v <= 2 {
            x.member_id = r.string(flex)?;
        }
        if v >= 3 {
            x.members = r.array(flex, 3, |r| MemberIdentity::decode(r, v))?;
        }
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
        if v > 2 && !self.member_id.is_empty() {
            return Err(EncodeError::Unsupported("member_id"));
        }
        if v <= 2 {
            put_string(out, &self.member_id, flex)?;
        }
        if v < 3 && !self.members.is_empty() {
            return Err(EncodeError::Unsupported("members"));
        }
        if v >= 3 {
            put_array(out, &self.members, flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> LeaveGroupRequest<'static> {
        LeaveGroupRequest {
            group_id: own(self.group_id),
            member_id: own(self.member_id),
            members: self.members.into_iter().map(MemberIdentity::into_owned).collect(),
        }
    }
}
/// Part of `LeaveGroupRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MemberIdentity<'a> {
    pub member_id: Cow<'a, str>,
    pub group_instance_id: Option<Cow<'a, str>>,
    /// In version 5 only.
    pub reason: Option<Cow<'a, str>>,
}
impl<'a> MemberIdentity<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 4;
        let mut x = Self::default();
        x.member_id = r.string(flex)?;
        x.group_instance_id = r.string_opt(flex)?;
        if v == 5 {
            x.reason = r.string_opt(flex)?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 4;
        put_string(out, &self.member_id, flex)?;
        put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        if v == 5 {
            put_string_opt(out, self.reason.as_deref(), flex)?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> MemberIdentity<'static> {
        MemberIdentity {
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            reason: self.reason.map(own),
        }
    }
}
impl<'a> Message<'a> for LeaveGroupRequest<'a> {
    const NAME: &'static str = "LeaveGroupRequest";
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
impl<'a> Request<'a> for LeaveGroupRequest<'a> {
    const KEY: ApiKey = ApiKey::LeaveGroup;
    type Response<'r> = LeaveGroupResponse<'r>;
}
/// `LeaveGroupResponse`, API key 13, versions 0 to 5, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LeaveGroupResponse<'a> {
    /// From version 1.
    pub throttle_time_ms: i32,
    pub error_code: i16,
    /// From version 3.
    pub members: Vec<MemberResponse<'a>>,
}
impl<'a> LeaveGroupResponse<'a> {
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
        if v >= 3 {
            x.members = r.array(flex, 5, |r| MemberResponse::decode(r, v))?;
        }
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
        if v < 3 && !self.members.is_empty() {
            return Err(EncodeError::Unsupported("members"));
        }
        if v >= 3 {
            put_array(out, &self.members, flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> LeaveGroupResponse<'static> {
        LeaveGroupResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            members: self.members.into_iter().map(MemberResponse::into_owned).collect(),
        }
    }
}
/// Part of `LeaveGroupResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberResponse<'a> {
    pub member_id: Cow<'a, str>,
    pub group_instance_id: Option<Cow<'a, str>>,
    pub error_code: i16,
}
impl Default for MemberResponse<'_> {
    fn default() -> Self {
        Self { member_id: Cow::Borrowed(""), group_instance_id: Some(Cow::Borrowed("")), error_code: 0 }
    }
}
impl<'a> MemberResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 4;
        let mut x = Self::default();
        x.member_id = r.string(flex)?;
        x.group_instance_id = r.string_opt(flex)?;
        x.error_code = r.i16()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 4;
        put_string(out, &self.member_id, flex)?;
        put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        put_i16(out, self.error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> MemberResponse<'static> {
        MemberResponse {
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            error_code: self.error_code,
        }
    }
}
impl<'a> Message<'a> for LeaveGroupResponse<'a> {
    const NAME: &'static str = "LeaveGroupResponse";
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
