//! One node of the built binary: formatted, started, killed, stopped, started again on the same directory.

use crate::folder::Folder;
use crate::{binary, probe};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A node and its folder: `server.properties`, `data`, `server.log`.
#[derive(Debug)]
pub struct Node {
    folder: Folder,
    file: PathBuf,
    child: Option<Child>,
    ports: [u16; 3],
}

/// Below the ports that the system gives to outgoing connections: one of those would be taken by any client while a node is
/// down between a kill and its next start.
const PORTS: Range<u32> = 20_000..32_000;

/// Ports nobody listens on; no two calls of a process get the same one.
pub fn free_ports<const N: usize>() -> [u16; N] {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(997);
    [(); N].map(|()| {
        let tried =
            || PORTS.start + first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % PORTS.len() as u32;
        let mut ports = std::iter::repeat_with(|| tried() as u16).take(PORTS.len());
        ports.find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok()).expect("a free port")
    })
}

impl Node {
    /// Writes the properties and formats the directory. `settings` win over what a test node has otherwise: two plain
    /// listeners for clients, one for the controller, internal topics with one replica.
    pub fn format(word: &str, settings: &[(&str, &str)]) -> Node {
        Node::format_quorum(word, settings, false)
    }

    /// The same with a quorum whose voters stand in its log (`--standalone`), not in the properties.
    pub fn format_standalone(word: &str, settings: &[(&str, &str)]) -> Node {
        Node::format_quorum(word, settings, true)
    }

    fn format_quorum(word: &str, settings: &[(&str, &str)], standalone: bool) -> Node {
        let folder = Folder::new(word);
        let ports @ [client, external, controller] = free_ports::<3>();
        let listen = |name: &str, port: u16| format!("{name}://127.0.0.1:{port}");
        let own = [
            ("process.roles", "broker,controller".to_string()),
            ("node.id", "1".to_string()),
            if standalone {
                ("controller.quorum.bootstrap.servers", format!("127.0.0.1:{controller}"))
            } else {
                ("controller.quorum.voters", format!("1@127.0.0.1:{controller}"))
            },
            (
                "listeners",
                [listen("PLAINTEXT", client), listen("EXTERNAL", external), listen("CONTROLLER", controller)]
                    .join(","),
            ),
            ("advertised.listeners", [listen("PLAINTEXT", client), listen("EXTERNAL", external)].join(",")),
            (
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,EXTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT".into(),
            ),
            ("inter.broker.listener.name", "PLAINTEXT".into()),
            ("controller.listener.names", "CONTROLLER".into()),
            ("log.dirs", folder.join("data").display().to_string()),
            ("offsets.topic.replication.factor", "1".into()),
            ("transaction.state.log.replication.factor", "1".into()),
            ("transaction.state.log.min.isr", "1".into()),
            ("group.initial.rebalance.delay.ms", "0".into()),
        ];
        let mut text = String::new();
        for (key, value) in own.iter().map(|(k, v)| (*k, v.as_str())) {
            let value = settings.iter().find(|(k, _)| *k == key).map_or(value, |(_, v)| v);
            text += &format!("{key}={value}\n");
        }
        for (key, value) in settings.iter().filter(|(k, _)| own.iter().all(|(own, _)| own != k)) {
            text += &format!("{key}={value}\n");
        }
        let file = folder.file("server.properties", &text);
        let node = Node { folder, file, child: None, ports };
        let done = Command::new(binary())
            .args(["storage", "format", "--ignore-formatted", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c"])
            .arg(&node.file)
            .args(standalone.then_some("--standalone"))
            .output()
            .expect("the binary runs");
        assert!(done.status.success(), "format: {}", String::from_utf8_lossy(&done.stderr));
        node
    }

    /// A node on a directory that is there already: `properties` makes the file for the folder and the ports of clients,
    /// clients and the controller.
    pub fn existing(folder: Folder, properties: impl FnOnce(&Folder, [u16; 3]) -> String) -> Node {
        let ports = free_ports::<3>();
        let file = folder.file("server.properties", &properties(&folder, ports));
        Node { folder, file, child: None, ports }
    }

    /// Formats, starts and waits until it serves.
    pub fn up(word: &str, settings: &[(&str, &str)]) -> Node {
        let mut node = Node::format(word, settings);
        node.start();
        node.wait_until_it_serves();
        node
    }

    /// Starts the process; its output goes on in `server.log`.
    pub fn start(&mut self) {
        self.start_with(|_| {});
    }

    /// The same, with a say in how it is started.
    pub fn start_with(&mut self, prepare: impl FnOnce(&mut Command)) {
        assert!(self.child.is_none(), "already started");
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.log_file())
            .expect("a writable folder");
        let mut command = Command::new(binary());
        command.arg("start").arg(&self.file).stdin(Stdio::null());
        command.stdout(log.try_clone().expect("a descriptor")).stderr(log);
        prepare(&mut command);
        self.child = Some(command.spawn().expect("the binary runs"));
    }

    /// Waits until it serves clients.
    pub fn wait_until_it_serves(&mut self) {
        self.wait_until("it serves", |node| probe::serves(node.address()));
    }

    /// Waits until something holds; ends the test with the log's end when the process dies or 30 seconds pass.
    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&Node) -> bool) {
        let end = Instant::now() + Duration::from_secs(30);
        while !holds(self) {
            let gone = self.child.as_mut().and_then(|c| c.try_wait().ok().flatten());
            if gone.is_some() || Instant::now() > end {
                panic!("never saw that {what} ({gone:?}); the log:\n{}", self.log_end());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends it as a crash does.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("it is ours");
            child.wait().expect("it was started here");
        }
    }

    /// Sends a signal by name.
    pub fn signal(&self, name: &str) {
        let pid = self.pid().expect("it runs").to_string();
        let done = Command::new("kill").args(["-s", name, &pid]).status().expect("kill is everywhere");
        assert!(done.success());
    }

    /// Asks it to stop and waits for the end.
    pub fn stop(&mut self) -> ExitStatus {
        self.signal("TERM");
        self.wait()
    }

    /// Waits for the end, at most 30 seconds.
    pub fn wait(&mut self) -> ExitStatus {
        let mut child = self.child.take().expect("it runs");
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            if let Some(status) = child.try_wait().expect("it was started here") {
                return status;
            }
            if Instant::now() > end {
                let _ = child.kill();
                let _ = child.wait();
                panic!("it does not end; the log:\n{}", self.log_end());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Resident memory in bytes.
    pub fn resident_bytes(&self) -> u64 {
        let pid = self.pid().expect("it runs");
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
        let line =
            status.lines().find_map(|l| l.strip_prefix("VmRSS:")).expect("every process has this line");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
    }

    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// The listener of clients.
    pub fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.ports[0]).into()
    }

    /// The second listener of clients.
    pub fn external(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.ports[1]).into()
    }

    pub fn controller(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.ports[2]).into()
    }

    pub fn properties(&self) -> &Path {
        &self.file
    }

    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    pub fn log_file(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    fn log_end(&self) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(30)..].join("\n")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}
