//! `DescribeGroupsRequest` and `DescribeGroupsResponse`. From `schema/client/015-describe_groups.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_bytes, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `DescribeGroupsRequest`, API key 15, versions 0 to 6, flexible from 5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeGroupsRequest<'a> {
    pub groups: Vec<Cow<'a, str>>,
    /// From version 3.
    pub include_authorized_operations: bool,
}
impl<'a> DescribeGroupsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 5;
        let mut x = Self::default();
        x.groups = r.array(flex, 1, |r| r.string(flex))?;
        if v >= 3 {
            x.include_authorized_operations = r.bool()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=6).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 5;
        put_array(out, &self.groups, flex, |out, x| put_string(out, x, flex))?;
        if v < 3 && self.include_authorized_operations {
            return Err(EncodeError::Unsupported("include_authorized_operations"));
        }
        if v >= 3 {
            put_bool(out, self.include_authorized_operations);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeGroupsRequest<'static> {
        DescribeGroupsRequest {
            groups: self.groups.into_iter().map(own).collect(),
            include_authorized_operations: self.include_authorized_operations,
        }
    }
}
impl<'a> Message<'a> for DescribeGroupsRequest<'a> {
    const NAME: &'static str = "DescribeGroupsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    fn flexible(v: i16) -> bool {
        v >= 5
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for DescribeGroupsRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeGroups;
    type Response<'r> = DescribeGroupsResponse<'r>;
}
/// `DescribeGroupsResponse`, API key 15, versions 0 to 6, flexible from 5.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeGroupsResponse<'a> {
    /// From version 1.
    pub throttle_time_ms: i32,
    pub groups: Vec<DescribedGroup<'a>>,
}
impl<'a> DescribeGroupsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 5;
        let mut x = Self::default();
        if v >= 1 {
            x.throttle_time_ms = r.i32()?;
        }
        x.groups = r.array(flex, 12, |r| DescribedGroup::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=6).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 5;
        if v >= 1 {
            put_i32(out, self.throttle_time_ms);
        }
        put_array(out, &self.groups, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeGroupsResponse<'static> {
        DescribeGroupsResponse {
            throttle_time_ms: self.throttle_time_ms,
            groups: self.groups.into_iter().map(DescribedGroup::into_owned).collect(),
        }
    }
}
/// Part of `DescribeGroupsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribedGroup<'a> {
    pub error_code: i16,
    /// In version 6 only.
    pub error_message: Option<Cow<'a, str>>,
    pub group_id: Cow<'a, str>,
    pub group_state: Cow<'a, str>,
    pub protocol_type: Cow<'a, str>,
    pub protocol_data: Cow<'a, str>,
    pub members: Vec<DescribedGroupMember<'a>>,
    /// From version 3.
    pub authorized_operations: i32,
}
impl Default for DescribedGroup<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: None,
            group_id: Cow::Borrowed(""),
            group_state: Cow::Borrowed(""),
            protocol_type: Cow::Borrowed(""),
            protocol_data: Cow::Borrowed(""),
            members: Vec::new(),
            authorized_operations: i32::MIN,
        }
    }
}
impl<'a> DescribedGroup<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 5;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        if v == 6 {
            x.error_message = r.string_opt(flex)?;
        }
        x.group_id = r.string(flex)?;
        x.group_state = r.string(flex)?;
        x.protocol_type = r.string(flex)?;
        x.protocol_data = r.string(flex)?;
        x.members = r.array(flex, 7, |r| DescribedGroupMember::decode(r, v))?;
        if v >= 3 {
            x.authorized_operations = r.i32()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 5;
        put_i16(out, self.error_code);
        if v < 6 && self.error_message.is_some() {
            return Err(EncodeError::Unsupported("error_message"));
        }
        if v == 6 {
            put_string_opt(out, self.error_message.as_deref(), flex)?;
        }
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.group_state, flex)?;
        put_string(out, &self.protocol_type, flex)?;
        put_string(out, &self.protocol_data, flex)?;
        put_array(out, &self.members, flex, |out, x| x.encode(out, v))?;
        if v < 3 && self.authorized_operations != i32::MIN {
            return Err(EncodeError::Unsupported("authorized_operations"));
        }
        if v >= 3 {
            put_i32(out, self.authorized_operations);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribedGroup<'static> {
        DescribedGroup {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            group_id: own(self.group_id),
            group_state: own(self.group_state),
            protocol_type: own(self.protocol_type),
            protocol_data: own(self.protocol_data),
            members: self.members.into_iter().map(DescribedGroupMember::into_owned).collect(),
            authorized_operations: self.authorized_operations,
        }
    }
}
/// Part of `DescribeGroupsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribedGroupMember<'a> {
    pub member_id: Cow<'a, str>,
    /// From version 4.
    pub group_instance_id: Option<Cow<'a, str>>,
    pub client_id: Cow<'a, str>,
    pub client_host: Cow<'a, str>,
    pub member_metadata: Cow<'a, [u8]>,
    pub member_assignment: Cow<'a, [u8]>,
}
impl<'a> DescribedGroupMember<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 5;
        let mut x = Self::default();
        x.member_id = r.string(flex)?;
        if v >= 4 {
            x.group_instance_id = r.string_opt(flex)?;
        }
        x.client_id = r.string(flex)?;
        x.client_host = r.string(flex)?;
        x.member_metadata = r.bytes(flex)?;
        x.member_assignment = r.bytes(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 5;
        put_string(out, &self.member_id, flex)?;
        if v >= 4 {
            put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        }
        put_string(out, &self.client_id, flex)?;
        put_string(out, &self.client_host, flex)?;
        put_bytes(out, &self.member_metadata, flex)?;
        put_bytes(out, &self.member_assignment, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribedGroupMember<'static> {
        DescribedGroupMember {
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            client_id: own(self.client_id),
            client_host: own(self.client_host),
            member_metadata: own(self.member_metadata),
            member_assignment: own(self.member_assignment),
        }
    }
}
impl<'a> Message<'a> for DescribeGroupsResponse<'a> {
    const NAME: &'static str = "DescribeGroupsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 6;
    fn flexible(v: i16) -> bool {
        v >= 5
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
