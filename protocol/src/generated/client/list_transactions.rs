//! `ListTransactionsRequest` and `ListTransactionsResponse`. From `schema/client/066-list_transactions.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_i64, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `ListTransactionsRequest`, API key 66, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTransactionsRequest<'a> {
    pub state_filters: Vec<Cow<'a, str>>,
    pub producer_id_filters: Vec<i64>,
    /// From version 1.
    pub duration_filter: i64,
    /// In version 2 only.
    pub transactional_id_pattern: Option<Cow<'a, str>>,
}
impl Default for ListTransactionsRequest<'_> {
    fn default() -> Self {
        Self {
            state_filters: Vec::new(),
            producer_id_filters: Vec::new(),
            duration_filter: -1,
            transactional_id_pattern: None,
        }
    }
}
impl<'a> ListTransactionsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.state_filters = r.array(flex, 1, |r| r.string(flex))?;
        x.producer_id_filters = r.array(flex, 8, Reader::i64)?;
        if v >= 1 {
            x.duration_filter = r.i64()?;
        }
        if v == 2 {
            x.transactional_id_pattern = r.string_opt(flex)?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.state_filters, flex, |out, x| put_string(out, x, flex))?;
        put_array(out, &self.producer_id_filters, flex, |out, x| {
            put_i64(out, *x);
            Ok(())
        })?;
        if v < 1 && self.duration_filter != -1 {
            return Err(EncodeError::Unsupported("duration_filter"));
        }
        if v >= 1 {
            put_i64(out, self.duration_filter);
        }
        if v < 2 && self.transactional_id_pattern.is_some() {
            return Err(EncodeError::Unsupported("transactional_id_pattern"));
        }
        if v == 2 {
            put_string_opt(out, self.transactional_id_pattern.as_deref(), flex)?;
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListTransactionsRequest<'static> {
        ListTransactionsRequest {
            state_filters: self.state_filters.into_iter().map(own).collect(),
            producer_id_filters: self.producer_id_filters,
            duration_filter: self.duration_filter,
            transactional_id_pattern: self.transactional_id_pattern.map(own),
        }
    }
}
impl<'a> Message<'a> for ListTransactionsRequest<'a> {
    const NAME: &'static str = "ListTransactionsRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
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
impl<'a> Request<'a> for ListTransactionsRequest<'a> {
    const KEY: ApiKey = ApiKey::ListTransactions;
    type Response<'r> = ListTransactionsResponse<'r>;
}
/// `ListTransactionsResponse`, API key 66, versions 0 to 2, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ListTransactionsResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub unknown_state_filters: Vec<Cow<'a, str>>,
    pub transaction_states: Vec<TransactionState<'a>>,
}
impl<'a> ListTransactionsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.unknown_state_filters = r.array(flex, 1, |r| r.string(flex))?;
        x.transaction_states = r.array(flex, 11, |r| TransactionState::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_array(out, &self.unknown_state_filters, flex, |out, x| put_string(out, x, flex))?;
        put_array(out, &self.transaction_states, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ListTransactionsResponse<'static> {
        ListTransactionsResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            unknown_state_filters: self.unknown_state_filters.into_iter().map(own).collect(),
            transaction_states: self
                .transaction_states
                .into_iter()
                .map(TransactionState::into_owned)
                .collect(),
        }
    }
}
/// Part of `ListTransactionsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TransactionState<'a> {
    pub transactional_id: Cow<'a, str>,
    pub producer_id: i64,
    pub transaction_state: Cow<'a, str>,
}
impl<'a> TransactionState<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.transactional_id = r.string(flex)?;
        x.producer_id = r.i64()?;
        x.transaction_state = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.transactional_id, flex)?;
        put_i64(out, self.producer_id);
        put_string(out, &self.transaction_state, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TransactionState<'static> {
        TransactionState {
            transactional_id: own(self.transactional_id),
            producer_id: self.producer_id,
            transaction_state: own(self.transaction_state),
        }
    }
}
impl<'a> Message<'a> for ListTransactionsResponse<'a> {
    const NAME: &'static str = "ListTransactionsResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 2;
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
