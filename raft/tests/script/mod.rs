//! Runs a script of events against one node and shows its effects.

use std::fmt::Write;

use bytes::Bytes;
use expect_test::Expect;
use protocol::records::{BatchBuilder, Batches};
use protocol::{BrokerId, LeaderEpoch, Mono, Now, Offset, Rng, Timestamp, Uuid};
use raft::control::{self, Control};
use raft::message::{
    AddVoter, BeginQuorumEpoch, EndQuorumEpoch, Fetch, Fetched, Records, RemoveVoter, Request, Response,
    Standing, UpdateVoter, Vote, code,
};
use raft::{
    CallToken, Endpoint, Endpoints, LogPosition, Raft, RaftConfig, RaftEffect, RaftEffects, RaftEvent,
    Recovery, ReplicaKey, RequestToken, SnapshotId, SyncToken, Voter, VoterSet, quorum_state, snapshot,
};

pub fn check(script: &str, expected: &Expect) {
    let mut bench = Bench::default();
    let mut out = String::new();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        writeln!(out, "> {line}").expect("a string");
        bench.run(&Words(line), &mut out);
    }
    expected.assert_eq(&out);
}

/// The words of a line: a command, flags, and `name=value`.
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    fn get(&self, name: &str) -> Option<&'a str> {
        let value = |word: &'a str| word.strip_prefix(name)?.strip_prefix('=');
        self.0.split_whitespace().find_map(value)
    }

    fn has(&self, flag: &str) -> bool {
        self.0.split_whitespace().any(|word| word == flag)
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.get(name).map(|value| value.parse().unwrap_or_else(|_| panic!("a number: {value}")))
    }

    fn int(&self, name: &str, default: i32) -> i32 {
        self.number(name).map_or(default, |n| n as i32)
    }

    fn position(&self, name: &str) -> Option<LogPosition> {
        let (epoch, end) = self.get(name)?.split_once(':').expect("epoch:end");
        Some(LogPosition {
            epoch: LeaderEpoch(epoch.parse().expect("an epoch")),
            end: Offset(end.parse().expect("an end")),
        })
    }

    fn argument(&self) -> i64 {
        self.0.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
    }

    fn epoch(&self) -> LeaderEpoch {
        LeaderEpoch(self.int("epoch", 0))
    }

    fn cluster(&self) -> Option<String> {
        Some(self.get("cluster").unwrap_or("c").to_owned())
    }

    /// A replica that is only known by its number has a directory made of it.
    fn replica(&self, name: &str) -> ReplicaKey {
        replica(self.int(name, -1))
    }
}

fn replica(id: i32) -> ReplicaKey {
    ReplicaKey { id: BrokerId(id), directory: Uuid((id as u128).to_be_bytes()) }
}

fn at(port: u16, id: i32) -> Endpoints {
    Endpoints::new(vec![Endpoint { name: "CONTROLLER".to_owned(), host: format!("n{id}"), port }])
}

#[derive(Default)]
struct Bench {
    raft: Option<Raft>,
    now_ms: u64,
    requests: u64,
    /// The calls under way.
    calls: Vec<(BrokerId, CallToken)>,
    sync: Option<SyncToken>,
}

impl Bench {
    fn now(&self) -> Now {
        Now { mono: Mono(self.now_ms * 1_000_000), wall: Timestamp(self.now_ms as i64) }
    }

    fn run(&mut self, words: &Words<'_>, out: &mut String) {
        let command = words.0.split_whitespace().next().expect("a command");
        let mut fx = RaftEffects::new();
        if command == "start" {
            self.now_ms = 1000;
            self.raft = Some(start(words, self.now(), &mut fx));
            return self.show(fx, out);
        }
        if command == "tick" {
            // As a loop would: every deadline on the way is met.
            let end = self.now_ms + words.argument() as u64;
            loop {
                let due = self.raft.as_ref().expect("started").deadline();
                let due_ms = due.0.div_ceil(1_000_000);
                if due == Mono::NEVER || due_ms > end {
                    break;
                }
                self.now_ms = self.now_ms.max(due_ms);
                let now = self.now();
                let mut fx = RaftEffects::new();
                self.raft.as_mut().expect("started").handle(now, RaftEvent::Tick, &mut fx);
                if !fx.is_empty() {
                    self.show(fx, out);
                }
                if self.now_ms == end {
                    break;
                }
            }
            self.now_ms = end;
            return;
        }
        let now = self.now();
        if command == "propose" {
            let values = vec![Bytes::from_static(b"value"); words.argument() as usize];
            let raft = self.raft.as_mut().expect("started");
            let epoch = raft.leader_and_epoch().epoch;
            match raft.propose(now, epoch, &values, &mut fx) {
                Ok(proposed) => writeln!(out, "  at {}..{}", proposed.first, proposed.end),
                Err(error) => writeln!(out, "  {error:?}"),
            }
            .expect("a string");
            return self.show(fx, out);
        }
        let event = self.event(command, words);
        self.raft.as_mut().expect("started").handle(now, event, &mut fx);
        self.show(fx, out);
    }

    fn event(&mut self, command: &str, words: &Words<'_>) -> RaftEvent {
        if let Some(request) = request(command, words) {
            self.requests += 1;
            return RaftEvent::Request { token: RequestToken(self.requests), request };
        }
        match command {
            "sync" => RaftEvent::LogSynced { token: self.sync.take().expect("a sync under way") },
            "full" => RaftEvent::LogFailed { end: Offset(words.argument()) },
            "shutdown" => RaftEvent::Shutdown,
            _ => {
                let from = words.get("from").expect("from whom");
                let asked = |(peer, _): &(BrokerId, CallToken)| from == "any" || peer.to_string() == from;
                let index = self.calls.iter().rposition(asked).expect("it was asked");
                let (peer, call) = self.calls.remove(index);
                RaftEvent::Response { call, response: response(command, words, peer) }
            }
        }
    }

    fn show(&mut self, mut fx: RaftEffects, out: &mut String) {
        for effect in fx.drain() {
            match &effect {
                RaftEffect::Send { to, call, .. } => {
                    self.calls.retain(|(id, _)| *id != to.id);
                    self.calls.push((to.id, *call));
                }
                RaftEffect::Sync { token } => self.sync = Some(*token),
                _ => {}
            }
            writeln!(out, "  {}", shown(&effect)).expect("a string");
        }
    }
}

fn start(words: &Words<'_>, now: Now, fx: &mut RaftEffects) -> Raft {
    let me = words.int("me", 1);
    let hosts: Vec<_> = (1..=words.int("voters", 1)).map(|id| (id, format!("n{id}"))).collect();
    let voters: Vec<_> = hosts.iter().map(|(id, host)| (*id, host.as_str(), 9093)).collect();
    let mut config = RaftConfig::controller(BrokerId(me), replica(me).directory, "c");
    config = config.listening_on(&format!("n{me}"), 9093);
    config.controller = me <= voters.len() as i32;
    if !words.has("dynamic") {
        config = config.with_static_voters(&voters);
    }
    let mut found = Recovery::new(&config);
    let election = quorum_state::Election {
        epoch: words.epoch(),
        leader: words.number("leader").map(|id| BrokerId(id as i32)),
        voted: words.number("voted").map(|id| replica(id as i32)),
    };
    if words.get("epoch").is_some() {
        let text = quorum_state::write(&election, 0, &VoterSet::EMPTY);
        found.quorum_state(text.as_bytes()).expect("just written");
    }
    if words.has("dynamic") {
        let voter = |id| Voter {
            key: replica(id),
            endpoints: at(9093, id),
            kraft_version_min: 0,
            kraft_version_max: 1,
        };
        let set = VoterSet::new((1..=words.int("voters", 1)).map(voter).collect());
        let writer = snapshot::Writer::new(SnapshotId::BOOTSTRAP, now.wall, 1, Some(set), 1 << 20, now);
        let content = writer.finish(now);
        found.newest_snapshot(SnapshotId::BOOTSTRAP, content.len() as u64, &content).expect("just written");
    }
    let mut first = Offset::ZERO;
    for part in words.get("log").into_iter().flat_map(|log| log.split(',')) {
        let (epoch, end) = part.split_once(':').expect("epoch:end");
        let end = Offset(end.parse().expect("an end"));
        let batch = batch(first, LeaderEpoch(epoch.parse().expect("an epoch")), end.0 - first.0);
        found.batches(&batch).expect("just written");
        first = end;
    }
    Raft::start(config, Rng::new(1), found, now, fx)
}

fn batch(first: Offset, epoch: LeaderEpoch, count: i64) -> Vec<u8> {
    let mut batch = BatchBuilder::new(first).leader_epoch(epoch);
    for _ in 0..count {
        batch.append(Timestamp(1), None, Some(b"value"), []);
    }
    batch.finish()
}

fn request(command: &str, words: &Words<'_>) -> Option<Request> {
    let cluster_id = words.cluster();
    let epoch = words.epoch();
    let voter = words.replica("voter");
    Some(match command {
        "vote" => Request::Vote(Vote {
            cluster_id,
            voter: words.replica("to"),
            replica: words.replica("from"),
            epoch,
            last: words.position("last").expect("where its log ends"),
            pre_vote: words.has("pre"),
        }),
        "begin" => Request::BeginQuorumEpoch(BeginQuorumEpoch {
            cluster_id,
            voter: ReplicaKey::UNSAID,
            leader: words.replica("from").id,
            epoch,
            endpoints: Endpoints::EMPTY,
        }),
        "end" => {
            let successors = words.get("successors").expect("who follows");
            Request::EndQuorumEpoch(EndQuorumEpoch {
                cluster_id,
                leader: words.replica("from").id,
                epoch,
                successors: successors.split(',').map(|id| replica(id.parse().expect("an id"))).collect(),
                endpoints: Endpoints::EMPTY,
            })
        }
        "fetch" => Request::Fetch(Fetch {
            cluster_id,
            replica: words.replica("from"),
            epoch,
            position: words.position("at").expect("from where"),
            wait_ms_max: words.int("wait", 0),
            bytes_max: 1 << 20,
            high_watermark: Offset(words.number("hw").unwrap_or(i64::MAX)),
        }),
        "add" => Request::AddVoter(AddVoter {
            cluster_id,
            timeout_ms: 1000,
            voter,
            endpoints: at(9093, voter.id.0),
            ack_when_committed: true,
        }),
        "remove" => Request::RemoveVoter(RemoveVoter { cluster_id, voter }),
        "update" => Request::UpdateVoter(UpdateVoter {
            cluster_id,
            epoch: LeaderEpoch(words.int("epoch", 1)),
            voter,
            endpoints: at(words.int("port", 9093) as u16, voter.id.0),
            kraft_version_min: 0,
            kraft_version_max: 1,
        }),
        _ => return None,
    })
}

fn response(command: &str, words: &Words<'_>, peer: BrokerId) -> Response {
    let default_leader = if command == "fetched" { peer.0 } else { -1 };
    let standing = Standing {
        error: words.int("error", 0) as i16,
        leader: BrokerId(words.int("leader", default_leader)),
        epoch: words.epoch(),
        endpoints: Endpoints::EMPTY,
    };
    match command {
        "voted" => Response::Vote { at: standing, granted: words.has("granted") },
        "unsupported" => Response::Refused(code::UNSUPPORTED_VERSION),
        "versions" => Response::ApiVersions {
            error: code::NONE,
            kraft_versions: Some((words.int("min", 0) as i16, words.int("max", 0) as i16)),
        },
        "fetched" => Response::Fetch(Fetched {
            at: standing,
            high_watermark: Offset(words.number("hw").unwrap_or(-1)),
            log_start: Offset::ZERO,
            diverging: words.position("diverging"),
            snapshot: words.position("snapshot"),
            records: words.get("records").map_or(Records::None, |_| {
                let part = words.position("records").expect("epoch:count");
                let first = Offset(words.number("first").unwrap_or(if part.epoch.0 == 3 { 0 } else { 3 }));
                Records::Bytes(batch(first, part.epoch, part.end.0).into())
            }),
        }),
        other => panic!("no such command: {other}"),
    }
}

fn shown(effect: &RaftEffect) -> String {
    match effect {
        RaftEffect::WriteQuorumState { text } => {
            let election = quorum_state::read(text.as_bytes()).expect("just written");
            let leader = election.leader.map_or("none".to_owned(), |id| id.to_string());
            let voted = election.voted.map_or("none".to_owned(), |key| key.id.to_string());
            format!("write quorum-state: epoch {} leader {leader} voted {voted}", election.epoch)
        }
        RaftEffect::Append { offset, batches, .. } => {
            let mut what = String::new();
            for batch in Batches::new(batches) {
                let batch = batch.expect("just written");
                write!(what, " epoch {} to {}", batch.leader_epoch(), batch.next_offset()).expect("a string");
                for control in control::of_batch(&batch) {
                    let name = match control {
                        Control::LeaderChange { granting, .. } => format!("LeaderChange by {granting:?}"),
                        Control::Voters(set) => {
                            format!("Voters {:?}", set.list().iter().map(|v| v.key.id).collect::<Vec<_>>())
                        }
                        other => format!("{other:?}"),
                    };
                    write!(what, ", {name}").expect("a string");
                }
            }
            format!("append at {offset}:{what}")
        }
        RaftEffect::Send { to, request, .. } => format!("send {} {}", to.id, asked(request)),
        RaftEffect::Reply { token, response } => format!("reply {} {}", token.0, answered(response)),
        RaftEffect::Committed { end } => format!("committed to {end}"),
        RaftEffect::LeaderChanged(now) => {
            format!(
                "leader of epoch {}: {}",
                now.epoch,
                now.leader.map_or("none".to_owned(), |id| id.to_string())
            )
        }
        RaftEffect::Truncate { end } => format!("truncate to {end}"),
        RaftEffect::Sync { .. } => "sync".to_owned(),
        other => format!("{other:?}"),
    }
}

fn place(position: LogPosition) -> String {
    format!("{}:{}", position.epoch, position.end)
}

fn asked(request: &Request) -> String {
    match request {
        Request::Vote(x) if x.pre_vote => format!("pre-vote epoch {} last {}", x.epoch, place(x.last)),
        Request::Vote(x) => format!("vote epoch {} last {}", x.epoch, place(x.last)),
        Request::BeginQuorumEpoch(x) => format!("begin epoch {}", x.epoch),
        Request::EndQuorumEpoch(x) => {
            let ids: Vec<_> = x.successors.iter().map(|key| key.id).collect();
            format!("end epoch {} successors {ids:?}", x.epoch)
        }
        Request::Fetch(x) => {
            format!("fetch epoch {} at {} hw {}", x.epoch, place(x.position), x.high_watermark)
        }
        other => format!("{other:?}"),
    }
}

fn answered(response: &Response) -> String {
    let standing = |at: &Standing| {
        let error = if at.error == 0 { String::new() } else { format!("error {} ", at.error) };
        format!("{error}epoch {} leader {}", at.epoch, at.leader)
    };
    match response {
        Response::Refused(error) => format!("refused {error}"),
        Response::Vote { at, granted } => {
            format!("{} {}", if *granted { "granted" } else { "rejected" }, standing(at))
        }
        Response::BeginQuorumEpoch(at) | Response::EndQuorumEpoch(at) | Response::UpdateVoter(at) => {
            standing(at)
        }
        Response::Fetch(x) => {
            let mut line = format!("{} hw {}", standing(&x.at), x.high_watermark);
            if let Records::Read(read) = x.records {
                write!(line, " records {}..{}", read.from, read.end).expect("a string");
            }
            if let Some(position) = x.diverging {
                write!(line, " diverging {}", place(position)).expect("a string");
            }
            if let Some(position) = x.snapshot {
                write!(line, " snapshot {}", place(position)).expect("a string");
            }
            line
        }
        Response::AddVoter(x) | Response::RemoveVoter(x) => {
            format!("error {} {}", x.error, x.message.unwrap_or("-"))
        }
        other => format!("{other:?}"),
    }
}
