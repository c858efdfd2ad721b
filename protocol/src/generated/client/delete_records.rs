//! `DeleteRecordsRequest` and `DeleteRecordsResponse`. From `schema/client/021-delete_records.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `DeleteRecordsRequest`, API key 21, versions 0 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsRequest<'a> {
    pub topics: Vec<DeleteRecordsTopic<'a>>,
    pub timeout_ms: i32,
}
impl<'a> DeleteRecordsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.topics = r.array(flex, 3, |r| DeleteRecordsTopic::decode(r, v))?;
        x.timeout_ms = r.i32()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.timeout_ms);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteRecordsRequest<'static> {
        DeleteRecordsRequest {
            topics: self.topics.into_iter().map(DeleteRecordsTopic::into_owned).collect(),
            timeout_ms: self.timeout_ms,
        }
    }
}
/// Part of `DeleteRecordsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<DeleteRecordsPartition>,
}
impl<'a> DeleteRecordsTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 12, |r| DeleteRecordsPartition::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteRecordsTopic<'static> {
        DeleteRecordsTopic { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `DeleteRecordsRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct DeleteRecordsPartition {
    pub partition_index: i32,
    pub offset: i64,
}
impl DeleteRecordsPartition {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.offset = r.i64()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_i32(out, self.partition_index);
        put_i64(out, self.offset);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for DeleteRecordsRequest<'a> {
    const NAME: &'static str = "DeleteRecordsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    fn flexible(v: i16) -> bool {
        v == 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for DeleteRecordsRequest<'a> {
    const KEY: ApiKey = ApiKey::DeleteRecords;
    type Response<'r> = DeleteRecordsResponse<'r>;
}
/// `DeleteRecordsResponse`, API key 21, versions 0 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsResponse<'a> {
    pub throttle_time_ms: i32,
    pub topics: Vec<DeleteRecordsTopicResult<'a>>,
}
impl<'a> DeleteRecordsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.topics = r.array(flex, 3, |r| DeleteRecordsTopicResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteRecordsResponse<'static> {
        DeleteRecordsResponse {
            throttle_time_ms: self.throttle_time_ms,
            topics: self.topics.into_iter().map(DeleteRecordsTopicResult::into_owned).collect(),
        }
    }
}
/// Part of `DeleteRecordsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteRecordsTopicResult<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<DeleteRecordsPartitionResult>,
}
impl<'a> DeleteRecordsTopicResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 14, |r| DeleteRecordsPartitionResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteRecordsTopicResult<'static> {
        DeleteRecordsTopicResult { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `DeleteRecordsResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct DeleteRecordsPartitionResult {
    pub partition_index: i32,
    pub low_watermark: i64,
    pub error_code: i16,
}
impl DeleteRecordsPartitionResult {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.low_watermark = r.i64()?;
        x.error_code = r.i16()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_i32(out, self.partition_index);
        put_i64(out, self.low_watermark);
        put_i16(out, self.error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for DeleteRecordsResponse<'a> {
    const NAME: &'static str = "DeleteRecordsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
    fn flexible(v: i16) -> bool {
        v == 2
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
