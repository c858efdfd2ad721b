//! Reads the schema tables: messages, structs, fields, versions. The notation is described in `protocol/schema/README.md`.
//!
//! Knows nothing of Rust. A table that does not follow the notation stops the tool with a panic that names the line.

/// An inclusive range of versions; `first > last` is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Versions {
    /// Lowest.
    pub first: i16,
    /// Highest, `i16::MAX` for "and up".
    pub last: i16,
}

impl Versions {
    /// No version.
    pub const NONE: Self = Self { first: 0, last: -1 };

    fn parse(text: &str) -> Self {
        let number = |text: &str| text.parse::<i16>().unwrap_or_else(|_| panic!("no version: {text}"));
        if text == "none" {
            Self::NONE
        } else if let Some(first) = text.strip_suffix('+') {
            Self { first: number(first), last: i16::MAX }
        } else if let Some((first, last)) = text.split_once('-') {
            Self { first: number(first), last: number(last) }
        } else {
            Self { first: number(text), last: number(text) }
        }
    }

    /// The versions in both.
    pub fn and(self, other: Self) -> Self {
        let both = Self { first: self.first.max(other.first), last: self.last.min(other.last) };
        if both.is_none() { Self::NONE } else { both }
    }

    /// Whether there is no version.
    pub fn is_none(self) -> bool {
        self.first > self.last
    }

    /// Whether `version` is one.
    pub fn contains(self, version: i16) -> bool {
        self.first <= version && version <= self.last
    }
}

/// What a field holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// `bool`, an integer, `float64` or `uuid`, by its name in the table.
    Primitive(String),
    /// Text.
    String,
    /// Bytes or records.
    Bytes,
    /// A struct by its name in the table.
    Struct(String),
    /// An array of anything but arrays.
    Array(Box<Type>),
}

/// One line under `fields` or `struct`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// As in the table.
    pub name: String,
    /// What it holds.
    pub ty: Type,
    /// Whether it holds records, which start as null where they may be null.
    pub records: bool,
    /// Where it exists.
    pub versions: Versions,
    /// Where it may be null.
    pub nullable: Versions,
    /// Its tag and where it is a tagged field.
    pub tag: Option<(u32, Versions)>,
    /// The text of its default.
    pub default: Option<String>,
    /// Whether it may be dropped by versions without it.
    pub ignorable: bool,
    /// Whether it is never flexible.
    pub inflexible: bool,
}

/// A struct with its fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Struct {
    /// As in the table.
    pub name: String,
    /// Where it is used.
    pub versions: Versions,
    /// In wire order.
    pub fields: Vec<Field>,
}

/// One message: a request, response, record, header or file.
#[derive(Clone, Debug)]
pub struct Message {
    /// request, response, header, data, metadata, coordinator-key, coordinator-value.
    pub kind: String,
    /// As in the table.
    pub name: String,
    /// API key or record type.
    pub key: Option<i16>,
    /// Versions that exist.
    pub versions: Versions,
    /// Versions with compact encoding and tags.
    pub flexible: Versions,
    /// The message itself first, then the structs it uses.
    pub structs: Vec<Struct>,
}

/// Reads one table.
pub fn parse(text: &str) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    // The structs that enclose the current line, outermost first, as (indentation, index).
    let mut open: Vec<(usize, usize)> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let indentation = line.len() - line.trim_start().len();
        let (Some(&first), Some(&second)) = (words.first(), words.get(1)) else {
            continue;
        };
        if indentation == 0 {
            if first == "struct" {
                let message = messages.last_mut().expect("a struct belongs to a message");
                message.structs.push(Struct {
                    name: second.into(),
                    versions: Versions::parse(words[2]).and(message.versions),
                    fields: Vec::new(),
                });
                open = vec![(2, message.structs.len() - 1)];
            } else {
                messages.push(Message {
                    kind: first.into(),
                    name: second.into(),
                    key: None,
                    versions: Versions::NONE,
                    flexible: Versions::NONE,
                    structs: Vec::new(),
                });
                open.clear();
            }
            continue;
        }
        let message = messages.last_mut().expect("an indented line belongs to a message");
        if words.len() == 2 || matches!(first, "listeners" | "unstable") {
            match first {
                "key" => message.key = Some(second.parse().expect("a key is a number")),
                "versions" => {
                    message.versions = Versions::parse(second);
                    let versions = message.versions;
                    message.structs.push(Struct { name: message.name.clone(), versions, fields: Vec::new() });
                    open = vec![(2, 0)];
                }
                "flexible" => message.flexible = Versions::parse(second).and(message.versions),
                "listeners" | "unstable" => {}
                _ => panic!("unknown line: {line}"),
            }
            continue;
        }
        while open.last().is_some_and(|&(indent, _)| indent > indentation) {
            open.pop();
        }
        let &(indent, owner) = open.last().expect("a field belongs to a struct");
        let mut field = parse_field(line, &words);
        let structs = &mut message.structs;
        field.versions = field.versions.and(structs[owner].versions);
        if indentation > indent {
            // The first line below a field of a struct type.
            let above = structs[owner].fields.last().expect("nested fields follow the field they belong to");
            let (Type::Struct(name), versions) = (element(&above.ty).clone(), above.versions) else {
                panic!("{line} is nested under a field without fields");
            };
            field.versions = field.versions.and(versions);
            structs.push(Struct { name, versions, fields: vec![field] });
            let index = structs.len() - 1;
            open.push((indentation, index));
        } else {
            structs[owner].fields.push(field);
        }
    }
    // Fields of versions that are gone, and structs that only such fields had.
    for message in &mut messages {
        for one in &mut message.structs {
            one.fields.retain(|field| !field.versions.is_none());
        }
        message.structs.retain(|one| !one.versions.is_none());
    }
    messages
}

/// The type of an array's elements, or the type itself.
pub fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(inner) => inner,
        other => other,
    }
}

fn parse_field(line: &str, words: &[&str]) -> Field {
    let mut field = Field {
        name: words[0].into(),
        ty: parse_type(words[1]),
        records: words[1] == "records",
        versions: Versions::parse(words[2]),
        nullable: Versions::NONE,
        tag: None,
        default: None,
        ignorable: false,
        inflexible: false,
    };
    for attribute in words[3..].join(" ").split(", ").filter(|attribute| !attribute.is_empty()) {
        let words: Vec<&str> = attribute.split(' ').collect();
        match words[..] {
            ["nullable", versions] => field.nullable = Versions::parse(versions),
            ["default", value] => field.default = Some(value.into()),
            ["ignorable"] => field.ignorable = true,
            ["tag", number, versions] => {
                field.tag = Some((number.parse().expect("a tag is a number"), Versions::parse(versions)));
            }
            ["flexible", "none"] => field.inflexible = true,
            ["key" | "bytes-slice"] | ["entity", _] => {}
            _ => panic!("unknown attribute {attribute}: {line}"),
        }
    }
    field
}

fn parse_type(text: &str) -> Type {
    if let Some(inner) = text.strip_prefix("[]") {
        return Type::Array(Box::new(parse_type(inner)));
    }
    match text {
        "string" => Type::String,
        "bytes" | "records" => Type::Bytes,
        "bool" | "int8" | "int16" | "uint16" | "int32" | "uint32" | "int64" | "float64" | "uuid" => {
            Type::Primitive(text.into())
        }
        name => Type::Struct(name.into()),
    }
}
