//! What the operator decides about the quorum, and the bounds this crate sets itself.
//!
//! Knows the meaning and the defaults of the keys, not their text; `metadata` reads `server.properties`.

use protocol::{BrokerId, Uuid};

use crate::types::{Endpoint, Endpoints, ReplicaKey, Voter, VoterSet};

/// How long the leader of a quorum lets a Fetch wait, as followers ask for it.
pub const FETCH_WAIT_MS_MAX: i32 = 500;
/// The leader resigns when no majority has fetched for this many times the fetch timeout, in percent.
pub const CHECK_QUORUM_PERCENT: i64 = 150;
/// An observer that has not fetched for this long is no longer described.
pub const OBSERVER_SESSION_MS: i64 = 300_000;
/// Fetches that may wait at one time; the next one is answered at once.
pub const PARKED_FETCHES_MAX: usize = 4096;
/// Observers whose position the leader remembers.
pub const OBSERVERS_MAX: usize = 4096;
/// A follower that should change its entry in the voter set asks the leader this often.
pub const UPDATE_VOTER_PERIOD_MS: i64 = 3000;

/// The settings of one node's quorum log. Times are in milliseconds.
#[derive(Clone, Debug)]
pub struct RaftConfig {
    /// `node.id`.
    pub node_id: BrokerId,
    /// `directory.id` of the metadata log directory.
    pub directory_id: Uuid,
    /// `cluster.id`; requests that name another are refused.
    pub cluster_id: String,
    /// Whether the node has the role `controller`. Its log is then always synced before it fetches on, because it
    /// may be made a voter at any time.
    pub controller: bool,
    /// The first name of `controller.listener.names`: where the quorum talks to this and other controllers.
    pub listener: String,
    /// Where this controller listens, advertised form.
    pub endpoints: Endpoints,
    /// `controller.quorum.voters`; empty with a dynamic quorum.
    pub static_voters: VoterSet,
    /// `controller.quorum.bootstrap.servers`; when empty, the voters serve as such.
    pub bootstrap_servers: Vec<(String, u16)>,
    /// `controller.quorum.election.timeout.ms`.
    pub election_timeout_ms: i64,
    /// `controller.quorum.election.backoff.max.ms`.
    pub election_backoff_ms_max: i64,
    /// `controller.quorum.fetch.timeout.ms`.
    pub fetch_timeout_ms: i64,
    /// `controller.quorum.request.timeout.ms`.
    pub request_timeout_ms: i64,
    /// `controller.quorum.retry.backoff.ms`.
    pub retry_backoff_ms: i64,
    /// `controller.quorum.fetch.max.bytes`.
    pub fetch_bytes_max: i32,
    /// `controller.quorum.fetch.snapshot.max.bytes`.
    pub fetch_snapshot_bytes_max: i32,
    /// `internal.metadata.max.batch.size.in.bytes`: one proposal, which is one batch, is not larger.
    pub batch_bytes_max: usize,
    /// Lowest `kraft.version` this node can run.
    pub kraft_version_min: i16,
    /// Highest `kraft.version` this node can run.
    pub kraft_version_max: i16,
}

impl RaftConfig {
    /// Kafka's defaults for a controller with that identity.
    #[must_use]
    pub fn controller(node_id: BrokerId, directory_id: Uuid, cluster_id: &str) -> Self {
        Self {
            node_id,
            directory_id,
            cluster_id: cluster_id.to_owned(),
            controller: true,
            listener: "CONTROLLER".to_owned(),
            endpoints: Endpoints::EMPTY,
            static_voters: VoterSet::EMPTY,
            bootstrap_servers: Vec::new(),
            election_timeout_ms: 1000,
            election_backoff_ms_max: 1000,
            fetch_timeout_ms: 2000,
            request_timeout_ms: 2000,
            retry_backoff_ms: 20,
            fetch_bytes_max: 1 << 20,
            fetch_snapshot_bytes_max: 1 << 20,
            batch_bytes_max: 8 << 20,
            kraft_version_min: 0,
            kraft_version_max: 1,
        }
    }

    /// Sets where this node listens on its controller listener.
    #[must_use]
    pub fn listening_on(mut self, host: &str, port: u16) -> Self {
        self.endpoints =
            Endpoints::new(vec![Endpoint { name: self.listener.clone(), host: host.to_owned(), port }]);
        self
    }

    /// Sets `controller.quorum.voters` (id, host, port).
    #[must_use]
    pub fn with_static_voters(mut self, voters: &[(i32, &str, u16)]) -> Self {
        let voter = |&(id, host, port): &(i32, &str, u16)| Voter {
            key: ReplicaKey::of(BrokerId(id)),
            endpoints: Endpoints::new(vec![Endpoint {
                name: self.listener.clone(),
                host: host.to_owned(),
                port,
            }]),
            kraft_version_min: 0,
            kraft_version_max: 0,
        };
        self.static_voters = VoterSet::new(voters.iter().map(voter).collect());
        self
    }

    /// This replica.
    #[must_use]
    pub fn key(&self) -> ReplicaKey {
        ReplicaKey { id: self.node_id, directory: self.directory_id }
    }

    /// This node as it would stand in a voter set.
    #[must_use]
    pub fn as_voter(&self) -> Voter {
        Voter {
            key: self.key(),
            endpoints: self.endpoints.clone(),
            kraft_version_min: self.kraft_version_min,
            kraft_version_max: self.kraft_version_max,
        }
    }
}
