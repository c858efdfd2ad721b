//! The quorum of a running node: what it tells of itself, its snapshots, and the log dirs of replicas.

use client::Connection;
use it::folder::Folder;
use it::node::Node;
use protocol::client::describe_quorum::{
    DescribeQuorumRequest, DescribeQuorumResponse, RequestPartitionData, RequestTopicData,
};
use protocol::metadata::Record;
use protocol::records::Batches;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

fn connect(address: SocketAddr) -> Connection {
    Connection::connect(address, "quorum", Duration::from_secs(20)).expect("it serves")
}

/// Leader, epoch and number of voters.
fn described(address: SocketAddr) -> (i32, i32, usize) {
    let request = DescribeQuorumRequest {
        topics: vec![RequestTopicData {
            topic_name: "__cluster_metadata".into(),
            partitions: vec![RequestPartitionData { partition_index: 0 }],
        }],
    };
    let mut connection = connect(address);
    let answer: DescribeQuorumResponse<'_> = connection.call(&request, 2).expect("an answer");
    let row = &answer.topics[0].partitions[0];
    assert!(row.high_watermark > 0 && row.error_code == 0);
    (row.leader_id, row.leader_epoch, row.current_voters.len())
}

fn names(dir: &Path) -> Vec<String> {
    let list = std::fs::read_dir(dir).expect("the directory is there");
    list.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

/// How many records of the metadata log are of a kind.
fn count(log: &Path, kind: impl Fn(&Record<'_>) -> bool) -> usize {
    let bytes = std::fs::read(log).expect("the metadata log");
    let batches = Batches::new(&bytes).map_while(Result::ok).filter(|batch| !batch.is_control());
    batches
        .flat_map(|batch| {
            let records = batch.records().expect("nothing is compressed").map_while(Result::ok);
            records.filter_map(|record| record.value.map(<[u8]>::to_vec)).collect::<Vec<_>>()
        })
        .filter(|value| kind(&Record::decode_framed(value).expect("a record").0))
        .count()
}

#[test]
fn the_quorum_is_described_alike_on_both_listeners_and_leads_a_new_epoch_after_each_start() {
    let mut node = Node::up("described", &[]);
    for epoch in 1..=3 {
        assert_eq!(described(node.address()), (1, epoch, 1));
        assert_eq!(described(node.controller()), (1, epoch, 1));
        assert!(node.stop().success());
        node.start();
        node.wait_until_it_serves();
    }
}

#[test]
fn a_clean_restart_costs_a_partition_two_leader_epochs() {
    let mut node = Node::up("epochs", &[]);
    connect(node.address()).create_topic("t", 1, 1, &[]).expect("it is created");
    let epoch = |node: &Node| {
        let mut connection = connect(node.address());
        let answer = connection.metadata(Some(&["t"])).expect("an answer");
        let row = &answer.topics[0].partitions[0];
        (row.leader_id, row.leader_epoch)
    };
    for expected in [0, 2, 4] {
        node.wait_until("it leads", |node| epoch(node).0 == 1);
        assert_eq!(epoch(&node), (1, expected));
        assert!(node.stop().success());
        node.start();
        node.wait_until_it_serves();
    }
}

#[test]
fn a_stop_asks_the_controller_unless_it_is_set_not_to() {
    for (setting, asked) in [("true", 1), ("false", 0)] {
        let mut node = Node::up("leaving", &[("controlled.shutdown.enable", setting)]);
        assert!(node.stop().success());
        let log = node.data().join("__cluster_metadata-0/00000000000000000000.log");
        let leaves = |record: &Record<'_>| matches!(record, Record::BrokerRegistrationChangeRecord(change) if change.fenced == 1);
        assert_eq!(count(&log, leaves), asked, "{setting}");
        assert!(node.data().join(".kafka_cleanshutdown").exists());
    }
}

#[test]
fn snapshots_by_time_are_made_and_a_killed_node_goes_on_from_them() {
    let mut node = Node::up("snapshots", &[("metadata.log.max.snapshot.interval.ms", "1000")]);
    connect(node.address()).create_topic("t", 3, 1, &[]).expect("it is created");
    let log = node.data().join("__cluster_metadata-0");
    let snapshots = |log: &Path| names(log).iter().filter(|name| name.ends_with(".checkpoint")).count();
    node.wait_until("there are snapshots", |_| snapshots(&log) >= 4);
    node.kill();
    node.start();
    node.wait_until_it_serves();
    let mut connection = connect(node.address());
    let answer = connection.metadata(Some(&["t"])).expect("an answer");
    assert_eq!(answer.topics[0].partitions.len(), 3);
}

#[test]
fn replicas_are_spread_over_log_dirs_and_the_metadata_says_where_each_is() {
    let dirs = Folder::new("dirs");
    let (one, two) = (dirs.join("one"), dirs.join("two"));
    let mut node = Node::up("spread", &[("log.dirs", &format!("{},{}", one.display(), two.display()))]);
    connect(node.address()).create_topic("t", 8, 1, &[]).expect("it is created");
    let in_dir = |dir: &Path| names(dir).iter().filter(|name| name.starts_with("t-")).count();
    node.wait_until("all are made", |_| in_dir(&one) + in_dir(&two) == 8);
    assert!(in_dir(&one) >= 3 && in_dir(&two) >= 3, "{:?} {:?}", names(&one), names(&two));
    let log = one.join("__cluster_metadata-0/00000000000000000000.log");
    let told = |log: &Path| {
        let moved = |record: &Record<'_>| matches!(record, Record::PartitionChangeRecord(change) if change.directories.is_some());
        count(log, moved)
    };
    node.wait_until("the controller knows all of them", |_| told(&log) == 8);
    assert!(node.stop().success());
    node.start();
    node.wait_until_it_serves();
    assert_eq!(in_dir(&one) + in_dir(&two), 8, "each is found where it was");
    assert_eq!(told(&log), 8, "nothing is told twice");
}
