//! `AbortTransactionRecord`. From `schema/metadata/025-abort_transaction_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, Tags, own, put_string_opt};
use std::borrow::Cow;

/// `AbortTransactionRecord`, record type 25, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AbortTransactionRecord<'a> {
    pub reason: Option<Cow<'a, str>>,
}
impl<'a> AbortTransactionRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 25;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let mut x = Self::default();
        r.tags(|r, tag| {
            match tag {
                0 => x.reason = r.string_opt(true)?,
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
        let tags = Tags::begin(out);
        if self.reason.is_some() {
            tags.put(out, 0, |out| put_string_opt(out, self.reason.as_deref(), true))?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> AbortTransactionRecord<'static> {
        AbortTransactionRecord { reason: self.reason.map(own) }
    }
}
impl<'a> Message<'a> for AbortTransactionRecord<'a> {
    const NAME: &'static str = "AbortTransactionRecord";
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
