//! Bytes to typed messages and record batches and back; bounded and panic-free on any input.
//!
//! Knows nothing of sockets, files or brokers. Decoding borrows from the frame; nothing is allocated by a length
//! read off the wire.

pub mod compress;
pub mod map;
pub mod records;
pub mod rng;
pub mod types;
pub mod varint;

pub use map::{Map, Set};
pub use rng::Rng;
pub use types::{
    BrokerId, LeaderEpoch, Mono, Now, Offset, PartitionIndex, ProducerEpoch, ProducerId, Timestamp, Uuid,
};
