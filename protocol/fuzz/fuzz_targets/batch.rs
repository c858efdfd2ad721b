//! Record batches of every format: read, unpacked, validated and repacked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::compress::{Codec, Compression, Scratch, decompress};
use protocol::records::{
    BatchView, Batches, MixedBatch, MixedBatches, Record, RecordStream, Records, Rewrite, ValidateRules,
    Verdict, batch_crc, rewrite, set_max_timestamp, validate,
};

const BUDGET: u64 = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let (mut scratch, mut plain) = (Scratch::new(), Vec::new());
    let target = Codec::of_id(choice % 5).expect("there are five codecs");

    // As a log: any number of batches, of any format.
    for batch in MixedBatches::new(bytes).flatten() {
        match batch {
            MixedBatch::V2(view) => {
                plain.clear();
                let codec = view.codec().unwrap_or(Codec::None);
                let whole = decompress(codec, view.magic(), view.payload(), BUDGET, &mut scratch, &mut plain);
                assert!(plain.len() as u64 <= BUDGET);
                let records = read(&plain, view.record_count());
                if let (Ok(()), Some(records)) = (whole, records) {
                    streams(&view, codec, &records, &mut scratch);
                }
            }
            MixedBatch::Old(message) => {
                // The smallest message inside has 26 bytes.
                let read = message.records(BUDGET, &mut scratch, &mut plain).map(Iterator::count);
                assert!(read.unwrap_or(0) as u64 <= 1 + BUDGET / 26);
            }
        }
    }

    // As a produced batch, with the checksum put right, since no fuzzer guesses one.
    let mut batch = bytes.to_vec();
    let crc = batch_crc(&batch);
    if let Some(stored) = batch.get_mut(17..21) {
        stored.copy_from_slice(&crc.to_be_bytes());
    }
    let rules = ValidateRules {
        timestamp_after_ms_max: i64::MAX,
        batch_size_max: usize::MAX,
        unpacked_size_max: BUDGET,
        compacted: choice & 0x80 != 0,
        ..ValidateRules::default()
    };
    if let Ok(verdict) = validate(&batch, &rules, &mut scratch) {
        let mut stamped = batch[..verdict.batch_size].to_vec();
        if verdict.rewrite == Rewrite::MaxTimestamp {
            set_max_timestamp(&mut stamped, rules.timestamp_type, verdict.max_timestamp);
            let again = validate(&stamped, &rules, &mut scratch);
            // One that claimed LogAppendTime has lost what it claimed, and its records' own timestamps count.
            if BatchView::parse(&batch).expect("it is valid").timestamp_type() == rules.timestamp_type {
                assert_eq!(again, Ok(Verdict { rewrite: Rewrite::Nothing, ..verdict }));
            }
        }
        assert_eq!(
            Batches::new(&stamped).map(|one| one.and_then(|one| one.check_crc())).collect::<Vec<_>>(),
            [Ok(())]
        );
    }
    let rules = ValidateRules { target: Some(Compression::new(target)), ..rules };
    let checked = validate(&batch, &rules, &mut scratch);
    if let Ok((repacked, verdict)) = rewrite(&batch, &rules, &mut scratch) {
        assert!(checked.is_ok(), "what can be repacked is valid");
        assert_eq!(validate(&repacked, &rules, &mut scratch), Ok(verdict));
        assert_eq!(verdict.rewrite, Rewrite::Nothing);
    }
});

/// All records, unless one of them is bad. However many the header promises, they end at the first that is bad, and
/// each of them has bytes of its own.
fn read(plain: &[u8], count: i32) -> Option<Vec<Record<'_>>> {
    let mut records = Records::new(plain, count);
    let good: Vec<_> = records.by_ref().map_while(Result::ok).collect();
    assert!(good.len() <= plain.len());
    let size: usize = good.iter().map(|record| record.size).sum();
    assert!(plain.len() - records.rest().len() >= size);
    assert!(records.next().is_none(), "an error ends it");
    for record in &good {
        assert!(record.headers().count() <= record.body_size);
    }
    (good.len() as i64 == i64::from(count) && size == plain.len()).then_some(good)
}

/// A walk without holding anything learns the same of records that are good.
fn streams(view: &BatchView<'_>, codec: Codec, records: &[Record<'_>], scratch: &mut Scratch) {
    let mut stream = RecordStream::new(view, codec, BUDGET, i32::MAX, scratch);
    for record in records {
        let seen = stream.next_record().expect("it is good").expect("it is there");
        assert_eq!(seen.timestamp_delta, record.timestamp_delta);
        assert_eq!(seen.offset_delta, record.offset_delta);
        assert_eq!(seen.has_key, record.key.is_some());
    }
    assert_eq!(stream.next_record(), Ok(None));
}
