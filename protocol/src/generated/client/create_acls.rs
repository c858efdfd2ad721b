//! `CreateAclsRequest` and `CreateAclsResponse`. From `schema/client/030-create_acls.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i16, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `CreateAclsRequest`, API key 30, versions 1 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreateAclsRequest<'a> {
    pub creations: Vec<AclCreation<'a>>,
}
impl<'a> CreateAclsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.creations = r.array(flex, 8, |r| AclCreation::decode(r, v))?;
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
        put_array(out, &self.creations, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreateAclsRequest<'static> {
        CreateAclsRequest { creations: self.creations.into_iter().map(AclCreation::into_owned).collect() }
    }
}
/// Part of `CreateAclsRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct AclCreation<'a> {
    pub resource_type: i8,
    pub resource_name: Cow<'a, str>,
    pub resource_pattern_type: i8,
    pub principal: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub operation: i8,
    pub permission_type: i8,
}
impl Default for AclCreation<'_> {
    fn default() -> Self {
        Self {
            resource_type: 0,
            resource_name: Cow::Borrowed(""),
            resource_pattern_type: 3,
            principal: Cow::Borrowed(""),
            host: Cow::Borrowed(""),
            operation: 0,
            permission_type: 0,
        }
    }
}
impl<'a> AclCreation<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.resource_type = r.i8()?;
        x.resource_name = r.string(flex)?;
        x.resource_pattern_type = r.i8()?;
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
        put_i8(out, self.resource_type);
        put_string(out, &self.resource_name, flex)?;
        put_i8(out, self.resource_pattern_type);
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
    pub fn into_owned(self) -> AclCreation<'static> {
        AclCreation {
            resource_type: self.resource_type,
            resource_name: own(self.resource_name),
            resource_pattern_type: self.resource_pattern_type,
            principal: own(self.principal),
            host: own(self.host),
            operation: self.operation,
            permission_type: self.permission_type,
        }
    }
}
impl<'a> Message<'a> for CreateAclsRequest<'a> {
    const NAME: &'static str = "CreateAclsRequest";
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
impl<'a> Request<'a> for CreateAclsRequest<'a> {
    const KEY: ApiKey = ApiKey::CreateAcls;
    type Response<'r> = CreateAclsResponse<'r>;
}
/// `CreateAclsResponse`, API key 30, versions 1 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreateAclsResponse<'a> {
    pub throttle_time_ms: i32,
    pub results: Vec<AclCreationResult<'a>>,
}
impl<'a> CreateAclsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.results = r.array(flex, 4, |r| AclCreationResult::decode(r, v))?;
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
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreateAclsResponse<'static> {
        CreateAclsResponse {
            throttle_time_ms: self.throttle_time_ms,
            results: self.results.into_iter().map(AclCreationResult::into_owned).collect(),
        }
    }
}
/// Part of `CreateAclsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct AclCreationResult<'a> {
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for AclCreationResult<'_> {
    fn default() -> Self {
        Self { error_code: 0, error_message: Some(Cow::Borrowed("")) }
    }
}
impl<'a> AclCreationResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
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
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AclCreationResult<'static> {
        AclCreationResult { error_code: self.error_code, error_message: self.error_message.map(own) }
    }
}
impl<'a> Message<'a> for CreateAclsResponse<'a> {
    const NAME: &'static str = "CreateAclsResponse";
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
