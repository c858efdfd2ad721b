//! The requests a controller answers, their answers, and what is known of who asks.
//!
//! Requests are the protocol's own messages, borrowed; answers are owned, because they wait. Which version each is
//! encoded in is the caller's affair, but for the few requests whose meaning changes with it.

use super::{Outcome, Refusal, Turn};
use protocol::ErrorCode;
use protocol::client as wire;
use protocol::enums::{AclOperation, ResourceType};
use std::borrow::Cow;

/// Who asks.
pub struct Caller<'a> {
    /// The version of the request.
    pub version: i16,
    /// `Type:name`.
    pub principal: &'a str,
    /// Whether the authorizer lets the caller do this to the resource of that name.
    pub allows: &'a dyn Fn(AclOperation, ResourceType, &str) -> bool,
}

impl Caller<'_> {
    /// Whether the caller may do this to the cluster itself.
    pub(super) fn allows_cluster(&self, operation: AclOperation) -> bool {
        (self.allows)(operation, ResourceType::Cluster, "kafka-cluster")
    }
}

macro_rules! apis {
    ($($name:ident: $module:ident $request:ident $(<$rl:lifetime>)?, $response:ident $(<$pl:lifetime>)?, $operation:expr;)*) => {
        /// One request to the controller.
        #[derive(Clone, Copy, Debug)]
        pub enum Request<'a> {
            $(
                #[doc = concat!("`", stringify!($request), "`.")]
                $name(&'a wire::$module::$request $(<$rl>)?),
            )*
        }

        /// The answer to one request.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Response {
            $(
                #[doc = concat!("`", stringify!($response), "`.")]
                $name(wire::$module::$response $(<$pl>)?),
            )*
        }

        impl Request<'_> {
            /// What a caller must be allowed to do to the cluster for any answer but CLUSTER_AUTHORIZATION_FAILED.
            fn needs(&self) -> Option<AclOperation> {
                match self {
                    $(Self::$name(_) => $operation,)*
                }
            }
        }

        impl Response {
            /// Appends the answer's body in version `version` of its API.
            ///
            /// # Errors
            /// The version does not exist, or cannot hold the answer.
            pub fn encode(&self, out: &mut Vec<u8>, version: i16) -> Result<(), protocol::EncodeError> {
                match self {
                    $(Self::$name(response) => response.encode(out, version),)*
                }
            }
        }
    };
}

const ACTION: Option<AclOperation> = Some(AclOperation::ClusterAction);
const ALTER: Option<AclOperation> = Some(AclOperation::Alter);
const ALTER_CONFIGS: Option<AclOperation> = Some(AclOperation::AlterConfigs);
const DESCRIBE: Option<AclOperation> = Some(AclOperation::Describe);

apis! {
    BrokerRegistration: broker_registration BrokerRegistrationRequest<'a>, BrokerRegistrationResponse, ACTION;
    BrokerHeartbeat: broker_heartbeat BrokerHeartbeatRequest, BrokerHeartbeatResponse, ACTION;
    UnregisterBroker: unregister_broker UnregisterBrokerRequest, UnregisterBrokerResponse<'static>, ALTER;
    ControllerRegistration: controller_registration ControllerRegistrationRequest<'a>, ControllerRegistrationResponse<'static>, ACTION;
    UnregisterController: unregister_controller UnregisterControllerRequest, UnregisterControllerResponse<'static>, ALTER;
    CreateTopics: create_topics CreateTopicsRequest<'a>, CreateTopicsResponse<'static>, None;
    DeleteTopics: delete_topics DeleteTopicsRequest<'a>, DeleteTopicsResponse<'static>, None;
    CreatePartitions: create_partitions CreatePartitionsRequest<'a>, CreatePartitionsResponse<'static>, None;
    AlterPartition: alter_partition AlterPartitionRequest, AlterPartitionResponse, ACTION;
    AlterPartitionReassignments: alter_partition_reassignments AlterPartitionReassignmentsRequest<'a>, AlterPartitionReassignmentsResponse<'static>, ALTER;
    ListPartitionReassignments: list_partition_reassignments ListPartitionReassignmentsRequest<'a>, ListPartitionReassignmentsResponse<'static>, DESCRIBE;
    AssignReplicasToDirs: assign_replicas_to_dirs AssignReplicasToDirsRequest, AssignReplicasToDirsResponse, ACTION;
    ElectLeaders: elect_leaders ElectLeadersRequest<'a>, ElectLeadersResponse<'static>, ALTER;
    AllocateProducerIds: allocate_producer_ids AllocateProducerIdsRequest, AllocateProducerIdsResponse, ACTION;
    IncrementalAlterConfigs: incremental_alter_configs IncrementalAlterConfigsRequest<'a>, IncrementalAlterConfigsResponse<'static>, None;
    AlterConfigs: alter_configs AlterConfigsRequest<'a>, AlterConfigsResponse<'static>, None;
    UpdateFeatures: update_features UpdateFeaturesRequest<'a>, UpdateFeaturesResponse<'static>, ALTER;
    AlterClientQuotas: alter_client_quotas AlterClientQuotasRequest<'a>, AlterClientQuotasResponse<'static>, ALTER_CONFIGS;
    CreateAcls: create_acls CreateAclsRequest<'a>, CreateAclsResponse<'static>, ALTER;
    DeleteAcls: delete_acls DeleteAclsRequest<'a>, DeleteAclsResponse<'static>, ALTER;
    AlterUserScramCredentials: alter_user_scram_credentials AlterUserScramCredentialsRequest<'a>, AlterUserScramCredentialsResponse<'static>, ALTER;
}

impl Turn<'_> {
    /// Does what is asked.
    pub(super) fn request(&mut self, caller: &Caller<'_>, request: Request<'_>) -> Outcome {
        if let Some(operation) = request.needs()
            && !caller.allows_cluster(operation)
        {
            return Outcome::read(request.refuse(&Refusal::bare(ErrorCode::ClusterAuthorizationFailed)));
        }
        let done = match request {
            Request::BrokerRegistration(r) => self.register_broker(r),
            Request::BrokerHeartbeat(r) => self.broker_heartbeat(r),
            Request::UnregisterBroker(r) => self.unregister_broker(r),
            Request::ControllerRegistration(r) => self.register_controller(r),
            Request::UnregisterController(r) => self.unregister_controller(r),
            Request::CreateTopics(r) => self.create_topics(caller, r),
            Request::DeleteTopics(r) => self.delete_topics(caller, r),
            Request::CreatePartitions(r) => self.create_partitions(caller, r),
            Request::AlterPartition(r) => self.alter_partition(caller, r),
            Request::AlterPartitionReassignments(r) => self.alter_reassignments(r),
            Request::ListPartitionReassignments(r) => self.list_reassignments(r),
            Request::AssignReplicasToDirs(r) => self.assign_replicas(r),
            Request::ElectLeaders(r) => self.elect_leaders(r),
            Request::AllocateProducerIds(r) => self.allocate_producer_ids(r),
            Request::IncrementalAlterConfigs(r) => self.incremental_alter_configs(caller, r),
            Request::AlterConfigs(r) => self.alter_configs(caller, r),
            Request::UpdateFeatures(r) => self.update_features(caller, r),
            Request::AlterClientQuotas(r) => self.alter_client_quotas(r),
            Request::CreateAcls(r) => self.create_acls(r),
            Request::DeleteAcls(r) => self.delete_acls(r),
            Request::AlterUserScramCredentials(r) => self.alter_scram(r),
        };
        done.unwrap_or_else(|refusal| Outcome::read(request.refuse(&refusal)))
    }
}

impl Request<'_> {
    /// The answer that refuses all that was asked, as Kafka's `getErrorResponse` does.
    #[must_use]
    pub fn refuse(&self, refusal: &Refusal) -> Response {
        let error_code = refusal.code.code();
        let error_message = message(refusal);
        match self {
            Self::BrokerRegistration(_) => {
                Response::BrokerRegistration(wire::broker_registration::BrokerRegistrationResponse {
                    error_code,
                    ..Default::default()
                })
            }
            Self::BrokerHeartbeat(_) => {
                Response::BrokerHeartbeat(wire::broker_heartbeat::BrokerHeartbeatResponse {
                    error_code,
                    ..Default::default()
                })
            }
            Self::UnregisterBroker(_) => {
                Response::UnregisterBroker(wire::unregister_broker::UnregisterBrokerResponse {
                    error_code,
                    error_message,
                    ..Default::default()
                })
            }
            Self::ControllerRegistration(_) => Response::ControllerRegistration(
                wire::controller_registration::ControllerRegistrationResponse {
                    error_code,
                    error_message,
                    ..Default::default()
                },
            ),
            Self::UnregisterController(_) => {
                Response::UnregisterController(wire::unregister_controller::UnregisterControllerResponse {
                    error_code,
                    error_message,
                    ..Default::default()
                })
            }
            Self::CreateTopics(r) => Response::CreateTopics(wire::create_topics::CreateTopicsResponse {
                topics: (r.topics.iter())
                    .map(|t| wire::create_topics::CreatableTopicResult {
                        name: own(&t.name),
                        error_code,
                        error_message: error_message.clone(),
                        ..Default::default()
                    })
                    .collect(),
                ..Default::default()
            }),
            Self::DeleteTopics(r) => {
                let named = r.topic_names.iter().map(|name| (Some(name), protocol::Uuid::ZERO));
                let either = r.topics.iter().map(|t| (t.name.as_ref(), t.topic_id));
                Response::DeleteTopics(wire::delete_topics::DeleteTopicsResponse {
                    responses: (named.chain(either))
                        .map(|(name, topic_id)| wire::delete_topics::DeletableTopicResult {
                            name: name.map(|n| own(n)),
                            topic_id,
                            error_code,
                            ..Default::default()
                        })
                        .collect(),
                    ..Default::default()
                })
            }
            Self::CreatePartitions(r) => {
                Response::CreatePartitions(wire::create_partitions::CreatePartitionsResponse {
                    results: (r.topics.iter())
                        .map(|t| wire::create_partitions::CreatePartitionsTopicResult {
                            name: own(&t.name),
                            error_code,
                            error_message: error_message.clone(),
                        })
                        .collect(),
                    ..Default::default()
                })
            }
            Self::AlterPartition(_) => {
                Response::AlterPartition(wire::alter_partition::AlterPartitionResponse {
                    error_code,
                    ..Default::default()
                })
            }
            Self::AlterPartitionReassignments(r) => {
                use wire::alter_partition_reassignments as m;
                Response::AlterPartitionReassignments(m::AlterPartitionReassignmentsResponse {
                    error_code,
                    error_message: error_message.clone(),
                    responses: (r.topics.iter())
                        .map(|t| m::ReassignableTopicResponse {
                            name: own(&t.name),
                            partitions: (t.partitions.iter())
                                .map(|p| m::ReassignablePartitionResponse {
                                    partition_index: p.partition_index,
                                    error_code,
                                    error_message: error_message.clone(),
                                })
                                .collect(),
                        })
                        .collect(),
                    ..Default::default()
                })
            }
            Self::ListPartitionReassignments(_) => Response::ListPartitionReassignments(
                wire::list_partition_reassignments::ListPartitionReassignmentsResponse {
                    error_code,
                    error_message,
                    ..Default::default()
                },
            ),
            Self::AssignReplicasToDirs(_) => {
                Response::AssignReplicasToDirs(wire::assign_replicas_to_dirs::AssignReplicasToDirsResponse {
                    error_code,
                    ..Default::default()
                })
            }
            Self::ElectLeaders(r) => {
                use wire::elect_leaders as m;
                Response::ElectLeaders(m::ElectLeadersResponse {
                    error_code,
                    replica_election_results: (r.topic_partitions.iter().flatten())
                        .map(|t| m::ReplicaElectionResult {
                            topic: own(&t.topic),
                            partition_result: (t.partitions.iter())
                                .map(|p| m::PartitionResult {
                                    partition_id: *p,
                                    error_code,
                                    error_message: error_message.clone(),
                                })
                                .collect(),
                        })
                        .collect(),
                    ..Default::default()
                })
            }
            Self::AllocateProducerIds(_) => {
                Response::AllocateProducerIds(wire::allocate_producer_ids::AllocateProducerIdsResponse {
                    error_code,
                    ..Default::default()
                })
            }
            Self::IncrementalAlterConfigs(r) => {
                use wire::incremental_alter_configs as m;
                Response::IncrementalAlterConfigs(m::IncrementalAlterConfigsResponse {
                    responses: (r.resources.iter())
                        .map(|resource| m::AlterConfigsResourceResponse {
                            error_code,
                            error_message: error_message.clone(),
                            resource_type: resource.resource_type,
                            resource_name: own(&resource.resource_name),
                        })
                        .collect(),
                    ..Default::default()
                })
            }
            Self::AlterConfigs(r) => {
                use wire::alter_configs as m;
                Response::AlterConfigs(m::AlterConfigsResponse {
                    responses: (r.resources.iter())
                        .map(|resource| m::AlterConfigsResourceResponse {
                            error_code,
                            error_message: error_message.clone(),
                            resource_type: resource.resource_type,
                            resource_name: own(&resource.resource_name),
                        })
                        .collect(),
                    ..Default::default()
                })
            }
            Self::UpdateFeatures(_) => {
                Response::UpdateFeatures(wire::update_features::UpdateFeaturesResponse {
                    error_code,
                    error_message,
                    ..Default::default()
                })
            }
            Self::AlterClientQuotas(r) => {
                use wire::alter_client_quotas as m;
                Response::AlterClientQuotas(m::AlterClientQuotasResponse {
                    entries: (r.entries.iter())
                        .map(|e| m::ResponseEntryData {
                            error_code,
                            error_message: error_message.clone(),
                            entity: e.entity.iter().map(|part| part.clone().into_owned()).collect(),
                        })
                        .collect(),
                    ..Default::default()
                })
            }
            Self::CreateAcls(r) => {
                use wire::create_acls as m;
                let row = m::AclCreationResult { error_code, error_message };
                let results = vec![row; r.creations.len()];
                Response::CreateAcls(m::CreateAclsResponse { results, ..Default::default() })
            }
            Self::DeleteAcls(r) => {
                use wire::delete_acls as m;
                let row = m::DeleteAclsFilterResult { error_code, error_message, ..Default::default() };
                let filter_results = vec![row; r.filters.len()];
                Response::DeleteAcls(m::DeleteAclsResponse { filter_results, ..Default::default() })
            }
            Self::AlterUserScramCredentials(r) => {
                use wire::alter_user_scram_credentials as m;
                let users = r.deletions.iter().map(|d| &*d.name).chain(r.upsertions.iter().map(|u| &*u.name));
                let users: std::collections::BTreeSet<&str> = users.collect();
                Response::AlterUserScramCredentials(m::AlterUserScramCredentialsResponse {
                    results: (users.into_iter())
                        .map(|user| m::AlterUserScramCredentialsResult {
                            user: own(user),
                            error_code,
                            error_message: error_message.clone(),
                        })
                        .collect(),
                    ..Default::default()
                })
            }
        }
    }
}

impl Response {
    /// Turns an answer that waited in vain into one that refuses all that was done.
    pub(super) fn fail(&mut self, refusal: &Refusal) {
        let code = refusal.code.code();
        let text = message(refusal);
        match self {
            Self::BrokerRegistration(r) => {
                *r = wire::broker_registration::BrokerRegistrationResponse {
                    error_code: code,
                    ..Default::default()
                };
            }
            Self::BrokerHeartbeat(r) => {
                *r = wire::broker_heartbeat::BrokerHeartbeatResponse {
                    error_code: code,
                    ..Default::default()
                };
            }
            Self::UnregisterBroker(r) => (r.error_code, r.error_message) = (code, text),
            Self::ControllerRegistration(r) => (r.error_code, r.error_message) = (code, text),
            Self::UnregisterController(r) => (r.error_code, r.error_message) = (code, text),
            Self::CreateTopics(r) => {
                for topic in &mut r.topics {
                    *topic = wire::create_topics::CreatableTopicResult {
                        name: std::mem::take(&mut topic.name),
                        error_code: code,
                        error_message: text.clone(),
                        ..Default::default()
                    };
                }
            }
            Self::DeleteTopics(r) => {
                for topic in &mut r.responses {
                    (topic.error_code, topic.error_message) = (code, None);
                }
            }
            Self::CreatePartitions(r) => {
                for topic in &mut r.results {
                    (topic.error_code, topic.error_message) = (code, text.clone());
                }
            }
            Self::AlterPartition(r) => {
                r.error_code = code;
                r.topics.clear();
            }
            Self::AlterPartitionReassignments(r) => {
                (r.error_code, r.error_message) = (code, text.clone());
                for partition in r.responses.iter_mut().flat_map(|t| &mut t.partitions) {
                    (partition.error_code, partition.error_message) = (code, text.clone());
                }
            }
            Self::ListPartitionReassignments(r) => {
                (r.error_code, r.error_message) = (code, text);
                r.topics.clear();
            }
            Self::AssignReplicasToDirs(r) => {
                r.error_code = code;
                r.directories.clear();
            }
            Self::ElectLeaders(r) => {
                r.error_code = code;
                for partition in r.replica_election_results.iter_mut().flat_map(|t| &mut t.partition_result) {
                    (partition.error_code, partition.error_message) = (code, text.clone());
                }
            }
            Self::AllocateProducerIds(r) => {
                *r = wire::allocate_producer_ids::AllocateProducerIdsResponse {
                    error_code: code,
                    ..Default::default()
                };
            }
            Self::IncrementalAlterConfigs(r) => {
                for resource in &mut r.responses {
                    (resource.error_code, resource.error_message) = (code, text.clone());
                }
            }
            Self::AlterConfigs(r) => {
                for resource in &mut r.responses {
                    (resource.error_code, resource.error_message) = (code, text.clone());
                }
            }
            Self::UpdateFeatures(r) => {
                (r.error_code, r.error_message) = (code, text);
                r.results.clear();
            }
            Self::CreateAcls(r) => {
                for result in &mut r.results {
                    (result.error_code, result.error_message) = (code, text.clone());
                }
            }
            Self::DeleteAcls(r) => {
                for result in &mut r.filter_results {
                    (result.error_code, result.error_message) = (code, text.clone());
                    result.matching_acls.clear();
                }
            }
            Self::AlterUserScramCredentials(r) => {
                for result in &mut r.results {
                    (result.error_code, result.error_message) = (code, text.clone());
                }
            }
            Self::AlterClientQuotas(r) => {
                for entry in &mut r.entries {
                    (entry.error_code, entry.error_message) = (code, text.clone());
                }
            }
        }
    }
}

/// The sentence of a refusal as a field of an answer.
pub(super) fn message(refusal: &Refusal) -> Option<Cow<'static, str>> {
    refusal.message.clone().map(Cow::Owned)
}

/// A name that outlives its request.
pub(super) fn own(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_owned())
}
