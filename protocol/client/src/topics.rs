//! Topics: making and deleting them, where they lie, and their offsets.

use protocol::client::create_topics::{CreatableTopic, CreatableTopicConfig, CreateTopicsRequest};
use protocol::client::delete_topics::DeleteTopicsRequest;
use protocol::client::list_offsets::{ListOffsetsPartition, ListOffsetsRequest, ListOffsetsTopic};
use protocol::client::metadata::{MetadataRequest, MetadataRequestTopic, MetadataResponse};
use protocol::{ApiKey, Offset, Timestamp, Uuid};

use crate::connection::Connection;
use crate::error::Error;

/// The last version of DeleteTopics that has a plain list of names.
const DELETE_BY_NAME_MAX: i16 = 5;

impl Connection {
    /// Makes a topic; -1 for either number takes the broker's default. Gives the topic's id, zero where the broker's
    /// version does not tell it.
    pub fn create_topic(
        &mut self,
        name: &str,
        partitions: i32,
        replication_factor: i16,
        configs: &[(&str, &str)],
    ) -> Result<Uuid, Error> {
        let version = self.version(ApiKey::CreateTopics, i16::MAX)?;
        let configs = configs
            .iter()
            .map(|&(name, value)| CreatableTopicConfig { name: name.into(), value: Some(value.into()) });
        let topic = CreatableTopic {
            name: name.into(),
            num_partitions: partitions,
            replication_factor,
            assignments: Vec::new(),
            configs: configs.collect(),
        };
        let request = CreateTopicsRequest { topics: vec![topic], timeout_ms: 30_000, validate_only: false };
        let answer = self.call(&request, version)?;
        let row = answer.topics.first().ok_or(Error::Missing("topic"))?;
        Error::of_code(row.error_code, row.error_message.as_deref())?;
        Ok(row.topic_id)
    }

    /// Deletes a topic.
    pub fn delete_topic(&mut self, name: &str) -> Result<(), Error> {
        let version = self.version(ApiKey::DeleteTopics, DELETE_BY_NAME_MAX)?;
        let request = DeleteTopicsRequest {
            topic_names: vec![name.into()],
            timeout_ms: 30_000,
            ..DeleteTopicsRequest::default()
        };
        let answer = self.call(&request, version)?;
        let row = answer.responses.first().ok_or(Error::Missing("topic"))?;
        Error::of_code(row.error_code, row.error_message.as_deref())
    }

    /// Brokers and topics; `None` asks for all topics. Makes no topic.
    pub fn metadata(&mut self, topics: Option<&[&str]>) -> Result<MetadataResponse<'_>, Error> {
        let version = self.version(ApiKey::Metadata, i16::MAX)?;
        let named = |name: &&str| MetadataRequestTopic {
            topic_id: Uuid::ZERO,
            name: Some((*name).to_owned().into()),
        };
        let request = MetadataRequest {
            topics: topics.map(|topics| topics.iter().map(named).collect()),
            allow_auto_topic_creation: false,
            ..MetadataRequest::default()
        };
        self.call(&request, version)
    }

    /// The offset and timestamp that ListOffsets gives for a timestamp, or for -1 (end), -2 (start), -3 (max timestamp).
    pub fn list_offset(
        &mut self,
        topic: &str,
        partition: i32,
        timestamp: Timestamp,
    ) -> Result<(Offset, Timestamp), Error> {
        let version = self.version(ApiKey::ListOffsets, i16::MAX)?;
        let partitions = vec![ListOffsetsPartition {
            partition_index: partition,
            timestamp: timestamp.0,
            ..ListOffsetsPartition::default()
        }];
        let topics = vec![ListOffsetsTopic { name: topic.into(), partitions }];
        let request = ListOffsetsRequest { replica_id: -1, topics, ..ListOffsetsRequest::default() };
        let answer = self.call(&request, version)?;
        let row = answer.topics.iter().flat_map(|topic| &topic.partitions).next();
        let row = row.ok_or(Error::Missing("partition"))?;
        Error::of_code(row.error_code, None)?;
        Ok((Offset(row.offset), Timestamp(row.timestamp)))
    }
}
