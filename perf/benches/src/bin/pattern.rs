//! What a Produce of one batch and a hot Fetch cost in events and effects.
//!
//! Without arguments: nanoseconds and allocations a request, for turns of different sizes, the checksum's share apart.
//! `pattern produce N` and `pattern fetch N`: just N such requests, for whoever counts instructions.

use std::time::Instant;

use benches::allocations::{self, Counting};
use benches::stand::{self, Stand};
use protocol::records::BatchView;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Requests in a piece of receive buffer.
const PIECE: usize = 64;
const CONNECTIONS: u64 = 16;
const PARTITIONS: i32 = 4;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let count = args.get(1).and_then(|count| count.parse().ok()).unwrap_or(0);
    match args.first().map(String::as_str) {
        Some("produce") => {
            let batch = stand::batch(1, 100);
            produce(&mut Stand::new(PARTITIONS, CONNECTIONS), &batch, 8, count);
        }
        Some("fetch") => {
            fetch(&mut filled(), 1, count);
        }
        _ => table(),
    }
}

fn table() {
    println!("{:<24} {:>8} {:>10} {:>10} {:>12}", "work", "a turn", "ns", "of it crc", "allocations");
    for (records, size) in [(1, 100), (60, 1024)] {
        let batch = stand::batch(records, size);
        let crc = checksum_nanos(&batch);
        for per_turn in [1, 8, PIECE] {
            let count = if records == 1 { 100_000 } else { 10_000 };
            let cost = produce(&mut Stand::new(PARTITIONS, CONNECTIONS), &batch, per_turn, count);
            cost.print(&format!("produce {records} x {size} B"), per_turn, &format!("{crc:.0}"));
        }
    }
    let mut stand = filled();
    for per_turn in [1, CONNECTIONS as usize] {
        fetch(&mut stand, per_turn, 100_000).print("hot fetch, 64 KiB", per_turn, "");
    }
}

/// What a request cost: the median over pieces, which no interruption moves, and all allocations.
struct Cost {
    nanos: f64,
    allocations: f64,
}

impl Cost {
    fn print(&self, name: &str, per_turn: usize, crc: &str) {
        println!("{name:<24} {per_turn:>8} {:>10.0} {crc:>10} {:>12.4}", self.nanos, self.allocations);
    }
}

fn produce(stand: &mut Stand, batch: &[u8], per_turn: usize, count: usize) -> Cost {
    let frames: Vec<Vec<u8>> = (0..PARTITIONS).map(|partition| stand::produce(partition, batch)).collect();
    run(stand, &frames, per_turn, count)
}

/// A stand with something to fetch.
fn filled() -> Stand {
    let mut stand = Stand::new(1, CONNECTIONS);
    let frame = stand::produce(0, &stand::batch(15, 1024));
    for frame in stand::received(&frame, PIECE) {
        stand.arrive(0, frame);
        stand.run();
    }
    stand
}

fn fetch(stand: &mut Stand, per_turn: usize, count: usize) -> Cost {
    run(stand, &[stand::fetch(0, 30, 64 * 1024)], per_turn, count)
}

/// Sends frames over all connections, so many a turn; receive buffers are made outside of what is measured.
fn run(stand: &mut Stand, frames: &[Vec<u8>], per_turn: usize, count: usize) -> Cost {
    let piece_count = count.div_ceil(PIECE);
    let mut nanos = Vec::with_capacity(piece_count);
    let mut pieces = Vec::with_capacity(PIECE);
    let (mut allocated, mut connection) = (0, 0);
    for piece in 0..piece_count {
        pieces.extend(stand::received(&frames[piece % frames.len()], PIECE));
        let (before, begin) = (allocations::so_far().0, Instant::now());
        let mut in_turn = 0;
        for frame in pieces.drain(..) {
            stand.arrive(connection % CONNECTIONS, frame);
            connection += 1;
            in_turn += 1;
            if in_turn == per_turn {
                stand.run();
                in_turn = 0;
            }
        }
        stand.run();
        nanos.push(begin.elapsed().as_nanos() as f64 / PIECE as f64);
        if piece >= piece_count / 2 {
            allocated += allocations::so_far().0 - before;
        }
    }
    nanos.sort_by(f64::total_cmp);
    let counted = (piece_count - piece_count / 2).max(1) * PIECE;
    let nanos = nanos.get(piece_count / 2).copied().unwrap_or(0.0);
    Cost { nanos, allocations: allocated as f64 / counted as f64 }
}

fn checksum_nanos(batch: &[u8]) -> f64 {
    let view = BatchView::parse(batch).expect("a batch was built");
    let rounds = 200;
    let best = (0..20).map(|_| {
        let begin = Instant::now();
        for _ in 0..rounds {
            std::hint::black_box(view).check_crc().expect("it is right");
        }
        begin.elapsed().as_nanos() as f64 / f64::from(rounds)
    });
    best.fold(f64::MAX, f64::min)
}
