//! The machine a run was made on: what it is, who used its CPUs meanwhile, and the state of its page cache.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::sys;

/// What a reader has to know to compare numbers.
#[must_use]
pub fn environment(dir: &Path) -> Value {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_once(':')).map_or("unknown", |(_, value)| value.trim())
    };
    let (filesystem, options, device) = mount_of(dir).unwrap_or_default();
    let read = |path: String| fs::read_to_string(path).map(|text| text.trim().to_owned()).ok();
    json!({
        "cpu": field("model name"),
        "cpus": cpuinfo.lines().filter(|line| line.starts_with("processor")).count(),
        "memory_mib": meminfo("MemTotal") / 1024,
        "kernel": read("/proc/sys/kernel/osrelease".into()),
        "governor": read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor".into()),
        "filesystem": filesystem,
        "mount": options,
        "read_ahead_kib": read(format!("/sys/dev/block/{device}/queue/read_ahead_kb")),
    })
}

/// Filesystem, options and device number of the mount a folder lies on.
fn mount_of(dir: &Path) -> Option<(String, String, String)> {
    let dir = dir.canonicalize().ok()?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let rows = mounts.lines().filter_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        let left: Vec<&str> = left.split(' ').collect();
        let right: Vec<&str> = right.split(' ').collect();
        dir.starts_with(left.get(4)?).then(|| {
            (left[4].len(), right[0].to_owned(), right.last().unwrap_or(&"").to_string(), left[2].to_owned())
        })
    });
    rows.max_by_key(|row| row.0).map(|(_, filesystem, options, device)| (filesystem, options, device))
}

/// Kilobytes.
fn meminfo(name: &str) -> u64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find(|line| line.split(':').next() == Some(name));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Time that CPUs spent, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuTime {
    /// The process under test, all its threads.
    pub server: f64,
    /// This process.
    pub generator: f64,
    /// All that was not idle.
    pub busy: f64,
    /// Taken by the host.
    pub steal: f64,
    /// All of it.
    pub total: f64,
}

impl CpuTime {
    /// Up to now.
    #[must_use]
    pub fn now(server: u32) -> Self {
        let ticks = sys::ticks_per_second() as f64;
        let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
        let numbers: Vec<f64> = stat
            .lines()
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .skip(1)
            .take(8)
            .filter_map(|number| number.parse().ok())
            .collect();
        let total: f64 = numbers.iter().sum();
        // user nice system idle iowait irq softirq steal
        let idle = numbers.get(3).unwrap_or(&0.0) + numbers.get(4).unwrap_or(&0.0);
        let steal = numbers.get(7).copied().unwrap_or(0.0);
        Self {
            server: process_ticks(&server.to_string()) / ticks,
            generator: process_ticks("self") / ticks,
            busy: (total - idle - steal) / ticks,
            steal: steal / ticks,
            total: total / ticks,
        }
    }

    /// What was spent since.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        Self {
            server: self.server - before.server,
            generator: self.generator - before.generator,
            busy: self.busy - before.busy,
            steal: self.steal - before.steal,
            total: self.total - before.total,
        }
    }

    /// The part that went to neither side, of all there was. The kernel's own threads are in it: write-back above all.
    #[must_use]
    pub fn foreign_share(&self) -> f64 {
        ((self.busy - self.server - self.generator) / self.total.max(0.01)).max(0.0)
    }

    /// The part that the host took.
    #[must_use]
    pub fn steal_share(&self) -> f64 {
        self.steal / self.total.max(0.01)
    }
}

fn process_ticks(pid: &str) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name, in parentheses, may hold anything.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    fields.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum()
}

/// Resident memory of a process, in kilobytes.
#[must_use]
pub fn resident_kib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Keeps the page cache full of clean pages, so that a write recycles one instead of asking the host for memory that
/// was given back to it, which is three times as dear.
///
/// The pages are those of a file without blocks: reading its holes fills the cache and costs no disk.
#[derive(Debug)]
pub struct PageCache {
    path: PathBuf,
    file: fs::File,
    at: u64,
}

/// How little memory stays free.
const FREE_KIB: u64 = 1024 * 1024;
const HOLE_SIZE: u64 = 1 << 40;
/// How much is read between two looks at what is free.
const STEP_SIZE: u64 = 1 << 30;

impl PageCache {
    /// Nothing is read yet.
    pub fn new(dir: &Path) -> io::Result<Self> {
        let path = dir.join("hole");
        let file = fs::File::options().create(true).truncate(true).read(true).write(true).open(&path)?;
        file.set_len(HOLE_SIZE)?;
        Ok(Self { path, file, at: 0 })
    }

    /// Fills what is free, or as much as this process is allowed to have: then reading more frees as much as it takes.
    pub fn fill(&mut self) -> io::Result<()> {
        let mut buffer = vec![0; 4 << 20];
        let mut free = meminfo("MemFree");
        while free > FREE_KIB {
            for _ in 0..STEP_SIZE / buffer.len() as u64 {
                if self.at + buffer.len() as u64 > HOLE_SIZE {
                    self.at = 0;
                }
                self.file.seek(SeekFrom::Start(self.at))?;
                self.file.read_exact(&mut buffer)?;
                self.at += buffer.len() as u64;
            }
            let left = meminfo("MemFree");
            if left + STEP_SIZE / 1024 / 4 > free {
                break;
            }
            free = left;
        }
        Ok(())
    }
}

impl Drop for PageCache {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Year, month, day, hour and minute in UTC.
#[must_use]
pub fn date(seconds: i64) -> (i64, i64, i64, i64, i64) {
    // Days from civil, backwards: eras of 400 years that begin in March.
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let second_of_day = seconds.rem_euclid(86_400);
    (year, month, day, second_of_day / 3600, second_of_day / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), (1970, 1, 1, 0, 0));
        assert_eq!(date(951_782_400), (2000, 2, 29, 0, 0));
        assert_eq!(date(1_767_225_540), (2025, 12, 31, 23, 59));
    }

    #[test]
    fn time_of_this_process_is_counted() {
        let before = CpuTime::now(std::process::id());
        assert!(before.total > 0.0 && before.busy > 0.0 && before.server >= 0.0);
        assert!(resident_kib(std::process::id()) > 0);
    }
}
