//! `AlterPartitionReassignmentsRequest` and `AlterPartitionReassignmentsResponse`. From `schema/client/045-alter_partition_reassignments.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `AlterPartitionReassignmentsRequest`, API key 45, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterPartitionReassignmentsRequest<'a> {
    pub timeout_ms: i32,
    /// In version 1 only.
    pub allow_replication_factor_change: bool,
    pub topics: Vec<ReassignableTopic<'a>>,
}
impl Default for AlterPartitionReassignmentsRequest<'_> {
    fn default() -> Self {
        Self { timeout_ms: 60000, allow_replication_factor_change: true, topics: Vec::new() }
    }
}
impl<'a> AlterPartitionReassignmentsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.timeout_ms = r.i32()?;
        if v == 1 {
            x.allow_replication_factor_change = r.bool()?;
        }
        x.topics = r.array(flex, 3, |r| ReassignableTopic::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.timeout_ms);
        if v < 1 && !self.allow_replication_factor_change {
            return Err(EncodeError::Unsupported("allow_replication_factor_change"));
        }
        if v == 1 {
            put_bool(out, self.allow_replication_factor_change);
        }
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterPartitionReassignmentsRequest<'static> {
        AlterPartitionReassignmentsRequest {
            timeout_ms: self.timeout_ms,
            allow_replication_factor_change: self.allow_replication_factor_change,
            topics: self.topics.into_iter().map(ReassignableTopic::into_owned).collect(),
        }
    }
}
/// Part of `AlterPartitionReassignmentsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReassignableTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<ReassignablePartition>,
}
impl<'a> ReassignableTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 6, |r| ReassignablePartition::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ReassignableTopic<'static> {
        ReassignableTopic { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `AlterPartitionReassignmentsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReassignablePartition {
    pub partition_index: i32,
    pub replicas: Option<Vec<i32>>,
}
impl ReassignablePartition {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.replicas = r.array_opt(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_array_opt(out, self.replicas.as_deref(), flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for AlterPartitionReassignmentsRequest<'a> {
    const NAME: &'static str = "AlterPartitionReassignmentsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
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
impl<'a> Request<'a> for AlterPartitionReassignmentsRequest<'a> {
    const KEY: ApiKey = ApiKey::AlterPartitionReassignments;
    type Response<'r> = AlterPartitionReassignmentsResponse<'r>;
}
/// `AlterPartitionReassignmentsResponse`, API key 45, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterPartitionReassignmentsResponse<'a> {
    pub throttle_time_ms: i32,
    /// In version 1 only.
    pub allow_replication_factor_change: bool,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub responses: Vec<ReassignableTopicResponse<'a>>,
}
impl Default for AlterPartitionReassignmentsResponse<'_> {
    fn default() -> Self {
        Self {
            throttle_time_ms: 0,
            allow_replication_factor_change: true,
            error_code: 0,
            error_message: Some(Cow::Borrowed("")),
            responses: Vec::new(),
        }
    }
}
impl<'a> AlterPartitionReassignmentsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        if v == 1 {
            x.allow_replication_factor_change = r.bool()?;
        }
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.responses = r.array(flex, 3, |r| ReassignableTopicResponse::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        if v == 1 {
            put_bool(out, self.allow_replication_factor_change);
        }
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array(out, &self.responses, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterPartitionReassignmentsResponse<'static> {
        AlterPartitionReassignmentsResponse {
            throttle_time_ms: self.throttle_time_ms,
            allow_replication_factor_change: self.allow_replication_factor_change,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            responses: self.responses.into_iter().map(ReassignableTopicResponse::into_owned).collect(),
        }
    }
}
/// Part of `AlterPartitionReassignmentsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReassignableTopicResponse<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<ReassignablePartitionResponse<'a>>,
}
impl<'a> ReassignableTopicResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 8, |r| ReassignablePartitionResponse::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ReassignableTopicResponse<'static> {
        ReassignableTopicResponse {
            name: own(self.name),
            partitions: self.partitions.into_iter().map(ReassignablePartitionResponse::into_owned).collect(),
        }
    }
}
/// Part of `AlterPartitionReassignmentsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReassignablePartitionResponse<'a> {
    pub partition_index: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for ReassignablePartitionResponse<'_> {
    fn default() -> Self {
        Self { partition_index: 0, error_code: 0, error_message: Some(Cow::Borrowed("")) }
    }
}
impl<'a> ReassignablePartitionResponse<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ReassignablePartitionResponse<'static> {
        ReassignablePartitionResponse {
            partition_index: self.partition_index,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for AlterPartitionReassignmentsResponse<'a> {
    const NAME: &'static str = "AlterPartitionReassignmentsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
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
