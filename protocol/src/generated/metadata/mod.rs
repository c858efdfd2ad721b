//! The family `metadata`. From the tables in `schema/metadata` by `protocol-codegen`; not to be edited.

pub mod abort_transaction_record;
pub mod access_control_entry_record;
pub mod begin_transaction_record;
pub mod broker_registration_change_record;
pub mod clear_elr_record;
pub mod client_quota_record;
pub mod config_record;
pub mod delegation_token_record;
pub mod end_transaction_record;
pub mod feature_level_record;
pub mod fence_broker_record;
pub mod no_op_record;
pub mod partition_change_record;
pub mod partition_record;
pub mod producer_ids_record;
pub mod register_broker_record;
pub mod register_controller_record;
pub mod remove_access_control_entry_record;
pub mod remove_delegation_token_record;
pub mod remove_topic_record;
pub mod remove_user_scram_credential_record;
pub mod topic_record;
pub mod unfence_broker_record;
pub mod unregister_broker_record;
pub mod unregister_controller_record;
pub mod user_scram_credential_record;
pub mod zk_migration_state_record;

use crate::framing;
use crate::wire::{DecodeError, EncodeError, Reader};
/// Any record of this log.
#[derive(Clone, Debug, PartialEq)]
pub enum Record<'a> {
    RegisterBrokerRecord(register_broker_record::RegisterBrokerRecord<'a>),
    UnregisterBrokerRecord(unregister_broker_record::UnregisterBrokerRecord),
    TopicRecord(topic_record::TopicRecord<'a>),
    PartitionRecord(partition_record::PartitionRecord),
    ConfigRecord(config_record::ConfigRecord<'a>),
    PartitionChangeRecord(partition_change_record::PartitionChangeRecord),
    FenceBrokerRecord(fence_broker_record::FenceBrokerRecord),
    UnfenceBrokerRecord(unfence_broker_record::UnfenceBrokerRecord),
    RemoveTopicRecord(remove_topic_record::RemoveTopicRecord),
    DelegationTokenRecord(delegation_token_record::DelegationTokenRecord<'a>),
    UserScramCredentialRecord(user_scram_credential_record::UserScramCredentialRecord<'a>),
    FeatureLevelRecord(feature_level_record::FeatureLevelRecord<'a>),
    ClientQuotaRecord(client_quota_record::ClientQuotaRecord<'a>),
    ProducerIdsRecord(producer_ids_record::ProducerIdsRecord),
    BrokerRegistrationChangeRecord(broker_registration_change_record::BrokerRegistrationChangeRecord),
    AccessControlEntryRecord(access_control_entry_record::AccessControlEntryRecord<'a>),
    RemoveAccessControlEntryRecord(remove_access_control_entry_record::RemoveAccessControlEntryRecord),
    NoOpRecord(no_op_record::NoOpRecord),
    ZkMigrationStateRecord(zk_migration_state_record::ZkMigrationStateRecord),
    RemoveUserScramCredentialRecord(remove_user_scram_credential_record::RemoveUserScramCredentialRecord<'a>),
    BeginTransactionRecord(begin_transaction_record::BeginTransactionRecord<'a>),
    EndTransactionRecord(end_transaction_record::EndTransactionRecord),
    AbortTransactionRecord(abort_transaction_record::AbortTransactionRecord<'a>),
    RemoveDelegationTokenRecord(remove_delegation_token_record::RemoveDelegationTokenRecord<'a>),
    RegisterControllerRecord(register_controller_record::RegisterControllerRecord<'a>),
    ClearElrRecord(clear_elr_record::ClearElrRecord<'a>),
    UnregisterControllerRecord(unregister_controller_record::UnregisterControllerRecord),
}
impl<'a> Record<'a> {
    /// The number of its type.
    #[must_use]
    pub fn type_id(&self) -> i16 {
        match self {
            Self::RegisterBrokerRecord(_) => register_broker_record::RegisterBrokerRecord::TYPE,
            Self::UnregisterBrokerRecord(_) => unregister_broker_record::UnregisterBrokerRecord::TYPE,
            Self::TopicRecord(_) => topic_record::TopicRecord::TYPE,
            Self::PartitionRecord(_) => partition_record::PartitionRecord::TYPE,
            Self::ConfigRecord(_) => config_record::ConfigRecord::TYPE,
            Self::PartitionChangeRecord(_) => partition_change_record::PartitionChangeRecord::TYPE,
            Self::FenceBrokerRecord(_) => fence_broker_record::FenceBrokerRecord::TYPE,
            Self::UnfenceBrokerRecord(_) => unfence_broker_record::UnfenceBrokerRecord::TYPE,
            Self::RemoveTopicRecord(_) => remove_topic_record::RemoveTopicRecord::TYPE,
            Self::DelegationTokenRecord(_) => delegation_token_record::DelegationTokenRecord::TYPE,
            Self::UserScramCredentialRecord(_) => {
                user_scram_credential_record::UserScramCredentialRecord::TYPE
            }
            Self::FeatureLevelRecord(_) => feature_level_record::FeatureLevelRecord::TYPE,
            Self::ClientQuotaRecord(_) => client_quota_record::ClientQuotaRecord::TYPE,
            Self::ProducerIdsRecord(_) => producer_ids_record::ProducerIdsRecord::TYPE,
            Self::BrokerRegistrationChangeRecord(_) => {
                broker_registration_change_record::BrokerRegistrationChangeRecord::TYPE
            }
            Self::AccessControlEntryRecord(_) => access_control_entry_record::AccessControlEntryRecord::TYPE,
            Self::RemoveAccessControlEntryRecord(_) => {
                remove_access_control_entry_record::RemoveAccessControlEntryRecord::TYPE
            }
            Self::NoOpRecord(_) => no_op_record::NoOpRecord::TYPE,
            Self::ZkMigrationStateRecord(_) => zk_migration_state_record::ZkMigrationStateRecord::TYPE,
            Self::RemoveUserScramCredentialRecord(_) => {
                remove_user_scram_credential_record::RemoveUserScramCredentialRecord::TYPE
            }
            Self::BeginTransactionRecord(_) => begin_transaction_record::BeginTransactionRecord::TYPE,
            Self::EndTransactionRecord(_) => end_transaction_record::EndTransactionRecord::TYPE,
            Self::AbortTransactionRecord(_) => abort_transaction_record::AbortTransactionRecord::TYPE,
            Self::RemoveDelegationTokenRecord(_) => {
                remove_delegation_token_record::RemoveDelegationTokenRecord::TYPE
            }
            Self::RegisterControllerRecord(_) => register_controller_record::RegisterControllerRecord::TYPE,
            Self::ClearElrRecord(_) => clear_elr_record::ClearElrRecord::TYPE,
            Self::UnregisterControllerRecord(_) => {
                unregister_controller_record::UnregisterControllerRecord::TYPE
            }
        }
    }
    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Record<'static> {
        match self {
            Self::RegisterBrokerRecord(x) => Record::RegisterBrokerRecord(x.into_owned()),
            Self::UnregisterBrokerRecord(x) => Record::UnregisterBrokerRecord(x),
            Self::TopicRecord(x) => Record::TopicRecord(x.into_owned()),
            Self::PartitionRecord(x) => Record::PartitionRecord(x),
            Self::ConfigRecord(x) => Record::ConfigRecord(x.into_owned()),
            Self::PartitionChangeRecord(x) => Record::PartitionChangeRecord(x),
            Self::FenceBrokerRecord(x) => Record::FenceBrokerRecord(x),
            Self::UnfenceBrokerRecord(x) => Record::UnfenceBrokerRecord(x),
            Self::RemoveTopicRecord(x) => Record::RemoveTopicRecord(x),
            Self::DelegationTokenRecord(x) => Record::DelegationTokenRecord(x.into_owned()),
            Self::UserScramCredentialRecord(x) => Record::UserScramCredentialRecord(x.into_owned()),
            Self::FeatureLevelRecord(x) => Record::FeatureLevelRecord(x.into_owned()),
            Self::ClientQuotaRecord(x) => Record::ClientQuotaRecord(x.into_owned()),
            Self::ProducerIdsRecord(x) => Record::ProducerIdsRecord(x),
            Self::BrokerRegistrationChangeRecord(x) => Record::BrokerRegistrationChangeRecord(x),
            Self::AccessControlEntryRecord(x) => Record::AccessControlEntryRecord(x.into_owned()),
            Self::RemoveAccessControlEntryRecord(x) => Record::RemoveAccessControlEntryRecord(x),
            Self::NoOpRecord(x) => Record::NoOpRecord(x),
            Self::ZkMigrationStateRecord(x) => Record::ZkMigrationStateRecord(x),
            Self::RemoveUserScramCredentialRecord(x) => {
                Record::RemoveUserScramCredentialRecord(x.into_owned())
            }
            Self::BeginTransactionRecord(x) => Record::BeginTransactionRecord(x.into_owned()),
            Self::EndTransactionRecord(x) => Record::EndTransactionRecord(x),
            Self::AbortTransactionRecord(x) => Record::AbortTransactionRecord(x.into_owned()),
            Self::RemoveDelegationTokenRecord(x) => Record::RemoveDelegationTokenRecord(x.into_owned()),
            Self::RegisterControllerRecord(x) => Record::RegisterControllerRecord(x.into_owned()),
            Self::ClearElrRecord(x) => Record::ClearElrRecord(x.into_owned()),
            Self::UnregisterControllerRecord(x) => Record::UnregisterControllerRecord(x),
        }
    }
    /// The highest version of a type, `None` for a type that does not exist.
    #[must_use]
    pub fn version_max(type_id: i16) -> Option<i16> {
        Some(match type_id {
            0 => 4,
            1 => 0,
            2 => 0,
            3 => 2,
            4 => 0,
            5 => 2,
            7 => 0,
            8 => 0,
            9 => 0,
            10 => 0,
            11 => 0,
            12 => 0,
            14 => 0,
            15 => 0,
            17 => 3,
            18 => 0,
            19 => 0,
            20 => 0,
            21 => 0,
            22 => 0,
            23 => 0,
            24 => 0,
            25 => 0,
            26 => 0,
            27 => 0,
            28 => 0,
            29 => 0,
            _ => return None,
        })
    }
    /// Reads a body of the given type and version.
    pub fn decode(r: &mut Reader<'a>, type_id: i16, version: i16) -> Result<Self, DecodeError> {
        Ok(match type_id {
            0 => {
                Self::RegisterBrokerRecord(register_broker_record::RegisterBrokerRecord::decode(r, version)?)
            }
            1 => Self::UnregisterBrokerRecord(unregister_broker_record::UnregisterBrokerRecord::decode(
                r, version,
            )?),
            2 => Self::TopicRecord(topic_record::TopicRecord::decode(r, version)?),
            3 => Self::PartitionRecord(partition_record::PartitionRecord::decode(r, version)?),
            4 => Self::ConfigRecord(config_record::ConfigRecord::decode(r, version)?),
            5 => Self::PartitionChangeRecord(partition_change_record::PartitionChangeRecord::decode(
                r, version,
            )?),
            7 => Self::FenceBrokerRecord(fence_broker_record::FenceBrokerRecord::decode(r, version)?),
            8 => Self::UnfenceBrokerRecord(unfence_broker_record::UnfenceBrokerRecord::decode(r, version)?),
            9 => Self::RemoveTopicRecord(remove_topic_record::RemoveTopicRecord::decode(r, version)?),
            10 => Self::DelegationTokenRecord(delegation_token_record::DelegationTokenRecord::decode(
                r, version,
            )?),
            11 => Self::UserScramCredentialRecord(
                user_scram_credential_record::UserScramCredentialRecord::decode(r, version)?,
            ),
            12 => Self::FeatureLevelRecord(feature_level_record::FeatureLevelRecord::decode(r, version)?),
            14 => Self::ClientQuotaRecord(client_quota_record::ClientQuotaRecord::decode(r, version)?),
            15 => Self::ProducerIdsRecord(producer_ids_record::ProducerIdsRecord::decode(r, version)?),
            17 => Self::BrokerRegistrationChangeRecord(
                broker_registration_change_record::BrokerRegistrationChangeRecord::decode(r, version)?,
            ),
            18 => Self::AccessControlEntryRecord(
                access_control_entry_record::AccessControlEntryRecord::decode(r, version)?,
            ),
            19 => Self::RemoveAccessControlEntryRecord(
                remove_access_control_entry_record::RemoveAccessControlEntryRecord::decode(r, version)?,
            ),
            20 => Self::NoOpRecord(no_op_record::NoOpRecord::decode(r, version)?),
            21 => Self::ZkMigrationStateRecord(zk_migration_state_record::ZkMigrationStateRecord::decode(
                r, version,
            )?),
            22 => Self::RemoveUserScramCredentialRecord(
                remove_user_scram_credential_record::RemoveUserScramCredentialRecord::decode(r, version)?,
            ),
            23 => Self::BeginTransactionRecord(begin_transaction_record::BeginTransactionRecord::decode(
                r, version,
            )?),
            24 => {
                Self::EndTransactionRecord(end_transaction_record::EndTransactionRecord::decode(r, version)?)
            }
            25 => Self::AbortTransactionRecord(abort_transaction_record::AbortTransactionRecord::decode(
                r, version,
            )?),
            26 => Self::RemoveDelegationTokenRecord(
                remove_delegation_token_record::RemoveDelegationTokenRecord::decode(r, version)?,
            ),
            27 => Self::RegisterControllerRecord(
                register_controller_record::RegisterControllerRecord::decode(r, version)?,
            ),
            28 => Self::ClearElrRecord(clear_elr_record::ClearElrRecord::decode(r, version)?),
            29 => Self::UnregisterControllerRecord(
                unregister_controller_record::UnregisterControllerRecord::decode(r, version)?,
            ),
            other => return Err(DecodeError::UnknownType(i32::from(other))),
        })
    }
    /// Appends the body.
    pub fn encode(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {
        match self {
            Self::RegisterBrokerRecord(x) => x.encode(out, version),
            Self::UnregisterBrokerRecord(x) => x.encode(out, version),
            Self::TopicRecord(x) => x.encode(out, version),
            Self::PartitionRecord(x) => x.encode(out, version),
            Self::ConfigRecord(x) => x.encode(out, version),
            Self::PartitionChangeRecord(x) => x.encode(out, version),
            Self::FenceBrokerRecord(x) => x.encode(out, version),
            Self::UnfenceBrokerRecord(x) => x.encode(out, version),
            Self::RemoveTopicRecord(x) => x.encode(out, version),
            Self::DelegationTokenRecord(x) => x.encode(out, version),
            Self::UserScramCredentialRecord(x) => x.encode(out, version),
            Self::FeatureLevelRecord(x) => x.encode(out, version),
            Self::ClientQuotaRecord(x) => x.encode(out, version),
            Self::ProducerIdsRecord(x) => x.encode(out, version),
            Self::BrokerRegistrationChangeRecord(x) => x.encode(out, version),
            Self::AccessControlEntryRecord(x) => x.encode(out, version),
            Self::RemoveAccessControlEntryRecord(x) => x.encode(out, version),
            Self::NoOpRecord(x) => x.encode(out, version),
            Self::ZkMigrationStateRecord(x) => x.encode(out, version),
            Self::RemoveUserScramCredentialRecord(x) => x.encode(out, version),
            Self::BeginTransactionRecord(x) => x.encode(out, version),
            Self::EndTransactionRecord(x) => x.encode(out, version),
            Self::AbortTransactionRecord(x) => x.encode(out, version),
            Self::RemoveDelegationTokenRecord(x) => x.encode(out, version),
            Self::RegisterControllerRecord(x) => x.encode(out, version),
            Self::ClearElrRecord(x) => x.encode(out, version),
            Self::UnregisterControllerRecord(x) => x.encode(out, version),
        }
    }
    /// Reads the value of a record: the frame, the body and nothing behind it. Also gives the version.
    pub fn decode_framed(bytes: &'a [u8]) -> Result<(Self, i16), DecodeError> {
        framing::decode(bytes, Self::decode)
    }
    /// Appends the value of a record: the frame and the body.
    pub fn encode_framed(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {
        framing::put_frame(out, self.type_id(), version)?;
        self.encode(out, version)
    }
}
impl<'a> From<register_broker_record::RegisterBrokerRecord<'a>> for Record<'a> {
    fn from(x: register_broker_record::RegisterBrokerRecord<'a>) -> Self {
        Self::RegisterBrokerRecord(x)
    }
}
impl<'a> From<unregister_broker_record::UnregisterBrokerRecord> for Record<'a> {
    fn from(x: unregister_broker_record::UnregisterBrokerRecord) -> Self {
        Self::UnregisterBrokerRecord(x)
    }
}
impl<'a> From<topic_record::TopicRecord<'a>> for Record<'a> {
    fn from(x: topic_record::TopicRecord<'a>) -> Self {
        Self::TopicRecord(x)
    }
}
impl<'a> From<partition_record::PartitionRecord> for Record<'a> {
    fn from(x: partition_record::PartitionRecord) -> Self {
        Self::PartitionRecord(x)
    }
}
impl<'a> From<config_record::ConfigRecord<'a>> for Record<'a> {
    fn from(x: config_record::ConfigRecord<'a>) -> Self {
        Self::ConfigRecord(x)
    }
}
impl<'a> From<partition_change_record::PartitionChangeRecord> for Record<'a> {
    fn from(x: partition_change_record::PartitionChangeRecord) -> Self {
        Self::PartitionChangeRecord(x)
    }
}
impl<'a> From<fence_broker_record::FenceBrokerRecord> for Record<'a> {
    fn from(x: fence_broker_record::FenceBrokerRecord) -> Self {
        Self::FenceBrokerRecord(x)
    }
}
impl<'a> From<unfence_broker_record::UnfenceBrokerRecord> for Record<'a> {
    fn from(x: unfence_broker_record::UnfenceBrokerRecord) -> Self {
        Self::UnfenceBrokerRecord(x)
    }
}
impl<'a> From<remove_topic_record::RemoveTopicRecord> for Record<'a> {
    fn from(x: remove_topic_record::RemoveTopicRecord) -> Self {
        Self::RemoveTopicRecord(x)
    }
}
impl<'a> From<delegation_token_record::DelegationTokenRecord<'a>> for Record<'a> {
    fn from(x: delegation_token_record::DelegationTokenRecord<'a>) -> Self {
        Self::DelegationTokenRecord(x)
    }
}
impl<'a> From<user_scram_credential_record::UserScramCredentialRecord<'a>> for Record<'a> {
    fn from(x: user_scram_credential_record::UserScramCredentialRecord<'a>) -> Self {
        Self::UserScramCredentialRecord(x)
    }
}
impl<'a> From<feature_level_record::FeatureLevelRecord<'a>> for Record<'a> {
    fn from(x: feature_level_record::FeatureLevelRecord<'a>) -> Self {
        Self::FeatureLevelRecord(x)
    }
}
impl<'a> From<client_quota_record::ClientQuotaRecord<'a>> for Record<'a> {
    fn from(x: client_quota_record::ClientQuotaRecord<'a>) -> Self {
        Self::ClientQuotaRecord(x)
    }
}
impl<'a> From<producer_ids_record::ProducerIdsRecord> for Record<'a> {
    fn from(x: producer_ids_record::ProducerIdsRecord) -> Self {
        Self::ProducerIdsRecord(x)
    }
}
impl<'a> From<broker_registration_change_record::BrokerRegistrationChangeRecord> for Record<'a> {
    fn from(x: broker_registration_change_record::BrokerRegistrationChangeRecord) -> Self {
        Self::BrokerRegistrationChangeRecord(x)
    }
}
impl<'a> From<access_control_entry_record::AccessControlEntryRecord<'a>> for Record<'a> {
    fn from(x: access_control_entry_record::AccessControlEntryRecord<'a>) -> Self {
        Self::AccessControlEntryRecord(x)
    }
}
impl<'a> From<remove_access_control_entry_record::RemoveAccessControlEntryRecord> for Record<'a> {
    fn from(x: remove_access_control_entry_record::RemoveAccessControlEntryRecord) -> Self {
        Self::RemoveAccessControlEntryRecord(x)
    }
}
impl<'a> From<no_op_record::NoOpRecord> for Record<'a> {
    fn from(x: no_op_record::NoOpRecord) -> Self {
        Self::NoOpRecord(x)
    }
}
impl<'a> From<zk_migration_state_record::ZkMigrationStateRecord> for Record<'a> {
    fn from(x: zk_migration_state_record::ZkMigrationStateRecord) -> Self {
        Self::ZkMigrationStateRecord(x)
    }
}
impl<'a> From<remove_user_scram_credential_record::RemoveUserScramCredentialRecord<'a>> for Record<'a> {
    fn from(x: remove_user_scram_credential_record::RemoveUserScramCredentialRecord<'a>) -> Self {
        Self::RemoveUserScramCredentialRecord(x)
    }
}
impl<'a> From<begin_transaction_record::BeginTransactionRecord<'a>> for Record<'a> {
    fn from(x: begin_transaction_record::BeginTransactionRecord<'a>) -> Self {
        Self::BeginTransactionRecord(x)
    }
}
impl<'a> From<end_transaction_record::EndTransactionRecord> for Record<'a> {
    fn from(x: end_transaction_record::EndTransactionRecord) -> Self {
        Self::EndTransactionRecord(x)
    }
}
impl<'a> From<abort_transaction_record::AbortTransactionRecord<'a>> for Record<'a> {
    fn from(x: abort_transaction_record::AbortTransactionRecord<'a>) -> Self {
        Self::AbortTransactionRecord(x)
    }
}
impl<'a> From<remove_delegation_token_record::RemoveDelegationTokenRecord<'a>> for Record<'a> {
    fn from(x: remove_delegation_token_record::RemoveDelegationTokenRecord<'a>) -> Self {
        Self::RemoveDelegationTokenRecord(x)
    }
}
impl<'a> From<register_controller_record::RegisterControllerRecord<'a>> for Record<'a> {
    fn from(x: register_controller_record::RegisterControllerRecord<'a>) -> Self {
        Self::RegisterControllerRecord(x)
    }
}
impl<'a> From<clear_elr_record::ClearElrRecord<'a>> for Record<'a> {
    fn from(x: clear_elr_record::ClearElrRecord<'a>) -> Self {
        Self::ClearElrRecord(x)
    }
}
impl<'a> From<unregister_controller_record::UnregisterControllerRecord> for Record<'a> {
    fn from(x: unregister_controller_record::UnregisterControllerRecord) -> Self {
        Self::UnregisterControllerRecord(x)
    }
}
