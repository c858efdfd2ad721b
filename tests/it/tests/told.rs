//! What the log tells an operator of what is not built, not readable or not theirs, and how loud it is.

use client::Connection;
use it::node::Node;
use protocol::client::find_coordinator::FindCoordinatorRequest;
use protocol::client::incremental_alter_configs::{
    AlterConfigsResource, AlterableConfig, IncrementalAlterConfigsRequest,
};
use std::time::Duration;

const CHECKPOINTS: [&str; 4] = [
    "cleaner-offset-checkpoint",
    "log-start-offset-checkpoint",
    "recovery-point-offset-checkpoint",
    "replication-offset-checkpoint",
];
const BROKER_LOGGER: i8 = 8;

fn connect(node: &Node) -> Connection {
    Connection::connect(node.address(), "told", Duration::from_secs(20)).expect("it serves")
}

#[test]
fn checkpoints_that_cannot_be_read_are_begun_anew_and_odd_folders_left_alone() {
    let mut node = Node::up("told", &[]);
    assert!(node.stop().success());
    for file in CHECKPOINTS {
        std::fs::write(node.data().join(file), "junk\n").expect("it can be written");
    }
    std::fs::create_dir(node.data().join("lost+found")).expect("it can be made");
    let said = node.log().len();
    node.start();
    node.wait_until_it_serves();
    assert!(node.stop().success());
    let log = node.log();
    for file in CHECKPOINTS {
        assert!(log[said..].contains(file), "{file} is not told of: {}", &log[said..]);
        let text = std::fs::read_to_string(node.data().join(file)).expect("it is there");
        assert!(text.starts_with("0\n"), "{file}: {text}");
    }
    assert!(log[said..].contains("lost+found"), "{}", &log[said..]);
    assert!(node.data().join("lost+found").is_dir());
}

#[test]
fn what_is_not_built_is_told_once() {
    let node = Node::up("told", &[("corelog.shards", "1")]);
    let mut connection = connect(&node);
    for topic in ["a", "b"] {
        connection.create_topic(topic, 1, 1, &[("cleanup.policy", "compact")]).expect("it is made");
        let request = FindCoordinatorRequest { key: "g".into(), ..Default::default() };
        assert_eq!(connection.call(&request, 1).expect("it answers").error_code, 15);
    }
    let log = node.log();
    assert_eq!(log.matches("a client asks for a coordinator").count(), 1, "{log}");
    assert_eq!(log.matches("are not compacted yet").count(), 1, "{log}");
}

#[test]
fn a_logger_can_be_made_louder_while_the_node_runs() {
    let mut node = Node::up("told", &[]);
    let mut connection = connect(&node);
    let config = AlterableConfig { name: "root".into(), config_operation: 0, value: Some("DEBUG".into()) };
    let resource = AlterConfigsResource {
        resource_type: BROKER_LOGGER,
        resource_name: "1".into(),
        configs: vec![config],
    };
    let request = IncrementalAlterConfigsRequest { resources: vec![resource], validate_only: false };
    let answer = connection.call_highest(&request).expect("it answers");
    assert_eq!(answer.responses[0].error_code, 0, "{answer:?}");
    // A frame that is none.
    let mut hostile = std::net::TcpStream::connect(node.address()).expect("it listens");
    std::io::Write::write_all(&mut hostile, b"\0\0\0\x04\x7f\xff\0\0").expect("it is taken");
    let mut rest = Vec::new();
    let _ = std::io::Read::read_to_end(&mut hostile, &mut rest);
    node.wait_until("it is told", |node| node.log().contains("closing a connection"));
    assert!(node.stop().success());
    assert!(node.log().contains("a core has stopped"), "{}", node.log());
}
