//! The requests a controller answers, their answers, and what is known of who asks.
//!
//! Requests are the protocol's own messages, borrowed; answers are owned, because they wait. Which version each is
//! encoded in is the caller's affair, but for the few requests whose meaning changes with it.

use super::{Outcome, Refusal, Turn};
use protocol::ErrorCode;
use protocol::client as wire;
use protocol::enums::{AclOperation, ResourceType};
use std::borrow::Cow;

/// Who asks.
pub struct Caller<'a> {
    /// The version of the request.
    pub version: i16,
    /// `Type:name`.
    pub principal: &'a str,
    /// Whether the authorizer lets the caller do this to the resource of that name.
    pub allows: &'a dyn Fn(AclOperation, ResourceType, &str) -> bool,
}

impl Caller<'_> {
    /// Whether the caller may do this to the cluster itself.
    pub(super) fn allows_cluster(&self, operation: AclOperation) -> bool {
        (self.allows)(operation, ResourceType::Cluster, "kafka-cluster")
    }
}

macro_rules! apis {
    ($($name:ident: $module:ident $request:ident $(<$rl:lifetime>)?, $response:ident $(<$pl:lifetime>)?, $operation:expr;)*) => {
        /// One request to the controller.
        #[derive(Clone, Copy, Debug)]
        pub enum Request<'a> {
            $(
                #[doc = concat!("`", stringify!($request), "`.")]
                $name(&'a wire::$module::$request $(<$rl>)?),
            )*
        }

        /// The answer to one request.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Response {
            $(
                #[doc = concat!("`", stringify!($response), "`.")]
                $name(wire::$module::$response $(<$pl>)?),
            )*
        }

        impl Request<'_> {
            /// What a caller must be allowed to do to the cluster for any answer but CLUSTER_AUTHORIZATION_FAILED.
            fn needs(&self) -> Option<AclOperation> {
                match self {
                    $(Self::$name(_) => $operation,)*
                }
            }
        }
    };
}

apis! {
    BrokerRegistration: broker_registration BrokerRegistrationRequest<'a>, BrokerRegistrationResponse, Some(AclOperation::ClusterAction);
    BrokerHeartbeat: broker_heartbeat BrokerHeartbeatRequest, BrokerHeartbeatResponse, Some(AclOperation::ClusterAction);
    ControllerRegistration: controller_registration ControllerRegistrationRequest<'a>, ControllerRegistrationResponse<'static>, Some(AclOperation::ClusterAction);
    CreateTopics: create_topics CreateTopicsRequest<'a>, CreateTopicsResponse<'static>, None;
    DeleteTopics: delete_topics DeleteTopicsRequest<'a>, DeleteTopicsResponse<'static>, None;
}

impl Turn<'_> {
    /// Does what is asked.
    pub(super) fn request(&mut self, caller: &Caller<'_>, request: Request<'_>) -> Outcome {
        if let Some(operation) = request.needs()
            && !caller.allows_cluster(operation)
        {
            return Outcome::read(request.refuse(&Refusal::bare(ErrorCode::ClusterAuthorizationFailed)));
        }
        let done = match request {
            Request::BrokerRegistration(r) => self.register_broker(r),
            Request::BrokerHeartbeat(r) => self.broker_heartbeat(r),
            Request::ControllerRegistration(r) => self.register_controller(r),
            Request::CreateTopics(r) => self.create_topics(caller, r),
            Request::DeleteTopics(r) => self.delete_topics(caller, r),
        };
        done.unwrap_or_else(|refusal| Outcome::read(request.refuse(&refusal)))
    }
}

impl Request<'_> {
    /// The answer that refuses all that was asked, as Kafka's `getErrorResponse` does.
    #[must_use]
    pub fn refuse(&self, refusal: &Refusal) -> Response {
        let error_code = refusal.code.code();
        match self {
            Self::BrokerRegistration(_) => {
                Response::BrokerRegistration(wire::broker_registration::BrokerRegistrationResponse {
                    error_code,
                    ..Default::default()
                })
            }
            Self::BrokerHeartbeat(_) => {
                Response::BrokerHeartbeat(wire::broker_heartbeat::BrokerHeartbeatResponse {
                    error_code,
                    ..Default::default()
                })
            }
            Self::ControllerRegistration(_) => Response::ControllerRegistration(
                wire::controller_registration::ControllerRegistrationResponse {
                    error_code,
                    error_message: message(refusal),
                    ..Default::default()
                },
            ),
            Self::CreateTopics(r) => Response::CreateTopics(wire::create_topics::CreateTopicsResponse {
                topics: (r.topics.iter())
                    .map(|t| wire::create_topics::CreatableTopicResult {
                        name: own(&t.name),
                        error_code,
                        error_message: message(refusal),
                        ..Default::default()
                    })
                    .collect(),
                ..Default::default()
            }),
            Self::DeleteTopics(r) => {
                let named = r.topic_names.iter().map(|name| (Some(name), protocol::Uuid::ZERO));
                let either = r.topics.iter().map(|t| (t.name.as_ref(), t.topic_id));
                Response::DeleteTopics(wire::delete_topics::DeleteTopicsResponse {
                    responses: (named.chain(either))
                        .map(|(name, topic_id)| wire::delete_topics::DeletableTopicResult {
                            name: name.map(|n| own(n)),
                            topic_id,
                            error_code,
                            ..Default::default()
                        })
                        .collect(),
                    ..Default::default()
                })
            }
        }
    }
}

impl Response {
    /// Turns an answer that waited in vain into one that refuses all that was done.
    pub(super) fn fail(&mut self, refusal: &Refusal) {
        let code = refusal.code.code();
        match self {
            Self::BrokerRegistration(r) => {
                *r = wire::broker_registration::BrokerRegistrationResponse {
                    error_code: code,
                    ..Default::default()
                };
            }
            Self::BrokerHeartbeat(r) => {
                *r = wire::broker_heartbeat::BrokerHeartbeatResponse {
                    error_code: code,
                    ..Default::default()
                };
            }
            Self::ControllerRegistration(r) => r.error_code = code,
            Self::CreateTopics(r) => {
                for topic in &mut r.topics {
                    *topic = wire::create_topics::CreatableTopicResult {
                        name: std::mem::take(&mut topic.name),
                        error_code: code,
                        error_message: message(refusal),
                        ..Default::default()
                    };
                }
            }
            Self::DeleteTopics(r) => {
                for topic in &mut r.responses {
                    topic.error_code = code;
                    topic.error_message = None;
                }
            }
        }
    }
}

/// The sentence of a refusal as a field of an answer.
pub(super) fn message(refusal: &Refusal) -> Option<Cow<'static, str>> {
    refusal.message.clone().map(Cow::Owned)
}

/// A name that outlives its request.
pub(super) fn own(text: &str) -> Cow<'static, str> {
    Cow::Owned(text.to_owned())
}
