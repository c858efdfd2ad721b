//! The codecs of record batches.

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
}
