//! The system calls that the standard library has no name for: epoll, positioned vectored writes, sendfile, placement on
//! a CPU. The only file here with `unsafe`.
//!
//! It knows no protocol and keeps no state but descriptors, which it closes itself.

use std::fs::File;
use std::io::{self, IoSlice};
use std::net::TcpStream;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// Readiness of descriptors, level-triggered.
#[derive(Debug)]
pub struct Epoll {
    fd: OwnedFd,
}

/// What a descriptor is ready for.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Ready(libc::epoll_event);

impl Ready {
    /// Room for what `Epoll::wait` finds.
    pub const NONE: Self = Self(libc::epoll_event { events: 0, u64: 0 });

    /// The token given when the descriptor was added.
    #[must_use]
    pub fn token(&self) -> usize {
        self.0.u64 as usize
    }

    /// There may be bytes, an end or an error.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.0.events & !(libc::EPOLLOUT as u32) != 0
    }

    /// There is room.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.0.events & libc::EPOLLOUT as u32 != 0
    }
}

impl Epoll {
    /// Watches nothing yet.
    pub fn new() -> io::Result<Self> {
        // SAFETY: no pointers are passed; a fresh descriptor is owned by nobody else.
        let fd = unsafe {
            let fd = check(libc::epoll_create1(libc::EPOLL_CLOEXEC))?;
            OwnedFd::from_raw_fd(fd)
        };
        Ok(Self { fd })
    }

    /// Watches a descriptor for bytes.
    pub fn add(&self, fd: &impl AsRawFd, token: usize) -> io::Result<()> {
        self.control(libc::EPOLL_CTL_ADD, fd.as_raw_fd(), token, false)
    }

    /// Watches a descriptor for bytes and, if asked, for room.
    pub fn watch_room(&self, fd: &impl AsRawFd, token: usize, room: bool) -> io::Result<()> {
        self.control(libc::EPOLL_CTL_MOD, fd.as_raw_fd(), token, room)
    }

    fn control(&self, operation: i32, fd: RawFd, token: usize, room: bool) -> io::Result<()> {
        let events = libc::EPOLLIN | libc::EPOLLRDHUP | if room { libc::EPOLLOUT } else { 0 };
        let mut event = libc::epoll_event { events: events as u32, u64: token as u64 };
        // SAFETY: `event` lives through the call, which only reads it.
        check(unsafe { libc::epoll_ctl(self.fd.as_raw_fd(), operation, fd, &raw mut event) }).map(drop)
    }

    /// What is ready, waiting at most so long; -1 is for ever, 0 not at all.
    pub fn wait<'r>(&self, ready: &'r mut [Ready], timeout_ms: i32) -> io::Result<&'r [Ready]> {
        let room = i32::try_from(ready.len()).unwrap_or(i32::MAX);
        // SAFETY: `Ready` is laid out as `epoll_event`, and the kernel writes at most `room` of them.
        let found =
            unsafe { libc::epoll_wait(self.fd.as_raw_fd(), ready.as_mut_ptr().cast(), room, timeout_ms) };
        match check(found) {
            Ok(count) => Ok(&ready[..count as usize]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(&[]),
            Err(error) => Err(error),
        }
    }
}

/// Writes buffers one behind the other at a position; how much was written.
pub fn write_at(file: &File, buffers: &[IoSlice<'_>], position: u64) -> io::Result<usize> {
    let count = buffers.len().min(libc::UIO_MAXIOV as usize) as i32;
    // SAFETY: `IoSlice` is laid out as `iovec`; the slices live through the call, which only reads them.
    let written =
        unsafe { libc::pwritev(file.as_raw_fd(), buffers.as_ptr().cast(), count, position as libc::off_t) };
    usize::try_from(written).map_err(|_| io::Error::last_os_error())
}

/// Sends bytes; `more` says that others follow at once, so that the kernel may wait for them.
pub fn send(socket: &TcpStream, bytes: &[u8], more: bool) -> io::Result<usize> {
    let flags = libc::MSG_NOSIGNAL | if more { libc::MSG_MORE } else { 0 };
    // SAFETY: pointer and length are of one live slice, which the call only reads.
    let sent = unsafe { libc::send(socket.as_raw_fd(), bytes.as_ptr().cast(), bytes.len(), flags) };
    usize::try_from(sent).map_err(|_| io::Error::last_os_error())
}

/// Sends a range of a file from the page cache; how much was sent.
pub fn send_file(socket: &TcpStream, file: &File, position: u64, len: usize) -> io::Result<usize> {
    let mut offset = position as libc::off_t;
    // SAFETY: `offset` lives through the call, which reads and writes it.
    let sent = unsafe { libc::sendfile(socket.as_raw_fd(), file.as_raw_fd(), &raw mut offset, len) };
    usize::try_from(sent).map_err(|_| io::Error::last_os_error())
}

/// The CPUs this thread, and every process it starts from now on, may run on.
#[derive(Clone, Copy)]
pub struct Cpus(libc::cpu_set_t);

impl Cpus {
    /// One alone.
    #[must_use]
    pub fn one(cpu: usize) -> Self {
        // SAFETY: all zeros is the empty set; `CPU_SET` checks the bound of its index by indexing.
        unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(cpu, &mut set);
            Self(set)
        }
    }

    /// Those of the calling thread.
    pub fn current() -> io::Result<Self> {
        // SAFETY: all zeros is a valid set, and the call writes at most the size it is told.
        unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            check(libc::sched_getaffinity(0, size_of_val(&set), &raw mut set))?;
            Ok(Self(set))
        }
    }

    /// Moves the calling thread there.
    pub fn enter(&self) -> io::Result<()> {
        // SAFETY: the set lives through the call, which only reads it.
        check(unsafe { libc::sched_setaffinity(0, size_of_val(&self.0), &raw const self.0) }).map(drop)
    }
}

/// Asks a process to stop.
pub fn terminate(pid: u32) -> io::Result<()> {
    // SAFETY: no pointers are passed.
    check(unsafe { libc::kill(pid as libc::pid_t, libc::SIGTERM) }).map(drop)
}

/// How many clock ticks `/proc` counts in a second.
#[must_use]
pub fn ticks_per_second() -> u64 {
    // SAFETY: no pointers are passed.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    u64::try_from(ticks).unwrap_or(100).max(1)
}

fn check(result: i32) -> io::Result<i32> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
