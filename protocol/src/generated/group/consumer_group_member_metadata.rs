//! `ConsumerGroupMemberMetadataKey` and `ConsumerGroupMemberMetadataValue`. From `schema/group/005-consumer_group_member_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, Tags, own, put_array, put_bytes, put_i32, put_string, put_string_opt,
};
use std::borrow::Cow;

/// `ConsumerGroupMemberMetadataKey`, record type 5, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupMemberMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
}
impl<'a> ConsumerGroupMemberMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 5;
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
    pub fn into_owned(self) -> ConsumerGroupMemberMetadataKey<'static> {
        ConsumerGroupMemberMetadataKey { group_id: own(self.group_id), member_id: own(self.member_id) }
    }
}
impl<'a> Message<'a> for ConsumerGroupMemberMetadataKey<'a> {
    const NAME: &'static str = "ConsumerGroupMemberMetadataKey";
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
/// `ConsumerGroupMemberMetadataValue`, record type 5, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsumerGroupMemberMetadataValue<'a> {
    pub instance_id: Option<Cow<'a, str>>,
    pub rack_id: Option<Cow<'a, str>>,
    pub client_id: Cow<'a, str>,
    pub client_host: Cow<'a, str>,
    pub subscribed_topic_names: Vec<Cow<'a, str>>,
    pub subscribed_topic_regex: Option<Cow<'a, str>>,
    pub rebalance_timeout_ms: i32,
    pub server_assignor: Option<Cow<'a, str>>,
    pub classic_member_metadata: Option<ClassicMemberMetadata<'a>>,
}
impl Default for ConsumerGroupMemberMetadataValue<'_> {
    fn default() -> Self {
        Self {
            instance_id: Some(Cow::Borrowed("")),
            rack_id: Some(Cow::Borrowed("")),
            client_id: Cow::Borrowed(""),
            client_host: Cow::Borrowed(""),
            subscribed_topic_names: Vec::new(),
            subscribed_topic_regex: Some(Cow::Borrowed("")),
            rebalance_timeout_ms: -1,
            server_assignor: Some(Cow::Borrowed("")),
            classic_member_metadata: Some(ClassicMemberMetadata::default()),
        }
    }
}
impl<'a> ConsumerGroupMemberMetadataValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 5;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.instance_id = r.string_opt(flex)?;
        x.rack_id = r.string_opt(flex)?;
        x.client_id = r.string(flex)?;
        x.client_host = r.string(flex)?;
        x.subscribed_topic_names = r.array(flex, 1, |r| r.string(flex))?;
        x.subscribed_topic_regex = r.string_opt(flex)?;
        x.rebalance_timeout_ms = r.i32()?;
        x.server_assignor = r.string_opt(flex)?;
        r.tags(|r, tag| {
            match tag {
                0 => {
                    x.classic_member_metadata = if r.uvarint()? as i32 <= 0 {
                        None
                    } else {
                        Some(ClassicMemberMetadata::decode(r, v)?)
                    }
                }
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
        let flex = true;
        put_string_opt(out, self.instance_id.as_deref(), flex)?;
        put_string_opt(out, self.rack_id.as_deref(), flex)?;
        put_string(out, &self.client_id, flex)?;
        put_string(out, &self.client_host, flex)?;
        put_array(out, &self.subscribed_topic_names, flex, |out, x| put_string(out, x, flex))?;
        put_string_opt(out, self.subscribed_topic_regex.as_deref(), flex)?;
        put_i32(out, self.rebalance_timeout_ms);
        put_string_opt(out, self.server_assignor.as_deref(), flex)?;
        let tags = Tags::begin(out);
        if self.classic_member_metadata != Some(ClassicMemberMetadata::default()) {
            tags.put(out, 0, |out| {
                match &self.classic_member_metadata {
                    None => out.push(0),
                    Some(x) => {
                        out.push(1);
                        x.encode(out, v)?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerGroupMemberMetadataValue<'static> {
        ConsumerGroupMemberMetadataValue {
            instance_id: self.instance_id.map(own),
            rack_id: self.rack_id.map(own),
            client_id: own(self.client_id),
            client_host: own(self.client_host),
            subscribed_topic_names: self.subscribed_topic_names.into_iter().map(own).collect(),
            subscribed_topic_regex: self.subscribed_topic_regex.map(own),
            rebalance_timeout_ms: self.rebalance_timeout_ms,
            server_assignor: self.server_assignor.map(own),
            classic_member_metadata: self.classic_member_metadata.map(ClassicMemberMetadata::into_owned),
        }
    }
}
/// Part of `ConsumerGroupMemberMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ClassicMemberMetadata<'a> {
    pub session_timeout_ms: i32,
    pub supported_protocols: Vec<ClassicProtocol<'a>>,
}
impl<'a> ClassicMemberMetadata<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.session_timeout_ms = r.i32()?;
        x.supported_protocols = r.array(flex, 3, |r| ClassicProtocol::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_i32(out, self.session_timeout_ms);
        put_array(out, &self.supported_protocols, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ClassicMemberMetadata<'static> {
        ClassicMemberMetadata {
            session_timeout_ms: self.session_timeout_ms,
            supported_protocols: self
                .supported_protocols
                .into_iter()
                .map(ClassicProtocol::into_owned)
                .collect(),
        }
    }
}
/// Part of `ConsumerGroupMemberMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ClassicProtocol<'a> {
    pub name: Cow<'a, str>,
    pub metadata: Cow<'a, [u8]>,
}
impl<'a> ClassicProtocol<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.metadata = r.bytes(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_bytes(out, &self.metadata, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ClassicProtocol<'static> {
        ClassicProtocol { name: own(self.name), metadata: own(self.metadata) }
    }
}
impl<'a> Message<'a> for ConsumerGroupMemberMetadataValue<'a> {
    const NAME: &'static str = "ConsumerGroupMemberMetadataValue";
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
