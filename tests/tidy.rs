//! Rules of the repository that a machine can check: which crate may depend on which, where the outside world may be
//! touched, and how a file has to look. It reads manifests and source text; it does not know Rust's grammar, so a rule
//! is a plain search that is easy to predict.
//!
//! Invariants:
//! - every rule reports all its findings at once, each with file and line;
//! - text behind `#[cfg(test)]` is not held to the rules about purity, since tests may read files;
//! - generated code is exempt from the rules about form, never from those about dependencies.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// For each crate, the crates of this workspace it may use at run time. Tests of a crate may in addition use `client`.
const ARROWS: &[(&str, &[&str])] = &[
    ("protocol", &[]),
    ("client", &["protocol"]),
    ("protocol-codegen", &[]),
    ("storage", &["protocol"]),
    ("raft", &["protocol"]),
    ("metadata", &["protocol", "raft"]),
    ("broker", &["protocol", "storage", "raft", "metadata"]),
    ("shards", &["protocol", "storage", "raft", "metadata", "broker"]),
    ("corelog", &["protocol", "client", "storage", "raft", "metadata", "shards"]),
    ("sim", &["protocol", "storage", "raft", "metadata", "broker"]),
    ("it", &["protocol", "client"]),
    ("compat", &["protocol", "client", "it"]),
    ("perf", &["protocol", "client", "storage"]),
    ("benches", &["protocol", "storage", "raft", "metadata", "broker"]),
];

/// Who may depend on `broker`, tests included.
const BROKER_DEPENDENTS: &[&str] = &["shards", "sim", "benches"];

/// Folders that decide and do nothing else. `storage/src/jobs` does file work behind a trait and is let off below.
const PURE: &[&str] = &["protocol/src", "storage/src", "raft/src", "raft/metadata/src", "shards/broker/src"];

/// Where sockets and clocks may appear.
const EDGE: &[&str] = &["shards/src", "shards/tests", "src", "protocol/client", "tests", "perf"];

const TOP: &[&str] = &["src", "shards", "protocol", "storage", "raft", "tests", "perf", "deploy", "docs"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files below `dir` that are part of the repository, as paths from the root with forward slashes.
fn walk(dir: &Path, out: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if matches!(name, "target" | "node_modules" | "__pycache__" | "corpus" | "artifacts")
            || name.starts_with('.')
        {
            continue;
        }
        if path.is_dir() {
            walk(&path, out);
        } else if let Ok(relative) = path.strip_prefix(root()) {
            out.push(relative.to_string_lossy().replace('\\', "/"));
        }
    }
}

fn files(extension: &str) -> Vec<(String, String)> {
    let mut names = Vec::new();
    for top in TOP {
        walk(&root().join(top), &mut names);
    }
    names.retain(|n| n.ends_with(extension));
    names
        .into_iter()
        .filter_map(|n| std::fs::read_to_string(root().join(&n)).ok().map(|text| (n, text)))
        .collect()
}

fn is_generated(name: &str) -> bool {
    name.contains("/generated/")
}

/// A module of tests inside a crate, which may read files and clocks as any test may.
fn is_test_module(name: &str) -> bool {
    name.contains("/tests/") || name.ends_with("/tests.rs")
}

fn under(name: &str, folders: &[&str]) -> bool {
    folders.iter().any(|f| name.strip_prefix(f).is_some_and(|rest| rest.starts_with('/')))
}

/// Lines of code: comments taken away, and everything from a test module on.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_tests = false;
    let mut pending = false;
    text.lines().enumerate().filter_map(move |(i, line)| {
        let trimmed = line.trim_start();
        if pending && trimmed.starts_with("mod ") && trimmed.ends_with('{') {
            in_tests = true;
        }
        pending = trimmed.starts_with("#[cfg(test)]") || (pending && trimmed.starts_with('#'));
        if in_tests || trimmed.starts_with("//") {
            return None;
        }
        Some((i + 1, line.split(" // ").next().unwrap_or(line)))
    })
}

/// Whether `word` stands in `line` with no identifier character on either side.
fn has_word(line: &str, word: &str) -> bool {
    let is_ident = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(is_ident)
            && !line[at + word.len()..].chars().next().is_some_and(is_ident)
    })
}

fn report(rule: &str, findings: Vec<String>) {
    assert!(findings.is_empty(), "{rule}:\n  {}", findings.join("\n  "));
}

/// One manifest: its package name and, per dependency section, the names in it.
#[derive(Default)]
struct Manifest {
    file: String,
    package: String,
    sections: BTreeMap<String, Vec<String>>,
}

fn manifests() -> Vec<Manifest> {
    let mut all = files("Cargo.toml");
    let top = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    all.push(("Cargo.toml".into(), top));
    all.into_iter()
        .map(|(file, text)| parse_manifest(file, &text))
        .filter(|m| !m.package.is_empty())
        .collect()
}

fn parse_manifest(file: String, text: &str) -> Manifest {
    let mut manifest = Manifest { file, ..Manifest::default() };
    let mut section = String::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_matches(|c| c == '[' || c == ']').to_string();
            if let Some((head, name)) = section.rsplit_once('.')
                && head.ends_with("dependencies")
            {
                manifest.sections.entry(head.to_string()).or_default().push(name.to_string());
            }
            continue;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let key = key.trim().split('.').next().unwrap_or_default().trim_matches('"');
        if section == "package" && key == "name" {
            manifest.package = value.trim().trim_matches('"').to_string();
        }
        if section.ends_with("dependencies") {
            manifest.sections.entry(section.clone()).or_default().push(key.to_string());
        }
    }
    manifest
}

#[test]
fn crates_depend_only_in_the_direction_of_the_arrows() {
    let ours: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    let mut found = Vec::new();
    for manifest in manifests() {
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == manifest.package) else {
            // A fuzz crate stands outside the workspace and may use whatever it fuzzes.
            if !manifest.file.contains("fuzz/") {
                found.push(format!("{}: crate `{}` is in no row of ARROWS", manifest.file, manifest.package));
            }
            continue;
        };
        for (section, names) in &manifest.sections {
            let is_test = section.contains("dev-dependencies");
            for name in names.iter().filter(|n| ours.contains(&n.as_str())) {
                if section.starts_with("workspace") || *name == manifest.package {
                    continue;
                }
                let is_allowed = allowed.contains(&name.as_str()) || (is_test && name == "client");
                if !is_allowed {
                    found.push(format!(
                        "{}: `{}` must not depend on `{name}`",
                        manifest.file, manifest.package
                    ));
                }
            }
        }
    }
    report("dependency direction", found);
}

#[test]
fn only_the_loop_the_simulator_and_the_benches_depend_on_broker() {
    let mut found = Vec::new();
    for manifest in manifests() {
        let names_it = manifest
            .sections
            .iter()
            .any(|(s, n)| !s.starts_with("workspace") && n.iter().any(|n| n == "broker"));
        if names_it && !BROKER_DEPENDENTS.contains(&manifest.package.as_str()) {
            found.push(manifest.file);
        }
    }
    report("these depend on `broker`", found);
}

#[test]
fn the_kernel_rings_are_named_by_one_manifest() {
    let mut found = Vec::new();
    for manifest in manifests() {
        for (section, names) in &manifest.sections {
            for name in names.iter().filter(|n| matches!(n.as_str(), "glommio" | "io-uring" | "io_uring")) {
                if manifest.package != "shards" && !section.starts_with("workspace") {
                    found.push(format!("{}: {name}", manifest.file));
                }
            }
        }
    }
    for (name, text) in files(".rs") {
        if under(&name, &["shards/src", "shards/tests"]) || name == "tests/tidy.rs" {
            continue;
        }
        for (line, code) in code_lines(&text) {
            if code.contains("io_uring::") || code.contains("glommio::") {
                found.push(format!("{name}:{line}: {}", code.trim()));
            }
        }
    }
    report("only `shards` names io-uring or glommio", found);
}

#[test]
fn every_dependency_of_the_workspace_says_why_it_is_here() {
    let text = std::fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    let mut section = "";
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == "[workspace.dependencies]" && line.contains('=') && !line.starts_with('#') {
            let is_ours = line.contains("path =");
            if !is_ours && line.split_once(" # ").is_none_or(|(_, why)| why.trim().len() < 10) {
                found.push(line.to_string());
            }
        }
    }
    for manifest in manifests() {
        for (section, names) in &manifest.sections {
            if section.starts_with("workspace") || manifest.file.contains("fuzz/") {
                continue;
            }
            let text = std::fs::read_to_string(root().join(&manifest.file)).unwrap_or_default();
            for name in names {
                let inherits = text.lines().any(|l| {
                    l.trim_start().strip_prefix(name.as_str()).is_some_and(|rest| rest.contains("workspace"))
                });
                if !inherits {
                    found.push(format!("{}: {name} is not taken from the workspace", manifest.file));
                }
            }
        }
    }
    report("dependencies without a reason beside them in the root manifest", found);
}

#[test]
fn sockets_and_clocks_stay_at_the_edge() {
    const WORDS: &[&str] = &[
        "TcpStream",
        "TcpListener",
        "UdpSocket",
        "UnixStream",
        "UnixListener",
        "ToSocketAddrs",
        "SystemTime",
    ];
    let mut found = Vec::new();
    for (name, text) in files(".rs") {
        if under(&name, EDGE) || is_test_module(&name) || !name.contains("src/") {
            continue;
        }
        for (line, code) in code_lines(&text) {
            let reads_clock =
                code.contains("Instant::now") || (code.contains("std::time::") && has_word(code, "Instant"));
            if reads_clock || WORDS.iter().any(|w| has_word(code, w)) {
                found.push(format!("{name}:{line}: {}", code.trim()));
            }
        }
    }
    report("sockets and clocks outside the edge", found);
}

#[test]
fn files_are_touched_only_at_the_edge_and_in_storage_jobs() {
    let mut found = Vec::new();
    for (name, text) in files(".rs") {
        let is_allowed = under(&name, EDGE)
            || under(&name, &["storage/src/jobs", "protocol/codegen"])
            || name == "storage/src/jobs.rs";
        if is_allowed || is_test_module(&name) || !name.contains("src/") {
            continue;
        }
        for (line, code) in code_lines(&text) {
            if code.contains("std::fs")
                || has_word(code, "OpenOptions")
                || code.contains("File::open")
                || code.contains("std::env")
            {
                found.push(format!("{name}:{line}: {}", code.trim()));
            }
        }
    }
    report("files or environment outside the edge", found);
}

#[test]
fn async_code_stays_in_the_admin_plane_and_the_glommio_backend() {
    let mut found = Vec::new();
    for (name, text) in files(".rs") {
        if under(&name, &["src", "tests", "perf"])
            || (name.starts_with("shards/src/") && name.contains("glommio"))
        {
            continue;
        }
        for (line, code) in code_lines(&text) {
            if ["async fn", "async move", "async {"].iter().any(|w| code.contains(w))
                || has_word(code, "await")
            {
                found.push(format!("{name}:{line}: {}", code.trim()));
            }
        }
    }
    report("async outside its two places", found);
}

#[test]
fn deciding_crates_hold_no_locks_and_print_nothing() {
    const WORDS: &[&str] =
        &["RefCell", "Mutex", "RwLock", "Condvar", "println", "eprintln", "thread_rng", "getrandom"];
    let mut found = Vec::new();
    for (name, text) in files(".rs") {
        if !under(&name, PURE) || is_test_module(&name) || under(&name, &["storage/src/jobs"]) {
            continue;
        }
        for (line, code) in code_lines(&text) {
            if WORDS.iter().any(|w| has_word(code, w)) || code.contains("std::thread") {
                found.push(format!("{name}:{line}: {}", code.trim()));
            }
        }
    }
    report("locks, printing, threads or chance in a deciding crate", found);
}

#[test]
fn storage_knows_no_request_group_or_broker() {
    const WORDS: &[&str] = &["BrokerId", "ProduceRequest", "FetchRequest", "GroupId", "ApiKey"];
    let mut found = Vec::new();
    for (name, text) in files(".rs") {
        if !name.starts_with("storage/src/") {
            continue;
        }
        for (line, code) in code_lines(&text) {
            if WORDS.iter().any(|w| has_word(code, w)) {
                found.push(format!("{name}:{line}: {}", code.trim()));
            }
        }
    }
    report("storage names what it must not know", found);
}

#[test]
fn every_file_opens_by_saying_what_it_does() {
    let mut found = Vec::new();
    for (name, text) in files(".rs") {
        let is_placeholder = text.lines().count() <= 1;
        if !is_placeholder && !text.starts_with("//!") && !text.starts_with("#!") {
            found.push(name);
        }
    }
    report("files that do not open with //!", found);
}

#[test]
fn files_stay_below_eight_hundred_lines() {
    let mut found = Vec::new();
    for (name, text) in files(".rs") {
        let lines = text.lines().count();
        if lines > 800 && !is_generated(&name) {
            found.push(format!("{name}: {lines} lines"));
        }
    }
    report("files too long: name the second idea and move it out", found);
}

#[test]
fn no_file_is_named_after_nothing() {
    let mut found = Vec::new();
    for (name, _) in files(".rs") {
        let stem = name.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
        if ["manager", "helper", "helpers", "util", "utils", "common", "misc"].contains(&stem) {
            found.push(name);
        }
    }
    report("files whose name says nothing", found);
}

#[test]
fn nothing_is_left_to_be_done_and_no_test_is_skipped() {
    let mut found = Vec::new();
    for (name, text) in files(".rs") {
        if name == "tests/tidy.rs" {
            continue;
        }
        for (i, line) in text.lines().enumerate() {
            let code = line.trim_start();
            let is_stub =
                !code.starts_with("//") && ["todo!(", "unimplemented!("].iter().any(|w| code.contains(w));
            if is_stub || code.starts_with("#[ignore") {
                found.push(format!("{name}:{}: {code}", i + 1));
            }
        }
    }
    report("stubs and skipped tests", found);
}

#[test]
fn the_readme_begins_with_the_two_commands() {
    let text = std::fs::read_to_string(root().join("README.md")).expect("it stands at the top");
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).take(3).collect();
    report(
        "the first lines of README.md",
        if lines == ["# Corelog", "    cargo run --release", "    tests/run"] {
            vec![]
        } else {
            vec![lines.join("|")]
        },
    );
}

#[test]
fn no_path_of_one_machine_is_written_down() {
    let needles = [["/ro", "ot/"].concat(), ["/wo", "rk/"].concat(), ["../sha", "red"].concat()];
    let mut found = Vec::new();
    let extensions = [".rs", ".toml", ".md", ".py", ".sh", ".mjs", ".go", ".java", "run", ".txt"];
    let at_the_top = ["README.md", "ARCHITECTURE.md", "Cargo.toml", ".ci/run"].map(|name| {
        let text = std::fs::read_to_string(root().join(name)).expect("it stands at the top");
        (name.to_string(), text)
    });
    for of_one in extensions.map(files).into_iter().chain([at_the_top.into()]) {
        for (name, text) in of_one {
            for (i, line) in text.lines().enumerate() {
                if needles.iter().any(|n| line.contains(n.as_str())) {
                    found.push(format!("{name}:{}: {}", i + 1, line.chars().take(120).collect::<String>()));
                }
            }
        }
    }
    report("paths of one machine", found);
}

#[test]
fn a_test_module_ends_the_part_held_to_purity() {
    let text = "use a;\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n";
    assert_eq!(code_lines(text).map(|(n, _)| n).collect::<Vec<_>>(), [1, 2]);
    assert!(has_word("let x: RefCell<u8>", "RefCell") && !has_word("MyRefCell", "RefCell"));
}
