//! Command scripts with the output that Apache Kafka gives, as data: recorded once from its tools, compared with ours.
//!
//! A script is text: a line `$ WORDS` is a command, what follows up to the next one is its output, each line led by `out: ` or
//! `err: `, and `exit N` when that is not 0. `UUID` stands for a random id, and each `Word` of the caller for what it says.
//! Lines that begin with `< ` are the next command's input. Lines that begin with `! ` are run by a shell and print
//! nothing. `#` begins a comment.
//!
//! With `CORELOG_RECORD` set to a command, `check` runs that one in place of the tested one and writes the file anew.

use crate::folder::Folder;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A word of the script and what it stands for.
pub type Word = (&'static str, String);

/// How commands run, and what in their output is not the point.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    /// Words in front of each command's own.
    pub program: &'a [&'a str],
    pub folder: &'a Folder,
    pub words: &'a [Word],
    /// What to make of a line of output; `None` drops it.
    pub plain: fn(&str) -> Option<String>,
}

/// Runs a script and compares; with `CORELOG_RECORD` it records.
pub fn check(file: &Path, runner: &Runner) {
    if let Ok(command) = std::env::var("CORELOG_RECORD") {
        let program: Vec<&str> = command.split(' ').collect();
        return record(file, &Runner { program: &program, ..*runner });
    }
    let difference = compare(file, runner);
    assert!(difference.is_none(), "{}", difference.unwrap_or_default());
}

/// Runs a script and says how its output differs.
pub fn compare(file: &Path, runner: &Runner) -> Option<String> {
    let (expected, actual) = perform(file, runner);
    (actual != expected).then(|| difference(&expected, &actual))
}

/// Runs a script and writes it anew with the output it got.
pub fn record(file: &Path, runner: &Runner) {
    let (_, actual) = perform(file, runner);
    std::fs::write(file, actual).expect("the repository is writable");
}

/// The script as it stands, and with the output of now.
fn perform(file: &Path, runner: &Runner) -> (String, String) {
    let expected = std::fs::read_to_string(file).expect("the script is part of the repository");
    let mut input = String::new();
    let mut actual = String::new();
    for line in expected.lines() {
        if let Some(words) = line.strip_prefix("$ ") {
            actual += &format!("{line}\n{}", run(words, &std::mem::take(&mut input), runner));
        } else if let Some(text) = line.strip_prefix("< ") {
            input += &format!("{text}\n");
            actual += &format!("{line}\n");
        } else if let Some(shell) = line.strip_prefix("! ") {
            let done = Command::new("sh")
                .args(["-c", shell])
                .current_dir(runner.folder.path())
                .status()
                .expect("sh is everywhere");
            assert!(done.success(), "{shell}");
            actual += &format!("{line}\n");
        } else if line.is_empty() || line.starts_with('#') {
            actual += &format!("{line}\n");
        }
    }
    (expected, actual)
}

fn run(line: &str, input: &str, runner: &Runner) -> String {
    let program = runner.program;
    let mut command = Command::new(program[0]);
    command.args(&program[1..]).current_dir(runner.folder.path());
    command.args(
        line.split(' ')
            .filter(|w| !w.is_empty())
            .map(|w| runner.words.iter().fold(w.to_string(), |w, (word, meaning)| w.replace(word, meaning))),
    );
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|e| panic!("{}: {e}", program[0]));
    // A command that reads nothing may be gone by now.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let done = child.wait_with_output().expect("it was started here");
    let mut text = String::new();
    for (lead, bytes) in [("out: ", &done.stdout), ("err: ", &done.stderr)] {
        for line in String::from_utf8_lossy(bytes).lines().filter(|l| !is_java_noise(l)) {
            // Words first: the folder's own name may be as long as an id.
            let line =
                runner.words.iter().fold(line.to_string(), |l, (word, meaning)| l.replace(meaning, word));
            if let Some(line) = (runner.plain)(&plain(&line)) {
                text += &format!("{lead}{line}\n");
            }
        }
    }
    if let Some(code) = done.status.code().filter(|c| *c != 0) {
        text += &format!("exit {code}\n");
    }
    text.lines().map(|l| format!("{}\n", l.trim_end())).collect()
}

fn is_java_noise(line: &str) -> bool {
    line.starts_with("\tat ") || line.starts_with("java.lang.")
}

/// Without the head of a Java stack trace, and with every random id replaced.
fn plain(line: &str) -> String {
    let line = match line.strip_prefix("Exception in thread \"main\" ") {
        Some(rest) => rest.split_once(": ").map_or(rest, |(_, message)| message),
        None => line,
    };
    let is_id_char = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut out = String::new();
    let mut word = String::new();
    for c in line.chars().chain(['\n']) {
        if is_id_char(c) {
            word.push(c);
            continue;
        }
        // No name of an internal topic; within an id two underscores may well meet.
        let is_id = word.len() == 22 && word != "MkU3OEVBNTcwNTJENDM2Qk" && !word.starts_with("__");
        out += if is_id { "UUID" } else { &word };
        word.clear();
        out.push(c);
    }
    out.truncate(out.len() - 1);
    out
}

/// The first lines that differ, with what stands around them.
pub fn difference(expected: &str, actual: &str) -> String {
    let (want, have): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let at = want.iter().zip(&have).take_while(|(a, b)| a == b).count();
    let show = |lines: &[&str]| {
        lines.iter().skip(at.saturating_sub(3)).take(12).map(|l| format!("  {l}\n")).collect::<String>()
    };
    format!("differs at line {}\nexpected:\n{}\nactual:\n{}", at + 1, show(&want), show(&have))
}
