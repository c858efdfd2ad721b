//! One partition on its owner: the log, the high watermark, who waits for what.
//!
//! Knows no connection and no encoding. Invariants:
//! - `hw <= log.end() <= log.planned_end()`; readers see nothing beyond the high watermark.
//! - A produce is answered only when the written end has passed its batch, with `flush.messages` due the synced end
//!   too, and with `acks=all` the high watermark.
//! - Batches that were planned in one pass and lie one behind the other leave as one write.
//! - After a failed write nothing planned behind it is kept or answered with success.

use std::collections::VecDeque;
use std::sync::Arc;

use bytes::BytesMut;
use metadata::config::topic::TopicConfig;
use protocol::client::fetch::AbortedTransaction;
use protocol::{BrokerId, ErrorCode, LeaderEpoch, Now, Offset, Timestamp};
use storage::batch::BatchInfo;
use storage::lookup::Lookup;
use storage::producers::Origin;
use storage::work::SyncPlan;
use storage::{AppendError, FileRef, Located, Log, ReadError, TakeBack};

use crate::effect::{Effect, Effects};
use crate::error;
use crate::event::{CoreId, IoResult, Token};
use crate::mesh::{Fetched, PartitionKey, ReadPlan, RequestRef, Told, Why};

/// Whom an answer is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiter {
    /// The core that asked.
    pub core: CoreId,
    /// Its request.
    pub request: RequestRef,
    /// The row of the request.
    pub part: u32,
}

/// What this broker is for the partition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It leads in this epoch.
    Leader(LeaderEpoch),
    /// Another broker leads, or none.
    Follower(BrokerId, LeaderEpoch),
    /// The log dir is out of service, until the node is started again.
    Offline,
}

/// A produce that waits for its batch; in the queue, by rising ends.
struct Produce {
    waiter: Waiter,
    /// Exclusive.
    end: Offset,
    base: Offset,
    log_append_time: Timestamp,
    all: bool,
}

struct Watch {
    waiter: Waiter,
    committed: bool,
    /// The readable end when the watch was left.
    seen: Offset,
}

/// Writes of one pass that lie one behind the other.
struct Queued {
    file: FileRef,
    position: u64,
    next: u64,
    end: Offset,
    buffers: Vec<BytesMut>,
}

struct Flight {
    token: Token,
    end: Offset,
    /// How it ended, while one before it is still under way.
    result: Option<IoResult<()>>,
}

/// See the module's comment.
pub struct Partition {
    /// Which one.
    pub key: PartitionKey,
    /// Its topic's name.
    pub topic: Arc<str>,
    /// The log dir, by its place in `log.dirs`.
    pub dir: u16,
    /// The log.
    pub log: Log,
    /// The topic's configs.
    pub config: Arc<TopicConfig>,
    /// What this broker is for it.
    pub role: Role,
    /// Who leads and in which epoch, as the metadata has it.
    pub leader: Option<(BrokerId, LeaderEpoch)>,
    /// How many replicas are in sync.
    pub isr_count: i32,
    /// How many replicas there are to be.
    pub replica_count: i32,
    /// The segment with records of the future that was last told of.
    pub dated_ahead: Option<(Offset, Timestamp)>,
    /// Whether it is in the owner's list of partitions with something to do at the end of the turn.
    pub dirty: bool,
    queued: Option<Queued>,
    flights: VecDeque<Flight>,
    produces: VecDeque<Produce>,
    watches: Vec<Watch>,
    /// A failed write is being cut off the file: nothing is planned until that is done.
    mending: bool,
    /// The cut, while writes behind the failed one are still under way.
    taken_back: Option<TakeBack>,
    /// A sync is under way.
    syncing: bool,
}

/// An answer on its way to whoever asked.
pub type Answers = Vec<(Waiter, Told)>;

impl Partition {
    /// A partition whose log is open.
    #[must_use]
    pub fn new(key: PartitionKey, topic: Arc<str>, dir: u16, log: Log, config: Arc<TopicConfig>) -> Self {
        Self {
            key,
            topic,
            dir,
            log,
            config,
            role: Role::Follower(BrokerId::NONE, LeaderEpoch::NONE),
            leader: None,
            isr_count: 1,
            replica_count: 1,
            dated_ahead: None,
            dirty: false,
            queued: None,
            flights: VecDeque::new(),
            produces: VecDeque::new(),
            watches: Vec::new(),
            mending: false,
            taken_back: None,
            syncing: false,
        }
    }

    /// Checks the leader epoch that a client believes in; -1 is no check. Answers the epoch in which this broker leads.
    pub fn check_leader(&self, believed: LeaderEpoch) -> Result<LeaderEpoch, ErrorCode> {
        match self.role {
            Role::Offline => Err(ErrorCode::KafkaStorageError),
            Role::Leader(epoch) | Role::Follower(_, epoch)
                if believed != LeaderEpoch::NONE && believed < epoch =>
            {
                Err(ErrorCode::FencedLeaderEpoch)
            }
            Role::Leader(epoch) | Role::Follower(_, epoch) if believed > epoch => {
                Err(ErrorCode::UnknownLeaderEpoch)
            }
            Role::Leader(epoch) => Ok(epoch),
            Role::Follower(..) => Err(ErrorCode::NotLeaderOrFollower),
        }
    }

    /// Plans a validated batch. `None` means that the answer comes later.
    pub fn produce(
        &mut self,
        now: Now,
        mut records: BytesMut,
        info: &BatchInfo,
        acks: i16,
        waiter: Waiter,
        spare: &mut Vec<Vec<BytesMut>>,
        room: &mut u64,
        token: &mut dyn FnMut() -> Token,
        effects: &mut Effects,
    ) -> Option<Told> {
        let epoch = match self.check_leader(LeaderEpoch::NONE) {
            Ok(epoch) => epoch,
            Err(code) => return Some(refused(code, None)),
        };
        // More than there are cannot be asked for.
        if acks == -1 && self.isr_count < self.config.min_insync_replicas.min(self.replica_count) {
            return Some(refused(ErrorCode::NotEnoughReplicas, None));
        }
        if self.mending {
            return Some(refused(ErrorCode::KafkaStorageError, None));
        }
        let placement = match self.log.plan_append(now, epoch, Origin::Client, &mut records, info) {
            Ok(placement) => placement,
            Err(AppendError::Duplicate(seen)) => {
                return self.await_original(Produce {
                    waiter,
                    end: seen.last_offset.plus(1),
                    base: seen.first_offset(),
                    log_append_time: seen.timestamp,
                    all: acks == -1,
                });
            }
            Err(refusal) => {
                let (error, why) = error::of_append(&refusal);
                // Kafka throws this one before it has looked at anything.
                return Some(match refusal {
                    AppendError::LargerThanSegment => refused(error, why),
                    _ => self.refused_here(error, why),
                });
            }
        };
        let len = records.len() as u64;
        let end = placement.last.plus(1);
        match &mut self.queued {
            Some(queued)
                if queued.next == placement.position && Arc::ptr_eq(&queued.file, &placement.file) =>
            {
                queued.next += len;
                queued.end = end;
                queued.buffers.push(records);
            }
            _ => {
                self.flush_queued(room, token, effects);
                let mut buffers = spare.pop().unwrap_or_default();
                buffers.push(records);
                let (file, position) = (placement.file, placement.position);
                self.queued = Some(Queued { file, position, next: position + len, end, buffers });
            }
        }
        self.produces.push_back(Produce {
            waiter,
            end,
            base: placement.base,
            log_append_time: placement.append_time,
            all: acks == -1,
        });
        None
    }

    /// Answers a batch that is in the log already, or makes it wait for the original as the original waits: what is only
    /// planned may still be taken back, and then both fail.
    fn await_original(&mut self, produce: Produce) -> Option<Told> {
        if self.is_answerable(&produce) {
            return Some(self.appended_at(&produce));
        }
        let behind = self.produces.partition_point(|waiting| waiting.end <= produce.end);
        self.produces.insert(behind, produce);
        None
    }

    /// Whether a produce's batch is as safe as its answer says.
    fn is_answerable(&self, produce: &Produce) -> bool {
        produce.end <= self.log.end()
            && (!produce.all || produce.end <= self.hw())
            && produce.end.0 - self.log.synced_end().0 < self.log.config().flush_messages
    }

    fn appended_at(&self, produce: &Produce) -> Told {
        Told::Produced {
            error: ErrorCode::None,
            base_offset: produce.base,
            log_append_time: produce.log_append_time,
            log_start: self.log.log_start(),
            why: None,
        }
    }

    /// The answer to a Produce that stores nothing, by a log that was looked at.
    #[must_use]
    pub fn refused_here(&self, error: ErrorCode, why: Option<Box<Why>>) -> Told {
        Told::Produced {
            error,
            base_offset: Offset::NONE,
            log_append_time: Timestamp::NONE,
            log_start: self.log.log_start(),
            why,
        }
    }

    /// Ends a pass, or a segment's share of it: what was queued leaves as one write. Of `room`, what the log dir can
    /// spare, some may be kept ahead.
    pub fn flush_queued(&mut self, room: &mut u64, token: &mut dyn FnMut() -> Token, effects: &mut Effects) {
        let Some(queued) = self.queued.take() else { return };
        if let Some(ahead) = self.log.preallocation(PREALLOCATION_BYTES_MAX.min(*room)) {
            *room = room.saturating_sub(ahead.len);
            effects.push(Effect::Allocate { file: ahead.file, from: ahead.from, len: ahead.len });
        }
        let token = token();
        self.flights.push_back(Flight { token, end: queued.end, result: None });
        effects.push(Effect::Append {
            token,
            file: queued.file,
            position: queued.position,
            buffers: queued.buffers,
        });
    }

    /// A write of this partition ended. Returns what must be mended if it failed.
    pub fn appended(
        &mut self,
        token: Token,
        result: IoResult<()>,
        answers: &mut Answers,
    ) -> Option<TakeBack> {
        let flight = self.flights.iter_mut().find(|flight| flight.token == token)?;
        flight.result = Some(result);
        // Writes to one file end in order, but behind a roll the next file's may end first.
        while self.taken_back.is_none()
            && let Some(result) = self.flights.front().and_then(|flight| flight.result)
        {
            if result.is_ok() {
                let flight = self.flights.pop_front().expect("it was there a line ago");
                self.log.written(flight.end);
                continue;
            }
            self.queued = None;
            self.mending = true;
            for produce in self.produces.drain(..) {
                answers.push((produce.waiter, refused(ErrorCode::KafkaStorageError, None)));
            }
            self.taken_back = Some(self.log.take_back());
        }
        if self.taken_back.is_none() {
            self.advance(answers);
            return None;
        }
        // What is still under way may reach the file after it was cut: the cut waits for all of it.
        if self.flights.iter().any(|flight| flight.result.is_none()) {
            return None;
        }
        self.flights.clear();
        self.taken_back.take()
    }

    /// The rest of a failed write is off the file.
    pub fn mended(&mut self) {
        self.mending = false;
    }

    /// Whether writes, syncs or repairs are under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.mending || self.syncing || self.queued.is_some() || !self.flights.is_empty()
    }

    /// The files to be synced now, if it is time (`flush.messages`, `flush.ms`).
    pub fn sync_due(&mut self, now: Now) -> Option<SyncPlan> {
        if self.log.sync_due(now) { self.sync_now() } else { None }
    }

    /// The files to be synced now, however little waits: a hole must lie below the recovery point soon.
    pub fn sync_now(&mut self) -> Option<SyncPlan> {
        if self.syncing {
            return None;
        }
        let plan = self.log.sync_plan()?;
        self.syncing = true;
        Some(plan)
    }

    /// A sync ended.
    pub fn synced(&mut self, upto: Offset, now: Now, result: IoResult<()>, answers: &mut Answers) {
        self.syncing = false;
        if result.is_ok() {
            self.log.synced(upto, now);
            self.advance(answers);
        }
    }

    /// The written or synced end moved: the high watermark follows, and answers leave.
    pub fn advance(&mut self, answers: &mut Answers) {
        let end = self.log.end();
        if matches!(self.role, Role::Leader(_)) && self.isr_count <= 1 && self.hw() < end {
            self.log.on_high_watermark(end);
        }
        while self.produces.front().is_some_and(|produce| self.is_answerable(produce)) {
            let produce = self.produces.pop_front().expect("it was there a line ago");
            answers.push((produce.waiter, self.appended_at(&produce)));
        }
    }

    /// This broker begins to lead, goes on leading in another epoch, or stops. Whoever waits for a leader that is no more
    /// is told so.
    pub fn become_role(&mut self, role: Role, answers: &mut Answers, fired: &mut Vec<Waiter>) {
        if self.role == role || self.role == Role::Offline {
            return;
        }
        self.role = role;
        if let Role::Leader(epoch) = role {
            self.log.assign_epoch(epoch);
            self.advance(answers);
        } else {
            let code = if role == Role::Offline {
                ErrorCode::KafkaStorageError
            } else {
                ErrorCode::NotLeaderOrFollower
            };
            for produce in self.produces.drain(..) {
                answers.push((produce.waiter, refused(code, None)));
            }
        }
        self.fire(fired);
    }

    /// The high watermark.
    #[must_use]
    pub fn hw(&self) -> Offset {
        self.log.high_watermark()
    }
}

/// How much may be kept ahead of one partition's tail at most.
const PREALLOCATION_BYTES_MAX: u64 = 64 << 20;

/// What a fetch asks of a partition.
#[derive(Clone, Copy, Debug)]
pub struct FetchAsk {
    /// Where to read from.
    pub offset: Offset,
    /// At most this much, unless the first batch is larger.
    pub max_bytes: i32,
    /// What the client believes the leader epoch to be.
    pub leader_epoch: LeaderEpoch,
    /// The epoch of the last record the client has.
    pub last_fetched_epoch: LeaderEpoch,
    /// Up to the last stable offset instead of the high watermark.
    pub committed: bool,
    /// Leave a watch if there is less than this to read; 0 leaves none.
    pub watch_below: i32,
}

/// What came of a fetch.
pub enum FetchStep {
    /// The answer.
    Done(Fetched),
    /// Where the batch begins must be found by reading the file first.
    Lookup(Box<Lookup>),
}

impl Partition {
    /// How far a reader may read.
    #[must_use]
    pub fn readable_end(&self, committed: bool) -> Offset {
        if committed { self.log.last_stable_offset() } else { self.hw() }
    }

    /// Finds what a fetch may read.
    pub fn fetch(&mut self, ask: &FetchAsk) -> FetchStep {
        if let Err(code) = self.check_leader(ask.leader_epoch) {
            let mut told = Fetched::error(code);
            if matches!(code, ErrorCode::NotLeaderOrFollower | ErrorCode::FencedLeaderEpoch) {
                told.leader = self.leader;
            }
            return FetchStep::Done(told);
        }
        if ask.last_fetched_epoch.0 >= 0 {
            match self.diverging(ask) {
                Ok(None) => {}
                Ok(Some(point)) => {
                    let mut row = self.row();
                    row.diverging = Some(Box::new(point));
                    return FetchStep::Done(row);
                }
                Err(code) => return FetchStep::Done(Fetched::error(code)),
            }
        }
        if ask.offset < self.log.log_start() || ask.offset > self.log.end() {
            return FetchStep::Done(Fetched::error(ErrorCode::OffsetOutOfRange));
        }
        let limit = self.readable_end(ask.committed);
        if ask.offset >= limit {
            return FetchStep::Done(self.row());
        }
        let Ok(most) = u32::try_from(ask.max_bytes) else {
            return FetchStep::Done(Fetched::error(ErrorCode::UnknownServerError));
        };
        match self.log.locate(ask.offset, most, limit, true) {
            Ok(Located::Empty) => FetchStep::Done(self.row()),
            Ok(Located::Lookup(lookup)) => FetchStep::Lookup(lookup),
            Ok(Located::Range(range)) => {
                let mut row = self.row();
                if ask.committed {
                    let upto = self.log.upper_bound_of(&range);
                    let aborted = self.log.aborted(ask.offset, upto);
                    row.aborted = Some(
                        aborted
                            .map(|txn| AbortedTransaction {
                                producer_id: txn.producer_id.0,
                                first_offset: txn.first.0,
                            })
                            .collect(),
                    );
                }
                row.plan = Some(ReadPlan {
                    file: range.file,
                    segment: range.segment,
                    position: range.position,
                    len: range.len,
                    first_batch_len: range.first_len,
                    resident: range.resident,
                });
                FetchStep::Done(row)
            }
            Err(ReadError::OutOfRange) => FetchStep::Done(Fetched::error(ErrorCode::OffsetOutOfRange)),
            Err(ReadError::Damaged) => FetchStep::Done(Fetched::error(ErrorCode::KafkaStorageError)),
        }
    }

    fn row(&self) -> Fetched {
        Fetched {
            error: ErrorCode::None,
            hw: self.hw(),
            lso: self.log.last_stable_offset(),
            log_start: self.log.log_start(),
            plan: None,
            diverging: None,
            watching: false,
            aborted: None,
            leader: None,
        }
    }

    /// Where the client's log and this one part ways (KIP-595), if they do.
    fn diverging(&self, ask: &FetchAsk) -> Result<Option<(LeaderEpoch, Offset)>, ErrorCode> {
        let Some((epoch, end)) = self.log.end_offset_for_epoch(ask.last_fetched_epoch) else {
            return Err(ErrorCode::OffsetOutOfRange);
        };
        Ok((epoch < ask.last_fetched_epoch || end < ask.offset).then_some((epoch, end)))
    }

    /// Leaves a watch with a fetch that has not found enough.
    pub fn maybe_watch(&mut self, ask: &FetchAsk, waiter: Waiter, row: &mut Fetched) {
        let found = row.plan.as_ref().map_or(0, |plan| plan.len);
        if i64::from(found) < i64::from(ask.watch_below) && row.error == ErrorCode::None {
            self.watch(waiter, ask.committed);
            row.watching = true;
        }
    }

    /// Leaves a watch: it fires once the readable end has moved on from where it is now.
    pub fn watch(&mut self, waiter: Waiter, committed: bool) {
        self.watches.push(Watch { waiter, committed, seen: self.readable_end(committed) });
    }

    /// Drops the watches of a fetch that is over; answers whether there were any.
    pub fn unwatch(&mut self, request: RequestRef, core: CoreId) -> bool {
        let before = self.watches.len();
        self.watches.retain(|watch| watch.waiter.request != request || watch.waiter.core != core);
        self.watches.len() < before
    }

    /// Hands out the watches whose readable end has moved, or all of them when the partition stops leading.
    pub fn fire(&mut self, fired: &mut Vec<Waiter>) {
        if self.watches.is_empty() {
            return;
        }
        let leads = matches!(self.role, Role::Leader(_));
        let (hw, lso) = (self.hw(), self.log.last_stable_offset());
        self.watches.retain(|watch| {
            let keep = leads && (if watch.committed { lso } else { hw }) <= watch.seen;
            if !keep {
                fired.push(watch.waiter);
            }
            keep
        });
    }
}

impl Fetched {
    /// A row that is only an error.
    #[must_use]
    pub fn error(error: ErrorCode) -> Self {
        Self {
            error,
            hw: Offset::NONE,
            lso: Offset::NONE,
            log_start: Offset::NONE,
            plan: None,
            diverging: None,
            watching: false,
            aborted: None,
            leader: None,
        }
    }
}

impl Partition {
    /// The leader epoch that an offset was written in, -1 where it is not known.
    #[must_use]
    pub fn epoch_of(&self, offset: Offset) -> LeaderEpoch {
        self.log.epochs().epoch_for(offset).unwrap_or(LeaderEpoch::NONE)
    }

    /// Answers OffsetForLeaderEpoch.
    #[must_use]
    pub fn epoch_end(&self, current: LeaderEpoch, epoch: LeaderEpoch) -> Told {
        match self.check_leader(current) {
            Err(code) => no_epoch_end(code),
            Ok(_) => {
                let (leader_epoch, end_offset) =
                    self.log.end_offset_for_epoch(epoch).unwrap_or((LeaderEpoch::NONE, Offset::NONE));
                Told::EpochEnd { error: ErrorCode::None, leader_epoch, end_offset }
            }
        }
    }
}

/// The answer to ListOffsets where there is no such offset.
#[must_use]
pub fn no_offset(error: ErrorCode) -> Told {
    Told::Offset { error, timestamp: Timestamp::NONE, offset: Offset::NONE, leader_epoch: LeaderEpoch::NONE }
}

/// The answer to OffsetForLeaderEpoch where there is no such epoch.
#[must_use]
pub fn no_epoch_end(error: ErrorCode) -> Told {
    Told::EpochEnd { error, leader_epoch: LeaderEpoch::NONE, end_offset: Offset::NONE }
}

/// The answer to a Produce that stores nothing.
#[must_use]
pub fn refused(error: ErrorCode, why: Option<Box<Why>>) -> Told {
    Told::Produced {
        error,
        base_offset: Offset::NONE,
        log_append_time: Timestamp::NONE,
        log_start: Offset::NONE,
        why,
    }
}
