//! File work the log owes, as data: made by the log, performed by `jobs`, reported back to the log.
//!
//! Each piece owns what it needs, so it can run on another thread while the log goes on. Performing one twice, or after a
//! newer one of the same kind, does no harm: positions and names are absolute.

use std::path::PathBuf;

use protocol::Offset;

use crate::file::FileRef;

/// Bytes for one sidecar file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The file.
    pub path: PathBuf,
    /// Where the bytes go.
    pub at: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Index entries that have gathered in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SidecarWrite {
    /// Whose they are.
    pub segment: Offset,
    /// `.index`.
    pub index: Piece,
    /// `.timeindex`.
    pub timeindex: Piece,
    /// `.txnindex`; made only when there is something in it.
    pub txnindex: Piece,
    /// Cut the indexes behind the bytes, make them even if empty, and sync: at a roll and a clean stop.
    pub last: bool,
    /// Entries that will lie in the files: offset index, time index, aborted transactions.
    pub entries: (u32, u32, usize),
}

impl SidecarWrite {
    /// What to tell the log when it is done.
    #[must_use]
    pub fn done(&self) -> SidecarsDone {
        SidecarsDone { segment: self.segment, entries: self.entries }
    }
}

/// A [`SidecarWrite`] is in its files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SidecarsDone {
    /// Whose entries.
    pub segment: Offset,
    /// As in the write.
    pub entries: (u32, u32, usize),
}

/// Finishing a segment: at a roll, and for the active one at a clean stop. Order: trim the log, write the sidecars, the
/// producer snapshot, sync all, sync the directory.
#[derive(Clone, Debug)]
pub struct Finish {
    /// The partition's directory.
    pub dir: PathBuf,
    /// The segment's base.
    pub segment: Offset,
    /// Its records.
    pub log: FileRef,
    /// Length to trim the log to, which gives back space kept beyond it.
    pub log_len: u64,
    /// The last index entries.
    pub sidecars: SidecarWrite,
    /// Producers at the segment's end, named by that offset.
    pub snapshot: Option<Piece>,
    /// All of it lies on disk already: a log that was not written to since it was opened costs nothing at a stop.
    pub complete: bool,
}

/// Segments that retention or a truncation has given up. Rename at once, remove after `file_delete_delay_ms`. Where none is
/// left, the one that begins comes first: without it nothing on disk would say up to which offset there were records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeleteSegments {
    /// The partition's directory.
    pub dir: PathBuf,
    /// Bases of the segments.
    pub bases: Vec<Offset>,
    /// How long the renamed files stay.
    pub delay_ms: i64,
    /// The new segment's file, and the producers there.
    pub begin: Option<(PathBuf, Piece)>,
}

/// Space to keep ahead of the tail with `File::allocate`. A refusal is silent: tell the log and go on.
#[derive(Clone, Debug)]
pub struct Preallocate {
    /// Whose segment.
    pub segment: Offset,
    /// The file.
    pub file: FileRef,
    /// From here on.
    pub from: u64,
    /// So many bytes.
    pub len: u64,
}

/// Damage that was met while reading, to be measured: where do good batches begin again?
#[derive(Clone, Debug)]
pub struct Survey {
    /// Base of the segment.
    pub segment: Offset,
    /// Its records.
    pub file: FileRef,
    /// Where no good batch begins.
    pub position: u32,
    /// The offset expected there, at least.
    pub from: Offset,
    /// Written bytes end here.
    pub upto: u32,
    /// The segment's offsets end here.
    pub end: Offset,
    /// Whether offsets may be missing between batches, as compaction leaves them.
    pub gaps: bool,
}

/// Files whose data must be made durable, in this order.
#[derive(Clone, Debug)]
pub struct SyncPlan {
    /// Logs of finished writes; the last one is the active segment's.
    pub files: Vec<FileRef>,
    /// The directory, when a file in it is new since the last sync.
    pub dir: Option<PathBuf>,
    /// When all are synced, everything below this is durable.
    pub upto: Offset,
}

/// File work of several steps.
#[derive(Clone, Debug)]
pub enum Work {
    /// Finish a rolled segment; report with `Log::finished`.
    Finish(Finish),
    /// Write gathered index entries; report with `Log::sidecars_written`.
    Sidecars(SidecarWrite),
    /// Replace `leader-epoch-checkpoint`; report with `Log::epochs_written`.
    Epochs {
        /// The file.
        path: PathBuf,
        /// Its text.
        text: Vec<u8>,
        /// What to report.
        changes: u64,
    },
    /// Rename, and later remove, segments; report the renaming with `Log::deleted`.
    Delete(DeleteSegments),
}
