//! The family `storage`. From the tables in `schema/storage` by `protocol-codegen`; not to be edited.

pub mod producer_snapshot;
pub mod remote_log_segment_metadata_record;
pub mod remote_log_segment_metadata_snapshot_record;
pub mod remote_log_segment_metadata_update_record;
pub mod remote_partition_delete_metadata_record;

use crate::framing;
use crate::wire::{DecodeError, EncodeError, Reader};
/// Any record of this log.
#[derive(Clone, Debug, PartialEq)]
pub enum Record<'a> {
    RemoteLogSegmentMetadataRecord(remote_log_segment_metadata_record::RemoteLogSegmentMetadataRecord<'a>),
    RemoteLogSegmentMetadataUpdateRecord(
        remote_log_segment_metadata_update_record::RemoteLogSegmentMetadataUpdateRecord<'a>,
    ),
    RemotePartitionDeleteMetadataRecord(
        remote_partition_delete_metadata_record::RemotePartitionDeleteMetadataRecord<'a>,
    ),
    RemoteLogSegmentMetadataSnapshotRecord(
        remote_log_segment_metadata_snapshot_record::RemoteLogSegmentMetadataSnapshotRecord<'a>,
    ),
}
impl<'a> Record<'a> {
    /// The number of its type.
    #[must_use]
    pub fn type_id(&self) -> i16 {
        match self {
            Self::RemoteLogSegmentMetadataRecord(_) => {
                remote_log_segment_metadata_record::RemoteLogSegmentMetadataRecord::TYPE
            }
            Self::RemoteLogSegmentMetadataUpdateRecord(_) => {
                remote_log_segment_metadata_update_record::RemoteLogSegmentMetadataUpdateRecord::TYPE
            }
            Self::RemotePartitionDeleteMetadataRecord(_) => {
                remote_partition_delete_metadata_record::RemotePartitionDeleteMetadataRecord::TYPE
            }
            Self::RemoteLogSegmentMetadataSnapshotRecord(_) => {
                remote_log_segment_metadata_snapshot_record::RemoteLogSegmentMetadataSnapshotRecord::TYPE
            }
        }
    }
    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Record<'static> {
        match self {
            Self::RemoteLogSegmentMetadataRecord(x) => Record::RemoteLogSegmentMetadataRecord(x.into_owned()),
            Self::RemoteLogSegmentMetadataUpdateRecord(x) => {
                Record::RemoteLogSegmentMetadataUpdateRecord(x.into_owned())
            }
            Self::RemotePartitionDeleteMetadataRecord(x) => {
                Record::RemotePartitionDeleteMetadataRecord(x.into_owned())
            }
            Self::RemoteLogSegmentMetadataSnapshotRecord(x) => {
                Record::RemoteLogSegmentMetadataSnapshotRecord(x.into_owned())
            }
        }
    }
    /// The highest version of a type, `None` for a type that does not exist.
    #[must_use]
    pub fn version_max(type_id: i16) -> Option<i16> {
        Some(match type_id {
            0 => 0,
            1 => 0,
            2 => 0,
            3 => 0,
            _ => return None,
        })
    }
    /// Reads a body of the given type and version.
    pub fn decode(r: &mut Reader<'a>, type_id: i16, version: i16) -> Result<Self, DecodeError> {
        Ok(match type_id {
            0 => Self::RemoteLogSegmentMetadataRecord(
                remote_log_segment_metadata_record::RemoteLogSegmentMetadataRecord::decode(r, version)?,
            ),
            1 => Self::RemoteLogSegmentMetadataUpdateRecord(
                remote_log_segment_metadata_update_record::RemoteLogSegmentMetadataUpdateRecord::decode(
                    r, version,
                )?,
            ),
            2 => Self::RemotePartitionDeleteMetadataRecord(
                remote_partition_delete_metadata_record::RemotePartitionDeleteMetadataRecord::decode(
                    r, version,
                )?,
            ),
            3 => Self::RemoteLogSegmentMetadataSnapshotRecord(
                remote_log_segment_metadata_snapshot_record::RemoteLogSegmentMetadataSnapshotRecord::decode(
                    r, version,
                )?,
            ),
            other => return Err(DecodeError::UnknownType(i32::from(other))),
        })
    }
    /// Appends the body.
    pub fn encode(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {
        match self {
            Self::RemoteLogSegmentMetadataRecord(x) => x.encode(out, version),
            Self::RemoteLogSegmentMetadataUpdateRecord(x) => x.encode(out, version),
            Self::RemotePartitionDeleteMetadataRecord(x) => x.encode(out, version),
            Self::RemoteLogSegmentMetadataSnapshotRecord(x) => x.encode(out, version),
        }
    }
    /// Reads the value of a record: the frame, the body and nothing behind it. Also gives the version.
    pub fn decode_framed(bytes: &'a [u8]) -> Result<(Self, i16), DecodeError> {
        framing::decode(bytes, Self::decode)
    }
    /// Appends the value of a record: the frame and the body.
    pub fn encode_framed(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {
        framing::put_frame(out, self.type_id(), version)?;
        self.encode(out, version)
    }
}
impl<'a> From<remote_log_segment_metadata_record::RemoteLogSegmentMetadataRecord<'a>> for Record<'a> {
    fn from(x: remote_log_segment_metadata_record::RemoteLogSegmentMetadataRecord<'a>) -> Self {
        Self::RemoteLogSegmentMetadataRecord(x)
    }
}
impl<'a> From<remote_log_segment_metadata_update_record::RemoteLogSegmentMetadataUpdateRecord<'a>>
    for Record<'a>
{
    fn from(x: remote_log_segment_metadata_update_record::RemoteLogSegmentMetadataUpdateRecord<'a>) -> Self {
        Self::RemoteLogSegmentMetadataUpdateRecord(x)
    }
}
impl<'a> From<remote_partition_delete_metadata_record::RemotePartitionDeleteMetadataRecord<'a>>
    for Record<'a>
{
    fn from(x: remote_partition_delete_metadata_record::RemotePartitionDeleteMetadataRecord<'a>) -> Self {
        Self::RemotePartitionDeleteMetadataRecord(x)
    }
}
impl<'a> From<remote_log_segment_metadata_snapshot_record::RemoteLogSegmentMetadataSnapshotRecord<'a>>
    for Record<'a>
{
    fn from(
        x: remote_log_segment_metadata_snapshot_record::RemoteLogSegmentMetadataSnapshotRecord<'a>,
    ) -> Self {
        Self::RemoteLogSegmentMetadataSnapshotRecord(x)
    }
}
