//! `DeleteAclsRequest` and `DeleteAclsResponse`. From `schema/client/031-delete_acls.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i16, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `DeleteAclsRequest`, API key 31, versions 1 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteAclsRequest<'a> {
    pub filters: Vec<DeleteAclsFilter<'a>>,
}
impl<'a> DeleteAclsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.filters = r.array(flex, 8, |r| DeleteAclsFilter::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_array(out, &self.filters, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteAclsRequest<'static> {
        DeleteAclsRequest { filters: self.filters.into_iter().map(DeleteAclsFilter::into_owned).collect() }
    }
}
/// Part of `DeleteAclsRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct DeleteAclsFilter<'a> {
    pub resource_type_filter: i8,
    pub resource_name_filter: Option<Cow<'a, str>>,
    pub pattern_type_filter: i8,
    pub principal_filter: Option<Cow<'a, str>>,
    pub host_filter: Option<Cow<'a, str>>,
    pub operation: i8,
    pub permission_type: i8,
}
impl Default for DeleteAclsFilter<'_> {
    fn default() -> Self {
        Self {
            resource_type_filter: 0,
            resource_name_filter: Some(Cow::Borrowed("")),
            pattern_type_filter: 3,
            principal_filter: Some(Cow::Borrowed("")),
            host_filter: Some(Cow::Borrowed("")),
            operation: 0,
            permission_type: 0,
        }
    }
}
impl<'a> DeleteAclsFilter<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.resource_type_filter = r.i8()?;
        x.resource_name_filter = r.string_opt(flex)?;
        x.pattern_type_filter = r.i8()?;
        x.principal_filter = r.string_opt(flex)?;
        x.host_filter = r.string_opt(flex)?;
        x.operation = r.i8()?;
        x.permission_type = r.i8()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_i8(out, self.resource_type_filter);
        put_string_opt(out, self.resource_name_filter.as_deref(), flex)?;
        put_i8(out, self.pattern_type_filter);
        put_string_opt(out, self.principal_filter.as_deref(), flex)?;
        put_string_opt(out, self.host_filter.as_deref(), flex)?;
        put_i8(out, self.operation);
        put_i8(out, self.permission_type);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteAclsFilter<'static> {
        DeleteAclsFilter {
            resource_type_filter: self.resource_type_filter,
            resource_name_filter: self.resource_name_filter.map(own),
            pattern_type_filter: self.pattern_type_filter,
            principal_filter: self.principal_filter.map(own),
            host_filter: self.host_filter.map(own),
            operation: self.operation,
            permission_type: self.permission_type,
        }
    }
}
impl<'a> Message<'a> for DeleteAclsRequest<'a> {
    const NAME: &'static str = "DeleteAclsRequest";
    const MIN_VERSION: i16 = 1;
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
impl<'a> Request<'a> for DeleteAclsRequest<'a> {
    const KEY: ApiKey = ApiKey::DeleteAcls;
    type Response<'r> = DeleteAclsResponse<'r>;
}
/// `DeleteAclsResponse`, API key 31, versions 1 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteAclsResponse<'a> {
    pub throttle_time_ms: i32,
    pub filter_results: Vec<DeleteAclsFilterResult<'a>>,
}
impl<'a> DeleteAclsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.filter_results = r.array(flex, 5, |r| DeleteAclsFilterResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.filter_results, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteAclsResponse<'static> {
        DeleteAclsResponse {
            throttle_time_ms: self.throttle_time_ms,
            filter_results: self.filter_results.into_iter().map(DeleteAclsFilterResult::into_owned).collect(),
        }
    }
}
/// Part of `DeleteAclsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DeleteAclsFilterResult<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub matching_acls: Vec<DeleteAclsMatchingAcl<'a>>,
}
impl Default for DeleteAclsFilterResult<'_> {
    fn default() -> Self {
        Self { error_code: 0, error_message: Some(Cow::Borrowed("")), matching_acls: Vec::new() }
    }
}
impl<'a> DeleteAclsFilterResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.matching_acls = r.array(flex, 11, |r| DeleteAclsMatchingAcl::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array(out, &self.matching_acls, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteAclsFilterResult<'static> {
        DeleteAclsFilterResult {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            matching_acls: self.matching_acls.into_iter().map(DeleteAclsMatchingAcl::into_owned).collect(),
        }
    }
}
/// Part of `DeleteAclsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DeleteAclsMatchingAcl<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub resource_type: i8,
    pub resource_name: Cow<'a, str>,
    pub pattern_type: i8,
    pub principal: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub operation: i8,
    pub permission_type: i8,
}
impl Default for DeleteAclsMatchingAcl<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            resource_type: 0,
            resource_name: Cow::Borrowed(""),
            pattern_type: 3,
            principal: Cow::Borrowed(""),
            host: Cow::Borrowed(""),
            operation: 0,
            permission_type: 0,
        }
    }
}
impl<'a> DeleteAclsMatchingAcl<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.resource_type = r.i8()?;
        x.resource_name = r.string(flex)?;
        x.pattern_type = r.i8()?;
        x.principal = r.string(flex)?;
        x.host = r.string(flex)?;
        x.operation = r.i8()?;
        x.permission_type = r.i8()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_i8(out, self.resource_type);
        put_string(out, &self.resource_name, flex)?;
        put_i8(out, self.pattern_type);
        put_string(out, &self.principal, flex)?;
        put_string(out, &self.host, flex)?;
        put_i8(out, self.operation);
        put_i8(out, self.permission_type);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteAclsMatchingAcl<'static> {
        DeleteAclsMatchingAcl {
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            resource_type: self.resource_type,
            resource_name: own(self.resource_name),
            pattern_type: self.pattern_type,
            principal: own(self.principal),
            host: own(self.host),
            operation: self.operation,
            permission_type: self.permission_type,
        }
    }
}
impl<'a> Message<'a> for DeleteAclsResponse<'a> {
    const NAME: &'static str = "DeleteAclsResponse";
    const MIN_VERSION: i16 = 1;
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
