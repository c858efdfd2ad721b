//! Opening the logs of a core's partitions, at the start and as topics are made: which log dir, what is found there, and what
//! became of it.

use std::any::Any;
use std::sync::Arc;

use protocol::{Now, Offset, Rng, Uuid};
use storage::jobs::{dir, open};
use storage::names::{DirKind, DirName};
use storage::{Disk, Loaded, Log};

use super::{Job, Logs, OPENING_MAX, damaged, log_config};
use crate::dirs::Entries;
use crate::effect::{Effect, Effects, Level, io_failure, io_result};
use crate::event::{CoreId, IoFailure, IoResult};
use crate::mesh::{Mesh, PartitionKey};
use crate::node::Node;
use crate::owner::Owner;
use crate::partition::Partition;

/// How long to wait before a directory that is still another topic's is looked at again.
const BUSY_RETRY_MS: i64 = 10;
/// How long to wait before a log that found its log dir full is opened again.
const FULL_RETRY_MS: i64 = 1_000;

/// What an opened log brings back.
pub(super) enum Opened {
    /// The log, what had to be done to it if it was there before, and to its directory.
    Log(Loaded, Option<open::OpenReport>, Option<Resolved>),
    /// The directory still belongs to a topic of that name that is being deleted: try again.
    Busy,
}

/// What became of a directory that does not say that it is of the topic.
pub(super) enum Resolved {
    /// It says nothing, and the metadata places the partition here: nobody else's records bear its name.
    Adopted,
    /// It is of a topic of that name that is no more, and bears this name now.
    SetAside(String),
}

impl Logs {
    /// Opens logs that wait, a few at a time.
    pub(super) fn open_next(&mut self, now: Now, node: &mut Node, owner: &Owner, effects: &mut Effects) {
        while self.opening < OPENING_MAX && !self.closing && !self.closed {
            let Some(key) = self.waiting.pop() else { return };
            let Some(entry) = node.topic(key.topic).map(Arc::clone) else { continue };
            let name = DirName::current(&entry.name, key.partition);
            let found = self.identity.found.get(&(entry.name.to_string(), key.partition.0)).copied();
            let place = found.unwrap_or_else(|| self.choose_dir(node, owner, key));
            let log_dir = &self.identity.dirs[usize::from(place)];
            let (root, path) = (log_dir.path.clone(), log_dir.path.join(&name));
            let config = log_config(&entry.config, node);
            let topic = entry.name.as_ref();
            let options = open::OpenRules {
                config: config.clone(),
                now: now.wall,
                clean: log_dir.clean,
                recovery_point: log_dir.recovery_point(topic, key.partition).unwrap_or(Offset::ZERO),
                log_start: log_dir.log_start(topic, key.partition),
                holes_above_recovery_point: log_dir.system_restarted,
            };
            let stray = DirName::marked(&entry.name, key.partition, self.random(), DirKind::Stray);
            let topic_id = key.topic;
            let at_start = self.first.is_some();
            let token = node.token();
            let job = move |disk: &dyn Disk| -> Box<dyn Any + Send> {
                let opened = || -> std::io::Result<Opened> {
                    let is_there = match disk.list(&path) {
                        Ok(_) => true,
                        Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
                        // Whatever else is wrong, nothing may be begun where something may be.
                        Err(error) => return Err(error),
                    };
                    let says = if is_there { dir::topic_of(disk, &path)? } else { None };
                    if is_there && (says == Some(topic_id) || (says.is_none() && at_start)) {
                        let (loaded, report) = open::open_log(disk, &path, &options)?;
                        let adopted = says.is_none().then_some(Resolved::Adopted);
                        if adopted.is_some()
                            && let Err(error) = dir::write_partition_metadata(disk, &path, topic_id)
                            && io_failure(&error) != IoFailure::Full
                        {
                            return Err(error);
                        }
                        return Ok(Opened::Log(loaded, Some(report), adopted));
                    }
                    let mut set_aside = None;
                    if is_there && at_start {
                        // Of a topic of that name that is no more; nobody of this run works on it.
                        dir::rename_partition(disk, &path, &stray)?;
                        set_aside = Some(Resolved::SetAside(stray));
                    } else if is_there {
                        return Ok(Opened::Busy);
                    }
                    // A log dir that was taken away must not come back as an empty folder.
                    if let Err(error) = disk.free_bytes(&root)
                        && error.kind() == std::io::ErrorKind::NotFound
                    {
                        return Err(error);
                    }
                    if let Err(error) = dir::create_partition(disk, &path, Some(topic_id), Offset::ZERO) {
                        // Half a directory would look like another topic's.
                        let _ = disk.remove_dir_all(&path);
                        return Err(error);
                    }
                    let loaded = Loaded::empty(path.clone(), Offset::ZERO, &config, options.now);
                    Ok(Opened::Log(loaded, None, set_aside))
                };
                Box::new(io_result(opened()))
            };
            self.jobs.insert(token, Job::Open(key, place, Arc::clone(&entry.name)));
            self.opening += 1;
            effects.push(Effect::Job { token, job: Box::new(job) });
        }
    }

    /// The log dir of a new partition: the one the metadata names, or else the one in which this core has the fewest.
    fn choose_dir(&self, node: &Node, owner: &Owner, key: PartitionKey) -> u16 {
        let dirs = &self.identity.dirs;
        let named = self.named_dir(node, key);
        if let Some(place) = dirs.iter().position(|dir| Some(dir.id) == named) {
            return place as u16;
        }
        let mut counts = vec![0_usize; dirs.len()];
        let opening = self.jobs.values().filter_map(|job| match job {
            Job::Open(_, place, _) => Some(*place),
            _ => None,
        });
        for place in owner.partitions.values().map(|partition| partition.dir).chain(opening) {
            counts[usize::from(place)] += 1;
        }
        // Cores begin at different dirs, so that the first partitions of all of them do not end in one.
        let first = usize::from(self.core.0) % dirs.len();
        let best = (0..dirs.len())
            .map(|at| (first + at) % dirs.len())
            .min_by_key(|place| (self.failed.contains(&(*place as u16)), counts[*place]));
        best.expect("a broker has a log dir") as u16
    }

    /// The log dir that the metadata names for this broker's replica.
    fn named_dir(&self, node: &Node, key: PartitionKey) -> Option<Uuid> {
        let partition = node.image.partition(key.topic, key.partition)?;
        let at = partition.replicas.iter().position(|id| *id == self.identity.id)?;
        partition.directories.get(at).copied()
    }

    /// Has the controller told where a partition lies, if it has it elsewhere.
    fn tell_place(&self, node: &mut Node, key: PartitionKey, place: u16) {
        let id = self.identity.dirs[usize::from(place)].id;
        if node.image.metadata_version().has_directory_assignment() && self.named_dir(node, key) != Some(id) {
            node.send(CoreId(0), Mesh::Placed(key, place));
        }
    }

    pub(super) fn opened(
        &mut self,
        now: Now,
        node: &mut Node,
        owner: &mut Owner,
        key: PartitionKey,
        (place, name): (u16, Arc<str>),
        opened: Option<IoResult<Opened>>,
        effects: &mut Effects,
    ) {
        if matches!(opened, Some(Ok(Opened::Busy))) {
            self.busy.push((now.mono.after_ms(BUSY_RETRY_MS), key));
            return;
        }
        let counted = self.no_room.remove(&key);
        if let Some(first) = self.first.as_mut().filter(|_| !counted) {
            *first = first.saturating_sub(1);
        }
        let field = ("partition", DirName::current(&name, key.partition));
        let Some(entry) = node.topic(key.topic).map(Arc::clone) else {
            // The topic was deleted while its log was being opened.
            let path = self.identity.dirs[usize::from(place)].path.join(&field.1);
            self.drop_checkpoints(node, place, &name, key.partition);
            self.delete_dir(now, node, path, key, &name, effects);
            return;
        };
        match opened {
            Some(Ok(Opened::Log(loaded, report, resolved))) => {
                match resolved {
                    Some(Resolved::Adopted) => {
                        let what = "partition.metadata could not be read and is written anew";
                        effects.log(Level::Warn, what, vec![field.clone()]);
                    }
                    Some(Resolved::SetAside(name)) => {
                        let what = "the directory is of another topic of this name; set aside, and the log begins anew";
                        effects.log(Level::Warn, what, vec![field.clone(), ("directory", name)]);
                    }
                    None => {}
                }
                if let Some(report) = report.filter(|report| *report != open::OpenReport::default()) {
                    let (level, message) = match report.is_harmless() {
                        true => (Level::Info, "the log was recovered"),
                        false => (Level::Warn, "the log was repaired"),
                    };
                    effects.log(level, message, vec![field.clone(), ("what", report.to_string())]);
                }
                let config = log_config(&entry.config, node);
                let rng = Rng::new(self.rng.next_u64());
                let mut log = Log::new(loaded, config, now, rng);
                let log_dir = &self.identity.dirs[usize::from(place)];
                let hw = log_dir.high_watermark(&entry.name, key.partition);
                if let Some(hw) = hw {
                    log.on_high_watermark(hw.max(log.log_start()).min(log.end()));
                }
                let partition =
                    Partition::new(key, Arc::clone(&entry.name), place, log, Arc::clone(&entry.config));
                self.note_holes(node, &partition, effects);
                owner.partitions.insert(key, partition);
                self.lead(node, owner, key);
                self.tell_place(node, key, place);
                owner.work(node, key, effects);
            }
            Some(Err(IoFailure::Full)) => {
                // Said of the first one: on a full disk there may be thousands.
                if !counted && self.no_room.is_empty() {
                    effects.log(Level::Warn, "no room to open logs; tried again", vec![field]);
                }
                self.no_room.insert(key);
                self.busy.push((now.mono.after_ms(FULL_RETRY_MS), key));
            }
            Some(Err(failure)) => {
                let what = ("error", format!("{failure:?}"));
                effects.log(
                    Level::Error,
                    "the log cannot be opened; its log dir is out of service until restart",
                    vec![field, what],
                );
                owner.failed_dirs.push(place);
            }
            _ => {}
        }
    }

    /// Says what of an opened log cannot be read. The recovery point is written at once: until it stands above the holes,
    /// the next start takes them for torn tails and cuts what lies behind them.
    fn note_holes(&self, node: &mut Node, partition: &Partition, effects: &mut Effects) {
        for hole in partition.log.holes() {
            effects.log(Level::Error, "records are damaged and cannot be read", damaged(partition, hole));
        }
        if !partition.log.holes().is_empty() {
            let mut entries = Entries::of(partition.dir);
            entries.open(partition);
            node.send(self.identity.dir_owner(partition.dir), Mesh::Checkpoint(Box::new(entries)));
        }
    }
}
