//! An image as the records of a snapshot, in Kafka's order: features, cluster, topics, configs, client quotas,
//! producer ids, access control entries, SCRAM credentials, delegation tokens.
//!
//! metadata.version comes first, for it says how to read what follows. What a level cannot hold is left out, as Kafka does
//! for a level it has not reached; an image replayed from records of that level holds nothing of the kind. The header and footer
//! control records and kraft.version are the quorum's.

use crate::features::METADATA_VERSION;
use crate::image::Image;
use crate::records::{Record, Resource, ResourceKind};
use protocol::{BrokerId, Offset, ProducerId};
use std::sync::Arc;

impl Image {
    /// The records that make this image out of an empty one.
    #[must_use]
    pub fn to_records(&self) -> Vec<Record> {
        let level = self.metadata_version();
        let mut records = vec![Record::FeatureLevel { name: METADATA_VERSION.to_owned(), level: level.0 }];
        for (name, level) in &self.features.levels {
            records.push(Record::FeatureLevel { name: name.clone(), level: *level });
        }
        if self.features.zk_migration_state != 0 && level.has_migration() {
            records.push(Record::ZkMigrationState { state: self.features.zk_migration_state });
        }
        records.extend(self.brokers.values().map(|b| Record::RegisterBroker(Arc::clone(b))));
        if level.has_controller_registration() {
            records.extend(self.controllers.values().map(|c| Record::RegisterController(Arc::clone(c))));
        }
        for topic in self.topics().values() {
            records.push(Record::Topic { name: Arc::clone(&topic.name), id: topic.id });
            for (index, partition) in topic.partitions.iter() {
                records.push(Record::Partition {
                    topic: topic.id,
                    index: *index,
                    partition: Arc::clone(partition),
                });
            }
        }
        for (name, configs) in self.topic_configs().iter() {
            for (key, value) in &**configs {
                let resource = Resource { kind: ResourceKind::TOPIC, name: name.to_string() };
                records.push(Record::Config { resource, key: key.clone(), value: Some(value.clone()) });
            }
        }
        for (resource, configs) in self.other_configs().iter() {
            for (key, value) in &**configs {
                let (resource, key) = (resource.clone(), key.clone());
                records.push(Record::Config { resource, key, value: Some(value.clone()) });
            }
        }
        for (entity, quotas) in self.quotas.iter() {
            for (key, value) in &**quotas {
                records.push(Record::ClientQuota {
                    entity: entity.clone(),
                    key: key.clone(),
                    value: Some(*value),
                });
            }
        }
        if self.next_producer_id >= ProducerId(0) {
            let next = self.next_producer_id;
            records.push(Record::ProducerIds { broker: BrokerId::NONE, epoch: Offset::NONE, next });
        }
        records.extend(self.acls.iter().map(|(id, acl)| Record::Acl { id: *id, acl: Arc::clone(acl) }));
        if level.has_scram() {
            records.extend(self.scram.iter().map(|(key, credential)| Record::ScramCredential {
                key: key.clone(),
                credential: Arc::clone(credential),
            }));
        }
        if level.has_delegation_tokens() {
            records.extend(self.tokens.values().map(|t| Record::DelegationToken(Arc::clone(t))));
        }
        records
    }
}
