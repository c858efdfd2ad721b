//! `ConsumerProtocolSubscription`. From `schema/client/consumer_protocol_subscription.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bytes_opt, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `ConsumerProtocolSubscription`, versions 0 to 3, never flexible.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerProtocolSubscription<'a> {
    pub topics: Vec<Cow<'a, str>>,
    pub user_data: Option<Cow<'a, [u8]>>,
    /// From version 1.
    pub owned_partitions: Vec<TopicPartition<'a>>,
    /// From version 2.
    pub generation_id: i32,
    /// In version 3 only.
    pub rack_id: Option<Cow<'a, str>>,
}
impl Default for ConsumerProtocolSubscription<'_> {
    fn default() -> Self {
        Self {
            topics: Vec::new(),
            user_data: None,
            owned_partitions: Vec::new(),
            generation_id: -1,
            rack_id: None,
        }
    }
}
impl<'a> ConsumerProtocolSubscription<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=3).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.topics = r.array(flex, 2, |r| r.string(flex))?;
        x.user_data = r.bytes_opt(flex)?;
        if v >= 1 {
            x.owned_partitions = r.array(flex, 6, |r| TopicPartition::decode(r, v))?;
        }
        if v >= 2 {
            x.generation_id = r.i32()?;
        }
        if v == 3 {
            x.rack_id = r.string_opt(flex)?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=3).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_array(out, &self.topics, flex, |out, x| put_string(out, x, flex))?;
        put_bytes_opt(out, self.user_data.as_deref(), flex)?;
        if v >= 1 {
            put_array(out, &self.owned_partitions, flex, |out, x| x.encode(out, v))?;
        }
        if v >= 2 {
            put_i32(out, self.generation_id);
        }
        if v == 3 {
            put_string_opt(out, self.rack_id.as_deref(), flex)?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerProtocolSubscription<'static> {
        ConsumerProtocolSubscription {
            topics: self.topics.into_iter().map(own).collect(),
            user_data: self.user_data.map(own),
            owned_partitions: self.owned_partitions.into_iter().map(TopicPartition::into_owned).collect(),
            generation_id: self.generation_id,
            rack_id: self.rack_id.map(own),
        }
    }
}
/// Part of `ConsumerProtocolSubscription`.
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
impl<'a> Message<'a> for ConsumerProtocolSubscription<'a> {
    const NAME: &'static str = "ConsumerProtocolSubscription";
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
