//! What a core counts, where other threads can read it.
//!
//! Written once a turn by the core alone; a reader may see one number of this turn beside one of the last.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::backend::Calls;

/// The counters and gauges of one core.
#[derive(Default, Debug)]
pub struct Stats {
    turns: AtomicU64,
    recv: AtomicU64,
    send: AtomicU64,
    sendfile: AtomicU64,
    pwritev: AtomicU64,
    enter: AtomicU64,
    file_ops: AtomicU64,
    wake: AtomicU64,
    other: AtomicU64,
    connections: AtomicU64,
    lane_backlog: AtomicU64,
    lane_backlog_max: AtomicU64,
    lane_pauses: AtomicU64,
    closed_idle: AtomicU64,
    closed_bad_length: AtomicU64,
    closed_short_file: AtomicU64,
    detours: AtomicU64,
    buffer_bytes: AtomicU64,
    jobs: AtomicU64,
}

/// [`Stats`] at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Snapshot {
    /// Turns run.
    pub turns: u64,
    /// System calls by kind.
    pub calls: Calls,
    /// Open connections.
    pub connections: u64,
    /// Messages to other cores that wait for room in a lane.
    pub lane_backlog: u64,
    /// The most that have waited in one lane.
    pub lane_backlog_max: u64,
    /// Turns that ended with so many waiting that no connection is read from.
    pub lane_pauses: u64,
    /// Connections ended because they were idle.
    pub closed_idle: u64,
    /// Connections ended because of a frame length that nobody may announce.
    pub closed_bad_length: u64,
    /// Connections ended because a file was shorter than announced.
    pub closed_short_file: u64,
    /// Files whose appends leave the core because the kernel holds writers back.
    pub detours: u64,
    /// Bytes of buffers that the whole node holds.
    pub buffer_bytes: u64,
    /// Jobs that wait or run.
    pub jobs: u64,
}

impl Stats {
    /// Publishes what the core counted.
    pub fn publish(&self, now: &Snapshot) {
        let pairs = [
            (&self.turns, now.turns),
            (&self.recv, now.calls.recv),
            (&self.send, now.calls.send),
            (&self.sendfile, now.calls.sendfile),
            (&self.pwritev, now.calls.pwritev),
            (&self.enter, now.calls.enter),
            (&self.file_ops, now.calls.file_ops),
            (&self.wake, now.calls.wake),
            (&self.other, now.calls.other),
            (&self.connections, now.connections),
            (&self.lane_backlog, now.lane_backlog),
            (&self.lane_backlog_max, now.lane_backlog_max),
            (&self.lane_pauses, now.lane_pauses),
            (&self.closed_idle, now.closed_idle),
            (&self.closed_bad_length, now.closed_bad_length),
            (&self.closed_short_file, now.closed_short_file),
            (&self.detours, now.detours),
            (&self.buffer_bytes, now.buffer_bytes),
            (&self.jobs, now.jobs),
        ];
        for (cell, value) in pairs {
            cell.store(value, Ordering::Relaxed);
        }
    }

    /// Reads them.
    #[must_use]
    pub fn read(&self) -> Snapshot {
        let get = |cell: &AtomicU64| cell.load(Ordering::Relaxed);
        Snapshot {
            turns: get(&self.turns),
            calls: Calls {
                recv: get(&self.recv),
                send: get(&self.send),
                sendfile: get(&self.sendfile),
                pwritev: get(&self.pwritev),
                enter: get(&self.enter),
                file_ops: get(&self.file_ops),
                wake: get(&self.wake),
                other: get(&self.other),
            },
            connections: get(&self.connections),
            lane_backlog: get(&self.lane_backlog),
            lane_backlog_max: get(&self.lane_backlog_max),
            lane_pauses: get(&self.lane_pauses),
            closed_idle: get(&self.closed_idle),
            closed_bad_length: get(&self.closed_bad_length),
            closed_short_file: get(&self.closed_short_file),
            detours: get(&self.detours),
            buffer_bytes: get(&self.buffer_bytes),
            jobs: get(&self.jobs),
        }
    }
}
