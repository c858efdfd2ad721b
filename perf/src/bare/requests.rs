//! What the bare server answers besides Produce and Fetch: just enough for a client to make a topic and find it.

use std::io;

use protocol::client::api_versions::{ApiVersion, ApiVersionsResponse};
use protocol::client::create_topics::{CreatableTopicResult, CreateTopicsRequest, CreateTopicsResponse};
use protocol::client::init_producer_id::InitProducerIdResponse;
use protocol::client::list_offsets::{
    ListOffsetsPartitionResponse, ListOffsetsRequest, ListOffsetsResponse, ListOffsetsTopicResponse,
};
use protocol::client::metadata::{
    MetadataRequest, MetadataResponse, MetadataResponseBroker, MetadataResponsePartition,
    MetadataResponseTopic,
};
use protocol::header::{RequestHeader, put_response_header};
use protocol::{ApiKey, EncodeError, Reader};

use super::server::Topics;
use crate::template::{FETCH_VERSION, PRODUCE_VERSION};

/// What is listed: one version each.
const SERVED: [(ApiKey, i16); 7] = [
    (ApiKey::Produce, PRODUCE_VERSION),
    (ApiKey::Fetch, FETCH_VERSION),
    (ApiKey::ListOffsets, 9),
    (ApiKey::Metadata, 12),
    (ApiKey::ApiVersions, 3),
    (ApiKey::CreateTopics, 7),
    (ApiKey::InitProducerId, 5),
];

/// Answers a request that is neither Produce nor Fetch.
pub fn answer(topics: &mut Topics, frame: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    let reader = &mut Reader::new(frame);
    let header = RequestHeader::decode(reader).map_err(io::Error::other)?;
    let key = ApiKey::try_from(header.key).map_err(io::Error::other)?;
    let (version, id) = (header.version, header.correlation_id);
    match key {
        ApiKey::ApiVersions => {
            let listed = SERVED.iter().map(|&(key, version)| ApiVersion {
                api_key: key.code(),
                min_version: if key == ApiKey::ApiVersions { 0 } else { version },
                max_version: version,
            });
            let response = ApiVersionsResponse { api_keys: listed.collect(), ..Default::default() };
            put(out, key, version, id, |out| response.encode(out, version))
        }
        ApiKey::Metadata => {
            let request = MetadataRequest::decode(reader, version).map_err(io::Error::other)?;
            let wanted = |name: &str| {
                request
                    .topics
                    .as_ref()
                    .is_none_or(|topics| topics.iter().any(|topic| topic.name.as_deref() == Some(name)))
            };
            let found = topics.list.iter().filter(|topic| wanted(&topic.name)).map(|topic| {
                let partitions = (0..topic.partitions.len() as i32).map(|partition_index| {
                    let replica_nodes = vec![1];
                    let isr_nodes = vec![1];
                    MetadataResponsePartition {
                        partition_index,
                        leader_id: 1,
                        leader_epoch: 0,
                        replica_nodes,
                        isr_nodes,
                        ..Default::default()
                    }
                });
                MetadataResponseTopic {
                    name: Some(topic.name.as_str().into()),
                    topic_id: topic.id,
                    partitions: partitions.collect(),
                    ..Default::default()
                }
            });
            let port = i32::from(topics.port);
            let broker = MetadataResponseBroker { node_id: 1, host: "127.0.0.1".into(), port, rack: None };
            let response = MetadataResponse {
                brokers: vec![broker],
                controller_id: 1,
                topics: found.collect(),
                ..Default::default()
            };
            put(out, key, version, id, |out| response.encode(out, version))
        }
        ApiKey::CreateTopics => {
            let request = CreateTopicsRequest::decode(reader, version).map_err(io::Error::other)?;
            let mut results = Vec::new();
            for topic in &request.topics {
                let topic_id = topics.create(&topic.name, topic.num_partitions)?;
                results.push(CreatableTopicResult {
                    name: topic.name.clone(),
                    topic_id,
                    num_partitions: topic.num_partitions,
                    replication_factor: 1,
                    ..Default::default()
                });
            }
            let response = CreateTopicsResponse { topics: results, ..Default::default() };
            put(out, key, version, id, |out| response.encode(out, version))
        }
        ApiKey::ListOffsets => {
            let request = ListOffsetsRequest::decode(reader, version).map_err(io::Error::other)?;
            let answered = request.topics.iter().map(|topic| {
                let partitions = topic.partitions.iter().map(|partition| ListOffsetsPartitionResponse {
                    partition_index: partition.partition_index,
                    offset: topics
                        .named(&topic.name, partition.partition_index)
                        .map_or(-1, |found| found.end()),
                    ..Default::default()
                });
                ListOffsetsTopicResponse { name: topic.name.clone(), partitions: partitions.collect() }
            });
            let response = ListOffsetsResponse { topics: answered.collect(), ..Default::default() };
            put(out, key, version, id, |out| response.encode(out, version))
        }
        ApiKey::InitProducerId => {
            topics.producers += 1;
            let producer_id = topics.producers;
            let response = InitProducerIdResponse { producer_id, producer_epoch: 0, ..Default::default() };
            put(out, key, version, id, |out| response.encode(out, version))
        }
        _ => Err(io::Error::other(format!("{key:?} is not served"))),
    }
}

/// Puts a whole frame at the end of `out`.
fn put(
    out: &mut Vec<u8>,
    key: ApiKey,
    version: i16,
    id: i32,
    body: impl FnOnce(&mut Vec<u8>) -> Result<(), EncodeError>,
) -> io::Result<()> {
    let from = begin(out, key, version, id);
    body(out).map_err(io::Error::other)?;
    end(out, from, 0);
    Ok(())
}

/// Begins a frame; where it begins.
pub fn begin(out: &mut Vec<u8>, key: ApiKey, version: i16, id: i32) -> usize {
    let from = out.len();
    out.extend_from_slice(&[0; 4]);
    put_response_header(out, key, version, id);
    from
}

/// Ends a frame; `beside` are bytes that are sent from elsewhere.
pub fn end(out: &mut [u8], from: usize, beside: usize) {
    let size = (out.len() - from - 4 + beside) as u32;
    out[from..][..4].copy_from_slice(&size.to_be_bytes());
}
