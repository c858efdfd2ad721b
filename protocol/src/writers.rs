//! Writes Produce and Fetch responses piece by piece, without building them first.
//!
//! The caller says how many topics, and how many partitions of each, are to come, and then gives them in order; the
//! writers put what stands between and behind them. Fetch writes no records: it writes their length and tells where
//! they belong, so that a file range can be sent in their place.
//!
//! Fields that a version does not have are left out; it is the caller's business to tell old clients by another way.

use crate::Uuid;
use crate::client::{fetch, produce};
use crate::wire::{
    EncodeError, Tags, put_array, put_array_opt, put_i16, put_i32, put_i64, put_length, put_null, put_string,
    put_string_opt, put_uuid,
};

/// How many topics, and partitions of the topic begun last, are still to come.
#[derive(Debug)]
struct Open {
    topics: usize,
    partitions: usize,
    flexible: bool,
}

impl Open {
    fn begin_topic(&mut self, out: &mut Vec<u8>, partitions: usize) -> Result<(), EncodeError> {
        debug_assert!(self.topics > 0 && self.partitions == 0, "topics and partitions come as announced");
        self.topics -= 1;
        self.partitions = partitions;
        put_length(out, partitions, self.flexible)?;
        if partitions == 0 {
            self.end_struct(out);
        }
        Ok(())
    }

    /// Ends a partition, and its topic with the last one. The partition's tags are written already.
    fn end_partition(&mut self, out: &mut Vec<u8>) {
        debug_assert!(self.partitions > 0, "topics and partitions come as announced");
        self.partitions -= 1;
        if self.partitions == 0 {
            self.end_struct(out);
        }
    }

    /// An empty tag section.
    fn end_struct(&self, out: &mut Vec<u8>) {
        if self.flexible {
            out.push(0);
        }
    }
}

/// Writes a [`fetch::FetchResponse`].
#[derive(Debug)]
pub struct FetchResponseWriter {
    version: i16,
    throttle_at: usize,
    open: Open,
}

/// One partition of a Fetch response, without its records. What is not set is as in a fresh [`fetch::PartitionData`].
#[derive(Clone, Copy, Debug)]
pub struct FetchRow<'a> {
    pub partition_index: i32,
    pub error_code: i16,
    pub high_watermark: i64,
    pub last_stable_offset: i64,
    pub log_start_offset: i64,
    pub diverging_epoch: fetch::EpochEndOffset,
    pub current_leader: fetch::LeaderIdAndEpoch,
    pub snapshot_id: fetch::SnapshotId,
    pub aborted_transactions: Option<&'a [fetch::AbortedTransaction]>,
    pub preferred_read_replica: i32,
}

impl Default for FetchRow<'_> {
    fn default() -> Self {
        Self {
            partition_index: 0,
            error_code: 0,
            high_watermark: 0,
            last_stable_offset: -1,
            log_start_offset: -1,
            diverging_epoch: fetch::EpochEndOffset::default(),
            current_leader: fetch::LeaderIdAndEpoch::default(),
            snapshot_id: fetch::SnapshotId::default(),
            aborted_transactions: Some(&[]),
            preferred_read_replica: -1,
        }
    }
}

impl FetchResponseWriter {
    /// Begins the body behind whatever `out` holds.
    pub fn begin(
        out: &mut Vec<u8>,
        version: i16,
        throttle_time_ms: i32,
        error_code: i16,
        session_id: i32,
        topics_count: usize,
    ) -> Result<Self, EncodeError> {
        let flexible = version >= 12;
        let throttle_at = out.len();
        put_i32(out, throttle_time_ms);
        if version >= 7 {
            put_i16(out, error_code);
            put_i32(out, session_id);
        }
        put_length(out, topics_count, flexible)?;
        Ok(Self { version, throttle_at, open: Open { topics: topics_count, partitions: 0, flexible } })
    }

    /// Changes the throttle time of a body begun in `out`.
    pub fn set_throttle_time_ms(&self, out: &mut [u8], throttle_time_ms: i32) {
        out[self.throttle_at..][..4].copy_from_slice(&throttle_time_ms.to_be_bytes());
    }

    /// Begins a topic; up to version 12 it is known by its name, from 13 on by its id.
    pub fn topic(
        &mut self,
        out: &mut Vec<u8>,
        name: &str,
        topic_id: Uuid,
        partitions_count: usize,
    ) -> Result<(), EncodeError> {
        if self.version >= 13 {
            put_uuid(out, topic_id);
        } else {
            put_string(out, name, self.open.flexible)?;
        }
        self.open.begin_topic(out, partitions_count)
    }

    /// Writes a partition with `records_size` bytes of records (`None`: null) but without these bytes, which belong
    /// at the place in `out` that is returned. The size of the frame is that of `out` and of all records.
    pub fn partition(
        &mut self,
        out: &mut Vec<u8>,
        row: &FetchRow<'_>,
        records_size: Option<usize>,
    ) -> Result<usize, EncodeError> {
        let flexible = self.open.flexible;
        put_i32(out, row.partition_index);
        put_i16(out, row.error_code);
        put_i64(out, row.high_watermark);
        put_i64(out, row.last_stable_offset);
        if self.version >= 5 {
            put_i64(out, row.log_start_offset);
        }
        put_array_opt(out, row.aborted_transactions, flexible, |out, one| one.encode(out, self.version))?;
        if self.version >= 11 {
            put_i32(out, row.preferred_read_replica);
        }
        match records_size {
            Some(size) => put_length(out, size, flexible)?,
            None => put_null(out, flexible),
        }
        let records_at = out.len();
        if flexible {
            let tags = Tags::begin(out);
            if row.diverging_epoch != fetch::EpochEndOffset::default() {
                tags.put(out, 0, |out| row.diverging_epoch.encode(out, self.version))?;
            }
            if row.current_leader != fetch::LeaderIdAndEpoch::default() {
                tags.put(out, 1, |out| row.current_leader.encode(out, self.version))?;
            }
            if row.snapshot_id != fetch::SnapshotId::default() {
                tags.put(out, 2, |out| row.snapshot_id.encode(out, self.version))?;
            }
        }
        self.open.end_partition(out);
        Ok(records_at)
    }

    /// Ends the body. Endpoints of leaders are carried from version 16 on.
    pub fn end(self, out: &mut Vec<u8>, endpoints: &[fetch::NodeEndpoint<'_>]) -> Result<(), EncodeError> {
        debug_assert!(self.open.topics == 0 && self.open.partitions == 0, "all that was announced came");
        if self.open.flexible {
            let tags = Tags::begin(out);
            if self.version >= 16 && !endpoints.is_empty() {
                tags.put(out, 0, |out| {
                    put_array(out, endpoints, true, |out, one| one.encode(out, self.version))
                })?;
            }
        }
        Ok(())
    }
}

/// Writes a [`produce::ProduceResponse`].
#[derive(Debug)]
pub struct ProduceResponseWriter {
    version: i16,
    open: Open,
}

/// One partition of a Produce response. What is not set is as in a fresh [`produce::PartitionProduceResponse`].
#[derive(Clone, Copy, Debug)]
pub struct ProduceRow<'a> {
    pub index: i32,
    pub error_code: i16,
    pub base_offset: i64,
    pub log_append_time_ms: i64,
    pub log_start_offset: i64,
    pub record_errors: &'a [produce::BatchIndexAndErrorMessage<'a>],
    pub error_message: Option<&'a str>,
    pub current_leader: produce::LeaderIdAndEpoch,
}

impl Default for ProduceRow<'_> {
    fn default() -> Self {
        Self {
            index: 0,
            error_code: 0,
            base_offset: 0,
            log_append_time_ms: -1,
            log_start_offset: -1,
            record_errors: &[],
            error_message: None,
            current_leader: produce::LeaderIdAndEpoch::default(),
        }
    }
}

impl ProduceResponseWriter {
    /// Begins the body behind whatever `out` holds.
    pub fn begin(out: &mut Vec<u8>, version: i16, topics_count: usize) -> Result<Self, EncodeError> {
        let flexible = version >= 9;
        put_length(out, topics_count, flexible)?;
        Ok(Self { version, open: Open { topics: topics_count, partitions: 0, flexible } })
    }

    /// Begins a topic; up to version 12 it is known by its name, from 13 on by its id.
    pub fn topic(
        &mut self,
        out: &mut Vec<u8>,
        name: &str,
        topic_id: Uuid,
        partitions_count: usize,
    ) -> Result<(), EncodeError> {
        if self.version >= 13 {
            put_uuid(out, topic_id);
        } else {
            put_string(out, name, self.open.flexible)?;
        }
        self.open.begin_topic(out, partitions_count)
    }

    /// Writes a partition.
    pub fn partition(&mut self, out: &mut Vec<u8>, row: &ProduceRow<'_>) -> Result<(), EncodeError> {
        let flexible = self.open.flexible;
        put_i32(out, row.index);
        put_i16(out, row.error_code);
        put_i64(out, row.base_offset);
        put_i64(out, row.log_append_time_ms);
        if self.version >= 5 {
            put_i64(out, row.log_start_offset);
        }
        if self.version >= 8 {
            put_array(out, row.record_errors, flexible, |out, one| one.encode(out, self.version))?;
            put_string_opt(out, row.error_message, flexible)?;
        }
        if flexible {
            let tags = Tags::begin(out);
            if self.version >= 10 && row.current_leader != produce::LeaderIdAndEpoch::default() {
                tags.put(out, 0, |out| row.current_leader.encode(out, self.version))?;
            }
        }
        self.open.end_partition(out);
        Ok(())
    }

    /// Ends the body. Endpoints of leaders are carried from version 10 on.
    pub fn end(
        self,
        out: &mut Vec<u8>,
        throttle_time_ms: i32,
        endpoints: &[produce::NodeEndpoint<'_>],
    ) -> Result<(), EncodeError> {
        debug_assert!(self.open.topics == 0 && self.open.partitions == 0, "all that was announced came");
        put_i32(out, throttle_time_ms);
        if self.open.flexible {
            let tags = Tags::begin(out);
            if self.version >= 10 && !endpoints.is_empty() {
                tags.put(out, 0, |out| {
                    put_array(out, endpoints, true, |out, one| one.encode(out, self.version))
                })?;
            }
        }
        Ok(())
    }
}
