//! The codecs alone: what comes out stays within the budget, in chunks as in one piece, and what goes in comes out again.
#![no_main]

#[path = "../../tests/messages/allocation.rs"]
mod allocation;

use allocation::counted;
use libfuzzer_sys::fuzz_target;
use protocol::compress::{Codec, Compression, Scratch, UnpackError, compress, decompress};

/// What a chunk and the codec's own tables may take beside what comes out.
const OVERHEAD_MAX: usize = 1 << 20;
/// An lz4 block, the largest piece that a codec may need at once whatever its input.
const BLOCK_MAX: usize = 4 << 20;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[choice, level, low, high], bytes)) = bytes.split_first_chunk() else { return };
    let codec = Codec::of_id(choice % 5).expect("there are five codecs");
    let magic = if choice & 0x40 == 0 { 2 } else { 0 };
    let budget = u64::from(u16::from_le_bytes([low, high])) << (choice & 7);
    let mut scratch = Scratch::new();

    let unpack = |budget, scratch: &mut Scratch| {
        let mut plain = Vec::new();
        let result = decompress(codec, magic, bytes, budget, scratch, &mut plain);
        assert!(plain.len() as u64 <= budget);
        (result, plain)
    };
    let ((result, plain), _, allocated) = counted(|| unpack(budget, &mut scratch));
    assert!(
        allocated <= OVERHEAD_MAX + 2 * BLOCK_MAX + 30 * bytes.len() + 4 * plain.len(),
        "{codec:?} allocated {allocated} for {} bytes that hold {}",
        bytes.len(),
        plain.len()
    );
    // What an input unpacks to depends neither on the buffers' past nor on how much more would have been allowed.
    let size = plain.len() as u64;
    match result {
        Ok(()) => {
            assert_eq!(unpack(size, &mut Scratch::new()), (Ok(()), plain));
            if size > 0 {
                assert_eq!(unpack(size - 1, &mut scratch).0, Err(UnpackError::Budget));
            }
        }
        Err(error) => assert_eq!(unpack(budget, &mut scratch), (Err(error), plain)),
    }

    let levels = codec.levels().unwrap_or(0..=0);
    let count = levels.end() - levels.start() + 1;
    let level = levels.start() + i32::from(level) % count.min(20);
    let mut packed = Vec::new();
    compress(Compression::with_level(codec, level), bytes, &mut packed);
    let mut plain = Vec::new();
    let result = decompress(codec, 2, &packed, bytes.len() as u64, &mut scratch, &mut plain);
    assert_eq!((result, &plain[..]), (Ok(()), bytes), "{codec:?} level {level}");
});
