//! Random appends, syncs, rolls, deletions and failures on a disk that stops at any operation, is killed or loses power.
//!
//! What must hold after every restart: what was written before a kill, and what was synced before a power loss, is there
//! at its offset; whatever is served is what was appended there; a producer's last batch is still its last, and those before
//! it are still known.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use protocol::records::BatchBuilder;
use protocol::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Rng, Timestamp};
use storage::batch::{BatchInfo, Header};
use storage::jobs::dir::create_partition;
use storage::jobs::open::{OpenRules, open_log};
use storage::jobs::perform;
use storage::producers::{BatchSeen, Origin};
use storage::work::Work;
use storage::{AppendError, Log, LogConfig, ReadError};
use support::mem::MemDisk;
use support::{log_of, now};

const DIR: &str = "/data/t-0";
const PRODUCERS: u64 = 3;

struct World {
    rng: Rng,
    disk: MemDisk,
    config: LogConfig,
    log: Log,
    clock: i64,
    /// Every batch that may be in the log, by base offset: later plans replace those that failed.
    batches: BTreeMap<i64, Vec<u8>>,
    /// Everything below was written.
    written: Offset,
    /// Everything below was synced.
    synced: Offset,
    /// What the checkpoint files would say.
    recovery_point: Offset,
    log_start: Offset,
    /// What lay below was given up, though no checkpoint says so yet.
    deleted: Offset,
    /// Next sequence of each producer.
    sequences: [i32; PRODUCERS as usize],
    next_value: u64,
    /// Offsets that an earlier power loss took out of the middle.
    lost: Vec<(Offset, Offset)>,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let disk = MemDisk::default();
        let config = LogConfig {
            segment_bytes: 600 + rng.below(3000) as u32,
            index_interval_bytes: rng.below(600) as u32,
            segment_index_bytes: if rng.one_in(4) { 96 } else { 10 << 20 },
            recent_batches_max: 1 + rng.below(20) as usize,
            producer_expiration_ms: i64::MAX,
            retention_ms: -1,
            retention_bytes: if rng.one_in(3) { 4000 } else { -1 },
            ..LogConfig::default()
        };
        create_partition(&disk, Path::new(DIR), None, Offset(0)).unwrap();
        let log = Self::open(&disk, &config, false, Offset(0), Offset(0), false);
        Self {
            rng,
            disk,
            config,
            log,
            clock: 1_000_000,
            batches: BTreeMap::new(),
            written: Offset(0),
            synced: Offset(0),
            recovery_point: Offset(0),
            log_start: Offset(0),
            deleted: Offset(0),
            sequences: [0; PRODUCERS as usize],
            next_value: 0,
            lost: Vec::new(),
        }
    }

    fn open(
        disk: &MemDisk,
        config: &LogConfig,
        clean: bool,
        recovery_point: Offset,
        start: Offset,
        holes: bool,
    ) -> Log {
        let options = OpenRules {
            config: config.clone(),
            now: Timestamp(1_000_000),
            clean,
            recovery_point,
            log_start: Some(start),
            holes_above_recovery_point: holes,
        };
        let (loaded, _) = open_log(disk, Path::new(DIR), &options).unwrap();
        log_of(loaded, config)
    }

    fn batch(&mut self, producer: Option<(usize, i32)>) -> Vec<u8> {
        let mut builder = BatchBuilder::new(Offset(0));
        if let Some((id, sequence)) = producer {
            builder = builder.producer(ProducerId(id as i64), ProducerEpoch(0), sequence);
        }
        for _ in 0..=self.rng.below(4) {
            self.next_value += 1;
            let mut value = self.next_value.to_be_bytes().to_vec();
            value.resize(8 + self.rng.below(200) as usize, 7);
            builder.append(Timestamp(self.clock + self.rng.below(50) as i64 - 25), None, Some(&value), []);
        }
        builder.finish()
    }

    /// Plans up to four batches and writes them. An error means that the machine has stopped.
    fn append(&mut self) -> Result<(), ()> {
        let mut planned = Vec::new();
        let before = self.sequences;
        for _ in 0..=self.rng.below(4) {
            let producer = self.rng.one_in(2).then(|| self.rng.below(PRODUCERS) as usize);
            let mut bytes = self.batch(producer.map(|id| (id, self.sequences[id])));
            let info = BatchInfo::parse(&bytes).unwrap();
            let epoch = LeaderEpoch((self.clock / 1_000_000) as i32);
            match self.log.plan_append(now(self.clock), epoch, Origin::Client, &mut bytes, &info) {
                Ok(placement) => {
                    if let Some(id) = producer {
                        self.sequences[id] = info.last_sequence() + 1;
                    }
                    self.batches.split_off(&placement.base.0);
                    self.batches.insert(placement.base.0, bytes.clone());
                    planned.push((placement, bytes));
                }
                Err(AppendError::LargerThanSegment) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
        let fail_at = self.rng.one_in(8).then(|| self.rng.below(planned.len() as u64 + 1) as usize);
        for (at, (placement, bytes)) in planned.iter().enumerate() {
            self.disk.fail_writes(fail_at == Some(at));
            let done =
                placement.file.get(&self.disk).and_then(|file| file.write_at(bytes, placement.position));
            self.disk.fail_writes(false);
            if done.is_err() {
                if fail_at != Some(at) {
                    return Err(());
                }
                let back = self.log.take_back();
                self.sequences = before;
                for (placement, bytes) in &planned[..at] {
                    let info = BatchInfo::parse(bytes).unwrap();
                    assert!(placement.last < self.log.end());
                    if info.producer_id.0 >= 0 {
                        self.sequences[info.producer_id.0 as usize] = info.last_sequence() + 1;
                    }
                }
                self.batches.split_off(&self.log.end().0);
                back.file.get(&self.disk).and_then(|file| file.set_len(back.cut_to)).map_err(drop)?;
                for file in back.remove {
                    perform_remove(&self.disk, file.path())?;
                }
                return Ok(());
            }
            self.log.written(Offset(placement.last.0 + 1));
            self.written = self.log.end();
            assert_eq!(self.written, Offset(placement.last.0 + 1));
        }
        Ok(())
    }

    fn work(&mut self) -> Result<(), ()> {
        while let Some(work) = self.log.next_work() {
            match work {
                Work::Finish(finish) => {
                    perform::finish(&self.disk, &finish).map_err(drop)?;
                    self.log.finished(&finish);
                }
                Work::Sidecars(write) => {
                    perform::write_sidecars(&self.disk, &write).map_err(drop)?;
                    self.log.sidecars_written(&write.done());
                }
                Work::Epochs { path, text, .. } => {
                    storage::Disk::write_atomic(&self.disk, &path, &text).map_err(drop)?;
                }
                Work::Delete(delete) => {
                    perform::rename_deleted(&self.disk, &delete).map_err(drop)?;
                    self.log.deleted(&delete);
                    if self.rng.one_in(2) {
                        perform::remove_deleted(&self.disk, &delete).map_err(drop)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn sync(&mut self) -> Result<(), ()> {
        if let Some(plan) = self.log.sync_plan() {
            perform::sync(&self.disk, &plan).map_err(drop)?;
            self.log.synced(plan.upto, now(self.clock));
            self.synced = self.log.synced_end();
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), ()> {
        self.clock += self.rng.below(1000) as i64;
        match self.rng.below(20) {
            0..=9 => self.append()?,
            10..=12 => self.work()?,
            13..=14 => self.sync()?,
            15 => {
                if let Some(write) = self.log.gathered_sidecars() {
                    perform::write_sidecars(&self.disk, &write).map_err(drop)?;
                    self.log.sidecars_written(&write.done());
                }
            }
            16 => {
                self.recovery_point = self.log.recovery_point();
                self.log_start = self.log.log_start();
            }
            17 => {
                self.log.on_high_watermark(self.log.end());
                self.log.delete_old_segments(now(self.clock));
                self.deleted = self.log.log_start();
            }
            18 => {
                self.log.on_high_watermark(self.log.end());
                let span = (self.log.end().0 - self.log.log_start().0) as u64;
                let to = Offset(self.log.log_start().0 + self.rng.below(span / 3 + 1) as i64);
                self.log.delete_records(to).unwrap();
                self.log_start = self.log.log_start();
            }
            _ => {
                self.log.roll(now(self.clock));
            }
        }
        Ok(())
    }

    /// Every offset of the log answers with the batch that was appended there.
    fn check(&mut self, holes_from: Offset) {
        let (start, end) = (self.log.log_start(), self.log.end());
        let mut offset = start;
        while offset < end {
            let max = 1 + self.rng.below(2000) as u32;
            let (bytes, _, (segment, at)) =
                match support::read_range(&mut self.log, &self.disk, offset, max, true) {
                    Ok(found) => found,
                    Err(ReadError::Damaged) => {
                        let known = self.lost.iter().find(|(from, end)| *from <= offset && offset < *end);
                        let hole =
                            self.log.holes().iter().find(|hole| hole.from <= offset && offset < hole.end);
                        assert!(
                            offset >= holes_from || offset < self.deleted || known.is_some(),
                            "{offset} was durable and cannot be read"
                        );
                        offset = hole
                            .map(|hole| hole.end)
                            .or(known.map(|known| known.1))
                            .expect("damage is known");
                        continue;
                    }
                    Err(error) => panic!("{error:?} at {offset} of {start}..{end}"),
                };
            let header = Header::parse(&bytes).ok();
            let sound = header.filter(|header| {
                bytes.get(..header.size as usize).is_some_and(|whole| header.crc_fits(whole))
            });
            let Some(header) = sound else {
                // What a cold read does about bytes that are no batch, or whose checksum is wrong.
                let from = header.map_or(offset, |header| header.base);
                let survey = self.log.survey(segment, at, from).unwrap();
                let hole = perform::survey(&self.disk, &survey).unwrap().expect("the batch is bad");
                self.log.mark_hole(hole);
                assert!(support::read(&mut self.log, &self.disk, offset, max, true).is_err());
                continue;
            };
            assert!(header.base <= offset && offset <= header.last, "{offset} {header:?}");
            let whole = &bytes[..header.size as usize];
            assert_eq!(Some(whole), self.batches.get(&header.base.0).map(Vec::as_slice), "at {offset}");
            offset = Offset(header.last.0 + 1);
        }
    }

    fn restart(&mut self) {
        let power_loss = self.rng.one_in(2);
        let remembered = remembered(&self.log);
        let safe = if power_loss { self.synced } else { self.written };
        if power_loss {
            self.disk.crash(&mut self.rng);
        } else {
            self.disk.kill();
        }
        if self.rng.one_in(3) {
            // The start itself may be interrupted.
            self.disk.stop_after(self.rng.below(30));
            let options = OpenRules {
                config: self.config.clone(),
                now: Timestamp(1_000_000),
                clean: false,
                recovery_point: self.recovery_point,
                log_start: Some(self.log_start),
                holes_above_recovery_point: power_loss,
            };
            let _ = open_log(&self.disk, Path::new(DIR), &options);
            self.disk.kill();
        }
        self.log =
            Self::open(&self.disk, &self.config, false, self.recovery_point, self.log_start, power_loss);
        assert!(self.log.end() >= safe, "{} of {safe} came back, power loss {power_loss}", self.log.end());
        self.check(safe);
        self.check_remembered(&remembered);
        self.lost.extend(self.log.holes().iter().map(|hole| (hole.from, hole.end)));
        self.after_open();
    }

    /// Of a producer that has written nothing since, every batch that still lies in the log is remembered.
    fn check_remembered(&self, before: &[(ProducerId, Vec<BatchSeen>)]) {
        let oldest = self.log.segments().next().unwrap().0;
        for (id, batches) in before {
            let Some(now) = self.log.producers().get(*id) else { continue };
            let there = batches.iter().position(|batch| batch.first_offset() >= oldest);
            if let Some(there) = there
                && now.batches().last() == batches.last()
                && self.log.holes().is_empty()
                && self.lost.is_empty()
            {
                assert!(now.batches().ends_with(&batches[there..]), "{id:?} {batches:?} {now:?}");
            }
        }
    }

    fn clean_restart(&mut self) -> Result<(), ()> {
        self.work()?;
        let finish = self.log.close();
        perform::finish(&self.disk, &finish).map_err(drop)?;
        let end = self.log.end();
        let producers = format!("{:?}", sorted(&self.log));
        let remembered = remembered(&self.log);
        let holes = self.log.holes().len();
        self.log = Self::open(&self.disk, &self.config, true, end, self.log.log_start(), false);
        assert_eq!(self.log.end(), end);
        assert_eq!(format!("{:?}", sorted(&self.log)), producers);
        self.check_remembered(&remembered);
        if holes == 0 {
            self.check(end);
        }
        self.after_open();
        Ok(())
    }

    fn after_open(&mut self) {
        let end = self.log.end();
        self.batches.split_off(&end.0);
        (self.written, self.synced, self.recovery_point) = (end, end, end);
        self.log_start = self.log.log_start();
        // A producer goes on behind its last batch in the log.
        for id in 0..PRODUCERS as usize {
            let last = self
                .log
                .producers()
                .get(ProducerId(id as i64))
                .map(storage::producers::ProducerEntry::last_sequence);
            if let Some(last) = last {
                assert!(
                    last < self.sequences[id],
                    "producer {id}: {last} {:?} {:?}",
                    self.sequences,
                    self.log.producers().get(ProducerId(id as i64))
                );
                self.sequences[id] = last + 1;
            }
            let newest = self.batches.values().rev().map(|bytes| BatchInfo::parse(bytes).unwrap());
            let start = self.log.log_start();
            let mut in_log = newest.filter(|info| info.producer_id.0 == id as i64);
            if self.log.holes().is_empty() && start == Offset(0) {
                assert_eq!(in_log.next().map(|info| info.last_sequence()), last, "producer {id}");
            }
            if last.is_none() {
                self.sequences[id] = 0;
            }
        }
    }
}

fn sorted(log: &Log) -> Vec<(ProducerId, i32)> {
    let mut all: Vec<_> = log.producers().iter().map(|(id, entry)| (id, entry.last_sequence())).collect();
    all.sort_unstable();
    all
}

fn remembered(log: &Log) -> Vec<(ProducerId, Vec<BatchSeen>)> {
    log.producers().iter().map(|(id, entry)| (id, entry.batches().to_vec())).collect()
}

fn perform_remove(disk: &MemDisk, path: &Path) -> Result<(), ()> {
    match storage::Disk::remove_file(disk, path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(()),
        _ => Ok(()),
    }
}

fn run(seed: u64) {
    let mut world = World::new(seed);
    for _ in 0..6 {
        let stop_after = if world.rng.one_in(3) { u64::MAX >> 1 } else { world.rng.below(200) };
        world.disk.stop_after(stop_after);
        let steps = 10 + world.rng.below(60);
        let mut stopped = false;
        for _ in 0..steps {
            if world.step().is_err() {
                stopped = true;
                break;
            }
        }
        if !stopped && world.rng.one_in(3) {
            world.disk.kill();
            world.check(world.written);
            world.clean_restart().unwrap();
        } else {
            world.restart();
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_whenever_the_machine_stops() {
    for seed in 0..150 {
        let result = std::panic::catch_unwind(|| run(seed));
        if let Err(error) = result {
            println!("seed {seed}");
            std::panic::resume_unwind(error);
        }
    }
}
