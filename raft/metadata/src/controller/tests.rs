//! Scripts for the controller: what goes in, and the records and answers that come out.

use super::*;
use crate::topics::{LeaderRecovery, PartitionChange};
use expect_test::{Expect, expect};
use protocol::client::allocate_producer_ids::AllocateProducerIdsRequest;
use protocol::client::alter_client_quotas::{AlterClientQuotasRequest, EntityData, OpData, RequestEntryData};
use protocol::client::alter_configs::AlterConfigsRequest;
use protocol::client::alter_partition::{
    AlterPartitionRequest, BrokerState, RequestPartitionData, RequestTopicData,
};
use protocol::client::alter_partition_reassignments::{
    AlterPartitionReassignmentsRequest, ReassignablePartition, ReassignableTopic,
};
use protocol::client::assign_replicas_to_dirs::{AssignReplicasToDirsRequest, RequestDirectoryData};
use protocol::client::broker_heartbeat::BrokerHeartbeatRequest;
use protocol::client::broker_registration::{BrokerRegistrationRequest, Feature, Listener};
use protocol::client::controller_registration::ControllerRegistrationRequest;
use protocol::client::create_partitions::{
    CreatePartitionsAssignment, CreatePartitionsRequest, CreatePartitionsTopic,
};
use protocol::client::create_topics::{
    CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig, CreateTopicsRequest,
};
use protocol::client::delete_topics::{DeleteTopicState, DeleteTopicsRequest};
use protocol::client::elect_leaders::{ElectLeadersRequest, TopicPartitions};
use protocol::client::incremental_alter_configs::{
    AlterConfigsResource, AlterableConfig, IncrementalAlterConfigsRequest,
};
use protocol::client::list_partition_reassignments::ListPartitionReassignmentsRequest;
use protocol::client::unregister_broker::UnregisterBrokerRequest;
use protocol::client::unregister_controller::UnregisterControllerRequest;
use protocol::client::update_features::{FeatureUpdateKey, UpdateFeaturesRequest};
use protocol::enums::{AclOperation, ResourceType};
use protocol::{Timestamp, Uuid};
use std::fmt::Write as _;

fn file() -> Arc<StaticConfig> {
    let props = [
        ("process.roles", "broker,controller"),
        ("node.id", "1"),
        ("listeners", "PLAINTEXT://:9092,CONTROLLER://:9093"),
        ("controller.listener.names", "CONTROLLER"),
        ("controller.quorum.voters", "1@localhost:9093"),
        ("num.partitions", "2"),
    ];
    let props = props.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
    Arc::new(StaticConfig::load(props).unwrap().0)
}

const CLUSTER: &str = "cluster";

fn feature(name: &str, level: i16) -> Record {
    Record::FeatureLevel { name: name.to_owned(), level }
}

/// One controller and what it did since it was last asked.
struct Script {
    controller: Controller,
    now: Now,
    /// What a restart would find in the log.
    log: crate::replay::Replay,
    end: i64,
    effects: Vec<Effect>,
    tokens: u64,
    denied: Vec<&'static str>,
}

impl Script {
    fn new() -> Self {
        let bootstrap = vec![
            feature("metadata.version", 33),
            feature("eligible.leader.replicas.version", 1),
            feature("transaction.version", 2),
        ];
        let settings = Settings::new(file(), BrokerId(1), CLUSTER.to_owned(), vec![BrokerId(1)], bootstrap);
        Self {
            controller: Controller::new(settings, Rng::new(1)),
            now: Now { mono: Mono(0), wall: Timestamp(1_000) },
            log: crate::replay::Replay::default(),
            end: 0,
            effects: Vec::new(),
            tokens: 0,
            denied: Vec::new(),
        }
    }

    fn event(&mut self, event: Event<'_>) {
        let mut effects = Vec::new();
        self.controller.handle(self.now, event, &mut effects);
        for effect in &effects {
            if let Effect::Propose { base, records, .. } = effect {
                assert_eq!(base.0, self.end, "a proposal does not go on where the log ends");
                for record in records {
                    self.log.apply(record).expect("the log takes what is proposed");
                    self.end += 1;
                }
                let last = Offset(self.end - 1);
                self.log.advance(crate::image::Provenance {
                    last,
                    epoch: LeaderEpoch(1),
                    timestamp: Timestamp(0),
                });
            }
        }
        self.effects.extend(effects);
    }

    /// Becomes leader behind one control record.
    fn elected(&mut self) -> &mut Self {
        self.end += 1;
        let (state, in_transaction) = (self.log.image().clone(), self.log.in_transaction());
        let end = Offset(self.end);
        self.event(Event::Elected { epoch: LeaderEpoch(1), end, state, in_transaction });
        self
    }

    fn request(&mut self, version: i16, request: Request<'_>) -> &mut Self {
        self.tokens += 1;
        let denied = self.denied.clone();
        let allows = |_: AclOperation, _: ResourceType, name: &str| !denied.contains(&name);
        let caller = Caller { version, principal: "User:a", allows: &allows };
        self.event(Event::Request { token: Token(self.tokens), caller, request });
        self
    }

    fn committed(&mut self) -> &mut Self {
        let end = Offset(self.end);
        self.event(Event::Committed { end });
        self
    }

    fn wait(&mut self, ms: i64) -> &mut Self {
        self.now.mono = self.now.mono.after_ms(ms);
        self.event(Event::Tick);
        self
    }

    fn register(&mut self, id: i32, incarnation: u8, previous_epoch: i64) -> &mut Self {
        let features = [
            ("metadata.version", 7, 33),
            ("eligible.leader.replicas.version", 0, 1),
            ("transaction.version", 0, 2),
        ];
        let request = BrokerRegistrationRequest {
            broker_id: id,
            cluster_id: CLUSTER.into(),
            incarnation_id: Uuid([incarnation; 16]),
            listeners: vec![Listener {
                name: "L".into(),
                host: "h".into(),
                port: 9092,
                security_protocol: 0,
            }],
            features: (features.iter())
                .map(|(name, min, max)| Feature {
                    name: (*name).into(),
                    min_supported_version: *min,
                    max_supported_version: *max,
                })
                .collect(),
            log_dirs: vec![Uuid([100 + id as u8; 16])],
            previous_broker_epoch: previous_epoch,
            ..Default::default()
        };
        self.request(4, Request::BrokerRegistration(&request))
    }

    fn beat(&mut self, id: i32, change: impl FnOnce(&mut BrokerHeartbeatRequest)) -> &mut Self {
        let epoch =
            self.controller.state().and_then(|s| s.brokers.get(&BrokerId(id))).map_or(-1, |b| b.epoch.0);
        let mut request = BrokerHeartbeatRequest {
            broker_id: id,
            broker_epoch: epoch,
            current_metadata_offset: self.end,
            ..Default::default()
        };
        change(&mut request);
        self.request(2, Request::BrokerHeartbeat(&request))
    }

    fn create(&mut self, topics: &[CreatableTopic<'static>]) -> &mut Self {
        let request = CreateTopicsRequest { topics: topics.to_vec(), timeout_ms: 1000, validate_only: false };
        self.request(7, Request::CreateTopics(&request))
    }

    /// Brokers registered, unfenced and alive.
    fn with_brokers(count: i32) -> Self {
        let mut script = Self::new();
        script.elected();
        for id in 1..=count {
            script.register(id, id as u8, -1).beat(id, |_| {});
        }
        script.committed();
        script.effects.clear();
        script
    }

    fn expect(&mut self, expected: &Expect) -> &mut Self {
        let mut text = String::new();
        for effect in self.effects.drain(..) {
            match effect {
                Effect::Propose { base, records, .. } => {
                    writeln!(text, "propose @{base}").unwrap();
                    for record in &records {
                        writeln!(text, "  {}", show(record)).unwrap();
                    }
                }
                Effect::Answer { token, response } => {
                    writeln!(text, "answer {} {}", token.0, answer(&response)).unwrap()
                }
            }
        }
        expected.assert_eq(&text);
        self
    }
}

fn show(record: &Record) -> String {
    match record {
        Record::NoOp => "NoOp".to_owned(),
        Record::FeatureLevel { name, level } => format!("{name}={level}"),
        Record::RegisterBroker(b) => format!("RegisterBroker {} epoch {} fenced {}", b.id, b.epoch, b.fenced),
        Record::BrokerChange(c) => {
            let mut text = format!("BrokerChange {} v{}", c.id, record.version(MetadataVersion::LATEST));
            for (name, on) in [("fenced", c.fenced), ("in controlled shutdown", c.in_controlled_shutdown)] {
                if let Some(on) = on {
                    write!(text, " {name}={on}").unwrap();
                }
            }
            if let Some(dirs) = &c.log_dirs {
                write!(text, " {} log dirs", dirs.len()).unwrap();
            }
            if let Some(dirs) = &c.cordoned {
                write!(text, " {} cordoned", dirs.len()).unwrap();
            }
            text
        }
        Record::Topic { name, .. } => format!("Topic {name}"),
        Record::Partition { index, partition: p, .. } => {
            format!("Partition {index} replicas {:?} isr {:?} leader {}", p.replicas, p.isr, p.leader)
        }
        Record::PartitionChange(c) => show_change(c),
        Record::Config { resource, key, value } => {
            format!(
                "Config {:?} {:?} {key}={}",
                resource.kind,
                resource.name,
                value.as_deref().unwrap_or("null")
            )
        }
        Record::RemoveTopic { .. } => "RemoveTopic".to_owned(),
        Record::RegisterController(c) => format!("RegisterController {}", c.id),
        other => format!("{other:?}"),
    }
}

fn show_change(c: &PartitionChange) -> String {
    let mut text = format!("Change {}", c.partition);
    for (name, list) in [
        ("isr", &c.isr),
        ("replicas", &c.replicas),
        ("removing", &c.removing),
        ("adding", &c.adding),
        ("elr", &c.elr),
        ("last known elr", &c.last_known_elr),
    ] {
        if let Some(list) = list {
            write!(text, " {name} {list:?}").unwrap();
        }
    }
    if let Some(leader) = c.leader {
        write!(text, " leader {leader}").unwrap();
    }
    if c.recovery == Some(LeaderRecovery::Recovering) {
        text += " recovering";
    }
    if c.directories.is_some() {
        text += " directories";
    }
    text
}

fn answer(response: &Response) -> String {
    let error = |code: i16, message: Option<&str>| match code {
        0 => "ok".to_owned(),
        code => format!("{code} {}", message.unwrap_or("-")),
    };
    let rows: Vec<String> = match response {
        Response::BrokerRegistration(r) => {
            vec![format!("{} epoch {}", error(r.error_code, None), r.broker_epoch)]
        }
        Response::BrokerHeartbeat(r) => vec![format!(
            "{} caught up {} fenced {} shut down {}",
            error(r.error_code, None),
            r.is_caught_up,
            r.is_fenced,
            r.should_shut_down
        )],
        Response::ControllerRegistration(r) => vec![error(r.error_code, r.error_message.as_deref())],
        Response::UnregisterBroker(r) => vec![error(r.error_code, r.error_message.as_deref())],
        Response::UnregisterController(r) => vec![error(r.error_code, r.error_message.as_deref())],
        Response::CreateTopics(r) => (r.topics.iter())
            .map(|t| {
                let shape = format!("{}x{}", t.num_partitions, t.replication_factor);
                format!("{:?} {} {shape}", t.name, error(t.error_code, t.error_message.as_deref()))
            })
            .collect(),
        Response::DeleteTopics(r) => (r.responses.iter())
            .map(|t| format!("{:?} {}", t.name.as_deref(), error(t.error_code, t.error_message.as_deref())))
            .collect(),
        Response::CreatePartitions(r) => (r.results.iter())
            .map(|t| format!("{:?} {}", t.name, error(t.error_code, t.error_message.as_deref())))
            .collect(),
        Response::AlterPartition(r) => {
            let rows = r.topics.iter().flat_map(|t| &t.partitions).map(|p| match p.error_code {
                0 => format!(
                    "isr {:?} leader {} epochs {} {}",
                    p.isr, p.leader_id, p.leader_epoch, p.partition_epoch
                ),
                code => code.to_string(),
            });
            std::iter::once(error(r.error_code, None)).chain(rows).collect()
        }
        Response::AlterPartitionReassignments(r) => (r.responses.iter())
            .flat_map(|t| &t.partitions)
            .map(|p| error(p.error_code, p.error_message.as_deref()))
            .collect(),
        Response::ListPartitionReassignments(r) => vec![format!("{:?}", r.topics)],
        Response::AssignReplicasToDirs(r) => (r.directories.iter())
            .flat_map(|d| &d.topics)
            .flat_map(|t| &t.partitions)
            .map(|p| error(p.error_code, None))
            .collect(),
        Response::ElectLeaders(r) => (r.replica_election_results.iter())
            .flat_map(|t| t.partition_result.iter().map(|p| (&t.topic, p)))
            .map(|(t, p)| {
                format!("{t}-{} {}", p.partition_id, error(p.error_code, p.error_message.as_deref()))
            })
            .collect(),
        Response::AllocateProducerIds(r) => {
            vec![format!("{} {}+{}", error(r.error_code, None), r.producer_id_start, r.producer_id_len)]
        }
        Response::IncrementalAlterConfigs(r) => (r.responses.iter())
            .map(|c| {
                format!(
                    "{} {:?} {}",
                    c.resource_type,
                    c.resource_name,
                    error(c.error_code, c.error_message.as_deref())
                )
            })
            .collect(),
        Response::AlterConfigs(r) => (r.responses.iter())
            .map(|c| {
                format!(
                    "{} {:?} {}",
                    c.resource_type,
                    c.resource_name,
                    error(c.error_code, c.error_message.as_deref())
                )
            })
            .collect(),
        Response::UpdateFeatures(r) => vec![error(r.error_code, r.error_message.as_deref())],
        Response::AlterClientQuotas(r) => {
            r.entries.iter().map(|e| error(e.error_code, e.error_message.as_deref())).collect()
        }
    };
    rows.join("; ")
}

fn topic(name: &'static str, partitions: i32, replication: i16) -> CreatableTopic<'static> {
    CreatableTopic {
        name: name.into(),
        num_partitions: partitions,
        replication_factor: replication,
        ..Default::default()
    }
}

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

fn changes(
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
    fn alter(&mut self, resources: Vec<AlterConfigsResource<'static>>) -> &mut Self {
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
        answer 7 2 "t" -1 
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
        answer 13 "t" 44 Unable to perform excessively large batch operation.
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
        answer 8 95 The update failed for all features since the following feature had an error: Invalid metadata.version 30. Refusing to perform the requested downgrade because it might delete metadata information.
        answer 9 95 The update failed for all features since the following feature had an error: Invalid metadata.version 30. Unsafe metadata downgrade is not supported in this version.
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
