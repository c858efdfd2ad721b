//! File effects of one core: appends written at once, everything that could stall given to the backend.
//!
//! An append is written on this core as long as that is quick. When a write takes longer than it should, the kernel is
//! holding writers back, and the file's appends go through the backend for a while, one at a time and in order.
//!
//! Knows nothing of partitions; what a failed write means is decided by whoever asked for it.
//!
//! Invariants:
//! - appends to one file are written in the order in which they were asked for;
//! - every effect with a token ends in exactly one event.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::Arc;
use std::time::Duration;

use broker::effect::io_failure;
use broker::event::{Event, IoFailure, IoResult, Token};
use bytes::BytesMut;
use protocol::{Map, Mono};
use storage::{Disk, FileRef};

use crate::backend::{Backend, FileOp, FileTask, gather};
use crate::buffers::Buffers;
use crate::sys::file::SLICES_MAX;

/// When appends leave the core and when they come back.
#[derive(Clone, Copy, Debug)]
pub struct Slowness {
    /// A write that takes longer means that the kernel holds writers back.
    pub write_ns_max: u64,
    /// How long appends to that file go through the backend then.
    pub detour: Duration,
}

impl Default for Slowness {
    fn default() -> Self {
        Self { write_ns_max: 2_000_000, detour: Duration::from_millis(200) }
    }
}

struct Append {
    token: Token,
    file: FileRef,
    position: u64,
    buffers: Vec<BytesMut>,
}

impl Append {
    fn len(&self) -> usize {
        self.buffers.iter().map(BytesMut::len).sum()
    }
}

/// A file whose appends take the detour.
struct Detour {
    until: Mono,
    in_flight: bool,
    waiting: VecDeque<Append>,
}

/// The file side of a core.
pub struct Files {
    disk: Arc<dyn Disk>,
    appends: Vec<Append>,
    detours: Map<usize, Detour>,
    reads_waiting: VecDeque<(Token, FileRef, u64, usize)>,
    reads_in_flight: usize,
    slowness: Slowness,
}

/// Cold reads in flight at once; the rest waits its turn.
const READS_MAX: usize = 64;
/// Room a read begins with; what is asked for beyond it is made room for as bytes come.
const READ_ROOM_MAX: usize = 1 << 20;

impl Files {
    /// Nothing to do yet.
    pub fn new(disk: Arc<dyn Disk>, slowness: Slowness) -> Self {
        Self {
            disk,
            appends: Vec::new(),
            detours: Map::default(),
            reads_waiting: VecDeque::new(),
            reads_in_flight: 0,
            slowness,
        }
    }

    /// The descriptor of a file, which is opened if it is not.
    pub fn descriptor(&self, file: &FileRef) -> io::Result<i32> {
        file.get(&*self.disk)?.raw_fd().ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))
    }

    /// Takes an append; it is written by [`Files::write_out`].
    pub fn append(&mut self, token: Token, file: FileRef, position: u64, buffers: Vec<BytesMut>) {
        self.appends.push(Append { token, file, position, buffers });
    }

    /// Writes the appends taken. What lies one behind the other in a file goes out in one call.
    pub fn write_out<B: Backend>(&mut self, backend: &mut B, events: &mut Vec<Event>) {
        if self.appends.is_empty() {
            return;
        }
        let mut appends = std::mem::take(&mut self.appends);
        let mut rest = &mut appends[..];
        while let Some(first) = rest.first() {
            let mut end = first.position + first.len() as u64;
            let mut count = 1;
            while let Some(next) = rest.get(count)
                && Arc::ptr_eq(&next.file, &rest[0].file)
                && next.position == end
            {
                end += next.len() as u64;
                count += 1;
            }
            let (group, others) = rest.split_at_mut(count);
            self.write_group(group, backend, events);
            rest = others;
        }
        appends.clear();
        self.appends = appends;
    }

    fn write_group<B: Backend>(&mut self, group: &mut [Append], backend: &mut B, events: &mut Vec<Event>) {
        let key = Arc::as_ptr(&group[0].file) as usize;
        if !self.detours.is_empty()
            && let Some(detour) = self.detours.get_mut(&key)
        {
            detour.waiting.extend(group.iter_mut().map(take));
            self.go_on(key, backend, events);
            return;
        }
        let total: usize = group.iter().map(Append::len).sum();
        let (written, failure) = match self.descriptor(&group[0].file) {
            Ok(fd) => self.write_now(fd, key, group, total, backend),
            Err(error) => (0, Some(open_failure(&error))),
        };
        let mut end = 0;
        for append in group {
            end += append.len();
            let result = if end <= written { Ok(()) } else { Err(failure.unwrap_or(IoFailure::Short)) };
            events.push(ended(append.token, result, std::mem::take(&mut append.buffers)));
        }
    }

    /// Writes a group on this core; how much was written and why not all of it.
    fn write_now<B: Backend>(
        &mut self,
        fd: i32,
        key: usize,
        group: &[Append],
        total: usize,
        backend: &mut B,
    ) -> (usize, Option<IoFailure>) {
        let mut written = 0;
        while written < total {
            let mut slices = [IoSlice::new(&[]); SLICES_MAX];
            let (mut count, mut skip) = (0, written);
            for append in group {
                let len = append.len();
                if skip >= len {
                    skip -= len;
                    continue;
                }
                count += gather(&append.buffers, skip, &mut slices[count..]);
                skip = 0;
                if count == SLICES_MAX {
                    break;
                }
            }
            let began = backend.mono();
            let result = backend.pwritev(fd, &slices[..count], group[0].position + written as u64);
            let now = backend.mono();
            if now.0 - began.0 > self.slowness.write_ns_max {
                let until = now.after(self.slowness.detour);
                self.detours.insert(key, Detour { until, in_flight: false, waiting: VecDeque::new() });
            }
            match result {
                Ok(0) => return (written, Some(IoFailure::Broken(libc::EIO))),
                Ok(more) => written += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return (written, Some(io_failure(&error))),
            }
        }
        (written, None)
    }

    /// Starts the next append of a file on its detour, or ends the detour.
    fn go_on<B: Backend>(&mut self, key: usize, backend: &mut B, events: &mut Vec<Event>) {
        let Some(detour) = self.detours.get_mut(&key) else { return };
        if detour.in_flight {
            return;
        }
        while let Some(append) = detour.waiting.pop_front() {
            let opened = append.file.get(&*self.disk).map(storage::File::raw_fd);
            match opened {
                Ok(Some(fd)) => {
                    let Append { token, file, position, buffers } = append;
                    let op = FileOp::Write { buffers, position, done: 0 };
                    backend.start(FileTask { token, file, fd, op });
                    detour.in_flight = true;
                    return;
                }
                Ok(None) => {
                    events.push(ended(append.token, Err(IoFailure::Broken(libc::EBADF)), append.buffers));
                }
                Err(error) => events.push(ended(append.token, Err(open_failure(&error)), append.buffers)),
            }
        }
        // Also when the address of the handle was given to another file meanwhile, its detour ends here in time.
        if detour.until <= backend.mono() {
            self.detours.remove(&key);
        }
    }

    /// Starts `fdatasync`.
    pub fn sync<B: Backend>(
        &mut self,
        token: Token,
        file: FileRef,
        backend: &mut B,
        events: &mut Vec<Event>,
    ) {
        match self.descriptor(&file) {
            Ok(fd) => backend.start(FileTask { token, file, fd, op: FileOp::Sync }),
            Err(error) => events.push(Event::Synced { token, result: Err(open_failure(&error)) }),
        }
    }

    /// Starts keeping space; whatever goes wrong is silent.
    pub fn allocate<B: Backend>(&mut self, file: FileRef, from: u64, len: u64, backend: &mut B) {
        if let Ok(fd) = self.descriptor(&file) {
            let op = FileOp::Allocate { from, len };
            backend.start(FileTask { token: Token::default(), file, fd, op });
        }
    }

    /// Starts a read, or lines it up.
    pub fn read<B: Backend>(
        &mut self,
        token: Token,
        file: FileRef,
        position: u64,
        len: u32,
        backend: &mut B,
        buffers: &mut Buffers,
        events: &mut Vec<Event>,
    ) {
        self.reads_waiting.push_back((token, file, position, len as usize));
        self.start_reads(backend, buffers, events);
    }

    fn start_reads<B: Backend>(&mut self, backend: &mut B, buffers: &mut Buffers, events: &mut Vec<Event>) {
        while self.reads_in_flight < READS_MAX
            && let Some((token, file, position, len)) = self.reads_waiting.pop_front()
        {
            match self.descriptor(&file) {
                Ok(fd) => {
                    self.reads_in_flight += 1;
                    let op = FileOp::Read { buffer: buffers.take(len.min(READ_ROOM_MAX)), position, len };
                    backend.start(FileTask { token, file, fd, op });
                }
                Err(error) => events.push(Event::Read { token, result: Err(open_failure(&error)) }),
            }
        }
    }

    /// Takes an operation back from the backend.
    pub fn completed<B: Backend>(
        &mut self,
        mut task: FileTask,
        outcome: Result<usize, i32>,
        backend: &mut B,
        buffers: &mut Buffers,
        events: &mut Vec<Event>,
    ) {
        if matches!(outcome, Err(libc::EINTR | libc::EAGAIN)) {
            backend.start(task);
            return;
        }
        let outcome = outcome.map_err(|errno| io_failure(&io::Error::from_raw_os_error(errno)));
        match task.op {
            FileOp::Write { buffers: ref written, position: _, ref mut done } => {
                let total: usize = written.iter().map(BytesMut::len).sum();
                let result = match outcome {
                    Ok(0) if *done < total => Err(IoFailure::Broken(libc::EIO)),
                    Ok(more) => {
                        *done += more;
                        if *done < total {
                            backend.start(task);
                            return;
                        }
                        Ok(())
                    }
                    Err(failure) => Err(failure),
                };
                let key = Arc::as_ptr(&task.file) as usize;
                if let FileOp::Write { buffers, .. } = task.op {
                    events.push(ended(task.token, result, buffers));
                }
                if let Some(detour) = self.detours.get_mut(&key) {
                    detour.in_flight = false;
                    self.go_on(key, backend, events);
                }
            }
            FileOp::Read { ref mut buffer, len, .. } => {
                if let Ok(more) = outcome
                    && more > 0
                    && buffer.bytes.len() < len
                {
                    let have = buffer.bytes.len();
                    if have == buffer.bytes.capacity() {
                        let mut larger = buffers.take(len.min(have * 2));
                        larger.bytes.extend_from_slice(&buffer.bytes);
                        buffers.give(std::mem::replace(buffer, larger));
                    }
                    backend.start(task);
                    return;
                }
                let FileOp::Read { mut buffer, .. } = task.op else { return };
                let result = outcome.map(|_| buffer.bytes.split().freeze());
                events.push(Event::Read { token: task.token, result });
                buffers.give(buffer);
                self.reads_in_flight -= 1;
                self.start_reads(backend, buffers, events);
            }
            FileOp::Sync => events.push(Event::Synced { token: task.token, result: outcome.map(drop) }),
            FileOp::Allocate { .. } => {}
        }
    }

    /// Whether something waits to be given to the backend.
    pub fn is_idle(&self) -> bool {
        self.reads_waiting.is_empty() && self.detours.values().all(|detour| detour.waiting.is_empty())
    }

    /// Forgets detours that are over. Called once a turn.
    pub fn expire(&mut self, now: Mono) {
        if !self.detours.is_empty() {
            self.detours.retain(|_, d| d.in_flight || !d.waiting.is_empty() || d.until > now);
        }
    }

    /// Files whose appends take the detour now.
    pub fn detour_count(&self) -> usize {
        self.detours.len()
    }
}

/// Why a file could not be opened. Running out of descriptors or memory passes, and is no fault of the disk.
fn open_failure(error: &io::Error) -> IoFailure {
    match error.raw_os_error() {
        Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM) => IoFailure::Full,
        _ => io_failure(error),
    }
}

fn take(append: &mut Append) -> Append {
    Append {
        token: append.token,
        file: append.file.clone(),
        position: append.position,
        buffers: std::mem::take(&mut append.buffers),
    }
}

fn ended(token: Token, result: IoResult<()>, mut buffers: Vec<BytesMut>) -> Event {
    buffers.clear();
    Event::Appended { token, result, buffers }
}
