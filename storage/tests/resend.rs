//! What is sent again across a start: all five batches in flight are answered with their first offsets, whatever lies between
//! them, and looking for them costs a start little.

mod support;

use std::path::Path;

use protocol::records::{BatchBuilder, EndTxnMarker};
use protocol::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Timestamp};
use storage::batch::{BatchInfo, add_sequence};
use storage::jobs::dir::create_partition;
use storage::jobs::open::{OpenRules, open_log};
use storage::jobs::truncate::truncate_log;
use storage::producers::Origin;
use storage::{AppendError, Log, LogConfig};
use support::mem::MemDisk;
use support::{close, log_of, now, options, perform};

const DIR: &str = "/data/t-0";
const THEN: i64 = 900_000;
/// What a start may read beyond what it reads anyway, in pages.
const PAGES_MAX: u64 = 512 + 16;

struct Life {
    disk: MemDisk,
    config: LogConfig,
    log: Log,
    log_start: Offset,
}

impl Life {
    fn new(config: LogConfig, start: Offset) -> Self {
        let disk = MemDisk::default();
        create_partition(&disk, Path::new(DIR), None, start).unwrap();
        let rules = OpenRules { log_start: Some(start), ..options(&config, false, start) };
        let (loaded, _) = open_log(&disk, Path::new(DIR), &rules).unwrap();
        Self { disk, log: log_of(loaded, &config), config, log_start: start }
    }

    fn append(&mut self, origin: Origin, mut batch: Vec<u8>) -> Result<Offset, AppendError> {
        let info = BatchInfo::parse(&batch).unwrap();
        let placement = self.log.plan_append(now(1_000_000), LeaderEpoch(0), origin, &mut batch, &info)?;
        placement.file.get(&self.disk).unwrap().write_at(&batch, placement.position).unwrap();
        self.log.written(Offset(placement.last.0 + 1));
        self.log.on_high_watermark(self.log.end());
        Ok(placement.base)
    }

    fn write(&mut self, batch: Batch) -> Offset {
        self.append(Origin::Client, batch.bytes()).unwrap()
    }

    /// The offset a duplicate is answered with; none if it is refused.
    fn resend(&mut self, batch: Batch) -> Option<i64> {
        match self.append(Origin::Client, batch.bytes()) {
            Err(AppendError::Duplicate(seen)) => Some(seen.first_offset().0),
            Err(AppendError::OutOfOrderSequence | AppendError::OldProducerEpoch) => None,
            other => panic!("{other:?}"),
        }
    }

    /// Stops and starts; the pages that the start read.
    fn restart(&mut self, clean: bool) -> u64 {
        if clean {
            close(&mut self.log, &self.disk).unwrap();
        } else {
            perform(&mut self.log, &self.disk).unwrap();
        }
        let point = if clean { self.log.end() } else { self.log.recovery_point() };
        let rules = OpenRules { log_start: Some(self.log_start), ..options(&self.config, clean, point) };
        let before = self.disk.read_pages();
        let (loaded, _) = open_log(&self.disk, Path::new(DIR), &rules).unwrap();
        self.log = log_of(loaded, &self.config);
        self.log.on_high_watermark(self.log.end());
        self.disk.read_pages() - before
    }
}

#[derive(Clone, Copy)]
struct Batch {
    id: i64,
    epoch: i16,
    sequence: i32,
    count: i32,
    value_bytes: usize,
    timestamp: i64,
    transactional: bool,
}

fn batch(id: i64, sequence: i32, count: i32) -> Batch {
    Batch { id, epoch: 0, sequence, count, value_bytes: 10, timestamp: THEN, transactional: false }
}

impl Batch {
    fn bytes(self) -> Vec<u8> {
        let mut builder = BatchBuilder::new(Offset(0))
            .producer(ProducerId(self.id), ProducerEpoch(self.epoch), self.sequence)
            .transactional(self.transactional);
        let value = vec![b'v'; self.value_bytes];
        for _ in 0..self.count {
            builder.append(Timestamp(self.timestamp), None, Some(&value), []);
        }
        builder.finish()
    }
}

/// Five batches of producer 1 with `between` batches of others of some 5 KB behind each of them.
fn five_among_others(between: i32, timestamp: i64) -> (Life, Vec<Batch>, Vec<i64>) {
    let mut life = Life::new(LogConfig::default(), Offset(0));
    let mut theirs = 0;
    let five: Vec<Batch> = (0..5).map(|n| Batch { timestamp, ..batch(1, 10 + n * 3, 3) }).collect();
    let mut offsets = Vec::new();
    for &one in &five {
        offsets.push(life.write(one).0);
        for _ in 0..between {
            life.write(Batch { value_bytes: 5000, ..batch(2, theirs, 1) });
            theirs += 1;
        }
    }
    (life, five, offsets)
}

#[test]
fn all_five_in_flight_are_answered_with_their_offsets_after_a_clean_stop_and_after_a_kill() {
    for (segment_bytes, index_interval_bytes) in [(1 << 30, 4096), (1 << 30, 100), (600, 100), (600, 4096)] {
        for clean in [true, false] {
            let config = LogConfig { segment_bytes, index_interval_bytes, ..LogConfig::default() };
            let mut life = Life::new(config, Offset(0));
            let mut offsets = Vec::new();
            for n in 0..7 {
                for id in 1..=3 {
                    offsets.push(((id, n), life.write(batch(id, n * 2, 2)).0));
                }
                life.write(Batch { sequence: -1, ..batch(-1, -1, 3) });
            }
            // Again and again: what a start has found is found by the next one too.
            for _ in 0..3 {
                life.restart(clean);
                for &((id, n), offset) in &offsets {
                    let expected = (n >= 2).then_some(offset);
                    assert_eq!(life.resend(batch(id, n * 2, 2)), expected, "{id} {n} clean {clean}");
                }
            }
            for id in 1..=3 {
                let end = life.log.end();
                assert_eq!(life.write(batch(id, 14, 2)), end);
            }
        }
    }
}

#[test]
fn a_kill_behind_a_snapshot_loses_none_of_those_in_front_of_it() {
    let mut life = Life::new(LogConfig::default(), Offset(0));
    let mut offsets: Vec<i64> = (0..3).map(|n| life.write(batch(1, n, 1)).0).collect();
    life.restart(true);
    offsets.extend((3..5).map(|n| life.write(batch(1, n, 1)).0));
    life.restart(false);
    let answers: Vec<_> = (0..5).map(|n| life.resend(batch(1, n, 1)).unwrap()).collect();
    assert_eq!(answers, offsets);
}

#[test]
fn batches_before_an_epoch_bump_stay_forgotten() {
    for bump_by_marker in [false, true] {
        for clean in [true, false] {
            let mut life = Life::new(LogConfig::default(), Offset(0));
            let of = |epoch, sequence| Batch { epoch, transactional: true, ..batch(1, sequence, 1) };
            for n in 0..3 {
                life.write(of(0, n));
            }
            let end = EndTxnMarker { commit: true, coordinator_epoch: 0 };
            let epoch = ProducerEpoch(i16::from(bump_by_marker));
            let marker = BatchBuilder::end_txn(Timestamp(THEN), ProducerId(1), epoch, end);
            life.append(Origin::Coordinator, marker).unwrap();
            let offsets: Vec<i64> = (0..2).map(|n| life.write(of(1, n)).0).collect();
            let before = life.log.producers().get(ProducerId(1)).unwrap().batches().to_vec();
            life.restart(clean);
            assert_eq!(life.log.producers().get(ProducerId(1)).unwrap().batches(), before);
            assert_eq!(life.resend(of(0, 2)), None);
            assert_eq!(life.resend(of(1, 0)), Some(offsets[0]));
            assert_eq!(life.resend(of(1, 1)), Some(offsets[1]));
        }
    }
}

#[test]
fn markers_between_batches_are_not_counted_among_them() {
    for clean in [true, false] {
        let mut life = Life::new(LogConfig::default(), Offset(0));
        let of = |sequence| Batch { transactional: true, ..batch(1, sequence, 2) };
        let mut offsets = Vec::new();
        for n in 0..6 {
            offsets.push(life.write(of(n * 2)).0);
            let end = EndTxnMarker { commit: n % 2 == 0, coordinator_epoch: 0 };
            let marker = BatchBuilder::end_txn(Timestamp(THEN), ProducerId(1), ProducerEpoch(0), end);
            life.append(Origin::Coordinator, marker).unwrap();
        }
        life.restart(clean);
        let answers: Vec<_> = (0..6).map(|n| life.resend(of(n * 2))).collect();
        assert_eq!(answers[0], None);
        assert!(answers[1..].iter().copied().eq(offsets[1..].iter().copied().map(Some)), "{answers:?}");
        assert_eq!(life.log.last_stable_offset(), life.log.end());
    }
}

#[test]
fn sequences_that_wrap_lead_on() {
    // In the middle of a batch, and between two; the latter only where so many records can have been written.
    for (from, start) in [(i32::MAX - 6, 0), (i32::MAX - 9, 1i64 << 31), (i32::MAX - 9, (1 << 31) + 5)] {
        for clean in [true, false] {
            let mut life = Life::new(LogConfig::default(), Offset(start));
            let five: Vec<Batch> = (0..5).map(|n| batch(1, add_sequence(from, n * 5), 5)).collect();
            let offsets: Vec<_> = five.iter().map(|&one| Some(life.write(one).0)).collect();
            life.restart(clean);
            let answers: Vec<_> = five.iter().map(|&one| life.resend(one)).collect();
            assert_eq!(answers, offsets, "from {from} clean {clean}");
        }
    }
}

#[test]
fn a_producer_that_began_anew_does_not_get_its_old_batches_back() {
    let mut life = Life::new(LogConfig::default(), Offset(0));
    for n in 0..4 {
        life.write(batch(1, n, 1));
    }
    life.log.expire_producers(now(i64::MAX / 2_000_000));
    let anew = life.write(batch(1, 7, 1));
    life.restart(true);
    assert_eq!(life.log.producers().get(ProducerId(1)).unwrap().batches().len(), 1);
    assert_eq!(life.resend(batch(1, 7, 1)), Some(anew.0));
}

#[test]
fn a_cut_log_remembers_the_five_in_front_of_the_cut() {
    let config = LogConfig { segment_bytes: 600, index_interval_bytes: 100, ..LogConfig::default() };
    let mut life = Life::new(config, Offset(0));
    let offsets: Vec<i64> = (0..20).map(|n| life.write(batch(1, n * 2, 2)).0).collect();
    close(&mut life.log, &life.disk).unwrap();
    for keep in (5..20).rev() {
        let to = Offset(offsets[keep]);
        let rules = options(&life.config, true, life.log.end());
        let (loaded, _) = truncate_log(&life.disk, Path::new(DIR), to, &rules).unwrap();
        let mut log = log_of(loaded, &life.config);
        std::mem::swap(&mut life.log, &mut log);
        assert_eq!(life.log.end(), to);
        let known = life.log.producers().get(ProducerId(1)).unwrap().batches();
        let known: Vec<i64> = known.iter().map(|batch| batch.first_offset().0).collect();
        assert_eq!(known, offsets[keep - 5..keep], "{keep}");
    }
}

#[test]
fn below_the_log_start_what_still_lies_in_the_files_is_known() {
    for clean in [true, false] {
        let config = LogConfig { segment_bytes: 250, ..LogConfig::default() };
        let mut life = Life::new(config, Offset(0));
        let offsets: Vec<i64> = (0..9).map(|n| life.write(batch(1, n, 1)).0).collect();
        life.log.delete_records(Offset(offsets[7])).unwrap();
        life.log_start = life.log.log_start();
        life.log.delete_old_segments(now(1_000_000));
        life.restart(clean);
        let oldest = life.log.segments().next().unwrap().0;
        assert!(oldest > Offset(offsets[4]) && oldest < Offset(offsets[7]), "{oldest}");
        for (n, &offset) in offsets.iter().enumerate() {
            let expected = (Offset(offset) >= oldest).then_some(offset);
            assert_eq!(life.resend(batch(1, n as i32, 1)), expected, "{n} clean {clean}");
        }
    }
}

#[test]
fn five_among_hundreds_of_others_are_found() {
    for clean in [true, false] {
        // The fifth lies some 2 MB in front of the first.
        let (mut life, five, offsets) = five_among_others(80, THEN);
        life.restart(clean);
        let answers: Vec<_> = five.iter().map(|&one| life.resend(one).unwrap()).collect();
        assert_eq!(answers, offsets, "clean {clean}");
    }
}

#[test]
fn a_start_reads_two_mebibytes_at_most_in_search_of_batches() {
    let (mut life, five, offsets) = five_among_others(400, THEN);
    let pages = life.restart(true);
    assert!((256..PAGES_MAX).contains(&pages), "{pages} pages");
    // What was not found is answered as Kafka does, and the last one is in the snapshot.
    assert_eq!(life.resend(five[0]), None);
    assert_eq!(life.resend(five[4]), Some(offsets[4]));
    let end = life.log.end();
    assert_eq!(life.write(batch(1, 25, 1)), end);
}

#[test]
fn small_batches_and_an_index_without_entries_cost_no_more() {
    for index_interval_bytes in [4096, u32::MAX / 8] {
        let config = LogConfig { index_interval_bytes, ..LogConfig::default() };
        let mut life = Life::new(config, Offset(0));
        let five: Vec<Batch> = (0..5).map(|n| batch(1, 10 + n, 1)).collect();
        let offsets: Vec<i64> = five.iter().map(|&one| life.write(one).0).collect();
        for n in 0..40_000 {
            life.write(batch(2, n, 1));
        }
        // The tail's check reads all of a segment without index entries, as the last one's batches must be seen.
        let walked = if index_interval_bytes == 4096 { 0 } else { life.log.size_bytes() / 4096 + 100 };
        let pages = life.restart(true);
        assert!(pages < PAGES_MAX + walked, "{pages} pages");
        assert_eq!(life.resend(five[4]), Some(offsets[4]));
    }
}

#[test]
fn a_producer_silent_for_long_is_not_looked_for_far_back() {
    let old = THEN - 11 * 60 * 1000;
    let (mut life, five, offsets) = five_among_others(10, old);
    let pages = life.restart(true);
    assert_eq!(life.resend(five[0]), Some(offsets[0]), "near the end timestamps do not count: {pages} pages");
    let (mut life, five, offsets) = five_among_others(90, old);
    let pages = life.restart(true);
    assert!(pages < 256, "{pages} pages");
    assert_eq!(life.resend(five[0]), None);
    assert_eq!(life.resend(five[4]), Some(offsets[4]));
}

#[test]
fn producers_that_lack_nothing_cost_nothing() {
    let mut life = Life::new(LogConfig::default(), Offset(0));
    for id in 1..100 {
        life.write(batch(id, 0, 3));
    }
    let pages = life.restart(true);
    assert!(pages < 16, "{pages} pages");
    assert_eq!(life.log.producers().count(), 99);
}

#[test]
fn a_snapshot_still_holds_one_batch_of_each_producer() {
    let mut life = Life::new(LogConfig::default(), Offset(0));
    for n in 0..5 {
        life.write(batch(1, 3 + n, 1));
    }
    life.restart(true);
    let snapshot = |life: &Life| {
        let mut files = life.disk.files();
        files.retain(|path, _| path.extension().is_some_and(|extension| extension == "snapshot"));
        files
    };
    let written = snapshot(&life);
    assert_eq!(written.values().map(Vec::len).collect::<Vec<_>>(), [10 + 46]);
    life.restart(true);
    assert_eq!(snapshot(&life), written);
    assert_eq!(life.log.producers().get(ProducerId(1)).unwrap().batches().len(), 5);
}
