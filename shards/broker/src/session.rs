//! The connections of a core: which request may start, and in which order answers leave. (The sessions of Fetch are in
//! `fetch_session`; sockets and buffers are the loop's.)
//!
//! Rules (Kafka's, seen from a client):
//! - Answers leave in the order of the requests.
//! - Only a Produce may start while earlier Produces of its connection are unanswered; every other request starts when
//!   all earlier ones are answered.
//! - Nothing starts while a batch of the connection is validated by a job (`hold`).
//! - Nothing starts while more than a bound is answered and may not be sent yet, so that many small requests cannot have
//!   many large answers made at once. One answer may pass the bound.
//! - A client that has sent its last byte still gets what it is owed; then the connection closes.
//! - Frames that may not start yet wait here; past a bound the connection is no longer read.
//!
//! It knows no API beyond "is it a Produce". Bytes of an answer that is not next are kept until it is.

use std::collections::VecDeque;
use std::net::SocketAddr;

use bytes::BytesMut;
use protocol::Map;

use crate::effect::{Effect, Effects};
use crate::event::{ConnId, ListenerId};
use crate::mesh::RequestRef;
use crate::reply::Piece;

/// Produces of one connection that may be unanswered at once; later ones wait. Kafka answers one at a time, so a
/// client never needs more than its own `max.in.flight`, which is 5 for most.
const PRODUCES_IN_FLIGHT_MAX: usize = 64;
/// Frames that wait in a connection before it is no longer read, and when reading goes on.
const WAITING_PAUSE_COUNT: usize = 64;
const WAITING_RESUME_COUNT: usize = 16;

/// Bytes of answers that may be unsent when another request starts.
const UNSENT_SIZE_MAX: usize = 256 << 10;

/// What is known of a connection.
pub struct Conn {
    /// The listener it came in on.
    pub listener: ListenerId,
    /// The client's address.
    pub peer: SocketAddr,
    waiting: VecDeque<BytesMut>,
    slots: VecDeque<Slot>,
    first_sequence: u32,
    paused: bool,
    /// Nothing more is started: the connection closes behind the answers that are owed.
    closing: bool,
    /// The client sends no more: the connection closes when nothing is owed.
    finished: bool,
    /// The client is gone; what it has sent is still done, as Kafka does it, and nobody is told.
    gone: bool,
    /// Batches that are being validated elsewhere: what comes later must not overtake them.
    held: u32,
    /// Bytes that were answered since the edge last said that little is unsent; those it sends out of files take no memory.
    unsent: usize,
    /// Whether the edge was asked to say so.
    draining: bool,
}

struct Slot {
    produce: bool,
    state: SlotState,
}

enum SlotState {
    /// Being worked on.
    Open,
    /// Answered, but not next in order: the whole frame, length included; empty for `acks=0`.
    Ready(Vec<u8>),
    /// Its turn to be answered closes the connection.
    Close,
}

/// How a request ended.
pub enum Answer {
    /// With the bytes that the caller has put at the end of `effects.bytes`, the frame's length included.
    Bytes,
    /// With nothing: a Produce with `acks=0`.
    Nothing,
    /// By closing the connection.
    Close,
}

/// The connections of one core.
#[derive(Default)]
pub struct Sessions {
    conns: Map<ConnId, Conn>,
    /// Emptied buffers of answers that had to wait.
    spare: Vec<Vec<u8>>,
}

impl Sessions {
    /// A connection begins.
    pub fn open(&mut self, conn: ConnId, listener: ListenerId, peer: SocketAddr) {
        self.conns.insert(
            conn,
            Conn {
                listener,
                peer,
                waiting: VecDeque::new(),
                slots: VecDeque::new(),
                first_sequence: 0,
                paused: false,
                closing: false,
                finished: false,
                gone: false,
                held: 0,
                unsent: 0,
                draining: false,
            },
        );
    }

    /// The client sends no more: the connection closes at once, or behind the last answer that is owed.
    pub fn finished(&mut self, conn: ConnId, effects: &mut Effects) {
        if let Some(entry) = self.conns.get_mut(&conn) {
            entry.finished = true;
            Self::shut_if_done(entry, conn, effects);
        }
    }

    fn shut_if_done(entry: &mut Conn, conn: ConnId, effects: &mut Effects) {
        if entry.finished && !entry.closing && entry.slots.is_empty() && entry.waiting.is_empty() {
            Self::shut(entry, conn, effects);
        }
    }

    /// A connection is gone. Returns the request that nobody waits for any more, if there is one; Produces that have
    /// arrived go on.
    pub fn close(&mut self, conn: ConnId) -> Option<RequestRef> {
        let gone = self.conns.get_mut(&conn)?;
        gone.gone = true;
        gone.unsent = 0;
        let produces = gone.waiting.iter().take_while(|frame| is_produce(frame)).count();
        let other = gone.slots.iter().any(|slot| !slot.produce);
        gone.waiting.truncate(if other || gone.closing { 0 } else { produces });
        let abandoned = other.then_some(RequestRef { conn, sequence: gone.first_sequence });
        if other {
            gone.slots.clear();
        }
        self.forget_if_done(conn);
        abandoned
    }

    fn forget_if_done(&mut self, conn: ConnId) {
        if self.conns.get(&conn).is_some_and(|c| c.gone && c.slots.is_empty() && c.waiting.is_empty()) {
            self.conns.remove(&conn);
        }
    }

    /// Nothing more starts on the connection until [`Self::release`].
    pub fn hold(&mut self, conn: ConnId) {
        if let Some(entry) = self.conns.get_mut(&conn) {
            entry.held += 1;
        }
    }

    /// Takes one hold away.
    pub fn release(&mut self, conn: ConnId) {
        if let Some(entry) = self.conns.get_mut(&conn) {
            entry.held = entry.held.saturating_sub(1);
        }
    }

    /// Little of what was answered on the connection is unsent.
    pub fn drained(&mut self, conn: ConnId) {
        if let Some(entry) = self.conns.get_mut(&conn) {
            (entry.unsent, entry.draining) = (0, false);
        }
    }

    /// What is known of a connection that is still there.
    #[must_use]
    pub fn get(&self, conn: ConnId) -> Option<&Conn> {
        self.conns.get(&conn)
    }

    /// How many connections there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.conns.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.conns.is_empty()
    }

    /// All connections.
    pub fn ids(&self) -> impl Iterator<Item = ConnId> + '_ {
        self.conns.keys().copied()
    }

    /// A frame arrived: it waits until [`Self::start_next`] hands it out; past a bound nothing more is read.
    pub fn arrived(&mut self, conn: ConnId, frame: BytesMut, effects: &mut Effects) {
        let Some(entry) = self.conns.get_mut(&conn) else { return };
        if entry.closing {
            return;
        }
        entry.waiting.push_back(frame);
        if entry.waiting.len() >= WAITING_PAUSE_COUNT && !entry.paused {
            entry.paused = true;
            effects.push(Effect::Reading { conn, on: false });
        }
    }

    /// The next request that may start now, if any; it is unanswered from here on.
    pub fn start_next(&mut self, conn: ConnId, effects: &mut Effects) -> Option<(RequestRef, BytesMut)> {
        let entry = self.conns.get_mut(&conn)?;
        if entry.closing || entry.held > 0 {
            return None;
        }
        let produce = is_produce(entry.waiting.front()?);
        let may_start = match entry.slots.back() {
            None => true,
            Some(_) => {
                produce && entry.slots.len() < PRODUCES_IN_FLIGHT_MAX && entry.slots.iter().all(|s| s.produce)
            }
        };
        if !may_start {
            return None;
        }
        if entry.unsent > UNSENT_SIZE_MAX {
            if !std::mem::replace(&mut entry.draining, true) {
                effects.push(Effect::Drain { conn });
            }
            return None;
        }
        let frame = entry.waiting.pop_front()?;
        if entry.paused && !entry.gone && entry.waiting.len() <= WAITING_RESUME_COUNT {
            entry.paused = false;
            effects.push(Effect::Reading { conn, on: true });
        }
        let sequence = entry.first_sequence.wrapping_add(entry.slots.len() as u32);
        entry.slots.push_back(Slot { produce, state: SlotState::Open });
        Some((RequestRef { conn, sequence }, frame))
    }

    /// A request is answered; the answer begins at `from` in `effects.bytes` and ends with it. Sends it and what waited
    /// behind it, or keeps it until its turn. Returns whether another request may be able to start.
    pub fn answer(
        &mut self,
        request: RequestRef,
        answer: Answer,
        from: usize,
        effects: &mut Effects,
    ) -> bool {
        let more = self.settle(request, answer, from, effects);
        self.forget_if_done(request.conn);
        more
    }

    fn settle(&mut self, request: RequestRef, answer: Answer, from: usize, effects: &mut Effects) -> bool {
        let conn = request.conn;
        let Some(entry) = self.conns.get_mut(&conn) else {
            effects.bytes.truncate(from);
            return false;
        };
        let index = request.sequence.wrapping_sub(entry.first_sequence) as usize;
        if !entry.slots.get(index).is_some_and(|slot| matches!(slot.state, SlotState::Open)) {
            debug_assert!(false, "a request was answered twice");
            effects.bytes.truncate(from);
            return false;
        }
        if index > 0 {
            entry.slots[index].state = match answer {
                Answer::Close => SlotState::Close,
                Answer::Nothing => SlotState::Ready(Vec::new()),
                Answer::Bytes => {
                    let mut kept = self.spare.pop().unwrap_or_default();
                    kept.extend_from_slice(&effects.bytes[from..]);
                    SlotState::Ready(kept)
                }
            };
            effects.bytes.truncate(from);
            return false;
        }
        entry.slots.pop_front();
        entry.first_sequence = entry.first_sequence.wrapping_add(1);
        match answer {
            Answer::Bytes if entry.gone => effects.bytes.truncate(from),
            Answer::Bytes => entry.send_since(conn, from, effects),
            Answer::Nothing => {}
            Answer::Close => {
                effects.bytes.truncate(from);
                Self::shut(entry, conn, effects);
                return false;
            }
        }
        while let Some(slot) = entry.slots.front_mut() {
            match std::mem::replace(&mut slot.state, SlotState::Open) {
                SlotState::Open => break,
                SlotState::Ready(mut kept) => {
                    if !entry.gone {
                        let from = effects.bytes.len();
                        effects.bytes.extend_from_slice(&kept);
                        entry.send_since(conn, from, effects);
                    }
                    if kept.capacity() <= 4096 && self.spare.len() < 1024 {
                        kept.clear();
                        self.spare.push(kept);
                    }
                }
                SlotState::Close => {
                    Self::shut(entry, conn, effects);
                    return false;
                }
            }
            entry.slots.pop_front();
            entry.first_sequence = entry.first_sequence.wrapping_add(1);
        }
        Self::shut_if_done(entry, conn, effects);
        !entry.waiting.is_empty()
    }

    /// A request that is next in order is answered with bytes from `from` on and with pieces from elsewhere in between,
    /// each at a place in `effects.bytes`. Only requests that start alone are answered in this way.
    pub fn answer_in_pieces(
        &mut self,
        request: RequestRef,
        from: usize,
        pieces: &mut Vec<(usize, Piece)>,
        effects: &mut Effects,
    ) {
        let conn = request.conn;
        let Some(entry) = self.conns.get_mut(&conn) else {
            effects.bytes.truncate(from);
            return;
        };
        debug_assert!(entry.slots.len() == 1 && entry.first_sequence == request.sequence);
        let mut sent = from;
        for (at, piece) in pieces.drain(..) {
            if at > sent {
                entry.unsent += at - sent;
                effects.push(Effect::Send { conn, from: sent as u32, len: (at - sent) as u32 });
            }
            sent = at;
            effects.push(match piece {
                Piece::File { file, position, len } => Effect::SendFile { conn, file, position, len },
                Piece::Bytes(bytes) => {
                    entry.unsent += bytes.len();
                    Effect::SendBytes { conn, bytes }
                }
            });
        }
        entry.send_since(conn, sent, effects);
        entry.slots.pop_front();
        entry.first_sequence = entry.first_sequence.wrapping_add(1);
        Self::shut_if_done(entry, conn, effects);
    }

    fn shut(entry: &mut Conn, conn: ConnId, effects: &mut Effects) {
        entry.closing = true;
        entry.waiting.clear();
        if !entry.gone {
            effects.push(Effect::Close { conn });
        }
    }
}

impl Conn {
    /// Whether nothing more is answered on it.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        self.closing || self.gone || self.slots.iter().any(|slot| matches!(slot.state, SlotState::Close))
    }

    fn send_since(&mut self, conn: ConnId, from: usize, effects: &mut Effects) {
        self.unsent += effects.bytes.len() - from;
        effects.send_since(conn, from);
    }
}

/// Whether the frame's API key is that of Produce.
fn is_produce(frame: &BytesMut) -> bool {
    frame.starts_with(&[0, 0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONN: ConnId = ConnId(1);

    fn sessions() -> Sessions {
        let mut sessions = Sessions::default();
        sessions.open(CONN, ListenerId(0), "127.0.0.1:1".parse().expect("an address"));
        sessions
    }

    fn produce() -> BytesMut {
        BytesMut::from(&[0u8, 0, 0, 9][..])
    }

    fn other() -> BytesMut {
        BytesMut::from(&[0u8, 3, 0, 9][..])
    }

    fn reply(sessions: &mut Sessions, request: RequestRef, bytes: &[u8], effects: &mut Effects) -> bool {
        let from = effects.bytes.len();
        effects.bytes.extend_from_slice(bytes);
        sessions.answer(request, Answer::Bytes, from, effects)
    }

    fn sent(effects: &Effects) -> Vec<u8> {
        let mut all = Vec::new();
        for effect in &effects.list {
            if let Effect::Send { from, len, .. } = effect {
                all.extend_from_slice(&effects.bytes[*from as usize..(*from + *len) as usize]);
            }
        }
        all
    }

    #[test]
    fn produces_overlap_and_are_answered_in_order() {
        let (mut sessions, mut effects) = (sessions(), Effects::default());
        for _ in 0..3 {
            sessions.arrived(CONN, produce(), &mut effects);
        }
        let started: Vec<_> =
            std::iter::from_fn(|| sessions.start_next(CONN, &mut effects)).map(|(r, _)| r).collect();
        assert_eq!(started.len(), 3);
        reply(&mut sessions, started[2], b"c", &mut effects);
        reply(&mut sessions, started[1], b"b", &mut effects);
        assert_eq!(sent(&effects), b"");
        reply(&mut sessions, started[0], b"a", &mut effects);
        assert_eq!(sent(&effects), b"abc");
    }

    #[test]
    fn another_request_waits_for_all_before_it_and_holds_up_all_behind_it() {
        let (mut sessions, mut effects) = (sessions(), Effects::default());
        for frame in [produce(), other(), produce()] {
            sessions.arrived(CONN, frame, &mut effects);
        }
        let (first, _) = sessions.start_next(CONN, &mut effects).expect("the produce starts");
        assert!(sessions.start_next(CONN, &mut effects).is_none());
        assert!(reply(&mut sessions, first, b"a", &mut effects));
        let (second, _) = sessions.start_next(CONN, &mut effects).expect("now the other one starts");
        assert!(sessions.start_next(CONN, &mut effects).is_none());
        assert!(reply(&mut sessions, second, b"b", &mut effects));
        assert!(sessions.start_next(CONN, &mut effects).is_some());
    }

    #[test]
    fn while_too_much_is_unsent_nothing_starts_and_the_edge_is_asked_once_to_say_when_it_is_sent() {
        const SIZE: usize = 100 << 10;
        let (mut sessions, mut effects) = (sessions(), Effects::default());
        for _ in 0..10 {
            sessions.arrived(CONN, other(), &mut effects);
        }
        let start_all = |sessions: &mut Sessions, effects: &mut Effects| {
            let mut started = 0;
            while let Some((request, _)) = sessions.start_next(CONN, effects) {
                reply(sessions, request, &[0; SIZE], effects);
                started += 1;
            }
            started
        };
        let asked = |effects: &Effects| {
            effects.list.iter().filter(|effect| matches!(effect, Effect::Drain { conn: CONN })).count()
        };
        assert_eq!(start_all(&mut sessions, &mut effects), UNSENT_SIZE_MAX / SIZE + 1);
        assert!(sessions.start_next(CONN, &mut effects).is_none());
        assert_eq!(asked(&effects), 1);
        sessions.drained(CONN);
        assert_eq!(start_all(&mut sessions, &mut effects), UNSENT_SIZE_MAX / SIZE + 1);
        assert_eq!(asked(&effects), 2);
        // Who is gone needs no answers, and what it sent is done.
        sessions.close(CONN);
        assert!(sessions.is_empty());
    }

    #[test]
    fn a_close_comes_after_the_answers_before_it_and_drops_what_is_behind() {
        let (mut sessions, mut effects) = (sessions(), Effects::default());
        for _ in 0..3 {
            sessions.arrived(CONN, produce(), &mut effects);
        }
        let started: Vec<_> =
            std::iter::from_fn(|| sessions.start_next(CONN, &mut effects)).map(|(r, _)| r).collect();
        sessions.answer(started[1], Answer::Close, 0, &mut effects);
        assert!(effects.list.is_empty());
        reply(&mut sessions, started[0], b"a", &mut effects);
        assert_eq!(sent(&effects), b"a");
        assert!(matches!(effects.list.last(), Some(Effect::Close { .. })));
        sessions.arrived(CONN, produce(), &mut effects);
        assert!(sessions.start_next(CONN, &mut effects).is_none());
    }

    #[test]
    fn a_client_that_has_finished_gets_what_it_is_owed_and_then_the_end() {
        let (mut sessions, mut effects) = (sessions(), Effects::default());
        for frame in [produce(), other()] {
            sessions.arrived(CONN, frame, &mut effects);
        }
        let (first, _) = sessions.start_next(CONN, &mut effects).expect("the produce starts");
        sessions.finished(CONN, &mut effects);
        assert!(reply(&mut sessions, first, b"a", &mut effects));
        assert!(!effects.list.iter().any(|e| matches!(e, Effect::Close { .. })), "one is still owed");
        let (second, _) = sessions.start_next(CONN, &mut effects).expect("now the other one starts");
        assert!(!reply(&mut sessions, second, b"b", &mut effects));
        assert_eq!(sent(&effects), b"ab");
        assert!(matches!(effects.list.last(), Some(Effect::Close { .. })));
        effects.clear();
        sessions.open(ConnId(2), ListenerId(0), "127.0.0.1:1".parse().expect("an address"));
        sessions.finished(ConnId(2), &mut effects);
        assert!(matches!(effects.list[..], [Effect::Close { .. }]), "nothing is owed");
    }

    #[test]
    fn produces_that_arrived_before_the_client_left_are_done_and_answered_to_nobody() {
        let (mut sessions, mut effects) = (sessions(), Effects::default());
        for frame in [produce(), produce(), other(), produce()] {
            sessions.arrived(CONN, frame, &mut effects);
        }
        let (first, _) = sessions.start_next(CONN, &mut effects).expect("the first starts");
        assert_eq!(sessions.close(CONN), None);
        reply(&mut sessions, first, b"a", &mut effects);
        let (second, _) = sessions.start_next(CONN, &mut effects).expect("so does the second");
        assert!(sessions.start_next(CONN, &mut effects).is_none());
        reply(&mut sessions, second, b"b", &mut effects);
        assert!(effects.list.is_empty());
        assert!(sessions.is_empty());
    }

    #[test]
    fn a_held_connection_starts_nothing_until_it_is_released() {
        let (mut sessions, mut effects) = (sessions(), Effects::default());
        sessions.arrived(CONN, produce(), &mut effects);
        sessions.hold(CONN);
        assert!(sessions.start_next(CONN, &mut effects).is_none());
        sessions.release(CONN);
        assert!(sessions.start_next(CONN, &mut effects).is_some());
    }

    #[test]
    fn a_connection_with_many_waiting_frames_is_not_read_until_they_have_started() {
        let (mut sessions, mut effects) = (sessions(), Effects::default());
        for _ in 0..WAITING_PAUSE_COUNT {
            sessions.arrived(CONN, other(), &mut effects);
        }
        assert!(matches!(effects.list[..], [Effect::Reading { on: false, .. }]));
        effects.clear();
        while let Some((request, _)) = sessions.start_next(CONN, &mut effects) {
            reply(&mut sessions, request, b"x", &mut effects);
        }
        let resumed = effects.list.iter().filter(|e| matches!(e, Effect::Reading { on: true, .. })).count();
        assert_eq!(resumed, 1);
    }
}
