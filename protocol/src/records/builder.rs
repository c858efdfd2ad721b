//! Builds batches of format 2, for clients, for the metadata log and for every record a broker writes itself.
//!
//! Records are laid out behind room for the header, so an uncompressed batch is finished without a copy. Base
//! timestamp, max timestamp, last offset delta and count follow from what was appended.
//!
//! Invariant: appending keeps the batch below 2 GiB.

use crate::compress::{Codec, Compression, compress};
use crate::records::batch::{BATCH_OVERHEAD, HeaderFields, TimestampType};
use crate::records::control::{ControlType, EndTxnMarker};
use crate::records::record::Header;
use crate::types::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Timestamp};
use crate::varint::{varlong_size, write_varint, write_varlong};

/// A batch that grows. Set fields by the chained setters, append, then `finish`.
#[derive(Clone, Debug)]
pub struct BatchBuilder {
    /// The header's room, then the records.
    buffer: Vec<u8>,
    fields: HeaderFields,
    compression: Compression,
    base_timestamp: Option<Timestamp>,
    max_timestamp: Timestamp,
    last_offset_delta: Option<i32>,
}

impl BatchBuilder {
    /// An empty batch that starts at `base_offset` (0 for what a client sends).
    #[must_use]
    pub fn new(base_offset: Offset) -> Self {
        Self::with_buffer(base_offset, Vec::new())
    }

    /// The same in a buffer that was used before; its contents are dropped, its capacity kept.
    #[must_use]
    pub fn with_buffer(base_offset: Offset, mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        buffer.resize(BATCH_OVERHEAD, 0);
        let fields = HeaderFields {
            base_offset,
            leader_epoch: LeaderEpoch::NONE,
            codec: Codec::None,
            timestamp_type: TimestampType::CreateTime,
            is_transactional: false,
            is_control: false,
            has_delete_horizon: false,
            last_offset_delta: 0,
            base_timestamp: Timestamp::NONE,
            max_timestamp: Timestamp::NONE,
            producer_id: ProducerId::NONE,
            producer_epoch: ProducerEpoch::NONE,
            base_sequence: -1,
            record_count: 0,
        };
        Self {
            buffer,
            fields,
            compression: Compression::NONE,
            base_timestamp: None,
            max_timestamp: Timestamp::NONE,
            last_offset_delta: None,
        }
    }

    /// The partition leader epoch; -1 unless set.
    #[must_use]
    pub fn leader_epoch(mut self, epoch: LeaderEpoch) -> Self {
        self.fields.leader_epoch = epoch;
        self
    }

    /// How the records are compressed; not at all unless set.
    #[must_use]
    pub fn compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self.fields.codec = compression.codec();
        self
    }

    /// The idempotent producer and the sequence number of the first record.
    #[must_use]
    pub fn producer(mut self, id: ProducerId, epoch: ProducerEpoch, base_sequence: i32) -> Self {
        (self.fields.producer_id, self.fields.producer_epoch, self.fields.base_sequence) =
            (id, epoch, base_sequence);
        self
    }

    /// Part of a transaction.
    #[must_use]
    pub fn transactional(mut self, yes: bool) -> Self {
        self.fields.is_transactional = yes;
        self
    }

    /// A control batch.
    #[must_use]
    pub fn control(mut self, yes: bool) -> Self {
        self.fields.is_control = yes;
        self
    }

    /// LogAppendTime: `timestamp` becomes the batch's max timestamp, whatever the records say.
    #[must_use]
    pub fn log_append_time(mut self, timestamp: Timestamp) -> Self {
        self.fields.timestamp_type = TimestampType::LogAppendTime;
        self.fields.max_timestamp = timestamp;
        self
    }

    /// Fixes the base timestamp, which otherwise is that of the first record.
    #[must_use]
    pub fn base_timestamp(mut self, timestamp: Timestamp) -> Self {
        self.base_timestamp = Some(timestamp);
        self
    }

    /// Marks the batch with a delete horizon, which takes the base timestamp's place.
    #[must_use]
    pub fn delete_horizon(mut self, horizon: Timestamp) -> Self {
        self.fields.has_delete_horizon = true;
        self.base_timestamp = Some(horizon);
        self
    }

    /// Fixes the last offset delta, which otherwise is that of the last record: a batch thinned by the cleaner keeps it.
    #[must_use]
    pub fn last_offset_delta(mut self, delta: i32) -> Self {
        self.last_offset_delta = Some(delta);
        self
    }

    /// Fixes a lower bound of the max timestamp: a batch thinned by the cleaner to nothing keeps the one it had.
    #[must_use]
    pub fn max_timestamp_at_least(mut self, timestamp: Timestamp) -> Self {
        self.max_timestamp = self.max_timestamp.max(timestamp);
        self
    }

    /// Appends a record behind the last one. Headers are given by anything that can be walked twice.
    ///
    /// # Panics
    /// When the batch would reach 2 GiB.
    pub fn append<'h, H>(
        &mut self,
        timestamp: Timestamp,
        key: Option<&[u8]>,
        value: Option<&[u8]>,
        headers: H,
    ) where
        H: IntoIterator<Item = Header<'h>>,
        H::IntoIter: Clone + ExactSizeIterator,
    {
        let delta =
            if self.fields.record_count == 0 { 0 } else { self.fields.last_offset_delta.saturating_add(1) };
        self.append_at(delta, timestamp, key, value, headers);
    }

    /// Appends a record at an offset delta of the caller's: copies of thinned batches have holes.
    ///
    /// # Panics
    /// When the batch would reach 2 GiB.
    pub fn append_at<'h, H>(
        &mut self,
        offset_delta: i32,
        timestamp: Timestamp,
        key: Option<&[u8]>,
        value: Option<&[u8]>,
        headers: H,
    ) where
        H: IntoIterator<Item = Header<'h>>,
        H::IntoIter: Clone + ExactSizeIterator,
    {
        let headers = headers.into_iter();
        let base = *self.base_timestamp.get_or_insert(timestamp);
        let timestamp_delta = timestamp.0.wrapping_sub(base.0);
        let mut body_size = 1 + varlong_size(timestamp_delta) + varlong_size(i64::from(offset_delta));
        body_size += nullable_size(key) + nullable_size(value) + varlong_size(headers.len() as i64);
        for header in headers.clone() {
            body_size += nullable_size(Some(header.key)) + nullable_size(header.value);
        }
        let end = self.buffer.len() + body_size + 5;
        assert!(i32::try_from(end).is_ok(), "a batch stays below 2 GiB");

        let out = &mut self.buffer;
        out.reserve(body_size + 5);
        write_varint(out, body_size as i32);
        let body_at = out.len();
        out.push(0);
        write_varlong(out, timestamp_delta);
        write_varint(out, offset_delta);
        put_nullable(out, key);
        put_nullable(out, value);
        write_varint(out, headers.len() as i32);
        for header in headers {
            put_nullable(out, Some(header.key));
            put_nullable(out, header.value);
        }
        debug_assert_eq!(out.len() - body_at, body_size);

        self.fields.record_count += 1;
        self.fields.last_offset_delta = offset_delta;
        self.max_timestamp = self.max_timestamp.max(timestamp);
    }

    /// Appends a control record; the batch must be a control batch.
    pub fn append_control(&mut self, timestamp: Timestamp, control: ControlType, body: &[u8]) {
        debug_assert!(self.fields.is_control);
        self.append(timestamp, Some(&control.key()), Some(body), []);
    }

    /// How many records were appended.
    #[must_use]
    pub fn record_count(&self) -> i32 {
        self.fields.record_count
    }

    /// Bytes of the batch so far, header included, before compression.
    #[must_use]
    pub fn size(&self) -> usize {
        self.buffer.len()
    }

    /// Whether nothing was appended.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fields.record_count == 0
    }

    /// Compresses the records, writes the header and gives the batch out.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let fields = self.finished_fields();
        // A batch without records has nothing to decompress, whatever its codec says.
        if self.compression.codec() != Codec::None && !self.is_empty() {
            let mut packed = Vec::with_capacity(BATCH_OVERHEAD + self.buffer.len() / 2);
            packed.resize(BATCH_OVERHEAD, 0);
            compress(self.compression, &self.buffer[BATCH_OVERHEAD..], &mut packed);
            self.buffer = packed;
        }
        fields.put(&mut self.buffer);
        self.buffer
    }

    fn finished_fields(&self) -> HeaderFields {
        let mut fields = self.fields;
        fields.base_timestamp = self.base_timestamp.unwrap_or(Timestamp::NONE);
        if fields.timestamp_type == TimestampType::CreateTime {
            fields.max_timestamp = self.max_timestamp;
        }
        fields.last_offset_delta = self.last_offset_delta.unwrap_or(fields.last_offset_delta);
        fields
    }

    /// A transaction marker as a batch of its own, base offset 0 and leader epoch unknown: stamp them.
    #[must_use]
    pub fn end_txn(
        timestamp: Timestamp,
        id: ProducerId,
        epoch: ProducerEpoch,
        marker: EndTxnMarker,
    ) -> Vec<u8> {
        let mut batch = Self::new(Offset::ZERO).producer(id, epoch, -1).transactional(true).control(true);
        batch.append_control(timestamp, marker.control_type(), &marker.value());
        batch.finish()
    }
}

fn nullable_size(bytes: Option<&[u8]>) -> usize {
    match bytes {
        None => 1,
        Some(bytes) => varlong_size(bytes.len() as i64) + bytes.len(),
    }
}

fn put_nullable(out: &mut Vec<u8>, bytes: Option<&[u8]>) {
    match bytes {
        None => write_varint(out, -1),
        Some(bytes) => {
            write_varlong(out, bytes.len() as i64);
            out.extend_from_slice(bytes);
        }
    }
}
