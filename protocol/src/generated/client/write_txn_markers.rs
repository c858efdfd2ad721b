//! `WriteTxnMarkersRequest` and `WriteTxnMarkersResponse`. From `schema/client/027-write_txn_markers.txt` by `protocol-codegen`; not to be edited.

use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i8, put_i16, put_i32, put_i64, put_string,
};
use std::borrow::Cow;

/// `WriteTxnMarkersRequest`, API key 27, versions 1 to 2, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteTxnMarkersRequest<'a> {
    pub markers: Vec<WritableTxnMarker<'a>>,
}
impl<'a> WriteTxnMarkersRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.markers = r.array(flex, 17, |r| WritableTxnMarker::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.markers, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> WriteTxnMarkersRequest<'static> {
        WriteTxnMarkersRequest {
            markers: self.markers.into_iter().map(WritableTxnMarker::into_owned).collect(),
        }
    }
}
/// Part of `WriteTxnMarkersRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarker<'a> {
    pub producer_id: i64,
    pub producer_epoch: i16,
    pub transaction_result: bool,
    pub topics: Vec<WritableTxnMarkerTopic<'a>>,
    pub coordinator_epoch: i32,
    /// In version 2 only.
    pub transaction_version: i8,
}
impl<'a> WritableTxnMarker<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.producer_id = r.i64()?;
        x.producer_epoch = r.i16()?;
        x.transaction_result = r.bool()?;
        x.topics = r.array(flex, 3, |r| WritableTxnMarkerTopic::decode(r, v))?;
        x.coordinator_epoch = r.i32()?;
        if v == 2 {
            x.transaction_version = r.i8()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i64(out, self.producer_id);
        put_i16(out, self.producer_epoch);
        put_bool(out, self.transaction_result);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        put_i32(out, self.coordinator_epoch);
        if v == 2 {
            put_i8(out, self.transaction_version);
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> WritableTxnMarker<'static> {
        WritableTxnMarker {
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            transaction_result: self.transaction_result,
            topics: self.topics.into_iter().map(WritableTxnMarkerTopic::into_owned).collect(),
            coordinator_epoch: self.coordinator_epoch,
            transaction_version: self.transaction_version,
        }
    }
}
/// Part of `WriteTxnMarkersRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarkerTopic<'a> {
    pub name: Cow<'a, str>,
    pub partition_indexes: Vec<i32>,
}
impl<'a> WritableTxnMarkerTopic<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partition_indexes = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_array(out, &self.partition_indexes, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> WritableTxnMarkerTopic<'static> {
        WritableTxnMarkerTopic { name: own(self.name), partition_indexes: self.partition_indexes }
    }
}
impl<'a> Message<'a> for WriteTxnMarkersRequest<'a> {
    const NAME: &'static str = "WriteTxnMarkersRequest";
    const MIN_VERSION: i16 = 1;
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
impl<'a> Request<'a> for WriteTxnMarkersRequest<'a> {
    const KEY: ApiKey = ApiKey::WriteTxnMarkers;
    type Response<'r> = WriteTxnMarkersResponse<'r>;
}
/// `WriteTxnMarkersResponse`, API key 27, versions 1 to 2, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WriteTxnMarkersResponse<'a> {
    pub markers: Vec<WritableTxnMarkerResult<'a>>,
}
impl<'a> WriteTxnMarkersResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=2).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.markers = r.array(flex, 10, |r| WritableTxnMarkerResult::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=2).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.markers, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> WriteTxnMarkersResponse<'static> {
        WriteTxnMarkersResponse {
            markers: self.markers.into_iter().map(WritableTxnMarkerResult::into_owned).collect(),
        }
    }
}
/// Part of `WriteTxnMarkersResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarkerResult<'a> {
    pub producer_id: i64,
    pub topics: Vec<WritableTxnMarkerTopicResult<'a>>,
}
impl<'a> WritableTxnMarkerResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.producer_id = r.i64()?;
        x.topics = r.array(flex, 3, |r| WritableTxnMarkerTopicResult::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i64(out, self.producer_id);
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> WritableTxnMarkerResult<'static> {
        WritableTxnMarkerResult {
            producer_id: self.producer_id,
            topics: self.topics.into_iter().map(WritableTxnMarkerTopicResult::into_owned).collect(),
        }
    }
}
/// Part of `WriteTxnMarkersResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WritableTxnMarkerTopicResult<'a> {
    pub name: Cow<'a, str>,
    pub partitions: Vec<WritableTxnMarkerPartitionResult>,
}
impl<'a> WritableTxnMarkerTopicResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.partitions = r.array(flex, 7, |r| WritableTxnMarkerPartitionResult::decode(r, v))?;
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
    pub fn into_owned(self) -> WritableTxnMarkerTopicResult<'static> {
        WritableTxnMarkerTopicResult { name: own(self.name), partitions: self.partitions }
    }
}
/// Part of `WriteTxnMarkersResponse`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct WritableTxnMarkerPartitionResult {
    pub partition_index: i32,
    pub error_code: i16,
}
impl WritableTxnMarkerPartitionResult {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition_index = r.i32()?;
        x.error_code = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition_index);
        put_i16(out, self.error_code);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for WriteTxnMarkersResponse<'a> {
    const NAME: &'static str = "WriteTxnMarkersResponse";
    const MIN_VERSION: i16 = 1;
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
