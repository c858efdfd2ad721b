//! `perf`: the load generator, the bare server and the side-by-side rig as one program.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use perf::sys::Cpus;
use perf::work::{Shape, Work};

const HELP: &str = "\
perf side-by-side [--quick] [--rounds N] [--seconds S] [--servers bare,corelog,kafka] [--works LIST]
                  [--binary FILE] [--dir DIR] [--no-preheat] [--note TEXT]
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
    let run = match args.first().map(String::as_str) {
        Some("bare") => bare(&args[1..]),
        Some("load") => load(&args[1..]),
        Some("--help" | "-h") => {
            print!("{HELP}");
            Ok(())
        }
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
