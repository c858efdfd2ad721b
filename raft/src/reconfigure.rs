//! Changes of the voter set by request (KIP-853): AddRaftVoter, RemoveRaftVoter, UpdateRaftVoter, by the leader only.
//!
//! A change is one voters record. It counts from the moment it is in the log, committed or not; so there is one at a
//! time, and none before the last one and a record of the leader's epoch are committed.
//!
//! Not here: raising `kraft.version` from 0 to 1 (`UpdateFeatures`), and joining by itself
//! (`controller.quorum.auto.join.enable`), which is an AddRaftVoter that an observer sends to its leader.

use protocol::{BrokerId, Mono, Now, Offset};

use crate::control::Control;
use crate::event::{Peer, RaftEffect, RaftEffects, RequestToken};
use crate::message::{AddVoter, Code, RemoveVoter, Request, Response, UpdateVoter, VoterChange, code};
use crate::peers::Readiness;
use crate::raft::Raft;
use crate::role::{Change, Role, Stage};
use crate::types::{Voter, VoterSet};

/// A replica counts as caught up, so that it may vote, if it was once and has fetched within this time.
const CAUGHT_UP_WITHIN_MS: i64 = 3_600_000;

/// Why a change can not begin.
type Refusal = (Code, &'static str);

/// Ends a change and answers whoever asked for it.
pub(crate) fn end_change(change: Change, error: Code, message: Option<&'static str>, fx: &mut RaftEffects) {
    if let Some(token) = change.token {
        fx.push(RaftEffect::Reply { token, response: change.answer(error, message) });
    }
}

impl Raft {
    /// The voters that a change may start from.
    fn changeable_voters(&self) -> Result<&VoterSet, Refusal> {
        let Role::Leader(leader) = &self.role else {
            return Err((code::NOT_LEADER_OR_FOLLOWER, "Not the leader"));
        };
        if leader.change.is_some() {
            return Err((code::REQUEST_TIMED_OUT, "Another change of the voters is in progress"));
        }
        let Some(high_watermark) = self.high_watermark else {
            return Err((code::REQUEST_TIMED_OUT, "The leader has not committed a record of its epoch yet"));
        };
        if self.kraft_version() == 0 {
            return Err((code::UNSUPPORTED_VERSION, "The voters can not change while kraft.version is 0"));
        }
        match self.log.voters.last_offset() {
            Some(offset) if offset < high_watermark => Ok(self.voters()),
            _ => Err((code::REQUEST_TIMED_OUT, "The last change of the voters is not committed yet")),
        }
    }

    fn append_voters(&mut self, now: Now, set: VoterSet, fx: &mut RaftEffects) -> Offset {
        let offset = self.log.end;
        self.append_controls(now, &[Control::Voters(set)], fx);
        self.take_latest_voters();
        self.wake_parked(fx);
        // With the voters the majority may have changed.
        self.update_high_watermark(now, fx);
        offset
    }

    pub(crate) fn on_add_voter(
        &mut self,
        now: Now,
        token: RequestToken,
        add: AddVoter,
        fx: &mut RaftEffects,
    ) -> Option<Response> {
        let refused =
            |error, message| Some(Response::AddVoter(VoterChange { error, message: Some(message) }));
        if let Some(error) = self.refuse_leader_only(self.election.epoch) {
            return Some(Response::AddVoter(VoterChange { error, message: None }));
        }
        if add.voter.id.0 < 0 || add.voter.directory.is_zero() {
            return refused(code::INVALID_REQUEST, "Add voter request didn't include a valid voter");
        }
        let Some(endpoint) = add.endpoints.get(&self.config.listener) else {
            return refused(
                code::INVALID_REQUEST,
                "The new voter has no endpoint on the controller listener",
            );
        };
        let peer = Peer { id: add.voter.id, host: endpoint.host.clone(), port: endpoint.port };
        match self.changeable_voters() {
            Err((error, message)) => return refused(error, message),
            Ok(voters) if voters.get(add.voter.id).is_some() => {
                return refused(code::DUPLICATE_VOTER, "The id is in the voter set already");
            }
            Ok(_) => {}
        }
        match self.peers.readiness(now.mono, peer.id) {
            Readiness::Ready | Readiness::TimedOut => {}
            _ => return refused(code::REQUEST_TIMED_OUT, "The new voter can not be asked now"),
        }
        // Kafka gives the change as long as the question to the new voter may take, whatever the request says.
        let deadline = self.send(now, peer, Request::ApiVersions, fx);
        let voter =
            Voter { key: add.voter, endpoints: add.endpoints, kraft_version_min: 0, kraft_version_max: 0 };
        let stage = Stage::Probe { voter, ack_when_committed: add.ack_when_committed };
        if let Some(leader) = self.leader() {
            leader.change = Some(Change { token: Some(token), stage, deadline });
        }
        None
    }

    /// The new voter has said what it runs: if that is enough and it is caught up, it is made a voter.
    pub(crate) fn on_api_versions(
        &mut self,
        now: Now,
        peer: BrokerId,
        error: Code,
        kraft_versions: Option<(i16, i16)>,
        fx: &mut RaftEffects,
    ) -> bool {
        let version = self.kraft_version();
        let set = self.voters().clone();
        let Some(leader) = self.leader() else { return true };
        let awaited =
            |change: &mut Change| matches!(&change.stage, Stage::Probe { voter, .. } if voter.key.id == peer);
        let Some(mut change) = leader.change.take_if(awaited) else { return true };
        let Stage::Probe { voter, ack_when_committed } = &change.stage else { return true };
        if error != code::NONE {
            let message = Some("The new voter answered with an error");
            end_change(change, code::REQUEST_TIMED_OUT, message, fx);
            return false;
        }
        let Some((min, max)) = kraft_versions.filter(|(min, max)| (*min..=*max).contains(&version)) else {
            let message = Some("The new voter does not support the kraft.version of the cluster");
            end_change(change, code::INVALID_REQUEST, message, fx);
            return true;
        };
        let recent = now.wall.0.saturating_sub(CAUGHT_UP_WITHIN_MS);
        let caught_up = leader.observers.iter().any(|replica| {
            replica.key == voter.key && replica.last_caught_up.0 > 0 && replica.last_fetch.0 > recent
        });
        if !caught_up {
            end_change(change, code::REQUEST_TIMED_OUT, Some("The new voter is lagging behind"), fx);
            return true;
        }
        let voter = Voter { kraft_version_min: min, kraft_version_max: max, ..voter.clone() };
        let ack_now = !ack_when_committed;
        let Some(set) = set.added(voter) else {
            end_change(change, code::DUPLICATE_VOTER, None, fx);
            return true;
        };
        let offset = self.append_voters(now, set, fx);
        change.stage = Stage::Added { offset };
        if ack_now && let Some(token) = change.token.take() {
            fx.push(RaftEffect::Reply { token, response: change.answer(code::NONE, None) });
        }
        if let Some(leader) = self.leader() {
            leader.change = Some(change);
        }
        true
    }

    pub(crate) fn on_remove_voter(
        &mut self,
        now: Now,
        token: RequestToken,
        remove: &RemoveVoter,
        fx: &mut RaftEffects,
    ) -> Option<Response> {
        let refused =
            |error, message| Some(Response::RemoveVoter(VoterChange { error, message: Some(message) }));
        if let Some(error) = self.refuse_leader_only(self.election.epoch) {
            return Some(Response::RemoveVoter(VoterChange { error, message: None }));
        }
        if remove.voter.id.0 < 0 || remove.voter.directory.is_zero() {
            return refused(code::INVALID_REQUEST, "Remove voter request didn't include a valid voter");
        }
        let set = match self.changeable_voters() {
            Err((error, message)) => return refused(error, message),
            Ok(voters) => match voters.removed(remove.voter) {
                Some(set) => set,
                None => return refused(code::VOTER_NOT_FOUND, "The replica is not a voter, or the last one"),
            },
        };
        // The change is known before the record is, so that it ends even if the record is committed at once.
        let deadline = now.mono.after_ms(self.config.request_timeout_ms);
        let stage = Stage::Removed { offset: self.log.end };
        if let Some(leader) = self.leader() {
            leader.change = Some(Change { token: Some(token), stage, deadline });
        }
        self.append_voters(now, set, fx);
        None
    }

    pub(crate) fn on_update_voter(
        &mut self,
        now: Now,
        update: &UpdateVoter,
        fx: &mut RaftEffects,
    ) -> Response {
        let error = self.update_voter(now, update, fx).err().unwrap_or(code::NONE);
        Response::UpdateVoter(self.standing(error))
    }

    fn update_voter(&mut self, now: Now, update: &UpdateVoter, fx: &mut RaftEffects) -> Result<(), Code> {
        if let Some(error) = self.refuse_leader_only(update.epoch) {
            return Err(error);
        }
        let (min, max) = (update.kraft_version_min, update.kraft_version_max);
        let valid = update.voter.id.0 >= 0
            && !update.voter.directory.is_zero()
            && update.endpoints.get(&self.config.listener).is_some()
            && 0 <= min
            && min <= max;
        if !valid {
            return Err(code::INVALID_REQUEST);
        }
        if self.kraft_version() == 0 {
            // Nothing is written then; a follower only needs to know that it was heard.
            return if self.high_watermark.is_some() { Ok(()) } else { Err(code::REQUEST_TIMED_OUT) };
        }
        let version = self.kraft_version();
        let set = match self.changeable_voters() {
            Err((error, _)) => return Err(error),
            Ok(_) if !(min..=max).contains(&version) => return Err(code::INVALID_REQUEST),
            Ok(voters) => voters.updated(&Voter {
                key: update.voter,
                endpoints: update.endpoints.clone(),
                kraft_version_min: min,
                kraft_version_max: max,
            }),
        };
        let Some(set) = set else { return Err(code::VOTER_NOT_FOUND) };
        self.append_voters(now, set, fx);
        Ok(())
    }

    /// Ends the change whose record is committed now. A leader that does not vote any more gives up then, whoever wrote
    /// the record.
    pub(crate) fn maybe_end_change(&mut self, now: Now, high_watermark: Offset, fx: &mut RaftEffects) {
        let Some(leader) = self.leader() else { return };
        let committed = |change: &mut Change| match change.stage {
            Stage::Added { offset } | Stage::Removed { offset } => offset < high_watermark,
            Stage::Probe { .. } => false,
        };
        if let Some(change) = leader.change.take_if(committed) {
            end_change(change, code::NONE, None, fx);
        }
        let settled = self.log.voters.last_offset().is_some_and(|offset| offset < high_watermark);
        if settled && !self.is_voter() {
            self.resign(now, fx);
        }
    }

    /// Lets a change that takes too long go, and says when the next look is due.
    pub(crate) fn poll_change(&mut self, now: Now, fx: &mut RaftEffects) -> Mono {
        let Some(leader) = self.leader() else { return Mono::NEVER };
        if let Some(change) = leader.change.take_if(|change| now.mono >= change.deadline) {
            end_change(change, code::REQUEST_TIMED_OUT, None, fx);
        }
        leader.change.as_ref().map_or(Mono::NEVER, |change| change.deadline)
    }
}
