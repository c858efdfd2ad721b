//! The file trait: what the log needs of a disk, small enough that the simulator can stand behind it.
//!
//! Three implementations exist: the edge's (rings and small file pools), the standard library's in `jobs::disk`, and
//! the simulator's. The pure part of this crate never calls any of these functions; it only hands out [`FileRef`]s,
//! and whoever performs the I/O opens them on first use.
//!
//! Invariants:
//! - A [`FileHandle`] names one file for its whole life. A file that is renamed gets a new handle.
//! - A handle opens nothing until somebody reads or writes, and keeps one descriptor at most, so that ten thousand idle
//!   partitions cost none.

use std::fmt;
use std::io::{self, IoSlice};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use protocol::Timestamp;

/// One open file. Positions are absolute; there is no cursor.
pub trait File: Send + Sync {
    /// Reads at most `buf.len()` bytes; 0 means the end.
    fn read_at(&self, buf: &mut [u8], position: u64) -> io::Result<usize>;
    /// Writes all of `bytes` or fails; after a failure any part may have been written.
    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<()>;
    /// Writes as much as the system takes in one call.
    fn write_vectored_at(&self, bytes: &[IoSlice<'_>], position: u64) -> io::Result<usize>;
    /// Makes the data, and as much of the metadata as reading it back needs, durable.
    fn sync_data(&self) -> io::Result<()>;
    /// Makes data and metadata durable.
    fn sync_all(&self) -> io::Result<()>;
    /// Cuts or extends the file; cutting also gives back space kept beyond the end.
    fn set_len(&self, len: u64) -> io::Result<()>;
    /// The file's length.
    fn len(&self) -> io::Result<u64>;
    /// Whether the file holds nothing.
    fn is_empty(&self) -> io::Result<bool> {
        Ok(self.len()? == 0)
    }
    /// Keeps space for `len` bytes from `from` on without changing the length (`FALLOC_FL_KEEP_SIZE`).
    fn allocate(&self, from: u64, len: u64) -> io::Result<()>;
    /// The descriptor, where there is one, for calls that only the edge knows.
    fn raw_fd(&self) -> Option<i32> {
        None
    }
}

/// How a file is opened. All modes allow reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenMode {
    /// Must exist; no writing.
    Read,
    /// Must exist.
    Write,
    /// Made if it is not there.
    Create,
    /// Made if it is not there, emptied if it is.
    Truncate,
}

/// One name in a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirEntry {
    /// The last part of the path. Names that are not UTF-8 are not ours and are left out by the disk.
    pub name: String,
    /// Whether it is a directory.
    pub is_dir: bool,
    /// Size of a file; 0 for a directory.
    pub len: u64,
    /// When a file was last written: retention falls back to it where records carry no time.
    pub modified: Timestamp,
}

/// A filesystem, or the part of one that holds our directories.
pub trait Disk: Send + Sync {
    /// Opens `path` as `mode` says.
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>>;
    /// Renames, replacing a file of the new name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes one file.
    fn remove_file(&self, path: &Path) -> io::Result<()>;
    /// Removes a directory and what is in it.
    fn remove_dir_all(&self, path: &Path) -> io::Result<()>;
    /// Makes a directory and those above it.
    fn create_dir_all(&self, path: &Path) -> io::Result<()>;
    /// What a directory holds, in the order of names.
    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>>;
    /// Makes names in a directory durable.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;
    /// Bytes an ordinary process may still write.
    fn free_bytes(&self, path: &Path) -> io::Result<u64>;

    /// Reads a whole file, refusing one larger than `len_max`.
    fn read_all(&self, path: &Path, len_max: u64) -> io::Result<Vec<u8>> {
        let file = self.open(path, OpenMode::Read)?;
        let len = file.len()?;
        if len > len_max {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "file is larger than it may be"));
        }
        let mut bytes = vec![0; len as usize];
        let read = read_full(&*file, &mut bytes, 0)?;
        bytes.truncate(read);
        Ok(bytes)
    }

    /// Replaces a file whole: temporary file, sync, rename, sync of the directory. A crash leaves the old or the new.
    fn write_atomic(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let temporary = with_suffix(path, ".tmp");
        let file = self.open(&temporary, OpenMode::Truncate)?;
        file.write_at(bytes, 0)?;
        file.sync_all()?;
        drop(file);
        self.rename(&temporary, path)?;
        match path.parent() {
            Some(dir) => self.sync_dir(dir),
            None => Ok(()),
        }
    }
}

/// Fills `buf` unless the file ends before; says how much was read.
pub fn read_full(file: &dyn File, buf: &mut [u8], position: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buf.len() {
        match file.read_at(&mut buf[filled..], position + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// `path` with `suffix` behind its last part.
#[must_use]
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A file the log speaks of: shared by the log, by plans given out and by I/O under way.
pub type FileRef = Arc<FileHandle>;

/// Names a file; opened by the first one who reads or writes it.
pub struct FileHandle {
    path: PathBuf,
    slot: OnceLock<Box<dyn File>>,
    /// Set when the log has given the file up (deleted, cut away): reads that come later find nothing.
    gone: AtomicBool,
}

impl FileHandle {
    /// A handle that opens nothing.
    #[must_use]
    pub fn new(path: PathBuf) -> FileRef {
        Arc::new(Self { path, slot: OnceLock::new(), gone: AtomicBool::new(false) })
    }

    /// A handle around a file that is already open.
    #[must_use]
    pub fn opened(path: PathBuf, file: Box<dyn File>) -> FileRef {
        let slot = OnceLock::new();
        let _ = slot.set(file);
        Arc::new(Self { path, slot, gone: AtomicBool::new(false) })
    }

    /// Where the file lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file, opening (and making) it if nobody has yet.
    pub fn get(&self, disk: &dyn Disk) -> io::Result<&dyn File> {
        if let Some(file) = self.slot.get() {
            return Ok(&**file);
        }
        let mode = if self.is_gone() { OpenMode::Read } else { OpenMode::Create };
        let opened = disk.open(&self.path, mode)?;
        Ok(&**self.slot.get_or_init(|| opened))
    }

    /// The open file, if somebody has opened it.
    #[must_use]
    pub fn get_if_open(&self) -> Option<&dyn File> {
        self.slot.get().map(|file| &**file)
    }

    /// Whether the log has given the file up. Whoever holds it open may read on.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Acquire)
    }

    /// Marks the file as given up, so that opening it never makes it anew.
    pub fn set_gone(&self) {
        self.gone.store(true, Ordering::Release);
    }
}

impl fmt::Debug for FileHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())
    }
}
