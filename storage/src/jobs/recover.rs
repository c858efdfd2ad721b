//! Reading a segment whole: every batch's checksum and offsets, the indexes made anew, a torn tail cut, a hole kept.
//!
//! Torn or hole: behind a torn tail nothing sensible follows. Where a valid batch with fitting offsets follows, here or in a
//! later segment, and the caller allows it or the damage lies below the recovery point, the bad bytes are a hole: they stay,
//! and the log goes on behind them.
//!
//! A full disk takes no indexes, and what can be read without them is owed all the same: look-ups then walk the log, and the
//! next start, which misses the files, makes them.

use std::io::{self, ErrorKind};
use std::path::Path;

use protocol::Offset;

use super::open::{Files, OpenRules, Opened};
use super::perform::ignore_missing;
use super::walk::{Step, Walk};
use crate::batch::Header;
use crate::epochs::Epochs;
use crate::file::{Disk, OpenMode};
use crate::log::{Hole, LoadedSegment};
use crate::names;
use crate::segment::{Segment, Tip};

/// One segment to recover.
pub(super) struct Task<'a> {
    pub base: Offset,
    pub next_base: Option<Offset>,
    /// Bases of the segments behind it.
    pub later: &'a [Offset],
    pub options: &'a OpenRules,
    pub holes_allowed: bool,
}

/// What became of it.
pub(super) struct Recovered {
    pub opened: Opened,
    pub cut_bytes: u64,
    /// Segments behind it are to be given up.
    pub torn: bool,
    pub holes: Vec<Hole>,
}

/// Recovers one segment: cuts or keeps, and writes its `.index` and `.timeindex`. `.txnindex` needs the producers and is
/// written later.
pub(super) fn segment(
    disk: &dyn Disk,
    files: &Files,
    task: &Task<'_>,
    mut epochs: Option<&mut Epochs>,
) -> io::Result<Recovered> {
    let &Task { base, next_base, options, .. } = task;
    let entry = files.entry(base, names::LOG);
    let path = names::segment_path(&files.dir, base, names::LOG);
    let file = disk.open(&path, OpenMode::Create)?;
    let len = file.len()?;
    let limit =
        next_base.unwrap_or(Offset(i64::MAX)).min(Offset(base.0.saturating_add(i64::from(i32::MAX) + 1)));
    let modified = entry.map_or(options.now, |entry| entry.modified);
    let mut rebuilt = Segment::new(&files.dir, base, options.now, 0, 0);
    let mut walk = Walk::new(&*file, 0, len);
    let mut end = base;
    let mut holes = Vec::new();
    let mut torn = false;
    let mut valid = 0;
    loop {
        let at = walk.position();
        let good = match walk.next_whole()? {
            Step::End => break,
            Step::Bad => false,
            Step::Batch { header, bytes, .. } => {
                let fits = header.crc_fits(bytes) && header.last < limit && first_offset(&header) >= end;
                if fits {
                    take_in(&mut rebuilt, &header, at, options, epochs.as_deref_mut());
                    end = Offset(header.last.0 + 1);
                    valid = at + u64::from(header.size);
                }
                fits
            }
        };
        if good {
            continue;
        }
        let hole_allowed = task.holes_allowed || end < options.recovery_point;
        if hole_allowed
            && let Some((next, header)) =
                walk.find_next(at + 1, Offset(end.0 + 1), limit, options.config.compact)?
        {
            holes.push(Hole {
                from: end,
                end: header.base,
                segment: base,
                position: at as u32,
                position_end: next as u32,
            });
            end = header.base;
            walk.seek(next);
            continue;
        }
        if hole_allowed
            && let Some(next_base) = next_base
            && later_is_sound(disk, files, task.later)?
        {
            holes.push(Hole {
                from: end,
                end: next_base,
                segment: base,
                position: at as u32,
                position_end: len as u32,
            });
            // The bytes stay as they are, and count as part of the segment.
            valid = len;
            break;
        }
        torn = true;
        break;
    }
    let cut_bytes = len - valid;
    // Also gives back space that was kept beyond the end.
    file.set_len(valid)?;
    file.sync_all()?;
    rebuilt.tip.size = valid as u32;
    if valid > 0 {
        rebuilt.push_time();
    }
    match write_indexes(disk, files, &rebuilt) {
        Err(error) if is_full(&error) => go_without_indexes(disk, files, &mut rebuilt)?,
        written => written?,
    }
    let segment = LoadedSegment { base, tip: rebuilt.tip, modified, aborted: Vec::new() };
    let opened = Opened { segment, end, rebuilt: true };
    Ok(Recovered { opened, cut_bytes, torn: torn && cut_bytes > 0, holes })
}

/// Writes a rebuilt segment's `.txnindex`, or removes one that should not be there.
pub(super) fn write_txnindex(disk: &dyn Disk, dir: &Path, segment: &LoadedSegment) -> io::Result<()> {
    let path = names::segment_path(dir, segment.base, names::TXNINDEX);
    if segment.aborted.is_empty() {
        return ignore_missing(disk.remove_file(&path));
    }
    let mut bytes = Vec::new();
    for txn in &segment.aborted {
        bytes.extend_from_slice(&txn.encode());
    }
    write_whole(disk, &path, &bytes)
}

/// Where the batches of a file end, in offsets; `base` if it has none.
pub(super) fn end_of_batches(disk: &dyn Disk, path: &Path, base: Offset) -> io::Result<Offset> {
    let file = disk.open(path, OpenMode::Read)?;
    let mut walk = Walk::new(&*file, 0, file.len()?);
    let mut end = base;
    while let Step::Batch { header, .. } = walk.next_header()? {
        end = end.max(Offset(header.last.0 + 1));
    }
    Ok(end)
}

/// Hands every batch of a segment to `see`: its position, its header, its first bytes. Passes over holes.
pub(super) fn walk_headers(
    disk: &dyn Disk,
    dir: &Path,
    segment: &LoadedSegment,
    holes: &[Hole],
    mut see: impl FnMut(u64, &Header, &[u8]),
) -> io::Result<()> {
    let file = disk.open(&names::segment_path(dir, segment.base, names::LOG), OpenMode::Read)?;
    let mut walk = Walk::new(&*file, 0, u64::from(segment.tip.size));
    loop {
        if pass_hole(&mut walk, segment.base, holes) {
            continue;
        }
        match walk.next_header()? {
            Step::Batch { position, header, bytes } => see(position, &header, bytes),
            Step::End | Step::Bad => return Ok(()),
        }
    }
}

/// Moves a walk through the segment at `base` over the hole it stands in front of, if there is one.
pub(super) fn pass_hole(walk: &mut Walk<'_>, base: Offset, holes: &[Hole]) -> bool {
    let at = walk.position();
    let hole = holes.iter().find(|hole| hole.segment == base && u64::from(hole.position) == at);
    let Some(hole) = hole.filter(|hole| hole.position_end > hole.position) else { return false };
    walk.seek(u64::from(hole.position_end));
    true
}

/// In formats 0 and 1 only the last offset is known from outside.
fn first_offset(header: &Header) -> Offset {
    if header.magic == 2 { header.base } else { header.last }
}

fn take_in(
    rebuilt: &mut Segment,
    header: &Header,
    at: u64,
    options: &OpenRules,
    epochs: Option<&mut Epochs>,
) {
    rebuilt.tip.size = at as u32;
    rebuilt.push(header.size, header.last, header.max_timestamp, options.config.index_interval_bytes);
    if header.magic == 2
        && let Some(epochs) = epochs
        && epochs.latest().is_none_or(|latest| header.epoch > latest.epoch)
    {
        epochs.assign(header.epoch, header.base);
    }
}

/// Whether some segment behind this one begins with a batch that holds.
fn later_is_sound(disk: &dyn Disk, files: &Files, later: &[Offset]) -> io::Result<bool> {
    for &base in later {
        let file = disk.open(&names::segment_path(&files.dir, base, names::LOG), OpenMode::Read)?;
        let len = file.len()?;
        if len == 0 {
            continue;
        }
        let mut walk = Walk::new(&*file, 0, len);
        if let Step::Batch { header, bytes, .. } = walk.next_whole()?
            && header.crc_fits(bytes)
            && header.last >= base
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn write_indexes(disk: &dyn Disk, files: &Files, segment: &Segment) -> io::Result<()> {
    let index = segment.index.unwritten(segment.base, segment.tip.index_entries);
    let times = segment.timeindex.unwritten(segment.base, segment.tip.time_entries);
    write_whole(disk, &names::segment_path(&files.dir, segment.base, names::INDEX), &index)?;
    write_whole(disk, &names::segment_path(&files.dir, segment.base, names::TIMEINDEX), &times)
}

/// Leaves no half-written index, and counts no entry that is in no file.
fn go_without_indexes(disk: &dyn Disk, files: &Files, segment: &mut Segment) -> io::Result<()> {
    for suffix in [names::INDEX, names::TIMEINDEX] {
        ignore_missing(disk.remove_file(&names::segment_path(&files.dir, segment.base, suffix)))?;
    }
    let nothing = Tip::empty(segment.base);
    segment.tip.index_entries = nothing.index_entries;
    segment.tip.time_entries = nothing.time_entries;
    segment.tip.time_last = nothing.time_last;
    Ok(())
}

/// Whether there was no room for what was to be written.
pub(super) fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

fn write_whole(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = disk.open(path, OpenMode::Truncate)?;
    file.write_at(bytes, 0)?;
    file.sync_all()
}
