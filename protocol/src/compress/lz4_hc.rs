//! The high-compression mode of lz4: a block encoder that follows chains of earlier occurrences.
//!
//! Greedy with one step of lookahead. A level searches 2^(level-1) candidates a place, at most 4,096, since a hostile
//! batch may make every one of them count. What it writes any lz4 reader reads; the sizes are near, not equal to, those
//! of the reference encoder.

/// Matches shorter than this are not written.
const MATCH_SIZE_MIN: usize = 4;
/// The format's rule: the last five bytes are literals.
const TAIL_SIZE: usize = 5;
/// The format's rule: no match begins in the last twelve bytes.
const MATCH_START_MARGIN: usize = 12;
const DISTANCE_MAX: usize = 65_535;
const HASH_BITS: u32 = 15;
const NOWHERE: u32 = u32::MAX;

/// The tables of one encoder, used from block to block.
pub struct Chains {
    /// Hash of four bytes to the place they were seen last.
    heads: Vec<u32>,
    /// Place to the one before it with the same hash.
    previous: Vec<u32>,
    attempts_max: u32,
}

impl Chains {
    pub fn new(level: i32) -> Self {
        let attempts_max = 1 << (level.clamp(1, 13) - 1);
        Self { heads: vec![NOWHERE; 1 << HASH_BITS], previous: Vec::new(), attempts_max }
    }

    /// Appends `input`, one block of at most 64 KiB, compressed, to `out`.
    pub fn compress(&mut self, input: &[u8], out: &mut Vec<u8>) {
        self.heads.fill(NOWHERE);
        self.previous.clear();
        self.previous.resize(input.len(), NOWHERE);
        let (mut at, mut written, mut known) = (0, 0, 0);
        let start_end = input.len().saturating_sub(MATCH_START_MARGIN);
        while at < start_end {
            let Some(mut found) = self.longest(input, at, &mut known) else {
                at += 1;
                continue;
            };
            if at + 1 < start_end
                && let Some(next) = self.longest(input, at + 1, &mut known)
                && next.size > found.size + 1
            {
                at += 1;
                found = next;
            }
            put_sequence(out, &input[written..at], found);
            at += found.size;
            written = at;
        }
        put_literals(out, &input[written..]);
    }

    /// The longest match for the bytes at `at`; `known` is how far the tables are filled.
    fn longest(&mut self, input: &[u8], at: usize, known: &mut usize) -> Option<Match> {
        while *known < at {
            let slot = hash(input, *known);
            self.previous[*known] = self.heads[slot];
            self.heads[slot] = *known as u32;
            *known += 1;
        }
        let match_end = input.len() - TAIL_SIZE;
        let mut best: Option<Match> = None;
        let mut candidate = self.heads[hash(input, at)];
        for _ in 0..self.attempts_max {
            if candidate == NOWHERE || at - candidate as usize > DISTANCE_MAX {
                break;
            }
            let from = candidate as usize;
            let best_size = best.map_or(MATCH_SIZE_MIN - 1, |best| best.size);
            if at + best_size >= match_end {
                break;
            }
            if input[from + best_size] == input[at + best_size] {
                let size =
                    input[at..match_end].iter().zip(&input[from..]).take_while(|(a, b)| a == b).count();
                if size > best_size {
                    best = Some(Match { distance: at - from, size });
                }
            }
            candidate = self.previous[from];
        }
        best
    }
}

#[derive(Clone, Copy)]
struct Match {
    distance: usize,
    size: usize,
}

fn hash(input: &[u8], at: usize) -> usize {
    let word = u32::from_le_bytes([input[at], input[at + 1], input[at + 2], input[at + 3]]);
    (word.wrapping_mul(2_654_435_761) >> (32 - HASH_BITS)) as usize
}

fn put_sequence(out: &mut Vec<u8>, literals: &[u8], found: Match) {
    let size = found.size - MATCH_SIZE_MIN;
    out.push((literals.len().min(15) << 4 | size.min(15)) as u8);
    put_run(out, literals.len());
    out.extend_from_slice(literals);
    out.extend_from_slice(&(found.distance as u16).to_le_bytes());
    put_run(out, size);
}

fn put_literals(out: &mut Vec<u8>, literals: &[u8]) {
    out.push((literals.len().min(15) << 4) as u8);
    put_run(out, literals.len());
    out.extend_from_slice(literals);
}

/// The part of a length that does not fit into the token's four bits.
fn put_run(out: &mut Vec<u8>, length: usize) {
    if let Some(mut rest) = length.checked_sub(15) {
        while rest >= 255 {
            out.push(255);
            rest -= 255;
        }
        out.push(rest as u8);
    }
}
