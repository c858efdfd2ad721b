//! `DelegationTokenRecord`. From `schema/metadata/010-delegation_token_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_array, put_i64, put_string};
use std::borrow::Cow;

/// `DelegationTokenRecord`, record type 10, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DelegationTokenRecord<'a> {
    pub owner: Cow<'a, str>,
    pub requester: Cow<'a, str>,
    pub renewers: Vec<Cow<'a, str>>,
    pub issue_timestamp: i64,
    pub max_timestamp: i64,
    pub expiration_timestamp: i64,
    pub token_id: Cow<'a, str>,
}
impl<'a> DelegationTokenRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 10;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.owner = r.string(flex)?;
        x.requester = r.string(flex)?;
        x.renewers = r.array(flex, 1, |r| r.string(flex))?;
        x.issue_timestamp = r.i64()?;
        x.max_timestamp = r.i64()?;
        x.expiration_timestamp = r.i64()?;
        x.token_id = r.string(flex)?;
        r.tags(|_, _| Ok(false))?;
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if v != 0 {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = true;
        put_string(out, &self.owner, flex)?;
        put_string(out, &self.requester, flex)?;
        put_array(out, &self.renewers, flex, |out, x| put_string(out, x, flex))?;
        put_i64(out, self.issue_timestamp);
        put_i64(out, self.max_timestamp);
        put_i64(out, self.expiration_timestamp);
        put_string(out, &self.token_id, flex)?;
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> DelegationTokenRecord<'static> {
        DelegationTokenRecord {
            owner: own(self.owner),
            requester: own(self.requester),
            renewers: self.renewers.into_iter().map(own).collect(),
            issue_timestamp: self.issue_timestamp,
            max_timestamp: self.max_timestamp,
            expiration_timestamp: self.expiration_timestamp,
            token_id: own(self.token_id),
        }
    }
}
impl<'a> Message<'a> for DelegationTokenRecord<'a> {
    const NAME: &'static str = "DelegationTokenRecord";
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
