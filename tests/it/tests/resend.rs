//! Five batches in flight whose answers never came, sent again across a start: each is answered with the offset it has, and
//! nothing is there twice.

use client::{Connection, Error};
use it::node::Node;
use it::probe;
use protocol::client::init_producer_id::InitProducerIdRequest;
use protocol::client::produce::{PartitionProduceData, ProduceRequest, TopicProduceData};
use protocol::records::BatchBuilder;
use protocol::{Offset, ProducerEpoch, ProducerId, Timestamp, Uuid};
use std::net::SocketAddr;
use std::time::{Duration, SystemTime};

const TOPIC: &str = "t";
const IN_FLIGHT: i32 = 5;
const RECORDS: i32 = 4;
/// Bytes of a record by partition: in the second one a segment rolls between the five.
const RECORD_BYTES: [usize; 2] = [20, 100_000];
const PARTITIONS: i32 = RECORD_BYTES.len() as i32;
/// The last version that names topics.
const PRODUCE_VERSION: i16 = 12;

fn connect(address: SocketAddr) -> Connection {
    Connection::connect(address, "resend", Duration::from_secs(30)).expect("it serves")
}

fn new_producer(address: SocketAddr) -> ProducerId {
    let request = InitProducerIdRequest {
        transactional_id: None,
        producer_id: -1,
        producer_epoch: -1,
        ..Default::default()
    };
    let mut connection = connect(address);
    let answer = connection.call_highest(&request).expect("it answers");
    assert_eq!(answer.error_code, 0);
    ProducerId(answer.producer_id)
}

fn request(id: ProducerId, partition: i32, number: i32) -> ProduceRequest<'static> {
    let now =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_millis() as i64;
    let mut builder = BatchBuilder::new(Offset(0)).producer(id, ProducerEpoch(0), number * RECORDS);
    let value = vec![b'v'; RECORD_BYTES[partition as usize]];
    for _ in 0..RECORDS {
        builder.append(Timestamp(now), None, Some(&value), []);
    }
    let partition_data =
        vec![PartitionProduceData { index: partition, records: Some(builder.finish().into()) }];
    let topic = TopicProduceData { topic_id: Uuid::ZERO, name: TOPIC.into(), partition_data };
    ProduceRequest { transactional_id: None, acks: -1, timeout_ms: 30_000, topic_data: vec![topic] }
}

fn answer(connection: &mut Connection) -> Result<i64, i16> {
    let answer = connection.recv::<ProduceRequest<'_>>();
    let answer = answer.unwrap_or_else(|error: Error| panic!("{error}"));
    let row = &answer.responses[0].partition_responses[0];
    if row.error_code == 0 { Ok(row.base_offset) } else { Err(row.error_code) }
}

fn wait_for_ends(node: &mut Node, end: i64) {
    node.wait_until("the log ends where it should", |node| {
        (0..PARTITIONS).all(|partition| probe::end_offset_of(node.address(), TOPIC, partition) == Some(end))
    });
}

/// Sends the batches `first` and the four behind it of both producers to each partition, and takes no answer.
fn send_five(node: &mut Node, producers: &[ProducerId; 2], first: i32) {
    for partition in 0..PARTITIONS {
        let mut connection = connect(node.address());
        for number in first..first + IN_FLIGHT {
            for &id in producers {
                connection.send(&request(id, partition, number), PRODUCE_VERSION).expect("it takes requests");
            }
        }
        // Stays open until all of them are in the log.
        let end = i64::from((first + IN_FLIGHT) * 2 * RECORDS);
        node.wait_until("all are in the log", |node| {
            probe::end_offset_of(node.address(), TOPIC, partition) == Some(end)
        });
    }
}

/// Sends them again, all in flight at once; each must be answered with where it is.
fn resend_five(node: &Node, producers: &[ProducerId; 2], first: i32, after: &str) {
    for partition in 0..PARTITIONS {
        for (which, &id) in producers.iter().enumerate() {
            let mut connection = connect(node.address());
            for number in first..first + IN_FLIGHT {
                connection.send(&request(id, partition, number), PRODUCE_VERSION).expect("it takes requests");
            }
            for number in first..first + IN_FLIGHT {
                let expected = i64::from((number * 2 + which as i32) * RECORDS);
                assert_eq!(
                    answer(&mut connection),
                    Ok(expected),
                    "batch {number} of producer {which} in partition {partition} after {after}"
                );
            }
        }
    }
}

fn five_are_sent_again(runtime: &str) {
    // Segments are small, so that one rolls between the five; a killed broker's session is over soon.
    let settings = [
        ("corelog.runtime", runtime),
        ("corelog.shards", "2"),
        ("log.segment.bytes", "1048576"),
        ("broker.session.timeout.ms", "1500"),
        ("broker.heartbeat.interval.ms", "500"),
    ];
    let mut node = Node::up(&format!("resend-{runtime}"), &settings);
    connect(node.address()).create_topic(TOPIC, PARTITIONS, 1, &[]).expect("it is made");
    wait_for_ends(&mut node, 0);
    let producers = [new_producer(node.address()), new_producer(node.address())];
    for (round, clean) in [true, false, true, false].into_iter().enumerate() {
        let first = round as i32 * IN_FLIGHT;
        let end = i64::from((first + IN_FLIGHT) * 2 * RECORDS);
        send_five(&mut node, &producers, first);
        // The second time nothing was written in between.
        for again in ["a first", "a second"] {
            let after = if clean {
                assert!(node.stop().success());
                format!("{again} clean stop")
            } else {
                node.kill();
                format!("{again} kill")
            };
            node.start();
            node.wait_until_it_serves();
            wait_for_ends(&mut node, end);
            resend_five(&node, &producers, first, &after);
            wait_for_ends(&mut node, end);
        }
    }
    assert!(node.stop().success());
}

#[test]
fn five_in_flight_keep_their_offsets_across_stops_and_kills_on_a_ring() {
    five_are_sent_again("ring");
}

#[test]
fn five_in_flight_keep_their_offsets_across_stops_and_kills_on_epoll() {
    five_are_sent_again("epoll");
}
