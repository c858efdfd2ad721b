//! Everything a broker decides: the turn, connections and their requests, partitions, fetch sessions, the node's life,
//! the quorum's core; one file per API.
//!
//! Pure: no clock, no I/O, no randomness but the generator each machine is given. Whoever runs a core owns its
//! [`Machine`], hands it events and performs its effects (see [`turn`]).

pub mod api;
pub mod assignments;
pub mod dirs;
pub mod effect;
pub mod error;
pub mod event;
pub mod fetch_session;
pub mod fetching;
pub mod gather;
pub mod identity;
pub mod lifecycle;
pub mod logs;
pub mod machine;
pub mod mesh;
pub mod node;
pub mod owner;
pub mod partition;
pub mod peer;
pub mod quorum;
pub mod reply;
pub mod search;
pub mod session;
pub mod shard;
pub mod timer;
pub mod turn;
pub mod waiting;

pub use effect::{Effect, Effects};
pub use event::{ConnId, CoreId, Event, IoFailure, IoResult, ListenerId, Token};
pub use machine::Machine;
pub use node::{Identity, Node};
pub use quorum::Quorum;
pub use shard::Shard;
