//! `ConsumerGroupRegularExpressionKey` and `ConsumerGroupRegularExpressionValue`. From `schema/group/016-consumer_group_regular_expression.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i64, put_string};
use std::borrow::Cow;

/// `ConsumerGroupRegularExpressionKey`, record type 16, versions 0 to 0, never flexible.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupRegularExpressionKey<'a> {
    pub group_id: Cow<'a, str>,
    pub regular_expression: Cow<'a, str>,
}
impl<'a> ConsumerGroupRegularExpressionKey<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 16;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.group_id = r.string(flex)?;
        x.regular_expression = r.string(flex)?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_string(out, &self.group_id, flex)?;
        put_string(out, &self.regular_expression, flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerGroupRegularExpressionKey<'static> {
        ConsumerGroupRegularExpressionKey {
            group_id: own(self.group_id),
            regular_expression: own(self.regular_expression),
        }
    }
}
impl<'a> Message<'a> for ConsumerGroupRegularExpressionKey<'a> {
    const NAME: &'static str = "ConsumerGroupRegularExpressionKey";
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
/// `ConsumerGroupRegularExpressionValue`, record type 16, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ConsumerGroupRegularExpressionValue<'a> {
    pub topics: Vec<Cow<'a, str>>,
    pub version: i64,
    pub timestamp: i64,
}
impl<'a> ConsumerGroupRegularExpressionValue<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 16;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.topics = r.array(flex, 1, |r| r.string(flex))?;
        x.version = r.i64()?;
        x.timestamp = r.i64()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_array(out, &self.topics, flex, |out, x| put_string(out, x, flex))?;
        put_i64(out, self.version);
        put_i64(out, self.timestamp);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ConsumerGroupRegularExpressionValue<'static> {
        ConsumerGroupRegularExpressionValue {
            topics: self.topics.into_iter().map(own).collect(),
            version: self.version,
            timestamp: self.timestamp,
        }
    }
}
impl<'a> Message<'a> for ConsumerGroupRegularExpressionValue<'a> {
    const NAME: &'static str = "ConsumerGroupRegularExpressionValue";
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
