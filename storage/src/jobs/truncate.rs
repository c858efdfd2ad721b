//! Cutting a log back, as a follower does to agree with its leader.
//!
//! Later segments go first, newest first, so that a crash in between leaves a log without a gap. The sidecars of the segment that
//! is cut are removed before it is, which makes the open job read it whole.

use std::io;
use std::path::Path;

use protocol::Offset;

use super::open::{OpenReport, OpenRules, open_log, remove_segment};
use super::perform::ignore_missing;
use super::walk::{Step, Walk};
use crate::file::{Disk, OpenMode};
use crate::log::Loaded;
use crate::names;

/// Cuts the log in `dir` so that nothing at or above `to` is left, and opens what remains; a batch that holds `to` goes whole. No
/// write or other work on this log may be under way; hand the result to `Log::reload`, and write the recovery point before
/// anything is appended.
pub fn truncate_log(
    disk: &dyn Disk,
    dir: &Path,
    to: Offset,
    options: &OpenRules,
) -> io::Result<(Loaded, OpenReport)> {
    let mut bases: Vec<Offset> =
        disk.list(dir)?.iter().filter_map(|entry| names::offset_of(&entry.name, names::LOG)).collect();
    bases.sort_unstable();
    while let Some(base) = bases.pop_if(|base| *base >= to) {
        remove_segment(disk, dir, base)?;
        disk.sync_dir(dir)?;
    }
    match bases.last() {
        Some(&base) => cut_segment(disk, dir, base, to)?,
        None => {
            disk.open(&names::segment_path(dir, to, names::LOG), OpenMode::Create)?;
        }
    }
    disk.sync_dir(dir)?;
    let options = OpenRules {
        clean: true,
        recovery_point: options.recovery_point.min(to),
        log_start: options.log_start.map(|start| start.min(to)),
        ..options.clone()
    };
    open_log(disk, dir, &options)
}

fn cut_segment(disk: &dyn Disk, dir: &Path, base: Offset, to: Offset) -> io::Result<()> {
    let file = disk.open(&names::segment_path(dir, base, names::LOG), OpenMode::Write)?;
    let len = file.len()?;
    let mut walk = Walk::new(&*file, 0, len);
    let cut = loop {
        match walk.next_header()? {
            Step::Batch { position, header, .. } if header.last >= to => break position,
            Step::Batch { .. } => {}
            Step::End | Step::Bad => return Ok(()),
        }
    };
    for suffix in [names::INDEX, names::TIMEINDEX, names::TXNINDEX] {
        ignore_missing(disk.remove_file(&names::segment_path(dir, base, suffix)))?;
    }
    disk.sync_dir(dir)?;
    file.set_len(cut)?;
    file.sync_all()
}
