//! The disk of a simulated node: what is synced survives a crash, of the rest a part may.

use std::collections::BTreeMap;

use bytes::Bytes;
use protocol::records::{BatchView, Batches};
use protocol::{LeaderEpoch, Offset};
use raft::{LogPosition, RaftConfig, Recovery};

#[derive(Clone)]
struct Stored {
    first: Offset,
    next: Offset,
    bytes: Bytes,
}

#[derive(Default)]
pub struct Disk {
    pub quorum_state: Option<String>,
    pub start: Offset,
    pub synced: Offset,
    batches: Vec<Stored>,
    /// (end, epoch) to content.
    pub snapshots: BTreeMap<(Offset, LeaderEpoch), Vec<u8>>,
    /// A snapshot being received.
    pub part: Option<(LogPosition, Vec<u8>)>,
}

impl Disk {
    pub fn end(&self) -> Offset {
        self.batches.last().map_or(self.start, |batch| batch.next)
    }

    pub fn append(&mut self, offset: Offset, bytes: &Bytes) {
        assert_eq!(offset, self.end());
        let mut at = 0;
        for batch in Batches::new(bytes) {
            let batch = batch.expect("whole batches are appended");
            batch.check_crc().expect("good batches are appended");
            assert_eq!(batch.base_offset(), self.end());
            let len = batch.total_len();
            let (first, next) = (batch.base_offset(), batch.next_offset());
            self.batches.push(Stored { first, next, bytes: bytes.slice(at..at + len) });
            at += len;
        }
        assert_eq!(at, bytes.len());
    }

    pub fn truncate(&mut self, end: Offset) {
        self.batches.retain(|batch| batch.next <= end);
        assert_eq!(self.end(), end, "cut between batches");
        self.synced = self.synced.min(end);
    }

    pub fn delete_before(&mut self, id: LogPosition) {
        self.batches.retain(|batch| batch.first >= id.end);
        self.start = id.end;
        self.snapshots.retain(|&(end, _), _| end >= id.end);
    }

    pub fn reset(&mut self, id: LogPosition) {
        assert!(self.snapshots.contains_key(&(id.end, id.epoch)));
        self.batches.clear();
        self.snapshots.retain(|key, _| *key == (id.end, id.epoch));
        self.start = id.end;
        self.synced = id.end;
    }

    pub fn write_part(&mut self, id: LogPosition, position: u64, bytes: &[u8]) {
        let (known, content) = self.part.as_mut().expect("begun before");
        assert_eq!((*known, content.len() as u64), (id, position));
        content.extend_from_slice(bytes);
    }

    pub fn finish_part(&mut self, id: LogPosition) {
        let (known, content) = self.part.take().expect("begun before");
        assert_eq!(known, id);
        assert!(raft::snapshot::read(&content).expect("a snapshot").is_complete);
        self.snapshots.insert((id.end, id.epoch), content);
    }

    /// The second oldest snapshot, if there are three or more.
    pub fn oldest_but_one(&self) -> Option<LogPosition> {
        let (&(end, epoch), _) = self.snapshots.iter().nth(1)?;
        (self.snapshots.len() > 2).then_some(LogPosition { epoch, end })
    }

    /// A crash: of the batches not synced, some from the front survive.
    pub fn lose_unsynced(&mut self, random: u64) {
        let unsynced = self.batches.iter().filter(|batch| batch.next > self.synced).count();
        let lost = random as usize % (unsynced + 1);
        self.batches.truncate(self.batches.len() - lost);
        self.part = None;
    }

    pub fn recover(&mut self, config: &RaftConfig) -> Recovery {
        // What survived is on disk.
        let mut found = Recovery::new(config);
        if let Some(text) = &self.quorum_state {
            found.quorum_state(text.as_bytes()).expect("written by a node");
        }
        let newest = self.snapshots.last_key_value().map(|(&key, _)| key);
        for (&(end, epoch), content) in &self.snapshots {
            let id = LogPosition { epoch, end };
            if Some((end, epoch)) == newest {
                found.newest_snapshot(id, content.len() as u64, content).expect("written by a node");
            } else {
                found.older_snapshot(id, content.len() as u64);
            }
        }
        found.log_start(self.start).expect("a snapshot covers what is gone");
        for batch in &self.batches {
            found.batches(&batch.bytes).expect("written by a node");
        }
        found
    }

    pub fn read(&self, from: Offset, end: Offset) -> Bytes {
        let mut out = Vec::new();
        for batch in self.batches.iter().filter(|batch| batch.next > from && batch.first < end) {
            if out.len() > 2000 {
                break;
            }
            out.extend_from_slice(&batch.bytes);
        }
        out.into()
    }

    /// The records of `from..end`, as far as they are there: epoch and value, empty for control records.
    pub fn records(&self, from: Offset, end: Offset) -> Vec<(LeaderEpoch, Bytes)> {
        let mut out = Vec::new();
        for stored in self.batches.iter().filter(|batch| batch.next > from && batch.first < end) {
            let batch = BatchView::parse(&stored.bytes).expect("stored whole");
            for record in batch.records().expect("not compressed") {
                let record = record.expect("good");
                let offset = batch.base_offset().plus(i64::from(record.offset_delta));
                if offset < from || offset >= end {
                    continue;
                }
                let value = if batch.is_control() { &[] } else { record.value.expect("a value") };
                out.push((batch.leader_epoch(), Bytes::copy_from_slice(value)));
            }
        }
        out
    }
}
