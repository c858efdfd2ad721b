//! What a comparison came to: medians and ranges, the table of floors, everything as JSON.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::machine::{self, CpuTime};
use crate::outcome::Outcome;
use crate::servers::{ALL, KAFKA_HEAP, KAFKA_OPTIONS, KAFKA_VERSION, Server};
use crate::work::Work;

/// One piece of work of one server in one round.
#[derive(Clone, Debug)]
pub struct Sample {
    pub server: Server,
    pub work: Work,
    pub round: usize,
    pub outcome: Outcome,
    /// Spent while it was measured.
    pub cpu: CpuTime,
}

/// One start of one server.
#[derive(Clone, Debug)]
pub struct Start {
    pub server: Server,
    pub round: usize,
    /// Nanoseconds to the answer to ApiVersions.
    pub first_answer: u64,
    /// To the first Metadata that lists the broker.
    pub first_metadata: u64,
    /// Resident, idle.
    pub resident_kib: u64,
}

/// See the module's comment.
#[derive(Clone, Debug)]
pub struct Report {
    pub began_ms: i64,
    pub environment: Value,
    pub rounds: usize,
    pub seconds: f64,
    pub note: String,
    pub samples: Vec<Sample>,
    pub starts: Vec<Start>,
    /// What could not be measured, and why.
    pub failures: Vec<String>,
}

/// A row of the table: what is compared, which way is better, and what is wanted of it.
struct Measure {
    title: String,
    unit: &'static str,
    is_rate: bool,
    /// How many times better than Kafka at least.
    floor: Option<f64>,
    /// By server, sorted.
    values: [Vec<f64>; 3],
}

impl Sample {
    /// CPU seconds of the server per gigabyte (of a thousand million bytes).
    #[must_use]
    pub fn cpu_per_gigabyte(&self) -> f64 {
        self.cpu.server * 1e9 / (self.outcome.bytes as f64).max(1.0)
    }

    /// CPU seconds of the server per million requests.
    #[must_use]
    pub fn cpu_per_million(&self) -> f64 {
        self.cpu.server * 1e6 / (self.outcome.requests as f64).max(1.0)
    }

    /// How much of the measured time the generator worked.
    #[must_use]
    pub fn generator_share(&self) -> f64 {
        self.cpu.generator * 1e9 / (self.outcome.elapsed as f64).max(1.0)
    }

    /// One line for a person.
    #[must_use]
    pub fn line(&self) -> String {
        format!(
            "{:<8} {:<11} {}  cpu {:.2} s/GB {:.1} s/M  generator {:.0} % steal {:.1} % foreign {:.0} %",
            self.server.name(),
            self.work.name(),
            self.outcome.line(),
            self.cpu_per_gigabyte(),
            self.cpu_per_million(),
            100.0 * self.generator_share(),
            100.0 * self.cpu.steal_share(),
            100.0 * self.cpu.foreign_share(),
        )
    }
}

impl Start {
    /// One line for a person.
    #[must_use]
    pub fn line(&self) -> String {
        format!(
            "{:<8} start       first answer {:.1} ms, first metadata {:.1} ms, resident {:.1} MB",
            self.server.name(),
            self.first_answer as f64 / 1e6,
            self.first_metadata as f64 / 1e6,
            self.resident_kib as f64 / 1024.0,
        )
    }
}

impl Report {
    fn of_samples(&self, work: Work, value: impl Fn(&Sample) -> f64) -> [Vec<f64>; 3] {
        ALL.map(|server| {
            let samples = self.samples.iter().filter(|sample| sample.server == server && sample.work == work);
            sorted(samples.map(&value).collect())
        })
    }

    fn of_starts(&self, value: impl Fn(&Start) -> f64) -> [Vec<f64>; 3] {
        ALL.map(|server| {
            sorted(self.starts.iter().filter(|start| start.server == server).map(&value).collect())
        })
    }

    /// The rows that have a floor, and two more.
    fn measures(&self) -> Vec<Measure> {
        let rate = |work: Work, unit, floor, value: fn(&Sample) -> f64| Measure {
            title: work.title().to_owned(),
            unit,
            is_rate: true,
            floor: Some(floor),
            values: self.of_samples(work, value),
        };
        let time = |work: Work, name: &str, floor, value: fn(&Sample) -> f64| Measure {
            title: format!("{}, {name}", work.title()),
            unit: "us",
            is_rate: false,
            floor,
            values: self.of_samples(work, value),
        };
        let start = |title: &str, unit, floor, value: fn(&Start) -> f64| Measure {
            title: title.to_owned(),
            unit,
            is_rate: false,
            floor: Some(floor),
            values: self.of_starts(value),
        };
        vec![
            rate(Work::Large, "MB/s", 2.4, |sample| sample.outcome.megabytes_per_second()),
            rate(Work::Small, "requests/s", 8.0, |sample| sample.outcome.requests_per_second()),
            rate(Work::Fetch, "MB/s", 2.6, |sample| sample.outcome.megabytes_per_second()),
            time(Work::EndToEnd, "p99.9", Some(4.0), |sample| sample.outcome.quantile(0.999) as f64),
            start("start to first answer, empty", "ms", 200.0, |start| start.first_answer as f64 / 1e6),
            start("start to first Metadata with a broker", "ms", 200.0, |start| {
                start.first_metadata as f64 / 1e6
            }),
            start("resident memory, idle", "MB", 15.0, |start| start.resident_kib as f64 / 1024.0),
            time(Work::EndToEnd, "p50", None, |sample| sample.outcome.quantile(0.5) as f64),
            time(Work::EndToEnd, "p99", None, |sample| sample.outcome.quantile(0.99) as f64),
            time(Work::Single, "p50", None, |sample| sample.outcome.quantile(0.5) as f64),
            time(Work::Single, "p99", None, |sample| sample.outcome.quantile(0.99) as f64),
        ]
    }

    /// For a person.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        self.put_markdown(&mut text).expect("writing to a string does not fail");
        text
    }

    fn put_markdown(&self, out: &mut String) -> std::fmt::Result {
        let (year, month, day, hour, minute) = machine::date(self.began_ms / 1000);
        writeln!(out, "# Side by side, {year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC\n")?;
        if !self.note.is_empty() {
            writeln!(out, "{}\n", self.note)?;
        }
        writeln!(
            out,
            "Corelog and Apache Kafka {KAFKA_VERSION} (heap {KAFKA_HEAP}, `{KAFKA_OPTIONS}`, warmed up) on the same \
             `server.properties`, the bare server (the roofline: one thread, no broker) in the same minutes. Server on \
             CPU 0, generator on CPU 1, loopback. {} rounds in alternating order, {} s each, median and range.\n",
            self.rounds, self.seconds
        )?;
        writeln!(
            out,
            "| work | bare | Corelog | Kafka | times better than Kafka | floor | met? | of bare |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|---|")?;
        for measure in self.measures() {
            measure.put_row(out)?;
        }
        for failure in &self.failures {
            writeln!(out, "\nNot measured: {}", failure.lines().next().unwrap_or_default())?;
        }
        writeln!(out, "\n## What it cost\n")?;
        writeln!(
            out,
            "| work | server | CPU s per GB | CPU s per million requests | generator busy | steal | foreign |"
        )?;
        writeln!(out, "|---|---|---|---|---|---|---|")?;
        for work in crate::work::ALL {
            let costs: [[Vec<f64>; 3]; 5] = [
                self.of_samples(work, Sample::cpu_per_gigabyte),
                self.of_samples(work, Sample::cpu_per_million),
                self.of_samples(work, |sample| 100.0 * sample.generator_share()),
                self.of_samples(work, |sample| 100.0 * sample.cpu.steal_share()),
                self.of_samples(work, |sample| 100.0 * sample.cpu.foreign_share()),
            ];
            for (number, server) in ALL.into_iter().enumerate() {
                if let [Some(gigabyte), Some(million), Some(generator), Some(steal), Some(foreign)] =
                    costs.each_ref().map(|cost| median(&cost[number]))
                {
                    writeln!(
                        out,
                        "| {} | {} | {gigabyte:.2} | {million:.1} | {generator:.0} % | {steal:.1} % | {foreign:.0} % |",
                        work.name(),
                        server.name(),
                    )?;
                }
            }
        }
        writeln!(
            out,
            "\nForeign is what neither side used of both CPUs, the kernel's write-back included. A rate says something of \
             the server while the generator is below 67 % busy or the server's CPU is full; latencies of a rate that was \
             not held are void.\n"
        )?;
        self.put_latencies(out)?;
        writeln!(out, "\n## The machine\n\n```json\n{:#}\n```", self.environment)
    }

    fn put_latencies(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "## Latencies\n")?;
        writeln!(out, "In microseconds, of every round.\n")?;
        writeln!(out, "| work | server | round | p50 | p99 | p99.9 | p99.99 | max | requests/s |")?;
        writeln!(out, "|---|---|---|---|---|---|---|---|---|")?;
        for sample in &self.samples {
            let outcome = &sample.outcome;
            writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {} | {} | {:.0}{} |",
                sample.work.name(),
                sample.server.name(),
                sample.round + 1,
                outcome.quantile(0.5),
                outcome.quantile(0.99),
                outcome.quantile(0.999),
                outcome.quantile(0.9999),
                outcome.latencies.max(),
                outcome.requests_per_second(),
                if outcome.held_rate() { "" } else { ", not held" },
            )?;
        }
        Ok(())
    }

    /// For a program.
    #[must_use]
    pub fn json(&self) -> Value {
        let samples = self.samples.iter().map(|sample| {
            let outcome = &sample.outcome;
            let steps = outcome.latencies.iter_quantiles(2);
            let quantiles = steps.map(|step| json!([step.quantile_iterated_to(), step.value_iterated_to()]));
            json!({
                "server": sample.server.name(),
                "work": sample.work.name(),
                "round": sample.round,
                "requests": outcome.requests,
                "records": outcome.records,
                "bytes": outcome.bytes,
                "elapsed_ns": outcome.elapsed,
                "held_rate": outcome.held_rate(),
                "server_cpu_s": sample.cpu.server,
                "generator_cpu_s": sample.cpu.generator,
                "busy_s": sample.cpu.busy,
                "steal_s": sample.cpu.steal,
                "total_s": sample.cpu.total,
                "latency_us": quantiles.collect::<Vec<_>>(),
            })
        });
        let starts = self.starts.iter().map(|start| {
            json!({
                "server": start.server.name(),
                "round": start.round,
                "first_answer_ns": start.first_answer,
                "first_metadata_ns": start.first_metadata,
                "resident_kib": start.resident_kib,
            })
        });
        json!({
            "began_ms": self.began_ms,
            "note": self.note,
            "environment": self.environment,
            "kafka": { "version": KAFKA_VERSION, "heap": KAFKA_HEAP, "options": KAFKA_OPTIONS },
            "seconds": self.seconds,
            "starts": starts.collect::<Vec<_>>(),
            "samples": samples.collect::<Vec<_>>(),
            "failures": self.failures,
        })
    }

    /// Writes both forms, named after the minute; where.
    pub fn save(&self, folder: &Path) -> io::Result<PathBuf> {
        fs::create_dir_all(folder)?;
        let (year, month, day, hour, minute) = machine::date(self.began_ms / 1000);
        let stem = format!("{year}-{month:02}-{day:02}-{hour:02}{minute:02}");
        fs::write(folder.join(format!("{stem}.json")), format!("{}\n", self.json()))?;
        let path = folder.join(format!("{stem}.md"));
        fs::write(&path, self.markdown())?;
        Ok(path)
    }
}

impl Measure {
    fn put_row(&self, out: &mut String) -> std::fmt::Result {
        let [bare, corelog, kafka] = &self.values;
        let better = |of: &[f64], than: &[f64]| {
            let (of, than) = (median(of)?, median(than)?);
            Some(if self.is_rate { of / than } else { than / of })
        };
        let ratio = better(corelog, kafka);
        let is_clear = match (corelog.first().zip(corelog.last()), kafka.first().zip(kafka.last())) {
            (Some((a, b)), Some((c, d))) => b < c || d < a,
            _ => false,
        };
        let met = match (ratio, self.floor) {
            (Some(_), Some(_)) if !is_clear => "ranges overlap",
            (Some(ratio), Some(floor)) if ratio >= floor => "yes",
            (Some(_), Some(_)) => "no",
            _ => "",
        };
        writeln!(
            out,
            "| {} ({}) | {} | {} | {} | {} | {} | {met} | {} |",
            self.title,
            self.unit,
            range(bare),
            range(corelog),
            range(kafka),
            ratio.map_or(String::new(), |ratio| format!("{ratio:.1}")),
            self.floor.map_or(String::new(), |floor| format!("{floor}")),
            better(corelog, bare).map_or(String::new(), |part| format!("{:.0} %", 100.0 * part)),
        )
    }
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// Of sorted values.
fn median(values: &[f64]) -> Option<f64> {
    let upper = *values.get(values.len() / 2)?;
    let lower = *values.get((values.len() - 1) / 2)?;
    Some((lower + upper) / 2.0)
}

fn range(values: &[f64]) -> String {
    let (Some(middle), Some(&low), Some(&high)) = (median(values), values.first(), values.last()) else {
        return String::new();
    };
    let show = |value: f64| if value < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    if values.len() == 1 { show(middle) } else { format!("{} ({}..{})", show(middle), show(low), show(high)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(server: Server, round: usize, bytes: u64) -> Sample {
        let mut outcome = Outcome { elapsed: 1_000_000_000, ..Outcome::default() };
        outcome.count(60, bytes, 1000);
        Sample { server, work: Work::Large, round, outcome, cpu: CpuTime::default() }
    }

    #[test]
    fn a_floor_is_met_only_by_medians_whose_ranges_do_not_overlap() {
        let mut report = Report {
            began_ms: 0,
            environment: json!({}),
            rounds: 2,
            seconds: 1.0,
            note: String::new(),
            samples: vec![
                sample(Server::Corelog, 0, 500_000_000),
                sample(Server::Corelog, 1, 700_000_000),
                sample(Server::Kafka, 0, 200_000_000),
                sample(Server::Kafka, 1, 220_000_000),
            ],
            starts: Vec::new(),
            failures: Vec::new(),
        };
        let row = |report: &Report| {
            report.markdown().lines().find(|line| line.contains("60 records")).map(str::to_owned)
        };
        let met = row(&report).expect("a row");
        assert!(met.contains("| 600 (500..700) | 210 (200..220) | 2.9 | 2.4 | yes |"), "{met}");
        report.samples.push(sample(Server::Kafka, 2, 600_000_000));
        let overlapping = row(&report).expect("a row");
        assert!(overlapping.contains("ranges overlap"), "{overlapping}");
    }
}
