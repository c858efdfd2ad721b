//! Elections outside a broker's coming and going: on a timer.

use super::brokers::TopicRules;
use super::election::{Election, Target};
use super::{ELECTIONS_PER_TIMER_MAX, Turn};
use crate::records::Record;
use crate::topics::{Partition, PartitionChange, Topic};
use protocol::{BrokerId, PartitionIndex};

impl Turn<'_> {
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
    pub(super) fn elect(
        &self,
        topic: &Topic,
        index: PartitionIndex,
        partition: &Partition,
        election: Election,
        rules: &TopicRules,
    ) -> Option<PartitionChange> {
        let acceptable = |r| self.may_lead(partition, r);
        let default_dir = |r| self.default_dir(r);
        let mut target =
            Target::of(topic.id, index, partition, self.election_rules(rules, &default_dir), &acceptable);
        target.election = election;
        target.build()
    }

    /// Whether a replica is alive and its log dir online.
    pub(super) fn may_lead(&self, partition: &Partition, replica: BrokerId) -> bool {
        self.active.is_active(replica) && self.has_online_replica(partition, replica)
    }
}
