//! Requests that the controller carries out: the broker passes them on and hands its answer back as it comes.
//!
//! The body goes unchanged, so it is not read here beyond its header. Without an answer the client is told what Kafka tells
//! it: NOT_CONTROLLER is never seen by a client of a broker, a forwarded request that finds no controller ends in
//! REQUEST_TIMED_OUT, and one the controller does not know closes the connection.

use super::Cx;
use crate::peer::ForwardedFor;

/// The client behind a request.
pub fn client(cx: &Cx<'_>, client_id: Option<&str>) -> ForwardedFor {
    ForwardedFor {
        principal: "User:ANONYMOUS".to_owned(),
        address: cx.peer.ip(),
        client_id: client_id.unwrap_or_default().to_owned(),
    }
}
