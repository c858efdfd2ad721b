//! A disk in memory that loses what was not synced, runs full, fails, and stops the machine at any operation.
//!
//! A crash of the process keeps all that was written. A crash of the machine keeps of each file
//! the synced bytes and, by chance, pages written later (none, all, the first ones or any), and of each directory the
//! first few of its pending changes in order.
//!
//! Invariants:
//! - Every operation that changes something may be the machine's last; it is carried out in part then.
//! - Once stopped, every operation fails until the next start; handles of an earlier start fail for ever.
//! - After a failed sync the pages count as clean without being durable, as with Linux.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, IoSlice};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::{Rng, Timestamp};
use storage::file::{DirEntry, Disk, File, OpenMode};

use crate::faults::{Faults, Kind};
use crate::inode::{Change, DirNode, FileNode, Inode, logs_of, name_of, parent_of, resize};
use crate::jobs;
use crate::trace::Trace;

/// Files with their bytes.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crash {
    /// The process is killed: what was written stays.
    Process,
    /// The machine loses power: what was not synced may go.
    Machine,
}

/// See the module's comment.
#[derive(Clone)]
pub struct SimDisk(Arc<Mutex<State>>);

struct State {
    inodes: Vec<Inode>,
    start: u32,
    operations: u64,
    stop_after: Option<u64>,
    stopped: bool,
    now: Timestamp,
    rng: Rng,
    faults: Faults,
    trace: Trace,
}

struct SimFile {
    disk: SimDisk,
    inode: usize,
    start: u32,
    path: PathBuf,
}

const ROOT: usize = 0;
/// Numbers of operations in the trace.
const SYNC: u64 = 2;
const SYNC_DIR: u64 = 10;

impl SimDisk {
    /// An empty disk.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(State {
            inodes: vec![Inode::Dir(DirNode::default())],
            start: 0,
            operations: 0,
            stop_after: None,
            stopped: false,
            now: Timestamp(0),
            rng: Rng::new(seed),
            faults: Faults::default(),
            trace: Trace::default(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("nobody panics while holding the disk")
    }

    /// What new files are dated.
    pub fn set_now(&self, now: Timestamp) {
        self.state().now = now;
    }

    /// The `count`th changing operation from now on is the last one.
    pub fn stop_after(&self, count: u64) {
        let mut state = self.state();
        state.stop_after = Some(state.operations + count);
    }

    /// Whether the machine has stopped within an operation.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.state().stopped
    }

    /// A digest of all changing operations so far.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.state().trace.digest()
    }

    /// Below `dir` nothing can grow any more, or all can again.
    pub fn set_full(&self, dir: Option<PathBuf>) {
        self.state().faults.set_full(dir);
    }

    /// The `count`th operation of a kind below `dir` from now on fails.
    pub fn fail(&self, kind: Kind, dir: PathBuf, count: u64) {
        self.state().faults.fail(kind, dir, count);
    }

    /// Takes back failures that have not come to pass.
    pub fn heal(&self) {
        let mut state = self.state();
        state.faults.set_full(None);
        state.faults.forget();
        state.stop_after = None;
    }

    /// How many operations met an injected failure since the last start.
    #[must_use]
    pub fn faults_met(&self) -> u64 {
        self.state().faults.met()
    }

    /// Stops the machine: every operation fails until the crash is over.
    pub fn stop(&self) {
        self.state().stopped = true;
    }

    /// Ends a run; the next one finds what the crash leaves.
    pub fn crash(&self, crash: Crash) {
        let mut state = self.state();
        let state = &mut *state;
        state.start += 1;
        state.stopped = false;
        state.faults.restart();
        state.stop_after = None;
        if crash == Crash::Machine {
            let keep = state.rng.below(4);
            for inode in &mut state.inodes {
                match inode {
                    Inode::File(file) => file.lose(keep, &mut state.rng),
                    Inode::Dir(dir) => dir.lose(keep, &mut state.rng),
                }
            }
        }
    }

    /// What the logs' directories hold, as readers see it.
    #[must_use]
    pub fn files(&self) -> Files {
        let state = self.state();
        let mut out = Files::new();
        logs_of(&state.inodes, ROOT, Path::new("/"), false, &mut out);
        out
    }

    /// The same as a crash of the machine leaves it at least.
    #[must_use]
    pub fn durable_files(&self) -> Files {
        let state = self.state();
        let mut out = Files::new();
        logs_of(&state.inodes, ROOT, Path::new("/"), true, &mut out);
        out
    }
}

fn stopped() -> io::Error {
    io::Error::other("the machine has stopped")
}

impl State {
    fn find(&self, path: &Path) -> io::Result<usize> {
        let mut at = ROOT;
        for part in path.components() {
            if let std::path::Component::Normal(name) = part {
                let name = name.to_str().ok_or(ErrorKind::InvalidInput)?;
                let Inode::Dir(dir) = &self.inodes[at] else { return Err(ErrorKind::NotADirectory.into()) };
                at = *dir.names.get(name).ok_or(ErrorKind::NotFound)?;
            }
        }
        Ok(at)
    }

    fn dir(&mut self, path: &Path) -> io::Result<&mut DirNode> {
        let at = self.find(path)?;
        match &mut self.inodes[at] {
            Inode::Dir(dir) => Ok(dir),
            Inode::File(_) => Err(ErrorKind::NotADirectory.into()),
        }
    }

    fn file(&mut self, inode: usize) -> &mut FileNode {
        match &mut self.inodes[inode] {
            Inode::File(file) => file,
            Inode::Dir(_) => unreachable!("only files are opened"),
        }
    }

    fn add(&mut self, inode: Inode) -> usize {
        self.inodes.push(inode);
        self.inodes.len() - 1
    }

    /// Counts an operation that changes something; true if the machine stops within it.
    fn operation(&mut self, what: u64, path: &Path) -> io::Result<bool> {
        if self.stopped {
            return Err(stopped());
        }
        self.operations += 1;
        self.trace.add(what);
        self.trace.add_bytes(path.as_os_str().as_encoded_bytes());
        if self.stop_after.is_some_and(|stop| self.operations >= stop) {
            self.stopped = true;
        }
        Ok(self.stopped)
    }

    /// An operation that is either done or not.
    fn whole_operation(&mut self, what: u64, path: &Path) -> io::Result<()> {
        if self.operation(what, path)? && self.rng.one_in(2) {
            return Err(stopped());
        }
        let kind = if matches!(what, SYNC | SYNC_DIR) { Kind::Sync } else { Kind::Change };
        self.faults.meet(kind, path).map_or(Ok(()), Err)
    }

    fn end_of_operation(&self) -> io::Result<()> {
        if self.stopped { Err(stopped()) } else { Ok(()) }
    }

    fn write(&mut self, inode: usize, path: &Path, bytes: &[u8], position: u64) -> io::Result<()> {
        let last = self.operation(1, path)?;
        self.trace.add(position);
        self.trace.add_bytes(bytes);
        let position = position as usize;
        let fails = self.faults.meet(Kind::Write, path);
        let len = self.file(inode).bytes.len();
        let is_full = self.faults.is_full(path) && position + bytes.len() > len;
        let part = if is_full {
            let room = len.saturating_sub(position);
            room + self.rng.below((bytes.len() - room) as u64) as usize
        } else if last || fails.is_some() {
            self.rng.below(bytes.len() as u64 + 1) as usize
        } else {
            bytes.len()
        };
        let now = self.now;
        let file = self.file(inode);
        if part > 0 {
            if file.bytes.len() < position + part {
                resize(&mut file.bytes, position + part);
            }
            file.bytes[position..position + part].copy_from_slice(&bytes[..part]);
            file.written.push((position.min(len), position + part));
        }
        file.modified = now;
        if last {
            return Err(stopped());
        }
        if is_full {
            return Err(self.faults.no_room());
        }
        fails.map_or(Ok(()), Err)
    }

    fn sync(&mut self, inode: usize, path: &Path) -> io::Result<()> {
        if let Err(error) = self.whole_operation(SYNC, path) {
            if !self.stopped {
                self.file(inode).written.clear();
            }
            return Err(error);
        }
        self.file(inode).sync();
        self.end_of_operation()
    }
}

impl SimFile {
    fn state(&self) -> io::Result<MutexGuard<'_, State>> {
        jobs::pause();
        let state = self.disk.state();
        if state.start != self.start || state.stopped {
            return Err(stopped());
        }
        Ok(state)
    }
}

impl File for SimFile {
    fn read_at(&self, buf: &mut [u8], position: u64) -> io::Result<usize> {
        let mut state = self.state()?;
        if let Some(error) = state.faults.meet(Kind::Read, &self.path) {
            return Err(error);
        }
        let file = state.file(self.inode);
        let rest = file.bytes.get(position as usize..).unwrap_or(&[]);
        let len = rest.len().min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<()> {
        self.state()?.write(self.inode, &self.path, bytes, position)
    }

    fn write_vectored_at(&self, bytes: &[IoSlice<'_>], position: u64) -> io::Result<usize> {
        let mut all = Vec::new();
        bytes.iter().for_each(|slice| all.extend_from_slice(slice));
        self.write_at(&all, position)?;
        Ok(all.len())
    }

    fn sync_data(&self) -> io::Result<()> {
        self.state()?.sync(self.inode, &self.path)
    }

    fn sync_all(&self) -> io::Result<()> {
        self.sync_data()
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.state()?;
        state.whole_operation(3, &self.path)?;
        let now = state.now;
        let file = state.file(self.inode);
        let len = len as usize;
        if len < file.bytes.len() {
            file.cut = Some(file.cut.unwrap_or(len).min(len));
        } else if len > file.bytes.len() {
            file.written.push((file.bytes.len(), len));
        }
        resize(&mut file.bytes, len);
        file.modified = now;
        state.end_of_operation()
    }

    fn len(&self) -> io::Result<u64> {
        let mut state = self.state()?;
        Ok(state.file(self.inode).bytes.len() as u64)
    }

    fn allocate(&self, _from: u64, _len: u64) -> io::Result<()> {
        Ok(())
    }
}

impl Disk for SimDisk {
    fn open(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        jobs::pause();
        let mut state = self.state();
        if state.stopped {
            return Err(stopped());
        }
        let inode = match (state.find(path), mode) {
            (Ok(inode), _) if matches!(state.inodes[inode], Inode::Dir(_)) => {
                return Err(ErrorKind::IsADirectory.into());
            }
            (Ok(inode), OpenMode::Truncate) => {
                state.whole_operation(4, path)?;
                let file = state.file(inode);
                file.bytes.clear();
                file.cut = Some(0);
                file.written.clear();
                inode
            }
            (Ok(inode), _) => inode,
            (Err(error), OpenMode::Read | OpenMode::Write) => return Err(error),
            (Err(_), OpenMode::Create | OpenMode::Truncate) => {
                let (parent, name) = (parent_of(path)?, name_of(path)?);
                state.dir(parent)?;
                state.whole_operation(5, path)?;
                if state.faults.is_full(path) && state.rng.one_in(2) {
                    return Err(state.faults.no_room());
                }
                let modified = state.now;
                let inode = state.add(Inode::File(FileNode { modified, ..FileNode::default() }));
                let dir = state.dir(parent)?;
                dir.names.insert(name.clone(), inode);
                dir.pending.push(Change::Link(name, inode));
                inode
            }
        };
        state.end_of_operation()?;
        let start = state.start;
        drop(state);
        Ok(Box::new(SimFile { disk: self.clone(), inode, start, path: path.to_owned() }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        jobs::pause();
        let mut state = self.state();
        state.find(from)?;
        state.whole_operation(6, to)?;
        assert_eq!(from.parent(), to.parent(), "renames stay within a directory");
        let (old, new) = (name_of(from)?, name_of(to)?);
        let target = state.find(to).ok();
        if let Some(Inode::Dir(dir)) = target.map(|inode| &state.inodes[inode])
            && !dir.names.is_empty()
        {
            return Err(io::Error::from_raw_os_error(39));
        }
        let dir = state.dir(parent_of(from)?)?;
        let inode = dir.names.remove(&old).ok_or(ErrorKind::NotFound)?;
        dir.names.insert(new.clone(), inode);
        dir.pending.push(Change::Rename(old, new));
        state.end_of_operation()
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        jobs::pause();
        let mut state = self.state();
        let inode = state.find(path)?;
        if matches!(state.inodes[inode], Inode::Dir(_)) {
            return Err(ErrorKind::IsADirectory.into());
        }
        state.whole_operation(7, path)?;
        let name = name_of(path)?;
        let dir = state.dir(parent_of(path)?)?;
        dir.names.remove(&name);
        dir.pending.push(Change::Unlink(name));
        state.end_of_operation()
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        let entries = self.list(path)?;
        for entry in entries {
            let below = path.join(&entry.name);
            if entry.is_dir {
                self.remove_dir_all(&below)?;
            } else {
                self.remove_file(&below)?;
            }
        }
        jobs::pause();
        let mut state = self.state();
        state.whole_operation(8, path)?;
        let name = name_of(path)?;
        let dir = state.dir(parent_of(path)?)?;
        dir.names.remove(&name);
        dir.pending.push(Change::Unlink(name));
        state.end_of_operation()
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        if self.state().find(path).is_ok() {
            return Ok(());
        }
        self.create_dir_all(parent_of(path)?)?;
        jobs::pause();
        let mut state = self.state();
        state.whole_operation(9, path)?;
        let inode = state.add(Inode::Dir(DirNode::default()));
        let name = name_of(path)?;
        let dir = state.dir(parent_of(path)?)?;
        dir.names.insert(name.clone(), inode);
        dir.pending.push(Change::Link(name, inode));
        state.end_of_operation()
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        jobs::pause();
        let mut state = self.state();
        if state.stopped {
            return Err(stopped());
        }
        let names: Vec<(String, usize)> =
            state.dir(path)?.names.iter().map(|(name, inode)| (name.clone(), *inode)).collect();
        let entry = |(name, inode): (String, usize)| match &state.inodes[inode] {
            Inode::Dir(_) => DirEntry { name, is_dir: true, len: 0, modified: Timestamp(0) },
            Inode::File(file) => {
                DirEntry { name, is_dir: false, len: file.bytes.len() as u64, modified: file.modified }
            }
        };
        Ok(names.into_iter().map(entry).collect())
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        jobs::pause();
        let mut state = self.state();
        state.dir(path)?;
        state.whole_operation(SYNC_DIR, path)?;
        state.dir(path)?.sync();
        state.end_of_operation()
    }

    fn free_bytes(&self, path: &Path) -> io::Result<u64> {
        let is_full = self.state().faults.is_full(path);
        Ok(if is_full { 0 } else { 1 << 40 })
    }
}
