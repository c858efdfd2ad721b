//! The real disk behind the file trait, for jobs and for opening what the loop then works on by descriptor.
//!
//! Everything here may block; only job threads, the start of a node and an occasional open on a core come here.

use std::fs;
use std::io::{self, IoSlice};
use std::os::fd::AsRawFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

use storage::file::DirEntry;
use storage::jobs::disk::{self, StdDisk};
use storage::{Disk, File, OpenMode};

use crate::sys;

/// The filesystem of this machine.
#[derive(Clone, Copy, Default, Debug)]
pub struct RealDisk;

/// A file of it.
struct RealFile(fs::File);

impl File for RealFile {
    fn read_at(&self, buf: &mut [u8], position: u64) -> io::Result<usize> {
        self.0.read_at(buf, position)
    }

    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<()> {
        self.0.write_all_at(bytes, position)
    }

    fn write_vectored_at(&self, bytes: &[IoSlice<'_>], position: u64) -> io::Result<usize> {
        sys::file::pwritev(self.0.as_raw_fd(), bytes, position)
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

    fn allocate(&self, from: u64, len: u64) -> io::Result<()> {
        sys::file::allocate_keeping_size(self.0.as_raw_fd(), from, len)
    }

    fn raw_fd(&self) -> Option<i32> {
        Some(self.0.as_raw_fd())
    }
}

impl Disk for RealDisk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        Ok(Box::new(RealFile(disk::open(path, mode)?)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        StdDisk.rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        StdDisk.remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        StdDisk.remove_dir_all(path)
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        StdDisk.create_dir_all(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        StdDisk.list(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        StdDisk.sync_dir(path)
    }

    fn free_bytes(&self, path: &Path) -> io::Result<u64> {
        sys::file::free_bytes(path)
    }
}
