//! A world for quorums: nodes with disks, a network and a clock, all simulated and all driven by one seed.

mod disk;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use bytes::Bytes;
use disk::Disk;
use protocol::{ApiKey, BrokerId, LeaderEpoch, Mono, Now, Offset, Rng, Timestamp, Uuid};
use raft::message::{AddVoter, Records, RemoveVoter, Request, Response, SnapshotBytes, code};
use raft::{
    CallToken, Raft, RaftConfig, RaftEffect, RaftEffects, RaftEvent, RequestToken, RoleName, SnapshotId,
    SyncToken, VoterSet, snapshot, wire,
};

const MS: u64 = 1_000_000;
/// Tokens of requests that no node has sent.
const ADMIN: u64 = 1 << 60;

/// What goes wrong, each as "once in so many chances"; 0 is never.
#[derive(Clone, Copy, Debug)]
pub struct Trouble {
    /// Messages lost.
    loss: u64,
    /// Crashes, before any effect.
    crash: u64,
    /// Several nodes crash at once, per step.
    blackout: u64,
    /// A node cut off for a while, per step.
    cut: u64,
    /// Appends refused by a full disk.
    full: u64,
    /// Leaders that resign, per step.
    resign: u64,
    /// Snapshots, per step and node.
    snapshot: u64,
    /// Messages that arrive a second time.
    twice: u64,
    /// Somebody makes a node a voter, or one no voter, per step.
    reconfigure: u64,
}

impl Trouble {
    pub const NONE: Self = Self {
        loss: 0,
        crash: 0,
        blackout: 0,
        cut: 0,
        full: 0,
        resign: 0,
        snapshot: 6,
        twice: 0,
        reconfigure: 0,
    };
    pub const ALL: Self = Self {
        loss: 12,
        crash: 500,
        blackout: 6,
        cut: 8,
        full: 60,
        resign: 20,
        snapshot: 5,
        twice: 20,
        reconfigure: 0,
    };
    /// The voters change, under less of the rest: with too much of it nothing would get done.
    pub const RECONFIGURED: Self =
        Self { crash: 2500, blackout: 25, resign: 60, cut: 30, full: 400, reconfigure: 4, ..Self::ALL };
}

fn happens(rng: &mut Rng, one_in: u64) -> bool {
    one_in > 0 && rng.one_in(one_in)
}

/// Encodes and decodes a request in the newest version or an older one; `None` if that one can not say it.
fn over_the_wire(rng: &mut Rng, old_too: bool, request: &Request) -> Option<(i16, Request)> {
    let (key, newest) = wire::key_and_version(request);
    let oldest = if key == ApiKey::Fetch { 13 } else { 0 };
    let version = if old_too && rng.one_in(4) {
        oldest + rng.below((newest - oldest + 1) as u64) as i16
    } else {
        newest
    };
    let mut body = Vec::new();
    wire::encode_request(&mut body, version, request).ok()?;
    match wire::decode_request(key, version, &body) {
        Some(Ok(wire::Inbound::Request(decoded))) => {
            if version == newest {
                assert_eq!(decoded, *request);
            }
            Some((version, decoded))
        }
        other => panic!("{request:?} in version {version} reads as {other:?}"),
    }
}

/// A node, and which of its lives.
#[derive(Clone, Copy, Debug)]
struct Asker {
    node: usize,
    life: u64,
}

#[derive(Debug)]
enum Arrival {
    Request {
        from: Asker,
        call: CallToken,
        version: i16,
        request: Request,
    },
    Response {
        call: CallToken,
        response: Response,
    },
    Failed {
        call: CallToken,
    },
    Synced {
        token: SyncToken,
        covers: Offset,
    },
    Tick,
    Propose,
    Restart,
    /// Half a second has passed: time for mischief.
    Step,
}

struct Node {
    config: RaftConfig,
    disk: Disk,
    raft: Option<Raft>,
    /// Counts starts; what was under way in an earlier life does not arrive.
    life: u64,
    applied: Offset,
    cut_until: u64,
    /// Of requests being answered: who asked, and under which call.
    asked: BTreeMap<u64, (Asker, CallToken, (ApiKey, i16))>,
    leads: Option<LeaderEpoch>,
    /// The next tick queued.
    tick_at: u64,
}

pub struct World {
    seed: u64,
    rng: Rng,
    trouble: Trouble,
    now: u64,
    nodes: Vec<Node>,
    voters: usize,
    queue: BinaryHeap<Reverse<(u64, u64, usize, u64)>>,
    arrivals: BTreeMap<u64, Arrival>,
    next: u64,
    /// Every record committed anywhere, ever: (epoch, value); control records have an empty value.
    committed: Vec<(LeaderEpoch, Bytes)>,
    leaders: BTreeMap<LeaderEpoch, usize>,
    proposals: u64,
    /// Changes of the voters that were made.
    pub changes: u64,
}

impl World {
    pub fn new(seed: u64, voters: i32, observers: i32, trouble: Trouble) -> Self {
        let mut rng = Rng::new(seed);
        let names: Vec<_> = (1..=voters).map(|id| (id, format!("n{id}"))).collect();
        let list: Vec<_> = names.iter().map(|(id, host)| (*id, host.as_str(), 9093)).collect();
        let dynamic = trouble.reconfigure > 0;
        let servers: Vec<_> = (1..=voters + observers).map(|id| (format!("n{id}"), 9093)).collect();
        let mut nodes: Vec<Node> = Vec::new();
        for id in 1..=voters + observers {
            let directory = Uuid::random(&mut rng);
            let config = RaftConfig::controller(BrokerId(id), directory, "world")
                .with_static_voters(if dynamic { &[] } else { &list })
                .listening_on(&format!("n{id}"), 9093);
            let controller = id <= voters || dynamic;
            let bootstrap_servers = if dynamic { servers.clone() } else { Vec::new() };
            nodes.push(Node {
                config: RaftConfig { controller, bootstrap_servers, ..config },
                disk: Disk::default(),
                raft: None,
                life: 0,
                applied: Offset::ZERO,
                cut_until: 0,
                asked: BTreeMap::new(),
                leads: None,
                tick_at: u64::MAX,
            });
        }
        let mut world = Self {
            seed,
            rng,
            trouble,
            now: 1_000 * MS,
            nodes,
            voters: voters as usize,
            queue: BinaryHeap::new(),
            arrivals: BTreeMap::new(),
            next: 0,
            committed: Vec::new(),
            leaders: BTreeMap::new(),
            proposals: 0,
            changes: 0,
        };
        if dynamic {
            world.format();
        }
        for node in 0..world.nodes.len() {
            world.restart(node);
        }
        world.send(0, 500 * MS, Arrival::Step);
        world.send(0, 100 * MS, Arrival::Propose);
        world
    }

    /// Gives the first voters the bootstrap snapshot that names them.
    fn format(&mut self) {
        let now = self.clock();
        let voters = self.nodes[..self.voters].iter().map(|node| node.config.as_voter()).collect();
        let voters = Some(VoterSet::new(voters));
        let bootstrap = SnapshotId::BOOTSTRAP;
        let content = snapshot::Writer::new(bootstrap, now.wall, 1, voters, 1 << 20, now).finish(now);
        for node in &mut self.nodes[..self.voters] {
            node.disk.snapshots.insert((bootstrap.end, bootstrap.epoch), content.clone());
        }
    }

    /// Asks the leader to make some node a voter, or no longer one.
    fn reconfigure(&mut self) {
        let Some(leader) = self.nodes.iter().position(|node| node.leads.is_some()) else { return };
        let chosen = self.rng.below(self.nodes.len() as u64) as usize;
        let voter = self.nodes[chosen].config.as_voter();
        let is_voter = self.nodes[leader].raft.as_ref().is_some_and(|raft| raft.voters().contains(voter.key));
        let cluster_id = None;
        let request = if is_voter {
            Request::RemoveVoter(RemoveVoter { cluster_id, voter: voter.key })
        } else {
            Request::AddVoter(AddVoter {
                cluster_id,
                timeout_ms: 1000,
                voter: voter.key,
                endpoints: voter.endpoints,
                ack_when_committed: self.rng.one_in(2),
            })
        };
        let token = RequestToken(ADMIN + self.next);
        self.next += 1;
        self.handle(leader, RaftEvent::Request { token, request });
    }

    fn clock(&self) -> Now {
        Now { mono: Mono(self.now), wall: Timestamp((self.now / MS) as i64) }
    }

    fn send(&mut self, node: usize, after: u64, arrival: Arrival) {
        let number = self.next;
        self.next += 1;
        let life = self.nodes[node].life;
        self.queue.push(Reverse((self.now + after, number, node, life)));
        self.arrivals.insert(number, arrival);
    }

    fn answer(&mut self, to: Asker, after: u64, arrival: Arrival) {
        if to.life == self.nodes[to.node].life {
            self.send(to.node, after, arrival);
        }
    }

    pub fn run_for_ms(&mut self, ms: u64) {
        let end = self.now + ms * MS;
        while let Some(Reverse((at, number, node, life))) = self.queue.peek().copied() {
            if at > end {
                break;
            }
            self.queue.pop();
            self.now = self.now.max(at);
            let arrival = self.arrivals.remove(&number).expect("queued with it");
            let lives_on = matches!(arrival, Arrival::Step | Arrival::Propose | Arrival::Restart);
            if lives_on || life == self.nodes[node].life {
                self.arrive(node, arrival);
            } else if let Arrival::Request { from, call, .. } = arrival {
                self.answer(from, MS, Arrival::Failed { call });
            }
        }
        self.now = end;
    }

    fn arrive(&mut self, node: usize, arrival: Arrival) {
        let event = match arrival {
            Arrival::Step => return self.step(),
            Arrival::Propose => return self.propose(),
            Arrival::Restart => return self.restart(node),
            Arrival::Request { from, call, version, request } => {
                let token = self.next;
                self.next += 1;
                let api = (wire::key_and_version(&request).0, version);
                self.nodes[node].asked.insert(token, (from, call, api));
                RaftEvent::Request { token: RequestToken(token), request }
            }
            Arrival::Response { call, response } => RaftEvent::Response { call, response },
            Arrival::Failed { call } => RaftEvent::CallFailed { call },
            Arrival::Synced { token, covers } => {
                let disk = &mut self.nodes[node].disk;
                disk.synced = disk.synced.max(covers.min(disk.end()));
                RaftEvent::LogSynced { token }
            }
            Arrival::Tick => {
                self.nodes[node].tick_at = u64::MAX;
                RaftEvent::Tick
            }
        };
        self.handle(node, event);
    }

    fn handle(&mut self, node: usize, event: RaftEvent) {
        let now = self.clock();
        let mut fx = RaftEffects::new();
        if let Some(raft) = &mut self.nodes[node].raft {
            raft.handle(now, event, &mut fx);
        }
        self.perform(node, fx);
    }

    fn restart(&mut self, node: usize) {
        let now = self.clock();
        let rng = Rng::new(self.rng.next_u64());
        let Node { config, disk, raft, applied, .. } = &mut self.nodes[node];
        if raft.is_some() {
            return;
        }
        let mut fx = RaftEffects::new();
        let started = Raft::start(config.clone(), rng, disk.recover(config), now, &mut fx);
        *applied = started.committed();
        *raft = Some(started);
        self.perform(node, fx);
    }

    fn crash(&mut self, node: usize) {
        if self.nodes[node].raft.take().is_none() {
            return;
        }
        let keep = self.rng.next_u64();
        let down_ms = if self.rng.one_in(4) { 3000 } else { 5 + self.rng.below(300) };
        let it = &mut self.nodes[node];
        it.disk.lose_unsynced(keep);
        it.asked.clear();
        it.leads = None;
        it.life += 1;
        it.tick_at = u64::MAX;
        self.send(node, down_ms * MS, Arrival::Restart);
    }

    /// Performs effects in order, as an integrator must.
    fn perform(&mut self, node: usize, mut fx: RaftEffects) {
        let effects: Vec<_> = fx.drain().collect();
        for effect in effects {
            if happens(&mut self.rng, self.trouble.crash) {
                return self.crash(node);
            }
            let full = happens(&mut self.rng, self.trouble.full);
            let Node { disk, config, .. } = &mut self.nodes[node];
            match effect {
                RaftEffect::Append { .. } if full => {
                    let end = disk.end();
                    self.handle(node, RaftEvent::LogFailed { end });
                    return;
                }
                RaftEffect::WriteQuorumState { text } => disk.quorum_state = Some(text),
                RaftEffect::Append { offset, batches, .. } => disk.append(offset, &batches),
                RaftEffect::Truncate { end } => disk.truncate(end),
                RaftEffect::DeletePrefix { snapshot } => disk.delete_before(snapshot),
                RaftEffect::SnapshotBegin { id } => disk.part = Some((id, Vec::new())),
                RaftEffect::SnapshotWrite { id, position, bytes } => disk.write_part(id, position, &bytes),
                RaftEffect::SnapshotFinish { id } => disk.finish_part(id),
                RaftEffect::SnapshotAbandon { .. } => disk.part = None,
                RaftEffect::ResetLog { snapshot } => {
                    disk.reset(snapshot);
                    assert!(
                        snapshot.end.0 as usize <= self.committed.len(),
                        "a snapshot is of committed records"
                    );
                    self.nodes[node].applied = snapshot.end;
                }
                RaftEffect::Sync { token } => {
                    let covers = disk.end();
                    let after = self.sync_ms() * MS;
                    self.send(node, after, Arrival::Synced { token, covers });
                }
                RaftEffect::Send { call, request: Request::ApiVersions, .. } => {
                    let response = Response::ApiVersions { error: code::NONE, kraft_versions: Some((0, 1)) };
                    self.send(node, 5 * MS, Arrival::Response { call, response });
                }
                RaftEffect::Send { to, call, request } => {
                    let me = config.node_id.0 as usize - 1;
                    let target = (to.host[1..].parse::<usize>().expect("a host name of ours")) - 1;
                    assert_ne!(target, me, "nobody asks itself");
                    let from = Asker { node, life: self.nodes[node].life };
                    match over_the_wire(&mut self.rng, self.trouble.reconfigure == 0, &request) {
                        Some((version, request)) => {
                            self.transmit(node, target, Arrival::Request { from, call, version, request });
                        }
                        None => {
                            let response = Response::Refused(code::UNSUPPORTED_VERSION);
                            self.send(node, MS, Arrival::Response { call, response });
                        }
                    }
                }
                RaftEffect::Reply { token, response } if token.0 >= ADMIN => {
                    if let Response::AddVoter(change) | Response::RemoveVoter(change) = response {
                        self.changes += u64::from(change.error == code::NONE);
                    }
                }
                RaftEffect::Reply { token, response } => {
                    let response = disk.fill(response);
                    let Some((from, call, (key, version))) = self.nodes[node].asked.remove(&token.0) else {
                        panic!("seed {}: answered twice", self.seed)
                    };
                    let mut body = Vec::new();
                    wire::encode_response(&mut body, key, version, &response, "CONTROLLER")
                        .expect("can be said");
                    let response = wire::decode_response(key, version, &body.into(), "CONTROLLER")
                        .expect("an API of the quorum")
                        .expect("well encoded");
                    // A connection does not outlive the process that opened it.
                    if from.life == self.nodes[from.node].life {
                        self.transmit(node, from.node, Arrival::Response { call, response });
                    }
                }
                RaftEffect::Committed { end } => self.apply(node, end),
                RaftEffect::LeaderChanged(_) | RaftEffect::ShutdownComplete => {}
                RaftEffect::Fault(fault) => panic!("seed {}: {fault:?}", self.seed),
            }
        }
        let due = self.nodes[node].raft.as_ref().map_or(Mono::NEVER, Raft::deadline);
        let due = due.0.max(self.now + MS / 10);
        if due < self.nodes[node].tick_at && due != Mono::NEVER.0 {
            self.nodes[node].tick_at = due;
            self.send(node, due - self.now, Arrival::Tick);
        }
        self.check(node);
    }

    /// Disks are quick, and now and then they are not.
    fn sync_ms(&mut self) -> u64 {
        let most = if self.rng.one_in(3) { 200 } else { 8 };
        self.rng.below(most)
    }

    fn transmit(&mut self, from: usize, to: usize, arrival: Arrival) {
        let now = self.now;
        let is_cut = self.nodes[from].cut_until > now || self.nodes[to].cut_until > now;
        let is_lost = is_cut || self.nodes[to].raft.is_none() || happens(&mut self.rng, self.trouble.loss);
        let after = (1 + self.rng.below(10)) * MS / 2;
        if is_lost {
            if let (Arrival::Request { call, .. }, true) = (&arrival, self.rng.one_in(2)) {
                let call = *call;
                self.send(from, after, Arrival::Failed { call });
            }
            return;
        }
        if happens(&mut self.rng, self.trouble.twice) {
            let copy = match &arrival {
                Arrival::Request { from, call, version, request } => {
                    let request = request.clone();
                    Some(Arrival::Request { from: *from, call: *call, version: *version, request })
                }
                Arrival::Response { call, response } => {
                    Some(Arrival::Response { call: *call, response: response.clone() })
                }
                _ => None,
            };
            if let Some(copy) = copy {
                let late = after + self.rng.below(3000) * MS;
                self.send(to, late, copy);
            }
        }
        self.send(to, after, arrival);
    }

    fn apply(&mut self, node: usize, end: Offset) {
        let it = &mut self.nodes[node];
        let records = it.disk.records(it.applied, end);
        assert_eq!(records.len() as i64, end.0 - it.applied.0, "seed {}: committed but not there", self.seed);
        for (offset, record) in (it.applied.0..).zip(records) {
            match self.committed.get(offset as usize) {
                Some(known) => assert_eq!(*known, record, "seed {}: {offset} differs", self.seed),
                None => self.committed.push(record),
            }
        }
        it.applied = end;
    }

    /// What must hold after every event.
    fn check(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        let Some(raft) = &it.raft else { return };
        assert_eq!(raft.log_position().end, it.disk.end(), "seed {}", self.seed);
        if raft.role() != RoleName::Leader {
            it.leads = None;
            return;
        }
        let epoch = raft.leader_and_epoch().epoch;
        if it.leads == Some(epoch) {
            return;
        }
        it.leads = Some(epoch);
        let first = *self.leaders.entry(epoch).or_insert(node);
        assert_eq!(first, node, "seed {}: two leaders in epoch {epoch}", self.seed);
        let start = it.disk.start;
        let all = it.disk.records(start, Offset(self.committed.len() as i64));
        let expected = &self.committed[start.0 as usize..];
        assert_eq!(all, expected, "seed {}: the leader of epoch {epoch} lacks committed records", self.seed);
    }

    fn propose(&mut self) {
        let now = self.clock();
        for node in 0..self.nodes.len() {
            let count = 1 + self.rng.below(3);
            let Some(raft) = &mut self.nodes[node].raft else { continue };
            if raft.role() != RoleName::Leader {
                continue;
            }
            let epoch = raft.leader_and_epoch().epoch;
            let mut values = Vec::new();
            for _ in 0..count {
                self.proposals += 1;
                values.push(Bytes::from(format!("v{}", self.proposals)));
            }
            let mut fx = RaftEffects::new();
            let before = raft.log_position().end;
            let proposed = raft.propose(now, epoch, &values, &mut fx).expect("it leads");
            assert_eq!((proposed.first, proposed.end), (before, before.plus(count as i64)));
            self.perform(node, fx);
        }
        let after = (10 + self.rng.below(150)) * MS;
        self.send(0, after, Arrival::Propose);
    }

    fn step(&mut self) {
        let trouble = self.trouble;
        for node in 0..self.nodes.len() {
            if happens(&mut self.rng, trouble.snapshot) {
                self.snapshot(node);
            }
            if happens(&mut self.rng, trouble.resign)
                && let Some(epoch) = self.nodes[node].leads
            {
                self.handle(node, RaftEvent::Resign { epoch });
            }
            if happens(&mut self.rng, trouble.cut) {
                self.nodes[node].cut_until = self.now + self.rng.below(5000) * MS;
            }
        }
        if happens(&mut self.rng, trouble.blackout) {
            for node in 0..self.nodes.len() {
                if !self.rng.one_in(3) {
                    self.crash(node);
                }
            }
        }
        if happens(&mut self.rng, trouble.reconfigure) {
            self.reconfigure();
        }
        if self.rng.one_in(4) {
            self.check_logs_match();
        }
        let after = (300 + self.rng.below(400)) * MS;
        self.send(0, after, Arrival::Step);
    }

    /// Makes a snapshot of what is applied, and lets the oldest one go.
    fn snapshot(&mut self, node: usize) {
        let now = self.clock();
        let Node { disk, raft: Some(raft), applied, .. } = &mut self.nodes[node] else { return };
        let Some(id) = raft.snapshot_id(*applied) else { return };
        if disk.snapshots.contains_key(&(id.end, id.epoch)) {
            return;
        }
        let (version, voters) = raft.voters_at(id.end);
        let mut writer = snapshot::Writer::new(id, now.wall, version, voters, 1 << 20, now);
        writer.append(now, [Bytes::from(vec![b's'; 3000])]);
        let content = writer.finish(now);
        let size = content.len() as u64;
        disk.snapshots.insert((id.end, id.epoch), content);
        let oldest = disk.oldest_but_one();
        self.handle(node, RaftEvent::SnapshotFrozen { id, size });
        if let Some(id) = oldest {
            self.handle(node, RaftEvent::DeleteBefore { id });
        }
    }

    fn check_logs_match(&self) {
        for (index, a) in self.nodes.iter().enumerate() {
            for b in &self.nodes[index + 1..] {
                let (start, end) = (a.disk.start.max(b.disk.start), a.disk.end().min(b.disk.end()));
                if start >= end {
                    continue;
                }
                let (a, b) = (a.disk.records(start, end), b.disk.records(start, end));
                let last_equal = a.iter().zip(&b).rposition(|(a, b)| a.0 == b.0);
                if let Some(last) = last_equal {
                    assert_eq!(a[..=last], b[..=last], "seed {}: equal epochs, unequal logs", self.seed);
                }
            }
        }
    }

    /// Ends all trouble and starts every node.
    pub fn heal(&mut self) {
        self.trouble = Trouble::NONE;
        for node in 0..self.nodes.len() {
            self.nodes[node].cut_until = 0;
            self.restart(node);
        }
    }

    /// All nodes follow one leader, and have committed the same, more than before the last seconds.
    pub fn assert_agreement(&mut self) {
        let seed = self.seed;
        self.check_logs_match();
        let before = self.committed.len();
        self.run_for_ms(5_000);
        assert!(self.committed.len() > before, "seed {seed}: nothing is committed any more");
        let leaders = self.nodes.iter().filter(|node| node.leads.is_some()).count();
        assert_eq!(leaders, 1, "seed {seed}: {leaders} leaders");
        for node in &self.nodes {
            let raft = node.raft.as_ref().expect("all are up");
            let behind = self.committed.len() as i64 - raft.committed().0;
            assert!(behind <= 30, "seed {seed}: node {} is {behind} behind", node.config.node_id);
        }
    }

    pub fn highest_epoch(&self) -> i32 {
        self.leaders.keys().last().map_or(0, |epoch| epoch.0)
    }

    /// What happened, in short.
    pub fn summary(&self) -> String {
        let ends: Vec<_> = self.nodes[..self.voters].iter().map(|node| node.disk.end()).collect();
        format!("{} {:?} {:?} {}", self.committed.len(), self.leaders, ends, self.next)
    }
}

impl Disk {
    /// Puts the bytes in that an answer only names.
    fn fill(&self, response: Response) -> Response {
        match response {
            Response::Fetch(mut fetched) => {
                if let Records::Read(read) = fetched.records {
                    fetched.records = Records::Bytes(self.read(read.from, read.end));
                }
                Response::Fetch(fetched)
            }
            Response::FetchSnapshot(mut piece) => {
                if let SnapshotBytes::Read { bytes_max } = piece.bytes {
                    let content = &self.snapshots[&(piece.snapshot.end, piece.snapshot.epoch)];
                    let from = piece.position as usize;
                    let to = content.len().min(from + (bytes_max as usize).min(1000));
                    piece.bytes = SnapshotBytes::Bytes(Bytes::copy_from_slice(&content[from..to]));
                }
                Response::FetchSnapshot(piece)
            }
            other => other,
        }
    }
}
