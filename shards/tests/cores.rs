//! Loops of both backends serving many connections on one to eight shards: echo, appends, messages between cores, the
//! peer seam, jobs, timers, and the end of it all.

mod support;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use shards::Runtime;
use support::*;

#[test]
fn every_shard_count_echoes_on_both_backends() {
    for runtime in BOTH {
        for shards in [1, 2, 4, 8] {
            let node = start(runtime, shards, |_| {});
            let mut clients: Vec<Client> = (0..16).map(|_| node.connect()).collect();
            let mut seen = std::collections::BTreeSet::new();
            for client in &mut clients {
                seen.insert(client.call(b'W', b""));
            }
            assert_eq!(seen.len(), usize::from(shards), "connections are spread over all shards");
            for round in 0..50u32 {
                for (number, client) in clients.iter_mut().enumerate() {
                    client.send(b'E', format!("{round} of {number}").as_bytes());
                }
                for (number, client) in clients.iter_mut().enumerate() {
                    assert_eq!(client.reply().expect("alive"), format!("{round} of {number}").into_bytes());
                }
            }
            drop(clients);
            node.stop();
        }
    }
}

#[test]
fn a_connection_goes_to_the_core_that_has_the_fewest() {
    for runtime in BOTH {
        let node = start(runtime, 4, |_| {});
        let mut clients: Vec<(Vec<u8>, Client)> = Vec::new();
        let connect = |clients: &mut Vec<(Vec<u8>, Client)>| {
            let mut client = node.connect();
            clients.push((client.call(b'W', b""), client));
        };
        (0..16).for_each(|_| connect(&mut clients));
        // Three of the four that one core has are gone: whoever dealt them out in turn would now go on with the others too.
        let emptied = clients[0].0.clone();
        let mut kept = false;
        clients.retain(|(core, _)| *core != emptied || !std::mem::replace(&mut kept, true));
        assert_eq!(clients.len(), 13);
        eventually("the node has seen them go", || {
            node.running.stats().iter().map(|core| core.connections).sum::<u64>() == 13
        });
        (0..3).for_each(|_| connect(&mut clients));
        assert!(clients[13..].iter().all(|(core, _)| *core == emptied), "{runtime:?}");
        node.stop();
    }
}

#[test]
fn cores_reach_one_another_and_the_quorum() {
    for runtime in BOTH {
        let node = start(runtime, 4, |_| {});
        let mut client = node.connect();
        for _ in 0..20 {
            for to in 0..5u16 {
                assert_eq!(client.call(b'M', &to.to_be_bytes()), to.to_be_bytes());
            }
            assert_eq!(client.call(b'Q', b"to the controller"), b"to the controller");
        }
        assert_eq!(client.call(b'B', b"x"), b"unreachable");
        node.stop();
    }
}

#[test]
fn more_messages_than_a_lane_holds_arrive_in_order() {
    for runtime in BOTH {
        let node = start(runtime, 2, |_| {});
        let mut client = node.connect();
        let here = client.call(b'W', b"");
        let there = if here == [0, 0] { [0, 1] } else { [0, 0] };
        let burst: Vec<u8> = (0..3000).flat_map(|_| frame(b'M', &there)).collect();
        std::io::Write::write_all(&mut client.socket, &burst).expect("the node reads");
        for _ in 0..3000 {
            assert_eq!(client.reply().expect("alive"), there);
        }
        node.stop();
    }
}

#[test]
fn what_waits_for_a_core_that_does_not_listen_is_bounded() {
    const MESSAGES: usize = 60_000;
    for runtime in BOTH {
        let node = start(runtime, 2, |_| {});
        let mut clients = [node.connect(), node.connect()];
        let cores = clients.each_mut().map(|client| client.call(b'W', b""));
        assert_ne!(cores[0], cores[1], "each has a core of its own");
        let [mut asking, mut holding] = clients;
        let closed = GATE.close();
        holding.send(b'X', b"");
        eventually("the core is held up", || GATE.is_waited_at.load(Ordering::Acquire));
        let mut socket = asking.socket.try_clone().expect("a descriptor");
        let burst: Vec<u8> = (0..MESSAGES).flat_map(|_| frame(b'M', &cores[1])).collect();
        let writer = std::thread::spawn(move || std::io::Write::write_all(&mut socket, &burst));
        let here = usize::from(u16::from_be_bytes([cores[0][0], cores[0][1]]));
        eventually("reading pauses", || node.running.stats()[here].lane_pauses > 0);
        drop(closed);
        for _ in 0..MESSAGES {
            assert_eq!(asking.reply().expect("alive"), cores[1]);
        }
        assert_eq!(holding.reply().expect("alive"), b"open");
        writer.join().expect("no panic").expect("all of it was read");
        let most = node.running.stats()[here].lane_backlog_max;
        // The bound, and what one turn adds.
        assert!((4096..=4096 + 1024).contains(&most), "{most}");
        node.stop();
    }
}

#[test]
fn a_node_without_a_quorum_reaches_no_controller() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| setup.quorum = false);
        assert_eq!(node.connect().call(b'Q', b"anyone"), b"unreachable");
        node.stop();
    }
}

#[test]
fn jobs_and_timers_come_back() {
    for runtime in BOTH {
        let node = start(runtime, 2, |_| {});
        let mut client = node.connect();
        client.call(b'A', b"written before ");
        assert_eq!(client.call(b'J', b"the job"), b"written before the job");
        // More jobs than the queue holds.
        for _ in 0..200 {
            client.send(b'J', b"");
        }
        for _ in 0..200 {
            assert_eq!(client.reply().expect("alive"), b"written before ");
        }
        let began = Instant::now();
        assert_eq!(client.call(b'T', &50u32.to_be_bytes()), b"tick");
        let took = began.elapsed();
        assert!(took >= Duration::from_millis(50), "a timer never rings early: {took:?}");
        assert!(took < Duration::from_secs(5), "{took:?}");
        node.stop();
    }
}

#[test]
fn a_panic_in_a_job_ends_the_process() {
    const CHILD: &str = "CORELOG_TEST_PANIC_IN_JOB";
    if std::env::var_os(CHILD).is_some() {
        let node = start(Runtime::Epoll, 1, |_| {});
        node.connect().call(b'K', b"");
        return;
    }
    let output = std::process::Command::new(std::env::current_exe().expect("a test binary"))
        .args(["--exact", "a_panic_in_a_job_ends_the_process"])
        .env(CHILD, "1")
        .output()
        .expect("the child runs");
    let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
    assert_eq!(signal, Some(6), "{:?}", output.status);
}

#[test]
fn a_stop_is_answered_by_all_cores_and_closes_connections_after_their_last_bytes() {
    for runtime in BOTH {
        let mut node = start(runtime, 2, |_| {});
        let mut client = node.connect();
        assert_eq!(client.call(b'E', b"here"), b"here");
        node.running.stop(Duration::from_secs(20)).expect("the node stops");
        assert!(client.reply().is_none());
        let notices = node.notices.lock().expect("nobody panicked");
        assert_eq!(notices.iter().filter(|n| n.ends_with("Stopped")).count(), 3);
    }
}

#[test]
fn a_second_stop_forces_a_machine_that_does_not_end() {
    for runtime in BOTH {
        let mut node = start(runtime, 2, |_| {});
        let mut client = node.connect();
        let core = u16::from_be_bytes(client.call(b'W', b"").try_into().expect("a core"));
        assert_eq!(client.call(b'H', b""), b"held");
        let Err(still) = node.running.stop(Duration::from_millis(300)) else { panic!("one core stays") };
        assert_eq!(still.0, [broker::event::CoreId(core)]);
        assert_eq!(client.call(b'E', b"served meanwhile"), b"served meanwhile");
        node.running.stop(Duration::from_secs(20)).expect("forced");
        assert!(client.is_closed());
    }
}

#[test]
fn a_node_can_be_started_and_dropped_many_times() {
    let before = descriptors();
    for _ in 0..10 {
        for runtime in BOTH {
            let node = start(runtime, 3, |_| {});
            node.connect().call(b'E', b"x");
            drop(node);
        }
    }
    eventually("no descriptor is left open", || descriptors() <= before + 40);
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").expect("Linux").count()
}

#[test]
fn the_backend_asked_for_is_the_one_that_runs() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        assert_eq!(node.running.runtime(), runtime);
        assert_eq!(node.running.fallback(), None);
        node.stop();
    }
    assert_eq!(Runtime::parse("ring"), Some(Runtime::Ring));
    assert_eq!(Runtime::parse("uring"), None);
}
