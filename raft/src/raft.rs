//! The state machine of the quorum: construction, the one entry `handle`, time, and what all roles share.
//!
//! What each role does is in `elect`, `lead`, `follow` and `reconfigure`. Knows no file, socket or clock; performs nothing.
//!
//! - The epoch never falls; in one epoch a node votes once and follows one leader.
//! - What is committed is never truncated, and `Committed` never goes back.
//! - A high watermark counts only what a majority, the leader included, has synced, and only once a record of the
//!   leader's own epoch is among it.
//! - Total: no event, whatever a peer puts in it, makes it panic.

use bytes::Bytes;
use protocol::{BrokerId, LeaderEpoch, Mono, Now, Offset, Rng};

use crate::config::RaftConfig;
use crate::control::{self, Control};
use crate::event::{Fault, Peer, RaftEffect, RaftEffects, RaftEvent, RequestToken, SyncToken};
use crate::log::LogState;
use crate::message::{Code, Request, Response, Standing, VoterChange, code};
use crate::peers::{Peers, Readiness};
use crate::quorum_state::{self, Election};
use crate::recovery::Recovery;
use crate::role::{Leader, Role};
use crate::types::{Endpoints, LeaderAndEpoch, LogPosition, ReplicaKey, SnapshotId, VoterSet};

/// Transitions that one event may cause; a bound against settings of 0 ms, not reached otherwise.
const TRANSITIONS_MAX: u32 = 8;

/// One node's part in the quorum. See the module.
#[derive(Debug)]
pub struct Raft {
    pub(crate) config: RaftConfig,
    pub(crate) rng: Rng,
    pub(crate) election: Election,
    pub(crate) leader_endpoints: Endpoints,
    pub(crate) role: Role,
    pub(crate) log: LogState,
    /// As far as this role knows; a new leader knows none until a record of its epoch is committed.
    pub(crate) high_watermark: Option<Offset>,
    /// What was announced as committed; never falls.
    pub(crate) committed: Offset,
    pub(crate) peers: Peers,
    /// The content of `quorum-state`.
    written: Option<String>,
    announced: Option<LeaderAndEpoch>,
    /// The sync under way and the end it covers.
    syncing: Option<(SyncToken, Offset)>,
    next_sync: u64,
    stopping: Stopping,
    deadline: Mono,
    /// Counts role changes, so that `poll` sees that there was one.
    transitions: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stopping {
    No,
    Asked,
    Done,
}

/// Where proposed records are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proposed {
    /// Offset of the first of them.
    pub first: Offset,
    /// Exclusive end; they are committed when `RaftEffect::Committed` reaches it in the same epoch.
    pub end: Offset,
}

/// Why records were not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProposeError {
    /// This node does not lead that epoch (any more).
    NotLeader,
    /// They do not fit one batch.
    TooLarge,
    /// There are none.
    Empty,
}

/// The shape of a role, for logs and metrics (`raft-metrics` `current-state`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoleName {
    Unattached,
    Voted,
    Prospective,
    Candidate,
    Leader,
    Follower,
    Observer,
    Resigned,
}

impl Raft {
    /// Starts from what was found on disk. A node that is the only voter leads a new epoch when this returns, as soon
    /// as its log is synced; one that was leader before starts resigned, one that had voted for itself goes on as candidate.
    pub fn start(config: RaftConfig, rng: Rng, found: Recovery, now: Now, fx: &mut RaftEffects) -> Self {
        let (log, election, reset) = found.into_parts();
        if let Some(snapshot) = reset {
            fx.push(RaftEffect::ResetLog { snapshot });
        }
        let stored = election.unwrap_or(Election::NONE);
        let peers = Peers::new(config.request_timeout_ms, config.retry_backoff_ms);
        let mut raft = Self {
            committed: log.latest_snapshot().map_or(Offset::ZERO, |id| id.end),
            config,
            rng,
            election: stored,
            leader_endpoints: Endpoints::EMPTY,
            role: Role::Unattached { deadline: Mono::NEVER },
            log,
            high_watermark: None,
            peers,
            written: None,
            announced: None,
            syncing: None,
            next_sync: 1,
            stopping: Stopping::No,
            deadline: Mono::NEVER,
            transitions: 0,
        };
        let me = raft.me();
        let timeout = raft.election_deadline(now);
        if stored.epoch < raft.log.last_epoch() {
            raft.election = Election { epoch: raft.log.last_epoch(), leader: None, voted: None };
            raft.enter(Role::Unattached { deadline: timeout }, fx);
        } else if stored.leader == Some(me.id) {
            // It must not vote in an epoch it led, nor write records with offsets it may have given out before.
            raft.election.voted = None;
            raft.leader_endpoints = raft.config.endpoints.clone();
            let unacknowledged = raft.other_voters();
            raft.enter(Role::Resigned { deadline: timeout, unacknowledged, successors: Vec::new() }, fx);
        } else if stored.leader.is_none()
            && stored.voted.is_some_and(|voted| voted.names(me))
            && raft.is_voter()
        {
            raft.enter_candidate(now, fx);
        } else if let Some(leader) = stored.leader {
            let endpoints = raft.voters().endpoints(leader);
            if endpoints.is_empty() {
                raft.enter(Role::Unattached { deadline: timeout }, fx);
            } else {
                raft.enter_follower(now, endpoints, fx);
            }
        } else {
            raft.enter(Role::Unattached { deadline: timeout }, fx);
        }
        let waits = matches!(raft.role, Role::Unattached { .. } | Role::Follower(_) | Role::Resigned { .. });
        if raft.voters().is_only(me) && waits {
            raft.become_prospective(now, fx);
        }
        raft.poll(now, fx);
        raft
    }

    /// Takes one event and says what to do about it.
    pub fn handle(&mut self, now: Now, event: RaftEvent, fx: &mut RaftEffects) {
        match event {
            RaftEvent::Tick => {}
            RaftEvent::Request { token, request } => self.on_request(now, token, request, fx),
            RaftEvent::Response { call, response } => {
                if let Some(peer) = self.peers.waiting_for(call) {
                    let good = self.on_response(now, peer, response, fx);
                    self.peers.answered(now.mono, call, good);
                }
            }
            RaftEvent::CallFailed { call } => self.peers.answered(now.mono, call, false),
            RaftEvent::LogSynced { token } => self.on_synced(now, token, fx),
            RaftEvent::LogFailed { end } => self.on_log_failed(now, end, fx),
            RaftEvent::SnapshotFrozen { id, size } => {
                if id.end <= self.committed {
                    self.log.add_snapshot(id, size);
                }
            }
            RaftEvent::DeleteBefore { id } => {
                if id.end <= self.committed && self.log.delete_before(id) {
                    fx.push(RaftEffect::DeletePrefix { snapshot: id });
                }
            }
            RaftEvent::Resign { epoch } => {
                if epoch == self.election.epoch && matches!(self.role, Role::Leader(_)) {
                    self.resign(now, fx);
                }
            }
            RaftEvent::Shutdown => {
                if self.stopping == Stopping::No {
                    self.stopping = Stopping::Asked;
                }
            }
        }
        self.poll(now, fx);
    }

    /// Appends records as one batch and says at once where they are. All or nothing. `values` are framed records;
    /// their timestamp is `now.wall`.
    pub fn propose(
        &mut self,
        now: Now,
        epoch: LeaderEpoch,
        values: &[Bytes],
        fx: &mut RaftEffects,
    ) -> Result<Proposed, ProposeError> {
        if epoch != self.election.epoch || !matches!(self.role, Role::Leader(_)) || self.is_stopping() {
            return Err(ProposeError::NotLeader);
        }
        if values.is_empty() {
            return Err(ProposeError::Empty);
        }
        if control::data_batch_size_max(values) > self.config.batch_bytes_max {
            return Err(ProposeError::TooLarge);
        }
        let first = self.log.end;
        let end = first.plus(i64::try_from(values.len()).map_err(|_| ProposeError::TooLarge)?);
        let batch = control::data_batch(first, epoch, now.wall, values);
        self.append(batch.into(), end, fx);
        self.wake_parked(fx);
        self.maybe_sync(fx);
        Ok(Proposed { first, end })
    }

    /// When `RaftEvent::Tick` is due.
    #[must_use]
    pub fn deadline(&self) -> Mono {
        self.deadline
    }

    /// Who leads which epoch, as far as known; during a leader's first moments itself already.
    #[must_use]
    pub fn leader_and_epoch(&self) -> LeaderAndEpoch {
        LeaderAndEpoch { leader: self.election.leader, epoch: self.election.epoch }
    }

    /// Exclusive end of what is committed.
    #[must_use]
    pub fn committed(&self) -> Offset {
        self.committed
    }

    /// The high watermark as this role knows it; a new leader knows none.
    #[must_use]
    pub fn high_watermark(&self) -> Option<Offset> {
        self.high_watermark
    }

    /// Where the log starts.
    #[must_use]
    pub fn log_start(&self) -> Offset {
        self.log.start
    }

    /// Where the log ends, and the epoch of its last record.
    #[must_use]
    pub fn log_position(&self) -> LogPosition {
        self.log.position()
    }

    /// The newest snapshot.
    #[must_use]
    pub fn latest_snapshot(&self) -> Option<SnapshotId> {
        self.log.latest_snapshot()
    }

    /// The epoch of the record before `end`: with `end` the name of a snapshot of the state at `end`.
    #[must_use]
    pub fn snapshot_id(&self, end: Offset) -> Option<SnapshotId> {
        if end > self.committed || end <= self.log.start {
            return None;
        }
        Some(LogPosition { epoch: self.log.epoch_before(end)?, end })
    }

    /// `kraft.version` and the voters as of the records before `end`, for the head of a snapshot; no voters with
    /// `kraft.version` 0.
    #[must_use]
    pub fn voters_at(&self, end: Offset) -> (i16, Option<VoterSet>) {
        let last = end.plus(-1);
        let version = self.log.voters.version_at(last);
        let set = if version == 0 { None } else { self.log.voters.set_at(last).cloned() };
        (version, set)
    }

    /// The voters now.
    #[must_use]
    pub fn voters(&self) -> &VoterSet {
        self.log.voters.last()
    }

    /// `kraft.version` now.
    #[must_use]
    pub fn kraft_version(&self) -> i16 {
        self.log.voters.version()
    }

    /// What role this is.
    #[must_use]
    pub fn role(&self) -> RoleName {
        match self.role {
            Role::Unattached { .. } if !self.is_voter() => RoleName::Observer,
            Role::Follower(_) if !self.is_voter() => RoleName::Observer,
            Role::Unattached { .. } if self.election.voted.is_some() => RoleName::Voted,
            Role::Unattached { .. } => RoleName::Unattached,
            Role::Prospective { .. } => RoleName::Prospective,
            Role::Candidate { .. } => RoleName::Candidate,
            Role::Leader(_) => RoleName::Leader,
            Role::Follower(_) => RoleName::Follower,
            Role::Resigned { .. } => RoleName::Resigned,
        }
    }

    pub(crate) fn me(&self) -> ReplicaKey {
        self.config.key()
    }

    pub(crate) fn is_voter(&self) -> bool {
        self.voters().contains(self.me())
    }

    /// Whether this replica may stand for election: a voter, or one whose vote is taken away by a record that is not
    /// known to be committed. Without the latter, a leader that dies while it removes itself could leave a quorum behind
    /// in which the only ones that may stand have too short a log.
    pub(crate) fn may_stand(&self) -> bool {
        let history = &self.log.voters;
        let is_open = history.last_offset().is_some_and(|offset| offset >= self.committed);
        self.is_voter() || (is_open && history.previous().contains(self.me()))
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping != Stopping::No
    }

    pub(crate) fn other_voters(&self) -> Vec<BrokerId> {
        self.voters()
            .list()
            .iter()
            .map(|voter| voter.key.id)
            .filter(|id| *id != self.config.node_id)
            .collect()
    }

    pub(crate) fn leader(&mut self) -> Option<&mut Leader> {
        match &mut self.role {
            Role::Leader(leader) => Some(leader),
            _ => None,
        }
    }

    /// What every answer says.
    pub(crate) fn standing(&self, error: Code) -> Standing {
        Standing {
            error,
            leader: self.election.leader.unwrap_or(BrokerId::NONE),
            epoch: self.election.epoch,
            endpoints: self.leader_endpoints.clone(),
        }
    }

    /// Makes the election durable and takes on the role, after which the old role's debts are paid.
    pub(crate) fn enter(&mut self, role: Role, fx: &mut RaftEffects) {
        let old = std::mem::replace(&mut self.role, role);
        self.transitions += 1;
        self.peers.reset_all();
        self.persist(fx);
        match old {
            Role::Leader(leader) => self.dismiss(*leader, fx),
            Role::Follower(follower) => {
                if let Some(download) = follower.download {
                    fx.push(RaftEffect::SnapshotAbandon { id: download.id });
                }
            }
            _ => {}
        }
    }

    /// Writes `quorum-state` if it would change.
    pub(crate) fn persist(&mut self, fx: &mut RaftEffects) {
        let text = quorum_state::write(&self.election, self.kraft_version(), self.voters());
        if self.written.as_ref() != Some(&text) {
            self.written = Some(text.clone());
            fx.push(RaftEffect::WriteQuorumState { text });
        }
    }

    /// Puts one or more batches at the end of the log, up to `next`, and takes in what they say of the voters.
    pub(crate) fn append(&mut self, batches: Bytes, next: Offset, fx: &mut RaftEffects) {
        let (offset, epoch) = (self.log.end, self.election.epoch);
        self.log.append(epoch, next);
        fx.push(RaftEffect::Append { offset, epoch, batches });
    }

    /// Appends control records of this leader's epoch as one batch.
    pub(crate) fn append_controls(&mut self, now: Now, controls: &[Control], fx: &mut RaftEffects) {
        let first = self.log.end;
        let batch = control::control_batch(first, self.election.epoch, now.wall, controls);
        self.append(batch.into(), first.plus(controls.len() as i64), fx);
        for (index, control) in controls.iter().enumerate() {
            self.note_control(first.plus(index as i64), control);
        }
    }

    pub(crate) fn note_control(&mut self, offset: Offset, control: &Control) {
        match control {
            Control::Voters(set) => self.log.voters.add_set(offset, set.clone()),
            Control::KraftVersion(version) => self.log.voters.add_version(offset, *version),
            _ => {}
        }
    }

    /// Cuts the log, and what is known of the sync under way with it.
    pub(crate) fn truncate(&mut self, end: Offset) {
        self.log.truncate(end);
        if let Some((_, covered)) = &mut self.syncing {
            *covered = (*covered).min(end);
        }
    }

    pub(crate) fn commit(&mut self, end: Offset, fx: &mut RaftEffects) {
        if end > self.committed {
            self.committed = end;
            fx.push(RaftEffect::Committed { end });
        }
    }

    /// Whether what this replica says of its log must be synced first: voters, and controllers that may become ones.
    pub(crate) fn must_sync(&self) -> bool {
        self.config.controller || self.may_stand()
    }

    /// Starts a sync when there is something to sync and none under way.
    pub(crate) fn maybe_sync(&mut self, fx: &mut RaftEffects) {
        if !self.must_sync() || self.log.synced >= self.log.end {
            return;
        }
        match &mut self.syncing {
            Some((token, covered)) if fx.open_sync() == Some(*token) => *covered = self.log.end,
            Some(_) => {}
            None => {
                let token = SyncToken(self.next_sync);
                self.next_sync += 1;
                self.syncing = Some((token, self.log.end));
                fx.push_sync(token);
            }
        }
    }

    fn on_synced(&mut self, now: Now, token: SyncToken, fx: &mut RaftEffects) {
        let Some((_, covered)) = self.syncing.take_if(|(current, _)| *current == token) else { return };
        self.log.synced = self.log.synced.max(covered.min(self.log.end));
        self.update_high_watermark(now, fx);
    }

    /// The append, and all effects behind it, were not performed: what those did is taken back or said again.
    /// (A truncation or a snapshot never follows an append in one turn: a Fetch and its answer lie between.)
    fn on_log_failed(&mut self, now: Now, end: Offset, fx: &mut RaftEffects) {
        let end = end.clamp(self.log.start, self.log.end);
        self.truncate(end);
        self.syncing = None;
        self.peers.reset_all();
        self.high_watermark = self.high_watermark.map(|known| known.min(end));
        self.committed = self.committed.min(end);
        fx.push(RaftEffect::Committed { end: self.committed });
        self.written = None;
        self.announced = None;
        if matches!(self.role, Role::Leader(_)) {
            // Whoever proposed was told offsets that hold nothing now; only a new epoch makes that clear to all.
            self.resign(now, fx);
        } else {
            self.persist(fx);
        }
    }

    fn on_request(&mut self, now: Now, token: RequestToken, request: Request, fx: &mut RaftEffects) {
        if request.cluster_id().is_some_and(|id| id != self.config.cluster_id) {
            let error = code::INCONSISTENT_CLUSTER_ID;
            let message = Some("The request names another cluster id");
            let response = match request {
                Request::AddVoter(_) => Response::AddVoter(VoterChange { error, message }),
                Request::RemoveVoter(_) => Response::RemoveVoter(VoterChange { error, message }),
                Request::UpdateVoter(_) => Response::UpdateVoter(self.standing(error)),
                _ => Response::Refused(error),
            };
            fx.push(RaftEffect::Reply { token, response });
            return;
        }
        let response = match request {
            Request::Vote(vote) => Some(self.on_vote(now, &vote, fx)),
            Request::BeginQuorumEpoch(begin) => Some(self.on_begin_epoch(now, begin, fx)),
            Request::EndQuorumEpoch(end) => Some(self.on_end_epoch(now, end, fx)),
            Request::Fetch(fetch) => self.on_fetch(now, token, fetch, fx),
            Request::FetchSnapshot(fetch) => Some(self.on_fetch_snapshot(now, &fetch)),
            Request::DescribeQuorum => Some(self.on_describe(now)),
            Request::AddVoter(add) => self.on_add_voter(now, token, add, fx),
            Request::RemoveVoter(remove) => self.on_remove_voter(now, token, &remove, fx),
            Request::UpdateVoter(update) => Some(self.on_update_voter(now, &update, fx)),
            Request::ApiVersions => Some(Response::Refused(code::INVALID_REQUEST)),
        };
        if let Some(response) = response {
            fx.push(RaftEffect::Reply { token, response });
        }
    }

    /// Whether the answer was a good one, so that the peer may be asked again at once.
    fn on_response(&mut self, now: Now, peer: BrokerId, response: Response, fx: &mut RaftEffects) -> bool {
        match response {
            Response::Refused(error) => {
                if error == code::UNSUPPORTED_VERSION && matches!(self.role, Role::Prospective { .. }) {
                    // A voter that knows no pre-vote: the election goes on without.
                    self.become_candidate(now, fx);
                    return true;
                }
                if error != code::BROKER_NOT_AVAILABLE {
                    fx.push(RaftEffect::Fault(Fault::UnexpectedError { code: error }));
                }
                false
            }
            Response::Vote { at, granted } => self.on_vote_answer(now, peer, &at, granted, fx),
            Response::BeginQuorumEpoch(at) | Response::UpdateVoter(at) => {
                self.common(now, &at, fx).unwrap_or(at.error == code::NONE)
            }
            Response::EndQuorumEpoch(at) => {
                if let Some(good) = self.common(now, &at, fx) {
                    return good;
                }
                if let Role::Resigned { unacknowledged, .. } = &mut self.role {
                    unacknowledged.retain(|id| *id != peer);
                }
                at.error == code::NONE
            }
            Response::Fetch(fetched) => self.on_fetched(now, fetched, fx),
            Response::FetchSnapshot(piece) => self.on_fetched_snapshot(now, piece, fx),
            Response::ApiVersions { error, kraft_versions } => {
                self.on_api_versions(now, peer, error, kraft_versions, fx)
            }
            // Never asked for.
            Response::DescribeQuorum(_) | Response::AddVoter(_) | Response::RemoveVoter(_) => true,
        }
    }

    /// What time and the role ask for; repeated while that changes the role.
    fn poll(&mut self, now: Now, fx: &mut RaftEffects) {
        let first = self.transitions;
        loop {
            let before = self.transitions;
            self.deadline = self.poll_role(now, fx);
            if self.transitions == before {
                break;
            }
            if self.transitions - first >= TRANSITIONS_MAX {
                self.deadline = now.mono.after_ms(1);
                break;
            }
        }
        self.maybe_sync(fx);
        self.announce(fx);
        if self.stopping == Stopping::Asked {
            let led_elsewhere = self.election.leader.is_some_and(|leader| leader != self.config.node_id);
            if !self.is_voter() || led_elsewhere || self.voters().is_only(self.me()) {
                self.stopping = Stopping::Done;
                fx.push(RaftEffect::ShutdownComplete);
            }
        }
    }

    fn poll_role(&mut self, now: Now, fx: &mut RaftEffects) -> Mono {
        match &self.role {
            Role::Unattached { deadline } => {
                let deadline = *deadline;
                if !self.may_stand() {
                    return self.fetch_from_anyone(now, fx);
                }
                if self.is_stopping() {
                    return Mono::NEVER;
                }
                if now.mono >= deadline {
                    self.become_prospective(now, fx);
                    return now.mono;
                }
                self.fetch_from_anyone(now, fx).min(deadline)
            }
            Role::Prospective { .. } | Role::Candidate { .. } => self.poll_nominee(now, fx),
            Role::Leader(_) => self.poll_leader(now, fx),
            Role::Follower(_) => self.poll_follower(now, fx),
            Role::Resigned { .. } => self.poll_resigned(now, fx),
        }
    }

    fn announce(&mut self, fx: &mut RaftEffects) {
        let leader = match &self.role {
            Role::Leader(leader) if self.committed > leader.epoch_start => self.election.leader,
            Role::Leader(_) | Role::Resigned { .. } => None,
            _ => self.election.leader,
        };
        let known = LeaderAndEpoch { leader, epoch: self.election.epoch };
        if self.announced != Some(known) {
            self.announced = Some(known);
            fx.push(RaftEffect::LeaderChanged(known));
        }
    }

    /// Sends to `to` if it may be asked now; otherwise says when to try again.
    pub(crate) fn send(&mut self, now: Now, to: Peer, request: Request, fx: &mut RaftEffects) -> Mono {
        match self.peers.readiness(now.mono, to.id) {
            Readiness::Waiting(until) | Readiness::BackingOff(until) => until,
            Readiness::Ready | Readiness::TimedOut => {
                let call = self.peers.sent(now.mono, to.id);
                fx.push(RaftEffect::Send { to, call, request });
                now.mono.after_ms(self.config.request_timeout_ms)
            }
        }
    }

    /// Where to reach the voter with that id; `None` when it has no endpoint on the quorum's listener.
    pub(crate) fn voter_peer(&self, id: BrokerId) -> Option<Peer> {
        let voter = self.voters().get(id)?;
        let endpoint = voter.endpoints.get(&self.config.listener)?;
        Some(Peer { id, host: endpoint.host.clone(), port: endpoint.port })
    }
}
