//! A shard's job thread: long computations and file work of several steps, at low priority, one after the other.
//!
//! Invariants:
//! - every job ends in exactly one `JobDone`, with nothing in it when it was cancelled before it began;
//! - a panic inside a job ends the process, since what it was working on is in an unknown state.

use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

use broker::effect::Job;
use broker::event::Token;
use storage::Disk;

use crate::inbox::{Command, Inbox};
use crate::sys;

/// Jobs the thread's queue holds; more wait with the core.
const QUEUED_MAX: usize = 64;
/// How much lower than a core the thread stands with the scheduler.
const NICE: i32 = 10;

struct Order {
    epoch: u64,
    token: Token,
    job: Job,
}

/// The core's end of its job thread.
pub struct JobThread {
    sender: Option<SyncSender<Order>>,
    epoch: Arc<AtomicU64>,
    waiting: VecDeque<Order>,
    thread: Option<JoinHandle<()>>,
    running: usize,
}

impl JobThread {
    /// Starts the thread; what its jobs bring back goes to `inbox`.
    pub fn start(name: String, disk: Arc<dyn Disk>, inbox: Arc<Inbox>) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(QUEUED_MAX);
        let epoch = Arc::new(AtomicU64::new(0));
        let current = epoch.clone();
        let thread = std::thread::Builder::new()
            .name(name)
            .spawn(move || work(&receiver, &current, &*disk, &inbox))?;
        Ok(Self { sender: Some(sender), epoch, waiting: VecDeque::new(), thread: Some(thread), running: 0 })
    }

    /// Takes a job.
    pub fn run(&mut self, token: Token, job: Job) {
        let epoch = self.epoch.load(Ordering::Relaxed);
        self.running += 1;
        self.waiting.push_back(Order { epoch, token, job });
        self.feed();
    }

    /// A job came back: there is room for the next.
    pub fn came_back(&mut self) {
        self.running -= 1;
        self.feed();
    }

    /// Cancels what has not begun.
    pub fn cancel(&mut self) {
        self.epoch.fetch_add(1, Ordering::Relaxed);
    }

    /// Jobs that have not come back.
    pub fn count(&self) -> usize {
        self.running
    }

    fn feed(&mut self) {
        let Some(sender) = &self.sender else { return };
        while let Some(order) = self.waiting.pop_front() {
            match sender.try_send(order) {
                Ok(()) => {}
                Err(TrySendError::Full(order) | TrySendError::Disconnected(order)) => {
                    self.waiting.push_front(order);
                    return;
                }
            }
        }
    }
}

impl Drop for JobThread {
    fn drop(&mut self) {
        self.cancel();
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Ends the process when it is dropped by a panic.
struct Fuse;

impl Drop for Fuse {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}

fn work(orders: &Receiver<Order>, epoch: &AtomicU64, disk: &dyn Disk, inbox: &Inbox) {
    let _fuse = Fuse;
    sys::thread::set_low_priority(NICE);
    while let Ok(Order { epoch: ordered_in, token, job }) = orders.recv() {
        let is_current = epoch.load(Ordering::Relaxed) == ordered_in;
        let outcome: Option<Box<dyn Any + Send>> = is_current.then(|| job(disk));
        inbox.put(Command::JobDone { token, outcome });
    }
}
