//! Directories of Apache Kafka with bytes changed, files cut, grown, lost or swapped at random: opening and reading never
//! panics and comes to an end, and what is served with a right checksum is what was there.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use protocol::{Offset, Rng, Timestamp};
use storage::batch::Header;
use storage::jobs::open::{OpenRules, open_log};
use storage::jobs::perform::run_lookup;
use storage::log::TimeAnswer;
use support::archive::Archive;
use support::mem::MemDisk;
use support::{append, batch, close, log_of, now, perform};

fn damage(rng: &mut Rng, disk: &MemDisk, dir: &Path) {
    let files: Vec<(PathBuf, Vec<u8>)> =
        disk.files().into_iter().filter(|(path, _)| path.parent() == Some(dir)).collect();
    for _ in 0..=rng.below(3) {
        let (path, mut bytes) = files[rng.below(files.len() as u64) as usize].clone();
        match rng.below(8) {
            0 => {
                let _ = storage::Disk::remove_file(disk, &path);
                continue;
            }
            1 => bytes.truncate(rng.below(bytes.len() as u64 + 1) as usize),
            2 => bytes.resize(bytes.len() + rng.below(300) as usize, 0),
            3 => {
                let at = bytes.len();
                bytes.resize(at + rng.below(300) as usize, 0);
                rng.fill(&mut bytes[at..]);
            }
            4 => bytes = files[rng.below(files.len() as u64) as usize].1.clone(),
            _ => {
                for _ in 0..=rng.below(4) {
                    if !bytes.is_empty() {
                        let at = rng.below(bytes.len() as u64) as usize;
                        bytes[at] = if rng.one_in(2) {
                            bytes[at] ^ (1 << rng.below(8))
                        } else {
                            rng.next_u64() as u8
                        };
                    }
                }
            }
        }
        disk.put(&path, bytes);
    }
}

fn run(archive: &Archive, partition: &str, seed: u64) {
    let mut rng = Rng::new(seed);
    let disk = archive.disk(partition);
    let dir = Path::new("/data").join(partition);
    let mut known = BTreeSet::new();
    for (path, bytes) in disk.files() {
        let mut at = 0;
        while path.extension().is_some_and(|suffix| suffix == "log") && at < bytes.len() {
            let header = Header::parse(&bytes[at..]).unwrap();
            known.insert(bytes[at..at + header.size as usize].to_vec());
            at += header.size as usize;
        }
    }
    damage(&mut rng, &disk, &dir);
    let config = archive.config(partition);
    for _ in 0..2 {
        let rules = OpenRules {
            config: config.clone(),
            now: Timestamp(1_000_000),
            clean: rng.one_in(2),
            recovery_point: Offset(rng.below(250) as i64),
            log_start: rng.one_in(3).then(|| Offset(rng.below(120) as i64)),
            holes_above_recovery_point: rng.one_in(2),
        };
        let (loaded, _) = open_log(&disk, &dir, &rules).unwrap();
        let mut log = log_of(loaded, &config);
        let mut offset = log.log_start();
        while offset < log.end() {
            let max = 1 + rng.below(3000) as u32;
            let header = match support::read(&mut log, &disk, offset, max, true) {
                Ok((bytes, _)) => Header::parse(&bytes).ok().filter(|header| {
                    let whole = bytes.get(..header.size as usize);
                    let sound = whole.is_some_and(|whole| header.crc_fits(whole));
                    // The checksum covers neither offset nor epoch.
                    assert!(
                        !sound || known.iter().any(|batch| batch[12 + 4..] == whole.unwrap()[12 + 4..]),
                        "seed {seed}"
                    );
                    sound && header.last >= offset
                }),
                Err(_) => None,
            };
            offset = header.map_or(Offset(offset.0 + 1), |header| Offset(header.last.0 + 1));
        }
        for time in [0, 1_700_000_000_000, i64::MAX] {
            if let TimeAnswer::Lookup(mut lookup) = log.offset_for_timestamp(Timestamp(time)) {
                run_lookup(&disk, &mut lookup).unwrap();
            }
        }
        let aborted = log.aborted(log.log_start(), log.end()).count();
        assert!(aborted < 100);
        append(&mut log, &disk, 1, &mut batch(2, 10, 1)).unwrap();
        log.on_high_watermark(log.end());
        log.delete_old_segments(now(5_000_000_000_000));
        perform(&mut log, &disk).unwrap();
        close(&mut log, &disk).unwrap();
        known.extend(
            disk.files().into_iter().filter(|(path, _)| path.to_str().unwrap().ends_with(".log")).flat_map(
                |(_, bytes)| {
                    let mut found = Vec::new();
                    for at in 0..bytes.len() {
                        if let Ok(header) = Header::parse(&bytes[at..])
                            && let Some(whole) = bytes.get(at..at + header.size as usize)
                            && header.crc_fits(whole)
                        {
                            found.push(whole.to_vec());
                        }
                    }
                    found
                },
            ),
        );
    }
}

#[test]
fn no_bytes_on_disk_make_the_log_panic() {
    let archive = Archive::open("damaged-txnindex-garbage");
    for (partition, seeds) in [("t.plain-3", 120), ("t.tx-1", 80), ("t.idem-0", 60), ("t.compact-0", 60)] {
        for seed in 0..seeds {
            if let Err(error) = std::panic::catch_unwind(|| run(&archive, partition, seed)) {
                println!("{partition} seed {seed}");
                std::panic::resume_unwind(error);
            }
        }
    }
}
