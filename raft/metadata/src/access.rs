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

/// Which entries a request means: `None`, and "any" as a number, match everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AclFilter<'a> {
    /// `ResourceType`; 1 any.
    pub resource_type: i8,
    /// The resource's name; what it matches depends on the pattern type.
    pub resource_name: Option<&'a str>,
    /// `PatternType`; 1 any, 2 whatever entry would apply to the name.
    pub pattern_type: i8,
    /// `Type:name`.
    pub principal: Option<&'a str>,
    /// A host.
    pub host: Option<&'a str>,
    /// `AclOperation`; 1 any.
    pub operation: i8,
    /// `AclPermissionType`; 1 any.
    pub permission: i8,
}

/// "Any" in each of the enums.
const ANY: i8 = 1;
/// The pattern type that stands for all entries that apply to a name.
const MATCH: i8 = 2;
/// The pattern type of an entry for one name.
const LITERAL: i8 = 3;

impl AclFilter<'_> {
    /// Whether the filter means this entry.
    #[must_use]
    pub fn matches(&self, acl: &Acl) -> bool {
        let same = |wanted: i8, found: i8| wanted == ANY || wanted == found;
        let equal = |wanted: Option<&str>, found: &str| wanted.is_none_or(|w| w == found);
        same(self.resource_type, acl.resource_type)
            && (self.pattern_type == MATCH || same(self.pattern_type, acl.pattern_type))
            && self.resource_name.is_none_or(|name| self.names(name, acl))
            && equal(self.principal, &acl.principal)
            && equal(self.host, &acl.host)
            && same(self.operation, acl.operation)
            && same(self.permission, acl.permission)
    }

    fn names(&self, name: &str, acl: &Acl) -> bool {
        if self.pattern_type != MATCH {
            name == acl.resource_name
        } else if acl.pattern_type == LITERAL {
            name == acl.resource_name || acl.resource_name == "*"
        } else {
            name.starts_with(&acl.resource_name)
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_match_as_kafkas() {
        let acl = |pattern_type, name: &str| Acl {
            resource_type: 2,
            resource_name: name.to_owned(),
            pattern_type,
            principal: "User:a".to_owned(),
            host: "*".to_owned(),
            operation: 3,
            permission: 3,
        };
        let all = AclFilter {
            resource_type: ANY,
            resource_name: None,
            pattern_type: ANY,
            principal: None,
            host: None,
            operation: ANY,
            permission: ANY,
        };
        let named = |pattern_type, name| AclFilter { pattern_type, resource_name: Some(name), ..all };
        for (filter, entry, expected) in [
            (all, acl(3, "t"), true),
            (named(MATCH, "topic"), acl(3, "topic"), true),
            (named(MATCH, "topic"), acl(3, "*"), true),
            (named(MATCH, "topic"), acl(4, "to"), true),
            (named(MATCH, "topic"), acl(4, "no"), false),
            (named(LITERAL, "to"), acl(4, "to"), false),
            (named(4, "to"), acl(4, "to"), true),
            (named(ANY, "topic"), acl(4, "to"), false),
            (AclFilter { principal: Some("User:b"), ..all }, acl(3, "t"), false),
            (AclFilter { operation: 4, ..all }, acl(3, "t"), false),
            (AclFilter { permission: 2, ..all }, acl(3, "t"), false),
            (AclFilter { resource_type: 3, ..all }, acl(3, "t"), false),
        ] {
            assert_eq!(filter.matches(&entry), expected, "{filter:?} {entry:?}");
        }
    }
}
