//! Where the replicas of new partitions go: striped over racks and over the brokers of each rack, from a random start.
//!
//! The first replica of a partition always goes to an unfenced broker; fenced ones are used only when a rack has no other
//! left. Within a partition no broker comes twice, and no rack before all racks have had one. Knows of brokers only
//! what [`Usable`] says.

use protocol::{BrokerId, Rng};
use std::collections::BTreeMap;

/// A broker that may take replicas.
#[derive(Clone, Debug)]
pub(crate) struct Usable {
    pub(crate) id: BrokerId,
    pub(crate) rack: Option<String>,
    pub(crate) fenced: bool,
}

/// The brokers of one kind in one rack; each round starts one further.
#[derive(Default)]
struct Ring {
    brokers: Vec<BrokerId>,
    offset: usize,
    index: usize,
    round: usize,
}

impl Ring {
    fn start(&mut self, rng: &mut Rng) {
        self.brokers.sort_unstable();
        self.offset = rng.below(self.brokers.len() as u64) as usize;
    }

    fn next(&mut self, round: usize) -> Option<BrokerId> {
        if self.brokers.is_empty() {
            return None;
        }
        if self.round != round {
            self.round = round;
            self.index = 0;
            self.offset = (self.offset + 1) % self.brokers.len();
        }
        if self.index >= self.brokers.len() {
            return None;
        }
        let broker = self.brokers[(self.index + self.offset) % self.brokers.len()];
        self.index += 1;
        Some(broker)
    }
}

#[derive(Default)]
struct Rack {
    unfenced: Ring,
    fenced: Ring,
}

impl Rack {
    fn next(&mut self, round: usize) -> Option<BrokerId> {
        self.unfenced.next(round).or_else(|| self.fenced.next(round))
    }
}

/// Places `partitions` partitions of `replicas` replicas each. The error is Kafka's sentence.
pub(crate) fn place(
    usable: impl Iterator<Item = Usable>,
    partitions: usize,
    replicas: i32,
    rng: &mut Rng,
) -> Result<Vec<Vec<BrokerId>>, String> {
    let mut by_rack: BTreeMap<Option<String>, Rack> = BTreeMap::new();
    let (mut total, mut unfenced) = (0usize, 0usize);
    for broker in usable {
        let rack = by_rack.entry(broker.rack).or_default();
        total += 1;
        if broker.fenced {
            rack.fenced.brokers.push(broker.id);
        } else {
            unfenced += 1;
            rack.unfenced.brokers.push(broker.id);
        }
    }
    if replicas <= 0 {
        return Err(format!(
            "Invalid replication factor {replicas}: the replication factor must be positive."
        ));
    }
    if unfenced == 0 {
        return Err("All brokers are currently fenced.".to_owned());
    }
    if replicas as usize > total {
        return Err(format!(
            "The target replication factor of {replicas} cannot be reached because only {total} broker(s) are registered \
             or some brokers have all their log directories cordoned."
        ));
    }
    // A rack without a name comes before all named ones.
    let mut racks: Vec<Rack> = by_rack.into_values().collect();
    for rack in &mut racks {
        rack.fenced.start(rng);
        rack.unfenced.start(rng);
    }
    let mut order: Vec<usize> = (0..racks.len()).collect();
    let mut offset = rng.below(racks.len() as u64) as usize;
    let mut round = 0;
    let mut placed = Vec::with_capacity(partitions);
    for _ in 0..partitions {
        // After as many partitions as there are brokers the same assignments would come again.
        if round == unfenced && unfenced > 1 {
            shuffle(&mut order, rng);
            for rack in &mut racks {
                for ring in [&mut rack.fenced, &mut rack.unfenced] {
                    shuffle(&mut ring.brokers, rng);
                    // A ring last used in round 0 would pass for used up.
                    ring.round = usize::MAX;
                }
            }
            round = 0;
        }
        if offset == order.len() {
            offset = 0;
        }
        placed.push(place_one(&mut racks, &order, offset, round, replicas as usize));
        round += 1;
        offset += 1;
    }
    Ok(placed)
}

fn place_one(
    racks: &mut [Rack],
    order: &[usize],
    offset: usize,
    round: usize,
    replicas: usize,
) -> Vec<BrokerId> {
    let mut brokers = Vec::with_capacity(replicas);
    let mut first = Some(offset);
    // One of the racks has an unfenced broker left in this round: rings start anew with every round.
    while let Some(at) = first {
        if let Some(leader) = racks[order[at]].unfenced.next(round) {
            brokers.push(leader);
            break;
        }
        first = Some((at + 1) % order.len());
        debug_assert!(first != Some(offset), "no rack has an unfenced broker");
    }
    let mut at = offset;
    while brokers.len() < replicas {
        // The rack of the first replica waits until every other one has had its turn.
        if first == Some(at) {
            first = None;
        } else if let Some(replica) = racks[order[at]].next(round) {
            brokers.push(replica);
        }
        at = (at + 1) % order.len();
    }
    brokers
}

fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for end in (1..list.len()).rev() {
        list.swap(end, rng.below(end as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn brokers(list: &[(i32, Option<&str>, bool)]) -> Vec<Usable> {
        list.iter()
            .map(|(id, rack, fenced)| Usable {
                id: BrokerId(*id),
                rack: rack.map(str::to_owned),
                fenced: *fenced,
            })
            .collect()
    }

    #[test]
    fn replicas_are_distinct_spread_over_racks_and_led_by_unfenced_brokers() {
        let cluster = brokers(&[
            (0, Some("a"), false),
            (1, Some("a"), true),
            (2, Some("b"), false),
            (3, Some("b"), false),
            (4, Some("c"), true),
            (5, None, false),
        ]);
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let replicas = 1 + (seed % 6) as i32;
            for row in place(cluster.iter().cloned(), 40, replicas, &mut rng).unwrap() {
                assert_eq!(row.len(), replicas as usize);
                assert_eq!(row.iter().collect::<BTreeSet<_>>().len(), row.len(), "{row:?}");
                assert!(![1, 4].contains(&row[0].0), "{row:?} is led by a fenced broker");
                let racks: BTreeSet<_> =
                    row.iter().map(|b| cluster.iter().find(|c| c.id == *b).unwrap().rack.clone()).collect();
                assert_eq!(racks.len(), row.len().min(4), "{row:?}");
            }
        }
    }

    #[test]
    fn leaders_are_spread_evenly() {
        let cluster = brokers(&[(1, None, false), (2, None, false), (3, None, false)]);
        let mut leaders = BTreeMap::new();
        for row in place(cluster.into_iter(), 300, 2, &mut Rng::new(3)).unwrap() {
            *leaders.entry(row[0].0).or_insert(0) += 1;
        }
        assert_eq!(leaders.values().copied().collect::<Vec<_>>(), [100, 100, 100]);
    }

    #[test]
    fn what_cannot_be_placed_is_refused_in_kafkas_words() {
        let err = |list: &[(i32, Option<&str>, bool)], n| {
            place(brokers(list).into_iter(), 1, n, &mut Rng::new(0)).unwrap_err()
        };
        assert!(err(&[(1, None, false)], 2).contains("only 1 broker(s) are registered or some brokers"));
        assert_eq!(err(&[(1, None, true)], 1), "All brokers are currently fenced.");
        assert_eq!(err(&[], 1), "All brokers are currently fenced.");
        assert!(err(&[(1, None, false)], 0).contains("must be positive"));
        assert_eq!(place(brokers(&[(7, None, false)]).into_iter(), 3, 1, &mut Rng::new(0)).unwrap().len(), 3);
    }
}
