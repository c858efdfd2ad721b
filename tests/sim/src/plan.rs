//! What a seed stands for: the node's shape, its clients, and which faults come when.

use protocol::Rng;
use protocol::compress::Codec;

use crate::assemble::Shape;
use crate::consumer;
use crate::disk::Crash;
use crate::faults::Kind;
use crate::payload::CODECS;
use crate::producer;
use crate::queue::MS;

/// Something that goes wrong, or is done to the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The run ends now.
    Crash(Crash),
    /// The run ends at the `n`th file operation from now on.
    CrashAt(Crash, u64),
    /// The node is told to stop, and started again.
    CleanStop,
    /// A dir is full for a while.
    Full { dir: u16, ms: u64 },
    /// The `n`th operation of a kind in a dir fails.
    Fail { kind: Kind, dir: u16, count: u64 },
    /// A connection breaks.
    Cut,
    /// A core does nothing for a while.
    Freeze { core: u16, ms: u64 },
}

/// See the module's comment.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The node.
    pub shape: Shape,
    /// Producers.
    pub producers: Vec<producer::Settings>,
    /// Consumers.
    pub consumers: Vec<consumer::Settings>,
    /// Topics alive at once.
    pub topics_max: usize,
    /// See [`crate::admin::Admin::new`].
    pub delete_one_in: u64,
    /// See [`crate::admin::Admin::new`].
    pub alter_one_in: u64,
    /// Nanoseconds between questions for offsets at most; 0 if nobody asks.
    pub ask_pause: u64,
    /// Faults with their times, in nanoseconds.
    pub faults: Vec<(u64, Fault)>,
    /// When the workload ends.
    pub length: u64,
    /// See [`crate::node::Node`].
    pub detour_one_in: u64,
    /// See [`crate::node::Node`].
    pub pause_one_in: u64,
}

impl Plan {
    /// The plan of a seed.
    #[must_use]
    pub fn new(rng: &mut Rng) -> Self {
        let shards = [1, 1, 2, 2, 3, 4, 8][rng.below(7) as usize];
        let dirs = [1, 1, 1, 2, 3][rng.below(5) as usize];
        let mut props = Vec::new();
        if rng.one_in(2) {
            let bytes = 200 + rng.below(3000);
            props.push(("metadata.log.max.record.bytes.between.snapshots", bytes.to_string()));
        }
        if rng.one_in(2) {
            props.push(("metadata.log.segment.ms", (500 + rng.below(4000)).to_string()));
        }
        props.push(("log.initial.task.delay.ms", rng.below(500).to_string()));
        props.push(("log.retention.check.interval.ms", (20 + rng.below(500)).to_string()));
        if rng.one_in(2) {
            props.push(("log.segment.delete.delay.ms", rng.below(3000).to_string()));
        }
        let shape = Shape { shards, dirs, own_metadata_dir: rng.one_in(3), dynamic: rng.one_in(2), props };
        let most = if rng.one_in(5) { 12_000 } else { 2_500 };
        let length = (300 + rng.below(most)) * MS;
        let producers = (0..=rng.below(3)).map(|_| Self::producer(rng)).collect();
        let consumers = (0..=rng.below(2)).map(|_| Self::consumer(rng)).collect();
        let faults = Self::faults(rng, &shape, length);
        Self {
            shape,
            producers,
            consumers,
            topics_max: 1 + rng.below(4) as usize,
            delete_one_in: [0, 0, 3, 20][rng.below(4) as usize],
            alter_one_in: [0, 2, 8][rng.below(3) as usize],
            ask_pause: [0, 30, 100][rng.below(3) as usize] * MS,
            faults,
            length,
            detour_one_in: [0, 30, 4][rng.below(3) as usize],
            pause_one_in: [0, 10, 2][rng.below(3) as usize],
        }
    }

    fn producer(rng: &mut Rng) -> producer::Settings {
        let idempotent = rng.one_in(2);
        let acks = if idempotent { -1 } else { [0, 1, 1, -1][rng.below(4) as usize] };
        producer::Settings {
            idempotent,
            acks,
            retries: idempotent || (acks != 0 && rng.one_in(2)),
            in_flight_max: 1 + rng.below(5) as usize,
            pause: [2, 10, 60][rng.below(3) as usize] * MS,
            record_size_max: [40, 400, 6_000][rng.below(3) as usize],
            codec: if rng.one_in(2) { Codec::None } else { CODECS[rng.below(5) as usize] },
            broken_one_in: [0, 5, 30][rng.below(3) as usize],
        }
    }

    fn consumer(rng: &mut Rng) -> consumer::Settings {
        consumer::Settings {
            partitions_max: 1 + rng.below(6) as usize,
            sessions: rng.one_in(2),
            to_the_end: false,
            wait_ms_max: [0, 50, 800][rng.below(3) as usize],
            min_bytes_max: [1, 1, 20_000][rng.below(3) as usize],
            partition_bytes_max: [200, 10_000, 1 << 20][rng.below(3) as usize],
        }
    }

    fn faults(rng: &mut Rng, shape: &Shape, length: u64) -> Vec<(u64, Fault)> {
        let kinds = rng.below(8);
        if kinds == 0 {
            return Vec::new();
        }
        let mut faults = Vec::new();
        for _ in 0..=rng.below(5) {
            let at = rng.below(length);
            let crash = if rng.one_in(2) { Crash::Process } else { Crash::Machine };
            let dir = rng.below(u64::from(shape.dirs)) as u16;
            let core = rng.below(u64::from(shape.shards) + 1) as u16;
            let fault = match (kinds, rng.below(10)) {
                (4, 1..4) => Fault::Fail { kind: Kind::Read, dir, count: 1 + rng.below(40) },
                (4, 4..7) => Fault::Fail { kind: Kind::Change, dir, count: 1 + rng.below(20) },
                (1, 0..4) | (_, 0) => Fault::Crash(crash),
                (1, _) | (_, 1..4) => Fault::CrashAt(crash, 1 + rng.below(60)),
                (2, _) | (_, 4) => Fault::CleanStop,
                (3, 5..8) | (_, 5) => Fault::Full { dir, ms: rng.below(2000) },
                (3, 8) | (_, 6) => Fault::Fail { kind: Kind::Write, dir, count: 1 + rng.below(20) },
                (3, 9) | (_, 7) => Fault::Fail { kind: Kind::Sync, dir, count: 1 + rng.below(10) },
                (_, 8) => Fault::Cut,
                (_, _) => Fault::Freeze { core, ms: rng.below(700) },
            };
            faults.push((at, fault));
        }
        for _ in 0..rng.below(3) {
            faults.push((rng.below(length), Fault::Cut));
        }
        faults
    }
}
