//! What a node is started with, what it tells while it runs, and why it may not start.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use broker::effect::{Level, LogLine};
use broker::event::{CoreId, ListenerId};
use protocol::Now;
use storage::Disk;

use crate::backend::ring::{RingRefused, RingSize};
use crate::event_loop::Notify;
use crate::files::Slowness;
use crate::quotas::ConnectionLimits;

/// The backends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runtime {
    /// io_uring, from kernel 6.1 on.
    Ring,
    /// epoll and a few file threads, everywhere.
    Epoll,
}

impl Runtime {
    /// Reads `corelog.runtime`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "ring" => Some(Self::Ring),
            "epoll" => Some(Self::Epoll),
            _ => None,
        }
    }

    /// As `corelog.runtime` spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Epoll => "epoll",
        }
    }
}

/// One listener.
#[derive(Clone, Debug)]
pub struct ListenerSetup {
    /// Its name, for messages.
    pub name: String,
    /// Where it listens; empty for every address.
    pub host: String,
    /// Its port; 0 for any.
    pub port: u16,
    /// Its connections go to the quorum's core.
    pub for_controller: bool,
    /// It accepts only after a core has said `Ready`; until then clients wait in the backlog.
    pub when_ready: bool,
}

/// How the machinery behaves; the defaults are right except in tests.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// How long a core looks for work before it sleeps, where there are CPUs to spare.
    pub spin: Duration,
    /// When appends leave the core.
    pub slowness: Slowness,
    /// The size of a core's ring.
    pub ring: RingSize,
    /// Threads for file operations of the epoll backend.
    pub file_threads: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            spin: Duration::from_micros(30),
            slowness: Slowness::default(),
            ring: RingSize { submissions: 256, completions: 4096 },
            file_threads: 4,
        }
    }
}

/// What a node is started with.
pub struct Setup {
    /// `corelog.runtime`; `None` takes the first the kernel allows.
    pub runtime: Option<Runtime>,
    /// How many shards, 1 to 1024.
    pub shards: u16,
    /// Whether the quorum's machine runs here, on the core after the last shard.
    pub quorum: bool,
    /// The listeners, in the order of `listeners`; their numbers follow it.
    pub listeners: Vec<ListenerSetup>,
    /// The listener between brokers.
    pub inter_broker: Option<ListenerId>,
    /// Limits of connections at the start.
    pub connections: ConnectionLimits,
    /// `socket.request.max.bytes`.
    pub request_size_max: usize,
    /// `connections.max.idle.ms`; `None` for never.
    pub idle: Option<Duration>,
    /// `socket.send.buffer.bytes`; `None` leaves it to the kernel.
    pub send_buffer: Option<i32>,
    /// `socket.receive.buffer.bytes`; `None` leaves it to the kernel.
    pub receive_buffer: Option<i32>,
    /// `socket.listen.backlog.size`.
    pub backlog: i32,
    /// `queued.max.request.bytes`; `None` takes a default of our own.
    pub queued_request_bytes_max: Option<u64>,
    /// Keep every core's thread on one CPU.
    pub pin: bool,
    /// The disk for jobs and for opening files.
    pub disk: Arc<dyn Disk>,
    /// Who is told of logs and of the node's life. Called on the cores: it must be quick.
    pub notify: Notify,
    /// How the machinery behaves.
    pub tuning: Tuning,
}

impl Setup {
    /// The listener whose connections are not limited and not closed in favour of others: the one between brokers, where
    /// clients have another one.
    #[must_use]
    pub fn protected(&self) -> Option<ListenerId> {
        let for_brokers = self.listeners.iter().filter(|listener| !listener.for_controller).count();
        self.inter_broker.filter(|_| for_brokers > 1)
    }

    /// One shard without a quorum and without listeners, everything else as Kafka's defaults have it.
    #[must_use]
    pub fn new(disk: Arc<dyn Disk>, notify: Notify) -> Self {
        Self {
            runtime: None,
            shards: 1,
            quorum: false,
            listeners: Vec::new(),
            inter_broker: None,
            connections: ConnectionLimits::default(),
            request_size_max: 100 << 20,
            idle: Some(Duration::from_secs(600)),
            send_buffer: Some(100 << 10),
            receive_buffer: Some(100 << 10),
            backlog: 50,
            queued_request_bytes_max: None,
            pin: false,
            disk,
            notify,
            tuning: Tuning::default(),
        }
    }
}

/// What a machine is made for.
pub struct Seat {
    /// Its core.
    pub core: CoreId,
    /// How many shards there are; their cores come first.
    pub shards: u16,
    /// The quorum's core, if it is in this process.
    pub quorum: Option<CoreId>,
    /// Both clocks.
    pub now: Now,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The disk, for what has to be read before the first event.
    pub disk: Arc<dyn Disk>,
}

/// What a core tells its surroundings.
#[derive(Debug)]
pub enum Notice {
    /// A line for the log.
    Log(Box<LogLine>),
    /// How loud lines may be from now on, where that is louder than at the start.
    LogLevel(Level),
    /// The broker is registered, unfenced and caught up.
    Ready,
    /// The limits of connections are others from now on; the acceptor is told as well.
    Limits(Box<ConnectionLimits>),
    /// The machine of this core has stopped.
    Stopped,
    /// The node cannot go on; the process should exit with 1.
    Fatal(Box<str>),
}

/// Why a node did not start.
#[derive(Debug)]
pub enum StartError {
    /// No such number of shards.
    Shards(u16),
    /// The ring was asked for and is refused.
    Ring(RingRefused),
    /// A listener's host has no address.
    Resolve { listener: String, host: String, error: io::Error },
    /// A listener's address cannot be listened on.
    Bind { listener: String, address: SocketAddr, error: io::Error },
    /// Threads or descriptors could not be had.
    System(io::Error),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Shards(count) => write!(f, "{count} shards: there must be between 1 and 1024"),
            Self::Ring(why) => write!(f, "corelog.runtime=ring: {why}"),
            Self::Resolve { listener, host, error } => {
                write!(f, "listener {listener}: {host} has no address: {error}")
            }
            Self::Bind { listener, address, error } => {
                write!(f, "listener {listener}: cannot listen on {address}: {error}")
            }
            Self::System(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for StartError {}
