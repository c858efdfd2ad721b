//! The log directories of a node that starts: locked first, then identified.
//!
//! The lock is Kafka's: `.lock` in each directory, taken by fcntl, on one descriptor that stays open to the end. A JVM and
//! this program therefore keep each other out. What lies in a directory beyond `meta.properties` is for others to read.
//!
//! Invariants: nothing in a directory is read before its lock is held. No second descriptor of `.lock` is ever opened.

use crate::meta_properties::MetaProperties;
use crate::os;
use protocol::{Rng, Timestamp, Uuid};
use std::fs::File;
use std::path::{Path, PathBuf};

/// One locked and identified directory.
#[derive(Debug)]
pub struct LogDir {
    pub path: PathBuf,
    pub id: Uuid,
    lock: Lock,
}

/// All of them, and the cluster they belong to.
#[derive(Debug)]
pub struct LogDirs {
    pub cluster_id: String,
    pub dirs: Vec<LogDir>,
}

#[derive(Debug)]
struct Lock {
    path: PathBuf,
    /// Held only to be closed last: closing it gives the lock up.
    _file: File,
}

impl LogDirs {
    /// Locks and identifies every directory, or says why the node must not start. A directory without an id, as 3.6 and
    /// before left them, is given one here. `how_to_format` goes to whoever has not done it.
    pub fn open(
        paths: &[PathBuf],
        node_id: i32,
        how_to_format: &str,
        rng: &mut Rng,
        now: Timestamp,
    ) -> Result<LogDirs, String> {
        let mut locks = Vec::new();
        for path in paths.iter().filter(|path| path.is_dir()) {
            locks.push((path.clone(), Lock::take(path)?));
        }
        let found = paths.iter().map(|path| MetaProperties::read(path)).collect::<Result<Vec<_>, _>>()?;
        let Some(cluster_id) = found.iter().flatten().map(|meta| meta.cluster_id.clone()).next() else {
            let states: Vec<String> = paths.iter().map(|path| unformatted(path)).collect();
            return Err(format!(
                "No readable meta.properties files found. {}. {how_to_format}",
                states.join(", ")
            ));
        };
        let mut dirs = Vec::new();
        for (path, meta) in paths.iter().zip(found) {
            let Some(mut meta) = meta else {
                return Err(format!(
                    "No `meta.properties` found in {} (have you run `kafka-storage.sh` to format the directory?)",
                    path.display()
                ));
            };
            meta.verify(path, &cluster_id, node_id)?;
            let id = meta.directory_id.unwrap_or_else(|| Uuid::random(rng));
            if meta.directory_id.is_none() {
                meta.directory_id = Some(id);
                meta.write(path, now.0).map_err(|e| format!("{}: {e}", path.display()))?;
            }
            if let Some(twin) = dirs.iter().find(|dir: &&LogDir| dir.id == id) {
                return Err(format!(
                    "Duplicate directory id {id} in {} and {}",
                    twin.path.display(),
                    path.display()
                ));
            }
            let at = locks.iter().position(|(locked, _)| locked == path);
            let (_, lock) =
                locks.swap_remove(at.expect("a directory with meta.properties was there to be locked"));
            dirs.push(LogDir { path: path.clone(), id, lock });
        }
        Ok(LogDirs { cluster_id, dirs })
    }

    /// Gives the locks up and takes the files away, as a clean stop of Kafka does. Without this call, as after a crash,
    /// the file stays and the lock goes with the process.
    pub fn release(self) {
        for dir in self.dirs {
            // Removed while still held, so that nobody can have taken the file that goes away.
            let _ = std::fs::remove_file(&dir.lock.path);
        }
    }
}

/// What a directory without `meta.properties` is, for people.
fn unformatted(path: &Path) -> String {
    let holds_files = |entries: std::fs::ReadDir| entries.flatten().any(|e| e.file_name() != ".lock");
    let state = match std::fs::read_dir(path).map(holds_files) {
        Ok(false) => "is not formatted",
        Ok(true) => "holds other files and is not formatted",
        Err(_) => "does not exist",
    };
    format!("{} {state}", path.display())
}

impl Lock {
    fn take(dir: &Path) -> Result<Lock, String> {
        let path = dir.join(".lock");
        let unusable = |e: std::io::Error| format!("Failed to open {}: {e}", path.display());
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(unusable)?;
        if !os::try_lock(&file).map_err(unusable)? {
            return Err(format!(
                "Failed to acquire lock on file .lock in {}. A Kafka instance in another process or thread is using this \
                 directory.",
                dir.display()
            ));
        }
        Ok(Lock { path, _file: file })
    }
}
