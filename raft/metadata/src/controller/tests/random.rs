//! Random brokers, topics, failures and elections: what must hold of every state and of every answer.

use super::administration::changes;
use super::*;
use crate::topics::{Partition, directory};
use protocol::PartitionIndex;
use std::collections::BTreeMap;

const BROKERS: i32 = 4;

/// A broker as it sees itself.
#[derive(Clone, Copy, Default)]
struct Node {
    incarnation: u8,
    alive: bool,
    /// The epoch its clean stop left on disk.
    previous_epoch: i64,
}

fn check_partition(before: Option<&Partition>, p: &Partition, elr: bool) {
    assert_eq!(p.directories.len(), p.replicas.len());
    assert!(!p.replicas.is_empty());
    for list in [&p.isr, &p.elr, &p.adding, &p.removing] {
        assert!(list.iter().all(|r| p.replicas.contains(r)), "{p:?}");
        let mut sorted = list.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), list.len(), "{p:?}");
    }
    assert!(!p.isr.iter().any(|r| p.elr.contains(r)), "{p:?}");
    assert!(!p.has_leader() || p.isr.contains(&p.leader), "{p:?}");
    assert!(elr || !p.isr.is_empty(), "{p:?}");
    assert!(p.leader_epoch.0 <= p.partition_epoch);
    if let Some(before) = before {
        assert!(p.partition_epoch > before.partition_epoch && p.leader_epoch >= before.leader_epoch);
        assert!(p.leader == before.leader || p.leader_epoch > before.leader_epoch, "{before:?} {p:?}");
        // Nobody leads who was neither in sync nor eligible, but openly: by an unclean election. (The end of a reassignment
        // takes the leader's word for who is in sync and elects in one step.)
        let knew =
            before.isr.contains(&p.leader) || before.elr.contains(&p.leader) || before.is_reassigning();
        let stayed = !p.has_leader() || p.leader == before.leader;
        assert!(knew || stayed || p.recovery == LeaderRecovery::Recovering, "{before:?} {p:?}");
    }
}

fn check(script: &Script, seen: &mut BTreeMap<(Uuid, PartitionIndex), Arc<Partition>>) {
    let Some(state) = script.controller.state() else { return };
    assert!(*state == *script.log.image(), "the state is not what the log says");
    let elr = state.features.elr_enabled();
    let mut now = BTreeMap::new();
    for (topic, index, partition) in state.partitions() {
        let before = seen.get(&(topic.id, index));
        if before.is_none_or(|b| !Arc::ptr_eq(b, partition) && **b != **partition) {
            check_partition(before.map(|b| &**b), partition, elr);
        }
        if partition.has_leader() {
            let leader = state.brokers.get(&partition.leader).expect("a leader is registered");
            assert!(!leader.fenced, "a fenced broker leads");
            let dir = partition.directory_of(partition.leader).unwrap();
            assert!(leader.has_online_dir(dir) && dir != directory::LOST);
        }
        now.insert((topic.id, index), Arc::clone(partition));
    }
    *seen = now;
}

fn run(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut s = Script::new();
    s.controller.rng = Rng::new(seed);
    s.elected();
    let mut nodes = [Node::default(); BROKERS as usize];
    let mut seen = BTreeMap::new();
    let mut answered = 0;
    for _ in 0..400 {
        let id = 1 + rng.below(BROKERS as u64) as i32;
        let node = &mut nodes[id as usize - 1];
        match rng.below(16) {
            0 | 1 if !node.alive => {
                node.incarnation = node.incarnation.wrapping_add(1);
                let incarnation = node.incarnation.wrapping_mul(8).wrapping_add(id as u8);
                node.alive = true;
                s.register(id, incarnation, node.previous_epoch);
            }
            0 => {
                // Clean or not, gone without a word.
                let registered =
                    s.controller.state().and_then(|c| c.brokers.get(&BrokerId(id)).map(|b| b.epoch.0));
                node.previous_epoch = if rng.one_in(2) { registered.unwrap_or(-1) } else { -1 };
                node.alive = false;
            }
            2..=5 => {
                if node.alive {
                    let (fence, stop) = (rng.one_in(12), rng.one_in(12));
                    let dirs = if rng.one_in(30) { vec![Uuid([100 + id as u8; 16])] } else { Vec::new() };
                    s.beat(id, |r| {
                        r.want_fence = fence;
                        r.want_shut_down = stop;
                        r.offline_log_dirs = dirs;
                    });
                }
            }
            6 | 7 => {
                let names = ["a", "b", "c.d", "c_d", "e"];
                let name = names[rng.below(5) as usize];
                s.create(&[topic(name, 1 + rng.below(4) as i32, 1 + rng.below(4) as i16)]);
            }
            8 if rng.one_in(4) => {
                let topics = vec![DeleteTopicState { name: Some("a".into()), topic_id: Uuid::ZERO }];
                let request = DeleteTopicsRequest { topics, timeout_ms: 1000, ..Default::default() };
                s.request(6, Request::DeleteTopics(&request));
            }
            8 | 9 => alter_isr(&mut s, &mut rng),
            10 => {
                let partitions = rng.one_in(3).then(|| vec![0, 1]);
                let topic_partitions =
                    partitions.map(|partitions| vec![TopicPartitions { topic: "b".into(), partitions }]);
                let election_type = rng.below(2) as i8;
                let request = ElectLeadersRequest { election_type, topic_partitions, timeout_ms: 1000 };
                s.request(2, Request::ElectLeaders(&request));
            }
            11 => {
                let count = rng.below(4) as usize;
                let replicas: Vec<i32> = (0..count).map(|_| 1 + rng.below(BROKERS as u64) as i32).collect();
                let replicas = (count > 0).then_some(replicas);
                let partitions = vec![ReassignablePartition { partition_index: 0, replicas }];
                let request = AlterPartitionReassignmentsRequest {
                    timeout_ms: 1000,
                    topics: vec![ReassignableTopic { name: "b".into(), partitions }],
                    ..Default::default()
                };
                s.request(1, Request::AlterPartitionReassignments(&request));
            }
            12 => {
                let value = ["1", "2", "3"][rng.below(3) as usize];
                let name = if rng.one_in(3) { (4, "") } else { (2, "b") };
                s.alter(vec![changes(name.0, name.1, &[("min.insync.replicas", 0, Some(value))])]);
                let unclean = ["true", "false"][rng.below(2) as usize];
                s.alter(vec![changes(2, "e", &[("unclean.leader.election.enable", 0, Some(unclean))])]);
            }
            13 if rng.one_in(20) => {
                s.request(0, Request::UnregisterBroker(&UnregisterBrokerRequest { broker_id: id }));
                node.alive = false;
            }
            14 if rng.one_in(10) => {
                s.event(Event::Resigned);
                s.elected();
            }
            _ => {
                s.wait(rng.below(3_000) as i64);
            }
        }
        check(&s, &mut seen);
        if rng.one_in(2) {
            s.committed();
        }
        answered += s.effects.drain(..).filter(|e| matches!(e, Effect::Answer { .. })).count();
    }
    s.committed();
    answered += s.effects.drain(..).filter(|e| matches!(e, Effect::Answer { .. })).count();
    assert_eq!(answered as u64, s.tokens, "every request is answered once");
}

/// The leader of a random partition asks for a random ISR.
fn alter_isr(s: &mut Script, rng: &mut Rng) {
    let Some(state) = s.controller.state() else { return };
    let all: Vec<_> = state.partitions().filter(|(_, _, p)| p.has_leader()).collect();
    if all.is_empty() {
        return;
    }
    let (topic, index, p) = all[rng.below(all.len() as u64) as usize];
    let epoch = |id: BrokerId| state.brokers.get(&id).map_or(-1, |b| b.epoch.0);
    let isr = p.replicas.iter().filter(|r| **r == p.leader || rng.one_in(2));
    let partition = RequestPartitionData {
        partition_index: index.0,
        leader_epoch: p.leader_epoch.0,
        partition_epoch: p.partition_epoch,
        new_isr_with_epochs: isr.map(|r| BrokerState { broker_id: r.0, broker_epoch: epoch(*r) }).collect(),
        ..Default::default()
    };
    let request = AlterPartitionRequest {
        broker_id: p.leader.0,
        broker_epoch: epoch(p.leader),
        topics: vec![RequestTopicData { topic_id: topic.id, partitions: vec![partition] }],
    };
    s.request(3, Request::AlterPartition(&request));
}

#[test]
fn no_sequence_of_events_breaks_a_partition_or_loses_an_answer() {
    for seed in 0..40 {
        run(seed);
    }
}
