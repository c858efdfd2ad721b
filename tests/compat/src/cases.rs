//! The Python cases against one node: all of `served.txt` with every hook, then those that want another setting.

use crate::report::Report;
use crate::{detached, here};
use it::node::Node;
use std::process::Command;

/// Runs them; words name cases. Returns how many runs failed.
pub fn run(only: &[&str], is_full: bool) -> u32 {
    let mut report = Report::new("cases");
    let python = match python() {
        Ok(python) => python,
        Err(why) => {
            report.check("python", || Err(why));
            return report.close();
        }
    };
    let mut run = |title: &str, settings: &[(&str, &str)], choice: &[&str]| {
        report.check(title, || with_node(&python, settings, choice, is_full));
    };
    if only.is_empty() {
        let file = here().join("cases/served.txt").display().to_string();
        run("the cases of served.txt", &[], &["--from", &file]);
        run("the cases of quick idle limits", &[("connections.max.idle.ms", "8000")], &["--only", "B014"]);
        let often = [("log.retention.check.interval.ms", "1000"), ("log.initial.task.delay.ms", "500")];
        run("the cases of frequent retention", &often, &["--only", "B140"]);
    } else {
        run("the chosen cases", &[], &["--only", &only.join(",")]);
    }
    report.close()
}

/// The interpreter with the client libraries, installed when it is not there.
pub fn python() -> Result<String, String> {
    let out = Command::new(here().join("peer/clients")).arg("python").output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    text.trim()
        .strip_prefix("PY=")
        .map(str::to_string)
        .ok_or_else(|| String::from_utf8_lossy(&out.stderr).into_owned())
}

fn with_node(
    python: &str,
    settings: &[(&str, &str)],
    choice: &[&str],
    is_full: bool,
) -> Result<String, String> {
    let node = Node::format("cases", settings);
    let folder = node.folder().path();
    detached::start(folder)?;
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let hook = |what: &str| format!("{} node {what} {}", own.display(), folder.display());
    let mut command = Command::new(python);
    command.env("PYTHONDONTWRITEBYTECODE", "1").arg(here().join("cases/run")).arg(node.address().to_string());
    command.args(choice).args(["--external", &node.external().to_string()]);
    command.args(["--data-dir", &node.data().display().to_string()]);
    command.args(["--stop-cmd", &hook("stop"), "--start-cmd", &hook("start"), "--kill-cmd", &hook("kill")]);
    if is_full {
        command.arg("--slow");
    }
    let status = command.status().map_err(|e| e.to_string());
    let ended = detached::end(folder, "TERM");
    if std::env::var_os("CORELOG_KEEP").is_some() {
        println!("kept: {}", folder.display());
    }
    match status? {
        status if status.success() => ended.map(|()| String::new()),
        status => Err(format!("{status}; the log ends with:\n{}", tail(&node.log()))),
    }
}

fn tail(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(15)..].join("\n")
}
