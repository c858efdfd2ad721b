//! A node from start to stop: directories, shards, the wait for a signal, and back in reverse.
//!
//! Invariants: directories are locked before anything in them is read, and given up after everything that writes to them
//! has ended. The exit code is 0 only after a controlled shutdown.

use crate::log_dirs::LogDirs;
use crate::settings::{self, Settings};
use crate::{development, log, os, signal};
use shards::assemble::{self, Parts};
use shards::{Notice, Running};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

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
    let (events, seen) = channel();
    let signals = signal::listen().map_err(|e| format!("no thread for signals: {e}"))?;
    forward(signals, events.clone());
    let mut rng = settings::rng();
    let node = &settings.config.node;
    let how = settings.how_to_format();
    let dirs = LogDirs::open(&settings.all_dirs(), node.id, &how, &mut rng, settings::wall_clock())?;
    log::info(
        "log directories are locked",
        &[("cluster", &dirs.cluster_id), ("node", &node.id), ("dirs", &dirs.dirs.len())],
    );
    let parts = Parts {
        config: settings.config.clone(),
        cluster: dirs.cluster_id.clone(),
        dirs: dirs.dirs.iter().map(|dir| (dir.path.clone(), dir.id)).collect(),
        host: os::host_name(),
        runtime: settings.runtime,
        shards: settings.shards.unwrap_or(0),
        seed: rng.next_u64(),
        notify: Arc::new(move |core, notice| on_notice(&events, core, notice)),
    };
    let mut running = assemble::start(parts).map_err(|e| e.to_string())?;
    if let Some(why) = running.fallback() {
        log::warn("io_uring is refused; going on with epoll", &[("why", &why)]);
    }
    let result = serve(settings, &mut running, &seen);
    drop(running);
    if result.is_ok() {
        dirs.release();
        log::info("stopped", &[]);
    }
    result
}

/// What the wait is ended by.
enum Seen {
    Ready,
    Signal,
    Fatal(Box<str>),
}

fn serve(settings: &Settings, running: &mut Running, seen: &Receiver<Seen>) -> Result<(), String> {
    loop {
        match seen.recv() {
            Ok(Seen::Ready) => greet(settings, running),
            Ok(Seen::Signal) => break,
            Ok(Seen::Fatal(why)) => return Err(why.into()),
            Err(_) => break,
        }
    }
    running.stopper().request();
    loop {
        if running.wait(Duration::from_millis(200)).is_ok() {
            return Ok(());
        }
        if let Ok(Seen::Fatal(why)) = seen.try_recv() {
            return Err(why.into());
        }
    }
}

fn greet(settings: &Settings, running: &Running) {
    let shards = running.stats().len().saturating_sub(1);
    let uses = format!("{shards} shards, {}", running.runtime().name());
    log::info("ready", &[("shards", &shards), ("runtime", &running.runtime().name())]);
    if let Some(text) = development::welcome(settings, &uses) {
        // Nobody need listen.
        let _ = std::io::stdout().write_all(format!("{text}\n").as_bytes());
    }
}

fn on_notice(events: &Sender<Seen>, core: impl std::fmt::Debug, notice: Notice) {
    match notice {
        Notice::Log(line) => log::from_core(&line),
        Notice::LogLevel(level) => log::raise(level),
        // Nobody listens any more when the node is already ending.
        Notice::Ready => drop(events.send(Seen::Ready)),
        // The acceptor has heard of it.
        Notice::Limits(_) => {}
        Notice::Fatal(why) => drop(events.send(Seen::Fatal(why))),
        Notice::Stopped => log::debug("a core has stopped", &[("core", &format!("{core:?}"))]),
    }
}

fn forward(signals: Receiver<i32>, events: Sender<Seen>) {
    std::thread::spawn(move || {
        while signals.recv().is_ok() {
            let _ = events.send(Seen::Signal);
        }
    });
}

/// Says what the file holds that has no effect, and refuses what cannot be ignored.
fn tell(settings: &Settings) -> Result<(), String> {
    for key in settings.unknown_keys() {
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
