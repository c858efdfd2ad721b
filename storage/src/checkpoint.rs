//! The small text files of a log dir: four offset checkpoints, `.kafka_cleanshutdown`, `partition.metadata`.
//!
//! Only texts here; the owner of the log dir reads and writes the files (temporary file, sync, rename, sync of the
//! directory). A checkpoint is version `0`, a count, and that many lines; an empty file is an empty checkpoint.

use std::fmt::Write as _;

use protocol::{Offset, PartitionIndex, Uuid};

/// The text is not what it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed;

/// The entries of a checkpoint file.
pub(crate) fn read_lines(text: &[u8]) -> Result<Vec<&str>, Malformed> {
    let text = std::str::from_utf8(text).map_err(|_| Malformed)?;
    let mut lines = text.lines();
    let Some(version) = lines.next() else { return Ok(Vec::new()) };
    if version != "0" {
        return Err(Malformed);
    }
    let Some(count) = lines.next() else { return Ok(Vec::new()) };
    let count: usize = count.parse().map_err(|_| Malformed)?;
    let entries: Vec<&str> = lines.collect();
    if entries.len() == count { Ok(entries) } else { Err(Malformed) }
}

/// The text of a checkpoint file.
pub(crate) fn write_lines(lines: impl ExactSizeIterator<Item = String>) -> Vec<u8> {
    let mut text = format!("0\n{}\n", lines.len());
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text.into_bytes()
}

/// One line of an offset checkpoint.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PartitionOffset {
    /// The topic.
    pub topic: String,
    /// The partition.
    pub partition: PartitionIndex,
    /// What the file is about.
    pub offset: Offset,
}

/// Reads an offset checkpoint. Later lines of a partition win, as in Kafka.
pub fn decode_offsets(text: &[u8]) -> Result<Vec<PartitionOffset>, Malformed> {
    let mut offsets = Vec::new();
    for line in read_lines(text)? {
        let mut parts = line.split_whitespace();
        let (Some(topic), Some(partition), Some(offset), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(Malformed);
        };
        offsets.push(PartitionOffset {
            topic: topic.to_owned(),
            partition: PartitionIndex(partition.parse().map_err(|_| Malformed)?),
            offset: Offset(offset.parse().map_err(|_| Malformed)?),
        });
    }
    Ok(offsets)
}

/// The text of an offset checkpoint.
#[must_use]
pub fn encode_offsets<'a>(
    offsets: impl ExactSizeIterator<Item = (&'a str, PartitionIndex, Offset)>,
) -> Vec<u8> {
    write_lines(offsets.map(|(topic, partition, offset)| format!("{topic} {partition} {offset}")))
}

/// `.kafka_cleanshutdown` of a broker with this epoch.
#[must_use]
pub fn encode_clean_shutdown(broker_epoch: i64) -> Vec<u8> {
    format!("{{\"version\":0,\"brokerEpoch\":{broker_epoch}}}").into_bytes()
}

/// The broker epoch in `.kafka_cleanshutdown`; `None` if it holds none. The file's presence alone says that the stop was
/// clean; the epoch is for the controller.
#[must_use]
pub fn decode_clean_shutdown(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    let (_, rest) = text.split_once("\"brokerEpoch\"")?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    let end = rest.find(|c: char| c != '-' && !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// `partition.metadata` of a topic.
#[must_use]
pub fn encode_partition_metadata(topic_id: Uuid) -> Vec<u8> {
    let mut text = String::from("version: 0\n");
    let _ = write!(text, "topic_id: {topic_id}");
    text.into_bytes()
}

/// The topic id in `partition.metadata`.
pub fn decode_partition_metadata(text: &[u8]) -> Result<Uuid, Malformed> {
    let text = std::str::from_utf8(text).map_err(|_| Malformed)?;
    let mut topic_id = None;
    let mut version = None;
    for line in text.lines() {
        match line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("version", value)) => version = Some(value.parse::<i32>().map_err(|_| Malformed)?),
            Some(("topic_id", value)) => topic_id = Some(Uuid::parse(value).ok_or(Malformed)?),
            _ => {}
        }
    }
    match (version, topic_id) {
        (Some(0), Some(id)) if !id.is_zero() => Ok(id),
        _ => Err(Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offset_checkpoints_are_kafkas_text() {
        let text = b"0\n2\nt.delrec 1 100\n__x 0 37\n";
        let read = decode_offsets(text).unwrap();
        assert_eq!(
            read[0],
            PartitionOffset { topic: "t.delrec".into(), partition: PartitionIndex(1), offset: Offset(100) }
        );
        let again = encode_offsets(read.iter().map(|e| (e.topic.as_str(), e.partition, e.offset)));
        assert_eq!(again, text);
        assert_eq!(decode_offsets(b""), Ok(vec![]));
        assert_eq!(decode_offsets(b"0\n0\n"), Ok(vec![]));
        for bad in [&b"1\n0\n"[..], b"0\n1\n", b"0\n1\na b c\n", b"\xff\xfe", b"0\n1\nt 1\n", b"0\nx\n"] {
            assert_eq!(decode_offsets(bad), Err(Malformed));
        }
    }

    #[test]
    fn the_clean_marker_may_lack_its_epoch() {
        assert_eq!(encode_clean_shutdown(637), b"{\"version\":0,\"brokerEpoch\":637}");
        assert_eq!(decode_clean_shutdown(b"{\"version\":0,\"brokerEpoch\":637}"), Some(637));
        assert_eq!(decode_clean_shutdown(b"{\"brokerEpoch\" : -1 }"), Some(-1));
        assert_eq!(decode_clean_shutdown(b""), None);
        assert_eq!(decode_clean_shutdown(b"{\"version\":0}"), None);
    }

    #[test]
    fn partition_metadata_has_no_last_line_break() {
        let id = Uuid::parse("20UgDPnRQnG8vAZ9rw42ow").unwrap();
        let text = encode_partition_metadata(id);
        assert_eq!(text, b"version: 0\ntopic_id: 20UgDPnRQnG8vAZ9rw42ow");
        assert_eq!(decode_partition_metadata(&text), Ok(id));
        assert_eq!(decode_partition_metadata(b""), Err(Malformed));
        assert_eq!(
            decode_partition_metadata(b"version: 1\ntopic_id: 20UgDPnRQnG8vAZ9rw42ow"),
            Err(Malformed)
        );
    }
}
