//! What goes into the quorum's state machine and what comes out.
//!
//! Order is the contract. The effects of one call (or one turn) are performed strictly in their order, and:
//!
//! - `WriteQuorumState`, `Append`, `Truncate`, `ResetLog`, `SnapshotBegin`, `SnapshotWrite` and `SnapshotFinish` are
//!   done before anything after them is. `WriteQuorumState`, `Truncate`, `ResetLog` and `SnapshotFinish` are also
//!   *durable* before anything after them is: a vote must not leave before it is on disk.
//! - `Sync` only starts: the end of it is reported with `RaftEvent::LogSynced`. It covers every `Append` performed
//!   before it. The state machine holds back what depends on it (high watermark, a follower's next Fetch).
//! - If an `Append` fails and was taken back, the rest of the turn's effects is dropped (requests whose `Reply` is among
//!   them are never answered) and `RaftEvent::LogFailed` handled. If anything else fails, or a sync does, the node must
//!   stop: what is on disk is not known any more.

use bytes::Bytes;
use protocol::{BrokerId, LeaderEpoch, Offset};

use crate::message::{Request, Response};
use crate::types::{LeaderAndEpoch, SnapshotId};

/// Names a received request until it is answered; chosen by the integrator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RequestToken(pub u64);

/// Names a sent request until its answer comes; chosen by the state machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallToken(pub u64);

/// Names a sync of the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SyncToken(pub u64);

/// Something happened.
#[derive(Debug)]
pub enum RaftEvent {
    /// The time of `Raft::deadline` has come. Harmless at any time.
    Tick,
    /// A request came in. Exactly one `RaftEffect::Reply` answers it, perhaps later.
    Request { token: RequestToken, request: Request },
    /// The answer to a `RaftEffect::Send`.
    Response { call: CallToken, response: Response },
    /// A `RaftEffect::Send` has failed: no connection, a broken one, or an answer that can't be read.
    CallFailed { call: CallToken },
    /// All appends before that `RaftEffect::Sync` are durable.
    LogSynced { token: SyncToken },
    /// An append failed and was taken back: the log really ends at `end`.
    LogFailed { end: Offset },
    /// The snapshot that the state machine above made of `0..id.end` is durable under its name.
    SnapshotFrozen { id: SnapshotId, size: u64 },
    /// Everything before the snapshot `id` may go (retention, decided with `snapshot::retain_from`).
    DeleteBefore { id: SnapshotId },
    /// The controller gives up leading `epoch`; nothing happens if it is over already.
    Resign { epoch: LeaderEpoch },
    /// The node is going down: a leader resigns, nobody starts an election any more. Ends with
    /// `RaftEffect::ShutdownComplete`, unless there is no one who could take over; then a timeout outside must end it.
    Shutdown,
}

/// Something to do. See the module for what must be done before what.
#[derive(PartialEq, Eq, Debug)]
pub enum RaftEffect {
    /// Replace the content of `quorum-state`, durably.
    WriteQuorumState { text: String },
    /// Write these batches at the end of the log, which is `offset`. Base offsets and epochs are stamped; `epoch` is that
    /// of the first batch (a follower may receive several).
    Append { offset: Offset, epoch: LeaderEpoch, batches: Bytes },
    /// Cut the log so that it ends at `end`, durably.
    Truncate { end: Offset },
    /// Drop the whole log and all other snapshots; the log begins and ends at the end of this snapshot now. The state
    /// machine above starts anew from the snapshot.
    ResetLog { snapshot: SnapshotId },
    /// Segments and snapshots before this snapshot may be deleted, when there is time.
    DeletePrefix { snapshot: SnapshotId },
    /// Start to receive a snapshot: an empty temporary file.
    SnapshotBegin { id: SnapshotId },
    /// Put these bytes at `position` of it.
    SnapshotWrite { id: SnapshotId, position: u64, bytes: Bytes },
    /// It is whole: make it durable and give it its name.
    SnapshotFinish { id: SnapshotId },
    /// It is not wanted any more: remove the temporary file.
    SnapshotAbandon { id: SnapshotId },
    /// Send this request; report the answer or the failure under `call`.
    Send { to: Peer, call: CallToken, request: Request },
    /// Answer the request with that token.
    Reply { token: RequestToken, response: Response },
    /// All records before `end` are committed: hand them to the state machine above. Never goes back.
    Committed { end: Offset },
    /// Who leads. When this node does, it is said only after everything before its epoch, and the first record of
    /// it, is committed, so that the controller starts from a complete state; proposals are taken from then on.
    LeaderChanged(LeaderAndEpoch),
    /// Something that can't be with correct peers; worth one line in the log.
    Fault(Fault),
    /// After `RaftEvent::Shutdown`: the node may stop.
    ShutdownComplete,
    /// Make all appends so far durable, then report `LogSynced`.
    Sync { token: SyncToken },
}

/// Where to send to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peer {
    /// The node's id, or -2 and below for a bootstrap server whose id is not known.
    pub id: BrokerId,
    pub host: String,
    pub port: u16,
}

/// What a peer did that it must not do. The message was ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Named another leader for an epoch whose leader is known.
    InconsistentLeader { epoch: LeaderEpoch, known: BrokerId, named: BrokerId },
    /// Asked to truncate committed records.
    TruncationBelowHighWatermark { end: Offset, high_watermark: Offset },
    /// Sent records that do not continue the log, or are damaged.
    BadRecords { end: Offset },
    /// Sent a piece of a snapshot that was not asked for.
    BadSnapshot { id: SnapshotId },
    /// Answered a correct request with an error that has no place there.
    UnexpectedError { code: i16 },
}

/// The effects of one turn, in order.
#[derive(Debug, Default)]
pub struct RaftEffects {
    list: Vec<RaftEffect>,
    /// Comes last, so that one sync covers all appends of the turn.
    sync: Option<SyncToken>,
}

impl RaftEffects {
    /// No effects yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.sync.is_none()
    }

    /// Takes all effects, in the order in which they must be performed.
    pub fn drain(&mut self) -> impl Iterator<Item = RaftEffect> + '_ {
        self.list.drain(..).chain(self.sync.take().map(|token| RaftEffect::Sync { token }))
    }

    /// Drops what is left, after a failed append.
    pub fn clear(&mut self) {
        self.list.clear();
        self.sync = None;
    }

    pub(crate) fn push(&mut self, effect: RaftEffect) {
        // Two states of the same file in a row, with nothing in between that anyone could see: the first need not
        // reach the disk. A single voter becomes leader with one durable write this way.
        if let RaftEffect::WriteQuorumState { .. } = effect
            && let Some(last @ RaftEffect::WriteQuorumState { .. }) = self.list.last_mut()
        {
            *last = effect;
            return;
        }
        self.list.push(effect);
    }

    pub(crate) fn push_sync(&mut self, token: SyncToken) {
        self.sync = Some(token);
    }

    /// The sync that no one has started yet, if there is one; it covers what is appended now, too.
    pub(crate) fn open_sync(&self) -> Option<SyncToken> {
        self.sync
    }
}

const _: () = assert!(size_of::<RaftEffect>() <= 192);
