//! What the model says of offsets, times and epochs of a partition.

use protocol::Rng;

use crate::model::Model;

impl Model {
    /// The largest timestamp of a record that is known; below every one if none is.
    #[must_use]
    pub fn largest_time(&self, topic: usize, part: i32) -> i64 {
        let known = &self.topics[topic].parts[part as usize].known;
        known.values().filter_map(|(id, _)| self.time_of(*id)).max().unwrap_or(i64::MIN)
    }

    /// A time at or near that of some record.
    #[must_use]
    pub fn some_time(&self, topic: usize, part: i32, rng: &mut Rng) -> i64 {
        let known = &self.topics[topic].parts[part as usize].known;
        let near = known.range(rng.below(self.known_end(topic, part) as u64 + 1) as i64..).next();
        let time = near.and_then(|(_, (id, _))| self.time_of(*id)).unwrap_or(0);
        (time + rng.below(3) as i64 - 1).max(0)
    }

    /// The epoch of some record, or one beside it.
    #[must_use]
    pub fn some_epoch(&self, topic: usize, part: i32, rng: &mut Rng) -> i32 {
        let known = &self.topics[topic].parts[part as usize].known;
        let from = rng.below(self.known_end(topic, part) as u64 + 1) as i64;
        let epoch = known.range(from..).find_map(|(_, (_, epoch))| *epoch).unwrap_or(0);
        (epoch + rng.below(3) as i32 - 1).max(0)
    }

    fn known_end(&self, topic: usize, part: i32) -> i64 {
        self.topics[topic].parts[part as usize].known.last_key_value().map_or(0, |(offset, _)| offset + 1)
    }

    /// A record of this time is said to lie at an offset.
    pub fn is_at(&self, topic: usize, part: i32, offset: i64, time: i64) {
        let Some((id, _)) = self.topics[topic].parts[part as usize].known.get(&offset) else { return };
        let name = &self.topics[topic].name;
        assert_eq!(self.time_of(*id), Some(time), "{name}-{part}: the time of record {id} at {offset}");
    }

    /// The record at an offset is said to be the first from this time on: what is in front of it and not older is gone.
    pub fn is_first_of(&mut self, topic: usize, part: i32, offset: i64, time: i64, wall: i64) {
        let entry = &self.topics[topic].parts[part as usize];
        let earlier = entry.known.range(..offset).rfind(|(_, (id, _))| self.time_of(*id) >= Some(time));
        if let Some((before, _)) = earlier {
            self.log_starts(topic, part, before + 1, wall);
        }
    }

    /// An epoch is said to end at an offset, and to be `found` itself or the last one before it. What lies from `acked_end` on
    /// may have come later. An epoch before all that are left ends where the log starts: what is in front of it and of
    /// a later epoch is gone.
    pub fn epoch_ends(
        &mut self,
        topic: usize,
        part: i32,
        epoch: i32,
        (found, end): (i32, i64),
        acked_end: i64,
        wall: i64,
    ) {
        let entry = &self.topics[topic];
        let name = &entry.name;
        assert!(found <= epoch, "{name}-{part}: asked for epoch {epoch}, told of {found}");
        if found < 0 {
            return;
        }
        let mut later = None;
        for (offset, (id, at)) in &entry.parts[part as usize].known {
            let Some(at) = *at else { continue };
            if *offset < end && at > found {
                later = Some(*offset);
            }
            assert!(
                *offset < end || at > epoch || *offset >= acked_end,
                "{name}-{part}: epoch {found} for {epoch} ends at {end}, record {id} at {offset} is of {at}"
            );
        }
        if let Some(later) = later {
            self.log_starts(topic, part, later + 1, wall);
        }
    }
}
