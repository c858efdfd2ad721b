//! The long list of requests whose answers Apache Kafka 4.4.0 gave; see `answers/README.md`.

use crate::cases::python;
use crate::report::Report;
use crate::{here, peer};
use it::node::Node;
use std::process::Command;

/// Settings that show in the answers.
const NODE: [(&str, &str); 2] = [("num.partitions", "2"), ("socket.request.max.bytes", "104857600")];

/// Compares, or with `record` writes the table anew; another word is the beginning of labels. Returns how many runs failed.
pub fn run(words: &[&str]) -> u32 {
    let mut report = Report::new("answers");
    let ask = |node: &Node, more: &[&str]| -> Result<String, String> {
        let mut command = Command::new(python()?);
        command.arg(here().join("answers/run")).arg(node.address().to_string());
        command.args(["--controller", &node.controller().port().to_string()]).args(more);
        match command.status().map_err(|e| e.to_string())? {
            status if status.success() => Ok(String::new()),
            status => Err(status.to_string()),
        }
    };
    if words == ["record"] {
        peer::with_kafka(&mut report, &NODE, |report, node| {
            report.check("the answers are recorded", || ask(node, &["--record"]));
        });
        return report.close();
    }
    let ways: &[(&str, &str)] = if words.is_empty() {
        &[("1", "ring"), ("2", "epoll"), ("4", "epoll"), ("8", "ring")]
    } else {
        &[("1", "ring")]
    };
    for (shards, backend) in ways {
        let settings = [&NODE[..], &[("corelog.shards", *shards), ("corelog.runtime", *backend)]].concat();
        let node = Node::up("answers", &settings);
        let only = words.first().map(|w| vec!["--only", *w]).unwrap_or_default();
        report.check(&format!("answers, {shards} shards {backend}"), || ask(&node, &only));
    }
    report.close()
}
