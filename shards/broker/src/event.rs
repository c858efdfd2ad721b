//! What happens to a core: the closed list of events.
//!
//! The loop turns completions, readiness and messages of other cores into these and hands them over one by one.
//! An event owns its data. It knows nothing of rings or sockets beyond a connection's number.

use std::net::SocketAddr;

use bytes::{Bytes, BytesMut};

use crate::mesh::Mesh;
use crate::peer::{PeerError, PeerRequest};

/// A connection of this core. The low half is a slot, the high half counts how often the slot was given out, so a
/// late event of a closed connection meets nobody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConnId(pub u64);

/// A core's number: the shards are 0 to n-1, the quorum's core is n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CoreId(pub u16);

/// The number of a listener, in the order of `listeners`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ListenerId(pub u16);

/// Names an operation that this core started; its completion carries the same token. Unique per core and run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Token(pub u64);

/// Why a file operation failed, as far as anyone decides by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IoFailure {
    /// ENOSPC or EDQUOT, or no descriptor left: take the write back, go on; service resumes by itself.
    Full,
    /// The file is not there (deleted meanwhile).
    NotFound,
    /// Fewer bytes than asked for: the end of the file came first.
    Short,
    /// Anything else (EIO, a failed sync): the log dir is out of service until restart. Carries errno.
    Broken(i32),
}

/// Result of a file operation.
pub type IoResult<T> = Result<T, IoFailure>;

/// Something that happened.
pub enum Event {
    /// The acceptor handed a connection to this core. Nothing was read from it yet.
    Opened { conn: ConnId, listener: ListenerId, peer: SocketAddr },
    /// A whole request frame, without its length. Its length was within `socket.request.max.bytes` and above 0.
    Frame { conn: ConnId, frame: BytesMut },
    /// The client has sent its last byte and may still read: what it asked is owed. Nothing of it follows but `Closed`;
    /// the machine closes the connection once nothing is owed.
    Finished { conn: ConnId },
    /// The connection is gone, by whichever side; nothing is sent to it any more. The last event of this id.
    Closed { conn: ConnId },
    /// The answer to an [`Effect::Drain`](crate::effect::Effect::Drain).
    Drained { conn: ConnId },
    /// An [`Effect::Append`](crate::effect::Effect::Append) ended. The emptied list comes back to be used again.
    Appended { token: Token, result: IoResult<()>, buffers: Vec<BytesMut> },
    /// An [`Effect::Sync`](crate::effect::Effect::Sync) ended.
    Synced { token: Token, result: IoResult<()> },
    /// An [`Effect::Read`](crate::effect::Effect::Read) ended: exactly the bytes asked for, or fewer at the end of the file.
    Read { token: Token, result: IoResult<Bytes> },
    /// A job ended; what it brought back, or `None` if it was cancelled.
    Job { token: Token, outcome: Option<Box<dyn std::any::Any + Send>> },
    /// A message of another core.
    Mesh { from: CoreId, message: Mesh },
    /// A request of a peer (a shard of this process over its lane, another node over a socket) to this core.
    Asked { from: CoreId, token: Token, request: Box<PeerRequest> },
    /// The answer to an [`Effect::Ask`](crate::effect::Effect::Ask): the body of the response, without header.
    Answer { token: Token, result: Result<Bytes, PeerError> },
    /// The operator asked to stop: begin the controlled shutdown.
    Stop,
}

const _: () = assert!(size_of::<Event>() <= 144);
