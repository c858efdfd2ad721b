//! Formats the simulated directories and makes a node's identity of what lies in them, as the binary does it at a start.
//!
//! The edge has its own copy of this step, which the simulator must not depend on; it decides nothing beyond reading.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use broker::node::{Identity, Listener, ListenerKind, LogDir};
use bytes::Bytes;
use metadata::config::Props;
use metadata::config::static_config::StaticConfig;
use metadata::controller;
use metadata::features::{KRAFT_VERSION, MetadataVersion};
use protocol::{BrokerId, Map, Now, Offset, Rng, Uuid};
use raft::{Endpoint, Endpoints, RaftConfig, ReplicaKey, SnapshotId, Voter, VoterSet};
use storage::jobs::dir;
use storage::meta_properties::MetaProperties;
use storage::names::DirKind;
use storage::{Disk, LogConfig};

/// The broker's listener.
pub const BROKER_LISTENER: u16 = 0;
/// The quorum's.
pub const CONTROLLER_LISTENER: u16 = 1;
const CLUSTER: &str = "simulated-cluster-aaaa";

/// What kind of node is simulated.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How many shards.
    pub shards: u16,
    /// How many log dirs.
    pub dirs: u16,
    /// Whether the metadata log lies in a dir of its own.
    pub own_metadata_dir: bool,
    /// Whether the voters are in the metadata log (`kraft.version` 1).
    pub dynamic: bool,
    /// Lines of `server.properties`.
    pub props: Vec<(&'static str, String)>,
}

impl Shape {
    /// The log dirs.
    #[must_use]
    pub fn log_dirs(&self) -> Vec<PathBuf> {
        (0..self.dirs).map(|dir| PathBuf::from(format!("/d{dir}"))).collect()
    }

    /// Where the metadata log's directory lies.
    #[must_use]
    pub fn metadata_dir(&self) -> PathBuf {
        if self.own_metadata_dir { PathBuf::from("/meta") } else { PathBuf::from("/d0") }
    }

    fn all_dirs(&self) -> Vec<PathBuf> {
        let mut dirs = self.log_dirs();
        if self.own_metadata_dir {
            dirs.push(self.metadata_dir());
        }
        dirs
    }

    /// `server.properties`, checked.
    #[must_use]
    pub fn config(&self) -> StaticConfig {
        let names: Vec<String> = self.log_dirs().iter().map(|dir| dir.display().to_string()).collect();
        let mut props: Props = [
            ("node.id", "1"),
            ("process.roles", "broker,controller"),
            ("listeners", "PLAIN://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093"),
            ("listener.security.protocol.map", "PLAIN:PLAINTEXT,CONTROLLER:PLAINTEXT"),
            ("inter.broker.listener.name", "PLAIN"),
            ("controller.listener.names", "CONTROLLER"),
            ("offsets.topic.replication.factor", "1"),
        ]
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
        let quorum =
            if self.dynamic { "controller.quorum.bootstrap.servers" } else { "controller.quorum.voters" };
        let at = if self.dynamic { "127.0.0.1:9093" } else { "1@127.0.0.1:9093" };
        props.insert(quorum.to_owned(), at.to_owned());
        props.insert("log.dirs".to_owned(), names.join(","));
        props.insert("metadata.log.dir".to_owned(), self.metadata_dir().display().to_string());
        for (key, value) in &self.props {
            props.insert((*key).to_owned(), value.clone());
        }
        StaticConfig::load(props).expect("the settings hold").0
    }

    /// Makes the directories, durable, as the storage tool does.
    pub fn format(&self, disk: &dyn Disk, rng: &mut Rng, now: Now) -> io::Result<()> {
        for path in self.all_dirs() {
            disk.create_dir_all(&path)?;
            let id = Uuid::random(rng);
            if path == self.metadata_dir() {
                let folder = path.join("__cluster_metadata-0");
                disk.create_dir_all(&folder)?;
                let name = raft::snapshot::file_name(SnapshotId::BOOTSTRAP);
                disk.write_atomic(&folder.join(name), &self.bootstrap(id, now))?;
            }
            let meta = MetaProperties {
                version: 1,
                cluster_id: Some(CLUSTER.to_owned()),
                node_id: Some(1),
                directory_id: Some(id),
            };
            dir::write_meta_properties(disk, &path, &meta, now.wall)?;
        }
        disk.sync_dir(Path::new("/"))
    }

    fn bootstrap(&self, directory_id: Uuid, now: Now) -> Vec<u8> {
        let kraft_version = i16::from(self.dynamic);
        let voter = Voter {
            key: ReplicaKey { id: BrokerId(1), directory: directory_id },
            endpoints: endpoints(),
            kraft_version_min: 0,
            kraft_version_max: 1,
        };
        let voters = self.dynamic.then(|| VoterSet::new(vec![voter]));
        let mut writer =
            raft::snapshot::Writer::new(SnapshotId::BOOTSTRAP, now.wall, kraft_version, voters, 8 << 20, now);
        let version = MetadataVersion::LATEST;
        let overrides = [(KRAFT_VERSION.to_owned(), kraft_version)].into();
        let levels = metadata::bootstrap::levels(version, &overrides).expect("the levels go together");
        let values = metadata::bootstrap::records(&levels).into_iter().map(|record| {
            let mut value = Vec::new();
            record.encode(version, &mut value).expect("a level can be written");
            Bytes::from(value)
        });
        writer.append(now, values);
        writer.finish(now)
    }

    /// Reads the dirs and takes the clean markers away. Also says whether every dir had one. `system_restarted` is what the
    /// edge finds out by comparing times.
    pub fn identity(
        &self,
        disk: &dyn Disk,
        seed: u64,
        system_restarted: bool,
    ) -> io::Result<(Identity, bool)> {
        let mut rng = Rng::new(seed);
        let config = self.config();
        let (mut dirs, mut found_partitions) = (Vec::new(), Map::default());
        let mut previous_epoch = None;
        let mut metadata_dir_id = Uuid::ZERO;
        let mut clean = true;
        for path in self.all_dirs() {
            let found = dir::open_log_dir(disk, &path)?;
            let meta = found.meta.clone().and_then(Result::ok);
            let id = meta.and_then(|meta| meta.directory_id).expect("meta.properties is never lost");
            if path == self.metadata_dir() {
                metadata_dir_id = id;
            }
            if path == Path::new("/meta") {
                continue;
            }
            let place = dirs.len() as u16;
            for partition in found.partitions.iter().filter(|found| found.name.kind == DirKind::Current) {
                found_partitions.insert((partition.name.topic.clone(), partition.name.partition.0), place);
            }
            let epoch = found.clean_shutdown.unwrap_or(-1);
            previous_epoch = Some(previous_epoch.map_or(epoch, |other: i64| other.min(epoch)));
            clean &= found.clean_shutdown.is_some();
            if found.clean_shutdown.is_some() {
                dir::remove_clean_shutdown(disk, &path)?;
            }
            let mut log_dir = LogDir::new(path.clone(), id, &found);
            log_dir.system_restarted = system_restarted;
            dirs.push(log_dir);
        }
        let listener = |name: &str, kind, port| Listener {
            name: name.to_owned(),
            kind,
            advertised: ("127.0.0.1".to_owned(), port),
        };
        let (metadata_log, snapshot) = metadata_log(&config);
        let identity = Identity {
            id: BrokerId(1),
            cluster: CLUSTER.to_owned(),
            listeners: vec![
                listener("PLAIN", ListenerKind::Broker, 9092),
                listener("CONTROLLER", ListenerKind::Controller, 9093),
            ],
            dirs,
            shards: self.shards,
            found: found_partitions,
            incarnation: Uuid::random(&mut rng),
            controller_incarnation: Uuid::random(&mut rng),
            previous_epoch: Offset(previous_epoch.unwrap_or(-1)),
            metadata_dir: self.metadata_dir().join("__cluster_metadata-0"),
            metadata_log,
            snapshot_bytes_max: snapshot.0,
            snapshot_interval_ms: snapshot.1,
            raft: self.raft(&config, metadata_dir_id),
            controller: controller_settings(&config),
            config,
        };
        Ok((identity, clean))
    }

    fn raft(&self, config: &StaticConfig, directory_id: Uuid) -> RaftConfig {
        let fixed = &config.fixed;
        let voter = Voter {
            key: ReplicaKey::of(BrokerId(1)),
            endpoints: endpoints(),
            kraft_version_min: 0,
            kraft_version_max: 0,
        };
        RaftConfig {
            node_id: BrokerId(1),
            directory_id,
            cluster_id: CLUSTER.to_owned(),
            controller: true,
            endpoints: endpoints(),
            static_voters: VoterSet::new(if self.dynamic { Vec::new() } else { vec![voter] }),
            listener: "CONTROLLER".to_owned(),
            bootstrap_servers: config.node.bootstrap_servers.clone(),
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
}

fn endpoints() -> Endpoints {
    Endpoints::new(vec![Endpoint { name: "CONTROLLER".to_owned(), host: "127.0.0.1".to_owned(), port: 9093 }])
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

fn controller_settings(config: &StaticConfig) -> controller::Settings {
    let file = Arc::new(config.clone());
    controller::Settings::new(file, BrokerId(1), CLUSTER.to_owned(), vec![BrokerId(1)], Vec::new())
}
