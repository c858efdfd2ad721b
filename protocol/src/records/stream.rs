//! Walks the records of a compressed batch while it is being unpacked: counts, deltas, and whether there is a key. Keys,
//! values and headers are stepped over, so the walk holds one chunk, however large the batch or a record in it.
//!
//! It is as lenient as Kafka's own walk: that the parts of a record fill exactly the size it claims is not looked at.

use crate::compress::{Codec, Scratch, UnpackError, Unpacker};
use crate::records::batch::BatchView;
use crate::records::record::RecordError;
use crate::varint::{VARINT_SIZE_MAX, VARLONG_SIZE_MAX, read_varint, read_varlong};

/// Why a walk ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkError {
    /// The codec's bytes are bad, or too many come out.
    Unpack(UnpackError),
    /// What came out is not records.
    Record(RecordError),
}

impl From<UnpackError> for WalkError {
    fn from(error: UnpackError) -> Self {
        Self::Unpack(error)
    }
}

impl From<RecordError> for WalkError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

/// What the walk learns of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartialRecord {
    /// Added to the batch's base timestamp.
    pub timestamp_delta: i64,
    /// Added to the batch's base offset.
    pub offset_delta: i32,
    /// Whether the key is other than null.
    pub has_key: bool,
}

/// The records of one batch, walked without being held.
pub struct RecordStream<'s, 'p> {
    unpacker: Unpacker<'s, 'p>,
    /// Into the unpacker's chunk.
    position: usize,
    left: i32,
    body_size_max: i32,
}

impl<'s, 'p> RecordStream<'s, 'p> {
    /// Begins on the records of `batch`, whose codec is `codec`. At most `budget` bytes are unpacked, and a record that
    /// claims a body larger than `body_size_max` is refused.
    #[must_use]
    pub fn new(
        batch: &BatchView<'p>,
        codec: Codec,
        budget: u64,
        body_size_max: i32,
        scratch: &'s mut Scratch,
    ) -> Self {
        let unpacker = Unpacker::new(scratch, codec, batch.magic(), batch.payload(), budget);
        Self { unpacker, position: 0, left: batch.record_count().max(0), body_size_max }
    }

    /// The next record; `None` behind the last one that the header promises. Bytes behind that one are an error.
    pub fn next_record(&mut self) -> Result<Option<PartialRecord>, WalkError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let body_size = self.varint()?;
        if body_size < 0 || body_size > self.body_size_max {
            return Err(RecordError::Structure.into());
        }
        self.skip(1)?;
        let timestamp_delta = self.varlong()?;
        let offset_delta = self.varint()?;
        let key_size = self.varint()?;
        self.skip(key_size)?;
        let value_size = self.varint()?;
        self.skip(value_size)?;
        let headers_count = self.varint()?;
        if headers_count < 0 {
            return Err(RecordError::Structure.into());
        }
        for _ in 0..headers_count {
            let name_size = self.varint()?;
            if name_size < 0 {
                return Err(RecordError::Structure.into());
            }
            self.skip(name_size)?;
            let value_size = self.varint()?;
            self.skip(value_size)?;
        }
        if self.left == 0 && self.byte()?.is_some() {
            return Err(RecordError::Surplus.into());
        }
        Ok(Some(PartialRecord { timestamp_delta, offset_delta, has_key: key_size >= 0 }))
    }

    #[inline]
    fn ahead(&self) -> &[u8] {
        &self.unpacker.chunk()[self.position..]
    }

    #[inline]
    fn byte(&mut self) -> Result<Option<u8>, UnpackError> {
        if self.ahead().is_empty() {
            self.position = 0;
            self.unpacker.next_chunk()?;
        }
        let byte = self.ahead().first().copied();
        self.position += usize::from(byte.is_some());
        Ok(byte)
    }

    #[inline]
    fn varint(&mut self) -> Result<i32, WalkError> {
        if self.ahead().len() >= VARINT_SIZE_MAX {
            let (value, size) = read_varint(self.ahead()).ok_or(RecordError::Structure)?;
            self.position += size;
            return Ok(value);
        }
        let (bytes, size) = self.gather::<VARINT_SIZE_MAX>()?;
        Ok(read_varint(&bytes[..size]).ok_or(RecordError::Truncated)?.0)
    }

    #[inline]
    fn varlong(&mut self) -> Result<i64, WalkError> {
        if self.ahead().len() >= VARLONG_SIZE_MAX {
            let (value, size) = read_varlong(self.ahead()).ok_or(RecordError::Structure)?;
            self.position += size;
            return Ok(value);
        }
        let (bytes, size) = self.gather::<VARLONG_SIZE_MAX>()?;
        Ok(read_varlong(&bytes[..size]).ok_or(RecordError::Truncated)?.0)
    }

    /// The bytes of one variable-length number that may lie across chunks.
    #[cold]
    fn gather<const N: usize>(&mut self) -> Result<([u8; N], usize), WalkError> {
        let mut bytes = [0; N];
        for at in 0..N {
            bytes[at] = self.byte()?.ok_or(RecordError::Truncated)?;
            if bytes[at] < 0x80 {
                return Ok((bytes, at + 1));
            }
        }
        Err(RecordError::Structure.into())
    }

    /// Steps over `count` bytes; a negative count is null and takes none.
    #[inline]
    fn skip(&mut self, count: i32) -> Result<(), WalkError> {
        let mut count = usize::try_from(count).unwrap_or(0);
        loop {
            let step = count.min(self.ahead().len());
            self.position += step;
            count -= step;
            if count == 0 {
                return Ok(());
            }
            self.position = 0;
            if self.unpacker.next_chunk()?.is_empty() {
                return Err(RecordError::Truncated.into());
            }
        }
    }
}
