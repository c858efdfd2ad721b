//! Quorums of 1, 3 and 5 voters (and observers) on a lossy network, with disks that lose what was not synced, crashes,
//! refused writes, snapshots and resignations, over many seeds; every run follows from its seed.
//!
//! Checked after every event: at most one leader in an epoch (election safety); a leader has all that was ever committed
//! (leader completeness); all nodes commit the same records, and nothing committed is ever lost or changed (state machine
//! safety). Checked now and then: equal offset and epoch mean equal logs up to there (log matching). At the end the
//! network heals, and all nodes must agree on a longer committed log.

mod world;

use protocol::Rng;
use world::{Trouble, World};

fn run(seeds: std::ops::Range<u64>, voters: i32, observers: i32, trouble: Trouble) {
    for seed in seeds {
        let mut world = World::new(seed, voters, observers, trouble);
        world.run_for_ms(20_000);
        world.heal();
        world.run_for_ms(30_000);
        world.assert_agreement();
    }
}

#[test]
fn a_single_voter_never_loses_what_it_committed() {
    run(0..30, 1, 0, Trouble::ALL);
}

#[test]
fn a_single_voter_feeds_its_observers() {
    run(100..120, 1, 2, Trouble::ALL);
}

#[test]
fn three_voters_keep_what_they_committed() {
    run(200..220, 3, 0, Trouble::ALL);
}

#[test]
fn three_voters_and_an_observer_keep_what_they_committed() {
    run(300..310, 3, 1, Trouble::ALL);
}

#[test]
fn five_voters_keep_what_they_committed() {
    run(400..408, 5, 0, Trouble::ALL);
}

/// Somebody keeps making nodes voters and taking that back (KIP-853), one at a time.
#[test]
fn changing_voters_keep_what_was_committed() {
    let mut changes = 0;
    for seed in 600..612 {
        let mut world = World::new(seed, 3, 2, Trouble::RECONFIGURED);
        world.run_for_ms(40_000);
        world.heal();
        world.run_for_ms(30_000);
        world.assert_agreement();
        changes += world.changes;
    }
    assert!(changes > 20, "only {changes} changes were made");
}

#[test]
fn three_voters_without_trouble_elect_once() {
    for seed in 500..520 {
        let mut world = World::new(seed, 3, 0, Trouble::NONE);
        world.run_for_ms(30_000);
        world.assert_agreement();
        assert!(world.highest_epoch() <= 3, "seed {seed}: epoch {}", world.highest_epoch());
    }
}

/// The same seed gives the same run, or no failure could be found again.
#[test]
fn a_run_follows_from_its_seed() {
    let summary = |seed| {
        let mut world = World::new(seed, 3, 1, Trouble::ALL);
        world.run_for_ms(10_000);
        world.summary()
    };
    let seed = Rng::new(9).next_u64();
    assert_eq!(summary(seed), summary(seed));
}
