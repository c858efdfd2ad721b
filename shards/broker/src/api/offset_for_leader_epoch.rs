//! OffsetForLeaderEpoch, versions 2 to 4.
//!
//! Up to which offset a leader's log agrees with one that has records of an epoch; each partition is asked of its owner.
//!
//! Versions: 3 replica id; 4 flexible. Current leader epochs are checked in all of them (KIP-320).

use std::borrow::Cow;

use protocol::client::offset_for_leader_epoch::{
    EpochEndOffset, OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse, OffsetForLeaderTopicResult,
};
use protocol::{ErrorCode, LeaderEpoch, PartitionIndex, Uuid};

use super::{Cx, Outcome};
use crate::gather::Gather;
use crate::mesh::{Ask, PartitionKey, Told};
use crate::partition::no_epoch_end;

/// Starts a request.
pub fn start(cx: &mut Cx<'_>, frame: &[u8]) -> Outcome {
    let Ok((_, request)) = super::body::<OffsetForLeaderEpochRequest<'_>>(frame, cx.head.version) else {
        return Outcome::Close;
    };
    let mut gather = cx.waiting.gather(cx.head);
    for topic in &request.topics {
        let entry = cx.node.topic_named(&topic.topic).map(|entry| (entry.id, entry.partitions));
        gather.topic(&topic.topic, Uuid::ZERO);
        for partition in &topic.partitions {
            let row = gather.row(partition.partition);
            let key = entry
                .filter(|(_, count)| (0..*count).contains(&partition.partition))
                .map(|(topic, _)| PartitionKey { topic, partition: PartitionIndex(partition.partition) });
            let Some(key) = key else {
                gather.fill(row, no_epoch_end(ErrorCode::UnknownTopicOrPartition));
                continue;
            };
            let ask = Ask::EpochEnd {
                current: LeaderEpoch(partition.current_leader_epoch),
                epoch: LeaderEpoch(partition.leader_epoch),
            };
            if let Some(told) = cx.ask_owner(row, key, ask) {
                gather.fill(row, told);
            }
        }
    }
    cx.wait_for(gather)
}

/// Puts the answer together once every row is filled.
pub fn finish(gather: &Gather, out: &mut Vec<u8>) -> Outcome {
    let topics = gather.topics().map(|(name, _, rows)| OffsetForLeaderTopicResult {
        topic: Cow::Borrowed(name),
        partitions: rows
            .iter()
            .filter_map(|row| match row.told {
                Some(Told::EpochEnd { error, leader_epoch, end_offset }) => Some(EpochEndOffset {
                    error_code: error.code(),
                    partition: row.partition,
                    leader_epoch: leader_epoch.0,
                    end_offset: end_offset.0,
                }),
                _ => None,
            })
            .collect(),
    });
    let answer = OffsetForLeaderEpochResponse { throttle_time_ms: 0, topics: topics.collect() };
    super::encode(out, gather.head, |out, version| answer.encode(out, version))
}
