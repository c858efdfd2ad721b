//! `ConsumerGroupHeartbeatRequest` and `ConsumerGroupHeartbeatResponse`. From `schema/client/068-consumer_group_heartbeat.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_i8, put_i16, put_i32, put_string,
    put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `ConsumerGroupHeartbeatRequest`, API key 68, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupHeartbeatRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
    pub member_epoch: i32,
    pub instance_id: Option<Cow<'a, str>>,
    pub rack_id: Option<Cow<'a, str>>,
    pub rebalance_timeout_ms: i32,
    pub subscribed_topic_names: Option<Vec<Cow<'a, str>>>,
    /// In version 1 only.
    pub subscribed_topic_regex: Option<Cow<'a, str>>,
    pub server_assignor: Option<Cow<'a, str>>,
    pub topic_partitions: Option<Vec<TopicPartitions>>,
}
impl Default for ConsumerGroupHeartbeatRequest<'_> {
    fn default() -> Self {
        Self {
            group_id: Cow::Borrowed(""),
            member_id: Cow::Borrowed(""),
            member_epoch: 0,
            instance_id: None,
            rack_id: None,
            rebalance_timeout_ms: -1,
            subscribed_topic_names: None,
            subscribed_topic_regex: None,
            server_assignor: None,
            topic_partitions: None,
        }
    }
}
impl<'a> ConsumerGroupHeartbeatRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.member_id = r.string(flex)?;
        x.member_epoch = r.i32()?;
        x.instance_id = r.string_opt(flex)?;
        x.rack_id = r.string_opt(flex)?;
        x.rebalance_timeout_ms = r.i32()?;
        x.subscribed_topic_names = r.array_opt(flex, 1, |r| r.string(flex))?;
        if v == 1 {
            x.subscribed_topic_regex = r.string_opt(flex)?;
        }
        x.server_assignor = r.string_opt(flex)?;
        x.topic_partitions = r.array_opt(flex, 18, |r| TopicPartitions::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.member_id, flex)?;
        put_i32(out, self.member_epoch);
        put_string_opt(out, self.instance_id.as_deref(), flex)?;
        put_string_opt(out, self.rack_id.as_deref(), flex)?;
        put_i32(out, self.rebalance_timeout_ms);
        put_array_opt(out, self.subscribed_topic_names.as_deref(), flex, |out, x| put_string(out, x, flex))?;
        if v < 1 && self.subscribed_topic_regex.is_some() {
            return Err(EncodeError::Unsupported("subscribed_topic_regex"));
        }
        if v == 1 {
            put_string_opt(out, self.subscribed_topic_regex.as_deref(), flex)?;
        }
        put_string_opt(out, self.server_assignor.as_deref(), flex)?;
        put_array_opt(out, self.topic_partitions.as_deref(), flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerGroupHeartbeatRequest<'static> {
        ConsumerGroupHeartbeatRequest {
            group_id: own(self.group_id),
            member_id: own(self.member_id),
            member_epoch: self.member_epoch,
            instance_id: self.instance_id.map(own),
            rack_id: self.rack_id.map(own),
            rebalance_timeout_ms: self.rebalance_timeout_ms,
            subscribed_topic_names: self.subscribed_topic_names.map(|x| x.into_iter().map(own).collect()),
            subscribed_topic_regex: self.subscribed_topic_regex.map(own),
            server_assignor: self.server_assignor.map(own),
            topic_partitions: self.topic_partitions,
        }
    }
}
/// Part of `ConsumerGroupHeartbeatRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicPartitions {
    pub topic_id: Uuid,
    pub partitions: Vec<i32>,
}
impl TopicPartitions {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_id = r.uuid()?;
        x.partitions = r.array(flex, 4, Reader::i32)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_uuid(out, self.topic_id);
        put_array(out, &self.partitions, flex, |out, x| {
            put_i32(out, *x);
            Ok(())
        })?;
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ConsumerGroupHeartbeatRequest<'a> {
    const NAME: &'static str = "ConsumerGroupHeartbeatRequest";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
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
impl<'a> Request<'a> for ConsumerGroupHeartbeatRequest<'a> {
    const KEY: ApiKey = ApiKey::ConsumerGroupHeartbeat;
    type Response<'r> = ConsumerGroupHeartbeatResponse<'r>;
}
/// `ConsumerGroupHeartbeatResponse`, API key 68, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupHeartbeatResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub member_id: Option<Cow<'a, str>>,
    pub member_epoch: i32,
    pub heartbeat_interval_ms: i32,
    pub assignment: Option<Assignment>,
}
impl<'a> ConsumerGroupHeartbeatResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.member_id = r.string_opt(flex)?;
        x.member_epoch = r.i32()?;
        x.heartbeat_interval_ms = r.i32()?;
        x.assignment = if r.i8()? < 0 { None } else { Some(Assignment::decode(r, v)?) };
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_string_opt(out, self.member_id.as_deref(), flex)?;
        put_i32(out, self.member_epoch);
        put_i32(out, self.heartbeat_interval_ms);
        match &self.assignment {
            None => put_i8(out, -1),
            Some(x) => {
                put_i8(out, 1);
                x.encode(out, v)?;
            }
        };
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerGroupHeartbeatResponse<'static> {
        ConsumerGroupHeartbeatResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            member_id: self.member_id.map(own),
            member_epoch: self.member_epoch,
            heartbeat_interval_ms: self.heartbeat_interval_ms,
            assignment: self.assignment,
        }
    }
}
/// Part of `ConsumerGroupHeartbeatResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Assignment {
    pub topic_partitions: Vec<TopicPartitions>,
}
impl Assignment {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_partitions = r.array(flex, 18, |r| TopicPartitions::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_array(out, &self.topic_partitions, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for ConsumerGroupHeartbeatResponse<'a> {
    const NAME: &'static str = "ConsumerGroupHeartbeatResponse";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 1;
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
