//! From a frame to the function that serves it: one file per API.
//!
//! Decides whether a listener serves a key and version. What it does not serve closes the connection (ApiVersions
//! excepted, which answers in version 0 with error 35), as does a body that ends before it is whole. Bytes behind a body
//! are ignored.

pub mod alter_configs;
pub mod api_versions;
pub mod auto_create;
pub mod config_docs;
pub mod describe_cluster;
pub mod describe_configs;
pub mod describe_topic_partitions;
pub mod fetch;
pub mod find_coordinator;
pub mod forward;
pub mod init_producer_id;
pub mod list_offsets;
pub mod loggers;
pub mod metadata;
pub mod offset_for_leader_epoch;
pub mod produce;

use std::net::SocketAddr;

use bytes::{Bytes, BytesMut};
use protocol::header::RequestHeader;
use protocol::wire::{DecodeError, EncodeError, Reader};
use protocol::{ApiKey, BrokerId, Map, Message, Now, Set};

use crate::effect::{Effect, Effects};
use crate::event::ListenerId;
use crate::fetch_session::SessionCache;
use crate::gather::Gather;
use crate::mesh::{Ask, Mesh, PartitionKey, RequestRef, Told};
use crate::node::{ListenerKind, Node};
use crate::owner::Owner;
use crate::partition::Waiter;
use crate::peer::PeerError;
use crate::reply::{self, Piece, RequestHead};
use crate::waiting::{Wait, Waiting};

/// What the function behind an API may use.
pub struct Cx<'a> {
    /// The turn's time.
    pub now: Now,
    /// Where effects and the bytes of the answer go.
    pub effects: &'a mut Effects,
    /// This node and the metadata.
    pub node: &'a mut Node,
    /// The partitions of this core.
    pub owner: &'a mut Owner,
    /// The requests that wait.
    pub waiting: &'a mut Waiting,
    /// The fetch sessions of this core.
    pub fetch_sessions: &'a mut SessionCache,
    /// The topics that were asked for in the background.
    pub auto_create: &'a mut auto_create::AutoCreate,
    /// The producer ids of this core.
    pub producer_ids: &'a mut init_producer_id::ProducerIds,
    /// Memory that requests share.
    pub scratch: &'a mut Scratch,
    /// The request.
    pub request: RequestRef,
    /// What the answer repeats of it.
    pub head: RequestHead,
    /// The listener it came in on.
    pub listener: ListenerId,
    /// The client's address.
    pub peer: SocketAddr,
    /// Jobs that this request has started and that nothing later of its connection may overtake.
    pub held: u32,
}

/// Memory that requests share, so that a request costs no allocation once warm.
#[derive(Default)]
pub struct Scratch {
    /// Of the decompressors.
    pub codec: protocol::compress::Scratch,
    /// Of a Produce's plan.
    pub produce: Vec<produce::Planned>,
    /// Pieces of an answer that come from elsewhere, each with its place in `effects.bytes`.
    pub pieces: Vec<(usize, Piece)>,
    /// Rows met before in a request, by the hash of their topic.
    pub seen: Set<(u64, i32)>,
    /// The same of a Fetch, with the number of the row.
    pub fetched: Map<(u64, i32), u32>,
}

/// How a request went, at its start or when it was resumed.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The whole answer lies in `effects.bytes` from here on.
    Answered(usize),
    /// No answer is owed.
    Nothing,
    /// It waits.
    Waiting,
    /// The connection is to be closed.
    Close,
}

impl Cx<'_> {
    /// Answers with a message.
    ///
    /// A message that its version cannot carry is a defect of ours; the client sees its connection close.
    pub fn answer<'m, M: Message<'m>>(&mut self, message: &M) -> Outcome {
        encode(&mut self.effects.bytes, self.head, |out, version| message.encode(out, version))
    }

    /// Asks the owner of a partition; `None` when its answer comes later, for that row of the gather.
    pub fn ask_owner(&mut self, row: u32, key: PartitionKey, ask: Ask) -> Option<Told> {
        let to = self.node.identity.owner(key);
        if to == self.node.core {
            let waiter = Waiter { core: to, request: self.request, part: row };
            return self.owner.ask(self.now, self.node, waiter, key, ask, self.effects);
        }
        let message = Mesh::Ask { request: self.request, part: row, key, ask };
        self.effects.push(Effect::Mesh { to, message });
        None
    }

    /// Answers if every row is filled, and waits for the others if not.
    pub fn wait_for(&mut self, gather: Box<Gather>) -> Outcome {
        if gather.is_complete() {
            let outcome = finish_gather(&gather, &mut self.effects.bytes);
            self.waiting.give_back(gather);
            return outcome;
        }
        self.waiting.insert(self.request, Wait::Gather(gather));
        Outcome::Waiting
    }

    /// Whether the request came in on a listener of the quorum.
    #[must_use]
    pub fn on_controller_listener(&self) -> bool {
        self.node.identity.listener(self.listener).kind == ListenerKind::Controller
    }
}

/// Puts a whole frame at the end of `out`.
pub fn encode(
    out: &mut Vec<u8>,
    head: RequestHead,
    body: impl FnOnce(&mut Vec<u8>, i16) -> Result<(), EncodeError>,
) -> Outcome {
    let from = reply::begin(out, head);
    match body(out, head.version) {
        Ok(()) => {
            reply::end(out, from, 0);
            Outcome::Answered(from)
        }
        Err(error) => {
            debug_assert!(false, "{:?} version {}: {error}", head.key, head.version);
            out.truncate(from);
            Outcome::Close
        }
    }
}

/// What the frame is, if this listener serves it.
pub fn head(frame: &[u8], kind: ListenerKind) -> Result<RequestHead, Unserved> {
    let (key, version, correlation_id) =
        RequestHeader::decode_start(&mut Reader::new(frame)).map_err(|_| Unserved::Close)?;
    let key = ApiKey::try_from(key).map_err(|_| Unserved::Close)?;
    let head = RequestHead { key, version, correlation_id };
    match range(key, kind) {
        Some((min, max)) if (min..=max).contains(&version) && is_built(key, kind) => Ok(head),
        // The whole header has to be there, as that of the highest version for a higher one.
        _ if key == ApiKey::ApiVersions && RequestHeader::decode(&mut Reader::new(frame)).is_ok() => {
            Err(Unserved::Version(RequestHead { version: 0, ..head }))
        }
        _ => Err(Unserved::Close),
    }
}

/// The versions that Kafka serves on such a listener, unstable ones left out.
#[must_use]
pub fn range(key: ApiKey, kind: ListenerKind) -> Option<(i16, i16)> {
    let info = key.info();
    let (min, max) = match kind {
        ListenerKind::Broker => info.broker,
        ListenerKind::Controller => info.controller,
    }?;
    Some((min.max(info.min), max.min(info.stable_max)))
}

/// What is built of the APIs of a broker, beside what goes on to the controller.
const BUILT: [ApiKey; 11] = [
    ApiKey::Produce,
    ApiKey::Fetch,
    ApiKey::ListOffsets,
    ApiKey::Metadata,
    ApiKey::FindCoordinator,
    ApiKey::ApiVersions,
    ApiKey::InitProducerId,
    ApiKey::OffsetForLeaderEpoch,
    ApiKey::DescribeConfigs,
    ApiKey::DescribeCluster,
    ApiKey::DescribeTopicPartitions,
];

/// Whether an API is built for such a listener: what is not is neither listed nor served.
#[must_use]
pub fn is_built(key: ApiKey, kind: ListenerKind) -> bool {
    match kind {
        ListenerKind::Broker => BUILT.contains(&key) || is_forwarded(key),
        ListenerKind::Controller => {
            matches!(key, ApiKey::ApiVersions | ApiKey::DescribeConfigs | ApiKey::DescribeCluster)
                || crate::quorum::serves(key)
        }
    }
}

/// Whether a broker hands the request on to the controller.
fn is_forwarded(key: ApiKey) -> bool {
    key.info().forwarded && crate::quorum::serves(key)
}

/// Puts the answer of a gathered request together.
pub fn finish_gather(gather: &Gather, out: &mut Vec<u8>) -> Outcome {
    match gather.head.key {
        ApiKey::Produce => produce::finish(gather, out),
        ApiKey::ListOffsets => list_offsets::finish(gather, out),
        ApiKey::OffsetForLeaderEpoch => offset_for_leader_epoch::finish(gather, out),
        _ => Outcome::Close,
    }
}

/// A peer answered a request that waited for it.
pub fn peer_answered(cx: &mut Cx<'_>, wait: Wait, result: Result<Bytes, PeerError>) -> Outcome {
    match wait {
        Wait::Forward(forward) => forward::answered(cx, forward, result),
        _ => Outcome::Close,
    }
}

/// Why a frame is not served.
#[derive(Debug, PartialEq, Eq)]
pub enum Unserved {
    /// Nothing to say.
    Close,
    /// ApiVersions in a version that is not known: answer in version 0.
    Version(RequestHead),
}

/// Starts a request.
pub fn start(cx: &mut Cx<'_>, frame: BytesMut) -> Outcome {
    match cx.head.key {
        ApiKey::Produce => produce::start(cx, frame),
        ApiKey::Fetch => fetch::start(cx, frame),
        ApiKey::ListOffsets => list_offsets::start(cx, &frame),
        ApiKey::Metadata => metadata::start(cx, &frame),
        ApiKey::FindCoordinator => find_coordinator::start(cx, &frame),
        ApiKey::OffsetForLeaderEpoch => offset_for_leader_epoch::start(cx, &frame),
        ApiKey::InitProducerId => init_producer_id::start(cx, &frame),
        ApiKey::DescribeConfigs => describe_configs::serve(cx.node, cx.head, &frame, &mut cx.effects.bytes),
        ApiKey::AlterConfigs => alter_configs::start_whole(cx, &frame),
        ApiKey::IncrementalAlterConfigs => alter_configs::start_incremental(cx, &frame),
        ApiKey::DescribeCluster => {
            let out = &mut cx.effects.bytes;
            describe_cluster::serve(cx.node, cx.listener, BrokerId::NONE, cx.head, &frame, out)
        }
        ApiKey::DescribeTopicPartitions => describe_topic_partitions::start(cx, &frame),
        ApiKey::ApiVersions => {
            let kind = cx.node.identity.listener(cx.listener).kind;
            api_versions::serve(cx.node, kind, cx.head, &frame, &mut cx.effects.bytes)
        }
        key if is_forwarded(key) => forward::start(cx, frame),
        _ => Outcome::Close,
    }
}

/// Reads the header and hands the body's reader on; a frame that is not whole closes the connection.
pub fn body<'a, M: Message<'a>>(frame: &'a [u8], version: i16) -> Result<(Option<&'a str>, M), DecodeError> {
    let mut reader = Reader::new(frame);
    let header = RequestHeader::decode(&mut reader)?;
    let message = M::decode(&mut reader, version)?;
    Ok((header.client_id.and_then(|id| id.to_str()), message))
}
