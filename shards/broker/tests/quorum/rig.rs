//! The quorum's core with a directory of its own under it, driven as the loop drives it.
//!
//! Shard 0 is played by the test: it asks the controller over the peer seam and keeps what is published. The disk can be
//! full, which it is for appends, syncs excepted, and for whole files alike.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use broker::effect::Effect;
use broker::mesh::{Mesh, Published};
use broker::node::{Identity, Listener, ListenerKind, LogDir};
use broker::peer::PeerRequest;
use broker::{ConnId, CoreId, Effects, Event, IoFailure, ListenerId, Quorum, Token, turn};
use bytes::{Bytes, BytesMut};
use metadata::config::Props;
use metadata::config::static_config::StaticConfig;
use metadata::controller;
use metadata::features::MetadataVersion;
use metadata::records::Record;
use protocol::header::{put_request_header, read_response_header};
use protocol::wire::Reader;
use protocol::{
    ApiKey, BrokerId, LeaderEpoch, Map, Message, Mono, Now, Offset, Request, Rng, Timestamp, Uuid,
};
use raft::{Endpoint, Endpoints, RaftConfig, ReplicaKey, SnapshotId, Voter, VoterSet};
use storage::jobs::disk::StdDisk;
use storage::jobs::open;
use storage::{Disk, LogConfig};

pub const CLUSTER: &str = "rig-cluster";
pub const DIRECTORY: Uuid = Uuid([9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 103]);
const CONTROLLER: ListenerId = ListenerId(1);

/// What the rig may differ in.
#[derive(Clone)]
pub struct Settings {
    /// `kraft.version` 1, with the voter in the snapshot of the format.
    pub dynamic: bool,
    pub snapshot_bytes_max: u64,
    pub snapshot_interval_ms: i64,
    pub segment_bytes: u32,
    pub properties: Vec<(&'static str, &'static str)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            dynamic: false,
            snapshot_bytes_max: 20 << 20,
            snapshot_interval_ms: 3_600_000,
            segment_bytes: 1 << 20,
            properties: Vec::new(),
        }
    }
}

/// See the module's comment.
pub struct Rig {
    quorum: Quorum,
    settings: Settings,
    pub now: Now,
    pub full: bool,
    pub dir: PathBuf,
    /// The lines of the log.
    pub lines: Vec<String>,
    pub published: Option<Arc<Published>>,
    /// Kept space asked for: from, length.
    pub allocated: Vec<(u64, u64)>,
    pub stopped: bool,
    effects: Effects,
    events: Vec<Event>,
    sent: Map<ConnId, Vec<u8>>,
    closed: Vec<ConnId>,
    answers: Map<Token, Bytes>,
    next: u64,
}

impl Rig {
    /// A formatted directory and a quorum that leads.
    pub fn with(settings: Settings) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("corelog-quorum-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(dir.join("__cluster_metadata-0")).expect("the directory can be made");
        let now = Now { mono: Mono(1_000_000_000), wall: Timestamp(1_700_000_000_000) };
        format(&dir, &settings, now);
        let mut rig = Self {
            quorum: Quorum::new(Arc::new(identity(&dir, &settings, 2)), Rng::new(7)),
            settings,
            now,
            full: false,
            dir,
            lines: Vec::new(),
            published: None,
            allocated: Vec::new(),
            stopped: false,
            effects: Effects::default(),
            events: Vec::new(),
            sent: Map::default(),
            closed: Vec::new(),
            answers: Map::default(),
            next: 0,
        };
        rig.run();
        rig
    }

    pub fn new() -> Self {
        Self::with(Settings::default())
    }

    /// The process dies and starts again.
    pub fn restart(&mut self) {
        self.next += 1;
        let run = self.next as u8;
        self.quorum = Quorum::new(Arc::new(identity(&self.dir, &self.settings, run)), Rng::new(8));
        self.events.clear();
        self.sent.clear();
        self.answers.clear();
        self.lines.clear();
        self.published = None;
        self.stopped = false;
        self.run();
    }

    /// The shards have stopped.
    pub fn stop(&mut self) {
        self.event(Event::Mesh { from: CoreId(0), message: Mesh::Stop });
    }

    /// Lets time pass in steps, as timers would wake the core.
    pub fn pass(&mut self, ms: i64) {
        for _ in 0..ms / 50 {
            self.now.mono = self.now.mono.after_ms(50);
            self.now.wall = Timestamp(self.now.wall.0 + 50);
            self.run();
        }
    }

    /// Asks the controller as shard 0 does; [`Rig::answer`] has what comes of it.
    pub fn ask<'m, Q: Request<'m>>(&mut self, version: i16, request: &Q) -> Token {
        let mut body = Vec::new();
        request.encode(&mut body, version).expect("the request can be encoded");
        self.next += 1;
        let token = Token(self.next);
        let request = PeerRequest { key: Q::KEY.code(), version, body: body.into(), forwarded_for: None };
        self.event(Event::Asked { from: CoreId(0), token, request: Box::new(request) });
        token
    }

    pub fn answer(&mut self, token: Token) -> Option<&'static [u8]> {
        self.answers.remove(&token).map(|body| &*body.to_vec().leak())
    }

    /// Sends a request to the controller's listener on a connection of its own.
    pub fn send<'m, Q: Request<'m>>(&mut self, version: i16, request: &Q) -> ConnId {
        let mut body = Vec::new();
        request.encode(&mut body, version).expect("the request can be encoded");
        self.send_body(Q::KEY, version, &body)
    }

    pub fn send_body(&mut self, key: ApiKey, version: i16, body: &[u8]) -> ConnId {
        self.next += 1;
        let conn = ConnId(self.next);
        let peer = "127.0.0.9:5555".parse().expect("an address");
        self.event(Event::Opened { conn, listener: CONTROLLER, peer });
        let mut frame = Vec::new();
        put_request_header(&mut frame, key, version, 77, Some("rig")).expect("the header can be encoded");
        frame.extend_from_slice(body);
        self.event(Event::Frame { conn, frame: BytesMut::from(&frame[..]) });
        conn
    }

    /// The body of the answer on a connection.
    pub fn sent(&mut self, conn: ConnId, key: ApiKey, version: i16) -> Option<&'static [u8]> {
        let bytes = self.sent.remove(&conn)?;
        let (length, rest) = bytes.split_at(4);
        assert_eq!(u32::from_be_bytes(length.try_into().expect("four bytes")) as usize, rest.len());
        let mut reader = Reader::new(rest);
        assert_eq!(read_response_header(&mut reader, key, version), Ok(77));
        Some(reader.rest().to_vec().leak())
    }

    pub fn is_closed(&self, conn: ConnId) -> bool {
        self.closed.contains(&conn)
    }

    /// The names in the metadata log's directory, sorted.
    pub fn files(&self) -> Vec<String> {
        let list = std::fs::read_dir(self.log_dir()).expect("the directory can be read");
        let mut names: Vec<String> =
            list.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The ends of the snapshots that are there, old to new.
    pub fn snapshots(&self) -> Vec<i64> {
        let names = self.files();
        let ids = names.iter().filter_map(|name| raft::snapshot::parse_file_name(name));
        ids.map(|(id, _)| id.end.0).collect()
    }

    pub fn log_dir(&self) -> PathBuf {
        self.dir.join("__cluster_metadata-0")
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
        self.run();
    }

    fn run(&mut self) {
        loop {
            turn::run(&mut self.quorum, self.now, &mut self.events, &mut self.effects);
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
            Effect::Close { conn } => self.closed.push(conn),
            Effect::Append { token, file, position, mut buffers } => {
                let result = if self.full {
                    Err(IoFailure::Full)
                } else {
                    let file = file.get(&StdDisk).expect("the file can be opened");
                    let all: Vec<u8> = buffers.iter().flat_map(|buffer| buffer.to_vec()).collect();
                    file.write_at(&all, position).expect("the file can be written");
                    Ok(())
                };
                buffers.clear();
                self.events.push(Event::Appended { token, result, buffers });
            }
            Effect::Sync { token, .. } => self.events.push(Event::Synced { token, result: Ok(()) }),
            Effect::Read { token, file, position, len } => {
                let mut bytes = vec![0; len as usize];
                let file = file.get(&StdDisk).expect("the file can be opened");
                let read = file.read_at(&mut bytes, position).expect("the file can be read");
                bytes.truncate(read);
                self.events.push(Event::Read { token, result: Ok(Bytes::from(bytes)) });
            }
            Effect::Job { token, job } => {
                let outcome: Box<dyn Any + Send> = if self.full { job(&FullDisk) } else { job(&StdDisk) };
                self.events.push(Event::Job { token, outcome: Some(outcome) });
            }
            Effect::Drain { conn } => self.events.push(Event::Drained { conn }),
            Effect::Allocate { from, len, .. } => self.allocated.push((from, len)),
            Effect::Answer { token, result, .. } => {
                self.answers.insert(token, result.expect("the controller knows the request"));
            }
            Effect::Mesh { message: Mesh::Published(published), .. } => self.published = Some(published),
            Effect::Log(line) => self.lines.push(line.message.to_owned()),
            Effect::Stopped => self.stopped = true,
            Effect::Fatal(why) => panic!("{why}"),
            _ => {}
        }
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// Whole files cannot be written; what is there can be read.
struct FullDisk;

impl Disk for FullDisk {
    fn open(&self, path: &Path, mode: storage::OpenMode) -> std::io::Result<Box<dyn storage::File>> {
        match mode {
            storage::OpenMode::Create | storage::OpenMode::Truncate => {
                Err(std::io::Error::from_raw_os_error(28))
            }
            _ => StdDisk.open(path, mode),
        }
    }
    fn rename(&self, from: &Path, to: &Path) -> std::io::Result<()> {
        StdDisk.rename(from, to)
    }
    fn remove_file(&self, path: &Path) -> std::io::Result<()> {
        StdDisk.remove_file(path)
    }
    fn remove_dir_all(&self, path: &Path) -> std::io::Result<()> {
        StdDisk.remove_dir_all(path)
    }
    fn create_dir_all(&self, path: &Path) -> std::io::Result<()> {
        StdDisk.create_dir_all(path)
    }
    fn free_bytes(&self, _: &Path) -> std::io::Result<u64> {
        Ok(0)
    }
    fn list(&self, path: &Path) -> std::io::Result<Vec<storage::file::DirEntry>> {
        StdDisk.list(path)
    }
    fn sync_dir(&self, path: &Path) -> std::io::Result<()> {
        StdDisk.sync_dir(path)
    }
}

fn voter() -> VoterSet {
    let endpoint = Endpoint { name: "CONTROLLER".into(), host: "127.0.0.1".into(), port: 9093 };
    VoterSet::new(vec![Voter {
        key: ReplicaKey { id: BrokerId(1), directory: DIRECTORY },
        endpoints: Endpoints::new(vec![endpoint]),
        kraft_version_min: 0,
        kraft_version_max: 1,
    }])
}

/// What the format tool leaves: the levels of 4.4.
fn format(dir: &Path, settings: &Settings, now: Now) {
    let level = MetadataVersion(33);
    let voters = settings.dynamic.then(voter);
    let version = i16::from(settings.dynamic);
    let mut writer =
        raft::snapshot::Writer::new(SnapshotId::BOOTSTRAP, now.wall, version, voters, 8 << 20, now);
    let levels =
        [("metadata.version", 33), ("eligible.leader.replicas.version", 1), ("transaction.version", 2)];
    writer.append(
        now,
        levels.iter().map(|(name, to)| {
            let mut value = Vec::new();
            let record = Record::FeatureLevel { name: (*name).to_owned(), level: *to };
            record.encode(level, &mut value).expect("a short record");
            Bytes::from(value)
        }),
    );
    let name = raft::snapshot::file_name(SnapshotId::BOOTSTRAP);
    std::fs::write(dir.join("__cluster_metadata-0").join(name), writer.finish(now))
        .expect("a writable folder");
}

fn identity(dir: &Path, settings: &Settings, run: u8) -> Identity {
    let found = storage::jobs::dir::open_log_dir(&StdDisk, dir).expect("the directory can be read");
    let mut props: Props = [
        ("node.id", "1"),
        ("process.roles", "broker,controller"),
        ("listeners", "PLAIN://127.0.0.1:9091,CONTROLLER://127.0.0.1:9093"),
        ("listener.security.protocol.map", "PLAIN:PLAINTEXT,CONTROLLER:PLAINTEXT"),
        ("inter.broker.listener.name", "PLAIN"),
        ("controller.listener.names", "CONTROLLER"),
        ("controller.quorum.voters", "1@127.0.0.1:9093"),
    ]
    .iter()
    .chain(&settings.properties)
    .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
    .collect();
    props.insert("log.dirs".to_owned(), dir.display().to_string());
    let (config, _) = StaticConfig::load(props).expect("the settings hold");
    let listener = |name: &str, kind, port| Listener {
        name: name.to_owned(),
        kind,
        advertised: ("127.0.0.1".to_owned(), port),
    };
    let mut raft = RaftConfig::controller(BrokerId(1), DIRECTORY, CLUSTER);
    raft.endpoints = voter().list()[0].endpoints.clone();
    if !settings.dynamic {
        raft.static_voters = VoterSet::new(vec![Voter {
            key: ReplicaKey::of(BrokerId(1)),
            endpoints: raft.endpoints.clone(),
            kraft_version_min: 0,
            kraft_version_max: 0,
        }]);
    }
    Identity {
        id: BrokerId(1),
        cluster: CLUSTER.to_owned(),
        listeners: vec![
            listener("PLAIN", ListenerKind::Broker, 9091),
            listener("CONTROLLER", ListenerKind::Controller, 9093),
        ],
        dirs: vec![LogDir::new(dir.to_path_buf(), DIRECTORY, &found)],
        shards: 1,
        found: Map::default(),
        incarnation: Uuid([run; 16]),
        controller_incarnation: Uuid([run.wrapping_add(100); 16]),
        previous_epoch: Offset::NONE,
        metadata_dir: dir.join("__cluster_metadata-0"),
        metadata_log: LogConfig {
            segment_bytes: settings.segment_bytes,
            delete: false,
            file_delete_delay_ms: 1_000,
            ..LogConfig::default()
        },
        snapshot_bytes_max: settings.snapshot_bytes_max,
        snapshot_interval_ms: settings.snapshot_interval_ms,
        raft,
        controller: controller::Settings::new(
            Arc::new(config.clone()),
            BrokerId(1),
            CLUSTER.to_owned(),
            vec![BrokerId(1)],
            Vec::new(),
        ),
        config,
    }
}

/// The whole log in the directory, opened as after a crash.
pub fn log_end(rig: &Rig) -> Offset {
    let rules = open::OpenRules {
        config: LogConfig::default(),
        now: rig.now.wall,
        clean: false,
        recovery_point: Offset::ZERO,
        log_start: None,
        holes_above_recovery_point: false,
    };
    open::open_log(&StdDisk, &rig.log_dir(), &rules).expect("the log can be opened").0.end
}

/// The epoch the quorum is in, by `quorum-state`.
pub fn epoch(rig: &Rig) -> LeaderEpoch {
    let text = std::fs::read_to_string(rig.log_dir().join("quorum-state")).expect("it was written");
    let digits = text.split("\"leaderEpoch\":").nth(1).expect("it has an epoch");
    let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
    LeaderEpoch(digits.parse().expect("a number"))
}

pub fn decode<M: Message<'static>>(body: &'static [u8], version: i16) -> M {
    let mut reader = Reader::new(body);
    let message = M::decode(&mut reader, version).expect("the answer can be decoded");
    assert_eq!(reader.remaining(), 0, "the answer has no bytes behind it");
    message
}
