//! A request that is answered partition by partition: what has come in, what is still missing.
//!
//! Serves Produce, ListOffsets and OffsetForLeaderEpoch: rows in the request's order, each filled once, by the plan
//! itself or by the partition's owner. Gathers are used again, so that a request costs no allocation once warm.

use std::hash::BuildHasher;

use protocol::{ErrorCode, Set, Uuid};

use crate::mesh::Told;
use crate::reply::RequestHead;

/// One topic of the request.
#[derive(Clone, Copy, Debug)]
pub struct GatherTopic {
    name: (u32, u32),
    /// Zero where the version names topics.
    pub id: Uuid,
    rows_end: u32,
}

/// One partition of the request.
pub struct Row {
    /// Its number, as asked for.
    pub partition: i32,
    /// What came in for it.
    pub told: Option<Told>,
}

/// A request and its rows.
pub struct Gather {
    /// What the answer repeats.
    pub head: RequestHead,
    /// Of a Produce.
    pub acks: i16,
    /// Of a Produce: a topic or a partition comes more than once.
    pub repeats: bool,
    topics: Vec<GatherTopic>,
    rows: Vec<Row>,
    names: String,
    missing: u32,
}

impl Gather {
    /// An empty one.
    #[must_use]
    pub fn new(head: RequestHead) -> Box<Self> {
        Box::new(Self {
            head,
            acks: 0,
            repeats: false,
            topics: Vec::new(),
            rows: Vec::new(),
            names: String::new(),
            missing: 0,
        })
    }

    /// Makes it as new and keeps its memory.
    pub fn reset(&mut self, head: RequestHead) {
        self.head = head;
        self.acks = 0;
        self.repeats = false;
        self.topics.clear();
        self.rows.clear();
        self.names.clear();
        self.missing = 0;
    }

    /// Begins a topic; rows that follow are its.
    pub fn topic(&mut self, name: &str, id: Uuid) {
        let from = self.names.len() as u32;
        self.names.push_str(name);
        let rows_end = self.rows.len() as u32;
        self.topics.push(GatherTopic { name: (from, name.len() as u32), id, rows_end });
    }

    /// Adds a row that is missing its answer; returns its number.
    pub fn row(&mut self, partition: i32) -> u32 {
        let topic = self.topics.last_mut().expect("a row comes after its topic");
        self.rows.push(Row { partition, told: None });
        topic.rows_end = self.rows.len() as u32;
        self.missing += 1;
        self.rows.len() as u32 - 1
    }

    /// Fills a row. Returns whether none is missing any more.
    pub fn fill(&mut self, row: u32, told: Told) -> bool {
        let Some(row) = self.rows.get_mut(row as usize) else { return self.missing == 0 };
        if row.told.replace(told).is_none() {
            self.missing -= 1;
        }
        self.missing == 0
    }

    /// Fills every row anew.
    pub fn refill(&mut self, told: impl Fn() -> Told) {
        for row in &mut self.rows {
            row.told = Some(told());
        }
        self.missing = 0;
    }

    /// Finds out whether a topic or a partition comes more than once. `seen` is only memory.
    pub fn note_repeats(&mut self, seen: &mut Set<(u64, i32)>) {
        if self.rows.len() < 2 {
            return;
        }
        seen.clear();
        let hasher = seen.hasher().clone();
        // Two topics of one hash pass for one; who asks looks more closely then.
        let repeats = self.topics().any(|(name, id, rows)| {
            let topic = hasher.hash_one((name, id));
            !seen.insert((topic, i32::MIN)) || rows.iter().any(|row| !seen.insert((topic, row.partition)))
        });
        self.repeats = repeats;
    }

    /// Whether every row is filled.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.missing == 0
    }

    /// Whether no row of a Produce has an error.
    #[must_use]
    pub fn all_produced(&self) -> bool {
        self.rows.iter().all(|row| {
            matches!(row.told, Some(Told::Produced { error: ErrorCode::None, .. } | Told::Replaced))
        })
    }

    /// The topics in order: name, id, rows.
    pub fn topics(&self) -> impl ExactSizeIterator<Item = (&str, Uuid, &[Row])> + Clone + '_ {
        let mut from = 0;
        self.topics.iter().map(move |topic| {
            let (at, len) = topic.name;
            let rows = &self.rows[from as usize..topic.rows_end as usize];
            from = topic.rows_end;
            (&self.names[at as usize..(at + len) as usize], topic.id, rows)
        })
    }
}
