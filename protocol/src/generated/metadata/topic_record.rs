//! `TopicRecord`. From `schema/metadata/002-topic_record.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_string, put_uuid};
use std::borrow::Cow;

/// `TopicRecord`, record type 2, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct TopicRecord<'a> {
    pub name: Cow<'a, str>,
    pub topic_id: Uuid,
}
impl<'a> TopicRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 2;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.topic_id = r.uuid()?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.name, flex)?;
        put_uuid(out, self.topic_id);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TopicRecord<'static> {
        TopicRecord { name: own(self.name), topic_id: self.topic_id }
    }
}
impl<'a> Message<'a> for TopicRecord<'a> {
    const NAME: &'static str = "TopicRecord";
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
