//! Variable-length integers as record batches hold them: seven bits a byte, low bits first, zigzag for signed ones.
//!
//! Reads are exactly as lenient as Kafka's: bits that fall off the top of the last allowed byte are dropped, a longer
//! run of continuation bytes is refused. Knows nothing of what the numbers mean.

/// Most bytes of a 32-bit number.
pub const VARINT_SIZE_MAX: usize = 5;
/// Most bytes of a 64-bit number.
pub const VARLONG_SIZE_MAX: usize = 10;

/// Reads a zigzag 32-bit number from the front of `bytes`: the number and how many bytes it took. `None` when the
/// bytes end inside it or it is longer than five bytes.
#[inline]
#[must_use]
pub fn read_varint(bytes: &[u8]) -> Option<(i32, usize)> {
    let (raw, size) = read_unsigned(bytes)?;
    Some((unzigzag(raw), size))
}

/// Reads a zigzag 64-bit number from the front of `bytes`: the number and how many bytes it took. `None` when the
/// bytes end inside it or it is longer than ten bytes.
#[inline]
#[must_use]
pub fn read_varlong(bytes: &[u8]) -> Option<(i64, usize)> {
    let first = *bytes.first()?;
    if first < 0x80 {
        return Some((unzigzag_long(u64::from(first)), 1));
    }
    read_long_varlong(bytes)
}

#[inline(never)]
fn read_long_varlong(bytes: &[u8]) -> Option<(i64, usize)> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().enumerate().take(VARLONG_SIZE_MAX) {
        value |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Some((unzigzag_long(value), index + 1));
        }
    }
    None
}

/// Reads an unsigned 32-bit number from the front of `bytes`: the number and how many bytes it took.
#[inline]
#[must_use]
pub fn read_unsigned(bytes: &[u8]) -> Option<(u32, usize)> {
    let first = *bytes.first()?;
    if first < 0x80 {
        return Some((u32::from(first), 1));
    }
    // Two bytes hold most sizes of values; a loop for them costs more than the record around it.
    let second = *bytes.get(1)?;
    if second < 0x80 {
        return Some((u32::from(first & 0x7f) | u32::from(second) << 7, 2));
    }
    read_long_unsigned(bytes)
}

#[cold]
fn read_long_unsigned(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().enumerate().take(VARINT_SIZE_MAX) {
        value |= u32::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            return Some((value, index + 1));
        }
    }
    None
}

/// Appends a zigzag 32-bit number.
#[inline]
pub fn write_varint(out: &mut Vec<u8>, value: i32) {
    write_varlong(out, i64::from(value));
}

/// Appends a zigzag 64-bit number.
#[inline]
pub fn write_varlong(out: &mut Vec<u8>, value: i64) {
    let mut raw = zigzag_long(value);
    while raw >= 0x80 {
        out.push(raw as u8 | 0x80);
        raw >>= 7;
    }
    out.push(raw as u8);
}

/// How many bytes `write_varlong` (and, for a 32-bit number, `write_varint`) appends.
#[inline]
#[must_use]
pub fn varlong_size(value: i64) -> usize {
    let bits = 64 - (zigzag_long(value) | 1).leading_zeros() as usize;
    bits.div_ceil(7)
}

#[inline]
fn unzigzag(raw: u32) -> i32 {
    (raw >> 1) as i32 ^ -((raw & 1) as i32)
}

#[inline]
fn unzigzag_long(raw: u64) -> i64 {
    (raw >> 1) as i64 ^ -((raw & 1) as i64)
}

#[inline]
fn zigzag_long(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_sizes_are_foretold() {
        let mut rng = crate::Rng::new(3);
        for round in 0..20_000 {
            let value = rng.next_u64() as i64 >> (round % 64);
            let mut out = Vec::new();
            write_varlong(&mut out, value);
            assert_eq!(out.len(), varlong_size(value));
            assert_eq!(read_varlong(&out), Some((value, out.len())));
            assert_eq!(read_varlong(&out[..out.len() - 1]), None);
            let small = value as i32;
            out.clear();
            write_varint(&mut out, small);
            assert_eq!(out.len(), varlong_size(i64::from(small)));
            assert_eq!(read_varint(&out), Some((small, out.len())));
        }
        for value in [i64::MIN, i64::MAX, 0, -1, 1] {
            let mut out = Vec::new();
            write_varlong(&mut out, value);
            assert_eq!(read_varlong(&out), Some((value, varlong_size(value))));
        }
    }

    #[test]
    fn overlong_runs_are_refused_and_surplus_bits_dropped() {
        assert_eq!(read_varint(&[0x80, 0x80, 0x80, 0x80, 0x80, 0x00]), None);
        assert_eq!(read_varint(&[0xff, 0xff, 0xff, 0xff, 0x7f]), Some((i32::MIN, 5)));
        assert_eq!(read_varint(&[0x80, 0x00]), Some((0, 2)));
        assert_eq!(read_varlong(&[0xff; 11]), None);
        assert_eq!(read_varint(&[]), None);
    }
}
