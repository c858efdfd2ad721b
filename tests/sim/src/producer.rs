//! Simulated producers: idempotent ones that send again what is not acknowledged, plain ones that may or may not.
//!
//! An idempotent producer keeps the batches of a partition in order: after a failure it waits until nothing of the
//! partition is in flight and sends everything from the first unacknowledged batch again, with the same sequences. It asks
//! the node for its ids. What must be refused is given up: batches that are too large, and broken ones sent now and then.

use std::borrow::Cow;
use std::collections::VecDeque;

use broker::node::ListenerKind;
use protocol::client::init_producer_id::{InitProducerIdRequest, InitProducerIdResponse};
use protocol::client::produce::{PartitionProduceData, ProduceRequest, ProduceResponse, TopicProduceData};
use protocol::compress::Codec;
use protocol::{ApiKey, ErrorCode, ProducerEpoch, ProducerId, Reader, Timestamp, Uuid};

use crate::client::{Client, Cx, Link};
use crate::model::TopicState;
use crate::payload::{damage, pack};
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
    /// How batches are compressed.
    pub codec: Codec,
    /// One request in so many holds a broken batch; 0 for none.
    pub broken_one_in: u64,
}

struct Batch {
    ids: Vec<u64>,
    sizes: Vec<usize>,
    /// The timestamp of its records.
    at: Timestamp,
    /// Bytes as sent.
    size: usize,
    /// It was sent before.
    was_sent: bool,
    /// It was sent more than once.
    again: bool,
}

struct Target {
    topic: usize,
    part: i32,
    lane: u64,
    /// The id and its epoch; none of a plain producer, or while it is asked for.
    pid: Option<(i64, i16)>,
    /// An id is asked for.
    is_asking: bool,
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
}

impl Target {
    /// Begins anew, with the next epoch or another id as Kafka's own client does. What is sent again may then be there twice.
    fn renew(&mut self, cx: &mut Cx<'_>) {
        self.pid = self.pid.map(|(id, epoch)| (id, epoch + 1)).filter(|_| cx.rng.one_in(2));
        self.sequence = 0;
        for id in self.unacked.iter().flat_map(|batch| &batch.ids) {
            cx.model.sends_anew(*id);
        }
    }
}

/// What a request was for.
enum Tag {
    /// The rows of a Produce: which target, which record began the batch.
    Batches(Vec<(usize, u64)>),
    /// A Produce that must be refused.
    Broken,
    /// An id for this target.
    Id(usize),
}

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
            self.targets.push(Target {
                topic,
                part,
                lane,
                pid: None,
                is_asking: false,
                sequence: 0,
                unacked: VecDeque::new(),
                sent: 0,
                failed: false,
                losses_seen,
                confirmed: false,
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
            let at = cx.wall();
            self.targets[target].unacked.push_back(Batch {
                ids,
                sizes,
                at,
                size: 0,
                was_sent: false,
                again: false,
            });
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
        if self.ask_id(cx) {
            return true;
        }
        let mut tag = Vec::new();
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
            let once = self.settings.idempotent;
            if once && target.pid.is_none() {
                continue;
            }
            if target.sent > 0 && (cx.rng.one_in(3) || (once && !target.confirmed)) {
                continue;
            }
            let before: usize = target.unacked.iter().take(target.sent).map(|batch| batch.ids.len()).sum();
            let sequence = target.sequence + before as i32;
            let batch = &mut target.unacked[target.sent];
            let lane = if once { target.lane } else { self.lane };
            for id in &batch.ids {
                cx.model.sends(*id, batch.at.0, (target.topic, target.part), lane, once);
            }
            let records = batch.ids.iter().copied().zip(batch.sizes.iter().copied());
            let bytes = pack(records, batch.at, self.settings.codec, |builder| match target.pid {
                Some((id, epoch)) => builder.producer(ProducerId(id), ProducerEpoch(epoch), sequence),
                None => builder,
            });
            batch.size = bytes.len();
            batch.again = std::mem::replace(&mut batch.was_sent, true);
            tag.push((number, batch.ids[0]));
            target.sent += 1;
            rows.push((target.topic, target.part, bytes));
            if self.settings.acks == 0 {
                target.unacked.pop_front();
                target.sent = 0;
            }
        }
        let is_broken = rows.len() == 1 && self.settings.broken_one_in > 0 && self.settings.acks != 0;
        if is_broken && cx.rng.one_in(self.settings.broken_one_in) {
            let (topic, part, _) = rows[0];
            let ids = (0..=cx.rng.below(4)).map(|_| (cx.model.next_id(), 100));
            let mut bytes = pack(ids.collect::<Vec<_>>().into_iter(), cx.wall(), self.settings.codec, |b| b);
            damage(&mut bytes, cx.rng);
            self.produce(cx, &[(topic, part, bytes)], Some(Tag::Broken));
        }
        if rows.is_empty() {
            return false;
        }
        let tag = (self.settings.acks != 0).then_some(Tag::Batches(tag));
        self.produce(cx, &rows, tag);
        true
    }

    fn produce(&mut self, cx: &mut Cx<'_>, rows: &[(usize, i32, Vec<u8>)], tag: Option<Tag>) {
        let by_id = cx.model.names_come_again;
        let least = match self.settings.codec {
            _ if by_id => 13,
            Codec::Zstd => 7,
            _ => 0,
        };
        let version = cx.version(ApiKey::Produce, ListenerKind::Broker).max(least);
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
        self.link.send(cx, version, &request, 0, tag);
    }

    /// Asks for the id of a target that needs one.
    fn ask_id(&mut self, cx: &mut Cx<'_>) -> bool {
        let needs = |target: &Target| target.pid.is_none() && !target.is_asking && !target.unacked.is_empty();
        let Some(number) = self.targets.iter().position(needs).filter(|_| self.settings.idempotent) else {
            return false;
        };
        self.targets[number].is_asking = true;
        let request = InitProducerIdRequest {
            transactional_id: None,
            transaction_timeout_ms: 60_000,
            producer_id: -1,
            producer_epoch: -1,
            ..InitProducerIdRequest::default()
        };
        let version = cx.version(ApiKey::InitProducerId, ListenerKind::Broker);
        self.link.send(cx, version, &request, 0, Some(Tag::Id(number)));
        true
    }

    fn got_id(&mut self, cx: &mut Cx<'_>, version: i16, body: &[u8], number: usize) {
        let mut reader = Reader::new(body);
        let answer =
            InitProducerIdResponse::decode(&mut reader, version).expect("an answer to InitProducerId");
        let target = &mut self.targets[number];
        target.is_asking = false;
        match ErrorCode::try_from(answer.error_code).expect("a known error") {
            ErrorCode::None => {
                assert_eq!(answer.producer_epoch, 0, "a new id begins with epoch 0");
                cx.model.gives_producer(answer.producer_id);
                target.pid = Some((answer.producer_id, 0));
            }
            ErrorCode::CoordinatorLoadInProgress => {}
            other => panic!("an id is refused with {other:?}"),
        }
    }

    fn answered(&mut self, cx: &mut Cx<'_>, version: i16, body: &[u8], tag: &Tag) {
        if let Tag::Id(number) = tag {
            return self.got_id(cx, version, body, *number);
        }
        let mut reader = Reader::new(body);
        let response = ProduceResponse::decode(&mut reader, version).expect("an answer to Produce");
        let rows: Vec<_> = response.responses.iter().flat_map(|topic| &topic.partition_responses).collect();
        let Tag::Batches(tag) = tag else {
            assert_ne!(rows[0].error_code, ErrorCode::None.code(), "a broken batch was taken");
            return;
        };
        assert_eq!(rows.len(), tag.len(), "one row for each partition");
        for (number, first) in tag {
            let target = &mut self.targets[*number];
            let topic = &cx.model.topics[target.topic];
            // A topic that was named for each of its partitions has one place in the answer.
            let row = response
                .responses
                .iter()
                .filter(
                    |said| if version >= 13 { said.topic_id == topic.id } else { said.name == topic.name },
                )
                .flat_map(|said| &said.partition_responses)
                .find(|row| row.index == target.part)
                .expect("a row for each partition");
            target.sent -= 1;
            let code = ErrorCode::try_from(row.error_code).expect("a known error");
            let place = target.unacked.iter().position(|batch| batch.ids[0] == *first);
            if code == ErrorCode::None {
                let place = place.expect("a batch in flight is not forgotten");
                if self.settings.idempotent && place > 0 {
                    // One in front was refused after it was written: both are sent again, and must be there already.
                    assert!(target.failed, "a batch is acknowledged before those in front of it");
                    continue;
                }
                let batch = target.unacked.remove(place).expect("it was found a line ago");
                let most = cx.model.topics[target.topic].limits.batch_bytes.1;
                assert!(batch.size <= most, "a batch of {} bytes was taken, {most} are allowed", batch.size);
                cx.model.acked(target.topic, target.part, row.base_offset, &batch.ids);
                target.sequence += batch.ids.len() as i32;
                target.confirmed = true;
                continue;
            }
            let follows = std::mem::replace(&mut target.failed, true);
            target.confirmed = false;
            // What comes behind a batch that was given up has a gap before it.
            self.refused(cx, *number, code, place, follows);
            if !self.settings.retries {
                self.targets[*number].unacked.retain(|batch| batch.ids[0] != *first);
            }
        }
    }

    fn refused(
        &mut self,
        cx: &mut Cx<'_>,
        number: usize,
        code: ErrorCode,
        place: Option<usize>,
        follows: bool,
    ) {
        let target = &mut self.targets[number];
        let topic = &cx.model.topics[target.topic];
        match code {
            ErrorCode::NotLeaderOrFollower | ErrorCode::KafkaStorageError => {}
            ErrorCode::UnknownTopicOrPartition | ErrorCode::UnknownTopicId => {}
            ErrorCode::OutOfOrderSequenceNumber | ErrorCode::UnknownProducerId
                if self.settings.idempotent
                    && (follows || place != Some(0) || topic.state != TopicState::Live) => {}
            ErrorCode::OutOfOrderSequenceNumber if self.settings.idempotent => {
                let losses = topic.parts[target.part as usize].losses;
                assert!(
                    losses != target.losses_seen || topic.limits.trims(),
                    "{}-{}: sequence {} of producer {:?} is refused though nothing was lost",
                    topic.name,
                    target.part,
                    target.sequence,
                    target.pid
                );
                target.losses_seen = losses;
                target.renew(cx);
            }
            ErrorCode::MessageTooLarge | ErrorCode::RecordListTooLarge => {
                let Some(size) = place.map(|place| target.unacked[place].size) else { return };
                let least = if code == ErrorCode::MessageTooLarge {
                    topic.limits.batch_bytes.0
                } else {
                    topic.limits.segment_bytes.unwrap_or(usize::MAX)
                };
                assert!(
                    size > least || topic.limits.repacks,
                    "{}-{}: a batch of {size} bytes is refused with {code:?}, {least} are allowed",
                    topic.name,
                    target.part
                );
                let batch = place.and_then(|place| target.unacked.remove(place));
                // It may be in the log all the same, and have its sequences used up.
                if self.settings.idempotent && batch.is_some_and(|batch| batch.again) {
                    target.renew(cx);
                }
            }
            other => panic!("{}-{}: a batch is refused with {other:?}", topic.name, target.part),
        }
    }

    fn lost(&mut self, cx: &mut Cx<'_>, tags: Vec<Tag>) {
        self.lane = 0;
        let mut rows = Vec::new();
        for tag in tags {
            match tag {
                Tag::Batches(batches) => rows.extend(batches),
                Tag::Broken => {}
                Tag::Id(number) => self.targets[number].is_asking = false,
            }
        }
        for (number, first) in rows {
            let target = &mut self.targets[number];
            target.sent -= 1;
            target.confirmed = false;
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
