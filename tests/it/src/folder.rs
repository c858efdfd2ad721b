//! A folder that exists as long as its value.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Removed when dropped, unless `CORELOG_KEEP` is set.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A new one below the system's place for temporary files.
    pub fn new(word: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("corelog-{word}-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a writable place for temporary files");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file in it and returns its path.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.join(name);
        std::fs::write(&path, text).expect("a writable folder");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if std::env::var_os("CORELOG_KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}
