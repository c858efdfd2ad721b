//! KRaft consensus: events in, messages and log operations out.
//!
//! `Raft` is the state machine; it owns no file, no socket and no clock. `Recovery` makes its first state from what lies
//! on disk. Around it: `quorum_state` (the file), `snapshot` (the `.checkpoint` files), `control` (the control records),
//! `wire` (the protocol's messages).
//!
//! The order of calls:
//!
//! 1. `Recovery`: `quorum_state`, snapshots from old to new, `log_start`, `batches`. Then `Raft::start`, and its effects.
//!    The state machine above loads the newest snapshot itself.
//! 2. Every turn: `handle` each event, `propose` what the controller decided, then perform the drained effects in order
//!    (`event` says what must be durable before what), and call again when a sync has ended or `deadline` has come.
//! 3. `Committed { end }`: the records before `end` go to the state machine above.
//! 4. `snapshot::Policy` says when; `snapshot_id`, `voters_at` and `snapshot::Writer` make one; `SnapshotFrozen` ends it.

mod config;
pub mod control;
mod elect;
mod event;
mod follow;
mod lead;
mod log;
pub mod message;
mod peers;
pub mod quorum_state;
mod raft;
mod reconfigure;
mod recovery;
mod role;
pub mod snapshot;
mod types;
pub mod wire;

pub use config::RaftConfig;
pub use event::{CallToken, Fault, Peer, RaftEffect, RaftEffects, RaftEvent, RequestToken, SyncToken};
pub use raft::{ProposeError, Proposed, Raft, RoleName};
pub use recovery::{Recovery, RecoveryError};
pub use types::{Endpoint, Endpoints, LeaderAndEpoch, LogPosition, ReplicaKey, SnapshotId, Voter, VoterSet};
