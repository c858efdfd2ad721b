//! What the tests of this crate share: batches, a driver that performs the log's work, reading back.

#![allow(dead_code)]

pub mod archive;
pub mod mem;

use std::path::Path;

use protocol::records::BatchBuilder;
use protocol::{LeaderEpoch, Mono, Now, Offset, Rng, Timestamp};
use storage::batch::{BatchInfo, Header};
use storage::file::read_full;
use storage::jobs::{open, perform};
use storage::log::{Loaded, Located, Log, ReadError};
use storage::lookup::Outcome;
use storage::producers::Origin;
use storage::work::Work;
use storage::{AppendError, Disk, LogConfig};

pub fn now(ms: i64) -> Now {
    Now { mono: Mono(ms as u64 * 1_000_000), wall: Timestamp(ms) }
}

/// A plain batch of `count` records with values of `value_bytes`.
pub fn batch(count: i32, value_bytes: usize, timestamp: i64) -> Vec<u8> {
    let mut builder = BatchBuilder::new(Offset(0));
    for n in 0..count {
        let value = vec![n as u8; value_bytes];
        builder.append(Timestamp(timestamp), None, Some(&value), []);
    }
    builder.finish()
}

pub fn options(config: &LogConfig, clean: bool, recovery_point: Offset) -> open::OpenRules {
    open::OpenRules {
        config: config.clone(),
        now: Timestamp(1_000_000),
        clean,
        recovery_point,
        log_start: None,
        holes_above_recovery_point: false,
    }
}

pub fn log_of(loaded: Loaded, config: &LogConfig) -> Log {
    Log::new(loaded, config.clone(), now(1_000_000), Rng::new(1))
}

/// Plans, writes and completes one batch.
pub fn append(log: &mut Log, disk: &dyn Disk, at: i64, batch: &mut [u8]) -> Result<Offset, AppendError> {
    let info = BatchInfo::parse(batch).expect("tests append whole batches");
    let placement = log.plan_append(now(at), LeaderEpoch(0), Origin::Client, batch, &info)?;
    placement.file.get(disk).unwrap().write_at(batch, placement.position).unwrap();
    log.written(Offset(placement.last.0 + 1));
    Ok(placement.base)
}

/// Performs all file work the log owes.
pub fn perform(log: &mut Log, disk: &dyn Disk) -> std::io::Result<()> {
    while let Some(work) = log.next_work() {
        match work {
            Work::Finish(finish) => {
                perform::finish(disk, &finish)?;
                log.finished(&finish);
            }
            Work::Sidecars(write) => {
                perform::write_sidecars(disk, &write)?;
                log.sidecars_written(&write.done());
            }
            Work::Epochs { path, text, .. } => disk.write_atomic(&path, &text)?,
            Work::Delete(delete) => {
                perform::rename_deleted(disk, &delete)?;
                log.deleted(&delete);
                perform::remove_deleted(disk, &delete)?;
            }
        }
    }
    Ok(())
}

/// Closes the log cleanly.
pub fn close(log: &mut Log, disk: &dyn Disk) -> std::io::Result<()> {
    perform(log, disk)?;
    let finish = log.close();
    perform::finish(disk, &finish)
}

/// The bytes a fetch gets, and how many look-ups it took.
pub fn read(
    log: &mut Log,
    disk: &dyn Disk,
    offset: Offset,
    max_bytes: u32,
    at_least_one: bool,
) -> Result<(Vec<u8>, usize), ReadError> {
    read_range(log, disk, offset, max_bytes, at_least_one).map(|(bytes, lookups, _)| (bytes, lookups))
}

/// Bytes, number of look-ups, segment and position.
pub type Got = (Vec<u8>, usize, (Offset, u32));

/// The same, and segment and position of the first byte.
pub fn read_range(
    log: &mut Log,
    disk: &dyn Disk,
    offset: Offset,
    max_bytes: u32,
    at_least_one: bool,
) -> Result<Got, ReadError> {
    let mut lookups = 0;
    loop {
        let end = log.end();
        match log.locate(offset, max_bytes, end, at_least_one)? {
            Located::Empty => return Ok((Vec::new(), lookups, (Offset(0), 0))),
            Located::Range(range) => {
                let mut bytes = vec![0; range.len as usize];
                let read = read_full(range.file.get(disk).unwrap(), &mut bytes, range.position).unwrap();
                assert_eq!(read, bytes.len(), "a range lies within its file");
                return Ok((bytes, lookups, (range.segment, range.position as u32)));
            }
            Located::Lookup(mut lookup) => {
                lookups += 1;
                assert!(lookups < 5, "look-ups come to an end");
                let outcome = perform::run_lookup(disk, &mut lookup).unwrap();
                log.learn(&outcome);
                if let Outcome::Damaged { segment, position, from, .. } = outcome
                    && let Some(survey) = log.survey(segment, position, from)
                    && let Some(hole) = perform::survey(disk, &survey).unwrap()
                {
                    log.mark_hole(hole);
                }
            }
        }
    }
}

/// First and last offset of every batch from `offset` to the end, read as a consumer does.
pub fn read_all(log: &mut Log, disk: &dyn Disk, from: Offset, max_bytes: u32) -> Vec<(i64, i64)> {
    let mut offset = from;
    let mut seen = Vec::new();
    loop {
        let (bytes, _) = read(log, disk, offset, max_bytes, true).unwrap();
        if bytes.is_empty() {
            return seen;
        }
        let mut at = 0;
        while let Ok(header) = Header::parse(&bytes[at..]) {
            let end = at + header.size as usize;
            if end > bytes.len() {
                break;
            }
            assert!(header.crc_fits(&bytes[at..end]));
            seen.push((header.base.0, header.last.0));
            offset = Offset(header.last.0 + 1);
            at = end;
        }
        assert!(at > 0, "at least one whole batch comes");
    }
}

pub fn list(disk: &dyn Disk, dir: &Path) -> Vec<(String, u64)> {
    disk.list(dir).unwrap().into_iter().map(|entry| (entry.name, entry.len)).collect()
}
