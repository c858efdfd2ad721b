//! A running Apache Kafka on a directory and with settings made here, for recording what it says.

use crate::here;
use crate::report::Report;
use it::node::Node;
use std::process::Command;

/// Formats a directory with the tested binary, starts Apache Kafka on it, and hands it over.
pub fn with_kafka(report: &mut Report, settings: &[(&str, &str)], record: impl FnOnce(&mut Report, &Node)) {
    let node = Node::format("peer", settings);
    let peer = |what: &str| Command::new(here().join("peer/kafka")).arg(what).arg(node.properties()).status();
    let is_up = report.check("Apache Kafka starts on a directory formatted here", || match peer("start") {
        Ok(status) if status.success() => Ok(String::new()),
        other => Err(format!("{other:?}")),
    });
    if is_up {
        record(report, &node);
        report.check("it stops", || peer("stop").map(|_| String::new()).map_err(|e| e.to_string()));
    }
}
