//! Control records of the metadata log and of snapshots, and the batches of both.
//!
//! Written in the versions Kafka 4.4 writes (all 0); read tolerantly: a type or version not known is passed over.
//! Knows nothing of what they cause.

use bytes::Bytes;
use protocol::client::k_raft_version_record::KRaftVersionRecord;
use protocol::client::leader_change_message::{self, LeaderChangeMessage};
use protocol::client::snapshot_footer_record::SnapshotFooterRecord;
use protocol::client::snapshot_header_record::SnapshotHeaderRecord;
use protocol::client::voters_record::{self, VotersRecord};
use protocol::records::{BATCH_OVERHEAD, BatchBuilder, BatchView, Batches, ControlType};
use protocol::{BrokerId, LeaderEpoch, Offset, Reader, Timestamp};

use crate::types::{Endpoint, Endpoints, ReplicaKey, Voter, VoterSet};

/// Bytes that a record costs beside its value, at most: five varints of at most five bytes, attributes, no header.
const RECORD_OVERHEAD_MAX: usize = 32;

/// A control record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Control {
    /// A leader begins its epoch.
    LeaderChange { leader: BrokerId, voters: Vec<BrokerId>, granting: Vec<BrokerId> },
    /// Begins a snapshot.
    SnapshotHeader { last_log_timestamp: Timestamp },
    /// Ends a snapshot.
    SnapshotFooter,
    /// Sets `kraft.version`.
    KraftVersion(i16),
    /// Sets the voters.
    Voters(VoterSet),
}

impl Control {
    fn kind(&self) -> ControlType {
        match self {
            Self::LeaderChange { .. } => ControlType::LeaderChange,
            Self::SnapshotHeader { .. } => ControlType::SnapshotHeader,
            Self::SnapshotFooter => ControlType::SnapshotFooter,
            Self::KraftVersion(_) => ControlType::KRaftVersion,
            Self::Voters(_) => ControlType::KRaftVoters,
        }
    }

    fn body(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(64);
        let written = match self {
            Self::LeaderChange { leader, voters, granting } => {
                let voters_of = |ids: &[BrokerId]| {
                    let voter =
                        |id: &BrokerId| leader_change_message::Voter { voter_id: id.0, ..Default::default() };
                    ids.iter().map(voter).collect()
                };
                LeaderChangeMessage {
                    version: 0,
                    leader_id: leader.0,
                    voters: voters_of(voters),
                    granting_voters: voters_of(granting),
                }
                .encode(&mut out, 0)
            }
            Self::SnapshotHeader { last_log_timestamp } => {
                SnapshotHeaderRecord { version: 0, last_contained_log_timestamp: last_log_timestamp.0 }
                    .encode(&mut out, 0)
            }
            Self::SnapshotFooter => SnapshotFooterRecord { version: 0 }.encode(&mut out, 0),
            Self::KraftVersion(level) => {
                KRaftVersionRecord { version: 0, k_raft_version: *level }.encode(&mut out, 0)
            }
            Self::Voters(set) => voters_record_of(set).encode(&mut out, 0),
        };
        written.expect("strings of endpoints came off the wire or out of a config and are short");
        out
    }

    /// `None` if the record is of a type or version not known, or broken.
    fn parse(key: Option<&[u8]>, value: Option<&[u8]>) -> Option<Self> {
        let value = value?;
        // The first field of every body repeats the version.
        let version = i16::from_be_bytes(*value.first_chunk::<2>()?);
        let mut reader = Reader::new(value);
        match ControlType::of_key(key)? {
            ControlType::LeaderChange => {
                let body = LeaderChangeMessage::decode(&mut reader, version).ok()?;
                let ids = |voters: Vec<leader_change_message::Voter>| {
                    voters.into_iter().map(|voter| BrokerId(voter.voter_id)).collect()
                };
                Some(Self::LeaderChange {
                    leader: BrokerId(body.leader_id),
                    voters: ids(body.voters),
                    granting: ids(body.granting_voters),
                })
            }
            ControlType::SnapshotHeader => {
                let body = SnapshotHeaderRecord::decode(&mut reader, version).ok()?;
                let last_log_timestamp = Timestamp(body.last_contained_log_timestamp);
                Some(Self::SnapshotHeader { last_log_timestamp })
            }
            ControlType::SnapshotFooter => Some(Self::SnapshotFooter),
            ControlType::KRaftVersion => {
                let body = KRaftVersionRecord::decode(&mut reader, version).ok()?;
                Some(Self::KraftVersion(body.k_raft_version))
            }
            ControlType::KRaftVoters => {
                let body = VotersRecord::decode(&mut reader, version).ok()?;
                Some(Self::Voters(voters_of(body)))
            }
            _ => None,
        }
    }
}

fn voters_record_of(set: &VoterSet) -> VotersRecord<'_> {
    let endpoint = |endpoint: &'_ Endpoint| voters_record::Endpoint {
        name: endpoint.name.clone().into(),
        host: endpoint.host.clone().into(),
        port: endpoint.port,
    };
    let voter = |voter: &Voter| voters_record::Voter {
        voter_id: voter.key.id.0,
        voter_directory_id: voter.key.directory,
        endpoints: voter.endpoints.list().iter().map(endpoint).collect(),
        k_raft_version_feature: voters_record::KRaftVersionFeature {
            min_supported_version: voter.kraft_version_min,
            max_supported_version: voter.kraft_version_max,
        },
    };
    VotersRecord { version: 0, voters: set.list().iter().map(voter).collect() }
}

fn voters_of(record: VotersRecord<'_>) -> VoterSet {
    let endpoint = |endpoint: voters_record::Endpoint<'_>| Endpoint {
        name: endpoint.name.into_owned(),
        host: endpoint.host.into_owned(),
        port: endpoint.port,
    };
    let voter = |voter: voters_record::Voter<'_>| Voter {
        key: ReplicaKey { id: BrokerId(voter.voter_id), directory: voter.voter_directory_id },
        endpoints: Endpoints::new(voter.endpoints.into_iter().map(endpoint).collect()),
        kraft_version_min: voter.k_raft_version_feature.min_supported_version,
        kraft_version_max: voter.k_raft_version_feature.max_supported_version,
    };
    VoterSet::new(record.voters.into_iter().map(voter).collect())
}

/// One control batch of these records, all with the same timestamp.
#[must_use]
pub fn control_batch(
    base: Offset,
    epoch: LeaderEpoch,
    timestamp: Timestamp,
    controls: &[Control],
) -> Vec<u8> {
    let mut batch = BatchBuilder::new(base).leader_epoch(epoch).control(true);
    for control in controls {
        batch.append_control(timestamp, control.kind(), &control.body());
    }
    batch.finish()
}

/// One batch of framed metadata records, all with the same timestamp.
#[must_use]
pub fn data_batch(base: Offset, epoch: LeaderEpoch, timestamp: Timestamp, values: &[Bytes]) -> Vec<u8> {
    let buffer = Vec::with_capacity(data_batch_size_max(values));
    let mut batch = BatchBuilder::with_buffer(base, buffer).leader_epoch(epoch);
    for value in values {
        batch.append(timestamp, None, Some(value), []);
    }
    batch.finish()
}

/// What `data_batch` will not exceed.
pub(crate) fn data_batch_size_max(values: &[Bytes]) -> usize {
    let size = |value: &Bytes| value.len().saturating_add(RECORD_OVERHEAD_MAX);
    values.iter().map(size).fold(BATCH_OVERHEAD, usize::saturating_add)
}

/// Adds the control records of `batch`, with their offsets, to `into`. False if the batch is broken. A batch of data
/// and a transaction marker have none.
pub(crate) fn collect(batch: &BatchView<'_>, into: &mut Vec<(Offset, Control)>) -> bool {
    if !batch.is_control() {
        return true;
    }
    let Some(records) = batch.records() else { return false };
    for record in records {
        let Ok(record) = record else { return false };
        let offset = batch.base_offset().plus(i64::from(record.offset_delta));
        if let Some(control) = Control::parse(record.key, record.value) {
            into.push((offset, control));
        }
    }
    true
}

/// The control records of a batch; none if it is broken or of data.
#[must_use]
pub fn of_batch(batch: &BatchView<'_>) -> Vec<Control> {
    let mut found = Vec::new();
    if !collect(batch, &mut found) {
        found.clear();
    }
    found.into_iter().map(|(_, control)| control).collect()
}

/// The control records at the front of a snapshot of which `head` is the beginning; `None` if it does not begin with a
/// snapshot header.
pub(crate) fn snapshot_controls(head: &[u8]) -> Option<Vec<Control>> {
    let mut found = Vec::new();
    for batch in Batches::new(head) {
        let Ok(batch) = batch else { break };
        if !batch.is_control() || batch.check_crc().is_err() || !collect(&batch, &mut found) {
            break;
        }
    }
    let controls: Vec<_> = found.into_iter().map(|(_, control)| control).collect();
    matches!(controls.first(), Some(Control::SnapshotHeader { .. })).then_some(controls)
}
