//! Access control entries (CreateAcls and DeleteAcls, versions 1 to 3) and SCRAM credentials
//! (AlterUserScramCredentials, version 0) as records.
//!
//! Who is let in by them is decided elsewhere. Numbers that mean nothing in an access control entry never come here: Kafka
//! ends the connection over them.

use super::api::{Response, message, own};
use super::topics::too_large;
use super::{Outcome, RECORDS_PER_REQUEST_MAX, Refusal, Turn};
use crate::access::{Acl, AclFilter, ScramCredential, ScramKey};
use crate::records::Record;
use protocol::client::alter_user_scram_credentials as scram;
use protocol::client::create_acls::{AclCreation, AclCreationResult, CreateAclsRequest, CreateAclsResponse};
use protocol::client::delete_acls::{
    DeleteAclsFilterResult, DeleteAclsMatchingAcl, DeleteAclsRequest, DeleteAclsResponse,
};
use protocol::enums::{AclOperation, AclPermissionType, PatternType, ResourceType};
use protocol::{ErrorCode, Uuid};
use sha2::digest::{Digest, Output};
use sha2::{Sha256, Sha512};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Turn<'_> {
    // Access control entries.

    fn check_authorizer(&self) -> Result<(), Refusal> {
        if self.settings.authorizer {
            return Ok(());
        }
        Err(Refusal::new(ErrorCode::SecurityDisabled, "No Authorizer is configured on the broker"))
    }

    pub(super) fn create_acls(&mut self, request: &CreateAclsRequest<'_>) -> Result<Outcome, Refusal> {
        self.check_authorizer()?;
        // An entry for "any" cannot even be thought of; Kafka trips over it and refuses the request whole.
        if request.creations.iter().any(is_for_any) {
            return Err(Refusal::bare(ErrorCode::UnknownServerError));
        }
        let mut records: Vec<Record> = Vec::new();
        let mut results = Vec::with_capacity(request.creations.len());
        for creation in &request.creations {
            if let Err(refusal) = check_creation(creation) {
                results.push(AclCreationResult {
                    error_code: refusal.code.code(),
                    error_message: message(&refusal),
                });
                continue;
            }
            let acl = Acl {
                resource_type: creation.resource_type,
                resource_name: creation.resource_name.to_string(),
                pattern_type: creation.resource_pattern_type,
                principal: creation.principal.to_string(),
                host: creation.host.to_string(),
                operation: creation.operation,
                permission: creation.permission_type,
            };
            let made = records.iter().any(|r| matches!(r, Record::Acl { acl: other, .. } if **other == acl));
            if !made && !self.state().acls.values().any(|other| **other == acl) {
                let id = Uuid::random(self.rng);
                records.push(Record::Acl { id, acl: Arc::new(acl) });
            }
            results.push(AclCreationResult::default());
        }
        if records.len() > RECORDS_PER_REQUEST_MAX {
            return Err(too_large());
        }
        let response = CreateAclsResponse { results, ..Default::default() };
        Ok(Outcome { records, response: Response::CreateAcls(response) })
    }

    pub(super) fn delete_acls(&mut self, request: &DeleteAclsRequest<'_>) -> Result<Outcome, Refusal> {
        self.check_authorizer()?;
        let mut gone = BTreeSet::new();
        let results = request.filters.iter().map(|f| {
            let filter = AclFilter {
                resource_type: f.resource_type_filter,
                resource_name: f.resource_name_filter.as_deref(),
                pattern_type: f.pattern_type_filter,
                principal: f.principal_filter.as_deref(),
                host: f.host_filter.as_deref(),
                operation: f.operation,
                permission: f.permission_type,
            };
            let matching =
                self.active.state.acls.iter().filter(|(_, acl)| filter.matches(acl)).map(|(id, acl)| {
                    gone.insert(*id);
                    DeleteAclsMatchingAcl {
                        error_code: 0,
                        error_message: None,
                        resource_type: acl.resource_type,
                        resource_name: own(&acl.resource_name),
                        pattern_type: acl.pattern_type,
                        principal: own(&acl.principal),
                        host: own(&acl.host),
                        operation: acl.operation,
                        permission_type: acl.permission,
                    }
                });
            DeleteAclsFilterResult { error_code: 0, error_message: None, matching_acls: matching.collect() }
        });
        let filter_results = results.collect();
        if gone.len() > RECORDS_PER_REQUEST_MAX {
            return Err(too_large());
        }
        let records = gone.into_iter().map(|id| Record::RemoveAcl { id }).collect();
        let response = DeleteAclsResponse { filter_results, ..Default::default() };
        Ok(Outcome { records, response: Response::DeleteAcls(response) })
    }

    // SCRAM credentials.

    pub(super) fn alter_scram(
        &mut self,
        request: &scram::AlterUserScramCredentialsRequest<'_>,
    ) -> Result<Outcome, Refusal> {
        // One change a user, of whatever mechanism: a second one undoes both.
        let mut changes: BTreeMap<&str, Result<Record, Refusal>> = BTreeMap::new();
        let twice = || {
            Refusal::new(
                ErrorCode::DuplicateResource,
                "A user credential cannot be altered twice in the same request",
            )
        };
        let deletions = request.deletions.iter().map(|d| (&*d.name, self.delete_scram(d)));
        let upsertions = request.upsertions.iter().map(|u| (&*u.name, self.upsert_scram(u)));
        for (user, change) in deletions.chain(upsertions) {
            changes
                .entry(user)
                .and_modify(|known| {
                    if known.is_ok() {
                        *known = Err(twice());
                    }
                })
                .or_insert(change);
        }
        let mut records = Vec::new();
        let results = changes.into_iter().map(|(user, change)| scram::AlterUserScramCredentialsResult {
            user: own(user),
            error_code: change.as_ref().err().map_or(0, |r| r.code.code()),
            error_message: change.map(|record| records.push(record)).err().as_ref().and_then(message),
        });
        let results = results.collect();
        if records.len() > RECORDS_PER_REQUEST_MAX {
            return Err(too_large());
        }
        let response = scram::AlterUserScramCredentialsResponse { results, ..Default::default() };
        Ok(Outcome { records, response: Response::AlterUserScramCredentials(response) })
    }

    fn check_scram(&self, user: &str, mechanism: i8) -> Result<ScramKey, Refusal> {
        if !self.level().has_scram() {
            let text = "The current metadata.version does not support SCRAM";
            return Err(Refusal::new(ErrorCode::UnsupportedVersion, text));
        }
        if user.is_empty() {
            return Err(Refusal::new(ErrorCode::UnacceptableCredential, "Username must not be empty"));
        }
        if !matches!(mechanism, SHA_256 | SHA_512) {
            return Err(Refusal::new(ErrorCode::UnsupportedSaslMechanism, "Unknown SCRAM mechanism"));
        }
        Ok(ScramKey { mechanism, user: user.to_owned() })
    }

    fn delete_scram(&self, asked: &scram::ScramCredentialDeletion<'_>) -> Result<Record, Refusal> {
        let key = self.check_scram(&asked.name, asked.mechanism)?;
        if !self.state().scram.contains_key(&key) {
            let text = "Attempt to delete a user credential that does not exist";
            return Err(Refusal::new(ErrorCode::ResourceNotFound, text));
        }
        Ok(Record::RemoveScram { key })
    }

    fn upsert_scram(&self, asked: &scram::ScramCredentialUpsertion<'_>) -> Result<Record, Refusal> {
        let key = self.check_scram(&asked.name, asked.mechanism)?;
        let unacceptable = |text: &str| Err(Refusal::new(ErrorCode::UnacceptableCredential, text));
        if asked.iterations < ITERATIONS_MIN {
            return unacceptable("Too few iterations");
        }
        if asked.iterations > ITERATIONS_MAX {
            return unacceptable("Too many iterations");
        }
        let (stored_key, server_key) = match asked.mechanism {
            SHA_256 => scram_keys::<Sha256>(&asked.salted_password, 64),
            _ => scram_keys::<Sha512>(&asked.salted_password, 128),
        };
        let credential = ScramCredential {
            salt: asked.salt.to_vec(),
            stored_key,
            server_key,
            iterations: asked.iterations,
        };
        Ok(Record::ScramCredential { key, credential: Arc::new(credential) })
    }
}

/// `ScramMechanism` on the wire.
const SHA_256: i8 = 1;
const SHA_512: i8 = 2;
const ITERATIONS_MIN: i32 = 4_096;
const ITERATIONS_MAX: i32 = 16_384;

/// What is kept of a salted password (RFC 5802): the stored key, and the server key.
fn scram_keys<D: Digest>(salted_password: &[u8], block_len: usize) -> (Vec<u8>, Vec<u8>) {
    let client_key = hmac::<D>(salted_password, b"Client Key", block_len);
    let server_key = hmac::<D>(salted_password, b"Server Key", block_len);
    (D::digest(&client_key).to_vec(), server_key.to_vec())
}

/// HMAC (RFC 2104).
fn hmac<D: Digest>(key: &[u8], text: &[u8], block_len: usize) -> Output<D> {
    let mut block = if key.len() > block_len { D::digest(key).to_vec() } else { key.to_vec() };
    block.resize(block_len, 0);
    let pad = |with: u8| block.iter().map(|b| b ^ with).collect::<Vec<u8>>();
    let inner = D::new().chain_update(pad(0x36)).chain_update(text).finalize();
    D::new().chain_update(pad(0x5c)).chain_update(inner).finalize()
}

fn is_for_any(creation: &AclCreation<'_>) -> bool {
    creation.resource_type == ResourceType::Any.code()
        || creation.operation == AclOperation::Any.code()
        || creation.permission_type == AclPermissionType::Any.code()
        || [PatternType::Any.code(), PatternType::Match.code()].contains(&creation.resource_pattern_type)
}

fn check_creation(creation: &AclCreation<'_>) -> Result<(), Refusal> {
    let invalid = |text: &str| Err(Refusal::new(ErrorCode::InvalidRequest, text));
    if creation.resource_type == ResourceType::Cluster.code() && creation.resource_name != "kafka-cluster" {
        return invalid("The only valid name for the CLUSTER resource is kafka-cluster");
    }
    if creation.resource_name.is_empty() {
        return invalid("Invalid empty resource name");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
    }

    /// Salted passwords from requests to Kafka, and the keys it wrote to its log.
    #[test]
    fn scram_keys_are_those_that_kafka_stored() {
        let salted = "1a81127cfd3a427f1e9845943b30d6abeb43ca4e193852b378446a2f6433deaf";
        let (stored, server) = scram_keys::<Sha256>(&bytes(salted), 64);
        assert_eq!(stored, bytes("991d01249866b708545b5bba5d1eaf8861f11ff25677a8bd7b3921118afb26d6"));
        assert_eq!(server, bytes("2c396660b1b31f3be5879d66b233046df9c8bd95a1821a1d6ce07d01ff3a0011"));
        let salted = "201f6b2701fb9e5010d2e82511d760da38f9a43f6cfacb1a699d94df23178c3c\
                      d3d09a99dae420c8886b1ecf8bc94415c5910e555c925f2b558be4cffdeae888";
        let (stored, server) = scram_keys::<Sha512>(&bytes(salted), 128);
        let expected = "928e350a7cd1d01b368972b18ae12452ca9f606d137af8dd80da4c238c113480\
                        c5998d73a4f337843c221079e3d026468e7a44d080e35b9dfec806994ceb0ef0";
        assert_eq!(stored, bytes(expected));
        let expected = "1b286e841a521069cd2a8ffd42a4ee31cec4b0d1fe3d9affbe962d536ceb3fa1\
                        4e3c54aa001250ce75c1c63b509c6685af82cd7c71e1b6f44c091d30005a611a";
        assert_eq!(server, bytes(expected));
    }
}
