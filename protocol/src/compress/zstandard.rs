//! Zstandard frames, one behind the other. No bytes at all are an empty stream, as in Kafka's reader.
//!
//! The library takes windows of up to 128 MiB, which is what level 22 writes. It reserves a window from the header
//! alone, but touches only what comes out, so what a bomb costs is bounded by budget and window, whichever is less;
//! `Scratch::trim` gives a large one back.

use zstd::zstd_safe::{CCtx, CParameter, DCtx, InBuffer, OutBuffer, ResetDirective, compress_bound};

use crate::compress::UnpackError;
use crate::compress::unpack::{CHUNK_SIZE, Chunk};

/// A decompression context, used again.
pub struct Context(DCtx<'static>);

impl Default for Context {
    fn default() -> Self {
        Self(DCtx::create())
    }
}

impl Context {
    /// Bytes it holds, the window included.
    pub fn size(&self) -> usize {
        self.0.sizeof()
    }
}

/// Where in the frames the reader stands.
#[derive(Default)]
pub struct ZstdState {
    begun: bool,
    in_frame: bool,
}

impl ZstdState {
    pub fn fill(
        &mut self,
        context: &mut Context,
        input: &mut &[u8],
        chunk: &mut Chunk,
    ) -> Result<(), UnpackError> {
        if !self.begun {
            context.0.reset(ResetDirective::SessionOnly).map_err(|_| UnpackError::Corrupt)?;
            self.begun = true;
        }
        let out = chunk.room(CHUNK_SIZE);
        let mut filled = 0;
        while filled < CHUNK_SIZE && (self.in_frame || !input.is_empty()) {
            let mut source = InBuffer::around(input);
            let mut sink = OutBuffer::around(&mut out[filled..]);
            let hint =
                context.0.decompress_stream(&mut sink, &mut source).map_err(|_| UnpackError::Corrupt)?;
            let (read, written) = (source.pos(), sink.pos());
            *input = &input[read..];
            filled += written;
            self.in_frame = hint != 0;
            if read == 0 && written == 0 && self.in_frame {
                // No progress with room left: the stream ends inside a frame. What came before it goes out first.
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

/// Appends one frame, its content size in the header, so that a reader reserves no more than it needs.
pub fn compress(level: i32, input: &[u8], out: &mut Vec<u8>) {
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(level)).expect("every level is accepted, and clamped");
    let at = out.len();
    out.resize(at + compress_bound(input.len()), 0);
    let size =
        context.compress2(&mut out[at..], input).expect("the output has the room that the codec asks for");
    out.truncate(at + size);
}
