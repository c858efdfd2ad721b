//! Metadata.

use ::metadata::topics::directory;
use protocol::client::create_topics::CreateTopicsRequest;
use protocol::client::metadata::{MetadataRequest, MetadataRequestTopic, MetadataResponse};
use protocol::wire::Reader;
use protocol::{ApiKey, Uuid};

use crate::rig::{OTHER, Rig, ask, broker, broker_on, partition, uuid};
use ::metadata::records::Record;

fn named(names: &[&'static str]) -> MetadataRequest<'static> {
    let topics =
        names.iter().map(|name| MetadataRequestTopic { name: Some((*name).into()), ..Default::default() });
    MetadataRequest { topics: Some(topics.collect()), ..Default::default() }
}

fn by_id(ids: &[Uuid]) -> MetadataRequest<'static> {
    let topics = ids.iter().map(|id| MetadataRequestTopic { name: None, topic_id: *id });
    MetadataRequest { topics: Some(topics.collect()), ..Default::default() }
}

/// Name and code of each topic.
fn codes(answer: &MetadataResponse<'_>) -> Vec<(String, i16)> {
    answer.topics.iter().map(|t| (t.name.as_deref().unwrap_or("-").to_owned(), t.error_code)).collect()
}

#[test]
fn every_version_tells_of_all_topics_and_of_one() {
    for version in 0..=13 {
        let mut rig = Rig::new();
        rig.topic("b", 2, 2);
        rig.topic("a", 1, 1);
        rig.topic("__consumer_offsets", 3, 1);
        let all = MetadataRequest {
            topics: if version > 0 { None } else { Some(Vec::new()) },
            ..Default::default()
        };
        let answer = ask!(rig, version, all => MetadataResponse);
        let names: Vec<_> = answer.topics.iter().map(|t| t.name.as_deref().unwrap()).collect();
        assert_eq!(names, ["__consumer_offsets", "a", "b"]);
        assert_eq!(answer.topics[0].is_internal, version >= 1);
        let one = ask!(rig, version, named(&["b"]) => MetadataResponse);
        assert_eq!(one.topics.len(), 1);
        let topic = &one.topics[0];
        assert_eq!(topic.topic_id, if version >= 10 { uuid(2) } else { Uuid::ZERO });
        assert_eq!(topic.topic_authorized_operations, i32::MIN);
        let partitions: Vec<_> =
            topic.partitions.iter().map(|p| (p.partition_index, p.error_code, p.leader_id)).collect();
        assert_eq!(partitions, [(0, 0, 1), (1, 0, 1)]);
        assert_eq!(topic.partitions[0].leader_epoch, if version >= 7 { 5 } else { -1 });
        assert_eq!(one.cluster_id.as_deref(), (version >= 2).then_some("rig-cluster"));
        assert_eq!(one.controller_id, if version >= 1 { 1 } else { -1 });
        let broker = &one.brokers[0];
        assert_eq!((broker.node_id, &*broker.host, broker.port), (1, "plain-1.example", 9091));
        assert!(rig.asked().is_empty());
    }
}

#[test]
fn an_empty_list_names_no_topic_from_version_1_on() {
    let mut rig = Rig::new();
    rig.topic("a", 1, 1);
    assert!(ask!(rig, 1, named(&[]) => MetadataResponse).topics.is_empty());
    assert_eq!(ask!(rig, 0, named(&[]) => MetadataResponse).topics.len(), 1);
}

#[test]
fn addresses_are_those_of_the_listener_asked() {
    let mut rig = Rig::new();
    let body = rig.ask_on(OTHER, 9, &named(&[])).expect("an answer");
    let answer = MetadataResponse::decode(&mut Reader::new(&body), 9).expect("it decodes");
    assert_eq!(&*answer.brokers[0].host, "other-1.example");
}

#[test]
fn a_topic_that_is_not_there_is_made_once_in_the_background() {
    let mut rig = Rig::with(&[("num.partitions", "3"), ("default.replication.factor", "1")]);
    let answer = ask!(rig, 4, named(&["new", "bad name", "__transaction_state", "new"]) => MetadataResponse);
    assert_eq!(
        codes(&answer),
        [("bad name".into(), 17), ("new".into(), 3), ("__transaction_state".into(), 3)]
    );
    assert_eq!(ask!(rig, 4, named(&["new"]) => MetadataResponse).topics[0].error_code, 3);
    let asked = rig.asked();
    assert_eq!(asked.len(), 1, "while the first is under way nothing more is asked");
    let (token, request) = &asked[0];
    assert_eq!((request.key, request.version), (ApiKey::CreateTopics.code(), 7));
    assert_eq!(request.forwarded_for.as_ref().map(|client| &*client.client_id), Some("rig"));
    let create = CreateTopicsRequest::decode(&mut Reader::new(&request.body), 7).expect("it decodes");
    let topics: Vec<_> =
        create.topics.iter().map(|t| (&*t.name, t.num_partitions, t.replication_factor)).collect();
    assert_eq!(topics, [("new", 3, 1), ("__transaction_state", 50, 3)]);
    let configs: Vec<_> =
        create.topics[1].configs.iter().map(|c| (&*c.name, c.value.as_deref().unwrap())).collect();
    assert_eq!(
        configs,
        [
            ("cleanup.policy", "compact"),
            ("compression.type", "uncompressed"),
            ("min.insync.replicas", "2"),
            ("segment.bytes", "104857600"),
            ("unclean.leader.election.enable", "false"),
        ]
    );
    rig.controller_fails(*token, broker::peer::PeerError::Unreachable);
    ask!(rig, 4, named(&["new"]) => MetadataResponse);
    assert_eq!(rig.asked().len(), 1, "a topic that could not be made is asked for again");
}

#[test]
fn nothing_is_made_where_request_or_broker_do_not_allow_it() {
    let mut rig = Rig::new();
    let answer = ask!(rig, 4, MetadataRequest { allow_auto_topic_creation: false, ..named(&["x", "a b"]) } => MetadataResponse);
    assert_eq!(codes(&answer), [("a b".into(), 17), ("x".into(), 3)]);
    assert!(rig.asked().is_empty());
    let mut rig = Rig::with(&[("auto.create.topics.enable", "false")]);
    assert_eq!(codes(&ask!(rig, 1, named(&["x"]) => MetadataResponse)), [("x".into(), 3)]);
    assert!(rig.asked().is_empty());
}

#[test]
fn topics_are_found_by_id_from_version_12_on() {
    let mut rig = Rig::new();
    rig.topic("a", 1, 1);
    for version in [12, 13] {
        let answer = ask!(rig, version, by_id(&[uuid(1), uuid(7), uuid(1)]) => MetadataResponse);
        assert_eq!(codes(&answer), [("-".into(), 100), ("a".into(), 0)]);
        assert_eq!(answer.topics[0].topic_id, uuid(7));
    }
    for version in [10, 11] {
        let answer = ask!(rig, version, by_id(&[uuid(1)]) => MetadataResponse);
        assert_eq!(codes(&answer), [(String::new(), 42)]);
        assert_eq!((answer.cluster_id.as_deref(), answer.brokers.len(), answer.controller_id), (None, 0, -1));
    }
    let answer = ask!(rig, 12, by_id(&[Uuid::ZERO]) => MetadataResponse);
    assert_eq!(codes(&answer), [(String::new(), -1)]);
}

#[test]
fn operations_are_told_only_when_asked_for() {
    let mut rig = Rig::new();
    rig.topic("a", 1, 1);
    let request = MetadataRequest {
        include_topic_authorized_operations: true,
        include_cluster_authorized_operations: true,
        ..named(&["a", "none"])
    };
    let answer = ask!(rig, 8, request => MetadataResponse);
    assert_eq!(answer.cluster_authorized_operations, 8096);
    assert!(answer.topics.iter().all(|topic| topic.topic_authorized_operations == 3576));
}

#[test]
fn replicas_and_leaders_out_of_reach_are_told_as_each_version_does() {
    let mut rig = Rig::new();
    rig.apply(&[
        broker(2, true),
        broker_on(3, false, &["OTHER"]),
        Record::Topic { name: "t".into(), id: uuid(1) },
        partition(1, 0, &[1, 2], &[1, 2], 1),
        partition(1, 1, &[3], &[3], 3),
        partition(1, 2, &[9], &[9], -1),
    ]);
    let rows = |rig: &mut Rig, version| {
        let answer = ask!(rig, version, named(&["t"]) => MetadataResponse);
        let partitions = answer.topics[0].partitions.iter();
        partitions.map(|p| (p.error_code, p.leader_id, p.replica_nodes.clone())).collect::<Vec<_>>()
    };
    assert_eq!(rows(&mut rig, 0), [(9, 1, vec![1]), (5, -1, vec![]), (5, -1, vec![])]);
    assert_eq!(rows(&mut rig, 5), [(0, 1, vec![1, 2]), (5, -1, vec![3]), (5, -1, vec![9])]);
    assert_eq!(rows(&mut rig, 6), [(0, 1, vec![1, 2]), (72, -1, vec![3]), (5, -1, vec![9])]);
    let answer = ask!(rig, 9, named(&["t"]) => MetadataResponse);
    let offline: Vec<_> = answer.topics[0].partitions.iter().map(|p| p.offline_replicas.clone()).collect();
    assert_eq!(offline, [vec![2], vec![3], vec![9]]);
    // A fenced broker is not shown, nor one without the listener.
    assert_eq!(answer.brokers.iter().map(|b| b.node_id).collect::<Vec<_>>(), [1]);
    assert_eq!(directory::MIGRATING, Uuid::ZERO, "the partitions above name no log dir");
}

#[test]
fn a_body_that_ends_early_closes_the_connection() {
    let mut rig = Rig::new();
    let conn = rig.send(crate::rig::PLAIN, ApiKey::Metadata, 1, &[0, 0, 0, 1, 0, 5, b'a']);
    assert!(rig.is_closed(conn));
}
