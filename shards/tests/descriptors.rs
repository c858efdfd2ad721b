//! When the process runs out of descriptors, those who are connected are served and those who are not wait or are sent away.

mod support;

use std::time::Duration;

use support::*;

/// One test, since the limit belongs to the process. Clients live in it too and use up half of the descriptors.
#[test]
fn running_out_of_descriptors_hurts_nobody_who_is_connected() {
    let limit = libc::rlimit { rlim_cur: 160, rlim_max: 160 };
    // SAFETY: the kernel reads one rlimit.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) }, 0);
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut served = node.connect();
        assert_eq!(served.call(b'A', b"x"), 0u64.to_be_bytes());
        let mut sockets = Vec::new();
        while let Ok(socket) = std::net::TcpStream::connect(node.address()) {
            sockets.push(socket);
        }
        assert!(sockets.len() > 20, "{}", sockets.len());
        std::thread::sleep(Duration::from_millis(250));
        assert_eq!(served.call(b'E', b"still here"), b"still here");
        assert!(node.notices.lock().expect("nobody panicked").iter().any(|n| n.contains("accepting pauses")));
        drop(sockets);
        eventually("their connections end", || node.running.stats()[0].connections == 1);
        // Whoever comes while accepting pauses waits a moment.
        assert_eq!(node.connect().call(b'E', b"served again"), b"served again");
        node.stop();
    }
}
