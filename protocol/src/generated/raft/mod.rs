//! The family `raft`. From the tables in `schema/raft` by `protocol-codegen`; not to be edited.

pub mod quorum_state_data;
