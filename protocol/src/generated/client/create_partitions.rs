//! `CreatePartitionsRequest` and `CreatePartitionsResponse`. From `schema/client/037-create_partitions.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `CreatePartitionsRequest`, API key 37, versions 0 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatePartitionsRequest<'a> {
    pub topics: Vec<CreatePartitionsTopic<'a>>,
    pub timeout_ms: i32,
    pub validate_only: bool,
}
impl<'a> CreatePartitionsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.topics = r.array(flex, 7, |r| CreatePartitionsTopic::decode(r, v))?;
        x.timeout_ms = r.i32()?;
        x.validate_only = r.bool()?;
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
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.timeout_ms);
        put_bool(out, self.validate_only);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreatePartitionsRequest<'static> {
        CreatePartitionsRequest {
            topics: self.topics.into_iter().map(CreatePartitionsTopic::into_owned).collect(),
            timeout_ms: self.timeout_ms,
            validate_only: self.validate_only,
        }
    }
}
/// Part of `CreatePartitionsRequest`.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatePartitionsTopic<'a> {
    pub name: Cow<'a, str>,
    pub count: i32,
    pub assignments: Option<Vec<CreatePartitionsAssignment>>,
}
impl Default for CreatePartitionsTopic<'_> {
    fn default() -> Self {
        Self { name: Cow::Borrowed(""), count: 0, assignments: Some(Vec::new()) }
    }
}
impl<'a> CreatePartitionsTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.count = r.i32()?;
        x.assignments = r.array_opt(flex, 2, |r| CreatePartitionsAssignment::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_string(out, &self.name, flex)?;
        put_i32(out, self.count);
        put_array_opt(out, self.assignments.as_deref(), flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreatePartitionsTopic<'static> {
        CreatePartitionsTopic { name: own(self.name), count: self.count, assignments: self.assignments }
    }
}
/// Part of `CreatePartitionsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatePartitionsAssignment {
    pub broker_ids: Vec<i32>,
}
impl CreatePartitionsAssignment {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.broker_ids = r.array(flex, 4, Reader::i32)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_array(out, &self.broker_ids, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for CreatePartitionsRequest<'a> {
    const NAME: &'static str = "CreatePartitionsRequest";
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
impl<'a> Request<'a> for CreatePartitionsRequest<'a> {
    const KEY: ApiKey = ApiKey::CreatePartitions;
    type Response<'r> = CreatePartitionsResponse<'r>;
}
/// `CreatePartitionsResponse`, API key 37, versions 0 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatePartitionsResponse<'a> {
    pub throttle_time_ms: i32,
    pub results: Vec<CreatePartitionsTopicResult<'a>>,
}
impl<'a> CreatePartitionsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.results = r.array(flex, 5, |r| CreatePartitionsTopicResult::decode(r, v))?;
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
    pub fn into_owned(self) -> CreatePartitionsResponse<'static> {
        CreatePartitionsResponse {
            throttle_time_ms: self.throttle_time_ms,
            results: self.results.into_iter().map(CreatePartitionsTopicResult::into_owned).collect(),
        }
    }
}
/// Part of `CreatePartitionsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CreatePartitionsTopicResult<'a> {
    pub name: Cow<'a, str>,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl<'a> CreatePartitionsTopicResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.name = r.string(flex)?;
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
        put_string(out, &self.name, flex)?;
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CreatePartitionsTopicResult<'static> {
        CreatePartitionsTopicResult {
            name: own(self.name),
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for CreatePartitionsResponse<'a> {
    const NAME: &'static str = "CreatePartitionsResponse";
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
