//! The partitions that this core owns, and the answers to questions about them.
//!
//! A question comes from this core or, through the mesh, from another; its answer goes back the same way, at once or
//! when a write, a sync or a search has ended. Everything about one partition is decided here and nowhere else. How
//! partitions come, go and change their leader with the metadata is next door, in `logs`.

use bytes::{Bytes, BytesMut};
use protocol::{ErrorCode, Map, Mono, Now, Offset};
use std::collections::BTreeSet;
use storage::TakeBack;
use storage::jobs::perform;
use storage::log::Hole;
use storage::lookup::Outcome;
use storage::work::{DeleteSegments, SyncPlan, Work};

use crate::effect::{Effect, Effects, Level, io_result};
use crate::event::{IoFailure, IoResult, Token};
use crate::mesh::{Ask, Fetched, PartitionKey, Told};
use crate::node::Node;
use crate::partition::{Answers, FetchAsk, FetchStep, Partition, Role, Waiter};
use crate::search::{Search, Step, Stopped};

/// Spare lists of write buffers that are kept.
const SPARE_MAX: usize = 256;

/// See the module's comment.
#[derive(Default)]
pub struct Owner {
    /// The partitions, opened.
    pub partitions: Map<PartitionKey, Partition>,
    /// Answers that became due; whoever runs the core takes them away after every event.
    pub answers: Answers,
    /// Watches that fired, likewise.
    pub fired: Vec<Waiter>,
    /// Log dirs that failed since the last look, likewise.
    pub failed_dirs: Vec<u16>,
    dirty: Vec<PartitionKey>,
    operations: Map<Token, (PartitionKey, Operation)>,
    spare: Vec<Vec<BytesMut>>,
    /// Log dirs that are out of service.
    broken: BTreeSet<u16>,
    /// Log dirs that were full when last written to.
    full: BTreeSet<u16>,
    /// File work that found its log dir full, to be tried again at `again_at`.
    again: Vec<(PartitionKey, Again)>,
    again_at: Option<Mono>,
    /// Bytes that may still be kept ahead of tails, by log dir.
    room: Map<u16, u64>,
}

/// File work to be tried again.
enum Again {
    Work(Box<Work>),
    Mend(Box<TakeBack>),
}

/// How long work that found no room waits.
const AGAIN_MS: i64 = 250;

/// What was started for a partition.
enum Operation {
    Append,
    /// A sync of one file, up to an offset.
    Sync(Offset),
    Search(Waiter, Box<Search>),
    /// Damage in the way of a question is measured.
    Survey(Waiter, Stopped),
    /// A job of the log's own.
    Work(Box<Work>),
    /// Several files are synced by a job, up to an offset.
    SyncJob(Offset),
    Mend(Box<TakeBack>),
}

impl Owner {
    /// Answers a question about one partition; `None` when the answer comes later in `answers`.
    pub fn ask(
        &mut self,
        now: Now,
        node: &mut Node,
        waiter: Waiter,
        key: PartitionKey,
        ask: Ask,
        effects: &mut Effects,
    ) -> Option<Told> {
        let Some(partition) = self.partitions.get_mut(&key) else {
            return Some(absent(&ask, missing(node, key)));
        };
        match ask {
            Ask::Produce { records, info, acks } => {
                let operations = &mut self.operations;
                let mut token = || {
                    let token = node.token();
                    operations.insert(token, (key, Operation::Append));
                    token
                };
                let told = partition.produce(
                    now,
                    records,
                    &info,
                    acks,
                    waiter,
                    &mut self.spare,
                    self.room.entry(partition.dir).or_default(),
                    &mut token,
                    effects,
                );
                if told.is_none() && !partition.dirty {
                    partition.dirty = true;
                    self.dirty.push(key);
                }
                told
            }
            Ask::Refused { error, why } => Some(match partition.check_leader(protocol::LeaderEpoch::NONE) {
                Ok(_) => partition.refused_here(error, why),
                Err(code) => crate::partition::refused(code, None),
            }),
            Ask::Fetch { offset, max_bytes, leader_epoch, last_fetched_epoch, committed, watch_below } => {
                let ask =
                    FetchAsk { offset, max_bytes, leader_epoch, last_fetched_epoch, committed, watch_below };
                match partition.fetch(&ask) {
                    FetchStep::Done(mut row) => {
                        partition.maybe_watch(&ask, waiter, &mut row);
                        Some(Told::Fetched(row))
                    }
                    FetchStep::Lookup(lookup) => {
                        self.search(node, key, waiter, Box::new(Search::fetch(ask, lookup)), effects);
                        None
                    }
                }
            }
            Ask::Damaged { ask, segment, position } => {
                let stopped = Stopped::fetch(ask);
                let step = match partition.log.survey(segment, position, ask.offset) {
                    Some(survey) => Step::Survey(stopped, survey),
                    None => stopped.again(partition),
                };
                self.go_on(node, key, waiter, step, effects)
            }
            Ask::Offset { timestamp, end, any_replica, leader_epoch } => {
                let step = Search::offset(partition, timestamp, end, any_replica, leader_epoch);
                self.go_on(node, key, waiter, step, effects)
            }
            Ask::EpochEnd { current, epoch } => Some(partition.epoch_end(current, epoch)),
        }
    }

    /// Goes on with a question that is not answered at once; the answer if it is.
    fn go_on(
        &mut self,
        node: &mut Node,
        key: PartitionKey,
        waiter: Waiter,
        step: Step,
        effects: &mut Effects,
    ) -> Option<Told> {
        match step {
            Step::Done(told) => return Some(told),
            Step::Read(search) => self.search(node, key, waiter, search, effects),
            Step::Survey(stopped, survey) => {
                let token = node.token();
                self.operations.insert(token, (key, Operation::Survey(waiter, stopped)));
                let job = move |disk: &dyn storage::Disk| -> Box<dyn std::any::Any + Send> {
                    Box::new(io_result(perform::survey(disk, &survey)))
                };
                effects.push(Effect::Job { token, job: Box::new(job) });
            }
        }
        None
    }

    /// Damage was measured: the log knows the hole, and the question is asked again.
    fn surveyed(
        &mut self,
        node: &mut Node,
        key: PartitionKey,
        waiter: Waiter,
        stopped: Stopped,
        outcome: Option<Box<dyn std::any::Any + Send>>,
        effects: &mut Effects,
    ) {
        let Some(partition) = self.partitions.get_mut(&key) else {
            self.answers.push((waiter, stopped.fail(missing(node, key))));
            return;
        };
        let measured = outcome.and_then(|outcome| outcome.downcast::<IoResult<Option<Hole>>>().ok());
        match measured.map_or(Err(IoFailure::Broken(0)), |measured| *measured) {
            Ok(hole) => {
                let mut sync = None;
                if let Some(hole) = hole {
                    effects.log(
                        Level::Error,
                        "records are damaged and cannot be read",
                        crate::logs::damaged(partition, &hole),
                    );
                    partition.log.mark_hole(hole);
                    sync = partition.sync_now();
                }
                let step = stopped.again(partition);
                if let Some(plan) = sync {
                    self.sync(node, key, plan, effects);
                }
                if let Some(told) = self.go_on(node, key, waiter, step, effects) {
                    self.answers.push((waiter, told));
                }
            }
            Err(IoFailure::NotFound) => {
                // Deleted meanwhile: the log start says so.
                let step = stopped.again(partition);
                if let Some(told) = self.go_on(node, key, waiter, step, effects) {
                    self.answers.push((waiter, told));
                }
            }
            Err(failure) => {
                let dir = partition.dir;
                self.answers.push((waiter, stopped.fail(ErrorCode::KafkaStorageError)));
                self.failed(node, dir, failure, effects);
            }
        }
    }

    /// A reader on some core has met a batch: its next fetch begins there.
    pub fn learn(&mut self, key: PartitionKey, outcome: &Outcome) {
        if let Some(partition) = self.partitions.get_mut(&key) {
            partition.log.learn(outcome);
        }
    }

    fn search(
        &mut self,
        node: &mut Node,
        key: PartitionKey,
        waiter: Waiter,
        search: Box<Search>,
        effects: &mut Effects,
    ) {
        let token = node.token();
        let wanted = search.wanted();
        effects.push(Effect::Read { token, file: wanted.file, position: wanted.position, len: wanted.len });
        self.operations.insert(token, (key, Operation::Search(waiter, search)));
    }

    /// A read of a search ended. False if the token is none of this owner's.
    pub fn read(
        &mut self,
        node: &mut Node,
        token: Token,
        result: &IoResult<Bytes>,
        effects: &mut Effects,
    ) -> bool {
        let Some((key, operation)) = self.operations.remove(&token) else { return false };
        let Operation::Search(waiter, search) = operation else { return true };
        let Some(partition) = self.partitions.get_mut(&key) else {
            self.answers.push((waiter, search.fail(missing(node, key))));
            return true;
        };
        match result {
            Ok(bytes) => {
                let asked = search.fetch_ask();
                let mut step = search.step(partition, bytes);
                if let (Some(ask), Step::Done(Told::Fetched(row))) = (asked, &mut step) {
                    partition.maybe_watch(&ask, waiter, row);
                }
                if let Some(told) = self.go_on(node, key, waiter, step, effects) {
                    self.answers.push((waiter, told));
                }
            }
            Err(failure) => {
                let dir = partition.dir;
                self.answers.push((waiter, search.fail(ErrorCode::KafkaStorageError)));
                self.failed(node, dir, *failure, effects);
            }
        }
        true
    }

    /// A write ended.
    pub fn appended(
        &mut self,
        now: Now,
        node: &mut Node,
        token: Token,
        result: IoResult<()>,
        mut buffers: Vec<BytesMut>,
        effects: &mut Effects,
    ) {
        buffers.clear();
        if self.spare.len() < SPARE_MAX {
            self.spare.push(buffers);
        }
        let Some((key, _)) = self.operations.remove(&token) else { return };
        let Some(partition) = self.partitions.get_mut(&key) else { return };
        let back = partition.appended(token, result, &mut self.answers);
        partition.fire(&mut self.fired);
        let dir = partition.dir;
        match result {
            Ok(()) if self.full.is_empty() => {}
            Ok(()) => {
                if self.full.remove(&dir) {
                    let dir = self.dir_field(node, dir);
                    effects.log(Level::Info, "the log dir has room again", vec![dir]);
                }
            }
            Err(failure) => self.failed(node, dir, failure, effects),
        }
        if let Some(back) = back {
            self.mend(node, key, Box::new(back), effects);
        }
        self.after_append(now, node, key, effects);
    }

    /// Syncs and file work that a write has made due.
    fn after_append(&mut self, now: Now, node: &mut Node, key: PartitionKey, effects: &mut Effects) {
        let Some(partition) = self.partitions.get_mut(&key) else { return };
        if let Some(plan) = partition.sync_due(now) {
            self.sync(node, key, plan, effects);
        }
        self.work(node, key, effects);
    }

    /// Syncs what `flush.ms` has made due.
    pub fn sync_due(&mut self, now: Now, node: &mut Node, effects: &mut Effects) {
        for key in self.keys() {
            let plan = self.partitions.get_mut(&key).and_then(|partition| partition.sync_due(now));
            if let Some(plan) = plan {
                self.sync(node, key, plan, effects);
            }
        }
    }

    fn sync(&mut self, node: &mut Node, key: PartitionKey, plan: SyncPlan, effects: &mut Effects) {
        let token = node.token();
        if let ([file], None) = (&plan.files[..], &plan.dir) {
            self.operations.insert(token, (key, Operation::Sync(plan.upto)));
            effects.push(Effect::Sync { token, file: std::sync::Arc::clone(file) });
            return;
        }
        self.operations.insert(token, (key, Operation::SyncJob(plan.upto)));
        let job = move |disk: &dyn storage::Disk| -> Box<dyn std::any::Any + Send> {
            Box::new(io_result(perform::sync(disk, &plan)))
        };
        effects.push(Effect::Job { token, job: Box::new(job) });
    }

    /// Hands the log's own file work to jobs.
    pub fn work(&mut self, node: &mut Node, key: PartitionKey, effects: &mut Effects) {
        let Some(partition) = self.partitions.get_mut(&key) else { return };
        if !partition.log.owes_work() {
            return;
        }
        while let Some(work) = self.partitions.get_mut(&key).and_then(|partition| partition.log.next_work()) {
            self.work_on(node, key, work, effects);
        }
    }

    fn work_on(&mut self, node: &mut Node, key: PartitionKey, work: Work, effects: &mut Effects) {
        let token = node.token();
        let todo = work.clone();
        self.operations.insert(token, (key, Operation::Work(Box::new(work))));
        let job = move |disk: &dyn storage::Disk| -> Box<dyn std::any::Any + Send> {
            Box::new(io_result(perform::work(disk, &todo)))
        };
        effects.push(Effect::Job { token, job: Box::new(job) });
    }

    fn mend(&mut self, node: &mut Node, key: PartitionKey, back: Box<TakeBack>, effects: &mut Effects) {
        let token = node.token();
        self.operations.insert(token, (key, Operation::Mend(back.clone())));
        let job = move |disk: &dyn storage::Disk| -> Box<dyn std::any::Any + Send> {
            Box::new(io_result(perform::take_back(disk, &back)))
        };
        effects.push(Effect::Job { token, job: Box::new(job) });
    }

    /// A sync ended. False if the token is none of this owner's.
    pub fn synced(
        &mut self,
        now: Now,
        node: &mut Node,
        token: Token,
        result: IoResult<()>,
        effects: &mut Effects,
    ) -> bool {
        let Some((key, operation)) = self.operations.remove(&token) else { return false };
        let Some(partition) = self.partitions.get_mut(&key) else { return true };
        if let Operation::Sync(upto) | Operation::SyncJob(upto) = operation {
            partition.synced(upto, now, result, &mut self.answers);
            partition.fire(&mut self.fired);
            let dir = partition.dir;
            if let Err(failure) = result {
                self.failed(node, dir, failed_sync(failure), effects);
            }
            self.after_append(now, node, key, effects);
        }
        true
    }

    /// A job of a partition ended. Hands back segments that were renamed and are to be removed later.
    pub fn job_done(
        &mut self,
        now: Now,
        node: &mut Node,
        token: Token,
        outcome: Option<Box<dyn std::any::Any + Send>>,
        effects: &mut Effects,
    ) -> Option<DeleteSegments> {
        let (key, operation) = self.operations.remove(&token)?;
        let operation = match operation {
            Operation::Survey(waiter, stopped) => {
                self.surveyed(node, key, waiter, stopped, outcome, effects);
                return None;
            }
            other => other,
        };
        let result = outcome
            .and_then(|outcome| outcome.downcast::<IoResult<()>>().ok())
            .map_or(Err(IoFailure::Broken(0)), |result| *result);
        let partition = self.partitions.get_mut(&key)?;
        let dir = partition.dir;
        let (mut deleted, mut written_meanwhile) = (None, false);
        let mut result = result;
        match operation {
            Operation::SyncJob(upto) => {
                partition.synced(upto, now, result, &mut self.answers);
                partition.fire(&mut self.fired);
                written_meanwhile = true;
                result = result.map_err(failed_sync);
            }
            Operation::Mend(_) if result.is_ok() => partition.mended(),
            Operation::Mend(back) => self.later(now, key, Again::Mend(back)),
            Operation::Work(work) => match (*work, result) {
                (Work::Finish(finish), Ok(())) => partition.log.finished(&finish),
                (Work::Sidecars(write), Ok(())) => partition.log.sidecars_written(&write.done()),
                (Work::Sidecars(_), Err(_)) => partition.log.sidecars_failed(),
                (Work::Delete(segments), Ok(())) => {
                    partition.log.deleted(&segments);
                    deleted = Some(segments);
                }
                (work, Err(IoFailure::Full)) => self.later(now, key, Again::Work(Box::new(work))),
                _ => {}
            },
            _ => {}
        }
        if let Err(failure) = result {
            self.failed(node, dir, failure, effects);
        }
        if written_meanwhile {
            self.after_append(now, node, key, effects);
        }
        deleted
    }

    fn later(&mut self, now: Now, key: PartitionKey, what: Again) {
        self.again.push((key, what));
        self.again_at.get_or_insert(now.mono.after_ms(AGAIN_MS));
    }

    /// When [`Owner::retry`] wants to be called.
    #[must_use]
    pub fn deadline(&self) -> Mono {
        self.again_at.unwrap_or(Mono::NEVER)
    }

    /// Tries again what found no room.
    pub fn retry(&mut self, now: Now, node: &mut Node, effects: &mut Effects) {
        if self.again_at.is_some_and(|at| now.mono >= at) {
            self.retry_all(node, effects);
        }
    }

    /// The same now.
    pub fn retry_all(&mut self, node: &mut Node, effects: &mut Effects) {
        self.again_at = None;
        for (key, what) in std::mem::take(&mut self.again) {
            let Some(partition) = self.partitions.get(&key) else { continue };
            match what {
                Again::Work(work) => {
                    let newest = partition.log.epochs().changes();
                    let is_old = matches!(&*work, Work::Epochs { changes, .. } if *changes != newest);
                    // A newer one has gone out meanwhile.
                    if !is_old {
                        self.work_on(node, key, *work, effects);
                    }
                }
                Again::Mend(back) => self.mend(node, key, back, effects),
            }
        }
    }

    /// Gives up trying again, because the log is about to be closed. False if something is left undone by that: the log
    /// must be recovered at the next start.
    pub fn abandon(&mut self, key: PartitionKey) -> bool {
        let before = self.again.len();
        self.again.retain(|(other, _)| *other != key);
        let is_whole = self.again.len() == before;
        if !is_whole && let Some(partition) = self.partitions.get_mut(&key) {
            // Closing cuts the file to its written end all the same.
            partition.mended();
        }
        is_whole
    }

    /// A log dir has that much to spare for this core: what its logs keep ahead of their tails already counts.
    pub fn set_room(&mut self, dir: u16, bytes: u64) {
        let here = self.partitions.values().filter(|partition| partition.dir == dir);
        let kept: u64 = here.map(|partition| partition.log.preallocated_bytes()).sum();
        self.room.insert(dir, bytes.saturating_sub(kept));
    }

    /// Gives up what retention no longer keeps.
    pub fn retain(&mut self, now: Now, node: &mut Node, effects: &mut Effects) {
        for key in self.keys() {
            let Some(partition) = self.partitions.get_mut(&key) else { continue };
            partition.log.delete_old_segments(now);
            let ahead = partition.log.dated_ahead(now);
            if ahead.is_some() && partition.dated_ahead != ahead {
                let what = "a record dated in the future holds up rolling and retention by time";
                let fields = vec![
                    ("topic", partition.topic.to_string()),
                    ("partition", key.partition.0.to_string()),
                    ("timestamp", ahead.map_or(0, |(_, timestamp)| timestamp.0).to_string()),
                ];
                effects.log(Level::Warn, what, fields);
            }
            partition.dated_ahead = ahead;
        }
        self.work_all(node, effects);
    }

    /// File work of all partitions.
    pub fn work_all(&mut self, node: &mut Node, effects: &mut Effects) {
        for key in self.keys() {
            self.work(node, key, effects);
        }
    }

    /// Writes the index entries that have gathered in memory.
    pub fn write_sidecars(&mut self, node: &mut Node, effects: &mut Effects) {
        for key in self.keys() {
            let Some(partition) = self.partitions.get_mut(&key) else { continue };
            if let Some(write) = partition.log.gathered_sidecars() {
                self.work_on(node, key, Work::Sidecars(write), effects);
            }
        }
    }

    /// The partitions in a fixed order.
    fn keys(&self) -> Vec<PartitionKey> {
        let mut keys: Vec<PartitionKey> = self.partitions.keys().copied().collect();
        keys.sort_unstable();
        keys
    }

    /// Whether anything started for a partition is under way.
    #[must_use]
    pub fn is_working(&self, key: PartitionKey) -> bool {
        self.operations.values().any(|(other, _)| *other == key)
    }

    /// A log dir is out of service: nothing from it is acknowledged any more.
    pub fn dir_failed(&mut self, dir: u16) {
        self.broken.insert(dir);
        for partition in self.partitions.values_mut().filter(|partition| partition.dir == dir) {
            partition.become_role(Role::Offline, &mut self.answers, &mut self.fired);
        }
    }

    fn failed(&mut self, node: &Node, dir: u16, failure: IoFailure, effects: &mut Effects) {
        match failure {
            IoFailure::Full if self.full.insert(dir) => {
                effects.log(
                    Level::Warn,
                    "the log dir is full; produce is refused until there is room",
                    vec![self.dir_field(node, dir)],
                );
            }
            IoFailure::Full | IoFailure::NotFound | IoFailure::Short => {}
            IoFailure::Broken(errno) => {
                if self.broken.insert(dir) {
                    self.failed_dirs.push(dir);
                    effects.log(
                        Level::Error,
                        "the log dir failed; out of service until restart",
                        vec![self.dir_field(node, dir), ("errno", errno.to_string())],
                    );
                }
            }
        }
    }

    fn dir_field(&self, node: &Node, dir: u16) -> (&'static str, String) {
        ("dir", node.identity.dirs[usize::from(dir)].path.display().to_string())
    }

    /// Ends a pass: every partition that has something queued writes it.
    pub fn finish(&mut self, node: &mut Node, effects: &mut Effects) {
        for key in self.dirty.drain(..) {
            let Some(partition) = self.partitions.get_mut(&key) else { continue };
            partition.dirty = false;
            let operations = &mut self.operations;
            let mut token = || {
                let token = node.token();
                operations.insert(token, (key, Operation::Append));
                token
            };
            partition.flush_queued(self.room.entry(partition.dir).or_default(), &mut token, effects);
        }
    }

    /// A fetch is over: its watch on a partition goes.
    pub fn unwatch(&mut self, waiter: Waiter, key: PartitionKey) {
        let Some(partition) = self.partitions.get_mut(&key) else { return };
        if partition.unwatch(waiter.request, waiter.core) {
            return;
        }
        // Its place is still being looked up: what is found leaves no watch any more.
        for (_, operation) in self.operations.values_mut() {
            if let Operation::Search(other, search) = operation
                && *other == waiter
            {
                search.leave_no_watch();
            }
        }
    }
}

/// Why a partition is not here: it does not exist, or its log is still being opened or closed.
fn missing(node: &Node, key: PartitionKey) -> ErrorCode {
    match node.image.partition(key.topic, key.partition) {
        None => ErrorCode::UnknownTopicOrPartition,
        Some(_) => ErrorCode::NotLeaderOrFollower,
    }
}

/// A failed sync says nothing about what is on the disk, so it is never tried again, whatever the reason was.
fn failed_sync(failure: IoFailure) -> IoFailure {
    match failure {
        IoFailure::Broken(errno) => IoFailure::Broken(errno),
        _ => IoFailure::Broken(0),
    }
}

fn absent(ask: &Ask, error: ErrorCode) -> Told {
    match ask {
        Ask::Produce { .. } | Ask::Refused { .. } => crate::partition::refused(error, None),
        Ask::Fetch { .. } | Ask::Damaged { .. } => Told::Fetched(Fetched::error(error)),
        Ask::Offset { .. } => crate::partition::no_offset(error),
        Ask::EpochEnd { .. } => crate::partition::no_epoch_end(error),
    }
}
