//! The frame around records of the metadata log: frame version, record type, record version.

use crate::wire::{DecodeError, EncodeError, Reader, put_uvarint};

const FRAME_VERSION: u32 = 1;

/// Reads the frame, the body by `body(reader, type, version)`, and then nothing more.
pub(crate) fn decode<'a, T>(
    bytes: &'a [u8],
    body: impl FnOnce(&mut Reader<'a>, i16, i16) -> Result<T, DecodeError>,
) -> Result<(T, i16), DecodeError> {
    let r = &mut Reader::new(bytes);
    let frame = r.uvarint()?;
    if frame != FRAME_VERSION {
        return Err(DecodeError::UnknownFrame(frame));
    }
    let type_id = r.uvarint()?;
    let type_id = i16::try_from(type_id).map_err(|_| DecodeError::UnknownType(type_id as i32))?;
    let version = i16::try_from(r.uvarint()?).map_err(|_| DecodeError::UnsupportedVersion(i16::MAX))?;
    let record = body(r, type_id, version)?;
    if r.remaining() > 0 {
        return Err(DecodeError::TrailingBytes);
    }
    Ok((record, version))
}

/// Appends the frame.
pub(crate) fn put_frame(out: &mut Vec<u8>, type_id: i16, version: i16) -> Result<(), EncodeError> {
    put_uvarint(out, FRAME_VERSION);
    put_uvarint(out, type_id as u32);
    put_uvarint(out, u32::try_from(version).map_err(|_| EncodeError::UnsupportedVersion(version))?);
    Ok(())
}
