//! Requests that come in, and their answers going out.
//!
//! - What is not about partition 0 of the metadata topic is answered here, as Kafka answers it.
//! - An answer tells only what its version can carry; the leader's endpoint is that on the listener asked.

use std::borrow::Cow;

use protocol::client::add_raft_voter::{AddRaftVoterRequest, AddRaftVoterResponse};
use protocol::client::begin_quorum_epoch::{self, BeginQuorumEpochRequest, BeginQuorumEpochResponse};
use protocol::client::describe_quorum::{self, DescribeQuorumRequest, DescribeQuorumResponse};
use protocol::client::end_quorum_epoch::{self, EndQuorumEpochRequest, EndQuorumEpochResponse};
use protocol::client::fetch::{self, FetchRequest, FetchResponse};
use protocol::client::fetch_snapshot::{self, FetchSnapshotRequest, FetchSnapshotResponse};
use protocol::client::remove_raft_voter::{RemoveRaftVoterRequest, RemoveRaftVoterResponse};
use protocol::client::update_raft_voter::{self, UpdateRaftVoterRequest, UpdateRaftVoterResponse};
use protocol::client::vote::{self, VoteRequest, VoteResponse};
use protocol::{ApiKey, BrokerId, DecodeError, EncodeError, ErrorCode, LeaderEpoch, Offset, Reader, Uuid};

use super::{PARTITION, TOPIC};
use crate::message::{
    AddVoter, BeginQuorumEpoch, Code, EndQuorumEpoch, Fetch, FetchSnapshot, Fetched, FetchedSnapshot, Quorum,
    Records, RemoveVoter, ReplicaStatus, Request, Response, SnapshotBytes, Standing, UpdateVoter, Vote,
    VoterChange, code,
};
use crate::types::{Endpoint, Endpoints, LogPosition, ReplicaKey};

/// A request taken apart.
#[derive(Clone, PartialEq, Debug)]
pub enum Inbound {
    /// To be handled.
    Request(Request),
    /// Not about the quorum's partition: this body answers it.
    Answer(Vec<u8>),
}

fn text(field: Option<Cow<'_, str>>) -> Option<String> {
    field.map(Cow::into_owned)
}

fn key(id: i32, directory: Uuid) -> ReplicaKey {
    ReplicaKey { id: BrokerId(id), directory }
}

fn position(epoch: i32, end: i64) -> LogPosition {
    LogPosition { epoch: LeaderEpoch(epoch), end: Offset(end) }
}

fn endpoints<T>(list: Vec<T>, parts: impl Fn(T) -> (String, String, u16)) -> Endpoints {
    let endpoint = |item| {
        let (name, host, port) = parts(item);
        Endpoint { name, host, port }
    };
    Endpoints::new(list.into_iter().map(endpoint).collect())
}

/// The one partition of the one topic, if that is what a request is about.
fn sole<T, P>(
    topics: Vec<T>,
    about: impl Fn(&T) -> bool,
    partitions: impl Fn(T) -> Vec<P>,
    index: impl Fn(&P) -> i32,
) -> Option<P> {
    let [topic] = <[T; 1]>::try_from(topics).ok()?;
    if !about(&topic) {
        return None;
    }
    let [partition] = <[P; 1]>::try_from(partitions(topic)).ok()?;
    (index(&partition) == PARTITION).then_some(partition)
}

/// Takes a request's body apart. `None` for an API that is not the quorum's.
pub fn decode_request(key: ApiKey, version: i16, body: &[u8]) -> Option<Result<Inbound, DecodeError>> {
    let r = &mut Reader::new(body);
    Some(match key {
        ApiKey::Vote => vote_request(r, version),
        ApiKey::BeginQuorumEpoch => begin_request(r, version),
        ApiKey::EndQuorumEpoch => end_request(r, version),
        ApiKey::Fetch => fetch_request(r, version),
        ApiKey::FetchSnapshot => fetch_snapshot_request(r, version),
        ApiKey::DescribeQuorum => describe_request(r, version),
        ApiKey::AddRaftVoter => AddRaftVoterRequest::decode(r, version).map(|x| {
            Inbound::Request(Request::AddVoter(AddVoter {
                cluster_id: text(x.cluster_id),
                timeout_ms: x.timeout_ms,
                voter: ReplicaKey { id: BrokerId(x.voter_id), directory: x.voter_directory_id },
                endpoints: endpoints(x.listeners, |l| (l.name.into_owned(), l.host.into_owned(), l.port)),
                ack_when_committed: x.ack_when_committed,
            }))
        }),
        ApiKey::RemoveRaftVoter => RemoveRaftVoterRequest::decode(r, version).map(|x| {
            Inbound::Request(Request::RemoveVoter(RemoveVoter {
                cluster_id: text(x.cluster_id),
                voter: ReplicaKey { id: BrokerId(x.voter_id), directory: x.voter_directory_id },
            }))
        }),
        ApiKey::UpdateRaftVoter => UpdateRaftVoterRequest::decode(r, version).map(|x| {
            Inbound::Request(Request::UpdateVoter(UpdateVoter {
                cluster_id: text(x.cluster_id),
                epoch: LeaderEpoch(x.current_leader_epoch),
                voter: ReplicaKey { id: BrokerId(x.voter_id), directory: x.voter_directory_id },
                endpoints: endpoints(x.listeners, |l: update_raft_voter::Listener<'_>| {
                    (l.name.into_owned(), l.host.into_owned(), l.port)
                }),
                kraft_version_min: x.k_raft_version_feature.min_supported_version,
                kraft_version_max: x.k_raft_version_feature.max_supported_version,
            }))
        }),
        _ => return None,
    })
}

/// The answer to a request about another partition, for the APIs that refuse it as a whole.
fn refused(key: ApiKey, version: i16) -> Inbound {
    let mut out = Vec::new();
    let response = Response::Refused(code::INVALID_REQUEST);
    encode_response(&mut out, key, version, &response, "").expect("an error code fits every version");
    Inbound::Answer(out)
}

fn vote_request(r: &mut Reader<'_>, version: i16) -> Result<Inbound, DecodeError> {
    let x = VoteRequest::decode(r, version)?;
    let Some(p) = sole(x.topics, |t| t.topic_name == TOPIC, |t| t.partitions, |p| p.partition_index) else {
        return Ok(refused(ApiKey::Vote, version));
    };
    Ok(Inbound::Request(Request::Vote(Vote {
        cluster_id: text(x.cluster_id),
        voter: key(x.voter_id, p.voter_directory_id),
        replica: key(p.replica_id, p.replica_directory_id),
        epoch: LeaderEpoch(p.replica_epoch),
        last: position(p.last_offset_epoch, p.last_offset),
        pre_vote: p.pre_vote,
    })))
}

fn begin_request(r: &mut Reader<'_>, version: i16) -> Result<Inbound, DecodeError> {
    let x = BeginQuorumEpochRequest::decode(r, version)?;
    let Some(p) = sole(x.topics, |t| t.topic_name == TOPIC, |t| t.partitions, |p| p.partition_index) else {
        return Ok(refused(ApiKey::BeginQuorumEpoch, version));
    };
    Ok(Inbound::Request(Request::BeginQuorumEpoch(BeginQuorumEpoch {
        cluster_id: text(x.cluster_id),
        voter: key(x.voter_id, p.voter_directory_id),
        leader: BrokerId(p.leader_id),
        epoch: LeaderEpoch(p.leader_epoch),
        endpoints: endpoints(x.leader_endpoints, |e| (e.name.into_owned(), e.host.into_owned(), e.port)),
    })))
}

fn end_request(r: &mut Reader<'_>, version: i16) -> Result<Inbound, DecodeError> {
    let x = EndQuorumEpochRequest::decode(r, version)?;
    let Some(p) = sole(x.topics, |t| t.topic_name == TOPIC, |t| t.partitions, |p| p.partition_index) else {
        return Ok(refused(ApiKey::EndQuorumEpoch, version));
    };
    let successors = if p.preferred_candidates.is_empty() {
        p.preferred_successors.iter().map(|&id| ReplicaKey::of(BrokerId(id))).collect()
    } else {
        p.preferred_candidates.iter().map(|c| key(c.candidate_id, c.candidate_directory_id)).collect()
    };
    Ok(Inbound::Request(Request::EndQuorumEpoch(EndQuorumEpoch {
        cluster_id: text(x.cluster_id),
        leader: BrokerId(p.leader_id),
        epoch: LeaderEpoch(p.leader_epoch),
        successors,
        endpoints: endpoints(x.leader_endpoints, |e| (e.name.into_owned(), e.host.into_owned(), e.port)),
    })))
}

fn fetch_request(r: &mut Reader<'_>, version: i16) -> Result<Inbound, DecodeError> {
    let x = FetchRequest::decode(r, version)?;
    let replica = if version >= 15 { x.replica_state.replica_id } else { x.replica_id };
    // By id alone: a Fetch before version 13 names the topic, and Kafka's controllers refuse it.
    let about = |t: &fetch::FetchTopic<'_>| t.topic_id == Uuid::METADATA_TOPIC;
    let Some(p) = sole(x.topics, about, |t| t.partitions, |p| p.partition) else {
        return Ok(refused(ApiKey::Fetch, version));
    };
    Ok(Inbound::Request(Request::Fetch(Fetch {
        cluster_id: text(x.cluster_id),
        replica: key(replica, p.replica_directory_id),
        epoch: LeaderEpoch(p.current_leader_epoch),
        position: position(p.last_fetched_epoch, p.fetch_offset),
        wait_ms_max: x.max_wait_ms,
        bytes_max: x.max_bytes,
        high_watermark: Offset(p.high_watermark),
    })))
}

fn fetch_snapshot_request(r: &mut Reader<'_>, version: i16) -> Result<Inbound, DecodeError> {
    let x = FetchSnapshotRequest::decode(r, version)?;
    let Some(first) = x.topics.first() else {
        return Ok(refused(ApiKey::FetchSnapshot, version));
    };
    if x.topics.len() != 1 && first.partitions.len() != 1 {
        return Ok(refused(ApiKey::FetchSnapshot, version));
    }
    let asked = x.topics.iter().filter(|t| t.name == TOPIC).flat_map(|t| &t.partitions);
    let Some(p) = asked.into_iter().find(|p| p.partition == PARTITION) else {
        let index = first.partitions.first().map_or(0, |p| p.partition);
        let partition = fetch_snapshot::ResponsePartitionSnapshot {
            index,
            error_code: code::UNKNOWN_TOPIC_OR_PARTITION,
            ..Default::default()
        };
        let topic =
            fetch_snapshot::ResponseTopicSnapshot { name: first.name.clone(), partitions: vec![partition] };
        let mut out = Vec::new();
        let encoded =
            FetchSnapshotResponse { topics: vec![topic], ..Default::default() }.encode(&mut out, version);
        encoded.expect("the name came off the wire");
        return Ok(Inbound::Answer(out));
    };
    Ok(Inbound::Request(Request::FetchSnapshot(FetchSnapshot {
        replica: key(x.replica_id, p.replica_directory_id),
        epoch: LeaderEpoch(p.current_leader_epoch),
        snapshot: position(p.snapshot_id.epoch, p.snapshot_id.end_offset),
        position: p.position,
        bytes_max: x.max_bytes,
        cluster_id: text(x.cluster_id),
    })))
}

fn describe_request(r: &mut Reader<'_>, version: i16) -> Result<Inbound, DecodeError> {
    let x = DescribeQuorumRequest::decode(r, version)?;
    let is_sole = matches!(&x.topics[..], [topic]
        if topic.topic_name == TOPIC
            && matches!(&topic.partitions[..], [p] if p.partition_index == PARTITION));
    if is_sole {
        return Ok(Inbound::Request(Request::DescribeQuorum));
    }
    let topic = |topic: describe_quorum::RequestTopicData<'_>| {
        let partition = |p: &describe_quorum::RequestPartitionData| describe_quorum::ResponsePartitionData {
            partition_index: p.partition_index,
            error_code: code::UNKNOWN_TOPIC_OR_PARTITION,
            error_message: Some(message_of(code::UNKNOWN_TOPIC_OR_PARTITION)),
            ..Default::default()
        };
        describe_quorum::ResponseTopicData {
            partitions: topic.partitions.iter().map(partition).collect(),
            topic_name: topic.topic_name.into_owned().into(),
        }
    };
    let response =
        DescribeQuorumResponse { topics: x.topics.into_iter().map(topic).collect(), ..Default::default() };
    let mut out = Vec::new();
    response.encode(&mut out, version).expect("the names came off the wire");
    Ok(Inbound::Answer(out))
}

/// What an answer with a text says of a code where nothing more exact is known.
fn message_of(error: Code) -> Cow<'static, str> {
    let name = ErrorCode::all().find(|known| known.code() == error).map(ErrorCode::name);
    Cow::Borrowed(name.unwrap_or("UNKNOWN_SERVER_ERROR"))
}

/// Appends the body of an answer. `listener` is the one the request came in on. In Fetch and FetchSnapshot answers the
/// bytes must have been read already; a plan left in is sent as no bytes.
pub fn encode_response(
    out: &mut Vec<u8>,
    key: ApiKey,
    version: i16,
    response: &Response,
    listener: &str,
) -> Result<(), EncodeError> {
    match response {
        Response::Refused(error) => encode_refusal(out, key, version, *error),
        Response::Vote { at, granted } => {
            let partition = vote::ResponsePartitionData {
                partition_index: PARTITION,
                error_code: at.error,
                leader_id: at.leader.0,
                leader_epoch: at.epoch.0,
                vote_granted: *granted,
            };
            let topics =
                vec![vote::ResponseTopicData { topic_name: TOPIC.into(), partitions: vec![partition] }];
            let endpoint = |e: &Endpoint| vote::NodeEndpoint {
                node_id: at.leader.0,
                host: e.host.clone().into(),
                port: e.port,
            };
            let node_endpoints = leader_endpoint(at, listener, version >= 1).map(endpoint).collect();
            VoteResponse { error_code: code::NONE, topics, node_endpoints }.encode(out, version)
        }
        Response::BeginQuorumEpoch(at) => {
            let partition = begin_quorum_epoch::ResponsePartitionData {
                partition_index: PARTITION,
                error_code: at.error,
                leader_id: at.leader.0,
                leader_epoch: at.epoch.0,
            };
            let topics = vec![begin_quorum_epoch::ResponseTopicData {
                topic_name: TOPIC.into(),
                partitions: vec![partition],
            }];
            let endpoint = |e: &Endpoint| begin_quorum_epoch::NodeEndpoint {
                node_id: at.leader.0,
                host: e.host.clone().into(),
                port: e.port,
            };
            let node_endpoints = leader_endpoint(at, listener, version >= 1).map(endpoint).collect();
            BeginQuorumEpochResponse { error_code: code::NONE, topics, node_endpoints }.encode(out, version)
        }
        Response::EndQuorumEpoch(at) => {
            let partition = end_quorum_epoch::ResponsePartitionData {
                partition_index: PARTITION,
                error_code: at.error,
                leader_id: at.leader.0,
                leader_epoch: at.epoch.0,
            };
            let topics = vec![end_quorum_epoch::ResponseTopicData {
                topic_name: TOPIC.into(),
                partitions: vec![partition],
            }];
            let endpoint = |e: &Endpoint| end_quorum_epoch::NodeEndpoint {
                node_id: at.leader.0,
                host: e.host.clone().into(),
                port: e.port,
            };
            let node_endpoints = leader_endpoint(at, listener, version >= 1).map(endpoint).collect();
            EndQuorumEpochResponse { error_code: code::NONE, topics, node_endpoints }.encode(out, version)
        }
        Response::Fetch(fetched) => encode_fetched(out, version, fetched, listener),
        Response::FetchSnapshot(piece) => encode_piece(out, version, piece, listener),
        Response::DescribeQuorum(quorum) => encode_quorum(out, version, quorum),
        Response::AddVoter(VoterChange { error, message }) => AddRaftVoterResponse {
            throttle_time_ms: 0,
            error_code: *error,
            error_message: Some(message.map_or_else(|| message_of(*error), Cow::Borrowed)),
        }
        .encode(out, version),
        Response::RemoveVoter(VoterChange { error, message }) => RemoveRaftVoterResponse {
            throttle_time_ms: 0,
            error_code: *error,
            error_message: Some(message.map_or_else(|| message_of(*error), Cow::Borrowed)),
        }
        .encode(out, version),
        Response::UpdateVoter(at) => {
            let endpoint = at.endpoints.get(listener);
            let current_leader = update_raft_voter::CurrentLeader {
                leader_id: at.leader.0,
                leader_epoch: at.epoch.0,
                host: endpoint.map_or(Cow::Borrowed(""), |e| e.host.clone().into()),
                port: endpoint.map_or(0, |e| i32::from(e.port)),
            };
            UpdateRaftVoterResponse { throttle_time_ms: 0, error_code: at.error, current_leader }
                .encode(out, version)
        }
        // Only ever received.
        Response::ApiVersions { .. } => Err(EncodeError::Unsupported("ApiVersions")),
    }
}

/// The leader's endpoint on that listener, if the version can carry it.
fn leader_endpoint<'a>(
    at: &'a Standing,
    listener: &str,
    carried: bool,
) -> impl Iterator<Item = &'a Endpoint> {
    let known = carried && at.leader.0 >= 0;
    at.endpoints.get(listener).filter(|_| known).into_iter()
}

fn encode_refusal(out: &mut Vec<u8>, key: ApiKey, version: i16, error_code: Code) -> Result<(), EncodeError> {
    match key {
        ApiKey::Vote => VoteResponse { error_code, ..Default::default() }.encode(out, version),
        ApiKey::BeginQuorumEpoch => {
            BeginQuorumEpochResponse { error_code, ..Default::default() }.encode(out, version)
        }
        ApiKey::EndQuorumEpoch => {
            EndQuorumEpochResponse { error_code, ..Default::default() }.encode(out, version)
        }
        ApiKey::Fetch => FetchResponse { error_code, ..Default::default() }.encode(out, version),
        ApiKey::FetchSnapshot => {
            FetchSnapshotResponse { error_code, ..Default::default() }.encode(out, version)
        }
        ApiKey::DescribeQuorum => {
            let error_message = Some(message_of(error_code));
            DescribeQuorumResponse { error_code, error_message, ..Default::default() }.encode(out, version)
        }
        ApiKey::AddRaftVoter => {
            let error_message = Some(message_of(error_code));
            AddRaftVoterResponse { error_code, error_message, ..Default::default() }.encode(out, version)
        }
        ApiKey::RemoveRaftVoter => {
            let error_message = Some(message_of(error_code));
            RemoveRaftVoterResponse { error_code, error_message, ..Default::default() }.encode(out, version)
        }
        ApiKey::UpdateRaftVoter => {
            UpdateRaftVoterResponse { error_code, ..Default::default() }.encode(out, version)
        }
        _ => Err(EncodeError::Unsupported("not an API of the quorum")),
    }
}

fn encode_fetched(out: &mut Vec<u8>, version: i16, x: &Fetched, listener: &str) -> Result<(), EncodeError> {
    let records: &[u8] = match &x.records {
        Records::Bytes(bytes) => bytes,
        Records::None | Records::Read(_) => &[],
    };
    let mut partition = fetch::PartitionData {
        partition_index: PARTITION,
        error_code: x.at.error,
        high_watermark: x.high_watermark.0,
        log_start_offset: x.log_start.0,
        records: Some(records.into()),
        ..Default::default()
    };
    if version >= 12 {
        let none = position(-1, -1);
        let (diverging, snapshot) = (x.diverging.unwrap_or(none), x.snapshot.unwrap_or(none));
        partition.diverging_epoch =
            fetch::EpochEndOffset { epoch: diverging.epoch.0, end_offset: diverging.end.0 };
        partition.snapshot_id = fetch::SnapshotId { epoch: snapshot.epoch.0, end_offset: snapshot.end.0 };
        partition.current_leader =
            fetch::LeaderIdAndEpoch { leader_id: x.at.leader.0, leader_epoch: x.at.epoch.0 };
    }
    let topic = fetch::FetchableTopicResponse {
        topic: TOPIC.into(),
        topic_id: Uuid::METADATA_TOPIC,
        partitions: vec![partition],
    };
    let endpoint = |e: &Endpoint| fetch::NodeEndpoint {
        node_id: x.at.leader.0,
        host: e.host.clone().into(),
        port: i32::from(e.port),
        rack: None,
    };
    let node_endpoints = leader_endpoint(&x.at, listener, version >= 16).map(endpoint).collect();
    FetchResponse { responses: vec![topic], node_endpoints, ..Default::default() }.encode(out, version)
}

fn encode_piece(
    out: &mut Vec<u8>,
    version: i16,
    x: &FetchedSnapshot,
    listener: &str,
) -> Result<(), EncodeError> {
    let bytes: &[u8] = match &x.bytes {
        SnapshotBytes::Bytes(bytes) => bytes,
        SnapshotBytes::None | SnapshotBytes::Read { .. } => &[],
    };
    let partition = fetch_snapshot::ResponsePartitionSnapshot {
        index: PARTITION,
        error_code: x.at.error,
        snapshot_id: fetch_snapshot::SnapshotId { end_offset: x.snapshot.end.0, epoch: x.snapshot.epoch.0 },
        current_leader: fetch_snapshot::LeaderIdAndEpoch {
            leader_id: x.at.leader.0,
            leader_epoch: x.at.epoch.0,
        },
        size: x.size,
        position: x.position,
        unaligned_records: bytes.into(),
    };
    let topics =
        vec![fetch_snapshot::ResponseTopicSnapshot { name: TOPIC.into(), partitions: vec![partition] }];
    let endpoint = |e: &Endpoint| fetch_snapshot::NodeEndpoint {
        node_id: x.at.leader.0,
        host: e.host.clone().into(),
        port: e.port,
    };
    let node_endpoints = leader_endpoint(&x.at, listener, version >= 1).map(endpoint).collect();
    FetchSnapshotResponse { topics, node_endpoints, ..Default::default() }.encode(out, version)
}

fn encode_quorum(out: &mut Vec<u8>, version: i16, x: &Quorum) -> Result<(), EncodeError> {
    let mut response = DescribeQuorumResponse::default();
    let mut partition = describe_quorum::ResponsePartitionData {
        partition_index: PARTITION,
        error_code: x.error,
        ..Default::default()
    };
    if x.error == code::NONE {
        let state = |r: &ReplicaStatus| describe_quorum::ReplicaState {
            replica_id: r.key.id.0,
            replica_directory_id: if version >= 2 { r.key.directory } else { Uuid::ZERO },
            log_end_offset: r.log_end.0,
            last_fetch_timestamp: r.last_fetch.0,
            last_caught_up_timestamp: r.last_caught_up.0,
        };
        partition.leader_id = x.leader.0;
        partition.leader_epoch = x.epoch.0;
        partition.high_watermark = x.high_watermark.0;
        partition.current_voters = x.voters.iter().map(state).collect();
        partition.observers = x.observers.iter().map(state).collect();
        let listener = |e: &Endpoint| describe_quorum::Listener {
            name: e.name.clone().into(),
            host: e.host.clone().into(),
            port: e.port,
        };
        let node = |r: &ReplicaStatus| describe_quorum::Node {
            node_id: r.key.id.0,
            listeners: r.endpoints.list().iter().map(listener).collect(),
        };
        if version >= 2 {
            response.nodes = x.voters.iter().map(node).collect();
        }
    } else {
        partition.error_message = Some(message_of(x.error));
    }
    response.topics =
        vec![describe_quorum::ResponseTopicData { topic_name: TOPIC.into(), partitions: vec![partition] }];
    response.encode(out, version)
}
