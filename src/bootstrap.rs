//! The bootstrap checkpoint: the snapshot at offset 0 that a formatted directory begins its metadata log with.
//!
//! Byte for byte what Kafka 4.4's `format` writes, timestamps aside: a control batch with the snapshot's header, then
//! `kraft.version` and the voters where the quorum is dynamic; a batch with one feature level record per feature; a control
//! batch with the footer. It decides nothing: levels and voters are given.

use protocol::client::k_raft_version_record::KRaftVersionRecord;
use protocol::client::snapshot_footer_record::SnapshotFooterRecord;
use protocol::client::snapshot_header_record::SnapshotHeaderRecord;
use protocol::client::voters_record::{Endpoint, KRaftVersionFeature, Voter as VoterFields, VotersRecord};
use protocol::metadata::feature_level_record::FeatureLevelRecord;
use protocol::records::{BatchBuilder, ControlType};
use protocol::{EncodeError, LeaderEpoch, Offset, Timestamp, Uuid};

/// Its name inside the folder of the metadata log.
pub const FILE: &str = "00000000000000000000-0000000000.checkpoint";
/// The folder of the metadata log inside the metadata log directory.
pub const FOLDER: &str = "__cluster_metadata-0";

/// One voter as the command line names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Voter {
    pub id: i32,
    pub directory_id: Uuid,
    pub host: String,
    pub port: u16,
}

/// What the checkpoint holds.
#[derive(Debug)]
pub struct Checkpoint<'a> {
    /// Features at a level above 0 in the order they are written, `metadata.version` first, `kraft.version` not among them.
    pub levels: &'a [(String, i16)],
    pub kraft_version: i16,
    /// Of a dynamic quorum whose voters are known.
    pub voters: &'a [Voter],
    /// The listener that the voters' addresses belong to.
    pub listener: &'a str,
    pub now: Timestamp,
}

impl Checkpoint<'_> {
    /// The bytes of the file.
    pub fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let mut body = Vec::new();
        let mut head = self.batch(Offset(0), true);
        SnapshotHeaderRecord { version: 0, last_contained_log_timestamp: self.now.0 }.encode(&mut body, 0)?;
        head.append_control(self.now, ControlType::SnapshotHeader, &body);
        if self.kraft_version > 0 {
            body.clear();
            KRaftVersionRecord { version: 0, k_raft_version: self.kraft_version }.encode(&mut body, 0)?;
            head.append_control(self.now, ControlType::KRaftVersion, &body);
            if !self.voters.is_empty() {
                body.clear();
                self.voters_record().encode(&mut body, 0)?;
                head.append_control(self.now, ControlType::KRaftVoters, &body);
            }
        }
        let mut next = Offset(i64::from(head.record_count()));
        let mut out = head.finish();

        let mut features = self.batch(next, false);
        for (name, level) in self.levels {
            body.clear();
            // The frame of a metadata record: frame version, type, version, each as an unsigned varint.
            body.extend([1, FeatureLevelRecord::TYPE as u8, 0]);
            FeatureLevelRecord { name: name.as_str().into(), feature_level: *level }.encode(&mut body, 0)?;
            features.append(self.now, None, Some(&body), []);
        }
        next = Offset(next.0 + i64::from(features.record_count()));
        out.extend(features.finish());

        let mut foot = self.batch(next, true);
        body.clear();
        SnapshotFooterRecord { version: 0 }.encode(&mut body, 0)?;
        foot.append_control(self.now, ControlType::SnapshotFooter, &body);
        out.extend(foot.finish());
        Ok(out)
    }

    fn batch(&self, base: Offset, is_control: bool) -> BatchBuilder {
        BatchBuilder::new(base).leader_epoch(LeaderEpoch(0)).control(is_control).base_timestamp(self.now)
    }

    fn voters_record(&self) -> VotersRecord<'_> {
        let voters = self.voters.iter().map(|voter| VoterFields {
            voter_id: voter.id,
            voter_directory_id: voter.directory_id,
            endpoints: vec![Endpoint {
                name: self.listener.into(),
                host: voter.host.as_str().into(),
                port: voter.port,
            }],
            k_raft_version_feature: KRaftVersionFeature {
                min_supported_version: 0,
                max_supported_version: 1,
            },
        });
        VotersRecord { version: 0, voters: voters.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by Kafka 4.4.0's tool: `--standalone`, and with `controller.quorum.voters`.
    const DYNAMIC: &[u8] = include_bytes!("../tests/it/golden/format-standalone.checkpoint");
    const STATIC: &[u8] = include_bytes!("../tests/it/golden/format-static.checkpoint");

    fn levels() -> Vec<(String, i16)> {
        [
            ("metadata.version", 33),
            ("eligible.leader.replicas.version", 1),
            ("group.version", 1),
            ("share.version", 2),
            ("streams.version", 1),
            ("transaction.version", 2),
        ]
        .map(|(name, level)| (name.to_string(), level))
        .to_vec()
    }

    fn encode(kraft_version: i16, levels: &[(String, i16)]) -> Vec<u8> {
        let now = Timestamp(1);
        let checkpoint = Checkpoint { levels, kraft_version, voters: &[], listener: "CONTROLLER", now };
        checkpoint.encode().expect("small")
    }

    /// Times and checksums set to zero: what is left must not differ.
    fn timeless(mut bytes: Vec<u8>) -> Vec<u8> {
        let mut at = 0;
        while at + 61 <= bytes.len() {
            let size = u32::from_be_bytes(bytes[at + 8..at + 12].try_into().expect("four")) as usize + 12;
            bytes[at + 17..at + 21].fill(0);
            bytes[at + 27..at + 43].fill(0);
            if at == 0 {
                bytes[at + 73..at + 81].fill(0);
            }
            at += size;
        }
        assert_eq!(at, bytes.len());
        bytes
    }

    #[test]
    fn a_dynamic_quorum_begins_with_the_bytes_kafka_writes() {
        let directory_id = Uuid::parse("9etc1nc8SUCXHTBn1MzSxA").expect("an id");
        let voters = [Voter { id: 1, directory_id, host: "localhost".into(), port: 9093 }];
        let levels = levels();
        let now = Timestamp(1_795_976_634_820);
        let ours =
            Checkpoint { levels: &levels, kraft_version: 1, voters: &voters, listener: "CONTROLLER", now };
        let ours = ours.encode().expect("small");
        assert_eq!(timeless(ours), timeless(DYNAMIC.to_vec()));
    }

    #[test]
    fn a_static_quorum_begins_with_the_bytes_kafka_writes() {
        let ours = encode(0, &levels());
        assert_eq!(timeless(ours), timeless(STATIC.to_vec()));
    }

    #[test]
    fn the_other_forms_have_the_size_kafkas_have() {
        let levels = levels();
        assert_eq!(encode(1, &levels).len(), 427);
        assert_eq!(encode(0, &levels[..1]).len(), 249);
    }
}
