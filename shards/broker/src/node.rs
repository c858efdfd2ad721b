//! What every request may look at on its core: who this node is, what it was configured with, and the metadata.
//!
//! The metadata comes as (image, delta); beside the image each core keeps a table of topics with what a request needs
//! at once (id, partition count, resolved config), changed only by deltas.

use std::path::PathBuf;
use std::sync::Arc;

use metadata::config::Props;
use metadata::config::dynamic::Layers;
use metadata::config::static_config::StaticConfig;
use metadata::config::topic::TopicConfig;
use metadata::controller;
use metadata::delta::TopicChange;
use metadata::image::Image;
use metadata::records::{Resource, ResourceKind};
use protocol::compress::Compression;
use protocol::records::ValidateRules;
use protocol::{BrokerId, Map, Offset, PartitionIndex, Rng, Timestamp, Uuid};
use storage::LogConfig;
use storage::checkpoint::PartitionOffset;
use storage::jobs::dir as log_dir;
use storage::names::DirKind;

use crate::api::loggers::Loggers;
use crate::event::{CoreId, ListenerId, Token};
use crate::mesh::{Mesh, PartitionKey, Published};

/// What a listener is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListenerKind {
    /// Clients and brokers.
    Broker,
    /// The quorum.
    Controller,
}

/// One listener of this node.
#[derive(Clone, Debug)]
pub struct Listener {
    /// Its name, upper case as Kafka keeps it.
    pub name: String,
    /// Whom it serves.
    pub kind: ListenerKind,
    /// What clients are told, host and port.
    pub advertised: (String, u16),
}

/// One of `log.dirs`, as it was found.
#[derive(Clone, Debug)]
pub struct LogDir {
    /// Where it lies.
    pub path: PathBuf,
    /// Its id in `meta.properties`.
    pub id: Uuid,
    /// Whether the last stop was clean.
    pub clean: bool,
    /// Whether the operating system was started since the dir was last written, so that what was not synced may have been
    /// lost in any order. Whoever knows when that was says so; no by default.
    pub system_restarted: bool,
    /// Directories on their way to deletion when the last run ended.
    pub leftovers: Vec<PathBuf>,
    recovery_points: Map<(String, i32), Offset>,
    log_starts: Map<(String, i32), Offset>,
    high_watermarks: Map<(String, i32), Offset>,
}

impl LogDir {
    /// A log dir with what was found in it.
    #[must_use]
    pub fn new(path: PathBuf, id: Uuid, found: &log_dir::LogDir) -> Self {
        let table = |offsets: &Option<Vec<PartitionOffset>>| {
            let rows = offsets.iter().flatten();
            rows.map(|row| ((row.topic.clone(), row.partition.0), row.offset)).collect()
        };
        Self {
            path,
            id,
            clean: found.clean_shutdown.is_some(),
            system_restarted: false,
            leftovers: found
                .partitions
                .iter()
                .filter(|partition| partition.name.kind == DirKind::Delete)
                .map(|partition| partition.path.clone())
                .collect(),
            recovery_points: table(&found.recovery_points),
            log_starts: table(&found.log_starts),
            high_watermarks: table(&found.high_watermarks),
        }
    }

    /// From `recovery-point-offset-checkpoint`.
    #[must_use]
    pub fn recovery_point(&self, topic: &str, partition: PartitionIndex) -> Option<Offset> {
        self.recovery_points.get(&(topic.to_owned(), partition.0)).copied()
    }

    /// From `log-start-offset-checkpoint`.
    #[must_use]
    pub fn log_start(&self, topic: &str, partition: PartitionIndex) -> Option<Offset> {
        self.log_starts.get(&(topic.to_owned(), partition.0)).copied()
    }

    /// From `replication-offset-checkpoint`.
    #[must_use]
    pub fn high_watermark(&self, topic: &str, partition: PartitionIndex) -> Option<Offset> {
        self.high_watermarks.get(&(topic.to_owned(), partition.0)).copied()
    }
}

/// What does not change while the node runs.
pub struct Identity {
    /// `node.id`
    pub id: BrokerId,
    /// The cluster's id, as clients are shown it.
    pub cluster: String,
    /// In the order of `listeners`.
    pub listeners: Vec<Listener>,
    /// In the order of `log.dirs`.
    pub dirs: Vec<LogDir>,
    /// How many shards there are; the quorum's core has this number.
    pub shards: u16,
    /// `server.properties`
    pub config: StaticConfig,
    /// Partition directories that were there at the start: which log dir holds which partition.
    pub found: Map<(String, i32), u16>,
    /// The random id of this run of the broker.
    pub incarnation: Uuid,
    /// The random id of this run of the controller.
    pub controller_incarnation: Uuid,
    /// The broker epoch of the clean marker, -1 after an unclean stop.
    pub previous_epoch: Offset,
    /// Where `__cluster_metadata-0` lies.
    pub metadata_dir: PathBuf,
    /// The settings of its log.
    pub metadata_log: LogConfig,
    /// `metadata.log.max.record.bytes.between.snapshots`
    pub snapshot_bytes_max: u64,
    /// `metadata.log.max.snapshot.interval.ms`
    pub snapshot_interval_ms: i64,
    /// The quorum's settings.
    pub raft: raft::RaftConfig,
    /// The controller's settings; its bootstrap records come from the directory.
    pub controller: controller::Settings,
}

impl Identity {
    /// The core of the quorum.
    #[must_use]
    pub fn quorum(&self) -> CoreId {
        CoreId(self.shards)
    }

    /// One listener.
    #[must_use]
    pub fn listener(&self, id: ListenerId) -> &Listener {
        &self.listeners[usize::from(id.0)]
    }

    /// The shard that owns a partition.
    #[must_use]
    pub fn owner(&self, key: PartitionKey) -> CoreId {
        let id = u128::from_be_bytes(key.topic.0);
        let mixed = (id as u64 ^ (id >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        CoreId((mixed.wrapping_add(key.partition.0 as u64) % u64::from(self.shards.max(1))) as u16)
    }

    /// The shard that owns the checkpoint files of a log dir.
    #[must_use]
    pub fn dir_owner(&self, dir: u16) -> CoreId {
        CoreId(dir % self.shards.max(1))
    }
}

/// A topic, as a request meets it.
#[derive(Debug)]
pub struct TopicEntry {
    /// Its name.
    pub name: Arc<str>,
    /// Its id.
    pub id: Uuid,
    /// How many partitions it has; they are numbered from 0.
    pub partitions: i32,
    /// All its configs, resolved.
    pub config: Arc<TopicConfig>,
    /// What a Produce to it is checked against; version and time are the request's.
    pub rules: ValidateRules,
}

/// What an operator should know once, however often it happens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said(u8);

/// Something of that kind; the number is its bit.
#[derive(Clone, Copy, Debug)]
pub enum Once {
    /// A client looks for the coordinator of a group.
    Group = 1,
    /// A client looks for the coordinator of a transaction.
    Transaction = 2,
    /// A client looks for the coordinator of a share group.
    Share = 4,
    /// A topic is to be compacted.
    Compaction = 8,
}

impl Said {
    /// Whether it is said for the first time.
    pub fn is_new(&mut self, what: Once) -> bool {
        let is_new = self.0 & what as u8 == 0;
        self.0 |= what as u8;
        is_new
    }
}

/// See the module's comment.
pub struct Node {
    /// This core.
    pub core: CoreId,
    /// What does not change.
    pub identity: Arc<Identity>,
    /// The newest metadata.
    pub image: Arc<Image>,
    /// The last offset of the metadata log in it.
    pub metadata_offset: Offset,
    /// The offset at which features last changed.
    pub features_offset: Offset,
    /// The file under the dynamic configs of this broker and of all brokers.
    pub layers: Arc<Layers>,
    /// Seeded at construction.
    pub rng: Rng,
    /// The broker epoch of this run, -1 before registration.
    pub broker_epoch: Offset,
    /// What is logged.
    pub loggers: Loggers,
    /// What was said in the log and is not said again.
    pub said: Said,
    /// Messages to other cores, or to this one itself; whoever runs the core takes them away after every event.
    pub outbox: Vec<(CoreId, Mesh)>,
    by_name: Map<Arc<str>, Arc<TopicEntry>>,
    by_id: Map<Uuid, Arc<TopicEntry>>,
    next_token: u64,
}

impl Node {
    /// A node that has seen no metadata.
    #[must_use]
    pub fn new(core: CoreId, identity: Arc<Identity>, rng: Rng) -> Self {
        let layers = Layers::resolve(&identity.config, &Props::new(), &Props::new());
        Self {
            core,
            identity,
            image: Arc::new(Image::empty()),
            metadata_offset: Offset::NONE,
            features_offset: Offset::NONE,
            layers: Arc::new(layers),
            rng,
            broker_epoch: Offset::NONE,
            loggers: Loggers::default(),
            said: Said::default(),
            outbox: Vec::new(),
            by_name: Map::default(),
            by_id: Map::default(),
            next_token: 0,
        }
    }

    /// A token never given out before on this core.
    pub fn token(&mut self) -> Token {
        self.next_token += 1;
        Token(self.next_token)
    }

    /// Says something to a core; to this one too.
    pub fn send(&mut self, to: CoreId, message: Mesh) {
        self.outbox.push((to, message));
    }

    /// The topic of that name.
    #[must_use]
    pub fn topic_named(&self, name: &str) -> Option<&Arc<TopicEntry>> {
        self.by_name.get(name)
    }

    /// The topic of that id.
    #[must_use]
    pub fn topic(&self, id: Uuid) -> Option<&Arc<TopicEntry>> {
        self.by_id.get(&id)
    }

    /// Takes over newer metadata. Returns the topics that were there before and whose configs may have changed.
    pub fn publish(&mut self, published: &Published) -> Vec<Arc<TopicEntry>> {
        self.image = Arc::clone(&published.image);
        self.metadata_offset = published.offset;
        let delta = &published.delta;
        if delta.features {
            self.features_offset = published.offset;
        }
        let mut all = false;
        let mut named: Vec<&str> = Vec::new();
        for resource in &delta.configs {
            match resource.kind {
                ResourceKind::TOPIC => named.push(&resource.name),
                ResourceKind::BROKER => all |= self.is_of_this_broker(resource),
                _ => {}
            }
        }
        if all {
            let cluster = self.image.cluster_config().cloned().unwrap_or_default();
            let broker = self.image.broker_config(self.identity.id).cloned().unwrap_or_default();
            self.layers = Arc::new(Layers::resolve(&self.identity.config, &cluster, &broker));
        }
        for topic in &delta.topics {
            if topic.kind == TopicChange::Deleted {
                self.by_id.remove(&topic.topic.id);
                // A new topic may bear the name already.
                if self.by_name.get(&topic.topic.name).is_some_and(|entry| entry.id == topic.topic.id) {
                    self.by_name.remove(&topic.topic.name);
                }
            } else {
                let entry =
                    self.entry(&topic.topic.name, topic.topic.id, topic.topic.partitions.len() as i32);
                self.insert(entry);
            }
        }
        let mut changed = Vec::new();
        let names: Vec<Arc<str>> = if all {
            self.by_name.keys().cloned().collect()
        } else {
            named
                .iter()
                .filter_map(|name| self.by_name.get_key_value(*name))
                .map(|(name, _)| name.clone())
                .collect()
        };
        for name in names {
            let Some(old) = self.by_name.get(&name).cloned() else { continue };
            let entry = self.entry(&name, old.id, old.partitions);
            changed.push(self.insert(entry));
        }
        changed
    }

    fn is_of_this_broker(&self, resource: &Resource) -> bool {
        resource.name.is_empty() || *resource == Resource::broker(self.identity.id)
    }

    fn entry(&self, name: &Arc<str>, id: Uuid, partitions: i32) -> TopicEntry {
        let none = Props::new();
        let config = TopicConfig::resolve(&self.layers, self.image.topic_config(name).unwrap_or(&none));
        let target = config.codec().map(|codec| match config.codec_level(codec) {
            Some(level) => Compression::with_level(codec, level),
            None => Compression::new(codec),
        });
        let rules = ValidateRules {
            batch_size_max: config.max_message_bytes.max(0) as usize,
            record_size_max: config.max_decompressed_message_bytes,
            compacted: config.is_compacted(),
            timestamp_type: config.timestamp_type(),
            timestamp_before_ms_max: config.message_timestamp_before_max_ms,
            timestamp_after_ms_max: config.message_timestamp_after_max_ms,
            target,
            now: Timestamp(0),
            ..ValidateRules::default()
        };
        TopicEntry { name: Arc::clone(name), id, partitions, config: Arc::new(config), rules }
    }

    fn insert(&mut self, entry: TopicEntry) -> Arc<TopicEntry> {
        let entry = Arc::new(entry);
        self.by_id.insert(entry.id, Arc::clone(&entry));
        self.by_name.insert(Arc::clone(&entry.name), Arc::clone(&entry));
        entry
    }
}
