//! Which peer may be asked now: at most one request in flight for each, a pause after a failure.
//!
//! Knows nothing of what is asked. A peer is known by its id; bootstrap servers have made-up ids from -2 down.
//!
//! - An answer counts only while its call is the one its peer waits for; after `reset` it counts no more.

use protocol::{BrokerId, Mono};

use crate::event::CallToken;

/// The state of one connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Connection {
    Waiting { call: CallToken, deadline: Mono },
    BackingOff { until: Mono },
}

/// See the module. Peers not in the list are ready.
#[derive(Clone, Debug)]
pub(crate) struct Peers {
    busy: Vec<(BrokerId, Connection)>,
    next_call: u64,
    request_timeout_ms: i64,
    retry_backoff_ms: i64,
}

/// Whether a peer may be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Readiness {
    Ready,
    /// A request is in flight until then at the latest.
    Waiting(Mono),
    /// The request in flight has run out of time.
    TimedOut,
    /// Not before then.
    BackingOff(Mono),
}

impl Peers {
    pub(crate) fn new(request_timeout_ms: i64, retry_backoff_ms: i64) -> Self {
        Self { busy: Vec::new(), next_call: 1, request_timeout_ms, retry_backoff_ms }
    }

    pub(crate) fn readiness(&self, now: Mono, peer: BrokerId) -> Readiness {
        match self.busy.iter().find(|(id, _)| *id == peer) {
            None => Readiness::Ready,
            Some((_, Connection::Waiting { deadline, .. })) if now < *deadline => {
                Readiness::Waiting(*deadline)
            }
            Some((_, Connection::Waiting { .. })) => Readiness::TimedOut,
            Some((_, Connection::BackingOff { until })) if now < *until => Readiness::BackingOff(*until),
            Some((_, Connection::BackingOff { .. })) => Readiness::Ready,
        }
    }

    /// The next time at which a request in flight anywhere runs out of time; `None` when none is in flight.
    pub(crate) fn in_flight(&self, now: Mono) -> Option<Mono> {
        let waiting = |(_, connection): &(BrokerId, Connection)| match connection {
            Connection::Waiting { deadline, .. } if now < *deadline => Some(*deadline),
            _ => None,
        };
        self.busy.iter().filter_map(waiting).min()
    }

    /// Notes a request sent now, and names it.
    pub(crate) fn sent(&mut self, now: Mono, peer: BrokerId) -> CallToken {
        let call = CallToken(self.next_call);
        self.next_call += 1;
        self.set(peer, Connection::Waiting { call, deadline: now.after_ms(self.request_timeout_ms) });
        call
    }

    /// The peer that still waits for that call.
    pub(crate) fn waiting_for(&self, call: CallToken) -> Option<BrokerId> {
        let waits =
            |connection: &Connection| matches!(connection, Connection::Waiting { call: c, .. } if *c == call);
        self.busy.iter().find(|(_, connection)| waits(connection)).map(|(id, _)| *id)
    }

    /// The answer came; after a bad one the peer is left alone for a while. Nothing if the call counts no more.
    pub(crate) fn answered(&mut self, now: Mono, call: CallToken, good: bool) {
        let Some(peer) = self.waiting_for(call) else { return };
        if good {
            self.reset(peer);
        } else {
            self.set(peer, Connection::BackingOff { until: now.after_ms(self.retry_backoff_ms) });
        }
    }

    pub(crate) fn reset(&mut self, peer: BrokerId) {
        self.busy.retain(|(id, _)| *id != peer);
    }

    pub(crate) fn reset_all(&mut self) {
        self.busy.clear();
    }

    fn set(&mut self, peer: BrokerId, connection: Connection) {
        self.reset(peer);
        self.busy.push((peer, connection));
    }
}
