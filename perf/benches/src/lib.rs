//! What a request costs in events and effects, without sockets and files.
//!
//! `cargo run --release -p benches --bin pattern` prints it; `tests/counts.rs` holds it to what it should be.

pub mod allocations;
pub mod stand;
