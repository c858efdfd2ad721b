//! Messages of formats 0 and 1 as Kafka wrote them, and as nobody did.

use crate::golden::{self, Golden};
use protocol::Rng;
use protocol::compress::Scratch;
use protocol::records::{BatchError, MixedBatch, MixedBatches, OldError, OldMessage, TimestampType};

fn old() -> Vec<Golden> {
    Golden::all().into_iter().filter(|golden| golden.magic() < 2).collect()
}

#[test]
fn records_of_formats_0_and_1_say_what_kafka_says() {
    let (mut scratch, mut buffer) = (Scratch::new(), Vec::new());
    for golden in old() {
        let name = golden.name();
        let message = OldMessage::parse(&golden.bytes).unwrap();
        assert_eq!(i64::from(message.magic()), golden.magic(), "{name}");
        assert_eq!(message.last_offset().0, golden.int("last_offset"), "{name}");
        assert_eq!(message.codec(), Ok(golden.codec()), "{name}");
        assert_eq!(message.timestamp().0, golden.int("max_timestamp"), "{name}");
        let timestamp_type = (golden.magic() == 1).then_some(TimestampType::CreateTime);
        assert_eq!(message.timestamp_type(), timestamp_type, "{name}");
        assert_eq!(message.check_crc(), Ok(()), "{name}");
        let records: Vec<_> = message.records(1 << 20, &mut scratch, &mut buffer).unwrap().collect();
        let expected = golden.fields["records"].as_array().unwrap();
        assert_eq!(records.len(), expected.len(), "{name}");
        assert_eq!(records[0].offset.0, golden.int("base_offset"), "{name}");
        for (record, expected) in records.iter().zip(expected) {
            assert_eq!(Some(record.offset.0), expected["offset"].as_i64(), "{name}");
            assert_eq!(Some(record.timestamp.0), expected["timestamp"].as_i64(), "{name}");
            assert_eq!(record.key.map(<[u8]>::to_vec), golden::base64(&expected["key"]), "{name}");
            assert_eq!(record.value.map(<[u8]>::to_vec), golden::base64(&expected["value"]), "{name}");
        }
    }
}

#[test]
fn formats_may_follow_one_another() {
    let all = Golden::all();
    let bytes = all.iter().flat_map(|golden| golden.bytes.clone()).collect::<Vec<_>>();
    let batches: Vec<_> = MixedBatches::new(&bytes).map(|batch| batch.unwrap()).collect();
    assert_eq!(batches.len(), all.len());
    for (batch, golden) in batches.iter().zip(&all) {
        assert_eq!(matches!(batch, MixedBatch::V2(_)), golden.magic() == 2);
        assert_eq!(batch.total_len(), golden.bytes.len());
        assert_eq!(batch.last_offset().0, golden.int("last_offset"));
        assert_eq!(batch.max_timestamp().0, golden.int("max_timestamp"));
        assert_eq!(batch.check_crc(), Ok(()));
    }
    let torn: Vec<_> = MixedBatches::new(&bytes[..bytes.len() - 1]).collect();
    assert!(matches!(torn.last(), Some(Err(OldError::Batch(BatchError::Torn { .. })))));
}

#[test]
fn hostile_messages_are_errors() {
    let (mut rng, mut scratch, mut buffer) = (Rng::new(21), Scratch::new(), Vec::new());
    for golden in old() {
        for cut in 0..golden.bytes.len() {
            assert!(OldMessage::parse(&golden.bytes[..cut]).is_err());
        }
        for bit in 0..golden.bytes.len() * 8 {
            let mut bytes = golden.bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let Ok(message) = OldMessage::parse(&bytes) else { continue };
            // The checksum covers all but the offset, the length and itself.
            assert_eq!(message.check_crc().is_ok(), bit < 64, "{} {bit}", golden.name());
            if let Ok(records) = message.records(1 << 16, &mut scratch, &mut buffer) {
                let _ = records.count();
            }
        }
        for _ in 0..200 {
            let mut bytes = golden.bytes.clone();
            let at = rng.below(bytes.len() as u64) as usize;
            rng.fill(&mut bytes[at..]);
            let _ = OldMessage::parse(&bytes)
                .map(|message| message.records(1 << 16, &mut scratch, &mut buffer).is_ok());
        }
    }
}
