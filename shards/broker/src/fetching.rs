//! A fetch on its connection's core: rows asked of the owners, the wait for enough bytes, the byte budget.
//!
//! A fetch is answered when its rows hold `min_bytes`, when one has an error or tells the client to truncate, or when
//! `max_wait` has passed. Rows of partitions that are not there are answered but do not end the wait.
//!
//! Budget, as in Kafka: rows in order, each at most its own limit and what is left of the request's; the first row that
//! has anything gives its first batch whole even beyond both.

use bytes::Bytes;
use protocol::{ErrorCode, Mono, Uuid};

use crate::event::Token;
use crate::fetch_session::Wanted;
use crate::mesh::{Fetched, PartitionKey};
use crate::reply::RequestHead;

/// One partition of a fetch.
pub struct FetchRow {
    /// Which of the fetch's topics.
    pub topic: u32,
    /// Its number.
    pub partition: i32,
    /// What is wanted.
    pub wanted: Wanted,
    /// Whom to ask; `None` where there is no such partition.
    pub key: Option<PartitionKey>,
    /// Its place in the session, if there is one.
    pub place: u64,
    /// Whether its owner holds a watch for it.
    pub watching: bool,
    /// What came in.
    pub told: Option<Fetched>,
    /// How much of the plan is given, once the budget is known.
    pub given: u32,
    /// The read of a cold range under way.
    pub cold_token: Option<Token>,
    /// Bytes of a cold range, once read.
    pub cold: Option<Bytes>,
    /// What became of a cold range that begins with no sound batch.
    pub damage: Damage,
}

impl FetchRow {
    /// Whether the session knew its topic by an id that is gone: an error of reading, where a partition that never was is
    /// none.
    #[must_use]
    pub fn is_of_another_id(&self) -> bool {
        self.told.as_ref().is_some_and(|told| told.error == ErrorCode::InconsistentTopicId)
    }
}

/// How far the damage that a row has met is dealt with. It is measured once: what is unsound again then is an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// None was met.
    None,
    /// Its owner is to be told.
    Met,
    /// Its owner was told and measures it.
    Told,
}

/// A topic of a fetch.
#[derive(Clone, Copy, Debug)]
pub struct FetchTopic {
    name: (u32, u32),
    /// Zero up to version 12.
    pub id: Uuid,
}

/// See the module's comment.
pub struct FetchWait {
    /// What the answer repeats.
    pub head: RequestHead,
    /// When it is answered with whatever there is.
    pub deadline: Mono,
    /// Bytes to wait for.
    pub min_bytes: i64,
    /// Bytes of records in the answer, the first batch excepted.
    pub max_bytes: i64,
    /// Up to the last stable offset.
    pub committed: bool,
    /// The session to be told in the answer; 0 for none.
    pub session: i32,
    /// Whether unchanged rows are left out.
    pub incremental: bool,
    /// What rows leave watches below, 0 for none.
    pub watch_below: i32,
    /// Whether a timer runs for the deadline.
    pub timed: bool,
    /// The rows, in the order in which they are to be read.
    pub rows: Vec<FetchRow>,
    /// Rows that have not been told yet.
    pub missing: u32,
    /// Cold reads under way.
    pub reading: u32,
    topics: Vec<FetchTopic>,
    names: String,
}

impl FetchWait {
    /// An empty one.
    #[must_use]
    pub fn new(head: RequestHead) -> Box<Self> {
        Box::new(Self {
            head,
            deadline: Mono(0),
            min_bytes: 0,
            max_bytes: 0,
            committed: false,
            session: 0,
            incremental: false,
            watch_below: 0,
            timed: false,
            rows: Vec::new(),
            missing: 0,
            reading: 0,
            topics: Vec::new(),
            names: String::new(),
        })
    }

    /// Makes it as new and keeps its memory.
    pub fn reset(&mut self, head: RequestHead) {
        self.head = head;
        self.session = 0;
        self.incremental = false;
        self.watch_below = 0;
        self.timed = false;
        self.rows.clear();
        self.missing = 0;
        self.reading = 0;
        self.topics.clear();
        self.names.clear();
    }

    /// Adds a topic unless it is the last one added; returns its number.
    pub fn topic(&mut self, name: &str, id: Uuid) -> u32 {
        if let Some(last) = self.topics.len().checked_sub(1)
            && self.topics[last].id == id
            && self.name(last as u32) == name
        {
            return last as u32;
        }
        let from = self.names.len() as u32;
        self.names.push_str(name);
        self.topics.push(FetchTopic { name: (from, name.len() as u32), id });
        self.topics.len() as u32 - 1
    }

    /// The name of a topic, empty where ids are used.
    #[must_use]
    pub fn name(&self, topic: u32) -> &str {
        let (from, len) = self.topics[topic as usize].name;
        &self.names[from as usize..(from + len) as usize]
    }

    /// The id of a topic.
    #[must_use]
    pub fn id(&self, topic: u32) -> Uuid {
        self.topics[topic as usize].id
    }

    /// Adds a row.
    pub fn row(&mut self, topic: u32, partition: i32, wanted: Wanted, key: Option<PartitionKey>, place: u64) {
        self.rows.push(FetchRow {
            topic,
            partition,
            wanted,
            key,
            place,
            watching: false,
            told: None,
            given: 0,
            cold_token: None,
            cold: None,
            damage: Damage::None,
        });
    }

    /// Fills a row that was asked for.
    pub fn fill(&mut self, row: u32, told: Fetched) {
        let Some(row) = self.rows.get_mut(row as usize) else { return };
        row.watching |= told.watching;
        if row.told.replace(told).is_none() {
            self.missing -= 1;
        }
    }

    /// A row is about to be asked for again. False if it is being asked for already.
    pub fn reopen(&mut self, row: u32) -> bool {
        let Some(row) = self.rows.get_mut(row as usize) else { return false };
        row.watching = false;
        let told = row.told.take();
        self.missing += u32::from(told.is_some());
        told.is_some()
    }

    /// Whether it is to be answered now.
    #[must_use]
    pub fn is_due(&self, now: Mono) -> bool {
        if self.missing > 0 {
            return false;
        }
        if now >= self.deadline {
            return true;
        }
        let mut bytes = 0;
        let mut asked = false;
        for row in &self.rows {
            let Some(told) = &row.told else { continue };
            if row.key.is_none() && !row.is_of_another_id() {
                continue;
            }
            asked = true;
            if told.error != ErrorCode::None || told.diverging.is_some() {
                return true;
            }
            if let Some(plan) = &told.plan {
                bytes += i64::from(plan.len);
            }
        }
        !asked || bytes >= self.min_bytes
    }

    /// Shares the budget out over the rows.
    pub fn share(&mut self) {
        let mut left = self.max_bytes;
        let mut first = true;
        for row in &mut self.rows {
            row.given = 0;
            let Some(plan) = row.told.as_ref().and_then(|told| told.plan.as_ref()) else { continue };
            let limit = i64::from(row.wanted.max_bytes).min(left).max(0);
            let mut given = i64::from(plan.len).min(limit);
            if given < i64::from(plan.first_batch_len) {
                // Half a batch helps nobody: the first row gives it whole, the others give nothing.
                given = if first { i64::from(plan.first_batch_len) } else { 0 };
            }
            if given > 0 {
                first = false;
            }
            left = (left - given).max(0);
            row.given = given as u32;
        }
    }
}
