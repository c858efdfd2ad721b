//! A disk in memory that can lose what was not synced, fail, and stop at any file operation.
//!
//! Each file has its bytes and those that a crash would leave; names made, changed and removed since the last sync of a
//! directory are kept in order. A crash leaves of each file the synced bytes and, by chance, some of the later writes
//! whole or torn; of the changes of names the first few, as a journalling filesystem does.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, IoSlice};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use protocol::{Rng, Timestamp};
use storage::file::{DirEntry, Disk, File, OpenMode};

#[derive(Clone, Default)]
struct Node {
    bytes: Vec<u8>,
    synced: Vec<u8>,
}

enum Change {
    Put(PathBuf, Arc<Mutex<Node>>),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
}

#[derive(Default)]
struct State {
    names: BTreeMap<PathBuf, Arc<Mutex<Node>>>,
    durable_names: BTreeMap<PathBuf, Arc<Mutex<Node>>>,
    journal: Vec<Change>,
    dirs: std::collections::BTreeSet<PathBuf>,
    operations: u64,
    read_pages: u64,
    stop_after: Option<u64>,
    fail_writes: bool,
}

#[derive(Clone, Default)]
pub struct MemDisk(Arc<Mutex<State>>);

struct MemFile {
    disk: MemDisk,
    node: Arc<Mutex<Node>>,
}

impl MemDisk {
    /// Every operation beyond the `count`th from now on fails, as if the machine had stopped.
    pub fn stop_after(&self, count: u64) {
        let mut state = self.0.lock().unwrap();
        state.stop_after = Some(state.operations + count);
    }

    pub fn operations(&self) -> u64 {
        self.0.lock().unwrap().operations
    }

    /// What was read, in pages of 4 KiB, every read counted as one at least.
    pub fn read_pages(&self) -> u64 {
        self.0.lock().unwrap().read_pages
    }

    /// Writes fail half-way from now on.
    pub fn fail_writes(&self, fail: bool) {
        self.0.lock().unwrap().fail_writes = fail;
    }

    /// The process is killed: everything written stays.
    pub fn kill(&self) {
        self.0.lock().unwrap().stop_after = None;
    }

    /// The machine loses power.
    pub fn crash(&self, rng: &mut Rng) {
        let mut state = self.0.lock().unwrap();
        state.stop_after = None;
        let kept = rng.below(state.journal.len() as u64 + 1) as usize;
        let journal: Vec<Change> = state.journal.drain(..).take(kept).collect();
        apply(&mut state.durable_names, journal);
        let names = std::mem::take(&mut state.durable_names);
        let mut fresh = BTreeMap::new();
        for (path, node) in names {
            let node = node.lock().unwrap();
            let mut bytes = node.synced.clone();
            // Later writes reach the disk in pages, in any order.
            let longer = rng.below(3);
            if longer > 0 {
                let len = if longer == 1 {
                    node.bytes.len()
                } else {
                    rng.below(node.bytes.len() as u64 + 1) as usize
                };
                bytes.resize(len.max(bytes.len().min(node.bytes.len())), 0);
                let all = rng.one_in(2);
                for (page, chunk) in bytes.chunks_mut(512).enumerate() {
                    if all || rng.one_in(2) {
                        let from = page * 512;
                        let source = &node.bytes
                            [from.min(node.bytes.len())..(from + chunk.len()).min(node.bytes.len())];
                        chunk[..source.len()].copy_from_slice(source);
                    }
                }
            }
            fresh.insert(path, Arc::new(Mutex::new(Node { synced: bytes.clone(), bytes })));
        }
        state.names = fresh.clone();
        state.durable_names = fresh;
    }

    /// Files by path, as readers see them.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let state = self.0.lock().unwrap();
        state.names.iter().map(|(path, node)| (path.clone(), node.lock().unwrap().bytes.clone())).collect()
    }

    /// Puts a file there, durable.
    pub fn put(&self, path: &Path, bytes: Vec<u8>) {
        let node = Arc::new(Mutex::new(Node { synced: bytes.clone(), bytes }));
        let mut state = self.0.lock().unwrap();
        state.names.insert(path.to_owned(), node.clone());
        state.durable_names.insert(path.to_owned(), node);
        let mut dir = path.parent();
        while let Some(path) = dir {
            state.dirs.insert(path.to_owned());
            dir = path.parent();
        }
    }

    fn operation(&self) -> io::Result<std::sync::MutexGuard<'_, State>> {
        let mut state = self.0.lock().unwrap();
        state.operations += 1;
        if state.stop_after.is_some_and(|stop| state.operations > stop) {
            return Err(io::Error::other("the machine has stopped"));
        }
        Ok(state)
    }
}

fn apply(names: &mut BTreeMap<PathBuf, Arc<Mutex<Node>>>, journal: Vec<Change>) {
    for change in journal {
        match change {
            Change::Put(path, node) => {
                names.insert(path, node);
            }
            Change::Rename(from, to) => {
                if let Some(node) = names.remove(&from) {
                    names.insert(to, node);
                }
            }
            Change::Remove(path) => {
                names.remove(&path);
            }
        }
    }
}

impl File for MemFile {
    fn read_at(&self, buf: &mut [u8], position: u64) -> io::Result<usize> {
        self.disk.0.lock().unwrap().read_pages += (buf.len() as u64).div_ceil(4096).max(1);
        let node = self.node.lock().unwrap();
        let rest = node.bytes.get(position as usize..).unwrap_or(&[]);
        let len = rest.len().min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<()> {
        let fail = self.disk.operation()?.fail_writes;
        let bytes = if fail { &bytes[..bytes.len() / 2] } else { bytes };
        let mut node = self.node.lock().unwrap();
        let end = position as usize + bytes.len();
        if node.bytes.len() < end {
            node.bytes.resize(end, 0);
        }
        node.bytes[position as usize..end].copy_from_slice(bytes);
        if fail { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn write_vectored_at(&self, bytes: &[IoSlice<'_>], position: u64) -> io::Result<usize> {
        let all: Vec<u8> = bytes.iter().flat_map(|slice| slice.iter().copied()).collect();
        self.write_at(&all, position)?;
        Ok(all.len())
    }

    fn sync_data(&self) -> io::Result<()> {
        drop(self.disk.operation()?);
        let mut node = self.node.lock().unwrap();
        node.synced = node.bytes.clone();
        Ok(())
    }

    fn sync_all(&self) -> io::Result<()> {
        self.sync_data()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        drop(self.disk.operation()?);
        self.node.lock().unwrap().bytes.resize(len as usize, 0);
        Ok(())
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.node.lock().unwrap().bytes.len() as u64)
    }

    fn allocate(&self, _from: u64, _len: u64) -> io::Result<()> {
        Ok(())
    }
}

impl Disk for MemDisk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        let mut state = self.operation()?;
        let node = match (state.names.get(path), mode) {
            (Some(node), _) => node.clone(),
            (None, OpenMode::Read | OpenMode::Write) => return Err(ErrorKind::NotFound.into()),
            (None, OpenMode::Create | OpenMode::Truncate) => {
                if !path.parent().is_some_and(|dir| state.dirs.contains(dir)) {
                    return Err(ErrorKind::NotFound.into());
                }
                let node = Arc::<Mutex<Node>>::default();
                state.names.insert(path.to_owned(), node.clone());
                state.journal.push(Change::Put(path.to_owned(), node.clone()));
                node
            }
        };
        if mode == OpenMode::Truncate {
            node.lock().unwrap().bytes.clear();
        }
        Ok(Box::new(MemFile { disk: self.clone(), node }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.operation()?;
        if state.dirs.remove(from) {
            state.dirs.insert(to.to_owned());
            let inside: Vec<PathBuf> =
                state.names.keys().filter(|name| name.starts_with(from)).cloned().collect();
            for name in inside {
                let renamed = to.join(name.strip_prefix(from).unwrap());
                let node = state.names.remove(&name).unwrap();
                state.names.insert(renamed.clone(), node);
                state.journal.push(Change::Rename(name, renamed));
            }
            return Ok(());
        }
        let node = state.names.remove(from).ok_or(ErrorKind::NotFound)?;
        state.names.insert(to.to_owned(), node);
        state.journal.push(Change::Rename(from.to_owned(), to.to_owned()));
        Ok(())
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let mut state = self.operation()?;
        state.names.remove(path).ok_or(ErrorKind::NotFound)?;
        state.journal.push(Change::Remove(path.to_owned()));
        Ok(())
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        let mut state = self.operation()?;
        if !state.dirs.remove(path) {
            return Err(ErrorKind::NotFound.into());
        }
        state.names.retain(|name, _| !name.starts_with(path));
        Ok(())
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        let mut state = self.operation()?;
        let mut dir = Some(path);
        while let Some(path) = dir {
            state.dirs.insert(path.to_owned());
            dir = path.parent();
        }
        Ok(())
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        let state = self.operation()?;
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut entries: Vec<DirEntry> = state
            .names
            .iter()
            .filter(|(name, _)| name.parent() == Some(path))
            .map(|(path, node)| DirEntry {
                name: name(path),
                is_dir: false,
                len: node.lock().unwrap().bytes.len() as u64,
                modified: Timestamp(1000),
            })
            .collect();
        let dirs = state.dirs.iter().filter(|dir| dir.parent() == Some(path));
        entries.extend(dirs.map(|dir| DirEntry {
            name: name(dir),
            is_dir: true,
            len: 0,
            modified: Timestamp(0),
        }));
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        let mut state = self.operation()?;
        let state = &mut *state;
        let _ = path;
        let journal = std::mem::take(&mut state.journal);
        apply(&mut state.durable_names, journal);
        Ok(())
    }

    fn free_bytes(&self, _path: &Path) -> io::Result<u64> {
        Ok(1 << 40)
    }
}
