//! Counts what the current thread allocates.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static ALLOCATED: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

fn count(size: usize) {
    let _ = ALLOCATED.try_with(|allocated| {
        let (calls, bytes) = allocated.get();
        allocated.set((calls + 1, bytes + size));
    });
}

// SAFETY: every call is passed on to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `System` with this layout, since all of ours do.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: `pointer` came from `System` with this layout, since all of ours do.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Runs `work` and tells how many allocations it made and of how many bytes together.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = ALLOCATED.get();
    let value = work();
    let after = ALLOCATED.get();
    (value, after.0 - before.0, after.1 - before.1)
}
