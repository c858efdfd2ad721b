//! The frame around an answer: length, response header, and the pieces of a body that come from files.

use bytes::Bytes;
use protocol::api::{self, ApiKey};
use storage::FileRef;

/// What an answer must repeat of its request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestHead {
    /// The API.
    pub key: ApiKey,
    /// Its version.
    pub version: i16,
    /// The client's number for the request.
    pub correlation_id: i32,
}

/// A piece of an answer that is not in the buffer of the turn.
pub enum Piece {
    /// A range of a file.
    File { file: FileRef, position: u64, len: u32 },
    /// Bytes read from a disk.
    Bytes(Bytes),
}

impl Piece {
    /// How many bytes the piece adds to the frame.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::File { len, .. } => *len as usize,
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    /// Whether it adds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Begins a frame at the end of `out` and says where; the body follows.
pub fn begin(out: &mut Vec<u8>, head: RequestHead) -> usize {
    let from = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&head.correlation_id.to_be_bytes());
    if api::response_header_version(head.key, head.version) >= 1 {
        out.push(0);
    }
    from
}

/// Ends the frame that began at `from`: fills in its length. `beside` is how much comes from elsewhere.
pub fn end(out: &mut [u8], from: usize, beside: usize) {
    let len = out.len() - from - 4 + beside;
    let len = u32::try_from(len)
        .ok()
        .filter(|len| *len <= i32::MAX as u32)
        .expect("an answer is bounded by its request's limits");
    out[from..from + 4].copy_from_slice(&len.to_be_bytes());
}
