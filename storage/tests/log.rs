//! The log over a disk in memory: appends, reads, rolls, retention, failed writes, restarts.

mod support;

use std::path::Path;

use protocol::{LeaderEpoch, Offset, Timestamp};
use storage::batch::BatchInfo;
use storage::file::read_full;
use storage::jobs::dir::create_partition;
use storage::jobs::open::open_log;
use storage::jobs::perform::run_lookup;
use storage::jobs::truncate::truncate_log;
use storage::log::{Deleted, TimeAnswer};
use storage::lookup::Outcome;
use storage::producers::Origin;
use storage::{Disk, Located, Log, LogConfig};
use support::mem::MemDisk;
use support::{append, batch, close, list, log_of, now, options, perform, read, read_all};

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
        let info = BatchInfo::parse(&bytes).unwrap();
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

#[test]
fn a_look_up_in_a_large_index_reads_pages_of_its_file() {
    let disk = MemDisk::default();
    let config = LogConfig { index_interval_bytes: 0, recent_batches_max: 4, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    let mut expected = Vec::new();
    for n in 0..3000 {
        let base = append(&mut log, &disk, 1000 + n, &mut batch(2, 10, 1000 + n)).unwrap();
        expected.push((base.0, base.0 + 1));
        if n % 700 == 0 {
            perform(&mut log, &disk).unwrap();
        }
    }
    assert!(disk.files()[Path::new("/data/t-0/00000000000000000000.index")].len() > 512 * 8);
    for offset in (0..6000).step_by(37) {
        let (bytes, lookups) = read(&mut log, &disk, Offset(offset), 1, true).unwrap();
        assert_eq!(i64::from_be_bytes(bytes[..8].try_into().unwrap()), offset / 2 * 2);
        assert!(lookups <= 1);
        // Asked again, memory knows.
        assert_eq!(read(&mut log, &disk, Offset(offset), 1, true).unwrap().1, 0);
    }
    for time in (1000..4000).step_by(61) {
        let TimeAnswer::Lookup(mut lookup) = log.offset_for_timestamp(Timestamp(time)) else {
            panic!("{time}")
        };
        let Outcome::Found(spot) = run_lookup(&disk, &mut lookup).unwrap() else { panic!("{time}") };
        assert_eq!(spot.from.0, (time - 1000) * 2);
    }
    assert!(matches!(log.offset_for_timestamp(Timestamp(4000)), TimeAnswer::None));
    assert_eq!(log.max_timestamp(), Some((Timestamp(3999), Offset(5999))));
    assert_eq!(read_all(&mut log, &disk, Offset(0), 50_000), expected);
}

#[test]
fn a_reader_of_cold_bytes_teaches_the_log_where_it_goes_on() {
    let disk = MemDisk::default();
    let config = LogConfig { recent_batches_max: 1, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    for n in 0..200 {
        append(&mut log, &disk, n, &mut batch(3, 50, 1000)).unwrap();
    }
    let mut offset = Offset(0);
    let mut lookups = 0;
    while offset < log.end() {
        match log.locate(offset, 1000, log.end(), false).unwrap() {
            Located::Range(range) => {
                let mut bytes = vec![0; range.len as usize];
                read_full(range.file.get(&disk).unwrap(), &mut bytes, range.position).unwrap();
                let Some(outcome) = range.spot_behind(&bytes) else { break };
                let Outcome::Found(spot) = outcome else { panic!("{outcome:?}") };
                log.learn(&outcome);
                offset = spot.from;
            }
            Located::Lookup(mut lookup) => {
                lookups += 1;
                log.learn(&run_lookup(&disk, &mut lookup).unwrap());
            }
            Located::Empty => panic!("{offset}"),
        }
    }
    assert!(offset.0 > 580);
    assert_eq!(lookups, 0, "the first batch of a segment is known, the rest was learned");
}

#[test]
fn segments_roll_by_size_time_index_and_jitter_as_kafkas_do() {
    let disk = MemDisk::default();
    let config = LogConfig { segment_ms: 1000, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    let bases = |log: &mut Log, timestamp: i64, at: i64| {
        append(log, &disk, at, &mut batch(1, 10, timestamp)).unwrap();
        log.active_base().0
    };
    // Record time, not the clock.
    assert_eq!(bases(&mut log, 5000, 2_000_000), 0);
    assert_eq!(bases(&mut log, 6000, 9_000_000), 0);
    assert_eq!(bases(&mut log, 6001, 9_000_000), 2);
    assert_eq!(bases(&mut log, 100, 9_000_000), 2);
    // Without record time, the clock.
    assert_eq!(bases(&mut log, 7002, 9_000_000), 4);
    log.roll(now(9_000_000));
    assert_eq!(bases(&mut log, -1, 9_000_900), 5);
    assert_eq!(bases(&mut log, -1, 9_001_001), 6);
    assert!(matches!(append(&mut log, &disk, 1, &mut batch(1, 2000, 1)).map(|_| ()), Ok(())));
    log.set_config(LogConfig { segment_bytes: 1000, ..LogConfig::default() });
    assert_eq!(
        append(&mut log, &disk, 1, &mut batch(1, 2000, 1)),
        Err(storage::AppendError::LargerThanSegment)
    );
    // Offset index: 16 bytes are two entries, and a time index of one slot is kept for the roll.
    let config = LogConfig { segment_index_bytes: 24, index_interval_bytes: 0, ..LogConfig::default() };
    log.set_config(config);
    let before = log.segments_count();
    for n in 0..10 {
        append(&mut log, &disk, 1, &mut batch(1, 10, 20_000 + n)).unwrap();
    }
    assert!(log.segments_count() >= before + 4, "{}", log.segments_count() - before);
}

#[test]
fn retention_gives_up_whole_segments_below_the_high_watermark() {
    let disk = MemDisk::default();
    let config =
        LogConfig { segment_bytes: 1000, retention_bytes: 2500, retention_ms: -1, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    for n in 0..40 {
        append(&mut log, &disk, n, &mut batch(1, 100, 1000)).unwrap();
    }
    perform(&mut log, &disk).unwrap();
    assert_eq!(
        log.delete_old_segments(now(0)),
        Deleted::default(),
        "nothing is below the high watermark yet"
    );
    log.on_high_watermark(log.end());
    let deleted = log.delete_old_segments(now(0));
    assert!(deleted.by_size > 0 && log.size_bytes() >= 2500 && log.size_bytes() < 3500);
    assert!(read(&mut log, &disk, Offset(0), 100, true).is_err());
    let start = log.log_start();
    assert_eq!(read_all(&mut log, &disk, start, 100).first().map(|b| b.0), Some(start.0));
    // Everything is too old: an empty segment takes the last one's place.
    log.set_config(LogConfig { retention_ms: 10, ..config.clone() });
    assert!(log.delete_old_segments(now(2000)).by_time > 0);
    assert_eq!((log.segments_count(), log.size_bytes()), (1, 0));
    assert_eq!((log.log_start(), log.end()), (Offset(40), Offset(40)));
    perform(&mut log, &disk).unwrap();
    assert_eq!(append(&mut log, &disk, 1, &mut batch(1, 10, 1000)), Ok(Offset(40)));
    perform(&mut log, &disk).unwrap();
    close(&mut log, &disk).unwrap();
    let logs: Vec<String> =
        list(&disk, Path::new("/data/t-0")).into_iter().map(|f| f.0).filter(|f| f.contains(".log")).collect();
    assert_eq!(logs, ["00000000000000000040.log"]);
    assert_eq!(reopen(&disk, &config, true, Offset(41)).log_start(), Offset(40));
}

#[test]
fn no_offset_is_given_out_again_after_a_crash_behind_a_log_that_was_given_up_whole() {
    let disk = MemDisk::default();
    let config = LogConfig { segment_bytes: 1000, retention_ms: 10, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    for n in 0..40 {
        append(&mut log, &disk, n, &mut batch(1, 100, 1000)).unwrap();
    }
    log.on_high_watermark(log.end());
    assert!(log.delete_old_segments(now(2000)).by_time > 0);
    perform(&mut log, &disk).unwrap();
    // Nothing was appended since, and no checkpoint was written.
    let log = reopen(&disk, &config, false, Offset(0));
    assert_eq!((log.log_start(), log.end()), (Offset(40), Offset(40)));
}

#[test]
fn a_renaming_that_failed_is_done_with_the_next_one_so_that_no_gap_is_left() {
    let disk = MemDisk::default();
    let config = LogConfig { segment_bytes: 1000, retention_ms: 10, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    let mut last = 0;
    for n in 0..40 {
        append(&mut log, &disk, n, &mut batch(1, 100, n)).unwrap();
        last = n;
    }
    perform(&mut log, &disk).unwrap();
    log.on_high_watermark(log.end());
    let before = log.segments_count();
    assert!(log.delete_old_segments(now(last - 5)).by_time > 0);
    assert!((2..before).contains(&log.segments_count()), "some of them go");
    // The disk refuses it; the next round gives up the rest, and works again.
    let failed = log.next_work();
    assert!(matches!(failed, Some(storage::work::Work::Delete(_))), "{failed:?}");
    assert!(log.delete_old_segments(now(2000)).by_time > 0);
    perform(&mut log, &disk).unwrap();
    let log = reopen(&disk, &config, false, Offset(0));
    assert_eq!((log.log_start(), log.end()), (Offset(40), Offset(40)));
    assert!(log.holes().is_empty());
}

#[test]
fn a_segment_dated_in_the_future_stops_retention_and_is_named() {
    let disk = MemDisk::default();
    let config = LogConfig { segment_bytes: 1000, retention_ms: 10, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    let day = 86_400_000;
    for (n, timestamp) in (0..30).map(|n| (n, if n == 12 { 3 * day } else { 1000 })) {
        append(&mut log, &disk, n, &mut batch(1, 100, timestamp)).unwrap();
    }
    log.on_high_watermark(log.end());
    log.delete_old_segments(now(day));
    let (base, timestamp) = log.dated_ahead(now(day)).expect("the batch of the future is still there");
    assert_eq!((log.log_start(), timestamp.0), (base, 3 * day));
    assert_eq!(log.dated_ahead(now(3 * day)), None);
}

#[test]
fn deleted_records_are_out_of_range_and_their_segments_go_with_retention() {
    let disk = MemDisk::default();
    let config = LogConfig { segment_bytes: 1000, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    for n in 0..40 {
        append(&mut log, &disk, n, &mut batch(2, 100, 1000)).unwrap();
    }
    assert!(log.delete_records(Offset(20)).is_err());
    log.on_high_watermark(Offset(60));
    assert_eq!(log.delete_records(Offset(33)), Ok(true));
    assert_eq!(log.delete_records(Offset(20)), Ok(false));
    assert!(read(&mut log, &disk, Offset(32), 100, true).is_err());
    let (bytes, _) = read(&mut log, &disk, Offset(33), 100, true).unwrap();
    assert_eq!(i64::from_be_bytes(bytes[..8].try_into().unwrap()), 32, "the batch that holds it comes whole");
    assert!(log.delete_old_segments(now(0)).below_start > 0);
    assert_eq!(log.log_start(), Offset(33));
    log.restart_at(Offset(500), now(0));
    perform(&mut log, &disk).unwrap();
    assert_eq!(append(&mut log, &disk, 1, &mut batch(1, 10, 1000)), Ok(Offset(500)));
    assert_eq!(reopen(&disk, &config, false, Offset(0)).end(), Offset(501));
}

#[test]
fn a_follower_truncates_to_a_batch_and_goes_on() {
    let disk = MemDisk::default();
    let config = small();
    let mut log = fresh(&disk, &config);
    let mut expected = Vec::new();
    for n in 0..100 {
        let base = append(&mut log, &disk, n, &mut batch(3, 50, 1000)).unwrap();
        expected.push((base.0, base.0 + 2));
    }
    perform(&mut log, &disk).unwrap();
    for (to, end) in [(250, 249), (151, 150), (90, 90), (1, 0)] {
        let dir = Path::new("/data/t-0");
        let (loaded, _) = truncate_log(&disk, dir, Offset(to), &options(&config, true, log.end())).unwrap();
        log.reload(loaded, now(0));
        assert_eq!(log.end(), Offset(end));
        expected.retain(|batch| batch.1 < end);
        assert_eq!(read_all(&mut log, &disk, Offset(0), 500), expected);
        assert_eq!(append(&mut log, &disk, 0, &mut batch(1, 10, 0)), Ok(Offset(end)));
        expected.push((end, end));
        perform(&mut log, &disk).unwrap();
    }
}

#[test]
fn space_is_kept_in_doubling_steps_behind_the_first_mebibyte() {
    let disk = MemDisk::default();
    let mut log = fresh(&disk, &LogConfig::default());
    let mut kept = Vec::new();
    let mut bytes = batch(1, 60_000, 1000);
    let size = bytes.len() as u64;
    for n in 0..3000u64 {
        let info = BatchInfo::parse(&bytes).unwrap();
        let placement = log.plan_append(now(0), LeaderEpoch(0), Origin::Client, &mut bytes, &info).unwrap();
        log.written(Offset(placement.last.0 + 1));
        if let Some(wanted) = log.preallocation(u64::MAX) {
            assert!(wanted.from >= (n + 1) * size, "only space beyond the records");
            assert!((n + 1) * size >= 1 << 20, "nothing before the first MiB");
            kept.push(wanted.len >> 20);
        }
        assert!(log.preallocated_bytes() <= 80 << 20, "a step, and the quarter left of the one before");
    }
    assert_eq!(kept[..8], [1, 2, 4, 8, 16, 32, 64, 64]);
    let more = (0..2000).find_map(|_| {
        let info = BatchInfo::parse(&bytes).unwrap();
        let placement = log.plan_append(now(0), LeaderEpoch(0), Origin::Client, &mut bytes, &info).unwrap();
        log.written(Offset(placement.last.0 + 1));
        log.preallocation(1 << 20)
    });
    assert_eq!(more.as_ref().map(|wanted| wanted.len), Some(1 << 20), "no more than the share of free space");
    log.preallocation_refused(&more.unwrap());
    assert!(log.preallocation(u64::MAX).is_none());
}

#[test]
fn a_flush_is_due_by_count_and_by_time() {
    let disk = MemDisk::default();
    let config = LogConfig { flush_messages: 10, flush_ms: 500, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    log.synced(log.end(), now(1000));
    assert!(!log.sync_due(now(5000)), "nothing waits");
    append(&mut log, &disk, 1000, &mut batch(5, 10, 0)).unwrap();
    assert!(!log.sync_due(now(1400)));
    assert!(log.sync_due(now(1500)));
    append(&mut log, &disk, 1000, &mut batch(5, 10, 0)).unwrap();
    assert!(log.sync_due(now(1001)));
    let plan = log.sync_plan().unwrap();
    storage::jobs::perform::sync(&disk, &plan).unwrap();
    log.synced(plan.upto, now(1600));
    assert_eq!((log.synced_end(), log.recovery_point()), (Offset(10), Offset(10)));
    assert!(log.sync_plan().is_none());
}

#[test]
fn a_stop_writes_nothing_for_a_log_that_was_not_written_to() {
    let disk = MemDisk::default();
    let config = small();
    let mut log = fresh(&disk, &config);
    for n in 0..20 {
        append(&mut log, &disk, n, &mut batch(3, 50, 1000 + n)).unwrap();
    }
    close(&mut log, &disk).unwrap();
    let before = disk.files();
    for clean in [true, false] {
        let mut again = reopen(&disk, &config, clean, log.end());
        let operations = disk.operations();
        close(&mut again, &disk).unwrap();
        assert_eq!(disk.operations(), operations, "clean {clean}");
        assert_eq!(disk.files(), before);
        read_all(&mut again, &disk, Offset(0), 1000);
    }
    let mut again = reopen(&disk, &config, true, log.end());
    append(&mut again, &disk, 1, &mut batch(1, 10, 1)).unwrap();
    close(&mut again, &disk).unwrap();
    assert_ne!(disk.files(), before);
    // An empty log gets its empty indexes, without which Kafka complains.
    let disk = MemDisk::default();
    let mut empty = fresh(&disk, &config);
    close(&mut empty, &disk).unwrap();
    assert_eq!(disk.files()[Path::new("/data/t-0/00000000000000000000.index")], b"");
    assert_eq!(disk.files()[Path::new("/data/t-0/00000000000000000000.timeindex")], b"");
}

#[test]
fn a_full_disk_opens_what_it_holds_without_indexes_and_makes_them_later() {
    let disk = MemDisk::default();
    let config = small();
    let mut log = fresh(&disk, &config);
    for n in 0..60 {
        append(&mut log, &disk, 1000 + n, &mut batch(3, 100, 1000 + n)).unwrap();
        perform(&mut log, &disk).unwrap();
    }
    let (end, segments) = (log.end(), log.segments_count());
    let expected = read_all(&mut log, &disk, Offset(0), 1000);
    assert!(segments > 3);
    let indexes = |disk: &MemDisk| {
        let files = disk.files();
        let found =
            files.keys().filter(|path| path.extension().is_some_and(|e| e == "index" || e == "timeindex"));
        found.count()
    };
    disk.fail_writes(true);
    for clean in [false, true] {
        let mut full = reopen(&disk, &config, clean, Offset(0));
        assert_eq!(full.end(), end);
        assert_eq!(read_all(&mut full, &disk, Offset(0), 1000), expected);
        assert_eq!(indexes(&disk), 0);
    }
    disk.fail_writes(false);
    // Appends go on where there are no indexes, and what they add is found.
    let mut again = reopen(&disk, &config, false, Offset(0));
    assert_eq!(indexes(&disk), 2 * segments);
    assert_eq!(read_all(&mut again, &disk, Offset(0), 1000), expected);
    disk.fail_writes(true);
    let mut full = reopen(&disk, &config, false, Offset(0));
    disk.fail_writes(false);
    for n in 60..120 {
        append(&mut full, &disk, 1000 + n, &mut batch(3, 100, 1000 + n)).unwrap();
        perform(&mut full, &disk).unwrap();
    }
    close(&mut full, &disk).unwrap();
    let all = read_all(&mut full, &disk, Offset(0), 1000);
    let mut last = reopen(&disk, &config, true, full.end());
    assert_eq!(last.end(), full.end());
    assert_eq!(read_all(&mut last, &disk, Offset(0), 1000), all);
    assert_eq!(indexes(&disk), 2 * last.segments_count());
}
