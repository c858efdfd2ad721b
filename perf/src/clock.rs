//! Time as the generator counts it: nanoseconds since the process asked first, and the wall clock for records.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

static BEGIN: OnceLock<Instant> = OnceLock::new();

/// Nanoseconds since the first call.
#[must_use]
pub fn now() -> u64 {
    BEGIN.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Milliseconds since 1970, as record timestamps count.
#[must_use]
pub fn wall_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// A second.
pub const SECOND: u64 = 1_000_000_000;
