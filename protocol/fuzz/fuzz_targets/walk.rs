//! Records of any bytes behind any count, walked while they are unpacked: the walk ends, learns what a walk over the whole
//! learns, and does not depend on where the pieces that come out of the codec begin and end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::compress::{Codec, Scratch};
use protocol::records::{BATCH_OVERHEAD, BatchView, PartialRecord, RecordStream, Records, WalkError};

/// What one literal of snappy holds at most with its length in the tag.
const PIECE_MAX: usize = 60;

type Walked = (Vec<PartialRecord>, Result<(), WalkError>);

fuzz_target!(|bytes: &[u8]| {
    let Some((&[piece, high, low], plain)) = bytes.split_first_chunk() else { return };
    let count = i32::from(i16::from_be_bytes([high, low]));
    let mut scratch = Scratch::new();
    let whole = walk(&batch(Codec::Lz4, count, &stored(plain)), &mut scratch);
    assert!(whole.0.len() <= plain.len());
    let pieces = batch(Codec::Snappy, count, &pieces(plain, 1 + usize::from(piece) % PIECE_MAX));
    assert_eq!(walk(&pieces, &mut scratch), whole);

    let records: Result<Vec<_>, _> = Records::new(plain, count).collect();
    if let Ok(records) = records
        && count > 0
    {
        assert_eq!(whole.1, Ok(()));
        let seen = records.iter().map(|record| PartialRecord {
            timestamp_delta: record.timestamp_delta,
            offset_delta: record.offset_delta,
            has_key: record.key.is_some(),
        });
        assert!(seen.eq(whole.0));
    }
});

fn walk(batch: &[u8], scratch: &mut Scratch) -> Walked {
    let view = BatchView::parse(batch).expect("it was made here");
    let codec = view.codec().expect("it was made here");
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

fn batch(codec: Codec, count: i32, payload: &[u8]) -> Vec<u8> {
    let mut batch = vec![0; BATCH_OVERHEAD];
    batch.extend_from_slice(payload);
    let length = (batch.len() - 12) as i32;
    batch[8..12].copy_from_slice(&length.to_be_bytes());
    batch[16] = 2;
    batch[22] = codec as u8;
    batch[57..61].copy_from_slice(&count.to_be_bytes());
    batch
}

/// All of it in one block.
fn stored(plain: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    protocol::compress::compress(protocol::compress::Compression::new(Codec::Lz4), plain, &mut out);
    out
}

/// Snappy in xerial's framing, in blocks of `size` bytes.
fn pieces(plain: &[u8], size: usize) -> Vec<u8> {
    let mut out = b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01".to_vec();
    for piece in plain.chunks(size) {
        out.extend_from_slice(&(piece.len() as i32 + 2).to_be_bytes());
        out.extend_from_slice(&[piece.len() as u8, (piece.len() as u8 - 1) << 2]);
        out.extend_from_slice(piece);
    }
    out
}
