//! What cores say to one another.
//!
//! A request that touches partitions is taken apart on its connection's core into one `Ask` per partition, each for the
//! partition's owner, and put together again there from the `Told`s. `part` is the row of the request throughout. Lanes
//! keep order per ordered pair of cores; a machine may always send, and what finds a lane full waits at its sender.

use std::sync::Arc;

use bytes::BytesMut;
use metadata::delta::Delta;
use metadata::image::Image;
use protocol::client::fetch::AbortedTransaction;
use protocol::client::produce::BatchIndexAndErrorMessage;
use protocol::{BrokerId, ErrorCode, LeaderEpoch, Offset, PartitionIndex, Timestamp, Uuid};
use storage::batch::BatchInfo;
use storage::lookup::Outcome;
use storage::{FileRef, ReadRange};

use crate::dirs::Entries;
use crate::event::ConnId;
use crate::fetch_session::Session;
use crate::partition::FetchAsk;

/// A partition, by its topic's id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PartitionKey {
    /// The topic's id.
    pub topic: Uuid,
    /// Which of its partitions.
    pub partition: PartitionIndex,
}

/// A request that waits for partitions, on the core that asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RequestRef {
    /// The connection it came on.
    pub conn: ConnId,
    /// Which request of that connection, counted from 0.
    pub sequence: u32,
}

/// A message between cores.
pub enum Mesh {
    /// A question about one partition, for its owner.
    Ask { request: RequestRef, part: u32, key: PartitionKey, ask: Ask },
    /// The answer to an `Ask`; exactly one comes for each.
    Told { request: RequestRef, part: u32, told: Told },
    /// A watch that an `Ask::Fetch` left with the owner fired: ask again. A watch fires once.
    Fired { request: RequestRef, part: u32 },
    /// The waiting fetch is over: drop its watch on this partition.
    Unwatch { request: RequestRef, part: u32, key: PartitionKey },
    /// Lend a fetch session of yours for one request.
    TakeSession { request: RequestRef, id: i32, epoch: i32, by_id: bool },
    /// The session, or why there is none.
    SessionTaken { request: RequestRef, id: i32, session: Result<Box<Session>, ErrorCode> },
    /// The request is over: the session comes back.
    SessionBack { id: i32, session: Box<Session> },
    /// The client has ended a fetch session of yours.
    DropSession(i32),
    /// The metadata log moved: one image for everybody and what changed since the one before.
    Published(Arc<Published>),
    /// What the checkpoint files of a log dir should say of a core's partitions, for the dir's owner.
    Checkpoint(Box<Entries>),
    /// The broker epoch of this run, for every shard.
    BrokerEpoch(Offset),
    /// The controlled shutdown has reached the point where partitions are to be closed.
    CloseLogs,
    /// All partitions of a core are closed. Goes to every core, behind the core's last entries for its log dirs.
    LogsClosed,
    /// All partitions of the node are closed: write the last checkpoints and the clean marker with this broker epoch.
    CloseDirs(Offset),
    /// The log dirs that a core owns are marked clean.
    DirsClosed,
    /// Everything is closed: stop.
    Stop,
    /// All partitions of a core named by the first image are open; how many.
    LogsOpen(u32),
    /// A partition lies in this log dir, not in the one that the metadata names.
    Placed(PartitionKey, u16),
    /// A logger has another level, or the root's.
    LogLevel { logger: u8, level: Option<u8> },
    /// A log dir is out of service; nothing from it is acknowledged any more.
    DirFailed(u16),
    /// A read of cold bytes has met a batch of a partition of yours: the reader's next fetch begins there.
    Learn { key: PartitionKey, outcome: Outcome },
}

const _: () = assert!(size_of::<Mesh>() <= 128);

/// The metadata at one offset of the metadata log, and what changed.
pub struct Published {
    /// After the change.
    pub image: Arc<Image>,
    /// From the image published before to this one; loading a snapshot is one too.
    pub delta: Delta,
    /// The last offset of the metadata log that the image contains.
    pub offset: Offset,
}

/// A question about one partition.
pub enum Ask {
    /// Append a validated batch.
    Produce { records: BytesMut, info: BatchInfo, acks: i16 },
    /// A batch was refused before it came here; the answer says where the log starts.
    Refused { error: ErrorCode, why: Option<Box<Why>> },
    /// Where the bytes from an offset on lie.
    Fetch {
        offset: Offset,
        max_bytes: i32,
        /// What the client believes the leader epoch to be; -1 for no check.
        leader_epoch: LeaderEpoch,
        /// The epoch of the last record the client has (KIP-595 truncation detection), -1 for no check.
        last_fetched_epoch: LeaderEpoch,
        /// Read up to the last stable offset instead of the high watermark.
        committed: bool,
        /// Leave a watch if there is less than this to read: it fires once there is more than now. 0 leaves none.
        watch_below: i32,
    },
    /// A fetch again: where the answer to it said, no sound batch was found. Measured first.
    Damaged { ask: FetchAsk, segment: Offset, position: u32 },
    /// ListOffsets: a timestamp or one of the special values.
    Offset {
        timestamp: Timestamp,
        /// What the latest offset is for whoever asks; nothing from there on is found.
        end: ReadEnd,
        /// Not only the leader may answer.
        any_replica: bool,
        leader_epoch: LeaderEpoch,
    },
    /// OffsetForLeaderEpoch.
    EpochEnd { current: LeaderEpoch, epoch: LeaderEpoch },
}

/// Up to where somebody may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadEnd {
    /// Consumers that read committed.
    LastStable,
    /// Other consumers.
    HighWatermark,
    /// Replicas and tools.
    LogEnd,
}

/// An answer about one partition.
pub enum Told {
    /// To `Ask::Produce`.
    Produced {
        error: ErrorCode,
        base_offset: Offset,
        log_append_time: Timestamp,
        log_start: Offset,
        /// What Kafka says beside the code.
        why: Option<Box<Why>>,
    },
    /// A Produce named the partition again further on: only the later batch counts, and no row comes back for this one.
    Replaced,
    /// To `Ask::Fetch` and `Ask::Damaged`.
    Fetched(Fetched),
    /// To `Ask::Offset`.
    Offset { error: ErrorCode, timestamp: Timestamp, offset: Offset, leader_epoch: LeaderEpoch },
    /// To `Ask::EpochEnd`.
    EpochEnd { error: ErrorCode, leader_epoch: LeaderEpoch, end_offset: Offset },
}

/// What a Produce row says beside its code.
#[derive(Debug, Default)]
pub struct Why {
    /// In words.
    pub message: Option<String>,
    /// Records at fault.
    pub records: Vec<BatchIndexAndErrorMessage<'static>>,
}

/// The row of a Fetch answer, with a read plan in place of records.
pub struct Fetched {
    /// 0 or why not.
    pub error: ErrorCode,
    /// The high watermark.
    pub hw: Offset,
    /// The last stable offset.
    pub lso: Offset,
    /// The log start offset.
    pub log_start: Offset,
    /// What to read, `None` when there is nothing (yet).
    pub plan: Option<ReadPlan>,
    /// The client's log has diverged: (epoch, end offset) up to which both agree.
    pub diverging: Option<Box<(LeaderEpoch, Offset)>>,
    /// Whether a watch was left.
    pub watching: bool,
    /// Aborted transactions in the range, when the client reads committed.
    pub aborted: Option<Box<[AbortedTransaction]>>,
    /// Who leads, for a client that has asked the wrong one (KIP-951).
    pub leader: Option<(BrokerId, LeaderEpoch)>,
}

/// A range of a partition's file.
pub struct ReadPlan {
    /// The file, opened.
    pub file: FileRef,
    /// The base of its segment.
    pub segment: Offset,
    /// Where the range starts.
    pub position: u64,
    /// How much may be read.
    pub len: u32,
    /// The whole first batch, which an answer that has nothing yet gives even beyond its limits.
    pub first_batch_len: u32,
    /// Whether the range lies at or above the resident floor, so that `sendfile` does not wait for a disk.
    pub resident: bool,
}

impl ReadPlan {
    /// What the bytes, once read, tell of where the reader's next fetch begins.
    #[must_use]
    pub fn spot_behind(&self, bytes: &[u8]) -> Option<Outcome> {
        let range = ReadRange {
            file: FileRef::clone(&self.file),
            segment: self.segment,
            position: self.position,
            len: self.len,
            first_len: self.first_batch_len,
            resident: self.resident,
        };
        range.spot_behind(bytes)
    }
}
