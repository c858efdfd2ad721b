//! A second opinion: the crate `kafka-protocol` reads what we write, and writes what we read, wherever it knows the
//! message and the version. (Two control records it refuses in every version, LeaderChangeMessage and VotersRecord, are left out.)

use kafka_protocol::protocol::{Decodable, Encodable, Message};
use protocol::Rng;

use crate::{entries, hex, random, tables};

/// A message as that crate knows it.
struct Peer {
    name: &'static str,
    first: i16,
    last: i16,
    /// Decodes and encodes; also the bytes not read.
    again: fn(&[u8], i16) -> (usize, Vec<u8>),
}

macro_rules! peers {
    ($($name:ident)*) => {
        static PEERS: &[Peer] = &[$({
            use kafka_protocol::messages::$name as Type;
            Peer {
                name: stringify!($name),
                first: <Type as Message>::VERSIONS.min,
                last: <Type as Message>::VERSIONS.max,
                again: |bytes, version| {
                    let mut bytes = bytes::Bytes::copy_from_slice(bytes);
                    let value = Type::decode(&mut bytes, version)
.unwrap_or_else(|error| panic!("{} v{version}: {error}", stringify!($name)));
                    let mut out = bytes::BytesMut::new();
                    value.encode(&mut out, version).unwrap();
                    (bytes.len(), out.to_vec())
                },
            }
        }),*];
    };
}

#[test]
fn another_codec_reads_the_same_bytes_and_writes_them_again() {
    let tables = tables();
    let mut rng = Rng::new(11);
    let mut versions = 0;
    for peer in PEERS {
        let entry = entries::find(peer.name);
        for version in entry.first.max(peer.first)..=entry.last.min(peer.last) {
            versions += 1;
            for _ in 0..5 {
                let bytes = random::body(&tables[entry.name], version, &mut rng);
                let (_, ours) = (entry.again)(&bytes, version).unwrap();
                let (rest, theirs) = (peer.again)(&bytes, version);
                let what = format!("{} v{version}", peer.name);
                assert_eq!(rest, 0, "{what}");
                assert_eq!(hex(&ours.expect(&what)), hex(&theirs), "{what}");
            }
        }
    }
    assert!(versions > 500, "{versions}");
}

peers! {
    EndTxnMarker
    SnapshotFooterRecord
    SnapshotHeaderRecord
    KRaftVersionRecord
    ProduceRequest
    ProduceResponse
    FetchRequest
    FetchResponse
    ListOffsetsRequest
    ListOffsetsResponse
    MetadataRequest
    MetadataResponse
    OffsetCommitRequest
    OffsetCommitResponse
    OffsetFetchRequest
    OffsetFetchResponse
    FindCoordinatorRequest
    FindCoordinatorResponse
    JoinGroupRequest
    JoinGroupResponse
    HeartbeatRequest
    HeartbeatResponse
    LeaveGroupRequest
    LeaveGroupResponse
    SyncGroupRequest
    SyncGroupResponse
    DescribeGroupsRequest
    DescribeGroupsResponse
    ListGroupsRequest
    ListGroupsResponse
    SaslHandshakeRequest
    SaslHandshakeResponse
    ApiVersionsRequest
    ApiVersionsResponse
    CreateTopicsRequest
    CreateTopicsResponse
    DeleteTopicsRequest
    DeleteTopicsResponse
    DeleteRecordsRequest
    DeleteRecordsResponse
    InitProducerIdRequest
    InitProducerIdResponse
    OffsetForLeaderEpochRequest
    OffsetForLeaderEpochResponse
    AddPartitionsToTxnRequest
    AddPartitionsToTxnResponse
    AddOffsetsToTxnRequest
    AddOffsetsToTxnResponse
    EndTxnRequest
    EndTxnResponse
    WriteTxnMarkersRequest
    WriteTxnMarkersResponse
    TxnOffsetCommitRequest
    TxnOffsetCommitResponse
    DescribeAclsRequest
    DescribeAclsResponse
    CreateAclsRequest
    CreateAclsResponse
    DeleteAclsRequest
    DeleteAclsResponse
    DescribeConfigsRequest
    DescribeConfigsResponse
    AlterConfigsRequest
    AlterConfigsResponse
    AlterReplicaLogDirsRequest
    AlterReplicaLogDirsResponse
    DescribeLogDirsRequest
    DescribeLogDirsResponse
    SaslAuthenticateRequest
    SaslAuthenticateResponse
    CreatePartitionsRequest
    CreatePartitionsResponse
    CreateDelegationTokenRequest
    CreateDelegationTokenResponse
    RenewDelegationTokenRequest
    RenewDelegationTokenResponse
    ExpireDelegationTokenRequest
    ExpireDelegationTokenResponse
    DescribeDelegationTokenRequest
    DescribeDelegationTokenResponse
    DeleteGroupsRequest
    DeleteGroupsResponse
    ElectLeadersRequest
    ElectLeadersResponse
    IncrementalAlterConfigsRequest
    IncrementalAlterConfigsResponse
    AlterPartitionReassignmentsRequest
    AlterPartitionReassignmentsResponse
    ListPartitionReassignmentsRequest
    ListPartitionReassignmentsResponse
    OffsetDeleteRequest
    OffsetDeleteResponse
    DescribeClientQuotasRequest
    DescribeClientQuotasResponse
    AlterClientQuotasRequest
    AlterClientQuotasResponse
    DescribeUserScramCredentialsRequest
    DescribeUserScramCredentialsResponse
    AlterUserScramCredentialsRequest
    AlterUserScramCredentialsResponse
    VoteRequest
    VoteResponse
    BeginQuorumEpochRequest
    BeginQuorumEpochResponse
    EndQuorumEpochRequest
    EndQuorumEpochResponse
    DescribeQuorumRequest
    DescribeQuorumResponse
    AlterPartitionRequest
    AlterPartitionResponse
    UpdateFeaturesRequest
    UpdateFeaturesResponse
    EnvelopeRequest
    EnvelopeResponse
    FetchSnapshotRequest
    FetchSnapshotResponse
    DescribeClusterRequest
    DescribeClusterResponse
    DescribeProducersRequest
    DescribeProducersResponse
    BrokerRegistrationRequest
    BrokerRegistrationResponse
    BrokerHeartbeatRequest
    BrokerHeartbeatResponse
    UnregisterBrokerRequest
    UnregisterBrokerResponse
    DescribeTransactionsRequest
    DescribeTransactionsResponse
    ListTransactionsRequest
    ListTransactionsResponse
    AllocateProducerIdsRequest
    AllocateProducerIdsResponse
    ConsumerGroupHeartbeatRequest
    ConsumerGroupHeartbeatResponse
    ConsumerGroupDescribeRequest
    ConsumerGroupDescribeResponse
    ControllerRegistrationRequest
    ControllerRegistrationResponse
    GetTelemetrySubscriptionsRequest
    GetTelemetrySubscriptionsResponse
    PushTelemetryRequest
    PushTelemetryResponse
    AssignReplicasToDirsRequest
    AssignReplicasToDirsResponse
    ListConfigResourcesRequest
    ListConfigResourcesResponse
    DescribeTopicPartitionsRequest
    DescribeTopicPartitionsResponse
    ShareGroupHeartbeatRequest
    ShareGroupHeartbeatResponse
    ShareGroupDescribeRequest
    ShareGroupDescribeResponse
    ShareFetchRequest
    ShareFetchResponse
    ShareAcknowledgeRequest
    ShareAcknowledgeResponse
    AddRaftVoterRequest
    AddRaftVoterResponse
    RemoveRaftVoterRequest
    RemoveRaftVoterResponse
    UpdateRaftVoterRequest
    UpdateRaftVoterResponse
    InitializeShareGroupStateRequest
    InitializeShareGroupStateResponse
    ReadShareGroupStateRequest
    ReadShareGroupStateResponse
    WriteShareGroupStateRequest
    WriteShareGroupStateResponse
    DeleteShareGroupStateRequest
    DeleteShareGroupStateResponse
    ReadShareGroupStateSummaryRequest
    ReadShareGroupStateSummaryResponse
    DescribeShareGroupOffsetsRequest
    DescribeShareGroupOffsetsResponse
    AlterShareGroupOffsetsRequest
    AlterShareGroupOffsetsResponse
    DeleteShareGroupOffsetsRequest
    DeleteShareGroupOffsetsResponse
    ConsumerProtocolAssignment
    ConsumerProtocolSubscription
    DefaultPrincipalData
    RequestHeader
    ResponseHeader
}
