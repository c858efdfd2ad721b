//! `ConsumerProtocolAssignment`. From `schema/client/consumer_protocol_assignment.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_bytes_opt, put_i32, put_string};
use std::borrow::Cow;

/// `ConsumerProtocolAssignment`, versions 0 to 3, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerProtocolAssignment<'a> {
    pub assigned_partitions: Vec<TopicPartition<'a>>,
    pub user_data: Option<Cow<'a, [u8]>>,
}
impl<'a> ConsumerProtocolAssignment<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.assigned_partitions = r.array(flex, 6, |r| TopicPartition::decode(r, v))?;
        x.user_data = r.bytes_opt(flex)?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_array(out, &self.assigned_partitions, flex, |out, x| x.encode(out, v))?;
        put_bytes_opt(out, self.user_data.as_deref(), flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerProtocolAssignment<'static> {
        ConsumerProtocolAssignment {
            assigned_partitions: self
                .assigned_partitions
                .into_iter()
                .map(TopicPartition::into_owned)
                .collect(),
            user_data: self.user_data.map(own),
        }
    }
}
/// Part of `ConsumerProtocolAssignment`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartition<'a> {
    pub topic: Cow<'a, str>,
    pub partitions: Vec<i32>,
}
impl<'a> TopicPartition<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = false;
        let mut x = Self::default();
        x.topic = r.string(flex)?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = false;
        put_string(out, &self.topic, flex)?;
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicPartition<'static> {
        TopicPartition { topic: own(self.topic), partitions: self.partitions }
    }
}
impl<'a> Message<'a> for ConsumerProtocolAssignment<'a> {
    const NAME: &'static str = "ConsumerProtocolAssignment";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 3;
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
