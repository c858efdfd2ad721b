//! A bounded queue from one thread to one other, without locks.
//!
//! Invariants:
//! - `head <= tail <= head + capacity`; slots in `head..tail` hold a value, all others none;
//! - only the receiver moves `head`, only the sender moves `tail`, and each end exists once.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Keeps what one end writes out of the cache line of the other.
#[repr(align(128))]
struct Apart<T>(T);

struct Shared<T> {
    head: Apart<AtomicUsize>,
    tail: Apart<AtomicUsize>,
    slots: Box<[UnsafeCell<MaybeUninit<T>>]>,
}

// SAFETY: a slot is touched by the sender before `tail` passes it and by the receiver after, never by both.
unsafe impl<T: Send> Sync for Shared<T> {}
// SAFETY: the values travel between threads, which `T: Send` allows.
unsafe impl<T: Send> Send for Shared<T> {}

/// The end that puts in.
pub struct Sender<T> {
    shared: Arc<Shared<T>>,
    tail: usize,
    /// What `head` was when last looked at.
    head_seen: usize,
}

/// The end that takes out.
pub struct Receiver<T> {
    shared: Arc<Shared<T>>,
    head: usize,
    /// What `tail` was when last looked at.
    tail_seen: usize,
}

/// A queue of `capacity` values, a power of two.
pub fn channel<T: Send>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    assert!(capacity.is_power_of_two());
    let shared = Arc::new(Shared {
        head: Apart(AtomicUsize::new(0)),
        tail: Apart(AtomicUsize::new(0)),
        slots: (0..capacity).map(|_| UnsafeCell::new(MaybeUninit::uninit())).collect(),
    });
    (Sender { shared: shared.clone(), tail: 0, head_seen: 0 }, Receiver { shared, head: 0, tail_seen: 0 })
}

impl<T> Shared<T> {
    fn slot(&self, index: usize) -> *mut MaybeUninit<T> {
        self.slots[index & (self.slots.len() - 1)].get()
    }
}

impl<T: Send> Sender<T> {
    /// Puts a value in, or gives it back when the queue is full.
    pub fn push(&mut self, value: T) -> Result<(), T> {
        if self.tail.wrapping_sub(self.head_seen) == self.shared.slots.len() {
            self.head_seen = self.shared.head.0.load(Ordering::Acquire);
            if self.tail.wrapping_sub(self.head_seen) == self.shared.slots.len() {
                return Err(value);
            }
        }
        // SAFETY: the slot at `tail` is outside `head..tail`, so the receiver does not touch it.
        unsafe { (*self.shared.slot(self.tail)).write(value) };
        self.tail = self.tail.wrapping_add(1);
        self.shared.tail.0.store(self.tail, Ordering::Release);
        Ok(())
    }
}

impl<T: Send> Receiver<T> {
    /// Takes the oldest value out.
    pub fn pop(&mut self) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        // SAFETY: the slot at `head` is inside `head..tail`, so it holds a value and the sender does not touch it.
        let value = unsafe { (*self.shared.slot(self.head)).assume_init_read() };
        self.head = self.head.wrapping_add(1);
        self.shared.head.0.store(self.head, Ordering::Release);
        Some(value)
    }

    /// Whether nothing waits.
    pub fn is_empty(&mut self) -> bool {
        if self.head == self.tail_seen {
            self.tail_seen = self.shared.tail.0.load(Ordering::Acquire);
        }
        self.head == self.tail_seen
    }
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        let (mut head, tail) = (*self.head.0.get_mut(), *self.tail.0.get_mut());
        while head != tail {
            // SAFETY: both ends are gone, and slots in `head..tail` hold values.
            unsafe { (*self.slot(head)).assume_init_drop() };
            head = head.wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_out_in_order_and_a_full_queue_gives_them_back() {
        let (mut sender, mut receiver) = channel(4);
        for round in 0..10 {
            for i in 0..4 {
                assert_eq!(sender.push(round * 4 + i), Ok(()));
            }
            assert_eq!(sender.push(99), Err(99));
            for i in 0..4 {
                assert_eq!(receiver.pop(), Some(round * 4 + i));
            }
            assert_eq!(receiver.pop(), None);
        }
    }

    #[test]
    fn what_is_left_inside_is_dropped_once() {
        let value = Arc::new(());
        let (mut sender, mut receiver) = channel(8);
        for _ in 0..5 {
            sender.push(value.clone()).expect("there is room");
        }
        drop(receiver.pop());
        drop((sender, receiver));
        assert_eq!(Arc::strong_count(&value), 1);
    }

    #[test]
    fn two_threads_see_every_value_once() {
        let count = if cfg!(miri) { 200 } else { 100_000u64 };
        let (mut sender, mut receiver) = channel(64);
        let thread = std::thread::spawn(move || {
            for i in 0..count {
                let mut value = Box::new(i);
                while let Err(back) = sender.push(value) {
                    value = back;
                    std::thread::yield_now();
                }
            }
        });
        for i in 0..count {
            loop {
                if let Some(value) = receiver.pop() {
                    assert_eq!(*value, i);
                    break;
                }
                std::thread::yield_now();
            }
        }
        thread.join().expect("the sender ends");
    }
}
