//! Kill -9 in the middle of writing, again and again: every acknowledged record is at its offset, offsets are dense, and
//! nothing of an idempotent producer is there twice. Behind that clean stops, after which nothing is to be repaired.

use client::Connection;
use it::book::{Book, Memory};
use it::node::Node;
use it::probe;
use protocol::Rng;
use std::time::{Duration, SystemTime};

const ROUNDS: u64 = 10;
const PARTITIONS: i32 = 6;

/// Segments are small, so that kills fall into rolls too; a killed broker's session is over soon.
fn node(runtime: &str, shards: &str) -> Node {
    Node::up(
        &format!("crash-{runtime}-{shards}"),
        &[
            ("corelog.runtime", runtime),
            ("corelog.shards", shards),
            ("log.segment.bytes", "1048576"),
            ("log.index.interval.bytes", "512"),
            ("broker.session.timeout.ms", "1500"),
            ("broker.heartbeat.interval.ms", "500"),
        ],
    )
}

fn wait_for_leaders(node: &mut Node) {
    node.wait_until_it_serves();
    node.wait_until("there are leaders", |node| {
        (0..PARTITIONS).all(|partition| probe::end_offset_of(node.address(), "t", partition).is_some())
    });
}

fn leader_epochs(node: &Node) -> Vec<i32> {
    let mut connection =
        Connection::connect(node.address(), "epochs", Duration::from_secs(10)).expect("it serves");
    let answer = connection.metadata(Some(&["t"])).expect("it answers");
    let mut epochs: Vec<(i32, i32)> =
        answer.topics[0].partitions.iter().map(|row| (row.partition_index, row.leader_epoch)).collect();
    epochs.sort_unstable();
    epochs.into_iter().map(|(_, epoch)| epoch).collect()
}

fn crash_again_and_again(runtime: &str, shards: &str) {
    let seed =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_nanos() as u64;
    println!("seed {seed}");
    let mut rng = Rng::new(seed);
    let mut node = node(runtime, shards);
    let mut connection =
        Connection::connect(node.address(), "make", Duration::from_secs(10)).expect("it serves");
    connection.create_topic("t", PARTITIONS, 1, &[]).expect("it is made");
    drop(connection);
    wait_for_leaders(&mut node);
    let mut books: Vec<Book> = (0..PARTITIONS)
        .map(|partition| {
            let acks = if partition % 2 == 0 { 1 } else { -1 };
            Book::open(node.address(), "t", partition, acks, partition >= 2, rng.next_u64())
        })
        .collect();
    for _ in 0..ROUNDS {
        let address = node.address();
        let pause = Duration::from_millis(20 + rng.below(400));
        std::thread::scope(|scope| {
            for book in &mut books {
                scope.spawn(|| book.write_until_it_is_gone(address));
            }
            std::thread::sleep(pause);
            node.kill();
        });
        node.start();
        wait_for_leaders(&mut node);
        for book in &mut books {
            book.settle(address, Memory::Whole);
            book.check(address, false);
        }
    }
    let acknowledged: usize = books.iter().map(|book| book.acknowledged).sum();
    let retried: usize = books.iter().map(|book| book.retried).sum();
    println!("{acknowledged} batches were acknowledged, {retried} sent again");
    assert!(acknowledged > 0 && retried > 0);
    let log = node.log();
    assert!(!log.contains("lost_below_recovery_point: true"), "{log}");
    for _ in 0..3 {
        let before = leader_epochs(&node);
        assert!(node.stop().success());
        let said = node.log().len();
        node.start();
        wait_for_leaders(&mut node);
        let log = node.log();
        assert!(
            ["repaired", "recovered"]
                .iter()
                .all(|what| !log[said..].contains(&format!("the log was {what}"))),
            "{}",
            &log[said..]
        );
        let after = leader_epochs(&node);
        assert!(
            before.iter().zip(&after).all(|(before, after)| before + 2 == *after),
            "{before:?} {after:?}"
        );
    }
    for book in &mut books {
        book.check(node.address(), true);
    }
    assert!(node.stop().success());
}

#[test]
fn nothing_acknowledged_is_lost_on_one_ring() {
    crash_again_and_again("ring", "1");
}

#[test]
fn nothing_acknowledged_is_lost_on_four_rings() {
    crash_again_and_again("ring", "4");
}

#[test]
fn nothing_acknowledged_is_lost_on_one_epoll() {
    crash_again_and_again("epoll", "1");
}

#[test]
fn nothing_acknowledged_is_lost_on_four_epolls() {
    crash_again_and_again("epoll", "4");
}
