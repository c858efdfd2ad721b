//! Many connections, large announcements, clients that do not read, and the limits that are there against them: what a
//! node must bear without its memory growing and without others noticing.
//!
//! Bounds of memory are those of a debug build on a busy machine; each stands where it is checked.

use it::ask::{fetch, produce, produced, versions};
use it::hostile::{BACKLOG, Control, make_topic};
use it::node::Node;
use it::wire::{self, Outcome, PATIENCE, frame, outcome};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

const MIB: u64 = 1 << 20;

/// Every backend, and every way of sharing connections out.
const CELLS: [(&str, &str); 4] = [("ring", "1"), ("epoll", "2"), ("ring", "4"), ("epoll", "4")];

/// Room for one large request, and no request larger than that.
const LITTLE_ROOM: &[(&str, &str)] =
    &[("queued.max.request.bytes", "1048576"), ("socket.request.max.bytes", "1048576")];

fn up(word: &str, (runtime, shards): (&str, &str), settings: &[(&str, &str)]) -> Node {
    let mut all = vec![("corelog.runtime", runtime), ("corelog.shards", shards), BACKLOG];
    all.extend(settings);
    let node = Node::up(word, &all);
    make_topic(node.address());
    node
}

fn next(stream: &mut TcpStream) -> Outcome {
    outcome(stream, Instant::now() + PATIENCE)
}

fn is_answered(stream: &mut TcpStream) -> bool {
    let _ = stream.write_all(&versions(5));
    matches!(next(stream), Outcome::Answered(_))
}

/// Waits until something holds, at most as long as a test is patient.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "never saw that {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// How many descriptors the process has open.
fn descriptors(node: &Node) -> usize {
    let pid = node.pid().expect("it runs");
    std::fs::read_dir(format!("/proc/{pid}/fd")).expect("it runs").count()
}

#[test]
fn twenty_that_announce_a_hundred_megabytes_and_trickle_change_nothing() {
    for cell in CELLS {
        let node = up("trickle", cell, &[]);
        let before = node.resident_bytes();
        let control = Control::on(node.address());
        let mut held: Vec<TcpStream> =
            (0..20).map(|_| wire::send(node.address(), &100_000_000_u32.to_be_bytes())).collect();
        for _ in 0..50 {
            for stream in &mut held {
                stream.write_all(&[0; 64]).expect("they may go on");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        control.end();
        let grown = node.resident_bytes().saturating_sub(before);
        assert!(grown < 8 * MIB, "{cell:?}: {grown} bytes");
        drop(held);
        assert!(is_answered(&mut wire::connect(node.address())));
    }
}

#[test]
fn clients_that_never_read_hold_little_memory() {
    for cell in CELLS {
        let node = up("unread", cell, &[]);
        let large = produce(1, 1_000_000 - 1000);
        for _ in 0..4 {
            assert_eq!(produced(&wire::ask(node.address(), &large)), 0);
        }
        let before = node.resident_bytes();
        let control = Control::on(node.address());
        // What they ask: small answers, answers from files.
        for ask in [versions(1).repeat(100), fetch(1).repeat(20)] {
            let mut held: Vec<TcpStream> = (0..20).map(|_| wire::connect(node.address())).collect();
            held.iter().for_each(|stream| stream.set_nonblocking(true).expect("a socket option"));
            let (began, mut sent) = (Instant::now(), 0);
            while began.elapsed() < Duration::from_millis(1000) {
                for stream in &mut held {
                    // A part of a frame may be left over: it only matters that it is much.
                    sent += stream.write(&ask).unwrap_or(0);
                }
                std::thread::sleep(Duration::from_millis(2));
            }
            let grown = node.resident_bytes().saturating_sub(before);
            assert!(grown < 48 * MIB, "{cell:?}: {grown} bytes after {sent} bytes of requests");
        }
        control.end();
    }
}

#[test]
fn a_client_that_has_finished_sending_still_gets_its_answers() {
    for cell in CELLS {
        let node = up("finished", cell, &[]);
        for ask in [versions(1), produce(1, 100), fetch(1), [produce(1, 10), versions(2), fetch(3)].concat()]
        {
            let mut stream = wire::send(node.address(), &ask);
            stream.shutdown(Shutdown::Write).expect("it is open");
            let mut count = 0;
            while let Outcome::Answered(_) = next(&mut stream) {
                count += 1;
            }
            let want = if ask.starts_with(&produce(1, 10)) { 3 } else { 1 };
            assert_eq!(count, want, "{cell:?} {ask:x?}");
        }
    }
}

#[test]
fn half_sent_frames_and_silent_connections_hold_nobody_up() {
    for cell in CELLS {
        let node = up("half-open", cell, &[]);
        let before = node.resident_bytes();
        let control = Control::on(node.address());
        let whole = produce(1, 100);
        let held: Vec<TcpStream> =
            (0..300).map(|n| wire::send(node.address(), &whole[..n % whole.len()])).collect();
        let mut stream = wire::connect(node.address());
        for _ in 0..20 {
            assert!(is_answered(&mut stream));
        }
        control.end();
        let grown = node.resident_bytes().saturating_sub(before);
        // A connection that has begun a frame holds its smallest buffer, 16 KiB.
        assert!(grown < 16 * MIB, "{cell:?}: {grown} bytes for {} connections", held.len());
    }
}

#[test]
fn a_thousand_connections_that_come_and_go_leave_nothing_behind() {
    for cell in CELLS {
        let node = up("thousand", cell, &[]);
        let (before, open) = (node.resident_bytes(), descriptors(&node));
        let control = Control::on(node.address());
        for n in 0..1000 {
            let stream = wire::connect(node.address());
            match n % 4 {
                0 => drop(stream),
                1 => assert!(is_answered(&mut { stream })),
                2 => drop(wire::send(node.address(), &versions(1)[..7])),
                _ => {
                    let mut stream = stream;
                    let _ = stream.write_all(&versions(1));
                }
            }
        }
        control.end();
        wait_until("their descriptors are closed", || descriptors(&node) <= open + 1);
        let grown = node.resident_bytes().saturating_sub(before);
        assert!(grown < 16 * MIB, "{cell:?}: {grown} bytes");
    }
}

#[test]
fn ten_thousand_requests_on_one_connection_are_answered_in_order() {
    for cell in CELLS {
        let node = up("pipeline", cell, &[]);
        let control = Control::on(node.address());
        let mut stream = wire::connect(node.address());
        let mut sender = stream.try_clone().expect("a descriptor");
        let writer = std::thread::spawn(move || {
            let all: Vec<u8> = (0..10_000).flat_map(versions).collect();
            sender.write_all(&all).expect("all are taken");
        });
        for id in 0..10_000_i32 {
            let Outcome::Answered(body) = next(&mut stream) else { panic!("{cell:?}: no answer to {id}") };
            assert_eq!(body[..4], id.to_be_bytes(), "{cell:?}");
        }
        writer.join().expect("it has sent all");
        control.end();
    }
}

/// Neither an answer nor an end for a while.
fn waits(stream: &mut TcpStream) -> bool {
    let _ = stream.write_all(&versions(1));
    outcome(stream, Instant::now() + Duration::from_millis(300)) == Outcome::Silent
}

fn fill(address: SocketAddr, count: usize) -> Vec<TcpStream> {
    let mut all: Vec<TcpStream> = (0..count).map(|_| wire::connect(address)).collect();
    assert!(all.iter_mut().all(is_answered));
    all
}

#[test]
fn at_max_connections_a_client_waits_until_another_goes() {
    for cell in [("ring", "2"), ("epoll", "1")] {
        // What asks whether the node serves has come and gone.
        let node = up("max", cell, &[("max.connections", "5")]);
        let mut held = Vec::new();
        wait_until("the listener takes five", || {
            let mut one = wire::connect(node.external());
            is_answered(&mut one).then(|| held.push(one)).is_some() && held.len() == 5
        });
        let mut sixth = wire::connect(node.external());
        assert!(waits(&mut sixth), "{cell:?}");
        // The listener between brokers is exempt: who was idle longest makes room for it.
        assert!(is_answered(&mut wire::connect(node.address())), "{cell:?}");
        held.pop();
        held.pop();
        assert!(matches!(next(&mut sixth), Outcome::Answered(_)), "{cell:?}: it is its turn");
    }
}

#[test]
fn a_listener_has_a_limit_of_its_own() {
    for cell in [("epoll", "2"), ("ring", "1")] {
        let node = up("max-listener", cell, &[("listener.name.external.max.connections", "2")]);
        let mut held = fill(node.external(), 2);
        let mut third = wire::connect(node.external());
        assert!(waits(&mut third), "{cell:?}");
        drop(fill(node.address(), 10));
        held.pop();
        assert!(matches!(next(&mut third), Outcome::Answered(_)), "{cell:?}: it is its turn");
    }
}

#[test]
fn more_than_max_connections_per_ip_are_closed_at_once() {
    for cell in [("ring", "4"), ("epoll", "2")] {
        let node = Node::format("per-ip", &[("corelog.runtime", cell.0), ("corelog.shards", cell.1)]);
        let mut node = node;
        node.start_with(|command| {
            command.args(["--override", "max.connections.per.ip=3"]);
        });
        node.wait_until_it_serves();
        let mut held = Vec::new();
        wait_until("three are let in", || {
            let mut one = wire::connect(node.address());
            if is_answered(&mut one) {
                held.push(one);
            }
            held.len() == 3
        });
        for address in [node.address(), node.external()] {
            let mut fourth = wire::connect(address);
            assert_eq!(next(&mut fourth), Outcome::Closed, "{cell:?}");
        }
        held.pop();
        wait_until("a place is free again", || is_answered(&mut wire::connect(node.external())));
    }
}

#[test]
fn an_address_named_in_the_overrides_has_its_own_limit() {
    let mut node = Node::format("per-ip-override", &[("corelog.shards", "2")]);
    node.start_with(|command| {
        command.args(["--override", "max.connections.per.ip=1"]);
        command.args(["--override", "max.connections.per.ip.overrides=127.0.0.1:4,203.0.113.7:1"]);
    });
    node.wait_until_it_serves();
    let mut held = Vec::new();
    wait_until("four are let in", || {
        let mut one = wire::connect(node.external());
        is_answered(&mut one).then(|| held.push(one)).is_some() && held.len() == 4
    });
    assert_eq!(next(&mut wire::connect(node.external())), Outcome::Closed);
}

#[test]
fn a_listener_has_a_creation_rate_of_its_own() {
    let limits = [("listener.name.external.max.connection.creation.rate", "2")];
    let node = up("rate-listener", ("epoll", "2"), &limits);
    let began = Instant::now();
    let mut all: Vec<TcpStream> = (0..6).map(|_| wire::connect(node.external())).collect();
    assert!(all.iter_mut().all(is_answered));
    // One second's worth at once, the rest at the rate.
    assert!(began.elapsed() > Duration::from_millis(1500), "{:?}", began.elapsed());
    // The other listener has none: at this rate it would take forty seconds.
    let began = Instant::now();
    assert!((0..80).all(|_| is_answered(&mut wire::connect(node.address()))));
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
}

#[test]
fn above_the_creation_rate_clients_wait_and_are_all_served() {
    let node = up("rate", ("ring", "2"), &[("max.connection.creation.rate", "20")]);
    let began = Instant::now();
    let mut all: Vec<TcpStream> = (0..60).map(|_| wire::connect(node.external())).collect();
    assert!(all.iter_mut().all(is_answered));
    // One second's worth at once, the rest at the rate.
    let took = began.elapsed();
    assert!(took > Duration::from_millis(1500) && took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn idle_connections_are_closed_and_busy_ones_are_not() {
    for (runtime, shards) in [("ring", "2"), ("epoll", "1")] {
        let mut node = Node::format("idle", &[("corelog.runtime", runtime), ("corelog.shards", shards)]);
        node.start_with(|command| {
            command.args(["--override", "connections.max.idle.ms=1000"]);
        });
        node.wait_until_it_serves();
        let mut busy = wire::connect(node.address());
        let mut idle = vec![wire::connect(node.address()), wire::send(node.address(), &versions(1)[..6])];
        idle.push(wire::connect(node.address()));
        assert!(is_answered(idle.last_mut().expect("pushed above")));
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(1500) {
            assert!(is_answered(&mut busy), "{runtime}");
            std::thread::sleep(Duration::from_millis(50));
        }
        for mut stream in idle {
            assert_eq!(next(&mut stream), Outcome::Closed, "{runtime}");
        }
        let took = began.elapsed();
        assert!(took < Duration::from_secs(4), "{runtime}: {took:?}");
        assert!(is_answered(&mut busy), "{runtime}");
    }
}

#[test]
fn a_frame_may_be_as_long_as_is_allowed_and_no_longer() {
    for (runtime, shards) in [("ring", "1"), ("epoll", "4")] {
        let mut node = Node::format("longest", &[("corelog.runtime", runtime), ("corelog.shards", shards)]);
        node.start_with(|command| {
            command.args(["--override", "socket.request.max.bytes=10000"]);
        });
        node.wait_until_it_serves();
        let padded = |size: usize| frame(&[&versions(1)[4..], &vec![0; size - 10]].concat());
        assert_eq!(wire::ask(node.address(), &padded(10_000)).letter(), 'a', "{runtime}");
        assert_eq!(wire::ask(node.address(), &padded(10_001)), Outcome::Closed, "{runtime}");
        assert_eq!(wire::ask(node.controller(), &padded(10_000)).letter(), 'a', "{runtime}");
        assert_eq!(wire::ask(node.controller(), &padded(10_001)), Outcome::Closed, "{runtime}");
    }
}

#[test]
fn little_room_for_requests_slows_large_ones_down_and_stops_nobody() {
    for cell in CELLS {
        let node = up("queued", cell, LITTLE_ROOM);
        let before = node.resident_bytes();
        let large = produce(9, 900_000);
        let control = Control::on(node.address());
        let address = node.address();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mut stream = wire::connect(address);
                    let mut sender = stream.try_clone().expect("a descriptor");
                    let large = &large;
                    let writer = scope.spawn(move || {
                        for _ in 0..6 {
                            sender.write_all(large).expect("it is taken in the end");
                        }
                    });
                    for _ in 0..6 {
                        assert_eq!(produced(&next(&mut stream)), 0, "{cell:?}");
                    }
                    writer.join().expect("all was sent");
                });
            }
        });
        control.end();
        let grown = node.resident_bytes().saturating_sub(before);
        assert!(grown < 32 * MIB, "{cell:?}: {grown} bytes");
    }
}

#[test]
fn unfinished_large_frames_leave_room_for_finished_ones() {
    // Two hold all there is, each with a part of a frame that never ends: they are given up for the rest.
    for cell in [("ring", "1"), ("epoll", "2")] {
        let node = up("holders", cell, LITTLE_ROOM);
        let large = produce(9, 900_000);
        let held: Vec<TcpStream> = (0..2).map(|_| wire::send(node.address(), &large[..600_000])).collect();
        std::thread::sleep(Duration::from_millis(200));
        let control = Control::on(node.address());
        let began = Instant::now();
        let mut stream = wire::connect(node.address());
        stream.set_write_timeout(Some(Duration::from_secs(60))).expect("a socket option");
        stream.write_all(&large).expect("it is taken in the end");
        let got = outcome(&mut stream, began + Duration::from_secs(60));
        assert_eq!(produced(&got), 0, "{cell:?} after {:?}", began.elapsed());
        control.end();
        drop(held);
    }
}

#[test]
fn an_end_without_reading_answers_is_no_trouble() {
    // The node writes to sockets that are gone: a reset, never a signal.
    let node = up("reset", ("ring", "2"), &[]);
    for _ in 0..50 {
        let mut stream = wire::send(node.address(), &versions(1).repeat(200));
        stream.set_nonblocking(true).expect("a socket option");
        match stream.read(&mut [0; 16]) {
            Err(e) if e.kind() == ErrorKind::WouldBlock => {}
            _ => {}
        }
    }
    assert!(is_answered(&mut wire::connect(node.address())));
}
