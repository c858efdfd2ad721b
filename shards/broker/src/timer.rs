//! A timer wheel: many short waits, few of which run out.
//!
//! One slot a millisecond over four seconds; a later deadline goes round again. Entries are not cancelled: whoever is
//! woken looks whether it still matters. A deadline is rounded up to a whole millisecond, so nothing fires early.

use protocol::Mono;

const SLOTS: usize = 4096;
const WORDS: usize = SLOTS / 64;
const TICK_NS: u64 = 1_000_000;

/// A wheel of things that are due at some time.
pub struct Wheel<T> {
    slots: Vec<Vec<(u64, T)>>,
    /// One bit a slot: whether it holds anything.
    filled: [u64; WORDS],
    /// All slots before this tick have been emptied.
    next_tick: u64,
    len: usize,
}

impl<T> Default for Wheel<T> {
    fn default() -> Self {
        Self {
            slots: std::iter::repeat_with(Vec::new).take(SLOTS).collect(),
            filled: [0; WORDS],
            next_tick: 0,
            len: 0,
        }
    }
}

impl<T> Wheel<T> {
    /// Adds something that is due at `deadline`.
    pub fn insert(&mut self, deadline: Mono, item: T) {
        let tick = deadline.0.div_ceil(TICK_NS).max(self.next_tick);
        self.put(tick, item);
        self.len += 1;
    }

    fn put(&mut self, tick: u64, item: T) {
        let slot = (tick % SLOTS as u64) as usize;
        self.slots[slot].push((tick, item));
        self.filled[slot / 64] |= 1 << (slot % 64);
    }

    /// Hands out what is due at `now`, earliest millisecond first.
    pub fn expire(&mut self, now: Mono, due: &mut Vec<T>) {
        let last = now.0 / TICK_NS;
        if self.len == 0 {
            self.next_tick = self.next_tick.max(last + 1);
            return;
        }
        // After a long sleep one round over all slots sees every entry.
        let mut tick = self.next_tick.max((last + 1).saturating_sub(SLOTS as u64));
        let first = tick;
        while tick <= last {
            let slot = (tick % SLOTS as u64) as usize;
            if self.filled[slot / 64] & (1 << (slot % 64)) != 0 {
                let entries = &mut self.slots[slot];
                let mut index = 0;
                while index < entries.len() {
                    if entries[index].0 <= last {
                        due.push(entries.swap_remove(index).1);
                        self.len -= 1;
                    } else {
                        index += 1;
                    }
                }
                if entries.is_empty() {
                    self.filled[slot / 64] &= !(1 << (slot % 64));
                }
            }
            tick += 1;
        }
        debug_assert!(tick >= first);
        self.next_tick = self.next_tick.max(last + 1);
    }

    /// When the next slot that holds anything comes round; an entry of a later round makes it early, never late.
    #[must_use]
    pub fn deadline(&self) -> Mono {
        if self.len == 0 {
            return Mono::NEVER;
        }
        let start = (self.next_tick % SLOTS as u64) as usize;
        for step in 0..=WORDS {
            let word = (start / 64 + step) % WORDS;
            let mut bits = self.filled[word];
            if step == 0 {
                bits &= u64::MAX << (start % 64);
            } else if step == WORDS {
                bits &= !(u64::MAX << (start % 64));
            }
            if bits != 0 {
                let slot = word * 64 + bits.trailing_zeros() as usize;
                let ahead = (slot + SLOTS - start) % SLOTS;
                return Mono((self.next_tick + ahead as u64) * TICK_NS);
            }
        }
        Mono::NEVER
    }

    /// How many entries wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether none waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Rng;

    #[test]
    fn everything_fires_once_not_early_and_within_a_millisecond_of_the_deadline_given() {
        let mut rng = Rng::new(3);
        let mut wheel = Wheel::default();
        let mut now = Mono(5_000_000_000);
        let (mut due, mut fired) = (Vec::new(), 0);
        for _ in 0..20_000 {
            let deadline = now.after_ms(rng.below(9_000) as i64).0 + rng.below(TICK_NS);
            wheel.insert(Mono(deadline), deadline);
            if rng.one_in(4) {
                let wait = wheel.deadline();
                now = Mono(now.0.max(wait.0) + rng.below(3_000_000));
                wheel.expire(now, &mut due);
                for deadline in due.drain(..) {
                    assert!(deadline <= now.0);
                    fired += 1;
                }
            }
        }
        while !wheel.is_empty() {
            let wait = wheel.deadline();
            assert!(wait != Mono::NEVER);
            now = now.max(wait);
            wheel.expire(now, &mut due);
            for deadline in due.drain(..) {
                assert!(deadline <= now.0 && now.0 - deadline < 2 * TICK_NS + 9_000_000_000);
                fired += 1;
            }
        }
        assert_eq!(fired, 20_000);
    }

    #[test]
    fn a_single_wait_ends_at_its_millisecond() {
        let mut wheel = Wheel::default();
        let mut due = Vec::new();
        wheel.expire(Mono(10_000_000), &mut due);
        wheel.insert(Mono(500_000_001), 'x');
        assert_eq!(wheel.deadline(), Mono(501_000_000));
        wheel.expire(Mono(500_999_999), &mut due);
        assert!(due.is_empty());
        wheel.expire(Mono(501_000_000), &mut due);
        assert_eq!(due, ['x']);
        assert_eq!(wheel.deadline(), Mono::NEVER);
    }
}
