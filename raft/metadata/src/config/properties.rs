//! The grammar of Java properties files, which `server.properties` and `meta.properties` follow.
//!
//! Reads comments (`#`, `!`), continuation lines, the separators `=`, `:` and white space, and escapes. Bytes are Latin-1,
//! as Java reads such a file; other characters are written as `\uXXXX`. Knows no key.
//!
//! Invariants: any input is read or refused with the place of the fault. What `line` writes is read back as it was.

use super::Props;
use std::fmt;

/// One assignment of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub key: String,
    pub value: String,
    /// Of the key's first character; the first line is 1.
    pub line: u32,
}

/// What cannot be read, and where. Lines and columns start at 1; a column counts bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub what: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// `\u` without four hexadecimal digits behind it.
    UnicodeEscape,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.what {
            Fault::UnicodeEscape => "\\u needs four hexadecimal digits",
        };
        write!(f, "line {}, column {}: {what}", self.line, self.column)
    }
}

impl std::error::Error for ParseError {}

/// All assignments in the order of the file, a key that stands twice included.
pub fn parse(text: &[u8]) -> Result<Vec<Entry>, ParseError> {
    let mut reader = Reader { text, at: 0, line: 1, line_start: 0 };
    let mut entries = Vec::new();
    let mut logical = Vec::new();
    while reader.logical_line(&mut logical) {
        entries.push(read_entry(&logical)?);
    }
    Ok(entries)
}

/// The assignments as a map: of a key that stands twice the later one holds.
pub fn into_props(entries: Vec<Entry>) -> Props {
    entries.into_iter().map(|entry| (entry.key, entry.value)).collect()
}

/// One line that reads back as `key` and `value`, with its line feed.
pub fn line(key: &str, value: &str) -> String {
    let mut out = String::new();
    escape(key, true, &mut out);
    out.push('=');
    escape(value, false, &mut out);
    out.push('\n');
    out
}

fn escape(text: &str, is_key: bool, out: &mut String) {
    for (at, c) in text.chars().enumerate() {
        match c {
            ' ' if is_key || at == 0 => out.push_str("\\ "),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{c}' => out.push_str("\\f"),
            '\\' | '=' | ':' | '#' | '!' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            _ => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04X}"));
                }
            }
        }
    }
}

/// A byte of a logical line and where it came from.
#[derive(Clone, Copy)]
struct Placed {
    byte: u8,
    line: u32,
    column: u32,
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
    line_start: usize,
}

impl Reader<'_> {
    /// Gathers the next line that is neither blank nor a comment, continuation lines joined to it.
    fn logical_line(&mut self, out: &mut Vec<Placed>) -> bool {
        out.clear();
        while let Some(&first) = self.text.get(self.at) {
            if is_blank(first) {
                self.at += 1;
            } else if is_line_end(first) {
                self.end_line(first);
            } else if matches!(first, b'#' | b'!') {
                while self.text.get(self.at).is_some_and(|b| !is_line_end(*b)) {
                    self.at += 1;
                }
            } else {
                break;
            }
        }
        if self.at >= self.text.len() {
            return false;
        }
        loop {
            let goes_on = self.natural_line(out);
            if !goes_on {
                return true;
            }
            while self.text.get(self.at).is_some_and(|b| is_blank(*b)) {
                self.at += 1;
            }
        }
    }

    /// Takes the rest of this line. True when a backslash at its end asks for the next.
    fn natural_line(&mut self, out: &mut Vec<Placed>) -> bool {
        let mut escaped = false;
        while let Some(&byte) = self.text.get(self.at) {
            if is_line_end(byte) {
                self.end_line(byte);
                break;
            }
            let column = u32::try_from(self.at - self.line_start + 1).unwrap_or(u32::MAX);
            out.push(Placed { byte, line: self.line, column });
            escaped = byte == b'\\' && !escaped;
            self.at += 1;
        }
        if escaped {
            out.pop();
        }
        escaped && self.at < self.text.len()
    }

    fn end_line(&mut self, byte: u8) {
        self.at += 1;
        if byte == b'\r' && self.text.get(self.at) == Some(&b'\n') {
            self.at += 1;
        }
        self.line = self.line.saturating_add(1);
        self.line_start = self.at;
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0c')
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn read_entry(logical: &[Placed]) -> Result<Entry, ParseError> {
    let mut key_end = 0;
    while let Some(placed) = logical.get(key_end) {
        match placed.byte {
            b'=' | b':' => break,
            byte if is_blank(byte) => break,
            b'\\' => key_end += 2,
            _ => key_end += 1,
        }
    }
    let key_end = key_end.min(logical.len());
    let skip_blanks = |mut at: usize| {
        while logical.get(at).is_some_and(|p| is_blank(p.byte)) {
            at += 1;
        }
        at
    };
    let mut value_start = skip_blanks(key_end);
    if logical.get(value_start).is_some_and(|p| matches!(p.byte, b'=' | b':')) {
        value_start = skip_blanks(value_start + 1);
    }
    Ok(Entry {
        key: unescape(&logical[..key_end])?,
        value: unescape(&logical[value_start..])?,
        line: logical.first().map_or(1, |placed| placed.line),
    })
}

fn unescape(placed: &[Placed]) -> Result<String, ParseError> {
    let mut units: Vec<u16> = Vec::with_capacity(placed.len());
    let mut at = 0;
    while let Some(here) = placed.get(at) {
        at += 1;
        if here.byte != b'\\' {
            units.push(u16::from(here.byte));
            continue;
        }
        let Some(escape) = placed.get(at) else { break };
        at += 1;
        units.push(match escape.byte {
            b't' => u16::from(b'\t'),
            b'n' => u16::from(b'\n'),
            b'r' => u16::from(b'\r'),
            b'f' => 0x0c,
            b'u' => {
                let fault = ParseError { line: here.line, column: here.column, what: Fault::UnicodeEscape };
                let digits = placed.get(at..at + 4).ok_or(fault)?;
                at += 4;
                let mut unit = 0;
                for digit in digits {
                    let number = char::from(digit.byte).to_digit(16).ok_or(fault)?;
                    unit = unit * 16 + u16::try_from(number).expect("a hexadecimal digit is below 16");
                }
                unit
            }
            byte => u16::from(byte),
        });
    }
    Ok(String::from_utf16_lossy(&units))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let props = into_props(parse(&latin).unwrap());
        let expected: Props = expected.iter().map(|(k, v)| ((*k).to_string(), (*v).to_string())).collect();
        assert_eq!(props, expected, "{text:?}");
    }

    /// What Java's own reader made of these texts.
    #[test]
    fn files_are_read_as_java_reads_them() {
        check("a=b", &[("a", "b")]);
        check("a:b", &[("a", "b")]);
        check("a b", &[("a", "b")]);
        check("  a  =  b  ", &[("a", "b  ")]);
        check("a\\=b=c", &[("a=b", "c")]);
        check("a\\ b=c", &[("a b", "c")]);
        check("a=b\\\nc", &[("a", "bc")]);
        check("a=b\\\\\nc=d", &[("a", "b\\"), ("c", "d")]);
        check("# c\na=1", &[("a", "1")]);
        check("! c\na=1", &[("a", "1")]);
        check("a=1\na=2", &[("a", "2")]);
        check("a", &[("a", "")]);
        check("a=", &[("a", "")]);
        check("=b", &[("", "b")]);
        check(":", &[("", "")]);
        check("a==b", &[("a", "=b")]);
        check("a = = b", &[("a", "= b")]);
        check("a\t=\tb", &[("a", "b")]);
        check("\\u0041=\\u00e9", &[("A", "\u{e9}")]);
        check("a=\u{e9}", &[("a", "\u{e9}")]);
        check("a=\\t\\n\\r\\f\\q\\\\", &[("a", "\t\n\r\u{c}q\\")]);
        check("a=b\r\nc=d", &[("a", "b"), ("c", "d")]);
        check("a=b\rc=d", &[("a", "b"), ("c", "d")]);
        check("#x\\\nb=1", &[("b", "1")]);
        check("a=b\\\n#c\nd=1", &[("a", "b#c"), ("d", "1")]);
        check("a=b\\\n\n c=d", &[("a", "b"), ("c", "d")]);
        check("a=b\\", &[("a", "b")]);
        check("\n\n a=1\n", &[("a", "1")]);
        check("a\\:b=1", &[("a:b", "1")]);
        check("a\\\n  b=1", &[("ab", "1")]);
        check("a:=b", &[("a", "=b")]);
        check("a :b", &[("a", "b")]);
        check("a  b c ", &[("a", "b c ")]);
        check("a=\\u000a", &[("a", "\n")]);
        check("a=#b", &[("a", "#b")]);
        check("a=b\\\r\n  c", &[("a", "bc")]);
        check("a=\\ud83d\\ude00", &[("a", "\u{1f600}")]);
    }

    #[test]
    fn a_fault_is_reported_with_line_and_column() {
        let fault = |line, column| Err(ParseError { line, column, what: Fault::UnicodeEscape });
        assert_eq!(parse(b"a=\\u12"), fault(1, 3));
        assert_eq!(parse(b"x=1\n\n  a=b\\u12g4"), fault(3, 6));
        assert_eq!(parse(b"x=1\\\n  \\uxxxx"), fault(2, 3));
        let text = parse(b"\\u").unwrap_err().to_string();
        assert_eq!(text, "line 1, column 1: \\u needs four hexadecimal digits");
    }

    #[test]
    fn an_entry_knows_its_line() {
        let lines: Vec<u32> = parse(b"# c\na=1\\\n2\n\nb=3").unwrap().iter().map(|e| e.line).collect();
        assert_eq!(lines, [2, 5]);
    }

    #[test]
    fn what_is_written_reads_back() {
        let odd = [" a b ", "=:#!\\", "\t\n\r\u{c}", "\u{e9}\u{1f600}", "", "plain", "\\u0041"];
        for key in odd {
            for value in odd {
                let entries = parse(line(key, value).as_bytes()).unwrap();
                assert_eq!((&*entries[0].key, &*entries[0].value), (key, value));
            }
        }
        assert_eq!(line("log.dirs", "/a,/b"), "log.dirs=/a,/b\n");
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let mut rng = protocol::Rng::new(3);
        let alphabet = b"\\\\\\u0a=: \t\n\r#!x\xff\x00";
        for _ in 0..20_000 {
            let length = rng.below(40);
            let text: Vec<u8> =
                (0..length).map(|_| alphabet[rng.below(alphabet.len() as u64) as usize]).collect();
            let _ = parse(&text);
        }
    }
}
