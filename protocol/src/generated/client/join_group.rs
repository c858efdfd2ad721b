//! `JoinGroupRequest` and `JoinGroupResponse`. From `schema/client/011-join_group.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_bytes, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `JoinGroupRequest`, API key 11, versions 0 to 9, flexible from 6.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinGroupRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub session_timeout_ms: i32,
    /// From version 1.
    pub rebalance_timeout_ms: i32,
    pub member_id: Cow<'a, str>,
    /// From version 5.
    pub group_instance_id: Option<Cow<'a, str>>,
    pub protocol_type: Cow<'a, str>,
    pub protocols: Vec<JoinGroupRequestProtocol<'a>>,
    /// From version 8.
    pub reason: Option<Cow<'a, str>>,
}
impl Default for JoinGroupRequest<'_> {
    fn default() -> Self {
        Self {
            group_id: Cow::Borrowed(""),
            session_timeout_ms: 0,
            rebalance_timeout_ms: -1,
            member_id: Cow::Borrowed(""),
            group_instance_id: None,
            protocol_type: Cow::Borrowed(""),
            protocols: Vec::new(),
            reason: None,
        }
    }
}
impl<'a> JoinGroupRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=9).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.session_timeout_ms = r.i32()?;
        if v >= 1 {
            x.rebalance_timeout_ms = r.i32()?;
        }
        x.member_id = r.string(flex)?;
        if v >= 5 {
            x.group_instance_id = r.string_opt(flex)?;
        }
        x.protocol_type = r.string(flex)?;
        x.protocols = r.array(flex, 3, |r| JoinGroupRequestProtocol::decode(r, v))?;
        if v >= 8 {
            x.reason = r.string_opt(flex)?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=9).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        put_string(out, &self.group_id, flex)?;
        put_i32(out, self.session_timeout_ms);
        if v >= 1 {
            put_i32(out, self.rebalance_timeout_ms);
        }
        put_string(out, &self.member_id, flex)?;
        if v < 5 && self.group_instance_id.is_some() {
            return Err(EncodeError::Unsupported("group_instance_id"));
        }
        if v >= 5 {
            put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        }
        put_string(out, &self.protocol_type, flex)?;
        put_array(out, &self.protocols, flex, |out, x| x.encode(out, v))?;
        if v >= 8 {
            put_string_opt(out, self.reason.as_deref(), flex)?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> JoinGroupRequest<'static> {
        JoinGroupRequest {
            group_id: own(self.group_id),
            session_timeout_ms: self.session_timeout_ms,
            rebalance_timeout_ms: self.rebalance_timeout_ms,
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            protocol_type: own(self.protocol_type),
            protocols: self.protocols.into_iter().map(JoinGroupRequestProtocol::into_owned).collect(),
            reason: self.reason.map(own),
        }
    }
}
/// Part of `JoinGroupRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct JoinGroupRequestProtocol<'a> {
    pub name: Cow<'a, str>,
    pub metadata: Cow<'a, [u8]>,
}
impl<'a> JoinGroupRequestProtocol<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.metadata = r.bytes(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 6;
        put_string(out, &self.name, flex)?;
        put_bytes(out, &self.metadata, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> JoinGroupRequestProtocol<'static> {
        JoinGroupRequestProtocol { name: own(self.name), metadata: own(self.metadata) }
    }
}
impl<'a> Message<'a> for JoinGroupRequest<'a> {
    const NAME: &'static str = "JoinGroupRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 9;
    fn flexible(v: i16) -> bool {
        v >= 6
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for JoinGroupRequest<'a> {
    const KEY: ApiKey = ApiKey::JoinGroup;
    type Response<'r> = JoinGroupResponse<'r>;
}
/// `JoinGroupResponse`, API key 11, versions 0 to 9, flexible from 6.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinGroupResponse<'a> {
    /// From version 2.
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub generation_id: i32,
    /// From version 7.
    pub protocol_type: Option<Cow<'a, str>>,
    /// Null from version 7.
    pub protocol_name: Option<Cow<'a, str>>,
    pub leader: Cow<'a, str>,
    /// In version 9 only.
    pub skip_assignment: bool,
    pub member_id: Cow<'a, str>,
    pub members: Vec<JoinGroupResponseMember<'a>>,
}
impl Default for JoinGroupResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            error_code: 0,
            generation_id: -1,
            protocol_type: None,
            protocol_name: Some(Cow::Borrowed("")),
            leader: Cow::Borrowed(""),
            skip_assignment: false,
            member_id: Cow::Borrowed(""),
            members: Vec::new(),
        }
    }
}
impl<'a> JoinGroupResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=9).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        let mut x = Self::default();
        if v >= 2 {
            x.throttle_time_ms = r.i32()?;
        }
        x.error_code = r.i16()?;
        x.generation_id = r.i32()?;
        if v >= 7 {
            x.protocol_type = r.string_opt(flex)?;
        }
        x.protocol_name = if v >= 7 { r.string_opt(flex)? } else { Some(r.string(flex)?) };
        x.leader = r.string(flex)?;
        if v == 9 {
            x.skip_assignment = r.bool()?;
        }
        x.member_id = r.string(flex)?;
        x.members = r.array(flex, 4, |r| JoinGroupResponseMember::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=9).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 6;
        if v >= 2 {
            put_i32(out, self.throttle_time_ms);
        }
        put_i16(out, self.error_code);
        put_i32(out, self.generation_id);
        if v >= 7 {
            put_string_opt(out, self.protocol_type.as_deref(), flex)?;
        }
        if v >= 7 {
            put_string_opt(out, self.protocol_name.as_deref(), flex)?;
        } else {
            let x = self.protocol_name.as_ref().ok_or(EncodeError::Null("protocol_name"))?;
            put_string(out, x, flex)?
        };
        put_string(out, &self.leader, flex)?;
        if v < 9 && self.skip_assignment {
            return Err(EncodeError::Unsupported("skip_assignment"));
        }
        if v == 9 {
            put_bool(out, self.skip_assignment);
        }
        put_string(out, &self.member_id, flex)?;
        put_array(out, &self.members, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> JoinGroupResponse<'static> {
        JoinGroupResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            generation_id: self.generation_id,
            protocol_type: self.protocol_type.map(own),
            protocol_name: self.protocol_name.map(own),
            leader: own(self.leader),
            skip_assignment: self.skip_assignment,
            member_id: own(self.member_id),
            members: self.members.into_iter().map(JoinGroupResponseMember::into_owned).collect(),
        }
    }
}
/// Part of `JoinGroupResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct JoinGroupResponseMember<'a> {
    pub member_id: Cow<'a, str>,
    /// From version 5.
    pub group_instance_id: Option<Cow<'a, str>>,
    pub metadata: Cow<'a, [u8]>,
}
impl<'a> JoinGroupResponseMember<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 6;
        let mut x = Self::default();
        x.member_id = r.string(flex)?;
        if v >= 5 {
            x.group_instance_id = r.string_opt(flex)?;
        }
        x.metadata = r.bytes(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 6;
        put_string(out, &self.member_id, flex)?;
        if v >= 5 {
            put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        }
        put_bytes(out, &self.metadata, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> JoinGroupResponseMember<'static> {
        JoinGroupResponseMember {
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            metadata: own(self.metadata),
        }
    }
}
impl<'a> Message<'a> for JoinGroupResponse<'a> {
    const NAME: &'static str = "JoinGroupResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 9;
    fn flexible(v: i16) -> bool {
        v >= 6
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
