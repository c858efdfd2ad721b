//! The primitive types of Kafka's wire format: a bounded reader over borrowed bytes, and functions that append.
//!
//! Knows no message. Generated code is made of calls to this file, so what Kafka accepts is decided here.
//!
//! Invariants:
//! - Reading never panics and never looks past the bytes given.
//! - An array count is compared with the bytes left before anything is reserved for it.
//! - What Kafka reads as null (any negative length), we read as null; what it refuses, we refuse.

use std::borrow::Cow;
use std::fmt;

use crate::Uuid;

/// Why bytes are not a message. The sender is told nothing more than Kafka would tell it, so no field is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end inside a field.
    UnexpectedEnd,
    /// A field that may not be null in this version is null.
    Null,
    /// A string longer than 32,767 bytes, or an array with more elements than bytes left.
    InvalidLength,
    /// A varint of more than five bytes.
    InvalidVarint,
    /// A known tag in a version that does not have it.
    InvalidTag,
    /// A message version that does not exist.
    UnsupportedVersion(i16),
    /// A record type or API key that does not exist.
    UnknownType(i32),
    /// The version of the frame around a record is not 1.
    UnknownFrame(u32),
    /// Bytes follow a record where none may.
    TrailingBytes,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedEnd => f.write_str("the bytes end inside a field"),
            Self::Null => f.write_str("a field that cannot be null is null"),
            Self::InvalidLength => f.write_str("a length is larger than what follows it may be"),
            Self::InvalidVarint => f.write_str("a varint has more than five bytes"),
            Self::InvalidTag => f.write_str("a tag is not valid in this version"),
            Self::UnsupportedVersion(version) => write!(f, "version {version} does not exist"),
            Self::UnknownType(id) => write!(f, "type {id} does not exist"),
            Self::UnknownFrame(version) => write!(f, "frame version {version} is unknown"),
            Self::TrailingBytes => f.write_str("bytes follow the record"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// Why a value cannot be written in a version. What was appended so far is to be thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// The version does not exist.
    UnsupportedVersion(i16),
    /// The field holds something that this version cannot carry and that must not be lost.
    Unsupported(&'static str),
    /// The field is null, but must not be in this version.
    Null(&'static str),
    /// A string of more than 32,767 bytes, or a length beyond 31 bits.
    TooLong,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnsupportedVersion(version) => write!(f, "version {version} does not exist"),
            Self::Unsupported(field) => write!(f, "this version has no {field}"),
            Self::Null(field) => write!(f, "{field} cannot be null in this version"),
            Self::TooLong => f.write_str("a length does not fit its field"),
        }
    }
}

impl std::error::Error for EncodeError {}

/// How much is reserved for an array before its elements have been seen.
const RESERVE_SIZE_MAX: usize = 64 * 1024;

/// Reads from the front of borrowed bytes; what it hands out borrows from them.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
}

macro_rules! integers {
    ($($(#[$doc:meta])* $name:ident -> $type:ty),*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $name(&mut self) -> Result<$type, DecodeError> {
            let (head, rest) = self.bytes.split_first_chunk().ok_or(DecodeError::UnexpectedEnd)?;
            self.bytes = rest;
            Ok(<$type>::from_be_bytes(*head))
        }
    )*};
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`.
    #[must_use]
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// The bytes not read yet.
    #[must_use]
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many bytes are not read yet.
    #[must_use]
    #[inline]
    pub fn remaining(&self) -> usize {
        self.bytes.len()
    }

    integers!(
        /// One signed byte.
        i8 -> i8,
        /// Two bytes.
        i16 -> i16,
        /// Two bytes, unsigned.
        u16 -> u16,
        /// Four bytes.
        i32 -> i32,
        /// Four bytes, unsigned.
        u32 -> u32,
        /// Eight bytes.
        i64 -> i64,
        /// An IEEE double.
        f64 -> f64
    );

    /// Any byte but 0 is true.
    #[inline]
    pub fn bool(&mut self) -> Result<bool, DecodeError> {
        Ok(self.i8()? != 0)
    }

    /// 16 bytes.
    #[inline]
    pub fn uuid(&mut self) -> Result<Uuid, DecodeError> {
        let (head, rest) = self.bytes.split_first_chunk().ok_or(DecodeError::UnexpectedEnd)?;
        self.bytes = rest;
        Ok(Uuid(*head))
    }

    /// Seven bits a byte, low ones first, at most five bytes; bits beyond the 32nd are dropped as Kafka drops them.
    #[inline]
    pub fn uvarint(&mut self) -> Result<u32, DecodeError> {
        match self.bytes.split_first() {
            Some((&byte, rest)) if byte < 0x80 => {
                self.bytes = rest;
                Ok(u32::from(byte))
            }
            _ => self.uvarint_long(),
        }
    }

    fn uvarint_long(&mut self) -> Result<u32, DecodeError> {
        let mut value = 0;
        for index in 0..5 {
            let (&byte, rest) = self.bytes.split_first().ok_or(DecodeError::UnexpectedEnd)?;
            self.bytes = rest;
            value |= u32::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(DecodeError::InvalidVarint)
    }

    /// The next `len` bytes.
    #[inline]
    pub fn take(&mut self, len: usize) -> Result<&'a [u8], DecodeError> {
        let (head, rest) = self.bytes.split_at_checked(len).ok_or(DecodeError::UnexpectedEnd)?;
        self.bytes = rest;
        Ok(head)
    }

    #[inline]
    fn length(&mut self, flexible: bool) -> Result<i32, DecodeError> {
        if flexible { Ok((self.uvarint()? as i32).wrapping_sub(1)) } else { self.i32() }
    }

    /// A nullable string as the bytes it is made of.
    #[inline]
    pub fn str_opt(&mut self, flexible: bool) -> Result<Option<Str<'a>>, DecodeError> {
        let len = if flexible { self.length(true)? } else { i32::from(self.i16()?) };
        if len < 0 {
            return Ok(None);
        }
        if len > i32::from(i16::MAX) {
            return Err(DecodeError::InvalidLength);
        }
        Ok(Some(Str(self.take(len as usize)?)))
    }

    /// A string as the bytes it is made of.
    #[inline]
    pub fn str(&mut self, flexible: bool) -> Result<Str<'a>, DecodeError> {
        self.str_opt(flexible)?.ok_or(DecodeError::Null)
    }

    /// A nullable string; bytes that are no UTF-8 become U+FFFD, as in Java.
    pub fn string_opt(&mut self, flexible: bool) -> Result<Option<Cow<'a, str>>, DecodeError> {
        Ok(self.str_opt(flexible)?.map(Str::to_lossy))
    }

    /// A string; bytes that are no UTF-8 become U+FFFD, as in Java.
    pub fn string(&mut self, flexible: bool) -> Result<Cow<'a, str>, DecodeError> {
        Ok(self.str(flexible)?.to_lossy())
    }

    /// Nullable bytes, borrowed.
    #[inline]
    pub fn slice_opt(&mut self, flexible: bool) -> Result<Option<&'a [u8]>, DecodeError> {
        let len = self.length(flexible)?;
        if len < 0 {
            return Ok(None);
        }
        self.take(len as usize).map(Some)
    }

    /// Bytes, borrowed.
    #[inline]
    pub fn slice(&mut self, flexible: bool) -> Result<&'a [u8], DecodeError> {
        self.slice_opt(flexible)?.ok_or(DecodeError::Null)
    }

    /// Nullable bytes.
    pub fn bytes_opt(&mut self, flexible: bool) -> Result<Option<Cow<'a, [u8]>>, DecodeError> {
        Ok(self.slice_opt(flexible)?.map(Cow::Borrowed))
    }

    /// Bytes.
    pub fn bytes(&mut self, flexible: bool) -> Result<Cow<'a, [u8]>, DecodeError> {
        self.slice(flexible).map(Cow::Borrowed)
    }

    /// The count of a nullable array, not more than the bytes left.
    #[inline]
    pub fn count_opt(&mut self, flexible: bool) -> Result<Option<usize>, DecodeError> {
        let count = self.length(flexible)?;
        if count < 0 {
            return Ok(None);
        }
        if count as usize > self.bytes.len() {
            return Err(DecodeError::InvalidLength);
        }
        Ok(Some(count as usize))
    }

    /// A nullable array whose elements take at least `size_min` bytes each.
    pub fn array_opt<T>(
        &mut self,
        flexible: bool,
        size_min: usize,
        mut element: impl FnMut(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Option<Vec<T>>, DecodeError> {
        let Some(count) = self.count_opt(flexible)? else { return Ok(None) };
        let reserve_count_max = RESERVE_SIZE_MAX / size_of::<T>().max(1);
        let mut elements =
            Vec::with_capacity(count.min(self.bytes.len() / size_min.max(1)).min(reserve_count_max));
        for _ in 0..count {
            elements.push(element(self)?);
        }
        Ok(Some(elements))
    }

    /// An array whose elements take at least `size_min` bytes each.
    pub fn array<T>(
        &mut self,
        flexible: bool,
        size_min: usize,
        element: impl FnMut(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Vec<T>, DecodeError> {
        self.array_opt(flexible, size_min, element)?.ok_or(DecodeError::Null)
    }

    /// The tag section that ends a struct in flexible versions. `known` reads the value of a tag it knows and says
    /// whether it did; the others are skipped. Order and repetition do not matter and the size of a known tag is
    /// not looked at, as in Kafka.
    #[inline]
    pub fn tags(
        &mut self,
        mut known: impl FnMut(&mut Self, u32) -> Result<bool, DecodeError>,
    ) -> Result<(), DecodeError> {
        let count = self.uvarint()? as i32;
        for _ in 0..count {
            let tag = self.uvarint()?;
            let size = self.uvarint()?;
            if !known(self, tag)? {
                self.take(size as usize)?;
            }
        }
        Ok(())
    }
}

/// A string on the wire: bytes that should be UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Str<'a>(pub &'a [u8]);

impl<'a> Str<'a> {
    /// The bytes as they came.
    #[must_use]
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The string, unless the bytes are no UTF-8.
    #[must_use]
    pub fn to_str(self) -> Option<&'a str> {
        std::str::from_utf8(self.0).ok()
    }

    /// The string; allocates only when the bytes are no UTF-8.
    #[must_use]
    pub fn to_lossy(self) -> Cow<'a, str> {
        String::from_utf8_lossy(self.0)
    }

    /// Whether it has no bytes.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Str<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.to_lossy(), f)
    }
}

/// The same value, borrowing nothing.
#[must_use]
pub fn own<T: ToOwned + ?Sized>(value: Cow<'_, T>) -> Cow<'static, T> {
    Cow::Owned(value.into_owned())
}

macro_rules! puts {
    ($($name:ident($type:ty)),*) => {$(
        /// Appends the number.
        #[inline]
        pub fn $name(out: &mut Vec<u8>, value: $type) {
            out.extend_from_slice(&value.to_be_bytes());
        }
    )*};
}

puts!(put_i8(i8), put_i16(i16), put_u16(u16), put_i32(i32), put_u32(u32), put_i64(i64), put_f64(f64));

/// Appends one byte, 0 or 1.
#[inline]
pub fn put_bool(out: &mut Vec<u8>, value: bool) {
    out.push(u8::from(value));
}

/// Appends the 16 bytes.
#[inline]
pub fn put_uuid(out: &mut Vec<u8>, value: Uuid) {
    out.extend_from_slice(&value.0);
}

/// Appends seven bits a byte, low ones first.
#[inline]
pub fn put_uvarint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// How many bytes `put_uvarint` appends.
#[must_use]
pub fn uvarint_size(value: u32) -> usize {
    (38 - (value | 1).leading_zeros() as usize) / 7
}

/// Appends the length before bytes or the count before elements.
#[inline]
pub fn put_length(out: &mut Vec<u8>, len: usize, flexible: bool) -> Result<(), EncodeError> {
    let len = i32::try_from(len).map_err(|_| EncodeError::TooLong)?;
    if flexible {
        put_uvarint(out, len as u32 + 1);
    } else {
        put_i32(out, len);
    }
    Ok(())
}

/// Appends the null of bytes and arrays.
#[inline]
pub fn put_null(out: &mut Vec<u8>, flexible: bool) {
    if flexible {
        out.push(0);
    } else {
        put_i32(out, -1);
    }
}

/// Appends a string.
pub fn put_string(out: &mut Vec<u8>, value: &str, flexible: bool) -> Result<(), EncodeError> {
    let len = i16::try_from(value.len()).map_err(|_| EncodeError::TooLong)?;
    if flexible {
        put_uvarint(out, len as u32 + 1);
    } else {
        put_i16(out, len);
    }
    out.extend_from_slice(value.as_bytes());
    Ok(())
}

/// Appends a nullable string.
pub fn put_string_opt(out: &mut Vec<u8>, value: Option<&str>, flexible: bool) -> Result<(), EncodeError> {
    match value {
        Some(value) => return put_string(out, value, flexible),
        None if flexible => out.push(0),
        None => put_i16(out, -1),
    }
    Ok(())
}

/// Appends bytes.
pub fn put_bytes(out: &mut Vec<u8>, value: &[u8], flexible: bool) -> Result<(), EncodeError> {
    put_length(out, value.len(), flexible)?;
    out.extend_from_slice(value);
    Ok(())
}

/// Appends nullable bytes.
pub fn put_bytes_opt(out: &mut Vec<u8>, value: Option<&[u8]>, flexible: bool) -> Result<(), EncodeError> {
    match value {
        Some(value) => return put_bytes(out, value, flexible),
        None => put_null(out, flexible),
    }
    Ok(())
}

/// Appends an array.
pub fn put_array<T>(
    out: &mut Vec<u8>,
    elements: &[T],
    flexible: bool,
    mut element: impl FnMut(&mut Vec<u8>, &T) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    put_length(out, elements.len(), flexible)?;
    for value in elements {
        element(out, value)?;
    }
    Ok(())
}

/// Appends a nullable array.
pub fn put_array_opt<T>(
    out: &mut Vec<u8>,
    elements: Option<&[T]>,
    flexible: bool,
    element: impl FnMut(&mut Vec<u8>, &T) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    match elements {
        Some(elements) => return put_array(out, elements, flexible, element),
        None => put_null(out, flexible),
    }
    Ok(())
}

/// Writes a tag section. Its count is one byte that grows as tags are put: no struct of Kafka has 128 tags.
#[derive(Debug)]
pub struct Tags {
    count_at: usize,
}

impl Tags {
    /// Begins a section without tags.
    #[inline]
    pub fn begin(out: &mut Vec<u8>) -> Self {
        let count_at = out.len();
        out.push(0);
        Self { count_at }
    }

    /// Appends one tag; tags are put in rising order. The size before the value is one byte, and the value moves up
    /// in the rare case that it needs more.
    pub fn put(
        &self,
        out: &mut Vec<u8>,
        tag: u32,
        value: impl FnOnce(&mut Vec<u8>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        debug_assert!(out[self.count_at] < 0x7f);
        out[self.count_at] += 1;
        put_uvarint(out, tag);
        let size_at = out.len();
        out.push(0);
        value(out)?;
        let size = u32::try_from(out.len() - size_at - 1).map_err(|_| EncodeError::TooLong)?;
        let extra = uvarint_size(size) - 1;
        if extra > 0 {
            let value_end = out.len();
            out.resize(value_end + extra, 0);
            out.copy_within(size_at + 1..value_end, size_at + 1 + extra);
        }
        let mut rest = size;
        for (index, byte) in out[size_at..=size_at + extra].iter_mut().enumerate() {
            *byte = (rest as u8 & 0x7f) | if index < extra { 0x80 } else { 0 };
            rest >>= 7;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uvarints_round_trip_and_their_size_is_known() {
        let mut values: Vec<u32> = (0..32).flat_map(|bit| [1 << bit, (1 << bit) - 1]).collect();
        values.push(u32::MAX);
        for value in values {
            let mut out = Vec::new();
            put_uvarint(&mut out, value);
            assert_eq!(out.len(), uvarint_size(value), "{value}");
            let mut reader = Reader::new(&out);
            assert_eq!(reader.uvarint(), Ok(value));
            assert_eq!(reader.remaining(), 0);
        }
        assert_eq!(Reader::new(&[0xff; 6]).uvarint(), Err(DecodeError::InvalidVarint));
        assert_eq!(Reader::new(&[0xff; 4]).uvarint(), Err(DecodeError::UnexpectedEnd));
    }

    #[test]
    fn every_negative_length_is_null() {
        for len in [-1i16, -2, i16::MIN] {
            let bytes = len.to_be_bytes();
            assert_eq!(Reader::new(&bytes).string_opt(false), Ok(None));
            assert_eq!(Reader::new(&bytes).string(false), Err(DecodeError::Null));
        }
        for len in [-1i32, -2, i32::MIN] {
            let bytes = len.to_be_bytes();
            assert_eq!(Reader::new(&bytes).bytes_opt(false), Ok(None));
            assert_eq!(Reader::new(&bytes).array_opt(false, 1, Reader::i8), Ok(None));
            assert_eq!(Reader::new(&bytes).array(false, 1, Reader::i8), Err(DecodeError::Null));
        }
        // A compact length of 2^32 - 1 is -2 to Kafka.
        assert_eq!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f]).bytes_opt(true), Ok(None));
    }

    #[test]
    fn string_above_the_limit_is_refused_on_both_ways() {
        let long = "x".repeat(32_768);
        assert_eq!(put_string(&mut Vec::new(), &long, true), Err(EncodeError::TooLong));
        let mut out = Vec::new();
        put_bytes(&mut out, long.as_bytes(), true).unwrap();
        assert_eq!(Reader::new(&out).string(true), Err(DecodeError::InvalidLength));
        assert_eq!(Reader::new(&[0, 1, 0xff]).string(false).unwrap(), "\u{fffd}");
    }

    #[test]
    fn array_count_above_the_bytes_left_is_refused() {
        let bytes = [0, 0, 0, 3, 1, 2];
        assert_eq!(Reader::new(&bytes).array(false, 1, Reader::i8), Err(DecodeError::InvalidLength));
        let bytes = [0, 0, 0, 2, 1, 2];
        assert_eq!(Reader::new(&bytes).array(false, 1, Reader::i8), Ok(vec![1, 2]));
    }

    #[test]
    fn tag_values_of_any_size_get_the_right_size_before_them() {
        for size in [0, 1, 127, 128, 16_383, 16_384, 70_000] {
            let mut out = vec![9];
            let tags = Tags::begin(&mut out);
            let value: Vec<u8> = (0..size).map(|index| index as u8).collect();
            for tag in [0, 200] {
                tags.put(&mut out, tag, |out| {
                    out.extend_from_slice(&value);
                    Ok(())
                })
                .unwrap();
            }
            let mut expected = vec![9, 2];
            for tag in [0, 200] {
                put_uvarint(&mut expected, tag);
                put_uvarint(&mut expected, size);
                expected.extend_from_slice(&value);
            }
            assert_eq!(out, expected);
        }
    }
}
