//! Bytes to typed messages and record batches and back; bounded and panic-free on any input.
//!
//! Knows nothing of sockets, files or brokers. Decoding borrows from the frame; nothing is allocated by a length
//! read off the wire.

pub mod api;
pub mod compress;
pub mod enums;
pub mod errors;
mod framing;
pub mod generated;
pub mod header;
pub mod map;
pub mod message;
pub mod records;
pub mod rng;
pub mod types;
pub mod varint;
pub mod view;
pub mod wire;
pub mod writers;

pub use api::ApiKey;
pub use errors::ErrorCode;
pub use generated::{client, group, metadata, raft, share, storage, streams, transaction};
pub use map::{Map, Set};
pub use message::{Message, Request};
pub use rng::Rng;
pub use types::{
    BrokerId, LeaderEpoch, Mono, Now, Offset, PartitionIndex, ProducerEpoch, ProducerId, Timestamp, Uuid,
};
pub use wire::{DecodeError, EncodeError, Reader};
