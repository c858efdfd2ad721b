//! Bodies that Kafka's own classes encoded, with their values.

use std::collections::BTreeSet;

use crate::{data, debug, entries, hex, tables, unhex};

/// One body.
pub struct Golden {
    pub name: String,
    pub version: i16,
    pub kind: String,
    pub bytes: Vec<u8>,
    pub json: String,
}

/// All bodies.
pub fn golden() -> Vec<Golden> {
    let text = data("codec.txt.gz");
    let mut name = "";
    let mut all = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(message) = line.strip_prefix("message ") {
            name = message;
            continue;
        }
        let parts: Vec<&str> = line.splitn(4, '\t').collect();
        all.push(Golden {
            name: name.into(),
            version: parts[0].parse().unwrap(),
            kind: parts[1].into(),
            bytes: unhex(parts[2]),
            json: parts[3].into(),
        });
    }
    all
}

#[test]
fn kafkas_encodings_decode_and_encode_byte_for_byte() {
    let all = golden();
    assert_eq!(all.len(), 1836);
    for one in &all {
        let entry = entries::find(&one.name);
        let what = format!("{} v{} {}", one.name, one.version, one.kind);
        let (rest, encoded) =
            (entry.again)(&one.bytes, one.version).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(rest, 0, "{what}");
        assert_eq!(hex(&encoded.expect(&what)), hex(&one.bytes), "{what}");
        if one.kind == "default" {
            let fresh = (entry.fresh)(one.version).expect(&what);
            assert_eq!(hex(&fresh), hex(&one.bytes), "{what}");
        }
    }
    let versions: BTreeSet<(&str, i16)> = all.iter().map(|one| (one.name.as_str(), one.version)).collect();
    let missing: Vec<&str> = entries::ENTRIES
        .iter()
        .filter(|entry| (entry.first..=entry.last).any(|version| !versions.contains(&(entry.name, version))))
        .map(|entry| entry.name)
        .collect();
    assert_eq!(missing, ["SubscriptionInfoData"]);
}

#[test]
fn decoded_values_are_what_kafka_says_they_are() {
    let tables = tables();
    for one in golden() {
        let text = (entries::find(&one.name).debug)(&one.bytes, one.version).unwrap();
        let json = serde_json::from_str(&one.json).unwrap();
        debug::compare(&text, &json, &tables[&one.name], one.version);
    }
}
