//! Command scripts with the output that Apache Kafka gives, as data: recorded once from its tools, compared with ours.
//!
//! A script is text: a line `$ WORDS` is a command, what follows up to the next one is its output, each line led by `out: ` or
//! `err: `, and `exit N` when that is not 0. `DIR` stands for the script's folder, `UUID` for a random id. Lines that
//! begin with `! ` are run by a shell before what follows, and print nothing. `#` begins a comment.
//!
//! With `CORELOG_RECORD` set to a command, that command is run in place of the tested one and the file is written anew.

use crate::folder::Folder;
use std::path::Path;
use std::process::Command;

/// Runs a script with `program` and compares, or records.
pub fn check(file: &Path, program: &[&str], folder: &Folder) {
    let expected = std::fs::read_to_string(file).expect("the script is part of the repository");
    let recorder = std::env::var("CORELOG_RECORD").ok();
    let program: Vec<String> = match &recorder {
        Some(command) => command.split(' ').map(str::to_string).collect(),
        None => program.iter().map(|w| w.to_string()).collect(),
    };
    let mut actual = String::new();
    for line in expected.lines() {
        if let Some(words) = line.strip_prefix("$ ") {
            actual += &format!("{line}\n{}", run(&program, words, folder));
        } else if let Some(shell) = line.strip_prefix("! ") {
            let done = Command::new("sh")
                .args(["-c", shell])
                .current_dir(folder.path())
                .status()
                .expect("sh is everywhere");
            assert!(done.success(), "{shell}");
            actual += &format!("{line}\n");
        } else if line.is_empty() || line.starts_with('#') {
            actual += &format!("{line}\n");
        }
    }
    if recorder.is_some() {
        std::fs::write(file, actual).expect("the repository is writable");
    } else {
        assert!(actual == expected, "{}", difference(&expected, &actual));
    }
}

fn run(program: &[String], words: &str, folder: &Folder) -> String {
    let dir = folder.path().display().to_string();
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]).current_dir(folder.path());
    command.args(words.split(' ').filter(|w| !w.is_empty()).map(|w| w.replace("DIR", &dir)));
    let done = command.output().unwrap_or_else(|e| panic!("{}: {e}", program[0]));
    let mut text = String::new();
    for (lead, bytes) in [("out: ", &done.stdout), ("err: ", &done.stderr)] {
        for line in String::from_utf8_lossy(bytes).lines().filter(|l| !is_java_noise(l)) {
            text += &format!("{lead}{}\n", plain(&line.replace(&dir, "DIR")));
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
        let is_id = word.len() == 22 && word != "MkU3OEVBNTcwNTJENDM2Qk" && !word.contains("__");
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
