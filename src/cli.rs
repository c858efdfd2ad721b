//! The command line: arguments to a command, and the texts of help and usage.
//!
//! Invariant: nothing is read or written here; a wrong command line is a text to print, with exit code 1.

use crate::log::{Format, Level};

/// What was asked for.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// Print this text.
    Help(String),
    Version,
    /// No file: development mode.
    Develop(StartOptions),
    Start {
        file: String,
        options: StartOptions,
    },
    Stop(Wanted),
    Storage(Storage),
}

/// Options of both ways to start.
#[derive(Debug, Default, PartialEq)]
pub struct StartOptions {
    /// Settings that win over the file's, in order.
    pub overrides: Vec<(String, String)>,
    pub log_level: Option<Level>,
    pub log_format: Option<Format>,
    /// Go on in the background.
    pub is_daemon: bool,
}

/// Which of the running nodes to stop; all of them when nothing is said.
#[derive(Debug, Default, PartialEq)]
pub struct Wanted {
    pub node_id: Option<String>,
    pub process_role: Option<String>,
}

/// The commands of Kafka's storage tool.
#[derive(Debug, PartialEq)]
pub enum Storage {
    Info { config: String },
    Format(FormatArgs),
    VersionMapping { release_version: Option<String> },
    FeatureDependencies { features: Vec<String> },
    RandomUuid,
}

/// Arguments of `storage format`.
#[derive(Debug, Default, PartialEq)]
pub struct FormatArgs {
    pub config: String,
    pub cluster_id: String,
    pub add_scram: Vec<String>,
    pub is_ignoring_formatted: bool,
    pub release_version: Option<String>,
    pub features: Vec<String>,
    pub voters: InitialVoters,
}

/// The three options that exclude each other, or none of them.
#[derive(Debug, Default, PartialEq)]
pub enum InitialVoters {
    #[default]
    Unsaid,
    Standalone,
    /// `--no-initial-controllers`: the node joins a quorum that others form.
    Absent,
    Given(String),
}

const HELP: &str = "\
corelog - a drop-in replacement for the Apache Kafka 4.4 broker

  corelog                                          development mode: on loopback, data in ./data
  corelog start FILE [--override KEY=VALUE]...     one node, with Kafka's own server.properties
  corelog stop [--node-id N] [--process-role ROLE] SIGTERM to the nodes of this binary, or those of that id or role
  corelog storage format -t CLUSTER_ID -c FILE ... formats the log directories; also: info, random-uuid,
                                                   version-mapping, feature-dependencies; --help of each
  corelog --version | --help

Also of the first two:
  --override KEY=VALUE    a setting that wins over the file's
  --log-level LEVEL       error, warn, info, debug (or CORELOG_LOG)
  --log-format FORMAT     human, logfmt, json (or CORELOG_LOG_FORMAT); human on a terminal, logfmt elsewhere

Links named kafka-server-start.sh, kafka-server-stop.sh and kafka-storage.sh behave as Kafka's scripts.
";

/// Kafka's words.
const SCRIPT_START_USAGE: &str =
    "USAGE: kafka-server-start.sh [-daemon] server.properties [--override property=value]*";

const START_USAGE: &str =
    "usage: corelog start [-daemon] FILE [--override KEY=VALUE]... [--log-level LEVEL] [--log-format FORMAT]";

const STOP_USAGE: &str = "\
usage: corelog stop [--node-id N] [--process-role ROLE]

Sends SIGTERM to the nodes that run this executable as this user; a node then shuts down in order, which the command does
not wait for. Also as kafka-server-stop.sh.

  --node-id N             only the node with this node.id
  --process-role ROLE     only nodes with this role, or with all of these: broker, controller, broker,controller

Exit code: 0 when something was asked to stop, 1 when there is nothing.
";

const STORAGE_USAGE: &str = "\
usage: kafka-storage [-h]
                     {info,format,version-mapping,feature-dependencies,random-uuid}
                     ...
";

const FORMAT_USAGE: &str = "\
usage: kafka-storage format [-h] --config CONFIG --cluster-id CLUSTER_ID
                     [--add-scram ADD_SCRAM] [--ignore-formatted]
                     [--release-version RELEASE_VERSION]
                     [--feature FEATURE] [--standalone |
                     --no-initial-controllers |
                     --initial-controllers INITIAL_CONTROLLERS]
";

const FORMAT_OPTIONS: &str = "
Formats the directories of log.dirs and metadata.log.dir in CONFIG. Do it once, before the first start.

  -h, --help              this text
  --config, -c CONFIG     the server.properties of the node
  --cluster-id, -t CLUSTER_ID
                          the id of the cluster, the same on all its nodes: one that random-uuid gave
  --standalone, -s        a quorum of this node alone; not with controller.quorum.voters
  --initial-controllers, -I INITIAL_CONTROLLERS
                          a quorum of these: id@host:port:directory-id,...
  --no-initial-controllers, -N
                          the node joins a quorum that others form
  --release-version, -r RELEASE_VERSION
                          the release whose features are on, such as 4.0; the newest where it is not given
  --feature, -f FEATURE   a feature at another level, NAME=LEVEL; may be given again
  --ignore-formatted, -g  leave formatted directories as they are, and format the others
  --add-scram, -S ADD_SCRAM
                          refused: SASL is not built yet

One of -s, -I and -N is needed on a controller, unless controller.quorum.voters is set.
";

/// What follows the usage of the other commands of the tool.
const STORAGE_OPTIONS: [(&str, &str); 4] = [
    ("info", "\nSays whether the directories of CONFIG are formatted, and for whom.\n"),
    (
        "version-mapping",
        "\nSays which levels of features a release has, such as 4.0; the newest where it is not given.\n",
    ),
    ("feature-dependencies", "\nSays what a feature at a level needs: NAME=LEVEL. May be given again.\n"),
    ("random-uuid", "\nPrints a new id for a cluster.\n"),
];

/// The names of Kafka's scripts that are answered to.
const SCRIPTS: [&str; 3] = ["kafka-server-start.sh", "kafka-server-stop.sh", "kafka-storage.sh"];

/// Reads the command line. `name` is how the program was called, path and all.
pub fn parse(name: &str, args: impl Iterator<Item = String>) -> Result<Command, String> {
    let mut args = args.collect::<Vec<_>>().into_iter();
    match name.rsplit('/').next().unwrap_or_default() {
        "kafka-server-start.sh" => return start(args, true),
        "kafka-server-stop.sh" => return stop(args),
        "kafka-storage.sh" => return storage(args),
        other if other.starts_with("kafka-") && other.ends_with(".sh") => {
            return Err(format!(
                "corelog: it does not stand in for {other}, only for {}. Use Kafka's own tool of that name.",
                SCRIPTS.join(", ")
            ));
        }
        _ => {}
    }
    let first = args.as_slice().first().cloned();
    match first.as_deref() {
        Some("--help" | "-h" | "help") => Ok(Command::Help(HELP.to_string())),
        Some("--version" | "-V" | "version") => Ok(Command::Version),
        Some("start") => start(args.by_ref().skip(1).collect::<Vec<_>>().into_iter(), false),
        Some("stop") => stop(args.by_ref().skip(1).collect::<Vec<_>>().into_iter()),
        Some("storage") => storage(args.by_ref().skip(1).collect::<Vec<_>>().into_iter()),
        Some(word) if !word.starts_with('-') => Err(format!("corelog: unknown command '{word}'\n\n{HELP}")),
        _ => {
            let mut options = StartOptions::default();
            while let Some(arg) = args.next() {
                if !start_option(&arg, &mut args, &mut options)? {
                    return Err(format!("corelog: unknown option '{arg}'\n\n{HELP}"));
                }
            }
            Ok(Command::Develop(options))
        }
    }
}

type Args = std::vec::IntoIter<String>;

/// One option of a start, with its value; false when it is none.
fn start_option(arg: &str, args: &mut Args, options: &mut StartOptions) -> Result<bool, String> {
    let (option, attached) = match arg.split_once('=') {
        Some((option, value)) if option.starts_with("--") => (option, Some(value.to_string())),
        _ => (arg, None),
    };
    let mut value = |name: &str| {
        attached.clone().or_else(|| args.next()).ok_or_else(|| format!("corelog: {name} wants a value"))
    };
    match option {
        "--override" => {
            let pair = value("--override")?;
            let (key, text) = pair
                .split_once('=')
                .filter(|(key, _)| !key.trim().is_empty())
                .ok_or_else(|| format!("corelog: --override wants KEY=VALUE, not '{pair}'"))?;
            options.overrides.push((key.trim().to_string(), text.trim().to_string()));
        }
        "--log-level" => {
            let text = value("--log-level")?;
            let wrong = || format!("corelog: --log-level {text}: must be one of {}", Level::CHOICES);
            options.log_level = Some(Level::parse(&text).ok_or_else(wrong)?);
        }
        "--log-format" => {
            let text = value("--log-format")?;
            let wrong = || format!("corelog: --log-format {text}: must be one of {}", Format::CHOICES);
            options.log_format = Some(Format::parse(&text).ok_or_else(wrong)?);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn start(mut args: Args, is_script: bool) -> Result<Command, String> {
    let (mut file, mut options) = (None, StartOptions::default());
    let usage = if is_script { SCRIPT_START_USAGE } else { START_USAGE };
    while let Some(arg) = args.next() {
        if arg == "-daemon" {
            options.is_daemon = true;
        } else if arg == "--help" || arg == "-h" {
            return Ok(Command::Help(if is_script { format!("{usage}\n") } else { HELP.to_string() }));
        } else if arg == "--version" {
            return Ok(Command::Version);
        } else if start_option(&arg, &mut args, &mut options)? {
        } else if file.is_none() && !arg.starts_with('-') {
            file = Some(arg);
        } else {
            return Err(format!("corelog: unexpected argument '{arg}'\n{usage}"));
        }
    }
    let file = file.ok_or_else(|| usage.to_string())?;
    Ok(Command::Start { file, options })
}

fn stop(mut args: Args) -> Result<Command, String> {
    let mut wanted = Wanted::default();
    while let Some(arg) = args.next() {
        let (option, attached) = match arg.split_once('=') {
            Some((option, value)) => (option, Some(value.to_string())),
            None => (arg.as_str(), None),
        };
        let slot = match option {
            "--node-id" => &mut wanted.node_id,
            "--process-role" => &mut wanted.process_role,
            "--help" | "-h" => return Ok(Command::Help(STOP_USAGE.to_string())),
            _ => return Err(format!("corelog: unexpected argument '{arg}'\n\n{STOP_USAGE}")),
        };
        let value =
            attached.or_else(|| args.next()).ok_or_else(|| format!("corelog: {option} wants a value"))?;
        *slot = Some(value);
    }
    if wanted.node_id.is_some() && wanted.process_role.is_some() {
        wanted.process_role = None; // Kafka's script: the node id wins
    }
    Ok(Command::Stop(wanted))
}

fn storage(mut args: Args) -> Result<Command, String> {
    let Some(command) = args.next() else {
        return Err(format!("{STORAGE_USAGE}kafka-storage: error: too few arguments"));
    };
    if matches!(command.as_str(), "-h" | "--help") {
        return Ok(Command::Help(STORAGE_USAGE.to_string()));
    }
    let usage = match command.as_str() {
        "format" => FORMAT_USAGE.to_string(),
        "info" => "usage: kafka-storage info [-h] --config CONFIG\n".to_string(),
        "version-mapping" => {
            "usage: kafka-storage version-mapping [-h]\n                     [--release-version RELEASE_VERSION]\n".to_string()
        }
        "feature-dependencies" => "usage: kafka-storage feature-dependencies [-h] --feature FEATURE\n".to_string(),
        "random-uuid" => "usage: kafka-storage random-uuid [-h]\n".to_string(),
        other => {
            return Err(format!(
                "{STORAGE_USAGE}kafka-storage: error: invalid choice: '{other}' (choose from 'info', 'format', \
                 'version-mapping', 'feature-dependencies', 'random-uuid')"
            ));
        }
    };
    let wrong = |why: &str| format!("{usage}kafka-storage: error: {why}");
    let mut config = None;
    let mut cluster_id = None;
    let mut format = FormatArgs::default();
    while let Some(arg) = args.next() {
        let (option, attached) = match arg.split_once('=') {
            Some((option, value)) if option.starts_with("--") => {
                (option.to_string(), Some(value.to_string()))
            }
            _ if arg.len() > 2 && arg.starts_with('-') && !arg.starts_with("--") => {
                (arg.chars().take(2).collect(), Some(arg.chars().skip(2).collect::<String>()))
            }
            _ => (arg.clone(), None),
        };
        if matches!(option.as_str(), "-h" | "--help") {
            let mut others = STORAGE_OPTIONS.iter().filter(|(name, _)| *name == command);
            return Ok(Command::Help(usage + others.next().map_or(FORMAT_OPTIONS, |(_, text)| text)));
        }
        let mut value = || {
            attached
                .clone()
                .or_else(|| args.next())
                .ok_or_else(|| wrong(&format!("argument {option}: expected one argument")))
        };
        match (command.as_str(), option.as_str()) {
            ("info" | "format", "--config" | "-c") => config = Some(value()?),
            ("format", "--cluster-id" | "-t") => cluster_id = Some(value()?),
            ("format", "--add-scram" | "-S") => format.add_scram.push(value()?),
            ("format", "--ignore-formatted" | "-g") => format.is_ignoring_formatted = true,
            ("format" | "version-mapping", "--release-version" | "-r") => {
                format.release_version = Some(value()?)
            }
            ("format" | "feature-dependencies", "--feature" | "-f") => format.features.push(value()?),
            ("format", "--standalone" | "-s") => {
                choose(&mut format.voters, InitialVoters::Standalone, &wrong)?
            }
            ("format", "--no-initial-controllers" | "-N") => {
                choose(&mut format.voters, InitialVoters::Absent, &wrong)?
            }
            ("format", "--initial-controllers" | "-I") => {
                let given = InitialVoters::Given(value()?);
                choose(&mut format.voters, given, &wrong)?;
            }
            _ => return Err(wrong(&format!("unrecognized arguments: '{arg}'"))),
        }
    }
    let required = |value: Option<String>, names: &str| {
        value.ok_or_else(|| wrong(&format!("argument {names} is required")))
    };
    Ok(Command::Storage(match command.as_str() {
        "info" => Storage::Info { config: required(config, "--config/-c")? },
        "version-mapping" => Storage::VersionMapping { release_version: format.release_version },
        "feature-dependencies" if format.features.is_empty() => {
            return Err(wrong("argument --feature/-f is required"));
        }
        "feature-dependencies" => Storage::FeatureDependencies { features: format.features },
        "random-uuid" => Storage::RandomUuid,
        _ => {
            format.config = required(config, "--config/-c")?;
            format.cluster_id = required(cluster_id, "--cluster-id/-t")?;
            Storage::Format(format)
        }
    }))
}

fn choose(
    slot: &mut InitialVoters,
    new: InitialVoters,
    wrong: &dyn Fn(&str) -> String,
) -> Result<(), String> {
    if *slot != InitialVoters::Unsaid && std::mem::discriminant(slot) != std::mem::discriminant(&new) {
        return Err(wrong(&format!(
            "argument {}: not allowed with argument {}",
            new.option(),
            slot.option()
        )));
    }
    *slot = new;
    Ok(())
}

impl InitialVoters {
    fn option(&self) -> &'static str {
        match self {
            InitialVoters::Unsaid => "",
            InitialVoters::Standalone => "--standalone/-s",
            InitialVoters::Absent => "--no-initial-controllers/-N",
            InitialVoters::Given(_) => "--initial-controllers/-I",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        let mut words = line.split(' ').map(str::to_string);
        let name = words.next().expect("a name");
        parse(&name, words)
    }

    #[test]
    fn no_arguments_mean_development_mode() {
        assert_eq!(read("/usr/bin/corelog"), Ok(Command::Develop(StartOptions::default())));
    }

    #[test]
    fn a_link_named_like_kafkas_script_behaves_as_it() {
        let plain = read("corelog start a.properties --override x=y=z");
        assert_eq!(plain, read("/opt/kafka/bin/kafka-server-start.sh a.properties --override x=y=z"));
        let Ok(Command::Start { file, options }) = plain else { panic!("{plain:?}") };
        assert_eq!(
            (file.as_str(), options.overrides),
            ("a.properties", vec![("x".to_string(), "y=z".to_string())])
        );
        assert_eq!(read("corelog storage random-uuid"), read("./kafka-storage.sh random-uuid"));
        assert_eq!(read("kafka-server-stop.sh"), Ok(Command::Stop(Wanted::default())));
    }

    #[test]
    fn options_of_format_take_their_value_in_every_way_kafkas_do() {
        let long = read(
            "kafka-storage.sh format --cluster-id=abc --config f --standalone --feature a=1 --feature b=2",
        );
        assert_eq!(long, read("kafka-storage.sh format -t abc -cf -s -f a=1 -fb=2"));
    }

    #[test]
    fn every_command_explains_itself() {
        for (line, words) in [
            ("corelog help", "development mode"),
            ("corelog start -h", "development mode"),
            ("corelog stop --help", "only the node with this node.id"),
            ("kafka-server-stop.sh --help", "only the node with this node.id"),
            ("kafka-server-start.sh --help", "USAGE: kafka-server-start.sh"),
            ("corelog storage --help", "random-uuid"),
            ("corelog storage format --help", "a quorum of this node alone"),
            ("kafka-storage.sh info -h", "whether the directories of CONFIG are formatted"),
        ] {
            let Ok(Command::Help(text)) = read(line) else { panic!("{line}") };
            assert!(text.contains(words) && text.ends_with('\n'), "{line}: {text}");
        }
        for line in
            ["corelog version", "corelog -V", "corelog start --version", "kafka-server-start.sh --version"]
        {
            assert_eq!(read(line), Ok(Command::Version), "{line}");
        }
    }

    #[test]
    fn wrong_lines_are_refused_in_kafkas_words() {
        for (line, words) in [
            ("corelog storage", "kafka-storage: error: too few arguments"),
            ("corelog storage format -c f", "kafka-storage: error: argument --cluster-id/-t is required"),
            ("corelog storage format -t x", "kafka-storage: error: argument --config/-c is required"),
            (
                "corelog storage format -t x -c f -s -N",
                "argument --no-initial-controllers/-N: not allowed with argument --standalone/-s",
            ),
            ("corelog storage random-uuid extra", "unrecognized arguments: 'extra'"),
            ("corelog frob", "unknown command 'frob'"),
            ("corelog start", "usage: corelog start"),
            ("kafka-server-start.sh", "USAGE: kafka-server-start.sh"),
            ("corelog stop --now", "unexpected argument '--now'"),
            ("corelog --log-level loud", "--log-level loud: must be one of error, warn, info, debug"),
            ("corelog --log-format xml", "--log-format xml: must be one of human, logfmt, json"),
            (
                "bin/kafka-topics.sh --list",
                "only for kafka-server-start.sh, kafka-server-stop.sh, kafka-storage.sh",
            ),
            ("corelog start f --override x", "wants KEY=VALUE"),
            ("corelog start f g", "unexpected argument 'g'"),
        ] {
            let refused = read(line).expect_err(line);
            assert!(refused.contains(words), "{line}: {refused}");
        }
    }
}
