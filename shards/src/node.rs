//! A node's cores: started in order, stopped in reverse.
//!
//! Start: choose the backend, open the listeners, start one thread per core, and accept once every core runs. Stop: accept
//! no more, tell every machine, wait until each has stopped, has flushed its connections and owns no operation any more;
//! only then are rings closed, all together.
//!
//! Knows nothing of what the machines do.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Barrier, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use broker::event::{CoreId, ListenerId};
use broker::machine::Machine;

use crate::acceptor::{Acceptor, Controls, Host, Listening};
use crate::backend::epoll::Epoll;
use crate::backend::pool::FilePool;
use crate::backend::ring::{Ring, RingRefused};
use crate::backend::{Backend, Bell};
use crate::buffers::{Budget, Buffers};
use crate::event_loop::{Loop, Notify, Parts};
use crate::files::Files;
use crate::inbox::{Command, Inbox};
use crate::jobs::JobThread;
use crate::lanes::Lanes;
use crate::quotas::{ConnectionLimits, Quotas};
use crate::setup::{ListenerSetup, Notice, Runtime, Seat, Setup, StartError};
use crate::sockets::{Releases, SocketLimits, Sockets};
use crate::stats::{Snapshot, Stats};
use crate::{clock, sys};

/// Shards a node may have.
const SHARDS_MAX: u16 = 1024;
/// What requests may hold when `queued.max.request.bytes` says nothing.
const QUEUED_REQUEST_BYTES_DEFAULT: u64 = 256 << 20;

/// A node that runs.
pub struct Running {
    runtime: Runtime,
    fallback: Option<RingRefused>,
    addresses: Vec<SocketAddr>,
    stats: Vec<Arc<Stats>>,
    stopper: Stopper,
    ended: Arc<Ended>,
    threads: Vec<JoinHandle<()>>,
    acceptor: Option<JoinHandle<()>>,
}

/// Asks a node to stop, from any thread.
#[derive(Clone)]
pub struct Stopper {
    inboxes: Vec<Arc<Inbox>>,
    controls: Arc<Controls>,
    asked: Arc<AtomicBool>,
}

/// Cores that have not stopped in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StillRunning(pub Vec<CoreId>);

/// Which cores have come to their end.
struct Ended {
    cores: Mutex<Vec<CoreId>>,
    changed: Condvar,
}

impl Stopper {
    /// Begins the controlled shutdown; the second time ends it.
    pub fn request(&self) {
        self.controls.is_stopped.store(true, Ordering::Release);
        self.controls.bell.raise();
        let is_second = self.asked.swap(true, Ordering::AcqRel);
        for inbox in &self.inboxes {
            inbox.put(if is_second { Command::Force } else { Command::Stop });
        }
    }
}

impl Running {
    /// The backend in use.
    #[must_use]
    pub fn runtime(&self) -> Runtime {
        self.runtime
    }

    /// Why the ring is not in use although nothing else was asked for.
    #[must_use]
    pub fn fallback(&self) -> Option<RingRefused> {
        self.fallback
    }

    /// Where each listener listens.
    #[must_use]
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// What each core has counted.
    #[must_use]
    pub fn stats(&self) -> Vec<Snapshot> {
        self.stats.iter().map(|stats| stats.read()).collect()
    }

    /// Takes over new limits of the node's connections.
    pub fn set_connection_limits(&self, limits: ConnectionLimits) {
        let controls = &self.stopper.controls;
        *controls.new_limits.lock().unwrap_or_else(PoisonError::into_inner) = Some(limits);
        controls.bell.raise();
    }

    /// A handle to stop the node by.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Asks for the shutdown and waits for it. When it takes longer than `limit` the node runs on, and a second call
    /// forces it.
    pub fn stop(&mut self, limit: Duration) -> Result<(), StillRunning> {
        self.stopper.request();
        self.wait(limit)
    }

    /// Waits until all cores have ended.
    pub fn wait(&mut self, limit: Duration) -> Result<(), StillRunning> {
        let began = Instant::now();
        let count = self.threads.len();
        let mut cores = self.ended.cores.lock().unwrap_or_else(PoisonError::into_inner);
        while cores.len() < count {
            let left = limit.saturating_sub(began.elapsed());
            if left.is_zero() {
                let all = (0..count as u16).map(CoreId);
                return Err(StillRunning(all.filter(|core| !cores.contains(core)).collect()));
            }
            cores = self.ended.changed.wait_timeout(cores, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(cores);
        self.join();
        Ok(())
    }

    fn join(&mut self) {
        self.stopper.controls.is_stopped.store(true, Ordering::Release);
        self.stopper.controls.bell.raise();
        for thread in self.acceptor.take().into_iter().chain(self.threads.drain(..)) {
            let _ = thread.join();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.threads.is_empty() {
            self.stopper.request();
            self.stopper.request();
            self.join();
        }
    }
}

/// Starts a node. `machine` is called on each core's own thread, in no particular order; shards have the cores from 0
/// on, the quorum the one after them. A machine with something to do before its first event says so by its deadline.
///
/// The process must ignore SIGPIPE, as Rust programs do from their start: sending from a file can raise it.
pub fn run<M, F>(setup: Setup, machine: F) -> Result<Running, StartError>
where
    M: Machine + 'static,
    F: Fn(Seat) -> M + Send + Sync + 'static,
{
    if setup.shards == 0 || setup.shards > SHARDS_MAX {
        return Err(StartError::Shards(setup.shards));
    }
    let (runtime, fallback) = choose(setup.runtime)?;
    let descriptors = sys::thread::raise_descriptor_limit();
    let (listening, addresses) = listen(&setup)?;
    let count = usize::from(setup.shards) + usize::from(setup.quorum);
    let quorum = setup.quorum.then_some(CoreId(setup.shards));

    let mut bells = Vec::with_capacity(count);
    for _ in 0..count {
        bells.push(Arc::new(Bell::new().map_err(StartError::System)?));
    }
    let inboxes: Vec<Arc<Inbox>> = bells.iter().map(|bell| Inbox::new(bell.clone())).collect();
    let controls = Arc::new(Controls {
        bell: Arc::new(Bell::new().map_err(StartError::System)?),
        is_ready: AtomicBool::new(false),
        is_stopped: AtomicBool::new(false),
        new_limits: Mutex::new(None),
    });
    let releases = Releases::new(controls.bell.clone());
    let pool = match runtime {
        Runtime::Ring => None,
        Runtime::Epoll => {
            Some(Arc::new(FilePool::new(setup.tuning.file_threads.max(1)).map_err(StartError::System)?))
        }
    };
    let budget = setup.queued_request_bytes_max.unwrap_or(QUEUED_REQUEST_BYTES_DEFAULT);
    let shared = Arc::new(Shared {
        budget: Budget::new(budget),
        limits: Arc::new(SocketLimits {
            request_size_max: setup.request_size_max,
            idle: setup.idle,
            protected: setup.inter_broker.filter(|_| setup.listeners.len() > 1).into_iter().collect(),
        }),
        releases: releases.clone(),
        controls: controls.clone(),
        pool,
        quorum,
        cpus: sys::thread::usable_cpus(),
        barrier: Barrier::new(count),
        ended: Arc::new(Ended { cores: Mutex::default(), changed: Condvar::new() }),
        machine,
        setup,
    });
    let ended = shared.ended.clone();
    let stopper = Stopper {
        inboxes: inboxes.clone(),
        controls: controls.clone(),
        asked: Arc::new(AtomicBool::new(false)),
    };

    let (started, starts) = mpsc::channel();
    let (mut threads, mut stats, mut hosts) = (Vec::new(), Vec::new(), Vec::new());
    for (index, lanes) in Lanes::between(&bells).into_iter().enumerate() {
        let post = Post {
            core: CoreId(index as u16),
            lanes,
            inbox: inboxes[index].clone(),
            bell: bells[index].clone(),
            connections: Arc::new(AtomicU32::new(0)),
            stats: Arc::new(Stats::default()),
        };
        hosts.push(Host { inbox: post.inbox.clone(), connections: post.connections.clone() });
        stats.push(post.stats.clone());
        let (shared, started) = (shared.clone(), started.clone());
        let name = if Some(post.core) == quorum { "quorum".to_string() } else { format!("shard-{index}") };
        let thread =
            std::thread::Builder::new().name(name).spawn(move || shared.core(runtime, post, &started));
        // Without a thread for this core the others could only be abandoned.
        threads.push(thread.map_err(StartError::System)?);
    }
    drop(started);
    let failure = starts.iter().take(count).find_map(Result::err);
    let quorum_host = quorum.and_then(|core| hosts.get(usize::from(core.0)).cloned());
    hosts.truncate(usize::from(shared.setup.shards));
    let mut running =
        Running { runtime, fallback, addresses, stats, stopper, ended, threads, acceptor: None };
    if let Some(error) = failure {
        drop(running);
        return Err(error);
    }
    let limits: Vec<_> = shared.setup.listeners.iter().map(|listener| listener.limits).collect();
    let acceptor = Acceptor {
        listeners: listening,
        shards: hosts,
        quorum: quorum_host,
        quotas: Quotas::new(shared.setup.connections.clone(), &limits, shared.setup.inter_broker),
        releases,
        controls,
        send_buffer: shared.setup.send_buffer,
        descriptor_max: i32::try_from(descriptors - descriptors / 4).unwrap_or(i32::MAX),
        notify: shared.setup.notify.clone(),
    };
    let thread = std::thread::Builder::new().name("acceptor".into()).spawn(move || acceptor.run());
    running.acceptor = Some(thread.map_err(StartError::System)?);
    Ok(running)
}

/// What one core's thread is given.
struct Post {
    core: CoreId,
    lanes: Lanes,
    inbox: Arc<Inbox>,
    bell: Arc<Bell>,
    connections: Arc<AtomicU32>,
    stats: Arc<Stats>,
}

/// What all cores' threads share.
struct Shared<F> {
    setup: Setup,
    machine: F,
    limits: Arc<SocketLimits>,
    budget: Arc<Budget>,
    releases: Arc<Releases>,
    controls: Arc<Controls>,
    pool: Option<Arc<FilePool>>,
    quorum: Option<CoreId>,
    cpus: Vec<usize>,
    /// Rings are closed only when no core can send to them any more.
    barrier: Barrier,
    ended: Arc<Ended>,
}

/// Ends the process when it is dropped by a panic: a core whose machine has failed must not be replaced by silence.
struct Fuse;

impl Drop for Fuse {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}

impl<M: Machine, F: Fn(Seat) -> M> Shared<F> {
    /// The life of one core's thread.
    fn core(&self, runtime: Runtime, post: Post, started: &mpsc::Sender<Result<(), StartError>>) {
        let _fuse = Fuse;
        let core = post.core;
        if self.setup.pin && !self.cpus.is_empty() {
            // A CPU that was taken away meanwhile is not worth failing for.
            let _ = sys::thread::pin(self.cpus[usize::from(core.0) % self.cpus.len()]);
        }
        match runtime {
            Runtime::Ring => match Ring::new(post.bell.clone(), self.setup.tuning.ring) {
                Ok(ring) => self.drive(ring, post, started),
                Err(why) => self.fail(core, StartError::Ring(why), started),
            },
            Runtime::Epoll => {
                let pool = self.pool.clone().expect("made with this runtime");
                match Epoll::new(post.bell.clone(), pool) {
                    Ok(epoll) => self.drive(epoll, post, started),
                    Err(error) => self.fail(core, StartError::System(error), started),
                }
            }
        }
    }

    fn fail(&self, core: CoreId, error: StartError, started: &mpsc::Sender<Result<(), StartError>>) {
        let _ = started.send(Err(error));
        self.end(core);
    }

    /// The core's loop is over; what it holds may be dropped once all are.
    fn end(&self, core: CoreId) {
        self.ended.cores.lock().unwrap_or_else(PoisonError::into_inner).push(core);
        self.ended.changed.notify_all();
        self.barrier.wait();
    }

    fn drive<B: Backend>(&self, backend: B, post: Post, started: &mpsc::Sender<Result<(), StartError>>) {
        let core = post.core;
        let setup = &self.setup;
        let jobs = match JobThread::start(format!("jobs-{}", core.0), setup.disk.clone(), post.inbox.clone())
        {
            Ok(jobs) => jobs,
            Err(error) => return self.fail(core, StartError::System(error), started),
        };
        let machine = (self.machine)(Seat {
            core,
            shards: setup.shards,
            quorum: self.quorum,
            now: clock::now(),
            seed: RandomState::new().hash_one(core.0),
            disk: setup.disk.clone(),
        });
        // Spinning only helps whoever has a CPU to itself and sees what arrives without asking the kernel.
        let has_room = self.cpus.len() > usize::from(setup.shards) && Some(core) != self.quorum;
        let spin = if has_room && B::PEEKS { setup.tuning.spin } else { Duration::ZERO };
        let mut running = Loop::new(Parts {
            machine,
            backend,
            sockets: Sockets::new(
                Buffers::new(self.budget.clone()),
                self.limits.clone(),
                self.releases.clone(),
                post.connections,
            ),
            files: Files::new(setup.disk.clone(), setup.tuning.slowness),
            lanes: post.lanes,
            jobs,
            inbox: post.inbox,
            stats: post.stats,
            notify: self.notify(),
            quorum: self.quorum,
            spin,
        });
        let _ = started.send(Ok(()));
        if let Err(error) = running.run() {
            let text = format!("the kernel's interface failed on core {}: {error}", core.0);
            (setup.notify)(core, Notice::Fatal(text.into()));
        }
        self.end(core);
    }

    /// Passes notices on, and opens the gate of the listeners at the first `Ready`.
    fn notify(&self) -> Notify {
        let (outer, controls) = (self.setup.notify.clone(), self.controls.clone());
        Arc::new(move |core, notice| {
            if matches!(notice, Notice::Ready) {
                controls.is_ready.store(true, Ordering::Release);
                controls.bell.raise();
            }
            outer(core, notice);
        })
    }
}

fn choose(wanted: Option<Runtime>) -> Result<(Runtime, Option<RingRefused>), StartError> {
    match wanted {
        Some(Runtime::Epoll) => Ok((Runtime::Epoll, None)),
        Some(Runtime::Ring) => Ring::probe().map(|()| (Runtime::Ring, None)).map_err(StartError::Ring),
        None => Ok(match Ring::probe() {
            Ok(()) => (Runtime::Ring, None),
            Err(why) => (Runtime::Epoll, Some(why)),
        }),
    }
}

fn listen(setup: &Setup) -> Result<(Vec<Listening>, Vec<SocketAddr>), StartError> {
    let (mut listening, mut addresses) = (Vec::new(), Vec::new());
    for (index, listener) in setup.listeners.iter().enumerate() {
        let socket = open(setup, listener)?;
        addresses.push(sys::net::local_address(&socket).map_err(StartError::System)?);
        listening.push(Listening {
            socket,
            id: ListenerId(index as u16),
            for_controller: listener.for_controller,
            when_ready: listener.when_ready,
        });
    }
    Ok((listening, addresses))
}

fn open(setup: &Setup, listener: &ListenerSetup) -> Result<OwnedFd, StartError> {
    let bind = |address: SocketAddr| sys::net::listen(address, setup.backlog, setup.receive_buffer);
    let failed = |address, error| StartError::Bind { listener: listener.name.clone(), address, error };
    if listener.host.is_empty() {
        let both = SocketAddr::new(IpAddr::V6(Ipv6Addr::UNSPECIFIED), listener.port);
        return match bind(both) {
            // No IPv6 on this machine.
            Err(error) if matches!(error.raw_os_error(), Some(libc::EAFNOSUPPORT | libc::EADDRNOTAVAIL)) => {
                let v4 = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), listener.port);
                bind(v4).map_err(|error| failed(v4, error))
            }
            result => result.map_err(|error| failed(both, error)),
        };
    }
    let host = listener.host.trim_start_matches('[').trim_end_matches(']');
    let resolved: io::Result<Vec<SocketAddr>> =
        (host, listener.port).to_socket_addrs().map(Iterator::collect);
    let unresolved =
        |error| StartError::Resolve { listener: listener.name.clone(), host: listener.host.clone(), error };
    let all = resolved.map_err(unresolved)?;
    // As Java does where both are there.
    let first = all.iter().find(|address| address.is_ipv4()).or(all.first());
    let Some(&address) = first else { return Err(unresolved(io::ErrorKind::NotFound.into())) };
    bind(address).map_err(|error| failed(address, error))
}
