//! The settings of one partition's log, as plain values.
//!
//! The broker fills it from topic and broker configs and hands over a new one when they change. Knows no key names,
//! no defaults of other rooms and no units but those in the field names.

/// Settings of one log. [`LogConfig::default`] has Kafka's defaults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogConfig {
    /// A segment is rolled before it grows beyond this (`segment.bytes`).
    pub segment_bytes: u32,
    /// A segment is rolled when records are this much younger than its first (`segment.ms`).
    pub segment_ms: i64,
    /// Up to this much is taken off `segment_ms` per segment, by chance (`segment.jitter.ms`).
    pub segment_jitter_ms: i64,
    /// Size both indexes of a segment may grow to (`segment.index.bytes`).
    pub segment_index_bytes: u32,
    /// Bytes of log between two index entries (`index.interval.bytes`).
    pub index_interval_bytes: u32,
    /// Whole segments older than this go; negative is never (`retention.ms`).
    pub retention_ms: i64,
    /// Whole segments go while more than this stays; negative is never (`retention.bytes`).
    pub retention_bytes: i64,
    /// Records that may wait for a sync (`flush.messages`).
    pub flush_messages: i64,
    /// How long a record may wait for a sync (`flush.ms`).
    pub flush_ms: i64,
    /// Batches larger than this are refused (`max.message.bytes`); the log itself checks nothing: validation does.
    pub max_message_bytes: u32,
    /// Whether retention by time and size applies (`cleanup.policy` holds `delete`).
    pub delete: bool,
    /// Whether the cleaner compacts this log (`cleanup.policy` holds `compact`). Gaps between offsets are then no damage.
    pub compact: bool,
    /// How long a deleted file stays under its `.deleted` name (`file.delete.delay.ms`).
    pub file_delete_delay_ms: i64,
    /// Whether a new segment's space is kept at once and whole (`preallocate`). Kafka fills it with zeros; here it is
    /// space beyond the end of the file.
    pub preallocate: bool,
    /// Producers without an open transaction are forgotten after this (`producer.id.expiration.ms`).
    pub producer_expiration_ms: i64,
    /// Producers remembered at most; the longest silent ones are forgotten beyond it.
    pub producers_max: usize,
    /// Recent batches whose place is kept in memory at most.
    pub recent_batches_max: usize,
    /// Bytes behind the log end that count as resident in the page cache.
    pub resident_bytes: u64,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self {
            segment_bytes: 1 << 30,
            segment_ms: 7 * 24 * 3600 * 1000,
            segment_jitter_ms: 0,
            segment_index_bytes: 10 << 20,
            index_interval_bytes: 4096,
            retention_ms: 7 * 24 * 3600 * 1000,
            retention_bytes: -1,
            flush_messages: i64::MAX,
            flush_ms: i64::MAX,
            max_message_bytes: 1_048_588,
            delete: true,
            compact: false,
            file_delete_delay_ms: 60_000,
            preallocate: false,
            producer_expiration_ms: 86_400_000,
            producers_max: 1 << 20,
            recent_batches_max: 4096,
            resident_bytes: 64 << 20,
        }
    }
}
