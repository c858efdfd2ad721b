//! Formatting: from what the command line and the file say to directories on disk, as Kafka 4.4's storage tool does it.
//!
//! `Plan::new` decides and touches nothing; `run` writes. The words of refusal are Kafka's, because scripts look at them.
//!
//! Invariant: a directory counts as formatted when its `meta.properties` is there; that file is written last.

use crate::bootstrap::{Checkpoint, FILE, FOLDER, Voter};
use crate::cli::{FormatArgs, InitialVoters};
use crate::meta_properties::MetaProperties;
use crate::settings::Settings;
use metadata::features::{FEATURES, Feature, KRAFT_VERSION, METADATA_VERSION, MetadataVersion};
use protocol::{Rng, Timestamp, Uuid};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Features in the order the tool's version mapping prints them.
pub const FEATURE_ORDER: [&str; 6] = [
    KRAFT_VERSION,
    "transaction.version",
    "group.version",
    "eligible.leader.replicas.version",
    "share.version",
    "streams.version",
];

/// What is to be written where.
#[derive(Debug)]
pub struct Plan {
    cluster_id: String,
    node_id: i32,
    dirs: Vec<PathBuf>,
    metadata_dir: PathBuf,
    is_controller: bool,
    listener: String,
    version: MetadataVersion,
    levels: BTreeMap<String, i16>,
    kraft_version: i16,
    /// `None`: the quorum is not formed by this format.
    voters: Option<Vec<Voter>>,
    is_ignoring_formatted: bool,
}

impl Plan {
    /// Checks arguments against settings.
    pub fn new(args: &FormatArgs, settings: &Settings, rng: &mut Rng) -> Result<Plan, String> {
        let node = &settings.config.node;
        let is_controller = node.is_controller;
        let has_static_voters = !node.voters.is_empty();
        if !args.add_scram.is_empty() {
            return Err(
                "--add-scram is not supported yet: SASL is not built into this version of corelog.".into()
            );
        }
        let mut levels = parse_levels(&args.features)?;
        let version = release(args.release_version.as_deref(), levels.remove(METADATA_VERSION))?;
        let listener = node.controller_listener_names.first().cloned().unwrap_or_default();
        let voters = match &args.voters {
            InitialVoters::Unsaid | InitialVoters::Absent => None,
            InitialVoters::Standalone if !is_controller => {
                return Err("You can only use --standalone on a controller.".into());
            }
            InitialVoters::Standalone | InitialVoters::Given(_) if has_static_voters => {
                return Err("You cannot specify controller.quorum.voters and format the node with --initial-controllers or \
                            --standalone. If you want to use dynamic quorum, please remove controller.quorum.voters and \
                            specify controller.quorum.bootstrap.servers instead."
                    .into());
            }
            InitialVoters::Standalone => {
                let own = node.advertised_controller.first().ok_or("No controller listeners found.")?;
                let host = own.host.clone().unwrap_or_else(|| "localhost".to_string());
                Some(vec![Voter { id: node.id, directory_id: Uuid::random(rng), host, port: own.port }])
            }
            InitialVoters::Given(text) => Some(parse_voters(text)?),
        };
        if is_controller && !has_static_voters && voters.is_none() && args.voters != InitialVoters::Absent {
            return Err("Because controller.quorum.voters is not set on this controller, you must specify one of the \
                        following: --standalone, --initial-controllers, or --no-initial-controllers."
                .into());
        }
        let is_dynamic = !has_static_voters && args.voters != InitialVoters::Unsaid;
        let kraft_version = kraft_level(levels.remove(KRAFT_VERSION), is_dynamic)?;
        let levels = effective_levels(version, levels)?;
        Ok(Plan {
            cluster_id: args.cluster_id.clone(),
            node_id: node.id,
            dirs: settings.all_dirs(),
            metadata_dir: PathBuf::from(&node.metadata_log_dir),
            is_controller,
            listener,
            version,
            levels,
            kraft_version,
            voters,
            is_ignoring_formatted: args.is_ignoring_formatted,
        })
    }

    /// Writes, and says what it does on `out`.
    pub fn run(&self, rng: &mut Rng, now: Timestamp, out: &mut dyn Write) -> Result<(), String> {
        let (mut formatted, mut empty) = (Vec::new(), Vec::new());
        for dir in &self.dirs {
            match MetaProperties::read(dir) {
                Ok(Some(meta)) => formatted.push((dir, meta)),
                Ok(None) => empty.push(dir),
                Err(_) => say(
                    out,
                    &format!("I/O error trying to read log directory {}. Ignoring...", dir.display()),
                )?,
            }
        }
        for (dir, meta) in &formatted {
            meta.verify(dir, &self.cluster_id, self.node_id)?;
        }
        if let (false, Some((dir, _))) = (self.is_ignoring_formatted, formatted.first()) {
            return Err(format!(
                "Log directory {} is already formatted. Use --ignore-formatted to ignore this directory and format the others.",
                dir.display()
            ));
        }
        if empty.is_empty() && formatted.is_empty() {
            return Err("No available log directories to format.".into());
        }
        if empty.is_empty() {
            return say(out, "All of the log directories are already formatted.");
        }
        say(out, &format!("Bootstrap metadata: {}", self.describe()))?;
        for dir in empty {
            say(
                out,
                &format!(
                    "Formatting {} {} with metadata.version {}.",
                    self.kind(dir),
                    dir.display(),
                    self.version
                ),
            )?;
            self.write(dir, rng, now)
                .map_err(|e| format!("Error while writing meta.properties file {}: {e}", dir.display()))?;
        }
        Ok(())
    }

    fn kind(&self, dir: &Path) -> &'static str {
        match &self.voters {
            _ if dir != self.metadata_dir => "data directory",
            None => "metadata directory",
            Some(voters) if voters.iter().any(|v| v.id == self.node_id) => "dynamic metadata voter directory",
            Some(_) => "dynamic metadata directory",
        }
    }

    fn write(&self, dir: &Path, rng: &mut Rng, now: Timestamp) -> std::io::Result<()> {
        fs::create_dir_all(dir)?;
        if dir == self.metadata_dir && self.is_controller {
            let levels = self.written_levels();
            let checkpoint = Checkpoint {
                levels: &levels,
                kraft_version: self.kraft_version,
                voters: self.voters.as_deref().unwrap_or_default(),
                listener: &self.listener,
                now,
            };
            let bytes = checkpoint.encode().map_err(|e| std::io::Error::other(format!("{e:?}")))?;
            let folder = dir.join(FOLDER);
            fs::create_dir_all(&folder)?;
            let temporary = folder.join(format!("{FILE}.part"));
            // What an earlier attempt left behind is read-only and would refuse to be opened.
            let _ = fs::remove_file(&temporary);
            let mut file =
                fs::OpenOptions::new().write(true).create_new(true).mode(0o400).open(&temporary)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&temporary, folder.join(FILE))?;
            fs::File::open(&folder)?.sync_all()?;
        }
        let ours = self.voters.iter().flatten().find(|v| v.id == self.node_id && dir == self.metadata_dir);
        let directory_id = ours.map_or_else(|| Uuid::random(rng), |v| v.directory_id);
        let meta = MetaProperties {
            cluster_id: self.cluster_id.clone(),
            node_id: self.node_id,
            directory_id: Some(directory_id),
        };
        meta.write(dir, now.0)
    }

    /// The levels that are recorded: those above 0, `metadata.version` first.
    fn written_levels(&self) -> Vec<(String, i16)> {
        let rest =
            self.levels.iter().filter(|(_, level)| **level > 0).map(|(name, level)| (name.clone(), *level));
        std::iter::once((METADATA_VERSION.to_string(), self.version.0)).chain(rest).collect()
    }

    /// The records as Java prints them.
    fn describe(&self) -> String {
        let records: Vec<String> = self
            .written_levels()
            .iter()
            .map(|(name, level)| {
                format!("ApiMessageAndVersion(FeatureLevelRecord(name='{name}', featureLevel={level}) at version 0)")
            })
            .collect();
        format!(
            "BootstrapMetadata(records=[{}], metadataVersionLevel={}, source=format command)",
            records.join(", "),
            self.version.0
        )
    }
}

fn say(out: &mut dyn Write, line: &str) -> Result<(), String> {
    writeln!(out, "{line}").map_err(|e| e.to_string())
}

/// `name=level` of each `--feature`.
fn parse_levels(features: &[String]) -> Result<BTreeMap<String, i16>, String> {
    let mut levels = BTreeMap::new();
    for text in features {
        let cannot = |why: &str| format!("Can't parse feature=level string {text}: {why}");
        let (name, level) = text.split_once('=').ok_or_else(|| cannot("equals sign not found."))?;
        let (name, level) = (name.trim(), level.trim());
        let parsed = level.parse().map_err(|_| cannot(&format!("unable to parse {level} as a short.")))?;
        if name != METADATA_VERSION && feature(name).is_none() {
            let mut known: Vec<_> =
                FEATURES.iter().map(|f| f.name).filter(|n| *n != METADATA_VERSION).collect();
            known.sort_unstable();
            return Err(format!("Unsupported feature: {name}. Supported features are: {}", known.join(", ")));
        }
        levels.insert(name.to_string(), parsed);
    }
    Ok(levels)
}

/// The row of a feature's table.
pub fn feature(name: &str) -> Option<&'static Feature> {
    FEATURES.iter().find(|f| f.name == name)
}

fn release(named: Option<&str>, level: Option<i16>) -> Result<MetadataVersion, String> {
    match (named, level) {
        (Some(_), Some(_)) => {
            Err("Use --release-version instead of --feature metadata.version=X to avoid ambiguity.".into())
        }
        (None, None) => Ok(MetadataVersion::LATEST),
        (Some(name), None) => parse_release(name, MetadataVersion::LATEST),
        (None, Some(level)) if (MetadataVersion::MIN.0..=MetadataVersion::LATEST.0).contains(&level) => {
            Ok(MetadataVersion(level))
        }
        (None, Some(level)) => Err(format!(
            "No MetadataVersion with feature level {level}. Valid feature levels are from {} to {}.",
            MetadataVersion::MIN.0,
            MetadataVersion::LATEST.0
        )),
    }
}

/// A release by name, up to `highest`.
pub fn parse_release(name: &str, highest: MetadataVersion) -> Result<MetadataVersion, String> {
    MetadataVersion::parse(name).filter(|v| *v <= highest).ok_or_else(|| {
        let all: Vec<String> =
            (MetadataVersion::MIN.0..=highest.0).map(|l| MetadataVersion(l).to_string()).collect();
        format!("Unknown metadata.version '{name}'. Supported metadata.version are: {}", all.join(", "))
    })
}

fn kraft_level(asked: Option<i16>, is_dynamic: bool) -> Result<i16, String> {
    const DYNAMIC: &str = "controller.quorum.voters is empty and one of the flags --standalone, --initial-controllers, or \
                           --no-initial-controllers is used.";
    match (asked, is_dynamic) {
        (None, _) => Ok(i16::from(is_dynamic)),
        (Some(0), true) => Err(format!(
            "Cannot set kraft.version to 0 if {DYNAMIC} For dynamic controllers support, try removing the --feature flag for \
             kraft.version."
        )),
        (Some(level), false) if level > 0 => Err(format!(
            "Cannot set kraft.version to {level} unless {DYNAMIC} For dynamic controllers support, try using one of \
             --standalone, --initial-controllers, or --no-initial-controllers and removing controller.quorum.voters."
        )),
        (Some(level @ (0 | 1)), _) => Ok(level),
        (Some(level), _) => Err(format!("No feature:kraft.version with feature level {level}")),
    }
}

fn effective_levels(
    version: MetadataVersion,
    asked: BTreeMap<String, i16>,
) -> Result<BTreeMap<String, i16>, String> {
    let mut levels = BTreeMap::new();
    for feature in FEATURES.iter().filter(|f| f.name != METADATA_VERSION && f.name != KRAFT_VERSION) {
        let level = asked.get(feature.name).copied().unwrap_or_else(|| feature.default_level(version));
        if !(feature.min..=feature.max).contains(&level) {
            return Err(format!("No feature:{} with feature level {level}", feature.name));
        }
        if let Some(needed) = feature.needs(level).filter(|needed| *needed > version) {
            return Err(format!(
                "{} could not be set to {level} because it depends on metadata.version level {}",
                feature.name, needed.0
            ));
        }
        levels.insert(feature.name.to_string(), level);
    }
    Ok(levels)
}

/// `id@host:port:directory-id,...`.
fn parse_voters(text: &str) -> Result<Vec<Voter>, String> {
    let mut voters: Vec<Voter> = Vec::new();
    for one in text.split(',').map(str::trim).filter(|one| !one.is_empty()) {
        let (id, rest) = one.split_once('@').ok_or("No @ found in dynamic voter string.")?;
        let id = id.parse().map_err(|_| "Failed to parse node id in dynamic voter string.")?;
        let (host, rest) = if let Some(bracketed) = rest.strip_prefix('[') {
            let (host, rest) = bracketed
                .split_once(']')
                .ok_or("Hostname began with left bracket, but no right bracket was found.")?;
            (host, rest.strip_prefix(':').ok_or("No colon following hostname could be found.")?)
        } else {
            rest.split_once(':').ok_or("No colon following hostname could be found.")?
        };
        let (port, directory) = rest.split_once(':').ok_or("No colon following port could be found.")?;
        let port = port.parse().map_err(|_| "Failed to parse port in dynamic voter string.")?;
        let directory_id =
            Uuid::parse(directory).ok_or("Failed to parse directory ID in dynamic voter string.")?;
        if voters.iter().any(|v| v.id == id) {
            return Err(format!("Node id {id} was specified more than once."));
        }
        voters.push(Voter { id, directory_id, host: host.to_string(), port });
    }
    if voters.is_empty() {
        return Err("No voters given.".into());
    }
    voters.sort_by_key(|v| v.id);
    Ok(voters)
}
