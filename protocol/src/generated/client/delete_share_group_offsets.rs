//! `DeleteShareGroupOffsetsRequest` and `DeleteShareGroupOffsetsResponse`. From `schema/client/092-delete_share_group_offsets.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string, put_string_opt, put_uuid,
};
use std::borrow::Cow;

/// `DeleteShareGroupOffsetsRequest`, API key 92, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteShareGroupOffsetsRequest<'a> {
    pub group_id: Cow<'a, str>,
    pub topics: Vec<DeleteShareGroupOffsetsRequestTopic<'a>>,
}
impl<'a> DeleteShareGroupOffsetsRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.topics = r.array(flex, 2, |r| DeleteShareGroupOffsetsRequestTopic::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.group_id, flex)?;
        put_array(out, &self.topics, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteShareGroupOffsetsRequest<'static> {
        DeleteShareGroupOffsetsRequest {
            group_id: own(self.group_id),
            topics: self.topics.into_iter().map(DeleteShareGroupOffsetsRequestTopic::into_owned).collect(),
        }
    }
}
/// Part of `DeleteShareGroupOffsetsRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteShareGroupOffsetsRequestTopic<'a> {
    pub topic_name: Cow<'a, str>,
}
impl<'a> DeleteShareGroupOffsetsRequestTopic<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteShareGroupOffsetsRequestTopic<'static> {
        DeleteShareGroupOffsetsRequestTopic { topic_name: own(self.topic_name) }
    }
}
impl<'a> Message<'a> for DeleteShareGroupOffsetsRequest<'a> {
    const NAME: &'static str = "DeleteShareGroupOffsetsRequest";
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
impl<'a> Request<'a> for DeleteShareGroupOffsetsRequest<'a> {
    const KEY: ApiKey = ApiKey::DeleteShareGroupOffsets;
    type Response<'r> = DeleteShareGroupOffsetsResponse<'r>;
}
/// `DeleteShareGroupOffsetsResponse`, API key 92, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteShareGroupOffsetsResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
    pub responses: Vec<DeleteShareGroupOffsetsResponseTopic<'a>>,
}
impl<'a> DeleteShareGroupOffsetsResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        x.responses = r.array(flex, 21, |r| DeleteShareGroupOffsetsResponseTopic::decode(r, v))?;
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
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        put_array(out, &self.responses, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteShareGroupOffsetsResponse<'static> {
        DeleteShareGroupOffsetsResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
            responses: self
                .responses
                .into_iter()
                .map(DeleteShareGroupOffsetsResponseTopic::into_owned)
                .collect(),
        }
    }
}
/// Part of `DeleteShareGroupOffsetsResponse`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DeleteShareGroupOffsetsResponseTopic<'a> {
    pub topic_name: Cow<'a, str>,
    pub topic_id: Uuid,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl<'a> DeleteShareGroupOffsetsResponseTopic<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.topic_name = r.string(flex)?;
        x.topic_id = r.uuid()?;
        x.error_code = r.i16()?;
        x.error_message = r.string_opt(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.topic_name, flex)?;
        put_uuid(out, self.topic_id);
        put_i16(out, self.error_code);
        put_string_opt(out, self.error_message.as_deref(), flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DeleteShareGroupOffsetsResponseTopic<'static> {
        DeleteShareGroupOffsetsResponseTopic {
            topic_name: own(self.topic_name),
            topic_id: self.topic_id,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for DeleteShareGroupOffsetsResponse<'a> {
    const NAME: &'static str = "DeleteShareGroupOffsetsResponse";
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
