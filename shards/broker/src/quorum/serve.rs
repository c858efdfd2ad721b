//! The controller's requests: from the cores of this process over the peer seam, and from its own listener.

use bytes::Bytes;
use metadata::controller;
use protocol::Now;

use super::{EARLY_MAX, Origin, Quorum, requests};
use crate::api;
use crate::effect::{Effect, Effects};
use crate::event::{CoreId, Token};
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
        _key: i16,
        _version: i16,
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
        if self.running.is_none() {
            if self.early.len() < EARLY_MAX && !self.stopping {
                self.early.push((core, token, Box::new(request)));
            } else {
                effects.push(Effect::Answer { to: core, token, result: Err(PeerError::Unreachable) });
            }
            return;
        }
        let principal = request.forwarded_for.as_ref().map_or("User:ANONYMOUS", |client| &client.principal);
        let origin = Origin::Core { core, token };
        if !self.request(now, origin, request.key, request.version, &request.body, principal) {
            effects.push(Effect::Answer { to: core, token, result: Err(PeerError::Unsupported) });
        }
        self.drive(now, effects);
    }

    /// Hands a request to the controller; false if it is not one or cannot be read.
    pub(super) fn request(
        &mut self,
        now: Now,
        origin: Origin,
        key: i16,
        version: i16,
        body: &[u8],
        principal: &str,
    ) -> bool {
        let Some(running) = &mut self.running else { return false };
        self.next_answer += 1;
        let token = self.next_answer;
        let made = &mut self.made;
        let handed = requests::decode(key, version, body, |request| {
            let caller = requests::caller(version, principal);
            let event = controller::Event::Request { token: controller::Token(token), caller, request };
            running.controller.handle(now, event, made);
        });
        if handed {
            self.answers.insert(token, (origin, key, version));
        }
        handed
    }

    pub(super) fn pump(&mut self, now: Now, conn: crate::event::ConnId, effects: &mut Effects) {
        while let Some((request, frame)) = self.sessions.start_next(conn, effects) {
            self.start(now, request, &frame, effects);
        }
    }

    pub(super) fn start(&mut self, now: Now, request: RequestRef, frame: &[u8], effects: &mut Effects) {
        let from = effects.bytes.len();
        let answer = match api::head(frame, ListenerKind::Controller) {
            Ok(head) if head.key == protocol::ApiKey::ApiVersions => api::api_versions::serve(
                &self.node,
                ListenerKind::Controller,
                head,
                frame,
                &mut effects.bytes,
            ),
            Ok(head) if head.key == protocol::ApiKey::DescribeConfigs => {
                api::describe_configs::serve(&self.node, head, frame, &mut effects.bytes)
            }
            Ok(head) if head.key == protocol::ApiKey::DescribeCluster => {
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
            Err(api::Unserved::Version(head)) => {
                api::api_versions::unsupported(ListenerKind::Controller, head, &mut effects.bytes)
            }
            Ok(head) => {
                let body = requests::body(frame).unwrap_or_default();
                let origin = Origin::Conn { request, head };
                if self.request(now, origin, head.key.code(), head.version, body, "User:ANONYMOUS") {
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
