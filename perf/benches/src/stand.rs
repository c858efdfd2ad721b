//! A shard on a test stand: metadata of one topic, its logs opened on a real folder, and from then on no I/O. Frames go
//! in, turns are run as the loop runs them, appends are complete at once, and everything sent is counted and dropped.
//!
//! Invariant: the stand itself allocates nothing while frames go through, so that what is counted is the shard's.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use broker::effect::Effect;
use broker::mesh::{Mesh, Published};
use broker::node::{Identity, Listener, ListenerKind, LogDir};
use broker::{ConnId, CoreId, Effects, Event, ListenerId, Shard, turn};
use bytes::BytesMut;
use metadata::cluster::{Broker, Endpoint};
use metadata::config::Props;
use metadata::config::static_config::StaticConfig;
use metadata::controller;
use metadata::image::{Image, Provenance};
use metadata::records::Record;
use metadata::replay::Replay;
use metadata::topics::{LeaderRecovery, Partition};
use protocol::client::fetch::{FetchPartition, FetchRequest, FetchTopic};
use protocol::client::produce::{PartitionProduceData, ProduceRequest, TopicProduceData};
use protocol::header::put_request_header;
use protocol::records::BatchBuilder;
use protocol::{ApiKey, BrokerId, LeaderEpoch, Map, Mono, Now, Offset, PartitionIndex, Rng, Timestamp, Uuid};
use storage::LogConfig;
use storage::jobs::disk::StdDisk;

/// The topic's id.
const TOPIC: Uuid = Uuid([7; 16]);
const LEADER_EPOCH: LeaderEpoch = LeaderEpoch(0);
const ID: BrokerId = BrokerId(1);
const PRODUCE_VERSION: i16 = 13;
const FETCH_VERSION: i16 = 17;

/// What came out of the shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Answers, by their bytes put out, file ranges not counted.
    pub sent_bytes: u64,
    /// Writes.
    pub appends: u64,
    /// Buffers written.
    pub buffers: u64,
    /// Ranges of files sent.
    pub ranges: u64,
    /// Jobs run.
    pub jobs: u64,
    /// Turns run.
    pub turns: u64,
}

/// See the module's comment.
pub struct Stand {
    shard: Shard,
    now: Now,
    events: Vec<Event>,
    effects: Effects,
    list: Vec<Effect>,
    /// What came out so far.
    pub seen: Seen,
    dir: PathBuf,
}

impl Stand {
    /// One topic of so many partitions, led here, and so many connections.
    #[must_use]
    pub fn new(partitions: i32, connections: u64) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("corelog-bench-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("the temporary folder can be written");
        let now = Now { mono: Mono(1_000_000_000), wall: Timestamp(1_700_000_000_000) };
        let mut stand = Self {
            shard: Shard::new(CoreId(0), Arc::new(identity(&dir)), Rng::new(1)),
            now,
            events: Vec::with_capacity(1024),
            effects: Effects::default(),
            list: Vec::with_capacity(4096),
            seen: Seen::default(),
            dir,
        };
        stand.publish(partitions);
        let peer = SocketAddr::from(([127, 0, 0, 1], 50_000));
        for connection in 0..connections {
            stand.push(Event::Opened { conn: ConnId(connection), listener: ListenerId(0), peer });
        }
        stand.run();
        stand
    }

    fn publish(&mut self, partitions: i32) {
        let mut records = vec![
            Record::FeatureLevel { name: "metadata.version".to_owned(), level: 32 },
            Record::RegisterBroker(Arc::new(broker())),
            Record::Topic { name: "bench".into(), id: TOPIC },
        ];
        records.extend((0..partitions).map(|index| Record::Partition {
            topic: TOPIC,
            index: PartitionIndex(index),
            partition: Arc::new(partition()),
        }));
        let mut replay = Replay::new(Image::empty());
        for record in &records {
            replay.apply(record).expect("the records fit one another");
        }
        let offset = Offset(records.len() as i64);
        replay.advance(Provenance { last: offset, epoch: LeaderEpoch(1), timestamp: self.now.wall });
        let (image, delta) = replay.publish().expect("there is something to publish");
        let published = Arc::new(Published { image: Arc::new(image), delta, offset });
        self.push(Event::Mesh { from: CoreId(1), message: Mesh::Published(published) });
        self.run();
    }

    /// An event for the next turn.
    pub fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// A frame for the next turn.
    pub fn arrive(&mut self, connection: u64, frame: BytesMut) {
        self.events.push(Event::Frame { conn: ConnId(connection), frame });
    }

    /// Runs turns until nothing more follows.
    pub fn run(&mut self) {
        while !self.events.is_empty() {
            turn::run(&mut self.shard, self.now, &mut self.events, &mut self.effects);
            self.seen.turns += 1;
            std::mem::swap(&mut self.list, &mut self.effects.list);
            let mut list = std::mem::take(&mut self.list);
            for effect in list.drain(..) {
                self.perform(effect);
            }
            self.list = list;
            self.effects.clear();
        }
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Send { len, .. } => self.seen.sent_bytes += u64::from(len),
            Effect::SendFile { .. } => self.seen.ranges += 1,
            Effect::Append { token, mut buffers, .. } => {
                self.seen.appends += 1;
                self.seen.buffers += buffers.len() as u64;
                // As the loop does: the list goes back without what was in it.
                buffers.clear();
                self.events.push(Event::Appended { token, result: Ok(()), buffers });
            }
            Effect::Sync { token, .. } => self.events.push(Event::Synced { token, result: Ok(()) }),
            Effect::Job { token, job } => {
                self.seen.jobs += 1;
                let outcome = Some(job(&StdDisk));
                self.events.push(Event::Job { token, outcome });
            }
            Effect::Drain { conn } => self.events.push(Event::Drained { conn }),
            Effect::Close { conn } => panic!("connection {conn:?} is closed"),
            Effect::Fatal(why) => panic!("{why}"),
            _ => {}
        }
    }
}

impl Drop for Stand {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// A batch of records with values of a size.
#[must_use]
pub fn batch(records: usize, value_size: usize) -> Vec<u8> {
    let mut builder = BatchBuilder::new(Offset::ZERO);
    let value = vec![b'x'; value_size];
    for _ in 0..records {
        builder.append(Timestamp(1_700_000_000_000), None, Some(&value), []);
    }
    builder.finish()
}

/// A Produce of one batch, without the frame's length.
#[must_use]
pub fn produce(partition: i32, batch: &[u8]) -> Vec<u8> {
    let partition_data = vec![PartitionProduceData { index: partition, records: Some(batch.into()) }];
    let topic_data =
        vec![TopicProduceData { topic_id: TOPIC, partition_data, ..TopicProduceData::default() }];
    let request = ProduceRequest { transactional_id: None, acks: -1, timeout_ms: 30_000, topic_data };
    let mut frame = Vec::new();
    put_request_header(&mut frame, ApiKey::Produce, PRODUCE_VERSION, 1, Some("bench")).expect("it fits");
    request.encode(&mut frame, PRODUCE_VERSION).expect("the version has these fields");
    frame
}

/// A Fetch of one partition without a session, that does not wait.
#[must_use]
pub fn fetch(partition: i32, offset: i64, max_bytes: i32) -> Vec<u8> {
    let partitions = vec![FetchPartition {
        partition,
        fetch_offset: offset,
        partition_max_bytes: max_bytes,
        ..FetchPartition::default()
    }];
    let request = FetchRequest {
        max_wait_ms: 500,
        min_bytes: 1,
        max_bytes,
        session_epoch: -1,
        topics: vec![FetchTopic { topic_id: TOPIC, partitions, ..FetchTopic::default() }],
        ..FetchRequest::default()
    };
    let mut frame = Vec::new();
    put_request_header(&mut frame, ApiKey::Fetch, FETCH_VERSION, 1, Some("bench")).expect("it fits");
    request.encode(&mut frame, FETCH_VERSION).expect("the version has these fields");
    frame
}

/// Frames as a connection's receive buffer holds them: one piece of memory, cut up without a copy.
#[must_use]
pub fn received(frame: &[u8], count: usize) -> Vec<BytesMut> {
    let mut buffer = BytesMut::with_capacity(frame.len() * count);
    for _ in 0..count {
        buffer.extend_from_slice(frame);
    }
    (0..count).map(|_| buffer.split_to(frame.len())).collect()
}

fn broker() -> Broker {
    Broker {
        id: ID,
        epoch: Offset(1),
        incarnation: Uuid([1; 16]),
        endpoints: vec![Endpoint {
            listener: "PLAINTEXT".to_owned(),
            host: "localhost".to_owned(),
            port: 9092,
            security_protocol: 0,
        }],
        features: Vec::new(),
        rack: None,
        fenced: false,
        in_controlled_shutdown: false,
        log_dirs: Vec::new(),
        cordoned: None,
        migrating_zk: false,
    }
}

fn partition() -> Partition {
    Partition {
        replicas: vec![ID],
        directories: vec![Uuid([2; 16])],
        isr: vec![ID],
        removing: Vec::new(),
        adding: Vec::new(),
        elr: Vec::new(),
        last_known_elr: Vec::new(),
        leader: ID,
        leader_epoch: LEADER_EPOCH,
        partition_epoch: 0,
        recovery: LeaderRecovery::Recovered,
    }
}

fn identity(dir: &Path) -> Identity {
    let mut props: Props = [
        ("node.id", "1"),
        ("process.roles", "broker,controller"),
        ("listeners", "PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093"),
        ("controller.listener.names", "CONTROLLER"),
        ("controller.quorum.voters", "1@127.0.0.1:9093"),
    ]
    .iter()
    .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
    .collect();
    props.insert("log.dirs".to_owned(), dir.display().to_string());
    let (config, _) = StaticConfig::load(props).expect("the settings hold");
    let listener = |name: &str, kind, port| Listener {
        name: name.to_owned(),
        kind,
        advertised: ("localhost".to_owned(), port),
    };
    Identity {
        id: ID,
        cluster: "bench".to_owned(),
        listeners: vec![
            listener("PLAINTEXT", ListenerKind::Broker, 9092),
            listener("CONTROLLER", ListenerKind::Controller, 9093),
        ],
        dirs: vec![LogDir::new(dir.to_path_buf(), Uuid([2; 16]), &storage::jobs::dir::LogDir::default())],
        shards: 1,
        found: Map::default(),
        incarnation: Uuid([1; 16]),
        controller_incarnation: Uuid([3; 16]),
        previous_epoch: Offset::NONE,
        metadata_dir: dir.join("__cluster_metadata-0"),
        metadata_log: LogConfig::default(),
        snapshot_bytes_max: 1 << 20,
        snapshot_interval_ms: 3_600_000,
        raft: raft::RaftConfig::controller(ID, Uuid([2; 16]), "bench"),
        controller: controller::Settings::new(
            Arc::new(config.clone()),
            ID,
            "bench".to_owned(),
            vec![ID],
            Vec::new(),
        ),
        config,
    }
}
