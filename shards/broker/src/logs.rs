//! How the partitions of a core come, go and change their leader: metadata in, logs opened, closed and deleted.
//!
//! Also runs what is due by the clock over all of them: retention, checkpoints, index entries that have gathered. The
//! checkpoint files of a log dir have one owner core each (`dirs`); this core sends its entries there.
//!
//! Invariants:
//! - A partition serves nobody before its log is open.
//! - A directory is renamed before its topic's name can be used again by a new partition of this core.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use metadata::config::topic::TopicConfig;
use metadata::delta::TopicChange;
use metadata::topics::Topic;
use protocol::{Map, Mono, Now, PartitionIndex, Rng, Set};
use storage::jobs::{dir, perform};
use storage::log::Hole;
use storage::names::{self, DirKind, DirName};
use storage::work::DeleteSegments;
use storage::{Disk, LogConfig};

use crate::dirs::Entries;
use crate::effect::{Effect, Effects, Level, io_result};
use crate::event::{CoreId, IoResult, Token};
use crate::mesh::{Mesh, PartitionKey, Published};
use crate::node::{Identity, Node, Once, TopicEntry};
use crate::owner::Owner;
use crate::partition::{Partition, Role};

mod opening;

use opening::Opened;

/// How often it is looked whether a log has to be synced for its age, at least.
const SYNC_CHECK_MS: i64 = 5_000;
/// Logs of one core that are opened at the same time.
const OPENING_MAX: usize = 8;

enum Job {
    /// How much is free where a log dir lies.
    Room(u16),
    Open(PartitionKey, u16, Arc<str>),
    Close(PartitionKey),
    /// A directory was renamed for deletion; its removal follows.
    Rename,
    Remove,
}

/// Of what is free where a log dir lies, this part may be kept ahead of the tails of all its logs.
const ROOM_PART: u64 = 100;

/// See the module's comment.
pub struct Logs {
    core: CoreId,
    identity: Arc<Identity>,
    jobs: Map<Token, Job>,
    /// Partitions that wait for their log to be opened.
    waiting: Vec<PartitionKey>,
    opening: usize,
    /// Partitions of the first metadata still to be opened; `None` before it came and after it was told.
    first: Option<u32>,
    first_seen: bool,
    first_count: u32,
    removals: Vec<(Mono, Removal)>,
    /// Partitions whose directory was still another topic's, or that could not be opened for want of room.
    busy: Vec<(Mono, PartitionKey)>,
    /// Those for want of room. They count as opened, so that the broker begins to serve what it can.
    no_room: Set<PartitionKey>,
    /// Log dirs that are out of service.
    failed: Set<u16>,
    next_checkpoint: Mono,
    next_retention: Mono,
    closing: bool,
    /// While closing: something has ended since it was last looked what can be closed.
    stirred: bool,
    /// Nothing is opened any more.
    closed: bool,
    /// Logs that are being closed although work of theirs found no room.
    left_undone: Set<PartitionKey>,
    next_sync_check: Mono,
    next_expiry: Mono,
    intervals: Intervals,
    rng: Rng,
}

/// How often things are done, by the settings of the node.
struct Intervals {
    /// All checkpoints go along with the one that is wanted most often.
    checkpoint_ms: i64,
    sync_check_ms: i64,
    retention_check_ms: i64,
    expiry_ms: i64,
    /// What the first retention waits for.
    initial_ms: i64,
}

impl Intervals {
    fn of(identity: &Identity) -> Self {
        let fixed = &identity.config.fixed;
        let checkpoint_ms = fixed
            .replica_high_watermark_checkpoint_interval_ms
            .min(fixed.log_flush_offset_checkpoint_interval_ms.into())
            .min(fixed.log_flush_start_offset_checkpoint_interval_ms.into());
        Self {
            checkpoint_ms: checkpoint_ms.max(1),
            sync_check_ms: fixed.log_flush_scheduler_interval_ms.clamp(1, SYNC_CHECK_MS),
            retention_check_ms: fixed.log_retention_check_interval_ms.max(1),
            expiry_ms: i64::from(fixed.producer_id_expiration_check_interval_ms).max(1),
            initial_ms: fixed.log_initial_task_delay_ms.max(0),
        }
    }
}

enum Removal {
    Dir(PathBuf),
    Segments(DeleteSegments),
}

impl Logs {
    /// Of a core that has seen no metadata.
    #[must_use]
    pub fn new(core: CoreId, identity: &Arc<Identity>, rng: Rng) -> Self {
        Self {
            core,
            identity: Arc::clone(identity),
            jobs: Map::default(),
            waiting: Vec::new(),
            opening: 0,
            first: None,
            first_seen: false,
            first_count: 0,
            removals: Vec::new(),
            busy: Vec::new(),
            no_room: Set::default(),
            failed: Set::default(),
            next_checkpoint: Mono::NEVER,
            next_retention: Mono::NEVER,
            closing: false,
            stirred: false,
            closed: false,
            left_undone: Set::default(),
            next_sync_check: Mono::NEVER,
            next_expiry: Mono::NEVER,
            intervals: Intervals::of(identity),
            rng,
        }
    }

    /// Takes newer metadata in.
    pub fn publish(
        &mut self,
        now: Now,
        node: &mut Node,
        owner: &mut Owner,
        published: &Published,
        effects: &mut Effects,
    ) {
        let changed = node.publish(published);
        self.stir();
        for topic in &published.delta.topics {
            if let Some(entry) = node.topic(topic.topic.id).map(Arc::clone) {
                self.tell_of_compaction(node, &entry, effects);
            }
            for change in &topic.partitions {
                let key = PartitionKey { topic: topic.topic.id, partition: change.key };
                if self.identity.owner(key) != self.core {
                    continue;
                }
                let id = self.identity.id;
                let here = change.after.as_ref().is_some_and(|partition| partition.replicas.contains(&id));
                if topic.kind == TopicChange::Deleted || !here {
                    self.forget(now, node, owner, key, &topic.topic, effects);
                } else if owner.partitions.contains_key(&key) {
                    self.lead(node, owner, key);
                } else if !self.waiting.contains(&key) && !self.is_opening(key) && !self.is_busy(key) {
                    self.waiting.push(key);
                    self.first_count += u32::from(!self.first_seen);
                }
            }
        }
        for entry in changed {
            self.tell_of_compaction(node, &entry, effects);
            for partition in 0..entry.partitions {
                let key = PartitionKey { topic: entry.id, partition: PartitionIndex(partition) };
                if let Some(partition) = owner.partitions.get_mut(&key) {
                    partition.config = Arc::clone(&entry.config);
                    partition.log.set_config(log_config(&entry.config, node));
                }
            }
        }
        if !self.first_seen {
            self.first_seen = true;
            self.first = Some(self.first_count);
            if self.core == CoreId(0) {
                self.clear_strays(now, node, effects);
            }
            self.measure_room(node, effects);
            self.next_checkpoint = now.mono.after_ms(self.intervals.checkpoint_ms);
            self.next_sync_check = now.mono.after_ms(self.intervals.sync_check_ms);
            self.next_retention = now.mono.after_ms(self.intervals.initial_ms);
            self.next_expiry = now.mono.after_ms(self.intervals.expiry_ms);
        }
        self.open_next(now, node, owner, effects);
        self.tell_first(node);
    }

    fn is_busy(&self, key: PartitionKey) -> bool {
        self.busy.iter().any(|(_, waiting)| *waiting == key)
    }

    fn is_opening(&self, key: PartitionKey) -> bool {
        self.jobs.values().any(|job| matches!(job, Job::Open(opening, ..) if *opening == key))
    }

    /// Directories of partitions that the metadata does not place here are set aside under their stray name, and what was
    /// on its way to deletion when the last run ended goes on its way.
    fn clear_strays(&mut self, now: Now, node: &mut Node, effects: &mut Effects) {
        let identity = Arc::clone(&self.identity);
        let mut found: Vec<_> = identity.found.iter().collect();
        found.sort_unstable();
        for ((topic, partition), place) in found {
            let index = PartitionIndex(*partition);
            let placed = node.image.topic_named(topic).and_then(|topic| topic.partitions.get(&index));
            if placed.is_some_and(|placed| placed.replicas.contains(&identity.id))
                || topic == names::METADATA_TOPIC
            {
                continue;
            }
            let name = DirName::current(topic, index);
            let what = "no metadata for this directory; set aside";
            effects.log(Level::Warn, what, vec![("partition", name.clone())]);
            let path = identity.dirs[usize::from(*place)].path.join(name);
            let stray = DirName::marked(topic, index, self.random(), DirKind::Stray);
            let job = move |disk: &dyn Disk| -> Box<dyn Any + Send> {
                Box::new(io_result(dir::rename_partition(disk, &path, &stray).map(drop)))
            };
            self.start(node, Job::Rename, Box::new(job), effects);
            self.drop_checkpoints(node, *place, &Arc::from(topic.as_str()), index);
        }
        let delay = node.layers.settings.read::<i64>("log.segment.delete.delay.ms");
        for path in identity.dirs.iter().flat_map(|dir| &dir.leftovers) {
            self.removals.push((now.mono.after_ms(delay), Removal::Dir(path.clone())));
        }
    }

    /// A log dir is out of service.
    pub fn dir_failed(&mut self, dir: u16) {
        self.failed.insert(dir);
    }

    fn measure_room(&mut self, node: &mut Node, effects: &mut Effects) {
        for dir in 0..self.identity.dirs.len() as u16 {
            let path = self.identity.dirs[usize::from(dir)].path.clone();
            let job =
                move |disk: &dyn Disk| -> Box<dyn Any + Send> { Box::new(io_result(disk.free_bytes(&path))) };
            self.start(node, Job::Room(dir), Box::new(job), effects);
        }
    }

    fn random(&mut self) -> u128 {
        u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64())
    }

    /// Nothing is compacted yet, which an operator should know before the disk is full.
    fn tell_of_compaction(&self, node: &mut Node, entry: &TopicEntry, effects: &mut Effects) {
        let is_here = self.core == CoreId(0) && entry.config.is_compacted();
        if is_here && node.said.is_new(Once::Compaction) {
            effects.log(
                Level::Warn,
                "topics with cleanup.policy=compact are not compacted yet: all their records stay",
                vec![("first", entry.name.to_string())],
            );
        }
    }

    /// Gives a partition the role that the metadata has for it.
    fn lead(&self, node: &Node, owner: &mut Owner, key: PartitionKey) {
        let Some(partition) = owner.partitions.get_mut(&key) else { return };
        let Some(image) = node.image.partition(key.topic, key.partition) else { return };
        partition.isr_count = image.isr.len() as i32;
        partition.replica_count = image.replicas.len() as i32;
        partition.leader = Some((image.leader, image.leader_epoch));
        let role = if image.leader == self.identity.id {
            Role::Leader(image.leader_epoch)
        } else {
            Role::Follower(image.leader, image.leader_epoch)
        };
        partition.become_role(role, &mut owner.answers, &mut owner.fired);
    }

    /// A partition is no longer here.
    fn forget(
        &mut self,
        now: Now,
        node: &mut Node,
        owner: &mut Owner,
        key: PartitionKey,
        topic: &Arc<Topic>,
        effects: &mut Effects,
    ) {
        let to_open = self.waiting.len() + self.busy.len();
        self.waiting.retain(|waiting| *waiting != key);
        self.busy.retain(|(_, waiting)| *waiting != key);
        let counted = self.no_room.remove(&key);
        let was_to_open = self.waiting.len() + self.busy.len() < to_open;
        if let Some(first) = self.first.as_mut().filter(|_| was_to_open && !counted) {
            *first = first.saturating_sub(1);
        }
        let Some(mut partition) = owner.partitions.remove(&key) else {
            // What an earlier run has left of it goes; this one has not begun it.
            let found = self.identity.found.get(&(topic.name.to_string(), key.partition.0)).copied();
            if let Some(place) = found.filter(|_| was_to_open) {
                let name = DirName::current(&topic.name, key.partition);
                let path = self.identity.dirs[usize::from(place)].path.join(name);
                self.drop_checkpoints(node, place, &topic.name, key.partition);
                self.delete_dir(now, node, path, key, &topic.name, effects);
            }
            return;
        };
        partition.become_role(
            Role::Follower(protocol::BrokerId::NONE, protocol::LeaderEpoch::NONE),
            &mut owner.answers,
            &mut owner.fired,
        );
        let path = partition.log.dir().to_path_buf();
        self.drop_checkpoints(node, partition.dir, &partition.topic, key.partition);
        self.delete_dir(now, node, path, key, &topic.name, effects);
    }

    fn delete_dir(
        &mut self,
        now: Now,
        node: &mut Node,
        path: PathBuf,
        key: PartitionKey,
        topic: &str,
        effects: &mut Effects,
    ) {
        let to = DirName::marked(topic, key.partition, self.random(), DirKind::Delete);
        let delay = node.layers.settings.read::<i64>("log.segment.delete.delay.ms");
        let renamed = path.with_file_name(&to);
        self.removals.push((now.mono.after_ms(delay), Removal::Dir(renamed)));
        let job = move |disk: &dyn Disk| -> Box<dyn Any + Send> {
            let rename = || -> std::io::Result<()> {
                if dir::topic_of(disk, &path)? == Some(key.topic) {
                    dir::rename_partition(disk, &path, &to)?;
                }
                Ok(())
            };
            Box::new(io_result(rename()))
        };
        self.start(node, Job::Rename, Box::new(job), effects);
    }

    fn drop_checkpoints(&self, node: &mut Node, dir: u16, topic: &Arc<str>, partition: PartitionIndex) {
        let mut entries = Entries::of(dir);
        entries.remove(topic, partition);
        node.send(self.identity.dir_owner(dir), Mesh::Checkpoint(Box::new(entries)));
    }

    fn start(&mut self, node: &mut Node, what: Job, job: crate::effect::Job, effects: &mut Effects) {
        let token = node.token();
        self.jobs.insert(token, what);
        effects.push(Effect::Job { token, job });
    }

    /// A job ended; gives its outcome back if it is for somebody else.
    pub fn job_done(
        &mut self,
        now: Now,
        node: &mut Node,
        owner: &mut Owner,
        token: Token,
        outcome: Option<Box<dyn Any + Send>>,
        effects: &mut Effects,
    ) -> Result<(), Option<Box<dyn Any + Send>>> {
        let Some(job) = self.jobs.remove(&token) else { return Err(outcome) };
        match job {
            Job::Open(key, place, name) => {
                self.opening -= 1;
                let opened = outcome.and_then(|outcome| outcome.downcast::<IoResult<Opened>>().ok());
                self.opened(now, node, owner, key, (place, name), opened.map(|opened| *opened), effects);
                self.open_next(now, node, owner, effects);
                self.tell_first(node);
            }
            Job::Close(key) => {
                let finished = outcome.and_then(|outcome| outcome.downcast::<IoResult<()>>().ok());
                if let Some(partition) = owner.partitions.remove(&key) {
                    let mut entries = Entries::of(partition.dir);
                    match finished.map(|finished| *finished) {
                        Some(Ok(())) if !self.left_undone.contains(&key) => entries.closed(&partition),
                        failed => {
                            let name = DirName::current(&partition.topic, key.partition);
                            let what = "the log cannot be closed; it is recovered at the next start";
                            let fields = vec![("partition", name), ("error", format!("{failed:?}"))];
                            effects.log(Level::Warn, what, fields);
                            entries.unclean(&partition);
                        }
                    }
                    node.send(self.identity.dir_owner(partition.dir), Mesh::Checkpoint(Box::new(entries)));
                }
            }
            Job::Room(dir) => {
                let free = outcome.and_then(|outcome| outcome.downcast::<IoResult<u64>>().ok());
                if let Some(Ok(free)) = free.map(|free| *free) {
                    owner.set_room(dir, free / ROOM_PART / u64::from(self.identity.shards.max(1)));
                }
            }
            Job::Rename | Job::Remove => {}
        }
        Ok(())
    }

    /// Says once that everything the first metadata named is open.
    fn tell_first(&mut self, node: &mut Node) {
        if self.first == Some(0) {
            self.first = None;
            node.send(CoreId(0), Mesh::LogsOpen(self.first_count));
        }
    }

    /// Closes everything, for a clean stop.
    pub fn close_all(&mut self, node: &mut Node, owner: &mut Owner, effects: &mut Effects) {
        if !self.closing && !self.closed {
            self.closing = true;
            self.waiting.clear();
            self.busy.clear();
            // There may be room by now.
            owner.retry_all(node, effects);
            self.close_next(node, owner, effects);
        }
    }

    /// An operation of this core has ended: while closing, what waited for it can be closed in this pass.
    pub fn stir(&mut self) {
        self.stirred = self.closing;
    }

    /// Closes the next partitions; says so when none is left. Those with operations under way are looked at again once
    /// one has ended.
    fn close_next(&mut self, node: &mut Node, owner: &mut Owner, effects: &mut Effects) {
        if owner.partitions.is_empty() {
            if self.opening == 0 && self.jobs.values().all(|job| matches!(job, Job::Remove | Job::Room(_))) {
                for core in 0..self.identity.shards {
                    node.send(CoreId(core), Mesh::LogsClosed);
                }
                self.closing = false;
                self.closed = true;
            }
            return;
        }
        let mut under_way = self.jobs.values().filter(|job| matches!(job, Job::Close(_))).count();
        let mut keys: Vec<PartitionKey> = owner.partitions.keys().copied().collect();
        keys.sort_unstable();
        for key in keys {
            if under_way >= OPENING_MAX {
                return;
            }
            if owner.is_working(key) || self.is_closing(key) {
                continue;
            }
            if !owner.abandon(key) {
                self.left_undone.insert(key);
            }
            let Some(partition) = owner.partitions.get_mut(&key) else { continue };
            if partition.is_busy() {
                continue;
            }
            let partition = owner.partitions.get_mut(&key).expect("it was there a line ago");
            partition.become_role(
                Role::Follower(protocol::BrokerId::NONE, protocol::LeaderEpoch::NONE),
                &mut owner.answers,
                &mut owner.fired,
            );
            let finish = partition.log.close();
            let job = move |disk: &dyn Disk| -> Box<dyn Any + Send> {
                Box::new(io_result(perform::finish(disk, &finish)))
            };
            self.start(node, Job::Close(key), Box::new(job), effects);
            under_way += 1;
        }
    }

    fn is_closing(&self, key: PartitionKey) -> bool {
        self.jobs.values().any(|job| matches!(job, Job::Close(closing) if *closing == key))
    }

    /// Runs what is due.
    pub fn tick(&mut self, now: Now, node: &mut Node, owner: &mut Owner, effects: &mut Effects) {
        if self.closing {
            if std::mem::take(&mut self.stirred) {
                self.close_next(node, owner, effects);
            }
            return;
        }
        if self.closed {
            return;
        }
        while let Some(at) = self.busy.iter().position(|(due, _)| *due <= now.mono) {
            self.waiting.push(self.busy.swap_remove(at).1);
        }
        self.open_next(now, node, owner, effects);
        owner.retry(now, node, effects);
        if now.mono >= self.next_checkpoint {
            self.next_checkpoint = now.mono.after_ms(self.intervals.checkpoint_ms);
            self.checkpoint(node, owner, effects);
            self.measure_room(node, effects);
        }
        if now.mono >= self.next_sync_check {
            self.next_sync_check = now.mono.after_ms(self.intervals.sync_check_ms);
            owner.sync_due(now, node, effects);
        }
        if now.mono >= self.next_retention {
            self.next_retention = now.mono.after_ms(self.intervals.retention_check_ms);
            owner.retain(now, node, effects);
        }
        if now.mono >= self.next_expiry {
            self.next_expiry = now.mono.after_ms(self.intervals.expiry_ms);
            owner.partitions.values_mut().for_each(|partition| partition.log.expire_producers(now));
        }
        while let Some(at) = self.removals.iter().position(|(due, _)| *due <= now.mono) {
            let (_, removal) = self.removals.swap_remove(at);
            let job = move |disk: &dyn Disk| -> Box<dyn Any + Send> {
                Box::new(io_result(match &removal {
                    Removal::Dir(path) => dir::remove_partition(disk, path),
                    Removal::Segments(segments) => perform::remove_deleted(disk, segments),
                }))
            };
            self.start(node, Job::Remove, Box::new(job), effects);
        }
    }

    /// Segments were renamed: they are removed later.
    pub fn remove_later(&mut self, now: Now, segments: DeleteSegments) {
        self.removals.push((now.mono.after_ms(segments.delay_ms), Removal::Segments(segments)));
    }

    /// Sends what the checkpoint files should say of this core's partitions.
    fn checkpoint(&mut self, node: &mut Node, owner: &mut Owner, effects: &mut Effects) {
        let mut by_dir: Map<u16, Entries> = Map::default();
        for partition in owner.partitions.values() {
            by_dir.entry(partition.dir).or_insert_with(|| Entries::of(partition.dir)).open(partition);
        }
        let mut all: Vec<(u16, Entries)> = by_dir.into_iter().collect();
        all.sort_unstable_by_key(|(dir, _)| *dir);
        for (dir, entries) in all {
            node.send(self.identity.dir_owner(dir), Mesh::Checkpoint(Box::new(entries)));
        }
        owner.write_sidecars(node, effects);
    }

    /// When `tick` wants to be called next.
    #[must_use]
    pub fn deadline(&self) -> Mono {
        if self.closing {
            return if self.stirred { Mono(0) } else { Mono::NEVER };
        }
        if self.closed {
            return Mono::NEVER;
        }
        let removal = self.removals.iter().map(|(due, _)| *due).min().unwrap_or(Mono::NEVER);
        let removal = self.busy.iter().map(|(due, _)| *due).min().unwrap_or(Mono::NEVER).min(removal);
        let often = self.next_checkpoint.min(self.next_sync_check);
        often.min(self.next_retention).min(self.next_expiry).min(removal)
    }
}

/// The fields of a log line about a hole.
pub fn damaged(partition: &Partition, hole: &Hole) -> Vec<(&'static str, String)> {
    vec![
        ("partition", DirName::current(&partition.topic, partition.key.partition)),
        ("from", hole.from.0.to_string()),
        ("end", hole.end.0.to_string()),
        ("segment", hole.segment.0.to_string()),
        ("position", hole.position.to_string()),
    ]
}

/// What a log needs of its topic's configs.
fn log_config(config: &TopicConfig, node: &Node) -> LogConfig {
    LogConfig {
        segment_bytes: config.segment_bytes() as u32,
        segment_ms: config.segment_ms_max(),
        segment_jitter_ms: config.segment_jitter_ms,
        segment_index_bytes: config.segment_index_bytes as u32,
        index_interval_bytes: config.index_interval_bytes as u32,
        retention_ms: config.retention_ms,
        retention_bytes: config.retention_bytes,
        flush_messages: config.flush_messages,
        flush_ms: config.flush_ms,
        max_message_bytes: config.max_message_bytes as u32,
        delete: config.is_deleted(),
        compact: config.is_compacted(),
        file_delete_delay_ms: config.file_delete_delay_ms,
        preallocate: config.preallocate,
        producer_expiration_ms: i64::from(node.layers.settings.read::<i32>("producer.id.expiration.ms")),
        ..LogConfig::default()
    }
}
