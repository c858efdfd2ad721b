//! Every codec there and back, and against bytes that were not written by one.

use protocol::Rng;
use protocol::compress::{Codec, Compression, Scratch, UnpackError, compress, decompress};

const CODECS: [Codec; 5] = [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd];

/// Some text, some noise, some runs: what codecs take different paths for.
fn sample(rng: &mut Rng, size: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size + 300);
    while bytes.len() < size {
        match rng.below(4) {
            0 => bytes.extend((0..rng.below(64)).map(|_| rng.next_u64() as u8)),
            1 => bytes.extend(std::iter::repeat_n(rng.next_u64() as u8, rng.below(300) as usize)),
            2 => bytes
                .extend_from_slice(format!("key-{} and value-{}", rng.below(99), rng.below(9)).as_bytes()),
            _ if bytes.is_empty() => {}
            _ => {
                let from = rng.below(bytes.len() as u64) as usize;
                let end = bytes.len().min(from + rng.below(200) as usize);
                bytes.extend_from_within(from..end);
            }
        }
    }
    bytes.truncate(size);
    bytes
}

fn unpack(codec: Codec, packed: &[u8], budget: u64, scratch: &mut Scratch) -> Result<Vec<u8>, UnpackError> {
    let mut out = Vec::new();
    decompress(codec, 2, packed, budget, scratch, &mut out).map(|()| out)
}

#[test]
fn every_codec_and_level_goes_there_and_back() {
    let (mut rng, mut scratch) = (Rng::new(11), Scratch::new());
    let samples: Vec<_> = [0, 1, 5, 12, 13, 100, 1000, 32_768, 65_536, 65_537, 300_000]
        .into_iter()
        .map(|size| sample(&mut rng, size))
        .collect();
    for codec in CODECS {
        let levels = match codec {
            Codec::None | Codec::Snappy => vec![0],
            Codec::Gzip => vec![-1, 1, 6, 9],
            Codec::Lz4 => vec![1, 2, 5, 9, 12, 17],
            Codec::Zstd => vec![-131_072, -5, 1, 3, 9, 19, 22],
        };
        for level in levels {
            for input in &samples {
                let mut packed = vec![0xab];
                compress(Compression::with_level(codec, level), input, &mut packed);
                assert_eq!(packed[0], 0xab, "what was there stays");
                let unpacked = unpack(codec, &packed[1..], input.len() as u64, &mut scratch);
                let exact = unpacked.as_ref() == Ok(input);
                assert!(
                    exact || (input.is_empty() && codec == Codec::Snappy),
                    "{codec:?} {level} {}",
                    input.len()
                );
                if !input.is_empty() {
                    let short = unpack(codec, &packed[1..], input.len() as u64 - 1, &mut scratch);
                    assert_eq!(short, Err(UnpackError::Budget), "{codec:?} {level} {}", input.len());
                }
            }
        }
    }
}

#[test]
fn higher_lz4_levels_pack_tighter() {
    let input = sample(&mut Rng::new(12), 200_000);
    let size = |level| {
        let mut packed = Vec::new();
        compress(Compression::with_level(Codec::Lz4, level), &input, &mut packed);
        packed.len()
    };
    assert!(size(1) > size(5) && size(5) > size(12) && size(9) > size(12), "9 is the fast mode");
}

#[test]
fn levels_are_brought_into_range() {
    assert_eq!(Compression::with_level(Codec::Gzip, 0).level(), 1);
    assert_eq!(Compression::with_level(Codec::Gzip, -1).level(), -1);
    assert_eq!(Compression::with_level(Codec::Lz4, 99).level(), 17);
    assert_eq!(Compression::with_level(Codec::Zstd, i32::MIN).level(), -131_072);
    assert_eq!(Compression::new(Codec::Zstd).level(), 3);
}

#[test]
fn a_stream_cut_anywhere_is_corrupt_or_gives_a_beginning() {
    let (mut rng, mut scratch) = (Rng::new(13), Scratch::new());
    for size in [50, 3000, 70_000] {
        let input = sample(&mut rng, size);
        for codec in &CODECS[1..] {
            let mut packed = Vec::new();
            compress(Compression::new(*codec), &input, &mut packed);
            let step = 1 + packed.len() / 700;
            for cut in (0..packed.len()).step_by(step) {
                match unpack(*codec, &packed[..cut], 1 << 20, &mut scratch) {
                    Err(error) => assert_eq!(error, UnpackError::Corrupt),
                    Ok(out) => assert!(input.starts_with(&out) && out.len() < input.len(), "{codec:?} {cut}"),
                }
            }
        }
    }
}

#[test]
fn flipped_bits_and_noise_never_panic_or_pass_the_budget() {
    let (mut rng, mut scratch) = (Rng::new(14), Scratch::new());
    let input = sample(&mut rng, 5000);
    for codec in CODECS {
        let mut packed = Vec::new();
        compress(Compression::new(codec), &input, &mut packed);
        for _ in 0..800 {
            let mut bytes = packed.clone();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(bytes.len() as u64) as usize;
                bytes[at] ^= 1 << rng.below(8);
            }
            let mut out = Vec::new();
            let _ = decompress(codec, 2, &bytes, 20_000, &mut scratch, &mut out);
            assert!(out.len() <= 20_000);
        }
        for _ in 0..600 {
            let mut noise = vec![0; rng.below(200) as usize];
            rng.fill(&mut noise);
            // Behind a good beginning, noise gets further.
            let keep = rng.below(24).min(packed.len() as u64) as usize;
            let bytes = [&packed[..keep], &noise[..]].concat();
            let mut out = Vec::new();
            let _ = decompress(codec, rng.below(3) as i8, &bytes, 20_000, &mut scratch, &mut out);
            assert!(out.len() <= 20_000);
        }
    }
}

#[test]
fn gzip_members_follow_one_another_and_garbage_behind_them_is_ignored() {
    let mut scratch = Scratch::new();
    let mut packed = Vec::new();
    compress(Compression::new(Codec::Gzip), b"one ", &mut packed);
    compress(Compression::with_level(Codec::Gzip, 9), b"two", &mut packed);
    assert_eq!(unpack(Codec::Gzip, &packed, 100, &mut scratch).unwrap(), b"one two");
    packed.extend_from_slice(&[0; 100]);
    assert_eq!(unpack(Codec::Gzip, &packed, 100, &mut scratch).unwrap(), b"one two");

    // Optional header fields: extra, name, comment, header checksum.
    let mut member = Vec::new();
    compress(Compression::new(Codec::Gzip), b"payload", &mut member);
    let mut header = vec![0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 255, 3, 0, 1, 2, 3];
    header.extend_from_slice(b"name\0comment\0");
    let mut crc = flate2::Crc::new();
    crc.update(&header);
    header.extend_from_slice(&(crc.sum() as u16).to_le_bytes());
    header.extend_from_slice(&member[10..]);
    assert_eq!(unpack(Codec::Gzip, &header, 100, &mut scratch).unwrap(), b"payload");
    header[5] ^= 1;
    assert_eq!(unpack(Codec::Gzip, &header, 100, &mut scratch), Err(UnpackError::Corrupt));
    let crc_at = member.len() - 8;
    member[crc_at] ^= 1;
    assert_eq!(unpack(Codec::Gzip, &member, 100, &mut scratch), Err(UnpackError::Corrupt));
}

#[test]
fn snappy_is_read_framed_bare_and_concatenated() {
    let mut scratch = Scratch::new();
    let bare = snap::raw::Encoder::new().compress_vec(b"bare block, as librdkafka writes").unwrap();
    assert_eq!(unpack(Codec::Snappy, &bare, 100, &mut scratch).unwrap(), b"bare block, as librdkafka writes");
    let mut framed = Vec::new();
    compress(Compression::new(Codec::Snappy), b"one ", &mut framed);
    compress(Compression::new(Codec::Snappy), b"two", &mut framed);
    assert_eq!(unpack(Codec::Snappy, &framed, 100, &mut scratch).unwrap(), b"one two");
    // A size cut short ends the stream; a block cut short does not.
    let whole = framed.len();
    framed.extend_from_slice(&[0, 0, 0]);
    assert_eq!(unpack(Codec::Snappy, &framed, 100, &mut scratch).unwrap(), b"one two");
    assert_eq!(unpack(Codec::Snappy, &framed[..whole - 1], 100, &mut scratch), Err(UnpackError::Corrupt));
    assert_eq!(unpack(Codec::Snappy, b"", 100, &mut scratch), Err(UnpackError::Corrupt));
    // A claim of 4 GiB in front of nothing is not believed.
    let claim = [0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0];
    assert_eq!(unpack(Codec::Snappy, &claim, u64::MAX, &mut scratch), Err(UnpackError::Corrupt));
}

#[test]
fn lz4_frames_are_read_as_far_as_kafka_reads_them() {
    let mut scratch = Scratch::new();
    let mut frame = Vec::new();
    compress(Compression::new(Codec::Lz4), &[b'x'; 1000], &mut frame);
    let good = [b'x'; 1000].to_vec();
    // Whatever follows the end mark is ignored.
    let tail = [&frame[..], b"rubbish"].concat();
    assert_eq!(unpack(Codec::Lz4, &tail, 1000, &mut scratch).as_ref(), Ok(&good));
    // A wrong header checksum passes in format 0 alone.
    let mut checksum = frame.clone();
    checksum[6] ^= 1;
    assert_eq!(unpack(Codec::Lz4, &checksum, 1000, &mut scratch), Err(UnpackError::Corrupt));
    let mut out = Vec::new();
    assert_eq!(decompress(Codec::Lz4, 0, &checksum, 1000, &mut scratch, &mut out), Ok(()));
    assert_eq!(out, good);
    // Linked blocks, a wrong version, reserved bits and a small block size are not read, their checksum aside.
    for (at, bits) in [(4, 0x20), (4, 0x80), (4, 0x01), (4, 0x02), (5, 0x80), (5, 0x01), (5, 0x40)] {
        let mut wrong = frame.clone();
        wrong[at] ^= bits;
        let mut out = Vec::new();
        let read = decompress(Codec::Lz4, 0, &wrong, 1000, &mut scratch, &mut out);
        assert_eq!(read, Err(UnpackError::Corrupt), "{at} {bits}");
    }
    // A frame by the reference layout, with every option that is stepped over or verified.
    let info = lz4_flex::frame::FrameInfo::new()
        .block_checksums(true)
        .content_checksum(true)
        .content_size(Some(1000))
        .block_mode(lz4_flex::frame::BlockMode::Independent);
    let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
    std::io::Write::write_all(&mut encoder, &good).unwrap();
    let full = encoder.finish().unwrap();
    assert_eq!(unpack(Codec::Lz4, &full, 1000, &mut scratch).as_ref(), Ok(&good));
    let mut block = full.clone();
    block[20] ^= 1;
    assert_eq!(unpack(Codec::Lz4, &block, 1000, &mut scratch), Err(UnpackError::Corrupt));
    let mut content = full;
    *content.last_mut().unwrap() ^= 1;
    assert_eq!(
        unpack(Codec::Lz4, &content, 1000, &mut scratch).as_ref(),
        Ok(&good),
        "not verified, as in Kafka"
    );
}

#[test]
fn other_lz4_readers_read_what_is_written() {
    let mut rng = Rng::new(15);
    for level in [1, 4, 9, 17] {
        for size in [0, 3, 13, 700, 65_536, 200_000] {
            let input = sample(&mut rng, size);
            let mut packed = Vec::new();
            compress(Compression::with_level(Codec::Lz4, level), &input, &mut packed);
            let mut out = Vec::new();
            let mut reader = lz4_flex::frame::FrameDecoder::new(&packed[..]);
            std::io::Read::read_to_end(&mut reader, &mut out).unwrap();
            assert_eq!(out, input);
        }
    }
}

#[test]
fn zstd_frames_follow_one_another_and_nothing_at_all_is_an_empty_stream() {
    let mut scratch = Scratch::new();
    assert_eq!(unpack(Codec::Zstd, b"", 100, &mut scratch).unwrap(), b"");
    let mut packed = Vec::new();
    compress(Compression::new(Codec::Zstd), b"one ", &mut packed);
    compress(Compression::with_level(Codec::Zstd, 22), b"two", &mut packed);
    assert_eq!(unpack(Codec::Zstd, &packed, 100, &mut scratch).unwrap(), b"one two");
    assert_eq!(
        unpack(Codec::Zstd, &packed[..packed.len() - 1], 100, &mut scratch),
        Err(UnpackError::Corrupt)
    );
    // A context that failed is good for the next stream.
    assert_eq!(unpack(Codec::Zstd, &packed, 100, &mut scratch).unwrap(), b"one two");
}
