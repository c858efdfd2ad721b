//! Simulated producers: idempotent ones that send again what is not acknowledged, plain ones that may or may not.
//!
//! An idempotent producer keeps the batches of a partition in order: after a failure it waits until nothing of the
//! partition is in flight and sends everything from the first unacknowledged batch again, with the same sequences.

use std::borrow::Cow;
use std::collections::VecDeque;

use broker::node::ListenerKind;
use protocol::client::produce::{PartitionProduceData, ProduceRequest, ProduceResponse, TopicProduceData};
use protocol::records::BatchBuilder;
use protocol::{ApiKey, ErrorCode, Offset, ProducerEpoch, ProducerId, Reader, Uuid};

use crate::client::{Client, Cx, Link};
use crate::model::{TopicState, value_of};
use crate::queue::MS;

/// What kind of producer.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Sequence numbers, and no record twice.
    pub idempotent: bool,
    /// 0, 1 or -1.
    pub acks: i16,
    /// Whether what failed is sent again.
    pub retries: bool,
    /// Requests in flight.
    pub in_flight_max: usize,
    /// Nanoseconds between requests at most.
    pub pause: u64,
    /// Bytes of a record at most.
    pub record_size_max: u64,
}

struct Batch {
    ids: Vec<u64>,
    sizes: Vec<usize>,
}

struct Target {
    topic: usize,
    part: i32,
    lane: u64,
    pid: i64,
    /// Sequence of the first unacknowledged batch.
    sequence: i32,
    unacked: VecDeque<Batch>,
    /// So many of the unacknowledged are in flight.
    sent: usize,
    /// Something failed: nothing is sent until nothing is in flight.
    failed: bool,
    losses_seen: u32,
    /// The last batch was acknowledged. Before that only one is in flight, since the node takes any sequence from a
    /// producer of which it has nothing, as Kafka does.
    confirmed: bool,
    /// A connection broke since.
    was_cut: bool,
}

/// The rows of a request: which target, which record began the batch.
type Tag = Vec<(usize, u64)>;

/// See the module's comment.
pub struct Producer {
    settings: Settings,
    link: Link<Tag>,
    targets: Vec<Target>,
    /// Of the connection.
    lane: u64,
    timed: bool,
}

impl Producer {
    /// A producer that has sent nothing.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, link: Link::default(), targets: Vec::new(), lane: 0, timed: false }
    }

    fn again(&mut self, cx: &mut Cx<'_>, most: u64) {
        if !std::mem::replace(&mut self.timed, true) {
            cx.timer(most);
        }
    }

    fn target(&mut self, cx: &mut Cx<'_>, topic: usize, part: i32) -> usize {
        let found = self.targets.iter().position(|target| (target.topic, target.part) == (topic, part));
        found.unwrap_or_else(|| {
            let lane = cx.model.next_lane();
            let losses_seen = cx.model.topics[topic].parts[part as usize].losses;
            let pid = if self.settings.idempotent { 1_000 + lane as i64 } else { -1 };
            self.targets.push(Target {
                topic,
                part,
                lane,
                pid,
                sequence: 0,
                unacked: VecDeque::new(),
                sent: 0,
                failed: false,
                losses_seen,
                confirmed: false,
                was_cut: false,
            });
            self.targets.len() - 1
        })
    }

    fn make_batches(&mut self, cx: &mut Cx<'_>) {
        let topics = cx.model.live_topics();
        if topics.is_empty() {
            return;
        }
        for _ in 0..=cx.rng.below(3) {
            let topic = topics[cx.rng.below(topics.len() as u64) as usize];
            let part = cx.rng.below(cx.model.topics[topic].parts.len() as u64) as i32;
            let target = self.target(cx, topic, part);
            if self.targets[target].unacked.len() >= 5 {
                continue;
            }
            let count = 1 + cx.rng.below(5) as usize;
            let ids: Vec<u64> = (0..count).map(|_| cx.model.next_id()).collect();
            let sizes = ids.iter().map(|_| cx.rng.below(self.settings.record_size_max) as usize).collect();
            self.targets[target].unacked.push_back(Batch { ids, sizes });
        }
    }

    fn drop_dead_targets(&mut self, cx: &Cx<'_>) {
        for target in &mut self.targets {
            if cx.model.topics[target.topic].state != TopicState::Live && target.sent == 0 {
                target.unacked.clear();
            }
        }
    }

    /// Sends what may be sent.
    fn send(&mut self, cx: &mut Cx<'_>) {
        if !self.link.connect(cx, ListenerKind::Broker) {
            self.again(cx, 30 * MS);
            return;
        }
        while self.link.in_flight() < self.settings.in_flight_max && self.send_one(cx) {}
    }

    fn send_one(&mut self, cx: &mut Cx<'_>) -> bool {
        let mut tag: Tag = Vec::new();
        let mut rows: Vec<(usize, i32, Vec<u8>)> = Vec::new();
        if self.lane == 0 {
            self.lane = cx.model.next_lane();
        }
        for number in 0..self.targets.len() {
            if rows.len() == 3 {
                break;
            }
            let target = &mut self.targets[number];
            target.failed &= target.sent > 0;
            if target.failed || target.sent >= target.unacked.len() {
                continue;
            }
            if target.sent > 0 && (cx.rng.one_in(3) || (target.pid >= 0 && !target.confirmed)) {
                continue;
            }
            let before: usize = target.unacked.iter().take(target.sent).map(|batch| batch.ids.len()).sum();
            let batch = &target.unacked[target.sent];
            let mut builder = BatchBuilder::new(Offset::ZERO);
            let lane = if target.pid >= 0 {
                let sequence = target.sequence + before as i32;
                builder = builder.producer(ProducerId(target.pid), ProducerEpoch(0), sequence);
                target.lane
            } else {
                self.lane
            };
            for (id, size) in batch.ids.iter().zip(&batch.sizes) {
                builder.append(cx.wall(), Some(b"k"), Some(&value_of(*id, *size)), []);
                cx.model.sends(*id, target.topic, target.part, lane, target.pid >= 0);
            }
            target.sent += 1;
            tag.push((number, batch.ids[0]));
            rows.push((target.topic, target.part, builder.finish()));
            if self.settings.acks == 0 {
                target.unacked.pop_front();
                target.sent = 0;
            }
        }
        if rows.is_empty() {
            return false;
        }
        let by_id = rows.iter().any(|(topic, ..)| cx.model.topics[*topic].has_namesake);
        let version = cx.version(ApiKey::Produce, ListenerKind::Broker).max(if by_id { 13 } else { 0 });
        let names: Vec<(String, Uuid)> = rows
            .iter()
            .map(|(topic, ..)| (cx.model.topics[*topic].name.clone(), cx.model.topics[*topic].id))
            .collect();
        let topic_data = rows.iter().zip(&names).map(|((_, part, records), (name, id))| TopicProduceData {
            name: Cow::Borrowed(if version >= 13 { "" } else { name }),
            topic_id: if version >= 13 { *id } else { Uuid::ZERO },
            partition_data: vec![PartitionProduceData {
                index: *part,
                records: Some(Cow::Borrowed(records)),
            }],
        });
        let request = ProduceRequest {
            transactional_id: None,
            acks: self.settings.acks,
            timeout_ms: 30_000,
            topic_data: topic_data.collect(),
        };
        let tag = (self.settings.acks != 0).then_some(tag);
        self.link.send(cx, version, &request, 0, tag);
        true
    }

    fn answered(&mut self, cx: &mut Cx<'_>, version: i16, body: &[u8], tag: &Tag) {
        let mut reader = Reader::new(body);
        let response = ProduceResponse::decode(&mut reader, version).expect("an answer to Produce");
        let rows: Vec<_> = response.responses.iter().flat_map(|topic| &topic.partition_responses).collect();
        assert_eq!(rows.len(), tag.len(), "one row for each partition");
        for (row, (number, first)) in rows.iter().zip(tag) {
            let target = &mut self.targets[*number];
            assert_eq!(row.index, target.part);
            target.sent -= 1;
            let code = ErrorCode::try_from(row.error_code).expect("a known error");
            let place = target.unacked.iter().position(|batch| batch.ids[0] == *first);
            if code == ErrorCode::None {
                let place = place.expect("a batch in flight is not forgotten");
                assert!(place == 0 || target.pid < 0, "a batch is acknowledged before those in front of it");
                let batch = target.unacked.remove(place).expect("it was found a line ago");
                cx.model.acked(target.topic, target.part, row.base_offset, &batch.ids);
                target.sequence += batch.ids.len() as i32;
                target.confirmed = true;
                target.was_cut = false;
                continue;
            }
            target.failed = true;
            target.confirmed = false;
            if !self.settings.retries
                && let Some(place) = place
            {
                target.unacked.remove(place);
            }
            self.refused(cx, *number, code, place);
        }
    }

    fn refused(&mut self, cx: &mut Cx<'_>, number: usize, code: ErrorCode, place: Option<usize>) {
        let target = &mut self.targets[number];
        let topic = &cx.model.topics[target.topic];
        match code {
            ErrorCode::NotLeaderOrFollower | ErrorCode::KafkaStorageError => {}
            ErrorCode::UnknownTopicOrPartition | ErrorCode::UnknownTopicId => {}
            ErrorCode::OutOfOrderSequenceNumber | ErrorCode::UnknownProducerId
                if target.pid >= 0 && (place != Some(0) || topic.state != TopicState::Live) => {}
            ErrorCode::OutOfOrderSequenceNumber if target.pid >= 0 => {
                let losses = topic.parts[target.part as usize].losses;
                // A snapshot of producers, Kafka's as ours, holds one batch of each: what lies in front of it is no longer
                // known as a duplicate after a restart.
                let is_forgotten = target.was_cut && place == Some(0) && target.unacked.len() > 1;
                assert!(
                    losses != target.losses_seen || is_forgotten,
                    "{}-{}: sequence {} of producer {} is refused though nothing was lost",
                    topic.name,
                    target.part,
                    target.sequence,
                    target.pid
                );
                target.losses_seen = losses;
                target.pid += 1_000_000;
                target.sequence = 0;
                for id in target.unacked.iter().flat_map(|batch| &batch.ids) {
                    cx.model.sends_anew(*id);
                }
            }
            other => panic!("{}-{}: a batch is refused with {other:?}", topic.name, target.part),
        }
    }

    fn lost(&mut self, cx: &mut Cx<'_>, tags: Vec<Tag>) {
        self.lane = 0;
        for (number, first) in tags.into_iter().flatten() {
            let target = &mut self.targets[number];
            target.sent -= 1;
            target.confirmed = false;
            target.was_cut = true;
            if !self.settings.retries {
                target.unacked.retain(|batch| batch.ids[0] != first);
            }
        }
        self.drop_dead_targets(cx);
        self.again(cx, 30 * MS);
    }
}

impl Client for Producer {
    fn wakes(&mut self, cx: &mut Cx<'_>) {
        self.timed = false;
        self.link.check_time(cx);
        self.drop_dead_targets(cx);
        if !cx.draining {
            self.make_batches(cx);
        }
        self.send(cx);
        if !cx.draining || !self.is_idle() {
            self.again(cx, self.settings.pause);
        }
    }

    fn bytes(&mut self, cx: &mut Cx<'_>, conn: usize, bytes: &[u8]) {
        self.link.feed(conn, bytes);
        while let Some((version, body, tag)) = self.link.next_answer() {
            self.answered(cx, version, &body, &tag);
        }
        if self.link.conn().is_some() {
            self.drop_dead_targets(cx);
            self.send(cx);
        }
    }

    fn gone(&mut self, cx: &mut Cx<'_>, conn: usize) {
        if let Some(tags) = self.link.gone(conn) {
            self.lost(cx, tags);
        }
    }

    fn is_idle(&self) -> bool {
        self.link.in_flight() == 0 && self.targets.iter().all(|target| target.unacked.is_empty())
    }

    fn describe(&self) -> String {
        let owed: usize = self.targets.iter().map(|target| target.unacked.len()).sum();
        format!("{:?}: {} in flight, {owed} batches owed", self.settings, self.link.in_flight())
    }
}
