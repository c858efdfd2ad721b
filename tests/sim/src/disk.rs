//! A disk in memory that loses what was not synced, runs full, fails, and stops the machine at any operation.
//!
//! Files have the bytes that readers see and those that are durable; a directory has its names and the changes to them
//! that are not durable yet. A crash of the process keeps all that was written. A crash of the machine keeps of each file
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
use storage::names;

use crate::jobs;
use crate::trace::Trace;

/// The unit in which unsynced data reaches the disk.
const PAGE_BYTES: usize = 512;
const ENOSPC: i32 = 28;
const EIO: i32 = 5;

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
    full: Option<PathBuf>,
    fail_write: Option<(PathBuf, u64)>,
    fail_sync: Option<(PathBuf, u64)>,
    faults_met: u64,
    trace: Trace,
}

enum Inode {
    File(FileNode),
    Dir(DirNode),
}

#[derive(Default)]
struct FileNode {
    bytes: Vec<u8>,
    durable: Vec<u8>,
    /// Ranges written since the last sync.
    written: Vec<(usize, usize)>,
    /// The shortest length since the last sync.
    cut: Option<usize>,
    modified: Timestamp,
}

#[derive(Default)]
struct DirNode {
    names: BTreeMap<String, usize>,
    durable: BTreeMap<String, usize>,
    pending: Vec<Change>,
}

enum Change {
    Link(String, usize),
    Unlink(String),
    Rename(String, String),
}

struct SimFile {
    disk: SimDisk,
    inode: usize,
    start: u32,
    path: PathBuf,
}

const ROOT: usize = 0;

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
            full: None,
            fail_write: None,
            fail_sync: None,
            faults_met: 0,
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

    /// Changing operations so far.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.state().operations
    }

    /// A digest of all changing operations so far.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.state().trace.digest()
    }

    /// Below `dir` nothing can grow any more, or all can again.
    pub fn set_full(&self, dir: Option<PathBuf>) {
        self.state().full = dir;
    }

    /// The `count`th write below `dir` from now on fails.
    pub fn fail_write(&self, dir: PathBuf, count: u64) {
        self.state().fail_write = Some((dir, count));
    }

    /// The `count`th sync below `dir` from now on fails.
    pub fn fail_sync(&self, dir: PathBuf, count: u64) {
        self.state().fail_sync = Some((dir, count));
    }

    /// Takes back failures that have not come to pass.
    pub fn heal(&self) {
        let mut state = self.state();
        (state.full, state.fail_write, state.fail_sync) = (None, None, None);
        state.stop_after = None;
    }

    /// How many operations met an injected failure since the last start.
    #[must_use]
    pub fn faults_met(&self) -> u64 {
        self.state().faults_met
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
        state.faults_met = 0;
        state.stop_after = None;
        state.fail_write = None;
        state.fail_sync = None;
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
        state.walk(ROOT, Path::new("/"), false, &mut out);
        out
    }

    /// The same as a crash of the machine leaves it at least.
    #[must_use]
    pub fn durable_files(&self) -> Files {
        let state = self.state();
        let mut out = Files::new();
        state.walk(ROOT, Path::new("/"), true, &mut out);
        out
    }
}

impl FileNode {
    fn sync(&mut self) {
        if let Some(cut) = self.cut.take() {
            self.durable.truncate(cut);
        }
        resize(&mut self.durable, self.bytes.len());
        for (from, to) in self.written.drain(..) {
            let to = to.min(self.bytes.len());
            if from < to {
                self.durable[from..to].copy_from_slice(&self.bytes[from..to]);
            }
        }
    }

    /// What is left of it when the power goes.
    fn lose(&mut self, keep: u64, rng: &mut Rng) {
        let mut left = std::mem::take(&mut self.durable);
        let now = self.bytes.len();
        let is_whole = keep == 3 || rng.one_in(3);
        if (is_whole || (keep > 0 && rng.one_in(2)))
            && let Some(cut) = self.cut
        {
            left.truncate(cut);
        }
        let reached = match keep {
            0 => 0,
            _ if is_whole => now,
            _ => rng.below(now as u64 + 1) as usize,
        };
        if reached > left.len() {
            resize(&mut left, reached);
        }
        let in_order = rng.one_in(2);
        if keep > 0 {
            for (from, to) in &self.written {
                let to = (*to).min(left.len()).min(now);
                let mut at = *from;
                while at < to {
                    let next = ((at / PAGE_BYTES + 1) * PAGE_BYTES).min(to);
                    if is_whole || (in_order && at < reached) || (!in_order && rng.one_in(2)) {
                        left[at..next].copy_from_slice(&self.bytes[at..next]);
                    }
                    at = next;
                }
            }
        }
        self.bytes.clone_from(&left);
        self.durable = left;
        self.written.clear();
        self.cut = None;
    }
}

impl DirNode {
    fn sync(&mut self) {
        self.durable.clone_from(&self.names);
        self.pending.clear();
    }

    fn lose(&mut self, keep: u64, rng: &mut Rng) {
        let count = match keep {
            0 => 0,
            3 => self.pending.len(),
            _ => rng.below(self.pending.len() as u64 + 1) as usize,
        };
        for change in self.pending.drain(..).take(count) {
            match change {
                Change::Link(name, inode) => drop(self.durable.insert(name, inode)),
                Change::Unlink(name) => drop(self.durable.remove(&name)),
                Change::Rename(from, to) => {
                    if let Some(inode) = self.durable.remove(&from) {
                        self.durable.insert(to, inode);
                    }
                }
            }
        }
        self.names.clone_from(&self.durable);
    }
}

/// `Vec::resize` with zeros, which goes byte by byte in a build that is not optimised.
pub fn resize(bytes: &mut Vec<u8>, len: usize) {
    match len.checked_sub(bytes.len()) {
        Some(more) => bytes.extend_from_slice(&vec![0; more]),
        None => bytes.truncate(len),
    }
}

fn name_of(path: &Path) -> io::Result<String> {
    path.file_name().and_then(|name| name.to_str()).map(str::to_owned).ok_or(ErrorKind::InvalidInput.into())
}

fn parent_of(path: &Path) -> io::Result<&Path> {
    path.parent().ok_or(ErrorKind::InvalidInput.into())
}

fn stopped() -> io::Error {
    io::Error::other("the machine has stopped")
}

impl State {
    fn walk(&self, dir: usize, path: &Path, durable: bool, out: &mut Files) {
        let Inode::Dir(node) = &self.inodes[dir] else { return };
        for (name, inode) in if durable { &node.durable } else { &node.names } {
            match &self.inodes[*inode] {
                Inode::Dir(_) => self.walk(*inode, &path.join(name), durable, out),
                Inode::File(file) if name.ends_with(names::LOG) || name == names::PARTITION_METADATA => {
                    let bytes = if durable { &file.durable } else { &file.bytes };
                    out.insert(path.join(name), bytes.clone());
                }
                Inode::File(_) => {}
            }
        }
    }

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
        Ok(())
    }

    fn end_of_operation(&self) -> io::Result<()> {
        if self.stopped { Err(stopped()) } else { Ok(()) }
    }

    fn is_due(slot: &mut Option<(PathBuf, u64)>, path: &Path) -> bool {
        let Some((dir, count)) = slot else { return false };
        if !path.starts_with(&*dir) {
            return false;
        }
        *count = count.saturating_sub(1);
        let is_due = *count == 0;
        if is_due {
            *slot = None;
        }
        is_due
    }

    fn write(&mut self, inode: usize, path: &Path, bytes: &[u8], position: u64) -> io::Result<()> {
        let last = self.operation(1, path)?;
        self.trace.add(position);
        self.trace.add_bytes(bytes);
        let position = position as usize;
        let fails = Self::is_due(&mut self.fail_write, path);
        let len = self.file(inode).bytes.len();
        let is_full =
            self.full.as_ref().is_some_and(|dir| path.starts_with(dir)) && position + bytes.len() > len;
        let part = if is_full {
            let room = len.saturating_sub(position);
            room + self.rng.below((bytes.len() - room) as u64) as usize
        } else if last || fails {
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
        if is_full || fails {
            self.faults_met += 1;
            return Err(io::Error::from_raw_os_error(if is_full { ENOSPC } else { EIO }));
        }
        Ok(())
    }

    fn sync(&mut self, inode: usize, path: &Path) -> io::Result<()> {
        self.whole_operation(2, path)?;
        if Self::is_due(&mut self.fail_sync, path) {
            self.faults_met += 1;
            let file = self.file(inode);
            file.written.clear();
            return Err(io::Error::from_raw_os_error(EIO));
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
        state.whole_operation(10, path)?;
        if State::is_due(&mut state.fail_sync, path) {
            state.faults_met += 1;
            return Err(io::Error::from_raw_os_error(EIO));
        }
        state.dir(path)?.sync();
        state.end_of_operation()
    }

    fn free_bytes(&self, path: &Path) -> io::Result<u64> {
        let is_full = self.state().full.as_ref().is_some_and(|dir| path.starts_with(dir));
        Ok(if is_full { 0 } else { 1 << 40 })
    }
}
