//! The few habits of Java's library that show through Kafka's config answers.
//!
//! How text is trimmed and lists are split, how numbers are read and printed, and in which order a hash map of strings
//! is walked: DescribeConfigs answers in that order, and tools print it. Knows nothing of configs.

/// Drops leading and trailing characters up to and including the space, as `String.trim` does.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c <= ' ')
}

fn is_regex_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// The elements of a list: split at commas, white space around the commas dropped. Empty text is no element; empty
/// elements stay.
pub fn split_list(text: &str) -> Vec<String> {
    let text = trim(text);
    if text.is_empty() {
        return Vec::new();
    }
    text.split(',').map(|element| element.trim_matches(is_regex_space).to_string()).collect()
}

/// A list as Java prints it inside an error message.
pub fn list_text<T: AsRef<str>>(elements: &[T]) -> String {
    let mut text = String::from("[");
    for (at, element) in elements.iter().enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        text.push_str(element.as_ref());
    }
    text.push(']');
    text
}

/// A decimal integer with an optional sign.
pub fn parse_long(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// A double as Java reads it: NaN and Infinity by these names only, an optional type letter at the end. Java's
/// hexadecimal form is not read.
pub fn parse_double(text: &str) -> Option<f64> {
    let text = trim(text);
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let negative = text.starts_with('-');
    let value = match unsigned {
        "NaN" => f64::NAN,
        "Infinity" => f64::INFINITY,
        _ => {
            let number = unsigned.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(unsigned);
            let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
            let plain = number.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
            if !plain || mantissa.contains(['+', '-']) || !mantissa.bytes().any(|b| b.is_ascii_digit()) {
                return None;
            }
            number.parse().ok()?
        }
    };
    Some(if negative { -value } else { value })
}

/// A double as Java prints it: plain between a thousandth and ten million, otherwise in computer notation.
pub fn double_text(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity".to_string() } else { "-Infinity".to_string() };
    }
    let size = value.abs();
    if value == 0.0 || (1e-3..1e7).contains(&size) {
        return format!("{value:?}");
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').expect("the format always holds an e");
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}E{exponent}")
}

/// `String.hashCode`.
pub fn hash_code(text: &str) -> u32 {
    text.encode_utf16().fold(0u32, |h, unit| h.wrapping_mul(31).wrapping_add(u32::from(unit)))
}

fn hash(text: &str) -> u32 {
    let code = hash_code(text);
    code ^ (code >> 16)
}

/// The number of buckets of a hash map that grew to hold `count` entries one by one.
pub fn buckets_grown_to(count: usize) -> usize {
    let mut buckets = 16;
    while count > buckets / 4 * 3 {
        buckets *= 2;
    }
    buckets
}

/// The number of buckets of a hash map that was made as a copy of one with `count` entries.
pub fn buckets_copied_from(count: usize) -> usize {
    let wanted = (count as f32 / 0.75 + 1.0) as usize;
    wanted.next_power_of_two()
}

/// Sorts into the order in which a hash map of `buckets` buckets is walked. Names of one bucket keep their order, as in
/// a map they were put into in that order.
pub fn sort_as_hash_map<T>(entries: &mut [T], buckets: usize, name: impl Fn(&T) -> &str) {
    let mask = u32::try_from(buckets.max(1) - 1).unwrap_or(u32::MAX);
    entries.sort_by_key(|entry| hash(name(entry)) & mask);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_split_at_commas_and_keep_empty_elements() {
        assert_eq!(split_list(" a , b,,c"), ["a", "b", "", "c"]);
        assert!(split_list("  \t ").is_empty());
        assert_eq!(split_list(","), ["", ""]);
        assert_eq!(list_text(&split_list("a,b")), "[a, b]");
    }

    #[test]
    fn integers_are_read_as_java_reads_them() {
        assert_eq!(parse_long("+5"), Some(5));
        assert_eq!(parse_long("-9223372036854775808"), Some(i64::MIN));
        for wrong in ["", "+", "--1", "1_0", "0x1", "1L", "9223372036854775808", " 1", "1.0"] {
            assert_eq!(parse_long(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn doubles_are_printed_as_java_prints_them() {
        let cases = [
            ("1e7", "1.0E7"),
            ("1e-3", "0.001"),
            ("0.0009", "9.0E-4"),
            ("100", "100.0"),
            ("1.7976931348623157E308", "1.7976931348623157E308"),
            ("-0", "-0.0"),
            (".5", "0.5"),
            ("5.", "5.0"),
            ("1f", "1.0"),
            ("-Infinity", "-Infinity"),
            ("NaN", "NaN"),
            ("2147483647", "2.147483647E9"),
        ];
        for (read, printed) in cases {
            assert_eq!(double_text(parse_double(read).unwrap()), printed, "{read}");
        }
        for wrong in ["", "x", "inf", "nan", "infinity", "e5", ".", "1e", "1_0", "--1", "1ff"] {
            assert!(parse_double(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn strings_are_walked_in_the_order_of_their_hashes() {
        let mut names = ["min.insync.replicas", "num.io.threads", "log.retention.ms"];
        sort_as_hash_map(&mut names, buckets_grown_to(3), |n| n);
        assert_eq!(names, ["log.retention.ms", "num.io.threads", "min.insync.replicas"]);
        assert_eq!(buckets_grown_to(12), 16);
        assert_eq!(buckets_grown_to(13), 32);
        assert_eq!(buckets_copied_from(28), 64);
        assert_eq!(buckets_copied_from(23), 32);
    }
}
