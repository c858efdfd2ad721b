//! `StreamsGroupMemberMetadataKey` and `StreamsGroupMemberMetadataValue`. From `schema/group/019-streams_group_member_metadata.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_i8, put_i32, put_string, put_string_opt, put_u16,
};
use std::borrow::Cow;

/// `StreamsGroupMemberMetadataKey`, record type 19, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StreamsGroupMemberMetadataKey<'a> {
    pub group_id: Cow<'a, str>,
    pub member_id: Cow<'a, str>,
}
impl<'a> StreamsGroupMemberMetadataKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 19;
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
    pub fn into_owned(self) -> StreamsGroupMemberMetadataKey<'static> {
        StreamsGroupMemberMetadataKey { group_id: own(self.group_id), member_id: own(self.member_id) }
    }
}
impl<'a> Message<'a> for StreamsGroupMemberMetadataKey<'a> {
    const NAME: &'static str = "StreamsGroupMemberMetadataKey";
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
/// `StreamsGroupMemberMetadataValue`, record type 19, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct StreamsGroupMemberMetadataValue<'a> {
    pub instance_id: Option<Cow<'a, str>>,
    pub rack_id: Option<Cow<'a, str>>,
    pub client_id: Cow<'a, str>,
    pub client_host: Cow<'a, str>,
    pub rebalance_timeout_ms: i32,
    pub topology_epoch: i32,
    pub process_id: Cow<'a, str>,
    pub user_endpoint: Option<Endpoint<'a>>,
    pub client_tags: Vec<KeyValue<'a>>,
}
impl Default for StreamsGroupMemberMetadataValue<'_> {
    fn default() -> Self {
        Self {
            instance_id: Some(Cow::Borrowed("")),
            rack_id: Some(Cow::Borrowed("")),
            client_id: Cow::Borrowed(""),
            client_host: Cow::Borrowed(""),
            rebalance_timeout_ms: -1,
            topology_epoch: 0,
            process_id: Cow::Borrowed(""),
            user_endpoint: None,
            client_tags: Vec::new(),
        }
    }
}
impl<'a> StreamsGroupMemberMetadataValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 19;
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
        x.rebalance_timeout_ms = r.i32()?;
        x.topology_epoch = r.i32()?;
        x.process_id = r.string(flex)?;
        x.user_endpoint = if r.i8()? < 0 { None } else { Some(Endpoint::decode(r, v)?) };
        x.client_tags = r.array(flex, 3, |r| KeyValue::decode(r, v))?;
        r.tags(|_, _| Ok(false))?;
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
        put_i32(out, self.rebalance_timeout_ms);
        put_i32(out, self.topology_epoch);
        put_string(out, &self.process_id, flex)?;
        match &self.user_endpoint {
            None => put_i8(out, -1),
            Some(x) => {
                put_i8(out, 1);
                x.encode(out, v)?;
            }
        };
        put_array(out, &self.client_tags, flex, |out, x| x.encode(out, v))?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> StreamsGroupMemberMetadataValue<'static> {
        StreamsGroupMemberMetadataValue {
            instance_id: self.instance_id.map(own),
            rack_id: self.rack_id.map(own),
            client_id: own(self.client_id),
            client_host: own(self.client_host),
            rebalance_timeout_ms: self.rebalance_timeout_ms,
            topology_epoch: self.topology_epoch,
            process_id: own(self.process_id),
            user_endpoint: self.user_endpoint.map(Endpoint::into_owned),
            client_tags: self.client_tags.into_iter().map(KeyValue::into_owned).collect(),
        }
    }
}
/// Part of `StreamsGroupMemberMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Endpoint<'a> {
    pub host: Cow<'a, str>,
    pub port: u16,
}
impl<'a> Endpoint<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.host = r.string(flex)?;
        x.port = r.u16()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.host, flex)?;
        put_u16(out, self.port);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> Endpoint<'static> {
        Endpoint { host: own(self.host), port: self.port }
    }
}
/// Part of `StreamsGroupMemberMetadataValue`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeyValue<'a> {
    pub key: Cow<'a, str>,
    pub value: Cow<'a, str>,
}
impl<'a> KeyValue<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = true;
        let mut x = Self::default();
        x.key = r.string(flex)?;
        x.value = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = true;
        put_string(out, &self.key, flex)?;
        put_string(out, &self.value, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> KeyValue<'static> {
        KeyValue { key: own(self.key), value: own(self.value) }
    }
}
impl<'a> Message<'a> for StreamsGroupMemberMetadataValue<'a> {
    const NAME: &'static str = "StreamsGroupMemberMetadataValue";
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
