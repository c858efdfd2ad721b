//! The roles of a replica and what each remembers beyond the election.
//!
//! Data only; the transitions are in `elect`, what a leader and a follower do in `lead` and `follow`. An observer is no
//! role of its own: it is a replica that is not in the voter set and so never leaves Unattached and Follower.
//!
//! ```text
//! Unattached  -> Unattached (higher epoch, vote given), Prospective (election timeout), Follower (leader found)
//! Prospective -> Candidate (majority would vote), Unattached or Follower (lost or timed out; higher epoch)
//! Candidate   -> Leader (majority voted), Prospective (timed out), Unattached or Follower (higher epoch)
//! Follower    -> Prospective (fetch timeout), Unattached or Follower (higher epoch)
//! Leader      -> Resigned (told to, or no majority fetches), Unattached or Follower (higher epoch)
//! Resigned    -> Unattached (election timeout, epoch + 1; higher epoch), Follower (higher epoch)
//! ```

use protocol::{BrokerId, Mono, Offset, Timestamp};

use crate::event::RequestToken;
use crate::message::{Code, Fetch, Response, VoterChange};
use crate::types::{Endpoints, ReplicaKey, SnapshotId, Voter, VoterSet};

/// See the module.
#[derive(Debug)]
pub(crate) enum Role {
    /// No leader to fetch from; perhaps a vote given in this epoch.
    Unattached { deadline: Mono },
    /// Asks whether it would get votes, without a new epoch (KIP-996).
    Prospective { ballot: Ballot, deadline: Mono },
    /// Voted for itself in a new epoch and asks for votes.
    Candidate { ballot: Ballot, deadline: Mono },
    /// Won the epoch.
    Leader(Box<Leader>),
    /// Fetches from the epoch's leader.
    Follower(Follower),
    /// Led this epoch before and does no more. It can not vote in it.
    Resigned { deadline: Mono, unacknowledged: Vec<BrokerId>, successors: Vec<ReplicaKey> },
}

/// The votes of one election.
#[derive(Debug)]
pub(crate) struct Ballot {
    /// `None`: not heard from.
    votes: Vec<(ReplicaKey, Option<bool>)>,
}

impl Ballot {
    /// An election among `voters` in which `me` has voted for itself.
    pub(crate) fn new(voters: &VoterSet, me: ReplicaKey) -> Self {
        let vote = |voter: &Voter| (voter.key, (voter.key.id == me.id).then_some(true));
        Self { votes: voters.list().iter().map(vote).collect() }
    }

    /// Notes a vote; the first one of a voter counts.
    pub(crate) fn record(&mut self, id: BrokerId, granted: bool) {
        if let Some((_, vote @ None)) = self.votes.iter_mut().find(|(key, _)| key.id == id) {
            *vote = Some(granted);
        }
    }

    fn count(&self, vote: Option<bool>) -> usize {
        self.votes.iter().filter(|(_, v)| *v == vote).count()
    }

    fn majority(&self) -> usize {
        self.votes.len() / 2 + 1
    }

    pub(crate) fn is_won(&self) -> bool {
        self.count(Some(true)) >= self.majority()
    }

    /// Whether no majority can come any more.
    pub(crate) fn is_lost(&self) -> bool {
        self.count(Some(true)) + self.count(None) < self.majority()
    }

    pub(crate) fn unheard(&self) -> Vec<ReplicaKey> {
        self.votes.iter().filter(|(_, vote)| vote.is_none()).map(|(key, _)| *key).collect()
    }

    pub(crate) fn granting(&self) -> Vec<BrokerId> {
        self.votes.iter().filter(|(_, vote)| *vote == Some(true)).map(|(key, _)| key.id).collect()
    }
}

/// What a follower remembers.
#[derive(Debug)]
pub(crate) struct Follower {
    /// When the leader counts as gone.
    pub(crate) deadline: Mono,
    /// Whether a Fetch of this epoch was answered; then the leader lives, and no pre-vote is given.
    pub(crate) has_fetched: bool,
    /// The snapshot being received, instead of records.
    pub(crate) download: Option<Download>,
    /// When to look again whether the own entry in the voter set is right.
    pub(crate) update_voter_at: Mono,
}

/// A snapshot on its way.
#[derive(Debug)]
pub(crate) struct Download {
    pub(crate) id: SnapshotId,
    pub(crate) position: u64,
    /// Its first bytes, which hold the control records.
    pub(crate) head: Vec<u8>,
}

/// What a leader remembers.
#[derive(Debug)]
pub(crate) struct Leader {
    /// Where the epoch's first record is. Nothing is committed before that record is.
    pub(crate) epoch_start: Offset,
    pub(crate) voters: Vec<Replica>,
    pub(crate) observers: Vec<Replica>,
    pub(crate) parked: Vec<Parked>,
    /// When the leader resigns if no majority has fetched.
    pub(crate) check_quorum_at: Mono,
    /// Voters that fetched since `check_quorum_at` was set.
    pub(crate) fetched: Vec<BrokerId>,
    /// When the voters are told of the epoch again.
    pub(crate) begin_epoch_at: Mono,
    /// The change of the voter set in progress; one at a time.
    pub(crate) change: Option<Change>,
}

/// A replica as its leader sees it.
#[derive(Clone, Debug)]
pub(crate) struct Replica {
    pub(crate) key: ReplicaKey,
    pub(crate) endpoints: Endpoints,
    /// Everything before it is safe with the replica.
    pub(crate) end: Option<Offset>,
    pub(crate) last_fetch: Timestamp,
    /// The leader's end at that time.
    pub(crate) last_fetch_leader_end: Offset,
    pub(crate) last_caught_up: Timestamp,
}

impl Replica {
    pub(crate) fn new(key: ReplicaKey, endpoints: Endpoints) -> Self {
        Self {
            key,
            endpoints,
            end: None,
            last_fetch: Timestamp::NONE,
            last_fetch_leader_end: Offset::NONE,
            last_caught_up: Timestamp::NONE,
        }
    }
}

/// A Fetch that waits for records.
#[derive(Debug)]
pub(crate) struct Parked {
    pub(crate) token: RequestToken,
    pub(crate) fetch: Fetch,
    pub(crate) deadline: Mono,
}

/// A change of the voter set that is not committed yet.
#[derive(Debug)]
pub(crate) struct Change {
    /// Whom to answer; `None` once answered.
    pub(crate) token: Option<RequestToken>,
    pub(crate) stage: Stage,
    pub(crate) deadline: Mono,
}

/// What is changed, and how far that is.
#[derive(Debug)]
pub(crate) enum Stage {
    /// Asks the new voter which `kraft.version`s it runs.
    Probe {
        voter: Voter,
        ack_when_committed: bool,
    },
    /// The voters record is in the log at `offset`.
    Added {
        offset: Offset,
    },
    Removed {
        offset: Offset,
    },
}

impl Change {
    /// The answer to whoever asked for it.
    pub(crate) fn answer(&self, error: Code, message: Option<&'static str>) -> Response {
        let outcome = VoterChange { error, message };
        match self.stage {
            Stage::Probe { .. } | Stage::Added { .. } => Response::AddVoter(outcome),
            Stage::Removed { .. } => Response::RemoveVoter(outcome),
        }
    }
}
