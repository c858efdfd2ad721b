//! Simulated consumers: Fetch with and without sessions, with long polls and small limits.
//!
//! Checks what each answer must say: records from where they were asked, a high watermark that never goes back on a
//! connection and covers what was acknowledged before the request, an empty answer only once its time is up.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use broker::node::ListenerKind;
use protocol::client::fetch::{
    FetchPartition, FetchRequest, FetchResponse, FetchTopic, ForgottenTopic, PartitionData, ReplicaState,
};
use protocol::client::list_offsets::ListOffsetsResponse;
use protocol::{ApiKey, ErrorCode, Reader, Uuid};

use crate::asker::{EARLIEST, list_offsets};
use crate::client::{Client, Cx, Link};
use crate::model::TopicState;
use crate::queue::MS;

/// What kind of consumer.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Partitions it reads at most; it takes any that are there.
    pub partitions_max: usize,
    /// Whether it opens fetch sessions.
    pub sessions: bool,
    /// Reads everything there is from the begin to the end, and then is idle.
    pub to_the_end: bool,
    /// `fetch.max.wait.ms` at most.
    pub wait_ms_max: u64,
    /// `fetch.min.bytes` at most.
    pub min_bytes_max: u64,
    /// `max.partition.fetch.bytes` at most.
    pub partition_bytes_max: u64,
}

struct Position {
    next: i64,
    losses_seen: u32,
    /// The high watermark last heard on this connection.
    hw: i64,
    /// Read to the end, for those who stop there.
    done: bool,
    /// The records there may be gone: asks where the log begins.
    is_early: bool,
}

/// What was asked.
enum Tag {
    /// Records.
    Fetch(Asked),
    /// Where a partition's log begins.
    Begin(usize, i32),
}

struct Asked {
    at: u64,
    wait_ms: u64,
    min_bytes: i32,
    by_id: bool,
    incremental: bool,
    /// What the answer may speak of, with the acknowledged ends and the log starts at that time.
    asked: BTreeMap<(usize, i32), (i64, i64)>,
}

#[derive(Clone, Copy)]
struct Session {
    id: i32,
    epoch: i32,
    version: i16,
}

/// See the module's comment.
pub struct Consumer {
    settings: Settings,
    link: Link<Tag>,
    positions: BTreeMap<(usize, i32), Position>,
    session: Option<Session>,
    /// What the session has: positions as last told.
    members: BTreeMap<(usize, i32), i64>,
    /// It has looked which partitions there are.
    chosen: bool,
    timed: bool,
}

impl Consumer {
    /// A consumer that has read nothing.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            link: Link::default(),
            positions: BTreeMap::new(),
            session: None,
            members: BTreeMap::new(),
            chosen: false,
            timed: false,
        }
    }

    fn again(&mut self, cx: &mut Cx<'_>, most: u64) {
        if !std::mem::replace(&mut self.timed, true) {
            cx.timer(most);
        }
    }

    fn choose(&mut self, cx: &mut Cx<'_>) {
        let topics = &cx.model.topics;
        self.positions.retain(|(topic, part), position| {
            let entry = &topics[*topic];
            if position.losses_seen != entry.parts[*part as usize].losses {
                // What was read may be gone: it is read again.
                *position = Position::new(entry.parts[*part as usize].losses);
            }
            entry.state == TopicState::Live
        });
        self.chosen = true;
        for topic in cx.model.live_topics() {
            for part in 0..cx.model.topics[topic].parts.len() as i32 {
                let has_room =
                    self.settings.to_the_end || self.positions.len() < self.settings.partitions_max;
                if has_room && (self.settings.to_the_end || cx.rng.one_in(2)) {
                    let losses = cx.model.topics[topic].parts[part as usize].losses;
                    self.positions.entry((topic, part)).or_insert_with(|| Position::new(losses));
                }
            }
        }
    }

    fn fetch(&mut self, cx: &mut Cx<'_>) {
        if self.link.in_flight() > 0 {
            return;
        }
        if !self.link.connect(cx, ListenerKind::Broker) {
            self.again(cx, 30 * MS);
            return;
        }
        self.choose(cx);
        if self.positions.is_empty() || (self.settings.to_the_end && self.is_idle()) {
            self.again(cx, 50 * MS);
            return;
        }
        let early = self.positions.iter().find(|(_, position)| position.is_early).map(|(key, _)| *key);
        if let Some((topic, part)) = early {
            let name = cx.model.topics[topic].name.clone();
            let version = cx.version(ApiKey::ListOffsets, ListenerKind::Broker);
            let request = list_offsets(&name, part, EARLIEST);
            self.link.send(cx, version, &request, 0, Some(Tag::Begin(topic, part)));
            return;
        }
        let by_id = cx.model.names_come_again;
        if self.session.is_some_and(|session| by_id && session.version < 13) || cx.rng.one_in(20) {
            self.forget_session();
        }
        let mut version = cx.version(ApiKey::Fetch, ListenerKind::Broker).max(if by_id { 13 } else { 0 });
        let opens = self.settings.sessions && version >= 7 && self.session.is_none() && cx.rng.one_in(2);
        if let Some(session) = self.session {
            // A session is either by name or by id.
            version = session.version;
        }
        let by_id = version >= 13;
        let (id, epoch) = match self.session {
            Some(session) => (session.id, session.epoch),
            None => (0, if opens { 0 } else { -1 }),
        };
        let mut asked = BTreeMap::new();
        let mut topics: Vec<(usize, Vec<FetchPartition>)> = Vec::new();
        for ((topic, part), position) in &self.positions {
            let entry = &cx.model.topics[*topic].parts[*part as usize];
            asked.insert((*topic, *part), (entry.acked_end, entry.start));
            if self.session.is_some() && self.members.get(&(*topic, *part)) == Some(&position.next) {
                continue;
            }
            if opens || self.session.is_some() {
                self.members.insert((*topic, *part), position.next);
            }
            let row = FetchPartition {
                partition: *part,
                fetch_offset: position.next,
                partition_max_bytes: 1 + cx.rng.below(self.settings.partition_bytes_max) as i32,
                ..FetchPartition::default()
            };
            match topics.last_mut() {
                Some((last, rows)) if last == topic => rows.push(row),
                _ => topics.push((*topic, vec![row])),
            }
        }
        let gone: BTreeSet<(usize, i32)> =
            self.members.keys().filter(|key| !self.positions.contains_key(key)).copied().collect();
        self.members.retain(|key, _| !gone.contains(key));
        let forgotten_topics_data = gone.iter().map(|(topic, part)| ForgottenTopic {
            topic: Cow::Owned(if by_id { String::new() } else { cx.model.topics[*topic].name.clone() }),
            topic_id: if by_id { cx.model.topics[*topic].id } else { Uuid::ZERO },
            partitions: vec![*part],
        });
        let forgotten_topics_data = forgotten_topics_data.collect();
        let names: Vec<(String, Uuid)> = topics
            .iter()
            .map(|(topic, _)| (cx.model.topics[*topic].name.clone(), cx.model.topics[*topic].id))
            .collect();
        let wait_ms = cx.rng.below(self.settings.wait_ms_max + 1);
        let min_bytes = cx.rng.below(self.settings.min_bytes_max + 1) as i32;
        let rows = topics.into_iter().zip(&names).map(|((_, partitions), (name, id))| FetchTopic {
            topic: Cow::Borrowed(if by_id { "" } else { name }),
            topic_id: if by_id { *id } else { Uuid::ZERO },
            partitions,
        });
        let request = FetchRequest {
            cluster_id: None,
            replica_id: -1,
            replica_state: ReplicaState::default(),
            max_wait_ms: wait_ms as i32,
            min_bytes,
            max_bytes: 1 + cx.rng.below(200_000) as i32,
            isolation_level: cx.rng.below(2) as i8,
            session_id: id,
            session_epoch: epoch,
            topics: rows.collect(),
            forgotten_topics_data,
            rack_id: Cow::Borrowed(""),
        };
        let incremental = self.session.is_some();
        let tag = Tag::Fetch(Asked { at: cx.queue.now(), wait_ms, min_bytes, by_id, incremental, asked });
        if opens {
            self.session = Some(Session { id: 0, epoch: 0, version });
        }
        self.link.send(cx, version, &request, wait_ms, Some(tag));
    }

    fn begins(&mut self, cx: &mut Cx<'_>, version: i16, body: &[u8], (topic, part): (usize, i32)) {
        let mut reader = Reader::new(body);
        let response = ListOffsetsResponse::decode(&mut reader, version).expect("an answer to ListOffsets");
        let row = &response.topics[0].partitions[0];
        let Some(position) = self.positions.get_mut(&(topic, part)).filter(|_| row.error_code == 0) else {
            return;
        };
        position.is_early = false;
        if cx.model.topics[topic].state == TopicState::Live {
            let wall = cx.wall().0;
            cx.model.log_starts(topic, part, row.offset, wall);
            position.next = position.next.max(row.offset);
        }
    }

    fn answered(&mut self, cx: &mut Cx<'_>, version: i16, body: &[u8], tag: &Tag) {
        let tag = match tag {
            Tag::Fetch(asked) => asked,
            Tag::Begin(topic, part) => return self.begins(cx, version, body, (*topic, *part)),
        };
        let mut reader = Reader::new(body);
        let response = FetchResponse::decode(&mut reader, version).expect("an answer to Fetch");
        match ErrorCode::try_from(response.error_code).expect("a known error") {
            ErrorCode::None => {}
            ErrorCode::FetchSessionIdNotFound | ErrorCode::InvalidFetchSessionEpoch => {
                assert!(self.session.is_some(), "no session was asked for");
                self.forget_session();
                return;
            }
            other => panic!("a fetch is refused with {other:?}"),
        }
        if let Some(session) = &mut self.session {
            session.id = response.session_id;
            session.epoch += 1;
            if response.session_id == 0 {
                self.forget_session();
            }
        }
        let mut is_empty = true;
        for topic in &response.responses {
            let found = (0..cx.model.topics.len()).rev().find(|number| {
                let entry = &cx.model.topics[*number];
                let is_it = if tag.by_id { entry.id == topic.topic_id } else { entry.name == topic.topic };
                is_it && tag.asked.keys().any(|(asked, _)| asked == number)
            });
            let number = found.unwrap_or_else(|| panic!("{} was not asked for", topic.topic));
            for row in &topic.partitions {
                let key = (number, row.partition_index);
                let before = *tag.asked.get(&key).expect("only what was asked for is answered");
                is_empty &= row.error_code == 0 && row.records.as_ref().is_none_or(|r| r.is_empty());
                self.row(cx, key, row, before, tag);
            }
        }
        let waited = cx.queue.now() - tag.at;
        if is_empty && tag.min_bytes > 0 && !tag.asked.is_empty() {
            assert!(waited >= tag.wait_ms * MS, "an empty answer after {waited} ns of {} ms", tag.wait_ms);
        }
    }

    fn row(
        &mut self,
        cx: &mut Cx<'_>,
        key: (usize, i32),
        row: &PartitionData<'_>,
        (acked, start): (i64, i64),
        tag: &Asked,
    ) {
        let Some(position) = self.positions.get_mut(&key) else { return };
        let topic = &cx.model.topics[key.0];
        let name = format!("{}-{}", topic.name, key.1);
        match ErrorCode::try_from(row.error_code).expect("a known error") {
            ErrorCode::None => {}
            ErrorCode::OffsetOutOfRange => {
                let losses = topic.parts[key.1 as usize].losses;
                if topic.limits.trims() && losses == position.losses_seen {
                    position.is_early = true;
                    return;
                }
                assert!(losses != position.losses_seen, "{name}: offset {} is out of range", position.next);
                return;
            }
            ErrorCode::KafkaStorageError => {
                if let Some(next) = cx.model.behind_hole(key.0, key.1, position.next) {
                    position.next = next;
                }
                return;
            }
            ErrorCode::NotLeaderOrFollower => return,
            ErrorCode::UnknownTopicOrPartition | ErrorCode::UnknownTopicId => return,
            // The session knew a topic of that id, and it is gone, or not yet here.
            ErrorCode::InconsistentTopicId if topic.has_namesake || topic.state != TopicState::Live => return,
            other => panic!("{name}: a fetch is refused with {other:?}"),
        }
        let hw = row.high_watermark;
        let losses = topic.parts[key.1 as usize].losses;
        if losses == position.losses_seen {
            assert!(hw >= acked, "{name}: high watermark {hw}, {acked} was acknowledged before the request");
            assert!(hw >= position.hw, "{name}: the high watermark went back from {} to {hw}", position.hw);
            position.hw = hw;
        }
        if row.log_start_offset >= 0 && topic.state == TopicState::Live {
            let begin = row.log_start_offset;
            assert!(begin >= start, "{name}: the log begins at {begin}, before the request at {start}");
            assert!(
                begin <= position.next,
                "{name}: records from {} of a log from {begin} on",
                position.next
            );
            let wall = cx.wall().0;
            cx.model.log_starts(key.0, key.1, begin, wall);
        }
        assert_eq!(row.last_stable_offset, hw, "{name}: there are no transactions");
        let bytes = row.records.as_deref().unwrap_or_default();
        let from = position.next;
        let next = cx.model.read(key.0, key.1, from, hw, bytes);
        let position = self.positions.get_mut(&key).expect("it was there a line ago");
        position.next = next;
        if tag.asked.len() == 1 && from < hw && !tag.incremental {
            assert!(next > from, "{name}: nothing to read at {from}, high watermark {hw}");
        }
        position.done = next >= hw;
    }

    fn forget_session(&mut self) {
        self.session = None;
        self.members.clear();
    }
}

impl Position {
    fn new(losses_seen: u32) -> Self {
        Self { next: 0, losses_seen, hw: 0, done: false, is_early: false }
    }
}

impl Client for Consumer {
    fn wakes(&mut self, cx: &mut Cx<'_>) {
        self.timed = false;
        self.link.check_time(cx);
        if self.settings.to_the_end {
            self.choose(cx);
        }
        if !cx.draining || (self.settings.to_the_end && !self.is_idle()) {
            self.fetch(cx);
            self.again(cx, 100 * MS);
        } else if self.link.in_flight() > 0 {
            self.again(cx, 100 * MS);
        }
    }

    fn bytes(&mut self, cx: &mut Cx<'_>, conn: usize, bytes: &[u8]) {
        self.link.feed(conn, bytes);
        while let Some((version, body, tag)) = self.link.next_answer() {
            self.answered(cx, version, &body, &tag);
        }
        if cx.rng.one_in(3) {
            self.again(cx, 20 * MS);
        } else if self.link.in_flight() == 0 && (!cx.draining || self.settings.to_the_end) {
            self.fetch(cx);
        }
    }

    fn gone(&mut self, cx: &mut Cx<'_>, conn: usize) {
        if self.link.gone(conn).is_some() {
            for position in self.positions.values_mut() {
                position.hw = 0;
            }
            // A session outlives its connection; whether it was continued is not known once a request was lost.
            self.forget_session();
            self.again(cx, 30 * MS);
        }
    }

    fn is_idle(&self) -> bool {
        let is_done = !self.settings.to_the_end
            || (self.chosen && self.positions.values().all(|position| position.done));
        self.link.in_flight() == 0 && is_done
    }

    fn describe(&self) -> String {
        let open: Vec<_> =
            self.positions.iter().filter(|(_, p)| !p.done).map(|(key, p)| (*key, p.next)).collect();
        format!("{:?}: {} in flight, not done {open:?}", self.settings, self.link.in_flight())
    }
}
