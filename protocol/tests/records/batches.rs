//! Batches that Apache Kafka and four clients wrote, against what Kafka's own tools say is in them.

use crate::golden::{self, Golden};
use protocol::compress::{Codec, Scratch, decompress};
use protocol::records::{
    BatchBuilder, BatchError, BatchView, Batches, ControlType, EndTxnMarker, RecordStream, Records,
    TimestampType, peek_header, set_max_timestamp, stamp,
};
use protocol::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Timestamp};

#[test]
fn headers_say_what_kafka_says() {
    for golden in Golden::all().iter().filter(|golden| golden.magic() == 2) {
        let name = golden.name();
        let batch = BatchView::parse(&golden.bytes).unwrap();
        assert_eq!(batch.base_offset().0, golden.int("base_offset"), "{name}");
        assert_eq!(batch.last_offset().0, golden.int("last_offset"), "{name}");
        assert_eq!(batch.next_offset().0, golden.int("last_offset") + 1, "{name}");
        assert_eq!(i64::from(batch.leader_epoch().0), golden.int("partition_leader_epoch"), "{name}");
        assert_eq!(i64::from(batch.attributes()), golden.int("attributes"), "{name}");
        assert_eq!(batch.codec(), Ok(golden.codec()), "{name}");
        assert_eq!(batch.timestamp_type(), golden.timestamp_type(), "{name}");
        if batch.delete_horizon().is_none() {
            assert_eq!(batch.base_timestamp().0, golden.int("base_timestamp"), "{name}");
        }
        assert_eq!(
            batch.delete_horizon().map(|horizon| horizon.0),
            golden.maybe_int("delete_horizon_ms"),
            "{name}"
        );
        assert_eq!(batch.max_timestamp().0, golden.int("max_timestamp"), "{name}");
        assert_eq!(batch.producer_id().0, golden.int("producer_id"), "{name}");
        assert_eq!(i64::from(batch.producer_epoch().0), golden.int("producer_epoch"), "{name}");
        assert_eq!(i64::from(batch.base_sequence()), golden.int("base_sequence"), "{name}");
        assert_eq!(batch.is_transactional(), golden.flag("transactional"), "{name}");
        assert_eq!(batch.is_control(), golden.flag("control"), "{name}");
        assert_eq!(i64::from(batch.record_count()), golden.int("count"), "{name}");
        assert_eq!(batch.total_len() as i64, golden.int("size"), "{name}");
        assert_eq!(i64::from(batch.crc()), golden.int("crc"), "{name}");
        assert_eq!(batch.check_crc(), Ok(()), "{name}");
    }
}

#[test]
fn uncompressed_batches_are_rebuilt_byte_for_byte() {
    let mut rebuilt = 0;
    for golden in Golden::all().iter().filter(|golden| golden.magic() == 2 && golden.codec() == Codec::None) {
        let batch = BatchView::parse(&golden.bytes).unwrap();
        let mut builder = BatchBuilder::new(batch.base_offset())
            .leader_epoch(batch.leader_epoch())
            .producer(batch.producer_id(), batch.producer_epoch(), batch.base_sequence())
            .transactional(batch.is_transactional())
            .control(batch.is_control())
            .last_offset_delta(batch.last_offset_delta())
            .base_timestamp(batch.base_timestamp())
            .max_timestamp_at_least(batch.max_timestamp());
        if let Some(horizon) = batch.delete_horizon() {
            builder = builder.delete_horizon(horizon);
        }
        if batch.timestamp_type() == TimestampType::LogAppendTime {
            builder = builder.log_append_time(batch.max_timestamp());
        }
        for record in batch.records().unwrap() {
            let record = record.unwrap();
            let timestamp = Timestamp(batch.base_timestamp().0 + record.timestamp_delta);
            builder.append_at(record.offset_delta, timestamp, record.key, record.value, record.headers());
        }
        assert_eq!(builder.finish(), golden.bytes, "{}", golden.name());
        rebuilt += 1;
    }
    assert!(rebuilt > 80);
}

#[test]
fn stamping_leaves_the_checksum_right() {
    for golden in Golden::all().iter().filter(|golden| golden.magic() == 2) {
        let mut bytes = golden.bytes.clone();
        stamp(&mut bytes, Offset(1 << 40), LeaderEpoch(77));
        let batch = BatchView::parse(&bytes).unwrap();
        assert_eq!((batch.base_offset(), batch.leader_epoch()), (Offset(1 << 40), LeaderEpoch(77)));
        assert_eq!(batch.check_crc(), Ok(()));
        set_max_timestamp(&mut bytes, TimestampType::LogAppendTime, Timestamp(12_345));
        let batch = BatchView::parse(&bytes).unwrap();
        assert_eq!(
            (batch.timestamp_type(), batch.max_timestamp()),
            (TimestampType::LogAppendTime, Timestamp(12_345))
        );
        assert_eq!(batch.check_crc(), Ok(()));
    }
}

#[test]
fn a_range_ends_with_a_typed_error_where_it_is_torn() {
    let mut builder = BatchBuilder::new(Offset(5)).producer(ProducerId(9), ProducerEpoch(1), i32::MAX);
    builder.append(Timestamp(100), Some(b"k"), None, []);
    builder.append(Timestamp(90), None, Some(b""), []);
    let one = builder.finish();
    assert_eq!(BatchView::parse(&one).unwrap().last_sequence(), 0);
    let both = [&one[..], &one[..]].concat();
    assert_eq!(Batches::new(&both).count(), 2);
    for cut in 1..one.len() {
        let mut batches = Batches::new(&both[..one.len() + cut]);
        assert!(batches.next().unwrap().is_ok());
        let need = if cut < 17 { 17 } else { one.len() };
        assert_eq!(batches.next().unwrap().unwrap_err(), BatchError::Torn { have: cut, need });
        assert_eq!(batches.position(), one.len());
        assert!(batches.next().is_none());
    }
    let mut wrong = one.clone();
    wrong[16] = 3;
    assert_eq!(peek_header(&wrong), Err(BatchError::Magic(3)));
    wrong[16] = 2;
    wrong[8..12].copy_from_slice(&48i32.to_be_bytes());
    assert_eq!(peek_header(&wrong), Err(BatchError::Length(48)));
    wrong[8..12].copy_from_slice(&(-1i32).to_be_bytes());
    assert_eq!(peek_header(&wrong), Err(BatchError::Length(-1)));
}

#[test]
fn records_of_every_codec_say_what_kafka_says() {
    let mut scratch = Scratch::new();
    for golden in Golden::all().iter().filter(|golden| golden.magic() == 2) {
        let name = golden.name();
        let batch = BatchView::parse(&golden.bytes).unwrap();
        let mut bytes = Vec::new();
        if batch.record_count() > 0 {
            decompress(golden.codec(), 2, batch.payload(), 1 << 20, &mut scratch, &mut bytes).expect(name);
        }
        let expected = golden.fields["records"].as_array().unwrap();
        let records: Vec<_> =
            Records::new(&bytes, batch.record_count()).map(|record| record.unwrap()).collect();
        assert_eq!(records.len(), expected.len(), "{name}");
        for (record, expected) in records.iter().zip(expected) {
            let offset = batch.base_offset().0 + i64::from(record.offset_delta);
            assert_eq!(Some(offset), expected["offset"].as_i64(), "{name}");
            let timestamp = batch.record_timestamp(record.timestamp_delta).0;
            if batch.delete_horizon().is_none() {
                assert_eq!(Some(timestamp), expected["timestamp"].as_i64(), "{name}");
            }
            assert_eq!(record.key.map(<[u8]>::to_vec), golden::base64(&expected["key"]), "{name}");
            assert_eq!(record.value.map(<[u8]>::to_vec), golden::base64(&expected["value"]), "{name}");
            let headers: Vec<_> =
                record.headers().map(|h| (h.key.to_vec(), h.value.map(<[u8]>::to_vec))).collect();
            let expected: Vec<_> = expected["headers"].as_array().unwrap().iter().collect();
            assert_eq!(headers.len(), expected.len(), "{name}");
            for ((key, value), expected) in headers.iter().zip(expected) {
                assert_eq!(Some(key), golden::base64(&expected[0]).as_ref(), "{name}");
                assert_eq!(value, &golden::base64(&expected[1]), "{name}");
            }
        }
        // The stream that holds nothing sees the same.
        let mut stream = RecordStream::new(&batch, golden.codec(), 1 << 20, i32::MAX, &mut scratch);
        for record in &records {
            let partial = stream.next_record().unwrap().unwrap();
            assert_eq!(partial.offset_delta, record.offset_delta, "{name}");
            assert_eq!(partial.timestamp_delta, record.timestamp_delta, "{name}");
            assert_eq!(partial.has_key, record.key.is_some(), "{name}");
        }
        assert_eq!(stream.next_record(), Ok(None), "{name}");
    }
}

#[test]
fn control_records_are_told_apart() {
    for golden in Golden::all().iter().filter(|golden| golden.name().starts_with("control-")) {
        let batch = BatchView::parse(&golden.bytes).unwrap();
        let record = batch.records().unwrap().next().unwrap().unwrap();
        let control = ControlType::of_key(record.key).unwrap();
        let marker = EndTxnMarker::parse(record.key, record.value);
        match golden.name().rsplit_once('.').unwrap().0 {
            "control-commit" => assert_eq!((control, marker.unwrap().commit), (ControlType::Commit, true)),
            "control-abort" => assert_eq!((control, marker.unwrap().commit), (ControlType::Abort, false)),
            "control-leader-change" => assert_eq!((control, marker), (ControlType::LeaderChange, None)),
            "control-snapshot-header" => assert_eq!((control, marker), (ControlType::SnapshotHeader, None)),
            "control-snapshot-footer" => assert_eq!((control, marker), (ControlType::SnapshotFooter, None)),
            other => panic!("{other}"),
        }
        if let Some(marker) = marker {
            let mut built = BatchBuilder::end_txn(
                batch.max_timestamp(),
                batch.producer_id(),
                batch.producer_epoch(),
                marker,
            );
            stamp(&mut built, batch.base_offset(), batch.leader_epoch());
            assert_eq!(built, golden.bytes, "{}", golden.name());
        }
    }
}
