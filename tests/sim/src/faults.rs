//! What goes wrong on a simulated disk besides crashes: no room, and single operations that fail.

use std::io;
use std::path::{Path, PathBuf};

const ENOSPC: i32 = 28;
const EIO: i32 = 5;

/// Kinds of operations that can be told to fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A write, of which a part is done.
    Write,
    /// A sync of a file or a directory; what it was for is lost for later syncs too.
    Sync,
    /// A read.
    Read,
    /// A new length, a new name, a removal.
    Change,
}

/// See the module's comment.
#[derive(Default)]
pub struct Faults {
    full: Option<PathBuf>,
    due: Vec<(Kind, PathBuf, u64)>,
    met: u64,
}

impl Faults {
    /// Below `dir` nothing can grow any more, or all can again.
    pub fn set_full(&mut self, dir: Option<PathBuf>) {
        self.full = dir;
    }

    /// The `count`th operation of a kind below `dir` from now on fails.
    pub fn fail(&mut self, kind: Kind, dir: PathBuf, count: u64) {
        self.due.retain(|(other, ..)| *other != kind);
        self.due.push((kind, dir, count));
    }

    /// Takes back single failures that have not come to pass.
    pub fn forget(&mut self) {
        self.due.clear();
    }

    /// How many operations met one since the last start.
    #[must_use]
    pub fn met(&self) -> u64 {
        self.met
    }

    /// A new start.
    pub fn restart(&mut self) {
        self.forget();
        self.met = 0;
    }

    /// Whether there is no room for `path`.
    #[must_use]
    pub fn is_full(&self, path: &Path) -> bool {
        self.full.as_ref().is_some_and(|dir| path.starts_with(dir))
    }

    /// The error of an operation that finds no room.
    pub fn no_room(&mut self) -> io::Error {
        self.met += 1;
        io::Error::from_raw_os_error(ENOSPC)
    }

    /// An operation of a kind takes place: its error, if it is the one that fails.
    pub fn meet(&mut self, kind: Kind, path: &Path) -> Option<io::Error> {
        let at = self.due.iter().position(|(other, dir, _)| *other == kind && path.starts_with(dir))?;
        self.due[at].2 = self.due[at].2.saturating_sub(1);
        if self.due[at].2 > 0 {
            return None;
        }
        self.due.swap_remove(at);
        self.met += 1;
        Some(io::Error::from_raw_os_error(EIO))
    }
}
