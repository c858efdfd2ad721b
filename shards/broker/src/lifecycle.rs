//! The broker's own life as the controller sees it: registration, heartbeats, unfencing, controlled shutdown.
//!
//! Runs on shard 0 and speaks to the controller through the peer seam alone, so that the controller may be a lane away or
//! a Kafka node. Rules of `BrokerLifecycleManager`:
//! - register until it works, with the epoch of the clean marker; the broker epoch comes back;
//! - then a heartbeat every `broker.heartbeat.interval.ms`; `want_fence` goes away once the metadata is caught up and
//!   every partition that the first metadata named is open;
//! - a stop asks with `want_shut_down` until the controller has moved the leaders away, then the logs are closed; with
//!   `controlled.shutdown.enable=false` they are closed at once.
//!
//! ```text
//! Registering -> Fenced -> Running -> Leaving -> Closing -> Stopped
//! ```

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use protocol::client::broker_heartbeat::{BrokerHeartbeatRequest, BrokerHeartbeatResponse};
use protocol::client::broker_registration::{
    BrokerRegistrationRequest, BrokerRegistrationResponse, Feature, Listener,
};
use protocol::wire::Reader;
use protocol::{ApiKey, ErrorCode, Message, Mono, Now, Offset};

use crate::assignments::Assignments;
use crate::effect::{Effect, Effects, Level};
use crate::event::{CoreId, Token};
use crate::mesh::{Mesh, PartitionKey};
use crate::node::{Identity, ListenerKind, Node};
use crate::peer::{Peer, PeerError, PeerRequest};

/// How long to wait before a registration or heartbeat that failed is tried again.
const RETRY_MS: i64 = 5;
/// The same while the session of the run before lasts.
const SESSION_RETRY_MS: i64 = 50;
/// How long the controller may be silent before the log says so.
const SILENCE_MS: i64 = 5_000;
/// How long a controlled shutdown waits for the controller. Kafka has no setting for it with KRaft; its own wait is five
/// minutes, after which it stops all the same.
const CONTROLLED_SHUTDOWN_MS: i64 = 300_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Registering,
    Fenced,
    Running,
    Leaving,
    Closing,
    Stopped,
}

/// See the module's comment.
pub struct Lifecycle {
    identity: Arc<Identity>,
    state: State,
    asked: Option<Token>,
    next: Mono,
    /// Cores whose partitions of the first metadata are open.
    open_cores: u16,
    open_partitions: u32,
    closed_cores: u16,
    marked_cores: u16,
    failed_dirs: BTreeSet<u16>,
    /// When a controlled shutdown gives up waiting for the controller.
    leave_by: Mono,
    ready_said: bool,
    /// Why the controller does not do what it was asked for, as it was said last.
    refused: Option<&'static str>,
    /// When the controller is said to be silent.
    silent_from: Mono,
    assignments: Assignments,
}

impl Lifecycle {
    /// A broker that has not registered.
    #[must_use]
    pub fn new(identity: Arc<Identity>) -> Self {
        Self {
            assignments: Assignments::new(Arc::clone(&identity)),
            identity,
            state: State::Registering,
            asked: None,
            next: Mono(0),
            open_cores: 0,
            open_partitions: 0,
            closed_cores: 0,
            marked_cores: 0,
            failed_dirs: BTreeSet::new(),
            leave_by: Mono::NEVER,
            ready_said: false,
            refused: None,
            silent_from: Mono::NEVER,
        }
    }

    /// When `tick` wants to be called next.
    #[must_use]
    pub fn deadline(&self) -> Mono {
        // While an answer is waited for, nothing is due: a controller that takes its time must not cost a core.
        let next = if self.asked.is_some() { Mono::NEVER } else { self.next };
        match self.state {
            State::Closing | State::Stopped => Mono::NEVER,
            State::Leaving => next.min(self.leave_by),
            State::Registering => next,
            State::Fenced | State::Running => next.min(self.assignments.deadline()),
        }
    }

    /// Sends what is due.
    pub fn tick(&mut self, now: Now, node: &mut Node, effects: &mut Effects) {
        if self.state == State::Leaving && now.mono >= self.leave_by {
            effects.log(
                Level::Warn,
                "the controller did not let go in time; stopping all the same",
                Vec::new(),
            );
            self.close(node);
            return;
        }
        if matches!(self.state, State::Fenced | State::Running) {
            self.assignments.tick(now, node, effects);
        }
        if self.asked.is_some() || now.mono < self.next {
            return;
        }
        match self.state {
            State::Registering => self.register(now, node, effects),
            State::Fenced | State::Running | State::Leaving => self.heartbeat(now, node, effects),
            State::Closing | State::Stopped => {}
        }
    }

    fn register(&mut self, now: Now, node: &mut Node, effects: &mut Effects) {
        let identity = Arc::clone(&self.identity);
        let listeners = identity.listeners.iter().filter(|l| l.kind == ListenerKind::Broker);
        let request = BrokerRegistrationRequest {
            broker_id: identity.id.0,
            cluster_id: Cow::Borrowed(&identity.cluster),
            incarnation_id: identity.incarnation,
            listeners: listeners
                .map(|listener| Listener {
                    name: Cow::Borrowed(&listener.name),
                    host: Cow::Borrowed(&listener.advertised.0),
                    port: listener.advertised.1,
                    security_protocol: 0,
                })
                .collect(),
            features: metadata::features::FEATURES
                .iter()
                .map(|feature| Feature {
                    name: Cow::Borrowed(feature.name),
                    min_supported_version: feature.min,
                    max_supported_version: feature.max,
                })
                .collect(),
            rack: identity.config.fixed.broker_rack.as_deref().map(Cow::Borrowed),
            is_migrating_zk_broker: false,
            log_dirs: identity.dirs.iter().map(|dir| dir.id).collect(),
            previous_broker_epoch: identity.previous_epoch.0,
        };
        self.ask(now, node, ApiKey::BrokerRegistration, &request, effects);
    }

    fn heartbeat(&mut self, now: Now, node: &mut Node, effects: &mut Effects) {
        let request = BrokerHeartbeatRequest {
            broker_id: self.identity.id.0,
            broker_epoch: node.broker_epoch.0,
            current_metadata_offset: node.metadata_offset.0,
            want_fence: self.state == State::Fenced && self.open_cores < self.identity.shards,
            want_shut_down: self.state == State::Leaving,
            offline_log_dirs: self
                .failed_dirs
                .iter()
                .map(|dir| self.identity.dirs[usize::from(*dir)].id)
                .collect(),
            // None is: `cordoned.log.dirs` is refused. The records say so from the level on that knows of them.
            cordoned_log_dirs: node.image.metadata_version().has_cordoned_log_dirs().then(Vec::new),
        };
        self.ask(now, node, ApiKey::BrokerHeartbeat, &request, effects);
    }

    fn ask<'m, M: Message<'m>>(
        &mut self,
        now: Now,
        node: &mut Node,
        key: ApiKey,
        request: &M,
        effects: &mut Effects,
    ) {
        let version = M::MAX_VERSION;
        let mut body = Vec::new();
        if let Err(error) = request.encode(&mut body, version) {
            effects.push(Effect::Fatal(format!("{} cannot be written: {error}", M::NAME).into()));
            return;
        }
        let token = node.token();
        self.asked = Some(token);
        self.next = now.mono.after_ms(i64::from(self.identity.config.fixed.broker_heartbeat_interval_ms));
        let request = PeerRequest { key: key.code(), version, body: Bytes::from(body), forwarded_for: None };
        effects.push(Effect::Ask { token, peer: Peer::Controller, request: Box::new(request) });
    }

    /// An answer came. False if it is for somebody else.
    pub fn answered(
        &mut self,
        now: Now,
        node: &mut Node,
        token: Token,
        result: &Result<Bytes, PeerError>,
        effects: &mut Effects,
    ) -> bool {
        if self.asked != Some(token) {
            return self.assignments.answered(now, token, result, effects);
        }
        self.asked = None;
        let done = match (result, self.state) {
            (Ok(body), State::Registering) => self.registered(now, node, body, effects),
            (Ok(body), _) => self.beaten(now, node, body, effects),
            (Err(_), _) => {
                self.silent(now, effects);
                false
            }
        };
        if result.is_ok() {
            self.silent_from = Mono::NEVER;
        }
        if !done {
            self.next = now.mono.after_ms(RETRY_MS);
        }
        true
    }

    /// The controller did not answer: said once it has been silent for a while, and then again every so often.
    fn silent(&mut self, now: Now, effects: &mut Effects) {
        if self.silent_from == Mono::NEVER {
            self.silent_from = now.mono.after_ms(SILENCE_MS);
        } else if now.mono >= self.silent_from {
            self.silent_from = now.mono.after_ms(12 * SILENCE_MS);
            effects.log(Level::Warn, "no controller answers; the broker goes on asking", Vec::new());
        }
    }

    /// The controller refuses what it was asked for: said once for each reason.
    fn refused(&mut self, level: Level, message: &'static str, why: &'static str, effects: &mut Effects) {
        if self.refused.replace(why) != Some(why) {
            effects.log(level, message, vec![("error", why.to_owned())]);
        }
    }

    fn registered(&mut self, now: Now, node: &mut Node, body: &[u8], effects: &mut Effects) -> bool {
        let version = <BrokerRegistrationRequest<'_> as Message<'_>>::MAX_VERSION;
        let Ok(response) = BrokerRegistrationResponse::decode(&mut Reader::new(body), version) else {
            return false;
        };
        let code = ErrorCode::try_from(response.error_code).unwrap_or(ErrorCode::UnknownServerError);
        match code {
            ErrorCode::None => {
                node.broker_epoch = Offset(response.broker_epoch);
                for core in 1..self.identity.shards {
                    node.send(CoreId(core), Mesh::BrokerEpoch(node.broker_epoch));
                }
                self.state = State::Fenced;
                self.next = now.mono;
                effects.log(
                    Level::Info,
                    "registered with the controller",
                    vec![("epoch", response.broker_epoch.to_string())],
                );
                true
            }
            ErrorCode::NotController => false,
            ErrorCode::DuplicateBrokerRegistration => {
                // After a kill the session of the run before must end first, which takes seconds.
                self.next = now.mono.after_ms(SESSION_RETRY_MS);
                let message =
                    "waiting for the session of the run before to end, which takes broker.session.timeout.ms";
                self.refused(Level::Info, message, code.name(), effects);
                true
            }
            _ => {
                self.refused(Level::Warn, "the controller refuses the registration", code.name(), effects);
                false
            }
        }
    }

    fn beaten(&mut self, now: Now, node: &mut Node, body: &[u8], effects: &mut Effects) -> bool {
        let version = <BrokerHeartbeatRequest as Message<'_>>::MAX_VERSION;
        let Ok(response) = BrokerHeartbeatResponse::decode(&mut Reader::new(body), version) else {
            return false;
        };
        if response.error_code != 0 {
            let code = ErrorCode::try_from(response.error_code).unwrap_or(ErrorCode::UnknownServerError);
            if code != ErrorCode::NotController {
                self.refused(Level::Warn, "the controller refuses the heartbeat", code.name(), effects);
            }
            return false;
        }
        self.refused = None;
        match self.state {
            State::Fenced if !response.is_fenced => {
                self.state = State::Running;
                if !self.ready_said {
                    self.ready_said = true;
                    effects.push(Effect::Ready);
                }
            }
            State::Fenced => {
                // While starting, the next heartbeat follows quickly so that nobody waits for a whole interval.
                self.next = now.mono.after_ms(10);
            }
            State::Leaving if response.should_shut_down => self.close(node),
            State::Leaving => self.next = now.mono.after_ms(50),
            _ => {}
        }
        true
    }

    /// Newer metadata is in: a heartbeat may have something to tell.
    pub fn published(&mut self, now: Now) {
        if matches!(self.state, State::Fenced | State::Leaving) {
            self.next = self.next.min(now.mono);
        }
    }

    /// A partition lies in another log dir than the metadata says.
    pub fn placed(&mut self, key: PartitionKey, dir: u16) {
        self.assignments.placed(key, dir);
    }

    /// A core has opened all partitions of the first metadata.
    pub fn logs_open(&mut self, now: Now, count: u32, effects: &mut Effects) {
        self.open_cores += 1;
        self.open_partitions += count;
        if self.open_cores == self.identity.shards {
            effects.log(Level::Info, "logs are open", vec![("partitions", self.open_partitions.to_string())]);
            if self.state == State::Fenced {
                self.next = now.mono;
            }
        }
    }

    /// A log dir is out of service: the controller is told, and without any left the broker cannot go on.
    pub fn dir_failed(&mut self, now: Now, dir: u16, effects: &mut Effects) {
        if !self.failed_dirs.insert(dir) {
            return;
        }
        self.next = self.next.min(now.mono);
        if self.failed_dirs.len() == self.identity.dirs.len() {
            effects.push(Effect::Fatal("every log dir has failed".into()));
        }
    }

    /// The operator asks to stop.
    pub fn stop(&mut self, now: Now, node: &mut Node) {
        match self.state {
            State::Fenced | State::Running if !self.identity.config.fixed.controlled_shutdown_enable => {
                self.close(node);
            }
            State::Fenced | State::Running => {
                self.state = State::Leaving;
                self.next = now.mono;
                self.leave_by = now.mono.after_ms(CONTROLLED_SHUTDOWN_MS);
            }
            State::Registering => self.close(node),
            State::Leaving | State::Closing | State::Stopped => {}
        }
    }

    fn close(&mut self, node: &mut Node) {
        self.state = State::Closing;
        self.tell_all(node, || Mesh::CloseLogs);
    }

    fn tell_all(&self, node: &mut Node, message: impl Fn() -> Mesh) {
        for core in 0..self.identity.shards {
            node.send(CoreId(core), message());
        }
    }

    /// A core has closed its partitions; when all have, the log dirs are marked. A stop that comes before every log was
    /// opened marks nothing: those that were not are still as the last run left them.
    pub fn logs_closed(&mut self, node: &mut Node) {
        self.closed_cores += 1;
        if self.closed_cores < self.identity.shards {
            return;
        }
        if self.open_cores == self.identity.shards {
            let epoch = node.broker_epoch;
            self.tell_all(node, || Mesh::CloseDirs(epoch));
        } else {
            self.stop_all(node);
        }
    }

    /// A core has marked its log dirs; when all have, everybody stops.
    pub fn dirs_closed(&mut self, node: &mut Node) {
        self.marked_cores += 1;
        if self.marked_cores == self.identity.shards {
            self.stop_all(node);
        }
    }

    fn stop_all(&mut self, node: &mut Node) {
        self.state = State::Stopped;
        self.tell_all(node, || Mesh::Stop);
        node.send(self.identity.quorum(), Mesh::Stop);
    }

    /// Whether the broker is on its way out, so that nothing new is to be begun.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        matches!(self.state, State::Leaving | State::Closing | State::Stopped)
    }
}
