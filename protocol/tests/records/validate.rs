//! What a broker answers to a produced batch: Kafka's outcomes, the surprising ones first of all.

use crate::golden::Golden;
use protocol::compress::{Codec, Compression, Scratch, decompress};
use protocol::records::{
    BATCH_OVERHEAD, BatchBuilder, BatchError, BatchView, Header, Invalid, RecordError, RecordReject, Records,
    Reject, Rewrite, TimestampType, Unknown, ValidateRules, Verdict, must_repack, rewrite, set_max_timestamp,
    stamp, validate,
};
use protocol::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Rng, Timestamp};

const NOW: Timestamp = Timestamp(1_700_000_000_000);
const CODECS: [Codec; 5] = [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd];

fn rules() -> ValidateRules {
    ValidateRules { now: NOW, ..ValidateRules::default() }
}

fn check(bytes: &[u8], rules: &ValidateRules) -> Result<Verdict, Reject> {
    validate(bytes, rules, &mut Scratch::new())
}

fn three(codec: Codec) -> BatchBuilder {
    let mut batch = BatchBuilder::new(Offset::ZERO).compression(Compression::new(codec));
    batch.append(NOW, Some(b"a"), Some(b"first"), []);
    let header = Header { key: b"name", value: None };
    batch.append(Timestamp(NOW.0 + 5), None, Some(b"second"), [header]);
    batch.append(Timestamp(NOW.0 + 2), Some(b""), None, []);
    batch
}

/// Puts the checksum right after a test has changed something below it.
fn seal(mut batch: Vec<u8>) -> Vec<u8> {
    let crc = crc32c::crc32c(&batch[21..]);
    batch[17..21].copy_from_slice(&crc.to_be_bytes());
    batch
}

/// Overwrites a field and puts the checksum right.
fn with(mut batch: Vec<u8>, at: usize, field: &[u8]) -> Vec<u8> {
    batch[at..at + field.len()].copy_from_slice(field);
    seal(batch)
}

/// A batch with this payload behind the header of `three`.
fn with_payload(codec: u8, payload: &[u8]) -> Vec<u8> {
    let mut batch = three(Codec::None).finish()[..BATCH_OVERHEAD].to_vec();
    batch.extend_from_slice(payload);
    let length = (batch.len() - 12) as i32;
    batch[8..12].copy_from_slice(&length.to_be_bytes());
    with(batch, 22, &[codec])
}

#[test]
fn good_batches_pass_untouched_in_every_codec() {
    for codec in CODECS {
        let batch = three(codec).finish();
        let verdict = check(&batch, &rules()).unwrap();
        let expected = Verdict {
            batch_size: batch.len(),
            record_count: 3,
            max_timestamp: Timestamp(NOW.0 + 5),
            max_timestamp_delta: 1,
            rewrite: Rewrite::Nothing,
        };
        assert_eq!(verdict, expected, "{codec:?}");
    }
}

#[test]
fn every_golden_batch_of_a_client_passes() {
    let mut scratch = Scratch::new();
    let mut seen = 0;
    for golden in Golden::all().iter().filter(|golden| golden.magic() == 2) {
        let batch = BatchView::parse(&golden.bytes).unwrap();
        let dense = batch.last_offset_delta() + 1 == batch.record_count();
        let client = !batch.is_control() && dense && batch.timestamp_type() == TimestampType::CreateTime;
        let mut bytes = golden.bytes.clone();
        stamp(&mut bytes, Offset::ZERO, LeaderEpoch::NONE);
        let rules = ValidateRules { timestamp_after_ms_max: i64::MAX, ..rules() };
        let verdict = validate(&bytes, &rules, &mut scratch);
        if client {
            let verdict = verdict.unwrap();
            assert_eq!(verdict.rewrite, Rewrite::Nothing, "{}", golden.name());
            assert_eq!(i64::from(verdict.record_count), golden.int("count"));
            assert_eq!(verdict.max_timestamp.0, golden.int("max_timestamp"));
            seen += 1;
        }
    }
    assert!(seen > 90);
}

#[test]
fn framing_is_judged_as_kafka_does() {
    let batch = three(Codec::None).finish();
    let no_batch = Err(Reject::Invalid(Invalid::NoBatch));
    for cut in 0..batch.len() {
        assert_eq!(check(&batch[..cut], &rules()), no_batch, "{cut}");
    }
    // Bytes behind the batch that begin no other are dropped.
    for tail in [&[0; 11][..], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50], &[0xff; 8]] {
        let bytes = [&batch[..], tail].concat();
        assert_eq!(check(&bytes, &rules()).unwrap().batch_size, batch.len());
    }
    let zeros = [&batch[..], &[0; 12]].concat();
    assert_eq!(check(&zeros, &rules()), Err(Reject::Corrupt(BatchError::Length(0))));
    let twice = [&batch[..], &batch[..]].concat();
    assert_eq!(check(&twice, &rules()), Err(Reject::Invalid(Invalid::SeveralBatches)));
    for magic in [0, 1] {
        let old = with(batch.clone(), 16, &[magic]);
        assert_eq!(check(&old, &rules()), Err(Reject::Invalid(Invalid::OldFormat)));
    }
    for magic in [3, 0x80, 0xff] {
        let wrong = with(batch.clone(), 16, &[magic]);
        assert_eq!(check(&wrong, &rules()), Err(Reject::Corrupt(BatchError::Magic(magic as i8))));
    }
    for (length, reject) in [
        (-1, Reject::Corrupt(BatchError::Length(-1))),
        (13, Reject::Corrupt(BatchError::Length(13))),
        (14, Reject::Unknown(Unknown::ShortHeader)),
        (38, Reject::Unknown(Unknown::ShortHeader)),
        (39, Reject::Corrupt(BatchError::Length(39))),
        (48, Reject::Corrupt(BatchError::Length(48))),
    ] {
        let mut short = batch.clone();
        short[8..12].copy_from_slice(&i32::to_be_bytes(length));
        short.truncate((length.max(14) + 12) as usize);
        assert_eq!(check(&short, &rules()), Err(reject), "{length}");
    }
}

#[test]
fn header_is_judged_in_kafkas_order() {
    let batch = three(Codec::None).finish();
    let case = |at: usize, field: &[u8]| check(&with(batch.clone(), at, field), &rules());
    let invalid = |invalid| Err(Reject::Invalid(invalid));
    let mut moved = batch.clone();
    moved[7] = 1;
    moved[17] ^= 1;
    assert_eq!(check(&moved, &rules()), invalid(Invalid::BaseOffset(Offset(1))), "before the checksum");
    let mut flipped = batch.clone();
    flipped[70] ^= 1;
    assert!(matches!(check(&flipped, &rules()), Err(Reject::Corrupt(BatchError::Crc { .. }))));
    let small = ValidateRules { batch_size_max: batch.len() - 1, ..rules() };
    assert_eq!(check(&flipped, &small), Err(Reject::TooLarge(batch.len())), "before the checksum");
    assert_eq!(case(23, &(-1i32).to_be_bytes()), invalid(Invalid::OffsetRange));
    assert_eq!(case(57, &0i32.to_be_bytes()), invalid(Invalid::Count(0)));
    assert_eq!(case(57, &(-3i32).to_be_bytes()), invalid(Invalid::Count(-3)));
    assert_eq!(case(57, &2i32.to_be_bytes()), invalid(Invalid::OffsetsAndCount));
    assert_eq!(case(23, &i32::MAX.to_be_bytes()), invalid(Invalid::OffsetsAndCount));
    assert_eq!(case(22, &[0x20]), invalid(Invalid::Control));
    let no_sequence = three(Codec::None).producer(ProducerId(7), ProducerEpoch(0), -1).finish();
    assert_eq!(check(&no_sequence, &rules()), invalid(Invalid::Sequence(-1)));
    for id in [5, 6, 7] {
        assert_eq!(case(22, &[id]), Err(Reject::Unknown(Unknown::Codec(id))));
    }
    let zstd = three(Codec::Zstd).finish();
    assert_eq!(check(&zstd, &ValidateRules { produce_version: 6, ..rules() }), Err(Reject::ZstdTooEarly));
    assert!(check(&zstd, &ValidateRules { produce_version: 7, ..rules() }).is_ok());
}

#[test]
fn what_kafka_lets_pass_passes() {
    let batch = three(Codec::None).finish();
    // Reserved attribute bits, untouched as long as nothing else is rewritten.
    let reserved = with(batch.clone(), 21, &[0xff, 0x80]);
    assert_eq!(check(&reserved, &rules()).unwrap().rewrite, Rewrite::Nothing);
    // The LogAppendTime bit: the batch's max timestamp counts for every record, and the bit is taken away.
    let claimed = with(batch.clone(), 22, &[8]);
    let verdict = check(&claimed, &rules()).unwrap();
    assert_eq!((verdict.rewrite, verdict.max_timestamp.0), (Rewrite::MaxTimestamp, NOW.0 + 5));
    // Record attributes.
    let mut attributes = batch.clone();
    attributes[BATCH_OVERHEAD + 1] = 0x7f;
    assert!(check(&seal(attributes), &rules()).is_ok());
    // Wrong offset deltas, uncompressed.
    let mut deltas = BatchBuilder::new(Offset::ZERO).last_offset_delta(1);
    deltas.append_at(7, NOW, None, None, []);
    deltas.append_at(7, NOW, None, None, []);
    assert_eq!(check(&deltas.finish(), &rules()).unwrap().record_count, 2);
    // A wrong max timestamp is put right.
    let wrong = with(batch, 35, &1i64.to_be_bytes());
    let verdict = check(&wrong, &rules()).unwrap();
    assert_eq!((verdict.rewrite, verdict.max_timestamp.0), (Rewrite::MaxTimestamp, NOW.0 + 5));
    let mut right = wrong;
    set_max_timestamp(&mut right, TimestampType::CreateTime, verdict.max_timestamp);
    assert_eq!(check(&right, &rules()).unwrap().rewrite, Rewrite::Nothing);
}

#[test]
fn wrong_offset_deltas_in_a_compressed_batch_are_refused_or_put_right() {
    for codec in &CODECS[1..] {
        let mut batch =
            BatchBuilder::new(Offset::ZERO).last_offset_delta(1).compression(Compression::new(*codec));
        batch.append_at(3, NOW, None, None, []);
        batch.append_at(9, NOW, None, None, []);
        let batch = batch.finish();
        assert_eq!(check(&batch, &rules()), Err(Reject::Unknown(Unknown::OffsetDeltas)));
        let plain = ValidateRules { target: Some(Compression::NONE), ..rules() };
        assert_eq!(check(&batch, &plain).unwrap().rewrite, Rewrite::Repack);
        let (bytes, _) = rewrite(&batch, &plain, &mut Scratch::new()).unwrap();
        let batch = BatchView::parse(&bytes).unwrap();
        let deltas: Vec<_> = batch.records().unwrap().map(|record| record.unwrap().offset_delta).collect();
        assert_eq!(deltas, [0, 1]);
    }
}

#[test]
fn a_stream_that_ends_early_is_invalid_and_one_that_breaks_is_unknown() {
    let undecodable = Err(Reject::Unknown(Unknown::Undecodable));
    let truncated = Err(Reject::Invalid(Invalid::Record(RecordError::Truncated)));
    for codec in &CODECS[1..] {
        let batch = three(*codec).finish();
        let payload = &batch[BATCH_OVERHEAD..];
        let rubbish = with_payload(*codec as u8, &[0xff; 40]);
        assert_eq!(check(&rubbish, &rules()), undecodable, "{codec:?}");
        let cut = with_payload(*codec as u8, &payload[..payload.len() - 1]);
        // The lz4 end mark is looked for, too.
        assert_eq!(check(&cut, &rules()), undecodable, "{codec:?}");
        let empty = with_payload(*codec as u8, b"");
        let expected = if *codec == Codec::Zstd { truncated.clone() } else { undecodable.clone() };
        assert_eq!(check(&empty, &rules()), expected, "{codec:?}");
        // One record less than promised, one more than promised.
        let mut fewer = BatchBuilder::new(Offset::ZERO).compression(Compression::new(*codec));
        fewer.append(NOW, None, None, []);
        let fewer = with_payload(*codec as u8, &fewer.finish()[BATCH_OVERHEAD..]);
        assert_eq!(check(&fewer, &rules()), truncated, "{codec:?}");
        let mut more = three(*codec);
        more.append(NOW, None, None, []);
        let more = with_payload(*codec as u8, &more.finish()[BATCH_OVERHEAD..]);
        let surplus = Err(Reject::Invalid(Invalid::Record(RecordError::Surplus)));
        assert_eq!(check(&more, &rules()), surplus, "{codec:?}");
        // Repacking judges the same.
        let plain = ValidateRules { target: Some(Compression::NONE), ..rules() };
        for (bytes, expected) in [
            (rubbish, undecodable.clone()),
            (cut, undecodable.clone()),
            (fewer, truncated.clone()),
            (more, surplus),
        ] {
            assert_eq!(rewrite(&bytes, &plain, &mut Scratch::new()).map(|(_, verdict)| verdict), expected);
        }
    }
    let batch = three(Codec::None).finish();
    let cut = with_payload(0, &batch[BATCH_OVERHEAD..batch.len() - 1]);
    assert_eq!(check(&cut, &rules()), truncated);
    let more = with_payload(0, &[&batch[BATCH_OVERHEAD..], &[0]].concat());
    assert_eq!(check(&more, &rules()), Err(Reject::Invalid(Invalid::Record(RecordError::Surplus))));
}

#[test]
fn an_lz4_frame_of_linked_blocks_is_unknown() {
    let mut frame = Vec::new();
    protocol::compress::compress(Compression::new(Codec::Lz4), b"records", &mut frame);
    frame[4] ^= 0x20;
    assert_eq!(check(&with_payload(3, &frame), &rules()), Err(Reject::Unknown(Unknown::Undecodable)));
}

#[test]
fn a_record_that_claims_too_much_is_invalid() {
    let tight = ValidateRules { record_size_max: 11, ..rules() };
    for codec in &CODECS[1..] {
        let batch = three(*codec).finish();
        assert_eq!(
            check(&batch, &tight),
            Err(Reject::Invalid(Invalid::Record(RecordError::Structure))),
            "{codec:?}"
        );
    }
    assert!(check(&three(Codec::None).finish(), &tight).is_ok(), "compressed batches alone");
}

#[test]
fn compacted_topics_name_every_record_without_a_key() {
    let compacted = ValidateRules { compacted: true, ..rules() };
    for codec in CODECS {
        let Err(Reject::Records(rejects)) = check(&three(codec).finish(), &compacted) else {
            panic!("{codec:?}")
        };
        assert_eq!(rejects.first, [(1, RecordReject::NoKey)], "an empty key is a key");
        assert_eq!((rejects.count, rejects.any_timestamp), (1, false));
    }
}

#[test]
fn timestamps_outside_the_window_name_their_records() {
    let narrow = ValidateRules { timestamp_after_ms_max: 4, timestamp_before_ms_max: 10, ..rules() };
    for codec in CODECS {
        let Err(Reject::Records(rejects)) = check(&three(codec).finish(), &narrow) else {
            panic!("{codec:?}")
        };
        let range = RecordReject::TimestampRange { timestamp: Timestamp(NOW.0 + 5), offset: Offset(1) };
        assert_eq!((rejects.first, rejects.any_timestamp), (vec![(1, range)], true));
    }
    let mut old = BatchBuilder::new(Offset::ZERO);
    old.append(Timestamp(NOW.0 - 11), None, None, []);
    assert!(matches!(check(&old.finish(), &narrow), Err(Reject::Records(_))));
    // No timestamp at all is no timestamp out of range.
    let mut none = BatchBuilder::new(Offset::ZERO);
    none.append(Timestamp::NONE, None, None, []);
    let verdict = check(&none.finish(), &narrow).unwrap();
    assert_eq!((verdict.max_timestamp, verdict.rewrite), (Timestamp::NONE, Rewrite::Nothing));
    // Sums that overflow are judged as Java's are.
    let mut far = BatchBuilder::new(Offset::ZERO);
    far.append(Timestamp(i64::MIN), None, None, []);
    assert!(matches!(check(&far.finish(), &narrow), Err(Reject::Records(_))));
}

#[test]
fn log_append_time_is_put_by_the_broker_alone() {
    let own = ValidateRules { timestamp_type: TimestampType::LogAppendTime, ..rules() };
    for codec in CODECS {
        let mut batch = three(codec).finish();
        let verdict = check(&batch, &own).unwrap();
        assert_eq!((verdict.rewrite, verdict.max_timestamp), (Rewrite::MaxTimestamp, NOW));
        set_max_timestamp(&mut batch, TimestampType::LogAppendTime, NOW);
        let Err(Reject::Records(rejects)) = check(&batch, &own) else { panic!("{codec:?}") };
        assert_eq!((rejects.count, rejects.any_timestamp), (3, true));
        assert_eq!(rejects.first[0], (0, RecordReject::LogAppendTime));
    }
}

#[test]
fn repacking_keeps_records_and_producer_in_every_pair_of_codecs() {
    let mut scratch = Scratch::new();
    for source in CODECS {
        for target in CODECS {
            for timestamp_type in [TimestampType::CreateTime, TimestampType::LogAppendTime] {
                let rules =
                    ValidateRules { target: Some(Compression::new(target)), timestamp_type, ..rules() };
                let producer = (ProducerId(9), ProducerEpoch(2), 40);
                let batch =
                    three(source).producer(producer.0, producer.1, producer.2).transactional(true).finish();
                assert_eq!(must_repack(&batch, &rules), source != target);
                let verdict = validate(&batch, &rules, &mut scratch).unwrap();
                assert_eq!(verdict.rewrite == Rewrite::Repack, source != target);
                let (bytes, again) = rewrite(&batch, &rules, &mut scratch).unwrap();
                assert_eq!(again, Verdict { rewrite: Rewrite::Nothing, batch_size: bytes.len(), ..verdict });
                let new = BatchView::parse(&bytes).unwrap();
                assert_eq!(new.check_crc(), Ok(()));
                assert_eq!(new.codec(), Ok(target));
                assert_eq!((new.producer_id(), new.producer_epoch(), new.base_sequence()), producer);
                assert!(new.is_transactional() && new.timestamp_type() == timestamp_type);
                assert_eq!(new.max_timestamp(), verdict.max_timestamp);
                let mut plain = Vec::new();
                decompress(target, 2, new.payload(), 1 << 20, &mut scratch, &mut plain).unwrap();
                assert_eq!(
                    plain,
                    three(Codec::None).finish()[BATCH_OVERHEAD..],
                    "records keep their own timestamps"
                );
            }
        }
    }
}

#[test]
fn repacking_may_make_a_batch_too_large() {
    let batch = three(Codec::Zstd).finish();
    let rules = ValidateRules { target: Some(Compression::NONE), batch_size_max: batch.len(), ..rules() };
    let plain = three(Codec::None).finish().len();
    assert!(plain > batch.len() || plain <= rules.batch_size_max);
    let rules = ValidateRules { batch_size_max: plain - 1, ..rules };
    if batch.len() < plain {
        assert_eq!(rewrite(&batch, &rules, &mut Scratch::new()).unwrap_err(), Reject::TooLarge(plain));
    }
    let tiny = ValidateRules { repacked_size_max: 10, batch_size_max: 1 << 20, ..rules };
    assert_eq!(rewrite(&batch, &tiny, &mut Scratch::new()).unwrap_err(), Reject::UnpackedTooLarge);
}

#[test]
fn hostile_batches_never_panic() {
    let (mut rng, mut scratch) = (Rng::new(31), Scratch::new());
    let all_rules = [
        rules(),
        ValidateRules { compacted: true, target: Some(Compression::NONE), ..rules() },
        ValidateRules { timestamp_type: TimestampType::LogAppendTime, ..rules() },
    ];
    for codec in CODECS {
        let batch = three(codec).finish();
        for bit in 0..batch.len() * 8 {
            let mut bytes = batch.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let covered = bit / 8 >= 17 && !(8..16).contains(&(bit / 8));
            let verdict = validate(&bytes, &rules(), &mut scratch);
            assert!(!covered || verdict.is_err(), "the checksum covers bit {bit}");
            // The same with the checksum put right: whatever it is, it is an answer.
            let bytes = seal(bytes);
            for rules in &all_rules {
                let _ = validate(&bytes, rules, &mut scratch);
            }
            if bit % 5 == 0 {
                let rules = &all_rules[bit % 3];
                if let Ok((repacked, verdict)) = rewrite(&bytes, rules, &mut scratch) {
                    assert!(validate(&bytes, rules, &mut scratch).is_ok(), "what can be repacked is valid");
                    let own = rules.timestamp_type == TimestampType::LogAppendTime;
                    assert!(
                        own || validate(&repacked, rules, &mut scratch) == Ok(verdict),
                        "and stays as it is"
                    );
                }
            }
            if let Ok(view) = BatchView::parse(&bytes) {
                let _ = (view.last_offset(), view.next_offset(), view.last_sequence(), format!("{view:?}"));
                let _ = view.records().map(|records| records.take(1000).filter(Result::is_err).count());
            }
        }
        for _ in 0..500 {
            let mut bytes = batch.clone();
            let at = 21 + rng.below(bytes.len() as u64 - 21) as usize;
            rng.fill(&mut bytes[at..]);
            let bytes = seal(bytes);
            for rules in &all_rules {
                let _ = validate(&bytes, rules, &mut scratch);
            }
        }
    }
    for _ in 0..5000 {
        let mut noise = vec![0; rng.below(120) as usize];
        rng.fill(&mut noise);
        let _ = validate(&noise, &rules(), &mut scratch);
        let errors = Records::new(&noise, 1000).filter(Result::is_err).count();
        assert!(errors <= 1, "an error ends the records");
    }
}
