//! A node's cores: started in order, stopped in reverse.
//!
//! Start: choose the backend, open the listeners, start one thread per core, and accept once every core runs. Stop: accept
//! no more, tell every machine, wait until each has stopped, has flushed its connections and owns no operation any more;
//! only then are rings closed, all together.
//!
//! Knows nothing of what the machines do.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use broker::event::{CoreId, ListenerId};
use broker::machine::Machine;

use crate::acceptor::{Acceptor, Controls, Listening};
use crate::backend::ring::{Ring, RingRefused};
use crate::inbox::{Command, Inbox};
use crate::launch::{Ended, Plan, launch};
use crate::limits;
use crate::quotas::{ConnectionLimits, Quotas};
use crate::setup::{ListenerSetup, Runtime, Seat, Setup, StartError};
use crate::stats::{Snapshot, Stats};
use crate::sys;

/// Shards a node may have.
const SHARDS_MAX: u16 = 1024;
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
        self.stopper.controls.limit(limits);
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
        let still = self.ended.wait(limit);
        if !still.is_empty() {
            return Err(StillRunning(still));
        }
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
/// No machine is made unless every core has all it needs.
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
    let (mut runtime, mut fallback) = choose(setup.runtime)?;
    let descriptors = sys::thread::raise_descriptor_limit();
    let (listening, addresses) = listen(&setup)?;
    let plan = Arc::new(Plan { setup, machine });
    let launched = match launch(runtime, &plan) {
        // One small ring was allowed, but not all that are needed: the limit of locked memory is for all together.
        Err(StartError::Ring(why)) if plan.setup.runtime.is_none() => {
            (runtime, fallback) = (Runtime::Epoll, Some(why));
            launch(runtime, &plan)?
        }
        result => result?,
    };
    let setup = &plan.setup;
    let stopper = Stopper {
        inboxes: launched.hosts.iter().map(|host| host.inbox.clone()).collect(),
        controls: launched.controls.clone(),
        asked: Arc::new(AtomicBool::new(false)),
    };
    let mut running = Running {
        runtime,
        fallback,
        addresses,
        stats: launched.stats,
        stopper,
        ended: launched.ended,
        threads: launched.threads,
        acceptor: None,
    };
    let quotas =
        |protected| Quotas::new(setup.connections.clone(), setup.listeners.len(), protected, limits::resolve);
    let mut shards = launched.hosts;
    let quorum = shards.split_off(usize::from(setup.shards)).pop();
    let acceptor = Acceptor {
        listeners: listening,
        shards,
        quorum,
        quotas: quotas(setup.protected()),
        controller_quotas: quotas(None),
        protected: setup.protected(),
        releases: launched.releases,
        controls: launched.controls,
        send_buffer: setup.send_buffer,
        descriptor_max: i32::try_from(descriptors - descriptors / 4).unwrap_or(i32::MAX),
        notify: setup.notify.clone(),
    };
    let thread = std::thread::Builder::new().name("acceptor".into()).spawn(move || acceptor.run());
    running.acceptor = Some(thread.map_err(StartError::System)?);
    Ok(running)
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
