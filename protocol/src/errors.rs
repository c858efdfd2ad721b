//! Kafka's error codes as an enum.

use crate::generated::error_code::ERRORS;
pub use crate::generated::error_code::ErrorCode;

/// What is known of one code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ErrorInfo {
    pub(crate) code: ErrorCode,
    pub(crate) name: &'static str,
    pub(crate) retriable: bool,
    pub(crate) invalid_metadata: bool,
}

impl ErrorCode {
    /// All codes in order, from -1.
    pub fn all() -> impl Iterator<Item = Self> {
        ERRORS.iter().map(|info| info.code)
    }

    fn info(self) -> &'static ErrorInfo {
        &ERRORS[(self as i16 + 1) as usize]
    }

    /// Its number on the wire.
    #[must_use]
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Its name as Kafka writes it: `NOT_LEADER_OR_FOLLOWER`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether a client tries again by itself.
    #[must_use]
    pub fn retriable(self) -> bool {
        self.info().retriable
    }

    /// Whether a client fetches metadata anew before it tries again.
    #[must_use]
    pub fn invalid_metadata(self) -> bool {
        self.info().invalid_metadata
    }

    /// Whether it is no error.
    #[must_use]
    pub const fn is_none(self) -> bool {
        matches!(self, Self::None)
    }
}

impl From<ErrorCode> for i16 {
    fn from(code: ErrorCode) -> Self {
        code as i16
    }
}

impl TryFrom<i16> for ErrorCode {
    /// The number that is no code.
    type Error = i16;

    fn try_from(code: i16) -> Result<Self, i16> {
        usize::try_from(i32::from(code) + 1)
            .ok()
            .and_then(|index| ERRORS.get(index))
            .map(|info| info.code)
            .ok_or(code)
    }
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_dense_and_found_by_their_number() {
        for (index, code) in ErrorCode::all().enumerate() {
            assert_eq!(code.code(), index as i16 - 1);
            assert_eq!(ErrorCode::try_from(code.code()), Ok(code));
        }
        assert_eq!(ErrorCode::try_from(-2), Err(-2));
        assert_eq!(ErrorCode::try_from(i16::MAX), Err(i16::MAX));
        assert_eq!(ErrorCode::NotLeaderOrFollower.code(), 6);
        assert_eq!(ErrorCode::NotLeaderOrFollower.name(), "NOT_LEADER_OR_FOLLOWER");
        assert!(ErrorCode::NotLeaderOrFollower.retriable() && !ErrorCode::OffsetOutOfRange.retriable());
    }
}
