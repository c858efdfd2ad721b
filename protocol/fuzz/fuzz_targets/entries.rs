//! Every message with the check that what decodes can be encoded and decodes to the same again.

use protocol::{EncodeError, Message, Reader};

/// Checks a body in a version.
pub type Check = fn(&[u8], i16);

macro_rules! entries {
    ($($family:ident $module:ident $name:ident;)*) => {
        /// Name and check of every message.
        pub static ENTRIES: &[(&str, Check)] = &[$({
            use protocol::$family::$module::$name as Type;
            (<Type as Message>::NAME, |bytes, v| {
                let Ok(value) = Type::decode(&mut Reader::new(bytes), v) else { return };
                let mut out = Vec::new();
                match value.encode(&mut out, v) {
                    Ok(()) => {}
                    // A string grows when its bytes are no UTF-8.
                    Err(EncodeError::TooLong) => return,
                    Err(error) => panic!("{error}"),
                }
                let again = Type::decode(&mut Reader::new(&out), v).expect("what was written can be read");
                // As text, since a float may be no number.
                assert_eq!(format!("{value:?}"), format!("{again:?}"));
            })
        }),*];
    };
}

protocol::for_each_message!(entries);
