//! Both clocks, and when the machine was started. The only place of this crate that reads them.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use protocol::{Mono, Now, Timestamp};

/// Where the monotonic clock of this process starts; the same for all cores.
static START: OnceLock<Instant> = OnceLock::new();

/// The monotonic clock.
#[must_use]
pub fn mono() -> Mono {
    let start = START.get_or_init(Instant::now);
    Mono(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
}

/// Both clocks.
#[must_use]
pub fn now() -> Now {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as i64);
    Now { mono: mono(), wall: Timestamp(wall) }
}

/// When the operating system was started, by the wall clock; `None` where it does not say.
#[must_use]
pub fn system_start() -> Option<Timestamp> {
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    let seconds = stat.lines().find_map(|line| line.strip_prefix("btime "))?;
    Some(Timestamp(seconds.trim().parse::<i64>().ok()?.checked_mul(1000)?))
}
