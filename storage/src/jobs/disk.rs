//! The file trait over the standard library: all that tests and tools need. The edge has files of its own, which do what the
//! standard library has no name for; names and directories it leaves to this one.

use std::fs;
use std::io::{self, ErrorKind, IoSlice};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::UNIX_EPOCH;

use protocol::Timestamp;

use crate::file::{DirEntry, Disk, File, OpenMode};

/// A disk of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct StdDisk;

struct StdFile(fs::File);

impl File for StdFile {
    fn read_at(&self, buf: &mut [u8], position: u64) -> io::Result<usize> {
        FileExt::read_at(&self.0, buf, position)
    }

    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<()> {
        FileExt::write_all_at(&self.0, bytes, position)
    }

    fn write_vectored_at(&self, bytes: &[IoSlice<'_>], position: u64) -> io::Result<usize> {
        let first = bytes.iter().find(|slice| !slice.is_empty());
        first.map_or(Ok(0), |slice| FileExt::write_at(&self.0, slice, position))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn sync_all(&self) -> io::Result<()> {
        self.0.sync_all()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.0.metadata()?.len())
    }

    fn allocate(&self, _from: u64, _len: u64) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    fn raw_fd(&self) -> Option<i32> {
        Some(self.0.as_raw_fd())
    }
}

/// Opens a file as `mode` says; close-on-exec, as the standard library opens everything.
pub fn open(path: &Path, mode: OpenMode) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    match mode {
        OpenMode::Read => &mut options,
        OpenMode::Write => options.write(true),
        OpenMode::Create => options.write(true).create(true).truncate(false),
        OpenMode::Truncate => options.write(true).create(true).truncate(true),
    };
    options.open(path)
}

impl Disk for StdDisk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        Ok(Box::new(StdFile(open(path, mode)?)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // A link is what it leads to.
            let metadata = match entry.path().metadata() {
                Ok(metadata) => metadata,
                // Removed since the directory was read.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            let is_dir = metadata.is_dir();
            let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            entries.push(DirEntry {
                name,
                is_dir,
                len: if is_dir { 0 } else { metadata.len() },
                modified: modified.map_or(Timestamp::NONE, |since| Timestamp(since.as_millis() as i64)),
            });
        }
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        fs::File::open(path)?.sync_all()
    }

    fn free_bytes(&self, _path: &Path) -> io::Result<u64> {
        Err(ErrorKind::Unsupported.into())
    }
}
