//! Tests that treat every message alike: Kafka's own encodings, captured traffic, random and hostile bytes, and a second
//! implementation.
//!
//! They know messages by the list in `protocol::for_each_message` and the tables in `protocol/schema`, read here by the
//! generator's own parser; what is compared are bytes that Kafka wrote.

mod allocation;
mod debug;
mod entries;
mod frames;
mod framing;
mod golden;
mod hostile;
mod hot;
mod peer;
mod random;

#[path = "../../codegen/src/names.rs"]
#[allow(dead_code)]
mod names;
#[path = "../../codegen/src/schema.rs"]
#[allow(dead_code)]
mod schema;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

/// A file of `tests/data`, unpacked.
fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// Every message's table, by name.
fn tables() -> BTreeMap<String, schema::Message> {
    let mut tables = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    for family in
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        for table in fs::read_dir(family).unwrap() {
            for message in schema::parse(&fs::read_to_string(table.unwrap().path()).unwrap()) {
                tables.insert(message.name.clone(), message);
            }
        }
    }
    tables
}

fn unhex(text: &str) -> Vec<u8> {
    assert_eq!(text.len() % 2, 0);
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
