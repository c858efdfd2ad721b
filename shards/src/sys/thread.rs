//! What a thread asks of the scheduler, and what the process may have: priority, CPUs, descriptors.

use std::io;
use std::mem;

use super::check;

/// Lowers the priority of the calling thread; on Linux niceness belongs to the thread.
pub fn set_low_priority(nice: i32) {
    // SAFETY: plain calls without pointers.
    let thread = unsafe { libc::syscall(libc::SYS_gettid) };
    // SAFETY: as above.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, thread as libc::id_t, nice) };
}

/// The CPUs this process may run on, by number.
pub fn usable_cpus() -> Vec<usize> {
    // SAFETY: an all-zero set is a valid, empty one.
    let mut set: libc::cpu_set_t = unsafe { mem::zeroed() };
    // SAFETY: the kernel writes at most the size given.
    if unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) } != 0 {
        return Vec::new();
    }
    // SAFETY: the number is below the size of the set.
    (0..libc::CPU_SETSIZE as usize).filter(|&cpu| unsafe { libc::CPU_ISSET(cpu, &set) }).collect()
}

/// How many CPUs' worth of time this process may have: the usable ones, or less where a container's quota says so.
pub fn cpu_count() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// Keeps the calling thread on one CPU.
pub fn pin(cpu: usize) -> io::Result<()> {
    if cpu >= libc::CPU_SETSIZE as usize {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    // SAFETY: an all-zero set is a valid, empty one.
    let mut set: libc::cpu_set_t = unsafe { mem::zeroed() };
    // SAFETY: the number is below the size of the set.
    unsafe { libc::CPU_SET(cpu, &mut set) };
    // SAFETY: the kernel reads the size given.
    check(unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) as isize })
        .map(drop)
}

/// Raises the limit of open descriptors as far as it may go; says where it stands then.
pub fn raise_descriptor_limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the kernel fills one rlimit.
    if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) } != 0 {
        return 1024;
    }
    if limit.rlim_cur < limit.rlim_max {
        let wanted = libc::rlimit { rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max };
        // SAFETY: the kernel reads one rlimit.
        if unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const wanted) } == 0 {
            return wanted.rlim_cur;
        }
    }
    limit.rlim_cur
}
