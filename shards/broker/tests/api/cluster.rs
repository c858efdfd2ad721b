//! DescribeTopicPartitions, DescribeCluster, FindCoordinator.

use protocol::client::api_versions::{ApiVersionsRequest, ApiVersionsResponse};
use protocol::client::describe_cluster::{DescribeClusterRequest, DescribeClusterResponse};
use protocol::client::describe_topic_partitions::{
    Cursor, DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse, TopicRequest,
};
use protocol::client::find_coordinator::{FindCoordinatorRequest, FindCoordinatorResponse};

use crate::rig::{Rig, ask, broker, feature, uuid};

fn page(
    names: &[&'static str],
    limit: i32,
    cursor: Option<(&'static str, i32)>,
) -> DescribeTopicPartitionsRequest<'static> {
    DescribeTopicPartitionsRequest {
        topics: names.iter().map(|name| TopicRequest { name: (*name).into() }).collect(),
        response_partition_limit: limit,
        cursor: cursor.map(|(topic, partition_index)| Cursor { topic_name: topic.into(), partition_index }),
    }
}

/// `name:code:partitions` of each topic, then the cursor.
fn shown(answer: &DescribeTopicPartitionsResponse<'_>) -> String {
    let topics = answer.topics.iter().map(|topic| {
        let partitions: Vec<_> = topic.partitions.iter().map(|p| p.partition_index.to_string()).collect();
        format!("{}:{}:{}", topic.name.as_deref().unwrap_or("-"), topic.error_code, partitions.join(","))
    });
    let cursor = answer.next_cursor.as_ref().map(|c| format!(" > {}:{}", c.topic_name, c.partition_index));
    topics.collect::<Vec<_>>().join(" ") + &cursor.unwrap_or_default()
}

#[test]
fn topic_partitions_come_page_by_page_in_the_order_of_names() {
    let mut rig = Rig::with(&[("max.request.partition.size.limit", "3")]);
    rig.topic("b", 2, 2);
    rig.topic("a", 1, 2);
    let cases = [
        (page(&[], 9, None), "a:0:0,1 b:0:0 > b:1"),
        (page(&[], 9, Some(("b", 1))), "b:0:1"),
        (page(&[], 9, Some(("aa", 1))), "b:0:0,1"),
        (page(&[], 2, None), "a:0:0,1 > b:0"),
        (page(&[], 0, None), "a:0:0 > a:1"),
        (page(&["b", "a", "b"], 9, None), "a:0:0,1 b:0:0 > b:1"),
        (page(&["none", "a", "x y"], 9, None), "a:0:0,1 none:3: x y:17:"),
        (page(&["a", "none"], 2, None), "a:0:0,1 > none:0"),
        (page(&["a"], 9, Some(("a", 7))), "a:0:"),
        (page(&["a"], 9, Some(("b", 0))), "a:42:"),
        (page(&["a"], 9, Some(("a", -1))), "a:42:"),
        (page(&["a", ""], 9, None), "a:-1: :-1:"),
        (page(&[], 9, Some(("a", -1))), ""),
    ];
    for (request, expected) in cases {
        let answer = ask!(rig, 0, request.clone() => DescribeTopicPartitionsResponse);
        assert_eq!(shown(&answer), expected, "{request:?}");
        let refused = answer.topics.iter().any(|topic| topic.error_code == 42 || topic.error_code == -1);
        let operations = if refused { i32::MIN } else { 3576 };
        assert!(answer.topics.iter().all(|topic| topic.topic_authorized_operations == operations));
    }
    let answer = ask!(rig, 0, page(&["a"], 1, None) => DescribeTopicPartitionsResponse);
    assert_eq!(answer.topics[0].topic_id, uuid(1));
    let partition = &answer.topics[0].partitions[0];
    assert_eq!((partition.leader_id, partition.leader_epoch, partition.error_code), (1, 5, 0));
    assert_eq!(partition.eligible_leader_replicas.as_deref(), Some(&[][..]));
}

#[test]
fn every_version_describes_the_cluster() {
    for version in 0..=2 {
        let mut rig = Rig::new();
        rig.apply(&[broker(2, true)]);
        let answer = ask!(rig, version, DescribeClusterRequest::default() => DescribeClusterResponse);
        assert_eq!((answer.error_code, answer.controller_id, answer.endpoint_type), (0, 1, 1));
        assert_eq!(answer.cluster_id, "rig-cluster");
        assert_eq!(answer.cluster_authorized_operations, i32::MIN);
        let brokers: Vec<_> = answer.brokers.iter().map(|b| (b.broker_id, &*b.host, b.port)).collect();
        assert_eq!(brokers, [(1, "plain-1.example", 9091)]);
    }
}

#[test]
fn fenced_brokers_and_operations_are_shown_to_who_asks() {
    let mut rig = Rig::new();
    rig.apply(&[broker(2, true)]);
    let request = DescribeClusterRequest {
        include_fenced_brokers: true,
        include_cluster_authorized_operations: true,
        ..Default::default()
    };
    let answer = ask!(rig, 2, request => DescribeClusterResponse);
    let brokers: Vec<_> =
        answer.brokers.iter().map(|b| (b.broker_id, b.is_fenced, b.rack.as_deref())).collect();
    assert_eq!(brokers, [(1, false, None), (2, true, Some("r2"))]);
    assert_eq!(answer.cluster_authorized_operations, 8096);
}

#[test]
fn the_other_kind_of_endpoint_is_refused() {
    let mut rig = Rig::new();
    for (endpoint_type, code) in [(2, 114), (0, 115), (9, 115)] {
        let request = DescribeClusterRequest { endpoint_type, ..Default::default() };
        let answer = ask!(rig, 1, request => DescribeClusterResponse);
        assert_eq!((answer.error_code, answer.controller_id, &*answer.cluster_id), (code, -1, ""));
        assert!(answer.error_message.is_some() && answer.brokers.is_empty());
    }
}

#[test]
fn finalised_features_come_in_the_order_of_kafkas_hash_map() {
    let mut rig = Rig::new();
    let levels = [
        ("group.version", 1),
        ("share.version", 2),
        ("streams.version", 1),
        ("transaction.version", 2),
        ("eligible.leader.replicas.version", 1),
    ];
    rig.apply(&levels.map(|(name, level)| feature(name, level)));
    let request = ApiVersionsRequest {
        client_software_name: "rig".into(),
        client_software_version: "1".into(),
        ..Default::default()
    };
    let answer = ask!(rig, 4, request => ApiVersionsResponse);
    let names: Vec<_> = answer.finalized_features.iter().map(|f| &*f.name).collect();
    assert_eq!(
        names,
        [
            "group.version",
            "streams.version",
            "transaction.version",
            "eligible.leader.replicas.version",
            "share.version",
            "metadata.version"
        ]
    );
}

#[test]
fn no_coordinator_is_available_in_any_version() {
    for version in 0..=6 {
        let mut rig = Rig::new();
        let key = if version < 4 { "g".into() } else { "".into() };
        let keys = if version < 4 { Vec::new() } else { vec!["g".into(), "h".into()] };
        let request = FindCoordinatorRequest { key, key_type: 0, coordinator_keys: keys };
        let answer = ask!(rig, version, request => FindCoordinatorResponse);
        if version < 4 {
            assert_eq!((answer.error_code, answer.node_id, &*answer.host, answer.port), (15, -1, "", -1));
        } else {
            let rows: Vec<_> = answer
                .coordinators
                .iter()
                .map(|c| (&*c.key, c.error_code, c.node_id, c.port, c.error_message.as_deref()))
                .collect();
            assert_eq!(rows, [("g", 15, -1, -1, Some("")), ("h", 15, -1, -1, Some(""))]);
        }
        assert!(rig.asked().is_empty(), "nothing is made");
    }
}

#[test]
fn coordinators_of_no_kind_are_refused() {
    let mut rig = Rig::new();
    let one = FindCoordinatorRequest { key: "k".into(), key_type: 9, ..Default::default() };
    assert_eq!(ask!(rig, 3, one => FindCoordinatorResponse).error_code, 42);
    let share = FindCoordinatorRequest { key: "k".into(), key_type: 2, ..Default::default() };
    assert_eq!(ask!(rig, 3, share => FindCoordinatorResponse).error_code, 42);
    let good = "g:x:AAAAAAAAAAAAAAAAAAAAAA:3";
    for (version, key_type, key, code) in [
        (4, 9, "k", 42),
        (5, 2, good, 42),
        (6, 2, good, 15),
        (6, 2, "g:3", 42),
        (6, 2, " :AAAAAAAAAAAAAAAAAAAAAA:3", 42),
    ] {
        let request =
            FindCoordinatorRequest { key_type, coordinator_keys: vec![key.into()], ..Default::default() };
        let answer = ask!(rig, version, request => FindCoordinatorResponse);
        assert_eq!(answer.coordinators[0].error_code, code, "version {version} type {key_type} {key}");
    }
}
