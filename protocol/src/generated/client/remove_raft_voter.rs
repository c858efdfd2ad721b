//! `RemoveRaftVoterRequest` and `RemoveRaftVoterResponse`. From `schema/client/081-remove_raft_voter.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i16, put_i32, put_string_opt, put_uuid};
use std::borrow::Cow;

/// `RemoveRaftVoterRequest`, API key 81, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct RemoveRaftVoterRequest<'a> {
    pub cluster_id: Option<Cow<'a, str>>,
    pub voter_id: i32,
    pub voter_directory_id: Uuid,
}
impl Default for RemoveRaftVoterRequest<'_> {
    fn default() -> Self {
        Self { cluster_id: Some(Cow::Borrowed("")), voter_id: 0, voter_directory_id: Uuid::ZERO }
    }
}
impl<'a> RemoveRaftVoterRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.cluster_id = r.string_opt(flex)?;
        x.voter_id = r.i32()?;
        x.voter_directory_id = r.uuid()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string_opt(out, self.cluster_id.as_deref(), flex)?;
        put_i32(out, self.voter_id);
        put_uuid(out, self.voter_directory_id);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RemoveRaftVoterRequest<'static> {
        RemoveRaftVoterRequest {
            cluster_id: self.cluster_id.map(own),
            voter_id: self.voter_id,
            voter_directory_id: self.voter_directory_id,
        }
    }
}
impl<'a> Message<'a> for RemoveRaftVoterRequest<'a> {
    const NAME: &'static str = "RemoveRaftVoterRequest";
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
impl<'a> Request<'a> for RemoveRaftVoterRequest<'a> {
    const KEY: ApiKey = ApiKey::RemoveRaftVoter;
    type Response<'r> = RemoveRaftVoterResponse<'r>;
}
/// `RemoveRaftVoterResponse`, API key 81, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct RemoveRaftVoterResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for RemoveRaftVoterResponse<'_> {
    fn default() -> Self {
        Self { throttle_time_ms: 0, error_code: 0, error_message: Some(Cow::Borrowed("")) }
    }
}
impl<'a> RemoveRaftVoterResponse<'a> {
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
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> RemoveRaftVoterResponse<'static> {
        RemoveRaftVoterResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for RemoveRaftVoterResponse<'a> {
    const NAME: &'static str = "RemoveRaftVoterResponse";
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
