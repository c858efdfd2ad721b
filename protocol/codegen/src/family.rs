//! One family of messages: a module per table, and for logs the enum of all their records.

use std::collections::{BTreeMap, BTreeSet};

use crate::emit::{self, Context, w};
use crate::schema::{Message, Struct, Type, Versions, element};
use crate::view;

/// Requests that get views, because they are decoded on the hot path.
const VIEWED: [&str; 2] = ["ProduceRequest", "FetchRequest"];

/// One table file.
pub struct Table {
    /// The module: the file's name without number and ending.
    module: String,
    file: String,
    messages: Vec<Message>,
}

/// One folder of tables.
pub struct Family {
    /// The folder and module.
    pub name: String,
    /// By file name.
    pub tables: Vec<Table>,
}

impl Table {
    /// A table by its file name and content.
    pub fn new(file: &str, messages: Vec<Message>) -> Self {
        let stem = file.strip_suffix(".txt").expect("tables end in .txt");
        let module = stem.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        Self { module: module.into(), file: file.into(), messages }
    }

    /// New names for structs that both messages of the table define differently, and the structs of the second message
    /// that are the first one's.
    fn collisions(&self) -> (BTreeSet<String>, BTreeSet<String>) {
        let [first, second] = &self.messages[..] else { return Default::default() };
        let (mut differ, mut equal) = (BTreeSet::new(), BTreeSet::new());
        for one in &second.structs {
            if first.structs.iter().any(|other| other.name == one.name) {
                if same(first, second, &one.name) { &mut equal } else { &mut differ }
                    .insert(one.name.clone());
            }
        }
        (differ, equal)
    }

    fn emit(&self, family: &str) -> String {
        let (differ, equal) = self.collisions();
        let mut body = String::new();
        let mut names: Vec<String> = Vec::new();
        for (index, message) in self.messages.iter().enumerate() {
            let prefix = match message.kind.as_str() {
                "request" => "Request",
                "response" => "Response",
                "coordinator-key" => "Key",
                _ => "Value",
            };
            let renamed: BTreeMap<String, String> =
                differ.iter().map(|name| (name.clone(), format!("{prefix}{name}"))).collect();
            let context = Context::new(message, renamed);
            let none = BTreeSet::new();
            emit::message(&mut body, &context, if index == 1 { &equal } else { &none });
            if VIEWED.contains(&message.name.as_str()) {
                view::views(&mut body, &context);
            }
            names.push(message.name.clone());
        }
        let response_lifetime = match &self.messages[..] {
            [_, response] if emit::message_borrows(response) => "<'r>",
            _ => "",
        };
        let body = body.replace('@', response_lifetime);
        let mut out = format!(
            "//! {}. From `schema/{family}/{}` by `protocol-codegen`; not to be edited.\n\n",
            names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and "),
            self.file
        );
        let uses = |word: &str| body.split(|c: char| !c.is_alphanumeric() && c != '_').any(|one| one == word);
        if uses("Cow") {
            w(&mut out, "use std::borrow::Cow;");
        }
        if uses("Uuid") {
            w(&mut out, "use crate::Uuid;");
        }
        if uses("ApiKey") {
            w(&mut out, "use crate::api::ApiKey;");
        }
        let traits: Vec<&str> = ["Message", "Request"].into_iter().filter(|name| uses(name)).collect();
        w(&mut out, &format!("use crate::message::{{{}}};", traits.join(", ")));
        if uses("View") {
            w(&mut out, "use crate::view::{Array, View};");
        }
        let wire: Vec<&str> = WIRE.iter().copied().filter(|name| uses(name)).collect();
        w(&mut out, &format!("use crate::wire::{{{}}};\n", wire.join(", ")));
        out + &body
    }
}

/// What generated code may use of `protocol::wire`.
const WIRE: [&str; 22] = [
    "DecodeError",
    "EncodeError",
    "Reader",
    "Str",
    "Tags",
    "own",
    "put_array",
    "put_array_opt",
    "put_bool",
    "put_bytes",
    "put_bytes_opt",
    "put_f64",
    "put_i16",
    "put_i32",
    "put_i64",
    "put_i8",
    "put_length",
    "put_string",
    "put_string_opt",
    "put_u16",
    "put_u32",
    "put_uuid",
];

/// Whether two messages of a table define a struct, and all below it, alike.
fn same(first: &Message, second: &Message, name: &str) -> bool {
    let find = |message: &Message| -> Option<Struct> {
        message.structs.iter().find(|one| one.name == name).cloned()
    };
    let (Some(one), Some(other)) = (find(first), find(second)) else { return false };
    one == other
        && (first.flexible, first.versions) == (second.flexible, second.versions)
        && one.fields.iter().all(|field| match element(&field.ty) {
            Type::Struct(name) => same(first, second, name),
            _ => true,
        })
}

impl Family {
    /// Appends every message as `family module Name;`.
    pub fn list(&self, out: &mut String) {
        for table in &self.tables {
            for message in &table.messages {
                w(out, &format!("{} {} {};", self.name, table.module, message.name));
            }
        }
    }

    /// Adds the family's files.
    pub fn emit(&self, files: &mut BTreeMap<String, String>) {
        for table in &self.tables {
            files.insert(format!("{}/{}.rs", self.name, table.module), table.emit(&self.name));
        }
        let mut out = format!(
            "//! The family `{}`. From the tables in `schema/{0}` by `protocol-codegen`; not to be edited.\n\n",
            self.name
        );
        for table in &self.tables {
            w(&mut out, &format!("pub mod {};", table.module));
        }
        let of_kind = |kind: &str| -> Vec<(&str, &Message)> {
            self.tables
                .iter()
                .flat_map(|table| table.messages.iter().map(|message| (table.module.as_str(), message)))
                .filter(|(_, message)| message.kind == kind)
                .collect()
        };
        let mut body = String::new();
        let records = of_kind("metadata");
        if !records.is_empty() {
            framed_records(&mut body, &records);
        }
        let (keys, values) = (of_kind("coordinator-key"), of_kind("coordinator-value"));
        if !keys.is_empty() {
            coordinator_keys(&mut body, &keys);
            let mut text = String::new();
            coordinator_values(&mut text, &values);
            if !values.iter().any(|(_, message)| emit::message_borrows(message)) {
                // An enum of plain numbers has no lifetime.
                for (borrowing, plain) in [
                    ("Value<'a>", "Value"),
                    ("Value<'static>", "Value"),
                    ("impl<'a>", "impl"),
                    ("'a ", ""),
                    ("<'a>", "<'_>"),
                ] {
                    text = text.replace(borrowing, plain);
                }
            }
            body += &text;
        }
        if !body.is_empty() {
            let put: Vec<&str> = ["DecodeError", "EncodeError", "Reader", "put_i16"]
                .into_iter()
                .filter(|name| body.contains(name))
                .collect();
            w(&mut out, &format!("\nuse crate::wire::{{{}}};", put.join(", ")));
            if body.contains("framing::") {
                w(&mut out, "use crate::framing;");
            }
            out += &body;
        }
        files.insert(format!("{}/mod.rs", self.name), out);
    }
}

/// The variant of a message in its family's enum: its name without the ending that all share.
fn variant(message: &Message) -> &str {
    let name = message.name.as_str();
    ["Key", "Value"]
        .into_iter()
        .filter(|_| message.kind.starts_with("coordinator"))
        .find_map(|ending| name.strip_suffix(ending))
        .unwrap_or(name)
}

fn path(module: &str, message: &Message, lifetime: &str) -> String {
    let lifetime = if emit::message_borrows(message) { lifetime } else { "" };
    format!("{module}::{}{lifetime}", message.name)
}

/// The enum itself, the type of each variant, and `into_owned`.
fn enumeration(out: &mut String, name: &str, doc: &str, members: &[(&str, &Message)]) {
    w(out, &format!("/// {doc}"));
    w(out, "#[derive(Clone, Debug, PartialEq)]");
    w(out, &format!("pub enum {name}<'a> {{"));
    for (module, message) in members {
        w(out, &format!("{}({}),", variant(message), path(module, message, "<'a>")));
    }
    w(out, "}");
    w(out, &format!("impl<'a> {name}<'a> {{ /// The number of its type."));
    w(out, "#[must_use] pub fn type_id(&self) -> i16 { match self {");
    for (module, message) in members {
        w(out, &format!("Self::{}(_) => {}::TYPE,", variant(message), path(module, message, "")));
    }
    w(out, "} }");
    w(out, "/// The same value, borrowing nothing.");
    w(out, &format!("#[must_use] pub fn into_owned(self) -> {name}<'static> {{ match self {{"));
    for (_, message) in members {
        let owned = if emit::message_borrows(message) { "x.into_owned()" } else { "x" };
        w(out, &format!("Self::{}(x) => {name}::{0}({owned}),", variant(message)));
    }
    w(out, "} } ");
}

fn highest_version(out: &mut String, members: &[(&str, &Message)]) {
    w(out, "/// The highest version of a type, `None` for a type that does not exist.");
    w(out, "#[must_use] pub fn version_max(type_id: i16) -> Option<i16> { Some(match type_id {");
    for (_, message) in members {
        let key = message.key.expect("records have a type");
        w(out, &format!("{key} => {},", message.versions.last));
    }
    w(out, "_ => return None, }) }");
}

fn decode_match(out: &mut String, what: &str, version: &str, members: &[(&str, &Message)]) {
    w(out, &format!("Ok(match {what} {{"));
    for (module, message) in members {
        let key = message.key.expect("records have a type");
        let path = path(module, message, "");
        w(out, &format!("{key} => Self::{}({path}::decode(r, {version})?),", variant(message)));
    }
    w(out, "other => return Err(DecodeError::UnknownType(i32::from(other))), })");
}

fn encode_match(out: &mut String, version: &str, members: &[(&str, &Message)]) {
    w(out, "match self {");
    for (_, message) in members {
        w(out, &format!("Self::{}(x) => x.encode(out, {version}),", variant(message)));
    }
    w(out, "}");
}

fn conversions(out: &mut String, name: &str, members: &[(&str, &Message)]) {
    for (module, message) in members {
        let path = path(module, message, "<'a>");
        w(out, &format!("impl<'a> From<{path}> for {name}<'a> {{"));
        w(out, &format!("fn from(x: {path}) -> Self {{ Self::{}(x) }} }}", variant(message)));
    }
}

fn framed_records(out: &mut String, records: &[(&str, &Message)]) {
    enumeration(out, "Record", "Any record of this log.", records);
    highest_version(out, records);
    w(out, "/// Reads a body of the given type and version.");
    w(out, "pub fn decode(r: &mut Reader<'a>, type_id: i16, version: i16) -> Result<Self, DecodeError> {");
    decode_match(out, "type_id", "version", records);
    w(out, "}");
    w(out, "/// Appends the body.");
    w(out, "pub fn encode(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {");
    encode_match(out, "version", records);
    w(out, "}");
    w(
        out,
        "/// Reads the value of a record: the frame, the body and nothing behind it. Also gives the version.",
    );
    w(out, "pub fn decode_framed(bytes: &'a [u8]) -> Result<(Self, i16), DecodeError> {");
    w(out, "framing::decode(bytes, Self::decode) }");
    w(out, "/// Appends the value of a record: the frame and the body.");
    w(out, "pub fn encode_framed(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {");
    w(out, "framing::put_frame(out, self.type_id(), version)?; self.encode(out, version) } }");
    conversions(out, "Record", records);
}

fn coordinator_keys(out: &mut String, keys: &[(&str, &Message)]) {
    assert!(keys.iter().all(|(_, key)| key.versions == Versions { first: 0, last: 0 }));
    enumeration(out, "Key", "The key of any record of this coordinator's log.", keys);
    w(out, "/// Reads a record's key: its type and its body.");
    w(out, "pub fn decode_framed(bytes: &'a [u8]) -> Result<Self, DecodeError> {");
    w(out, "let r = &mut Reader::new(bytes);");
    decode_match(out, "r.i16()?", "0", keys);
    w(out, "}");
    w(out, "/// Appends a record's key: its type and its body.");
    w(out, "pub fn encode_framed(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {");
    w(out, "put_i16(out, self.type_id());");
    encode_match(out, "0", keys);
    w(out, "} }");
    conversions(out, "Key", keys);
}

fn coordinator_values(out: &mut String, values: &[(&str, &Message)]) {
    enumeration(out, "Value", "The value of any record of this coordinator's log.", values);
    highest_version(out, values);
    w(out, "/// Reads a record's value, version and body, by the type in its key. Also gives the version.");
    w(out, "pub fn decode_framed(type_id: i16, bytes: &'a [u8]) -> Result<(Self, i16), DecodeError> {");
    w(out, "let r = &mut Reader::new(bytes); let version = r.i16()?;");
    w(out, "let decode = |type_id: i16, r: &mut Reader<'a>| -> Result<Self, DecodeError> {");
    decode_match(out, "type_id", "version", values);
    w(out, "}; Ok((decode(type_id, r)?, version)) }");
    w(out, "/// Appends a record's value: its version and its body.");
    w(out, "pub fn encode_framed(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {");
    w(out, "put_i16(out, version);");
    encode_match(out, "version", values);
    w(out, "} }");
    conversions(out, "Value", values);
}
