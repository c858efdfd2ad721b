//! Arrays read from the frame without allocation.
//!
//! Knows no message. An array is walked once when it is decoded; after that its elements cannot fail to decode, so
//! iterating is infallible.

use std::fmt;
use std::marker::PhantomData;

use crate::Uuid;
use crate::wire::{DecodeError, Reader};

/// What an [`Array`] can hold.
pub trait View<'a>: Sized {
    /// Reads one in version `v`.
    fn read(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError>;
}

macro_rules! primitives {
    ($($name:ident: $type:ty),*) => {$(
        impl<'a> View<'a> for $type {
            #[inline]
            fn read(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
                r.$name()
            }
        }
    )*};
}

primitives!(bool: bool, i8: i8, i16: i16, u16: u16, i32: i32, u32: u32, i64: i64, f64: f64, uuid: Uuid);

/// An array whose elements lie in the frame, each decodable.
pub struct Array<'a, T> {
    /// The elements; what follows the array may follow them.
    bytes: &'a [u8],
    count: usize,
    version: i16,
    element: PhantomData<fn() -> T>,
}

impl<'a, T: View<'a>> Array<'a, T> {
    /// Walks a nullable array.
    pub fn read_opt(r: &mut Reader<'a>, flexible: bool, version: i16) -> Result<Option<Self>, DecodeError> {
        let Some(count) = r.count_opt(flexible)? else { return Ok(None) };
        let bytes = r.rest();
        for _ in 0..count {
            T::read(r, version)?;
        }
        let bytes = &bytes[..bytes.len() - r.remaining()];
        Ok(Some(Self { bytes, count, version, element: PhantomData }))
    }

    /// Walks an array.
    pub fn read(r: &mut Reader<'a>, flexible: bool, version: i16) -> Result<Self, DecodeError> {
        Self::read_opt(r, flexible, version)?.ok_or(DecodeError::Null)
    }

    /// The elements in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'a, T> {
        Iter { reader: Reader::new(self.bytes), array: *self }
    }
}

impl<T> Array<'_, T> {
    /// How many elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl<T> Clone for Array<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Array<'_, T> {}

impl<T> Default for Array<'_, T> {
    fn default() -> Self {
        Self { bytes: &[], count: 0, version: 0, element: PhantomData }
    }
}

impl<'a, T: View<'a> + PartialEq> PartialEq for Array<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

impl<'a, T: View<'a> + fmt::Debug> fmt::Debug for Array<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: View<'a>> IntoIterator for Array<'a, T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The elements of an [`Array`].
pub struct Iter<'a, T> {
    reader: Reader<'a>,
    /// Its count goes down to 0.
    array: Array<'a, T>,
}

impl<'a, T: View<'a>> Iterator for Iter<'a, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.array.count = self.array.count.checked_sub(1)?;
        let element = T::read(&mut self.reader, self.array.version);
        debug_assert!(element.is_ok(), "the array was walked when it was decoded");
        element.ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.array.count, Some(self.array.count))
    }
}

impl<'a, T: View<'a>> ExactSizeIterator for Iter<'a, T> {}
