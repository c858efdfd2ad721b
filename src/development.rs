//! Development mode: what a node is started with when nothing is said, and the words it greets with.
//!
//! On loopback only, data in `./data`, formatted by itself. A folder that holds anything else is never touched.
//!
//! Invariant: a directory is formatted only when it is missing or empty.

use crate::bootstrap;
use crate::cli::{FormatArgs, InitialVoters};
use crate::format::Plan;
use crate::meta_properties::{FILE, MetaProperties};
use crate::settings::{self, Settings};
use metadata::config::Props;
use protocol::Uuid;
use std::path::Path;

/// What is set; everything else is Kafka's default.
const PRESETS: [(&str, &str); 12] = [
    ("process.roles", "broker,controller"),
    ("node.id", "1"),
    ("controller.listener.names", "CONTROLLER"),
    ("listeners", "PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093"),
    ("controller.quorum.bootstrap.servers", "127.0.0.1:9093"),
    ("log.dirs", "data"),
    ("offsets.topic.replication.factor", "1"),
    ("transaction.state.log.replication.factor", "1"),
    ("transaction.state.log.min.isr", "1"),
    ("share.coordinator.state.topic.replication.factor", "1"),
    ("share.coordinator.state.topic.min.isr", "1"),
    ("group.initial.rebalance.delay.ms", "0"),
];

/// What people may do where a directory cannot be had.
const ELSEWHERE: &str = "Start in another folder, or name another place: corelog --override log.dirs=PATH";

/// Settings of development mode in a folder, which is not touched.
pub fn settings(overrides: &[(String, String)], folder: &Path) -> Result<Settings, String> {
    let mut props: Props = PRESETS.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let check = |props: Props| {
        settings::from_props(props, overrides, None)
            .map_err(|e| settings::located("development mode", &[], &[], overrides, &e))
    };
    let settings = check(props.clone())?;
    let dirs = settings.all_dirs();
    let metas = dirs.iter().map(|dir| match folder.join(dir) {
        file if file.is_file() => Err(format!("{} is not a directory. {ELSEWHERE}", dir.display())),
        dir => MetaProperties::read(&dir),
    });
    let metas = metas.collect::<Result<Vec<_>, _>>()?;
    match metas.into_iter().flatten().last() {
        // A directory of an earlier node keeps its node's number.
        Some(meta) if !overrides.iter().any(|(k, _)| k == "node.id") => {
            props.insert("node.id".to_string(), meta.node_id.to_string());
            check(props)
        }
        _ => Ok(settings),
    }
}

/// Settings of development mode here, the directory formatted where it was not.
pub fn prepare(overrides: &[(String, String)]) -> Result<Settings, String> {
    let settings = settings(overrides, Path::new(""))?;
    let dirs = settings.all_dirs();
    let mut is_formatted = false;
    for dir in &dirs {
        if MetaProperties::read(dir)?.is_some() {
            is_formatted = true;
        } else if !is_free(dir)? {
            return Err(format!(
                "{} is not empty and is no Kafka directory (there is no {FILE} in it): nothing was touched. {ELSEWHERE}",
                dir.display()
            ));
        }
    }
    if !is_formatted {
        for dir in &dirs {
            std::fs::create_dir_all(dir)
                .map_err(|e| format!("{} cannot be made: {e}. {ELSEWHERE}", dir.display()))?;
        }
        let mut rng = settings::rng();
        let args = FormatArgs {
            cluster_id: Uuid::random(&mut rng).to_string(),
            voters: InitialVoters::Standalone,
            ..FormatArgs::default()
        };
        let plan = Plan::new(&args, &settings, &mut rng)?;
        plan.run(&mut rng, settings::wall_clock(), &mut std::io::sink())
            .map_err(|why| format!("{why}. {ELSEWHERE}"))?;
    }
    Ok(settings)
}

/// Whether a directory may be formatted: not there, or empty but for what a start cut short may have left.
fn is_free(dir: &Path) -> Result<bool, String> {
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(true),
        Err(e) => return Err(format!("{}: {e}", dir.display())),
    };
    for entry in entries {
        let entry = entry.map_err(|e| format!("{}: {e}", dir.display()))?;
        let name = entry.file_name();
        let is_own_remnant = match name.to_str() {
            // An empty file system has the last of them.
            Some(".lock" | "meta.properties.tmp" | "lost+found") => true,
            Some(bootstrap::FOLDER) => holds_only_bootstrap(&entry.path()),
            _ => false,
        };
        if !is_own_remnant {
            return Ok(false);
        }
    }
    Ok(true)
}

fn holds_only_bootstrap(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.all(|e| {
            e.is_ok_and(|e| e.file_name().to_str().is_some_and(|name| name.starts_with(bootstrap::FILE)))
        })
    })
}

/// What a ready node of development mode says: where it listens, what it uses, what to try; nothing of other nodes.
///
/// `uses` is what the edge found out about the machine: shards, backend, cores.
pub fn welcome(settings: &Settings, uses: &str) -> Option<String> {
    if settings.file.is_some() {
        return None;
    }
    let node = &settings.config.node;
    let addresses = |is_controller: bool, anywhere: &str| {
        let own = node.listeners.iter().filter(|l| node.is_controller_listener(&l.name) == is_controller);
        own.map(|l| match l.host.as_deref() {
            None | Some("" | "0.0.0.0" | "::") => format!("{anywhere}:{}", l.port),
            Some(host) if host.contains(':') => format!("[{host}]:{}", l.port),
            Some(host) => format!("{host}:{}", l.port),
        })
        .collect::<Vec<_>>()
    };
    // What listens on every address is to be tried at one that can be connected to.
    let near = addresses(false, "127.0.0.1").into_iter().next().unwrap_or_default();
    Some(format!(
        "\nCorelog {} is ready, as Apache Kafka {}.\n\n  \
         listens on   {}   (controller: {})\n  \
         data         {}\n  \
         uses         {uses}\n\n\
         Try:\n  \
         echo hello | kcat -b {near} -t greetings -P\n  \
         kcat -b {near} -t greetings -C -e\n  \
         kafka-topics.sh --bootstrap-server {near} --list\n\n\
         Ctrl-C stops it.\n",
        env!("CARGO_PKG_VERSION"),
        settings::KAFKA_VERSION,
        addresses(false, "0.0.0.0").join(", "),
        addresses(true, "0.0.0.0").join(", "),
        node.log_dirs.join(", "),
    ))
}
