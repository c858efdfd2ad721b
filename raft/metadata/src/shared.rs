//! A sorted map whose copies share structure: the maps of the metadata image.
//!
//! Entries lie in chunks of at most 64, each behind an `Arc`; a copy of the map is one pointer, and a change after a
//! copy clones one chunk and the list of chunk pointers, never the other entries. With 10,000 topics that is about 160
//! pointers and 64 entries, so an image per metadata batch costs microseconds. Two versions are compared by walking
//! both and skipping the chunks they share, which is how a delta is found.
//!
//! Knows nothing of metadata. Invariants: keys rise strictly within and across chunks; no chunk is empty.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

type Chunk<K, V> = Arc<Vec<(K, V)>>;

/// See the module's comment.
pub struct SharedMap<K, V> {
    chunks: Arc<Vec<Chunk<K, V>>>,
    len: usize,
}

/// One key whose value differs between two maps.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference<'a, K, V> {
    /// The key.
    pub key: &'a K,
    /// Its value in the older map, if it was there.
    pub before: Option<&'a V>,
    /// Its value in the newer map, if it is there.
    pub after: Option<&'a V>,
}

const CHUNK_ENTRIES_MAX: usize = 64;

impl<K, V> SharedMap<K, V> {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self { chunks: Arc::new(Vec::new()), len: 0 }
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All entries in the order of their keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + Clone {
        self.chunks.iter().flat_map(|chunk| chunk.iter().map(|(k, v)| (k, v)))
    }

    /// All keys, rising.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.iter().map(|(k, _)| k)
    }

    /// All values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.iter().map(|(_, v)| v)
    }

    /// Whether both are the same map and nothing was changed since one was copied from the other.
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.chunks, &other.chunks)
    }
}

impl<K: Ord, V> SharedMap<K, V> {
    /// The chunk that holds `key` or would, and the place in it.
    fn locate<Q: Ord + ?Sized>(&self, key: &Q) -> (usize, Result<usize, usize>)
    where
        K: Borrow<Q>,
    {
        let chunk = self.chunks.partition_point(|c| c[0].0.borrow() <= key).saturating_sub(1);
        let place = match self.chunks.get(chunk) {
            Some(c) => c.binary_search_by(|(k, _)| k.borrow().cmp(key)),
            None => Err(0),
        };
        (chunk, place)
    }

    /// The value at `key`.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let (chunk, place) = self.locate(key);
        place.ok().map(|i| &self.chunks[chunk][i].1)
    }

    /// Whether `key` is there.
    #[must_use]
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.locate(key).1.is_ok()
    }

    /// The entries from `key` on, itself included.
    pub fn range_from<Q: Ord + ?Sized>(&self, key: &Q) -> impl Iterator<Item = (&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (chunk, place) = self.locate(key);
        let skip = place.unwrap_or_else(|i| i);
        self.chunks[chunk.min(self.chunks.len())..]
            .iter()
            .flat_map(|c| c.iter().map(|(k, v)| (k, v)))
            .skip(skip)
    }

    /// Every key whose value is not `same` in both, rising. Shared chunks are skipped without a look inside.
    pub fn differences<'a>(
        &'a self,
        newer: &'a Self,
        same: impl Fn(&V, &V) -> bool,
        mut found: impl FnMut(Difference<'a, K, V>),
    ) {
        if self.ptr_eq(newer) {
            return;
        }
        let (mut a, mut b) = ((0, 0), (0, 0));
        loop {
            let chunk_a = self.chunks.get(a.0);
            let chunk_b = newer.chunks.get(b.0);
            if let (Some(x), Some(y)) = (chunk_a, chunk_b)
                && a.1 == 0
                && b.1 == 0
                && Arc::ptr_eq(x, y)
            {
                a.0 += 1;
                b.0 += 1;
                continue;
            }
            let entry_a = chunk_a.map(|c| &c[a.1]);
            let entry_b = chunk_b.map(|c| &c[b.1]);
            let order = match (entry_a, entry_b) {
                (None, None) => return,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(x), Some(y)) => x.0.cmp(&y.0),
            };
            match (order, entry_a, entry_b) {
                (Ordering::Equal, Some(x), Some(y)) => {
                    if !same(&x.1, &y.1) {
                        found(Difference { key: &x.0, before: Some(&x.1), after: Some(&y.1) });
                    }
                }
                (Ordering::Less, Some(x), _) => {
                    found(Difference { key: &x.0, before: Some(&x.1), after: None })
                }
                (_, _, Some(y)) => found(Difference { key: &y.0, before: None, after: Some(&y.1) }),
                _ => unreachable!("an order is only given to entries that exist"),
            }
            if order != Ordering::Greater {
                a = next(a, chunk_a.map_or(0, |c| c.len()));
            }
            if order != Ordering::Less {
                b = next(b, chunk_b.map_or(0, |c| c.len()));
            }
        }
    }
}

fn next((chunk, entry): (usize, usize), chunk_len: usize) -> (usize, usize) {
    if entry + 1 < chunk_len { (chunk, entry + 1) } else { (chunk + 1, 0) }
}

impl<K: Ord + Clone, V: Clone> SharedMap<K, V> {
    /// The value at `key`, to be changed in place; copies what is shared with other maps.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let (chunk, place) = self.locate(key);
        let entry = place.ok()?;
        Some(&mut Arc::make_mut(&mut Arc::make_mut(&mut self.chunks)[chunk])[entry].1)
    }

    /// Puts `value` at `key` and returns what was there.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let (chunk, place) = self.locate(&key);
        let chunks = Arc::make_mut(&mut self.chunks);
        if chunks.is_empty() {
            chunks.push(Arc::new(vec![(key, value)]));
            self.len += 1;
            return None;
        }
        let entries = Arc::make_mut(&mut chunks[chunk]);
        match place {
            Ok(i) => Some(std::mem::replace(&mut entries[i].1, value)),
            Err(i) => {
                entries.insert(i, (key, value));
                self.len += 1;
                if entries.len() > CHUNK_ENTRIES_MAX {
                    // A run of rising keys, as snapshots bring them, leaves full chunks behind.
                    let at = if i + 1 == entries.len() { entries.len() - 1 } else { entries.len() / 2 };
                    let tail = entries.split_off(at);
                    chunks.insert(chunk + 1, Arc::new(tail));
                }
                None
            }
        }
    }

    /// Takes `key` out and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (chunk, place) = self.locate(key);
        let entry = place.ok()?;
        let chunks = Arc::make_mut(&mut self.chunks);
        let entries = Arc::make_mut(&mut chunks[chunk]);
        let (_, value) = entries.remove(entry);
        self.len -= 1;
        if entries.is_empty() {
            chunks.remove(chunk);
        } else if let Some(right) = chunks.get(chunk + 1)
            && chunks[chunk].len() + right.len() <= CHUNK_ENTRIES_MAX / 2
        {
            let right = chunks.remove(chunk + 1);
            Arc::make_mut(&mut chunks[chunk]).extend(right.iter().cloned());
        }
        Some(value)
    }
}

impl<K, V> Clone for SharedMap<K, V> {
    fn clone(&self) -> Self {
        Self { chunks: Arc::clone(&self.chunks), len: self.len }
    }
}

impl<K, V> Default for SharedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for SharedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && (self.ptr_eq(other) || self.iter().eq(other.iter()))
    }
}

impl<K: Eq, V: Eq> Eq for SharedMap<K, V> {}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SharedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Ord + Clone, V: Clone> FromIterator<(K, V)> for SharedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        for (k, v) in entries {
            map.insert(k, v);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Rng;
    use std::collections::BTreeMap;

    #[test]
    fn behaves_as_a_btreemap_under_random_changes_and_finds_every_difference() {
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut map = SharedMap::new();
            let mut model = BTreeMap::new();
            for _ in 0..30 {
                let (map_before, model_before) = (map.clone(), model.clone());
                for _ in 0..rng.below(200) {
                    let key = rng.below(900);
                    match rng.below(5) {
                        0 | 1 => assert_eq!(map.insert(key, seed), model.insert(key, seed)),
                        2 => {
                            let value = rng.next_u64();
                            assert_eq!(map.insert(key, value), model.insert(key, value));
                        }
                        3 => assert_eq!(map.remove(&key), model.remove(&key)),
                        _ => {
                            if let Some(v) = map.get_mut(&key) {
                                *v += 1;
                                *model.get_mut(&key).unwrap() += 1;
                            }
                        }
                    }
                }
                assert!(map.iter().eq(model.iter()));
                assert!(map_before.iter().eq(model_before.iter()), "an older copy changed");
                assert_eq!(map.len(), model.len());
                let from = rng.below(1000);
                assert!(map.range_from(&from).eq(model.range(from..)));
                let mut found = Vec::new();
                map_before.differences(
                    &map,
                    |a, b| a == b,
                    |d| found.push((*d.key, d.before.copied(), d.after.copied())),
                );
                let mut expected = Vec::new();
                for key in model_before.keys().chain(model.keys()).collect::<std::collections::BTreeSet<_>>()
                {
                    let (before, after) = (model_before.get(key).copied(), model.get(key).copied());
                    if before != after {
                        expected.push((*key, before, after));
                    }
                }
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn a_change_copies_one_chunk() {
        let before: SharedMap<u32, u32> = (0..10_000).map(|i| (i, i)).collect();
        let mut after = before.clone();
        *after.get_mut(&5_000).unwrap() = 1;
        let shared = before.chunks.iter().zip(after.chunks.iter()).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!(shared, before.chunks.len() - 1);
        assert!(before.chunks.len() < 170);
    }
}
