//! Kafka's storage tool: `format`, `info`, `version-mapping`, `feature-dependencies`, `random-uuid`.
//!
//! Prints what Kafka's prints, to the same stream, with the same exit code; where Kafka's ends with a stack trace, only
//! its message is printed.

use crate::cli::Storage;
use crate::format::{self, FEATURE_ORDER, Plan};
use crate::meta_properties::MetaProperties;
use crate::settings::{self, Settings};
use metadata::features::{METADATA_VERSION, MetadataVersion};
use protocol::Uuid;
use std::fmt::Write as _;

/// Runs one command and returns the exit code.
pub fn run(command: &Storage) -> u8 {
    let done = match command {
        Storage::RandomUuid => Ok((format!("{}\n", Uuid::random(&mut settings::rng())), 0)),
        Storage::VersionMapping { release_version } => {
            version_mapping(release_version.as_deref()).map(|t| (t, 0))
        }
        Storage::FeatureDependencies { features } => feature_dependencies(features).map(|t| (t, 0)),
        Storage::Info { config } => settings::load(config, &[]).map(|s| info(&s)),
        Storage::Format(args) => settings::load(&args.config, &[]).and_then(|settings| {
            let mut rng = settings::rng();
            let plan = Plan::new(args, &settings, &mut rng)?;
            plan.run(&mut rng, settings::wall_clock(), &mut std::io::stdout()).map(|()| (String::new(), 0))
        }),
    };
    match done {
        Ok((text, code)) => {
            print!("{text}");
            code
        }
        Err(why) => {
            eprintln!("{why}");
            1
        }
    }
}

fn info(settings: &Settings) -> (String, u8) {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    let mut first: Option<MetaProperties> = None;
    for dir in &settings.all_dirs() {
        let shown = dir.display().to_string();
        if !dir.exists() {
            problems.push(format!("{shown} does not exist"));
            continue;
        }
        if !dir.is_dir() {
            problems.push(format!("{shown} is not a directory"));
            continue;
        }
        found.push(shown.clone());
        match MetaProperties::read(dir) {
            Err(why) => problems.push(why),
            Ok(None) => problems.push(format!("{shown} is not formatted.")),
            Ok(Some(meta)) => match &first {
                None => first = Some(meta),
                Some(other) if other.cluster_id != meta.cluster_id => {
                    problems.push("Mismatched cluster IDs between storage directories.".into());
                }
                Some(other) if other.node_id != meta.node_id => {
                    problems.push("Mismatched node IDs between storage directories.".into());
                }
                Some(_) => {}
            },
        }
    }
    let code = u8::from(!problems.is_empty());
    let mut out = section("Found log directory:", "Found log directories:", &found);
    if let Some(meta) = first {
        let _ = write!(out, "Found metadata: {}\n\n", meta.summary());
    }
    out += &section("Found problem:", "Found problems:", &problems);
    (out, code)
}

fn section(one: &str, many: &str, lines: &[String]) -> String {
    match lines {
        [] => String::new(),
        [line] => format!("{one}\n  {line}\n\n"),
        _ => format!("{many}\n  {}\n\n", lines.join("\n  ")),
    }
}

fn version_mapping(name: Option<&str>) -> Result<String, String> {
    /// The tool also names the level that is not in production.
    const NEWEST: MetadataVersion = MetadataVersion(MetadataVersion::LATEST.0 + 1);
    let latest = MetadataVersion::LATEST.to_string();
    let name = name.unwrap_or(&latest);
    let version = format::parse_release(name, NEWEST)?;
    let mut out = format!("{METADATA_VERSION}={} ({name})\n", version.0);
    for feature in FEATURE_ORDER.iter().filter_map(|name| format::feature(name)) {
        let _ = writeln!(out, "{}={}", feature.name, feature.default_level(version));
    }
    Ok(out)
}

fn feature_dependencies(features: &[String]) -> Result<String, String> {
    let mut out = String::new();
    for text in features {
        let (name, level) = text.split_once('=').ok_or_else(|| format!("Invalid feature format: {text}"))?;
        let level: i16 =
            level.parse().map_err(|_| format!("Invalid version format: {level} for feature {name}"))?;
        if name == METADATA_VERSION {
            let version = MetadataVersion(level);
            if version < MetadataVersion::MIN || version > MetadataVersion::LATEST {
                return Err(format!("Unknown metadata.version {level}"));
            }
            let _ = writeln!(out, "{name}={level} ({version}) has no dependencies.");
            continue;
        }
        let feature = format::feature(name).ok_or_else(|| format!("Unknown feature: {name}"))?;
        if !(feature.min..=feature.max).contains(&level) {
            return Err(format!("Feature level {level} is not supported for feature {name}"));
        }
        let _ = match feature.needs(level) {
            None => writeln!(out, "{name}={level} has no dependencies."),
            Some(needed) => {
                writeln!(out, "{name}={level} requires:\n    {METADATA_VERSION}={} ({needed})", needed.0)
            }
        };
    }
    Ok(out)
}
