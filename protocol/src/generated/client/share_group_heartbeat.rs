//! `ShareGroupHeartbeatRequest` and `ShareGroupHeartbeatResponse`. From `schema/client/076-share_group_heartbeat.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_array_opt, put_i8, put_i16, put_i32, put_string,
    put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `ShareGroupHeartbeatRequest`, API key 76, versions 1 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupHeartbeatRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
    pub member_epoch: i32,
    pub rack_id: Option<Cow<'a, str>>,
    pub subscribed_topic_names: Option<Vec<Cow<'a, str>>>,
}
impl<'a> ShareGroupHeartbeatRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 1 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.member_id = r.string(flex)?;
        x.member_epoch = r.i32()?;
        x.rack_id = r.string_opt(flex)?;
        x.subscribed_topic_names = r.array_opt(flex, 1, |r| r.string(flex))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 1 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.member_id, flex)?;
        put_i32(out, self.member_epoch);
        put_string_opt(out, self.rack_id.as_deref(), flex)?;
        put_array_opt(out, self.subscribed_topic_names.as_deref(), flex, |out, x| put_string(out, x, flex))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareGroupHeartbeatRequest<'static> {
        ShareGroupHeartbeatRequest {
            group_id: own(self.group_id),
            member_id: own(self.member_id),
            member_epoch: self.member_epoch,
            rack_id: self.rack_id.map(own),
            subscribed_topic_names: self.subscribed_topic_names.map(|x| x.into_iter().map(own).collect()),
        }
    }
}
impl<'a> Message<'a> for ShareGroupHeartbeatRequest<'a> {
    const NAME: &'static str = "ShareGroupHeartbeatRequest";
    const MIN_VERSION: i16 = 1;
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
impl<'a> Request<'a> for ShareGroupHeartbeatRequest<'a> {
    const KEY: ApiKey = ApiKey::ShareGroupHeartbeat;
    type Response<'r> = ShareGroupHeartbeatResponse<'r>;
}
/// `ShareGroupHeartbeatResponse`, API key 76, versions 1 to 1, flexible from 1.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupHeartbeatResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub member_id: Option<Cow<'a, str>>,
    pub member_epoch: i32,
    pub heartbeat_interval_ms: i32,
    pub assignment: Option<Assignment>,
}
impl<'a> ShareGroupHeartbeatResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 1 {
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
        if v != 1 {
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
    pub fn into_owned(self) -> ShareGroupHeartbeatResponse<'static> {
        ShareGroupHeartbeatResponse {
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
/// Part of `ShareGroupHeartbeatResponse`.
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
/// Part of `ShareGroupHeartbeatResponse`.
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
impl<'a> Message<'a> for ShareGroupHeartbeatResponse<'a> {
    const NAME: &'static str = "ShareGroupHeartbeatResponse";
    const MIN_VERSION: i16 = 1;
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
