//! The comparison: every server in turn on the same work, several rounds in alternating order, one result.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::clock;
use crate::machine::{self, CpuTime, PageCache};
use crate::outcome::Outcome;
use crate::report::{Report, Sample, Start};
use crate::servers::{Plan, Running, Server};
use crate::sys::Cpus;
use crate::work::{Shape, Work};

/// What is compared, and how long.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Who.
    pub servers: Vec<Server>,
    /// At what.
    pub works: Vec<Work>,
    /// How often.
    pub rounds: usize,
    /// How long each piece of work is measured.
    pub seconds: f64,
    /// How long Kafka is warmed up.
    pub warm_seconds: f64,
    /// Where data may lie for the time being.
    pub dir: PathBuf,
    /// Corelog's binary.
    pub corelog: PathBuf,
    /// Kafka's script.
    pub kafka: PathBuf,
    /// Whether the page cache is filled first.
    pub preheat: bool,
    /// What the result should say of itself.
    pub note: String,
}

/// The server's CPU and the generator's.
const SERVER_CPU: usize = 0;
const GENERATOR_CPU: usize = 1;
/// How long a server is left alone before its memory is looked at.
const IDLE: Duration = Duration::from_secs(3);
/// How long a connection's last bytes may be under way before the next work begins.
const PAUSE: Duration = Duration::from_millis(300);

/// Runs all of it.
pub fn compare(comparison: &Comparison) -> io::Result<Report> {
    std::fs::create_dir_all(&comparison.dir)?;
    let mut report = Report {
        began_ms: clock::wall_ms(),
        environment: machine::environment(&comparison.dir),
        rounds: comparison.rounds,
        seconds: comparison.seconds,
        note: comparison.note.clone(),
        samples: Vec::new(),
        starts: Vec::new(),
        failures: Vec::new(),
    };
    let mut cache = comparison.preheat.then(|| PageCache::new(&comparison.dir)).transpose()?;
    Cpus::one(GENERATOR_CPU).enter()?;
    for round in 0..comparison.rounds {
        let mut servers = comparison.servers.clone();
        if round % 2 == 1 {
            servers.reverse();
        }
        for server in servers {
            let dir = comparison.dir.join(format!("{}-{round}", server.name()));
            let plan = Plan {
                corelog: comparison.corelog.clone(),
                kafka: comparison.kafka.clone(),
                dir: dir.clone(),
                port: free_port()?,
                cpu: SERVER_CPU,
            };
            if let Err(error) = one_server(comparison, server, &plan, round, cache.as_mut(), &mut report) {
                println!("FAILED: {}: {error}", server.name());
                report.failures.push(format!("{}, round {}: {error}", server.name(), round + 1));
            }
            std::fs::remove_dir_all(&dir)?;
        }
    }
    Ok(report)
}

fn one_server(
    comparison: &Comparison,
    server: Server,
    plan: &Plan,
    round: usize,
    mut cache: Option<&mut PageCache>,
    report: &mut Report,
) -> io::Result<()> {
    if let Some(cache) = cache.as_deref_mut() {
        cache.fill()?;
    }
    let running = server.start(plan)?;
    std::thread::sleep(IDLE);
    let start = Start {
        server,
        round,
        first_answer: running.first_answer,
        first_metadata: running.first_metadata,
        resident_kib: machine::resident_kib(running.pid),
    };
    println!("{}", start.line());
    report.starts.push(start);
    if server == Server::Kafka {
        for work in &comparison.works {
            let seconds = comparison.warm_seconds / comparison.works.len() as f64;
            work.run(running.at, seconds, &Shape::default(), &mut |_| {})?;
        }
    }
    for &work in &comparison.works {
        if let Some(cache) = cache.as_deref_mut() {
            cache.fill()?;
        }
        std::thread::sleep(PAUSE);
        match measured(&running, work, comparison.seconds) {
            Ok((outcome, cpu)) => {
                let sample = Sample { server, work, round, outcome, cpu };
                println!("{}", sample.line());
                report.samples.push(sample);
            }
            Err(error) => {
                // The other works and servers still say something.
                let failure = format!("{}, {}, round {}: {error}", server.name(), work.name(), round + 1);
                println!("FAILED: {failure}");
                let log = std::fs::read_to_string(plan.dir.join("server.log")).unwrap_or_default();
                let tail: Vec<&str> = log.lines().rev().take(10).collect();
                for line in tail.iter().rev() {
                    println!("    {line}");
                }
                report.failures.push(failure);
            }
        }
    }
    Ok(())
}

fn measured(running: &Running, work: Work, seconds: f64) -> io::Result<(Outcome, CpuTime)> {
    let mut before = CpuTime::default();
    let mut spent = CpuTime::default();
    let outcome = work.run(running.at, seconds, &Shape::default(), &mut |is_end| {
        let now = CpuTime::now(running.pid);
        if is_end {
            spent = now.since(&before);
        } else {
            before = now;
        }
    })?;
    Ok((outcome, spent))
}

/// A port with a free one above it.
fn free_port() -> io::Result<u16> {
    for _ in 0..100 {
        let held = std::net::TcpListener::bind(("127.0.0.1", 0))?;
        let port = held.local_addr()?.port();
        if port < u16::MAX && std::net::TcpListener::bind(("127.0.0.1", port + 1)).is_ok() {
            return Ok(port);
        }
    }
    Err(io::Error::other("no two free ports beside each other"))
}

/// The root of the repository this was built from.
#[must_use]
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
