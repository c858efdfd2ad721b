//! Batches of a few kilobytes that hold 200 MB: walking one costs no more memory than walking any other.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use protocol::compress::{Codec, Compression, Scratch, compress};
use protocol::records::{
    BATCH_OVERHEAD, BatchBuilder, Invalid, RecordError, Reject, ValidateRules, rewrite, validate,
};
use protocol::{Offset, Timestamp};

/// Counts what is held, its peak, and how often memory is asked for.
struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static ASKED: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator unchanged; only counters are kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(HELD.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        ASKED.fetch_add(1, Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const BOMB_SIZE: usize = 200 << 20;

/// A batch that promises one record and holds zeros without end.
fn bomb(codec: Codec) -> Vec<u8> {
    // One record with a value of nearly 200 MB of zeros: what is asked of the walk is to step over it.
    let mut head = BatchBuilder::new(Offset::ZERO);
    head.append(Timestamp(5), Some(b"k"), Some(&vec![0; 1000]), []);
    let header = head.finish()[..BATCH_OVERHEAD].to_vec();
    let mut prefix = Vec::new();
    let mut record = vec![0, 0, 0, 2, b'k'];
    protocol::varint::write_varint(&mut record, BOMB_SIZE as i32);
    protocol::varint::write_varint(&mut prefix, (record.len() + BOMB_SIZE + 1) as i32);
    prefix.extend_from_slice(&record);
    let zeros = vec![0; 1 << 20];
    let mut payload = Vec::new();
    match codec {
        Codec::Gzip => {
            let mut out = flate2::write::GzEncoder::new(&mut payload, flate2::Compression::fast());
            out.write_all(&prefix).unwrap();
            (0..200).for_each(|_| out.write_all(&zeros).unwrap());
            out.write_all(&[0]).unwrap();
            out.finish().unwrap();
        }
        Codec::Zstd => {
            let mut out = zstd::stream::Encoder::new(&mut payload, 1).unwrap();
            out.write_all(&prefix).unwrap();
            (0..200).for_each(|_| out.write_all(&zeros).unwrap());
            out.write_all(&[0]).unwrap();
            out.finish().unwrap();
        }
        _ => {
            let mut whole = prefix;
            whole.resize(whole.len() + BOMB_SIZE + 1, 0);
            compress(Compression::new(codec), &whole, &mut payload);
        }
    }
    let mut batch = [header, payload].concat();
    let length = (batch.len() - 12) as i32;
    batch[8..12].copy_from_slice(&length.to_be_bytes());
    batch[22] = codec as u8;
    let crc = crc32c::crc32c(&batch[21..]);
    batch[17..21].copy_from_slice(&crc.to_be_bytes());
    batch
}

fn peak_above(work: impl FnOnce()) -> usize {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    work();
    PEAK.load(Relaxed) - before
}

// One test in this file, since the counters are the process's.
#[test]
fn bombs_stay_within_budget_and_good_batches_ask_for_no_memory() {
    let rules = ValidateRules {
        batch_size_max: 20 << 20,
        now: Timestamp(5),
        unpacked_size_max: 300 << 20,
        repacked_size_max: 4 << 20,
        ..ValidateRules::default()
    };
    for codec in [Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
        let batch = bomb(codec);
        let mut scratch = Scratch::new();
        let peak = peak_above(|| {
            assert_eq!(
                validate(&batch, &rules, &mut scratch).map(|verdict| verdict.record_count),
                Ok(1),
                "{codec:?}"
            );
        });
        assert!(peak < 300 << 10, "{codec:?} took {peak}");
        let budget = ValidateRules { unpacked_size_max: 8 << 20, ..rules };
        assert_eq!(validate(&batch, &budget, &mut scratch), Err(Reject::UnpackedTooLarge), "{codec:?}");
        // Repacking must hold the batch, so its budget is of memory.
        let plain = ValidateRules { target: Some(Compression::NONE), ..rules };
        let peak = peak_above(|| {
            assert_eq!(
                rewrite(&batch, &plain, &mut scratch).unwrap_err(),
                Reject::UnpackedTooLarge,
                "{codec:?}"
            );
        });
        assert!(peak < 13 << 20, "{codec:?} took {peak}: a vector that doubles on its way to the budget");
    }

    // A bare snappy block that claims all of it, with next to nothing behind the claim.
    let mut scratch = Scratch::new();
    let mut claim = bomb(Codec::Zstd)[..BATCH_OVERHEAD].to_vec();
    claim.extend_from_slice(&[0x80, 0x80, 0x80, 0x64, 0, 0]);
    claim[8..12].copy_from_slice(&55i32.to_be_bytes());
    claim[22] = Codec::Snappy as u8;
    let crc = crc32c::crc32c(&claim[21..]);
    claim[17..21].copy_from_slice(&crc.to_be_bytes());
    let peak = peak_above(|| assert!(validate(&claim, &rules, &mut scratch).is_err()));
    assert!(peak < 4096, "{peak}");

    // A record count of two thousand million with nothing behind it.
    let mut count = bomb(Codec::Zstd)[..BATCH_OVERHEAD].to_vec();
    count[8..12].copy_from_slice(&49i32.to_be_bytes());
    count[22] = 0;
    count[23..27].copy_from_slice(&(i32::MAX - 1).to_be_bytes());
    count[57..61].copy_from_slice(&i32::MAX.to_be_bytes());
    let crc = crc32c::crc32c(&count[21..]);
    count[17..21].copy_from_slice(&crc.to_be_bytes());
    let peak = peak_above(|| {
        let truncated = Err(Reject::Invalid(Invalid::Record(RecordError::Truncated)));
        assert_eq!(validate(&count, &rules, &mut scratch), truncated);
    });
    assert_eq!(peak, 0);

    // Once the scratch has warmed up, a batch asks for no memory at all, whatever its codec (zstd's and snappy's own
    // tables aside, which the library counts for itself).
    for codec in [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
        let mut batch = BatchBuilder::new(Offset::ZERO).compression(Compression::new(codec));
        for number in 0..500 {
            batch.append(Timestamp(5), Some(format!("key-{number}").as_bytes()), Some(&[7; 100]), []);
        }
        let batch = batch.finish();
        validate(&batch, &rules, &mut scratch).unwrap();
        let asked = ASKED.load(Relaxed);
        for _ in 0..10 {
            validate(&batch, &rules, &mut scratch).unwrap();
        }
        assert_eq!(ASKED.load(Relaxed) - asked, 0, "{codec:?}");
    }
}
