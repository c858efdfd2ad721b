//! A node from start to stop: directories, shards, the wait for a signal, and back in reverse.
//!
//! Invariants: directories are locked before anything in them is read, and given up after everything that writes to them
//! has ended. The exit code is 0 only after a controlled shutdown.

use crate::log_dirs::LogDirs;
use crate::settings::{self, Settings};
use crate::{log, signal};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

/// Runs a node until it is asked to stop; the exit code.
pub fn run_node(settings: Settings) -> u8 {
    match run(&settings) {
        Ok(()) => 0,
        Err(why) => {
            log::error(&why, &[]);
            1
        }
    }
}

fn run(settings: &Settings) -> Result<(), String> {
    tell(settings)?;
    let asked_to_stop = signal::listen().map_err(|e| format!("no thread for signals: {e}"))?;
    let mut rng = settings::rng();
    let node = &settings.config.node;
    let dirs = LogDirs::open(&settings.all_dirs(), node.id, &mut rng, settings::wall_clock())?;
    log::info(
        "log directories are locked",
        &[("cluster", &dirs.cluster_id), ("node", &node.id), ("dirs", &dirs.dirs.len())],
    );

    // Shards start here and stop, in reverse, behind the wait; the greeting follows the start.
    let _ = asked_to_stop.recv();

    dirs.release();
    log::info("stopped", &[]);
    Ok(())
}

/// Says what the file holds that has no effect, and refuses what cannot be ignored.
fn tell(settings: &Settings) -> Result<(), String> {
    for key in &settings.notices.unknown {
        log::warn("unknown setting", &[("key", key)]);
    }
    if !settings.notices.tuning.is_empty() {
        let keys = settings.notices.tuning.join(",");
        log::info("settings without a counterpart here, accepted without effect", &[("keys", &keys)]);
    }
    match settings.refusals().as_slice() {
        [] => Ok(()),
        refusals => Err(format!("settings that cannot be honoured yet: {}", refusals.join("; "))),
    }
}

/// Goes on in the background: the same command line without `-daemon`, in a process group of its own, its output in
/// `$LOG_DIR/kafkaServer.out` as Kafka's scripts do it.
pub fn detach() -> u8 {
    match spawn_detached() {
        Ok(()) => 0,
        Err(e) => {
            eprintln!("corelog: cannot go on in the background: {e}");
            1
        }
    }
}

fn spawn_detached() -> std::io::Result<()> {
    let folder = std::env::var("LOG_DIR").unwrap_or_else(|_| "logs".to_string());
    std::fs::create_dir_all(&folder)?;
    let out = std::fs::File::options().create(true).append(true).open(format!("{folder}/kafkaServer.out"))?;
    let mut args = std::env::args_os();
    let name = args.next().unwrap_or_default();
    Command::new(std::env::current_exe()?)
        .arg0(name)
        .args(args.filter(|a| a != "-daemon"))
        .stdin(Stdio::null())
        .stdout(out.try_clone()?)
        .stderr(out)
        .process_group(0)
        .spawn()?;
    Ok(())
}
