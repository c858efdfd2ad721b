//! Makes a node's machines out of its configuration and of what lies in its log dirs, and starts them.
//!
//! The binary knows configuration and directories, the machines know [`Identity`]; this is the step between. It reads the
//! log dirs once, before any core runs, and takes the clean markers away.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use broker::effect::{Level, LogLine};
use broker::event::{CoreId, ListenerId};
use broker::machine::Machine;
use broker::node::{Identity, Listener, ListenerKind, LogDir};
use broker::{Effects, Event, Quorum, Shard};
use metadata::config::Props;
use metadata::config::dynamic::Layers;
use metadata::config::static_config::StaticConfig;
use metadata::controller;
use protocol::{BrokerId, Map, Mono, Now, Offset, Rng, Uuid};
use raft::{Endpoint, Endpoints, RaftConfig, ReplicaKey, Voter, VoterSet};
use storage::jobs::dir;
use storage::names::DirKind;
use storage::{Disk, LogConfig};

use crate::disk::RealDisk;
use crate::event_loop::Notify;
use crate::limits;
use crate::node::{Running, run};
use crate::setup::{ListenerSetup, Notice, Runtime, Seat, Setup, StartError};

/// What a node is made of.
pub struct Parts {
    /// `server.properties`, checked.
    pub config: StaticConfig,
    /// `cluster.id`
    pub cluster: String,
    /// The locked log dirs with their ids; the metadata log's dir among them.
    pub dirs: Vec<(PathBuf, Uuid)>,
    /// The name of this machine, for listeners without a host.
    pub host: String,
    /// `corelog.runtime`
    pub runtime: Option<Runtime>,
    /// `corelog.shards`; 0 takes one per usable CPU.
    pub shards: u16,
    /// Random.
    pub seed: u64,
    /// Who is told of logs and of the node's life.
    pub notify: Notify,
}

/// Why a node cannot be made.
#[derive(Debug)]
pub enum AssembleError {
    /// A log dir cannot be read.
    Dir(PathBuf, io::Error),
    /// The machinery does not start.
    Start(StartError),
}

impl std::fmt::Display for AssembleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Dir(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Start(error) => write!(f, "{error}"),
        }
    }
}

/// The machine of a core.
enum Core {
    Shard(Box<Shard>),
    Quorum(Box<Quorum>),
}

impl Machine for Core {
    fn handle(&mut self, now: Now, event: Event, effects: &mut Effects) {
        match self {
            Self::Shard(shard) => shard.handle(now, event, effects),
            Self::Quorum(quorum) => quorum.handle(now, event, effects),
        }
    }

    fn tick(&mut self, now: Now, effects: &mut Effects) {
        match self {
            Self::Shard(shard) => shard.tick(now, effects),
            Self::Quorum(quorum) => quorum.tick(now, effects),
        }
    }

    fn finish(&mut self, now: Now, effects: &mut Effects) {
        match self {
            Self::Shard(shard) => shard.finish(now, effects),
            Self::Quorum(quorum) => quorum.finish(now, effects),
        }
    }

    fn deadline(&self) -> Mono {
        match self {
            Self::Shard(shard) => shard.deadline(),
            Self::Quorum(quorum) => quorum.deadline(),
        }
    }
}

/// Starts a combined node.
pub fn start(parts: Parts) -> Result<Running, AssembleError> {
    let disk: Arc<dyn Disk> = Arc::new(RealDisk);
    let shards = match parts.shards {
        0 => crate::sys::thread::cpu_count().clamp(1, 1024) as u16,
        count => count,
    };
    let mut setup = setup(&parts, Arc::clone(&disk));
    setup.shards = shards;
    let identity = Arc::new(identity(parts, shards, &*disk)?);
    let machine = move |seat: Seat| {
        let rng = Rng::new(seat.seed);
        let identity = Arc::clone(&identity);
        if Some(seat.core) == seat.quorum {
            Core::Quorum(Box::new(Quorum::new(identity, rng)))
        } else {
            Core::Shard(Box::new(Shard::new(seat.core, identity, rng)))
        }
    };
    run(setup, machine).map_err(AssembleError::Start)
}

fn setup(parts: &Parts, disk: Arc<dyn Disk>) -> Setup {
    let (fixed, settings) = (&parts.config.fixed, parts.config.settings());
    let node = &parts.config.node;
    let buffer = |key: &str| Some(settings.read::<i32>(key)).filter(|size| *size > 0);
    let mut setup = Setup::new(disk, Arc::clone(&parts.notify));
    setup.runtime = parts.runtime;
    setup.quorum = true;
    setup.listeners = node
        .listeners
        .iter()
        .map(|listener| ListenerSetup {
            name: listener.name.clone(),
            host: listener.host.clone().unwrap_or_default(),
            port: listener.port,
            for_controller: node.is_controller_listener(&listener.name),
            when_ready: !node.is_controller_listener(&listener.name),
        })
        .collect();
    let inter_broker = node.listeners.iter().position(|listener| listener.name == node.inter_broker_listener);
    setup.inter_broker = inter_broker.map(|place| ListenerId(place as u16));
    // What was set at run time follows with the first metadata, before a client is let in.
    setup.connections = limits::of(&Layers::resolve(&parts.config, &Props::new(), &Props::new()));
    setup.request_size_max = usize::try_from(settings.read::<i32>("socket.request.max.bytes")).unwrap_or(0);
    setup.idle = u64::try_from(fixed.connections_max_idle_ms).ok().map(Duration::from_millis);
    setup.send_buffer = buffer("socket.send.buffer.bytes");
    setup.receive_buffer = buffer("socket.receive.buffer.bytes");
    setup.backlog = settings.read("socket.listen.backlog.size");
    setup.queued_request_bytes_max =
        u64::try_from(settings.read::<i64>("queued.max.request.bytes")).ok().filter(|max| *max > 0);
    setup
}

fn identity(parts: Parts, shards: u16, disk: &dyn Disk) -> Result<Identity, AssembleError> {
    let mut rng = Rng::new(parts.seed);
    let node = &parts.config.node;
    let metadata_path = PathBuf::from(&node.metadata_log_dir);
    let (mut dirs, mut found_partitions) = (Vec::new(), Map::default());
    let mut previous_epoch = None;
    let mut metadata_dir_id = Uuid::ZERO;
    let system_start = crate::clock::system_start();
    for (path, id) in &parts.dirs {
        let found = dir::open_log_dir(disk, path).map_err(|error| AssembleError::Dir(path.clone(), error))?;
        if *path == metadata_path {
            metadata_dir_id = *id;
        }
        if !node.log_dirs.iter().any(|name| path.as_path() == std::path::Path::new(name)) {
            continue;
        }
        let place = dirs.len() as u16;
        mend(&parts, disk, path, &found).map_err(|error| AssembleError::Dir(path.clone(), error))?;
        for partition in found.partitions.iter().filter(|partition| partition.name.kind == DirKind::Current) {
            found_partitions.insert((partition.name.topic.clone(), partition.name.partition.0), place);
        }
        let epoch = found.clean_shutdown.unwrap_or(-1);
        previous_epoch = Some(previous_epoch.map_or(epoch, |other: i64| other.min(epoch)));
        if found.clean_shutdown.is_some() {
            dir::remove_clean_shutdown(disk, path)
                .map_err(|error| AssembleError::Dir(path.clone(), error))?;
        }
        let mut log_dir = LogDir::new(path.clone(), *id, &found);
        log_dir.system_restarted = system_start.is_some_and(|start| found.last_written < start);
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
            let host = told.host.clone().unwrap_or_else(|| parts.host.clone());
            Listener {
                name: listener.name.clone(),
                kind: if is_controller { ListenerKind::Controller } else { ListenerKind::Broker },
                advertised: (host, told.port),
            }
        })
        .collect();
    let (metadata_log, snapshot) = metadata_log(&parts.config);
    let raft = raft_config(&parts, metadata_dir_id);
    let controller = controller_settings(&parts);
    Ok(Identity {
        id: BrokerId(node.id),
        listeners,
        dirs,
        shards,
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
        cluster: parts.cluster,
        config: parts.config,
    })
}

/// Says what does not belong into a log dir, and puts an empty file in the place of each checkpoint that cannot be read: it
/// says as much, and Kafka does not start on the other.
fn mend(parts: &Parts, disk: &dyn Disk, path: &Path, found: &dir::LogDir) -> io::Result<()> {
    let warn = |message: &'static str, name: &str| {
        let fields = vec![("dir", path.display().to_string()), ("name", name.to_owned())];
        (parts.notify)(CoreId(0), Notice::Log(Box::new(LogLine { level: Level::Warn, message, fields })));
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

fn raft_config(parts: &Parts, directory_id: Uuid) -> RaftConfig {
    let (node, fixed) = (&parts.config.node, &parts.config.fixed);
    let endpoints = node.advertised_controller.iter().map(|endpoint| Endpoint {
        name: endpoint.name.clone(),
        host: endpoint.host.clone().unwrap_or_else(|| parts.host.clone()),
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
        cluster_id: parts.cluster.clone(),
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

fn controller_settings(parts: &Parts) -> controller::Settings {
    let node = &parts.config.node;
    let voters = match node.voters.is_empty() {
        true => vec![BrokerId(node.id)],
        false => node.voters.iter().map(|voter| BrokerId(voter.id)).collect(),
    };
    let file = Arc::new(parts.config.clone());
    controller::Settings::new(file, BrokerId(node.id), parts.cluster.clone(), voters, Vec::new())
}
