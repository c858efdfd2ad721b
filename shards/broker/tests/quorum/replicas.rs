//! What other replicas and tools ask of the quorum, answered from a real log.

use protocol::client::add_raft_voter::{AddRaftVoterRequest, AddRaftVoterResponse};
use protocol::client::begin_quorum_epoch::{self, BeginQuorumEpochRequest};
use protocol::client::broker_heartbeat::{BrokerHeartbeatRequest, BrokerHeartbeatResponse};
use protocol::client::broker_registration::{
    BrokerRegistrationRequest, BrokerRegistrationResponse, Feature, Listener,
};
use protocol::client::default_principal_data::DefaultPrincipalData;
use protocol::client::describe_quorum::{self, DescribeQuorumRequest, DescribeQuorumResponse};
use protocol::client::envelope::{EnvelopeRequest, EnvelopeResponse};
use protocol::client::fetch::{FetchPartition, FetchRequest, FetchResponse, FetchTopic, ReplicaState};
use protocol::client::fetch_snapshot::{self, FetchSnapshotRequest, FetchSnapshotResponse};
use protocol::client::vote::{self, VoteRequest, VoteResponse};
use protocol::header::{put_request_header, read_response_header};
use protocol::records::Batches;
use protocol::wire::Reader;
use protocol::{ApiKey, Offset, Uuid};

use crate::rig::{CLUSTER, DIRECTORY, Rig, Settings, decode};

/// Broker 1 registers and is unfenced. Answers its epoch.
pub fn register(rig: &mut Rig) -> i64 {
    let request = BrokerRegistrationRequest {
        broker_id: 1,
        cluster_id: CLUSTER.into(),
        incarnation_id: Uuid([1; 16]),
        listeners: vec![Listener {
            name: "PLAIN".into(),
            host: "127.0.0.1".into(),
            port: 9091,
            security_protocol: 0,
        }],
        features: metadata::features::FEATURES
            .iter()
            .map(|feature| Feature {
                name: feature.name.into(),
                min_supported_version: feature.min,
                max_supported_version: feature.max,
            })
            .collect(),
        log_dirs: vec![DIRECTORY],
        previous_broker_epoch: -1,
        ..Default::default()
    };
    let token = rig.ask(4, &request);
    let answer: BrokerRegistrationResponse = decode(rig.answer(token).expect("it is answered"), 4);
    assert_eq!(answer.error_code, 0);
    beat(rig, answer.broker_epoch);
    answer.broker_epoch
}

/// Broker 1 says that it is alive.
pub fn beat(rig: &mut Rig, epoch: i64) {
    let request = BrokerHeartbeatRequest {
        broker_id: 1,
        broker_epoch: epoch,
        current_metadata_offset: epoch,
        ..Default::default()
    };
    let token = rig.ask(2, &request);
    let beaten: BrokerHeartbeatResponse = decode(rig.answer(token).expect("it is answered"), 2);
    assert!(!beaten.is_fenced);
}

fn fetch(offset: i64, epoch: i32, wait_ms: i32, bytes_max: i32) -> FetchRequest<'static> {
    FetchRequest {
        cluster_id: Some(CLUSTER.into()),
        replica_state: ReplicaState { replica_id: 2, replica_epoch: -1 },
        max_wait_ms: wait_ms,
        max_bytes: bytes_max,
        topics: vec![FetchTopic {
            topic_id: Uuid::METADATA_TOPIC,
            partitions: vec![FetchPartition {
                partition: 0,
                current_leader_epoch: 1,
                fetch_offset: offset,
                last_fetched_epoch: epoch,
                replica_directory_id: Uuid([3; 16]),
                high_watermark: i64::MAX,
                ..Default::default()
            }],
            ..Default::default()
        }],
        ..Default::default()
    }
}

/// Fetches in the newest version: the partition's error, high watermark, snapshot's end, and the records' bytes.
fn fetched(rig: &mut Rig, request: &FetchRequest<'_>) -> (i16, i64, i64, Vec<u8>) {
    let conn = rig.send(18, request);
    let body = rig.sent(conn, ApiKey::Fetch, 18).expect("it is answered");
    let answer: FetchResponse<'_> = decode(body, 18);
    let row = &answer.responses[0].partitions[0];
    let records = row.records.as_ref().map(|records| records.to_vec()).unwrap_or_default();
    (row.error_code, row.high_watermark, row.snapshot_id.end_offset, records)
}

fn description() -> DescribeQuorumRequest<'static> {
    DescribeQuorumRequest {
        topics: vec![describe_quorum::RequestTopicData {
            topic_name: "__cluster_metadata".into(),
            partitions: vec![describe_quorum::RequestPartitionData { partition_index: 0 }],
        }],
    }
}

#[test]
fn an_observer_reads_the_whole_log_in_pieces_of_any_size() {
    let mut rig = Rig::new();
    register(&mut rig);
    rig.pass(5_000);
    let whole = std::fs::read(rig.log_dir().join("00000000000000000000.log")).expect("the log");
    for bytes_max in [1, 100, 1_000, i32::MAX] {
        let (mut at, mut epoch, mut seen) = (0, 0, Vec::new());
        loop {
            let (error, high_watermark, _, records) = fetched(&mut rig, &fetch(at, epoch, 0, bytes_max));
            assert_eq!(error, 0);
            if records.is_empty() {
                assert_eq!(at, high_watermark, "the log ends where everything is committed");
                break;
            }
            for batch in Batches::new(&records) {
                let batch = batch.expect("only whole batches are sent");
                (at, epoch) = (batch.next_offset().0, batch.leader_epoch().0);
            }
            seen.extend_from_slice(&records);
        }
        assert_eq!(seen, whole, "bytes_max {bytes_max}");
    }
}

#[test]
fn a_fetch_at_the_end_waits_for_the_next_record_or_its_time() {
    let mut rig = Rig::new();
    register(&mut rig);
    let (_, end, _, _) = fetched(&mut rig, &fetch(0, 0, 0, 1));
    let conn = rig.send(18, &fetch(end, 1, 400, i32::MAX));
    assert!(rig.sent(conn, ApiKey::Fetch, 18).is_none());
    rig.pass(1_000);
    let body = rig.sent(conn, ApiKey::Fetch, 18).expect("time or a record ends the wait");
    let _: FetchResponse<'_> = decode(body, 18);
}

#[test]
fn a_fetch_is_answered_with_records_only_once_they_are_written() {
    let mut rig = Rig::new();
    register(&mut rig);
    let (_, end, _, _) = fetched(&mut rig, &fetch(0, 0, 0, 1));
    let conn = rig.send(18, &fetch(end, 1, 30_000, i32::MAX));
    rig.full = true;
    rig.pass(3_000);
    assert!(rig.sent(conn, ApiKey::Fetch, 18).is_none(), "the record lies in memory only");
    rig.full = false;
    rig.pass(1_000);
    let body = rig.sent(conn, ApiKey::Fetch, 18).expect("it is written");
    let answer: FetchResponse<'_> = decode(body, 18);
    assert!(answer.responses[0].partitions[0].records.as_ref().is_some_and(|records| !records.is_empty()));
}

#[test]
fn a_replica_behind_the_log_start_is_sent_to_the_snapshot_and_reads_it_in_pieces() {
    let mut rig = Rig::with(Settings {
        snapshot_interval_ms: 1_000,
        segment_bytes: 1_000,
        properties: vec![("metadata.max.retention.ms", "2000")],
        ..Settings::default()
    });
    register(&mut rig);
    rig.pass(20_000);
    let (error, _, snapshot, records) = fetched(&mut rig, &fetch(0, 0, 0, i32::MAX));
    assert_eq!((error, records.len()), (0, 0));
    let newest = *rig.snapshots().last().expect("there are snapshots");
    assert_eq!(snapshot, newest);
    let request = |position, end_offset| FetchSnapshotRequest {
        cluster_id: Some(CLUSTER.into()),
        replica_id: 2,
        max_bytes: 100,
        topics: vec![fetch_snapshot::RequestTopicSnapshot {
            name: "__cluster_metadata".into(),
            partitions: vec![fetch_snapshot::RequestPartitionSnapshot {
                partition: 0,
                current_leader_epoch: 1,
                snapshot_id: fetch_snapshot::SnapshotId { end_offset, epoch: 1 },
                position,
                replica_directory_id: Uuid([3; 16]),
            }],
        }],
    };
    let mut bytes = Vec::new();
    loop {
        let conn = rig.send(1, &request(bytes.len() as i64, newest));
        let body = rig.sent(conn, ApiKey::FetchSnapshot, 1).expect("it is answered");
        let answer: FetchSnapshotResponse<'_> = decode(body, 1);
        let piece = &answer.topics[0].partitions[0];
        assert_eq!(piece.error_code, 0);
        bytes.extend_from_slice(&piece.unaligned_records);
        if bytes.len() as i64 == piece.size {
            break;
        }
        assert_eq!(piece.unaligned_records.len(), 100);
    }
    let name = format!("{newest:020}-0000000001.checkpoint");
    assert_eq!(bytes, std::fs::read(rig.log_dir().join(name)).expect("the snapshot"));
    let conn = rig.send(1, &request(0, newest + 1));
    let body = rig.sent(conn, ApiKey::FetchSnapshot, 1).expect("it is answered");
    let answer: FetchSnapshotResponse<'_> = decode(body, 1);
    assert_eq!(answer.topics[0].partitions[0].error_code, 98, "no such snapshot");
}

#[test]
fn the_quorum_is_described_on_both_ways_and_with_its_observers() {
    let mut rig = Rig::new();
    register(&mut rig);
    fetched(&mut rig, &fetch(0, 0, 0, 1));
    for version in 0..=2 {
        let conn = rig.send(version, &description());
        let on_listener = rig.sent(conn, ApiKey::DescribeQuorum, version).expect("it is answered");
        let token = rig.ask(version, &description());
        let forwarded = rig.answer(token).expect("it is answered");
        assert_eq!(on_listener, forwarded);
        let answer: DescribeQuorumResponse<'_> = decode(forwarded, version);
        let row = &answer.topics[0].partitions[0];
        assert_eq!((row.leader_id, row.leader_epoch, row.error_code), (1, 1, 0));
        assert_eq!((row.current_voters.len(), row.observers.len()), (1, 1));
        assert_eq!(row.current_voters[0].log_end_offset, row.high_watermark);
        assert_eq!(answer.nodes.len(), usize::from(version >= 2));
    }
}

#[test]
fn nobody_gets_a_vote_in_an_epoch_that_has_a_leader() {
    let mut rig = Rig::new();
    let request = VoteRequest {
        cluster_id: Some(CLUSTER.into()),
        voter_id: 1,
        topics: vec![vote::RequestTopicData {
            topic_name: "__cluster_metadata".into(),
            partitions: vec![vote::RequestPartitionData {
                partition_index: 0,
                replica_epoch: 1,
                replica_id: 2,
                last_offset_epoch: 1,
                last_offset: 1_000,
                pre_vote: true,
                ..Default::default()
            }],
        }],
    };
    let conn = rig.send(2, &request);
    let answer: VoteResponse<'_> = decode(rig.sent(conn, ApiKey::Vote, 2).expect("it is answered"), 2);
    let row = &answer.topics[0].partitions[0];
    assert_eq!((row.vote_granted, row.leader_id, row.leader_epoch), (false, 1, 1));
    assert_eq!(answer.node_endpoints.len(), 1, "the leader is named with where it listens");
}

#[test]
fn a_quorum_of_kraft_version_0_takes_no_voters() {
    let mut rig = Rig::new();
    let request = AddRaftVoterRequest {
        cluster_id: Some(CLUSTER.into()),
        timeout_ms: 1000,
        voter_id: 2,
        voter_directory_id: Uuid([3; 16]),
        ..Default::default()
    };
    let token = rig.ask(1, &request);
    let answer: AddRaftVoterResponse<'_> = decode(rig.answer(token).expect("it is answered"), 1);
    assert_ne!(answer.error_code, 0);
}

#[test]
fn a_dynamic_quorum_starts_from_the_voter_in_its_snapshot_and_refuses_one_it_cannot_reach() {
    let mut rig = Rig::with(Settings { dynamic: true, ..Settings::default() });
    register(&mut rig);
    let request = AddRaftVoterRequest {
        cluster_id: Some(CLUSTER.into()),
        timeout_ms: 1000,
        voter_id: 2,
        voter_directory_id: Uuid([3; 16]),
        listeners: vec![protocol::client::add_raft_voter::Listener {
            name: "CONTROLLER".into(),
            host: "127.0.0.1".into(),
            port: 1,
        }],
        ..Default::default()
    };
    let token = rig.ask(1, &request);
    rig.pass(2_000);
    let answer: AddRaftVoterResponse<'_> = decode(rig.answer(token).expect("it is answered"), 1);
    assert_ne!(answer.error_code, 0);
    rig.restart();
    let token = rig.ask(2, &description());
    let answer: DescribeQuorumResponse<'_> = decode(rig.answer(token).expect("it is answered"), 2);
    let row = &answer.topics[0].partitions[0];
    assert_eq!(row.current_voters.len(), 1);
    assert_eq!(row.current_voters[0].replica_directory_id, DIRECTORY);
}

#[test]
fn a_body_that_ends_early_closes_the_connection_and_nothing_else() {
    let mut rig = Rig::new();
    let keys = [
        (ApiKey::Vote, 2),
        (ApiKey::BeginQuorumEpoch, 1),
        (ApiKey::EndQuorumEpoch, 1),
        (ApiKey::Fetch, 18),
        (ApiKey::FetchSnapshot, 1),
        (ApiKey::DescribeQuorum, 2),
        (ApiKey::AddRaftVoter, 1),
        (ApiKey::RemoveRaftVoter, 0),
        (ApiKey::UpdateRaftVoter, 0),
    ];
    for (key, version) in keys {
        let conn = rig.send_body(key, version, &[2]);
        assert!(rig.is_closed(conn), "{key:?}");
    }
    rig.pass(1_000);
    assert!(rig.published.as_ref().is_some_and(|published| published.offset > Offset(0)));
}

/// A request as another broker wraps it, for a client of that name.
fn envelope(key: ApiKey, version: i16, body: &[u8]) -> EnvelopeRequest<'static> {
    let mut inner = Vec::new();
    put_request_header(&mut inner, key, version, 99, Some("client")).expect("the header can be encoded");
    inner.extend_from_slice(body);
    let mut principal = 0_i16.to_be_bytes().to_vec();
    let data = DefaultPrincipalData { type_: "User".into(), name: "anna".into(), token_authenticated: false };
    data.encode(&mut principal, 0).expect("a short name");
    EnvelopeRequest {
        request_data: inner.into(),
        request_principal: Some(principal.into()),
        client_host_address: vec![127, 0, 0, 1].into(),
    }
}

#[test]
fn a_request_in_an_envelope_is_answered_inside_the_answer() {
    let mut rig = Rig::new();
    register(&mut rig);
    let mut body = Vec::new();
    description().encode(&mut body, 2).expect("a short request");
    let conn = rig.send(0, &envelope(ApiKey::DescribeQuorum, 2, &body));
    let outer: EnvelopeResponse<'_> = decode(rig.sent(conn, ApiKey::Envelope, 0).expect("it is answered"), 0);
    assert_eq!(outer.error_code, 0);
    let data: &'static [u8] = outer.response_data.expect("there is an answer").to_vec().leak();
    let mut reader = Reader::new(data);
    assert_eq!(read_response_header(&mut reader, ApiKey::DescribeQuorum, 2), Ok(99));
    let answer: DescribeQuorumResponse<'_> = decode(reader.rest(), 2);
    assert_eq!(answer.topics[0].partitions[0].leader_id, 1);
}

#[test]
fn an_envelope_holds_only_what_a_broker_forwards() {
    let mut rig = Rig::new();
    let mut fetches = Vec::new();
    fetch(0, 0, 0, 1).encode(&mut fetches, 18).expect("a short request");
    let cases = [
        (envelope(ApiKey::Fetch, 18, &fetches), 42),
        (envelope(ApiKey::CreateTopics, 99, &[]), 35),
        (envelope(ApiKey::CreateTopics, 7, &[9]), 42),
        (EnvelopeRequest { request_principal: None, ..envelope(ApiKey::CreateTopics, 7, &[]) }, 97),
    ];
    for (request, code) in cases {
        let conn = rig.send(0, &request);
        let outer: EnvelopeResponse<'_> =
            decode(rig.sent(conn, ApiKey::Envelope, 0).expect("it is answered"), 0);
        assert_eq!((outer.error_code, outer.response_data.is_none()), (code, true));
    }
}

#[test]
fn strangers_with_a_higher_epoch_cost_an_election_and_nothing_else() {
    let mut rig = Rig::new();
    let epoch = register(&mut rig);
    let vote = VoteRequest {
        cluster_id: Some(CLUSTER.into()),
        voter_id: 1,
        topics: vec![vote::RequestTopicData {
            topic_name: "__cluster_metadata".into(),
            partitions: vec![vote::RequestPartitionData {
                partition_index: 0,
                replica_epoch: 50,
                replica_id: 7,
                last_offset_epoch: 49,
                last_offset: 1_000,
                ..Default::default()
            }],
        }],
    };
    let begin = BeginQuorumEpochRequest {
        cluster_id: Some(CLUSTER.into()),
        voter_id: 1,
        topics: vec![begin_quorum_epoch::RequestTopicData {
            topic_name: "__cluster_metadata".into(),
            partitions: vec![begin_quorum_epoch::RequestPartitionData {
                partition_index: 0,
                leader_id: 7,
                leader_epoch: 60,
                ..Default::default()
            }],
        }],
        leader_endpoints: vec![begin_quorum_epoch::LeaderEndpoint {
            name: "CONTROLLER".into(),
            host: "127.0.0.1".into(),
            port: 1,
        }],
    };
    let conn = rig.send(2, &vote);
    assert!(rig.sent(conn, ApiKey::Vote, 2).is_some());
    rig.pass(5_000);
    let conn = rig.send(1, &begin);
    assert!(rig.sent(conn, ApiKey::BeginQuorumEpoch, 1).is_some());
    rig.pass(10_000);
    let token = rig.ask(2, &description());
    let answer: DescribeQuorumResponse<'_> = decode(rig.answer(token).expect("it is answered"), 2);
    assert_eq!(answer.topics[0].partitions[0].leader_id, 1);
    beat(&mut rig, epoch);
}
