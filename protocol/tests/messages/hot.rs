//! The hot path: views agree with full decoding and allocate nothing; writers write what full encoding writes.

use protocol::client::{fetch, produce};
use protocol::writers::{FetchResponseWriter, FetchRow, ProduceResponseWriter, ProduceRow};
use protocol::{Reader, Rng};

use crate::allocation::counted;
use crate::{hex, random, tables};

#[test]
fn views_agree_with_full_decoding() {
    let tables = tables();
    let mut rng = Rng::new(13);
    let same = |view: String, full: String| assert_eq!(view.replace("View {", " {"), full);
    for _ in 0..300 {
        for v in 3..=13 {
            let bytes = random::body(&tables["ProduceRequest"], v, &mut rng);
            let view = produce::ProduceRequestView::decode(&mut Reader::new(&bytes), v).unwrap();
            let full = produce::ProduceRequest::decode(&mut Reader::new(&bytes), v).unwrap();
            same(format!("{view:?}"), format!("{full:?}"));
            assert_eq!(view.topic_data.iter().len(), full.topic_data.len());
        }
        for v in 4..=18 {
            let bytes = random::body(&tables["FetchRequest"], v, &mut rng);
            let view = fetch::FetchRequestView::decode(&mut Reader::new(&bytes), v).unwrap();
            let full = fetch::FetchRequest::decode(&mut Reader::new(&bytes), v).unwrap();
            same(format!("{view:?}"), format!("{full:?}"));
        }
    }
}

#[test]
fn views_refuse_what_full_decoding_refuses_and_nothing_else() {
    let tables = tables();
    let mut rng = Rng::new(17);
    for _ in 0..20_000 {
        let v = 4 + rng.below(15) as i16;
        let mut bytes = random::body(&tables["FetchRequest"], v, &mut rng);
        let at = rng.below(bytes.len() as u64) as usize;
        bytes[at] = rng.next_u64() as u8;
        let (r, s) = (&mut Reader::new(&bytes), &mut Reader::new(&bytes));
        let view = fetch::FetchRequestView::decode(r, v);
        let full = fetch::FetchRequest::decode(s, v);
        assert_eq!(view.map(drop), full.map(drop));
        assert_eq!(r.remaining(), s.remaining());
        let v = 3 + rng.below(11) as i16;
        let mut bytes = random::body(&tables["ProduceRequest"], v, &mut rng);
        let at = rng.below(bytes.len() as u64) as usize;
        bytes[at] = rng.next_u64() as u8;
        let view = produce::ProduceRequestView::decode(&mut Reader::new(&bytes), v);
        let full = produce::ProduceRequest::decode(&mut Reader::new(&bytes), v);
        assert_eq!(view.map(drop), full.map(drop));
    }
}

#[test]
fn views_and_writers_allocate_nothing() {
    let tables = tables();
    let mut rng = Rng::new(19);
    let mut out = Vec::with_capacity(1 << 20);
    for v in 4..=13 {
        let bytes = random::body(&tables["ProduceRequest"], v, &mut rng);
        let ((), calls, _) = counted(|| {
            let view = produce::ProduceRequestView::decode(&mut Reader::new(&bytes), v).unwrap();
            let mut writer = ProduceResponseWriter::begin(&mut out, v, view.topic_data.len()).unwrap();
            for topic in view.topic_data {
                let name = topic.name.to_str().unwrap();
                let partitions = topic.partition_data;
                writer.topic(&mut out, name, topic.topic_id, partitions.len()).unwrap();
                for partition in partitions {
                    let size = partition.records.map_or(0, <[u8]>::len) as i64;
                    let row = ProduceRow { index: partition.index, base_offset: size, ..Default::default() };
                    writer.partition(&mut out, &row).unwrap();
                }
            }
            writer.end(&mut out, 0, &[]).unwrap();
        });
        assert_eq!(calls, 0);
    }
}

#[test]
fn fetch_writer_writes_what_full_encoding_writes() {
    let tables = tables();
    let mut rng = Rng::new(23);
    for _ in 0..200 {
        for v in 4..=18 {
            let bytes = random::body(&tables["FetchResponse"], v, &mut rng);
            let full = fetch::FetchResponse::decode(&mut Reader::new(&bytes), v).unwrap();
            let mut out = Vec::new();
            let mut records = Vec::new();
            let mut writer = FetchResponseWriter::begin(
                &mut out,
                v,
                -1,
                full.error_code,
                full.session_id,
                full.responses.len(),
            )
            .unwrap();
            for topic in &full.responses {
                writer.topic(&mut out, &topic.topic, topic.topic_id, topic.partitions.len()).unwrap();
                for partition in &topic.partitions {
                    let row = FetchRow {
                        partition_index: partition.partition_index,
                        error_code: partition.error_code,
                        high_watermark: partition.high_watermark,
                        last_stable_offset: partition.last_stable_offset,
                        log_start_offset: partition.log_start_offset,
                        diverging_epoch: partition.diverging_epoch,
                        current_leader: partition.current_leader,
                        snapshot_id: partition.snapshot_id,
                        aborted_transactions: partition.aborted_transactions.as_deref(),
                        preferred_read_replica: partition.preferred_read_replica,
                    };
                    let size = partition.records.as_ref().map(|records| records.len());
                    let at = writer.partition(&mut out, &row, size).unwrap();
                    records.push((at, partition.records.as_deref().unwrap_or_default()));
                }
            }
            writer.set_throttle_time_ms(&mut out, full.throttle_time_ms);
            writer.end(&mut out, &full.node_endpoints).unwrap();
            for (at, records) in records.into_iter().rev() {
                out.splice(at..at, records.iter().copied());
            }
            assert_eq!(hex(&out), hex(&bytes), "v{v}");
        }
    }
}

#[test]
fn produce_writer_writes_what_full_encoding_writes() {
    let tables = tables();
    let mut rng = Rng::new(29);
    for _ in 0..200 {
        for v in 3..=13 {
            let bytes = random::body(&tables["ProduceResponse"], v, &mut rng);
            let full = produce::ProduceResponse::decode(&mut Reader::new(&bytes), v).unwrap();
            let mut out = Vec::new();
            let mut writer = ProduceResponseWriter::begin(&mut out, v, full.responses.len()).unwrap();
            for topic in &full.responses {
                let partitions = &topic.partition_responses;
                writer.topic(&mut out, &topic.name, topic.topic_id, partitions.len()).unwrap();
                for partition in partitions {
                    let row = ProduceRow {
                        index: partition.index,
                        error_code: partition.error_code,
                        base_offset: partition.base_offset,
                        log_append_time_ms: partition.log_append_time_ms,
                        log_start_offset: partition.log_start_offset,
                        record_errors: &partition.record_errors,
                        error_message: partition.error_message.as_deref(),
                        current_leader: partition.current_leader,
                    };
                    writer.partition(&mut out, &row).unwrap();
                }
            }
            writer.end(&mut out, full.throttle_time_ms, &full.node_endpoints).unwrap();
            assert_eq!(hex(&out), hex(&bytes), "v{v}");
        }
    }
}

#[test]
fn a_fresh_row_is_a_fresh_partition() {
    let mut out = Vec::new();
    let mut writer = FetchResponseWriter::begin(&mut out, 18, 0, 0, 0, 1).unwrap();
    writer.topic(&mut out, "", protocol::Uuid::ZERO, 1).unwrap();
    writer.partition(&mut out, &FetchRow::default(), None).unwrap();
    writer.end(&mut out, &[]).unwrap();
    let full = fetch::FetchResponse::decode(&mut Reader::new(&out), 18).unwrap();
    assert_eq!(full.responses[0].partitions[0], fetch::PartitionData::default());
}
