//! `GroupMetadataKey` and `GroupMetadataValue`. From `schema/group/002-group_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bytes, put_i32, put_i64, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `GroupMetadataKey`, record type 2, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct GroupMetadataKey<'a> {
    pub group: Cow<'a, str>,
}
impl<'a> GroupMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 2;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.group = r.string(flex)?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.group, flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> GroupMetadataKey<'static> {
        GroupMetadataKey { group: own(self.group) }
    }
}
impl<'a> Message<'a> for GroupMetadataKey<'a> {
    const NAME: &'static str = "GroupMetadataKey";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 0;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
/// `GroupMetadataValue`, record type 2, versions 0 to 4, flexible from 4.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupMetadataValue<'a> {
    pub protocol_type: Cow<'a, str>,
    pub generation: i32,
    pub protocol: Option<Cow<'a, str>>,
    pub leader: Option<Cow<'a, str>>,
    /// From version 2.
    pub current_state_timestamp: i64,
    pub members: Vec<MemberMetadata<'a>>,
}
impl Default for GroupMetadataValue<'_> {
    fn default() -> Self {
        Self {
            protocol_type: Cow::Borrowed(""),
            generation: 0,
            protocol: Some(Cow::Borrowed("")),
            leader: Some(Cow::Borrowed("")),
            current_state_timestamp: -1,
            members: Vec::new(),
        }
    }
}
impl<'a> GroupMetadataValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 2;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(0..=4).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        let mut x = Self::default();
        x.protocol_type = r.string(flex)?;
        x.generation = r.i32()?;
        x.protocol = r.string_opt(flex)?;
        x.leader = r.string_opt(flex)?;
        if v >= 2 {
            x.current_state_timestamp = r.i64()?;
        }
        x.members = r.array(flex, 15, |r| MemberMetadata::decode(r, v))?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(0..=4).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = v == 4;
        put_string(out, &self.protocol_type, flex)?;
        put_i32(out, self.generation);
        put_string_opt(out, self.protocol.as_deref(), flex)?;
        put_string_opt(out, self.leader.as_deref(), flex)?;
        if v >= 2 {
            put_i64(out, self.current_state_timestamp);
        }
        put_array(out, &self.members, flex, |out, x| x.encode(out, v))?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> GroupMetadataValue<'static> {
        GroupMetadataValue {
            protocol_type: own(self.protocol_type),
            generation: self.generation,
            protocol: self.protocol.map(own),
            leader: self.leader.map(own),
            current_state_timestamp: self.current_state_timestamp,
            members: self.members.into_iter().map(MemberMetadata::into_owned).collect(),
        }
    }
}
/// Part of `GroupMetadataValue`.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberMetadata<'a> {
    pub member_id: Cow<'a, str>,
    /// From version 3.
    pub group_instance_id: Option<Cow<'a, str>>,
    pub client_id: Cow<'a, str>,
    pub client_host: Cow<'a, str>,
    /// From version 1.
    pub rebalance_timeout: i32,
    pub session_timeout: i32,
    pub subscription: Cow<'a, [u8]>,
    pub assignment: Cow<'a, [u8]>,
}
impl Default for MemberMetadata<'_> {
    fn default() -> Self {
        Self {
            member_id: Cow::Borrowed(""),
            group_instance_id: None,
            client_id: Cow::Borrowed(""),
            client_host: Cow::Borrowed(""),
            rebalance_timeout: -1,
            session_timeout: 0,
            subscription: Cow::Borrowed(&[]),
            assignment: Cow::Borrowed(&[]),
        }
    }
}
impl<'a> MemberMetadata<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = v == 4;
        let mut x = Self::default();
        x.member_id = r.string(flex)?;
        if v >= 3 {
            x.group_instance_id = r.string_opt(flex)?;
        }
        x.client_id = r.string(flex)?;
        x.client_host = r.string(flex)?;
        if v >= 1 {
            x.rebalance_timeout = r.i32()?;
        }
        x.session_timeout = r.i32()?;
        x.subscription = r.bytes(flex)?;
        x.assignment = r.bytes(flex)?;
        if flex {
            r.tags(|_, _| Ok(false))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = v == 4;
        put_string(out, &self.member_id, flex)?;
        if v >= 3 {
            put_string_opt(out, self.group_instance_id.as_deref(), flex)?;
        }
        put_string(out, &self.client_id, flex)?;
        put_string(out, &self.client_host, flex)?;
        if v >= 1 {
            put_i32(out, self.rebalance_timeout);
        }
        put_i32(out, self.session_timeout);
        put_bytes(out, &self.subscription, flex)?;
        put_bytes(out, &self.assignment, flex)?;
        if flex {
            out.push(0);
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> MemberMetadata<'static> {
        MemberMetadata {
            member_id: own(self.member_id),
            group_instance_id: self.group_instance_id.map(own),
            client_id: own(self.client_id),
            client_host: own(self.client_host),
            rebalance_timeout: self.rebalance_timeout,
            session_timeout: self.session_timeout,
            subscription: own(self.subscription),
            assignment: own(self.assignment),
        }
    }
}
impl<'a> Message<'a> for GroupMetadataValue<'a> {
    const NAME: &'static str = "GroupMetadataValue";
    const MIN_VERSION: i16 = 0;
    const MAX_VERSION: i16 = 4;
    fn flexible(v: i16) -> bool {
        v == 4
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
