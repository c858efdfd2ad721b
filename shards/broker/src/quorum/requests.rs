//! The controller's requests between bytes and messages: one list of the APIs that it serves.

use metadata::controller::{Caller, Request, Response};
use protocol::ApiKey;
use protocol::client as wire;
use protocol::header::RequestHeader;
use protocol::wire::{EncodeError, Reader};

use crate::node::{Identity, ListenerKind};

macro_rules! served {
    ($($name:ident: $module:ident $request:ident;)*) => {
        /// Whether the controller serves the key.
        #[must_use]
        pub fn is_served(key: ApiKey) -> bool {
            matches!(key, $(ApiKey::$name)|*)
        }

        /// Reads a body and hands the request on; false if the key is not served or the body is not whole.
        pub fn decode(key: i16, version: i16, body: &[u8], hand: impl FnOnce(Request<'_>)) -> bool {
            let mut reader = Reader::new(body);
            match ApiKey::try_from(key) {
                $(Ok(ApiKey::$name) => match wire::$module::$request::decode(&mut reader, version) {
                    Ok(request) => {
                        hand(Request::$name(&request));
                        true
                    }
                    Err(_) => false,
                },)*
                _ => false,
            }
        }
    };
}

served! {
    BrokerRegistration: broker_registration BrokerRegistrationRequest;
    BrokerHeartbeat: broker_heartbeat BrokerHeartbeatRequest;
    UnregisterBroker: unregister_broker UnregisterBrokerRequest;
    ControllerRegistration: controller_registration ControllerRegistrationRequest;
    UnregisterController: unregister_controller UnregisterControllerRequest;
    CreateTopics: create_topics CreateTopicsRequest;
    DeleteTopics: delete_topics DeleteTopicsRequest;
    CreatePartitions: create_partitions CreatePartitionsRequest;
    AlterPartition: alter_partition AlterPartitionRequest;
    AlterPartitionReassignments: alter_partition_reassignments AlterPartitionReassignmentsRequest;
    ListPartitionReassignments: list_partition_reassignments ListPartitionReassignmentsRequest;
    AssignReplicasToDirs: assign_replicas_to_dirs AssignReplicasToDirsRequest;
    ElectLeaders: elect_leaders ElectLeadersRequest;
    AllocateProducerIds: allocate_producer_ids AllocateProducerIdsRequest;
    IncrementalAlterConfigs: incremental_alter_configs IncrementalAlterConfigsRequest;
    AlterConfigs: alter_configs AlterConfigsRequest;
    UpdateFeatures: update_features UpdateFeaturesRequest;
    AlterClientQuotas: alter_client_quotas AlterClientQuotasRequest;
}

/// Writes an answer.
pub fn encode(response: &Response, version: i16, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    response.encode(out, version)
}

/// The body behind a frame's header.
#[must_use]
pub fn body(frame: &[u8]) -> Option<&[u8]> {
    let mut reader = Reader::new(frame);
    RequestHeader::decode(&mut reader).ok()?;
    Some(reader.rest())
}

/// Who asks; everything is allowed without an authorizer.
#[must_use]
pub fn caller(version: i16, principal: &str) -> Caller<'_> {
    Caller { version, principal, allows: &|_, _, _| true }
}

/// Makes the registration of this controller.
pub fn register_controller(identity: &Identity, hand: impl FnOnce(Request<'_>)) {
    let listeners = identity.listeners.iter().filter(|listener| listener.kind == ListenerKind::Controller);
    let request = wire::controller_registration::ControllerRegistrationRequest {
        controller_id: identity.id.0,
        incarnation_id: identity.controller_incarnation,
        zk_migration_ready: false,
        listeners: listeners
            .map(|listener| wire::controller_registration::Listener {
                name: listener.name.as_str().into(),
                host: listener.advertised.0.as_str().into(),
                port: listener.advertised.1,
                security_protocol: 0,
            })
            .collect(),
        features: metadata::features::FEATURES
            .iter()
            .map(|feature| wire::controller_registration::Feature {
                name: feature.name.into(),
                min_supported_version: feature.min,
                max_supported_version: feature.max,
            })
            .collect(),
    };
    hand(Request::ControllerRegistration(&request));
}
