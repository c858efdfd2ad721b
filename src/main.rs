//! The `corelog` binary: what was asked for, the right call, an exit code.
//!
//! Called through a link named like one of Kafka's scripts, it behaves as that script. Signals are blocked before any
//! thread exists, so that every thread inherits the mask and only the signal thread sees them.

mod bootstrap;
mod cli;
mod development;
mod format;
mod log;
mod log_dirs;
mod meta_properties;
mod node;
mod os;
mod settings;
mod signal;
mod stop;
mod storage_tool;

use cli::Command;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().map(|a| a.to_string_lossy().into_owned());
    let name = args.next().unwrap_or_default();
    let command = match cli::parse(&name, args) {
        Ok(command) => command,
        Err(refused) => {
            eprintln!("{refused}");
            return ExitCode::from(1);
        }
    };
    let code = match command {
        Command::Help(text) => {
            print!("{text}");
            0
        }
        Command::Version => {
            println!("corelog {} (Apache Kafka {})", env!("CARGO_PKG_VERSION"), settings::KAFKA_VERSION);
            0
        }
        Command::Develop(options) => start(development::prepare(&options.overrides), &options),
        Command::Start { file, options } => start(settings::load(&file, &options.overrides), &options),
        Command::Stop(wanted) => stop::run(&wanted),
        Command::Storage(command) => storage_tool::run(&command),
    };
    ExitCode::from(code)
}

fn start(settings: Result<settings::Settings, String>, options: &cli::StartOptions) -> u8 {
    if let Err(why) = log::init(options.log_level, options.log_format) {
        eprintln!("{why}");
        return 1;
    }
    signal::block();
    if options.is_daemon {
        return node::detach();
    }
    match settings {
        Ok(settings) => node::run_node(settings),
        Err(why) => {
            log::error(&why, &[]);
            1
        }
    }
}
