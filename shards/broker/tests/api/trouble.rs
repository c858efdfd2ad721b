//! When the disk is slow, full, broken or damaged: who waits, who is told what, and what goes on.

use broker::{ConnId, IoFailure};
use metadata::records::Record;
use protocol::client::fetch::{FetchPartition, FetchRequest, FetchResponse, FetchTopic};
use protocol::client::list_offsets::{
    ListOffsetsPartition, ListOffsetsRequest, ListOffsetsResponse, ListOffsetsTopic,
};
use protocol::client::produce::{PartitionProduceData, ProduceRequest, ProduceResponse, TopicProduceData};
use protocol::records::{BatchBuilder, Batches};
use protocol::wire::Reader;
use protocol::{ApiKey, Offset, ProducerEpoch, ProducerId, Timestamp, Uuid};

use crate::rig::{PLAIN, Rig, Writes, ask, uuid};

/// Sends one batch of two records of producer 7, beginning with that sequence; it is answered once it is safe.
fn produce(rig: &mut Rig, acks: i16, sequence: i32) -> ConnId {
    produce_at(rig, acks, sequence, 1_700_000_000_000)
}

fn produce_at(rig: &mut Rig, acks: i16, sequence: i32, timestamp: i64) -> ConnId {
    let mut batch = BatchBuilder::new(Offset(0)).producer(ProducerId(7), ProducerEpoch(0), sequence);
    for _ in 0..2 {
        batch.append(Timestamp(timestamp), None, Some(b"value"), []);
    }
    let request = ProduceRequest {
        transactional_id: None,
        acks,
        timeout_ms: 1000,
        topic_data: vec![TopicProduceData {
            name: "t".into(),
            topic_id: Uuid::ZERO,
            partition_data: vec![PartitionProduceData { index: 0, records: Some(batch.finish().into()) }],
        }],
    };
    let mut body = Vec::new();
    request.encode(&mut body, 9).expect("it can be encoded");
    rig.send(PLAIN, ApiKey::Produce, 9, &body)
}

/// `code@offset`, or `-` where there is no answer yet.
fn answer(rig: &mut Rig, conn: ConnId) -> String {
    let Some(body) = rig.answer_on(conn, ApiKey::Produce, 9) else { return "-".to_owned() };
    let answer = ProduceResponse::decode(&mut Reader::new(&body), 9).expect("it can be decoded");
    let row = &answer.responses[0].partition_responses[0];
    format!("{}@{}", row.error_code, row.base_offset)
}

fn answers(rig: &mut Rig, conns: &[ConnId]) -> String {
    conns.iter().map(|conn| answer(rig, *conn)).collect::<Vec<_>>().join(" ")
}

fn with_topic(settings: &[(&str, &str)]) -> Rig {
    let mut rig = Rig::with(settings);
    rig.topic("t", 1, 1);
    rig
}

#[test]
fn a_duplicate_of_what_is_not_written_yet_waits_for_the_original() {
    for acks in [1, -1] {
        let mut rig = with_topic(&[]);
        rig.writes = Writes::Held;
        // Sent, retried on a new connection, and the next one sent behind the retry.
        let conns = [produce(&mut rig, acks, 0), produce(&mut rig, acks, 0), produce(&mut rig, acks, 2)];
        assert_eq!(answers(&mut rig, &conns), "- - -");
        let late = produce(&mut rig, acks, 0);
        rig.writes = Writes::Done;
        rig.release();
        assert_eq!(answers(&mut rig, &conns), "0@0 0@0 0@2");
        assert_eq!(answer(&mut rig, late), "0@0");
        let again = produce(&mut rig, acks, 2);
        assert_eq!(answer(&mut rig, again), "0@2", "what is written is answered at once");
    }
}

/// The last write of a segment is slow, the first one of the next segment is not.
#[test]
fn writes_of_two_segments_may_end_in_any_order() {
    for late in [Writes::Done, Writes::Fail(IoFailure::Full)] {
        let is_whole = matches!(late, Writes::Done);
        let mut rig = with_topic(&[("log.roll.ms", "100")]);
        rig.writes = Writes::Held;
        let slow = produce(&mut rig, 1, 0);
        rig.writes = Writes::Done;
        let quick = produce_at(&mut rig, 1, 2, 1_700_000_001_000);
        assert_eq!(answers(&mut rig, &[slow, quick]), "- -");
        rig.writes = late;
        rig.release();
        let expected = if is_whole { "0@0 0@2" } else { "56@-1 56@-1" };
        assert_eq!(answers(&mut rig, &[slow, quick]), expected);
        rig.writes = Writes::Done;
        let next = produce_at(&mut rig, 1, if is_whole { 4 } else { 0 }, 1_700_000_001_000);
        assert_eq!(answer(&mut rig, next), if is_whole { "0@4" } else { "0@0" });
    }
}

#[test]
fn a_duplicate_fails_with_its_original_and_the_next_retry_is_appended() {
    let mut rig = with_topic(&[]);
    rig.writes = Writes::Held;
    let conns = [produce(&mut rig, 1, 0), produce(&mut rig, 1, 0)];
    rig.writes = Writes::Fail(IoFailure::Full);
    rig.release();
    assert_eq!(answers(&mut rig, &conns), "56@-1 56@-1");
    rig.writes = Writes::Done;
    let again = produce(&mut rig, 1, 0);
    assert_eq!(answer(&mut rig, again), "0@0");
}

#[test]
fn a_duplicate_waits_for_the_sync_that_its_original_waits_for() {
    let mut rig = with_topic(&[("log.flush.interval.messages", "1")]);
    rig.syncs_held = true;
    let conns = [produce(&mut rig, 1, 0), produce(&mut rig, 1, 0)];
    assert_eq!(answers(&mut rig, &conns), "- -");
    rig.syncs_held = false;
    rig.release();
    assert_eq!(answers(&mut rig, &conns), "0@0 0@0");
}

/// Four batches of two records; the second one is broken. Returns where it begins.
fn damaged() -> Rig {
    let mut rig = with_topic(&[]);
    for sequence in [0, 2, 4, 6] {
        let conn = produce(&mut rig, 1, sequence);
        assert_eq!(answer(&mut rig, conn), format!("0@{sequence}"));
    }
    break_second(&rig);
    rig
}

fn break_second(rig: &Rig) {
    let path = rig.path("t-0/00000000000000000000.log");
    let mut bytes = std::fs::read(&path).expect("the log is there");
    let size = bytes.len() / 4;
    bytes[size + size - 3] ^= 1;
    std::fs::write(&path, bytes).expect("it can be written");
}

fn recovery_points(rig: &Rig) -> String {
    let text = std::fs::read_to_string(rig.path("recovery-point-offset-checkpoint")).unwrap_or_default();
    text.lines().skip(2).collect::<Vec<_>>().join(",")
}

#[test]
fn only_a_restarted_system_leaves_holes_and_they_are_kept_for_good() {
    let mut rig = damaged();
    rig.restart(|dir| dir.system_restarted = true);
    assert!(
        rig.lines.iter().any(|line| line.starts_with(
            "records are damaged and cannot be read partition=t-0 from=2 end=4 segment=0 position="
        )),
        "{:?}",
        rig.lines
    );
    assert_eq!(recovery_points(&rig), "t 0 8", "written at once");
    let conn = produce(&mut rig, 1, 8);
    assert_eq!(answer(&mut rig, conn), "0@8");
    // The hole lies below the recovery point now: no later start may take it for a torn tail.
    rig.restart(|_| {});
    let conn = produce(&mut rig, 1, 10);
    assert_eq!(answer(&mut rig, conn), "0@10");
}

#[test]
fn without_a_restart_of_the_system_damage_is_a_torn_tail() {
    let mut rig = damaged();
    rig.restart(|_| {});
    assert!(rig.lines.iter().any(|line| line.contains("end cut off at offset 2")), "{:?}", rig.lines);
    let conn = produce(&mut rig, 1, 2);
    assert_eq!(answer(&mut rig, conn), "0@2");
}

#[test]
fn checkpoints_go_on_speaking_of_logs_that_are_not_open() {
    let mut rig = damaged();
    rig.topic("u", 2, 1);
    rig.produce("u", 0, 1_700_000_000_000);
    rig.pass(6_000);
    let before = std::fs::read_to_string(rig.path("replication-offset-checkpoint")).expect("it is there");
    assert!(before.contains("t 0 8") && before.contains("u 0 1"), "{before}");
    rig.jobs_held = true;
    rig.restart(|_| {});
    // One log is open, the other still being read, when the checkpoints are due.
    rig.run_job(0);
    rig.pass(6_000);
    rig.run_job(1);
    let after = std::fs::read_to_string(rig.path("replication-offset-checkpoint")).expect("it is there");
    assert!(after.contains("\nt 0 ") && after.contains("\nu 0 1"), "{after}");
}

/// What is asked of partition 0 of `t`, without waiting.
fn fetch_from(offset: i64, max_bytes: i32) -> FetchRequest<'static> {
    FetchRequest {
        replica_id: -1,
        max_bytes: 1 << 20,
        topics: vec![FetchTopic {
            topic: "t".into(),
            partitions: vec![FetchPartition {
                fetch_offset: offset,
                partition_max_bytes: max_bytes,
                current_leader_epoch: -1,
                last_fetched_epoch: -1,
                ..Default::default()
            }],
            ..Default::default()
        }],
        session_epoch: -1,
        ..Default::default()
    }
}

/// What a fetch from that offset brings: `code:` and the first offset of each whole batch.
fn fetch(rig: &mut Rig, offset: i64, max_bytes: i32) -> String {
    let request = fetch_from(offset, max_bytes);
    let answer = ask!(rig, 11, request => FetchResponse);
    let row = &answer.responses[0].partitions[0];
    let bytes: &[u8] = row.records.as_deref().unwrap_or_default();
    let batches = Batches::new(bytes).map_while(Result::ok);
    let bases: Vec<_> = batches.map(|batch| format!(" {}", batch.base_offset().0)).collect();
    format!("{}:{}", row.error_code, bases.concat())
}

fn offset_of(rig: &mut Rig, timestamp: i64) -> String {
    let request = ListOffsetsRequest {
        replica_id: -1,
        topics: vec![ListOffsetsTopic {
            name: "t".into(),
            partitions: vec![ListOffsetsPartition { timestamp, ..Default::default() }],
        }],
        ..Default::default()
    };
    let answer = ask!(rig, 5, request => ListOffsetsResponse);
    let row = &answer.topics[0].partitions[0];
    format!("{}@{}", row.error_code, row.offset)
}

fn damage_lines(rig: &Rig) -> usize {
    rig.lines
        .iter()
        .filter(|line| line.starts_with("records are damaged") && line.contains("partition=t-0"))
        .count()
}

/// Four sound batches, none of them known to memory.
fn cold() -> Rig {
    let mut rig = with_topic(&[]);
    for sequence in [0, 2, 4, 6] {
        let conn = produce(&mut rig, 1, sequence);
        assert_eq!(answer(&mut rig, conn), format!("0@{sequence}"));
    }
    rig.restart(|_| {});
    rig
}

#[test]
fn a_fetch_inside_damage_is_refused_and_those_around_it_are_served() {
    let mut rig = cold();
    break_second(&rig);
    assert_eq!(fetch(&mut rig, 0, 1 << 20), "0: 0");
    assert_eq!(damage_lines(&rig), 0, "only whoever wants it meets it");
    for _ in 0..2 {
        assert_eq!(fetch(&mut rig, 2, 1 << 20), "56:");
        assert_eq!(fetch(&mut rig, 3, 1 << 20), "56:");
        assert_eq!(fetch(&mut rig, 4, 1 << 20), "0: 4 6");
        assert_eq!(fetch(&mut rig, 0, 1 << 20), "0: 0");
    }
    assert_eq!(damage_lines(&rig), 1);
    rig.pass(6_000);
    assert_eq!(recovery_points(&rig), "t 0 8", "the hole lies below the recovery point");
    let conn = produce(&mut rig, 1, 8);
    assert_eq!(answer(&mut rig, conn), "0@8");
    rig.restart(|_| {});
    assert_eq!(fetch(&mut rig, 2, 1 << 20), "56:");
    assert_eq!(fetch(&mut rig, 4, 1 << 20), "0: 4 6 8");
}

#[test]
fn damage_is_met_wherever_a_reader_begins() {
    for bad in [0, 8, 16, 17, 30, 70] {
        let mut rig = cold();
        let path = rig.path("t-0/00000000000000000000.log");
        let mut bytes = std::fs::read(&path).expect("the log is there");
        let size = bytes.len() / 4;
        bytes[size + bad] ^= 0x40;
        std::fs::write(&path, bytes).expect("it can be written");
        assert_eq!(fetch(&mut rig, 3, 1 << 20), "56:", "byte {bad}");
        assert_eq!(fetch(&mut rig, 4, 1 << 20), "0: 4 6", "byte {bad}");
        assert_eq!(fetch(&mut rig, 1, 1 << 20), "0: 0", "byte {bad}");
    }
}

#[test]
fn damage_at_the_end_ends_what_is_served_and_produce_goes_on_behind_it() {
    let mut rig = cold();
    let path = rig.path("t-0/00000000000000000000.log");
    let mut bytes = std::fs::read(&path).expect("the log is there");
    let size = bytes.len() / 4;
    bytes[3 * size..].fill(0);
    std::fs::write(&path, bytes).expect("it can be written");
    assert_eq!(fetch(&mut rig, 6, 1 << 20), "56:");
    let conn = produce(&mut rig, 1, 8);
    assert_eq!(answer(&mut rig, conn), "0@8");
    assert_eq!(fetch(&mut rig, 7, 1 << 20), "56:");
    assert_eq!(fetch(&mut rig, 8, 1 << 20), "0: 8");
    assert_eq!(fetch(&mut rig, 0, 1 << 20), "0: 0 2 4");
}

#[test]
fn a_search_by_time_looks_behind_damage() {
    let mut rig = cold();
    let path = rig.path("t-0/00000000000000000000.log");
    let mut bytes = std::fs::read(&path).expect("the log is there");
    bytes[8] ^= 0x40;
    std::fs::write(&path, bytes).expect("it can be written");
    assert_eq!(offset_of(&mut rig, 1_700_000_000_000), "0@2");
    assert_eq!(damage_lines(&rig), 1);
}

#[test]
fn a_cold_reader_that_goes_on_where_it_stopped_searches_once() {
    let mut rig = cold();
    let one =
        (std::fs::metadata(rig.path("t-0/00000000000000000000.log")).expect("it is there").len() / 4) as i32;
    rig.reads = 0;
    // One batch and a half at a time: the half one is where the next fetch begins.
    assert_eq!(fetch(&mut rig, 2, one * 3 / 2), "0: 2");
    let first = rig.reads;
    assert_eq!(fetch(&mut rig, 4, one * 3 / 2), "0: 4");
    assert_eq!(rig.reads, first + 1);
    assert_eq!(fetch(&mut rig, 6, one * 3 / 2), "0: 6");
    assert_eq!(rig.reads, first + 2);
}

#[test]
fn a_fetch_whose_place_had_to_be_looked_up_is_woken_by_what_comes() {
    let mut rig = cold();
    let request = FetchRequest { max_wait_ms: 60_000, min_bytes: 100_000, ..fetch_from(6, 1 << 20) };
    let mut body = Vec::new();
    request.encode(&mut body, 11).expect("the request can be encoded");
    let waiting = rig.send(PLAIN, ApiKey::Fetch, 11, &body);
    assert_eq!(rig.answer_on(waiting, ApiKey::Fetch, 11), None, "there is less than it waits for");
    rig.produce_sized("t", 0, 100_000);
    assert!(rig.answer_on(waiting, ApiKey::Fetch, 11).is_some());
}

fn lines(rig: &Rig, begin: &str) -> usize {
    rig.lines.iter().filter(|line| line.starts_with(begin)).count()
}

#[test]
fn a_full_disk_refuses_produce_serves_fetch_and_ends_by_itself() {
    let mut rig = with_topic(&[]);
    let conn = produce(&mut rig, 1, 0);
    assert_eq!(answer(&mut rig, conn), "0@0");
    rig.writes = Writes::Fail(IoFailure::Full);
    for _ in 0..3 {
        let conn = produce(&mut rig, -1, 2);
        assert_eq!(answer(&mut rig, conn), "56@-1");
        assert_eq!(fetch(&mut rig, 0, 1 << 20), "0: 0");
    }
    rig.writes = Writes::Done;
    let conn = produce(&mut rig, -1, 2);
    assert_eq!(answer(&mut rig, conn), "0@2");
    assert_eq!(fetch(&mut rig, 0, 1 << 20), "0: 0 2");
    assert_eq!((lines(&rig, "the log dir is full"), lines(&rig, "the log dir has room again")), (1, 1));
    assert_eq!(rig.fatal, None);
}

#[test]
fn a_topic_made_on_a_full_disk_begins_once_there_is_room() {
    let mut rig = with_topic(&[]);
    rig.is_full = true;
    rig.topic("u", 2, 1);
    rig.pass(2_000);
    // The directory itself can be made, but nothing in it.
    rig.dirs_fit = true;
    rig.pass(5_000);
    rig.pass(5_000);
    assert_eq!(lines(&rig, "no room to open logs"), 1);
    assert_eq!(rig.fatal, None);
    rig.is_full = false;
    rig.pass(2_000);
    rig.produce("u", 0, 1_700_000_000_000);
}

#[test]
fn what_a_log_owes_its_files_is_written_once_there_is_room() {
    // A roll: the segment before is finished with its indexes and a producer snapshot.
    let mut rig = with_topic(&[("log.segment.bytes", "1048576")]);
    rig.is_full = true;
    rig.produce_sized("t", 0, 600_000);
    rig.produce_sized("t", 0, 600_000);
    rig.pass(1_000);
    assert!(!rig.path("t-0/00000000000000000001.snapshot").exists());
    assert_eq!(recovery_points(&rig), "");
    rig.is_full = false;
    rig.pass(6_000);
    assert!(rig.path("t-0/00000000000000000001.snapshot").exists());
    assert!(rig.path("t-0/00000000000000000000.index").exists());
    assert_eq!(recovery_points(&rig), "t 0 0");
}

#[test]
fn a_stop_on_a_full_disk_does_not_call_itself_clean() {
    let mut rig = with_topic(&[]);
    let conn = produce(&mut rig, 1, 0);
    assert_eq!(answer(&mut rig, conn), "0@0");
    rig.is_full = true;
    rig.close();
    rig.is_full = false;
    assert_eq!(lines(&rig, "the log cannot be closed"), 1);
    assert!(!rig.path(".kafka_cleanshutdown").exists());
    rig.restart(|_| {});
    assert_eq!(fetch(&mut rig, 0, 1 << 20), "0: 0");
    rig.close();
    assert!(rig.path(".kafka_cleanshutdown").exists());
}

#[test]
fn a_topic_that_goes_while_its_logs_wait_to_be_opened_leaves_nothing() {
    let mut rig = Rig::new();
    // More than are opened at the same time.
    rig.topic("t", 1, 10);
    rig.jobs_held = true;
    rig.restart(|_| {});
    rig.apply(&[Record::RemoveTopic { id: uuid(1) }]);
    rig.jobs_held = false;
    rig.run_jobs();
    assert_eq!(lines(&rig, "logs are open"), 1);
    let left = |rig: &Rig| {
        let entries = std::fs::read_dir(rig.path("")).expect("the log dir is there");
        entries.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.path().is_dir())).count()
    };
    assert_eq!(left(&rig), 10, "on their way to deletion");
    rig.pass(61_000);
    assert_eq!(left(&rig), 0);
}

#[test]
fn a_broken_disk_takes_its_partitions_out_of_service_for_good() {
    let mut rig = with_topic(&[]);
    rig.writes = Writes::Held;
    let conns = [produce(&mut rig, 1, 0), produce(&mut rig, -1, 2)];
    rig.writes = Writes::Fail(IoFailure::Broken(5));
    rig.release();
    assert_eq!(answers(&mut rig, &conns), "56@-1 56@-1");
    assert_eq!(lines(&rig, "the log dir failed"), 1);
    assert_eq!(rig.fatal.as_deref(), Some("every log dir has failed"));
    rig.writes = Writes::Done;
    // Newer metadata does not bring it back.
    rig.apply(&[crate::rig::partition(1, 0, &[1], &[1], 1)]);
    let conn = produce(&mut rig, 1, 0);
    assert_eq!(answer(&mut rig, conn), "56@-1");
    assert_eq!(fetch(&mut rig, 0, 1 << 20), "56:");
}

#[test]
fn a_failed_sync_fails_the_dir_even_for_want_of_room() {
    let mut rig = with_topic(&[("log.flush.interval.messages", "1")]);
    rig.syncs_held = true;
    let conn = produce(&mut rig, 1, 0);
    rig.fail_syncs(IoFailure::Full);
    assert_eq!(answer(&mut rig, conn), "56@-1");
    assert_eq!(rig.fatal.as_deref(), Some("every log dir has failed"));
}
