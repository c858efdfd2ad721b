//! Runs one loop per core: sockets, channels, files, timers. Performs effects, decides nothing.
//!
//! [`run`] starts a node from a [`Setup`] and a function that makes the machine of each core, and gives back a
//! [`Running`] to watch and to stop it by. Everything else is private, the backends included: whatever may differ
//! between kernels ends at [`Runtime`].

mod acceptor;
pub mod assemble;
mod backend;
mod buffers;
mod clock;
mod conn;
mod disk;
mod event_loop;
mod files;
mod inbox;
mod jobs;
mod lanes;
mod launch;
mod limits;
mod node;
mod perform;
mod quotas;
mod setup;
mod sockets;
mod spsc;
mod stats;
mod sys;
mod table;

pub use backend::Calls;
pub use backend::ring::{RingRefused, RingSize};
pub use broker::effect::{Level, LogLine};
pub use disk::RealDisk;
pub use event_loop::Notify;
pub use files::Slowness;
pub use node::{Running, StillRunning, Stopper, run};
pub use quotas::{ConnectionLimits, ListenerLimits};
pub use setup::{ListenerSetup, Notice, Runtime, Seat, Setup, StartError, Tuning};
pub use stats::Snapshot;
