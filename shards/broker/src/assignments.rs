//! Which log dir each replica of this broker lies in, told to the controller where the metadata says otherwise (KIP-858).
//!
//! Runs on shard 0 beside the broker's life; the shards say where their partitions lie when they have opened them. Told in
//! requests of bounded size, one at a time, and again until the controller has taken them.
//!
//! Invariant: nothing is told before the broker is registered, since the controller knows no dirs of it until then.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use protocol::client::assign_replicas_to_dirs::{
    AssignReplicasToDirsRequest, AssignReplicasToDirsResponse, RequestDirectoryData, RequestPartitionData,
    RequestTopicData,
};
use protocol::wire::Reader;
use protocol::{ApiKey, ErrorCode, Mono, Now, Offset, PartitionIndex, Uuid};

use crate::effect::{Effect, Effects, Level};
use crate::event::Token;
use crate::mesh::PartitionKey;
use crate::node::{Identity, Node};
use crate::peer::{Peer, PeerError, PeerRequest};

/// Partitions in one request; Kafka's bound.
const PARTITIONS_MAX: usize = 2_250;
/// How long to wait before what was not taken is told again.
const RETRY_MS: i64 = 500;

/// See the module's comment.
pub struct Assignments {
    identity: Arc<Identity>,
    /// What the controller does not know yet.
    open: BTreeMap<PartitionKey, u16>,
    asked: Option<Token>,
    next: Mono,
}

impl Assignments {
    /// Nothing to tell.
    #[must_use]
    pub fn new(identity: Arc<Identity>) -> Self {
        Self { identity, open: BTreeMap::new(), asked: None, next: Mono(0) }
    }

    /// A partition lies in that log dir, which is not the one that the metadata names.
    pub fn placed(&mut self, key: PartitionKey, dir: u16) {
        self.open.insert(key, dir);
    }

    /// When `tick` wants to be called next, while the broker is registered.
    #[must_use]
    pub fn deadline(&self) -> Mono {
        if self.open.is_empty() || self.asked.is_some() { Mono::NEVER } else { self.next }
    }

    /// Tells what is to be told.
    pub fn tick(&mut self, now: Now, node: &mut Node, effects: &mut Effects) {
        if now.mono < self.deadline() {
            return;
        }
        let id = self.identity.id;
        // The topic may be gone by now, or the metadata may have come round.
        let dirs = &self.identity.dirs;
        self.open.retain(|key, dir| {
            node.image.partition(key.topic, key.partition).is_some_and(|partition| {
                let at = partition.replicas.iter().position(|replica| *replica == id);
                let named = at.and_then(|at| partition.directories.get(at));
                at.is_some() && named != Some(&dirs[usize::from(*dir)].id)
            })
        });
        if self.open.is_empty() || node.broker_epoch == Offset::NONE {
            return;
        }
        let mut by_dir: BTreeMap<u16, BTreeMap<Uuid, Vec<RequestPartitionData>>> = BTreeMap::new();
        for (key, dir) in self.open.iter().take(PARTITIONS_MAX) {
            let row = RequestPartitionData { partition_index: key.partition.0 };
            by_dir.entry(*dir).or_default().entry(key.topic).or_default().push(row);
        }
        let topics = |topics: BTreeMap<Uuid, Vec<RequestPartitionData>>| {
            topics.into_iter().map(|(topic_id, partitions)| RequestTopicData { topic_id, partitions })
        };
        let request = AssignReplicasToDirsRequest {
            broker_id: id.0,
            broker_epoch: node.broker_epoch.0,
            directories: by_dir
                .into_iter()
                .map(|(dir, rows)| RequestDirectoryData {
                    id: dirs[usize::from(dir)].id,
                    topics: topics(rows).collect(),
                })
                .collect(),
        };
        let mut body = Vec::new();
        if let Err(error) = request.encode(&mut body, 0) {
            effects.push(Effect::Fatal(format!("AssignReplicasToDirs cannot be written: {error}").into()));
            return;
        }
        let token = node.token();
        self.asked = Some(token);
        let key = ApiKey::AssignReplicasToDirs.code();
        let request = PeerRequest { key, version: 0, body: Bytes::from(body), forwarded_for: None };
        effects.push(Effect::Ask { token, peer: Peer::Controller, request: Box::new(request) });
    }

    /// An answer came. False if it is for somebody else.
    pub fn answered(
        &mut self,
        now: Now,
        token: Token,
        result: &Result<Bytes, PeerError>,
        effects: &mut Effects,
    ) -> bool {
        if self.asked != Some(token) {
            return false;
        }
        self.asked = None;
        self.next = now.mono.after_ms(RETRY_MS);
        let Ok(body) = result else { return true };
        let Ok(response) = AssignReplicasToDirsResponse::decode(&mut Reader::new(body), 0) else {
            return true;
        };
        if response.error_code != 0 {
            let code = ErrorCode::try_from(response.error_code).unwrap_or(ErrorCode::UnknownServerError);
            let what = vec![("error", code.name().to_owned())];
            effects.log(Level::Warn, "the controller does not take log dirs of replicas", what);
            return true;
        }
        // What was not taken is told again after a while; what has come meanwhile is told at once.
        let mut all = true;
        for dir in &response.directories {
            for topic in &dir.topics {
                for row in &topic.partitions {
                    all &= row.error_code == 0;
                    if row.error_code == 0 {
                        let partition = PartitionIndex(row.partition_index);
                        self.open.remove(&PartitionKey { topic: topic.topic_id, partition });
                    }
                }
            }
        }
        if all {
            self.next = now.mono;
        }
        true
    }
}
