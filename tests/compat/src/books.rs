//! One directory in the hands of both brokers in turn, with books kept of every record: what either acknowledged before it
//! was stopped, or killed in the middle of writing, the other serves at its offset, and nothing else.

use crate::exchange::{Tail, dump, kafka};
use crate::report::Report;
use it::book::{Book, Memory};
use it::node::Node;
use it::probe;
use std::time::Duration;

const PARTITIONS: i32 = 6;
/// Small segments, so that there are rolls; a killed broker's session is over soon.
const SETTINGS: [(&str, &str); 4] = [
    ("log.segment.bytes", "1048576"),
    ("log.index.interval.bytes", "512"),
    ("broker.session.timeout.ms", "1500"),
    ("broker.heartbeat.interval.ms", "500"),
];

/// Runs it, on its way after clean stops and after kill -9. Returns how many checks failed.
pub fn run() -> u32 {
    let mut report = Report::new("books");
    for how in ["clean stop", "kill -9"] {
        let is_clean = how == "clean stop";
        let mut node = Node::up("books", &SETTINGS);
        let mut books = open(&node);
        report.check(&format!("{how}: written here"), || {
            write(&mut books, &mut node, is_clean, |node, is_clean| {
                if is_clean {
                    node.stop();
                } else {
                    node.kill();
                }
                Ok(())
            })
        });
        let tail = if is_clean { Tail::Whole } else { Tail::MayBeTorn };
        report.check(&format!("{how}: the dump has no complaint"), || dump(&node, tail));
        report.check(&format!("{how}: Kafka starts on the directory"), || {
            kafka(&["start"], &node).map(|_| String::new())
        });
        report.check(&format!("{how}: Kafka serves what was written here"), || {
            read(&mut books, &node, Memory::SinceTheSnapshot)
        });
        report.check(&format!("{how}: written by Kafka"), || {
            write(&mut books, &mut node, is_clean, |node, is_clean| {
                let stop: &[&str] = if is_clean { &["stop"] } else { &["stop", "--kill"] };
                kafka(stop, node).map(drop)
            })
        });
        node.start();
        node.wait_until_it_serves();
        report.check(&format!("{how}: serves what Kafka wrote"), || read(&mut books, &node, Memory::Whole));
        report.check(&format!("{how}: goes on writing"), || {
            write(&mut books, &mut node, true, |node, _| {
                node.stop();
                Ok(())
            })
        });
        report.check(&format!("{how}: the dump still has no complaint"), || dump(&node, Tail::Whole));
        if is_clean {
            let log = node.log();
            report.check("nothing had to be repaired", || {
                match log.find("the log was repaired").or(log.find("the log was recovered")) {
                    None => Ok(String::new()),
                    Some(at) => Err(log[at..].lines().next().unwrap_or_default().to_owned()),
                }
            });
        }
    }
    report.close()
}

fn open(node: &Node) -> Vec<Book> {
    let made = client(node).and_then(|mut c| c.create_topic("t", PARTITIONS, 1, &[]));
    made.expect("a topic can be made");
    wait_for_leaders(node);
    (0..PARTITIONS)
        .map(|partition| {
            let acks = if partition % 2 == 0 { 1 } else { -1 };
            Book::open(node.address(), "t", partition, acks, partition >= 2, 7)
        })
        .collect()
}

fn client(node: &Node) -> Result<client::Connection, client::Error> {
    client::Connection::connect(node.address(), "books", Duration::from_secs(20))
}

fn wait_for_leaders(node: &Node) {
    for partition in 0..PARTITIONS {
        for _ in 0..400 {
            if probe::end_offset_of(node.address(), "t", partition).is_some() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Writes for two seconds and ends the broker: cleanly behind the last answer, or in the middle of it.
fn write(
    books: &mut [Book],
    node: &mut Node,
    is_clean: bool,
    end: impl Fn(&mut Node, bool) -> Result<(), String>,
) -> Result<String, String> {
    wait_for_leaders(node);
    let (address, how_long) = (node.address(), Duration::from_secs(2));
    let before: usize = books.iter().map(|book| book.acknowledged).sum();
    let ended = std::thread::scope(|scope| {
        let writers: Vec<_> = books
            .iter_mut()
            .map(|book| {
                scope.spawn(move || {
                    if is_clean {
                        book.write_for(address, how_long)
                    } else {
                        book.write_until_it_is_gone(address)
                    }
                })
            })
            .collect();
        if !is_clean {
            std::thread::sleep(how_long);
            end(node, is_clean)?;
        }
        let fell = writers.into_iter().map(|writer| writer.join()).filter(Result::is_err).count();
        match fell {
            0 if is_clean => end(node, is_clean),
            0 => Ok(()),
            fell => Err(format!("{fell} writers failed")),
        }
    });
    let after: usize = books.iter().map(|book| book.acknowledged).sum();
    ended.map(|()| format!("{} batches", after - before))
}

/// Sends again what was not answered and holds what is there against the books.
fn read(books: &mut [Book], node: &Node, memory: Memory) -> Result<String, String> {
    wait_for_leaders(node);
    let address = node.address();
    let fell = std::thread::scope(|scope| {
        let readers: Vec<_> = books
            .iter_mut()
            .map(|book| {
                scope.spawn(move || {
                    book.settle(address, memory);
                    book.check(address, memory == Memory::Whole);
                })
            })
            .collect();
        readers.into_iter().map(|reader| reader.join()).filter(Result::is_err).count()
    });
    if fell == 0 { Ok(String::new()) } else { Err(format!("{fell} books do not fit")) }
}
