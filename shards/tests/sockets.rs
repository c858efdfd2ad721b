//! Connections on both backends: frames however they arrive, slow and silent clients, and who may connect.

mod support;

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::{Duration, Instant};

use broker::event::ListenerId;
use shards::{ConnectionLimits, ListenerLimits};
use support::*;

#[test]
fn frames_are_found_however_they_are_cut() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        let mut bytes = Vec::new();
        for i in 0..60u32 {
            bytes.extend_from_slice(&frame(b'E', &vec![i as u8; (i * i * 11) as usize]));
        }
        for step in [1usize, 700, 16 << 10, 100_000] {
            let bytes = if step == 1 { &bytes[..3000] } else { &bytes[..] };
            for piece in bytes.chunks(step) {
                client.socket.write_all(piece).expect("the node reads");
            }
            let whole = if step == 1 { whole_frames(bytes) } else { 60 };
            for i in 0..whole {
                assert_eq!(client.reply().expect("alive"), vec![i as u8; i * i * 11], "in steps of {step}");
            }
            if step == 1 {
                client = node.connect();
            }
        }
        node.stop();
    }
}

fn whole_frames(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while let Some(len) = bytes.first_chunk::<4>() {
        let Some(rest) = bytes.get(4 + u32::from_be_bytes(*len) as usize..) else { break };
        bytes = rest;
        count += 1;
    }
    count
}

#[test]
fn more_connections_than_the_ring_has_places_are_all_served() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| setup.backlog = 1024);
        let mut clients: Vec<Client> = (0..500).map(|_| node.connect()).collect();
        for round in 0..5u32 {
            for client in &mut clients {
                client.send(b'E', &round.to_be_bytes());
            }
            for client in &mut clients {
                assert_eq!(client.reply().expect("alive"), round.to_be_bytes());
            }
        }
        drop(clients);
        eventually("all are gone", || node.running.stats()[0].connections == 0);
        node.stop();
    }
}

#[test]
fn a_length_nobody_may_announce_closes_the_connection_without_an_answer() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| setup.request_size_max = 1000);
        for length in [0i32, -1, i32::MIN, 1001, i32::MAX, 0x1603_0101, 0x4745_5420] {
            let mut client = node.connect();
            client.socket.write_all(&length.to_be_bytes()).expect("the node reads");
            assert!(client.is_closed(), "length {length}");
        }
        let mut client = node.connect();
        assert_eq!(client.call(b'E', &[1; 999]), [1; 999], "1000 bytes are allowed");
        eventually("they are counted", || node.running.stats()[0].closed_bad_length == 7);
        node.stop();
    }
}

#[test]
fn large_frames_pass_both_ways() {
    for runtime in BOTH {
        let node = start(runtime, 2, |_| {});
        let mut client = node.connect();
        let bytes: Vec<u8> = (0..8_000_000u32).map(|i| (i / 7) as u8).collect();
        let mut writer = client.socket.try_clone().expect("a descriptor");
        let sent = frame(b'E', &bytes);
        let thread = std::thread::spawn(move || writer.write_all(&sent).expect("the node reads"));
        assert!(client.reply().expect("alive") == bytes);
        thread.join().expect("written");
        node.stop();
    }
}

#[test]
fn a_client_that_does_not_read_is_not_read_from_and_loses_nothing() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        let ask = frame(b'Z', &1_000_000u32.to_be_bytes());
        // What the node has not read stays in the socket, and what it has not answered is not made.
        for _ in 0..60 {
            client.socket.write_all(&ask).expect("small enough for the socket's buffer");
        }
        let mut other = node.connect();
        assert_eq!(other.call(b'E', b"never notices"), b"never notices");
        for _ in 0..60 {
            assert_eq!(client.reply().expect("alive").len(), 1_000_000);
        }
        assert_eq!(client.call(b'E', b"goes on"), b"goes on");
        node.stop();
    }
}

#[test]
fn reading_pauses_when_the_machine_says_so() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        assert_eq!(client.call(b'P', &150u32.to_be_bytes()), b"paused");
        let began = Instant::now();
        assert_eq!(client.call(b'E', b"later"), b"later");
        assert!(began.elapsed() >= Duration::from_millis(100), "{:?}", began.elapsed());
        node.stop();
    }
}

#[test]
fn a_connection_is_closed_after_its_last_bytes() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        client.send(b'Z', &3_000_000u32.to_be_bytes());
        client.send(b'C', b"");
        assert_eq!(client.reply().expect("alive").len(), 3_000_000);
        assert_eq!(client.reply().expect("alive"), b"bye");
        assert!(client.is_closed());
        node.stop();
    }
}

#[test]
fn a_client_that_has_finished_sending_still_gets_its_answers() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        client.send(b'E', b"the last one");
        client.socket.shutdown(Shutdown::Write).expect("open");
        assert_eq!(client.reply().expect("alive"), b"the last one");
        assert!(client.is_closed());
        eventually("it is gone", || node.running.stats()[0].connections == 0);
        node.stop();
    }
}

#[test]
fn idle_connections_end_and_busy_ones_do_not() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| setup.idle = Some(Duration::from_millis(1200)));
        let (mut idle, mut waiting, mut busy) = (node.connect(), node.connect(), node.connect());
        idle.call(b'E', b"x");
        // Asked and not answered yet: it gets twice the time.
        waiting.send(b'T', &1800u32.to_be_bytes());
        for _ in 0..10 {
            std::thread::sleep(Duration::from_millis(160));
            assert_eq!(busy.call(b'E', b"x"), b"x");
        }
        assert!(idle.is_closed());
        assert_eq!(waiting.reply().expect("alive"), b"tick");
        assert_eq!(busy.call(b'E', b"x"), b"x");
        assert!(busy.is_closed() && waiting.is_closed());
        eventually("they are counted", || node.running.stats()[0].closed_idle == 3);
        node.stop();
    }
}

#[test]
fn at_the_limit_a_listener_accepts_nobody_until_a_connection_ends() {
    for runtime in BOTH {
        let node = start(runtime, 2, |setup| setup.connections.connections_max = 2);
        let (mut first, mut second) = (node.connect(), node.connect());
        first.call(b'E', b"x");
        second.call(b'E', b"x");
        let mut third = node.connect();
        third.send(b'E', b"waits");
        assert!(third.hears_nothing_for(Duration::from_millis(150)), "nobody serves it");
        drop(first);
        assert_eq!(third.reply().expect("served now"), b"waits");
        // A higher limit takes hold at once.
        let mut fourth = node.connect();
        node.running.set_connection_limits(ConnectionLimits { connections_max: 3, ..Default::default() });
        assert_eq!(fourth.call(b'E', b"x"), b"x");
        // A lower one sends those away that are too many.
        node.running.set_connection_limits(ConnectionLimits { connections_max: 1, ..Default::default() });
        eventually("one is left", || {
            node.running.stats().iter().map(|core| core.connections).sum::<u64>() == 1
        });
        node.stop();
    }
}

#[test]
fn the_machine_hears_when_what_it_has_queued_is_sent() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        client.send(b'D', &[]);
        let mut all = vec![0; DRAINED_SIZE];
        client.socket.read_exact(&mut all).expect("it is sent");
        assert_eq!(client.reply().expect("said behind it"), b"drained");
        node.stop();
    }
}

#[test]
fn a_listener_has_a_limit_of_its_own_and_an_address_too() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| {
            setup.listeners.push(listener("SECOND"));
            let second = ListenerLimits { connections_max: 1, ..Default::default() };
            setup.connections.listeners = vec![ListenerLimits::default(), second];
            setup.connections.connections_per_ip_max = 3;
        });
        let second = node.running.addresses()[1];
        let mut one = Client::to(second);
        assert_eq!(one.call(b'E', b"x"), b"x");
        let mut two = Client::to(second);
        two.send(b'E', b"x");
        assert!(two.hears_nothing_for(Duration::from_millis(150)), "the listener is full");
        let mut others = [node.connect(), node.connect()];
        for client in &mut others {
            assert_eq!(client.call(b'E', b"x"), b"x");
        }
        assert!(node.connect().is_closed(), "accepted and closed: three of this address are there");
        drop(one);
        assert_eq!(two.reply().expect("served now"), b"x");
        node.stop();
    }
}

#[test]
fn brokers_get_in_where_clients_fill_the_node_and_the_longest_idle_client_goes() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| {
            setup.listeners.push(listener("BROKERS"));
            setup.inter_broker = Some(ListenerId(1));
            setup.connections.connections_max = 2;
        });
        let (mut oldest, mut newer) = (node.connect(), node.connect());
        oldest.call(b'E', b"x");
        std::thread::sleep(Duration::from_millis(20));
        newer.call(b'E', b"x");
        let mut broker = Client::to(node.running.addresses()[1]);
        assert_eq!(broker.call(b'E', b"x"), b"x");
        assert!(oldest.is_closed());
        assert_eq!(newer.call(b'E', b"x"), b"x");
        node.stop();
    }
}

#[test]
fn above_the_creation_rate_connections_wait() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| setup.connections.creation_rate_max = 20);
        let began = Instant::now();
        let mut clients: Vec<Client> = (0..30).map(|_| node.connect()).collect();
        for client in &mut clients {
            assert_eq!(client.call(b'E', b"x"), b"x");
        }
        assert!(began.elapsed() >= Duration::from_millis(400), "{:?}", began.elapsed());
        node.stop();
    }
}

#[test]
fn controller_connections_go_to_the_quorum_and_clients_wait_until_the_node_is_ready() {
    for runtime in BOTH {
        let node = start(runtime, 2, |setup| {
            setup.listeners.push(listener("CONTROLLER"));
            setup.listeners[0].when_ready = true;
            setup.listeners[1].for_controller = true;
        });
        let mut controller = Client::to(node.running.addresses()[1]);
        assert_eq!(controller.call(b'W', b""), 2u16.to_be_bytes());
        let mut client = node.connect();
        client.send(b'E', b"early");
        assert!(client.hears_nothing_for(Duration::from_millis(100)), "not ready");
        assert_eq!(controller.call(b'Y', b""), b"ready");
        assert_eq!(client.reply().expect("served now"), b"early");
        node.stop();
    }
}

#[test]
fn over_its_budget_the_node_serves_everybody_one_after_the_other() {
    for runtime in BOTH {
        let node = start(runtime, 2, |setup| setup.queued_request_bytes_max = Some(2 << 20));
        let address = node.address();
        let threads: Vec<_> = (0..16)
            .map(|number| {
                std::thread::spawn(move || {
                    let mut client = Client::to(address);
                    let bytes = vec![number; 1_500_000];
                    for _ in 0..3 {
                        // Acknowledged without being sent back, so that this thread need not read meanwhile.
                        assert_eq!(client.call(b'A', &bytes).len(), 8);
                    }
                })
            })
            .collect();
        let mut most = 0;
        while threads.iter().any(|thread| !thread.is_finished()) {
            most = most.max(node.running.stats()[0].buffer_bytes);
            std::thread::sleep(Duration::from_millis(1));
        }
        for thread in threads {
            thread.join().expect("served");
        }
        assert!(most < 12 << 20, "{runtime:?}: {most} bytes held with a budget of 2 MiB");
        node.stop();
    }
}

#[test]
fn clients_that_stall_in_the_middle_of_frames_do_not_stop_the_others() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| setup.queued_request_bytes_max = Some(1 << 20));
        let mut stalled: Vec<Client> = (0..4).map(|_| node.connect()).collect();
        for client in &mut stalled {
            let bytes = frame(b'E', &[0; 2_000_000]);
            client.socket.set_write_timeout(Some(Duration::from_millis(200))).expect("a TCP socket");
            // What the node does not read stays with the client.
            let _ = client.socket.write_all(&bytes[..600_000]);
        }
        let mut client = node.connect();
        let began = Instant::now();
        for _ in 0..20 {
            assert_eq!(client.call(b'E', b"goes on"), b"goes on");
        }
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        drop(stalled);
        eventually("their memory is back", || node.running.stats()[0].buffer_bytes < 1 << 20);
        assert_eq!(client.call(b'E', b"as before"), b"as before");
        node.stop();
    }
}

#[test]
fn many_small_requests_with_large_answers_hold_a_bounded_number_of_answers() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        let burst: Vec<u8> = (0..600).flat_map(|_| frame(b'Z', &300_000u32.to_be_bytes())).collect();
        client.socket.write_all(&burst).expect("small enough for the socket's buffer");
        std::thread::sleep(Duration::from_millis(100));
        let resident = resident_bytes();
        assert!(resident < 120 << 20, "{runtime:?}: {resident} bytes, the answers together are 180 MB");
        for _ in 0..600 {
            assert_eq!(client.reply().expect("alive").len(), 300_000);
        }
        node.stop();
    }
}

fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    statm.split(' ').nth(1).expect("a second field").parse::<u64>().expect("a number") * 4096
}

#[test]
fn an_empty_host_listens_on_every_address() {
    let node = start(shards::Runtime::Epoll, 1, |setup| setup.listeners[0].host = String::new());
    let port = node.address().port();
    assert_eq!(Client::to(([127, 0, 0, 1], port).into()).call(b'E', b"x"), b"x");
    node.stop();
}
