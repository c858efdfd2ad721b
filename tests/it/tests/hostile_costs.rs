//! Requests that cost far more than they weigh, and a stop in the middle of it all.

use it::ask::{fetch, produce, produce_payload, produced, varint, versions};
use it::hostile::{BACKLOG, Control, make_topic};
use it::node::Node;
use it::wire::{self, Outcome, PATIENCE, frame, outcome};
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

const MIB: u64 = 1 << 20;
const ZSTD: u8 = 4;

fn up(word: &str, runtime: &str, shards: &str) -> Node {
    let node = Node::up(word, &[("corelog.runtime", runtime), ("corelog.shards", shards), BACKLOG]);
    make_topic(node.address());
    node
}

/// A zstd frame in which each of these heads is followed by so many blocks of 128 KiB of zeros, four bytes each.
fn zstd_of_zeros(heads: &[Vec<u8>], blocks: usize) -> Vec<u8> {
    let block = |last: usize, kind: usize, size: usize| (last | kind << 1 | size << 3).to_le_bytes();
    let mut out = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 0x38];
    for head in heads {
        out.extend(&block(0, 0, head.len())[..3]);
        out.extend(head);
        for _ in 0..blocks {
            out.extend(&block(0, 1, 128 << 10)[..3]);
            out.push(0);
        }
    }
    out.extend(&block(1, 0, 0)[..3]);
    out
}

/// Records with a value of 1 MiB of zeros each, the zero at its end being the count of headers.
fn records_of_zeros(count: usize) -> Vec<u8> {
    let head = |n: usize| {
        let fields = [vec![0, 0], varint(n as i64), vec![1], varint((1 << 20) - 1)].concat();
        [varint(fields.len() as i64 + (1 << 20)), fields].concat()
    };
    zstd_of_zeros(&(0..count).map(head).collect::<Vec<_>>(), 8)
}

#[test]
fn a_batch_that_unpacks_to_gigabytes_costs_others_nothing() {
    for (runtime, shards) in [("ring", "1"), ("epoll", "2")] {
        let node = up("bomb", runtime, shards);
        let before = node.resident_bytes();
        let control = Control::on(node.address());
        // One record that says it is 2 GB, and about as much behind it.
        let size = i64::from(i32::MAX);
        let first = [varint(size), vec![0, 0, 0, 1], varint(size - 20)].concat();
        let one = produce_payload(1, ZSTD, 1, &zstd_of_zeros(&[first], 16_000));
        // What is right all through and unpacks to half a gigabyte is taken, as in Kafka.
        let many = produce_payload(2, ZSTD, 500, &records_of_zeros(500));
        let mut streams: Vec<TcpStream> =
            [&one, &many, &one, &many].into_iter().map(|bytes| wire::send(node.address(), bytes)).collect();
        for (stream, is_good) in streams.iter_mut().zip([false, true, false, true]) {
            let got = outcome(stream, Instant::now() + Duration::from_secs(60));
            assert_eq!(produced(&got) == 0, is_good, "{runtime}");
        }
        control.end();
        let grown = node.resident_bytes().saturating_sub(before);
        assert!(grown < 32 * MIB, "{runtime}: {grown} bytes");
    }
}

#[test]
fn small_batches_that_unpack_to_much_cost_others_nothing() {
    // 1 KB that unpacks to 20 MiB: a core that unpacks these itself would be busy for long.
    let node = up("small-bombs", "ring", "1");
    let control = Control::on(node.address());
    let bomb = produce_payload(1, ZSTD, 20, &records_of_zeros(20));
    assert!(bomb.len() < 2000);
    let mut stream = wire::send(node.address(), &bomb.repeat(200));
    for n in 0..200 {
        let got = outcome(&mut stream, Instant::now() + PATIENCE);
        assert_eq!(produced(&got), 0, "{n}");
    }
    control.end();
}

#[test]
fn a_frame_of_thirty_megabytes_is_refused_in_its_turn() {
    for (runtime, shards) in [("epoll", "1"), ("ring", "4")] {
        let node = up("thirty", runtime, shards);
        let large = produce(1, 30 << 20);
        let control = Control::on(node.address());
        assert_eq!(produced(&wire::ask(node.address(), &large)), 10, "{runtime}");
        control.end();
    }
}

#[test]
fn a_stop_waits_for_nobody_who_does_not_read_or_does_not_finish() {
    for (runtime, shards) in [("ring", "2"), ("epoll", "4")] {
        let mut node = up("stop-hostile", runtime, shards);
        for _ in 0..2 {
            assert_eq!(produced(&wire::ask(node.address(), &produce(1, 900_000))), 0);
        }
        let unread: Vec<TcpStream> =
            (0..10).map(|_| wire::send(node.address(), &fetch(1).repeat(30))).collect();
        let half: Vec<TcpStream> =
            (0..10).map(|_| wire::send(node.address(), &produce(1, 1000)[..500])).collect();
        let began = Instant::now();
        assert!(node.stop().success());
        let took = began.elapsed();
        let held = unread.len() + half.len();
        assert!(took < Duration::from_secs(5), "{runtime}: {took:?} with {held} connections");
    }
}

#[test]
fn unread_answers_of_many_connections_stay_small() {
    for (runtime, shards) in [("ring", "1"), ("epoll", "2")] {
        let node = up("unread-many", runtime, shards);
        let before = node.resident_bytes();
        let control = Control::on(node.address());
        let mut held: Vec<TcpStream> = (0..200).map(|_| wire::connect(node.address())).collect();
        held.iter().for_each(|stream| stream.set_nonblocking(true).expect("a socket option"));
        // As many as would be answered with 5 MB on each connection; the kernel takes what the node does not.
        let ask = versions(1).repeat(500);
        let (began, mut sent) = (Instant::now(), 0);
        for _ in 0..20 {
            sent += held.iter_mut().map(|stream| stream.write(&ask).unwrap_or(0)).sum::<usize>();
            std::thread::sleep(Duration::from_millis(10));
        }
        std::thread::sleep(Duration::from_secs(2).saturating_sub(began.elapsed()));
        let grown = node.resident_bytes().saturating_sub(before);
        control.end();
        assert!(grown < 32 * MIB, "{runtime}: {grown} bytes after {sent} bytes of requests");
    }
}

/// Random numbers that are the same in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, end: u64) -> usize {
        (self.next() % end) as usize
    }
}

#[test]
fn no_body_of_any_served_request_ends_the_process() {
    let nodes = [up("bodies", "ring", "2"), up("bodies", "epoll", "1")];
    let mut chance = Chance(20_260_101);
    let samples = it::hostile::samples();
    for node in &nodes {
        let control = Control::on(node.address());
        for address in [node.address(), node.controller()] {
            let Outcome::Answered(listed) = wire::ask(address, &versions(1)) else { panic!("no answer") };
            let rows: Vec<&[u8]> = listed[10..].chunks(6).collect();
            let mut batch: Vec<Vec<u8>> = Vec::new();
            for n in 0..800 {
                let body = if n % 2 == 0 {
                    // A random body behind the header of something that is served.
                    let row = rows[chance.below(rows.len() as u64)];
                    let version = chance.below(u64::from(row[5]) + 1) as u8;
                    let mut body = vec![row[0], row[1], 0, version, 0, 0, 0, 1, 0xff, 0xff];
                    let small = chance.below(3) > 0;
                    for _ in 0..chance.below(80) {
                        body.push(if small { chance.below(4) as u8 } else { chance.next() as u8 });
                    }
                    body
                } else {
                    // A good frame with a few bytes changed, behind its header.
                    let whole = &samples[chance.below(samples.len() as u64)].mutations;
                    let mut body = whole[whole.len() - 1].get(4..).unwrap_or_default().to_vec();
                    for _ in 0..=chance.below(4) {
                        if body.len() > 12 {
                            let at = 12 + chance.below(body.len() as u64 - 12);
                            body[at] = chance.next() as u8;
                        }
                    }
                    body
                };
                batch.push(frame(&body));
            }
            for many in batch.chunks(100) {
                let mut streams: Vec<TcpStream> =
                    many.iter().map(|bytes| wire::send(address, bytes)).collect();
                // Whatever comes of them; some wait for ever, as they ask.
                let deadline = Instant::now() + Duration::from_millis(50);
                for stream in &mut streams {
                    let _ = outcome(stream, deadline);
                }
            }
            assert!(matches!(wire::ask(address, &versions(1)), Outcome::Answered(_)));
        }
        control.end();
    }
    let patience = Instant::now() + PATIENCE;
    for mut node in nodes {
        assert!(node.stop().success() && Instant::now() < patience);
    }
}
