//! One partition at a time: ISR changes (AlterPartition, versions 2 to 3), elections asked for (ElectLeaders, versions 0 to 2) or
//! due by a timer, more partitions (CreatePartitions, versions 0 to 3), and the log dirs replicas lie in
//! (AssignReplicasToDirs, version 0).

use super::api::{Caller, Response, message, own};
use super::brokers::{Move, TopicRules};
use super::election::{Election, Target};
use super::topics::{check_timeout, coded, too_large};
use super::{ELECTIONS_PER_TIMER_MAX, Outcome, RECORDS_PER_REQUEST_MAX, Refusal, Turn};
use crate::records::Record;
use crate::topics::{LeaderRecovery, Partition, PartitionChange, Topic};
use protocol::client::alter_partition::{
    AlterPartitionRequest, AlterPartitionResponse, RequestPartitionData, ResponsePartitionData,
    ResponseTopicData,
};
use protocol::client::assign_replicas_to_dirs as dirs;
use protocol::client::create_partitions::{
    CreatePartitionsRequest, CreatePartitionsResponse, CreatePartitionsTopic, CreatePartitionsTopicResult,
};
use protocol::client::elect_leaders::{
    ElectLeadersRequest, ElectLeadersResponse, PartitionResult, ReplicaElectionResult,
};
use protocol::enums::{AclOperation, ResourceType};
use protocol::{BrokerId, ErrorCode, LeaderEpoch, Offset, PartitionIndex, Uuid};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Turn<'_> {
    // Elections.

    /// Gives leadership back to first replicas that may lead again.
    pub(super) fn elect_preferred(&self) -> Vec<Record> {
        self.elect_where(|p, _| (!p.has_preferred_leader()).then_some(Election::Preferred))
    }

    /// Elects uncleanly where a topic allows it and nobody leads.
    pub(super) fn elect_unclean(&self) -> Vec<Record> {
        self.elect_where(|p, rules| (!p.has_leader() && rules().unclean).then_some(Election::Unclean))
    }

    fn elect_where(
        &self,
        wanted: impl Fn(&Partition, &mut dyn FnMut() -> TopicRules) -> Option<Election>,
    ) -> Vec<Record> {
        let mut records = Vec::new();
        for topic in self.state().topics().values() {
            let mut known = None;
            let mut rules = || *known.get_or_insert_with(|| self.topic_rules(topic));
            for (index, partition) in topic.partitions.iter() {
                if records.len() >= ELECTIONS_PER_TIMER_MAX {
                    return records;
                }
                if let Some(election) = wanted(partition, &mut rules) {
                    let change = self.elect(topic, *index, partition, election, &rules());
                    records.extend(change.map(|c| Record::PartitionChange(Box::new(c))));
                }
            }
        }
        records
    }

    /// The outcome of one election; `None` when nobody else can lead.
    fn elect(
        &self,
        topic: &Topic,
        index: PartitionIndex,
        partition: &Partition,
        election: Election,
        rules: &TopicRules,
    ) -> Option<PartitionChange> {
        self.change(topic, index, partition, rules, |target| target.election = election)
    }

    /// What `want` wants of a partition, as a record.
    pub(super) fn change(
        &self,
        topic: &Topic,
        index: PartitionIndex,
        partition: &Partition,
        rules: &TopicRules,
        want: impl FnOnce(&mut Target<'_>),
    ) -> Option<PartitionChange> {
        let acceptable = |r| self.active.is_active(r) && self.has_online_replica(partition, r);
        let default_dir = |r| self.default_dir(r);
        let mut target =
            Target::of(topic.id, index, partition, self.election_rules(rules, &default_dir), &acceptable);
        want(&mut target);
        target.build()
    }

    pub(super) fn elect_leaders(&mut self, request: &ElectLeadersRequest<'_>) -> Result<Outcome, Refusal> {
        let election = match request.election_type {
            0 => Election::Preferred,
            1 => Election::Unclean,
            other => {
                return Err(Refusal::new(
                    ErrorCode::InvalidRequest,
                    format!("Unknown election type {other}"),
                ));
            }
        };
        if request.topic_partitions.as_ref().is_none_or(|t| !t.is_empty()) {
            check_timeout(request.timeout_ms)?;
        }
        let mut records = Vec::new();
        let mut results = Vec::new();
        let row = |index: PartitionIndex, refusal: Option<&Refusal>| PartitionResult {
            partition_id: index.0,
            error_code: refusal.map_or(0, |r| r.code.code()),
            error_message: refusal.and_then(message),
        };
        match &request.topic_partitions {
            Some(asked) => {
                for topic in asked {
                    let mut result = ReplicaElectionResult { topic: own(&topic.topic), ..Default::default() };
                    for index in topic.partitions.iter().copied().map(PartitionIndex) {
                        let outcome = self.elect_one(&topic.topic, index, election, &mut records);
                        result.partition_result.push(row(index, outcome.err().as_ref()));
                    }
                    results.push(result);
                }
            }
            // Every partition; those that need nothing are left out of the answer.
            None => {
                let topics: Vec<Arc<Topic>> = self.state().topics_from("").cloned().collect();
                for topic in topics {
                    let mut result = ReplicaElectionResult { topic: own(&topic.name), ..Default::default() };
                    for index in topic.partitions.keys() {
                        match self.elect_one(&topic.name, *index, election, &mut records) {
                            Err(refusal) if refusal.code == ErrorCode::ElectionNotNeeded => {}
                            outcome => result.partition_result.push(row(*index, outcome.err().as_ref())),
                        }
                    }
                    results.push(result);
                }
            }
        }
        if records.len() > RECORDS_PER_REQUEST_MAX {
            return Err(too_large());
        }
        let response = ElectLeadersResponse { replica_election_results: results, ..Default::default() };
        Ok(Outcome { records, response: Response::ElectLeaders(response) })
    }

    fn elect_one(
        &self,
        name: &str,
        index: PartitionIndex,
        election: Election,
        records: &mut Vec<Record>,
    ) -> Result<(), Refusal> {
        let unknown = |text| Refusal::new(ErrorCode::UnknownTopicOrPartition, text);
        let topic =
            self.state().topic_named(name).ok_or_else(|| unknown(format!("No such topic as {name}")))?;
        let partition = topic
            .partitions
            .get(&index)
            .ok_or_else(|| unknown(format!("No such partition as {name}-{index}")))?;
        let done = match election {
            Election::Unclean => partition.has_leader(),
            _ => partition.has_preferred_leader(),
        };
        if done {
            return Err(coded(ErrorCode::ElectionNotNeeded));
        }
        match self.elect(topic, index, partition, election, &self.topic_rules(topic)) {
            Some(change) => {
                records.push(Record::PartitionChange(Box::new(change)));
                Ok(())
            }
            None if election == Election::Unclean => Err(coded(ErrorCode::EligibleLeadersNotAvailable)),
            None => Err(coded(ErrorCode::PreferredLeaderNotAvailable)),
        }
    }

    // AlterPartition.

    pub(super) fn alter_partition(
        &mut self,
        caller: &Caller<'_>,
        request: &AlterPartitionRequest,
    ) -> Result<Outcome, Refusal> {
        if request.topics.is_empty() {
            return Ok(Outcome::read(Response::AlterPartition(AlterPartitionResponse::default())));
        }
        let broker = BrokerId(request.broker_id);
        self.check_epoch(broker, Offset(request.broker_epoch))?;
        let mut records = Vec::new();
        let mut topics = Vec::with_capacity(request.topics.len());
        for asked in &request.topics {
            let topic = self.state().topic(asked.topic_id).filter(|_| !asked.topic_id.is_zero());
            let rules = topic.map(|t| self.topic_rules(t));
            let partitions = asked.partitions.iter().map(|p| {
                let outcome = match (topic, &rules) {
                    (Some(topic), Some(rules)) => {
                        self.alter_one(broker, caller.version, topic, rules, p, &mut records)
                    }
                    _ => Err(ErrorCode::UnknownTopicId),
                };
                match outcome {
                    Ok(partition) => ResponsePartitionData {
                        partition_index: p.partition_index,
                        error_code: 0,
                        leader_id: partition.leader.0,
                        leader_epoch: partition.leader_epoch.0,
                        isr: partition.isr.iter().map(|b| b.0).collect(),
                        leader_recovery_state: partition.recovery.to_wire(),
                        partition_epoch: partition.partition_epoch,
                    },
                    Err(code) => ResponsePartitionData {
                        partition_index: p.partition_index,
                        error_code: code.code(),
                        ..Default::default()
                    },
                }
            });
            topics.push(ResponseTopicData { topic_id: asked.topic_id, partitions: partitions.collect() });
        }
        let response = AlterPartitionResponse { topics, ..Default::default() };
        Ok(Outcome { records, response: Response::AlterPartition(response) })
    }

    fn alter_one(
        &self,
        broker: BrokerId,
        version: i16,
        topic: &Topic,
        rules: &TopicRules,
        asked: &RequestPartitionData,
        records: &mut Vec<Record>,
    ) -> Result<Partition, ErrorCode> {
        let index = PartitionIndex(asked.partition_index);
        let partition = topic.partitions.get(&index).ok_or(ErrorCode::UnknownTopicOrPartition)?;
        let isr: Vec<(BrokerId, Offset)> = if version < 3 {
            asked.new_isr.iter().map(|id| (BrokerId(*id), Offset::NONE)).collect()
        } else {
            asked
                .new_isr_with_epochs
                .iter()
                .map(|s| (BrokerId(s.broker_id), Offset(s.broker_epoch)))
                .collect()
        };
        let recovery = self.check_alter(broker, partition, asked, &isr)?;
        let change = self.change(topic, index, partition, rules, |target| {
            if rules.unclean {
                target.election = Election::Unclean;
            }
            target.isr = isr.iter().map(|(id, _)| *id).collect();
            target.recovery = recovery;
        });
        let Some(change) = change else { return Ok((**partition).clone()) };
        let next = partition.merge(&change);
        let moved = change.leader.is_some_and(|leader| leader != broker);
        records.push(Record::PartitionChange(Box::new(change)));
        // The change ended a reassignment and took the leadership away: the old leader is to look at the metadata anew,
        // although what it asked for is done.
        if moved { Err(ErrorCode::NewLeaderElected) } else { Ok(next) }
    }

    fn check_alter(
        &self,
        broker: BrokerId,
        partition: &Partition,
        asked: &RequestPartitionData,
        isr: &[(BrokerId, Offset)],
    ) -> Result<LeaderRecovery, ErrorCode> {
        let epoch = LeaderEpoch(asked.leader_epoch);
        // Who knows a later epoch than we do has heard of a later controller.
        if epoch > partition.leader_epoch || asked.partition_epoch > partition.partition_epoch {
            return Err(ErrorCode::NotController);
        }
        if epoch < partition.leader_epoch {
            return Err(ErrorCode::FencedLeaderEpoch);
        }
        if broker != partition.leader {
            return Err(ErrorCode::InvalidRequest);
        }
        if asked.partition_epoch < partition.partition_epoch {
            return Err(ErrorCode::InvalidUpdateVersion);
        }
        let distinct: BTreeSet<BrokerId> = isr.iter().map(|(id, _)| *id).collect();
        let are_replicas = distinct.iter().all(|id| partition.replicas.contains(id));
        if isr.is_empty()
            || distinct.len() != isr.len()
            || !are_replicas
            || !distinct.contains(&partition.leader)
        {
            return Err(ErrorCode::InvalidRequest);
        }
        let recovery =
            LeaderRecovery::from_wire(asked.leader_recovery_state).ok_or(ErrorCode::InvalidRequest)?;
        if recovery == LeaderRecovery::Recovering
            && (isr.len() > 1 || partition.recovery == LeaderRecovery::Recovered)
        {
            return Err(ErrorCode::InvalidRequest);
        }
        let eligible = |(id, epoch): &(BrokerId, Offset)| {
            self.active
                .broker(*id)
                .is_some_and(|b| b.is_active() && (*epoch == Offset::NONE || *epoch == b.epoch))
        };
        if !isr.iter().all(eligible) {
            return Err(ErrorCode::IneligibleReplica);
        }
        Ok(recovery)
    }

    // CreatePartitions.

    pub(super) fn create_partitions(
        &mut self,
        caller: &Caller<'_>,
        request: &CreatePartitionsRequest<'_>,
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
        // Before anything is placed, so that no number in a request sets how much is allocated.
        let added = request.topics.iter().map(|t| {
            let present = self.state().topic_named(&t.name).map_or(0, |topic| topic.partitions.len());
            i64::from(t.count).saturating_sub(present as i64).max(0)
        });
        if added.sum::<i64>() > RECORDS_PER_REQUEST_MAX as i64 {
            let text = "Excessively large number of additional partitions per request.";
            return Err(Refusal::new(ErrorCode::PolicyViolation, text));
        }
        let row = |name: &str, refusal: Option<&Refusal>| CreatePartitionsTopicResult {
            name: own(name),
            error_code: refusal.map_or(0, |r| r.code.code()),
            error_message: refusal.and_then(message),
        };
        let twice = Refusal::new(ErrorCode::InvalidRequest, "Duplicate topic name.");
        let mut results: Vec<_> = duplicates.iter().map(|name| row(name, Some(&twice))).collect();
        let mut records = Vec::new();
        for topic in request.topics.iter().filter(|t| !duplicates.contains(&*t.name)) {
            let outcome = if (caller.allows)(AclOperation::Alter, ResourceType::Topic, &topic.name) {
                self.grow(topic, &mut records)
            } else {
                Err(Refusal::bare(ErrorCode::TopicAuthorizationFailed))
            };
            results.push(row(&topic.name, outcome.err().as_ref()));
        }
        if request.validate_only {
            records.clear();
        }
        let response = CreatePartitionsResponse { results, ..Default::default() };
        Ok(Outcome { records, response: Response::CreatePartitions(response) })
    }

    fn grow(&mut self, asked: &CreatePartitionsTopic<'_>, records: &mut Vec<Record>) -> Result<(), Refusal> {
        let topic = self
            .state()
            .topic_named(&asked.name)
            .cloned()
            .ok_or(Refusal::bare(ErrorCode::UnknownTopicOrPartition))?;
        let present = topic.partitions.len() as i32;
        let invalid = |text| Err(Refusal::new(ErrorCode::InvalidPartitions, text));
        if asked.count == present {
            return invalid(format!("Topic already has {present} partition(s)."));
        }
        if asked.count < present {
            return invalid(format!(
                "The topic {} currently has {present} partition(s); {} would not be an increase.",
                asked.name, asked.count
            ));
        }
        let additional = (asked.count - present) as usize;
        let replication = topic.partitions.values().next().map_or(1, |p| p.replicas.len());
        let partitions = match &asked.assignments {
            Some(rows) if rows.len() != additional => {
                let text = format!(
                    "Attempted to add {additional} additional partition(s), but only {} assignment(s) were specified.",
                    rows.len()
                );
                return Err(Refusal::new(ErrorCode::InvalidReplicaAssignment, text));
            }
            Some(rows) => (rows.iter().zip(present..))
                .map(|(row, index)| self.assigned_partition(index, &row.broker_ids, Some(replication)))
                .collect::<Result<Vec<_>, _>>()?,
            None => self
                .place(additional, i16::try_from(replication).unwrap_or(i16::MAX))
                .map_err(|reason| Refusal::new(ErrorCode::InvalidReplicationFactor, reason))?,
        };
        records.extend(partitions.into_iter().zip(present..).map(|(partition, index)| Record::Partition {
            topic: topic.id,
            index: PartitionIndex(index),
            partition: Arc::new(partition),
        }));
        Ok(())
    }

    // AssignReplicasToDirs.

    pub(super) fn assign_replicas(
        &mut self,
        request: &dirs::AssignReplicasToDirsRequest,
    ) -> Result<Outcome, Refusal> {
        if !self.level().has_directory_assignment() {
            return Err(Refusal::new(
                ErrorCode::UnsupportedVersion,
                "Directory assignment is not supported yet.",
            ));
        }
        let id = BrokerId(request.broker_id);
        let broker = Arc::clone(self.check_epoch(id, Offset(request.broker_epoch))?);
        let mut records = Vec::new();
        let mut offline = BTreeSet::new();
        let mut directories = Vec::with_capacity(request.directories.len());
        for dir in &request.directories {
            let online = broker.has_online_dir(dir.id);
            let topics = dir.topics.iter().map(|asked| {
                let topic = self.state().topic(asked.topic_id);
                let rules = topic.map(|t| self.topic_rules(t));
                let partitions = asked.partitions.iter().map(|p| {
                    let index = PartitionIndex(p.partition_index);
                    let code = match (topic, &rules) {
                        (Some(topic), Some(rules)) => match topic.partitions.get(&index) {
                            None => ErrorCode::UnknownTopicOrPartition,
                            Some(partition) if !partition.replicas.contains(&id) => {
                                ErrorCode::NotLeaderOrFollower
                            }
                            Some(partition) => {
                                let change = self
                                    .change(topic, index, partition, rules, |t| t.set_directory(id, dir.id));
                                records.extend(change.map(|c| Record::PartitionChange(Box::new(c))));
                                if !online {
                                    offline.insert((topic.id, index));
                                }
                                ErrorCode::None
                            }
                        },
                        _ => ErrorCode::UnknownTopicId,
                    };
                    dirs::ResponsePartitionData { partition_index: index.0, error_code: code.code() }
                });
                dirs::ResponseTopicData { topic_id: asked.topic_id, partitions: partitions.collect() }
            });
            directories.push(dirs::ResponseDirectoryData { id: dir.id, topics: topics.collect() });
        }
        // A replica in a dir that is offline is as good as lost.
        records.extend(self.replicas_offline(id, &offline));
        let response = dirs::AssignReplicasToDirsResponse { directories, ..Default::default() };
        Ok(Outcome { records, response: Response::AssignReplicasToDirs(response) })
    }

    fn replicas_offline(&self, id: BrokerId, which: &BTreeSet<(Uuid, PartitionIndex)>) -> Vec<Record> {
        let moved = Move { remove: Some(id), ..Move::default() };
        let one = |(topic, index): &(Uuid, PartitionIndex)| {
            let topic = self.state().topic(*topic)?;
            let partition = topic.partitions.get(index)?;
            self.partition_after(topic, *index, partition, moved, &self.topic_rules(topic))
        };
        which.iter().filter_map(one).collect()
    }
}
