//! AlterPartitionReassignments, versions 0 to 1, and ListPartitionReassignments, version 0 (KIP-455).
//!
//! A reassignment first makes the replicas the union of old and new ones; when all new ones are in sync the old ones go (see
//! `election`). Cancelling takes the new ones out again.

use super::api::{Response, message, own};
use super::brokers::TopicRules;
use super::election::Election;
use super::topics::{check_timeout, too_large};
use super::{Outcome, RECORDS_PER_REQUEST_MAX, Refusal, Turn};
use crate::records::Record;
use crate::topics::{Partition, PartitionChange, Topic};
use protocol::client::alter_partition_reassignments::{
    AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse, ReassignablePartitionResponse,
    ReassignableTopicResponse,
};
use protocol::client::list_partition_reassignments::{
    ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse, OngoingPartitionReassignment,
    OngoingTopicReassignment,
};
use protocol::{BrokerId, ErrorCode, PartitionIndex};

impl Turn<'_> {
    pub(super) fn alter_reassignments(
        &mut self,
        request: &AlterPartitionReassignmentsRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        if request.topics.is_empty() {
            let response = AlterPartitionReassignmentsResponse::default();
            return Ok(Outcome::read(Response::AlterPartitionReassignments(response)));
        }
        check_timeout(request.timeout_ms)?;
        let mut records = Vec::new();
        let mut responses = Vec::with_capacity(request.topics.len());
        for topic in &request.topics {
            let partitions = topic.partitions.iter().map(|p| {
                let index = PartitionIndex(p.partition_index);
                let wanted: Option<Vec<BrokerId>> =
                    p.replicas.as_ref().map(|list| list.iter().copied().map(BrokerId).collect());
                let may_resize = request.allow_replication_factor_change;
                let outcome = self.reassign(&topic.name, index, wanted.as_deref(), may_resize);
                let (error_code, error_message) = match outcome {
                    Ok(change) => {
                        records.extend(change.map(|c| Record::PartitionChange(Box::new(c))));
                        (0, None)
                    }
                    Err(refusal) => (refusal.code.code(), message(&refusal)),
                };
                ReassignablePartitionResponse { partition_index: index.0, error_code, error_message }
            });
            let partitions = partitions.collect();
            responses.push(ReassignableTopicResponse { name: own(&topic.name), partitions });
        }
        if records.len() > RECORDS_PER_REQUEST_MAX {
            return Err(too_large());
        }
        let response =
            AlterPartitionReassignmentsResponse { error_message: None, responses, ..Default::default() };
        Ok(Outcome { records, response: Response::AlterPartitionReassignments(response) })
    }

    fn reassign(
        &self,
        name: &str,
        index: PartitionIndex,
        wanted: Option<&[BrokerId]>,
        may_resize: bool,
    ) -> Result<Option<PartitionChange>, Refusal> {
        let unknown = |text| Refusal::new(ErrorCode::UnknownTopicOrPartition, text);
        let topic = self
            .state()
            .topic_named(name)
            .ok_or_else(|| unknown(format!("Unable to find a topic named {name}.")))?;
        let partition = topic
            .partitions
            .get(&index)
            .ok_or_else(|| unknown(format!("Unable to find partition {name}:{index}.")))?;
        let rules = self.topic_rules(topic);
        match wanted {
            None => self.cancel_reassignment(topic, index, partition, &rules),
            Some(wanted) => {
                if !may_resize {
                    let keeps = |r: &&BrokerId| !partition.removing.contains(r);
                    let size = partition.replicas.iter().filter(keeps).count();
                    if size != wanted.len() {
                        let text =
                            format!("The replication factor is changed from {size} to {}", wanted.len());
                        return Err(Refusal::new(ErrorCode::InvalidReplicationFactor, text));
                    }
                }
                self.check_assignment(wanted, None)?;
                let without = |all: &[BrokerId], some: &[BrokerId]| {
                    let mut rest: Vec<BrokerId> = all.iter().copied().filter(|r| !some.contains(r)).collect();
                    rest.sort_unstable();
                    rest
                };
                let removing = without(&partition.replicas, wanted);
                let adding = without(wanted, &partition.replicas);
                Ok(self.change(topic, index, partition, &rules, |target| {
                    target.replicas = wanted.iter().chain(&removing).copied().collect();
                    // Nothing to remove or add leaves what an earlier reassignment had to.
                    if !removing.is_empty() {
                        target.removing = removing;
                    }
                    if !adding.is_empty() {
                        target.adding = adding;
                    }
                }))
            }
        }
    }

    fn cancel_reassignment(
        &self,
        topic: &Topic,
        index: PartitionIndex,
        partition: &Partition,
        rules: &TopicRules,
    ) -> Result<Option<PartitionChange>, Refusal> {
        if !partition.is_reassigning() {
            return Err(Refusal::bare(ErrorCode::NoReassignmentInProgress));
        }
        let invalid = |text| Refusal::new(ErrorCode::InvalidReplicaAssignment, text);
        let stays = |r: &&BrokerId| !partition.adding.contains(r);
        let replicas: Vec<BrokerId> = partition.replicas.iter().filter(stays).copied().collect();
        let mut isr: Vec<BrokerId> = partition.isr.iter().filter(stays).copied().collect();
        if isr.is_empty() {
            let first = replicas.first().ok_or_else(|| {
                invalid("Invalid replica assignment: addingReplicas contains all replicas.".to_owned())
            })?;
            if !rules.unclean {
                return Err(invalid(format!(
                    "Unable to revert partition assignment for {}:{index} because it would require an unclean leader \
                     election.",
                    topic.name
                )));
            }
            isr.push(*first);
        }
        Ok(self.change(topic, index, partition, rules, |target| {
            if rules.unclean {
                target.election = Election::Unclean;
            }
            target.isr = isr;
            target.replicas = replicas;
            target.removing.clear();
            target.adding.clear();
        }))
    }

    pub(super) fn list_reassignments(
        &mut self,
        request: &ListPartitionReassignmentsRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        let ongoing = |index: PartitionIndex, partition: &Partition| {
            let list = |l: &[BrokerId]| l.iter().map(|b| b.0).collect();
            partition.is_reassigning().then(|| OngoingPartitionReassignment {
                partition_index: index.0,
                replicas: list(&partition.replicas),
                adding_replicas: list(&partition.adding),
                removing_replicas: list(&partition.removing),
            })
        };
        let state = self.state();
        let mut topics = Vec::new();
        let mut add = |topic: &Topic, partitions: Vec<OngoingPartitionReassignment>| {
            if !partitions.is_empty() {
                topics.push(OngoingTopicReassignment { name: own(&topic.name), partitions });
            }
        };
        match &request.topics {
            None => {
                for topic in state.topics_from("") {
                    add(topic, topic.partitions.iter().filter_map(|(i, p)| ongoing(*i, p)).collect());
                }
            }
            Some(asked) => {
                for (topic, indexes) in
                    asked.iter().filter_map(|t| Some((state.topic_named(&t.name)?, &t.partition_indexes)))
                {
                    let found = indexes.iter().filter_map(|i| {
                        let index = PartitionIndex(*i);
                        ongoing(index, topic.partitions.get(&index)?)
                    });
                    add(topic, found.collect());
                }
            }
        }
        let response =
            ListPartitionReassignmentsResponse { error_message: None, topics, ..Default::default() };
        Ok(Outcome::read(Response::ListPartitionReassignments(response)))
    }
}
