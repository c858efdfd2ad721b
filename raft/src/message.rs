//! The quorum's requests and answers in the form the state machine thinks in: one partition, no versions, owned.
//!
//! `wire` turns them into the protocol's messages and back. Records travel as plans (`ReadLog`, `ReadSnapshot`):
//! whoever performs the effect reads the bytes and puts them in.

use bytes::Bytes;
use protocol::{BrokerId, LeaderEpoch, Offset, Timestamp, Uuid};

use crate::types::{Endpoints, LogPosition, ReplicaKey, SnapshotId};

/// Kafka's error codes, as far as the quorum knows them.
pub mod code {
    /// A number as the wire carries it.
    pub type Code = i16;
    pub const UNKNOWN_SERVER_ERROR: Code = -1;
    pub const NONE: Code = 0;
    pub const UNKNOWN_TOPIC_OR_PARTITION: Code = 3;
    pub const NOT_LEADER_OR_FOLLOWER: Code = 6;
    pub const REQUEST_TIMED_OUT: Code = 7;
    pub const BROKER_NOT_AVAILABLE: Code = 8;
    pub const CLUSTER_AUTHORIZATION_FAILED: Code = 31;
    pub const UNSUPPORTED_VERSION: Code = 35;
    pub const INVALID_REQUEST: Code = 42;
    pub const FENCED_LEADER_EPOCH: Code = 74;
    pub const UNKNOWN_LEADER_EPOCH: Code = 75;
    pub const INCONSISTENT_VOTER_SET: Code = 94;
    pub const SNAPSHOT_NOT_FOUND: Code = 98;
    pub const POSITION_OUT_OF_RANGE: Code = 99;
    pub const INCONSISTENT_CLUSTER_ID: Code = 104;
    pub const INVALID_VOTER_KEY: Code = 125;
    pub const DUPLICATE_VOTER: Code = 126;
    pub const VOTER_NOT_FOUND: Code = 127;
}
pub use code::Code;

/// A request of the quorum, sent or received. In a received one the topic and partition were checked already.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    Vote(Vote),
    BeginQuorumEpoch(BeginQuorumEpoch),
    EndQuorumEpoch(EndQuorumEpoch),
    Fetch(Fetch),
    FetchSnapshot(FetchSnapshot),
    DescribeQuorum,
    AddVoter(AddVoter),
    RemoveVoter(RemoveVoter),
    UpdateVoter(UpdateVoter),
    /// Only ever sent: which `kraft.version`s does a replica run that is to become a voter?
    ApiVersions,
}

/// Asks for a vote (KIP-595), or whether one would be given (KIP-996).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vote {
    pub cluster_id: Option<String>,
    /// Whom the request is meant for; id -1 when not said.
    pub voter: ReplicaKey,
    /// Who asks.
    pub replica: ReplicaKey,
    pub epoch: LeaderEpoch,
    /// End of the asker's log.
    pub last: LogPosition,
    pub pre_vote: bool,
}

/// The leader of an epoch makes itself known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeginQuorumEpoch {
    pub cluster_id: Option<String>,
    /// Whom the request is meant for; id -1 when not said.
    pub voter: ReplicaKey,
    pub leader: BrokerId,
    pub epoch: LeaderEpoch,
    pub endpoints: Endpoints,
}

/// The leader of an epoch gives it up and names who should follow, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndQuorumEpoch {
    pub cluster_id: Option<String>,
    pub leader: BrokerId,
    pub epoch: LeaderEpoch,
    pub successors: Vec<ReplicaKey>,
    pub endpoints: Endpoints,
}

/// Asks for records, and thereby says that all before `position.end` is safe with the asker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fetch {
    pub cluster_id: Option<String>,
    /// Who asks; id -1 is no replica.
    pub replica: ReplicaKey,
    /// The leader epoch the asker believes in.
    pub epoch: LeaderEpoch,
    /// End of the asker's log.
    pub position: LogPosition,
    pub wait_ms_max: i32,
    pub bytes_max: i32,
    /// The high watermark the asker knows (KIP-1166); `Offset(i64::MAX)` when it does not say.
    pub high_watermark: Offset,
}

/// Asks for a piece of a snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FetchSnapshot {
    pub cluster_id: Option<String>,
    pub replica: ReplicaKey,
    pub epoch: LeaderEpoch,
    pub snapshot: SnapshotId,
    pub position: i64,
    pub bytes_max: i32,
}

/// Makes a replica a voter (KIP-853).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddVoter {
    pub cluster_id: Option<String>,
    pub timeout_ms: i32,
    pub voter: ReplicaKey,
    pub endpoints: Endpoints,
    /// Whether the answer waits until the change is committed.
    pub ack_when_committed: bool,
}

/// Takes a voter's vote away (KIP-853).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemoveVoter {
    pub cluster_id: Option<String>,
    pub voter: ReplicaKey,
}

/// A voter tells the leader where it listens and what it supports (KIP-853).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UpdateVoter {
    pub cluster_id: Option<String>,
    pub epoch: LeaderEpoch,
    pub voter: ReplicaKey,
    pub endpoints: Endpoints,
    pub kraft_version_min: i16,
    pub kraft_version_max: i16,
}

/// An answer of the quorum, sent or received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// Error for the request as a whole; no partition in it.
    Refused(Code),
    Vote {
        at: Standing,
        granted: bool,
    },
    BeginQuorumEpoch(Standing),
    EndQuorumEpoch(Standing),
    Fetch(Fetched),
    FetchSnapshot(FetchedSnapshot),
    DescribeQuorum(Box<Quorum>),
    AddVoter(VoterChange),
    RemoveVoter(VoterChange),
    UpdateVoter(Standing),
    /// Only ever received; lowest and highest `kraft.version`, if the feature is listed.
    ApiVersions {
        error: Code,
        kraft_versions: Option<(i16, i16)>,
    },
}

/// What every answer says of the partition: an error, and who leads as far as the answering node knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    pub error: Code,
    /// -1 when not known.
    pub leader: BrokerId,
    pub epoch: LeaderEpoch,
    /// Where that leader listens; the encoder picks the listener the request came in on.
    pub endpoints: Endpoints,
}

/// Records to be read from the log when the answer is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLog {
    pub from: Offset,
    /// Exclusive; the log's end when the answer was decided.
    pub end: Offset,
    /// The first batch is sent whole even if larger.
    pub bytes_max: i32,
}

/// Answer to a Fetch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fetched {
    pub at: Standing,
    /// -1 when not known.
    pub high_watermark: Offset,
    pub log_start: Offset,
    pub diverging: Option<LogPosition>,
    pub snapshot: Option<SnapshotId>,
    pub records: Records,
}

/// Where the records of a Fetch answer are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Records {
    None,
    /// In an answer to be sent: still in the log.
    Read(ReadLog),
    /// In a received answer.
    Bytes(Bytes),
}

/// Answer to a FetchSnapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FetchedSnapshot {
    pub at: Standing,
    pub snapshot: SnapshotId,
    pub size: i64,
    pub position: i64,
    pub bytes: SnapshotBytes,
}

/// Where the bytes of a FetchSnapshot answer are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SnapshotBytes {
    None,
    /// In an answer to be sent: at `position` of the snapshot's file, at most so many.
    Read {
        bytes_max: i32,
    },
    /// In a received answer.
    Bytes(Bytes),
}

/// Answer to DescribeQuorum by the leader; others answer with an error for the partition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quorum {
    pub error: Code,
    pub leader: BrokerId,
    pub epoch: LeaderEpoch,
    pub high_watermark: Offset,
    pub voters: Vec<ReplicaStatus>,
    pub observers: Vec<ReplicaStatus>,
}

/// A replica as DescribeQuorum shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplicaStatus {
    pub key: ReplicaKey,
    pub endpoints: Endpoints,
    /// -1 when not known.
    pub log_end: Offset,
    pub last_fetch: Timestamp,
    pub last_caught_up: Timestamp,
}

/// Answer to AddVoter and RemoveVoter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VoterChange {
    pub error: Code,
    /// What is wrong, where the code alone does not say it.
    pub message: Option<&'static str>,
}

impl Request {
    /// The cluster the request is meant for, when it says so.
    pub(crate) fn cluster_id(&self) -> Option<&str> {
        match self {
            Self::Vote(r) => r.cluster_id.as_deref(),
            Self::BeginQuorumEpoch(r) => r.cluster_id.as_deref(),
            Self::EndQuorumEpoch(r) => r.cluster_id.as_deref(),
            Self::Fetch(r) => r.cluster_id.as_deref(),
            Self::FetchSnapshot(r) => r.cluster_id.as_deref(),
            Self::DescribeQuorum | Self::ApiVersions => None,
            Self::AddVoter(r) => r.cluster_id.as_deref(),
            Self::RemoveVoter(r) => r.cluster_id.as_deref(),
            Self::UpdateVoter(r) => r.cluster_id.as_deref(),
        }
    }
}

impl ReplicaKey {
    /// "Not said": what a request before KIP-853 means.
    pub const UNSAID: Self = Self { id: BrokerId::NONE, directory: Uuid::ZERO };
}
