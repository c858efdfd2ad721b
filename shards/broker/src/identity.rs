//! Reads a node's log dirs and makes its identity of them and of its configuration, before any core runs.
//!
//! The step between a checked `server.properties` with locked, identified dirs and the machines. It takes the clean markers
//! away, so it is done once a start. Knows nothing of listeners' sockets, and decides nothing beyond reading.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use metadata::config::static_config::StaticConfig;
use metadata::controller;
use protocol::{BrokerId, Map, Offset, Rng, Timestamp, Uuid};
use raft::{Endpoint, Endpoints, RaftConfig, ReplicaKey, Voter, VoterSet};
use storage::jobs::dir;
use storage::names::DirKind;
use storage::{Disk, LogConfig};

use crate::effect::{Level, LogLine};
use crate::node::{Identity, Listener, ListenerKind, LogDir};

/// What an identity is made of.
pub struct Origin {
    /// `server.properties`, checked.
    pub config: StaticConfig,
    /// `cluster.id`
    pub cluster: String,
    /// The log dirs with their ids; the metadata log's dir among them.
    pub dirs: Vec<(PathBuf, Uuid)>,
    /// The name of this machine, for listeners without a host.
    pub host: String,
    /// How many shards there are.
    pub shards: u16,
    /// Random.
    pub seed: u64,
    /// When the operating system was started, if that is known.
    pub system_start: Option<Timestamp>,
}

/// A log dir that cannot be read.
#[derive(Debug)]
pub struct DirError {
    /// Where it lies.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: io::Error,
}

/// Reads the dirs and makes the identity; what the operator should know of them is said.
pub fn read(origin: Origin, disk: &dyn Disk, say: &mut dyn FnMut(LogLine)) -> Result<Identity, DirError> {
    let mut rng = Rng::new(origin.seed);
    let node = &origin.config.node;
    let metadata_path = PathBuf::from(&node.metadata_log_dir);
    let (mut dirs, mut found_partitions) = (Vec::new(), Map::default());
    let mut previous_epoch = None;
    let mut metadata_dir_id = Uuid::ZERO;
    for (path, id) in &origin.dirs {
        let found = dir::open_log_dir(disk, path).map_err(|error| DirError { path: path.clone(), error })?;
        if *path == metadata_path {
            metadata_dir_id = *id;
        }
        if !node.log_dirs.iter().any(|name| path.as_path() == Path::new(name)) {
            continue;
        }
        let place = dirs.len() as u16;
        mend(disk, path, &found, say).map_err(|error| DirError { path: path.clone(), error })?;
        for partition in found.partitions.iter().filter(|partition| partition.name.kind == DirKind::Current) {
            found_partitions.insert((partition.name.topic.clone(), partition.name.partition.0), place);
        }
        let epoch = found.clean_shutdown.unwrap_or(-1);
        previous_epoch = Some(previous_epoch.map_or(epoch, |other: i64| other.min(epoch)));
        if found.clean_shutdown.is_some() {
            dir::remove_clean_shutdown(disk, path).map_err(|error| DirError { path: path.clone(), error })?;
        }
        let mut log_dir = LogDir::new(path.clone(), *id, &found);
        log_dir.system_restarted = origin.system_start.is_some_and(|start| found.last_written < start);
        dirs.push(log_dir);
    }
    let listeners = node
        .listeners
        .iter()
        .map(|listener| {
            let is_controller = node.is_controller_listener(&listener.name);
            let advertised =
                if is_controller { &node.advertised_controller } else { &node.advertised_broker };
            let told = advertised.iter().find(|other| other.name == listener.name).unwrap_or(listener);
            let host = told.host.clone().unwrap_or_else(|| origin.host.clone());
            Listener {
                name: listener.name.clone(),
                kind: if is_controller { ListenerKind::Controller } else { ListenerKind::Broker },
                advertised: (host, told.port),
            }
        })
        .collect();
    let (metadata_log, snapshot) = metadata_log(&origin.config);
    let raft = raft_config(&origin, metadata_dir_id);
    let controller = controller_settings(&origin);
    Ok(Identity {
        id: BrokerId(node.id),
        listeners,
        dirs,
        shards: origin.shards,
        found: found_partitions,
        incarnation: Uuid::random(&mut rng),
        controller_incarnation: Uuid::random(&mut rng),
        previous_epoch: Offset(previous_epoch.unwrap_or(-1)),
        metadata_dir: metadata_path.join("__cluster_metadata-0"),
        metadata_log,
        snapshot_bytes_max: snapshot.0,
        snapshot_interval_ms: snapshot.1,
        raft,
        controller,
        cluster: origin.cluster,
        config: origin.config,
    })
}

/// Says what does not belong into a log dir, and puts an empty file in the place of each checkpoint that cannot be read: it
/// says as much, and Kafka does not start on the other.
fn mend(disk: &dyn Disk, path: &Path, found: &dir::LogDir, say: &mut dyn FnMut(LogLine)) -> io::Result<()> {
    let mut warn = |message: &'static str, name: &str| {
        let fields = vec![("dir", path.display().to_string()), ("name", name.to_owned())];
        say(LogLine { level: Level::Warn, message, fields });
    };
    for name in &found.odd {
        warn("a directory that is no partition's is left alone", name);
    }
    for file in found.unreadable() {
        warn("a checkpoint file cannot be read and is begun anew", file.file_name());
        dir::write_checkpoint(disk, path, file, std::iter::empty())?;
    }
    Ok(())
}

fn metadata_log(config: &StaticConfig) -> (LogConfig, (u64, i64)) {
    let settings = config.settings();
    let log = LogConfig {
        segment_bytes: settings.read::<i32>("metadata.log.segment.bytes").max(1) as u32,
        segment_ms: settings.read("metadata.log.segment.ms"),
        retention_ms: -1,
        retention_bytes: -1,
        delete: false,
        ..LogConfig::default()
    };
    let bytes = settings.read::<i64>("metadata.log.max.record.bytes.between.snapshots");
    (log, (bytes.max(1) as u64, settings.read("metadata.log.max.snapshot.interval.ms")))
}

fn raft_config(origin: &Origin, directory_id: Uuid) -> RaftConfig {
    let (node, fixed) = (&origin.config.node, &origin.config.fixed);
    let endpoints = node.advertised_controller.iter().map(|endpoint| Endpoint {
        name: endpoint.name.clone(),
        host: endpoint.host.clone().unwrap_or_else(|| origin.host.clone()),
        port: endpoint.port,
    });
    let listener = node.controller_listener_names.first().cloned().unwrap_or_default();
    let voters = node.voters.iter().map(|voter| Voter {
        key: ReplicaKey::of(BrokerId(voter.id)),
        endpoints: Endpoints::new(vec![Endpoint {
            name: listener.clone(),
            host: voter.host.clone(),
            port: voter.port,
        }]),
        kraft_version_min: 0,
        kraft_version_max: 0,
    });
    RaftConfig {
        node_id: BrokerId(node.id),
        directory_id,
        cluster_id: origin.cluster.clone(),
        controller: node.is_controller,
        endpoints: Endpoints::new(endpoints.collect()),
        static_voters: VoterSet::new(voters.collect()),
        listener,
        bootstrap_servers: node.bootstrap_servers.clone(),
        election_timeout_ms: i64::from(fixed.controller_quorum_election_timeout_ms),
        election_backoff_ms_max: i64::from(fixed.controller_quorum_election_backoff_max_ms),
        fetch_timeout_ms: i64::from(fixed.controller_quorum_fetch_timeout_ms),
        request_timeout_ms: i64::from(fixed.controller_quorum_request_timeout_ms),
        retry_backoff_ms: i64::from(fixed.controller_quorum_retry_backoff_ms),
        fetch_bytes_max: fixed.controller_quorum_fetch_max_bytes,
        fetch_snapshot_bytes_max: fixed.controller_quorum_fetch_snapshot_max_bytes,
        batch_bytes_max: 8 << 20,
        kraft_version_min: 0,
        kraft_version_max: 1,
    }
}

fn controller_settings(origin: &Origin) -> controller::Settings {
    let node = &origin.config.node;
    let voters = match node.voters.is_empty() {
        true => vec![BrokerId(node.id)],
        false => node.voters.iter().map(|voter| BrokerId(voter.id)).collect(),
    };
    let file = Arc::new(origin.config.clone());
    controller::Settings::new(file, BrokerId(node.id), origin.cluster.clone(), voters, Vec::new())
}
