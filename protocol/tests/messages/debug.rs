//! Compares what `Debug` shows of a generated value with Kafka's JSON of the same value, by the message's table.

use serde_json::Value;

use crate::names::field_name;
use crate::schema::{Field, Message, Struct, Type};

/// Panics where the value shown in `text` is not `json`.
pub fn compare(text: &str, json: &Value, message: &Message, version: i16) {
    let mut cursor = Cursor { text, rest: text, message, version };
    cursor.structure(&message.structs[0], json);
    assert_eq!(cursor.rest, "", "{text}");
}

struct Cursor<'t> {
    text: &'t str,
    rest: &'t str,
    message: &'t Message,
    version: i16,
}

impl<'t> Cursor<'t> {
    fn eat(&mut self, expected: &str) {
        self.rest = self.rest.strip_prefix(expected).unwrap_or_else(|| {
            panic!(
                "{} v{}: {expected} is not at {} in {}",
                self.message.name, self.version, self.rest, self.text
            )
        });
    }

    fn structure(&mut self, one: &Struct, json: &Value) {
        let name_end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(name_end);
        assert!(name.ends_with(&one.name), "{name} is not {}", one.name);
        self.rest = rest;
        if one.fields.is_empty() {
            return;
        }
        self.eat(" { ");
        let mut known = 0;
        for (index, field) in one.fields.iter().enumerate() {
            if index > 0 {
                self.eat(", ");
            }
            self.eat(&format!("{}: ", field_name(&field.name)));
            let key = field.name[..1].to_lowercase() + &field.name[1..];
            let optional = !field.nullable.and(field.versions).is_none();
            let size = &json[format!("{key}SizeInBytes")];
            if let Some(size) = size.as_u64() {
                known += 1;
                if optional {
                    self.eat("Some(");
                }
                let end = self.rest.find(']').unwrap();
                let bytes = &self.rest[1..end];
                let count = if bytes.is_empty() { 0 } else { bytes.split(',').count() };
                assert_eq!(count as u64, size);
                self.rest = &self.rest[end + 1..];
                if optional {
                    self.eat(")");
                }
                continue;
            }
            match json.get(&key) {
                Some(value) => {
                    known += 1;
                    self.value(&field.ty, optional, value);
                }
                None => self.absent(field, optional),
            }
        }
        assert_eq!(json.as_object().unwrap().len(), known, "{json} has more than {}", one.name);
        self.eat(" }");
    }

    fn absent(&mut self, field: &Field, optional: bool) {
        let number = |text: &str| match text.strip_prefix("0x") {
            Some(hex) => i64::from_str_radix(hex, 16).unwrap(),
            None => text.parse().unwrap(),
        };
        let value = match (&field.ty, field.default.as_deref()) {
            (_, Some("null")) => Value::Null,
            (Type::Bytes, None) if field.records => Value::Null,
            (Type::String | Type::Bytes, _) => Value::from(""),
            (Type::Array(_), _) => Value::Array(Vec::new()),
            (Type::Struct(_), _) => Value::Object(Default::default()),
            (Type::Primitive(name), default) => match name.as_str() {
                "bool" => Value::from(default == Some("true")),
                "float64" => Value::from(0.0),
                "uuid" => Value::from("AAAAAAAAAAAAAAAAAAAAAA"),
                _ => Value::from(number(default.unwrap_or("0"))),
            },
        };
        // Records that are never null are empty rather than null with us.
        let value = if value.is_null() && !optional { Value::from("") } else { value };
        self.value(&field.ty, optional, &value);
    }

    fn value(&mut self, ty: &Type, optional: bool, json: &Value) {
        if optional {
            if json.is_null() {
                return self.eat("None");
            }
            self.eat("Some(");
            self.value(ty, false, json);
            return self.eat(")");
        }
        match ty {
            Type::Primitive(name) => match name.as_str() {
                "bool" => self.eat(&json.as_bool().unwrap().to_string()),
                "float64" => self.eat(&format!("{:?}", json.as_f64().unwrap())),
                "uuid" => self.eat(json.as_str().unwrap()),
                _ => self.eat(&json.as_i64().unwrap().to_string()),
            },
            Type::String => self.eat(&format!("{:?}", json.as_str().unwrap())),
            Type::Bytes => self.eat(&format!("{:?}", unbase64(json.as_str().unwrap()))),
            Type::Struct(name) => {
                let message = self.message;
                let one = message.structs.iter().find(|one| one.name == *name).unwrap();
                self.structure(one, json);
            }
            Type::Array(inner) => {
                self.eat("[");
                for (index, element) in json.as_array().unwrap().iter().enumerate() {
                    if index > 0 {
                        self.eat(", ");
                    }
                    self.value(inner, false, element);
                }
                self.eat("]");
            }
        }
    }
}

fn unbase64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut out, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for byte in text.bytes().filter(|&byte| byte != b'=') {
        bits = (bits << 6) | LETTERS.iter().position(|&letter| letter == byte).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}
