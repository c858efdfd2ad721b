//! In steady state a request allocates nothing on its core, and an announced length allocates nothing at all.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use support::*;

/// Counts what threads with the name of a shard allocate.
struct Counting;

static CALLS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static IS_SHARD: Cell<Option<bool>> = const { Cell::new(None) };
}

fn is_shard() -> bool {
    IS_SHARD.try_with(|is_shard| match is_shard.get() {
        Some(known) => known,
        None => {
            // Asking for the name may allocate, which must not ask again.
            is_shard.set(Some(false));
            let known = std::thread::current().name().is_some_and(|name| name.starts_with("shard-"));
            is_shard.set(Some(known));
            known
        }
    }) == Ok(true)
}

// SAFETY: everything is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_shard() {
            CALLS.fetch_add(1, Ordering::Relaxed);
            BYTES.fetch_add(layout.size() as u64, Ordering::Relaxed);
        }
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_shard() {
            CALLS.fetch_add(1, Ordering::Relaxed);
            BYTES.fetch_add(size.saturating_sub(layout.size()) as u64, Ordering::Relaxed);
        }
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// One test, since the counters belong to the process.
#[test]
fn requests_and_announcements_allocate_nothing() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut clients: Vec<Client> = (0..4).map(|_| node.connect()).collect();
        let burst: Vec<u8> = (0..8).flat_map(|_| frame(b'A', &[b'x'; 1000])).collect();
        let mut rounds = |count: usize| {
            for _ in 0..count {
                for client in &mut clients {
                    client.socket.write_all(&burst).expect("the node reads");
                }
                for client in &mut clients {
                    for _ in 0..8 {
                        client.reply().expect("alive");
                    }
                }
            }
        };
        rounds(100);
        let before = CALLS.load(Ordering::Relaxed);
        rounds(300);
        let made = CALLS.load(Ordering::Relaxed) - before;
        assert!(made <= 96, "{runtime:?}: {made} allocations for 9,600 requests");

        let before = BYTES.load(Ordering::Relaxed);
        let mut liars: Vec<Client> = (0..20).map(|_| node.connect()).collect();
        for liar in &mut liars {
            liar.socket.write_all(&(100u32 << 20).to_be_bytes()).expect("the node reads");
            liar.socket.write_all(&[0; 996]).expect("the node reads");
        }
        eventually("all have connected", || node.running.stats()[0].connections == 24);
        std::thread::sleep(Duration::from_millis(100));
        let bytes = BYTES.load(Ordering::Relaxed) - before;
        assert!(bytes < 1 << 20, "{runtime:?}: {bytes} bytes for twenty announcements of 100 MB");
        assert_eq!(clients[0].call(b'E', b"unmoved"), b"unmoved");
        drop(liars);
        node.stop();
    }
}
