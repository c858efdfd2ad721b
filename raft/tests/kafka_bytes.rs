//! What this crate writes is, byte for byte, what Apache Kafka 4.4 wrote; what Kafka wrote is read back in full.
//!
//! `tests/data` holds files of two Kafka 4.4 nodes: `static` with `controller.quorum.voters`, `dynamic` with
//! `kraft.version` 1.

use bytes::Bytes;
use protocol::records::{BatchView, Batches};
use protocol::{BrokerId, LeaderEpoch, Mono, Now, Offset, Rng, Timestamp, Uuid};
use raft::snapshot::{self, FileKind};
use raft::{LogPosition, Raft, RaftConfig, RaftEffect, RaftEffects, Recovery, RoleName};

const BOOTSTRAP_DYNAMIC: &[u8] = include_bytes!("data/bootstrap-dynamic.checkpoint");
const BOOTSTRAP_STATIC: &[u8] = include_bytes!("data/bootstrap-static.checkpoint");
const DYNAMIC_201: &[u8] = include_bytes!("data/dynamic-201-1.checkpoint");
const DYNAMIC_LOG: &[u8] = include_bytes!("data/dynamic-head.log");
const STATIC_LOG: &[u8] = include_bytes!("data/static-head.log");

fn at(wall: Timestamp) -> Now {
    Now { mono: Mono(0), wall }
}

fn batches(bytes: &[u8]) -> Vec<BatchView<'_>> {
    Batches::new(bytes).map(|batch| batch.expect("Kafka's own")).collect()
}

fn id(end: i64, epoch: i32) -> LogPosition {
    LogPosition { epoch: LeaderEpoch(epoch), end: Offset(end) }
}

/// Builds a snapshot with the contents and the times of one of Kafka's.
fn rebuilt(kafka: &[u8], id: LogPosition) -> Vec<u8> {
    let contents = snapshot::read(kafka).expect("a snapshot");
    assert!(contents.is_complete);
    let times: Vec<_> = batches(kafka).iter().map(BatchView::base_timestamp).collect();
    assert_eq!(times.len(), 3, "header, records, footer");
    let version = contents.kraft_version;
    let mut writer = snapshot::Writer::new(
        id,
        contents.last_log_timestamp,
        version,
        contents.voters,
        8 << 20,
        at(times[0]),
    );
    writer.append(at(times[1]), contents.records.iter().map(|record| Bytes::copy_from_slice(record)));
    writer.finish(at(times[2]))
}

#[test]
fn snapshots_are_written_as_kafka_writes_them() {
    assert_eq!(rebuilt(BOOTSTRAP_DYNAMIC, id(0, 0)), BOOTSTRAP_DYNAMIC);
    assert_eq!(rebuilt(BOOTSTRAP_STATIC, id(0, 0)), BOOTSTRAP_STATIC);
    assert_eq!(rebuilt(DYNAMIC_201, id(201, 1)), DYNAMIC_201);
}

#[test]
fn snapshot_contents_are_read() {
    let contents = snapshot::read(BOOTSTRAP_DYNAMIC).expect("a snapshot");
    assert_eq!((contents.kraft_version, contents.records.len()), (1, 6));
    let voters = contents.voters.expect("voters");
    let voter = voters.get(BrokerId(1)).expect("voter 1");
    assert_eq!(voter.key.directory, Uuid::parse("iO6Nhq7CRweXn2o8RMYyOw").expect("an id"));
    assert_eq!(
        voter.endpoints.get("CONTROLLER").map(|e| (e.host.as_str(), e.port)),
        Some(("127.0.0.1", 39113))
    );
    let contents = snapshot::read(BOOTSTRAP_STATIC).expect("a snapshot");
    assert_eq!((contents.kraft_version, contents.voters, contents.records.len()), (0, None, 6));
}

#[test]
fn a_cut_snapshot_is_incomplete_or_an_error() {
    for end in 0..BOOTSTRAP_DYNAMIC.len() {
        if let Ok(contents) = snapshot::read(&BOOTSTRAP_DYNAMIC[..end]) {
            assert!(!contents.is_complete, "cut at {end}");
        }
    }
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let mut bytes = DYNAMIC_201.to_vec();
        let at = rng.below(bytes.len() as u64) as usize;
        bytes[at] ^= 1 << rng.below(8);
        let _ = snapshot::read(&bytes);
    }
}

#[test]
fn snapshot_names_are_kafkas() {
    for (name, expected) in [
        ("00000000000000000000-0000000000.checkpoint", Some((id(0, 0), FileKind::Whole))),
        ("00000000000000000201-0000000001.checkpoint", Some((id(201, 1), FileKind::Whole))),
        ("00000000000000000201-0000000001-123456.checkpoint.part", Some((id(201, 1), FileKind::Part))),
        ("00000000000000000201-0000000001.checkpoint.deleted", Some((id(201, 1), FileKind::Deleted))),
        ("99999999999999999999-0000000001.checkpoint", None),
        ("00000000000000000201-+000000001.checkpoint", None),
        ("bootstrap.checkpoint", None),
        ("00000000000000000201.snapshot", None),
    ] {
        assert_eq!(snapshot::parse_file_name(name), expected, "{name}");
    }
    assert_eq!(snapshot::file_name(id(201, 1)), "00000000000000000201-0000000001.checkpoint");
}

fn dynamic() -> RaftConfig {
    let directory = Uuid::parse("iO6Nhq7CRweXn2o8RMYyOw").expect("an id");
    RaftConfig::controller(BrokerId(1), directory, "Y29yZWxvZy1nb2xkZW4tMQ").listening_on("127.0.0.1", 39113)
}

fn fixed() -> RaftConfig {
    let config = RaftConfig::controller(BrokerId(1), Uuid::ZERO, "c").listening_on("localhost", 9093);
    config.with_static_voters(&[(1, "localhost", 9093)])
}

/// Starts on a freshly formatted directory and writes Kafka's second batch too: the log must be Kafka's.
fn first_batches(config: RaftConfig, bootstrap: &[u8], kafka: &[u8]) {
    let kafka = batches(kafka);
    let mut found = Recovery::new(&config);
    found.newest_snapshot(id(0, 0), bootstrap.len() as u64, bootstrap).expect("a snapshot");
    let mut fx = RaftEffects::new();
    let mut raft = Raft::start(config, Rng::new(1), found, at(kafka[0].base_timestamp()), &mut fx);
    let values: Vec<_> = kafka[1]
        .records()
        .expect("not compressed")
        .map(|record| Bytes::copy_from_slice(record.expect("good").value.expect("a value")))
        .collect();
    raft.propose(at(kafka[1].base_timestamp()), LeaderEpoch(1), &values, &mut fx).expect("it leads");
    let appended: Vec<_> = fx
        .drain()
        .filter_map(|effect| match effect {
            RaftEffect::Append { batches, .. } => Some(batches),
            _ => None,
        })
        .collect();
    assert_eq!(appended, [kafka[0].bytes(), kafka[1].bytes()]);
}

#[test]
fn the_first_batches_of_a_dynamic_quorum_are_kafkas() {
    first_batches(dynamic(), BOOTSTRAP_DYNAMIC, DYNAMIC_LOG);
}

#[test]
fn the_first_batches_of_a_static_quorum_are_kafkas() {
    first_batches(fixed(), BOOTSTRAP_STATIC, STATIC_LOG);
}

/// On a directory that Kafka left, the next epoch begins with a leader change alone: the voters are in the log already.
#[test]
fn a_node_goes_on_where_kafka_stopped() {
    for (config, state, log, written) in [
        (
            dynamic(),
            r#"{"leaderId":1,"leaderEpoch":1,"votedId":-1,"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1}"#,
            DYNAMIC_LOG,
            r#"{"leaderId":1,"leaderEpoch":2,"votedId":-1,"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1}"#,
        ),
        (
            fixed(),
            r#"{"clusterId":"","leaderId":1,"leaderEpoch":1,"votedId":-1,"appliedOffset":0,"currentVoters":[{"voterId":1}],"data_version":0}"#,
            STATIC_LOG,
            r#"{"clusterId":"","leaderId":1,"leaderEpoch":2,"votedId":-1,"appliedOffset":0,"currentVoters":[{"voterId":1}],"data_version":0}"#,
        ),
    ] {
        let mut found = Recovery::new(&config);
        found.quorum_state(state.as_bytes()).expect("Kafka's");
        found.log_start(Offset::ZERO).expect("from the start");
        found.batches(log).expect("Kafka's");
        let end = found.log_end();
        let mut fx = RaftEffects::new();
        let raft = Raft::start(config, Rng::new(1), found, at(Timestamp(7)), &mut fx);
        assert_eq!(raft.role(), RoleName::Leader);
        let effects: Vec<_> = fx.drain().collect();
        assert_eq!(effects[0], RaftEffect::WriteQuorumState { text: written.to_owned() });
        let RaftEffect::Append { offset, epoch, batches } = &effects[1] else { panic!("{effects:?}") };
        assert_eq!((*offset, *epoch), (end, LeaderEpoch(2)));
        let batch = BatchView::parse(batches).expect("a batch");
        assert_eq!((batch.record_count(), batch.is_control()), (1, true));
        assert!(
            matches!(effects[2..], [RaftEffect::LeaderChanged(_), RaftEffect::Sync { .. }]),
            "{effects:?}"
        );
    }
}
