//! Opening one log: what Kafka left, what a kill left, what a damage left.
//!
//! After a clean stop each segment is checked cheaply (`check`); what does not hold, and after any other stop every segment
//! from the recovery point on, is read whole and its sidecars are made anew (`recover`). Then producers are brought to the
//! log end from the newest snapshot that holds.
//!
//! Ends with everything it changed synced, so the recovery point is the log end. Run again after a crash in the middle it
//! comes to the same result.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use protocol::{Offset, Timestamp};

use super::perform::{ignore_missing, write_snapshot};
use super::{check, recover, replay};
use crate::batch::Header;
use crate::config::LogConfig;
use crate::epochs::Epochs;
use crate::file::{DirEntry, Disk, OpenMode};
use crate::log::{Hole, Loaded, LoadedSegment};
use crate::names;
use crate::work::Piece;

const SNAPSHOT_DELETED: &str = ".checkpoint.deleted";

/// What the caller knows about the log.
#[derive(Clone, Debug)]
pub struct OpenRules {
    /// Its settings.
    pub config: LogConfig,
    /// The wall clock: producers expire by it.
    pub now: Timestamp,
    /// Whether the log dir's last stop was clean, so that nothing needs to be read that looks right.
    pub clean: bool,
    /// From `recovery-point-offset-checkpoint`; 0 if there is none.
    pub recovery_point: Offset,
    /// From `log-start-offset-checkpoint`.
    pub log_start: Option<Offset>,
    /// Whether damage above the recovery point may be a hole: after a restart of the operating system, when pages may have
    /// reached the disk out of order. Otherwise it is taken for a torn tail.
    pub holes_above_recovery_point: bool,
}

/// What was found and done, for the log line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpenReport {
    /// Segments read whole.
    pub recovered: Vec<Offset>,
    /// Segments read whole although the stop was clean, because something about them did not hold.
    pub distrusted: Vec<Offset>,
    /// Bytes cut off at the end, and from which offset on.
    pub cut: Option<(Offset, u64)>,
    /// Segments behind a torn tail, given up.
    pub dropped: Vec<Offset>,
    /// The end lies below the recovery point: records that were durable are gone.
    pub lost_below_recovery_point: bool,
    /// The log start lay above the log end: the log was begun anew there.
    pub restarted: bool,
    /// `leader-epoch-checkpoint` was missing or unreadable and was made from the batches.
    pub epochs_rebuilt: bool,
    /// Producers were replayed from here because no newer snapshot held.
    pub producers_from: Option<Offset>,
}

impl OpenReport {
    /// Whether all that was found is what any kill leaves: segments to be read again, a write that was on its way.
    #[must_use]
    pub fn is_harmless(&self) -> bool {
        let is_intact = self.distrusted.is_empty() && self.dropped.is_empty() && !self.epochs_rebuilt;
        is_intact && !self.lost_below_recovery_point && !self.restarted
    }
}

impl fmt::Display for OpenReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = Vec::new();
        let list =
            |bases: &[Offset]| bases.iter().map(|base| base.0.to_string()).collect::<Vec<_>>().join(" ");
        if !self.recovered.is_empty() {
            said.push(format!("segments read again: {}", list(&self.recovered)));
        }
        if !self.distrusted.is_empty() {
            said.push(format!("damaged index files made anew, of segments: {}", list(&self.distrusted)));
        }
        if let Some((from, bytes)) = self.cut {
            said.push(format!("{bytes} bytes of an unfinished or damaged end cut off at offset {}", from.0));
        }
        if !self.dropped.is_empty() {
            said.push(format!("segments behind a damaged one given up: {}", list(&self.dropped)));
        }
        if self.lost_below_recovery_point {
            said.push("RECORDS THAT WERE ON DISK ARE GONE".to_owned());
        }
        if self.restarted {
            said.push("begun anew at the log start, which lay above the end".to_owned());
        }
        if self.epochs_rebuilt {
            said.push("leader epochs made from the batches".to_owned());
        }
        if let Some(from) = self.producers_from {
            said.push(format!("producers read from offset {} on", from.0));
        }
        f.write_str(&said.join("; "))
    }
}

/// Files of a partition by what they are.
pub(super) struct Files {
    pub dir: PathBuf,
    pub entries: Vec<DirEntry>,
    /// Bases of `.log` files, rising.
    pub bases: Vec<Offset>,
    /// Offsets of `.snapshot` files, rising.
    pub snapshots: BTreeSet<Offset>,
}

impl Files {
    fn list(disk: &dyn Disk, dir: &Path) -> io::Result<Self> {
        Ok(Self::of(dir, disk.list(dir)?))
    }

    fn of(dir: &Path, mut entries: Vec<DirEntry>) -> Self {
        entries.retain(|entry| !entry.is_dir);
        let offsets =
            |suffix: &str| entries.iter().filter_map(|e| names::offset_of(&e.name, suffix)).collect();
        let mut bases: Vec<Offset> = offsets(names::LOG);
        bases.sort_unstable();
        bases.dedup();
        let snapshots: Vec<Offset> = offsets(names::SNAPSHOT);
        Self { dir: dir.to_owned(), bases, snapshots: snapshots.into_iter().collect(), entries }
    }

    /// The directory entry of a segment's file.
    pub fn entry(&self, base: Offset, suffix: &str) -> Option<&DirEntry> {
        let name = names::segment_file(base, suffix);
        let at = self.entries.binary_search_by(|entry| entry.name.as_str().cmp(&name)).ok()?;
        Some(&self.entries[at])
    }
}

/// Opens the log in `dir`.
pub fn open_log(disk: &dyn Disk, dir: &Path, options: &OpenRules) -> io::Result<(Loaded, OpenReport)> {
    let listed = disk.list(dir)?;
    let interrupted = finish_interrupted(disk, dir, &listed)?;
    let mut files = if interrupted { Files::list(disk, dir)? } else { Files::of(dir, listed) };
    // A clean directory is only looked at: ten thousand of them must not cost a sync each.
    let mut changed = remove_orphans(disk, &files)? || interrupted || !options.clean;
    let mut report = OpenReport::default();
    // Segments below the log start were on their way out; a power loss may have brought them back, and torn.
    let start = options.log_start.unwrap_or(Offset::ZERO);
    let below = files.bases.partition_point(|&base| base <= start).saturating_sub(1);
    for base in files.bases.drain(..below) {
        remove_segment(disk, dir, base)?;
        changed = true;
    }
    if files.bases.is_empty() {
        let start = options.log_start.unwrap_or(Offset::ZERO).max(Offset::ZERO);
        disk.open(&names::segment_path(dir, start, names::LOG), OpenMode::Create)?;
        disk.sync_dir(dir)?;
        files = Files::list(disk, dir)?;
    }
    let mut epochs = read_epochs(disk, dir)?;
    let mut segments = load_segments(disk, &mut files, options, epochs.as_mut(), &mut report)?;
    let mut end = segments.loaded.last().map_or(Offset::ZERO, |segment| segment.end);

    let first = segments.loaded.first().map_or(Offset::ZERO, |segment| segment.segment.base);
    let mut log_start = options.log_start.unwrap_or(Offset::ZERO).max(first);
    if log_start > end {
        // Everything up to the start was deleted, and the end that went with it was lost.
        for base in std::mem::take(&mut files.bases) {
            remove_segment(disk, dir, base)?;
        }
        for &at in &files.snapshots {
            ignore_missing(disk.remove_file(&names::segment_path(dir, at, names::SNAPSHOT)))?;
        }
        disk.open(&names::segment_path(dir, log_start, names::LOG), OpenMode::Create)?;
        disk.sync_dir(dir)?;
        files = Files::list(disk, dir)?;
        let fresh = Loaded::empty(dir.to_owned(), log_start, &options.config, options.now).segments;
        segments = Segments::default();
        segments.loaded.extend(fresh.into_iter().map(|segment| Opened {
            end: segment.base,
            segment,
            rebuilt: false,
        }));
        end = log_start;
        report.restarted = true;
    }
    log_start = log_start.min(end);
    segments.holes.retain(|hole| hole.end > log_start);

    let (mut epochs, mut epochs_written) = match epochs {
        Some(epochs) => (epochs, true),
        None => {
            report.epochs_rebuilt = end > log_start;
            (walk_epochs(disk, &segments, dir)?, false)
        }
    };
    let changes = epochs.changes();
    epochs.truncate_from_end(end);
    epochs.truncate_from_start(log_start);
    epochs_written &= epochs.changes() == changes && changes == 0;

    if options.clean {
        distrust_missing_txnindexes(disk, &files, &mut segments, end, &mut report)?;
    }
    let replayed = replay::bring_producers_to_end(disk, &mut files, &mut segments, options, log_start, end)?;
    report.producers_from = replayed.from;
    for opened in segments.loaded.iter().filter(|opened| opened.rebuilt) {
        recover::write_txnindex(disk, dir, &opened.segment)?;
    }
    let mut snapshot_at = replayed.snapshot_at;
    if !options.clean && end > snapshot_at {
        let bytes = crate::snapshot::encode(&replayed.producers);
        let path = names::segment_path(dir, end, names::SNAPSHOT);
        match write_snapshot(disk, &Piece { path: path.clone(), at: 0, bytes }) {
            // It only spares the next start the replay.
            Err(error) if recover::is_full(&error) => ignore_missing(disk.remove_file(&path))?,
            written => {
                written?;
                snapshot_at = end;
            }
        }
    }
    if changed || replayed.removed || !report.recovered.is_empty() || report.restarted {
        disk.sync_dir(dir)?;
    }
    report.lost_below_recovery_point = end < options.recovery_point && !report.restarted;
    let has_indexes =
        |base| [names::INDEX, names::TIMEINDEX].iter().all(|suffix| files.entry(base, suffix).is_some());
    let active_complete =
        segments.loaded.last().is_some_and(|active| active.rebuilt || has_indexes(active.segment.base));
    let loaded = Loaded {
        dir: dir.to_owned(),
        segments: segments.loaded.into_iter().map(|opened| opened.segment).collect(),
        producers: replayed.producers,
        snapshot_at,
        epochs,
        epochs_written,
        log_start,
        end,
        recovery_point: end,
        holes: segments.holes,
        active_complete,
    };
    Ok((loaded, report))
}

/// A segment and its end while the log is being opened.
pub(super) struct Opened {
    pub segment: LoadedSegment,
    /// The offset behind its last batch; its base if it has none.
    pub end: Offset,
    /// Its sidecars are new, and `aborted` is still to be found out.
    pub rebuilt: bool,
}

/// Every segment of a log, and what cannot be read between them and in them.
#[derive(Default)]
pub(super) struct Segments {
    pub loaded: Vec<Opened>,
    pub holes: Vec<Hole>,
}

fn load_segments(
    disk: &dyn Disk,
    files: &mut Files,
    options: &OpenRules,
    mut epochs: Option<&mut Epochs>,
    report: &mut OpenReport,
) -> io::Result<Segments> {
    let mut segments = Segments::default();
    let bases = files.bases.clone();
    // The segment that holds the recovery point, and all behind it.
    let unsafe_from = bases.partition_point(|&base| base <= options.recovery_point).saturating_sub(1);
    let mut torn = false;
    for (at, &base) in bases.iter().enumerate() {
        if torn {
            remove_segment(disk, &files.dir, base)?;
            report.dropped.push(base);
            continue;
        }
        let next_base = bases.get(at + 1).copied();
        let recover_it = !options.clean && at >= unsafe_from;
        let checked = if recover_it {
            None
        } else {
            let checked = check::segment(disk, files, base, next_base, &options.config)?;
            if checked.is_none() {
                report.distrusted.push(base);
            }
            checked
        };
        let opened = match checked {
            Some(opened) => opened,
            None => {
                let task = recover::Task {
                    base,
                    next_base,
                    later: &bases[at + 1..],
                    options,
                    // Damage below the recovery point, or met after a clean stop, is no torn write.
                    holes_allowed: options.clean || options.holes_above_recovery_point,
                };
                let recovered = recover::segment(disk, files, &task, epochs.as_deref_mut())?;
                report.recovered.push(base);
                if recovered.cut_bytes > 0 {
                    report.cut = Some((recovered.opened.end, recovered.cut_bytes));
                }
                torn = recovered.torn;
                segments.holes.extend(recovered.holes);
                recovered.opened
            }
        };
        let end = opened.end;
        let size = opened.segment.tip.size;
        segments.loaded.push(opened);
        if let Some(next) = next_base
            && !torn
            && end < next
            && !options.config.compact
            && !segments.holes.iter().any(|hole| hole.segment == base && hole.end >= next)
        {
            // Nothing but compaction, or a segment that was lost, leaves offsets out between two segments.
            segments.holes.push(Hole {
                from: end,
                end: next,
                segment: base,
                position: size,
                position_end: size,
            });
        }
    }
    // Segments that were begun, and whose beginning alone reached the disk: nothing follows the gap before them.
    while let [.., before, last] = &segments.loaded[..]
        && !options.clean
        && last.segment.tip.size == 0
        && last.segment.base > before.end
        && before.end >= options.recovery_point
    {
        let base = last.segment.base;
        remove_segment(disk, &files.dir, base)?;
        report.dropped.push(base);
        let from = before.end;
        segments.holes.retain(|hole| hole.from != from);
        segments.loaded.pop();
    }
    files.bases.retain(|base| segments.loaded.iter().any(|opened| opened.segment.base == *base));
    Ok(segments)
}

/// A missing `.txnindex` looks like a segment without aborted transactions. Where producers have written transactions, and
/// the log is small enough to be read at every start, its markers are looked for.
fn distrust_missing_txnindexes(
    disk: &dyn Disk,
    files: &Files,
    segments: &mut Segments,
    end: Offset,
    report: &mut OpenReport,
) -> io::Result<()> {
    const READ_BYTES_MAX: u64 = 16 << 20;
    let newest = files.snapshots.range(..=end).next_back();
    let Some(&newest) = newest else { return Ok(()) };
    let snapshot = disk.read_all(&names::segment_path(&files.dir, newest, names::SNAPSHOT), READ_BYTES_MAX);
    let Some(producers) = snapshot.ok().and_then(|bytes| crate::snapshot::decode(&bytes)) else {
        return Ok(());
    };
    if producers.iter().all(|(_, entry)| entry.coordinator_epoch < 0) {
        return Ok(());
    }
    let missing = |opened: &Opened| {
        !opened.rebuilt
            && opened.segment.tip.size > 0
            && files.entry(opened.segment.base, names::TXNINDEX).is_none()
    };
    let Some(first) = segments.loaded.iter().position(missing) else { return Ok(()) };
    let read: u64 = segments.loaded[first..].iter().map(|opened| u64::from(opened.segment.tip.size)).sum();
    if read > READ_BYTES_MAX {
        return Ok(());
    }
    let Segments { loaded, holes } = segments;
    for opened in loaded.iter_mut().filter(|opened| missing(opened)) {
        let mut aborts = false;
        recover::walk_headers(disk, &files.dir, &opened.segment, holes, |_, header, bytes| {
            aborts |= header.info(bytes).marker.is_some_and(|marker| !marker.commit);
        })?;
        if aborts {
            opened.rebuilt = true;
            report.distrusted.push(opened.segment.base);
        }
    }
    Ok(())
}

/// Completes or undoes what a compaction or a deletion had begun, by the rules of Kafka's loader.
/// Answers whether there was anything to do.
fn finish_interrupted(disk: &dyn Disk, dir: &Path, entries: &[DirEntry]) -> io::Result<bool> {
    let mut changed = false;
    let ending = |suffix: &'static str| entries.iter().filter(move |e| !e.is_dir && e.name.ends_with(suffix));
    for entry in ending(names::DELETED).filter(|entry| !entry.name.ends_with(SNAPSHOT_DELETED)) {
        ignore_missing(disk.remove_file(&dir.join(&entry.name)))?;
        changed = true;
    }
    // Swap files at or behind an unfinished one belong to a split that did not come to its end.
    let cleaned_min = ending(names::CLEANED).filter_map(|e| names::leading_offset(&e.name)).min();
    let mut swaps: Vec<&str> = Vec::new();
    for entry in ending(names::SWAP) {
        let undone = names::leading_offset(&entry.name).zip(cleaned_min).is_some_and(|(at, min)| at >= min);
        changed = true;
        if undone {
            ignore_missing(disk.remove_file(&dir.join(&entry.name)))?;
        } else {
            swaps.push(&entry.name);
        }
    }
    for entry in ending(names::CLEANED) {
        changed = true;
        ignore_missing(disk.remove_file(&dir.join(&entry.name)))?;
    }
    if swaps.is_empty() {
        return Ok(changed);
    }
    // Segments that the swapped-in ones replace, by the range of offsets the latter cover.
    let mut from = Offset(i64::MAX);
    let mut end = Offset(i64::MIN);
    for name in &swaps {
        let Some(base) = name.strip_suffix(names::SWAP).and_then(|name| names::offset_of(name, names::LOG))
        else {
            continue;
        };
        from = from.min(base);
        end = end.max(recover::end_of_batches(disk, &dir.join(name), base)?);
    }
    for entry in entries.iter().filter(|entry| !entry.is_dir && !entry.name.ends_with(names::SWAP)) {
        if names::leading_offset(&entry.name).is_some_and(|at| at >= from && at < end) {
            ignore_missing(disk.remove_file(&dir.join(&entry.name)))?;
        }
    }
    for name in swaps {
        let to = name.strip_suffix(names::SWAP).unwrap_or(name);
        disk.rename(&dir.join(name), &dir.join(to))?;
    }
    disk.sync_dir(dir)?;
    Ok(true)
}

/// Index files without a log.
fn remove_orphans(disk: &dyn Disk, files: &Files) -> io::Result<bool> {
    let mut changed = false;
    for entry in &files.entries {
        for suffix in [names::INDEX, names::TIMEINDEX, names::TXNINDEX] {
            let Some(base) = names::offset_of(&entry.name, suffix) else { continue };
            if files.bases.binary_search(&base).is_err() {
                changed = true;
                ignore_missing(disk.remove_file(&files.dir.join(&entry.name)))?;
            }
        }
    }
    Ok(changed)
}

pub(super) fn remove_segment(disk: &dyn Disk, dir: &Path, base: Offset) -> io::Result<()> {
    for suffix in [names::LOG, names::INDEX, names::TIMEINDEX, names::TXNINDEX] {
        ignore_missing(disk.remove_file(&names::segment_path(dir, base, suffix)))?;
    }
    Ok(())
}

fn read_epochs(disk: &dyn Disk, dir: &Path) -> io::Result<Option<Epochs>> {
    match disk.read_all(&dir.join(names::LEADER_EPOCHS), 64 << 20) {
        Ok(text) => Ok(Epochs::decode(&text).ok()),
        Err(error) if error.kind() == ErrorKind::NotFound || error.kind() == ErrorKind::InvalidData => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Leader epochs as the batches show them.
fn walk_epochs(disk: &dyn Disk, segments: &Segments, dir: &Path) -> io::Result<Epochs> {
    let mut epochs = Epochs::default();
    for opened in &segments.loaded {
        recover::walk_headers(disk, dir, &opened.segment, &segments.holes, |_, header: &Header, _| {
            if header.magic == 2 && epochs.latest().is_none_or(|latest| latest.epoch < header.epoch) {
                epochs.assign(header.epoch, header.base);
            }
        })?;
    }
    Ok(epochs)
}
