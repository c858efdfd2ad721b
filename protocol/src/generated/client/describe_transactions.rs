//! `DescribeTransactionsRequest` and `DescribeTransactionsResponse`. From `schema/client/065-describe_transactions.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string};
use std::borrow::Cow;

/// `DescribeTransactionsRequest`, API key 65, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeTransactionsRequest<'a> {
    pub transactional_ids: Vec<Cow<'a, str>>,
}
impl<'a> DescribeTransactionsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.transactional_ids = r.array(flex, 1, |r| r.string(flex))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.transactional_ids, flex, |out, x| put_string(out, x, flex))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeTransactionsRequest<'static> {
        DescribeTransactionsRequest {
            transactional_ids: self.transactional_ids.into_iter().map(own).collect(),
        }
    }
}
impl<'a> Message<'a> for DescribeTransactionsRequest<'a> {
    const NAME: &'static str = "DescribeTransactionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
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
impl<'a> Request<'a> for DescribeTransactionsRequest<'a> {
    const KEY: ApiKey = ApiKey::DescribeTransactions;
    type Response<'r> = DescribeTransactionsResponse<'r>;
}
/// `DescribeTransactionsResponse`, API key 65, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DescribeTransactionsResponse<'a> {
    pub throttle_time_ms: i32,
    pub transaction_states: Vec<TransactionState<'a>>,
}
impl<'a> DescribeTransactionsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.transaction_states = r.array(flex, 28, |r| TransactionState::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.transaction_states, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DescribeTransactionsResponse<'static> {
        DescribeTransactionsResponse {
            throttle_time_ms: self.throttle_time_ms,
            transaction_states: self
                .transaction_states
                .into_iter()
                .map(TransactionState::into_owned)
                .collect(),
        }
    }
}
/// Part of `DescribeTransactionsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TransactionState<'a> {
    pub error_code: i16,
    pub transactional_id: Cow<'a, str>,
    pub transaction_state: Cow<'a, str>,
    pub transaction_timeout_ms: i32,
    pub transaction_start_time_ms: i64,
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub topics: Vec<TopicData<'a>>,
}
impl<'a> TransactionState<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.error_code = r.i16()?;
        x.transactional_id = r.string(flex)?;
        x.transaction_state = r.string(flex)?;
        x.transaction_timeout_ms = r.i32()?;
        x.transaction_start_time_ms = r.i64()?;
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i16()?;
        x.topics = r.array(flex, 3, |r| TopicData::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i16(out, self.error_code);
        put_string(out, &self.transactional_id, flex)?;
        put_string(out, &self.transaction_state, flex)?;
        put_i32(out, self.transaction_timeout_ms);
        put_i64(out, self.transaction_start_time_ms);
        put_i64(out, self.producer_id);
        put_i16(out, self.producer_epoch);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TransactionState<'static> {
        TransactionState {
            error_code: self.error_code,
            transactional_id: own(self.transactional_id),
            transaction_state: own(self.transaction_state),
            transaction_timeout_ms: self.transaction_timeout_ms,
            transaction_start_time_ms: self.transaction_start_time_ms,
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            topics: self.topics.into_iter().map(TopicData::into_owned).collect(),
        }
    }
}
/// Part of `DescribeTransactionsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicData<'a> {
    pub topic: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> TopicData<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic, flex)?;
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicData<'static> {
        TopicData { topic: own(self.topic), partitions: self.partitions }
    }
}
impl<'a> Message<'a> for DescribeTransactionsResponse<'a> {
    const NAME: &'static str = "DescribeTransactionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
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
