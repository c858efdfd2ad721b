//! The small files beside a log: what reads can be written, and reads to the same again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::records::{MixedBatch, MixedBatches};
use protocol::{LeaderEpoch, Offset, Timestamp};
use storage::batch::{BatchInfo, Header};
use storage::epochs::Epochs;
use storage::index::{Found, Index, OffsetEntry};
use storage::meta_properties::MetaProperties;
use storage::names::{self, DirName};
use storage::producers::Producers;
use storage::{checkpoint, snapshot, txn_index};

fuzz_target!(|bytes: &[u8]| {
    let Some((&[choice, a, b], bytes)) = bytes.split_first_chunk() else { return };
    let (a, b) = (i64::from(a as i8), i64::from(b));
    match choice % 9 {
        0 => producers(bytes),
        1 => {
            let (base, end) = (Offset(a), Offset(b << (b & 63)));
            if let Some(aborted) = txn_index::decode(bytes, base, end) {
                let again: Vec<u8> = aborted.iter().flat_map(|txn| txn.encode()).collect();
                assert_eq!(again, bytes);
                assert!(aborted.iter().all(|txn| txn.last >= base && txn.last < end));
            }
        }
        2 => {
            if let Ok(offsets) = checkpoint::decode_offsets(bytes) {
                let lines = offsets.iter().map(|one| (one.topic.as_str(), one.partition, one.offset));
                assert_eq!(checkpoint::decode_offsets(&checkpoint::encode_offsets(lines)), Ok(offsets));
            }
        }
        3 => {
            if let Some(epoch) = checkpoint::decode_clean_shutdown(bytes) {
                let text = checkpoint::encode_clean_shutdown(epoch);
                assert_eq!(checkpoint::decode_clean_shutdown(&text), Some(epoch));
            }
            if let Ok(id) = checkpoint::decode_partition_metadata(bytes) {
                let text = checkpoint::encode_partition_metadata(id);
                assert_eq!(checkpoint::decode_partition_metadata(&text), Ok(id));
            }
        }
        4 => epochs(bytes, a, b),
        5 => {
            if let Ok(properties) = MetaProperties::decode(bytes) {
                let text = properties.encode(Timestamp(a << 40));
                assert_eq!(MetaProperties::decode(&text), Ok(properties));
            }
        }
        6 => {
            let Ok(name) = std::str::from_utf8(bytes) else { return };
            let _ = (DirName::parse(name), names::offset_of(name, ".log"), names::leading_offset(name));
        }
        7 => {
            // A file shorter or longer than its entries, with keys in any order: the search ends.
            let index = Index::<OffsetEntry>::new(b as u32 * 8);
            let Found::Search(mut search) = index.lookup(Offset(a * 3)) else { return };
            for _ in 0..16 {
                let (at, len) = search.wanted();
                let from = bytes.len().min(at as usize);
                let to = bytes.len().min(from + len as usize);
                if search.step(&bytes[from..to], Offset(b)).is_some() {
                    return;
                }
            }
            panic!("a search of few entries takes few steps");
        }
        _ => batches(bytes),
    }
});

fn producers(bytes: &[u8]) {
    let mut bytes = bytes.to_vec();
    if bytes.len() > 6 {
        let crc = crc32c::crc32c(&bytes[6..]);
        bytes[2..6].copy_from_slice(&crc.to_be_bytes());
    }
    let Some(entries) = snapshot::decode(&bytes) else { return };
    let end = Offset(i64::MAX / 2);
    let mut producers = Producers::new(end, 1 << 20);
    for (id, entry) in entries {
        producers.load(id, entry);
    }
    let written = snapshot::encode(&producers);
    let again = snapshot::decode(&written).expect("what was written can be read");
    let mut copy = Producers::new(end, 1 << 20);
    for (id, entry) in again {
        copy.load(id, entry);
    }
    assert_eq!(snapshot::encode(&copy), written);
    producers.on_high_watermark(Offset(1000));
    producers.on_log_start(Offset(10));
    let _ = (producers.first_unstable(), producers.oldest_txn_last_timestamp());
    producers.take_back(Offset(5));
    producers.expire(Timestamp(i64::MAX), 0);
}

fn epochs(bytes: &[u8], a: i64, b: i64) {
    let Ok(mut epochs) = Epochs::decode(bytes) else { return };
    let again = Epochs::decode(&epochs.encode()).expect("what was written can be read");
    assert_eq!(again.entries(), epochs.entries());
    let _ = epochs.end_offset_for(LeaderEpoch(a as i32), Offset(b));
    let _ = epochs.epoch_for(Offset(b));
    epochs.assign(LeaderEpoch(b as i32), Offset(a));
    epochs.take_back(Offset(b));
    epochs.truncate_from_start(Offset(a));
    epochs.truncate_from_end(Offset(b));
    let _ = Epochs::decode(&epochs.encode()).expect("what was written can be read");
}

/// The log's own reading of a header says what the codec's says, where it takes the batch at all.
fn batches(bytes: &[u8]) {
    for batch in MixedBatches::new(bytes).flatten() {
        let whole = match &batch {
            MixedBatch::V2(view) => view.bytes(),
            MixedBatch::Old(message) => message.bytes(),
        };
        let Ok(header) = Header::parse(whole) else { continue };
        assert_eq!(header.size as usize, whole.len());
        assert_eq!(header.last, batch.last_offset());
        assert_eq!(header.max_timestamp, batch.max_timestamp());
        assert_eq!(header.crc_fits(whole), batch.check_crc().is_ok());
        let info = BatchInfo::parse(whole);
        if let MixedBatch::V2(view) = &batch {
            let info = info.expect("it is whole");
            assert_eq!(info.last_offset_delta, view.last_offset_delta());
            // A sequence below -1 is none; no producer gets one past validation.
            assert!(view.base_sequence() < -1 || info.last_sequence() == view.last_sequence());
            assert_eq!((info.control, info.transactional), (view.is_control(), view.is_transactional()));
        }
    }
}
