//! Turns the schema tables of `protocol/schema` into the checked-in Rust of `protocol/src/generated`.
//!
//! `cargo run -p protocol-codegen` writes the files, formats them with rustfmt and writes `generated/manifest.txt`: two
//! hashes a file, of what was emitted and of what lies on disk. The test here emits everything again in memory and
//! compares hashes, so that stale or hand-edited code is found without running rustfmt.

mod emit;
mod family;
mod names;
mod schema;
mod tables;
mod view;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The families of messages, each a folder of tables and a module.
const FAMILIES: [&str; 8] =
    ["client", "raft", "metadata", "group", "share", "storage", "streams", "transaction"];

fn main() {
    let protocol = protocol_folder();
    let folder = protocol.join("src/generated");
    let files = generate(&protocol.join("schema"));
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the old files can be removed");
    }
    for (name, text) in &files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }
    let status = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(protocol.join("../rustfmt.toml"))
        .args(files.keys().map(|name| folder.join(name)))
        .status()
        .expect("rustfmt runs");
    assert!(status.success(), "rustfmt refuses what was generated");
    let mut manifest = String::new();
    for (name, text) in &files {
        let formatted = fs::read(folder.join(name)).expect("the file was just written");
        emit::w(&mut manifest, &format!("{name} {:016x} {:016x}", hash(text.as_bytes()), hash(&formatted)));
    }
    fs::write(folder.join("manifest.txt"), manifest).expect("the manifest can be written");
    println!("{} files", files.len());
}

fn protocol_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this crate lies in protocol/").to_path_buf()
}

/// FNV-1a: enough to notice a change.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Every generated file by its path below `generated/`, not formatted yet.
fn generate(schema: &Path) -> BTreeMap<String, String> {
    let read = |name: &str| {
        fs::read_to_string(schema.join(name)).unwrap_or_else(|error| panic!("{name} cannot be read: {error}"))
    };
    let mut files = BTreeMap::new();
    let mut top = String::from(
        "//! Messages, codes and enums made from the tables in `protocol/schema`. Written by `cargo run -p\n\
         //! protocol-codegen`; not to be edited.\n\n\
         // Decoders begin with the defaults, since which fields follow depends on the version.\n\
         #![allow(clippy::field_reassign_with_default)]\n\n",
    );
    let mut every = String::from(
        "//! The list of all messages, for tests that treat every one alike. Written by `protocol-codegen`.\n\n\
         /// Calls the macro `$callback` once with every message as `family module Name;`.\n\
         #[doc(hidden)]\n#[macro_export]\nmacro_rules! for_each_message { ($callback:ident) => { $callback! {\n",
    );
    for name in FAMILIES {
        let mut tables: Vec<String> = fs::read_dir(schema.join(name))
            .expect("the family has a folder")
            .map(|entry| {
                entry.expect("the folder can be read").file_name().into_string().expect("names are ASCII")
            })
            .collect();
        tables.sort();
        let family = family::Family {
            name: name.into(),
            tables: tables
                .iter()
                .map(|table| family::Table::new(table, schema::parse(&read(&format!("{name}/{table}")))))
                .collect(),
        };
        family.emit(&mut files);
        family.list(&mut every);
        emit::w(&mut top, &format!("pub mod {name};"));
    }
    for (name, text) in [
        ("api_key", tables::api_keys(&read("apis.txt"), &read("headers.txt"))),
        ("error_code", tables::error_codes(&read("errors.txt"))),
        ("enums", tables::enums(&read("enums.txt"))),
    ] {
        emit::w(&mut top, &format!("pub mod {name};"));
        files.insert(format!("{name}.rs"), text);
    }
    every += "} }; }\n";
    emit::w(&mut top, "mod every;");
    files.insert("every.rs".into(), every);
    files.insert("mod.rs".into(), top);
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_code_is_what_the_tables_say() {
        let protocol = protocol_folder();
        let folder = protocol.join("src/generated");
        let manifest = fs::read_to_string(folder.join("manifest.txt")).expect("the manifest is checked in");
        let files = generate(&protocol.join("schema"));
        assert_eq!(manifest.lines().count(), files.len(), "run `cargo run -p protocol-codegen`");
        for (line, (name, text)) in manifest.lines().zip(&files) {
            let on_disk = fs::read(folder.join(name)).unwrap_or_default();
            let expected = format!("{name} {:016x} {:016x}", hash(text.as_bytes()), hash(&on_disk));
            assert_eq!(line, expected, "run `cargo run -p protocol-codegen`");
        }
    }

    #[test]
    fn names_are_split_as_readers_expect() {
        for (name, expected) in [
            ("FetchOffset", "fetch_offset"),
            ("Enable2Pc", "enable2_pc"),
            ("V3AndBelowTopics", "v3_and_below_topics"),
            ("KRaftVersionFeature", "k_raft_version_feature"),
            ("groupInstanceId", "group_instance_id"),
        ] {
            assert_eq!(names::snake(name), expected);
        }
        assert_eq!(names::camel("NOT_LEADER_OR_FOLLOWER"), "NotLeaderOrFollower");
    }
}
