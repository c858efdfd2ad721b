//! `QuorumStateData`. From `schema/raft/quorum_state_data.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array_opt, put_i32, put_i64, put_string, put_uuid,
};
use std::borrow::Cow;

/// `QuorumStateData`, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct QuorumStateData<'a> {
    /// In version 0 only.
    pub cluster_id: Cow<'a, str>,
    pub leader_id: i32,
    pub leader_epoch: i32,
    pub voted_id: i32,
    /// In version 1 only.
    pub voted_directory_id: Uuid,
    /// In version 0 only.
    pub applied_offset: i64,
    /// In version 0 only.
    pub current_voters: Option<Vec<Voter>>,
}
impl Default for QuorumStateData<'_> {
    fn default() -> Self {
        Self {
            cluster_id: Cow::Borrowed(""),
            leader_id: -1,
            leader_epoch: -1,
            voted_id: -1,
            voted_directory_id: Uuid::ZERO,
            applied_offset: 0,
            current_voters: Some(Vec::new()),
        }
    }
}
impl<'a> QuorumStateData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        if v == 0 {
            x.cluster_id = r.string(flex)?;
        }
        x.leader_id = r.i32()?;
        x.leader_epoch = r.i32()?;
        x.voted_id = r.i32()?;
        if v == 1 {
            x.voted_directory_id = r.uuid()?;
        }
        if v == 0 {
            x.applied_offset = r.i64()?;
        }
        if v == 0 {
            x.current_voters = r.array_opt(flex, 5, |r| Voter::decode(r, v))?;
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
        if v > 0 && !self.cluster_id.is_empty() {
            return Err(EncodeError::Unsupported("cluster_id"));
        }
        if v == 0 {
            put_string(out, &self.cluster_id, flex)?;
        }
        put_i32(out, self.leader_id);
        put_i32(out, self.leader_epoch);
        put_i32(out, self.voted_id);
        if v < 1 && self.voted_directory_id != Uuid::ZERO {
            return Err(EncodeError::Unsupported("voted_directory_id"));
        }
        if v == 1 {
            put_uuid(out, self.voted_directory_id);
        }
        if v > 0 && self.applied_offset != 0 {
            return Err(EncodeError::Unsupported("applied_offset"));
        }
        if v == 0 {
            put_i64(out, self.applied_offset);
        }
        if v > 0 && self.current_voters.as_ref().is_none_or(|x| !x.is_empty()) {
            return Err(EncodeError::Unsupported("current_voters"));
        }
        if v == 0 {
            put_array_opt(out, self.current_voters.as_deref(), flex, |out, x| x.encode(out, v))?;
        }
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> QuorumStateData<'static> {
        QuorumStateData {
            cluster_id: own(self.cluster_id),
            leader_id: self.leader_id,
            leader_epoch: self.leader_epoch,
            voted_id: self.voted_id,
            voted_directory_id: self.voted_directory_id,
            applied_offset: self.applied_offset,
            current_voters: self.current_voters,
        }
    }
}
/// Part of `QuorumStateData`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Voter {
    pub voter_id: i32,
}
impl Voter {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.voter_id = r.i32()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.voter_id);
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for QuorumStateData<'a> {
    const NAME: &'static str = "QuorumStateData";
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
