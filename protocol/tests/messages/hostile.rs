//! Bytes that are no message: every decoder refuses or reads them without panic and without large allocation.

use protocol::Rng;

use crate::allocation::counted;
use crate::entries::{ENTRIES, Entry};
use crate::{entries, golden, random, tables};

/// What decoding `len` bytes may allocate in all: a few structs of Rust for each byte, since the smallest elements on
/// the wire have one byte, and what arrays reserve before their first element is read.
fn allocated_max(len: usize) -> usize {
    64 * len + 3 * 64 * 1024
}

fn decode(entry: &Entry, bytes: &[u8], version: i16) -> bool {
    let (result, _, allocated) = counted(|| (entry.decode)(bytes, version));
    assert!(
        allocated <= allocated_max(bytes.len()),
        "{} v{version} allocated {allocated} for {} bytes",
        entry.name,
        bytes.len()
    );
    result.is_ok()
}

#[test]
fn truncated_at_every_byte_every_message_is_refused() {
    for one in golden::golden() {
        let entry = entries::find(&one.name);
        for len in 0..one.bytes.len() {
            let ok = decode(entry, &one.bytes[..len], one.version);
            assert!(!ok, "{} v{} of {len} bytes", one.name, one.version);
        }
    }
}

#[test]
fn flipped_bits_never_panic_and_what_decodes_can_be_encoded_again() {
    let mut rng = Rng::new(3);
    for one in golden::golden() {
        let entry = entries::find(&one.name);
        let mut bytes = one.bytes.clone();
        // Every bit of short bodies, every fifth or so of long ones.
        let step = 1 + bytes.len() as u64 / 32;
        let mut bit = 0;
        while bit < bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            if decode(entry, &bytes, one.version) && rng.one_in(8) {
                let (_, encoded) = (entry.again)(&bytes, one.version).unwrap();
                // A string grows when its bytes are no UTF-8, which may make it too long; nothing else may fail.
                let encoded = encoded.unwrap();
                let (rest, twice) = (entry.again)(&encoded, one.version).unwrap();
                assert_eq!((rest, twice), (0, Ok(encoded)), "{} v{}", one.name, one.version);
            }
            bytes[bit / 8] ^= 1 << (bit % 8);
            bit += 1 + rng.below(step) as usize;
        }
    }
}

#[test]
fn random_bytes_never_panic_and_never_allocate_much() {
    let mut rng = Rng::new(5);
    for entry in ENTRIES {
        for version in entry.first..=entry.last {
            for _ in 0..60 {
                let mut bytes = vec![0; rng.below(200) as usize];
                rng.fill(&mut bytes);
                // Small numbers make plausible counts and lengths, so that decoding gets further.
                let limit = 1 + rng.below(40) as u8;
                if rng.one_in(2) {
                    bytes.iter_mut().for_each(|byte| *byte %= limit);
                }
                decode(entry, &bytes, version);
            }
        }
    }
}

#[test]
fn huge_counts_over_long_bodies_reserve_little() {
    let tables = tables();
    let mut rng = Rng::new(7);
    for entry in ENTRIES {
        let version = entry.last;
        let mut bytes = random::body(&tables[entry.name], version, &mut rng);
        let valid = bytes.len();
        bytes.resize(valid + 300_000, 0xff);
        // Every position in turn holds the largest count that the bytes left allow, and one that they do not.
        for at in 0..valid.min(64) {
            for count in [[0x80, 0xa0, 0x12, 0x80], [0x00, 0x04, 0x90, 0x00], [0x7f, 0xff, 0xff, 0xff]] {
                let kept: [u8; 4] = bytes[at..at + 4].try_into().unwrap();
                bytes[at..at + 4].copy_from_slice(&count);
                let (_, _, allocated) = counted(|| (entry.decode)(&bytes, version));
                assert!(allocated <= allocated_max(bytes.len()), "{} allocated {allocated}", entry.name);
                bytes[at..at + 4].copy_from_slice(&kept);
            }
        }
    }
}
