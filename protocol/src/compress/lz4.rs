//! The lz4 frame (1.5.1) as Kafka reads it, which is less than the format allows:
//! - blocks must be independent of each other, or nothing is read; so must version and reserved bits be right;
//! - content size and content checksum are stepped over, not verified; block checksums are verified;
//! - whatever follows the end mark is ignored, another frame too;
//! - the header checksum of format 0 was computed over the wrong bytes by old clients, and is not looked at.

use crate::compress::unpack::{Chunk, take};
use crate::compress::{UnpackError, lz4_hc};

const MAGIC: [u8; 4] = 0x184d_2204u32.to_le_bytes();
const FLAG_VERSION_1: u8 = 0x40;
const FLAG_VERSION_MASK: u8 = 0xc0;
const FLAG_INDEPENDENT: u8 = 0x20;
const FLAG_BLOCK_CHECKSUM: u8 = 0x10;
const FLAG_CONTENT_SIZE: u8 = 0x08;
const FLAG_CONTENT_CHECKSUM: u8 = 0x04;
const FLAGS_RESERVED: u8 = 0x03;
/// A block that is stored as it is.
const UNCOMPRESSED_BIT: u32 = 1 << 31;
/// One byte of a length run stands for 255 bytes, none for more.
const RATIO_MAX: usize = 255;
/// The block size of Kafka's writer: code 4.
const BLOCK_SIZE: usize = 64 * 1024;
const BLOCK_SIZE_CODE: u8 = 4;

/// Where in the frame the reader stands.
pub struct Lz4State {
    skip_header_checksum: bool,
    place: Place,
}

enum Place {
    Start,
    Blocks { flags: u8, block_size_max: usize },
    Ended,
}

impl Lz4State {
    pub fn new(skip_header_checksum: bool) -> Self {
        Self { skip_header_checksum, place: Place::Start }
    }

    pub fn fill(&mut self, input: &mut &[u8], chunk: &mut Chunk) -> Result<(), UnpackError> {
        loop {
            match self.place {
                Place::Start => {
                    let (flags, block_size_max) =
                        header(input, self.skip_header_checksum).ok_or(UnpackError::Corrupt)?;
                    self.place = Place::Blocks { flags, block_size_max };
                }
                Place::Blocks { flags, block_size_max } => {
                    if !block(input, flags, block_size_max, chunk).ok_or(UnpackError::Corrupt)? {
                        self.place = Place::Ended;
                    } else if !chunk.is_empty() {
                        return Ok(());
                    }
                }
                Place::Ended => return Ok(()),
            }
        }
    }
}

/// Reads magic and descriptor: the flags and the largest block.
fn header(input: &mut &[u8], skip_checksum: bool) -> Option<(u8, usize)> {
    if take(input, 4)? != MAGIC {
        return None;
    }
    let descriptor = *input;
    let &[flags, sizes] = take(input, 2)? else { return None };
    let good =
        flags & (FLAG_VERSION_MASK | FLAG_INDEPENDENT | FLAGS_RESERVED) == FLAG_VERSION_1 | FLAG_INDEPENDENT;
    if !good || sizes & 0x8f != 0 || sizes >> 4 < BLOCK_SIZE_CODE {
        return None;
    }
    if flags & FLAG_CONTENT_SIZE != 0 {
        take(input, 8)?;
    }
    let checksum = (xxh32(&descriptor[..descriptor.len() - input.len()]) >> 8) as u8;
    if take(input, 1)?[0] != checksum && !skip_checksum {
        return None;
    }
    Some((flags, 1 << (8 + 2 * (sizes >> 4))))
}

/// Reads one block into `chunk`; false at the end mark.
fn block(input: &mut &[u8], flags: u8, block_size_max: usize, chunk: &mut Chunk) -> Option<bool> {
    let size = u32::from_le_bytes(take(input, 4)?.try_into().ok()?);
    let stored = size & UNCOMPRESSED_BIT != 0;
    let size = (size & !UNCOMPRESSED_BIT) as usize;
    if size == 0 {
        if flags & FLAG_CONTENT_CHECKSUM != 0 {
            take(input, 4)?;
        }
        return Some(false);
    }
    if size > block_size_max {
        return None;
    }
    let bytes = take(input, size)?;
    if flags & FLAG_BLOCK_CHECKSUM != 0 && take(input, 4)? != xxh32(bytes).to_le_bytes() {
        return None;
    }
    if stored {
        chunk.set(bytes);
    } else {
        let room = chunk.room(block_size_max.min(size * RATIO_MAX));
        let written = lz4_flex::block::decompress_into(bytes, room).ok()?;
        chunk.set_len(written);
    }
    Some(true)
}

/// Appends one frame of independent 64 KiB blocks without checksums. Level 9, the default, is lz4's fast mode, as in
/// Kafka; every other level searches chains of matches, longer ones the higher it is.
pub fn compress(level: i32, input: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&MAGIC);
    let descriptor = [FLAG_VERSION_1 | FLAG_INDEPENDENT, BLOCK_SIZE_CODE << 4];
    out.extend_from_slice(&descriptor);
    out.push((xxh32(&descriptor) >> 8) as u8);
    let mut chains = (level != 9).then(|| lz4_hc::Chains::new(level));
    for piece in input.chunks(BLOCK_SIZE) {
        let size_at = out.len();
        out.extend_from_slice(&[0; 4]);
        match &mut chains {
            Some(chains) => chains.compress(piece, out),
            None => {
                out.resize(size_at + 4 + lz4_flex::block::get_maximum_output_size(piece.len()), 0);
                let size = lz4_flex::block::compress_into(piece, &mut out[size_at + 4..])
                    .expect("the output has the room that the codec asks for");
                out.truncate(size_at + 4 + size);
            }
        }
        let mut size = (out.len() - size_at - 4) as u32;
        if size as usize >= piece.len() {
            out.truncate(size_at + 4);
            out.extend_from_slice(piece);
            size = piece.len() as u32 | UNCOMPRESSED_BIT;
        }
        out[size_at..size_at + 4].copy_from_slice(&size.to_le_bytes());
    }
    out.extend_from_slice(&[0; 4]);
}

const PRIMES: [u32; 5] = [2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393];

/// The 32-bit xxHash with seed 0.
fn xxh32(bytes: &[u8]) -> u32 {
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let mut stripes = bytes.chunks_exact(16);
    let mut hash = if bytes.len() >= 16 {
        let mut lanes = [PRIMES[0].wrapping_add(PRIMES[1]), PRIMES[1], 0, 0u32.wrapping_sub(PRIMES[0])];
        for stripe in &mut stripes {
            for (lane, bytes) in lanes.iter_mut().zip(stripe.chunks_exact(4)) {
                let sum = lane.wrapping_add(word(bytes).wrapping_mul(PRIMES[1]));
                *lane = sum.rotate_left(13).wrapping_mul(PRIMES[0]);
            }
        }
        let turned = [lanes[0].rotate_left(1), lanes[1].rotate_left(7), lanes[2].rotate_left(12)];
        turned.into_iter().fold(lanes[3].rotate_left(18), u32::wrapping_add)
    } else {
        PRIMES[4]
    };
    hash = hash.wrapping_add(bytes.len() as u32);
    let mut words = stripes.remainder().chunks_exact(4);
    for bytes in &mut words {
        hash = hash.wrapping_add(word(bytes).wrapping_mul(PRIMES[2])).rotate_left(17).wrapping_mul(PRIMES[3]);
    }
    for &byte in words.remainder() {
        hash = hash
            .wrapping_add(u32::from(byte).wrapping_mul(PRIMES[4]))
            .rotate_left(11)
            .wrapping_mul(PRIMES[0]);
    }
    hash = (hash ^ hash >> 15).wrapping_mul(PRIMES[1]);
    hash = (hash ^ hash >> 13).wrapping_mul(PRIMES[2]);
    hash ^ hash >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xxh32_gives_the_published_values() {
        assert_eq!(xxh32(b""), 0x02cc_5d05);
        assert_eq!(xxh32(b"a"), 0x550d_7456);
        assert_eq!(xxh32(b"Nobody inspects the spammish repetition"), 0xe229_3b2f);
    }
}
