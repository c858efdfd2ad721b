//! What a simulated disk holds: files with the bytes that readers see and those that are durable, directories with their
//! names and the changes to them that are not durable yet; and what a loss of power leaves of each.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::Path;

use protocol::{Rng, Timestamp};
use storage::names;

use crate::disk::Files;

/// The unit in which unsynced data reaches the disk.
const PAGE_BYTES: usize = 512;

/// A file or a directory.
pub enum Inode {
    /// A file.
    File(FileNode),
    /// A directory.
    Dir(DirNode),
}

/// A file.
#[derive(Default)]
pub struct FileNode {
    /// As readers see it.
    pub bytes: Vec<u8>,
    /// As the disk has it.
    pub durable: Vec<u8>,
    /// Ranges written since the last sync.
    pub written: Vec<(usize, usize)>,
    /// The shortest length since the last sync.
    pub cut: Option<usize>,
    /// When it was written.
    pub modified: Timestamp,
}

/// A directory.
#[derive(Default)]
pub struct DirNode {
    /// As readers see them.
    pub names: BTreeMap<String, usize>,
    /// As the disk has them.
    pub durable: BTreeMap<String, usize>,
    /// What came since.
    pub pending: Vec<Change>,
}

/// A change to the names of a directory.
pub enum Change {
    /// A new name.
    Link(String, usize),
    /// A name that is gone.
    Unlink(String),
    /// Another name.
    Rename(String, String),
}

impl FileNode {
    /// Makes it durable.
    pub fn sync(&mut self) {
        if let Some(cut) = self.cut.take() {
            self.durable.truncate(cut);
        }
        resize(&mut self.durable, self.bytes.len());
        for (from, to) in self.written.drain(..) {
            let to = to.min(self.bytes.len());
            if from < to {
                self.durable[from..to].copy_from_slice(&self.bytes[from..to]);
            }
        }
    }

    /// What is left of it when the power goes.
    pub fn lose(&mut self, keep: u64, rng: &mut Rng) {
        let mut left = std::mem::take(&mut self.durable);
        let now = self.bytes.len();
        let is_whole = keep == 3 || rng.one_in(3);
        if (is_whole || (keep > 0 && rng.one_in(2)))
            && let Some(cut) = self.cut
        {
            left.truncate(cut);
        }
        let reached = match keep {
            0 => 0,
            _ if is_whole => now,
            _ => rng.below(now as u64 + 1) as usize,
        };
        if reached > left.len() {
            resize(&mut left, reached);
        }
        let in_order = rng.one_in(2);
        if keep > 0 {
            for (from, to) in &self.written {
                let to = (*to).min(left.len()).min(now);
                let mut at = *from;
                while at < to {
                    let next = ((at / PAGE_BYTES + 1) * PAGE_BYTES).min(to);
                    if is_whole || (in_order && at < reached) || (!in_order && rng.one_in(2)) {
                        left[at..next].copy_from_slice(&self.bytes[at..next]);
                    }
                    at = next;
                }
            }
        }
        self.bytes.clone_from(&left);
        self.durable = left;
        self.written.clear();
        self.cut = None;
    }
}

impl DirNode {
    /// Makes it durable.
    pub fn sync(&mut self) {
        self.durable.clone_from(&self.names);
        self.pending.clear();
    }

    /// What is left of it when the power goes.
    pub fn lose(&mut self, keep: u64, rng: &mut Rng) {
        let count = match keep {
            0 => 0,
            3 => self.pending.len(),
            _ => rng.below(self.pending.len() as u64 + 1) as usize,
        };
        for change in self.pending.drain(..).take(count) {
            match change {
                Change::Link(name, inode) => drop(self.durable.insert(name, inode)),
                Change::Unlink(name) => drop(self.durable.remove(&name)),
                Change::Rename(from, to) => {
                    if let Some(inode) = self.durable.remove(&from) {
                        self.durable.insert(to, inode);
                    }
                }
            }
        }
        self.names.clone_from(&self.durable);
    }
}

/// `Vec::resize` with zeros, which goes byte by byte in a build that is not optimised.
pub fn resize(bytes: &mut Vec<u8>, len: usize) {
    match len.checked_sub(bytes.len()) {
        Some(more) => bytes.extend_from_slice(&vec![0; more]),
        None => bytes.truncate(len),
    }
}

/// The name that a path ends with.
pub fn name_of(path: &Path) -> io::Result<String> {
    path.file_name().and_then(|name| name.to_str()).map(str::to_owned).ok_or(ErrorKind::InvalidInput.into())
}

/// The directory that a path lies in.
pub fn parent_of(path: &Path) -> io::Result<&Path> {
    path.parent().ok_or(ErrorKind::InvalidInput.into())
}

/// Adds what the logs' directories below `dir` hold: as readers see it, or as the disk has it.
pub fn logs_of(inodes: &[Inode], dir: usize, path: &Path, durable: bool, out: &mut Files) {
    let Inode::Dir(node) = &inodes[dir] else { return };
    for (name, inode) in if durable { &node.durable } else { &node.names } {
        match &inodes[*inode] {
            Inode::Dir(_) => logs_of(inodes, *inode, &path.join(name), durable, out),
            Inode::File(file) if name.ends_with(names::LOG) || name == names::PARTITION_METADATA => {
                let bytes = if durable { &file.durable } else { &file.bytes };
                out.insert(path.join(name), bytes.clone());
            }
            Inode::File(_) => {}
        }
    }
}
