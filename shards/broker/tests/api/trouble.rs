//! When the disk is slow, full, broken or damaged: who waits, who is told what, and what goes on.

use broker::{ConnId, IoFailure};
use protocol::client::produce::{PartitionProduceData, ProduceRequest, ProduceResponse, TopicProduceData};
use protocol::records::BatchBuilder;
use protocol::wire::Reader;
use protocol::{ApiKey, Offset, ProducerEpoch, ProducerId, Timestamp, Uuid};

use crate::rig::{PLAIN, Rig, Writes};

/// Sends one batch of two records of producer 7, beginning with that sequence; it is answered once it is safe.
fn produce(rig: &mut Rig, acks: i16, sequence: i32) -> ConnId {
    let mut batch = BatchBuilder::new(Offset(0)).producer(ProducerId(7), ProducerEpoch(0), sequence);
    for _ in 0..2 {
        batch.append(Timestamp(1_700_000_000_000), None, Some(b"value"), []);
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
