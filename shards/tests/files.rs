//! File effects on both backends: appends, reads of cold bytes, ranges sent from the page cache, and what goes wrong.

mod support;

use std::io::Write;

use shards::Runtime;
use support::*;

#[test]
fn appends_of_many_connections_lie_one_behind_the_other() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut clients: Vec<Client> = (0..8).map(|_| node.connect()).collect();
        let mut seen = Vec::new();
        for round in 0..30u32 {
            for (number, client) in clients.iter_mut().enumerate() {
                client.send(b'A', &block(number as u32, round));
            }
            for (number, client) in clients.iter_mut().enumerate() {
                let position =
                    u64::from_be_bytes(client.reply().expect("alive").try_into().expect("a position"));
                seen.push((position, block(number as u32, round)));
            }
        }
        seen.sort();
        let written = std::fs::read(node.dir.join("core-0.log")).expect("the file is there");
        let expected: Vec<u8> = seen.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
        assert!(written == expected);
        node.stop();
    }
}

fn block(number: u32, round: u32) -> Vec<u8> {
    vec![(number * 31 + round) as u8; (1 + number * 97 + round * 13) as usize]
}

#[test]
fn more_slices_than_one_call_takes_are_all_written() {
    for runtime in BOTH {
        for through_backend in [false, true] {
            let node = start(runtime, 1, |setup| {
                if through_backend {
                    setup.tuning.slowness.write_ns_max = 0;
                }
            });
            let mut client = node.connect();
            let burst: Vec<u8> = (0..500u32).flat_map(|i| frame(b'A', &i.to_be_bytes())).collect();
            client.socket.write_all(&burst).expect("the node reads");
            for i in 0..500u64 {
                assert_eq!(client.reply().expect("alive"), (i * 4).to_be_bytes());
            }
            let written = std::fs::read(node.dir.join("core-0.log")).expect("the file is there");
            let expected: Vec<u8> = (0..500u32).flat_map(u32::to_be_bytes).collect();
            assert!(written == expected);
            node.stop();
        }
    }
}

#[test]
fn appends_of_a_stalled_file_take_the_detour_in_order() {
    for runtime in BOTH {
        let node = start(runtime, 1, |setup| setup.tuning.slowness.write_ns_max = 0);
        let mut client = node.connect();
        let bytes = vec![b'd'; 2000];
        for i in 0..200u64 {
            assert_eq!(client.call(b'A', &bytes), (i * 2000).to_be_bytes());
        }
        // Several turns' worth under way at once.
        for _ in 0..200 {
            client.send(b'A', &bytes);
        }
        for i in 200..400u64 {
            assert_eq!(client.reply().expect("alive"), (i * 2000).to_be_bytes());
        }
        let stats = node.running.stats()[0];
        assert!(stats.calls.file_ops >= 200 && stats.calls.pwritev >= 1, "{:?}", stats.calls);
        assert_eq!(std::fs::metadata(node.dir.join("core-0.log")).expect("there").len(), 800_000);
        node.stop();
    }
}

#[test]
fn cold_reads_bring_what_is_there_and_sync_comes_back() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        let bytes: Vec<u8> = (0..700_000u32).map(|i| (i % 251) as u8).collect();
        client.call(b'A', &bytes);
        assert_eq!(client.call(b'S', b""), b"synced");
        assert!(client.call(b'R', &at(0, 700_000)) == bytes);
        assert_eq!(client.call(b'R', &at(1000, 10)), bytes[1000..1010]);
        assert!(client.call(b'R', &at(699_000, 5000)) == bytes[699_000..], "fewer at the end");
        assert_eq!(client.call(b'R', &at(800_000, 10)), b"", "nothing behind it");
        // More than may be under way at once.
        for i in 0..300u64 {
            client.send(b'R', &at(i * 7, 100));
        }
        let mut answers: Vec<Vec<u8>> = (0..300).map(|_| client.reply().expect("alive")).collect();
        let mut expected: Vec<Vec<u8>> = (0..300).map(|i| bytes[i * 7..i * 7 + 100].to_vec()).collect();
        answers.sort();
        expected.sort();
        assert!(answers == expected);
        node.stop();
    }
}

#[test]
fn ranges_come_from_the_file_in_order_with_what_stands_between_them() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let mut client = node.connect();
        let bytes: Vec<u8> = (0..6_000_000u32).map(|i| (i / 13) as u8).collect();
        for piece in bytes.chunks(500_000) {
            client.call(b'A', piece);
        }
        for (position, len) in [(0, 6_000_000), (5, 1), (1_000_000, 3_000_000), (5_999_999, 1), (0, 0)] {
            client.send(b'F', &at(position, len));
            client.send(b'E', b"between");
        }
        for (position, len) in [(0, 6_000_000), (5, 1), (1_000_000, 3_000_000), (5_999_999, 1), (0, 0)] {
            assert!(client.reply().expect("alive") == bytes[position..position + len]);
            assert_eq!(client.reply().expect("alive"), b"between");
        }
        node.stop();
    }
}

#[test]
fn a_range_that_comes_up_short_closes_its_connection_only() {
    for runtime in BOTH {
        let node = start(runtime, 1, |_| {});
        let (mut client, mut other) = (node.connect(), node.connect());
        client.call(b'A', b"ten bytes.");
        client.send(b'F', &at(5, 6));
        assert!(client.is_closed());
        assert_eq!(other.call(b'F', &at(5, 5)), b"ytes.");
        eventually("it is counted", || node.running.stats()[0].closed_short_file == 1);
        node.stop();
    }
}

#[test]
fn a_full_disk_and_a_missing_file_are_told_apart() {
    for runtime in BOTH {
        for through_backend in [false, true] {
            let slow = |setup: &mut shards::Setup| {
                if through_backend {
                    setup.tuning.slowness.write_ns_max = 0;
                }
            };
            let node = start(runtime, 1, slow);
            std::os::unix::fs::symlink("/dev/full", node.dir.join("core-0.log")).expect("a link");
            let mut client = node.connect();
            for _ in 0..3 {
                assert_eq!(client.call(b'A', b"no room"), b"Full");
            }
            node.stop();
            let node = start(runtime, 1, slow);
            std::fs::remove_dir_all(&node.dir).expect("it was made");
            assert_eq!(node.connect().call(b'A', b"nowhere"), b"NotFound");
            node.stop();
        }
    }
}

#[test]
fn an_append_larger_than_the_receive_buffer_is_written_whole() {
    let node = start(Runtime::Ring, 2, |_| {});
    let mut client = node.connect();
    let bytes: Vec<u8> = (0..3_000_000u32).map(|i| (i / 3) as u8).collect();
    for i in 0..4u64 {
        assert_eq!(client.call(b'A', &bytes), (i * 3_000_000).to_be_bytes());
    }
    let core = u16::from_be_bytes(client.call(b'W', b"").try_into().expect("a core"));
    let written = std::fs::read(node.dir.join(format!("core-{core}.log"))).expect("the file is there");
    assert!(written.chunks(3_000_000).all(|chunk| chunk == bytes));
    node.stop();
}
