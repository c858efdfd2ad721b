//! Metadata, versions 0 to 13.
//!
//! Tells of all topics (null list, or an empty one in version 0), of topics by name, or of topics by id: once one id is
//! given, names are not looked at. Addresses are those of the listener the request came in on. The controller shown is
//! any broker that is alive, as Kafka shows one since there is no broker that is the controller. A topic that is not there is
//! made in the background where broker and request allow it; the answer for now is UNKNOWN_TOPIC_OR_PARTITION.
//!
//! Versions: 1 controller, racks, internal flag; 2 cluster id; 4 no automatic creation; 5 offline replicas (KIP-112); 6 a
//! leader without the listener is LISTENER_NOT_FOUND; 7 leader epochs (KIP-320); 8 authorized operations (KIP-430);
//! 9 flexible; 10 topic ids in answers (KIP-516); 11 no authorized operations of the cluster (KIP-700); 12 topics by id;
//! 13 error at the top (KIP-1102).
//! Not implemented: authorizers; every operation is authorized.

use std::borrow::Cow;
use std::sync::Arc;

use metadata::config::java;
use metadata::image::Image;
use metadata::topics::{self, Partition, Topic};
use protocol::client::metadata::{
    MetadataRequest, MetadataRequestTopic, MetadataResponse, MetadataResponseBroker,
    MetadataResponsePartition, MetadataResponseTopic,
};
use protocol::{BrokerId, ErrorCode, Set, Uuid};

use super::{Cx, Outcome};
use crate::node::Node;

/// What may be done to a topic, one bit per operation: READ, WRITE, CREATE, DELETE, ALTER, DESCRIBE, DESCRIBE_CONFIGS,
/// ALTER_CONFIGS.
pub const TOPIC_OPERATIONS: i32 = 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7 | 1 << 8 | 1 << 10 | 1 << 11;
/// What may be done to the cluster: CREATE, ALTER, DESCRIBE, CLUSTER_ACTION, DESCRIBE_CONFIGS, ALTER_CONFIGS,
/// IDEMPOTENT_WRITE.
pub const CLUSTER_OPERATIONS: i32 = 1 << 5 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12;

/// Answers a request.
pub fn start(cx: &mut Cx<'_>, frame: &[u8]) -> Outcome {
    let version = cx.head.version;
    let Ok((client_id, request)) = super::body::<MetadataRequest<'_>>(frame, version) else {
        return Outcome::Close;
    };
    let asked = match asked(&request, version) {
        Ok(asked) => asked,
        Err(code) => return cx.answer(&refusal(&request, code)),
    };
    let image = Arc::clone(&cx.node.image);
    let identity = Arc::clone(&cx.node.identity);
    let view = View { image: &image, listener: &identity.listener(cx.listener).name, version };
    let mut answer = MetadataResponse {
        brokers: view.brokers(),
        cluster_id: Some(Cow::Borrowed(identity.cluster.as_str())),
        controller_id: any_alive_broker(cx.node).0,
        ..Default::default()
    };
    let mut missing = Vec::new();
    match asked {
        Asked::All => answer.topics.extend(image.topics_from("").map(|topic| view.topic(topic))),
        Asked::Ids(ids) => {
            let unknown = ids.iter().filter(|id| image.topic(**id).is_none());
            answer.topics.extend(unknown.map(|id| MetadataResponseTopic {
                name: None,
                topic_id: *id,
                error_code: ErrorCode::UnknownTopicId.code(),
                ..Default::default()
            }));
            answer.topics.extend(ids.iter().filter_map(|id| image.topic(*id)).map(|topic| view.topic(topic)));
        }
        Asked::Names(names) => {
            let buckets = java::buckets_copied_from(names.len()).max(16);
            for name in names {
                match image.topic_named(name) {
                    Some(topic) => answer.topics.push(view.topic(topic)),
                    None => missing.push(name),
                }
            }
            // Kafka walks a hash set of what is missing; some tools show topics in the order of the answer.
            java::sort_as_hash_map(&mut missing, buckets, |name| name);
        }
    }
    if request.allow_auto_topic_creation && identity.config.fixed.auto_create_topics_enable {
        super::auto_create::begin(cx, client_id, &mut missing);
    }
    answer.topics.extend(missing.into_iter().map(|name| MetadataResponseTopic {
        error_code: absent(name).code(),
        name: Some(Cow::Borrowed(name)),
        is_internal: topics::is_internal(name),
        ..Default::default()
    }));
    if request.include_topic_authorized_operations {
        // A topic that was not found by its id has no name to be authorized for.
        for topic in answer.topics.iter_mut().filter(|topic| topic.name.is_some()) {
            topic.topic_authorized_operations = TOPIC_OPERATIONS;
        }
    }
    if request.include_cluster_authorized_operations {
        answer.cluster_authorized_operations = CLUSTER_OPERATIONS;
    }
    cx.answer(&answer)
}

/// Which topics a request is about, each once.
enum Asked<'a> {
    All,
    Ids(Vec<Uuid>),
    Names(Vec<&'a str>),
}

fn asked<'a>(request: &'a MetadataRequest<'_>, version: i16) -> Result<Asked<'a>, ErrorCode> {
    let topics: &[MetadataRequestTopic<'_>] = match &request.topics {
        None => return Ok(Asked::All),
        Some(topics) if topics.is_empty() && version == 0 => return Ok(Asked::All),
        Some(topics) => topics,
    };
    if version < 12 && topics.iter().any(|topic| topic.name.is_none() || topic.topic_id != Uuid::ZERO) {
        return Err(ErrorCode::InvalidRequest);
    }
    let mut seen = Set::default();
    let ids: Vec<Uuid> = topics
        .iter()
        .map(|topic| topic.topic_id)
        .filter(|id| *id != Uuid::ZERO && seen.insert(*id))
        .collect();
    if !ids.is_empty() {
        return Ok(Asked::Ids(ids));
    }
    let mut seen = Set::default();
    let names: Option<Vec<&str>> = topics.iter().map(|topic| topic.name.as_deref()).collect();
    // A topic with neither id nor name is something Kafka does not foresee.
    let mut names = names.ok_or(ErrorCode::UnknownServerError)?;
    names.retain(|name| seen.insert(*name));
    Ok(Asked::Names(names))
}

/// The answer to a request that makes no sense.
fn refusal<'a>(request: &'a MetadataRequest<'_>, code: ErrorCode) -> MetadataResponse<'a> {
    let topics = request.topics.iter().flatten().map(|topic| MetadataResponseTopic {
        error_code: code.code(),
        name: Some(Cow::Borrowed(topic.name.as_deref().unwrap_or_default())),
        topic_id: topic.topic_id,
        ..Default::default()
    });
    MetadataResponse { topics: topics.collect(), error_code: code.code(), ..Default::default() }
}

/// What is said of a topic that is not there.
#[must_use]
pub fn absent(name: &str) -> ErrorCode {
    if topics::name_error(name).is_some() {
        ErrorCode::InvalidTopicException
    } else {
        ErrorCode::UnknownTopicOrPartition
    }
}

/// Any broker that is alive, or none.
pub fn any_alive_broker(node: &mut Node) -> BrokerId {
    let count = node.image.alive_brokers().count() as u64;
    if count == 0 {
        return BrokerId::NONE;
    }
    let at = node.rng.next_u64() % count;
    node.image.alive_brokers().nth(at as usize).map_or(BrokerId::NONE, |broker| broker.id)
}

/// The metadata as it looks on one listener.
struct View<'a> {
    image: &'a Image,
    listener: &'a str,
    version: i16,
}

impl<'a> View<'a> {
    fn brokers(&self) -> Vec<MetadataResponseBroker<'a>> {
        let alive = self.image.alive_brokers().filter_map(|broker| {
            let endpoint = broker.endpoint(self.listener)?;
            Some(MetadataResponseBroker {
                node_id: broker.id.0,
                host: Cow::Borrowed(endpoint.host.as_str()),
                port: i32::from(endpoint.port),
                rack: broker.rack.as_deref().map(Cow::Borrowed),
            })
        });
        alive.collect()
    }

    fn topic(&self, topic: &'a Topic) -> MetadataResponseTopic<'a> {
        MetadataResponseTopic {
            name: Some(Cow::Borrowed(&*topic.name)),
            topic_id: topic.id,
            is_internal: topics::is_internal(&topic.name),
            partitions: topic.partitions.iter().map(|(index, p)| self.partition(index.0, p)).collect(),
            ..Default::default()
        }
    }

    fn partition(&self, index: i32, partition: &Partition) -> MetadataResponsePartition {
        let leader = leader(self.image, partition, self.listener);
        // Version 0 shows only replicas that can be reached, and says so.
        let reachable = |ids: &[BrokerId]| -> Vec<i32> {
            let shown = ids
                .iter()
                .filter(|id| self.version > 0 || self.image.endpoint(**id, self.listener).is_some());
            shown.map(|id| id.0).collect()
        };
        let replica_nodes = reachable(&partition.replicas);
        let isr_nodes = reachable(&partition.isr);
        let error = if leader == BrokerId::NONE {
            if self.version >= 6 && self.image.brokers.contains_key(&partition.leader) {
                ErrorCode::ListenerNotFound
            } else {
                ErrorCode::LeaderNotAvailable
            }
        } else if replica_nodes.len() < partition.replicas.len() || isr_nodes.len() < partition.isr.len() {
            ErrorCode::ReplicaNotAvailable
        } else {
            ErrorCode::None
        };
        MetadataResponsePartition {
            error_code: error.code(),
            partition_index: index,
            leader_id: leader.0,
            leader_epoch: partition.leader_epoch.0,
            replica_nodes,
            isr_nodes,
            offline_replicas: offline_replicas(self.image, partition, self.listener),
        }
    }
}

/// The leader of a partition if it can be reached on the listener. Whether it is fenced does not count: a fenced leader
/// is about to be replaced.
#[must_use]
pub fn leader(image: &Image, partition: &Partition, listener: &str) -> BrokerId {
    let broker = image.brokers.get(&partition.leader);
    match broker.and_then(|broker| broker.endpoint(listener)) {
        Some(_) => partition.leader,
        None => BrokerId::NONE,
    }
}

/// The replicas that cannot be read from on the listener.
#[must_use]
pub fn offline_replicas(image: &Image, partition: &Partition, listener: &str) -> Vec<i32> {
    let is_online = |id: BrokerId| {
        image.brokers.get(&id).is_some_and(|broker| {
            !broker.fenced
                && broker.endpoint(listener).is_some()
                && partition.directory_of(id).is_none_or(|dir| broker.has_online_dir(dir))
        })
    };
    partition.replicas.iter().filter(|id| !is_online(**id)).map(|id| id.0).collect()
}
