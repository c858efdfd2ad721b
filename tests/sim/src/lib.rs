//! A deterministic node under simulated disk, network and clock.
//!
//! Drives the machines of `broker` exactly as the edge does, but everything around them follows from a seed: when events
//! arrive, how long the disk takes, when it fails, when the node crashes and what the crash leaves. Knows nothing of
//! sockets, rings and threads of the edge. `world` runs a simulation, `model` says what must hold.
//!
//! `SIM_SEED=7 SIM_LOG=1 cargo test -p sim` runs one seed and tells what happens; `SIM_SEEDS=5000` runs many.

pub mod admin;
pub mod asker;
pub mod assemble;
pub mod client;
pub mod consumer;
pub mod disk;
pub mod faults;
pub mod inode;
pub mod jobs;
pub mod limits;
pub mod logfile;
pub mod model;
pub mod net;
pub mod node;
pub mod payload;
pub mod places;
pub mod plan;
pub mod producer;
pub mod queue;
pub mod trace;
pub mod world;
