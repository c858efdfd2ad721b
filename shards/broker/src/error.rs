//! The only map from what went wrong inside to Kafka's error codes and sentences.

use protocol::ErrorCode;
use protocol::records::{Invalid, RecordReject, RecordRejects, Reject};
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

/// What validation's refusal of a batch is called.
#[must_use]
pub fn of_reject(reject: &Reject) -> (ErrorCode, Why) {
    let why = |message: String| Why { message: Some(message), records: Vec::new() };
    match reject {
        Reject::Corrupt(error) => {
            (ErrorCode::CorruptMessage, why(format!("The batch is corrupt: {error:?}")))
        }
        Reject::TooLarge(size) => (
            ErrorCode::MessageTooLarge,
            why(format!(
                "The record batch size is {size} bytes, which exceeds the maximum configured value."
            )),
        ),
        Reject::ZstdTooEarly => (
            ErrorCode::UnsupportedCompressionType,
            why("Produce requests below version 7 cannot carry zstd.".to_owned()),
        ),
        Reject::Invalid(invalid) => (ErrorCode::InvalidRecord, why(of_invalid(invalid))),
        Reject::Records(rejects) => of_records(rejects),
        Reject::Unknown(_) => (ErrorCode::UnknownServerError, Why::default()),
        Reject::UnpackedTooLarge => {
            (ErrorCode::MessageTooLarge, why("The batch unpacks to more than this broker takes.".to_owned()))
        }
    }
}

fn of_invalid(invalid: &Invalid) -> String {
    match invalid {
        Invalid::NoBatch => "The records hold no whole batch.".to_owned(),
        Invalid::OldFormat => "Only batches of format 2 are taken.".to_owned(),
        Invalid::SeveralBatches => "One partition takes exactly one batch in a Produce request.".to_owned(),
        Invalid::BaseOffset(offset) => {
            format!("The base offset of the batch should be 0, but it is {offset}.")
        }
        other => format!("The batch is invalid: {other:?}"),
    }
}

fn of_records(rejects: &RecordRejects) -> (ErrorCode, Why) {
    let code = if rejects.any_timestamp { ErrorCode::InvalidTimestamp } else { ErrorCode::InvalidRecord };
    let records = rejects.first.iter().map(|(index, reject)| (*index, Some(of_record(reject)))).collect();
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
