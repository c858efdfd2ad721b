//! The lanes between cores: one bounded queue per ordered pair, and the doorbells behind them.
//!
//! Order holds per lane, never across two. What finds a lane full waits on the sender's side, in order. While more than
//! [`BACKLOG_PARCELS_MAX`] wait there, the sender reads from no connection: only what the requests at hand still ask is
//! added, those of one turn and those that wait in connections. It goes on draining its own lanes meanwhile, so two
//! cores that send to each other never wait for each other.
//!
//! Knows nothing of what the messages mean.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering, fence};

use broker::event::{CoreId, Event, Token};
use broker::mesh::Mesh;
use broker::peer::{PeerError, PeerRequest};
use bytes::Bytes;

use crate::backend::{Backend, Bell};
use crate::spsc::{self, Receiver, Sender};

/// What travels in a lane.
pub enum Parcel {
    /// A message of the mesh.
    Mesh(Mesh),
    /// A request over the peer seam.
    Asked(Token, Box<PeerRequest>),
    /// Its answer.
    Answer(Token, Result<Bytes, PeerError>),
}

const _: () = assert!(size_of::<Parcel>() <= 144);

/// Parcels a lane holds on few cores; on many each lane holds less, since there is one for every pair.
const LANE_PARCELS_MAX: usize = 256;
/// Parcels all lanes to one core hold together.
const CORE_PARCELS_MAX: usize = 4096;
/// Parcels that wait for room in one lane before the sender reads no more.
const BACKLOG_PARCELS_MAX: usize = 4096;
/// Parcels taken from one lane in one turn.
const TURN_PARCELS_MAX: usize = 1024;

struct Outgoing {
    sender: Sender<Parcel>,
    waiting: VecDeque<Parcel>,
    /// Tells the receiver to ring back once it has made room.
    wants_room: Arc<AtomicBool>,
    bell: Arc<Bell>,
    used_in_turn: bool,
}

struct Incoming {
    receiver: Receiver<Parcel>,
    wants_room: Arc<AtomicBool>,
    bell: Arc<Bell>,
}

/// The ends of all lanes that one core holds.
pub struct Lanes {
    me: CoreId,
    outgoing: Vec<Option<Outgoing>>,
    incoming: Vec<Option<Incoming>>,
    used: Vec<u16>,
    backlog_max: usize,
}

impl Lanes {
    /// Lanes between all cores, whose doorbells are given; one set of ends per core.
    pub fn between(bells: &[Arc<Bell>]) -> Vec<Self> {
        let count = bells.len();
        let parcels = (CORE_PARCELS_MAX / count.max(1)).next_power_of_two().clamp(16, LANE_PARCELS_MAX);
        let mut all: Vec<Self> = (0..count)
            .map(|me| Self {
                me: CoreId(me as u16),
                outgoing: (0..count).map(|_| None).collect(),
                incoming: (0..count).map(|_| None).collect(),
                used: Vec::with_capacity(count),
                backlog_max: 0,
            })
            .collect();
        for from in 0..count {
            for to in (0..count).filter(|&to| to != from) {
                let (sender, receiver) = spsc::channel(parcels);
                let wants_room = Arc::new(AtomicBool::new(false));
                all[from].outgoing[to] = Some(Outgoing {
                    sender,
                    waiting: VecDeque::new(),
                    wants_room: wants_room.clone(),
                    bell: bells[to].clone(),
                    used_in_turn: false,
                });
                all[to].incoming[from] = Some(Incoming { receiver, wants_room, bell: bells[from].clone() });
            }
        }
        all
    }

    /// Puts a parcel into the lane to another core. False when there is no such core; the parcel is dropped then.
    pub fn send(&mut self, to: CoreId, parcel: Parcel) -> bool {
        let Some(Some(lane)) = self.outgoing.get_mut(usize::from(to.0)) else { return false };
        if !lane.used_in_turn {
            lane.used_in_turn = true;
            self.used.push(to.0);
        }
        if !lane.waiting.is_empty() {
            lane.waiting.push_back(parcel);
        } else if let Err(parcel) = lane.sender.push(parcel) {
            lane.waiting.push_back(parcel);
        }
        self.backlog_max = self.backlog_max.max(lane.waiting.len());
        true
    }

    /// Turns what has arrived into events; says whether a lane still holds some.
    pub fn drain<B: Backend>(&mut self, events: &mut Vec<Event>, backend: &mut B) -> bool {
        let mut more = false;
        for (from, lane) in self.incoming.iter_mut().enumerate() {
            let Some(lane) = lane else { continue };
            let from = CoreId(from as u16);
            let mut taken = 0;
            while taken < TURN_PARCELS_MAX
                && let Some(parcel) = lane.receiver.pop()
            {
                taken += 1;
                events.push(match parcel {
                    Parcel::Mesh(message) => Event::Mesh { from, message },
                    Parcel::Asked(token, request) => Event::Asked { from, token, request },
                    Parcel::Answer(token, result) => Event::Answer { token, result },
                });
            }
            more |= taken == TURN_PARCELS_MAX;
            if taken > 0 {
                fence(Ordering::SeqCst);
                if lane.wants_room.load(Ordering::Relaxed) && lane.wants_room.swap(false, Ordering::SeqCst) {
                    backend.wake(&lane.bell);
                }
            }
        }
        more
    }

    /// Whether something has arrived.
    pub fn has_arrivals(&mut self) -> bool {
        self.incoming.iter_mut().flatten().any(|lane| !lane.receiver.is_empty())
    }

    /// Moves on what waits for room, as far as there is room now. Called once a turn, before [`Lanes::ring`].
    pub fn move_on(&mut self) {
        for (to, lane) in self.outgoing.iter_mut().enumerate() {
            let Some(lane) = lane else { continue };
            if lane.waiting.is_empty() {
                continue;
            }
            // Asked for before trying, so that room made in between is either seen here or rung for.
            lane.wants_room.store(true, Ordering::SeqCst);
            fence(Ordering::SeqCst);
            while let Some(parcel) = lane.waiting.pop_front() {
                if let Err(parcel) = lane.sender.push(parcel) {
                    lane.waiting.push_front(parcel);
                    break;
                }
                if !lane.used_in_turn {
                    lane.used_in_turn = true;
                    self.used.push(to as u16);
                }
            }
        }
    }

    /// Wakes every core that got something in this turn, at most once each.
    pub fn ring<B: Backend>(&mut self, backend: &mut B) {
        for to in self.used.drain(..) {
            if let Some(Some(lane)) = self.outgoing.get_mut(usize::from(to)) {
                lane.used_in_turn = false;
                backend.wake(&lane.bell);
            }
        }
    }

    /// Parcels that wait for room.
    pub fn waiting_count(&self) -> usize {
        self.outgoing.iter().flatten().map(|lane| lane.waiting.len()).sum()
    }

    /// Whether so much waits for room that nothing more should be begun.
    pub fn is_backed_up(&self) -> bool {
        self.outgoing.iter().flatten().any(|lane| lane.waiting.len() > BACKLOG_PARCELS_MAX)
    }

    /// The most parcels that have waited for room in one lane.
    pub fn backlog_max(&self) -> usize {
        self.backlog_max
    }

    /// Whose ends these are.
    pub fn me(&self) -> CoreId {
        self.me
    }
}
