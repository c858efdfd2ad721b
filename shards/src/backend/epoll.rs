//! The backend for kernels and containers without io_uring: readiness by epoll, file operations by a small pool.
//!
//! Knows nothing of what the loop does with either. A wake-up of another core costs a call of its own here.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

use protocol::Mono;

use super::pool::{FilePool, Finished};
use super::{Backend, Bell, Calls, FileTask, Readiness, Ready, Wait, WatchKey};
use crate::sys::wait::{self, EpollEvents};

/// Reports per wait; what does not fit comes with the next.
const EVENTS_MAX: usize = 512;
/// The key of the bell, beyond all sockets.
const BELL: u64 = u64::MAX;

/// One core's epoll set.
pub struct Epoll {
    set: OwnedFd,
    events: EpollEvents,
    bell: Arc<Bell>,
    pool: Arc<FilePool>,
    finished: Arc<Finished>,
    back: Vec<(FileTask, Result<usize, i32>)>,
    in_flight: usize,
    calls: Calls,
}

impl Epoll {
    /// A set that watches nothing but the core's bell.
    pub fn new(bell: Arc<Bell>, pool: Arc<FilePool>) -> io::Result<Self> {
        let set = wait::epoll()?;
        wait::epoll_add(set.as_fd(), bell.event(), wait::IN, BELL)?;
        Ok(Self {
            set,
            events: EpollEvents::new(EVENTS_MAX),
            finished: Finished::new(bell.clone()),
            bell,
            pool,
            back: Vec::new(),
            in_flight: 0,
            calls: Calls::default(),
        })
    }
}

impl Backend for Epoll {
    const PEEKS: bool = false;

    fn calls(&mut self) -> &mut Calls {
        &mut self.calls
    }

    fn bell(&self) -> &Arc<Bell> {
        &self.bell
    }

    fn wake(&mut self, other: &Bell) {
        if other.must_wake() {
            other.raise();
            self.calls.wake += 1;
            self.calls.other += 1;
        }
    }

    fn watch(&mut self, key: WatchKey, socket: BorrowedFd<'_>) -> io::Result<()> {
        self.calls.other += 1;
        let events = wait::IN | wait::OUT | wait::RDHUP | wait::EDGE;
        wait::epoll_add(self.set.as_fd(), socket, events, key.0)
    }

    fn unwatch(&mut self, _: WatchKey) {
        // Closing the only descriptor of a socket takes it out of the set.
    }

    fn start(&mut self, task: FileTask) {
        self.in_flight += 1;
        self.calls.file_ops += 1;
        self.pool.start(task, self.finished.clone());
    }

    fn in_flight(&self) -> usize {
        self.in_flight
    }

    fn peek(&mut self) -> bool {
        self.finished.any()
    }

    fn enter(&mut self, wait: Wait, ready: &mut Vec<Ready>) -> io::Result<()> {
        let timeout_ms = match wait {
            Wait::No => 0,
            Wait::Until(_) if self.finished.any() => 0,
            Wait::Until(Mono::NEVER) => -1,
            // Rounded up: waking early would only mean to sleep again.
            Wait::Until(until) => {
                let ns = until.since(self.mono()).as_nanos().div_ceil(1_000_000);
                i32::try_from(ns).unwrap_or(i32::MAX)
            }
        };
        self.calls.enter += 1;
        let mut rung = false;
        for (key, events) in self.events.wait(self.set.as_fd(), timeout_ms)? {
            if key == BELL {
                rung = true;
                continue;
            }
            ready.push(Ready::Socket(WatchKey(key), readiness(events)));
        }
        if rung {
            wait::lower(self.bell.event());
            self.calls.other += 1;
        }
        self.finished.take(&mut self.back);
        self.in_flight -= self.back.len();
        ready.extend(self.back.drain(..).map(|(task, result)| Ready::File(task, result)));
        Ok(())
    }
}

/// The bits of poll and epoll, which are the same.
pub(super) fn readiness(events: u32) -> Readiness {
    let broken = events & wait::BROKEN != 0;
    Readiness {
        readable: broken || events & (wait::IN | wait::RDHUP) != 0,
        writable: broken || events & wait::OUT != 0,
        hung_up: broken || events & wait::RDHUP != 0,
        ended: false,
    }
}
