//! Brokers and topics come and go: the records that Kafka writes, and its refusals.

use super::*;

#[test]
fn a_single_node_writes_what_kafka_writes_at_first_start_clean_stop_and_restart() {
    let mut s = Script::new();
    s.elected().expect(&expect![[r#"
        propose @1
          BeginTransaction { name: Some("Bootstrap records") }
          metadata.version=33
          eligible.leader.replicas.version=1
          transaction.version=2
          Config BROKER "" min.insync.replicas=1
          EndTransaction
    "#]]);
    s.request(
        0,
        Request::ControllerRegistration(&ControllerRegistrationRequest {
            controller_id: 1,
            ..Default::default()
        }),
    )
    .register(1, 1, -1)
    .beat(1, |r| {
        r.current_metadata_offset = 5;
        r.cordoned_log_dirs = Some(vec![]);
    })
    .beat(1, |r| r.cordoned_log_dirs = Some(vec![]))
    .committed()
    .expect(&expect![[r#"
            propose @7
              RegisterController 1
            propose @8
              RegisterBroker 1 epoch 8 fenced true
            propose @9
              BrokerChange 1 v3 0 cordoned
            propose @10
              BrokerChange 1 v0 fenced=false
            answer 1 ok
            answer 2 ok epoch 8
            answer 3 ok caught up false fenced true shut down false
            answer 4 ok caught up true fenced false shut down false
        "#]]);
    s.create(&[topic("t", -1, -1)]).committed().expect(&expect![[r#"
        propose @11
          Topic t
          Partition 0 replicas [1] isr [1] leader 1
          Partition 1 replicas [1] isr [1] leader 1
        answer 5 "t" ok 2x1
    "#]]);
    // Clean stop: the leader goes, then the broker is fenced by its own wish.
    s.beat(1, |r| r.want_shut_down = true)
        .committed()
        .beat(1, |r| r.want_shut_down = true)
        .committed()
        .expect(&expect![[r#"
            propose @14
              BrokerChange 1 v1 in controlled shutdown=true
              Change 0 isr [] elr [1] last known elr [1] leader -1
              Change 1 isr [] elr [1] last known elr [1] leader -1
            answer 6 ok caught up true fenced false shut down false
            propose @17
              BrokerChange 1 v0 fenced=true
            answer 7 ok caught up true fenced true shut down true
        "#]]);
    // Restart at once: the session of the old incarnation does not count, for it had said that it goes.
    let epoch = s.controller.state().unwrap().brokers.get(&BrokerId(1)).unwrap().epoch.0;
    s.event(Event::Resigned);
    s.elected().register(1, 2, epoch).beat(1, |r| r.cordoned_log_dirs = Some(vec![])).committed().expect(
        &expect![[r#"
        propose @19
          RegisterBroker 1 epoch 19 fenced true
        propose @20
          BrokerChange 1 v0 fenced=false
          Change 0 isr [1] elr [] last known elr [] leader 1
          Change 1 isr [1] elr [] last known elr [] leader 1
          BrokerChange 1 v3 0 cordoned
        answer 8 ok epoch 19
        answer 9 ok caught up true fenced false shut down false
    "#]],
    );
    let state = s.controller.state().unwrap();
    let partition = state.partition(state.topic_named("t").unwrap().id, protocol::PartitionIndex(0)).unwrap();
    assert_eq!(
        partition.leader_epoch,
        LeaderEpoch(2),
        "a clean restart of a single node costs two leader epochs"
    );
}

#[test]
fn a_broker_that_was_fenced_at_its_stop_registers_at_once_after_a_restart() {
    let mut s = Script::with_brokers(1);
    s.beat(1, |r| r.want_shut_down = true).committed();
    let epoch = s.controller.state().unwrap().brokers.get(&BrokerId(1)).unwrap().epoch.0;
    s.event(Event::Resigned);
    s.effects.clear();
    s.elected().register(1, 2, epoch).committed().expect(&expect![[r#"
        propose @11
          RegisterBroker 1 epoch 11 fenced true
        answer 4 ok epoch 11
    "#]]);
    s.wait(10_000).expect(&expect![[r#"
        propose @12
          NoOp
    "#]]);
}

#[test]
fn after_a_kill_the_old_session_must_end_and_the_leader_recovers() {
    let mut s = Script::with_brokers(1);
    s.create(&[topic("t", 1, 1)]).committed();
    s.effects.clear();
    s.event(Event::Resigned);
    s.elected().register(1, 2, -1).committed().expect(&expect![[r#"
        answer 4 101 - epoch -1
    "#]]);
    for _ in 0..18 {
        s.wait(500);
    }
    s.effects.clear();
    s.wait(1).expect(&expect![[r#"
        propose @30
          Change 0 isr [] elr [1] last known elr [1] leader -1
          BrokerChange 1 v0 fenced=true
    "#]]);
    s.register(1, 2, -1).beat(1, |_| {}).committed().expect(&expect![[r#"
        propose @32
          Change 0 elr []
          RegisterBroker 1 epoch 32 fenced true
        propose @34
          BrokerChange 1 v0 fenced=false
          Change 0 isr [1] last known elr [] leader 1 recovering
        answer 5 ok epoch 32
        answer 6 ok caught up true fenced false shut down false
    "#]]);
}

#[test]
fn a_silent_broker_is_fenced_once_and_its_partitions_go_to_others() {
    let mut s = Script::with_brokers(3);
    let replicas =
        |list: &[i32]| CreatableReplicaAssignment { partition_index: 0, broker_ids: list.to_vec() };
    s.create(&[CreatableTopic { assignments: vec![replicas(&[2, 3, 1])], ..topic("t", -1, -1) }]).committed();
    s.effects.clear();
    s.now.mono = s.now.mono.after_ms(8_000);
    s.beat(1, |_| {}).beat(3, |_| {}).committed();
    s.effects.clear();
    s.wait(1_001).expect(&expect![[r#"
        propose @15
          Change 0 isr [3, 1] leader 3
          BrokerChange 2 v0 fenced=true
        propose @17
          NoOp
    "#]]);
    s.wait(500).expect(&expect![[r#"
        propose @18
          NoOp
    "#]]);
    // It comes back as it was and leads again on the balance timer.
    s.beat(2, |_| {}).expect(&expect![[r#"
        propose @19
          BrokerChange 2 v0 fenced=false
    "#]]);
}

#[test]
fn answers_leave_when_their_records_are_committed_and_not_after_losing_the_lead() {
    let mut s = Script::with_brokers(1);
    s.create(&[topic("a", 1, 1)]).create(&[topic("a", 1, 1)]).expect(&expect![[r#"
        propose @9
          Topic a
          Partition 0 replicas [1] isr [1] leader 1
    "#]]);
    let before = Offset(s.end - 1);
    s.event(Event::Committed { end: before });
    s.expect(&expect![[""]]);
    s.committed().expect(&expect![[r#"
        answer 3 "a" ok 1x1
        answer 4 "a" 36 Topic 'a' already exists. -1x-1
    "#]]);
    s.create(&[topic("b", 1, 1)]);
    s.effects.clear();
    s.event(Event::Resigned);
    s.create(&[topic("c", 1, 1)]).expect(&expect![[r#"
        answer 5 "b" 41 - -1x-1
        answer 6 "c" 41 - -1x-1
    "#]]);
}

#[test]
fn registrations_are_refused_with_kafkas_codes() {
    let mut s = Script::with_brokers(1);
    s.register(1, 9, -1);
    let ask = |s: &mut Script, change: &dyn Fn(&mut BrokerRegistrationRequest<'static>)| {
        let mut request = BrokerRegistrationRequest {
            broker_id: 2,
            cluster_id: CLUSTER.into(),
            incarnation_id: Uuid([7; 16]),
            log_dirs: vec![Uuid([50; 16])],
            ..Default::default()
        };
        change(&mut request);
        s.request(4, Request::BrokerRegistration(&request));
    };
    ask(&mut s, &|r| r.cluster_id = "other".into());
    ask(&mut s, &|r| r.log_dirs.clear());
    ask(&mut s, &|r| r.log_dirs = vec![Uuid::ZERO]);
    ask(&mut s, &|r| r.log_dirs = vec![Uuid([50; 16]); 2]);
    ask(&mut s, &|r| r.log_dirs = vec![Uuid([101; 16])]);
    ask(&mut s, &|r| r.is_migrating_zk_broker = true);
    ask(&mut s, &|_| {});
    s.denied = vec!["kafka-cluster"];
    ask(&mut s, &|_| {});
    s.expect(&expect![[r#"
        answer 3 101 - epoch -1
        answer 4 104 - epoch -1
        answer 5 119 - epoch -1
        answer 6 119 - epoch -1
        answer 7 119 - epoch -1
        answer 8 119 - epoch -1
        answer 9 102 - epoch -1
        answer 10 35 - epoch -1
        answer 11 31 - epoch -1
    "#]]);
}

#[test]
fn topics_are_checked_one_by_one() {
    let mut s = Script::with_brokers(2);
    let config = |name: &'static str, value: Option<&'static str>| CreatableTopicConfig {
        name: name.into(),
        value: value.map(Into::into),
    };
    let replicas = |index, list: &[i32]| CreatableReplicaAssignment {
        partition_index: index,
        broker_ids: list.to_vec(),
    };
    let assigned = |name, rows: Vec<CreatableReplicaAssignment>| CreatableTopic {
        assignments: rows,
        ..topic(name, -1, -1)
    };
    s.create(&[topic("a.b", 1, 2)]).committed();
    s.effects.clear();
    s.denied = vec!["secret"];
    s.create(&[
        topic("a.b", 1, 1),
        topic("a_b", 1, 1),
        topic("x.y", 1, 1),
        topic("x_y", 1, 1),
        topic("twice", 1, 1),
        topic("twice", 1, 1),
        topic("", 1, 1),
        topic("..", 1, 1),
        topic("sp ace", 1, 1),
        topic("__cluster_metadata", 1, 1),
        topic("secret", 1, 1),
        topic("p0", 0, 1),
        topic("r0", 1, 0),
        topic("r3", 1, 3),
        CreatableTopic { configs: vec![config("k.x", None)], ..topic("null", 1, 1) },
        CreatableTopic { configs: vec![config("bad", Some("1"))], ..topic("config", 1, 1) },
        CreatableTopic {
            configs: vec![config("min.insync.replicas", Some("2")), config("min.insync.replicas", Some("1"))],
            ..topic("set", 1, 1)
        },
        assigned("gap", vec![replicas(1, &[1])]),
        assigned("same", vec![replicas(0, &[1, 1])]),
        assigned("unknown", vec![replicas(0, &[9])]),
        assigned("none", vec![replicas(0, &[])]),
        assigned("uneven", vec![replicas(0, &[1]), replicas(1, &[1, 2])]),
        assigned("again", vec![replicas(0, &[1]), replicas(0, &[1])]),
        CreatableTopic { assignments: vec![replicas(0, &[1])], ..topic("both", 1, -1) },
        assigned("good", vec![replicas(0, &[2, 1])]),
    ])
    .committed()
    .expect(&expect![[r#"
        propose @13
          Topic x.y
          Partition 0 replicas [2] isr [2] leader 2
          Topic x_y
          Partition 0 replicas [1] isr [1] leader 1
          Topic secret
          Partition 0 replicas [2] isr [2] leader 2
          Topic set
          Config TOPIC "set" min.insync.replicas=1
          ClearElr { topic: "set" }
          Partition 0 replicas [2] isr [2] leader 2
          Topic good
          Partition 0 replicas [2, 1] isr [2, 1] leader 2
        answer 6 "a.b" 36 Topic 'a.b' already exists. -1x-1; "a_b" 17 Topic 'a_b' collides with existing topic: a.b -1x-1; "x.y" ok 1x1; "x_y" ok 1x1; "" 17 Topic name is invalid: the empty string is not allowed -1x-1; ".." 17 Topic name is invalid: '..' is not allowed -1x-1; "sp ace" 17 Topic name is invalid: 'sp ace' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-' -1x-1; "secret" ok -1x-1; "p0" 37 Number of partitions was set to an invalid non-positive value. -1x-1; "r0" 38 Replication factor must be larger than 0, or -1 to use the default value. -1x-1; "r3" 38 Unable to replicate the partition 3 time(s): The target replication factor of 3 cannot be reached because only 2 broker(s) are registered or some brokers have all their log directories cordoned. -1x-1; "null" 40 Null value not supported for topic configs: k.x -1x-1; "config" 40 Unknown topic config name: bad -1x-1; "set" ok 1x1; "gap" 39 partitions should be a consecutive 0-based integer sequence -1x-1; "same" 39 The manual partition assignment includes the broker 1 more than once. -1x-1; "unknown" 39 The manual partition assignment includes broker 9, but no such broker is registered. -1x-1; "none" 39 The manual partition assignment includes an empty replica list. -1x-1; "uneven" 39 The manual partition assignment includes a partition with 2 replica(s), but this is not consistent with previous partitions, which have 1 replica(s). -1x-1; "again" 39 Found multiple manual partition assignments for partition 0 -1x-1; "both" 42 A manual partition assignment was specified, but numPartitions was not set to -1. -1x-1; "good" ok 1x2; "twice" 42 Duplicate topic name. -1x-1; "__cluster_metadata" 42 Creation of internal topic __cluster_metadata is prohibited. -1x-1
    "#]]);
    let request = CreateTopicsRequest { topics: vec![topic("v", 1, 1)], timeout_ms: 1, validate_only: true };
    s.request(7, Request::CreateTopics(&request));
    let request = CreateTopicsRequest { topics: vec![topic("v", 1, 1)], timeout_ms: 0, validate_only: false };
    s.request(7, Request::CreateTopics(&request));
    s.create(&[topic("huge", i32::MAX, 1)]).create(&[topic("big", 10_000, 1)]).expect(&expect![[r#"
        answer 7 "v" ok 1x1
        answer 8 "v" 7 - -1x-1
        answer 9 "huge" 44 Excessively large number of partitions per request. -1x-1
        answer 10 "big" 44 Unable to perform excessively large batch operation. -1x-1
    "#]]);
}

#[test]
fn topics_are_deleted_by_name_and_by_id() {
    let mut s = Script::with_brokers(1);
    s.create(&[topic("a", 1, 1), topic("b", 1, 1), topic("c", 1, 1), topic("secret", 1, 1)]).committed();
    s.effects.clear();
    let id = |s: &Script, name: &str| s.controller.state().unwrap().topic_named(name).unwrap().id;
    let by = |name: Option<&'static str>, topic_id: Uuid| DeleteTopicState {
        name: name.map(Into::into),
        topic_id,
    };
    let (a, b, c) = (id(&s, "a"), id(&s, "b"), id(&s, "c"));
    s.denied = vec!["secret", "kafka-cluster"];
    let topics = vec![
        by(Some("a"), Uuid::ZERO),
        by(None, b),
        by(Some("c"), Uuid::ZERO),
        by(None, c),
        by(None, Uuid::ZERO),
        by(Some("a"), a),
        by(None, Uuid([3; 16])),
        by(Some("nope"), Uuid::ZERO),
        by(Some("dup"), Uuid::ZERO),
        by(Some("dup"), Uuid::ZERO),
        by(Some("secret"), Uuid::ZERO),
    ];
    let request = DeleteTopicsRequest { topics, timeout_ms: 1000, ..Default::default() };
    s.request(6, Request::DeleteTopics(&request)).committed().expect(&expect![[r#"
        propose @17
          RemoveTopic
          RemoveTopic
        answer 4 None 42 Neither topic name nor id were specified.; None 100 No topic has this id.; Some("a") 42 You may not specify both topic name and topic id.; Some("a") ok; Some("b") ok; Some("c") 42 The provided topic name maps to an ID that was already supplied.; Some("dup") 42 Duplicate topic name.; Some("nope") 3 No such topic or partition is here.; Some("secret") 29 Not authorized for this topic.
    "#]]);
    s.controller.settings.delete_topic_enable = false;
    let request =
        DeleteTopicsRequest { topic_names: vec!["c".into()], timeout_ms: 1000, ..Default::default() };
    s.request(2, Request::DeleteTopics(&request)).request(3, Request::DeleteTopics(&request));
    s.expect(&expect![[r#"
        answer 5 Some("c") 42 -
        answer 6 Some("c") 73 -
    "#]]);
}

#[test]
fn a_transaction_left_open_is_aborted_and_the_bootstrap_written_again() {
    let mut s = Script::new();
    s.end = 2;
    s.log.apply(&Record::BeginTransaction { name: None }).unwrap();
    s.log.apply(&feature("metadata.version", 33)).unwrap();
    s.elected().expect(&expect![[r#"
        propose @3
          AbortTransaction { reason: Some("Controller failover") }
          BeginTransaction { name: Some("Bootstrap records") }
          metadata.version=33
          eligible.leader.replicas.version=1
          transaction.version=2
          Config BROKER "" min.insync.replicas=1
          EndTransaction
    "#]]);
}

#[test]
fn a_second_election_leaves_no_request_without_an_answer() {
    let mut s = Script::with_brokers(1);
    s.create(&[topic("a", 1, 1)]);
    s.effects.clear();
    s.elected().expect(&expect![[r#"
        answer 3 "a" 41 - -1x-1
    "#]]);
}

#[test]
fn bootstrap_records_that_do_not_fit_are_left_out() {
    let mut s = Script::new();
    s.controller.settings.bootstrap =
        vec![feature("metadata.version", 33), Record::RemoveTopic { id: Uuid([1; 16]) }];
    s.elected().expect(&expect![[r#"
        propose @1
          BeginTransaction { name: Some("Bootstrap records") }
          metadata.version=33
          EndTransaction
    "#]]);
}
