//! A file lease: whoever opens the file to write is held up while it is there, at most as long as the kernel lets
//! (`fs.lease-break-time`, 45 seconds). With it a test makes a node wait at a place of the test's choice.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::Path;

/// From `fcntl.h`; the crate has no name for it.
const F_SETSIG: libc::c_int = 10;

/// Given up when dropped.
#[derive(Debug)]
pub struct Lease(#[expect(dead_code, reason = "it is there to be closed")] File);

/// Takes one of a file that nobody has open to write.
pub fn take(path: &Path) -> Lease {
    let file = File::open(path).expect("it is there");
    let fd = file.as_raw_fd();
    // SAFETY: no memory is involved. That somebody waits is told by a signal: by one that nobody minds.
    let is_taken = unsafe {
        libc::fcntl(fd, F_SETSIG, libc::SIGURG) == 0 && libc::fcntl(fd, libc::F_SETLEASE, libc::F_RDLCK) == 0
    };
    assert!(is_taken, "{}: {}", path.display(), std::io::Error::last_os_error());
    Lease(file)
}
