//! Batches that Apache Kafka and four clients wrote, against what Kafka's own tools say is in them.

mod golden;

use golden::Golden;
use protocol::compress::Codec;
use protocol::records::{
    BatchBuilder, BatchError, BatchView, Batches, TimestampType, peek_header, set_max_timestamp, stamp,
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
