//! The backend on io_uring: one multishot poll per socket, file operations through the ring, other cores woken by a
//! message from ring to ring, and one `io_uring_enter` per turn that submits, waits and carries the deadline.
//!
//! Knows nothing of what the loop does with any of it.
//!
//! Invariants:
//! - the ring is used by the thread that made it and by no other (`SINGLE_ISSUER`), and completions appear only inside
//!   `enter` (`DEFER_TASKRUN`);
//! - whatever the kernel may touch lies in a slot of `slots` until its completion is seen, and the ring is dropped only
//!   when no slot is in use.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::sync::Arc;

use io_uring::{IoUring, cqueue, opcode, squeue, types};
use protocol::Mono;

use super::epoll::readiness;
use super::{Backend, Bell, Calls, FileOp, FileTask, Readiness, Ready, Wait, WatchKey, gather};
use crate::sys::file::SLICES_MAX;
use crate::sys::wait;

/// Why there is no ring here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RingRefused {
    /// `kernel.io_uring_disabled` is set, to this value.
    BySysctl(u8),
    /// EPERM or EACCES without the sysctl: a seccomp profile or a security module.
    ByPolicy(i32),
    /// The kernel was built without it.
    NotInKernel,
    /// The kernel is older than 6.1, or lacks an operation.
    TooOld,
    /// The limit of locked memory is too low.
    NoMemory,
    /// Something else; the errno.
    Other(i32),
}

impl RingRefused {
    fn from_errno(error: &io::Error) -> Self {
        match error.raw_os_error().unwrap_or(0) {
            libc::EPERM | libc::EACCES => match sysctl() {
                Some(value) if value > 0 => Self::BySysctl(value),
                _ => Self::ByPolicy(error.raw_os_error().unwrap_or(libc::EPERM)),
            },
            libc::ENOSYS => Self::NotInKernel,
            libc::EINVAL => Self::TooOld,
            libc::ENOMEM => Self::NoMemory,
            errno => Self::Other(errno),
        }
    }
}

impl std::fmt::Display for RingRefused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BySysctl(value) => write!(
                f,
                "kernel.io_uring_disabled is {value}: set it to 0, or run with corelog.runtime=epoll to silence this"
            ),
            Self::ByPolicy(errno) => write!(
                f,
                "io_uring_setup is refused (errno {errno}), as the default seccomp profile of container engines does: \
                 allow io_uring_setup, io_uring_enter and io_uring_register there"
            ),
            Self::NotInKernel => write!(f, "this kernel has no io_uring: use one from 6.1 on"),
            Self::TooOld => write!(f, "this kernel's io_uring lacks what is needed: use one from 6.1 on"),
            Self::NoMemory => {
                write!(f, "the limit of locked memory is too low: raise LimitMEMLOCK (ulimit -l)")
            }
            Self::Other(errno) => write!(f, "io_uring_setup failed with errno {errno}"),
        }
    }
}

fn sysctl() -> Option<u8> {
    std::fs::read_to_string("/proc/sys/kernel/io_uring_disabled").ok()?.trim().parse().ok()
}

/// How many submissions fit before an extra call is needed, and how many completions.
#[derive(Clone, Copy, Debug)]
pub struct RingSize {
    /// Submissions.
    pub submissions: u32,
    /// Completions.
    pub completions: u32,
}

/// Something the kernel works on. The index of the slot travels as user data.
#[derive(Default)]
struct Slot {
    task: Option<FileTask>,
    /// What a vectored write points to; kept so that its memory is used again.
    iovecs: Vec<libc::iovec>,
}

/// One core's ring.
pub struct Ring {
    ring: IoUring,
    slots: Vec<Slot>,
    free: Vec<u32>,
    bell: Arc<Bell>,
    /// Completions taken out to make room while submitting; the next `enter` hands them over.
    early: Vec<Ready>,
    in_flight: usize,
    calls: Calls,
}

/// Of the 64 bits of user data the top two say what the rest names.
const KIND_SHIFT: u32 = 62;
const KIND_POLL: u64 = 1 << KIND_SHIFT;
const KIND_TASK: u64 = 2 << KIND_SHIFT;
const NOTHING: u64 = u64::MAX;
const BELL: u64 = u64::MAX - 1;
const REST: u64 = (1 << KIND_SHIFT) - 1;

impl Ring {
    /// Whether this process may have a ring with everything that is needed.
    pub fn probe() -> Result<(), RingRefused> {
        let ring = build(RingSize { submissions: 8, completions: 16 })?;
        let mut probe = io_uring::register::Probe::new();
        ring.submitter().register_probe(&mut probe).map_err(|error| RingRefused::from_errno(&error))?;
        let needed = [
            opcode::PollAdd::CODE,
            opcode::AsyncCancel::CODE,
            opcode::MsgRingData::CODE,
            opcode::Read::CODE,
            opcode::Writev::CODE,
            opcode::Fsync::CODE,
            opcode::Fallocate::CODE,
        ];
        let has_all = needed.iter().all(|&code| probe.is_supported(code));
        if has_all && ring.params().is_feature_ext_arg() && ring.params().is_feature_nodrop() {
            Ok(())
        } else {
            Err(RingRefused::TooOld)
        }
    }

    /// A ring for the calling thread, which must be the one that uses it.
    pub fn new(bell: Arc<Bell>, size: RingSize) -> Result<Self, RingRefused> {
        let ring = build(size)?;
        bell.set_ring_fd(ring.as_raw_fd());
        let mut this = Self {
            ring,
            slots: Vec::new(),
            free: Vec::new(),
            bell,
            early: Vec::new(),
            in_flight: 0,
            calls: Calls::default(),
        };
        this.watch_bell();
        Ok(this)
    }

    fn push(&mut self, entry: squeue::Entry) {
        loop {
            // SAFETY: what the entry points to lies in a slot and stays there until its completion.
            if unsafe { self.ring.submission().push(&entry) }.is_ok() {
                return;
            }
            self.calls.other += 1;
            // The kernel takes nothing while it has no room for completions, so a failure is answered by taking those.
            if self.ring.submit().is_err() {
                let mut early = std::mem::take(&mut self.early);
                self.reap(&mut early);
                early.append(&mut self.early);
                self.early = early;
            }
        }
    }

    /// Takes out what has completed.
    fn reap(&mut self, ready: &mut Vec<Ready>) {
        loop {
            let Some(entry) = self.ring.completion().next() else { return };
            let (data, result) = (entry.user_data(), entry.result());
            let goes_on = cqueue::more(entry.flags());
            match data {
                NOTHING => {}
                BELL => {
                    self.calls.other += 1;
                    wait::lower(self.bell.event());
                    if !goes_on {
                        self.watch_bell();
                    }
                }
                _ if data >> KIND_SHIFT == KIND_POLL >> KIND_SHIFT => {
                    let mut changed = if result < 0 {
                        Readiness { readable: true, writable: true, hung_up: true, ended: false }
                    } else {
                        readiness(result as u32)
                    };
                    changed.ended = !goes_on;
                    ready.push(Ready::Socket(WatchKey(data & REST), changed));
                }
                _ => ready.extend(self.take_back((data & REST) as u32, result)),
            }
        }
    }

    fn watch_bell(&mut self) {
        let event = types::Fd(self.bell.event().as_raw_fd());
        self.push(opcode::PollAdd::new(event, wait::IN).multi(true).build().user_data(BELL));
    }

    fn slot(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            (self.slots.len() - 1) as u32
        })
    }

    fn enter_once(&mut self, wait: Wait) -> io::Result<usize> {
        self.calls.enter += 1;
        match wait {
            Wait::No => {
                let queued = self.ring.submission().len() as u32;
                let flags = io_uring::EnterFlags::GETEVENTS.bits();
                // SAFETY: no argument is passed, and the entries submitted obey `push`.
                unsafe { self.ring.submitter().enter::<libc::sigset_t>(queued, 0, flags, None) }
            }
            Wait::Until(Mono::NEVER) => self.ring.submit_and_wait(1),
            Wait::Until(until) => {
                let limit = types::Timespec::from(until.since(self.mono()));
                self.ring.submitter().submit_with_args(1, &types::SubmitArgs::new().timespec(&limit))
            }
        }
    }

    fn take_back(&mut self, index: u32, result: i32) -> Option<Ready> {
        let slot = self.slots.get_mut(index as usize)?;
        let mut task = slot.task.take()?;
        slot.iovecs.clear();
        self.free.push(index);
        self.in_flight -= 1;
        let outcome = usize::try_from(result).map_err(|_| -result);
        if let (FileOp::Read { buffer, len, .. }, Ok(got)) = (&mut task.op, outcome) {
            let filled = buffer.bytes.len() + got;
            assert!(
                filled <= *len && filled <= buffer.bytes.capacity(),
                "the kernel read more than asked for"
            );
            // SAFETY: the kernel has filled `got` bytes behind the old end, within the capacity.
            unsafe { buffer.bytes.set_len(filled) };
        }
        Some(Ready::File(task, outcome))
    }
}

fn build(size: RingSize) -> Result<IoUring, RingRefused> {
    IoUring::builder()
        .setup_single_issuer()
        .setup_defer_taskrun()
        .setup_taskrun_flag()
        .setup_clamp()
        .setup_cqsize(size.completions)
        .build(size.submissions)
        .map_err(|error| RingRefused::from_errno(&error))
}

impl Backend for Ring {
    const PEEKS: bool = true;

    fn calls(&mut self) -> &mut Calls {
        &mut self.calls
    }

    fn bell(&self) -> &Arc<Bell> {
        &self.bell
    }

    fn wake(&mut self, other: &Bell) {
        if !other.must_wake() {
            return;
        }
        self.calls.wake += 1;
        match other.ring_fd() {
            Some(fd) => {
                let message = opcode::MsgRingData::new(types::Fd(fd), 0, NOTHING, None).build();
                self.push(message.flags(squeue::Flags::SKIP_SUCCESS).user_data(NOTHING));
            }
            None => {
                self.calls.other += 1;
                other.raise();
            }
        }
    }

    fn watch(&mut self, key: WatchKey, socket: BorrowedFd<'_>) -> io::Result<()> {
        debug_assert!(key.0 <= REST);
        let events = wait::IN | wait::OUT | wait::RDHUP | wait::EDGE;
        let poll = opcode::PollAdd::new(types::Fd(socket.as_raw_fd()), events).multi(true).build();
        self.push(poll.user_data(KIND_POLL | key.0));
        Ok(())
    }

    fn unwatch(&mut self, key: WatchKey) {
        // A poll holds the socket open in the kernel, so it has to be taken off for the close to take effect. PollRemove
        // does not do: it gives up (EALREADY) when the poll is just about to report, and the poll would stay for ever.
        let cancel = opcode::AsyncCancel::new(KIND_POLL | key.0).build();
        self.push(cancel.flags(squeue::Flags::SKIP_SUCCESS).user_data(NOTHING));
    }

    fn start(&mut self, task: FileTask) {
        let index = self.slot();
        let slot = &mut self.slots[index as usize];
        slot.task = Some(task);
        let FileTask { fd, op, .. } = slot.task.as_mut().expect("put there in the line above");
        let fd = types::Fd(*fd);
        let entry = match op {
            FileOp::Write { buffers, position, done } => {
                let mut slices = [io::IoSlice::new(&[]); SLICES_MAX];
                let count = gather(buffers, *done, &mut slices);
                slot.iovecs.extend(slices[..count].iter().map(|slice| libc::iovec {
                    iov_base: slice.as_ptr().cast_mut().cast(),
                    iov_len: slice.len(),
                }));
                opcode::Writev::new(fd, slot.iovecs.as_ptr(), count as u32)
                    .offset(*position + *done as u64)
                    .build()
            }
            FileOp::Read { buffer, position, len } => {
                let have = buffer.bytes.len();
                let free = buffer.bytes.spare_capacity_mut();
                let want = free.len().min(*len - have) as u32;
                opcode::Read::new(fd, free.as_mut_ptr().cast(), want).offset(*position + have as u64).build()
            }
            FileOp::Sync => opcode::Fsync::new(fd).flags(types::FsyncFlags::DATASYNC).build(),
            FileOp::Allocate { from, len } => {
                opcode::Fallocate::new(fd, *len).offset(*from).mode(libc::FALLOC_FL_KEEP_SIZE).build()
            }
        };
        self.in_flight += 1;
        self.calls.file_ops += 1;
        self.push(entry.user_data(KIND_TASK | u64::from(index)));
    }

    fn in_flight(&self) -> usize {
        self.in_flight
    }

    fn peek(&mut self) -> bool {
        self.ring.submission().taskrun() || !self.ring.completion().is_empty()
    }

    fn enter(&mut self, wait: Wait, ready: &mut Vec<Ready>) -> io::Result<()> {
        let wait = if self.early.is_empty() { wait } else { Wait::No };
        if let Err(error) = self.enter_once(wait) {
            match error.raw_os_error() {
                // The deadline, a signal, or no room for the moment: what is there is taken, and the next turn tries again.
                Some(libc::ETIME | libc::EINTR | libc::EBUSY | libc::EAGAIN) => {}
                _ => return Err(error),
            }
        }
        ready.append(&mut self.early);
        self.reap(ready);
        Ok(())
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        // The kernel may still write into what the slots own; waiting here keeps that memory alive until it is done.
        let mut ready = Vec::new();
        while self.in_flight > 0 && self.enter(Wait::Until(Mono::NEVER), &mut ready).is_ok() {
            ready.clear();
        }
        if self.in_flight > 0 {
            std::mem::forget(std::mem::take(&mut self.slots));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read, Write};
    use std::os::fd::AsFd;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    use super::*;

    const KEY: WatchKey = WatchKey(1 << 32 | 7);

    /// A ring that watches one end of a pair and has heard its first report. `None` where there is no ring.
    fn watching() -> Option<(Ring, UnixStream, UnixStream)> {
        Ring::probe().ok()?;
        let bell = Arc::new(Bell::new().expect("a descriptor"));
        let size = RingSize { submissions: 8, completions: 16 };
        let mut ring = Ring::new(bell, size).expect("probed");
        let (here, there) = UnixStream::pair().expect("two descriptors");
        ring.watch(KEY, here.as_fd()).expect("a place");
        let mut ready = Vec::new();
        ring.enter(Wait::No, &mut ready).expect("the ring works");
        assert!(matches!(ready[..], [Ready::Socket(KEY, Readiness { writable: true, readable: false, .. })]));
        there.set_read_timeout(Some(Duration::from_secs(3))).expect("a socket");
        Some((ring, here, there))
    }

    #[test]
    fn a_change_is_seen_without_a_system_call() {
        let Some((mut ring, _here, mut there)) = watching() else { return };
        assert!(!ring.peek());
        there.write_all(b"x").expect("room");
        assert!(ring.peek());
        let mut ready = Vec::new();
        ring.enter(Wait::Until(Mono::NEVER), &mut ready).expect("the ring works");
        assert!(matches!(ready[..], [Ready::Socket(KEY, Readiness { readable: true, .. })]));
        assert!(!ring.peek());
    }

    #[test]
    fn a_socket_that_is_about_to_report_is_let_go_all_the_same() {
        let Some((mut ring, here, mut there)) = watching() else { return };
        there.write_all(b"x").expect("room");
        ring.unwatch(KEY);
        drop(here);
        ring.enter(Wait::No, &mut Vec::new()).expect("the ring works");
        loop {
            match there.read(&mut [0; 1]) {
                Ok(0) => return,
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => panic!("the socket is still open: {other:?}"),
            }
        }
    }

    #[test]
    fn the_deadline_ends_a_wait_in_which_nothing_happens() {
        let Some((mut ring, _here, _there)) = watching() else { return };
        let began = ring.mono();
        ring.enter(Wait::Until(began.after_ms(20)), &mut Vec::new()).expect("the ring works");
        let took = ring.mono().since(began);
        assert!(took >= Duration::from_millis(20), "{took:?}");
    }
}
