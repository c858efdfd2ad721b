//! Requests of clients that another broker hands on to the controller, wrapped in an Envelope (KIP-590).
//!
//! The outer request says who the client is; the inner one is served like any other, and its answer goes back inside the
//! outer one's. What is wrong with the wrapping is the outer answer's error; what is wrong with the request, the inner's.
//! Only what a broker forwards may be wrapped.

use protocol::client::default_principal_data::DefaultPrincipalData;
use protocol::client::envelope::{EnvelopeRequest, EnvelopeResponse};
use protocol::header::RequestHeader;
use protocol::wire::Reader;
use protocol::{ApiKey, EncodeError, ErrorCode, Now};

use super::{Origin, Quorum, requests};
use crate::api;
use crate::effect::Effects;
use crate::mesh::RequestRef;
use crate::node::ListenerKind;
use crate::reply::{self, RequestHead};
use crate::session::Answer;

impl Quorum {
    /// Serves what is in an envelope.
    pub(super) fn open_envelope(
        &mut self,
        now: Now,
        request: RequestRef,
        head: RequestHead,
        frame: &[u8],
        effects: &mut Effects,
    ) {
        let opened = requests::body(frame)
            .and_then(|body| EnvelopeRequest::decode(&mut Reader::new(body), head.version).ok());
        let Some(envelope) = opened else {
            self.sessions.answer(request, Answer::Close, effects.bytes.len(), effects);
            return;
        };
        let done = match (principal(&envelope), inner(&envelope.request_data)) {
            (None, _) => Err(ErrorCode::PrincipalDeserializationFailure),
            (_, Err(code)) => Err(code),
            (Some(principal), Ok((inner, body))) => {
                let origin = Origin::Envelope { request, head, inner };
                let what = (inner.key.code(), inner.version);
                self.request(now, origin, None, what, body, &principal, effects)
                    .map_err(|_| ErrorCode::InvalidRequest)
            }
        };
        match done {
            Ok(()) => self.drive(now, effects),
            Err(code) => {
                self.seal(request, head, None, code, effects);
            }
        }
    }

    /// Answers an envelope with the answer to what was in it. Whether another request may start then.
    pub(super) fn wrap(
        &mut self,
        request: RequestRef,
        head: RequestHead,
        inner: RequestHead,
        body: Result<Vec<u8>, EncodeError>,
        effects: &mut Effects,
    ) -> bool {
        let Ok(body) = body else {
            return self.seal(request, head, None, ErrorCode::UnknownServerError, effects);
        };
        let mut answer = Vec::with_capacity(body.len() + 16);
        reply::begin(&mut answer, inner);
        answer.extend_from_slice(&body);
        // The frame's length belongs to the outer answer alone.
        let data = answer.split_off(4);
        self.seal(request, head, Some(data), ErrorCode::None, effects)
    }

    fn seal(
        &mut self,
        request: RequestRef,
        head: RequestHead,
        data: Option<Vec<u8>>,
        code: ErrorCode,
        effects: &mut Effects,
    ) -> bool {
        let response = EnvelopeResponse { response_data: data.map(Into::into), error_code: code.code() };
        let from = effects.bytes.len();
        match api::encode(&mut effects.bytes, head, |out, version| response.encode(out, version)) {
            api::Outcome::Answered(from) => self.sessions.answer(request, Answer::Bytes, from, effects),
            _ => self.sessions.answer(request, Answer::Close, from, effects),
        }
    }
}

/// `Type:name` of the client.
fn principal(envelope: &EnvelopeRequest<'_>) -> Option<String> {
    let bytes = envelope.request_principal.as_deref()?;
    let mut reader = Reader::new(bytes);
    let version = reader.i16().ok()?;
    let principal = DefaultPrincipalData::decode(&mut reader, version).ok()?;
    Some(format!("{}:{}", principal.type_, principal.name))
}

/// The head and the body of the request inside.
fn inner(data: &[u8]) -> Result<(RequestHead, &[u8]), ErrorCode> {
    let (key, ..) =
        RequestHeader::decode_start(&mut Reader::new(data)).map_err(|_| ErrorCode::InvalidRequest)?;
    let key = ApiKey::try_from(key).map_err(|_| ErrorCode::InvalidRequest)?;
    if !key.info().forwarded {
        return Err(ErrorCode::InvalidRequest);
    }
    let head = api::head(data, ListenerKind::Controller).map_err(|_| ErrorCode::UnsupportedVersion)?;
    let body = requests::body(data).ok_or(ErrorCode::InvalidRequest)?;
    Ok((head, body))
}
