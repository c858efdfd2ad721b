//! IncrementalAlterConfigs, versions 0 to 1, and AlterConfigs, versions 0 to 2, as the controller answers them: topics,
//! brokers and their common default, groups, client metrics. Loggers of a broker never come here.
//!
//! What a key may hold is decided in [`crate::config::alter`]. Here stands what only the controller knows: whether the
//! resource exists, and what eligible leader replicas (KIP-966) allow of `min.insync.replicas`. Whenever that key is
//! written, nobody stays eligible who became so under another minimum.

use super::api::{Caller, Response, message, own};
use super::topics::too_large;
use super::{Outcome, RECORDS_PER_REQUEST_MAX, Refusal, Settings, Turn};
use crate::config::alter::{self, Change, Changes, Writes};
use crate::config::dynamic::{Layers, Scope};
use crate::config::error::{Code, ConfigError};
use crate::image::{ConfigMap, Image};
use crate::records::{Record, Resource, ResourceKind};
use crate::topics::name_error;
use protocol::client::{alter_configs as whole, incremental_alter_configs as incremental};
use protocol::enums::{AclOperation, ResourceType};
use protocol::{BrokerId, ErrorCode};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The key whose changes end eligible leadership: replicas counted as eligible under another minimum.
pub(super) const MIN_INSYNC_REPLICAS: &str = "min.insync.replicas";

impl From<ConfigError> for Refusal {
    fn from(error: ConfigError) -> Self {
        let code = match error.code {
            Code::UnknownServerError => ErrorCode::UnknownServerError,
            Code::InvalidConfig => ErrorCode::InvalidConfig,
            Code::InvalidRequest => ErrorCode::InvalidRequest,
        };
        if error.message.is_empty() { Self::bare(code) } else { Self::new(code, error.message) }
    }
}

/// The config of this node under the dynamic configs of `state`.
pub(super) fn layers(settings: &Settings, state: &Image) -> Layers {
    let none = ConfigMap::new();
    Layers::resolve(
        &settings.file,
        state.cluster_config().unwrap_or(&none),
        state.broker_config(settings.node).unwrap_or(&none),
    )
}

/// Whether [`layers`] may be others after this record.
pub(super) fn changes_layers(settings: &Settings, record: &Record) -> bool {
    matches!(record, Record::Config { resource, .. } if *resource == Resource::cluster()
        || *resource == Resource::broker(settings.node))
}

impl Turn<'_> {
    pub(super) fn incremental_alter_configs(
        &mut self,
        caller: &Caller<'_>,
        request: &incremental::IncrementalAlterConfigsRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        let mut records = Vec::new();
        let repeated = repeated(request.resources.iter().map(|r| (r.resource_type, &*r.resource_name)));
        let mut told = BTreeSet::new();
        let mut responses = Vec::with_capacity(request.resources.len());
        for asked in &request.resources {
            let resource = resource(asked.resource_type, &asked.resource_name);
            if repeated.contains(&resource) && !told.insert(resource.clone()) {
                continue;
            }
            let changes: Vec<Change<'_>> = (asked.configs.iter())
                .map(|c| Change { key: &c.name, op: c.config_operation, value: c.value.as_deref() })
                .collect();
            let outcome = if repeated.contains(&resource) {
                Err(Refusal::new(ErrorCode::InvalidRequest, "Duplicate resource."))
            } else {
                self.alter_resource(caller, &resource, Changes::Incremental(&changes))
            };
            responses.push(incremental::AlterConfigsResourceResponse {
                error_code: outcome.as_ref().err().map_or(0, |r| r.code.code()),
                error_message: outcome.as_ref().err().and_then(message),
                resource_type: asked.resource_type,
                resource_name: own(&asked.resource_name),
            });
            records.extend(outcome.into_iter().flatten());
        }
        self.finish_configs(records, request.validate_only, |throttle_time_ms| {
            Response::IncrementalAlterConfigs(incremental::IncrementalAlterConfigsResponse {
                throttle_time_ms,
                responses,
            })
        })
    }

    pub(super) fn alter_configs(
        &mut self,
        caller: &Caller<'_>,
        request: &whole::AlterConfigsRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        let mut records = Vec::new();
        let repeated = repeated(request.resources.iter().map(|r| (r.resource_type, &*r.resource_name)));
        let mut told = BTreeSet::new();
        let mut responses = Vec::with_capacity(request.resources.len());
        for asked in &request.resources {
            let resource = resource(asked.resource_type, &asked.resource_name);
            if repeated.contains(&resource) && !told.insert(resource.clone()) {
                continue;
            }
            let values: Vec<(&str, Option<&str>)> =
                asked.configs.iter().map(|c| (&*c.name, c.value.as_deref())).collect();
            let outcome = if repeated.contains(&resource) {
                Err(Refusal::new(ErrorCode::InvalidRequest, "Duplicate resource."))
            } else {
                self.alter_resource(caller, &resource, Changes::Replace(&values))
            };
            responses.push(whole::AlterConfigsResourceResponse {
                error_code: outcome.as_ref().err().map_or(0, |r| r.code.code()),
                error_message: outcome.as_ref().err().and_then(message),
                resource_type: asked.resource_type,
                resource_name: own(&asked.resource_name),
            });
            records.extend(outcome.into_iter().flatten());
        }
        self.finish_configs(records, request.validate_only, |throttle_time_ms| {
            Response::AlterConfigs(whole::AlterConfigsResponse { throttle_time_ms, responses })
        })
    }

    fn finish_configs(
        &self,
        mut records: Vec<Record>,
        validate_only: bool,
        response: impl FnOnce(i32) -> Response,
    ) -> Result<Outcome, Refusal> {
        if records.len() > RECORDS_PER_REQUEST_MAX {
            return Err(too_large());
        }
        if validate_only {
            records.clear();
        }
        Ok(Outcome { records, response: response(0) })
    }

    fn alter_resource(
        &self,
        caller: &Caller<'_>,
        resource: &Resource,
        changes: Changes<'_>,
    ) -> Result<Vec<Record>, Refusal> {
        let name = resource.name.as_str();
        let invalid = |text: &str| Refusal::new(ErrorCode::InvalidRequest, text);
        let allowed = |resource_type, name: &str, code| {
            let may = (caller.allows)(AclOperation::AlterConfigs, resource_type, name);
            if may { Ok(()) } else { Err(Refusal::bare(code)) }
        };
        let none = ConfigMap::new();
        let existing = self.state().config(resource).unwrap_or(&none);
        let layers = &self.active.layers;
        let cluster = (ResourceType::Cluster, "kafka-cluster", ErrorCode::ClusterAuthorizationFailed);
        let writes = match resource.kind {
            ResourceKind::TOPIC => {
                allowed(ResourceType::Topic, name, ErrorCode::TopicAuthorizationFailed)?;
                if name.is_empty() {
                    return Err(invalid("Default topic resources are not allowed."));
                }
                if let Some(reason) = name_error(name) {
                    let text = format!("Topic name is invalid: {reason}");
                    return Err(Refusal::new(ErrorCode::InvalidTopicException, text));
                }
                let writes = alter::alter_topic(layers, existing, changes)?;
                if self.state().topic_named(name).is_none() {
                    let text = format!("The topic '{name}' does not exist.");
                    return Err(Refusal::new(ErrorCode::UnknownTopicOrPartition, text));
                }
                writes
            }
            ResourceKind::BROKER => {
                allowed(cluster.0, cluster.1, cluster.2)?;
                self.alter_broker(name, existing, changes)?
            }
            ResourceKind::CLIENT_METRICS => {
                allowed(cluster.0, cluster.1, cluster.2)?;
                alter::alter_client_metrics(name, existing, changes)?
            }
            ResourceKind::GROUP => {
                allowed(ResourceType::Group, name, ErrorCode::GroupAuthorizationFailed)?;
                alter::alter_group(layers, name, existing, changes)?
            }
            ResourceKind::BROKER_LOGGER => {
                return Err(invalid("Unexpected resource type BROKER_LOGGER."));
            }
            ResourceKind(other) => {
                let text = format!("Unknown resource type {other}.");
                return Err(Refusal::new(ErrorCode::UnsupportedVersion, text));
            }
        };
        let mut records: Vec<Record> = (writes.into_iter())
            .map(|(key, value)| Record::Config { resource: resource.clone(), key, value })
            .collect();
        records.extend(self.maybe_clear_elr(resource, &records));
        Ok(records)
    }

    fn alter_broker(
        &self,
        name: &str,
        existing: &ConfigMap,
        changes: Changes<'_>,
    ) -> Result<Writes, Refusal> {
        let invalid = |text: &str| Refusal::new(ErrorCode::InvalidRequest, text);
        let (file, layers) = (&self.settings.file, &self.active.layers);
        let elr = self.state().features.elr_enabled();
        if name.is_empty() {
            return Ok(alter::alter_broker(file, layers, elr, Scope::Cluster, existing, changes)?);
        }
        let id: i32 =
            name.parse().map_err(|_| invalid("Unable to parse broker name as a base 10 number."))?;
        if id < 0 {
            return Err(invalid("Invalid negative broker ID."));
        }
        let writes = alter::alter_broker(file, layers, elr, Scope::Broker, existing, changes)?;
        let id = BrokerId(id);
        if self.active.broker(id).is_none() && !self.settings.voters.contains(&id) {
            return Err(Refusal::new(
                ErrorCode::BrokerIdNotRegistered,
                format!("No node with id {id} found."),
            ));
        }
        Ok(writes)
    }

    /// The record that follows config records about `resource` when they touch the minimum of in-sync replicas.
    pub(super) fn maybe_clear_elr(&self, resource: &Resource, records: &[Record]) -> Option<Record> {
        let touched =
            records.iter().any(|r| matches!(r, Record::Config { key, .. } if key == MIN_INSYNC_REPLICAS));
        let topic = match resource.kind {
            ResourceKind::TOPIC => resource.name.clone(),
            ResourceKind::BROKER if resource.name.is_empty() => String::new(),
            _ => return None,
        };
        (touched && self.state().features.elr_enabled()).then_some(Record::ClearElr { topic })
    }

    /// What a topic is worth under a key that its broker has under the same name: set on the topic, or for all.
    pub(super) fn topic_value<T>(
        &self,
        topic: &str,
        key: &str,
        parse: impl FnOnce(&str) -> Option<T>,
        of_broker: impl FnOnce(&Arc<Layers>) -> T,
    ) -> T {
        let own =
            self.state().topic_config(topic).and_then(|c| c.get(key)).and_then(|text| parse(text.trim()));
        own.unwrap_or_else(|| of_broker(&self.active.layers))
    }
}

fn resource(kind: i8, name: &str) -> Resource {
    Resource { kind: ResourceKind(kind), name: name.to_owned() }
}

fn repeated<'a>(all: impl Iterator<Item = (i8, &'a str)>) -> BTreeSet<Resource> {
    let mut seen = BTreeSet::new();
    all.map(|(kind, name)| resource(kind, name)).filter(|r| !seen.insert(r.clone())).collect()
}
