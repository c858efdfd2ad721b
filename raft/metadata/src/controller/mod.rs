//! The controller of the cluster: requests and timers in, records to propose and answers out.
//!
//! One concrete struct, [`Controller::handle`], total and pure. While this node leads the quorum, the controller keeps the
//! image up to the last record it proposed, so that requests build on each other; an answer leaves when everything it rests
//! on is committed. When the node stops leading, what was proposed may be lost: the state goes, and every waiting
//! request is answered NOT_CONTROLLER.
//!
//! It deliberately knows nothing of raft's messages, of the committed image that is published to shards (see
//! [`crate::replay`]), of connections, or of the authorizer beyond one question.
//!
//! Invariants:
//! - Records of one [`Effect::Propose`] are appended as one batch, all or none, the first at its `base`.
//! - A broker's epoch is the offset of the first record of the batch that registered it.
//! - An answer never leaves before its records, and all records its request could see, are committed.
//!
//! - `brokers`: registration, heartbeats, sessions, controlled shutdown, fencing.
//! - `topics`, `partitions`, `reassignment`: create, delete, grow, ISR changes, elections, log dirs, moves.
//! - `configs`, `features`: dynamic configs; levels.
//! - `principals`, `security`: producer ids, quotas; access control entries, SCRAM credentials.
//! - `election`, `placement`: who leads and where replicas go.

mod activation;
mod api;
mod brokers;
mod configs;
mod election;
mod features;
mod partitions;
mod placement;
mod principals;
mod reassignment;
mod security;
mod topics;

pub use api::{Caller, Request, Response};

use crate::cluster::Broker;
use crate::config::dynamic::Layers;
use crate::config::static_config::StaticConfig;
use crate::features::MetadataVersion;
use crate::image::Image;
use crate::records::Record;
use brokers::Session;
use protocol::{BrokerId, ErrorCode, LeaderEpoch, Mono, Now, Offset, Rng};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Identifies a request until it is answered; given by whoever hands the request in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub u64);

/// What the controller goes by.
#[derive(Clone)]
pub struct Settings {
    /// `node.id`.
    pub node: BrokerId,
    /// `cluster.id` of `meta.properties`.
    pub cluster_id: String,
    /// The voters of the quorum; updates of features wait until all have registered.
    pub voters: Vec<BrokerId>,
    /// The records that format left for an empty log; they pass [`crate::bootstrap::check`].
    pub bootstrap: Vec<Record>,
    /// `server.properties`.
    pub file: Arc<StaticConfig>,
    /// `broker.session.timeout.ms`.
    pub session_timeout_ms: i64,
    /// `metadata.max.idle.interval.ms`; 0 writes no NoOp records.
    pub idle_interval_ms: i64,
    /// `leader.imbalance.check.interval.seconds` in ms, `None` without `auto.leader.rebalance.enable`.
    pub imbalance_check_ms: Option<i64>,
    /// `unclean.leader.election.interval.ms`.
    pub unclean_check_ms: i64,
    /// `num.partitions`.
    pub default_partitions: i32,
    /// `default.replication.factor`.
    pub default_replication: i16,
    /// `delete.topic.enable`.
    pub delete_topic_enable: bool,
    /// Whether `authorizer.class.name` names one; without it access control entries are refused.
    pub authorizer: bool,
}

impl Settings {
    /// The settings of a node with this file, in this cluster and quorum.
    #[must_use]
    pub fn new(
        file: Arc<StaticConfig>,
        node: BrokerId,
        cluster_id: String,
        voters: Vec<BrokerId>,
        bootstrap: Vec<Record>,
    ) -> Self {
        let settings = file.settings();
        let rebalance: bool = settings.read("auto.leader.rebalance.enable");
        let imbalance_seconds: i64 = settings.read("leader.imbalance.check.interval.seconds");
        Self {
            node,
            cluster_id,
            voters,
            bootstrap,
            session_timeout_ms: settings.read::<i32>("broker.session.timeout.ms").into(),
            idle_interval_ms: settings.read::<i32>("metadata.max.idle.interval.ms").into(),
            imbalance_check_ms: rebalance.then(|| imbalance_seconds.saturating_mul(1000)),
            unclean_check_ms: settings.read("unclean.leader.election.interval.ms"),
            default_partitions: settings.read("num.partitions"),
            default_replication: i16::try_from(settings.read::<i32>("default.replication.factor"))
                .unwrap_or(i16::MAX),
            delete_topic_enable: settings.read("delete.topic.enable"),
            authorizer: !settings.text("authorizer.class.name").unwrap_or_default().is_empty(),
            file,
        }
    }
}

/// What happens to a controller.
pub enum Event<'a> {
    /// This node leads the quorum, and its log is replayed to the end. `state` is the image with everything in the
    /// log; `in_transaction` says that the log ends inside a transaction (which `state` leaves out).
    Elected {
        /// The quorum's epoch.
        epoch: LeaderEpoch,
        /// Where the next record goes.
        end: Offset,
        /// See above.
        state: Image,
        /// See above.
        in_transaction: bool,
    },
    /// This node does not lead any more.
    Resigned,
    /// A request.
    Request {
        /// To be given back with the answer.
        token: Token,
        /// Who asks.
        caller: Caller<'a>,
        /// What is asked.
        request: Request<'a>,
    },
    /// Everything below `end` is committed.
    Committed {
        /// The quorum's high watermark, exclusive.
        end: Offset,
    },
    /// The time [`Controller::next_timer`] named has come.
    Tick,
}

/// What a controller wants done, in this order.
#[derive(Debug, PartialEq)]
pub enum Effect {
    /// Append these records to the quorum's log as one batch. Must be durable by the quorum's rules before an answer
    /// leaves, which [`Event::Committed`] tells; if the log's end is not `base`, the node must resign.
    Propose {
        /// The epoch to append in.
        epoch: LeaderEpoch,
        /// The offset of the first record.
        base: Offset,
        /// The level that says in which versions to write them.
        level: MetadataVersion,
        /// The records.
        records: Vec<Record>,
    },
    /// Answer a request.
    Answer {
        /// Whose.
        token: Token,
        /// With what.
        response: Response,
    },
}

/// See the module's comment.
pub struct Controller {
    settings: Settings,
    rng: Rng,
    active: Option<Active>,
}

/// What the controller knows while it leads.
struct Active {
    epoch: LeaderEpoch,
    /// Everything up to the last record proposed.
    state: Image,
    /// This node's file under the dynamic configs of `state`.
    layers: Arc<Layers>,
    /// Where the next record goes.
    next: Offset,
    /// Everything below is committed.
    committed: Offset,
    sessions: BTreeMap<BrokerId, Session>,
    /// The offset of each broker's last `RegisterBrokerRecord`, which it must have read before it is unfenced.
    registered_at: BTreeMap<BrokerId, Offset>,
    /// Answers in the order they will leave, each with the end that must be committed first.
    waiting: VecDeque<(Offset, Token, Response)>,
    idle_at: Mono,
    balance_at: Mono,
    unclean_at: Mono,
}

/// Why a request, or a part of it, is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The code of the answer.
    pub code: ErrorCode,
    /// The sentence beside it, in Kafka's words where tools show it; `None` where Kafka has only the code's own.
    pub message: Option<String>,
}

impl Refusal {
    /// A code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: Some(message.into()) }
    }

    /// A code alone.
    #[must_use]
    pub fn bare(code: ErrorCode) -> Self {
        Self { code, message: None }
    }
}

/// What a request comes to: records to write, then an answer.
struct Outcome {
    records: Vec<Record>,
    response: Response,
}

impl Outcome {
    fn read(response: Response) -> Self {
        Self { records: Vec::new(), response }
    }
}

/// The most records one request may make; Kafka refuses the request whole beyond it.
const RECORDS_PER_REQUEST_MAX: usize = 10_000;
/// The most elections one timer makes before it goes on later.
const ELECTIONS_PER_TIMER_MAX: usize = 1_000;

impl Controller {
    /// A controller that does not lead yet.
    #[must_use]
    pub fn new(settings: Settings, rng: Rng) -> Self {
        Self { settings, rng, active: None }
    }

    /// Whether this node leads, and so answers requests.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.active.is_some()
    }

    /// The state with everything proposed, while this node leads. Read only for what may show uncommitted things.
    #[must_use]
    pub fn state(&self) -> Option<&Image> {
        self.active.as_ref().map(|a| &a.state)
    }

    /// When to send [`Event::Tick`]; [`Mono::NEVER`] while this node does not lead.
    #[must_use]
    pub fn next_timer(&self) -> Mono {
        let Some(active) = &self.active else { return Mono::NEVER };
        let session = active.next_session_end(self.settings.session_timeout_ms);
        active.idle_at.min(active.balance_at).min(active.unclean_at).min(session)
    }

    /// Takes one event and appends what is to be done about it.
    pub fn handle(&mut self, now: Now, event: Event<'_>, effects: &mut Vec<Effect>) {
        match event {
            Event::Elected { epoch, end, state, in_transaction } => {
                self.activate(now, epoch, end, state, in_transaction, effects);
            }
            Event::Resigned => self.resign(effects),
            Event::Request { token, caller, request } => {
                let Some(active) = &mut self.active else {
                    let response = request.refuse(&Refusal::bare(ErrorCode::NotController));
                    effects.push(Effect::Answer { token, response });
                    return;
                };
                let mut turn = Turn { settings: &self.settings, rng: &mut self.rng, active, now };
                let outcome = turn.request(&caller, request);
                active.propose(&self.settings, outcome.records, effects);
                active.answer(token, outcome.response, effects);
            }
            Event::Committed { end } => {
                if let Some(active) = &mut self.active {
                    active.committed = active.committed.max(end);
                    while active.waiting.front().is_some_and(|(wait, ..)| *wait <= active.committed) {
                        let (_, token, response) =
                            active.waiting.pop_front().expect("the front was just seen");
                        effects.push(Effect::Answer { token, response });
                    }
                }
            }
            Event::Tick => self.tick(now, effects),
        }
    }

    fn resign(&mut self, effects: &mut Vec<Effect>) {
        let Some(active) = self.active.take() else { return };
        for (_, token, mut response) in active.waiting {
            response.fail(&Refusal::bare(ErrorCode::NotController));
            effects.push(Effect::Answer { token, response });
        }
    }

    fn tick(&mut self, now: Now, effects: &mut Vec<Effect>) {
        let Some(active) = &mut self.active else { return };
        let timeout = self.settings.session_timeout_ms;
        // One at a time, so that each sees what became of the partitions of the one before.
        while let Some(broker) = active.expired_session(now.mono, timeout) {
            active.sessions.remove(&broker);
            if active.broker(broker).is_none_or(|b| b.fenced) {
                continue;
            }
            let mut turn = Turn { settings: &self.settings, rng: &mut self.rng, active, now };
            let records = turn.fence(broker);
            active.propose(&self.settings, records, effects);
        }
        if active.idle_at <= now.mono {
            active.idle_at = now.mono.after_ms(self.settings.idle_interval_ms);
            active.propose(&self.settings, vec![Record::NoOp], effects);
        }
        if active.balance_at <= now.mono {
            let turn = Turn { settings: &self.settings, rng: &mut self.rng, active, now };
            let records = turn.elect_preferred();
            let again = records.len() >= ELECTIONS_PER_TIMER_MAX;
            active.propose(&self.settings, records, effects);
            let interval = self.settings.imbalance_check_ms.unwrap_or(i64::MAX);
            active.balance_at = if again { now.mono } else { now.mono.after_ms(interval) };
        }
        if active.unclean_at <= now.mono {
            let turn = Turn { settings: &self.settings, rng: &mut self.rng, active, now };
            let records = turn.elect_unclean();
            let again = records.len() >= ELECTIONS_PER_TIMER_MAX;
            active.propose(&self.settings, records, effects);
            active.unclean_at =
                if again { now.mono } else { now.mono.after_ms(self.settings.unclean_check_ms) };
        }
    }
}

impl Active {
    /// Applies records to the state and hands them to the quorum.
    fn propose(&mut self, settings: &Settings, records: Vec<Record>, effects: &mut Vec<Effect>) {
        if records.is_empty() {
            return;
        }
        let base = self.next;
        // The level before the batch; the records that raise a level are written in version 0 at every level.
        let level = self.state.metadata_version();
        for record in &records {
            match record {
                // The controller's own state never shows less than what it has proposed.
                Record::BeginTransaction { .. }
                | Record::EndTransaction
                | Record::AbortTransaction { .. } => {}
                _ => self.state.apply(record).expect("the record was made from this state"),
            }
            if let Record::RegisterBroker(broker) = record {
                self.registered_at.insert(broker.id, self.next);
            }
            self.next = self.next.plus(1);
        }
        self.state.provenance.last = Offset(self.next.0 - 1);
        if records.iter().any(|r| configs::changes_layers(settings, r)) {
            self.layers = Arc::new(configs::layers(settings, &self.state));
        }
        effects.push(Effect::Propose { epoch: self.epoch, base, level, records });
    }

    fn answer(&mut self, token: Token, response: Response, effects: &mut Vec<Effect>) {
        // Also an answer without records may rest on records that are not committed yet.
        if self.next <= self.committed {
            effects.push(Effect::Answer { token, response });
        } else {
            self.waiting.push_back((self.next, token, response));
        }
    }

    fn broker(&self, id: BrokerId) -> Option<&Arc<Broker>> {
        self.state.brokers.get(&id)
    }

    fn is_active(&self, id: BrokerId) -> bool {
        self.broker(id).is_some_and(|b| b.is_active())
    }

    fn is_shutting_down(&self, id: BrokerId) -> bool {
        self.sessions.get(&id).is_some_and(Session::is_shutting_down)
    }
}

/// One request or timer at work: the state may be read, what is to change is returned as records.
struct Turn<'a> {
    settings: &'a Settings,
    rng: &'a mut Rng,
    active: &'a mut Active,
    now: Now,
}

impl Turn<'_> {
    fn state(&self) -> &Image {
        &self.active.state
    }

    fn level(&self) -> MetadataVersion {
        self.active.state.metadata_version()
    }
}

#[cfg(test)]
mod tests;
