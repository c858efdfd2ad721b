//! What threads that are no core tell a core: the acceptor, the job thread, whoever stops the node.
//!
//! Rare compared with what travels in the lanes, so a lock does; the core looks at a flag first.

use std::any::Any;
use std::net::SocketAddr;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use broker::event::{ListenerId, Token};

use crate::backend::Bell;

/// Something for the core to do.
pub enum Command {
    /// Serve this connection.
    Open { socket: OwnedFd, listener: ListenerId, peer: SocketAddr },
    /// Close the connection that was idle longest, of those that may be closed in favour of others.
    Evict,
    /// A job ended.
    JobDone { token: Token, outcome: Option<Box<dyn Any + Send>> },
    /// Begin the controlled shutdown.
    Stop,
    /// End now.
    Force,
}

/// A core's inbox.
pub struct Inbox {
    list: Mutex<Vec<Command>>,
    any: AtomicBool,
    bell: Arc<Bell>,
}

impl Inbox {
    /// An empty inbox of the core behind `bell`.
    pub fn new(bell: Arc<Bell>) -> Arc<Self> {
        Arc::new(Self { list: Mutex::default(), any: AtomicBool::new(false), bell })
    }

    /// Puts a command in and wakes the core.
    pub fn put(&self, command: Command) {
        self.list.lock().unwrap_or_else(PoisonError::into_inner).push(command);
        self.any.store(true, Ordering::Release);
        self.bell.ring();
    }

    /// Whether something waits.
    pub fn any(&self) -> bool {
        self.any.load(Ordering::Acquire)
    }

    /// Changes places with what waits; `with` must be empty.
    pub fn swap(&self, with: &mut Vec<Command>) {
        debug_assert!(with.is_empty());
        if self.any.swap(false, Ordering::AcqRel) {
            std::mem::swap(&mut *self.list.lock().unwrap_or_else(PoisonError::into_inner), with);
        }
    }
}
