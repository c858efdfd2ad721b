//! Every message as a row of plain functions.

use protocol::{DecodeError, EncodeError, Message, Reader};

/// How many bytes were not read, and what was encoded.
pub type Again = (usize, Result<Vec<u8>, EncodeError>);

/// What can be done with any message.
pub struct Entry {
    pub family: &'static str,
    pub name: &'static str,
    pub first: i16,
    pub last: i16,
    pub flexible: fn(i16) -> bool,
    /// Decodes and drops.
    pub decode: fn(&[u8], i16) -> Result<(), DecodeError>,
    /// Decodes and encodes; also the bytes not read.
    pub again: fn(&[u8], i16) -> Result<Again, DecodeError>,
    /// Decodes, and shows the value.
    pub debug: fn(&[u8], i16) -> Result<String, DecodeError>,
    /// Encodes a fresh object.
    pub fresh: fn(i16) -> Result<Vec<u8>, EncodeError>,
}

macro_rules! entries {
    ($($family:ident $module:ident $name:ident;)*) => {
        pub static ENTRIES: &[Entry] = &[$({
            use protocol::$family::$module::$name as Type;
            Entry {
                family: stringify!($family),
                name: <Type as Message>::NAME,
                first: <Type as Message>::MIN_VERSION,
                last: <Type as Message>::MAX_VERSION,
                flexible: <Type as Message>::flexible,
                decode: |bytes, v| Type::decode(&mut Reader::new(bytes), v).map(drop),
                again: |bytes, v| {
                    let r = &mut Reader::new(bytes);
                    let value = Type::decode(r, v)?;
                    let mut out = Vec::new();
                    let encoded = value.encode(&mut out, v);
                    Ok((r.remaining(), encoded.map(|()| out)))
                },
                debug: |bytes, v| Ok(format!("{:?}", Type::decode(&mut Reader::new(bytes), v)?)),
                fresh: |v| {
                    let mut out = Vec::new();
                    Type::default().encode(&mut out, v).map(|()| out)
                },
            }
        }),*];
    };
}

protocol::for_each_message!(entries);

/// The row of a message.
pub fn find(name: &str) -> &'static Entry {
    ENTRIES.iter().find(|entry| entry.name == name).unwrap_or_else(|| panic!("no message {name}"))
}
