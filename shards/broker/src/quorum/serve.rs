//! The controller's requests: from the cores of this process over the peer seam, and from its own listener.

use bytes::Bytes;
use metadata::controller;
use protocol::{ApiKey, Now};

use super::{EARLY_MAX, Origin, Quorum, replicas, requests};
use crate::api;
use crate::effect::{Effect, Effects};
use crate::event::{CoreId, ListenerId, Token};
use crate::mesh::RequestRef;
use crate::node::ListenerKind;
use crate::peer::PeerError;
use crate::session::Answer;

impl Quorum {
    /// Sends an answer where it belongs; `Err` where no bytes can be made of it.
    pub(super) fn reply(
        &mut self,
        now: Now,
        origin: Origin,
        body: Result<Vec<u8>, protocol::EncodeError>,
        effects: &mut Effects,
    ) {
        match origin {
            Origin::Core { core, token } => {
                let result = body.map(Bytes::from).map_err(|_| PeerError::Unsupported);
                effects.push(Effect::Answer { to: core, token, result });
            }
            Origin::Conn { request, head } => {
                let from = crate::reply::begin(&mut effects.bytes, head);
                let answer = match body {
                    Ok(body) => {
                        effects.bytes.extend_from_slice(&body);
                        crate::reply::end(&mut effects.bytes, from, 0);
                        Answer::Bytes
                    }
                    Err(_) => {
                        effects.bytes.truncate(from);
                        Answer::Close
                    }
                };
                if self.sessions.answer(request, answer, from, effects) {
                    self.pump(now, request.conn, effects);
                }
            }
            Origin::Envelope { request, head, inner } => {
                if self.wrap(request, head, inner, body, effects) {
                    self.pump(now, request.conn, effects);
                }
            }
            Origin::Own => {}
        }
    }

    /// A request for the controller from a core of this process.
    pub(super) fn asked(
        &mut self,
        now: Now,
        core: CoreId,
        token: Token,
        request: crate::peer::PeerRequest,
        effects: &mut Effects,
    ) {
        if self.running.as_ref().is_none_or(|running| !running.introduced) {
            if self.early.len() < EARLY_MAX && !self.stopping {
                self.early.push((core, token, Box::new(request)));
            } else {
                effects.push(Effect::Answer { to: core, token, result: Err(PeerError::Unreachable) });
            }
            return;
        }
        let principal = request.forwarded_for.as_ref().map_or("User:ANONYMOUS", |client| &client.principal);
        let origin = Origin::Core { core, token };
        let (key, version) = (request.key, request.version);
        if self.request(now, origin, None, (key, version), &request.body, principal, effects).is_err() {
            effects.push(Effect::Answer { to: core, token, result: Err(PeerError::Unsupported) });
        }
        self.drive(now, effects);
    }

    /// Hands a request to raft or the controller. Gives the origin back if it is for neither or cannot be read.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn request(
        &mut self,
        now: Now,
        origin: Origin,
        listener: Option<ListenerId>,
        (key, version): (i16, i16),
        body: &[u8],
        principal: &str,
        effects: &mut Effects,
    ) -> Result<(), Origin> {
        if let Ok(key) = ApiKey::try_from(key)
            && replicas::is_served(key)
        {
            return self.inquire(now, origin, listener, (key, version), body, effects);
        }
        let Some(running) = &mut self.running else { return Err(origin) };
        self.next_answer += 1;
        let token = self.next_answer;
        let made = &mut self.made;
        let handed = requests::decode(key, version, body, |request| {
            let caller = requests::caller(version, principal);
            let event = controller::Event::Request { token: controller::Token(token), caller, request };
            running.controller.handle(now, event, made);
        });
        if !handed {
            return Err(origin);
        }
        self.answers.insert(token, (origin, version));
        Ok(())
    }

    pub(super) fn pump(&mut self, now: Now, conn: crate::event::ConnId, effects: &mut Effects) {
        while let Some((request, frame)) = self.sessions.start_next(conn, effects) {
            self.start(now, request, &frame, effects);
        }
    }

    pub(super) fn start(&mut self, now: Now, request: RequestRef, frame: &[u8], effects: &mut Effects) {
        let from = effects.bytes.len();
        let answer = match api::head(frame, ListenerKind::Controller) {
            Ok(head) if head.key == ApiKey::ApiVersions => api::api_versions::serve(
                &self.node,
                ListenerKind::Controller,
                head,
                frame,
                &mut effects.bytes,
            ),
            Ok(head) if head.key == ApiKey::DescribeConfigs => {
                api::describe_configs::serve(&self.node, head, frame, &mut effects.bytes)
            }
            Ok(head) if head.key == ApiKey::DescribeCluster => {
                let Some(listener) = self.sessions.get(request.conn).map(|conn| conn.listener) else {
                    return;
                };
                let active = self.running.as_ref().and_then(|r| r.raft.leader_and_epoch().leader);
                api::describe_cluster::serve(
                    &mut self.node,
                    listener,
                    active.unwrap_or(protocol::BrokerId::NONE),
                    head,
                    frame,
                    &mut effects.bytes,
                )
            }
            Ok(head) if head.key == ApiKey::Envelope => {
                self.open_envelope(now, request, head, frame, effects);
                return;
            }
            Err(api::Unserved::Version(head)) => {
                api::api_versions::unsupported(ListenerKind::Controller, head, &mut effects.bytes)
            }
            Ok(head) => {
                let body = requests::body(frame).unwrap_or_default();
                let origin = Origin::Conn { request, head };
                let listener = self.sessions.get(request.conn).map(|conn| conn.listener);
                let what = (head.key.code(), head.version);
                if self.request(now, origin, listener, what, body, "User:ANONYMOUS", effects).is_ok() {
                    self.drive(now, effects);
                    return;
                }
                api::Outcome::Close
            }
            Err(api::Unserved::Close) => api::Outcome::Close,
        };
        match answer {
            api::Outcome::Answered(from) => self.sessions.answer(request, Answer::Bytes, from, effects),
            _ => self.sessions.answer(request, Answer::Close, from, effects),
        };
    }
}
