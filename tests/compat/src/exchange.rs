//! One directory in the hands of both brokers in turn: what one wrote the other serves, whoever has it keeps the other
//! out, and Kafka's own dump finds nothing wrong in what the tested binary wrote.

use crate::clients::{self, now_ms};
use crate::here;
use crate::report::Report;
use it::node::{Node, free_ports};
use it::probe;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const CODECS: [&str; 5] = ["none", "gzip", "snappy", "lz4", "zstd"];
const COUNT: u32 = 2_000;

/// What the dump says of a file that does not hold together.
const COMPLAINTS: [&str; 8] = [
    "isvalid: false",
    "mismatch",
    "Mismatch",
    "Non-consecutive",
    "not a valid",
    "invalid",
    "Exception",
    "out of order",
];

/// Runs the exchange, on its way after a clean stop and after kill -9. Returns how many checks failed.
pub fn run() -> u32 {
    let mut report = Report::new("exchange");
    if !report.check("programs are built", || clients::build(&["librdkafka", "java"])) {
        return report.close();
    }
    for how in ["clean stop", "kill -9"] {
        let mut node = Node::up("exchange", &[]);
        let time = now_ms();
        let is_clean = how == "clean stop";
        report.check(&format!("{how}: written here"), || write(&node, "here", time));
        end(&mut node, is_clean);
        let tail = if is_clean { Tail::Whole } else { Tail::MayBeTorn };
        report.check(&format!("{how}: the dump has no complaint"), || dump(&node, tail));
        report.check(&format!("{how}: Kafka starts on the directory"), || {
            kafka(&["start"], &node).map(|_| String::new())
        });
        report.check(&format!("{how}: Kafka serves what was written here"), || read(&node, "here", time));
        report.check(&format!("{how}: written by Kafka"), || write(&node, "there", time));
        report.check(&format!("{how}: refuses a directory Kafka has"), || {
            refused(&node, Command::new(it::binary()).arg("start"))
        });
        let stop: &[&str] = if is_clean { &["stop"] } else { &["stop", "--kill"] };
        report.check(&format!("{how}: Kafka ends"), || kafka(stop, &node).map(|_| String::new()));
        node.start();
        node.wait_until_it_serves();
        report.check(&format!("{how}: serves what Kafka wrote"), || read(&node, "there", time));
        report.check(&format!("{how}: still serves what it wrote itself"), || read(&node, "here", time));
        report.check(&format!("{how}: goes on writing"), || {
            write(&node, "again", time).and_then(|_| read(&node, "again", time))
        });
        end(&mut node, true);
        report.check(&format!("{how}: the dump still has no complaint"), || dump(&node, Tail::Whole));
    }
    // On a node of its own: Kafka, where the metadata log shares a log directory, takes the lock only after its quorum has
    // started and written into the log of whoever runs there. It does so to another Kafka too.
    let node = Node::up("exchange", &[]);
    report.check("Kafka refuses a directory in use", || {
        let peer = here().join("peer/kafka");
        refused(&node, Command::new("timeout").arg("60").arg(peer).args(["tool", "run-class", "kafka.Kafka"]))
    });
    report.close()
}

fn end(node: &mut Node, is_clean: bool) {
    if is_clean {
        node.stop();
    } else {
        node.kill();
    }
}

fn write(node: &Node, word: &str, time: i64) -> Result<String, String> {
    for codec in CODECS {
        clients::roundtrip(node, "librdkafka", &format!("{word}-{codec}"), COUNT, codec, "produce", time)?;
    }
    Ok(String::new())
}

fn read(node: &Node, word: &str, time: i64) -> Result<String, String> {
    for codec in CODECS {
        let topic = format!("{word}-{codec}");
        let end = settled_end(node, &topic);
        if end != Some(i64::from(COUNT)) {
            return Err(format!("{topic} ends at {end:?}"));
        }
        clients::roundtrip(node, "java", &topic, COUNT, codec, "consume", time)?;
    }
    Ok(String::new())
}

/// The end of a topic, once it has a leader again.
fn settled_end(node: &Node, topic: &str) -> Option<i64> {
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        match probe::end_offset(node.address(), topic) {
            None if Instant::now() < patience => std::thread::sleep(Duration::from_millis(50)),
            end => return end,
        }
    }
}

pub fn kafka(words: &[&str], node: &Node) -> Result<String, String> {
    let mut command = Command::new(here().join("peer/kafka"));
    command.arg(words[0]).arg(node.properties()).args(&words[1..]);
    said(command.output().map_err(|e| e.to_string())?)
}

fn said(output: Output) -> Result<String, String> {
    let text =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(text) } else { Err(text) }
}

/// Starts a second broker on the same file, on ports of its own, so that nothing but the lock is in its way.
fn refused(node: &Node, broker: &mut Command) -> Result<String, String> {
    let [client, external, controller] = free_ports::<3>();
    let clients = format!("PLAINTEXT://127.0.0.1:{client},EXTERNAL://127.0.0.1:{external}");
    broker.arg(node.properties());
    broker.args(["--override", &format!("listeners={clients},CONTROLLER://127.0.0.1:{controller}")]);
    broker.args(["--override", &format!("advertised.listeners={clients}")]);
    match said(broker.output().map_err(|e| e.to_string())?) {
        Err(text) if text.contains("Failed to acquire lock on file .lock") => Ok(String::new()),
        Ok(text) | Err(text) => {
            let lines: Vec<&str> = text.lines().collect();
            Err(format!(
                "no word of the lock; it said at last:\n{}",
                lines[lines.len().saturating_sub(12)..].join("\n")
            ))
        }
    }
}

/// How the newest segment of a partition may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    Whole,
    /// The kernel gives up a write between two pages when the process is killed, so that the last batch may be there in
    /// part; it was never acknowledged, and whoever opens the log next cuts it off.
    MayBeTorn,
}

/// Kafka's dump of every log, index and snapshot, those of the metadata among them.
pub fn dump(node: &Node, tail: Tail) -> Result<String, String> {
    let mut files = Vec::new();
    let mut newest = Vec::new();
    for folder in std::fs::read_dir(node.data()).map_err(|e| e.to_string())?.flatten().map(|e| e.path()) {
        let is_partition = folder.is_dir() && !folder.ends_with("__cluster_metadata-0");
        if is_partition {
            let entries = std::fs::read_dir(folder).map_err(|e| e.to_string())?.flatten().map(|e| e.path());
            let asked: Vec<PathBuf> = entries.filter(|p| is_asked(p)).collect();
            let logs = asked.iter().filter_map(|p| p.file_name()?.to_str()).filter(|n| n.ends_with(".log"));
            newest.extend(logs.max().map(str::to_owned));
            files.extend(asked);
        }
    }
    let folder = node.data().join("__cluster_metadata-0");
    let entries = std::fs::read_dir(folder).map_err(|e| e.to_string())?.flatten().map(|e| e.path());
    let of_metadata =
        |p: &PathBuf| p.extension().is_some_and(|e| e == "log" || e == "checkpoint") && is_filled(p);
    let mut metadata: Vec<PathBuf> = entries.filter(of_metadata).collect();
    metadata.sort();
    let logs = metadata.iter().filter_map(|p| p.file_name()?.to_str()).filter(|n| n.ends_with(".log"));
    newest.extend(logs.max().map(str::to_owned));
    let dump = |more: &[&str], files: &[PathBuf]| {
        let list: Vec<String> = files.iter().map(|p| p.display().to_string()).collect();
        let mut command = Command::new(here().join("peer/kafka"));
        command.args(["tool", "dump-log", "--deep-iteration"]).args(more).args(["--files", &list.join(",")]);
        said(command.output().map_err(|e| e.to_string())?)
    };
    let text =
        dump(&[], &files).and_then(|text| Ok(text + &dump(&["--cluster-metadata-decoder"], &metadata)?));
    let text = text.map_err(|text| last_lines(&text))?;
    // Of any segment that begins behind 0 the tool says that it does not follow on -1, of Kafka's own too.
    let lines: Vec<&str> = text.lines().collect();
    let is_own = |at: usize| {
        lines[at].contains("Non-consecutive")
            && lines.get(at + 1).is_some_and(|next| next.trim_start().starts_with("-1 is followed by"))
    };
    // `Found 67199 invalid bytes at the end of 00000000000000054607.log`, and no more of it than the name.
    let is_torn = |line: &str| {
        let of = line.split_once(" invalid bytes at the end of ").map(|(_, name)| name.trim());
        tail == Tail::MayBeTorn && of.is_some_and(|of| newest.iter().any(|name| name == of))
    };
    let mut said =
        (0..lines.len()).filter(|at| !is_own(*at)).map(|at| lines[at]).filter(|line| !is_torn(line));
    match said.find(|line| COMPLAINTS.iter().any(|word| line.contains(word))) {
        Some(line) => Err(line.to_string()),
        None => Ok(format!("{} files, {} lines", files.len() + metadata.len(), text.lines().count())),
    }
}

fn is_asked(path: &Path) -> bool {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    is_filled(path) && [".log", ".index", ".timeindex", ".snapshot"].iter().any(|e| name.ends_with(e))
}

fn is_filled(path: &Path) -> bool {
    path.metadata().is_ok_and(|m| m.len() > 0)
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}
