//! File calls the standard library has no name for.
//!
//! Descriptors come as numbers, because the file trait hands them out so; whoever calls holds the file open across
//! the call. A wrong number is an error of the call and nothing worse.

use std::io::{self, IoSlice};

use bytes::BytesMut;

use super::check;

/// Slices of one vectored write. The kernel takes 1024; beyond 64 they cost more than they save.
pub const SLICES_MAX: usize = 64;

/// Writes the slices at `position`; may write less.
pub fn pwritev(file: i32, slices: &[IoSlice<'_>], position: u64) -> io::Result<usize> {
    let slices = &slices[..slices.len().min(SLICES_MAX)];
    // SAFETY: `IoSlice` has the layout of `iovec`, and pwritev only reads through it.
    check(unsafe {
        libc::pwritev(file, slices.as_ptr().cast(), slices.len() as i32, position as libc::off_t)
    })
}

/// Reads at most `len` bytes behind the end of `bytes`, as far as memory is there; 0 means the end of the file.
pub fn pread(file: i32, bytes: &mut BytesMut, len: usize, position: u64) -> io::Result<usize> {
    let free = bytes.spare_capacity_mut();
    let len = free.len().min(len);
    // SAFETY: the pointer and length describe memory that `bytes` owns and nobody reads meanwhile.
    let got = check(unsafe { libc::pread(file, free.as_mut_ptr().cast(), len, position as libc::off_t) })?;
    // SAFETY: the kernel has just filled `got <= len` bytes behind the old end.
    unsafe { bytes.set_len(bytes.len() + got) };
    Ok(got)
}

/// Makes the data durable, and what is needed to read it back.
pub fn fdatasync(file: i32) -> io::Result<()> {
    // SAFETY: plain call without pointers.
    check(unsafe { libc::fdatasync(file) as isize }).map(drop)
}

/// Keeps space without changing the file's length.
pub fn allocate_keeping_size(file: i32, from: u64, len: u64) -> io::Result<()> {
    let mode = libc::FALLOC_FL_KEEP_SIZE;
    // SAFETY: plain call without pointers.
    check(unsafe { libc::fallocate(file, mode, from as libc::off_t, len as libc::off_t) as isize }).map(drop)
}

/// Bytes an ordinary process may still write where `path` lies.
pub fn free_bytes(path: &std::path::Path) -> io::Result<u64> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(path.as_os_str().as_bytes())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "path holds a zero byte"))?;
    let mut stat = std::mem::MaybeUninit::<libc::statvfs>::zeroed();
    // SAFETY: `path` ends in a zero byte and `stat` has room for the answer.
    check(unsafe { libc::statvfs(path.as_ptr(), stat.as_mut_ptr()) as isize })?;
    // SAFETY: zeroed memory is a valid statvfs, and the call has filled it.
    let stat = unsafe { stat.assume_init() };
    Ok(stat.f_bavail.saturating_mul(stat.f_frsize))
}
