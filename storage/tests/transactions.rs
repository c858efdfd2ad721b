//! Transactions and idempotent producers over a disk in memory: what readers may see, what retries are answered, what a
//! restart remembers.

mod support;

use std::path::Path;

use protocol::records::{BatchBuilder, EndTxnMarker};
use protocol::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Timestamp};
use storage::batch::BatchInfo;
use storage::jobs::dir::{self, create_partition};
use storage::jobs::open::open_log;
use storage::names::{DirKind, DirName};
use storage::producers::Origin;
use storage::{AppendError, Disk, Log, LogConfig};
use support::mem::MemDisk;
use support::{close, log_of, now, options, perform, read};

const DIR: &str = "/data/t-0";

fn fresh(disk: &MemDisk, config: &LogConfig) -> Log {
    create_partition(disk, Path::new(DIR), None, Offset(0)).unwrap();
    let (loaded, _) = open_log(disk, Path::new(DIR), &options(config, false, Offset(0))).unwrap();
    log_of(loaded, config)
}

fn data(id: i64, epoch: i16, sequence: i32, count: i32, transactional: bool) -> Vec<u8> {
    let mut builder = BatchBuilder::new(Offset(0))
        .producer(ProducerId(id), ProducerEpoch(epoch), sequence)
        .transactional(transactional);
    for _ in 0..count {
        builder.append(Timestamp(900_000), None, Some(b"value"), []);
    }
    builder.finish()
}

fn marker(id: i64, epoch: i16, commit: bool) -> Vec<u8> {
    BatchBuilder::end_txn(
        Timestamp(900_000),
        ProducerId(id),
        ProducerEpoch(epoch),
        EndTxnMarker { commit, coordinator_epoch: 0 },
    )
}

fn append(log: &mut Log, disk: &MemDisk, origin: Origin, mut batch: Vec<u8>) -> Result<Offset, AppendError> {
    let info = BatchInfo::parse(&batch).unwrap();
    let placement = log.plan_append(now(1_000_000), LeaderEpoch(0), origin, &mut batch, &info)?;
    placement.file.get(disk).unwrap().write_at(&batch, placement.position).unwrap();
    log.written(Offset(placement.last.0 + 1));
    log.on_high_watermark(log.end());
    Ok(placement.base)
}

fn aborted(log: &Log) -> Vec<(i64, i64, i64)> {
    log.aborted(Offset(0), log.end()).map(|txn| (txn.producer_id.0, txn.first.0, txn.last.0)).collect()
}

#[test]
fn committed_readers_stop_at_the_oldest_open_transaction_also_after_a_kill() {
    let disk = MemDisk::default();
    let config = LogConfig { segment_bytes: 400, index_interval_bytes: 100, ..LogConfig::default() };
    let mut log = fresh(&disk, &config);
    let (client, coordinator) = (Origin::Client, Origin::Coordinator);
    append(&mut log, &disk, client, data(1, 0, 0, 3, true)).unwrap();
    append(&mut log, &disk, client, data(2, 0, 0, 3, true)).unwrap();
    append(&mut log, &disk, client, data(3, 0, 0, 3, false)).unwrap();
    assert_eq!((log.last_stable_offset(), log.high_watermark()), (Offset(0), Offset(9)));
    append(&mut log, &disk, coordinator, marker(1, 0, false)).unwrap();
    assert_eq!(log.last_stable_offset(), Offset(3));
    append(&mut log, &disk, client, data(1, 0, 3, 2, true)).unwrap();
    append(&mut log, &disk, coordinator, marker(2, 0, true)).unwrap();
    assert_eq!(log.last_stable_offset(), Offset(10));
    let limit = log.last_stable_offset();
    // The range of a committed reader ends at the last stable offset, found in memory.
    match log.locate(Offset(9), 1 << 20, limit, true).unwrap() {
        storage::Located::Range(range) => assert!(range.len > 0),
        other => panic!("{other:?}"),
    }
    append(&mut log, &disk, coordinator, marker(1, 0, false)).unwrap();
    assert_eq!(log.last_stable_offset(), log.end());
    let expected = [(1, 0, 9), (1, 10, 13)];
    assert_eq!(aborted(&log), expected);
    append(&mut log, &disk, client, data(1, 0, 5, 2, true)).unwrap();
    perform(&mut log, &disk).unwrap();
    for clean in [false, true] {
        if clean {
            close(&mut log, &disk).unwrap();
        }
        let point = if clean { log.end() } else { Offset(0) };
        let (loaded, report) = open_log(&disk, Path::new(DIR), &options(&config, clean, point)).unwrap();
        assert_eq!(report.distrusted, []);
        log = log_of(loaded, &config);
        log.on_high_watermark(log.end());
        assert_eq!(aborted(&log), expected, "clean {clean}");
        assert_eq!(log.last_stable_offset(), Offset(14), "clean {clean}");
        assert!(log.producers().has_ongoing(ProducerId(1)));
        let (bytes, _) = read(&mut log, &disk, Offset(13), 1, true).unwrap();
        assert_eq!(i64::from_be_bytes(bytes[..8].try_into().unwrap()), 13);
    }
}

#[test]
fn a_retry_is_answered_with_the_first_offset_also_after_a_restart() {
    let disk = MemDisk::default();
    let config = LogConfig::default();
    let mut log = fresh(&disk, &config);
    for n in 0..7 {
        append(&mut log, &disk, Origin::Client, data(1, 0, n * 5, 5, false)).unwrap();
    }
    let first_of = |log: &mut Log, sequence: i32| match append(
        log,
        &disk,
        Origin::Client,
        data(1, 0, sequence, 5, false),
    ) {
        Err(AppendError::Duplicate(seen)) => Some(seen.first_offset().0),
        Err(AppendError::OutOfOrderSequence) => None,
        other => panic!("{other:?}"),
    };
    let answers: Vec<_> = (0..7).map(|n| first_of(&mut log, n * 5)).collect();
    assert_eq!(answers, [None, None, Some(10), Some(15), Some(20), Some(25), Some(30)]);
    close(&mut log, &disk).unwrap();
    let (loaded, _) = open_log(&disk, Path::new(DIR), &options(&config, true, log.end())).unwrap();
    let mut log = log_of(loaded, &config);
    // A snapshot holds the last batch only, as in Kafka; the others are found in the log.
    let answers: Vec<_> = (0..7).map(|n| first_of(&mut log, n * 5)).collect();
    assert_eq!(answers, [None, None, Some(10), Some(15), Some(20), Some(25), Some(30)]);
    assert_eq!(append(&mut log, &disk, Origin::Client, data(1, 0, 35, 5, false)), Ok(Offset(35)));
    assert_eq!(
        append(&mut log, &disk, Origin::Client, data(1, -1, 0, 1, false)),
        Err(AppendError::OldProducerEpoch)
    );
}

#[test]
fn partitions_are_made_renamed_and_removed_as_kafka_names_them() {
    let disk = MemDisk::default();
    let id = protocol::Uuid::parse("20UgDPnRQnG8vAZ9rw42ow");
    create_partition(&disk, Path::new(DIR), id, Offset(0)).unwrap();
    let names: Vec<String> = support::list(&disk, Path::new(DIR)).into_iter().map(|file| file.0).collect();
    assert_eq!(names, ["00000000000000000000.log", "leader-epoch-checkpoint", "partition.metadata"]);
    let found = dir::open_log_dir(&disk, Path::new("/data")).unwrap();
    assert_eq!(found.partitions[0].topic_id, id);
    assert_eq!(found.clean_shutdown, None);
    let to = DirName::marked("t", protocol::PartitionIndex(0), 7, DirKind::Delete);
    let renamed = dir::rename_partition(&disk, Path::new(DIR), &to).unwrap();
    assert_eq!(
        dir::open_log_dir(&disk, Path::new("/data")).unwrap().partitions[0].name.kind,
        DirKind::Delete
    );
    dir::remove_partition(&disk, &renamed).unwrap();
    dir::remove_partition(&disk, &renamed).unwrap();
    assert_eq!(dir::open_log_dir(&disk, Path::new("/data")).unwrap().partitions, []);
    dir::write_clean_shutdown(&disk, Path::new("/data"), 42).unwrap();
    assert_eq!(dir::open_log_dir(&disk, Path::new("/data")).unwrap().clean_shutdown, Some(42));
    dir::remove_clean_shutdown(&disk, Path::new("/data")).unwrap();
    disk.put(Path::new("/data/recovery-point-offset-checkpoint"), b"garbage".to_vec());
    disk.create_dir_all(Path::new("/data/lost+found")).unwrap();
    let found = dir::open_log_dir(&disk, Path::new("/data")).unwrap();
    assert_eq!((found.clean_shutdown, found.recovery_points.is_none()), (None, true));
    assert_eq!(found.odd, ["lost+found"]);
}
