//! `FeatureLevelRecord`. From `schema/metadata/012-feature_level_record.txt` by `protocol-codegen`; not to be edited.

use crate::message::Message;
use crate::wire::{DecodeError, EncodeError, Reader, own, put_i16, put_string};
use std::borrow::Cow;

/// `FeatureLevelRecord`, record type 12, versions 0 to 0, flexible from 0.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct FeatureLevelRecord<'a> {
    pub name: Cow<'a, str>,
    pub feature_level: i16,
}
impl<'a> FeatureLevelRecord<'a> {
    /// The number of this type of record.
    pub const TYPE: i16 = 12;
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if v != 0 {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = true;
        let mut x = Self::default();
        x.name = r.string(flex)?;
        x.feature_level = r.i16()?;
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
        put_i16(out, self.feature_level);
        out.push(0);
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> FeatureLevelRecord<'static> {
        FeatureLevelRecord { name: own(self.name), feature_level: self.feature_level }
    }
}
impl<'a> Message<'a> for FeatureLevelRecord<'a> {
    const NAME: &'static str = "FeatureLevelRecord";
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
