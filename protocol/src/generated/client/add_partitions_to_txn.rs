//! `AddPartitionsToTxnRequest` and `AddPartitionsToTxnResponse`. From `schema/client/024-add_partitions_to_txn.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i16, put_i32, put_i64, put_string,
};
use std::borrow::Cow;

/// `AddPartitionsToTxnRequest`, API key 24, versions 0 to 5, flexible from 3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnRequest<'a> {
    /// From version 4.
    pub transactions: Vec<AddPartitionsToTxnTransaction<'a>>,
    /// In versions 0 to 3.
    pub v3_and_below_transactional_id: Cow<'a, str>,
    /// In versions 0 to 3.
    pub v3_and_below_producer_id: i64,
    /// In versions 0 to 3.
    pub v3_and_below_producer_epoch: i16,
    /// In versions 0 to 3.
    pub v3_and_below_topics: Vec<AddPartitionsToTxnTopic<'a>>,
}
impl<'a> AddPartitionsToTxnRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        if v >= 4 {
            x.transactions = r.array(flex, 14, |r| AddPartitionsToTxnTransaction::decode(r, v))?;
        }
        if v <= 3 {
            x.v3_and_below_transactional_id = r.string(flex)?;
        }
        if v <= 3 {
            x.v3_and_below_producer_id = r.i64()?;
        }
        if v <= 3 {
            x.v3_and_below_producer_epoch = r.i16()?;
        }
        if v <= 3 {
            x.v3_and_below_topics = r.array(flex, 3, |r| AddPartitionsToTxnTopic::decode(r, v))?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        if v < 4 && !self.transactions.is_empty() {
            return Err(EncodeError::Unsupported("transactions"));
        }
        if v >= 4 {
            put_array(out, &self.transactions, flex, |out, x| x.encode(out, v))?;
        }
        if v > 3 && !self.v3_and_below_transactional_id.is_empty() {
            return Err(EncodeError::Unsupported("v3_and_below_transactional_id"));
        }
        if v <= 3 {
            put_string(out, &self.v3_and_below_transactional_id, flex)?;
        }
        if v > 3 && self.v3_and_below_producer_id != 0 {
            return Err(EncodeError::Unsupported("v3_and_below_producer_id"));
        }
        if v <= 3 {
            put_i64(out, self.v3_and_below_producer_id);
        }
        if v > 3 && self.v3_and_below_producer_epoch != 0 {
            return Err(EncodeError::Unsupported("v3_and_below_producer_epoch"));
        }
        if v <= 3 {
            put_i16(out, self.v3_and_below_producer_epoch);
        }
        if v > 3 && !self.v3_and_below_topics.is_empty() {
            return Err(EncodeError::Unsupported("v3_and_below_topics"));
        }
        if v <= 3 {
            put_array(out, &self.v3_and_below_topics, flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AddPartitionsToTxnRequest<'static> {
        AddPartitionsToTxnRequest {
            transactions: self
                .transactions
                .into_iter()
                .map(AddPartitionsToTxnTransaction::into_owned)
                .collect(),
            v3_and_below_transactional_id: own(self.v3_and_below_transactional_id),
            v3_and_below_producer_id: self.v3_and_below_producer_id,
            v3_and_below_producer_epoch: self.v3_and_below_producer_epoch,
            v3_and_below_topics: self
                .v3_and_below_topics
                .into_iter()
                .map(AddPartitionsToTxnTopic::into_owned)
                .collect(),
        }
    }
}
/// Part of `AddPartitionsToTxnRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnTransaction<'a> {
    pub transactional_id: Cow<'a, str>,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub verify_only: bool,
    pub topics: Vec<AddPartitionsToTxnTopic<'a>>,
}
impl<'a> AddPartitionsToTxnTransaction<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.transactional_id = r.string(flex)?;
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i16()?;
        x.verify_only = r.bool()?;
        x.topics = r.array(flex, 3, |r| AddPartitionsToTxnTopic::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.transactional_id, flex)?;
        put_i64(out, self.producer_id);
        put_i16(out, self.producer_epoch);
        put_bool(out, self.verify_only);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AddPartitionsToTxnTransaction<'static> {
        AddPartitionsToTxnTransaction {
            transactional_id: own(self.transactional_id),
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            verify_only: self.verify_only,
            topics: self.topics.into_iter().map(AddPartitionsToTxnTopic::into_owned).collect(),
        }
    }
}
/// Part of `AddPartitionsToTxnRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnTopic<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> AddPartitionsToTxnTopic<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
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
        let flex = v >= 3;
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
    pub fn into_owned(self) -> AddPartitionsToTxnTopic<'static> {
        AddPartitionsToTxnTopic { name: own(self.name), partitions: self.partitions }
    }
}
impl<'a> Message<'a> for AddPartitionsToTxnRequest<'a> {
    const NAME: &'static str = "AddPartitionsToTxnRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for AddPartitionsToTxnRequest<'a> {
    const KEY: ApiKey = ApiKey::AddPartitionsToTxn;
    type Response<'r> = AddPartitionsToTxnResponse<'r>;
}
/// `AddPartitionsToTxnResponse`, API key 24, versions 0 to 5, flexible from 3.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnResponse<'a> {
    pub throttle_time_ms: i32,
    /// From version 4.
    pub error_code: i16,
    /// From version 4.
    pub results_by_transaction: Vec<AddPartitionsToTxnResult<'a>>,
    /// In versions 0 to 3.
    pub results_by_topic_v3_and_below: Vec<AddPartitionsToTxnTopicResult<'a>>,
}
impl<'a> AddPartitionsToTxnResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=5).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        if v >= 4 {
            x.error_code = r.i16()?;
        }
        if v >= 4 {
            x.results_by_transaction = r.array(flex, 3, |r| AddPartitionsToTxnResult::decode(r, v))?;
        }
        if v <= 3 {
            x.results_by_topic_v3_and_below =
                r.array(flex, 3, |r| AddPartitionsToTxnTopicResult::decode(r, v))?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=5).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 3;
        put_i32(out, self.throttle_time_ms);
        if v >= 4 {
            put_i16(out, self.error_code);
        }
        if v < 4 && !self.results_by_transaction.is_empty() {
            return Err(EncodeError::Unsupported("results_by_transaction"));
        }
        if v >= 4 {
            put_array(out, &self.results_by_transaction, flex, |out, x| x.encode(out, v))?;
        }
        if v > 3 && !self.results_by_topic_v3_and_below.is_empty() {
            return Err(EncodeError::Unsupported("results_by_topic_v3_and_below"));
        }
        if v <= 3 {
            put_array(out, &self.results_by_topic_v3_and_below, flex, |out, x| x.encode(out, v))?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AddPartitionsToTxnResponse<'static> {
        AddPartitionsToTxnResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            results_by_transaction: self
                .results_by_transaction
                .into_iter()
                .map(AddPartitionsToTxnResult::into_owned)
                .collect(),
            results_by_topic_v3_and_below: self
                .results_by_topic_v3_and_below
                .into_iter()
                .map(AddPartitionsToTxnTopicResult::into_owned)
                .collect(),
        }
    }
}
/// Part of `AddPartitionsToTxnResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnResult<'a> {
    pub transactional_id: Cow<'a, str>,
    pub topic_results: Vec<AddPartitionsToTxnTopicResult<'a>>,
}
impl<'a> AddPartitionsToTxnResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.transactional_id = r.string(flex)?;
        x.topic_results = r.array(flex, 3, |r| AddPartitionsToTxnTopicResult::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.transactional_id, flex)?;
        put_array(out, &self.topic_results, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AddPartitionsToTxnResult<'static> {
        AddPartitionsToTxnResult {
            transactional_id: own(self.transactional_id),
            topic_results: self
                .topic_results
                .into_iter()
                .map(AddPartitionsToTxnTopicResult::into_owned)
                .collect(),
        }
    }
}
/// Part of `AddPartitionsToTxnResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnTopicResult<'a> {
    pub name: Cow<'a, str>,
    pub results_by_partition: Vec<AddPartitionsToTxnPartitionResult>,
}
impl<'a> AddPartitionsToTxnTopicResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.results_by_partition = r.array(flex, 6, |r| AddPartitionsToTxnPartitionResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 3;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.results_by_partition, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AddPartitionsToTxnTopicResult<'static> {
        AddPartitionsToTxnTopicResult {
            name: own(self.name),
            results_by_partition: self.results_by_partition,
        }
    }
}
/// Part of `AddPartitionsToTxnResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct AddPartitionsToTxnPartitionResult {
    pub partition_index: i32,
    pub partition_error_code: i16,
}
impl AddPartitionsToTxnPartitionResult {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 3;
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.partition_error_code = r.i16()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 3;
        put_i32(out, self.partition_index);
        put_i16(out, self.partition_error_code);
        if flex {
            out.push(0);
        }
        Ok(())
    }
}
impl<'a> Message<'a> for AddPartitionsToTxnResponse<'a> {
    const NAME: &'static str = "AddPartitionsToTxnResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 5;
    fn flexible(v: i16) -> bool {
        v >= 3
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
