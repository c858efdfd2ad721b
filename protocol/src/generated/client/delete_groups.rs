//! `DeleteGroupsRequest` and `DeleteGroupsResponse`. From `schema/client/042-delete_groups.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `DeleteGroupsRequest`, API key 42, versions 0 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteGroupsRequest<'a> {
    pub groups_names: Vec<Cow<'a, str>>,
}
impl<'a> DeleteGroupsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.groups_names = r.array(flex, 1, |r| r.string(flex))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_array(out, &self.groups_names, flex, |out, x| put_string(out, x, flex))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteGroupsRequest<'static> {
        DeleteGroupsRequest { groups_names: self.groups_names.into_iter().map(own).collect() }
    }
}
impl<'a> Message<'a> for DeleteGroupsRequest<'a> {
    const NAME: &'static str = "DeleteGroupsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    fn flexible(v: i16) -> bool {
        v >= 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for DeleteGroupsRequest<'a> {
    const KEY: ApiKey = ApiKey::DeleteGroups;
    type Response<'r> = DeleteGroupsResponse<'r>;
}
/// `DeleteGroupsResponse`, API key 42, versions 0 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteGroupsResponse<'a> {
    pub throttle_time_ms: i32,
    pub results: Vec<DeletableGroupResult<'a>>,
}
impl<'a> DeleteGroupsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.results = r.array(flex, 4, |r| DeletableGroupResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteGroupsResponse<'static> {
        DeleteGroupsResponse {
            throttle_time_ms: self.throttle_time_ms,
            results: self.results.into_iter().map(DeletableGroupResult::into_owned).collect(),
        }
    }
}
/// Part of `DeleteGroupsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeletableGroupResult<'a> {
    pub group_id: Cow<'a, str>,
    pub error_code: i16,
    /// In version 3 only.
    pub error_message: Option<Cow<'a, str>>,
}
impl<'a> DeletableGroupResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.error_code = r.i16()?;
        if v == 3 {
            x.error_message = r.string_opt(flex)?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_string(out, &self.group_id, flex)?;
        put_i16(out, self.error_code);
        if v == 3 {
            put_string_opt(out, self.error_message.as_deref(), flex)?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeletableGroupResult<'static> {
        DeletableGroupResult {
            group_id: own(self.group_id),
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for DeleteGroupsResponse<'a> {
    const NAME: &'static str = "DeleteGroupsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
    fn flexible(v: i16) -> bool {
        v >= 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
