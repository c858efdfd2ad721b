//! Records of the metadata log, one behind the other, each behind its int16 size: replayed, compared, written as a
//! snapshot and replayed again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use metadata::delta::Delta;
use metadata::features::MetadataVersion;
use metadata::image::{Image, Provenance};
use metadata::records::Record;
use metadata::replay::Replay;
use protocol::{LeaderEpoch, Offset, Timestamp};

fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes;
    let mut replay = Replay::default();
    let mut offset = 0;
    while let Some((&size, tail)) = rest.split_first_chunk() {
        let size = tail.len().min(usize::from(u16::from_be_bytes(size)));
        let (value, tail) = tail.split_at(size);
        rest = tail;
        let Ok(record) = Record::decode(value) else { continue };
        let _ = replay.apply(&record);
        offset += 1;
        replay.advance(Provenance {
            last: Offset(offset),
            epoch: LeaderEpoch(1),
            timestamp: Timestamp(offset),
        });
        if offset % 4 == 0 {
            let _ = replay.publish();
        }
    }
    let _ = replay.publish();
    let image = replay.image();
    if image.metadata_version() < MetadataVersion(7) {
        // Nothing can be written before a level is known.
        let _ = image.to_records();
        return;
    }
    let once = rebuilt(image);
    let twice = rebuilt(&once);
    // What a level cannot hold is left out the first time.
    assert_eq!(format!("{:?}", once.to_records()), format!("{:?}", twice.to_records()));
    let _ = Delta::between(image, &once);
    let _ = Delta::between(&once, &Image::empty());
});

/// The image that a snapshot of this one makes.
fn rebuilt(image: &Image) -> Image {
    let level = image.metadata_version();
    let mut again = Image::empty();
    for record in image.to_records() {
        let mut out = Vec::new();
        if record.encode(level, &mut out).is_err() {
            // A string grew when its bytes were no UTF-8.
            continue;
        }
        let read = Record::decode(&out).expect("what was written can be read");
        again.apply(&read).expect("a snapshot's records fit each other");
    }
    again
}
