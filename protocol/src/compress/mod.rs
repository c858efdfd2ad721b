//! The codecs of record batches, both ways.
//!
//! Unpacking is a stream of chunks out of buffers that the caller owns (`Scratch`), under a budget on what comes out:
//! a bomb costs the window of its codec and one chunk, never what it claims. What each stream may look like is what
//! Kafka's own readers take, quirks included; they are listed at each codec. Knows nothing of records.

mod gzip;
mod lz4;
mod lz4_hc;
mod snappy;
mod unpack;
mod zstandard;

pub use unpack::{Scratch, UnpackError, Unpacker};

use std::ops::RangeInclusive;

/// How the records of a batch are compressed: attribute bits 0 to 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Codec {
    /// Not compressed.
    None = 0,
    /// One or more gzip members.
    Gzip = 1,
    /// Snappy, in xerial's framing or as one bare block.
    Snappy = 2,
    /// An lz4 frame.
    Lz4 = 3,
    /// Zstandard frames.
    Zstd = 4,
}

impl Codec {
    /// The codec with this id; 5 to 7 are nobody's.
    #[must_use]
    pub fn of_id(id: u8) -> Option<Self> {
        Some(match id {
            0 => Self::None,
            1 => Self::Gzip,
            2 => Self::Snappy,
            3 => Self::Lz4,
            4 => Self::Zstd,
            _ => return None,
        })
    }

    /// The levels that `compression.*.level` takes (gzip takes -1, its default, besides). `None` where there are none.
    #[must_use]
    pub fn levels(self) -> Option<RangeInclusive<i32>> {
        match self {
            Self::None | Self::Snappy => None,
            Self::Gzip => Some(1..=9),
            Self::Lz4 => Some(1..=17),
            Self::Zstd => Some(-131_072..=22),
        }
    }

    /// The level used when none is configured.
    #[must_use]
    pub fn default_level(self) -> i32 {
        match self {
            Self::None | Self::Snappy => 0,
            Self::Gzip => -1,
            Self::Lz4 => 9,
            Self::Zstd => 3,
        }
    }
}

/// A codec and how hard it tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Compression {
    codec: Codec,
    level: i32,
}

impl Compression {
    /// No compression.
    pub const NONE: Self = Self { codec: Codec::None, level: 0 };

    /// The codec at its default level.
    #[must_use]
    pub fn new(codec: Codec) -> Self {
        Self { codec, level: codec.default_level() }
    }

    /// The codec at a level, which is brought into the codec's range if it lies outside; the default level always stays.
    #[must_use]
    pub fn with_level(codec: Codec, level: i32) -> Self {
        let level = match codec.levels() {
            Some(levels) if level != codec.default_level() => level.clamp(*levels.start(), *levels.end()),
            _ => codec.default_level(),
        };
        Self { codec, level }
    }

    /// The codec.
    #[must_use]
    pub fn codec(self) -> Codec {
        self.codec
    }

    /// The level.
    #[must_use]
    pub fn level(self) -> i32 {
        self.level
    }
}

/// Appends `input`, compressed, to `out`, in the framing that Kafka's producers write.
pub fn compress(compression: Compression, input: &[u8], out: &mut Vec<u8>) {
    match compression.codec {
        Codec::None => out.extend_from_slice(input),
        Codec::Gzip => gzip::compress(compression.level, input, out),
        Codec::Snappy => snappy::compress(input, out),
        Codec::Lz4 => lz4::compress(compression.level, input, out),
        Codec::Zstd => zstandard::compress(compression.level, input, out),
    }
}

/// Appends all that `payload` unpacks to, at most `budget` bytes, to `out`. `magic` is the format of the batch around
/// it: the lz4 of format 0 has a broken header checksum. On an error `out` holds what came before it.
pub fn decompress(
    codec: Codec,
    magic: i8,
    payload: &[u8],
    budget: u64,
    scratch: &mut Scratch,
    out: &mut Vec<u8>,
) -> Result<(), UnpackError> {
    let mut unpacker = Unpacker::new(scratch, codec, magic, payload, budget);
    loop {
        let chunk = unpacker.next_chunk()?;
        if chunk.is_empty() {
            return Ok(());
        }
        out.extend_from_slice(chunk);
    }
}
