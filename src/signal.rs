//! Signals: the first one asks for a controlled shutdown, another one forces the end.
//!
//! What comes together is one wish: `timeout` signals its child and then the group, a terminal that is closed sends a hangup
//! right behind a Ctrl-C. A signal within a second of the first therefore changes nothing.
//!
//! One thread waits for them; nothing runs inside a signal handler. `block` must have been called before any other thread
//! was started.

use crate::{log, os};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Signals this close to the first are taken as one with it.
const TOGETHER: Duration = Duration::from_secs(1);

/// Blocks the signals in this thread and all threads started later.
pub fn block() {
    os::block_end_signals();
}

/// Starts the thread that waits. The receiver gets the number of the first signal; a later one ends the process.
pub fn listen() -> std::io::Result<Receiver<i32>> {
    let (first, asked) = channel();
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        let signal = os::wait_for_end_signal();
        log::info(
            "stopping; another signal, a second from now or later, forces the end",
            &[("signal", &name(signal))],
        );
        // Nobody listens when the node is already ending by itself.
        let _ = first.send(signal);
        let since = Instant::now();
        let mut signal = os::wait_for_end_signal();
        while since.elapsed() < TOGETHER {
            log::debug("one signal with the first", &[("signal", &name(signal))]);
            signal = os::wait_for_end_signal();
        }
        log::warn("forced to end; the log directories are not marked clean", &[("signal", &name(signal))]);
        std::process::exit(128 + signal);
    })?;
    Ok(asked)
}

fn name(signal: i32) -> &'static str {
    match signal {
        libc::SIGTERM => "SIGTERM",
        libc::SIGINT => "SIGINT",
        libc::SIGHUP => "SIGHUP",
        _ => "signal",
    }
}
