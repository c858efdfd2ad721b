//! A small blocking Kafka connection for tools, tests and the rig.
//!
//! One socket, requests in order, answers in order. It does what it is told: no retries, no metadata cache, no leader to
//! look for, no background threads. Whoever wants to send what no client would send can (`send_frame`, `send_bytes`).

mod connection;
mod error;
mod records;
mod topics;

pub use connection::{Connection, FRAME_SIZE_MAX, Versions};
pub use error::Error;
pub use records::{FetchOptions, Fetched, FetchedRecord, ProduceOptions, Produced, unpack_records};
