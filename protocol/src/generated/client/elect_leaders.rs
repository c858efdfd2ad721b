//! `ElectLeadersRequest` and `ElectLeadersResponse`. From `schema/client/043-elect_leaders.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_i8, put_i16, put_i32, put_string,
    put_string_opt,
};
use std::borrow::Cow;

/// `ElectLeadersRequest`, API key 43, versions 0 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq)]
pub struct ElectLeadersRequest<'a> {
    /// From version 1.
    pub election_type: i8,
    pub topic_partitions: Option<Vec<TopicPartitions<'a>>>,
    pub timeout_ms: i32,
}
impl Default for ElectLeadersRequest<'_> {
    fn default() -> Self {
        Self { election_type: 0, topic_partitions: Some(Vec::new()), timeout_ms: 60000 }
    }
}
impl<'a> ElectLeadersRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        if v >= 1 {
            x.election_type = r.i8()?;
        }
        x.topic_partitions = r.array_opt(flex, 3, |r| TopicPartitions::decode(r, v))?;
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
        if v < 1 && self.election_type != 0 {
            return Err(EncodeError::Unsupported("election_type"));
        }
        if v >= 1 {
            put_i8(out, self.election_type);
        }
        put_array_opt(out, self.topic_partitions.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.timeout_ms);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ElectLeadersRequest<'static> {
        ElectLeadersRequest {
            election_type: self.election_type,
            topic_partitions: self
                .topic_partitions
                .map(|x| x.into_iter().map(TopicPartitions::into_owned).collect()),
            timeout_ms: self.timeout_ms,
        }
    }
}
/// Part of `ElectLeadersRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartitions<'a> {
    pub topic: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> TopicPartitions<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
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
        let flex = v == 2;
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
    pub fn into_owned(self) -> TopicPartitions<'static> {
        TopicPartitions { topic: own(self.topic), partitions: self.partitions }
    }
}
impl<'a> Message<'a> for ElectLeadersRequest<'a> {
    const NAME: &'static str = "ElectLeadersRequest";
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
impl<'a> Request<'a> for ElectLeadersRequest<'a> {
    const KEY: ApiKey = ApiKey::ElectLeaders;
    type Response<'r> = ElectLeadersResponse<'r>;
}
/// `ElectLeadersResponse`, API key 43, versions 0 to 2, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ElectLeadersResponse<'a> {
    pub throttle_time_ms: i32,
    /// From version 1.
    pub error_code: i16,
    pub replica_election_results: Vec<ReplicaElectionResult<'a>>,
}
impl<'a> ElectLeadersResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 2;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        if v >= 1 {
            x.error_code = r.i16()?;
        }
        x.replica_election_results = r.array(flex, 3, |r| ReplicaElectionResult::decode(r, v))?;
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
        if v < 1 && self.error_code != 0 {
            return Err(EncodeError::Unsupported("error_code"));
        }
        if v >= 1 {
            put_i16(out, self.error_code);
        }
        put_array(out, &self.replica_election_results, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ElectLeadersResponse<'static> {
        ElectLeadersResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            replica_election_results: self
                .replica_election_results
                .into_iter()
                .map(ReplicaElectionResult::into_owned)
                .collect(),
        }
    }
}
/// Part of `ElectLeadersResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ReplicaElectionResult<'a> {
    pub topic: Cow<'a, str>,
    pub partition_result: Vec<PartitionResult<'a>>,
}
impl<'a> ReplicaElectionResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.topic = r.string(flex)?;
        x.partition_result = r.array(flex, 8, |r| PartitionResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_string(out, &self.topic, flex)?;
        put_array(out, &self.partition_result, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ReplicaElectionResult<'static> {
        ReplicaElectionResult {
            topic: own(self.topic),
            partition_result: self.partition_result.into_iter().map(PartitionResult::into_owned).collect(),
        }
    }
}
/// Part of `ElectLeadersResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct PartitionResult<'a> {
    pub partition_id: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for PartitionResult<'_> {
    fn default() -> Self {
        Self { partition_id: 0, error_code: 0, error_message: Some(Cow::Borrowed("")) }
    }
}
impl<'a> PartitionResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 2;
        let mut x = Self::default();
        x.partition_id = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 2;
        put_i32(out, self.partition_id);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionResult<'static> {
        PartitionResult {
            partition_id: self.partition_id,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for ElectLeadersResponse<'a> {
    const NAME: &'static str = "ElectLeadersResponse";
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
