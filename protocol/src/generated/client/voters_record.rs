//! `VotersRecord`. From `schema/client/voters_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i16, put_i32, put_string, put_u16, put_uuid,
};
use std::borrow::Cow;

/// `VotersRecord`, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct VotersRecord<'a> {
    pub version: i16,
    pub voters: Vec<Voter<'a>>,
}
impl<'a> VotersRecord<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.version = r.i16()?;
        x.voters = r.array(flex, 27, |r| Voter::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_i16(out, self.version);
        put_array(out, &self.voters, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> VotersRecord<'static> {
        VotersRecord {
            version: self.version,
            voters: self.voters.into_iter().map(Voter::into_owned).collect(),
        }
    }
}
/// Part of `VotersRecord`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Voter<'a> {
    pub voter_id: i32,
    pub voter_directory_id: Uuid,
    pub endpoints: Vec<Endpoint<'a>>,
    pub k_raft_version_feature: KRaftVersionFeature,
}
impl<'a> Voter<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.voter_id = r.i32()?;
        x.voter_directory_id = r.uuid()?;
        x.endpoints = r.array(flex, 5, |r| Endpoint::decode(r, v))?;
        x.k_raft_version_feature = KRaftVersionFeature::decode(r, v)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.voter_id);
        put_uuid(out, self.voter_directory_id);
        put_array(out, &self.endpoints, flex, |out, x| x.encode(out, v))?;
        self.k_raft_version_feature.encode(out, v)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Voter<'static> {
        Voter {
            voter_id: self.voter_id,
            voter_directory_id: self.voter_directory_id,
            endpoints: self.endpoints.into_iter().map(Endpoint::into_owned).collect(),
            k_raft_version_feature: self.k_raft_version_feature,
        }
    }
}
/// Part of `VotersRecord`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Endpoint<'a> {
    pub name: Cow<'a, str>,
    pub host: Cow<'a, str>,
    pub port: u16,
}
impl<'a> Endpoint<'a> {
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
    pub fn into_owned(self) -> Endpoint<'static> {
        Endpoint { name: own(self.name), host: own(self.host), port: self.port }
    }
}
/// Part of `VotersRecord`.
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
impl<'a> Message<'a> for VotersRecord<'a> {
    const NAME: &'static str = "VotersRecord";
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
