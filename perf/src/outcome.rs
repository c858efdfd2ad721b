//! What one piece of work came to: counts, time, and a histogram of latencies.

use hdrhistogram::Histogram;

use crate::clock::SECOND;

/// See the module's comment. Only what was answered inside the measured time counts.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Requests answered.
    pub requests: u64,
    /// Records written or read.
    pub records: u64,
    /// Bytes of batches written or read.
    pub bytes: u64,
    /// How long was measured, in nanoseconds.
    pub elapsed: u64,
    /// In microseconds, 1 us to 60 s, three digits.
    pub latencies: Histogram<u64>,
    /// How many requests a second there should have been; nothing with a closed loop.
    pub target_rate: Option<f64>,
}

impl Default for Outcome {
    fn default() -> Self {
        let latencies = Histogram::new_with_bounds(1, 60_000_000, 3).expect("the bounds are sound");
        Self { requests: 0, records: 0, bytes: 0, elapsed: 0, latencies, target_rate: None }
    }
}

impl Outcome {
    /// Counts one answer; the latency is in nanoseconds.
    pub fn count(&mut self, records: u64, bytes: u64, latency: u64) {
        self.requests += 1;
        self.records += records;
        self.bytes += bytes;
        self.latencies.saturating_record((latency / 1000).max(1));
    }

    /// Per second.
    #[must_use]
    pub fn per_second(&self, count: u64) -> f64 {
        count as f64 * SECOND as f64 / self.elapsed.max(1) as f64
    }

    /// Megabytes (of a million) of batches a second.
    #[must_use]
    pub fn megabytes_per_second(&self) -> f64 {
        self.per_second(self.bytes) / 1e6
    }

    /// Answers a second.
    #[must_use]
    pub fn requests_per_second(&self) -> f64 {
        self.per_second(self.requests)
    }

    /// A quantile of the latencies, in microseconds.
    #[must_use]
    pub fn quantile(&self, quantile: f64) -> u64 {
        self.latencies.value_at_quantile(quantile)
    }

    /// Whether an open loop was held: below 99 % of the rate a latency says nothing.
    #[must_use]
    pub fn held_rate(&self) -> bool {
        self.target_rate.is_none_or(|target| self.requests_per_second() >= 0.99 * target)
    }

    /// One line for a person.
    #[must_use]
    pub fn line(&self) -> String {
        let held = if self.held_rate() { "" } else { "  RATE NOT HELD" };
        format!(
            "{:>9.0} req/s {:>8.1} MB/s  p50 {} p99 {} p99.9 {} p99.99 {} max {} us{held}",
            self.requests_per_second(),
            self.megabytes_per_second(),
            self.quantile(0.5),
            self.quantile(0.99),
            self.quantile(0.999),
            self.quantile(0.9999),
            self.latencies.max(),
        )
    }
}
