//! Emits the enums that are plain tables: API keys, error codes, and constants found in message fields.

use std::collections::BTreeMap;

use crate::emit::w;
use crate::names::{camel, snake};

/// The rows of a tab-separated table below its heading.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    lines.filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split('\t').collect())
}

fn range(text: &str) -> Option<(&str, &str)> {
    if matches!(text, "none" | "-") { None } else { Some(text.split_once('-').unwrap_or((text, text))) }
}

/// `ApiKey` and the table of what is known of each.
pub fn api_keys(apis: &str, headers: &str) -> String {
    let mut flexible_from: BTreeMap<&str, &str> = BTreeMap::new();
    for row in rows(headers) {
        for part in row[2].split(' ') {
            if let Some((versions, "h2")) = part.split_once(':') {
                flexible_from.insert(row[0], versions.split('-').next().expect("a range has a start"));
            }
        }
    }
    let apis: Vec<Vec<&str>> = rows(apis).filter(|row| range(row[3]).is_some()).collect();
    let mut out = String::from(
        "//! The API keys. From `schema/apis.txt` and `schema/headers.txt` by `protocol-codegen`; not to be edited.\n\n\
         use crate::api::ApiInfo;\n",
    );
    w(&mut out, "/// Every API that has a version in Kafka 4.4.");
    w(&mut out, "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]");
    w(&mut out, "#[repr(i16)]");
    w(&mut out, "pub enum ApiKey {");
    for row in &apis {
        w(&mut out, &format!("{} = {},", row[1], row[0]));
    }
    w(&mut out, "}");
    w(&mut out, "/// What is known of each API, in the order of the keys.");
    w(&mut out, &format!("pub(crate) static APIS: [ApiInfo; {}] = [", apis.len()));
    for row in &apis {
        let (first, last) = range(row[3]).expect("rows without versions were left out");
        let listed = |text: &str| match range(text) {
            Some((first, last)) => format!("Some(({first}, {last}))"),
            None => "None".into(),
        };
        w(
            &mut out,
            &format!(
                "ApiInfo {{ key: ApiKey::{0}, name: \"{0}\", min: {first}, max: {last}, stable_max: {1}, \
                 flexible_from: {2}, broker: {3}, controller: {4}, forwarded: {5}, cluster_action: {6} }},",
                row[1],
                row[4],
                flexible_from.get(row[0]).copied().unwrap_or("i16::MAX"),
                listed(row[7]),
                listed(row[8]),
                row[10] == "yes",
                row[11] == "yes",
            ),
        );
    }
    w(&mut out, "];");
    w(&mut out, "/// The place of each key in the table, 255 for keys that do not exist.");
    let count = 1 + apis.last().expect("there are APIs")[0].parse::<usize>().expect("keys are numbers");
    let mut places = vec![255; count];
    for (place, row) in apis.iter().enumerate() {
        places[row[0].parse::<usize>().expect("keys are numbers")] = place;
    }
    w(&mut out, &format!("pub(crate) static PLACES: [u8; {count}] = {places:?};"));
    out
}

/// `ErrorCode`.
pub fn error_codes(errors: &str) -> String {
    let errors: Vec<Vec<&str>> = rows(errors).collect();
    let mut out = String::from(
        "//! The error codes. From `schema/errors.txt` by `protocol-codegen`; not to be edited.\n\n\
         use crate::errors::ErrorInfo;\n",
    );
    w(&mut out, "/// Every error code of Kafka 4.4.");
    w(&mut out, "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]");
    w(&mut out, "#[repr(i16)]");
    w(&mut out, "pub enum ErrorCode {");
    for row in &errors {
        w(&mut out, &format!("{} = {},", camel(row[1]), row[0]));
    }
    w(&mut out, "}");
    w(&mut out, "/// What is known of each code, in their order.");
    w(&mut out, &format!("pub(crate) static ERRORS: [ErrorInfo; {}] = [", errors.len()));
    for row in &errors {
        w(
            &mut out,
            &format!(
                "ErrorInfo {{ code: ErrorCode::{}, name: \"{}\", retriable: {}, invalid_metadata: {} }},",
                camel(row[1]),
                row[1],
                row[2] == "yes",
                row[4] == "yes",
            ),
        );
    }
    w(&mut out, "];");
    out
}

/// The enums that fields of messages hold: table name and package, Rust name, integer type, the attribute with the
/// number, the attribute with the text (or the constant's own name).
const ENUMS: [(&str, &str, &str, &str, &str, &str); 34] = [
    ("AclOperation", "acl", "AclOperation", "i8", "code", ""),
    ("AclPermissionType", "acl", "AclPermissionType", "i8", "code", ""),
    ("ResourceType", "resource", "ResourceType", "i8", "code", ""),
    ("PatternType", "resource", "PatternType", "i8", "code", ""),
    ("ConfigResource.Type", "config", "ConfigResourceType", "i8", "id", ""),
    ("DescribeConfigsResponse.ConfigSource", "requests", "ConfigSource", "i8", "id", "source"),
    ("DescribeConfigsResponse.ConfigType", "requests", "ConfigType", "i8", "id", "type"),
    ("AlterConfigOp.OpType", "admin", "AlterConfigOp", "i8", "id", ""),
    ("ElectionType", "common", "ElectionType", "i8", "value", ""),
    ("IsolationLevel", "common", "IsolationLevel", "i8", "id", ""),
    ("SecurityProtocol", "auth", "SecurityProtocol", "i16", "id", "name"),
    ("ScramMechanism", "internals", "ScramMechanism", "i8", "type", "mechanismName"),
    ("FindCoordinatorRequest.CoordinatorType", "requests", "CoordinatorType", "i8", "id", ""),
    ("TransactionState", "transaction", "TransactionState", "i8", "id", "stateName"),
    ("GroupState", "common", "GroupState", "", "", "name"),
    ("GroupType", "common", "GroupType", "", "", "name"),
    ("MemberState", "modern", "ConsumerMemberState", "i8", "value", ""),
    ("MemberState", "streams", "StreamsMemberState", "i8", "value", ""),
    ("StreamsGroupHeartbeatResponse.Status", "requests", "StreamsGroupStatus", "i8", "code", ""),
    ("StreamsGroupTopologyDescriptionStatus", "admin", "TopologyDescriptionStatus", "i8", "id", ""),
    ("AcknowledgeType", "consumer", "AcknowledgeType", "i8", "id", ""),
    ("ShareAcquireMode", "internals", "ShareAcquireMode", "i8", "id", "name"),
    ("RecordState", "fetch", "ShareRecordState", "i8", "id", ""),
    ("FeatureUpdate.UpgradeType", "admin", "UpgradeType", "i8", "code", ""),
    ("EndpointType", "admin", "EndpointType", "i8", "id", ""),
    ("LeaderRecoveryState", "metadata", "LeaderRecoveryState", "i8", "value", ""),
    ("BrokerRegistrationFencingChange", "metadata", "FencingChange", "i8", "value", ""),
    (
        "BrokerRegistrationInControlledShutdownChange",
        "metadata",
        "InControlledShutdownChange",
        "i8",
        "value",
        "",
    ),
    ("RemoteLogSegmentState", "storage", "RemoteLogSegmentState", "i8", "id", ""),
    ("RemotePartitionDeleteState", "storage", "RemotePartitionDeleteState", "i8", "id", ""),
    ("ControlRecordType", "internal", "ControlRecordType", "i16", "type", ""),
    ("BrokerState", "metadata", "BrokerState", "i8", "value", ""),
    ("ConsumerPartitionAssignor.RebalanceProtocol", "consumer", "RebalanceProtocol", "i8", "id", ""),
    ("TimestampType", "record", "TimestampType", "i8", "id", "name"),
];

/// The enums of message fields.
pub fn enums(text: &str) -> String {
    let mut out = String::from(
        "//! Constants that message fields hold. From `schema/enums.txt` by `protocol-codegen`; not to be edited.\n\n\
         use crate::enums::constants;\n",
    );
    for (name, package, rust, int, number, label) in ENUMS {
        let mut lines = text.lines().skip_while(|line| {
            let Some(heading) = line.strip_prefix("enum ") else { return true };
            let (one, place) = heading.split_once('\t').unwrap_or((heading, ""));
            one != name || place.rsplit('.').next() != Some(package)
        });
        assert!(lines.next().is_some(), "no enum {name} in {package}");
        let members: Vec<(&str, BTreeMap<&str, &str>)> = lines
            .take_while(|line| line.starts_with(' '))
            .map(|line| {
                let mut parts = line.trim().split('\t');
                let constant = parts.next().expect("a line has a constant");
                (constant, parts.filter_map(|part| part.split_once('=')).collect())
            })
            .collect();
        assert!(!members.is_empty(), "{name} is empty");
        w(&mut out, "constants! {");
        w(&mut out, &format!("/// Kafka's `{name}`."));
        if int.is_empty() {
            w(&mut out, &format!("{rust} {{"));
        } else {
            w(&mut out, &format!("{rust}: {int} {{"));
        }
        for (constant, attributes) in &members {
            let text = if label.is_empty() { constant } else { attributes[label] };
            let variant = camel(&snake_constant(constant));
            if int.is_empty() {
                w(&mut out, &format!("{variant} \"{text}\","));
            } else {
                w(&mut out, &format!("{variant} = {} \"{text}\",", attributes[number]));
            }
        }
        w(&mut out, "} }");
    }
    out
}

fn snake_constant(constant: &str) -> String {
    if constant.contains('_') || constant.chars().all(|c| !c.is_ascii_lowercase()) {
        constant.to_string()
    } else {
        snake(constant)
    }
}
