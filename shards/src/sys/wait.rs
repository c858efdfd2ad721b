//! Waiting for descriptors: eventfd, epoll and poll.
//!
//! A wait that a signal interrupts counts as a wait that found nothing.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use super::check;

/// What `poll` and epoll report; the numbers are the same in both.
pub const IN: u32 = libc::EPOLLIN as u32;
/// Room to send.
pub const OUT: u32 = libc::EPOLLOUT as u32;
/// The other side has finished sending.
pub const RDHUP: u32 = libc::EPOLLRDHUP as u32;
/// The connection is broken or over.
pub const BROKEN: u32 = (libc::EPOLLERR | libc::EPOLLHUP) as u32;
/// Report changes, not states.
pub const EDGE: u32 = libc::EPOLLET as u32;

/// A counter that wakes whoever polls it.
pub fn eventfd() -> io::Result<OwnedFd> {
    // SAFETY: plain call without pointers.
    let fd = check(unsafe { libc::eventfd(0, libc::EFD_NONBLOCK | libc::EFD_CLOEXEC) as isize })?;
    // SAFETY: eventfd() returned a descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as i32) })
}

/// Raises the counter. A counter that is full has woken everybody already.
pub fn raise(event: BorrowedFd<'_>) {
    let one = 1u64;
    // SAFETY: eight readable bytes.
    unsafe { libc::write(event.as_raw_fd(), (&raw const one).cast(), 8) };
}

/// Sets the counter back to 0.
pub fn lower(event: BorrowedFd<'_>) {
    let mut count = 0u64;
    // SAFETY: eight writable bytes.
    unsafe { libc::read(event.as_raw_fd(), (&raw mut count).cast(), 8) };
}

/// A new epoll set.
pub fn epoll() -> io::Result<OwnedFd> {
    // SAFETY: plain call without pointers.
    let fd = check(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) as isize })?;
    // SAFETY: epoll_create1() returned a descriptor that nobody else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as i32) })
}

/// Adds a descriptor. Closing it takes it out again.
pub fn epoll_add(set: BorrowedFd<'_>, fd: BorrowedFd<'_>, events: u32, key: u64) -> io::Result<()> {
    let mut event = libc::epoll_event { events, u64: key };
    // SAFETY: `event` lives across the call.
    let result =
        unsafe { libc::epoll_ctl(set.as_raw_fd(), libc::EPOLL_CTL_ADD, fd.as_raw_fd(), &raw mut event) };
    check(result as isize).map(drop)
}

/// Room for what one wait reports.
pub struct EpollEvents(Vec<libc::epoll_event>);

impl EpollEvents {
    /// Room for `count` reports.
    pub fn new(count: usize) -> Self {
        Self(vec![libc::epoll_event { events: 0, u64: 0 }; count])
    }

    /// Waits; `timeout_ms` of -1 waits for ever.
    pub fn wait(
        &mut self,
        set: BorrowedFd<'_>,
        timeout_ms: i32,
    ) -> io::Result<impl Iterator<Item = (u64, u32)> + '_> {
        // SAFETY: the pointer and length describe memory that `self` owns.
        let result = check(unsafe {
            libc::epoll_wait(set.as_raw_fd(), self.0.as_mut_ptr(), self.0.len() as i32, timeout_ms) as isize
        });
        let count = match result {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Err(error) => return Err(error),
        };
        Ok(self.0[..count].iter().map(|event| (event.u64, event.events)))
    }
}

/// Waits until one of the descriptors is readable; says of each whether it is. `timeout_ms` of -1 waits for ever.
pub fn poll_readable(fds: &[BorrowedFd<'_>], ready: &mut Vec<bool>, timeout_ms: i32) -> io::Result<()> {
    let mut polled: Vec<libc::pollfd> =
        fds.iter().map(|fd| libc::pollfd { fd: fd.as_raw_fd(), events: libc::POLLIN, revents: 0 }).collect();
    // SAFETY: the pointer and length describe `polled`.
    let result =
        check(unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as libc::nfds_t, timeout_ms) as isize });
    if let Err(error) = result
        && error.kind() != io::ErrorKind::Interrupted
    {
        return Err(error);
    }
    ready.clear();
    ready.extend(polled.iter().map(|p| p.revents != 0));
    Ok(())
}
