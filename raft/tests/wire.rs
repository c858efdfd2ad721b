//! Requests as Kafka 4.4's own classes encode them, and the answers a Kafka 4.4 node gave: ours are the same bytes.
//!
//! The node: static voter 1 on 127.0.0.1:39307, leader of epoch 1.

use bytes::Bytes;
use protocol::{ApiKey, BrokerId, LeaderEpoch, Mono, Now, Offset, Rng, Timestamp, Uuid};
use raft::message::{Response, code};
use raft::wire::{self, Inbound};
use raft::{Raft, RaftConfig, RaftEffect, RaftEffects, RaftEvent, Recovery, RequestToken};

const NOW: Now = Now { mono: Mono(1), wall: Timestamp(0x01a2_2810_85e9) };

/// Key, version, body of the request, body of the answer.
const KAFKA: &[(ApiKey, i16, &str, &str)] = &[
    (ApiKey::Vote, 0, "000100", "002a0100"),
    (ApiKey::Vote, 1, "00ffffffff0100", "002a0100"),
    (ApiKey::Vote, 2, "00ffffffff0100", "002a0100"),
    (ApiKey::BeginQuorumEpoch, 0, "ffff00000000", "002a00000000"),
    (ApiKey::BeginQuorumEpoch, 1, "00ffffffff010100", "002a0100"),
    (ApiKey::EndQuorumEpoch, 0, "ffff00000000", "002a00000000"),
    (ApiKey::EndQuorumEpoch, 1, "00010100", "002a0100"),
    (ApiKey::DescribeQuorum, 0, "0100", "00000100"),
    (ApiKey::DescribeQuorum, 1, "0100", "00000100"),
    (ApiKey::DescribeQuorum, 2, "0100", "000001010100"),
    (
        ApiKey::DescribeQuorum,
        2,
        "02135f5f636c75737465725f6d657461646174610200000000000000",
        "00000102135f5f636c75737465725f6d65746164617461020000000000000100000001000000010000000000000233\
         0200000001000000000000000000000000000000000000000000000233000001a2281085e9000001a2281085e90001\
         00000200000001020b434f4e54524f4c4c45520a3132372e302e302e31998b000000",
    ),
    (ApiKey::FetchSnapshot, 0, "ffffffff7fffffff0100", "00000000002a0100"),
    (ApiKey::FetchSnapshot, 1, "ffffffff7fffffff0100", "00000000002a0100"),
    (
        ApiKey::UpdateRaftVoter,
        0,
        "0100000000000000000000000000000000000000000000000001000000000000",
        "0000000000680100170000000100000001\
         0a3132372e302e302e310000998b00",
    ),
];

fn bytes(hex: &str) -> Vec<u8> {
    hex.as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16).expect("hex"))
        .collect()
}

/// A node that leads epoch 1 and has committed 563 records.
fn leader() -> Raft {
    let config = RaftConfig::controller(BrokerId(1), Uuid::ZERO, "Y29yZWxvZy1nb2xkZW4tMQ")
        .listening_on("127.0.0.1", 39307)
        .with_static_voters(&[(1, "127.0.0.1", 39307)]);
    let found = Recovery::new(&config);
    let mut fx = RaftEffects::new();
    let mut raft = Raft::start(config, Rng::new(1), found, NOW, &mut fx);
    let values = vec![Bytes::from_static(b"x"); 562];
    raft.propose(NOW, LeaderEpoch(1), &values, &mut fx).expect("it leads");
    let syncs: Vec<_> = fx
        .drain()
        .filter_map(|e| if let RaftEffect::Sync { token } = e { Some(token) } else { None })
        .collect();
    assert_eq!(syncs.len(), 1, "one sync for the whole turn");
    raft.handle(NOW, RaftEvent::LogSynced { token: syncs[0] }, &mut fx);
    assert_eq!(raft.committed(), Offset(563));
    raft
}

fn answer(raft: &mut Raft, key: ApiKey, version: i16, body: &[u8]) -> Option<Vec<u8>> {
    let request = match wire::decode_request(key, version, body)?.ok()? {
        Inbound::Answer(body) => return Some(body),
        Inbound::Request(request) => request,
    };
    let mut fx = RaftEffects::new();
    raft.handle(NOW, RaftEvent::Request { token: RequestToken(7), request }, &mut fx);
    let response = fx.drain().find_map(|effect| match effect {
        RaftEffect::Reply { token: RequestToken(7), response } => Some(response),
        _ => None,
    })?;
    let mut out = Vec::new();
    wire::encode_response(&mut out, key, version, &response, "CONTROLLER").expect("can be said");
    Some(out)
}

#[test]
fn answers_are_kafkas() {
    let mut raft = leader();
    for &(key, version, request, expected) in KAFKA {
        let answer = answer(&mut raft, key, version, &bytes(request)).expect("an answer");
        assert_eq!(answer, bytes(expected), "{key:?} v{version} {request}");
    }
}

/// Whatever comes in, there is an answer or an error, never a panic, and the node still leads.
#[test]
fn broken_requests_do_no_harm() {
    let mut raft = leader();
    let mut rng = Rng::new(11);
    for &(key, version, request, _) in KAFKA {
        let good = bytes(request);
        for cut in 0..good.len() {
            let _ = answer(&mut raft, key, version, &good[..cut]);
        }
        for _ in 0..500 {
            let mut bad = good.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bad.len() as u64) as usize;
                bad[at] = rng.next_u64() as u8;
            }
            let _ = answer(&mut raft, key, version, &bad);
        }
    }
    assert_eq!(raft.leader_and_epoch().leader, Some(BrokerId(1)));
}

#[test]
fn other_partitions_are_refused_as_kafka_refuses_them() {
    // DescribeQuorum of topic "t", partition 3.
    let body = wire::decode_request(ApiKey::DescribeQuorum, 0, &bytes("0202740200000003000000"));
    let Some(Ok(Inbound::Answer(body))) = body else { panic!("{body:?}") };
    assert_eq!(
        &body[..],
        bytes(
            "00000202740200000003000300000000000000000000000000000000010100\
                                 0000"
        )
    );
    // Fetch before version 13 names the topic, not its id.
    let mut fetch = Vec::new();
    let request = protocol::client::fetch::FetchRequest {
        topics: vec![protocol::client::fetch::FetchTopic {
            topic: wire::TOPIC.into(),
            partitions: vec![Default::default()],
            ..Default::default()
        }],
        ..Default::default()
    };
    request.encode(&mut fetch, 12).expect("encodes");
    let body = wire::decode_request(ApiKey::Fetch, 12, &fetch);
    let Some(Ok(Inbound::Answer(body))) = body else { panic!("{body:?}") };
    let read = wire::decode_response(ApiKey::Fetch, 12, &body.into(), "CONTROLLER");
    assert_eq!(read, Some(Ok(Response::Refused(code::INVALID_REQUEST))));
}

#[test]
fn broken_answers_are_errors() {
    let mut rng = Rng::new(12);
    for &(key, version, _, response) in KAFKA {
        let good = bytes(response);
        for _ in 0..500 {
            let mut bad = good.clone();
            let at = rng.below(bad.len() as u64) as usize;
            bad[at] = rng.next_u64() as u8;
            bad.truncate(rng.below(bad.len() as u64 + 1) as usize);
            let _ = wire::decode_response(key, version, &bad.into(), "CONTROLLER");
        }
    }
}
