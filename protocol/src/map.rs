//! The one hasher of our maps. Its seed is fixed, so that a simulated run walks its maps in the same order every time;
//! maps that clients fill are bounded where they stand.

use std::collections::{HashMap, HashSet};

/// A hash map with the house's hasher.
pub type Map<K, V> = HashMap<K, V, foldhash::fast::FixedState>;
/// A hash set with the house's hasher.
pub type Set<K> = HashSet<K, foldhash::fast::FixedState>;
