//! `LeaderChangeMessage`. From `schema/client/leader_change_message.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, put_array, put_i16, put_i32, put_uuid};

/// `LeaderChangeMessage`, versions 0 to 1, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LeaderChangeMessage {
    pub version: i16,
    pub leader_id: i32,
    pub voters: Vec<Voter>,
    pub granting_voters: Vec<Voter>,
}
impl LeaderChangeMessage {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=1).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.version = r.i16()?;
        x.leader_id = r.i32()?;
        x.voters = r.array(flex, 5, |r| Voter::decode(r, v))?;
        x.granting_voters = r.array(flex, 5, |r| Voter::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=1).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i16(out, self.version);
        put_i32(out, self.leader_id);
        put_array(out, &self.voters, flex, |out, x| x.encode(out, v))?;
        put_array(out, &self.granting_voters, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
}
/// Part of `LeaderChangeMessage`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Voter {
    pub voter_id: i32,
    /// In version 1 only.
    pub voter_directory_id: Uuid,
}
impl Voter {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'_>, v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.voter_id = r.i32()?;
        if v == 1 {
            x.voter_directory_id = r.uuid()?;
        }
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.voter_id);
        if v < 1 && self.voter_directory_id != Uuid::ZERO {
            return Err(EncodeError::Unsupported("voter_directory_id"));
        }
        if v == 1 {
            put_uuid(out, self.voter_directory_id);
        }
        out.push(0);
        Ok(())
    }
}
impl<'a> Message<'a> for LeaderChangeMessage {
    const NAME: &'static str = "LeaderChangeMessage";
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
