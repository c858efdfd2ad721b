//! Odd batches that Apache Kafka 4.4.0 was sent, with its answers and what it stored: the same must come of them here.
//! `client`'s example `verdicts` makes the table.

use std::collections::BTreeMap;
use std::io::Read;

use protocol::Timestamp;
use protocol::compress::{Codec, Compression, Scratch, decompress};
use protocol::records::{
    BatchView, Reject, Rewrite, TimestampType, ValidateRules, Verdict, rewrite, set_max_timestamp, stamp,
    validate,
};

struct Case<'a> {
    topic: &'a str,
    rules: ValidateRules,
    batch: Vec<u8>,
    code: i16,
    rejects: Vec<i32>,
    stored: Option<Vec<u8>>,
}

impl<'a> Case<'a> {
    fn parse(line: &'a str) -> Self {
        let [topic, version, now, batch, code, rejects, stored] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let mut rules = ValidateRules {
            produce_version: version.parse().unwrap(),
            now: Timestamp(now.parse().unwrap()),
            ..ValidateRules::default()
        };
        let compression = |codec| Some(Compression::new(codec));
        match topic {
            "plain" => {}
            "compacted" => rules.compacted = true,
            "stamped" => rules.timestamp_type = TimestampType::LogAppendTime,
            "narrow" => (rules.timestamp_before_ms_max, rules.timestamp_after_ms_max) = (60_000, 60_000),
            "small" => rules.batch_size_max = 150,
            "bounded" => rules.record_size_max = 20,
            "as-none" => rules.target = compression(Codec::None),
            "as-zstd" => rules.target = compression(Codec::Zstd),
            "stamped-as-gzip" => {
                rules.timestamp_type = TimestampType::LogAppendTime;
                rules.target = compression(Codec::Gzip);
            }
            other => panic!("topic {other}"),
        }
        let rejects =
            rejects.split(',').filter(|index| !index.is_empty()).map(|index| index.parse().unwrap());
        let (rejects, stored) = (rejects.collect(), (stored != "-").then(|| hex(stored)));
        Self { topic, rules, batch: hex(batch), code: code.parse().unwrap(), rejects, stored }
    }
}

fn hex(text: &str) -> Vec<u8> {
    let digit = |digit: u8| (digit as char).to_digit(16).unwrap() as u8;
    text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

/// The error code that a broker makes of a rejection.
fn code(reject: &Reject) -> i16 {
    match reject {
        Reject::Corrupt(_) => 2,
        Reject::TooLarge(_) | Reject::UnpackedTooLarge => 10,
        Reject::ZstdTooEarly => 76,
        Reject::Invalid(_) => 87,
        Reject::Records(rejects) => {
            if rejects.any_timestamp {
                32
            } else {
                87
            }
        }
        Reject::Unknown(_) => -1,
    }
}

/// What would be appended at the place where Kafka appended it.
fn to_store(case: &Case<'_>, verdict: Verdict, at: &BatchView<'_>, scratch: &mut Scratch) -> Vec<u8> {
    // The broker's clock went on between the request and its stamp.
    let rules = match case.rules.timestamp_type {
        TimestampType::CreateTime => case.rules,
        TimestampType::LogAppendTime => ValidateRules { now: at.max_timestamp(), ..case.rules },
    };
    let mut bytes = match verdict.rewrite {
        Rewrite::Repack => rewrite(&case.batch, &rules, scratch).unwrap().0,
        Rewrite::Nothing => case.batch[..verdict.batch_size].to_vec(),
        Rewrite::MaxTimestamp => {
            let mut bytes = case.batch[..verdict.batch_size].to_vec();
            let max = if rules.now == case.rules.now { verdict.max_timestamp } else { rules.now };
            set_max_timestamp(&mut bytes, rules.timestamp_type, max);
            bytes
        }
    };
    stamp(&mut bytes, at.base_offset(), at.leader_epoch());
    bytes
}

/// A batch with what its codec may write differently taken out: length and checksum gone, records unpacked.
fn comparable(bytes: &[u8], scratch: &mut Scratch) -> Vec<u8> {
    let batch = BatchView::parse(bytes).unwrap();
    assert_eq!(batch.total_len(), bytes.len());
    assert_eq!(batch.check_crc(), Ok(()));
    let mut out = [&bytes[..8], &bytes[12..17], &bytes[21..61]].concat();
    let codec = batch.codec().unwrap();
    decompress(codec, 2, batch.payload(), 1 << 20, scratch, &mut out).unwrap();
    out
}

#[test]
fn batches_meet_the_fate_they_meet_in_kafka() {
    let mut text = String::new();
    let packed = include_bytes!("../data/records/verdicts.tsv.gz");
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    let mut scratch = Scratch::new();
    let (mut seen, mut differing) = (BTreeMap::new(), Vec::new());
    for line in text.lines() {
        let case = Case::parse(line);
        // TRANSACTIONAL_ID_AUTHORIZATION_FAILED comes before a batch is looked at.
        if case.code == 53 {
            continue;
        }
        *seen.entry(case.code).or_insert(0) += 1;
        let verdict = validate(&case.batch, &case.rules, &mut scratch);
        let repacked = matches!(verdict, Ok(Verdict { rewrite: Rewrite::Repack, .. }));
        let outcome = if repacked {
            rewrite(&case.batch, &case.rules, &mut scratch).map(|_| ())
        } else {
            verdict.clone().map(|_| ())
        };
        let (ours, rejects) = match &outcome {
            Ok(()) => (0, vec![]),
            Err(Reject::Records(rejects)) => {
                (code(outcome.as_ref().unwrap_err()), rejects.first.iter().map(|&(index, _)| index).collect())
            }
            Err(reject) => (code(reject), vec![]),
        };
        if (ours, &rejects) != (case.code, &case.rejects) {
            differing.push(format!(
                "{}: {outcome:?}, not {} {:?}: {:02x?}",
                case.topic, case.code, case.rejects, case.batch
            ));
            continue;
        }
        if let Some(stored) = &case.stored {
            let at = BatchView::parse(stored).unwrap();
            let bytes = to_store(&case, verdict.unwrap(), &at, &mut scratch);
            let equal = if repacked && at.codec() != Ok(Codec::None) {
                comparable(&bytes, &mut scratch) == comparable(stored, &mut scratch)
            } else {
                bytes == *stored
            };
            if !equal {
                differing.push(format!(
                    "{}: stored {bytes:02x?}\nnot {stored:02x?}\nof {:02x?}",
                    case.topic, case.batch
                ));
            }
        }
    }
    assert!(
        differing.is_empty(),
        "{} differ, the first ones:\n{}",
        differing.len(),
        differing[..differing.len().min(12)].join("\n")
    );
    assert!(seen[&0] > 5000 && seen[&-1] > 1000 && seen[&87] > 3000, "{seen:?}");
}
