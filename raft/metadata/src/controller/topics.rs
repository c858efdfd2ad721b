//! CreateTopics, versions 2 to 7, and DeleteTopics, versions 1 to 6.
//!
//! Each topic of a request stands for itself: those that can be made are made, in one batch, the others are refused in the
//! same answer. Only what is wrong with the request as a whole refuses all of it. Topics of one request do not see each
//! other, so two new names that differ by `.` and `_` alone both succeed, as in Kafka.

use super::api::{Caller, Response, message, own};
use super::election::new_partition;
use super::placement::{self, Usable};
use super::{Outcome, RECORDS_PER_REQUEST_MAX, Refusal, Turn};
use crate::config::alter;
use crate::config::topic::created_configs;
use crate::image::ConfigMap;
use crate::records::{Record, Resource};
use crate::topics::{CLUSTER_METADATA_TOPIC, Partition, collision_form, name_error};
use protocol::client::create_topics::{
    CreatableTopic, CreatableTopicConfigs, CreatableTopicResult, CreateTopicsRequest, CreateTopicsResponse,
};
use protocol::client::delete_topics::{DeletableTopicResult, DeleteTopicsRequest, DeleteTopicsResponse};
use protocol::enums::{AclOperation, ResourceType};
use protocol::{BrokerId, ErrorCode, PartitionIndex, Uuid};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Turn<'_> {
    // CreateTopics.

    pub(super) fn create_topics(
        &mut self,
        caller: &Caller<'_>,
        request: &CreateTopicsRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        if !request.topics.is_empty() {
            check_timeout(request.timeout_ms)?;
        }
        let (mut seen, mut duplicates) = (BTreeSet::new(), BTreeSet::new());
        for topic in &request.topics {
            if !seen.insert(&*topic.name) {
                duplicates.insert(&*topic.name);
            }
        }
        let all = caller.allows_cluster(AclOperation::Create);
        let allowed = |name: &str| all || (caller.allows)(AclOperation::Create, ResourceType::Topic, name);
        let mut refused: Vec<(&str, Refusal)> = Vec::new();
        let mut wanted = Vec::new();
        for name in &duplicates {
            refused.push((name, Refusal::new(ErrorCode::InvalidRequest, "Duplicate topic name.")));
        }
        for topic in request.topics.iter().filter(|t| !duplicates.contains(&*t.name)) {
            let name = &*topic.name;
            if name == CLUSTER_METADATA_TOPIC {
                let text = format!("Creation of internal topic {CLUSTER_METADATA_TOPIC} is prohibited.");
                refused.push((name, Refusal::new(ErrorCode::InvalidRequest, text)));
            } else if !allowed(name) {
                refused
                    .push((name, Refusal::new(ErrorCode::TopicAuthorizationFailed, "Authorization failed.")));
            } else {
                wanted.push(topic);
            }
        }
        self.check_partition_total(&wanted)?;
        let mut records = Vec::new();
        let mut topics = Vec::with_capacity(request.topics.len());
        for topic in wanted {
            match self.create_topic(caller, topic, &mut records) {
                Ok(result) => topics.push(result),
                Err(refusal) => topics.push(refused_topic(&topic.name, &refusal)),
            }
            if records.len() > RECORDS_PER_REQUEST_MAX {
                return Err(too_large());
            }
        }
        topics.extend(refused.iter().map(|(name, refusal)| refused_topic(name, refusal)));
        if request.validate_only {
            records.clear();
        }
        let response = CreateTopicsResponse { topics, ..Default::default() };
        Ok(Outcome { records, response: Response::CreateTopics(response) })
    }

    /// Before anything is placed, so that no number in a request sets how much is allocated.
    fn check_partition_total(&self, topics: &[&CreatableTopic<'_>]) -> Result<(), Refusal> {
        let total: i64 = topics
            .iter()
            .map(|t| match (t.assignments.len(), t.num_partitions) {
                (0, -1) => i64::from(self.settings.default_partitions),
                (0, count) => i64::from(count.max(0)),
                (assigned, _) => assigned as i64,
            })
            .sum();
        if total > RECORDS_PER_REQUEST_MAX as i64 {
            return Err(Refusal::new(
                ErrorCode::PolicyViolation,
                "Excessively large number of partitions per request.",
            ));
        }
        Ok(())
    }

    fn create_topic(
        &mut self,
        caller: &Caller<'_>,
        topic: &CreatableTopic<'_>,
        records: &mut Vec<Record>,
    ) -> Result<CreatableTopicResult<'static>, Refusal> {
        let name = &*topic.name;
        self.check_new_name(name)?;
        let asked: Vec<(&str, Option<&str>)> =
            topic.configs.iter().map(|c| (&*c.name, c.value.as_deref())).collect();
        let configs = alter::create_topic(&self.active.layers, &asked)?;
        let resource = Resource::topic(name);
        let partitions =
            if topic.assignments.is_empty() { self.place_topic(topic)? } else { self.assigned_topic(topic)? };
        let id = Uuid::random(self.rng);
        let mut result =
            CreatableTopicResult { name: own(name), topic_id: id, error_message: None, ..Default::default() };
        if (caller.allows)(AclOperation::DescribeConfigs, ResourceType::Topic, name) {
            result.num_partitions = partitions.len() as i32;
            result.replication_factor = partitions.first().map_or(0, |p| p.replicas.len() as i16);
            result.configs = Some(self.described(&configs));
        } else {
            result.topic_config_error_code = ErrorCode::TopicAuthorizationFailed.code();
        }
        records.push(Record::Topic { name: name.into(), id });
        // Between the topic and its partitions, so that who sees a partition knows its configs.
        let first = records.len();
        records.extend(configs.into_iter().map(|(key, value)| Record::Config {
            resource: resource.clone(),
            key,
            value: Some(value),
        }));
        let clear = self.maybe_clear_elr(&resource, &records[first..]);
        records.extend(clear);
        records.extend(partitions.into_iter().enumerate().map(|(index, partition)| Record::Partition {
            topic: id,
            index: PartitionIndex(index as i32),
            partition: Arc::new(partition),
        }));
        Ok(result)
    }

    fn check_new_name(&self, name: &str) -> Result<(), Refusal> {
        if self.state().topic_named(name).is_some() {
            return Err(Refusal::new(
                ErrorCode::TopicAlreadyExists,
                format!("Topic '{name}' already exists."),
            ));
        }
        if let Some(other) = self.colliding_topic(name) {
            let text = format!("Topic '{name}' collides with existing topic: {other}");
            return Err(Refusal::new(ErrorCode::InvalidTopicException, text));
        }
        if let Some(reason) = name_error(name) {
            let text = format!("Topic name is invalid: {reason}");
            return Err(Refusal::new(ErrorCode::InvalidTopicException, text));
        }
        Ok(())
    }

    /// A topic whose name becomes the same in the names of metrics.
    fn colliding_topic(&self, name: &str) -> Option<&str> {
        let form = collision_form(name)?;
        let prefix = &name[..name.find(['.', '_'])?];
        self.state()
            .topic_ids()
            .range_from(prefix)
            .map(|(other, _)| &**other)
            .take_while(|other| other.starts_with(prefix))
            .find(|other| other.len() == name.len() && collision_form(other).is_some_and(|f| f == form))
    }

    fn place_topic(&mut self, topic: &CreatableTopic<'_>) -> Result<Vec<Partition>, Refusal> {
        if topic.replication_factor < -1 || topic.replication_factor == 0 {
            return Err(Refusal::new(
                ErrorCode::InvalidReplicationFactor,
                "Replication factor must be larger than 0, or -1 to use the default value.",
            ));
        }
        if topic.num_partitions < -1 || topic.num_partitions == 0 {
            return Err(Refusal::new(
                ErrorCode::InvalidPartitions,
                "Number of partitions was set to an invalid non-positive value.",
            ));
        }
        let count =
            if topic.num_partitions == -1 { self.settings.default_partitions } else { topic.num_partitions };
        let replicas = if topic.replication_factor == -1 {
            self.settings.default_replication
        } else {
            topic.replication_factor
        };
        self.place(count.max(0) as usize, replicas).map_err(|reason| {
            let text = format!("Unable to replicate the partition {replicas} time(s): {reason}");
            Refusal::new(ErrorCode::InvalidReplicationFactor, text)
        })
    }

    /// New partitions wherever there is room.
    pub(super) fn place(&mut self, count: usize, replicas: i16) -> Result<Vec<Partition>, String> {
        let active = &self.active;
        let usable = active.state.brokers.values().filter(|b| {
            let cordoned = b.cordoned.as_deref().unwrap_or(&[]);
            let open = b.log_dirs.is_empty() || b.log_dirs.iter().any(|d| !cordoned.contains(d));
            open && !active.is_shutting_down(b.id)
        });
        let usable = usable.map(|b| Usable { id: b.id, rack: b.rack.clone(), fenced: b.fenced });
        let placed = placement::place(usable, count, i32::from(replicas), self.rng)?;
        let level = self.level();
        placed
            .into_iter()
            .map(|replicas| {
                new_partition(replicas, |r| self.active.is_active(r), level, |r| self.default_dir(r))
                    .ok_or_else(|| "All brokers are currently fenced or in controlled shutdown.".to_owned())
            })
            .collect()
    }

    fn assigned_topic(&self, topic: &CreatableTopic<'_>) -> Result<Vec<Partition>, Refusal> {
        let invalid = |text: &str| Err(Refusal::new(ErrorCode::InvalidRequest, text));
        if topic.replication_factor != -1 {
            return invalid(
                "A manual partition assignment was specified, but replication factor was not set to -1.",
            );
        }
        if topic.num_partitions != -1 {
            return invalid(
                "A manual partition assignment was specified, but numPartitions was not set to -1.",
            );
        }
        let mut partitions = BTreeMap::new();
        let mut replication = None;
        for assignment in &topic.assignments {
            let index = assignment.partition_index;
            if partitions.contains_key(&index) {
                return Err(Refusal::new(
                    ErrorCode::InvalidReplicaAssignment,
                    format!("Found multiple manual partition assignments for partition {index}"),
                ));
            }
            let partition = self.assigned_partition(index, &assignment.broker_ids, replication)?;
            replication = Some(assignment.broker_ids.len());
            partitions.insert(index, partition);
        }
        if !partitions.keys().copied().eq(0..partitions.len() as i32) {
            return Err(Refusal::new(
                ErrorCode::InvalidReplicaAssignment,
                "partitions should be a consecutive 0-based integer sequence",
            ));
        }
        Ok(partitions.into_values().collect())
    }

    /// One new partition on the brokers a client chose.
    pub(super) fn assigned_partition(
        &self,
        index: i32,
        brokers: &[i32],
        replication: Option<usize>,
    ) -> Result<Partition, Refusal> {
        let replicas: Vec<BrokerId> = brokers.iter().copied().map(BrokerId).collect();
        self.check_assignment(&replicas, replication)?;
        new_partition(replicas, |r| self.active.is_active(r), self.level(), |r| self.default_dir(r)).ok_or_else(|| {
            let text = format!(
                "All brokers specified in the manual partition assignment for partition {index} are fenced or in \
                 controlled shutdown."
            );
            Refusal::new(ErrorCode::InvalidReplicaAssignment, text)
        })
    }

    /// A list of replicas a client chose.
    pub(super) fn check_assignment(
        &self,
        replicas: &[BrokerId],
        replication: Option<usize>,
    ) -> Result<(), Refusal> {
        let invalid = |text: String| Err(Refusal::new(ErrorCode::InvalidReplicaAssignment, text));
        if replicas.is_empty() {
            return invalid("The manual partition assignment includes an empty replica list.".to_owned());
        }
        let mut sorted = replicas.to_vec();
        sorted.sort_unstable();
        let mut previous = None;
        for id in sorted {
            if self.active.broker(id).is_none() {
                return invalid(format!(
                    "The manual partition assignment includes broker {id}, but no such broker is registered."
                ));
            }
            if previous == Some(id) {
                return invalid(format!(
                    "The manual partition assignment includes the broker {id} more than once."
                ));
            }
            previous = Some(id);
        }
        match replication {
            Some(expected) if expected != replicas.len() => invalid(format!(
                "The manual partition assignment includes a partition with {} replica(s), but this is not \
                 consistent with previous partitions, which have {expected} replica(s).",
                replicas.len()
            )),
            _ => Ok(()),
        }
    }

    fn described(&self, configs: &ConfigMap) -> Vec<CreatableTopicConfigs<'static>> {
        created_configs(&self.settings.file, &self.active.layers, configs)
            .into_iter()
            .map(|(name, value, source)| CreatableTopicConfigs {
                name: name.into(),
                value: value.map(Into::into),
                read_only: false,
                config_source: source as i8,
                is_sensitive: false,
            })
            .collect()
    }

    // DeleteTopics.

    pub(super) fn delete_topics(
        &mut self,
        caller: &Caller<'_>,
        request: &DeleteTopicsRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        if !self.settings.delete_topic_enable {
            return Err(if caller.version < 3 {
                Refusal::new(ErrorCode::InvalidRequest, "Topic deletion is disabled.")
            } else {
                Refusal::bare(ErrorCode::TopicDeletionDisabled)
            });
        }
        if !request.topics.is_empty() || !request.topic_names.is_empty() {
            check_timeout(request.timeout_ms)?;
        }
        let mut rows: Vec<(Option<&str>, Uuid, Refusal)> = Vec::new();
        let invalid = |text: &str| Refusal::new(ErrorCode::InvalidRequest, text);
        let (mut names, mut ids) = (Counted::default(), Counted::default());
        request.topic_names.iter().for_each(|name| names.add(&**name));
        for topic in &request.topics {
            match (topic.name.as_deref(), topic.topic_id) {
                (None, Uuid::ZERO) => {
                    rows.push((None, Uuid::ZERO, invalid("Neither topic name nor id were specified.")));
                }
                (None, id) => ids.add(id),
                (Some(name), Uuid::ZERO) => names.add(name),
                (Some(name), id) => {
                    rows.push((Some(name), id, invalid("You may not specify both topic name and topic id.")));
                }
            }
        }
        rows.extend(names.repeated().map(|name| (Some(name), Uuid::ZERO, invalid("Duplicate topic name."))));
        rows.extend(ids.repeated().map(|id| (None, id, invalid("Duplicate topic id."))));

        let all = caller.allows_cluster(AclOperation::Delete);
        let may = |operation, name: &str| all || (caller.allows)(operation, ResourceType::Topic, name);
        let state = &self.active.state;
        // What may go, with the name to answer with.
        let mut doomed: BTreeMap<Uuid, &str> = BTreeMap::new();
        for id in ids.once() {
            match state.topic(id) {
                None => rows.push((None, id, coded(ErrorCode::UnknownTopicId))),
                Some(topic) if !may(AclOperation::Delete, &topic.name) => {
                    let shown = may(AclOperation::Describe, &topic.name).then_some(&*topic.name);
                    rows.push((shown, id, coded(ErrorCode::TopicAuthorizationFailed)));
                }
                Some(topic) => {
                    doomed.insert(id, &topic.name);
                }
            }
        }
        for name in names.once() {
            let topic = state.topic_named(name);
            if !may(AclOperation::Describe, name) {
                rows.push((Some(name), Uuid::ZERO, coded(ErrorCode::TopicAuthorizationFailed)));
            } else if let Some(topic) = topic {
                if !may(AclOperation::Delete, name) {
                    rows.push((Some(name), Uuid::ZERO, coded(ErrorCode::TopicAuthorizationFailed)));
                } else if doomed.remove(&topic.id).is_some() || ids.is_repeated(&topic.id) {
                    let text = "The provided topic name maps to an ID that was already supplied.";
                    rows.push((Some(name), topic.id, invalid(text)));
                } else {
                    doomed.insert(topic.id, name);
                }
            } else {
                rows.push((Some(name), Uuid::ZERO, coded(ErrorCode::UnknownTopicOrPartition)));
            }
        }
        if doomed.len() > RECORDS_PER_REQUEST_MAX {
            return Err(too_large());
        }
        let mut responses: Vec<_> = rows
            .into_iter()
            .map(|(name, topic_id, refusal)| DeletableTopicResult {
                name: name.map(own),
                topic_id,
                error_code: refusal.code.code(),
                error_message: message(&refusal),
            })
            .collect();
        responses.extend(doomed.iter().map(|(id, name)| DeletableTopicResult {
            name: Some(own(name)),
            topic_id: *id,
            ..Default::default()
        }));
        // In no order that tells a topic that is not there from one the caller may not see.
        responses.sort_by(|a, b| (&a.name, a.topic_id).cmp(&(&b.name, b.topic_id)));
        let records = doomed.into_keys().map(|id| Record::RemoveTopic { id }).collect();
        let response = DeleteTopicsResponse { responses, ..Default::default() };
        Ok(Outcome { records, response: Response::DeleteTopics(response) })
    }
}

/// Keys, and whether each came more than once.
struct Counted<K>(BTreeMap<K, bool>);

impl<K> Default for Counted<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord + Copy> Counted<K> {
    fn add(&mut self, key: K) {
        self.0.entry(key).and_modify(|repeated| *repeated = true).or_insert(false);
    }

    fn once(&self) -> impl Iterator<Item = K> {
        self.0.iter().filter(|(_, repeated)| !**repeated).map(|(key, _)| *key)
    }

    fn repeated(&self) -> impl Iterator<Item = K> {
        self.0.iter().filter(|(_, repeated)| **repeated).map(|(key, _)| *key)
    }

    fn is_repeated(&self, key: &K) -> bool {
        self.0.get(key).copied().unwrap_or(false)
    }
}

/// A code where Kafka adds the code's own sentence.
pub(super) fn coded(code: ErrorCode) -> Refusal {
    let text = match code {
        ErrorCode::UnknownTopicId => "No topic has this id.",
        ErrorCode::UnknownTopicOrPartition => "No such topic or partition is here.",
        ErrorCode::ElectionNotNeeded => "The partition needs no election.",
        ErrorCode::PreferredLeaderNotAvailable => "The preferred leader cannot lead now.",
        ErrorCode::EligibleLeadersNotAvailable => "No replica can lead now.",
        _ => "Not authorized for this topic.",
    };
    Refusal::new(code, text)
}

/// A request that gives no time is too late at once.
pub(super) fn check_timeout(timeout_ms: i32) -> Result<(), Refusal> {
    if timeout_ms <= 0 { Err(Refusal::bare(ErrorCode::RequestTimedOut)) } else { Ok(()) }
}

/// More records than one request may make.
pub(super) fn too_large() -> Refusal {
    Refusal::new(ErrorCode::PolicyViolation, "Unable to perform excessively large batch operation.")
}

fn refused_topic(name: &str, refusal: &Refusal) -> CreatableTopicResult<'static> {
    CreatableTopicResult {
        name: own(name),
        error_code: refusal.code.code(),
        error_message: message(refusal),
        ..Default::default()
    }
}
