//! The `server.properties` that Kafka 4.4 ships, started as it is but for where it listens and keeps its data.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use it::folder::Folder;
use it::node::free_ports;
use it::{binary, probe};

const STOCK: &str = "\
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=localhost:9093
listeners=PLAINTEXT://:9092,CONTROLLER://:9093
inter.broker.listener.name=PLAINTEXT
advertised.listeners=PLAINTEXT://localhost:9092,CONTROLLER://localhost:9093
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL
num.network.threads=3
num.io.threads=8
socket.send.buffer.bytes=102400
socket.receive.buffer.bytes=102400
socket.request.max.bytes=104857600
log.dirs=/tmp/kraft-combined-logs
num.partitions=1
num.recovery.threads.per.data.dir=1
offsets.topic.replication.factor=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
log.retention.hours=168
log.segment.bytes=1073741824
log.retention.check.interval.ms=300000
";

#[test]
fn kafkas_stock_file_is_formatted_and_serves() {
    let folder = Folder::new("stock");
    let [broker, controller] = free_ports();
    // The file's ports may be taken on the machine that runs the tests, and its folder is everybody's.
    let text = STOCK
        .replace("9092", &broker.to_string())
        .replace("9093", &controller.to_string())
        .replace("/tmp/kraft-combined-logs", &folder.join("logs").display().to_string());
    let file = folder.file("server.properties", &text);
    let formatted = Command::new(binary())
        .args(["storage", "format", "--standalone", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c"])
        .arg(&file)
        .output()
        .expect("the binary runs");
    assert!(formatted.status.success(), "{}", String::from_utf8_lossy(&formatted.stderr));
    let node = Command::new(binary())
        .arg("start")
        .arg(&file)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let address = SocketAddr::from(([127, 0, 0, 1], broker));
    let serves = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        probe::serves(address)
    });
    let said = end(node);
    assert!(serves, "{said}");
    assert!(!said.contains("unknown setting") && !said.contains("cannot be honoured"), "{said}");
}

/// Ends the node and gives what it has said.
fn end(mut node: Child) -> String {
    if !Command::new("kill").arg(node.id().to_string()).status().is_ok_and(|status| status.success()) {
        let _ = node.kill();
    }
    let output = node.wait_with_output().expect("its output is ours to read");
    String::from_utf8_lossy(&output.stderr).into_owned()
}
