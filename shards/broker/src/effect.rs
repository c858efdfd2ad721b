//! What a core wants done: the closed list of effects, and the buffer a turn collects them in.
//!
//! Effects own their data. The loop performs all effects of a turn in order and together: one vectored append per
//! partition, one write per connection, one batch per other core.
//!
//! What must be durable before which reply may leave: a reply is only ever put here after the events it depends on
//! (an `Appended`, a `Synced`, a commit of the quorum) were handled; so the loop may send what it is given at once.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use metadata::config::dynamic::Layers;
use storage::{Disk, FileRef};

use crate::event::{ConnId, CoreId, IoResult, Token};
use crate::mesh::Mesh;
use crate::peer::{Peer, PeerError, PeerRequest};

/// Straight-line work for a job thread: it owns its inputs and ends in one event. `None` when it was cancelled.
pub type Job = Box<dyn FnOnce(&dyn Disk) -> Box<dyn std::any::Any + Send> + Send>;

/// Something to be done.
pub enum Effect {
    /// Queue `effects.bytes[from .. from + len]` for the connection.
    Send { conn: ConnId, from: u32, len: u32 },
    /// Queue a range of a file for the connection, straight from the page cache. A range that comes up short closes the
    /// connection, since its length has already been announced.
    SendFile { conn: ConnId, file: FileRef, position: u64, len: u32 },
    /// Queue bytes that are already at hand.
    SendBytes { conn: ConnId, bytes: Bytes },
    /// Close the connection once what is queued has been sent.
    Close { conn: ConnId },
    /// Stop or go on reading from the connection (back-pressure).
    Reading { conn: ConnId, on: bool },
    /// Say when little of what is queued for the connection is left unsent; ends in `Drained`, or in `Closed`.
    Drain { conn: ConnId },
    /// Write the buffers one behind the other at `position`, all or nothing as far as the result says; ends in `Appended`.
    Append { token: Token, file: FileRef, position: u64, buffers: Vec<BytesMut> },
    /// Preallocate without changing the file's length; a refusal by the filesystem is silent.
    Allocate { file: FileRef, from: u64, len: u64 },
    /// `fdatasync`; ends in `Synced`.
    Sync { token: Token, file: FileRef },
    /// Read at most `len` bytes without ever stalling the core; ends in `Read`.
    Read { token: Token, file: FileRef, position: u64, len: u32 },
    /// Run on a job thread; ends in `Event::Job`.
    Job { token: Token, job: Job },
    /// A message to another core.
    Mesh { to: CoreId, message: Mesh },
    /// A request to a peer over the peer seam; ends in `Event::Answer`. Questions about partitions are `Mesh::Ask`.
    Ask { token: Token, peer: Peer, request: Box<PeerRequest> },
    /// The answer to an `Event::Asked`.
    Answer { to: CoreId, token: Token, result: Result<Bytes, PeerError> },
    /// A line for the log.
    Log(Box<LogLine>),
    /// The broker's own configs are others from now on: the edge takes over what it decides by, the limits of connections.
    Configured(Arc<Layers>),
    /// How loud the lines of the node's other parts may be from now on, where that is louder than at the start.
    LogLevel(Level),
    /// This broker is registered, unfenced and caught up: say so to the operator.
    Ready,
    /// This core has stopped cleanly: its files are closed, no operation is in flight.
    Stopped,
    /// This node cannot go on; the text says why. The process exits with 1.
    Fatal(Box<str>),
}

const _: () = assert!(size_of::<Effect>() <= 144);

/// How loud a log line is. `Error` means a human must look; a client's mistake never is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// A human must look.
    Error,
    /// Something was repaired or refused that the operator may want to know.
    Warn,
    /// A step in the node's life.
    Info,
    /// For whoever debugs.
    Debug,
}

/// One line of the log: a message and its fields.
#[derive(Debug)]
pub struct LogLine {
    /// How loud.
    pub level: Level,
    /// What happened, without the values.
    pub message: &'static str,
    /// The values, by name.
    pub fields: Vec<(&'static str, String)>,
}

/// The effects of one pass of a turn, in order, and the bytes of its replies.
#[derive(Default)]
pub struct Effects {
    /// In the order in which they must be performed.
    pub list: Vec<Effect>,
    /// Reply bytes that [`Effect::Send`] points into.
    pub bytes: Vec<u8>,
}

impl Effects {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.bytes.clear();
    }

    /// Adds one effect.
    pub fn push(&mut self, effect: Effect) {
        self.list.push(effect);
    }

    /// Sends what was written to `self.bytes` since it was `from` bytes long.
    pub fn send_since(&mut self, conn: ConnId, from: usize) {
        let len = self.bytes.len() - from;
        if len > 0 {
            self.list.push(Effect::Send { conn, from: from as u32, len: len as u32 });
        }
    }

    /// Adds a log line.
    pub fn log(&mut self, level: Level, message: &'static str, fields: Vec<(&'static str, String)>) {
        self.list.push(Effect::Log(Box::new(LogLine { level, message, fields })));
    }
}

/// Maps an `io::Error` of a job or of the loop to what is decided by it.
pub fn io_failure(error: &std::io::Error) -> crate::event::IoFailure {
    use crate::event::IoFailure;
    match error.raw_os_error() {
        Some(28 | 122) => IoFailure::Full,
        // Running out of memory or descriptors passes, and is no fault of the disk.
        Some(12 | 23 | 24) => IoFailure::Full,
        Some(2) => IoFailure::NotFound,
        Some(errno) => IoFailure::Broken(errno),
        None if error.kind() == std::io::ErrorKind::NotFound => IoFailure::NotFound,
        None if error.kind() == std::io::ErrorKind::UnexpectedEof => IoFailure::Short,
        None if error.kind() == std::io::ErrorKind::StorageFull => IoFailure::Full,
        None => IoFailure::Broken(0),
    }
}

/// `result` with its error mapped by [`io_failure`].
pub fn io_result<T>(result: std::io::Result<T>) -> IoResult<T> {
    result.map_err(|error| io_failure(&error))
}
