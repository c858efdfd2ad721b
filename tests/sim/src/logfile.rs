//! What lies in a partition's log files: records from the first segment on, and where bytes are damaged.

use std::collections::BTreeMap;
use std::path::Path;

use protocol::records::BatchView;
use storage::checkpoint::decode_partition_metadata;
use storage::names;

use crate::disk::Files;
use crate::model::Topic;
use crate::payload::{Found, records_of};

/// The records of a partition's log.
#[derive(Default)]
pub struct LogSeen {
    /// By offset.
    pub records: BTreeMap<i64, Found>,
    /// The base of the first segment, where records may go; otherwise 0.
    pub start: i64,
    /// Bytes of all segments.
    pub size: usize,
    /// Offsets that nothing holds, between those that something holds.
    pub holes: Vec<(i64, i64)>,
    /// Behind the last record.
    pub end: i64,
    /// Behind the last record in front of which nothing is damaged.
    pub dense_end: i64,
}

/// Reads a partition's log up to the last batch that is whole.
#[must_use]
pub fn log_of(files: &Files, topic: &Topic, part: i32) -> LogSeen {
    let mut seen = LogSeen::default();
    let name = format!("{}-{part}", topic.name);
    let is_of_topic = |dir: &Path| {
        let text = files.get(&dir.join(names::PARTITION_METADATA));
        text.is_some_and(|text| decode_partition_metadata(text) == Ok(topic.id))
    };
    let of_partition = |path: &&std::path::PathBuf| {
        let dir = path.parent().filter(|dir| dir.file_name().is_some_and(|last| *last == *name));
        path.extension().is_some_and(|last| last == "log") && dir.is_some_and(is_of_topic)
    };
    if topic.limits.trims() {
        let first = files.keys().find(of_partition).and_then(|path| path.file_stem()?.to_str()?.parse().ok());
        seen.start = first.unwrap_or(0);
        (seen.end, seen.dense_end) = (seen.start, seen.start);
    }
    let mut is_dense = true;
    // Behind damage nothing goes on where it began: a base offset may be zeros there, and no checksum covers it.
    let mut skipped = 0;
    for path in files.keys().filter(of_partition) {
        let bytes = &files[path];
        seen.size += bytes.len();
        let mut at = 0;
        while at < bytes.len() {
            let here = whole_batch(&bytes[at..]).filter(|batch| batch.base_offset().0 >= seen.end + skipped);
            match here.filter(|batch| skipped == 0 || is_followed(batch, &bytes[at..])) {
                Some(batch) => {
                    let base = batch.base_offset().0;
                    if base > seen.end {
                        seen.holes.push((seen.end, base));
                        is_dense = false;
                    }
                    seen.records.extend(records_of(&batch).into_iter().map(|found| (found.offset, found)));
                    seen.end = batch.next_offset().0;
                    at += batch.total_len();
                    skipped = 0;
                }
                None => {
                    is_dense = false;
                    skipped = 1;
                    at += 1;
                }
            }
            if is_dense {
                seen.dense_end = seen.end;
            }
        }
    }
    seen
}

/// Behind damage a batch counts only where what lies right behind it agrees: the other's base offset may be the torn one, or
/// its own.
fn is_followed(batch: &BatchView<'_>, bytes: &[u8]) -> bool {
    let next = whole_batch(&bytes[batch.total_len()..]);
    next.is_none_or(|next| next.base_offset() == batch.next_offset())
}

fn whole_batch(bytes: &[u8]) -> Option<BatchView<'_>> {
    // Most bytes that begin no batch are told by these.
    if bytes.get(16) != Some(&2) || bytes[0] != 0 {
        return None;
    }
    let batch = BatchView::parse(bytes).ok()?;
    batch.check_crc().is_ok().then_some(batch)
}
