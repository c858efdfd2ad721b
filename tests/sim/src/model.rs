//! What must hold: which topics there are, which records were sent, and where each was seen.
//!
//! Learns from answers to clients and from the log files themselves, and panics at the first contradiction. The promises:
//! - a record is only where somebody sent it; one of an idempotent producer is there once, any other at most as often as it
//!   was sent; at one offset lies one record for ever;
//! - offsets are dense, and what one connection (or one idempotent producer) sent stands in that order;
//! - after a crash of the process everything seen is still there; after a crash of the machine, what was durable is, and
//!   what is left is the beginning of what was there;
//! - the log start rises only over records that retention gives up, and never goes back while the node runs;
//! - no id of a producer is given out twice;
//! - a topic that was acknowledged stays until its deletion was asked for, and is gone once that was acknowledged.

use std::collections::BTreeMap;

use protocol::records::Batches;
use protocol::{Map, Set, Uuid};

use crate::disk::Files;
use crate::limits::{Configs, Limits};
use crate::logfile::{LogSeen, log_of};
use crate::payload::{Found, records_of};

/// Where a topic stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TopicState {
    /// Asked for; may be there.
    Creating,
    /// Acknowledged.
    Live,
    /// Its deletion was asked for; may be there.
    Deleting,
    /// Its deletion was acknowledged.
    Deleted,
}

/// A topic; another one of the same name is another topic.
pub struct Topic {
    /// Its name.
    pub name: String,
    /// Its id, once known.
    pub id: Uuid,
    /// Where it stands.
    pub state: TopicState,
    /// The settings it is made with.
    pub configs: Configs,
    /// What its settings promise.
    pub limits: Limits,
    /// There was another one of that name: requests by name may still meet it.
    pub has_namesake: bool,
    /// The partitions.
    pub parts: Vec<Part>,
}

/// An end for each of some partitions, by topic and number.
pub type Ends = BTreeMap<(usize, i32), i64>;

/// A partition.
#[derive(Default)]
pub struct Part {
    /// What was seen at each offset: the record's number and, once seen, its leader epoch.
    pub known: BTreeMap<i64, (u64, Option<i32>)>,
    /// The highest log start seen, behind which nothing may be missing.
    pub start: i64,
    /// A start that was seen and that only the log's size can explain.
    by_size: Option<i64>,
    /// Behind the last record that was acknowledged.
    pub acked_end: i64,
    /// How often a crash of the machine took something.
    pub losses: u32,
    /// What it took out of the middle, from and to.
    holes: Vec<(i64, i64)>,
}

/// A record that was sent.
struct Sent {
    topic: usize,
    part: i32,
    /// Records of one lane stand in the order of their numbers.
    lane: u64,
    attempts: u32,
    /// Its timestamp.
    at: i64,
    /// Of an idempotent producer: it may be there once for each id that the producer had to take.
    once: Option<u32>,
    places: u32,
}

/// See the module's comment.
#[derive(Default)]
pub struct Model {
    /// All topics there ever were.
    pub topics: Vec<Topic>,
    /// Topics are deleted, and others made that bear their names: what is on its way to one by its name may reach the other.
    pub names_come_again: bool,
    sent: Map<u64, Sent>,
    /// Acknowledged records.
    pub acked_count: u64,
    /// Records read by consumers.
    pub read_count: u64,
    /// Audits of the log files.
    pub audits: u32,
    /// Ids of producers that were given out.
    producers: Set<i64>,
    next_id: u64,
    next_lane: u64,
}

impl Model {
    /// A number for a record about to be sent.
    pub fn next_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// A number for a connection or an idempotent producer.
    pub fn next_lane(&mut self) -> u64 {
        self.next_lane += 1;
        self.next_lane
    }

    /// A record goes out, for the first time or again.
    pub fn sends(&mut self, id: u64, at: i64, (topic, part): (usize, i32), lane: u64, once: bool) {
        let once = once.then_some(1);
        let sent =
            self.sent.entry(id).or_insert(Sent { topic, part, lane, attempts: 0, at, once, places: 0 });
        sent.attempts += 1;
        sent.lane = lane;
    }

    /// An idempotent producer sends a record again under another id, since the node has lost its state.
    pub fn sends_anew(&mut self, id: u64) {
        if let Some(once) = self.sent.get_mut(&id).and_then(|sent| sent.once.as_mut()) {
            *once += 1;
        }
    }

    /// The timestamp of a record that was sent.
    #[must_use]
    pub fn time_of(&self, id: u64) -> Option<i64> {
        self.sent.get(&id).map(|sent| sent.at)
    }

    /// An id was given to a producer.
    pub fn gives_producer(&mut self, id: i64) {
        assert!(id >= 0 && self.producers.insert(id), "producer id {id} was given out before");
    }

    /// Whether a log has a hole: it is read whole at every start.
    #[must_use]
    pub fn has_holes(&self) -> bool {
        self.topics.iter().flat_map(|topic| &topic.parts).any(|part| !part.holes.is_empty())
    }

    /// Where a reader goes on that is told that its offset is damaged; `None` if it cannot be.
    #[must_use]
    pub fn behind_hole(&self, topic: usize, part: i32, offset: i64) -> Option<i64> {
        let holes = &self.topics[topic].parts[part as usize].holes;
        holes.iter().find(|(from, end)| (*from..*end).contains(&offset)).map(|(_, end)| *end)
    }

    /// Topics that clients may use.
    #[must_use]
    pub fn live_topics(&self) -> Vec<usize> {
        (0..self.topics.len()).filter(|topic| self.topics[*topic].state == TopicState::Live).collect()
    }

    /// A batch was acknowledged.
    pub fn acked(&mut self, topic: usize, part: i32, base: i64, ids: &[u64]) {
        for (offset, id) in (base..).zip(ids) {
            self.learn(topic, part, (offset, *id), None, "acknowledged");
        }
        self.acked_count += ids.len() as u64;
        let part = &mut self.topics[topic].parts[part as usize];
        part.acked_end = part.acked_end.max(base + ids.len() as i64);
    }

    /// A record was seen; in its batch, unless only its place was told.
    fn learn(&mut self, topic: usize, part: i32, (offset, id): (i64, u64), found: Option<&Found>, how: &str) {
        let Topic { name, parts, limits, .. } = &mut self.topics[topic];
        let Some(sent) = self.sent.get_mut(&id) else {
            panic!("{name}-{part} offset {offset}: record {id} {how} was never sent");
        };
        assert!(
            (sent.topic, sent.part) == (topic, part),
            "{name}-{part} offset {offset}: record {id} {how} was sent to topic {} partition {}",
            sent.topic,
            sent.part
        );
        if let Some(found) = found.filter(|_| !limits.stamps) {
            assert_eq!(
                found.at, sent.at,
                "{name}-{part} offset {offset}: the timestamp of record {id} {how}"
            );
        }
        let part_state = &mut parts[part as usize];
        if offset < part_state.start {
            return;
        }
        let known = &mut part_state.known;
        match known.get(&offset) {
            Some((other, _)) => assert!(
                *other == id,
                "{name}-{part} offset {offset}: record {id} {how}, but it held record {other}"
            ),
            None => {
                sent.places += 1;
                let most = sent.once.unwrap_or(sent.attempts);
                if sent.places > most {
                    let places: Vec<i64> = known
                        .iter()
                        .filter(|(_, (other, _))| *other == id)
                        .map(|(offset, _)| *offset)
                        .collect();
                    panic!("{name}-{part} offset {offset}: record {id} {how} is also at {places:?}");
                }
                known.insert(offset, (id, None));
            }
        }
        if let Some(found) = found {
            let before = known.range(..offset).next_back().and_then(|(_, (_, epoch))| *epoch);
            let after = known.range(offset + 1..).next().and_then(|(_, (_, epoch))| *epoch);
            let epoch = found.epoch;
            assert!(
                before.is_none_or(|before| before <= epoch) && after.is_none_or(|after| epoch <= after),
                "{name}-{part} offset {offset}: epoch {epoch} stands between {before:?} and {after:?}"
            );
            let entry = known.get_mut(&offset).expect("it is there since a few lines");
            let other = *entry.1.get_or_insert(epoch);
            assert_eq!(epoch, other, "{name}-{part} offset {offset}: the epoch of record {id} {how}");
        }
    }

    /// A log start was seen at a time of the wall clock: what lies in front of it is gone, and had to be old enough unless
    /// the size counts as well.
    pub fn log_starts(&mut self, topic: usize, part: i32, start: i64, wall: i64) {
        let Topic { name, parts, limits, .. } = &mut self.topics[topic];
        let entry = &mut parts[part as usize];
        if start <= entry.start {
            return;
        }
        assert!(limits.trims(), "{name}-{part}: the log starts at {start}, though nothing may go");
        let kept = entry.known.split_off(&start);
        for (offset, (id, _)) in std::mem::replace(&mut entry.known, kept) {
            let sent = self.sent.get_mut(&id).expect("known records were sent");
            sent.places -= 1;
            if limits.retention_ms.is_none_or(|ms| wall - sent.at <= ms) {
                assert!(
                    limits.retention_bytes.is_some(),
                    "{name}-{part}: the log starts at {start}, the record at {offset} is {} ms old",
                    wall - sent.at
                );
                entry.by_size = Some(start);
            }
        }
        entry.start = start;
        entry.holes.retain(|(_, end)| *end > start);
    }

    /// Takes in batches that a consumer was given for `from`; answers where to go on. A batch that is not whole ends them.
    pub fn read(&mut self, topic: usize, part: i32, from: i64, hw: i64, bytes: &[u8]) -> i64 {
        let mut next = from;
        for (number, batch) in Batches::new(bytes).map_while(Result::ok).enumerate() {
            let name = self.topics[topic].name.clone();
            batch.check_crc().unwrap_or_else(|error| panic!("{name}-{part} at {next}: {error:?}"));
            let base = batch.base_offset().0;
            assert!(
                if number == 0 { base <= from && batch.last_offset().0 >= from } else { base == next },
                "{name}-{part}: a batch at {base} where {next} comes next"
            );
            for found in records_of(&batch) {
                let Found { offset, id, .. } = found;
                if offset >= from {
                    assert!(offset < hw, "{name}-{part}: a record at {offset}, the high watermark is {hw}");
                    self.read_count += 1;
                }
                self.learn(topic, part, (offset, id), Some(&found), "was read");
            }
            next = batch.next_offset().0;
        }
        next
    }

    /// How far each partition is durable, for certain: a crash of the machine must leave that much.
    #[must_use]
    pub fn durable_ends(&self, files: &Files) -> Ends {
        let mut ends = Ends::new();
        for topic in self.live_topics() {
            let entry = &self.topics[topic];
            for part in 0..entry.parts.len() as i32 {
                let mut end = log_of(files, entry, part).dense_end;
                if entry.limits.durable {
                    end = end.max(entry.parts[part as usize].acked_end);
                }
                ends.insert((topic, part), end);
            }
        }
        ends
    }

    /// Holds the log files against what is known. After a crash of the machine `least` says what had to stay; without it
    /// everything known must be there.
    pub fn audit(&mut self, files: &Files, least: Option<&Ends>, wall: i64) {
        self.audits += 1;
        for topic in self.live_topics() {
            for part in 0..self.topics[topic].parts.len() as i32 {
                let log = log_of(files, &self.topics[topic], part);
                self.audit_partition(topic, part, log, least, wall);
            }
        }
    }

    fn audit_partition(&mut self, topic: usize, part: i32, log: LogSeen, least: Option<&Ends>, wall: i64) {
        let name = format!("{}-{part}", self.topics[topic].name);
        self.audit_start(topic, part, &log, least, wall);
        let mut lanes: Map<u64, u64> = Map::default();
        for (offset, found) in &log.records {
            let id = &found.id;
            self.learn(topic, part, (*offset, *id), Some(found), "is in the log");
            let sent = &self.sent[id];
            if sent.once == Some(1) || (sent.once.is_none() && sent.attempts == 1) {
                let last = lanes.entry(sent.lane).or_default();
                assert!(*last < *id, "{name} offset {offset}: record {id} stands behind record {last}");
                *last = *id;
            }
        }
        let entry = &mut self.topics[topic].parts[part as usize];
        let missing: Vec<i64> =
            entry.known.keys().filter(|offset| !log.records.contains_key(offset)).copied().collect();
        let Some(least) = least else {
            if let Some(first) = missing.first() {
                panic!("{name}: the record at {first} is gone, the log ends at {}", log.end);
            }
            assert_eq!(log.holes, entry.holes, "{name}: holes come from crashes of the machine");
            return;
        };
        let least = least.get(&(topic, part)).copied().unwrap_or(0);
        let holes_before: Vec<(i64, i64)> =
            entry.holes.iter().filter(|(from, _)| *from < least).copied().collect();
        let first = missing.iter().find(|offset| **offset < least);
        assert!(first.is_none(), "{name}: the record at {first:?} is gone, {least} was durable");
        let holes_now: Vec<(i64, i64)> =
            log.holes.iter().filter(|(from, _)| *from < least).copied().collect();
        assert_eq!(holes_now, holes_before, "{name}: a hole in what was durable");
        entry.acked_end = entry.acked_end.min(log.end);
        entry.losses += u32::from(!missing.is_empty());
        entry.holes = log.holes;
        for offset in missing {
            let (id, _) = entry.known.remove(&offset).expect("it was there a line ago");
            self.sent.get_mut(&id).expect("known records were sent").places -= 1;
        }
    }

    /// Holds the first segment against what may be gone.
    fn audit_start(&mut self, topic: usize, part: i32, log: &LogSeen, least: Option<&Ends>, wall: i64) {
        // A crash of the machine may take what was not durable, whether or not it had to stay otherwise.
        let sure = least.map_or(i64::MAX, |least| least.get(&(topic, part)).copied().unwrap_or(0));
        self.log_starts(topic, part, log.start.min(sure), wall);
        let Topic { name, parts, limits, .. } = &mut self.topics[topic];
        let entry = &mut parts[part as usize];
        if entry.by_size.take().is_some_and(|start| start == log.start && least.is_none()) {
            let keep = limits.retention_bytes.unwrap_or(0);
            assert!(log.size as i64 >= keep, "{name}-{part}: {} bytes are left of {keep}", log.size);
        }
        // Files go after the start has moved, and may be there again.
        entry.start = log.start;
    }
}
