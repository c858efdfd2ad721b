//! Frames that no node should have to see, against what Apache Kafka 4.4.0 did about the same bytes: answered, closed, or
//! waited in silence. `data/frames.tsv` has the frames; cuts and flipped bits are made here.
//!
//! To record anew, against a fresh node of Kafka's whose controller listens elsewhere:
//! `CORELOG_RECORD="127.0.0.1:19092 127.0.0.1:19093" cargo test -p it --test hostile_frames`. With `CORELOG_ALL` set,
//! every case is asked of every node; otherwise each case is asked of one, in turn.

use it::hostile::{BACKLOG, Control, Sample, ask_all, crc32c, data, flips, make_topic, samples, table};
use it::node::Node;
use it::wire::{self, Outcome, PATIENCE, ask, frame, from_hex, outcome};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

const NODES: [(&str, &str); 6] =
    [("ring", "1"), ("epoll", "2"), ("ring", "4"), ("epoll", "1"), ("ring", "2"), ("epoll", "4")];

/// How long silence has to last to count as such: the outcome we look for first, and the one that Kafka is recorded with.
const SILENCE: Duration = Duration::from_millis(150);
const SILENCE_RECORDED: Duration = Duration::from_secs(3);

/// Samples that Kafka leaves without an answer for ever, and we do not.
const ANSWERED_HERE: [&str; 1] = ["broker\tproduce v3 of null records\twhole"];

/// Answered by Kafka though ApiVersions does not list them.
const UNLISTED: [i16; 2] = [71, 72];

fn nodes() -> Vec<Node> {
    let start = |(runtime, shards): (&str, &str)| {
        let node = Node::up("hostile", &[("corelog.runtime", runtime), ("corelog.shards", shards), BACKLOG]);
        make_topic(node.address());
        node
    };
    NODES.into_iter().map(start).collect()
}

fn address(node: &Node, for_controller: bool) -> SocketAddr {
    if for_controller { node.controller() } else { node.address() }
}

fn recording() -> Option<[SocketAddr; 2]> {
    let text = std::env::var("CORELOG_RECORD").ok()?;
    let mut words = text.split(' ').map(|word| word.parse().expect("two addresses"));
    Some([words.next()?, words.next()?])
}

fn write_recorded(name: &str, what: &str, rows: &[(String, String)]) {
    let mut text =
        format!("# What Apache Kafka 4.4.0 did; written by a test with CORELOG_RECORD set. {what}\n");
    for (label, letters) in rows {
        let _ = writeln!(text, "{label}\t{letters}");
    }
    std::fs::write(data(name), text).expect("the repository is writable");
}

/// The keys that a listener lists, by ApiVersions version 0.
fn listed(address: SocketAddr) -> HashSet<i16> {
    let Outcome::Answered(body) = ask(address, &frame(b"\0\x12\0\0\0\0\0\x01\xff\xff")) else {
        panic!("no answer")
    };
    body[10..].chunks(6).map(|row| i16::from_be_bytes([row[0], row[1]])).collect()
}

/// The key of the first frame, if it is whole enough to have one.
fn key_of(bytes: &[u8]) -> Option<i16> {
    Some(i16::from_be_bytes([*bytes.get(4)?, *bytes.get(5)?]))
}

#[test]
fn cut_flipped_and_foreign_bytes_have_the_outcome_they_have_at_kafka() {
    let samples = samples();
    if let Some(peers) = recording() {
        make_topic(peers[0]);
        let ask = |sample: &Sample| {
            let all: Vec<&[u8]> = sample.mutations.iter().map(Vec::as_slice).collect();
            let peer = peers[usize::from(sample.for_controller)];
            let mut outcomes = ask_all(peer, &all, |_| SILENCE_RECORDED);
            // Silence where the length is right may only be slowness: those are asked again, one by one.
            for (index, outcome) in outcomes.iter_mut().enumerate().filter(|(index, _)| *index >= 32) {
                if *outcome == Outcome::Silent {
                    *outcome = ask_all(peer, &all[index..=index], |_| SILENCE_RECORDED).remove(0);
                }
            }
            (sample.label.clone(), outcomes.iter().map(Outcome::letter).collect())
        };
        let rows: Vec<(String, String)> = samples.iter().map(ask).collect();
        let what = "a answered, c closed, s silent, one letter for each mutation in order.";
        return write_recorded("frames-kafka-4.4.0.tsv", what, &rows);
    }
    let recorded: HashMap<String, String> = table("frames-kafka-4.4.0.tsv")
        .into_iter()
        .map(|row| (row[..3].join("\t"), row[3].clone()))
        .collect();
    let nodes = nodes();
    let keys = [listed(nodes[0].address()), listed(nodes[0].controller())];
    let controls: Vec<Control> = nodes.iter().map(|node| Control::on(node.address())).collect();
    let all = std::env::var_os("CORELOG_ALL").is_some();
    let compare = |place: usize, node: &Node| {
        let mut differences = String::new();
        for sample in &samples {
            let letters: Vec<char> = recorded.get(&sample.label).expect("recorded").chars().collect();
            assert_eq!(letters.len(), sample.mutations.len(), "{}: to be recorded anew", sample.label);
            let is_whole = sample.label.ends_with("whole");
            let mine: Vec<usize> =
                (0..letters.len()).filter(|index| is_whole || all || index % NODES.len() == place).collect();
            let built = &keys[usize::from(sample.for_controller)];
            let want = |index: usize| {
                let is_built = key_of(&sample.mutations[index]).is_none_or(|key| built.contains(&key));
                match letters[index] {
                    // What is not built is refused as an unknown key is.
                    'a' if !is_built => 'c',
                    's' if ANSWERED_HERE.contains(&sample.label.as_str()) => 'a',
                    letter => letter,
                }
            };
            let bytes: Vec<&[u8]> = mine.iter().map(|index| sample.mutations[*index].as_slice()).collect();
            let outcomes = ask_all(address(node, sample.for_controller), &bytes, |at| {
                if want(mine[at]) == 's' { SILENCE } else { PATIENCE }
            });
            for (index, outcome) in mine.into_iter().zip(outcomes) {
                let (have, want) = (outcome.letter(), want(index));
                if have != want {
                    let sent = &sample.mutations[index];
                    let sent: String = sent.iter().take(120).map(|b| format!("{b:02x}")).collect();
                    let (label, node) = (&sample.label, NODES[place]);
                    let _ = writeln!(
                        differences,
                        "{label} {index} on {node:?}: {have} instead of {want}: {sent}"
                    );
                }
            }
        }
        differences
    };
    let differences: String = std::thread::scope(|scope| {
        let compare = &compare;
        let ask = |(place, node)| scope.spawn(move || compare(place, node));
        let threads: Vec<_> = nodes.iter().enumerate().map(ask).collect();
        threads.into_iter().map(|thread| thread.join().expect("the comparison ends")).collect()
    });
    controls.into_iter().for_each(|control| {
        control.end();
    });
    assert!(differences.is_empty(), "{} differences\n{differences}", differences.lines().count());
    for mut node in nodes {
        assert!(node.stop().success());
    }
}

#[test]
fn frames_that_kafka_refuses_or_need_not_serve_end_as_they_do_there() {
    let nodes = [
        Node::up("refused", &[("corelog.runtime", "ring")]),
        Node::up("refused", &[("corelog.runtime", "epoll")]),
    ];
    for node in &nodes {
        for row in table("refused-frames.txt") {
            let [listener, name, hex, outcome, answer] = &row[..] else { panic!("five columns: {row:?}") };
            let address = address(node, listener == "controller");
            let bytes = from_hex(hex);
            let key = key_of(&bytes).unwrap_or(-1);
            let got = ask(address, &bytes);
            let is_built = listed(address).contains(&key);
            if UNLISTED.contains(&key) || (outcome == "open" && !is_built) {
                assert!(UNLISTED.contains(&key) || got == Outcome::Closed, "{listener} {name}: {got:?}");
                continue;
            }
            match (outcome.as_str(), got) {
                ("closed", Outcome::Closed) => {}
                ("open", Outcome::Answered(body)) => {
                    // The correlation id, and the error where it comes first; lengths depend on what is built.
                    let compared = if key == 18 { 6 } else { 4 };
                    if let Some(hex) =
                        answer.get(8..8 + 2 * compared).filter(|_| !answer.starts_with("answers"))
                    {
                        assert_eq!(body[..compared], from_hex(hex), "{listener} {name}");
                    }
                }
                (_, got) => panic!("{listener} {name}: {outcome} at Kafka, {got:?} here"),
            }
        }
    }
}

#[test]
fn three_requests_in_one_write_are_answered_in_order_and_the_connection_stays_open() {
    let node = Node::up("pipelined", &[]);
    let one = |id: u8| frame(&[0, 0x12, 0, 0, 0, 0, 0, id, 0xff, 0xff]);
    for address in [node.address(), node.controller()] {
        let mut stream = wire::send(address, &[one(1), one(2), one(3)].concat());
        for id in [1, 2, 3, 4] {
            if id == 4 {
                stream.write_all(&one(4)).expect("it is open");
            }
            let Outcome::Answered(body) = outcome(&mut stream, Instant::now() + PATIENCE) else {
                panic!("no answer")
            };
            assert_eq!(body[..4], [0, 0, 0, id]);
        }
    }
}

#[test]
fn a_frame_that_ends_early_ends_the_connection_wherever_it_is_cut() {
    let node = Node::up("half", &[BACKLOG]);
    make_topic(node.address());
    for sample in samples().iter().filter(|s| s.label.ends_with("cut")) {
        let whole = sample.mutations.last().expect("at least one");
        let address = address(&node, sample.for_controller);
        let mut streams: Vec<_> = (0..whole.len()).map(|n| wire::send(address, &whole[..n])).collect();
        for stream in &mut streams {
            stream.shutdown(std::net::Shutdown::Write).expect("it is open");
        }
        for (n, mut stream) in streams.into_iter().enumerate() {
            let got = outcome(&mut stream, Instant::now() + PATIENCE);
            assert_eq!(got, Outcome::Closed, "{} cut at {n}", sample.label);
        }
    }
}

/// A Produce with the batch's length and checksum made right, whatever its payload.
fn produce(parts: &[Vec<u8>; 3], payload: &[u8]) -> Vec<u8> {
    let [before, batch, behind] = parts;
    let mut batch = [&batch[..61], payload].concat();
    let size = u32::try_from(batch.len() - 12).expect("small");
    batch[8..12].copy_from_slice(&size.to_be_bytes());
    let crc = crc32c(&batch[21..]);
    batch[17..21].copy_from_slice(&crc.to_be_bytes());
    let mut before = before.clone();
    let at = before.len() - 4;
    before[at..].copy_from_slice(&(batch.len() as u32).to_be_bytes());
    frame(&[&before[..], &batch, behind].concat())
}

/// The error code of the one partition: it follows the topic's name and the index in the answer.
fn letter(outcome: &Outcome) -> char {
    let Outcome::Answered(body) = outcome else { return outcome.letter() };
    match i16::from_be_bytes([body[19], body[20]]) {
        0 => '0',
        -1 => '-',
        2 => '2',
        87 => 'i',
        76 => 'u',
        code => panic!("error {code}"),
    }
}

#[test]
fn damaged_payloads_of_every_codec_get_the_error_that_kafka_gives() {
    const FILE: &str = "batches-kafka-4.4.0.tsv";
    let mut samples = Vec::new();
    for row in table("batches.tsv") {
        let parts = [from_hex(&row[1]), from_hex(&row[2]), from_hex(&row[3])];
        let payload = &parts[1][61..];
        let cuts = (0..=payload.len()).map(|n| produce(&parts, &payload[..n])).collect::<Vec<_>>();
        samples.push((format!("{}\tcut", row[0]), cuts));
        let flipped = flips(payload).iter().map(|payload| produce(&parts, payload)).collect();
        samples.push((format!("{}\tflip", row[0]), flipped));
    }
    let ask = |address, frames: &[Vec<u8>]| -> String {
        let frames: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
        ask_all(address, &frames, |_| PATIENCE).iter().map(letter).collect()
    };
    if let Some([peer, _]) = recording() {
        make_topic(peer);
        let rows: Vec<_> = samples.iter().map(|(label, frames)| (label.clone(), ask(peer, frames))).collect();
        let what = "0 taken, i INVALID_RECORD, 2 CORRUPT_MESSAGE, u UNSUPPORTED_COMPRESSION_TYPE, - UNKNOWN_SERVER_ERROR.";
        return write_recorded(FILE, what, &rows);
    }
    let recorded = table(FILE);
    let node = Node::up("payloads", &[BACKLOG]);
    make_topic(node.address());
    let control = Control::on(node.address());
    let mut differences = String::new();
    for ((label, frames), row) in samples.iter().zip(&recorded) {
        assert_eq!(*label, row[..2].join("\t"));
        let have = ask(node.address(), frames);
        for (index, (have, want)) in have.chars().zip(row[2].chars()).enumerate() {
            if have != want {
                let _ = writeln!(differences, "{label} {index}: {have} instead of {want}");
            }
        }
    }
    control.end();
    assert!(differences.is_empty(), "{} differences\n{differences}", differences.lines().count());
}
