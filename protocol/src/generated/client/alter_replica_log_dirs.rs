//! `AlterReplicaLogDirsRequest` and `AlterReplicaLogDirsResponse`. From `schema/client/034-alter_replica_log_dirs.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string};
use std::borrow::Cow;

/// `AlterReplicaLogDirsRequest`, API key 34, versions 1 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirsRequest<'a> {
    pub dirs: Vec<AlterReplicaLogDir<'a>>,
}
impl<'a> AlterReplicaLogDirsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.dirs = r.array(flex, 3, |r| AlterReplicaLogDir::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_array(out, &self.dirs, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterReplicaLogDirsRequest<'static> {
        AlterReplicaLogDirsRequest {
            dirs: self.dirs.into_iter().map(AlterReplicaLogDir::into_owned).collect(),
        }
    }
}
/// Part of `AlterReplicaLogDirsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDir<'a> {
    pub path: Cow<'a, str>,
    pub topics: Vec<AlterReplicaLogDirTopic<'a>>,
}
impl<'a> AlterReplicaLogDir<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.path = r.string(flex)?;
        x.topics = r.array(flex, 3, |r| AlterReplicaLogDirTopic::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_string(out, &self.path, flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterReplicaLogDir<'static> {
        AlterReplicaLogDir {
            path: own(self.path),
            topics: self.topics.into_iter().map(AlterReplicaLogDirTopic::into_owned).collect(),
        }
    }
}
/// Part of `AlterReplicaLogDirsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> AlterReplicaLogDirTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_string(out, &self.name, flex)?;
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
    pub fn into_owned(self) -> AlterReplicaLogDirTopic<'static> {
        AlterReplicaLogDirTopic { name: own(self.name), partitions: self.partitions }
    }
}
impl<'a> Message<'a> for AlterReplicaLogDirsRequest<'a> {
    const NAME: &'static str = "AlterReplicaLogDirsRequest";
    const MIN_VERSION: i16 = 1;
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
impl<'a> Request<'a> for AlterReplicaLogDirsRequest<'a> {
    const KEY: ApiKey = ApiKey::AlterReplicaLogDirs;
    type Response<'r> = AlterReplicaLogDirsResponse<'r>;
}
/// `AlterReplicaLogDirsResponse`, API key 34, versions 1 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirsResponse<'a> {
    pub throttle_time_ms: i32,
    pub results: Vec<AlterReplicaLogDirTopicResult<'a>>,
}
impl<'a> AlterReplicaLogDirsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.results = r.array(flex, 3, |r| AlterReplicaLogDirTopicResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.results, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterReplicaLogDirsResponse<'static> {
        AlterReplicaLogDirsResponse {
            throttle_time_ms: self.throttle_time_ms,
            results: self.results.into_iter().map(AlterReplicaLogDirTopicResult::into_owned).collect(),
        }
    }
}
/// Part of `AlterReplicaLogDirsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirTopicResult<'a> {
    pub topic_name: Cow<'a, str>,
    pub partitions: Vec<AlterReplicaLogDirPartitionResult>,
}
impl<'a> AlterReplicaLogDirTopicResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.partitions = r.array(flex, 6, |r| AlterReplicaLogDirPartitionResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_string(out, &self.topic_name, flex)?;
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AlterReplicaLogDirTopicResult<'static> {
        AlterReplicaLogDirTopicResult { topic_name: own(self.topic_name), partitions: self.partitions }
    }
}
/// Part of `AlterReplicaLogDirsResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AlterReplicaLogDirPartitionResult {
    pub partition_index: i32,
    pub error_code: i16,
}
impl AlterReplicaLogDirPartitionResult {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
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
        put_i16(out, self.error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for AlterReplicaLogDirsResponse<'a> {
    const NAME: &'static str = "AlterReplicaLogDirsResponse";
    const MIN_VERSION: i16 = 1;
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
