//! `SubscriptionInfoData`. From `schema/streams/subscription_info_data.txt` by `protocol-codegen`; not to be edited.

use crate::Uuid;
use crate::message::Message;
use crate::wire::{
    DecodeError, EncodeError, Reader, own, put_array, put_bytes, put_i8, put_i32, put_i64, put_string_opt,
    put_uuid,
};
use std::borrow::Cow;

/// `SubscriptionInfoData`, versions 1 to 11, never flexible.
#[derive(Clone, Debug, PartialEq)]
pub struct SubscriptionInfoData<'a> {
    pub version: i32,
    /// From version 3.
    pub latest_supported_version: i32,
    pub process_id: Uuid,
    /// In versions 1 to 6.
    pub prev_tasks: Vec<TaskId>,
    /// In versions 1 to 6.
    pub standby_tasks: Vec<TaskId>,
    /// From version 2.
    pub user_end_point: Cow<'a, [u8]>,
    /// From version 7.
    pub task_offset_sums: Vec<TaskOffsetSum<'a>>,
    /// From version 8.
    pub unique_field: i8,
    /// From version 9.
    pub error_code: i32,
    /// In version 11 only.
    pub client_tags: Vec<ClientTag<'a>>,
}
impl Default for SubscriptionInfoData<'_> {
    fn default() -> Self {
        Self {
            version: 0,
            latest_supported_version: -1,
            process_id: Uuid::ZERO,
            prev_tasks: Vec::new(),
            standby_tasks: Vec::new(),
            user_end_point: Cow::Borrowed(&[]),
            task_offset_sums: Vec::new(),
            unique_field: 0,
            error_code: 0,
            client_tags: Vec::new(),
        }
    }
}
impl<'a> SubscriptionInfoData<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        if !(1..=11).contains(&v) {
            return Err(DecodeError::UnsupportedVersion(v));
        }
        let flex = false;
        let mut x = Self::default();
        x.version = r.i32()?;
        if v >= 3 {
            x.latest_supported_version = r.i32()?;
        }
        x.process_id = r.uuid()?;
        if v <= 6 {
            x.prev_tasks = r.array(flex, 8, |r| TaskId::decode(r, v))?;
        }
        if v <= 6 {
            x.standby_tasks = r.array(flex, 8, |r| TaskId::decode(r, v))?;
        }
        if v >= 2 {
            x.user_end_point = r.bytes(flex)?;
        }
        if v >= 7 {
            x.task_offset_sums = r.array(flex, 8, |r| TaskOffsetSum::decode(r, v))?;
        }
        if v >= 8 {
            x.unique_field = r.i8()?;
        }
        if v >= 9 {
            x.error_code = r.i32()?;
        }
        if v == 11 {
            x.client_tags = r.array(flex, 8, |r| ClientTag::decode(r, v))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        if !(1..=11).contains(&v) {
            return Err(EncodeError::UnsupportedVersion(v));
        }
        let flex = false;
        put_i32(out, self.version);
        if v < 3 && self.latest_supported_version != -1 {
            return Err(EncodeError::Unsupported("latest_supported_version"));
        }
        if v >= 3 {
            put_i32(out, self.latest_supported_version);
        }
        put_uuid(out, self.process_id);
        if v > 6 && !self.prev_tasks.is_empty() {
            return Err(EncodeError::Unsupported("prev_tasks"));
        }
        if v <= 6 {
            put_array(out, &self.prev_tasks, flex, |out, x| x.encode(out, v))?;
        }
        if v > 6 && !self.standby_tasks.is_empty() {
            return Err(EncodeError::Unsupported("standby_tasks"));
        }
        if v <= 6 {
            put_array(out, &self.standby_tasks, flex, |out, x| x.encode(out, v))?;
        }
        if v < 2 && !self.user_end_point.is_empty() {
            return Err(EncodeError::Unsupported("user_end_point"));
        }
        if v >= 2 {
            put_bytes(out, &self.user_end_point, flex)?;
        }
        if v < 7 && !self.task_offset_sums.is_empty() {
            return Err(EncodeError::Unsupported("task_offset_sums"));
        }
        if v >= 7 {
            put_array(out, &self.task_offset_sums, flex, |out, x| x.encode(out, v))?;
        }
        if v < 8 && self.unique_field != 0 {
            return Err(EncodeError::Unsupported("unique_field"));
        }
        if v >= 8 {
            put_i8(out, self.unique_field);
        }
        if v < 9 && self.error_code != 0 {
            return Err(EncodeError::Unsupported("error_code"));
        }
        if v >= 9 {
            put_i32(out, self.error_code);
        }
        if v < 11 && !self.client_tags.is_empty() {
            return Err(EncodeError::Unsupported("client_tags"));
        }
        if v == 11 {
            put_array(out, &self.client_tags, flex, |out, x| x.encode(out, v))?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> SubscriptionInfoData<'static> {
        SubscriptionInfoData {
            version: self.version,
            latest_supported_version: self.latest_supported_version,
            process_id: self.process_id,
            prev_tasks: self.prev_tasks,
            standby_tasks: self.standby_tasks,
            user_end_point: own(self.user_end_point),
            task_offset_sums: self.task_offset_sums.into_iter().map(TaskOffsetSum::into_owned).collect(),
            unique_field: self.unique_field,
            error_code: self.error_code,
            client_tags: self.client_tags.into_iter().map(ClientTag::into_owned).collect(),
        }
    }
}
/// Part of `SubscriptionInfoData`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct TaskId {
    pub topic_group_id: i32,
    pub partition: i32,
}
impl TaskId {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.topic_group_id = r.i32()?;
        x.partition = r.i32()?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.topic_group_id);
        put_i32(out, self.partition);
        Ok(())
    }
}
/// Part of `SubscriptionInfoData`.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskOffsetSum<'a> {
    pub topic_group_id: i32,
    /// From version 10.
    pub partition: i32,
    /// From version 10.
    pub offset_sum: i64,
    /// From version 10.
    pub named_topology: Option<Cow<'a, str>>,
    /// In versions 7 to 9.
    pub partition_to_offset_sum: Vec<PartitionToOffsetSum>,
}
impl Default for TaskOffsetSum<'_> {
    fn default() -> Self {
        Self {
            topic_group_id: 0,
            partition: 0,
            offset_sum: 0,
            named_topology: Some(Cow::Borrowed("")),
            partition_to_offset_sum: Vec::new(),
        }
    }
}
impl<'a> TaskOffsetSum<'a> {
    /// Reads one in version `v`.
    pub fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        let flex = false;
        let mut x = Self::default();
        x.topic_group_id = r.i32()?;
        if v >= 10 {
            x.partition = r.i32()?;
        }
        if v >= 10 {
            x.offset_sum = r.i64()?;
        }
        if v >= 10 {
            x.named_topology = r.string_opt(flex)?;
        }
        if v <= 9 {
            x.partition_to_offset_sum = r.array(flex, 12, |r| PartitionToOffsetSum::decode(r, v))?;
        }
        Ok(x)
    }
    /// Appends it in version `v`.
    pub fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        let flex = false;
        put_i32(out, self.topic_group_id);
        if v < 10 && self.partition != 0 {
            return Err(EncodeError::Unsupported("partition"));
        }
        if v >= 10 {
            put_i32(out, self.partition);
        }
        if v < 10 && self.offset_sum != 0 {
            return Err(EncodeError::Unsupported("offset_sum"));
        }
        if v >= 10 {
            put_i64(out, self.offset_sum);
        }
        if v >= 10 {
            put_string_opt(out, self.named_topology.as_deref(), flex)?;
        }
        if v > 9 && !self.partition_to_offset_sum.is_empty() {
            return Err(EncodeError::Unsupported("partition_to_offset_sum"));
        }
        if v <= 9 {
            put_array(out, &self.partition_to_offset_sum, flex, |out, x| x.encode(out, v))?;
        }
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> TaskOffsetSum<'static> {
        TaskOffsetSum {
            topic_group_id: self.topic_group_id,
            partition: self.partition,
            offset_sum: self.offset_sum,
            named_topology: self.named_topology.map(own),
            partition_to_offset_sum: self.partition_to_offset_sum,
        }
    }
}
/// Part of `SubscriptionInfoData`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct PartitionToOffsetSum {
    pub partition: i32,
    pub offset_sum: i64,
}
impl PartitionToOffsetSum {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'_>, _v: i16) -> Result<Self, DecodeError> {
        let mut x = Self::default();
        x.partition = r.i32()?;
        x.offset_sum = r.i64()?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        put_i32(out, self.partition);
        put_i64(out, self.offset_sum);
        Ok(())
    }
}
/// Part of `SubscriptionInfoData`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct ClientTag<'a> {
    pub key: Cow<'a, [u8]>,
    pub value: Cow<'a, [u8]>,
}
impl<'a> ClientTag<'a> {
    /// Reads one in version `_v`.
    pub fn decode(r: &mut Reader<'a>, _v: i16) -> Result<Self, DecodeError> {
        let flex = false;
        let mut x = Self::default();
        x.key = r.bytes(flex)?;
        x.value = r.bytes(flex)?;
        Ok(x)
    }
    /// Appends it in version `_v`.
    pub fn encode(&self, out: &mut Vec<u8>, _v: i16) -> Result<(), EncodeError> {
        let flex = false;
        put_bytes(out, &self.key, flex)?;
        put_bytes(out, &self.value, flex)?;
        Ok(())
    }
    /// The same value, borrowing nothing.
    pub fn into_owned(self) -> ClientTag<'static> {
        ClientTag { key: own(self.key), value: own(self.value) }
    }
}
impl<'a> Message<'a> for SubscriptionInfoData<'a> {
    const NAME: &'static str = "SubscriptionInfoData";
    const MIN_VERSION: i16 = 1;
    const MAX_VERSION: i16 = 11;
    fn flexible(_v: i16) -> bool {
        false
    }
    fn decode(r: &mut Reader<'a>, v: i16) -> Result<Self, DecodeError> {
        Self::decode(r, v)
    }
    fn encode(&self, out: &mut Vec<u8>, v: i16) -> Result<(), EncodeError> {
        Self::encode(self, out, v)
    }
}
