//! Formats the simulated directories and makes a node's identity of what lies in them, as the binary does it at a start.
//!
//! What the edge does with a real machine's name and times, this does with simulated ones.

use std::io;
use std::path::{Path, PathBuf};

use broker::identity::{self, Origin};
use broker::node::Identity;
use bytes::Bytes;
use metadata::config::Props;
use metadata::config::static_config::StaticConfig;
use metadata::features::{KRAFT_VERSION, MetadataVersion};
use protocol::{BrokerId, Now, Rng, Timestamp, Uuid};
use raft::{Endpoint, Endpoints, ReplicaKey, SnapshotId, Voter, VoterSet};
use storage::Disk;
use storage::jobs::dir;
use storage::meta_properties::MetaProperties;

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
        let mut dirs = Vec::new();
        for path in self.all_dirs() {
            let found = dir::open_log_dir(disk, &path)?;
            let meta = found.meta.and_then(Result::ok);
            dirs.push((
                path,
                meta.and_then(|meta| meta.directory_id).expect("meta.properties is never lost"),
            ));
        }
        let origin = Origin {
            config: self.config(),
            cluster: CLUSTER.to_owned(),
            dirs,
            host: "127.0.0.1".to_owned(),
            shards: self.shards,
            seed,
            // Later than anything was written, or never.
            system_start: system_restarted.then_some(Timestamp(i64::MAX)),
        };
        let identity = identity::read(origin, disk, &mut |_| {}).map_err(|failed| failed.error)?;
        let clean = identity.dirs.iter().all(|dir| dir.clean);
        Ok((identity, clean))
    }
}

fn endpoints() -> Endpoints {
    Endpoints::new(vec![Endpoint { name: "CONTROLLER".to_owned(), host: "127.0.0.1".to_owned(), port: 9093 }])
}
