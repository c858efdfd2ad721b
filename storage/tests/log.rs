//! The log over a disk in memory: appends, reads, rolls, retention, failed writes, restarts.

mod support;

use std::path::Path;

use protocol::Offset;
use storage::jobs::dir::create_partition;
use storage::jobs::open::open_log;
use storage::{Disk, Log, LogConfig};
use support::mem::MemDisk;
use support::{append, batch, close, log_of, now, options, perform, read, read_all};

fn small() -> LogConfig {
    LogConfig { segment_bytes: 4096, index_interval_bytes: 256, ..LogConfig::default() }
}

fn fresh(disk: &MemDisk, config: &LogConfig) -> Log {
    let dir = Path::new("/data/t-0");
    create_partition(disk, dir, None, Offset(0)).unwrap();
    let (loaded, _) = open_log(disk, dir, &options(config, false, Offset(0))).unwrap();
    log_of(loaded, config)
}

fn reopen(disk: &MemDisk, config: &LogConfig, clean: bool, recovery_point: Offset) -> Log {
    let (loaded, _) =
        open_log(disk, Path::new("/data/t-0"), &options(config, clean, recovery_point)).unwrap();
    log_of(loaded, config)
}

#[test]
fn what_is_appended_is_read_back_before_and_after_a_clean_stop_and_a_kill() {
    for clean in [true, false] {
        let disk = MemDisk::default();
        let config = small();
        let mut log = fresh(&disk, &config);
        let mut expected = Vec::new();
        for n in 0..100 {
            let count = 1 + n % 7;
            let base = append(&mut log, &disk, 1000 + i64::from(n), &mut batch(count, 20, 1000)).unwrap();
            expected.push((base.0, base.0 + i64::from(count) - 1));
            perform(&mut log, &disk).unwrap();
        }
        assert!(log.segments_count() > 3);
        for max in [1, 100, 1000, 100_000] {
            assert_eq!(read_all(&mut log, &disk, Offset(0), max), expected);
        }
        if clean {
            close(&mut log, &disk).unwrap();
        }
        let mut again = reopen(&disk, &config, clean, if clean { log.end() } else { Offset(0) });
        assert_eq!(again.end(), log.end());
        assert_eq!(again.size_bytes(), log.size_bytes());
        for max in [1, 100, 1000, 100_000] {
            assert_eq!(read_all(&mut again, &disk, Offset(0), max), expected);
        }
        for (base, last) in &expected {
            for offset in *base..=*last {
                let (bytes, _) = read(&mut again, &disk, Offset(offset), 1, true).unwrap();
                assert_eq!(i64::from_be_bytes(bytes[..8].try_into().unwrap()), *base, "at {offset}");
            }
        }
    }
}

#[test]
fn hot_reads_need_no_look_up() {
    let disk = MemDisk::default();
    let config = small();
    let mut log = fresh(&disk, &config);
    for n in 0..100 {
        let base = append(&mut log, &disk, n, &mut batch(3, 20, 1000)).unwrap();
        for offset in base.0..base.0 + 3 {
            let (_, lookups) = read(&mut log, &disk, Offset(offset), 1 << 20, true).unwrap();
            assert_eq!(lookups, 0);
        }
    }
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let disk = MemDisk::default();
    let config = small();
    let mut log = fresh(&disk, &config);
    for n in 0..30 {
        append(&mut log, &disk, n, &mut batch(3, 200, 1000)).unwrap();
    }
    perform(&mut log, &disk).unwrap();
    let (end, size, segments) = (log.end(), log.size_bytes(), log.segments_count());
    let mut planned = Vec::new();
    for n in 0..20 {
        let mut bytes = batch(3, 200, 1000);
        let info = storage::batch::BatchInfo::parse(&bytes).unwrap();
        let placement = log
            .plan_append(
                now(n),
                protocol::LeaderEpoch(3),
                storage::producers::Origin::Client,
                &mut bytes,
                &info,
            )
            .unwrap();
        planned.push((placement, bytes));
    }
    assert!(planned.iter().any(|(placement, _)| placement.rolled));
    disk.fail_writes(true);
    let (first, bytes) = &planned[0];
    assert!(first.file.get(&disk).unwrap().write_at(bytes, first.position).is_err());
    disk.fail_writes(false);
    let back = log.take_back();
    back.file.get(&disk).unwrap().set_len(back.cut_to).unwrap();
    for file in back.remove {
        let _ = disk.remove_file(file.path());
    }
    assert_eq!(
        (log.end(), log.planned_end(), log.size_bytes(), log.segments_count()),
        (end, end, size, segments)
    );
    assert_eq!(log.last_epoch().unwrap().0, 3, "the epoch begins where the write was to begin");
    append(&mut log, &disk, 100, &mut batch(1, 10, 1000)).unwrap();
    let mut again = reopen(&disk, &config, false, Offset(0));
    assert_eq!(again.end(), log.end());
    assert_eq!(read_all(&mut again, &disk, Offset(0), 1000).len(), 31);
}
