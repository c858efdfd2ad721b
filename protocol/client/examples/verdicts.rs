//! Produces odd batches to a broker and prints what it answers and stores, one line a case: topic, Produce version, the
//! clock, the batch in hex, error code, indexes of refused records, and the stored batch in hex.
//!
//! `cargo run -p client --example verdicts -- 127.0.0.1:9092 | gzip -9n > protocol/tests/data/records/verdicts.tsv.gz`
//! against Apache Kafka makes the table that the validation of batches is tested with.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use client::{Connection, Error};
use protocol::client::fetch::{FetchPartition, FetchRequest, FetchTopic};
use protocol::client::produce::{PartitionProduceData, ProduceRequest, TopicProduceData};
use protocol::compress::{Codec, Compression};
use protocol::records::{BATCH_OVERHEAD, BatchBuilder, Header, TimestampType, set_max_timestamp};
use protocol::{Offset, ProducerEpoch, ProducerId, Rng, Timestamp};

const CODECS: [Codec; 5] = [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd];
const TOPICS: [(&str, &[(&str, &str)]); 9] = [
    ("plain", &[]),
    ("compacted", &[("cleanup.policy", "compact")]),
    ("stamped", &[("message.timestamp.type", "LogAppendTime")]),
    ("narrow", &[("message.timestamp.before.max.ms", "60000"), ("message.timestamp.after.max.ms", "60000")]),
    ("small", &[("max.message.bytes", "150")]),
    ("bounded", &[("max.decompressed.message.bytes", "20")]),
    ("as-none", &[("compression.type", "uncompressed")]),
    ("as-zstd", &[("compression.type", "zstd")]),
    ("stamped-as-gzip", &[("message.timestamp.type", "LogAppendTime"), ("compression.type", "gzip")]),
];

fn main() -> Result<(), Error> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:9092".to_owned());
    let connect = || Connection::connect(&address, "verdicts", Duration::from_secs(4));
    let mut connection = connect()?;
    for (topic, configs) in TOPICS {
        connection.create_topic(topic, 1, 1, configs)?;
    }
    std::thread::sleep(Duration::from_secs(1));
    let mut rng = Rng::new(4);
    for (topic, _) in TOPICS {
        for (version, batch) in cases(topic, &mut rng) {
            let now = now();
            let outcome = produce(&mut connection, topic, version, &batch);
            let (code, rejects, offset) = match outcome {
                Ok(answer) => answer,
                Err(error) => {
                    eprintln!("{topic} {version}: {error}: {}", hex(&batch));
                    connection = connect()?;
                    continue;
                }
            };
            let stored =
                if code == 0 { hex(&fetch(&mut connection, topic, offset)?) } else { "-".to_owned() };
            let rejects: Vec<_> = rejects.iter().map(i32::to_string).collect();
            println!("{topic}\t{version}\t{now}\t{}\t{code}\t{}\t{stored}", hex(&batch), rejects.join(","));
        }
    }
    Ok(())
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Error code, indexes of refused records, base offset.
fn produce(
    connection: &mut Connection,
    topic: &str,
    version: i16,
    batch: &[u8],
) -> Result<(i16, Vec<i32>, i64), Error> {
    let partition_data = vec![PartitionProduceData { index: 0, records: Some(batch.into()) }];
    let topic_data =
        vec![TopicProduceData { name: topic.into(), partition_data, ..TopicProduceData::default() }];
    let request = ProduceRequest { acks: -1, timeout_ms: 3000, topic_data, ..ProduceRequest::default() };
    let answer = connection.call(&request, version)?;
    let row = answer.responses.iter().flat_map(|topic| &topic.partition_responses).next();
    let row = row.ok_or(Error::Missing("partition"))?;
    let rejects = row.record_errors.iter().map(|error| error.batch_index).collect();
    Ok((row.error_code, rejects, row.base_offset))
}

fn fetch(connection: &mut Connection, topic: &str, offset: i64) -> Result<Vec<u8>, Error> {
    let partitions = vec![FetchPartition {
        fetch_offset: offset,
        partition_max_bytes: 1 << 20,
        ..FetchPartition::default()
    }];
    let topics = vec![FetchTopic { topic: topic.into(), partitions, ..FetchTopic::default() }];
    let request = FetchRequest { max_wait_ms: 500, min_bytes: 1, topics, ..FetchRequest::default() };
    let answer = connection.call(&request, 12)?;
    let row = answer.responses.iter().flat_map(|topic| &topic.partitions).next();
    let records = row.and_then(|row| row.records.as_deref()).ok_or(Error::Missing("records"))?;
    Ok(records.to_vec())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What to produce to this topic, and in which version.
fn cases(topic: &str, rng: &mut Rng) -> Vec<(i16, Vec<u8>)> {
    let mut cases = Vec::new();
    for codec in CODECS {
        for (count, spread) in [(1, 0), (3, 7), (12, 200_000)] {
            cases.push((9, good(codec, count, spread).finish()));
        }
        let producer = good(codec, 2, 1).producer(ProducerId(77), ProducerEpoch(0), -1);
        cases.push((9, producer.finish()));
        for version in [3, 6, 7, 12] {
            cases.push((version, good(codec, 1, 0).finish()));
        }
        cases.extend(odd(codec).into_iter().map(|batch| (9, batch)));
        if topic == "plain" {
            cases.extend(noise(codec, rng).into_iter().map(|batch| (9, batch)));
        }
    }
    cases
}

fn good(codec: Codec, count: i64, spread: i64) -> BatchBuilder {
    let mut batch = BatchBuilder::new(Offset::ZERO).compression(Compression::new(codec));
    let base = now();
    for number in 0..count {
        let timestamp = Timestamp(base - spread * (number % 3) / 2);
        let key = format!("k{number}");
        let key = (number % 4 != 1).then_some(key.as_bytes());
        let value = (number % 5 != 2).then_some(&b"some value"[..]);
        let header = Header { key: b"h", value: (number % 2 == 0).then_some(&b"v"[..]) };
        batch.append(
            timestamp,
            key,
            value,
            (number % 3 == 2).then_some(header).into_iter().collect::<Vec<_>>(),
        );
    }
    batch
}

fn seal(mut batch: Vec<u8>) -> Vec<u8> {
    let crc = protocol::records::batch_crc(&batch);
    batch[17..21].copy_from_slice(&crc.to_be_bytes());
    batch
}

fn with(batch: &[u8], at: usize, field: &[u8]) -> Vec<u8> {
    let mut batch = batch.to_vec();
    batch[at..at + field.len()].copy_from_slice(field);
    seal(batch)
}

fn with_payload(batch: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut batch = [&batch[..BATCH_OVERHEAD], payload].concat();
    let length = (batch.len() - 12) as i32;
    batch[8..12].copy_from_slice(&length.to_be_bytes());
    seal(batch)
}

fn odd(codec: Codec) -> Vec<Vec<u8>> {
    let batch = good(codec, 3, 5).finish();
    let payload = &batch[BATCH_OVERHEAD..];
    let attributes = batch[22];
    let mut cases = vec![
        with(&batch, 7, &[1]),
        with(&batch, 12, &[0, 0, 0, 9]),
        with(&batch, 16, &[0]),
        with(&batch, 16, &[1]),
        with(&batch, 16, &[3]),
        with(&batch, 16, &[0xff]),
        with(&batch, 21, &[0xff]),
        with(&batch, 22, &[attributes | 0x80]),
        with(&batch, 22, &[attributes | 0x08]),
        with(&batch, 22, &[attributes | 0x20]),
        with(&batch, 22, &[attributes | 0x40]),
        with(&batch, 22, &[5]),
        with(&batch, 22, &[7]),
        with(&batch, 23, &[0xff; 4]),
        with(&batch, 23, &[0, 0, 0, 1]),
        with(&batch, 23, &[0x7f, 0xff, 0xff, 0xff]),
        with(&batch, 27, &[0x7f, 0xff, 0xff, 0xff]),
        with(&batch, 27, &[0xff; 8]),
        with(&batch, 35, &[0; 8]),
        with(&batch, 35, &[0xff; 8]),
        with(&batch, 51, &[0, 3]),
        with(&batch, 57, &[0; 4]),
        with(&batch, 57, &[0xff; 4]),
        with(&batch, 57, &[0, 0, 0, 2]),
        with(&with(&batch, 57, &[0, 0, 0, 2]), 23, &[0, 0, 0, 1]),
        with(&with(&batch, 57, &[0, 0, 0, 4]), 23, &[0, 0, 0, 3]),
        with_payload(&batch, b""),
        with_payload(&batch, &payload[..payload.len() - 1]),
        with_payload(&batch, &payload[..payload.len() / 2]),
        with_payload(&batch, &[payload, &[0]].concat()),
        with_payload(&batch, &[payload, b"a tail of more than twenty-six bytes, of rubbish"].concat()),
        with_payload(&batch, &[payload, payload].concat()),
        with_payload(&batch, &[0xff; 30]),
        with_payload(&batch, &[0; 30]),
        [&batch[..], &[0; 11]].concat(),
        [&batch[..], &[0; 12]].concat(),
        [&batch[..], &[0xff; 12]].concat(),
        [&batch[..], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0, 9]].concat(),
        [&batch[..], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0, 2]].concat(),
        [&batch[..], &batch[..]].concat(),
    ];
    let mut unsealed = batch.clone();
    unsealed[70] ^= 1;
    cases.push(unsealed);
    for cut in [0, 8, 12, 16, 17, 30, 60, 61, batch.len() - 1] {
        cases.push(batch[..cut].to_vec());
    }
    for length in [-1, 0, 13, 14, 15, 40, 48, 49, 50] {
        let mut short = batch.clone();
        short[8..12].copy_from_slice(&i32::to_be_bytes(length));
        cases.push(short.clone());
        short.truncate((length.max(0) + 12) as usize);
        cases.push(short);
    }
    let mut stamped = batch.clone();
    set_max_timestamp(&mut stamped, TimestampType::LogAppendTime, Timestamp(now()));
    cases.push(stamped);
    let mut none = BatchBuilder::new(Offset::ZERO).compression(Compression::new(codec));
    none.append(Timestamp::NONE, Some(b"k"), None, []);
    cases.push(none.finish());
    for timestamp in [0, 1, i64::MAX, now() - 120_000, now() + 120_000, now() + 7_200_000] {
        let mut far = BatchBuilder::new(Offset::ZERO).compression(Compression::new(codec));
        far.append(Timestamp(now()), Some(b"k"), None, []);
        far.append(Timestamp(timestamp), Some(b"k"), None, []);
        cases.push(far.finish());
    }
    for deltas in [[0, 0], [1, 2], [1, 0], [-1, 5]] {
        let mut wrong =
            BatchBuilder::new(Offset::ZERO).last_offset_delta(1).compression(Compression::new(codec));
        for delta in deltas {
            wrong.append_at(delta, Timestamp(now()), Some(b"k"), Some(b"v"), []);
        }
        cases.push(wrong.finish());
    }
    // Records that are odd in themselves, under every codec.
    let plain = good(Codec::None, 3, 5).finish();
    let records = &plain[BATCH_OVERHEAD..];
    let mut bodies = vec![
        [&records[..1], &[0x7f], &records[2..]].concat(),
        records[..records.len() - 1].to_vec(),
        [records, &[0]].concat(),
        [records, records].concat(),
        vec![0],
        vec![1; 40],
        vec![0; 40],
        vec![0xff; 40],
    ];
    for at in 0..20 {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut body = records.to_vec();
            body[at] = value;
            bodies.push(body);
        }
    }
    for body in bodies {
        let mut packed = Vec::new();
        protocol::compress::compress(Compression::new(codec), &body, &mut packed);
        cases.push(with_payload(&batch, &packed));
    }
    cases
}

/// Random damage below a checksum that is right.
fn noise(codec: Codec, rng: &mut Rng) -> Vec<Vec<u8>> {
    let batch = good(codec, 3, 5).finish();
    let mut cases = Vec::new();
    for bit in (21 * 8..batch.len() * 8).step_by(if codec == Codec::None { 1 } else { 2 }) {
        let mut flipped = batch.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        cases.push(seal(flipped));
    }
    for _ in 0..100 {
        let mut changed = batch.clone();
        let at = BATCH_OVERHEAD + rng.below((batch.len() - BATCH_OVERHEAD) as u64) as usize;
        changed[at] = rng.next_u64() as u8;
        cases.push(seal(changed));
    }
    cases
}
