//! A simulated reader of offsets: ListOffsets and OffsetForLeaderEpoch, each answer held against the model.
//!
//! The begin never goes back and the end never falls short of what was acknowledged; the record found for a time is the
//! first of that time; an epoch ends where the records of the next one begin.

use std::borrow::Cow;

use broker::node::ListenerKind;
use protocol::client::list_offsets::{
    ListOffsetsPartition, ListOffsetsPartitionResponse, ListOffsetsRequest, ListOffsetsResponse,
    ListOffsetsTopic,
};
use protocol::client::offset_for_leader_epoch::{
    OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse, OffsetForLeaderPartition, OffsetForLeaderTopic,
};
use protocol::{ApiKey, ErrorCode, Reader};

use crate::client::{Client, Cx, Link};
use crate::model::TopicState;

const LATEST: i64 = -1;
/// The begin of a log.
pub const EARLIEST: i64 = -2;
const LARGEST_TIME: i64 = -3;

enum Question {
    /// An offset for a time, or for one of the special ones.
    Offset(i64),
    /// The end of an epoch.
    Epoch(i32),
}

struct Tag {
    topic: usize,
    part: i32,
    question: Question,
    /// What had to be known when the question left: the begin, the acknowledged end.
    start: i64,
    acked_end: i64,
    losses: u32,
    /// The largest timestamp of an acknowledged record.
    largest: i64,
}

/// See the module's comment.
pub struct Asker {
    link: Link<Tag>,
    timed: bool,
    pause: u64,
}

/// A question about one partition.
#[must_use]
pub fn list_offsets(name: &str, part: i32, timestamp: i64) -> ListOffsetsRequest<'_> {
    let partition = ListOffsetsPartition { partition_index: part, current_leader_epoch: -1, timestamp };
    ListOffsetsRequest {
        replica_id: -1,
        isolation_level: 0,
        topics: vec![ListOffsetsTopic { name: Cow::Borrowed(name), partitions: vec![partition] }],
        timeout_ms: 1_000,
    }
}

impl Asker {
    /// An asker that has asked nothing, and asks about once in `pause` nanoseconds.
    #[must_use]
    pub fn new(pause: u64) -> Self {
        Self { link: Link::default(), timed: false, pause }
    }

    fn again(&mut self, cx: &mut Cx<'_>, most: u64) {
        if !std::mem::replace(&mut self.timed, true) {
            cx.timer(most);
        }
    }

    fn ask(&mut self, cx: &mut Cx<'_>) {
        // Both APIs know topics by name alone.
        let mut topics = cx.model.live_topics();
        topics.retain(|topic| !cx.model.topics[*topic].has_namesake);
        if topics.is_empty() || !self.link.connect(cx, ListenerKind::Broker) {
            return;
        }
        let topic = topics[cx.rng.below(topics.len() as u64) as usize];
        let part = cx.rng.below(cx.model.topics[topic].parts.len() as u64) as i32;
        let entry = &cx.model.topics[topic].parts[part as usize];
        let (start, acked_end, losses) = (entry.start, entry.acked_end, entry.losses);
        let largest = cx.model.largest_time(topic, part);
        let name = cx.model.topics[topic].name.clone();
        let tag = |question| Tag { topic, part, question, start, acked_end, losses, largest };
        if cx.rng.one_in(4) {
            let version = cx.version(ApiKey::OffsetForLeaderEpoch, ListenerKind::Broker);
            let epoch = cx.model.some_epoch(topic, part, cx.rng);
            let partition =
                OffsetForLeaderPartition { partition: part, current_leader_epoch: -1, leader_epoch: epoch };
            let topics =
                vec![OffsetForLeaderTopic { topic: Cow::Borrowed(&name), partitions: vec![partition] }];
            let request = OffsetForLeaderEpochRequest { replica_id: -1, topics };
            self.link.send(cx, version, &request, 0, Some(tag(Question::Epoch(epoch))));
            return;
        }
        let timestamp = match cx.rng.below(5) {
            0 => LATEST,
            1 => EARLIEST,
            2 => LARGEST_TIME,
            _ => cx.model.some_time(topic, part, cx.rng),
        };
        let least = if timestamp == LARGEST_TIME { 7 } else { 1 };
        let version = cx.version(ApiKey::ListOffsets, ListenerKind::Broker).max(least);
        let request = list_offsets(&name, part, timestamp);
        self.link.send(cx, version, &request, 0, Some(tag(Question::Offset(timestamp))));
    }

    fn answered(cx: &mut Cx<'_>, version: i16, body: &[u8], tag: &Tag) {
        let mut reader = Reader::new(body);
        let entry = &cx.model.topics[tag.topic];
        // What was lost or deleted meanwhile is nobody's promise.
        let holds = entry.state == TopicState::Live && entry.parts[tag.part as usize].losses == tag.losses;
        match tag.question {
            Question::Epoch(epoch) => {
                let answer = OffsetForLeaderEpochResponse::decode(&mut reader, version);
                let row = answer.expect("an answer to OffsetForLeaderEpoch").topics[0].partitions[0];
                if holds && Self::is_told(row.error_code) {
                    let told = (row.leader_epoch, row.end_offset);
                    let wall = cx.wall().0;
                    cx.model.epoch_ends(tag.topic, tag.part, epoch, told, tag.acked_end, wall);
                }
            }
            Question::Offset(timestamp) => {
                let answer = ListOffsetsResponse::decode(&mut reader, version);
                let row = answer.expect("an answer to ListOffsets").topics[0].partitions[0];
                if holds && Self::is_told(row.error_code) {
                    Self::offset(cx, timestamp, tag, &row);
                }
            }
        }
    }

    fn is_told(code: i16) -> bool {
        match ErrorCode::try_from(code).expect("a known error") {
            ErrorCode::None => true,
            ErrorCode::NotLeaderOrFollower
            | ErrorCode::KafkaStorageError
            | ErrorCode::UnknownTopicOrPartition => false,
            other => panic!("an offset is refused with {other:?}"),
        }
    }

    fn offset(cx: &mut Cx<'_>, timestamp: i64, tag: &Tag, row: &ListOffsetsPartitionResponse) {
        let entry = &cx.model.topics[tag.topic];
        let name = format!("{}-{}", entry.name, tag.part);
        let (trims, stamps) = (entry.limits.trims(), entry.limits.stamps);
        let (offset, time) = (row.offset, row.timestamp);
        match timestamp {
            LATEST => assert!(offset >= tag.acked_end, "{name} ends at {offset}, not at {}", tag.acked_end),
            EARLIEST => {
                assert!(offset >= tag.start, "{name} begins at {offset}, before that at {}", tag.start);
                let wall = cx.wall().0;
                cx.model.log_starts(tag.topic, tag.part, offset, wall);
            }
            _ if stamps => {}
            LARGEST_TIME => {
                assert!(
                    trims || time >= tag.largest,
                    "{name}: {time} is no largest time, {} is",
                    tag.largest
                );
                cx.model.is_at(tag.topic, tag.part, offset, time);
            }
            _ if offset < 0 => {
                assert!(
                    trims || tag.largest < timestamp,
                    "{name}: nothing from {timestamp} on, though {} is acknowledged",
                    tag.largest
                );
            }
            _ => {
                assert!(time >= timestamp, "{name}: {time} for a time from {timestamp} on");
                cx.model.is_at(tag.topic, tag.part, offset, time);
                let wall = cx.wall().0;
                cx.model.is_first_of(tag.topic, tag.part, offset, timestamp, wall);
            }
        }
    }
}

impl Client for Asker {
    fn wakes(&mut self, cx: &mut Cx<'_>) {
        self.timed = false;
        self.link.check_time(cx);
        if !cx.draining {
            self.ask(cx);
        }
        if !cx.draining || !self.is_idle() {
            self.again(cx, self.pause);
        }
    }

    fn bytes(&mut self, cx: &mut Cx<'_>, conn: usize, bytes: &[u8]) {
        self.link.feed(conn, bytes);
        while let Some((version, body, tag)) = self.link.next_answer() {
            Self::answered(cx, version, &body, &tag);
        }
    }

    fn gone(&mut self, _cx: &mut Cx<'_>, conn: usize) {
        let _ = self.link.gone(conn);
    }

    fn is_idle(&self) -> bool {
        self.link.in_flight() == 0
    }

    fn describe(&self) -> String {
        format!("asker: {} in flight", self.link.in_flight())
    }
}
