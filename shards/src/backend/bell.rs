//! The doorbell of a core: how a thread that has put something where the core will look wakes it, if it sleeps.
//!
//! The sleeper announces itself, looks once more, and sleeps; the ringer puts its message down, then looks whether
//! somebody sleeps. Both sides have a full fence between the two steps, so one of them sees the other.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering, fence};

use crate::sys::wait;

/// A core's doorbell, shared by everybody who may ring it.
pub struct Bell {
    sleeping: AtomicBool,
    event: OwnedFd,
    /// The core's ring, for rings to message directly; -1 without one.
    ring: AtomicI32,
}

impl Bell {
    /// A bell nobody sleeps behind.
    pub fn new() -> io::Result<Self> {
        Ok(Self { sleeping: AtomicBool::new(false), event: wait::eventfd()?, ring: AtomicI32::new(-1) })
    }

    /// Announces that the core is about to sleep. It must look at everything once more before it does.
    pub fn lie_down(&self) {
        self.sleeping.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
    }

    /// The core is up.
    pub fn get_up(&self) {
        self.sleeping.store(false, Ordering::Relaxed);
    }

    /// Whether the caller is the one who has to wake the core; at most one is, each time it sleeps.
    pub fn must_wake(&self) -> bool {
        fence(Ordering::SeqCst);
        self.sleeping.load(Ordering::Relaxed) && self.sleeping.swap(false, Ordering::SeqCst)
    }

    /// Wakes the core if it sleeps; for threads that are no core.
    pub fn ring(&self) {
        if self.must_wake() {
            self.raise();
        }
    }

    /// Raises the event whether the core sleeps or not.
    pub fn raise(&self) {
        wait::raise(self.event.as_fd());
    }

    /// What the core polls.
    pub fn event(&self) -> BorrowedFd<'_> {
        self.event.as_fd()
    }

    /// The core's ring, if it has one.
    pub fn ring_fd(&self) -> Option<i32> {
        let fd = self.ring.load(Ordering::Relaxed);
        (fd >= 0).then_some(fd)
    }

    /// Announces the core's ring.
    pub fn set_ring_fd(&self, fd: i32) {
        self.ring.store(fd, Ordering::Relaxed);
    }
}
