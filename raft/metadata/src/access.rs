//! Who may do what, as whom, and how much: access control entries, SCRAM credentials, delegation tokens and the
//! entities of client quotas, as values of the metadata image.
//!
//! Decides nothing: the authorizer and the quotas of the broker read these.

use protocol::Timestamp;

/// One access control entry; enums are their numbers on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acl {
    /// `ResourceType`.
    pub resource_type: i8,
    /// The resource's name or prefix.
    pub resource_name: String,
    /// `PatternType`: 3 literal, 4 prefixed.
    pub pattern_type: i8,
    /// `Type:name`.
    pub principal: String,
    /// A host, `*`, or from metadata.version 4.4-IV1 a CIDR range.
    pub host: String,
    /// `AclOperation`.
    pub operation: i8,
    /// `AclPermissionType`: 2 deny, 3 allow.
    pub permission: i8,
}

/// A user's SCRAM credential for one mechanism.
#[derive(Clone, PartialEq, Eq)]
pub struct ScramCredential {
    /// Random.
    pub salt: Vec<u8>,
    /// What a client's proof is checked with.
    pub stored_key: Vec<u8>,
    /// What the server proves itself with.
    pub server_key: Vec<u8>,
    /// Rounds of the key derivation.
    pub iterations: i32,
}

impl std::fmt::Debug for ScramCredential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScramCredential").field("iterations", &self.iterations).finish_non_exhaustive()
    }
}

/// Identifies a SCRAM credential; orders as snapshots list them, mechanism first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScramKey {
    /// 1 SCRAM-SHA-256, 2 SCRAM-SHA-512.
    pub mechanism: i8,
    /// The user.
    pub user: String,
}

/// A delegation token, without its secret, which is derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelegationToken {
    /// `Type:name`.
    pub owner: String,
    /// `Type:name`.
    pub requester: String,
    /// Each `Type:name`.
    pub renewers: Vec<String>,
    /// When it was made.
    pub issued: Timestamp,
    /// The latest time it can be renewed to.
    pub max: Timestamp,
    /// When it runs out unless renewed.
    pub expires: Timestamp,
    /// Random.
    pub id: String,
}

/// A client quota entity: entity types with their names, `None` for the default, sorted by type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QuotaEntity(Vec<(String, Option<String>)>);

impl QuotaEntity {
    /// From pairs in any order; of one type named twice the last stands, as in Kafka's map.
    #[must_use]
    pub fn new(parts: impl IntoIterator<Item = (String, Option<String>)>) -> Self {
        let sorted: std::collections::BTreeMap<_, _> = parts.into_iter().collect();
        Self(sorted.into_iter().collect())
    }

    /// The types with their names, sorted by type.
    #[must_use]
    pub fn parts(&self) -> &[(String, Option<String>)] {
        &self.0
    }

    /// The name under a type: `None` if the type is absent, `Some(None)` for its default.
    #[must_use]
    pub fn get(&self, entity_type: &str) -> Option<Option<&str>> {
        self.0.iter().find(|(t, _)| t == entity_type).map(|(_, name)| name.as_deref())
    }
}
