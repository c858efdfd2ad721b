//! The seam between the loop and the kernel: readiness of sockets, calls on them that never wait, file operations with
//! completion, a doorbell, a deadline, and the clock.
//!
//! Implemented by [`ring`] and [`epoll`]; the loop is compiled once for each and knows nothing of either. A backend knows
//! nothing of connections, partitions or turns.
//!
//! Invariants:
//! - readiness is reported on change: whoever hears "readable" reads until a call says that it would wait;
//! - a file operation owns its file and its buffers from [`Backend::start`] until it comes back from
//!   [`Backend::enter`], and comes back exactly once;
//! - a turn makes one `enter`, which submits what was started, waits, and carries the deadline.

pub mod bell;
pub mod epoll;
pub mod pool;
pub mod ring;

use std::io::{self, IoSlice};
use std::os::fd::BorrowedFd;
use std::sync::Arc;

use broker::event::Token;
use bytes::BytesMut;
use protocol::{Mono, Now};
use storage::FileRef;

use crate::buffers::Buffer;
use crate::sys;
pub use bell::Bell;

/// Names a socket to the backend. Only 62 bits come back, so the number must be below 2^62.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WatchKey(pub u64);

/// How long `enter` may sleep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// Not at all: there is more to do.
    No,
    /// Until something happens or the clock gets there; `Mono::NEVER` for no limit.
    Until(Mono),
}

/// What changed on a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Readiness {
    /// There is something to read.
    pub readable: bool,
    /// There is room to send.
    pub writable: bool,
    /// The other side has finished or the connection is broken: a read will say which.
    pub hung_up: bool,
    /// The backend has stopped watching; to go on, watch again.
    pub ended: bool,
}

/// What `enter` found.
pub enum Ready {
    /// A change on a watched socket.
    Socket(WatchKey, Readiness),
    /// A file operation is over: bytes moved, or errno.
    File(FileTask, Result<usize, i32>),
}

/// A file operation and on whose behalf it runs. Moved to the backend and back, with everything it owns.
pub struct FileTask {
    /// The token of the effect that asked for it.
    pub token: Token,
    /// The file, kept open by this reference.
    pub file: FileRef,
    /// Its descriptor.
    pub fd: i32,
    /// What to do.
    pub op: FileOp,
}

/// What is done to the file.
pub enum FileOp {
    /// Write the buffers, of which `done` bytes are written already; at most [`sys::file::SLICES_MAX`] slices a time.
    Write { buffers: Vec<BytesMut>, position: u64, done: usize },
    /// Read to the end of `buffer` until it holds `len` bytes; `position` is where its first byte lies.
    Read { buffer: Buffer, position: u64, len: usize },
    /// `fdatasync`.
    Sync,
    /// Keep space without changing the length.
    Allocate { from: u64, len: u64 },
}

/// System calls by kind, counted where they are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Calls {
    /// `recv`.
    pub recv: u64,
    /// `send` and `sendmsg`.
    pub send: u64,
    /// `sendfile`.
    pub sendfile: u64,
    /// `pwritev`.
    pub pwritev: u64,
    /// `io_uring_enter` or `epoll_wait`.
    pub enter: u64,
    /// Operations given to the ring or the pool.
    pub file_ops: u64,
    /// Wake-ups of other cores.
    pub wake: u64,
    /// Everything else: registering sockets, doorbells.
    pub other: u64,
}

impl Calls {
    /// All of them, wake-ups and file operations excepted, which on the ring cost no call of their own.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.recv + self.send + self.sendfile + self.pwritev + self.enter + self.other
    }
}

/// What the loop needs of the kernel.
pub trait Backend: Sized {
    /// Whether [`Backend::peek`] sees changes on sockets.
    const PEEKS: bool;

    /// Both clocks.
    fn now(&self) -> Now {
        crate::clock::now()
    }

    /// The monotonic clock.
    fn mono(&self) -> Mono {
        crate::clock::mono()
    }

    /// The counters, for this backend to add to.
    fn calls(&mut self) -> &mut Calls;

    /// What other threads ring to wake this backend.
    fn bell(&self) -> &Arc<Bell>;

    /// Wakes another core if it sleeps. May go out only with the next `enter`.
    fn wake(&mut self, other: &Bell);

    /// Reports changes on a socket from now on, the first report being its present state.
    fn watch(&mut self, key: WatchKey, socket: BorrowedFd<'_>) -> io::Result<()>;

    /// Ends the watch; to be called before the socket is closed. A late report may still come.
    fn unwatch(&mut self, key: WatchKey);

    /// Starts a file operation. It comes back as [`Ready::File`].
    fn start(&mut self, task: FileTask);

    /// File operations that have not come back.
    fn in_flight(&self) -> usize;

    /// Whether something may have happened, as far as that can be seen without a system call. For spinning.
    fn peek(&mut self) -> bool;

    /// Submits, waits, and adds what happened to `ready`. An error means that the backend is beyond use.
    fn enter(&mut self, wait: Wait, ready: &mut Vec<Ready>) -> io::Result<()>;

    /// Receives at most `max` bytes into the free part of `bytes`.
    fn recv(&mut self, socket: BorrowedFd<'_>, bytes: &mut BytesMut, max: usize) -> io::Result<usize> {
        self.calls().recv += 1;
        sys::net::recv(socket, bytes, max)
    }

    /// Sends slices.
    fn send(&mut self, socket: BorrowedFd<'_>, slices: &[IoSlice<'_>], more: bool) -> io::Result<usize> {
        self.calls().send += 1;
        sys::net::send(socket, slices, more)
    }

    /// Sends a range of a file.
    fn sendfile(
        &mut self,
        socket: BorrowedFd<'_>,
        file: i32,
        position: u64,
        len: usize,
    ) -> io::Result<usize> {
        self.calls().sendfile += 1;
        sys::net::sendfile(socket, file, position, len)
    }

    /// Writes slices to a file at once, on this core.
    fn pwritev(&mut self, file: i32, slices: &[IoSlice<'_>], position: u64) -> io::Result<usize> {
        self.calls().pwritev += 1;
        sys::file::pwritev(file, slices, position)
    }
}

/// The slices of `buffers` behind their first `skip` bytes, at most as many as fit into `slices`; says how many.
pub fn gather<'a>(buffers: &'a [BytesMut], mut skip: usize, slices: &mut [IoSlice<'a>]) -> usize {
    let mut count = 0;
    for buffer in buffers {
        if skip >= buffer.len() {
            skip -= buffer.len();
            continue;
        }
        if count == slices.len() {
            break;
        }
        slices[count] = IoSlice::new(&buffer[skip..]);
        skip = 0;
        count += 1;
    }
    count
}
