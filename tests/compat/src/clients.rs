//! Client libraries against the binary: what they write is what they and others read, on every backend and number of
//! shards, and after kill -9.
//!
//! By default each client takes every codec once, spread over the four ways to run a node, with few records; and one kill
//! each. `--full` takes a million records once per language and codec with a kill in the middle, and 20,000 in every other
//! cell.

use crate::here;
use crate::report::Report;
use it::folder::Folder;
use it::node::Node;
use it::probe;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const CODECS: [&str; 5] = ["none", "gzip", "snappy", "lz4", "zstd"];
/// Number of shards and backend.
const WAYS: [(&str, &str); 4] = [("1", "ring"), ("4", "epoll"), ("4", "ring"), ("1", "epoll")];

/// One client library.
struct Client {
    name: &'static str,
    /// Who reads what it wrote; itself where it can.
    reader: &'static str,
    /// It writes every record once, whatever happens in between.
    is_idempotent: bool,
    /// It stands for its language in the runs of a million records.
    is_of_language: bool,
}

const CLIENTS: [Client; 7] = [
    Client { name: "java", reader: "java", is_idempotent: true, is_of_language: true },
    Client { name: "librdkafka", reader: "librdkafka", is_idempotent: true, is_of_language: true },
    Client { name: "kafka-python", reader: "kafka-python", is_idempotent: true, is_of_language: true },
    Client { name: "franz", reader: "franz", is_idempotent: true, is_of_language: true },
    Client { name: "sarama", reader: "sarama", is_idempotent: false, is_of_language: false },
    Client { name: "kafkajs", reader: "franz", is_idempotent: false, is_of_language: true },
    Client { name: "platformatic", reader: "java", is_idempotent: false, is_of_language: false },
];

/// Runs the cells of the named clients and codecs, all by default. Returns how many failed.
pub fn run(only: &[&str], is_full: bool) -> u32 {
    let mut report = Report::new("clients");
    let (codecs, names): (Vec<&str>, Vec<&str>) = only.iter().partition(|word| CODECS.contains(word));
    let is_asked = |codec: &str| codecs.is_empty() || codecs.contains(&codec);
    let chosen: Vec<&Client> =
        CLIENTS.iter().filter(|c| names.is_empty() || names.contains(&c.name)).collect();
    let mut needed: Vec<&str> = chosen.iter().flat_map(|c| [c.name, c.reader]).collect();
    needed.sort_unstable();
    needed.dedup();
    if !report.check("programs are built", || build(&needed)) {
        return report.close();
    }
    for (way, (shards, backend)) in WAYS.iter().enumerate() {
        let mut node = up(shards, backend);
        for (at, client) in chosen.iter().enumerate() {
            for (nth, codec) in CODECS.iter().enumerate() {
                if !is_asked(codec) || (!is_full && (at + nth) % WAYS.len() != way) {
                    continue;
                }
                let title = format!("{} {codec} {shards} shards {backend}", client.name);
                if client.name == "platformatic" && *codec == "zstd" && !node_has_zstd() {
                    report.skip(&title, "zstd needs Node 22.15");
                    continue;
                }
                let count = if is_full { 20_000 } else { 3_000 };
                report.check(&title, || plain(&node, client, codec, count));
            }
            if !is_full && at % WAYS.len() == way {
                let title = format!("{} kill -9 {shards} shards {backend}", client.name);
                report.check(&title, || killed(&mut node, client, "lz4", 100_000_000, 20_000, Some(7)));
            }
        }
    }
    if is_full {
        for client in chosen.iter().filter(|c| c.is_of_language) {
            for (nth, codec) in CODECS.iter().enumerate().filter(|(_, codec)| is_asked(codec)) {
                let (shards, backend) = WAYS[nth % WAYS.len()];
                let mut node = up(shards, backend);
                let title =
                    format!("{} {codec} 1,000,000 records, kill -9 {shards} shards {backend}", client.name);
                report.check(&title, || killed(&mut node, client, codec, 1_000_000, 400_000, None));
            }
        }
    }
    report.close()
}

fn up(shards: &str, backend: &str) -> Node {
    Node::up("clients", &[("corelog.shards", shards), ("corelog.runtime", backend)])
}

pub fn build(names: &[&str]) -> Result<String, String> {
    let done = Command::new(here().join("clients/run"))
        .arg("build")
        .args(names)
        .output()
        .map_err(|e| e.to_string())?;
    if done.status.success() {
        Ok(String::new())
    } else {
        Err(String::from_utf8_lossy(&done.stderr).into_owned())
    }
}

fn node_has_zstd() -> bool {
    let asked =
        Command::new("node").args(["-e", "process.exit(require('zlib').zstdCompress ? 0 : 1)"]).status();
    asked.is_ok_and(|status| status.success())
}

/// Every record once, dense and in order.
fn plain(node: &Node, client: &Client, codec: &str, count: u32) -> Result<String, String> {
    let topic = format!("plain-{}-{codec}", client.name);
    let time = format!("time={}", now_ms() - i64::from(count));
    let task =
        |name: &str, phase: &str| start(node, name, &topic, count, codec, phase, &[&time]).and_then(finish);
    if client.reader == client.name {
        return task(client.name, "both");
    }
    let written = task(client.name, "produce")?;
    task(client.reader, "consume").map(|read| format!("{written} {read}"))
}

/// The node dies when `kill_at` records are there, and comes back; the client goes on until `count` or `stop_s`. Then every
/// acknowledged record must be there and nothing that was not sent.
fn killed(
    node: &mut Node,
    client: &Client,
    codec: &str,
    count: u32,
    kill_at: i64,
    stop_s: Option<u32>,
) -> Result<String, String> {
    let topic = format!("killed-{}-{codec}", client.name);
    let folder = Folder::new("acked");
    let time = format!("time={}", now_ms());
    let acked = format!("acked={}", folder.join("acked").display());
    let stop = stop_s.map(|s| format!("stop={s}")).unwrap_or_default();
    let more: Vec<&str> = [time.as_str(), &acked, &stop].into_iter().filter(|w| !w.is_empty()).collect();
    let mut producer = start(node, client.name, &topic, count, codec, "produce", &more)?;
    let end = Instant::now() + Duration::from_secs(600);
    while probe::end_offset(node.address(), &topic).unwrap_or(0) < kill_at {
        if let Ok(Some(status)) = producer.try_wait() {
            let said = finish(producer).unwrap_or_else(|why| why);
            return Err(format!("the producer ended before the kill: {status} {said}"));
        }
        if Instant::now() > end {
            let _ = producer.kill();
            return Err(format!("no {kill_at} records after 600 s"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    node.kill();
    node.start();
    node.wait_until_it_serves();
    let written = finish(producer)?;
    let read =
        start(node, client.reader, &topic, count, codec, "consume", &[&time, &acked]).and_then(finish)?;
    if client.is_idempotent {
        // Sent once each: the record at offset i is record i, also where the kill was.
        let there = probe::end_offset(node.address(), &topic).ok_or("no end offset")?;
        let sent = field(&written, "sent").ok_or("no count of records sent")?;
        if there != sent {
            return Err(format!("{sent} records sent, {there} are there; {written}"));
        }
        start(
            node,
            client.reader,
            &topic,
            u32::try_from(sent).unwrap_or(u32::MAX),
            codec,
            "consume",
            &[&time],
        )
        .and_then(finish)?;
    }
    Ok(format!("{written} {read}"))
}

/// One program on one topic, to its end.
pub fn roundtrip(
    node: &Node,
    name: &str,
    topic: &str,
    count: u32,
    codec: &str,
    phase: &str,
    time: i64,
) -> Result<String, String> {
    start(node, name, topic, count, codec, phase, &[&format!("time={time}")]).and_then(finish)
}

fn start(
    node: &Node,
    name: &str,
    topic: &str,
    count: u32,
    codec: &str,
    phase: &str,
    more: &[&str],
) -> Result<Child, String> {
    Command::new("timeout")
        .args(["-k", "5", "1800"])
        .arg(here().join("clients/run"))
        .args([name, &node.address().to_string(), topic, &count.to_string(), codec, phase])
        .args(more)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())
}

/// Waits for a program's line; an error is the line too.
fn finish(child: Child) -> Result<String, String> {
    let Output { status, stdout, stderr } = child.wait_with_output().map_err(|e| e.to_string())?;
    let line = String::from_utf8_lossy(&stdout).trim().to_string();
    if status.success() {
        return Ok(line);
    }
    let stderr = String::from_utf8_lossy(&stderr);
    let end: Vec<&str> = stderr.lines().rev().take(8).collect();
    Err(format!("{status} {line} {}", end.into_iter().rev().collect::<Vec<_>>().join("\n")))
}

/// A number of a program's line.
fn field(line: &str, name: &str) -> Option<i64> {
    let rest = line.split_once(&format!("\"{name}\""))?.1.trim_start_matches([':', ' ']);
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_either_spelling() {
        assert_eq!(field("{\"client\": \"x\", \"sent\": 17, \"ok\": true}", "sent"), Some(17));
        assert_eq!(field("{\"acked\":3,\"sent\":17}", "acked"), Some(3));
        assert_eq!(field("{}", "sent"), None);
    }
}
