//! What must hold: which topics there are, which records were sent, and where each was seen.
//!
//! Learns from answers to clients and from the log files themselves, and panics at the first contradiction. The promises:
//! - a record is only where somebody sent it; one of an idempotent producer is there once, any other at most as often as it
//!   was sent; at one offset lies one record for ever;
//! - offsets are dense, and what one connection (or one idempotent producer) sent stands in that order;
//! - after a crash of the process everything seen is still there; after a crash of the machine, what was durable is, and
//!   what is left is the beginning of what was there;
//! - a topic that was acknowledged stays until its deletion was asked for, and is gone once that was acknowledged.

use std::collections::BTreeMap;
use std::path::Path;

use protocol::records::{BatchView, Batches};
use protocol::{Map, Uuid};
use storage::checkpoint::decode_partition_metadata;
use storage::names;

use crate::disk::Files;

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
    /// `flush.messages=1`: what is acknowledged is durable.
    pub durable: bool,
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
    /// What was seen at each offset.
    known: BTreeMap<i64, u64>,
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
    /// Of an idempotent producer: it may be there once for each id that the producer had to take.
    once: Option<u32>,
    places: u32,
}

/// See the module's comment.
#[derive(Default)]
pub struct Model {
    /// All topics there ever were.
    pub topics: Vec<Topic>,
    sent: Map<u64, Sent>,
    /// Acknowledged records.
    pub acked_count: u64,
    /// Records read by consumers.
    pub read_count: u64,
    /// Audits of the log files.
    pub audits: u32,
    next_id: u64,
    next_lane: u64,
}

/// The value of a record: its number over and over, for eight bytes more than `len`.
#[must_use]
pub fn value_of(id: u64, len: usize) -> Vec<u8> {
    let mut value = id.to_be_bytes().repeat(len / 8 + 2);
    value.truncate(len + 8);
    value
}

fn id_of(value: &[u8]) -> Option<u64> {
    let id = u64::from_be_bytes(*value.first_chunk::<8>()?);
    (value_of(id, value.len() - 8) == value).then_some(id)
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
    pub fn sends(&mut self, id: u64, topic: usize, part: i32, lane: u64, once: bool) {
        let once = once.then_some(1);
        let sent = self.sent.entry(id).or_insert(Sent { topic, part, lane, attempts: 0, once, places: 0 });
        sent.attempts += 1;
        sent.lane = lane;
    }

    /// An idempotent producer sends a record again under another id, since the node has lost its state.
    pub fn sends_anew(&mut self, id: u64) {
        if let Some(once) = self.sent.get_mut(&id).and_then(|sent| sent.once.as_mut()) {
            *once += 1;
        }
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
            self.learn(topic, part, offset, *id, "acknowledged");
        }
        self.acked_count += ids.len() as u64;
        let part = &mut self.topics[topic].parts[part as usize];
        part.acked_end = part.acked_end.max(base + ids.len() as i64);
    }

    /// A record was seen.
    fn learn(&mut self, topic: usize, part: i32, offset: i64, id: u64, how: &str) {
        let Topic { name, parts, .. } = &mut self.topics[topic];
        let Some(sent) = self.sent.get_mut(&id) else {
            panic!("{name}-{part} offset {offset}: record {id} {how} was never sent");
        };
        assert!(
            (sent.topic, sent.part) == (topic, part),
            "{name}-{part} offset {offset}: record {id} {how} was sent to topic {} partition {}",
            sent.topic,
            sent.part
        );
        let known = &mut parts[part as usize].known;
        match known.get(&offset) {
            Some(other) => assert!(
                *other == id,
                "{name}-{part} offset {offset}: record {id} {how}, but it held record {other}"
            ),
            None => {
                sent.places += 1;
                let most = sent.once.unwrap_or(sent.attempts);
                if sent.places > most {
                    let places: Vec<i64> =
                        known.iter().filter(|(_, other)| **other == id).map(|(offset, _)| *offset).collect();
                    panic!("{name}-{part} offset {offset}: record {id} {how} is also at {places:?}");
                }
                known.insert(offset, id);
            }
        }
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
            for (offset, id) in records_of(&batch) {
                if offset >= from {
                    assert!(offset < hw, "{name}-{part}: a record at {offset}, the high watermark is {hw}");
                    self.read_count += 1;
                }
                self.learn(topic, part, offset, id, "was read");
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
                if entry.durable {
                    end = end.max(entry.parts[part as usize].acked_end);
                }
                ends.insert((topic, part), end);
            }
        }
        ends
    }

    /// Holds the log files against what is known. After a crash of the machine `least` says what had to stay; without it
    /// everything known must be there.
    pub fn audit(&mut self, files: &Files, least: Option<&Ends>) {
        self.audits += 1;
        for topic in self.live_topics() {
            for part in 0..self.topics[topic].parts.len() as i32 {
                self.audit_partition(topic, part, files, least);
            }
        }
    }

    fn audit_partition(&mut self, topic: usize, part: i32, files: &Files, least: Option<&Ends>) {
        let name = format!("{}-{part}", self.topics[topic].name);
        let log = log_of(files, &self.topics[topic], part);
        let mut lanes: Map<u64, u64> = Map::default();
        for (offset, id) in &log.records {
            self.learn(topic, part, *offset, *id, "is in the log");
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
            let id = entry.known.remove(&offset).expect("it was there a line ago");
            self.sent.get_mut(&id).expect("known records were sent").places -= 1;
        }
    }

    /// Behind the last record known.
    #[must_use]
    pub fn known_end(&self, topic: usize, part: i32) -> i64 {
        self.topics[topic].parts[part as usize].known.last_key_value().map_or(0, |(offset, _)| offset + 1)
    }
}

fn records_of<'a>(batch: &BatchView<'a>) -> Vec<(i64, u64)> {
    let base = batch.base_offset().0;
    let records = batch.records().expect("clients do not compress");
    records
        .map(|record| {
            let record = record.expect("records are whole");
            let offset = base + i64::from(record.offset_delta);
            (offset, id_of(record.value.unwrap_or_default()).unwrap_or(0))
        })
        .collect()
}

/// The records of a partition's log.
#[derive(Default)]
struct LogSeen {
    records: BTreeMap<i64, u64>,
    /// Offsets that nothing holds, between those that something holds.
    holes: Vec<(i64, i64)>,
    /// Behind the last record.
    end: i64,
    /// Behind the last record in front of which nothing is damaged.
    dense_end: i64,
}

/// Reads a partition's log from offset 0 to the last batch that is whole.
fn log_of(files: &Files, topic: &Topic, part: i32) -> LogSeen {
    let mut seen = LogSeen::default();
    let name = format!("{}-{part}", topic.name);
    let is_of_topic = |dir: &Path| {
        let text = files.get(&dir.join(names::PARTITION_METADATA));
        text.is_some_and(|text| decode_partition_metadata(text) == Ok(topic.id))
    };
    let of_partition = |path: &&std::path::PathBuf| {
        let dir = path.parent().filter(|dir| dir.file_name().is_some_and(|last| *last == *name));
        path.extension().is_some_and(|last| last == "log") && dir.is_some_and(is_of_topic)
    };
    let mut is_dense = true;
    for path in files.keys().filter(of_partition) {
        let bytes = &files[path];
        let mut at = 0;
        while at < bytes.len() {
            match whole_batch(&bytes[at..], seen.end) {
                Some(batch) => {
                    let base = batch.base_offset().0;
                    if base > seen.end {
                        seen.holes.push((seen.end, base));
                        is_dense = false;
                    }
                    seen.records.extend(records_of(&batch));
                    seen.end = batch.next_offset().0;
                    at += batch.total_len();
                }
                None => {
                    is_dense = false;
                    at += 1;
                }
            }
            if is_dense {
                seen.dense_end = seen.end;
            }
        }
    }
    seen
}

fn whole_batch(bytes: &[u8], end: i64) -> Option<BatchView<'_>> {
    // Most bytes that begin no batch are told by these.
    if bytes.get(16) != Some(&2) || bytes[0] != 0 {
        return None;
    }
    let batch = BatchView::parse(bytes).ok()?;
    (batch.base_offset().0 >= end && batch.check_crc().is_ok()).then_some(batch)
}
