//! `AlterPartitionRequest` and `AlterPartitionResponse`. From `schema/client/056-alter_partition.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, put_array, put_i8, put_i16, put_i32, put_i64, put_uuid};

/// `AlterPartitionRequest`, API key 56, versions 2 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq)]
pub struct AlterPartitionRequest {
    pub broker_id: i32,
    pub broker_epoch: i64,
    pub topics: Vec<RequestTopicData>,
}
impl Default for AlterPartitionRequest {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1, topics: Vec::new() }
    }
}
impl AlterPartitionRequest {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(2..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.broker_epoch = r.i64()?;
        x.topics = r.array(flex, 18, |r| RequestTopicData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(2..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.broker_id);
        put_i64(out, self.broker_epoch);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `AlterPartitionRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestTopicData {
    pub topic_id: Uuid,
    pub partitions: Vec<RequestPartitionData>,
}
impl RequestTopicData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 15, |r| RequestPartitionData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `AlterPartitionRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct RequestPartitionData {
    pub partition_index: i32,
    pub leader_epoch: i32,
    /// In version 2 only.
    pub new_isr: Vec<i32>,
    /// In version 3 only.
    pub new_isr_with_epochs: Vec<BrokerState>,
    pub leader_recovery_state: i8,
    pub partition_epoch: i32,
}
impl RequestPartitionData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.leader_epoch = r.i32()?;
        if v == 2 {
            x.new_isr = r.array(flex, 4, Reader::i32)?;
        }
        if v == 3 {
            x.new_isr_with_epochs = r.array(flex, 13, |r| BrokerState::decode(r, v))?;
        }
        x.leader_recovery_state = r.i8()?;
        x.partition_epoch = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i32(out, self.leader_epoch);
        if v > 2 && !self.new_isr.is_empty() {
            return Err(EncodeError::Unsupported("new_isr"));
        }
        if v == 2 {
            put_array(out, &self.new_isr, flex, |out, x| {
                put_i32(out, *x);
                Ok(())
            })?;
        }
        if v < 3 && !self.new_isr_with_epochs.is_empty() {
            return Err(EncodeError::Unsupported("new_isr_with_epochs"));
        }
        if v == 3 {
            put_array(out, &self.new_isr_with_epochs, flex, |out, x| x.encode(out, v))?;
        }
        put_i8(out, self.leader_recovery_state);
        put_i32(out, self.partition_epoch);
        out.push(0);
        Ok(())
    }
}
/// Part of `AlterPartitionRequest`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrokerState {
    pub broker_id: i32,
    pub broker_epoch: i64,
}
impl Default for BrokerState {
    fn default() -> Self {
        Self { broker_id: 0, broker_epoch: -1 }
    }
}
impl BrokerState {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.broker_id = r.i32()?;
        x.broker_epoch = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.broker_id);
        put_i64(out, self.broker_epoch);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for AlterPartitionRequest {
    const NAME: &'static str = "AlterPartitionRequest";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 3;
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
impl<'a> Request<'a> for AlterPartitionRequest {
    const KEY: ApiKey = ApiKey::AlterPartition;
    type Response<'r> = AlterPartitionResponse;
}
/// `AlterPartitionResponse`, API key 56, versions 2 to 3, flexible from 2.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AlterPartitionResponse {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub topics: Vec<ResponseTopicData>,
}
impl AlterPartitionResponse {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(2..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.topics = r.array(flex, 18, |r| ResponseTopicData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(2..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `AlterPartitionResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponseTopicData {
    pub topic_id: Uuid,
    pub partitions: Vec<ResponsePartitionData>,
}
impl ResponseTopicData {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 21, |r| ResponsePartitionData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_array(out, &self.partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `AlterPartitionResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ResponsePartitionData {
    pub partition_index: i32,
    pub error_code: i16,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub isr: Vec<i32>,
    pub leader_recovery_state: i8,
    pub partition_epoch: i32,
}
impl ResponsePartitionData {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.isr = r.array(flex, 4, Reader::i32)?;
        x.leader_recovery_state = r.i8()?;
        x.partition_epoch = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        put_array(out, &self.isr, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        put_i8(out, self.leader_recovery_state);
        put_i32(out, self.partition_epoch);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for AlterPartitionResponse {
    const NAME: &'static str = "AlterPartitionResponse";
    const MIN_VERSION: i16 = 2;
    const MAX_VERSION: i16 = 3;
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
