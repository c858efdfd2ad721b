//! One connection as the loop sees it: what has arrived and not been split into frames, and what is to be sent.
//!
//! It knows frames only by their length. What is in them, who may send them and in which order they are answered is
//! decided elsewhere.
//!
//! Invariants:
//! - no buffer is sized by an announced length: it holds what has arrived, and room for as much again or for one
//!   step of at most 1 MiB, which grows only with what was received before;
//! - an idle connection holds no buffer;
//! - what is queued to be sent leaves in the order it was queued; `queued` is the bytes of it that are in memory.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::os::fd::{AsFd, OwnedFd};

use broker::event::{ConnId, Event, ListenerId};
use bytes::{Buf, Bytes};
use protocol::Mono;
use storage::FileRef;

use crate::backend::Backend;
use crate::buffers::{Buffer, Buffers};

/// A first receive has this much room.
pub const RECEIVE_SIZE_MIN: usize = 16 << 10;
/// Most that is received from one connection in one turn, so that none starves the others.
pub const RECEIVE_SIZE_MAX: usize = 256 << 10;
/// Most room that is made at once for a frame of which little has arrived.
const FRAME_ROOM_MAX: usize = 1 << 20;
/// Most that is sent from files to one connection in one turn.
const FILE_BYTES_PER_TURN_MAX: usize = 1 << 20;
/// One piece of a file.
const FILE_PIECE_SIZE_MAX: usize = 256 << 10;
/// Frames handed over in the first turn.
const FRAME_SHARE_MIN: usize = 16;
/// Frames handed over in one turn at most.
const FRAME_SHARE_MAX: usize = 256;
/// Slices in one gathered send.
const SEND_SLICES_MAX: usize = 64;
/// Small receives in a row after which a connection's buffers shrink again.
const SMALL_RECEIVES_MAX: u8 = 64;

/// Something queued to be sent.
enum Piece {
    /// The next so many bytes of `Output::bytes`.
    Copied(usize),
    /// Bytes shared with somebody.
    Shared(Bytes),
    /// A range of a file, which the reference keeps open.
    File { _file: FileRef, fd: i32, position: u64, len: usize },
}

/// What is to be sent.
#[derive(Default)]
struct Output {
    bytes: Vec<u8>,
    /// How much of `bytes` has been sent.
    sent: usize,
    pieces: VecDeque<Piece>,
    /// Bytes in memory that are not sent yet.
    queued: usize,
}

/// Why a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The other side has finished.
    ByPeer,
    /// A frame length that nobody may announce.
    BadLength,
    /// A send or receive failed.
    Broken,
    /// A file ended before the range that was announced.
    ShortFile,
}

/// How a receive went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// Nothing more for now: the next change will be reported.
    Drained,
    /// There may be more.
    More,
    /// The connection is over.
    Over(Ended),
}

/// How a flush went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flushed {
    /// Nothing is left.
    All,
    /// The socket takes no more for now: the next change will be reported.
    Blocked,
    /// This turn's share is used up.
    More,
    /// The connection is over.
    Over(Ended),
}

/// A connection.
pub struct Conn {
    /// Its number.
    pub id: ConnId,
    /// Its socket.
    pub socket: OwnedFd,
    /// Where it was accepted.
    pub listener: ListenerId,
    /// Who is at the other end.
    pub peer: SocketAddr,
    /// Something was, or may be, there to read.
    pub readable: bool,
    /// The other side has finished: read until that is seen.
    pub hung_up: bool,
    /// The last send was not cut short.
    pub writable: bool,
    /// The machine wants no more frames for now.
    pub paused: bool,
    /// Too much waits to be sent: no more frames until it drains.
    pub choked: bool,
    /// The machine wants to know when little is left unsent.
    pub tell_drained: bool,
    /// The other side has finished and that was seen: there is nothing more to read.
    pub finished: bool,
    /// To be closed once everything is sent.
    pub closing: bool,
    /// Whether it stands in the list of those to read from.
    pub to_read: bool,
    /// Whether it stands in the list of those to send to.
    pub to_flush: bool,
    /// When bytes last moved either way.
    pub active_at: Mono,
    /// When the last frame was handed over, and when something was last queued to be sent.
    pub asked_at: Mono,
    /// See `asked_at`.
    pub answered_at: Mono,
    buffer: Option<Buffer>,
    receive_size: usize,
    /// Room for a frame of the size this connection was seen to send, for frames larger than one receive.
    frame_room: usize,
    small_receives: u8,
    /// Bytes of the frame at the front of the buffer, its length included; 0 while the length is not known.
    needed: usize,
    /// Whether the buffer holds a whole frame that was not handed over yet.
    has_frame: bool,
    /// Frames handed over in one turn. Answers can be much larger than requests, so it grows only while they are taken
    /// as fast as they come.
    frame_share: usize,
    output: Output,
}

impl Conn {
    /// A connection from which nothing was read.
    pub fn new(id: ConnId, socket: OwnedFd, listener: ListenerId, peer: SocketAddr, now: Mono) -> Self {
        Self {
            id,
            socket,
            listener,
            peer,
            readable: false,
            hung_up: false,
            writable: true,
            paused: false,
            choked: false,
            tell_drained: false,
            finished: false,
            closing: false,
            to_read: false,
            to_flush: false,
            active_at: now,
            asked_at: now,
            answered_at: now,
            buffer: None,
            receive_size: RECEIVE_SIZE_MIN,
            frame_room: RECEIVE_SIZE_MIN,
            small_receives: 0,
            needed: 0,
            has_frame: false,
            frame_share: FRAME_SHARE_MIN,
            output: Output::default(),
        }
    }

    /// Whether it may be read from now.
    pub fn wants_read(&self) -> bool {
        (self.readable || self.has_frame) && !self.paused && !self.choked && !self.finished && !self.closing
    }

    /// Whether it holds a part of a frame, and no whole one.
    pub fn is_mid_frame(&self) -> bool {
        self.buffer.is_some() && !self.has_frame
    }

    /// Memory is short: the next buffer is the smallest there is.
    pub fn be_modest(&mut self) {
        self.receive_size = RECEIVE_SIZE_MIN;
        self.frame_room = RECEIVE_SIZE_MIN;
    }

    /// Hands over the whole frames that are there, `frames_max` at most, after receiving once unless there are some
    /// already.
    pub fn receive<B: Backend>(
        &mut self,
        backend: &mut B,
        buffers: &mut Buffers,
        frame_size_max: usize,
        frames_max: usize,
        events: &mut Vec<Event>,
    ) -> Received {
        if !self.has_frame {
            match self.receive_once(backend, buffers) {
                Received::Over(ended) => return Received::Over(ended),
                outcome => self.readable = outcome == Received::More,
            }
        }
        let split = self.split(frame_size_max, frames_max, events);
        if self.buffer.as_ref().is_some_and(|buffer| buffer.bytes.is_empty())
            && let Some(buffer) = self.buffer.take()
        {
            buffers.give(buffer);
        }
        match split {
            Err(ended) => Received::Over(ended),
            Ok(()) if self.readable || self.has_frame => Received::More,
            Ok(()) => Received::Drained,
        }
    }

    fn receive_once<B: Backend>(&mut self, backend: &mut B, buffers: &mut Buffers) -> Received {
        self.make_room(buffers);
        let buffer = self.buffer.as_mut().expect("there is room now");
        let room = (buffer.bytes.capacity() - buffer.bytes.len()).min(RECEIVE_SIZE_MAX);
        match backend.recv(self.socket.as_fd(), &mut buffer.bytes, room) {
            Ok(0) => Received::Over(Ended::ByPeer),
            Ok(got) => {
                self.adapt(got, room);
                // Fewer bytes than there was room for are all there were, unless the end comes behind them.
                if got < room && !self.hung_up { Received::Drained } else { Received::More }
            }
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock => Received::Drained,
                io::ErrorKind::Interrupted => Received::More,
                _ => Received::Over(Ended::Broken),
            },
        }
    }

    /// The buffer, with room for at least one byte more: as much as the frame under way needs, but never more than
    /// what has arrived of it once again, or one `receive_size`.
    fn make_room(&mut self, buffers: &mut Buffers) {
        let (have, capacity) = self.buffer.as_ref().map_or((0, 0), |b| (b.bytes.len(), b.bytes.capacity()));
        let missing = self.needed.max(4).saturating_sub(have).max(1);
        if capacity - have < missing {
            let step =
                if self.needed > self.receive_size { self.frame_room } else { 0 }.max(self.receive_size);
            let target = self.needed.min((have * 2).max(step)).max(have + 1).max(self.receive_size);
            if target > capacity {
                let mut larger = buffers.take(target);
                if let Some(old) = self.buffer.take() {
                    larger.bytes.extend_from_slice(&old.bytes);
                    buffers.give(old);
                }
                self.buffer = Some(larger);
            }
        }
        debug_assert!(self.buffer.as_ref().is_some_and(|b| b.bytes.capacity() > b.bytes.len()));
    }

    fn adapt(&mut self, got: usize, room: usize) {
        if got == room {
            self.receive_size = (self.receive_size * 2).min(RECEIVE_SIZE_MAX);
            self.small_receives = 0;
        } else if got < self.receive_size / 4 && self.receive_size > RECEIVE_SIZE_MIN {
            self.small_receives += 1;
            if self.small_receives == SMALL_RECEIVES_MAX {
                self.receive_size /= 2;
                self.frame_room = self.receive_size;
                self.small_receives = 0;
            }
        } else {
            self.small_receives = 0;
        }
    }

    fn split(
        &mut self,
        frame_size_max: usize,
        frames_max: usize,
        events: &mut Vec<Event>,
    ) -> Result<(), Ended> {
        self.has_frame = false;
        let Some(buffer) = self.buffer.as_mut() else { return Ok(()) };
        let mut share = self.frame_share.min(frames_max);
        loop {
            let Some(announced) = buffer.bytes.first_chunk::<4>() else {
                self.needed = 0;
                return Ok(());
            };
            let announced = i32::from_be_bytes(*announced);
            let len = usize::try_from(announced).unwrap_or(0);
            if len == 0 || len > frame_size_max {
                return Err(Ended::BadLength);
            }
            self.needed = len + 4;
            if buffer.bytes.len() < self.needed {
                return Ok(());
            }
            if share == 0 {
                self.has_frame = true;
                return Ok(());
            }
            share -= 1;
            if self.needed > self.frame_room {
                self.frame_room = self.needed.next_power_of_two().min(FRAME_ROOM_MAX);
            }
            buffer.bytes.advance(4);
            events.push(Event::Frame { conn: self.id, frame: buffer.bytes.split_to(len) });
        }
    }

    /// After a flush: whether answers are taken as fast as they come.
    pub fn adapt_share(&mut self, is_flushed: bool) {
        self.frame_share = if is_flushed {
            (self.frame_share * 2).min(FRAME_SHARE_MAX)
        } else {
            (self.frame_share / 2).max(1)
        };
    }

    /// Queues a copy of `bytes`.
    pub fn queue_copy(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if self.output.sent > SENT_SIZE_MAX {
            // A reader that never quite catches up would make the list grow for ever.
            self.output.bytes.drain(..self.output.sent);
            self.output.sent = 0;
        }
        self.output.bytes.extend_from_slice(bytes);
        self.output.queued += bytes.len();
        match self.output.pieces.back_mut() {
            Some(Piece::Copied(len)) => *len += bytes.len(),
            _ => self.output.pieces.push_back(Piece::Copied(bytes.len())),
        }
    }

    /// Queues bytes that are held by others too.
    pub fn queue_shared(&mut self, bytes: Bytes) {
        if !bytes.is_empty() {
            self.output.queued += bytes.len();
            self.output.pieces.push_back(Piece::Shared(bytes));
        }
    }

    /// Queues a range of an open file.
    pub fn queue_file(&mut self, file: FileRef, fd: i32, position: u64, len: usize) {
        if len > 0 {
            self.output.pieces.push_back(Piece::File { _file: file, fd, position, len });
        }
    }

    /// Bytes in memory that wait to be sent, and pieces of any kind.
    pub fn backlog(&self) -> (usize, usize) {
        (self.output.queued, self.output.pieces.len())
    }

    /// Sends what is queued as far as the socket takes it and this turn's share goes. `spare` holds emptied byte
    /// lists: one is left there when everything is sent.
    pub fn flush<B: Backend>(&mut self, backend: &mut B, spare: &mut Vec<Vec<u8>>) -> Flushed {
        let mut share = FILE_BYTES_PER_TURN_MAX;
        while let Some(front) = self.output.pieces.front_mut() {
            let step = match front {
                Piece::File { .. } if share == 0 => return Flushed::More,
                Piece::File { fd, position, len, .. } => {
                    let want = (*len).min(FILE_PIECE_SIZE_MAX).min(share);
                    match backend.sendfile(self.socket.as_fd(), *fd, *position, want) {
                        Ok(0) => return Flushed::Over(Ended::ShortFile),
                        Ok(sent) => {
                            share -= sent;
                            *position += sent as u64;
                            *len -= sent;
                            if *len == 0 {
                                self.output.pieces.pop_front();
                            }
                            Ok(true)
                        }
                        Err(error) => Err(error),
                    }
                }
                _ => self.send_memory(backend),
            };
            match step {
                Ok(true) => {}
                // Fewer bytes were taken than given, so the socket is full and will report when it no longer is.
                Ok(false) => {
                    self.writable = false;
                    return Flushed::Blocked;
                }
                Err(error) => match error.kind() {
                    io::ErrorKind::WouldBlock => {
                        self.writable = false;
                        return Flushed::Blocked;
                    }
                    io::ErrorKind::Interrupted => {}
                    _ => return Flushed::Over(Ended::Broken),
                },
            }
        }
        let mut bytes = std::mem::take(&mut self.output.bytes);
        self.output.sent = 0;
        if bytes.capacity() > 0 && bytes.capacity() <= SPARE_SIZE_MAX && spare.len() < SPARE_COUNT_MAX {
            bytes.clear();
            spare.push(bytes);
        }
        Flushed::All
    }

    /// Gives the connection a byte list to copy into, when it has none.
    pub fn lend(&mut self, spare: &mut Vec<Vec<u8>>) {
        if self.output.bytes.capacity() == 0
            && let Some(bytes) = spare.pop()
        {
            self.output.bytes = bytes;
        }
    }

    /// One gathered send of the pieces in memory at the front; whether all of them were taken.
    fn send_memory<B: Backend>(&mut self, backend: &mut B) -> io::Result<bool> {
        let mut slices = [IoSlice::new(&[]); SEND_SLICES_MAX];
        let (mut count, mut total, mut at) = (0, 0, self.output.sent);
        let mut file_follows = false;
        for piece in &self.output.pieces {
            let slice = match piece {
                Piece::File { .. } => {
                    file_follows = true;
                    break;
                }
                Piece::Copied(len) => {
                    at += len;
                    &self.output.bytes[at - len..at]
                }
                Piece::Shared(bytes) => &bytes[..],
            };
            if count == slices.len() {
                break;
            }
            slices[count] = IoSlice::new(slice);
            count += 1;
            total += slice.len();
        }
        let sent = backend.send(self.socket.as_fd(), &slices[..count], file_follows)?;
        self.output.queued -= sent;
        self.consume(sent);
        Ok(sent == total)
    }

    fn consume(&mut self, mut sent: usize) {
        while sent > 0 {
            let Some(front) = self.output.pieces.front_mut() else { break };
            let taken = match front {
                Piece::Copied(len) => {
                    let taken = sent.min(*len);
                    *len -= taken;
                    self.output.sent += taken;
                    if *len > 0 {
                        return;
                    }
                    taken
                }
                Piece::Shared(bytes) => {
                    let taken = sent.min(bytes.len());
                    bytes.advance(taken);
                    if !bytes.is_empty() {
                        return;
                    }
                    taken
                }
                Piece::File { .. } => break,
            };
            sent -= taken;
            self.output.pieces.pop_front();
        }
    }

    /// Notes that nothing more comes. What is there of a frame never becomes whole, so its buffer goes back.
    pub fn finish(&mut self, buffers: &mut Buffers) {
        self.finished = true;
        if let Some(buffer) = self.buffer.take() {
            buffers.give(buffer);
        }
    }

    /// Takes the connection apart, giving its buffer back.
    pub fn dismantle(mut self, buffers: &mut Buffers) -> OwnedFd {
        if let Some(buffer) = self.buffer.take() {
            buffers.give(buffer);
        }
        self.socket
    }
}

/// Sent bytes that may stand in front of those not sent.
const SENT_SIZE_MAX: usize = 1 << 20;
/// Byte lists of this size are kept for the next answer.
const SPARE_SIZE_MAX: usize = 64 << 10;
/// So many of them.
const SPARE_COUNT_MAX: usize = 256;
