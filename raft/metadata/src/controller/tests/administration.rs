//! Everything else an administrator or a broker asks of the controller.

use super::*;

pub(super) fn changes(
    kind: i8,
    name: &'static str,
    configs: &[(&'static str, i8, Option<&'static str>)],
) -> AlterConfigsResource<'static> {
    AlterConfigsResource {
        resource_type: kind,
        resource_name: name.into(),
        configs: (configs.iter())
            .map(|(name, operation, value)| AlterableConfig {
                name: (*name).into(),
                config_operation: *operation,
                value: value.map(Into::into),
            })
            .collect(),
    }
}

impl Script {
    pub(super) fn alter(&mut self, resources: Vec<AlterConfigsResource<'static>>) -> &mut Self {
        let request = IncrementalAlterConfigsRequest { resources, validate_only: false };
        self.request(1, Request::IncrementalAlterConfigs(&request))
    }
}

#[test]
fn configs_are_changed_by_resource() {
    let mut s = Script::with_brokers(1);
    s.create(&[topic("t", 1, 1)]).committed();
    s.effects.clear();
    s.denied = vec!["secret"];
    s.alter(vec![
        changes(2, "t", &[("retention.ms", 0, Some("1000")), ("cleanup.policy", 2, Some("compact"))]),
        changes(2, "nope", &[("retention.ms", 0, Some("1"))]),
        changes(2, "secret", &[("retention.ms", 0, Some("1"))]),
        changes(2, "", &[]),
        changes(2, "a b", &[]),
        changes(4, "", &[("log.cleaner.io.buffer.size", 0, Some("600000"))]),
        changes(4, "1", &[("num.io.threads", 0, Some("9"))]),
        changes(4, "x", &[]),
        changes(4, "-1", &[]),
        changes(4, "7", &[]),
        changes(16, "m", &[("interval.ms", 0, Some("1000"))]),
        changes(32, "g", &[("consumer.session.timeout.ms", 0, Some("50000"))]),
        changes(99, "what", &[]),
        changes(8, "1", &[]),
        changes(2, "twice", &[]),
        changes(2, "twice", &[]),
    ])
    .committed()
    .expect(&expect![[r#"
        propose @11
          Config TOPIC "t" retention.ms=1000
          Config TOPIC "t" cleanup.policy=delete,compact
          Config BROKER "" log.cleaner.io.buffer.size=600000
          Config BROKER "1" num.io.threads=9
          Config CLIENT_METRICS "m" interval.ms=1000
          Config GROUP "g" consumer.session.timeout.ms=50000
        answer 4 2 "t" ok; 2 "nope" 3 The topic 'nope' does not exist.; 2 "secret" 29 -; 2 "" 42 Default topic resources are not allowed.; 2 "a b" 17 Topic name is invalid: 'a b' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'; 4 "" ok; 4 "1" ok; 4 "x" 42 Unable to parse broker name as a base 10 number.; 4 "-1" 42 Invalid negative broker ID.; 4 "7" 102 No node with id 7 found.; 16 "m" ok; 32 "g" ok; 99 "what" 35 Unknown resource type 99.; 8 "1" 42 Unexpected resource type BROKER_LOGGER.; 2 "twice" 42 Duplicate resource.
    "#]]);
    s.alter(vec![changes(
        2,
        "t",
        &[("retention.ms", 1, None), ("cleanup.policy", 3, Some("delete")), ("segment.ms", 0, None)],
    )])
    .alter(vec![changes(2, "t", &[("retention.ms", 1, None), ("cleanup.policy", 3, Some("delete"))])])
    .alter(vec![changes(2, "t", &[("cleanup.policy", 9, Some("x"))])])
    .committed()
    .expect(&expect![[r#"
        answer 5 2 "t" 42 Null value not supported for : segment.ms
        propose @17
          Config TOPIC "t" retention.ms=null
          Config TOPIC "t" cleanup.policy=compact
        answer 6 2 "t" ok
        answer 7 2 "t" -1 -
    "#]]);
    let request = AlterConfigsRequest {
        resources: vec![protocol::client::alter_configs::AlterConfigsResource {
            resource_type: 2,
            resource_name: "t".into(),
            configs: vec![protocol::client::alter_configs::AlterableConfig {
                name: "flush.ms".into(),
                value: Some("5".into()),
            }],
        }],
        validate_only: false,
    };
    s.request(2, Request::AlterConfigs(&request)).committed().expect(&expect![[r#"
        propose @19
          Config TOPIC "t" flush.ms=5
          Config TOPIC "t" cleanup.policy=null
        answer 8 2 "t" ok
    "#]]);
}

#[test]
fn the_minimum_in_sync_is_one_for_all_brokers_while_replicas_stay_eligible() {
    let mut s = Script::with_brokers(2);
    let replicas = CreatableReplicaAssignment { partition_index: 0, broker_ids: vec![1, 2] };
    s.create(&[CreatableTopic { assignments: vec![replicas], ..topic("t", -1, -1) }]).committed();
    s.effects.clear();
    s.alter(vec![changes(4, "", &[("min.insync.replicas", 0, Some("2"))])])
        .alter(vec![changes(4, "", &[("min.insync.replicas", 1, None)])])
        .alter(vec![changes(4, "1", &[("min.insync.replicas", 0, Some("1"))])])
        .committed()
        .expect(&expect![[r#"
            propose @13
              Config BROKER "" min.insync.replicas=2
              ClearElr { topic: "" }
            answer 6 4 "" ok
            answer 7 4 "" 40 Cluster-level min.insync.replicas cannot be removed while ELR is enabled.
            answer 8 4 "1" 40 Broker-level min.insync.replicas cannot be altered while ELR is enabled.
        "#]]);
    // Under the new minimum a replica that leaves stays eligible; a new minimum of the topic ends that.
    s.beat(2, |r| r.want_fence = true)
        .alter(vec![changes(2, "t", &[("min.insync.replicas", 0, Some("1"))])])
        .committed()
        .expect(&expect![[r#"
            propose @15
              Change 0 isr [1] elr [2]
              BrokerChange 2 v0 fenced=true
            propose @17
              Config TOPIC "t" min.insync.replicas=1
              ClearElr { topic: "t" }
            answer 9 ok caught up true fenced true shut down false
            answer 10 2 "t" ok
        "#]]);
    let state = s.controller.state().unwrap();
    let t = state.topic_named("t").unwrap();
    assert!(t.partitions.values().all(|p| p.elr.is_empty()));
}

#[test]
fn producer_ids_are_given_out_in_blocks_to_registered_brokers() {
    let mut s = Script::with_brokers(1);
    let epoch = s.controller.state().unwrap().brokers.get(&BrokerId(1)).unwrap().epoch.0;
    let ask = |broker_epoch| AllocateProducerIdsRequest { broker_id: 1, broker_epoch };
    s.request(0, Request::AllocateProducerIds(&ask(epoch)))
        .request(0, Request::AllocateProducerIds(&ask(epoch)))
        .request(0, Request::AllocateProducerIds(&ask(epoch + 1)))
        .committed()
        .expect(&expect![[r#"
            propose @9
              ProducerIds { broker: 1, epoch: 7, next: 1000 }
            propose @10
              ProducerIds { broker: 1, epoch: 7, next: 2000 }
            answer 3 ok 0+1000
            answer 4 ok 1000+1000
            answer 5 77 - 0+0
        "#]]);
}

#[test]
fn the_leader_changes_the_isr_and_is_told_what_it_became() {
    let mut s = Script::with_brokers(3);
    let replicas = CreatableReplicaAssignment { partition_index: 0, broker_ids: vec![1, 2, 3] };
    s.create(&[CreatableTopic { assignments: vec![replicas], ..topic("t", -1, -1) }]).committed();
    s.effects.clear();
    let state = s.controller.state().unwrap();
    let epochs: Vec<i64> = state.brokers.values().map(|b| b.epoch.0).collect();
    let topic_id = state.topic_named("t").unwrap().id;
    let ask = |s: &mut Script,
               broker: i32,
               leader_epoch,
               partition_epoch,
               isr: &[i32],
               change: &dyn Fn(&mut RequestPartitionData)| {
        let mut partition = RequestPartitionData {
            partition_index: 0,
            leader_epoch,
            partition_epoch,
            new_isr_with_epochs: (isr.iter())
                .map(|id| BrokerState {
                    broker_id: *id,
                    broker_epoch: *epochs.get(*id as usize - 1).unwrap_or(&0),
                })
                .collect(),
            ..Default::default()
        };
        change(&mut partition);
        let request = AlterPartitionRequest {
            broker_id: broker,
            broker_epoch: epochs[broker as usize - 1],
            topics: vec![RequestTopicData { topic_id, partitions: vec![partition] }],
        };
        s.request(3, Request::AlterPartition(&request));
    };
    ask(&mut s, 1, 0, 0, &[1, 2], &|_| {});
    ask(&mut s, 1, 0, 0, &[1], &|_| {});
    ask(&mut s, 1, 0, 2, &[1], &|_| {});
    ask(&mut s, 1, 1, 1, &[1], &|_| {});
    ask(&mut s, 2, 0, 1, &[2], &|_| {});
    ask(&mut s, 1, 0, 1, &[2, 3], &|_| {});
    ask(&mut s, 1, 0, 1, &[1, 1], &|_| {});
    ask(&mut s, 1, 0, 1, &[1, 9], &|_| {});
    ask(&mut s, 1, 0, 1, &[], &|_| {});
    ask(&mut s, 1, 0, 1, &[1], &|p| p.leader_recovery_state = 1);
    ask(&mut s, 1, 0, 1, &[1], &|p| p.partition_index = 4);
    ask(&mut s, 1, 0, 1, &[1, 3], &|p| p.new_isr_with_epochs[1].broker_epoch = 1);
    ask(&mut s, 1, 0, 1, &[1, 2, 3], &|_| {});
    s.committed().expect(&expect![[r#"
        propose @15
          Change 0 isr [1, 2]
        propose @16
          Change 0 isr [1, 2, 3]
        answer 8 ok; isr [1, 2] leader 1 epochs 0 1
        answer 9 ok; 95
        answer 10 ok; 41
        answer 11 ok; 41
        answer 12 ok; 42
        answer 13 ok; 42
        answer 14 ok; 42
        answer 15 ok; 42
        answer 16 ok; 42
        answer 17 ok; 42
        answer 18 ok; 3
        answer 19 ok; 107
        answer 20 ok; isr [1, 2, 3] leader 1 epochs 0 2
    "#]]);
}

#[test]
fn topics_grow_and_leaders_are_elected_on_demand() {
    let mut s = Script::with_brokers(2);
    let replicas = CreatableReplicaAssignment { partition_index: 0, broker_ids: vec![1, 2] };
    s.create(&[CreatableTopic { assignments: vec![replicas], ..topic("t", -1, -1) }]).committed();
    s.effects.clear();
    let grow = |name: &'static str, count, assignments: Option<Vec<Vec<i32>>>| CreatePartitionsTopic {
        name: name.into(),
        count,
        assignments: assignments.map(|rows| {
            rows.into_iter().map(|broker_ids| CreatePartitionsAssignment { broker_ids }).collect()
        }),
    };
    for rows in [
        vec![grow("t", 2, Some(vec![vec![2, 1]]))],
        vec![grow("t", 2, None)],
        vec![grow("t", 1, None)],
        vec![grow("nope", 1, None)],
        vec![grow("t", 4, Some(vec![vec![2, 1]]))],
        vec![grow("t", 3, Some(vec![vec![2]]))],
        vec![grow("t", 3, None), grow("t", 3, None)],
        vec![grow("t", 100_000, None)],
        vec![grow("t", 3, None)],
    ] {
        let request = CreatePartitionsRequest { topics: rows, timeout_ms: 1000, validate_only: false };
        s.request(3, Request::CreatePartitions(&request));
    }
    s.committed().expect(&expect![[r#"
        propose @13
          Partition 1 replicas [2, 1] isr [2, 1] leader 2
        propose @14
          Partition 2 replicas [2, 1] isr [2, 1] leader 2
        answer 6 "t" ok
        answer 7 "t" 37 Topic already has 2 partition(s).
        answer 8 "t" 37 The topic t currently has 2 partition(s); 1 would not be an increase.
        answer 9 "nope" 3 -
        answer 10 "t" 39 Attempted to add 2 additional partition(s), but only 1 assignment(s) were specified.
        answer 11 "t" 39 The manual partition assignment includes a partition with 1 replica(s), but this is not consistent with previous partitions, which have 2 replica(s).
        answer 12 "t" 42 Duplicate topic name.
        answer 13 "t" 44 Excessively large number of additional partitions per request.
        answer 14 "t" ok
    "#]]);
    s.beat(1, |r| r.want_fence = true).beat(1, |_| {}).committed();
    s.effects.clear();
    let elect = |s: &mut Script, election_type, partitions: Option<Vec<i32>>| {
        let topic_partitions =
            partitions.map(|partitions| vec![TopicPartitions { topic: "t".into(), partitions }]);
        let request = ElectLeadersRequest { election_type, topic_partitions, timeout_ms: 1000 };
        s.request(2, Request::ElectLeaders(&request));
    };
    elect(&mut s, 0, Some(vec![0, 1, 9]));
    elect(&mut s, 1, None);
    elect(&mut s, 7, None);
    s.committed().expect(&expect![[r#"
        answer 17 t-0 80 The preferred leader cannot lead now.; t-1 84 The partition needs no election.; t-9 3 No such partition as t-9
        answer 18 
        answer 19 
    "#]]);
}

#[test]
fn replicas_move_by_reassignment_and_back() {
    let mut s = Script::with_brokers(3);
    let replicas = CreatableReplicaAssignment { partition_index: 0, broker_ids: vec![1, 2] };
    s.create(&[CreatableTopic { assignments: vec![replicas], ..topic("t", -1, -1) }]).committed();
    s.effects.clear();
    let ask = |s: &mut Script, replicas: Option<Vec<i32>>, may_resize| {
        let partitions = vec![ReassignablePartition { partition_index: 0, replicas }];
        let request = AlterPartitionReassignmentsRequest {
            timeout_ms: 1000,
            allow_replication_factor_change: may_resize,
            topics: vec![ReassignableTopic { name: "t".into(), partitions }],
        };
        s.request(1, Request::AlterPartitionReassignments(&request));
        s.request(0, Request::ListPartitionReassignments(&ListPartitionReassignmentsRequest::default()));
    };
    ask(&mut s, None, true);
    ask(&mut s, Some(vec![3, 1, 2]), false);
    ask(&mut s, Some(vec![3, 1]), true);
    ask(&mut s, None, true);
    ask(&mut s, Some(vec![2, 1]), true);
    s.committed().expect(&expect![[r#"
        answer 8 85 -
        answer 9 []
        answer 10 38 The replication factor is changed from 2 to 3
        answer 11 []
        propose @15
          Change 0 replicas [3, 1, 2] removing [2] adding [3] directories
        propose @16
          Change 0 replicas [1, 2] removing [] adding [] leader 1 directories
        propose @17
          Change 0 replicas [2, 1] directories
        answer 12 ok
        answer 13 [OngoingTopicReassignment { name: "t", partitions: [OngoingPartitionReassignment { partition_index: 0, replicas: [3, 1, 2], adding_replicas: [3], removing_replicas: [2] }] }]
        answer 14 ok
        answer 15 []
        answer 16 ok
        answer 17 []
    "#]]);
}

#[test]
fn levels_change_on_request_alone_and_never_lose_metadata() {
    let mut s = Script::with_brokers(1);
    let ask = |s: &mut Script, feature: &'static str, level, upgrade_type| {
        let update = FeatureUpdateKey {
            feature: feature.into(),
            max_version_level: level,
            upgrade_type,
            ..Default::default()
        };
        let request =
            UpdateFeaturesRequest { timeout_ms: 1000, feature_updates: vec![update], validate_only: false };
        s.request(2, Request::UpdateFeatures(&request));
    };
    ask(&mut s, "group.version", 99, 1);
    ask(&mut s, "group.version", 1, 1);
    ask(&mut s, "transaction.version", 1, 1);
    ask(&mut s, "transaction.version", 1, 2);
    ask(&mut s, "transaction.version", 2, 2);
    ask(&mut s, "metadata.version", 30, 2);
    ask(&mut s, "metadata.version", 30, 3);
    ask(&mut s, "nonsense", 1, 1);
    ask(&mut s, "transaction.version", -1, 1);
    ask(&mut s, "eligible.leader.replicas.version", 0, 2);
    ask(&mut s, "eligible.leader.replicas.version", 1, 1);
    s.committed().expect(&expect![[r#"
        answer 3 95 The update failed for all features since the following feature had an error: Invalid update version 99 for feature group.version. Local controller 1 only supports versions 0-1
        answer 4 95 The update failed for all features since the following feature had an error: Invalid update version 1 for feature group.version. Broker 1 does not support this feature.
        answer 5 95 The update failed for all features since the following feature had an error: Invalid update version 1 for feature transaction.version. Can't downgrade the version of this feature without setting the upgrade type to either safe or unsafe downgrade.
        propose @9
          transaction.version=1
        propose @10
          eligible.leader.replicas.version=0
        propose @11
          eligible.leader.replicas.version=1
        answer 6 ok
        answer 7 95 The update failed for all features since the following feature had an error: Invalid update version 2 for feature transaction.version. Can't downgrade to a newer version.
        answer 8 95 The update failed for all features since the following feature had an error: Unsupported metadata.version downgrade from 33 to 30. Refusing to perform the requested downgrade because it might delete metadata information.
        answer 9 95 The update failed for all features since the following feature had an error: Unsupported metadata.version downgrade from 33 to 30. Unsafe metadata downgrade is not supported in this version.
        answer 10 95 The update failed for all features since the following feature had an error: Invalid update version 1 for feature nonsense. Local controller 1 does not support this feature.
        answer 11 95 The update failed for all features since the following feature had an error: Invalid update version -1 for feature transaction.version. A feature version cannot be less than 0.
        answer 12 ok
        answer 13 ok
    "#]]);
}

#[test]
fn quotas_are_set_by_entity() {
    let mut s = Script::with_brokers(1);
    let entry = |entity: &[(&'static str, Option<&'static str>)], ops: &[(&'static str, Option<f64>)]| {
        RequestEntryData {
            entity: (entity.iter())
                .map(|(kind, name)| EntityData {
                    entity_type: (*kind).into(),
                    entity_name: name.map(Into::into),
                })
                .collect(),
            ops: (ops.iter())
                .map(|(key, value)| OpData {
                    key: (*key).into(),
                    value: value.unwrap_or(0.0),
                    remove: value.is_none(),
                })
                .collect(),
        }
    };
    let request = AlterClientQuotasRequest {
        entries: vec![
            entry(&[("user", Some("a")), ("client-id", None)], &[("producer_byte_rate", Some(1000.0))]),
            entry(&[("ip", Some("10.0.0.1"))], &[("connection_creation_rate", Some(5.0))]),
            entry(&[("ip", Some("no ip"))], &[]),
            entry(&[("ip", None), ("user", None)], &[]),
            entry(&[], &[]),
            entry(&[("host", None)], &[]),
            entry(&[("user", Some(""))], &[]),
            entry(&[("user", Some("b"))], &[("nonsense", Some(1.0))]),
            entry(&[("user", Some("c"))], &[("producer_byte_rate", Some(1.5))]),
            entry(&[("user", Some("d"))], &[("producer_byte_rate", Some(0.0))]),
            entry(&[("user", Some("e"))], &[("request_percentage", None)]),
        ],
        validate_only: false,
    };
    s.request(1, Request::AlterClientQuotas(&request)).committed().expect(&expect![[r#"
        propose @9
          ClientQuota { entity: QuotaEntity([("client-id", None), ("user", Some("a"))]), key: "producer_byte_rate", value: Some(1000.0) }
          ClientQuota { entity: QuotaEntity([("ip", Some("10.0.0.1"))]), key: "connection_creation_rate", value: Some(5.0) }
        answer 3 ok; ok; 42 no ip is not a valid IP or resolvable host.; 42 Invalid quota entity combination, IP entity should not be combined with User or ClientId; 42 Invalid empty client quota entity; 42 Unhandled client quota entity type: host; 42 Empty user not supported; 42 Invalid configuration key nonsense; 42 producer_byte_rate cannot be a fractional value.; 42 Quota producer_byte_rate must be greater than 0; ok
    "#]]);
}

#[test]
fn a_broker_tells_where_its_replicas_lie_and_which_dirs_are_gone() {
    let mut s = Script::with_brokers(2);
    let replicas = |index| CreatableReplicaAssignment { partition_index: index, broker_ids: vec![1, 2] };
    s.create(&[CreatableTopic { assignments: vec![replicas(0), replicas(1)], ..topic("t", -1, -1) }])
        .committed();
    s.effects.clear();
    let state = s.controller.state().unwrap();
    let (epoch, topic_id) =
        (state.brokers.get(&BrokerId(1)).unwrap().epoch.0, state.topic_named("t").unwrap().id);
    let in_dir = |id, partitions: &[i32]| RequestDirectoryData {
        id,
        topics: vec![protocol::client::assign_replicas_to_dirs::RequestTopicData {
            topic_id,
            partitions: (partitions.iter())
                .map(|p| protocol::client::assign_replicas_to_dirs::RequestPartitionData {
                    partition_index: *p,
                })
                .collect(),
        }],
    };
    let request = AssignReplicasToDirsRequest {
        broker_id: 1,
        broker_epoch: epoch,
        directories: vec![in_dir(Uuid([101; 16]), &[0, 7]), in_dir(Uuid([55; 16]), &[1])],
    };
    s.request(0, Request::AssignReplicasToDirs(&request)).committed().expect(&expect![[r#"
        propose @14
          Change 1 directories
          Change 1 isr [2] leader 2
        answer 6 ok; 3 -; ok
    "#]]);
    s.beat(1, |r| r.offline_log_dirs = vec![Uuid([101; 16])]).committed().expect(&expect![[r#"
        propose @16
          Change 0 isr [2] leader 2
        answer 7 ok caught up true fenced false shut down false
    "#]]);
}

#[test]
fn a_broker_that_is_gone_for_good_is_taken_out_of_every_partition() {
    let mut s = Script::with_brokers(2);
    let replicas = CreatableReplicaAssignment { partition_index: 0, broker_ids: vec![2, 1] };
    s.create(&[CreatableTopic { assignments: vec![replicas], ..topic("t", -1, -1) }]).committed();
    s.effects.clear();
    s.request(0, Request::UnregisterBroker(&UnregisterBrokerRequest { broker_id: 2 }))
        .request(0, Request::UnregisterBroker(&UnregisterBrokerRequest { broker_id: 2 }))
        .request(0, Request::UnregisterController(&UnregisterControllerRequest { controller_id: 0 }))
        .committed()
        .expect(&expect![[r#"
            propose @13
              Change 0 isr [1] leader 1
              UnregisterBroker { id: 2, epoch: 9 }
            answer 6 ok
            answer 7 102 Broker ID 2 is not currently registered
            answer 8 136 Controller ID 0 is not currently registered.
        "#]]);
    s.wait(60_000);
}

#[test]
fn access_control_entries_are_made_once_and_deleted_by_filter() {
    let mut s = Script::with_brokers(1);
    let creation = |name: &'static str, operation| AclCreation {
        resource_type: 2,
        resource_name: name.into(),
        resource_pattern_type: 3,
        principal: "User:a".into(),
        host: "*".into(),
        operation,
        permission_type: 3,
    };
    let create = |s: &mut Script, creations: Vec<AclCreation<'static>>| {
        s.request(3, Request::CreateAcls(&CreateAclsRequest { creations }));
    };
    create(&mut s, vec![creation("t", 3)]);
    s.controller.settings.authorizer = true;
    create(
        &mut s,
        vec![
            creation("t", 3),
            creation("t", 3),
            creation("u", 4),
            creation("", 3),
            AclCreation { resource_type: 4, ..creation("x", 3) },
        ],
    );
    create(&mut s, vec![creation("t", 3), creation("t", 1)]);
    create(&mut s, vec![creation("t", 3)]);
    s.committed();
    for effect in &mut s.effects {
        let Effect::Propose { records, .. } = effect else { continue };
        for record in records {
            if let Record::Acl { id, .. } = record {
                *id = Uuid::ZERO;
            }
        }
    }
    s.expect(&expect![[r#"
        answer 3 54 No Authorizer is configured on the broker
        propose @9
          Acl { id: AAAAAAAAAAAAAAAAAAAAAA, acl: Acl { resource_type: 2, resource_name: "t", pattern_type: 3, principal: "User:a", host: "*", operation: 3, permission: 3 } }
          Acl { id: AAAAAAAAAAAAAAAAAAAAAA, acl: Acl { resource_type: 2, resource_name: "u", pattern_type: 3, principal: "User:a", host: "*", operation: 4, permission: 3 } }
        answer 4 ok; ok; ok; 42 Invalid empty resource name; 42 The only valid name for the CLUSTER resource is kafka-cluster
        answer 5 -1 -; -1 -
        answer 6 ok
    "#]]);
    let filter = |name: Option<&'static str>, operation| DeleteAclsFilter {
        resource_type_filter: 1,
        resource_name_filter: name.map(Into::into),
        pattern_type_filter: 1,
        principal_filter: None,
        host_filter: None,
        operation,
        permission_type: 1,
    };
    let request = DeleteAclsRequest { filters: vec![filter(Some("t"), 1), filter(None, 3), filter(None, 9)] };
    s.request(3, Request::DeleteAcls(&request)).committed();
    assert_eq!(s.controller.state().unwrap().acls.len(), 1);
    s.effects.retain(|e| matches!(e, Effect::Answer { .. }));
    s.expect(&expect![[r#"
        answer 7 ok 1 gone; ok 1 gone; ok 0 gone
    "#]]);
}

#[test]
fn of_a_password_only_what_scram_keeps_is_written() {
    let mut s = Script::with_brokers(1);
    let upsertion = |name: &'static str, mechanism, iterations| ScramCredentialUpsertion {
        name: name.into(),
        mechanism,
        iterations,
        salt: b"salt".to_vec().into(),
        salted_password: vec![7; 32].into(),
    };
    let delete = |name: &'static str, mechanism| ScramCredentialDeletion { name: name.into(), mechanism };
    let ask = |s: &mut Script, deletions, upsertions| {
        let request = AlterUserScramCredentialsRequest { deletions, upsertions };
        s.request(0, Request::AlterUserScramCredentials(&request));
    };
    ask(
        &mut s,
        vec![delete("nobody", 1)],
        vec![
            upsertion("user", 1, 4096),
            upsertion("twice", 1, 4096),
            upsertion("twice", 2, 4096),
            upsertion("", 1, 4096),
            upsertion("few", 1, 1000),
            upsertion("many", 1, 20_000),
            upsertion("other", 3, 4096),
        ],
    );
    ask(&mut s, vec![delete("user", 1)], vec![]);
    s.committed().expect(&expect![[r#"
        propose @9
          ScramCredential { key: ScramKey { mechanism: 1, user: "user" }, credential: ScramCredential { iterations: 4096, .. } }
        propose @10
          RemoveScram { key: ScramKey { mechanism: 1, user: "user" } }
        answer 3 "" 93 Username must not be empty; "few" 93 Too few iterations; "many" 93 Too many iterations; "nobody" 91 Attempt to delete a user credential that does not exist; "other" 33 Unknown SCRAM mechanism; "twice" 92 A user credential cannot be altered twice in the same request; "user" ok
        answer 4 "user" ok
    "#]]);
}
