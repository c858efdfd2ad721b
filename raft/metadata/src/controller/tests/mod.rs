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
use protocol::client::alter_user_scram_credentials::{
    AlterUserScramCredentialsRequest, ScramCredentialDeletion, ScramCredentialUpsertion,
};
use protocol::client::assign_replicas_to_dirs::{AssignReplicasToDirsRequest, RequestDirectoryData};
use protocol::client::broker_heartbeat::BrokerHeartbeatRequest;
use protocol::client::broker_registration::{BrokerRegistrationRequest, Feature, Listener};
use protocol::client::controller_registration::ControllerRegistrationRequest;
use protocol::client::create_acls::{AclCreation, CreateAclsRequest};
use protocol::client::create_partitions::{
    CreatePartitionsAssignment, CreatePartitionsRequest, CreatePartitionsTopic,
};
use protocol::client::create_topics::{
    CreatableReplicaAssignment, CreatableTopic, CreatableTopicConfig, CreateTopicsRequest,
};
use protocol::client::delete_acls::{DeleteAclsFilter, DeleteAclsRequest};
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

mod administration;
mod lifecycle;
mod parity;
mod random;

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
        Response::CreateAcls(r) => {
            r.results.iter().map(|e| error(e.error_code, e.error_message.as_deref())).collect()
        }
        Response::DeleteAcls(r) => (r.filter_results.iter())
            .map(|f| {
                format!("{} {} gone", error(f.error_code, f.error_message.as_deref()), f.matching_acls.len())
            })
            .collect(),
        Response::AlterUserScramCredentials(r) => (r.results.iter())
            .map(|u| format!("{:?} {}", u.user, error(u.error_code, u.error_message.as_deref())))
            .collect(),
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
