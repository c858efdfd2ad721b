//! Everything at once: clients of every kind on a node with the smallest rings, stalled appends and a small budget, by
//! seed. Whoever behaves gets every answer, in order where the machine keeps order, and nothing is left behind.

mod support;

use std::io::Write;
use std::time::Duration;

use protocol::Rng;
use shards::Runtime;
use support::*;

/// One client's life: bursts of requests whose answers are known, and now and then an end without manners.
fn client(address: std::net::SocketAddr, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut client = Client::to(address);
    for _ in 0..40 {
        match rng.next_u64() % 12 {
            0 => {
                // Half a frame, and gone.
                let bytes = frame(b'E', &vec![1; (rng.next_u64() % 100_000) as usize]);
                let _ = client.socket.write_all(&bytes[..bytes.len() / 2]);
                client = Client::to(address);
            }
            1 => {
                // Asks for much and does not wait for it.
                client.send(b'Z', &2_000_000u32.to_be_bytes());
                client.send(b'M', &[0, 1]);
                client.send(b'R', &at(0, 100_000));
                client.send(b'A', &[5; 5000]);
                client = Client::to(address);
            }
            2 => {
                let _ = client.socket.write_all(&[0xff; 9]);
                assert!(client.is_closed());
                client = Client::to(address);
            }
            _ => burst(&mut client, &mut rng),
        }
    }
}

/// Echoes are answered at once, so they come in order among themselves; the others may overtake them.
fn burst(client: &mut Client, rng: &mut Rng) {
    let mut bytes = Vec::new();
    let mut expected: Vec<Vec<u8>> = Vec::new();
    let mut appends = 0;
    for _ in 0..1 + rng.next_u64() % 30 {
        match rng.next_u64() % 8 {
            0 => {
                bytes.extend_from_slice(&frame(b'A', &vec![3; (1 + rng.next_u64() % 20_000) as usize]));
                appends += 1;
            }
            1 => {
                let to = (rng.next_u64() % 4) as u16;
                bytes.extend_from_slice(&frame(b'M', &to.to_be_bytes()));
                expected.push(to.to_be_bytes().to_vec());
            }
            2 => {
                bytes.extend_from_slice(&frame(b'Q', b"question"));
                expected.push(b"question".to_vec());
            }
            3 => {
                bytes.extend_from_slice(&frame(b'S', b""));
                expected.push(b"synced".to_vec());
            }
            4 => {
                bytes.extend_from_slice(&frame(b'T', &(rng.next_u64() % 5).to_be_bytes()[4..]));
                expected.push(b"tick".to_vec());
            }
            _ => {
                let body = vec![rng.next_u64() as u8; 9 + (rng.next_u64() % 30_000) as usize];
                bytes.extend_from_slice(&frame(b'E', &body));
                expected.push(body);
            }
        }
    }
    let mut writer = client.socket.try_clone().expect("a descriptor");
    let step = 1 + (rng.next_u64() % 50_000) as usize;
    let thread = std::thread::spawn(move || {
        for piece in bytes.chunks(step) {
            writer.write_all(piece).expect("the node reads");
        }
    });
    let mut answers: Vec<Vec<u8>> =
        (0..expected.len() + appends).map(|_| client.reply().expect("alive")).collect();
    thread.join().expect("written");
    // Positions of appends are eight bytes long and nothing else is.
    let before = answers.len();
    answers.retain(|answer| answer.len() != 8);
    assert_eq!(before - answers.len(), appends + expected.iter().filter(|e| e.len() == 8).count());
    expected.retain(|answer| answer.len() != 8);
    answers.sort();
    expected.sort();
    assert!(answers == expected);
}

#[test]
fn whoever_behaves_is_served_while_others_do_not() {
    // Another first seed than 1 can be tried with CORELOG_SEED.
    let first = std::env::var("CORELOG_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1u64);
    for runtime in BOTH {
        let mut node = start(runtime, 3, |setup| {
            setup.tuning.ring = shards::RingSize { submissions: 4, completions: 8 };
            setup.tuning.slowness.write_ns_max = 20_000;
            setup.tuning.slowness.detour = Duration::from_millis(1);
            setup.queued_request_bytes_max = Some(300_000);
        });
        let address = node.address();
        let threads: Vec<_> =
            (0..12).map(|seed| std::thread::spawn(move || client(address, first + seed))).collect();
        for thread in threads {
            thread.join().unwrap_or_else(|_| panic!("not served, from seed {first} on"));
        }
        eventually("all connections are gone", || node.running.stats().iter().all(|s| s.connections == 0));
        eventually("all buffers have come home", || {
            // A core looks after its buffers when it has something to do.
            for _ in 0..6 {
                node.connect().call(b'E', b"x");
            }
            node.running.stats().iter().all(|s| s.buffer_bytes <= 8 << 20)
        });
        node.running.stop(Duration::from_secs(20)).expect("the node stops");
        let _ = std::fs::remove_dir_all(&node.dir);
        assert_eq!(node.running.runtime() == Runtime::Ring, runtime == Runtime::Ring);
    }
}
