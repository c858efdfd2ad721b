//! Real clients and a real Kafka against the built binary: one line per check, one closing line.
//!
//!   compat cases    the Python cases of `cases/served.txt`
//!   compat answers  a long list of requests, each answer compared with Apache Kafka 4.4.0's
//!   compat clients  every client library, codec, backend and number of shards; kill -9 in the middle
//!   compat smoke    kcat and every client library, each step of their smoke programs that needs nothing unbuilt
//!   compat suites   public test suites of clients, the tests of `suites/`
//!   compat exchange one directory in the hands of Kafka and of the binary in turn
//!   compat books    the same with books of every record, on either side killed in the middle of writing; part of `exchange`
//!   compat tools    Kafka's console tools, line by line what they print against Apache Kafka 4.4.0
//!   compat node     start, stop, kill of one node by its folder, for scripts
//!
//! `--full` takes every cell. Needs what `peer/README.md` lists; the binary is `CORELOG_BIN`, or the one beside this program.

mod answers;
mod books;
mod cases;
mod clients;
mod detached;
mod exchange;
mod peer;
mod report;
mod smoke;
mod suites;
mod tools;

use std::path::PathBuf;
use std::process::ExitCode;

/// The folder with scripts and clients.
fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let is_full = args.iter().any(|a| a == "--full");
    let words: Vec<&str> = args.iter().map(String::as_str).filter(|a| *a != "--full").collect();
    let failed = match words.as_slice() {
        ["cases", only @ ..] => cases::run(only, is_full),
        ["answers", only @ ..] => answers::run(only),
        ["clients", only @ ..] => clients::run(only, is_full),
        ["smoke", only @ ..] => smoke::run(only, is_full),
        ["suites", only @ ..] => suites::run(only),
        ["exchange"] => exchange::run() + books::run(),
        ["books"] => books::run(),
        ["tools", only @ ..] => tools::run(only),
        ["node", what, folder] => return detached::command(what, folder.as_ref()),
        _ => {
            eprintln!(
                "compat cases|answers|clients|smoke|suites|exchange|books|tools [--full] [NAME...], or compat node start|stop|kill FOLDER"
            );
            return ExitCode::from(2);
        }
    };
    ExitCode::from(u8::from(failed > 0))
}
