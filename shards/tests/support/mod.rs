//! A machine for tests of the loop: it answers small commands with everything a machine may ask of the edge.
//!
//! A frame's first byte says what to do, the rest is its argument; every answer is a frame. Appends of a turn go out
//! together when the turn ends, as the broker's do.

#![allow(dead_code)]

use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use broker::effect::{Effect, Effects};
use broker::event::{ConnId, CoreId, Event, Token};
use broker::machine::Machine;
use broker::mesh::Mesh;
use broker::peer::{Peer, PeerError, PeerRequest};
use bytes::{Bytes, BytesMut};
use protocol::{BrokerId, Mono, Now};
use shards::{ListenerSetup, Notice, RealDisk, Running, Runtime, Seat, Setup, run};
use storage::{FileHandle, FileRef};

pub const BOTH: [Runtime; 2] = [Runtime::Ring, Runtime::Epoll];

/// What waits for a completion.
enum Waiting {
    /// Answers to appends: who asked, and where its bytes lie.
    Appends(Vec<(ConnId, u64)>),
    Reply(ConnId),
}

/// The machine. `quorum` answers what is asked over the peer seam with the same bytes.
pub struct TestMachine {
    seat: Seat,
    file: FileRef,
    end: u64,
    planned: Vec<BytesMut>,
    planned_at: u64,
    planned_by: Vec<(ConnId, u64)>,
    spare: Vec<Vec<BytesMut>>,
    spare_by: Vec<Vec<(ConnId, u64)>>,
    waiting: HashMap<Token, Waiting>,
    next_token: u64,
    mesh_asked: HashMap<u32, ConnId>,
    timers: Vec<(Mono, ConnId)>,
    paused: Vec<(Mono, ConnId)>,
    open: HashSet<ConnId>,
    ignores_stop: bool,
    now: Mono,
}

/// Where `X` holds up its core.
pub struct Gate {
    pub is_open: AtomicBool,
    pub is_waited_at: AtomicBool,
}

impl Gate {
    /// Opens it when dropped, so that a test that fails ends.
    pub fn close(&'static self) -> OpenAtEnd {
        self.is_open.store(false, Ordering::Release);
        self.is_waited_at.store(false, Ordering::Release);
        OpenAtEnd(self)
    }
}

pub struct OpenAtEnd(&'static Gate);

impl Drop for OpenAtEnd {
    fn drop(&mut self) {
        self.0.is_open.store(true, Ordering::Release);
    }
}

pub static GATE: Gate = Gate { is_open: AtomicBool::new(false), is_waited_at: AtomicBool::new(false) };

const MESH_ANSWER: u32 = 1 << 31;
/// How much `D` sends, without a length, before it says that it was sent.
pub const DRAINED_SIZE: usize = 8 << 20;

impl TestMachine {
    pub fn new(seat: Seat, dir: &Path) -> Self {
        let file = FileHandle::new(dir.join(format!("core-{}.log", seat.core.0)));
        Self {
            seat,
            file,
            end: 0,
            planned: Vec::new(),
            planned_at: 0,
            planned_by: Vec::new(),
            spare: Vec::new(),
            spare_by: Vec::new(),
            waiting: HashMap::new(),
            next_token: 1,
            mesh_asked: HashMap::new(),
            timers: Vec::new(),
            paused: Vec::new(),
            open: HashSet::new(),
            ignores_stop: false,
            now: Mono(0),
        }
    }

    fn token(&mut self, waiting: Waiting) -> Token {
        let token = Token(self.next_token);
        self.next_token += 1;
        self.waiting.insert(token, waiting);
        token
    }

    fn frame(&mut self, conn: ConnId, mut frame: BytesMut, effects: &mut Effects) {
        assert!(self.open.contains(&conn), "a frame of a connection that is not open");
        let command = frame[0];
        let rest = frame.split_off(1);
        match command {
            b'E' => reply(effects, conn, &rest),
            b'A' => {
                self.planned_by.push((conn, self.end));
                self.end += rest.len() as u64;
                self.planned.push(rest);
            }
            b'R' => {
                let (position, len) = range(&rest);
                let token = self.token(Waiting::Reply(conn));
                effects.push(Effect::Read { token, file: self.file.clone(), position, len });
            }
            b'F' => {
                let (position, len) = range(&rest);
                let from = effects.bytes.len();
                effects.bytes.extend_from_slice(&len.to_be_bytes());
                effects.send_since(conn, from);
                effects.push(Effect::SendFile { conn, file: self.file.clone(), position, len });
            }
            b'S' => {
                let token = self.token(Waiting::Reply(conn));
                effects.push(Effect::Allocate { file: self.file.clone(), from: 0, len: 1 << 20 });
                effects.push(Effect::Sync { token, file: self.file.clone() });
            }
            b'M' => {
                let to = CoreId(u16::from_be_bytes([rest[0], rest[1]]));
                let number = self.next_token as u32;
                self.next_token += 1;
                self.mesh_asked.insert(number, conn);
                effects.push(Effect::Mesh { to, message: Mesh::LogsOpen(number) });
            }
            b'Q' | b'B' => {
                let token = self.token(Waiting::Reply(conn));
                let peer = if command == b'Q' { Peer::Controller } else { Peer::Broker(BrokerId(7)) };
                let body = rest.freeze();
                let request = Box::new(PeerRequest { key: 1, version: 0, body, forwarded_for: None });
                effects.push(Effect::Ask { token, peer, request });
            }
            b'J' => {
                let token = self.token(Waiting::Reply(conn));
                let path = self.file.path().to_owned();
                effects.push(Effect::Job {
                    token,
                    job: Box::new(move |disk| {
                        let mut bytes = disk.read_all(&path, 1 << 20).unwrap_or_default();
                        bytes.extend_from_slice(&rest);
                        Box::new(bytes)
                    }),
                });
            }
            b'Z' => {
                let len = u32::from_be_bytes(rest[..4].try_into().expect("four bytes"));
                let mut bytes = len.to_be_bytes().to_vec();
                bytes.resize(4 + len as usize, b'z');
                effects.push(Effect::SendBytes { conn, bytes: Bytes::from(bytes) });
            }
            b'C' => {
                reply(effects, conn, b"bye");
                effects.push(Effect::Close { conn });
            }
            b'T' => {
                let ms = u32::from_be_bytes(rest[..4].try_into().expect("four bytes"));
                self.timers.push((self.now.after_ms(i64::from(ms)), conn));
            }
            b'P' => {
                let ms = u32::from_be_bytes(rest[..4].try_into().expect("four bytes"));
                effects.push(Effect::Reading { conn, on: false });
                self.paused.push((self.now.after_ms(i64::from(ms)), conn));
                reply(effects, conn, b"paused");
            }
            b'D' => {
                let bytes = Bytes::from(vec![b'd'; DRAINED_SIZE]);
                effects.push(Effect::SendBytes { conn, bytes });
                effects.push(Effect::Drain { conn });
            }
            b'X' => {
                GATE.is_waited_at.store(true, Ordering::Release);
                while !GATE.is_open.load(Ordering::Acquire) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                reply(effects, conn, b"open");
            }
            b'W' => reply(effects, conn, &self.seat.core.0.to_be_bytes()),
            b'Y' => {
                effects.push(Effect::Ready);
                reply(effects, conn, b"ready");
            }
            b'K' => {
                let token = self.token(Waiting::Reply(conn));
                effects.push(Effect::Job { token, job: Box::new(|_| panic!("a job that fails")) });
            }
            b'H' => {
                self.ignores_stop = true;
                reply(effects, conn, b"held");
            }
            b'N' => {}
            other => panic!("no such command: {other}"),
        }
    }
}

fn range(bytes: &[u8]) -> (u64, u32) {
    let position = u64::from_be_bytes(bytes[..8].try_into().expect("eight bytes"));
    (position, u32::from_be_bytes(bytes[8..12].try_into().expect("four bytes")))
}

fn reply(effects: &mut Effects, conn: ConnId, bytes: &[u8]) {
    let from = effects.bytes.len();
    effects.bytes.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
    effects.bytes.extend_from_slice(bytes);
    effects.send_since(conn, from);
}

impl Machine for TestMachine {
    fn handle(&mut self, now: Now, event: Event, effects: &mut Effects) {
        self.now = now.mono;
        match event {
            Event::Frame { conn, frame } => self.frame(conn, frame, effects),
            Event::Drained { conn } => reply(effects, conn, b"drained"),
            Event::Appended { token, result, buffers } => {
                self.spare.push(buffers);
                let Some(Waiting::Appends(mut by)) = self.waiting.remove(&token) else { panic!("not asked") };
                for (conn, position) in by.drain(..) {
                    match result {
                        Ok(()) => reply(effects, conn, &position.to_be_bytes()),
                        Err(failure) => reply(effects, conn, format!("{failure:?}").as_bytes()),
                    }
                }
                self.spare_by.push(by);
            }
            Event::Read { token, result } => {
                let Some(Waiting::Reply(conn)) = self.waiting.remove(&token) else { panic!("not asked") };
                reply(effects, conn, &result.expect("the file can be read"));
            }
            Event::Synced { token, result } => {
                let Some(Waiting::Reply(conn)) = self.waiting.remove(&token) else { panic!("not asked") };
                result.expect("the file can be synced");
                reply(effects, conn, b"synced");
            }
            Event::Answer { token, result } => {
                let Some(Waiting::Reply(conn)) = self.waiting.remove(&token) else { panic!("not asked") };
                match result {
                    Ok(body) => reply(effects, conn, &body),
                    Err(PeerError::Unreachable) => reply(effects, conn, b"unreachable"),
                    Err(other) => panic!("{other:?}"),
                }
            }
            Event::Asked { from, token, request } => {
                assert_eq!(Some(self.seat.core), self.seat.quorum);
                effects.push(Effect::Answer { to: from, token, result: Ok(request.body) });
            }
            Event::Job { token, outcome } => {
                let Some(Waiting::Reply(conn)) = self.waiting.remove(&token) else { panic!("not asked") };
                let bytes = outcome.expect("not cancelled").downcast::<Vec<u8>>().expect("bytes");
                reply(effects, conn, &bytes);
            }
            Event::Mesh { from, message: Mesh::LogsOpen(number) } => {
                if number & MESH_ANSWER != 0 {
                    let conn = self.mesh_asked.remove(&(number & !MESH_ANSWER)).expect("asked");
                    reply(effects, conn, &from.0.to_be_bytes());
                } else {
                    effects.push(Effect::Mesh { to: from, message: Mesh::LogsOpen(number | MESH_ANSWER) });
                }
            }
            Event::Mesh { .. } => panic!("nobody says this here"),
            Event::Opened { conn, .. } => assert!(self.open.insert(conn), "opened twice"),
            Event::Finished { conn } => effects.push(Effect::Close { conn }),
            Event::Closed { conn } => assert!(self.open.remove(&conn), "closed without being open"),
            Event::Stop if self.ignores_stop => {}
            Event::Stop => effects.push(Effect::Stopped),
        }
    }

    fn tick(&mut self, now: Now, effects: &mut Effects) {
        self.timers.retain(|&(due, conn)| {
            if due <= now.mono {
                reply(effects, conn, b"tick");
            }
            due > now.mono
        });
        self.paused.retain(|&(due, conn)| {
            if due <= now.mono {
                effects.push(Effect::Reading { conn, on: true });
            }
            due > now.mono
        });
    }

    fn finish(&mut self, _: Now, effects: &mut Effects) {
        if self.planned.is_empty() {
            return;
        }
        let buffers = std::mem::replace(&mut self.planned, self.spare.pop().unwrap_or_default());
        let by = std::mem::replace(&mut self.planned_by, self.spare_by.pop().unwrap_or_default());
        let position = self.planned_at;
        self.planned_at = self.end;
        let token = self.token(Waiting::Appends(by));
        effects.push(Effect::Append { token, file: self.file.clone(), position, buffers });
    }

    fn deadline(&self) -> Mono {
        let all = self.timers.iter().chain(&self.paused);
        all.map(|&(due, _)| due).min().unwrap_or(Mono::NEVER)
    }
}

/// A running node of test machines.
pub struct Node {
    pub running: Running,
    pub dir: PathBuf,
    pub notices: Arc<Mutex<Vec<String>>>,
}

/// A node with one listener; `change` may alter the setup.
pub fn start(runtime: Runtime, shards: u16, change: impl FnOnce(&mut Setup)) -> Node {
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let dir = std::env::temp_dir().join(format!("corelog-edge-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("the directory can be made");
    let notices: Arc<Mutex<Vec<String>>> = Arc::default();
    let sink = notices.clone();
    let notify = Arc::new(move |core: CoreId, notice: Notice| {
        sink.lock().expect("nobody panicked").push(format!("{} {notice:?}", core.0));
    });
    let mut setup = Setup::new(Arc::new(RealDisk), notify);
    setup.runtime = Some(runtime);
    setup.shards = shards;
    setup.quorum = true;
    setup.listeners = vec![listener("PLAINTEXT")];
    setup.tuning.ring = shards::RingSize { submissions: 64, completions: 256 };
    // A busy test machine stalls any write; what a detour does has a test of its own.
    setup.tuning.slowness.write_ns_max = u64::MAX;
    change(&mut setup);
    let files = dir.clone();
    let running = run(setup, move |seat| TestMachine::new(seat, &files)).expect("the node starts");
    Node { running, dir, notices }
}

pub fn listener(name: &str) -> ListenerSetup {
    ListenerSetup {
        name: name.into(),
        host: "127.0.0.1".into(),
        port: 0,
        for_controller: false,
        when_ready: false,
    }
}

impl Node {
    pub fn address(&self) -> SocketAddr {
        self.running.addresses()[0]
    }

    pub fn connect(&self) -> Client {
        Client::to(self.address())
    }

    /// Stops the node and removes its files.
    pub fn stop(mut self) {
        self.running.stop(Duration::from_secs(20)).expect("the node stops");
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// A client with frames.
pub struct Client {
    pub socket: TcpStream,
    received: VecDeque<u8>,
}

impl Client {
    pub fn to(address: SocketAddr) -> Self {
        let socket = TcpStream::connect(address).expect("the node listens");
        socket.set_nodelay(true).expect("a TCP socket");
        socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a TCP socket");
        Self { socket, received: VecDeque::new() }
    }

    pub fn send(&mut self, command: u8, rest: &[u8]) {
        self.socket.write_all(&frame(command, rest)).expect("the node reads");
    }

    pub fn call(&mut self, command: u8, rest: &[u8]) -> Vec<u8> {
        self.send(command, rest);
        self.reply().expect("the node answers")
    }

    /// Whether the node ends the connection without another answer.
    pub fn is_closed(&mut self) -> bool {
        self.reply().is_none()
    }

    /// Whether nothing comes for so long.
    pub fn hears_nothing_for(&mut self, time: Duration) -> bool {
        let end = std::time::Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(std::time::Instant::now());
            if left.is_zero() {
                self.socket.set_read_timeout(Some(Duration::from_secs(20))).expect("a TCP socket");
                return true;
            }
            self.socket.set_read_timeout(Some(left)).expect("a TCP socket");
            match self.socket.peek(&mut [0; 1]) {
                Ok(_) => return false,
                // A thread that has closed a ring may be interrupted once by what the kernel does afterwards.
                Err(error) => assert!(
                    matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::Interrupted),
                    "{error}"
                ),
            }
        }
    }

    /// The next answer; `None` when the connection has ended.
    pub fn reply(&mut self) -> Option<Vec<u8>> {
        let mut len = [0; 4];
        self.read(&mut len)?;
        let mut bytes = vec![0; u32::from_be_bytes(len) as usize];
        self.read(&mut bytes)?;
        Some(bytes)
    }

    fn read(&mut self, into: &mut [u8]) -> Option<()> {
        match self.socket.read_exact(into) {
            Ok(()) => Some(()),
            Err(error)
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::UnexpectedEof
                        | std::io::ErrorKind::ConnectionReset
                        | std::io::ErrorKind::BrokenPipe
                ) =>
            {
                None
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// A frame with its length.
pub fn frame(command: u8, rest: &[u8]) -> Vec<u8> {
    let mut bytes = ((rest.len() + 1) as u32).to_be_bytes().to_vec();
    bytes.push(command);
    bytes.extend_from_slice(rest);
    bytes
}

/// The argument of `R` and `F`.
pub fn at(position: u64, len: u32) -> Vec<u8> {
    let mut bytes = position.to_be_bytes().to_vec();
    bytes.extend_from_slice(&len.to_be_bytes());
    bytes
}

/// Waits until `condition` holds.
pub fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    for _ in 0..1000 {
        if condition() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("never came true: {what}");
}
