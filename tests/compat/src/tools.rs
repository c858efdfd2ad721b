//! Kafka's own console tools against the binary: each line they print is the line they printed against Apache Kafka 4.4.0,
//! with times, rates, ids and ports taken out.
//!
//! `compat tools record [NAME...]` writes the scripts anew from a Kafka that it starts on the same settings.

use crate::report::Report;
use crate::{here, peer};
use it::folder::Folder;
use it::node::Node;
use it::script::{self, Runner};

/// Settings that show in the answers.
const NODE: [(&str, &str); 2] = [("num.partitions", "4"), ("default.replication.factor", "1")];

/// Runs the scripts of `tools/`, or those named. Returns how many differ.
pub fn run(words: &[&str]) -> u32 {
    let mut report = Report::new("tools");
    let kafka = here().join("peer/kafka").display().to_string();
    if let ["record", only @ ..] = words {
        peer::with_kafka(&mut report, &NODE, |report, node| scripts(report, only, &kafka, node, true));
    } else {
        let node = Node::up("tools", &NODE);
        scripts(&mut report, words, &kafka, &node, false);
    }
    report.close()
}

fn scripts(report: &mut Report, only: &[&str], kafka: &str, node: &Node, is_recording: bool) {
    let folder = Folder::new("tools");
    let mut files: Vec<_> = std::fs::read_dir(here().join("tools"))
        .expect("the scripts are part of the repository")
        .filter_map(|e| e.ok().map(|e| e.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
        .collect();
    files.sort();
    for file in files {
        let name = file.file_stem().and_then(|n| n.to_str()).unwrap_or_default().to_string();
        if !only.is_empty() && !only.contains(&name.as_str()) {
            continue;
        }
        let words = [
            ("BOOT", node.address().to_string()),
            ("PORT", node.address().port().to_string()),
            ("EXTERNAL", node.external().port().to_string()),
            ("QUORUM", node.controller().port().to_string()),
            ("DATA", node.data().display().to_string()),
            ("DIR", folder.path().display().to_string()),
        ];
        let runner =
            Runner { program: &["timeout", "60", kafka, "tool"], folder: &folder, words: &words, plain };
        if is_recording {
            script::record(&file, &runner);
            continue;
        }
        report.check(&name, || script::compare(&file, &runner).map_or(Ok(String::new()), Err));
    }
}

/// Without what differs between two runs of the same node.
fn plain(line: &str) -> Option<String> {
    if let Some(rest) = line.strip_prefix('[') {
        // A line of the tool's log begins with its time.
        // How often a producer asks before a topic is there depends on the machine.
        if rest.contains("reported a recoverable issue") {
            return None;
        }
        if let Some((_, text)) = rest.split_once("] ").filter(|(time, _)| time.starts_with("20")) {
            return Some(format!("[TIME] {text}"));
        }
    }
    if line.contains(" records sent, ") {
        let (count, rest) = line.split_once(" records sent, ")?;
        // Lines in between come every five seconds, so that their number says how fast the machine is.
        return rest.contains("99.9th").then(|| format!("{count} records sent, {}", numbers(rest)));
    }
    Some(line.split('\t').map(stamp).collect::<Vec<_>>().join("\t"))
}

fn stamp(word: &str) -> String {
    match word.strip_prefix("CreateTime:") {
        Some(digits) if digits.chars().all(|c| c.is_ascii_digit()) => "CreateTime:N".to_string(),
        _ => word.to_string(),
    }
}

/// Every number of it as `N`.
fn numbers(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_named = out.ends_with("th") || out.ends_with(|c: char| c.is_alphabetic());
        if c.is_ascii_digit() && !is_named {
            while chars.peek().is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ',')) {
                chars.next();
            }
            out.push('N');
        } else {
            out.push(c);
        }
    }
    out
}
