//! DescribeConfigs, versions 1 to 4, on both kinds of listeners.
//!
//! Topics, this node (by its id), the default of all brokers (by the empty name), loggers of this node, groups and client
//! metrics. Another broker's configs are refused: only that broker knows its file. A resource type that does not exist
//! refuses the request as a whole.
//!
//! Versions: 2 no change; 3 types and documentation (KIP-569); 4 flexible.
//! Documentation is our own. Not implemented: authorizers.

use std::borrow::Cow;

use metadata::config::Props;
use metadata::config::describe::{self, Asked, Described};
use metadata::records::{Resource, ResourceKind};
use metadata::topics;
use protocol::ErrorCode;
use protocol::client::describe_configs::{
    DescribeConfigsRequest, DescribeConfigsResource, DescribeConfigsResourceResult, DescribeConfigsResponse,
    DescribeConfigsResult, DescribeConfigsSynonym,
};

use super::{Outcome, config_docs};
use crate::node::Node;
use crate::reply::RequestHead;

/// Answers a request.
pub fn serve(node: &Node, head: RequestHead, frame: &[u8], out: &mut Vec<u8>) -> Outcome {
    let Ok((_, request)) = super::body::<DescribeConfigsRequest<'_>>(frame, head.version) else {
        return Outcome::Close;
    };
    let is_known =
        |resource: &DescribeConfigsResource<'_>| ResourceKind(resource.resource_type).name().is_some();
    let all_known = request.resources.iter().all(is_known);
    let results = request.resources.iter().map(|resource| {
        let described = if all_known {
            of_resource(node, resource)
        } else {
            refused(ErrorCode::InvalidRequest, "A resource type of the request does not exist.".to_owned())
        };
        let mut result = DescribeConfigsResult {
            resource_type: resource.resource_type,
            resource_name: Cow::Borrowed(&resource.resource_name),
            ..Default::default()
        };
        match described {
            Ok(entries) => {
                let kind = ResourceKind(resource.resource_type);
                let entries = entries.into_iter().map(|entry| {
                    let documentation =
                        request.include_documentation.then(|| config_docs::of(kind, &entry.name)).flatten();
                    of_entry(entry, request.include_synonyms, documentation)
                });
                result.configs = entries.collect();
            }
            Err((code, message)) => {
                result.error_code = code.code();
                if let Some(message) = message {
                    result.error_message = Some(Cow::Owned(message));
                }
            }
        }
        result
    });
    let answer = DescribeConfigsResponse { throttle_time_ms: 0, results: results.collect() };
    super::encode(out, head, |out, version| answer.encode(out, version))
}

type Refused = (ErrorCode, Option<String>);

fn refused<T>(code: ErrorCode, message: String) -> Result<T, Refused> {
    Err((code, Some(message)))
}

fn of_resource(node: &Node, resource: &DescribeConfigsResource<'_>) -> Result<Vec<Described>, Refused> {
    let keys: Option<Vec<&str>> =
        resource.configuration_keys.as_ref().map(|keys| keys.iter().map(|key| &**key).collect());
    let asked = Asked(keys.as_deref());
    let name: &str = &resource.resource_name;
    let (file, layers) = (&node.identity.config, &*node.layers);
    let none = Props::new();
    let kind = ResourceKind(resource.resource_type);
    let own = node.image.config(&Resource { kind, name: name.to_owned() }).unwrap_or(&none);
    match kind {
        ResourceKind::TOPIC => {
            if let Some(why) = topics::name_error(name) {
                return refused(ErrorCode::InvalidTopicException, format!("Topic name is invalid: {why}"));
            }
            if node.image.topic_named(name).is_none() {
                return Err((ErrorCode::UnknownTopicOrPartition, None));
            }
            Ok(describe::describe_topic(file, layers, own, asked))
        }
        ResourceKind::BROKER if name.is_empty() => {
            Ok(describe::describe_cluster_default(file, layers, asked))
        }
        ResourceKind::BROKER => {
            check_node(node, name, " or empty string,")?;
            Ok(describe::describe_broker(file, layers, asked))
        }
        ResourceKind::BROKER_LOGGER if name.is_empty() => {
            refused(ErrorCode::InvalidRequest, "Broker id must not be empty".to_owned())
        }
        ResourceKind::BROKER_LOGGER => {
            check_node(node, name, "")?;
            Ok(describe::describe_loggers(node.loggers.all(), asked))
        }
        ResourceKind::GROUP if name.is_empty() => {
            refused(ErrorCode::InvalidRequest, "Group name must not be empty".to_owned())
        }
        ResourceKind::GROUP => Ok(describe::describe_group(file, layers, own, asked)),
        _ if name.is_empty() => refused(
            ErrorCode::InvalidRequest,
            "Client metrics subscription name must not be empty".to_owned(),
        ),
        _ => Ok(describe::describe_client_metrics(own, asked)),
    }
}

/// Whether the name is this node's id.
fn check_node(node: &Node, name: &str, or: &str) -> Result<(), Refused> {
    let here = node.identity.id.0;
    match name.parse::<i32>() {
        Ok(id) if id == here => Ok(()),
        Ok(_) => refused(
            ErrorCode::InvalidRequest,
            format!("Unexpected broker id, expected {here}{or} but received {name}"),
        ),
        Err(_) => {
            refused(ErrorCode::InvalidRequest, format!("Broker id must be an integer, but it is: {name}"))
        }
    }
}

fn of_entry(
    entry: Described,
    with_synonyms: bool,
    documentation: Option<String>,
) -> DescribeConfigsResourceResult<'static> {
    let config_type = entry.config_type();
    let synonyms =
        entry.synonyms.into_iter().filter(|_| with_synonyms).map(|synonym| DescribeConfigsSynonym {
            name: Cow::Owned(synonym.name),
            value: synonym.value.map(Cow::Owned),
            source: synonym.source as i8,
        });
    DescribeConfigsResourceResult {
        value: entry.value.map(Cow::Owned),
        read_only: entry.read_only,
        config_source: entry.source as i8,
        is_sensitive: entry.is_sensitive,
        synonyms: synonyms.collect(),
        config_type,
        documentation: documentation.map(Cow::Owned),
        name: Cow::Owned(entry.name),
    }
}
