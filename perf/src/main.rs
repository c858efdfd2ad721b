//! `perf`: the load generator, the bare server and the side-by-side rig as one program.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use perf::rig::{self, Comparison};
use perf::servers::{self, Server};
use perf::sys::Cpus;
use perf::work::{self, Shape, Work};

const HELP: &str = "\
perf side-by-side [--quick] [--rounds N] [--seconds S] [--servers bare,corelog,kafka] [--works LIST]
                  [--binary FILE] [--dir DIR] [--no-preheat] [--no-save] [--note TEXT]
        Corelog and Apache Kafka on the same work with the bare server beside them, server on CPU 0 and generator
        on CPU 1; writes a table to perf/results
perf load WORK --at HOST:PORT [--seconds S] [--cpu N] [--connections N] [--in-flight N] [--partitions N]
                  [--records N] [--value-size N] [--rate N] [--idempotent]
        one piece of work (large, small, single, fetch, end-to-end) against whoever listens there
perf bare --port N --dir DIR [--cpu N]
        the bare server: the roofline, not a product
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let asks_for_help = args.iter().any(|arg| arg == "--help" || arg == "-h");
    let run = match args.first().map(String::as_str) {
        _ if asks_for_help => {
            print!("{HELP}");
            Ok(())
        }
        Some("side-by-side") => side_by_side(&args[1..]),
        Some("bare") => bare(&args[1..]),
        Some("load") => load(&args[1..]),
        _ => Err(io::Error::other(HELP)),
    };
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("perf: {error}");
            ExitCode::from(1)
        }
    }
}

/// Options by name; those without a value get an empty one.
struct Options<'a> {
    args: &'a [String],
}

impl Options<'_> {
    fn has(&self, name: &str) -> bool {
        self.args.iter().any(|arg| arg == name)
    }

    fn text(&self, name: &str) -> Option<&str> {
        let at = self.args.iter().position(|arg| arg == name)?;
        self.args.get(at + 1).map(String::as_str)
    }

    fn number<T: std::str::FromStr>(&self, name: &str) -> io::Result<Option<T>> {
        let Some(text) = self.text(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| io::Error::other(format!("{name} wants a number, not '{text}'")))
    }

    fn required<T: std::str::FromStr>(&self, name: &str) -> io::Result<T> {
        self.number(name)?.ok_or_else(|| io::Error::other(format!("{name} is missing\n\n{HELP}")))
    }
}

fn bare(args: &[String]) -> io::Result<()> {
    let options = Options { args };
    if let Some(cpu) = options.number("--cpu")? {
        Cpus::one(cpu).enter()?;
    }
    perf::bare::serve(options.required("--port")?, options.required::<PathBuf>("--dir")?)
}

fn load(args: &[String]) -> io::Result<()> {
    let options = Options { args };
    let work = args.first().and_then(|name| Work::of_name(name)).ok_or_else(|| io::Error::other(HELP))?;
    if let Some(cpu) = options.number("--cpu")? {
        Cpus::one(cpu).enter()?;
    }
    let shape = Shape {
        connections: options.number("--connections")?.unwrap_or(0),
        in_flight: options.number("--in-flight")?.unwrap_or(0),
        partitions: options.number("--partitions")?.unwrap_or(0),
        records: options.number("--records")?.unwrap_or(0),
        value_size: options.number("--value-size")?.unwrap_or(0),
        rate: options.number("--rate")?.unwrap_or(0.0),
        idempotent: options.has("--idempotent"),
    };
    let seconds = options.number("--seconds")?.unwrap_or(5.0);
    let outcome = work.run(options.required("--at")?, seconds, &shape, &mut |_| {})?;
    println!("{:<12}{}", work.name(), outcome.line());
    Ok(())
}

fn side_by_side(args: &[String]) -> io::Result<()> {
    let options = Options { args };
    let is_quick = options.has("--quick");
    let list = |name: &str| options.text(name).map(|text| text.split(',').collect::<Vec<_>>());
    let unknown = |word: &&str| io::Error::other(format!("'{word}' is unknown\n\n{HELP}"));
    let works = match list("--works") {
        Some(names) => names
            .iter()
            .map(|name| Work::of_name(name).ok_or_else(|| unknown(name)))
            .collect::<io::Result<_>>()?,
        None => work::ALL.to_vec(),
    };
    let servers = match list("--servers") {
        Some(names) => {
            let named = |name: &&str| servers::ALL.into_iter().find(|server: &Server| server.name() == *name);
            names.iter().map(|name| named(name).ok_or_else(|| unknown(name))).collect::<io::Result<_>>()?
        }
        None => servers::ALL.to_vec(),
    };
    let repository = rig::repository();
    let folder = options.text("--dir").map_or_else(std::env::temp_dir, PathBuf::from);
    let dir = folder.join(format!("corelog-perf-{}", std::process::id()));
    let comparison = Comparison {
        servers,
        works,
        rounds: options.number("--rounds")?.unwrap_or(if is_quick { 1 } else { 3 }),
        seconds: options.number("--seconds")?.unwrap_or(if is_quick { 2.0 } else { 8.0 }),
        warm_seconds: 20.0,
        corelog: options.text("--binary").map_or(repository.join("target/release/corelog"), PathBuf::from),
        kafka: repository.join("tests/compat/peer/kafka"),
        preheat: !options.has("--no-preheat"),
        note: options.text("--note").unwrap_or_default().to_owned(),
        dir: dir.clone(),
    };
    let report = rig::compare(&comparison);
    let removed = std::fs::remove_dir_all(&dir);
    let report = report?;
    removed?;
    println!("\n{}", report.markdown());
    if options.has("--no-save") {
        return Ok(());
    }
    let path = report.save(&repository.join("perf/results"))?;
    println!("saved as {}", path.display());
    Ok(())
}
