//! Costs that can be counted: allocations of the hot path, and instructions against a budget that is checked in.
//!
//! Counts do not depend on how busy a machine is, which times do; so these are tests and the times are a program.

use std::path::{Path, PathBuf};
use std::process::Command;

use benches::allocations::{self, Counting};
use benches::stand::{self, Stand};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a request may cost, in instructions of a release build under callgrind. To be lowered when something got
/// cheaper, and raised only with a reason in the commit.
const PRODUCE_INSTRUCTIONS_MAX: u64 = 6_500;
const FETCH_INSTRUCTIONS_MAX: u64 = 5_600;

/// Requests until everything that grows once has grown.
const WARM_COUNT: usize = 20_000;
const COUNTED: usize = 6_400;

/// Allocations of a shard over so many requests that come `per_turn` at a time, when it is warm. What is allocated for a
/// job, such as writing the index entries of some megabytes, is no request's and is left out.
fn allocations_of(stand: &mut Stand, frame: &[u8], per_turn: usize) -> u64 {
    let mut run = |count: usize| {
        let mut allocated = 0;
        for _ in 0..count / 64 {
            let frames = stand::received(frame, 64);
            let (before, jobs) = (allocations::so_far().0, stand.seen.jobs);
            for (number, frame) in (1..).zip(frames) {
                stand.arrive(number as u64 % 8, frame);
                if number % per_turn == 0 {
                    stand.run();
                }
            }
            if stand.seen.jobs == jobs {
                allocated += allocations::so_far().0 - before;
            }
        }
        allocated
    };
    run(WARM_COUNT);
    run(COUNTED)
}

#[test]
fn a_produce_allocates_nothing_beyond_the_receive_buffer() {
    for (records, size) in [(1, 100), (60, 1024)] {
        let frame = stand::produce(0, &stand::batch(records, size));
        for per_turn in [1, 8, 64] {
            let mut stand = Stand::new(1, 8);
            let allocated = allocations_of(&mut stand, &frame, per_turn);
            // Index entries gather in a list that doubles now and then, which is not per request.
            assert!(
                allocated <= 4,
                "{records} x {size} B, {per_turn} a turn: {allocated} in {COUNTED} requests"
            );
        }
    }
}

#[test]
fn a_hot_fetch_allocates_nothing_beyond_the_receive_buffer() {
    let mut stand = Stand::new(1, 8);
    let batch = stand::produce(0, &stand::batch(15, 1024));
    for frame in stand::received(&batch, 64) {
        stand.arrive(0, frame);
        stand.run();
    }
    for per_turn in [1, 8] {
        let allocated = allocations_of(&mut stand, &stand::fetch(0, 30, 64 * 1024), per_turn);
        assert_eq!(allocated, 0, "{per_turn} a turn, {COUNTED} requests");
    }
    assert!(stand.seen.ranges > COUNTED as u64, "the answers hold ranges of the file");
}

#[test]
fn a_turn_of_eight_requests_is_one_write() {
    let mut stand = Stand::new(1, 8);
    let frame = stand::produce(0, &stand::batch(1, 100));
    let before = stand.seen;
    for (connection, frame) in (0..8).zip(stand::received(&frame, 8)) {
        stand.arrive(connection, frame);
    }
    stand.run();
    assert_eq!(stand.seen.appends - before.appends, 1);
    assert_eq!(stand.seen.buffers - before.buffers, 8);
    assert_eq!(stand.seen.turns - before.turns, 2, "one turn for the frames, one for the end of the write");
    assert!(stand.seen.sent_bytes > before.sent_bytes);
}

#[test]
fn a_request_keeps_to_its_budget_of_instructions() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "valgrind is missing");
        println!("skipped: valgrind is missing");
        return;
    }
    let program = release_build();
    for (work, budget) in [("produce", PRODUCE_INSTRUCTIONS_MAX), ("fetch", FETCH_INSTRUCTIONS_MAX)] {
        // The difference of two runs is free of what a start costs.
        let (few, many) = (instructions(&program, work, 3_200), instructions(&program, work, 9_600));
        let each = (many - few) / 6_400;
        println!("{work}: {each} instructions a request, at most {budget}");
        assert!(each <= budget, "{work}: {each} instructions a request, at most {budget}");
        assert!(each >= budget / 2, "{work}: {each} instructions a request: lower the budget of {budget}");
    }
}

/// Builds the program as it is measured; tests themselves are built otherwise.
fn release_build() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--release", "--package", "benches", "--bin", "pattern"])
        .current_dir(&root)
        .status()
        .expect("cargo can be started");
    assert!(built.success(), "the release build failed");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    target.join("release/pattern")
}

fn instructions(program: &Path, work: &str, count: u32) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([work, &count.to_string()])
        .output()
        .expect("valgrind was found");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    // `==1234== Collected : 114818387`
    let collected = text.lines().find_map(|line| line.split_once("Collected :"));
    collected
        .and_then(|(_, number)| number.trim().parse().ok())
        .expect("callgrind says how much it collected")
}
