//! Requests that go out, and their answers coming in.
//!
//! - Records and snapshot bytes are slices of the answer, not copies.
//! - An answer that is not about the quorum's partition reads as refused.

use std::borrow::Cow;

use bytes::Bytes;
use protocol::client::add_raft_voter::{self, AddRaftVoterRequest, AddRaftVoterResponse};
use protocol::client::api_versions::{ApiVersionsRequest, ApiVersionsResponse};
use protocol::client::begin_quorum_epoch::{self, BeginQuorumEpochRequest, BeginQuorumEpochResponse};
use protocol::client::describe_quorum::{self, DescribeQuorumRequest};
use protocol::client::end_quorum_epoch::{self, EndQuorumEpochRequest, EndQuorumEpochResponse};
use protocol::client::fetch::{self, FetchRequest, FetchResponse};
use protocol::client::fetch_snapshot::{self, FetchSnapshotRequest, FetchSnapshotResponse};
use protocol::client::remove_raft_voter::{RemoveRaftVoterRequest, RemoveRaftVoterResponse};
use protocol::client::update_raft_voter::{self, UpdateRaftVoterRequest, UpdateRaftVoterResponse};
use protocol::client::vote::{self, VoteRequest, VoteResponse};
use protocol::{ApiKey, BrokerId, DecodeError, EncodeError, LeaderEpoch, Offset, Reader, Uuid};

use super::{PARTITION, TOPIC};
use crate::message::{
    Code, Fetched, FetchedSnapshot, Records, Request, Response, SnapshotBytes, Standing, VoterChange, code,
};
use crate::types::{Endpoint, Endpoints, LogPosition, ReplicaKey};

/// The API of a request and the newest version this crate speaks. With a peer that speaks only older ones, ask
/// `encode_request` for theirs.
#[must_use]
pub fn key_and_version(request: &Request) -> (ApiKey, i16) {
    match request {
        Request::Vote(_) => (ApiKey::Vote, 2),
        Request::BeginQuorumEpoch(_) => (ApiKey::BeginQuorumEpoch, 1),
        Request::EndQuorumEpoch(_) => (ApiKey::EndQuorumEpoch, 1),
        Request::Fetch(_) => (ApiKey::Fetch, 18),
        Request::FetchSnapshot(_) => (ApiKey::FetchSnapshot, 1),
        Request::DescribeQuorum => (ApiKey::DescribeQuorum, 2),
        Request::AddVoter(_) => (ApiKey::AddRaftVoter, 1),
        Request::RemoveVoter(_) => (ApiKey::RemoveRaftVoter, 0),
        Request::UpdateVoter(_) => (ApiKey::UpdateRaftVoter, 0),
        Request::ApiVersions => (ApiKey::ApiVersions, 4),
    }
}

fn cow(text: &Option<String>) -> Option<Cow<'_, str>> {
    text.as_deref().map(Cow::Borrowed)
}

/// Appends the body of a request. A version that can't say what must be said (a pre-vote before version 2 of Vote) is an
/// error; report `Response::Refused` with UNSUPPORTED_VERSION as the answer then, as a peer would.
pub fn encode_request(out: &mut Vec<u8>, version: i16, request: &Request) -> Result<(), EncodeError> {
    match request {
        Request::Vote(x) => {
            let partition = vote::RequestPartitionData {
                partition_index: PARTITION,
                replica_epoch: x.epoch.0,
                replica_id: x.replica.id.0,
                replica_directory_id: x.replica.directory,
                voter_directory_id: x.voter.directory,
                last_offset_epoch: x.last.epoch.0,
                last_offset: x.last.end.0,
                pre_vote: x.pre_vote,
            };
            let topics =
                vec![vote::RequestTopicData { topic_name: TOPIC.into(), partitions: vec![partition] }];
            VoteRequest { cluster_id: cow(&x.cluster_id), voter_id: x.voter.id.0, topics }
                .encode(out, version)
        }
        Request::BeginQuorumEpoch(x) => {
            let partition = begin_quorum_epoch::RequestPartitionData {
                partition_index: PARTITION,
                voter_directory_id: x.voter.directory,
                leader_id: x.leader.0,
                leader_epoch: x.epoch.0,
            };
            let topics = vec![begin_quorum_epoch::RequestTopicData {
                topic_name: TOPIC.into(),
                partitions: vec![partition],
            }];
            let endpoint = |e: &Endpoint| begin_quorum_epoch::LeaderEndpoint {
                name: e.name.clone().into(),
                host: e.host.clone().into(),
                port: e.port,
            };
            BeginQuorumEpochRequest {
                cluster_id: cow(&x.cluster_id),
                voter_id: x.voter.id.0,
                topics,
                leader_endpoints: x.endpoints.list().iter().map(endpoint).collect(),
            }
            .encode(out, version)
        }
        Request::EndQuorumEpoch(x) => {
            let ids = || x.successors.iter().map(|successor| successor.id.0).collect();
            let candidate = |key: &ReplicaKey| end_quorum_epoch::ReplicaInfo {
                candidate_id: key.id.0,
                candidate_directory_id: key.directory,
            };
            let candidates = || x.successors.iter().map(candidate).collect();
            let partition = end_quorum_epoch::RequestPartitionData {
                partition_index: PARTITION,
                leader_id: x.leader.0,
                leader_epoch: x.epoch.0,
                preferred_successors: if version == 0 { ids() } else { Vec::new() },
                preferred_candidates: if version == 0 { Vec::new() } else { candidates() },
            };
            let topics = vec![end_quorum_epoch::RequestTopicData {
                topic_name: TOPIC.into(),
                partitions: vec![partition],
            }];
            let endpoint = |e: &Endpoint| end_quorum_epoch::LeaderEndpoint {
                name: e.name.clone().into(),
                host: e.host.clone().into(),
                port: e.port,
            };
            EndQuorumEpochRequest {
                cluster_id: cow(&x.cluster_id),
                topics,
                leader_endpoints: x.endpoints.list().iter().map(endpoint).collect(),
            }
            .encode(out, version)
        }
        Request::Fetch(x) => {
            let partition = fetch::FetchPartition {
                partition: PARTITION,
                current_leader_epoch: x.epoch.0,
                fetch_offset: x.position.end.0,
                last_fetched_epoch: x.position.epoch.0,
                replica_directory_id: x.replica.directory,
                high_watermark: x.high_watermark.0,
                ..Default::default()
            };
            let topic = fetch::FetchTopic {
                topic: TOPIC.into(),
                topic_id: Uuid::METADATA_TOPIC,
                partitions: vec![partition],
            };
            let mut body = FetchRequest {
                cluster_id: cow(&x.cluster_id),
                max_wait_ms: x.wait_ms_max,
                max_bytes: x.bytes_max,
                topics: vec![topic],
                ..Default::default()
            };
            if version >= 15 {
                body.replica_state.replica_id = x.replica.id.0;
            } else {
                body.replica_id = x.replica.id.0;
            }
            body.encode(out, version)
        }
        Request::FetchSnapshot(x) => {
            let partition = fetch_snapshot::RequestPartitionSnapshot {
                partition: PARTITION,
                current_leader_epoch: x.epoch.0,
                snapshot_id: fetch_snapshot::SnapshotId {
                    end_offset: x.snapshot.end.0,
                    epoch: x.snapshot.epoch.0,
                },
                position: x.position,
                replica_directory_id: x.replica.directory,
            };
            let topics = vec![fetch_snapshot::RequestTopicSnapshot {
                name: TOPIC.into(),
                partitions: vec![partition],
            }];
            FetchSnapshotRequest {
                cluster_id: cow(&x.cluster_id),
                replica_id: x.replica.id.0,
                max_bytes: x.bytes_max,
                topics,
            }
            .encode(out, version)
        }
        Request::DescribeQuorum => {
            let partitions = vec![describe_quorum::RequestPartitionData { partition_index: PARTITION }];
            let topics = vec![describe_quorum::RequestTopicData { topic_name: TOPIC.into(), partitions }];
            DescribeQuorumRequest { topics }.encode(out, version)
        }
        Request::AddVoter(x) => {
            let listener = |e: &Endpoint| add_raft_voter::Listener {
                name: e.name.clone().into(),
                host: e.host.clone().into(),
                port: e.port,
            };
            AddRaftVoterRequest {
                cluster_id: cow(&x.cluster_id),
                timeout_ms: x.timeout_ms,
                voter_id: x.voter.id.0,
                voter_directory_id: x.voter.directory,
                listeners: x.endpoints.list().iter().map(listener).collect(),
                ack_when_committed: x.ack_when_committed,
            }
            .encode(out, version)
        }
        Request::RemoveVoter(x) => RemoveRaftVoterRequest {
            cluster_id: cow(&x.cluster_id),
            voter_id: x.voter.id.0,
            voter_directory_id: x.voter.directory,
        }
        .encode(out, version),
        Request::UpdateVoter(x) => {
            let listener = |e: &Endpoint| update_raft_voter::Listener {
                name: e.name.clone().into(),
                host: e.host.clone().into(),
                port: e.port,
            };
            UpdateRaftVoterRequest {
                cluster_id: cow(&x.cluster_id),
                current_leader_epoch: x.epoch.0,
                voter_id: x.voter.id.0,
                voter_directory_id: x.voter.directory,
                listeners: x.endpoints.list().iter().map(listener).collect(),
                k_raft_version_feature: update_raft_voter::KRaftVersionFeature {
                    min_supported_version: x.kraft_version_min,
                    max_supported_version: x.kraft_version_max,
                },
            }
            .encode(out, version)
        }
        Request::ApiVersions => ApiVersionsRequest {
            client_software_name: "corelog".into(),
            client_software_version: env!("CARGO_PKG_VERSION").into(),
            ..Default::default()
        }
        .encode(out, version),
    }
}

/// Takes an answer's body apart. `listener` is the quorum's: endpoints in answers are on it. `None` for an API that is
/// not asked.
pub fn decode_response(
    key: ApiKey,
    version: i16,
    body: &Bytes,
    listener: &str,
) -> Option<Result<Response, DecodeError>> {
    let r = &mut Reader::new(body);
    Some(match key {
        ApiKey::Vote => VoteResponse::decode(r, version).map(|x| {
            let p = x.topics.iter().flat_map(|t| &t.partitions).next();
            let nodes = x.node_endpoints.iter().map(|e| (e.node_id, &e.host, Some(e.port)));
            or_refused(x.error_code, p, |p| Response::Vote {
                at: standing(p.error_code, p.leader_id, p.leader_epoch, nodes, listener),
                granted: p.vote_granted,
            })
        }),
        ApiKey::BeginQuorumEpoch => BeginQuorumEpochResponse::decode(r, version).map(|x| {
            let p = x.topics.iter().flat_map(|t| &t.partitions).next();
            let nodes = x.node_endpoints.iter().map(|e| (e.node_id, &e.host, Some(e.port)));
            or_refused(x.error_code, p, |p| {
                Response::BeginQuorumEpoch(standing(
                    p.error_code,
                    p.leader_id,
                    p.leader_epoch,
                    nodes,
                    listener,
                ))
            })
        }),
        ApiKey::EndQuorumEpoch => EndQuorumEpochResponse::decode(r, version).map(|x| {
            let p = x.topics.iter().flat_map(|t| &t.partitions).next();
            let nodes = x.node_endpoints.iter().map(|e| (e.node_id, &e.host, Some(e.port)));
            or_refused(x.error_code, p, |p| {
                Response::EndQuorumEpoch(standing(p.error_code, p.leader_id, p.leader_epoch, nodes, listener))
            })
        }),
        ApiKey::Fetch => FetchResponse::decode(r, version).map(|x| {
            let p = x.responses.iter().flat_map(|t| &t.partitions).next();
            let nodes = x.node_endpoints.iter().map(|e| (e.node_id, &e.host, u16::try_from(e.port).ok()));
            or_refused(x.error_code, p, |p| Response::Fetch(fetched(body, p, nodes, listener)))
        }),
        ApiKey::FetchSnapshot => FetchSnapshotResponse::decode(r, version).map(|x| {
            let p = x.topics.iter().flat_map(|t| &t.partitions).next();
            let nodes = x.node_endpoints.iter().map(|e| (e.node_id, &e.host, Some(e.port)));
            or_refused(x.error_code, p, |p| {
                let (leader, epoch) = (p.current_leader.leader_id, p.current_leader.leader_epoch);
                Response::FetchSnapshot(FetchedSnapshot {
                    at: standing(p.error_code, leader, epoch, nodes, listener),
                    snapshot: position(p.snapshot_id.epoch, p.snapshot_id.end_offset),
                    size: p.size,
                    position: p.position,
                    bytes: SnapshotBytes::Bytes(slice(body, &p.unaligned_records)),
                })
            })
        }),
        ApiKey::UpdateRaftVoter => UpdateRaftVoterResponse::decode(r, version).map(|x| {
            let leader = x.current_leader;
            let node = (leader.leader_id, &leader.host, u16::try_from(leader.port).ok());
            let nodes = std::iter::once(node).filter(|(_, host, _)| !host.is_empty());
            Response::UpdateVoter(standing(
                x.error_code,
                leader.leader_id,
                leader.leader_epoch,
                nodes,
                listener,
            ))
        }),
        ApiKey::AddRaftVoter => AddRaftVoterResponse::decode(r, version)
            .map(|x| Response::AddVoter(VoterChange { error: x.error_code, message: None })),
        ApiKey::RemoveRaftVoter => RemoveRaftVoterResponse::decode(r, version)
            .map(|x| Response::RemoveVoter(VoterChange { error: x.error_code, message: None })),
        ApiKey::ApiVersions => ApiVersionsResponse::decode(r, version).map(|x| {
            let feature = x.supported_features.iter().find(|feature| feature.name == "kraft.version");
            Response::ApiVersions {
                error: x.error_code,
                kraft_versions: feature.map(|feature| (feature.min_version, feature.max_version)),
            }
        }),
        _ => return None,
    })
}

fn or_refused<P>(error: Code, partition: Option<&P>, read: impl FnOnce(&P) -> Response) -> Response {
    match partition {
        _ if error != code::NONE => Response::Refused(error),
        Some(partition) => read(partition),
        None => Response::Refused(code::UNKNOWN_SERVER_ERROR),
    }
}

fn position(epoch: i32, end: i64) -> LogPosition {
    LogPosition { epoch: LeaderEpoch(epoch), end: Offset(end) }
}

/// `part`, which was read from `body`, as a slice of it.
fn slice(body: &Bytes, part: &[u8]) -> Bytes {
    let range = body.as_ptr_range();
    // Copied in the one case where the codec had to make a copy itself.
    if range.start <= part.as_ptr() && part.as_ptr_range().end <= range.end {
        body.slice_ref(part)
    } else {
        Bytes::copy_from_slice(part)
    }
}

fn standing<'a>(
    error: Code,
    leader: i32,
    epoch: i32,
    mut nodes: impl Iterator<Item = (i32, &'a Cow<'a, str>, Option<u16>)>,
    listener: &str,
) -> Standing {
    let endpoints = match nodes.find(|(id, ..)| *id == leader) {
        Some((_, host, Some(port))) if leader >= 0 => {
            Endpoints::new(vec![Endpoint { name: listener.to_owned(), host: host.to_string(), port }])
        }
        _ => Endpoints::EMPTY,
    };
    Standing { error, leader: BrokerId(leader), epoch: LeaderEpoch(epoch), endpoints }
}

fn fetched<'a>(
    body: &Bytes,
    p: &fetch::PartitionData<'_>,
    nodes: impl Iterator<Item = (i32, &'a Cow<'a, str>, Option<u16>)>,
    listener: &str,
) -> Fetched {
    let (diverging, snapshot) = (p.diverging_epoch, p.snapshot_id);
    Fetched {
        at: standing(
            p.error_code,
            p.current_leader.leader_id,
            p.current_leader.leader_epoch,
            nodes,
            listener,
        ),
        high_watermark: Offset(p.high_watermark),
        log_start: Offset(p.log_start_offset),
        diverging: (diverging.epoch >= 0).then(|| position(diverging.epoch, diverging.end_offset)),
        snapshot: (snapshot.epoch >= 0 || snapshot.end_offset >= 0)
            .then(|| position(snapshot.epoch, snapshot.end_offset)),
        records: match &p.records {
            Some(records) if !records.is_empty() => Records::Bytes(slice(body, records)),
            _ => Records::None,
        },
    }
}
