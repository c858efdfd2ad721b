//! Record batches as they travel and lie on disk: views over bytes, in-place stamping, lazy records, and a builder.
//!
//! Everything here works on bytes that were written by others; a view borrows them and nothing is copied until
//! somebody asks. It knows no topics, no partitions, no files.

mod batch;
mod builder;
mod control;
mod old;
mod record;
mod stream;
mod validate;

pub use batch::{
    BATCH_OVERHEAD, BatchError, BatchHead, BatchView, Batches, HEAD_SIZE, LOG_OVERHEAD, TimestampType,
    batch_crc, peek_header, set_max_timestamp, stamp,
};
pub use builder::BatchBuilder;
pub use control::{ControlType, EndTxnMarker};
pub use old::{MixedBatch, MixedBatches, OldError, OldMessage, OldRecord, OldRecords};
pub use record::{Header, Headers, Record, RecordError, Records};
pub use stream::{PartialRecord, RecordStream, WalkError};
pub use validate::{
    Invalid, RECORD_REJECTS_COUNT_MAX, RecordReject, RecordRejects, Reject, Rewrite, Unknown, ValidateRules,
    Verdict, must_repack, rewrite, validate,
};
