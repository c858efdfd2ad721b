//! The text of the file `quorum-state`: the epoch, its leader and this node's vote.
//!
//! Two forms, told apart by `data_version`: 0 with `kraft.version` 0 (names the voters, no directory of the vote), 1
//! with `kraft.version` 1. Field order and spacing are Kafka's. Does not know when the file must be durable; see
//! `RaftEffect::WriteQuorumState`.
//!
//! - Reading is bounded and never panics; whatever does not hold is an error value.

use std::fmt::Write;

use protocol::{BrokerId, LeaderEpoch, Uuid};
use serde_json::Value;

use crate::types::{ReplicaKey, VoterSet};

/// A larger file is refused unread; Kafka's own are about a hundred bytes and thirty for each voter.
pub const QUORUM_STATE_BYTES_MAX: usize = 1 << 20;

/// What a node must never forget about elections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Election {
    /// The highest epoch seen.
    pub epoch: LeaderEpoch,
    /// Who leads it, when known.
    pub leader: Option<BrokerId>,
    /// Whom this node voted for in it. A leader does not remember its own vote.
    pub voted: Option<ReplicaKey>,
}

impl Election {
    /// Before the first election.
    pub const NONE: Self = Self { epoch: LeaderEpoch(0), leader: None, voted: None };
}

/// Why a `quorum-state` file can not be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuorumStateError {
    /// Longer than [`QUORUM_STATE_BYTES_MAX`].
    TooLarge,
    /// Not a JSON object.
    NotJson,
    /// A `data_version` other than 0 and 1, or none.
    UnknownVersion,
    /// A field that must be there is not, or is no number in range, or no directory id.
    BadField(&'static str),
}

/// Reads the file's content.
pub fn read(text: &[u8]) -> Result<Election, QuorumStateError> {
    if text.len() > QUORUM_STATE_BYTES_MAX {
        return Err(QuorumStateError::TooLarge);
    }
    let value: Value = serde_json::from_slice(text).map_err(|_| QuorumStateError::NotJson)?;
    let object = value.as_object().ok_or(QuorumStateError::NotJson)?;
    let number = |name: &'static str, default: Option<i32>| match object.get(name) {
        None => default.ok_or(QuorumStateError::BadField(name)),
        Some(value) => {
            value.as_i64().and_then(|n| i32::try_from(n).ok()).ok_or(QuorumStateError::BadField(name))
        }
    };
    let version = match object.get("data_version").and_then(Value::as_i64) {
        Some(version @ (0 | 1)) => version,
        _ => return Err(QuorumStateError::UnknownVersion),
    };
    let epoch = number("leaderEpoch", None)?;
    if epoch < 0 {
        return Err(QuorumStateError::BadField("leaderEpoch"));
    }
    let leader = number("leaderId", Some(-1))?;
    let voted = number("votedId", Some(-1))?;
    let directory = match object.get("votedDirectoryId") {
        Some(text) if version == 1 => {
            text.as_str().and_then(Uuid::parse).ok_or(QuorumStateError::BadField("votedDirectoryId"))?
        }
        _ => Uuid::ZERO,
    };
    Ok(Election {
        epoch: LeaderEpoch(epoch),
        leader: (leader >= 0).then_some(BrokerId(leader)),
        voted: (voted >= 0).then_some(ReplicaKey { id: BrokerId(voted), directory }),
    })
}

/// The file's content for `election`, in the form that `kraft_version` asks for.
#[must_use]
pub fn write(election: &Election, kraft_version: i16, voters: &VoterSet) -> String {
    let leader = election.leader.unwrap_or(BrokerId::NONE);
    let (voted, directory) =
        election.voted.map_or((BrokerId::NONE, Uuid::ZERO), |key| (key.id, key.directory));
    let epoch = election.epoch;
    let mut text = String::with_capacity(160);
    let written = if kraft_version == 0 {
        let mut list = String::new();
        for voter in voters.list() {
            let comma = if list.is_empty() { "" } else { "," };
            write!(list, "{comma}{{\"voterId\":{}}}", voter.key.id).expect("a string takes every write");
        }
        write!(
            text,
            "{{\"clusterId\":\"\",\"leaderId\":{leader},\"leaderEpoch\":{epoch},\"votedId\":{voted},\
             \"appliedOffset\":0,\"currentVoters\":[{list}],\"data_version\":0}}"
        )
    } else {
        write!(
            text,
            "{{\"leaderId\":{leader},\"leaderEpoch\":{epoch},\"votedId\":{voted},\
             \"votedDirectoryId\":\"{directory}\",\"data_version\":1}}"
        )
    };
    written.expect("a string takes every write");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RaftConfig;

    fn voters(ids: &[i32]) -> VoterSet {
        let list: Vec<_> = ids.iter().map(|&id| (id, "h", 1)).collect();
        RaftConfig::controller(BrokerId(1), Uuid::ZERO, "c").with_static_voters(&list).static_voters
    }

    /// Texts as Kafka 4.4, 4.0 and 3.9 left them on disk.
    const KAFKA: [(&str, i16, &[i32]); 4] = [
        (
            r#"{"clusterId":"","leaderId":1,"leaderEpoch":3,"votedId":-1,"appliedOffset":0,"currentVoters":[{"voterId":1}],"data_version":0}"#,
            0,
            &[1],
        ),
        (
            r#"{"clusterId":"","leaderId":1,"leaderEpoch":1,"votedId":1,"appliedOffset":0,"currentVoters":[{"voterId":1},{"voterId":2},{"voterId":3}],"data_version":0}"#,
            0,
            &[3, 1, 2],
        ),
        (
            r#"{"leaderId":1,"leaderEpoch":3,"votedId":-1,"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1}"#,
            1,
            &[1],
        ),
        (
            r#"{"leaderId":-1,"leaderEpoch":7,"votedId":2,"votedDirectoryId":"iO6Nhq7CRweXn2o8RMYyOw","data_version":1}"#,
            1,
            &[1],
        ),
    ];

    #[test]
    fn text_is_kafkas_and_reads_back() {
        for (text, kraft_version, ids) in KAFKA {
            let election = read(text.as_bytes()).unwrap();
            assert_eq!(write(&election, kraft_version, &voters(ids)), text);
        }
    }

    #[test]
    fn garbage_is_an_error_never_a_panic() {
        for text in ["", "null", "[]", "{", "{}", r#"{"data_version":2,"leaderEpoch":1}"#] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        assert_eq!(
            read(br#"{"leaderEpoch":99999999999,"data_version":0}"#),
            Err(QuorumStateError::BadField("leaderEpoch"))
        );
        let deep = "[".repeat(100_000);
        assert_eq!(read(deep.as_bytes()), Err(QuorumStateError::NotJson));
        let mut rng = protocol::Rng::new(5);
        for (text, ..) in KAFKA {
            for cut in 0..text.len() {
                let _ = read(&text.as_bytes()[..cut]);
            }
            for _ in 0..2000 {
                let mut bytes = text.as_bytes().to_vec();
                let at = rng.below(bytes.len() as u64) as usize;
                bytes[at] ^= 1 << rng.below(8);
                let _ = read(&bytes);
            }
        }
    }
}
