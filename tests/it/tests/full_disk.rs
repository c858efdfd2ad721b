//! A disk that is really full: a small file system of its own under the log dir. Produce is refused, everything else goes
//! on, and service comes back without a restart. Skipped, with the reason printed, where mounting is not allowed.

use client::{Connection, Error, FetchOptions};
use it::folder::Folder;
use it::node::Node;
use protocol::records::BatchBuilder;
use protocol::{Offset, Timestamp};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const KAFKA_STORAGE_ERROR: i16 = 56;

/// A file system in memory of so many MiB; gone when dropped.
struct Mount {
    at: PathBuf,
    _folder: Folder,
}

impl Mount {
    fn new(word: &str, mib: u32) -> Option<Mount> {
        let folder = Folder::new(word);
        let at = folder.join("small");
        std::fs::create_dir(&at).expect("a writable folder");
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={mib}m"), "corelog-test"])
            .arg(&at)
            .output();
        match mount {
            Ok(done) if done.status.success() => Some(Mount { at, _folder: folder }),
            other => {
                println!("skipped: no file system can be mounted here ({other:?})");
                None
            }
        }
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.at).status();
    }
}

fn connect(node: &Node) -> Connection {
    Connection::connect(node.address(), "full", Duration::from_secs(20)).expect("it serves")
}

fn wait_for_leader(connection: &mut Connection, topic: &str) {
    let end = Instant::now() + Duration::from_secs(20);
    while let Err(error) = connection.list_offset(topic, 0, Timestamp(-1)) {
        assert!(Instant::now() < end, "{topic}: {error}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn batch(number: i64, size: usize) -> Vec<u8> {
    let mut value = number.to_string().into_bytes();
    value.resize(size, b'.');
    let mut builder = BatchBuilder::new(Offset(0));
    builder.append(Timestamp(1_700_000_000_000), None, Some(&value), []);
    builder.finish()
}

/// Writes until the broker refuses ten times in a row (a refusal gives back what was kept ahead of the tail, so that the
/// next one may fit); how many records are in then.
fn fill(connection: &mut Connection, topic: &str, from: i64, size: usize) -> i64 {
    let (mut number, mut refused) = (from, 0);
    while refused < 10 {
        match connection.produce(topic, 0, &batch(number, size), &Default::default()) {
            Ok(produced) => {
                assert_eq!(produced.base_offset, Offset(number));
                number += 1;
                refused = 0;
            }
            Err(error) if error.code() == Some(KAFKA_STORAGE_ERROR) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    number
}

/// Tries until it is taken; the offset.
fn produce_once_there_is_room(connection: &mut Connection, topic: &str, record: i64) -> i64 {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        match connection.produce(topic, 0, &batch(record, 10_000), &Default::default()) {
            Ok(produced) => return produced.base_offset.0,
            Err(Error::Kafka { .. }) if Instant::now() < end => std::thread::sleep(Duration::from_millis(50)),
            Err(error) => panic!("{error}"),
        }
    }
}

fn read(connection: &mut Connection, topic: &str, end: i64) {
    let mut next = 0;
    while next < end {
        let fetched =
            connection.fetch(topic, 0, Offset(next), &FetchOptions::default()).expect("it is there");
        assert!(!fetched.records.is_empty(), "{topic} ends at {next} of {end}");
        for record in fetched.records {
            assert_eq!(record.offset.0, next);
            let value = record.value.expect("every record has one");
            assert!(value.starts_with(format!("{next}.").as_bytes()));
            next += 1;
        }
    }
}

fn partitions(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).expect("the log dir is there").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

fn full_and_back(runtime: &str) {
    let Some(mount) = Mount::new(&format!("full-{runtime}"), 48) else { return };
    let dir = mount.at.join("data");
    let mut node = Node::up(
        "full",
        &[
            ("log.dirs", &dir.display().to_string()),
            ("corelog.runtime", runtime),
            ("corelog.shards", "2"),
            ("log.segment.bytes", "4194304"),
            ("log.segment.delete.delay.ms", "500"),
        ],
    );
    let mut connection = connect(&node);
    for topic in ["a", "b"] {
        connection.create_topic(topic, 1, 1, &[]).expect("it is made");
    }
    wait_for_leader(&mut connection, "b");
    for number in 0..1_000 {
        connection.produce("b", 0, &batch(number, 10_000), &Default::default()).expect("there is room");
    }
    let end = fill(&mut connection, "a", 0, 100_000);
    assert!(end > 200, "{end}");
    // Smaller ones may still fit; then none do.
    let end = fill(&mut connection, "a", end, 20_000);
    read(&mut connection, "a", end);
    read(&mut connection, "b", 1_000);
    let log = node.log();
    assert!((1..10).contains(&log.matches("the log dir is full").count()), "{log}");
    // The controller still writes: a topic is made and another one deleted, which makes room.
    connection.create_topic("c", 1, 1, &[]).expect("the controller has space of its own");
    connection.delete_topic("b").expect("the controller has space of its own");
    assert_eq!(produce_once_there_is_room(&mut connection, "a", end), end);
    assert_eq!(produce_once_there_is_room(&mut connection, "c", 0), 0);
    read(&mut connection, "a", end + 1);
    assert!(!partitions(&dir).iter().any(|name| name == "b-0"));
    drop(connection);
    assert!(node.stop().success());
    let said = node.log().len();
    node.start();
    node.wait_until_it_serves();
    let mut connection = connect(&node);
    wait_for_leader(&mut connection, "a");
    read(&mut connection, "a", end + 1);
    let log = node.log();
    assert!(
        ["repaired", "recovered"].iter().all(|what| !log[said..].contains(&format!("the log was {what}"))),
        "{log}"
    );
    assert!(fill(&mut connection, "a", end + 1, 100_000) > end + 1);
    node.kill();
}

#[test]
fn a_full_disk_refuses_produce_and_service_resumes_by_itself() {
    for runtime in ["ring", "epoll"] {
        full_and_back(runtime);
    }
}

#[test]
fn a_node_killed_on_a_full_disk_starts_on_it_and_serves_what_it_has() {
    let Some(mount) = Mount::new("killed-full", 32) else { return };
    let dir = mount.at.join("data");
    let mut node = Node::up(
        "killed-full",
        &[
            ("log.dirs", &dir.display().to_string()),
            ("log.segment.bytes", "4194304"),
            ("log.segment.delete.delay.ms", "500"),
            ("broker.session.timeout.ms", "1500"),
            ("broker.heartbeat.interval.ms", "500"),
        ],
    );
    let mut connection = connect(&node);
    connection.create_topic("a", 1, 1, &[]).expect("it is made");
    wait_for_leader(&mut connection, "a");
    let end = fill(&mut connection, "a", 0, 100_000);
    drop(connection);
    node.kill();
    // Nothing at all is left.
    let rest = mount.at.join("rest");
    let _ =
        Command::new("dd").arg("if=/dev/zero").arg(format!("of={}", rest.display())).args(["bs=4k"]).output();
    node.start();
    node.wait_until_it_serves();
    std::fs::remove_file(&rest).expect("it was made");
    let mut connection = connect(&node);
    wait_for_leader(&mut connection, "a");
    read(&mut connection, "a", end);
    assert_eq!(produce_once_there_is_room(&mut connection, "a", end), end);
    node.kill();
}
