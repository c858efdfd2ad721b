//! Snappy in the framing of xerial's Java library, and bare.
//!
//! Framed: eight bytes of magic, two version numbers, then blocks each behind its size; the magic and versions may come
//! again between blocks, where alone the version is looked at. A size cut short ends the stream, as it does in xerial's reader. Whatever does not begin with
//! the magic is one bare block to the end, which is how librdkafka writes.

use crate::compress::UnpackError;
use crate::compress::unpack::{Chunk, take};

const MAGIC: [u8; 8] = [0x82, b'S', b'N', b'A', b'P', b'P', b'Y', 0];
const HEADER_SIZE: usize = 16;
/// The block size of xerial's writer.
const BLOCK_SIZE: usize = 32 * 1024;
/// Three bytes of snappy can stand for 64 bytes, none for more.
const RATIO_MAX: usize = 22;

/// Where in the blocks the reader stands.
#[derive(Default)]
pub enum SnappyState {
    #[default]
    Start,
    Framed,
    Ended,
}

impl SnappyState {
    pub fn fill(&mut self, input: &mut &[u8], budget: u64, chunk: &mut Chunk) -> Result<(), UnpackError> {
        loop {
            match self {
                Self::Ended => return Ok(()),
                Self::Start if input.is_empty() => return Err(UnpackError::Corrupt),
                Self::Start if input.len() >= HEADER_SIZE && input.starts_with(&MAGIC) => {
                    take(input, HEADER_SIZE).ok_or(UnpackError::Corrupt)?;
                    *self = Self::Framed;
                }
                Self::Start => {
                    *self = Self::Ended;
                    return block(std::mem::take(input), budget, chunk);
                }
                Self::Framed => {
                    let Some(&size) = input.first_chunk::<4>() else {
                        *self = Self::Ended;
                        continue;
                    };
                    if size == MAGIC[..4] {
                        let header = take(input, HEADER_SIZE).ok_or(UnpackError::Corrupt)?;
                        if !header.starts_with(&MAGIC) {
                            *self = Self::Ended;
                        } else if version(header) < 1 {
                            return Err(UnpackError::Corrupt);
                        }
                        continue;
                    }
                    let size = usize::try_from(i32::from_be_bytes(size)).map_err(|_| UnpackError::Corrupt)?;
                    *input = &input[4..];
                    let compressed = take(input, size).ok_or(UnpackError::Corrupt)?;
                    block(compressed, budget, chunk)?;
                    // An empty block is legal and would read as the end.
                    if !chunk.is_empty() {
                        return Ok(());
                    }
                }
            }
        }
    }
}

fn version(header: &[u8]) -> i32 {
    i32::from_be_bytes([header[8], header[9], header[10], header[11]])
}

fn block(compressed: &[u8], budget: u64, chunk: &mut Chunk) -> Result<(), UnpackError> {
    if compressed.is_empty() {
        return Err(UnpackError::Corrupt);
    }
    let size = snap::raw::decompress_len(compressed).map_err(|_| UnpackError::Corrupt)?;
    if size > compressed.len().saturating_mul(RATIO_MAX) {
        return Err(UnpackError::Corrupt);
    }
    if size as u64 > budget {
        return Err(UnpackError::Budget);
    }
    match snap::raw::Decoder::new().decompress(compressed, chunk.room(size)) {
        Ok(written) if written == size => chunk.set_len(size),
        _ => return Err(UnpackError::Corrupt),
    }
    Ok(())
}

/// Appends `input` in xerial's framing, in blocks of 32 KiB.
pub fn compress(input: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&[0, 0, 0, 1, 0, 0, 0, 1]);
    let mut encoder = snap::raw::Encoder::new();
    for piece in input.chunks(BLOCK_SIZE) {
        let size_at = out.len();
        out.resize(size_at + 4 + snap::raw::max_compress_len(piece.len()), 0);
        let size = encoder
            .compress(piece, &mut out[size_at + 4..])
            .expect("the output has the room that the codec asks for");
        out[size_at..size_at + 4].copy_from_slice(&(size as u32).to_be_bytes());
        out.truncate(size_at + 4 + size);
    }
}
