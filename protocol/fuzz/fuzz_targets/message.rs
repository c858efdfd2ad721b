//! Any message in any version.
#![no_main]

mod entries;

use libfuzzer_sys::fuzz_target;
use protocol::Reader;

fuzz_target!(|bytes: &[u8]| {
    let r = &mut Reader::new(bytes);
    let (Ok(number), Ok(version)) = (r.u16(), r.i16()) else { return };
    let (_, check) = entries::ENTRIES[usize::from(number) % entries::ENTRIES.len()];
    check(r.rest(), version);
});
