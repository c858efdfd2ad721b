//! The one way bytes come out of a codec: chunk by chunk, into the caller's buffer, counted against a budget.
//!
//! Invariants:
//! - Between two calls at most one chunk is held. A chunk is at most 64 KiB, one lz4 block (4 MiB), or one snappy block,
//!   whose claimed size is believed only as far as the compressed bytes present can reach.
//! - No more than the budget ever comes out.

use crate::compress::gzip::GzipState;
use crate::compress::lz4::Lz4State;
use crate::compress::snappy::SnappyState;
use crate::compress::zstandard::{self, ZstdState};
use crate::compress::{Codec, gzip};

/// What a chunk holds where the codec does not dictate it.
pub(super) const CHUNK_SIZE: usize = 64 * 1024;
/// A chunk buffer beyond this is given back after its batch.
const CHUNK_SIZE_KEPT: usize = 1024 * 1024;

/// Why nothing more comes out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnpackError {
    /// The bytes are not what the codec writes.
    Corrupt,
    /// More would come out than the budget allows.
    Budget,
}

/// The bytes between a codec and its reader. Room once made stays, so that a small batch does not pay for clearing 64 KiB.
#[derive(Default)]
pub(super) struct Chunk {
    /// At least as long as `len`; what lies behind that is left over from before.
    bytes: Vec<u8>,
    len: usize,
}

impl Chunk {
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// `size` bytes to write into, whatever they hold; `set_len` says how many were written.
    pub(super) fn room(&mut self, size: usize) -> &mut [u8] {
        if self.bytes.len() < size {
            self.bytes.resize(size, 0);
        }
        &mut self.bytes[..size]
    }

    pub(super) fn set_len(&mut self, len: usize) {
        debug_assert!(len <= self.bytes.len());
        self.len = len;
    }

    /// Becomes a copy of `bytes`.
    pub(super) fn set(&mut self, bytes: &[u8]) {
        self.room(bytes.len()).copy_from_slice(bytes);
        self.len = bytes.len();
    }

    fn filled(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Buffers and codec states for unpacking, used again from batch to batch: one per core or job.
#[derive(Default)]
pub struct Scratch {
    pub(super) chunk: Chunk,
    pub(super) gzip: Option<Box<gzip::Inflate>>,
    pub(super) zstd: Option<zstandard::Context>,
    /// For callers that need a record or a batch in one piece.
    pub(crate) whole: Vec<u8>,
}

impl Scratch {
    /// Empty; buffers come with the first use.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives back what one large batch made grow.
    pub fn trim(&mut self) {
        for buffer in [&mut self.chunk.bytes, &mut self.whole] {
            if buffer.capacity() > CHUNK_SIZE_KEPT {
                *buffer = Vec::new();
            }
        }
        if self.zstd.as_ref().is_some_and(|context| context.size() > 4 * CHUNK_SIZE_KEPT) {
            self.zstd = None;
        }
    }
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scratch").field("chunk", &self.chunk.bytes.capacity()).finish_non_exhaustive()
    }
}

enum State {
    Plain,
    Gzip(GzipState),
    Snappy(SnappyState),
    Lz4(Lz4State),
    Zstd(ZstdState),
    Ended,
}

/// A payload being unpacked.
pub struct Unpacker<'s, 'p> {
    scratch: &'s mut Scratch,
    /// What the codec has not read yet.
    input: &'p [u8],
    state: State,
    budget: u64,
}

impl<'s, 'p> Unpacker<'s, 'p> {
    /// Begins on `payload`; nothing is looked at yet. `magic` is the format of the batch around it.
    #[must_use]
    pub fn new(scratch: &'s mut Scratch, codec: Codec, magic: i8, payload: &'p [u8], budget: u64) -> Self {
        scratch.chunk.set_len(0);
        let state = match codec {
            Codec::None => State::Plain,
            Codec::Gzip => State::Gzip(GzipState::default()),
            Codec::Snappy => State::Snappy(SnappyState::default()),
            Codec::Lz4 => State::Lz4(Lz4State::new(magic == 0)),
            Codec::Zstd => State::Zstd(ZstdState::default()),
        };
        Self { scratch, input: payload, state, budget }
    }

    /// The next bytes; none at the end. After an error there are none either.
    pub fn next_chunk(&mut self) -> Result<&[u8], UnpackError> {
        self.scratch.chunk.set_len(0);
        let filled = self.fill();
        if filled.is_err() || self.scratch.chunk.is_empty() {
            self.scratch.chunk.set_len(0);
            self.state = State::Ended;
        }
        filled?;
        match self.budget.checked_sub(self.scratch.chunk.len as u64) {
            Some(left) => self.budget = left,
            None => {
                self.scratch.chunk.set_len(0);
                self.state = State::Ended;
                return Err(UnpackError::Budget);
            }
        }
        Ok(self.scratch.chunk.filled())
    }

    /// The chunk given out last.
    pub(crate) fn chunk(&self) -> &[u8] {
        self.scratch.chunk.filled()
    }

    fn fill(&mut self) -> Result<(), UnpackError> {
        let Scratch { chunk, gzip, zstd, .. } = &mut *self.scratch;
        match &mut self.state {
            State::Plain => {
                let (head, rest) = self.input.split_at(self.input.len().min(CHUNK_SIZE));
                chunk.set(head);
                self.input = rest;
                Ok(())
            }
            State::Gzip(state) => state.fill(gzip.get_or_insert_default(), &mut self.input, chunk),
            State::Snappy(state) => state.fill(&mut self.input, self.budget, chunk),
            State::Lz4(state) => state.fill(&mut self.input, chunk),
            State::Zstd(state) => state.fill(zstd.get_or_insert_default(), &mut self.input, chunk),
            State::Ended => Ok(()),
        }
    }
}

impl Drop for Unpacker<'_, '_> {
    fn drop(&mut self) {
        self.scratch.chunk.set_len(0);
        self.scratch.trim();
    }
}

/// Takes `count` bytes off the front of `input`.
pub(super) fn take<'p>(input: &mut &'p [u8], count: usize) -> Option<&'p [u8]> {
    let (head, rest) = input.split_at_checked(count)?;
    *input = rest;
    Some(head)
}
