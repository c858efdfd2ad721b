//! Walking a segment's log batch by batch, whole batches or only their headers, and finding where batches begin again
//! behind damage.
//!
//! Invariant: no buffer is larger than the file it reads from.

use std::io;

use protocol::Offset;

use crate::batch::{Broken, HEADER_BYTES, Header};
use crate::file::{File, read_full};

const READ_BYTES: usize = 1 << 20;
const HEADER_READ_BYTES: usize = 4096;

/// A place in a segment's log.
pub struct Walk<'f> {
    file: &'f dyn File,
    len: u64,
    position: u64,
    buffer: Vec<u8>,
    buffer_at: u64,
    read_bytes: u64,
}

/// What a walk finds.
pub enum Step<'w> {
    /// A batch that fits into the file; its checksum is not looked at. The bytes are the whole batch, or as much of it as
    /// was asked for.
    Batch {
        /// Where it begins.
        position: u64,
        /// Its header.
        header: Header,
        /// Its bytes.
        bytes: &'w [u8],
    },
    /// The end of the file.
    End,
    /// No batch begins here, or it does not end within the file.
    Bad,
}

impl<'f> Walk<'f> {
    /// Begins at `position` of a file of `len` bytes.
    #[must_use]
    pub fn new(file: &'f dyn File, position: u64, len: u64) -> Self {
        Self { file, len, position, buffer: Vec::new(), buffer_at: 0, read_bytes: 0 }
    }

    /// Where the next batch is looked for.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Bytes read so far.
    #[must_use]
    pub fn read_bytes(&self) -> u64 {
        self.read_bytes
    }

    /// The next batch, whole, and moves behind it.
    pub fn next_whole(&mut self) -> io::Result<Step<'_>> {
        self.next(usize::MAX, READ_BYTES)
    }

    /// The next batch's first bytes: its header, and for a control batch all that a marker needs.
    pub fn next_header(&mut self) -> io::Result<Step<'_>> {
        self.next(HEADER_BYTES + 64, HEADER_READ_BYTES)
    }

    /// Goes to another position.
    pub fn seek(&mut self, position: u64) {
        self.position = position;
    }

    fn next(&mut self, wanted_max: usize, read_bytes: usize) -> io::Result<Step<'_>> {
        let position = self.position;
        if position >= self.len {
            return Ok(Step::End);
        }
        let left = self.len - position;
        self.fill(position, HEADER_BYTES.min(left as usize), read_bytes)?;
        let header = match Header::parse(self.bytes_at(position)) {
            Ok(header) if u64::from(header.size) <= left => header,
            Ok(_) | Err(Broken::Invalid | Broken::Short(_)) => return Ok(Step::Bad),
        };
        let wanted = (header.size as usize).min(wanted_max);
        self.fill(position, wanted, read_bytes)?;
        let have = self.bytes_at(position).len();
        if have < wanted {
            return Ok(Step::Bad);
        }
        self.position = position + u64::from(header.size);
        Ok(Step::Batch { position, header, bytes: &self.bytes_at(position)[..wanted] })
    }

    /// The first position from `from` on where a format 2 batch begins that is whole, has a right checksum, begins at or above
    /// `offset_min`, ends below `offset_end`, and is continued by the batch behind it, if that one is sound. The checksum does not
    /// cover the base offset, so without the last condition a page lost in the middle of it would go unnoticed. With `gaps`, as
    /// compaction leaves them, the continuation may leave offsets out.
    pub fn find_next(
        &mut self,
        from: u64,
        offset_min: Offset,
        offset_end: Offset,
        gaps: bool,
    ) -> io::Result<Option<(u64, Header)>> {
        let mut position = from;
        while position + HEADER_BYTES as u64 <= self.len {
            self.fill(position, HEADER_BYTES, READ_BYTES)?;
            let window = self.bytes_at(position);
            if window.len() < HEADER_BYTES {
                return Ok(None);
            }
            let mut candidate = None;
            for at in 0..=window.len() - HEADER_BYTES {
                // The format byte first: it rules out nearly every place.
                if window[at + 16] != 2 {
                    continue;
                }
                let left = self.len - position - at as u64;
                match Header::parse(&window[at..]) {
                    Ok(header)
                        if header.base >= offset_min
                            && header.last < offset_end
                            && u64::from(header.size) <= left =>
                    {
                        candidate = Some((at, header));
                        break;
                    }
                    _ => {}
                }
            }
            match candidate {
                Some((at, header)) => {
                    let start = position + at as u64;
                    if self.sound_at(start)?.is_some() {
                        let next = self.sound_at(start + u64::from(header.size))?;
                        let expected = Offset(header.last.0 + 1);
                        if next.is_none_or(|next| next.base == expected || (gaps && next.base > expected)) {
                            return Ok(Some((start, header)));
                        }
                    }
                    position = start + 1;
                }
                None => position += (window.len() - HEADER_BYTES + 1) as u64,
            }
        }
        Ok(None)
    }

    /// The header of the batch at `position`, if one is there whole with a right checksum.
    fn sound_at(&mut self, position: u64) -> io::Result<Option<Header>> {
        self.position = position;
        Ok(match self.next_whole()? {
            Step::Batch { header, bytes, .. } if header.crc_fits(bytes) => Some(header),
            Step::Batch { .. } | Step::End | Step::Bad => None,
        })
    }

    fn bytes_at(&self, position: u64) -> &[u8] {
        let at = position.checked_sub(self.buffer_at).map_or(self.buffer.len(), |at| at as usize);
        self.buffer.get(at..).unwrap_or(&[])
    }

    /// Sees to it that `wanted` bytes from `position` on are in the buffer, if the file has them.
    fn fill(&mut self, position: u64, wanted: usize, read_bytes: usize) -> io::Result<()> {
        if self.bytes_at(position).len() >= wanted {
            return Ok(());
        }
        let left = (self.len - position) as usize;
        let size = wanted.max(read_bytes).min(left);
        self.buffer.resize(size, 0);
        let read = read_full(self.file, &mut self.buffer, position)?;
        self.buffer.truncate(read);
        self.read_bytes += read as u64;
        self.buffer_at = position;
        Ok(())
    }
}
