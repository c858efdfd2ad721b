//! Signals: the first one asks for a controlled shutdown, the second one forces the end.
//!
//! One thread waits for them; nothing runs inside a signal handler. `block` must have been called before any other thread
//! was started.

use crate::{log, os};
use std::sync::mpsc::{Receiver, channel};

/// Blocks the signals in this thread and all threads started later.
pub fn block() {
    os::block_end_signals();
}

/// Starts the thread that waits. The receiver gets the number of the first signal; the second one ends the process.
pub fn listen() -> std::io::Result<Receiver<i32>> {
    let (first, asked) = channel();
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        let signal = os::wait_for_end_signal();
        log::info("stopping; a second signal forces the end", &[("signal", &name(signal))]);
        // Nobody listens when the node is already ending by itself.
        let _ = first.send(signal);
        let signal = os::wait_for_end_signal();
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
