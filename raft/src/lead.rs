//! What a leader does: begins its epoch, answers Fetch and FetchSnapshot, moves the high watermark, keeps its voters
//! informed, and gives up when no majority follows.
//!
//! Does not know how it was elected, nor how voter sets change (`reconfigure`).
//!
//! - The leader counts itself with what it has *synced*, a follower with what it fetches from (it synced before).
//! - The high watermark covers a record of the leader's own epoch before it covers anything.
//! - A Fetch that waits is answered when records come, when the high watermark moves, or when its time is up.

use protocol::{BrokerId, Mono, Now, Offset, Timestamp};

use crate::config::{CHECK_QUORUM_PERCENT, OBSERVER_SESSION_MS, OBSERVERS_MAX, PARKED_FETCHES_MAX};
use crate::control::Control;
use crate::event::{RaftEffect, RaftEffects, RequestToken};
use crate::log::Position;
use crate::message::{
    BeginQuorumEpoch, Code, Fetch, FetchSnapshot, Fetched, FetchedSnapshot, Quorum, ReadLog, Records,
    ReplicaStatus, Request, Response, SnapshotBytes, code,
};
use crate::raft::Raft;
use crate::reconfigure::end_change;
use crate::role::{Leader, Parked, Replica, Role};
use crate::types::{Endpoints, LogPosition, ReplicaKey, VoterSet};

impl Leader {
    fn new(epoch_start: Offset, voters: &VoterSet, now: Now, check_quorum_ms: i64) -> Self {
        Self {
            epoch_start,
            voters: voters.list().iter().map(|v| Replica::new(v.key, v.endpoints.clone())).collect(),
            observers: Vec::new(),
            parked: Vec::new(),
            check_quorum_at: now.mono.after_ms(check_quorum_ms),
            fetched: Vec::new(),
            begin_epoch_at: now.mono,
            change: None,
        }
    }

    /// The state kept of a replica; made anew for an observer not seen before. `None` when there are too many.
    fn replica(&mut self, key: ReplicaKey) -> Option<&mut Replica> {
        if let Some(at) = self.voters.iter().position(|replica| replica.key.names(key)) {
            return Some(&mut self.voters[at]);
        }
        if let Some(at) = self.observers.iter().position(|replica| replica.key == key) {
            return Some(&mut self.observers[at]);
        }
        if self.observers.len() >= OBSERVERS_MAX {
            return None;
        }
        self.observers.push(Replica::new(key, Endpoints::EMPTY));
        self.observers.last_mut()
    }

    /// Takes on a new voter set; what is known of each replica stays with it.
    pub(crate) fn take_voters(&mut self, set: &VoterSet) {
        let mut known = std::mem::take(&mut self.voters);
        for voter in set.list() {
            let old =
                known.iter().position(|replica| replica.key.names(voter.key)).map(|at| known.remove(at));
            let seen = self.observers.iter().position(|replica| replica.key == voter.key);
            let seen = seen.map(|at| self.observers.remove(at));
            let mut replica = old.or(seen).unwrap_or_else(|| Replica::new(voter.key, Endpoints::EMPTY));
            replica.key = voter.key;
            replica.endpoints = voter.endpoints.clone();
            self.voters.push(replica);
        }
        for mut replica in known {
            replica.endpoints = Endpoints::EMPTY;
            self.observers.push(replica);
        }
        self.fetched.retain(|id| set.get(*id).is_some());
    }

    /// The largest end that a majority has reached.
    fn majority_end(&self) -> Option<Offset> {
        let mut ends: Vec<_> = self.voters.iter().map(|replica| replica.end).collect();
        // `None` is below every offset.
        ends.sort_unstable_by(|a, b| b.cmp(a));
        ends.get(ends.len() / 2).copied().flatten()
    }

    /// A voter has fetched; when a majority has, the leader may stay for another while.
    fn note_fetch(&mut self, key: ReplicaKey, me: BrokerId, now: Mono, check_quorum_ms: i64) {
        let votes = self.voters.iter().any(|replica| replica.key.names(key));
        if votes && !self.fetched.contains(&key.id) {
            self.fetched.push(key.id);
        }
        let mut majority = self.voters.len() / 2 + 1;
        if self.voters.iter().any(|replica| replica.key.id == me) {
            majority -= 1;
        }
        if self.fetched.len() >= majority {
            self.fetched.clear();
            self.check_quorum_at = now.after_ms(check_quorum_ms);
        }
    }
}

impl Raft {
    fn check_quorum_ms(&self) -> i64 {
        self.config.fetch_timeout_ms.saturating_mul(CHECK_QUORUM_PERCENT) / 100
    }

    /// Begins the epoch with its control records, in one batch as Kafka writes them: the leader change and, with
    /// `kraft.version` 1, the version and the voters if the log has none yet or this node listens elsewhere now.
    pub(crate) fn become_leader(&mut self, now: Now, fx: &mut RaftEffects) {
        let Role::Candidate { ballot, .. } = &self.role else { return };
        let granting = ballot.granting();
        self.election.leader = Some(self.config.node_id);
        self.election.voted = None;
        self.leader_endpoints = self.config.endpoints.clone();
        self.high_watermark = None;
        let voters = self.voters().clone();
        let leader = Leader::new(self.log.end, &voters, now, self.check_quorum_ms());
        self.enter(Role::Leader(Box::new(leader)), fx);

        let ids = voters.list().iter().map(|voter| voter.key.id).collect();
        let mut controls = vec![Control::LeaderChange { leader: self.config.node_id, voters: ids, granting }];
        if self.kraft_version() > 0 {
            let unwritten = self.log.voters.last_offset().is_none_or(|offset| offset < Offset::ZERO);
            let mine = self.config.as_voter();
            let outdated = voters.contains(mine.key) && voters.get(mine.key.id) != Some(&mine);
            if (unwritten || outdated)
                && let Some(set) = voters.updated(&mine)
            {
                controls.push(Control::KraftVersion(self.kraft_version()));
                controls.push(Control::Voters(set));
            }
        }
        self.append_controls(now, &controls, fx);
        self.take_latest_voters();
    }

    /// Makes the leader count with the newest voters in the log.
    pub(crate) fn take_latest_voters(&mut self) {
        let set = self.voters().clone();
        if let Some(leader) = self.leader() {
            leader.take_voters(&set);
        }
    }

    /// Answers what waits on this leadership, which is over.
    pub(crate) fn dismiss(&mut self, leader: Leader, fx: &mut RaftEffects) {
        for parked in leader.parked {
            let response = self.fetch_error(code::NOT_LEADER_OR_FOLLOWER);
            fx.push(RaftEffect::Reply { token: parked.token, response });
        }
        if let Some(change) = leader.change {
            end_change(change, code::NOT_LEADER_OR_FOLLOWER, None, fx);
        }
    }

    /// The voters to follow this leader, the one with the longest log first.
    pub(crate) fn successors(&self) -> Vec<ReplicaKey> {
        let Role::Leader(leader) = &self.role else { return Vec::new() };
        let others = leader.voters.iter().filter(|replica| replica.key.id != self.config.node_id);
        let mut others: Vec<_> = others.map(|replica| (replica.end, replica.key)).collect();
        others.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        others.into_iter().map(|(_, key)| key).collect()
    }

    /// Moves the high watermark to where a majority is, tells everybody, and ends a change of the voters that is
    /// committed with it.
    pub(crate) fn update_high_watermark(&mut self, now: Now, fx: &mut RaftEffects) {
        let (me, synced) = (self.me(), self.log.synced);
        let Role::Leader(leader) = &mut self.role else { return };
        if let Some(mine) = leader.voters.iter_mut().find(|replica| replica.key.names(me)) {
            mine.end = Some(synced);
        }
        let Some(end) = leader.majority_end() else { return };
        if end <= leader.epoch_start || self.high_watermark.is_some_and(|known| end <= known) {
            return;
        }
        // A follower can not have fetched what is not in this log.
        let end = end.min(self.log.end);
        self.high_watermark = Some(end);
        self.commit(end, fx);
        self.wake_parked(fx);
        self.maybe_end_change(now, end, fx);
    }

    /// The error that requests for the leader only get here.
    pub(crate) fn refuse_leader_only(&self, epoch: protocol::LeaderEpoch) -> Option<Code> {
        if epoch < self.election.epoch {
            Some(code::FENCED_LEADER_EPOCH)
        } else if epoch > self.election.epoch {
            Some(code::UNKNOWN_LEADER_EPOCH)
        } else if !matches!(self.role, Role::Leader(_)) {
            Some(code::NOT_LEADER_OR_FOLLOWER)
        } else if self.is_stopping() {
            Some(code::BROKER_NOT_AVAILABLE)
        } else {
            None
        }
    }

    /// Answers now, or `None` if the Fetch waits.
    pub(crate) fn on_fetch(
        &mut self,
        now: Now,
        token: RequestToken,
        fetch: Fetch,
        fx: &mut RaftEffects,
    ) -> Option<Response> {
        let LogPosition { epoch, end } = fetch.position;
        if fetch.wait_ms_max < 0 || end.0 < 0 || epoch.0 < 0 || epoch > fetch.epoch {
            return Some(self.fetch_error(code::INVALID_REQUEST));
        }
        if let Some(error) = self.refuse_leader_only(fetch.epoch) {
            return Some(self.fetch_error(error));
        }
        if fetch.replica.id == self.config.node_id {
            return Some(self.fetch_error(code::UNKNOWN_SERVER_ERROR));
        }
        if self.position_of(&fetch) == Position::Valid && fetch.replica.id.0 >= 0 {
            self.note_position(now, fetch.replica, end, fx);
        }
        let fetched = self.fetched(&fetch);
        let silent = fetched.records == Records::None
            && fetched.diverging.is_none()
            && fetched.snapshot.is_none()
            && fetched.high_watermark <= fetch.high_watermark;
        let deadline = now.mono.after_ms(i64::from(fetch.wait_ms_max));
        if silent
            && fetch.wait_ms_max > 0
            && let Some(leader) = self.leader()
            && leader.parked.len() < PARKED_FETCHES_MAX
        {
            leader.parked.push(Parked { token, fetch, deadline });
            return None;
        }
        Some(Response::Fetch(fetched))
    }

    fn position_of(&self, fetch: &Fetch) -> Position {
        match self.log.latest_snapshot() {
            // An empty log is filled faster from a snapshot.
            Some(id) if fetch.position.end == Offset::ZERO && id != LogPosition::BOOTSTRAP => {
                Position::Snapshot(id)
            }
            _ => self.log.check(fetch.position),
        }
    }

    /// Everything before `end` is safe with that replica.
    fn note_position(&mut self, now: Now, key: ReplicaKey, end: Offset, fx: &mut RaftEffects) {
        let (me, leader_end, check_quorum_ms) = (self.config.node_id, self.log.end, self.check_quorum_ms());
        let Some(leader) = self.leader() else { return };
        if let Some(replica) = leader.replica(key) {
            // A replica that reached what was the end when it last asked was caught up then.
            if end >= leader_end {
                replica.last_caught_up = replica.last_caught_up.max(now.wall);
            } else if replica.last_fetch_leader_end > Offset::ZERO && end >= replica.last_fetch_leader_end {
                replica.last_caught_up = replica.last_caught_up.max(replica.last_fetch);
            }
            replica.last_fetch_leader_end = leader_end;
            replica.last_fetch = replica.last_fetch.max(now.wall);
            replica.end = Some(end);
        }
        leader.note_fetch(key, me, now.mono, check_quorum_ms);
        self.update_high_watermark(now, fx);
    }

    fn fetch_error(&self, error: Code) -> Response {
        Response::Fetch(Fetched {
            at: self.standing(error),
            high_watermark: Offset::NONE,
            log_start: self.log.start,
            diverging: None,
            snapshot: None,
            records: Records::None,
        })
    }

    fn fetched(&self, fetch: &Fetch) -> Fetched {
        let from = fetch.position.end;
        let (mut diverging, mut snapshot, mut records) = (None, None, Records::None);
        match self.position_of(fetch) {
            Position::Valid if from < self.log.end => {
                let bytes_max = fetch.bytes_max.clamp(0, self.config.fetch_bytes_max);
                records = Records::Read(ReadLog { from, end: self.log.end, bytes_max });
            }
            Position::Valid => {}
            Position::Diverging(position) => diverging = Some(position),
            Position::Snapshot(id) => snapshot = Some(id),
        }
        Fetched {
            at: self.standing(code::NONE),
            high_watermark: self.high_watermark.unwrap_or(Offset::NONE),
            log_start: self.log.start,
            diverging,
            snapshot,
            records,
        }
    }

    /// Answers every Fetch that waits: there are records for it, or a new high watermark.
    pub(crate) fn wake_parked(&mut self, fx: &mut RaftEffects) {
        let Some(leader) = self.leader() else { return };
        for parked in std::mem::take(&mut leader.parked) {
            let response = Response::Fetch(self.fetched(&parked.fetch));
            fx.push(RaftEffect::Reply { token: parked.token, response });
        }
    }

    pub(crate) fn on_fetch_snapshot(&mut self, now: Now, fetch: &FetchSnapshot) -> Response {
        let nothing = |raft: &Self, error: Code| {
            Response::FetchSnapshot(FetchedSnapshot {
                at: raft.standing(error),
                snapshot: LogPosition::default(),
                size: 0,
                position: 0,
                bytes: SnapshotBytes::None,
            })
        };
        if let Some(error) = self.refuse_leader_only(fetch.epoch) {
            return nothing(self, error);
        }
        let size = match self.log.snapshot_size(fetch.snapshot) {
            Some(size) if fetch.snapshot != LogPosition::BOOTSTRAP => size,
            _ => return nothing(self, code::SNAPSHOT_NOT_FOUND),
        };
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        if fetch.position < 0 || fetch.position >= size {
            return nothing(self, code::POSITION_OUT_OF_RANGE);
        }
        let (me, check_quorum_ms) = (self.config.node_id, self.check_quorum_ms());
        if fetch.replica.id != me
            && let Some(leader) = self.leader()
        {
            leader.note_fetch(fetch.replica, me, now.mono, check_quorum_ms);
        }
        let bytes_max = fetch.bytes_max.clamp(0, self.config.fetch_snapshot_bytes_max);
        Response::FetchSnapshot(FetchedSnapshot {
            at: self.standing(code::NONE),
            snapshot: fetch.snapshot,
            size,
            position: fetch.position,
            bytes: SnapshotBytes::Read { bytes_max },
        })
    }

    pub(crate) fn on_describe(&mut self, now: Now) -> Response {
        let (me, end) = (self.me(), self.log.end);
        let mut quorum = Quorum {
            error: code::NOT_LEADER_OR_FOLLOWER,
            leader: self.config.node_id,
            epoch: self.election.epoch,
            high_watermark: self.high_watermark.unwrap_or(Offset::NONE),
            voters: Vec::new(),
            observers: Vec::new(),
        };
        if let Some(leader) = self.leader() {
            quorum.error = code::NONE;
            let long_ago = Timestamp(now.wall.0.saturating_sub(OBSERVER_SESSION_MS));
            leader.observers.retain(|replica| replica.last_fetch > long_ago || replica.key == me);
            let status = |replica: &Replica| {
                let mine = replica.key.names(me);
                ReplicaStatus {
                    key: replica.key,
                    endpoints: replica.endpoints.clone(),
                    log_end: if mine { end } else { replica.end.unwrap_or(Offset::NONE) },
                    last_fetch: if mine { now.wall } else { replica.last_fetch },
                    last_caught_up: if mine { now.wall } else { replica.last_caught_up },
                }
            };
            quorum.voters = leader.voters.iter().map(status).collect();
            quorum.observers = leader.observers.iter().map(status).collect();
        }
        Response::DescribeQuorum(Box::new(quorum))
    }

    pub(crate) fn poll_leader(&mut self, now: Now, fx: &mut RaftEffects) -> Mono {
        let only = self.voters().is_only(self.me());
        let begin_every_ms = self.config.fetch_timeout_ms / 2;
        let Role::Leader(leader) = &mut self.role else { return Mono::NEVER };
        let deserted = leader.voters.len() > 1 && now.mono >= leader.check_quorum_at;
        if deserted || (self.is_stopping() && !only) {
            self.resign(now, fx);
            return now.mono;
        }
        let Role::Leader(leader) = &mut self.role else { return Mono::NEVER };
        let mut wake = if leader.voters.len() > 1 { leader.check_quorum_at } else { Mono::NEVER };
        let late = leader.parked.extract_if(.., |parked| now.mono >= parked.deadline).collect::<Vec<_>>();
        wake = leader.parked.iter().map(|parked| parked.deadline).fold(wake, Mono::min);
        let tell = now.mono >= leader.begin_epoch_at;
        if tell {
            leader.begin_epoch_at = now.mono.after_ms(begin_every_ms);
        }
        let begin_at = leader.begin_epoch_at;
        for parked in late {
            let response = Response::Fetch(self.fetched(&parked.fetch));
            fx.push(RaftEffect::Reply { token: parked.token, response });
        }
        let others = self.other_voters();
        if !others.is_empty() {
            wake = wake.min(begin_at);
        }
        if tell {
            for voter in others {
                let Some(peer) = self.voter_peer(voter) else { continue };
                let request = Request::BeginQuorumEpoch(BeginQuorumEpoch {
                    cluster_id: Some(self.config.cluster_id.clone()),
                    voter: self.voters().get(voter).map_or(ReplicaKey::UNSAID, |voter| voter.key),
                    leader: self.config.node_id,
                    epoch: self.election.epoch,
                    endpoints: self.config.endpoints.clone(),
                });
                self.send(now, peer, request, fx);
            }
        }
        wake.min(self.poll_change(now, fx))
    }
}
