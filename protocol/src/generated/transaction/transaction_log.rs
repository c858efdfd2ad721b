//! `TransactionLogKey` and `TransactionLogValue`. From `schema/transaction/000-transaction_log.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_array_opt, put_i8, put_i16, put_i32, put_i64,
    put_string,
};
use std::borrow::Cow;

/// `TransactionLogKey`, record type 0, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TransactionLogKey<'a> {
    pub transactional_id: Cow<'a, str>,
}
impl<'a> TransactionLogKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 0;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.transactional_id = r.string(flex)?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.transactional_id, flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TransactionLogKey<'static> {
        TransactionLogKey { transactional_id: own(self.transactional_id) }
    }
}
impl<'a> Message<'a> for TransactionLogKey<'a> {
    const NAME: &'static str = "TransactionLogKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
/// `TransactionLogValue`, record type 0, versions 0 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct TransactionLogValue<'a> {
    pub producer_id: i64,
    /// In version 1 only.
    pub previous_producer_id: i64,
    /// In version 1 only.
    pub next_producer_id: i64,
    pub producer_epoch: i16,
    /// In version 1 only.
    pub next_producer_epoch: i16,
    pub transaction_timeout_ms: i32,
    pub transaction_status: i8,
    pub transaction_partitions: Option<Vec<PartitionsSchema<'a>>>,
    pub transaction_last_update_timestamp_ms: i64,
    pub transaction_start_timestamp_ms: i64,
    /// In version 1 only.
    pub client_transaction_version: i16,
}
impl Default for TransactionLogValue<'_> {
    fn default() -> Self {
        Self {
            producer_id: 0,
            previous_producer_id: -1,
            next_producer_id: -1,
            producer_epoch: 0,
            next_producer_epoch: -1,
            transaction_timeout_ms: 0,
            transaction_status: 0,
            transaction_partitions: Some(Vec::new()),
            transaction_last_update_timestamp_ms: 0,
            transaction_start_timestamp_ms: 0,
            client_transaction_version: 0,
        }
    }
}
impl<'a> TransactionLogValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 0;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        let mut x = Self::default();
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i16()?;
        x.transaction_timeout_ms = r.i32()?;
        x.transaction_status = r.i8()?;
        x.transaction_partitions = r.array_opt(flex, 3, |r| PartitionsSchema::decode(r, v))?;
        x.transaction_last_update_timestamp_ms = r.i64()?;
        x.transaction_start_timestamp_ms = r.i64()?;
        if flex {
            r.tags(|r, tag| {
                match tag {
                    0 => x.previous_producer_id = r.i64()?,
                    1 => x.next_producer_id = r.i64()?,
                    3 => x.next_producer_epoch = r.i16()?,
                    2 => x.client_transaction_version = r.i16()?,
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 1;
        put_i64(out, self.producer_id);
        if v < 1 && self.previous_producer_id != -1 {
            return Err(EncodeError::Unsupported("previous_producer_id"));
        }
        if v < 1 && self.next_producer_id != -1 {
            return Err(EncodeError::Unsupported("next_producer_id"));
        }
        put_i16(out, self.producer_epoch);
        if v < 1 && self.next_producer_epoch != -1 {
            return Err(EncodeError::Unsupported("next_producer_epoch"));
        }
        put_i32(out, self.transaction_timeout_ms);
        put_i8(out, self.transaction_status);
        put_array_opt(out, self.transaction_partitions.as_deref(), flex, |out, x| x.encode(out, v))?;
        put_i64(out, self.transaction_last_update_timestamp_ms);
        put_i64(out, self.transaction_start_timestamp_ms);
        if v < 1 && self.client_transaction_version != 0 {
            return Err(EncodeError::Unsupported("client_transaction_version"));
        }
        if flex {
            let tags = Tags::begin(out);
            if self.previous_producer_id != -1 {
                tags.put(out, 0, |out| {
                    put_i64(out, self.previous_producer_id);
                    Ok(())
                })?;
            }
            if self.next_producer_id != -1 {
                tags.put(out, 1, |out| {
                    put_i64(out, self.next_producer_id);
                    Ok(())
                })?;
            }
            if self.client_transaction_version != 0 {
                tags.put(out, 2, |out| {
                    put_i16(out, self.client_transaction_version);
                    Ok(())
                })?;
            }
            if self.next_producer_epoch != -1 {
                tags.put(out, 3, |out| {
                    put_i16(out, self.next_producer_epoch);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TransactionLogValue<'static> {
        TransactionLogValue {
            producer_id: self.producer_id,
            previous_producer_id: self.previous_producer_id,
            next_producer_id: self.next_producer_id,
            producer_epoch: self.producer_epoch,
            next_producer_epoch: self.next_producer_epoch,
            transaction_timeout_ms: self.transaction_timeout_ms,
            transaction_status: self.transaction_status,
            transaction_partitions: self
                .transaction_partitions
                .map(|x| x.into_iter().map(PartitionsSchema::into_owned).collect()),
            transaction_last_update_timestamp_ms: self.transaction_last_update_timestamp_ms,
            transaction_start_timestamp_ms: self.transaction_start_timestamp_ms,
            client_transaction_version: self.client_transaction_version,
        }
    }
}
/// Part of `TransactionLogValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PartitionsSchema<'a> {
    pub topic: Cow<'a, str>,
    pub partition_ids: Vec<i32>,
}
impl<'a> PartitionsSchema<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 1;
        let mut x = Self::default();
        x.topic = r.string(flex)?;
        x.partition_ids = r.array(flex, 4, Reader::i32)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 1;
        put_string(out, &self.topic, flex)?;
        put_array(out, &self.partition_ids, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> PartitionsSchema<'static> {
        PartitionsSchema { topic: own(self.topic), partition_ids: self.partition_ids }
    }
}
impl<'a> Message<'a> for TransactionLogValue<'a> {
    const NAME: &'static str = "TransactionLogValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
    fn flexible(v: i16) -> bool {
        v == 1
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
