//! The only map from what went wrong inside to Kafka's error codes and sentences.

use protocol::ErrorCode;
use protocol::client::produce::BatchIndexAndErrorMessage;
use protocol::records::{BatchError, Invalid, RecordReject, RecordRejects, Reject, Unknown};
use storage::AppendError;

use crate::mesh::Why;

/// What a log's refusal of a batch is called.
#[must_use]
pub fn of_append(error: &AppendError) -> (ErrorCode, Option<Box<Why>>) {
    let code = match error {
        AppendError::Duplicate(_) => ErrorCode::None,
        AppendError::OutOfOrderSequence => ErrorCode::OutOfOrderSequenceNumber,
        AppendError::OldProducerEpoch => ErrorCode::InvalidProducerEpoch,
        AppendError::CoordinatorFenced => ErrorCode::TransactionCoordinatorFenced,
        AppendError::TransactionOpen => ErrorCode::InvalidTxnState,
        AppendError::LargerThanSegment => ErrorCode::RecordListTooLarge,
        AppendError::OffsetOutOfOrder => ErrorCode::UnknownServerError,
    };
    (code, None)
}

/// What validation's refusal of a batch is called. Kafka has words of its own only where it names records.
#[must_use]
pub fn of_reject(reject: &Reject) -> (ErrorCode, Option<Box<Why>>) {
    match reject {
        Reject::Corrupt(BatchError::Magic(magic)) => {
            let message = format!("A record batch has magic {magic}, which is unknown.");
            (ErrorCode::CorruptMessage, Some(Box::new(Why { message: Some(message), records: Vec::new() })))
        }
        Reject::Corrupt(_) => (ErrorCode::CorruptMessage, None),
        Reject::TooLarge(_) | Reject::UnpackedTooLarge => (ErrorCode::MessageTooLarge, None),
        Reject::ZstdTooEarly => (ErrorCode::UnsupportedCompressionType, None),
        Reject::Invalid(_) => (ErrorCode::InvalidRecord, None),
        Reject::Records(rejects) => {
            let (code, why) = of_records(rejects);
            (code, Some(Box::new(why)))
        }
        Reject::Unknown(_) => (ErrorCode::UnknownServerError, None),
    }
}

/// Whether Kafka meets the fault only after it has looked the log up, so that its answer says where the log starts.
#[must_use]
pub fn names_log_start(reject: &Reject, version: i16) -> bool {
    match reject {
        Reject::Corrupt(_) | Reject::TooLarge(_) | Reject::UnpackedTooLarge | Reject::ZstdTooEarly => false,
        Reject::Invalid(invalid) => {
            !matches!(invalid, Invalid::NoBatch | Invalid::OldFormat | Invalid::SeveralBatches)
        }
        // Codecs beyond zstd are met with zstd's own check below version 7.
        Reject::Unknown(Unknown::Codec(_)) => version >= 7,
        Reject::Records(_) | Reject::Unknown(_) => true,
    }
}

fn of_records(rejects: &RecordRejects) -> (ErrorCode, Why) {
    let code = if rejects.any_timestamp { ErrorCode::InvalidTimestamp } else { ErrorCode::InvalidRecord };
    let records = rejects
        .first
        .iter()
        .map(|(index, reject)| BatchIndexAndErrorMessage {
            batch_index: *index,
            batch_index_error_message: Some(of_record(reject).into()),
        })
        .collect();
    let message = if rejects.any_timestamp {
        "One or more records have been rejected due to invalid timestamp".to_owned()
    } else {
        format!("One or more records have been rejected due to {} record errors in total", rejects.count)
    };
    (code, Why { message: Some(message), records })
}

fn of_record(reject: &RecordReject) -> String {
    match reject {
        RecordReject::NoKey => "Compacted topic cannot accept message without key.".to_owned(),
        RecordReject::TimestampRange { timestamp, .. } => {
            format!("Timestamp {timestamp} is out of the topic's range.")
        }
        RecordReject::LogAppendTime => "A producer may not claim LogAppendTime.".to_owned(),
    }
}
