//! The hot path allocates nothing: a global allocator counts, so this file holds one test only.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use protocol::records::BatchBuilder;
use protocol::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Rng, Timestamp};
use storage::batch::BatchInfo;
use storage::log::{Loaded, Located};
use storage::producers::Origin;
use storage::{Log, LogConfig};
use support::now;

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn an_append_and_a_read_at_the_tail_allocate_nothing() {
    let config = LogConfig::default();
    let loaded = Loaded::empty(PathBuf::from("/data/t-0"), Offset(0), &config, Timestamp(0));
    let mut log = Log::new(loaded, config, now(0), Rng::new(1));
    let mut builder = BatchBuilder::new(Offset(0)).producer(ProducerId(7), ProducerEpoch(0), 0);
    for _ in 0..10 {
        builder.append(Timestamp(1000), None, Some(&[1; 100]), []);
    }
    let mut batch = builder.finish();
    let mut info = BatchInfo::parse(&batch).unwrap();
    let mut counted = 0;
    let mut turn = |count: u32| {
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let start = std::time::Instant::now();
        for _ in 0..count {
            let placement =
                log.plan_append(now(5), LeaderEpoch(1), Origin::Client, &mut batch, &info).unwrap();
            log.written(Offset(placement.last.0 + 1));
            info.base_sequence += 10;
            let located = log.locate(placement.base, 1 << 20, log.end(), true).unwrap();
            assert!(matches!(located, Located::Range(_)));
        }
        println!("{} ns per append and read", start.elapsed().as_nanos() / u128::from(count.max(1)));
        counted = ALLOCATIONS.load(Ordering::Relaxed) - before;
        if let Some(write) = log.gathered_sidecars() {
            log.sidecars_written(&write.done());
        }
    };
    // Rings grow to their bounds, index tails to what is written in one go.
    turn(3000);
    turn(3000);
    assert!(counted <= 4, "{counted} allocations in 3000 appends");
}
