//! ApiVersions, versions 0 to 5.
//!
//! Lists what is built of what Kafka lists on the listener asked: Produce from 0 though it is served from 3; unstable
//! latest versions not. A version that is not known is answered in version 0 with error 35 and one key.
//!
//! Versions: 3 flexible, client's name and version (KIP-511), features (KIP-584); 4 features from level 0 on; 5 cluster id
//! and node id checked (KIP-1242). The response has header 0 in all of them.

use std::borrow::Cow;

use metadata::config::java;
use metadata::features::{FEATURES, KRAFT_VERSION};
use protocol::client::api_versions::{
    ApiVersion, ApiVersionsRequest, ApiVersionsResponse, FinalizedFeatureKey, SupportedFeatureKey,
};
use protocol::{ApiKey, ErrorCode};

use super::Outcome;
use crate::node::{ListenerKind, Node};
use crate::reply::RequestHead;

/// The features that can be finalised. Kafka walks a hash map of those that are; two that share a bucket come in this
/// order.
const FINALIZED: [&str; 7] = [
    "group.version",
    "kraft.version",
    "share.version",
    "metadata.version",
    "streams.version",
    "transaction.version",
    "eligible.leader.replicas.version",
];

/// Answers a request.
pub fn serve(node: &Node, kind: ListenerKind, head: RequestHead, frame: &[u8], out: &mut Vec<u8>) -> Outcome {
    let Ok((_, request)) = super::body::<ApiVersionsRequest<'_>>(frame, head.version) else {
        return Outcome::Close;
    };
    let error = check(node, kind, head.version, &request);
    let mut response = ApiVersionsResponse { error_code: error as i16, ..Default::default() };
    if error == ErrorCode::None {
        response.api_keys = keys(kind);
        response.supported_features = FEATURES
            .iter()
            .filter(|feature| head.version >= 4 || feature.min > 0)
            .map(|feature| SupportedFeatureKey {
                name: Cow::Borrowed(feature.name),
                min_version: feature.min,
                max_version: feature.max,
            })
            .collect();
        response.finalized_features_epoch = epoch(node, kind);
        let mut finalized: Vec<(&'static str, i16)> =
            FINALIZED.iter().map(|name| (*name, level(node, name))).filter(|(_, level)| *level > 0).collect();
        let buckets = (finalized.len() * 4).div_ceil(3).next_power_of_two();
        java::sort_as_hash_map(&mut finalized, buckets, |(name, _)| name);
        response.finalized_features = finalized
            .into_iter()
            .map(|(name, level)| FinalizedFeatureKey {
                name: Cow::Borrowed(name),
                max_version_level: level,
                min_version_level: level,
            })
            .collect();
    }
    super::encode(out, head, |out, version| response.encode(out, version))
}

/// Answers a version that is not known.
pub fn unsupported(kind: ListenerKind, head: RequestHead, out: &mut Vec<u8>) -> Outcome {
    let mut api_keys = keys(kind);
    api_keys.retain(|api| api.api_key == ApiKey::ApiVersions.code());
    let response = ApiVersionsResponse {
        error_code: ErrorCode::UnsupportedVersion as i16,
        api_keys,
        ..Default::default()
    };
    super::encode(out, head, |out, version| response.encode(out, version))
}

fn check(node: &Node, kind: ListenerKind, version: i16, request: &ApiVersionsRequest<'_>) -> ErrorCode {
    let named = |text: &str| !text.is_empty() && is_software_name(text);
    if version >= 3 && !(named(&request.client_software_name) && named(&request.client_software_version)) {
        return ErrorCode::InvalidRequest;
    }
    if version < 5 {
        return ErrorCode::None;
    }
    match (&request.cluster_id, request.node_id) {
        (None, -1) => ErrorCode::None,
        (None, _) | (Some(_), -1) => ErrorCode::InvalidRequest,
        (Some(cluster), id) => {
            let here = *cluster == node.identity.cluster && id == node.identity.id.0;
            if here || kind == ListenerKind::Controller {
                ErrorCode::None
            } else {
                ErrorCode::RebootstrapRequired
            }
        }
    }
}

/// `[a-zA-Z0-9](?:[a-zA-Z0-9\-.]*[a-zA-Z0-9])?`
fn is_software_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let plain = |byte: &u8| byte.is_ascii_alphanumeric();
    bytes.first().is_some_and(plain)
        && bytes.last().is_some_and(plain)
        && bytes.iter().all(|byte| plain(byte) || *byte == b'-' || *byte == b'.')
}

fn keys(kind: ListenerKind) -> Vec<ApiVersion> {
    ApiKey::all()
        .iter()
        .filter(|info| super::is_built(info.key, kind) && !info.listed_with_telemetry_only())
        .filter_map(|info| {
            let (min, max) = super::range(info.key, kind)?;
            let min = if info.key == ApiKey::Produce { 0 } else { min };
            Some(ApiVersion { api_key: info.key.code(), min_version: min, max_version: max })
        })
        .collect()
}

/// On a broker listener it grows with every metadata record; on the controller's it stays at the last change of a feature.
fn epoch(node: &Node, kind: ListenerKind) -> i64 {
    match kind {
        ListenerKind::Broker => node.metadata_offset.0,
        ListenerKind::Controller => node.features_offset.0,
    }
}

fn level(node: &Node, name: &str) -> i16 {
    if name == KRAFT_VERSION { node.image.kraft_version } else { node.image.features.level(name) }
}
