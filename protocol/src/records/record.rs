//! Single records of format 2, read lazily from unpacked bytes.
//!
//! A record's structure is checked as a whole when it is given out, headers included, so that what is borrowed from it
//! cannot fail later. Deltas are left as they stand: whether they fit the batch is `validate`'s business.

use crate::varint::{VARINT_SIZE_MAX, read_varint, read_varlong};

/// Why bytes are not a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// The bytes end before the records do.
    Truncated,
    /// The size in front of a record does not end within five bytes.
    SizeOverlong,
    /// A size or count that contradicts the record around it.
    Structure,
    /// All records promised were read, and bytes are left.
    Surplus,
    /// The batch promises a negative number of records.
    Count(i32),
}

/// One record, borrowed from its batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Meaningless so far; kept so that nothing is lost.
    pub attributes: i8,
    /// Added to the batch's base timestamp.
    pub timestamp_delta: i64,
    /// Added to the batch's base offset.
    pub offset_delta: i32,
    /// Null and empty differ.
    pub key: Option<&'a [u8]>,
    /// Null and empty differ; null is a tombstone where topics are compacted.
    pub value: Option<&'a [u8]>,
    /// Bytes of the record with its length field.
    pub size: usize,
    /// What the length field says.
    pub body_size: usize,
    headers: Headers<'a>,
}

impl<'a> Record<'a> {
    /// The record at the front of `bytes`; its `size` says where the next one starts.
    #[inline]
    pub fn parse(bytes: &'a [u8]) -> Result<Self, RecordError> {
        let Some((body_size, at)) = read_varint(bytes) else {
            let whole = bytes.len() >= VARINT_SIZE_MAX;
            return Err(if whole { RecordError::SizeOverlong } else { RecordError::Truncated });
        };
        let body_size = usize::try_from(body_size).map_err(|_| RecordError::Structure)?;
        let body = bytes[at..].get(..body_size).ok_or(RecordError::Truncated)?;
        Self::parse_body(body, at + body_size).ok_or(RecordError::Structure)
    }

    #[inline]
    fn parse_body(body: &'a [u8], size: usize) -> Option<Self> {
        let (&attributes, mut rest) = body.split_first()?;
        let (timestamp_delta, taken) = read_varlong(rest)?;
        rest = &rest[taken..];
        let (offset_delta, taken) = read_varint(rest)?;
        rest = &rest[taken..];
        let key = take_nullable(&mut rest)?;
        let value = take_nullable(&mut rest)?;
        let (count, taken) = read_varint(rest)?;
        rest = &rest[taken..];
        let count = usize::try_from(count).ok()?;
        let headers = Headers { bytes: rest, count };
        for _ in 0..count {
            take_header(&mut rest)?;
        }
        rest.is_empty().then_some(Self {
            attributes: attributes as i8,
            timestamp_delta,
            offset_delta,
            key,
            value,
            size,
            body_size: body.len(),
            headers,
        })
    }

    /// The headers, in the order written; names may repeat.
    #[inline]
    #[must_use]
    pub fn headers(&self) -> Headers<'a> {
        self.headers
    }
}

/// One record header. The name is text by convention only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// May be empty, never null.
    pub key: &'a [u8],
    /// Null and empty differ.
    pub value: Option<&'a [u8]>,
}

/// The headers of one record, checked when the record was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Headers<'a> {
    bytes: &'a [u8],
    count: usize,
}

impl<'a> Iterator for Headers<'a> {
    type Item = Header<'a>;

    fn next(&mut self) -> Option<Header<'a>> {
        if self.count == 0 {
            return None;
        }
        self.count -= 1;
        take_header(&mut self.bytes)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count, Some(self.count))
    }
}

impl ExactSizeIterator for Headers<'_> {}

/// The records of a batch, from its unpacked bytes. Yields an error once and then ends. Bytes left behind the last
/// record promised are an error as well, except in a batch that promises none.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    bytes: &'a [u8],
    left: i32,
}

impl<'a> Records<'a> {
    /// Walks `count` records through `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8], count: i32) -> Self {
        Self { bytes, left: count }
    }

    /// The bytes not yet walked.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Result<Record<'a>, RecordError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.left <= 0 {
            if self.left < 0 {
                return Some(Err(RecordError::Count(std::mem::take(&mut self.left))));
            }
            return None;
        }
        self.left -= 1;
        let record = match Record::parse(self.bytes) {
            Ok(record) => record,
            Err(error) => {
                self.left = 0;
                return Some(Err(error));
            }
        };
        self.bytes = &self.bytes[record.size..];
        if self.left == 0 && !self.bytes.is_empty() {
            return Some(Err(RecordError::Surplus));
        }
        Some(Ok(record))
    }
}

#[inline]
fn take_nullable<'a>(rest: &mut &'a [u8]) -> Option<Option<&'a [u8]>> {
    let (size, taken) = read_varint(rest)?;
    // Every negative size is null, as Kafka reads it.
    let Ok(size) = usize::try_from(size) else {
        *rest = &rest[taken..];
        return Some(None);
    };
    let bytes = rest[taken..].get(..size)?;
    *rest = &rest[taken + size..];
    Some(Some(bytes))
}

#[inline]
fn take_header<'a>(rest: &mut &'a [u8]) -> Option<Header<'a>> {
    let key = take_nullable(rest)??;
    let value = take_nullable(rest)?;
    Some(Header { key, value })
}
