//! What is given to principals: blocks of producer ids (AllocateProducerIds, version 0) and client quotas
//! (AlterClientQuotas, versions 0 to 1).

use super::api::{Response, message, own};
use super::topics::too_large;
use super::{Outcome, RECORDS_PER_REQUEST_MAX, Refusal, Turn};
use crate::access::QuotaEntity;
use crate::records::Record;
use protocol::client::allocate_producer_ids::{AllocateProducerIdsRequest, AllocateProducerIdsResponse};
use protocol::client::alter_client_quotas::{
    AlterClientQuotasRequest, AlterClientQuotasResponse, EntityData, RequestEntryData, ResponseEntryData,
};
use protocol::{BrokerId, ErrorCode, Offset, ProducerId};
use std::collections::BTreeMap;
use std::net::IpAddr;

/// How many producer ids one broker gets at a time.
const PRODUCER_ID_BLOCK_LEN: i32 = 1000;

impl Turn<'_> {
    pub(super) fn allocate_producer_ids(
        &mut self,
        request: &AllocateProducerIdsRequest,
    ) -> Result<Outcome, Refusal> {
        let broker = BrokerId(request.broker_id);
        let epoch = Offset(request.broker_epoch);
        self.check_epoch(broker, epoch)?;
        let first = self.state().next_producer_id.0.max(0);
        let next = first
            .checked_add(i64::from(PRODUCER_ID_BLOCK_LEN))
            .ok_or(Refusal::bare(ErrorCode::UnknownServerError))?;
        let response = AllocateProducerIdsResponse {
            producer_id_start: first,
            producer_id_len: PRODUCER_ID_BLOCK_LEN,
            ..Default::default()
        };
        Ok(Outcome {
            records: vec![Record::ProducerIds { broker, epoch, next: ProducerId(next) }],
            response: Response::AllocateProducerIds(response),
        })
    }

    pub(super) fn alter_client_quotas(
        &mut self,
        request: &AlterClientQuotasRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        let mut records = Vec::new();
        // One row an entity. What a later entry for it asks is not done, and its row says so.
        let mut rows: Vec<(QuotaEntity, Result<(), Refusal>)> = Vec::with_capacity(request.entries.len());
        let mut places = BTreeMap::new();
        for entry in &request.entries {
            let parts = entry.entity.iter();
            let entity = QuotaEntity::new(
                parts.map(|p| (p.entity_type.to_string(), p.entity_name.as_deref().map(str::to_owned))),
            );
            if let Some(&place) = places.get(&entity) {
                let text = format!("Ignoring duplicate entity {entity:?}");
                let row: &mut (_, _) = &mut rows[place];
                row.1 = Err(Refusal::new(ErrorCode::InvalidRequest, text));
                continue;
            }
            places.insert(entity.clone(), rows.len());
            let outcome = self.alter_quotas(&entity, entry).map(|new| records.extend(new));
            rows.push((entity, outcome));
        }
        let entries = rows.into_iter().map(|(entity, outcome)| ResponseEntryData {
            error_code: outcome.as_ref().err().map_or(0, |r| r.code.code()),
            error_message: outcome.as_ref().err().and_then(message),
            entity: (entity.parts().iter())
                .map(|(kind, name)| EntityData {
                    entity_type: own(kind),
                    entity_name: name.as_deref().map(own),
                })
                .collect(),
        });
        let entries = entries.collect();
        if records.len() > RECORDS_PER_REQUEST_MAX {
            return Err(too_large());
        }
        if request.validate_only {
            records.clear();
        }
        let response = AlterClientQuotasResponse { entries, ..Default::default() };
        Ok(Outcome { records, response: Response::AlterClientQuotas(response) })
    }

    fn alter_quotas(
        &self,
        entity: &QuotaEntity,
        entry: &RequestEntryData<'_>,
    ) -> Result<Vec<Record>, Refusal> {
        let invalid = |text: String| Refusal::new(ErrorCode::InvalidRequest, text);
        let keys = quota_keys(entity)?;
        let mut wanted = BTreeMap::new();
        for op in &entry.ops {
            if wanted.insert(&*op.key, (!op.remove).then_some(op.value)).is_some() {
                return Err(invalid(format!(
                    "Duplicate quota key {} not updating quota for this entity",
                    op.key
                )));
            }
        }
        let current = self.state().quotas.get(entity);
        let mut records = Vec::new();
        for (key, value) in wanted {
            let present = current.and_then(|q| q.get(key)).copied();
            if let Some(value) = value {
                check_quota(keys, key, value)?;
            }
            if present != value {
                records.push(Record::ClientQuota { entity: entity.clone(), key: key.to_owned(), value });
            }
        }
        Ok(records)
    }
}

const USER_AND_CLIENT_KEYS: &[(&str, bool)] = &[
    ("producer_byte_rate", true),
    ("consumer_byte_rate", true),
    ("request_percentage", false),
    ("controller_mutation_rate", false),
];
const IP_KEYS: &[(&str, bool)] = &[("connection_creation_rate", true)];

/// The keys an entity may have, and whether each must be a whole number.
fn quota_keys(entity: &QuotaEntity) -> Result<&'static [(&'static str, bool)], Refusal> {
    let invalid = |text: String| Refusal::new(ErrorCode::InvalidRequest, text);
    if entity.parts().is_empty() {
        return Err(invalid("Invalid empty client quota entity".to_owned()));
    }
    for (kind, name) in entity.parts() {
        if !matches!(kind.as_str(), "user" | "client-id" | "ip") {
            return Err(invalid(format!("Unhandled client quota entity type: {kind}")));
        }
        if name.as_deref() == Some("") {
            return Err(invalid(format!("Empty {kind} not supported")));
        }
    }
    match entity.get("ip") {
        None => Ok(USER_AND_CLIENT_KEYS),
        Some(_) if entity.parts().len() > 1 => Err(invalid(
            "Invalid quota entity combination, IP entity should not be combined with User or ClientId"
                .to_owned(),
        )),
        Some(Some(ip)) if ip.parse::<IpAddr>().is_err() => {
            Err(invalid(format!("{ip} is not a valid IP or resolvable host.")))
        }
        Some(_) => Ok(IP_KEYS),
    }
}

fn check_quota(keys: &[(&str, bool)], key: &str, value: f64) -> Result<(), Refusal> {
    let invalid = |text: String| Err(Refusal::new(ErrorCode::InvalidRequest, text));
    let Some((_, whole)) = keys.iter().find(|(name, _)| *name == key) else {
        return invalid(format!("Invalid configuration key {key}"));
    };
    if value <= 0.0 {
        return invalid(format!("Quota {key} must be greater than 0"));
    }
    if *whole && (value % 1.0).abs() > 1e-6 {
        return invalid(format!("{key} cannot be a fractional value."));
    }
    Ok(())
}
