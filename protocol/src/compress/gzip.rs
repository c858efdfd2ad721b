//! Gzip members (RFC 1952), read as Java's `GZIPInputStream` reads them: members may follow one another, and bytes behind
//! a member that do not begin another one are ignored. Checksum and length of each member are verified.

use flate2::{Crc, Decompress, FlushDecompress, Status};

use crate::compress::UnpackError;
use crate::compress::unpack::{CHUNK_SIZE, Chunk, take};

/// A member is never shorter: ten bytes of header and eight of trailer.
const MEMBER_SIZE_MIN: usize = 18;

const FLAG_HEADER_CRC: u8 = 2;
const FLAG_EXTRA: u8 = 4;
const FLAG_NAME: u8 = 8;
const FLAG_COMMENT: u8 = 16;

/// The inflate state, 40 KiB and used again.
pub struct Inflate(Decompress);

impl Default for Inflate {
    fn default() -> Self {
        Self(Decompress::new(false))
    }
}

/// Where in the sequence of members the reader stands.
#[derive(Default)]
pub struct GzipState {
    crc: Crc,
    place: Place,
}

#[derive(Default, PartialEq)]
enum Place {
    /// Before the first member, which must be there.
    #[default]
    Start,
    InMember,
    /// Behind a member's data. What came out is handed over before the checksum is looked at, as in Java: of a bad
    /// stream of bad records, the records are found first.
    Trailer,
    /// Behind a member, where the end, another member or anything else may be.
    Between,
}

impl GzipState {
    pub fn fill(
        &mut self,
        inflate: &mut Inflate,
        input: &mut &[u8],
        chunk: &mut Chunk,
    ) -> Result<(), UnpackError> {
        let out = chunk.room(CHUNK_SIZE);
        let mut filled = 0;
        while filled < CHUNK_SIZE {
            if self.place == Place::Trailer {
                if filled > 0 {
                    break;
                }
                let trailer = take(input, 8).ok_or(UnpackError::Corrupt)?;
                let (crc, size) = trailer.split_at(4);
                if crc != self.crc.sum().to_le_bytes() || size != self.crc.amount().to_le_bytes() {
                    return Err(UnpackError::Corrupt);
                }
                self.place = Place::Between;
            }
            if self.place != Place::InMember {
                let begins =
                    (self.place == Place::Start || input.len() >= MEMBER_SIZE_MIN) && skip_header(input);
                match (begins, &self.place) {
                    (false, Place::Start) => return Err(UnpackError::Corrupt),
                    (false, _) => break,
                    (true, _) => {}
                }
                inflate.0.reset(false);
                self.crc.reset();
                self.place = Place::InMember;
            }
            let (in_before, out_before) = (inflate.0.total_in(), inflate.0.total_out());
            let status = inflate
                .0
                .decompress(input, &mut out[filled..], FlushDecompress::None)
                .map_err(|_| UnpackError::Corrupt)?;
            let read = (inflate.0.total_in() - in_before) as usize;
            let written = (inflate.0.total_out() - out_before) as usize;
            self.crc.update(&out[filled..filled + written]);
            *input = &input[read..];
            filled += written;
            if status == Status::StreamEnd {
                self.place = Place::Trailer;
            } else if read == 0 && written == 0 {
                // No progress with room left: the stream ends inside a member. What came before it goes out first.
                if filled > 0 {
                    break;
                }
                return Err(UnpackError::Corrupt);
            }
        }
        chunk.set_len(filled);
        Ok(())
    }
}

/// Steps over a member's header; leaves `input` where it was and says false if there is none.
fn skip_header(input: &mut &[u8]) -> bool {
    let whole = *input;
    let mut rest = whole;
    let skipped = (|| {
        let &[0x1f, 0x8b, 8, flags, ..] = take(&mut rest, 10)? else { return None };
        if flags & FLAG_EXTRA != 0 {
            let size = take(&mut rest, 2)?;
            take(&mut rest, usize::from(u16::from_le_bytes([size[0], size[1]])))?;
        }
        for flag in [FLAG_NAME, FLAG_COMMENT] {
            if flags & flag != 0 {
                let end = rest.iter().position(|&byte| byte == 0)?;
                take(&mut rest, end + 1)?;
            }
        }
        if flags & FLAG_HEADER_CRC != 0 {
            let mut crc = Crc::new();
            crc.update(&whole[..whole.len() - rest.len()]);
            let stored = take(&mut rest, 2)?;
            if stored != (crc.sum() as u16).to_le_bytes() {
                return None;
            }
        }
        Some(())
    })();
    if skipped.is_some() {
        *input = rest;
    }
    skipped.is_some()
}

/// Appends one member. Level -1 is zlib's default, 6.
pub fn compress(level: i32, input: &[u8], out: &mut Vec<u8>) {
    let level = u32::try_from(level).unwrap_or(6);
    let mut encoder = flate2::write::GzEncoder::new(out, flate2::Compression::new(level));
    std::io::Write::write_all(&mut encoder, input).expect("writing into memory cannot fail");
    encoder.finish().expect("writing into memory cannot fail");
}
