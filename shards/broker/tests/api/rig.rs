//! A shard with metadata and a disk of its own under it, driven as the loop drives it: frames in, answers out.
//!
//! The controller is played by the test: what the shard asks of it is taken out and answered by hand.

use std::any::Any;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use broker::effect::Effect;
use broker::mesh::{Mesh, Published};
use broker::node::{Identity, Listener, ListenerKind, LogDir};
use broker::peer::{PeerError, PeerRequest};
use broker::{ConnId, CoreId, Effects, Event, IoFailure, ListenerId, Shard, Token, turn};
use bytes::{Bytes, BytesMut};
use metadata::cluster::{Broker, Endpoint};
use metadata::config::Props;
use metadata::config::static_config::StaticConfig;
use metadata::controller;
use metadata::image::{Image, Provenance};
use metadata::records::{Record, Resource};
use metadata::replay::Replay;
use metadata::topics::{LeaderRecovery, Partition};
use protocol::client::produce::{PartitionProduceData, ProduceRequest, ProduceResponse, TopicProduceData};
use protocol::header::{put_request_header, read_response_header};
use protocol::records::BatchBuilder;
use protocol::wire::Reader;
use protocol::{ApiKey, BrokerId, LeaderEpoch, Map, Mono, Now, Offset, PartitionIndex, Rng, Timestamp, Uuid};
use protocol::{Message, Request};
use storage::file::DirEntry;
use storage::jobs::disk::StdDisk;
use storage::{Disk, File, FileRef, LogConfig, OpenMode};

/// The broker's listener.
pub const PLAIN: ListenerId = ListenerId(0);
/// A second one, under another address.
pub const OTHER: ListenerId = ListenerId(1);

/// What becomes of appends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writes {
    /// They are written at once.
    Done,
    /// They wait for [`Rig::release`].
    Held,
    /// Nothing is written.
    Fail(IoFailure),
}

/// The disk of jobs.
struct RigDisk {
    is_full: bool,
    dirs_fit: bool,
}

impl RigDisk {
    fn room(&self) -> io::Result<()> {
        if self.is_full { Err(io::Error::from_raw_os_error(28)) } else { Ok(()) }
    }
}

impl Disk for RigDisk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        if matches!(mode, OpenMode::Create | OpenMode::Truncate) {
            self.room()?;
        }
        StdDisk.open(path, mode)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        StdDisk.rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        StdDisk.remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        StdDisk.remove_dir_all(path)
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        if !self.dirs_fit {
            self.room()?;
        }
        StdDisk.create_dir_all(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        StdDisk.list(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        StdDisk.sync_dir(path)
    }

    fn free_bytes(&self, path: &Path) -> io::Result<u64> {
        StdDisk.free_bytes(path)
    }
}

/// See the module's comment.
pub struct Rig {
    shard: Shard,
    pub writes: Writes,
    /// Syncs wait for [`Rig::release`].
    pub syncs_held: bool,
    /// Why the node cannot go on, if it cannot.
    pub fatal: Option<String>,
    /// Jobs find no room for new files.
    pub is_full: bool,
    /// But for new directories.
    pub dirs_fit: bool,
    /// How often bytes were read from a file.
    pub reads: usize,
    /// The lines of the log, `message name=value ...`.
    pub lines: Vec<String>,
    held: Vec<(Token, FileRef, u64, Vec<BytesMut>)>,
    held_syncs: Vec<Token>,
    /// Jobs wait for [`Rig::run_job`].
    pub jobs_held: bool,
    held_jobs: Vec<(Token, broker::effect::Job)>,
    replay: Replay,
    settings: Vec<(String, String)>,
    records: Vec<Record>,
    pub now: Now,
    dir: PathBuf,
    effects: Effects,
    events: Vec<Event>,
    sent: Map<ConnId, Vec<u8>>,
    closed: Vec<ConnId>,
    asked: Vec<(Token, PeerRequest)>,
    next_conn: u64,
    offset: i64,
}

impl Rig {
    /// Broker 1 alone, alive, with two listeners and no topics.
    pub fn new() -> Self {
        Self::with(&[])
    }

    /// The same with settings of its own.
    pub fn with(settings: &[(&str, &str)]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("corelog-api-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).expect("the directory can be made");
        let settings: Vec<(String, String)> =
            settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let identity = Arc::new(identity(&dir, &settings, |_| {}));
        let mut rig = Self {
            shard: Shard::new(CoreId(0), identity, Rng::new(7)),
            settings,
            records: Vec::new(),
            writes: Writes::Done,
            fatal: None,
            is_full: false,
            dirs_fit: false,
            reads: 0,
            lines: Vec::new(),
            held: Vec::new(),
            syncs_held: false,
            held_syncs: Vec::new(),
            jobs_held: false,
            held_jobs: Vec::new(),
            replay: Replay::new(Image::empty()),
            now: Now { mono: Mono(1_000_000_000), wall: Timestamp(1_700_000_000_000) },
            dir,
            effects: Effects::default(),
            events: Vec::new(),
            sent: Map::default(),
            closed: Vec::new(),
            asked: Vec::new(),
            next_conn: 0,
            offset: 0,
        };
        rig.apply(&[feature("metadata.version", 32), broker(1, false)]);
        rig
    }

    /// The process dies and is started again on the same directory and the same metadata; `found` may change what was
    /// found in the log dir.
    pub fn restart(&mut self, found: impl FnOnce(&mut LogDir)) {
        let identity = Arc::new(identity(&self.dir, &self.settings, found));
        self.shard = Shard::new(CoreId(0), identity, Rng::new(8));
        self.events.clear();
        self.held.clear();
        self.held_syncs.clear();
        self.held_jobs.clear();
        self.sent.clear();
        self.lines.clear();
        self.replay = Replay::new(Image::empty());
        let records = std::mem::take(&mut self.records);
        self.apply(&records);
    }

    /// A file of the log dir.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Applies records to the metadata and publishes the image.
    pub fn apply(&mut self, records: &[Record]) {
        self.records.extend_from_slice(records);
        for record in records {
            self.replay.apply(record).expect("the record fits");
        }
        self.offset += records.len() as i64;
        let offset = Offset(self.offset);
        self.replay.advance(Provenance { last: offset, epoch: LeaderEpoch(1), timestamp: self.now.wall });
        let (image, delta) = self.replay.publish().expect("the log moved");
        let published = Published { image: Arc::new(image), delta, offset };
        self.event(Event::Mesh { from: CoreId(1), message: Mesh::Published(Arc::new(published)) });
    }

    /// A topic whose partitions all lie on broker 1 alone.
    pub fn topic(&mut self, name: &str, id: u8, partitions: i32) {
        let mut records = vec![Record::Topic { name: name.into(), id: uuid(id) }];
        records.extend((0..partitions).map(|index| partition(id, index, &[1], &[1], 1)));
        self.apply(&records);
    }

    /// Appends one record with that timestamp, in a batch of its own.
    pub fn produce(&mut self, topic: &'static str, index: i32, timestamp: i64) {
        self.produce_value(topic, index, timestamp, b"value");
    }

    /// Appends one record of that size.
    pub fn produce_sized(&mut self, topic: &'static str, index: i32, size: usize) {
        self.produce_value(topic, index, 1_700_000_000_000, &vec![b'v'; size]);
    }

    fn produce_value(&mut self, topic: &'static str, index: i32, timestamp: i64, value: &[u8]) {
        let mut batch = BatchBuilder::new(Offset(0));
        batch.append(Timestamp(timestamp), None, Some(value), []);
        let request = ProduceRequest {
            transactional_id: None,
            acks: -1,
            timeout_ms: 1000,
            topic_data: vec![TopicProduceData {
                name: topic.into(),
                topic_id: Uuid::ZERO,
                partition_data: vec![PartitionProduceData { index, records: Some(batch.finish().into()) }],
            }],
        };
        let body = self.ask(9, &request).expect("a produce is answered");
        let answer = ProduceResponse::decode(&mut Reader::new(&body), 9).expect("it can be decoded");
        assert_eq!(answer.responses[0].partition_responses[0].error_code, 0);
    }

    /// Sends a request on a connection of its own and decodes the answer; none if the connection was closed or no answer
    /// came yet.
    pub fn ask<'m, Q: Request<'m>>(&mut self, version: i16, request: &Q) -> Option<Vec<u8>> {
        self.ask_on(PLAIN, version, request)
    }

    /// The same on another listener.
    pub fn ask_on<'m, Q: Request<'m>>(
        &mut self,
        listener: ListenerId,
        version: i16,
        request: &Q,
    ) -> Option<Vec<u8>> {
        let mut body = Vec::new();
        request.encode(&mut body, version).expect("the request can be encoded");
        let conn = self.send(listener, Q::KEY, version, &body);
        self.answer_on(conn, Q::KEY, version)
    }

    /// Sends a body on a connection of its own.
    pub fn send(&mut self, listener: ListenerId, key: ApiKey, version: i16, body: &[u8]) -> ConnId {
        self.next_conn += 1;
        let conn = ConnId(self.next_conn);
        let peer = "127.0.0.9:5555".parse().expect("an address");
        self.event(Event::Opened { conn, listener, peer });
        let mut frame = Vec::new();
        put_request_header(&mut frame, key, version, 77, Some("rig")).expect("the header can be encoded");
        frame.extend_from_slice(body);
        self.event(Event::Frame { conn, frame: BytesMut::from(&frame[..]) });
        conn
    }

    /// The body of the answer that came on a connection.
    pub fn answer_on(&mut self, conn: ConnId, key: ApiKey, version: i16) -> Option<Vec<u8>> {
        let bytes = self.sent.remove(&conn)?;
        let (length, rest) = bytes.split_at(4);
        assert_eq!(u32::from_be_bytes(length.try_into().expect("four bytes")) as usize, rest.len());
        let mut reader = Reader::new(rest);
        assert_eq!(read_response_header(&mut reader, key, version), Ok(77));
        Some(reader.rest().to_vec())
    }

    /// Whether a connection was closed by the shard.
    pub fn is_closed(&self, conn: ConnId) -> bool {
        self.closed.contains(&conn)
    }

    /// What was asked of the controller since the last look, the broker's own life aside.
    pub fn asked(&mut self) -> Vec<(Token, PeerRequest)> {
        let own = [ApiKey::BrokerRegistration.code(), ApiKey::BrokerHeartbeat.code()];
        self.asked.retain(|(_, request)| !own.contains(&request.key));
        std::mem::take(&mut self.asked)
    }

    /// Answers what was asked of the controller.
    pub fn controller_answers<'m, M: Message<'m>>(&mut self, token: Token, version: i16, answer: &M) {
        let mut body = Vec::new();
        answer.encode(&mut body, version).expect("the answer can be encoded");
        self.event(Event::Answer { token, result: Ok(Bytes::from(body)) });
    }

    /// Nobody answers.
    pub fn controller_fails(&mut self, token: Token, error: PeerError) {
        self.event(Event::Answer { token, result: Err(error) });
    }

    /// What was held is written, or fails, as `writes` says by now.
    pub fn release(&mut self) {
        for (token, file, position, buffers) in std::mem::take(&mut self.held) {
            self.append(token, &file, position, buffers);
        }
        let synced = self.held_syncs.drain(..).map(|token| Event::Synced { token, result: Ok(()) });
        self.events.extend(synced);
        self.run();
    }

    /// How many syncs are held.
    pub fn syncs(&self) -> usize {
        self.held_syncs.len()
    }

    /// Syncs that were held fail.
    pub fn fail_syncs(&mut self, failure: IoFailure) {
        let failed = self.held_syncs.drain(..).map(|token| Event::Synced { token, result: Err(failure) });
        self.events.extend(failed);
        self.run();
    }

    /// Runs one of the jobs that are held, and what follows from it.
    pub fn run_job(&mut self, place: usize) {
        let (token, job) = self.held_jobs.remove(place);
        let outcome: Box<dyn Any + Send> = job(&RigDisk { is_full: self.is_full, dirs_fit: self.dirs_fit });
        self.event(Event::Job { token, outcome: Some(outcome) });
    }

    /// Runs all of them.
    pub fn run_jobs(&mut self) {
        while !self.held_jobs.is_empty() {
            self.run_job(0);
        }
    }

    fn append(&mut self, token: Token, file: &FileRef, position: u64, mut buffers: Vec<BytesMut>) {
        let result = match self.writes {
            Writes::Held => {
                self.held.push((token, file.clone(), position, buffers));
                return;
            }
            Writes::Fail(failure) => Err(failure),
            Writes::Done => {
                let file = file.get(&StdDisk).expect("the file can be opened");
                let mut at = position;
                for buffer in &buffers {
                    file.write_at(buffer, at).expect("the file can be written");
                    at += buffer.len() as u64;
                }
                Ok(())
            }
        };
        buffers.clear();
        self.events.push(Event::Appended { token, result, buffers });
    }

    /// Lets time pass.
    pub fn pass(&mut self, ms: i64) {
        self.now.mono = self.now.mono.after_ms(ms);
        self.now.wall = Timestamp(self.now.wall.0 + ms);
        self.run();
    }

    /// The operator asks to stop.
    pub fn close(&mut self) {
        self.event(Event::Mesh { from: CoreId(0), message: Mesh::CloseLogs });
        self.event(Event::Mesh { from: CoreId(0), message: Mesh::CloseDirs(Offset(1)) });
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
        self.run();
    }

    /// Runs turns until nothing more follows from them.
    fn run(&mut self) {
        loop {
            turn::run(&mut self.shard, self.now, &mut self.events, &mut self.effects);
            let bytes = std::mem::take(&mut self.effects.bytes);
            for effect in std::mem::take(&mut self.effects.list) {
                self.perform(effect, &bytes);
            }
            if self.events.is_empty() {
                return;
            }
        }
    }

    fn perform(&mut self, effect: Effect, bytes: &[u8]) {
        match effect {
            Effect::Send { conn, from, len } => {
                let sent = &bytes[from as usize..(from + len) as usize];
                self.sent.entry(conn).or_default().extend_from_slice(sent);
            }
            Effect::Drain { conn } => self.events.push(Event::Drained { conn }),
            Effect::Close { conn } => self.closed.push(conn),
            Effect::Append { token, file, position, buffers } => {
                self.append(token, &file, position, buffers);
            }
            Effect::Sync { token, .. } if self.syncs_held => self.held_syncs.push(token),
            Effect::Sync { token, .. } => self.events.push(Event::Synced { token, result: Ok(()) }),
            Effect::Read { token, file, position, len } => {
                self.reads += 1;
                let mut bytes = vec![0; len as usize];
                let file = file.get(&StdDisk).expect("the file can be opened");
                let read = file.read_at(&mut bytes, position).expect("the file can be read");
                bytes.truncate(read);
                self.events.push(Event::Read { token, result: Ok(Bytes::from(bytes)) });
            }
            Effect::Job { token, job } if self.jobs_held => self.held_jobs.push((token, job)),
            Effect::Job { token, job } => {
                let outcome: Box<dyn Any + Send> =
                    job(&RigDisk { is_full: self.is_full, dirs_fit: self.dirs_fit });
                self.events.push(Event::Job { token, outcome: Some(outcome) });
            }
            Effect::Ask { token, request, .. } => self.asked.push((token, *request)),
            Effect::Fatal(why) => self.fatal = Some(why.into()),
            Effect::SendBytes { conn, bytes } => {
                self.sent.entry(conn).or_default().extend_from_slice(&bytes);
            }
            Effect::SendFile { conn, file, position, len } => {
                let mut bytes = vec![0; len as usize];
                let file = file.get(&StdDisk).expect("the file can be opened");
                let read = file.read_at(&mut bytes, position).expect("the file can be read");
                assert_eq!(read, bytes.len(), "what was promised is there");
                self.sent.entry(conn).or_default().extend_from_slice(&bytes);
            }
            Effect::Log(line) => {
                let fields = line.fields.iter().map(|(name, value)| format!(" {name}={value}"));
                self.lines.push(format!("{}{}", line.message, fields.collect::<String>()));
            }
            Effect::Reading { .. }
            | Effect::Allocate { .. }
            | Effect::Mesh { .. }
            | Effect::Answer { .. }
            | Effect::Configured(_)
            | Effect::LogLevel(_)
            | Effect::Ready
            | Effect::Stopped => {}
        }
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// Asks and decodes: `ask!(rig, version, request => Response)`.
macro_rules! ask {
    ($rig:expr, $version:expr, $request:expr => $response:ident) => {{
        let version = $version;
        let body: &'static [u8] = $rig.ask(version, &$request).expect("an answer came").leak();
        let mut reader = protocol::wire::Reader::new(body);
        let response = $response::decode(&mut reader, version).expect("the answer can be decoded");
        assert_eq!(reader.remaining(), 0, "the answer has no bytes behind it");
        response
    }};
}
pub(crate) use ask;

/// A short id.
pub fn uuid(last: u8) -> Uuid {
    let mut bytes = [0; 16];
    bytes[0] = 9;
    bytes[15] = last;
    Uuid(bytes)
}

/// A level.
pub fn feature(name: &str, level: i16) -> Record {
    Record::FeatureLevel { name: name.to_owned(), level }
}

/// A broker with both listeners.
pub fn broker(id: i32, fenced: bool) -> Record {
    broker_on(id, fenced, &["PLAIN", "OTHER"])
}

/// A broker with those listeners.
pub fn broker_on(id: i32, fenced: bool, listeners: &[&str]) -> Record {
    let endpoints = listeners.iter().map(|name| Endpoint {
        listener: (*name).to_owned(),
        host: format!("{}-{id}.example", name.to_lowercase()),
        port: 9090 + id as u16,
        security_protocol: 0,
    });
    Record::RegisterBroker(Arc::new(Broker {
        id: BrokerId(id),
        epoch: Offset(i64::from(id)),
        incarnation: uuid(200),
        endpoints: endpoints.collect(),
        features: Vec::new(),
        rack: (id == 2).then(|| "r2".to_owned()),
        fenced,
        in_controlled_shutdown: false,
        log_dirs: Vec::new(),
        cordoned: None,
        migrating_zk: false,
    }))
}

/// A partition in leader epoch 5.
pub fn partition(topic: u8, index: i32, replicas: &[i32], isr: &[i32], leader: i32) -> Record {
    let ids = |ids: &[i32]| ids.iter().map(|id| BrokerId(*id)).collect::<Vec<_>>();
    Record::Partition {
        topic: uuid(topic),
        index: PartitionIndex(index),
        partition: Arc::new(Partition {
            replicas: ids(replicas),
            directories: vec![Uuid::ZERO; replicas.len()],
            isr: ids(isr),
            removing: Vec::new(),
            adding: Vec::new(),
            elr: Vec::new(),
            last_known_elr: Vec::new(),
            leader: BrokerId(leader),
            leader_epoch: LeaderEpoch(5),
            partition_epoch: 5,
            recovery: LeaderRecovery::Recovered,
        }),
    }
}

/// A config that is set.
pub fn config(resource: Resource, key: &str, value: &str) -> Record {
    Record::Config { resource, key: key.to_owned(), value: Some(value.to_owned()) }
}

fn identity(
    dir: &std::path::Path,
    settings: &[(String, String)],
    change: impl FnOnce(&mut LogDir),
) -> Identity {
    let found = storage::jobs::dir::open_log_dir(&StdDisk, dir).expect("the directory can be read");
    let mut log_dir = LogDir::new(dir.to_path_buf(), uuid(100), &found);
    change(&mut log_dir);
    let partitions =
        found.partitions.iter().map(|found| ((found.name.topic.clone(), found.name.partition.0), 0));
    let mut props: Props = [
        ("node.id", "1"),
        ("process.roles", "broker,controller"),
        ("listeners", "PLAIN://127.0.0.1:9091,OTHER://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093"),
        ("listener.security.protocol.map", "PLAIN:PLAINTEXT,OTHER:PLAINTEXT,CONTROLLER:PLAINTEXT"),
        ("inter.broker.listener.name", "PLAIN"),
        ("controller.listener.names", "CONTROLLER"),
        ("controller.quorum.voters", "1@127.0.0.1:9093"),
    ]
    .iter()
    .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
    .chain(settings.iter().cloned())
    .collect();
    props.insert("log.dirs".to_owned(), dir.display().to_string());
    let (config, _) = StaticConfig::load(props).expect("the settings hold");
    let listener = |name: &str, kind| Listener {
        name: name.to_owned(),
        kind,
        advertised: (format!("{}-1.example", name.to_lowercase()), 9091),
    };
    Identity {
        id: BrokerId(1),
        cluster: "rig-cluster".to_owned(),
        listeners: vec![
            listener("PLAIN", ListenerKind::Broker),
            listener("OTHER", ListenerKind::Broker),
            listener("CONTROLLER", ListenerKind::Controller),
        ],
        dirs: vec![log_dir],
        shards: 1,
        found: partitions.collect(),
        incarnation: uuid(101),
        controller_incarnation: uuid(102),
        previous_epoch: Offset::NONE,
        metadata_dir: dir.join("__cluster_metadata-0"),
        metadata_log: LogConfig::default(),
        snapshot_bytes_max: 1 << 20,
        snapshot_interval_ms: 3_600_000,
        raft: raft::RaftConfig::controller(BrokerId(1), uuid(103), "rig-cluster"),
        controller: controller::Settings::new(
            Arc::new(config.clone()),
            BrokerId(1),
            "rig-cluster".to_owned(),
            vec![BrokerId(1)],
            Vec::new(),
        ),
        config,
    }
}
