//! `AddRaftVoterRequest` and `AddRaftVoterResponse`. From `schema/client/080-add_raft_voter.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bool, put_i16, put_i32, put_string, put_string_opt,
    put_u16, put_uuid,
};
use std::borrow::Cow;

/// `AddRaftVoterRequest`, API key 80, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct AddRaftVoterRequest<'a> {
    pub cluster_id: Option<Cow<'a, str>>,
    pub timeout_ms: i32,
    pub voter_id: i32,
    pub voter_directory_id: Uuid,
    pub listeners: Vec<Listener<'a>>,
    /// In version 1 only.
    pub ack_when_committed: bool,
}
impl Default for AddRaftVoterRequest<'_> {
    fn default() -> Self {
        Self {
            cluster_id: Some(Cow::Borrowed("")),
            timeout_ms: 0,
            voter_id: 0,
            voter_directory_id: Uuid::ZERO,
            listeners: Vec::new(),
            ack_when_committed: true,
        }
    }
}
impl<'a> AddRaftVoterRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.cluster_id = r.string_opt(flex)?;
        x.timeout_ms = r.i32()?;
        x.voter_id = r.i32()?;
        x.voter_directory_id = r.uuid()?;
        x.listeners = r.array(flex, 5, |r| Listener::decode(r, v))?;
        if v == 1 {
            x.ack_when_committed = r.bool()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string_opt(out, self.cluster_id.as_deref(), flex)?;
        put_i32(out, self.timeout_ms);
        put_i32(out, self.voter_id);
        put_uuid(out, self.voter_directory_id);
        put_array(out, &self.listeners, flex, |out, x| x.encode(out, v))?;
        if v < 1 && !self.ack_when_committed {
            return Err(EncodeError::Unsupported("ack_when_committed"));
        }
        if v == 1 {
            put_bool(out, self.ack_when_committed);
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AddRaftVoterRequest<'static> {
        AddRaftVoterRequest {
            cluster_id: self.cluster_id.map(own),
            timeout_ms: self.timeout_ms,
            voter_id: self.voter_id,
            voter_directory_id: self.voter_directory_id,
            listeners: self.listeners.into_iter().map(Listener::into_owned).collect(),
            ack_when_committed: self.ack_when_committed,
        }
    }
}
/// Part of `AddRaftVoterRequest`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Listener<'a> {
    pub name: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub port: u16,
}
impl<'a> Listener<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.host = r.string(flex)?;
        x.port = r.u16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_string(out, &self.host, flex)?;
        put_u16(out, self.port);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Listener<'static> {
        Listener { name: own(self.name), host: own(self.host), port: self.port }
    }
}
impl<'a> Message<'a> for AddRaftVoterRequest<'a> {
    const NAME: &'static str = "AddRaftVoterRequest";
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
impl<'a> Request<'a> for AddRaftVoterRequest<'a> {
    const KEY: ApiKey = ApiKey::AddRaftVoter;
    type Response<'r> = AddRaftVoterResponse<'r>;
}
/// `AddRaftVoterResponse`, API key 80, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct AddRaftVoterResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub error_message: Option<Cow<'a, str>>,
}
impl Default for AddRaftVoterResponse<'_> {
    fn default() -> Self {
        Self { throttle_time_ms: 0, error_code: 0, error_message: Some(Cow::Borrowed("")) }
    }
}
impl<'a> AddRaftVoterResponse<'a> {
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
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AddRaftVoterResponse<'static> {
        AddRaftVoterResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            error_message: self.error_message.map(own),
        }
    }
}
impl<'a> Message<'a> for AddRaftVoterResponse<'a> {
    const NAME: &'static str = "AddRaftVoterResponse";
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
