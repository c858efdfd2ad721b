//! `ListGroupsRequest` and `ListGroupsResponse`. From `schema/client/016-list_groups.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string};
use std::borrow::Cow;

/// `ListGroupsRequest`, API key 16, versions 0 to 5, flexible from 3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListGroupsRequest<'a> {
    /// From version 4.
    pub states_filter: Vec<Cow<'a, str>>,
    /// In version 5 only.
    pub types_filter: Vec<Cow<'a, str>>,
}
impl<'a> ListGroupsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        if v >= 4 {
            x.states_filter = r.array(flex, 1, |r| r.string(flex))?;
        }
        if v == 5 {
            x.types_filter = r.array(flex, 1, |r| r.string(flex))?;
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
        let flex = v >= 3;
        if v < 4 && !self.states_filter.is_empty() {
            return Err(EncodeError::Unsupported("states_filter"));
        }
        if v >= 4 {
            put_array(out, &self.states_filter, flex, |out, x| put_string(out, x, flex))?;
        }
        if v < 5 && !self.types_filter.is_empty() {
            return Err(EncodeError::Unsupported("types_filter"));
        }
        if v == 5 {
            put_array(out, &self.types_filter, flex, |out, x| put_string(out, x, flex))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListGroupsRequest<'static> {
        ListGroupsRequest {
            states_filter: self.states_filter.into_iter().map(own).collect(),
            types_filter: self.types_filter.into_iter().map(own).collect(),
        }
    }
}
impl<'a> Message<'a> for ListGroupsRequest<'a> {
    const NAME: &'static str = "ListGroupsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for ListGroupsRequest<'a> {
    const KEY: ApiKey = ApiKey::ListGroups;
    type Response<'r> = ListGroupsResponse<'r>;
}
/// `ListGroupsResponse`, API key 16, versions 0 to 5, flexible from 3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListGroupsResponse<'a> {
    /// From version 1.
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub groups: Vec<ListedGroup<'a>>,
}
impl<'a> ListGroupsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        if v >= 1 {
            x.throttle_time_ms = r.i32()?;
        }
        x.error_code = r.i16()?;
        x.groups = r.array(flex, 3, |r| ListedGroup::decode(r, v))?;
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
        let flex = v >= 3;
        if v >= 1 {
            put_i32(out, self.throttle_time_ms);
        }
        put_i16(out, self.error_code);
        put_array(out, &self.groups, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListGroupsResponse<'static> {
        ListGroupsResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            groups: self.groups.into_iter().map(ListedGroup::into_owned).collect(),
        }
    }
}
/// Part of `ListGroupsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListedGroup<'a> {
    pub group_id: Cow<'a, str>,
    pub protocol_type: Cow<'a, str>,
    /// From version 4.
    pub group_state: Cow<'a, str>,
    /// In version 5 only.
    pub group_type: Cow<'a, str>,
}
impl<'a> ListedGroup<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.protocol_type = r.string(flex)?;
        if v >= 4 {
            x.group_state = r.string(flex)?;
        }
        if v == 5 {
            x.group_type = r.string(flex)?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 3;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.protocol_type, flex)?;
        if v >= 4 {
            put_string(out, &self.group_state, flex)?;
        }
        if v == 5 {
            put_string(out, &self.group_type, flex)?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListedGroup<'static> {
        ListedGroup {
            group_id: own(self.group_id),
            protocol_type: own(self.protocol_type),
            group_state: own(self.group_state),
            group_type: own(self.group_type),
        }
    }
}
impl<'a> Message<'a> for ListGroupsResponse<'a> {
    const NAME: &'static str = "ListGroupsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
