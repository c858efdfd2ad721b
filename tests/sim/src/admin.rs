//! A simulated administrator: makes topics, changes their settings and deletes some of them, over
//! the controller's listener.
//!
//! What was in flight when its connection broke is asked again; then "already there" and "not there" are answers too.

use std::borrow::Cow;

use broker::node::ListenerKind;
use protocol::client::create_topics::{
    CreatableTopic, CreatableTopicConfig, CreateTopicsRequest, CreateTopicsResponse,
};
use protocol::client::delete_topics::{DeleteTopicState, DeleteTopicsRequest, DeleteTopicsResponse};
use protocol::client::incremental_alter_configs::{
    AlterConfigsResource, AlterableConfig, IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse,
};
use protocol::client::metadata::{MetadataRequest, MetadataRequestTopic, MetadataResponse};
use protocol::{ErrorCode, Reader, Uuid};

use crate::client::{Client, Cx, Link};
use crate::limits::{self, Configs, Limits};
use crate::model::{Part, Topic, TopicState};
use crate::queue::MS;

/// CreateTopics with topic ids in the answer.
const CREATE_VERSION: i16 = 7;
const DELETE_VERSION: i16 = 6;
const ALTER_VERSION: i16 = 1;
/// The type of a resource whose settings are changed.
const TOPIC: i8 = 2;
const METADATA_VERSION: i16 = 12;

enum Tag {
    Create(usize),
    Delete(usize),
    Look(usize),
    Alter,
}

/// See the module's comment.
pub struct Admin {
    link: Link<Tag>,
    looks: Link<Tag>,
    /// Topics to keep alive.
    topics_max: usize,
    /// One step in so many deletes a topic; 0 for none.
    delete_one_in: u64,
    /// One step in so many changes a topic's settings; 0 for none.
    alter_one_in: u64,
    /// What is asked until it is answered.
    task: Option<Task>,
    made: usize,
    timed: bool,
}

#[derive(Clone, Debug)]
enum Task {
    /// Asked before, whether or not it was heard.
    Create(usize, bool),
    Look(usize),
    Delete(usize, bool),
    Alter(usize, Configs),
}

impl Admin {
    /// An administrator that has done nothing.
    #[must_use]
    pub fn new(topics_max: usize, delete_one_in: u64, alter_one_in: u64) -> Self {
        Self {
            link: Link::default(),
            looks: Link::default(),
            topics_max,
            delete_one_in,
            alter_one_in,
            task: None,
            made: 0,
            timed: false,
        }
    }

    fn again(&mut self, cx: &mut Cx<'_>, most: u64) {
        if !std::mem::replace(&mut self.timed, true) {
            cx.timer(most);
        }
    }

    fn plan(&mut self, cx: &mut Cx<'_>) {
        let live = cx.model.live_topics();
        if live.len() < self.topics_max {
            let number = cx.model.topics.len();
            // Names come again, so that a topic meets what is left of its namesake.
            let name = format!("t{}", self.made % (self.topics_max + 1));
            if live.iter().any(|topic| cx.model.topics[*topic].name == name) {
                self.made += 1;
                return;
            }
            self.made += 1;
            let parts = (0..=cx.rng.below(3)).map(|_| Part::default()).collect();
            let mut configs = limits::for_new(cx.rng);
            let has_namesake = cx.model.topics.iter().any(|topic| topic.name == name);
            if has_namesake {
                configs.retain(|(key, _)| !key.starts_with("retention"));
            }
            cx.model.topics.push(Topic {
                name,
                has_namesake,
                id: Uuid::ZERO,
                state: TopicState::Creating,
                limits: Limits::of_new(&configs),
                configs,
                parts,
            });
            self.task = Some(Task::Create(number, false));
        } else if self.delete_one_in > 0 && cx.rng.one_in(self.delete_one_in) {
            let topic = live[cx.rng.below(live.len() as u64) as usize];
            cx.model.topics[topic].state = TopicState::Deleting;
            self.task = Some(Task::Delete(topic, false));
        } else if self.alter_one_in > 0 && cx.rng.one_in(self.alter_one_in) {
            let topic = live[cx.rng.below(live.len() as u64) as usize];
            let mut configs = limits::change(cx.rng);
            if cx.rng.one_in(6) {
                configs[0].1 = None;
            }
            // Offsets are asked for by name, which a namesake has too.
            let goes = |(key, _): &(&str, _)| key.starts_with("retention");
            if cx.model.topics[topic].has_namesake && configs.iter().any(goes) {
                return;
            }
            cx.model.topics[topic].limits.widen(&configs);
            self.task = Some(Task::Alter(topic, configs));
        }
    }

    fn act(&mut self, cx: &mut Cx<'_>) {
        let Some(task) = &mut self.task else { return };
        match task {
            Task::Create(topic, asked)
                if self.link.in_flight() == 0 && self.link.connect(cx, ListenerKind::Controller) =>
            {
                *asked = true;
                let topic = *topic;
                self.create(cx, topic);
            }
            Task::Delete(topic, asked)
                if self.link.in_flight() == 0 && self.link.connect(cx, ListenerKind::Controller) =>
            {
                *asked = true;
                let entry = &cx.model.topics[*topic];
                let request = DeleteTopicsRequest {
                    topics: vec![DeleteTopicState { name: None, topic_id: entry.id }],
                    topic_names: Vec::new(),
                    timeout_ms: 5000,
                };
                self.link.send(cx, DELETE_VERSION, &request, 5000, Some(Tag::Delete(*topic)));
            }
            Task::Look(topic)
                if self.looks.in_flight() == 0 && self.looks.connect(cx, ListenerKind::Broker) =>
            {
                let name = cx.model.topics[*topic].name.clone();
                let topics =
                    vec![MetadataRequestTopic { topic_id: Uuid::ZERO, name: Some(Cow::Borrowed(&name)) }];
                let request = MetadataRequest {
                    topics: Some(topics),
                    allow_auto_topic_creation: false,
                    ..MetadataRequest::default()
                };
                self.looks.send(cx, METADATA_VERSION, &request, 0, Some(Tag::Look(*topic)));
            }
            Task::Alter(topic, configs)
                if self.link.in_flight() == 0 && self.link.connect(cx, ListenerKind::Controller) =>
            {
                let name = &cx.model.topics[*topic].name;
                let rows = configs.iter().map(|(key, value)| AlterableConfig {
                    name: Cow::Borrowed(*key),
                    config_operation: i8::from(value.is_none()),
                    value: value.clone().map(Cow::Owned),
                });
                let resource = AlterConfigsResource {
                    resource_type: TOPIC,
                    resource_name: Cow::Owned(name.clone()),
                    configs: rows.collect(),
                };
                let request =
                    IncrementalAlterConfigsRequest { resources: vec![resource], validate_only: false };
                self.link.send(cx, ALTER_VERSION, &request, 5000, Some(Tag::Alter));
            }
            _ => {}
        }
    }

    fn create(&mut self, cx: &mut Cx<'_>, topic: usize) {
        let entry = &cx.model.topics[topic];
        let configs = entry.configs.iter().map(|(name, value)| CreatableTopicConfig {
            name: Cow::Borrowed(*name),
            value: value.as_deref().map(|value| Cow::Owned(value.to_owned())),
        });
        let configs = configs.collect();
        let request = CreateTopicsRequest {
            topics: vec![CreatableTopic {
                name: Cow::Owned(entry.name.clone()),
                num_partitions: entry.parts.len() as i32,
                replication_factor: 1,
                assignments: Vec::new(),
                configs,
            }],
            timeout_ms: 5000,
            validate_only: false,
        };
        self.link.send(cx, CREATE_VERSION, &request, 5000, Some(Tag::Create(topic)));
    }

    fn answered(&mut self, cx: &mut Cx<'_>, version: i16, body: &[u8], tag: &Tag) {
        let mut reader = Reader::new(body);
        match tag {
            Tag::Create(topic) => {
                let answer = CreateTopicsResponse::decode(&mut reader, version).expect("CreateTopics");
                let row = &answer.topics[0];
                match ErrorCode::try_from(row.error_code).expect("a known error") {
                    ErrorCode::None => self.is_made(cx, *topic, row.topic_id),
                    ErrorCode::TopicAlreadyExists => self.task = Some(Task::Look(*topic)),
                    ErrorCode::NotController
                    | ErrorCode::RequestTimedOut
                    | ErrorCode::InvalidReplicationFactor => {}
                    other => panic!("a topic is refused with {other:?}: {:?}", row.error_message),
                }
            }
            Tag::Delete(topic) => {
                let answer = DeleteTopicsResponse::decode(&mut reader, version).expect("DeleteTopics");
                match ErrorCode::try_from(answer.responses[0].error_code).expect("a known error") {
                    ErrorCode::None | ErrorCode::UnknownTopicId => {
                        cx.model.topics[*topic].state = TopicState::Deleted;
                        self.task = None;
                    }
                    ErrorCode::NotController | ErrorCode::RequestTimedOut => {}
                    other => panic!("a deletion is refused with {other:?}"),
                }
            }
            Tag::Alter => {
                let answer = IncrementalAlterConfigsResponse::decode(&mut reader, version);
                let row = answer.expect("IncrementalAlterConfigs").responses[0].error_code;
                match ErrorCode::try_from(row).expect("a known error") {
                    ErrorCode::None => self.task = None,
                    ErrorCode::NotController | ErrorCode::RequestTimedOut => {}
                    other => panic!("settings are refused with {other:?}: {:?}", self.task),
                }
            }
            Tag::Look(topic) => {
                let answer = MetadataResponse::decode(&mut reader, version).expect("Metadata");
                let row = &answer.topics[0];
                match ErrorCode::try_from(row.error_code).expect("a known error") {
                    ErrorCode::None => {
                        assert_eq!(row.partitions.len(), cx.model.topics[*topic].parts.len());
                        let is_new = cx.model.topics.iter().all(|topic| topic.id != row.topic_id);
                        if is_new {
                            self.is_made(cx, *topic, row.topic_id);
                        }
                    }
                    // The broker has not heard of it yet.
                    ErrorCode::UnknownTopicOrPartition | ErrorCode::LeaderNotAvailable => {}
                    other => panic!("metadata of a topic: {other:?}"),
                }
            }
        }
    }

    fn is_made(&mut self, cx: &mut Cx<'_>, topic: usize, id: Uuid) {
        let entry = &mut cx.model.topics[topic];
        entry.id = id;
        entry.state = TopicState::Live;
        self.task = None;
    }
}

impl Client for Admin {
    fn wakes(&mut self, cx: &mut Cx<'_>) {
        self.timed = false;
        self.link.check_time(cx);
        self.looks.check_time(cx);
        if self.task.is_none() && !cx.draining {
            self.plan(cx);
        }
        self.act(cx);
        if !cx.draining || !self.is_idle() {
            self.again(cx, 100 * MS);
        }
    }

    fn bytes(&mut self, cx: &mut Cx<'_>, conn: usize, bytes: &[u8]) {
        self.link.feed(conn, bytes);
        self.looks.feed(conn, bytes);
        while let Some((version, body, tag)) = self.link.next_answer() {
            self.answered(cx, version, &body, &tag);
        }
        while let Some((version, body, tag)) = self.looks.next_answer() {
            self.answered(cx, version, &body, &tag);
        }
    }

    fn gone(&mut self, cx: &mut Cx<'_>, conn: usize) {
        let _ = self.link.gone(conn);
        let _ = self.looks.gone(conn);
        self.again(cx, 30 * MS);
    }

    fn is_idle(&self) -> bool {
        self.task.is_none() && self.link.in_flight() == 0 && self.looks.in_flight() == 0
    }

    fn describe(&self) -> String {
        format!("admin: {:?}", self.task)
    }
}
