//! How a node starts, refuses to start, and ends; nothing of what it serves.

use it::binary;
use it::folder::Folder;
use it::node::{Node, free_ports};
use it::probe;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn corelog(folder: &Folder, args: &[&str]) -> Output {
    Command::new(binary()).args(args).current_dir(folder.path()).output().expect("the binary runs")
}

fn has_lock(node: &Node) -> bool {
    node.data().join(".lock").exists() && node.log().contains("locked")
}

#[test]
fn a_second_node_on_the_same_directory_refuses_to_start() {
    let mut node = Node::format("lock", &[]);
    node.start();
    node.wait_until("it has the lock", has_lock);
    let second =
        Command::new(binary()).arg("start").arg(node.properties()).output().expect("the binary runs");
    assert_eq!(second.status.code(), Some(1));
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("Failed to acquire lock on file .lock in"), "{said}");
    assert!(node.stop().success());
    assert!(!node.data().join(".lock").exists(), "a clean stop takes the lock file away");
}

#[test]
fn a_killed_node_leaves_no_lock_behind() {
    let mut node = Node::format("killed", &[]);
    node.start();
    node.wait_until("it has the lock", has_lock);
    node.kill();
    assert!(node.data().join(".lock").exists());
    std::fs::remove_file(node.log_file()).expect("it logged");
    node.start();
    node.wait_until("it has the lock again", has_lock);
    assert!(node.stop().success());
}

#[test]
fn a_directory_of_another_node_or_cluster_or_none_is_refused_by_name() {
    let mut node = Node::format("identity", &[]);
    let meta = node.data().join("meta.properties");
    let text = std::fs::read_to_string(&meta).expect("it is formatted");
    std::fs::write(&meta, text.replace("node.id=1", "node.id=2")).expect("writable");
    node.start();
    assert_eq!(node.wait().code(), Some(1));
    assert!(node.log().contains("Stored node id 2 doesn't match previous node id 1"), "{}", node.log());
    std::fs::remove_file(&meta).expect("writable");
    node.start();
    assert_eq!(node.wait().code(), Some(1));
    assert!(node.log().contains("No readable meta.properties files found."), "{}", node.log());
    let holds = format!("{} holds other files and is not formatted", node.data().display());
    assert!(node.log().contains(&holds), "{}", node.log());
}

#[test]
fn what_is_not_formatted_is_named_with_the_command_that_formats_it() {
    let folder = Folder::new("unformatted");
    std::fs::create_dir(folder.join("empty")).expect("writable");
    let text = "process.roles=broker,controller\nnode.id=1\ncontroller.listener.names=CONTROLLER\n\
                listeners=PLAINTEXT://127.0.0.1:0,CONTROLLER://127.0.0.1:0\n\
                controller.quorum.bootstrap.servers=127.0.0.1:1\nlog.dirs=empty,missing\n";
    folder.file("f.properties", text);
    let refused = corelog(&folder, &["start", "f.properties"]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    for words in [
        "No readable meta.properties files found. empty is not formatted, missing does not exist.",
        "corelog storage format --standalone -t $(corelog storage random-uuid) -c f.properties",
    ] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_directory_without_an_id_is_given_one() {
    let mut node = Node::format("no-id", &[]);
    let meta = node.data().join("meta.properties");
    std::fs::write(&meta, "version=1\nnode.id=1\ncluster.id=old\n").expect("writable");
    node.start();
    node.wait_until("it has the lock", has_lock);
    assert!(node.stop().success());
    let text = std::fs::read_to_string(&meta).expect("there");
    assert!(text.contains("directory.id=") && text.contains("cluster.id=old"), "{text}");
}

#[test]
fn development_mode_formats_its_folder_once_and_says_what_to_try() {
    let folder = Folder::new("develop");
    let [broker, controller] = free_ports();
    let listeners = format!("listeners=PLAINTEXT://127.0.0.1:{broker},CONTROLLER://127.0.0.1:{controller}");
    let quorum = format!("controller.quorum.bootstrap.servers=127.0.0.1:{controller}");
    let address = SocketAddr::from(([127, 0, 0, 1], broker));
    let start = || {
        Command::new(binary())
            .args(["--override", &listeners, "--override", &quorum])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs")
    };
    let serves_and_ends = |node: &mut Child| {
        // What it says goes out beside its opening for clients.
        let is_serving = (0..400).any(|_| {
            let serves = probe::serves(address);
            std::thread::sleep(Duration::from_millis(if serves { 0 } else { 50 }));
            serves
        });
        let asked = Command::new("kill").arg(node.id().to_string()).status().expect("kill is everywhere");
        let status = node.wait().expect("it was started here");
        assert!(asked.success() && is_serving && status.success(), "{is_serving} {status}");
        let meta = std::fs::read_to_string(folder.join("data/meta.properties")).expect("it is formatted");
        meta.lines().find(|line| line.starts_with("cluster.id=")).expect("it has one").to_string()
    };

    let mut node = start();
    let mut said = BufReader::new(node.stdout.take().expect("it is piped"));
    let mut greeting = String::new();
    while !greeting.ends_with("Ctrl-C stops it.\n") && said.read_line(&mut greeting).is_ok_and(|n| n > 0) {}
    let cluster = serves_and_ends(&mut node);
    assert!(greeting.contains(&format!("listens on   127.0.0.1:{broker}")), "{greeting}");
    assert!(greeting.contains("data         data") && greeting.contains("uses         "), "{greeting}");
    let tries = greeting.lines().skip_while(|line| *line != "Try:").skip(1);
    assert_eq!(tries.take_while(|line| line.starts_with("  ")).count(), 3, "{greeting}");

    // What is formatted stays; and that nobody listens to the greeting, as under `| head`, is no trouble.
    let mut node = start();
    drop(node.stdout.take());
    assert_eq!(serves_and_ends(&mut node), cluster);
}

#[test]
fn development_mode_touches_no_folder_of_others() {
    let folder = Folder::new("thesis");
    std::fs::create_dir(folder.join("data")).expect("writable");
    folder.file("data/thesis.txt", "mine");
    let refused = corelog(&folder, &[]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("data is not empty and is no Kafka directory"), "{said}");
    assert_eq!(std::fs::read_dir(folder.join("data")).expect("there").count(), 1);
}

#[test]
fn what_is_not_built_is_refused_by_name_before_anything_is_opened() {
    let node = Node::format("not-built", &[]);
    let protocol = "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,EXTERNAL:";
    for (overrides, key) in [
        (
            "process.roles=broker listeners=PLAINTEXT://127.0.0.1:0 advertised.listeners=PLAINTEXT://127.0.0.1:1 \
             controller.quorum.voters=2@127.0.0.1:1"
                .to_string(),
            "process.roles",
        ),
        (
            "process.roles=controller listeners=CONTROLLER://127.0.0.1:0 advertised.listeners=CONTROLLER://127.0.0.1:1"
                .to_string(),
            "process.roles",
        ),
        (format!("{protocol}SSL"), "listeners"),
        (format!("{protocol}SASL_PLAINTEXT"), "listeners"),
        (format!("{protocol}SASL_SSL"), "listeners"),
        (
            "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer".to_string(),
            "authorizer.class.name",
        ),
    ] {
        let mut command = Command::new(binary());
        command.arg("start").arg(node.properties());
        command.args(overrides.split_whitespace().flat_map(|pair| ["--override", pair]));
        let refused = command.output().expect("the binary runs");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{overrides:?}: {said}");
        assert!(said.contains("settings that cannot be honoured yet: "), "{overrides:?}: {said}");
        assert!(
            said.contains(&format!("{key}: ")) && said.contains("not built yet"),
            "{overrides:?}: {said}"
        );
        assert!(!node.data().join(".lock").exists());
    }
}

#[test]
fn a_log_that_goes_nowhere_near_a_terminal_is_logfmt_or_json() {
    for (format, begin) in [(None, "time="), (Some("json"), "{\"time\":\"")] {
        let mut node = Node::format("log", &[]);
        node.start_with(|command| {
            command.args(format.iter().flat_map(|format| ["--log-format", format]));
        });
        node.wait_until_it_serves();
        assert!(node.stop().success());
        let log = node.log();
        assert!(log.lines().count() >= 3 && log.lines().all(|line| line.starts_with(begin)), "{log}");
        if format.is_some() {
            assert!(log.lines().all(|line| line.ends_with('}')), "{log}");
        }
    }
}

#[test]
fn a_fault_in_the_file_is_told_with_its_line_and_column() {
    let folder = Folder::new("fault");
    let file = folder.file("f", "process.roles=broker,controller\nnode.id=one\n");
    let refused = corelog(&folder, &["start", &file.display().to_string()]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("line 2, column 1: Invalid value one for configuration broker.id"), "{said}");
}

#[test]
fn links_named_like_kafkas_scripts_are_those_scripts() {
    let folder = Folder::new("links");
    for name in ["kafka-storage.sh", "kafka-server-start.sh", "kafka-server-stop.sh"] {
        std::os::unix::fs::symlink(binary(), folder.join(name)).expect("writable");
    }
    let uuid = Command::new(folder.join("kafka-storage.sh")).arg("random-uuid").output().expect("runs");
    assert_eq!(uuid.stdout.len(), 23);
    let usage = Command::new(binary()).arg0("kafka-server-start.sh").output().expect("runs");
    assert_eq!(usage.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&usage.stderr).starts_with("USAGE: kafka-server-start.sh"));
    let none =
        Command::new(folder.join("kafka-server-stop.sh")).arg("--node-id=4711").output().expect("runs");
    assert_eq!(none.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&none.stdout),
        "No kafka server found with 'node.id' that matches 4711\n"
    );
}

/// Asks a node in the background to stop, however its test ends.
struct Ended(i32);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = Command::new(binary()).args(["stop", "--node-id", &self.0.to_string()]).output();
    }
}

#[test]
fn kafkas_scripts_format_start_in_the_background_and_stop() {
    let folder = Folder::new("scripts");
    let link = |name: &str| {
        let path = folder.join(name);
        std::os::unix::fs::symlink(binary(), &path).expect("writable");
        let mut command = Command::new(path);
        command.current_dir(folder.path()).env("LOG_DIR", folder.join("logs"));
        command
    };
    let [broker, controller] = free_ports();
    // A number that no other node on this machine has, since the stop goes by it.
    let node_id = 1_000_000 + i32::from(broker);
    folder.file(
        "server.properties",
        &format!(
            "process.roles=broker,controller\nnode.id={node_id}\nlog.dirs=data\ncontroller.listener.names=CONTROLLER\n\
             listeners=PLAINTEXT://127.0.0.1:{broker},CONTROLLER://127.0.0.1:{controller}\n\
             controller.quorum.bootstrap.servers=127.0.0.1:{controller}\n"
        ),
    );
    let done = |command: &mut Command, args: &[&str]| {
        let done = command.args(args).output().expect("the binary runs");
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        assert!(done.status.success(), "{args:?}: {said}");
    };
    done(
        &mut link("kafka-storage.sh"),
        &["format", "--standalone", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c", "server.properties"],
    );
    done(
        &mut link("kafka-server-start.sh"),
        &["-daemon", "server.properties", "--override", "num.partitions=3"],
    );
    let _ended = Ended(node_id);
    let output = || std::fs::read_to_string(folder.join("logs/kafkaServer.out")).unwrap_or_default();
    let until = |what: &str, holds: &dyn Fn() -> bool| {
        let end = Instant::now() + Duration::from_secs(30);
        while !holds() {
            assert!(Instant::now() < end, "never saw that {what}: {}", output());
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    until("it serves", &|| probe::serves(([127, 0, 0, 1], broker).into()));
    done(&mut link("kafka-server-stop.sh"), &["--node-id", &node_id.to_string()]);
    until("it has stopped", &|| output().contains("msg=stopped"));
    assert!(folder.join("data/.kafka_cleanshutdown").exists());
}

#[test]
fn the_stop_script_ends_the_node_that_is_meant() {
    let mut node = Node::format("stop", &[]);
    let text = std::fs::read_to_string(node.properties()).expect("there");
    std::fs::write(node.properties(), text.replace("node.id=1\n", "node.id=4712\n").replace("=1@", "=4712@"))
        .expect("ok");
    let meta = node.data().join("meta.properties");
    let text = std::fs::read_to_string(&meta).expect("there");
    std::fs::write(&meta, text.replace("node.id=1", "node.id=4712")).expect("ok");
    node.start();
    node.wait_until("it has the lock", has_lock);
    let asked = Command::new(binary()).args(["stop", "--node-id", "4712"]).output().expect("runs");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stdout));
    assert!(node.wait().success());
}

#[test]
fn the_stop_script_finds_a_node_of_development_mode_by_its_number() {
    let folder = Folder::new("stop-develop");
    let [broker, controller] = free_ports();
    // A number that no other node on this machine has, since the stop goes by it.
    let node_id = 2_000_000 + i32::from(broker);
    let listeners = format!("listeners=PLAINTEXT://127.0.0.1:{broker},CONTROLLER://127.0.0.1:{controller}");
    let quorum = format!("controller.quorum.bootstrap.servers=127.0.0.1:{controller}");
    let number = format!("node.id={node_id}");
    // Said by the command line, and the second time only by the directory.
    for options in [&["--override", &number][..], &[]] {
        let mut node = Command::new(binary())
            .args(["--override", &listeners, "--override", &quorum])
            .args(options)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        let _ended = Ended(node_id);
        let mut said = BufReader::new(node.stdout.take().expect("it is piped"));
        let mut line = String::new();
        while !line.contains("is ready") {
            line.clear();
            assert!(said.read_line(&mut line).expect("text") > 0, "it is not ready");
        }
        let asked = Command::new(binary()).args(["stop", "--node-id", &node_id.to_string()]).output();
        assert!(asked.as_ref().is_ok_and(|asked| asked.status.success()), "{asked:?}");
        // The rest of the greeting has to find a reader.
        let _ = std::io::copy(&mut said, &mut std::io::sink());
        assert!(node.wait().expect("it was started here").success());
    }
}

#[test]
fn development_mode_says_what_is_wrong_with_a_place_and_names_another() {
    let folder = Folder::new("places");
    folder.file("data", "mine");
    for (options, words) in [
        (&[][..], "data is not a directory. Start in another folder, or name another place"),
        (&["--override", "log.dirs=/proc/x"], "/proc/x cannot be made: "),
        (&["--override", "log.dirs="], "--override log.dirs: "),
    ] {
        let refused = corelog(&folder, options);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{said}");
        assert!(said.contains(words), "{said}");
    }
    assert_eq!(std::fs::read_to_string(folder.join("data")).expect("there"), "mine");
}

#[test]
fn development_mode_takes_an_empty_file_system_and_names_an_address_to_connect_to() {
    let folder = Folder::new("lost");
    std::fs::create_dir_all(folder.join("data/lost+found")).expect("writable");
    let [broker, controller] = free_ports();
    let mut node = Command::new(binary())
        .args(["--override", &format!("listeners=PLAINTEXT://:{broker},CONTROLLER://127.0.0.1:{controller}")])
        .args(["--override", &format!("controller.quorum.bootstrap.servers=127.0.0.1:{controller}")])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut said = BufReader::new(node.stdout.take().expect("it is piped"));
    let mut greeting = String::new();
    while !greeting.ends_with("Ctrl-C stops it.\n") && said.read_line(&mut greeting).is_ok_and(|n| n > 0) {}
    let asked = Command::new("kill").arg(node.id().to_string()).status().expect("kill is everywhere");
    assert!(node.wait().expect("it was started here").success() && asked.success());
    assert!(greeting.contains(&format!("listens on   0.0.0.0:{broker}")), "{greeting}");
    assert!(greeting.contains(&format!("kcat -b 127.0.0.1:{broker} ")), "{greeting}");
}

#[test]
fn a_wrong_word_about_the_log_is_refused_with_the_choices() {
    let folder = Folder::new("log-choice");
    for (name, choices) in
        [("CORELOG_LOG", "error, warn, info, debug"), ("CORELOG_LOG_FORMAT", "human, logfmt, json")]
    {
        let refused =
            Command::new(binary()).current_dir(folder.path()).env(name, "bogus").output().expect("runs");
        assert_eq!(refused.status.code(), Some(1));
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(said, format!("corelog: {name}=bogus: must be one of {choices}\n"));
    }
}

#[test]
fn a_link_named_like_another_of_kafkas_scripts_says_which_there_are() {
    let refused = Command::new(binary()).arg0("kafka-topics.sh").arg("--list").output().expect("runs");
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("kafka-topics.sh, only for kafka-server-start.sh, "), "{said}");
}
