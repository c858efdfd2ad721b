//! The servers of a comparison as processes: formatted, started on a CPU of their own, asked until they answer, stopped.
//!
//! Corelog and Kafka are given the same `server.properties` and are formatted by the tool of each. Invariant: a server
//! that was started is stopped when its handle is dropped.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use client::Connection;

use crate::clock::{self, SECOND};
use crate::sys::{self, Cpus};

/// Who serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    /// The roofline.
    Bare,
    /// The built binary.
    Corelog,
    /// Apache Kafka.
    Kafka,
}

/// All of them, in the order of the first round.
pub const ALL: [Server; 3] = [Server::Bare, Server::Corelog, Server::Kafka];

/// What is needed to start one.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The binary of Corelog.
    pub corelog: PathBuf,
    /// The script that fetches and starts Kafka.
    pub kafka: PathBuf,
    /// An empty folder for this server alone.
    pub dir: PathBuf,
    /// The port of clients; the controller's is one above.
    pub port: u16,
    /// The CPU it may run on.
    pub cpu: usize,
}

/// A server that answers.
#[derive(Debug)]
pub struct Running {
    server: Server,
    plan: Plan,
    child: Option<Child>,
    /// Of the process whose CPU time and memory count.
    pub pid: u32,
    /// Where clients connect.
    pub at: SocketAddr,
    /// From the start of the process to the answer to ApiVersions, in nanoseconds.
    pub first_answer: u64,
    /// To the first Metadata that lists the broker.
    pub first_metadata: u64,
}

/// The version of Kafka that is compared with.
pub const KAFKA_VERSION: &str = "4.4.0";
/// Kafka's heap, and what else its JVM is told.
pub const KAFKA_HEAP: &str = "1g";
pub const KAFKA_OPTIONS: &str = "-XX:ActiveProcessorCount=1";

impl Server {
    /// As it is called on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Corelog => "corelog",
            Self::Kafka => "kafka",
        }
    }

    /// Formats and starts it, and waits until it serves.
    pub fn start(self, plan: &Plan) -> io::Result<Running> {
        fs::create_dir_all(&plan.dir)?;
        let properties = plan.dir.join("server.properties");
        fs::write(&properties, properties_text(plan))?;
        if self == Self::Kafka {
            run(Command::new(&plan.kafka).arg("fetch").arg(KAFKA_VERSION))?;
        }
        if let Some(mut format) = self.format(plan, &properties) {
            run(&mut format)?;
        }
        let log = fs::File::create(plan.dir.join("server.log"))?;
        let mut command = self.command(plan, &properties)?;
        command.stdin(Stdio::null()).stderr(log.try_clone()?);
        // Kafka's script says the number of the process on its output.
        if self == Self::Kafka {
            command.stdout(Stdio::piped())
        } else {
            command.stdout(log)
        };
        let own = Cpus::current()?;
        Cpus::one(plan.cpu).enter()?;
        let begin = clock::now();
        let child = command.spawn();
        own.enter()?;
        let child = child?;
        let mut running = Running {
            server: self,
            plan: plan.clone(),
            pid: child.id(),
            child: Some(child),
            at: SocketAddr::from(([127, 0, 0, 1], plan.port)),
            first_answer: 0,
            first_metadata: 0,
        };
        running.wait_until_served(begin)?;
        if self == Self::Kafka {
            running.pid = running.pid_said()?;
        }
        Ok(running)
    }

    fn format(self, plan: &Plan, properties: &Path) -> Option<Command> {
        let mut command = match self {
            Self::Bare => return None,
            Self::Corelog => Command::new(&plan.corelog),
            Self::Kafka => {
                let mut command = Command::new(&plan.kafka);
                command.arg("tool");
                command
            }
        };
        command.args(["storage", "format", "--standalone", "-t", "cGVyZi1jbHVzdGVyLWlkMQ", "-c"]);
        command.arg(properties);
        Some(command)
    }

    fn command(self, plan: &Plan, properties: &Path) -> io::Result<Command> {
        let mut command = match self {
            Self::Bare => Command::new(std::env::current_exe()?),
            Self::Corelog => Command::new(&plan.corelog),
            Self::Kafka => Command::new(&plan.kafka),
        };
        match self {
            Self::Bare => {
                command.args(["bare", "--port", &plan.port.to_string(), "--dir"]).arg(plan.dir.join("data"))
            }
            Self::Corelog => command.arg("start").arg(properties),
            Self::Kafka => command.env("JVM_OPTS", KAFKA_OPTIONS).arg("start").arg(properties).args([
                "--version",
                KAFKA_VERSION,
                "--heap",
                KAFKA_HEAP,
            ]),
        };
        Ok(command)
    }
}

/// What a node of one process needs, and nothing that makes it faster or slower.
fn properties_text(plan: &Plan) -> String {
    let (port, controller) = (plan.port, plan.port + 1);
    format!(
        "process.roles=broker,controller\n\
         node.id=1\n\
         controller.quorum.bootstrap.servers=127.0.0.1:{controller}\n\
         listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}\n\
         controller.listener.names=CONTROLLER\n\
         listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT\n\
         log.dirs={}\n\
         offsets.topic.replication.factor=1\n\
         transaction.state.log.replication.factor=1\n\
         transaction.state.log.min.isr=1\n",
        plan.dir.join("data").display()
    )
}

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "{command:?} failed: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )))
}

/// How long a start may take.
const START_MAX: u64 = 180 * SECOND;
/// How often it is asked.
const ASK_EVERY: Duration = Duration::from_micros(250);

impl Running {
    fn wait_until_served(&mut self, begin: u64) -> io::Result<()> {
        loop {
            if let Ok(mut connection) = Connection::connect(self.at, "perf", Duration::from_secs(10))
                && connection.versions().is_ok()
            {
                if self.first_answer == 0 {
                    self.first_answer = clock::now() - begin;
                }
                while let Ok(metadata) = connection.metadata(Some(&[])) {
                    if !metadata.brokers.is_empty() {
                        self.first_metadata = clock::now() - begin;
                        return Ok(());
                    }
                    if clock::now() - begin > START_MAX {
                        break;
                    }
                    std::thread::sleep(ASK_EVERY);
                }
            }
            let ended = self.child.as_mut().and_then(|child| child.try_wait().ok().flatten());
            let is_over = ended.is_some_and(|status| self.server != Server::Kafka || !status.success());
            if is_over || clock::now() - begin > START_MAX {
                let log = fs::read_to_string(self.plan.dir.join("server.log")).unwrap_or_default();
                return Err(io::Error::other(format!("{} does not serve:\n{log}", self.server.name())));
            }
            std::thread::sleep(ASK_EVERY);
        }
    }

    fn pid_said(&mut self) -> io::Result<u32> {
        let Some(output) = self.child.as_mut().and_then(|child| child.stdout.take()) else {
            return Err(io::Error::other("Kafka's script says nothing"));
        };
        for line in BufReader::new(output).lines() {
            let line = line?;
            if let Some((_, rest)) = line.split_once("up: pid ")
                && let Some(pid) = rest.split(|c: char| !c.is_ascii_digit()).next()
            {
                return pid.parse().map_err(io::Error::other);
            }
        }
        Err(io::Error::other("Kafka's script says no pid"))
    }

    /// Which server it is.
    #[must_use]
    pub fn server(&self) -> Server {
        self.server
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.server == Server::Kafka {
            let stopped =
                run(Command::new(&self.plan.kafka).arg("stop").arg(self.plan.dir.join("server.properties")));
            if let Err(error) = stopped {
                eprintln!("perf: {error}");
            }
        } else {
            let _ = sys::terminate(self.pid);
        }
        if let Some(mut child) = self.child.take() {
            // A controlled shutdown may take a while; one that does not end is ended.
            for _ in 0..200 {
                if child.try_wait().ok().flatten().is_some() {
                    return;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
