//! A partition's directory of any bytes: opening, reading, appending and closing come to an end, what was appended is
//! served, and what was closed opens again with nothing lost.
#![no_main]

#[path = "../../tests/support/mod.rs"]
mod support;

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use protocol::records::{MixedBatch, MixedBatches, batch_crc};
use protocol::{Offset, Timestamp};
use storage::LogConfig;
use storage::batch::Header;
use storage::jobs::open::{OpenRules, open_log};
use storage::jobs::perform::run_lookup;
use storage::log::TimeAnswer;
use support::mem::MemDisk;
use support::{append, batch, close, log_of, now, perform};

const NAMES: [&str; 12] = [
    "00000000000000000000.log",
    "00000000000000000000.index",
    "00000000000000000000.timeindex",
    "00000000000000000000.txnindex",
    "00000000000000000005.log",
    "00000000000000000005.index",
    "00000000000000000005.timeindex",
    "00000000000000000005.snapshot",
    "00000000000000000005.txnindex",
    "leader-epoch-checkpoint",
    "partition.metadata",
    "00000000000000000005.log.swap",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&[flags, point, start], mut rest)) = bytes.split_first_chunk() else { return };
    let disk = MemDisk::default();
    let dir = Path::new("/data/t-0");
    storage::Disk::create_dir_all(&disk, dir).expect("memory takes a directory");
    while let Some((&[name, high, low], tail)) = rest.split_first_chunk() {
        let size = tail.len().min(usize::from(u16::from_be_bytes([high, low])));
        let mut content = tail[..size].to_vec();
        rest = &tail[size..];
        let name = NAMES[usize::from(name) % NAMES.len()];
        if flags & 0x80 == 0 {
            put_right(name, &mut content);
        }
        disk.put(&dir.join(name), content);
    }
    let config = LogConfig {
        compact: flags & 8 != 0,
        segment_bytes: if flags & 16 == 0 { 1 << 30 } else { 300 },
        index_interval_bytes: 1,
        ..LogConfig::default()
    };
    let mut rules = OpenRules {
        config: config.clone(),
        now: Timestamp(1_000_000),
        clean: flags & 1 != 0,
        recovery_point: Offset(i64::from(point)),
        log_start: (flags & 2 != 0).then(|| Offset(i64::from(start))),
        holes_above_recovery_point: flags & 4 != 0,
    };
    let (loaded, _) = open_log(&disk, dir, &rules).expect("memory does not fail");
    let mut log = log_of(loaded, &config);
    let mut offset = log.log_start();
    assert!(offset <= log.end());
    // A log of a few batches may say it spans any number of offsets.
    for _ in 0..100 {
        if offset >= log.end() {
            break;
        }
        let header = support::read(&mut log, &disk, offset, 1000, true).ok().and_then(|(bytes, _)| {
            let header = Header::parse(&bytes).ok()?;
            (header.last >= offset).then_some(header)
        });
        offset = header.map_or(Offset(offset.0 + 1), |header| Offset(header.last.0 + 1));
    }
    for time in [0, 1_700_000_000_000, i64::MAX] {
        if let TimeAnswer::Lookup(mut lookup) = log.offset_for_timestamp(Timestamp(time)) {
            run_lookup(&disk, &mut lookup).expect("memory does not fail");
        }
    }
    let _ = log.aborted(log.log_start(), log.end()).count();
    if let Ok(base) = append(&mut log, &disk, 1, &mut batch(2, 10, 1)) {
        let (served, _) = support::read(&mut log, &disk, base, 1000, true).expect("it was appended");
        assert_eq!(Header::parse(&served).map(|header| header.base), Ok(base));
    }
    let end = log.end();
    close(&mut log, &disk).expect("memory does not fail");
    rules.clean = true;
    let (loaded, _) = open_log(&disk, dir, &rules).expect("memory does not fail");
    let mut log = log_of(loaded, &config);
    assert_eq!(log.end(), end);
    log.on_high_watermark(log.end());
    log.delete_old_segments(now(5_000_000_000_000));
    perform(&mut log, &disk).expect("memory does not fail");
});

/// Puts checksums right, since no fuzzer guesses one.
fn put_right(name: &str, content: &mut [u8]) {
    if name.ends_with(".snapshot") && content.len() > 6 {
        let crc = crc32c::crc32c(&content[6..]);
        content[2..6].copy_from_slice(&crc.to_be_bytes());
    }
    let mut at = 0;
    while name.contains(".log")
        && let Some(Ok(batch)) = MixedBatches::new(&content[at..]).next()
    {
        let size = batch.total_len();
        if let MixedBatch::V2(_) = batch {
            let crc = batch_crc(&content[at..at + size]);
            content[at + 17..at + 21].copy_from_slice(&crc.to_be_bytes());
        }
        at += size;
    }
}
