//! The smoke programs of `peer/smoke` against the binary: every client library and kcat, step by step, in the request versions
//! that each takes by itself; what they ask of the admin APIs too. Steps that need what is not built are left out by their titles.

use crate::here;
use crate::report::Report;
use it::node::Node;
use std::process::Command;

/// Words in the titles of steps that need groups, transactions, quotas, credentials, access control or records deleted, and
/// those that show log dirs and producers.
const NOT_BUILT: &str =
    "group|transaction|fenced|static member|consume-transform|ACL|SCRAM|quota|records|log dirs|producers";

/// The programs, and what else each has to leave out: three read back over a group what they wrote, and look at it later.
const PROGRAMS: [(&str, &str); 9] = [
    ("kcat", ""),
    ("aiokafka", ""),
    ("confluent", "|round trip|offsets"),
    ("kafka-python", ""),
    ("java", ""),
    ("franz", ""),
    ("sarama", ""),
    ("kafkajs", "|round trip|offsets"),
    ("platformatic", "|round trip"),
];

/// Number of shards and backend; the first one by default.
const WAYS: [(&str, &str); 4] = [("4", "ring"), ("1", "epoll"), ("1", "ring"), ("4", "epoll")];

/// Runs all of them, or those named. Returns how many failed.
pub fn run(only: &[&str], is_full: bool) -> u32 {
    let mut report = Report::new("smoke");
    for (shards, backend) in WAYS.iter().take(if is_full { WAYS.len() } else { 1 }) {
        let node = Node::up("smoke", &[("corelog.shards", shards), ("corelog.runtime", backend)]);
        for (program, more) in PROGRAMS.iter().filter(|(name, _)| only.is_empty() || only.contains(name)) {
            report.check(&format!("{program} {shards} shards {backend}"), || smoke(program, more, &node));
        }
    }
    report.close()
}

fn smoke(program: &str, more: &str, node: &Node) -> Result<String, String> {
    let out = Command::new(here().join("peer/clients"))
        .args(["smoke", program, &node.address().to_string()])
        .env("SKIP_STEPS", format!("{NOT_BUILT}{more}"))
        // For a machine with much else to do: of a step, and of a program.
        .envs([("STEP_SECONDS", "120"), ("CAP", "900")])
        .output()
        .map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout);
    let passed = text.lines().filter(|line| line.starts_with("PASS ")).count();
    // A program that leaves out all its steps is clean too.
    if out.status.success() && passed > 5 {
        return Ok(format!("{passed} steps"));
    }
    let told = text.lines().filter(|line| !line.starts_with("PASS ")).collect::<Vec<_>>().join("\n");
    Err(format!("{passed} steps passed\n{told}\n{}", String::from_utf8_lossy(&out.stderr)))
}
