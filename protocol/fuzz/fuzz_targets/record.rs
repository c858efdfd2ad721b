//! Records of logs, with the frames around them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::{group, metadata, share, storage, transaction};

macro_rules! check {
    ($value:expr, |$record:ident, $out:ident| $encode:expr, |$bytes:ident| $decode:expr) => {
        if let Ok($record) = $value {
            let mut $out = Vec::new();
            if $encode.is_ok() {
                let $bytes = &$out[..];
                let again = $decode.expect("what was written can be read");
                assert_eq!(format!("{:?}", $record), format!("{again:?}"));
            }
        }
    };
}

macro_rules! check_records {
    ($family:ident, $bytes:ident) => {
        check!(
            $family::Record::decode_framed($bytes),
            |record, out| record.0.encode_framed(&mut out, record.1),
            |bytes| $family::Record::decode_framed(bytes)
        )
    };
}

macro_rules! check_coordinator {
    ($family:ident, $bytes:ident) => {{
        check!($family::Key::decode_framed($bytes), |key, out| key.encode_framed(&mut out), |bytes| {
            $family::Key::decode_framed(bytes)
        });
        for type_id in 0..32 {
            check!(
                $family::Value::decode_framed(type_id, $bytes),
                |value, out| value.0.encode_framed(&mut out, value.1),
                |bytes| $family::Value::decode_framed(type_id, bytes)
            );
        }
    }};
}

fuzz_target!(|bytes: &[u8]| {
    let Some((log, bytes)) = bytes.split_first() else { return };
    match log {
        0 => check_records!(metadata, bytes),
        1 => check_records!(storage, bytes),
        2 => check_coordinator!(group, bytes),
        3 => check_coordinator!(share, bytes),
        _ => check_coordinator!(transaction, bytes),
    }
});
