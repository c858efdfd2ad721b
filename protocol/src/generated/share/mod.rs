//! The family `share`. From the tables in `schema/share` by `protocol-codegen`; not to be edited.

pub mod share_snapshot;
pub mod share_update;

use crate::wire::{DecodeError, EncodeError, Reader, put_i16};
/// The key of any record of this coordinator's log.
#[derive(Clone, Debug, PartialEq)]
pub enum Key<'a> {
    ShareSnapshot(share_snapshot::ShareSnapshotKey<'a>),
    ShareUpdate(share_update::ShareUpdateKey<'a>),
}
impl<'a> Key<'a> {
    /// The number of its type.
    #[must_use]
    pub fn type_id(&self) -> i16 {
        match self {
            Self::ShareSnapshot(_) => share_snapshot::ShareSnapshotKey::TYPE,
            Self::ShareUpdate(_) => share_update::ShareUpdateKey::TYPE,
        }
    }
    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Key<'static> {
        match self {
            Self::ShareSnapshot(x) => Key::ShareSnapshot(x.into_owned()),
            Self::ShareUpdate(x) => Key::ShareUpdate(x.into_owned()),
        }
    }
    /// Reads a record's key: its type and its body.
    pub fn decode_framed(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let r = &mut Reader::new(bytes);
        Ok(match r.i16()? {
            0 => Self::ShareSnapshot(share_snapshot::ShareSnapshotKey::decode(r, 0)?),
            1 => Self::ShareUpdate(share_update::ShareUpdateKey::decode(r, 0)?),
            other => return Err(DecodeError::UnknownType(i32::from(other))),
        })
    }
    /// Appends a record's key: its type and its body.
    pub fn encode_framed(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        put_i16(out, self.type_id());
        match self {
            Self::ShareSnapshot(x) => x.encode(out, 0),
            Self::ShareUpdate(x) => x.encode(out, 0),
        }
    }
}
impl<'a> From<share_snapshot::ShareSnapshotKey<'a>> for Key<'a> {
    fn from(x: share_snapshot::ShareSnapshotKey<'a>) -> Self {
        Self::ShareSnapshot(x)
    }
}
impl<'a> From<share_update::ShareUpdateKey<'a>> for Key<'a> {
    fn from(x: share_update::ShareUpdateKey<'a>) -> Self {
        Self::ShareUpdate(x)
    }
}
/// The value of any record of this coordinator's log.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    ShareSnapshot(share_snapshot::ShareSnapshotValue),
    ShareUpdate(share_update::ShareUpdateValue),
}
impl Value {
    /// The number of its type.
    #[must_use]
    pub fn type_id(&self) -> i16 {
        match self {
            Self::ShareSnapshot(_) => share_snapshot::ShareSnapshotValue::TYPE,
            Self::ShareUpdate(_) => share_update::ShareUpdateValue::TYPE,
        }
    }
    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Value {
        match self {
            Self::ShareSnapshot(x) => Value::ShareSnapshot(x),
            Self::ShareUpdate(x) => Value::ShareUpdate(x),
        }
    }
    /// The highest version of a type, `None` for a type that does not exist.
    #[must_use]
    pub fn version_max(type_id: i16) -> Option<i16> {
        Some(match type_id {
            0 => 0,
            1 => 0,
            _ => return None,
        })
    }
    /// Reads a record's value, version and body, by the type in its key. Also gives the version.
    pub fn decode_framed(type_id: i16, bytes: &[u8]) -> Result<(Self, i16), DecodeError> {
        let r = &mut Reader::new(bytes);
        let version = r.i16()?;
        let decode = |type_id: i16, r: &mut Reader<'_>| -> Result<Self, DecodeError> {
            Ok(match type_id {
                0 => Self::ShareSnapshot(share_snapshot::ShareSnapshotValue::decode(r, version)?),
                1 => Self::ShareUpdate(share_update::ShareUpdateValue::decode(r, version)?),
                other => return Err(DecodeError::UnknownType(i32::from(other))),
            })
        };
        Ok((decode(type_id, r)?, version))
    }
    /// Appends a record's value: its version and its body.
    pub fn encode_framed(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {
        put_i16(out, version);
        match self {
            Self::ShareSnapshot(x) => x.encode(out, version),
            Self::ShareUpdate(x) => x.encode(out, version),
        }
    }
}
impl From<share_snapshot::ShareSnapshotValue> for Value {
    fn from(x: share_snapshot::ShareSnapshotValue) -> Self {
        Self::ShareSnapshot(x)
    }
}
impl From<share_update::ShareUpdateValue> for Value {
    fn from(x: share_update::ShareUpdateValue) -> Self {
        Self::ShareUpdate(x)
    }
}
