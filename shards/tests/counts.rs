//! What a turn costs: with a client that writes eight requests at once, one receive and one send per connection, one
//! write per partition, and one entry into the kernel.

mod support;

use std::io::Write;

use shards::Calls;
use support::*;

const ROUNDS: u64 = 200;

/// Runs rounds of eight requests at once and returns what the only shard counted meanwhile.
fn count(node: &Node, client: &mut Client, request: &[u8]) -> Calls {
    let burst: Vec<u8> = (0..8).flat_map(|_| request.to_vec()).collect();
    let round = |client: &mut Client| {
        client.socket.write_all(&burst).expect("the node reads");
        for _ in 0..8 {
            client.reply().expect("alive");
        }
    };
    for _ in 0..10 {
        round(client);
    }
    let before = node.running.stats()[0].calls;
    for _ in 0..ROUNDS {
        round(client);
    }
    // The last turn publishes its counts after its last send.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let after = node.running.stats()[0].calls;
    Calls {
        recv: after.recv - before.recv,
        send: after.send - before.send,
        sendfile: after.sendfile - before.sendfile,
        pwritev: after.pwritev - before.pwritev,
        enter: after.enter - before.enter,
        file_ops: after.file_ops - before.file_ops,
        wake: after.wake - before.wake,
        other: after.other - before.other,
    }
}

/// A few turns more than rounds are allowed: a burst may arrive in two halves, and a wake-up may find nothing.
fn assert_about(what: &str, found: u64, wanted: u64) {
    assert!(found <= wanted + wanted / 10, "{what}: {found} calls for {wanted}");
}

#[test]
fn eight_appends_at_once_cost_four_calls() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        let calls = count(&node, &mut client, &frame(b'A', &[b'x'; 100]));
        assert_about("recv", calls.recv, ROUNDS);
        assert_about("send", calls.send, ROUNDS);
        assert_about("pwritev", calls.pwritev, ROUNDS);
        assert_about("enter", calls.enter, ROUNDS);
        assert!(calls.other <= 10 && calls.file_ops == 0 && calls.wake == 0, "{runtime:?}: {calls:?}");
        node.stop();
    }
}

#[test]
fn a_fetch_costs_a_send_and_a_sendfile() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        client.call(b'A', &[b'y'; 4000]);
        let calls = count(&node, &mut client, &frame(b'F', &at(0, 4000)));
        assert_about("recv", calls.recv, ROUNDS);
        assert_about("send", calls.send, ROUNDS * 8);
        assert_about("sendfile", calls.sendfile, ROUNDS * 8);
        assert_about("enter", calls.enter, ROUNDS);
        node.stop();
    }
}

#[test]
fn an_idle_node_makes_no_calls() {
    for runtime in BOTH {
        let node = start(runtime, 2, |_| {});
        let mut clients: Vec<Client> = (0..4).map(|_| node.connect()).collect();
        for client in &mut clients {
            client.call(b'E', b"x");
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        let before: u64 = node.running.stats().iter().map(|s| s.calls.total()).sum();
        std::thread::sleep(std::time::Duration::from_millis(400));
        let after: u64 = node.running.stats().iter().map(|s| s.calls.total()).sum();
        assert!(after - before <= 2, "{runtime:?}: {} calls while nothing happened", after - before);
        node.stop();
    }
}
