//! Requests that the controller carries out: the broker passes them on, and its answer back as it comes.
//!
//! What the client's frame holds goes on unchanged, once it was seen to be whole. While no controller answers, the
//! request is sent again and again, also after a break that leaves open whether it was carried out, as Kafka does. After a
//! minute without an answer everything in it is answered with REQUEST_TIMED_OUT. A controller that does not know the
//! version closes the connection, so that the client looks again at what is served.

use bytes::{Bytes, BytesMut};
use protocol::header::RequestHeader;
use protocol::wire::Reader;
use protocol::{ErrorCode, Mono};

use super::alter_configs::{self, Row};
use super::{Cx, Outcome};
use crate::effect::Effect;
use crate::peer::{ForwardedFor, Peer, PeerError, PeerRequest};
use crate::quorum;
use crate::reply::{self, RequestHead};
use crate::waiting::Wait;

/// How long a request is tried.
const TRY_MS: i64 = 60_000;
/// How long to wait before it is sent again.
const RETRY_MS: i64 = 100;

/// A request that was passed on.
pub struct Forward {
    /// What the answer repeats.
    pub head: RequestHead,
    request: PeerRequest,
    /// When trying ends.
    until: Mono,
    /// When it is sent again; none while an answer is waited for.
    pub retry_at: Option<Mono>,
    /// What the broker has decided itself, of a request that goes on only in part.
    rows: Option<Vec<Row>>,
}

/// The client behind a request.
pub fn client(cx: &Cx<'_>, client_id: Option<&str>) -> ForwardedFor {
    ForwardedFor {
        principal: "User:ANONYMOUS".to_owned(),
        address: cx.peer.ip(),
        client_id: client_id.unwrap_or_default().to_owned(),
    }
}

/// Passes a request on as it is.
pub fn start(cx: &mut Cx<'_>, frame: BytesMut) -> Outcome {
    let frame = frame.freeze();
    let mut reader = Reader::new(&frame);
    let Ok(header) = RequestHeader::decode(&mut reader) else { return Outcome::Close };
    let body = frame.slice(frame.len() - reader.remaining()..);
    if !quorum::is_whole(cx.head.key, cx.head.version, &body) {
        return Outcome::Close;
    }
    let client = client(cx, header.client_id.and_then(|id| id.to_str()));
    pass_on(cx, body, client, None)
}

/// Passes a body on for a client. With `rows` the answer is put together from them and the controller's.
pub fn pass_on(cx: &mut Cx<'_>, body: Bytes, client: ForwardedFor, rows: Option<Vec<Row>>) -> Outcome {
    let head = cx.head;
    let request =
        PeerRequest { key: head.key.code(), version: head.version, body, forwarded_for: Some(client) };
    let until = cx.now.mono.after_ms(TRY_MS);
    send(cx, Box::new(Forward { head, request, until, retry_at: None, rows }))
}

/// Sends a request, for the first time or again.
pub fn send(cx: &mut Cx<'_>, mut forward: Box<Forward>) -> Outcome {
    forward.retry_at = None;
    let token = cx.node.token();
    cx.waiting.own(token, cx.request);
    let request = Box::new(forward.request.clone());
    cx.effects.push(Effect::Ask { token, peer: Peer::Controller, request });
    cx.waiting.insert(cx.request, Wait::Forward(forward));
    Outcome::Waiting
}

/// The controller answered, or nobody did.
pub fn answered(cx: &mut Cx<'_>, mut forward: Box<Forward>, result: Result<Bytes, PeerError>) -> Outcome {
    let body = match result {
        Ok(body) => body,
        Err(PeerError::Unsupported) => return Outcome::Close,
        Err(PeerError::Unreachable | PeerError::Disconnected) => {
            let retry_at = cx.now.mono.after_ms(RETRY_MS);
            if retry_at < forward.until {
                forward.retry_at = Some(retry_at);
                cx.waiting.insert(cx.request, Wait::Forward(forward));
                return Outcome::Waiting;
            }
            match quorum::refusal(&forward.request, ErrorCode::RequestTimedOut) {
                Some(body) => body,
                None => return Outcome::Close,
            }
        }
    };
    if let Some(rows) = forward.rows {
        return alter_configs::finish(cx, rows, &body);
    }
    let from = reply::begin(&mut cx.effects.bytes, forward.head);
    cx.effects.bytes.extend_from_slice(&body);
    reply::end(&mut cx.effects.bytes, from, 0);
    Outcome::Answered(from)
}
