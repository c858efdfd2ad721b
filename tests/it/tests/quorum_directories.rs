//! Directories that Apache Kafka 4.4, 4.0 and 3.9 left, opened by the built binary: every topic, every record, and a
//! metadata log that goes on as their finalised features allow.
//!
//! The archives were made by Kafka itself; the tables beside them are what Kafka's own clients said was in them.

use client::{Connection, FetchOptions, FetchedRecord};
use it::folder::Folder;
use it::node::Node;
use protocol::records::Batches;
use protocol::wire::Reader;
use protocol::{Map, Offset, Uuid};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/directories").join(name)
}

/// Unpacks an archive into a folder of its own and makes a node of it.
fn unpacked(name: &str) -> Node {
    let folder = Folder::new(name);
    let archive = match name {
        "static-clean" => Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../storage/tests/data")
            .join(name)
            .join("dir.tar.zst"),
        _ => data(&format!("{name}.tar.zst")),
    };
    let packed = std::fs::read(archive).expect("the archive is part of the repository");
    let tar = zstd::decode_all(&packed[..]).expect("a whole archive");
    let mut child = Command::new("tar")
        .args(["-xf", "-", "-C"])
        .arg(folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .expect("tar is everywhere");
    child.stdin.take().expect("it is piped").write_all(&tar).expect("tar reads it");
    assert!(child.wait().expect("it was started here").success());
    let text = std::fs::read_to_string(data(&format!("{name}.properties"))).expect("part of the repository");
    Node::existing(folder, |folder, [client, _, controller]| {
        let mut out = String::new();
        for line in text.lines() {
            let (key, value) = line.split_once('=').expect("a property");
            let listen = format!("PLAINTEXT://127.0.0.1:{client},CONTROLLER://127.0.0.1:{controller}");
            let value = match key {
                "controller.quorum.voters" => format!("1@127.0.0.1:{controller}"),
                "controller.quorum.bootstrap.servers" => format!("127.0.0.1:{controller}"),
                "listeners" => listen,
                "advertised.listeners" => format!("PLAINTEXT://127.0.0.1:{client}"),
                "log.dirs" => {
                    let absolute =
                        |dir: &str| folder.join(dir.trim_start_matches("./")).display().to_string();
                    value.split(',').map(absolute).collect::<Vec<_>>().join(",")
                }
                _ => value.to_owned(),
            };
            out += &format!("{key}={value}\n");
        }
        out
    })
}

fn connect(node: &Node) -> Connection {
    Connection::connect(node.address(), "directories", Duration::from_secs(20)).expect("it serves")
}

/// Topics with their ids and numbers of partitions.
fn topics(node: &Node) -> BTreeMap<String, (String, usize)> {
    let mut connection = connect(node);
    let answer = connection.metadata(None).expect("an answer");
    let topic = |topic: &protocol::client::metadata::MetadataResponseTopic<'_>| {
        assert_eq!(topic.error_code, 0);
        assert!(topic.partitions.iter().all(|partition| partition.leader_id == 1), "{:?}", topic.name);
        let name = topic.name.as_deref().expect("all topics are named").to_owned();
        (name, (topic.topic_id.to_string(), topic.partitions.len()))
    };
    answer.topics.iter().map(topic).collect()
}

fn expected_topics(name: &str) -> BTreeMap<String, (String, usize)> {
    let text = std::fs::read_to_string(data(&format!("{name}.topics.tsv"))).expect("part of the repository");
    text.lines()
        .skip(1)
        .map(|line| {
            let [name, id, partitions] =
                line.split('\t').collect::<Vec<_>>().try_into().expect("three columns");
            (name.to_owned(), (id.to_owned(), partitions.parse().expect("a number")))
        })
        .collect()
}

/// Bytes as the tables write them; of long ones only the length.
fn shown(bytes: Option<&[u8]>) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    match bytes {
        None => "-".to_owned(),
        Some(bytes) if bytes.len() > 48 => format!("long:{}", bytes.len()),
        Some(bytes) => {
            let mut out = "=".to_owned();
            for group in bytes.chunks(3) {
                let all =
                    group.iter().fold(0, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
                for place in 0..4 {
                    let digit = DIGITS[(all >> (18 - 6 * place)) as usize & 63];
                    out.push(if place <= group.len() { digit as char } else { '=' });
                }
            }
            out
        }
    }
}

fn row(record: &FetchedRecord) -> String {
    let headers: Vec<String> = record
        .headers
        .iter()
        .map(|(name, value)| format!("{}:{}", shown(Some(name)), shown(value.as_deref())))
        .collect();
    let headers = if headers.is_empty() { "-".to_owned() } else { headers.join(";") };
    let (key, value) = (shown(record.key.as_deref()), shown(record.value.as_deref()));
    format!("{}\t{}\t{key}\t{value}\t{headers}", record.offset, record.timestamp.0)
}

/// All records of a partition, each as a line.
fn records(connection: &mut Connection, topic: &str, partition: i32) -> Vec<String> {
    let mut at = connection.list_offset(topic, partition, protocol::Timestamp(-2)).expect("an answer").0;
    let mut rows = Vec::new();
    let options = FetchOptions { max_wait_ms: 0, ..FetchOptions::default() };
    loop {
        let fetched = connection.fetch(topic, partition, at, &options).expect("an answer");
        rows.extend(fetched.records.iter().map(row));
        if fetched.next_offset == at {
            assert_eq!(at, fetched.high_watermark, "{topic}-{partition}");
            return rows;
        }
        at = fetched.next_offset;
    }
}

/// The tables' lines of records by partition.
fn expected_records(name: &str) -> BTreeMap<(String, i32), Vec<String>> {
    let packed =
        std::fs::read(data(&format!("{name}.records.tsv.zst"))).expect("it is part of the repository");
    let text = String::from_utf8(zstd::decode_all(&packed[..]).expect("a whole file")).expect("text");
    let mut all: BTreeMap<(String, i32), Vec<String>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let [topic, partition, offset, timestamp, key, value, headers] =
            line.split('\t').collect::<Vec<_>>().try_into().expect("seven columns");
        let short = |bytes: &str| match bytes.strip_prefix("sha256:") {
            Some(long) => format!("long:{}", long.split_once(':').expect("hash and length").1),
            None => bytes.to_owned(),
        };
        let row = format!("{offset}\t{timestamp}\t{}\t{}\t{headers}", short(key), short(value));
        all.entry((topic.to_owned(), partition.parse().expect("a number"))).or_default().push(row);
    }
    all
}

/// The newest version of each kind of record that was appended behind `from`, by its number.
fn versions_behind(log: &[u8], from: Offset) -> Map<u32, u32> {
    let mut versions = Map::default();
    for batch in Batches::new(log).map_while(Result::ok) {
        if batch.base_offset() < from || batch.is_control() {
            continue;
        }
        for record in batch.records().expect("nothing is compressed") {
            let value = record.expect("a whole record").value.expect("a value");
            let mut reader = Reader::new(value);
            let frame = reader.uvarint().expect("a frame");
            let (kind, version) = (reader.uvarint().expect("a kind"), reader.uvarint().expect("a version"));
            assert_eq!(frame, 1);
            let known = versions.entry(kind).or_insert(0);
            *known = version.max(*known);
        }
    }
    versions
}

fn metadata_log(node: &Node, dir: &str) -> Vec<u8> {
    let path = node.folder().join(dir).join("__cluster_metadata-0/00000000000000000000.log");
    std::fs::read(path).expect("the metadata log")
}

fn end(log: &[u8]) -> Offset {
    Batches::new(log).map_while(Result::ok).last().expect("it has batches").next_offset()
}

/// Opens a directory, compares it with its tables, and goes through a clean stop and a kill. The kinds of records of the
/// metadata log with the newest version each may have there: RegisterBroker, PartitionChange, BrokerRegistrationChange.
fn check(name: &str, metadata_dir: &str, versions_max: [(u32, u32); 3]) {
    let mut node = unpacked(name);
    let before = end(&metadata_log(&node, metadata_dir));
    node.start();
    node.wait_until_it_serves();
    assert_eq!(topics(&node), expected_topics(name), "{name}");
    let expected = expected_records(name);
    let mut connection = connect(&node);
    for ((topic, partition), rows) in &expected {
        let ours = records(&mut connection, topic, *partition);
        let first = ours.iter().zip(rows).find(|(ours, theirs)| ours != theirs);
        assert_eq!(first, None, "{name} {topic}-{partition}");
        assert_eq!(ours.len(), rows.len(), "{name} {topic}-{partition}");
    }
    drop(connection);
    assert!(node.stop().success(), "{}", node.log());
    let log = metadata_log(&node, metadata_dir);
    let versions = versions_behind(&log, before);
    for (kind, max) in versions_max {
        let version = versions.get(&kind).copied();
        assert!(version.is_some_and(|version| version <= max), "record {kind}: {version:?}, at most {max}");
    }
    node.start();
    node.wait_until_it_serves();
    node.kill();
    node.start();
    node.wait_until_it_serves();
    let mut connection = connect(&node);
    let ((topic, partition), rows) = expected.iter().max_by_key(|(_, rows)| rows.len()).expect("records");
    assert_eq!(records(&mut connection, topic, *partition), *rows);
    assert_eq!(topics(&node), expected_topics(name), "{name}");
}

const REGISTER_BROKER: u32 = 27;
const PARTITION_CHANGE: u32 = 5;
const REGISTRATION_CHANGE: u32 = 17;

#[test]
fn a_directory_of_a_static_quorum_opens_with_everything_in_it() {
    let versions = [(REGISTER_BROKER, 4), (PARTITION_CHANGE, 2), (REGISTRATION_CHANGE, 3)];
    check("static-clean", "data", versions);
}

#[test]
fn a_directory_of_a_dynamic_quorum_with_two_log_dirs_opens_with_everything_in_it() {
    let versions = [(REGISTER_BROKER, 4), (PARTITION_CHANGE, 2), (REGISTRATION_CHANGE, 3)];
    check("dynamic-clean", "data1", versions);
}

#[test]
fn a_directory_of_4_0_opens_and_its_metadata_stays_what_4_0_reads() {
    let versions = [(REGISTER_BROKER, 3), (PARTITION_CHANGE, 2), (REGISTRATION_CHANGE, 2)];
    check("kafka-4.0-clean", "data", versions);
}

#[test]
fn a_directory_of_3_9_opens_and_its_metadata_stays_what_3_9_reads() {
    let versions = [(REGISTER_BROKER, 3), (PARTITION_CHANGE, 1), (REGISTRATION_CHANGE, 2)];
    check("kafka-3.9-clean", "data", versions);
}

#[test]
fn ids_are_written_as_kafka_writes_them() {
    assert_eq!(Uuid::METADATA_TOPIC.to_string(), "AAAAAAAAAAAAAAAAAAAAAQ");
}
