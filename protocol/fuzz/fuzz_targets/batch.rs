//! Record batches of every format: read, unpacked, validated and repacked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::compress::{Codec, Compression, Scratch, decompress};
use protocol::records::{
    MixedBatch, MixedBatches, Records, Rewrite, ValidateRules, batch_crc, rewrite, validate,
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
                let _ = decompress(codec, view.magic(), view.payload(), BUDGET, &mut scratch, &mut plain);
                assert!(plain.len() as u64 <= BUDGET);
                let errors = Records::new(&plain, view.record_count()).filter(Result::is_err).count();
                assert!(errors <= 1);
            }
            MixedBatch::Old(message) => {
                let _ = message.records(BUDGET, &mut scratch, &mut plain).map(Iterator::count);
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
    let _ = validate(&batch, &rules, &mut scratch);
    let rules = ValidateRules { target: Some(Compression::new(target)), ..rules };
    let checked = validate(&batch, &rules, &mut scratch);
    if let Ok((repacked, verdict)) = rewrite(&batch, &rules, &mut scratch) {
        assert!(checked.is_ok(), "what can be repacked is valid");
        assert_eq!(validate(&repacked, &rules, &mut scratch), Ok(verdict));
        assert_eq!(verdict.rewrite, Rewrite::Nothing);
    }
});
