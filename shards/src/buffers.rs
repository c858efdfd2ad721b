//! Where received and read bytes land: buffers that are handed out in slices and come back whole.
//!
//! A frame is a slice of the buffer it arrived in, so a buffer can be used again only once all its slices are dropped.
//! A core keeps a handle on every buffer it has ever given slices of, and tries again and again whether it has become
//! the only one. So memory is accounted for as long as anybody holds a part of it, and nothing is allocated in steady state.
//!
//! Knows nothing of connections. The budget is shared by all cores of the node.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::BytesMut;

/// Bytes that all cores together may hold in received and unanswered requests.
pub struct Budget {
    used: AtomicU64,
    limit: AtomicU64,
}

impl Budget {
    /// A budget of `limit` bytes.
    #[must_use]
    pub fn new(limit: u64) -> Arc<Self> {
        Arc::new(Self { used: AtomicU64::new(0), limit: AtomicU64::new(limit) })
    }

    /// Whether more is held than allowed. It is a brake, not a wall: see the loop for how far it can be passed.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.limit.load(Ordering::Relaxed)
    }

    /// Bytes held now.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }
}

/// A buffer and the size of the memory behind it.
pub struct Buffer {
    /// What has been put in and not been split off, and the room behind it.
    pub bytes: BytesMut,
    size: usize,
}

/// The buffers of one core.
pub struct Buffers {
    /// Nobody else holds a part of these.
    free: Vec<Buffer>,
    /// Somebody held a part when we last looked.
    lent: VecDeque<Buffer>,
    free_bytes: usize,
    budget: Arc<Budget>,
}

/// Buffers larger than this are given back to the allocator instead of being kept.
const KEPT_SIZE_MAX: usize = 1 << 20;
/// Free bytes a core keeps for the next receive.
const FREE_BYTES_MAX: usize = 4 << 20;
/// Lent buffers looked at per call, so that a turn never walks a long list.
const LOOKED_AT_MAX: usize = 32;

impl Buffers {
    /// No buffers yet.
    pub fn new(budget: Arc<Budget>) -> Self {
        Self { free: Vec::new(), lent: VecDeque::new(), free_bytes: 0, budget }
    }

    /// An empty buffer of at least `size` bytes, and of less than four times as much unless it is small.
    pub fn take(&mut self, size: usize) -> Buffer {
        let fits = |buffer: &Buffer| buffer.size >= size && buffer.size <= (size * 4).max(64 << 10);
        if let Some(index) = self.free.iter().rposition(fits) {
            let buffer = self.free.swap_remove(index);
            self.free_bytes -= buffer.size;
            return buffer;
        }
        self.budget.used.fetch_add(size as u64, Ordering::Relaxed);
        Buffer { bytes: BytesMut::with_capacity(size), size }
    }

    /// Gives a buffer back; slices of it may still be held elsewhere. What it holds itself is dropped.
    pub fn give(&mut self, mut buffer: Buffer) {
        buffer.bytes.clear();
        if buffer.bytes.try_reclaim(buffer.size) {
            self.keep(buffer);
        } else {
            self.lent.push_back(buffer);
        }
    }

    /// Looks whether lent buffers have come home. Called once a turn.
    pub fn collect(&mut self) {
        for _ in 0..self.lent.len().min(LOOKED_AT_MAX) {
            let Some(buffer) = self.lent.pop_front() else { break };
            self.give(buffer);
        }
    }

    /// Gives everything back that can be given back, because memory is short.
    pub fn shrink(&mut self) {
        for _ in 0..self.lent.len() {
            let Some(buffer) = self.lent.pop_front() else { break };
            self.give(buffer);
        }
        for buffer in std::mem::take(&mut self.free) {
            self.release(buffer);
        }
        self.free_bytes = 0;
    }

    /// Whether the node holds more than it should.
    pub fn is_over_budget(&self) -> bool {
        self.budget.is_over()
    }

    /// Bytes of buffers that all cores of the node hold.
    pub fn held_by_node(&self) -> u64 {
        self.budget.used()
    }

    /// Buffers of which somebody holds a part.
    #[cfg(test)]
    pub fn lent_count(&self) -> usize {
        self.lent.len()
    }

    fn keep(&mut self, buffer: Buffer) {
        if buffer.size > KEPT_SIZE_MAX || self.free_bytes + buffer.size > FREE_BYTES_MAX {
            self.release(buffer);
        } else {
            self.free_bytes += buffer.size;
            self.free.push(buffer);
        }
    }

    fn release(&self, buffer: Buffer) {
        self.budget.used.fetch_sub(buffer.size as u64, Ordering::Relaxed);
    }
}

impl Drop for Buffers {
    fn drop(&mut self) {
        for buffer in self.free.drain(..).chain(self.lent.drain(..)) {
            self.budget.used.fetch_sub(buffer.size as u64, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_comes_home_when_its_last_slice_is_dropped_and_is_used_again() {
        let budget = Budget::new(100_000);
        let mut buffers = Buffers::new(budget.clone());
        let mut buffer = buffers.take(16 << 10);
        let memory = buffer.bytes.as_ptr();
        buffer.bytes.extend_from_slice(b"frame one, frame two");
        let frame = buffer.bytes.split_to(9);
        buffers.give(buffer);
        assert_eq!(buffers.lent_count(), 1);
        buffers.collect();
        assert_eq!(buffers.lent_count(), 1, "the frame is still held");
        assert_eq!(&frame[..], b"frame one");
        drop(frame);
        buffers.collect();
        assert_eq!(buffers.lent_count(), 0);
        let again = buffers.take(16 << 10);
        assert_eq!(again.bytes.as_ptr(), memory);
        assert_eq!(again.bytes.capacity(), 16 << 10);
        assert_eq!(budget.used(), 16 << 10);
    }

    #[test]
    fn large_buffers_are_given_back_and_the_budget_follows() {
        let budget = Budget::new(1 << 20);
        let mut buffers = Buffers::new(budget.clone());
        let mut large = buffers.take(8 << 20);
        assert!(buffers.is_over_budget());
        large.bytes.extend_from_slice(&[7; 100]);
        let slice = large.bytes.split();
        buffers.give(large);
        buffers.collect();
        assert!(buffers.is_over_budget(), "a slice of 100 bytes keeps 8 MiB alive and is counted so");
        drop(slice);
        buffers.collect();
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn a_small_request_never_takes_a_large_buffer() {
        let mut buffers = Buffers::new(Budget::new(u64::MAX));
        let large = buffers.take(1 << 20);
        buffers.give(large);
        assert_eq!(buffers.take(16 << 10).bytes.capacity(), 16 << 10);
    }
}
