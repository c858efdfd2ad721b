//! Performing the effects of a pass, in order.
//!
//! Everything a reply depends on has happened when the machine emits it, so nothing here waits for anything else. What
//! follows at once from an effect (a written append, an answer from nobody) becomes an event of the next pass.

use broker::effect::{Effect, LogLine};
use broker::event::{CoreId, Event, Token};
use broker::machine::Machine;
use broker::peer::{Peer, PeerError, PeerRequest};

use crate::backend::Backend;
use crate::event_loop::Loop;
use crate::lanes::Parcel;
use crate::limits;
use crate::setup::Notice;

impl<M: Machine, B: Backend> Loop<M, B> {
    /// Performs and forgets what the machine left in `effects`.
    pub(crate) fn perform(&mut self) {
        let mut list = std::mem::take(&mut self.effects.list);
        for effect in list.drain(..) {
            self.perform_one(effect);
        }
        self.files.write_out(&mut self.backend, &mut self.events);
        self.effects.list = list;
        self.effects.clear();
    }

    fn perform_one(&mut self, effect: Effect) {
        let now = self.now.mono;
        match effect {
            Effect::Send { conn, from, len } => {
                let from = from as usize;
                self.sockets.queue_copy(conn, &self.effects.bytes[from..from + len as usize], now);
            }
            Effect::SendBytes { conn, bytes } => self.sockets.queue_shared(conn, bytes, now),
            Effect::SendFile { conn, file, position, len } => match self.files.descriptor(&file) {
                Ok(fd) => self.sockets.queue_file(conn, file, fd, position, len as usize, now),
                // Its length has been announced, so nothing can be sent in its place.
                Err(_) => self.sockets.close_when_flushed(conn, now),
            },
            Effect::Close { conn } => self.sockets.close_when_flushed(conn, now),
            Effect::Drain { conn } => self.sockets.tell_drained(conn, &mut self.events),
            Effect::Reading { conn, on } => self.sockets.set_reading(conn, on),
            Effect::Append { token, file, position, buffers } => {
                self.files.append(token, file, position, buffers);
            }
            Effect::Allocate { file, from, len } => {
                self.files.allocate(file, from, len, &mut self.backend);
            }
            Effect::Sync { token, file } => {
                // Covers what was asked to be written before it.
                self.files.write_out(&mut self.backend, &mut self.events);
                self.files.sync(token, file, &mut self.backend, &mut self.events);
            }
            Effect::Read { token, file, position, len } => {
                self.files.write_out(&mut self.backend, &mut self.events);
                let buffers = &mut self.sockets.buffers;
                self.files.read(token, file, position, len, &mut self.backend, buffers, &mut self.events);
            }
            Effect::Job { token, job } => self.jobs.run(token, job),
            Effect::Mesh { to, message } if to == self.lanes.me() => {
                self.events.push(Event::Mesh { from: to, message });
            }
            Effect::Mesh { to, message } => {
                let is_known = self.lanes.send(to, Parcel::Mesh(message));
                debug_assert!(is_known, "a message to a core that does not exist");
            }
            Effect::Ask { token, peer, request } => self.ask(token, peer, request),
            Effect::Answer { to, token, result } if to == self.lanes.me() => {
                self.events.push(Event::Answer { token, result });
            }
            Effect::Answer { to, token, result } => {
                self.lanes.send(to, Parcel::Answer(token, result));
            }
            Effect::Log(line) => self.tell(Notice::Log(line)),
            Effect::Configured(layers) => self.tell(Notice::Limits(Box::new(limits::of(&layers)))),
            Effect::LogLevel(level) => self.tell(Notice::LogLevel(level)),
            Effect::Ready => self.tell(Notice::Ready),
            Effect::Stopped => {
                self.stopped = true;
                self.tell(Notice::Stopped);
            }
            Effect::Fatal(text) => self.tell(Notice::Fatal(text)),
        }
    }

    /// The peer seam: the controller of this process is reached over its lane; every other peer would be a socket.
    fn ask(&mut self, token: Token, peer: Peer, request: Box<PeerRequest>) {
        let to: Option<CoreId> = match peer {
            Peer::Controller => self.quorum,
            Peer::Broker(_) => None,
        };
        let me = self.lanes.me();
        match to {
            Some(to) if to == me => self.events.push(Event::Asked { from: me, token, request }),
            Some(to) if self.lanes.send(to, Parcel::Asked(token, request)) => {}
            _ => self.events.push(Event::Answer { token, result: Err(PeerError::Unreachable) }),
        }
    }

    fn tell(&self, notice: Notice) {
        (self.notify)(self.lanes.me(), notice);
    }
}

impl From<LogLine> for Notice {
    fn from(line: LogLine) -> Self {
        Self::Log(Box::new(line))
    }
}
