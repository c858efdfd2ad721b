//! The cheap check of a segment after a clean stop: sizes, order, the last entries against the log, the last batch.
//!
//! Reads a few pages however large the segment is. `None` means that something does not hold and the segment is to be read
//! whole. What it cannot see (a wrong entry in the middle of a large index, a flipped bit in an old batch) is met by readers:
//! look-ups do not trust an index, and cold reads check checksums.

use std::io;

use protocol::{Offset, Timestamp};

use super::open::{Files, Opened};
use super::walk::{Step, Walk};
use crate::config::LogConfig;
use crate::file::{Disk, File, OpenMode, read_full};
use crate::index::{Entry, OffsetEntry, TimeEntry};
use crate::log::LoadedSegment;
use crate::names;
use crate::segment::Tip;
use crate::txn_index::{self, AbortedTxn};

/// Indexes up to this size are read and checked whole.
const WHOLE_BYTES_MAX: u64 = 16 << 10;
/// Unindexed bytes at the end of a segment beyond which its index is taken for incomplete.
const UNINDEXED_BYTES_MAX: u64 = 1 << 20;
const TXNINDEX_BYTES_MAX: u64 = 1 << 30;

/// Checks one segment.
pub(super) fn segment(
    disk: &dyn Disk,
    files: &Files,
    base: Offset,
    next_base: Option<Offset>,
    config: &LogConfig,
) -> io::Result<Option<Opened>> {
    let Some(log_entry) = files.entry(base, names::LOG) else { return Ok(None) };
    let (size, modified) = (log_entry.len, log_entry.modified);
    let Ok(tip_size) = u32::try_from(size) else { return Ok(None) };
    let limit = next_base.unwrap_or(Offset(i64::MAX));
    let index = read_index::<OffsetEntry>(disk, files, base, names::INDEX)?;
    let times = read_index::<TimeEntry>(disk, files, base, names::TIMEINDEX)?;
    if size == 0 {
        let nothing =
            index.as_ref().is_none_or(|i| i.count == 0) && times.as_ref().is_none_or(|t| t.count == 0);
        let tip = Tip::empty(base);
        let segment = LoadedSegment { base, tip, modified, aborted: Vec::new() };
        return Ok(nothing.then_some(Opened { segment, end: base, rebuilt: false }));
    }
    let (Some(index), Some(times)) = (index, times) else { return Ok(None) };
    let mut tip =
        Tip { size: tip_size, index_entries: index.count, time_entries: times.count, ..Tip::empty(base) };
    let start = match index.last {
        Some(last) if last.offset < base || last.offset >= limit => return Ok(None),
        Some(last) if last.position == 0 || u64::from(last.position) >= size => return Ok(None),
        Some(last) => u64::from(last.position),
        None => 0,
    };
    tip.index_at = start as u32;
    if let Some(last) = times.last {
        if last.offset < base || last.offset >= limit || last.timestamp.0 < 0 {
            return Ok(None);
        }
        tip.time_last = last.timestamp;
        tip.max_timestamp = last.timestamp;
        tip.max_offset = last.offset;
    }
    let log = disk.open(&names::segment_path(&files.dir, base, names::LOG), OpenMode::Read)?;
    let log = &*log;
    if size - start > UNINDEXED_BYTES_MAX + 8 * u64::from(config.index_interval_bytes)
        && !one_batch_to_the_end(log, start, size)?
    {
        return Ok(None);
    }
    let Some(end) = walk_tail(log, base, start, size, &index, &tip)? else { return Ok(None) };
    if end > limit {
        return Ok(None);
    }
    if next_base.is_none() {
        tip.first_timestamp = first_timestamp(log, size)?;
    }
    let Some(aborted) = read_txnindex(disk, files, base, end)? else { return Ok(None) };
    Ok(Some(Opened { segment: LoadedSegment { base, tip, modified, aborted }, end, rebuilt: false }))
}

struct Seen<E> {
    count: u32,
    last: Option<E>,
}

/// Number of entries and the last one; `None` if the file is missing, has an odd size or is not in order as far as looked.
fn read_index<E: Entry>(
    disk: &dyn Disk,
    files: &Files,
    base: Offset,
    suffix: &str,
) -> io::Result<Option<Seen<E>>> {
    let Some(entry) = files.entry(base, suffix) else { return Ok(None) };
    let bytes = E::BYTES as u64;
    if entry.len % bytes != 0 {
        return Ok(None);
    }
    let Ok(count) = u32::try_from(entry.len / bytes) else { return Ok(None) };
    if count == 0 {
        return Ok(Some(Seen { count, last: None }));
    }
    let file = disk.open(&names::segment_path(&files.dir, base, suffix), OpenMode::Read)?;
    let whole = entry.len <= WHOLE_BYTES_MAX;
    let mut raw = vec![0; if whole { entry.len as usize } else { E::BYTES }];
    if read_full(&*file, &mut raw, 0)? < raw.len() {
        return Ok(None);
    }
    let mut last = E::decode(&raw[..E::BYTES], base);
    let mut in_order = true;
    if whole {
        for entry in raw.chunks_exact(E::BYTES).skip(1).map(|raw| E::decode(raw, base)) {
            in_order &= entry.key() > last.key();
            last = entry;
        }
    } else {
        let first = last;
        if read_full(&*file, &mut raw, entry.len - bytes)? < raw.len() {
            return Ok(None);
        }
        last = E::decode(&raw, base);
        in_order = last.key() > first.key();
    }
    Ok(in_order.then_some(Seen { count, last: Some(last) }))
}

/// Walks the batches from the last index entry to the end: they must fit, the last one's checksum too, and the indexes must
/// know their largest timestamp. Answers the segment's end.
fn walk_tail(
    log: &dyn File,
    base: Offset,
    start: u64,
    size: u64,
    index: &Seen<OffsetEntry>,
    tip: &Tip,
) -> io::Result<Option<Offset>> {
    let mut walk = Walk::new(log, start, size);
    let mut end = base;
    let mut last_at = start;
    let mut largest_seen = index.count > 0 || tip.max_timestamp.0 < 0;
    let mut first = true;
    loop {
        match walk.next_header()? {
            Step::Batch { position, header, .. } => {
                if header.last < end || (header.magic == 2 && header.base < end) {
                    return Ok(None);
                }
                if first && let Some(entry) = index.last {
                    // Kafka's followers name the last offset of several batches appended at once.
                    if entry.offset < header.last {
                        return Ok(None);
                    }
                }
                first = false;
                if header.max_timestamp > tip.max_timestamp {
                    return Ok(None);
                }
                largest_seen |= header.max_timestamp == tip.max_timestamp && header.last == tip.max_offset;
                end = Offset(header.last.0 + 1);
                last_at = position;
            }
            Step::End => break,
            Step::Bad => return Ok(None),
        }
    }
    walk.seek(last_at);
    let sound = match walk.next_whole()? {
        Step::Batch { header, bytes, .. } => header.crc_fits(bytes),
        Step::End | Step::Bad => false,
    };
    let known = largest_seen && tip.max_offset < end;
    Ok((sound && known).then_some(end))
}

/// Whether little but one batch, which may be as large as it likes, lies behind the last index entry.
fn one_batch_to_the_end(log: &dyn File, start: u64, size: u64) -> io::Result<bool> {
    let mut walk = Walk::new(log, start, size);
    let _ = walk.next_header()?;
    Ok(walk.position() + UNINDEXED_BYTES_MAX >= size)
}

/// The largest timestamp of the first batch: rolls by time are counted from it.
fn first_timestamp(log: &dyn File, size: u64) -> io::Result<Option<Timestamp>> {
    Ok(match Walk::new(log, 0, size).next_header()? {
        Step::Batch { header, .. } => Some(header.max_timestamp),
        Step::End | Step::Bad => None,
    })
}

fn read_txnindex(
    disk: &dyn Disk,
    files: &Files,
    base: Offset,
    end: Offset,
) -> io::Result<Option<Vec<AbortedTxn>>> {
    if files.entry(base, names::TXNINDEX).is_none() {
        return Ok(Some(Vec::new()));
    }
    let bytes = disk.read_all(&names::segment_path(&files.dir, base, names::TXNINDEX), TXNINDEX_BYTES_MAX)?;
    Ok(txn_index::decode(&bytes, base, end))
}
