//! FindCoordinator, versions 0 to 6.
//!
//! No coordinator is built: whoever asks for one is told COORDINATOR_NOT_AVAILABLE, and nothing is made.
//!
//! Versions: 1 key types (KIP-98); 3 flexible; 4 several keys (KIP-699); 5 transactions of version 2 (KIP-890); 6 share
//! groups (KIP-932).
//! Not implemented: coordinators.

use std::borrow::Cow;

use protocol::ErrorCode;
use protocol::client::find_coordinator::{Coordinator, FindCoordinatorRequest, FindCoordinatorResponse};

use super::{Cx, Outcome};
use crate::effect::Level;
use crate::node::Once;

/// The kinds of coordinators.
mod kind {
    pub const GROUP: i8 = 0;
    pub const TRANSACTION: i8 = 1;
    pub const SHARE: i8 = 2;
}

/// Answers a request.
pub fn start(cx: &mut Cx<'_>, frame: &[u8]) -> Outcome {
    let version = cx.head.version;
    let Ok((_, request)) = super::body::<FindCoordinatorRequest<'_>>(frame, version) else {
        return Outcome::Close;
    };
    let kind = request.key_type;
    tell(cx, kind);
    if version < 4 {
        let (code, text) = code(kind, version, &request.key);
        let answer = FindCoordinatorResponse {
            error_code: code.code(),
            error_message: Some(Cow::Borrowed(text)),
            node_id: -1,
            port: -1,
            ..Default::default()
        };
        return cx.answer(&answer);
    }
    let is_known = (kind::GROUP..=kind::SHARE).contains(&kind);
    let coordinators = request.coordinator_keys.iter().map(|key| {
        let (code, text) = code(kind, version, key);
        Coordinator {
            key: Cow::Borrowed(key),
            node_id: -1,
            port: -1,
            error_code: code.code(),
            // Kafka says something only where it refuses the request as a whole.
            error_message: Some(Cow::Borrowed(if is_known { "" } else { text })),
            ..Default::default()
        }
    });
    let answer = FindCoordinatorResponse { coordinators: coordinators.collect(), ..Default::default() };
    cx.answer(&answer)
}

/// Whoever waits for a consumer to begin finds the reason in the log, once.
fn tell(cx: &mut Cx<'_>, kind: i8) {
    let (once, of) = match kind {
        kind::GROUP => (Once::Group, "consumer group"),
        kind::TRANSACTION => (Once::Transaction, "transaction"),
        kind::SHARE => (Once::Share, "share group"),
        _ => return,
    };
    if cx.node.said.is_new(once) {
        let fields = vec![("of", of.to_owned()), ("client", cx.peer.to_string())];
        cx.effects.log(
            Level::Warn,
            "a client asks for a coordinator; there are none yet, it will wait",
            fields,
        );
    }
}

fn code(kind: i8, version: i16, key: &str) -> (ErrorCode, &'static str) {
    match kind {
        kind::GROUP | kind::TRANSACTION => {
            (ErrorCode::CoordinatorNotAvailable, "The coordinator is not available.")
        }
        kind::SHARE if version >= 6 && is_share_key(key) => {
            (ErrorCode::CoordinatorNotAvailable, "The coordinator is not available.")
        }
        kind::SHARE => (ErrorCode::InvalidRequest, "The key is not that of a share partition."),
        _ => (ErrorCode::InvalidRequest, "The coordinator type is not known."),
    }
}

/// `group:topic id:partition`; the group may hold colons.
fn is_share_key(key: &str) -> bool {
    let mut parts = key.rsplitn(3, ':');
    let partition = parts.next().is_some_and(|text| text.parse::<i32>().is_ok());
    let topic = parts.next().is_some_and(|text| protocol::Uuid::parse(text).is_some());
    let group = parts.next().is_some_and(|text| !text.trim().is_empty());
    partition && topic && group
}
