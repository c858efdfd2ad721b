//! The checkpoint files of the log dirs that a core owns: entries merged as they come, written whole.
//!
//! A file is written with temp, sync, rename, sync of the directory, by a job; entries that come meanwhile wait for the
//! next one. The clean marker is the last thing a clean stop writes in a log dir. Of partitions whose log is not open yet
//! the files go on saying what they said when the node started.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use protocol::{Map, Offset, PartitionIndex};
use storage::Disk;
use storage::jobs::dir::{self, Checkpoint};

use crate::effect::{Effect, Effects, Level, io_result};
use crate::event::{CoreId, IoFailure, IoResult, Token};
use crate::mesh::Mesh;
use crate::node::{Identity, Node};
use crate::partition::Partition;

/// What one core says of its partitions in one log dir.
pub struct Entries {
    dir: u16,
    rows: Vec<Row>,
    unclean: bool,
}

struct Row {
    topic: Arc<str>,
    partition: PartitionIndex,
    /// `None` removes the partition from all files.
    offsets: Option<Offsets>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Offsets {
    recovery_point: Option<Offset>,
    /// `None` where the log begins at its first segment's base, which needs no entry.
    log_start: Option<Offset>,
    hw: Option<Offset>,
}

impl Entries {
    /// No entries yet.
    #[must_use]
    pub fn of(dir: u16) -> Self {
        Self { dir, rows: Vec::new(), unclean: false }
    }

    /// A partition that goes on.
    pub fn open(&mut self, partition: &Partition) {
        self.push(partition, partition.log.recovery_point());
    }

    /// A partition that was closed cleanly.
    pub fn closed(&mut self, partition: &Partition) {
        self.push(partition, partition.log.closed_recovery_point());
    }

    /// A partition that could not be closed: its log dir must not be marked clean.
    pub fn unclean(&mut self, partition: &Partition) {
        self.unclean = true;
        self.open(partition);
    }

    /// A partition that is no longer here.
    pub fn remove(&mut self, topic: &Arc<str>, partition: PartitionIndex) {
        self.rows.push(Row { topic: Arc::clone(topic), partition, offsets: None });
    }

    fn push(&mut self, partition: &Partition, recovery_point: Offset) {
        let start = partition.log.log_start();
        let first = partition.log.segments().next().map_or(start, |(base, _, _)| base);
        let offsets = Offsets {
            recovery_point: Some(recovery_point),
            log_start: (start > first).then_some(start),
            hw: Some(partition.hw()),
        };
        self.rows.push(Row {
            topic: Arc::clone(&partition.topic),
            partition: partition.key.partition,
            offsets: Some(offsets),
        });
    }
}

#[derive(Default)]
struct Files {
    offsets: BTreeMap<(Arc<str>, PartitionIndex), Offsets>,
    dirty: bool,
    writing: bool,
    /// The last write failed; said once.
    failing: bool,
    /// Something in the dir was not closed: it is recovered at the next start.
    unclean: bool,
    /// Whether it is done with, marked or not.
    closed: bool,
    /// Out of service: nothing is written there any more, the clean marker least of all.
    failed: bool,
}

impl Files {
    /// What the files of a dir say of the partitions that lie in it.
    fn found(identity: &Identity, dir: u16) -> Self {
        let log_dir = &identity.dirs[usize::from(dir)];
        let here = identity.found.iter().filter(|(_, place)| **place == dir);
        let offsets = here.filter_map(|((topic, partition), _)| {
            let partition = PartitionIndex(*partition);
            let offsets = Offsets {
                recovery_point: log_dir.recovery_point(topic, partition),
                log_start: log_dir.log_start(topic, partition),
                hw: log_dir.high_watermark(topic, partition),
            };
            (offsets != Offsets::default()).then(|| ((Arc::from(topic.as_str()), partition), offsets))
        });
        Self { offsets: offsets.collect(), ..Self::default() }
    }
}

/// See the module's comment.
pub struct Dirs {
    identity: Arc<Identity>,
    files: BTreeMap<u16, Files>,
    jobs: Map<Token, u16>,
    /// Cores whose partitions are closed: nothing more comes from them.
    closed_cores: u16,
    /// The broker epoch to mark the dirs with, once every core has closed.
    asked: Option<Offset>,
    /// The clean marker is owed: the broker epoch.
    closing: Option<Offset>,
    told: bool,
}

impl Dirs {
    /// The dirs that `core` owns.
    #[must_use]
    pub fn new(core: CoreId, identity: &Arc<Identity>) -> Self {
        let files = (0..identity.dirs.len() as u16)
            .filter(|dir| identity.dir_owner(*dir) == core)
            .map(|dir| (dir, Files::found(identity, dir)))
            .collect();
        Self {
            identity: Arc::clone(identity),
            files,
            jobs: Map::default(),
            closed_cores: 0,
            asked: None,
            closing: None,
            told: false,
        }
    }

    /// Takes entries in.
    pub fn merge(&mut self, node: &mut Node, entries: Entries, effects: &mut Effects) {
        let Some(files) = self.files.get_mut(&entries.dir) else { return };
        files.unclean |= entries.unclean;
        for row in entries.rows {
            let key = (row.topic, row.partition);
            match row.offsets {
                Some(offsets) => files.dirty |= files.offsets.insert(key, offsets) != Some(offsets),
                None => files.dirty |= files.offsets.remove(&key).is_some(),
            }
        }
        self.write(node, entries.dir, effects);
    }

    fn write(&mut self, node: &mut Node, dir: u16, effects: &mut Effects) {
        let Some(files) = self.files.get_mut(&dir) else { return };
        let marker = self.closing.filter(|_| !files.dirty && !files.writing);
        if files.failed || files.writing || files.closed || (!files.dirty && marker.is_none()) {
            return;
        }
        if marker.is_some() && files.unclean {
            files.closed = true;
            self.tell(node);
            return;
        }
        files.writing = true;
        files.dirty = false;
        let offsets: Vec<_> = files.offsets.iter().map(|(key, offsets)| (key.clone(), *offsets)).collect();
        let path = self.identity.dirs[usize::from(dir)].path.clone();
        let job = move |disk: &dyn Disk| -> Box<dyn Any + Send> {
            let put = |file: Checkpoint, pick: fn(&Offsets) -> Option<Offset>| {
                let rows = offsets
                    .iter()
                    .filter_map(|((topic, partition), offsets)| Some((&**topic, *partition, pick(offsets)?)));
                let rows: Vec<_> = rows.collect();
                dir::write_checkpoint(disk, &path, file, rows.into_iter())
            };
            let write = || -> std::io::Result<()> {
                if let Some(epoch) = marker {
                    return dir::write_clean_shutdown(disk, &path, epoch.0);
                }
                put(Checkpoint::RecoveryPoint, |offsets| offsets.recovery_point)?;
                put(Checkpoint::LogStart, |offsets| offsets.log_start)?;
                put(Checkpoint::HighWatermark, |offsets| offsets.hw)
            };
            Box::new(io_result(write()).map(|()| marker.is_some()))
        };
        let token = node.token();
        self.jobs.insert(token, dir);
        effects.push(Effect::Job { token, job: Box::new(job) });
    }

    /// A job ended; gives its outcome back if it is for somebody else.
    pub fn job_done(
        &mut self,
        node: &mut Node,
        token: Token,
        outcome: Option<Box<dyn Any + Send>>,
        effects: &mut Effects,
    ) -> Result<(), Option<Box<dyn Any + Send>>> {
        let Some(dir) = self.jobs.remove(&token) else { return Err(outcome) };
        let result =
            outcome.and_then(|outcome| outcome.downcast::<IoResult<bool>>().ok()).map(|result| *result);
        if let Some(files) = self.files.get_mut(&dir) {
            files.writing = false;
        }
        let Some(files) = self.files.get_mut(&dir) else { return Ok(()) };
        match result {
            Some(Ok(is_marked)) => {
                files.failing = false;
                files.closed = is_marked;
            }
            failed => {
                let is_new = !std::mem::replace(&mut files.failing, true);
                let path = ("dir", self.identity.dirs[usize::from(dir)].path.display().to_string());
                let errno = match failed {
                    Some(Err(IoFailure::Broken(errno))) => Some(errno),
                    // Somebody took it away.
                    Some(Err(IoFailure::NotFound)) => Some(2),
                    _ => None,
                };
                if let Some(errno) = errno {
                    let fields = vec![path, ("errno", errno.to_string()), ("file", "checkpoints".to_owned())];
                    effects.log(Level::Error, "the log dir failed; out of service until restart", fields);
                    for core in 0..self.identity.shards {
                        node.send(CoreId(core), Mesh::DirFailed(dir));
                    }
                } else if is_new {
                    let fields = vec![path, ("error", format!("{failed:?}"))];
                    effects.log(Level::Warn, "the checkpoint files cannot be written", fields);
                }
                // Written with the next entries that come; without its marker the dir is recovered at the next start.
                files.dirty = true;
                files.closed = self.closing.is_some();
            }
        }
        if files.closed {
            self.tell(node);
            return Ok(());
        }
        if files.failing {
            return Ok(());
        }
        self.write(node, dir, effects);
        Ok(())
    }

    /// All partitions of the node are closed: the last checkpoints, then the clean marker.
    pub fn close(&mut self, node: &mut Node, epoch: Offset, effects: &mut Effects) {
        self.asked = Some(epoch);
        self.maybe_mark(node, effects);
    }

    /// A core has closed its partitions. Its entries have come before this; the word of the core that asks for the marker
    /// may come before those of others.
    pub fn logs_closed(&mut self, node: &mut Node, effects: &mut Effects) {
        self.closed_cores += 1;
        self.maybe_mark(node, effects);
    }

    fn maybe_mark(&mut self, node: &mut Node, effects: &mut Effects) {
        if self.closing.is_some() || self.asked.is_none() || self.closed_cores < self.identity.shards {
            return;
        }
        self.closing = self.asked;
        for dir in self.files.keys().copied().collect::<Vec<_>>() {
            self.write(node, dir, effects);
        }
        self.tell(node);
    }

    /// A log dir is out of service.
    pub fn failed(&mut self, node: &mut Node, dir: u16) {
        if let Some(files) = self.files.get_mut(&dir) {
            files.failed = true;
            self.tell(node);
        }
    }

    /// Says once that all dirs are done with.
    fn tell(&mut self, node: &mut Node) {
        let is_done = self.closing.is_some() && self.files.values().all(|files| files.failed || files.closed);
        if is_done && !std::mem::replace(&mut self.told, true) {
            node.send(CoreId(0), Mesh::DirsClosed);
        }
    }
}
