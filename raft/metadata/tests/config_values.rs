//! Every key against what Kafka 4.4.0 itself made of some twenty texts: the value it read, or the message it refused with.

use std::io::Read;

use metadata::config::keys;
use metadata::config::value::Value;

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            other => out.push(other),
        }
    }
    out
}

#[test]
fn every_value_is_read_or_refused_as_kafka_does() {
    let packed: &[u8] = include_bytes!("data/config-values.tsv.gz");
    let mut table = String::new();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut table).unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [definition, name, text, outcome, expected] = columns[..] else { panic!("{line}") };
        let table = match definition {
            "broker" => &keys::BROKER,
            "topic" => &keys::TOPIC,
            "group" => &keys::GROUP,
            _ => &keys::CLIENT_METRICS,
        };
        let key = table.get(name).unwrap();
        let expected = unescape(expected.strip_prefix('"').unwrap().strip_suffix('"').unwrap());
        let got = match Value::parse(key, &unescape(text)) {
            Ok(Value::Password(secret)) => ("ok", secret),
            Ok(value) => ("ok", value.to_text()),
            Err(error) => ("error", error.message),
        };
        seen += 1;
        if got != (outcome, expected.clone()) {
            wrong.push(format!("{name} {text:?}: expected {outcome} {expected}, got {} {}", got.0, got.1));
        }
    }
    assert!(seen > 6500, "{seen}");
    assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
}
