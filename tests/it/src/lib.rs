//! The built binary as a process: where it is, a folder of its own, a node that is started, killed, stopped.
//!
//! To know that a node serves it speaks just enough of the protocol by itself: raw requests, written out here so that a fault
//! in the codec cannot hide itself. Books of many records are kept over the client crate. Nothing here knows what a test is about.
//!
//! Invariant: what a test started is gone when its values are dropped, and so is its folder.

pub mod ask;
pub mod book;
pub mod folder;
pub mod hostile;
pub mod lease;
pub mod node;
pub mod probe;
pub mod script;
pub mod seccomp;
pub mod wire;

use std::path::PathBuf;

/// The binary under test: `CORELOG_BIN`, or the one cargo built beside the test program.
pub fn binary() -> PathBuf {
    if let Some(path) = std::env::var_os("CORELOG_BIN") {
        return path.into();
    }
    let own = std::env::current_exe().expect("a process knows its program");
    let near = own.ancestors().skip(1).map(|dir| dir.join("corelog"));
    near.take(3).find(|path| path.is_file()).unwrap_or_else(|| {
        panic!("no corelog beside {}: run `cargo build`, or set CORELOG_BIN", own.display())
    })
}
