//! Every message with what must hold of any bytes: decoding allocates by the bytes present, and what decodes can be
//! encoded, decodes to the same again and then encodes to the same bytes.

#[path = "../../tests/messages/allocation.rs"]
mod allocation;

pub use allocation::counted;
use protocol::{EncodeError, Message, Reader};

/// Checks a body in a version.
pub type Check = fn(&[u8], i16);

/// What decoding may allocate in all: a few structs of Rust for each byte, since the smallest elements on the wire have
/// one byte, and what arrays reserve before their first element is read.
fn allocated_max(len: usize) -> usize {
    64 * len + 3 * 64 * 1024
}

/// The value as text, since a float may be no number, and its encoding; none if it does not decode.
fn once<'a, T: Message<'a> + std::fmt::Debug>(bytes: &'a [u8], v: i16) -> Option<(String, Vec<u8>)> {
    let (value, _, allocated) = counted(|| T::decode(&mut Reader::new(bytes), v));
    assert!(allocated <= allocated_max(bytes.len()), "{} allocated {allocated}", T::NAME);
    let value = value.ok()?;
    let mut out = Vec::new();
    match value.encode(&mut out, v) {
        Ok(()) => Some((format!("{value:?}"), out)),
        // A string grows when its bytes are no UTF-8.
        Err(EncodeError::TooLong) => None,
        Err(error) => panic!("{error}"),
    }
}

macro_rules! entries {
    ($($family:ident $module:ident $name:ident;)*) => {
        /// Name and check of every message.
        pub static ENTRIES: &[(&str, Check)] = &[$({
            use protocol::$family::$module::$name as Type;
            (<Type as Message>::NAME, |bytes, v| {
                let Some((shown, out)) = once::<Type>(bytes, v) else { return };
                let (shown_again, out_again) = once::<Type>(&out, v).expect("what was written can be read");
                assert_eq!(shown, shown_again);
                assert_eq!(out, out_again);
            })
        }),*];
    };
}

protocol::for_each_message!(entries);
