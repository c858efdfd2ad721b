//! Public test suites of clients, unchanged from their packages: the tests named in `suites/`, which are those that pass on
//! Apache Kafka 4.4.0 and want nothing that is not served yet.

use crate::here;
use crate::report::Report;
use it::node::Node;
use std::process::Command;

const SUITES: [&str; 2] = ["kgo", "librdkafka"];
/// What the suites count on; `kafka up` of the peer has the same.
const NODE: [(&str, &str); 1] = [("num.partitions", "4")];

/// Runs the named suites, both by default. Returns how many failed.
pub fn run(only: &[&str]) -> u32 {
    let mut report = Report::new("suites");
    for suite in SUITES.iter().filter(|name| only.is_empty() || only.contains(name)) {
        let node = Node::up("suites", &NODE);
        report.check(suite, || tests(suite, &node));
    }
    report.close()
}

fn tests(suite: &str, node: &Node) -> Result<String, String> {
    let list =
        std::fs::read_to_string(here().join(format!("suites/{suite}.txt"))).map_err(|e| e.to_string())?;
    let wanted: Vec<&str> = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let output = Command::new(here().join("peer/suites"))
        .args([suite, &node.address().to_string()])
        .args(&wanted)
        .output()
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let passed = text.lines().filter(|line| line.starts_with("PASS ")).count();
    if passed == wanted.len() {
        return Ok(format!("{passed} tests"));
    }
    let others: Vec<&str> = text.lines().filter(|line| !line.starts_with("PASS ")).collect();
    Err(format!(
        "{passed} of {}\n{}\n{}",
        wanted.len(),
        others.join("\n"),
        String::from_utf8_lossy(&output.stderr)
    ))
}
