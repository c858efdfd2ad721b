//! `kafka-server-stop.sh`: finds the running nodes of this binary and asks them to end.
//!
//! A node is a process of this user that runs this very executable and was started with a properties file. One can be
//! chosen by the node id or a process role that its file names.

use crate::cli::{self, Command, Wanted};
use crate::{os, settings};
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
    /// The properties file it was started with; `None` in development mode.
    file: Option<PathBuf>,
    overrides: Vec<(String, String)>,
}

impl Process {
    fn is_wanted(&self, wanted: &Wanted) -> bool {
        if wanted.node_id.is_none() && wanted.process_role.is_none() {
            return true;
        }
        let Some(file) = self.file.as_ref().and_then(|f| f.to_str()) else { return false };
        let Ok(settings) = settings::load(file, &self.overrides) else { return false };
        let node = &settings.config.node;
        match (wanted.node_id.as_deref(), wanted.process_role.as_deref()) {
            (Some(id), _) => id == node.id.to_string(),
            (None, Some("broker")) => node.is_broker,
            (None, Some("controller")) => node.is_controller,
            _ => false,
        }
    }
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
    match cli::parse(&name, words).ok()? {
        Command::Start { file, options } => {
            let folder = std::fs::read_link(proc.join("cwd")).ok()?;
            Some(Process { pid, file: Some(folder.join(file)), overrides: options.overrides })
        }
        Command::Develop(options) => Some(Process { pid, file: None, overrides: options.overrides }),
        _ => None,
    }
}
