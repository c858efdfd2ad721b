//! A process without io_uring, as under the default profile of container engines: a filter that refuses its three calls.
//!
//! Everything unsafe of this crate is here.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// The numbers of io_uring_setup, io_uring_enter and io_uring_register, the same on every architecture.
const REFUSED: [u32; 3] = [425, 426, 427];

/// Lets the command run with the filter in place.
pub fn without_io_uring(command: &mut Command) {
    // SAFETY: between fork and exec only `install` runs, which makes two system calls on data that lives on its stack and
    // allocates nothing.
    unsafe {
        command.pre_exec(install);
    }
}

fn install() -> io::Result<()> {
    let op = |code: u32, jt: u8, jf: u8, k: u32| libc::sock_filter { code: code as u16, jt, jf, k };
    let load = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    let equal = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    let answer = libc::BPF_RET | libc::BPF_K;
    let mut filter = [
        op(load, 0, 0, 0), // the number of the call is the first field
        op(equal, 3, 0, REFUSED[0]),
        op(equal, 2, 0, REFUSED[1]),
        op(equal, 1, 0, REFUSED[2]),
        op(answer, 0, 0, libc::SECCOMP_RET_ALLOW),
        op(answer, 0, 0, libc::SECCOMP_RET_ERRNO | libc::EPERM as u32),
    ];
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: both calls take integers and, the second one, a pointer to `program`, which outlives it with its filter.
    let done = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) == 0
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}
