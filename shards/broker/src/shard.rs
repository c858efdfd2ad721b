//! One core's deciding part: connections in front, partitions behind, the mesh between them.
//!
//! `handle` takes one event in; everything that follows from it on this core is done before it returns, without going
//! through the loop again. What is due to other cores, files and connections comes out as effects.
//!
//! Invariants:
//! - Every request that was started is answered once, or its connection is closed.
//! - Every `Mesh::Ask` that comes in is told exactly once.

use bytes::{Bytes, BytesMut};
use metadata::config::dynamic::Layers;
use protocol::{ErrorCode, Mono, Now, Rng};
use std::sync::Arc;

use crate::api::auto_create::AutoCreate;
use crate::api::init_producer_id::ProducerIds;
use crate::api::{self, Cx, Outcome, Scratch, Unserved};
use crate::dirs::Dirs;
use crate::effect::{Effect, Effects, Level};
use crate::event::{ConnId, CoreId, Event, IoResult, Token};
use crate::fetch_session::{Session, SessionCache};
use crate::lifecycle::Lifecycle;
use crate::logs::Logs;
use crate::machine::Machine;
use crate::mesh::{Mesh, RequestRef, Told};
use crate::node::{Identity, Node};
use crate::owner::Owner;
use crate::partition::{Answers, Waiter};
use crate::peer::PeerError;
use crate::reply::RequestHead;
use crate::session::{Answer, Sessions};
use crate::timer::Wheel;
use crate::waiting::{Wait, Waiting};

/// See the module's comment.
pub struct Shard {
    node: Node,
    sessions: Sessions,
    waiting: Waiting,
    owner: Owner,
    logs: Logs,
    dirs: Dirs,
    lifecycle: Option<Lifecycle>,
    fetch_sessions: SessionCache,
    auto_create: AutoCreate,
    producer_ids: ProducerIds,
    timers: Wheel<RequestRef>,
    scratch: Scratch,
    due: Vec<RequestRef>,
    answers: Answers,
    fired: Vec<Waiter>,
}

impl Shard {
    /// A shard that has seen no metadata. `rng` is the whole of its randomness.
    #[must_use]
    pub fn new(core: CoreId, identity: Arc<Identity>, mut rng: Rng) -> Self {
        // Shared out over the shards; none at all where none is wanted.
        let wanted = identity.config.fixed.max_incremental_fetch_session_cache_slots;
        let slots = usize::try_from(wanted).unwrap_or(0).div_ceil(usize::from(identity.shards.max(1)));
        let sessions_rng = Rng::new(rng.next_u64());
        let lifecycle = (core.0 == 0).then(|| Lifecycle::new(Arc::clone(&identity)));
        Self {
            fetch_sessions: SessionCache::new(slots, core.0, identity.shards, sessions_rng),
            logs: Logs::new(core, &identity, Rng::new(rng.next_u64())),
            dirs: Dirs::new(core, &identity),
            node: Node::new(core, identity, rng),
            sessions: Sessions::default(),
            waiting: Waiting::default(),
            owner: Owner::default(),
            lifecycle,
            auto_create: AutoCreate::default(),
            producer_ids: ProducerIds::default(),
            timers: Wheel::default(),
            scratch: Scratch::default(),
            due: Vec::new(),
            answers: Vec::new(),
            fired: Vec::new(),
        }
    }

    /// Starts what may start on a connection.
    fn pump(&mut self, now: Now, conn: ConnId, effects: &mut Effects) {
        while let Some((request, frame)) = self.sessions.start_next(conn, effects) {
            self.start(now, request, frame, effects);
        }
    }

    fn start(&mut self, now: Now, request: RequestRef, frame: BytesMut, effects: &mut Effects) {
        let Some(conn) = self.sessions.get(request.conn) else { return };
        let (listener, peer) = (conn.listener, conn.peer);
        let kind = self.node.identity.listener(listener).kind;
        let head = match api::head(&frame, kind) {
            Ok(head) => head,
            Err(Unserved::Version(head)) => {
                let outcome = api::api_versions::unsupported(kind, head, &mut effects.bytes);
                self.conclude(now, request, outcome, effects);
                return;
            }
            Err(Unserved::Close) => {
                self.conclude(now, request, Outcome::Close, effects);
                return;
            }
        };
        let mut cx = self.cx(now, request, head, listener, peer, effects);
        let outcome = api::start(&mut cx, frame);
        for _ in 0..cx.held {
            self.sessions.hold(request.conn);
        }
        self.conclude(now, request, outcome, effects);
    }

    fn cx<'a>(
        &'a mut self,
        now: Now,
        request: RequestRef,
        head: RequestHead,
        listener: crate::event::ListenerId,
        peer: std::net::SocketAddr,
        effects: &'a mut Effects,
    ) -> Cx<'a> {
        Cx {
            now,
            effects,
            node: &mut self.node,
            owner: &mut self.owner,
            waiting: &mut self.waiting,
            fetch_sessions: &mut self.fetch_sessions,
            auto_create: &mut self.auto_create,
            producer_ids: &mut self.producer_ids,
            scratch: &mut self.scratch,
            request,
            head,
            listener,
            peer,
            held: 0,
        }
    }

    /// Carries out how a request went.
    fn conclude(&mut self, now: Now, request: RequestRef, outcome: Outcome, effects: &mut Effects) {
        // What these say of more to start is not looked at: `pump` goes on by its loop, `resume` pumps behind it.
        match outcome {
            Outcome::Waiting => match self.waiting.get(request) {
                Some(Wait::Fetch(fetch)) if !fetch.timed && fetch.deadline > now.mono => {
                    fetch.timed = true;
                    self.timers.insert(fetch.deadline, request);
                }
                Some(Wait::Forward(forward)) => {
                    if let Some(retry_at) = forward.retry_at {
                        self.timers.insert(retry_at, request);
                    }
                }
                _ => {}
            },
            Outcome::Nothing => {
                self.sessions.answer(request, Answer::Nothing, effects.bytes.len(), effects);
            }
            Outcome::Close => {
                if let Some(conn) = self.sessions.get(request.conn).filter(|conn| !conn.is_closing()) {
                    let fields = vec![("client", conn.peer.to_string())];
                    effects.log(Level::Debug, "closing a connection: a request that has no answer", fields);
                }
                self.sessions.answer(request, Answer::Close, effects.bytes.len(), effects);
            }
            Outcome::Answered(from) if self.scratch.pieces.is_empty() => {
                self.sessions.answer(request, Answer::Bytes, from, effects);
            }
            Outcome::Answered(from) => {
                let mut pieces = std::mem::take(&mut self.scratch.pieces);
                self.sessions.answer_in_pieces(request, from, &mut pieces, effects);
                pieces.clear();
                self.scratch.pieces = pieces;
            }
        }
    }

    /// Resumes a request that waits, and starts what waited behind it.
    fn resume(
        &mut self,
        now: Now,
        request: RequestRef,
        effects: &mut Effects,
        go_on: impl FnOnce(&mut Cx<'_>, Wait) -> Outcome,
    ) {
        let Some(conn) = self.sessions.get(request.conn) else { return };
        let (listener, peer) = (conn.listener, conn.peer);
        let Some(wait) = self.waiting.remove(request) else { return };
        let head = wait.head();
        let mut cx = self.cx(now, request, head, listener, peer, effects);
        let outcome = go_on(&mut cx, wait);
        self.conclude(now, request, outcome, effects);
        self.pump(now, request.conn, effects);
    }

    /// A row of a waiting request came in.
    fn told(&mut self, now: Now, request: RequestRef, part: u32, told: Told, effects: &mut Effects) {
        let complete = match self.waiting.get(request) {
            Some(Wait::Gather(gather)) => gather.fill(part, told),
            Some(Wait::Fetch(fetch)) => match told {
                Told::Fetched(row) => {
                    fetch.fill(part, row);
                    fetch.reading == 0 && fetch.is_due(now.mono)
                }
                _ => false,
            },
            _ => false,
        };
        if complete {
            self.resume(now, request, effects, |cx, wait| match wait {
                Wait::Gather(gather) => {
                    let outcome = api::finish_gather(&gather, &mut cx.effects.bytes);
                    cx.waiting.give_back(gather);
                    outcome
                }
                Wait::Fetch(fetch) => api::fetch::proceed(cx, fetch),
                other => {
                    cx.waiting.insert(cx.request, other);
                    Outcome::Waiting
                }
            });
        }
    }

    /// A watch of a waiting fetch fired: the row is asked for again.
    fn watch_fired(&mut self, now: Now, request: RequestRef, part: u32, effects: &mut Effects) {
        let again = match self.waiting.get(request) {
            Some(Wait::Fetch(fetch)) => fetch.reading == 0 && fetch.reopen(part),
            _ => false,
        };
        if again {
            self.resume(now, request, effects, |cx, wait| {
                let Wait::Fetch(mut fetch) = wait else { return Outcome::Waiting };
                if let Some(row) = api::fetch::ask_row(cx, &fetch, part) {
                    fetch.fill(part, row);
                }
                api::fetch::proceed(cx, fetch)
            });
        }
    }

    /// Takes away what the partitions have to say until they have nothing more to say.
    fn deliver(&mut self, now: Now, effects: &mut Effects) {
        self.spread_failures();
        while !self.owner.answers.is_empty() || !self.owner.fired.is_empty() || !self.node.outbox.is_empty() {
            self.post(now, effects);
            self.spread_failures();
            let mut answers = std::mem::take(&mut self.answers);
            std::mem::swap(&mut answers, &mut self.owner.answers);
            for (waiter, told) in answers.drain(..) {
                if waiter.core == self.node.core {
                    self.told(now, waiter.request, waiter.part, told, effects);
                } else {
                    let Waiter { core, request, part } = waiter;
                    effects.push(Effect::Mesh { to: core, message: Mesh::Told { request, part, told } });
                }
            }
            self.answers = answers;
            let mut fired = std::mem::take(&mut self.fired);
            std::mem::swap(&mut fired, &mut self.owner.fired);
            for Waiter { core, request, part } in fired.drain(..) {
                if core == self.node.core {
                    self.watch_fired(now, request, part, effects);
                } else {
                    effects.push(Effect::Mesh { to: core, message: Mesh::Fired { request, part } });
                }
            }
            self.fired = fired;
        }
    }

    /// A log dir that failed here has failed for everybody.
    fn spread_failures(&mut self) {
        for dir in std::mem::take(&mut self.owner.failed_dirs) {
            for core in 0..self.node.identity.shards {
                self.node.send(CoreId(core), Mesh::DirFailed(dir));
            }
        }
    }

    /// Sends what the node has to say to other cores; what it says to this one is heard at once.
    fn post(&mut self, now: Now, effects: &mut Effects) {
        for (to, message) in std::mem::take(&mut self.node.outbox) {
            if to == self.node.core {
                self.on_mesh(now, to, message, effects);
            } else {
                effects.push(Effect::Mesh { to, message });
            }
        }
    }

    fn on_mesh(&mut self, now: Now, from: CoreId, message: Mesh, effects: &mut Effects) {
        match message {
            Mesh::Ask { request, part, key, ask } => {
                let waiter = Waiter { core: from, request, part };
                if let Some(told) = self.owner.ask(now, &mut self.node, waiter, key, ask, effects) {
                    effects.push(Effect::Mesh { to: from, message: Mesh::Told { request, part, told } });
                }
            }
            Mesh::Told { request, part, told } => self.told(now, request, part, told, effects),
            Mesh::Fired { request, part } => self.watch_fired(now, request, part, effects),
            Mesh::Unwatch { request, part, key } => {
                self.owner.unwatch(Waiter { core: from, request, part }, key);
            }
            Mesh::TakeSession { request, id, epoch, by_id } => {
                let session = self.fetch_sessions.lend(id, epoch, by_id, now.mono).map(Box::new);
                self.node.send(from, Mesh::SessionTaken { request, id, session });
            }
            Mesh::SessionTaken { request, id, session } => {
                self.on_session(now, from, request, id, session, effects);
            }
            Mesh::SessionBack { id, session } => self.fetch_sessions.take_back(id, *session),
            Mesh::DropSession(id) => self.fetch_sessions.remove(id),
            Mesh::Published(published) => {
                let layers = Arc::clone(&self.node.layers);
                self.logs.publish(now, &mut self.node, &mut self.owner, &published, effects);
                if let Some(lifecycle) = &mut self.lifecycle {
                    lifecycle.published(now);
                    if !Arc::ptr_eq(&layers, &self.node.layers) {
                        configured(&self.node.layers, effects);
                    }
                }
            }
            Mesh::Checkpoint(entries) => self.dirs.merge(&mut self.node, *entries, effects),
            Mesh::BrokerEpoch(epoch) => self.node.broker_epoch = epoch,
            Mesh::CloseLogs => self.logs.close_all(&mut self.node, &mut self.owner, effects),
            Mesh::CloseDirs(epoch) => self.dirs.close(&mut self.node, epoch, effects),
            Mesh::LogsClosed => {
                self.dirs.logs_closed(&mut self.node, effects);
                self.on_lifecycle(now, message, effects);
            }
            Mesh::DirsClosed | Mesh::LogsOpen(_) | Mesh::Placed(..) => {
                self.on_lifecycle(now, message, effects);
            }
            Mesh::LogLevel { logger, level } => self.node.loggers.set(logger, level),
            Mesh::Stop => effects.push(Effect::Stopped),
            Mesh::Learn { key, outcome } => self.owner.learn(key, &outcome),
            Mesh::DirFailed(dir) => {
                self.owner.dir_failed(dir);
                self.logs.dir_failed(dir);
                self.dirs.failed(&mut self.node, dir);
                if let Some(lifecycle) = &mut self.lifecycle {
                    lifecycle.dir_failed(now, dir, effects);
                }
            }
        }
    }

    fn on_lifecycle(&mut self, now: Now, message: Mesh, effects: &mut Effects) {
        let Some(lifecycle) = &mut self.lifecycle else { return };
        match message {
            Mesh::LogsOpen(count) => lifecycle.logs_open(now, count, effects),
            Mesh::LogsClosed => lifecycle.logs_closed(&mut self.node),
            Mesh::DirsClosed => lifecycle.dirs_closed(&mut self.node),
            Mesh::Placed(key, dir) => lifecycle.placed(key, dir),
            _ => {}
        }
    }

    fn on_job(
        &mut self,
        now: Now,
        token: Token,
        outcome: Option<Box<dyn std::any::Any + Send>>,
        effects: &mut Effects,
    ) {
        if let Some(validating) = self.waiting.validated(token) {
            let validated = outcome.and_then(|outcome| outcome.downcast().ok());
            self.sessions.release(validating.request().conn);
            self.resume(now, validating.request(), effects, |cx, wait| {
                api::produce::validated(cx, wait, &validating, validated)
            });
            return;
        }
        let Err(outcome) = self.logs.job_done(now, &mut self.node, &mut self.owner, token, outcome, effects)
        else {
            return;
        };
        let Err(outcome) = self.dirs.job_done(&mut self.node, token, outcome, effects) else { return };
        if let Some(deleted) = self.owner.job_done(now, &mut self.node, token, outcome, effects) {
            self.logs.remove_later(now, deleted);
        }
    }

    fn on_read(&mut self, now: Now, token: Token, result: IoResult<Bytes>, effects: &mut Effects) {
        if self.owner.read(&mut self.node, token, &result, effects) {
            return;
        }
        let Some(request) = self.waiting.disown(token) else { return };
        if let Some(Wait::Fetch(fetch)) = self.waiting.get(request) {
            if let Some((key, outcome)) = api::fetch::cold_read(fetch, token, result) {
                let owner = self.node.identity.owner(key);
                self.node.send(owner, Mesh::Learn { key, outcome });
            }
            if self.waiting.get(request).is_some_and(|wait| matches!(wait, Wait::Fetch(f) if f.reading == 0))
            {
                self.resume(now, request, effects, |cx, wait| match wait {
                    Wait::Fetch(fetch) => api::fetch::proceed(cx, fetch),
                    _ => Outcome::Waiting,
                });
            }
        }
    }

    fn on_answer(&mut self, now: Now, token: Token, result: Result<Bytes, PeerError>, effects: &mut Effects) {
        if let Some(lifecycle) = &mut self.lifecycle
            && lifecycle.answered(now, &mut self.node, token, &result, effects)
        {
            return;
        }
        if self.auto_create.answered(token) {
            return;
        }
        if let Some(waiting) = self.producer_ids.answered(now.mono, token, &result) {
            for request in waiting {
                self.resume(now, request, effects, |cx, _| api::init_producer_id::resume(cx));
            }
            return;
        }
        let Some(request) = self.waiting.disown(token) else { return };
        self.resume(now, request, effects, |cx, wait| api::peer_answered(cx, wait, result));
    }

    fn on_closed(&mut self, now: Now, conn: ConnId, effects: &mut Effects) {
        if let Some(request) = self.sessions.close(conn)
            && let Some(Wait::Fetch(mut fetch)) = self.waiting.remove(request)
        {
            for row in &mut fetch.rows {
                // What has not been told yet may still leave one.
                row.watching |= row.told.is_none();
            }
            api::fetch::drop_watches(&self.node, &mut self.owner, request, &fetch, effects);
            api::fetch::return_session(&mut self.node, &mut self.fetch_sessions, fetch.session);
            self.waiting.give_back_fetch(fetch);
        }
        self.pump(now, conn, effects);
    }

    /// A session came from the core that holds it; if nobody waits for it any more, it goes back.
    fn on_session(
        &mut self,
        now: Now,
        from: CoreId,
        request: RequestRef,
        id: i32,
        session: Result<Box<Session>, ErrorCode>,
        effects: &mut Effects,
    ) {
        if !matches!(self.waiting.get(request), Some(Wait::Session(..))) {
            if let Ok(session) = session {
                self.node.send(from, Mesh::SessionBack { id, session });
            }
            return;
        }
        self.resume(now, request, effects, |cx, wait| match wait {
            Wait::Session(_, frame) => api::fetch::session_taken(cx, &frame, id, session),
            _ => Outcome::Close,
        });
    }
}

/// Hands changed configs of the broker to the edge, and says what of them cannot be followed.
fn configured(layers: &Arc<Layers>, effects: &mut Effects) {
    if let Some(error) = &layers.ignored {
        let why = vec![("error", error.message.clone())];
        effects.log(Level::Warn, "settings made at run time do not go together; they have no effect", why);
    }
    for refused in layers.refused() {
        let why = vec![("key", refused.key), ("why", refused.why.to_owned())];
        effects.log(Level::Warn, "a setting made at run time has no effect here", why);
    }
    effects.push(Effect::Configured(Arc::clone(layers)));
}

impl Machine for Shard {
    fn handle(&mut self, now: Now, event: Event, effects: &mut Effects) {
        if matches!(
            event,
            Event::Appended { .. } | Event::Synced { .. } | Event::Read { .. } | Event::Job { .. }
        ) {
            self.logs.stir();
        }
        match event {
            Event::Opened { conn, listener, peer } => self.sessions.open(conn, listener, peer),
            Event::Frame { conn, frame } => {
                self.sessions.arrived(conn, frame, effects);
                self.pump(now, conn, effects);
            }
            Event::Finished { conn } => self.sessions.finished(conn, effects),
            Event::Closed { conn } => self.on_closed(now, conn, effects),
            Event::Drained { conn } => {
                self.sessions.drained(conn);
                self.pump(now, conn, effects);
            }
            Event::Appended { token, result, buffers } => {
                self.owner.appended(now, &mut self.node, token, result, buffers, effects);
            }
            Event::Synced { token, result } => {
                self.owner.synced(now, &mut self.node, token, result, effects);
            }
            Event::Read { token, result } => self.on_read(now, token, result, effects),
            Event::Job { token, outcome } => {
                self.on_job(now, token, outcome, effects);
            }
            Event::Mesh { from, message } => self.on_mesh(now, from, message, effects),
            Event::Asked { from, token, .. } => {
                effects.push(Effect::Answer { to: from, token, result: Err(PeerError::Unsupported) });
            }
            Event::Answer { token, result } => self.on_answer(now, token, result, effects),
            Event::Stop => {
                if let Some(lifecycle) = &mut self.lifecycle {
                    lifecycle.stop(now, &mut self.node);
                }
            }
        }
        self.deliver(now, effects);
    }

    fn tick(&mut self, now: Now, effects: &mut Effects) {
        let mut due = std::mem::take(&mut self.due);
        self.timers.expire(now.mono, &mut due);
        for request in due.drain(..) {
            let over = match self.waiting.get(request) {
                Some(Wait::Fetch(fetch)) => fetch.reading == 0 && fetch.is_due(now.mono),
                Some(Wait::Forward(forward)) => forward.retry_at.is_some_and(|at| at <= now.mono),
                _ => false,
            };
            if over {
                self.resume(now, request, effects, |cx, wait| match wait {
                    Wait::Fetch(fetch) => api::fetch::proceed(cx, fetch),
                    Wait::Forward(forward) => api::forward::send(cx, forward),
                    _ => Outcome::Waiting,
                });
            }
        }
        self.due = due;
        self.logs.tick(now, &mut self.node, &mut self.owner, effects);
        if let Some(lifecycle) = &mut self.lifecycle {
            lifecycle.tick(now, &mut self.node, effects);
        }
        self.deliver(now, effects);
    }

    fn finish(&mut self, _now: Now, effects: &mut Effects) {
        self.owner.finish(&mut self.node, effects);
        self.node.loggers.filter(effects);
    }

    fn deadline(&self) -> Mono {
        let lifecycle = self.lifecycle.as_ref().map_or(Mono::NEVER, Lifecycle::deadline);
        self.timers.deadline().min(self.logs.deadline()).min(self.owner.deadline()).min(lifecycle)
    }
}
