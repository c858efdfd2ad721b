//! Limits of connections that change while the node runs.
//!
//! A limit takes hold a moment after the answer to the change, as Kafka's do, so each test waits until it does.

use client::Connection;
use it::node::Node;
use it::probe;
use protocol::client::incremental_alter_configs::{
    AlterConfigsResource, AlterableConfig, IncrementalAlterConfigsRequest,
};
use std::time::Duration;

const BROKER: i8 = 4;
const SET: i8 = 0;
const DELETE: i8 = 1;

fn connect(node: &Node) -> Connection {
    Connection::connect(node.address(), "admin", Duration::from_secs(20)).expect("it listens")
}

/// Sets a key of the broker, or of all brokers where it is named ``, or takes it away.
fn alter(admin: &mut Connection, broker: &str, key: &str, value: Option<&str>) {
    let request = IncrementalAlterConfigsRequest {
        resources: vec![AlterConfigsResource {
            resource_type: BROKER,
            resource_name: broker.into(),
            configs: vec![AlterableConfig {
                name: key.into(),
                config_operation: if value.is_some() { SET } else { DELETE },
                value: value.map(Into::into),
            }],
        }],
        validate_only: false,
    };
    let answer = admin.call_highest(&request).expect("it answers");
    assert_eq!(answer.responses[0].error_code, 0, "{:?}", answer.responses[0].error_message);
}

fn is_refused(node: &Node) -> bool {
    !probe::answers(node.address())
}

/// Whether the node has ended a connection on which nothing is asked.
fn is_closed(connection: &Connection) -> bool {
    let stream = connection.stream();
    stream.set_nonblocking(true).expect("a socket option");
    let is_open = stream.peek(&mut [0]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock);
    stream.set_nonblocking(false).expect("a socket option");
    !is_open
}

#[test]
fn a_limit_of_addresses_is_set_and_taken_away_without_a_restart() {
    const KEY: &str = "max.connections.per.ip";
    let mut node = Node::up("per-ip", &[]);
    let mut admin = connect(&node);
    for broker in ["1", ""] {
        alter(&mut admin, broker, KEY, Some("1"));
        node.wait_until("one connection is enough", is_refused);
        assert!(is_refused(&node));
        assert!(!probe::answers(node.external()), "an address is counted over all listeners of the broker");
        // An address with a limit of its own.
        alter(&mut admin, broker, "max.connections.per.ip.overrides", Some("127.0.0.1:100"));
        node.wait_until("the override goes first", |node| !is_refused(node));
        alter(&mut admin, broker, "max.connections.per.ip.overrides", None);
        node.wait_until("the override is gone", is_refused);
        alter(&mut admin, broker, KEY, None);
        node.wait_until("the limit is gone", |node| !is_refused(node));
    }
    assert!(node.stop().success());
}

#[test]
fn a_limit_that_was_set_at_run_time_holds_for_the_first_client_of_the_next_start() {
    let mut node = Node::up("stored-limit", &[]);
    let mut admin = connect(&node);
    // Nobody may come only where somebody else may.
    alter(&mut admin, "1", "max.connections.per.ip.overrides", Some("127.0.0.2:5"));
    alter(&mut admin, "1", "max.connections.per.ip", Some("0"));
    node.wait_until("nobody is let in", is_refused);
    admin.metadata(Some(&[])).expect("whoever is there stays");
    drop(admin);
    assert!(node.stop().success());
    node.start();
    node.wait_until("it is ready", |node| node.log().matches("msg=ready").count() > 1);
    for _ in 0..20 {
        assert!(is_refused(&node));
    }
    assert!(node.stop().success());
}

#[test]
fn a_lowered_limit_of_all_connections_closes_those_that_are_too_many() {
    let mut node = Node::up("lowered", &[]);
    let mut admin = connect(&node);
    let mut idle: Vec<Connection> = (0..6)
        .map(|_| Connection::connect(node.external(), "idle", Duration::from_secs(20)).expect("it listens"))
        .collect();
    for connection in &mut idle {
        connection.versions().expect("it answers");
    }
    alter(&mut admin, "1", "max.connections", Some("3"));
    // The one on the listener between brokers is exempt, and counted.
    node.wait_until("all but two are closed", |_| idle.iter().filter(|other| is_closed(other)).count() >= 4);
    admin.metadata(Some(&[])).expect("it is still there");
    alter(&mut admin, "1", "max.connections", None);
    assert!(node.stop().success());
}
