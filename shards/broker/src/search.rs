//! Finding something in a partition's file when memory does not know where it lies: a walk of reads, each step decided
//! here, each read done by the edge.
//!
//! Where the walk meets damage, that is measured first; the log knows the hole from then on, and the question is asked
//! again.

use bytes::Bytes;
use protocol::compress::Scratch;
use protocol::records::{BatchView, MixedBatch, RecordStream};
use protocol::{ErrorCode, LeaderEpoch, Offset, Timestamp};
use storage::ReadRange;
use storage::lookup::{Lookup, Outcome, ReadWanted, Spot};
use storage::work::Survey;

use crate::mesh::{Fetched, ReadEnd, Told};
use crate::partition::{FetchAsk, FetchStep, Partition, Role};

/// A search under way.
pub struct Search {
    goal: Goal,
    step: Reading,
    surveys: u8,
}

/// A question that waits until damage in its way is measured.
pub struct Stopped {
    goal: Goal,
    surveys: u8,
}

/// Holes that one question may find before it is refused.
const SURVEYS_MAX: u8 = 8;

#[derive(Clone, Copy)]
enum Goal {
    Fetch(FetchAsk),
    /// The first record at or after the log start that is not older.
    Time(Timestamp, ReadEnd),
    /// The record with this timestamp in a batch that is known to hold it.
    Max(Timestamp, ReadEnd),
}

enum Reading {
    Lookup(Box<Lookup>),
    /// The records of a batch, and the look-up that has found it.
    Batch(Option<(Box<Lookup>, Spot)>, ReadRange),
}

/// Where a search has got to.
pub enum Step {
    /// It has ended.
    Done(Told),
    /// It wants bytes: [`Search::wanted`].
    Read(Box<Search>),
    /// It wants damage measured: [`Log::mark_hole`](storage::Log::mark_hole), then [`Stopped::again`].
    Survey(Stopped, Survey),
}

impl Stopped {
    /// A fetch whose bytes were no sound batch where the answer to it said.
    #[must_use]
    pub fn fetch(ask: FetchAsk) -> Self {
        Self { goal: Goal::Fetch(ask), surveys: 1 }
    }

    /// Asks again.
    #[must_use]
    pub fn again(self, partition: &mut Partition) -> Step {
        let Self { goal, surveys } = self;
        match goal {
            Goal::Fetch(ask) => match partition.fetch(&ask) {
                FetchStep::Done(row) => Step::Done(Told::Fetched(row)),
                FetchStep::Lookup(lookup) => Search::read(goal, Reading::Lookup(lookup), surveys),
            },
            Goal::Time(timestamp, _) => match partition.log.offset_for_timestamp(timestamp) {
                storage::log::TimeAnswer::None => Step::Done(nothing()),
                storage::log::TimeAnswer::Lookup(lookup) => {
                    Search::read(goal, Reading::Lookup(lookup), surveys)
                }
            },
            Goal::Max(_, end) => Search::max(partition, end, surveys),
        }
    }

    /// The answer where it cannot go on.
    #[must_use]
    pub fn fail(&self, error: ErrorCode) -> Told {
        self.goal.fail(error)
    }
}

impl Goal {
    fn fail(&self, error: ErrorCode) -> Told {
        match self {
            Self::Fetch(_) => Told::Fetched(Fetched::error(error)),
            Self::Time(..) | Self::Max(..) => crate::partition::no_offset(error),
        }
    }
}

/// The special timestamps of ListOffsets.
pub mod special {
    /// The high watermark, or the last stable offset for who reads committed.
    pub const LATEST: i64 = -1;
    /// The log start offset.
    pub const EARLIEST: i64 = -2;
    /// The record with the largest timestamp (KIP-734).
    pub const MAX_TIMESTAMP: i64 = -3;
    /// The start of what lies on this broker (KIP-405).
    pub const EARLIEST_LOCAL: i64 = -4;
    /// The end of what lies in remote storage (KIP-1005).
    pub const LATEST_TIERED: i64 = -5;
    /// The first offset that remote storage lacks (KIP-1023).
    pub const EARLIEST_PENDING_UPLOAD: i64 = -6;
}

impl Search {
    /// A fetch that has to find its first batch.
    #[must_use]
    pub fn fetch(ask: FetchAsk, lookup: Box<Lookup>) -> Self {
        Self { goal: Goal::Fetch(ask), step: Reading::Lookup(lookup), surveys: 0 }
    }

    fn read(goal: Goal, step: Reading, surveys: u8) -> Step {
        Step::Read(Box::new(Self { goal, step, surveys }))
    }

    /// Answers a question about time, at once where memory knows.
    pub fn offset(
        partition: &mut Partition,
        timestamp: Timestamp,
        end: ReadEnd,
        any_replica: bool,
        believed: LeaderEpoch,
    ) -> Step {
        let epoch = match (partition.check_leader(believed), partition.role) {
            (Ok(epoch), _) => epoch,
            (Err(ErrorCode::NotLeaderOrFollower), Role::Follower(_, epoch)) if any_replica => epoch,
            (Err(code), _) => return Step::Done(crate::partition::no_offset(code)),
        };
        let at = |offset: Offset, leader_epoch: LeaderEpoch| {
            Step::Done(Told::Offset {
                error: ErrorCode::None,
                timestamp: Timestamp::NONE,
                offset,
                leader_epoch,
            })
        };
        match timestamp.0 {
            special::LATEST => at(end_of(partition, end), epoch),
            special::EARLIEST | special::EARLIEST_LOCAL => {
                let start = partition.log.log_start();
                at(start, partition.epoch_of(start))
            }
            special::LATEST_TIERED | special::EARLIEST_PENDING_UPLOAD => at(Offset::NONE, LeaderEpoch::NONE),
            special::MAX_TIMESTAMP => Self::max(partition, end, 0),
            _ => match partition.log.offset_for_timestamp(timestamp) {
                storage::log::TimeAnswer::None => at(Offset::NONE, LeaderEpoch::NONE),
                storage::log::TimeAnswer::Lookup(lookup) => {
                    Self::read(Goal::Time(timestamp, end), Reading::Lookup(lookup), 0)
                }
            },
        }
    }

    fn max(partition: &mut Partition, end: ReadEnd, surveys: u8) -> Step {
        let none = || Step::Done(nothing());
        let Some((timestamp, offset)) = partition.log.max_timestamp() else { return none() };
        let goal = Goal::Max(timestamp, end);
        match partition.log.locate_batch(offset) {
            Ok(storage::Located::Lookup(lookup)) => Self::read(goal, Reading::Lookup(lookup), surveys),
            Ok(storage::Located::Range(range)) => Self::read(goal, Reading::Batch(None, range), surveys),
            _ => none(),
        }
    }

    /// What it was asked, if it is a fetch's.
    #[must_use]
    pub fn fetch_ask(&self) -> Option<FetchAsk> {
        match self.goal {
            Goal::Fetch(ask) => Some(ask),
            _ => None,
        }
    }

    /// Nobody waits for what it finds any more.
    pub fn leave_no_watch(&mut self) {
        if let Goal::Fetch(ask) = &mut self.goal {
            ask.watch_below = 0;
        }
    }

    /// The bytes it wants next.
    #[must_use]
    pub fn wanted(&self) -> ReadWanted {
        match &self.step {
            Reading::Lookup(lookup) => lookup.wanted(),
            Reading::Batch(_, range) => ReadWanted {
                file: std::sync::Arc::clone(&range.file),
                position: range.position,
                len: range.len,
            },
        }
    }

    /// The answer where it cannot go on.
    #[must_use]
    pub fn fail(&self, error: ErrorCode) -> Told {
        self.goal.fail(error)
    }

    /// Takes the bytes it wanted.
    pub fn step(mut self: Box<Self>, partition: &mut Partition, bytes: &Bytes) -> Step {
        match self.step {
            Reading::Lookup(mut lookup) => {
                let Some(outcome) = lookup.step(bytes) else {
                    self.step = Reading::Lookup(lookup);
                    return Step::Read(self);
                };
                if let Outcome::Damaged { segment, position, from, .. } = outcome
                    && self.surveys < SURVEYS_MAX
                    && let Some(survey) = partition.log.survey(segment, position, from)
                {
                    return Step::Survey(Stopped { goal: self.goal, surveys: self.surveys + 1 }, survey);
                }
                match (self.goal, outcome) {
                    (Goal::Fetch(ask), outcome) => {
                        partition.log.learn(&outcome);
                        match partition.fetch(&ask) {
                            FetchStep::Done(row) => Step::Done(Told::Fetched(row)),
                            FetchStep::Lookup(lookup) => {
                                self.step = Reading::Lookup(lookup);
                                Step::Read(self)
                            }
                        }
                    }
                    (_, Outcome::Found(spot)) => match partition.log.range_of(&spot) {
                        Some(range) => {
                            self.step = Reading::Batch(Some((lookup, spot)), range);
                            Step::Read(self)
                        }
                        None => Step::Done(nothing()),
                    },
                    (_, Outcome::Past { .. }) => Step::Done(nothing()),
                    (_, Outcome::Damaged { .. }) => {
                        Step::Done(crate::partition::no_offset(ErrorCode::KafkaStorageError))
                    }
                }
            }
            Reading::Batch(looked_up, _) => {
                let start = partition.log.log_start();
                let found = match self.goal {
                    Goal::Time(target, _) => find(bytes, |at, time| at >= start && time >= target),
                    Goal::Max(target, _) => find(bytes, |_, time| time == target),
                    Goal::Fetch(_) => None,
                };
                match (found, self.goal) {
                    (Some((offset, _)), Goal::Time(_, end) | Goal::Max(_, end))
                        if offset >= end_of(partition, end) =>
                    {
                        Step::Done(nothing())
                    }
                    (Some((offset, timestamp)), _) => Step::Done(Told::Offset {
                        error: ErrorCode::None,
                        timestamp,
                        offset,
                        leader_epoch: partition.epoch_of(offset),
                    }),
                    (None, Goal::Time(..)) => match looked_up {
                        Some((lookup, spot)) => {
                            self.step = Reading::Lookup(Box::new(lookup.behind(&spot)));
                            Step::Read(self)
                        }
                        None => Step::Done(nothing()),
                    },
                    (None, _) => Step::Done(nothing()),
                }
            }
        }
    }
}

fn end_of(partition: &Partition, end: ReadEnd) -> Offset {
    match end {
        ReadEnd::LastStable => partition.readable_end(true),
        ReadEnd::HighWatermark => partition.readable_end(false),
        ReadEnd::LogEnd => partition.log.end(),
    }
}

/// The first record of the batch at the front of `bytes` that `fits`, by offset and timestamp.
fn find(bytes: &[u8], fits: impl Fn(Offset, Timestamp) -> bool) -> Option<(Offset, Timestamp)> {
    match MixedBatch::parse(bytes).ok()? {
        MixedBatch::V2(batch) => find_in_batch(&batch, fits),
        MixedBatch::Old(message) => {
            let (mut scratch, mut buffer) = (Scratch::default(), Vec::new());
            let mut records = message.records(UNPACKED_BYTES_MAX, &mut scratch, &mut buffer).ok()?;
            records.find_map(|record| {
                let place = (record.offset, record.timestamp);
                fits(place.0, place.1).then_some(place)
            })
        }
    }
}

fn find_in_batch(
    batch: &BatchView<'_>,
    fits: impl Fn(Offset, Timestamp) -> bool,
) -> Option<(Offset, Timestamp)> {
    let place = |offset_delta: i32, timestamp_delta: i64| {
        let place =
            (batch.base_offset().plus(i64::from(offset_delta)), batch.record_timestamp(timestamp_delta));
        fits(place.0, place.1).then_some(place)
    };
    if let Some(mut records) = batch.records() {
        return records.find_map(|record| record.ok().and_then(|r| place(r.offset_delta, r.timestamp_delta)));
    }
    let mut scratch = Scratch::default();
    let codec = batch.codec().ok()?;
    let mut stream = RecordStream::new(batch, codec, UNPACKED_BYTES_MAX, i32::MAX, &mut scratch);
    while let Ok(Some(record)) = stream.next_record() {
        if let Some(found) = place(record.offset_delta, record.timestamp_delta) {
            return Some(found);
        }
    }
    None
}

/// What may come out of one batch while it is searched.
const UNPACKED_BYTES_MAX: u64 = 2_147_483_647;

fn nothing() -> Told {
    crate::partition::no_offset(ErrorCode::None)
}
