//! One partition's next record: given what is wanted of it, who leads, who is in sync, who stays eligible.
//!
//! The rules of leader election and of eligible leader replicas (KIP-966), of recovery after unclean elections (KIP-704) and of
//! finishing a reassignment (KIP-455). Knows no other partition, no broker state beyond one predicate, and writes nothing itself.
//!
//! Invariants of the result: a leader comes from the target ISR, or with an empty target ISR from the target ELR, unless the
//! election is unclean; then the ISR is the leader alone. A reassignment that can finish does.

use crate::features::MetadataVersion;
use crate::topics::{LeaderRecovery, Partition, PartitionChange, directory};
use protocol::{BrokerId, PartitionIndex, Uuid};
use std::collections::BTreeMap;

/// How far an election may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Election {
    /// The first replica if it may lead, else as `Online`.
    Preferred,
    /// The leader stays if it may lead; else the first replica that may.
    Online,
    /// As `Online`; when none may, the first replica that is alive, in sync or not.
    Unclean,
}

/// What is wanted of a partition. Fields not set keep what the partition has.
pub(crate) struct Target<'a> {
    partition: &'a Partition,
    topic: Uuid,
    index: PartitionIndex,
    level: MetadataVersion,
    /// The smaller of the topic's `min.insync.replicas` and its replication factor.
    min_isr: usize,
    elr_enabled: bool,
    /// Whether a replica is alive here and its log dir online.
    acceptable: &'a dyn Fn(BrokerId) -> bool,
    /// Where a replica that has no log dir yet goes.
    default_dir: &'a dyn Fn(BrokerId) -> Uuid,
    directories: BTreeMap<BrokerId, Uuid>,
    pub(crate) election: Election,
    pub(crate) isr: Vec<BrokerId>,
    pub(crate) replicas: Vec<BrokerId>,
    pub(crate) removing: Vec<BrokerId>,
    pub(crate) adding: Vec<BrokerId>,
    pub(crate) recovery: LeaderRecovery,
    /// A broker that came back without a clean stop: what it held may be gone.
    pub(crate) unclean_shutdown: Option<BrokerId>,
    elr: Vec<BrokerId>,
}

/// What is fixed for all partitions of one topic while changes are made.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) level: MetadataVersion,
    pub(crate) min_isr: usize,
    pub(crate) elr_enabled: bool,
    pub(crate) default_dir: &'a dyn Fn(BrokerId) -> Uuid,
}

impl<'a> Target<'a> {
    pub(crate) fn of(
        topic: Uuid,
        index: PartitionIndex,
        partition: &'a Partition,
        rules: Rules<'a>,
        acceptable: &'a dyn Fn(BrokerId) -> bool,
    ) -> Self {
        Self {
            partition,
            topic,
            index,
            level: rules.level,
            min_isr: rules.min_isr,
            elr_enabled: rules.elr_enabled,
            acceptable,
            default_dir: rules.default_dir,
            directories: partition
                .replicas
                .iter()
                .copied()
                .zip(partition.directories.iter().copied())
                .collect(),
            election: Election::Online,
            isr: partition.isr.clone(),
            replicas: partition.replicas.clone(),
            removing: partition.removing.clone(),
            adding: partition.adding.clone(),
            recovery: partition.recovery,
            unclean_shutdown: None,
            elr: partition.elr.clone(),
        }
    }

    pub(crate) fn set_directory(&mut self, replica: BrokerId, dir: Uuid) {
        self.directories.insert(replica, dir);
    }

    /// The record that brings the partition there, or `None` when it is there already.
    pub(crate) fn build(mut self) -> Option<PartitionChange> {
        let mut change = PartitionChange::of(self.topic, self.index);
        self.maybe_complete_reassignment();
        self.populate_elr();
        self.elect(&mut change);
        // A replica that loses the partition must not go on following under the old epoch.
        if change.leader.is_none() && !self.partition.replicas.iter().all(|r| self.replicas.contains(r)) {
            change.leader = Some(self.partition.leader);
        }
        let clean = change.isr.is_none();
        if !clean || !self.elr_enabled {
            self.elr.clear();
        }
        if self.elr != self.partition.elr {
            change.elr = Some(self.elr.clone());
        }
        if clean && (!self.isr.is_empty() || self.elr_enabled) && self.isr != self.partition.isr {
            change.isr = Some(self.isr.clone());
        }
        if self.level.bumps_leader_epoch_on_isr_shrink()
            && change.leader.is_none()
            && let Some(isr) = &change.isr
            && !self.partition.isr.iter().all(|r| isr.contains(r))
        {
            change.leader = Some(self.partition.leader);
        }
        self.update_last_known_leader(&mut change);
        self.set_assignment(&mut change);
        if self.recovery != self.partition.recovery {
            change.recovery = Some(self.recovery);
        }
        (!change.is_nothing()).then_some(change)
    }

    /// All added replicas in sync: the removed ones go.
    fn maybe_complete_reassignment(&mut self) {
        if self.removing.is_empty() && self.adding.is_empty() {
            return;
        }
        let kept = |from: &[BrokerId]| -> Vec<BrokerId> {
            from.iter().copied().filter(|r| !self.removing.contains(r)).collect()
        };
        let (isr, replicas) = (kept(&self.isr), kept(&self.replicas));
        if isr.is_empty() || replicas.is_empty() || !replicas.iter().all(|r| isr.contains(r)) {
            return;
        }
        self.isr = isr;
        self.replicas = replicas;
        self.removing.clear();
        self.adding.clear();
    }

    /// Below `min_isr` whoever leaves the ISR stays eligible, unless it lost what it had; at or above it nobody needs to be.
    fn populate_elr(&mut self) {
        if !self.elr_enabled {
            return;
        }
        if self.isr.len() >= self.min_isr {
            self.elr.clear();
            return;
        }
        self.elr.extend(&self.partition.isr);
        // A reassignment takes replicas away; those cannot stay eligible.
        let stays = |r: &BrokerId| {
            !self.isr.contains(r) && Some(*r) != self.unclean_shutdown && self.replicas.contains(r)
        };
        self.elr.retain(stays);
        self.elr.sort_unstable();
        self.elr.dedup();
    }

    fn may_lead(&self, replica: BrokerId) -> bool {
        let eligible = self.isr.contains(&replica) || (self.isr.is_empty() && self.elr.contains(&replica));
        eligible && (self.acceptable)(replica)
    }

    /// The leader to be, and whether the election is unclean.
    fn leader(&self) -> (BrokerId, bool) {
        if self.election == Election::Preferred
            && let Some(&preferred) = self.replicas.first()
            && self.may_lead(preferred)
        {
            return (preferred, false);
        }
        if self.may_lead(self.partition.leader) {
            return (self.partition.leader, false);
        }
        if let Some(&replica) = self.replicas.iter().find(|r| self.may_lead(**r)) {
            return (replica, false);
        }
        // The last leader is the best guess at who has most, when nobody is known to have all.
        if self.elr_enabled
            && self.elr.is_empty()
            && self.isr.is_empty()
            && let [last] = self.partition.last_known_elr[..]
            && (self.acceptable)(last)
        {
            return (last, true);
        }
        if self.election == Election::Unclean
            && let Some(&replica) = self.replicas.iter().find(|r| (self.acceptable)(**r))
        {
            return (replica, true);
        }
        (BrokerId::NONE, false)
    }

    fn elect(&mut self, change: &mut PartitionChange) {
        let (leader, unclean) = self.leader();
        if leader == self.partition.leader {
            return;
        }
        change.leader = Some(leader);
        if self.elr.contains(&leader) {
            self.isr = vec![leader];
            self.elr.retain(|r| *r != leader);
        } else if unclean {
            change.isr = Some(vec![leader]);
            if self.partition.recovery != LeaderRecovery::Recovering {
                change.recovery = Some(LeaderRecovery::Recovering);
            }
        }
    }

    fn update_last_known_leader(&self, change: &mut PartitionChange) {
        if !self.elr_enabled {
            return;
        }
        let last = self.partition.leader;
        let leads = match change.leader {
            Some(leader) => leader != BrokerId::NONE,
            None => last != BrokerId::NONE,
        };
        if change.isr.as_ref().is_some_and(Vec::is_empty) && self.partition.last_known_elr != [last] {
            if last != BrokerId::NONE {
                change.last_known_elr = Some(vec![last]);
            }
        } else if leads && !self.partition.last_known_elr.is_empty() {
            change.last_known_elr = Some(Vec::new());
        }
    }

    fn set_assignment(&self, change: &mut PartitionChange) {
        if !self.replicas.is_empty() {
            if self.level.has_directory_assignment() {
                let dirs: Vec<Uuid> = self
                    .replicas
                    .iter()
                    .map(|r| self.directories.get(r).copied().unwrap_or_else(|| (self.default_dir)(*r)))
                    .collect();
                if dirs != self.partition.directories {
                    change.directories = Some(dirs);
                }
            }
            if self.replicas != self.partition.replicas {
                change.replicas = Some(self.replicas.clone());
            }
        }
        if self.removing != self.partition.removing {
            change.removing = Some(self.removing.clone());
        }
        if self.adding != self.partition.adding {
            change.adding = Some(self.adding.clone());
        }
    }
}

/// A new partition with these replicas in sync as far as they are alive; `None` when none is.
pub(crate) fn new_partition(
    replicas: Vec<BrokerId>,
    active: impl Fn(BrokerId) -> bool,
    level: MetadataVersion,
    default_dir: impl Fn(BrokerId) -> Uuid,
) -> Option<Partition> {
    let isr: Vec<BrokerId> = replicas.iter().copied().filter(|r| active(*r)).collect();
    let leader = *isr.first()?;
    let directories = if level.has_directory_assignment() {
        replicas.iter().map(|r| default_dir(*r)).collect()
    } else {
        vec![directory::MIGRATING; replicas.len()]
    };
    Some(Partition {
        directories,
        replicas,
        isr,
        removing: Vec::new(),
        adding: Vec::new(),
        elr: Vec::new(),
        last_known_elr: Vec::new(),
        leader,
        leader_epoch: protocol::LeaderEpoch(0),
        partition_epoch: 0,
        recovery: LeaderRecovery::Recovered,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::LeaderEpoch;

    fn ids(list: &[i32]) -> Vec<BrokerId> {
        list.iter().copied().map(BrokerId).collect()
    }

    /// `leader | isr | elr | last known elr` of a partition with replicas 1, 2, 3.
    fn partition(text: &str) -> Partition {
        let parts: Vec<Vec<i32>> =
            text.split('|').map(|p| p.split_whitespace().map(|n| n.parse().unwrap()).collect()).collect();
        Partition {
            replicas: ids(&[1, 2, 3]),
            directories: vec![Uuid([9; 16]); 3],
            isr: ids(&parts[1]),
            removing: vec![],
            adding: vec![],
            elr: ids(&parts[2]),
            last_known_elr: ids(&parts[3]),
            leader: BrokerId(parts[0][0]),
            leader_epoch: LeaderEpoch(5),
            partition_epoch: 50,
            recovery: LeaderRecovery::Recovered,
        }
    }

    struct Case {
        alive: &'static [i32],
        min_isr: usize,
        elr: bool,
        election: Election,
        unclean_shutdown: Option<i32>,
    }

    const CASE: Case =
        Case { alive: &[1, 2, 3], min_isr: 2, elr: true, election: Election::Online, unclean_shutdown: None };

    /// Target ISR given, what becomes of the partition.
    fn check(before: &str, case: &Case, isr: &[i32], expected: &str) {
        let before = partition(before);
        let acceptable = |r: BrokerId| case.alive.contains(&r.0);
        let rules = Rules {
            level: MetadataVersion::LATEST,
            min_isr: case.min_isr,
            elr_enabled: case.elr,
            default_dir: &|_| directory::UNASSIGNED,
        };
        let mut target = Target::of(Uuid::ZERO, PartitionIndex(0), &before, rules, &acceptable);
        target.isr = ids(isr);
        target.election = case.election;
        target.unclean_shutdown = case.unclean_shutdown.map(BrokerId);
        let found = match target.build() {
            None => "nothing".to_owned(),
            Some(change) => {
                let p = before.merge(&change);
                let list = |l: &[BrokerId]| l.iter().map(|b| b.0.to_string()).collect::<Vec<_>>().join(" ");
                let recovering = if p.recovery == LeaderRecovery::Recovering { " recovering" } else { "" };
                format!(
                    "{}@{}|{}|{}|{}{recovering}",
                    p.leader,
                    p.leader_epoch,
                    list(&p.isr),
                    list(&p.elr),
                    list(&p.last_known_elr)
                )
            }
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn a_lost_leader_is_followed_by_the_first_replica_in_sync() {
        check("1|1 2 3||", &Case { alive: &[2, 3], ..CASE }, &[2, 3], "2@6|2 3||");
        check("1|1 3||", &Case { alive: &[2, 3], ..CASE }, &[3], "3@6|3|1|");
        check("2|1 2 3||", &CASE, &[1, 2, 3], "nothing");
        check("2|1 2 3||", &Case { election: Election::Preferred, ..CASE }, &[1, 2, 3], "1@6|1 2 3||");
    }

    #[test]
    fn below_min_isr_whoever_leaves_stays_eligible() {
        check("1|1 2 3||", &Case { alive: &[1], ..CASE }, &[1], "1@5|1|2 3|");
        check("1|1|2 3|", &Case { alive: &[2], ..CASE }, &[], "2@6|2|1 3|");
        check("1|1 2|3|", &CASE, &[1, 2], "1@5|1 2||");
        check("1|1|2 3|", &CASE, &[1, 2], "1@5|1 2||");
    }

    #[test]
    fn the_only_replica_in_sync_leaves_an_empty_isr_and_is_remembered() {
        // What a single node writes when it stops and when it starts again.
        check("1|1||", &Case { alive: &[], min_isr: 1, ..CASE }, &[], "-1@6||1|1");
        check("-1||1|1", &Case { alive: &[1], min_isr: 1, ..CASE }, &[], "1@6|1||");
        check("1|1||", &Case { alive: &[], elr: false, ..CASE }, &[], "-1@6|1||");
        check("-1|1||", &Case { alive: &[1], elr: false, ..CASE }, &[1], "1@6|1||");
    }

    #[test]
    fn after_an_unclean_stop_the_last_leader_recovers() {
        let gone = Case { alive: &[], min_isr: 1, unclean_shutdown: Some(1), ..CASE };
        check("1|1||", &gone, &[], "-1@6|||1");
        check("-1|||1", &Case { alive: &[1], min_isr: 1, ..CASE }, &[], "1@6|1|| recovering");
        check("-1|||1", &Case { alive: &[2, 3], min_isr: 1, ..CASE }, &[], "nothing");
        check(
            "-1|||1",
            &Case { alive: &[2, 3], election: Election::Unclean, ..CASE },
            &[],
            "2@6|2|| recovering",
        );
    }

    #[test]
    fn a_reassignment_ends_when_all_added_replicas_are_in_sync() {
        let mut before = partition("3|3||");
        before.removing = ids(&[3]);
        before.adding = ids(&[1]);
        let acceptable = |_| true;
        let rules = Rules {
            level: MetadataVersion::LATEST,
            min_isr: 1,
            elr_enabled: true,
            default_dir: &|_| directory::UNASSIGNED,
        };
        let build = |isr: &[i32]| {
            let mut target = Target::of(Uuid::ZERO, PartitionIndex(0), &before, rules, &acceptable);
            target.isr = ids(isr);
            target.build()
        };
        let partly = build(&[3, 1]).unwrap();
        assert_eq!((partly.isr, partly.replicas, partly.leader), (Some(ids(&[3, 1])), None, None));
        let done = build(&[3, 1, 2]).unwrap();
        assert_eq!(done.replicas, Some(ids(&[1, 2])));
        assert_eq!(done.isr, Some(ids(&[1, 2])));
        assert_eq!(done.leader, Some(BrokerId(1)));
        assert_eq!((done.removing, done.adding), (Some(vec![]), Some(vec![])));
        assert_eq!(done.directories.unwrap().len(), 2);
    }
}
