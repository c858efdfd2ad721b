//! A node that outlives the program that started it, known by its folder: what scripts in other languages call between
//! two steps of a case.
//!
//! The folder holds `server.properties`; `pid` and `server.log` are written here.

use it::probe;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// `start`, `stop` or `kill`.
pub fn command(what: &str, folder: &Path) -> ExitCode {
    let done = match what {
        "start" => start(folder),
        "stop" => end(folder, "TERM"),
        "kill" => end(folder, "KILL"),
        _ => Err(format!("no command {what}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("compat node {what}: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Starts the node and waits until it serves.
pub fn start(folder: &Path) -> Result<(), String> {
    let address = client_address(folder)?;
    let log = std::fs::File::options().create(true).append(true).open(folder.join("server.log"));
    let log = log.map_err(|e| e.to_string())?;
    let mut child = Command::new(it::binary())
        .arg("start")
        .arg(folder.join("server.properties"))
        .stdin(Stdio::null())
        .stdout(log.try_clone().map_err(|e| e.to_string())?)
        .stderr(log)
        .spawn()
        .map_err(|e| e.to_string())?;
    std::fs::write(folder.join("pid"), child.id().to_string()).map_err(|e| e.to_string())?;
    let end = Instant::now() + Duration::from_secs(30);
    while !probe::serves(address) {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Err(format!("the node ended: {status}"));
        }
        if Instant::now() > end {
            return Err("the node does not serve after 30 s".into());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// Sends a signal and waits for the end.
pub fn end(folder: &Path, signal: &str) -> Result<(), String> {
    let Ok(pid) = std::fs::read_to_string(folder.join("pid")) else { return Ok(()) };
    let pid = pid.trim();
    let _ = Command::new("kill").args(["-s", signal, pid]).stderr(Stdio::null()).status();
    let end = Instant::now() + Duration::from_secs(30);
    // A process nobody has waited for keeps its entry, with an empty command line.
    while std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty()) {
        if Instant::now() > end {
            return Err(format!("process {pid} does not end"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    std::fs::remove_file(folder.join("pid")).map_err(|e| e.to_string())
}

fn client_address(folder: &Path) -> Result<SocketAddr, String> {
    let text = std::fs::read_to_string(folder.join("server.properties")).map_err(|e| e.to_string())?;
    let port = text.lines().find_map(|l| l.strip_prefix("listeners=PLAINTEXT://127.0.0.1:"));
    let port =
        port.and_then(|rest| rest.split(',').next()?.parse().ok()).ok_or("no plain listener in the file")?;
    Ok((Ipv4Addr::LOCALHOST, port).into())
}
