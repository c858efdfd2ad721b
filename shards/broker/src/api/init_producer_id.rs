//! InitProducerId, versions 0 to 5.
//!
//! An idempotent producer gets a new id in epoch 0, whatever id it names; ids come from blocks that the controller gives
//! out, one block per core at a time. A request that finds the block used up waits for the next one. Kafka answers it
//! with COORDINATOR_LOAD_IN_PROGRESS and gives the id to the next try; so do we where the controller gives none.
//!
//! Versions: 2 flexible; 3 id and epoch of the producer (KIP-360); 4 PRODUCER_FENCED; 5 transactions of version 2
//! (KIP-890).
//! Not implemented: transactions; whoever names a transactional id is told that its coordinator is not available.

use bytes::Bytes;
use protocol::client::allocate_producer_ids::{AllocateProducerIdsRequest, AllocateProducerIdsResponse};
use protocol::client::init_producer_id::{InitProducerIdRequest, InitProducerIdResponse};
use protocol::wire::Reader;
use protocol::{ApiKey, ErrorCode, Message, Mono};

use super::{Cx, Outcome};
use crate::effect::Effect;
use crate::event::Token;
use crate::mesh::RequestRef;
use crate::node::Node;
use crate::peer::{Peer, PeerError, PeerRequest};
use crate::waiting::Wait;

/// How long to wait before a block that was refused is asked for again.
const RETRY_MS: i64 = 50;

/// The ids that a core may give out.
#[derive(Default)]
pub struct ProducerIds {
    next: i64,
    /// Exclusive.
    end: i64,
    /// When this one has been given out, the next block is asked for ahead of time.
    prefetch_at: i64,
    /// The block behind, if it is here already: first, and exclusive end.
    spare: Option<(i64, i64)>,
    asked: Option<Token>,
    retry_at: Mono,
    /// Requests that wait for a block.
    waiting: Vec<RequestRef>,
}

impl ProducerIds {
    fn take(&mut self) -> Option<i64> {
        if self.next >= self.end {
            let (first, end) = self.spare.take()?;
            (self.next, self.end) = (first, end);
            self.prefetch_at = first + (end - first) / 10 * 9;
        }
        let id = self.next;
        self.next += 1;
        Some(id)
    }

    /// A controller's answer. False if the token is of something else. Whoever waited is to be resumed.
    pub fn answered(
        &mut self,
        now: Mono,
        token: Token,
        result: &Result<Bytes, PeerError>,
    ) -> Option<Vec<RequestRef>> {
        if self.asked != Some(token) {
            return None;
        }
        self.asked = None;
        self.spare = result.as_ref().ok().and_then(|body| self.block(body));
        if self.spare.is_none() {
            self.retry_at = now.after_ms(RETRY_MS);
        }
        Some(std::mem::take(&mut self.waiting))
    }

    /// The block of an answer, if it is one.
    fn block(&self, body: &[u8]) -> Option<(i64, i64)> {
        let answer = AllocateProducerIdsResponse::decode(&mut Reader::new(body), 0).ok()?;
        let first = answer.producer_id_start;
        let end = first.checked_add(i64::from(answer.producer_id_len))?;
        let fits = answer.error_code == 0 && first >= self.end && first < end;
        fits.then_some((first, end))
    }
}

/// Starts a request.
pub fn start(cx: &mut Cx<'_>, frame: &[u8]) -> Outcome {
    let Ok((_, request)) = super::body::<InitProducerIdRequest<'_>>(frame, cx.head.version) else {
        return Outcome::Close;
    };
    if (request.producer_id == -1) != (request.producer_epoch == -1) {
        return refuse(cx, ErrorCode::InvalidRequest);
    }
    if let Some(id) = &request.transactional_id {
        let timeout_max = cx.node.identity.config.fixed.transaction_max_timeout_ms;
        let code = if id.is_empty() {
            ErrorCode::InvalidRequest
        } else if !(1..=timeout_max).contains(&request.transaction_timeout_ms) {
            ErrorCode::InvalidTransactionTimeout
        } else {
            ErrorCode::CoordinatorNotAvailable
        };
        return refuse(cx, code);
    }
    give(cx, true)
}

/// A block came, or did not.
pub fn resume(cx: &mut Cx<'_>) -> Outcome {
    give(cx, false)
}

/// Gives an id out, or waits for a block.
fn give(cx: &mut Cx<'_>, may_wait: bool) -> Outcome {
    let Some(id) = cx.producer_ids.take() else {
        ask(cx);
        if !may_wait || cx.producer_ids.asked.is_none() {
            return refuse(cx, ErrorCode::CoordinatorLoadInProgress);
        }
        cx.producer_ids.waiting.push(cx.request);
        cx.waiting.insert(cx.request, Wait::ProducerId(cx.head));
        return Outcome::Waiting;
    };
    if id == cx.producer_ids.prefetch_at {
        ask(cx);
    }
    cx.answer(&InitProducerIdResponse { producer_id: id, producer_epoch: 0, ..Default::default() })
}

fn refuse(cx: &mut Cx<'_>, code: ErrorCode) -> Outcome {
    cx.answer(&InitProducerIdResponse {
        error_code: code.code(),
        producer_id: -1,
        producer_epoch: -1,
        ..Default::default()
    })
}

/// Asks the controller for a block, unless one is here, on its way, or was refused a moment ago.
fn ask(cx: &mut Cx<'_>) {
    let ids = &mut *cx.producer_ids;
    if ids.spare.is_some() || ids.asked.is_some() || cx.now.mono < ids.retry_at {
        return;
    }
    let (token, request) = request(cx.node);
    ids.asked = Some(token);
    cx.effects.push(Effect::Ask { token, peer: Peer::Controller, request });
}

fn request(node: &mut Node) -> (Token, Box<PeerRequest>) {
    let request =
        AllocateProducerIdsRequest { broker_id: node.identity.id.0, broker_epoch: node.broker_epoch.0 };
    let version = <AllocateProducerIdsRequest as Message<'_>>::MAX_VERSION;
    let mut body = Vec::new();
    let encoded = request.encode(&mut body, version);
    debug_assert!(encoded.is_ok(), "two numbers fit every version");
    let key = ApiKey::AllocateProducerIds.code();
    (node.token(), Box::new(PeerRequest { key, version, body: Bytes::from(body), forwarded_for: None }))
}
