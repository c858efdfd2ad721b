//! `DescribeLogDirsRequest` and `DescribeLogDirsResponse`. From `schema/client/035-describe_log_dirs.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_bool, put_i16, put_i32, put_i64,
    put_string,
};
use std::borrow::Cow;

/// `DescribeLogDirsRequest`, API key 35, versions 1 to 5, flexible from 2.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeLogDirsRequest<'a> {
    pub topics: Option<Vec<DescribableLogDirTopic<'a>>>,
}
impl Default for DescribeLogDirsRequest<'_> {
    fn default() -> Self {
        Self { topics: Some(Vec::new()) }
    }
}
impl<'a> DescribeLogDirsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.topics = r.array_opt(flex, 3, |r| DescribableLogDirTopic::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_array_opt(out, self.topics.as_deref(), flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeLogDirsRequest<'static> {
        DescribeLogDirsRequest {
            topics: self.topics.map(|x| x.into_iter().map(DescribableLogDirTopic::into_owned).collect()),
        }
    }
}
/// Part of `DescribeLogDirsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribableLogDirTopic<'a> {
    pub topic: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> DescribableLogDirTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.topic = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_string(out, &self.topic, flex)?;
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribableLogDirTopic<'static> {
        DescribableLogDirTopic { topic: own(self.topic), partitions: self.partitions }
    }
}
impl<'a> Message<'a> for DescribeLogDirsRequest<'a> {
    const NAME: &'static str = "DescribeLogDirsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 5;
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
impl<'a> Request<'a> for DescribeLogDirsRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeLogDirs;
    type Response<'r> = DescribeLogDirsResponse<'r>;
}
/// `DescribeLogDirsResponse`, API key 35, versions 1 to 5, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeLogDirsResponse<'a> {
    pub throttle_time_ms: i32,
    /// From version 3.
    pub error_code: i16,
    pub results: Vec<DescribeLogDirsResult<'a>>,
}
impl<'a> DescribeLogDirsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        if v >= 3 {
            x.error_code = r.i16()?;
        }
        x.results = r.array(flex, 5, |r| DescribeLogDirsResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 2;
        put_i32(out, self.throttle_time_ms);
        if v >= 3 {
            put_i16(out, self.error_code);
        }
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeLogDirsResponse<'static> {
        DescribeLogDirsResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            results: self.results.into_iter().map(DescribeLogDirsResult::into_owned).collect(),
        }
    }
}
/// Part of `DescribeLogDirsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DescribeLogDirsResult<'a> {
    pub error_code: i16,
    pub log_dir: Cow<'a, str>,
    pub topics: Vec<DescribeLogDirsTopic<'a>>,
    /// From version 4.
    pub total_bytes: i64,
    /// From version 4.
    pub usable_bytes: i64,
    /// In version 5 only.
    pub is_cordoned: bool,
}
impl Default for DescribeLogDirsResult<'_> {
    fn default() -> Self {
        Self {
            error_code: 0,
            log_dir: Cow::Borrowed(""),
            topics: Vec::new(),
            total_bytes: -1,
            usable_bytes: -1,
            is_cordoned: false,
        }
    }
}
impl<'a> DescribeLogDirsResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.log_dir = r.string(flex)?;
        x.topics = r.array(flex, 3, |r| DescribeLogDirsTopic::decode(r, v))?;
        if v >= 4 {
            x.total_bytes = r.i64()?;
        }
        if v >= 4 {
            x.usable_bytes = r.i64()?;
        }
        if v == 5 {
            x.is_cordoned = r.bool()?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_i16(out, self.error_code);
        put_string(out, &self.log_dir, flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if v >= 4 {
            put_i64(out, self.total_bytes);
        }
        if v >= 4 {
            put_i64(out, self.usable_bytes);
        }
        if v == 5 {
            put_bool(out, self.is_cordoned);
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeLogDirsResult<'static> {
        DescribeLogDirsResult {
            error_code: self.error_code,
            log_dir: own(self.log_dir),
            topics: self.topics.into_iter().map(DescribeLogDirsTopic::into_owned).collect(),
            total_bytes: self.total_bytes,
            usable_bytes: self.usable_bytes,
            is_cordoned: self.is_cordoned,
        }
    }
}
/// Part of `DescribeLogDirsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeLogDirsTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<DescribeLogDirsPartition>,
}
impl<'a> DescribeLogDirsTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 21, |r| DescribeLogDirsPartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeLogDirsTopic<'static> {
        DescribeLogDirsTopic { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `DescribeLogDirsResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct DescribeLogDirsPartition {
    pub partition_index: i32,
    pub partition_size: i64,
    pub offset_lag: i64,
    pub is_future_key: bool,
}
impl DescribeLogDirsPartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 2;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.partition_size = r.i64()?;
        x.offset_lag = r.i64()?;
        x.is_future_key = r.bool()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 2;
        put_i32(out, self.partition_index);
        put_i64(out, self.partition_size);
        put_i64(out, self.offset_lag);
        put_bool(out, self.is_future_key);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for DescribeLogDirsResponse<'a> {
    const NAME: &'static str = "DescribeLogDirsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 5;
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
