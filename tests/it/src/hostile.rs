//! Damaged frames, and what becomes of many of them at once: the rows of `data/`, their mutations, and a control
//! connection that must not notice.
//!
//! The same code asks a real Kafka when outcomes are recorded, so nothing here knows which of the two it asks.

use crate::wire::{Outcome, PATIENCE, frame, from_hex, outcome, send};
use crate::{probe, wire};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Connections that are asked at the same time.
const BATCH_COUNT: usize = 64;

/// Room for the connections that a test makes at once: with Kafka's default of 50 the kernel drops the rest while the node
/// is not scheduled, and they come again a second later.
pub const BACKLOG: (&str, &str) = ("socket.listen.backlog.size", "1024");

/// A file below `data/`.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// The rows of a table in `data/`, without its comments.
pub fn table(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(data(name)).expect("a part of the repository");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// A frame with what is done to it: each mutation is sent on a connection of its own.
pub struct Sample {
    /// `listener`, tab, `name`, tab, `kind`: the key of its recorded outcomes.
    pub label: String,
    pub for_controller: bool,
    pub mutations: Vec<Vec<u8>>,
}

/// All samples of `data/frames.tsv`.
pub fn samples() -> Vec<Sample> {
    let mut all = Vec::new();
    for row in table("frames.tsv") {
        let [listener, kinds, name, hex] = &row[..] else { panic!("four columns: {row:?}") };
        let whole = from_hex(hex);
        for kind in ["whole", "cut", "flip"].into_iter().filter(|k| *k == "whole" || kinds.contains(k)) {
            all.push(Sample {
                label: format!("{listener}\t{name}\t{kind}"),
                for_controller: listener == "controller",
                mutations: match kind {
                    "cut" => (0..whole.len() - 4).map(|n| frame(&whole[4..4 + n])).collect(),
                    "flip" => flips(&whole),
                    _ => vec![whole.clone()],
                },
            });
        }
    }
    all
}

/// The bytes with each of their bits flipped in turn.
pub fn flips(bytes: &[u8]) -> Vec<Vec<u8>> {
    let flip = |bit: usize| {
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    };
    (0..bytes.len() * 8).map(flip).collect()
}

/// Sends each of these on a connection of its own, many at the same time, and gives the outcomes in order.
/// `silence` says how long to wait for one that may be silent.
pub fn ask_all(
    address: SocketAddr,
    all: &[&[u8]],
    mut silence: impl FnMut(usize) -> Duration,
) -> Vec<Outcome> {
    let mut outcomes = Vec::with_capacity(all.len());
    for batch in all.chunks(BATCH_COUNT) {
        let mut streams: Vec<_> = batch.iter().map(|bytes| send(address, bytes)).collect();
        let began = Instant::now();
        for stream in &mut streams {
            let deadline = began + silence(outcomes.len());
            outcomes.push(outcome(stream, deadline));
        }
    }
    outcomes
}

/// Creates the topic `t` and waits until its one partition is led.
pub fn make_topic(address: SocketAddr) {
    let end = Instant::now() + PATIENCE;
    // Metadata version 1 creates what it is asked for.
    while probe::end_offset(address, "t").is_none() {
        assert!(Instant::now() < end, "the topic is not there");
        let _ = probe::ask(address, b"\0\x03\0\x01\0\0\0\x01\0\x01p\0\0\0\x01\0\x01t", PATIENCE);
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A connection that asks for versions again and again while a test does its worst.
pub struct Control {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Control {
    /// Begins to ask.
    pub fn on(address: SocketAddr) -> Control {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut stream = wire::connect(address);
            while !stopped.load(Ordering::Relaxed) {
                stream.write_all(b"\0\0\0\x0b\0\x12\0\0\0\0\0\x01\0\x01c").expect("it is still there");
                let got = outcome(&mut stream, Instant::now() + PATIENCE);
                assert_eq!(got.letter(), 'a', "the control connection is served: {got:?}");
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        Control { stop, thread: Some(thread) }
    }

    /// Ends it; panics if it was not answered once within the patience of a test. How fast it is answered is no matter
    /// of a test: a loaded machine alone makes it wait for a second.
    pub fn end(mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let thread = self.thread.take().expect("ended once");
        thread.join().expect("the control connection was always answered");
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// CRC-32C by a table, and nobody else's code.
pub fn crc32c(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let (mut table, mut n) = ([0; 256], 0);
        while n < 256 {
            let (mut crc, mut bit) = (n as u32, 0);
            while bit < 8 {
                crc = if crc & 1 == 1 { crc >> 1 ^ 0x82F6_3B78 } else { crc >> 1 };
                bit += 1;
            }
            table[n] = crc;
            n += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc: u32, byte| crc >> 8 ^ TABLE[(crc as u8 ^ byte) as usize])
}
