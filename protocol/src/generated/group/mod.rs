//! The family `group`. From the tables in `schema/group` by `protocol-codegen`; not to be edited.

pub mod consumer_group_current_member_assignment;
pub mod consumer_group_member_metadata;
pub mod consumer_group_metadata;
pub mod consumer_group_partition_metadata;
pub mod consumer_group_regular_expression;
pub mod consumer_group_target_assignment_member;
pub mod consumer_group_target_assignment_metadata;
pub mod group_metadata;
pub mod legacy_offset_commit;
pub mod offset_commit;
pub mod share_group_current_member_assignment;
pub mod share_group_member_metadata;
pub mod share_group_metadata;
pub mod share_group_state_partition_metadata;
pub mod share_group_target_assignment_member;
pub mod share_group_target_assignment_metadata;
pub mod streams_group_current_member_assignment;
pub mod streams_group_member_metadata;
pub mod streams_group_metadata;
pub mod streams_group_target_assignment_member;
pub mod streams_group_target_assignment_metadata;
pub mod streams_group_topology;

use crate::wire::{DecodeError, EncodeError, Reader, put_i16};
/// The key of any record of this coordinator's log.
#[derive(Clone, Debug, PartialEq)]
pub enum Key<'a> {
    LegacyOffsetCommit(legacy_offset_commit::LegacyOffsetCommitKey<'a>),
    OffsetCommit(offset_commit::OffsetCommitKey<'a>),
    GroupMetadata(group_metadata::GroupMetadataKey<'a>),
    ConsumerGroupMetadata(consumer_group_metadata::ConsumerGroupMetadataKey<'a>),
    ConsumerGroupPartitionMetadata(consumer_group_partition_metadata::ConsumerGroupPartitionMetadataKey<'a>),
    ConsumerGroupMemberMetadata(consumer_group_member_metadata::ConsumerGroupMemberMetadataKey<'a>),
    ConsumerGroupTargetAssignmentMetadata(
        consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataKey<'a>,
    ),
    ConsumerGroupTargetAssignmentMember(
        consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberKey<'a>,
    ),
    ConsumerGroupCurrentMemberAssignment(
        consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentKey<'a>,
    ),
    ShareGroupMemberMetadata(share_group_member_metadata::ShareGroupMemberMetadataKey<'a>),
    ShareGroupMetadata(share_group_metadata::ShareGroupMetadataKey<'a>),
    ShareGroupTargetAssignmentMetadata(
        share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataKey<'a>,
    ),
    ShareGroupTargetAssignmentMember(
        share_group_target_assignment_member::ShareGroupTargetAssignmentMemberKey<'a>,
    ),
    ShareGroupCurrentMemberAssignment(
        share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentKey<'a>,
    ),
    ShareGroupStatePartitionMetadata(
        share_group_state_partition_metadata::ShareGroupStatePartitionMetadataKey<'a>,
    ),
    ConsumerGroupRegularExpression(consumer_group_regular_expression::ConsumerGroupRegularExpressionKey<'a>),
    StreamsGroupMetadata(streams_group_metadata::StreamsGroupMetadataKey<'a>),
    StreamsGroupMemberMetadata(streams_group_member_metadata::StreamsGroupMemberMetadataKey<'a>),
    StreamsGroupTargetAssignmentMetadata(
        streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataKey<'a>,
    ),
    StreamsGroupTargetAssignmentMember(
        streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberKey<'a>,
    ),
    StreamsGroupCurrentMemberAssignment(
        streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentKey<'a>,
    ),
    StreamsGroupTopology(streams_group_topology::StreamsGroupTopologyKey<'a>),
}
impl<'a> Key<'a> {
    /// The number of its type.
    #[must_use]
    pub fn type_id(&self) -> i16 {
        match self {
            Self::LegacyOffsetCommit(_) => legacy_offset_commit::LegacyOffsetCommitKey::TYPE,
            Self::OffsetCommit(_) => offset_commit::OffsetCommitKey::TYPE,
            Self::GroupMetadata(_) => group_metadata::GroupMetadataKey::TYPE,
            Self::ConsumerGroupMetadata(_) => consumer_group_metadata::ConsumerGroupMetadataKey::TYPE,
            Self::ConsumerGroupPartitionMetadata(_) => {
                consumer_group_partition_metadata::ConsumerGroupPartitionMetadataKey::TYPE
            }
            Self::ConsumerGroupMemberMetadata(_) => {
                consumer_group_member_metadata::ConsumerGroupMemberMetadataKey::TYPE
            }
            Self::ConsumerGroupTargetAssignmentMetadata(_) => {
                consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataKey::TYPE
            }
            Self::ConsumerGroupTargetAssignmentMember(_) => {
                consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberKey::TYPE
            }
            Self::ConsumerGroupCurrentMemberAssignment(_) => {
                consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentKey::TYPE
            }
            Self::ShareGroupMemberMetadata(_) => {
                share_group_member_metadata::ShareGroupMemberMetadataKey::TYPE
            }
            Self::ShareGroupMetadata(_) => share_group_metadata::ShareGroupMetadataKey::TYPE,
            Self::ShareGroupTargetAssignmentMetadata(_) => {
                share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataKey::TYPE
            }
            Self::ShareGroupTargetAssignmentMember(_) => {
                share_group_target_assignment_member::ShareGroupTargetAssignmentMemberKey::TYPE
            }
            Self::ShareGroupCurrentMemberAssignment(_) => {
                share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentKey::TYPE
            }
            Self::ShareGroupStatePartitionMetadata(_) => {
                share_group_state_partition_metadata::ShareGroupStatePartitionMetadataKey::TYPE
            }
            Self::ConsumerGroupRegularExpression(_) => {
                consumer_group_regular_expression::ConsumerGroupRegularExpressionKey::TYPE
            }
            Self::StreamsGroupMetadata(_) => streams_group_metadata::StreamsGroupMetadataKey::TYPE,
            Self::StreamsGroupMemberMetadata(_) => {
                streams_group_member_metadata::StreamsGroupMemberMetadataKey::TYPE
            }
            Self::StreamsGroupTargetAssignmentMetadata(_) => {
                streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataKey::TYPE
            }
            Self::StreamsGroupTargetAssignmentMember(_) => {
                streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberKey::TYPE
            }
            Self::StreamsGroupCurrentMemberAssignment(_) => {
                streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentKey::TYPE
            }
            Self::StreamsGroupTopology(_) => streams_group_topology::StreamsGroupTopologyKey::TYPE,
        }
    }
    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Key<'static> {
        match self {
            Self::LegacyOffsetCommit(x) => Key::LegacyOffsetCommit(x.into_owned()),
            Self::OffsetCommit(x) => Key::OffsetCommit(x.into_owned()),
            Self::GroupMetadata(x) => Key::GroupMetadata(x.into_owned()),
            Self::ConsumerGroupMetadata(x) => Key::ConsumerGroupMetadata(x.into_owned()),
            Self::ConsumerGroupPartitionMetadata(x) => Key::ConsumerGroupPartitionMetadata(x.into_owned()),
            Self::ConsumerGroupMemberMetadata(x) => Key::ConsumerGroupMemberMetadata(x.into_owned()),
            Self::ConsumerGroupTargetAssignmentMetadata(x) => {
                Key::ConsumerGroupTargetAssignmentMetadata(x.into_owned())
            }
            Self::ConsumerGroupTargetAssignmentMember(x) => {
                Key::ConsumerGroupTargetAssignmentMember(x.into_owned())
            }
            Self::ConsumerGroupCurrentMemberAssignment(x) => {
                Key::ConsumerGroupCurrentMemberAssignment(x.into_owned())
            }
            Self::ShareGroupMemberMetadata(x) => Key::ShareGroupMemberMetadata(x.into_owned()),
            Self::ShareGroupMetadata(x) => Key::ShareGroupMetadata(x.into_owned()),
            Self::ShareGroupTargetAssignmentMetadata(x) => {
                Key::ShareGroupTargetAssignmentMetadata(x.into_owned())
            }
            Self::ShareGroupTargetAssignmentMember(x) => {
                Key::ShareGroupTargetAssignmentMember(x.into_owned())
            }
            Self::ShareGroupCurrentMemberAssignment(x) => {
                Key::ShareGroupCurrentMemberAssignment(x.into_owned())
            }
            Self::ShareGroupStatePartitionMetadata(x) => {
                Key::ShareGroupStatePartitionMetadata(x.into_owned())
            }
            Self::ConsumerGroupRegularExpression(x) => Key::ConsumerGroupRegularExpression(x.into_owned()),
            Self::StreamsGroupMetadata(x) => Key::StreamsGroupMetadata(x.into_owned()),
            Self::StreamsGroupMemberMetadata(x) => Key::StreamsGroupMemberMetadata(x.into_owned()),
            Self::StreamsGroupTargetAssignmentMetadata(x) => {
                Key::StreamsGroupTargetAssignmentMetadata(x.into_owned())
            }
            Self::StreamsGroupTargetAssignmentMember(x) => {
                Key::StreamsGroupTargetAssignmentMember(x.into_owned())
            }
            Self::StreamsGroupCurrentMemberAssignment(x) => {
                Key::StreamsGroupCurrentMemberAssignment(x.into_owned())
            }
            Self::StreamsGroupTopology(x) => Key::StreamsGroupTopology(x.into_owned()),
        }
    }
    /// Reads a record's key: its type and its body.
    pub fn decode_framed(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let r = &mut Reader::new(bytes);
        Ok(match r.i16()? {
            0 => Self::LegacyOffsetCommit(legacy_offset_commit::LegacyOffsetCommitKey::decode(r, 0)?),
            1 => Self::OffsetCommit(offset_commit::OffsetCommitKey::decode(r, 0)?),
            2 => Self::GroupMetadata(group_metadata::GroupMetadataKey::decode(r, 0)?),
            3 => {
                Self::ConsumerGroupMetadata(consumer_group_metadata::ConsumerGroupMetadataKey::decode(r, 0)?)
            }
            4 => Self::ConsumerGroupPartitionMetadata(
                consumer_group_partition_metadata::ConsumerGroupPartitionMetadataKey::decode(r, 0)?,
            ),
            5 => Self::ConsumerGroupMemberMetadata(
                consumer_group_member_metadata::ConsumerGroupMemberMetadataKey::decode(r, 0)?,
            ),
            6 => Self::ConsumerGroupTargetAssignmentMetadata(
                consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataKey::decode(
                    r, 0,
                )?,
            ),
            7 => Self::ConsumerGroupTargetAssignmentMember(
                consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberKey::decode(
                    r, 0,
                )?,
            ),
            8 => Self::ConsumerGroupCurrentMemberAssignment(
                consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentKey::decode(
                    r, 0,
                )?,
            ),
            10 => Self::ShareGroupMemberMetadata(
                share_group_member_metadata::ShareGroupMemberMetadataKey::decode(r, 0)?,
            ),
            11 => Self::ShareGroupMetadata(share_group_metadata::ShareGroupMetadataKey::decode(r, 0)?),
            12 => Self::ShareGroupTargetAssignmentMetadata(
                share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataKey::decode(r, 0)?,
            ),
            13 => Self::ShareGroupTargetAssignmentMember(
                share_group_target_assignment_member::ShareGroupTargetAssignmentMemberKey::decode(r, 0)?,
            ),
            14 => Self::ShareGroupCurrentMemberAssignment(
                share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentKey::decode(r, 0)?,
            ),
            15 => Self::ShareGroupStatePartitionMetadata(
                share_group_state_partition_metadata::ShareGroupStatePartitionMetadataKey::decode(r, 0)?,
            ),
            16 => Self::ConsumerGroupRegularExpression(
                consumer_group_regular_expression::ConsumerGroupRegularExpressionKey::decode(r, 0)?,
            ),
            17 => Self::StreamsGroupMetadata(streams_group_metadata::StreamsGroupMetadataKey::decode(r, 0)?),
            19 => Self::StreamsGroupMemberMetadata(
                streams_group_member_metadata::StreamsGroupMemberMetadataKey::decode(r, 0)?,
            ),
            20 => Self::StreamsGroupTargetAssignmentMetadata(
                streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataKey::decode(
                    r, 0,
                )?,
            ),
            21 => Self::StreamsGroupTargetAssignmentMember(
                streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberKey::decode(r, 0)?,
            ),
            22 => Self::StreamsGroupCurrentMemberAssignment(
                streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentKey::decode(
                    r, 0,
                )?,
            ),
            23 => Self::StreamsGroupTopology(streams_group_topology::StreamsGroupTopologyKey::decode(r, 0)?),
            other => return Err(DecodeError::UnknownType(i32::from(other))),
        })
    }
    /// Appends a record's key: its type and its body.
    pub fn encode_framed(&self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        put_i16(out, self.type_id());
        match self {
            Self::LegacyOffsetCommit(x) => x.encode(out, 0),
            Self::OffsetCommit(x) => x.encode(out, 0),
            Self::GroupMetadata(x) => x.encode(out, 0),
            Self::ConsumerGroupMetadata(x) => x.encode(out, 0),
            Self::ConsumerGroupPartitionMetadata(x) => x.encode(out, 0),
            Self::ConsumerGroupMemberMetadata(x) => x.encode(out, 0),
            Self::ConsumerGroupTargetAssignmentMetadata(x) => x.encode(out, 0),
            Self::ConsumerGroupTargetAssignmentMember(x) => x.encode(out, 0),
            Self::ConsumerGroupCurrentMemberAssignment(x) => x.encode(out, 0),
            Self::ShareGroupMemberMetadata(x) => x.encode(out, 0),
            Self::ShareGroupMetadata(x) => x.encode(out, 0),
            Self::ShareGroupTargetAssignmentMetadata(x) => x.encode(out, 0),
            Self::ShareGroupTargetAssignmentMember(x) => x.encode(out, 0),
            Self::ShareGroupCurrentMemberAssignment(x) => x.encode(out, 0),
            Self::ShareGroupStatePartitionMetadata(x) => x.encode(out, 0),
            Self::ConsumerGroupRegularExpression(x) => x.encode(out, 0),
            Self::StreamsGroupMetadata(x) => x.encode(out, 0),
            Self::StreamsGroupMemberMetadata(x) => x.encode(out, 0),
            Self::StreamsGroupTargetAssignmentMetadata(x) => x.encode(out, 0),
            Self::StreamsGroupTargetAssignmentMember(x) => x.encode(out, 0),
            Self::StreamsGroupCurrentMemberAssignment(x) => x.encode(out, 0),
            Self::StreamsGroupTopology(x) => x.encode(out, 0),
        }
    }
}
impl<'a> From<legacy_offset_commit::LegacyOffsetCommitKey<'a>> for Key<'a> {
    fn from(x: legacy_offset_commit::LegacyOffsetCommitKey<'a>) -> Self {
        Self::LegacyOffsetCommit(x)
    }
}
impl<'a> From<offset_commit::OffsetCommitKey<'a>> for Key<'a> {
    fn from(x: offset_commit::OffsetCommitKey<'a>) -> Self {
        Self::OffsetCommit(x)
    }
}
impl<'a> From<group_metadata::GroupMetadataKey<'a>> for Key<'a> {
    fn from(x: group_metadata::GroupMetadataKey<'a>) -> Self {
        Self::GroupMetadata(x)
    }
}
impl<'a> From<consumer_group_metadata::ConsumerGroupMetadataKey<'a>> for Key<'a> {
    fn from(x: consumer_group_metadata::ConsumerGroupMetadataKey<'a>) -> Self {
        Self::ConsumerGroupMetadata(x)
    }
}
impl<'a> From<consumer_group_partition_metadata::ConsumerGroupPartitionMetadataKey<'a>> for Key<'a> {
    fn from(x: consumer_group_partition_metadata::ConsumerGroupPartitionMetadataKey<'a>) -> Self {
        Self::ConsumerGroupPartitionMetadata(x)
    }
}
impl<'a> From<consumer_group_member_metadata::ConsumerGroupMemberMetadataKey<'a>> for Key<'a> {
    fn from(x: consumer_group_member_metadata::ConsumerGroupMemberMetadataKey<'a>) -> Self {
        Self::ConsumerGroupMemberMetadata(x)
    }
}
impl<'a> From<consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataKey<'a>>
    for Key<'a>
{
    fn from(
        x: consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataKey<'a>,
    ) -> Self {
        Self::ConsumerGroupTargetAssignmentMetadata(x)
    }
}
impl<'a> From<consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberKey<'a>>
    for Key<'a>
{
    fn from(x: consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberKey<'a>) -> Self {
        Self::ConsumerGroupTargetAssignmentMember(x)
    }
}
impl<'a> From<consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentKey<'a>>
    for Key<'a>
{
    fn from(
        x: consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentKey<'a>,
    ) -> Self {
        Self::ConsumerGroupCurrentMemberAssignment(x)
    }
}
impl<'a> From<share_group_member_metadata::ShareGroupMemberMetadataKey<'a>> for Key<'a> {
    fn from(x: share_group_member_metadata::ShareGroupMemberMetadataKey<'a>) -> Self {
        Self::ShareGroupMemberMetadata(x)
    }
}
impl<'a> From<share_group_metadata::ShareGroupMetadataKey<'a>> for Key<'a> {
    fn from(x: share_group_metadata::ShareGroupMetadataKey<'a>) -> Self {
        Self::ShareGroupMetadata(x)
    }
}
impl<'a> From<share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataKey<'a>> for Key<'a> {
    fn from(x: share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataKey<'a>) -> Self {
        Self::ShareGroupTargetAssignmentMetadata(x)
    }
}
impl<'a> From<share_group_target_assignment_member::ShareGroupTargetAssignmentMemberKey<'a>> for Key<'a> {
    fn from(x: share_group_target_assignment_member::ShareGroupTargetAssignmentMemberKey<'a>) -> Self {
        Self::ShareGroupTargetAssignmentMember(x)
    }
}
impl<'a> From<share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentKey<'a>> for Key<'a> {
    fn from(x: share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentKey<'a>) -> Self {
        Self::ShareGroupCurrentMemberAssignment(x)
    }
}
impl<'a> From<share_group_state_partition_metadata::ShareGroupStatePartitionMetadataKey<'a>> for Key<'a> {
    fn from(x: share_group_state_partition_metadata::ShareGroupStatePartitionMetadataKey<'a>) -> Self {
        Self::ShareGroupStatePartitionMetadata(x)
    }
}
impl<'a> From<consumer_group_regular_expression::ConsumerGroupRegularExpressionKey<'a>> for Key<'a> {
    fn from(x: consumer_group_regular_expression::ConsumerGroupRegularExpressionKey<'a>) -> Self {
        Self::ConsumerGroupRegularExpression(x)
    }
}
impl<'a> From<streams_group_metadata::StreamsGroupMetadataKey<'a>> for Key<'a> {
    fn from(x: streams_group_metadata::StreamsGroupMetadataKey<'a>) -> Self {
        Self::StreamsGroupMetadata(x)
    }
}
impl<'a> From<streams_group_member_metadata::StreamsGroupMemberMetadataKey<'a>> for Key<'a> {
    fn from(x: streams_group_member_metadata::StreamsGroupMemberMetadataKey<'a>) -> Self {
        Self::StreamsGroupMemberMetadata(x)
    }
}
impl<'a> From<streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataKey<'a>>
    for Key<'a>
{
    fn from(
        x: streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataKey<'a>,
    ) -> Self {
        Self::StreamsGroupTargetAssignmentMetadata(x)
    }
}
impl<'a> From<streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberKey<'a>> for Key<'a> {
    fn from(x: streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberKey<'a>) -> Self {
        Self::StreamsGroupTargetAssignmentMember(x)
    }
}
impl<'a> From<streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentKey<'a>>
    for Key<'a>
{
    fn from(x: streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentKey<'a>) -> Self {
        Self::StreamsGroupCurrentMemberAssignment(x)
    }
}
impl<'a> From<streams_group_topology::StreamsGroupTopologyKey<'a>> for Key<'a> {
    fn from(x: streams_group_topology::StreamsGroupTopologyKey<'a>) -> Self {
        Self::StreamsGroupTopology(x)
    }
}
/// The value of any record of this coordinator's log.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    LegacyOffsetCommit(legacy_offset_commit::LegacyOffsetCommitValue<'a>),
    OffsetCommit(offset_commit::OffsetCommitValue<'a>),
    GroupMetadata(group_metadata::GroupMetadataValue<'a>),
    ConsumerGroupMetadata(consumer_group_metadata::ConsumerGroupMetadataValue),
    ConsumerGroupPartitionMetadata(
        consumer_group_partition_metadata::ConsumerGroupPartitionMetadataValue<'a>,
    ),
    ConsumerGroupMemberMetadata(consumer_group_member_metadata::ConsumerGroupMemberMetadataValue<'a>),
    ConsumerGroupTargetAssignmentMetadata(
        consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataValue,
    ),
    ConsumerGroupTargetAssignmentMember(
        consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberValue,
    ),
    ConsumerGroupCurrentMemberAssignment(
        consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentValue,
    ),
    ShareGroupMemberMetadata(share_group_member_metadata::ShareGroupMemberMetadataValue<'a>),
    ShareGroupMetadata(share_group_metadata::ShareGroupMetadataValue),
    ShareGroupTargetAssignmentMetadata(
        share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataValue,
    ),
    ShareGroupTargetAssignmentMember(
        share_group_target_assignment_member::ShareGroupTargetAssignmentMemberValue,
    ),
    ShareGroupCurrentMemberAssignment(
        share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentValue,
    ),
    ShareGroupStatePartitionMetadata(
        share_group_state_partition_metadata::ShareGroupStatePartitionMetadataValue<'a>,
    ),
    ConsumerGroupRegularExpression(
        consumer_group_regular_expression::ConsumerGroupRegularExpressionValue<'a>,
    ),
    StreamsGroupMetadata(streams_group_metadata::StreamsGroupMetadataValue<'a>),
    StreamsGroupMemberMetadata(streams_group_member_metadata::StreamsGroupMemberMetadataValue<'a>),
    StreamsGroupTargetAssignmentMetadata(
        streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataValue,
    ),
    StreamsGroupTargetAssignmentMember(
        streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberValue<'a>,
    ),
    StreamsGroupCurrentMemberAssignment(
        streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentValue<'a>,
    ),
    StreamsGroupTopology(streams_group_topology::StreamsGroupTopologyValue<'a>),
}
impl<'a> Value<'a> {
    /// The number of its type.
    #[must_use]
    pub fn type_id(&self) -> i16 {
        match self {
            Self::LegacyOffsetCommit(_) => legacy_offset_commit::LegacyOffsetCommitValue::TYPE,
            Self::OffsetCommit(_) => offset_commit::OffsetCommitValue::TYPE,
            Self::GroupMetadata(_) => group_metadata::GroupMetadataValue::TYPE,
            Self::ConsumerGroupMetadata(_) => consumer_group_metadata::ConsumerGroupMetadataValue::TYPE,
            Self::ConsumerGroupPartitionMetadata(_) => {
                consumer_group_partition_metadata::ConsumerGroupPartitionMetadataValue::TYPE
            }
            Self::ConsumerGroupMemberMetadata(_) => {
                consumer_group_member_metadata::ConsumerGroupMemberMetadataValue::TYPE
            }
            Self::ConsumerGroupTargetAssignmentMetadata(_) => {
                consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataValue::TYPE
            }
            Self::ConsumerGroupTargetAssignmentMember(_) => {
                consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberValue::TYPE
            }
            Self::ConsumerGroupCurrentMemberAssignment(_) => {
                consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentValue::TYPE
            }
            Self::ShareGroupMemberMetadata(_) => {
                share_group_member_metadata::ShareGroupMemberMetadataValue::TYPE
            }
            Self::ShareGroupMetadata(_) => share_group_metadata::ShareGroupMetadataValue::TYPE,
            Self::ShareGroupTargetAssignmentMetadata(_) => {
                share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataValue::TYPE
            }
            Self::ShareGroupTargetAssignmentMember(_) => {
                share_group_target_assignment_member::ShareGroupTargetAssignmentMemberValue::TYPE
            }
            Self::ShareGroupCurrentMemberAssignment(_) => {
                share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentValue::TYPE
            }
            Self::ShareGroupStatePartitionMetadata(_) => {
                share_group_state_partition_metadata::ShareGroupStatePartitionMetadataValue::TYPE
            }
            Self::ConsumerGroupRegularExpression(_) => {
                consumer_group_regular_expression::ConsumerGroupRegularExpressionValue::TYPE
            }
            Self::StreamsGroupMetadata(_) => streams_group_metadata::StreamsGroupMetadataValue::TYPE,
            Self::StreamsGroupMemberMetadata(_) => {
                streams_group_member_metadata::StreamsGroupMemberMetadataValue::TYPE
            }
            Self::StreamsGroupTargetAssignmentMetadata(_) => {
                streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataValue::TYPE
            }
            Self::StreamsGroupTargetAssignmentMember(_) => {
                streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberValue::TYPE
            }
            Self::StreamsGroupCurrentMemberAssignment(_) => {
                streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentValue::TYPE
            }
            Self::StreamsGroupTopology(_) => streams_group_topology::StreamsGroupTopologyValue::TYPE,
        }
    }
    /// The same value, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::LegacyOffsetCommit(x) => Value::LegacyOffsetCommit(x.into_owned()),
            Self::OffsetCommit(x) => Value::OffsetCommit(x.into_owned()),
            Self::GroupMetadata(x) => Value::GroupMetadata(x.into_owned()),
            Self::ConsumerGroupMetadata(x) => Value::ConsumerGroupMetadata(x),
            Self::ConsumerGroupPartitionMetadata(x) => Value::ConsumerGroupPartitionMetadata(x.into_owned()),
            Self::ConsumerGroupMemberMetadata(x) => Value::ConsumerGroupMemberMetadata(x.into_owned()),
            Self::ConsumerGroupTargetAssignmentMetadata(x) => Value::ConsumerGroupTargetAssignmentMetadata(x),
            Self::ConsumerGroupTargetAssignmentMember(x) => Value::ConsumerGroupTargetAssignmentMember(x),
            Self::ConsumerGroupCurrentMemberAssignment(x) => Value::ConsumerGroupCurrentMemberAssignment(x),
            Self::ShareGroupMemberMetadata(x) => Value::ShareGroupMemberMetadata(x.into_owned()),
            Self::ShareGroupMetadata(x) => Value::ShareGroupMetadata(x),
            Self::ShareGroupTargetAssignmentMetadata(x) => Value::ShareGroupTargetAssignmentMetadata(x),
            Self::ShareGroupTargetAssignmentMember(x) => Value::ShareGroupTargetAssignmentMember(x),
            Self::ShareGroupCurrentMemberAssignment(x) => Value::ShareGroupCurrentMemberAssignment(x),
            Self::ShareGroupStatePartitionMetadata(x) => {
                Value::ShareGroupStatePartitionMetadata(x.into_owned())
            }
            Self::ConsumerGroupRegularExpression(x) => Value::ConsumerGroupRegularExpression(x.into_owned()),
            Self::StreamsGroupMetadata(x) => Value::StreamsGroupMetadata(x.into_owned()),
            Self::StreamsGroupMemberMetadata(x) => Value::StreamsGroupMemberMetadata(x.into_owned()),
            Self::StreamsGroupTargetAssignmentMetadata(x) => Value::StreamsGroupTargetAssignmentMetadata(x),
            Self::StreamsGroupTargetAssignmentMember(x) => {
                Value::StreamsGroupTargetAssignmentMember(x.into_owned())
            }
            Self::StreamsGroupCurrentMemberAssignment(x) => {
                Value::StreamsGroupCurrentMemberAssignment(x.into_owned())
            }
            Self::StreamsGroupTopology(x) => Value::StreamsGroupTopology(x.into_owned()),
        }
    }
    /// The highest version of a type, `None` for a type that does not exist.
    #[must_use]
    pub fn version_max(type_id: i16) -> Option<i16> {
        Some(match type_id {
            0 => 0,
            1 => 4,
            2 => 4,
            3 => 0,
            4 => 0,
            5 => 0,
            6 => 0,
            7 => 0,
            8 => 0,
            10 => 0,
            11 => 0,
            12 => 0,
            13 => 0,
            14 => 0,
            15 => 0,
            16 => 0,
            17 => 0,
            19 => 0,
            20 => 0,
            21 => 0,
            22 => 0,
            23 => 0,
            _ => return None,
        })
    }
    /// Reads a record's value, version and body, by the type in its key. Also gives the version.
    pub fn decode_framed(type_id: i16, bytes: &'a [u8]) -> Result<(Self, i16), DecodeError> {
        let r = &mut Reader::new(bytes);
        let version = r.i16()?;
        let decode = |type_id: i16, r: &mut Reader<'a>| -> Result<Self, DecodeError> {
            Ok(match type_id {
0 => Self::LegacyOffsetCommit(legacy_offset_commit::LegacyOffsetCommitValue::decode(r, version)?),
1 => Self::OffsetCommit(offset_commit::OffsetCommitValue::decode(r, version)?),
2 => Self::GroupMetadata(group_metadata::GroupMetadataValue::decode(r, version)?),
3 => Self::ConsumerGroupMetadata(consumer_group_metadata::ConsumerGroupMetadataValue::decode(r, version)?),
4 => Self::ConsumerGroupPartitionMetadata(consumer_group_partition_metadata::ConsumerGroupPartitionMetadataValue::decode(r, version)?),
5 => Self::ConsumerGroupMemberMetadata(consumer_group_member_metadata::ConsumerGroupMemberMetadataValue::decode(r, version)?),
6 => Self::ConsumerGroupTargetAssignmentMetadata(consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataValue::decode(r, version)?),
7 => Self::ConsumerGroupTargetAssignmentMember(consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberValue::decode(r, version)?),
8 => Self::ConsumerGroupCurrentMemberAssignment(consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentValue::decode(r, version)?),
10 => Self::ShareGroupMemberMetadata(share_group_member_metadata::ShareGroupMemberMetadataValue::decode(r, version)?),
11 => Self::ShareGroupMetadata(share_group_metadata::ShareGroupMetadataValue::decode(r, version)?),
12 => Self::ShareGroupTargetAssignmentMetadata(share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataValue::decode(r, version)?),
13 => Self::ShareGroupTargetAssignmentMember(share_group_target_assignment_member::ShareGroupTargetAssignmentMemberValue::decode(r, version)?),
14 => Self::ShareGroupCurrentMemberAssignment(share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentValue::decode(r, version)?),
15 => Self::ShareGroupStatePartitionMetadata(share_group_state_partition_metadata::ShareGroupStatePartitionMetadataValue::decode(r, version)?),
16 => Self::ConsumerGroupRegularExpression(consumer_group_regular_expression::ConsumerGroupRegularExpressionValue::decode(r, version)?),
17 => Self::StreamsGroupMetadata(streams_group_metadata::StreamsGroupMetadataValue::decode(r, version)?),
19 => Self::StreamsGroupMemberMetadata(streams_group_member_metadata::StreamsGroupMemberMetadataValue::decode(r, version)?),
20 => Self::StreamsGroupTargetAssignmentMetadata(streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataValue::decode(r, version)?),
21 => Self::StreamsGroupTargetAssignmentMember(streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberValue::decode(r, version)?),
22 => Self::StreamsGroupCurrentMemberAssignment(streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentValue::decode(r, version)?),
23 => Self::StreamsGroupTopology(streams_group_topology::StreamsGroupTopologyValue::decode(r, version)?),
other => return Err(DecodeError::UnknownType(i32::from(other))), })
        };
        Ok((decode(type_id, r)?, version))
    }
    /// Appends a record's value: its version and its body.
    pub fn encode_framed(&self, out: &mut Vec<u8>, version: i16) -> Result<(), EncodeError> {
        put_i16(out, version);
        match self {
            Self::LegacyOffsetCommit(x) => x.encode(out, version),
            Self::OffsetCommit(x) => x.encode(out, version),
            Self::GroupMetadata(x) => x.encode(out, version),
            Self::ConsumerGroupMetadata(x) => x.encode(out, version),
            Self::ConsumerGroupPartitionMetadata(x) => x.encode(out, version),
            Self::ConsumerGroupMemberMetadata(x) => x.encode(out, version),
            Self::ConsumerGroupTargetAssignmentMetadata(x) => x.encode(out, version),
            Self::ConsumerGroupTargetAssignmentMember(x) => x.encode(out, version),
            Self::ConsumerGroupCurrentMemberAssignment(x) => x.encode(out, version),
            Self::ShareGroupMemberMetadata(x) => x.encode(out, version),
            Self::ShareGroupMetadata(x) => x.encode(out, version),
            Self::ShareGroupTargetAssignmentMetadata(x) => x.encode(out, version),
            Self::ShareGroupTargetAssignmentMember(x) => x.encode(out, version),
            Self::ShareGroupCurrentMemberAssignment(x) => x.encode(out, version),
            Self::ShareGroupStatePartitionMetadata(x) => x.encode(out, version),
            Self::ConsumerGroupRegularExpression(x) => x.encode(out, version),
            Self::StreamsGroupMetadata(x) => x.encode(out, version),
            Self::StreamsGroupMemberMetadata(x) => x.encode(out, version),
            Self::StreamsGroupTargetAssignmentMetadata(x) => x.encode(out, version),
            Self::StreamsGroupTargetAssignmentMember(x) => x.encode(out, version),
            Self::StreamsGroupCurrentMemberAssignment(x) => x.encode(out, version),
            Self::StreamsGroupTopology(x) => x.encode(out, version),
        }
    }
}
impl<'a> From<legacy_offset_commit::LegacyOffsetCommitValue<'a>> for Value<'a> {
    fn from(x: legacy_offset_commit::LegacyOffsetCommitValue<'a>) -> Self {
        Self::LegacyOffsetCommit(x)
    }
}
impl<'a> From<offset_commit::OffsetCommitValue<'a>> for Value<'a> {
    fn from(x: offset_commit::OffsetCommitValue<'a>) -> Self {
        Self::OffsetCommit(x)
    }
}
impl<'a> From<group_metadata::GroupMetadataValue<'a>> for Value<'a> {
    fn from(x: group_metadata::GroupMetadataValue<'a>) -> Self {
        Self::GroupMetadata(x)
    }
}
impl<'a> From<consumer_group_metadata::ConsumerGroupMetadataValue> for Value<'a> {
    fn from(x: consumer_group_metadata::ConsumerGroupMetadataValue) -> Self {
        Self::ConsumerGroupMetadata(x)
    }
}
impl<'a> From<consumer_group_partition_metadata::ConsumerGroupPartitionMetadataValue<'a>> for Value<'a> {
    fn from(x: consumer_group_partition_metadata::ConsumerGroupPartitionMetadataValue<'a>) -> Self {
        Self::ConsumerGroupPartitionMetadata(x)
    }
}
impl<'a> From<consumer_group_member_metadata::ConsumerGroupMemberMetadataValue<'a>> for Value<'a> {
    fn from(x: consumer_group_member_metadata::ConsumerGroupMemberMetadataValue<'a>) -> Self {
        Self::ConsumerGroupMemberMetadata(x)
    }
}
impl<'a> From<consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataValue>
    for Value<'a>
{
    fn from(
        x: consumer_group_target_assignment_metadata::ConsumerGroupTargetAssignmentMetadataValue,
    ) -> Self {
        Self::ConsumerGroupTargetAssignmentMetadata(x)
    }
}
impl<'a> From<consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberValue>
    for Value<'a>
{
    fn from(x: consumer_group_target_assignment_member::ConsumerGroupTargetAssignmentMemberValue) -> Self {
        Self::ConsumerGroupTargetAssignmentMember(x)
    }
}
impl<'a> From<consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentValue>
    for Value<'a>
{
    fn from(x: consumer_group_current_member_assignment::ConsumerGroupCurrentMemberAssignmentValue) -> Self {
        Self::ConsumerGroupCurrentMemberAssignment(x)
    }
}
impl<'a> From<share_group_member_metadata::ShareGroupMemberMetadataValue<'a>> for Value<'a> {
    fn from(x: share_group_member_metadata::ShareGroupMemberMetadataValue<'a>) -> Self {
        Self::ShareGroupMemberMetadata(x)
    }
}
impl<'a> From<share_group_metadata::ShareGroupMetadataValue> for Value<'a> {
    fn from(x: share_group_metadata::ShareGroupMetadataValue) -> Self {
        Self::ShareGroupMetadata(x)
    }
}
impl<'a> From<share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataValue> for Value<'a> {
    fn from(x: share_group_target_assignment_metadata::ShareGroupTargetAssignmentMetadataValue) -> Self {
        Self::ShareGroupTargetAssignmentMetadata(x)
    }
}
impl<'a> From<share_group_target_assignment_member::ShareGroupTargetAssignmentMemberValue> for Value<'a> {
    fn from(x: share_group_target_assignment_member::ShareGroupTargetAssignmentMemberValue) -> Self {
        Self::ShareGroupTargetAssignmentMember(x)
    }
}
impl<'a> From<share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentValue> for Value<'a> {
    fn from(x: share_group_current_member_assignment::ShareGroupCurrentMemberAssignmentValue) -> Self {
        Self::ShareGroupCurrentMemberAssignment(x)
    }
}
impl<'a> From<share_group_state_partition_metadata::ShareGroupStatePartitionMetadataValue<'a>> for Value<'a> {
    fn from(x: share_group_state_partition_metadata::ShareGroupStatePartitionMetadataValue<'a>) -> Self {
        Self::ShareGroupStatePartitionMetadata(x)
    }
}
impl<'a> From<consumer_group_regular_expression::ConsumerGroupRegularExpressionValue<'a>> for Value<'a> {
    fn from(x: consumer_group_regular_expression::ConsumerGroupRegularExpressionValue<'a>) -> Self {
        Self::ConsumerGroupRegularExpression(x)
    }
}
impl<'a> From<streams_group_metadata::StreamsGroupMetadataValue<'a>> for Value<'a> {
    fn from(x: streams_group_metadata::StreamsGroupMetadataValue<'a>) -> Self {
        Self::StreamsGroupMetadata(x)
    }
}
impl<'a> From<streams_group_member_metadata::StreamsGroupMemberMetadataValue<'a>> for Value<'a> {
    fn from(x: streams_group_member_metadata::StreamsGroupMemberMetadataValue<'a>) -> Self {
        Self::StreamsGroupMemberMetadata(x)
    }
}
impl<'a> From<streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataValue>
    for Value<'a>
{
    fn from(x: streams_group_target_assignment_metadata::StreamsGroupTargetAssignmentMetadataValue) -> Self {
        Self::StreamsGroupTargetAssignmentMetadata(x)
    }
}
impl<'a> From<streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberValue<'a>>
    for Value<'a>
{
    fn from(x: streams_group_target_assignment_member::StreamsGroupTargetAssignmentMemberValue<'a>) -> Self {
        Self::StreamsGroupTargetAssignmentMember(x)
    }
}
impl<'a> From<streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentValue<'a>>
    for Value<'a>
{
    fn from(
        x: streams_group_current_member_assignment::StreamsGroupCurrentMemberAssignmentValue<'a>,
    ) -> Self {
        Self::StreamsGroupCurrentMemberAssignment(x)
    }
}
impl<'a> From<streams_group_topology::StreamsGroupTopologyValue<'a>> for Value<'a> {
    fn from(x: streams_group_topology::StreamsGroupTopologyValue<'a>) -> Self {
        Self::StreamsGroupTopology(x)
    }
}
