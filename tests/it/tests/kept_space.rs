//! Space that is kept ahead of a log's tail: there behind the first MiB of a segment, beyond the file's end, and given back by
//! a stop, by recovery and by a roll. Skipped, with the reason printed, where the file system keeps none or keeps some
//! of its own accord.

use client::Connection;
use it::folder::Folder;
use it::node::Node;
use protocol::records::BatchBuilder;
use protocol::{Offset, Timestamp};
use std::fs::File;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const NOT_LEADER: i16 = 6;

/// More than a file of this length takes by itself: file systems round up, and keep a few blocks for their own tables.
const ROUNDING: u64 = 128 << 10;

fn connect(node: &Node) -> Connection {
    Connection::connect(node.address(), "space", Duration::from_secs(20)).expect("it serves")
}

/// Segments that end an hour of record time after they began.
const TOPIC: &[(&str, &str)] = &[("segment.ms", "3600000"), ("retention.ms", "-1")];

/// Writes so many batches of 100 kB, all of one hour.
fn write(connection: &mut Connection, count: usize, hour: i64) {
    let mut builder = BatchBuilder::new(Offset(0));
    builder.append(Timestamp(1_700_000_000_000 + hour * 3_600_000), None, Some(&[b'.'; 100_000]), []);
    let batch = builder.finish();
    let end = Instant::now() + Duration::from_secs(30);
    for _ in 0..count {
        while let Err(error) = connection.produce("t", 0, &batch, &Default::default()) {
            // The log is still being opened.
            assert!(error.code() == Some(NOT_LEADER) && Instant::now() < end, "{error}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Bytes kept beyond the end of a file.
fn kept(path: &Path) -> u64 {
    let meta = std::fs::metadata(path).expect("the segment is there");
    (meta.blocks() * 512).saturating_sub(meta.len())
}

fn logs(node: &Node) -> Vec<PathBuf> {
    let list = std::fs::read_dir(node.data().join("t-0")).expect("the partition is there");
    let mut logs: Vec<PathBuf> = list.map(|entry| entry.expect("an entry").path()).collect();
    logs.retain(|path| path.extension().is_some_and(|e| e == "log"));
    logs.sort();
    logs
}

fn keeps_space() -> bool {
    let folder = Folder::new("allocate");
    let path = folder.join("file");
    let mut file = File::create(&path).expect("a writable folder");
    for _ in 0..18 {
        file.write_all(&[b'.'; 100_000]).expect("there is room");
    }
    let by_itself = kept(&path);
    // SAFETY: the descriptor is open for as long as the call takes.
    let done = unsafe { libc::fallocate(file.as_raw_fd(), libc::FALLOC_FL_KEEP_SIZE, 1_800_000, 1 << 20) };
    if by_itself > ROUNDING || done != 0 || kept(&path) <= ROUNDING {
        println!("skipped: what the file system of {} keeps cannot be told", folder.path().display());
        return false;
    }
    true
}

#[test]
fn space_is_kept_behind_the_first_mebibyte_and_given_back_at_a_stop_and_by_recovery() {
    if !keeps_space() {
        return;
    }
    for backend in ["ring", "epoll"] {
        let mut node = Node::up("kept", &[("corelog.runtime", backend), ("corelog.shards", "1")]);
        let mut connection = connect(&node);
        connection.create_topic("t", 1, 1, TOPIC).expect("it is created");
        write(&mut connection, 8, 0);
        let [log] = &logs(&node)[..] else { panic!("one segment") };
        assert!(kept(log) <= ROUNDING, "{backend}: {} bytes in the first MiB", kept(log));
        write(&mut connection, 10, 0);
        node.wait_until("space is kept", |_| kept(log) > ROUNDING);
        assert!(node.stop().success());
        assert!(kept(log) <= ROUNDING, "{backend}: {} bytes after a stop", kept(log));

        node.start();
        node.wait_until_it_serves();
        let mut connection = connect(&node);
        write(&mut connection, 10, 0);
        node.wait_until("space is kept again", |_| kept(log) > ROUNDING);
        node.kill();
        assert!(kept(log) > ROUNDING, "{backend}: a kill gives nothing back");
        node.start();
        node.wait_until_it_serves();
        node.wait_until("recovery has given it back", |_| kept(log) <= ROUNDING);
    }
}

#[test]
fn space_is_given_back_when_a_segment_is_rolled() {
    if !keeps_space() {
        return;
    }
    let node = &mut Node::up("rolled", &[("corelog.shards", "1")]);
    let mut connection = connect(node);
    connection.create_topic("t", 1, 1, TOPIC).expect("it is created");
    write(&mut connection, 18, 0);
    let first = logs(node).remove(0);
    node.wait_until("space is kept", |_| kept(&first) > ROUNDING);
    write(&mut connection, 1, 2);
    assert_eq!(logs(node).len(), 2);
    node.wait_until("it is given back", |_| kept(&first) <= ROUNDING);
}
