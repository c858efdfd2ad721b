//! The threads of a node's cores: what each is given, and what it does from its first to its last moment.
//!
//! A core's thread makes its backend and its job thread, says whether it could, and waits for the word to go on. Only
//! when all can go on are machines made, since a machine may change what lies on the disk. At the end it waits for the
//! others, because a core may still send to the ring of another.
//!
//! Knows nothing of listeners.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use broker::event::CoreId;
use broker::machine::Machine;

use crate::acceptor::{Controls, Host, Load};
use crate::backend::epoll::Epoll;
use crate::backend::pool::FilePool;
use crate::backend::ring::Ring;
use crate::backend::{Backend, Bell};
use crate::buffers::{Budget, Buffers};
use crate::event_loop::{Loop, Notify, Parts};
use crate::files::Files;
use crate::inbox::Inbox;
use crate::jobs::JobThread;
use crate::lanes::Lanes;
use crate::setup::{Notice, Runtime, Seat, Setup, StartError};
use crate::sockets::{Releases, SocketLimits, Sockets};
use crate::stats::Stats;
use crate::{clock, sys};

/// What requests may hold when `queued.max.request.bytes` says nothing.
const QUEUED_REQUEST_BYTES_DEFAULT: u64 = 256 << 20;

/// What is to be started.
pub struct Plan<F> {
    /// How.
    pub setup: Setup,
    /// Makes the machine of a core.
    pub machine: F,
}

/// Cores that run.
pub struct Launched {
    /// The shards by number, and the quorum's core behind them.
    pub hosts: Vec<Host>,
    /// Their counters, in the same order.
    pub stats: Vec<Arc<Stats>>,
    /// Their threads.
    pub threads: Vec<JoinHandle<()>>,
    /// Which of them have come to their end.
    pub ended: Arc<Ended>,
    /// What the acceptor is told by.
    pub controls: Arc<Controls>,
    /// Where cores put connections that have ended.
    pub releases: Arc<Releases>,
}

/// Which cores have come to their end.
#[derive(Default)]
pub struct Ended {
    state: Mutex<Ends>,
    changed: Condvar,
}

#[derive(Default)]
struct Ends {
    cores: Vec<CoreId>,
    /// How many there are; a core that was never started is not waited for.
    expected: usize,
}

impl Ended {
    /// Waits for all cores, but not longer than `limit`; which are missing then.
    pub fn wait(&self, limit: Duration) -> Vec<CoreId> {
        let began = Instant::now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.cores.len() < state.expected {
            let left = limit.saturating_sub(began.elapsed());
            if left.is_zero() {
                let all = (0..state.expected as u16).map(CoreId);
                return all.filter(|core| !state.cores.contains(core)).collect();
            }
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        Vec::new()
    }

    /// The loop of `core` is over. Returns once all are, so that what the core holds may be dropped.
    fn end(&self, core: CoreId) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.cores.push(core);
        self.changed.notify_all();
        while state.cores.len() < state.expected {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn expect(&self, count: usize) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).expected = count;
        self.changed.notify_all();
    }
}

/// The word that all cores wait for.
#[derive(Default)]
struct Word {
    go_on: Mutex<Option<bool>>,
    given: Condvar,
}

impl Word {
    fn give(&self, go_on: bool) {
        *self.go_on.lock().unwrap_or_else(PoisonError::into_inner) = Some(go_on);
        self.given.notify_all();
    }

    fn hear(&self) -> bool {
        let mut go_on = self.go_on.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(go_on) = *go_on {
                return go_on;
            }
            go_on = self.given.wait(go_on).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What one core's thread is given.
struct Post {
    core: CoreId,
    lanes: Lanes,
    inbox: Arc<Inbox>,
    bell: Arc<Bell>,
    load: Arc<Load>,
    stats: Arc<Stats>,
    answers: mpsc::Sender<Result<(), StartError>>,
}

/// What all cores' threads share.
struct Shared<F> {
    plan: Arc<Plan<F>>,
    limits: Arc<SocketLimits>,
    budget: Arc<Budget>,
    releases: Arc<Releases>,
    controls: Arc<Controls>,
    pool: Option<Arc<FilePool>>,
    quorum: Option<CoreId>,
    cpus: Vec<usize>,
    word: Word,
    ended: Arc<Ended>,
}

/// Starts all cores on a backend; either all run or none does.
pub fn launch<M, F>(runtime: Runtime, plan: &Arc<Plan<F>>) -> Result<Launched, StartError>
where
    M: Machine + 'static,
    F: Fn(Seat) -> M + Send + Sync + 'static,
{
    let setup = &plan.setup;
    let count = usize::from(setup.shards) + usize::from(setup.quorum);
    let bell = || Bell::new().map(Arc::new).map_err(StartError::System);
    let bells: Vec<Arc<Bell>> = (0..count).map(|_| bell()).collect::<Result<_, _>>()?;
    let controls = Arc::new(Controls {
        bell: bell()?,
        is_ready: AtomicBool::new(false),
        is_stopped: AtomicBool::new(false),
        new_limits: Mutex::new(None),
    });
    let pool = match runtime {
        Runtime::Ring => None,
        Runtime::Epoll => {
            Some(Arc::new(FilePool::new(setup.tuning.file_threads.max(1)).map_err(StartError::System)?))
        }
    };
    let shared = Arc::new(Shared {
        plan: plan.clone(),
        limits: Arc::new(SocketLimits {
            request_size_max: setup.request_size_max,
            idle: setup.idle,
            protected: setup.protected(),
        }),
        budget: Budget::new(setup.queued_request_bytes_max.unwrap_or(QUEUED_REQUEST_BYTES_DEFAULT)),
        releases: Releases::new(controls.bell.clone()),
        controls: controls.clone(),
        pool,
        quorum: setup.quorum.then_some(CoreId(setup.shards)),
        cpus: sys::thread::usable_cpus(),
        word: Word::default(),
        ended: Arc::default(),
    });
    shared.ended.expect(count);
    let (answers, asked) = mpsc::channel();
    let mut launched = Launched {
        hosts: Vec::with_capacity(count),
        stats: Vec::with_capacity(count),
        threads: Vec::with_capacity(count),
        ended: shared.ended.clone(),
        controls,
        releases: shared.releases.clone(),
    };
    let mut failure = None;
    for (index, lanes) in Lanes::between(&bells).into_iter().enumerate() {
        let bell = bells[index].clone();
        let host = Host { inbox: Inbox::new(bell.clone()), load: Arc::default() };
        let post = Post {
            core: CoreId(index as u16),
            lanes,
            inbox: host.inbox.clone(),
            bell,
            load: host.load.clone(),
            stats: Arc::default(),
            answers: answers.clone(),
        };
        launched.hosts.push(host);
        launched.stats.push(post.stats.clone());
        let is_quorum = Some(post.core) == shared.quorum;
        let name = if is_quorum { "quorum".to_string() } else { format!("shard-{index}") };
        let shared = shared.clone();
        match std::thread::Builder::new().name(name).spawn(move || shared.core(runtime, post)) {
            Ok(thread) => launched.threads.push(thread),
            Err(error) => {
                failure = Some(StartError::System(error));
                break;
            }
        }
    }
    drop(answers);
    for answer in asked.iter().take(launched.threads.len()) {
        if let Err(error) = answer {
            failure.get_or_insert(error);
        }
    }
    shared.ended.expect(launched.threads.len());
    shared.word.give(failure.is_none());
    match failure {
        None => Ok(launched),
        Some(error) => {
            for thread in launched.threads {
                let _ = thread.join();
            }
            Err(error)
        }
    }
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
    fn core(&self, runtime: Runtime, post: Post) {
        let _fuse = Fuse;
        let core = post.core;
        let setup = &self.plan.setup;
        if setup.pin && !self.cpus.is_empty() {
            // A CPU that was taken away meanwhile is not worth failing for.
            let _ = sys::thread::pin(self.cpus[usize::from(core.0) % self.cpus.len()]);
        }
        match runtime {
            Runtime::Ring => {
                let ring = Ring::new(post.bell.clone(), setup.tuning.ring);
                self.drive(ring.map_err(StartError::Ring), post);
            }
            Runtime::Epoll => {
                let pool = self.pool.clone().expect("made with this runtime");
                self.drive(Epoll::new(post.bell.clone(), pool).map_err(StartError::System), post);
            }
        }
    }

    fn drive<B: Backend>(&self, backend: Result<B, StartError>, post: Post) {
        let setup = &self.plan.setup;
        let jobs = || {
            JobThread::start(format!("jobs-{}", post.core.0), setup.disk.clone(), post.inbox.clone())
                .map_err(StartError::System)
        };
        let means = backend.and_then(|backend| Ok((backend, jobs()?)));
        let (answer, means) = match means {
            Ok(means) => (Ok(()), Some(means)),
            Err(error) => (Err(error), None),
        };
        let _ = post.answers.send(answer);
        let goes_on = self.word.hear();
        match means {
            Some((backend, jobs)) if goes_on => self.run(backend, jobs, post),
            // Dropped only after the others have heard the word too.
            means => {
                self.ended.end(post.core);
                drop(means);
            }
        }
    }

    fn run<B: Backend>(&self, backend: B, jobs: JobThread, post: Post) {
        let (core, setup) = (post.core, &self.plan.setup);
        let machine = (self.plan.machine)(Seat {
            core,
            shards: setup.shards,
            quorum: self.quorum,
            now: clock::now(),
            seed: RandomState::new().hash_one(core.0),
            disk: setup.disk.clone(),
        });
        // Spinning only helps whoever has a CPU to itself and sees what arrives without asking the kernel.
        let has_room = sys::thread::cpu_count() > usize::from(setup.shards) && Some(core) != self.quorum;
        let spin = if has_room && B::PEEKS { setup.tuning.spin } else { Duration::ZERO };
        let mut running = Loop::new(Parts {
            machine,
            backend,
            sockets: Sockets::new(
                Buffers::new(self.budget.clone()),
                self.limits.clone(),
                self.releases.clone(),
                post.load,
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
        if let Err(error) = running.run() {
            let text = format!("the kernel's interface failed on core {}: {error}", core.0);
            (setup.notify)(core, Notice::Fatal(text.into()));
        }
        self.ended.end(core);
    }

    /// Passes notices on, opens the gate of the listeners at the first `Ready`, and tells the acceptor of new limits.
    fn notify(&self) -> Notify {
        let (outer, controls) = (self.plan.setup.notify.clone(), self.controls.clone());
        Arc::new(move |core, notice| {
            match &notice {
                Notice::Ready => {
                    controls.is_ready.store(true, Ordering::Release);
                    controls.bell.raise();
                }
                Notice::Limits(limits) => controls.limit((**limits).clone()),
                Notice::Log(_) | Notice::LogLevel(_) | Notice::Stopped | Notice::Fatal(_) => {}
            }
            outer(core, notice);
        })
    }
}
