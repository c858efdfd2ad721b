//! Performs the file work that a log owes.
//!
//! Every function may be interrupted anywhere and be run again, by itself or after a restart by the open job.

use std::io::{self, ErrorKind};
use std::path::Path;

use protocol::Offset;

use super::walk::{Step, Walk};
use crate::file::{Disk, OpenMode, with_suffix};
use crate::log::{Hole, TakeBack};
use crate::lookup::{Lookup, Outcome};
use crate::names;
use crate::work::{DeleteSegments, Finish, Piece, SidecarWrite, Survey, SyncPlan, Work};

/// Finishes a segment.
pub fn finish(disk: &dyn Disk, work: &Finish) -> io::Result<()> {
    if work.complete || work.log.is_gone() {
        return Ok(());
    }
    let log = work.log.get(disk)?;
    log.set_len(work.log_len)?;
    log.sync_all()?;
    write_sidecars(disk, &work.sidecars)?;
    if let Some(piece) = &work.snapshot {
        write_snapshot(disk, piece)?;
    }
    disk.sync_dir(&work.dir)
}

/// Writes gathered index entries.
pub fn write_sidecars(disk: &dyn Disk, work: &SidecarWrite) -> io::Result<()> {
    for piece in [&work.index, &work.timeindex] {
        if piece.bytes.is_empty() && !work.last {
            continue;
        }
        write_piece(disk, piece, work.last)?;
    }
    if !work.txnindex.bytes.is_empty() {
        write_piece(disk, &work.txnindex, work.last)?;
    }
    Ok(())
}

/// Writes a producer snapshot. Its checksum tells a torn one, so it goes under its name at once, as in Kafka.
pub fn write_snapshot(disk: &dyn Disk, piece: &Piece) -> io::Result<()> {
    let file = disk.open(&piece.path, OpenMode::Truncate)?;
    file.write_at(&piece.bytes, 0)?;
    file.sync_all()
}

/// Makes written records durable.
pub fn sync(disk: &dyn Disk, plan: &SyncPlan) -> io::Result<()> {
    for file in &plan.files {
        if !file.is_gone() {
            file.get(disk)?.sync_data()?;
        }
    }
    plan.dir.as_deref().map_or(Ok(()), |dir| disk.sync_dir(dir))
}

/// Renames the files of segments that were given up, oldest first: stopped anywhere, it leaves a log without a gap.
pub fn rename_deleted(disk: &dyn Disk, work: &DeleteSegments) -> io::Result<()> {
    if let Some((log, snapshot)) = &work.begin {
        disk.open(log, OpenMode::Create)?;
        write_snapshot(disk, snapshot)?;
        disk.sync_dir(&work.dir)?;
    }
    for path in segment_files(&work.dir, &work.bases) {
        let to = with_suffix(&path, names::DELETED);
        ignore_missing(disk.rename(&path, &to))?;
    }
    disk.sync_dir(&work.dir)
}

/// Removes the renamed files, some time later.
pub fn remove_deleted(disk: &dyn Disk, work: &DeleteSegments) -> io::Result<()> {
    for path in segment_files(&work.dir, &work.bases) {
        ignore_missing(disk.remove_file(&with_suffix(&path, names::DELETED)))?;
    }
    Ok(())
}

/// Performs any piece of work that a log owes.
pub fn work(disk: &dyn Disk, work: &Work) -> io::Result<()> {
    match work {
        Work::Finish(work) => finish(disk, work),
        Work::Sidecars(work) => write_sidecars(disk, work),
        Work::Epochs { path, text, .. } => disk.write_atomic(path, text),
        Work::Delete(work) => rename_deleted(disk, work),
    }
}

/// Cuts off what a failed write left behind the written end.
pub fn take_back(disk: &dyn Disk, back: &TakeBack) -> io::Result<()> {
    for file in &back.remove {
        ignore_missing(disk.remove_file(file.path()))?;
    }
    back.file.get(disk)?.set_len(back.cut_to)
}

/// Runs a look-up to its end with blocking reads.
pub fn run_lookup(disk: &dyn Disk, lookup: &mut Lookup) -> io::Result<Outcome> {
    let mut buffer = Vec::new();
    loop {
        let wanted = lookup.wanted();
        buffer.resize(wanted.len as usize, 0);
        let read = match wanted.file.get(disk) {
            Ok(file) => crate::file::read_full(file, &mut buffer, wanted.position)?,
            // An index may be missing; the look-up goes on without it.
            Err(error) if error.kind() == ErrorKind::NotFound => 0,
            Err(error) => return Err(error),
        };
        if let Some(outcome) = lookup.step(&buffer[..read]) {
            return Ok(outcome);
        }
    }
}

/// Measures damage: from the bad batch to the next good one, or to the segment's end. `None` if the batch is good after all.
/// The offset that is missing first is what the headers before it lead to, since whoever met the damage may have come with an
/// offset far behind it; where they lead elsewhere, the offset given is taken.
pub fn survey(disk: &dyn Disk, work: &Survey) -> io::Result<Option<Hole>> {
    let file = work.file.get(disk)?;
    let (position, upto) = (u64::from(work.position), u64::from(work.upto));
    let mut walk = Walk::new(file, 0, upto);
    let mut expected = work.segment;
    while walk.position() < position
        && let Step::Batch { header, .. } = walk.next_header()?
    {
        expected = expected.max(Offset(header.last.0 + 1));
    }
    let from = if walk.position() == position { expected } else { work.from };
    walk.seek(position);
    if let Step::Batch { header, bytes, .. } = walk.next_whole()?
        && header.crc_fits(bytes)
        && header.last >= from
        && header.last < work.end
        && (header.magic < 2 || header.base >= from)
    {
        // The checksum does not cover the base offset: the batch behind it must lie above.
        let last = header.last;
        let overlaps = matches!(walk.next_header()?, Step::Batch { header, .. } if header.magic == 2 && header.base <= last);
        if !overlaps {
            return Ok(None);
        }
    }
    let next = walk.find_next(position + 1, Offset(from.0 + 1), work.end, work.gaps)?;
    Ok(Some(Hole {
        from,
        end: next.map_or(work.end, |(_, header)| header.base),
        segment: work.segment,
        position: work.position,
        position_end: next.map_or(work.upto, |(at, _)| at as u32),
    }))
}

pub(crate) fn ignore_missing(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// `None` where there is no such file.
pub(crate) fn missing_as_none<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

fn write_piece(disk: &dyn Disk, piece: &Piece, last: bool) -> io::Result<()> {
    let file = disk.open(&piece.path, OpenMode::Create)?;
    if !piece.bytes.is_empty() {
        file.write_at(&piece.bytes, piece.at)?;
    }
    if last {
        file.set_len(piece.at + piece.bytes.len() as u64)?;
        file.sync_all()?;
    }
    Ok(())
}

fn segment_files<'a>(dir: &'a Path, bases: &'a [Offset]) -> impl Iterator<Item = std::path::PathBuf> + 'a {
    const SUFFIXES: [&str; 5] =
        [names::LOG, names::INDEX, names::TIMEINDEX, names::TXNINDEX, names::SNAPSHOT];
    bases
        .iter()
        .flat_map(move |&base| SUFFIXES.iter().map(move |suffix| names::segment_path(dir, base, suffix)))
}
