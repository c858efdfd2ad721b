//! Random but valid encodings of any message, made from its table alone.

use protocol::Rng;

use crate::schema::{Field, Message, Struct, Type};
use crate::{entries, hex, tables};

/// A body of `message` in `version`, in which tagged fields are there about every second time.
pub fn body(message: &Message, version: i16, rng: &mut Rng) -> Vec<u8> {
    let flexible = message.flexible.contains(version);
    let mut writer = Writer { message, version, flexible, rng, out: Vec::new(), depth: 0 };
    writer.structure(&message.structs[0], false);
    writer.out
}

struct Writer<'m> {
    message: &'m Message,
    version: i16,
    flexible: bool,
    rng: &'m mut Rng,
    out: Vec<u8>,
    depth: usize,
}

impl Writer<'_> {
    fn uvarint(&mut self, mut value: usize) {
        while value >= 0x80 {
            self.out.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.out.push(value as u8);
    }

    /// A length of `size` bytes when inflexible.
    fn length(&mut self, len: Option<usize>, size: usize) {
        if self.flexible {
            self.uvarint(len.map_or(0, |len| len + 1));
        } else {
            let len = len.map_or(-1, |len| len as i64);
            self.out.extend_from_slice(&len.to_be_bytes()[8 - size..]);
        }
    }

    /// `set`: the value must not be the default.
    fn structure(&mut self, one: &Struct, set: bool) {
        self.depth += 1;
        let version = self.version;
        let mut set = set;
        for field in &one.fields {
            let tagged = field.tag.is_some_and(|(_, versions)| versions.contains(version));
            if field.versions.contains(version) && !tagged {
                self.field(field, set, false);
                set = false;
            }
        }
        if self.flexible {
            let mut tagged: Vec<(u32, &Field)> = one
                .fields
                .iter()
                .filter(|field| field.versions.contains(version))
                .filter_map(|field| field.tag.map(|(tag, versions)| (tag, versions, field)))
                .filter(|(_, versions, _)| versions.contains(version))
                .filter(|_| self.rng.one_in(2))
                .map(|(tag, _, field)| (tag, field))
                .collect();
            tagged.sort_by_key(|&(tag, _)| tag);
            self.uvarint(tagged.len());
            for (tag, field) in tagged {
                self.uvarint(tag as usize);
                let outer = std::mem::take(&mut self.out);
                self.field(field, true, true);
                let value = std::mem::replace(&mut self.out, outer);
                self.uvarint(value.len());
                self.out.extend(value);
            }
        }
        self.depth -= 1;
    }

    fn field(&mut self, field: &Field, set: bool, tagged: bool) {
        let nullable = field.nullable.contains(self.version);
        let null_by_default = field.default.as_deref() == Some("null") || field.records;
        let null = if set { nullable && !null_by_default } else { nullable && self.rng.one_in(3) };
        if let Type::Struct(_) = field.ty
            && nullable
        {
            match (null, tagged) {
                (true, true) => return self.out.push(0),
                (true, false) => return self.out.push(0xff),
                (false, _) => self.out.push(1),
            }
        }
        let flexible = self.flexible;
        self.flexible &= !field.inflexible;
        self.value(&field.ty, field, null, set);
        self.flexible = flexible;
    }

    fn value(&mut self, ty: &Type, field: &Field, null: bool, set: bool) {
        match ty {
            Type::Primitive(name) => self.primitive(name, field, set),
            Type::String => {
                if null {
                    return self.length(None, 2);
                }
                let len =
                    if self.rng.one_in(20) { 300 } else { self.rng.below(12) as usize } + usize::from(set);
                self.length(Some(len), 2);
                self.out.extend((0..len).map(|_| b' ' + self.rng.below(95) as u8));
            }
            Type::Bytes => {
                if null {
                    return self.length(None, 4);
                }
                let len =
                    if self.rng.one_in(20) { 300 } else { self.rng.below(12) as usize } + usize::from(set);
                self.length(Some(len), 4);
                let start = self.out.len();
                self.out.resize(start + len, 0);
                self.rng.fill(&mut self.out[start..]);
            }
            Type::Array(inner) => {
                if null {
                    return self.length(None, 4);
                }
                let len = self.rng.below(if self.depth > 3 { 2 } else { 4 }) as usize + usize::from(set);
                self.length(Some(len), 4);
                for _ in 0..len {
                    self.value(inner, field, false, false);
                }
            }
            Type::Struct(name) => {
                let message = self.message;
                let one = message.structs.iter().find(|one| one.name == *name).unwrap();
                self.structure(one, set);
            }
        }
    }

    fn primitive(&mut self, name: &str, field: &Field, set: bool) {
        let default = match field.default.as_deref() {
            _ if !set => None,
            None | Some("false") => Some(0),
            Some("true") => Some(1),
            Some(hex) if hex.starts_with("0x") => Some(i64::from_str_radix(&hex[2..], 16).unwrap()),
            Some(number) => Some(number.parse().unwrap()),
        };
        let mut value = self.rng.next_u64() as i64;
        let size = match name {
            "bool" => {
                value &= 1;
                1
            }
            "int8" => 1,
            "int16" | "uint16" => 2,
            "int32" | "uint32" => 4,
            "int64" => 8,
            "float64" => {
                value = ((value % 1000 + 1001) as f64 / 8.0).to_bits() as i64;
                8
            }
            "uuid" => {
                self.out.extend_from_slice(&value.to_be_bytes());
                self.out.extend_from_slice(&[7; 8]);
                return;
            }
            other => panic!("{other}"),
        };
        let low = |value: i64| value.to_be_bytes()[8 - size..].to_vec();
        if default.is_some_and(|default| low(default) == low(value)) {
            value ^= 1;
        }
        self.out.extend_from_slice(&low(value));
    }
}

#[test]
fn random_bodies_of_every_version_decode_and_encode_byte_for_byte() {
    let tables = tables();
    let mut rng = Rng::new(1);
    for entry in entries::ENTRIES {
        for version in entry.first..=entry.last {
            assert_eq!((entry.flexible)(version), tables[entry.name].flexible.contains(version));
            for _ in 0..10 {
                let bytes = body(&tables[entry.name], version, &mut rng);
                let what = format!("{}/{} v{version}: {}", entry.family, entry.name, hex(&bytes));
                let (rest, encoded) =
                    (entry.again)(&bytes, version).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!(rest, 0, "{what}");
                assert_eq!(hex(&encoded.expect(&what)), hex(&bytes), "{what}");
            }
        }
        for version in [entry.first - 1, entry.last + 1, i16::MIN, i16::MAX] {
            assert!((entry.decode)(&[0; 64], version).is_err());
            assert!((entry.fresh)(version).is_err());
        }
    }
}
