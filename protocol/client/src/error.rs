//! What can go wrong between a caller and a broker.

use std::fmt;
use std::io;

use protocol::records::{BatchError, RecordError};
use protocol::{ApiKey, DecodeError, EncodeError, ErrorCode};

/// Why a call has no answer, or not the one hoped for.
#[derive(Debug)]
pub enum Error {
    /// The socket failed.
    Io(io::Error),
    /// Nothing, or not all, came within the connection's timeout. The connection is of no more use.
    Timeout,
    /// The broker closed the connection.
    Closed,
    /// The broker announced a frame of this size, which is negative or above the connection's bound.
    FrameSize(i32),
    /// Nothing was sent that could be answered.
    NothingPending,
    /// The answer is to another request than the one that waits.
    Correlation {
        /// Of the request that waits.
        expected: i32,
        /// In the answer.
        found: i32,
    },
    /// The answer that comes next is to another API or version than asked for.
    Api {
        /// What waits next.
        pending: (ApiKey, i16),
    },
    /// The answer cannot be read.
    Decode(DecodeError),
    /// The request cannot be written in this version.
    Encode(EncodeError),
    /// The broker and we have no version of this API in common.
    NoVersion(ApiKey),
    /// The broker answered with an error.
    Kafka {
        /// Its code.
        code: i16,
        /// What it says of it.
        message: Option<String>,
    },
    /// The answer lacks what was asked for.
    Missing(&'static str),
    /// A batch in an answer is broken.
    Batch(BatchError),
    /// A record in an answer is broken.
    Record(RecordError),
    /// A compressed batch in an answer cannot be unpacked.
    Unpack,
}

impl Error {
    /// The broker's error code, if it answered with one.
    #[must_use]
    pub fn code(&self) -> Option<i16> {
        match self {
            Self::Kafka { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// Makes an error of a code other than 0.
    pub(crate) fn of_code(code: i16, message: Option<&str>) -> Result<(), Self> {
        if code == 0 { Ok(()) } else { Err(Self::Kafka { code, message: message.map(str::to_owned) }) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the connection failed: {error}"),
            Self::Timeout => f.write_str("no answer in time"),
            Self::Closed => f.write_str("the broker closed the connection"),
            Self::FrameSize(size) => write!(f, "the broker announced a frame of {size} bytes"),
            Self::NothingPending => f.write_str("no request waits for an answer"),
            Self::Correlation { expected, found } => {
                write!(f, "the answer is to request {found}, not {expected}")
            }
            Self::Api { pending: (key, version) } => {
                write!(f, "the next answer is to {} version {version}", key.name())
            }
            Self::Decode(error) => write!(f, "the answer cannot be read: {error:?}"),
            Self::Encode(error) => write!(f, "the request cannot be written: {error:?}"),
            Self::NoVersion(key) => {
                write!(f, "the broker serves no version of {} that is known here", key.name())
            }
            Self::Kafka { code, message } => {
                let name =
                    ErrorCode::all().find(|known| known.code() == *code).map_or("unknown", ErrorCode::name);
                write!(f, "{name} ({code})")?;
                message.as_ref().map_or(Ok(()), |message| write!(f, ": {message}"))
            }
            Self::Missing(what) => write!(f, "the answer has no {what}"),
            Self::Batch(error) => write!(f, "a batch is broken: {error:?}"),
            Self::Record(error) => write!(f, "a record is broken: {error:?}"),
            Self::Unpack => f.write_str("a batch cannot be unpacked"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => Self::Timeout,
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Io(error),
        }
    }
}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        Self::Decode(error)
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}
