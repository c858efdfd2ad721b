//! The APIs as a table, and the versions of their headers.
//!
//! Knows which API exists in which versions and where; not what any of them does.

pub use crate::generated::api_key::ApiKey;
use crate::generated::api_key::{APIS, PLACES};
use crate::wire::DecodeError;

/// What is known of one API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiInfo {
    /// Its key.
    pub key: ApiKey,
    /// Its name as Kafka writes it: `Fetch`.
    pub name: &'static str,
    /// The lowest version that exists.
    pub min: i16,
    /// The highest version that exists.
    pub max: i16,
    /// The highest version served unless `unstable.api.versions.enable` is set.
    pub stable_max: i16,
    /// From this version on, messages are flexible; `i16::MAX` when never.
    pub flexible_from: i16,
    /// What ApiVersions lists on a broker's listener by default; `None` when the API is not served there. Differs from
    /// what is served for Produce alone.
    pub broker: Option<(i16, i16)>,
    /// The same for a controller's listener.
    pub controller: Option<(i16, i16)>,
    /// Whether a broker wraps the request in Envelope for the controller.
    pub forwarded: bool,
    /// Whether it needs the right to act as the cluster.
    pub cluster_action: bool,
}

impl ApiInfo {
    /// Whether the highest version is unstable.
    #[must_use]
    pub fn unstable_latest(&self) -> bool {
        self.stable_max < self.max
    }

    /// Whether ApiVersions on a broker's listener lists it only when a telemetry receiver is configured. It is answered
    /// either way.
    #[must_use]
    pub fn listed_with_telemetry_only(&self) -> bool {
        matches!(self.key, ApiKey::GetTelemetrySubscriptions | ApiKey::PushTelemetry)
    }
}

impl ApiKey {
    /// All APIs in the order of their keys.
    #[must_use]
    pub fn all() -> &'static [ApiInfo] {
        &APIS
    }

    /// What is known of it.
    #[must_use]
    pub fn info(self) -> &'static ApiInfo {
        &APIS[usize::from(PLACES[self as usize])]
    }

    /// Its name as Kafka writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Its number on the wire.
    #[must_use]
    pub fn code(self) -> i16 {
        self as i16
    }
}

impl TryFrom<i16> for ApiKey {
    type Error = DecodeError;

    fn try_from(code: i16) -> Result<Self, DecodeError> {
        usize::try_from(code)
            .ok()
            .and_then(|code| PLACES.get(code))
            .and_then(|&place| APIS.get(usize::from(place)))
            .map(|info| info.key)
            .ok_or(DecodeError::UnknownType(i32::from(code)))
    }
}

/// Whether bodies are flexible in this version.
#[must_use]
pub fn flexible(key: ApiKey, version: i16) -> bool {
    version >= key.info().flexible_from
}

/// The version of the header before a request.
#[must_use]
pub fn request_header_version(key: ApiKey, version: i16) -> i16 {
    if flexible(key, version) { 2 } else { 1 }
}

/// The version of the header before a response. ApiVersions always has 0, since a client that does not know the broker
/// yet must be able to read it.
#[must_use]
pub fn response_header_version(key: ApiKey, version: i16) -> i16 {
    i16::from(key != ApiKey::ApiVersions && flexible(key, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_found_by_its_number_and_no_other_number_is_one() {
        assert_eq!(ApiKey::all().len(), 91);
        let found = (i16::MIN..=i16::MAX).filter_map(|code| ApiKey::try_from(code).ok());
        assert!(found.eq(ApiKey::all().iter().map(|info| info.key)));
        for info in ApiKey::all() {
            assert_eq!(info.key.info(), info);
            assert!(info.min <= info.stable_max && info.stable_max <= info.max);
            assert!(info.broker.is_some() || info.controller.is_some());
        }
        assert!(ApiKey::try_from(4).is_err());
    }

    #[test]
    fn headers_have_the_versions_kafka_gives_them() {
        let text = include_str!("../schema/headers.txt");
        for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let columns: Vec<&str> = line.split('\t').collect();
            let key = ApiKey::try_from(columns[0].parse::<i16>().unwrap()).unwrap();
            assert_eq!(key.name(), columns[1]);
            let check = |column: &str, version_of: fn(ApiKey, i16) -> i16| {
                for part in column.split(' ') {
                    let (versions, header) = part.split_once(":h").unwrap();
                    let (first, last) = versions.split_once('-').unwrap_or((versions, versions));
                    for version in first.parse::<i16>().unwrap()..=last.parse().unwrap() {
                        assert_eq!(version_of(key, version), header.parse::<i16>().unwrap(), "{line}");
                    }
                }
            };
            check(columns[2], request_header_version);
            check(columns[3], response_header_version);
        }
    }
}
