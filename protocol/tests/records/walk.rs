//! Records walked while they are unpacked: what is learned does not depend on where the codec's pieces begin and end, and
//! is what a walk over the whole learns.

use protocol::compress::{Codec, Compression, Scratch, compress};
use protocol::records::{
    BATCH_OVERHEAD, BatchBuilder, BatchView, Header, PartialRecord, RecordStream, Records, WalkError,
};
use protocol::{Offset, Rng, Timestamp};

type Walked = (Vec<PartialRecord>, Result<(), WalkError>);

fn walk(codec: Codec, count: i32, payload: &[u8], scratch: &mut Scratch) -> Walked {
    let mut batch = vec![0; BATCH_OVERHEAD];
    batch.extend_from_slice(payload);
    let length = (batch.len() - 12) as i32;
    batch[8..12].copy_from_slice(&length.to_be_bytes());
    batch[16] = 2;
    batch[57..61].copy_from_slice(&count.to_be_bytes());
    let view = BatchView::parse(&batch).unwrap();
    let mut stream = RecordStream::new(&view, codec, u64::MAX, i32::MAX, scratch);
    let mut seen = Vec::new();
    loop {
        match stream.next_record() {
            Ok(Some(record)) => seen.push(record),
            Ok(None) => return (seen, Ok(())),
            Err(error) => return (seen, Err(error)),
        }
    }
}

/// Snappy in xerial's framing, in blocks of `size` bytes, each a literal.
fn pieces(plain: &[u8], size: usize) -> Vec<u8> {
    let mut out = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01".to_vec();
    for piece in plain.chunks(size) {
        out.extend_from_slice(&(piece.len() as i32 + 2).to_be_bytes());
        out.extend_from_slice(&[piece.len() as u8, (piece.len() as u8 - 1) << 2]);
        out.extend_from_slice(piece);
    }
    out
}

fn check(plain: &[u8], count: i32, size: usize, scratch: &mut Scratch) -> bool {
    let mut packed = Vec::new();
    compress(Compression::new(Codec::Lz4), plain, &mut packed);
    let whole = walk(Codec::Lz4, count, &packed, scratch);
    assert!(whole.0.len() <= plain.len());
    assert_eq!(
        walk(Codec::Snappy, count, &pieces(plain, size), scratch),
        whole,
        "{count} in {size}: {plain:?}"
    );
    let Ok(records) = Records::new(plain, count).collect::<Result<Vec<_>, _>>() else { return false };
    assert!(count <= 0 || whole.1 == Ok(()));
    let seen = records.iter().map(|record| PartialRecord {
        timestamp_delta: record.timestamp_delta,
        offset_delta: record.offset_delta,
        has_key: record.key.is_some(),
    });
    assert!(seen.eq(whole.0));
    true
}

#[test]
fn a_walk_learns_the_same_wherever_pieces_end_and_whatever_lengths_say() {
    let mut batch = BatchBuilder::new(Offset::ZERO);
    for number in 0..5 {
        let value = vec![number as u8; number * 40];
        let headers = [Header { key: b"name", value: Some(b"value") }, Header { key: b"", value: None }];
        let key = (number != 2).then_some(&b"key"[..]);
        batch.append(Timestamp(5 + (number as i64) * 100_000), key, Some(&value), headers);
    }
    let batch = batch.finish();
    let good = &batch[BATCH_OVERHEAD..];
    let mut scratch = Scratch::new();
    for size in 1..=60 {
        assert!(check(good, 5, size, &mut scratch));
        for count in [-1, 0, 1, 4, 6, i32::MAX] {
            check(good, count, size, &mut scratch);
        }
    }
    let mut rng = Rng::new(17);
    for _ in 0..4000 {
        let mut bytes = good.to_vec();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len() as u64) as usize;
            match rng.below(4) {
                0 => bytes[at] ^= 1 << rng.below(8),
                1 => bytes[at] = rng.next_u64() as u8,
                2 => bytes[at] = 0xff,
                _ => bytes.truncate(at.max(1)),
            }
        }
        check(&bytes, rng.below(7) as i32, 1 + rng.below(60) as usize, &mut scratch);
    }
}
