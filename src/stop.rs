//! `kafka-server-stop.sh`: finds the running nodes of this binary and asks them to end.
//!
//! A node is a process of this user that runs this very executable and was started as one. It can be chosen by the node id
//! or by process roles, as its properties file and its overrides name them; of development mode, as its directory does.

use crate::cli::{self, Command, Wanted};
use crate::{development, os, settings};
use metadata::config::relations::Node;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Sends SIGTERM to what is wanted; exit code 1 when there is nothing.
pub fn run(wanted: &Wanted) -> u8 {
    let Ok(own) = std::env::current_exe() else {
        eprintln!("corelog: cannot tell which executable this is");
        return 1;
    };
    let mut count = 0;
    let mut code = 0;
    for process in running(&own).into_iter().filter(|process| process.is_wanted(wanted)) {
        count += 1;
        if let Err(e) = os::terminate(process.pid) {
            eprintln!("corelog: process {}: {e}", process.pid);
            code = 1;
        }
    }
    if count == 0 {
        match (&wanted.node_id, &wanted.process_role) {
            (Some(id), _) => println!("No kafka server found with 'node.id' that matches {id}"),
            (None, Some(role)) => println!("No kafka server found with 'process.roles' that matches {role}"),
            (None, None) => println!("No kafka server to stop"),
        }
        return 1;
    }
    code
}

struct Process {
    pid: i32,
    /// Where it was started.
    folder: PathBuf,
    /// The properties file it was started with; `None` in development mode.
    file: Option<String>,
    overrides: Vec<(String, String)>,
}

impl Process {
    fn is_wanted(&self, wanted: &Wanted) -> bool {
        if wanted.node_id.is_none() && wanted.process_role.is_none() {
            return true;
        }
        let settings = match &self.file {
            Some(file) => settings::load(&self.folder.join(file).to_string_lossy(), &self.overrides),
            None => development::settings(&self.overrides, &self.folder),
        };
        let Ok(settings) = settings else { return false };
        let node = &settings.config.node;
        match (&wanted.node_id, &wanted.process_role) {
            (Some(id), _) => *id == node.id.to_string(),
            (None, roles) => roles.iter().all(|roles| has_roles(node, roles)),
        }
    }
}

/// Kafka compares the text of `process.roles`. That is found here too, in either order, and so is each single role.
fn has_roles(node: &Node, roles: &str) -> bool {
    roles.split(',').all(|role| match role.trim() {
        "broker" => node.is_broker,
        "controller" => node.is_controller,
        _ => false,
    })
}

fn running(own: &Path) -> Vec<Process> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|e| e.ok()?.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| *pid != std::process::id() as i32).filter_map(|pid| look_at(pid, own)).collect()
}

/// The node that this process is, if it is one. A process that ends meanwhile is none.
fn look_at(pid: i32, own: &Path) -> Option<Process> {
    let proc = PathBuf::from(format!("/proc/{pid}"));
    if std::fs::metadata(&proc).ok()?.uid() != os::user_id()
        || std::fs::read_link(proc.join("exe")).ok()? != own
    {
        return None;
    }
    let line = std::fs::read(proc.join("cmdline")).ok()?;
    let mut words =
        line.split(|b| *b == 0).map(|w| String::from_utf8_lossy(w).into_owned()).collect::<Vec<_>>();
    words.pop(); // behind the last zero byte
    let mut words = words.into_iter();
    let name = words.next()?;
    let started = match cli::parse(&name, words).ok()? {
        Command::Start { file, options } => Some((Some(file), options.overrides)),
        Command::Develop(options) => Some((None, options.overrides)),
        _ => None,
    };
    let (file, overrides) = started?;
    let folder = std::fs::read_link(proc.join("cwd")).unwrap_or_default();
    Some(Process { pid, folder, file, overrides })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_combined_node_is_found_by_its_roles_in_either_order_and_by_each() {
        let settings = development::settings(&[], Path::new("/nowhere")).expect("the presets are good");
        let node = &settings.config.node;
        for roles in ["broker", "controller", "broker,controller", "controller, broker"] {
            assert!(has_roles(node, roles), "{roles}");
        }
        for roles in ["", "broker,", "zookeeper"] {
            assert!(!has_roles(node, roles), "{roles}");
        }
    }
}
