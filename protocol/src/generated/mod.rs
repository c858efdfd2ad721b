//! Messages, codes and enums made from the tables in `protocol/schema`. Written by `cargo run -p
//! protocol-codegen`; not to be edited.

// Decoders begin with the defaults, since which fields follow depends on the version.
#![allow(clippy::field_reassign_with_default)]

pub mod api_key;
pub mod client;
pub mod enums;
pub mod error_code;
mod every;
pub mod group;
pub mod metadata;
pub mod raft;
pub mod share;
pub mod storage;
pub mod streams;
pub mod transaction;
