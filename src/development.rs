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

/// Settings of development mode, its directory formatted where it was not.
pub fn prepare(overrides: &[(String, String)]) -> Result<Settings, String> {
    let props: Props = PRESETS.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    let check = |props: Props| settings::from_props(props, overrides, true).map_err(|e| e.to_string());
    let mut settings = check(props.clone())?;
    let dirs = settings.all_dirs();
    let mut is_formatted = false;
    for dir in &dirs {
        if let Some(meta) = MetaProperties::read(dir)? {
            is_formatted = true;
            // A directory of an earlier node keeps its node's number.
            if meta.node_id != settings.config.node.id && !overrides.iter().any(|(k, _)| k == "node.id") {
                let mut props = props.clone();
                props.insert("node.id".to_string(), meta.node_id.to_string());
                settings = check(props)?;
            }
        } else if !is_free(dir)? {
            return Err(format!(
                "{} is not empty and is no Kafka directory (there is no {FILE} in it): nothing was touched. Start in another \
                 folder, or name another place: corelog --override log.dirs=PATH",
                dir.display()
            ));
        }
    }
    if !is_formatted {
        let mut rng = settings::rng();
        let args = FormatArgs {
            cluster_id: Uuid::random(&mut rng).to_string(),
            voters: InitialVoters::Standalone,
            ..FormatArgs::default()
        };
        Plan::new(&args, &settings, &mut rng)?.run(&mut rng, settings::wall_clock(), &mut std::io::sink())?;
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
            Some(".lock" | "meta.properties.tmp") => true,
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
    if !settings.is_development {
        return None;
    }
    let node = &settings.config.node;
    let address = |is_controller: bool| {
        let own = node.listeners.iter().filter(|l| node.is_controller_listener(&l.name) == is_controller);
        own.map(|l| format!("{}:{}", l.host.as_deref().unwrap_or("0.0.0.0"), l.port))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let broker = address(false);
    Some(format!(
        "\nCorelog {} is ready, as Apache Kafka {}.\n\n  \
         listens on   {broker}   (controller: {})\n  \
         data         {}\n  \
         uses         {uses}\n\n\
         Try:\n  \
         echo hello | kcat -b {broker} -t greetings -P\n  \
         kcat -b {broker} -t greetings -C -e\n  \
         kafka-topics.sh --bootstrap-server {broker} --list\n\n\
         Ctrl-C stops it.\n",
        env!("CARGO_PKG_VERSION"),
        settings::KAFKA_VERSION,
        address(true),
        node.log_dirs.join(", "),
    ))
}
