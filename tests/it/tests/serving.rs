//! A node that serves: what it does about bad clients, about a kernel without io_uring, and about being stopped.
//!
//! What it answers is compared with Kafka's answers in `tests/compat`.

use client::Connection;
use it::node::Node;
use it::{lease, probe, seccomp};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const BACKENDS: [&str; 2] = ["ring", "epoll"];

/// A Metadata request of version 1, for all topics, with its length in front.
const FRAME: &[u8] = b"\0\0\0\x0f\0\x03\0\x01\0\0\0\x01\0\x01p\xff\xff\xff\xff";

fn connect(node: &Node) -> TcpStream {
    let stream = TcpStream::connect(node.address()).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a socket option");
    stream
}

#[test]
fn a_clean_stop_leaves_the_marker_and_a_kill_does_not() {
    let mut node = Node::up("marker", &[]);
    let marker = node.data().join(".kafka_cleanshutdown");
    assert!(!marker.exists(), "a running node has taken the marker away");
    assert!(node.stop().success());
    assert!(marker.exists());
    assert!(!node.data().join(".lock").exists());
    node.start();
    node.wait_until_it_serves();
    node.kill();
    assert!(!marker.exists());
    node.start();
    node.wait_until_it_serves();
    assert!(node.stop().success());
}

#[test]
fn every_listener_opens() {
    let node = Node::up("listeners", &[]);
    assert!(probe::serves(node.external()));
    assert!(probe::answers(node.controller()));
}

/// Host and port of the only broker, as a listener tells them.
fn told(address: SocketAddr) -> (String, i32) {
    let mut connection = Connection::connect(address, "told", Duration::from_secs(20)).expect("it serves");
    let answer = connection.metadata(Some(&[])).expect("an answer");
    assert_eq!(answer.brokers.len(), 1);
    (answer.brokers[0].host.to_string(), answer.brokers[0].port)
}

#[test]
fn each_listener_tells_its_own_address() {
    let node = Node::up("addresses", &[("corelog.shards", "2")]);
    for address in [node.address(), node.external()] {
        assert_eq!(told(address), ("127.0.0.1".to_string(), i32::from(address.port())));
    }
}

#[test]
fn a_listener_without_a_host_is_told_by_the_machines_name() {
    let mut node = Node::format("no-host", &[]);
    let (client, controller) = (node.address().port(), node.controller().port());
    node.start_with(|command| {
        let listeners = format!("listeners=PLAINTEXT://:{client},CONTROLLER://:{controller}");
        command.args([
            "--override",
            &listeners,
            "--override",
            &format!("advertised.listeners=PLAINTEXT://:{client}"),
        ]);
    });
    node.wait_until_it_serves();
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").expect("Linux");
    let (host, port) = told(node.address());
    assert!(host == name.trim() || host.starts_with(&format!("{}.", name.trim())), "{host}, on {name}");
    assert_eq!(port, i32::from(client));
}

#[test]
fn any_number_of_shards_serves_on_either_backend() {
    for backend in BACKENDS {
        for shards in ["1", "2", "4", "8"] {
            let mut node = Node::up("shards", &[("corelog.shards", shards), ("corelog.runtime", backend)]);
            assert!(node.stop().success(), "{shards} {backend}");
        }
    }
}

#[test]
fn a_kernel_that_refuses_io_uring_gets_epoll_and_one_line_that_says_why() {
    let mut node = Node::format("seccomp", &[]);
    node.start_with(seccomp::without_io_uring);
    node.wait_until_it_serves();
    assert!(node.stop().success());
    let log = node.log();
    let told: Vec<&str> = log.lines().filter(|l| l.contains("io_uring")).collect();
    assert_eq!(told.len(), 1, "{log}");
    assert!(told[0].contains("epoll"), "{}", told[0]);
}

#[test]
fn a_ring_that_was_asked_for_and_is_refused_stops_the_start() {
    let mut node = Node::format("ring-only", &[("corelog.runtime", "ring")]);
    node.start_with(seccomp::without_io_uring);
    assert_eq!(node.wait().code(), Some(1));
    assert!(node.log().contains("io_uring"), "{}", node.log());
}

#[test]
fn twenty_announcements_of_a_hundred_megabytes_change_nothing() {
    for backend in BACKENDS {
        let node = Node::up("announce", &[("corelog.runtime", backend)]);
        let before = node.resident_bytes();
        let held: Vec<TcpStream> = (0..20)
            .map(|_| {
                let mut stream = connect(&node);
                stream.write_all(&100_000_000_u32.to_be_bytes()).expect("sent");
                stream.write_all(&FRAME[4..]).expect("sent");
                stream
            })
            .collect();
        std::thread::sleep(Duration::from_millis(300));
        assert!(probe::serves(node.address()), "others are served");
        let grown = node.resident_bytes().saturating_sub(before);
        assert!(grown < 32 << 20, "{backend}: {grown} bytes for {} announcements", held.len());
    }
}

#[test]
fn any_flipped_bit_of_a_frame_harms_nobody_else() {
    let node = Node::up("flips", &[]);
    let mut other = connect(&node);
    for bit in 0..FRAME.len() * 8 {
        let mut frame = FRAME.to_vec();
        frame[bit / 8] ^= 1 << (bit % 8);
        let mut stream = connect(&node);
        stream.set_read_timeout(Some(Duration::from_millis(20))).expect("a socket option");
        stream.write_all(&frame).expect("sent");
        // An answer, an end, or silence where the frame now says that more is to come.
        let _ = stream.read(&mut [0; 512]);
    }
    other.write_all(FRAME).expect("sent");
    let mut size = [0; 4];
    other.read_exact(&mut size).expect("an old connection is still served");
    assert!(probe::serves(node.address()));
}

#[test]
fn every_cut_of_a_frame_ends_quietly() {
    let node = Node::up("cuts", &[]);
    for n in 0..FRAME.len() {
        let mut stream = connect(&node);
        stream.write_all(&FRAME[..n]).expect("sent");
        stream.shutdown(std::net::Shutdown::Write).expect("open");
        assert_eq!(stream.read(&mut [0; 64]).expect("it ends"), 0, "cut at {n}");
    }
    assert!(probe::serves(node.address()));
}

#[test]
fn signals_that_come_together_ask_for_one_stop() {
    // Both are there before the process sees either.
    let mut node = Node::up("together", &[]);
    for name in ["STOP", "TERM", "INT", "CONT"] {
        node.signal(name);
    }
    assert!(node.wait().success(), "{}", node.log());
    assert!(node.data().join(".kafka_cleanshutdown").exists());
}

#[test]
fn a_signal_after_a_second_forces_the_end_of_a_stop() {
    let mut node = Node::up("forced", &[]);
    // The stop cannot end: its last step does not get at the file of the clean marker.
    let marker = node.data().join(".kafka_cleanshutdown");
    std::fs::write(&marker, "").expect("writable");
    let lease = lease::take(&marker);
    node.signal("TERM");
    node.wait_until("it stops", |node| node.log().contains("stopping"));
    // Those of the first second count for nothing, and it may be gone before the last.
    node.wait_until("it is forced to end", |node| {
        std::thread::sleep(Duration::from_millis(300));
        let pid = node.pid().expect("it was started").to_string();
        let _ = std::process::Command::new("kill").args(["-s", "INT", &pid]).output();
        node.log().contains("forced to end")
    });
    assert_eq!(node.wait().code(), Some(130), "{}", node.log());
    assert_eq!(std::fs::read(&marker).expect("there"), b"", "it is not marked clean");
    drop(lease);
}
