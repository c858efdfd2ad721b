//! The system calls this crate makes, each as a safe function over borrowed descriptors.
//!
//! Knows nothing of connections, logs or turns. Every `unsafe` of the edge that is not about the kernel ring or the
//! lanes between cores stands in one of these files.

pub mod file;
pub mod net;
pub mod thread;
pub mod wait;

use std::io;

/// Turns the -1 of a system call into its errno.
fn check(result: isize) -> io::Result<usize> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result as usize) }
}
