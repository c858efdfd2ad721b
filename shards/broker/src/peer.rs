//! The peer seam: how a core speaks to the controller and to other brokers.
//!
//! Only the protocol's own messages pass here, encoded, so that the other end may be a lane of this process or a
//! socket to another node, ours or Kafka's.

use bytes::Bytes;
use protocol::BrokerId;
use std::net::IpAddr;

/// Whom a request is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Peer {
    /// The active controller, whoever that is.
    Controller,
    /// One broker.
    Broker(BrokerId),
}

/// A request between nodes.
#[derive(Clone, Debug)]
pub struct PeerRequest {
    /// The API key.
    pub key: i16,
    /// The version the body is encoded in.
    pub version: i16,
    /// The body, without header.
    pub body: Bytes,
    /// Set when the request is a client's that a broker passes on (what Kafka wraps in an Envelope).
    pub forwarded_for: Option<ForwardedFor>,
}

/// The client behind a forwarded request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForwardedFor {
    /// `User:ANONYMOUS` without authentication.
    pub principal: String,
    /// Where the client is.
    pub address: IpAddr,
    /// The client's own name for itself, empty when it gave none.
    pub client_id: String,
}

/// Why no answer came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeerError {
    /// Nobody is there to answer: try again later.
    Unreachable,
    /// The other end does not know the request in this version.
    Unsupported,
    /// The connection broke with the request unanswered; it may or may not have been carried out.
    Disconnected,
}
