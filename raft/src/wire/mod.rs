//! The quorum's messages on the wire: `serve` for requests that come in, `call` for requests that go out.
//!
//! Knows all versions and which field each of them has; decides nothing but what Kafka decides while it takes a request
//! apart: that it is about the one partition there is. Bodies only, no headers.
//!
//! Versions: Vote 0-2 (1: KIP-853, 2: KIP-996), BeginQuorumEpoch 0-1, EndQuorumEpoch 0-1, Fetch 4-18 (12: quorum, 17:
//! KIP-853, 18: KIP-1166), FetchSnapshot 0-1, DescribeQuorum 0-2, AddRaftVoter 0-1, RemoveRaftVoter 0, UpdateRaftVoter 0.

mod call;
mod serve;

pub use call::{decode_response, encode_request, key_and_version};
pub use serve::{Inbound, decode_request, encode_response};

/// The quorum's topic.
pub const TOPIC: &str = "__cluster_metadata";
/// Its only partition.
const PARTITION: i32 = 0;
