//! A few threads that do file operations for cores without a ring.
//!
//! One pool serves all cores of the node. An operation is moved in with everything it owns and moved out again through
//! the core's own list; the pool keeps nothing.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;

use super::{Bell, FileOp, FileTask, gather};
use crate::sys;

/// Where finished operations wait for their core.
pub struct Finished {
    list: Mutex<Vec<(FileTask, Result<usize, i32>)>>,
    any: AtomicBool,
    bell: Arc<Bell>,
}

impl Finished {
    /// An empty list of the core behind `bell`.
    pub fn new(bell: Arc<Bell>) -> Arc<Self> {
        Arc::new(Self { list: Mutex::new(Vec::new()), any: AtomicBool::new(false), bell })
    }

    /// Whether something waits.
    pub fn any(&self) -> bool {
        self.any.load(Ordering::Acquire)
    }

    /// Moves what waits to the end of `into`, which should come in empty so that the two lists only change places.
    pub fn take(&self, into: &mut Vec<(FileTask, Result<usize, i32>)>) {
        if self.any.swap(false, Ordering::AcqRel) {
            let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
            if into.is_empty() {
                std::mem::swap(&mut *list, into);
            } else {
                into.append(&mut list);
            }
        }
    }

    fn put(&self, task: FileTask, result: Result<usize, i32>) {
        self.list.lock().unwrap_or_else(PoisonError::into_inner).push((task, result));
        self.any.store(true, Ordering::Release);
        self.bell.ring();
    }
}

struct Shared {
    queue: Mutex<Queue>,
    more: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: std::collections::VecDeque<(FileTask, Arc<Finished>)>,
    closed: bool,
}

/// The threads. Dropping it waits until they have done what was given to them.
pub struct FilePool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl FilePool {
    /// Starts `count` threads.
    pub fn new(count: usize) -> io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::default(), more: Condvar::new() });
        let mut threads = Vec::with_capacity(count);
        for index in 0..count {
            let shared = shared.clone();
            let thread =
                std::thread::Builder::new().name(format!("file-{index}")).spawn(move || work(&shared))?;
            threads.push(thread);
        }
        Ok(Self { shared, threads })
    }

    /// Hands an operation over. Bounded by the callers: a core limits what it has in flight.
    pub fn start(&self, task: FileTask, finished: Arc<Finished>) {
        let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.waiting.push_back((task, finished));
        drop(queue);
        self.shared.more.notify_one();
    }
}

impl Drop for FilePool {
    fn drop(&mut self) {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.shared.more.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared) {
    loop {
        let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut task, finished) = loop {
            if let Some(next) = queue.waiting.pop_front() {
                break next;
            }
            if queue.closed {
                return;
            }
            queue = shared.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        drop(queue);
        let result = perform(&mut task).map_err(|error| error.raw_os_error().unwrap_or(libc::EIO));
        finished.put(task, result);
    }
}

fn perform(task: &mut FileTask) -> io::Result<usize> {
    let fd = task.fd;
    match &mut task.op {
        FileOp::Write { buffers, position, done } => {
            let mut slices = [io::IoSlice::new(&[]); sys::file::SLICES_MAX];
            let count = gather(buffers, *done, &mut slices);
            sys::file::pwritev(fd, &slices[..count], *position + *done as u64)
        }
        FileOp::Read { buffer, position, len } => {
            let have = buffer.bytes.len();
            sys::file::pread(fd, &mut buffer.bytes, *len - have, *position + have as u64)
        }
        FileOp::Sync => sys::file::fdatasync(fd).map(|()| 0),
        FileOp::Allocate { from, len } => sys::file::allocate_keeping_size(fd, *from, *len).map(|()| 0),
    }
}
