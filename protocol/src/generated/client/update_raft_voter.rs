//! `UpdateRaftVoterRequest` and `UpdateRaftVoterResponse`. From `schema/client/082-update_raft_voter.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::api::ApiKey;
use crate::message::{Message, Request};
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_i16, put_i32, put_string, put_string_opt,
    put_u16, put_uuid,
};
use std::borrow::Cow;

/// `UpdateRaftVoterRequest`, API key 82, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateRaftVoterRequest<'a> {
    pub cluster_id: Option<Cow<'a, str>>,
    pub current_leader_epoch: i32,
    pub voter_id: i32,
    pub voter_directory_id: Uuid,
    pub listeners: Vec<Listener<'a>>,
    pub k_raft_version_feature: KRaftVersionFeature,
}
impl Default for UpdateRaftVoterRequest<'_> {
    fn default() -> Self {
        Self {
            cluster_id: Some(Cow::Borrowed("")),
            current_leader_epoch: 0,
            voter_id: 0,
            voter_directory_id: Uuid::ZERO,
            listeners: Vec::new(),
            k_raft_version_feature: KRaftVersionFeature::default(),
        }
    }
}
impl<'a> UpdateRaftVoterRequest<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.cluster_id = r.string_opt(flex)?;
        x.current_leader_epoch = r.i32()?;
        x.voter_id = r.i32()?;
        x.voter_directory_id = r.uuid()?;
        x.listeners = r.array(flex, 5, |r| Listener::decode(r, v))?;
        x.k_raft_version_feature = KRaftVersionFeature::decode(r, v)?;
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
        put_i32(out, self.current_leader_epoch);
        put_i32(out, self.voter_id);
        put_uuid(out, self.voter_directory_id);
        put_array(out, &self.listeners, flex, |out, x| x.encode(out, v))?;
        self.k_raft_version_feature.encode(out, v)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> UpdateRaftVoterRequest<'static> {
        UpdateRaftVoterRequest {
            cluster_id: self.cluster_id.map(own),
            current_leader_epoch: self.current_leader_epoch,
            voter_id: self.voter_id,
            voter_directory_id: self.voter_directory_id,
            listeners: self.listeners.into_iter().map(Listener::into_owned).collect(),
            k_raft_version_feature: self.k_raft_version_feature,
        }
    }
}
/// Part of `UpdateRaftVoterRequest`.
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
/// Part of `UpdateRaftVoterRequest`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct KRaftVersionFeature {
    pub min_supported_version: i16,
    pub max_supported_version: i16,
}
impl KRaftVersionFeature {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.min_supported_version = r.i16()?;
        x.max_supported_version = r.i16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i16(out, self.min_supported_version);
        put_i16(out, self.max_supported_version);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for UpdateRaftVoterRequest<'a> {
    const NAME: &'static str = "UpdateRaftVoterRequest";
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
impl<'a> Request<'a> for UpdateRaftVoterRequest<'a> {
    const KEY: ApiKey = ApiKey::UpdateRaftVoter;
    type Response<'r> = UpdateRaftVoterResponse<'r>;
}
/// `UpdateRaftVoterResponse`, API key 82, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct UpdateRaftVoterResponse<'a> {
    pub throttle_time_ms: i32,
    pub error_code: i16,
    pub current_leader: CurrentLeader<'a>,
}
impl<'a> UpdateRaftVoterResponse<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        x.throttle_time_ms = r.i32()?;
        x.error_code = r.i16()?;
        r.tags(|r, tag| {
            match tag {
                0 => x.current_leader = CurrentLeader::decode(r, v)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        put_i32(out, self.throttle_time_ms);
        put_i16(out, self.error_code);
        let tags = Tags::begin(out);
        if self.current_leader != CurrentLeader::default() {
            tags.put(out, 0, |out| self.current_leader.encode(out, v))?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> UpdateRaftVoterResponse<'static> {
        UpdateRaftVoterResponse {
            throttle_time_ms: self.throttle_time_ms,
            error_code: self.error_code,
            current_leader: self.current_leader.into_owned(),
        }
    }
}
/// Part of `UpdateRaftVoterResponse`.
#[derive(Clone, Debug, PartialEq)]
pub struct CurrentLeader<'a> {
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub host: Cow<'a, str>,
    pub port: i32,
}
impl Default for CurrentLeader<'_> {
    fn default() -> Self {
        Self { leader_id: -1, leader_epoch: -1, host: Cow::Borrowed(""), port: 0 }
    }
}
impl<'a> CurrentLeader<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.host = r.string(flex)?;
        x.port = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        put_string(out, &self.host, flex)?;
        put_i32(out, self.port);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> CurrentLeader<'static> {
        CurrentLeader {
            leader_id: self.leader_id,
            leader_epoch: self.leader_epoch,
            host: own(self.host),
            port: self.port,
        }
    }
}
impl<'a> Message<'a> for UpdateRaftVoterResponse<'a> {
    const NAME: &'static str = "UpdateRaftVoterResponse";
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
