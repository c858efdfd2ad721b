//! Damaged and broken log dirs under a running node: what can still be read is served, what cannot is refused by its code,
//! and a dir that fails takes only its own partitions with it.

use client::{Connection, Error, FetchOptions};
use it::node::Node;
use it::probe;
use protocol::records::BatchBuilder;
use protocol::{Offset, Timestamp};
use std::path::{Path, PathBuf};
use std::time::Duration;

const KAFKA_STORAGE_ERROR: i16 = 56;
const PARTITIONS: i32 = 8;
const BATCHES: i64 = 40;

fn connect(node: &Node) -> Connection {
    Connection::connect(node.address(), "damage", Duration::from_secs(20)).expect("it serves")
}

fn wait_for_leaders(node: &mut Node) {
    node.wait_until_it_serves();
    node.wait_until("there are leaders", |node| {
        (0..PARTITIONS).all(|partition| probe::end_offset_of(node.address(), "t", partition).is_some())
    });
}

/// One record; all batches of a partition have the same size.
fn produce(connection: &mut Connection, partition: i32) -> Result<i64, Error> {
    let mut batch = BatchBuilder::new(Offset(0));
    batch.append(Timestamp(1_700_000_000_000), None, Some(&[b'v'; 1000]), []);
    connection.produce("t", partition, &batch.finish(), &Default::default()).map(|done| done.base_offset.0)
}

fn with_topic(settings: &[(&str, &str)]) -> Node {
    // A killed broker's session is over soon.
    let quick = [("broker.session.timeout.ms", "1500"), ("broker.heartbeat.interval.ms", "500")];
    let mut node = Node::up("damage", &[settings, &quick].concat());
    connect(&node).create_topic("t", PARTITIONS, 1, &[]).expect("it is made");
    wait_for_leaders(&mut node);
    node
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>) {
    assert_eq!(result.expect_err("it is refused").code(), Some(KAFKA_STORAGE_ERROR));
}

fn damage_is_measured_and_the_rest_served(runtime: &str) {
    let mut node = with_topic(&[("corelog.runtime", runtime), ("corelog.shards", "4")]);
    let mut connection = connect(&node);
    for partition in 0..PARTITIONS {
        for offset in 0..BATCHES {
            assert_eq!(produce(&mut connection, partition).expect("it is taken"), offset);
        }
    }
    drop(connection);
    assert!(node.stop().success());
    for partition in 0..PARTITIONS {
        // A bit of record 7 flips.
        let path = node.data().join(format!("t-{partition}/00000000000000000000.log"));
        let mut bytes = std::fs::read(&path).expect("the log is there");
        let size = bytes.len() / BATCHES as usize;
        bytes[7 * size + 500] ^= 4;
        std::fs::write(&path, bytes).expect("it is ours");
    }
    node.start();
    wait_for_leaders(&mut node);
    // Two connections, which two cores may have.
    let mut connections = [connect(&node), connect(&node)];
    let options = FetchOptions::default();
    for partition in 0..PARTITIONS {
        for connection in &mut connections {
            let before = connection.fetch("t", partition, Offset(0), &options).expect("the first are sound");
            assert_eq!(before.next_offset, Offset(7), "partition {partition}");
            refused(connection.fetch("t", partition, Offset(7), &options));
            let behind = connection.fetch("t", partition, Offset(8), &options).expect("the rest is sound");
            assert_eq!((behind.records.len() as i64, behind.next_offset), (BATCHES - 8, Offset(BATCHES)));
            let inside = connection.fetch("t", partition, Offset(3), &options).expect("they are sound");
            assert_eq!((inside.records.len(), inside.next_offset), (4, Offset(7)));
        }
        assert_eq!(produce(&mut connections[0], partition).expect("produce goes on"), BATCHES);
    }
    let log = node.log();
    assert_eq!(log.matches("records are damaged and cannot be read").count(), PARTITIONS as usize, "{log}");
    // The holes lie below the recovery points: kill -9 does not turn them into torn tails.
    node.wait_until("the checkpoints are written", |node| {
        let text = std::fs::read_to_string(node.data().join("recovery-point-offset-checkpoint"));
        (0..PARTITIONS).all(|partition| {
            let row = format!("t {partition} ");
            let at = text.iter().flat_map(|text| text.lines()).find_map(|line| line.strip_prefix(&row));
            at.is_some_and(|at| at.parse::<i64>().is_ok_and(|at| at >= BATCHES))
        })
    });
    node.kill();
    node.start();
    wait_for_leaders(&mut node);
    let mut connection = connect(&node);
    for partition in 0..PARTITIONS {
        refused(connection.fetch("t", partition, Offset(7), &options));
        let behind = connection.fetch("t", partition, Offset(8), &options).expect("the rest is sound");
        assert_eq!(behind.next_offset, Offset(BATCHES + 1));
    }
}

#[test]
fn damage_is_measured_and_the_rest_served_on_the_ring() {
    damage_is_measured_and_the_rest_served("ring");
}

#[test]
fn damage_is_measured_and_the_rest_served_on_epoll() {
    damage_is_measured_and_the_rest_served("epoll");
}

/// Makes the next checkpoint in a log dir fail as a broken disk would: its temporary file cannot be made.
fn break_dir(dir: &Path) {
    let path = dir.join("recovery-point-offset-checkpoint.tmp");
    // One may be on its way just now.
    while std::fs::create_dir(&path).is_err() {
        assert!(dir.is_dir());
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_failed_dir_takes_its_own_partitions_with_it_and_the_last_one_the_node() {
    let folder = it::folder::Folder::new("two-dirs");
    let dirs: Vec<PathBuf> = ["one", "two"].iter().map(|name| folder.join(name)).collect();
    let both = format!("{},{}", dirs[0].display(), dirs[1].display());
    let mut node = with_topic(&[("log.dirs", &both), ("corelog.shards", "2")]);
    let lies_in = |dir: &Path, partition: i32| dir.join(format!("t-{partition}")).is_dir();
    let of_two: Vec<i32> = (0..PARTITIONS).filter(|partition| lies_in(&dirs[1], *partition)).collect();
    assert!((1..PARTITIONS as usize).contains(&of_two.len()), "{of_two:?}");
    let mut connection = connect(&node);
    let mut ends = [0; PARTITIONS as usize];
    for partition in 0..PARTITIONS {
        ends[partition as usize] = produce(&mut connection, partition).expect("it is taken") + 1;
    }
    break_dir(&dirs[1]);
    for partition in 0..PARTITIONS {
        // The checkpoint may be due at any moment.
        match produce(&mut connection, partition) {
            Ok(offset) => ends[partition as usize] = offset + 1,
            Err(error) => assert!(of_two.contains(&partition), "{partition} {error}"),
        }
    }
    node.wait_until("the dir has failed", |node| node.log().contains("out of service until restart"));
    for partition in 0..PARTITIONS {
        match produce(&mut connection, partition) {
            Ok(offset) => {
                assert!(offset == ends[partition as usize] && !of_two.contains(&partition), "{partition}");
                ends[partition as usize] = offset + 1;
            }
            Err(error) => assert!(
                error.code() == Some(KAFKA_STORAGE_ERROR) && of_two.contains(&partition),
                "{partition} {error}"
            ),
        }
    }
    connection.create_topic("u", 4, 1, &[]).expect("there is a dir left");
    node.wait_until("the new topic has leaders", |node| {
        (0..4).all(|partition| probe::end_offset_of(node.address(), "u", partition).is_some())
    });
    assert!((0..4).all(|partition| dirs[0].join(format!("u-{partition}")).is_dir()));
    // More to write makes the next checkpoint, and with it the last dir, fail.
    break_dir(&dirs[0]);
    for partition in (0..PARTITIONS).filter(|partition| !of_two.contains(partition)) {
        match produce(&mut connection, partition) {
            Ok(offset) => ends[partition as usize] = offset + 1,
            // The node has ended already.
            Err(_) => break,
        }
    }
    assert_eq!(node.wait().code(), Some(1));
    assert!(node.log().contains("every log dir has failed"), "{}", node.log());
    assert!(dirs.iter().all(|dir| !dir.join(".kafka_cleanshutdown").exists()));
    for dir in &dirs {
        std::fs::remove_dir(dir.join("recovery-point-offset-checkpoint.tmp")).expect("it was made");
    }
    node.start();
    wait_for_leaders(&mut node);
    let mut connection = connect(&node);
    for partition in 0..PARTITIONS {
        let end = connection.list_offset("t", partition, Timestamp(-1)).expect("it is there").0;
        assert!(end.0 >= ends[partition as usize]);
        assert_eq!(
            connection.fetch("t", partition, Offset(0), &FetchOptions::default()).expect("ok").next_offset,
            end
        );
    }
}

#[test]
fn a_directory_whose_topic_cannot_be_read_is_served_and_one_of_another_topic_is_set_aside() {
    let mut node = with_topic(&[]);
    let mut connection = connect(&node);
    for partition in 0..PARTITIONS {
        assert_eq!(produce(&mut connection, partition).expect("it is taken"), 0);
    }
    drop(connection);
    assert!(node.stop().success());
    let file = |node: &Node, partition| node.data().join(format!("t-{partition}/partition.metadata"));
    std::fs::remove_file(file(&node, 0)).expect("it is there");
    std::fs::write(file(&node, 1), "").expect("it can be written");
    std::fs::write(file(&node, 2), [0; 64]).expect("it can be written");
    std::fs::write(file(&node, 3), "version: 0\ntopic_id: f7P468NkQLqYTyf90EZUtg")
        .expect("it can be written");
    node.start();
    wait_for_leaders(&mut node);
    let mut connection = connect(&node);
    for partition in 0..PARTITIONS {
        let end = connection.list_offset("t", partition, Timestamp(-1)).expect("it is there").0;
        assert_eq!(end, Offset(if partition == 3 { 0 } else { 1 }), "{partition}");
        assert_eq!(std::fs::read(file(&node, partition)).ok(), std::fs::read(file(&node, 7)).ok());
    }
    assert_eq!(node.log().matches("partition.metadata could not be read").count(), 3);
    assert_eq!(node.log().matches("the directory is of another topic of this name").count(), 1);
    let set_aside = std::fs::read_dir(node.data()).expect("it is there").flatten();
    let set_aside = set_aside.filter(|entry| entry.file_name().to_string_lossy().ends_with("-stray"));
    assert_eq!(set_aside.count(), 1);
    assert!(node.stop().success());
}

#[test]
fn a_dir_that_was_taken_away_fails_and_does_not_come_back_empty() {
    let folder = it::folder::Folder::new("taken-away");
    let dirs: Vec<PathBuf> = ["one", "two"].iter().map(|name| folder.join(name)).collect();
    let both = format!("{},{}", dirs[0].display(), dirs[1].display());
    let mut node = with_topic(&[("log.dirs", &both), ("corelog.shards", "2")]);
    let lies_in_two = |partition: &i32| dirs[1].join(format!("t-{partition}")).is_dir();
    let of_two: Vec<i32> = (0..PARTITIONS).filter(lies_in_two).collect();
    std::fs::remove_dir_all(&dirs[1]).expect("it can be removed");
    let mut connection = connect(&node);
    connection.create_topic("u", 8, 1, &[]).expect("the metadata has room");
    node.wait_until("the dir has failed", |node| node.log().contains("out of service until restart"));
    assert!(!dirs[1].exists());
    for partition in of_two {
        refused(produce(&mut connection, partition));
    }
    node.wait_until("the other goes on", |node| {
        (0..8).any(|partition| probe::end_offset_of(node.address(), "u", partition).is_some())
    });
}
