//! Prints what checking a produced batch costs, by codec and record size; for a look, not for a verdict.
//!
//! `cargo run --release -p protocol --example batch_cost`

use std::hint::black_box;
use std::time::Instant;

use protocol::compress::{Codec, Compression, Scratch};
use protocol::records::{BatchBuilder, BatchView, ValidateRules, validate};
use protocol::{Offset, Rng, Timestamp};

fn main() {
    let rules = ValidateRules { batch_size_max: usize::MAX, ..ValidateRules::default() };
    let mut scratch = Scratch::new();
    println!(
        "{:>8} {:>8} {:>8} {:>10} {:>10} {:>10}",
        "codec", "records", "value", "checksum", "validate", "a record"
    );
    for (count, value_size) in [(1, 100), (60, 1024), (500, 100)] {
        for codec in [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
            let mut rng = Rng::new(1);
            let mut batch = BatchBuilder::new(Offset::ZERO).compression(Compression::new(codec));
            for number in 0..count {
                let value: Vec<u8> = (0..value_size).map(|_| b'a' + rng.below(8) as u8).collect();
                batch.append(Timestamp(number), Some(&number.to_be_bytes()), Some(&value), []);
            }
            let batch = batch.finish();
            let view = BatchView::parse(&batch).expect("a batch was built");
            let checksum = nanos(|| view.check_crc().is_ok());
            let checked = nanos(|| validate(&batch, &rules, &mut scratch).is_ok());
            let a_record = (checked - checksum) / count as f64;
            println!(
                "{:>8} {count:>8} {value_size:>8} {checksum:>7.0} ns {checked:>7.0} ns {a_record:>7.1} ns",
                format!("{codec:?}").to_lowercase(),
            );
        }
    }
}

/// The best of several rounds, per call.
fn nanos(mut work: impl FnMut() -> bool) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..7 {
        let (start, rounds) = (Instant::now(), 300);
        for _ in 0..rounds {
            assert!(black_box(work()));
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(rounds));
    }
    best
}
