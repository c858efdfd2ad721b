//! One connection of the generator: a ring of requests that are written together, answered in order and sent again.
//!
//! A slot holds a whole frame and is written from where it lies. It knows nothing of what the frames say.
//!
//! Invariants: slots are queued, written and answered in ring order; a slot is free once its answer was taken.

use std::io::{self, IoSlice, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::sys::Epoll;

/// A frame that can be put on the wire.
pub trait Frame {
    /// All of it, its length first.
    fn bytes(&self) -> &[u8];
}

/// A frame and when it was due.
#[derive(Debug)]
pub struct Slot<F> {
    /// What is sent.
    pub frame: F,
    /// The time its latency counts from.
    pub since: u64,
    /// A number of the user's.
    pub mark: u64,
}

/// See the module's comment.
#[derive(Debug)]
pub struct Pipe<F> {
    stream: TcpStream,
    token: usize,
    slots: Vec<Slot<F>>,
    /// The slot whose answer comes next.
    oldest: usize,
    /// Slots queued and not answered.
    used: usize,
    /// Of those, the ones that are wholly written.
    written: usize,
    /// Bytes of the first unwritten one that are written.
    partly: usize,
    waits_for_room: bool,
    input: Vec<u8>,
    filled: usize,
}

/// How many requests one system call writes at most.
const WRITE_COUNT_MAX: usize = 64;
/// The receive buffer's first size.
const INPUT_SIZE: usize = 256 * 1024;

impl<F: Frame> Pipe<F> {
    /// Connects and is watched from then on.
    pub fn connect(at: SocketAddr, epoll: &Epoll, token: usize, frames: Vec<F>) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&at, Duration::from_secs(5))?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        epoll.add(&stream, token)?;
        let slots = frames.into_iter().map(|frame| Slot { frame, since: 0, mark: 0 }).collect();
        Ok(Self {
            stream,
            token,
            slots,
            oldest: 0,
            used: 0,
            written: 0,
            partly: 0,
            waits_for_room: false,
            input: vec![0; INPUT_SIZE],
            filled: 0,
        })
    }

    /// How many requests are not answered.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }

    /// The next free slot, queued as it is given out: the caller makes its frame before it flushes.
    pub fn queue(&mut self) -> Option<&mut Slot<F>> {
        if self.used == self.slots.len() {
            return None;
        }
        let at = (self.oldest + self.used) % self.slots.len();
        self.used += 1;
        Some(&mut self.slots[at])
    }

    /// Writes what is queued, as far as there is room.
    pub fn flush(&mut self, epoll: &Epoll) -> io::Result<()> {
        while self.written < self.used {
            let count = (self.used - self.written).min(WRITE_COUNT_MAX);
            let mut buffers = [IoSlice::new(&[]); WRITE_COUNT_MAX];
            for (number, buffer) in buffers[..count].iter_mut().enumerate() {
                let at = (self.oldest + self.written + number) % self.slots.len();
                let skipped = if number == 0 { self.partly } else { 0 };
                *buffer = IoSlice::new(&self.slots[at].frame.bytes()[skipped..]);
            }
            let sent = match (&self.stream).write_vectored(&buffers[..count]) {
                Ok(sent) => sent,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    return self.wait_for_room(epoll, true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.account(sent);
        }
        self.wait_for_room(epoll, false)
    }

    fn account(&mut self, sent: usize) {
        self.partly += sent;
        while self.written < self.used {
            let at = (self.oldest + self.written) % self.slots.len();
            let size = self.slots[at].frame.bytes().len();
            if self.partly < size {
                break;
            }
            self.partly -= size;
            self.written += 1;
        }
    }

    fn wait_for_room(&mut self, epoll: &Epoll, room: bool) -> io::Result<()> {
        if self.waits_for_room != room {
            self.waits_for_room = room;
            epoll.watch_room(&self.stream, self.token, room)?;
        }
        Ok(())
    }

    /// Reads once and hands on every whole answer, without its length, with the slot it answers.
    pub fn receive(
        &mut self,
        mut answered: impl FnMut(&mut Slot<F>, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let read = match (&self.stream).read(&mut self.input[self.filled..]) {
            Ok(0) => {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the broker closed the connection"));
            }
            Ok(read) => read,
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        self.filled += read;
        let mut at = 0;
        while let Some(announced) = self.input[at..self.filled].first_chunk() {
            let size = usize::try_from(i32::from_be_bytes(*announced)).unwrap_or(usize::MAX);
            if self.filled - at - 4 < size {
                self.make_room(size)?;
                break;
            }
            if self.written == 0 {
                return Err(io::Error::other("an answer to no request"));
            }
            answered(&mut self.slots[self.oldest], &self.input[at + 4..][..size])?;
            self.oldest = (self.oldest + 1) % self.slots.len();
            self.used -= 1;
            self.written -= 1;
            at += 4 + size;
        }
        self.input.copy_within(at..self.filled, 0);
        self.filled -= at;
        Ok(())
    }

    fn make_room(&mut self, frame_size: usize) -> io::Result<()> {
        if frame_size > client::FRAME_SIZE_MAX {
            return Err(io::Error::other("an answer beyond all measure"));
        }
        if self.input.len() < frame_size + 4 {
            self.input.resize(frame_size + 4, 0);
        }
        Ok(())
    }
}
