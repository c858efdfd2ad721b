//! Elections: votes asked for and given, and the transitions between roles.
//!
//! KIP-595 with pre-votes (KIP-996) and directory ids (KIP-853). Does not know what a leader does once it is one.
//!
//! - A vote, and every new epoch, is in `quorum-state` before anything about it is sent (effect order).
//! - A transition within an epoch keeps the vote given in it.

use protocol::{BrokerId, LeaderEpoch, Mono, Now};

use crate::config::UPDATE_VOTER_PERIOD_MS;
use crate::event::{Fault, RaftEffect, RaftEffects};
use crate::message::{BeginQuorumEpoch, Code, EndQuorumEpoch, Request, Response, Standing, Vote, code};
use crate::quorum_state::Election;
use crate::raft::Raft;
use crate::role::{Ballot, Follower, Role};
use crate::types::{Endpoints, ReplicaKey};

impl Raft {
    pub(crate) fn on_vote(&mut self, now: Now, vote: &Vote, fx: &mut RaftEffects) -> Response {
        let answer =
            |raft: &Self, error: Code, granted: bool| Response::Vote { at: raft.standing(error), granted };
        // A pre-vote comes without a new epoch, so there may be a record of that epoch.
        let last_epoch_is_bad =
            if vote.pre_vote { vote.last.epoch > vote.epoch } else { vote.last.epoch >= vote.epoch };
        if vote.last.end.0 < 0 || vote.last.epoch.0 < 0 || last_epoch_is_bad {
            return answer(self, code::INVALID_REQUEST, false);
        }
        if let Some(error) = self.refuse_voter_only(vote.replica.id, vote.epoch) {
            return answer(self, error, false);
        }
        if vote.epoch > self.election.epoch {
            self.become_unattached(now, vote.epoch, None, fx);
        }
        if !self.is_meant(vote.voter) {
            return answer(self, code::INVALID_VOTER_KEY, false);
        }
        let granted = self.grants(vote);
        if granted && !vote.pre_vote && self.election.voted.is_none() {
            self.election.voted = Some(vote.replica);
            self.persist(fx);
            let (deadline, me) = (self.election_deadline(now), self.me());
            match &mut self.role {
                Role::Unattached { deadline: current } => *current = deadline,
                // Having voted, it asks anew: what was answered before was about another election.
                Role::Prospective { .. } => {
                    let ballot = Ballot::new(self.voters(), me);
                    self.enter(Role::Prospective { ballot, deadline }, fx);
                }
                _ => {}
            }
        }
        answer(self, code::NONE, granted)
    }

    /// Whether the asker gets (or would get) this node's vote. The epochs are equal here.
    fn grants(&self, vote: &Vote) -> bool {
        if vote.replica.id == self.config.node_id {
            return false;
        }
        let up_to_date = vote.last >= self.log.position();
        match &self.role {
            Role::Unattached { .. } | Role::Prospective { .. } if vote.pre_vote => up_to_date,
            Role::Unattached { .. } | Role::Prospective { .. } => match self.election.voted {
                Some(voted) => voted.names(vote.replica),
                None => self.election.leader.is_none() && up_to_date,
            },
            // A follower that hears from its leader does not help to depose it.
            Role::Follower(follower) if vote.pre_vote => up_to_date && !follower.has_fetched,
            Role::Follower(_) => self.election.voted.is_some_and(|voted| voted.names(vote.replica)),
            Role::Candidate { .. } | Role::Resigned { .. } => vote.pre_vote && up_to_date,
            Role::Leader(_) => false,
        }
    }

    pub(crate) fn on_vote_answer(
        &mut self,
        now: Now,
        peer: BrokerId,
        at: &Standing,
        granted: bool,
        fx: &mut RaftEffects,
    ) -> bool {
        if let Some(good) = self.common(now, at, fx) {
            return good;
        }
        if at.error != code::NONE {
            fx.push(RaftEffect::Fault(Fault::UnexpectedError { code: at.error }));
            return false;
        }
        match &mut self.role {
            Role::Prospective { ballot, .. } => {
                ballot.record(peer, granted);
                if ballot.is_won() {
                    self.become_candidate(now, fx);
                } else if ballot.is_lost() {
                    self.lose_prospective(now, fx);
                }
            }
            Role::Candidate { ballot, .. } => {
                // A lost election is waited out, so that not all losers ask again at once.
                ballot.record(peer, granted);
                if ballot.is_won() {
                    self.become_leader(now, fx);
                }
            }
            _ => {}
        }
        true
    }

    pub(crate) fn on_begin_epoch(
        &mut self,
        now: Now,
        begin: BeginQuorumEpoch,
        fx: &mut RaftEffects,
    ) -> Response {
        if let Some(error) = self.refuse_voter_only(begin.leader, begin.epoch) {
            return Response::BeginQuorumEpoch(self.standing(error));
        }
        if !self.maybe_transition(now, Some(begin.leader), begin.epoch, begin.endpoints, fx) {
            return Response::BeginQuorumEpoch(self.standing(code::INVALID_REQUEST));
        }
        let error = if self.is_meant(begin.voter) { code::NONE } else { code::INVALID_VOTER_KEY };
        Response::BeginQuorumEpoch(self.standing(error))
    }

    pub(crate) fn on_end_epoch(&mut self, now: Now, end: EndQuorumEpoch, fx: &mut RaftEffects) -> Response {
        if let Some(error) = self.refuse_voter_only(end.leader, end.epoch) {
            return Response::EndQuorumEpoch(self.standing(error));
        }
        if !self.maybe_transition(now, Some(end.leader), end.epoch, end.endpoints, fx) {
            return Response::EndQuorumEpoch(self.standing(code::INVALID_REQUEST));
        }
        let backoff_ms = self.succession_backoff_ms(&end.successors);
        if let Role::Follower(follower) = &mut self.role {
            follower.deadline = now.mono.after_ms(backoff_ms);
        }
        Response::EndQuorumEpoch(self.standing(code::NONE))
    }

    /// The best successor starts an election at once, the others later the further down the list they are.
    fn succession_backoff_ms(&self, successors: &[ReplicaKey]) -> i64 {
        let max = self.config.election_backoff_ms_max;
        match successors.iter().position(|successor| successor.names(self.me())) {
            Some(0) => 0,
            None => max,
            Some(position) => {
                let base = max >> (successors.len() - 1).min(62);
                base.checked_shl((position - 1).min(62) as u32).filter(|ms| *ms >= 0).unwrap_or(max).min(max)
            }
        }
    }

    /// Vote, BeginQuorumEpoch and EndQuorumEpoch have this in common.
    fn refuse_voter_only(&self, sender: BrokerId, epoch: LeaderEpoch) -> Option<Code> {
        if epoch < self.election.epoch {
            Some(code::FENCED_LEADER_EPOCH)
        } else if sender.0 < 0 {
            Some(code::INVALID_REQUEST)
        } else {
            None
        }
    }

    /// Whether a request with that voter key is for this replica.
    fn is_meant(&self, voter: ReplicaKey) -> bool {
        voter.id.0 < 0 || voter.names(self.me())
    }

    /// What all answers can say. `Some(good)`: all is said, and whether the peer may be asked again at once; `None`: the
    /// answer is for this epoch and worth reading on.
    pub(crate) fn common(&mut self, now: Now, at: &Standing, fx: &mut RaftEffects) -> Option<bool> {
        let leader = (at.leader.0 >= 0).then_some(at.leader);
        if at.epoch < self.election.epoch || at.error == code::UNKNOWN_LEADER_EPOCH {
            return Some(true);
        }
        if at.epoch > self.election.epoch
            || at.error == code::FENCED_LEADER_EPOCH
            || at.error == code::NOT_LEADER_OR_FOLLOWER
        {
            return Some(self.maybe_transition(now, leader, at.epoch, at.endpoints.clone(), fx));
        }
        if leader.is_some() && self.election.leader.is_none() {
            // The answer may be used at once, so that an observer finds the leader and reads from it in one go.
            if !self.maybe_transition(now, leader, at.epoch, at.endpoints.clone(), fx) {
                return Some(false);
            }
            return if at.error == code::NONE { None } else { Some(true) };
        }
        match at.error {
            code::BROKER_NOT_AVAILABLE => Some(false),
            code::INVALID_VOTER_KEY => Some(true),
            code::INVALID_REQUEST => {
                fx.push(RaftEffect::Fault(Fault::UnexpectedError { code: at.error }));
                Some(false)
            }
            _ => None,
        }
    }

    /// Takes in who leads which epoch, said by anyone. False, and nothing done, if that can't be.
    pub(crate) fn maybe_transition(
        &mut self,
        now: Now,
        leader: Option<BrokerId>,
        epoch: LeaderEpoch,
        endpoints: Endpoints,
        fx: &mut RaftEffects,
    ) -> bool {
        let known = self.election.leader;
        if let Some(named) = leader {
            let consistent = if named == self.config.node_id {
                epoch == self.election.epoch && known == leader
            } else {
                epoch != self.election.epoch || known.is_none() || known == leader
            };
            if !consistent {
                let known = known.unwrap_or(BrokerId::NONE);
                fx.push(RaftEffect::Fault(Fault::InconsistentLeader { epoch, known, named }));
                return false;
            }
        }
        if epoch < self.election.epoch {
            return true;
        }
        let Some(leader) = leader else {
            if epoch > self.election.epoch {
                self.become_unattached(now, epoch, None, fx);
            }
            return true;
        };
        if leader == self.config.node_id {
            return true;
        }
        let endpoints = if endpoints.is_empty() { self.voters().endpoints(leader) } else { endpoints };
        let news = epoch > self.election.epoch
            || known.is_none()
            || endpoints.list().len() > self.leader_endpoints.list().len();
        if news {
            self.become_follower(now, epoch, leader, endpoints, fx);
        }
        true
    }

    pub(crate) fn election_deadline(&mut self, now: Now) -> Mono {
        let timeout = self.config.election_timeout_ms;
        let random = self.rng.below(u64::try_from(timeout).unwrap_or(0)) as i64;
        now.mono.after_ms(timeout.saturating_add(random))
    }

    pub(crate) fn become_unattached(
        &mut self,
        now: Now,
        epoch: LeaderEpoch,
        leader: Option<BrokerId>,
        fx: &mut RaftEffects,
    ) {
        // Whoever was waiting for an election goes on waiting for as long: a peer that counts epochs up must not
        // keep this node from ever standing for election.
        let deadline = match &self.role {
            _ if !self.may_stand() => Mono::NEVER,
            Role::Unattached { deadline }
            | Role::Candidate { deadline, .. }
            | Role::Resigned { deadline, .. } => *deadline,
            Role::Prospective { ballot, deadline } if !ballot.is_lost() => *deadline,
            _ => self.election_deadline(now),
        };
        let voted = if epoch == self.election.epoch { self.election.voted } else { None };
        self.election = Election { epoch, leader, voted };
        self.leader_endpoints = Endpoints::EMPTY;
        self.enter(Role::Unattached { deadline }, fx);
    }

    pub(crate) fn become_follower(
        &mut self,
        now: Now,
        epoch: LeaderEpoch,
        leader: BrokerId,
        endpoints: Endpoints,
        fx: &mut RaftEffects,
    ) {
        if endpoints.get(&self.config.listener).is_none() {
            // It can't be asked for records; it will make itself known with BeginQuorumEpoch, or someone else will.
            if epoch > self.election.epoch || self.election.leader != Some(leader) {
                self.become_unattached(now, epoch, Some(leader), fx);
            }
            return;
        }
        let voted = if epoch == self.election.epoch { self.election.voted } else { None };
        self.election = Election { epoch, leader: Some(leader), voted };
        self.enter_follower(now, endpoints, fx);
    }

    pub(crate) fn enter_follower(&mut self, now: Now, endpoints: Endpoints, fx: &mut RaftEffects) {
        self.leader_endpoints = endpoints;
        let follower = Follower {
            deadline: now.mono.after_ms(self.config.fetch_timeout_ms),
            has_fetched: false,
            download: None,
            update_voter_at: now.mono.after_ms(UPDATE_VOTER_PERIOD_MS),
        };
        self.enter(Role::Follower(follower), fx);
    }

    pub(crate) fn become_prospective(&mut self, now: Now, fx: &mut RaftEffects) {
        let ballot = Ballot::new(self.voters(), self.me());
        let won = ballot.is_won();
        let deadline = self.election_deadline(now);
        self.enter(Role::Prospective { ballot, deadline }, fx);
        if won {
            self.become_candidate(now, fx);
        }
    }

    pub(crate) fn become_candidate(&mut self, now: Now, fx: &mut RaftEffects) {
        let Some(epoch) = self.election.epoch.0.checked_add(1) else { return };
        self.election = Election { epoch: LeaderEpoch(epoch), leader: None, voted: Some(self.me()) };
        self.enter_candidate(now, fx);
    }

    /// Stands for election in the epoch in which this node has voted for itself.
    pub(crate) fn enter_candidate(&mut self, now: Now, fx: &mut RaftEffects) {
        self.leader_endpoints = Endpoints::EMPTY;
        let ballot = Ballot::new(self.voters(), self.me());
        let won = ballot.is_won();
        let deadline = self.election_deadline(now);
        self.enter(Role::Candidate { ballot, deadline }, fx);
        if won {
            self.become_leader(now, fx);
        }
    }

    /// Back to the leader, if there is one that can be asked; else to waiting.
    fn lose_prospective(&mut self, now: Now, fx: &mut RaftEffects) {
        let (epoch, leader) = (self.election.epoch, self.election.leader);
        match leader {
            Some(leader) if self.leader_endpoints.get(&self.config.listener).is_some() => {
                self.become_follower(now, epoch, leader, self.leader_endpoints.clone(), fx);
            }
            _ => self.become_unattached(now, epoch, leader, fx),
        }
    }

    pub(crate) fn poll_nominee(&mut self, now: Now, fx: &mut RaftEffects) -> Mono {
        let (pre_vote, ballot, deadline) = match &self.role {
            Role::Prospective { ballot, deadline } => (true, ballot, *deadline),
            Role::Candidate { ballot, deadline } => (false, ballot, *deadline),
            _ => return Mono::NEVER,
        };
        let (unheard, lost) = (ballot.unheard(), ballot.is_lost());
        if now.mono >= deadline && !self.is_stopping() {
            if pre_vote {
                self.lose_prospective(now, fx);
            } else if self.may_stand() {
                self.become_prospective(now, fx);
            } else {
                self.become_unattached(now, self.election.epoch, None, fx);
            }
            return now.mono;
        }
        let mut wake = if self.is_stopping() { Mono::NEVER } else { deadline };
        if lost {
            return wake;
        }
        for voter in unheard {
            let Some(peer) = self.voter_peer(voter.id) else { continue };
            let request = Request::Vote(Vote {
                cluster_id: Some(self.config.cluster_id.clone()),
                voter,
                replica: self.me(),
                epoch: self.election.epoch,
                last: self.log.position(),
                pre_vote,
            });
            wake = wake.min(self.send(now, peer, request, fx));
        }
        wake
    }

    /// Gives the epoch up.
    pub(crate) fn resign(&mut self, now: Now, fx: &mut RaftEffects) {
        let successors = self.successors();
        let unacknowledged = self.other_voters();
        let deadline = self.election_deadline(now);
        self.enter(Role::Resigned { deadline, unacknowledged, successors }, fx);
    }

    pub(crate) fn poll_resigned(&mut self, now: Now, fx: &mut RaftEffects) -> Mono {
        let Role::Resigned { deadline, unacknowledged, successors } = &self.role else { return Mono::NEVER };
        let (deadline, unacknowledged, successors) = (*deadline, unacknowledged.clone(), successors.clone());
        if now.mono >= deadline && !self.is_stopping() {
            // A new epoch, so that nobody is told any more that this node leads.
            let Some(epoch) = self.election.epoch.0.checked_add(1) else { return Mono::NEVER };
            self.become_unattached(now, LeaderEpoch(epoch), None, fx);
            return now.mono;
        }
        let mut wake = if self.is_stopping() { Mono::NEVER } else { deadline };
        for voter in unacknowledged {
            let Some(peer) = self.voter_peer(voter) else { continue };
            let request = Request::EndQuorumEpoch(EndQuorumEpoch {
                cluster_id: Some(self.config.cluster_id.clone()),
                leader: self.config.node_id,
                epoch: self.election.epoch,
                successors: successors.clone(),
                endpoints: self.config.endpoints.clone(),
            });
            wake = wake.min(self.send(now, peer, request, fx));
        }
        wake
    }
}
