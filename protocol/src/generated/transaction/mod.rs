//! The family `transaction`. From the tables in `schema/transaction` by `protocol-codegen`; not to be edited.

pub mod transaction_log;

use crate::wire::{DecodeError, EncodeError, Reader, put_i16};
/// The key of any record of this coordinator's log.
#[derive(Clone, Debug, PartialEq)]
pub enum Key<'a> {
    TransactionLog(transaction_log::TransactionLogKey<'a>),
}
impl<'a> Key<'a> {
    /// The number of its type.
    #[must_use]
    pub fn type_id(&self) -> i16 {
        match self {
            Self::TransactionLog(_) => transaction_log::TransactionLogKey::TYPE,
        }
    }
    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Key<'static> {
        match self {
            Self::TransactionLog(x) => Key::TransactionLog(x.into_owned()),
        }
    }
    /// Reads a record's key: its type and its body.
    pub fn decode_framed(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let r = &mut Reader::new(bytes);
        Ok(match r.i16()? {
            0 => Self::TransactionLog(transaction_log::TransactionLogKey::decode(r, 0)?),
            other => return Err(DecodeError::UnknownType(i32::from(other))),
        })
    }
    /// Appends a record's key: its type and its body.
    pub fn encode_framed(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        put_i16(out, self.type_id());
        match self {
            Self::TransactionLog(x) => x.encode(out, 0),
        }
    }
}
impl<'a> From<transaction_log::TransactionLogKey<'a>> for Key<'a> {
    fn from(x: transaction_log::TransactionLogKey<'a>) -> Self {
        Self::TransactionLog(x)
    }
}
/// The value of any record of this coordinator's log.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    TransactionLog(transaction_log::TransactionLogValue<'a>),
}
impl<'a> Value<'a> {
    /// The number of its type.
    #[must_use]
    pub fn type_id(&self) -> i16 {
        match self {
            Self::TransactionLog(_) => transaction_log::TransactionLogValue::TYPE,
        }
    }
    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::TransactionLog(x) => Value::TransactionLog(x.into_owned()),
        }
    }
    /// The highest version of a type, `None` for a type that does not exist.
    #[must_use]
    pub fn version_max(type_id: i16) -> Option<i16> {
        Some(match type_id {
            0 => 1,
            _ => return None,
        })
    }
    /// Reads a record's value, version and body, by the type in its key. Also gives the version.
    pub fn decode_framed(type_id: i16, bytes: &'a [u8]) -> Result<(Self, i16), DecodeError> {
        let r = &mut Reader::new(bytes);
        let version = r.i16()?;
        let decode = |type_id: i16, r: &mut Reader<'a>| -> Result<Self, DecodeError> {
            Ok(match type_id {
                0 => Self::TransactionLog(transaction_log::TransactionLogValue::decode(r, version)?),
                other => return Err(DecodeError::UnknownType(i32::from(other))),
            })
        };
        Ok((decode(type_id, r)?, version))
    }
    /// Appends a record's value: its version and its body.
    pub fn encode_framed(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {
        put_i16(out, version);
        match self {
            Self::TransactionLog(x) => x.encode(out, version),
        }
    }
}
impl<'a> From<transaction_log::TransactionLogValue<'a>> for Value<'a> {
    fn from(x: transaction_log::TransactionLogValue<'a>) -> Self {
        Self::TransactionLog(x)
    }
}
