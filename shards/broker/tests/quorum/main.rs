//! The quorum's core as a whole: raft, log, controller and snapshots over a directory.

mod log;
mod replicas;
mod rig;
