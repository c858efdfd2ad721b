//! Topics that come into being because somebody asked for them.
//!
//! The controller is asked in the background; whoever asked for the topic asks again. A topic is asked for once at a time
//! by each core. What the controller answers is of no interest here: the topic is there soon, or the next request for it
//! tries again.
//!
//! Internal topics get the settings of their coordinator, all others the defaults of this broker.

use std::borrow::Cow;

use bytes::Bytes;
use metadata::config::static_config::FixedConfig;
use metadata::topics;
use protocol::client::create_topics::{CreatableTopic, CreatableTopicConfig, CreateTopicsRequest};
use protocol::{ApiKey, Map, Message, Set};

use super::Cx;
use super::forward;
use crate::effect::Effect;
use crate::event::Token;
use crate::peer::{Peer, PeerRequest};

/// How many topics a core has asked for at most; more are not asked for until one is answered.
const ASKED_MAX: usize = 10_000;

/// What a core has asked for.
#[derive(Default)]
pub struct AutoCreate {
    names: Set<Box<str>>,
    requests: Map<Token, Vec<Box<str>>>,
}

impl AutoCreate {
    /// The controller answered, or nobody did. False if the token is of something else.
    pub fn answered(&mut self, token: Token) -> bool {
        let Some(names) = self.requests.remove(&token) else { return false };
        for name in &names {
            self.names.remove(name);
        }
        true
    }
}

/// Asks for those topics that can be made and were not asked for yet; they come last in `missing` from then on.
pub fn begin(cx: &mut Cx<'_>, client_id: Option<&str>, missing: &mut [&str]) {
    let mut names: Vec<Box<str>> = Vec::new();
    for name in missing.iter().filter(|name| topics::name_error(name).is_none()) {
        if cx.auto_create.names.len() < ASKED_MAX && cx.auto_create.names.insert((*name).into()) {
            names.push((*name).into());
        }
    }
    if names.is_empty() {
        return;
    }
    missing.sort_by_key(|missing| names.iter().any(|name| **name == **missing));
    let fixed = &cx.node.identity.config.fixed;
    let request = CreateTopicsRequest {
        topics: names.iter().map(|name| topic(fixed, name)).collect(),
        timeout_ms: fixed.request_timeout_ms,
        validate_only: false,
    };
    let version = <CreateTopicsRequest<'_> as Message<'_>>::MAX_VERSION;
    let mut body = Vec::new();
    let encoded = request.encode(&mut body, version);
    debug_assert!(encoded.is_ok(), "topic names are short");
    let token = cx.node.token();
    cx.auto_create.requests.insert(token, names);
    let request = PeerRequest {
        key: ApiKey::CreateTopics.code(),
        version,
        body: Bytes::from(body),
        forwarded_for: Some(forward::client(cx, client_id)),
    };
    cx.effects.push(Effect::Ask { token, peer: Peer::Controller, request: Box::new(request) });
}

fn topic<'a>(fixed: &FixedConfig, name: &'a str) -> CreatableTopic<'a> {
    let (num_partitions, replication_factor, configs) = match name {
        "__consumer_offsets" => (
            fixed.offsets_topic_num_partitions,
            fixed.offsets_topic_replication_factor,
            vec![
                ("cleanup.policy", "compact".to_owned()),
                ("compression.type", "producer".to_owned()),
                ("segment.bytes", fixed.offsets_topic_segment_bytes.to_string()),
            ],
        ),
        "__transaction_state" => (
            fixed.transaction_state_log_num_partitions,
            fixed.transaction_state_log_replication_factor,
            vec![
                ("cleanup.policy", "compact".to_owned()),
                ("compression.type", "uncompressed".to_owned()),
                ("min.insync.replicas", fixed.transaction_state_log_min_isr.to_string()),
                ("segment.bytes", fixed.transaction_state_log_segment_bytes.to_string()),
                ("unclean.leader.election.enable", "false".to_owned()),
            ],
        ),
        "__share_group_state" => (
            fixed.share_coordinator_state_topic_num_partitions,
            fixed.share_coordinator_state_topic_replication_factor,
            vec![
                ("cleanup.policy", "delete".to_owned()),
                ("compression.type", "producer".to_owned()),
                ("min.insync.replicas", fixed.share_coordinator_state_topic_min_isr.to_string()),
                ("retention.ms", "-1".to_owned()),
                ("segment.bytes", fixed.share_coordinator_state_topic_segment_bytes.to_string()),
            ],
        ),
        _ => (fixed.num_partitions, fixed.default_replication_factor as i16, Vec::new()),
    };
    let configs = configs.into_iter().map(|(key, value)| CreatableTopicConfig {
        name: Cow::Borrowed(key),
        value: Some(Cow::Owned(value)),
    });
    CreatableTopic {
        name: Cow::Borrowed(name),
        num_partitions,
        replication_factor,
        assignments: Vec::new(),
        configs: configs.collect(),
    }
}
