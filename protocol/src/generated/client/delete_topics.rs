//! `DeleteTopicsRequest` and `DeleteTopicsResponse`. From `schema/client/020-delete_topics.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string, put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `DeleteTopicsRequest`, API key 20, versions 1 to 6, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteTopicsRequest<'a> {
    /// In version 6 only.
    pub topics: Vec<DeleteTopicState<'a>>,
    /// In versions 1 to 5.
    pub topic_names: Vec<Cow<'a, str>>,
    pub timeout_ms: i32,
}
impl<'a> DeleteTopicsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        let mut x = Self::default();
        if v == 6 {
            x.topics = r.array(flex, 18, |r| DeleteTopicState::decode(r, v))?;
        }
        if v <= 5 {
            x.topic_names = r.array(flex, 1, |r| r.string(flex))?;
        }
        x.timeout_ms = r.i32()?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=6).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        if v < 6 && !self.topics.is_empty() {
            return Err(EncodeError::Unsupported("topics"));
        }
        if v == 6 {
            put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        }
        if v <= 5 {
            put_array(out, &self.topic_names, flex, |out, x| put_string(out, x, flex))?;
        }
        put_i32(out, self.timeout_ms);
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteTopicsRequest<'static> {
        DeleteTopicsRequest {
            topics: self.topics.into_iter().map(DeleteTopicState::into_owned).collect(),
            topic_names: self.topic_names.into_iter().map(own).collect(),
            timeout_ms: self.timeout_ms,
        }
    }
}
/// Part of `DeleteTopicsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteTopicState<'a> {
    pub name: Option<Cow<'a, str>>,
    pub topic_id: Uuid,
}
impl<'a> DeleteTopicState<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string_opt(flex)?;
        x.topic_id = r.uuid()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string_opt(out, self.name.as_deref(), flex)?;
        put_uuid(out, self.topic_id);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteTopicState<'static> {
        DeleteTopicState { name: self.name.map(own), topic_id: self.topic_id }
    }
}
impl<'a> Message<'a> for DeleteTopicsRequest<'a> {
    const NAME: &'static str = "DeleteTopicsRequest";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 6;
    fn flexible(v: i16) -> bool {
        v >= 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
impl<'a> Request<'a> for DeleteTopicsRequest<'a> {
    const KEY: ApiKey = ApiKey::DeleteTopics;
    type Response<'r> = DeleteTopicsResponse<'r>;
}
/// `DeleteTopicsResponse`, API key 20, versions 1 to 6, flexible from 4.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteTopicsResponse<'a> {
    pub throttle_time_ms: i32,
    pub responses: Vec<DeletableTopicResult<'a>>,
}
impl<'a> DeleteTopicsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=6).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.responses = r.array(flex, 4, |r| DeletableTopicResult::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=6).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v >= 4;
        put_i32(out, self.throttle_time_ms);
        put_array(out, &self.responses, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteTopicsResponse<'static> {
        DeleteTopicsResponse {
            throttle_time_ms: self.throttle_time_ms,
            responses: self.responses.into_iter().map(DeletableTopicResult::into_owned).collect(),
        }
    }
}
/// Part of `DeleteTopicsResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct DeletableTopicResult<'a> {
    /// Null in version 6 only.
    pub name: Option<Cow<'a, str>>,
    /// In version 6 only.
    pub topic_id: Uuid,
    pub error_code: i16,
    /// From version 5.
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for DeletableTopicResult<'_> {
    fn default() -> Self {
        Self { name: Some(Cow::Borrowed("")), topic_id: Uuid::ZERO, error_code: 0, error_message: None }
    }
}
impl<'a> DeletableTopicResult<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v >= 4;
        let mut x = Self::default();
        x.name = if v == 6 { r.string_opt(flex)? } else { Some(r.string(flex)?) };
        if v == 6 {
            x.topic_id = r.uuid()?;
        }
        x.error_code = r.i16()?;
        if v >= 5 {
            x.error_message = r.string_opt(flex)?;
        }
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v >= 4;
        if v == 6 {
            put_string_opt(out, self.name.as_deref(), flex)?;
        } else {
            let x = self.name.as_ref().ok_or(EncodeError::Null("name"))?;
            put_string(out, x, flex)?
        };
        if v == 6 {
            put_uuid(out, self.topic_id);
        }
        put_i16(out, self.error_code);
        if v >= 5 {
            put_string_opt(out, self.error_message.as_deref(), flex)?;
        }
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeletableTopicResult<'static> {
        DeletableTopicResult {
            name: self.name.map(own),
            topic_id: self.topic_id,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for DeleteTopicsResponse<'a> {
    const NAME: &'static str = "DeleteTopicsResponse";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 6;
    fn flexible(v: i16) -> bool {
        v >= 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
