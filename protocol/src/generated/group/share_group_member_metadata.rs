//! `ShareGroupMemberMetadataKey` and `ShareGroupMemberMetadataValue`. From `schema/group/010-share_group_member_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_string, put_string_opt};
use std::borrow::Cow;

/// `ShareGroupMemberMetadataKey`, record type 10, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ShareGroupMemberMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
}
impl<'a> ShareGroupMemberMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 10;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.member_id = r.string(flex)?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.member_id, flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareGroupMemberMetadataKey<'static> {
        ShareGroupMemberMetadataKey { group_id: own(self.group_id), member_id: own(self.member_id) }
    }
}
impl<'a> Message<'a> for ShareGroupMemberMetadataKey<'a> {
    const NAME: &'static str = "ShareGroupMemberMetadataKey";
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
/// `ShareGroupMemberMetadataValue`, record type 10, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareGroupMemberMetadataValue<'a> {
    pub rack_id: Option<Cow<'a, str>>,
    pub client_id: Cow<'a, str>,
    pub client_host: Cow<'a, str>,
    pub subscribed_topic_names: Vec<Cow<'a, str>>,
}
impl Default for ShareGroupMemberMetadataValue<'_> {
    fn default() -> Self {
        Self {
            rack_id: Some(Cow::Borrowed("")),
            client_id: Cow::Borrowed(""),
            client_host: Cow::Borrowed(""),
            subscribed_topic_names: Vec::new(),
        }
    }
}
impl<'a> ShareGroupMemberMetadataValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 10;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.rack_id = r.string_opt(flex)?;
        x.client_id = r.string(flex)?;
        x.client_host = r.string(flex)?;
        x.subscribed_topic_names = r.array(flex, 1, |r| r.string(flex))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string_opt(out, self.rack_id.as_deref(), flex)?;
        put_string(out, &self.client_id, flex)?;
        put_string(out, &self.client_host, flex)?;
        put_array(out, &self.subscribed_topic_names, flex, |out, x| put_string(out, x, flex))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ShareGroupMemberMetadataValue<'static> {
        ShareGroupMemberMetadataValue {
            rack_id: self.rack_id.map(own),
            client_id: own(self.client_id),
            client_host: own(self.client_host),
            subscribed_topic_names: self.subscribed_topic_names.into_iter().map(own).collect(),
        }
    }
}
impl<'a> Message<'a> for ShareGroupMemberMetadataValue<'a> {
    const NAME: &'static str = "ShareGroupMemberMetadataValue";
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
