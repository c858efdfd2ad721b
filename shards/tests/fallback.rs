//! Where io_uring is refused the epoll backend runs, and the reason is told.

mod support;

use shards::{RingRefused, Runtime, StartError};
use support::*;

/// Has the kernel refuse `io_uring_setup` to this thread and the threads it starts, as container engines do.
/// Rings of at most `allowed` places are let pass.
fn refuse_io_uring(errno: u32, allowed: u32) {
    const JUMP_IF_GREATER: u16 = (libc::BPF_JMP | libc::BPF_JGT | libc::BPF_K) as u16;
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const JUMP_IF_EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    let step = |code, jt, jf, k| libc::sock_filter { code, jt, jf, k };
    let mut program = [
        // The number of the call is the first field of what a filter sees.
        step(LOAD, 0, 0, 0),
        step(JUMP_IF_EQUAL, 0, 3, libc::SYS_io_uring_setup as u32),
        // Its first argument comes after the number, the architecture and the instruction pointer.
        step(LOAD, 0, 0, 16),
        step(JUMP_IF_GREATER, 0, 1, allowed),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | errno),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ];
    let filter = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the filter lives across the calls, which change only what this thread may do.
    unsafe {
        assert_eq!(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
        let result = libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &raw const filter);
        assert_eq!(result, 0, "{}", std::io::Error::last_os_error());
    }
}

/// Runs on a thread of its own, since a filter cannot be taken off again.
fn filtered(errno: i32, allowed: u32, what: impl FnOnce() + Send + 'static) {
    let thread = std::thread::spawn(move || {
        refuse_io_uring(errno as u32, allowed);
        what();
    });
    thread.join().expect("what ran behind the filter succeeded");
}

#[test]
fn a_seccomp_profile_leads_to_epoll_with_the_reason() {
    for (errno, why) in [
        (libc::EPERM, RingRefused::ByPolicy(libc::EPERM)),
        (libc::ENOSYS, RingRefused::NotInKernel),
        (libc::ENOMEM, RingRefused::NoMemory),
    ] {
        filtered(errno, 0, move || {
            let node = start(Runtime::Epoll, 2, |setup| setup.runtime = None);
            assert_eq!(node.running.runtime(), Runtime::Epoll);
            assert_eq!(node.running.fallback(), Some(why));
            assert!(!why.to_string().is_empty());
            let mut client = node.connect();
            assert_eq!(client.call(b'A', b"served all the same"), 0u64.to_be_bytes());
            assert_eq!(client.call(b'S', b""), b"synced");
            node.stop();
        });
    }
}

#[test]
fn a_limit_that_allows_the_trial_but_not_all_rings_leads_to_epoll_too() {
    filtered(libc::ENOMEM, 8, || {
        let node = start(Runtime::Epoll, 3, |setup| setup.runtime = None);
        assert_eq!(node.running.runtime(), Runtime::Epoll);
        assert_eq!(node.running.fallback(), Some(RingRefused::NoMemory));
        assert_eq!(node.connect().call(b'E', b"x"), b"x");
        node.stop();
    });
}

#[test]
fn asking_for_the_ring_where_it_is_refused_is_an_error_that_says_what_to_change() {
    filtered(libc::EPERM, 0, || {
        let setup = shards::Setup {
            runtime: Some(Runtime::Ring),
            ..shards::Setup::new(std::sync::Arc::new(shards::RealDisk), std::sync::Arc::new(|_, _| {}))
        };
        let dir = std::env::temp_dir();
        let Err(error) = shards::run(setup, move |seat| TestMachine::new(seat, &dir)) else {
            panic!("the ring is refused");
        };
        assert!(matches!(error, StartError::Ring(RingRefused::ByPolicy(_))));
        assert!(error.to_string().contains("io_uring_setup"), "{error}");
    });
}

#[test]
fn without_a_filter_the_ring_is_the_default() {
    let node = start(Runtime::Ring, 1, |setup| setup.runtime = None);
    if node.running.fallback().is_none() {
        assert_eq!(node.running.runtime(), Runtime::Ring);
    }
    node.stop();
}
