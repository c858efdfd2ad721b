//! What ApiVersions answers, field by field, against what Apache Kafka 4.4.0 answered to the same bytes on both listeners
//! (`data/api-versions-*.txt`), less the APIs that are not built.
//!
//! The answers are read here by hand, to the last byte, so that a fault of the codec cannot hide itself.

use it::node::Node;
use it::wire::{Outcome, ask, frame, from_hex};
use std::net::SocketAddr;
use std::path::Path;

/// APIs that have to be listed on a listener of clients.
const BUILT: &[i16] =
    &[0, 1, 2, 3, 10, 18, 19, 20, 22, 23, 32, 33, 37, 43, 44, 45, 46, 49, 55, 57, 60, 64, 75, 80, 81, 94];
/// The same on the controller's listener.
const BUILT_ON_CONTROLLER: &[i16] = &[18, 19, 20, 32, 43, 44, 45, 46, 60, 62, 63, 67];
/// The cluster that was asked when the answers were recorded, and the one asked here.
const CLUSTERS: (&[u8; 22], &[u8; 22]) = (b"MkU3OEVBNTcwNTJENDM2Qg", b"MkU3OEVBNTcwNTJENDM2Qk");

/// The bytes of one recorded exchange.
struct Case {
    name: String,
    request: Vec<u8>,
    answer: Vec<u8>,
}

/// An answer, read to its end. A feature is its name with two levels.
#[derive(Debug, Default, PartialEq, Eq)]
struct Answer {
    correlation: i32,
    error: i16,
    keys: Vec<(i16, i16, i16)>,
    throttle_ms: Option<i32>,
    supported: Vec<(String, i16, i16)>,
    finalized_epoch: Option<i64>,
    finalized: Vec<(String, i16, i16)>,
}

fn cases(listener: &str) -> Vec<Case> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/api-versions-{listener}.txt"));
    let text = std::fs::read_to_string(file).expect("a part of the repository");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let part = |line: &str, word: &str| line.strip_prefix(word).expect("three lines to a case").to_string();
    let read = |of: &[&str]| Case {
        name: part(of[0], "case "),
        request: from_hex(&part(of[1], "request ")),
        answer: from_hex(&part(of[2], "answer ")),
    };
    lines.chunks(3).map(read).collect()
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_first_chunk().expect("the answer is whole");
        self.0 = rest;
        *head
    }

    fn int16(&mut self) -> i16 {
        i16::from_be_bytes(self.take())
    }

    fn uvarint(&mut self) -> usize {
        let (mut value, mut shift) = (0, 0);
        loop {
            let [byte] = self.take();
            value |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return value;
            }
        }
    }

    fn no_tags(&mut self) {
        assert_eq!(self.uvarint(), 0, "tags where Kafka has none");
    }

    fn features(&mut self) -> Vec<(String, i16, i16)> {
        let read = |bytes: &mut Self| {
            let size = bytes.uvarint() - 1;
            let (name, rest) = bytes.0.split_at(size);
            let name = String::from_utf8(name.to_vec()).expect("a name");
            bytes.0 = rest;
            let feature = (name, bytes.int16(), bytes.int16());
            bytes.no_tags();
            feature
        };
        (1..self.uvarint()).map(|_| read(self)).collect()
    }
}

/// Reads an answer's body, which has to end where the bytes end.
fn read(body: &[u8], version: i16) -> Answer {
    let mut bytes = Bytes(body);
    let mut answer =
        Answer { correlation: i32::from_be_bytes(bytes.take()), error: bytes.int16(), ..Answer::default() };
    let is_flexible = version >= 3;
    let count = if is_flexible { bytes.uvarint() - 1 } else { i32::from_be_bytes(bytes.take()) as usize };
    for _ in 0..count {
        answer.keys.push((bytes.int16(), bytes.int16(), bytes.int16()));
        if is_flexible {
            bytes.no_tags();
        }
    }
    if version >= 1 {
        answer.throttle_ms = Some(i32::from_be_bytes(bytes.take()));
    }
    let tags = if is_flexible { bytes.uvarint() } else { 0 };
    let mut next = 0;
    for _ in 0..tags {
        let (tag, size) = (bytes.uvarint(), bytes.uvarint());
        assert!(tag >= next, "tags come in order");
        next = tag + 1;
        let left = bytes.0.len();
        match tag {
            0 => answer.supported = bytes.features(),
            1 => answer.finalized_epoch = Some(i64::from_be_bytes(bytes.take())),
            2 => answer.finalized = bytes.features(),
            _ => panic!("tag {tag}"),
        }
        assert_eq!(left - bytes.0.len(), size, "tag {tag} is as long as it says");
    }
    assert_eq!(bytes.0, b"", "bytes behind the answer");
    answer
}

/// Sends every recorded request of a listener and compares; `adapt` changes what was recorded, and what came. Returns what is listed.
fn compare(
    listener: &str,
    address: SocketAddr,
    built: &[i16],
    adapt: impl Fn(&mut Answer, &mut Answer),
) -> Vec<(i16, i16, i16)> {
    let mut listed = None;
    for case in cases(listener) {
        let mut request = case.request;
        if let Some(at) = request.windows(22).position(|part| part == CLUSTERS.0) {
            request[at..at + 22].copy_from_slice(CLUSTERS.1);
        }
        let asked = i16::from_be_bytes([request[6], request[7]]);
        let version = if (0..=5).contains(&asked) { asked } else { 0 };
        let mut want = read(&case.answer[4..], version);
        let Outcome::Answered(body) = ask(address, &request) else {
            panic!("{listener} {}: no answer", case.name)
        };
        let mut have = read(&body, version);
        if want.keys.len() > 1 {
            let keys = listed.get_or_insert_with(|| have.keys.clone());
            let missing: Vec<_> = built.iter().filter(|key| keys.iter().all(|k| k.0 != **key)).collect();
            assert!(missing.is_empty(), "{listener} {}: not listed: {missing:?}", case.name);
            want.keys.retain(|(key, ..)| keys.iter().any(|k| k.0 == *key));
        }
        if let (Some(want), Some(have)) = (&mut want.finalized_epoch, &mut have.finalized_epoch) {
            // The offset of a metadata record, which depends on what has been written.
            assert!(*have > 0, "{listener} {}: epoch {have}", case.name);
            *have = *want;
        }
        adapt(&mut want, &mut have);
        assert_eq!(have, want, "{listener} {}", case.name);
    }
    listed.expect("there are cases with keys")
}

/// What Kafka lists and we do not is refused as an unknown key is.
fn what_is_not_listed_closes(listener: &str, address: SocketAddr, listed: &[(i16, i16, i16)]) {
    let all = cases(listener).remove(0);
    for (key, _, max) in read(&all.answer[4..], 0).keys {
        if !listed.iter().any(|(other, ..)| *other == key) {
            // An empty client id, and zeros that would do for many a body.
            let head = [key.to_be_bytes(), max.to_be_bytes(), [0, 0], [0, 1], [0, 0]].concat();
            let outcome = ask(address, &frame(&[&head[..], &[0; 40]].concat()));
            assert_eq!(outcome, Outcome::Closed, "{listener} key {key}");
        }
    }
}

#[test]
fn every_version_answers_what_kafka_answers_less_what_is_not_built() {
    let mut node = Node::format_standalone("api-versions", &[]);
    node.start();
    node.wait_until_it_serves();
    for address in [node.address(), node.external()] {
        let listed = compare("broker", address, BUILT, |_, _| {});
        what_is_not_listed_closes("broker", address, &listed);
    }
    let listed = compare("controller", node.controller(), BUILT_ON_CONTROLLER, |_, _| {});
    what_is_not_listed_closes("controller", node.controller(), &listed);
}

#[test]
fn a_quorum_in_the_properties_has_no_level_of_its_feature() {
    let node = Node::up("api-versions-static", &[("corelog.runtime", "epoll"), ("corelog.shards", "4")]);
    let without = |want: &mut Answer, have: &mut Answer| {
        want.finalized.retain(|(name, ..)| name != "kraft.version");
        // Kafka's order is that of a hash table, which with one feature less is a smaller table; tests/compat compares it.
        want.finalized.sort();
        have.finalized.sort();
    };
    compare("broker", node.address(), BUILT, without);
    compare("controller", node.controller(), BUILT_ON_CONTROLLER, without);
}
