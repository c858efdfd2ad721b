//! ListOffsets, versions 1 to 11.
//!
//! Each partition is asked of its owner; the answer is put together when the last has spoken. A partition named twice is
//! refused, once. A topic named twice makes one topic of the answer, one without partitions none.
//!
//! Whoever is no consumer (a replica id other than -1) sees up to the end of the log; -2 may ask a follower too.
//!
//! Versions: 2 isolation level (KIP-98); 4 leader epochs (KIP-320); 6 flexible; 7 largest timestamp (KIP-734); 8 earliest
//! local offset (KIP-405); 9 end of remote storage (KIP-1005); 10 timeout (KIP-1075); 11 start of what is not yet in
//! remote storage (KIP-1023).
//! Not implemented: remote storage; the timeout is for it alone.

use std::borrow::Cow;

use metadata::config::java;
use protocol::client::list_offsets::{
    ListOffsetsPartition, ListOffsetsPartitionResponse, ListOffsetsRequest, ListOffsetsResponse,
    ListOffsetsTopicResponse,
};
use protocol::{ErrorCode, LeaderEpoch, Map, PartitionIndex, Timestamp, Uuid};

use super::{Cx, Outcome};
use crate::gather::Gather;
use crate::mesh::{Ask, PartitionKey, ReadEnd, Told};
use crate::partition::no_offset;
use crate::search::special;

/// The replica id of consumers.
const CONSUMER: i32 = -1;
/// The replica id of tools that look at followers.
const DEBUGGING: i32 = -2;

/// Starts a request.
pub fn start(cx: &mut Cx<'_>, frame: &[u8]) -> Outcome {
    let version = cx.head.version;
    let Ok((_, request)) = super::body::<ListOffsetsRequest<'_>>(frame, version) else {
        return Outcome::Close;
    };
    if !(0..=1).contains(&request.isolation_level) && !request.topics.is_empty() {
        return cx.answer(&refusal(&request));
    }
    let end = match (request.replica_id, request.isolation_level) {
        (CONSUMER, 1) => ReadEnd::LastStable,
        (CONSUMER, _) => ReadEnd::HighWatermark,
        _ => ReadEnd::LogEnd,
    };
    let any_replica = request.replica_id == DEBUGGING;
    let mut gather = cx.waiting.gather(cx.head);
    for (name, partitions) in by_topic(&request) {
        let entry = cx.node.topic_named(name).map(|entry| (entry.id, entry.partitions));
        gather.topic(name, Uuid::ZERO);
        for (partition, twice) in partitions {
            let row = gather.row(partition.partition_index);
            let refused = if twice {
                Some(ErrorCode::InvalidRequest)
            } else if !is_served(partition.timestamp, version) {
                Some(ErrorCode::UnsupportedVersion)
            } else {
                None
            };
            let key = entry.filter(|(_, count)| (0..*count).contains(&partition.partition_index)).map(
                |(topic, _)| PartitionKey { topic, partition: PartitionIndex(partition.partition_index) },
            );
            match (refused, key) {
                (Some(code), _) => drop(gather.fill(row, no_offset(code))),
                (None, None) => drop(gather.fill(row, no_offset(ErrorCode::UnknownTopicOrPartition))),
                (None, Some(key)) => {
                    let ask = Ask::Offset {
                        timestamp: Timestamp(partition.timestamp),
                        end,
                        any_replica,
                        leader_epoch: LeaderEpoch(partition.current_leader_epoch),
                    };
                    if let Some(told) = cx.ask_owner(row, key, ask) {
                        gather.fill(row, told);
                    }
                }
            }
        }
    }
    cx.wait_for(gather)
}

/// The partitions of each topic, each once, with whether it was named again; in the order in which Kafka answers.
fn by_topic<'a>(
    request: &'a ListOffsetsRequest<'_>,
) -> Vec<(&'a str, Vec<(&'a ListOffsetsPartition, bool)>)> {
    let mut topics: Vec<(&str, Vec<(&ListOffsetsPartition, bool)>)> = Vec::new();
    let mut topic_at: Map<&str, usize> = Map::default();
    let mut row_at: Map<(usize, i32), usize> = Map::default();
    for topic in request.topics.iter().filter(|topic| !topic.partitions.is_empty()) {
        let at = *topic_at.entry(&topic.name).or_insert_with(|| {
            topics.push((&topic.name, Vec::with_capacity(topic.partitions.len())));
            topics.len() - 1
        });
        let rows = &mut topics[at].1;
        for partition in &topic.partitions {
            let row = *row_at.entry((at, partition.partition_index)).or_insert(rows.len());
            match rows.get_mut(row) {
                Some(row) => row.1 = true,
                None => rows.push((partition, false)),
            }
        }
    }
    for (name, rows) in &mut topics {
        let buckets = buckets(rows.len());
        rows.sort_by_key(|(partition, _)| place(name, partition.partition_index, buckets));
    }
    let buckets = buckets(row_at.len());
    topics.sort_by_key(|(name, rows)| {
        rows.iter().map(|(partition, _)| place(name, partition.partition_index, buckets)).min()
    });
    topics
}

/// How many buckets Scala's hash map has once it holds `count` entries.
fn buckets(count: usize) -> u32 {
    let mut buckets = 16;
    while count >= buckets / 4 * 3 {
        buckets *= 2;
    }
    buckets as u32
}

/// Where such a map of partitions holds a partition: Kafka's answer has its rows in that order.
fn place(topic: &str, partition: i32, buckets: u32) -> (u32, i32) {
    let hash = java::hash_code(topic).wrapping_add(31u32.wrapping_mul(31u32.wrapping_add(partition as u32)));
    let hash = hash ^ (hash >> 16);
    (hash & (buckets - 1), hash as i32)
}

/// Whether the version knows what a negative timestamp stands for.
fn is_served(timestamp: i64, version: i16) -> bool {
    match timestamp {
        0.. | special::LATEST | special::EARLIEST => true,
        special::MAX_TIMESTAMP => version >= 7,
        special::EARLIEST_LOCAL => version >= 8,
        special::LATEST_TIERED => version >= 9,
        special::EARLIEST_PENDING_UPLOAD => version >= 11,
        _ => false,
    }
}

/// The answer to an isolation level that is none.
fn refusal<'a>(request: &'a ListOffsetsRequest<'_>) -> ListOffsetsResponse<'a> {
    let topics = request.topics.iter().map(|topic| ListOffsetsTopicResponse {
        name: Cow::Borrowed(&topic.name),
        partitions: topic
            .partitions
            .iter()
            .map(|partition| ListOffsetsPartitionResponse {
                partition_index: partition.partition_index,
                error_code: ErrorCode::UnknownServerError.code(),
                ..Default::default()
            })
            .collect(),
    });
    ListOffsetsResponse { throttle_time_ms: 0, topics: topics.collect() }
}

/// Puts the answer together once every row is filled.
pub fn finish(gather: &Gather, out: &mut Vec<u8>) -> Outcome {
    let version = gather.head.version;
    let topics = gather.topics().map(|(name, _, rows)| ListOffsetsTopicResponse {
        name: Cow::Borrowed(name),
        partitions: rows
            .iter()
            .filter_map(|row| match row.told {
                Some(Told::Offset { error, timestamp, offset, leader_epoch }) => {
                    Some(ListOffsetsPartitionResponse {
                        partition_index: row.partition,
                        error_code: of_version(error, version).code(),
                        timestamp: timestamp.0,
                        offset: offset.0,
                        leader_epoch: if version >= 4 { leader_epoch.0 } else { -1 },
                    })
                }
                _ => None,
            })
            .collect(),
    });
    let answer = ListOffsetsResponse { throttle_time_ms: 0, topics: topics.collect() };
    super::encode(out, gather.head, |out, version| answer.encode(out, version))
}

/// OFFSET_NOT_AVAILABLE is known from version 5 on.
fn of_version(error: ErrorCode, version: i16) -> ErrorCode {
    match error {
        ErrorCode::OffsetNotAvailable if version < 5 => ErrorCode::LeaderNotAvailable,
        error => error,
    }
}
