//! Requests and batches written out by hand, for tests that send many of them or bad ones.

use crate::hostile::crc32c;
use crate::wire::{Outcome, frame};

/// ApiVersions version 0 without a client id.
pub fn versions(id: i32) -> Vec<u8> {
    frame(&[&[0, 0x12, 0, 0][..], &id.to_be_bytes(), &[0xff, 0xff]].concat())
}

/// A variable-length number as record fields have it.
pub fn varint(value: i64) -> Vec<u8> {
    let (mut rest, mut out) = ((value << 1 ^ value >> 63) as u64, Vec::new());
    while rest > 0x7f {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
    out
}

/// Produce version 8 with acks=all to partition 0 of `t`: one record of so many bytes.
pub fn produce(id: i32, value_size: usize) -> Vec<u8> {
    let fields = [&[0, 0, 0, 1][..], &varint(value_size as i64), &vec![7; value_size], &[0]].concat();
    produce_payload(id, 0, 1, &[varint(fields.len() as i64), fields].concat())
}

/// The same with a batch that says it holds so many records, in a codec, with this payload.
pub fn produce_payload(id: i32, codec: u8, count: i32, payload: &[u8]) -> Vec<u8> {
    let mut tail = vec![0; 2 + 4 + 8 + 8];
    tail[1] = codec;
    tail[2..6].copy_from_slice(&(count - 1).to_be_bytes());
    tail.extend([0xff; 8 + 2 + 4]);
    tail.extend(count.to_be_bytes());
    tail.extend(payload);
    let mut batch = vec![0; 8];
    batch.extend((9 + tail.len() as u32).to_be_bytes());
    batch.extend([0xff, 0xff, 0xff, 0xff, 2]);
    batch.extend(crc32c(&tail).to_be_bytes());
    batch.extend(tail);
    let head = [&[0, 0, 0, 8][..], &id.to_be_bytes(), &[0xff; 4], &[0xff; 2], &30_000_i32.to_be_bytes()];
    let rows = [&[0, 0, 0, 1, 0, 1, b't', 0, 0, 0, 1, 0, 0, 0, 0][..], &(batch.len() as u32).to_be_bytes()];
    frame(&[head.concat(), rows.concat(), batch].concat())
}

/// The error code in the answer to such a Produce.
pub fn produced(outcome: &Outcome) -> i16 {
    let Outcome::Answered(body) = outcome else { panic!("not answered: {outcome:?}") };
    i16::from_be_bytes([body[19], body[20]])
}

/// Fetch version 4 from the beginning of partition 0 of `t`, at most 1 MiB.
pub fn fetch(id: i32) -> Vec<u8> {
    let head = [&[0, 1, 0, 4][..], &id.to_be_bytes(), &[0xff; 2], &[0xff; 4], &[0; 8]].concat();
    let most = (1_i32 << 20).to_be_bytes();
    let rows = [&most[..], &[0], &[0, 0, 0, 1, 0, 1, b't', 0, 0, 0, 1, 0, 0, 0, 0], &[0; 8], &most].concat();
    frame(&[head, rows].concat())
}
