//! Bringing producers to the log end: the newest snapshot that holds, the batches behind it, and those before it that may
//! still be sent again (`refill`).
//!
//! Also finds the aborted transactions of segments whose sidecars are made anew, for which the replay begins at or before
//! the first of them. Removes snapshots that cannot be right: beyond the end, at or below the log start, unreadable, or of
//! no segment (but for the newest, which a clean stop leaves at the end).
//!
//! Nobody is forgotten here for having been silent. What is measured is the time of a producer's records, which may be years
//! old although it has just sent them, and whoever retries across this start must be recognised; the log forgets later.

use std::io;

use protocol::Offset;

use super::open::{Files, OpenRules, Segments};
use super::perform::ignore_missing;
use super::recover::walk_headers;
use super::refill::{Edge, refill};
use crate::file::Disk;
use crate::names;
use crate::producers::Producers;
use crate::snapshot;

/// Snapshots larger than this are not believed: five million producers.
const SNAPSHOT_BYTES_MAX: u64 = 256 << 20;

/// Producers at the log end.
pub(super) struct Replayed {
    pub producers: Producers,
    /// Offset of the newest snapshot on disk; the log start if none is left.
    pub snapshot_at: Offset,
    /// Whether snapshots were removed.
    pub removed: bool,
    /// Where the replay of batches began, if there was one.
    pub from: Option<Offset>,
}

/// Loads and replays.
pub(super) fn bring_producers_to_end(
    disk: &dyn Disk,
    files: &mut Files,
    segments: &mut Segments,
    options: &OpenRules,
    log_start: Offset,
    end: Offset,
) -> io::Result<Replayed> {
    let before = files.snapshots.len();
    remove_strays(disk, files, log_start, end)?;
    let rebuilt_from = segments.loaded.iter().find(|opened| opened.rebuilt).map(|opened| opened.segment.base);
    if let Some(base) = rebuilt_from.filter(|&base| base < end) {
        let (mut producers, start) = load_newest(disk, files, options, log_start, base)?;
        replay(disk, files, segments, &mut producers, start, true)?;
    }
    // The newest snapshot also knows producers whose batches are all below the log start.
    let (mut producers, start) = load_newest(disk, files, options, log_start, end)?;
    let from = (start < end).then_some(start);
    let edge = match from {
        Some(start) => replay(disk, files, segments, &mut producers, start, false)?,
        None => None,
    };
    // Where nothing was replayed all that is there lies in front of the snapshot.
    let edge = edge.unwrap_or((segments.loaded.len().saturating_sub(1), u64::MAX));
    refill(disk, &files.dir, segments, &mut producers, edge, options.now)?;
    producers.set_end(end);
    let snapshot_at = files.snapshots.last().copied().unwrap_or(log_start);
    Ok(Replayed { producers, snapshot_at, removed: files.snapshots.len() != before, from })
}

/// The producers of the newest snapshot at or below `upto` that can be read, and its offset; none, and the log start, if
/// there is no such snapshot.
fn load_newest(
    disk: &dyn Disk,
    files: &mut Files,
    options: &OpenRules,
    log_start: Offset,
    upto: Offset,
) -> io::Result<(Producers, Offset)> {
    let mut producers = Producers::new(log_start, options.config.producers_max);
    while let Some(at) = files.snapshots.range(..=upto).next_back().copied() {
        let path = names::segment_path(&files.dir, at, names::SNAPSHOT);
        let entries = match disk.read_all(&path, SNAPSHOT_BYTES_MAX) {
            Ok(bytes) => snapshot::decode(&bytes),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => None,
            Err(error) => return Err(error),
        };
        if let Some(entries) = entries {
            for (id, entry) in entries {
                producers.load(id, entry);
            }
            producers.set_end(at);
            return Ok((producers, at));
        }
        ignore_missing(disk.remove_file(&path))?;
        files.snapshots.remove(&at);
    }
    Ok((producers, log_start))
}

/// Applies the batches from `start` on; answers where the first of them lies.
fn replay(
    disk: &dyn Disk,
    files: &Files,
    segments: &mut Segments,
    producers: &mut Producers,
    start: Offset,
    find_aborted: bool,
) -> io::Result<Option<Edge>> {
    let mut edge = None;
    for (number, opened) in segments.loaded.iter_mut().enumerate().filter(|(_, opened)| opened.end > start) {
        let base = opened.segment.base;
        let mut aborted = Vec::new();
        walk_headers(disk, &files.dir, &opened.segment, &segments.holes, |position, header, bytes| {
            if header.magic == 2 && header.last >= start {
                edge.get_or_insert((number, position));
                let info = header.info(bytes);
                let place = Some((base, position as u32));
                aborted.extend(producers.apply(&info, header.base, place, false));
            }
        })?;
        if find_aborted && opened.rebuilt {
            opened.segment.aborted = aborted;
        }
    }
    Ok(edge)
}

fn remove_strays(disk: &dyn Disk, files: &mut Files, log_start: Offset, end: Offset) -> io::Result<()> {
    let newest = files.snapshots.range(..=end).next_back().copied();
    let stray: Vec<Offset> = files
        .snapshots
        .iter()
        .copied()
        .filter(|at| {
            let of_segment = files.bases.binary_search(at).is_ok() || Some(*at) == newest;
            *at > end || *at <= log_start || !of_segment
        })
        .collect();
    for at in stray {
        ignore_missing(disk.remove_file(&names::segment_path(&files.dir, at, names::SNAPSHOT)))?;
        files.snapshots.remove(&at);
    }
    Ok(())
}
