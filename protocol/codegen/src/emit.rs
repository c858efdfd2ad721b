//! Turns one schema table into the text of one Rust module: a struct per struct, its decoder, its encoder.
//!
//! The generated code is calls into `protocol::wire`; what is decided by the version is decided here, as tests on `v`
//! that are left out where every version in question agrees.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::names::{field_name, snake};
use crate::schema::{Field, Message, Struct, Type, Versions};

/// Everything the emitter asks about a message while writing it.
pub struct Context<'m> {
    pub message: &'m Message,
    /// Rust name by table name, where they differ.
    renamed: BTreeMap<String, String>,
    borrowing: BTreeSet<String>,
}

impl<'m> Context<'m> {
    /// Looks through `message`; `renamed` gives other names to structs that both messages of a table define.
    pub fn new(message: &'m Message, renamed: BTreeMap<String, String>) -> Self {
        let mut context = Self { message, renamed, borrowing: BTreeSet::new() };
        for one in &message.structs {
            if context.borrows_at_depth(&Type::Struct(one.name.clone()), 0) {
                context.borrowing.insert(one.name.clone());
            }
        }
        context
    }

    /// The definition of a struct.
    pub fn definition(&self, name: &str) -> &'m Struct {
        self.message
            .structs
            .iter()
            .find(|one| one.name == name)
            .unwrap_or_else(|| panic!("{}: no struct {name}", self.message.name))
    }

    /// Walks the struct's tree; a schema whose structs contain themselves would decode recursively without bound.
    fn borrows_at_depth(&self, ty: &Type, depth: usize) -> bool {
        assert!(depth < 16, "{}: structs nest too deep", self.message.name);
        match ty {
            Type::Primitive(_) => false,
            Type::String | Type::Bytes => true,
            Type::Array(inner) => self.borrows_at_depth(inner, depth),
            Type::Struct(name) => {
                let fields = &self.definition(name).fields;
                fields.iter().filter(|field| self.borrows_at_depth(&field.ty, depth + 1)).count() > 0
            }
        }
    }

    /// Whether a value of the type holds borrowed data.
    pub fn borrows(&self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) => false,
            Type::String | Type::Bytes => true,
            Type::Array(inner) => self.borrows(inner),
            Type::Struct(name) => self.borrowing.contains(name),
        }
    }

    /// Whether the type is made of numbers alone.
    fn is_copy(&self, ty: &Type) -> bool {
        match ty {
            Type::Primitive(_) => true,
            Type::String | Type::Bytes | Type::Array(_) => false,
            Type::Struct(name) => self.definition(name).fields.iter().all(|field| self.is_copy(&field.ty)),
        }
    }

    /// The Rust name of a struct, without lifetime.
    pub fn struct_name(&self, name: &str) -> String {
        self.renamed.get(name).cloned().unwrap_or_else(|| name.into())
    }

    fn lifetime(&self, name: &str, lifetime: &str) -> String {
        if self.borrowing.contains(name) { format!("<{lifetime}>") } else { String::new() }
    }

    fn plain_type(&self, ty: &Type, lifetime: &str) -> String {
        match ty {
            Type::Primitive(name) => primitive(name).0.into(),
            Type::String => format!("Cow<{lifetime}, str>"),
            Type::Bytes => format!("Cow<{lifetime}, [u8]>"),
            Type::Struct(name) => format!("{}{}", self.struct_name(name), self.lifetime(name, lifetime)),
            Type::Array(inner) => format!("Vec<{}>", self.plain_type(inner, lifetime)),
        }
    }

    /// Whether the field is an `Option`.
    pub fn optional(&self, field: &Field) -> bool {
        !field.nullable.and(field.versions).is_none()
    }

    /// The versions in which a struct's fields are compact.
    fn flexible(&self) -> Versions {
        self.message.flexible
    }

    /// What `flex` is in the code of a struct that is used in `versions`.
    pub fn flex_expression(&self, versions: Versions) -> String {
        condition(self.flexible(), versions).unwrap_or_else(|| "true".into())
    }

    /// The smallest encoding of a type over `versions`.
    pub fn size_min(&self, ty: &Type, versions: Versions) -> usize {
        (versions.first..=versions.last.min(self.message.versions.last))
            .map(|version| self.size_min_in(ty, version))
            .min()
            .unwrap_or(1)
            .max(1)
    }

    fn size_min_in(&self, ty: &Type, version: i16) -> usize {
        let flexible = self.flexible().contains(version);
        match ty {
            Type::Primitive(name) => primitive(name).2,
            Type::String => 2 - usize::from(flexible),
            Type::Bytes | Type::Array(_) => 4 - 3 * usize::from(flexible),
            Type::Struct(name) => {
                let mut size = usize::from(flexible);
                for field in &self.definition(name).fields {
                    let tagged = field.tag.is_some_and(|(_, versions)| versions.contains(version));
                    if field.versions.contains(version) && !tagged {
                        let marker = matches!(field.ty, Type::Struct(_)) && field.nullable.contains(version);
                        size += if marker { 1 } else { self.size_min_in(&field.ty, version) };
                    }
                }
                size
            }
        }
    }
}

/// Rust type, name of the reader's method, size.
pub fn primitive(name: &str) -> (&'static str, &'static str, usize) {
    match name {
        "bool" => ("bool", "bool", 1),
        "int8" => ("i8", "i8", 1),
        "int16" => ("i16", "i16", 2),
        "uint16" => ("u16", "u16", 2),
        "int32" => ("i32", "i32", 4),
        "uint32" => ("u32", "u32", 4),
        "int64" => ("i64", "i64", 8),
        "float64" => ("f64", "f64", 8),
        "uuid" => ("Uuid", "uuid", 16),
        other => panic!("unknown type {other}"),
    }
}

/// The test for `versions` among `within`: nothing when it always holds.
pub fn condition(versions: Versions, within: Versions) -> Option<String> {
    let versions = versions.and(within);
    if versions == within {
        return None;
    }
    Some(if versions.is_none() {
        "false".into()
    } else if versions.first == versions.last {
        format!("v == {}", versions.first)
    } else if versions.last == within.last {
        format!("v >= {}", versions.first)
    } else if versions.first == within.first {
        format!("v <= {}", versions.last)
    } else {
        format!("({}..={}).contains(&v)", versions.first, versions.last)
    })
}

/// The whole of one message but the `use` lines.
pub fn message(out: &mut String, context: &Context<'_>, skip: &BTreeSet<String>) {
    let message = context.message;
    for one in &message.structs {
        if !skip.contains(&one.name) {
            definition(out, context, one);
            default(out, context, one);
            implementation(out, context, one);
        }
    }
    trait_implementation(out, context);
}

fn definition(out: &mut String, context: &Context<'_>, one: &Struct) {
    let name = context.struct_name(&one.name);
    if one.name == context.message.name {
        let message = context.message;
        let key = match (message.key, message.kind.as_str()) {
            (Some(key), "request" | "response") => format!(", API key {key}"),
            (Some(key), _) => format!(", record type {key}"),
            _ => String::new(),
        };
        let (first, last) = (message.versions.first, message.versions.last);
        let flexible = match message.flexible {
            Versions::NONE => "never flexible".to_string(),
            versions => format!("flexible from {}", versions.first),
        };
        w(out, &format!("/// `{name}`{key}, versions {first} to {last}, {flexible}."));
    } else {
        w(out, &format!("/// Part of `{}`.", context.message.name));
    }
    let derived =
        if one.fields.iter().all(|field| default_value(context, field).is_none()) { ", Default" } else { "" };
    let copied = if context.is_copy(&Type::Struct(one.name.clone())) { ", Copy" } else { "" };
    w(out, &format!("#[derive(Clone{copied}, Debug, PartialEq{derived})]"));
    w(out, &format!("pub struct {name}{} {{", context.lifetime(&one.name, "'a")));
    for field in &one.fields {
        let mut ty = context.plain_type(&field.ty, "'a");
        if context.optional(field) {
            ty = format!("Option<{ty}>");
        }
        let mut notes = Vec::new();
        if let Some(present) = condition(field.versions, one.versions) {
            notes.push(versions_text(&present, field.versions, one.versions));
        }
        if context.optional(field)
            && let Some(present) = condition(field.nullable, field.versions)
        {
            notes.push(format!("null {}", versions_text(&present, field.nullable, field.versions)));
        }
        if !notes.is_empty() {
            w(out, &format!("/// {}.", capital(&notes.join(", "))));
        }
        w(out, &format!("pub {}: {ty},", field_name(&field.name)));
    }
    w(out, "}");
}

fn versions_text(_condition: &str, versions: Versions, within: Versions) -> String {
    let versions = versions.and(within);
    if versions.first == versions.last {
        format!("in version {} only", versions.first)
    } else if versions.last == within.last {
        format!("from version {}", versions.first)
    } else {
        format!("in versions {} to {}", versions.first, versions.last)
    }
}

fn capital(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}

/// The default as an expression, where it is not Rust's own.
pub fn default_value(context: &Context<'_>, field: &Field) -> Option<String> {
    let optional = context.optional(field);
    let text = field.default.as_deref();
    if optional && (text == Some("null") || (text.is_none() && field.records)) {
        return None;
    }
    let value = match &field.ty {
        Type::Primitive(name) => {
            let number = primitive_default(name, text);
            if matches!(number.as_str(), "0" | "0.0" | "false" | "Uuid::ZERO") {
                return None;
            }
            number
        }
        Type::String => {
            assert!(matches!(text, None | Some("\"\"")), "{}: default {text:?}", field.name);
            if optional { "Cow::Borrowed(\"\")".to_string() } else { return None }
        }
        Type::Bytes if optional => "Cow::Borrowed(&[])".to_string(),
        Type::Array(_) if optional => "Vec::new()".to_string(),
        Type::Struct(name) if optional => format!("{}::default()", context.struct_name(name)),
        _ => return None,
    };
    Some(if optional { format!("Some({value})") } else { value })
}

pub fn primitive_default(name: &str, text: Option<&str>) -> String {
    match name {
        "bool" => text.unwrap_or("false").into(),
        "float64" => {
            let value: f64 = text.unwrap_or("0").parse().expect("a default fits its type");
            format!("{value:?}")
        }
        "uuid" => {
            assert!(text.is_none(), "no uuid has a default");
            "Uuid::ZERO".into()
        }
        _ => {
            let text = text.unwrap_or("0");
            let value = match text.strip_prefix("0x") {
                Some(hex) => i64::from_str_radix(hex, 16),
                None => text.parse(),
            }
            .expect("a default fits its type");
            match (name, value) {
                ("int32", value) if value == i64::from(i32::MAX) => "i32::MAX".into(),
                ("int32", value) if value == i64::from(i32::MIN) => "i32::MIN".into(),
                ("int64", i64::MAX) => "i64::MAX".into(),
                (_, value) => value.to_string(),
            }
        }
    }
}

fn default(out: &mut String, context: &Context<'_>, one: &Struct) {
    let defaults: Vec<Option<String>> =
        one.fields.iter().map(|field| default_value(context, field)).collect();
    if defaults.iter().all(Option::is_none) {
        return;
    }
    let name = context.struct_name(&one.name);
    let elided = context.lifetime(&one.name, "'_");
    w(out, &format!("impl Default for {name}{elided} {{ fn default() -> Self {{ Self {{"));
    for (field, value) in one.fields.iter().zip(defaults) {
        let value = value.unwrap_or_else(|| match &field.ty {
            _ if context.optional(field) => "None".into(),
            Type::Primitive(name) => primitive_default(name, None),
            Type::String => "Cow::Borrowed(\"\")".into(),
            Type::Bytes => "Cow::Borrowed(&[])".into(),
            Type::Array(_) => "Vec::new()".into(),
            Type::Struct(name) => format!("{}::default()", context.struct_name(name)),
        });
        w(out, &format!("{}: {value},", field_name(&field.name)));
    }
    w(out, "} } }");
}

fn implementation(out: &mut String, context: &Context<'_>, one: &Struct) {
    let name = context.struct_name(&one.name);
    let is_message = one.name == context.message.name;
    let (header, reader) = if context.borrowing.contains(&one.name) {
        (format!("impl<'a> {name}<'a> {{"), "Reader<'a>")
    } else {
        (format!("impl {name} {{"), "Reader<'_>")
    };
    w(out, &header);
    if let Some(key) = context.message.key
        && is_message
        && !matches!(context.message.kind.as_str(), "request" | "response")
    {
        w(out, "/// The number of this type of record.");
        w(out, &format!("pub const TYPE: i16 = {key};"));
    }
    let flexible = context.flexible().and(one.versions);
    let check_versions = |error: &str| {
        let (first, last) = (context.message.versions.first, context.message.versions.last);
        let test =
            if first == last { format!("v != {first}") } else { format!("!({first}..={last}).contains(&v)") };
        format!("if {test} {{ return Err({error}::UnsupportedVersion(v)); }}")
    };

    // Decoding.
    let mut body = String::new();
    if is_message {
        w(&mut body, &check_versions("DecodeError"));
    }
    let plain: Vec<&Field> = one.fields.iter().filter(|field| !plain_versions(field).is_none()).collect();
    let tagged: Vec<&Field> = one.fields.iter().filter(|field| field.tag.is_some()).collect();
    let mut reads = String::new();
    for field in &plain {
        let versions = plain_versions(field);
        let read = read_expression(context, field, versions, false);
        let statement = format!("x.{} = {read};", field_name(&field.name));
        match condition(versions, one.versions) {
            None => w(&mut reads, &statement),
            Some(test) => w(&mut reads, &format!("if {test} {{ {statement} }}")),
        }
    }
    if !flexible.is_none() {
        let mut tags = String::new();
        if tagged.is_empty() {
            w(&mut tags, "r.tags(|_, _| Ok(false))?;");
        } else {
            w(&mut tags, "r.tags(|r, tag| {");
            w(&mut tags, "match tag {");
            for field in &tagged {
                let (number, versions) = field.tag.expect("the field was chosen for its tag");
                let versions = versions.and(field.versions);
                let read = read_expression(context, field, versions, true);
                let statement = format!("x.{} = {read}", field_name(&field.name));
                match condition(versions, flexible) {
                    None => w(&mut tags, &format!("{number} => {statement},")),
                    Some(test) => {
                        w(&mut tags, &format!("{number} if {test} => {statement},"));
                        w(&mut tags, &format!("{number} => return Err(DecodeError::InvalidTag),"));
                    }
                }
            }
            w(&mut tags, "_ => return Ok(false), }");
            w(&mut tags, "Ok(true)");
            w(&mut tags, "})?;");
        }
        match condition(flexible, one.versions) {
            None => reads += &tags,
            Some(_) => w(&mut reads, &format!("if flex {{ {tags} }}")),
        }
    }
    if uses(&reads, "flex") {
        w(&mut body, &format!("let flex = {};", context.flex_expression(one.versions)));
    }
    if reads.contains("x.") {
        w(&mut body, "let mut x = Self::default();");
        body += &reads;
        w(&mut body, "Ok(x)");
    } else {
        body += &reads;
        w(&mut body, "Ok(Self::default())");
    }
    let v = if uses(&body, "v") { "v" } else { "_v" };
    let r = if uses(&body, "r") { "r" } else { "_r" };
    w(out, &format!("/// Reads one in version `{v}`."));
    w(out, &format!("pub fn decode({r}: &mut {reader}, {v}: i16) -> Result<Self, DecodeError> {{ {body} }}"));

    // Encoding.
    let mut body = String::new();
    if is_message {
        w(&mut body, &check_versions("EncodeError"));
    }
    let mut writes = String::new();
    for field in &one.fields {
        let versions = plain_versions(field);
        let write = format!("{};", write_expression(context, field, versions, false));
        if let Some(absent) = absent_test(field, one.versions)
            && !field.ignorable
        {
            let is_set = not_default(context, field);
            let name = format!("\"{}\"", snake(&field.name));
            w(
                &mut writes,
                &format!("if {absent} && {is_set} {{ return Err(EncodeError::Unsupported({name})); }}"),
            );
        }
        match condition(versions, one.versions) {
            None => w(&mut writes, &write),
            Some(test) if test == "false" => {}
            Some(test) => w(&mut writes, &format!("if {test} {{ {write} }}")),
        }
    }
    if !flexible.is_none() {
        let mut tags = String::new();
        if tagged.is_empty() {
            w(&mut tags, "out.push(0);");
        } else {
            w(&mut tags, "let tags = Tags::begin(out);");
            let mut sorted = tagged.clone();
            sorted.sort_by_key(|field| field.tag.map(|(number, _)| number));
            for field in sorted {
                let (number, versions) = field.tag.expect("the field was chosen for its tag");
                let versions = versions.and(field.versions);
                let write = write_expression(context, field, versions, true);
                let write = match write.strip_suffix('?') {
                    Some(result) => result.to_string(),
                    None => format!("{{ {write}; Ok(()) }}"),
                };
                let mut test = not_default(context, field);
                if let Some(present) = condition(versions, flexible) {
                    test = format!("{present} && {test}");
                }
                w(&mut tags, &format!("if {test} {{ tags.put(out, {number}, |out| {write})?; }}"));
            }
        }
        match condition(flexible, one.versions) {
            None => writes += &tags,
            Some(_) => w(&mut writes, &format!("if flex {{ {tags} }}")),
        }
    }
    if uses(&writes, "flex") {
        w(&mut body, &format!("let flex = {};", context.flex_expression(one.versions)));
    }
    body += &writes;
    w(&mut body, "Ok(())");
    let v = if uses(&body, "v") { "v" } else { "_v" };
    let o = if uses(&body, "out") { "out" } else { "_out" };
    w(out, &format!("/// Appends it in version `{v}`."));
    w(
        out,
        &format!("pub fn encode(&self, {o}: &mut Vec<u8>, {v}: i16) -> Result<(), EncodeError> {{ {body} }}"),
    );

    // Owning.
    if context.borrowing.contains(&one.name) {
        w(out, "/// The same value, borrowing nothing.");
        w(out, &format!("pub fn into_owned(self) -> {name}<'static> {{ {name} {{"));
        for field in &one.fields {
            let field_ident = field_name(&field.name);
            let access = format!("self.{field_ident}");
            let value = if !context.borrows(&field.ty) {
                access
            } else if context.optional(field) {
                match owned_function(context, &field.ty) {
                    Some(function) => format!("{access}.map({function})"),
                    None => format!("{access}.map(|x| {})", owned(context, &field.ty, "x")),
                }
            } else {
                owned(context, &field.ty, &access)
            };
            w(out, &format!("{field_ident}: {value},"));
        }
        w(out, "} }");
    }
    w(out, "}");
}

/// A function that makes the value own its data.
fn owned_function(context: &Context<'_>, ty: &Type) -> Option<String> {
    match ty {
        Type::String | Type::Bytes => Some("own".into()),
        Type::Struct(name) => Some(format!("{}::into_owned", context.struct_name(name))),
        _ => None,
    }
}

fn owned(context: &Context<'_>, ty: &Type, value: &str) -> String {
    match ty {
        Type::Struct(_) => format!("{value}.into_owned()"),
        Type::Array(inner) => {
            let function = owned_function(context, inner).expect("arrays of arrays do not exist");
            format!("{value}.into_iter().map({function}).collect()")
        }
        _ => format!("own({value})"),
    }
}

/// The versions in which the field is not a tag.
pub fn plain_versions(field: &Field) -> Versions {
    let Some((_, tagged)) = field.tag else { return field.versions };
    let tagged = tagged.and(field.versions);
    if tagged == field.versions {
        Versions::NONE
    } else {
        assert_eq!(tagged.last, field.versions.last, "{}: tagged first, plain later", field.name);
        Versions { first: field.versions.first, last: tagged.first - 1 }
    }
}

/// The test for the versions of the struct that do not have the field.
fn absent_test(field: &Field, within: Versions) -> Option<String> {
    let versions = field.versions.and(within);
    match (versions.first > within.first, versions.last < within.last) {
        (false, false) => None,
        (true, false) => Some(format!("v < {}", versions.first)),
        (false, true) => Some(format!("v > {}", versions.last)),
        (true, true) => Some(format!("!({}..={}).contains(&v)", versions.first, versions.last)),
    }
}

/// The expression that tells whether the field differs from its default.
fn not_default(context: &Context<'_>, field: &Field) -> String {
    let access = format!("self.{}", field_name(&field.name));
    let default = default_value(context, field);
    if context.optional(field) {
        return match (default, &field.ty) {
            (None, _) => format!("{access}.is_some()"),
            (Some(_), Type::Struct(name)) => {
                format!("{access} != Some({}::default())", context.struct_name(name))
            }
            (Some(_), _) => format!("{access}.as_ref().is_none_or(|x| !x.is_empty())"),
        };
    }
    match (&field.ty, default) {
        (Type::Primitive(name), None) if name == "bool" => access,
        (Type::Primitive(name), Some(_)) if name == "bool" => format!("!{access}"),
        (Type::Primitive(_), Some(default)) => format!("{access} != {default}"),
        (Type::Primitive(name), None) => format!("{access} != {}", primitive_default(name, None)),
        (Type::Struct(name), _) => format!("{access} != {}::default()", context.struct_name(name)),
        _ => format!("!{access}.is_empty()"),
    }
}

/// Whether `word` stands alone somewhere in `text`.
fn uses(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|one| one == word)
}

fn flex(field: &Field) -> &'static str {
    if field.inflexible { "false" } else { "flex" }
}

fn read_expression(context: &Context<'_>, field: &Field, versions: Versions, tagged: bool) -> String {
    let flex = if tagged { "true" } else { flex(field) };
    let one = |opt: &str| -> String {
        match &field.ty {
            Type::Primitive(name) => format!("r.{}()?", primitive(name).1),
            Type::String => format!("r.string{opt}({flex})?"),
            Type::Bytes => format!("r.bytes{opt}({flex})?"),
            Type::Struct(name) => format!("{}::decode(r, v)?", context.struct_name(name)),
            Type::Array(inner) => {
                let size = context.size_min(inner, versions);
                let item = match &**inner {
                    Type::Primitive(name) => format!("Reader::{}", primitive(name).1),
                    Type::String => format!("|r| r.string({flex})"),
                    Type::Bytes => format!("|r| r.bytes({flex})"),
                    Type::Struct(name) => format!("|r| {}::decode(r, v)", context.struct_name(name)),
                    Type::Array(_) => panic!("arrays of arrays do not exist"),
                };
                format!("r.array{opt}({flex}, {size}, {item})?")
            }
        }
    };
    if !context.optional(field) {
        return one("");
    }
    let null = if let Type::Struct(_) = field.ty {
        let marker = if tagged { "r.uvarint()? as i32 <= 0" } else { "r.i8()? < 0" };
        format!("if {marker} {{ None }} else {{ Some({}) }}", one(""))
    } else {
        one("_opt")
    };
    match condition(field.nullable, versions) {
        None => null,
        Some(test) if test == "false" => format!("Some({})", one("")),
        Some(test) => format!("if {test} {{ {null} }} else {{ Some({}) }}", one("")),
    }
}

fn write_expression(context: &Context<'_>, field: &Field, versions: Versions, tagged: bool) -> String {
    let flex = if tagged { "true" } else { flex(field) };
    let ident = field_name(&field.name);
    let access = format!("self.{ident}");
    let item = |inner: &Type| match inner {
        Type::Primitive(name) => format!("|out, x| {{ put_{}(out, *x); Ok(()) }}", primitive(name).1),
        Type::String => format!("|out, x| put_string(out, x, {flex})"),
        Type::Bytes => format!("|out, x| put_bytes(out, x, {flex})"),
        Type::Struct(_) => "|out, x| x.encode(out, v)".to_string(),
        Type::Array(_) => panic!("arrays of arrays do not exist"),
    };
    let one = |value: &str, reference: &str| match &field.ty {
        Type::Primitive(name) => format!("put_{}(out, {value})", primitive(name).1),
        Type::String => format!("put_string(out, {reference}, {flex})?"),
        Type::Bytes => format!("put_bytes(out, {reference}, {flex})?"),
        Type::Struct(_) => format!("{value}.encode(out, v)?"),
        Type::Array(inner) => format!("put_array(out, {reference}, {flex}, {})?", item(inner)),
    };
    if !context.optional(field) {
        return one(&access, &format!("&{access}"));
    }
    let null = match &field.ty {
        Type::Primitive(_) => panic!("numbers are never null"),
        Type::String => format!("put_string_opt(out, {access}.as_deref(), {flex})?"),
        Type::Bytes => format!("put_bytes_opt(out, {access}.as_deref(), {flex})?"),
        Type::Array(inner) => {
            format!("put_array_opt(out, {access}.as_deref(), {flex}, {})?", item(inner))
        }
        Type::Struct(_) => {
            let (absent, present) =
                if tagged { ("out.push(0)", "out.push(1)") } else { ("put_i8(out, -1)", "put_i8(out, 1)") };
            let inner = "x.encode(out, v)?";
            if tagged {
                return format!(
                    "{{ match &{access} {{ None => {absent}, Some(x) => {{ {present}; {inner}; }} }} Ok(()) }}?"
                );
            }
            format!("match &{access} {{ None => {absent}, Some(x) => {{ {present}; {inner}; }} }}")
        }
    };
    let strict = format!(
        "{{ let x = {access}.as_ref().ok_or(EncodeError::Null(\"{}\"))?; {} }}",
        snake(&field.name),
        one("x", "x"),
    );
    match condition(field.nullable, versions) {
        None => null,
        Some(test) if test == "false" => strict,
        Some(test) => format!("if {test} {{ {null}; }} else {strict}"),
    }
}

fn trait_implementation(out: &mut String, context: &Context<'_>) {
    let message = context.message;
    let name = context.struct_name(&message.name);
    let lifetime = context.lifetime(&message.name, "'a");
    let (first, last) = (message.versions.first, message.versions.last);
    let flexible = match condition(message.flexible, message.versions) {
        None => "true".into(),
        Some(test) => test,
    };
    let v = if uses(&flexible, "v") { "v" } else { "_v" };
    w(out, &format!("impl<'a> Message<'a> for {name}{lifetime} {{"));
    w(out, &format!("const NAME: &'static str = \"{}\";", message.name));
    w(out, &format!("const MIN_VERSION: i16 = {first}; const MAX_VERSION: i16 = {last};"));
    w(out, &format!("fn flexible({v}: i16) -> bool {{ {flexible} }}"));
    w(out, "fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> { Self::decode(r, v) }");
    w(
        out,
        "fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> { Self::encode(self, out, v) }",
    );
    w(out, "}");
    if message.kind == "request" {
        let base = message.name.strip_suffix("Request").expect("requests are named so");
        w(out, &format!("impl<'a> Request<'a> for {name}{lifetime} {{"));
        w(out, &format!("const KEY: ApiKey = ApiKey::{base};"));
        w(out, &format!("type Response<'r> = {base}Response@;"));
        w(out, "}");
    }
}

/// Whether the message's own struct borrows.
pub fn message_borrows(message: &Message) -> bool {
    let context = Context::new(message, BTreeMap::new());
    context.borrowing.contains(&message.name)
}

/// Appends one line.
pub fn w(out: &mut String, line: &str) {
    writeln!(out, "{line}").expect("writing to a string cannot fail");
}
