//! Directories that Apache Kafka wrote, opened and compared with what Kafka's own tools say is in them.

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use protocol::{Now, Offset, ProducerId, Timestamp};
use storage::batch::Header;
use storage::file::read_full;
use storage::jobs::open::{OpenReport, OpenRules, open_log};
use storage::jobs::perform::run_lookup;
use storage::log::TimeAnswer;
use storage::lookup::Outcome;
use storage::{Disk, Log};
use support::archive::Archive;
use support::mem::MemDisk;
use support::{log_of, read_all};

/// About when the archives were made.
const THEN: Timestamp = Timestamp(1_795_968_200_000);

fn open(
    archive: &Archive,
    disk: &MemDisk,
    partition: &str,
    clean: bool,
    recovery_point: Offset,
) -> (Log, OpenReport) {
    let config = archive.config(partition);
    let options = OpenRules {
        config: config.clone(),
        now: THEN,
        clean,
        recovery_point,
        log_start: None,
        holes_above_recovery_point: false,
    };
    let dir = Path::new("/data").join(partition);
    let (loaded, report) = open_log(disk, &dir, &options).unwrap();
    (log_of(loaded, &config), report)
}

fn is_current(partition: &str) -> bool {
    !partition.ends_with("-delete") && !partition.ends_with("-stray")
}

fn with_suffix(disk: &MemDisk, suffix: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = disk.files();
    files.retain(|path, _| path.to_str().unwrap().ends_with(suffix));
    files
}

fn epochs(archive: &Archive, partition: &str) -> Vec<(i32, i64)> {
    let rows = archive.table("leader-epochs.tsv").into_iter();
    rows.filter(|row| row[0] == format!("data/{partition}"))
        .map(|row| (row[1].parse().unwrap(), row[2].parse().unwrap()))
        .collect()
}

#[test]
fn a_clean_directory_is_what_kafkas_tools_say() {
    let archive = Archive::open("static-clean");
    let batches = archive.batches();
    let offsets = archive.table("offsets.tsv");
    let producers = archive.table("producers.tsv");
    let mut compared = 0;
    for partition in archive.partitions().into_iter().filter(|name| is_current(name)) {
        let disk = archive.disk(&partition);
        let is_metadata = partition == "__cluster_metadata-0";
        let (mut log, report) = open(&archive, &disk, &partition, !is_metadata, Offset(0));
        assert_eq!(report.distrusted, [], "{partition}");
        let (topic, number) = partition.rsplit_once('-').unwrap();
        let all = batches.get(&partition).cloned().unwrap_or_default();
        let start = log.log_start();
        assert_eq!(read_all(&mut log, &disk, start, 10_000), all, "{partition}");
        let known: Vec<(i32, i64)> =
            epochs(&archive, &partition).into_iter().filter(|&(_, start)| start < log.end().0).collect();
        let ours: Vec<(i32, i64)> = log.epochs().entries().iter().map(|e| (e.epoch.0, e.start.0)).collect();
        assert_eq!(ours, known, "{partition}");
        let Some(row) = offsets.iter().find(|row| row[0] == topic && row[1] == number) else { continue };
        assert_eq!(log.end().0.to_string(), row[3], "{partition}: log end");
        log.on_high_watermark(log.end());
        assert_eq!(log.last_stable_offset().0.to_string(), row[4], "{partition}: last stable offset");
        let max_timestamp = log.max_timestamp().map_or("-1".into(), |(timestamp, _)| timestamp.0.to_string());
        assert_eq!(max_timestamp, row[6], "{partition}: max timestamp");
        // Kafka forgets when it loads, we a little later.
        log.expire_producers(Now { mono: protocol::Mono(0), wall: THEN });
        let mut known = Vec::new();
        for row in producers.iter().filter(|row| row[0] == topic && row[1] == number) {
            known.push(row[2..].join(" "));
        }
        let mut ours: Vec<String> = log
            .producers()
            .iter()
            .map(|(id, entry)| {
                let dash = |value: i64| if value < 0 { "-".to_owned() } else { value.to_string() };
                let coordinator = dash(i64::from(entry.coordinator_epoch));
                let first = entry.txn_first.map_or("-".into(), |first| first.0.to_string());
                let time = entry.last_timestamp;
                format!("{id} {} {} {time} {coordinator} {first}", entry.epoch, entry.last_sequence())
            })
            .collect();
        known.retain(|row| {
            let fields: Vec<&str> = row.split(' ').collect();
            let time: i64 = fields[3].parse().unwrap();
            fields[5] != "-" || THEN.0 - time < 2_147_483_647
        });
        known.sort();
        ours.sort();
        assert_eq!(ours, known, "{partition}: producers");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn behind_a_snapshot_of_kafkas_the_last_five_batches_of_a_producer_are_found() {
    let mut found = 0;
    for (name, clean) in [("static-clean", true), ("static-killed-1", false), ("static-killed-3", false)] {
        let archive = Archive::open(name);
        for partition in archive.partitions().into_iter().filter(|name| is_current(name)) {
            if partition == "__cluster_metadata-0" || archive.config(&partition).compact {
                continue;
            }
            let disk = archive.disk(&partition);
            let point = archive.checkpoint("recovery-point-offset-checkpoint", &partition);
            let (log, _) = open(&archive, &disk, &partition, clean, point.unwrap_or(Offset(0)));
            let mut in_log: BTreeMap<ProducerId, Vec<(i16, i64, i32)>> = BTreeMap::new();
            for bytes in with_suffix(&disk, ".log").values() {
                let mut at = 0;
                while let Some(header) = bytes.get(at..).and_then(|bytes| Header::parse(bytes).ok()) {
                    if header.base_sequence >= 0 {
                        let batch = (header.producer_epoch.0, header.base.0, header.base_sequence);
                        in_log.entry(header.producer_id).or_default().push(batch);
                    }
                    at += header.size as usize;
                }
            }
            for (id, entry) in log.producers().iter().filter(|(_, entry)| entry.last_sequence() >= 0) {
                let mut expected = in_log.remove(&id).unwrap_or_default();
                expected.retain(|&(epoch, ..)| epoch == entry.epoch.0);
                expected.drain(..expected.len().saturating_sub(5));
                let known = entry.batches().iter();
                let known: Vec<_> =
                    known.map(|b| (entry.epoch.0, b.first_offset().0, b.first_sequence())).collect();
                // Where retention has taken the batches the snapshot alone knows the last one.
                let by_snapshot = expected.is_empty() && known.len() == 1;
                assert!(known == expected || by_snapshot, "{name} {partition} {id}: {known:?} {expected:?}");
                found += usize::from(known.len() > 1);
            }
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn indexes_made_anew_are_kafkas_byte_for_byte() {
    let archive = Archive::open("static-clean");
    let mut compared = 0;
    for partition in archive.partitions().into_iter().filter(|name| is_current(name)) {
        let disk = archive.disk(&partition);
        if partition == "__cluster_metadata-0" || archive.config(&partition).compact {
            continue;
        }
        let suffixes = [".index", ".timeindex", ".txnindex", ".log"];
        let before = suffixes.map(|suffix| with_suffix(&disk, suffix));
        let (_, report) = open(&archive, &disk, &partition, false, Offset(0));
        assert!(!report.recovered.is_empty());
        let mut after = suffixes.map(|suffix| with_suffix(&disk, suffix));
        // Kafka leaves an empty file where a transaction index was opened for nothing.
        let mut before = before;
        before[2].retain(|_, bytes| !bytes.is_empty());
        after[2].retain(|_, bytes| !bytes.is_empty());
        for (before, after) in before.iter().zip(&after) {
            for (path, bytes) in before {
                // An active segment was opened at each of three starts; Kafka counts the bytes to the next entry anew at
                // each, and adds a time entry at each stop.
                let active = before.keys().next_back().unwrap();
                if path != active || path.extension().unwrap() == "log" {
                    assert_eq!(Some(bytes), after.get(path), "{}", path.display());
                }
                compared += usize::from(Some(bytes) == after.get(path));
            }
            assert_eq!(before.len(), after.len(), "{partition}");
        }
    }
    assert!(compared > 275, "{compared}");
}

#[test]
fn look_ups_by_time_find_the_batch_kafka_finds() {
    let archive = Archive::open("static-clean");
    let times = archive.table("times.tsv");
    let mut compared = 0;
    for partition in archive.partitions().into_iter().filter(|name| is_current(name)) {
        let (topic, number) = partition.rsplit_once('-').unwrap();
        let rows: Vec<_> = times.iter().filter(|row| row[0] == topic && row[1] == number).collect();
        if rows.is_empty() {
            continue;
        }
        let disk = archive.disk(&partition);
        let (mut log, _) = open(&archive, &disk, &partition, true, Offset(0));
        let start = archive.checkpoint("log-start-offset-checkpoint", &partition).unwrap_or(Offset(0));
        log.on_high_watermark(log.end());
        let inexact = archive.config(&partition).compact || start > Offset(0);
        log.delete_records(start).unwrap();
        for row in rows {
            let asked: i64 = row[2].parse().unwrap();
            let expected: Option<i64> = row[3].parse().ok().filter(|&offset| offset >= 0);
            let found = match log.offset_for_timestamp(Timestamp(asked)) {
                TimeAnswer::None => None,
                TimeAnswer::Lookup(mut lookup) => loop {
                    match run_lookup(&disk, &mut lookup).unwrap() {
                        // The record that has the batch's largest timestamp may lie below the log start, or be compacted away.
                        Outcome::Found(spot)
                            if inexact && expected.is_none_or(|offset| offset > spot.last.0) =>
                        {
                            *lookup = lookup.behind(&spot);
                        }
                        Outcome::Found(spot) => break Some(spot),
                        Outcome::Past { .. } => break None,
                        Outcome::Damaged { .. } => panic!("{partition}: damaged"),
                    }
                },
            };
            match (expected, found) {
                (None, None) => {}
                (Some(offset), Some(spot)) => {
                    assert!(
                        spot.from.0 <= offset && offset <= spot.last.0,
                        "{partition} {asked}: {offset} {spot:?}"
                    );
                }
                other => panic!("{partition} {asked}: {other:?}"),
            }
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn a_killed_directory_is_recovered_to_its_last_whole_batch() {
    for name in ["static-killed-1", "static-killed-3"] {
        let archive = Archive::open(name);
        let batches = archive.batches();
        let mut compared = 0;
        for partition in archive.partitions().into_iter().filter(|name| is_current(name)) {
            let disk = archive.disk(&partition);
            let recovery_point = archive.checkpoint("recovery-point-offset-checkpoint", &partition);
            let txn_before = with_suffix(&disk, ".txnindex");
            let (mut log, _) = open(&archive, &disk, &partition, false, recovery_point.unwrap_or(Offset(0)));
            let all = batches.get(&partition).cloned().unwrap_or_default();
            let start = log.log_start();
            assert_eq!(read_all(&mut log, &disk, start, 100_000), all, "{name} {partition}");
            let txn_after = with_suffix(&disk, ".txnindex");
            for (path, bytes) in txn_before.iter().filter(|(_, bytes)| !bytes.is_empty()) {
                assert_eq!(Some(bytes), txn_after.get(path), "{name} {}", path.display());
            }
            for (path, bytes) in disk.files() {
                assert!(!path.ends_with(".index") || bytes.len() < 100_000, "{}", path.display());
            }
            // Opened again as after a clean stop, nothing is distrusted and the state is the same.
            let (again, report) = open(&archive, &disk, &partition, true, log.end());
            assert_eq!(report, OpenReport::default(), "{name} {partition}");
            assert_eq!(again.end(), log.end());
            assert_eq!(producers_of(&again), producers_of(&log), "{name} {partition}");
            compared += all.len();
        }
        assert!(compared > 200, "{compared}");
    }
}

fn producers_of(log: &Log) -> Vec<(ProducerId, i16, i32, Option<Offset>)> {
    let mut all: Vec<_> =
        log.producers().iter().map(|(id, e)| (id, e.epoch.0, e.last_sequence(), e.txn_first)).collect();
    all.sort_unstable();
    all
}

fn aborted_of(log: &Log) -> Vec<(i64, i64)> {
    log.aborted(Offset(0), log.end()).map(|txn| (txn.first.0, txn.last.0)).collect()
}

/// Every batch of the damaged directories is 5 records, 4 for transactions.
fn read_everything(log: &mut Log, disk: &MemDisk) -> Vec<(i64, i64)> {
    let start = log.log_start();
    read_all(log, disk, start, 300)
}

fn plain() -> Vec<(i64, i64)> {
    (0..40).map(|n| (n * 5, n * 5 + 4)).collect()
}

#[test]
fn damaged_sidecars_are_noticed_after_a_clean_stop_and_made_anew() {
    let archive = Archive::open("damaged-files-marked");
    let sound = Archive::open("damaged-txnindex-garbage");
    for (partition, noticed) in [
        ("t.plain-0", true),
        ("t.plain-1", true),
        ("t.plain-2", false),
        ("t.plain-3", true),
        ("t.plain-4", true),
        ("t.plain-5", true),
        ("t.plain-6", true),
        ("t.plain-7", true),
        ("t.plain-8", true),
        ("t.plain-9", true),
    ] {
        let disk = archive.disk(partition);
        let (mut log, report) = open(&archive, &disk, partition, true, Offset(200));
        assert_eq!(!report.distrusted.is_empty(), noticed, "{partition}");
        assert_eq!(log.end(), Offset(200), "{partition}");
        assert_eq!(read_everything(&mut log, &disk), plain(), "{partition}");
        for offset in 0..200 {
            let (bytes, _) = support::read(&mut log, &disk, Offset(offset), 1, true).unwrap();
            assert_eq!(Header::parse(&bytes).unwrap().base.0, offset / 5 * 5, "{partition}");
        }
        if noticed {
            for suffix in [".index", ".timeindex"] {
                let sound = with_suffix(&sound.disk(partition), suffix);
                assert_eq!(with_suffix(&disk, suffix), sound, "{partition}");
            }
        }
    }
}

#[test]
fn lost_producer_state_and_aborted_transactions_come_back_after_a_clean_stop() {
    let archive = Archive::open("damaged-files-marked");
    let whole = Archive::open("damaged-logs-unmarked");
    let sound = |partition: &str| open(&whole, &whole.disk(partition), partition, false, Offset(0)).0;
    for partition in ["t.idem-0", "t.idem-1", "t.idem-2"] {
        let disk = archive.disk(partition);
        let (log, _) = open(&archive, &disk, partition, true, Offset(200));
        assert_eq!(producers_of(&log), producers_of(&sound(partition)), "{partition}");
        assert!(log.producers().count() > 0);
    }
    for partition in ["t.tx-0", "t.tx-1", "t.tx-2"] {
        let disk = archive.disk(partition);
        let (log, _) = open(&archive, &disk, partition, true, Offset(160));
        let sound = sound(partition);
        assert!(aborted_of(&sound).len() >= 12, "{partition}");
        assert_eq!(aborted_of(&log), aborted_of(&sound), "{partition}");
        assert_eq!(producers_of(&log), producers_of(&sound), "{partition}");
    }
}

#[test]
fn damage_behind_the_clean_marker_costs_no_more_than_it_must() {
    let archive = Archive::open("damaged-files-marked");
    // A torn tail is cut to its last whole batch, where Kafka goes back to the segment's base.
    let disk = archive.disk("t.plain-10");
    let (mut log, report) = open(&archive, &disk, "t.plain-10", true, Offset(200));
    assert_eq!(log.end(), Offset(195));
    assert_eq!(report.cut.map(|(offset, _)| offset), Some(Offset(195)));
    assert!(report.lost_below_recovery_point);
    assert_eq!(read_everything(&mut log, &disk).last(), Some(&(190, 194)));
    // An emptied segment is a hole.
    let disk = archive.disk("t.plain-11");
    let (mut log, _) = open(&archive, &disk, "t.plain-11", true, Offset(200));
    let holes: Vec<_> = log.holes().iter().map(|hole| (hole.from.0, hole.end.0)).collect();
    assert_eq!(holes, [(50, 100)]);
    assert_eq!(log.end(), Offset(200));
    assert!(support::read(&mut log, &disk, Offset(50), 1000, true).is_err());
    assert!(support::read(&mut log, &disk, Offset(99), 1000, true).is_err());
    assert!(support::read(&mut log, &disk, Offset(100), 1000, true).is_ok());
    log.on_high_watermark(log.end());
    log.delete_records(Offset(100)).unwrap();
    assert_eq!(log.holes(), []);
    // Epochs are read from the batches.
    let disk = archive.disk("t.plain-12");
    let (log, report) = open(&archive, &disk, "t.plain-12", true, Offset(200));
    assert!(report.epochs_rebuilt);
    assert_eq!(log.epochs().entries().first().map(|entry| entry.start), Some(Offset(0)));
    // Leftovers of a compaction go.
    let disk = archive.disk("t.compact-0");
    let (_, report) = open(&archive, &disk, "t.compact-0", true, Offset(120));
    assert_eq!(report, OpenReport::default());
    assert!(disk.files().keys().all(|path| !path.to_str().unwrap().ends_with(".cleaned")));
    assert!(disk.files().keys().all(|path| !path.to_str().unwrap().ends_with(".deleted")));
    // Unknown files are kept.
    let disk = archive.disk("t.plain-13");
    open(&archive, &disk, "t.plain-13", true, Offset(200));
    assert!(disk.files().contains_key(Path::new("/data/t.plain-13/notes.txt")));
    // An empty directory gets a log.
    let disk = archive.disk("t.plain-15");
    assert_eq!(open(&archive, &disk, "t.plain-15", true, Offset(200)).0.end(), Offset(0));
    // Zeros behind the tail, on which Kafka does not start.
    let zeros = Archive::open("damaged-tail-zeros-marked");
    let mut cut = 0;
    for partition in zeros.partitions().iter().filter(|name| name.starts_with("t.plain")) {
        let disk = zeros.disk(partition);
        let (mut log, report) = open(&zeros, &disk, partition, true, Offset(200));
        assert_eq!(log.end(), Offset(200));
        assert_eq!(read_everything(&mut log, &disk), plain());
        cut += usize::from(report.cut.is_some());
    }
    assert_eq!(cut, 1);
    let garbage = Archive::open("damaged-txnindex-garbage");
    for partition in garbage.partitions().iter().filter(|name| name.starts_with("t.tx")) {
        let (log, _) = open(&garbage, &garbage.disk(partition), partition, true, Offset(160));
        assert!(aborted_of(&log).len() >= 12);
    }
}

#[test]
fn damage_without_the_clean_marker_is_cut_at_the_tail_and_kept_as_a_hole_inside() {
    let archive = Archive::open("damaged-logs-unmarked");
    let end_of =
        |partition: &str| open(&archive, &archive.disk(partition), partition, false, Offset(0)).0.end().0;
    // Above the recovery point, in one life of the operating system, everything bad is a torn tail: as in Kafka.
    assert_eq!(end_of("t.plain-0"), 195);
    assert_eq!(end_of("t.plain-1"), 200);
    assert_eq!(end_of("t.plain-2"), 170);
    assert_eq!(end_of("t.plain-3"), 70);
    assert_eq!(end_of("t.plain-4"), 170);
    assert_eq!(end_of("t.compact-0"), 120);
    assert_eq!(end_of("t.compact-1"), 120);
    for partition in ["t.plain-6", "t.plain-7", "t.plain-8"] {
        let disk = archive.disk(partition);
        let (mut log, _) = open(&archive, &disk, partition, false, Offset(0));
        assert_eq!(read_everything(&mut log, &disk), plain());
    }
    // Where it may be a hole, nothing behind the damage is lost.
    for (partition, hole) in [("t.plain-2", (170, 175)), ("t.plain-3", (70, 75)), ("t.plain-4", (170, 175))] {
        let disk = archive.disk(partition);
        let config = archive.config(partition);
        let options = OpenRules {
            config: config.clone(),
            now: THEN,
            clean: false,
            recovery_point: Offset(0),
            log_start: None,
            holes_above_recovery_point: true,
        };
        let (loaded, _) = open_log(&disk, &Path::new("/data").join(partition), &options).unwrap();
        let mut log = log_of(loaded, &config);
        assert_eq!(log.end(), Offset(200), "{partition}");
        assert_eq!(
            log.holes().iter().map(|h| (h.from.0, h.end.0)).collect::<Vec<_>>(),
            [hole],
            "{partition}"
        );
        for offset in 0..200 {
            let answer = support::read(&mut log, &disk, Offset(offset), 10_000, true);
            if (hole.0..hole.1).contains(&offset) {
                assert!(answer.is_err(), "{partition} {offset}");
                continue;
            }
            let (bytes, _) = answer.unwrap();
            let mut at = 0;
            while at < bytes.len() {
                let header = Header::parse(&bytes[at..]).expect("a range stops before a hole");
                assert!(header.crc_fits(&bytes[at..at + header.size as usize]), "{partition} {offset}");
                at += header.size as usize;
            }
            assert_eq!(Header::parse(&bytes).unwrap().base.0, offset / 5 * 5);
        }
    }
    let kept = Archive::open("damaged-logs-unmarked-recovery-point-kept");
    let disk = kept.disk("t.plain-1");
    let (log, _) = open(&kept, &disk, "t.plain-1", false, Offset(200));
    assert_eq!(log.end(), Offset(200), "below the recovery point a flipped bit is a hole");
    assert_eq!(log.holes().len(), 1);
    for partition in
        ["t.plain-2", "t.plain-3", "t.plain-4", "t.plain-5", "t.plain-6", "t.plain-7", "t.plain-8"]
    {
        let disk = kept.disk(partition);
        let (mut log, _) = open(&kept, &disk, partition, false, Offset(200));
        assert_eq!(read_everything(&mut log, &disk), plain(), "{partition}");
    }
}

#[test]
fn formats_of_old_are_read_as_they_are() {
    let archive = Archive::open("damaged-old-magic");
    let mut old = 0;
    for partition in archive.partitions().into_iter().filter(|name| is_current(name)) {
        let disk = archive.disk(&partition);
        let (mut log, _) = open(&archive, &disk, &partition, false, Offset(0));
        let mut offset = log.log_start();
        while offset < log.end() {
            let (bytes, _) = support::read(&mut log, &disk, offset, 1, true).unwrap();
            let header = Header::parse(&bytes).unwrap();
            assert!(header.crc_fits(&bytes) && header.last >= offset);
            old += usize::from(header.magic < 2);
            offset = Offset(header.last.0 + 1);
        }
        if old > 0 && log.end() == Offset(23) {
            return;
        }
    }
    panic!("no partition of the old formats was found");
}

#[test]
fn a_log_dir_shows_its_identity_partitions_and_checkpoints() {
    let archive = Archive::open("static-clean");
    let disk = archive.disk("t.tx-0");
    let found = storage::jobs::dir::open_log_dir(&disk, Path::new("/data")).unwrap();
    let meta = found.meta.unwrap().unwrap();
    assert_eq!((meta.version, meta.node_id), (1, Some(1)));
    assert_eq!(found.clean_shutdown, Some(637));
    assert_eq!(found.partitions.len(), 1);
    assert_eq!(found.partitions[0].topic_id.unwrap().to_string(), "20UgDPnRQnG8vAZ9rw42ow");
    assert_eq!(found.recovery_points.unwrap().len(), 66);
    assert_eq!(found.log_starts.unwrap().len(), 3);
    let file = disk.open(Path::new("/data/meta.properties"), storage::OpenMode::Read).unwrap();
    let mut text = vec![0; file.len().unwrap() as usize];
    read_full(&*file, &mut text, 0).unwrap();
    assert_eq!(meta.encode(Timestamp(1_795_967_973_000)), text);
}
