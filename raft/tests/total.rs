//! No event makes a node panic, whatever a peer, a client or a disk puts in it: random events with extreme numbers.
//!
//! Nothing is said here of what comes out, but that effects stay in bounds: appends continue the log as the node knows
//! it, and what is committed never goes back.

use bytes::Bytes;
use protocol::records::BatchBuilder;
use protocol::{BrokerId, LeaderEpoch, Mono, Now, Offset, Rng, Timestamp, Uuid};
use raft::message::{
    AddVoter, BeginQuorumEpoch, EndQuorumEpoch, Fetch, FetchSnapshot, Fetched, FetchedSnapshot, Records,
    RemoveVoter, Request, Response, SnapshotBytes, Standing, UpdateVoter, Vote, VoterChange,
};
use raft::{
    CallToken, Endpoint, Endpoints, LogPosition, Raft, RaftConfig, RaftEffect, RaftEffects, RaftEvent,
    Recovery, ReplicaKey, RequestToken, SyncToken, VoterSet, snapshot,
};

const NUMBERS: [i64; 14] =
    [-1, 0, 1, 2, 3, 4, 5, 6, 7, 9, i32::MAX as i64 - 1, i32::MAX as i64, i64::MAX, i64::MIN];

struct Chaos(Rng);

impl Chaos {
    fn long(&mut self) -> i64 {
        NUMBERS[self.0.below(NUMBERS.len() as u64) as usize]
    }

    fn int(&mut self) -> i32 {
        // Mostly small, or a first epoch of 2^31 - 1 would end all of it.
        if self.0.one_in(200) { self.long() as i32 } else { self.0.below(9) as i32 - 1 }
    }

    fn flag(&mut self) -> bool {
        self.0.one_in(2)
    }

    fn key(&mut self) -> ReplicaKey {
        let directory = if self.flag() { Uuid::ZERO } else { Uuid([self.0.below(3) as u8; 16]) };
        ReplicaKey { id: BrokerId(self.int()), directory }
    }

    fn place(&mut self) -> LogPosition {
        LogPosition { epoch: LeaderEpoch(self.int()), end: Offset(self.long()) }
    }

    fn endpoints(&mut self) -> Endpoints {
        let endpoint = Endpoint { name: "CONTROLLER".to_owned(), host: "h".to_owned(), port: 1 };
        Endpoints::new(if self.flag() { vec![endpoint] } else { Vec::new() })
    }

    fn epoch(&mut self) -> LeaderEpoch {
        LeaderEpoch(self.int())
    }

    fn standing(&mut self) -> Standing {
        let error = [0, 0, 0, 6, 74, 75, 42, 125, 98, 8, -1][self.0.below(11) as usize];
        let leader = BrokerId(self.int());
        Standing { error, leader, epoch: self.epoch(), endpoints: self.endpoints() }
    }

    fn request(&mut self) -> Request {
        let cluster_id = None;
        match self.0.below(10) {
            0 => Request::Vote(Vote {
                cluster_id,
                voter: if self.flag() { ReplicaKey::UNSAID } else { self.key() },
                replica: self.key(),
                epoch: self.epoch(),
                last: self.place(),
                pre_vote: self.flag(),
            }),
            1 => Request::BeginQuorumEpoch(BeginQuorumEpoch {
                cluster_id,
                voter: self.key(),
                leader: self.key().id,
                epoch: self.epoch(),
                endpoints: self.endpoints(),
            }),
            2 => Request::EndQuorumEpoch(EndQuorumEpoch {
                cluster_id,
                leader: self.key().id,
                epoch: self.epoch(),
                successors: (0..self.0.below(70)).map(|_| self.key()).collect(),
                endpoints: self.endpoints(),
            }),
            3 => Request::DescribeQuorum,
            4 => Request::AddVoter(AddVoter {
                cluster_id,
                timeout_ms: self.int(),
                voter: self.key(),
                endpoints: self.endpoints(),
                ack_when_committed: self.flag(),
            }),
            5 => Request::RemoveVoter(RemoveVoter { cluster_id, voter: self.key() }),
            6 => Request::UpdateVoter(UpdateVoter {
                cluster_id,
                epoch: self.epoch(),
                voter: self.key(),
                endpoints: self.endpoints(),
                kraft_version_min: self.int() as i16,
                kraft_version_max: self.int() as i16,
            }),
            7 => Request::FetchSnapshot(FetchSnapshot {
                cluster_id,
                replica: self.key(),
                epoch: self.epoch(),
                snapshot: self.place(),
                position: self.long(),
                bytes_max: self.int(),
            }),
            _ => Request::Fetch(Fetch {
                cluster_id,
                replica: self.key(),
                epoch: self.epoch(),
                position: self.place(),
                wait_ms_max: self.int(),
                bytes_max: self.int(),
                high_watermark: Offset(self.long()),
            }),
        }
    }

    fn records(&mut self, end: Offset) -> Bytes {
        let mut bytes = Vec::new();
        let mut first = if self.0.one_in(5) { Offset(self.long()) } else { end };
        for _ in 0..self.0.below(3) {
            let mut batch = BatchBuilder::new(first).leader_epoch(self.epoch());
            for _ in 0..1 + self.0.below(3) {
                batch.append(Timestamp(1), None, Some(b"v"), []);
                first = first.plus(1);
            }
            bytes.extend_from_slice(&batch.finish());
        }
        if !bytes.is_empty() && self.0.one_in(4) {
            let at = self.0.below(bytes.len() as u64) as usize;
            bytes[at] ^= 1 << self.0.below(8);
        }
        bytes.into()
    }

    fn response(&mut self, end: Offset) -> Response {
        let at = self.standing();
        match self.0.below(12) {
            0 => Response::Refused([35, 8, 31, -1][self.0.below(4) as usize]),
            1 | 2 => Response::Vote { at, granted: self.flag() },
            3 => Response::BeginQuorumEpoch(at),
            4 => Response::EndQuorumEpoch(at),
            5 => Response::UpdateVoter(at),
            6 => Response::ApiVersions {
                error: at.error,
                kraft_versions: Some((self.int() as i16, self.int() as i16)),
            },
            7 => Response::AddVoter(VoterChange { error: at.error, message: None }),
            8 => {
                let now = Now { mono: Mono(0), wall: Timestamp(0) };
                let id = self.place();
                let content = snapshot::Writer::new(id, Timestamp(1), 1, Some(VoterSet::EMPTY), 1000, now);
                let content = content.finish(now);
                let size = if self.flag() { content.len() as i64 } else { self.long() };
                let bytes = SnapshotBytes::Bytes(content.into());
                let position = if self.flag() { 0 } else { self.long() };
                Response::FetchSnapshot(FetchedSnapshot { at, snapshot: id, size, position, bytes })
            }
            _ => Response::Fetch(Fetched {
                at,
                high_watermark: Offset(self.long()),
                log_start: Offset(self.long()),
                diverging: self.0.one_in(4).then(|| self.place()),
                snapshot: self.0.one_in(4).then(|| self.place()),
                records: Records::Bytes(self.records(end)),
            }),
        }
    }
}

#[test]
fn no_event_makes_a_node_panic() {
    for seed in 0..400 {
        let mut chaos = Chaos(Rng::new(seed));
        let mut config = RaftConfig::controller(BrokerId(1), Uuid([1; 16]), "c").listening_on("h", 9);
        let voters = [(1, "h", 9), (2, "h", 10), (3, "h", 11)];
        config = config.with_static_voters(&voters[..[1, 3][seed as usize % 2]]);
        let mut now = Now { mono: Mono(0), wall: Timestamp(0) };
        let found = Recovery::new(&config);
        let mut fx = RaftEffects::new();
        let mut raft = Raft::start(config, Rng::new(seed), found, now, &mut fx);
        let mut calls = Vec::<CallToken>::new();
        let mut syncs = Vec::<SyncToken>::new();
        for step in 0..400 {
            for effect in fx.drain() {
                match effect {
                    RaftEffect::Send { call, .. } => calls.push(call),
                    RaftEffect::Sync { token } => syncs.push(token),
                    _ => {}
                }
            }
            now.mono = now.mono.after_ms(chaos.0.below(800) as i64);
            now.wall = Timestamp(if chaos.0.one_in(50) { chaos.long() } else { step });
            let end = raft.log_position().end;
            let event = match chaos.0.below(16) {
                0..5 => RaftEvent::Request { token: RequestToken(step as u64), request: chaos.request() },
                5..9 => match calls.pop() {
                    Some(call) => RaftEvent::Response { call, response: chaos.response(end) },
                    None => RaftEvent::Tick,
                },
                9 => RaftEvent::CallFailed { call: calls.pop().unwrap_or(CallToken(99)) },
                10 | 11 => RaftEvent::LogSynced { token: syncs.pop().unwrap_or(SyncToken(99)) },
                12 => match chaos.0.below(4) {
                    0 => RaftEvent::LogFailed { end: Offset(chaos.long()) },
                    1 => RaftEvent::SnapshotFrozen { id: chaos.place(), size: 100 },
                    2 => RaftEvent::DeleteBefore { id: chaos.place() },
                    _ => RaftEvent::Resign { epoch: chaos.epoch() },
                },
                13 => {
                    let epoch = raft.leader_and_epoch().epoch;
                    let _ = raft.propose(now, epoch, &[Bytes::from_static(b"v")], &mut fx);
                    RaftEvent::Tick
                }
                _ => RaftEvent::Tick,
            };
            let failed = matches!(event, RaftEvent::LogFailed { .. });
            let committed = raft.committed();
            raft.handle(now, event, &mut fx);
            assert!(failed || raft.committed() >= committed, "seed {seed}: committed goes back");
            assert!(raft.log_start() <= raft.log_position().end, "seed {seed}");
        }
    }
}
