//! The few calls of the operating system that the standard library has no safe name for: record locks, signal masks,
//! sending a signal. Everything unsafe of this crate is here.
//!
//! Invariant: every function is safe to call from any thread, with any argument.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

/// Takes a write lock on the whole file by fcntl, as a JVM does; false when another process has it.
///
/// The lock belongs to this process and this file: closing *any* descriptor of the file gives it up, so the file must not
/// be opened a second time while the lock is wanted.
pub fn try_lock(file: &File) -> io::Result<bool> {
    // SAFETY: `flock` is a plain C struct for which all zeros are valid.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    lock.l_type = libc::F_WRLCK as libc::c_short;
    lock.l_whence = libc::SEEK_SET as libc::c_short;
    // SAFETY: the descriptor is open for as long as `file` is borrowed, and `lock` outlives the call.
    if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETLK, &raw const lock) } == 0 {
        return Ok(true);
    }
    match io::Error::last_os_error() {
        e if matches!(e.raw_os_error(), Some(libc::EACCES | libc::EAGAIN)) => Ok(false),
        e => Err(e),
    }
}

/// Blocks the signals that ask for an end, in this thread and those it starts from now on. A hangup that the caller
/// had ignored (`nohup`) stays ignored.
pub fn block_end_signals() {
    let set = end_signals();
    // SAFETY: `set` is initialised and outlives the call; the old mask is not asked for.
    unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut()) };
}

/// Waits for one of the signals that `block_end_signals` blocked, and returns its number.
pub fn wait_for_end_signal() -> i32 {
    let set = end_signals();
    let mut signal = 0;
    loop {
        // SAFETY: `set` is initialised and `signal` is a valid place for the answer.
        if unsafe { libc::sigwait(&raw const set, &raw mut signal) } == 0 {
            return signal;
        }
    }
}

fn end_signals() -> libc::sigset_t {
    // SAFETY: zeroed sets are what sigemptyset expects to initialise; the calls get valid signal numbers; the old
    // action is read into a struct for which all zeros are valid.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGTERM);
        libc::sigaddset(&raw mut set, libc::SIGINT);
        let mut hangup: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGHUP, std::ptr::null(), &raw mut hangup);
        if hangup.sa_sigaction != libc::SIG_IGN {
            libc::sigaddset(&raw mut set, libc::SIGHUP);
        }
        set
    }
}

/// Asks a process to end.
pub fn terminate(pid: i32) -> io::Result<()> {
    // SAFETY: no memory is involved.
    if unsafe { libc::kill(pid, libc::SIGTERM) } == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The user this process acts as.
pub fn user_id() -> u32 {
    // SAFETY: no memory is involved.
    unsafe { libc::geteuid() }
}

/// The name of this machine, which clients are told where a listener names no host.
pub fn host_name() -> String {
    let mut name = [0u8; 256];
    // SAFETY: the buffer is as long as is said, and the call writes nothing beyond.
    let said = unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len()) };
    let len = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
    match std::str::from_utf8(&name[..len]) {
        Ok(name) if said == 0 && !name.is_empty() => name.to_string(),
        _ => "localhost".to_string(),
    }
}
