//! Many seeds, each a node's life with clients and faults; a failing one says how to run it again.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Seeds of the default run.
const COUNT: u64 = 60;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn every_seed_keeps_every_promise() {
    let seeds = match (number("SIM_SEED"), number("SIM_SEEDS")) {
        (Some(seed), _) => seed..seed + 1,
        (None, Some(count)) => number("SIM_FROM").unwrap_or(0)..number("SIM_FROM").unwrap_or(0) + count,
        (None, None) => 0..COUNT,
    };
    let mut failed = Vec::new();
    for seed in seeds {
        match catch_unwind(AssertUnwindSafe(|| sim::world::run(seed))) {
            Ok(report) if number("SIM_SEED").is_some() => eprintln!("{report:?}"),
            Ok(_) => {}
            Err(_) => {
                eprintln!("run it again: SIM_SEED={seed} SIM_LOG=1 cargo test -p sim");
                failed.push(seed);
            }
        }
    }
    assert!(failed.is_empty(), "seeds that fail: {failed:?}");
}

#[test]
fn equal_seeds_give_equal_traces() {
    for seed in [3, 11, 27] {
        assert_eq!(sim::world::run(seed), sim::world::run(seed));
    }
}
