//! DescribeTopicPartitions, version 0 (KIP-966).
//!
//! Topics in the order of their names, page by page: an answer holds as many partitions as client and broker allow, and a
//! cursor where it had to stop. No topic named means all. The operations allowed on a topic are always told.
//!
//! Not implemented: authorizers; every operation is authorized.

use std::borrow::Cow;
use std::sync::Arc;

use metadata::image::Image;
use metadata::topics::{self, Topic};
use protocol::client::describe_topic_partitions::{
    Cursor, DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse,
    DescribeTopicPartitionsResponsePartition, DescribeTopicPartitionsResponseTopic,
};
use protocol::{BrokerId, ErrorCode, PartitionIndex};

use super::metadata::{TOPIC_OPERATIONS, absent, leader, offline_replicas};
use super::{Cx, Outcome};

/// Answers a request.
pub fn start(cx: &mut Cx<'_>, frame: &[u8]) -> Outcome {
    let Ok((_, request)) = super::body::<DescribeTopicPartitionsRequest<'_>>(frame, cx.head.version) else {
        return Outcome::Close;
    };
    let identity = Arc::clone(&cx.node.identity);
    let image = Arc::clone(&cx.node.image);
    let limit = identity.config.fixed.max_request_partition_size_limit.min(request.response_partition_limit);
    let page = Page { image: &image, listener: &identity.listener(cx.listener).name, limit: limit.max(1) };
    let answer = page.turn(&request).unwrap_or_else(|code| refusal(&request, code));
    cx.answer(&answer)
}

/// The answer to a request that makes no sense.
fn refusal<'a>(
    request: &'a DescribeTopicPartitionsRequest<'_>,
    code: ErrorCode,
) -> DescribeTopicPartitionsResponse<'a> {
    let topics = request.topics.iter().map(|topic| DescribeTopicPartitionsResponseTopic {
        error_code: code.code(),
        name: Some(Cow::Borrowed(&topic.name)),
        ..Default::default()
    });
    DescribeTopicPartitionsResponse { topics: topics.collect(), ..Default::default() }
}

/// What one answer is made from.
struct Page<'a> {
    image: &'a Image,
    listener: &'a str,
    limit: i32,
}

impl<'a> Page<'a> {
    fn turn(
        &self,
        request: &'a DescribeTopicPartitionsRequest<'_>,
    ) -> Result<DescribeTopicPartitionsResponse<'a>, ErrorCode> {
        let all = request.topics.is_empty();
        let cursor = request.cursor.as_ref();
        let from = cursor.map_or("", |cursor| &cursor.topic_name);
        let names: Vec<&'a str> = if all {
            self.image.topics_from(from).map(|topic| &*topic.name).collect()
        } else {
            let mut names: Vec<&str> =
                request.topics.iter().map(|topic| &*topic.name).filter(|name| *name >= from).collect();
            names.sort_unstable();
            names.dedup();
            if cursor.is_some() && !names.contains(&from) {
                return Err(ErrorCode::InvalidRequest);
            }
            names
        };
        if cursor.is_some_and(|cursor| cursor.partition_index < 0) {
            return Err(ErrorCode::InvalidRequest);
        }
        if cursor.is_none() && names.first() == Some(&"") {
            // Kafka looks for the cursor of the topic without a name, and falls over when there is none.
            return Err(ErrorCode::UnknownServerError);
        }
        let mut answer = DescribeTopicPartitionsResponse::default();
        let mut left = self.limit;
        for name in names {
            if left == 0 {
                answer.next_cursor = Some(Cursor { topic_name: Cow::Borrowed(name), partition_index: 0 });
                break;
            }
            let Some(topic) = self.image.topic_named(name) else {
                if !all {
                    answer.topics.push(DescribeTopicPartitionsResponseTopic {
                        error_code: absent(name).code(),
                        name: Some(Cow::Borrowed(name)),
                        is_internal: topics::is_internal(name),
                        topic_authorized_operations: TOPIC_OPERATIONS,
                        ..Default::default()
                    });
                }
                continue;
            };
            let start = cursor.filter(|cursor| cursor.topic_name == name).map_or(0, |c| c.partition_index);
            let count = topic.partitions.len() as i32;
            // Wraps where Kafka's does; what wraps gives no partition.
            let end = count.min(start.wrapping_add(left));
            let described = self.topic(topic, start, end);
            left -= described.partitions.len() as i32;
            answer.topics.push(described);
            if end < count && end != -1 {
                answer.next_cursor = Some(Cursor { topic_name: Cow::Borrowed(name), partition_index: end });
                break;
            }
        }
        Ok(answer)
    }

    fn topic(&self, topic: &'a Topic, start: i32, end: i32) -> DescribeTopicPartitionsResponseTopic<'a> {
        DescribeTopicPartitionsResponseTopic {
            error_code: ErrorCode::None.code(),
            name: Some(Cow::Borrowed(&*topic.name)),
            topic_id: topic.id,
            is_internal: topics::is_internal(&topic.name),
            partitions: (start..end).filter_map(|index| self.partition(topic, index)).collect(),
            topic_authorized_operations: TOPIC_OPERATIONS,
        }
    }

    fn partition(&self, topic: &Topic, index: i32) -> Option<DescribeTopicPartitionsResponsePartition> {
        let partition = topic.partitions.get(&PartitionIndex(index))?;
        let numbers = |ids: &[BrokerId]| ids.iter().map(|id| id.0).collect::<Vec<_>>();
        Some(DescribeTopicPartitionsResponsePartition {
            error_code: ErrorCode::None.code(),
            partition_index: index,
            leader_id: leader(self.image, partition, self.listener).0,
            leader_epoch: partition.leader_epoch.0,
            replica_nodes: numbers(&partition.replicas),
            isr_nodes: numbers(&partition.isr),
            eligible_leader_replicas: Some(numbers(&partition.elr)),
            last_known_elr: Some(numbers(&partition.last_known_elr)),
            offline_replicas: offline_replicas(self.image, partition, self.listener),
        })
    }
}
