//! What lies in the metadata log's directory, and what other nodes send: a node starts on it or says why not, and any
//! message that decodes is handled.
#![no_main]

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use protocol::api::ApiKey;
use protocol::records::{Batches, batch_crc};
use protocol::{BrokerId, LeaderEpoch, Mono, Now, Offset, Rng, Timestamp, Uuid};
use raft::wire::{Inbound, decode_request, decode_response, encode_request, key_and_version};
use raft::{
    LogPosition, Raft, RaftConfig, RaftEffects, RaftEvent, Recovery, RequestToken, quorum_state, snapshot,
};

const KEYS: [ApiKey; 10] = [
    ApiKey::Vote,
    ApiKey::BeginQuorumEpoch,
    ApiKey::EndQuorumEpoch,
    ApiKey::Fetch,
    ApiKey::FetchSnapshot,
    ApiKey::AddRaftVoter,
    ApiKey::RemoveRaftVoter,
    ApiKey::UpdateRaftVoter,
    ApiKey::DescribeQuorum,
    ApiKey::ApiVersions,
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&[flags, end], mut rest)) = bytes.split_first_chunk() else { return };
    let config = if flags & 1 == 0 {
        RaftConfig::controller(BrokerId(1), Uuid([7; 16]), "c").listening_on("h", 1)
    } else {
        let all: &[_] =
            if flags & 2 == 0 { &[(1, "h", 1)] } else { &[(1, "h", 1), (2, "h", 2), (3, "h", 3)] };
        RaftConfig::controller(BrokerId(1), Uuid::ZERO, "c").listening_on("h", 1).with_static_voters(all)
    };
    let mut next = || {
        let (&[high, low], tail) = rest.split_first_chunk()?;
        let (piece, tail) = tail.split_at(tail.len().min(usize::from(u16::from_be_bytes([high, low]))));
        rest = tail;
        Some(piece)
    };
    let mut found = Recovery::new(&config);
    let Some(text) = next() else { return };
    if let Ok(election) = quorum_state::read(text) {
        let version = i16::from(flags & 4 != 0);
        let again = quorum_state::write(&election, version, &config.static_voters);
        let again = quorum_state::read(again.as_bytes()).expect("what was written can be read");
        assert_eq!((again.epoch, again.leader), (election.epoch, election.leader));
        let _ = found.quorum_state(text);
    }
    let Some(head) = next() else { return };
    let head = put_right(head);
    let _ = snapshot::read(&head);
    let id = LogPosition { epoch: LeaderEpoch(i32::from(end & 7)), end: Offset(i64::from(end >> 3)) };
    if !head.is_empty() && found.newest_snapshot(id, head.len() as u64, &head).is_err() {
        return;
    }
    if found.log_start(Offset(i64::from(flags >> 4))).is_err() {
        return;
    }
    let Some(log) = next() else { return };
    if found.batches(&put_right(log)).is_err() {
        return;
    }
    let log_end = found.log_end();
    let mut fx = RaftEffects::new();
    let mut now = Now { mono: Mono(1), wall: Timestamp(1) };
    let mut raft = Raft::start(config, Rng::new(1), found, now, &mut fx);
    assert!(log_end >= Offset::ZERO);
    for number in 0..8 {
        fx.clear();
        now.mono.0 += 900_000_000;
        let Some((&[key, version], body)) = next().and_then(<[u8]>::split_first_chunk) else { break };
        let (key, version) = (KEYS[usize::from(key) % KEYS.len()], i16::from(version as i8));
        let _ = decode_response(key, version, &Bytes::copy_from_slice(body), "CONTROLLER");
        if let Some(Ok(Inbound::Request(request))) = decode_request(key, version, body) {
            let (key, version) = key_and_version(&request);
            let mut out = Vec::new();
            if encode_request(&mut out, version, &request).is_ok() {
                let again = decode_request(key, version, &out).expect("it is a key of the quorum");
                assert!(matches!(again, Ok(Inbound::Request(_))));
            }
            raft.handle(now, RaftEvent::Request { token: RequestToken(number), request }, &mut fx);
        }
        raft.handle(now, RaftEvent::Tick, &mut fx);
    }
});

/// Puts checksums right, since no fuzzer guesses one.
fn put_right(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    let mut at = 0;
    for size in Batches::new(bytes).map_while(|batch| Some(batch.ok()?.total_len())) {
        let crc = batch_crc(&out[at..at + size]);
        out[at + 17..at + 21].copy_from_slice(&crc.to_be_bytes());
        at += size;
    }
    out
}
