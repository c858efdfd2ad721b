//! What all messages have in common.
//!
//! Every generated message also has `decode` and `encode` of its own, so that most callers need no trait.

use crate::api::ApiKey;
use crate::wire::{DecodeError, EncodeError, Reader};

/// A message with versions: request, response, record or file.
pub trait Message<'a>: Sized {
    /// Kafka's name for it.
    const NAME: &'static str;
    /// Lowest version.
    const MIN_VERSION: i16;
    /// Highest version.
    const MAX_VERSION: i16;

    /// Whether the version has compact lengths and tags.
    fn flexible(v: i16) -> bool;

    /// Reads one in version `v`; what follows it stays unread.
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError>;

    /// Appends it in version `v`. After an error, what was appended is to be cut off.
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError>;
}

/// A request and the response that answers it.
pub trait Request<'a>: Message<'a> {
    /// The API.
    const KEY: ApiKey;
    /// What answers it.
    type Response<'r>: Message<'r>;
}
