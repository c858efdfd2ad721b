//! Records of the metadata log to bytes and back: the frame, and `protocol`'s generated record inside it.
//!
//! What a level's version cannot carry is left out on writing (log dirs, cordoned dirs, eligible leader replicas of
//! partitions and brokers), as Kafka does. Reading takes every version. Knows nothing of batches.

use crate::access::{Acl, DelegationToken, QuotaEntity, ScramCredential, ScramKey};
use crate::cluster::{Broker, BrokerChange, Controller, Endpoint, SupportedFeature};
use crate::features::MetadataVersion;
use crate::records::{Record, Resource, ResourceKind};
use crate::topics::{LeaderRecovery, Partition, PartitionChange, directory};
use protocol::metadata as wire;
use protocol::metadata::Record as Wire;
use protocol::{
    BrokerId, DecodeError, EncodeError, LeaderEpoch, Offset, PartitionIndex, ProducerId, Timestamp, Uuid,
};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Why bytes are not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The bytes do not decode.
    Decode(DecodeError),
    /// A field holds a number that means nothing.
    Field(&'static str),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode(error) => error.fmt(f),
            Self::Field(name) => write!(f, "{name} has no meaning"),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<DecodeError> for RecordError {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl Record {
    /// Reads a record's value as it lies in a batch, frame and all.
    ///
    /// # Errors
    /// The bytes are not one whole record that this release knows.
    pub fn decode(value: &[u8]) -> Result<Self, RecordError> {
        let (record, _version) = Wire::decode_framed(value)?;
        from_wire(record)
    }

    /// Appends the record as the value of a record of a batch, frame and all, in the version of `level`.
    ///
    /// # Errors
    /// A string of more than 32,767 bytes. What was appended is to be cut off.
    pub fn encode(&self, level: MetadataVersion, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let version = self.version(level);
        to_wire(self, version).encode_framed(out, version)
    }
}

fn ids(list: &[BrokerId]) -> Vec<i32> {
    list.iter().map(|b| b.0).collect()
}

fn brokers(list: Vec<i32>) -> Vec<BrokerId> {
    list.into_iter().map(BrokerId).collect()
}

fn text(s: &str) -> Cow<'_, str> {
    Cow::Borrowed(s)
}

fn from_wire(record: Wire<'_>) -> Result<Record, RecordError> {
    let recovery = |value| LeaderRecovery::from_wire(value).ok_or(RecordError::Field("LeaderRecoveryState"));
    Ok(match record {
        Wire::RegisterBrokerRecord(r) => Record::RegisterBroker(Arc::new(Broker {
            id: BrokerId(r.broker_id),
            epoch: Offset(r.broker_epoch),
            incarnation: r.incarnation_id,
            endpoints: (r.end_points.into_iter())
                .map(|e| endpoint(e.name, e.host, e.port, e.security_protocol))
                .collect(),
            features: (r.features.into_iter())
                .map(|f| supported(f.name, f.min_supported_version, f.max_supported_version))
                .collect(),
            rack: r.rack.map(Cow::into_owned),
            fenced: r.fenced,
            in_controlled_shutdown: r.in_controlled_shutdown,
            log_dirs: r.log_dirs,
            cordoned: r.cordoned_log_dirs,
            migrating_zk: r.is_migrating_zk_broker,
        })),
        Wire::UnregisterBrokerRecord(r) => {
            Record::UnregisterBroker { id: BrokerId(r.broker_id), epoch: Offset(r.broker_epoch) }
        }
        Wire::TopicRecord(r) => Record::Topic { name: r.name.into(), id: r.topic_id },
        Wire::PartitionRecord(r) => {
            let directories = if r.directories.is_empty() {
                vec![directory::MIGRATING; r.replicas.len()]
            } else {
                r.directories
            };
            let partition = Partition {
                replicas: brokers(r.replicas),
                directories,
                isr: brokers(r.isr),
                removing: brokers(r.removing_replicas),
                adding: brokers(r.adding_replicas),
                elr: brokers(r.eligible_leader_replicas.unwrap_or_default()),
                last_known_elr: brokers(r.last_known_elr.unwrap_or_default()),
                leader: BrokerId(r.leader),
                leader_epoch: LeaderEpoch(r.leader_epoch),
                partition_epoch: r.partition_epoch,
                recovery: recovery(r.leader_recovery_state)?,
            };
            let partition = Arc::new(partition);
            Record::Partition { topic: r.topic_id, index: PartitionIndex(r.partition_id), partition }
        }
        Wire::ConfigRecord(r) => Record::Config {
            resource: Resource { kind: ResourceKind(r.resource_type), name: r.resource_name.into_owned() },
            key: r.name.into_owned(),
            value: r.value.map(Cow::into_owned),
        },
        Wire::PartitionChangeRecord(r) => Record::PartitionChange(Box::new(PartitionChange {
            topic: r.topic_id,
            partition: PartitionIndex(r.partition_id),
            isr: r.isr.map(brokers),
            leader: (r.leader != LEADER_UNCHANGED).then_some(BrokerId(r.leader)),
            replicas: r.replicas.map(brokers),
            removing: r.removing_replicas.map(brokers),
            adding: r.adding_replicas.map(brokers),
            recovery: match r.leader_recovery_state {
                RECOVERY_UNCHANGED => None,
                value => Some(recovery(value)?),
            },
            directories: r.directories,
            elr: r.eligible_leader_replicas.map(brokers),
            last_known_elr: r.last_known_elr.map(brokers),
        })),
        Wire::FenceBrokerRecord(r) => Record::FenceBroker { id: BrokerId(r.id), epoch: Offset(r.epoch) },
        Wire::UnfenceBrokerRecord(r) => Record::UnfenceBroker { id: BrokerId(r.id), epoch: Offset(r.epoch) },
        Wire::RemoveTopicRecord(r) => Record::RemoveTopic { id: r.topic_id },
        Wire::DelegationTokenRecord(r) => Record::DelegationToken(Arc::new(DelegationToken {
            owner: r.owner.into_owned(),
            requester: r.requester.into_owned(),
            renewers: r.renewers.into_iter().map(Cow::into_owned).collect(),
            issued: Timestamp(r.issue_timestamp),
            max: Timestamp(r.max_timestamp),
            expires: Timestamp(r.expiration_timestamp),
            id: r.token_id.into_owned(),
        })),
        Wire::UserScramCredentialRecord(r) => Record::ScramCredential {
            key: ScramKey { mechanism: r.mechanism, user: r.name.into_owned() },
            credential: Arc::new(ScramCredential {
                salt: r.salt.into_owned(),
                stored_key: r.stored_key.into_owned(),
                server_key: r.server_key.into_owned(),
                iterations: r.iterations,
            }),
        },
        Wire::FeatureLevelRecord(r) => {
            Record::FeatureLevel { name: r.name.into_owned(), level: r.feature_level }
        }
        Wire::ClientQuotaRecord(r) => Record::ClientQuota {
            entity: QuotaEntity::new(
                r.entity
                    .into_iter()
                    .map(|e| (e.entity_type.into_owned(), e.entity_name.map(Cow::into_owned))),
            ),
            key: r.key.into_owned(),
            value: (!r.remove).then_some(r.value),
        },
        Wire::ProducerIdsRecord(r) => Record::ProducerIds {
            broker: BrokerId(r.broker_id),
            epoch: Offset(r.broker_epoch),
            next: ProducerId(r.next_producer_id),
        },
        Wire::BrokerRegistrationChangeRecord(r) => Record::BrokerChange(Box::new(BrokerChange {
            id: BrokerId(r.broker_id),
            epoch: Offset(r.broker_epoch),
            fenced: match r.fenced {
                0 => None,
                1 => Some(true),
                -1 => Some(false),
                _ => return Err(RecordError::Field("Fenced")),
            },
            in_controlled_shutdown: match r.in_controlled_shutdown {
                0 => None,
                1 => Some(true),
                _ => return Err(RecordError::Field("InControlledShutdown")),
            },
            log_dirs: (!r.log_dirs.is_empty()).then_some(r.log_dirs),
            cordoned: r.cordoned_log_dirs,
        })),
        Wire::AccessControlEntryRecord(r) => Record::Acl {
            id: r.id,
            acl: Arc::new(Acl {
                resource_type: r.resource_type,
                resource_name: r.resource_name.into_owned(),
                pattern_type: r.pattern_type,
                principal: r.principal.into_owned(),
                host: r.host.into_owned(),
                operation: r.operation,
                permission: r.permission_type,
            }),
        },
        Wire::RemoveAccessControlEntryRecord(r) => Record::RemoveAcl { id: r.id },
        Wire::NoOpRecord(_) => Record::NoOp,
        Wire::ZkMigrationStateRecord(r) => Record::ZkMigrationState { state: r.zk_migration_state },
        Wire::RemoveUserScramCredentialRecord(r) => {
            Record::RemoveScram { key: ScramKey { mechanism: r.mechanism, user: r.name.into_owned() } }
        }
        Wire::BeginTransactionRecord(r) => Record::BeginTransaction { name: r.name.map(Cow::into_owned) },
        Wire::EndTransactionRecord(_) => Record::EndTransaction,
        Wire::AbortTransactionRecord(r) => Record::AbortTransaction { reason: r.reason.map(Cow::into_owned) },
        Wire::RemoveDelegationTokenRecord(r) => Record::RemoveDelegationToken { id: r.token_id.into_owned() },
        Wire::RegisterControllerRecord(r) => Record::RegisterController(Arc::new(Controller {
            id: BrokerId(r.controller_id),
            incarnation: r.incarnation_id,
            zk_migration_ready: r.zk_migration_ready,
            endpoints: (r.end_points.into_iter())
                .map(|e| endpoint(e.name, e.host, e.port, e.security_protocol))
                .collect(),
            features: (r.features.into_iter())
                .map(|f| supported(f.name, f.min_supported_version, f.max_supported_version))
                .collect(),
        })),
        Wire::ClearElrRecord(r) => Record::ClearElr { topic: r.topic_name.into_owned() },
        Wire::UnregisterControllerRecord(r) => Record::UnregisterController { id: BrokerId(r.controller_id) },
    })
}

fn endpoint(name: Cow<'_, str>, host: Cow<'_, str>, port: u16, security_protocol: i16) -> Endpoint {
    Endpoint { listener: name.into_owned(), host: host.into_owned(), port, security_protocol }
}

fn supported(name: Cow<'_, str>, min: i16, max: i16) -> SupportedFeature {
    SupportedFeature { name: name.into_owned(), min, max }
}

fn to_wire(record: &Record, version: i16) -> Wire<'_> {
    match record {
        Record::RegisterBroker(b) => {
            Wire::RegisterBrokerRecord(wire::register_broker_record::RegisterBrokerRecord {
                broker_id: b.id.0,
                is_migrating_zk_broker: version >= 2 && b.migrating_zk,
                incarnation_id: b.incarnation,
                broker_epoch: b.epoch.0,
                end_points: (b.endpoints.iter())
                    .map(|e| wire::register_broker_record::BrokerEndpoint {
                        name: text(&e.listener),
                        host: text(&e.host),
                        port: e.port,
                        security_protocol: e.security_protocol,
                    })
                    .collect(),
                features: (b.features.iter())
                    .map(|f| wire::register_broker_record::BrokerFeature {
                        name: text(&f.name),
                        min_supported_version: f.min,
                        max_supported_version: f.max,
                    })
                    .collect(),
                rack: b.rack.as_deref().map(text),
                fenced: b.fenced,
                in_controlled_shutdown: b.in_controlled_shutdown,
                log_dirs: if version >= 3 { b.log_dirs.clone() } else { Vec::new() },
                cordoned_log_dirs: b.cordoned.clone().filter(|_| version >= 4),
            })
        }
        Record::UnregisterBroker { id, epoch } => {
            Wire::UnregisterBrokerRecord(wire::unregister_broker_record::UnregisterBrokerRecord {
                broker_id: id.0,
                broker_epoch: epoch.0,
            })
        }
        Record::Topic { name, id } => {
            Wire::TopicRecord(wire::topic_record::TopicRecord { name: text(name), topic_id: *id })
        }
        Record::Partition { topic, index, partition } => {
            Wire::PartitionRecord(partition_record(*topic, *index, partition, version))
        }
        Record::Config { resource, key, value } => Wire::ConfigRecord(wire::config_record::ConfigRecord {
            resource_type: resource.kind.0,
            resource_name: text(&resource.name),
            name: text(key),
            value: value.as_deref().map(text),
        }),
        Record::PartitionChange(change) => {
            let list = |l: &Option<Vec<BrokerId>>| l.as_deref().map(ids);
            Wire::PartitionChangeRecord(wire::partition_change_record::PartitionChangeRecord {
                partition_id: change.partition.0,
                topic_id: change.topic,
                isr: list(&change.isr),
                leader: change.leader.map_or(LEADER_UNCHANGED, |leader| leader.0),
                replicas: list(&change.replicas),
                removing_replicas: list(&change.removing),
                adding_replicas: list(&change.adding),
                leader_recovery_state: change.recovery.map_or(RECOVERY_UNCHANGED, LeaderRecovery::to_wire),
                directories: change.directories.clone().filter(|_| version >= 1),
                eligible_leader_replicas: list(&change.elr).filter(|_| version >= 2),
                last_known_elr: list(&change.last_known_elr).filter(|_| version >= 2),
            })
        }
        Record::FenceBroker { id, epoch } => {
            Wire::FenceBrokerRecord(wire::fence_broker_record::FenceBrokerRecord { id: id.0, epoch: epoch.0 })
        }
        Record::UnfenceBroker { id, epoch } => {
            Wire::UnfenceBrokerRecord(wire::unfence_broker_record::UnfenceBrokerRecord {
                id: id.0,
                epoch: epoch.0,
            })
        }
        Record::RemoveTopic { id } => {
            Wire::RemoveTopicRecord(wire::remove_topic_record::RemoveTopicRecord { topic_id: *id })
        }
        Record::DelegationToken(t) => {
            Wire::DelegationTokenRecord(wire::delegation_token_record::DelegationTokenRecord {
                owner: text(&t.owner),
                requester: text(&t.requester),
                renewers: t.renewers.iter().map(|r| text(r)).collect(),
                issue_timestamp: t.issued.0,
                max_timestamp: t.max.0,
                expiration_timestamp: t.expires.0,
                token_id: text(&t.id),
            })
        }
        Record::ScramCredential { key, credential: c } => {
            Wire::UserScramCredentialRecord(wire::user_scram_credential_record::UserScramCredentialRecord {
                name: text(&key.user),
                mechanism: key.mechanism,
                salt: Cow::Borrowed(&c.salt),
                stored_key: Cow::Borrowed(&c.stored_key),
                server_key: Cow::Borrowed(&c.server_key),
                iterations: c.iterations,
            })
        }
        Record::FeatureLevel { name, level } => {
            Wire::FeatureLevelRecord(wire::feature_level_record::FeatureLevelRecord {
                name: text(name),
                feature_level: *level,
            })
        }
        Record::ClientQuota { entity, key, value } => {
            Wire::ClientQuotaRecord(wire::client_quota_record::ClientQuotaRecord {
                entity: (entity.parts().iter())
                    .map(|(kind, name)| wire::client_quota_record::EntityData {
                        entity_type: text(kind),
                        entity_name: name.as_deref().map(text),
                    })
                    .collect(),
                key: text(key),
                value: value.unwrap_or(0.0),
                remove: value.is_none(),
            })
        }
        Record::ProducerIds { broker, epoch, next } => {
            Wire::ProducerIdsRecord(wire::producer_ids_record::ProducerIdsRecord {
                broker_id: broker.0,
                broker_epoch: epoch.0,
                next_producer_id: next.0,
            })
        }
        Record::BrokerChange(change) => Wire::BrokerRegistrationChangeRecord(
            wire::broker_registration_change_record::BrokerRegistrationChangeRecord {
                broker_id: change.id.0,
                broker_epoch: change.epoch.0,
                fenced: match change.fenced {
                    None => 0,
                    Some(true) => 1,
                    Some(false) => -1,
                },
                in_controlled_shutdown: i8::from(change.in_controlled_shutdown == Some(true)),
                log_dirs: change.log_dirs.clone().unwrap_or_default(),
                cordoned_log_dirs: change.cordoned.clone(),
            },
        ),
        Record::Acl { id, acl } => {
            Wire::AccessControlEntryRecord(wire::access_control_entry_record::AccessControlEntryRecord {
                id: *id,
                resource_type: acl.resource_type,
                resource_name: text(&acl.resource_name),
                pattern_type: acl.pattern_type,
                principal: text(&acl.principal),
                host: text(&acl.host),
                operation: acl.operation,
                permission_type: acl.permission,
            })
        }
        Record::RemoveAcl { id } => Wire::RemoveAccessControlEntryRecord(
            wire::remove_access_control_entry_record::RemoveAccessControlEntryRecord { id: *id },
        ),
        Record::NoOp => Wire::NoOpRecord(wire::no_op_record::NoOpRecord::default()),
        Record::ZkMigrationState { state } => {
            Wire::ZkMigrationStateRecord(wire::zk_migration_state_record::ZkMigrationStateRecord {
                zk_migration_state: *state,
            })
        }
        Record::RemoveScram { key } => Wire::RemoveUserScramCredentialRecord(
            wire::remove_user_scram_credential_record::RemoveUserScramCredentialRecord {
                name: text(&key.user),
                mechanism: key.mechanism,
            },
        ),
        Record::BeginTransaction { name } => {
            Wire::BeginTransactionRecord(wire::begin_transaction_record::BeginTransactionRecord {
                name: name.as_deref().map(text),
            })
        }
        Record::EndTransaction => {
            Wire::EndTransactionRecord(wire::end_transaction_record::EndTransactionRecord::default())
        }
        Record::AbortTransaction { reason } => {
            Wire::AbortTransactionRecord(wire::abort_transaction_record::AbortTransactionRecord {
                reason: reason.as_deref().map(text),
            })
        }
        Record::RemoveDelegationToken { id } => Wire::RemoveDelegationTokenRecord(
            wire::remove_delegation_token_record::RemoveDelegationTokenRecord { token_id: text(id) },
        ),
        Record::RegisterController(c) => {
            Wire::RegisterControllerRecord(wire::register_controller_record::RegisterControllerRecord {
                controller_id: c.id.0,
                incarnation_id: c.incarnation,
                zk_migration_ready: c.zk_migration_ready,
                end_points: (c.endpoints.iter())
                    .map(|e| wire::register_controller_record::ControllerEndpoint {
                        name: text(&e.listener),
                        host: text(&e.host),
                        port: e.port,
                        security_protocol: e.security_protocol,
                    })
                    .collect(),
                features: (c.features.iter())
                    .map(|f| wire::register_controller_record::ControllerFeature {
                        name: text(&f.name),
                        min_supported_version: f.min,
                        max_supported_version: f.max,
                    })
                    .collect(),
            })
        }
        Record::ClearElr { topic } => {
            Wire::ClearElrRecord(wire::clear_elr_record::ClearElrRecord { topic_name: text(topic) })
        }
        Record::UnregisterController { id } => {
            Wire::UnregisterControllerRecord(wire::unregister_controller_record::UnregisterControllerRecord {
                controller_id: id.0,
            })
        }
    }
}

fn partition_record(
    topic: Uuid,
    index: PartitionIndex,
    partition: &Partition,
    version: i16,
) -> wire::partition_record::PartitionRecord {
    // Tagged fields are written only when they hold something.
    let tagged = |list: &[BrokerId]| (version >= 2 && !list.is_empty()).then(|| ids(list));
    wire::partition_record::PartitionRecord {
        partition_id: index.0,
        topic_id: topic,
        replicas: ids(&partition.replicas),
        isr: ids(&partition.isr),
        removing_replicas: ids(&partition.removing),
        adding_replicas: ids(&partition.adding),
        leader: partition.leader.0,
        leader_recovery_state: partition.recovery.to_wire(),
        leader_epoch: partition.leader_epoch.0,
        partition_epoch: partition.partition_epoch,
        directories: if version >= 1 { partition.directories.clone() } else { Vec::new() },
        eligible_leader_replicas: tagged(&partition.elr),
        last_known_elr: tagged(&partition.last_known_elr),
    }
}

/// What `PartitionChangeRecord.Leader` holds when the leader stays.
const LEADER_UNCHANGED: i32 = -2;
/// What `PartitionChangeRecord.LeaderRecoveryState` holds when the state stays.
const RECOVERY_UNCHANGED: i8 = -1;
